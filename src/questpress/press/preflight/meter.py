"""What is measured of a page once its content has been read: ink, bleed, and text at the trim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy

from questpress.diagnostics import Severity
from questpress.press.preflight.coverage import PPI, Inks, check_coverage
from questpress.press.preflight.edges import check_bleed
from questpress.press.preflight.findings import Ledger
from questpress.press.preflight.letters import check_letters
from questpress.press.preflight.pages import PageFrame, Piece
from questpress.press.preflight.pictures import Pictures
from questpress.press.preflight.plates import plates
from questpress.press.preflight.raster import MOST_PIXELS, Viewer, pixels
from questpress.press.preflight.spaces import PROCESS
from questpress.press.preflight.walk import Walked, Walker
from questpress.press.preflight.wants import Wants


class Meter:
    """Measures the pages of one file, one after the other."""

    def __init__(self, path: Path, wants: Wants, ledger: Ledger, measured: list[dict[str, Any]]) -> None:
        self.path, self.wants, self.ledger, self.measured = path, wants, ledger, measured
        self.pictures = Pictures()
        self._viewer: Viewer | None = None
        self._names: set[str] = set()

    def names(self) -> list[str]:
        """The plates of the file: process inks that are used, in the order of print, then spots."""
        return [*(name for name in PROCESS if name in self._names), *sorted(self._names - set(PROCESS))]

    @property
    def viewer(self) -> Viewer:
        if self._viewer is None:
            self._viewer = Viewer(self.path)
        return self._viewer

    def page(self, number: int, walker: Walker, walked: Walked, frame: PageFrame, pieces: list[Piece]) -> None:
        """Measures one page. One that could not be read whole is not drawn; that has been told."""
        ppi = PPI * frame.unit
        if not walked.whole:
            return
        if pixels(frame.media, ppi) > MOST_PIXELS:
            message = "the page is too large to measure its ink and bleed"
            self.ledger.add("P162", Severity.WARNING, message, "split the page", number)
            return
        coloured = any(fact.kind == "rgb" for fact in walked.facts.found)
        if self.wants.press or not coloured:
            inks = self._inks(number, walker, walked, frame, pieces, ppi)
        if coloured and pieces:
            shown = self.viewer.darkness(number, frame.media, ppi)
            inks = Inks(numpy.rot90(shown, -(frame.turn // 90)))
        if pieces:
            check_bleed(number, inks, pieces, self.wants, self.ledger)
            check_letters(number, walked.facts.found, frame, pieces, self.viewer, self.wants, self.ledger)

    def _inks(
        self, number: int, walker: Walker, walked: Walked, frame: PageFrame, pieces: list[Piece], ppi: float
    ) -> Inks:
        drawn = []
        for name, grey in plates(walker, walked, self.pictures, frame.media, ppi):
            if name != self.wants.cut:
                drawn.append(grey)
            if name not in PROCESS or grey.min() < 255:
                self._names.add(name)
        inks = Inks.of(drawn, frame.turn)
        whole = [Piece("", frame.place(frame.crop), frame.place(frame.crop), 0.0)]
        figures = check_coverage(number, inks, pieces or whole, self.wants, self.ledger)
        self.measured.append({"page": number, "ink": figures})
        return inks

    def close(self) -> None:
        if self._viewer is not None:
            self._viewer.close()
