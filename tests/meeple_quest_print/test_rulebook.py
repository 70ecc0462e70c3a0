"""The rulebook: every clause that a player needs has its place, numbers follow, pictures are the game's own."""

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from questpress.diagnostics import Report
from questpress.editor import review
from questpress.opening import open_game
from questpress.press.anchors import anchors
from questpress.press.booklets import Composed, compose, face_named
from questpress.press.contents import Contents
from questpress.press.drafting import Draughtsman
from questpress.press.text.run import Run, decode
from questpress.project import Project
from questpress.seating import Seating

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "rules" / "meeple_quest.md"
# How many clauses each section M1 to M14 of the rules has, and how many there are of the C clauses.
SECTIONS = {1: 8, 2: 10, 3: 5, 4: 7, 5: 7, 6: 11, 7: 11, 8: 7, 9: 6, 10: 5, 11: 9, 12: 6, 13: 5, 14: 7}
SETTLED = 81
CLAUSES = [f"M{section}.{n}" for section, count in SECTIONS.items() for n in range(1, count + 1)] + [
    f"C-{n:02d}" for n in range(1, SETTLED + 1)
]
# Clauses that no player needs, with the reason.
NOT_FOR_PLAYERS = {
    "M1.6": "lists what a program keeps of a player; a table has it before its eyes, and the other clauses say it",
    "M1.7": "lists what a program keeps of the game; a table has it before its eyes, and the other clauses say it",
}
SHEET = 4  # pages of a folded sheet
FRAME = (12.0, 18.0, 108.0, 164.0)


@pytest.fixture(scope="module")
def source() -> str:
    return SOURCE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def setting(contents: Contents) -> Callable[..., Composed]:
    """Sets the book, its components left blank; `numbers` (dotted path → value) stand in for rule numbers."""
    kept: dict[str, Composed] = {}

    def set_book(numbers: dict[str, int] | None = None) -> Composed:
        key = repr(numbers)
        if key not in kept:
            project, report = Project(ROOT), Report()
            changed = dict(contents.rules.numbers)
            for path, value in (numbers or {}).items():
                changed[path] = replace(changed[path], value=value)
            other = replace(contents, rules=replace(contents.rules, numbers=changed))
            deck = next(deck for deck in other.decks if deck.name == "rulebook")
            draughtsman = Draughtsman(project, other, report)
            made = compose(project, other, deck, draughtsman, lambda key: ("", "<svg></svg>"), report)
            assert made is not None, "\n".join(map(str, report.findings))
            kept[key] = made
        return kept[key]

    return set_book


def runs(body: str) -> list[Run]:
    return [run for found in re.findall(r"data-run='([^']*)'", body) for run in decode(unescape(found))]


def words(body: str) -> str:
    """What stands on a page, runs parted by blanks."""
    return re.sub(r"\s+", " ", " ".join(run.text for run in runs(body)))


def test_every_clause_has_a_home(source):
    told = {mark for mark, _ in anchors(source)}
    homeless = [clause for clause in CLAUSES if clause not in told and clause not in NOT_FOR_PLAYERS]
    assert not homeless
    assert not told - set(CLAUSES), "marks of clauses that there are not"
    assert not told & set(NOT_FOR_PLAYERS), "a home and a reason to have none"


def test_pages_fold_into_sheets(setting):
    assert len(setting().bodies) % SHEET == 0


def test_references_lead_to_the_pages_they_name(setting):
    book = setting()
    pages = {title: page for title, page, _ in book.headings}
    for reference in re.finditer(r"\[([A-Z][^\]]+)\]\(#([\w-]+)\)", SOURCE.read_text(encoding="utf-8")):
        assert reference[1] in pages, f"no heading '{reference[1]}'"
    chapters = [(title, page) for title, page, level in book.headings if level == 2]
    listed = words(book.bodies[1])
    after = [title for title, _ in chapters].index("Contents") + 1
    for title, _ in chapters[after:]:
        assert title in listed
    lead = sorted({target for page, _, _, _, _, target in book.links if page == 1 and isinstance(target, int)})
    assert lead == sorted({page for _, page in chapters[after:]})


def test_text_stays_in_its_frame(setting):
    left, top, width, height = FRAME
    for body in setting().bodies[1:]:
        for run in runs(body.partition("<g ")[0]):  # what follows is drawn in figures' own millimetres
            assert left - 0.1 <= run.x <= left + width + 0.1
            assert top - 0.1 <= run.y <= top + height + 0.1


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("actions.level_up", 17, "17 Level up."),
        ("actions.relics_needed", 6, "Be the first to bring six relics back to the stairs."),
        ("map.meeples_most", 9, "Nine meeples"),
        ("heroes.priest.life", 13, "Priest 13"),
        ("villains.mini_boss.dice", 7, "Mini-boss 3 7 melee"),
        ("corruption.portal_alarm", 8, "If 8 or more summon portals"),
        ("setup.tiles.2", 1, "2 1 5 3"),
        ("bosses.ogre.toll", 4, "He asks 4"),
        ("attack.straight", 3, "up to three squares in a straight line"),
        ("traps.damage", 2, "the victim loses 2"),
    ],
)
def test_numbers_follow_the_rules(setting, path, value, says):
    assert says not in said(setting())
    assert says in said(setting({path: value}))


def test_every_number_of_the_rules_is_said_somewhere(contents, source):
    """A number that no text, template or deck asks for would be changed in vain."""
    folders = [ROOT / name / "meeple_quest" for name in ("cards", "layouts", "templates")]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in (".yaml", ".j2")]
    texts = [source, *(path.read_text(encoding="utf-8") for path in files if not path.name.startswith("text."))]
    asked = {found.group(1) for text in texts for found in re.finditer(r"rules\.([a-z_.]+[a-z_])", text)}
    numbers = {re.sub(r"\.\d+$", "", path) for path in contents.rules.numbers}
    assert not numbers - asked


def test_the_book_of_one_table_lists_what_that_table_gets():
    project, report = Project(ROOT), Report()
    table = open_game(project, "meeple-quest", report, seating=Seating(2, ("princess", "bosses", "dark_side")))
    deck = next(deck for deck in table.decks if deck.name == "rulebook")
    draughtsman = Draughtsman(project, table, report)
    book = compose(project, table, deck, draughtsman, lambda key: ("", "<svg></svg>"), report)
    assert book is not None, "\n".join(map(str, report.findings))
    told = said(book)
    for line in (
        "Hero cards 8 4 of each colour",
        "Exploration cards 30 Summary cards 2",
        "Relics 12 3 in each colour, 2 golden, 4 corrupted",
        "Heroes, villains 20 2 heroes, 12 minions, 6 mini-bosses",
        "You play without one: lay any card face down on his space.",
    ):
        assert line in told
    for absent in ("Princess card", "Boss cards", "Evil token 1", "one room card less", "The boss is number"):
        assert absent not in told


def said(book: Composed) -> str:
    return " ".join(words(body) for body in book.bodies)


def test_no_number_is_written_out(contents):
    report = Report()
    review(Project(ROOT), contents, report)
    faults = [str(finding) for finding in report.findings if "rulebook" in str(finding) or "figures" in str(finding)]
    assert not faults, "\n".join(faults)


def test_every_picture_is_there_and_shown(contents, source):
    named = set(re.findall(r"figure:([\w/-]+)", source))
    book = next(deck.booklet for deck in contents.decks if deck.name == "rulebook")
    missing = [name for name in named if name not in book.figures and face_named(contents, name) is None]
    assert not missing
    assert not set(book.figures) - named, "callouts that the text does not show"
    drawn = {f"figures/{card.id}" for deck in contents.decks if deck.name == "figures" for card in deck.cards}
    assert drawn <= named, "pictures that the text does not show"


@pytest.mark.parametrize(("name", "count"), [("exploration-parts", 5), ("boss-parts", 7), ("mat-parts", 5)])
def test_callouts_point_at_real_components(contents, name, count):
    book = next(deck.booklet for deck in contents.decks if deck.name == "rulebook")
    figure = book.figures[name]
    face = face_named(contents, figure.of)
    assert face is not None
    assert len(figure.callouts) == count
    for callout in figure.callouts:
        assert 0 <= callout.at[0] <= face.card.trim.width
        assert 0 <= callout.at[1] <= face.card.trim.height


def test_icons_are_told(contents, source):
    """The list of icons names each once, with words for all of them."""
    listed = next(card for deck in contents.decks for card in deck.cards if card.name == "figures/icons")
    icons, labels = listed.fields["icons"], listed.fields["labels"]
    assert len(icons) == len(labels) == len(set(icons))
    folder = ROOT / "templates" / "meeple_quest" / "icons"
    assert {path.stem for path in folder.glob("*.svg")} == set(icons)
    assert set(re.findall(r":([a-z]+(?:-[a-z]+)*):", source)) <= set(icons)


def test_the_maker_is_named(setting, contents):
    assert "Manel Sánchez" in words(setting().bodies[-1])
    cover = next(card for deck in contents.decks for card in deck.cards if deck.name == "rulebook")
    assert "Manel Sánchez" in cover.fields["maker"]
    assert not words(setting().bodies[0]), "the cover has no text of the book"
