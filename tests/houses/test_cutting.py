"""Trim shapes and the lines that they are cut along: in kinds, on sheets, in cut files, for text near the cut."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from questpress.press.arrange import Placement
from questpress.press.box import Box, around
from questpress.press.contours import contour, grown_hexagon, placed, polygons, regular_height
from questpress.press.crossings import faults_in
from questpress.press.fringe import fringe
from questpress.press.model import SHAPES, Trim
from questpress.press.render.outline import path
from questpress.printing import edge_of
from questpress.units import from_points
from tests.houses.conftest import FLAG
from tests.project.conftest import GAME, Press, write

L_SHAPE = "M0 0H30V10H12V36A6 6 0 0 1 0 36Z"  # unlike its mirror image; 42 mm high with its round end
PIECES = {
    "coin": "trim: [20mm, 20mm]\n    shape: circle",
    "flat": f"trim: [40mm, {regular_height(40, 'hex-flat'):.4f}mm]\n    shape: hex-flat",
    "pointy": f"trim: [30mm, {regular_height(30, 'hex-pointy'):.4f}mm]\n    shape: hex-pointy\n    corner: 2mm",
    "card": "trim: [40mm, 60mm]\n    corner: 3mm",
    "plain": "trim: [40mm, 60mm]",
    "hook": f'trim: [30mm, 42mm]\n    outline: "{L_SHAPE}"',
}
SHEET = "sheet: guided\norientation: portrait\ngutter: 8mm\nmarks: cut-lines\n"
Points = list[tuple[float, float]]


def game(tmp_path: Path, kinds: dict[str, str], sheet: str = SHEET, quantity: int = 3) -> Press:
    files = {"rules/harbour.yaml": GAME["rules/harbour.yaml"], "templates/harbour/flag.svg.j2": FLAG}
    declared = "kinds:\n"
    for name, trim in kinds.items():
        faces = "{front: flag.svg.j2, back: flag.svg.j2}"
        declared += f"  {name}:\n    {trim}\n    bleed: 2mm\n    sheet: guided\n    faces: {faces}\n    fields: {{}}\n"
        files[f"cards/harbour/{name}.yaml"] = f"deck: {name}\nkind: {name}\ncards: [{{id: a, quantity: {quantity}}}]\n"
    files["templates/harbour/kinds.yaml"] = declared
    files["templates/harbour/sheets/guided.yaml"] = sheet
    return Press(write(tmp_path / "game", files))


def cut_files(press: Press, *more: str) -> dict:
    return press.json("build", "--cut-files", "--jobs", "1", *more)["games"][0]


def cut_paths(file: Path) -> list[Points]:
    """Every point of every path of a cut file, control points too, in millimetres from the paper's top left corner."""
    root = ElementTree.parse(file).getroot()
    wide, high = float(root.get("width").removesuffix("mm")), float(root.get("height").removesuffix("mm"))
    assert [float(v) for v in root.get("viewBox").split()] == [0, 0, wide, high]
    return [points_of(found.get("d")) for found in root.iter("{http://www.w3.org/2000/svg}path")]


def points_of(d: str) -> Points:
    numbers = [float(v) for v in re.findall(r"-?\d+(?:\.\d+)?", d)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def guides_of(page: pikepdf.Page) -> list[Points]:
    """The closed paths that are stroked over a sheet, once each, in millimetres from its top left corner."""
    high = from_points(float(page.MediaBox[3]))
    found: list[Points] = []
    for operands, operator in pikepdf.parse_content_stream(page.Resources.XObject["/Furniture"]):
        numbers = [from_points(float(v)) for v in operands] if str(operator) in "mlc" else []
        pairs = [(x, high - y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        if str(operator) == "m":
            found.append(pairs)
        elif pairs:
            found[-1] += pairs
        elif str(operator) == "h":
            found[-1].append((math.nan, math.nan))
    closed = [track[:-1] for track in found if math.isnan(track[-1][0])]
    assert closed[: len(closed) // 2] == closed[len(closed) // 2 :], "white below, black above"
    return closed[: len(closed) // 2]


def trims_of(page: pikepdf.Page, trim: Trim) -> list[Box]:
    """Where the faces of a page lie, as the PDF places their forms; all stand upright."""
    high = from_points(float(page.MediaBox[3]))
    boxes, matrix = [], None
    for operands, operator in pikepdf.parse_content_stream(page):
        if str(operator) == "cm":
            matrix = [float(v) for v in operands]
        elif str(operator) == "Do" and str(operands[0]) != "/Furniture":
            left, bottom, _, top = (float(v) for v in page.Resources.XObject[operands[0]].BBox)
            assert matrix is not None and matrix[:4] == [1, 0, 0, 1]
            x, y = from_points(left + matrix[4]) + trim.bleed, high - from_points(top + matrix[5]) + trim.bleed
            boxes.append(Box(x, y, x + trim.width, y + trim.height))
            assert from_points(top - bottom) == pytest.approx(trim.height + 2 * trim.bleed, abs=0.02)
    return boxes


def test_cut_file_and_pdf_agree_to_a_hundredth_of_a_millimetre(tmp_path):
    press = game(tmp_path, PIECES)
    report = cut_files(press)
    assert report["good"], report["diagnostics"]
    for name in PIECES:
        trim = trim_named(name)
        with pikepdf.open(press.root / f"output/harbour/{name}.pdf") as pdf:
            for page, face in zip(pdf.pages, ("front", "back"), strict=True):
                cut = cut_paths(press.root / f"output/harbour/{name}-cut-1-{face}.svg")
                assert len(cut) == 3
                if name != "plain":
                    for one, other in zip(cut, guides_of(page), strict=True):
                        assert near(one, other), (name, face)
                boxes = [box_of(track) for track in cut]
                for one, other in zip(boxes, trims_of(page, trim), strict=True):
                    edges = [(one.left, other.left), (one.right, other.right)]
                    edges += [(sum(box.centre) for box in (one, other))]
                    if name != "pointy":  # its rounded tips lie within the trim
                        edges += [(one.top, other.top), (one.bottom, other.bottom)]
                    assert all(abs(a - b) < 0.01 for a, b in edges), (name, face, one, other)


def trim_named(name: str) -> Trim:
    said = dict(re.findall(r"(\w+): (.+)", PIECES[name]))
    width, height = (float(v) for v in re.findall(r"([\d.]+)mm", said["trim"]))
    outline = said.get("outline", "").strip('"')
    return Trim(width, height, 2.0, 0.0, 0.0, "outline" if outline else said.get("shape", "rect"), outline)


def near(one: Points, other: Points) -> bool:
    return len(one) == len(other) and all(math.dist(a, b) < 0.01 for a, b in zip(one, other, strict=True))


def box_of(track: Points) -> Box:
    d = "M" + " ".join(f"{x} {y}" for x, y in track)
    if len(track) > 4:  # curves: measured exactly from the path as it is written
        return around([Box(x, y, x, y) for x, y in track])
    left, top, right, bottom = path(d).box
    return Box(left, top, right, bottom)


def test_gapless_pieces_are_cut_in_lines_across_the_sheet(tmp_path):
    sheet = "sheet: guided\ngrid: [3, 2]\ngutter: 0mm\nbleed: 0mm\n"
    press = game(tmp_path, {"plain": PIECES["plain"]}, sheet, quantity=6)
    cut_files(press)
    cut = cut_paths(press.root / "output/harbour/plain-cut-1-front.svg")
    level = [track for track in cut if track[0][1] == track[1][1]]
    assert len(cut) == 7 and len(level) == 3  # 3 lines across, 4 down
    assert {round(abs(track[1][0] - track[0][0]), 3) for track in level} == {120}


def test_cut_files_are_asked_for_by_the_target_too_and_written_once(tmp_path):
    press = game(tmp_path, {"coin": PIECES["coin"]})
    home = (Path(__file__).parents[2] / "templates/sheets/targets/home.yaml").read_text(encoding="utf-8")
    write(
        press.root,
        {"templates/sheets/targets/knife.yaml": home.replace("target: home", "target: knife") + "cut: true\n"},
    )
    first = press.json("build", "--target", "knife", "--jobs", "1")["games"][0]["files"]
    assert sorted(f["path"] for f in first if f["form"] == "svg") == [
        "harbour/coin-cut-1-back.svg",
        "harbour/coin-cut-1-front.svg",
    ]
    again = press.json("build", "--target", "knife", "--jobs", "1")["games"][0]["files"]
    assert [f["sha256"] for f in again] == [f["sha256"] for f in first] and not any(f["written"] for f in again)
    assert press.json("build", "--jobs", "1")["games"][0]["files"][0]["form"] == "pdf"


def test_the_mirrored_back_is_cut_where_the_front_is(tmp_path):
    """An outline unlike its mirror image: the two cut files of a sheet lie on each other when held to light."""
    press = game(tmp_path, {"hook": PIECES["hook"]}, quantity=2)
    for flip, mirror in (("long", (1, 0)), ("short", (0, 1))):
        cut_files(press, "--flip", flip)
        fronts = cut_paths(press.root / "output/harbour/hook-cut-1-front.svg")
        backs = cut_paths(press.root / "output/harbour/hook-cut-1-back.svg")
        wide, high = 215.9, 279.4
        for front, back in zip(fronts, backs, strict=True):
            seen = [(wide - x, y) if mirror[0] else (x, high - y) for x, y in back]
            assert near(front, seen), flip


def test_round_guides_are_seen_by_an_outside_program(tmp_path):
    if not shutil.which("pdftoppm"):
        pytest.skip("poppler is not here")
    press = game(tmp_path, {"coin": PIECES["coin"]}, quantity=1)
    cut_files(press)
    file = press.root / "output/harbour/coin.pdf"
    ppm = subprocess.run(["pdftoppm", "-r", "300", "-f", "1", "-l", "1", file], capture_output=True, check=True).stdout
    from io import BytesIO

    from PIL import Image

    picture = Image.open(BytesIO(ppm)).convert("RGB")
    track = path(
        "M" + "L".join(f"{x} {y}" for x, y in cut_paths(press.root / "output/harbour/coin-cut-1-front.svg")[0])
    )
    left, top, right, bottom = track.box
    middle, radius = ((left + right) / 2, (top + bottom) / 2), (right - left) / 2
    dark = 0
    for step in range(72):
        x, y = (middle[n] + radius * f(math.radians(step * 5)) for n, f in ((0, math.cos), (1, math.sin)))
        at = int(x / 25.4 * 300), int(y / 25.4 * 300)  # the line is 1.5 pixels wide
        dark += min(max(picture.getpixel((at[0] + n, at[1] + m))) for n in (-1, 0, 1) for m in (-1, 0, 1)) < 100
    assert dark == 72


sizes = st.floats(8, 120).map(lambda v: round(v, 2))


@given(sizes, st.sampled_from(("hex-flat", "hex-pointy")), st.floats(0, 5), st.floats(0, 5))
def test_hexagons_fill_their_trims_and_grow_evenly(width, shape, corner, by):
    height = regular_height(width, shape)
    trim = Trim(width, height, shape=shape, corner=corner)
    left, top, right, bottom = contour(Trim(width, height, shape=shape)).box
    assert (left, top, right, bottom) == pytest.approx((0, 0, width, height), abs=1e-9)
    rounded = Box(*contour(trim).box)
    assert rounded.inside(Box(0, 0, width, height), 1e-6)
    middle = (width / 2, height / 2)
    side = min(width, height) / 2
    for x, y in grown_hexagon(trim, by):
        assert math.dist((x, y), middle) == pytest.approx((side + by) / math.cos(math.pi / 6), rel=0.001)


@given(st.sampled_from(SHAPES[:4]), sizes, st.floats(0, 6), st.sampled_from((0, 90, 180, 270)), st.booleans())
def test_a_placed_contour_lies_in_its_trim(shape, width, corner, turn, back):
    height = width if shape == "circle" else regular_height(width, shape) if shape.startswith("hex") else width * 1.4
    trim = Trim(width, height, shape=shape, corner=0.0 if shape == "circle" else corner)
    wide, high = (width, height) if turn % 180 == 0 else (height, width)
    box = Box(7, 11, 7 + wide, 11 + high)
    d = "".join(
        "MLCZ"[int(s[0])] + " ".join(f"{v:.6f}" for v in s[1:])
        for s in placed(trim, Placement("f", box, box, turn, back))
    )
    assert Box(*path(d).box).inside(box, 0.002)  # curves err by 0.027 % of a radius below 10 mm, see outline.py
    if corner == 0 or shape == "circle":
        assert box.inside(Box(*path(d).box), 0.002)


@given(st.sampled_from(("rect", "circle", "hex-flat")), sizes, st.floats(-0.2, 1.2), st.floats(-0.2, 1.2))
def test_the_distance_to_a_cut_is_that_to_its_contour(shape, width, across, down):
    """The ring that text keeps out of is measured on the same geometry, whatever way it is worked out."""
    height = width if shape == "circle" else regular_height(width, "hex-flat")
    trim = Trim(width, height, shape=shape, corner=2.0 if shape == "rect" else 0.0)
    x, y = across * width, down * height
    edge = edge_of(trim)
    (polygon,) = polygons(trim)
    least = min(to_line(x, y, a, b) for a, b in zip(polygon, polygon[1:] + polygon[:1], strict=True))
    assert abs(edge.beyond(x, y)) == pytest.approx(least, abs=0.03)


def to_line(x: float, y: float, a: tuple[float, float], b: tuple[float, float]) -> float:
    long = math.dist(a, b)
    if long == 0:
        return math.dist((x, y), a)
    share = max(0, min(1, ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / long**2))
    return math.dist((x, y), (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))


@pytest.mark.parametrize(
    ("trim", "code", "says"),
    [
        ("trim: [40mm, 40mm]\n    shape: hex-flat", "D070", "34.64"),
        ('trim: [20mm, 20mm]\n    outline: "M0 0H20V20"', "D071", "open"),
        ('trim: [20mm, 20mm]\n    outline: "M0 0H20V20 X"', "D071", "X"),
        ('trim: [20mm, 20mm]\n    outline: ""', "D071", "empty"),
        ('trim: [20mm, 20mm]\n    shape: circle\n    outline: "M0 0H20V20Z"', "D071", "leave one"),
        ("trim: [20mm, 20mm]\n    shape: outline", "D071", "none is stated"),
        ('trim: [30mm, 30mm]\n    outline: "M1 0H20V20H1Z"', "D072", "19.00mm, 20.00mm"),
        ('trim: [20mm, 20mm]\n    outline: "M0 0' + "L1 1" * 3000 + 'Z"', "D071", "2000"),
        ("trim: [20mm, 20mm]\n    shape: hexagon", "D021", "hex-flat"),
        ('trim: [63.5mm, 88.9mm]\n    outline: "M0 0L63.5 88.9L63.5 0L0 88.9Z"', "D073", "itself at (31.75, 44.45)"),
        ('trim: [20mm, 20mm]\n    outline: "M0 0L10 10L20 0V20L10 10L0 20Z"', "D073", "itself at (10.00, 10.00)"),
        ('trim: [20mm, 20mm]\n    outline: "M0 0H20V20H0ZM5 5H10V15Q5 -20 5 15Z"', "D073", "itself at"),
        ('trim: [20mm, 20mm]\n    outline: "M0 0H20V20H0V10H-5H0Z"', "D073", "itself at (0.00, 10.00)"),
        ('trim: [20mm, 20mm]\n    outline: "M0 0H20V20H0ZM5 5L15 15Z"', "D073", "(5.00, 5.00) encloses nothing"),
        ('trim: [20mm, 20mm]\n    outline: "M0 0H0V0Z"', "D073", "encloses nothing"),
        ('trim: [20mm, 20mm]\n    outline: "M0 0H8V20H0ZM12 0H20V20H12Z"', "D073", "2 pieces"),
        (
            'trim: [20mm, 20mm]\n    outline: "M0 0H20V20H0ZM15 5H25V10H15Z"',
            "D073",
            "parts cross or touch at (20.00,",
        ),
        ('trim: [20mm, 20mm]\n    outline: "M0 0H20V20H0ZM20 20H0V0H20Z"', "D073", "(20.00, 20.00) is there twice"),
        ('trim: [20mm, 20mm]\n    outline: "M0 0H20V20H0ZM4 4H16V16H4ZM8 8H12V12H8Z"', "D073", "2 pieces"),
    ],
)
def test_shapes_that_cannot_be_cut(tmp_path, trim, code, says):
    press = game(tmp_path, {"piece": trim})
    found = [f for f in press.json("check")["games"][0]["diagnostics"] if f["severity"] == "error"]
    assert found and found[0]["code"] == code and found[0]["line"], found
    assert says in found[0]["message"] + (found[0]["help"] or "")


@given(st.integers(3, 40), st.data())
def test_a_star_is_one_piece_until_two_of_its_corners_change_places(count, drawn):
    """Corners at growing angles about the middle never cross; of a convex piece, exchanging two always does."""
    radii = drawn.draw(st.lists(st.floats(10, 30), min_size=count, max_size=count))
    hole = "M38 40A2 2 0 1 0 42 40A2 2 0 1 0 38 40Z"
    for ring in (radii, [20.0] * count):
        turns = [(r, math.tau * n / count) for n, r in enumerate(ring)]
        corners = [(40 + r * math.cos(turn), 40 + r * math.sin(turn)) for r, turn in turns]
        assert faults_in(path(closed(corners))) == [] == faults_in(path(closed(corners) + hole))
    if count > 3:
        corners[0], corners[1] = corners[1], corners[0]
        (fault,) = faults_in(path(closed(corners)))
        assert "itself at" in fault


def closed(corners: Points) -> str:
    return "M" + "L".join(f"{x:.4f} {y:.4f}" for x, y in corners) + "Z"


def test_text_beyond_a_hexagons_edge_is_an_error_and_in_a_hole_too(tmp_path):
    ring = "M0 20A20 20 0 1 1 40 20A20 20 0 1 1 0 20Z M10 20A10 10 0 1 0 30 20A10 10 0 1 0 10 20Z"
    kinds = {"flat": PIECES["flat"], "ring": f'trim: [40mm, 40mm]\n    outline: "{ring}"'}
    press = game(tmp_path, kinds)
    for place, faulty in (("2, 3", {"flat", "ring"}), ("18, 20", {"ring"}), ("18, 6", set())):
        text = FLAG.replace("{% endblock %}", f'{{{{ label("I", {place}, size=8) }}}}{{% endblock %}}')
        write(press.root, {"templates/harbour/flag.svg.j2": text})
        found = press.json("check")["games"][0]["diagnostics"]
        assert {f["subject"].split("/")[0].split(",")[0] for f in found if f["code"] == "T046"} == faulty, (
            place,
            found,
        )


OFFSET = (Path(__file__).parents[2] / "templates/sheets/targets/offset.yaml").read_text(encoding="utf-8")


def test_the_cut_on_a_plate_of_its_own(tmp_path):
    """Ghostscript parts the plates: the cut's has the contour and nothing else has, nothing below it is knocked out."""
    press = game(tmp_path, {"coin": PIECES["coin"]}, quantity=1)
    text = OFFSET.replace("target: offset", "target: die").replace("bleed: 3mm", "bleed: 2mm")
    write(press.root, {"templates/sheets/targets/die.yaml": text + "cut_spot: CutContour\n"})
    report = press.json("build", "--target", "die", "--jobs", "1")["games"][0]
    assert report["good"], report["diagnostics"]
    file = press.root / "output" / next(f["path"] for f in report["files"] if f["form"] == "pdf")
    with pikepdf.open(file) as pdf:
        form = pdf.pages[0].Resources.XObject["/Cut"]
        assert [str(part) for part in form.Resources.ColorSpace.Cut[:3]] == [
            "/Separation",
            "/CutContour",
            "/DeviceCMYK",
        ]
    if not shutil.which("gs"):
        pytest.skip("Ghostscript is not here")
    out = tmp_path / "plate%d.tif"
    command = [
        "gs",
        "-q",
        "-dBATCH",
        "-dNOPAUSE",
        "-sDEVICE=tiffsep",
        "-r300",
        "-dLastPage=1",
        f"-sOutputFile={out}",
        file,
    ]
    subprocess.run(command, check=True)
    from PIL import Image

    plates = {path.name.partition("(")[2].partition(")")[0]: path for path in tmp_path.glob("plate1(*).tif")}
    assert "CutContour" in plates
    with Image.open(plates["CutContour"]) as cut, Image.open(plates["Magenta"]) as magenta:
        scale = 300 / 25.4
        middle, radius = 12 * scale, 10 * scale  # the page is the trim and 2 mm around it
        for step in range(72):
            at = [int(middle + radius * f(math.radians(step * 5))) for f in (math.cos, math.sin)]
            near_it = [(at[0] + n, at[1] + m) for n in (-1, 0, 1) for m in (-1, 0, 1)]
            assert min(cut.getpixel(spot) for spot in near_it) < 128, step
        assert cut.getpixel((round(middle), round(middle))) == 255 == cut.getpixel((3, 3))
        ground = magenta.getpixel((round(middle), round(middle)))
        assert ground < 128 and abs(magenta.getpixel((round(middle), round(middle + radius))) - ground) < 3


@pytest.mark.parametrize("name", ["All", "Magenta"])
def test_the_cut_is_on_no_plate_that_is_printed(tmp_path, name):
    press = game(tmp_path, {"coin": PIECES["coin"]})
    write(press.root, {"templates/sheets/targets/offset.yaml": OFFSET + f"cut_spot: {name}\n"})
    report = press.json("build", "--target", "offset")["games"][0]
    assert [f["code"] for f in report["diagnostics"] if f["severity"] == "error"] == ["S048"] and not report["files"]


def test_an_outline_worked_out_from_fields(tmp_path):
    """Each card of a deck of kites has its own path; what cannot be cut along is told at the kind's outline."""
    trim = 'trim: [30mm, "{{ long }}mm"]\n    outline: "M15 0L30 {{ long / 2 }}L15 {{ long }}L0 {{ long / 2 }}Z"'
    press = game(tmp_path, {"kite": trim})
    kinds = press.root / "templates/harbour/kinds.yaml"
    kinds.write_text(
        kinds.read_text(encoding="utf-8").replace("fields: {}", "fields: {long: number}"), encoding="utf-8"
    )
    text = "deck: kite\nkind: kite\ncards: [{id: a, long: 50}]\n"
    write(press.root, {"cards/harbour/kite.yaml": text})
    assert cut_files(press)["good"]
    (cut,) = cut_paths(press.root / "output/harbour/kite-cut-1-front.svg")
    (left, top), (right, low) = min(cut), max(cut)
    assert right - left == pytest.approx(30, abs=0.001) and top == pytest.approx(low, abs=0.001)
    assert max(y for _, y in cut) - min(y for _, y in cut) == pytest.approx(50, abs=0.001)
    kinds.write_text(kinds.read_text(encoding="utf-8").replace('Z"', '"'), encoding="utf-8")
    found = [f for f in press.json("check")["games"][0]["diagnostics"] if f["severity"] == "error"]
    assert [f["code"] for f in found] == ["D071"] and found[0]["file"].endswith("kinds.yaml")


RING = "M0 20A20 20 0 1 1 40 20A20 20 0 1 1 0 20Z M10 20A10 10 0 1 0 30 20A10 10 0 1 0 10 20Z"
OUTLINES = {
    "hook": Trim(30, 42, 2, shape="outline", outline=L_SHAPE),
    "ring": Trim(40, 40, 2, shape="outline", outline=RING),
}


@given(st.sampled_from(sorted(OUTLINES)), st.floats(0.2, 4), st.floats(-0.2, 1.2), st.floats(-0.2, 1.2))
def test_what_is_seen_of_an_outline_is_itself_and_its_bleed(name, by, across, down):
    trim = OUTLINES[name]
    x, y = across * trim.width, down * trim.height
    beyond = edge_of(trim).beyond(x, y)
    seen = sum(winding(part, x, y) for part in fringe(trim, by)) != 0
    if beyond < by - 0.05:  # see fringe.CHORDS
        assert seen
    if beyond > by * 1.05 + 0.02:
        assert not seen


def winding(part, x: float, y: float) -> int:
    count = 0
    for (ax, ay), (bx, by) in zip(part, part[1:] + part[:1], strict=True):
        side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
        if ay <= y < by and side > 0:
            count += 1
        elif by <= y < ay and side < 0:
            count -= 1
    return count


def test_an_outline_shows_its_bleed_and_no_more_on_its_sheet(tmp_path):
    """Front and back, seen by an outside program: art 1 mm beyond the line, none 4 mm beyond; backs in the mirror."""
    if not shutil.which("pdftoppm"):
        pytest.skip("poppler is not here")
    press = game(tmp_path, {"hook": PIECES["hook"]}, SHEET.replace("cut-lines", "none"), quantity=1)
    assert press.json("build", "--jobs", "1")["games"][0]["good"]
    file = press.root / "output/harbour/hook.pdf"
    from io import BytesIO

    from PIL import Image

    for page, mirrored in ((1, False), (2, True)):
        span = ["-f", str(page), "-l", str(page)]
        ppm = subprocess.run(["pdftoppm", "-r", "150", *span, file], capture_output=True, check=True).stdout
        picture = Image.open(BytesIO(ppm)).convert("RGB")
        with pikepdf.open(file) as pdf:
            (box,) = trims_of(pdf.pages[page - 1], OUTLINES["hook"])
        for (x, y), art in (((25, 5), True), ((25, 11), True), ((25, 14), False), ((6, 30), True), ((20, 30), False)):
            across = OUTLINES["hook"].width - x if mirrored else x
            at = int((box.left + across) / 25.4 * 150), int((box.top + y) / 25.4 * 150)
            assert (picture.getpixel(at) != (255, 255, 255)) == art, (page, x, y)
