"""After any edit the next build prints what a full build prints, byte for byte, and redraws only what read the edit."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from .conftest import GAME, ROOT, Press, write

SHIP = GAME["templates/harbour/ship.svg.j2"].replace(
    "{% endblock %}",
    """\
{{ icon("anchor", 10, 80, 5, palette.sea) }}
{{ image("art/gull.png", 40, 70, 10, 10) }}
<text x="20" y="80" font-family="Alegreya" font-size="4">Hoy</text>
{% import "flags/rim.svg.j2" as rim with context %}{{ rim.rim() }}
{% if rules.crew is defined %}{{ label(rules.crew.least, 9, 20) }}{% endif %}
{% endblock %}""",
)
FILES = {
    **GAME,
    "templates/harbour/ship.svg.j2": SHIP,
    "templates/harbour/other.svg.j2": GAME["templates/harbour/back.svg.j2"].replace("palette.sea", "palette.sand"),
    "templates/harbour/icons/anchor.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    '<path d="M4 4H20V20Z"/></svg>',
    "templates/flags/rim.svg.j2": '{% macro rim() %}<rect x="1" y="1" width="3" height="3"/>{% endmacro %}\n',
    "docs/guide.md": '# How to sail\n\nCast off.\n\n![A sloop](figure:ships/sloop "width=30mm left")\n',
    "cards/harbour/guide.yaml": """\
booklet: guide
title: Guide
kind: page
source: docs/guide.md
frames: [[10, 10, 100, 180]]
""",
    "templates/harbour/kinds.yaml": GAME["templates/harbour/kinds.yaml"]
    + """\
  page:
    trim: [120mm, 200mm]
    bleed: 0mm
    sheet: page
    faces: {front: page.svg.j2}
    fields: {}
""",
    "templates/harbour/page.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block art %}{{ page.body }}{{ label(page.number, 60, 195, anchor="middle") }}{% endblock %}
""",
}
FRONTS = {("ships/sloop", "front"), ("ships/brig", "front"), ("ships/raft", "front")}
BACKS = {("ships/sloop", "back"), ("ships/brig", "back"), ("ships/raft", "back")}
CHART = {("bay", "front")}
GUIDE = {("guide", "front")}  # shows the sloop
Edit = Callable[[Path], None]


@pytest.fixture
def harbour(tmp_path: Path) -> Press:
    root = write(tmp_path / "harbour", FILES)
    _paint(root, "#ffffff")
    return Press(root)


def _paint(root: Path, colour: str) -> None:
    (root / "art").mkdir(exist_ok=True)
    Image.new("RGB", (40, 40), colour).save(root / "art/gull.png")


def _change(name: str, old: str, new: str) -> Edit:
    def edit(root: Path) -> None:
        path = root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return edit


def _add(name: str, content: str | Path) -> Edit:
    def edit(root: Path) -> None:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.read_bytes() if isinstance(content, Path) else content.encode())

    return edit


def printed(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.glob("output/**/*.pdf"))}


def in_full(press: Press, folder: Path, *more: str) -> dict[str, bytes]:
    """What a build from nothing prints."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(press.root, folder, ignore=shutil.ignore_patterns(".questpress", "output"))
    assert Press(folder).code("build", *more) == 0
    return printed(folder)


def reasons(report: dict) -> dict[tuple[str, str], str]:
    assert not [finding for finding in report["diagnostics"] if finding["severity"] == "error"], report["diagnostics"]
    return {(face["component"], face["side"]): face["why"] for face in report["redrawn"]}


FONTS = ROOT / "templates" / "fonts"
SHIPS, KINDS, RULES = "cards/harbour/ships.yaml", "templates/harbour/kinds.yaml", "rules/harbour.yaml"
ONE = {("ships/brig", "front")}
EDITS: dict[str, tuple[Edit, set[tuple[str, str]], str]] = {
    "a field": (_change(SHIPS, "cost: 3", "cost: 4"), ONE, f"cost changed ({SHIPS}:7)"),
    "a template": (
        _change("templates/harbour/back.svg.j2", 'height="94.9"', 'height="94.8"'),
        BACKS,
        "templates/harbour/back.svg.j2 changed",
    ),
    "a macro in a folder of no game": (
        _change("templates/flags/rim.svg.j2", 'width="3"', 'width="2"'),
        FRONTS | GUIDE,
        "templates/flags/rim.svg.j2 changed",
    ),
    "a colour": (
        _change("templates/harbour/palette.yaml", "#f2e6c9", "#f2e6ca"),
        FRONTS | CHART | GUIDE,
        "palette.sand changed",
    ),
    "a rule number": (
        _change(RULES, "{value: 5", "{value: 6"),
        {("ships/sloop", "front")} | GUIDE,
        f"text changed ({SHIPS}:6)",
    ),
    "a group of rule numbers that a template asked for": (
        _change(RULES, "numbers:\n", "numbers:\n  crew: {least: {value: 2, means: hands on deck}}\n"),
        FRONTS | GUIDE,
        "now uses rules.crew.least",
    ),
    "the version": (_change(RULES, '"0.3"', '"0.4"'), set(), ""),
    "the language": (
        _change(RULES, "title:", "language: cs\ntitle:"),
        FRONTS | GUIDE,
        "game.language changed",
    ),
    "another template for a kind": (
        _change(KINDS, "back: back.svg.j2", "back: other.svg.j2"),
        BACKS,
        "it has another template",
    ),
    "a template that hides a shipped one": (
        _add("templates/shared/face.svg.j2", ROOT / "templates/shared/face.svg.j2"),
        set(),  # it says the same
        "",
    ),
    "a template that hides a shipped one and differs": (
        lambda root: _add(
            "templates/shared/face.svg.j2",
            (ROOT / "templates/shared/face.svg.j2")
            .read_text()
            .replace("{% block art", '<path d="M0 0h1v1z"/>{% block art'),
        )(root),
        FRONTS | BACKS | CHART | GUIDE,
        "now uses templates/shared/face.svg.j2",
    ),
    "an icon": (
        _change("templates/harbour/icons/anchor.svg", "V20Z", "V19Z"),
        FRONTS | GUIDE,
        "templates/harbour/icons/anchor.svg changed",
    ),
    "art": (lambda root: _paint(root, "#ff0000"), FRONTS | GUIDE, "art/gull.png changed"),
    "a booklet's text": (_change("docs/guide.md", "Cast off", "Cast off now"), GUIDE, "docs/guide.md changed"),
    "a font used for the first time": (
        _change(
            "templates/harbour/back.svg.j2", "{% endblock %}", '{{ label("Hm", 9, 9, font="Cinzel") }}{% endblock %}'
        ),
        BACKS,
        "templates/harbour/back.svg.j2 changed; now uses questpress:templates/fonts/Cinzel-Regular.ttf",
    ),
    "an icon no longer used": (
        _change("templates/harbour/ship.svg.j2", '{{ icon("anchor", 10, 80, 5, palette.sea) }}', ""),
        FRONTS | GUIDE,
        "templates/harbour/ship.svg.j2 changed; no longer uses templates/harbour/icons/anchor.svg",
    ),
    "a font that hides a shipped one": (
        _add("templates/fonts/Cinzel-Bold.ttf", FONTS / "Alegreya-Bold.ttf"),
        FRONTS | GUIDE,
        "the fonts of the project changed",
    ),
    "a comment in a template": (
        _change("templates/harbour/back.svg.j2", "{% block", "{# sea #}{% block"),
        set(),
        "",
    ),
    "a card's number of copies": (_change(SHIPS, "quantity: 2", "quantity: 3"), set(), ""),
    "a card more": (
        _change(SHIPS, "cards:\n", "cards:\n  - {id: yawl, name: Yawl}\n"),
        {("ships/yawl", "front"), ("ships/yawl", "back")},
        "new",
    ),
    "a card less": (_change(SHIPS, "  - {id: raft, name: no, lang: no}\n", ""), set(), ""),
    "the trim": (
        _change("layouts/harbour/boards/bay.yaml", "square: 25mm", "square: 24mm"),
        CHART,
        "trim.width changed; trim.height changed",
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_redraws_what_read_it_and_says_why(harbour: Press, tmp_path: Path, name: str):
    edit, faces, why = EDITS[name]
    harbour.build()
    edit(harbour.root)
    told = reasons(harbour.build())
    assert set(told) == faces
    assert all(why in reason for face, reason in told.items() if face not in GUIDE or faces == GUIDE), told
    assert printed(harbour.root) == in_full(harbour, tmp_path / "full")
    again = harbour.build()
    assert not again["redrawn"] and not any(file["written"] for file in again["files"])


@pytest.mark.parametrize("name", ["a field", "art", "a macro in a folder of no game"])
def test_a_check_in_between_does_not_hide_what_is_redrawn(harbour: Press, name: str):
    edit, faces, why = EDITS[name]
    harbour.build()
    edit(harbour.root)
    assert harbour.code("check") == 0
    told = reasons(harbour.build())
    assert set(told) == faces and all(why in reason for face, reason in told.items() if face not in GUIDE)


def test_edits_one_after_the_other_print_what_full_builds_print(harbour: Press, tmp_path: Path):
    chance = random.Random(7)
    names = sorted(EDITS)
    chance.shuffle(names)
    for number, name in enumerate(names):
        try:
            EDITS[name][0](harbour.root)
        except AssertionError:
            continue  # an earlier edit has taken what this one changes
        if chance.random() < 0.3:
            harbour.code("check")
        jobs = str(chance.choice([1, 2, 3]))
        more = chance.choice([(), ("--paper", "a4"), ("--set", "fog=thick")])
        assert harbour.code("build", "--jobs", jobs, *more) == 0, name
        if number % 3 == 2 or number == len(names) - 1:
            assert printed(harbour.root) == in_full(harbour, tmp_path / "full", *more), name


def test_the_number_of_processes_does_not_show(harbour: Press, tmp_path: Path):
    deck = "".join(f"  - {{id: boat-{n}, name: Boat {n}, cost: {n}}}\n" for n in range(40))
    _change(SHIPS, "cards:\n", "cards:\n" + deck)(harbour.root)
    assert in_full(harbour, tmp_path / "one", "--jobs", "1") == in_full(harbour, tmp_path / "three", "--jobs", "3")


def test_an_option_on_the_command_line_redraws_what_reads_it(harbour: Press, tmp_path: Path):
    harbour.build()
    report = harbour.json("build", "--set", "fog=thick")["games"][0]
    assert set(reasons(report)) == ONE
    assert printed(harbour.root) == in_full(harbour, tmp_path / "full", "--set", "fog=thick")
    harbour.build()
    assert printed(harbour.root) == in_full(harbour, tmp_path / "full")


def _sheet(root: Path, folder: str, name: str, old: str, new: str) -> None:
    _add(f"templates/sheets/{folder}{name}", (ROOT / f"templates/sheets/{folder}{name}").read_text())(root)
    _change(f"templates/sheets/{folder}{name}", old, new)(root)


@pytest.mark.parametrize(
    "change",
    [
        ("", "poker.yaml", "gutter: 4mm", "gutter: 6mm"),
        ("targets/", "home.yaml", "marks: crop", "marks: none"),
        ("targets/", "home.yaml", "title: Printer at home", "title: Printer at work"),
    ],
)
def test_a_sheet_or_target_is_a_source_of_the_files(harbour: Press, tmp_path: Path, change):
    harbour.build()
    _sheet(harbour.root, *change)
    report = harbour.build()
    assert not report["redrawn"] and any(file["written"] for file in report["files"])
    assert printed(harbour.root) == in_full(harbour, tmp_path / "full")


def test_a_missing_output_is_written_again_and_nothing_drawn(harbour: Press):
    harbour.build()
    before = printed(harbour.root)
    (harbour.root / "output/harbour/ships.pdf").unlink()
    (harbour.root / "output/harbour/bay.pdf").write_bytes(b"scribbled over")
    report = harbour.build()
    written = {file["path"] for file in report["files"] if file["written"]}
    assert not report["redrawn"] and written == {"harbour/ships.pdf", "harbour/bay.pdf"}
    assert printed(harbour.root) == before


def test_a_deck_that_is_gone_is_told_of_and_its_file_left(harbour: Press):
    harbour.build()
    (harbour.root / "layouts/harbour/boards/bay.yaml").unlink()
    report = harbour.build()
    assert report["no_longer_made"] == ["harbour/bay.pdf"] and not report["redrawn"]
    assert (harbour.root / "output/harbour/bay.pdf").exists()


def test_a_failed_build_leaves_everything_and_is_forgotten_when_mended(harbour: Press):
    harbour.build()
    before = printed(harbour.root)
    _change(SHIPS, "cost: 3", "cost: three")(harbour.root)
    assert harbour.code("build") == 1 and printed(harbour.root) == before
    _change(SHIPS, "cost: three", "cost: 3")(harbour.root)
    report = harbour.build()
    assert not report["redrawn"] and printed(harbour.root) == before


def test_what_was_drawn_in_a_failed_build_is_told_when_it_is_printed(harbour: Press):
    write(harbour.root, {"templates/sheets/whole.yaml": "sheet: whole\nsplit: false\n"})
    harbour.build()
    bay, larger = "layouts/harbour/boards/bay.yaml", "square: 45mm\nsheet: whole"
    _change(SHIPS, "cost: 3", "cost: 4")(harbour.root)
    _change(bay, "square: 25mm", larger)(harbour.root)
    assert harbour.code("build") == 1  # larger than the paper, which is found out after drawing
    _change(bay, larger, "square: 25mm")(harbour.root)
    assert set(reasons(harbour.build())) == ONE


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_kept_warning_follows_its_line(harbour: Press, command: str):
    bare = '<svg xmlns="http://www.w3.org/2000/svg" width="69.5" height="94.9" viewBox="-3 -3 69.5 94.9"/>'
    template = harbour.root / "templates/harbour/back.svg.j2"
    template.write_text(bare)

    def lines() -> set[int]:
        findings = harbour.json(command)["games"][0]["diagnostics"]
        return {finding["line"] for finding in findings if finding["code"] == "T068"}

    assert lines() == {1}
    template.write_text("{# about the sea #}\n" + bare)
    assert lines() == {2}


def test_a_check_looks_again_when_a_font_has_lost_a_letter(harbour: Press):
    _change("templates/harbour/ship.svg.j2", ">Hoy<", ">Žluť<")(harbour.root)
    fonts = harbour.root / "templates/fonts"
    fonts.mkdir()
    for file in ("Alegreya-Regular.ttf", "Alegreya-Bold.ttf", "Cinzel-Bold.ttf", "AlegreyaSans-Regular.ttf"):
        shutil.copy(FONTS / file, fonts)
    assert harbour.code("check") == 0
    shutil.copy(FONTS / "Cinzel-Regular.ttf", fonts / "Alegreya-Regular.ttf")
    first = harbour.json("check")["games"][0]["diagnostics"]
    shutil.rmtree(harbour.root / ".questpress")
    assert harbour.json("check")["games"][0]["diagnostics"] == first


def test_a_booklets_page_says_its_number_and_what_moved_it(harbour: Press):
    guide = harbour.root / "docs/guide.md"
    filler = "\n\n".join(["Row, row, row."] * 36)
    guide.write_text(f"# How to sail\n\n{filler}\n\n# Hands\n\nDraw {{{{ rules.hand }}}} cards.\n")
    assert [face["page"] for face in harbour.build()["redrawn"] if face["component"] == "guide"] == [1, 2]
    _change(RULES, "{value: 5", "{value: 6")(harbour.root)
    (page,) = (face for face in harbour.build()["redrawn"] if face["component"] == "guide")
    assert page["page"] == 2 and page["why"] == "rules.hand changed; the text on this page changed"
    _change("docs/guide.md", "# Hands", "![A sloop](figure:ships/sloop)\n\n# Hands")(harbour.root)
    harbour.build()
    _change(SHIPS, "Sword & Shield", "Shield & Sword")(harbour.root)
    output = harbour("build").output
    assert "redrawn: guide page 2: the picture of ships/sloop/front changed; the text on this page changed" in output


def test_a_file_that_is_no_longer_made_is_told_of_as_long_as_it_lies_there(harbour: Press):
    harbour.build()
    board = harbour.root / "layouts/harbour/boards/bay.yaml"
    said = board.read_text()
    board.unlink()
    harbour.build()
    _change(SHIPS, "cost: 3", "cost: 4")(harbour.root)
    assert harbour.build()["no_longer_made"] == ["harbour/bay.pdf"]
    assert "no longer made" in harbour("build").output
    (harbour.root / "output/harbour/bay.pdf").unlink()
    assert harbour.build()["no_longer_made"] == []
    board.write_text(said)
    assert harbour.build()["no_longer_made"] == [] and "no longer made" not in harbour("build").output
