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
from questpress.numerals import spelled
from questpress.press import shapes
from questpress.press.contents import Contents
from questpress.press.model import Card, Face
from questpress.press.render.calls import marked as written
from questpress.press.render.calls import offered
from questpress.press.render.template import Studio
from questpress.press.sources import OWN, CurrentSources, common_trees, context_of, own_trees, placed, players_read
from questpress.press.text.arguments import Arguments
from questpress.press.text.fonts import FontFolder, FontLibrary
from questpress.press.text.icons import IconSet
from questpress.press.text.run import fonts_of
from questpress.press.text.tools import Drawn, TextTools
from questpress.project import Project, folder_name
from questpress.schema import Anything, Reader
from questpress.values import look_up

# Text that is set only while the face is drawn: plain <text>, or text in art that is SVG itself.
PLAIN_TEXT = re.compile(r"<text(?![^>]*\bdata-run=)|<image\b[^>]*\.svg\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Draft:
    """A face as SVG text, what it was made from (name → digest), and what was found wrong with it.

    `fonts` are the sources beside the SVG that decide how its letters look.
    """

    svg: str
    sources: Mapping[str, str]
    fonts: tuple[str, ...] = ()
    findings: tuple[Diagnostic, ...] = ()


class PageValues(dict[str, Any]):
    """A booklet page's number, count and body; knows whether the body was asked for.

    `placed` bodies say on every element which template line asked for them.
    """

    printed = False
    placed = False

    def __getitem__(self, name: str) -> Any:
        value = super().__getitem__(name)
        if name == "body":
            self.printed = True
            return written(value, (), {}) if self.placed else value
        return value


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
            "textbox": offered("textbox", lambda *a, **k: self._at_work().textbox(*a, **k), TextTools.textbox),
            "line_count": offered(
                "line_count", lambda *a, **k: self._at_work().line_count(*a, **k), TextTools.line_count
            ),
            "label": offered("label", lambda *a, **k: self._at_work().label(*a, **k), TextTools.label),
            "icon": offered("icon", lambda *a, **k: self._at_work().icon(*a, **k), TextTools.icon),
            "image": offered("image", self.image, Draughtsman.image),
            "shapes": shapes,
            "spelled": lambda number: spelled(number, contents.rules.language),
        }
        self.studio = Studio(tops, functions, project.root)
        self.current = CurrentSources(project, common_trees(contents))
        self._alike: dict[tuple[str, str], Draft] = {}  # the last draft of each template and side

    def _at_work(self) -> TextTools:
        assert self._tools is not None, "text functions belong to a face"
        return self._tools

    def image(self, path: object, x: float, y: float, w: float, h: float, fit: str = "slice") -> Drawn:
        """An `<image>` of a file inside the project, filling (`slice`) or fitting (`meet`) the box; mm."""
        arguments = Arguments()
        href = escape(arguments.text(path, "path"), quote=True)
        left, top = arguments.number("x", x), arguments.number("y", y)
        width, height = arguments.size("w", w), arguments.size("h", h)
        arguments.choice("fit", fit, ("slice", "meet"))
        if arguments.slips:
            self._at_work().tell(arguments.slips, path, None, {"path": path})
            return Drawn()
        box = f'x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"'
        return Drawn(f'<image xlink:href="{href}" {box} preserveAspectRatio="xMidYMid {fit}"/>')

    def draft(self, face: Face, page: Mapping[str, Any] | None = None) -> Draft:
        """The draft of a face. `page` holds number, count and body of a booklet's page.

        A face that cannot be made has an empty `svg` and says why in `findings`.
        """
        card = face.card
        made = self._alike.get((face.template, face.side)) if page is None else None
        if made is not None and self._reads_the_same(made, card):
            return made
        report = Report()
        seen: dict[str, Any] = {}
        tools = TextTools(
            self.library,
            self.icons,
            report,
            card.name,
            lambda name: field_place(card, name),
            self.contents.rules.language,
            self.studio.calling,
        )
        self._tools = tools
        files: list[Path] = []
        absent: list[Path] = []
        svg = ""
        context = self._context(face, page, seen)
        try:
            rendered = self.studio.render(face.template, context, card.name)
            svg, files, absent = rendered.svg, list(rendered.files), list(rendered.absent)
        except Failed as failed:
            report.extend(failed.diagnostics)
        finally:
            self._tools = None
        if page is not None and page["body"] and not report.failed and not context["page"].printed:
            message = "the page's text is not printed by its template"
            help = "write `{{ page.body }}` where it belongs: the text stands in the booklet's frames by itself"
            subject = f"{card.name}, page {page['number']}"
            report.error("T057", message, self.studio.span_of(face.template), help, subject)
        if report.failed:
            return Draft("", {}, (), tuple(report.findings))
        seen |= players_read((self._text(path) for path in files), self.current.trees)
        sources = {key: digest(value) if key.startswith(OWN) else self.current(key) for key, value in seen.items()}
        sources |= {f"file:{self.project.name_of(path)}": self.project.digest(path) or "" for path in files}
        sources |= {f"file:{self.project.name_of(path)}": "" for path in absent}
        sources |= self.drawn_with(tools.fonts_used, tools.icons_used)
        sources |= placed(self.project, report.findings)
        sources["game.language"] = self.current("game.language")  # shaping depends on it
        fonts = [f"file:{self.project.name_of(self.library.paths[name])}" for name in self._fonts_of(svg)]
        if PLAIN_TEXT.search(svg):  # with whatever fonts it names
            fonts += ["fonts", "game.language"]
        draft = Draft(svg, sources, tuple(fonts), tuple(report.findings))
        if page is None and not draft.findings:
            self._alike[face.template, face.side] = draft
        return draft

    def _reads_the_same(self, draft: Draft, card: Card) -> bool:
        """Whether `draft`, made for another card, read nothing that differs for `card`; many backs are alike."""
        trees = own_trees(card)
        return all(digest(look_up(trees, name)) == seal for name, seal in draft.sources.items() if name.startswith(OWN))

    def _context(self, face: Face, page: Mapping[str, Any] | None, seen: dict[str, Any]) -> dict[str, Any]:
        """What the face's template may read; it is noted in `seen`."""
        trees = {**self.current.trees, **own_trees(face.card)}
        context = context_of(trees, seen)
        context["side"] = face.side
        if page is not None:
            context["page"] = PageValues(page)
        return context

    def _fonts_of(self, svg: str) -> list[str]:
        return [name for name in sorted(fonts_of(svg)) if name in self.library.paths]

    def marked(self, face: Face, page: Mapping[str, Any] | None = None) -> str:
        """The face's SVG with the template's place on each element, for saying where a fault is."""
        rules = self.contents.rules
        self._tools = TextTools(self.library, self.icons, Report(), face.card.name, language=rules.language)
        try:
            context = self._context(face, page, {})
            if page is not None:
                context["page"].placed = True
            return self.studio.render_marked(face.template, context)
        finally:
            self._tools = None

    def _text(self, path: Path) -> str:
        if path not in self._texts:
            self._texts[path] = path.read_text(encoding="utf-8-sig")
        return self._texts[path]

    def drawn_with(self, fonts: Iterable[str], icons: Iterable[str]) -> dict[str, str]:
        """The digests of font files and icons by their names, and of what decides which fonts there are."""
        sources = {"fonts": self.current("fonts")}
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


def field_place(card: Card, field: str) -> Span | None:
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
        listed = manifest if isinstance(manifest, Mapping) else None
        folders.append(FontFolder(path.parent, listed, label, path.is_file() and listed is None))
    return folders
