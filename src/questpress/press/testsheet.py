"""The test sheet of a calibration: crosses on its front, scales on its back, and how to read one on the other.

What is read is what backs are moved by. The number on the back's scale that lies behind the front's cross is the place
of the back that belongs there, so nobody has to turn a sign round: right and down of the back count as +.
"""

from __future__ import annotations

import math
from pathlib import Path

from questpress.press.arrange import behind, mirror_of
from questpress.press.box import Box, Size
from questpress.press.calibration import STATIONS, lies, stations
from questpress.press.movement import STILL, Movement
from questpress.press.pen import Pen
from questpress.press.sheets import paper_title
from questpress.units import describe

SCALE = 6  # millimetres that a scale reaches from its middle
FINE = 0.5  # millimetres between its ticks
RULER = 100  # millimetres
CROSS = 9.0  # millimetres that an arm of a cross reaches
TYPE = 9.5  # points
COLUMN = 62.0  # millimetres to both sides of the middle that text takes at most


def draw(paper: Size, flip: str, fonts: Path, moved: Movement = STILL) -> bytes:
    """Two pages, the sheet's front and back. With `moved` the back is printed as that calibration moves it.

    Raises Failed (S015) where a label font is missing.
    """
    pen = Pen(paper, fonts)
    _front(pen, flip)
    pen.end_page()
    pen.move(moved)
    _back(pen, flip, moved)
    pen.end_page()
    return pen.finish()


def places(paper: Size, flip: str) -> dict[str, tuple[tuple[float, float], tuple[float, float]]]:
    """Each station's place on the front and on the back, from the top left corner of the page, in millimetres."""
    found = {}
    for name, (right, down) in stations(paper).items():
        x, y = paper[0] / 2 + right, paper[1] / 2 + down
        (box, _) = behind(Box(x, y, x, y), 0, paper, mirror_of(flip, paper))
        found[name] = (box.left, box.top), (x, y)
    return found


def _front(pen: Pen, flip: str) -> None:
    wide, high = pen.paper
    for name, ((x, y), _) in places(pen.paper, flip).items():
        for radius in (0.6, CROSS / 2):
            pen.ring(x, y, radius, 0.25)
        pen.line(x - CROSS, y, x + CROSS, y, 0.25)
        pen.line(x, y - CROSS, x, y + CROSS, 0.25)
        pen.write(name, x + CROSS / 2 + 0.6, y - CROSS / 2 - 0.6, 11, bold=True)
    width = _column(pen)
    left, y = (wide - width) / 2, high / 2 - _room(pen)
    pen.write("Test sheet of a calibration: front", left, y, 13, bold=True)
    y += 7
    steps = (
        f"1. Print both pages on one sheet of {paper_title(pen.paper)} at 100\u00a0%, not fitted to the page, "
        f"two-sided, flip on the {flip} edge: from the tray and on the paper that you print cards on.",
        "2. Turn the sheet over and hold it against a window, this side to the light; or prick a pin straight through "
        "the middle of the crosses M, A, B, C and D.",
        "3. On the back is told what to read there.",
    )
    for step in steps:
        y = pen.flow(step, left, y, width, TYPE) + 1.2
    _ruler(pen, wide / 2 - RULER / 2, high / 2 + CROSS + 10)


def _ruler(pen: Pen, x: float, y: float) -> None:
    """A hundred millimetres, to see whether the print was scaled; a calibration is of backs and cannot mend that."""
    pen.write("Hold a ruler here: if 100 mm are not 100 mm, the print was scaled, and nothing else is right.", x, y, 8)
    y += 8
    pen.line(x, y, x + RULER, y)
    for n in range(RULER + 1):
        pen.line(x + n, y, x + n, y - (3.0 if n % 10 == 0 else 2.2 if n % 5 == 0 else 1.4), 0.25)
        if n % 10 == 0:
            pen.write(str(n), x + n, y + 3, 6.5, anchor="middle")
    pen.write("mm", x + RULER + 3, y + 3, 6.5)


def _back(pen: Pen, flip: str, moved: Movement) -> None:
    wide, high = pen.paper
    for name, (_, (x, y)) in places(pen.paper, flip).items():
        _scale(pen, name, x, y)
    width = _column(pen)
    left, y = (wide - width) / 2, high / 2 - _room(pen)
    title = "Test sheet of a calibration: back"
    pen.write(title if moved == STILL else f"{title}, moved", left, y, 13, bold=True)
    y += 7
    told = (
        "Look at this side. At each letter, read where the middle of the front's cross (or the pin's hole) stands: "
        "first to the right (+) or left (−), then down (+) or up (−), in millimetres, with a decimal.",
    )
    if moved != STILL:
        told = (
            "Printed as the calibration moves it: every cross of the front should stand at 0 and 0. If not, print a "
            "sheet without --calibration and read it once more.",
        )
    for text in told:
        y = pen.flow(text, left, y, width, TYPE) + 1.2
    if moved == STILL:
        _blanks(pen, left, y + 2, width)
        _by_hand(pen, flip, left, high / 2 + SCALE + 12, width)


def _scale(pen: Pen, name: str, x: float, y: float) -> None:
    """A field of millimetres with its two axes numbered; right and down are +."""
    for n in range(-SCALE, SCALE + 1):
        pen.line(x + n, y - SCALE, x + n, y + SCALE, 0.25, 0.6)
        pen.line(x - SCALE, y + n, x + SCALE, y + n, 0.25, 0.6)
    pen.line(x - SCALE, y, x + SCALE, y, 0.4)
    pen.line(x, y - SCALE, x, y + SCALE, 0.4)
    for n in range(-round(SCALE / FINE), round(SCALE / FINE) + 1):
        at, tick = n * FINE, 0.6 if n % 2 else 0.9
        pen.line(x + at, y - tick / 2, x + at, y + tick / 2)
        pen.line(x - tick / 2, y + at, x + tick / 2, y + at)
    for n in range(-SCALE, SCALE + 1, 2):
        pen.write(_signed(n), x + n, y - SCALE - 0.8, 5.5, anchor="middle")
        pen.write(_signed(n), x - SCALE - 0.8, y + n + 0.7, 5.5, anchor="end")
    pen.write(name, x + SCALE + 2.2, y - SCALE - 1.2, 13, bold=True)
    pen.write("right +", x + SCALE + 0.8, y + 0.7, 5.5)
    pen.write("down +", x, y + SCALE + 2.6, 5.5, anchor="middle")


def _blanks(pen: Pen, left: float, y: float, width: float) -> None:
    """A line to write down the two numbers of each station."""
    cell = min(width / len(STATIONS), 26)
    for n, name in enumerate(STATIONS):
        x = left + n * cell
        pen.write(name, x, y, 11, bold=True)
        for m in range(2):
            start = x + 4.5 + m * (cell - 6) / 2
            pen.line(start, y + 0.6, start + (cell - 8) / 2, y + 0.6, 0.25, dash=(1, 1.5))


def _by_hand(pen: Pen, flip: str, left: float, y: float, width: float) -> None:
    at = stations(pen.paper)
    across, down = 2 * at["B"][0], 2 * at["C"][1]
    degrees = math.degrees(1 / across)
    usual = stations((215.9, 279.4) if lies(pen.paper) == "portrait" else (279.4, 215.9)) == at
    more = "" if flip == "long" else " --flip short"
    more += "" if lies(pen.paper) == "portrait" else " --orientation landscape"
    more += "" if usual else f" --paper {_typed(pen.paper)}"
    pen.write("Then type, with the numbers in place of …", left, y, TYPE, bold=True)
    y = pen.flow(f"questpress calibrate set NAME{more} --at M … … --at A … … --at B … … --at C … … --at D … …",
                 left, y + 4, width, TYPE)  # fmt: skip
    y = pen.flow("and print with: questpress build --calibration NAME", left, y, width, TYPE) + 1.5
    pen.write("Or work it out by hand", left, y, TYPE, bold=True)
    y += 4
    for text in (
        "--dx: M's number to the right; --dy: M's number down, as in --dx 1.2mm --dy -0.4mm",
        f"--angle: (B down − A down + D down − C down) ÷ 2 × {degrees:.4f}",
        f"--scale-x: 1 + (B right − A right + D right − C right) ÷ {describe(2 * across)}",
        f"--scale-y: 1 + (C down − A down + D down − B down) ÷ {describe(2 * down)}",
    ):
        y = pen.flow(text, left, y, width, TYPE)


def _column(pen: Pen) -> float:
    """How wide text is set, in millimetres: clear of the printer's edge."""
    return min(2 * COLUMN, pen.paper[0] - 20)


def _room(pen: Pen) -> float:
    """How far above the middle the text begins, in millimetres: below the upper scales."""
    return stations(pen.paper)["C"][1] - CROSS - 8


def _typed(paper: Size) -> str:
    """The paper as --paper takes it."""
    title = paper_title(paper).removesuffix(" landscape").lower()
    return title.replace(" × ", "x").replace(" ", "")


def _signed(n: int) -> str:
    return f"−{-n}" if n < 0 else f"+{n}" if n else "0"
