"""Files for presses as outside programs see them: PDF/X identity, boxes, fonts, and plates."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from questpress.press.colour.registration import registered
from questpress.press.pdfx import UNDATED, Standard, stamp
from questpress.press.write import Meta
from tests.project.conftest import GAME

from .desk import left_of_rgb, page_pdf, profile
from .test_targets import PALETTE, TARGET, game

X4 = TARGET.replace("colour: cmyk", "colour: cmyk\npdf: x-4")
X1A = TARGET.replace("colour: cmyk", "colour: cmyk\npdf: x-1a")
SHEETS = X4.replace("imposed: false\nmarks: none", "imposed: true\nmarks: crop")

needs_gs = pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not here")


def told(*command: str) -> str:
    if shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not here")
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def printed(tmp_path_factory) -> dict[str, Path]:
    """The harbour's cards as pages (X-4, X-1a) and on sheets."""
    found = {}
    for name, target in {"x-4": X4, "x-1a": X1A, "sheets": SHEETS}.items():
        press = game(tmp_path_factory.mktemp(name), target=target)
        report = press.json("build", "--target", "shop", "--jobs", "1")["games"][0]
        assert report["good"], report["diagnostics"]
        found[name] = press.root / "output" / "harbour" / "ships.pdf"
    return found


def test_x4_says_what_it_is_and_for_which_press(printed):
    with pikepdf.open(printed["x-4"]) as pdf:
        assert pdf.pdf_version == "1.6" and "/Version" not in pdf.Root
        (intent,) = pdf.Root.OutputIntents
        assert (intent.S, str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "FOGRA39")
        assert str(intent.RegistryName) == "http://www.color.org"
        assert intent.DestOutputProfile.N == 4 and intent.DestOutputProfile.read_bytes() == profile().icc
        assert "/Filter" not in pdf.Root.Metadata
        assert len(pdf.trailer.ID) == 2 and pdf.docinfo["/Trapped"] == "/False"
        assert str(pdf.docinfo["/CreationDate"]) == "D:20261130000000Z"
        with pdf.open_metadata() as xmp:
            assert xmp["pdfxid:GTS_PDFXVersion"] == "PDF/X-4" and xmp["pdf:Trapped"] == "False"
            assert xmp["dc:title"] == str(pdf.docinfo["/Title"]) == "Harbour & Sea: Ships"
            assert xmp["xmp:CreateDate"] == xmp["xmp:ModifyDate"] == "2026-11-30T00:00:00Z"
            assert xmp["xmpMM:DocumentID"].startswith("uuid:") and xmp["xmpMM:RenditionClass"] == "default"
        assert all("/Annots" not in page.obj for page in pdf.pages)


def test_x1a_is_a_pdf_of_its_time(printed):
    raw = printed["x-1a"].read_bytes()
    assert raw.startswith(b"%PDF-1.4") and b"/ObjStm" not in raw and b"/XRef" not in raw
    with pikepdf.open(printed["x-1a"]) as pdf:
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003" and "/GTS_PDFXConformance" not in pdf.docinfo
    assert "/Transparency" not in raw.decode("latin-1")
    assert "ISO 15930-4" in told("pdfinfo", str(printed["x-1a"]))


@pytest.mark.parametrize("name", ["x-4", "x-1a"])
def test_boxes_lie_in_each_other_to_a_hundredth_of_a_millimetre(printed, name):
    lines = told("pdfinfo", "-box", "-f", "1", "-l", "99", str(printed[name])).splitlines()
    boxes: dict[str, set[tuple[float, ...]]] = {}
    for line in lines:
        for box in ("MediaBox", "BleedBox", "TrimBox"):
            if f"{box}:" in line:
                millimetres = (round(float(part) * 25.4 / 72, 2) for part in line.split(":")[1].split())
                boxes.setdefault(box, set()).add(tuple(millimetres))
    assert boxes["MediaBox"] == boxes["BleedBox"] == {(0, 0, 69.5, 94.9)}
    assert boxes["TrimBox"] == {(3.0, 3.0, 66.5, 91.9)}


def test_sheets_are_trimmed_nowhere_and_have_no_links(printed):
    with pikepdf.open(printed["sheets"]) as pdf:
        for page in pdf.pages:
            assert page.obj.TrimBox == page.obj.BleedBox == page.obj.MediaBox


@pytest.mark.parametrize("name", ["x-4", "x-1a", "sheets"])
def test_outside_programs_find_them_sound(printed, name):
    assert "No syntax or stream encoding errors" in told("qpdf", "--check", str(printed[name]))
    fonts = told("pdffonts", str(printed[name])).splitlines()[2:]
    assert fonts and all(line.split()[-5:-2] == ["yes", "yes", "yes"] for line in fonts)
    assert left_of_rgb(printed[name].read_bytes()) == []


def plates(file: Path, page: int = 1, ppi: int = 72) -> dict[str, Image.Image]:
    """The plates of a page as Ghostscript separates it: 255 is full ink."""
    out = file.parent / "plates"
    out.mkdir(exist_ok=True)
    command = ["gs", "-q", "-dSAFER", "-dNOPAUSE", "-dBATCH", "-sDEVICE=tiffsep", f"-r{ppi}"]
    command += ["-dMaxBitmap=500000000"]  # gs 10.00 loses spots in groups where it draws a page of a range in bands
    command += [f"-dFirstPage={page}", f"-dLastPage={page}", f"-sOutputFile={out / 'p.tif'}", str(file)]
    subprocess.run(command, check=True, capture_output=True)
    found = {}
    for path in out.glob("p(*).tif"):
        with Image.open(path) as opened:
            found[path.name[2:-5]] = opened.convert("L").point(lambda value: 255 - value)
    return found


@needs_gs
def test_plates_show_the_inks_that_the_palette_states(printed):
    found = plates(printed["x-4"])
    assert set(found) == {"Cyan", "Magenta", "Yellow", "Black"}
    at = (3, 3)  # in the bleed: sea, 85 40 10 20
    sea = [found[name].getpixel(at) / 255 for name in ("Cyan", "Magenta", "Yellow", "Black")]
    assert sea == pytest.approx([0.85, 0.40, 0.10, 0.20], abs=0.01)


@needs_gs
def test_text_is_on_the_black_plate_alone_and_leaves_the_ground_whole(printed):
    """Under black letters the sand goes on: they overprint."""
    found = plates(printed["x-4"], ppi=150)
    width, height = found["Black"].size
    inside = (int(width * 0.15), int(height * 0.15), int(width * 0.85), int(height * 0.85))
    assert max(found["Black"].crop(inside).tobytes()) > 250
    for name, ink in (("Cyan", 4), ("Magenta", 8), ("Yellow", 22)):
        assert {round(value / 2.55) for value in found[name].crop(inside).tobytes()} <= {ink - 1, ink, ink + 1}


@needs_gs
def test_marks_are_on_every_plate_and_words_on_the_black_one(printed):
    found = plates(printed["sheets"], ppi=100)
    pixels = list(zip(*(found[name].tobytes() for name in ("Cyan", "Magenta", "Yellow", "Black")), strict=True))
    assert sum(min(pixel) > 60 for pixel in pixels) > 100  # the sea and the sand have one ink under 60
    assert sum(pixel[3] > 60 and pixel[:3] == (0, 0, 0) for pixel in pixels) > 100  # beside the pieces


SPOTS = (
    PALETTE
    + """\
  knife: {srgb: "#ff00ff", spot: CutContour}
  white: {srgb: "#ff01ff", spot: White}
spots:
  CutContour: {cmyk: [0, 100, 0, 0], use: where the knife goes}
  White: {cmyk: [10, 0, 0, 0], use: beneath the art on film}
"""
)
CUT_SHIP = GAME["templates/harbour/ship.svg.j2"].replace(
    "{% endblock %}",
    '<rect x="20" y="50" width="20" height="10" fill="{{ palette.white }}"/>'
    '<rect width="63.5" height="88.9" fill="none" stroke="{{ palette.knife }}" stroke-width="1"/>{% endblock %}',
)


@needs_gs
@pytest.mark.parametrize("spots", ["[]", "[CutContour]", "[White, CutContour]"])
def test_spots_are_plates_that_targets_switch(tmp_path, spots):
    press = game(tmp_path, SPOTS, X4 + f"spots: {spots}\n", **{"templates/harbour/ship.svg.j2": CUT_SHIP})
    report = press.json("build", "--target", "shop", "--jobs", "1")["games"][0]
    assert report["good"], report["diagnostics"]
    file = press.root / "output" / "harbour" / "ships.pdf"
    found = plates(file)
    wanted = {name for name in ("CutContour", "White") if name in spots}
    assert set(found) == {"Cyan", "Magenta", "Yellow", "Black"} | wanted
    edge = (9, found["Cyan"].height // 2)  # on the trim line: the sea goes on beneath the knife's line
    assert found["Cyan"].getpixel(edge) / 255 == pytest.approx(0.85, abs=0.02)
    assert found["Magenta"].getpixel(edge) / 255 == pytest.approx(0.40, abs=0.02)
    for name in wanted:
        assert max(found[name].tobytes()) > 250
    if "CutContour" in wanted:
        assert found["CutContour"].getpixel(edge) > 120


def test_x1a_is_refused_where_something_is_see_through_and_says_where(tmp_path):
    glass = GAME["templates/harbour/ship.svg.j2"].replace(
        'fill="{{ palette.sand }}"/>', 'fill="{{ palette.sand }}" fill-opacity=".5"/>'
    )
    press = game(tmp_path, target=X1A, **{"templates/harbour/ship.svg.j2": glass})
    report = press.json("build", "--target", "shop", "--jobs", "1")["games"][0]
    found = [f for f in report["diagnostics"] if f["code"] == "S034"]
    assert not report["good"] and not report["files"]
    assert {f["subject"] for f in found} == {f"ships/{name}, front" for name in ("sloop", "brig", "raft")}
    assert {f["file"] for f in found} == {"templates/harbour/ship.svg.j2"}
    assert not (press.root / "output").exists()
    (press.root / "templates" / "sheets" / "targets" / "shop.yaml").write_text(X4)
    assert press.json("build", "--target", "shop", "--jobs", "1")["games"][0]["good"]


def test_a_game_without_a_date_is_not_dated_by_the_clock(tmp_path):
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        stamp(pdf, Standard("x-4", profile(), "seal"), Meta("A <title> & more"))
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True)
    with pikepdf.open(io.BytesIO(out.getvalue())) as pdf, pdf.open_metadata() as xmp:
        assert xmp["xmp:CreateDate"].startswith(UNDATED) and xmp["dc:title"] == "A <title> & more"


def test_furniture_keeps_to_two_inks():
    made = registered(page_pdf("0.003922 1 0.003922 RG 0 0 m 9 9 l S 0 g 0 0 9 9 re f"), profile())
    with pikepdf.open(io.BytesIO(made)) as pdf:
        content = pdf.pages[0].Contents.read_bytes()
        assert b"/qpPlate CS 1 SCN" in content and b"0 0 0 1 k" in content
        assert pdf.pages[0].Resources.ColorSpace["/qpPlate"][1] == "/All"


def test_two_builds_are_equal_byte_for_byte(tmp_path, printed):
    press = game(tmp_path, target=SHEETS)
    assert press.json("build", "--target", "shop", "--jobs", "2")["games"][0]["good"]
    assert (press.root / "output" / "harbour" / "ships.pdf").read_bytes() == printed["sheets"].read_bytes()


@needs_gs
def test_plates_of_a_page_with_all_that_is_hard(tmp_path):
    """Overprint, a spot, a soft mask, a gradient to see-through and pictures in inks, as Ghostscript sees them."""
    art = """
<rect x="10" y="45" width="10" height="10" fill="{{ palette.sea }}"/>
<image href="art/ink.jpg" x="10" y="30" width="10" height="10"/>
<image href="art/veil.png" x="25" y="30" width="10" height="10"/>
<rect x="40" y="30" width="10" height="10" fill="url(#fade)"/>
<rect x="10" y="60" width="40" height="10" fill="{{ palette.knife }}"/>
{{ label("I", 15, 55, size=34, anchor="middle", weight="bold") }}"""
    ship = GAME["templates/harbour/ship.svg.j2"].replace("{{ label(card.name", art + "{{ label(card.name")
    fade = '<linearGradient id="fade"><stop offset="0" stop-color="{{ palette.sea }}"/><stop offset="1" '
    ship += (
        "{% block defs %}" + fade + 'stop-color="{{ palette.sea }}" stop-opacity="0"/></linearGradient>{% endblock %}'
    )
    press = game(tmp_path, SPOTS, X4 + "spots: [CutContour]\n", **{"templates/harbour/ship.svg.j2": ship})
    (press.root / "art").mkdir()
    inks = tuple(round(255 * part) for part in (0.2, 0.6, 0.0, 0.1))
    Image.new("CMYK", (160, 160), inks).save(press.root / "art" / "ink.jpg", quality=95)
    Image.new("RGBA", (160, 160), (255, 0, 0, 128)).save(press.root / "art" / "veil.png")
    report = press.json("build", "--target", "shop", "--jobs", "1")["games"][0]
    assert [f for f in report["diagnostics"] if f["severity"] == "error"] == []
    found = plates(press.root / "output" / "harbour" / "ships.pdf", ppi=127)  # 5 pixels a millimetre

    def at(x: float, y: float) -> list[float]:
        place = (round((x + 3) * 5), round((y + 3) * 5))
        return [found[name].getpixel(place) / 255 for name in ("Cyan", "Magenta", "Yellow", "Black", "CutContour")]

    assert at(15, 35) == pytest.approx([0.2, 0.6, 0, 0.1, 0], abs=0.02)  # as in the file, and not negative
    veiled = at(30, 35)
    assert veiled[1] == pytest.approx(0.5, abs=0.06) and 0.04 < veiled[2] - 0.11 < 0.5 and veiled[4] == 0
    assert at(40.4, 35)[0] == pytest.approx(0.85, abs=0.06) and at(49.6, 35)[0] == pytest.approx(0.04, abs=0.06)
    assert at(45, 35)[0] == pytest.approx((0.85 + 0.04) / 2, abs=0.06)
    assert at(30, 65) == pytest.approx([0.04, 0.08, 0.22, 0, 1], abs=0.02)  # the sand goes on beneath the spot
    assert at(15, 50) == pytest.approx([0.85, 0.4, 0.1, 1, 0], abs=0.02)  # and the sea beneath a black letter
