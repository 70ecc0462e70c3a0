"""Levels against the reference implementation behind python-bidi, and the cases a card will meet."""

import bidi as reference
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questpress.press.text import bidi

LETTERS = st.text(
    "ab1 2,.-+%()[]אב٣سع\u0301\u2066\u2067\u2068\u2069\u202a\u202b\u202c\u202d\u202e:/\u05b0", max_size=14
)
MARKS = set("\u2066\u2067\u2068\u2069\u202a\u202b\u202c\u202d\u202e")
PLAIN = str.maketrans(")]", "([")  # the reference does not mirror a line without letters
MIRROR = str.maketrans("()[]", ")(][")


def drawn(text, base=None):
    levels, base = bidi.levels(text, base)
    end = len(text)
    while end and (text[end - 1].isspace() or text[end - 1] in MARKS):
        end -= 1
        levels[end] = base
    return "".join(
        text[index].translate(MIRROR) if levels[index] % 2 else text[index]
        for index in bidi.visual_order(levels)
        if text[index] not in MARKS
    )


@settings(max_examples=150, deadline=None)
@given(LETTERS, st.sampled_from("LR"))
def test_the_same_order_as_the_reference(text, base):
    expected = "".join(c for c in reference.get_display(text, base_dir=base) if c not in MARKS)
    assert drawn(text, int(base == "R")).translate(PLAIN) == expected.translate(PLAIN)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("אבג 12 דה", "הד 12 גבא"),
        ("move אבג 3", "move 3 גבא"),
        ("(אב)", "(בא)"),
        ("אב (3×3)", "(3×3) בא"),
    ],
)
def test_lines_of_cards(text, shown):
    assert drawn(text) == shown


def test_latin_needs_nothing():
    assert not bidi.needed("Žluťoučký → 3 × 4 – “fine”")
    assert bidi.needed("שלום")
