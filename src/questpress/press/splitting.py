"""Boards larger than the paper: split over pages that are glued together, after a page with the plan of them.

A page is cut at its left and upper edge and laid onto the strip that its neighbours to the left and above leave for
it; the same art lies underneath, so a cut that is a hair off shows nothing.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Sequence
from dataclasses import replace

from questpress.diagnostics import Report, Span
from questpress.press.arrange import Faces, Imposition, Placement, Remark, SheetSide, draw_marks
from questpress.press.box import Box, Size
from questpress.press.grid import turned
from questpress.press.marks import CLEAR, LONGEST, Line
from questpress.press.model import Trim
from questpress.press.sheets import Sheet, paper_title
from questpress.press.targets import Target
from questpress.press.tiling import LETTERS, MOST_PAGES, Tile, Tiling, tiling
from questpress.units import describe, from_points

ROOM = 7.0  # millimetres around a window inside the margin, for marks, names and what the page says of itself
HARDLY = 80  # percent; a board that one page holds at this scale is hardly too large
LINE = 4.6  # millimetres from one line of words to the next
TYPE = 9.0  # points
WIDE = 0.5  # em that a letter of running text takes, and a little more


def split_over(
    trim: Trim,
    pieces: Sequence[Faces],
    sheet: Sheet,
    target: Target,
    two_sided: bool,
    paper: Size,
    span: Span | None,
    subject: str,
    report: Report,
    scale: float = 1.0,
) -> Imposition:
    """A page with the plan, then the pages of every board; those of a back follow those of its front.

    Paper lies so that the fewest pages are needed. `scale` is what `trim` was scaled by. Raises Failed (S058).
    """
    bleed = min(trim.bleed, target.bleed if sheet.bleed is None else sheet.bleed)
    margin = target.margin if sheet.margin is None else sheet.margin
    plain = replace(trim, shape="rect", corner=0.0, outline="")
    size = trim.width, trim.height
    found: list[tuple[Size, Tiling]] = []
    for way in turned(paper, sheet):
        free = way[0] - 2 * (margin + ROOM), way[1] - 2 * (margin + ROOM)
        parts = tiling(size, bleed, free, sheet.overlap)
        if parts is not None:
            found.append((way, parts))
    board = f"{describe(trim.width)} × {describe(trim.height)} mm"
    if not found:
        message = f"sheet '{sheet.name}': pages of {paper_title(paper)} have no room for overlaps of "
        help = "choose a larger paper, or a smaller overlap"
        report.error("S058", f"{message}{describe(sheet.overlap)} mm", sheet.places.get("overlap", span), help, subject)
    report.stop_if_failed()
    way, parts = min(found, key=lambda choice: choice[1].columns * choice[1].rows)
    pages = parts.columns * parts.rows
    if parts.columns > len(LETTERS) or pages > MOST_PAGES:
        message = f"a board of {board} would take {parts.columns} × {parts.rows} pages of {paper_title(way)}"
        report.error("S058", message, span, "choose a larger paper or a smaller --scale", subject)
    report.stop_if_failed()
    kind = sheet.marks or target.marks
    sides = [_plan(parts, plain, way, margin, pieces[0][0])]
    for faces in pieces:
        for face, behind in zip(faces, (False, True), strict=True):
            if face is None or (behind and not two_sided):
                continue
            for tile in parts.tiles:
                sides.append(_page(len(sides) + 1, tile, parts, plain, way, margin, face, behind, kind))
    message = f"{board} are more than {paper_title(paper)} holds: printed on {parts.columns} × {parts.rows} pages"
    report.note("S056", message, span, _one_page(trim, way, margin, scale), subject)
    return Imposition(
        way,
        margin,
        plain,
        bleed,
        tuple(sides),
        len(sides),
        parts.columns,
        parts.rows,
        None,
        False,
        sheet.flip or target.flip,
        "Simplex",
        target=target.name,
        notes=tuple(report.findings),
    )


def _one_page(trim: Trim, paper: Size, margin: float, scale: float) -> str:
    """What else there is to do: a board that is hardly too large prints on one page, a little smaller."""
    short, long = sorted((trim.width, trim.height))
    fits = math.floor(100 * min((min(paper) - 2 * margin) / short, (max(paper) - 2 * margin) / long))
    plan = "page 1 is the plan of how they are glued together"
    return f"{plan}; at `--scale {math.floor(fits * scale)}%` it would fit on one" if fits >= HARDLY else plan


def _page(
    number: int,
    tile: Tile,
    parts: Tiling,
    trim: Trim,
    paper: Size,
    margin: float,
    face: str,
    behind: bool,
    kind: str,
) -> SheetSide:
    """One window in the middle of its page, with the marks to cut and to glue by."""
    wide, high = parts.window
    left, top = (paper[0] - wide) / 2 - tile.window.left, (paper[1] - high) / 2 - tile.window.top
    shown = _shifted(tile.window, left, top)
    placed = Placement(face, Box(left, top, left + trim.width, top + trim.height), shown)
    cut = _shifted(parts.cut(tile), left, top)
    lines = draw_marks("crop" if kind == "none" else kind, [cut], [shown], "rect", paper, margin).lines
    name = f"{tile.name} back" if behind else tile.name
    remarks = [Remark(name, (shown.left + shown.right) / 2, shown.top - 2.4, 12, bold=True)]
    glue: list[Line] = []
    strip = parts.overlap
    if tile.column < parts.columns - 1:
        x = shown.right - strip
        glue += [Line(x, shown.top - CLEAR - LONGEST, x, shown.top - CLEAR)]
        glue += [Line(x, shown.bottom + CLEAR, x, shown.bottom + CLEAR + LONGEST)]
        text = f"{LETTERS[tile.column + 1]}{tile.row + 1} is glued onto this edge, up to the dotted marks"
        remarks.append(Remark(text, shown.right + 2.2, (shown.top + shown.bottom) / 2, 7, upward=True))
    if tile.row < parts.rows - 1:
        y = shown.bottom - strip
        glue += [Line(shown.left - CLEAR - LONGEST, y, shown.left - CLEAR, y)]
        glue += [Line(shown.right + CLEAR, y, shown.right + CLEAR + LONGEST, y)]
        text = f"{LETTERS[tile.column]}{tile.row + 2} is glued onto this edge, up to the dotted marks"
        remarks.append(Remark(text, (shown.left + shown.right) / 2, shown.bottom + 2.2, 7))
    return SheetSide(number, False, (placed,), lines, (shown,), (), tuple(glue), (), tuple(remarks), name, cut)


def _plan(parts: Tiling, trim: Trim, paper: Size, margin: float, face: str) -> SheetSide:
    """The whole board small, the seams over it and the pages' names, below what to do."""
    edge = margin + ROOM
    words = _words(parts, trim, paper[0] - 2 * edge)
    head = 9 + len(words) * LINE
    free = paper[0] - 2 * edge, paper[1] - 2 * edge - head
    scale = min(free[0] / trim.width, free[1] / trim.height, 0.9)
    left = (paper[0] - trim.width * scale) / 2
    top = edge + head + (free[1] - trim.height * scale) / 2
    box = Box(left, top, left + trim.width * scale, top + trim.height * scale)
    seams: list[Line] = []
    remarks: list[Remark] = []
    for tile in parts.tiles:
        cut = parts.cut(tile)
        corner = left + cut.left * scale, top + cut.top * scale
        if tile.column and not tile.row:
            seams.append(Line(corner[0], box.top, corner[0], box.bottom))
        if tile.row and not tile.column:
            seams.append(Line(box.left, corner[1], box.right, corner[1]))
        middle = left + (cut.left + cut.right) / 2 * scale, top + (cut.top + cut.bottom) / 2 * scale
        size = max(5.0, min(16.0, (cut.right - cut.left) * scale * 0.8))
        remarks.append(Remark(tile.name, *middle, size, bold=True, plate=True))
    for n, text in enumerate(words):
        remarks.append(Remark(text, edge, edge + 9 + n * LINE, TYPE, anchor="start"))
    remarks.append(Remark("How the pages go together", edge, edge + 3, 13, bold=True, anchor="start"))
    placed = Placement(face, box, box, scale=scale)
    block = Box(edge, edge, paper[0] - edge, paper[1] - edge)
    return SheetSide(1, False, (placed,), (), (block,), (), (), tuple(seams), tuple(remarks), "plan")


def _words(parts: Tiling, trim: Trim, width: float) -> list[str]:
    """What to do, in lines that `width` holds."""
    last = parts.tiles[-1].name
    said = (
        f"{parts.columns * parts.rows} pages, A1 to {last}, make a board of {describe(trim.width)} × "
        f"{describe(trim.height)} mm. They overlap by {describe(parts.overlap)} mm.",
        "1. Print all pages at 100\u00a0%, not fitted to the page.",
        "2. Cut each page along its upper and left marks; what hangs over to the right and below stays for the glue.",
        "3. Row by row from A1: glue each page onto the strip of the one to its left, its edge at the dotted marks.",
        "4. Glue the rows onto each other in the same way, then cut the board out along its outer marks.",
    )
    letters = int(width / from_points(TYPE * WIDE))
    return [line for text in said for line in textwrap.wrap(text, letters)]


def _shifted(box: Box, x: float, y: float) -> Box:
    return Box(box.left + x, box.top + y, box.right + x, box.bottom + y)
