"""Projects in temporary folders: the README's own game, and one with everything."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from questpress.cli.main import program, run

ROOT = Path(__file__).resolve().parents[2]


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def shown_files(page: Path) -> dict[str, str]:
    """The files of the game that a page of the documentation shows."""
    text = page.read_text(encoding="utf-8")
    return {name: body for name, body in re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", text, re.S)}


def readme_game() -> dict[str, str]:
    """The files of the game that README.md shows."""
    return shown_files(ROOT / "README.md")


GAME = {
    "rules/harbour.yaml": """\
game: harbour
title: Harbour & Sea
version: "0.3"
date: 2026-11-30
numbers:
  hand: {value: 5, means: cards in hand}
options:
  fog: {values: ["off", thick], means: whether there is fog}
""",
    "templates/harbour/palette.yaml": 'colours:\n  sea: {srgb: "#1f5f8b", use: grounds}\n  sand: {srgb: "#f2e6c9"}\n',
    "templates/harbour/kinds.yaml": """\
kinds:
  ship:
    trim: [63.5mm, 88.9mm]
    bleed: 3mm
    sheet: poker
    faces: {front: ship.svg.j2, back: back.svg.j2}
    fields:
      name: text
      cost: {type: whole, min: 0}
      text: {type: text, optional: true}
      lang: {type: word, optional: true}
  chart:
    trim: ["{{ columns * square + 10 }}mm", "{{ rows * square + 10 }}mm"]
    bleed: 0mm
    sheet: page
    faces: {front: chart.svg.j2}
    fields: {}
""",
    "templates/harbour/ship.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block art %}
<rect x="-3" y="-3" width="69.5" height="94.9" fill="{{ palette.sea }}"/>
<rect x="5" y="5" width="53.5" height="78.9" fill="{{ palette.sand }}"/>
{{ label(card.name, 31.75, 16, font="Cinzel", weight="bold", size=14, anchor="middle", max_width=50, min=9) }}
{{ label(card.cost, 52, 30, size=20, anchor="end") }}
{{ textbox(card.text, 9, 40, 45.5, 35, size=9, min=7) }}
{% endblock %}
""",
    "templates/harbour/back.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block art %}<rect x="-3" y="-3" width="69.5" height="94.9" fill="{{ palette.sea }}"/>{% endblock %}
""",
    "templates/harbour/chart.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block art %}
<rect width="{{ trim.width }}" height="{{ trim.height }}" fill="{{ palette.sand }}"/>
{% for c in range(card.columns + 1) %}
<path d="M{{ 5 + c * card.square }} 5V{{ trim.height - 5 }}" stroke="{{ palette.sea }}" stroke-width=".4"/>
{% endfor %}
{% endblock %}
""",
    "cards/harbour/ships.yaml": """\
deck: ships
title: Ships
kind: ship
defaults: {cost: 1}
cards:
  - {id: sloop, name: Sword & Shield, quantity: 2, text: "Draw <b>{{ rules.hand }}</b> cards."}
  - {id: brig, name: "Žluťoučký kůň", cost: 3, text: "Fog is {{ options.fog }}."}
  - {id: raft, name: no, lang: no}
""",
    "layouts/harbour/boards/bay.yaml": "board: bay\ntitle: The Bay\nkind: chart\ncolumns: 6\nrows: 8\nsquare: 25mm\n",
}


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A fourth game, made only of YAML and SVG templates."""
    return write(tmp_path / "harbour game", dict(GAME))


class Press:
    """questpress on a project, in this process."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def __call__(self, *arguments: str) -> Result:
        return CliRunner().invoke(program, [*arguments, "--project", str(self.root)], catch_exceptions=True)

    def code(self, *arguments: str) -> int:
        """The exit code as the shell sees it."""
        return run([*arguments, "--project", str(self.root)])

    def json(self, *arguments: str):
        result = self(*arguments, "--json")
        return json.loads(result.stdout)

    def build(self) -> dict:
        """The report of the project's only game."""
        return self.json("build")["games"][0]

    def faults(self, *arguments: str) -> list[dict]:
        report = self.json(*(arguments or ("check",)))["games"][0]
        return [finding for finding in report["diagnostics"] if finding["severity"] == "error"]


@pytest.fixture
def press(game: Path) -> Press:
    return Press(game)
