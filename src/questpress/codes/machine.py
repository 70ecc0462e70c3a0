"""Codes of the M family."""

from questpress.codes.entry import Code

CODES: dict[str, Code] = {}
