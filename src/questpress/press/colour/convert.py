"""A drawn chunk in a target's colours. Equal chunks and recipes give equal bytes, in any process."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pikepdf

from questpress.press.colour.content import Recolouring, Unsupported
from questpress.press.colour.paints import Paints, paints_of
from questpress.press.colour.pale import lighten
from questpress.press.colour.pictures import Pictures
from questpress.press.colour.recipe import Recipe, Rgb
from questpress.press.colour.walk import Walk


@dataclass(frozen=True, slots=True)
class Coloured:
    """A chunk's PDF in other colours.

    `live` says of each page whether it has live transparency, `left_out` which of the recipe's hidden colours were met.
    """

    pdf: bytes
    live: tuple[bool, ...]
    left_out: tuple[Rgb, ...] = ()


class Colouring:
    """Colours chunks by one recipe. Raises ValueError where the recipe's profile cannot be used."""

    def __init__(self, recipe: Recipe) -> None:
        self.paints: Paints = paints_of(recipe)
        self._recolouring, self._pictures = Recolouring(self.paints), Pictures(self.paints)

    def convert(self, pdf: bytes) -> Coloured:
        """The chunk in the target's colours: nothing of RGB is left in it for CMYK and grey targets.

        Text in black alone overprints, spot colours are plates of their own. Raises Unsupported for what no drawing
        of ours contains: meshes, Lab, calculated functions.
        """
        recipe = self.paints.recipe
        self.paints.left_out.clear()
        with pikepdf.open(io.BytesIO(pdf)) as opened:
            if recipe.colour == "low-ink":
                lighten(opened, recipe.pale, recipe.hidden)
            live = Walk(opened, self._recolouring, self._pictures).document()
            out = io.BytesIO()
            opened.save(
                out,
                deterministic_id=True,
                compress_streams=False,  # what is written is compressed already
                object_stream_mode=pikepdf.ObjectStreamMode.generate,
            )
        return Coloured(out.getvalue(), tuple(live), tuple(sorted(self.paints.left_out)))


__all__ = ["Coloured", "Colouring", "Unsupported"]
