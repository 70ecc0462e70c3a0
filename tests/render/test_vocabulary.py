"""The published list of what faces may say is the one that the code goes by."""

from __future__ import annotations

import re
from pathlib import Path

from questpress.press.render import vocabulary as v

TEXT = (Path(__file__).parents[2] / "templates" / "shared" / "SVG.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return TEXT.split(f"## {title}\n")[1].split("\n## ")[0]


def names(text: str) -> set[str]:
    return set(re.findall(r"`([\w:-]+)`", text))


def test_elements() -> None:
    assert names(section("Elements").split("\n\n")[0]) == set(v.GEOMETRY)


def test_attributes() -> None:
    text = section("Attributes and properties")
    assert names(text.split("\n\n")[0]) - {"id", "class", "style", "marker"} == {*v.INHERITED, *v.OWN}
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", text, re.MULTILINE))
    assert {element: names(row) for element, row in rows.items()} == {
        element: set(attributes) for element, attributes in v.GEOMETRY.items() if attributes
    }


def test_refusals_and_their_remedies() -> None:
    told = dict(
        re.findall(r"^- `([\w-]+)`: (.*)$", section("Refused").split("Attributes and properties")[0], re.MULTILINE)
    )
    assert told == v.REFUSED_ELEMENTS
    told = dict(
        re.findall(r"^- `([\w-]+)`: (.*)$", section("Refused").split("Attributes and properties")[1], re.MULTILINE)
    )
    assert told == v.REFUSED


def test_nothing_is_both_drawn_and_refused() -> None:
    drawn = {*v.INHERITED, *v.OWN, *(name for attributes in v.GEOMETRY.values() for name in attributes)}
    assert not drawn & {*v.REFUSED, *v.HARMLESS}
    assert not set(v.GEOMETRY) & set(v.REFUSED_ELEMENTS)
    assert set(v.NEUTRAL) <= set(v.REFUSED)
