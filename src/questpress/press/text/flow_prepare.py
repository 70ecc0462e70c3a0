"""A booklet's blocks with their text shaped, once for every layout that is tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from questpress.press.text.flow_blocks import LINK, Block, Pieces, Tell
from questpress.press.text.flow_style import BlockStyle
from questpress.press.text.fontfile import FontFile
from questpress.press.text.fonts import FontLibrary, NoFont
from questpress.press.text.icons import IconSet, NoIcon
from questpress.press.text.markup import Paragraph, Piece, Slip
from questpress.press.text.words import Compositor, Prepared

Figure = Callable[[str, float | None], tuple[float, float, str] | None]


@dataclass
class Shaped:
    """A block ready to be placed. `text` is a figure's caption for figures; `cells` are a table's rows, head first."""

    block: Block
    style: BlockStyle
    font: FontFile
    text: Prepared
    marker: Prepared | None = None
    figure: tuple[float, float, str] = (0.0, 0.0, "")
    cells: list[list[Prepared]] = field(default_factory=list)


def prepare(
    blocks: Sequence[Block],
    looks: Mapping[str, BlockStyle],
    library: FontLibrary,
    icons: IconSet,
    figure: Figure,
    tell: Tell,
    language: str,
    pages: Mapping[str, int],
) -> list[Shaped]:
    """The blocks shaped. Faults of fonts, glyphs, icons and figures go to `tell`; unknown figures are left out.

    `pages` gives the page of each heading, by its key, for the contents.
    """
    return _Preparing(looks, library, icons, figure, tell, language).run(blocks, pages)


class _Preparing:
    def __init__(
        self,
        looks: Mapping[str, BlockStyle],
        library: FontLibrary,
        icons: IconSet,
        figure: Figure,
        tell: Tell,
        language: str,
    ) -> None:
        self.looks = looks
        self.library = library
        self.icons = icons
        self.figure = figure
        self.tell = tell
        self.language = language
        self.compositor = Compositor.of(library)

    def run(self, blocks: Sequence[Block], pages: Mapping[str, int]) -> list[Shaped]:
        found = []
        for block in blocks:
            kind = block.kind
            style = self.looks["aside" if block.aside and kind == "paragraph" else kind]
            voice = self.looks["caption"] if kind == "figure" else style
            made = Shaped(block, style, self._font(voice, block.line), self._shaped(block.pieces, voice, block.line))
            if block.kind == "contents":
                number = Piece(str(pages.get(block.target, 0)))
                made.marker = self._shaped((number,), style, block.line)
            if block.marker:
                made.marker = self._shaped(block.marker, style, block.line)
            if kind == "table":
                head, *rest = block.rows
                bold = tuple(tuple(piece._replace(bold=True) for piece in cell) for cell in head)
                made.cells = [[self._shaped(cell, style, block.line) for cell in row] for row in (bold, *rest)]
            elif kind == "figure":
                drawn = self.figure(block.name, block.width)
                if drawn is None:
                    self.tell(Slip("T053", f"no figure '{block.name}'", "correct its name, or add it"), block.line)
                    continue
                made.figure = drawn
            found.append(made)
        return found

    def _font(self, style: BlockStyle, line: int) -> FontFile:
        italic = style.style != "normal"
        try:
            return self.library.stack(style.font, style.weight, italic).first
        except NoFont as absent:
            if not absent.told:
                self.tell(Slip(absent.code, str(absent), absent.remedy), line)
            return self.library.nearest_stack(style.font, style.weight, italic).first

    def _shaped(self, pieces: Pieces, style: BlockStyle, line: int) -> Prepared:
        def width(name: str) -> float:
            if name.startswith(LINK):
                return 0.0
            try:
                return self.icons.width(name)
            except NoIcon as absent:
                self.tell(Slip(absent.code, str(absent), absent.remedy), line)
                return 1.0

        shaped = self.compositor.prepare(Paragraph(pieces), style.voice(self.language), width)
        for slip in shaped.slips:
            self.tell(slip, line)
        return shaped
