"""The rule sheet follows the numbers and options that it is set over, and its pictures exist."""

import re

import pytest

from questpress.diagnostics import Report
from questpress.opening import open_game
from questpress.press.contents import Contents
from questpress.press.render.template import Studio
from questpress.project import Project
from questpress.rules import numbers_view, options_view

from .conftest import ROOT

SOURCE = (ROOT / "rules" / "escort_quest.md").read_text(encoding="utf-8")


def words(contents: Contents) -> str:
    context = {"rules": numbers_view(contents.rules, {}), "options": options_view(contents.rules, {})}
    return Studio((), root=ROOT).expression(SOURCE, context)


@pytest.mark.parametrize(
    "setting",
    [
        {"village_distance": "planar"},
        {"capture": "ignored"},
        {"goblin_sight": "torus"},
        {"goblin_ties": "clockwise"},
        {"goblin_ties": "player"},
        {"amulet_landing": "immediate"},
    ],
    ids=lambda setting: "=".join(*setting.items()),
)
def test_every_option_changes_the_words(contents: Contents, setting: dict[str, str]) -> None:
    other = open_game(Project(ROOT), "escort-quest", Report(), setting)
    assert words(other) != words(contents)


def test_the_numbers_come_from_the_rules(contents: Contents) -> None:
    text = words(contents)
    rules = numbers_view(contents.rules, {})
    assert f"at least {rules.village_distance} steps from every village" in text
    assert f"{rules.coverage.least} to {rules.coverage.most} per cent" in text
    assert "{{" not in text and "{%" not in text


def test_every_picture_is_a_component(contents: Contents) -> None:
    names = re.findall(r"\(figure:(\S+)", words(contents))
    assert len(names) >= 14
    assert not [name for name in names if contents.find(name) is None]


def test_the_legend_has_seven_tiles_and_the_barrier(contents: Contents) -> None:
    legend = words(contents).split("## The tiles")[1]
    shown = re.findall(r"figure:letter/([a-z]+)", legend)
    assert sorted(shown) == ["amulet", "crosshairs", "guardian", "snowflake", "spikes", "village", "warp"]
    assert "figure:figures/barrier" in legend
