"""Booklets as books: references to pages that hold, contents, running heads, callouts, links, folded sheets."""

from __future__ import annotations

import re

import pikepdf
import pytest

from .conftest import Press, write

PROSE = "The harbour master counts every ship that leaves and every ship that comes home again before the storm. " * 9
BOOK = f"""\
# The Harbour

<!-- contents -->

See page {{{{ page("storms") }}}} and [the storms](#storms), also [](#M4.2) or <https://example.org/a>.

## Ships <!-- M1.1 -->

{PROSE}

![The ship and its parts](figure:parts "width=80mm")

## Going out

{PROSE}

{PROSE} <!-- M4.2 -->

## Storms

{PROSE}

### Small ones

{PROSE}

## Coming home

{PROSE}
"""
GAME = {
    "rules/harbour.yaml": 'game: harbour\ntitle: Harbour\nversion: "0.3"\nnumbers: {hand: {value: 5, means: cards}}\n',
    "templates/harbour/kinds.yaml": """\
kinds:
  ship:
    trim: [63.5mm, 88.9mm]
    sheet: poker
    faces: {front: ship.svg.j2}
  page:
    trim: [100mm, 140mm]
    sheet: booklet
    faces: {front: page.svg.j2}
""",
    "templates/harbour/ship.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block art %}<defs><path id="hull" d="M5 40H58L50 60H12Z"/></defs><use href="#hull" fill="#1f5f8b"/>{% endblock %}
""",
    "templates/harbour/page.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block art %}
{{ label(page.heading ~ ' / ' ~ page.chapter, 8 if page.side == 'left' else 92, 7,
  anchor='start' if page.side == 'left' else 'end', size=7) }}
{{ label(page.number, 50, 136, anchor='middle', size=8) }}{{ page.body }}
{% endblock %}
""",
    "cards/harbour/ships.yaml": "deck: ships\nkind: ship\ncards: [{id: sloop}]\n",
    "cards/harbour/book.yaml": """\
booklet: book
title: Rulebook
kind: page
source: rules/harbour.md
frames: [[8, 12, 84, 118]]
figures:
  parts:
    of: sloop
    width: 30mm
    callouts:
      - {at: [30, 50], says: "The hull, {{ rules.hand }} planks thick"}
      - {at: [12, 45], mark: [-6, 20], says: "The <b>bow</b>"}
""",
    "rules/harbour.md": BOOK,
}


@pytest.fixture
def harbour(tmp_path) -> Press:
    return Press(write(tmp_path, GAME))


def pages_of(path) -> list[str]:
    import pypdfium2

    return [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(str(path))]


def alone(harbour) -> None:
    """The booklet with one page to a sheet."""
    path = harbour.root / "templates/harbour/kinds.yaml"
    path.write_text(path.read_text().replace("sheet: booklet", "sheet: page"))


def book(harbour) -> list[str]:
    report = harbour.build()
    assert report["good"] and not report["diagnostics"], report["diagnostics"]
    return pages_of(harbour.root / "output/harbour/book.pdf")


def page_with(pages: list[str], heading: str) -> int:
    """The page on which a heading stands by itself, from 1."""
    found = [n for n, text in enumerate(pages, 1) if re.search(rf"^{heading}\s*$", text, re.M)]
    assert found, heading
    return found[-1]


def test_page_references_and_contents_hold(harbour):
    alone(harbour)
    pages = book(harbour)
    storms = page_with(pages, "Storms")
    assert storms >= 3 and len(pages) >= 4
    first = " ".join(pages[0].split())
    assert f"See page {storms} and the storms (page {storms})" in first.replace("\u00a0", " ")
    mark = re.search(r"also page (\d+)", first.replace("\u00a0", " "))
    assert mark and 2 <= int(mark[1]) <= storms
    for heading in ("Ships", "Going out", "Storms", "Coming home"):
        number = page_with(pages, heading)
        assert re.search(rf"{heading}\s+{number}\b", first), (heading, number, first)
    assert "Small ones" not in first


def test_running_heads_and_sides(harbour):
    alone(harbour)
    pages = book(harbour)
    heads = [text.split(" / The Harbour")[0].splitlines()[-1] for text in pages]
    assert heads[0] == "The Harbour"
    storms = page_with(pages, "Storms")
    assert heads[storms - 1] in ("Storms", "Going out", "Coming home")


def test_bookmarks_and_links_lead_where_they_say(harbour):
    alone(harbour)
    pages = book(harbour)
    with pikepdf.open(harbour.root / "output/harbour/book.pdf") as pdf:
        numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
        with pdf.open_outline() as outline:
            (root,) = outline.root
            assert root.title == "The Harbour"
            assert [item.title for item in root.children] == ["Ships", "Going out", "Storms", "Coming home"]
            assert [item.title for item in root.children[2].children] == ["Small ones"]
        notes = list(pdf.pages[0].Annots)
        leads = [numbers[note.Dest[0].objgen] for note in notes if "/Dest" in note]
        storms = page_with(pages, "Storms")
        headings = [page_with(pages, h) for h in ("Ships", "Going out", "Storms", "Coming home")]
        assert leads[:4] == headings and storms in leads[4:]
        assert [str(note.A.URI) for note in notes if "/A" in note] == ["https://example.org/a"]
        high, wide = float(pdf.pages[0].mediabox[3]), float(pdf.pages[0].mediabox[2])
        for note in notes:
            left, bottom, right, top = map(float, note.Rect)
            assert 0 < left < right < wide and 0 < bottom < top < high
        assert str(pdf.Root.Lang) == "en" and str(pdf.docinfo.Title) == "Harbour: Rulebook"


def test_callouts_number_a_real_component_and_say_what_they_mean(harbour):
    alone(harbour)
    text = " ".join(" ".join(book(harbour)).split())
    assert "The hull, 5 planks thick" in text and "The bow" in text
    ship = harbour.root / "templates/harbour/ship.svg.j2"
    before = (harbour.root / "output/harbour/book.pdf").read_bytes()
    ship.write_text(ship.read_text().replace("#1f5f8b", "#8b1f1f"))
    book(harbour)
    assert (harbour.root / "output/harbour/book.pdf").read_bytes() != before


def test_a_folded_booklet_for_home(harbour):
    book(harbour)
    with pikepdf.open(harbour.root / "output/harbour/book.pdf") as pdf:
        assert [float(x) for x in pdf.pages[0].mediabox] == [0, 0, 792, 612]
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"
        assert len(pdf.pages) % 2 == 0
    sides = pages_of(harbour.root / "output/harbour/book.pdf")
    assert "The Harbour" in sides[0] and re.search(r"^1\s*$", sides[0], re.M)
    assert re.search(r"^2\s*$", sides[1], re.M)


FAULTY = "rules/harbour.md"


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "words"),
    [
        (FAULTY, 'page("storms")', 'page("strom")', "T005", "did you mean 'storms'"),
        (FAULTY, "(#storms)", "(#stroms)", "T058", "'#stroms'"),
        (FAULTY, "figure:parts", "figure:prats", "T053", "prats"),
        ("cards/harbour/book.yaml", "of: sloop", "of: slop", "T053", "parts"),
        ("templates/harbour/page.svg.j2", "page.heading", "page.haeding", "T0", "haeding"),
        ("cards/harbour/book.yaml", "at: [12, 45]", "at: [12]", "D021", "exactly 2"),
        ("cards/harbour/book.yaml", "planks thick", "planks thick " * 40, "T036", "too high"),
        ("templates/harbour/kinds.yaml", "[100mm, 140mm]", "[150mm, 200mm]", "S017", "do not fit side by side"),
    ],
)
def test_faults(harbour, name, old, new, code, words):
    path = harbour.root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = harbour.faults()
    assert [f for f in found if f["code"].startswith(code) and words in f"{f['message']} {f['help']}"], found


def test_an_edit_of_the_text_moves_its_pages_and_nothing_else(harbour):
    alone(harbour)
    pages = book(harbour)
    path = harbour.root / "rules/harbour.md"
    path.write_text(path.read_text().replace("## Storms", PROSE + "\n\n" + PROSE + "\n\n## Storms"))
    again = book(harbour)
    assert page_with(again, "Coming home") > page_with(pages, "Coming home")
    assert re.search(rf"Coming home\s+{page_with(again, 'Coming home')}\b", " ".join(again[0].split()))
    report = harbour.build()
    assert not report["redrawn"] and not any(f["written"] for f in report["files"])


def test_the_made_up_language_reaches_the_text(harbour):
    alone(harbour)
    report = harbour.json("build", "--lang", "xx")["games"][0]
    assert report["good"], report["diagnostics"]
    words = " ".join(pages_of(harbour.root / "output/harbour/xx/book.pdf"))
    assert "harbour master" not in words and re.search(r"hárbóúr\w+ mástér", words)


def test_a_translated_booklet(harbour):
    alone(harbour)
    lacking = harbour.json("text", "--lang", "es", "--booklets")[0]
    assert lacking["booklets"] == ["rules/harbour.es.md"]
    path = harbour.root / "rules/harbour.es.md"
    text = path.read_text()
    assert re.match(r"<!-- translates [0-9a-f]{12} -->\n# The Harbour", text)
    path.write_text(
        text.replace("# The Harbour", "# El puerto")
        .replace("## Storms", "## Tormentas")
        .replace('"storms"', '"tormentas"')
        .replace("#storms", "#tormentas")
    )
    report = harbour.json("build", "--lang", "es")["games"][0]
    assert report["good"] and [f["code"] for f in report["diagnostics"]] == ["D044"]
    assert "rules/harbour.md" not in report["diagnostics"][0]["message"]
    first = " ".join(pages_of(harbour.root / "output/harbour/es/book.pdf")[0].split()).replace("\u00a0", " ")
    assert "El puerto" in first and "(página 3)" in first
    source = harbour.root / "rules/harbour.md"
    source.write_text(source.read_text().replace("counts every ship", "counts all ships"))
    codes = [f["code"] for f in harbour.json("check", "--lang", "es")["games"][0]["diagnostics"]]
    assert sorted(codes) == ["D043", "D044"]
