"""Escort Quest as it stands in this repository, opened once; its faces as SVG, with text left out."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from markupsafe import Markup

from questpress.diagnostics import Report
from questpress.opening import open_game, title_of
from questpress.press import shapes
from questpress.press.contents import Contents
from questpress.press.model import Card
from questpress.press.render.template import Studio
from questpress.project import Project

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def contents() -> Contents:
    report = Report()
    opened = open_game(Project(ROOT), "escort-quest", report)
    faults = [str(diagnostic) for diagnostic in report.findings if "escort_quest" in str(diagnostic)]
    assert not faults, "\n".join(faults)
    return opened


@pytest.fixture(scope="session")
def draw(contents: Contents) -> Callable[..., str]:
    """Draws a face's SVG; text functions give nothing, so that only the art is judged."""
    said: list[tuple[Any, dict[str, Any]]] = []

    def say(text: Any, *place: Any, **style: Any) -> Markup:
        said.append((text, style))
        return Markup("")

    functions = {"shapes": shapes, "textbox": say, "label": say, "icon": say, "image": say}
    studio = Studio((ROOT / "templates",), functions, ROOT)

    def draw(card: Card, side: str = "front", page: int = 1) -> str:
        context = {
            "card": {**card.fields, "id": card.id, "kind": card.kind, "quantity": card.quantity, "title": card.title},
            "palette": contents.palette,
            "game": title_of(contents.rules),
            "trim": card.trim,
            "side": side,
            "rules": {},
            "options": {},
            "page": SimpleNamespace(number=page, count=2, body=Markup("")),
        }
        return studio.render(card.faces[side], context, card.name).svg

    draw.said = said  # type: ignore[attr-defined]
    return draw
