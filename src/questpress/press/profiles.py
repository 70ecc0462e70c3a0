"""Output profiles: the ICC file of a printing condition, and how registries call the condition. No I/O."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from questpress.schema import Field, FileName, Record, Text, Word

LARGEST = 8 * 1024 * 1024  # bytes of an ICC file; press profiles have 0.1 to 3 MiB
UNREGISTERED = "Custom"  # ISO 15930-7, 6.2.6: the identifier of a condition that no registry lists

PROFILE = Record(
    {
        "profile": Field(Word(), help="the profile's name, as targets call it"),
        "title": Field(Text(), "", help="what it is, for people"),
        "file": Field(FileName(), None, help="the ICC file beside this one; else the profile's name with .icc"),
        "condition": Field(Text(), UNREGISTERED, help="the printing condition, as its registry calls it"),
        "registry": Field(Text(), "", help="the registry's address"),
    },
    "an output profile",
)


@dataclass(frozen=True, slots=True)
class Profile:
    """A CMYK output profile; `icc` are the bytes of its file."""

    name: str
    icc: bytes = field(repr=False)
    title: str = ""
    condition: str = UNREGISTERED
    registry: str = ""


def profile_of(values: Mapping[str, Any], icc: bytes) -> Profile:
    """The Profile that the values of `PROFILE` state, with its file's bytes."""
    return Profile(
        values["profile"], icc, values["title"] or values["profile"], values["condition"], values["registry"]
    )


def fault_of(icc: bytes) -> str:
    """Why these bytes are no CMYK output profile; '' where they are one. What its tables say is not judged.

    ICC.1:2010, 7.2: the signature 'acsp' at byte 36, the class at 12, the colour space of the device at 16, the
    profile connection space at 20, the length of the whole at 0.
    """
    if len(icc) < 132 or icc[36:40] != b"acsp":
        return "it is no ICC profile"
    if int.from_bytes(icc[:4], "big") > len(icc):
        return f"it is cut off: {len(icc)} bytes of {int.from_bytes(icc[:4], 'big')}"
    kinds = {b"prtr": "output", b"mntr": "display", b"scnr": "input", b"link": "device link", b"spac": "conversion"}
    space = icc[16:20].decode("latin-1").strip()
    if icc[12:16] != b"prtr" or icc[16:20] != b"CMYK":
        kind = kinds.get(icc[12:16], "special")
        return f"it is {'an' if kind[0] in 'aeiou' else 'a'} {kind} profile for {space}"
    return ""
