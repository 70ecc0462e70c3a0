"""PDF/X: what a file for a press says of itself, so that the printer need not ask.

PDF/X-4 (ISO 15930-7, PDF 1.6) and PDF/X-1a (ISO 15930-4, PDF 1.4, no live transparency). What is stamped here is a
claim; that colours, fonts and boxes are as it says is the work of the colour pass and of imposition.
"""

from __future__ import annotations

import uuid
import zlib
from dataclasses import dataclass
from functools import lru_cache
from xml.sax.saxutils import escape

from pikepdf import Array, Dictionary, Name, Pdf, Stream, String

from questpress.press.meta import Meta
from questpress.press.profiles import Profile

VERSIONS = {"x-4": "1.6", "x-1a": "1.4"}
TITLES = {"x-4": "PDF/X-4", "x-1a": "PDF/X-1a:2003"}
UNDATED = "2000-01-01"  # of a game that states no date; the clock is never asked
_BANNED = ("/AcroForm", "/OpenAction", "/AA", "/Names", "/JavaScript", "/OCProperties", "/Perms")
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "questpress")

# Namespaces and properties: ISO 15930-7, 6.6, and XMP. `{…}` are filled in, escaped.
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfx="http://ns.adobe.com/pdfx/1.3/"
 xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
<{version_key}>{version}</{version_key}>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
{said}<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
<xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmp:CreatorTool>{tool}</xmp:CreatorTool>
<pdf:Producer>{tool}</pdf:Producer>
<pdf:Trapped>False</pdf:Trapped>
<xmpMM:DocumentID>uuid:{document}</xmpMM:DocumentID>
<xmpMM:InstanceID>uuid:{instance}</xmpMM:InstanceID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""


@dataclass(frozen=True, slots=True)
class Standard:
    """What a file for a press is built to: `part` is x-4 or x-1a, or plain for inks without a claim.

    `profile` is the condition that it is separated for; `seal` names what the file is made of, for its identifiers.
    """

    part: str
    profile: Profile
    seal: str = ""

    @property
    def claims(self) -> bool:
        """Whether the file says that it is PDF/X."""
        return self.part in VERSIONS

    @property
    def version(self) -> str:
        """The version of PDF that the file is of."""
        return VERSIONS[self.part]


def stamp(pdf: Pdf, standard: Standard, meta: Meta) -> None:
    """Makes `pdf` say which part of PDF/X it is built to and for which condition.

    Equal arguments give equal bytes: dates come from the game, identifiers from what the file is made of. Pages
    without page boxes are sheets: they are not trimmed. Annotations, actions and scripts are removed.
    """
    for key in _BANNED:
        if key in pdf.Root:
            del pdf.Root[key]
    pdf.Root.OutputIntents = Array([pdf.make_indirect(_intent(pdf, standard.profile))])
    date = f"{meta.date or UNDATED}T00:00:00Z"
    _describe(pdf, standard, meta, date)
    pdf.Root.Metadata = _metadata(pdf, standard, meta, date)
    for page in pdf.pages:
        for key in ("/Annots", "/AA", "/ArtBox", "/CropBox"):
            if key in page.obj:
                del page.obj[key]
        if "/TrimBox" not in page.obj:
            page.obj.TrimBox = page.obj.MediaBox
            page.obj.BleedBox = page.obj.MediaBox


def _intent(pdf: Pdf, profile: Profile) -> Dictionary:
    icc = Stream(pdf, _deflated(profile.icc), {"/N": 4, "/Filter": Name.FlateDecode})
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=String(profile.condition),
        Info=String(profile.title),
        DestOutputProfile=pdf.make_indirect(icc),
    )
    if profile.registry:
        intent.RegistryName = String(profile.registry)
    return intent


@lru_cache(4)
def _deflated(icc: bytes) -> bytes:
    return zlib.compress(icc, 9)


def _describe(pdf: Pdf, standard: Standard, meta: Meta, date: str) -> None:
    """The information dictionary; PDF/X-1a makes its claim here."""
    stamped = String("D:" + date[:19].translate({ord(c): None for c in "-:T"}) + "Z")
    said = {
        "/Title": meta.title,
        "/Author": meta.author,
        "/Subject": meta.subject,
        "/Creator": meta.producer,
        "/Producer": meta.producer,
        "/GTS_PDFXVersion": TITLES["x-1a"] if standard.part == "x-1a" else "",
    }
    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
    for key, text in said.items():
        if text:
            pdf.docinfo[key] = String(text)
    pdf.docinfo["/CreationDate"] = pdf.docinfo["/ModDate"] = stamped
    pdf.docinfo["/Trapped"] = Name("/False")


def _metadata(pdf: Pdf, standard: Standard, meta: Meta, date: str) -> Stream:
    said = ""
    if meta.author:
        said += f"<dc:creator><rdf:Seq><rdf:li>{escape(meta.author)}</rdf:li></rdf:Seq></dc:creator>\n"
    if meta.subject:
        words = f'<rdf:li xml:lang="x-default">{escape(meta.subject)}</rdf:li>'
        said += f"<dc:description><rdf:Alt>{words}</rdf:Alt></dc:description>\n"
    packet = _XMP.format(
        version_key="pdfxid:GTS_PDFXVersion" if standard.part == "x-4" else "pdfx:GTS_PDFXVersion",
        version=TITLES[standard.part],
        title=escape(meta.title),
        said=said,
        date=date,
        tool=escape(meta.producer),
        document=uuid.uuid5(_NAMESPACE, meta.title),
        instance=uuid.uuid5(_NAMESPACE, f"{meta.title} {standard.seal}"),
    )
    made = Stream(pdf, packet.encode(), {"/Type": Name.Metadata, "/Subtype": Name.XML})
    return pdf.make_indirect(made)  # type: ignore[return-value]
