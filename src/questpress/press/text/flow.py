"""Markdown through the frames of a booklet's pages, as SVG: the same type as on the cards, set like a book.

Headings stay with what follows, no paragraph leaves a single line behind or ahead, rows of tables and figures stay
whole, text runs beside figures that stand left or right, the last page's columns are made even.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from questpress.diagnostics import Report, Span
from questpress.press.text import flow_blocks
from questpress.press.text.flow_layout import Layout
from questpress.press.text.flow_page import Frame, Spot
from questpress.press.text.flow_prepare import Figure, prepare
from questpress.press.text.flow_style import BlockStyle, read_styles
from questpress.press.text.fonts import FontLibrary
from questpress.press.text.icons import IconSet
from questpress.press.text.markup import Slip
from questpress.units import describe, from_points

NO_NUMBERS: Mapping[str, int] = MappingProxyType({})
STEP = 0.01  # of the factor that `pages` shrinks by
EVENING = 7  # halvings of the last page's height
STRONGEST = 0.6  # nothing shrinks below this share of its size, whatever `least` says


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with its page, from 1, and the millimetres from the trim's top to its own: for bookmarks."""

    title: str
    level: int
    page: int
    y: float
    key: str = ""


@dataclass(frozen=True, slots=True)
class Flowed:
    """A booklet set. `bodies`: one SVG text a page, user units mm from the trim corner. `scale`: what `pages`
    made of 1.

    `links` are the source's links in order as (text, target): the text is printed, the target is not. `spots` are the
    places of links and contents entries, as (page from 1, spot); `places` are the blocks' first lines in the source,
    each with the page, from 1, on which the block begins. `fonts` are keys of FontLibrary.paths.
    """

    bodies: tuple[str, ...]
    headings: tuple[Heading, ...]
    links: tuple[tuple[str, str], ...]
    scale: float
    fonts: frozenset[str]
    icons: frozenset[str]
    spots: tuple[tuple[int, Spot], ...] = ()
    places: tuple[tuple[int, int], ...] = ()


def flow(
    source: str,
    frames: Sequence[Frame],
    library: FontLibrary,
    icons: IconSet,
    figure: Figure,
    report: Report,
    first_frames: Sequence[Frame] | None = None,
    styles: Mapping[str, object] | None = None,
    pages: int | None = None,
    language: str = "en",
    subject: str = "",
    span_of: Callable[[int], Span | None] = lambda line: None,
    even: bool = True,
    numbers: Mapping[str, int] = NO_NUMBERS,
    refer: Callable[[str], str] = lambda target: "",
    say: Callable[[str], str] = lambda text: text,
) -> Flowed:
    """`source` (Markdown, its expressions already filled in) set through `frames`, page after page.

    `figure(name, width)` gives a figure's width, height and SVG with its corner at 0, 0, all in mm, or None for an
    unknown one; `width` is None where the source states none. With `pages` all type and white shrink by one factor,
    down to each style's `least`, until they suffice; T050 says by how much they do not. `span_of(line)` is a source
    line's place. `numbers` are the pages of headings, by key, that the contents print; `refer` and `say` are those of
    flow_blocks.read. Other faults are T033 to T039 and T051 to T054; what can be set is.
    """

    def tell(slip: Slip, line: int) -> None:
        report.error(slip.code, slip.message, span_of(line), slip.remedy, subject)

    looks = read_styles(styles or {}, report, span_of(0))
    blocks, links = flow_blocks.read(source, tell, language, refer=refer, say=say)
    prepared = prepare(blocks, looks, library, icons, figure, tell, language, numbers)
    usual = list(frames)
    first = list(first_frames) if first_frames else usual

    def lay(scale: float, shorter: Mapping[int, float] | None = None) -> Layout:
        def frames_of(page: int) -> list[Frame]:
            given = first if page == 0 else usual
            share = (shorter or {}).get(page, 1.0)
            return [(x, y, width, height * share) for x, y, width, height in given]

        layout = Layout(prepared, looks, scale, frames_of, library, icons)
        layout.targets = [target for _, target in links]
        layout.run()
        return layout

    scale = 1.0
    layout = lay(scale)
    if pages is not None and len(layout.pages) > pages:
        least = _least([looks[block.kind] for block in blocks])
        while len(layout.pages) > pages and scale > least + 1e-9:
            scale = max(least, round(scale - STEP, 4))
            layout = lay(scale)
        if len(layout.pages) > pages:
            over = sum(page.used for page in layout.pages[pages:])
            body = looks["paragraph"]
            rows = max(1, round(over / from_points(body.size * scale * body.leading)))
            message = (
                f"the text needs {len(layout.pages)} pages where {pages} are allowed: {describe(over)} mm of column, "
                f"about {rows} lines, too long, even at {scale:.0%} of its sizes"
            )
            remedy = "shorten the text, widen the frames, allow more `pages`, or a smaller `least` in its styles"
            report.error("T050", message, span_of(0), remedy, subject)
    if even:
        layout = _evened(layout, lambda shorter: lay(scale, shorter), first, usual)
    for slip, line in layout.slips:
        tell(slip, line)
    return Flowed(
        tuple(page.svg() for page in layout.pages),
        tuple(
            Heading(*heading, key)
            for heading, key in zip(layout.headings, flow_blocks.heading_keys(blocks), strict=False)
        ),
        tuple(links),
        scale,
        frozenset(layout.fonts),
        frozenset(layout.icons),
        tuple((number, spot) for number, page in enumerate(layout.pages, 1) for spot in page.spots),
        tuple((prepared[index].block.line, page) for index, page in layout.starts.items()),
    )


def _least(styles: Sequence[BlockStyle]) -> float:
    return max([style.least / style.size for style in styles] + [STRONGEST])


def _evened(
    layout: Layout, lay: Callable[[Mapping[int, float]], Layout], first: Sequence[Frame], usual: Sequence[Frame]
) -> Layout:
    """The layout with its last page's columns as even as they can be: the lowest frames that still hold the text."""
    last = len(layout.pages) - 1
    frames = first if last == 0 else usual
    if len(frames) < 2 or len({(y, height) for _, y, _, height in frames}) > 1:
        return layout
    low, high, best = 0.05, 1.0, layout
    for _ in range(EVENING):
        middle = (low + high) / 2
        tried = lay({last: middle})
        if len(tried.pages) == last + 1 and not tried.slips:
            best, high = tried, middle
        else:
            low = middle
    return best
