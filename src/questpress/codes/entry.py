"""One entry of the table of codes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """What a code means: a title, why it is a fault, and the smallest example with its mend."""

    title: str
    why: str
    mend: str
