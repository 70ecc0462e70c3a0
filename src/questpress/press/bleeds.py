"""What shows of every piece on a sheet, its trim and as much bleed as neighbours and the paper's edge allow; and
whether a component has the bleed that a target asks for."""

from __future__ import annotations

from questpress.diagnostics import Report, Span
from questpress.press.box import NEAR, Box, Size, around
from questpress.press.grid import Plan
from questpress.press.model import Trim
from questpress.press.targets import Target
from questpress.units import describe


def enough(trim: Trim, target: Target, meant: bool, report: Report, span: Span | None, subject: str) -> bool:
    """Whether the target takes the component's bleed; what lacks is reported (S042), also what is made of it (S043).

    `meant`: the component is declared to be without art beyond its trim, so that nothing lacks.
    """
    needed, has = target.least_bleed, trim.bleed
    if needed is None or meant or has >= needed - NEAR:
        return True
    wanted = f"{needed:.3f}".rstrip("0").rstrip(".")  # whoever writes what the help says has enough
    lacking = f"has {describe(has)} mm of bleed, the target '{target.name}' asks for {wanted} mm"
    if needed - has <= target.makes_bleed + NEAR and has > 0:
        message = f"{lacking}: the art's outermost strip is repeated"
        report.note("S043", message, span, f"let the art reach {wanted} mm beyond the trim", subject)
        return True
    help = (
        f"let the art reach {wanted} mm beyond the trim and state `bleed: {wanted}mm`, or "
        "`white_edge: true` where white beyond the trim is meant"
    )
    report.warning("S042", f"{lacking}, so it is left out", span, help, subject)
    return False


def visible(plan: Plan, bleed: float) -> list[Box]:
    """What shows at every place: trim plus `bleed`, ending at the paper's edge and half way to a neighbour.

    No two of the boxes overlap.
    """
    trims = [place.trim for place in plan.places]
    return _in_grid(trims, plan.gutter, bleed, plan.paper) if plan.gutter else _anywhere(trims, bleed, plan.paper)


def _in_grid(trims: list[Box], gutter: Size, bleed: float, paper: Size) -> list[Box]:
    block = around(trims)
    x, y = min(bleed, gutter[0] / 2), min(bleed, gutter[1] / 2)
    left, top = min(bleed, block.left), min(bleed, block.top)
    right, bottom = min(bleed, paper[0] - block.right), min(bleed, paper[1] - block.bottom)
    return [
        Box(
            box.left - (left if box.left < block.left + NEAR else x),
            box.top - (top if box.top < block.top + NEAR else y),
            box.right + (right if box.right > block.right - NEAR else x),
            box.bottom + (bottom if box.bottom > block.bottom - NEAR else y),
        )
        for box in trims
    ]


def _anywhere(trims: list[Box], bleed: float, paper: Size) -> list[Box]:
    shown = []
    for i, box in enumerate(trims):
        left, top = min(bleed, box.left), min(bleed, box.top)
        right, bottom = min(bleed, paper[0] - box.right), min(bleed, paper[1] - box.bottom)
        for j, other in enumerate(trims):
            if i == j or not box.grown(bleed).overlaps(other.grown(bleed)):
                continue
            gap_x = max(other.left - box.right, box.left - other.right)
            gap_y = max(other.top - box.bottom, box.top - other.bottom)
            if gap_x >= gap_y:  # beside each other, or corner to corner with more room sideways
                if other.left >= box.right - NEAR:
                    right = min(right, gap_x / 2)
                else:
                    left = min(left, gap_x / 2)
            elif other.top >= box.bottom - NEAR:
                bottom = min(bottom, gap_y / 2)
            else:
                top = min(top, gap_y / 2)
        left, top, right, bottom = (max(0.0, side) for side in (left, top, right, bottom))
        shown.append(Box(box.left - left, box.top - top, box.right + right, box.bottom + bottom))
    return shown
