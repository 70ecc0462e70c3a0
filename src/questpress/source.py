"""YAML text to values that know their place. The only importer of yaml.

Scalars keep what the author wrote; what they mean is decided by the type that a field declares (schema.py),
so `no`, `12:30`, `010` and `1e3` never change on the way. Nothing is executed, tags are refused, and depth,
size and alias expansion are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from questpress.diagnostics import Diagnostic, Failed, Report, Span

LARGEST_FILE = 8 * 1024 * 1024  # bytes; a deck of 10,000 cards stays under 4 MiB
DEEPEST = 40  # nested lists and mappings
MOST_NODES = 500_000  # after aliases are followed, so that an alias bomb ends early


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """The text of a file, split in lines, and the name under which diagnostics speak of it."""

    name: str
    lines: tuple[str, ...]

    def span(self, line: int, column: int, end_column: int) -> Span:
        """A Span for zero-based `line` and columns."""
        shown = self.lines[line] if line < len(self.lines) else ""
        return Span(self.name, line + 1, column + 1, max(end_column, column + 1) + 1, shown)


@dataclass(slots=True, eq=False)
class Node:
    """A value of a YAML file with its place (zero-based here, one-based in `span`)."""

    source: Text
    line: int
    column: int
    end_column: int

    @property
    def span(self) -> Span:
        return self.source.span(self.line, self.column, self.end_column)

    @property
    def shape(self) -> str:
        """What the node is, in the words of a message."""
        raise NotImplementedError


@dataclass(slots=True, eq=False)
class Scalar(Node):
    """A single value as the author wrote it. `quoted` is true in quotes and in block form."""

    text: str
    quoted: bool
    literal: bool = False

    @property
    def is_null(self) -> bool:
        return not self.quoted and self.text in ("", "~", "null")

    @property
    def shape(self) -> str:
        return "an empty value" if self.is_null else f"'{self.text if len(self.text) < 60 else self.text[:57] + '…'}'"

    def place(self, row: int, column: int, length: int = 1) -> Span:
        """The Span of `length` characters at `row` and `column` (from 0) of the value.

        Exact for literal blocks (`|`) and for values on one line; elsewhere the whole value's span.
        """
        if self.literal:
            first = self.line + 1
            lines = self.source.lines
            while first < len(lines) and not lines[first].strip() and self.text[:1] != "\n":
                first += 1
            indent = len(lines[first]) - len(lines[first].lstrip(" ")) if first < len(lines) else 0
            return self.source.span(first + row, indent + column, indent + column + length)
        if row == 0 and "\n" not in self.text:
            start = self.column + (1 if self.quoted else 0) + column
            return self.source.span(self.line, start, start + length)
        return self.span


@dataclass(slots=True, eq=False)
class Seq(Node):
    """A list."""

    items: list[Node] = field(default_factory=list)

    @property
    def shape(self) -> str:
        return "a list"


@dataclass(slots=True, eq=False)
class Map(Node):
    """A mapping, in the author's order. `keys` holds the key's own node, for errors about the key."""

    entries: dict[str, Node] = field(default_factory=dict)
    keys: dict[str, Scalar] = field(default_factory=dict)

    @property
    def shape(self) -> str:
        return "a mapping"

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def get(self, key: str) -> Node | None:
        return self.entries.get(key)

    @property
    def first_key(self) -> str | None:
        return next(iter(self.entries), None)


def load(path: Path, name: str | None = None) -> Node:
    """The root value of a YAML file; an empty file gives an empty Map.

    `name` is how diagnostics call the file (relative to the project). Raises Failed with every syntax
    finding: unreadable file (D001, D002), broken YAML (D003), duplicate keys (D004) and the rest of the table.
    """
    name = name or path.as_posix()
    return parse(read_text(path, name), name)


def read_text(path: Path, name: str) -> str:
    """The text of a project file, without a byte-order mark. Raises Failed when it cannot be read as UTF-8."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            limit = f"{LARGEST_FILE // 1024 // 1024} MiB"
            raise Failed([Diagnostic("D002", f"the file is larger than {limit}", Span(name), "split it in several")])
        raw = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise Failed(
            [Diagnostic("D001", f"cannot be read: {reason}", Span(name), "check its name and rights")]
        ) from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - (raw.rfind(b"\n", 0, error.start) + 1) + 1
        shown = raw.splitlines()[line - 1].decode("utf-8", "replace") if raw else ""
        span = Span(name, line, column, column + 1, shown)
        found = f"byte 0x{raw[error.start]:02x} is not UTF-8"
        raise Failed([Diagnostic("D002", found, span, "save the file as UTF-8")]) from None


def parse(text: str, name: str) -> Node:
    """The root value of YAML `text`; see `load`."""
    import yaml

    source = Text(name, tuple(text.splitlines()))
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    report = Report()
    root: Node | None = None
    try:
        root = _Builder(source, report).build(yaml.parse(text, Loader=loader))
    except yaml.YAMLError as error:
        report.extend([_syntax(error, source)])
    report.stop_if_failed()
    return root if root is not None else Map(source, 0, 0, 1)


_BARE_COLOUR = re.compile(r"[:\[,]\s+(#[0-9A-Fa-f]{3,8})\b")


def _syntax(error: Exception, source: Text) -> Diagnostic:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error).splitlines()[0]
    position = getattr(error, "position", None)
    if mark is None and isinstance(position, int):
        problem = f"a character that YAML does not allow ({problem})"
    line, column = (mark.line, mark.column) if mark else (0, 0)
    # An unquoted colour in braces makes the rest of its line a comment; the parser only stumbles later.
    for before in range(line, max(line - 4, -1), -1):
        colour = _BARE_COLOUR.search(source.lines[before]) if before < len(source.lines) else None
        if colour:
            span = source.span(before, colour.start(1), colour.end(1))
            return Diagnostic(
                "D022", f"an empty value: {colour[1]} is a comment here", span, f'quote the colour: "{colour[1]}"'
            )
    shown = source.lines[line] if line < len(source.lines) else ""
    remedy = "check indentation, quotes and colons here and on the line above"
    if "\t" in shown[: column + 1]:
        remedy = "indent with blanks, not with tabs"
    elif shown.lstrip().partition(":")[2].strip().startswith(("{{", "%", "@", "`", "&", "*", "!")):
        remedy = "put the value in quotes"
    elif ": " in shown.partition(":")[2]:
        remedy = "a text that holds a colon and a blank needs quotes around it"
    return Diagnostic("D003", f"not YAML: {problem}", source.span(line, column, column + 1), remedy)


class _Builder:
    """Builds nodes from parser events with a stack of its own, so that depth is bounded by us."""

    def __init__(self, source: Text, report: Report) -> None:
        self.source = source
        self.report = report
        self.anchors: dict[str, Node] = {}
        self.open_anchors: set[str] = set()
        self.weights: dict[int, int] = {}
        self.count = 0

    def build(self, events: Iterator[object]) -> Node | None:
        root: Node | None = None
        stack: list[tuple[Node, Scalar | None, str | None]] = []  # container, pending key, anchor
        documents = 0
        for event in events:
            kind = type(event).__name__
            if kind == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    at = self._at(event)
                    self.report.error(
                        "D005", "a second document in one file", self.source.span(*at), "remove the '---'"
                    )
                    return root
            elif kind == "ScalarEvent":
                node = self._scalar(event)
                if event.anchor:
                    self.anchors[event.anchor] = node
                root = self._place(stack, node, root)
            elif kind in ("SequenceStartEvent", "MappingStartEvent"):
                if len(stack) >= DEEPEST:
                    at = self._at(event)
                    self.report.error("D006", f"nested deeper than {DEEPEST} levels", self.source.span(*at))
                    return root
                self._tag(event)
                node = (Seq if kind[0] == "S" else Map)(self.source, *self._at(event))
                if event.anchor:
                    self.anchors[event.anchor] = node
                    self.open_anchors.add(event.anchor)
                stack.append((node, None, event.anchor))
                self._count(1)
            elif kind in ("SequenceEndEvent", "MappingEndEvent"):
                node, _, anchor = stack.pop()
                self.open_anchors.discard(anchor or "")
                root = self._place(stack, node, root)
            elif kind == "AliasEvent":
                found = self.anchors.get(event.anchor)
                at = self.source.span(*self._at(event))
                if found is None or event.anchor in self.open_anchors:
                    known = "is not defined above" if found is None else "contains itself"
                    self.report.error(
                        "D007", f"the alias '*{event.anchor}' {known}", at, f"define &{event.anchor} first"
                    )
                    found = Scalar(self.source, *self._at(event), text="", quoted=False)
                self._count(_weight(found, self.weights))
                root = self._place(stack, found, root)
            if self.count > MOST_NODES:
                self.report.error(
                    "D006", f"more than {MOST_NODES} values after aliases are followed", Span(self.source.name)
                )
                return root
        return root

    def _count(self, weight: int) -> None:
        self.count += weight

    def _at(self, event: object) -> tuple[int, int, int]:
        start, end = event.start_mark, event.end_mark
        width = end.column if end.line == start.line else start.column + 1
        return start.line, start.column, width

    def _tag(self, event: object) -> None:
        if event.tag is not None and event.tag != "!":
            span = self.source.span(*self._at(event))
            self.report.error("D008", f"the tag '{event.tag}' is not accepted", span, "write a plain value")

    def _scalar(self, event: object) -> Scalar:
        self._count(1)
        self._tag(event)
        line, column, end = self._at(event)
        style = event.style
        if style in ("|", ">"):
            shown = self.source.lines[line] if line < len(self.source.lines) else ""
            end = len(shown)
        return Scalar(self.source, line, column, end, event.value, style in ("'", '"', "|", ">"), style == "|")

    def _place(self, stack: list, node: Node, root: Node | None) -> Node | None:
        if not stack:
            return node if root is None else root
        container, key, anchor = stack[-1]
        if isinstance(container, Seq):
            container.items.append(node)
            return root
        if key is None:
            if not isinstance(node, Scalar):
                self._mapping_as_key(node)
                node = Scalar(
                    self.source, node.line, node.column, node.end_column, f"\0{node.line}:{node.column}", True
                )
            elif node.text == "<<" and not node.quoted:
                self.report.error(
                    "D009", "the merge key '<<' is not used here", node.span, "use `defaults:` for shared fields"
                )
            elif node.text in container.entries:
                first = container.keys[node.text]
                self.report.error(
                    "D004",
                    f"'{node.text}' stands twice in one mapping, first on line {first.line + 1}",
                    node.span,
                    f"remove or rename one of lines {first.line + 1} and {node.line + 1}",
                )
            stack[-1] = (container, node, anchor)
            return root
        container.entries[key.text] = node
        container.keys[key.text] = key
        stack[-1] = (container, None, anchor)
        return root

    def _mapping_as_key(self, node: Node) -> None:
        line = self.source.lines[node.line] if node.line < len(self.source.lines) else ""
        if "{{" in line:
            value = line.partition(":")[2].strip() or line.strip()
            self.report.error("D010", "a value that starts with {{ must be quoted", node.span, f'write "{value}"')
        else:
            self.report.error(
                "D010", f"a key must be a single value, found {node.shape}", node.span, "write a plain name"
            )


def _weight(node: Node, seen: dict[int, int]) -> int:
    """How many values a subtree holds once aliases in it are followed."""
    known = seen.get(id(node))
    if known is None:
        parts = node.items if isinstance(node, Seq) else list(node.entries.values()) if isinstance(node, Map) else []
        known = 1 + sum(_weight(part, seen) for part in parts)
        if not isinstance(node, Scalar):
            seen[id(node)] = known
    return known
