"""Faces to SVG: a component's values, the game's palette and rules, and the template become one draft a face.

Everything that a face reads is noted with its digest of today, so that the press knows later whether the draft
still holds and, where it does not, why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from questpress.artifacts import digest
from questpress.diagnostics import Diagnostic, Failed, Report, Span
from questpress.press import shapes
from questpress.press.contents import Contents
from questpress.press.model import Card, Face
from questpress.press.render.template import Studio
from questpress.press.sources import context_of, fonts_digest, players_read, trees_of
from questpress.press.text.fonts import FontFolder, FontLibrary
from questpress.press.text.icons import IconSet
from questpress.press.text.tools import Drawn, TextTools
from questpress.project import Project, folder_name
from questpress.schema import Anything, Reader

PLAIN_TEXT = re.compile(r"<text(?![^>]*\bdata-run=)")


@dataclass(frozen=True, slots=True)
class Draft:
    """A face as SVG text, what it was made from (name → digest), and what was found wrong with it."""

    svg: str
    sources: Mapping[str, str]
    findings: tuple[Diagnostic, ...] = ()


class Draughtsman:
    """Makes the drafts of one game. Not for several threads at once."""

    def __init__(self, project: Project, contents: Contents, report: Report) -> None:
        self.project = project
        self.contents = contents
        self.font_folders = _font_folders(project, report)
        self.library = FontLibrary.read(self.font_folders, report)
        folder = folder_name(contents.game)
        tops = project.template_folders()
        self.icons = IconSet([top / folder / "icons" for top in tops] + [top / "icons" for top in tops])
        self._tools: TextTools | None = None
        self._texts: dict[Path, str] = {}  # of templates
        functions = {
            "textbox": lambda *a, **k: self._at_work().textbox(*a, **k),
            "label": lambda *a, **k: self._at_work().label(*a, **k),
            "icon": lambda *a, **k: self._at_work().icon(*a, **k),
            "image": image,
            "shapes": shapes,
        }
        self.studio = Studio(tops, functions, project.root)

    def _at_work(self) -> TextTools:
        assert self._tools is not None, "text functions belong to a face"
        return self._tools

    def draft(self, face: Face, page: Mapping[str, Any] | None = None, more: Mapping[str, str] | None = None) -> Draft:
        """The draft of a face. `page` holds number, count and body of a booklet's page, made from the sources `more`.

        A face that cannot be made has an empty `svg` and says why in `findings`.
        """
        card = face.card
        report = Report()
        seen: dict[str, Any] = {}
        tools = TextTools(
            self.library, self.icons, report, card.name, lambda name: _place(card, name), self.contents.rules.language
        )
        trees = trees_of(self.contents, card)
        context = context_of(trees, seen)
        context["side"] = face.side
        if page is not None:
            context["page"] = page
        self._tools = tools
        files: list[Path] = []
        absent: list[Path] = []
        svg = ""
        try:
            rendered = self.studio.render(face.template, context, card.name)
            svg, files, absent = rendered.svg, list(rendered.files), list(rendered.absent)
        except Failed as failed:
            report.extend(failed.diagnostics)
        finally:
            self._tools = None
        if report.failed:
            svg = ""
        seen |= players_read((self._text(path) for path in files), trees)
        sources = {key: digest(value) for key, value in seen.items()}
        sources |= {f"file:{self.project.name_of(path)}": self.project.digest(path) or "" for path in files}
        sources |= {f"file:{self.project.name_of(path)}": "" for path in absent}
        sources |= self.drawn_with(tools.fonts_used, tools.icons_used)
        if PLAIN_TEXT.search(svg):  # set while it is drawn, with whatever fonts it names
            sources |= {
                f"file:{self.project.name_of(p)}": self.project.digest(p) or "" for p in self.library.paths.values()
            }
        return Draft(svg, {**sources, **(more or {})}, tuple(report.findings))

    def marked(self, face: Face, page: Mapping[str, Any] | None = None) -> str:
        """The face's SVG with the template's place on each element, for saying where a fault is."""
        card = face.card
        self._tools = TextTools(self.library, self.icons, Report(), card.name, language=self.contents.rules.language)
        seen: dict[str, Any] = {}
        context = context_of(trees_of(self.contents, card), seen)
        context["side"] = face.side
        if page is not None:
            context["page"] = page
        try:
            return self.studio.render_marked(face.template, context)
        finally:
            self._tools = None

    def _text(self, path: Path) -> str:
        if path not in self._texts:
            self._texts[path] = path.read_text(encoding="utf-8-sig")
        return self._texts[path]

    def drawn_with(self, fonts: Iterable[str], icons: Iterable[str]) -> dict[str, str]:
        """The digests of font files and icons by their names, and of what decides which fonts there are."""
        sources = {"fonts": fonts_digest(self.project)}
        for path in (self.library.paths[name] for name in sorted(fonts)):
            sources[f"file:{self.project.name_of(path)}"] = self.project.digest(path) or ""
        for name in sorted(icons):
            found = self.icons.path(name)
            sources[f"file:{self.project.name_of(found)}"] = self.project.digest(found) or ""
            for folder in self.icons.folders:
                if folder == found.parent:
                    break
                sources[f"file:{self.project.name_of(folder / found.name)}"] = ""  # would hide the one found
        return sources


def image(path: object, x: float, y: float, w: float, h: float, fit: str = "slice") -> Drawn:
    """An `<image>` of a file inside the project, filling (`slice`) or fitting (`meet`) the box; mm."""
    if fit not in ("slice", "meet"):
        raise ValueError(f"image: fit must be slice or meet, found '{fit}'")
    href = escape(str(path), quote=True)
    box = f'x="{float(x):g}" y="{float(y):g}" width="{float(w):g}" height="{float(h):g}"'
    return Drawn(f'<image xlink:href="{href}" {box} preserveAspectRatio="xMidYMid {fit}"/>')


def _place(card: Card, field: str) -> Span | None:
    """Where a field's value stands; the card's own place for a text that no field holds."""
    name = field.partition("[")[0].partition(".")[0]
    return card.spans.get(name, card.span)


def _font_folders(project: Project, report: Report) -> list[FontFolder]:
    folders: list[FontFolder] = []
    for top in project.template_folders():
        path = top / "fonts" / "fonts.yaml"
        label = project.name_of(path)
        manifest = None
        if path.is_file():
            try:
                node = project.load_shared(path)
                manifest = Anything().read(node, Reader(Report()))
            except Failed as failed:
                report.extend(failed.diagnostics)
        folders.append(FontFolder(path.parent, manifest if isinstance(manifest, Mapping) else None, label))
    return folders
