"""The targets that ship print a shipped game, and say of the games' palettes what is true."""

from __future__ import annotations

from pathlib import Path

import pytest

from questpress.diagnostics import Report
from questpress.press.contents import read_palette
from questpress.press.profiles import fault_of
from questpress.press.supplies import find_profile, find_target
from questpress.project import Project

from .desk import PROFILES, ROOT

PRESSES = ("offset", "offset-us", "copy-shop", "drivethrucards")


@pytest.mark.parametrize("name", PRESSES)
@pytest.mark.parametrize("game", ["escort_quest", "meeple_quest"])
def test_the_games_palettes_are_within_every_presss_ink(name, game):
    project, report = Project.at(ROOT), Report()
    target = find_target(project, name)
    read_palette(project, game, report).judge(target.ink_limit, report)
    assert report.findings == []
    profile = find_profile(project, target)
    assert profile is not None and profile.registry == "http://www.color.org" and profile.condition != "Custom"


def test_every_profile_is_for_cmyk_output_and_has_its_licence():
    files = sorted(PROFILES.glob("*.icc"))
    assert len(files) == 3
    told = (PROFILES / "README.md").read_text()
    for file in files:
        assert fault_of(file.read_bytes()) == "" and file.stem in told
        assert file.with_suffix(".yaml").exists()
    assert "zlib/libpng License" in (PROFILES / "ISOcoated_v2_300_bas.txt").read_text()


def test_a_profile_outside_the_project_is_not_read(tmp_path: Path):
    from .test_targets import TARGET, faults, game

    secret = tmp_path / "elsewhere.icc"
    secret.write_bytes((PROFILES / "GRACoL_TR006_coated.icc").read_bytes())
    press = game(tmp_path, target=TARGET.replace("ISOcoated_v2_300_bas", "mine"))
    folder = press.root / "templates" / "sheets" / "profiles"
    folder.mkdir()
    (folder / "mine.icc").symlink_to(secret)
    assert [code for code, _, _ in faults(press)] == ["S031"]
