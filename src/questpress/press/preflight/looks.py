"""What content draws by name or by a parameter dictionary: forms, images, shadings, patterns, masks, glyphs."""

from __future__ import annotations

import math
from math import hypot
from typing import TYPE_CHECKING

from pikepdf import Array, Dictionary, Name, Object, Stream

from questpress.press.preflight.facts import Fact
from questpress.press.preflight.spaces import GRAY, UNKNOWN, Space
from questpress.press.preflight.state import SAME, Edges, Matrix, Paint, meet, moved, times
from questpress.press.preflight.streams import TooLarge, Unreadable, decoded
from questpress.press.preflight.tokens import Operand

if TYPE_CHECKING:
    from questpress.press.preflight.content import Content
    from questpress.press.preflight.walk import Walked

UNIT: Edges = (0.0, 0.0, 1.0, 1.0)
MOST_SAMPLES = 100_000_000  # pixels of an image
MOST_PROGRAM = 4096  # bytes of a shading's PostScript calculator function
MOST_TILES = 100_000  # of a pattern in one shape; pdfium would draw each
LEAST_PIXELS = 10  # a side; smaller images are flat colours and gradients in disguise
_KEYS = {  # of inline images, in full (ISO 32000-1, table 93)
    "/BPC": "/BitsPerComponent",
    "/CS": "/ColorSpace",
    "/D": "/Decode",
    "/DP": "/DecodeParms",
    "/F": "/Filter",
    "/H": "/Height",
    "/IM": "/ImageMask",
    "/I": "/Interpolate",
    "/W": "/Width",
}


def joined(one: Edges, other: Edges) -> Edges:
    """The box around both."""
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _matrix(found: Object | None) -> Matrix:
    try:
        values = tuple(float(v) for v in found)  # type: ignore[union-attr]
    except (TypeError, ValueError):
        return SAME
    return values if len(values) == 6 else SAME  # type: ignore[return-value]


def ext_state(content: Content, found: Dictionary) -> None:
    """Takes over what a graphics state dictionary sets; notes what PDF/X forbids in one."""
    state, facts = content.state, content.walked.facts
    if "/LW" in found:
        state.line = abs(_float(found.LW, state.line))
    if "/OP" in found:
        state.stroke_over = bool(found.OP)
        if "/op" not in found:
            state.fill_over = bool(found.OP)
    if "/op" in found:
        state.fill_over = bool(found["/op"])
    if "/OPM" in found:
        state.over_mode = int(_float(found.OPM, 0))
    if "/ca" in found or "/CA" in found:
        state.fill_alpha = _float(found.get("/ca"), state.fill_alpha)
        state.stroke_alpha = _float(found.get("/CA"), state.stroke_alpha)
        spared = state.put and (state.put[0] is not None or state.put[1] is not None)
        state.put = (None, None, -1.0, -1.0) if spared else (None, None, state.fill_alpha, state.stroke_alpha)
    if "/BM" in found:
        modes = found.BM if isinstance(found.BM, Array) else [found.BM]
        state.blend = str(modes[0])[1:] if len(modes) else "Normal"
    if "/Font" in found and isinstance(found.Font, Array) and len(found.Font) == 2:
        from questpress.press.preflight.fonts import font_of

        state.font, state.size = font_of(found.Font[0]), _float(found.Font[1], state.size)
    if found.get("/TR") is not None or found.get("/TR2") not in (None, Name.Default):
        facts.add("forbidden", state.clip, detail="a transfer function")
    if "/HTP" in found:
        facts.add("forbidden", state.clip, detail="a halftone phase")
    if "/SMask" in found:
        mask = found.SMask
        state.masked = isinstance(mask, Dictionary)
        if isinstance(mask, Dictionary):
            soft_mask(content, mask)


def soft_mask(content: Content, mask: Dictionary) -> None:
    """Looks through the group of a soft mask for colours that do not belong there."""
    group = mask.get("/G")
    if not isinstance(group, Stream):
        return
    found = content.walker.form(group, content.state.isolated(), content.walked, content.depth + 1)
    if found is None:
        return
    _, walked = found
    for fact in walked.facts.found:
        if fact.kind in ("rgb", "forbidden", "misfit"):
            detail = fact.detail.removesuffix(" in a soft mask") + " in a soft mask"
            content.walked.facts.take(Fact(fact.kind, content.state.clip, 0.0, detail))


def xobject(content: Content, found: Stream) -> None:
    """A form, an image, or what PDF/X forbids."""
    if content.walker.layers.hide(found.get("/OC")):
        content.write(b"")
        return
    sort = found.get("/Subtype")
    facts, clip = content.walked.facts, content.state.clip
    if "/OPI" in found:
        facts.add("forbidden", clip, detail="an OPI reference")
    if sort == Name.Form:
        if "/Ref" in found:
            facts.add("forbidden", clip, detail="a reference to another file's page")
        if "/PS" in found or found.get("/Subtype2") == Name.PS:
            facts.add("forbidden", clip, detail="PostScript code")
        form(content, found)
    elif sort == Name.Image:
        if "/Alternates" in found:
            facts.add("forbidden", clip, detail="an alternate image")
        image(content, found)
        number = content.walker.number(("image", found.objgen))
        content.walked.drawn[number] = found
        content.write(b"/Qx%d Do" % number)
    elif sort == Name.PS:
        facts.add("forbidden", clip, detail="PostScript code")


def form(content: Content, found: Stream) -> None:
    """A form's content, read in the present state, and its facts as they are seen from here."""
    state, walked = content.state, content.walked
    if isinstance(found.get("/Group"), Dictionary):
        content.live(content.state.clip, True, True)
    answer = content.walker.form(found, state, walked, content.depth + 1)
    if answer is None:
        return
    key, child = answer
    taken(content, child, times(_matrix(found.get("/Matrix")), state.matrix))
    number = content.walker.number(key)
    walked.drawn[number] = child
    content.write(b"/Qx%d Do" % number)


def taken(content: Content, child: Walked, matrix: Matrix) -> None:
    """Takes over what was noted of drawn content."""
    walked, clip = content.walked, content.state.clip
    content.walker.step(len(child.facts.found) + 1)
    for fact in child.facts.found:
        seen = fact.within(matrix, clip)
        if seen is not None:
            walked.facts.take(seen)
    if not content.hidden:
        walked.inks |= child.inks
    walked.weight += child.weight
    walked.whole = walked.whole and child.whole


def image(content: Content, found: Stream, inline: bool = False) -> None:
    """Notes an image's colour, its resolution where it lies, and its transparency."""
    state, facts = content.state, content.walked.facts
    box = moved(UNIT, state.matrix)
    width, height = int(_float(found.get("/Width"), 0)), int(_float(found.get("/Height"), 0))
    a, b, c, d = state.matrix[:4]
    wide, high = hypot(a, b) / 72, hypot(c, d) / 72  # inches
    what = "inline image" if inline else "image"
    if max(_samples(found), *(_samples(found.get(key)) for key in ("/SMask", "/Mask"))) > MOST_SAMPLES:
        content.walked.whole = False
        content.walker.note("large", f"an image has more than {MOST_SAMPLES:,} pixels")
    if found.get("/ImageMask", False):
        content.prepare(True, False, content.begun)
        content.coloured(state.fill, box, "image mask")
    else:
        space = image_space(content, found)
        content.prepare(True, False, content.begun, image=space)
        content.coloured(Paint(space, ()), box, what)
        if isinstance(found.get("/SMask"), Stream):
            facts.add("live", box, detail="an image with a soft mask")
            said = image_space(content, found.SMask).rgb()
            if said:
                facts.add("rgb", box, detail=f"{said} image in a soft mask")
    _weigh_samples(content, found, box, inline)
    content.live(box, True, False)
    seen = content.seen(box)
    if seen is not None and wide > 0 and high > 0 and min(width, height) >= LEAST_PIXELS:
        facts.add("image", seen, min(width / wide, height / high), f"{width} × {height} pixels")


def _weigh_samples(content: Content, found: Stream, box: Edges, inline: bool) -> None:
    """Notes an image, or a mask of one, whose data does not fit what it says of itself."""
    for part, what in ((found, ""), (found.get("/SMask"), " in its soft mask"), (found.get("/Mask"), " in its mask")):
        if not isinstance(part, Stream) or not 0 < _samples(part) <= MOST_SAMPLES:
            continue
        space = None if part.get("/ImageMask", False) else image_space(content, part)
        wrong = content.walker.misfit(part, space, kept=not inline)
        if wrong:
            content.walked.facts.add("misfit", box, detail=wrong + what)


def _samples(found: object) -> float:
    """How many pixels an image or a mask has."""
    if not isinstance(found, Stream):
        return 0.0
    return _float(found.get("/Width"), 0.0) * _float(found.get("/Height"), 0.0)


def image_space(content: Content, found: Stream) -> Space:
    """An image's colour space; JPEG 2000 may leave it to its own data."""
    stated = found.get("/ColorSpace")
    return UNKNOWN if stated is None else content.walker.space(stated, content.resources)


def inline(content: Content, operands: list[Operand]) -> None:
    """An inline image: as any other; rewritten content draws it as an object of its own."""
    said: dict[str, Object] = {}
    parts, data = operands[:-1], operands[-1] if operands else b""
    for name, value in zip(parts[::2], parts[1::2], strict=False):
        if isinstance(name, bytes) and name[:1] == b"/":
            full = _KEYS.get(name.decode("latin-1"), name.decode("latin-1"))
            try:
                text = b"[" + b" ".join(value) + b"]" if isinstance(value, list) else value
                said[full] = Object.parse(text)
            except (ValueError, RuntimeError, TypeError):
                continue
    found = content.walker.inline(said, data if isinstance(data, bytes) else b"")
    image(content, found, inline=True)
    number = content.walker.number(("inline", said_key(said), data))
    content.walked.drawn[number] = found
    content.write(b"/Qx%d Do" % number)


def said_key(said: dict[str, Object]) -> str:
    """An inline image's dictionary as a text that is the same for equal ones."""
    return " ".join(f"{key} {value!r}" for key, value in sorted(said.items()))


def shading(content: Content, found: Dictionary | Stream) -> None:
    """The `sh` operator: paints all that is visible."""
    state = content.state
    space = content.walker.space(found.get("/ColorSpace"), content.resources)
    weigh_shading(content, found)
    content.prepare(True, False, content.begun, image=space)
    content.coloured(Paint(space, ()), state.clip, "shading")
    content.live(state.clip, True, False)


def weigh_shading(content: Content, found: object) -> None:
    """Notes a shading whose program would be run for every pixel and takes long."""
    held = found.get("/Function") if isinstance(found, Dictionary | Stream) else None
    for function in held if isinstance(held, Array) else (held,):
        if isinstance(function, Stream) and function.get("/FunctionType") == 4:
            try:
                decoded(function, MOST_PROGRAM)
            except (TooLarge, Unreadable):
                content.walked.whole = False
                content.walker.note("large", f"a shading's program has more than {MOST_PROGRAM:,} bytes")


def pattern(content: Content, paint: Paint, box: Edges) -> None:
    """A pattern that paints `box`: a shading's colours, or a cell's content."""
    held = content.resources.get("/Pattern")
    found = held.get(paint.pattern) if isinstance(held, Dictionary) else None
    facts = content.walked.facts
    if isinstance(found, Dictionary) and found.get("/PatternType") == 2:
        shaded = found.get("/Shading")
        space = content.walker.space(shaded.get("/ColorSpace"), content.resources) if shaded is not None else GRAY
        weigh_shading(content, shaded)
        content.coloured(Paint(space, ()), box, "shading")
    elif isinstance(found, Stream) and _tiles(found, meet(box, content.state.clip) or box) > MOST_TILES:
        content.walked.whole = False
        content.walker.note("large", f"a pattern is repeated more than {MOST_TILES:,} times")
    elif isinstance(found, Stream) and paint.pattern not in content.walked.patterns:
        walked = content.walker.pattern(found, content.state, content.walked, content.depth + 1)
        if walked is not None:
            content.walked.patterns[paint.pattern] = walked
            for fact in walked.facts.found:
                if fact.kind in ("rgb", "live", "forbidden", "misfit"):
                    facts.take(Fact(fact.kind, box, 0.0, fact.detail))
                elif fact.kind in ("line", "image"):
                    shown = fact.within(_matrix(found.get("/Matrix")), (-1e9, -1e9, 1e9, 1e9))
                    seen = content.seen(box)
                    if shown is not None and seen is not None:
                        facts.take(Fact(fact.kind, seen, shown.value, fact.detail))
            content.walked.inks |= walked.inks
            content.walked.weight += walked.weight
            content.walked.whole = content.walked.whole and walked.whole


def _tiles(found: Stream, box: Edges) -> float:
    """How many of a pattern's cells it takes to fill the box."""
    a, b, c, d = _matrix(found.get("/Matrix"))[:4]
    step = abs(_float(found.get("/XStep"), 0.0) * _float(found.get("/YStep"), 0.0) * (a * d - b * c))
    area = (box[2] - box[0]) * (box[3] - box[1])
    return area / step if step else (math.inf if area else 0.0)


def type3(content: Content, box: Edges) -> None:
    """The drawings of a Type 3 font: each looked at once a content stream for what they colour."""
    font = content.state.font
    drawings = font.glyphs.get("/CharProcs")
    if not isinstance(drawings, Dictionary):
        return
    for name, drawing in drawings.items():
        key = f"{font.glyphs.objgen} {name}"
        if not isinstance(drawing, Stream) or key in content.walked.glyphs:
            continue
        walked = content.walker.glyph(drawing, font.glyphs, content.state, content.walked, content.depth + 1)
        if walked is None:
            continue
        content.walked.glyphs[key] = walked
        content.walked.inks |= walked.inks
        for fact in walked.facts.found:
            if fact.kind in ("rgb", "live", "forbidden", "misfit"):
                content.walked.facts.take(Fact(fact.kind, meet(box, content.state.clip) or box, 0.0, fact.detail))


def _float(found: object, otherwise: float) -> float:
    try:
        return float(found)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return otherwise
