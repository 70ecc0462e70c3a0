"""The box as a whole: what each table needs, what an edited rule moves, and what it says in other languages."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from questpress.artifacts import Store
from questpress.cli.main import program
from questpress.diagnostics import Report
from questpress.drafts import Drafts
from questpress.opening import open_game
from questpress.project import Project
from questpress.seating import Seating

ROOT = Path(__file__).resolve().parents[2]
GAME = "meeple-quest"
# meeple-quest.md 4.1: what the box holds, by the last word of the kind.
BOX = {"card": 114, "tile": 21, "mat": 5, "board": 1, "token": 104, "die": 6, "marker": 12}
SPANISH = ("heroes", "equipment", "bosses", "treasures", "princess", "summary")


def needed(*options: str) -> Counter[str]:
    told = CliRunner().invoke(program, ["inventory", GAME, "--json", "--project", str(ROOT), *options])
    counted: Counter[str] = Counter()
    for component in json.loads(told.stdout):
        for name in {component["kind"], component["kind"].rpartition("-")[2]}:
            counted[name] += component["quantity"]
    return counted


def test_the_box_holds_what_the_inventory_of_the_rules_says():
    box = needed()
    assert {name: box[name] for name in BOX} == BOX
    assert box["standee"] >= 28 + 6  # the meeples in play but the boss, and six bosses


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_each_table_gets_its_players_pieces_and_the_shared_decks_whole(players):
    table = needed("--players", str(players))
    assert (table["hero-card"], table["equipment-card"], table["player-mat"]) == (4 * players, 4 * players, players)
    assert (table["exploration-card"], table["treasure-card"], table["boss-card"]) == (32, 30, 6)
    corrupted = {1: 4, 2: 4, 3: 3, 4: 4, 5: 5}[players]  # for one: as many as the hard game wants
    assert table["relic-token"] == 4 * players + corrupted


def test_what_is_played_without_stays_in_the_box():
    table, whole = needed("--players", "2", "--without", "princess,dark_side"), needed("--players", "2")
    assert whole["card"] - table["card"] == 3  # her card, her room, the medallion
    assert whole["dungeon-token"] - table["dungeon-token"] == 1  # the Evil token
    bare = needed("--without", "bosses,magic_portals,princess,money,villain_traps,dark_side")
    assert bare["exploration-card"] == 20 and bare["boss-card"] == 0 and bare["treasure-card"] == 28


@pytest.mark.parametrize(("without", "coins"), [((), True), (("money",), False)])
def test_without_money_no_card_speaks_of_coins(tmp_path, without, coins):
    report, project = Report(), Project(ROOT)
    contents = open_game(project, GAME, report, seating=Seating(2, without))
    wanted = [deck for deck in contents.decks if deck.name in ("treasures", "summary")]
    with Store(tmp_path) as store:
        drafts = Drafts(project, replace(contents, decks=tuple(wanted)), store, report)
        drafts.make(lambda *_: None, 1)
    assert not report.failed, "\n".join(map(str, report.findings))
    spoken = [face for face, made in drafts.faces.items() if any(name.endswith("/coin.svg") for name in made.sources)]
    assert bool(spoken) == coins


def test_an_edited_number_moves_cards_mats_summary_and_rulebook(tmp_path):
    for folder in ("cards/meeple_quest", "layouts/meeple_quest", "templates", "rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    rules = tmp_path / "rules/meeple_quest.yaml"
    text = rules.read_text(encoding="utf-8")
    for old, new in (
        ("extra_dice: {value: 2", "extra_dice: {value: 4"),
        ("level_up: {value: 15", "level_up: {value: 17"),
        ("power_most: {value: 20", "power_most: {value: 23"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    rules.write_text(text, encoding="utf-8")
    told = CliRunner().invoke(program, ["build", GAME, "--json", "--project", str(tmp_path)])
    assert told.exit_code == 0, told.output[-3000:]
    said = {name: words(tmp_path / f"output/meeple-quest/{name}.pdf") for name in (*SPANISH, "mats", "rulebook")}
    assert "4 more dice in every attack." in said["heroes"]
    assert "Level up, 17 power" in said["equipment"]
    assert " 17 " in said["summary"] and " 15 " not in said["summary"]
    assert " 23" in said["mats"] and "never above 23" in said["rulebook"]


def words(path: Path) -> str:
    import pypdfium2

    pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(str(path))]
    return " ".join(" ".join(pages).replace("\u00a0", " ").split())


def test_the_cards_are_spanish_in_full():
    report = Report()
    contents = open_game(Project(ROOT), GAME, report, language="es")
    assert not report.failed and not [f for f in report.findings if f.code != "D044"]
    missing = contents.tongue.missing
    assert not [name for name in missing if name.split("/")[1] in SPANISH or name.startswith(("words", "game"))], (
        missing
    )


@pytest.mark.parametrize("language", ["xx", "es"])
def test_every_box_holds_longer_words(tmp_path, language):
    report = Report()
    project = Project(ROOT)
    contents = open_game(project, GAME, report, language=language)
    wanted = [deck for deck in contents.decks if deck.booklet is None and (language == "xx" or deck.name in SPANISH)]
    contents = replace(contents, decks=tuple(wanted))
    with Store(tmp_path) as store:
        drafts = Drafts(project, contents, store, report)
        drafts.make(lambda *_: None, 2)
    assert not report.failed, "\n".join(map(str, report.findings))
    assert len(drafts.faces) > 100


def test_a_table_is_opened_like_the_box():
    report = Report()
    contents = open_game(Project(ROOT), GAME, report, seating=Seating(3, ("bosses",)))
    assert not report.failed
    assert contents.rules.table.players == 3 and not contents.rules.table.modules_in["bosses"]
