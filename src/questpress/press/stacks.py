"""Fronts and backs as files of their own, for printers that turn no paper: print the pile, turn it, print it again."""

from __future__ import annotations

from dataclasses import replace

from questpress.press.arrange import Imposition


def stacked(imposition: Imposition, stacks: str, back_order: str) -> list[tuple[str, Imposition]]:
    """The files that a two-sided imposition is printed from: the part that each shows ('' for both) and its sides.

    `apart` gives fronts and backs; `fronts` and `backs` one of them. What has no backs is one file of all sides, but
    nothing where only backs are asked for. Backs come in the order of the sheets, or in `reverse` for a printer
    whose pile of fronts is laid in again with the last sheet first.
    """
    if stacks == "both" or not imposition.two_sided:
        return [] if stacks == "backs" else [("", imposition)]
    found: list[tuple[str, Imposition]] = []
    for part in ("fronts", "backs") if stacks == "apart" else (stacks,):
        sides = tuple(side for side in imposition.sides if side.back == (part == "backs"))
        if part == "backs" and back_order == "reverse":
            sides = sides[::-1]
        found.append((part, replace(imposition, sides=sides, duplex="Simplex", stack=part)))
    return found
