"""Faces to SVG: a component's values, the game's palette and rules, and the template become one draft a face.

Everything that a face reads is noted with its digest of today, so that the press knows later whether the draft
still holds and, where it does not, why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from questpress.artifacts import digest
from questpress.diagnostics import Diagnostic, Failed, Report, Span
from questpress.opening import title_of
from questpress.press import shapes
from questpress.press.contents import Contents
from questpress.press.model import Card, Face
from questpress.press.render.template import Studio
from questpress.press.text.field import FieldText
from questpress.press.text.fonts import FontFolder, FontLibrary
from questpress.press.text.icons import IconSet
from questpress.press.text.tools import Drawn, TextTools
from questpress.project import Project, folder_name
from questpress.schema import Anything, Reader
from questpress.values import Values, look_up, tree


@dataclass(frozen=True, slots=True)
class Draft:
    """A face as SVG text, what it was made from (name → digest), and what was found wrong with it."""

    svg: str
    sources: Mapping[str, str]
    findings: tuple[Diagnostic, ...] = ()


class Draughtsman:
    """Makes the drafts of one game. Not for several threads at once."""

    def __init__(self, project: Project, contents: Contents, report: Report) -> None:
        self.project = project
        self.contents = contents
        self.library = _library(project, report)
        folder = folder_name(contents.game)
        tops = project.template_folders()
        self.icons = IconSet([top / folder / "icons" for top in tops] + [top / "icons" for top in tops])
        self._tools: TextTools | None = None
        functions = {
            "textbox": lambda *a, **k: self._at_work().textbox(*a, **k),
            "label": lambda *a, **k: self._at_work().label(*a, **k),
            "icon": lambda *a, **k: self._at_work().icon(*a, **k),
            "image": image,
            "shapes": shapes,
        }
        self.studio = Studio(tops, functions, project.root)
        self._common = _common_trees(contents)

    def _at_work(self) -> TextTools:
        assert self._tools is not None, "text functions belong to a face"
        return self._tools

    def trees(self, card: Card) -> dict[str, Mapping[str, Any]]:
        """Every named value that a face of `card` may read, by the first part of its name."""
        return {**self._common, "card": _fields(card), "trim": _trim(card)}

    def draft(self, face: Face, page: Mapping[str, Any] | None = None, more: Mapping[str, str] | None = None) -> Draft:
        """The draft of a face. `page` holds number, count and body of a booklet's page, made from the sources `more`.

        A face that cannot be made has an empty `svg` and says why in `findings`.
        """
        card = face.card
        report = Report()
        seen: dict[str, Any] = {}
        tools = TextTools(
            self.library, self.icons, report, card.name, lambda name: _place(card, name), self.contents.rules.language
        )
        context: dict[str, Any] = {name: Values(values, seen, name) for name, values in self.trees(card).items()}
        context["side"] = face.side
        if page is not None:
            context["page"] = page
        self._tools = tools
        files: list[Path] = []
        absent: list[Path] = []
        svg = ""
        try:
            rendered = self.studio.render(face.template, context, card.name)
            svg, files, absent = rendered.svg, list(rendered.files), list(rendered.absent)
        except Failed as failed:
            report.extend(failed.diagnostics)
        finally:
            self._tools = None
        if report.failed:
            svg = ""
        sources = {key: digest(value) for key, value in seen.items()}
        sources |= {f"file:{self.project.name_of(path)}": self.project.digest(path) or "" for path in files}
        sources |= {f"file:{self.project.name_of(path)}": "" for path in absent}
        sources |= self.text_sources(tools)
        return Draft(svg, {**sources, **(more or {})}, tuple(report.findings))

    def marked(self, face: Face, page: Mapping[str, Any] | None = None) -> str:
        """The face's SVG with the template's place on each element, for saying where a fault is."""
        card = face.card
        self._tools = TextTools(self.library, self.icons, Report(), card.name, language=self.contents.rules.language)
        seen: dict[str, Any] = {}
        context: dict[str, Any] = {name: Values(values, seen, name) for name, values in self.trees(card).items()}
        context["side"] = face.side
        if page is not None:
            context["page"] = page
        try:
            return self.studio.render_marked(face.template, context)
        finally:
            self._tools = None

    def text_sources(self, tools: TextTools) -> dict[str, str]:
        """The digests of the fonts and icons that `tools` drew with, and of what decides which fonts there are."""
        sources = {"fonts": self.fonts_digest()}
        for path in map(Path, tools.files_used):
            sources[f"file:{self.project.name_of(path)}"] = self.project.digest(path) or ""
        for name in tools.icons_used:
            found = self.icons.path(name)
            for folder in self.icons.folders:
                if folder == found.parent:
                    break
                sources[f"file:{self.project.name_of(folder / found.name)}"] = ""
        return sources

    def fonts_digest(self) -> str:
        """The digest of the font folders' manifests and file names: what a family name leads to."""
        return fonts_digest(self.project)

    def current(self, card: Card) -> CurrentSources:
        """Today's digest of any source of a face of `card`."""
        return CurrentSources(self.project, self.trees(card))


@dataclass(slots=True)
class CurrentSources:
    """Gives the digest that a source has today; '' for a file that is not there."""

    project: Project
    trees: Mapping[str, Mapping[str, Any]]
    given: Mapping[str, str] | None = None

    def __call__(self, name: str) -> str:
        if self.given and name in self.given:
            return self.given[name]
        if name.startswith("file:"):
            return self.project.digest(self.project.path_of(name.removeprefix("file:"))) or ""
        if name == "fonts":
            return fonts_digest(self.project)
        return digest(look_up(self.trees, name))


def why(names: Sequence[str], card: Card) -> str:
    """In words: which sources of a face of `card` changed."""
    told: list[str] = []
    for name in names:
        if name.startswith("file:"):
            told.append(f"{name.removeprefix('file:')} changed")
        elif name == "fonts":
            told.append("the fonts of the project changed")
        elif name.startswith("card."):
            field = name.split(".")[1]
            place = card.spans.get(field)
            told.append(f"{field} changed" + (f" ({place.file}:{place.line})" if place else ""))
        else:
            told.append(f"{name} changed")
    return "; ".join(dict.fromkeys(told))


def image(path: object, x: float, y: float, w: float, h: float, fit: str = "slice") -> Drawn:
    """An `<image>` of a file inside the project, filling (`slice`) or fitting (`meet`) the box; mm."""
    if fit not in ("slice", "meet"):
        raise ValueError(f"image: fit must be slice or meet, found '{fit}'")
    href = escape(str(path), quote=True)
    box = f'x="{float(x):g}" y="{float(y):g}" width="{float(w):g}" height="{float(h):g}"'
    return Drawn(f'<image xlink:href="{href}" {box} preserveAspectRatio="xMidYMid {fit}"/>')


def _common_trees(contents: Contents) -> dict[str, Mapping[str, Any]]:
    rules = contents.rules
    title = title_of(rules)
    return {
        "rules": tree({path: number.value for path, number in rules.numbers.items()}),
        "options": dict(rules.chosen),
        "game": {name: getattr(title, name) for name in title.__slots__},
        "palette": dict(contents.palette),
    }


def _fields(card: Card) -> dict[str, Any]:
    own = {"id": card.id, "kind": card.kind, "quantity": card.quantity, "title": card.title}
    return {**own, **{name: _named(value, name) for name, value in card.fields.items()}}


def _named(value: Any, name: str) -> Any:
    """Texts that know their field, so that a fault in them names it."""
    if isinstance(value, str):
        return FieldText(value, name)
    if isinstance(value, list):
        return [_named(member, f"{name}[{number}]") for number, member in enumerate(value, 1)]
    if isinstance(value, Mapping):
        return {key: _named(member, f"{name}.{key}") for key, member in value.items()}
    return value


def _trim(card: Card) -> dict[str, Any]:
    trim = card.trim
    names = ("width", "height", "bleed", "safe", "corner", "shape")
    return {name: getattr(trim, name) for name in names}


def _place(card: Card, field: str) -> Span | None:
    """Where a field's value stands; the card's own place for a text that no field holds."""
    name = field.partition("[")[0].partition(".")[0]
    return card.spans.get(name, card.span)


def _library(project: Project, report: Report) -> FontLibrary:
    folders: list[FontFolder] = []
    for top in project.template_folders():
        path = top / "fonts" / "fonts.yaml"
        label = project.name_of(path)
        manifest = None
        if path.is_file():
            try:
                node = project.load_shared(path)
                manifest = Anything().read(node, Reader(Report()))
            except Failed as failed:
                report.extend(failed.diagnostics)
        folders.append(FontFolder(path.parent, manifest if isinstance(manifest, Mapping) else None, label))
    return FontLibrary.read(folders, report)


def fonts_digest(project: Project) -> str:
    """The digest of all font folders' manifests and file names."""
    seal: list[Any] = []
    for top in project.template_folders():
        folder = top / "fonts"
        names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
        seal.append([names, project.digest(folder / "fonts.yaml")])
    return digest(seal)
