"""What is written for a colour of a drawn page: one class a kind of target, all with the same few questions.

A tone is what a colour becomes: components of the target's own space, a Tint of a spot colour, or None where the target
leaves it out. Pictures go the same way as colours.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from PIL import Image, ImageChops, ImageCms

from questpress.press.colour.conversion import Conversion
from questpress.press.colour.inks import BLACK, NONE
from questpress.press.colour.lightness import encoded, light_of, luminance
from questpress.press.colour.recipe import Recipe, Rgb, Tint

Space = Literal["rgb", "grey", "cmyk"]
Tone = tuple[float, ...] | Tint | None
COMPONENTS = {"rgb": 3, "grey": 1, "cmyk": 4}
WHITE_RGB: Rgb = (255, 255, 255)


class Paints:
    """The tones of sRGB, as they are: for targets that print what screens show."""

    space: Space = "rgb"
    fill, stroke = "rg", "RG"
    device = "/DeviceRGB"
    black: Tone = (0.0, 0.0, 0.0)
    overprints = False  # whether black text does

    def __init__(self, recipe: Recipe) -> None:
        self.recipe = recipe
        self.left_out: set[Rgb] = set()  # hidden colours that have been met

    def tone(self, values: tuple[float, ...], space: Space) -> Tone:
        """The tone of a colour given in `space`, each component 0 to 1."""
        if space == "cmyk":
            return self.of_inks(values)
        rgb = shown(values)
        return None if rgb in self.recipe.hidden else self.of_rgb(rgb)

    def of_rgb(self, rgb: Rgb) -> Tone:
        return tuple(round(value / 255, 6) for value in rgb)

    def of_inks(self, inks: tuple[float, ...]) -> Tone:
        """What the four inks become: for the rare drawing that states them itself."""
        cyan, magenta, yellow, black = inks
        return self.of_rgb(_eight_bits([(1 - part) * (1 - black) for part in (cyan, magenta, yellow)]))

    def plain(self, values: tuple[float, ...], space: Space) -> tuple[float, ...]:
        """The tone in components of the target's space, where no other will do: in the stops of a gradient."""
        tone = self.tone(values, space)
        if isinstance(tone, Tint):
            return self.of_inks(tone.inks) if self.space != "cmyk" else tone.inks  # type: ignore[return-value]
        if tone is None:
            self.left_out.add(shown(values))
            return self.white
        return tone

    @property
    def white(self) -> tuple[float, ...]:
        found = self.of_rgb(WHITE_RGB)
        assert isinstance(found, tuple)
        return found

    def picture(self, image: Image.Image, profile: bytes | None) -> Image.Image:
        """An RGB, CMYK or grey picture in the target's space, or in grey; `profile` is what an RGB one carries."""
        return image.convert("RGB")


class CmykPaints(Paints):
    """Inks of an output profile."""

    space: Space = "cmyk"
    fill, stroke = "k", "K"
    device = "/DeviceCMYK"
    black: Tone = BLACK

    def __init__(self, recipe: Recipe) -> None:
        super().__init__(recipe)
        assert recipe.profile is not None
        self.overprints = recipe.overprint
        self.conversion = Conversion(recipe.profile.icc, recipe.limit)

    def of_rgb(self, rgb: Rgb) -> Tone:
        stated = self.recipe.exact.get(rgb)
        if isinstance(stated, Tint):
            return stated
        if stated is None:
            if rgb == WHITE_RGB:
                stated = NONE
            elif rgb[0] == rgb[1] == rgb[2]:
                stated = (0.0, 0.0, 0.0, self.conversion.blacks[rgb[0]])
            else:
                stated = self.conversion.inks(*rgb)
        return tuple(round(part, 4) for part in stated)

    def of_inks(self, inks: tuple[float, ...]) -> Tone:
        return inks

    def picture(self, image: Image.Image, profile: bytes | None) -> Image.Image:
        if image.mode == "CMYK":
            return image
        grey = image if image.mode == "L" else _grey(image) if profile is None else None
        if grey is not None:
            return grey.point(self.conversion.black_table)  # as vector greys: the black plate alone
        return self.conversion.picture(image.convert("RGB"), profile)


class GreyPaints(Paints):
    """Greys of the same lightness, for printers with black alone."""

    space: Space = "grey"
    fill, stroke = "g", "G"
    device = "/DeviceGray"
    black: Tone = (0.0,)

    def of_rgb(self, rgb: Rgb) -> Tone:
        return (round(encoded(luminance(rgb)), 4),)

    def picture(self, image: Image.Image, profile: bytes | None) -> Image.Image:
        if image.mode == "L":
            return image
        lab = ImageCms.applyTransform(image.convert("RGB"), self._lab)
        assert lab is not None
        return lab.getchannel(0).point(self._greys)

    @cached_property
    def _lab(self) -> ImageCms.ImageCmsTransform:
        return ImageCms.buildTransform(ImageCms.createProfile("sRGB"), ImageCms.createProfile("LAB"), "RGB", "LAB")

    @cached_property
    def _greys(self) -> list[int]:
        """The grey of sRGB for each of 256 steps of lightness L*."""
        return [round(255 * encoded(light_of(step * 100 / 255))) for step in range(256)]


class MaskPaints(Paints):
    """Inside a luminosity mask: greys that mask as much as the colours did (ISO 32000-1, 11.5.3 and 10.3.2)."""

    space: Space = "grey"
    fill, stroke = "g", "G"
    device = "/DeviceGray"
    black: Tone = (0.0,)

    def tone(self, values: tuple[float, ...], space: Space) -> Tone:
        if space == "cmyk":
            cyan, magenta, yellow, black = values
            return (round(1 - min(1.0, 0.3 * cyan + 0.59 * magenta + 0.11 * yellow + black), 4),)
        if len(values) == 1:
            return values
        red, green, blue = values
        return (round(0.3 * red + 0.59 * green + 0.11 * blue, 4),)

    def of_inks(self, inks: tuple[float, ...]) -> Tone:
        return self.tone(inks, "cmyk")

    def picture(self, image: Image.Image, profile: bytes | None) -> Image.Image:
        return image.convert("L")


def paints_of(recipe: Recipe) -> Paints:
    """The paints of the recipe's kind of target. Raises ValueError where its profile cannot be used."""
    return {"cmyk": CmykPaints, "grey": GreyPaints}.get(recipe.colour, Paints)(recipe)


def shown(values: tuple[float, ...]) -> Rgb:
    """The sRGB key of a grey's or a colour's components, each 0 to 1."""
    return _eight_bits(values * 3 if len(values) == 1 else values)


def _grey(image: Image.Image) -> Image.Image | None:
    """A picture whose red, green and blue are equal in every pixel, as grey; else None."""
    red, green, blue = image.convert("RGB").split()
    if any(ImageChops.difference(red, other).getbbox() for other in (green, blue)):
        return None
    return red


def _eight_bits(values: tuple[float, ...] | list[float]) -> Rgb:
    red, green, blue = (min(255, max(0, round(value * 255))) for value in values)
    return red, green, blue
