"""Sheet and target files, papers by name and size, output names."""

from __future__ import annotations

from pathlib import Path

import pytest

from questpress.diagnostics import Failed, Report
from questpress.press.sheets import SHEET, Sheet, Slot, paper_title, sheet_of
from questpress.press.targets import TARGET, Target, file_names, read_paper, target_of
from questpress.schema import INVALID, read
from questpress.source import load
from questpress.units import PAPERS

SHEETS = Path(__file__).resolve().parents[2] / "templates" / "sheets"


def written(folder: Path, text: str) -> Path:
    path = folder / "a.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", sorted(SHEETS.glob("*.yaml")), ids=lambda p: p.stem)
def test_shipped_sheets_read_well(path: Path) -> None:
    report = Report()
    values = read(load(path, path.name), SHEET, report)
    assert values is not INVALID, report.findings
    assert sheet_of(values).name == path.stem


def test_the_printer_at_home() -> None:
    report = Report()
    path = SHEETS / "targets" / "home.yaml"
    target = target_of(read(load(path, path.name), TARGET, report))
    assert not report.findings
    assert (target.name, target.paper, target.margin, target.bleed) == ("home", PAPERS["letter"], 4.2, 2.0)
    assert (target.marks, target.flip, target.imposed) == ("crop", "long", True)


def test_a_sheet_with_its_own_paper_and_slots(tmp_path: Path) -> None:
    text = "sheet: odd\npaper: [100mm, 15cm]\nslots:\n  - {x: 10mm, y: 1cm, turn: 90}\nflip: short\n"
    report = Report()
    sheet = sheet_of(read(load(written(tmp_path, text), "a.yaml"), SHEET, report))
    assert sheet == Sheet("odd", paper=(100.0, 150.0), slots=(Slot(10, 10, 90),), flip="short")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("paper: leter", "letter"),
        ("gutter: 3", "3mm"),
        ("grid: [3]", "2 members"),
        ("gutters: 3mm", "gutter"),
        ("flip: sideways", "long"),
        ("paper: [63,5mm, 88mm]", "2 members"),
    ],
)
def test_bad_sheets_are_diagnostics(tmp_path: Path, line: str, says: str) -> None:
    report = Report()
    assert read(load(written(tmp_path, f"sheet: s\n{line}\n"), "a.yaml"), SHEET, report) is INVALID
    (finding,) = report.findings
    assert finding.span is not None and finding.span.line == 2
    assert says in finding.message + finding.help


@pytest.mark.parametrize(
    ("text", "paper"),
    [("Letter", (215.9, 279.4)), ("a4", (210, 297)), ("100x150mm", (100, 150)), ("5in x 7in", (127, 177.8))],
)
def test_papers_by_name_and_size(text: str, paper: tuple[float, float]) -> None:
    assert read_paper(text) == pytest.approx(paper)


@pytest.mark.parametrize(
    ("text", "says"), [("lettr", "letter"), ("100x150", "no unit"), ("2mm x 3mm", "10 mm"), ("", "size")]
)
def test_papers_that_are_none(text: str, says: str) -> None:
    with pytest.raises(Failed) as caught:
        read_paper(text)
    assert [d.code for d in caught.value.diagnostics] == ["S005"]
    assert says in str(caught.value)


def test_papers_have_names() -> None:
    assert paper_title(PAPERS["letter"]) == "Letter"
    assert paper_title((297.0, 210.0)) == "A4 landscape"
    assert paper_title((100.0, 150.5)) == "100 × 150.5 mm"


OUTPUTS = [{"game": "escort-quest", "deck": f"deck-{i}"} for i in range(5)]


def test_file_names() -> None:
    assert file_names(Target("home", file="{game}/{deck}-{paper}.pdf"), OUTPUTS)[1] == "escort-quest/deck-1-letter.pdf"


@pytest.mark.parametrize(
    ("pattern", "code", "says"),
    [
        ("card.pdf", "S007", "{deck}"),  # pitfall 33
        ("{game}.pdf", "S007", "{deck}"),
        ("{dekc}.pdf", "S008", "{deck}"),
        ("{deck.__class__}.pdf", "S008", "names in braces"),
        ("{deck", "S008", "brace"),
        ("../{deck}.pdf", "S008", "cannot be"),
        ("/tmp/{deck}.pdf", "S008", "cannot be"),
        ("{number}.pdf", "S008", "{number}"),
    ],
)
def test_patterns_that_would_lose_files(pattern: str, code: str, says: str) -> None:
    with pytest.raises(Failed) as caught:
        file_names(Target("home", file=pattern), OUTPUTS)
    assert {d.code for d in caught.value.diagnostics} == {code}
    assert says in str(caught.value)


def test_names_that_differ_in_case_only() -> None:
    with pytest.raises(Failed):
        file_names(Target("home"), [{"deck": "Heroes"}, {"deck": "heroes"}])
