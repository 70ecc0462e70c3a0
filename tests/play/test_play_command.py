"""`play` with piped input and `trace`: moves, undo, hints, the end of a game and the way back."""

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from questpress.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
FILE = "layouts/escort_quest/puzzles/nine-bells.yaml"
WON = "w ne stay n nw n s se s".split()


def played(*lines: str, puzzle: str = "nine-bells", more: tuple[str, ...] = ()) -> str:
    """What a game says to the lines piped into it."""
    said, typed = io.StringIO(), io.StringIO("\n".join(lines) + "\n")
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(said):
        patch.setattr(sys, "stdin", typed)
        assert run(["play", "escort-quest", "--project", str(ROOT), "--puzzle", puzzle, *more]) == 0
    return said.getvalue()


def test_a_game_is_won_by_the_line_that_trace_tells(capsys) -> None:
    told = played(*WON)
    assert "Won in 9 turns: the villager is home" in told
    assert "\x1b[" not in told  # no colours into a pipe
    assert run(["trace", "--json", str(ROOT / FILE)]) == 0
    line = json.loads(capsys.readouterr().out)
    assert [turn["ply"].lower() for turn in line["turns"]] == WON and line["depth"] == 9


def test_a_lost_game_tells_the_last_turn_at_which_a_win_was_certain_and_can_be_taken_back() -> None:
    told = played("w", "ne", "stay", "s", "hint", "undo 9", "line", *WON)
    assert "Won in 9 turns" in told
    lost = played("n")
    assert "Lost in turn 1: goblin and villager are on one cell." in lost
    assert "A win was last certain at turn 1: in 9 turns, by W." in lost


def test_hints_lead_home() -> None:
    lines: list[str] = []
    for _ in range(9):
        told = played(*lines, "hint")
        hint = [line for line in told.splitlines() if "a win is certain in" in line][-1]
        assert f"in {9 - len(lines)} turn" in hint
        lines.append(hint.partition(":")[0].strip())
    assert "Won in 9 turns" in played(*lines)


def test_the_number_pad_long_names_and_any_case_are_understood() -> None:
    assert "Won in 9 turns" in played("4", "North-East", "5", "8", "7", "NORTH", "2", "southeast", "S")


def test_what_cannot_be_played_is_told_with_what_can() -> None:
    told = played("wst", "up", "help", "restart", "board", "undo", "quit", "w")
    assert "'wst' cannot be played here" in told and "allowed: N NE E SE S SW W NW" in told
    assert "nothing to take back" in told and "undo 3" in told
    assert told.rstrip().endswith("quit")  # nothing is read after it


def test_the_player_picks_the_goblins_step_where_the_rules_say_so() -> None:
    told = played("n", "w", "hint", puzzle="the-frozen-pool", more=("--set", "goblin_ties=player"))
    assert "goblin_ties: player" in told


def test_without_a_puzzle_the_easiest_of_the_bank_is_laid_out_and_a_real_pipe_will_do() -> None:
    command = [sys.executable, "-m", "questpress", "play", "escort-quest"]
    done = subprocess.run(command, input="hint\nquit\n", capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0 and not done.stderr
    assert "turns" in done.stdout.splitlines()[0] and "a win is certain in" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (["play", "escort-quest", "--puzzle", "nine-bels", "--project", str(ROOT)], 1, "did you mean 'nine-bells'?"),
        (["play", "escort-qest"], 1, "did you mean 'escort-quest'?"),
        (["play", "escort-quest", "--puzzle", str(ROOT / FILE), "--set", "capture=no"], 2, "capture must be one of"),
        (["trace", str(ROOT / "nowhere.yaml")], 1, "D001"),
    ],
)
def test_slips_are_told(arguments: list[str], code: int, told: str, capsys) -> None:
    assert run(arguments) == code
    assert told in capsys.readouterr().err


def test_what_cannot_be_won_has_no_line(tmp_path: Path, capsys) -> None:
    rows = "\n".join("  " + " ".join("S" if (c, r) != (6, 6) else "V" for c in range(7)) for r in range(7))
    text = f"game: escort-quest\nboard: {{columns: 7, rows: 7}}\ntiles: |\n{rows}\n"
    path = tmp_path / "hopeless.yaml"
    path.write_text(text + "tokens: {escort: [0, 0], villager: [3, 3], goblin: [4, 4]}\n")
    assert run(["trace", str(path)]) == 5
    assert "cannot be won" in capsys.readouterr().out
