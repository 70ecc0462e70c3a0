"""What is noted while content is read: each a kind, a box, a value; kept few, so that no page fills the memory."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from questpress.press.preflight.state import Edges, Matrix, meet, moved, scales

THIN = 4.0  # points; lines that may be thin once a form is placed smaller
MOST_OF_A_KIND = 4000  # of one kind in one content stream
MOST_ALIKE = 40  # of one kind, detail and value; text is kept whole
SHRINKING = ("line", "text", "rich", "knockout")  # kinds whose value is a length in points
EVERYWHERE_TOLD = ("rgb", "live", "forbidden", "font", "misfit")  # kinds that count also where nothing of them is seen


@dataclass(frozen=True, slots=True)
class Fact:
    """Something seen in a content stream; the box is in the stream's units, the value in points or pixels an inch."""

    kind: str
    box: Edges
    value: float = 0.0
    detail: str = ""

    def within(self, matrix: Matrix, clip: Edges) -> Fact | None:
        """The fact as it is seen through `matrix` and `clip`; None where nothing of it is."""
        box = moved(self.box, matrix)
        seen = meet(box, clip)
        if seen is None:
            if self.kind not in EVERYWHERE_TOLD:
                return None
            seen = box
        value = self.value
        if value and self.kind in SHRINKING:
            value *= scales(matrix)[0]
        elif value and self.kind == "image":
            value /= scales(matrix)[1] or 1.0
        return Fact(self.kind, seen, value, self.detail)

    def in_points(self, unit: float) -> Fact:
        """The fact of a page whose units are `unit` points each (its UserUnit), its value in points; the box stays."""
        if unit == 1.0 or not self.value:
            return self
        if self.kind == "image":
            return replace(self, value=self.value / unit)
        return replace(self, value=self.value * unit) if self.kind in SHRINKING else self


@dataclass(slots=True)
class Facts:
    """The facts of one content stream."""

    found: list[Fact] = field(default_factory=list)
    _alike: dict[tuple[str, str, float], int] = field(default_factory=dict)
    _kinds: dict[str, int] = field(default_factory=dict)

    def add(self, kind: str, box: Edges, value: float = 0.0, detail: str = "") -> None:
        self.take(Fact(kind, box, value, detail))

    def enough(self, kind: str, value: float) -> bool:
        """Whether no more facts are kept of this kind and value, and no detail."""
        return self._alike.get((kind, "", round(value, 2)), 0) >= MOST_ALIKE

    def take(self, fact: Fact) -> None:
        """Keeps the fact, unless enough like it are kept."""
        kind = fact.kind
        if kind == "text":
            count = self._kinds.get(kind, 0)
            if count >= MOST_OF_A_KIND:
                return
            self._kinds[kind] = count + 1
            self.found.append(fact)
            return
        alike = (kind, fact.detail, round(fact.value, 2))
        seen = self._alike.get(alike, 0)
        if seen >= MOST_ALIKE or (not seen and len(self._alike) >= MOST_OF_A_KIND):
            return
        self._alike[alike] = seen + 1
        self.found.append(fact)
