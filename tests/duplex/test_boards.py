"""Boards larger than the paper: every point is printed, overlaps are equal, and the pages make the board again."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from questpress.diagnostics import Failed
from questpress.press.arrange import Imposition, arrange
from questpress.press.box import Box, around
from questpress.press.labels import place, sayings
from questpress.press.model import Trim
from questpress.press.sheets import Sheet
from questpress.press.targets import Target
from questpress.press.tiling import tiling
from questpress.units import MM_PER_INCH, PAPERS
from tests.duplex.rasters import DPI, LABELS, rasters, write
from tests.project.conftest import GAME, Press
from tests.project.conftest import write as write_files

LETTER = PAPERS["letter"]
HOME = Target("home")
PAGE = Sheet("page", grid=(1, 1), gutter=0)

lengths = st.integers(100, 12000).map(lambda n: n / 10)


@settings(max_examples=150)
@given(
    lengths,
    lengths,
    st.sampled_from([0, 2, 3.175]),
    st.sampled_from([4, 6, 8, 10, 25.4]),
    st.sampled_from(sorted(PAPERS)),
)
def test_windows_cover_the_board_with_equal_overlaps(
    wide: float, high: float, bleed: float, overlap: float, paper: str
) -> None:
    free = PAPERS[paper][0] - 22, PAPERS[paper][1] - 22
    found = tiling((wide, high), bleed, free, overlap)
    assert found is not None
    tiles = {(tile.column, tile.row): tile for tile in found.tiles}
    assert len(tiles) == found.columns * found.rows and found.tiles[0].name == "A1"
    whole = around(tile.window for tile in found.tiles)
    assert (whole.left, whole.top) == pytest.approx((-bleed, -bleed))
    assert (whole.right, whole.bottom) == pytest.approx((wide + bleed, high + bleed))
    for (column, row), tile in tiles.items():
        assert tile.window.width <= free[0] + 1e-6 and tile.window.height <= free[1] + 1e-6
        assert (tile.window.width, tile.window.height) == pytest.approx(found.window)
        beside, below = tiles.get((column + 1, row)), tiles.get((column, row + 1))
        if beside is not None:
            assert tile.window.right - beside.window.left == pytest.approx(overlap)
        if below is not None:
            assert tile.window.bottom - below.window.top == pytest.approx(overlap)
    # With one column or row fewer, the windows would not fit.
    if found.columns > 1:
        assert (wide + 2 * bleed + (found.columns - 2) * overlap) / (found.columns - 1) > free[0] - 1e-6
    # Cut and glued, the pages leave no gap, and where two lie on each other they do so by the overlap.
    row = [found.cut(tiles[column, 0]) for column in range(found.columns)]
    assert (row[0].left, row[-1].right) == (0, wide)
    for one, other in pairwise(row):
        assert one.right - other.left == pytest.approx(overlap)


def pages(found: Imposition) -> list:
    return [side for side in found.sides if side.part != "plan"]


def board(size: tuple[float, float], sheet: Sheet = PAGE, **options: object) -> Imposition:
    return arrange(Trim(*size, 3), [("f0", None)], sheet, HOME, split=True, **options)  # type: ignore[arg-type]


@settings(max_examples=60, deadline=None)
@given(st.integers(220, 900), st.integers(280, 900), st.sampled_from([LETTER, PAPERS["a4"], PAPERS["a3"]]))
def test_pages_of_a_board(wide: int, high: int, paper: tuple[float, float]) -> None:
    found = board((wide, high), paper=paper)
    if len(found.sides) == 1:
        return
    assert found.sides[0].part == "plan" and found.duplex == "Simplex" and not found.two_sided
    free = Box(0, 0, *found.paper).grown(-found.margin)
    seen = []
    for number, side in enumerate(found.sides, 1):
        assert side.number == number
        (placed,) = side.placements
        assert placed.shown.inside(free)
        for line in (*side.marks, *side.glue):
            assert line.box.inside(free) and not line.box.grown(0.1).overlaps(placed.shown)
        if side.part == "plan":
            assert placed.trim == placed.shown and placed.scale < 1
            continue
        assert placed.trim.width == pytest.approx(wide) and placed.trim.height == pytest.approx(high)
        seen.append(Box(
            placed.shown.left - placed.trim.left, placed.shown.top - placed.trim.top,
            placed.shown.right - placed.trim.left, placed.shown.bottom - placed.trim.top,
        ))  # fmt: skip
    whole = around(seen)
    assert (whole.left, whole.right, whole.bottom) == pytest.approx((-2, wide + 2, high + 2))
    assert [side.part for side in pages(found)][:2] in (["A1", "B1"], ["A1", "A2"])


def test_the_overlap_is_the_sheets() -> None:
    found = board((400, 250), Sheet("page", overlap=10))
    first, second = (side.placements[0] for side in pages(found)[:2])
    assert (first.shown.right - first.trim.left) - (second.shown.left - second.trim.left) == pytest.approx(10)
    dots = [line.x for line in pages(found)[0].glue if line.x == line.u]
    assert dots == pytest.approx([first.shown.right - 10] * 2)


def test_what_is_not_split() -> None:
    assert len(board((190, 250)).sides) == 1  # it fits
    with pytest.raises(Failed) as failure:
        board((500, 600), Sheet("page", split=False))
    assert failure.value.diagnostics[0].code == "S002" and "split: true" in failure.value.diagnostics[0].help
    with pytest.raises(Failed) as failure:
        arrange(Trim(500, 600), [("f", None)], PAGE, HOME)  # no board, and its sheet says nothing
    assert failure.value.diagnostics[0].code == "S002"
    assert len(arrange(Trim(500, 600), [("f", None)], Sheet("page", split=True), HOME).sides) == 8 + 1
    for size, sheet, paper in (
        ((5000, 5000), PAGE, LETTER),
        ((500, 600), Sheet("page", overlap=40), PAPERS["a5"]),
    ):
        with pytest.raises(Failed) as failure:
            board(size, sheet, paper=(60.0, 90.0) if paper != LETTER else paper)
        assert [f.code for f in failure.value.diagnostics] == ["S058"]


def test_both_sides_of_a_board() -> None:
    found = arrange(Trim(350, 180, 0), [("f0", "b0")], PAGE, HOME, split=True)
    parts = [(side.part, side.placements[0].face) for side in found.sides]
    assert parts == [
        ("plan", "f0"), ("A1", "f0"), ("B1", "f0"), ("A1 back", "b0"), ("B1 back", "b0"),
    ]  # fmt: skip


def test_glued_together_the_pages_are_the_board(tmp_path: Path) -> None:
    """Printed, cut along the marks and laid on each other, at 300 dpi, against the board printed in one piece."""
    inch = MM_PER_INCH
    trim = Trim(5.2 * inch, 4.4 * inch, 0)
    paper = (3 * inch, 3.5 * inch)
    sheet = Sheet("page", overlap=0.2 * inch, margin=4, bleed=0)
    found = arrange(trim, [("f0", None)], sheet, HOME, paper=paper, split=True)
    whole = arrange(trim, [("f0", None)], Sheet("whole", marks="none"), HOME, paper=(6 * inch, 6 * inch))
    write(tmp_path / "parts.pdf", found)
    write(tmp_path / "whole.pdf", whole)
    table = Image.new("L", (round(5.2 * DPI), round(4.4 * DPI)), 255)
    inked = rasters(tmp_path / "parts.pdf")
    assert len(inked) == len(found.sides) == found.columns * found.rows + 1 > 5
    parts = {}
    for side, image in zip(found.sides, inked, strict=True):
        if side.part == "plan":
            continue
        (placed,) = side.placements
        # Only what the marks say: the uprights' and levels' places around the page's window.
        xs = sorted({round(line.x, 3) for line in side.marks if line.x == line.u})
        ys = sorted({round(line.y, 3) for line in side.marks if line.y == line.v})
        assert len(xs) == len(ys) == 2
        parts[side.part] = (xs, ys, image, side, placed)
    for name, (xs, ys, image, _, placed) in parts.items():
        at = round((xs[0] - placed.trim.left) / inch * DPI), round((ys[0] - placed.trim.top) / inch * DPI)
        area = [round(v / inch * DPI) for v in (xs[0], ys[0], xs[1], ys[1])]
        table.paste(image.crop(area), at)
        left = f"{chr(ord(name[0]) - 1)}{name[1:]}"
        if left in parts:  # its cut edge comes to lie at the dotted marks of its neighbour
            _, _, _, other, there = parts[left]
            dots = [line.x - there.trim.left for line in other.glue if line.x == line.u]
            assert dots == pytest.approx([xs[0] - placed.trim.left] * 2, abs=0.002)
    (one,) = rasters(tmp_path / "whole.pdf")
    box = whole.sides[0].placements[0].trim
    board_ = one.crop([round(v / inch * DPI) for v in (box.left, box.top, box.right, box.bottom)])
    assert board_.size == table.size
    unlike = ImageChops.difference(board_, table).histogram()
    assert sum(unlike[40:]) < 0.004 * sum(unlike)  # edges that fall between pixels
    dark = sum(board_.histogram()[:60])
    assert dark > 0.05 * sum(unlike) and abs(sum(table.histogram()[:60]) - dark) < 0.005 * dark
    shifted = ImageChops.difference(board_, ImageChops.offset(table, 6, 0)).histogram()
    assert sum(shifted[40:]) > 0.004 * sum(shifted)


def test_cut_files_have_what_is_cut_of_each_page() -> None:
    from questpress.press.cutfile import cut_svg

    found = arrange(Trim(350, 180, 0, shape="circle"), [("f0", None)], PAGE, HOME, split=True)
    plan, first = found.sides[:2]
    assert b"<path" not in cut_svg(found, plan, "plan")
    assert first.cut is not None and cut_svg(found, first, "A1").count(b"<path") == 4
    xs = {line.x for line in first.marks if line.x == line.u}
    assert {round(first.cut.left, 4), round(first.cut.right, 4)} == {round(x, 4) for x in xs}


def test_a_scaled_outline_is_the_outline_scaled() -> None:
    from questpress.press.contours import contour, scaled

    trim = Trim(20, 10, 1, shape="outline", outline="M0 0H20V6A4 4 0 0 1 16 10H0Z")
    larger = scaled(trim, 1.5)
    assert (larger.width, larger.height, larger.bleed) == (30, 15, 1.5)
    assert contour(larger).box == pytest.approx([1.5 * edge for edge in contour(trim).box])


def test_labels_and_remarks_keep_apart() -> None:
    def measure(words: object, size: float) -> float:
        return sum(len(part.text) for part in words) * size * 0.17  # type: ignore[attr-defined]

    found = board((457.2, 609.6))
    for side in found.sides:
        labels, _ = place(found, side, sayings(found, side, LABELS), measure)
        assert {label.name for label in labels} >= {"ruler", "sheet", "print"}
        for label in labels:
            assert not any(label.box.overlaps(p.shown) for p in side.placements)
            for remark in side.remarks:
                half = len(remark.text) * remark.size * 0.17 / 2
                across, down = (0.2 * remark.size, half) if remark.upward else (half, 0.2 * remark.size)
                at = remark.x + (half if remark.anchor == "start" else 0)
                assert not label.box.overlaps(Box(at - across, remark.y - down, at + across, remark.y + down))
        if side.part != "plan":
            words = " ".join("".join(w.text for w in label.words) for label in labels)
            assert f"{side.part} · sheet {side.number} of {len(found.sides)}" in words


# -- from the project --------------------------------------------------------------------------------------------------


@pytest.fixture
def press(tmp_path: Path) -> Press:
    files = dict(GAME)
    files["layouts/harbour/boards/bay.yaml"] = (
        "board: bay\ntitle: The Bay\nkind: chart\ncolumns: 17\nrows: 23\nsquare: 26mm\n"
    )
    return Press(write_files(tmp_path / "game", files))


def test_an_18_by_24_inch_board_comes_out_of_a_plain_build(press: Press) -> None:
    report = press.json("build")
    game = report["games"][0]
    (file,) = [file for file in game["files"] if "bay" in file["path"]]
    assert game["good"] and file["pages"] == 9
    (note,) = [f for f in game["diagnostics"] if f["code"] == "S056"]
    assert note["severity"] == "note" and "452 × 608 mm" in note["message"] and "2 × 4 pages" in note["message"]
    path = Path(report["out"]) / file["path"]
    with pikepdf.open(path) as pdf:  # the board is stored once, however many pages show of it
        forms = {page.Resources.XObject["/F0"].objgen for page in pdf.pages}
        assert len(forms) == 1
    pdf = pypdfium2.PdfDocument(path)
    said = [page.get_textpage().get_text_bounded() for page in pdf]
    pdf.close()
    assert "How the pages go together" in said[0] and "8 pages, A1 to B4" in said[0] and "overlap by 8 mm" in said[0]
    assert "B1 is glued onto this edge" in said[1] and "A2 is glued onto this edge" in said[1]
    assert "glued" not in said[8] and "B4" in said[8]
    assert not press.json("build")["games"][0]["files"][1]["written"]


def test_scale(press: Press) -> None:
    report = press.json("build", "--scale", "50%", "harbour")
    game = report["games"][0]
    assert {f["path"]: f["pages"] for f in game["files"]} == {"harbour/ships.pdf": 2, "harbour/bay.pdf": 3}
    told = {f["subject"]: f for f in game["diagnostics"] if f["code"] == "S059"}
    assert told["ships"]["severity"] == "warning"
    assert "31.75 × 44.45 mm: type of 9 pt, the smallest, prints at 4.5 pt" in told["ships"]["message"]
    assert "from 56 % on" in told["ships"]["help"] and told["bay"]["severity"] == "note"
    with pikepdf.open(Path(report["out"]) / "harbour/ships.pdf") as pdf:
        placed = pdf.pages[0].Contents.read_bytes().split(b"\n")[0]
        assert b" 0.5 0 0 0.5 " in placed
    one = press.json("build", "--scale", "bay=50%", "harbour")["games"][0]
    assert [f["subject"] for f in one["diagnostics"] if f["code"] == "S059"] == ["bay"]
    large = press.json("build", "--scale", "ships=2", "harbour")["games"][0]
    (told,) = [f for f in large["diagnostics"] if f["code"] == "S059"]
    assert told["severity"] == "note" and "prints at 18 pt" in told["message"]
    assert press.code("build", "harbour", "--scale", "bay=50") == 2
    assert press.code("build", "harbour", "--scale", "big") == 2
    checked = press.json("check", "--scale", "50%")["games"][0]
    assert {f["subject"]: f["severity"] for f in checked["diagnostics"] if f["code"] == "S059"} == {
        "ships": "warning",
        "bay": "note",
    }
    assert press.faults("build", "harbour", "--scale", "bai=50%")[0]["help"] == "did you mean 'bay'?"


def test_scaled_pieces_are_printed_at_their_size(tmp_path: Path) -> None:
    from dataclasses import replace

    from questpress.press.contours import scaled
    from questpress.press.write import sheets_pdf
    from tests.duplex.rasters import FONTS, META, draw, flag

    trim = Trim(30, 40, 2)
    sheet = Sheet("s", grid=(1, 1))
    plain = arrange(trim, [("f0", None)], sheet, HOME, paper=(101.6, 101.6))
    half = replace(arrange(scaled(trim, 1.5), [("f0", None)], sheet, HOME, paper=(101.6, 101.6)), scale=1.5)
    sizes = []
    for name, found in (("a", plain), ("b", half)):
        sheets_pdf(tmp_path / f"{name}.pdf", found, [draw(trim, ["f0"])], LABELS, META, FONTS)
        (page,) = rasters(tmp_path / f"{name}.pdf")
        sizes.append(flag(page, found.sides[0].placements[0].trim.grown(-1)))
    assert sizes[1][2] == pytest.approx(2.25 * sizes[0][2], rel=0.01)
    middle = 50.8 / MM_PER_INCH * DPI
    for n in (0, 1):
        assert sizes[1][n] - middle == pytest.approx(1.5 * (sizes[0][n] - middle), abs=0.5)


def test_a_board_that_is_hardly_too_large_may_be_printed_smaller() -> None:
    def help(wide: float, high: float) -> str:
        (note,) = [note for note in board((wide, high)).notes if note.code == "S056"]
        return note.help

    assert "at `--scale 97%` it would fit on one" in help(213, 240)  # 207.5 mm of Letter are printed on
    assert "--scale" not in help(457.2, 609.6)
    larger = arrange(Trim(213, 240), [("f0", None)], PAGE, HOME, split=True, scale=2.0)
    assert "at `--scale 194%`" in larger.notes[0].help


def test_art_is_judged_at_the_size_at_which_it_prints(press: Press) -> None:
    path = press.root / "art/boat.png"
    path.parent.mkdir()
    Image.new("RGB", (300, 300), "#1f5f8b").save(path)
    ship = press.root / "templates/harbour/ship.svg.j2"
    text = ship.read_text(encoding="utf-8")
    art = '{{ image("art/boat.png", 9, 40, 25.4, 25.4) }}'
    ship.write_text(text.replace("{% endblock %}", art + "{% endblock %}"), encoding="utf-8")

    def coarse(*options: str) -> set[str]:
        found = press.json("build", "harbour", *options)["games"][0]["diagnostics"]
        return {finding["message"].partition(",")[0] for finding in found if finding["code"] == "T083"}

    assert coarse() == coarse("--scale", "0.5") == set()
    assert coarse("--scale", "ships=150%") == {"'art/boat.png' prints at 200 pixels an inch"}
