"""A page's plates: the page rewritten so that inks' tints show as red, green and blue, all else white; pdfium draws.

The page is copied into a document of its own whose colour goes through spaces with one changeable function each; per
drawing the functions, the images and the graphics states that spare plates are set. What overprint, transparency and
masks do, the drawing does, since they work on each ink alone (ISO 32000-1, 11.7.4), as they do on each channel of RGB.
So three plates are drawn at once; where something on the page would spare one of the three and not another, or blends
by hue, each is drawn alone. RGB has no tints: it stays white here and is told of elsewhere.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream

from questpress.press.preflight.inks import Put
from questpress.press.preflight.pictures import Pictures, Tints
from questpress.press.preflight.raster import Grey, draw
from questpress.press.preflight.spaces import CMYK, GRAY, PROCESS, RGB, Space
from questpress.press.preflight.state import Edges
from questpress.press.preflight.walk import Walked, Walker

DEVICE = {"/QsG": GRAY, "/QsR": RGB, "/QsC": CMYK}  # the spaces that rewritten content names, see content.py
KEPT_STATE = ("/LW", "/LC", "/LJ", "/ML", "/D", "/ca", "/CA", "/BM", "/AIS", "/TK", "/SMask")
BY_HUE = ("Hue", "Saturation", "Color", "Luminosity")  # ColorDodge and ColorBurn too: they only cost time
DEEPEST = 24


def plates(walker: Walker, walked: Walked, pictures: Pictures, media: Edges, ppi: float) -> Iterator[tuple[str, Grey]]:
    """The name and the drawing of every plate of a page: process inks, then spots; 255 is bare paper."""
    with pikepdf.new() as pdf:
        sheet = _Sheet(pdf, walker, pictures)
        page = Dictionary(Type=Name.Page, MediaBox=Array(list(media)), Resources=sheet.resources(walked, 0))
        page.Contents = pdf.make_stream(walked.content)
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
        if walker.layers.stated is not None:
            pdf.Root.OCProperties = sheet.copy(walker.layers.stated)
        for group in sheet.groups((*PROCESS, *sorted(walked.inks - set(PROCESS)))):
            sheet.show(group)
            out = io.BytesIO()
            pdf.save(out, compress_streams=False, stream_decode_level=pikepdf.StreamDecodeLevel.none)
            channels = draw(out.getvalue(), ppi)
            for place, plate in enumerate(group):
                yield plate, channels[:, :, place]


def program(space: Space, group: Sequence[str]) -> bytes:
    """A PostScript calculator function from a colour of `space` to RGB that shows its tints on up to three plates."""
    count = space.count
    words: list[bytes] = []
    for done, plate in enumerate((*group, "", "")[:3]):
        place = _place(space, plate)
        if place is None:
            words.append(b"1")
        else:
            words.append(b"%d index" % (count - 1 - place + done))
            words += [] if space.kind == "gray" else [b"1 exch sub"]
    return b"{ %s %d 3 roll %s}" % (b" ".join(words), count + 3, b"pop " * count)


def _place(space: Space, plate: str) -> int | None:
    """Which component of a colour is the tint of `plate`; None where none is."""
    if space.kind == "gray":
        return 0 if plate == "Black" else None
    if space.kind == "cmyk":
        return PROCESS.index(plate) if plate in PROCESS else None
    for name in (plate, "All"):
        if name in space.inks:
            return space.inks.index(name)
    return None


class _Sheet:
    """One page's objects in a document of its own, and what of them is different on each plate."""

    def __init__(self, pdf: Pdf, walker: Walker, pictures: Pictures) -> None:
        self.pdf, self.walker, self.pictures = pdf, walker, pictures
        self._spaces: dict[Space, Object] = {}
        self._functions: list[tuple[Stream, Space]] = []
        self._states: dict[Put, Object] = {}
        self._forms: dict[int, Stream] = {}
        self._images: dict[int, Stream] = {}
        self._tinted: list[tuple[Stream, Tints]] = []
        self._by_hue = False  # whether something blends colours whole

    def groups(self, names: Sequence[str]) -> list[tuple[str, ...]]:
        """The plates in groups that can be drawn at once."""
        found: list[tuple[str, ...]] = []
        for start in range(0, len(names), 3):
            group = tuple(names[start : start + 3])
            found += [group] if self._alike(group) else [(name,) for name in group]
        return found

    def _alike(self, group: tuple[str, ...]) -> bool:
        """Whether whatever spares one plate of the group spares all of it."""
        spared = [touched for fill, stroke, _, _ in self._states for touched in (fill, stroke) if touched is not None]
        return not self._by_hue and all(len({name in touched for name in group}) == 1 for touched in spared)

    def show(self, group: tuple[str, ...]) -> None:
        """Sets everything for one group of plates."""
        for function, space in self._functions:
            function.write(program(space, group))
        for (fill, stroke, fill_alpha, stroke_alpha), state in self._states.items():
            state.ca = fill_alpha if fill is None or group[0] in fill else 0
            state.CA = stroke_alpha if stroke is None or group[0] in stroke else 0
        for image, tints in self._tinted:
            image.Width, image.Height, data = tints.channels([_place(tints.space, name) for name in group])
            image.write(data)

    def space(self, space: Space) -> Object:
        """A colour space with the components of `space` that shows one plate."""
        if space not in self._spaces:
            function = self.pdf.make_stream(program(space, ()))
            function.FunctionType, function.Domain = 4, Array([0, 1] * space.count)
            function.Range = Array([0, 1] * 3)
            self._functions.append((function, space))
            names = [Name(f"/Ink{number}") for number in range(space.count)]
            if space.count == 1:
                made = Array([Name.Separation, names[0], Name.DeviceRGB, function])
            else:
                made = Array([Name.DeviceN, Array(names), Name.DeviceRGB, function])
            self._spaces[space] = self.pdf.make_indirect(made)
        return self._spaces[space]

    def shown_space(self, found: Object, resources: Dictionary) -> Object:
        """What stands for a colour space of the file."""
        space = self.walker.space(found, resources)
        if space.kind == "pattern":
            return Name.Pattern if space.base is None else Array([Name.Pattern, self.space(space.base)])
        if space.kind == "indexed" and space.base is not None and isinstance(found, Array):
            return Array([Name.Indexed, self.space(space.base), found[2], self.copy(found[3])])
        return self.space(space)

    def resources(self, walked: Walked, depth: int) -> Dictionary:
        """The resources of rewritten content."""
        source = walked.resources
        made = Dictionary()
        spaces = Dictionary({name: self.space(space) for name, space in DEVICE.items()})
        for name, found in _entries(source, "/ColorSpace"):
            spaces[name] = self.shown_space(found, source)
        states = Dictionary({f"/Qg{self.walker.mask(put)}": self.state(put) for put in walked.masks})
        for name, found in _entries(source, "/ExtGState"):
            if isinstance(found, Dictionary):
                states[name] = Dictionary({key: self.copy(found[key]) for key in KEPT_STATE if key in found})
                self._by_hue = self._by_hue or any(mode in str(found.get("/BM")) for mode in BY_HUE)
        drawn = Dictionary()
        for number, thing in walked.drawn.items():
            drawn[f"/Qx{number}"] = (
                self.form(thing, depth) if isinstance(thing, Walked) else self.image(number, thing, source)
            )
        patterns, shadings = Dictionary(), Dictionary()
        for name, found in _entries(source, "/Pattern"):
            cell = walked.patterns.get(name)
            if cell is not None:
                patterns[name] = self.form(cell, depth)
            elif isinstance(found, Dictionary) and found.get("/PatternType") == 2 and "/Shading" in found:
                entries = {key: self.copy(found[key]) for key in ("/PatternType", "/Matrix") if key in found}
                patterns[name] = Dictionary({**entries, "/Shading": self.shading(found.Shading, source)})
        for name, found in _entries(source, "/Shading"):
            if isinstance(found, Dictionary | Stream):
                shadings[name] = self.shading(found, source)
        made.ColorSpace, made.ExtGState, made.XObject = spaces, states, drawn
        made.Pattern, made.Shading = patterns, shadings
        made.Properties = Dictionary({name: self.copy(found) for name, found in _entries(source, "/Properties")})
        made.Font = Dictionary({name: self.font(font, walked, depth) for name, font in _entries(source, "/Font")})
        return made

    def state(self, put: Put) -> Object:
        if put not in self._states:
            self._states[put] = self.pdf.make_indirect(Dictionary(Type=Name.ExtGState))
        return self._states[put]

    def form(self, walked: Walked, depth: int) -> Stream:
        """A form or a pattern's cell, rewritten."""
        if id(walked) not in self._forms:
            source = walked.source
            assert source is not None  # only pages have none
            made = self.pdf.make_stream(walked.content)
            for key in ("/Type", "/Subtype", "/BBox", "/Matrix", *_CELL):
                if key in source:
                    made[key] = self.copy(source[key])
            group = source.get("/Group")
            if isinstance(group, Dictionary):
                kept = {key: group[key] for key in ("/S", "/I", "/K") if key in group}
                made.Group = Dictionary({**kept, "/CS": Name.DeviceRGB})
            self._forms[id(walked)] = made
            made.Resources = self.resources(walked, depth + 1) if depth < DEEPEST else Dictionary()
        return self._forms[id(walked)]

    def image(self, number: int, found: Stream, resources: Dictionary) -> Stream:
        """An image whose samples are one plate's tints; a stencil paints with the current colour as it is."""
        if number in self._images:
            return self._images[number]
        tints = None if found.get("/ImageMask", False) else self.pictures.tints(number, found, self.walker, resources)
        if tints is None:
            made = self.pdf.make_stream(found.read_raw_bytes())
            kept = (*_IMAGE, "/Filter", "/DecodeParms", "/Decode", "/BitsPerComponent", "/Width", "/Height")
            for key in (*kept, "/ImageMask"):
                if key in found:
                    made[key] = self.copy(found[key])
            if "/ColorSpace" in found and not found.get("/ImageMask", False):
                made.ColorSpace = self.shown_space(found.ColorSpace, resources)
        else:
            made = self.pdf.make_stream(b"\xff\xff\xff")
            for key in _IMAGE:
                if key in found and not (key == "/Mask" and isinstance(found[key], Array)):
                    made[key] = self.copy(found[key])
            made.ColorSpace, made.BitsPerComponent, made.Width, made.Height = Name.DeviceRGB, 8, 1, 1
            if tints.shape is not None:
                wide, high, data = tints.shape
                mask = self.pdf.make_stream(data)
                mask.Type, mask.Subtype, mask.Width, mask.Height = Name.XObject, Name.Image, wide, high
                mask.ColorSpace, mask.BitsPerComponent = Name.DeviceGray, 8
                made.SMask = mask
            self._tinted.append((made, tints))
        self._images[number] = made
        return made

    def shading(self, found: Dictionary | Stream, resources: Dictionary) -> Object:
        """A shading in the spaces that show one plate; its functions and meshes are as they were."""
        entries = {key: self.copy(value) for key, value in found.items() if key not in ("/ColorSpace", "/Length")}
        if "/ColorSpace" in found:
            entries["/ColorSpace"] = self.shown_space(found.ColorSpace, resources)
        if isinstance(found, Stream):
            return Stream(self.pdf, found.read_raw_bytes(), entries)
        return Dictionary(entries)

    def font(self, found: Object, walked: Walked, depth: int) -> Object:
        """A font as it is; a Type 3 font's drawings rewritten."""
        if not isinstance(found, Dictionary) or found.get("/Subtype") != Name.Type3:
            return self.copy(found)
        made = Dictionary({key: self.copy(value) for key, value in found.items() if key not in _DRAWN})
        drawings = Dictionary()
        for name, drawing in _entries(found, "/CharProcs"):
            glyph = walked.glyphs.get(f"{found.objgen} {name}")
            if glyph is not None:
                drawings[name] = self.pdf.make_stream(glyph.content)
                if depth < DEEPEST and "/Resources" not in made:
                    made.Resources = self.resources(glyph, depth + 1)
            elif isinstance(drawing, Stream):
                drawings[name] = self.copy(drawing)
        made.CharProcs = drawings
        return self.pdf.make_indirect(made)

    def copy(self, found: object, depth: int = 0) -> object:
        """A value of the file in this document, unchanged."""
        if not isinstance(found, Object) or depth > DEEPEST:
            return found if not isinstance(found, Object) else None
        if found.is_indirect:
            return self.pdf.copy_foreign(found)
        if isinstance(found, Dictionary):
            return Dictionary({key: self.copy(value, depth + 1) for key, value in found.items()})
        if isinstance(found, Array):
            return Array([self.copy(one, depth + 1) for one in found])
        return found


_CELL = ("/PatternType", "/PaintType", "/TilingType", "/XStep", "/YStep")
_IMAGE = ("/Type", "/Subtype", "/Interpolate", "/SMask", "/Mask")
_DRAWN = ("/CharProcs", "/Resources", "/ToUnicode")


def _entries(holder: Dictionary, category: str) -> list[tuple[str, Object]]:
    found = holder.get(category)
    return list(found.items()) if isinstance(found, Dictionary) else []
