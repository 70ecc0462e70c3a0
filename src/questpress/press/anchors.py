"""Invisible marks in a booklet's text that say which clauses a passage carries: `<!-- M4.2 -->`, `<!-- M6 C-3 -->`."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"<!--(.*?)-->", re.S)
_MARK = re.compile(r"[A-Z][A-Za-z]*-?\d[\w.\-]*")


def anchors(text: str) -> tuple[tuple[str, int], ...]:
    """Every mark of a Markdown text with its line, from 1, in order; a comment of other words is no mark."""
    found: list[tuple[str, int]] = []
    for comment in _COMMENT.finditer(text):
        words = comment[1].replace(",", " ").split()
        if words and all(_MARK.fullmatch(word) for word in words):
            line = text.count("\n", 0, comment.start()) + 1
            found += [(word, line) for word in words]
    return tuple(found)
