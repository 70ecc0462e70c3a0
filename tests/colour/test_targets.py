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


SPOTS = (
    PALETTE
    + """\
  knife: {srgb: "#ff00ff", spot: CutContour}
  leaf: {srgb: "#ff00fe", spot: Gold}
spots:
  CutContour: {cmyk: [0, 100, 0, 0]}
  Gold: {cmyk: [10, 20, 80, 10]}
"""
)
BACK = """\
{% extends "shared/face.svg.j2" %}
{% block art %}<rect x="-3" y="-3" width="69.5" height="94.9" fill="{{ palette.sea }}"/>
<rect x="9" y="9" width="9" height="9" fill="{{ palette.leaf }}"/>{% endblock %}
"""


def notes(press: Press, *options: str) -> list[tuple[str, str, int | None, str]]:
    report = press.json("build", "--jobs", "1", *options)["games"][0]
    assert report["good"]
    found = [note for note in report["diagnostics"] if note["code"] in ("S036", "S037")]
    assert all(note["severity"] == "note" for note in found)
    return [(note["code"], note["subject"], note["line"], note["message"] + " " + note["help"]) for note in found]


@pytest.mark.parametrize("options", [("--target", "shop"), (), ("--target", "home-low-ink")])
def test_what_is_left_out_is_told_with_its_colour_and_deck(tmp_path, options):
    press = game(tmp_path, SPOTS, TARGET + "spots: [CutContour]\n", **{"templates/harbour/back.svg.j2": BACK})
    first = notes(press, *options)
    ((code, subject, line, words),) = first
    assert (code, subject, line) == ("S036", "ships", 10 if "shop" in options else None) and "'Gold'" in words
    next((press.root / "output" / "harbour").rglob("ships.pdf")).unlink()
    assert notes(press, *options) == first  # from what is kept


def test_a_spot_colour_that_is_printed_is_not_told_of(tmp_path):
    press = game(tmp_path, SPOTS, TARGET + "spots: [Gold]\n", **{"templates/harbour/back.svg.j2": BACK})
    assert notes(press, "--target", "shop") == []


def test_a_target_with_a_spot_colour_that_no_palette_has_is_told_the_nearest(tmp_path):
    press = game(tmp_path, SPOTS, TARGET + "spots: [CutContuor, Gold, Nowhere]\n")
    found = notes(press, "--target", "shop")
    assert [(code, line) for code, _, line, _ in found] == [("S037", 10)] * 2
    assert "'CutContuor'" in found[0][3] and "did you mean 'CutContour'?" in found[0][3]
    assert "'Nowhere'" in found[1][3] and "declare it" in found[1][3]


def test_a_spot_colour_of_another_game_of_the_project_is_declared(tmp_path):
    other = {
        "templates/island/palette.yaml": "colours: {}\nspots: {White: {cmyk: [0, 0, 0, 0]}}\n",
        "cards/island/.keep": "",
    }
    press = game(tmp_path, SPOTS, TARGET + "spots: [White]\n", **other)
    assert notes(press, "--target", "shop", "harbour") == []


@pytest.mark.parametrize(
    ("entry", "codes"),
    [
        ('{srgb: "#000000", cmyk: [60, 40, 40, 100]}', ["D064", "P163"]),
        ('{srgb: "#000000", spot: Night}', ["D064"]),
        ('{srgb: "#010101", cmyk: [60, 40, 40, 100]}', []),
        ('{srgb: "#000000", cmyk: [0, 0, 0, 100]}', []),
        ('{srgb: "#000000"}', []),
    ],
)
def test_a_rich_black_for_all_text_is_warned_of_at_its_place(tmp_path, entry, codes):
    spot = "spots: {Night: {cmyk: [0, 0, 0, 100]}}\n"
    press = game(tmp_path, PALETTE + f"  night: {entry}\n{spot}", TARGET + "spots: [Night]\n")
    report = press.json("build", "--target", "shop", "--jobs", "1")["games"][0]
    found = [f for f in report["diagnostics"] if f["code"] in ("D064", "P163")]
    assert sorted(f["code"] for f in found) == codes
    for fault in found:
        assert "#010101" in fault["help"]
        if fault["code"] == "D064":
            place = ("templates/harbour/palette.yaml", 4, "warning")
            assert (fault["file"], fault["line"], fault["severity"]) == place and "'night'" in fault["message"]
    assert "D064" not in {f["code"] for f in press.json("check")["games"][0]["diagnostics"]}
