"""Text in a content stream: where it is shown, how large, in which colour."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from questpress.press.preflight import looks
from questpress.press.preflight.facts import THIN
from questpress.press.preflight.inks import QUIET, colourless, knocks_out, rich, vanishes
from questpress.press.preflight.state import SAME, Edges, meet, moved, scales, times
from questpress.press.preflight.tokens import Operand, numbers, string, text_of

if TYPE_CHECKING:
    from questpress.press.preflight.content import Content


def begin_text(content: Content, _: list[Operand]) -> None:
    content.text = content.start = SAME
    content.text_clip = None


def end_text(content: Content, _: list[Operand]) -> None:
    if content.text_clip is not None:
        content.state.clip = meet(content.text_clip, content.state.clip) or (0.0, 0.0, -1.0, -1.0)
    content.text_clip = None


def set_font(content: Content, operands: list[Operand]) -> None:
    values = numbers(operands)
    name = operands[0] if operands else b""
    if isinstance(name, bytes) and name[:1] == b"/" and values:
        content.state.font = content.walker.font(text_of(name), content.resources)
        content.state.size = values[-1]


def number(content: Content, operands: list[Operand], name: str, factor: float = 1.0) -> None:
    values = numbers(operands)
    if values:
        setattr(content.state, name, values[0] * factor)


def mode(content: Content, operands: list[Operand]) -> None:
    values = numbers(operands)
    content.state.mode = int(values[0]) if values and 0 <= values[0] <= 7 else 0


def move(content: Content, operands: list[Operand], leading: bool = False) -> None:
    x, y = (*numbers(operands), 0.0, 0.0)[:2]
    if leading:
        content.state.leading = -y
    content.text = content.start = times((1.0, 0.0, 0.0, 1.0, x, y), content.start)


def text_matrix(content: Content, operands: list[Operand]) -> None:
    values = numbers(operands)
    if len(values) >= 6:
        content.text = content.start = tuple(values[:6])  # type: ignore[assignment]


def next_line(content: Content, _: list[Operand]) -> None:
    content.text = content.start = times((1.0, 0.0, 0.0, 1.0, 0.0, -content.state.leading), content.start)


def show(content: Content, operands: list[Operand]) -> None:
    if operands:
        last = operands[-1]
        shown(content, last if isinstance(last, list) else [last])


def show_next(content: Content, operands: list[Operand]) -> None:
    next_line(content, operands)
    show(content, operands)


def show_spaced(content: Content, operands: list[Operand]) -> None:
    values = numbers(operands[:-1])
    if len(values) >= 2:
        content.state.wordspacing, content.state.spacing = values[:2]
    show_next(content, operands)


def shown(content: Content, parts: list[bytes]) -> None:
    """Text that is shown: moves on, and notes it where it can be seen."""
    state = content.state
    font, size = state.font, state.size
    if font is None:
        return
    moves = 0.0
    glyphs = False
    for part in parts:
        if part[:1] in b"(<" and part:
            text = string(part)
            glyphs = glyphs or bool(text.strip())
            moves += font.advance(text, state.spacing, state.wordspacing, size)
        else:
            moves -= sum(numbers([part])) / 1000 * size
    moves *= state.stretch
    matrix = times(content.text, state.matrix)
    low, high = sorted((font.low * size + state.rise, font.high * size + state.rise))
    box = moved((min(0.0, moves), low, max(0.0, moves), high), matrix)
    content.text = times((1.0, 0.0, 0.0, 1.0, moves, 0.0), content.text)
    if state.mode >= 4:
        held = content.text_clip
        content.text_clip = box if held is None else looks.joined(held, box)
    if not glyphs:
        return
    if not content.hidden:
        content.walker.shows(font)
    fill, stroke = state.mode in (0, 2, 4, 6), state.mode in (1, 2, 5, 6)
    if not (fill or stroke):
        return
    content.prepare(fill, stroke, content.begun)
    _noted_text(content, box, matrix, fill, stroke)


def _noted_text(content: Content, box: Edges, matrix: tuple[float, ...], fill: bool, stroke: bool) -> None:
    state, facts = content.state, content.walked.facts
    if fill and state.fill.space.kind not in QUIET:
        content.coloured(state.fill, box, "text")
    if stroke:
        content.coloured(state.stroke, box, "text outline")
    content.live(box, fill, stroke)
    if state.font.glyphs is not None:
        looks.type3(content, box)
    seen = content.seen(box)
    if seen is None:
        return
    size = abs(state.size) * hypot(matrix[2], matrix[3])
    if state.font.sort == "Type3":
        size *= 1000 * hypot(state.font.matrix[2], state.font.matrix[3])
    facts.add("text", seen, size)
    if stroke and not fill:
        thin = state.line * scales(state.matrix)[0]
        if thin < THIN:
            facts.add("line", seen, thin)
    if fill and not colourless(state.fill.space):
        if vanishes(state.fill, state.fill_over, state.over_mode):
            facts.add("white", seen, detail="text")
        inks = rich(state.fill)
        if inks:
            facts.add("rich", seen, size, inks)
        elif knocks_out(state.fill, state.fill_over, state.over_mode):
            facts.add("knockout", seen, size)
