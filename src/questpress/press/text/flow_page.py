"""The pages that a booklet flows onto: frames, the place reached, figures with text beside them, what is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from questpress.press.text.run import element, number

EDGE = 1e-6
RUNS_TOGETHER = 120  # in one <text> element
MOST_PAGES = 300
OVERHANG = 0.3  # mm that a full line may reach up beside a figure's lower edge

Frame = tuple[float, float, float, float]  # x, y, width, height in mm from the trim corner


class Beside(NamedTuple):
    """A figure that text runs beside. `width` is what it takes of the column, `clear` where full lines may begin."""

    side: str
    width: float
    top: float
    bottom: float
    clear: float


class Spot(NamedTuple):
    """A place on a page that leads somewhere: millimetres from the trim corner, and the link's target."""

    x: float
    y: float
    width: float
    height: float
    target: str


class Page:
    """What is drawn on one page: grounds under everything, then text by colour, then icons and figures."""

    def __init__(self) -> None:
        self.under: list[str] = []
        self.runs: dict[str, list[str]] = {}
        self.over: list[str] = []
        self.used = 0.0  # millimetres of column
        self.spots: list[Spot] = []

    def svg(self) -> str:
        parts = list(self.under)
        for fill, runs in self.runs.items():
            for start in range(0, len(runs), RUNS_TOGETHER):
                parts.append(element(runs[start : start + RUNS_TOGETHER], fill))
        return "".join([*parts, *self.over])


class Column:
    """The place that the flow has reached: `y` in the current frame. Draws nothing.

    `frames_of(page)` gives a page's frames, pages counted from 0. `fresh`: nothing stands in the frame yet; `flush`:
    the next block stands right under `y`, whatever white it asks for.
    """

    def __init__(self, frames_of: Callable[[int], Sequence[Frame]]) -> None:
        self.frames_of = frames_of
        self.pages = [Page()]
        self.frame = 0
        self._enter()

    def _enter(self) -> None:
        self.x, self.top, self.width, self.height = self.frames_of(len(self.pages) - 1)[self.frame]
        self.bottom = self.top + self.height
        self.y = self.top
        self.beside: list[Beside] = []
        self.fresh = self.flush = True
        self.after = 0.0  # white that the last block wants under it
        self.natural = 0.0  # what its leading leaves under its last line

    @property
    def page(self) -> Page:
        return self.pages[-1]

    @property
    def full(self) -> bool:
        return len(self.pages) >= MOST_PAGES

    def leave(self) -> None:
        """Goes on to the next frame, on a new page where there is none."""
        self.note_used()
        self.frame += 1
        if self.frame >= len(self.frames_of(len(self.pages) - 1)):
            self.frame = 0
            self.pages.append(Page())
        self._enter()

    def note_used(self) -> None:
        """Adds what this frame holds to the page's column."""
        self.page.used += max([self.y, *(figure.bottom for figure in self.beside)]) - self.top

    def gap(self, before: float) -> float:
        """The white above a block that wants `before`: the larger of both wishes, none at a frame's top."""
        return 0.0 if self.flush else max(self.after, before) + self.natural

    def stand(self, y: float, after: float, natural: float = 0.0) -> None:
        """Notes that a block was placed that ends at `y`."""
        self.y = y
        self.after = after
        self.natural = natural
        self.fresh = self.flush = False

    def clear(self, side: str = "") -> None:
        """Moves under the figures that stand on `side`, or on either."""
        for figure in self.beside:
            if (not side or figure.side == side) and figure.clear > self.y:
                self.y = figure.clear
                self.flush = not self.fresh
        self.beside = [figure for figure in self.beside if figure.clear > self.y + EDGE]

    def taken(self, top: float) -> tuple[float, float]:
        """What figures take from the left and the right of a line whose letters begin at `top`."""
        left = right = 0.0
        for figure in self.beside:
            if figure.clear > top + OVERHANG:
                left = max(left, figure.width) if figure.side == "left" else left
                right = max(right, figure.width) if figure.side == "right" else right
        return left, right


def rectangle(x: float, y: float, width: float, height: float, fill: str) -> str:
    """A filled rectangle; rules are thin ones, so that they print in their exact thickness."""
    place = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect {place} fill="{fill}"/>'
