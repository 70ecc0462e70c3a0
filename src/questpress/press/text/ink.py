"""Where the ink of a glyph run lies: the boxes of its glyphs' outlines, not of their advances."""

from __future__ import annotations

from questpress.press.text.fonts import FontLibrary
from questpress.press.text.run import Run

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in user units, y downwards."""


def ink(run: Run, library: FontLibrary) -> list[Box]:
    """The box of every glyph of `run` that has an outline; nothing for a font that the library does not have."""
    font = library.file(run.font)
    if font is None:
        return []
    known = library.remembered.setdefault("ink", {})
    assert isinstance(known, dict)
    size = run.size
    boxes: list[Box] = []
    for glyph, x, y in run.glyphs:
        key = (run.font, glyph)
        if key not in known:
            known[key] = font.ink(glyph)
        shape = known[key]
        if shape is not None:
            left, bottom, right, top = shape
            boxes.append((x + left * size, y - top * size, x + right * size, y - bottom * size))
    return boxes
