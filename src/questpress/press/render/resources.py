"""The resource lists of cairo's pages, each name once.

cairo lists a form again each time that a page shows it. A PDF's dictionary may hold a name once only; readers warn,
and qpdf takes a page with many such names for damaged and drops all its resources. What stands again is blanked, so
that every offset of the file stays true.
"""

from __future__ import annotations

import re

_FORMS = re.compile(rb"/XObject <<((?: /x\d+ \d+ 0 R)+) >>")
_ENTRY = re.compile(rb" /x\d+ \d+ 0 R")


def listed_once(pdf: bytes) -> bytes:
    """The PDF, as long as before, with each form once in its page's list. The lists alone are touched."""
    return _FORMS.sub(_listed, pdf)


def _listed(found: re.Match[bytes]) -> bytes:
    seen: set[bytes] = set()

    def once(entry: re.Match[bytes]) -> bytes:
        if entry[0] in seen:
            return b" " * len(entry[0])
        seen.add(entry[0])
        return entry[0]

    return b"/XObject <<" + _ENTRY.sub(once, found[1]) + b" >>"
