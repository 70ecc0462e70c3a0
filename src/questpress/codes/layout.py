"""Codes of the L family."""

from questpress.codes.entry import Code

CODES: dict[str, Code] = {}
