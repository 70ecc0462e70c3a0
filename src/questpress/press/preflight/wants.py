"""What a file is held against: a press target's demands, or what the file itself claims to be."""

from __future__ import annotations

from dataclasses import dataclass

from questpress.diagnostics import Severity
from questpress.press.targets import Target

VERSIONS = {  # PDF/X as a file claims it: what it is here, and the newest PDF version (ISO 15930-1, -3, -4, -6, -7)
    "PDF/X-1:2001": ("x-1a", "1.3"),
    "PDF/X-1a:2001": ("x-1a", "1.3"),
    "PDF/X-1a:2003": ("x-1a", "1.4"),
    "PDF/X-3:2002": ("x-3", "1.3"),
    "PDF/X-3:2003": ("x-3", "1.4"),
    "PDF/X-4": ("x-4", "1.6"),
}
OPAQUE = ("x-1a", "x-3")  # the standards that forbid live transparency


@dataclass(frozen=True, slots=True)
class Wants:
    """The demands; lengths in millimetres, lines and text in points, ink in per cent.

    `press` False: a plain file, as for a printer at home; what only a print house minds is then told as a warning or
    a note. `pdfx` is x-4, x-1a, x-3 or '' for none. `spots` None: the plates are listed, not judged.
    """

    title: str
    press: bool = True
    pdfx: str = ""
    bleed: float = 3.0
    safe: float = 3.0
    ink_limit: float = 300.0
    least_ppi: int = 200
    good_ppi: int = 300
    least_line: float = 0.25
    least_text: float = 5.0
    spots: frozenset[str] | None = None
    overprint: bool = True  # whether black text has to
    cut: str = ""  # the plate of the cut, which is no ink on paper
    rgb: bool = False  # whether RGB is what is asked for

    def fault(self, plain: Severity = Severity.WARNING) -> Severity:
        """How grave a fault is that a print house refuses: an error for the press, `plain` otherwise."""
        return Severity.ERROR if self.press else plain

    def mild(self) -> Severity:
        """How grave it is what a print house only warns of."""
        return Severity.WARNING if self.press else Severity.NOTE


PLAIN = "what a plain PDF should be"


def wants_of_claim(claim: str) -> Wants:
    """The demands on a file that claims `claim` ('' for nothing), where no target is named."""
    if claim in VERSIONS:
        kind, _ = VERSIONS[claim]
        return Wants(f"{claim}, as the file claims", pdfx=kind)
    if claim.startswith("PDF/X"):
        return Wants(f"a press file ({claim}, as the file claims)")
    return Wants(PLAIN, press=False, rgb=True)


def wants_of_target(target: Target) -> Wants:
    """The demands of a target. One for a press separates into inks or builds to PDF/X; others are for printers."""
    press = target.for_press
    least = target.least_bleed if target.least_bleed is not None else target.bleed
    return Wants(
        f"target {target.name}" + (f" ({target.title})" if target.title else ""),
        press=press,
        pdfx="" if target.pdf == "plain" else target.pdf,
        bleed=0.0 if target.imposed else least,
        ink_limit=target.ink_limit,
        good_ppi=target.ppi,
        least_ppi=min(200, target.ppi),
        spots=frozenset({*target.spots, target.cut_spot} - {None}) if press else None,
        overprint=target.overprint,
        cut=target.cut_spot or "",
        rgb=target.colour != "cmyk",
    )
