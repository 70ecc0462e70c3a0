"""What the faces of a chunk share, found and marked to be drawn once ("Drawn once").

Equal parts of faces are one figure already (see `mend`), so sharing is a matter of identity. Runs of neighbouring
figures that stand on the same faces become one Still, wherever they stand there; so does a part that one face repeats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from questpress.press.render.figures import Figure, Group, Still

HEAVY = 6  # drawing steps from which a Still is cheaper than drawing twice


def share(figures: Sequence[Group | None]) -> list[Group | None]:
    """The same faces with what they share as Stills. Looks the same when drawn."""
    return _Sharing(figures).faces


class _Sharing:
    def __init__(self, figures: Sequence[Group | None]) -> None:
        self._on: dict[int, int] = {}  # figure -> the faces it stands on, a bit each
        self._times: Counter[int] = Counter()
        self._runs: Counter[tuple[int, ...]] = Counter()
        self._stills: dict[tuple[int, ...], Still] = {}
        self._kept = figures  # ids stay valid as long as these live
        for number, figure in enumerate(figures):
            if figure is not None:
                self._note(figure, 1 << number)
        for figure in figures:
            if figure is not None:
                self._count(figure)
        self.faces = [None if figure is None else self._face(figure) for figure in figures]

    def _note(self, figure: Group, face: int) -> None:
        """Remembers where each child stands. What stands somewhere again is not entered again on that face."""
        for child in figure.children:
            known = self._on.get(id(child), 0)
            self._on[id(child)] = known | face
            self._times[id(child)] += 1
            if not known & face and isinstance(child, Group) and child.weight >= HEAVY:
                self._note(child, face)

    def _shared(self, figure: Figure) -> bool:
        return self._times[id(figure)] > 1

    def _split(self, figure: Group) -> list[tuple[Figure, ...]]:
        """The children in runs that stand on the same faces, as often."""
        runs: list[list[Figure]] = []
        last = (0, 0)
        for child in figure.children:
            where = (self._on[id(child)], self._times[id(child)])
            if runs and where == last and where[1] > 1:
                runs[-1].append(child)
            else:
                runs.append([child])
            last = where
        return [tuple(run) for run in runs]

    def _count(self, figure: Group) -> None:
        for run in self._split(figure):
            if self._shared(run[0]):
                self._runs[tuple(map(id, run))] += 1
            elif isinstance(run[0], Group) and run[0].weight >= HEAVY:
                self._count(run[0])

    def _face(self, figure: Group) -> Group:
        children: list[Figure] = []
        for run in self._split(figure):
            if self._shared(run[0]):
                name = tuple(map(id, run))
                if self._runs[name] > 1 and sum([child.weight for child in run]) >= HEAVY:
                    still = self._stills.get(name)
                    if still is None:
                        still = self._stills[name] = Still(run)
                    children.append(still)
                else:
                    children += run
            elif isinstance(run[0], Group) and run[0].weight >= HEAVY:
                children.append(self._face(run[0]))
            else:
                children += run
        if [*map(id, children)] == [*map(id, figure.children)]:
            return figure
        return Group(tuple(children), figure.matrix, figure.clips, figure.opacity, figure.weight)
