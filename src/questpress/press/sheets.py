"""What a sheet is: paper, grid or slots, gutter, bleed shown, marks and sides. Values and their schema; no I/O.

A sheet file (`templates/sheets/<name>.yaml`) says how pieces share paper; a target (targets.py) says where the
print goes. `questpress.press.arrange.arrange` lays pieces out on a sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from questpress.diagnostics import Span
from questpress.press.box import Size
from questpress.schema import AnyOf, Choice, Field, Flag, Length, ListOf, Record, Text, Type, Whole, Word
from questpress.units import PAPERS, describe

LARGEST_PAPER = 5000.0  # millimetres; a PDF page may measure 14,400 points (ISO 32000-1, annex C.2)
MOST_IN_ROW = 100  # pieces side by side; more is a slip of the pen
TURNS = ("0", "90", "180", "270")


@dataclass(frozen=True, slots=True)
class Slot:
    """A fixed place: the top left corner of the trim as it lies on the front, and its turn clockwise in degrees."""

    x: float
    y: float
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """How pieces of one size share sheets of paper; lengths in millimetres.

    `paper` and `margin` None mean: the target's. `grid` (columns, rows) and `slots` empty mean: as many as fit.
    `gutter` shrinks down to `least_gutter` where more pieces, or the crop marks, then find room. `bleed` is the
    most that is shown beyond the trim; None: the target's.
    """

    name: str
    title: str = ""
    paper: Size | None = None
    orientation: str = "auto"  # auto (slots: as the paper is given) | portrait | landscape
    margin: float | None = None
    grid: tuple[int, int] | None = None
    slots: tuple[Slot, ...] = ()
    gutter: float = 4.0
    least_gutter: float | None = None  # None: the gutter is kept
    bleed: float | None = None
    marks: str | None = None  # crop | cut-lines | none; None: the target's
    flip: str | None = None  # long | short; None: the target's
    fold: str | None = None  # none | vertical | horizontal; None: the target's
    sides: str | None = None  # auto | one | two; None: the target's
    align: str = "center"  # center: the grid | pieces: what of it is used | top-left; slots stand where they say
    order: str = "rows"  # rows | columns: which way the pieces are counted
    imposition: str = "grid"  # grid | saddle: pages of a booklet to fold
    split: bool | None = None  # what is larger than the paper is split over pages; None: boards are
    overlap: float = 8.0
    # Where a project's own file states its parts: `grid`, `slots`, `slot 1` …
    places: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)


def paper_named(name: str) -> Size | None:
    """Width and height in millimetres of a paper of `units.PAPERS`, portrait, or None for an unknown name."""
    return PAPERS.get(name.strip().lower())


def paper_title(paper: Size) -> str:
    """How people call a paper: 'Letter', 'A4 landscape', '100 × 150 mm'."""
    for name, (width, height) in PAPERS.items():
        known = name.upper() if any(letter.isdigit() for letter in name) else name.capitalize()
        if abs(paper[0] - width) < 0.05 and abs(paper[1] - height) < 0.05:
            return known
        if abs(paper[0] - height) < 0.05 and abs(paper[1] - width) < 0.05:
            return f"{known} landscape"
    return f"{describe(paper[0])} × {describe(paper[1])} mm"


def paper_type(*more: str) -> Type:
    """The declared type of a paper: a known name, one of `more`, or [width, height]."""
    return AnyOf((Choice((*PAPERS, *more)), ListOf(Length(10, LARGEST_PAPER), 2, 2)))


MARKS = ("crop", "cut-lines", "none")
FLIPS = ("long", "short")
STACKS = ("both", "fronts", "backs", "apart")
BACK_ORDERS = ("forward", "reverse")
FOLDS = ("none", "vertical", "horizontal")
SIDES = ("auto", "one", "two")

SLOT = Record(
    {
        "x": Field(Length(0, LARGEST_PAPER), help="from the paper's left edge to the trim"),
        "y": Field(Length(0, LARGEST_PAPER), help="from the paper's top edge to the trim"),
        "turn": Field(Choice(TURNS), "0", help="degrees clockwise"),
    },
    "a slot",
)
SHEET = Record(
    {
        "sheet": Field(Word(), help="the sheet's name, as kinds and decks call it"),
        "title": Field(Text(), "", help="what it is for"),
        "paper": Field(paper_type("target"), "target", help="a name, [width, height], or target: as it says"),
        "orientation": Field(Choice(("auto", "portrait", "landscape")), "auto", help="auto: whichever holds more"),
        "margin": Field(Length(0, 200), None, help="no trim comes nearer to the paper's edge; else the target's"),
        "grid": Field(
            AnyOf((Choice(("auto",)), ListOf(Whole(1, MOST_IN_ROW), 2, 2))), "auto", help="[columns, rows], or auto"
        ),
        "slots": Field(ListOf(SLOT, 1, 500), None, help="fixed places instead of a grid"),
        "gutter": Field(Length(0, 200), 4.0, help="space between trims"),
        "least_gutter": Field(Length(0, 200), None, help="down to where the gutter may shrink so that more fits"),
        "bleed": Field(Length(0, 20), None, help="the most that is shown beyond the trim; else the target's"),
        "marks": Field(
            Choice(MARKS), None, help="crop marks, cut lines as long as they go, or none; else the target's"
        ),
        "flip": Field(Choice(FLIPS), None, help="the edge over which two-sided sheets turn; else the target's"),
        "fold": Field(
            Choice(FOLDS), None, help="backs beside the fronts, the fold line vertical or horizontal; else the target's"
        ),
        "sides": Field(Choice(SIDES), None, help="auto: two where a piece has a back; else the target's"),
        "align": Field(
            Choice(("center", "pieces", "top-left")),
            "center",
            help="center: the whole grid; pieces: the part that is used, where all fit on one sheet; top-left",
        ),
        "order": Field(Choice(("rows", "columns")), "rows", help="which way pieces are counted"),
        "imposition": Field(
            Choice(("grid", "saddle")), "grid", help="saddle: a booklet's pages, two to a side, to fold and staple"
        ),
        "split": Field(Flag(), None, help="split what is larger than the paper over pages to glue; else boards are"),
        "overlap": Field(Length(2, 40), 8.0, help="by which the pages of a split board overlap, for the glue"),
    },
    "a sheet",
)


def size_of(value: object) -> Size | None:
    """Width and height of a paper as the schema reads it; None for 'target' and for no value."""
    if isinstance(value, list | tuple):
        return float(value[0]), float(value[1])
    return paper_named(value) if isinstance(value, str) else None


def sheet_of(values: Mapping[str, Any], places: Mapping[str, Span] | None = None) -> Sheet:
    """The Sheet that the values of `SHEET` state, at `places`; whether pieces fit is found out by `arrange`."""
    grid, slots = values["grid"], values["slots"] or ()
    return Sheet(
        name=values["sheet"],
        title=values["title"],
        paper=size_of(values["paper"]),
        orientation=values["orientation"],
        margin=values["margin"],
        grid=None if isinstance(grid, str) else (grid[0], grid[1]),
        slots=tuple(Slot(slot["x"], slot["y"], int(slot["turn"])) for slot in slots),
        gutter=values["gutter"],
        least_gutter=values["least_gutter"],
        bleed=values["bleed"],
        marks=values["marks"],
        flip=values["flip"],
        fold=values["fold"],
        sides=values["sides"],
        align=values["align"],
        order=values["order"],
        imposition=values["imposition"],
        split=values["split"],
        overlap=values["overlap"],
        places=places or {},
    )
