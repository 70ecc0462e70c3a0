"""Which numbers of a text count as written out, and which marks are anchors."""

from __future__ import annotations

import pytest

from questpress.editor import literals
from questpress.numerals import spelled
from questpress.press.anchors import anchors


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Move 3 squares.", ["3"]),
        ("Move {{ rules.move }} squares, {{ 3 }} times.", []),
        ("{% if rules.x == 3 %}3 cards{% endif %}", ["3"]),
        ("+2 dice, ×4, 1–5 players (6)", ["2", "4", "1", "5", "6"]),
        ("A5, M4.2, C-13, MQ29.2, 3rd, 24 mm, 24\u00a0mm, 24mm, 90°, 50 %, 1/2", ["1", "2"]),
        ("1.5 squares, 4.25.", ["1.5", "4.25"]),
        (
            '# 2. Turn\n\n1. First.\n2) Then 7.\n\n**3. Last** <!-- 8 --> [see](#p9) `4` ![6](figure:x/5 "width=40mm")',
            ["7", "6"],
        ),
        (":arrow-3: <b>2</b> &#8211;", ["2"]),
    ],
)
def test_digits(text, found):
    assert [text[literal.start : literal.end] for literal in literals(text) if not literal.counts] == found


def test_number_words_with_what_follows():
    said = [(literal.value, literal.counts) for literal in literals("Take two blue cubes, one die, Three relics.")]
    assert (2, "blue") in said and (2, "cubes") in said and (3, "relics") in said
    assert not [value for value, _ in said if value == 1]
    assert [(x.value, x.counts) for x in literals("tres dados", "es")] == [(3, "dados")]
    assert list(literals("tres dados", "fr")) == []


def test_numbers_in_words():
    assert [spelled(n) for n in (0, 3, 20)] == ["zero", "three", "twenty"]
    assert (spelled(3, "es"), spelled(21), spelled(3, "fr"), spelled(True), spelled(1.5)) == (
        "tres",
        "21",
        "3",
        "True",
        "1.5",
    )


def test_anchors():
    text = "# A <!-- M1.1 -->\n\nText. <!-- M4.2, C-13\nC-14 -->\n<!-- inventory -->\n<!-- of 3 words -->\n<!-- M5 -->"
    assert anchors(text) == (("M1.1", 1), ("M4.2", 3), ("C-13", 3), ("C-14", 3), ("M5", 7))
