from __future__ import annotations

import pytest
from paper import ICONS, library

from questpress.diagnostics import Report, Span
from questpress.press.text.icons import IconSet
from questpress.press.text.tools import TextTools

SPANS = {"text": Span("cards/x/heroes.yaml", 14, 9)}


@pytest.fixture
def tools() -> TextTools:
    return TextTools(library(), IconSet([ICONS]), Report(), "heroes/bruna", SPANS.get)


@pytest.fixture
def found(tools):
    """The codes reported so far."""
    return lambda: [finding.code for finding in tools.report.findings]
