"""Through the output profile: sRGB colours, greys and pictures to inks, relative colorimetric, with black point
compensation, under an ink limit. LittleCMS, as Pillow brings it.
"""

from __future__ import annotations

import io
from functools import cached_property, lru_cache

from PIL import Image, ImageCms, ImageFilter

from questpress.press.colour.inks import limited
from questpress.press.palette import Cmyk

GRID = 33  # places along each axis of the table that pictures go through where the profile alone breaks the limit
_INTENT = ImageCms.Intent.RELATIVE_COLORIMETRIC
_FLAGS = ImageCms.Flags.BLACKPOINTCOMPENSATION


class _Unwritten:
    """Stands for the output profile, which Pillow writes out anew for every image: 8 ms for one of 1 MB, per colour."""

    def tobytes(self) -> bytes:
        return b""


class Conversion:
    """sRGB to the inks of one profile, each 0 to 1, together at most `limit` (1 to 4).

    Raises ValueError where LittleCMS cannot use the profile.
    """

    def __init__(self, icc: bytes, limit: float = 4.0) -> None:
        self.limit = limit
        try:
            self._inks = ImageCms.getOpenProfile(io.BytesIO(icc))
            self._srgb = ImageCms.createProfile("sRGB")
            self._transform = ImageCms.buildTransform(self._srgb, self._inks, "RGB", "CMYK", _INTENT, _FLAGS)
            self._transform.output_profile = _Unwritten()
        except (ImageCms.PyCMSError, OSError) as error:
            raise ValueError(str(error)) from None

    @lru_cache(maxsize=65536)  # noqa: B019 (lives as long as one build)
    def inks(self, red: int, green: int, blue: int) -> Cmyk:
        """The inks of an sRGB colour (0 to 255 each)."""
        found = ImageCms.applyTransform(Image.new("RGB", (1, 1), (red, green, blue)), self._transform)
        assert found is not None
        return limited(tuple(value / 255 for value in found.getpixel((0, 0))), self.limit)  # type: ignore[arg-type]

    @cached_property
    def blacks(self) -> tuple[float, ...]:
        """How much black alone looks like each grey of sRGB, 0 to 255.

        The profile's own lightness L* of black ink alone, stretched so that paper is white and full black is black:
        on Fogra39 the middle grey #808080 takes 55 %, not 50 %.
        """
        lab = ImageCms.createProfile("LAB")
        ramp = Image.new("CMYK", (256, 1))
        ramp.putdata([(0, 0, 0, value) for value in range(256)])
        greys = Image.new("RGB", (256, 1))
        greys.putdata([(value, value, value) for value in range(256)])
        black = self._lightness(ramp, self._inks, lab)
        white, darkest = black[0], black[255]
        found = []
        for light in self._lightness(greys, self._srgb, lab):
            wanted = darkest + (white - darkest) * light / 255
            after = next((k for k in range(256) if black[k] <= wanted), 255)  # lightness falls with ink
            if after == 0 or black[after] == black[after - 1]:
                found.append(after / 255)
            else:
                between = (black[after - 1] - wanted) / (black[after - 1] - black[after])
                found.append(round((after - 1 + between) / 255, 4))
        found[0], found[255] = 1.0, 0.0
        return tuple(found)

    @staticmethod
    def _lightness(ramp: Image.Image, profile: object, lab: object) -> list[int]:
        transform = ImageCms.buildTransform(profile, lab, ramp.mode, "LAB", _INTENT)  # type: ignore[arg-type]
        found = ImageCms.applyTransform(ramp, transform)
        assert found is not None
        return list(found.getchannel(0).tobytes())

    def picture(self, image: Image.Image, profile: bytes | None = None) -> Image.Image:
        """An RGB picture in inks; `profile` is the one that it carries, else it is sRGB."""
        if profile is not None:
            image = self._as_srgb(image, profile)
        if self._table is not None:
            return image.filter(self._table)
        found = ImageCms.applyTransform(image, self._transform)
        assert found is not None
        return found

    def _as_srgb(self, image: Image.Image, profile: bytes) -> Image.Image:
        """The picture in sRGB; as it is where its profile cannot be used."""
        try:
            own = ImageCms.getOpenProfile(io.BytesIO(profile))
            return ImageCms.profileToProfile(image, own, self._srgb, _INTENT, flags=_FLAGS) or image
        except (ImageCms.PyCMSError, OSError):
            return image

    @cached_property
    def _table(self) -> ImageFilter.Color3DLUT | None:
        """The whole conversion with the limit, as a table; None where the profile keeps the limit by itself.

        What lies between two places of the table is a mixture of both, so it keeps the limit too.
        """
        levels = [round(255 * step / (GRID - 1)) for step in range(GRID)]
        cube = Image.new("RGB", (GRID * GRID, GRID))
        cube.putdata([(red, green, blue) for blue in levels for green in levels for red in levels])
        found = ImageCms.applyTransform(cube, self._transform)
        assert found is not None
        raw = found.tobytes()
        inks = [tuple(value / 255 for value in raw[place : place + 4]) for place in range(0, len(raw), 4)]
        if max(map(sum, inks)) <= self.limit + 0.5 / 255:
            return None
        below = self.limit - 2 / 255  # room for rounding four values
        table = [value for ink in inks for value in limited(ink, below)]  # type: ignore[arg-type]
        return ImageFilter.Color3DLUT(GRID, table, channels=4, target_mode="CMYK")

    @cached_property
    def black_table(self) -> list[int]:
        """For a grey picture: the grey that prints as `blacks` says, for each of 256 levels."""
        return [round(255 * (1 - black)) for black in self.blacks]
