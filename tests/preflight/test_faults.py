"""Clean press files are clean, and every planted fault is told of, at its page: in files of three writers."""

from __future__ import annotations

import io

import pytest

from questpress.diagnostics import Severity
from questpress.press.preflight.examine import examine
from questpress.press.preflight.findings import Verdict
from tests.preflight.faults import FAULTS
from tests.preflight.press import WRITERS, has, saved, stamped, written


@pytest.fixture(scope="session")
def clean() -> dict[str, bytes]:
    """A clean press file of each writer that is here."""
    made = {}
    for writer in WRITERS:
        if writer != "ghostscript" or has("gs"):
            out = io.BytesIO()
            stamped(written(writer)).save(out, force_version="1.6", deterministic_id=True)
            made[writer] = out.getvalue()
    return made


def opened(clean: dict[str, bytes], writer: str):  # type: ignore[no-untyped-def]
    import pikepdf

    if writer not in clean:
        pytest.skip("Ghostscript is not installed")
    return pikepdf.open(io.BytesIO(clean[writer]))


def told(verdict: Verdict) -> list[str]:
    return [f"{found.code} {found.severity.value} {found.message}" for found in verdict.findings]


@pytest.mark.parametrize("writer", WRITERS)
def test_a_clean_file_is_clean(writer, clean, tmp_path):
    verdict = examine(saved(opened(clean, writer), tmp_path / "clean.pdf"))
    assert told(verdict) == [] and verdict.good and verdict.pages == 3
    assert verdict.held_against.startswith("PDF/X-4")


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("plant", FAULTS, ids=lambda plant: plant.__name__)
def test_a_planted_fault_is_told_of_and_nothing_else(plant, writer, clean, tmp_path):
    pdf = opened(clean, writer)
    plant(pdf)
    verdict = examine(saved(pdf, tmp_path / "planted.pdf"))
    code, page, words = FAULTS[plant]
    found = [one for one in verdict.findings if one.severity is Severity.ERROR]
    assert [one.code for one in found] == [code], told(verdict)
    assert found[0].sightings[0].page == page and words in found[0].message
    assert not verdict.good
    if writer == "questpress" and found[0].sightings[0].box is not None and code != "P122":
        assert found[0].sightings[0].component == f"deck/{('one', 'two', 'three')[page - 1]} front"
