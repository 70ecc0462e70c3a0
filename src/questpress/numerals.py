"""Small numbers in words, for texts that would rather say `three` and still follow the rules."""

from __future__ import annotations

from collections.abc import Mapping

_WORDS: Mapping[str, str] = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis "
    "diecisiete dieciocho diecinueve veinte",
}


def words_of(language: str) -> dict[str, int]:
    """The number words of a language, each with its number; none for a language that is not known here."""
    words = _WORDS.get(language.split("-")[0].lower(), "")
    return {word: number for number, word in enumerate(words.split())}


def spelled(number: object, language: str = "en") -> str:
    """The number in words, from 0 to 20 and in a language known here; else in digits."""
    names = list(words_of(language))
    if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < len(names):
        return names[number]
    return str(number)
