"""The table of diagnostic codes, a module a family. `questpress explain CODE` prints an entry."""

from __future__ import annotations

from questpress.codes import data, layout, machine, preflight, sheet, text
from questpress.codes.entry import Code

CODES: dict[str, Code] = {**data.CODES, **text.CODES, **layout.CODES, **sheet.CODES, **preflight.CODES, **machine.CODES}

__all__ = ["CODES", "Code"]
