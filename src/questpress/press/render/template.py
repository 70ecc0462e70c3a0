"""Face templates to SVG text: the only door to Jinja.

A `Studio` knows the template folders, in order of precedence, and the functions that templates may call. `render`
gives the SVG text of one face with the exact files that were read for it; everything wrong with a template is a
diagnostic at the template's own file and line, with the component as its subject.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

from jinja2 import BaseLoader, Environment, Template
from jinja2.exceptions import TemplateNotFound

from questpress.diagnostics import Diagnostic, Failed, Span, nearest
from questpress.press.render.blame import blame, explain, line_in, line_of, narrowed, place, placed
from questpress.press.render.calls import calling
from questpress.press.render.sandbox import Sandbox
from questpress.press.render.tidy import mark_elements, tidy

LARGEST_TEMPLATE = 2_000_000  # bytes
_NAMED = re.compile(r"(\{\{ *[A-Za-z_][\w.]* *\}\})")  # an expression that is one name
NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Rendered:
    """The SVG text of one face. `files` were read for it; `absent` were looked for before them, so that their
    appearing would change the result. Both are sorted and absolute."""

    svg: str
    files: tuple[Path, ...]
    absent: tuple[Path, ...] = ()


class _Folders(BaseLoader):
    """Templates by name from several folders; the first that has it wins. Nothing outside the folders is read."""

    def __init__(self, folders: Sequence[Path], marked: bool = False) -> None:
        self.folders = tuple(folders)
        self.marked = marked

    def find(self, name: str) -> tuple[Path | None, tuple[Path, ...]]:
        """The file of a template name, and the places that were looked at before it."""
        if outside(name) or "\\" in name or "\0" in name:
            return None, ()
        missed: list[Path] = []
        for folder in self.folders:
            path = folder / name
            if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                return path, tuple(missed)
            missed.append(path)
        return None, tuple(missed)

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, None]:
        path, _ = self.find(template)
        if path is None:
            raise TemplateNotFound(template)
        source = _read(path)
        return (mark_elements(source, template) if self.marked else source), str(path), None

    def list_templates(self) -> list[str]:
        paths = ((folder, path) for folder in self.folders for path in folder.rglob("*.j2") if path.is_file())
        return sorted({path.relative_to(folder).as_posix() for folder, path in paths})


class _Fresh(Template):
    """A template whose imports are run for every render, so that every file it reads is seen every time."""

    def _get_default_module(self, ctx: Any = None) -> Any:
        extra = {} if ctx is None else {key: ctx.parent[key] for key in ctx.globals_keys - self.globals.keys()}
        return self.make_module(extra)


class Studio:
    """Renders face templates. One for a project; not for several threads at once.

    `folders` are searched in order (the project's templates, then the shipped ones); `functions` are seen by every
    template and macro file, besides the names of each render's context; file names in diagnostics are relative to
    `root`, or to the template folder where they lie outside it. Templates are read once in a Studio's life.
    """

    def __init__(self, folders: Sequence[Path], functions: Mapping[str, Any] = NOTHING, root: Path | None = None):
        self.folders = tuple(Path(folder) for folder in folders)
        self.root = root
        self._functions = dict(functions)
        self._loader = _Folders(self.folders)
        self._plain = self._sandbox(self._loader)
        self._marked: Sandbox | None = None
        self._words = Sandbox(autoescape=False, comment_start_string="\0#", comment_end_string="#\0")
        self._words.globals.update(self._functions)
        self._expressions: dict[str, Template] = {}
        self._shown: dict[str, str] = {}
        self._found: dict[str, tuple[Path | None, tuple[Path, ...]]] = {}

    def _sandbox(self, loader: BaseLoader) -> Sandbox:
        sandbox = Sandbox(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
        sandbox.template_class = _Fresh
        sandbox.globals.update(self._functions)
        return sandbox

    def find(self, name: str, game: str = "", span: Span | None = None) -> str:
        """The full name of the template that a kind of `game` calls `name`: in its own folder, else the shared one.

        `game` is a folder's name. Raises Failed (T002 or T011, at `span`), with the nearest name, where there is none.
        """
        for candidate in (f"{game}/{name}", name) if game else (name,):
            if self._loader.find(candidate)[0] is not None:
                return candidate
        raise Failed([self._not_found(name, span)])

    def render(self, template: str, context: Mapping[str, Any], subject: str = "") -> Rendered:
        """The SVG text of a face: `template` (a name as `find` gives it) over `context`, which it cannot change.

        Not promised: that the text can be drawn; that is lint's question. Raises Failed (T001 to T011).
        """
        svg, names = self._run(self._plain, template, context, subject)
        findings: list[Diagnostic] = []
        svg = tidy(svg, findings, context.get("card"))
        if findings:
            span = self.span_of(template)
            raise Failed(Diagnostic(d.code, d.message, span, d.help, subject=subject) for d in findings)
        files: set[Path] = set()
        absent: set[Path] = set()
        for name in names:
            if name not in self._found:
                self._found[name] = self._loader.find(name)
            path, missed = self._found[name]
            absent.update(missed)
            if path is not None:
                files.add(path)
        return Rendered(svg, tuple(sorted(files)), tuple(sorted(absent)))

    def render_marked(self, template: str, context: Mapping[str, Any]) -> str:
        """The SVG text as `render` gives it, with `q-at="template:line"` on every element that a template writes.

        For finding the place of a fault once there is one, so that a face without faults does not pay for it.
        """
        if self._marked is None:
            self._marked = self._sandbox(_Folders(self.folders, marked=True))
            self._marked.marking = True
        return tidy(self._run(self._marked, template, context, "")[0])

    def provenance(self, template: str, context: Mapping[str, Any]) -> Marks:
        """Tells lint, should it find something in the face, which template lines its elements come from."""
        return Marks(self, template, context)

    def expression(self, text: str, context: Mapping[str, Any], span: Span | None = None, subject: str = "") -> str:
        """`text` with its `{{ … }}` and `{% … %}` replaced by their values, which are not escaped.

        For card text that quotes rule numbers. Raises Failed (T003 to T007, T013) at `span`, the text's own place, or
        at the line of the file where that is a whole file (line 0).
        """
        if "{{" not in text and "{%" not in text:
            return text
        self._words.restart()
        try:
            return self._filled(text, context)
        except Failed as failure:
            raise Failed(
                Diagnostic(d.code, d.message, span, d.help, d.severity, d.subject or subject)
                for d in failure.diagnostics
            ) from None
        except TemplateNotFound as error:
            finding = Diagnostic("T004", f"card text cannot include '{error.name}'", span, subject=subject)
            raise Failed([finding]) from None
        except Exception as error:
            code, message, remedy = explain(error, context)
            if code == "T001":
                code, message = "T013", f"cannot read the expression in this text: {message}"
            if span is not None and not span.line:
                span = line_in(span.file, text, error)
            finding = Diagnostic(code, message, narrowed(span, error), remedy, subject=subject)
            raise Failed([finding]) from None

    def _filled(self, text: str, context: Mapping[str, Any]) -> str:
        """`text` with its expressions replaced. Plain names are looked up one by one: many texts use the same few."""
        pieces = _NAMED.split(text.removesuffix("\n"))  # Jinja drops the last line's end
        if not any(mark in between for between in pieces[::2] for mark in ("{{", "{%", "\r")):
            try:
                pieces[1::2] = [self._expression(name).render(context) for name in pieces[1::2]]
                return "".join(pieces)
            except Exception:
                pass  # told below, at its place in the whole text
        return self._expression(text).render(context)

    def _expression(self, text: str) -> Template:
        if text not in self._expressions:
            self._expressions[text] = self._words.from_string(text)
        return self._expressions[text]

    def shown(self, path: str) -> str:
        """A template's path as diagnostics name it: relative to the project, else to its template folder."""
        if path not in self._shown:
            shown = PurePosixPath(path).name
            bases = [(self.root, "")] if self.root else []
            for base, prefix in (*bases, *((folder, f"{folder.name}/") for folder in self.folders)):
                if Path(path).is_relative_to(base):
                    shown = prefix + Path(path).relative_to(base).as_posix()
                    break
            self._shown[path] = shown
        return self._shown[path]

    def span_of(self, name: str, line: int = 0) -> Span:
        """The place of a line (0 = the whole file) of the template called `name`."""
        path = self._loader.find(name)[0]
        if path is None:
            return Span(name, line)
        return Span(self.shown(str(path)), line, 1 if line else 0, 0, line_of(str(path), line) if line else "")

    def calling(self) -> Span | None:
        """The place of the template line that runs at the moment; for functions that templates call."""
        found = calling()
        return self.span_of(*found) if found else None

    def _run(self, sandbox: Sandbox, template: str, context: Mapping[str, Any], subject: str) -> tuple[str, set[str]]:
        names: set[str] = set()
        sandbox.restart()
        sandbox.recorder = names
        try:
            return sandbox.get_template(template).render(context), names
        except Failed as failure:
            raise placed(failure, subject, self.shown) from None
        except TemplateNotFound as error:
            raise Failed([self._not_found(error.name or str(error), place(error, self.shown), subject)]) from None
        except Exception as error:
            path = self._loader.find(template)[0] or Path(template)
            names = [*context, *self._functions]
            raise Failed([blame(error, names, subject, self.shown, path)]) from error
        finally:
            sandbox.recorder = None

    def _not_found(self, name: str, span: Span | None, subject: str = "") -> Diagnostic:
        if "\\" in name:
            remedy = f"write {name.replace(chr(92), '/')}"
            return Diagnostic("T011", f"template name '{name}' has backslashes", span, remedy, subject=subject)
        if outside(name):
            message = f"template '{name}' lies outside the template folders"
            return Diagnostic("T011", message, span, "name it from the templates folder on", subject=subject)
        known = self._loader.list_templates()
        close = nearest(name, known) or nearest(PurePosixPath(name).name, [PurePosixPath(each).name for each in known])
        folders = ", ".join(self.shown(str(folder / "x"))[:-2] for folder in self.folders)
        remedy = f"did you mean '{close}'?" if close else f"templates are looked for in {folders}"
        return Diagnostic("T002", f"no template '{name}'", span, remedy, subject=subject)


@dataclass(frozen=True, slots=True)
class Marks:
    """Where the elements of one face come from; renders it again when asked."""

    studio: Studio
    template: str
    context: Mapping[str, Any]

    def marked(self) -> str:
        """The face's SVG with `q-at="template:line"` on the elements that templates write."""
        return self.studio.render_marked(self.template, self.context)

    def span(self, name: str, line: int) -> Span:
        """The place of a template's line."""
        return self.studio.span_of(name, line)

    def field(self, name: str) -> Span | None:
        """None: a template alone knows no fields' places."""
        return None


def outside(name: str) -> bool:
    """Whether a file name in a template leads out of the folder that it is looked up in."""
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or (len(name) > 1 and name[1] == ":")


def _read(path: Path) -> str:
    if path.stat().st_size > LARGEST_TEMPLATE:
        finding = Diagnostic("T006", f"a template of more than {LARGEST_TEMPLATE} bytes", Span(path.name))
        raise Failed([finding])
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        finding = Diagnostic("T001", f"not UTF-8 text (byte {error.start})", Span(path.name), "save the file as UTF-8")
        raise Failed([finding]) from None
