"""Files that cannot be opened, are damaged or hostile: each ends in a diagnostic, quickly, never in a traceback."""

from __future__ import annotations

import random
import time
import zlib

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, Pdf

from questpress.press.preflight.examine import examine
from tests.preflight.press import form, image, saved, stamped, written


@pytest.fixture(scope="module")
def plain() -> bytes:
    return written("reportlab")


def codes(path) -> list[str]:  # type: ignore[no-untyped-def]
    return [found.code for found in examine(path).findings if found.severity.value == "error"]


def test_no_pdf(tmp_path):
    path = tmp_path / "letter.pdf"
    path.write_bytes(b"Dear printer,")
    assert codes(path) == ["P100"]
    path.write_bytes(b"")
    assert codes(path) == ["P100"]


@pytest.mark.parametrize("user, said", [("secret", "cannot be opened"), ("", "is encrypted")])
def test_encrypted(user, said, plain, tmp_path):
    with stamped(plain) as pdf:
        pdf.save(tmp_path / "locked.pdf", encryption=pikepdf.Encryption(owner="owner", user=user, R=6))
    verdict = examine(tmp_path / "locked.pdf")
    found = next(found for found in verdict.findings if found.code == "P101")
    assert said in found.message and not verdict.good


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_truncated(share, plain, tmp_path):
    whole = saved(stamped(plain), tmp_path / "whole.pdf").read_bytes()
    path = tmp_path / "cut.pdf"
    path.write_bytes(whole[: int(len(whole) * share)])
    assert "P102" in codes(path)


def test_what_qpdf_complains_of_is_told(plain, tmp_path):
    whole = saved(stamped(plain), tmp_path / "whole.pdf").read_bytes()
    path = tmp_path / "bent.pdf"
    path.write_bytes(whole.replace(b"startxref\n", b"startxref\n1", 1))
    assert "P103" in codes(path)


def test_any_bytes_end_in_a_verdict(plain, tmp_path):
    whole = saved(stamped(plain), tmp_path / "whole.pdf").read_bytes()
    chance = random.Random(4)
    for number in range(60):
        bent = bytearray(whole)
        for _ in range(chance.choice((1, 5, 50))):
            bent[chance.randrange(len(bent))] = chance.randrange(256)
        path = tmp_path / f"{number}.pdf"
        path.write_bytes(bytes(bent))
        assert examine(path).pages >= 0


def page_with(content: bytes, resources: Dictionary, pdf: Pdf) -> None:
    page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, 200, 200]), Resources=resources)
    page.Contents = pdf.make_stream(content)
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))


def test_a_form_that_draws_itself(tmp_path):
    pdf = pikepdf.new()
    loop = pdf.make_indirect(form(pdf, b"/Me Do"))
    loop.Resources.XObject = Dictionary({"/Me": loop})
    page_with(b"/Me Do", Dictionary(XObject=Dictionary({"/Me": loop})), pdf)
    assert codes(saved(pdf, tmp_path / "loop.pdf")) == ["P104"]


def test_forms_that_double_and_double(tmp_path):
    pdf = pikepdf.new()
    inner = form(pdf, b"0 0 0 1 k 0 0 1 1 re f")
    for _ in range(26):
        inner = pdf.make_indirect(form(pdf, b"/In Do " * 4, XObject=Dictionary({"/In": inner})))
    page_with(b"/In Do", Dictionary(XObject=Dictionary({"/In": inner})), pdf)
    began = time.process_time()
    assert codes(saved(pdf, tmp_path / "laughs.pdf")) == ["P105"]
    assert time.process_time() - began < 5


def test_forms_nested_without_end(tmp_path):
    pdf = pikepdf.new()
    inner = form(pdf, b"f")
    for _ in range(200):
        inner = pdf.make_indirect(form(pdf, b"/In Do", XObject=Dictionary({"/In": inner})))
    page_with(b"/In Do", Dictionary(XObject=Dictionary({"/In": inner})), pdf)
    assert codes(saved(pdf, tmp_path / "deep.pdf")) == ["P104"]


def test_a_bomb(tmp_path):
    packed = zlib.compress(b"0 " * (36 << 20), 1)  # 72 MB
    pdf = pikepdf.new()
    page_with(b"", Dictionary(), pdf)
    pdf.pages[0].Contents.write(packed, filter=Name.FlateDecode)
    path = tmp_path / "bomb.pdf"
    pdf.save(path, compress_streams=False)
    began = time.process_time()
    assert "P105" in codes(path)
    assert time.process_time() - began < 2
    pdf.pages[0].Contents.write(zlib.compress(packed), filter=Array([Name.FlateDecode, Name.FlateDecode]))
    pdf.save(path, compress_streams=False)
    assert "P105" in codes(path)


@pytest.mark.parametrize(
    "content",
    [b"(" * 5000, b"[" * 5000 + b"1 " * 9, b"BI " * 4000, b"<" * 5000, b"1 " * 70000 + b"k", b"q " * 40000, b"/#zz cs"],
    ids=["parentheses", "arrays", "images", "hex", "operands", "states", "names"],
)
def test_content_that_makes_no_sense(content, tmp_path):
    pdf = pikepdf.new()
    page_with(content + b" Q Q ET Do sh /X gs 1 Tf () ' (a) 2 \" [ -- 5 ] TJ 0 0 cm w EI", Dictionary(), pdf)
    path = tmp_path / "odd.pdf"
    pdf.save(path)
    began = time.process_time()
    assert set(codes(path)) <= {"P103", "P130"}
    assert time.process_time() - began < 2


def test_resources_of_the_wrong_kind(tmp_path):
    pdf = pikepdf.new()
    odd = {"/XObject": Array([]), "/Font": 3, "/ColorSpace": Name.X, "/ExtGState": Dictionary({"/G": 5}), "/Pattern": 1}
    page_with(b"/G gs /C cs 1 scn /P scn BT /F 9 Tf (x) Tj ET /X Do /S sh 0 0 9 9 re f", Dictionary(odd), pdf)
    assert set(codes(saved(pdf, tmp_path / "odd.pdf"))) <= {"P103", "P130"}


def tiny_tiles(pdf: Pdf) -> tuple[bytes, Dictionary]:
    cell = pdf.make_stream(b"0.5 0 0 0 k 0 0 1 1 re f", PatternType=1, PaintType=1, TilingType=1)
    cell.BBox, cell.XStep, cell.YStep, cell.Resources = Array([0, 0, 1, 1]), 0.001, 0.001, Dictionary()
    return b"/Pattern cs /P scn 0 0 200 200 re f", Dictionary(Pattern=Dictionary({"/P": cell}))


def long_program(pdf: Pdf) -> tuple[bytes, Dictionary]:
    text = b"{ " + b"dup mul " * 3000 + b"pop dup dup dup }"
    program = pdf.make_stream(text, FunctionType=4, Domain=[0, 1, 0, 1], Range=[0, 1] * 4)
    shade = Dictionary(ShadingType=1, Matrix=[200, 0, 0, 200, 0, 0], ColorSpace=Name.DeviceCMYK, Function=program)
    return b"/S sh", Dictionary(Shading=Dictionary({"/S": shade}))


def huge_image(pdf: Pdf) -> tuple[bytes, Dictionary]:
    picture = image(pdf, 20000, 20000, Name.DeviceCMYK, b"x")
    return b"q 99 0 0 99 0 0 cm /I Do Q", Dictionary(XObject=Dictionary({"/I": picture}))


def huge_mask(pdf: Pdf) -> tuple[bytes, Dictionary]:
    picture = image(pdf, 20, 20, Name.DeviceCMYK)
    picture.SMask = image(pdf, 30000, 30000, Name.DeviceGray, b"x")
    return b"q 99 0 0 99 0 0 cm /I Do Q", Dictionary(XObject=Dictionary({"/I": picture}))


@pytest.mark.parametrize("made", [tiny_tiles, long_program, huge_image, huge_mask])
def test_what_would_take_long_to_draw_is_not_drawn(made, tmp_path):
    pdf = pikepdf.new()
    page_with(*made(pdf), pdf)
    began = time.process_time()
    assert codes(saved(pdf, tmp_path / "slow.pdf")) == ["P105"]
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "head, said",
    [
        (b"\x89PNG\r\n\x1a\n....", "it is a PNG picture"),
        (b"\xff\xd8\xff\xe0....", "it is a JPEG picture"),
        (b"II*\0....", "it is a TIFF picture"),
        (b"RIFF\1\2\3\4WEBPVP8 ", "it is a WebP picture"),
        (b"8BPS\0\1", "it is a Photoshop file"),
        (b"PK\3\4....", "it is a ZIP archive, or a document that is packed as one"),
        (b"%!PS-Adobe-3.0 EPSF-3.0", "it is PostScript"),
        (b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', "it is an SVG drawing"),
        (b"<!DOCTYPE html><html>", "it is a web page"),
        (b"<a/>", "it is text"),
        ("Lieber Drücker".encode()[:9], "it is text"),
        (b"\1\2\3\4\xfe\xff", "it does not begin with %PDF-"),
        (b"\0" * 9, "it does not begin with %PDF-"),
    ],
)
def test_what_a_file_is_instead_is_said_in_words(head, said, tmp_path):
    path = tmp_path / "cards.pdf"
    path.write_bytes(head)
    (found,) = examine(path).findings
    assert found.message == f"the file is no PDF: {said}"
