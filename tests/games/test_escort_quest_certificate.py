"""Stored solutions: made, written, read back, replayed by the readable rules alone; and every way to break one."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.scenes import BOOK, every_option, layout, random_layout
from questpress.diagnostics import Report
from questpress.games.escort_quest.board import direction
from questpress.games.escort_quest.certificate import (
    Certificate,
    Line,
    certificate_of,
    certify,
    read_certificate,
    seal,
    with_solution,
)
from questpress.games.escort_quest.fast.solving import solve
from questpress.games.escort_quest.reading import layout_of
from questpress.games.escort_quest.replaying import replay
from questpress.games.escort_quest.rules import Rules
from questpress.source import parse

OPTIONS = list(every_option())


def read(text: str) -> tuple[Certificate | None, Report]:
    report = Report()
    return read_certificate(parse(text, "puzzle.yaml").get("solution"), report), report


def plies(text: str) -> tuple:
    return tuple((None if word == "stay" else direction(word), None) for word in text.split())


def one_line(text: str, turns: int | None = None) -> Certificate:
    return Certificate(turns or len(text.split()), (Line(plies(text)),))


def winnable(seed: int, options):
    """A random layout that can be won, and its solution."""
    for number in range(seed, seed + 400):
        one = random_layout(number, (5, 5), options)
        solution = solve(one, strategy=True)
        if solution.winnable and solution.depth > 1:
            return one, solution
    raise AssertionError("no layout can be won")


@given(st.integers(0, 10**6), st.sampled_from(OPTIONS))
@settings(max_examples=60, deadline=None)
def test_a_certificate_is_read_back_and_replays_to_the_same_strategy(seed, options):
    one = random_layout(seed, (5, 5), options)
    solution = solve(one, strategy=True)
    made = certify(one, solution.strategy if solution.winnable else None)
    if not solution.winnable:
        assert made is None
        return
    again, report = read(made.text())
    assert not report.findings and again == made and again.of == seal(one)
    found = replay(Rules(one), again)
    assert found.wins and found.turns == solution.depth == made.turns
    assert found.plan == dict(solution.strategy)


@given(st.integers(0, 10**6), st.sampled_from(OPTIONS), st.integers(0, 10**6), st.sampled_from("N E SW stay".split()))
@settings(max_examples=80, deadline=None)
def test_a_changed_ply_replays_or_is_told_and_never_crashes(seed, options, lot, word):
    one, solution = winnable(seed % 50, options)
    made = certificate_of(Rules(one), solution.strategy)
    number = lot % len(made.lines)
    line = made.lines[number]
    place = lot % len(line.plies)
    changed = (*line.plies[:place], *plies(word), *line.plies[place + 1 :])
    lines = (*made.lines[:number], Line(changed, line.ties), *made.lines[number + 1 :])
    found = replay(Rules(one), Certificate(made.turns, lines))
    assert found.wins or all(fault.clause.startswith("EQ-") and fault.message for fault in found.faults)


def deep():
    """A winnable layout of some depth without branches."""
    for number in range(400):
        one = random_layout(number, (6, 6), BOOK.defaults.but(goblin_ties="clockwise"))
        solution = solve(one, strategy=True)
        if (solution.depth or 0) >= 4:
            return one, certificate_of(Rules(one), solution.strategy)
    raise AssertionError


def branching():
    """A winnable layout whose certificate branches."""
    for number in range(4000):
        one = random_layout(number, (5, 5), BOOK.defaults.but(goblin_sight="torus"))
        solution = solve(one, strategy=True)
        if solution.winnable:
            made = certificate_of(Rules(one), solution.strategy)
            if len(made.lines) > 2 and len(made.lines[0].ties) > 1:
                return one, made
    raise AssertionError


def test_a_strategy_cut_short_is_told_with_clause_and_cell():
    one, made = deep()
    line = made.lines[0]
    (fault,) = replay(Rules(one), Certificate(made.turns, (Line(line.plies[:-1]),))).faults
    assert fault.code == "L023" and fault.clause == "EQ-14" and fault.cell is not None
    assert fault.ply == len(line.plies) - 1


def test_a_strategy_that_goes_on_after_the_win_is_told():
    one, made = deep()
    (fault,) = replay(Rules(one), Certificate(made.turns, (Line((*made.lines[0].plies, (0, None))),))).faults
    assert fault.code == "L022" and fault.clause == "EQ-21" and "goes on" in fault.message


def test_a_strategy_that_says_other_turns_is_told():
    one, made = deep()
    (fault,) = replay(Rules(one), Certificate(made.turns + 1, made.lines)).faults
    assert fault.code == "L025" and f"takes {made.turns}" in fault.message


def test_a_step_against_a_barrier_is_told():
    rules = Rules(layout({(3, 0): "V"}, barriers={(0, 0): "E SE"}, goblin_ties="clockwise"))
    (fault,) = replay(rules, one_line("E")).faults
    assert fault.code == "L022" and fault.clause == "EQ-15" and fault.cell == (0, 0)
    assert "may not go E, only N, NE, S" in fault.message
    (fault,) = replay(rules, one_line("stay")).faults
    assert fault.clause == "EQ-15" and "must step" in fault.message


@pytest.mark.parametrize(
    ("tiles", "named", "line", "clause", "cell"),
    [
        ({(1, 0): "S"}, {}, "E", "EQ-22", (1, 0)),  # the escort onto spikes
        ({(4, 3): "S"}, {}, "E", "EQ-22", (4, 3)),  # the villager onto spikes
        ({(5, 6): "V"}, {}, "S", "EQ-21", (5, 6)),  # the goblin into a village
        ({}, {"goblin": (4, 4)}, "S", "EQ-17", (3, 4)),  # the goblin onto the villager
    ],
)
def test_a_loss_is_told_with_its_clause_and_cell(tiles, named, line, clause, cell):
    rules = Rules(layout({(0, 6): "V", **tiles}, **named))
    (fault,) = replay(rules, one_line(line)).faults
    assert (fault.code, fault.clause, fault.cell) == ("L022", clause, cell)
    assert "the game is lost" in fault.message


def test_every_equally_good_step_of_the_goblin_must_be_answered():
    one, made = branching()
    rules, first = Rules(one), made.lines[0]
    assert replay(rules, made).wins
    fewer = Line(first.plies, dict(list(first.ties.items())[1:]))
    faults = replay(rules, Certificate(made.turns, (fewer, *made.lines[1:]))).faults
    assert faults[0].code == "L023" and faults[0].clause == "EQ-20" and "may go" in faults[0].message
    none = replay(rules, Certificate(made.turns, (Line(first.plies), *made.lines[1:]))).faults
    assert none[0].code == "L023" and "equally good" in none[0].message
    other = next(way for way in range(8) if way not in first.ties)
    more = Line(first.plies, {**first.ties, direction("NESW"[0]) if other == 0 else other: 1})
    faults = replay(rules, Certificate(made.turns, (more, *made.lines[1:]))).faults
    assert faults[0].code == "L022" and "cannot go" in faults[0].message


def test_what_does_not_tie_has_no_answers():
    one, made = deep()
    line = made.lines[0]
    lines = (Line(line.plies[:2], {direction("N"): 1}), Line(line.plies[2:]))
    faults = replay(Rules(one), Certificate(made.turns, lines)).faults
    assert faults and faults[0].clause == "EQ-20" and faults[0].code in ("L022", "L023")


def test_a_step_of_the_goblin_is_picked_only_where_the_player_may():
    one, _ = deep()
    (fault,) = replay(Rules(one), Certificate(1, (Line(((direction("N"), direction("N")),)),))).faults
    assert fault.clause in ("EQ-20", "EQ-15", "EQ-14", "EQ-17", "EQ-21", "EQ-22")


def test_a_strategy_that_is_far_too_long_is_given_up():
    rules = Rules(layout({(0, 6): "V"}, escort=(0, 0), villager=(3, 3), goblin=(4, 4), capture="ignored"))
    there_and_back = one_line("N S " * 30_000)
    began = time.process_time()
    faults = replay(rules, there_and_back).faults
    assert faults and time.process_time() - began < 10


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("solution: {turns: 3}", "either 'line' or 'lines'"),
        ("solution: {turns: 3, line: N, lines: [N]}", "either 'line' or 'lines'"),
        ("solution: {turns: three, line: N}", "turns"),
        ("solution: {line: N}", "turns"),
        ("solution: {turns: 1, line: NORTH}", "expected a ply, found 'NORTH'"),
        ("solution: {turns: 1, line: N+UP}", "expected a ply, found 'N+UP'"),
        ("solution: {turns: 1, line: ''}", "at least one ply"),
        ("solution: {turns: 1, lines: []}", "members, found 0"),
        ("solution: [N, E]", "solution"),
        ("solution: {turns: 2, lines: ['N ? E:1', S]}", "only leads to later lines"),
        ("solution: {turns: 2, lines: ['N ? E:3', S]}", "only leads to later lines"),
        ("solution: {turns: 2, lines: ['N ? E', S]}", "expected a step with the number of a line"),
        ("solution: {turns: 2, lines: ['N ? Q:2', S]}", "expected a step with the number of a line"),
        ("solution: {turns: 2, line: N, size: 3}", "size"),
    ],
)
def test_faults_of_form_are_told_at_their_place(text, told):
    certificate, report = read(text)
    assert certificate is None
    assert any(told in finding.message for finding in report.findings), [f.message for f in report.findings]
    assert all(finding.span is not None and finding.span.file == "puzzle.yaml" for finding in report.findings)


def test_a_wrong_word_is_underlined_where_it_stands():
    _, report = read("solution:\n  turns: 3\n  line: N UP S\n")
    (finding,) = report.findings
    assert (finding.span.line, finding.span.column) == (3, 11)


@given(st.text(alphabet=st.sampled_from(list("NESW stay?:+123{}[],\n\"'")), max_size=60))
@settings(max_examples=100, deadline=None)
def test_a_garbled_line_is_told_and_never_crashes(text):
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    certificate, report = read(f'solution: {{turns: 2, line: "{quoted}"}}')
    assert (certificate is None) == report.failed
    if certificate:
        replay(Rules(layout({(0, 6): "V"})), certificate)


def test_the_seal_sees_what_lies_where_and_nothing_else():
    one = layout({(1, 1): "S", (0, 6): "V"}, barriers={(2, 2): "N"})
    same = layout({(1, 1): "S", (0, 6): "V"}, barriers={(2, 2): "N"}, capture="ignored")
    others = [
        layout({(1, 2): "S", (0, 6): "V"}, barriers={(2, 2): "N"}),
        layout({(1, 1): "S", (0, 6): "V"}, barriers={(2, 2): "E"}),
        layout({(1, 1): "S", (0, 6): "V"}, barriers={(2, 2): "N"}, escort=(1, 0)),
        layout({(1, 1): "S", (0, 6): "V"}, barriers={(2, 2): "N"}, size=(7, 8)),
    ]
    assert seal(one) == seal(same) and len({seal(one), *map(seal, others)}) == 5


def test_a_solution_is_put_into_a_file_in_place_of_another():
    one, made = deep()
    text = "# mine\n" + one.text() + "solution:\n  turns: 99\n  lines:\n    - N\n\n# and\ngrade: twilight\n"
    put = with_solution(text, made)
    assert put.count("solution:") == 1 and "99" not in put and "grade: twilight" in put and put.startswith("# mine")
    assert read(put)[0] == made and with_solution(put, made) == put
    assert layout_of(put, BOOK).tokens == one.tokens


def test_a_long_solution_replays_in_milliseconds():
    one, made = branching()
    began = time.process_time()
    for _ in range(20):
        assert replay(Rules(one), made).wins
    assert (time.process_time() - began) / 20 < 0.1
