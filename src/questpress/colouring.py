"""Drawn chunks in the target's colours; what is kept from earlier builds and still right is not done again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from questpress.artifacts import digest, engine_digest
from questpress.diagnostics import Diagnostic, Failed, Report, Severity, Span, nearest
from questpress.press.colour.recipe import Recipe, Rgb, recipe_of, rgb_of
from questpress.press.contents import read_palette
from questpress.press.palette import Palette
from questpress.press.supplies import find_profile
from questpress.press.targets import Target
from questpress.printing import ChunkKept, Press
from questpress.project import Project

Step = Callable[[str, int, int], None]


def recipe_for(project: Project, target: Target, palette: Palette, report: Report) -> Recipe | None:
    """How the target prints the palette; None after its faults have gone to `report` (S030 to S033, D061, D062).

    S037 and D064 tell of what is odd and can be printed.
    """
    findings = Report()
    try:
        recipe = recipe_of(target, palette, find_profile(project, target))
    except Failed as failed:
        report.extend(failed.diagnostics)
        return None
    _undeclared(project, target, palette, findings)
    if target.colour == "cmyk":
        palette.judge(target.ink_limit, findings)
        from questpress.press.colour.convert import Colouring

        try:
            Colouring(recipe)
        except ValueError as error:
            found = f"the output profile '{target.profile}' cannot be used: {error}"
            findings.error("S032", found, target.places.get("profile"), "export it again, or choose another one")
    report.extend(findings.findings)
    return None if findings.failed else recipe


def _undeclared(project: Project, target: Target, palette: Palette, report: Report) -> None:
    """Notes (S037) the spot colours of a target that no palette of the project declares."""
    unknown = [name for name in target.spots if name not in palette.spots and name != target.cut_spot]
    if not unknown:
        return
    declared = set(palette.spots).union(*(read_palette(project, game, Report()).spots for game in project.games()))
    for name in unknown:
        if name not in declared:
            close = nearest(name, sorted(declared))
            help = f"did you mean '{close}'?" if close else "declare it below `spots:` of a game's palette.yaml"
            message = f"the target prints the spot colour '{name}', which no palette declares"
            report.note("S037", message, target.places.get("spots"), help)


@dataclass(slots=True)
class Colours:
    """The chunks of one game in one target's colours.

    `live` are the drawings with live transparency, `left_out` the colours of each deck that are not printed.
    """

    press: Press
    recipe: Recipe
    chunks: dict[str, list[ChunkKept]] = field(default_factory=dict)  # by deck
    live: set[str] = field(default_factory=set)
    left_out: dict[str, set[Rgb]] = field(default_factory=dict)

    def make(self, step: Step, jobs: int) -> None:
        """Colours every chunk that is not in the store, on `jobs` processes. Raises Failed (T090, D001)."""
        drawn = self.press.chunks
        seal = self.recipe.seal
        every = {chunk.pdf: chunk for chunks in drawn.values() for chunk in chunks if not self._stays(chunk)}
        names = {pdf: f"colour:{digest([pdf, seal])}" for pdf in every}
        self._convert([chunk for pdf, chunk in every.items() if not self._holds(names[pdf])], names, step, jobs)
        for deck, chunks in drawn.items():
            self.chunks[deck] = []
            for chunk in chunks:
                if chunk.pdf not in every:
                    self.chunks[deck].append(chunk)
                    continue
                kept = self.press.store.recall(names[chunk.pdf])
                assert kept is not None
                live = kept.result["live"]
                self.live |= {name for name, lives in zip(chunk.drawings, live, strict=True) if lives}
                self.left_out.setdefault(deck, set()).update((r, g, b) for r, g, b in kept.result["left_out"])
                self.chunks[deck].append(replace(chunk, pdf=kept.result["pdf"]))

    def _stays(self, chunk: ChunkKept) -> bool:
        """Whether a chunk is printed as it is drawn: on screens' colours, without a picture that is in inks."""
        return self.recipe.idle and b"/DeviceCMYK" not in (self.press.store.get(chunk.pdf) or b"")

    def _holds(self, name: str) -> bool:
        kept = self.press.store.recall(name)
        if kept is None or kept.sources != {"engine": engine_digest()}:
            return False
        return self.press.store.get(kept.result["pdf"]) is not None

    def _convert(self, waiting: list[ChunkKept], names: Mapping[str, str], step: Step, jobs: int) -> None:
        if not waiting:
            return
        from questpress.press.colour.convert import Colouring, Unsupported
        from questpress.press.render.pool import run

        colouring = Colouring(self.recipe)
        store = self.press.store

        def work(number: int) -> tuple[str, bytes, tuple[bool, ...], tuple[Rgb, ...]]:
            chunk = waiting[number]
            try:
                made = colouring.convert(self.press.drawn(chunk.pdf))
            except Unsupported as fault:
                raise Failed([self._fault(chunk, str(fault))]) from None
            seal = store.put(made.pdf, level=0)
            return seal, b"" if store.written(seal) else made.pdf, made.live, made.left_out

        title = f"{self.press.contents.rules.title}: colours"
        results = run(work, len(waiting), jobs, lambda done, count: step(title, done, count))
        for chunk, (seal, pdf, live, left_out) in zip(waiting, results, strict=True):
            if pdf:
                store.put(pdf)
            result = {"pdf": seal, "live": list(live), "left_out": [list(colour) for colour in left_out]}
            store.remember(names[chunk.pdf], {"engine": engine_digest()}, result)

    def missing(self, target: Target) -> Iterator[Diagnostic]:
        """A note (S036) for each deck and spot colour that is drawn with and not printed."""
        spots = {rgb_of(swatch.srgb): swatch.spot for swatch in self.press.contents.inks.swatches.values()}
        for deck in self.press.contents.decks:
            for name in sorted({spots[colour] for colour in self.left_out.get(deck.name, ()) if spots.get(colour)}):
                message = f"art in the spot colour '{name}' is left out: target {target.name} does not print it"
                help = f"add '{name}' to the target's `spots:` if it is to be printed"
                yield Diagnostic("S036", message, target.places.get("spots"), help, Severity.NOTE, deck.name)

    def transparent(self) -> Iterator[Diagnostic]:
        """A finding (S034) for each component that has live transparency, which PDF/X-1a does not allow."""
        for drafted in {drafted.drawing: drafted for drafted in self.press.drafts.values()}.values():
            if drafted.drawing in self.live:
                card, template = drafted.face.card, self.press.project.template(drafted.face.template)
                span = Span(self.press.project.name_of(template) if template else drafted.face.template)
                message = "it has live transparency, which PDF/X-1a does not allow"
                help = "draw without opacity, masks and see-through pictures, or ask the print house for PDF/X-4"
                yield Diagnostic("S034", message, span, help, subject=f"{card.name}, {drafted.face.side}")

    def _fault(self, chunk: ChunkKept, what: str) -> Diagnostic:
        """What stands in the way of colouring a chunk, told of the first component in it."""
        first = self.called(chunk.drawings[0])
        help = "draw it otherwise, or print it with an RGB target"
        return Diagnostic(
            "T090", f"cannot be given the target's colours: {what}", self._span(chunk), help, subject=first
        )

    def _span(self, chunk: ChunkKept) -> Span | None:
        for drafted in self.press.drafts.values():
            if drafted.drawing == chunk.drawings[0]:
                return drafted.face.card.span
        return None

    def called(self, drawing: str) -> str:
        """The component that a drawing shows."""
        drafts = self.press.drafts.values()
        return next((drafted.face.card.name for drafted in drafts if drafted.drawing == drawing), "")
