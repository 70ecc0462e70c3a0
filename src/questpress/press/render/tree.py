"""SVG text to a tree of elements within bounds, its ids, its style sheet, and a key for every element.

Equal keys mean: the same element with the same children and the same definitions behind every reference, so that
whatever is made of one may be used for the other, on another face too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError, XMLParser

from questpress.press.render.lint import Fault
from questpress.press.render.remedies import for_xml
from questpress.press.render.stylesheet import Rule, rules
from questpress.press.render.vocabulary import SVG, XLINK

LONGEST = 12_000_000  # characters of one face's SVG
MOST_ELEMENTS = 60_000  # written out; the largest board of ours has under 6,000
MOST_FINDINGS = 500
DEEPEST = 60  # elements inside each other, references followed

_FORBIDDEN = re.compile(r"<!(DOCTYPE|ENTITY)", re.IGNORECASE)
_URL = re.compile(r"url\(\s*['\"]?#([^'\")\s]+)")
_WORDS = frozenset({"text", "tspan", "style"})


class Unreadable(Exception):
    """SVG text that gives no tree; `offset` is where in the text, as far as known."""

    def __init__(self, fault: Fault, offset: int = 0) -> None:
        super().__init__(fault.message)
        self.fault = fault
        self.offset = offset


def local(element: Element) -> str:
    """The element's name without SVG's namespace; another vocabulary's keeps its own in braces."""
    return element.tag.removeprefix(SVG)


class Tree:
    """The elements of one SVG document. Raises Unreadable for what is not XML or is out of bounds."""

    def __init__(self, svg: str) -> None:
        if len(svg) > LONGEST:
            raise Unreadable(Fault("T072", f"a face of more than {LONGEST} characters"))
        forbidden = _FORBIDDEN.search(svg)
        if forbidden:
            help_ = "delete the DOCTYPE and write the text itself; &nbsp; and the like need no declaration"
            raise Unreadable(Fault("T073", f"<!{forbidden.group(1)}> is not read", help_), forbidden.start())
        parser = XMLParser()
        try:
            # expat decodes UTF-8 by itself, whatever the declaration says: the text is already decoded
            parser.feed(re.sub(r"^<\?xml[^>]*\?>", "", svg))
            self.root: Element = parser.close()
        except ParseError as error:
            line, column = error.position
            starts = [0, *(match.end() for match in re.finditer("\n", svg))]
            offset = (starts[line - 1] if line <= len(starts) else 0) + column
            message = str(error).split(":")[0]
            raise Unreadable(Fault("T010", f"not well-formed: {message}", for_xml(str(error))), offset) from None
        self.ids: dict[str, Element] = {}
        self.twice: list[Element] = []
        self.rules: tuple[Rule, ...] = ()
        self._faults: list[tuple[Element, Fault]] = []
        self._keys: dict[Element, int] = {}
        self._open: set[Element] = set()
        self._survey()

    def _survey(self) -> None:
        count = 0
        sheets = []
        for element in self.root.iter():
            count += 1
            name = element.get("id")
            if name is not None:
                if name in self.ids:
                    self.twice.append(element)
                else:
                    self.ids[name] = element
            if element.tag == f"{SVG}style":
                sheets.append(element)
        if count > MOST_ELEMENTS:
            raise Unreadable(Fault("T072", f"{count} elements in one face; the most is {MOST_ELEMENTS}"))
        for sheet in sheets:
            found, faults = rules("".join(sheet.itertext()))
            self.rules += found
            self._faults += [(sheet, fault) for fault in faults]

    def faults(self) -> Iterator[tuple[Element, Fault]]:
        """What is wrong with the document as a whole."""
        yield from self._faults
        for element in self.twice:
            yield element, Fault("T078", f"the id '{element.get('id')}' is there twice", "give each its own id")

    def declared(self, element: Element) -> tuple[tuple[str, str], ...]:
        """The style sheet's declarations for an element, weaker ones first."""
        if not self.rules:
            return ()
        hits = [rule for rule in self.rules if rule.matches(local(element), element.get("id"), element.get("class"))]
        return tuple(pair for rule in sorted(hits, key=lambda rule: rule.weight) for pair in rule.declarations)

    def key(self, element: Element, known: dict[tuple[object, ...], int], depth: int = 0) -> int:
        """The element's key in `known`, which grows. Raises Unreadable where things lie too deep or in a circle."""
        found = self._keys.get(element)
        if found is not None:
            return found
        if element in self._open:
            message = f"'{element.get('id') or local(element)}' refers to itself, directly or through others"
            raise Circular(element, Fault("T071", message, "remove one of the references"))
        if depth > DEEPEST:
            raise Circular(element, Fault("T072", f"elements nested more than {DEEPEST} deep", "flatten the groups"))
        self._open.add(element)
        attributes = element.attrib
        items = tuple(attributes.items())
        parts: list[object] = [element.tag]
        for name, value in items:
            if name == "id":
                continue
            parts.append(name)
            parts.append(value)
            if "#" in value:
                for target in _targets(name, value):
                    meant = self.ids.get(target)
                    parts.append(None if meant is None else self.key(meant, known, depth + 1))
        if self.rules:
            declared = self.declared(element)
            parts.append(declared)
            for name, value in declared:
                for target in _targets(name, value):
                    meant = self.ids.get(target)
                    parts.append(None if meant is None else self.key(meant, known, depth + 1))
        if element.tag.removeprefix(SVG) in _WORDS:
            parts += [element.text, *(child.tail for child in element)]
        for child in element:
            parts.append(self.key(child, known, depth + 1))
        self._open.discard(element)
        found = known.setdefault(tuple(parts), len(known))
        self._keys[element] = found
        return found


class Circular(Exception):
    """A reference that leads back to where it comes from, or nesting without end."""

    def __init__(self, element: Element, fault: Fault) -> None:
        super().__init__(fault.message)
        self.element = element
        self.fault = fault


def _targets(name: str, value: str) -> list[str]:
    if name in ("href", f"{XLINK}href"):
        return [value[1:]] if value.startswith("#") else []
    return _URL.findall(value)


class Scope:
    """One document while it is mended: its tree, and findings with the elements they belong to.

    Art that is SVG is a scope of its own `inside` others (keys of art); its findings belong to the image, `place`.
    """

    def __init__(self, tree: Tree, place: Element | None = None, inside: frozenset[str] = frozenset()) -> None:
        self.tree = tree
        self.place = place
        self.inside = inside
        self.findings: list[tuple[Element, Fault]] = []
        self.steps = 0
        self._noted: set[tuple[Element, Fault]] = set()

    def fault(self, element: Element, fault: Fault) -> None:
        """Notes a finding, once; of very many, the first."""
        entry = (self.place if self.place is not None else element, fault)
        if entry not in self._noted and len(self.findings) < MOST_FINDINGS:
            self._noted.add(entry)
            self.findings.append(entry)
