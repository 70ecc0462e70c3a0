"""Meeple Quest's cards as they stand in this repository, opened once; their faces as SVG, what they say kept aside."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from questpress.diagnostics import Report
from questpress.opening import open_game, title_of
from questpress.press.contents import Contents
from questpress.press.drafting import Draughtsman
from questpress.press.model import Card
from questpress.press.render.template import Studio
from questpress.press.text.tools import TextTools
from questpress.project import Project

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Drawn:
    """A face without its text, and the text with its style: field → what was said there, and how."""

    svg: str
    said: list[tuple[str, str]] = field(default_factory=list)
    styles: list[dict[str, Any]] = field(default_factory=list)


@pytest.fixture(scope="session")
def contents() -> Contents:
    report = Report()
    opened = open_game(Project(ROOT), "meeple-quest", report)
    faults = [str(diagnostic) for diagnostic in report.findings if "meeple_quest" in str(diagnostic)]
    assert not faults, "\n".join(faults)
    return opened


@pytest.fixture(scope="session")
def cards(contents: Contents) -> dict[str, Card]:
    """Every card of the box by its id, which no two share."""
    found = [card for deck in contents.decks if deck.kind.endswith("-card") for card in deck.cards]
    by_id = {card.id: card for card in found}
    assert len(by_id) == len(found)
    return by_id


@pytest.fixture(scope="session")
def heroes(cards: dict[str, Card]) -> dict[str, Card]:
    return {name: card for name, card in cards.items() if card.kind == "hero-card"}


@pytest.fixture(scope="session")
def draw(contents: Contents) -> Callable[..., Drawn]:
    kept: dict[tuple[str, str], Drawn] = {}
    at_work: list[Drawn] = []

    def say(text: Any, *place: Any, **style: Any) -> Markup:
        at_work[-1].said.append((style.get("field") or "", str(text)))
        at_work[-1].styles.append(style)
        return Markup("")

    def icon(name: str, *place: Any, **style: Any) -> Markup:
        at_work[-1].said.append(("icon", name))
        return Markup("")

    desk = Draughtsman(Project(ROOT), contents, Report())
    measures = TextTools(desk.library, desk.icons, Report())
    functions = {"textbox": say, "label": say, "icon": icon, "line_count": measures.line_count}
    studio = Studio((ROOT / "templates",), functions, ROOT)

    def draw(card: Card, side: str = "front") -> Drawn:
        if (card.id, side) not in kept:
            at_work.append(Drawn(""))
            context = {
                "card": {**card.fields, "id": card.id, "kind": card.kind, "quantity": card.quantity},
                "palette": contents.palette,
                "game": title_of(contents.rules),
                "trim": card.trim,
                "side": side,
                "rules": {},
                "modules": dict.fromkeys(contents.rules.table.modules_in, True),
                "options": {},
                "words": contents.words,
            }
            at_work[-1].svg = studio.render(card.faces[side], context, card.name).svg
            kept[card.id, side] = at_work[-1]
        return kept[card.id, side]

    return draw
