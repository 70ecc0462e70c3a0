"""Codes of the T family."""

from questpress.codes.entry import Code

CODES: dict[str, Code] = {}
