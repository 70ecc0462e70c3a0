"""What is cut, folded and glued closes: dice to cubes, figures on themselves; and two mats lie on one sheet."""

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from questpress.press import shapes
from questpress.press.arrange import arrange
from questpress.press.contents import Contents
from questpress.press.model import Card
from questpress.press.render.template import Studio
from questpress.press.sources import context_of, trees_of
from questpress.press.supplies import find_sheet, find_target
from questpress.project import Project
from questpress.units import PAPERS

ROOT = Path(__file__).resolve().parents[2]
Place = tuple[float, float]


def card_of(contents: Contents, deck: str, name: str) -> Card:
    return next(c for d in contents.decks if d.name == deck for c in d.cards if c.id == name)


@pytest.fixture(scope="module")
def svg_of(contents: Contents) -> Callable[[Card], str]:
    def quiet(*args: Any, **style: Any) -> Markup:
        return Markup("")

    functions = {"textbox": quiet, "label": quiet, "icon": quiet, "shapes": shapes}
    studio = Studio((ROOT / "templates",), functions, ROOT)

    def svg_of(card: Card) -> str:
        context = {**context_of(trees_of(contents, card), {}), "side": "front"}
        return studio.render(studio.find(card.faces["front"], "meeple_quest"), context, card.name).svg

    return svg_of


def corners(path: str) -> list[list[Place]]:
    """The corners of each part of a path that is made of M, L, H, V and Z with absolute numbers."""
    parts: list[list[Place]] = []
    x = y = 0.0
    for letter, rest in re.findall(r"([MLHVZ])([^MLHVZ]*)", path):
        values = [float(v) for v in re.findall(r"-?[\d.]+", rest)]
        if letter == "Z":
            parts[-1].append(parts[-1][0])
            continue
        if letter == "H":
            x = values[0]
        elif letter == "V":
            y = values[0]
        else:
            x, y = values
        if letter == "M":
            parts.append([])
        parts[-1].append((x, y))
    return parts


def turned(cube: tuple[str, ...], towards: Place) -> tuple[str, ...]:
    """A cube (its bottom, top, north, east, south, west) rolled over one edge on the table."""
    bottom, top, north, east, south, west = cube
    return {
        (0, -1): (north, south, top, east, bottom, west),
        (0, 1): (south, north, bottom, east, top, west),
        (1, 0): (east, west, north, top, south, bottom),
        (-1, 0): (west, east, north, bottom, south, top),
    }[towards]


def test_a_die_closes_with_one_tab_for_each_open_edge(contents: Contents, svg_of: Callable[[Card], str]) -> None:
    svg = svg_of(card_of(contents, "dice", "combat"))
    size = card_of(contents, "dice", "combat").fields["size"]
    placed = re.findall(r'<g transform="translate\((-?[\d.]+) (-?[\d.]+)\)"><g id="face-(\w+)">', svg)
    faces = {(round(float(x) / size), round(float(y) / size)): name for x, y, name in placed}
    assert sorted(faces.values()) == ["black", "blue", "green", "orange", "red", "yellow"]

    # Roll a cube over the net: which side of the cube each place of the net covers, and what lies round it.
    start = next(iter(faces))
    seen = {start: ("down", "up", "n", "e", "s", "w")}
    queue = [start]
    while queue:
        at = queue.pop()
        for step in ((0, -1), (0, 1), (1, 0), (-1, 0)):
            there = (at[0] + step[0], at[1] + step[1])
            if there in faces and there not in seen:
                seen[there] = turned(seen[at], step)
                queue.append(there)
    assert len({cube[0] for cube in seen.values()}) == 6, "two faces would lie on each other"

    # Every edge of the cube is either a fold between two faces or is glued by exactly one tab.
    fold = next(d for d in re.findall(r'<path id="fold" d="([^"]*)"', svg))
    folds: Counter[tuple[Place, Place]] = Counter()
    for part in corners(fold):
        for (x0, y0), (x1, y1) in pairwise(part):
            a, b = sorted([(x0 / size, y0 / size), (x1 / size, y1 / size)])
            for n in range(round(abs(b[0] - a[0]) + abs(b[1] - a[1]))):
                dx, dy = (1, 0) if a[1] == b[1] else (0, 1)
                folds[(a[0] + n * dx, a[1] + n * dy), (a[0] + (n + 1) * dx, a[1] + (n + 1) * dy)] += 1
    glued: Counter[frozenset[str]] = Counter()
    joined: Counter[frozenset[str]] = Counter()
    for (x, y), cube in seen.items():
        bottom, _, *round_it = cube
        sides = [((0, -1), (x, y), (x + 1, y)), ((1, 0), (x + 1, y), (x + 1, y + 1))]
        sides += [((0, 1), (x, y + 1), (x + 1, y + 1)), ((-1, 0), (x, y), (x, y + 1))]
        for neighbour, (step, a, b) in zip(round_it, sides, strict=True):
            edge = frozenset((bottom, neighbour))
            if (x + step[0], y + step[1]) in faces:
                assert folds[a, b] == 1, "a fold is missing between two faces"
                joined[edge] += 1
            elif folds[a, b]:
                glued[edge] += 1
    assert set(joined.values()) == {2} and set(glued.values()) == {1}
    assert len(set(joined) | set(glued)) == 12 and not set(joined) & set(glued)


def test_the_cut_of_a_die_is_one_closed_line_inside_its_trim(contents: Contents, svg_of: Callable[[Card], str]) -> None:
    card = card_of(contents, "dice", "combat")
    svg = svg_of(card)
    left, top = map(float, re.search(r'id="net" transform="translate\(([\d.]+) ([\d.]+)\)"', svg).groups())  # type: ignore[union-attr]
    (line,) = corners(re.search(r'<path id="cut" d="([^"]*)"', svg)[1])  # type: ignore[index]
    assert line[0] == line[-1]
    assert all(0 <= x + left <= card.trim.width and 0 <= y + top <= card.trim.height for x, y in line)


def test_the_two_halves_of_a_figure_lie_on_each_other(contents: Contents, svg_of: Callable[[Card], str]) -> None:
    """The outline is its own mirror at the fold, and the back is drawn mirrored there."""
    for deck in ("standees", "boss-standees"):
        for card in (c for d in contents.decks if d.name == deck for c in d.cards):
            svg = svg_of(card)
            (cut,) = [
                corners(d)[0]
                for d in re.findall(r'<path d="([^"]*Z)" fill="none" stroke="[^"]*" stroke-width=".25"/>', svg)
            ]
            middle = card.trim.height
            assert sorted((x, round(middle - y, 6)) for x, y in set(cut)) == sorted(set(cut)), card.name
            fold = float(re.search(r"M-2 ([\d.]+)H0M", svg)[1])  # type: ignore[index]
            assert fold == middle / 2
            assert f"translate(0 {fold:g}) scale(1 -1)" in svg


def test_four_feet_stand_on_a_square(contents: Contents, svg_of: Callable[[Card], str]) -> None:
    """In a pinwheel: foot and depth beside each other, and the panel may reach over (4.5: 26 × 26 mm of 28)."""
    svg = svg_of(card_of(contents, "standees", "minion"))
    (cut,) = [
        corners(d)[0] for d in re.findall(r'<path d="([^"]*Z)" fill="none" stroke="[^"]*" stroke-width=".25"/>', svg)
    ]
    foot = [x for x, y in cut if y == 0]
    depth = 2 * min(y for _, y in cut if y > 0)
    assert max(foot) - min(foot) + depth <= 26


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize(
    ("deck", "sheets"),
    [("mats", 3), ("villain-board", 1), ("dungeon", 4), ("relics", 1), ("tokens", 1), ("player-tokens", 1)],
)
def test_parts_lie_on_few_sheets(contents: Contents, deck: str, sheets: int, paper: str) -> None:
    project = Project(ROOT)
    found = next(d for d in contents.decks if d.name == deck)
    kind = contents.kinds[found.kind]
    card = found.cards[0]
    pieces = [(c.id, None) for c in found.cards for _ in range(c.quantity)]
    sheet = find_sheet(project, "meeple-quest", kind.sheet, None)
    done = arrange(card.trim, pieces, sheet, find_target(project, "home"), paper=PAPERS[paper])
    assert done.sheets == sheets
