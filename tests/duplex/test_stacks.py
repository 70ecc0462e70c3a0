"""Fronts and backs in files of their own, for printers that turn no paper, and the options of the command line."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pypdfium2
import pytest

from questpress.press.arrange import arrange
from questpress.press.model import Trim
from questpress.press.sheets import Sheet
from questpress.press.stacks import stacked
from questpress.press.targets import Target
from tests.duplex.rasters import write
from tests.project.conftest import GAME, Press
from tests.project.conftest import write as write_files


def deck(count: int, backs: bool = True) -> list[tuple[str, str | None]]:
    return [(f"f{n}", f"b{n}" if backs else None) for n in range(count)]


CARD = Trim(63.5, 88.9, 3)


@pytest.mark.parametrize("pages", ["interleaved", "fronts-backs"])
@pytest.mark.parametrize("order", ["forward", "reverse"])
def test_a_pile_turned_and_printed_again_matches(pages: str, order: str) -> None:
    whole = arrange(CARD, deck(20), Sheet("s", gutter=4), Target("home", pages=pages))
    parts = dict(stacked(whole, "apart", order))
    fronts, backs = parts["fronts"].sides, parts["backs"].sides
    assert [side.number for side in fronts] == [1, 2, 3] and not any(side.back for side in fronts)
    assert [side.number for side in backs] == ([1, 2, 3] if order == "forward" else [3, 2, 1])
    assert all(side.back for side in backs)
    assert {*fronts, *backs} == set(whole.sides)
    assert parts["fronts"].duplex == parts["backs"].duplex == "Simplex"
    assert [name for name, _ in stacked(whole, "backs", order)] == ["backs"]
    assert stacked(whole, "both", order) == [("", whole)]


def test_without_backs_there_is_one_file_or_none() -> None:
    alone = arrange(CARD, deck(3, backs=False), Sheet("s"), Target("home"))
    assert stacked(alone, "apart", "forward") == stacked(alone, "fronts", "forward") == [("", alone)]
    assert stacked(alone, "backs", "forward") == []


def test_the_sheets_say_how_the_pile_goes_in_again(tmp_path: Path) -> None:
    whole = arrange(CARD, deck(12), Sheet("s", gutter=4), Target("home"))
    for part, imposition in stacked(whole, "apart", "reverse"):
        write(tmp_path / "a.pdf", imposition)
        pdf = pypdfium2.PdfDocument(tmp_path / "a.pdf")
        said = pdf[0].get_textpage().get_text_bounded()
        pdf.close()
        if part == "fronts":
            assert "the file of the backs on the other side, turned over the long edge" in said
        else:
            assert "sheet 2 first, turned over the long edge" in said and "sheet 2 of 2 · back" in said


@pytest.fixture
def press(tmp_path: Path) -> Press:
    return Press(write_files(tmp_path / "game", dict(GAME)))


def built(press: Press, *options: str) -> dict[str, list[str]]:
    """The files of a build with their pages' sides: how many placements each page has."""
    report = press.json("build", *options)
    assert report["games"][0]["good"], report
    found = {}
    for file in report["games"][0]["files"]:
        with pikepdf.open(Path(report["out"]) / file["path"]) as pdf:
            found[file["path"]] = [str(pdf.Root.ViewerPreferences.Duplex), len(pdf.pages)]
    return found


def test_options_of_the_command_line(press: Press) -> None:
    assert built(press, "--flip", "short")["harbour/ships.pdf"] == ["/DuplexFlipShortEdge", 2]
    assert built(press, "--fold", "horizontal") == {
        "harbour/ships.pdf": ["/Simplex", 1],
        "harbour/bay.pdf": ["/Simplex", 1],
    }
    assert built(press, "--stacks", "apart", "--back-order", "reverse") == {
        "harbour/ships-fronts.pdf": ["/Simplex", 1],
        "harbour/ships-backs.pdf": ["/Simplex", 1],
        "harbour/bay.pdf": ["/Simplex", 1],
    }
    report = press.json("build", "--stacks", "backs")
    assert [file["path"] for file in report["games"][0]["files"]] == ["harbour/ships-backs.pdf"]
    assert [f["code"] for f in report["games"][0]["diagnostics"] if f["code"].startswith("S05")] == ["S052"]
    assert press.code("build", "--fold", "sideways") == 2


def test_sheets_and_targets_state_them_too(press: Press) -> None:
    for name, states in {"plain": "fold: vertical", "tray": "stacks: apart"}.items():
        text = f"target: {name}\npaper: a4\nmargin: 5mm\nbleed: 2mm\n{states}\n"
        write_files(press.root, {f"templates/sheets/targets/{name}.yaml": text})
    assert built(press, "--target", "plain")["harbour/ships.pdf"] == ["/Simplex", 1]
    assert built(press, "--target", "plain", "--fold", "none")["harbour/ships.pdf"] == ["/DuplexFlipLongEdge", 2]
    assert "harbour/ships-backs.pdf" in built(press, "--target", "tray")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--fold", "vertical", "--stacks", "apart"), "no --stacks of it"),
        (("--stacks", "fronts", "--back-order", "reverse"), "add --stacks apart"),
        (("--fold", "vertical", "--calibration", "office"), "leave out --calibration"),
        (("--scale", "ships=150%", "--scale", "ships=50%"), "twice for 'ships'"),
        (("--back-order", "reverse"), "add --stacks apart"),
        (("--fold", "vertical", "--target", "proof"), "one component on a page"),
        (("--stacks", "apart", "--target", "makeplayingcards"), "pictures"),
        (("--out", ""), "names no folder"),
        (("--scale", "150"), "write '150%'"),
        (("--scale", "ships=150"), "write 'ships=150%'"),
    ],
)
def test_options_that_do_not_go_together_are_refused(press: Press, options: tuple[str, ...], says: str) -> None:
    result = press("build", *options)
    assert result.exit_code == 2 and says in " ".join(result.output.split()), result.output
