"""Art in faces: found by name inside the project, drawn once, untouched where it can be."""

from __future__ import annotations

import base64
import io
import re
import zlib
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from questpress.press.render.chunk import look

from .desk import BLUE, RED, WHITE, at, drawn, face, near, only, page, raster

PICTURE = '<image href="{}" width="20" height="20"/>'


def halves(left: str = "red", right: str = "blue", size: tuple[int, int] = (40, 40), mode: str = "RGB") -> Image.Image:
    image = Image.new(mode, size, right)
    image.paste(left, (0, 0, size[0] // 2, size[1]))
    return image


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "art").mkdir()
    halves().save(tmp_path / "art" / "half.png")
    halves().save(tmp_path / "art" / "half.jpg", quality=95)
    halves().save(tmp_path / "art" / "fire dragon.png")
    return tmp_path


def shown(project: Path, inner: str) -> Image.Image:
    return raster(drawn(face(inner), root=project))


@pytest.mark.parametrize("name", ["art/half.png", "art/half.jpg", "art/fire dragon.png", "art/fire%20dragon.png"])
@pytest.mark.parametrize("attribute", ["href", "xlink:href"])
def test_project_art_is_drawn(project: Path, name: str, attribute: str) -> None:
    image = shown(project, PICTURE.format(name).replace("href", attribute))
    assert near(at(image, 4, 10), RED, 12) and near(at(image, 16, 10), BLUE, 12)


@pytest.mark.parametrize("form", ["WEBP", "GIF", "BMP", "TIFF"])
def test_other_formats(project: Path, form: str) -> None:
    halves().save(project / "art" / "a.bin", form, **({"lossless": True} if form == "WEBP" else {}))
    image = shown(project, PICTURE.format("art/a.bin"))
    assert near(at(image, 4, 10), RED) and near(at(image, 16, 10), BLUE)


def test_grey_jpeg(project: Path) -> None:
    Image.new("L", (8, 8), 100).save(project / "art" / "grey.jpg")
    assert near(at(shown(project, PICTURE.format("art/grey.jpg")), 10, 10), (100, 100, 100))


def test_transparency_is_kept(project: Path) -> None:
    """Pitfall 63."""
    Image.new("RGBA", (8, 8), (255, 0, 0, 128)).save(project / "art" / "ghost.png")
    assert near(at(shown(project, PICTURE.format("art/ghost.png")), 10, 10), (255, 127, 127))
    image = Image.new("P", (2, 1))
    image.putpalette([255, 0, 0, 0, 0, 255])
    image.putpixel((1, 0), 1)
    image.save(project / "art" / "index.png", transparency=1)
    picture = shown(project, PICTURE.format("art/index.png").replace("/>", ' preserveAspectRatio="none"/>'))
    assert near(at(picture, 4, 10), RED) and near(at(picture, 17, 10), WHITE)


@pytest.mark.parametrize(
    ("fit", "points"),
    [
        ("xMidYMid meet", {(4, 10): RED, (16, 10): BLUE, (4, 3): WHITE, (4, 17): WHITE}),
        ("xMidYMin", {(4, 3): RED, (4, 12): WHITE}),
        ("xMidYMid slice", {(4, 3): RED, (16, 17): BLUE}),
        ("xMinYMid slice", {(4, 3): RED, (16, 17): RED}),
        ("none", {(4, 3): RED, (16, 17): BLUE}),
    ],
)
@pytest.mark.parametrize("kind", ["png", "svg"])
def test_fitting(project: Path, fit: str, points: dict[tuple[float, float], tuple[int, int, int]], kind: str) -> None:
    halves(size=(40, 20)).save(project / "art" / "wide.png")
    (project / "art" / "wide.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200" viewBox="0 0 40 20">'
        '<rect width="20" height="20" fill="red"/><rect x="20" width="20" height="20" fill="blue"/></svg>'
    )
    image = shown(project, PICTURE.format(f"art/wide.{kind}").replace("/>", f' preserveAspectRatio="{fit}"/>'))
    for (x, y), wanted in points.items():
        assert near(at(image, x, y), wanted), (x, y)


def test_drawings_have_ids_of_their_own_and_are_judged(project: Path) -> None:
    art = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><linearGradient id="g"><stop stop-color="{}"/>'
        '</linearGradient><rect width="2" height="2" fill="url(#g)"/></svg>'
    )
    (project / "art" / "a.svg").write_text(art.format("red"))
    (project / "art" / "b.svg").write_text(art.format("blue"))
    image = shown(project, PICTURE.format("art/a.svg") + PICTURE.format("art/b.svg").replace("<image", '<image x="10"'))
    assert at(image, 5, 5) == RED and at(image, 15, 5) == BLUE
    (project / "art" / "c.svg").write_text(art.format("red").replace("<rect", '<rect filter="url(#f)"'))
    finding = only(PICTURE.format("art/c.svg"), root=project)
    assert finding.code == "T063" and finding.message.startswith("c.svg: ")
    (project / "art" / "d.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><g></svg>')
    assert only(PICTURE.format("art/d.svg"), root=project).code == "T010"
    (project / "art" / "e.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><image href="art/e.svg" width="2" height="2"/></svg>'
    )
    assert only(PICTURE.format("art/e.svg"), root=project).code == "T071"


@pytest.mark.parametrize("turn", range(1, 9))
def test_cameras_orientation_is_followed(project: Path, turn: int) -> None:
    upright = Image.new("RGB", (40, 20), "blue")
    upright.paste("red", (0, 0, 20, 10))
    back = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    stored = upright.transpose(back[turn]) if turn in back else upright
    exif = Image.Exif()
    exif[274] = turn
    stored.save(project / "art" / "turned.jpg", exif=exif, quality=95)
    image = shown(project, PICTURE.format("art/turned.jpg"))
    assert near(at(image, 5, 7), RED, 12), turn
    for x, y in ((15, 7), (5, 13), (15, 13)):
        assert near(at(image, x, y), BLUE, 12), (turn, x, y)
    assert near(at(image, 5, 2), WHITE)


# -- names -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "code", "remedy"),
    [
        ("art\\half.png", "T076", "write art/half.png"),
        ("art/Half.png", "T076", "write art/half.png"),
        ("Art/half.png", "T076", "write art/half.png"),
        ("art/hafl.png", "T075", "did you mean 'art/half.png'?"),
        ("half.png", "T075", "did you mean 'art/half.png'?"),
        ("../secret.png", "T074", "from the project folder"),
        ("/etc/passwd", "T074", "from the project folder"),
        ("file:///etc/passwd", "T074", "copy the art"),
        ("http://example.org/a.png", "T074", "copy the art"),
        ("//example.org/a.png", "T074", "copy the art"),
        ("C:/a.png", "T074", "copy the art"),
        ("%2e%2e/secret.png", "T074", ""),
        ("art", "T075", ""),
        ("", "T075", ""),
        ("data:image/png;base64,AAA?", "T077", ""),
        ("data:image/png;base64,AAAA", "T077", ""),
        ("art/link.png", "T074", "copy the file itself"),
        ("art/not.png", "T077", "export"),
        ("art/short.png", "T077", "export"),
    ],
)
def test_bad_names(project: Path, name: str, code: str, remedy: str) -> None:
    (project.parent / "secret.png").write_bytes((project / "art" / "half.png").read_bytes())
    (project / "art" / "link.png").symlink_to("/etc/hostname")
    (project / "art" / "not.png").write_text("no picture")
    (project / "art" / "short.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    finding = only(PICTURE.format(name), root=project)
    assert finding.code == code, finding
    assert remedy in finding.help


def test_art_without_a_project_is_refused() -> None:
    assert only(PICTURE.format("art/half.png")).code == "T074"


def test_a_decompression_bomb_is_refused_unopened(project: Path) -> None:
    def part(kind: bytes, data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = (60_000).to_bytes(4, "big") * 2 + b"\x08\x02\x00\x00\x00"
    pixels = zlib.compress(bytes(1_000_000))
    bomb = b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", pixels) + part(b"IEND", b"")
    (project / "art" / "bomb.png").write_bytes(bomb)
    finding = only(PICTURE.format("art/bomb.png"), root=project)
    assert finding.code == "T077" and "pixels" in finding.message


def test_a_picture_cut_short_is_a_finding_and_not_a_traceback(project: Path) -> None:
    data = (project / "art" / "half.png").read_bytes()
    (project / "art" / "cut.png").write_bytes(data[: len(data) // 2])
    assert only(PICTURE.format("art/cut.png"), root=project).code == "T077"


def test_the_art_of_each_face_is_told(project: Path) -> None:
    faces = look([page(face(PICTURE.format("art/half.png") * 2)), page(face(""))], project)
    assert [face.art for face in faces] == [(project / "art" / "half.png",), ()]
    made = drawn(face(PICTURE.format("art/half.jpg")), root=project)
    assert made.art == ((project / "art" / "half.jpg",),)


# -- once --------------------------------------------------------------------------------------------------------


def images(pdf: bytes) -> list[pikepdf.Stream]:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        found = [
            thing
            for thing in document.objects
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == pikepdf.Name.Image
        ]
        return [pikepdf.Stream(document, thing.read_raw_bytes()) for thing in found] and [
            thing.read_raw_bytes() for thing in found
        ]


def noise(size: int) -> bytes:
    image = Image.effect_noise((size, size), 90).convert("RGB")
    out = io.BytesIO()
    image.save(out, "JPEG", quality=88)
    return out.getvalue()


def test_forty_cards_share_one_untouched_jpeg(project: Path) -> None:
    """Pitfall 20."""
    jpeg = noise(400)
    (project / "art" / "ground.jpg").write_bytes(jpeg)
    (project / "art" / "copy.jpg").write_bytes(jpeg)
    svgs = [
        face(PICTURE.format("art/copy.jpg" if n % 2 else "art/ground.jpg") + f'<circle r="{n + 1}"/>')
        for n in range(40)
    ]
    made = drawn(*svgs, root=project)
    assert images(made.pdf) == [jpeg]
    assert len(made.pdf) < len(jpeg) + 60_000


def test_embedded_art_used_a_thousand_times_is_there_once(project: Path) -> None:
    """Pitfall 19."""
    data = base64.b64encode(noise(200)).decode()
    symbol = (
        f'<symbol id="s" viewBox="0 0 1 1"><image href="data:image/jpeg;base64,{data}" width="1" height="1"/></symbol>'
    )
    uses = "".join(f'<use href="#s" x="{n % 20}" y="{n // 50}" width="1" height="1"/>' for n in range(1000))
    made = drawn(face(uses, symbol))
    assert len(images(made.pdf)) == 1
    assert len(made.pdf) < 300_000


def test_cmyk_jpeg_bytes_are_kept(project: Path) -> None:
    """Pitfall 62: nothing is converted here; colour is later work."""
    Image.new("CMYK", (16, 16), (0, 255, 255, 0)).save(project / "art" / "ink.jpg")
    made = drawn(face(PICTURE.format("art/ink.jpg")), root=project)
    assert images(made.pdf) == [(project / "art" / "ink.jpg").read_bytes()]
    assert re.search(rb"/DeviceCMYK", made.pdf)


def test_art_in_parts_that_faces_share_is_untouched_too(project: Path) -> None:
    jpeg = noise(100)
    (project / "art" / "ground.jpg").write_bytes(jpeg)
    shared = PICTURE.format("art/ground.jpg") + "".join(f'<rect x="{n}" width="0.5" height="9"/>' for n in range(20))
    made = drawn(*[face(f'<g>{shared}</g><circle r="{n + 1}"/>') for n in range(5)], root=project)
    assert images(made.pdf) == [jpeg]
    first, last = raster(made, 0), raster(made, 4)
    assert at(first, 10.7, 15) == at(last, 10.7, 15) != WHITE
    inside = f'<clipPath id="c"><circle cx="10" cy="10" r="9"/></clipPath><g clip-path="url(#c)">{shared}</g>'
    assert images(drawn(face(inside), face(inside), root=project).pdf) == [jpeg]
    faded = f'<g opacity="0.5">{shared}</g>'
    assert images(drawn(face(faded), face(faded), root=project).pdf) == [jpeg]
