"""XMP metadata read as the XML that it is: which property says what, however namespaces are written (ISO 16684-1)."""

from __future__ import annotations

from xml.etree.ElementTree import ParseError, TreeBuilder, XMLParser

RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
DC = "{http://purl.org/dc/elements/1.1/}"
PDF = "{http://ns.adobe.com/pdf/1.3/}"
PDFX = "{http://ns.adobe.com/pdfx/1.3/}"  # where PDF/X-1a and PDF/X-3 state their version, if in XMP at all
PDFXID = "{http://www.npes.org/pdfx/ns/id/}"  # where PDF/X-4 does
XMP = "{http://ns.adobe.com/xap/1.0/}"
XMP_MM = "{http://ns.adobe.com/xap/1.0/mm/}"
MOST_ELEMENTS = 50_000


class NotXmp(ValueError):
    """The metadata cannot be read; says why."""


class _Bounded(TreeBuilder):
    """A tree without a DOCTYPE, and so without entities, and of no more elements than metadata has."""

    count = 0

    def doctype(self, name: str, pubid: str | None, system: str | None) -> None:
        raise NotXmp("it has a DOCTYPE, which XMP does not")

    def start(self, tag, attrs, /):  # type: ignore[no-untyped-def]
        self.count += 1
        if self.count > MOST_ELEMENTS:
            raise NotXmp(f"it has more than {MOST_ELEMENTS:,} elements")
        return super().start(tag, attrs)


def properties(data: bytes) -> dict[str, str]:
    """What the metadata says, by name as in '{http://ns.adobe.com/pdf/1.3/}Trapped'; of arrays all their text.

    The first of equal names counts. Raises NotXmp for what is not XML with RDF in it.
    """
    parser = XMLParser(target=_Bounded())
    try:
        parser.feed(data.strip(b"\0 \t\r\n") if data[:2] not in (b"\xfe\xff", b"\xff\xfe") else data)
        root = parser.close()
    except (ParseError, LookupError, ValueError) as error:
        raise error if isinstance(error, NotXmp) else NotXmp(f"it is not well-formed: {error}") from None
    rdf = next(root.iter(f"{RDF}RDF"), None)
    if rdf is None:
        raise NotXmp("it has no rdf:RDF")
    found: dict[str, str] = {}
    for described in rdf.iterfind(f"{RDF}Description"):
        for name, value in described.items():
            found.setdefault(name, value.strip())
        for held in described:
            found.setdefault(held.tag, "".join(held.itertext()).strip())
    return found
