"""The house's walls: who may import what, which codes exist, and that the press knows no game."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from questpress.codes import CODES

SRC = Path(__file__).resolve().parents[2] / "src"
PACKAGE = SRC / "questpress"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Each third-party library behind its door: module names as prefixes.
DOORS = {
    "yaml": ("questpress.source",),
    "jinja2": ("questpress.press.render",),
    "cairosvg": ("questpress.press.render",),
    "cairocffi": ("questpress.press.render", "questpress.machine"),
    "cffi": ("questpress.press.render",),
    "numpy": ("questpress.press.preflight",),
    "PIL": (
        "questpress.press.colour",
        "questpress.press.preflight",
        "questpress.press.render",
        "questpress.press.raster",
    ),
    "pypdfium2": ("questpress.press.raster", "questpress.press.preflight.raster"),
    "uharfbuzz": ("questpress.press.text",),
    "bidi": ("questpress.press.text",),
    "markdown_it": ("questpress.press.text",),
    "pikepdf": (
        "questpress.press.colour",
        "questpress.press.cutspot",
        "questpress.press.impose",
        "questpress.press.pdfx",
        "questpress.press.places",
        "questpress.press.preflight",
        "questpress.press.write",
    ),
    "reportlab": ("questpress.press.furniture", "questpress.press.pen"),
    "svgwrite": ("questpress.press.shapes", "questpress.press.cutfile"),
    "distributed": ("questpress.play.cluster",),
    "dask": ("questpress.play.cluster",),
    "click": ("questpress.cli",),
    "rich": ("questpress.cli",),
}
WINGS = [("questpress.press", "questpress.play"), ("questpress.press", "questpress.games")]
WINGS += [(b, a) for a, b in WINGS]


def name_of(path: Path) -> str:
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports(path: Path) -> tuple[tuple[str, int, bool], ...]:
    """Imported modules with their line, and whether the import stands at the top of the module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = []
    for node in ast.walk(tree):
        top = node in tree.body
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno, top) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            found += [(node.module or "", node.lineno, top)]
            found += [(f"{node.module}.{alias.name}", node.lineno, top) for alias in node.names]
    return tuple(found)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_libraries_stay_behind_their_doors(path):
    module = name_of(path)
    for imported, line, _ in imports(path):
        doors = DOORS.get(imported.partition(".")[0])
        if doors:
            assert any(module == d or module.startswith(d + ".") for d in doors), f"{path}:{line} imports {imported}"
        for wing, other in WINGS:
            if module.startswith(wing):
                assert not imported.startswith(other), f"{path}:{line}: {wing} imports {other}"


def test_no_import_cycles():
    graph = {
        name_of(path): {i for i, _, top in imports(path) if top and i.startswith("questpress")} for path in MODULES
    }
    graph = {n: {to for to in found if to in graph and not f"{n}.".startswith(f"{to}.")} for n, found in graph.items()}
    done: set[str] = set()

    def walk(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " → ".join((*trail[trail.index(name) :], name))
        if name not in done:
            for to in sorted(graph[name]):
                walk(to, (*trail, name))
            done.add(name)

    for name in graph:
        walk(name, ())


def test_every_code_used_is_in_the_table_and_every_entry_is_used():
    used: set[str] = set()
    for path in MODULES:
        if "codes" not in path.parts:
            used |= set(re.findall(r"\"([DTLSMP]\d{3})\"", path.read_text(encoding="utf-8")))
            if re.search(r"f\"L0\{|f\"L\{", path.read_text(encoding="utf-8")):
                used |= {code for code in CODES if code.startswith("L")}  # made from a clause's number
    assert used - set(CODES) == set(), "codes without an entry"
    assert set(CODES) - used == set(), "entries that no code uses"


def test_entries_say_something():
    for code, entry in CODES.items():
        assert entry.title and entry.why and entry.mend, code
        assert not entry.title.endswith(".") and entry.why.endswith(".") and entry.mend.endswith("."), code


def test_nothing_but_a_games_own_package_knows_a_game():
    games = [path.name for path in (PACKAGE / "games").iterdir() if path.is_dir() and not path.name.startswith("_")]
    names = re.compile("|".join(games + ["meeple.?quest", "expedition"] + [g.replace("_", ".?") for g in games]), re.I)
    for path in MODULES:
        if "games" in path.parts:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docs = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                if "cli" in path.parts and "Examples" in node.value:
                    continue
                assert not names.search(node.value), f"{path}:{node.lineno} names a game: {node.value[:60]!r}"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_are_of_a_size_to_be_read(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 700
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or path.name == "__init__.py"


def test_the_command_line_starts_light():
    import subprocess
    import sys

    heavy = (
        "yaml jinja2 cairosvg cairocffi numpy pikepdf reportlab uharfbuzz PIL pypdfium2 svgwrite rich markdown_it"
    ).split()
    code = f"import sys, questpress.cli.main; print([m for m in {heavy!r} if m in sys.modules])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
