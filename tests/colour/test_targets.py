"""From a palette and a target's file to plates: what a project says of colour, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.project.conftest import GAME, Press, write

from .desk import PROFILES, everything, left_of_rgb

PALETTE = """\
colours:
  sea: {srgb: "#1f5f8b", cmyk: [85, 40, 10, 20]}
  sand: {srgb: "#f2e6c9", cmyk: [4, 8, 22, 0]}
"""
TARGET = """\
target: shop
paper: sra3
margin: 5mm
bleed: 3mm
imposed: false
marks: none
colour: cmyk
profile: ISOcoated_v2_300_bas
ink_limit: 300
"""


PNG = 'colour: cmyk\nformat: png\nfile: "{deck}-{number}-{side}.png"'


def game(tmp_path: Path, palette: str = PALETTE, target: str = TARGET, **files: str) -> Press:
    """The harbour with a palette and a print shop."""
    own = {"templates/harbour/palette.yaml": palette, "templates/sheets/targets/shop.yaml": target}
    return Press(write(tmp_path / "harbour", {**GAME, **own, **files}))


def faults(press: Press) -> list[tuple[str, str | None, int | None]]:
    return [(f["code"], f["file"], f["line"]) for f in press.faults("check", "--target", "shop")]


@pytest.mark.parametrize(
    ("line", "wanted", "code", "place"),
    [
        ("profile: ISOcoated_v2_300_bas\n", "", "S030", ("templates/sheets/targets/shop.yaml", 1)),
        ("ISOcoated_v2_300_bas", "ISOcoated_v2_bas", "S031", ("templates/sheets/targets/shop.yaml", 8)),
        ("ISOcoated_v2_300_bas", "screen", "S032", ("templates/sheets/targets/shop.yaml", 8)),
        ("ISOcoated_v2_300_bas", "cut", "S032", ("templates/sheets/targets/shop.yaml", 8)),
        ("colour: cmyk", "colour: rgb\npdf: x-4", "S033", ("templates/sheets/targets/shop.yaml", 8)),
        ("colour: cmyk", PNG, "S035", ("templates/sheets/targets/shop.yaml", 8)),
        ("ink_limit: 300", "ink_limit: 140", "D061", ("templates/harbour/palette.yaml", 2)),
    ],
)
def test_a_target_that_cannot_be_printed_is_told_with_its_place(tmp_path, line, wanted, code, place):
    from PIL import ImageCms

    press = game(tmp_path, target=TARGET.replace(line, wanted))
    folder = press.root / "templates" / "sheets" / "profiles"
    folder.mkdir()
    (folder / "screen.icc").write_bytes(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    (folder / "cut.icc").write_bytes((PROFILES / "GRACoL_TR006_coated.icc").read_bytes()[:9000])
    assert faults(press) == [(code, *place)]


def test_a_spot_that_is_not_declared_and_one_with_a_plates_name(tmp_path):
    palette = PALETTE + '  line: {srgb: "#ff00ff", spot: CutContuor}\nspots:\n  Black: {cmyk: [0, 0, 0, 100]}\n'
    palette += "  CutContour: {cmyk: [0, 100, 0, 0]}\n"
    press = game(tmp_path, palette)
    found = press.faults("check", "--target", "shop")
    assert [(f["code"], f["line"]) for f in found] == [("D063", 6), ("D060", 4)]
    assert "CutContour" in found[1]["help"]


def test_one_value_with_two_inks_is_told_where_it_matters(tmp_path):
    press = game(tmp_path, PALETTE + '  lagoon: {srgb: "#1f5f8b", cmyk: [80, 30, 0, 0]}\n')
    assert faults(press) == [("D062", "templates/harbour/palette.yaml", 4)]
    assert press.faults("check") == []


def test_a_project_brings_its_own_profile(tmp_path):
    press = game(tmp_path, target=TARGET.replace("ISOcoated_v2_300_bas", "our-shop"))
    folder = press.root / "templates" / "sheets" / "profiles"
    folder.mkdir()
    (folder / "our-shop.icc").write_bytes((PROFILES / "GRACoL_TR006_coated.icc").read_bytes())
    assert faults(press) == []


def test_a_build_for_a_press_has_no_rgb_and_is_kept(tmp_path):
    press = game(tmp_path)
    report = press.json("build", "--target", "shop", "--jobs", "1")["games"][0]
    assert report["good"]
    file = press.root / "output" / "harbour" / "ships.pdf"
    first = file.read_bytes()
    assert left_of_rgb(first) == []
    file.unlink()
    again = press.json("build", "--target", "shop", "--jobs", "2")["games"][0]
    assert file.read_bytes() == first and again["redrawn"] == []
    (press.root / "templates" / "sheets" / "targets" / "shop.yaml").write_text(TARGET.replace("300\n", "280\n"))
    changed = press.json("build", "--target", "shop")["games"][0]
    assert changed["redrawn"] == [] and changed["good"]


def test_a_drawing_that_has_no_like_among_inks_is_told_of_its_component(tmp_path, monkeypatch):
    from questpress.press.colour.convert import Colouring, Unsupported

    def refuse(self, pdf):
        raise Unsupported("a gradient over a mesh")

    monkeypatch.setattr(Colouring, "convert", refuse)
    press = game(tmp_path)
    report = press.json("build", "--target", "shop", "--jobs", "1")["games"][0]
    found = [f for f in report["diagnostics"] if f["code"] == "T090"]
    assert not report["good"] and "a gradient over a mesh" in found[0]["message"]
    assert found[0]["subject"] and found[0]["file"].startswith(("cards/", "layouts/"))
    assert not (press.root / "output").exists()


def test_where_black_text_knocks_out_preflight_does_not_miss_overprint(tmp_path):
    press = game(tmp_path, target=TARGET + "overprint: false\npdf: x-4\n")
    report = press.json("build", "--target", "shop", "--jobs", "1")["games"][0]
    assert report["good"] and "P164" not in {f["code"] for f in report["diagnostics"]}
    raw = (press.root / "output" / "harbour" / "ships.pdf").read_bytes()
    assert "qpOverFill" not in everything(raw)
