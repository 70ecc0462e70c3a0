"""Findings as text: place, caret, remedy; the same fault of many components told once."""

from questpress.diagnostics import Diagnostic, Failed, Report, Severity, Span, gathered, pack, render, unpack

SPAN = Span("cards/g/heroes.yaml", 14, 13, 18, "  quantity: three")


def test_render_points_at_the_text():
    finding = Diagnostic("D021", "quantity must be a whole number, found 'three'", SPAN, "write a number")
    assert render(finding).splitlines() == [
        "cards/g/heroes.yaml:14:13: error[D021]: quantity must be a whole number, found 'three'",
        "   14 |   quantity: three",
        "      |             ^^^^^",
        "  help: write a number",
    ]


def test_long_lines_are_cut_around_the_place():
    line = "x" * 300 + "HERE" + "y" * 300
    shown = render(Diagnostic("D021", "m", Span("f", 1, 301, 305, line))).splitlines()
    start = shown[2].index("^")
    assert shown[1][start : start + 4] == "HERE" and shown[2].count("^") == 4 and len(shown[1]) < 130


def test_the_same_of_several_components_is_told_once():
    findings = [Diagnostic("T003", "no field 'x'", SPAN, subject=f"deck/{n}") for n in "abc"]
    findings.append(Diagnostic("T003", "no field 'y'", SPAN, subject="deck/a"))
    assert [f.subject for f in gathered(findings)] == ["deck/a and 2 more", "deck/a"]


def test_findings_survive_keeping():
    finding = Diagnostic("S011", "m", SPAN, "h", Severity.NOTE, "s")
    assert unpack(pack(finding)) == finding
    assert unpack(pack(Diagnostic("D001", "m"))) == Diagnostic("D001", "m")


def test_a_report_tells_everything_once():
    report = Report()
    report.warning("D022", "w")
    report.stop_if_failed()
    report.error("D021", "a")
    report.error("D021", "a")
    try:
        report.stop_if_failed()
    except Failed as failed:
        assert [f.message for f in failed.diagnostics] == ["w", "a"]
    else:
        raise AssertionError("an error did not stop the stage")
