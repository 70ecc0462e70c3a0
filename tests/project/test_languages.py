"""Texts in other languages: nothing of the data or the templates is touched, and what lacks is said once."""

from __future__ import annotations

import re

import pikepdf
import pytest

from .conftest import Press, write
from .test_fourth_game import text_of

GAME = {
    "rules/harbour.yaml": """\
game: harbour
title: Harbour & Sea
numbers:
  hand: {value: 5, means: cards in hand}
""",
    "templates/harbour/kinds.yaml": """\
kinds:
  ship:
    trim: [63.5mm, 88.9mm]
    sheet: poker
    faces: {front: ship.svg.j2}
    fields:
      name: text
      class: {type: choice, values: [sail, steam]}
      size: word
      skills: {type: list, of: text, default: []}
      facts: {type: list, of: {type: record, fields: {at: whole, says: text}}, default: []}
      foot: {type: text, default: "No captain"}
""",
    "templates/harbour/ship.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block art %}
{{ label(card.name, 31.75, 16, anchor="middle", max_width=50, min=6) }}
{{ label(words.classes[card.class]|upper, 31.75, 22, anchor="middle", max_width=50, min=6) }}
{% for skill in card.skills %}{{ textbox(skill, 5, 22 + loop.index * 12, 53, 10, size=9, min=5) }}{% endfor %}
{% for fact in card.facts %}{{ textbox(fact.says, 5, 62 + loop.index * 6, 53, 6, size=9, min=5) }}{% endfor %}
{{ label(card.foot, 31.75, 84, anchor="middle", max_width=50, min=6) }}
{{ label(game.title, 31.75, 87, anchor="middle", max_width=50, min=6) }}
{% endblock %}
""",
    "cards/harbour/text.en.yaml": """\
text: en
words:
  classes: {sail: "Sailing ship", steam: "Steamer of {{ rules.hand }}"}
legend:
  wind: "wind"
""",
    "cards/harbour/ships.yaml": """\
deck: ships
title: Ships
kind: ship
matrix:
  id: "{class}-{size}"
  axes:
    class:
      sail: {skills: ["Draw <b>{{ rules.hand }}</b> cards.", "{{ rules.hand }}"]}
      steam: {skills: [Burns coal.]}
    size: [small, big]
cards:
  - {id: sail-small, name: Sloop}
  - {id: sail-big, name: Brig, facts: [{at: 1, says: Two masts}]}
  - {id: steam-small, name: Launch}
  - {id: steam-big, name: Liner, foot: Captain Ahab}
""",
}
SPANISH = """\
text: es
game:
  title: {en: Harbour & Sea, es: Puerto y mar}
decks:
  ships:
    title: {en: Ships, es: Barcos}
    class=sail:
      skills: {1: {en: "Draw <b>{{ rules.hand }}</b> cards.", es: "Roba <b>{{ rules.hand }}</b> cartas."}}
    class=steam:
      skills: {1: {en: Burns coal., es: Quema carbón.}}
    sail-small: {name: {en: Sloop, es: Balandra}}
    sail-big:
      name: {en: Brig, es: Bergantín}
      facts: {1: {says: {en: Two masts, es: Dos mástiles}}}
    steam-small: {name: {en: Launch, es: Lancha}}
    steam-big:
      name: {en: Liner, es: Transatlántico}
      foot: {en: Captain Ahab, es: Capitán Ahab}
kinds:
  ship: {foot: {en: No captain, es: Sin capitán}}
words:
  classes:
    sail: {en: Sailing ship, es: Velero}
    steam: {en: "Steamer of {{ rules.hand }}", es: "Vapor de {{ rules.hand }}"}
legend:
  wind: {en: wind, es: viento}
"""
TEXT = "cards/harbour/text.es.yaml"


@pytest.fixture
def harbour(tmp_path) -> Press:
    return Press(write(tmp_path, {**GAME, TEXT: SPANISH}))


def words_of(harbour, *options: str, folder: str = "") -> str:
    report = harbour.json("build", *options)["games"][0]
    assert report["good"], report["diagnostics"]
    return text_of(harbour.root / f"output/harbour/{folder}ships.pdf")


def test_everything_is_said_in_spanish(harbour):
    english = words_of(harbour)
    for said in ("Sloop", "SAILING SHIP", "STEAMER OF 5", "Draw 5 cards.", "Two masts", "No captain", "Harbour & Sea"):
        assert said in english
    spanish = words_of(harbour, "--lang", "es", folder="es/")
    for said in ("Balandra", "VELERO", "VAPOR DE 5", "Roba 5 cartas.", "Quema carbón.", "Dos mástiles", "Sin capitán"):
        assert said in spanish
    for said in ("Sloop", "Sail", "Draw", "masts", "captain", "Ahab", "Harbour", "Ships"):
        assert said not in spanish.replace("Capitán Ahab", "").replace("capitán", "")
    assert not harbour.json("check", "--lang", "es")["games"][0]["diagnostics"]
    with pikepdf.open(harbour.root / "output/harbour/es/ships.pdf") as pdf:
        assert str(pdf.Root.Lang) == "es" and str(pdf.docinfo.Title) == "Puerto y mar: Barcos"


def test_both_languages_are_kept(harbour):
    words_of(harbour)
    words_of(harbour, "--lang", "es")
    for options in ([], ["--lang", "es"]):
        report = harbour.json("build", *options)["games"][0]
        assert not report["redrawn"] and not any(f["written"] for f in report["files"])


def edited(harbour, old: str, new: str, name: str = TEXT) -> list[dict]:
    path = harbour.root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return harbour.json("check", "--lang", "es")["games"][0]["diagnostics"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    sail-small: {name: {en: Sloop, es: Balandra}}\n", ""),
        ("es: Balandra", 'es: ""'),
        ("es: Balandra", "es: Sloop"),
    ],
)
def test_what_is_missing_is_printed_in_english_with_one_warning(harbour, old, new):
    edited(harbour, "es: Viento" if "Viento" in SPANISH else "es: viento", 'es: ""')
    found = edited(harbour, old, new)
    assert [f["code"] for f in found] == ["D044"] and found[0]["severity"] == "warning"
    assert "2 texts are missing" in found[0]["message"]
    assert "ships/sail-small/name" in found[0]["message"] and "legend/wind" in found[0]["message"]
    assert "Sloop" in words_of(harbour, "--lang", "es", folder="es/")


def test_equal_texts_are_marked(harbour):
    assert edited(harbour, "{en: Sloop, es: Balandra}", "{en: Sloop, same: true}") == []


def test_a_text_that_changed_is_told(harbour):
    found = edited(harbour, "says: Two masts", "says: Three masts", "cards/harbour/ships.yaml")
    assert [(f["code"], f["severity"], f["file"], f["line"]) for f in found] == [("D043", "warning", TEXT, 14)]
    assert "Dos mástiles" in words_of(harbour, "--lang", "es", folder="es/")


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "words"),
    [
        ("sail-small:", "sail-smal:", "D042", 11, "sail-smal"),
        ("foot: {en: No", "feet: {en: No", "D042", 20, "kinds/ship/feet"),
        ("es: Balandra", "es: <b>Balandra", "T038", 11, "<b>"),
        ("{en: Sloop, es: Balandra}", "Balandra", "D021", 11, "translation beside its text"),
        ("{en: Sloop, es", "{es", "D011", 11, "'en' is missing"),
        ("es: Balandra", "es: '{{ rules.hnad }}'", "T003", 11, "hnad"),
        ("text: es", "text: fr", "D015", 1, "'fr'"),
        ("words:", "wrods:", "D012", 21, "wrods"),
    ],
)
def test_faults_of_a_translation_point_into_it(harbour, old, new, code, line, words):
    found = [f for f in edited(harbour, old, new) if f["severity"] == "error"]
    match = [f for f in found if f["code"] == code and words in f["message"]]
    assert match, found
    assert (match[0]["file"], match[0]["line"]) == (TEXT, line)


def test_an_unknown_language(harbour):
    found = harbour.json("check", "--lang", "fr")["diagnostics"]
    assert harbour.code("check", "--lang", "fr") == 2
    assert found[0]["code"] == "D045" and "en, es, xx" in found[0]["message"]


def test_the_made_up_language_lengthens_letters_only(harbour):
    words = words_of(harbour, "--lang", "xx", folder="xx/")
    assert "Sloop" not in words
    drawn = next(line for line in words.splitlines() if " 5 " in line and line.startswith("Dráw"))
    assert drawn == "Dráwéà 5 çárdsüô."
    from questpress.pseudo import pseudo

    text = 'Take <b>{{ rules.hand }}</b> :wind: or {{ "two" if x else "one" }} &amp; 3 "cards".'
    kept = r"\{\{.*?\}\}|</?b>|:wind:|&amp;|[\d\".]"
    assert re.findall(kept, pseudo(text)) == re.findall(kept, text)
    letters = [len(re.sub(r"\{\{.*?\}\}|<.*?>|:\w+:|&amp;|[^\w]", "", t)) for t in (text, pseudo(text))]
    assert 1.3 <= letters[1] / letters[0] <= 1.5


def test_a_skeleton_is_written_and_brought_up_to_date(harbour):
    (harbour.root / TEXT).unlink()
    told = harbour.json("text", "--lang", "es")
    assert (told[0]["texts"], told[0]["missing"]) == (14, 14)
    lacking = harbour.json("check", "--lang", "es")["games"][0]["diagnostics"]
    assert [f["code"] for f in lacking] == ["D044"] and "14 texts" in lacking[0]["message"]
    (harbour.root / TEXT).write_text(SPANISH, encoding="utf-8")
    ships = harbour.root / "cards/harbour/ships.yaml"
    ships.write_text(
        ships.read_text()
        .replace("name: Sloop", "name: Yawl")
        .replace("id: steam-big", "id: steam-huge")
        .replace("size: [small, big]", "size: [small, big, huge]")
        .replace(
            "  - {id: sail-big", "  - {id: steam-big, name: Tug}\n  - {id: sail-huge, name: Ship}\n  - {id: sail-big"
        )
    )
    told = harbour.json("text", "--lang", "es")[0]
    assert told["changed"] == 2 and told["missing"] == 1 and told["dropped"] == ["decks/ships/steam-big/foot"]
    text = (harbour.root / TEXT).read_text(encoding="utf-8")
    assert 'name: {en: "Yawl", es: "Balandra", was: "Sloop"}' in text
    assert 'foot: {en: "Captain Ahab", es: "Capitán Ahab"}' in text  # found again by its text, under the new id
    codes = sorted(f["code"] for f in harbour.json("check", "--lang", "es")["games"][0]["diagnostics"])
    assert codes == ["D043", "D043", "D044"]
    assert harbour.json("text", "--lang", "es")[0]["changed"] == 2
    assert (harbour.root / TEXT).read_text(encoding="utf-8") == text


def test_the_schema_knows_text_files(harbour):
    assert set(harbour.json("schema")["text.json"]["properties"]) == {
        "text",
        "game",
        "decks",
        "kinds",
        "words",
        "legend",
    }
