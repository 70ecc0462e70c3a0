"""The fonts a project may use: families, their weights and styles, and where a character is looked for next.

Only files in the project's font folder and in the shipped one count; fonts of the machine are never seen, so that every
machine prints the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from questpress.diagnostics import Report, Span, nearest
from questpress.press.text.fontfile import SUFFIXES, WEB_SUFFIXES, BadFont, FontFile

WEIGHTS = {
    "thin": 100,
    "extralight": 200,
    "light": 300,
    "regular": 400,
    "medium": 500,
    "semibold": 600,
    "bold": 700,
    "extrabold": 800,
    "black": 900,
}
_ALIASES = {"normal": 400, "book": 400, "demibold": 600, "ultrabold": 800, "heavy": 900, "hairline": 100}
Style = tuple[int, bool]  # weight 100 … 900, italic


class NoFont(ValueError):
    """A family, weight or style that does not exist here; `code` is the diagnostic, `remedy` names what does.

    `told`: its file is there and cannot be used, which has been reported already.
    """

    def __init__(self, code: str, message: str, remedy: str, told: bool = False) -> None:
        super().__init__(message)
        self.code = code
        self.remedy = remedy
        self.told = told


@dataclass(frozen=True)
class FontFolder:
    """A folder with fonts. `manifest` holds the plain values of its fonts.yaml, or None where there is none.

    `label` is the manifest's name in messages, relative to the project; `unread`: the manifest is there and faulty.
    """

    folder: Path
    manifest: Mapping[str, object] | None = None
    label: str = "templates/fonts/fonts.yaml"
    unread: bool = False


@dataclass(eq=False)
class Family:
    name: str
    styles: dict[Style, tuple[FontFile, ...]] = field(default_factory=dict)

    def described(self) -> str:
        return ", ".join(style_name(style) for style in sorted(self.styles))


@dataclass(eq=False)
class Stack:
    """The files to try for one family and style: its own first, then the fallback families'. Compared by identity."""

    family: str
    style: Style
    fonts: tuple[FontFile, ...]
    own: int  # how many of `fonts` are the family's own

    @property
    def first(self) -> FontFile:
        return self.fonts[0]

    def tried(self) -> str:
        return ", ".join(font.name for font in self.fonts)


def style_name(style: Style) -> str:
    """'bold-italic' for (700, True), as fonts.yaml writes it."""
    weight, italic = style
    name = next((name for name, value in WEIGHTS.items() if value == weight), str(weight))
    if not italic:
        return name
    return "italic" if name == "regular" else f"{name}-italic"


def read_weight(text: str | int) -> int | None:
    """The weight that `text` names ('bold', '700', 700), or None."""
    word = str(text).strip().lower()
    if word in WEIGHTS or word in _ALIASES:
        return WEIGHTS.get(word) or _ALIASES[word]
    if word.isdecimal() and 1 <= int(word) <= 1000:
        return min(900, max(100, round(int(word) / 100) * 100))
    return None


def read_style(text: str) -> Style | None:
    """The style that a fonts.yaml key names ('bold-italic', 'italic', '700'), or None."""
    word = text.strip().lower().replace("_", "-").replace(" ", "-")
    italic = word.endswith("italic")
    stem = word.removesuffix("italic").rstrip("-") or "regular"
    weight = read_weight(stem)
    return None if weight is None else (weight, italic)


def _key(family: str) -> str:
    return " ".join(family.split()).casefold()


class FontLibrary:
    """All families that may be used, from the project's folder first, then the shipped one.

    Files are opened when the library is built and their character lists when first asked for. `paths` maps every file
    name that a run may name to its place. Build it with `FontLibrary.read`.
    """

    def __init__(self) -> None:
        self.paths: dict[str, Path] = {}
        self._files: dict[str, FontFile] = {}
        self._families: dict[str, Family] = {}
        self._fallback: tuple[str, ...] = ()
        self._generic: dict[str, str] = {}
        self._stacks: dict[tuple[str, int, bool], Stack] = {}
        self._lost: set[str] = set()  # families, as `_key` or a file's name writes them, that have unusable files
        self._unread = False
        self.remembered: dict[object, object] = {}  # what shaping and layout keep between faces

    @classmethod
    def read(cls, folders: Sequence[FontFolder], report: Report) -> FontLibrary:
        """The library of `folders`, the first one winning where two have the same file, family or style.

        Broken, missing and forbidden files and faults of the manifests go to `report` (T030 to T032, T044); what is
        left is usable. A font file that no manifest lists is taken by the family name that it states itself.
        """
        library = cls()
        seen: set[Path] = set()
        for folder in folders:
            place = folder.folder.resolve()
            if place in seen or not place.is_dir():
                continue
            seen.add(place)
            library._unread |= folder.unread
            listed = library._read_manifest(folder, report) if folder.manifest is not None else set()
            library._read_unlisted(folder, listed, report)
        for name in library._fallback:
            if _key(name) not in library._families and not library.lacks(name):
                report.error("T044", f"fallback names the family '{name}', which has no files here", Span(folder.label))
        return library

    @property
    def families(self) -> list[str]:
        return sorted(family.name for family in self._families.values())

    def file(self, name: str) -> FontFile | None:
        """The opened font file of that name, or None."""
        return self._files.get(name)

    def lacks(self, family: str) -> bool:
        """Whether files of the family cannot be used, so that what it seems to lack has been told of already."""
        return self._unread or _key(family) in self._lost or _key(family).replace(" ", "") in self._lost

    @property
    def wanting(self) -> bool:
        """Whether a family that characters fall back to has files that cannot be used."""
        return bool(self._lost or self._unread) and (self._unread or any(map(self.lacks, self._fallback)))

    def family(self, name: str) -> Family:
        """The family called `name`, in any case of letters, or what a CSS generic name stands for.

        Raises NoFont (T033) with the nearest name.
        """
        found = self._families.get(_key(name)) or self._families.get(_key(self._generic.get(_key(name), "")))
        if found is None:
            known = self.families
            near = nearest(name, known)
            remedy = f"did you mean '{near}'? " if near else ""
            remedy += f"There are: {', '.join(known) or 'none'}; put others into templates/fonts/"
            raise NoFont("T033", f"no font family '{name}' in the project's fonts", remedy, self.lacks(name))
        return found

    def stack(self, family: str, weight: str | int = "regular", italic: bool = False) -> Stack:
        """The files to try for a family in a weight and slant, the fallback families' nearest styles after them.

        Raises NoFont: T033 for the family, T034 for a weight or slant that it does not have. Never synthesises a style.
        """
        key = (family, weight, italic)
        found = self._stacks.get(key)
        if found is None:
            found = self._stacks[key] = self._stack(self.family(family), weight, italic)
        return found

    def _stack(self, family: Family, weight: str | int, italic: bool) -> Stack:
        number = read_weight(weight)
        if number is None:
            near = nearest(str(weight), WEIGHTS)
            remedy = f"did you mean '{near}'?" if near else f"weights are {', '.join(WEIGHTS)}"
            raise NoFont("T034", f"'{weight}' is not a weight", remedy)
        style = (number, italic)
        own = family.styles.get(style)
        if own is None:
            raise NoFont(
                "T034",
                f"family '{family.name}' has no {style_name(style)}",
                f"it has: {family.described()}; add the file to templates/fonts/fonts.yaml or use one of these",
                self.lacks(family.name),
            )
        fonts = list(own)
        for name in self._fallback:
            other = self._families.get(_key(name))
            if other is None or not other.styles:
                continue
            for file in other.styles[nearest_style(other.styles, style)]:
                if file not in fonts:
                    fonts.append(file)
        return Stack(family.name, style, tuple(fonts), len(own))

    def emphasised(self, family: str, weight: str | int, italic: bool, bold: bool, slanted: bool) -> Stack:
        """The stack for `<b>` (`bold`) and `<i>` (`slanted`) inside text of the given style.

        Bold inside bold or heavier text stays as it is; italic inside italic text turns upright, as is the custom.
        """
        number = read_weight(weight) or 400
        if bold and number < 700:
            weight = "bold"
        return self.stack(family, weight, italic != slanted)

    def nearest_stack(self, family: str, weight: str | int = "regular", italic: bool = False) -> Stack:
        """The stack of the style that comes closest to what is asked; for drawing on after an error was reported.

        Any family will do where the named one does not exist. Raises NoFont where the library is empty.
        """
        try:
            found = self.family(family)
        except NoFont:
            if not self._families:
                raise
            found = self._families.get(_key("".join(self._fallback[:1]))) or next(iter(self._families.values()))
        style = nearest_style(found.styles, (read_weight(weight) or 400, italic))
        return self.stack(found.name, style[0], style[1])

    def _read_manifest(self, folder: FontFolder, report: Report) -> set[str]:
        span = Span(folder.label)
        manifest = folder.manifest or {}
        for word in manifest:
            if word not in ("fonts", "families", "fallback", "generic"):
                near = nearest(word, ("families", "fallback", "generic"))
                report.error("T044", f"unknown key '{word}'", span, f"did you mean '{near}'?" if near else "")
        families = manifest.get("families", {})
        if not isinstance(families, Mapping):
            report.error("T044", f"families must map names to styles, found '{families}'", span)
            families = {}
        listed: set[str] = set()
        for name, styles in families.items():
            if not isinstance(styles, Mapping) or not styles:
                report.error("T044", f"family '{name}' must map styles to files, found '{styles}'", span)
                self._lost.add(_key(str(name)))
                continue
            for word, files in styles.items():
                style = read_style(str(word))
                if style is None:
                    near = nearest(str(word), [*WEIGHTS, "italic", "bold-italic"])
                    remedy = f"did you mean '{near}'?" if near else "write regular, italic, bold, bold-italic …"
                    report.error("T044", f"family '{name}': '{word}' is not a style", span, remedy)
                    self._lost.add(_key(str(name)))
                    continue
                names = [files] if isinstance(files, str) else files
                if not isinstance(names, Sequence) or not all(isinstance(file, str) for file in names):
                    report.error("T044", f"family '{name}': {word} must be a file or a list of files", span)
                    self._lost.add(_key(str(name)))
                    continue
                listed.update(names)
                opened = [self._open(folder.folder, file, span, report) for file in names]
                if None in opened:
                    self._lost.add(_key(str(name)))
                self._add(str(name), style, [file for file in opened if file is not None])
        for word in ("fallback", "generic"):
            if word in manifest and not getattr(self, f"_{word}"):
                self._read_order(word, manifest[word], span, report)
        return listed

    def _read_order(self, word: str, value: object, span: Span, report: Report) -> None:
        if word == "fallback" and isinstance(value, Sequence) and not isinstance(value, str):
            self._fallback = tuple(str(name) for name in value)
        elif word == "generic" and isinstance(value, Mapping):
            self._generic = {_key(str(name)): str(family) for name, family in value.items()}
        else:
            report.error("T044", f"{word} is not of the right form, found '{value}'", span)

    def _read_unlisted(self, folder: FontFolder, listed: Iterable[str], report: Report) -> None:
        listed = set(listed)
        own: dict[tuple[str, Style], list[FontFile]] = {}
        for path in sorted(folder.folder.iterdir()):
            span = Span(f"{Path(folder.label).parent.as_posix()}/{path.name}")
            if path.name in listed or path.name.startswith("."):
                continue
            if path.suffix.lower() in SUFFIXES:
                file = self._open(folder.folder, path.name, span, report)
                if file is None:  # its family is not known; files are mostly called after it
                    self._lost.add(re.split(r"[-_.]", path.stem)[0].replace(" ", "").casefold())
                else:
                    own.setdefault((file.family, (round(file.weight / 100) * 100, file.italic)), []).append(file)
            elif path.suffix.lower() in WEB_SUFFIXES:
                remedy = "convert it to .ttf or .otf"
                report.warning("T030", f"'{path.name}' is not used: only .ttf and .otf are", span, remedy)
        for (family, style), files in sorted(own.items(), key=lambda entry: entry[0]):
            self._add(family, style, files)

    def _add(self, name: str, style: Style, files: Sequence[FontFile]) -> None:
        if files:
            family = self._families.setdefault(_key(name), Family(name))
            family.styles.setdefault(style, tuple(files))

    def _open(self, folder: Path, name: str, span: Span, report: Report) -> FontFile | None:
        if name in self._files:
            return self._files[name]
        if Path(name).name != name:
            report.error("T031", f"'{name}' is not a file in this folder", span, "put the font beside fonts.yaml")
            return None
        try:
            file = FontFile(folder / name)
        except BadFont as bad:
            report.error(bad.code, str(bad), span, bad.remedy)
            return None
        self._files[name] = file
        self.paths[name] = file.path
        return file


def nearest_style(styles: Iterable[Style], wanted: Style) -> Style:
    """The style closest to `wanted`: same slant before same weight, lighter before heavier."""
    return min(styles, key=lambda style: (style[1] != wanted[1], abs(style[0] - wanted[0]), style))
