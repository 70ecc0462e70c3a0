"""Families, weights, fallback, and font files that cannot be used."""

import shutil
import struct

import pytest
import yaml
from paper import FONTS, library

from questpress.diagnostics import Report
from questpress.press.text.fonts import FontFolder, FontLibrary, NoFont, read_style, style_name


def read(folder, manifest=None):
    report = Report()
    return FontLibrary.read([FontFolder(folder, manifest)], report), report


def test_every_listed_file_is_there_and_may_be_embedded():
    manifest = yaml.safe_load((FONTS / "fonts.yaml").read_text())
    listed = {
        file
        for styles in manifest["families"].values()
        for files in styles.values()
        for file in ([files] if isinstance(files, str) else files)
    }
    assert set(library().paths) == listed == {path.name for path in FONTS.glob("*.ttf")}


def test_weights_and_styles():
    fonts = library()
    assert fonts.stack("Cinzel", "black").first.name == "Cinzel-Black.ttf"
    assert fonts.stack("alegreya  sans", "bold", True).first.name == "AlegreyaSans-BoldItalic.ttf"
    assert fonts.stack("sans-serif").first.name == "AlegreyaSans-Regular.ttf"
    assert fonts.emphasised("Alegreya", "regular", False, True, True).first.name == "Alegreya-BoldItalic.ttf"
    assert fonts.emphasised("Cinzel", "black", False, True, False).first.name == "Cinzel-Black.ttf"
    assert fonts.emphasised("Alegreya", "regular", True, False, True).first.name == "Alegreya-Regular.ttf"


@pytest.mark.parametrize(
    ("asked", "code", "words"),
    [
        (("Alegrya",), "T033", "did you mean 'Alegreya'"),
        (("Noto Sans ExtraBold",), "T033", "Noto Sans Math"),
        (("Alegreya", "extrabold"), "T034", "regular, italic, bold, bold-italic"),
        (("Cinzel", "regular", True), "T034", "regular, bold, black"),
        (("Cinzel", "bould"), "T034", "did you mean 'bold'"),
    ],
)
def test_what_does_not_exist_is_named_with_what_does(asked, code, words):
    with pytest.raises(NoFont) as absent:
        library().stack(*asked)
    assert absent.value.code == code
    assert asked[0] in str(absent.value) or asked[1] in str(absent.value)
    assert words in absent.value.remedy


def test_style_names_go_both_ways():
    for name in ("regular", "italic", "bold", "bold-italic", "extrabold", "black-italic"):
        assert style_name(read_style(name)) == name


def test_the_projects_fonts_come_first(tmp_path):
    shutil.copy(FONTS / "Cinzel-Bold.ttf", tmp_path / "Mine.ttf")
    report = Report()
    project = FontFolder(tmp_path, {"families": {"Alegreya": {"regular": "Mine.ttf"}}})
    fonts = FontLibrary.read([project, FontFolder(FONTS, yaml.safe_load((FONTS / "fonts.yaml").read_text()))], report)
    assert not report.findings
    assert fonts.stack("Alegreya").first.name == "Mine.ttf"
    assert fonts.stack("Alegreya", "bold").first.name == "Alegreya-Bold.ttf"


def test_a_dropped_font_goes_by_its_own_name(tmp_path):
    for name in ("Cinzel-Bold.ttf", "Cinzel-Black.ttf", "AlegreyaSans-Italic.ttf"):
        shutil.copy(FONTS / name, tmp_path / name)
    fonts, report = read(tmp_path)
    assert not report.findings
    assert fonts.families == ["Alegreya Sans", "Cinzel"]
    assert fonts.family("Cinzel").described() == "bold, black"
    assert fonts.family("Alegreya Sans").described() == "italic"


def test_damaged_missing_and_web_fonts(tmp_path):
    whole = (FONTS / "Cinzel-Bold.ttf").read_bytes()
    (tmp_path / "cut.ttf").write_bytes(whole[:3000])
    (tmp_path / "text.ttf").write_text("not a font")
    (tmp_path / "empty.otf").write_bytes(b"")
    (tmp_path / "web.woff2").write_bytes(b"wOF2")
    fonts, report = read(tmp_path, {"families": {"A": {"regular": "gone.ttf"}, "B": {"regular": "../Cinzel.ttf"}}})
    codes = {finding.span.file.rsplit("/", 1)[-1]: finding.code for finding in report.findings}
    assert codes["text.ttf"] == codes["empty.otf"] == codes["web.woff2"] == "T030"
    assert codes.get("cut.ttf", "T030") == "T030"
    assert [finding.code for finding in report.findings].count("T031") == 2
    assert "A" not in fonts.families


@pytest.mark.parametrize(
    ("rights", "refused"), [(0x0002, True), (0x0100, True), (0x0200, True), (0x0004, False), (0x0008, False)]
)
def test_embedding_rights(tmp_path, rights, refused):
    font = bytearray((FONTS / "Cinzel-Bold.ttf").read_bytes())
    count = struct.unpack(">H", font[4:6])[0]
    for index in range(count):
        tag, _, offset, _ = struct.unpack(">4sIII", font[12 + 16 * index : 28 + 16 * index])
        if tag == b"OS/2":
            font[offset + 8 : offset + 10] = struct.pack(">H", rights)
    (tmp_path / "x.ttf").write_bytes(font)
    _, report = read(tmp_path)
    assert ["T032"] * refused == [finding.code for finding in report.findings]


@pytest.mark.parametrize(
    "manifest",
    [
        {"familes": {}},
        {"families": ["Cinzel"]},
        {"families": {"Cinzel": "Cinzel-Bold.ttf"}},
        {"families": {"Cinzel": {"boldish": "Cinzel-Bold.ttf"}}},
        {"families": {"Cinzel": {"bold": 3}}},
        {"fallback": "Cinzel"},
        {"fallback": ["Nobody"]},
        {"generic": []},
    ],
)
def test_a_manifest_out_of_form(manifest):
    _, report = read(FONTS, manifest)
    assert "T044" in [finding.code for finding in report.findings]


def test_postscript_outlines_are_as_good(tmp_path):
    builder = pytest.importorskip("fontTools.fontBuilder").FontBuilder(1000, isTTF=False)
    pens = pytest.importorskip("fontTools.pens.t2CharStringPen")
    builder.setupGlyphOrder([".notdef", "space", "A"])
    builder.setupCharacterMap({32: "space", 65: "A"})
    shapes = {}
    for name, width in ((".notdef", 500), ("space", 250), ("A", 600)):
        pen = pens.T2CharStringPen(width, None)
        if name == "A":
            pen.moveTo((0, 0))
            for point in ((600, 0), (600, 700), (0, 700)):
                pen.lineTo(point)
            pen.closePath()
        shapes[name] = pen.getCharString()
    builder.setupCFF("Own-Regular", {}, shapes, {})
    builder.setupHorizontalMetrics({".notdef": (500, 0), "space": (250, 0), "A": (600, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Own", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(tmp_path / "own.otf")
    fonts, report = read(tmp_path)
    assert not report.findings
    assert fonts.stack("Own").first.name == "own.otf"
    assert fonts.stack("Own").first.characters == {32, 65}
