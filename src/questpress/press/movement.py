"""What a page is moved by so that it lies behind its front: shift, turn and stretch about the paper's middle."""

from __future__ import annotations

import math
from dataclasses import dataclass

from questpress.press.box import Box, Size, around
from questpress.units import points


@dataclass(frozen=True, slots=True)
class Movement:
    """Stretched along the paper's edges, then turned, then shifted, all about the middle of the paper.

    `dx` is millimetres to the right and `dy` millimetres down, `angle` degrees clockwise, as one looks at the page.
    """

    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0

    def point(self, x: float, y: float, paper: Size) -> tuple[float, float]:
        """Where the point (x, y) of the page comes to lie; millimetres from the top left corner."""
        across, down = (x - paper[0] / 2) * self.scale_x, (y - paper[1] / 2) * self.scale_y
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        return (
            paper[0] / 2 + self.dx + cos * across - sin * down,
            paper[1] / 2 + self.dy + sin * across + cos * down,
        )

    def box(self, box: Box, paper: Size) -> Box:
        """The smallest upright box around what `box` becomes."""
        corners = [self.point(x, y, paper) for x in (box.left, box.right) for y in (box.top, box.bottom)]
        return around(Box(x, y, x, y) for x, y in corners)

    def matrix(self, paper: Size) -> tuple[float, float, float, float, float, float]:
        """The same as a PDF's matrix: points from the bottom left corner, y up."""
        cos, sin = math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))
        a, b, c, d = cos * self.scale_x, -sin * self.scale_x, sin * self.scale_y, cos * self.scale_y
        x, y = points(paper[0]) / 2, points(paper[1]) / 2
        return a, b, c, d, x + points(self.dx) - a * x - c * y, y - points(self.dy) - b * x - d * y


STILL = Movement()
