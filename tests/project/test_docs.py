"""What the docs show is true: the manual's game prints, and the manual names what there is."""

from __future__ import annotations

import inspect
import re

from questpress.press.kinds import _TYPES
from questpress.press.text.tools import TextTools

from .conftest import ROOT, Press, shown_files, write

MANUAL = ROOT / "docs" / "making-a-game.md"


def test_the_manuals_game_prints(tmp_path):
    press = Press(write(tmp_path, shown_files(MANUAL)))
    report = press.build()
    assert report["good"] and {f["severity"] for f in report["diagnostics"]} <= {"note"}, report["diagnostics"]
    assert {f["path"]: (f["pages"], f["pieces"]) for f in report["files"]} == {
        "salt-road/goods.pdf": (2, 7),
        "salt-road/coins.pdf": (2, 9),
        "salt-road/rules.pdf": (1, 1),
        "salt-road/desert.pdf": (1, 1),
        "salt-road/ways.pdf": (1, 20),
    }


def test_the_manual_states_the_functions_as_they_are():
    text = MANUAL.read_text(encoding="utf-8")
    for name in ("textbox", "line_count", "label", "icon"):
        parameters = list(inspect.signature(getattr(TextTools, name)).parameters)[1:]
        shown = re.search(rf"`{name}\((.*?)\)` \|", text)[1]
        stated = [part.split("=")[0].strip() for part in shown.split(", ")]
        assert stated == [p for p in parameters if p in stated] and set(parameters) - set(stated) <= {"field"}


def test_the_manual_names_every_field_type():
    text = MANUAL.read_text(encoding="utf-8")
    for name in _TYPES:
        assert f"`{name}`" in text


def test_the_readme_names_every_command():
    from questpress.cli.main import COMMANDS

    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"questpress {name}" in text
