"""Inline markup: what is markup, what stands for itself, and what a fault says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questpress.press.text import markup


def pieces(text, **options):
    paragraphs, slips = markup.read(text, **options)
    assert not slips, slips
    return [piece for paragraph in paragraphs for piece in paragraph.pieces]


def marked(text):
    return "".join(
        f"[{piece.icon}]" if piece.icon else "*" * piece.bold + "/" * piece.italic + piece.text
        for piece in pieces(text)
    )


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("plain", "plain"),
        ("a <b>b <i>c</i></b> d", "a *b */c d"),
        ("Gain 1 :gold: :gold:", "Gain 1 [gold] [gold]"),
        (":gold::gold-coin:", "[gold][gold-coin]"),
        ("+1:heart:", "+1[heart]"),
        ("12:30:15", "12:30:15"),
        ("a: b", "a: b"),
        ("ratio a:b:c", "ratio a:b:c"),
        ("odds :3:", "odds :3:"),
        ("Sword & Shield", "Sword & Shield"),
        ("a < b > c << d", "a < b > c << d"),
        ("x<3 &c. AT&T;", "x<3 &c. AT&T;"),
        ("a&nbsp;b &amp; &lt;b&gt; &#215; &#xD7; &colon;x:", "a\u00a0b & <b> × × :x:"),
        ("&unknown;", "&unknown;"),
    ],
)
def test_reading(text, read):
    assert marked(text) == read


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("<i>Flying", "T038", "<i> is not closed"),
        ("Flying</i>", "T038", "</i> closes nothing"),
        ("<b>a <i>b</b> c</i>", "T038", "</b> comes before </i>"),
        ("a<br>b", "T038", "<br> is no markup"),
        ("<strong>a</strong>", "T038", "<strong> is no markup"),
        ("a\x0bb", "T041", "U+000B"),
        ("a\ud800b", "T041", "U+D800"),
        ("a&#7;b", "T041", "&#7;"),
    ],
)
def test_faults(text, code, words):
    paragraphs, slips = markup.read(text)
    assert code in [slip.code for slip in slips]
    assert any(words in slip.message for slip in slips)
    assert paragraphs


def test_an_icon_against_a_letter_must_exist():
    def icons(text):
        paragraphs, slips = markup.read(text, known=lambda name: name == "heart")
        assert not slips
        return [piece.icon or piece.text for paragraph in paragraphs for piece in paragraph.pieces]

    assert icons("Gain:heart: now") == ["Gain", "heart", " now"]
    assert icons("2:heart:s") == ["2", "heart", "s"]
    assert icons("a:b:heart:c") == ["a:b", "heart", "c"]
    assert icons("a:bolt:c") == ["a:bolt:c"]


def test_lines_paragraphs_and_lists():
    text = "One\ntwo\n\nThree\n- first\n- second\n  goes on\nnot in the list\n\n\n- last\n"
    paragraphs, slips = markup.read(text)
    assert not slips
    assert [("".join(p.text for p in paragraph.pieces), *paragraph[1:]) for paragraph in paragraphs] == [
        ("One\u2028two", False, False),
        ("Three", False, True),
        ("first", True, False),
        ("second\u2028goes on", True, False),
        ("not in the list", False, False),
        ("last", True, True),
    ]


def test_a_style_goes_on_over_a_blank_line():
    assert [piece.bold for piece in pieces("a <b>b\n\nc</b> d")] == [False, True, True, False]


def test_one_line():
    paragraphs, _ = markup.read("- a\nb", single_line=True)
    assert paragraphs[0].pieces[0].text == "- a b" and not paragraphs[0].bullet


@settings(max_examples=200)
@given(st.text(st.sampled_from("ab <>/i&;:-\n#x0\t\r\x07é"), max_size=40))
def test_no_text_breaks_it_and_none_is_lost(text):
    paragraphs, slips = markup.read(text)
    if not slips and not set(text) & set("<&:-"):
        kept = "".join(piece.text for paragraph in paragraphs for piece in paragraph.pieces)
        assert sorted(kept.replace("\u2028", "").replace(" ", "")) == sorted("".join(text.split()))
