"""Page boxes: there, inside each other, and with the bleed that is asked for."""

from __future__ import annotations

from questpress.diagnostics import Severity
from questpress.press.preflight.findings import Ledger
from questpress.press.preflight.pages import PageFrame, Piece
from questpress.press.preflight.state import Edges
from questpress.press.preflight.wants import Wants
from questpress.units import describe, from_points, points

EXACT, NEAR = 0.015, 0.5  # millimetres: a rounded hundredth; what is plainly another box
SLACK = 0.03  # points: a hundredth of a millimetre


def check_boxes(number: int, frame: PageFrame, pieces: list[Piece], wants: Wants, ledger: Ledger) -> None:
    """Judges the boxes of page `number`. Where our own pieces lie on it, no more bleed is asked for than they show."""
    if frame.sizeless:
        help = "give the page its finished size as its TrimBox"
        ledger.add("P121", Severity.ERROR, "the TrimBox has no size", help, number)
        return
    if frame.trim is None:
        help = "give every page its finished size as its TrimBox"
        grade = wants.fault(Severity.NOTE)
        ledger.add(
            "P120", grade, "the page has no TrimBox, so a print house does not know where it is cut", help, number
        )
        return
    outer, named = (frame.bleed, "BleedBox") if frame.bleed is not None else (frame.crop, "page")
    if not _inside(frame.trim, outer):
        message = f"the TrimBox reaches out of the {named}"
        ledger.add("P121", Severity.ERROR, message, "boxes lie in each other: trim in bleed in media", number)
    elif frame.bleed is not None and not _inside(frame.bleed, frame.media):
        message = "the BleedBox reaches out of the MediaBox"
        ledger.add("P121", Severity.ERROR, message, "boxes lie in each other: trim in bleed in media", number)
    stated = frame.place(frame.trim)
    if any(piece.name and not piece.alone and not stated.inside(piece.trim, NEAR) for piece in pieces):
        return  # a sheet of ours: what is trimmed on it are its pieces
    for piece in pieces:
        if piece.name and not (piece.trim.inside(stated, EXACT) and stated.inside(piece.trim, EXACT)):
            sizes = (f"{describe(box.width)} × {describe(box.height)} mm" for box in (piece.trim, stated))
            message = "the component is {}, the TrimBox {}, or lies elsewhere".format(*sizes)
            ledger.add("P123", Severity.ERROR, message, "build the file anew", number, stated, piece.name)
    asked = min([wants.bleed, *(_ring(piece) for piece in pieces)])
    if not _inside(frame.trim, frame.media) or asked <= 0:
        return
    around = [frame.trim[0] - outer[0], frame.trim[1] - outer[1], outer[2] - frame.trim[2], outer[3] - frame.trim[3]]
    least = min(around) * frame.unit
    if least < points(asked) - SLACK:
        found = describe(max(0.0, from_points(least)))
        message = f"the {named} leaves {found} mm of bleed around the TrimBox, {describe(asked)} mm are asked for"
        help = "extend the art beyond the trim and let the BleedBox include it"
        ledger.add("P122", wants.fault(Severity.NOTE), message, help, number, frame.place(frame.trim))


def _ring(piece: Piece) -> float:
    """The bleed that is shown around a piece, where it has least."""
    trim, shown = piece.trim, piece.shown
    if piece.white:
        return 0.0
    return min(trim.left - shown.left, shown.right - trim.right, trim.top - shown.top, shown.bottom - trim.bottom)


def _inside(inner: Edges, outer: Edges) -> bool:
    return (
        inner[0] >= outer[0] - SLACK
        and inner[1] >= outer[1] - SLACK
        and inner[2] <= outer[2] + SLACK
        and inner[3] <= outer[3] + SLACK
    )
