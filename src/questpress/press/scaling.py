"""What printing larger or smaller than drawn does to the type on faces."""

from __future__ import annotations

from collections.abc import Iterable

from questpress.diagnostics import Diagnostic, Severity, Span
from questpress.press.model import Trim
from questpress.press.text.run import sizes_of
from questpress.units import describe, points

LEGIBLE = 5.0  # points; what printers at home and most eyes manage


def told(faces: Iterable[str], trim: Trim, scale: float, span: Span | None, subject: str) -> Diagnostic:
    """What becomes of pieces with these faces (SVG in millimetres) whose `trim` is scaled already (S059).

    A warning where type that was legible no longer is. The sizes are those that templates set; a transform around a
    text is not followed.
    """
    size = f"{describe(trim.width)} × {describe(trim.height)} mm"
    said = f"printed at {scale * 100:.4g} %, {size}"
    sizes = [points(length) for svg in faces for length in sizes_of(svg)]
    if not sizes:
        return Diagnostic("S059", said, span, "", Severity.NOTE, subject)
    least = min(sizes)
    said += f": type of {least:.3g} pt, the smallest, prints at {least * scale:.3g} pt"
    if least * scale < LEGIBLE <= least:
        help = (
            f"under {LEGIBLE:g} pt few printers render it well; from {LEGIBLE / least * 100:.0f} % on none is smaller"
        )
        return Diagnostic("S059", said, span, help, Severity.WARNING, subject)
    return Diagnostic("S059", said, span, "", Severity.NOTE, subject)
