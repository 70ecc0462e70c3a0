"""Stored solutions held against the rules: replayed, and where it is asked for solved again."""

from __future__ import annotations

from dataclasses import dataclass

from questpress.diagnostics import Diagnostic, Report
from questpress.games.escort_quest.certificate import Certificate, read_certificate, seal
from questpress.games.escort_quest.options import Options
from questpress.games.escort_quest.reading import Reading
from questpress.games.escort_quest.replaying import TURNS, Fault, Replay, replay
from questpress.games.escort_quest.rules import Rules
from questpress.games.escort_quest.tiles import AMULET

SOLUTION = "solution"
EDITED, NONE_STORED = "L024", "L026"
RENEW = "`questpress verify --renew FILE` stores one that holds"


@dataclass(frozen=True)
class Proof:
    """A stored solution and what came of its replay. `edited`: the layout is not the one that it was made for."""

    certificate: Certificate
    replayed: Replay
    edited: bool

    @property
    def wins(self) -> bool:
        """Whether it wins in the turns that it says."""
        return self.replayed.wins


def proof_of(reading: Reading, rules: Rules, report: Report) -> Proof | None:
    """The stored solution of a layout replayed, with its faults reported; None where there is none, or none to read."""
    node = reading.stated.get(SOLUTION)
    certificate = None if node is None else read_certificate(node, report)
    if certificate is None:
        return None
    replayed = replay(rules, certificate)
    edited = certificate.of is not None and certificate.of != seal(reading.layout)
    for fault in replayed.faults:
        report.extend([_diagnostic(fault, certificate, edited, rules.options, reading.layout.defaults)])
    if edited and replayed.wins:
        found = f"the layout was changed by hand after its solution was stored; it still wins in {replayed.turns} turns"
        help = f"whether fewer are enough is not known; {RENEW}"
        place = reading.places.of(("grid", None))
        report.warning(EDITED, f"{found} (EQ-14)", place, help)
    return Proof(certificate, replayed, edited)


def hold_against(proof: Proof, depth: int | None, report: Report) -> None:
    """Reports where the fewest turns of a layout, just solved, are not those of its stored solution."""
    turns = proof.certificate.turns
    if depth is not None and proof.wins and depth != turns:
        found = f"the stored solution takes {turns} turns, {depth} are enough (EQ-14)"
        report.error(TURNS, found, proof.certificate.place, RENEW)


def tell_missing(reading: Reading, report: Report) -> None:
    """Reports that a layout has no stored solution."""
    place = reading.places.of(("grid", None))
    report.error(NONE_STORED, "the layout has no stored solution", place, RENEW)


def matter(reading: Reading) -> set[str]:
    """The rule options whose default can change what is found of a layout: not those that its file states itself, nor
    those that nothing on its board asks for."""
    layout = reading.layout
    names = set(layout.options.as_mapping()) - reading.own_options
    if all(tile.kind != AMULET for _, tile in layout.tiles):
        names.discard("amulet_landing")  # EQ-28
    return names


def _diagnostic(
    fault: Fault, certificate: Certificate, edited: bool, options: Options, defaults: Options | None
) -> Diagnostic:
    if edited:
        help = "the layout was changed by hand after the solution was stored; " + RENEW
    else:
        usual = defaults.as_mapping() if defaults else {}
        chosen = [f"{name}: {value}" for name, value in options.as_mapping().items() if usual.get(name) != value]
        under = f"under {', '.join(chosen)}: " if chosen else ""
        help = f"{under}the solution or a rule option was changed; {RENEW}"
    at = "" if fault.cell is None else f" at [{fault.cell[0]}, {fault.cell[1]}]"
    where = f"line {fault.line + 1}, " if len(certificate.lines) > 1 else ""
    message = f"the stored solution fails at {where}ply {fault.ply + 1}: {fault.message}{at} ({fault.clause})"
    return Diagnostic(fault.code, message, certificate.where(fault.line, fault.ply), help)
