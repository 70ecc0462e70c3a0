"""A game without a line of Python prints, and is told well what is wrong with it."""

from __future__ import annotations

import pikepdf
import pytest
from click.testing import CliRunner

from questpress.cli.main import program, run

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
        (KINDS, "trim: [63.5mm, 88.9mm]", "trim: [635mm, 88.9mm]", "S002", 5, "larger than Letter"),
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
    assert press.code("check", "light-hose") == 2 and result.exit_code != 0


def test_a_folder_without_a_project(tmp_path):
    press = Press(tmp_path)
    assert press.code("build") == 2


def test_all_of_a_matrix_or_a_fault(press):
    matrix = "deck: lands\nkind: ship\ndefaults: {cost: 1}\nmatrix:\n  axes:\n    name: [a, b, c]\n    lang: [d, e]\n"
    path = press.root / "cards/harbour/lands.yaml"
    path.write_text(matrix + '  id: "{name}"\ncards:\n  - {id: a, cost: 2}\n')
    (fault,) = press.faults()
    assert (fault["code"], fault["line"]) == ("D014", 8)
    assert "name a, lang d; and name a, lang e" in fault["message"] and "{lang}" in fault["help"]
    path.write_text(matrix.replace("[a, b, c]", "[a, b, A]"))
    assert {fault["code"] for fault in press.faults()} == {"D014"}
    path.write_text(matrix + "cards:\n  - {id: a-d, cost: 2}\n  - {id: a-d, cost: 3}\n")
    (fault,) = press.faults()
    assert (fault["code"], fault["line"]) == ("D014", 10)
    path.write_text(matrix)
    assert sum(component["deck"] == "lands" for component in press.json("inventory")) == 6


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("type: whole, min: 0", "type: whole, min: 9, max: 0", 9),
        ("trim: [63.5mm, 88.9mm]", "trim: [63.5mm, 88,9mm]", 3),
        ("sheet: poker", "sheet: [poker]", 5),
        ("name: text", "name: txet", 8),
    ],
)
def test_a_fault_of_a_kind_is_told_once(press, old, new, line):
    (fault,) = broken(press, KINDS, old, new)
    assert (fault["file"], fault["line"]) == (KINDS, line)


BAY = "layouts/harbour/boards/bay.yaml"


@pytest.mark.parametrize(("columns", "words"), [("100", "2510mm"), ("0", "from 1 to 200")])
def test_a_board_out_of_all_size_points_at_the_board(press, columns, words):
    (fault,) = broken(press, BAY, "columns: 6", f"columns: {columns}")
    assert (fault["file"], fault["line"]) == (BAY, 4) and words in fault["message"]


def test_a_broken_number_of_copies(press):
    (fault,) = broken(press, SHIPS, "quantity: 2", "quantity: 1.5")
    assert fault["help"] == "write a whole number, for example 2"


@pytest.mark.parametrize("name", ["con", "NUL", "com1", "aux.x"])
def test_names_of_devices_are_refused(press, name):
    (fault,) = broken(press, SHIPS, "deck: ships", f"deck: {name}")
    assert (fault["code"], fault["line"]) == ("D029", 1)


def own_sheet(press, text: str) -> str:
    name = "templates/harbour/sheets/poker.yaml"
    write(press.root, {name: "sheet: poker\n" + text})
    return name


@pytest.mark.parametrize(
    ("text", "code", "lines"),
    [
        ("grid: [9, 9]\n", "S001", [2]),
        ("slots:\n  - {x: 10mm, y: 10mm}\n  - {x: 20mm, y: 10mm}\n", "S003", [4]),
        ("slots:\n  - {x: 10mm, y: 10mm}\n  - {x: 200mm, y: 10mm}\n", "S004", [4]),
        ("grid: [2, 2]\nslots:\n  - {x: 10mm, y: 10mm}\n", "S013", [4]),
        ("gutter: 1mm\nleast_gutter: 2mm\n", "S006", [3]),
    ],
)
def test_a_faulty_sheet_is_pointed_at(press, text, code, lines):
    name = own_sheet(press, text)
    found = press.faults()
    assert [(fault["code"], fault["file"], fault["line"], fault["subject"]) for fault in found] == [
        (code, name, line, "ships") for line in lines
    ]


@pytest.mark.parametrize(
    ("pattern", "code"), [("{game}.pdf", "S007"), ("{number}.pdf", "S008"), ("../{deck}.pdf", "S008")]
)
def test_a_faulty_file_pattern_is_pointed_at(press, pattern, code):
    name = "templates/sheets/targets/shop.yaml"
    target = f'target: shop\npaper: a4\nmargin: 5mm\nbleed: 3mm\nfile: "{pattern}"\n'
    write(press.root, {name: target})
    found = press.faults("check", "--target", "shop")
    assert {(fault["code"], fault["file"], fault["line"]) for fault in found} == {(code, name, 5)}


def test_a_file_pattern_may_name_what_the_schema_offers(press):
    offered = press.json("schema")["target.json"]["properties"]["file"]["description"]
    names = [part.partition("}")[0] for part in offered.split("{")[1:]]
    pattern = "-".join(f"{{{name}}}" for name in names)
    target = f'target: shop\npaper: [210mm, 250mm]\nmargin: 5mm\nbleed: 3mm\nfile: "{pattern}.pdf"\n'
    write(press.root, {"templates/sheets/targets/shop.yaml": target})
    (report,) = press.json("build", "--target", "shop")["games"]
    assert [file["path"] for file in report["files"]] == [
        "harbour/harbour-ships-ship-poker-shop-210x250-mm.pdf",
        "harbour/harbour-bay-chart-page-shop-210x250-mm.pdf",
    ]


def notes(report: dict) -> set[str]:
    return {finding["code"] for finding in report["diagnostics"] if finding["severity"] == "note"}


def test_backs_that_are_left_out_and_decks_of_nothing_are_told_of(press):
    press.build()
    own_sheet(press, "sides: one\n")
    bay = press.root / BAY
    bay.write_text(bay.read_text() + "quantity: 0\n")
    result = press("build")
    assert (
        "S016" in result.stderr and "S014" in result.stderr and "templates/harbour/sheets/poker.yaml:2" in result.stderr
    )
    assert notes(press.json("check")["games"][0]) >= {"S014", "S016"}
    own_sheet(press, "# backs stay white\nsides: one\n")
    places = [f["line"] for f in press.build()["diagnostics"] if f["code"] == "S016"]
    assert places == [3]


@pytest.mark.parametrize(
    ("command", "more", "code"),
    [
        (command, more, code)
        for command in ("build", "check")
        for more, code in [
            (("harbor",), "D016"),
            (("--paper", "a9"), "S005"),
            (("--target", "nowhere"), "D015"),
            (("--set", "fgo=thick"), "D027"),
            (("--set", "fog=thin"), "D027"),
        ]
    ],
)
def test_what_the_command_line_gets_wrong_is_wrong_usage(press, command, more, code):
    assert press.code(command, *more) == 2
    report = press.json(command, *more)
    assert report["games"] == [] and [finding["code"] for finding in report["diagnostics"]] == [code]


def test_all_faults_of_a_command_line_at_once(press):
    report = press.json("build", "harbor", "--paper", "a9", "--target", "nowhere")
    assert [finding["code"] for finding in report["diagnostics"]] == ["D016", "S005", "D015"]


def test_an_option_while_the_rules_are_faulty_is_no_wrong_usage(press):
    rules = press.root / "rules/harbour.yaml"
    rules.write_text(rules.read_text().replace("title:", "tilte:"))
    assert press.code("check", "--set", "fog=thick") == 1
    assert {fault["code"] for fault in press.faults("check", "--set", "fog=thick")} >= {"D012"}


def test_a_folder_is_taken_at_its_word(press, capsys):
    assert run(["check", "--project", str(press.root / "cards")]) == 2
    assert f"no project in '{press.root / 'cards'}'" in capsys.readouterr().err
    assert run(["check", "--project", str(press.root / "crads")]) == 2
    assert f"no folder '{press.root / 'crads'}'" in capsys.readouterr().err


@pytest.mark.parametrize("plain", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_plain_text_where_the_environment_asks_for_it(press, plain, monkeypatch):
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    (press.root / BAY).write_text("board: bay\n")

    def shown() -> str:
        result = CliRunner().invoke(program, ["check", "--project", str(press.root)], color=True)
        return result.output

    assert "\x1b[" in shown()
    for name, value in plain.items():
        monkeypatch.setenv(name, value)
    assert "\x1b[" not in shown()


def test_a_game_named_like_a_device_is_refused(tmp_path):
    press = Press(
        write(tmp_path, {name.replace("/lighthouse/", "/aux/"): body for name, body in readme_game().items()})
    )
    (fault,) = press.faults()
    assert fault["code"] == "D029" and press.code("check") == 1
