"""Booklets: every word in order, headings kept, lines never alone, figures with text beside them, fitting to pages."""

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paper import ICONS, library, right_edge, runs

from questpress.diagnostics import Report, Span
from questpress.press.text.flow import flow
from questpress.press.text.icons import IconSet

FRAMES = [[10, 20, 60, 100], [80, 20, 60, 100]]
WORDS = "the villager copies every step that you take whatever lies in front of his feet".split()


def prose(words, start=0):
    return " ".join(WORDS[(start + index) % len(WORDS)] for index in range(words)).capitalize() + "."


def box(name, width):
    return None if name == "gone" else (width or 40, (width or 40) / 2, f'<rect id="{name}" width="1" height="1"/>')


def setting(source, frames=FRAMES, **options):
    report = Report()
    options = {"span_of": lambda line: Span("rules/x.md", line), "subject": "rule-sheet", **options}
    flowed = flow(source, frames, library(), IconSet([ICONS]), box, report, **options)
    return flowed, report


def lines(body):
    """The page's lines as (frame, y, text), in reading order."""
    found = {}
    for each in runs(body):
        frame = 0 if each.x < 75 else 1
        found.setdefault((frame, round(each.y, 2)), []).append(each)
    return [
        (frame, y, "".join(run.text for run in sorted(parts, key=lambda r: r.x)))
        for (frame, y), parts in sorted(found.items())
    ]


def said(flowed):
    return " ".join(text for body in flowed.bodies for _, _, text in lines(body))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 90), min_size=1, max_size=12), st.sampled_from([45, 60, 100]))
def test_every_word_in_order_and_no_line_alone(lengths, height):
    frames = [[10, 20, 60, height], [80, 20, 60, height]]
    source = "\n\n".join(f"{prose(length, index)} Q{index}Q" for index, length in enumerate(lengths))
    flowed, report = setting(source, frames, even=False)
    assert not report.findings
    words = said(flowed).replace("- ", "-")
    assert words.split() == source.split()
    groups = {}  # a paragraph's lines in each frame
    paragraph = 0
    for number, body in enumerate(flowed.bodies):
        for frame, y, text in lines(body):
            assert 20 <= y <= 20 + height
            groups.setdefault(paragraph, {}).setdefault((number, frame), []).append(text)
            paragraph += bool(re.search(r"Q\d+Q$", text))
    for parts in groups.values():
        if len(parts) > 1:
            assert all(len(part) > 1 for part in parts.values())


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 70), st.integers(0, 80))
def test_a_heading_stays_with_two_lines_of_its_text(before, after):
    source = f"{prose(before * 4)}\n\n## Heading\n\n{prose(after + 20)}"
    flowed, _ = setting(source, even=False)
    for body in flowed.bodies:
        found = lines(body)
        for index, (frame, _, text) in enumerate(found):
            if text == "Heading":
                assert [entry[0] for entry in found[index + 1 : index + 3]] == [frame, frame]


def test_headings_tell_their_page():
    flowed, _ = setting(f"# One\n\n{prose(900)}\n\n## Two *and* a half\n\nEnd.")
    assert [(heading.title, heading.level) for heading in flowed.headings] == [("One", 1), ("Two and a half", 2)]
    assert flowed.headings[0].page == 1 and flowed.headings[0].y == 20
    assert flowed.headings[1].page == len(flowed.bodies)


def test_text_runs_beside_a_figure_and_then_under_it():
    flowed, report = setting(f'![](figure:tile "width=30mm left")\n\n{prose(80)}', even=False)
    assert not report.findings
    firsts = {}
    for each in runs(flowed.bodies[0]):
        firsts.setdefault(round(each.y, 2), each.x)
    starts = [firsts[y] for y in sorted(firsts)]
    assert starts[0] == pytest.approx(43) and starts[-1] == pytest.approx(10)
    beside = [y for y in firsts if firsts[y] > 40]
    assert max(beside) < 20 + 15 + 5 and len(beside) >= 3
    assert min(y for y in firsts if firsts[y] < 20) > 35


def test_a_legend_row_stands_beside_its_figure_to_the_end():
    rows = "\n\n".join(f'![](figure:t{n} "width=14mm left")\n\n**T{n}.** {prose(12)}' for n in range(3))
    flowed, _ = setting(rows, even=False)
    assert {round(each.x) for each in runs(flowed.bodies[0]) if "Bold" in each.font} == {27}
    assert min(each.x for each in runs(flowed.bodies[0])) >= 27 - 1e-3
    places = re.findall(r"translate\(10 ([\d.]+)\)", flowed.bodies[0])
    assert len(places) == 3 and all(float(b) - float(a) >= 7 for a, b in pairwise(places))


@pytest.mark.parametrize("before", range(60, 200, 4))
def test_a_heading_stays_with_a_figure_and_what_explains_it(before):
    source = f'{prose(before)}\n\n## Heading\n\n![](figure:t "width=24mm left")\n\n{prose(30)}\n\n## Next\n\nEnd.'
    flowed, _ = setting(source, even=False)
    (heading,) = [found for found in flowed.headings if found.title == "Heading"]
    frames = [line[0] for body in flowed.bodies[heading.page - 1 :] for line in lines(body)]
    texts = [line[2] for body in flowed.bodies[heading.page - 1 :] for line in lines(body)]
    place = texts.index("Heading")
    assert frames[place] == frames[place + 1]


def test_figures_keep_to_their_frame():
    flowed, _ = setting(f'{prose(200)}\n\n![A caption](figure:big "width=58mm")\n\n{prose(10)}', even=False)
    (place,) = re.findall(r'translate\(([\d.]+) ([\d.]+)\)"><rect id="big"', "".join(flowed.bodies))
    assert 20 <= float(place[1]) <= 120 - 29
    assert "A caption" in said(flowed)


def test_tables_repeat_their_head_and_break_between_rows():
    body = "\n".join(f"| T{n} | {prose(9, n)} | {n} |" for n in range(30))
    flowed, report = setting(f"| Tile | What it does | Count |\n|---|---|--:|\n{body}", even=False)
    assert not report.findings
    text = said(flowed)
    assert text.count("What it does") >= 2
    assert all(f"T{n}" in text for n in range(30))
    counts = [each for body in flowed.bodies for each in runs(body) if each.text.isdigit()]
    edges = {round(right_edge(each, library()), 1) for each in counts}
    assert len(edges) == 2  # right-aligned, in two columns of the page


def test_lists_are_numbered_and_nested():
    flowed, _ = setting("3. three\n4. four\n   - inner\n\n5. five")
    found = [text for _, _, text in lines(flowed.bodies[0])]
    assert found == ["3.three", "4.four", "•inner", "5.five"] or found == ["3.three", "4.four", "–inner", "5.five"]


def test_asides_have_a_ground_as_high_as_their_text():
    flowed, _ = setting(f"> {prose(40)}\n>\n> {prose(20)}")
    rects = [element for element in ET.fromstring(f"<svg>{flowed.bodies[0]}</svg>").iter("rect")]
    ground = rects[0]
    top, height = float(ground.get("y")), float(ground.get("height"))
    ys = [each.y for each in runs(flowed.bodies[0]) if each.x < 75]
    assert top < min(ys) and max(ys) < top + height


def test_definitions_links_quotes_and_code():
    flowed, report = setting('Escort\n: The hero\'s `own` "cloak", see [the site](https://example.org/a)')
    assert not report.findings
    assert said(flowed).replace("  ", " ") == "EscortThe hero’s own “cloak”, see the site"
    assert flowed.links == (("the site", "https://example.org/a"),)
    assert "AlegreyaSans-Regular.ttf" in flowed.fonts


def test_it_shrinks_to_the_pages_asked_for():
    source = "\n\n".join(prose(60, index) for index in range(8))
    free, _ = setting(source)
    assert len(free.bodies) == 2
    fitted, report = setting(source, pages=1, styles={"paragraph": {"least": 6}})
    assert len(fitted.bodies) == 1 and not report.findings and 0.6 < fitted.scale < 1
    sizes = {round(each.size, 3) for each in runs(fitted.bodies[0])}
    assert sizes == {round(9.5 * 25.4 / 72 * fitted.scale, 3)}


def test_what_does_not_fit_its_pages_is_told_with_its_amount():
    source = "\n\n".join(prose(60, index) for index in range(40))
    _, report = setting(source, pages=1)
    (finding,) = report.findings
    assert finding.code == "T050" and finding.subject == "rule-sheet"
    assert re.search(r"needs \d pages where 1 are allowed: [\d.]+ mm of column, about \d+ lines", finding.message)


def test_the_last_page_is_made_even():
    flowed, _ = setting("\n\n".join(prose(40, index) for index in range(4)))
    bottoms = [max(y for frame, y, _ in lines(flowed.bodies[0]) if frame == side) for side in (0, 1)]
    assert abs(bottoms[0] - bottoms[1]) < 12


@pytest.mark.parametrize(
    ("source", "code", "line"),
    [
        ("a\n\nb <div>x</div>", "T051", 3),
        ("<table></table>", "T051", 1),
        ("![x](art/dragon.png)", "T051", 1),
        ("text ![x](figure:a) text", "T051", 1),
        ('![x](figure:a "width=big")', "T051", 1),
        ("x\n\n![x](figure:gone)", "T053", 3),
        ('![x](figure:a "width=70mm")', "T052", 1),
        ("a :hart: b", "T039", 1),
        ("a\n\nb \ufffe c", "T041", 3),
        ("a 龍", "T035", 1),
        ("# *Italic* in Cinzel", "T034", 1),
        ("Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselbund", "T037", 1),
    ],
)
def test_faults_name_their_line(source, code, line):
    flowed, report = setting(source)
    assert [(finding.code, finding.span.line) for finding in report.findings] == [(code, line)]
    assert flowed.bodies


@pytest.mark.parametrize(
    "styles",
    [
        {"paragraf": {}},
        {"paragraph": 9},
        {"paragraph": {"sise": 9}},
        {"paragraph": {"size": "big"}},
        {"paragraph": {"align": "justified"}},
        {"heading2": {"fill": "rgb(1)"}},
        {"list": {"features": "lining"}},
    ],
)
def test_styles_out_of_form(styles):
    _, report = setting("text", styles=styles)
    assert [finding.code for finding in report.findings] == ["T054"]


def test_styles_are_taken():
    flowed, report = setting(
        "# A\n\ntext", styles={"paragraph": {"size": "12pt", "font": "Alegreya Sans"}, "heading1": {"fill": "#112233"}}
    )
    assert not report.findings
    assert [(run.font, round(run.size * 72 / 25.4, 1)) for run in runs(flowed.bodies[0]) if run.text == "text"] == [
        ("AlegreyaSans-Regular.ttf", 12.0)
    ]
    assert 'fill="#112233"' in flowed.bodies[0]


def test_the_same_source_gives_the_same_bytes():
    source = f"# A\n\n{prose(300)}\n\n- x\n- y\n\n> z"
    assert setting(source)[0] == setting(source)[0]


@pytest.mark.parametrize("source", ["", "\n\n", "- ", "> ", "| a |\n|---|", "[]()", "![](figure:a)", "#", "1.", "***"])
def test_nearly_nothing(source):
    flowed, _ = setting(source)
    assert len(flowed.bodies) == 1


def test_hostile_nesting_ends():
    flowed, _ = setting("> " * 500 + "a\n\n" + "- " * 300 + "b")
    assert flowed.bodies
