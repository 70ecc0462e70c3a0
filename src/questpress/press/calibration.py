"""A printer's calibration: what its backs are moved by so that they lie behind their fronts. No I/O.

The numbers are read off the back of a test sheet (testsheet.py): where a cross of the front shows on a scale of the
back is where the back has to go. A calibration holds for sheets that lie and turn as the test sheet did: a landscape
sheet goes through the printer turned, so its right is another edge of the paper.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from questpress.diagnostics import Diagnostic, Failed, Report, Severity, Span
from questpress.press.box import Box, Size
from questpress.press.movement import STILL, Movement
from questpress.press.sheets import FLIPS
from questpress.schema import Choice, Field, Length, Number, Record, Word
from questpress.units import describe

if TYPE_CHECKING:
    from questpress.press.arrange import Imposition

ORIENTATIONS = ("portrait", "landscape")
FARTHEST = 15.0  # millimetres; a printer that is farther off pulls paper askew and wants its guides set
STEEPEST = 3.0  # degrees
LEAST, MOST = 0.95, 1.05  # of the scales; paper shrinks by a few tenths of a percent in a fuser
REACH = (75.0, 105.0)  # millimetres from the middle to the outer crosses, along the short and the long edge
EDGE = (28.0, 32.0)  # millimetres that they keep from the paper's edges at least
STATIONS = ("M", "A", "B", "C", "D")  # the middle, then top left, top right, bottom left, bottom right
TOLERATED = 0.05  # millimetres by which a back may leave the printable area untold
ASKEW = 0.3  # millimetres that readings may lie off what they say together; by eye they are good to 0.2

CALIBRATION = Record(
    {
        "calibration": Field(Word(), help="the printer's name, as --calibration calls it"),
        "flip": Field(Choice(FLIPS), "long", help="the edge over which the test sheet turned"),
        "orientation": Field(Choice(ORIENTATIONS), "portrait", help="how the test sheet lay"),
        "dx": Field(Length(-FARTHEST, FARTHEST), 0.0, help="backs go to the right by it, as one looks at the back"),
        "dy": Field(Length(-FARTHEST, FARTHEST), 0.0, help="backs go down by it, as one looks at the back"),
        "angle": Field(Number(-STEEPEST, STEEPEST), 0.0, help="degrees by which backs turn clockwise"),
        "scale_x": Field(Number(LEAST, MOST), 1.0, help="backs become so many times as wide"),
        "scale_y": Field(Number(LEAST, MOST), 1.0, help="backs become so many times as high"),
    },
    "a calibration",
)


@dataclass(frozen=True, slots=True)
class Calibration:
    """What backs are moved by on one printer, for sheets that lie and turn in one way."""

    name: str
    movement: Movement = STILL
    flip: str = "long"
    orientation: str = "portrait"
    places: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)

    def fits(self, paper: Size, flip: str) -> bool:
        """Whether sheets of `paper` that turn over `flip` go through the printer as the test sheet did."""
        return self.flip == flip and self.orientation == lies(paper)

    def as_json(self) -> dict[str, Any]:
        moved = self.movement
        return {
            "calibration": self.name,
            "flip": self.flip,
            "orientation": self.orientation,
            "dx_mm": moved.dx,
            "dy_mm": moved.dy,
            "angle": moved.angle,
            "scale_x": moved.scale_x,
            "scale_y": moved.scale_y,
        }


def lies(paper: Size) -> str:
    """How a sheet lies: portrait or landscape; square paper counts as portrait."""
    return "portrait" if paper[0] <= paper[1] else "landscape"


def calibration_of(values: Mapping[str, Any], places: Mapping[str, Span] | None = None) -> Calibration:
    """The Calibration that the values of `CALIBRATION` state."""
    moved = Movement(values["dx"], values["dy"], values["angle"], values["scale_x"], values["scale_y"])
    return Calibration(values["calibration"], moved, values["flip"], values["orientation"], places or {})


def written(calibration: Calibration) -> str:
    """The calibration as the text of its file."""
    moved = calibration.movement
    return (
        "# What the backs of two-sided sheets are moved by, read off a sheet of `questpress calibrate sheet`:\n"
        "# to the right, down and clockwise as one looks at the back, about the middle of the paper.\n"
        f"calibration: {calibration.name}\n"
        f"flip: {calibration.flip}\n"
        f"orientation: {calibration.orientation}\n"
        f"dx: {_plain(moved.dx, 3)}mm\n"
        f"dy: {_plain(moved.dy, 3)}mm\n"
        f"angle: {_plain(moved.angle, 4)}\n"
        f"scale_x: {_plain(moved.scale_x, 5)}\n"
        f"scale_y: {_plain(moved.scale_y, 5)}\n"
    )


def stations(paper: Size) -> dict[str, tuple[float, float]]:
    """Where the test sheet's scales stand on its back, in millimetres to the right of the paper's middle and below it.

    Letter, A4 and every larger paper have them at the same distances.
    """
    reach = [min(REACH[n], math.floor((side / 2 - EDGE[n]) / 5) * 5) for n, side in enumerate(sorted(paper))]
    x, y = reach if lies(paper) == "portrait" else reach[::-1]
    return {"M": (0.0, 0.0), "A": (-x, -y), "B": (x, -y), "C": (-x, y), "D": (x, y)}


def read_off(readings: Mapping[str, tuple[float, float]], paper: Size) -> Movement:
    """The movement that readings at the stations ask for: millimetres to the right and down on each scale.

    The middle alone tells the shift; all four corners tell the rest as well, by least squares. Raises Failed (S055)
    where a corner lacks, or where the readings do not go together.
    """
    report = Report()
    corners = [name for name in STATIONS[1:] if name in readings]
    if len(corners) not in (0, 4) or not readings:
        lacking = [name for name in STATIONS[1:] if name not in readings]
        message = f"readings of {', '.join(readings) or 'nothing'}; {', '.join(lacking)} lack"
        help = "read the middle M alone for the shift, or A, B, C and D for turn and stretch too"
        report.error("S055", message, None, help)
        raise Failed(report.findings)
    dx, dy = (sum(reading[n] for reading in readings.values()) / len(readings) for n in (0, 1))
    if not corners:
        return Movement(dx, dy)
    at = stations(paper)
    wide, high = (sum(at[name][n] ** 2 for name in corners) for n in (0, 1))
    # The affine map that carries each station to where it was read, column by column; the stations lie symmetrically.
    a = 1 + sum(at[name][0] * readings[name][0] for name in corners) / wide
    c = sum(at[name][0] * readings[name][1] for name in corners) / wide
    b = sum(at[name][1] * readings[name][0] for name in corners) / high
    e = 1 + sum(at[name][1] * readings[name][1] for name in corners) / high
    angle = (math.atan2(c, a) * wide + math.atan2(-b, e) * high) / (wide + high)
    cos, sin = math.cos(angle), math.sin(angle)
    moved = Movement(dx, dy, math.degrees(angle), a * cos + c * sin, e * cos - b * sin)
    off = max(_off(moved, at[name], reading) for name, reading in readings.items())
    if off > ASKEW:
        message = f"the readings do not go together: they are up to {off:.1f} mm off any shift, turn and stretch"
        help = "look at the signs, and read the sheet once more; or state what you measured with --dx, --dy, --angle …"
        report.error("S055", message, None, help)
        raise Failed(report.findings)
    return moved


def _off(moved: Movement, at: tuple[float, float], reading: tuple[float, float]) -> float:
    x, y = moved.point(*at, (0.0, 0.0))
    return math.hypot(at[0] + reading[0] - x, at[1] + reading[1] - y)


def choose(calibrations: Sequence[Calibration], paper: Size, flip: str) -> Calibration | None:
    """The calibration that holds for two-sided sheets of `paper` that turn over `flip`, or None."""
    return next((calibration for calibration in calibrations if calibration.fits(paper, flip)), None)


def moved_out(imposition: Imposition, calibration: Calibration, span: Span | None, subject: str) -> Diagnostic | None:
    """A warning (S060) where backs that lie in the printable area are moved out of it, or off the paper."""
    paper, margin = imposition.paper, imposition.margin
    trims = [placement.trim for side in imposition.sides if side.back for placement in side.placements]
    moved = [calibration.movement.box(trim, paper) for trim in trims]
    off, before, after = (
        max((_beyond(box, Box(0, 0, *paper).grown(-edge)) for box in boxes), default=0.0)
        for boxes, edge in ((moved, 0.0), (trims, margin), (moved, margin))
    )
    if off > TOLERATED:
        where = f"reach up to {off:.1f} mm beyond the paper"
    elif after > max(before, 0.0) + TOLERATED:
        where = f"reach up to {after:.1f} mm into the outer {describe(margin)} mm, which the printer leaves white"
    else:
        return None
    message = f"moved by the calibration '{calibration.name}', backs {where}"
    help = "set the printer's guides and measure once more, or choose a larger paper or fewer pieces on a sheet"
    return Diagnostic("S060", message, span, help, Severity.WARNING, subject)


def _beyond(box: Box, free: Box) -> float:
    return max(free.left - box.left, free.top - box.top, box.right - free.right, box.bottom - free.bottom)


def _plain(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
