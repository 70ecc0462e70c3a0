"""A stored winning strategy: compact text under `solution:` in a puzzle file, made from a plan and read back.

    solution: {turns: 7, of: 3f0c9a7be21d, line: NE E E S stay SW NE}

Where the goblin ties and its steps lead apart, the line ends in `?` and names for each of its steps the line that goes
on; lines are numbered from 1 and only lead to later ones, so that no strategy goes round in circles:

    solution:
      turns: 4
      of: 3f0c9a7be21d
      lines:
        - NE E ? N:2 E:3
        - W SW
        - S

A ply is the escort's direction, `stay` where it cannot step. Where the player picks the goblin's tie, `NE+SW` picks its
step too. `of` is a digest of what lies where: it tells a layout that was changed by hand. replaying.py says whether a
strategy wins.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from questpress.diagnostics import Report, Span
from questpress.games.escort_quest.board import NAMES, Direction, direction
from questpress.games.escort_quest.fast.solving import solve
from questpress.games.escort_quest.layout import Layout
from questpress.games.escort_quest.puzzle import EscortPuzzle
from questpress.games.escort_quest.rules import Rules
from questpress.schema import INVALID, Field, ListOf, Reader, Record, Text, Whole, Word
from questpress.source import Map, Node, Scalar, Seq

STAY = "stay"
MOST_LINES = 20_000
LONGEST = 50_000  # plies of a strategy, all lines together: what is replayed in an instant

SOLUTION = Record(
    {
        "turns": Field(Whole(1, LONGEST), help="turns in which the win is certain"),
        "of": Field(Word(), None, help="digest of the layout that it is for"),
        "line": Field(Text(), None, help="the plies, separated by blanks"),
        "lines": Field(ListOf(Text(), 1, MOST_LINES), None, help="the lines, where the goblin's ties branch"),
    },
    "a solution",
)

# The escort's direction (None: no step) and, where the player picks the tie, the goblin's.
Ply = tuple[Direction | None, Direction | None]


@dataclass(frozen=True)
class Line:
    """Plies in a row; then a win, or a tie with the number of the line (from 0) that answers each of its steps."""

    plies: tuple[Ply, ...]
    ties: Mapping[Direction, int] = field(default_factory=dict)

    def text(self) -> str:
        """The line as it is written."""
        words = [ply_word(ply) for ply in self.plies]
        if self.ties:
            words += ["?", *(f"{NAMES[way]}:{number + 1}" for way, number in sorted(self.ties.items()))]
        return " ".join(words)


@dataclass(frozen=True)
class Certificate:
    """A winning strategy as it is stored. `places` say where each ply stands, if it was read from a file."""

    turns: int
    lines: tuple[Line, ...]
    of: str | None = None
    place: Span | None = field(default=None, compare=False)
    places: tuple[tuple[Span, ...], ...] = field(default=(), compare=False)

    def text(self) -> str:
        """The strategy as the last lines of a layout file, `solution:` and what belongs to it."""
        head = ["solution:", f"  turns: {self.turns}", *([f"  of: {self.of}"] if self.of else [])]
        if len(self.lines) == 1:
            return "\n".join([*head, f"  line: {self.lines[0].text()}"]) + "\n"
        return "\n".join([*head, "  lines:", *(f"    - {line.text()}" for line in self.lines)]) + "\n"

    def where(self, line: int, ply: int) -> Span | None:
        """Where that ply stands in its file; what follows the last ply counts as one more."""
        if line >= len(self.places) or not self.places[line]:
            return self.place
        return self.places[line][min(ply, len(self.places[line]) - 1)]


def certify(layout: Layout, plan: Mapping[tuple, Any] | None = None) -> Certificate | None:
    """A strategy of the fewest turns for a layout, or None where it cannot be won.

    `plan` spares the search where a solution's strategy is known.
    """
    if plan is None:
        solution = solve(layout, strategy=True)
        if not solution.winnable:
            return None
        plan = solution.strategy
    return certificate_of(Rules(layout), plan)


def certificate_of(rules: Rules, plan: Mapping[tuple, Any]) -> Certificate:
    """The plan of a solution (position → ply, as EscortPuzzle has them) as a certificate."""
    after = {position: _after(rules, position, ply) for position, ply in plan.items()}
    turns = _turns(after)
    root = EscortPuzzle(rules).root()
    heads = {root: None}
    waiting = [root]
    while waiting:  # a line begins at the root and wherever a tie leads
        position = waiting.pop()
        while len(set(after[position].values())) == 1:
            position = next(iter(after[position].values()))
        fresh = [one for one in dict.fromkeys(after[position].values()) if one not in heads]
        heads.update(dict.fromkeys(fresh))
        waiting += fresh
    order = sorted(heads, key=lambda position: (position != root, -turns[position]))
    numbers = {position: number for number, position in enumerate(order)}
    lines = []
    for position in order:
        plies = [_ply(plan[position])]
        while len(set(after[position].values())) == 1:
            position = next(iter(after[position].values()))
            plies.append(_ply(plan[position]))
        lines.append(Line(tuple(plies), {way: numbers[one] for way, one in after[position].items()}))
    return Certificate(turns[root], tuple(lines), seal(rules.layout))


def _after(rules: Rules, position: tuple, ply: Any) -> dict[Direction | None, tuple]:
    """By the goblin's step what follows a ply; nothing where the game is won by it."""
    way, picked = ply if isinstance(ply, tuple) else (ply, None)
    for taken, phases, after in rules.turn(position):
        if taken == way:
            if not phases:
                return {}
            steps = {phase.way: one for phase, one in zip(phases, after, strict=True)}
            return steps if picked is None else {picked: steps[picked]}
    raise ValueError(f"not a ply here: {ply}")


def _turns(after: Mapping[tuple, Mapping[Any, tuple]]) -> dict[tuple, int]:
    """In how many turns the win is certain from each position of a plan, the worst tie counting."""
    turns: dict[tuple, int] = {}
    for first in after:
        stack = [first]
        while stack:
            position = stack[-1]
            missing = [one for one in after[position].values() if one not in turns]
            if missing and position not in turns:
                stack += missing
                continue
            stack.pop()
            turns[position] = 1 + max((turns[one] for one in after[position].values()), default=0)
    return turns


def _ply(ply: Any) -> Ply:
    return ply if isinstance(ply, tuple) else (ply, None)


def ply_word(ply: Ply) -> str:
    """A ply as it is written."""
    way, picked = ply
    word = STAY if way is None else NAMES[way]
    return word if picked is None else f"{word}+{NAMES[picked]}"


def seal(layout: Layout) -> str:
    """A digest of what lies where: board, barriers, tiles, tokens. Neither options nor names nor grade matter."""
    board = layout.board
    barriers = sorted((list(at), sorted(closed)) for at, closed in board.barriers.items() if closed)
    tokens = {token: list(at) for token, at in layout.tokens.items()}
    facts = [board.columns, board.rows, barriers, layout.grid(), tokens]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:12]


def with_solution(text: str, certificate: Certificate) -> str:
    """A layout file's text with this strategy in place of the one that it had; other lines stay as they are."""
    lines: list[str] = []
    skips = False
    for line in text.splitlines():
        if line[:1] not in (" ", "\t", "#", "-", ""):
            skips = line.partition(":")[0].rstrip() == "solution"
        if not skips:
            lines.append(line)
    while lines and not lines[-1].strip():
        lines.pop()
    return "\n".join(lines) + "\n" + certificate.text()


def read_certificate(node: Node, report: Report) -> Certificate | None:
    """The certificate that `solution:` states, or None after every fault of form has been reported."""
    faults = Report()
    values = SOLUTION.read(node, Reader(faults, field="solution"))
    lines: list[Line] = []
    places: list[tuple[Span, ...]] = []
    if values is not INVALID:
        assert isinstance(node, Map)
        if (values["line"] is None) == (values["lines"] is None):
            help = "write `line: NE E S`, or `lines:` where the goblin's ties branch"
            faults.error("D011", "a solution needs either 'line' or 'lines'", node.span, help)
        written = node.get("lines") if values["line"] is None else node.get("line")
        scalars = written.items if isinstance(written, Seq) else [written]
        for number, scalar in enumerate(scalars):
            if isinstance(scalar, Scalar):
                line, spans = _read_line(scalar, number, len(scalars), faults)
                lines.append(line)
                places.append(spans)
        if sum(len(line.plies) + len(line.ties) for line in lines) > LONGEST:
            faults.error("D006", f"a solution has at most {LONGEST} plies", node.span, "store a shorter strategy")
    report.extend(faults.findings)
    if faults.failed:
        return None
    return Certificate(values["turns"], tuple(lines), values["of"], node.span, tuple(places))


def _read_line(scalar: Scalar, number: int, count: int, report: Report) -> tuple[Line, tuple[Span, ...]]:
    plies: list[Ply] = []
    ties: dict[Direction, int] = {}
    spans: list[Span] = []
    tied = False
    for match in re.finditer(r"[^ \t\n]+", scalar.text):
        word, place = match[0], scalar.place(0, match.start(), len(match[0]))
        shown = word if len(word) <= 12 else word[:11] + "…"
        spans.append(place)
        if word == "?" and not tied:
            tied = True
        elif tied:
            way, _, answer = word.partition(":")
            if way not in NAMES or not re.fullmatch(r"[0-9]{1,6}", answer):
                help = "write for each of the goblin's steps the line that answers it, for example `? N:2 E:3`"
                report.error("D021", f"expected a step with the number of a line, found '{shown}'", place, help)
            elif not number + 1 < int(answer) <= count:
                last = f"{number + 2} to {count}" if number + 1 < count else "none, this is the last line"
                report.error("D021", f"a line only leads to later lines ({last}), found '{shown}'", place)
            else:
                ties[direction(way)] = int(answer) - 1
        else:
            way, plus, picked = word.partition("+")
            if (way not in NAMES and way != STAY) or (plus and picked not in NAMES):
                help = f"plies are {', '.join(NAMES)} and {STAY}"
                report.error("D021", f"expected a ply, found '{shown}'", place, help)
            else:
                plies.append((None if way == STAY else direction(way), direction(picked) if plus else None))
    if not plies and not report.failed:
        report.error("D021", "a line has at least one ply", scalar.span, "write for example `line: NE E S`")
    return Line(tuple(plies), ties), tuple(spans)
