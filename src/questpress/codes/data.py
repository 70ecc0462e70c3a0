"""Codes of the D family."""

from questpress.codes.entry import Code

CODES: dict[str, Code] = {}
