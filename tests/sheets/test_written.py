"""The finished PDF, read back: boxes, preferences, fonts, equal objects once, and that fronts and backs coincide."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from drawn_faces import FONTS, LABELS, META, draw

from questpress.diagnostics import Failed
from questpress.press import furniture
from questpress.press.arrange import Imposition, arrange, mirror_of
from questpress.press.impose import Chunk
from questpress.press.labels import Labels
from questpress.press.model import Trim
from questpress.press.sheets import Sheet, Slot
from questpress.press.targets import Target
from questpress.press.write import Meta, Written, sheets_bytes, sheets_pdf
from questpress.units import PAPERS, points

HOME = Target("home")
POKER = Sheet("poker", gutter=4, least_gutter=2)
CARD = Trim(63.5, 88.9, 3)


def deck(count: int) -> list[tuple[str, str | None]]:
    return [(f"f{i}", f"b{i}") for i in range(count)]


def write(path: Path, found: Imposition, **options: object) -> Written:
    return sheets_pdf(path, found, [draw(found.trim, found.faces)], LABELS, META, FONTS, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "box"), [("letter", [0, 0, 612, 792]), ("a4", [0, 0, 595.2756, 841.8898])])
def test_pages_are_exactly_the_paper(tmp_path: Path, name: str, box: list[float]) -> None:  # pitfall 22
    found = arrange(CARD, deck(9), POKER, HOME, paper=PAPERS[name])
    written = write(tmp_path / "a.pdf", found)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        assert written.pages == len(pdf.pages) == 2
        for page in pdf.pages:
            assert [float(v) for v in page.mediabox.as_list()] == box
        content = pdf.pages[0].Contents.read_bytes().decode()
    first = content.splitlines()[0].split()
    card = found.sides[0].placements[0]
    assert [float(v) for v in first[1:5]] == pytest.approx(
        [
            points(card.shown.left),
            points(found.paper[1] - card.shown.bottom),
            points(card.shown.width),
            points(card.shown.height),
        ],
        abs=1e-3,
    )


@pytest.mark.parametrize("flip", ["long", "short"])
def test_print_preferences(tmp_path: Path, flip: str) -> None:  # pitfall 23
    write(tmp_path / "a.pdf", arrange(CARD, deck(3), Sheet("s", flip=flip), HOME))
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        wanted = pdf.Root.ViewerPreferences
        assert wanted.PrintScaling == "/None"
        assert wanted.Duplex == f"/DuplexFlip{flip.capitalize()}Edge"
        assert wanted.PickTrayByPDFSize is True
        assert str(pdf.Root.Lang) == "en"
        assert str(pdf.docinfo["/Title"]) == "Tiles"
        assert str(pdf.docinfo["/CreationDate"]) == "D:20261130000000Z"
    write(tmp_path / "b.pdf", arrange(CARD, [("f", None)], POKER, HOME))
    with pikepdf.open(tmp_path / "b.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"


def fonts_of(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    for found in pdf.objects:
        if isinstance(found, pikepdf.Dictionary) and found.get("/Type") == "/Font":
            yield found


@pytest.mark.parametrize("title", ["Heroes", "Łódź Ελλάς Тайга", "Łódź 龍"])
def test_every_font_is_embedded(title: str) -> None:  # pitfall 40
    found = arrange(CARD, deck(3), POKER, HOME)
    drawn = furniture.draw(found, Labels("Game", title, "1.0"), FONTS)
    with pikepdf.open(io.BytesIO(drawn.pdf)) as pdf:
        fonts = list(fonts_of(pdf))
        assert len(fonts) >= 2
        for font in fonts:
            assert "/FontFile2" in font.FontDescriptor and "/ToUnicode" in font
            assert "AlegreyaSans" in str(font.BaseFont)
    warned = [note.message for note in drawn.notes if note.code == "S012"]
    assert warned == (
        ["the sheet labels of Łódź 龍 lack letters that their font does not have: U+9F8D"] if "龍" in title else []
    )


def test_furniture_is_black_in_grey_and_no_line_is_thinner_than_a_quarter_point() -> None:  # pitfall 30
    found = arrange(CARD, deck(10), POKER, HOME)
    with pikepdf.open(io.BytesIO(furniture.draw(found, LABELS, FONTS).pdf)) as pdf:
        widths: list[float] = []
        colours: set[tuple[str, float]] = set()
        streams = [page.obj for page in pdf.pages] + [
            found for found in pdf.objects if isinstance(found, pikepdf.Stream) and found.get("/Subtype") == "/Form"
        ]
        assert len(streams) > 4
        for stream in streams:
            for operands, operator in pikepdf.parse_content_stream(stream):
                name = str(operator)
                if name == "w":
                    widths.append(float(operands[0]))
                elif name in ("g", "G"):
                    colours.add((name, float(operands[0])))
                assert name not in ("rg", "RG", "k", "K", "sc", "scn", "SC", "SCN")
    assert min(widths) >= 0.25
    assert {grey for _, grey in colours} == {0.0}


def test_labels_say_what_they_must(tmp_path: Path) -> None:
    pypdfium2 = pytest.importorskip("pypdfium2")
    for name in ("letter", "a4"):
        write(tmp_path / "a.pdf", arrange(CARD, deck(10), POKER, HOME, paper=PAPERS[name]))
        pdf = pypdfium2.PdfDocument(tmp_path / "a.pdf")
        front, back = (pdf[i].get_textpage().get_text_bounded() for i in (2, 3))
        for text in (
            "Escort Quest",
            "Tiles for the letter board",
            "sheet 2 of 2",
            "version 1.0",
            "50 mm",
            "flip on the long edge",
        ):
            assert text in front and text in back
        assert "back" in back and "back" not in front
        pdf.close()


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize(
    "sheet",
    [
        Sheet("grid", gutter=6, align="top-left", grid=(3, 2)),
        Sheet("turned", orientation="landscape", gutter=1, bleed=0),
        Sheet("slots", slots=(Slot(20, 30), Slot(100, 31, 90), Slot(10, 120, 270), Slot(110, 120, 180))),
    ],
    ids=lambda sheet: sheet.name,
)
def test_held_to_light_fronts_and_backs_coincide(tmp_path: Path, sheet: Sheet, flip: str) -> None:
    pypdfium2 = pytest.importorskip("pypdfium2")
    from PIL import Image, ImageChops

    found = arrange(Trim(40, 60, 2), deck(4), sheet, Target("home", flip=flip))
    written = write(tmp_path / "a.pdf", found)
    assert written.pages == 2
    pdf = pypdfium2.PdfDocument(tmp_path / "a.pdf")
    front, back = (pdf[i].render(scale=1, grayscale=True).to_pil() for i in (0, 1))
    pdf.close()
    turned = Image.Transpose.FLIP_LEFT_RIGHT
    if mirror_of(flip, found.paper) == "rows":
        turned = Image.Transpose.FLIP_TOP_BOTTOM
    difference = ImageChops.difference(front, back.transpose(turned))
    inked = 0
    for placement in found.sides[0].placements:
        box = placement.trim.grown(-0.7)
        area = tuple(round(points(v)) for v in (box.left, box.top, box.right, box.bottom))
        # One grey for each pair, dark for the flag; half a pixel of drift at an edge is the raster's own.
        histogram = difference.crop(area).histogram()
        assert sum(histogram[60:]) < 0.06 * sum(histogram)
        inked += sum(front.crop(area).histogram()[:60])
    assert inked > 2000


def test_slots_turn_clockwise(tmp_path: Path) -> None:
    pypdfium2 = pytest.importorskip("pypdfium2")
    found = arrange(Trim(40, 60, 2), [("f", None)], Sheet("s", slots=(Slot(100, 30, 90),)), HOME)
    write(tmp_path / "a.pdf", found)
    pdf = pypdfium2.PdfDocument(tmp_path / "a.pdf")
    image = pdf[0].render(scale=1, grayscale=True).to_pil()
    pdf.close()
    # Upright, the flag flies at the top; turned clockwise it hangs on the right.
    assert image.getpixel((round(points(98 + 45)), round(points(28 + 28)))) < 60
    assert image.getpixel((round(points(98 + 19)), round(points(28 + 28)))) > 100


def test_equal_things_are_stored_once(tmp_path: Path) -> None:
    """Pages of two chunks share an image and a font file; two pages are equal."""
    noise = zlib.compress(os.urandom(3000))

    def chunk(faces: tuple[str, ...], mark: bytes) -> Chunk:
        with pikepdf.new() as pdf:
            image = pikepdf.Stream(pdf, noise)
            image.stream_dict = pikepdf.Dictionary(
                Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=100, Height=10, BitsPerComponent=8,
                ColorSpace=pikepdf.Name.DeviceRGB, Filter=pikepdf.Name.FlateDecode,
            )  # fmt: skip
            resources = pdf.make_indirect(pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=image)))
            for face in faces:
                content = b"q 100 0 0 100 0 0 cm /I Do Q" + (b"" if face.startswith("same") else mark)
                page = pikepdf.Dictionary(
                    Type=pikepdf.Name.Page,
                    MediaBox=[0, 0, 100, 100],
                    Resources=resources,
                    Contents=pikepdf.Stream(pdf, content),
                )
                pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
            out = io.BytesIO()
            pdf.save(out)
        return Chunk(out.getvalue(), faces)

    side = 100 / points(1)
    pieces = [(face, None) for face in ("one", "same1", "two", "same2", "one")]
    found = arrange(Trim(side, side), pieces, Sheet("s"), HOME)
    chunks = iter([chunk(("one", "same1"), b" n"), chunk(("two", "same2", "unused"), b" n n")])
    sheets_pdf(tmp_path / "a.pdf", found, chunks, LABELS, META, FONTS)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        streams = [s for s in pdf.objects if isinstance(s, pikepdf.Stream)]
        images = [s for s in streams if s.get("/Subtype") == "/Image"]
        assert len(images) == 1 and images[0].read_raw_bytes() == noise
        faces = [s for s in streams if s.get("/Subtype") == "/Form" and list(s.BBox) == [0, 0, 100, 100]]
        assert len(faces) == 3  # one, two, and the two that are the same


def test_same_input_same_bytes(tmp_path: Path) -> None:
    found = arrange(CARD, deck(10), POKER, HOME)
    first = write(tmp_path / "a.pdf", found, outline=[("Heroes", 0, 1)])
    time.sleep(1.1)
    second = write(tmp_path / "deeper" / "b.pdf", found, outline=[("Heroes", 0, 1)])
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "deeper" / "b.pdf").read_bytes()
    made = sheets_bytes(found, [draw(CARD, found.faces)], LABELS, META, FONTS, outline=[("Heroes", 0, 1)])
    assert made.content == (tmp_path / "a.pdf").read_bytes() and made.pages == first.pages
    assert first.sha256 == second.sha256 and first.length == (tmp_path / "a.pdf").stat().st_size


def test_round_pieces_show_discs(tmp_path: Path) -> None:
    pypdfium2 = pytest.importorskip("pypdfium2")
    found = arrange(Trim(20, 20, 2, shape="circle"), [("f0", None)], Sheet("s", grid=(1, 1)), HOME)
    write(tmp_path / "a.pdf", found)
    pdf = pypdfium2.PdfDocument(tmp_path / "a.pdf")
    image = pdf[0].render(scale=4, grayscale=True).to_pil()
    pdf.close()
    shown = found.sides[0].placements[0].shown
    x, y = shown.centre
    assert image.getpixel((round(4 * points(shown.left + 0.4)), round(4 * points(y)))) < 200
    assert image.getpixel((round(4 * points(shown.left + 1)), round(4 * points(shown.top + 1)))) == 255
    assert len(found.sides[0].marks) == 4 and x == pytest.approx(found.paper[0] / 2)


@pytest.mark.parametrize("blocked", ["a folder", "a file where a folder is needed"])
def test_what_cannot_be_written_says_path_and_reason(tmp_path: Path, blocked: str) -> None:  # pitfall 65
    path = tmp_path / "out" / "a.pdf"
    if blocked == "a folder":
        path.mkdir(parents=True)
    else:
        (tmp_path / "out").write_text("in the way")
    with pytest.raises(Failed) as caught:
        write(path, arrange(CARD, deck(1), POKER, HOME))
    (finding,) = caught.value.diagnostics
    assert finding.code == "S010" and path.as_posix() in finding.message and finding.help
    assert not [p for p in tmp_path.rglob("*.part")]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Failed, match="No space left on device"):
        write(path, arrange(CARD, deck(1), POKER, HOME))
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.pdf"]


def test_who_reads_the_old_file_keeps_it_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(b"old" * 1000)
    with path.open("rb") as reader:
        write(path, arrange(CARD, deck(1), POKER, HOME))
        assert reader.read() == b"old" * 1000
    assert path.read_bytes()[:5] == b"%PDF-"


def test_faces_that_were_not_drawn_are_a_slip_of_the_caller(tmp_path: Path) -> None:
    found = arrange(CARD, deck(1), POKER, HOME)
    with pytest.raises(ValueError, match="not drawn"):
        sheets_pdf(tmp_path / "a.pdf", found, [draw(CARD, ["f0"])], LABELS, META, FONTS)
    with pytest.raises(ValueError, match="points"):
        sheets_pdf(tmp_path / "a.pdf", found, [draw(Trim(63, 88, 3), ["f0", "b0"])], LABELS, META, FONTS)


def test_a_missing_label_font_is_named(tmp_path: Path) -> None:
    with pytest.raises(Failed) as caught:
        furniture.draw(arrange(CARD, deck(1), POKER, HOME), LABELS, tmp_path)
    assert [d.code for d in caught.value.diagnostics] == ["S015"]


def test_one_component_a_page_has_its_boxes(tmp_path: Path) -> None:
    found = arrange(CARD, deck(1), POKER, Target("press", imposed=False, bleed=3))
    write(tmp_path / "a.pdf", found)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        page = pdf.pages[0]
        edge = points(3)
        assert [float(v) for v in page.trimbox.as_list()] == pytest.approx(
            [edge, edge, edge + points(63.5), edge + points(88.9)], abs=1e-3
        )


@pytest.mark.parametrize("program", ["qpdf", "pdfinfo", "pdffonts"])
def test_outside_witnesses(tmp_path: Path, program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    path = tmp_path / "a.pdf"
    write(path, arrange(CARD, deck(10), POKER, HOME))
    arguments = {"qpdf": ["--check"], "pdfinfo": ["-box", "-f", "1", "-l", "9"], "pdffonts": []}[program]
    done = subprocess.run([program, *arguments, str(path)], capture_output=True, text=True, check=True)
    if program == "pdfinfo":
        assert done.stdout.count("MediaBox:      0.00     0.00   612.00   792.00") == 4
    if program == "pdffonts":
        rows = [line.split() for line in done.stdout.splitlines()[2:]]
        assert rows and all(row[-5:-2] == ["yes", "yes", "yes"] for row in rows)


def test_meta_may_be_bare(tmp_path: Path) -> None:
    found = arrange(CARD, [("f", None)], POKER, HOME)
    sheets_pdf(tmp_path / "a.pdf", found, [draw(CARD, found.faces)], LABELS, Meta("T"), FONTS)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        assert "/CreationDate" not in pdf.docinfo
