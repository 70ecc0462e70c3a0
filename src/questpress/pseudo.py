"""A language made up on the fly: every text 40 % longer and full of accents, to see whether the boxes hold it.

Letters change, everything else stays: expressions, icons, markup, numbers, punctuation.
"""

from __future__ import annotations

import re

LANGUAGE = "xx"
LONGER = 0.4
_ACCENTS = str.maketrans("aceinouyACEINOUY", "áçéíñóúýÁÇÉÍÑÓÚÝ")
_MORE = "éàüôîñ"  # Latin-1, so that every text font has them
_KEPT = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|</?[bi]>|:[a-z][a-z0-9]*(?:-[a-z0-9]+)*:|&#?\w+;)", re.S)
_WORD = re.compile(r"[^\W\d_]+")


def pseudo(text: str) -> str:
    """`text` in the made-up language; the same text always gives the same."""
    owed = 0.0
    count = 0

    def word(match: re.Match[str]) -> str:
        nonlocal owed, count
        said = match[0]
        owed += LONGER * len(said)
        more = int(owed + 0.5)
        owed -= more
        added = "".join(_MORE[(count + number) % len(_MORE)] for number in range(more))
        count += more
        return said.translate(_ACCENTS) + (added.upper() if said.isupper() and len(said) > 1 else added)

    parts = _KEPT.split(text)
    return "".join(part if number % 2 else _WORD.sub(word, part) for number, part in enumerate(parts))
