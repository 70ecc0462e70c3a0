"""A press target's files are preflighted before they are put in place, with the report beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest

from questpress.press.preflight.examine import examine
from tests.project.conftest import GAME, Press, write

TARGET = """\
target: press
paper: a4
margin: 5mm
bleed: 2mm
marks: crop
colour: cmyk
profile: FOGRA39L_coated
ink_limit: 340
pdf: x-4
file: "{deck}.pdf"
"""
DECK = {name: text for name, text in GAME.items() if "bay" not in name}
GAME_FILES = {
    **DECK,
    "templates/sheets/targets/press.yaml": TARGET,
    "templates/sheets/targets/single.yaml": TARGET.replace("press", "single").replace("crop", "none\nimposed: false"),
}
FAINT = '<path d="M10 80H50" stroke="#000000" stroke-width="0.02"/>\n{% endblock %}'  # 0.06 pt


@pytest.fixture
def press(tmp_path: Path) -> Press:
    return Press(write(tmp_path / "harbour", dict(GAME_FILES)))


def built(press: Press, target: str = "press") -> dict:
    return press.json("build", "--target", target, "--jobs", "1")["games"][0]


def spoil(press: Press) -> None:
    path = press.root / "templates/harbour/ship.svg.j2"
    path.write_text(path.read_text().replace("{% endblock %}", FAINT))


def test_a_good_file_has_its_report_beside_it(press):
    told = built(press)
    assert told["good"], told["diagnostics"]
    folder = press.root / "output/harbour"
    assert sorted(path.name for path in folder.iterdir()) == [
        "ships.pdf",
        "ships.preflight.html",
        "ships.preflight.json",
    ]
    verdict = json.loads((folder / "ships.preflight.json").read_bytes())
    (sealed,) = [file["sha256"] for file in told["files"] if file["form"] == "pdf"]
    assert verdict["good"] and verdict["sha256"] == sealed and verdict["pages"] == 2
    assert [one for one in verdict["findings"] if one["severity"] != "note"] == []
    assert 0 < verdict["measured"][0]["ink"]["p99_9"] <= 340
    page = (folder / "ships.preflight.html").read_text()
    assert "<h1>ships.pdf: good</h1>" in page and "http" not in page


def test_pages_say_what_lies_on_them(press):
    built(press)
    with pikepdf.open(press.root / "output/harbour/ships.pdf") as pdf:
        front, back = ([str(p.Name) for p in page.obj.PieceInfo["/questpress"].Private.Places] for page in pdf.pages)
    assert front == ["ships/sloop front", "ships/sloop front", "ships/brig front", "ships/raft front"]
    assert set(back) == {"ships/sloop back"}  # all backs look alike


@pytest.mark.parametrize("target", ["press", "single"])
def test_a_fault_is_told_with_its_component_and_the_good_file_stays(target, press):
    assert built(press, target)["good"]
    folder = press.root / "output/harbour"
    good = {path.name: path.read_bytes() for path in folder.iterdir()}
    spoil(press)
    told = built(press, target)
    faults = [found for found in told["diagnostics"] if found["severity"] == "error"]
    assert not told["good"] and [found["code"] for found in faults] == ["P170"]
    assert faults[0]["file"] == "harbour/ships.pdf:1" and faults[0]["subject"] == "ships/sloop front"
    assert "0.06 pt" in faults[0]["message"]
    assert {name: (folder / name).read_bytes() for name in good} == good
    rejected = json.loads((folder / "ships.rejected.preflight.json").read_bytes())
    assert not rejected["good"] and rejected["file"] == "ships.rejected.pdf"
    seen = [one["component"] for one in rejected["findings"][0]["seen"]]
    assert seen == ["ships/sloop front", "ships/sloop front", "ships/brig front", "ships/raft front"]
    assert press.code("build", "--target", target, "--jobs", "1") == 4
    write(press.root, dict(GAME_FILES))
    assert built(press, target)["good"]
    assert sorted(path.name for path in folder.iterdir()) == sorted(good)


def test_a_verdict_is_kept(press, monkeypatch):
    looked: list[Path] = []

    def counted(path, wants):
        looked.append(path)
        return examine(path, wants)

    monkeypatch.setattr("questpress.press.preflight.examine.examine", counted)
    built(press)
    assert len(looked) == 1
    told = built(press)
    assert len(looked) == 1 and not any(file["written"] for file in told["files"])
    (press.root / "output/harbour/ships.preflight.html").unlink()
    told = built(press)
    assert [file["path"] for file in told["files"] if file["written"]] == ["harbour/ships.preflight.html"]
    (press.root / "output/harbour/ships.pdf").unlink()
    assert built(press)["good"] and len(looked) == 1  # the same bytes again


def test_a_file_for_home_is_not_looked_at_and_says_nothing_of_places(press):
    assert built(press, "home")["good"]
    folder = press.root / "output/harbour"
    assert [path.name for path in folder.iterdir()] == ["ships.pdf"]
    with pikepdf.open(folder / "ships.pdf") as pdf:
        assert all("/PieceInfo" not in page.obj for page in pdf.pages)


def test_a_trim_box_that_was_changed_is_told(press, tmp_path):
    built(press, "single")
    path = tmp_path / "changed.pdf"
    with pikepdf.open(press.root / "output/harbour/ships.pdf") as pdf:
        box = [float(edge) for edge in pdf.pages[0].obj.TrimBox]
        pdf.pages[0].obj.TrimBox = pikepdf.Array([box[0] + 0.1, *box[1:]])
        pdf.save(path, force_version="1.6", deterministic_id=True)
    found = [(one.code, one.sightings[0].component) for one in examine(path).findings if one.severity.value == "error"]
    assert found == [("P123", "ships/sloop front")]


@pytest.mark.parametrize("box", ["MediaBox", "wider", "shifted"])
def test_a_trim_box_that_is_more_than_the_component_is_told(box, press, tmp_path):
    """On a page of one component; a sheet of several may state its paper."""
    built(press, "single")
    path = tmp_path / "changed.pdf"
    with pikepdf.open(press.root / "output/harbour/ships.pdf") as pdf:
        page = pdf.pages[0].obj
        was = [float(edge) for edge in page.TrimBox]
        changed = {
            "MediaBox": [float(edge) for edge in page.MediaBox],
            "wider": [was[0] - 0.1, *was[1:]],
            "shifted": [was[0] - 2, was[1], was[2] - 2, was[3]],
        }
        page.TrimBox = pikepdf.Array(changed[box])
        pdf.save(path, force_version="1.6", deterministic_id=True)
    found = [one for one in examine(path).findings if one.code == "P123"]
    assert [(one.severity.value, one.sightings[0].component) for one in found] == [("error", "ships/sloop front")]


@pytest.mark.parametrize("name", ["boats", "yachts"])
@pytest.mark.parametrize("extra", [[], ["--cut-files"]])
def test_no_file_of_a_game_is_put_in_place_where_one_is_rejected(name, extra, press, capsys):
    """All are examined first, whether the bad one is the first or the last; the earlier ones stay."""
    deck = f"deck: {name}\nkind: ship\ncards: [{{id: skiff, name: Skiff, cost: 9}}]\n"
    write(press.root, {f"cards/harbour/{name}.yaml": deck})
    assert built(press)["good"]
    folder = press.root / "output/harbour"
    good = {path.name: path.read_bytes() for path in folder.iterdir()}
    path = press.root / "templates/harbour/ship.svg.j2"
    faint = FAINT.replace("{% endblock %}", "{% endif %}\n{% endblock %}")
    text = path.read_text().replace("{{ label(card.cost", "{{ label(card.cost + 1")
    path.write_text(text.replace("{% endblock %}", "{% if card.cost == 9 %}" + faint))
    capsys.readouterr()
    assert press.code("build", "--target", "press", "--jobs", "1", *extra) == 4
    said = capsys.readouterr()
    assert "Harbour & Sea: nothing printed" in said.out and "stopped after" not in said.out
    beside = {f"{name}.rejected{end}" for end in (".pdf", ".preflight.json", ".preflight.html")}
    assert {path.name for path in folder.iterdir()} == {*good, *beside}
    assert {file: (folder / file).read_bytes() for file in good} == good
    path.write_text(text)
    assert press.code("build", "--target", "press", "--jobs", "1", *extra) == 0
    assert {path.name for path in folder.iterdir() if path.suffix != ".svg"} == set(good)
    assert all((folder / f"{deck}.pdf").read_bytes() != good[f"{deck}.pdf"] for deck in (name, "ships"))


def test_nothing_waits_where_a_build_breaks_off(press, monkeypatch):
    """A file that cannot be written ends the build; none is left that only waited to be put in place."""
    write(
        press.root,
        {"cards/harbour/boats.yaml": "deck: boats\nkind: ship\ncards: [{id: skiff, name: Skiff, cost: 9}]\n"},
    )
    import questpress.press.write as writing
    from questpress.diagnostics import Diagnostic, Failed

    whole = writing.sheets_pdf

    def full(path, *rest, **more):
        if "ships" in path.name:
            raise Failed([Diagnostic("S010", "no space left", None, "make room")])
        return whole(path, *rest, **more)

    monkeypatch.setattr(writing, "sheets_pdf", full)
    told = built(press)
    assert [found["code"] for found in told["diagnostics"] if found["severity"] == "error"] == ["S010"]
    assert not told["files"] and not list((press.root / "output").rglob("*.*"))
