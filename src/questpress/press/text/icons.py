"""Icons: small SVG files of shapes, drawn in the colour of the text around them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path

from questpress.diagnostics import nearest
from questpress.press.text.run import number

MOST_BYTES = 64_000
MOST_SHAPES = 400
LONGEST_NAME = 80
SVG = "{http://www.w3.org/2000/svg}"

# What an icon may hold: plain shapes with plain geometry. Colours: none, currentColor or nothing, #rrggbb for details.
_SHAPES = {
    "path": ("d",),
    "rect": ("x", "y", "width", "height", "rx", "ry"),
    "circle": ("cx", "cy", "r"),
    "ellipse": ("cx", "cy", "rx", "ry"),
    "line": ("x1", "y1", "x2", "y2"),
    "polyline": ("points",),
    "polygon": ("points",),
}
_LOOKS = ("fill-rule", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-miterlimit", "transform")
_IGNORED = ("title", "desc", "metadata")
_COLOUR = re.compile(r"none|currentColor|#[0-9a-fA-F]{3}|#[0-9a-fA-F]{6}")
_PLAIN = re.compile(r"[-+0-9.eE,\s()A-Za-z]*")
_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


class NoIcon(ValueError):
    """An icon that is not there (T039) or cannot be used (T040); `remedy` says what to do."""

    def __init__(self, code: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.code = code
        self.remedy = remedy


Fault = Callable[..., NoIcon]


class _Icon:
    __slots__ = ("body", "height", "left", "path", "top", "width")

    def __init__(self, path: Path, left: float, top: float, width: float, height: float, body: str) -> None:
        self.path = path
        self.left = left
        self.top = top
        self.width = width
        self.height = height
        self.body = body  # with FILL where the colour goes


_FILL = "\0"


class IconSet:
    """The icons of some folders, the first folder winning; files are read when first asked for."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.folders = tuple(folders)
        self._icons: dict[str, _Icon | NoIcon] = {}

    @property
    def names(self) -> list[str]:
        """All names there are, sorted."""
        found = {path.stem for folder in self.folders if folder.is_dir() for path in folder.glob("*.svg")}
        return sorted(found)

    def has(self, name: str) -> bool:
        """Whether there is a file for the icon, good or not."""
        return self._file(name) is not None

    def width(self, name: str) -> float:
        """The icon's width, where its height is 1; wide ones are made as wide as high. Raises NoIcon."""
        icon = self._find(name)
        return min(1.0, icon.width / icon.height)

    def path(self, name: str) -> Path:
        """The icon's file, for the list of what a face read. Raises NoIcon."""
        return self._find(name).path

    def draw(self, name: str, x: float, y: float, size: float, fill: str) -> str:
        """The icon as an SVG group in a square of `size` centred on `x`, `y`. Raises NoIcon."""
        icon = self._find(name)
        scale = size / max(icon.width, icon.height)
        left = x - (icon.left + icon.width / 2) * scale
        top = y - (icon.top + icon.height / 2) * scale
        paint = escape(fill, quote=True)
        place = f"translate({number(left)} {number(top)}) scale({number(round(scale, 7)) if scale > 0.01 else scale})"
        return f'<g transform="{place}" fill="{paint}">{icon.body.replace(_FILL, paint)}</g>'

    def _find(self, name: str) -> _Icon:
        found = self._icons.get(name)
        if found is None:
            try:
                found = self._read(name)
            except NoIcon as absent:
                found = absent
            self._icons[name] = found
        if isinstance(found, NoIcon):
            raise NoIcon(found.code, str(found), found.remedy)
        return found

    def _file(self, name: str) -> Path | None:
        if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
            return None
        return next((path for folder in self.folders if (path := folder / f"{name}.svg").is_file()), None)

    def _read(self, name: str) -> _Icon:
        path = self._file(name)
        if path is not None:
            return _parse(path)
        near = nearest(name, self.names)
        remedy = f"did you mean '{near}'?" if near else f"put {name}.svg into templates/icons/"
        raise NoIcon("T039", f"no icon '{name[:LONGEST_NAME]}'", remedy)


def _parse(path: Path) -> _Icon:
    def bad(message: str, remedy: str = "draw it with plain shapes in a 24 × 24 viewBox") -> NoIcon:
        return NoIcon("T040", f"icon '{path.name}' {message}", remedy)

    try:
        if path.stat().st_size > MOST_BYTES:
            raise bad(f"has more than {MOST_BYTES} bytes", "simplify its paths")
        source = path.read_bytes()
    except OSError as error:
        raise bad(f"cannot be read: {error.strerror}", "check the file") from None
    if b"<!DOCTYPE" in source or b"<!ENTITY" in source or source[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise bad("declares a document type or is not UTF-8", "delete the <!DOCTYPE …> line, save as UTF-8")
    try:
        root = ET.fromstring(source)
    except (ET.ParseError, ValueError, LookupError) as error:
        raise bad(f"is not well-formed: {error}", "mend the SVG") from None
    if root.tag not in (f"{SVG}svg", "svg"):
        raise bad(f"is no SVG: its root is <{root.tag.removeprefix(SVG)}>")
    try:
        left, top, width, height = (float(part) for part in root.get("viewBox", "").replace(",", " ").split())
    except ValueError:
        raise bad("has no viewBox of four numbers", 'write viewBox="0 0 24 24"') from None
    if not (0 < width < 1e5 and 0 < height < 1e5 and abs(left) < 1e5 and abs(top) < 1e5):
        raise bad(f"has an impossible viewBox '{root.get('viewBox')}'", 'write viewBox="0 0 24 24"')
    parts: list[str] = []
    _shapes(root, parts, 0, bad)
    if not parts:
        raise bad("has no shapes")
    looks = _attributes(root, (), bad)
    body = "".join(parts)
    return _Icon(path, left, top, width, height, f"<g{looks}>{body}</g>" if looks else body)


def _shapes(parent: ET.Element, parts: list[str], depth: int, bad: Fault) -> None:
    for child in parent:
        tag = child.tag.removeprefix(SVG) if isinstance(child.tag, str) else "title"
        if tag in _IGNORED:
            continue
        if len(parts) >= MOST_SHAPES or depth > 8:
            raise bad(f"has more than {MOST_SHAPES} shapes or groups within groups")
        if tag == "g":
            parts.append(f"<g{_attributes(child, (), bad)}>")
            _shapes(child, parts, depth + 1, bad)
            parts.append("</g>")
        elif tag in _SHAPES:
            parts.append(f"<{tag}{_attributes(child, _SHAPES[tag], bad)}/>")
        else:
            raise bad(f"holds <{tag}>, and an icon may only hold {', '.join(_SHAPES)} and g")


def _attributes(element: ET.Element, geometry: tuple[str, ...], bad: Fault) -> str:
    found = dict(element.attrib)
    for rule in found.pop("style", "").split(";"):
        key, colon, value = rule.partition(":")
        if colon:
            found[key.strip()] = value.strip()
    written = []
    for key in sorted(found):
        value = found[key].strip()
        if key in ("fill", "stroke"):
            if not _COLOUR.fullmatch(value):
                raise bad(f"has {key}='{value}'", "use currentColor, none or #rrggbb")
            if value == "currentColor" and key == "fill":
                value = _FILL
            written.append(f' {key}="{value.replace("currentColor", _FILL)}"')
        elif key in geometry or key in _LOOKS:
            if not _PLAIN.fullmatch(value):
                raise bad(f"has {key}='{value[:40]}'")
            written.append(f' {key}="{value}"')
    return "".join(written)
