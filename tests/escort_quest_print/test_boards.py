"""Boards of any size from the same template: the frame stretches, squares and barriers come from the data."""

import dataclasses
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest

from questpress.press.contents import Contents
from questpress.press.model import Card

from .test_palette import judge


def board(contents: Contents, columns: int, rows: int, square: float, barriers: list[dict]) -> Card:
    plain = contents.find("plain")
    assert plain is not None
    fields = {**plain.fields, "columns": columns, "rows": rows, "square": square, "barriers": barriers}
    trim = dataclasses.replace(plain.trim, width=columns * square + 6, height=rows * square + 24)
    return dataclasses.replace(plain, fields=fields, trim=trim)


@pytest.mark.parametrize(
    ("columns", "rows", "square"), [(3, 3, 24.0), (3, 3, 12.0), (6, 7, 24.0), (12, 8, 15.0), (20, 26, 9.0)]
)
def test_a_board_of_any_size_draws_within_its_trim(
    contents: Contents, draw: Callable, columns: int, rows: int, square: float
) -> None:
    barriers = [
        {"at": [0, 0], "sides": [], "blocked": ["NE"]},
        {"at": [1, 1], "sides": ["N", "W"], "blocked": []},
        {"at": [2, 2], "sides": ["S"], "blocked": ["N"]},
    ]
    svg = draw(board(contents, columns, rows, square, barriers))
    judge(svg, {value.lower() for value in contents.palette.values()})
    root = ET.fromstring(svg)
    assert root.attrib["viewBox"].split()[2:] == [f"{columns * square + 6:g}", f"{rows * square + 24:g}"]
    squares = [e for e in root.iter() if e.tag.endswith("clipPath") and e.get("id", "").startswith("square-")]
    assert len(squares) == len(barriers)
    whole = [e for e in root.iter() if e.get("fill", "").lower() == contents.palette["parchment_line"]]
    assert float(whole[0].attrib["width"]) == pytest.approx(columns * square)


def test_marks_do_not_lie_on_barriers(contents: Contents, draw: Callable) -> None:
    every = [{"at": [c, r], "sides": ["N"], "blocked": []} for c in range(4) for r in range(4)]
    bare = draw(board(contents, 4, 4, 24.0, []))
    full = draw(board(contents, 4, 4, 24.0, every))
    line = contents.palette["parchment_line"]
    assert bare.count(f'stroke="{line}"') > 0
    assert full.count(f'stroke="{line}"') == 0


def test_the_same_board_is_the_same_text(contents: Contents, draw: Callable) -> None:
    card = contents.find("sample-barriers")
    assert draw(card) == draw(card)
