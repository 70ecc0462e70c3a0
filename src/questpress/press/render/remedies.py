"""What to do about the messages of Jinja, Python and the XML parser, which say what is wrong and no more."""

from __future__ import annotations

import re

from jinja2.defaults import DEFAULT_FILTERS, DEFAULT_TESTS

from questpress.diagnostics import nearest

_TAGS = (
    "block call elif else endblock endcall endfilter endfor endif endmacro endset extends filter for from if import "
    "include macro raw set with"
).split()
_CLOSED = ("end of print statement", "end of statement block")


def for_syntax(message: str) -> str:
    """What to do about Jinja's `message` on a template that it cannot read; empty where none is known."""
    if match := re.search(r"No (filter|test) named '([^']*)'", message):
        known = DEFAULT_FILTERS if match[1] == "filter" else DEFAULT_TESTS
        close = nearest(match[2], known)
        return f"did you mean '{close}'?" if close else f"Jinja's {match[1]}s are there, and no others"
    if match := re.search(r"unknown tag '([^']*)'", message):
        close = nearest(match[1], _TAGS)
        if "innermost block" not in message or (close and not close.startswith("end")):
            return f"did you mean '{close}'?" if close else "tags are if, for, set, block, macro, call, import …"
    if match := re.search(r"innermost block that needs to be closed is '([^']*)'", message):
        return f"close it: `{{% end{match[1]} %}}`"
    if "unexpected end of template" in message.lower():
        return "close the last block: `{% endif %}`, `{% endfor %}`, `{% endblock %}` …"
    if match := re.search(r"unexpected '([^']*)', expected '([^']*)'", message):
        return f"write the missing '{match[2]}' before the '{match[1]}'"
    if match := re.search(r"expected token '([^']*)', got '([^']*)'", message):
        wanted, found = match.groups()
        if found in ("}", *_CLOSED):
            return f"write the missing '{wanted}' before the expression ends"
        if wanted in _CLOSED:
            return f"an operator, a comma or a quote is missing before '{found}'"
        return f"write '{wanted}' before '{found}'"
    if match := re.search(r"unexpected '([^']*)'", message):
        return f"take the '{match[1]}' away, or write what it needs before it"
    if "unexpected char" in message:
        return "put texts into quotes"
    if "issing end of" in message or "ag name expected" in message:
        return "close `{{` with `}}`, `{%` with `%}`, `{#` with `#}`"
    return ""


def for_types(message: str) -> str:
    """What to do where values of different kinds meet in an expression."""
    if "NoneType" in message or "Undefined" in message:
        return "for a field that may be missing: `card.cost|default(0, true)`"
    if re.search(r"unsupported operand|can only concatenate|can't multiply|not supported between", message):
        return "join texts with `~`; make a number of a text with `|int` or `|float`"
    if "not callable" in message:
        return "call it without the parentheses"
    if "not iterable" in message:
        return "go through a list: `{% for entry in card.entries %}`"
    return ""


def for_xml(message: str) -> str:
    """What to do about expat's `message` on a face's SVG."""
    if "mismatched tag" in message or "no element found" in message:
        return "close every element, the innermost first: `<g><rect … /></g>`"
    if "duplicate attribute" in message:
        return "an attribute may stand once in an element: delete one"
    if "unbound prefix" in message:
        return 'declare the prefix on the root, or write the attribute without it: `href="…"`'
    if "junk after document element" in message:
        return "a face is one <svg>: put everything inside it"
    if "not well-formed" in message or "invalid token" in message:
        return "quote every attribute; write &lt; and &amp; for < and & in text"
    return ""
