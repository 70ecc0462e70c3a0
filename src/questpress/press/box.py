"""Rectangles on paper: millimetres from the paper's top left corner, x to the right, y down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

NEAR = 1e-6  # millimetres; below this two edges are the same edge

Size = tuple[float, float]  # width and height in millimetres
Mirror = Literal["columns", "rows"]  # which way a sheet is seen from behind: left-right or top-bottom


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with edges in millimetres; `bottom` is larger than `top`."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def grown(self, by: float) -> Box:
        """The box with `by` millimetres more on every side (less where negative)."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def overlaps(self, other: Box, slack: float = NEAR) -> bool:
        """Whether the insides meet by more than `slack`; touching edges do not count."""
        return (
            self.left < other.right - slack
            and other.left < self.right - slack
            and self.top < other.bottom - slack
            and other.top < self.bottom - slack
        )

    def inside(self, other: Box, slack: float = NEAR) -> bool:
        """Whether no part lies outside `other` by more than `slack`."""
        return (
            self.left >= other.left - slack
            and self.top >= other.top - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )

    def mirrored(self, paper: Size, mirror: Mirror) -> Box:
        """Where the box lies when the paper is held to light and seen from its other side."""
        width, height = paper
        if mirror == "columns":
            return Box(width - self.right, self.top, width - self.left, self.bottom)
        return Box(self.left, height - self.bottom, self.right, height - self.top)


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all of `boxes`, of which there is at least one."""
    found = list(boxes)
    return Box(
        min(box.left for box in found),
        min(box.top for box in found),
        max(box.right for box in found),
        max(box.bottom for box in found),
    )
