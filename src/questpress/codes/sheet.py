"""Codes of the S family."""

from questpress.codes.entry import Code

CODES: dict[str, Code] = {}
