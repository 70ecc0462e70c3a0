"""XMP is read as XML: other writers name namespaces where and as they like."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pikepdf import Name, Pdf

from questpress.press.preflight.examine import examine
from questpress.press.preflight.xmp import DC, PDF, PDFXID, XMP, NotXmp, properties
from tests.preflight.press import XMP as PACKET
from tests.preflight.press import stamped, written


@pytest.fixture(scope="module")
def plain() -> bytes:
    return written("reportlab")


def saved(pdf: Pdf, path: Path) -> Path:
    """Saved with the metadata left as they are."""
    pdf.save(path, force_version="1.6", deterministic_id=True, fix_metadata_version=False)
    return path


def told(pdf: Pdf, tmp_path) -> tuple[str, list[str]]:  # type: ignore[no-untyped-def]
    verdict = examine(saved(pdf, tmp_path / "cards.pdf"))
    found = [f"{one.code} {one.message}" for one in verdict.findings if one.severity.value == "error"]
    return verdict.held_against, found


def with_packet(plain: bytes, packet: bytes) -> Pdf:
    pdf = stamped(plain)
    metadata = pdf.make_stream(packet)
    metadata.Type, metadata.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = metadata
    return pdf


def test_what_pikepdf_writes_is_recognised(plain, tmp_path):
    """Each element brings its own namespace: `<pdfxid:GTS_PDFXVersion xmlns:pdfxid="…">`."""
    pdf = stamped(plain)
    del pdf.Root.Metadata
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        meta.register_xml_namespace("http://www.npes.org/pdfx/ns/id/", "pdfxid")
        meta["pdfxid:GTS_PDFXVersion"] = "PDF/X-4"
        meta["dc:title"] = "Cards"
        for name in ("CreateDate", "ModifyDate", "MetadataDate"):
            meta[f"xmp:{name}"] = "2000-01-01T00:00:00Z"
        meta["pdf:Trapped"] = "False"
        meta["xmpMM:DocumentID"] = "uuid:0"
    assert b"GTS_PDFXVersion xmlns" in pdf.Root.Metadata.read_bytes()
    held, found = told(pdf, tmp_path)
    assert held.startswith("PDF/X-4") and found == []


PREFIXED = PACKET.format(claim="PDF/X-4").replace("pdfxid:", "n:").replace(":pdfxid=", ":n=")
ATTRIBUTE = (
    PACKET.format(claim="PDF/X-4")
    .replace("<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>", "")
    .replace('rdf:about=""', "rdf:about='' pdfxid:GTS_PDFXVersion = 'PDF/X-4'")
)


@pytest.mark.parametrize("packet", [PREFIXED, ATTRIBUTE], ids=["another prefix", "an attribute"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_prefixes_and_attributes_are_all_one(packet, encoding, plain, tmp_path):
    held, found = told(with_packet(plain, packet.replace("\ufeff", "").encode(encoding)), tmp_path)
    assert held.startswith("PDF/X-4") and found == []


def test_a_version_in_a_namespace_of_another_is_none(plain, tmp_path):
    packet = PACKET.format(claim="PDF/X-4").replace("http://www.npes.org/pdfx/ns/id/", "urn:of-our-own")
    assert told(with_packet(plain, packet.encode()), tmp_path)[0] == "what a plain PDF should be"


def test_a_comment_is_no_claim(plain, tmp_path):
    claim = "<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>"
    packet = PACKET.format(claim="PDF/X-4").replace(claim, f"<!-- {claim} -->")
    assert told(with_packet(plain, packet.encode()), tmp_path)[0] == "what a plain PDF should be"


LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {new} "{f"&{old};" * 20}">' for old, new in zip("abcdefg", "bcdefgh", strict=True)
)
BAD = {
    "entities": (f"{LAUGHS}]><x>&h;</x>".encode(), "DOCTYPE"),
    "a file read in": (b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>', "DOCTYPE"),
    "many elements": (b"<x>" + b"<a/>" * 60_000 + b"</x>", "more than 50,000 elements"),
    "deep": (b"<a>" * 60_000, "more than 50,000 elements"),
    "cut off": (PACKET[:400].encode(), "not well-formed"),
    "another encoding": (b'<?xml version="1.0" encoding="no-such"?><x/>', "not well-formed"),
    "no RDF": (b"<x/>", "no rdf:RDF"),
    "empty": (b"", "not well-formed"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_xmp_is_told_quickly(name, plain, tmp_path):
    from questpress.press.preflight.wants import Wants

    data, words = BAD[name]
    with pytest.raises(NotXmp, match=words):
        properties(data)
    began = time.process_time()
    path = saved(with_packet(plain, data), tmp_path / "cards.pdf")
    found = examine(path, Wants("it", pdfx="x-4")).findings
    assert [words in one.message for one in found if one.code == "P113"] == [True]
    assert time.process_time() - began < 2


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    try:
        assert isinstance(properties(data), dict)
    except NotXmp:
        pass


def test_values_come_by_their_names():
    said = properties(PACKET.format(claim="PDF/X-4").encode())
    assert (said[f"{PDFXID}GTS_PDFXVersion"], said[f"{PDF}Trapped"], said[f"{DC}title"]) == (
        "PDF/X-4",
        "False",
        "Cards",
    )
    assert said[f"{XMP}CreateDate"] == "2000-01-01T00:00:00Z"
