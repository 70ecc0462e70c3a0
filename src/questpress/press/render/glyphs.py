"""Glyph runs drawn as real text: fonts by file, no hinting, and clusters, so that the words can be taken out again.

cairocffi has no door to FreeType faces; this module asks the same libraries for the few functions that are missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import cairocffi
import cffi

from questpress.diagnostics import Diagnostic, Failed
from questpress.press.text.run import Run

_ffi = cffi.FFI()
_ffi.cdef(
    """
    typedef struct { unsigned long index; double x; double y; } cairo_glyph_t;
    typedef struct { int num_bytes; int num_glyphs; } cairo_text_cluster_t;
    void cairo_show_text_glyphs(void *, const char *, int, const cairo_glyph_t *, int,
                                const cairo_text_cluster_t *, int, int);
    void cairo_glyph_path(void *, const cairo_glyph_t *, int);
    void cairo_set_font_face(void *, void *);
    void cairo_set_font_size(void *, double);
    int cairo_font_face_status(void *);
    void *cairo_ft_font_face_create_for_ft_face(void *, int);
    int FT_Init_FreeType(void **);
    int FT_New_Face(void *, const char *, long, void **);
    """
)
FT_LOAD_NO_HINTING = 2  # freetype.h
BACKWARD = 1  # CAIRO_TEXT_CLUSTER_FLAG_BACKWARD


@lru_cache(maxsize=1)
def _libraries() -> tuple[Any, Any, Any]:
    """libcairo (the one cairocffi found), libfreetype, and FreeType's own state. Raises Failed (M003)."""
    try:
        cairo = cairocffi.dlopen(
            _ffi, ("cairo-2", "cairo", "libcairo-2"), ("libcairo.so.2", "libcairo.2.dylib", "libcairo-2.dll")
        )
        freetype = cairocffi.dlopen(
            _ffi,
            ("freetype", "freetype6", "libfreetype-6"),
            ("libfreetype.so.6", "libfreetype.6.dylib", "libfreetype-6.dll", "freetype.dll"),
        )
    except OSError as error:
        message = f"the FreeType library cannot be loaded: {str(error).splitlines()[0]}"
        raise Failed(
            [Diagnostic("M003", message, help="Debian and Ubuntu: `sudo apt-get install libfreetype6`")]
        ) from None
    state = _ffi.new("void **")
    if freetype.FT_Init_FreeType(state):
        raise Failed([Diagnostic("M003", "the FreeType library does not start")])
    return cairo, freetype, state


class GlyphPen:
    """Draws runs with the fonts of `fonts` (file name -> path). Faces stay open as long as the process lives."""

    def __init__(self, fonts: Mapping[str, Path]) -> None:
        self._fonts = fonts
        self._cairo = _libraries()[0]
        self._faces: dict[str, Any] = {}

    def show(self, context: cairocffi.Context, runs: tuple[Run, ...]) -> None:
        """Shows the runs as text in the current source colour."""
        cairo = self._cairo
        pointer = _pointer(context)
        for run in runs:
            glyphs = _ffi.new("cairo_glyph_t[]", run.glyphs)
            clusters = _ffi.new("cairo_text_cluster_t[]", run.clusters)
            text = run.text.encode()
            self._select(pointer, run)
            flags = BACKWARD if run.rtl else 0
            cairo.cairo_show_text_glyphs(
                pointer, text, len(text), glyphs, len(run.glyphs), clusters, len(run.clusters), flags
            )

    def trace(self, context: cairocffi.Context, runs: tuple[Run, ...]) -> None:
        """Adds the runs' outlines to the current path."""
        pointer = _pointer(context)
        for run in runs:
            self._select(pointer, run)
            self._cairo.cairo_glyph_path(pointer, _ffi.new("cairo_glyph_t[]", run.glyphs), len(run.glyphs))

    def _select(self, pointer: Any, run: Run) -> None:
        face = self._faces.get(run.font)
        if face is None:
            path = self._fonts.get(run.font)
            if path is None:
                message = f"glyph runs name the font file '{run.font}', which the project's fonts do not have"
                raise Failed([Diagnostic("T081", message, help="use label() or textbox()")])
            face = self._faces[run.font] = _face(str(path))
        self._cairo.cairo_set_font_face(pointer, face)
        self._cairo.cairo_set_font_size(pointer, run.size)


@cache
def _face(path: str) -> Any:
    cairo, freetype, state = _libraries()
    face = _ffi.new("void **")
    if freetype.FT_New_Face(state[0], path.encode(), 0, face):
        raise Failed([Diagnostic("T081", f"the font file {Path(path).name} cannot be opened by FreeType")])
    made = cairo.cairo_ft_font_face_create_for_ft_face(face[0], FT_LOAD_NO_HINTING)
    if cairo.cairo_font_face_status(made):
        raise Failed([Diagnostic("T081", f"the font file {Path(path).name} cannot be used by cairo")])
    return made


def _pointer(context: cairocffi.Context) -> Any:
    return _ffi.cast("void *", int(cairocffi.ffi.cast("uintptr_t", context._pointer)))
