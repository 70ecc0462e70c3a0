"""Text that lies where a print house wants none: the house's safe zone is wider than the ring that the kind states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from questpress.artifacts import engine_digest
from questpress.diagnostics import Diagnostic, Severity, pack, unpack
from questpress.drafts import Drafted
from questpress.press.box import NEAR
from questpress.press.houses import House
from questpress.press.sources import placed
from questpress.press.text.svgtext import SvgText
from questpress.printing import BATCH, Press
from questpress.units import describe

RING = "the safe ring"  # as T047 says it


def outside_safe_zone(
    press: Press, drafts: Iterable[Drafted], house: House, scale: float, jobs: int
) -> Iterator[Diagnostic]:
    """A warning (S045) for each text of the faces that lies in the house's safe zone and not in the kind's own ring.

    `scale` is how large the faces are printed. What has been judged before is not judged again.
    """
    if house.safe is None:
        return
    safe = house.safe / scale
    unique = {drafted.drawing: drafted for drafted in drafts if safe > drafted.face.card.trim.safe + NEAR}
    names = {drawing: f"safe:{safe:.4f}:{drawing}" for drawing in unique}
    waiting = []
    for drawing, drafted in unique.items():
        kept = press.store.recall(names[drawing])
        if kept is None or kept.changed(press.drafted.current):
            waiting.append(drafted)
    for drafted, findings in zip(waiting, _judged(press, waiting, safe, jobs), strict=True):
        sources = {**placed(press.project, findings), "engine": engine_digest()}
        press.store.remember(names[drafted.drawing], sources, [pack(finding) for finding in findings])
    zone = f"the safe zone of {house.title}, {describe(house.safe)} mm inside the trim"
    help = f"move it inward, or state `safe: {house.safe:g}mm` for the kind, so that every build tells of it"
    for drawing, drafted in unique.items():
        kept = press.store.recall(names[drawing])
        for finding in map(unpack, kept.result if kept is not None else ()):
            subject = ", ".join((drafted.face.card.name, *finding.subject.split(", ")[1:]))
            message = finding.message.replace(RING, zone)
            yield Diagnostic("S045", message, finding.span, help, Severity.WARNING, subject)


def _judged(press: Press, drafts: list[Drafted], safe: float, jobs: int) -> list[list[Diagnostic]]:
    """What reaches into a ring of `safe` millimetres, for each face."""
    from questpress.press.render.chunk import look
    from questpress.press.render.pool import run

    if not drafts:
        return []
    batches = [drafts[start : start + BATCH] for start in range(0, len(drafts), BATCH)]
    words = SvgText(press.drafted.draughtsman.library, press.contents.rules.language)

    def work(number: int) -> list[list[Diagnostic]]:
        pages = [press.page(drafted) for drafted in batches[number]]
        pages = [replace(page, edge=replace(page.edge, safe=safe)) for page in pages if page.edge is not None]
        faces = look(pages, press.project.root, words)
        return [[finding for finding in face.findings if finding.code == "T047"] for face in faces]

    return [found for part in run(work, len(batches), jobs) for found in part]
