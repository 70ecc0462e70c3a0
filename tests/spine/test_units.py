"""Lengths in and out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questpress import units


@given(st.floats(0, 5000, allow_nan=False))
def test_points_and_back(mm):
    assert units.from_points(units.points(mm)) == pytest.approx(mm, abs=1e-9)


def test_letter_is_612_by_792_points():
    assert [round(units.points(side), 6) for side in units.PAPERS["letter"]] == [612, 792]


@pytest.mark.parametrize(
    ("text", "mm"), [("2.5in", 63.5), ("72pt", 25.4), (" 1 cm ", 10), (".5mm", 0.5), ("+3mm", 3), ('1"', 25.4)]
)
def test_millimetres(text, mm):
    assert units.millimetres(text) == pytest.approx(mm)


@pytest.mark.parametrize("text", ["63,5mm", "5px", "5", "five mm", "", "1e3mm", "nan", "5 m"])
def test_what_is_not_a_length(text):
    with pytest.raises(units.LengthError) as caught:
        units.millimetres(text)
    assert caught.value.remedy


def test_a_bare_number_takes_the_unit_given():
    assert units.millimetres("5", bare="mm") == 5
