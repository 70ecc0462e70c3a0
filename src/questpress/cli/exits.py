"""Exit codes, and which one a set of findings asks for."""

from __future__ import annotations

import enum
from collections.abc import Iterable

from questpress.diagnostics import Diagnostic


class Exit(enum.IntEnum):
    GOOD = 0
    DIAGNOSTICS = 1
    USAGE = 2
    MACHINE = 3
    PREFLIGHT = 4
    LAYOUT = 5
    INTERRUPTED = 130


_FAMILY = {"M": Exit.MACHINE, "L": Exit.LAYOUT, "P": Exit.PREFLIGHT}
# Where several apply, the first of these.
_ORDER = (Exit.USAGE, Exit.MACHINE, Exit.DIAGNOSTICS, Exit.LAYOUT, Exit.PREFLIGHT)


def exit_for(findings: Iterable[Diagnostic]) -> Exit:
    """The exit code for findings: GOOD where none is an error."""
    wanted = {_FAMILY.get(finding.code[:1], Exit.DIAGNOSTICS) for finding in findings if finding.is_error}
    return next((code for code in _ORDER if code in wanted), Exit.GOOD)
