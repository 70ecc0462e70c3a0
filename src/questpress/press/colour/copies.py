"""Drawings copied within a document, so that a copy can be changed alone."""

from __future__ import annotations

from pikepdf import Array, Dictionary, Name, Pdf, Stream

from questpress.press.colour.content import Unsupported

DEEPEST = 60  # forms in forms


def copied_form(pdf: Pdf, form: Stream) -> Stream:
    """A copy of a form and of the forms, patterns and shadings that it draws with. Raises Unsupported (too deep)."""
    made = _tree(pdf, form, 0)
    assert isinstance(made, Stream)
    return made


def _tree(pdf: Pdf, found: object, depth: int) -> object:
    if depth > DEEPEST:
        raise Unsupported("a mask nested too deeply")
    if isinstance(found, Stream):
        made = Stream(pdf, found.read_raw_bytes(), {k: v for k, v in found.items() if k != "/Length"})
        for key in ("/Resources", "/Group"):
            if key in made:
                made[key] = _tree(pdf, made[key], depth + 1)
        return made
    if isinstance(found, Dictionary):
        if found.get("/Type") == Name.Font:
            return found
        return Dictionary({k: _tree(pdf, v, depth + 1) for k, v in found.items()})
    if isinstance(found, Array):
        return Array([_tree(pdf, v, depth + 1) for v in found])
    return found
