"""Laws of the computed art: the same numbers give the same drawing, outlines close, counts are what they say."""

import math
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questpress.press import shapes

small = st.integers(1, 12)
length = st.floats(1, 60, allow_nan=False)
seeds = st.integers(0, 2**40)


def corners(path: str) -> list[tuple[float, float]]:
    """The end points of a path that only uses absolute M, L and Z."""
    assert not re.search(r"[^-\d.\sMLZ]", path), path
    return [(float(x), float(y)) for x, y in re.findall(r"(-?(?:\d+\.?\d*|\.\d+)) (-?(?:\d+\.?\d*|\.\d+))", path)]


def area(points: list[tuple[float, float]]) -> float:
    turns = zip(points, points[1:] + points[:1], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in turns) / 2


@given(st.floats(-1e6, 1e6, allow_nan=False))
def test_a_number_is_short_and_close(value: float) -> None:
    text = shapes.number(value)
    assert abs(float(text) - value) <= 0.0051
    assert text != "-0" and not re.search(r"\.\d{3,}|\.0*$", text)


@given(seeds, st.lists(st.integers(0, 10_000), max_size=3))
def test_noise_is_a_share_and_the_same_again(seed: int, place: list[int]) -> None:
    value = shapes.noise(seed, *place)
    assert 0 <= value < 1
    assert value == shapes.noise(seed, *place)


def test_noise_is_spread_and_pinned() -> None:
    values = [shapes.noise(1, column, row) for column in range(40) for row in range(40)]
    assert 0.47 < sum(values) / len(values) < 0.53
    assert len(set(values)) == len(values)
    assert shapes.noise(1, 2, 3) == pytest.approx(NOISE_1_2_3)  # boards of all versions look the same


NOISE_1_2_3 = 0.5950390798182809


@given(st.integers(3, 24), length, st.floats(0, 360))
def test_polygon_corners_lie_on_the_circle(count: int, radius: float, turn: float) -> None:
    path = shapes.polygon_path(10, 20, radius, count, turn)
    points = corners(path)
    assert path.endswith("Z") and len(points) == count
    assert all(math.dist(point, (10, 20)) == pytest.approx(radius, abs=0.02) for point in points)


@given(st.integers(3, 24), length)
def test_a_star_alternates_between_its_radii(count: int, outer: float) -> None:
    points = corners(shapes.star_path(0, 0, count, outer, outer / 2))
    reach = [math.hypot(*point) for point in points]
    assert len(points) == 2 * count
    assert reach[0::2] == pytest.approx([outer] * count, abs=0.02)
    assert reach[1::2] == pytest.approx([outer / 2] * count, abs=0.02)


@given(st.sampled_from(shapes.DIRECTIONS), st.floats(4, 40))
def test_an_arrow_points_where_it_is_turned(direction: str, size: float) -> None:
    angle = shapes.angle_of(direction)
    tip = corners(shapes.arrow_path(0, 0, size, angle))[0]
    radians = math.radians(angle)
    assert tip == pytest.approx((math.sin(radians) * size / 2, -math.cos(radians) * size / 2), abs=0.02)


@given(st.tuples(length, length), st.tuples(length, length))
def test_a_pointer_ends_where_it_should(start: tuple[float, float], end: tuple[float, float]) -> None:
    if math.dist(start, end) < 2:
        return
    assert corners(shapes.pointer_path(*start, *end))[0] == pytest.approx(end, abs=0.02)


@settings(max_examples=30)
@given(small, small, seeds)
def test_parchment_is_deterministic_and_has_every_square(columns: int, rows: int, seed: int) -> None:
    fills = ["#aaaaaa", "#bbbbbb", "#cccccc"]
    drawn = shapes.parchment(columns, rows, 24, 3, 17.5, fills, seed)
    assert drawn == shapes.parchment(columns, rows, 24, 3, 17.5, fills, seed)
    root = ET.fromstring(drawn)
    assert sum(path.attrib["d"].count("M") for path in root) == columns * rows
    assert {path.attrib["fill"] for path in root} <= set(fills)


def test_a_square_looks_the_same_on_a_larger_board() -> None:
    one = ET.fromstring(shapes.parchment(1, 1, 24, 0, 0, ["#aaaaaa", "#bbbbbb"], 5))
    many = ET.fromstring(shapes.parchment(6, 6, 24, 0, 0, ["#aaaaaa", "#bbbbbb"], 5))
    assert many[0].attrib["d"].startswith(one[0].attrib["d"])


@given(seeds)
def test_a_sheet_stays_in_its_square(seed: int) -> None:
    path = shapes.sheet_path(0, 0, 24, 24, seed, 0.35)
    numbers = [float(value) for value in re.findall(r"-?\d+\.?\d*", path)]
    assert min(numbers) >= 0 and max(numbers) <= 24
    assert path.startswith("M") and path.endswith("Z")


@given(small, small)
def test_each_row_and_column_has_its_two_ticks(columns: int, rows: int) -> None:
    drawn = ET.fromstring(shapes.edge_ticks(columns, rows, 24, 3, 17.5, 1.7, "#aaaaaa"))
    assert drawn.attrib["d"].count("Z") == 2 * (columns + rows)


@given(small, small, seeds, st.floats(0, 1))
def test_marks_keep_off_the_cells_left_free(columns: int, rows: int, seed: int, share: float) -> None:
    leave = [[0, 0], [columns - 1, rows - 1]]
    marks = shapes.scatter(columns, rows, ["leaf", "print"], seed, share, leave)
    places = [[mark["column"], mark["row"]] for mark in marks]
    assert not any(cell in places for cell in leave)
    assert all(0 <= column < columns and 0 <= row < rows for column, row in places)
    assert marks == shapes.scatter(columns, rows, ["leaf", "print"], seed, share, leave)


@given(st.lists(st.sampled_from("NESW")), st.lists(st.sampled_from(shapes.DIRECTIONS)))
def test_walls_close_exactly_what_is_closed(sides: list[str], blocked: list[str]) -> None:
    shut = set(shapes.closed_directions(sides, blocked))
    drawn = shapes.walls(sides, blocked)
    covered = set()
    for angle in drawn["wall"]:
        covered |= {shapes.DIRECTIONS[(angle // 45 + offset) % 8] for offset in (-1, 0, 1)}
    covered |= {shapes.DIRECTIONS[angle // 45] for angle in drawn["hedge"]}
    covered |= {shapes.DIRECTIONS[angle // 45 + 1] for angle in drawn["knot"]}
    assert covered == shut


def test_a_side_closes_its_two_diagonals() -> None:
    assert shapes.closed_directions(["N"]) == ["N", "NE", "NW"]
    assert shapes.walls(["N"]) == shapes.walls([], ["NW", "N", "NE"])
    assert shapes.walls([], ["SE"]) == {"wall": [], "hedge": [], "knot": [90]}


@given(st.floats(10, 60), st.lists(st.floats(5, 60), min_size=3, max_size=5))
def test_a_strip_net_is_closed_symmetric_and_has_the_area_of_its_parts(width: float, lengths: list[float]) -> None:
    tab = width * 0.8
    path = shapes.strip_path(width, lengths, tab)
    points = corners(path)
    assert path.endswith("Z")
    assert all(any(math.dist((width - x, y), other) < 0.03 for other in points) for x, y in points)
    expected = tab * (lengths[0] + lengths[-1]) + width * sum(lengths[1:-1])
    assert abs(area(points)) == pytest.approx(expected, rel=0.01)


def test_places_along_a_line_are_evenly_spaced() -> None:
    places = shapes.along([(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)], 7)
    assert [x for x, _ in places] == pytest.approx([0, 1, 2, 3, 4, 5, 6], abs=0.01)


@pytest.mark.parametrize(
    "call",
    [
        lambda: shapes.parchment(100_000, 100_000, 1, 0, 0, ["#aaaaaa"]),
        lambda: shapes.pines_path(0, 1e9, 0, 1, 2, 1, 1),
        lambda: shapes.around(0, 0, 1, 10**9),
        lambda: shapes.polygon_path(0, 0, 1, 2),
        lambda: shapes.strip_path(10, [1, 2], 8),
        lambda: shapes.along([(0, 0), (1, 1)], 3),
        lambda: shapes.angle_of("up"),
    ],
)
def test_nonsense_and_too_much_are_refused(call) -> None:
    with pytest.raises(ValueError, match="shapes: "):
        call()
