"""Press files that reportlab, Ghostscript and cairo wrote, clean, and the faults that are planted in them."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

ROOT = Path(__file__).resolve().parents[2]
MM = 72 / 25.4
TRIM, BLEED = (63.0, 88.0), 3.0
WIDE, HIGH = ((side + 2 * BLEED) * MM for side in TRIM)
PAGES = 3
FONT = ROOT / "templates" / "fonts" / "AlegreyaSans-Regular.ttf"
WRITERS = ("questpress", "reportlab", "ghostscript", "cairo")

XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/">
<pdfxid:GTS_PDFXVersion>{claim}</pdfxid:GTS_PDFXVersion>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Cards</rdf:li></rdf:Alt></dc:title>
<xmp:CreateDate>2000-01-01T00:00:00Z</xmp:CreateDate><xmp:ModifyDate>2000-01-01T00:00:00Z</xmp:ModifyDate>
<xmp:MetadataDate>2000-01-01T00:00:00Z</xmp:MetadataDate><pdf:Trapped>False</pdf:Trapped>
<xmpMM:DocumentID>uuid:00000000-0000-0000-0000-000000000000</xmpMM:DocumentID>
</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="r"?>"""


def profile(space: bytes = b"CMYK", sort: bytes = b"prtr") -> bytes:
    """The header of an ICC profile (ICC.1:2010, 7.2), which is all that preflight reads of one."""
    head = bytearray(132)
    head[12:16], head[16:20], head[20:24], head[36:40] = sort, space, b"Lab ", b"acsp"
    head[0:4] = len(head).to_bytes(4, "big")
    return bytes(head)


def written(writer: str) -> bytes:
    """Three pages, each a card with bleed: a ground, K 100 text that overprints, a line, an image at 300 ppi."""
    return {"questpress": _questpress, "reportlab": _reportlab, "ghostscript": _ghostscript, "cairo": _cairo}[writer]()


OURS = {
    "templates/cards/kinds.yaml": """\
kinds:
  card: {trim: [63mm, 88mm], bleed: 3mm, safe: 3mm, sheet: poker, faces: {front: card.svg.j2}, fields: {name: text}}
""",
    "templates/cards/card.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block art %}
<rect x="-3" y="-3" width="69" height="94" fill="#cceeff"/>
<path d="M20 70H40" stroke="#000000" stroke-width="0.2"/>
{{ label(card.name, 10, 30, size=9, fill="#000000") }}
{% endblock %}
""",
    "cards/cards/deck.yaml": """\
deck: deck
title: Cards
kind: card
cards:
  - {id: one, name: Every ship in sight}
  - {id: two, name: Ships in sight}
  - {id: three, name: A ship}
""",
    "templates/sheets/targets/press.yaml": """\
target: press
paper: a4
margin: 0mm
bleed: 3mm
marks: none
imposed: false
colour: cmyk
profile: FOGRA39L_coated
ink_limit: 320
pdf: x-4
file: "{deck}.pdf"
""",
}


def _questpress() -> bytes:
    """A PDF/X-4 file of ours, a component a page."""
    import tempfile

    from questpress.cli.main import run

    with tempfile.TemporaryDirectory() as folder:
        for name, text in OURS.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        assert run(["build", "--target", "press", "--jobs", "1", "--project", folder]) == 0
        return (Path(folder) / "output/cards/deck.pdf").read_bytes()


def _reportlab() -> bytes:
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    pdfmetrics.registerFont(TTFont("Card", FONT))
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(WIDE, HIGH), initialFontName="Card", invariant=1)
    for _ in range(PAGES):
        canvas.setFillColorCMYK(0.2, 0, 0.1, 0)
        canvas.rect(0, 0, WIDE, HIGH, stroke=0, fill=1)
        canvas.setStrokeColorCMYK(0, 0, 0, 1)
        canvas.setLineWidth(0.5)
        canvas.line(20 * MM, 20 * MM, 40 * MM, 20 * MM)
        canvas.drawImage(ImageReader(_picture()), 20 * MM, 30 * MM, 72 * 80 / 300, 72 * 80 / 300)
        canvas.setFillOverprint(True)
        canvas.setOverprintMask(1)
        canvas.setFillColorCMYK(0, 0, 0, 1)
        canvas.setFont("Card", 9)
        canvas.drawString(10 * MM, 60 * MM, "Every ship in sight")
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _picture():  # type: ignore[no-untyped-def]
    from PIL import Image

    return Image.effect_noise((80, 80), 40).point(lambda v: v // 2 + 100)


def _ghostscript() -> bytes:
    page = f"""
    << /PageSize [{WIDE} {HIGH}] >> setpagedevice
    0.2 0 0.1 0 setcmykcolor 0 0 {WIDE} {HIGH} rectfill
    0 0 0 1 setcmykcolor 0.5 setlinewidth {20 * MM} {20 * MM} moveto {40 * MM} {20 * MM} lineto stroke
    gsave {20 * MM} {30 * MM} translate 19.2 19.2 scale
    80 80 8 [80 0 0 -80 0 80] {{ 80 string dup 0 1 79 {{ 1 index exch dup 2 mul put dup }} for pop pop }} image grestore
    true setoverprint
    /Helvetica findfont 9 scalefont setfont {10 * MM} {60 * MM} moveto (Every ship in sight) show showpage
    """
    options = "-q -dBATCH -dNOPAUSE -dSAFER -sDEVICE=pdfwrite -dPDFSETTINGS=/prepress -dCompatibilityLevel=1.6"
    run = subprocess.run(
        ["gs", *options.split(), "-dOPM=1", "-dAutoRotatePages=/None", "-sOutputFile=-", "-"],
        input=("%!PS\n" + page * PAGES).encode(),
        capture_output=True,
        check=True,
    )
    return run.stdout


def _cairo() -> bytes:
    import cairocffi

    out = io.BytesIO()
    surface = cairocffi.PDFSurface(out, WIDE, HIGH)
    context = cairocffi.Context(surface)
    for _ in range(PAGES):
        context.set_source_rgb(0.8, 1, 0.9)
        context.paint()
        context.set_source_rgb(0, 0, 0)
        context.set_line_width(0.5)
        context.move_to(20 * MM, 74 * MM)
        context.line_to(40 * MM, 74 * MM)
        context.stroke()
        context.select_font_face("sans")
        context.set_font_size(9)
        context.move_to(10 * MM, 34 * MM)
        context.show_text("Every ship in sight")
        surface.show_page()
    surface.finish()
    with pikepdf.open(out) as pdf:
        for page in pdf.pages:
            to_cmyk(pdf, page.obj)
        made = io.BytesIO()
        pdf.save(made)
        return made.getvalue()


def to_cmyk(pdf: Pdf, holder: Dictionary | Stream) -> None:
    """cairo's RGB operators as CMYK, black as K 100 that overprints: as little as it takes for a clean press file."""
    shown = []
    black = Dictionary(Type=Name.ExtGState, op=True, OPM=1)
    clear = Dictionary(Type=Name.ExtGState, op=False)
    resources = holder.Resources
    if "/ExtGState" not in resources:
        resources.ExtGState = Dictionary()
    resources.ExtGState[Name("/Over")], resources.ExtGState[Name("/Clear")] = black, clear
    for operands, operator in pikepdf.parse_content_stream(holder):
        name = str(operator)
        if name in ("rg", "RG"):
            values = [float(v) for v in operands]
            inks = [0, 0, 0, 1] if not any(values) else [round(1 - v, 4) for v in values] + [0]
            if name == "rg":
                shown.append(([Name("/Over" if inks[3] else "/Clear")], pikepdf.Operator("gs")))
            shown.append((inks, pikepdf.Operator("k" if name == "rg" else "K")))
        else:
            shown.append((operands, operator))
    content = pikepdf.unparse_content_stream(shown)
    if isinstance(holder, Stream):
        holder.write(content)
    else:
        holder.Contents = pdf.make_stream(content)
    if "/Group" in holder:
        holder.Group.CS = Name.DeviceCMYK
    for form in resources.get("/XObject", {}).values():
        if form.get("/Subtype") == Name.Form:
            to_cmyk(pdf, form)


def stamped(content: bytes, claim: str = "PDF/X-4") -> Pdf:
    """The pages as a PDF/X file: boxes, output intent, metadata. One of ours is that already."""
    pdf = pikepdf.open(io.BytesIO(content))
    if "/OutputIntents" in pdf.Root:
        return pdf
    for page in pdf.pages:
        page.obj.MediaBox = Array([0, 0, WIDE, HIGH])
        page.obj.BleedBox = Array([0, 0, WIDE, HIGH])
        page.obj.TrimBox = Array([BLEED * MM, BLEED * MM, WIDE - BLEED * MM, HIGH - BLEED * MM])
        if "/CropBox" in page.obj:
            del page.obj.CropBox
    pdf.Root.OutputIntents = Array([intent(pdf, "FOGRA39")])
    metadata = pdf.make_stream(XMP.format(claim=claim).encode())
    metadata.Type, metadata.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = metadata
    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    pdf.docinfo["/Title"], pdf.docinfo["/Trapped"] = "Cards", Name("/False")
    return pdf


def intent(pdf: Pdf, name: str) -> Dictionary:
    data = pdf.make_stream(profile())
    data.N = 4
    return Dictionary(
        Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=String(name), DestOutputProfile=data
    )


def saved(pdf: Pdf, path: Path) -> Path:
    pdf.save(path, force_version="1.6", deterministic_id=True)
    return path


def draw(pdf: Pdf, number: int, content: bytes, **resources: Dictionary) -> None:
    """Adds content on top of page `number`, drawn as a form so that it stands in a plain state of its own."""
    page = pdf.pages[number - 1]
    form = pdf.make_stream(b"0 g 0 G 1 w " + content)
    form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, Array([0, 0, WIDE, HIGH])
    form.Resources = Dictionary({f"/{key}": value for key, value in resources.items()})
    name = page.add_resource(form, Name.XObject)
    page.contents_add(b"q", prepend=True)
    page.contents_add(b"Q q %s Do Q" % str(name).encode())


def form(pdf: Pdf, content: bytes, **resources: Dictionary) -> Stream:
    made = pdf.make_stream(content)
    made.Type, made.Subtype, made.BBox = Name.XObject, Name.Form, Array([0, 0, WIDE, HIGH])
    made.Resources = Dictionary({f"/{key}": value for key, value in resources.items()})
    return made


def image(pdf: Pdf, wide: int, high: int, space: Name, data: bytes | None = None) -> Stream:
    count = {"/DeviceGray": 1, "/DeviceRGB": 3, "/DeviceCMYK": 4}[str(space)]
    made = pdf.make_stream(data if data is not None else bytes([60]) * (wide * high * count))
    made.Type, made.Subtype, made.Width, made.Height = Name.XObject, Name.Image, wide, high
    made.ColorSpace, made.BitsPerComponent = space, 8
    return made


def text_font(pdf: Pdf) -> Dictionary:
    """An embedded font with the letters of ASCII."""
    import uharfbuzz

    font = uharfbuzz.Font(uharfbuzz.Face(FONT.read_bytes()))
    per_em = font.face.upem
    widths = [font.get_glyph_h_advance(font.get_nominal_glyph(code) or 0) * 1000 / per_em for code in range(32, 127)]
    described = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name("/ABCDEF+AlegreyaSans"),
        Flags=32,
        FontBBox=Array([-200, -300, 1200, 1000]),
        ItalicAngle=0,
        Ascent=900,
        Descent=-300,
        CapHeight=650,
        StemV=80,
        FontFile2=pdf.make_stream(FONT.read_bytes()),
    )
    return Dictionary(
        Type=Name.Font,
        Subtype=Name.TrueType,
        BaseFont=Name("/ABCDEF+AlegreyaSans"),
        Encoding=Name.WinAnsiEncoding,
        FirstChar=32,
        LastChar=126,
        Widths=Array(widths),
        FontDescriptor=described,
    )


def has(program: str) -> bool:
    return shutil.which(program) is not None
