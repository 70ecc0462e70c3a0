"""The shipped proof target: boxes, names and quantities on every page, and edges where they belong."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO

import pikepdf
import pytest
from PIL import Image

from questpress.units import points
from tests.houses.test_cutting import PIECES, game
from tests.project.conftest import write


def proofs(press) -> dict:
    report = press.json("build", "--target", "proof", "--jobs", "1")["games"][0]
    assert report["good"], report["diagnostics"]
    return {f["deck"]: f for f in report["files"]}


def test_every_component_is_named_with_its_quantity(lantern):
    made = proofs(lantern)
    assert {deck: f["pages"] for deck, f in made.items()} == {"ships": 6, "coins": 1, "slips": 1, "planks": 1, "bay": 1}
    if not shutil.which("pdftotext"):
        pytest.skip("poppler is not here")
    for page, said in enumerate(("sloop · front · 2 ×", "sloop · back · 2 ×", "brig · front · 1 ×"), 1):
        path = lantern.root / "output/harbour/proof/ships.pdf"
        span = ["-f", str(page), "-l", str(page)]
        text = subprocess.run(["pdftotext", *span, path, "-"], capture_output=True, text=True, check=True).stdout
        assert f"ships/{said}" in text and "Harbour & Sea" in text
        assert "bleed 3" in text and "trim 63.5 × 88.9" in text and "safe 0 mm" in text


@pytest.mark.parametrize(
    ("deck", "trim", "bleed"), [("ships", (63.5, 88.9), 3), ("slips", (60, 30), 1), ("bay", (160, 210), 0)]
)
def test_boxes_are_those_of_the_component(lantern, deck, trim, bleed):
    proofs(lantern)
    with pikepdf.open(lantern.root / f"output/harbour/proof/{deck}.pdf") as pdf:
        for page in pdf.pages:
            media, bleeds, trims = ([float(v) for v in page[name]] for name in ("/MediaBox", "/BleedBox", "/TrimBox"))
            for box, more in ((bleeds, 2 * bleed), (trims, 0)):
                wide, high = (points(side + more) for side in trim)
                assert (box[2] - box[0], box[3] - box[1]) == pytest.approx((wide, high), abs=0.01)
            assert all(b <= t for b, t in zip(bleeds[:2], trims[:2], strict=True))
            assert media[0] < bleeds[0] and media[1] < bleeds[1] and media[2] > bleeds[2] and media[3] > bleeds[3]


def test_edges_are_drawn_over_the_art(tmp_path):
    """Red on the trim, whatever its shape; the safe ring tinted inside it, the art untouched beyond and within."""
    if not shutil.which("pdftoppm"):
        pytest.skip("poppler is not here")
    kinds = {name: f"{trim}\n    safe: 4mm" for name, trim in PIECES.items() if name in ("coin", "hook", "flat")}
    press = game(tmp_path, kinds)
    art = '<rect x="-9" y="-9" width="99" height="99" fill="#ffe080"/>'
    art = f'{{% extends "shared/face.svg.j2" %}}{{% block art %}}{art}{{% endblock %}}'
    write(press.root, {"templates/harbour/flag.svg.j2": art})
    proofs(press)
    spots = {  # from the trim's top left corner, mm: on the cut, in the ring, inside it, in the bleed
        "coin": ((10, 0), (10, 2), (10, 10), (10, -1)),
        "flat": ((20, 0), (20, 2), (20, 17), (20, -1)),
        "hook": ((20, 10), (20, 8), (6, 25), (20, -1)),
    }
    for name, (cut, ring, inner, beyond) in spots.items():
        path = press.root / f"output/harbour/proof/{name}.pdf"
        with pikepdf.open(path) as pdf:
            left, _, _, top = (float(v) for v in pdf.pages[0].TrimBox)
            high = float(pdf.pages[0].MediaBox[3])
        made = subprocess.run(["pdftoppm", "-r", "300", "-singlefile", path], capture_output=True, check=True).stdout
        picture = Image.open(BytesIO(made)).convert("RGB")

        def at(spot, picture=picture, left=left, down=high - top):
            return picture.getpixel(
                tuple(int((edge + points(v)) / 72 * 300) for edge, v in zip((left, down), spot, strict=True))
            )

        assert at(cut)[0] > 180 and at(cut)[1] < 90, name
        assert at(ring)[0] < 200 and at(ring)[1] > 160, name
        assert at(inner) == at(beyond) == (255, 224, 128), name


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("proof: true\n", "imposed: false"),
        ("proof: true\nimposed: false\nformat: png\n", "leave one"),
    ],
)
def test_proofs_that_do_not_go_together(lantern, more, says):
    ending = "png" if "png" in more else "pdf"
    text = f'target: odd\npaper: a4\nmargin: 0mm\nbleed: 3mm\nfile: "{{deck}}.{ending}"\n{more}'
    write(lantern.root, {"templates/sheets/targets/odd.yaml": text})
    report = lantern.json("build", "--target", "odd")["games"][0]
    found = [f for f in report["diagnostics"] if f["severity"] == "error"]
    assert [f["code"] for f in found] == ["S044"] and says in found[0]["help"] and not report["files"]
