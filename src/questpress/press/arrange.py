"""Which face goes where: pieces, a sheet and a target become an Imposition, sides of paper with placements and marks.

Lengths are millimetres from the paper's top left corner, y down. The two sides of a sheet lie on each other when
held to light; the flip edge is an edge of the paper as it lies in the printer's tray (ISO 32000-2, table 147), so a
landscape sheet that flips on its long edge turns over its top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from questpress.diagnostics import Diagnostic, Failed, Report, Span
from questpress.press import grid
from questpress.press.bleeds import visible
from questpress.press.box import Box, Mirror, Size
from questpress.press.marks import CLEAR, LONGEST, SHORTEST, Line, Marks, marks
from questpress.press.model import Trim
from questpress.press.movement import STILL, Movement
from questpress.press.palette import Cmyk
from questpress.press.sheets import Sheet, paper_title
from questpress.press.targets import Target
from questpress.units import describe

LABEL_ROOM = 2.2  # millimetres; a row of labels at 5.5 points, see labels.py


@dataclass(frozen=True, slots=True)
class Canvas:
    """A page for one component, in millimetres; `turn` is how the component stands on it, clockwise in degrees.

    `spread`: what its art lacks to the page's edge is made by repeating the outermost strip. `pixels` are those of a
    picture of the page, where a house states them.
    """

    paper: Size
    turn: int = 0
    spread: bool = False
    pixels: tuple[int, int] | None = None
    bleed: float | None = None  # so much is shown of the art beyond the trim; None: up to the page's edge
    foot: float = 0.0  # millimetres below that the component is not centred in


Duplex = Literal["Simplex", "DuplexFlipLongEdge", "DuplexFlipShortEdge"]
Faces = tuple[str, str | None]  # the keys of a piece's front and back; None: it has no back


@dataclass(frozen=True, slots=True)
class Placement:
    """One face on paper: its trim as it lies there, what shows of it, and its turn clockwise in degrees.

    The face's middle is the trim's middle. `shown` is the trim and the visible bleed; of it, round pieces show a disc
    of the box's width, hexagons themselves and their bleed. A part of a split board is shown in a
    window of its trim, which then reaches beyond the paper. `scale` is how large it is beside the other placements.
    """

    face: str
    trim: Box
    shown: Box
    turn: int = 0
    back: bool = False  # it shows a piece's back, so that its outline lies the other way round
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Remark:
    """Words at a place of a side: the middle of their line, or its beginning; `upward` ones read from below.

    `plate` puts white behind them, so that they are read on art.
    """

    text: str
    x: float
    y: float
    size: float  # points
    bold: bool = False
    upward: bool = False
    plate: bool = False
    anchor: str = "middle"  # or start


@dataclass(frozen=True, slots=True)
class SheetSide:
    """One printed side of one sheet; `number` counts sheets from 1.

    `outlines` are the visible boxes of every place of the sheet, used or not, as seen from this side; `folds` the
    lines along which it is folded, `glue` marks to which another page is glued, `seams` where pages meet on a plan.
    `part` names the part of a board that a page shows, `cut` is what is left of that page when it is cut.
    """

    number: int
    back: bool
    placements: tuple[Placement, ...]
    marks: tuple[Line, ...] = ()
    outlines: tuple[Box, ...] = ()
    folds: tuple[Line, ...] = ()
    glue: tuple[Line, ...] = ()
    seams: tuple[Line, ...] = ()
    remarks: tuple[Remark, ...] = ()
    part: str = ""
    cut: Box | None = None
    caption: str = ""  # of a proof: what the side shows


@dataclass(frozen=True, slots=True)
class Imposition:
    """Every side to print, in page order. `gutter` is None where the sheet has slots.

    `furnished` False means bare pages: one component each, no marks and labels.
    """

    paper: Size
    margin: float
    trim: Trim
    bleed: float
    sides: tuple[SheetSide, ...]
    sheets: int
    columns: int
    rows: int
    gutter: Size | None
    two_sided: bool
    flip: str
    duplex: Duplex
    furnished: bool = True
    target: str = ""
    notes: tuple[Diagnostic, ...] = ()
    folded: bool = False  # a booklet's sheets
    fold: str = "none"  # vertical, horizontal: backs beside fronts, see gutterfold.py
    moved: Movement = STILL  # every back, as the printer's calibration asks
    scale: float = 1.0  # how large faces are printed beside how they were drawn; lengths here are as printed
    stack: str = ""  # fronts, backs: these sides of two-sided sheets alone, see stacks.py
    cut_guides: bool = False  # the line along which each piece is cut is drawn
    cut_spot: tuple[str, Cmyk] | None = None  # that line on a plate of its own: its name, and what screens show
    proof: bool = False  # bleed, trim, safe zone and name are drawn over each piece
    spread: bool = False  # what the art lacks to the page's edge is made by repeating its outermost strip

    @property
    def faces(self) -> tuple[str, ...]:
        """The keys of all faces, each once, in the order in which they are first placed."""
        return tuple(dict.fromkeys(p.face for side in self.sides for p in side.placements))

    @property
    def bleed_box(self) -> Box:
        """What is seen of the first piece; on bare pages all have it there."""
        return next(p.shown for side in self.sides for p in side.placements)

    @property
    def trim_box(self) -> Box:
        """The trim of the first piece; on bare pages all have it there."""
        return next(p.trim for side in self.sides for p in side.placements)


def mirror_of(flip: str, paper: Size) -> Mirror:
    """How the back of a sheet lies behind its front: columns or rows in reverse. Square paper counts as portrait."""
    return "columns" if (flip == "long") == (paper[0] <= paper[1]) else "rows"


def behind(box: Box, turn: int, paper: Size, mirror: Mirror) -> tuple[Box, int]:
    """Where the back of a piece lies that shows its front at `box` with `turn`, so that both stand the same way up."""
    return box.mirrored(paper, mirror), (-turn if mirror == "columns" else 180 - turn) % 360


def arrange(
    trim: Trim,
    pieces: Sequence[Faces],
    sheet: Sheet,
    target: Target,
    *,
    paper: Size | None = None,
    span: Span | None = None,
    subject: str = "",
    copies: int = 1,
    canvas: Canvas | None = None,
    split: bool = False,
    scale: float = 1.0,
) -> Imposition:
    """The sides that hold `pieces` in order, each named by the keys of its faces; a key may come again and again.

    Pages of a booklet are pieces whose backs are the next pages; `copies` says of how many booklets all of them are.
    `canvas` is the page where the target puts one component on each; without it, trim and the target's bleed.
    `split`: what is larger than the paper is split over pages, unless the sheet says otherwise. `trim` is as printed,
    `scale` times as large as drawn.

    `paper` overrides sheet and target (`--paper`). Front sides and back sides have equally many pages when two-sided;
    a piece without a back leaves its place empty there. Raises Failed (S001 to S006, S013, S014, S017, S050, S051,
    S058) with everything that is wrong; what is only worth knowing is in `notes`.
    """
    report = Report()
    if not pieces:
        report.error("S014", "there is nothing to print", span, "state a quantity of 1 or more", subject)
    report.stop_if_failed()
    sides = sheet.sides if sheet.sides not in (None, "auto") else target.sides
    with_backs = any(back is not None for _, back in pieces)
    two_sided = with_backs if sides == "auto" else sides == "two"
    if with_backs and not two_sided:
        by_sheet = sheet.sides == "one"
        what = f"sheet '{sheet.name}'" if by_sheet else f"the target '{target.name}'"
        at = (sheet if by_sheet else target).places.get("sides", span)
        report.note(
            "S016", f"{what} prints one side: the backs are left out", at, "write `sides: auto` to print them", subject
        )
    folding = (sheet.fold or target.fold) if two_sided else "none"
    if not target.imposed:
        from questpress.press.alone import alone

        return alone(trim, pieces, target, two_sided, report, canvas)
    if sheet.imposition == "saddle":
        from questpress.press.saddle import fold

        each = len(pieces) // copies
        pages = [[key for faces in pieces[n * each : (n + 1) * each] for key in faces if key] for n in range(copies)]
        return fold(trim, pages, sheet, target, paper or sheet.paper or target.paper, span, subject, report)
    flip = sheet.flip or target.flip
    bleed = min(trim.bleed, target.bleed if sheet.bleed is None else sheet.bleed)
    margin = target.margin if sheet.margin is None else sheet.margin
    kind = sheet.marks or target.marks
    outside = (bleed + CLEAR + LABEL_ROOM, bleed + CLEAR + (SHORTEST if kind != "none" else 0.0))
    chosen = paper or sheet.paper or target.paper
    wanted = split if sheet.split is None else sheet.split
    if wanted and not sheet.slots and not grid.holds(trim, chosen, sheet, margin):
        from questpress.press.splitting import split_over

        return split_over(trim, pieces, sheet, target, two_sided, chosen, span, subject, report, scale)
    if folding != "none":
        from questpress.press.gutterfold import fold_over

        if sheet.fold:
            return fold_over(trim, pieces, sheet, target, folding, chosen, outside, span, subject, report)
        trial = Report(list(report.findings))
        free = replace(sheet, grid=None)  # a grid for two sides is not one to fold
        try:
            return fold_over(trim, pieces, free, target, folding, chosen, outside, span, subject, trial)
        except Failed as failed:
            found = [finding for finding in failed.diagnostics if finding.is_error]
            if any(finding.code != "S050" for finding in found):
                raise
            message = f"{found[0].message}: printed on two sides instead"
            report.warning("S050", message, found[0].span, found[0].help, subject)
    plan = grid.plan(trim, len(pieces), sheet, chosen, margin, outside, report, span, subject)
    report.stop_if_failed()
    assert plan is not None
    shown = visible(plan, bleed)
    mirror = mirror_of(flip, plan.paper)
    front_outlines = tuple(shown)
    back_outlines = tuple(box.mirrored(plan.paper, mirror) for box in shown)
    known_marks: dict[int, Marks] = {}
    fronts, backs = [], []
    for start in range(0, len(pieces), len(plan.places)):
        chunk = pieces[start : start + len(plan.places)]
        count = len(chunk)
        if count not in known_marks:
            trims = [place.trim for place in plan.places[:count]]
            known_marks[count] = draw_marks(kind, trims, shown[:count], trim.shape, plan.paper, margin)
        front, back = [], []
        for (face, other), place, box in zip(chunk, plan.places, shown, strict=False):
            front.append(Placement(face, place.trim, box, place.turn))
            if other is not None:
                there, turn = behind(place.trim, place.turn, plan.paper, mirror)
                back.append(Placement(other, there, box.mirrored(plan.paper, mirror), turn, back=True))
        number = start // len(plan.places) + 1
        lines = known_marks[count].lines
        mirrored = tuple(line.mirrored(plan.paper, mirror) for line in lines)
        fronts.append(SheetSide(number, False, tuple(front), lines, front_outlines))
        backs.append(SheetSide(number, True, tuple(back), mirrored, back_outlines))
    if any(found.unprintable for found in known_marks.values()):
        told_margin(sheet, plan.paper, margin, span, subject, report, len(plan.places))
    return Imposition(
        plan.paper,
        margin,
        trim,
        bleed,
        ordered(fronts, backs, two_sided, target.pages),
        len(fronts),
        plan.columns,
        plan.rows,
        plan.gutter,
        two_sided,
        flip,
        duplex_of(two_sided, flip, target.pages),
        target=target.name,
        notes=tuple(report.findings),
        cut_guides=kind == "cut-lines",
    )


def told_margin(
    sheet: Sheet, paper: Size, margin: float, span: Span | None, subject: str, report: Report, places: int = 2
) -> None:
    """Notes that some marks lie where many printers do not print (S011)."""
    message = (
        f"sheet '{sheet.name}': on {paper_title(paper)} some marks lie in the outer {describe(margin)} mm, "
        "which many printers leave white"
    )
    help = "the pieces print whole; fewer of them on a sheet would leave room for the marks"
    if places == 1:
        help = "the piece prints whole; a larger paper would leave room for its marks"
    report.note("S011", message, span, help, subject)


def draw_marks(kind: str, trims: list[Box], shown: list[Box], shape: str, paper: Size, margin: float) -> Marks:
    """The marks of a side of the kind that a sheet or target asks for."""
    if kind == "none":
        return Marks(())
    return marks(trims, shown, shape, paper, margin, LONGEST if kind == "crop" else float("inf"))


def ordered(fronts: list[SheetSide], backs: list[SheetSide], two_sided: bool, pages: str) -> tuple[SheetSide, ...]:
    """The sides in the order of their pages."""
    if not two_sided:
        return tuple(fronts)
    if pages == "fronts-backs":
        return (*fronts, *backs)
    pairs = zip(backs, fronts, strict=True) if pages == "back-front" else zip(fronts, backs, strict=True)
    return tuple(side for pair in pairs for side in pair)


def duplex_of(two_sided: bool, flip: str, pages: str) -> Duplex:
    """What the print dialogue is asked for; fronts first, then backs is turning the pile by hand."""
    if not two_sided or pages == "fronts-backs":
        return "Simplex"
    return "DuplexFlipLongEdge" if flip == "long" else "DuplexFlipShortEdge"
