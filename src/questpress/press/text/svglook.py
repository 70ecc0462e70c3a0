"""How a stretch of plain SVG text looks: its properties read, handed down and resolved to user units."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from questpress.press.text.fonts import read_weight
from questpress.press.text.glyphs import read_features

Properties = Mapping[str, str]

SVG = "{http://www.w3.org/2000/svg}"
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
PAINTS = ("fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-linejoin", "opacity")
_SET = ("font-family", "font-size", "font-weight", "font-style", "text-anchor", "dominant-baseline", "letter-spacing")
_READ = (*_SET, "alignment-baseline", "font-feature-settings", "direction", "xml:space", *PAINTS)
_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(px|em|ex|%)?")
_KEYWORDS = {"xx-small": 9, "x-small": 10, "small": 13, "medium": 16, "large": 18, "x-large": 24, "xx-large": 32}


@dataclass(frozen=True)
class Look:
    """The resolved properties of a stretch of text. Sizes in user units; `paints` are what tspans say themselves."""

    family: str
    size: float
    weight: str
    italic: bool
    anchor: str
    baseline: str
    spacing: float
    features: tuple[tuple[str, int], ...]
    rtl: bool
    keep_spaces: bool
    paints: tuple[tuple[str, str], ...]


PLAIN = Look("", 16.0, "400", False, "start", "auto", 0.0, (), False, False, ())
"""What holds where nothing is said (SVG 1.1, property index; 16 user units are CSS's medium)."""


def own_properties(element: Element) -> dict[str, str]:
    """The presentation attributes of an element, its style attribute over them; of what text reads."""
    found = {key: value for key, value in element.attrib.items() if key in _READ}
    if XML_SPACE in element.attrib:
        found["xml:space"] = element.attrib[XML_SPACE]
    for rule in element.get("style", "").split(";"):
        key, colon, value = rule.partition(":")
        if colon and key.strip() in _READ:
            found[key.strip()] = value.replace("!important", "").strip()
    return found


class Reader:
    """Reads properties; faults go to `slip(message, remedy)`."""

    def __init__(self, slip: Callable[..., None]) -> None:
        self._slip = slip

    def numbers(self, element: Element, name: str, look: Look) -> list[float]:
        text = element.get(name, "").replace(",", " ").strip()
        found = []
        for word in text.split():
            value = self._length(word, look.size, f"{name}='{text}'")
            if value is not None:
                found.append(value)
        return found

    def _length(self, word: str, em: float, where: str) -> float | None:
        match = _LENGTH.fullmatch(word.strip())
        if match is None or match[2] == "%":
            self._slip(f"{where} is no number of user units", "write a plain number")
            return None
        number = float(match[1]) * {"em": em, "ex": em / 2}.get(match[2] or "", 1.0)
        if abs(number) > 1e6:
            self._slip(f"{where} is too large", "write a plain number")
            return None
        return number

    def inside(self, outer: Look, given: Properties, paints: bool = True) -> Look:
        """`outer` with what an element states itself."""
        if not given:
            return outer
        values: dict[str, object] = {}
        said = {key: str(value).strip() for key, value in given.items() if value is not None and str(value).strip()}
        said = {key: value for key, value in said.items() if value != "inherit"}
        if "font-family" in said:
            values["family"] = said["font-family"]
        size = outer.size
        if "font-size" in said:
            found = self._font_size(said["font-size"], outer.size)
            size = values["size"] = found if found is not None else size  # type: ignore[assignment]
        if "font-weight" in said:
            values["weight"] = self._weight(said["font-weight"], outer.weight)
        if "font-style" in said:
            values["italic"] = said["font-style"].lower().startswith(("italic", "oblique"))
        for key, name in (
            ("text-anchor", "anchor"),
            ("dominant-baseline", "baseline"),
            ("alignment-baseline", "baseline"),
        ):
            if key in said:
                values[name] = said[key].lower()
        if "letter-spacing" in said:
            wide = (
                0.0
                if said["letter-spacing"] == "normal"
                else self._length(said["letter-spacing"], size, "letter-spacing")
            )
            values["spacing"] = wide or 0.0
        if "font-feature-settings" in said:
            values["features"] = self._features(said["font-feature-settings"])
        if "direction" in said:
            values["rtl"] = said["direction"].lower() == "rtl"
        if "xml:space" in said:
            values["keep_spaces"] = said["xml:space"] == "preserve"
        if paints:
            said_paints = dict(outer.paints)
            said_paints.update({key: said[key] for key in PAINTS if key in said})
            values["paints"] = tuple(sorted(said_paints.items()))
        return replace(outer, **values)  # type: ignore[arg-type]

    def _font_size(self, text: str, outer: float) -> float | None:
        word = text.lower()
        if word in _KEYWORDS:
            return float(_KEYWORDS[word])
        if word in ("smaller", "larger"):
            return outer / 1.2 if word == "smaller" else outer * 1.2
        match = _LENGTH.fullmatch(word)
        if match is None:
            self._slip(
                f"font-size '{text}' is no number of user units", "write a plain number: 3.2 is 3.2 mm on a face"
            )
            return None
        number = float(match[1]) * {"em": outer, "ex": outer / 2, "%": outer / 100}.get(match[2] or "", 1.0)
        if not 0 <= number < 1e5:
            self._slip(f"font-size '{text}' cannot be", "write a number above 0")
            return None
        return number

    def _weight(self, text: str, outer: str) -> str:
        word = text.lower()
        if word in ("bolder", "lighter"):
            number = read_weight(outer) or 400
            if word == "bolder":
                return "400" if number < 350 else "700" if number < 550 else "900"
            return "100" if number < 550 else "400" if number < 750 else "700"
        if read_weight(word) is None:
            self._slip(f"font-weight '{text}' is no weight", "write normal, bold or a number from 100 to 900")
            return outer
        return word

    def _features(self, text: str) -> tuple[tuple[str, int], ...]:
        if text.lower() == "normal":
            return ()
        words = []
        for entry in text.split(","):
            match = re.fullmatch(r"\s*['\"](\w{4})['\"]\s*(on|off|\d+)?\s*", entry)
            if match is None:
                self._slip(f"font-feature-settings '{text}' is not of the form \"lnum\" 1", 'write "lnum" 1')
                return ()
            words.append(f"{match[1]}={ {'on': 1, 'off': 0, None: 1}.get(match[2], match[2]) }")
        return read_features(" ".join(words)) or ()
