"""Whether every icon that a game prints is explained: in its legend, or by standing in the text of a booklet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from questpress.diagnostics import Report, Span
from questpress.press.contents import Contents

MOST_LISTED = 30


def icons_in(sources: Mapping[str, str]) -> set[str]:
    """The icons among the sources of a face or a booklet."""
    paths = (PurePosixPath(name) for name, seal in sources.items() if seal and name.endswith(".svg"))
    return {path.stem for path in paths if path.parent.name == "icons"}


def review_icons(
    contents: Contents, used: Iterable[tuple[str, Mapping[str, str]]], explained: Iterable[str], report: Report
) -> None:
    """Warns (D049) of icons on components that neither the legend nor `explained`, the booklets' icons, know.

    `used` gives components with the sources of their faces. A game without booklets and legend is not asked.
    """
    booklets = [deck for deck in contents.decks if deck.booklet is not None and deck.cards]
    if not booklets and not contents.legend:
        return
    known = {*explained, *contents.legend}
    first: dict[str, str] = {}
    for component, sources in used:
        for icon in icons_in(sources) - known:
            first.setdefault(icon, component)
    if first:
        names = [f"{icon} (on {first[icon]})" for icon in sorted(first)]
        more = f" and {len(names) - MOST_LISTED} more" if len(names) > MOST_LISTED else ""
        message = f"icons that nothing explains: {', '.join(names[:MOST_LISTED])}{more}"
        help = "let the rulebook show them as :name:, or say what they mean in `legend:` of the game's text file"
        place = Span(booklets[0].booklet.source) if booklets and booklets[0].booklet else None
        report.warning("D049", message, place, help)
