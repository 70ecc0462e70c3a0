"""What templates call: text boxes, labels and icons, and what they report."""

import xml.etree.ElementTree as ET
from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paper import ICONS, library, right_edge, rows, runs, spoken

from questpress.diagnostics import Report, Span
from questpress.press.text.field import FieldText
from questpress.press.text.icons import IconSet
from questpress.press.text.tools import TextTools

WORDS = st.lists(st.text("abcdefilmnoprstuvwAVTW-,.é", min_size=1, max_size=11), min_size=1, max_size=30)


def make(subject="heroes/bruna"):
    return TextTools(library(), IconSet([ICONS]), Report(), subject, lambda field: Span("cards/x.yaml", 3, 5))


def size_of(svg):
    return runs(svg)[0].size


@settings(max_examples=60, deadline=None)
@given(WORDS, st.floats(15, 60), st.floats(6, 40), st.floats(0, 10), st.floats(0, 10))
def test_the_fitted_size_grows_with_the_box(words, width, height, wider, higher):
    text = " ".join(words)
    small = make().textbox(text, 0, 0, width, height, size=12, min=5)
    large = make().textbox(text, 0, 0, width + wider, height + higher, size=12, min=5)
    assert size_of(large) >= size_of(small) - 1e-9


def test_the_fitted_size_does_not_depend_on_what_came_before():
    text = "Move a tile, then draw a card for each of your heroes. " * 4
    first = make().textbox(text, 0, 0, 50, 20, size=12, min=5)
    tools = make()
    for height in (60, 10, 35):
        tools.textbox(text, 0, 0, 50, height, size=12, min=5)
    library().remembered["boxes"].clear()
    assert tools.textbox(text, 0, 0, 50, 20, size=12, min=5) == first


@settings(max_examples=60, deadline=None)
@given(WORDS, st.floats(15, 60), st.integers(6, 12), st.sampled_from(["", "- ", ":boot: "]))
def test_lines_are_counted_as_a_box_breaks_them(words, width, size, start):
    text = start + " ".join(["The", *words])
    tools = make()
    svg = tools.textbox(text, 0, 0, width, 400, size=size)
    baselines = {round(run.y, 3) for run in runs(svg)}
    assert tools.line_count(text, width, size=size) == len(baselines)


def test_the_size_found_is_the_largest(tools):
    text = "Move a tile, then draw a card for each of your heroes. " * 4
    found = round(size_of(tools.textbox(text, 0, 0, 50, 20, size=12, min=5)) * 72 / 25.4, 2)
    assert 5 < found < 12 and not tools.report.findings
    tools.textbox(text, 0, 0, 50, 20, size=found)
    assert not tools.report.findings
    tools.textbox(text, 0, 0, 50, 20, size=found + 0.05)
    assert tools.report.findings


@settings(max_examples=60, deadline=None)
@given(WORDS, st.floats(30, 80), st.sampled_from(["left", "center", "right", "justify"]))
def test_every_character_is_in_a_run(words, width, align):
    text = " ".join(["The", *words])
    said = spoken(make().textbox(text, 0, 0, width, 100, size=8, min=2, align=align))
    assert "".join(said.split()) == "".join(text.split())


@settings(max_examples=60, deadline=None)
@given(WORDS, st.floats(40, 80))
def test_justified_lines_end_at_the_edge(words, width):
    svg = make().textbox(" ".join(["The", *words]), 7, 0, width, 200, size=8, min=2, align="justify")
    lines = {}
    for each in runs(svg):
        lines.setdefault(each.y, []).append(each)
    for y in sorted(lines)[:-1]:
        if any(" " in each.text for each in lines[y]):
            assert max(right_edge(each, library()) for each in lines[y]) == pytest.approx(7 + width, abs=0.02)
            assert min(each.x for each in lines[y]) == pytest.approx(7, abs=1e-3)


def test_wrapping_golden(tools):
    text = (
        "When a villager steps on a well-known warp tile, she moves in the direction of its arrow and/or stops; "
        "roll 2–3 dice, half-heartedly."
    )
    assert rows(tools.textbox(text, 0, 0, 45, 60, size=9)) == [
        "When a villager steps on a well-",
        "known warp tile, she moves in the",
        "direction of its arrow and/or stops;",
        "roll 2–3 dice, half-heartedly.",
    ]
    assert rows(tools.textbox("a\u00a0b " * 6, 0, 0, 14, 60, size=9))[0] == "a\u00a0b a\u00a0b a\u00a0b"
    assert rows(tools.textbox("super&shy;cali&shy;fragil", 0, 0, 14, 60, size=9)) == ["supercali-", "fragil"]
    assert rows(tools.textbox("one\u200btwo", 0, 0, 6, 60, size=9)) == ["one", "two"]


def test_kerning_is_exact(tools):
    font = library().stack("Alegreya").first
    for features in ("", "-kern"):
        (run,) = runs(tools.label("AVATAR", 0, 0, font="Alegreya", size=10, features=features))
        width = right_edge(run, library())
        plain = sum(font.font.get_glyph_h_advance(glyph) for glyph, _, _ in run.glyphs) * run.size / font.upem
        if features:
            assert width == pytest.approx(plain, abs=1e-4)
        else:
            assert width < plain * 0.97


def test_ligatures_keep_their_letters(tools):
    (run,) = runs(tools.label("office", 0, 0, font="Alegreya"))
    assert run.text == "office"
    assert len(run.glyphs) < 6
    assert sum(size for size, _ in run.clusters) == 6
    (spaced,) = runs(tools.label("office", 0, 0, font="Alegreya", tracking=50))
    assert len(spaced.glyphs) == 6


def test_bold_and_italic_take_their_own_files(tools):
    svg = tools.textbox("a <b>b</b> <i>c</i> <b><i>d</i></b>", 0, 0, 50, 10)
    fonts = [run.font for run in runs(svg)]
    assert fonts == ["Alegreya-Regular.ttf", "Alegreya-Bold.ttf", "Alegreya-Italic.ttf", "Alegreya-BoldItalic.ttf"]
    assert tools.fonts_used == set(fonts)
    assert [path.rsplit("/", 1)[1] for path in tools.files_used] == sorted(fonts)


def test_overflow_names_component_field_and_amount(tools):
    text = FieldText("word " * 180, "text")
    svg = tools.textbox(text, 0, 0, 55, 35, size=9, min=7)
    (finding,) = tools.report.findings
    assert finding.code == "T036"
    assert finding.subject == "heroes/bruna, text"
    assert finding.span == Span("cards/x/heroes.yaml", 14, 9)
    assert "35 mm" in finding.message and "lines do not fit" in finding.message and "9 down to 7 pt" in finding.message
    assert svg  # drawn all the same


def test_a_word_too_wide(tools):
    tools.textbox("a Donaudampfschifffahrtsgesellschaft b", 0, 0, 20, 50, size=10, min=8, field="name")
    (finding,) = tools.report.findings
    assert finding.code == "T037" and "'Donaudampfschifffahrtsgesellschaft'" in finding.message
    assert finding.subject == "heroes/bruna, name"


def test_a_label_shrinks_then_tells(tools, found):
    svg = tools.label("Baron of the North", 0, 0, size=14, min=6, max_width=25)
    assert max(right_edge(run, library()) for run in runs(svg)) <= 25 and not found()
    tools.label("Baron of the North", 0, 0, size=14, min=13, max_width=25)
    assert found() == ["T043"]


def test_label_anchors_and_baselines(tools):
    def edges(**options):
        (run,) = runs(tools.label("HEX", 50, 20, size=10, **options))
        return run.x, right_edge(run, library()), run.y

    left, _, base = edges()
    assert (left, base) == (50, 20)
    assert edges(anchor="end")[1] == pytest.approx(50, abs=1e-3)
    assert sum(edges(anchor="middle")[:2]) / 2 == pytest.approx(50, abs=1e-3)
    font = library().stack("Alegreya Sans").first
    em = 10 * 25.4 / 72
    assert edges(baseline="cap-middle")[2] == pytest.approx(20 + font.cap_height * em / 2, abs=1e-3)
    assert edges(baseline="middle")[2] == pytest.approx(20 + font.x_height * em / 2, abs=1e-3)
    tracked = edges(anchor="end", tracking=200)
    assert tracked[1] == pytest.approx(50, abs=1e-3)  # no tracking after the last letter


def test_middle_looks_centred(tools):
    (run,) = runs(tools.textbox("HEX", 0, 10, 50, 20, size=12, valign="middle"))
    font = library().stack("Alegreya").first
    assert run.y - font.cap_height * run.size / 2 == pytest.approx(20, abs=1e-3)
    (bottom,) = runs(tools.textbox("HEX", 0, 10, 50, 20, size=12, valign="bottom"))
    assert bottom.y + font.descent * run.size == pytest.approx(30, abs=1e-3)
    (top,) = runs(tools.textbox("HEX", 0, 10, 50, 20, size=12))
    assert top.y - font.ascent * run.size == pytest.approx(10, abs=1e-3)


def test_lists_hang(tools):
    svg = tools.textbox("- one two three four five six\n- seven", 0, 0, 25, 30, size=9)
    bullets = [run for run in runs(svg) if run.text == "•"]
    others = [run for run in runs(svg) if run.text != "•"]
    assert [run.x for run in bullets] == [0, 0]
    assert len({round(run.x, 3) for run in others}) == 1 and others[0].x > 1


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Žluťoučký → ⚀ ♥ Ελλάδα Русь שלום سلام", []),
        ("Žluťoučký 龍 🐉", ["T035"]),
        ("Gain 1 :heart: :hart:", ["T039"]),
        ("<i>Flying", ["T038"]),
        ("Sword & Shield < 3", []),
        ("a\x0bb", ["T041"]),
    ],
)
def test_what_is_reported(tools, found, text, codes):
    tools.textbox(text, 0, 0, 50, 40)
    assert found() == codes


def test_a_missing_glyph_names_code_points_and_fonts(tools):
    tools.textbox("Žluťoučký 龍 🐉", 0, 0, 50, 40, field="name")
    (finding,) = tools.report.findings
    assert "U+9F8D" in finding.message and "U+1F409" in finding.message and "Alegreya-Regular.ttf" in finding.message
    assert "icon" in finding.help


def test_a_missing_icon_has_a_nearest_name(tools):
    tools.icon("hart", 5, 5, 4)
    (finding,) = tools.report.findings
    assert finding.code == "T039" and "'heart'" in finding.help


def test_one_unclosed_tag_spoils_no_other_card():
    report = Report()
    icons = IconSet([ICONS])
    drawn = {}
    for number in range(5):
        tools = TextTools(library(), icons, report, f"card {number}")
        text = FieldText("<i>Flying" if number == 3 else "Flying", "text")
        drawn[number] = tools.textbox(text, 0, 0, 50, 10)
    (finding,) = report.findings
    assert finding.subject == "card 3, text"
    assert drawn[4] == drawn[0] and "Italic" not in drawn[4]


def test_the_same_box_on_another_card_is_reported_again():
    icons = IconSet([ICONS])
    for name in ("a", "b"):
        report = Report()
        TextTools(library(), icons, report, name).textbox("<b>x", 0, 0, 50, 10)
        assert [finding.subject for finding in report.findings] == [f"{name}, '<b>x'"]


def test_icons_sit_in_the_line(tools):
    svg = tools.textbox("Gain 1 :heart: :heart: now", 0, 0, 50, 4.2, size=12, min=4, icon_fill="#c00000")
    groups = ET.fromstring(f"<svg>{svg}</svg>").findall("g")
    assert len(groups) == 2 and not tools.report.findings
    assert all(group.get("fill") == "#c00000" for group in groups)
    assert tools.icons_used == {"heart"}
    for group in groups:
        _, y, scale = (
            float(n) for n in group.get("transform").replace("translate(", "").replace(") scale(", " ")[:-1].split()
        )
        assert -0.02 <= y and y + 24 * scale <= 4.2 + 0.02


@pytest.mark.parametrize(
    ("value", "shown"), [(7, "7"), (3.0, "3"), (2.5, "2.5"), (None, ""), (FieldText("x", "text"), "x"), ("", "")]
)
def test_values_that_are_no_text(tools, value, shown):
    assert spoken(tools.label(value, 0, 0)) == shown
    assert not tools.report.findings


@pytest.mark.parametrize("value", [True, ["a"], {"a": 1}])
def test_values_that_cannot_be_printed(tools, found, value):
    assert tools.label(value, 0, 0) == ""
    assert found() == ["T042"]


@pytest.mark.parametrize(
    "options",
    [
        {"align": "centre"},
        {"valign": "center"},
        {"size": -1},
        {"size": "big"},
        {"min": 12},
        {"features": "lining"},
        {"style": "slanted"},
        {"x": float("nan")},
        {"w": [1]},
        {"leading": 0},
    ],
)
def test_arguments_out_of_range(tools, found, options):
    arguments = {"x": 0, "y": 0, "w": 50, "h": 10, **options}
    assert tools.textbox("x", **arguments) == ""
    assert set(found()) == {"T042"}


@pytest.mark.parametrize(
    ("options", "code"),
    [({"font": "Helvetica"}, "T033"), ({"weight": "black"}, "T034"), ({"font": "Cinzel", "style": "italic"}, "T034")],
)
def test_a_font_that_is_not_there_is_never_replaced_silently(tools, found, options, code):
    assert tools.textbox("x", 0, 0, 50, 10, **options)
    assert found() == [code]


def test_what_comes_back_is_safe_and_stays_xml(tools):
    svg = tools.textbox("\"Sword\" & 'Shield' <3", 0, 0, 50, 10, fill='"><script>')
    assert svg.__html__() == svg
    assert spoken(svg) == "\"Sword\" & 'Shield' <3"
    assert escape('"><script>', quote=True) in svg


def test_the_field_survives_only_the_very_value():
    text = FieldText("a", "name")
    assert text == "a" and text.field == "name"
    assert not hasattr(text + "b", "field") and not hasattr(text.upper(), "field")
