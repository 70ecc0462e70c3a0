"""Where a print goes: paper, margin, bleed, marks, sides, colour and file names of a target. No I/O.

A target file (`templates/sheets/targets/<name>.yaml`) carries everything about the printer or the print house;
a home printer's drift is a calibration and is kept apart.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from questpress.diagnostics import Failed, Report, Span, nearest
from questpress.press.box import Size
from questpress.press.sheets import (
    BACK_ORDERS,
    FLIPS,
    FOLDS,
    MARKS,
    SIDES,
    STACKS,
    paper_named,
    paper_title,
    paper_type,
    size_of,
)
from questpress.project import is_device
from questpress.schema import Choice, Field, Flag, Length, ListOf, Number, Record, Text, Whole, Word
from questpress.units import LengthError, millimetres

NAMES = ("game", "deck", "kind", "sheet", "target", "paper")  # what a file name may be made of
COLOURS = ("rgb", "cmyk", "grey", "low-ink")
PDFS = ("plain", "x-4", "x-1a")  # ISO 15930-7 (PDF 1.6, live transparency), ISO 15930-4 (PDF 1.4, none)
FACE_NAMES = ("component", "side", "number", "copy", "quantity")  # and that of a picture of one face beside them
PAGES = ("interleaved", "back-front", "fronts-backs")


@dataclass(frozen=True, slots=True)
class Target:
    """Where the print goes; lengths in millimetres.

    `imposed` False puts one component on a page of trim plus bleed. `pages` is interleaved (front, back, front …),
    back-front (back, front, back …) or fronts-backs. `fold` puts backs beside fronts; `stacks` parts fronts and backs
    into files of their own. `file` is the pattern of output names. `spots` are the spot colours that are printed; what
    palettes draw with others is left out. `pdf` is plain, x-4 or x-1a.
    """

    name: str
    title: str = ""
    paper: Size = (215.9, 279.4)
    margin: float = 4.2
    bleed: float = 2.0
    marks: str = "crop"
    imposed: bool = True
    sides: str = "auto"
    flip: str = "long"
    fold: str = "none"
    stacks: str = "both"
    back_order: str = "forward"
    colour: str = "rgb"
    pages: str = "interleaved"
    file: str = "{deck}.pdf"
    ppi: int = 300
    profile: str = ""
    ink_limit: float = 400.0  # per cent
    spots: tuple[str, ...] = ()
    overprint: bool = True  # of black text on CMYK targets
    pdf: str = "plain"
    # What a print house takes (houses.py).
    house: str | None = None
    format: str = "pdf"  # pdf | png: one picture a face, of `ppi` pixels an inch
    copies: str = "each"  # each: a page or picture for every copy | once: for every component
    needs_bleed: float | None = None
    proof: bool = False  # bleed, trim, safe zone and name drawn over the art, each component on a page with a frame
    cut_spot: str | None = None  # the spot colour in which every piece's contour is stroked
    cut: bool = False  # a cut file of every sheet side beside the PDF
    makes_bleed: float = 0.0  # so much that lacks to needs_bleed is made by repeating the outermost strip of the art
    places: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)  # of what its file states

    @property
    def for_press(self) -> bool:
        """Whether its files are for a print house's press, and so are preflighted when they are built."""
        return self.format == "pdf" and (self.colour == "cmyk" or self.pdf != "plain")

    @property
    def least_bleed(self) -> float | None:
        """The least art beyond the trim that is taken, in mm; None: what there is will do.

        A press target with one component a page that states no `needs_bleed` asks for all of its `bleed`.
        """
        if self.needs_bleed is None and self.for_press and not self.imposed:
            return self.bleed
        return self.needs_bleed

    def on(self, paper: Size | None) -> Target:
        """The target with another paper, or itself for None."""
        return self if paper is None else replace(self, paper=paper)


TARGET = Record(
    {
        "target": Field(Word(), help="the target's name, as --target calls it"),
        "title": Field(Text(), "", help="what it is"),
        "paper": Field(paper_type(), help="a name or [width, height]"),
        "margin": Field(Length(0, 100), help="the edge of the paper that is not printed on"),
        "bleed": Field(Length(0, 20), help="the most that is shown beyond the trim"),
        "marks": Field(Choice(MARKS), "crop", help="crop marks, cut lines as long as they go, or none"),
        "imposed": Field(Flag(), True, help="false: one component a page, trim plus bleed"),
        "sides": Field(Choice(SIDES), "auto", help="auto: two where a piece has a back"),
        "flip": Field(Choice(FLIPS), "long", help="the edge over which two-sided sheets turn"),
        "fold": Field(
            Choice(FOLDS), "none", help="backs beside the fronts on one side, the fold line vertical or horizontal"
        ),
        "stacks": Field(
            Choice(STACKS), "both", help="two-sided sheets in one file; fronts or backs alone; apart: a file of each"
        ),
        "back_order": Field(
            Choice(BACK_ORDERS),
            "forward",
            help="of backs in a file of their own: sheet 1 first, or the last sheet first",
        ),
        "colour": Field(Choice(COLOURS), "rgb", help="colour of the file"),
        "profile": Field(Word(), None, help="the output profile of a CMYK target, of templates/sheets/profiles/"),
        "ink_limit": Field(Number(100, 400), 400, help="the most ink at one place, per cent, of all four together"),
        "overprint": Field(
            Flag(), True, help="false: black text knocks out what lies beneath it, which takes less ink"
        ),
        "spots": Field(ListOf(Text(), 0, 32), (), help="spot colours that are printed; others are left out"),
        "pdf": Field(Choice(PDFS), "plain", help="plain, or to which part of PDF/X the file is built"),
        "pages": Field(Choice(PAGES), "interleaved", help="order of the sides"),
        "file": Field(Text(), "{deck}.pdf", help="output names, made of " + ", ".join(f"{{{n}}}" for n in NAMES)),
        "ppi": Field(Whole(72, 2400), 300, help="resolution that images should have, and pictures of faces get"),
        "house": Field(Word(), None, help="the print house whose stocks count: a file of templates/sheets/houses/"),
        "format": Field(Choice(("pdf", "png")), "pdf", help="png: one picture a face; needs `imposed: false`"),
        "copies": Field(Choice(("each", "once")), "each", help="once: each component once, whatever its quantity"),
        "proof": Field(
            Flag(), False, help="draw bleed, trim and safe zone over the art and name it; needs `imposed: false`"
        ),
        "cut_spot": Field(Word(), None, help="stroke the line of the cut in this spot colour, such as CutContour"),
        "cut": Field(Flag(), False, help="a cut file (SVG) of every sheet side beside the PDF"),
        "needs_bleed": Field(
            Length(0, 20),
            None,
            help="the least art beyond the trim that is taken; else, for a press and not imposed, `bleed`",
        ),
        "makes_bleed": Field(
            Length(0, 5), 0.0, help="so much that lacks of it is made by repeating the art's outermost strip"
        ),
    },
    "a target",
)


def target_of(values: Mapping[str, Any], places: Mapping[str, Span] | None = None) -> Target:
    """The Target that the values of `TARGET` state, at `places` of its file."""
    paper = size_of(values["paper"])
    assert paper is not None  # the schema knows no other value
    return Target(
        name=values["target"],
        title=values["title"],
        paper=paper,
        margin=values["margin"],
        bleed=values["bleed"],
        marks=values["marks"],
        imposed=values["imposed"],
        sides=values["sides"],
        flip=values["flip"],
        fold=values["fold"],
        stacks=values["stacks"],
        back_order=values["back_order"],
        colour=values["colour"],
        pages=values["pages"],
        file=values["file"],
        ppi=values["ppi"],
        profile=values["profile"] or "",
        ink_limit=values["ink_limit"],
        spots=tuple(values["spots"]),
        overprint=values["overprint"],
        pdf=values["pdf"],
        house=values["house"],
        format=values["format"],
        copies=values["copies"],
        proof=values["proof"],
        cut_spot=values["cut_spot"],
        cut=values["cut"],
        needs_bleed=values["needs_bleed"],
        makes_bleed=values["makes_bleed"],
        places=places or {},
    )


def read_paper(text: str) -> Size:
    """The paper that `--paper` states: a name, or two lengths as in "100x150mm". Raises Failed (S005)."""
    known = paper_named(text)
    if known is not None:
        return known
    report = Report()
    parts = re.split(r"\s*[x×]\s*", text.strip().lower())
    if len(parts) == 2:
        unit = re.search(r"[a-z\"]+$", parts[1])
        first = parts[0] if re.search(r"[a-z\"]$", parts[0]) else parts[0] + (unit[0] if unit else "")
        try:
            paper = millimetres(first), millimetres(parts[1])
        except LengthError as error:
            report.error("S005", f"paper '{text}': {error}", help=error.remedy)
            raise Failed(report.findings) from None
        if all(10 <= side <= 5000 for side in paper):
            return paper
        report.error(
            "S005", f"paper '{text}' has a side under 10 mm or over 5000 mm", help="give the sheet's real size"
        )
        raise Failed(report.findings)
    close = nearest(text.strip().lower(), ("letter", "legal", "tabloid", "a5", "a4", "a3", "sra3"))
    help = f"did you mean '{close}'?" if close else "write letter, a4, a3 …, or a size such as 100x150mm"
    report.error("S005", f"no paper is called '{text}'", help=help)
    raise Failed(report.findings)


def file_names(target: Target, outputs: Sequence[Mapping[str, str]]) -> list[str]:
    """The file name of every output, in order, relative and with forward slashes; nothing is written.

    Each mapping gives values for the pattern's names (`game`, `deck`, …; `target` and `paper` are known). Raises
    Failed: S008 for a pattern that cannot be a file name or does not end in the target's format, S007 for two outputs
    with one name, also where they differ only in case.
    """
    report = Report()
    span = target.places.get("file")
    paper = paper_title(target.paper).lower().replace(" × ", "x").replace(" ", "-")
    fixed = {"target": target.name, "paper": paper}
    names: list[str] = []
    seen: dict[str, Mapping[str, str]] = {}
    known = NAMES if target.format == "pdf" else (*NAMES, *FACE_NAMES)
    unknown = [name for name in _names(target.file, report, span) if name not in known]
    for name in unknown:
        close = nearest(name, known)
        help = f"did you mean {{{close}}}?" if close else "names: " + ", ".join(f"{{{n}}}" for n in known)
        report.error("S008", f"the file pattern '{target.file}' has an unknown name {{{name}}}", span, help)
    if not target.file.lower().endswith(f".{target.format}"):
        stem = target.file.rpartition(".")[0] or target.file
        message = f"the file pattern '{target.file}' does not end in .{target.format}, the target's format"
        report.error("S008", message, span, f"write {stem}.{target.format}")
    report.stop_if_failed()
    for output in outputs:
        values = {**fixed, **output}
        missing = [name for name in _names(target.file, report, span) if name not in values]
        if missing:
            here = ", ".join(f"{{{n}}}" for n in sorted(values))
            message = f"the file pattern '{target.file}' names {{{missing[0]}}}, which this output does not have"
            report.error("S008", message, span, f"here are {here}")
            break
        name = target.file.format_map(values)
        if not _is_file_name(name):
            help = "use letters, digits, '-', '_', '.' and, for folders, '/'"
            report.error("S008", f"'{name}' cannot be an output's name", span, help)
        elif name.casefold() in seen:
            both = " and ".join(_called(o) for o in (seen[name.casefold()], output))
            telling = ("deck", "game", "component", "side", "copy", "number")
            lacking = [
                n for n in telling if output.get(n) != seen[name.casefold()].get(n) and f"{{{n}}}" not in target.file
            ]
            help = f"add {{{lacking[0]}}} to the pattern" if lacking else "give one of them another name"
            report.error("S007", f"{both} would both be written to '{name}'", span, help)
        seen.setdefault(name.casefold(), output)
        names.append(name)
    report.stop_if_failed()
    return names


def _names(pattern: str, report: Report, span: Span | None) -> list[str]:
    try:
        parts = list(string.Formatter().parse(pattern))
    except ValueError:
        report.error("S008", f"the file pattern '{pattern}' has a brace alone", span, "write {deck}.pdf")
        return []
    plain = all(not format and not convert for _, _, format, convert in parts)
    if not plain or any(name is not None and not name.isidentifier() for _, name, _, _ in parts):
        report.error("S008", f"the file pattern '{pattern}' is more than names in braces", span, "write {deck}.pdf")
        return []
    return [name for _, name, _, _ in parts if name is not None]


def _is_file_name(name: str) -> bool:
    parts = name.split("/")
    return (
        all(re.fullmatch(r"\w[\w.\- ]*", part) and not part.endswith((".", " ")) for part in parts)
        and not any(is_device(part) for part in parts)
        and len(name) < 200
    )


def _called(output: Mapping[str, str]) -> str:
    names = "/".join(output[key] for key in ("game", "deck", "component", "side") if key in output)
    return (names + (f" (copy {output['copy']})" if "copy" in output else "")) or "an output"
