"""A game without a line of Python prints, and is told well what is wrong with it."""

from __future__ import annotations

import pikepdf
import pytest

from .conftest import Press, readme_game, write


def text_of(path) -> str:
    import pypdfium2

    document = pypdfium2.PdfDocument(str(path))
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


def test_it_prints_cards_on_both_sides_and_a_board(press):
    report = press.build()
    assert report["good"], report["diagnostics"]
    assert [(f["path"], f["pages"], f["pieces"]) for f in report["files"]] == [
        ("harbour/ships.pdf", 2, 4),
        ("harbour/bay.pdf", 1, 1),
    ]
    with pikepdf.open(press.root / "output/harbour/ships.pdf") as pdf:
        assert [float(x) for x in pdf.pages[0].mediabox] == [0, 0, 612, 792]
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
    words = text_of(press.root / "output/harbour/ships.pdf")
    for said in ("Sword & Shield", "Žluťoučký kůň", "Draw 5 cards.", "Fog is off.", "Harbour & Sea", "version 0.3"):
        assert said in words


def test_the_inventory_lists_it(press):
    listed = press.json("inventory")
    assert [(c["kind"], c["id"], c["faces"], c["trim_mm"], c["quantity"], c["sheet"]) for c in listed] == [
        ("ship", "sloop", 2, [63.5, 88.9], 2, "poker"),
        ("ship", "brig", 2, [63.5, 88.9], 1, "poker"),
        ("ship", "raft", 2, [63.5, 88.9], 1, "poker"),
        ("chart", "bay", 1, [160, 210], 1, "page"),
    ]
    assert {c["game"] for c in listed} == {"harbour"}


def test_the_readme_game_prints(tmp_path):
    press = Press(write(tmp_path, readme_game()))
    report = press.build()
    assert report["good"], report["diagnostics"]
    assert [(f["path"], f["pages"], f["pieces"]) for f in report["files"]] == [("lighthouse/beacons.pdf", 2, 6)]


def broken(press, name: str, old: str, new: str) -> list[dict]:
    path = press.root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return press.faults()


SHIPS, KINDS, SHIP = "cards/harbour/ships.yaml", "templates/harbour/kinds.yaml", "templates/harbour/ship.svg.j2"


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "line", "words"),
    [
        (SHIPS, "quantity: 2", "quantity: two", "D021", 6, "quantity must be a whole number"),
        (SHIPS, "cost: 3", "cots: 3", "D012", 7, "unknown key 'cots'"),
        (SHIPS, "name: no, ", "", "D011", 8, "'name' is missing"),
        (SHIPS, "id: brig", "id: sloop", "D014", 7, "id 'sloop'"),
        (SHIPS, "kind: ship", "kind: shp", "D015", 3, "no component kind 'shp'"),
        (SHIPS, "deck: ships", "dekc: ships", "D013", 1, "first key"),
        (SHIPS, "rules.hand", "rules.hnad", "T003", 6, "hnad"),
        (SHIPS, "<b>{{", "<b>{{ {{", "", 6, ""),
        (SHIPS, "cards.", "<i>cards.", "", 6, "<i>"),
        (SHIPS, "cards.", ":gold: cards.", "T039", 6, "gold"),
        (SHIPS, "cards.", "龍 cards.", "T035", 6, "U+9F8D"),
        (SHIPS, "Fog is", "Fog " * 300 + "is", "T036", 7, "text"),
        (SHIPS, "kind: ship", "kind: ship\nsheet: pokker", "D015", 4, "no sheet 'pokker'"),
        (KINDS, "bleed: 3mm", "bleed: 3,0mm", "D023", 4, "decimal comma"),
        (KINDS, "[63.5mm, 88.9mm]", "[263.5mm, 388.9mm]", "S00", None, ""),
        (KINDS, "ship.svg.j2", "shpi.svg.j2", "D015", 6, "no template 'shpi.svg.j2'"),
        (KINDS, "type: whole", "type: hole", "D021", 9, "no field type 'hole'"),
        (SHIP, "card.cost", "card.cosst", "T003", 6, "cosst"),
        (SHIP, "{% endblock %}", "", "T001", None, ""),
        (SHIP, 'font="Cinzel"', 'font="Cinzle"', "T033", None, "Cinzle"),
        (SHIP, 'fill="{{ palette.sand }}"', 'fill="{{ palette.snad }}"', "T003", 4, "snad"),
        (SHIP, 'fill="{{ palette.sand }}"', 'fill="var(--c)"', "T0", 4, "var"),
        (SHIP, '<rect x="5"', '<filter id="f"/><rect x="5"', "T0", 4, "filter"),
        (
            SHIP,
            '<rect x="5"',
            '<image xlink:href="art/none.png" width="9" height="9"/><rect x="5"',
            "T0",
            4,
            "none.png",
        ),
        ("templates/harbour/palette.yaml", '"#f2e6c9"', "#f2e6c9", "D022", 3, "empty value"),
        ("rules/harbour.yaml", "value: 5, ", "", "D021", 6, ""),
        ("layouts/harbour/boards/bay.yaml", "square: 25mm", "square: 25", "D023", 6, "no unit"),
        ("layouts/harbour/boards/bay.yaml", "columns: 6", "columns: 60", "S00", None, ""),
    ],
)
def test_faults_point(press, name, old, new, code, line, words):
    found = broken(press, name, old, new)
    assert found, "the fault went unnoticed"
    match = [f for f in found if f["code"].startswith(code) and words in f["message"]]
    assert match, found
    if line is not None:
        assert (match[0]["file"], match[0]["line"]) == (name, line), match[0]
    assert press.code("check") == 1


def test_all_faults_of_all_files_at_once(press):
    (press.root / SHIPS).write_text((press.root / SHIPS).read_text().replace("cost: 1", "cost: one"))
    bay = press.root / "layouts/harbour/boards/bay.yaml"
    bay.write_text(bay.read_text().replace("columns: 6", "columns: six"))
    assert {f["file"] for f in press.faults()} == {SHIPS, "layouts/harbour/boards/bay.yaml"}


def test_a_faulty_game_prints_nothing_and_keeps_its_files(press):
    press.build()
    before = {p.name: p.read_bytes() for p in (press.root / "output/harbour").iterdir()}
    path = press.root / SHIPS
    path.write_text(path.read_text().replace("cost: 3", "cost: x"))
    result = press("build")
    assert press.code("build") == 1 and "nothing printed" in result.output
    assert {p.name: p.read_bytes() for p in (press.root / "output/harbour").iterdir()} == before


def test_names_of_games_are_read_both_ways(tmp_path):
    files = {name.replace("/lighthouse/", "/light_house/"): body for name, body in readme_game().items()}
    press = Press(write(tmp_path, files))
    for name in ("light-house", "light_house"):
        assert press("check", name).exit_code == 0
    result = press("check", "light-hose")
    assert press.code("check", "light-hose") == 1 and result.exit_code != 0


def test_a_folder_without_a_project(tmp_path):
    press = Press(tmp_path)
    assert press.code("build") == 1
