"""What the runs become on paper: a PDF reader gives the source back, letters join and stand in order."""

import shutil
import subprocess

import pypdfium2
import pytest
from paper import ICONS, draw, library, runs

from questpress.diagnostics import Report
from questpress.press.text.icons import IconSet
from questpress.press.text.tools import TextTools

needs_poppler = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils are not installed")
MARKS = dict.fromkeys(map(ord, "\u200f\u202a\u202b\u202c"))  # poppler brackets lines with these; ours is U+200F

SOURCES = [
    "The official waffle: first flight, AVATAR To Wave.",
    "Žluťoučký kůň úpěl ďábelské ódy, Łódź, naïve",
    "Ελληνικά και Русский текст",
    "Move → or ↗, roll ⚀ ⚅, score ★ ✓ ≥ 3×4 − 2",
    "שלום עולם",
    "שלום 123 (אבג) סוף",
    "(אבג) 12-13, דה 5 הוז.",
    "אבג abc def 7 הוז",
    "سلام",
    "السلام عليكم",
    "بَيْت لا إله",
    "q\u0301 x\u0323 m\u0304an",
]


def page(tmp_path, text, **options):
    report = Report()
    tools = TextTools(library(), IconSet([ICONS]), report)
    svg = tools.textbox(text, 5, 5, 110, 20, size=11, align="start", **options)
    assert not report.findings
    target = str(tmp_path / "page.pdf")
    draw([svg], target, 120, 30)
    return target, svg


@needs_poppler
@pytest.mark.parametrize("text", SOURCES)
def test_pdftotext_gives_the_source_back(tmp_path, text):
    target, _ = page(tmp_path, text)
    found = subprocess.run(["pdftotext", target, "-"], capture_output=True, text=True, check=True).stdout
    assert found.translate(MARKS).strip() == text


@needs_poppler
@pytest.mark.parametrize("tracking", [40, 90, 150, 300])
def test_tracked_words_stay_words(tmp_path, tracking):
    target, _ = page(tmp_path, "Escort Quest tale", tracking=tracking, font="Cinzel")
    found = subprocess.run(["pdftotext", target, "-"], capture_output=True, text=True, check=True).stdout
    assert found.split() == ["Escort", "Quest", "tale"]
    assert pypdfium2.PdfDocument(target)[0].get_textpage().get_text_range().split() == ["Escort", "Quest", "tale"]


@needs_poppler
def test_mixed_lines_hold_every_word(tmp_path):
    target, _ = page(tmp_path, "Move אבג 3 squares, then סלאם (twice).")
    found = subprocess.run(["pdftotext", target, "-"], capture_output=True, text=True, check=True).stdout
    for word in ("Move", "אבג", "3", "squares,", "סלאם", "twice"):
        assert word in found


@pytest.mark.parametrize("text", SOURCES[:4])
def test_pdfium_gives_the_source_back(tmp_path, text):
    target, _ = page(tmp_path, text)
    assert pypdfium2.PdfDocument(target)[0].get_textpage().get_text_range().strip() == text


def test_arabic_joins(tmp_path):
    _, svg = page(tmp_path, "سلام")
    (run,) = runs(svg)
    font = library().stack("Noto Sans Arabic").first
    alone = {font.font.get_nominal_glyph(ord(letter)) for letter in "سلام"}
    drawn = [glyph for glyph, _, _ in run.glyphs]
    assert run.rtl and len(set(drawn) & alone) <= 1  # the last letter has no joined form after lam-alef
    assert sum(size for size, _ in run.clusters) == len("سلام".encode())


def test_hebrew_stands_from_right_to_left(tmp_path):
    _, svg = page(tmp_path, "אב 12")
    font = library().stack("Noto Sans Hebrew").first
    where = {}
    for run in runs(svg):
        for glyph, x, _ in run.glyphs:
            where[run.font, glyph] = x
    alef, bet = (where[font.name, font.font.get_nominal_glyph(ord(letter))] for letter in "אב")
    digits = [x for run in runs(svg) if "12" in run.text for _, x, _ in run.glyphs]
    assert alef > bet > max(digits)
    one, two = next(run.glyphs for run in runs(svg) if run.text.strip() == "12")[:2]
    assert one[1] < two[1]


def test_brackets_are_mirrored(tmp_path):
    _, svg = page(tmp_path, "(אב)")
    left = min((x, glyph, run.font) for run in runs(svg) for glyph, x, _ in run.glyphs)
    font = library()._files[left[2]]
    assert left[1] == font.font.get_nominal_glyph(ord("("))
