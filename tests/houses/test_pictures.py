"""Pictures of faces for a print house: exact pixels, names, what is left out, and that nothing is made twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.houses.conftest import TARGET, deck
from tests.project.conftest import Press, write

RED, BLUE = (0xC0, 0x20, 0x20), (0x20, 0x20, 0xC0)


def build(press: Press, *more: str) -> dict:
    return press.json("build", "--target", "lantern", "--jobs", "1", *more)["games"][0]


def files(report: dict) -> dict[str, dict]:
    return {Path(f["path"]).relative_to("harbour/lantern").as_posix(): f for f in report["files"]}


def codes(report: dict) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for finding in report["diagnostics"]:
        found.setdefault(finding["code"], []).append(f"{finding['subject']}: {finding['message']} {finding['help']}")
    return found


def opened(press: Press, name: str) -> Image.Image:
    with Image.open(press.root / "output/harbour/lantern" / name) as picture:
        picture.load()
        return picture


def test_what_the_house_has_is_made_and_the_rest_is_named(lantern):
    report = build(lantern)
    assert report["good"]
    names = {name: tuple(f["pixels"]) for name, f in files(report).items()}
    assert names == {
        **{f"ships/{ship}-front-{n}.png": (560, 760) for ship, n in (("sloop", 2), ("brig", 1), ("raft", 1))},
        "ships/all-back-4.png": (560, 760),  # one back for the whole deck
        "coins/one-front-3.png": (205, 205),  # 26 mm at 200 pixels an inch
        "slips/one-front-3.png": (300, 550),
    }
    for name, size in names.items():
        picture = opened(lantern, name)
        assert (picture.size, picture.mode) == (size, "RGB") and picture.info["srgb"] == 0, name
        assert picture.info["dpi"][0] == pytest.approx(200, abs=1), name
    left = codes(report)["S040"]
    assert len(left) == 2
    plank = next(said for said in left if said.startswith("planks"))
    assert "20 × 21 mm" in plank and "Slip" in plank and "10 mm more width and 39 mm more height" in plank
    assert any(said.startswith("bay") and "Pocket" in said for said in left)


def test_every_pixel_is_where_it_belongs(lantern):
    build(lantern)
    coin = opened(lantern, "coins/one-front-3.png")
    corner = 3 / 25.4 * 200
    assert coin.getpixel((int(corner) + 2, int(corner) + 2)) == BLUE
    assert coin.getpixel((int(corner) - 2, int(corner) + 2)) == RED == coin.getpixel((0, 0))
    assert coin.getpixel((int(corner + 5 / 25.4 * 200) - 2, int(corner) + 2)) == BLUE
    # Turned to lie across the stock: the trim's top left corner comes to the canvas's top right one.
    slip = opened(lantern, "slips/one-front-3.png")
    right, top = 150 + 15 / 25.4 * 200, 275 - 30 / 25.4 * 200
    assert slip.getpixel((round(right) - 3, round(top) + 3)) == BLUE
    assert slip.getpixel((round(right) + 3, round(top) + 3)) == RED
    assert {slip.getpixel(at) for at in ((0, 0), (299, 0), (0, 549), (299, 549), (0, 275), (150, 0))} == {RED}


def test_nothing_changed_makes_nothing_and_an_edit_makes_what_it_changes(lantern):
    first = files(build(lantern))
    assert all(f["written"] for f in first.values())
    assert not any(f["written"] for f in files(build(lantern)).values())
    cards = lantern.root / "cards/harbour/ships.yaml"
    cards.write_text(cards.read_text(encoding="utf-8").replace("name: no,", "name: yes,"), encoding="utf-8")
    second = files(build(lantern))
    assert [name for name, f in second.items() if f["written"]] == ["ships/raft-front-1.png"]
    assert second["ships/brig-front-1.png"]["sha256"] == first["ships/brig-front-1.png"]["sha256"]
    (lantern.root / "output/harbour/lantern/ships/all-back-4.png").write_bytes(b"damaged")
    third = files(build(lantern))
    assert [name for name, f in third.items() if f["written"]] == ["ships/all-back-4.png"]
    assert third["ships/all-back-4.png"]["sha256"] == first["ships/all-back-4.png"]["sha256"]


def test_bytes_do_not_depend_on_jobs_or_on_what_was_there(lantern, tmp_path):
    one = {name: f["sha256"] for name, f in files(build(lantern)).items()}
    other = lantern.json("build", "--target", "lantern", "--jobs", "2", "--out", str(tmp_path / "other"))["games"][0]
    assert {name: f["sha256"] for name, f in files(other).items()} == one
    assert not list((tmp_path / "other").rglob(".*"))


def test_pictures_that_are_no_longer_made_are_told(lantern):
    build(lantern)
    write(lantern.root, {"cards/harbour/coins.yaml": deck("coin", 5)})
    report = build(lantern)
    assert report["no_longer_made"] == ["harbour/lantern/coins/one-front-3.png"]
    assert "coins/one-front-5.png" in files(report)


def test_copies_each_numbers_every_copy(lantern):
    pattern = 'copies: each\nfile: "{target}/{deck}/{side}/{number}-{component}-{copy}.png"\n'
    text = TARGET.replace("copies: once\n", "")
    write(lantern.root, {"templates/sheets/targets/lantern.yaml": text[: text.index("file:")] + pattern + "ppi: 200\n"})
    names = set(files(build(lantern)))
    fronts = {"1-sloop-1", "2-sloop-2", "3-brig-1", "4-raft-1"}
    assert {f"ships/{side}/{name}.png" for side in ("front", "back") for name in fronts} <= names
    assert {f"coins/front/{n}-one-{n}.png" for n in (1, 2, 3)} <= names
    two = "deck: ships\nkind: ship\ncards: [{id: a, name: A, cost: 1}, {id: b, name: B, cost: 1}]\n"
    write(lantern.root, {"cards/harbour/ships.yaml": two})
    names = set(files(build(lantern)))
    assert {"ships/back/1-a-1.png", "ships/back/2-b-1.png"} <= names  # though no component comes twice


@pytest.mark.parametrize(
    ("old", "new", "code", "says"),
    [
        ("{component}-{side}-{quantity}", "{side}", "S007", "{component}"),  # pitfall 33
        ("{component}-{side}-{quantity}", "{deck}", "S007", "{component}"),
        ("{quantity}.png", "{quantity}.pdf", "S008", "{quantity}.png"),
        ("{component}", "{komponent}", "S008", "{component}"),
        ("imposed: false", "imposed: true", "S044", "imposed: false"),
        ("house: lantern", "house: lanterm", "D015", "lantern"),
    ],
)
def test_targets_that_cannot_be_followed(lantern, old, new, code, says):
    write(lantern.root, {"templates/sheets/targets/lantern.yaml": TARGET.replace(old, new)})
    report = build(lantern)
    assert not report["good"] and not report["files"]
    found = [f for f in report["diagnostics"] if f["severity"] == "error"]
    assert {f["code"] for f in found} == {code}
    assert says in found[0]["help"] and found[0]["file"] == "templates/sheets/targets/lantern.yaml"


def test_a_house_that_takes_nothing(lantern):
    house = lantern.root / "templates/sheets/houses/lantern.yaml"
    head = house.read_text(encoding="utf-8").partition("stocks:")[0]
    house.write_text(head + "stocks: [{stock: Poster, trim: [500mm, 700mm]}]\n", encoding="utf-8")
    report = build(lantern)
    assert [f["code"] for f in report["diagnostics"] if f["severity"] == "error"] == ["S041"]
    assert not report["files"]


def test_text_in_the_houses_safe_zone_is_told_also_at_later_builds(lantern):
    ship = lantern.root / "templates/harbour/ship.svg.j2"
    edge = '{{ label("Port", 1, 85, size=8) }}{% endblock %}'  # 1 mm from the cut; the kind itself states no ring
    ship.write_text(ship.read_text(encoding="utf-8").replace("{% endblock %}", edge), encoding="utf-8")
    for _ in range(2):
        told = codes(build(lantern))["S045"]
        assert len(told) == 3 and all("'Port' reaches" in said and "Lantern Press, 5 mm" in said for said in told)


def test_cut_files_are_not_made_of_pictures_and_that_is_told(lantern):
    report = build(lantern, "--cut-files")
    assert report["good"] and {f["form"] for f in report["files"]} == {"png"}
    assert len(codes(report)["S046"]) == 1


def test_a_picture_out_of_all_measure_is_refused(lantern):
    text = TARGET.replace("house: lantern\n", "").replace("ppi: 200", "ppi: 2400")
    write(lantern.root, {"templates/sheets/targets/lantern.yaml": text})
    report = build(lantern)
    assert not report["files"] and "bay" in codes(report)["S047"][0]


def test_pictures_of_an_earlier_build_are_to_be_deleted_before_the_upload(lantern):
    build(lantern)
    coins = lantern.root / "cards/harbour/coins.yaml"
    coins.write_text(coins.read_text(encoding="utf-8").replace("quantity: 3", "quantity: 1"), encoding="utf-8")
    told = lantern("build", "--target", "lantern", "--jobs", "1").output
    (line,) = [line for line in told.splitlines() if "no longer made" in line]
    assert "one-front-3.png" in line and "delete it before you upload" in line
