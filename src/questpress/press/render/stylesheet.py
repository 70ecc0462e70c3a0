"""A template's <style>: rules with simple selectors. Everything richer is refused, not ignored."""

from __future__ import annotations

import re
from dataclasses import dataclass

from questpress.press.render.lint import Fault, declarations

LONGEST = 20_000  # characters of one style sheet

_SIMPLE = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][A-Za-z_][\w-]*)*)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One selector with its declarations; `weight` sorts rules as CSS does."""

    tag: str
    id: str
    classes: frozenset[str]
    declarations: tuple[tuple[str, str], ...]
    weight: tuple[int, int, int, int]

    def matches(self, tag: str, id: str | None, classes: str | None) -> bool:
        """Whether an element with these is meant."""
        return (
            self.tag in ("*", tag)
            and (not self.id or self.id == id)
            and (not self.classes or self.classes <= set((classes or "").split()))
        )


def rules(text: str) -> tuple[tuple[Rule, ...], list[Fault]]:
    """The rules of a style sheet, and what of it cannot be read."""
    if len(text) > LONGEST:
        return (), [Fault("T069", f"a style sheet of more than {LONGEST} characters", "write attributes instead")]
    text = re.sub(r"/\*.*?\*/|<!--|-->", "", text, flags=re.DOTALL)
    found: list[Rule] = []
    faults: list[Fault] = []
    for at in re.findall(r"@([\w-]+)", text):
        if at == "font-face":
            help_ = "put the font file into the project's fonts folder and name its family"
        else:
            help_ = "choose with {% if %} in the template"
        faults.append(Fault("T069", f"'@{at}' does nothing here", help_))
    if faults:
        return (), faults
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        pairs = tuple(declarations(body, faults))
        for selector in selectors.split(","):
            selector = selector.strip()
            match = _SIMPLE.fullmatch(selector)
            if match is None or not selector:
                help_ = "select by element, .class or #id, or write the attributes where they are used"
                faults.append(Fault("T069", f"the selector '{selector}' is too rich for this press", help_))
                continue
            tag, rest = match.group(1) or "*", match.group(2)
            ids = re.findall(r"#([\w-]+)", rest)
            classes = re.findall(r"\.([\w-]+)", rest)
            weight = (len(ids), len(classes), int(tag != "*"), len(found))
            found.append(Rule(tag, ids[0] if ids else "", frozenset(classes), pairs, weight))
    if re.sub(r"[^{}]+\{[^{}]*\}", "", text).strip():
        faults.append(Fault("T069", "the style sheet has braces without a partner"))
    return tuple(found), faults
