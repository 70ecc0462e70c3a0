"""Faces to put on sheets: plain PDFs, drawn here so that no other part of the press is needed."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pikepdf

from questpress.press.impose import Chunk
from questpress.press.labels import Labels
from questpress.press.model import Trim
from questpress.press.write import Meta
from questpress.units import points

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "templates" / "fonts"
LABELS = Labels("Escort Quest", "Tiles for the letter board", "1.0")
META = Meta("Tiles", date="2026-11-30")


def draw(trim: Trim, faces: Sequence[str]) -> Chunk:
    """A chunk with a page for every key; keys that start with 'b' show the flag as seen from behind.

    The art shows every turn and every mirror image: a dark flag on a pole, on a ground that fills the bleed.
    """
    wide, high = (points(length) for length in trim.drawn)
    with pikepdf.new() as pdf:
        for number, face in enumerate(faces):
            behind = f"-1 0 0 1 {wide} 0 cm" if face.startswith("b") else ""
            content = f"""{0.6 + 0.05 * (number % 5):.2f} g 0 0 {wide} {high} re f {behind}
                0.1 g {wide * 0.25} {high * 0.2} {wide * 0.1} {high * 0.6} re f
                {wide * 0.25} {high * 0.6} {wide * 0.5} {high * 0.2} re f"""
            pdf.add_blank_page(page_size=(wide, high)).Contents = pdf.make_stream(content.encode())
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True)
    return Chunk(out.getvalue(), tuple(faces))
