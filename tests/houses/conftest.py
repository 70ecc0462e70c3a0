"""A game with a made-up print house: three decks that it has stocks for, two that it has not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project.conftest import GAME, Press, write

HOUSE = """\
house: lantern
title: Lantern Press
bleed: 3mm
safe: 5mm
ppi: 200
tolerance: 0.4mm
stocks:
  - {stock: Pocket, trim: [63.5mm, 88.9mm], canvas: [560, 760]}
  - {stock: Coin, trim: [20mm, 20mm], shape: circle}
  - {stock: Slip, trim: [30mm, 60mm], canvas: [300, 550]}
"""
TARGET = """\
target: lantern
house: lantern
format: png
imposed: false
copies: once
paper: letter
margin: 0mm
bleed: 3mm
marks: none
file: "{target}/{deck}/{component}-{side}-{quantity}.png"
ppi: 200
"""
KINDS = """\
  coin:
    trim: [20mm, 20mm]
    bleed: 3mm
    shape: circle
    sheet: tokens
    faces: {front: flag.svg.j2}
    fields: {}
  slip:
    trim: [60mm, 30mm]
    bleed: 1mm
    sheet: mini
    faces: {front: flag.svg.j2}
    fields: {}
  plank:
    trim: [20mm, 21mm]
    bleed: 3mm
    sheet: mini
    faces: {front: flag.svg.j2}
    fields: {}
"""
# A red ground that fills trim and bleed, and a blue square of 5 mm in the trim's top left corner.
FLAG = """\
{% extends "shared/face.svg.j2" %}
{% block art %}
<rect x="{{ -trim.bleed }}" y="{{ -trim.bleed }}" width="{{ trim.width + 2 * trim.bleed }}"
      height="{{ trim.height + 2 * trim.bleed }}" fill="#c02020"/>
<rect width="5" height="5" fill="#2020c0"/>
{% endblock %}
"""


def deck(kind: str, quantity: int = 1) -> str:
    return f"deck: {kind}s\nkind: {kind}\ncards: [{{id: one, quantity: {quantity}}}]\n"


@pytest.fixture
def lantern(tmp_path: Path) -> Press:
    """The game, the made-up house and a target that makes pictures for it."""
    files = dict(GAME)
    files["templates/harbour/kinds.yaml"] += KINDS
    files["templates/harbour/flag.svg.j2"] = FLAG
    files["templates/sheets/houses/lantern.yaml"] = HOUSE
    files["templates/sheets/targets/lantern.yaml"] = TARGET
    for kind in ("coin", "slip", "plank"):
        files[f"cards/harbour/{kind}s.yaml"] = deck(kind, 3)
    return Press(write(tmp_path / "game", files))
