"""What is measured, and how each measurement is set up: always on copies in a temporary folder."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from benchmarks.deck import CARDS, make_project
from benchmarks.run import Figure, Run, press, repeated

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("cards", "layouts", "rules", "templates")
GAME = "escort-quest"
PRESS = "copy-shop"  # the target of what is made press-ready: SRA3 on both sides
TILE_TEMPLATE = "templates/escort_quest/tile.svg.j2"
TILE_DATA = "layouts/escort_quest/tilesheets/letter.yaml"


@dataclass(frozen=True, slots=True)
class Result:
    """A measured case; `aim` is what it should stay under. Seconds, megabytes, bytes."""

    name: str
    runs: int
    wall: Figure
    cpu: Figure
    largest: Figure
    tree: Figure | None
    faces: int = 0
    length: int = 0  # of all PDFs
    aim: str = ""

    @classmethod
    def of(cls, name: str, runs: list[Run], aim: str = "", faces: int = 0, length: int = 0) -> Result:
        trees = [run.tree for run in runs if run.tree is not None]
        return cls(
            name,
            len(runs),
            Figure.of([run.wall for run in runs]),
            Figure.of([run.cpu for run in runs]),
            Figure.of([run.largest for run in runs]),
            Figure.of(trees) if trees else None,
            faces,
            length,
            aim,
        )


def measured(folder: Path, times: int, big: int) -> Iterator[Result]:
    """All cases, one after the other; `big` is how often the big deck is printed (0 leaves it out)."""
    yield Result.of("--help", repeated(times, _nothing, ["--help"]), "0.3 s")
    games = Games(folder / "games")
    yield from games.measured(times)
    if big:
        yield big_deck(folder / "deck", big)
        yield from press_ready(folder / "deck", big)


class Games:
    """The games of this checkout, copied."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for part in PARTS:
            shutil.copytree(ROOT / part, root / part)
        self._numbers = count()

    def measured(self, times: int) -> Iterator[Result]:
        """Cold, nothing changed, a template edited, data edited, checked."""
        build = ["build", "--project", str(self.root)]
        check = ["check", "--project", str(self.root)]
        one = repeated(times, self._forget, ["build", GAME, "--project", str(self.root)])
        yield Result.of(f"build {GAME}, cold", one, "8 s")
        cold = repeated(times, self._forget, build)
        faces, length = printed(self.root)
        yield Result.of("build, cold", cold, "", faces, length)
        yield Result.of("build, nothing changed", repeated(times, _nothing, build), "0.6 s")
        edits: tuple[tuple[str, Callable[[], object]], ...] = (
            ("build, a tile's template edited", self._edit_template),
            ("build, a tile's data edited", self._edit_data),
        )
        for name, edit in edits:
            yield Result.of(name, repeated(times, edit, build))
        yield Result.of("check, cold", repeated(times, self._forget, check))
        yield Result.of("check, nothing changed", repeated(times, _nothing, check))

    def _forget(self) -> None:
        shutil.rmtree(self.root / ".questpress", ignore_errors=True)
        shutil.rmtree(self.root / "output", ignore_errors=True)

    def _edit_template(self) -> None:
        """One more dot in every tile, each time elsewhere."""
        dot = f'<circle cx="{1 + next(self._numbers) / 100}" cy="1" r="0.2"/>\n'
        _replace(self.root / TILE_TEMPLATE, r"(\{% block art %\}.*\n)", rf"\g<1>{dot}")

    def _edit_data(self) -> None:
        """One more or one fewer of the first tile that has a number."""
        found = re.search(r"quantity: (\d+)", (self.root / TILE_DATA).read_text(encoding="utf-8"))
        assert found is not None
        _replace(self.root / TILE_DATA, r"quantity: \d+", f"quantity: {2 if found[1] != '2' else 3}")


def big_deck(folder: Path, times: int) -> Result:
    """A thousand distinct cards with shared photographs, printed on both sides of SRA3."""
    make_project(folder)

    def forget() -> None:
        shutil.rmtree(folder / ".questpress", ignore_errors=True)
        shutil.rmtree(folder / "output", ignore_errors=True)

    runs = repeated(times, forget, ["build", "--paper", "sra3", "--project", str(folder)])
    faces, length = printed(folder)
    return Result.of(f"{CARDS} cards on SRA3, cold", runs, "12 s, 200 MB", faces, length)


def press_ready(folder: Path, times: int) -> Iterator[Result]:
    """The same cards, drawn already, in CMYK as PDF/X-4 on SRA3 by one process; and the preflight in it by itself."""
    root = ["--project", str(folder)]
    target = ["--target", PRESS]
    made = folder / "output" / "big-deck" / PRESS / "units.pdf"

    def forget() -> None:
        shutil.rmtree(folder / ".questpress", ignore_errors=True)
        press(["build", *root])

    runs = repeated(times, forget, ["build", *root, *target, "--jobs", "1"])
    faces = CARDS + 1
    yield Result.of(f"{CARDS} drawn cards to {PRESS}", runs, "6 s and preflight", faces, made.stat().st_size)
    runs = repeated(times, _nothing, ["preflight", *root, *target, str(made)])
    yield Result.of("their preflight, 100 pages", runs, "50 s, 250 MB")


def printed(root: Path) -> tuple[int, int]:
    """How many faces the last build of a project had, and how many bytes its PDFs have."""
    records = [json.loads(path.read_bytes())["told"] for path in root.glob(".questpress/*/builds/*.json")]
    return sum(told["faces"] for told in records), sum(o["bytes"] for told in records for o in told["outputs"])


def _nothing() -> None:
    """What is done between two builds of the same."""


def _replace(path: Path, pattern: str, by: str) -> None:
    text, changes = re.subn(pattern, by, path.read_text(encoding="utf-8"), count=1)
    assert changes, f"{path.name} has no longer anything like {pattern}"
    path.write_text(text, encoding="utf-8")
