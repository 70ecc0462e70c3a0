"""What a project prints, as a list: every component with its kind, faces, trim, quantity and sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from questpress.diagnostics import Diagnostic, Report
from questpress.layoutcards import LayoutCards
from questpress.opening import open_game
from questpress.project import Project
from questpress.seating import Seating


@dataclass(frozen=True, slots=True)
class Component:
    """One line of the inventory; trim in millimetres."""

    game: str
    kind: str
    id: str
    deck: str
    title: str
    faces: int
    trim_mm: tuple[float, float]
    quantity: int
    sheet: str

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "kind": self.kind,
            "id": self.id,
            "deck": self.deck,
            "title": self.title,
            "faces": self.faces,
            "trim_mm": [round(side, 4) for side in self.trim_mm],
            "quantity": self.quantity,
            "sheet": self.sheet,
        }


def list_components(project: Project, games: Mapping[str, Seating]) -> tuple[list[Component], list[Diagnostic]]:
    """All components that the games print for their tables, in file order, and what is wrong with the data.

    What a table leaves in the box, decks whose sheet is `none` (figures) and those printed on request are left out.
    Nothing is drawn.
    """
    found: list[Component] = []
    report = Report()
    for game, seating in games.items():
        contents = open_game(project, game, report, seating=seating, supply=LayoutCards(project, tells=True))
        for deck in contents.decks:
            if deck.sheet == "none" or deck.on_request:
                continue
            for card in filter(lambda card: card.quantity, deck.cards):
                size = (card.trim.width, card.trim.height)
                found.append(
                    Component(
                        game,
                        card.kind,
                        card.id,
                        deck.name,
                        card.title,
                        len(card.faces),
                        size,
                        card.quantity,
                        deck.sheet,
                    )
                )
    return found, report.findings
