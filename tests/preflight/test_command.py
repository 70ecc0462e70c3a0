"""`questpress preflight`: text, JSON, targets and exit codes."""

from __future__ import annotations

import json

import pytest

from questpress.cli.main import run
from tests.preflight.faults import hairline, no_trim_box_on_page_3
from tests.preflight.press import saved, stamped, written


@pytest.fixture(scope="module")
def plain() -> bytes:
    return written("reportlab")


def test_a_clean_file_exits_0(plain, tmp_path, capsys):
    path = saved(stamped(plain), tmp_path / "cards.pdf")
    assert run(["preflight", str(path)]) == 0
    assert "good, 3 pages; held against PDF/X-4, as the file claims" in capsys.readouterr().out


def test_faults_exit_4_and_point(plain, tmp_path, capsys):
    pdf = stamped(plain)
    hairline(pdf)
    no_trim_box_on_page_3(pdf)
    path = saved(pdf, tmp_path / "cards.pdf")
    assert run(["preflight", str(path)]) == 4
    said = capsys.readouterr()
    assert f"{path.as_posix()}:3: error[P120]" in said.err and f"{path.as_posix()}:1: error[P170]" in said.err
    assert "not good (2 errors)" in said.out


def test_json_has_page_and_place(plain, tmp_path, capsys):
    pdf = stamped(plain)
    hairline(pdf)
    path = saved(pdf, tmp_path / "cards.pdf")
    assert run(["preflight", str(path), "--json"]) == 4
    (file,) = json.loads(capsys.readouterr().out)["files"]
    (found,) = file["findings"]
    place = found["seen"][0]["place"]
    assert (file["good"], found["code"], found["seen"][0]["page"]) == (False, "P170", 1)
    # the line runs from 60 to 100 points from the left, 60 from the bottom of a page 94 mm high
    assert place["x"] == pytest.approx(60 * 25.4 / 72, abs=0.05) and place["width"] == pytest.approx(14.11, abs=0.1)
    assert place["y"] == pytest.approx(94 - 60 * 25.4 / 72, abs=0.05)


def test_a_plain_file_is_no_fault(plain, tmp_path, capsys):
    path = tmp_path / "home.pdf"
    path.write_bytes(plain)
    assert run(["preflight", str(path)]) == 0
    said = capsys.readouterr()
    assert "note[P120]" in said.err and "error" not in said.err


def test_a_target_is_found_without_a_project(plain, tmp_path, monkeypatch, capsys):
    path = saved(stamped(plain), tmp_path / "cards.pdf")
    monkeypatch.chdir(tmp_path)
    assert run(["preflight", "cards.pdf", "--target", "home"]) == 0
    assert "held against target home" in capsys.readouterr().out
    assert run(["preflight", str(path), "--target", "hom"]) == 2
    assert "did you mean 'home'?" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_wrong_usage(tmp_path, capsys):
    assert run(["preflight", str(tmp_path / "no.pdf")]) == 2


def test_a_press_target_asks_more_than_the_claim(plain, tmp_path, monkeypatch, capsys):
    """A file without a claim passes as a plain one, and not for a press."""
    path = tmp_path / "plain.pdf"
    path.write_bytes(plain)
    monkeypatch.chdir(tmp_path)
    assert run(["preflight", str(path)]) == 0
    assert run(["preflight", str(path), "--target", "offset"]) == 4
    said = capsys.readouterr().err
    assert "P110" in said and "P115" in said and "P120" in said
    stamped(plain).save(path, force_version="1.6", deterministic_id=True)
    assert run(["preflight", str(path), "--target", "offset"]) == 0


def test_a_target_of_pictures_is_wrong_usage(plain, tmp_path, monkeypatch, capsys):
    path = saved(stamped(plain), tmp_path / "cards.pdf")
    monkeypatch.chdir(tmp_path)
    assert run(["preflight", str(path), "--target", "the-game-crafter"]) == 2
    said = capsys.readouterr()
    assert "error[P191]" in said.err and "takes PNG pictures, no PDFs" in said.err and "good" not in said.out
