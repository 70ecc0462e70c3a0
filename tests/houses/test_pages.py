"""One component a page as PDF: boxes, page order, copies, bleed that is made or missed; and the stocks of houses."""

from __future__ import annotations

import io
import math
import shutil
import subprocess

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from questpress.diagnostics import Report
from questpress.press.box import Box
from questpress.press.contours import grown_hexagon
from questpress.press.houses import HOUSE, House, Stock, canvas_on, house_of, nearest_stock
from questpress.press.impose import strips
from questpress.press.model import Trim
from questpress.schema import INVALID, read
from questpress.source import load
from questpress.units import points
from tests.project.conftest import ROOT, Press, write

HOUSES = sorted((ROOT / "templates/sheets/houses").glob("*.yaml"))
TARGET = 'target: shop\nimposed: false\npaper: a4\nmargin: 0mm\nbleed: 3mm\nfile: "shop/{deck}.pdf"\n'


def build(press: Press, target: str) -> dict:
    write(press.root, {"templates/sheets/targets/shop.yaml": target})
    return press.json("build", "--target", "shop", "--jobs", "1")["games"][0]


def shown(press: Press, deck: str) -> list[str]:
    """What every page of a deck's PDF shows: the digest of its only form, or '' for an empty page."""
    with pikepdf.open(press.root / f"output/harbour/shop/{deck}.pdf") as pdf:
        forms = [list(page.Resources.XObject.values()) if "/XObject" in page.Resources else [] for page in pdf.pages]
        return [str(found[0].objgen) if found else "" for found in forms]


def told(report: dict, code: str) -> list[dict]:
    return [finding for finding in report["diagnostics"] if finding["code"] == code]


@pytest.mark.parametrize("order", ["interleaved", "back-front", "fronts-backs"])
def test_pages_come_in_the_order_that_the_target_states(lantern, order):
    build(lantern, TARGET + f"pages: {order}\ncopies: once\n")
    pages = shown(lantern, "ships")
    assert len(pages) == 6
    back = max(pages, key=pages.count)
    assert [page == back for page in pages] == {
        "interleaved": [False, True] * 3,
        "back-front": [True, False] * 3,
        "fronts-backs": [False] * 3 + [True] * 3,
    }[order]


def test_every_copy_has_its_page_unless_once_is_asked_for(lantern):
    build(lantern, TARGET)
    assert len(shown(lantern, "ships")) == 8 and len(shown(lantern, "coins")) == 3
    build(lantern, TARGET + "copies: once\n")
    assert len(shown(lantern, "ships")) == 6 and len(shown(lantern, "coins")) == 1


@pytest.mark.parametrize(
    ("needs", "deck", "trim", "bleed"),
    [("", "coins", (20, 20), 3), ("", "slips", (60, 30), 1), ("needs_bleed: 1mm\n", "slips", (60, 30), 3)],
)
def test_boxes_are_trim_and_bleed(lantern, needs, deck, trim, bleed):
    build(lantern, TARGET + needs)
    path = lantern.root / f"output/harbour/shop/{deck}.pdf"
    page_box = [0, 0, *(points(side + 2 * bleed) for side in trim)]
    trim_box = [points(bleed), points(bleed), *(points(side + bleed) for side in trim)]
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            assert [float(v) for v in page.MediaBox] == pytest.approx(page_box, abs=0.01)
            assert [float(v) for v in page.BleedBox] == pytest.approx(page_box, abs=0.01)
            assert [float(v) for v in page.TrimBox] == pytest.approx(trim_box, abs=0.01)
    if shutil.which("pdfinfo"):
        said = subprocess.run(["pdfinfo", "-box", path], capture_output=True, text=True, check=True).stdout
        found = {line.split(":")[0]: line.split(":")[1].split() for line in said.splitlines() if "Box" in line}
        assert [float(v) for v in found["TrimBox"]] == pytest.approx(trim_box, abs=0.01)


def test_bleed_that_lacks_leaves_a_deck_out_and_names_both_lengths(lantern):
    report = build(lantern, TARGET + "needs_bleed: 3mm\n")
    assert report["good"]
    found = {finding["subject"]: finding for finding in told(report, "S042")}
    assert set(found) == {"slips", "bay"}
    assert "1 mm of bleed" in found["slips"]["message"] and "asks for 3 mm" in found["slips"]["message"]
    assert {f["deck"] for f in report["files"]} == {"ships", "coins", "planks"}


def test_bleed_that_is_meant_to_lack_does_not(lantern):
    kinds = lantern.root / "templates/harbour/kinds.yaml"
    text = kinds.read_text(encoding="utf-8")
    kinds.write_text(text.replace("    bleed: 1mm\n", "    bleed: 1mm\n    white_edge: true\n"), encoding="utf-8")
    gapless = "sheet: page\ngrid: [1, 1]\ngutter: 0mm\nbleed: 0mm\n"
    write(lantern.root, {"templates/harbour/sheets/page.yaml": gapless})
    report = build(lantern, TARGET + "needs_bleed: 3mm\n")
    assert not told(report, "S042") and {f["deck"] for f in report["files"]} >= {"slips", "bay"}


def test_a_little_bleed_is_made_of_the_arts_outermost_strip(lantern):
    """Every pixel of the ring that the art does not reach shows the art's edge, in an outside program too."""
    report = build(lantern, TARGET.replace("bleed: 3mm", "bleed: 2mm") + "needs_bleed: 2mm\nmakes_bleed: 1mm\n")
    assert [finding["subject"] for finding in told(report, "S043")] == ["slips"]
    if not shutil.which("pdftoppm"):
        pytest.skip("poppler is not here")
    path = lantern.root / "output/harbour/shop/slips.pdf"
    made = subprocess.run(["pdftoppm", "-r", "100", "-singlefile", path], capture_output=True, check=True).stdout
    from io import BytesIO

    from PIL import Image

    picture = Image.open(BytesIO(made))
    wide, high = picture.size
    ring = [picture.getpixel((x, y)) for x in range(1, wide - 1) for y in (1, 3, 5, high - 6, high - 4, high - 2)]
    ring += [picture.getpixel((x, y)) for y in range(1, high - 1) for x in (1, 3, 5, wide - 6, wide - 4, wide - 2)]
    assert all(
        abs(value - wanted) < 25 for pixel in ring for value, wanted in zip(pixel, (0xC0, 0x20, 0x20), strict=True)
    )


@pytest.mark.parametrize(("shape", "height"), [("circle", 40.0), ("hex-flat", 34.641)])
def test_a_little_bleed_around_a_shape_follows_the_shape(lantern, shape, height):
    """No white within the bleed of a piece whose art ends at a bleed of its own shape, all the way round."""
    kinds = lantern.root / "templates/harbour/kinds.yaml"
    kind = f"  disc:\n    trim: [40mm, {height}mm]\n    bleed: 2mm\n    shape: {shape}\n    sheet: tokens\n"
    text = kinds.read_text(encoding="utf-8") + kind + "    faces: {front: disc.svg.j2}\n    fields: {}\n"
    trim = Trim(40.0, height, shape=shape)
    part = grown_hexagon(trim, 2.0)
    art = '<circle cx="20" cy="20" r="22" fill="#c02020"/>'
    if shape != "circle":
        art = f'<polygon points="{" ".join(f"{x},{y}" for x, y in part)}" fill="#c02020"/>'
    disc = '{% extends "shared/face.svg.j2" %}{% block art %}' + art + "{% endblock %}"
    files = {"templates/harbour/kinds.yaml": text, "templates/harbour/disc.svg.j2": disc}
    write(lantern.root, {**files, "cards/harbour/discs.yaml": "deck: discs\nkind: disc\ncards: [{id: one}]\n"})
    report = build(lantern, TARGET + "needs_bleed: 3mm\nmakes_bleed: 1mm\n")
    assert "discs" in [finding["subject"] for finding in told(report, "S043")], report["diagnostics"]
    if not shutil.which("pdftoppm"):
        pytest.skip("poppler is not here")
    path = lantern.root / "output/harbour/shop/discs.pdf"
    made = subprocess.run(["pdftoppm", "-r", "200", "-singlefile", path], capture_output=True, check=True).stdout
    picture = Image.open(io.BytesIO(made)).convert("RGB")
    middle = 23.0, height / 2 + 3.0
    edge = grown_hexagon(trim, 2.8) if shape != "circle" else None
    for step in range(180):
        way = math.cos(math.radians(2 * step)), math.sin(math.radians(2 * step))
        reach = 22.8 if edge is None else min(along(way, edge, (20.0, height / 2)))
        at = tuple(int((middle[n] + way[n] * reach) / 25.4 * 200) for n in (0, 1))
        if all(0 <= at[n] < picture.size[n] for n in (0, 1)):  # a hexagon's grown corners lie beyond its page
            assert picture.getpixel(at)[1] < 80, (step, picture.getpixel(at))


def along(way: tuple[float, float], corners: list[tuple[float, float]], middle: tuple[float, float]) -> list[float]:
    """How far each edge of a hexagon is from its middle in this direction."""
    found = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        out = (by - ay, ax - bx)
        ahead = out[0] * way[0] + out[1] * way[1]
        if ahead > 1e-6:
            found.append(((ax - middle[0]) * out[0] + (ay - middle[1]) * out[1]) / ahead)
    return found


PRESS = TARGET + "colour: cmyk\nprofile: FOGRA39L_coated\nink_limit: 340\n"


@pytest.mark.parametrize("pdf", ["plain", "x-4"])
def test_a_target_for_a_press_asks_for_all_of_its_bleed(lantern, pdf):
    """Without a `needs_bleed` of its own, and only where pages are components."""
    report = build(lantern, PRESS + f"pdf: {pdf}\n")
    assert {finding["subject"] for finding in told(report, "S042")} == {"slips", "bay"}
    assert {f["deck"] for f in report["files"]} == {"ships", "coins", "planks"}
    report = build(lantern, PRESS.replace("bleed: 3mm", "bleed: 5mm") + f"pdf: {pdf}\n")
    asked = {finding["subject"]: finding["message"] for finding in told(report, "S042")}
    assert set(asked) == {"slips", "bay", "ships", "coins", "planks"} and told(report, "S041")
    assert all("asks for 5 mm" in message for message in asked.values())
    report = build(lantern, PRESS + f"pdf: {pdf}\nneeds_bleed: 1mm\n")
    assert {finding["subject"] for finding in told(report, "S042")} == {"bay"}
    report = build(lantern, PRESS.replace("imposed: false", "imposed: true") + f"pdf: {pdf}\n")
    assert not told(report, "S042")


@pytest.mark.parametrize("target", ["offset", "offset-us"])
@pytest.mark.parametrize("bleed, code", [("0mm", "S042"), ("1mm", "S042"), ("1.9mm", "S042"), ("2mm", "S043")])
def test_the_presses_that_ship_ask_for_bleed(lantern, target, bleed, code):
    kinds = lantern.root / "templates/harbour/kinds.yaml"
    text = kinds.read_text(encoding="utf-8")
    kinds.write_text(text.replace("    bleed: 1mm\n", f"    bleed: {bleed}\n"), encoding="utf-8")
    report = lantern.json("build", "--target", target, "--jobs", "1")["games"][0]
    assert report["good"], report["diagnostics"]
    assert [f["code"] for f in report["diagnostics"] if f["subject"] == "slips"] == [code]
    path = lantern.root / f"output/harbour/{target}/slips.pdf"
    assert path.exists() == (code == "S043")
    if path.exists():
        with pikepdf.open(path) as pdf:
            (left, *_), (edge, *_) = pdf.pages[0].TrimBox, pdf.pages[0].BleedBox
        assert float(left - edge) == pytest.approx(points(3 if target == "offset" else 3.175), abs=0.01)


def test_art_that_ends_at_the_cut_and_means_to_has_no_ring(lantern):
    """A sheet without bleed: no white edge is put around art that reaches the trim."""
    write(lantern.root, {"templates/harbour/sheets/page.yaml": "sheet: page\ngrid: [1, 1]\ngutter: 0mm\nbleed: 0mm\n"})
    assert not told(build(lantern, PRESS + "needs_bleed: 2mm\n"), "S040")
    with pikepdf.open(lantern.root / "output/harbour/shop/bay.pdf") as pdf:
        assert list(pdf.pages[0].TrimBox) == list(pdf.pages[0].MediaBox)


sides = st.floats(0, 6).map(lambda v: round(v, 3))


@given(sides, sides)
def test_strips_and_art_cover_the_page(across, down):
    page, art = Box(0, 0, 30 + 2 * across, 40 + 2 * down), Box(across, down, 30 + across, 40 + down)
    found = strips(art, page)
    for x, y in [
        (px, py) for px in (0.01, across / 2, 15, page.right - 0.01) for py in (0.01, down / 2, page.bottom - 0.01)
    ]:
        covering = [(box, by) for box, *by in found if box.left <= x <= box.right and box.top <= y <= box.bottom]
        inside = art.left <= x <= art.right and art.top <= y <= art.bottom
        assert inside or covering
        for _, (right, below) in covering:  # the art, moved, has something to show there
            moved = Box(art.left + right, art.top + below, art.right + right, art.bottom + below)
            assert moved.left - 1e-9 <= x <= moved.right + 1e-9 and moved.top - 1e-9 <= y <= moved.bottom + 1e-9


@pytest.mark.parametrize("path", HOUSES, ids=lambda path: path.stem)
def test_shipped_houses_read_well_and_take_their_own_trims(path):
    report = Report()
    values = read(load(path, path.name), HOUSE, report)
    assert values is not INVALID, report.findings
    house = house_of(values)
    assert house.name == path.stem
    for stock in house.stocks:
        match = nearest_stock(house, Trim(*stock.trim, shape=stock.shape))
        assert match.fits and match.stock.trim == stock.trim and match.stock.shape == stock.shape, stock.name
        paper = house.paper(stock)
        assert all(side >= trim + 2 * 2.5 for side, trim in zip(paper, stock.trim, strict=True)), stock.name


def test_the_canvases_of_the_houses_cards():
    read_houses = {path.stem: house_of(read(load(path, path.name), HOUSE, Report())) for path in HOUSES}
    poker = Trim(63.5, 88.9, 3)
    pixels = {name: nearest_stock(house, poker).stock.canvas for name, house in read_houses.items()}
    assert pixels["the-game-crafter"] == (825, 1125) and pixels["makeplayingcards"] == (822, 1122)
    cards = read_houses["drivethrucards"]
    assert cards.paper(cards.stocks[0]) == pytest.approx((2.75 * 25.4, 3.75 * 25.4))


lengths = st.floats(10, 300).map(lambda v: round(v, 2))
stocks = st.lists(st.tuples(lengths, lengths, st.sampled_from(("rect", "hex-flat", "circle"))), min_size=1, max_size=6)


@given(stocks, lengths, lengths, st.sampled_from(("rect", "hex-flat", "hex-pointy", "circle")))
def test_the_nearest_stock_is_the_nearest(made, width, height, shape):
    house = House("h", "H", tuple(Stock(f"s{n}", (w, h), s) for n, (w, h, s) in enumerate(made)), 3.0, tolerance=0.5)
    match = nearest_stock(house, Trim(width, height, shape=shape))
    far = max(map(abs, match.off))
    for stock in house.stocks:
        for across in (False, True):
            own = {"hex-flat": "hex-pointy"}.get(stock.shape, stock.shape) if across else stock.shape
            off = max(abs(a - b) for a, b in zip(stock.trim[:: -1 if across else 1], (width, height), strict=True))
            if own == shape:
                assert far <= off + 1e-4 or match.fits
                assert match.fits or off > 0.5
    report = Report()
    canvas = canvas_on(house, Trim(width, height, shape=shape), report, None, "it")
    assert (canvas is None) == bool(report.findings) == (not match.fits)
    if canvas is None:
        assert match.stock.name in report.findings[0].message and report.findings[0].help.endswith(
            ("width", "height", "`")
        )


def test_of_two_stocks_that_fit_the_nearer_is_taken_and_of_equal_ones_the_first():
    made = (Stock("near", (63.2, 88.5)), Stock("exact", (63.5, 88.9)), Stock("foil", (63.5, 88.9)))
    house = House("h", "H", made, 3.0, tolerance=0.5)
    assert nearest_stock(house, Trim(63.5, 88.9)).stock.name == "exact"
    lying = nearest_stock(house, Trim(88.9, 63.5))
    assert lying.stock.name == "exact" and lying.across and lying.fits
