"""`questpress solve`: the shape of its JSON, its exit codes, its words."""

from __future__ import annotations

import json

import pytest

from questpress.cli.main import run

EXAMPLE = """\
game: escort-quest
board:
  columns: 7
  rows: 6
  barriers:
    - {at: [1, 2], blocked: [N, NE]}
tiles: |
  . . V . . . .
  S . . → . . .
  . . A . . ↑ .
  . * . . . . .
  . . . X . . S
  . . . . . G .
tokens: {escort: [0, 3], villager: [5, 3], goblin: [4, 2]}
"""
KEYS = ["file", "legal", "breaches", "warnings", "winnable", "depth", "positions", "seconds"]
ILLEGAL = EXAMPLE.replace("goblin: [4, 2]", "goblin: [4, 3]")
UNPLAYABLE = EXAMPLE.replace("escort: [0, 3]", "escort: [0, 30]")
HOPELESS = EXAMPLE.replace(". . V", ". . S")


@pytest.fixture
def solve(tmp_path, capsys, monkeypatch):
    """Runs the command on texts written to a.yaml, b.yaml …; gives exit code, JSON objects, error stream."""
    monkeypatch.chdir(tmp_path)

    def call(*texts: str, arguments: tuple[str, ...] = ("--json",)):
        names = []
        for letter, text in zip("abcdef", texts, strict=False):
            names.append(f"{letter}.yaml")
            (tmp_path / names[-1]).write_text(text, encoding="utf-8")
        code = run(["solve", *names, *arguments])
        out, err = capsys.readouterr()
        return code, [json.loads(line) for line in out.splitlines()] if "--json" in arguments else out, err

    return call


def test_the_example_of_the_rules_page(solve):
    code, (told,), _ = solve(EXAMPLE, arguments=("--json", "--first-plies"))
    assert code == 0
    assert list(told) == [*KEYS, "first_winning_plies"]
    assert (told["file"], told["legal"], told["breaches"]) == ("a.yaml", True, [])
    assert (told["winnable"], told["depth"]) == (True, 4)
    assert told["first_winning_plies"] == ["NE", "E", "S"]
    assert [(warning["clause"], warning["cell"]) for warning in told["warnings"]] == [("EQ-12", None)]
    assert set(told["warnings"][0]) == {"clause", "cell", "message"}
    assert isinstance(told["positions"], int) and isinstance(told["seconds"], float)


def test_one_object_a_file_and_line_in_the_order_given(solve):
    code, told, _ = solve(EXAMPLE, ILLEGAL, EXAMPLE)
    assert code == 5
    assert [(one["file"], one["legal"]) for one in told] == [("a.yaml", True), ("b.yaml", False), ("c.yaml", True)]
    assert all(list(one) == KEYS for one in told)


def test_a_layout_that_breaks_only_eq7_to_eq12_is_still_solved(solve):
    code, (told,), _ = solve(ILLEGAL)
    assert code == 5
    assert [(breach["clause"], breach["cell"]) for breach in told["breaches"]] == [("EQ-9", [4, 3])]
    assert told["winnable"] is not None and "reason" not in told


def test_a_layout_that_cannot_be_played_is_undecided_with_the_reason(solve):
    code, (told,), _ = solve(UNPLAYABLE, arguments=("--json", "--first-plies"))
    assert code == 5
    assert (told["legal"], told["winnable"], told["depth"], told["positions"]) == (False, None, None, 0)
    assert "EQ-6" in told["reason"] and told["first_winning_plies"] == []


def test_not_winnable_exits_with_5(solve):
    code, (told,), _ = solve(HOPELESS)
    assert (code, told["winnable"], told["depth"]) == (5, False, None)


def test_a_limit_leaves_it_undecided(solve):
    code, (told,), _ = solve(EXAMPLE, arguments=("--json", "--limit", "3", "--first-plies"))
    assert (code, told["winnable"], told["depth"], told["positions"]) == (0, None, None, 3)
    assert "limit of 3 positions" in told["reason"]
    assert told["first_winning_plies"] is None


def test_an_unreadable_file_is_1_and_the_others_are_still_solved(solve):
    code, told, err = solve("tiles: 3\n", ILLEGAL, EXAMPLE)
    assert code == 1
    assert [(one["legal"], one["winnable"] is None) for one in told] == [(None, True), (False, False), (True, False)]
    assert told[0]["diagnostics"] and "a.yaml:1:1: error[D011]" in err


@pytest.mark.parametrize("text", ["", "game: chess\n", "a: [\n", "- x\n", "game: [1]\n", "\0"])
def test_what_is_no_layout_is_1_with_a_diagnostic(solve, text):
    code, _, err = solve(text)
    assert code == 1
    assert "error[D" in err


def test_a_missing_file_is_1(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["solve", "nowhere.yaml"]) == 1
    assert "nowhere.yaml: error[D001]" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [("--set", "captur=ignored"), ("--set", "capture=ignore"), ("--set", "capture"), ("--limit", "0"), ("--nonsense",)],
)
def test_wrong_usage_is_2(solve, arguments):
    code, _, err = solve(EXAMPLE, arguments=arguments)
    assert code == 2
    assert "Error" in err


def test_no_file_is_2(capsys):
    assert run(["solve"]) == 2


def test_set_goes_over_the_files_options(solve):
    for value, depth in (("loss", 4), ("ignored", 3)):
        _, (told,), _ = solve(EXAMPLE, arguments=("--json", "--set", f"capture={value}"))
        assert told["depth"] == depth


def test_words_for_people(solve):
    code, out, err = solve(EXAMPLE, arguments=("--first-plies",))
    assert code == 0
    assert "a.yaml: legal, winnable in 4 turns" in out
    assert "line: S SW SW W" in out
    assert "first plies that still win: NE E S" in out
    assert "warning[L012]" in err


def test_words_for_people_point_at_the_breach(solve):
    code, out, err = solve(ILLEGAL, arguments=())
    assert code == 5
    assert "a.yaml: illegal" in out
    assert "a.yaml:14:52: error[L009]" in err


def test_a_frozen_board_has_no_first_plies(solve):
    walled = EXAMPLE.replace("{at: [1, 2], blocked: [N, NE]}", "{at: [0, 3], sides: [N, E, S, W]}")
    _, (told,), _ = solve(walled, arguments=("--json", "--first-plies"))
    assert told["first_winning_plies"] == []


def test_the_help_shows_examples(capsys):
    assert run(["solve", "--help"]) == 0
    out = capsys.readouterr().out
    assert "questpress solve my-layout.yaml --first-plies" in out
