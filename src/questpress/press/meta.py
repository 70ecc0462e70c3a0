"""What a finished file says of itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meta:
    """What a PDF says of itself. `date` is yyyy-mm-dd or empty; nothing is ever taken from the clock."""

    title: str
    author: str = ""
    subject: str = ""
    language: str = "en"
    date: str = ""
    producer: str = "questpress"
