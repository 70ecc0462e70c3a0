"""Which way each character runs: the levels of the Unicode bidirectional algorithm (UAX #9, revision 46).

Only paragraphs that hold a right-to-left letter, an Arabic digit or a direction mark come here; all others are level 0.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

_MOST_DEPTH = 125  # UAX #9, BD2: max_depth
_ISOLATES = ("LRI", "RLI", "FSI")
_EMBEDDINGS = ("LRE", "RLE", "LRO", "RLO")
_REMOVED = ("LRE", "RLE", "LRO", "RLO", "PDF", "BN")
_NEUTRAL = ("B", "S", "WS", "ON", "LRI", "RLI", "FSI", "PDI")
# Hebrew to Arabic Extended, presentation forms, right-to-left planes of the SMP, direction marks.
_SUSPECT = re.compile(
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


def needed(text: str) -> bool:
    """Whether `text` may hold anything that does not simply run left to right."""
    return _SUSPECT.search(text) is not None


def _bracket_pairs() -> tuple[dict[str, str], dict[str, str]]:
    """Opening to closing brackets and back, after BidiBrackets.txt: a mirrored Ps and the Pe that follows it."""
    opening = {"(": ")", "[": "]", "{": "}", "\u298d": "\u2990", "\u298f": "\u298e"}
    for code in (
        *range(0x0F3A, 0x0F3D),
        0x169B,
        *range(0x2045, 0x2A00),
        *range(0x2E22, 0x2E5C),
        *range(0x3008, 0x301B),
        *range(0xFE59, 0xFE5F),
        *range(0xFF08, 0xFF63),
    ):
        left, right = chr(code), chr(code + 1)
        if (
            unicodedata.category(left) == "Ps"
            and unicodedata.category(right) == "Pe"
            and unicodedata.mirrored(left)
            and left not in opening
        ):
            opening[left] = right
    opening.update({"\uff3b": "\uff3d", "\uff5b": "\uff5d"})
    return opening, {right: left for left, right in opening.items()}


_OPENING, _CLOSING = _bracket_pairs()
_SAME = {"\u2329": "\u3008", "\u232a": "\u3009"}  # UAX #9, BD16: canonical equivalents count as one bracket


def base_level(text: str) -> int:
    """1 where the first strong character outside isolates runs right to left, else 0 (rules P2, P3)."""
    depth = 0
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif not depth and kind in ("L", "R", "AL"):
            return 0 if kind == "L" else 1
    return 0


def levels(text: str, base: int | None = None) -> tuple[list[int], int]:
    """The embedding level of each character of one paragraph, and the paragraph's own level.

    Odd levels run right to left. Line breaks are not taken into account: `visual_order` does that (rules L1, L2).
    """
    if base is None:
        base = base_level(text)
    kinds = [unicodedata.bidirectional(character) or "L" for character in text]
    found = _explicit(text, kinds, base)
    for sequence, embedding, start, end in _sequences(kinds, found, base):
        _weak(sequence, kinds, start)
        _brackets(text, sequence, kinds, embedding, start)
        _neutral(sequence, kinds, embedding, start, end)
        for index in sequence:
            kind, level = kinds[index], found[index]
            if level % 2:
                found[index] = level + (kind in ("L", "EN", "AN"))
            elif kind == "R":
                found[index] = level + 1
            elif kind in ("EN", "AN"):
                found[index] = level + 2
    _carry_removed(text, found, base)
    return found, base


def visual_order(line: Sequence[int]) -> list[int]:
    """The order, left to right, in which the units of a line with these levels are drawn (rule L2)."""
    order = list(range(len(line)))
    if not line:
        return order
    odd = [level for level in line if level % 2]
    if not odd:
        return order
    for level in range(max(line), min(odd) - 1, -1):
        start = None
        for place in range(len(order) + 1):
            high = place < len(order) and line[order[place]] >= level
            if high and start is None:
                start = place
            elif not high and start is not None:
                order[start:place] = reversed(order[start:place])
                start = None
    return order


def _explicit(text: str, kinds: list[str], base: int) -> list[int]:
    """Rules X1 to X8. Changes `kinds` for overrides; returns the levels so far."""
    found = [base] * len(kinds)
    stack: list[tuple[int, str, bool]] = [(base, "", False)]
    too_deep_isolates = too_deep = valid_isolates = 0
    for index, kind in enumerate(kinds):
        level, override, _ = stack[-1]
        found[index] = level
        if kind in _EMBEDDINGS or kind in _ISOLATES:
            isolate = kind in _ISOLATES
            if isolate and override:
                kinds[index] = override
            right = kind in ("RLE", "RLO", "RLI") or (kind == "FSI" and _isolated_level(text, index))
            deeper = (level + 1) | 1 if right else (level + 2) & ~1
            if deeper <= _MOST_DEPTH and not too_deep_isolates and not too_deep:
                forced = {"LRO": "L", "RLO": "R"}.get(kind, "")
                stack.append((deeper, forced, isolate))
                valid_isolates += isolate
            elif isolate:
                too_deep_isolates += 1
            elif not too_deep_isolates:
                too_deep += 1
        elif kind == "PDI":
            if too_deep_isolates:
                too_deep_isolates -= 1
            elif valid_isolates:
                too_deep = 0
                while not stack[-1][2]:
                    stack.pop()
                stack.pop()
                valid_isolates -= 1
            level, override, _ = stack[-1]
            found[index] = level
            if override:
                kinds[index] = override
        elif kind == "PDF":
            if too_deep_isolates:
                pass
            elif too_deep:
                too_deep -= 1
            elif not stack[-1][2] and len(stack) > 1:
                stack.pop()
        elif kind == "B":
            found[index] = base
        elif override and kind != "BN":
            kinds[index] = override
    return found


def _isolated_level(text: str, index: int) -> int:
    depth = 0
    for place in range(index + 1, len(text)):
        kind = unicodedata.bidirectional(text[place])
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            if not depth:
                return 0
            depth -= 1
        elif not depth and kind in ("L", "R", "AL"):
            return 0 if kind == "L" else 1
    return 0


def _sequences(kinds: list[str], found: list[int], base: int) -> list[tuple[list[int], int, str, str]]:
    """Rule X10: isolating run sequences as (indices, level, sos, eos). Removed characters (X9) are left out."""
    kept = [index for index, kind in enumerate(kinds) if kind not in _REMOVED]
    runs: list[list[int]] = []
    for index in kept:
        if runs and found[runs[-1][-1]] == found[index]:
            runs[-1].append(index)
        else:
            runs.append([index])
    originals = kinds
    sequences: list[list[int]] = []
    waiting: list[list[int]] = []  # sequences that ended in an isolate and wait for its PDI
    for run in runs:
        if originals[run[0]] == "PDI" and waiting:
            sequence = waiting.pop()
            sequence.extend(run)
        else:
            sequence = list(run)
            sequences.append(sequence)
        if originals[run[-1]] in _ISOLATES:
            waiting.append(sequence)
    result = []
    position = {index: place for place, index in enumerate(kept)}
    for sequence in sequences:
        level = found[sequence[0]]
        first, last = position[sequence[0]], position[sequence[-1]]
        before = found[kept[first - 1]] if first else base
        open_ended = originals[sequence[-1]] in _ISOLATES
        after = found[kept[last + 1]] if last + 1 < len(kept) and not open_ended else base
        start = "R" if max(level, before) % 2 else "L"
        end = "R" if max(level, after) % 2 else "L"
        result.append((sequence, level, start, end))
    return result


def _weak(sequence: list[int], kinds: list[str], start: str) -> None:
    """Rules W1 to W7."""
    before = start
    for index in sequence:  # W1
        if kinds[index] == "NSM":
            kinds[index] = "ON" if before in (*_ISOLATES, "PDI") else before
        before = kinds[index]
    strong = start
    for index in sequence:  # W2, W3
        kind = kinds[index]
        if kind in ("L", "R", "AL"):
            strong = kind
            if kind == "AL":
                kinds[index] = "R"
        elif kind == "EN" and strong == "AL":
            kinds[index] = "AN"
    for place in range(1, len(sequence) - 1):  # W4
        kind = kinds[sequence[place]]
        left, right = kinds[sequence[place - 1]], kinds[sequence[place + 1]]
        if (kind == "ES" and left == right == "EN") or (kind == "CS" and left == right and left in ("EN", "AN")):
            kinds[sequence[place]] = left
    place = 0
    while place < len(sequence):  # W5, W6
        if kinds[sequence[place]] != "ET":
            if kinds[sequence[place]] in ("ES", "CS"):
                kinds[sequence[place]] = "ON"
            place += 1
            continue
        stop = place
        while stop < len(sequence) and kinds[sequence[stop]] == "ET":
            stop += 1
        number = (place and kinds[sequence[place - 1]] == "EN") or (
            stop < len(sequence) and kinds[sequence[stop]] == "EN"
        )
        for index in sequence[place:stop]:
            kinds[index] = "EN" if number else "ON"
        place = stop
    strong = start
    for index in sequence:  # W7
        if kinds[index] in ("L", "R"):
            strong = kinds[index]
        elif kinds[index] == "EN" and strong == "L":
            kinds[index] = "L"


def _brackets(text: str, sequence: list[int], kinds: list[str], level: int, start: str) -> None:
    """Rule N0: a pair of brackets takes the direction of what it holds, or of what stands before it."""
    open_brackets: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for place, index in enumerate(sequence):
        if kinds[index] != "ON":
            continue
        character = _SAME.get(text[index], text[index])
        if character in _OPENING:
            if len(open_brackets) == 63:  # BD16
                pairs = []
                break
            open_brackets.append((_OPENING[character], place))
        elif character in _CLOSING:
            for depth in range(len(open_brackets) - 1, -1, -1):
                if open_brackets[depth][0] == character:
                    pairs.append((open_brackets[depth][1], place))
                    del open_brackets[depth:]
                    break
    embedding = "R" if level % 2 else "L"
    for left, right in sorted(pairs):
        inside = {_strong(kinds[index]) for index in sequence[left + 1 : right]} - {""}
        if embedding in inside:
            direction = embedding
        elif inside:
            earlier = next((found for index in reversed(sequence[:left]) if (found := _strong(kinds[index]))), start)
            direction = earlier if earlier != embedding else embedding
        else:
            continue
        for place in (left, right):
            kinds[sequence[place]] = direction
            for index in sequence[place + 1 :]:
                if unicodedata.bidirectional(text[index]) != "NSM":
                    break
                kinds[index] = direction


def _strong(kind: str) -> str:
    if kind in ("R", "EN", "AN"):
        return "R"
    return "L" if kind == "L" else ""


def _neutral(sequence: list[int], kinds: list[str], level: int, start: str, end: str) -> None:
    """Rules N1 and N2."""
    embedding = "R" if level % 2 else "L"
    place = 0
    while place < len(sequence):
        if kinds[sequence[place]] not in _NEUTRAL:
            place += 1
            continue
        stop = place
        while stop < len(sequence) and kinds[sequence[stop]] in _NEUTRAL:
            stop += 1
        before = _strong(kinds[sequence[place - 1]]) if place else start
        after = _strong(kinds[sequence[stop]]) if stop < len(sequence) else end
        direction = before if before == after else embedding
        for index in sequence[place:stop]:
            kinds[index] = direction
        place = stop


def _carry_removed(text: str, found: list[int], base: int) -> None:
    """Characters that rule X9 removes take the level of what stands before them, so that they split no run."""
    for index, character in enumerate(text):
        kind = unicodedata.bidirectional(character)
        if kind in _REMOVED:
            found[index] = found[index - 1] if index else base
        elif kind in ("B", "S"):
            found[index] = base
