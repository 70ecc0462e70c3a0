"""Everything that a page draws with, given a target's colours: forms, patterns, shadings, pictures, masks, glyphs."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream

from questpress.press.colour import pictures
from questpress.press.colour.content import Odd, Recolouring, Unsupported
from questpress.press.colour.copies import copied_form
from questpress.press.colour.gradients import Gradients
from questpress.press.colour.paints import MaskPaints
from questpress.press.colour.recipe import Recipe
from questpress.press.colour.spaces import family
from questpress.press.palette import Spot

DEEPEST = 60  # forms in forms
LEVEL = 5  # of zlib
_OPAQUE = (Name.Normal, Name.Compatible)


class Walk:
    """One document's objects. Each is done once, however many pages show it.

    `live` are the pages (from 0) with live transparency. Raises Unsupported.
    """

    def __init__(self, pdf: Pdf, recolouring: Recolouring, images: pictures.Pictures) -> None:
        self.pdf, self.recolouring, self.images = pdf, recolouring, images
        self.paints = recolouring.paints
        self.gradients = Gradients(self.paints)
        self._done: dict[tuple[int, int], bool] = {}  # by object; whether transparency is live in it
        self._states: dict[tuple[bool, bool], Object] = {}
        self._plates: dict[str, Object] = {}
        self._groups: list[Object] = []  # what has a /Group

    def document(self) -> list[bool]:
        """Gives every page the target's colours; tells of each whether its transparency is live."""
        live = [self._page(page) for page in self.pdf.pages]
        for holder in self._groups:
            if any(live):
                holder.Group.CS = Name(self.paints.device)
            else:
                del holder.Group  # a group of opaque things shows what they show without it
        return live

    def _page(self, page: pikepdf.Page) -> bool:
        if isinstance(page.obj.get("/Contents"), Array):
            page.contents_coalesce()
        if "/Resources" not in page.obj:
            page.obj.Resources = Dictionary()
        live = self._resources(page.obj.Resources, 0)
        contents = page.obj.get("/Contents")
        if isinstance(contents, Stream):
            self._content(contents, page.obj.Resources, page=True)
        self._group(page.obj)
        return live

    def _group(self, holder: Object) -> None:
        if "/Group" in holder:
            self._groups.append(holder)

    def _content(self, stream: Stream, resources: Object, page: bool = False) -> None:
        names = _Names(self, resources)
        data = stream.read_bytes()
        try:
            made = self.recolouring.stream(data, names, page)
        except Odd:
            try:
                made = self.recolouring.stream(self._plainly(stream, resources), names, page)
            except Odd:
                raise Unsupported("a drawing that cannot be read") from None
        _write(stream, made)

    def _plainly(self, stream: Stream, resources: Object) -> bytes:
        """The content as qpdf writes it, with inline pictures as objects."""
        instructions: list[object] = []
        for found in pikepdf.parse_content_stream(stream):
            if isinstance(found, pikepdf.ContentStreamInlineImage):
                image = pictures.inline(found.iimage, self.pdf)
                if bool(found.iimage.image_mask):
                    del image.ColorSpace
                    image.ImageMask = True
                else:
                    self.images.recolour(image, family(image.ColorSpace))
                key = _added(resources, "/XObject", "qpPicture", image)
                instructions.append(([Name("/" + key.decode())], pikepdf.Operator("Do")))
            else:
                instructions.append(found)
        return pikepdf.unparse_content_stream(instructions)  # type: ignore[arg-type]

    # -- resources -----------------------------------------------------------------------------------------------

    def _resources(self, resources: Object, depth: int) -> bool:
        """Gives what the names of `resources` stand for the target's colours; whether transparency is live in it."""
        if depth > DEEPEST:
            raise Unsupported("a drawing nested too deeply")
        live = False
        for state in _values(resources, "/ExtGState"):
            live |= self._state(state, depth)
        for drawing in _values(resources, "/XObject"):
            if drawing.get("/Subtype") == Name.Form:
                live |= self._form(drawing, resources, depth)
            elif drawing.get("/Subtype") == Name.Image:
                live |= self._image(drawing)
        for shading in _values(resources, "/Shading"):
            self.gradients.recolour(shading)
        for pattern in _values(resources, "/Pattern"):
            if int(pattern.get("/PatternType", 1)) == 2:
                self.gradients.recolour(pattern.Shading)
                if "/ExtGState" in pattern:
                    live |= self._state(pattern.ExtGState, depth)
            else:
                live |= self._form(pattern, resources, depth)
        for font in _values(resources, "/Font"):
            if font.get("/Subtype") == Name.Type3:
                live |= self._glyphs(font, resources, depth)
        return live

    def _seen(self, found: Object) -> bool | None:
        """Whether transparency is live in an object that has been done; None: it has not."""
        return self._done.get(found.objgen) if found.is_indirect else None

    def _note(self, found: Object, live: bool) -> bool:
        if found.is_indirect:
            self._done[found.objgen] = live
        return live

    def _form(self, form: Stream, around: Object, depth: int) -> bool:
        known = self._seen(form)
        if known is not None:
            return known
        self._note(form, False)  # a form that shows itself ends here
        own = form.get("/Resources", around)
        live = self._resources(own, depth + 1) if "/Resources" in form else False
        self._content(form, own)
        self._group(form)
        return self._note(form, live)

    def _glyphs(self, font: Object, around: Object, depth: int) -> bool:
        """A font whose glyphs are drawings."""
        known = self._seen(font)
        if known is not None:
            return known
        own = font.get("/Resources", around)
        live = self._resources(own, depth + 1)
        for drawing in font.CharProcs.values():
            if self._seen(drawing) is None:
                self._content(drawing, own)
                self._note(drawing, live)
        return self._note(font, live)

    def _state(self, state: Object, depth: int) -> bool:
        """A graphics state; whether it makes transparency live."""
        blended = state.get("/BM", Name.Normal)
        modes = list(blended) if isinstance(blended, Array) else [blended]
        live = any(mode not in _OPAQUE for mode in modes[:1])
        live |= any(float(state.get(key, 1)) < 1 for key in ("/ca", "/CA"))
        mask = state.get("/SMask")
        if isinstance(mask, Dictionary):
            live = True
            self._mask(mask, depth)
        return live

    def _mask(self, mask: Object, depth: int) -> None:
        """A soft mask: colours of an alpha mask do not count, those of a luminosity mask become greys as light."""
        if mask.get("/S") == Name.Alpha:
            self._form(mask.G, Dictionary(), depth)
            return
        if self._seen(mask.G) is not None:
            return
        paints = MaskPaints(Recipe("grey"))
        inner = Walk(self.pdf, Recolouring(paints), pictures.Pictures(paints))
        mask.G = copied = copied_form(self.pdf, mask.G)
        inner._form(copied, Dictionary(), depth)
        for holder in inner._groups:
            holder.Group.CS = Name.DeviceGray
        self._note(copied, True)
        if "/BC" in mask and len(mask.BC) > 1:
            space: dict[int, str] = {3: "rgb", 4: "cmyk"}
            tone = inner.paints.plain(tuple(map(float, mask.BC)), space[len(mask.BC)])  # type: ignore[arg-type]
            mask.BC = Array(list(tone))

    def _image(self, image: Stream) -> bool:
        known = self._seen(image)
        if known is not None:
            return known
        live = isinstance(image.get("/SMask"), Stream) or int(image.get("/SMaskInData", 0)) > 0
        if not image.get("/ImageMask", False):
            kind = family(image.ColorSpace)
            if kind != "plate":
                self.images.recolour(image, kind)
        return self._note(image, live)

    # -- what is added -------------------------------------------------------------------------------------------

    def overprint(self, fills: bool, strokes: bool) -> Object:
        """The graphics state that switches overprinting; OPM 1: a plate with nothing on it is not touched."""
        if (fills, strokes) not in self._states:
            state = Dictionary(Type=Name.ExtGState, OPM=1, op=fills, OP=strokes)
            self._states[fills, strokes] = self.pdf.make_indirect(state)
        return self._states[fills, strokes]

    def plate(self, spot: Spot) -> Object:
        """The colour space of a spot colour; one for the whole document."""
        if spot.name not in self._plates:
            tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=list(spot.alternative), N=1)
            name = Name("/" + spot.name)
            space = Array([Name.Separation, name, Name.DeviceCMYK, self.pdf.make_indirect(tint)])
            self._plates[spot.name] = self.pdf.make_indirect(space)
        return self._plates[spot.name]


class _Names:
    """The names of one stream's resources."""

    def __init__(self, walk: Walk, resources: Object) -> None:
        self.walk, self.resources = walk, resources

    def space(self, name: str) -> str:
        operand = Name(name)
        stated = self.resources.get("/ColorSpace", Dictionary()).get(name)
        found = family(operand if stated is None else stated)
        if stated is not None and found.startswith("pattern-"):
            self.resources.ColorSpace[name] = Array([Name.Pattern, Name(self.walk.paints.device)])
        elif stated is not None and found in ("rgb", "grey", "cmyk"):
            if isinstance(stated, Array) and stated[0] == Name.Indexed:
                raise Unsupported("a drawing with a table of colours")
        return found

    def overprint(self, fills: bool, strokes: bool) -> bytes:
        name = f"qpOver{'Fill' if fills else ''}{'Stroke' if strokes else ''}"
        return _added(self.resources, "/ExtGState", name, self.walk.overprint(fills, strokes))

    def separation(self, spot: Spot) -> bytes:
        return _added(self.resources, "/ColorSpace", "qpPlate", self.walk.plate(spot))

    def stencil(self, name: str) -> bool:
        drawing = self.resources.get("/XObject", Dictionary()).get(name)
        return drawing is not None and bool(drawing.get("/ImageMask", False))


def _added(resources: Object, category: str, name: str, value: Object) -> bytes:
    """The name under which `resources` know `value`, `name` or one like it; it is added where it lacks."""
    if category not in resources:
        resources[category] = Dictionary()
    known = resources[category]
    number, key = 0, f"/{name}"
    while key in known and known[key].objgen != value.objgen:
        number += 1
        key = f"/{name}{number}"
    known[key] = value
    return key[1:].encode()


def _values(resources: Object, category: str) -> Iterator[Object]:
    for value in list(resources.get(category, Dictionary()).values()):
        if isinstance(value, Dictionary | Stream):
            yield value


def _write(stream: Stream, data: bytes) -> None:
    if "/DecodeParms" in stream:
        del stream["/DecodeParms"]
    stream.write(zlib.compress(data, LEVEL), filter=Name.FlateDecode)
