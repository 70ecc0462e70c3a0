"""Files for a press, preflighted before they are put in place; the verdict is kept, and told beside the file.

A file with an error is not put where a good one lies: it is left beside as `<name>.rejected.pdf`, with its report. All
files of a build wait until each has been judged, so that a game's files are of one build.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from questpress.artifacts import Store, digest, engine_digest
from questpress.diagnostics import Report, Severity, pack, unpack
from questpress.fingerprint import digest_of
from questpress.outputs import Output, rejected
from questpress.press.preflight.wants import Wants

REPORTS = ("json", "html")


@dataclass(frozen=True, slots=True)
class Preflights:
    """The preflights of one build. `out` is the folder that outputs' names are relative to."""

    store: Store
    wants: Wants
    out: Path

    def waiting(self, name: str) -> Path:
        """Where the file called `name` is written, to be looked at before it is put in place."""
        path = self.out / name
        return path.with_name(f".{path.name}.waiting")

    def judge(self, name: str, seal: str, report: Report) -> bool:
        """Whether the waiting file with the SHA-256 `seal` is good; it waits on.

        Otherwise it lies beside as `<name>.rejected.pdf`, and what was there stays. What was found goes to `report`,
        and of a rejected file to a report beside it.
        """
        waiting = self.waiting(name)
        kept = self._verdict(waiting, name, seal)
        report.extend(unpack(found) for found in kept["told"])
        if kept["verdict"]["good"]:
            return True
        beside = rejected(name)[0]
        os.replace(waiting, self.out / beside)
        list(self._reports(beside, kept["verdict"], ""))
        message = f"preflight found errors, so the file was not put in place; it lies beside as {Path(beside).name}"
        stays = "; the earlier file is as it was" if (self.out / name).exists() else ""
        help = f"{rejected(name)[2]} has all places{stays}"
        report.note("P190", message, None, help, name)
        return False

    def place(self, name: str) -> None:
        """Puts the waiting file in place."""
        os.replace(self.waiting(name), self.out / name)

    def drop(self, names: Iterable[str]) -> None:
        """Takes away those of the files that still wait."""
        for name in names:
            self.waiting(name).unlink(missing_ok=True)

    def told(self, name: str, seal: str, deck: str, report: Report) -> Iterator[Output]:
        """The reports beside the good file called `name`, written where they are not there as they should be.

        `report` hears again of what the verdict warns of.
        """
        kept = self._verdict(self.out / name, name, seal)
        report.extend(unpack(found) for found in kept["told"])
        yield from self._reports(name, kept["verdict"], deck)

    def _verdict(self, path: Path, name: str, seal: str) -> dict[str, Any]:
        """The verdict on a file as JSON values, and its findings; looked at only where that is not known yet."""
        wants = {**asdict(self.wants), "spots": sorted(self.wants.spots or ())}
        key = f"preflight:{digest([name, seal, wants])}"
        kept = self.store.recall(key)
        if kept is None or kept.sources != {"engine": engine_digest()}:
            from questpress.press.preflight.examine import examine

            verdict = examine(path, self.wants)
            found = [finding.diagnostic(name) for finding in verdict.findings]
            told = [pack(one) for one in found if one.severity is not Severity.NOTE]
            result = {"verdict": {"sha256": seal, **verdict.as_json()}, "told": told}
            self.store.remember(key, {"engine": engine_digest()}, result)
            return result
        return kept.result

    def _reports(self, name: str, verdict: dict[str, Any], deck: str) -> Iterator[Output]:
        from questpress.press.preflight.report import readable, written
        from questpress.press.write import put

        said = {"file": Path(name).name, **verdict}
        for form, content in zip(REPORTS, (written(said), readable(said)), strict=True):
            path = f"{name.removesuffix('.pdf')}.preflight.{form}"
            seal = digest(content)
            new = digest_of(self.out / path) != seal
            if new:
                put(self.out / path, content, path)
            yield Output(path, 0, 0, 0, len(content), seal, new, deck, "report")
