"""The faults that are planted, each by name: what is done to a clean press file of three pages."""

from __future__ import annotations

import io

from pikepdf import Array, Dictionary, Name, Pdf
from PIL import Image

from tests.preflight.press import BLEED, HIGH, MM, WIDE, draw, form, image, intent, text_font


def rgb_in_a_nested_form(pdf: Pdf) -> None:
    inner = form(pdf, b"1 0 0 rg 80 80 20 20 re f")
    middle = form(pdf, b"q 1 0 0 1 2 2 cm /In Do Q", XObject=Dictionary({"/In": inner}))
    draw(pdf, 2, b"/Mid Do", XObject=Dictionary({"/Mid": middle}))


def rgb_image_in_a_soft_mask(pdf: Pdf) -> None:
    group = form(
        pdf, b"q 80 0 0 80 60 60 cm /Im Do Q", XObject=Dictionary({"/Im": image(pdf, 400, 400, Name.DeviceRGB)})
    )
    group.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
    mask = Dictionary(Type=Name.Mask, S=Name.Luminosity, G=group)
    state = Dictionary(Type=Name.ExtGState, SMask=mask)
    draw(pdf, 1, b"q /Soft gs 0 0.5 0 0 k 60 60 80 80 re f Q", ExtGState=Dictionary({"/Soft": state}))


def font_not_embedded(pdf: Pdf) -> None:
    font = Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name("/Times-Roman"), Encoding=Name.WinAnsiEncoding)
    draw(pdf, 3, OVER + b" 0 0 0 1 k BT /T 9 Tf 60 100 Td (lost) Tj ET", Font=Dictionary({"/T": font}), **over(1))


def no_trim_box_on_page_3(pdf: Pdf) -> None:
    del pdf.pages[2].obj.TrimBox


def bleed_box_too_small(pdf: Pdf) -> None:
    edge = 1 * MM
    pdf.pages[1].obj.BleedBox = Array([edge, edge, WIDE - edge, HIGH - edge])


def coverage_of_340(pdf: Pdf) -> None:
    draw(pdf, 1, b"0.9 0.8 0.8 0.9 k 60 60 60 60 re f")


def rich_black_small_text(pdf: Pdf) -> None:
    shown = b"0.6 0.4 0.4 1 k BT /T 7 Tf 60 100 Td (Every ship) Tj ET"
    draw(pdf, 2, shown, Font=Dictionary({"/T": text_font(pdf)}))


def image_of_150_ppi(pdf: Pdf) -> None:
    shown = b"q 96 0 0 96 40 120 cm /Im Do Q"
    draw(pdf, 1, shown, XObject=Dictionary({"/Im": image(pdf, 200, 200, Name.DeviceCMYK)}))


def grey_samples_as_cmyk(pdf: Pdf) -> None:
    found = image(pdf, 400, 400, Name.DeviceCMYK, bytes(400 * 400))
    draw(pdf, 2, b"q 80 0 0 80 60 60 cm /Im Do Q", XObject=Dictionary({"/Im": found}))


def cmyk_samples_as_grey(pdf: Pdf) -> None:
    found = image(pdf, 400, 400, Name.DeviceGray, bytes(400 * 400 * 4))
    draw(pdf, 3, b"q 80 0 0 80 60 60 cm /Im Do Q", XObject=Dictionary({"/Im": found}))


def soft_mask_cut_short(pdf: Pdf) -> None:
    found = image(pdf, 400, 400, Name.DeviceGray)
    found.SMask = image(pdf, 400, 400, Name.DeviceGray, bytes(400 * 300))
    draw(pdf, 1, b"q 80 0 0 80 60 60 cm /Im Do Q", XObject=Dictionary({"/Im": found}))


def grey_jpeg_as_cmyk(pdf: Pdf) -> None:
    out = io.BytesIO()
    Image.new("L", (400, 400), 90).save(out, "JPEG")
    found = image(pdf, 400, 400, Name.DeviceCMYK, out.getvalue())
    found.Filter = Name.DCTDecode
    draw(pdf, 2, b"q 80 0 0 80 60 60 cm /Im Do Q", XObject=Dictionary({"/Im": found}))


def white_that_overprints(pdf: Pdf) -> None:
    draw(pdf, 3, OVER + b" 0 0 0 0 k 60 60 40 40 re f", **over(1))


def hairline(pdf: Pdf) -> None:
    draw(pdf, 1, b"0 0 0 1 K 0.5 w q 0.2 0 0 0.2 0 0 cm 300 300 m 500 300 l S Q")


def two_output_intents(pdf: Pdf) -> None:
    pdf.Root.OutputIntents.append(intent(pdf, "SWOP"))


def white_bleed_ring(pdf: Pdf) -> None:
    edge = BLEED * MM
    whole = b"0 0 %f %f re" % (WIDE, HIGH)
    draw(pdf, 2, b"0 0 0 0 k " + whole + b" %f %f %f %f re f*" % (edge, edge, WIDE - 2 * edge, HIGH - 2 * edge))


def text_1_mm_from_the_trim(pdf: Pdf) -> None:
    shown = OVER + b" 0 0 0 1 k BT /T 9 Tf %f 100 Td (Every ship) Tj ET" % ((BLEED + 1) * MM)
    draw(pdf, 3, shown, Font=Dictionary({"/T": text_font(pdf)}), **over(1))


OVER = b"/Over gs"


def over(mode: int) -> dict[str, Dictionary]:
    """Resources in which OVER sets overprint."""
    return {"ExtGState": Dictionary({"/Over": Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=mode)})}


# What is planted, the code that tells of it, the page, words of the message.
FAULTS = {
    rgb_in_a_nested_form: ("P140", 2, "DeviceRGB fill"),
    rgb_image_in_a_soft_mask: ("P140", 1, "DeviceRGB image in a soft mask"),
    font_not_embedded: ("P130", 3, "Times-Roman"),
    no_trim_box_on_page_3: ("P120", 3, "TrimBox"),
    bleed_box_too_small: ("P122", 2, "leaves 2 mm of bleed"),
    rich_black_small_text: ("P163", 2, "7.0 pt in a black of several inks (C60 M40 Y40 K100)"),
    image_of_150_ppi: ("P150", 1, "150 pixels an inch"),
    grey_samples_as_cmyk: ("P152", 2, "160,000 bytes of data, where 400 × 400 pixels of DeviceCMYK"),
    cmyk_samples_as_grey: ("P152", 3, "640,000 bytes of data"),
    soft_mask_cut_short: ("P152", 1, "take 160,000 in its soft mask"),
    grey_jpeg_as_cmyk: ("P152", 2, "a JPEG of 1 components"),
    white_that_overprints: ("P165", 3, "overprints"),
    hairline: ("P170", 1, "0.10 pt"),
    coverage_of_340: ("P160", 1, "340 % of ink"),
    white_bleed_ring: ("P174", 2, "3 mm of bleed are asked for"),
    text_1_mm_from_the_trim: ("P172", 3, "from the trim"),
    two_output_intents: ("P116", 0, "FOGRA39, SWOP"),
}
