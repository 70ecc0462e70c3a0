"""The text of a card field, which knows its field's name, so that errors name it without being told."""

from __future__ import annotations


class FieldText(str):
    """A field's text. Only the very value keeps its `field`: anything computed from it is a plain `str`."""

    __slots__ = ("field",)
    field: str

    def __new__(cls, text: str, field: str) -> FieldText:
        made = super().__new__(cls, text)
        made.field = field
        return made

    def __getnewargs__(self) -> tuple[str, str]:
        return str(self), self.field
