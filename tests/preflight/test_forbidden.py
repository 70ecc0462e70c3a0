"""What PDF/X forbids or asks for besides, each planted alone, and RGB in every place where it hides."""

from __future__ import annotations

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf, String

from questpress.press.preflight.examine import examine
from questpress.press.preflight.wants import Wants, wants_of_claim
from tests.preflight.press import WIDE, draw, form, image, profile, saved, stamped, text_font, written

CLAIMS = {"x-4": "PDF/X-4", "x-1a": "PDF/X-1a:2003", "x-3": "PDF/X-3:2003"}


@pytest.fixture(scope="module")
def plain() -> bytes:
    return written("reportlab")


def errors(pdf: Pdf, tmp_path, wants: Wants | None = None) -> list[tuple[str, str]]:  # type: ignore[no-untyped-def]
    verdict = examine(saved(pdf, tmp_path / "file.pdf"), wants)
    return [(found.code, found.message) for found in verdict.findings if found.severity.value == "error"]


def gray_ramp(pdf: Pdf, space: Name) -> Dictionary:
    count = 3 if space == Name.DeviceRGB else 4
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * count, C1=[0.5] * count, N=1)
    return Dictionary(ShadingType=2, ColorSpace=space, Coords=[0, 0, 90, 0], Function=tint)


def rgb_fill(pdf: Pdf) -> None:
    draw(pdf, 1, b"1 0 0 rg 60 60 20 20 re f")


def rgb_stroke_by_name(pdf: Pdf) -> None:
    draw(pdf, 1, b"/Cs CS 1 0 0 SCN 60 60 20 20 re S", ColorSpace=Dictionary({"/Cs": Array([Name.DeviceRGB])}))


def icc_rgb(pdf: Pdf) -> None:
    data = pdf.make_stream(profile(b"RGB ", b"mntr"), N=3)
    draw(pdf, 1, b"/Cs cs 1 0 0 scn 60 60 20 20 re f", ColorSpace=Dictionary({"/Cs": Array([Name.ICCBased, data])}))


def cal_rgb(pdf: Pdf) -> None:
    space = Array([Name.CalRGB, Dictionary(WhitePoint=[0.95, 1, 1.09])])
    draw(pdf, 1, b"/Cs cs 1 0 0 scn 60 60 20 20 re f", ColorSpace=Dictionary({"/Cs": space}))


def rgb_image(pdf: Pdf) -> None:
    draw(pdf, 1, b"q 20 0 0 20 60 60 cm /Im Do Q", XObject=Dictionary({"/Im": image(pdf, 99, 99, Name.DeviceRGB)}))


def rgb_palette(pdf: Pdf) -> None:
    picture = image(pdf, 99, 99, Name.DeviceGray, bytes(99 * 99))
    picture.ColorSpace = Array([Name.Indexed, Name.DeviceRGB, 1, String("abcdef")])
    draw(pdf, 1, b"q 20 0 0 20 60 60 cm /Im Do Q", XObject=Dictionary({"/Im": picture}))


def rgb_inline_image(pdf: Pdf) -> None:
    draw(pdf, 1, b"q 20 0 0 20 60 60 cm BI /W 1 /H 1 /CS /RGB /BPC 8 ID abc EI Q")


def rgb_shading(pdf: Pdf) -> None:
    shading = Dictionary({"/Sh": gray_ramp(pdf, Name.DeviceRGB)})
    draw(pdf, 1, b"q 60 60 20 20 re W n /Sh sh Q", Shading=shading)


def rgb_shading_pattern(pdf: Pdf) -> None:
    pattern = Dictionary(PatternType=2, Shading=gray_ramp(pdf, Name.DeviceRGB))
    draw(pdf, 1, b"/Pattern cs /P scn 60 60 20 20 re f", Pattern=Dictionary({"/P": pattern}))


def rgb_tiles(pdf: Pdf) -> None:
    tiles = pdf.make_stream(b"1 0 0 rg 0 0 5 5 re f")
    tiles.PatternType, tiles.PaintType, tiles.TilingType, tiles.XStep, tiles.YStep = 1, 1, 1, 9, 9
    tiles.BBox, tiles.Resources = Array([0, 0, 9, 9]), Dictionary()
    draw(pdf, 1, b"/Pattern cs /P scn 60 60 20 20 re f", Pattern=Dictionary({"/P": tiles}))


def rgb_group(pdf: Pdf) -> None:
    group = form(pdf, b"0 0 0 0.2 k 60 60 20 20 re f")
    group.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)
    draw(pdf, 1, b"/Gr Do", XObject=Dictionary({"/Gr": group}))


def rgb_soft_mask_of_an_image(pdf: Pdf) -> None:
    picture = image(pdf, 99, 99, Name.DeviceCMYK)
    picture.SMask = image(pdf, 99, 99, Name.DeviceRGB)
    draw(pdf, 1, b"q 20 0 0 20 60 60 cm /Im Do Q", XObject=Dictionary({"/Im": picture}))


def rgb_glyph(pdf: Pdf) -> None:
    font = Dictionary(Type=Name.Font, Subtype=Name.Type3, FontBBox=[0, 0, 1, 1], FontMatrix=[1, 0, 0, 1, 0, 0])
    font.CharProcs = Dictionary({"/a": pdf.make_stream(b"1 0 d0 1 0 0 rg 0 0 1 1 re f")})
    font.Encoding = Dictionary(Differences=Array([97, Name("/a")]))
    font.FirstChar, font.LastChar, font.Widths, font.Resources = 97, 97, Array([1]), Dictionary()
    draw(pdf, 1, b"BT /T 20 Tf 60 60 Td (a) Tj ET", Font=Dictionary({"/T": pdf.make_indirect(font)}))


def rgb_alternate_of_a_spot(pdf: Pdf) -> None:
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[1, 1, 1], C1=[1, 0, 0], N=1)
    spot = Array([Name.Separation, Name.Gold, Name.DeviceRGB, tint])
    draw(pdf, 1, b"/Sp cs 1 scn 60 60 20 20 re f", ColorSpace=Dictionary({"/Sp": spot}))


HIDING = [value for name, value in list(globals().items()) if name.split("_")[0] in ("rgb", "icc", "cal")]


@pytest.mark.parametrize("plant", HIDING, ids=lambda plant: plant.__name__)
def test_rgb_is_found_wherever_it_hides(plant, plain, tmp_path):
    pdf = stamped(plain)
    plant(pdf)
    found = errors(pdf, tmp_path)
    assert found and {code for code, _ in found} == {"P140"}, found


def lzw(pdf: Pdf) -> None:
    packed = pdf.make_stream(bytes([0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01]), Filter=Name.LZWDecode)
    pdf.pages[0].obj.Spare = packed


def post_script(pdf: Pdf) -> None:
    code = pdf.make_stream(b"showpage", Type=Name.XObject, Subtype=Name.PS)
    draw(pdf, 1, b"/Ps Do", XObject=Dictionary({"/Ps": code}))


def opi(pdf: Pdf) -> None:
    picture = form(pdf, b"0 0 0 0.5 k 60 60 9 9 re f")
    picture.OPI = Dictionary({"/2.0": Dictionary(F=String("art.tif"))})
    draw(pdf, 1, b"/Fm Do", XObject=Dictionary({"/Fm": picture}))


def alternates(pdf: Pdf) -> None:
    picture = image(pdf, 99, 99, Name.DeviceCMYK)
    picture.Alternates = Array([Dictionary(Image=image(pdf, 9, 9, Name.DeviceCMYK))])
    draw(pdf, 1, b"q 20 0 0 20 60 60 cm /Im Do Q", XObject=Dictionary({"/Im": picture}))


def transfer(pdf: Pdf) -> None:
    curve = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0], C1=[1], N=2)
    draw(pdf, 1, b"/Tr gs", ExtGState=Dictionary({"/Tr": Dictionary(TR=curve)}))


def halftone_phase(pdf: Pdf) -> None:
    draw(pdf, 1, b"/Ht gs", ExtGState=Dictionary({"/Ht": Dictionary(HTP=[1, 1])}))


def script(pdf: Pdf) -> None:
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=String("app.alert(1)"))


def note(pdf: Pdf) -> None:
    box = Array([60, 60, 90, 90])
    pdf.pages[0].obj.Annots = Array([Dictionary(Type=Name.Annot, Subtype=Name.Square, Rect=box)])


def two_golds(pdf: Pdf) -> None:
    for end in ([0, 0, 1, 0], [0, 1, 0, 0]):
        tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * 4, C1=end, N=1)
        spot = pdf.make_indirect(Array([Name.Separation, Name.Gold, Name.DeviceCMYK, tint]))
        draw(pdf, 1, b"/Sp cs 1 scn 60 60 20 20 re f", ColorSpace=Dictionary({"/Sp": spot}))


@pytest.mark.parametrize(
    "plant, code, words",
    [
        (lzw, "P183", "LZW"),
        (post_script, "P184", "PostScript"),
        (opi, "P184", "OPI"),
        (alternates, "P184", "alternate image"),
        (transfer, "P184", "transfer function"),
        (halftone_phase, "P184", "halftone phase"),
        (script, "P181", "runs on opening"),
        (note, "P182", "Square"),
        (two_golds, "P142", "'Gold' is defined in 2 different ways"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_what_pdf_x_forbids(plant, code, words, plain, tmp_path):
    pdf = stamped(plain)
    plant(pdf)
    if plant is lzw:  # saved as it is, where qpdf would otherwise pack it anew
        path = tmp_path / "lzw.pdf"
        as_is = pikepdf.StreamDecodeLevel.none
        pdf.save(path, force_version="1.6", compress_streams=False, stream_decode_level=as_is)
        found = [(one.code, one.message) for one in examine(path).findings if one.severity.value == "error"]
    else:
        found = errors(pdf, tmp_path)
    assert [one for one, _ in found] == [code] and words in found[0][1], found


def transparent(pdf: Pdf, how: str) -> None:
    shown = b"/St gs 0 0.5 0 0 k 60 60 20 20 re f"
    group = form(pdf, b"0 g 60 60 20 20 re f")
    group.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray)
    picture = image(pdf, 99, 99, Name.DeviceCMYK)
    picture.SMask = image(pdf, 99, 99, Name.DeviceGray)
    mask = Dictionary(S=Name.Luminosity, G=group)
    if how == "group":
        draw(pdf, 1, b"/Gr Do", XObject=Dictionary({"/Gr": group}))
    elif how == "image":
        draw(pdf, 1, b"q 20 0 0 20 60 60 cm /Im Do Q", XObject=Dictionary({"/Im": picture}))
    else:
        state = {"opacity": {"ca": 0.5}, "mask": {"SMask": mask}, "blend": {"BM": Name.Multiply}}[how]
        draw(pdf, 1, shown, ExtGState=Dictionary({"/St": Dictionary(**state)}))


@pytest.mark.parametrize("how", ["opacity", "mask", "blend", "group", "image"])
def test_transparency_is_a_fault_in_x_1a_and_none_in_x_4(how, plain, tmp_path):
    for part, claim in CLAIMS.items():
        pdf = stamped(plain, claim)
        transparent(pdf, how)
        path = tmp_path / f"{part}.pdf"
        pdf.save(path, force_version="1.6" if part == "x-4" else "1.4", deterministic_id=True)
        found = {one.code for one in examine(path).findings if one.severity.value == "error"}
        assert found == (set() if part == "x-4" else {"P180"}), part


def test_who_a_file_says_that_it_is(plain, tmp_path):
    def planted(change) -> list[str]:  # type: ignore[no-untyped-def]
        pdf = stamped(plain)
        change(pdf)
        return [code for code, _ in errors(pdf, tmp_path, wants_of_claim("PDF/X-4"))]

    def without_xmp(pdf: Pdf) -> None:
        del pdf.Root.Metadata

    def untrapped(pdf: Pdf) -> None:
        del pdf.docinfo["/Trapped"]
        pdf.Root.Metadata.write(pdf.Root.Metadata.read_bytes().replace(b"<pdf:Trapped>False</pdf:Trapped>", b""))

    def rgb_profile(pdf: Pdf) -> None:
        pdf.Root.OutputIntents[0].DestOutputProfile.write(profile(b"RGB "))

    def screen_profile(pdf: Pdf) -> None:
        pdf.Root.OutputIntents[0].DestOutputProfile.write(profile(b"CMYK", b"mntr"))

    def no_profile(pdf: Pdf) -> None:
        del pdf.Root.OutputIntents[0].DestOutputProfile

    def no_intent(pdf: Pdf) -> None:
        del pdf.Root.OutputIntents

    def another(pdf: Pdf) -> None:
        pdf.Root.Metadata.write(pdf.Root.Metadata.read_bytes().replace(b"PDF/X-4", b"PDF/X-3:2003"))

    assert planted(lambda pdf: None) == []
    assert planted(without_xmp) == ["P110", "P113"]
    assert planted(untrapped) == ["P114"]
    assert planted(rgb_profile) == planted(screen_profile) == planted(no_profile) == planted(no_intent) == ["P115"]
    assert planted(another) == ["P110"]


def test_versions_and_ids(plain, tmp_path):
    pdf = stamped(plain)
    path = tmp_path / "new.pdf"
    pdf.save(path, force_version="1.7", deterministic_id=True)
    assert [found.code for found in examine(path).findings] == ["P111"]
    whole = saved(stamped(plain), path).read_bytes()
    path.write_bytes(whole.replace(b"/ID [", b"/Id ["))
    assert [found.code for found in examine(path).findings] == ["P112"]


def test_a_target_names_the_spots_that_it_takes(plain, tmp_path):
    pdf = stamped(plain)
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0] * 4, C1=[0, 1, 0, 0], N=1)
    spot = Array([Name.Separation, Name.CutContour, Name.DeviceCMYK, tint])
    draw(pdf, 1, b"/Sp CS 1 SCN 60 60 20 20 re S", ColorSpace=Dictionary({"/Sp": spot}))
    assert errors(pdf, tmp_path, Wants("a press", spots=frozenset({"CutContour"}))) == []
    ((code, message),) = errors(pdf, tmp_path, Wants("a press", spots=frozenset()))
    assert code == "P141" and "CutContour" in message


def test_ink_is_measured_where_pieces_are_not_beside_them(plain, tmp_path):
    pdf = stamped(plain)
    draw(pdf, 1, b"1 1 1 1 k 0 0 %f 7 re f" % WIDE)  # 400 % in the bleed
    assert errors(pdf, tmp_path) == []
    draw(pdf, 1, b"1 1 1 1 k 0 0 %f 14 re f" % WIDE)
    ((code, message),) = errors(pdf, tmp_path)
    assert code == "P160" and "400 %" in message


def test_a_file_of_bytes_is_what_is_looked_at(plain, tmp_path):
    """Nothing is changed: the file has the bytes that it had."""
    path = saved(stamped(plain), tmp_path / "file.pdf")
    before = path.read_bytes()
    examine(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "space, mode, told",
    [(b"0 0 0 1 k", 1, []), (b"0 0 0 1 k", 0, ["P164"]), (b"0 g", 1, ["P164"]), (b"0 0 0 1 k", None, ["P164"])],
)
def test_black_text_overprints_only_where_the_other_plates_are_spared(space, mode, told, plain, tmp_path):
    pdf = stamped(plain)
    state = Dictionary(op=mode is not None, OPM=mode or 0)
    shown = b"/St gs " + space + b" BT /T 9 Tf 60 100 Td (Ship) Tj ET"
    fonts = Dictionary({"/T": text_font(pdf)})
    draw(pdf, 1, shown, Font=fonts, ExtGState=Dictionary({"/St": state}))
    assert [found.code for found in examine(saved(pdf, tmp_path / "file.pdf")).findings] == told
