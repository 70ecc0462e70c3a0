"""Gradients in a target's colours: what they run between becomes its colours, what lies between is mixed there."""

from __future__ import annotations

import zlib

from pikepdf import Array, Name, Object

from questpress.press.colour.content import Unsupported
from questpress.press.colour.paints import COMPONENTS, Paints
from questpress.press.colour.spaces import family

DEEPEST = 60  # functions in functions


class Gradients:
    """The shadings of one document, each converted once."""

    def __init__(self, paints: Paints) -> None:
        self.paints = paints
        self._done: set[tuple[int, int]] = set()

    def recolour(self, shading: Object) -> None:
        """Gives a shading the target's colours. Raises Unsupported for meshes and calculated colours."""
        space = "" if self._seen(shading) else family(shading.ColorSpace)
        if space not in COMPONENTS or space == self.paints.space:
            return
        if int(shading.ShadingType) > 3:
            raise Unsupported("a gradient over a mesh")
        if isinstance(shading.Function, Array):
            raise Unsupported("a gradient with a function for each component")
        self._function(shading.Function, space, 0)
        shading.ColorSpace = Name(self.paints.device)
        if "/Background" in shading:
            shading.Background = self._tone(shading.Background, space)

    def _seen(self, found: Object) -> bool:
        """Whether an object has been done; from now on it has."""
        if not found.is_indirect:
            return False
        if found.objgen in self._done:
            return True
        self._done.add(found.objgen)
        return False

    def _function(self, function: Object, space: str, depth: int) -> None:
        """ISO 32000-1, 7.10: sampled, exponential and stitching functions."""
        if depth > DEEPEST:
            raise Unsupported("a gradient nested too deeply")
        if self._seen(function):
            return
        width, kind = COMPONENTS[space], int(function.FunctionType)
        if kind == 2:
            function.C0 = self._tone(function.get("/C0", [0] * width), space)
            function.C1 = self._tone(function.get("/C1", [1] * width), space)
        elif kind == 3:
            for part in function.Functions:
                self._function(part, space, depth + 1)
        elif kind == 0 and int(function.BitsPerSample) == 8 and "/Decode" not in function:
            shares = [value / 255 for value in function.read_bytes()]
            colours = [tuple(shares[place : place + width]) for place in range(0, len(shares), width)]
            tones = [self.paints.plain(colour, space) for colour in colours]  # type: ignore[arg-type]
            samples = bytes(round(255 * part) for tone in tones for part in tone)
            if "/DecodeParms" in function:
                del function["/DecodeParms"]
            function.write(zlib.compress(samples), filter=Name.FlateDecode)
        else:
            raise Unsupported(f"a gradient with a function of type {kind}")
        if "/Range" in function:
            function.Range = Array([0, 1] * len(self.paints.white))

    def _tone(self, values: Object, space: str) -> Array:
        return Array(list(self.paints.plain(tuple(map(float, values)), space)))  # type: ignore[arg-type]
