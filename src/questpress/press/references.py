"""Page references of a booklet: what is on which page is known only when it is set, so it is set until they hold.

A text says `{{ page("the-toll") }}` for a number, or links `[the toll](#the-toll)`, printed as "the toll (page 7)";
`[](#the-toll)` prints "page 7". A name is a heading's words, in small letters and joined by `-`, or a mark such as
`M4.4` of a comment `<!-- M4.4 -->`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable

from questpress.diagnostics import Report, Span, nearest
from questpress.press.anchors import anchors
from questpress.press.text.flow import Flowed

MOST_PASSES = 5  # settings of the text; two do, unless a page number's own width moves a line to another page
_COMMENTS = re.compile(r"\s*(?:<!--.*?-->\s*)+")
_WORDS = {"en": "page", "es": "página", "de": "Seite", "fr": "page", "it": "pagina", "pt": "página", "ca": "pàgina"}


class References:
    """The pages of headings and marks as far as they are known, and who asked for them."""

    def __init__(self, language: str, word: str = "") -> None:
        self.word = word or _WORDS.get(language.split("-")[0].lower(), "page")
        self.pages: dict[str, int] = {}
        self.known = False
        self.asked = False
        self.lost: dict[str, str | None] = {}  # targets that are not there, with the nearest name

    def __call__(self, name: object) -> int:
        """The page of a heading or mark, for `{{ page(…) }}`. Raises ValueError where there is none."""
        found = self._find(str(name))
        if found is None:
            close = nearest(_key(str(name)), self.pages)
            raise ValueError(f"page: no heading or mark '{name}'" + (f", did you mean '{close}'?" if close else ""))
        return found

    def refer(self, target: str) -> str:
        """What a link to `target` says: "page 7"."""
        found = self._find(target)
        if found is None:
            self.lost[target] = nearest(_key(target), self.pages)
        return f"{self.word}\u00a0{found or 0}"

    def page_of(self, target: str) -> int | None:
        """The page of a link's target, once all are known."""
        return self.pages.get(target) or self.pages.get(_key(target))

    def _find(self, name: str) -> int | None:
        self.asked = True
        return self.page_of(name) or (None if self.known else 0)

    def learn(self, text: str, flowed: Flowed) -> bool:
        """Takes the pages of a setting; whether anything that was asked for has moved, so that it must be set again."""
        pages = {heading.key: heading.page for heading in flowed.headings}
        lines = text.splitlines()
        starts = sorted(flowed.places)
        firsts = [line for line, _ in starts]
        for mark, line in anchors(text):
            alone = _COMMENTS.fullmatch(lines[line - 1]) is not None
            index = bisect_left(firsts, line) if alone else bisect_right(firsts, line) - 1
            if starts:
                pages.setdefault(mark, starts[min(max(index, 0), len(starts) - 1)][1])
        moved = pages != self.pages
        asked = self.asked or any(spot.target.startswith("#") for _, spot in flowed.spots)
        self.pages, self.known = pages, True
        return moved and asked

    def tell_lost(self, source: str, span_of: Callable[[int], Span | None], subject: str, report: Report) -> None:
        """Reports links that lead nowhere (T058)."""
        for target, close in self.lost.items():
            line = next((n for n, text in enumerate(source.splitlines(), 1) if f"(#{target})" in text), 1)
            help = f"did you mean '#{close}'?" if close else "link to a heading's words, as in #the-toll"
            report.error("T058", f"no heading or mark '#{target}'", span_of(line), help, subject)


def _key(name: str) -> str:
    return "-".join(re.findall(r"\w+", name.lower().replace("'", "").replace("’", "")))
