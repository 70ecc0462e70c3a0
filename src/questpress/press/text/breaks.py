"""Where a line may end inside a word (the spaces between words are the paragraph's own affair)."""

from __future__ import annotations

import re
import unicodedata

_BREAKERS = re.compile(
    "[-\u2010\u2013\u2014/\u200b\u00ad\u2002-\u2006\u2008-\u200a\u205f\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
_IDEOGRAPH = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff10-\uff5a\U00020000-\U0003ffff]")
# JIS X 4051: what may not begin a line, and what may not end one.
_NO_START = frozenset(
    "、。，．・：；？！ー）］｝」』】〕〉》ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝヽ!),.:;?]}”’…‥％"
)
_NO_END = frozenset("（［｛「『【〔〈《([{“‘")


def break_offsets(text: str) -> tuple[int, ...]:
    """Where a line may end inside a word: the offsets of the characters that would begin the next line.

    After hyphens and dashes between letters, after a slash before a letter, after zero-width spaces, soft hyphens and
    fixed-width spaces, and between ideographs (UAX #14 in its common cases). Never inside a cluster.
    """
    if _BREAKERS.search(text) is None:
        return ()
    found = []
    for index in range(1, len(text)):
        before, after = text[index - 1], text[index]
        if unicodedata.combining(after) or after in "\u200d\ufe0f\ufe0e\u00ad\u200b":
            continue
        if (
            before in "\u200b\u00ad"
            or ("\u2002" <= before <= "\u200a" and before != "\u2007")
            or before in "\u205f\u3000"
        ):
            found.append(index)
        elif before in "-\u2010\u2013\u2014/":
            letter = index >= 2 and (text[index - 2].isalnum() or text[index - 2] in ")]\u201d\u2019\ufffc")
            follows = after.isalpha() or after in "([\u201c\u2018\ufffc" or (before == "\u2014" and after.isalnum())
            if letter and follows:
                found.append(index)
        elif (_IDEOGRAPH.match(before) or _IDEOGRAPH.match(after)) and after not in _NO_START and before not in _NO_END:
            if before in _NO_START or after in _NO_END or (_IDEOGRAPH.match(before) and _IDEOGRAPH.match(after)):
                found.append(index)
            elif before.isalnum() and after.isalnum():
                found.append(index)
    return tuple(found)
