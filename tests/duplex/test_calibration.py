"""Calibrations: the numbers move backs and nothing else; what a person reads off the test sheet makes sides meet."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questpress.diagnostics import Failed, Report
from questpress.press.arrange import Imposition, arrange, mirror_of
from questpress.press.box import Box
from questpress.press.calibration import CALIBRATION, Calibration, calibration_of, read_off, stations, written
from questpress.press.model import Trim
from questpress.press.movement import STILL, Movement
from questpress.press.sheets import Sheet
from questpress.press.targets import Target
from questpress.press.testsheet import places
from questpress.schema import read as read_values
from questpress.source import parse
from questpress.units import PAPERS, points
from tests.duplex import printer
from tests.duplex.rasters import DPI, flag, mirrored, rasters, same_flag, write
from tests.project.conftest import GAME, Press
from tests.project.conftest import write as write_files

LETTER = PAPERS["letter"]

movements = st.builds(
    Movement,
    st.floats(-5, 5),
    st.floats(-5, 5),
    st.floats(-2, 2),
    st.floats(0.98, 1.02),
    st.floats(0.98, 1.02),
)
papers = st.sampled_from([LETTER, PAPERS["a4"], PAPERS["a5"], PAPERS["a3"][::-1], LETTER[::-1]])


@given(movements, papers, st.floats(0, 300), st.floats(0, 300))
def test_the_matrix_moves_points_as_told(moved: Movement, paper: tuple[float, float], x: float, y: float) -> None:
    a, b, c, d, e, f = moved.matrix(paper)
    u, v = points(x), points(paper[1] - y)
    there = moved.point(x, y, paper)
    assert (a * u + c * v + e, b * u + d * v + f) == pytest.approx((points(there[0]), points(paper[1] - there[1])))


def test_right_down_and_clockwise_are_what_they_say() -> None:
    middle = LETTER[0] / 2, LETTER[1] / 2
    assert Movement(dx=1.2, dy=-0.4).point(*middle, LETTER) == pytest.approx((middle[0] + 1.2, middle[1] - 0.4))
    x, y = Movement(angle=90).point(middle[0] + 10, middle[1], LETTER)  # what was right is below
    assert (x, y) == pytest.approx((middle[0], middle[1] + 10))
    assert Movement(scale_y=1.008).point(middle[0] + 50, middle[1] + 100, LETTER) == pytest.approx(
        (middle[0] + 50, middle[1] + 100.8)
    )


@settings(max_examples=60)
@given(movements, papers, st.booleans())
def test_readings_of_a_drift_give_back_what_undoes_it(
    moved: Movement, paper: tuple[float, float], middle: bool
) -> None:
    """What stands behind each station is where the back is moved to: reading and movement are one."""
    readings = {}
    for name, (right, down) in stations(paper).items():
        if name == "M" and not middle:
            continue
        x, y = moved.point(right, down, (0.0, 0.0))
        readings[name] = (x - right, y - down)
    found = read_off(readings, paper)
    assert (found.dx, found.dy, found.angle) == pytest.approx((moved.dx, moved.dy, moved.angle), abs=1e-6)
    assert (found.scale_x, found.scale_y) == pytest.approx((moved.scale_x, moved.scale_y), abs=1e-6)


def test_the_middle_alone_is_a_shift() -> None:
    assert read_off({"M": (1.2, -0.4)}, LETTER) == Movement(1.2, -0.4)


@pytest.mark.parametrize(
    ("readings", "says"),
    [
        ({"A": (1.0, 0.0), "B": (1.0, 0.0), "C": (1.0, 0.0)}, "D lack"),
        ({}, "nothing"),
        ({"A": (1.0, 0.5), "B": (1.0, 0.5), "C": (1.0, 0.5), "D": (-1.0, 0.5)}, "do not go together"),  # a lost sign
        ({"M": (0.0, 1.5), "A": (0.0, 0.0), "B": (0.0, 0.0), "C": (0.0, 0.0), "D": (0.0, 0.0)}, "do not go together"),
    ],
)
def test_readings_that_make_no_sense(readings: dict[str, tuple[float, float]], says: str) -> None:
    with pytest.raises(Failed) as failure:
        read_off(readings, LETTER)
    (finding,) = failure.value.diagnostics
    assert finding.code == "S055" and says in finding.message and finding.help


@given(movements, st.sampled_from(["long", "short"]), st.sampled_from(["portrait", "landscape"]))
def test_what_is_written_is_read_again(moved: Movement, flip: str, orientation: str) -> None:
    report = Report()
    text = written(Calibration("office", moved, flip, orientation))
    found = calibration_of(read_values(parse(text, "a.yaml"), CALIBRATION, report))
    assert not report.findings and (found.name, found.flip, found.orientation) == ("office", flip, orientation)
    for name, slack in {"dx": 5e-4, "dy": 5e-4, "angle": 5e-5, "scale_x": 5e-6, "scale_y": 5e-6}.items():
        assert getattr(found.movement, name) == pytest.approx(getattr(moved, name), abs=slack * 1.01)


# -- what is printed ---------------------------------------------------------------------------------------------------

MOVED = Movement(1.2, -0.4, 0.3, 0.998, 1.008)


def sheet_of_cards(flip: str = "long") -> Imposition:
    pieces = [(f"f{n}", f"b{n}") for n in range(4)]
    paper = (121.92, 101.6)
    return arrange(Trim(22, 31, 2), pieces, Sheet("s", gutter=5), Target("home", flip=flip), paper=paper)


def test_backs_are_moved_by_exactly_that_and_fronts_not_at_all(tmp_path: Path) -> None:
    still = sheet_of_cards()
    write(tmp_path / "a.pdf", still)
    write(tmp_path / "b.pdf", replace(still, moved=MOVED))
    with pikepdf.open(tmp_path / "a.pdf") as one, pikepdf.open(tmp_path / "b.pdf") as two:
        assert two.pages[0].Contents.read_bytes() == one.pages[0].Contents.read_bytes()
        first, *rest, last = two.pages[1].Contents.read_bytes().split(b"\n")
        assert b"\n".join(rest) == one.pages[1].Contents.read_bytes() and last == b"Q"
        start, *numbers, end = first.decode().split()
        assert (start, end) == ("q", "cm")
        a, b, c, d, e, f = map(float, numbers)
        assert math.hypot(a, b) == pytest.approx(MOVED.scale_x) and math.hypot(c, d) == pytest.approx(MOVED.scale_y)
        assert math.degrees(math.atan2(-b, a)) == pytest.approx(MOVED.angle, abs=1e-5)
        x, y = points(still.paper[0]) / 2, points(still.paper[1]) / 2
        shift = a * x + c * y + e - x, b * x + d * y + f - y
        assert shift == pytest.approx((points(MOVED.dx), -points(MOVED.dy)), abs=1e-5)


def test_the_moved_back_is_where_it_should_be_on_paper(tmp_path: Path) -> None:
    still = sheet_of_cards()
    write(tmp_path / "a.pdf", still)
    write(tmp_path / "b.pdf", replace(still, moved=MOVED))
    before, after = rasters(tmp_path / "a.pdf"), rasters(tmp_path / "b.pdf")
    assert before[0].tobytes() == after[0].tobytes()
    for placement in still.sides[1].placements:
        x, y, size = flag(before[1], placement.trim.grown(-0.5))
        there = MOVED.box(placement.trim, still.paper).grown(-1.5)
        u, v, other = flag(after[1], there)
        wanted = MOVED.point(x * 25.4 / DPI, y * 25.4 / DPI, still.paper)
        assert (u, v) == pytest.approx([length * DPI / 25.4 for length in wanted], abs=0.3)
        assert other == pytest.approx(size * MOVED.scale_x * MOVED.scale_y, rel=0.004)


@pytest.mark.parametrize(
    ("flip", "orientation", "drift"),
    [
        ("long", "portrait", Movement(1.3, -0.7, 0.25, 0.998, 0.996)),
        ("long", "portrait", Movement(-2.1, 1.6, -0.4, 1.002, 1.0)),
        ("short", "landscape", Movement(0.8, 2.2, 0.3, 1.0, 0.995)),
    ],
)
def test_a_person_reads_the_sheet_and_then_the_sides_meet(
    tmp_path: Path, flip: str, orientation: str, drift: Movement
) -> None:
    press = Press(write_files(tmp_path / "game", dict(GAME)))
    ways = ["--flip", flip, "--orientation", orientation]
    paper = LETTER if orientation == "portrait" else LETTER[::-1]
    test = tmp_path / "test.pdf"
    assert press.code("calibrate", "sheet", *ways, "--out", str(test)) == 0
    paper_out = printer.printed(test, drift, tmp_path / "out.pdf")
    # The pin goes through the crosses of the front; on the back its holes are seen mirrored.
    fronts = printer.crosses(paper_out, {name: front for name, (front, _) in places(paper, flip).items()})
    mirror = mirror_of(flip, paper)
    holes = {}
    for name, (x, y) in fronts.items():
        box = Box(x, y, x, y).mirrored(paper, mirror)
        holes[name] = (box.left, box.top)
    readings = printer.read(paper_out, holes)
    for decimals, slack in ((2, 0.5), (1, 1.5)):  # with a lens, and by eye
        stated = [
            text
            for name, (right, down) in readings.items()
            for text in ("--at", name, f"{right:.{decimals}f}", f"{down:.{decimals}f}")
        ]
        told = press.json("calibrate", "set", "office", *ways, *stated)
        report = read_values(parse(Path(told["file"]).read_text(), "a"), CALIBRATION, Report())
        moved = calibration_of(report).movement
        cards = sheet_of_cards(flip) if orientation == "landscape" else _upright(flip)
        for calibrated, meets in ((moved, True), (STILL, False)):
            write(tmp_path / "cards.pdf", replace(cards, moved=calibrated))
            front, back = rasters(printer.printed(tmp_path / "cards.pdf", drift, tmp_path / "cards-out.pdf"))
            seen = mirrored(back, mirror_of(flip, cards.paper))
            found = [same_flag(front, seen, p.trim.grown(-2.5), slack) for p in cards.sides[0].placements]
            assert all(found) if meets else not any(found)


def _upright(flip: str) -> Imposition:
    pieces = [(f"f{n}", f"b{n}") for n in range(4)]
    sheet = Sheet("s", gutter=5, orientation="portrait")
    return arrange(Trim(22, 31, 2), pieces, sheet, Target("home", flip=flip), paper=(101.6, 121.92))


# -- the commands ------------------------------------------------------------------------------------------------------


@pytest.fixture
def press(tmp_path: Path) -> Press:
    return Press(write_files(tmp_path / "game", dict(GAME)))


def test_from_the_sheet_to_the_print(press: Press) -> None:
    assert press.json("calibrate", "list") == {"calibrations": [], "diagnostics": []}
    assert press.code("calibrate", "set", "office", "--dx", "1.2mm", "--dy", "-0.4mm", "--scale-y", "1.008") == 0
    shown = press.json("calibrate", "show", "office")
    assert shown == {
        "calibration": "office",
        "flip": "long",
        "orientation": "portrait",
        "dx_mm": 1.2,
        "dy_mm": -0.4,
        "angle": 0.0,
        "scale_x": 1.0,
        "scale_y": 1.008,
    }
    assert press.json("calibrate", "list")["calibrations"] == [shown]
    assert "1.20 mm right, 0.40 mm up, 1.008 times as high" in press("calibrate", "show", "office").output
    plain = press.json("build")
    moved = press.json("build", "--calibration", "office")
    written = {file["path"]: file["written"] for file in moved["games"][0]["files"]}
    assert written == {"harbour/ships.pdf": True, "harbour/bay.pdf": False}  # nothing on a back, nothing moves
    assert plain["games"][0]["good"] and not moved["games"][0]["redrawn"]
    with pikepdf.open(Path(moved["out"]) / "harbour/ships.pdf") as pdf:
        assert b"1.008" not in pdf.pages[0].Contents.read_bytes()
        assert pdf.pages[1].Contents.read_bytes().startswith(b"q 1 0 0 1.008 ")
    # Set anew, the next build knows.
    assert press.code("calibrate", "set", "office", "--dx", "0.5mm") == 0
    assert press.json("build", "--calibration", "office")["games"][0]["files"][0]["written"]
    assert not press.json("build", "--calibration", "office")["games"][0]["files"][0]["written"]


def test_sheets_that_lie_or_turn_otherwise_are_not_moved(press: Press) -> None:
    press.code("calibrate", "set", "office", "--dx", "1mm")
    report = press.json("build", "--calibration", "office", "--flip", "short")["games"][0]
    assert [(f["code"], f["subject"]) for f in report["diagnostics"] if f["severity"] == "warning"] == [
        ("S053", "ships")
    ]
    press.code("calibrate", "set", "turned", "--dx", "2mm", "--flip", "short")
    report = press.json("build", "--calibration", "office", "--calibration", "turned", "--flip", "short")
    assert not [f for f in report["games"][0]["diagnostics"] if f["severity"] == "warning"]
    with pikepdf.open(Path(report["out"]) / "harbour/ships.pdf") as pdf:
        assert pdf.pages[1].Contents.read_bytes().startswith(b"q 1 0 0 1 5.66929134 0 cm")
    press.code("calibrate", "set", "again", "--dx", "3mm")
    assert press.code("build", "--calibration", "office", "--calibration", "again") == 1


def test_backs_of_a_pile_of_their_own_are_moved_too(press: Press) -> None:
    press.code("calibrate", "set", "tray", "--dx", "1mm")
    report = press.json("build", "--calibration", "tray", "--stacks", "apart")
    starts = {}
    for part in ("fronts", "backs"):
        with pikepdf.open(Path(report["out"]) / f"harbour/ships-{part}.pdf") as pdf:
            starts[part] = pdf.pages[0].Contents.read_bytes().startswith(b"q 1 0 0 1 2.83464567 0 cm")
    assert starts == {"fronts": False, "backs": True}


def test_pages_of_one_component_are_not_moved(press: Press) -> None:
    press.code("calibrate", "set", "office", "--dx", "1mm")
    text = "target: alone\npaper: a4\nmargin: 5mm\nbleed: 2mm\nimposed: false\n"
    write_files(press.root, {"templates/sheets/targets/alone.yaml": text})
    report = press.json("build", "--calibration", "office", "--target", "alone")
    (told,) = [f for f in report["games"][0]["diagnostics"] if f["severity"] == "warning"]
    assert told["code"] == "S053" and "one component on a page" in told["message"]
    with pikepdf.open(Path(report["out"]) / "harbour/ships.pdf") as pdf:
        assert not any(b"q 1 0 0 1 2.83464567" in page.Contents.read_bytes() for page in pdf.pages)


def test_links_on_backs_move_along() -> None:
    box = Box(20, 30, 60, 35)
    moved = MOVED.box(box, LETTER)
    for x, y in ((20, 30), (60, 30), (20, 35), (60, 35)):
        u, v = MOVED.point(x, y, LETTER)
        assert moved.left - 1e-9 <= u <= moved.right + 1e-9 and moved.top - 1e-9 <= v <= moved.bottom + 1e-9
    assert moved.centre == pytest.approx(MOVED.point(*box.centre, LETTER))


def test_a_test_sheet_of_a_calibration_shows_it(press: Press) -> None:
    press.code("calibrate", "set", "office", "--dx", "1mm", "--angle", "0.5")
    told = press.json("calibrate", "sheet", "--calibration", "office")
    assert told["file"].endswith("output/calibration-office.pdf") and told["pages"] == 2
    with pikepdf.open(told["file"]) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        fonts = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/BaseFont" in thing]
        assert fonts and all("AlegreyaSans" in str(font.BaseFont) for font in fonts)
        back = pdf.pages[1].Contents.read_bytes().decode()
    numbers = back.split(" cm")[1].split()[-6:]  # after reportlab's own first one
    wanted = Movement(dx=1, angle=0.5).matrix(LETTER)
    assert [float(n) for n in numbers] == pytest.approx(wanted, abs=1e-3)
    one, two = (press.json("calibrate", "sheet")["sha256"] for _ in range(2))
    assert one == two != told["sha256"]


def test_a_folder_that_takes_no_file(press: Press) -> None:
    (press.root / "calibrations").write_text("in the way")
    result = press("calibrate", "set", "office", "--dx", "1mm", "--json")
    (finding,) = json.loads(result.stdout)["diagnostics"]
    assert result.exit_code == 1 and finding["code"] == "S010" and "calibrations" in finding["message"]


@pytest.mark.parametrize(
    ("options", "code", "says"),
    [
        (["set", "office", "--dx", "90mm"], "D021", "15 mm"),
        (["set", "office", "--dx", "1.2"], "D023", "1.2mm"),
        (["set", "office", "--scale-x", "2"], "D021", "1.05"),
        (["set", "office", "--angle", "45"], "D021", "3"),
        (["set", "../../office", "--dx", "1mm"], "D021", "name"),
        (["set", "nul", "--dx", "1mm"], "D021", "file's name"),
        (["set", "office", "--at", "X", "1", "1"], "S055", "letter"),
        (["set", "office", "--at", "M", "1", "one"], "D023", "one"),
        (["set", "office", "--at", "M", "40", "1"], "D021", "15 mm"),
        (["show", "offise"], "D015", "office"),
        (["sheet", "--calibration", "offise"], "D015", "office"),
        (["sheet", "--paper", "40x60mm"], "S005", "A5 at least"),
    ],
)
def test_what_the_commands_refuse(press: Press, options: list[str], code: str, says: str) -> None:
    assert press.code("calibrate", "set", "office", "--dx", "1mm") == 0
    before = (press.root / "calibrations/office.yaml").read_bytes()
    result = press("calibrate", *options, "--json")
    found = json.loads(result.stdout)["diagnostics"]
    assert result.exit_code == 2 and [f["code"] for f in found] == [code], found
    assert says in found[0]["message"] + (found[0]["help"] or "")
    assert (press.root / "calibrations/office.yaml").read_bytes() == before


def test_faulty_files_are_told_with_their_place(press: Press) -> None:
    write_files(press.root, {"calibrations/office.yaml": "calibration: office\ndx: 1.2\nscale_y: 3\ndz: 1mm\n"})
    report = json.loads(press("calibrate", "list", "--json").stdout)
    assert sorted((f["code"], f["line"]) for f in report["diagnostics"]) == [("D012", 4), ("D021", 3), ("D023", 2)]
    assert press.code("build", "--calibration", "office") == 1 and press.code("calibrate", "show", "office") == 1
    assert press.code("build", "--calibration", "offise") == 2
    faults = json.loads(press("build", "--calibration", "offise", "--json").stdout)["diagnostics"]
    assert faults[0]["help"] == "did you mean 'office'?"


@pytest.mark.parametrize(
    ("trim", "way", "says"),
    [
        ((205, 269), ("--dx", "14mm"), "backs reach up to 8.6 mm beyond the paper"),  # 5.45 mm are free on each side
        ((205, 269), ("--dy", "3mm"), "backs reach up to 2.0 mm into the outer 4.2 mm"),
        ((205, 269), ("--dx", "0.5mm"), ""),
    ],
)
def test_backs_moved_out_of_the_printable_area_are_told(
    press: Press, trim: tuple[int, int], way: tuple[str, str], says: str
) -> None:
    kinds = (press.root / "templates/harbour/kinds.yaml").read_text(encoding="utf-8")
    large = f"""\
  large:
    trim: [{trim[0]}mm, {trim[1]}mm]
    bleed: 0mm
    faces: {{front: flag.svg.j2, back: flag.svg.j2}}
    fields: {{}}
"""
    flag_face = '{% extends "shared/face.svg.j2" %}{% block art %}<rect width="9" height="9"/>{% endblock %}'
    deck = "deck: large\nkind: large\ncards: [{id: one, quantity: 1}]\n"
    files = {"templates/harbour/kinds.yaml": kinds + large, "templates/harbour/flag.svg.j2": flag_face}
    write_files(press.root, {**files, "cards/harbour/large.yaml": deck})
    press.code("calibrate", "set", "big", *way)
    report = press.json("build", "--calibration", "big", "--jobs", "1")
    told = [f for f in report["games"][0]["diagnostics"] if f["code"] == "S060" and f["subject"] == "large"]
    assert [f["severity"] for f in told] == (["warning"] if says else []), report["games"][0]["diagnostics"]
    assert all(says in f["message"] and "'big'" in f["message"] for f in told)


def test_a_test_sheet_is_a_pdf(press: Press) -> None:
    for name in ("x.txt", "", "sheet"):
        out = str(press.root / name) if name else ""
        assert press("calibrate", "sheet", "--out", out).exit_code == 2, name
    assert not (press.root / "x.txt").exists()
    assert press.code("calibrate", "sheet", "--out", str(press.root / "x.pdf")) == 0
