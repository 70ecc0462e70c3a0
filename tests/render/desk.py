"""Small faces drawn and rastered for tests: 20 × 20 mm unless said otherwise, 10 pixels a millimetre."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pypdfium2
import yaml
from PIL import Image

from questpress.diagnostics import Diagnostic, Report
from questpress.press.render.chunk import Drawn, check, draw
from questpress.press.render.inspect import Page
from questpress.press.text.fonts import FontFolder, FontLibrary
from questpress.press.text.icons import IconSet
from questpress.press.text.svgtext import SvgText
from questpress.press.text.tools import TextTools

FONTS = Path(__file__).parents[2] / "templates" / "fonts"
SCALE = 10
WHITE, BLACK, RED, GREEN, BLUE = (255, 255, 255), (0, 0, 0), (255, 0, 0), (0, 255, 0), (0, 0, 255)


def library() -> FontLibrary:
    report = Report()
    manifest = yaml.safe_load((FONTS / "fonts.yaml").read_text(encoding="utf-8"))
    found = FontLibrary.read([FontFolder(FONTS, manifest, "templates/fonts/fonts.yaml")], report)
    assert not report.failed
    return found


LIBRARY = library()


def tools() -> TextTools:
    return TextTools(LIBRARY, IconSet([]), Report(), "test")


def face(inner: str, defs: str = "", size: float = 20, root: str = "") -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'width="{size}mm" height="{size}mm" viewBox="0 0 {size} {size}" {root}><defs>{defs}</defs>{inner}</svg>'
    )


def page(svg: str, size: float = 20, **more: object) -> Page:
    return Page(svg, size, size, "the card", "t.svg.j2", **more)  # type: ignore[arg-type]


def drawn(*svgs: str, root: Path | None = None, size: float = 20, fonts: Mapping[str, Path] | None = None) -> Drawn:
    return draw([page(svg, size) for svg in svgs], fonts or LIBRARY.paths, root, SvgText(LIBRARY))


def raster(made: Drawn, number: int = 0, scale: float = SCALE) -> Image.Image:
    """A page of a chunk, cut to its face."""
    document = pypdfium2.PdfDocument(made.pdf)
    sheet = document[number]
    sheet.set_mediabox(*made.boxes[number])
    return sheet.render(scale=scale * 25.4 / 72).to_pil().convert("RGB")


def painted(inner: str, defs: str = "", root: Path | None = None) -> Image.Image:
    return raster(drawn(face(inner, defs), root=root))


def at(image: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    """The colour at a point in millimetres."""
    return image.getpixel((round(x * SCALE), round(y * SCALE)))  # type: ignore[return-value]


def near(colour: tuple[int, int, int], wanted: tuple[int, int, int], by: int = 3) -> bool:
    return all(abs(a - b) <= by for a, b in zip(colour, wanted, strict=True))


def findings(inner: str, defs: str = "", root: Path | None = None, whole: str = "") -> list[Diagnostic]:
    return check([page(whole or face(inner, defs))], root, SvgText(LIBRARY))


def only(inner: str, defs: str = "", root: Path | None = None, whole: str = "") -> Diagnostic:
    """The one finding of a face."""
    found = findings(inner, defs, root, whole)
    assert len(found) == 1, "\n".join(map(str, found)) or "nothing was found"
    return found[0]


def ink(image: Image.Image, ground: tuple[int, int, int] = WHITE) -> tuple[float, float, float, float]:
    """The box of everything that differs from the ground, in millimetres."""
    from PIL import ImageChops

    flat = Image.new("RGB", image.size, ground)
    box = ImageChops.difference(image, flat).convert("L").point(lambda v: 255 if v > 100 else 0).getbbox()
    assert box is not None, "nothing was drawn"
    return tuple(value / SCALE for value in box)  # type: ignore[return-value]
