"""Sheets, targets, profiles and print houses by name: the game's own, the project's, or what ships with questpress."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from questpress.diagnostics import Diagnostic, Failed, Report, Span, nearest
from questpress.press.calibration import CALIBRATION, Calibration, calibration_of
from questpress.press.houses import HOUSE, House, house_of
from questpress.press.profiles import LARGEST, PROFILE, Profile, fault_of, profile_of
from questpress.press.sheets import SHEET, Sheet, sheet_of
from questpress.press.targets import TARGET, Target, target_of
from questpress.project import Project, folder_name
from questpress.schema import INVALID, Reader, Record
from questpress.source import Map, Seq

CALIBRATIONS = "calibrations"  # the project's folder of them


def find_target(project: Project, name: str) -> Target:
    """The target called `name`. Raises Failed: D015 with the nearest name, or the faults of its file."""
    return target_of(*_read(project, project.shared_names("sheets/targets", ".yaml"), "target", name, TARGET, None))


def find_house(project: Project, name: str, span: Span | None) -> House:
    """The print house called `name`, which a target names at `span`. Raises Failed."""
    known = project.shared_names("sheets/houses", ".yaml")
    values, _ = _read(project, known, "house", name, HOUSE, span)
    return house_of(values)


def find_sheet(project: Project, game: str, name: str, span: Span | None) -> Sheet:
    """The sheet called `name`; the game's own (templates/<game>/sheets/) hides the shared one. Raises Failed."""
    known = {**project.shared_names("sheets", ".yaml"), **project.shared_names(f"{folder_name(game)}/sheets", ".yaml")}
    return sheet_of(*_read(project, known, "sheet", name, SHEET, span))


def calibrations(project: Project) -> dict[str, Path]:
    """The files of the project's calibrations by name: calibrations/<name>.yaml."""
    names = project.files(CALIBRATIONS, ".yaml")
    return {Path(name).stem: project.root / name for name in names if name.count("/") == 1}


def find_calibration(project: Project, name: str) -> Calibration:
    """The calibration called `name`. Raises Failed: D015 with the nearest name, or the faults of its file."""
    found = calibrations(project)
    if not found:
        help = "print a test sheet with `questpress calibrate sheet`, store what it shows with `calibrate set`"
        raise Failed([Diagnostic("D015", f"no calibration '{name}'", None, help)])
    return calibration_of(*_read(project, found, "calibration", name, CALIBRATION, None))


def find_calibrations(project: Project, names: Sequence[str]) -> list[Calibration]:
    """The calibrations called `names`. Raises Failed with everything that is wrong with them.

    S054: two of them for sheets that lie and turn alike.
    """
    report = Report()
    found: list[Calibration] = []
    for name in dict.fromkeys(names):
        try:
            calibration = find_calibration(project, name)
        except Failed as failed:
            report.extend(failed.diagnostics)
            continue
        alike = next((c for c in found if (c.flip, c.orientation) == (calibration.flip, calibration.orientation)), None)
        if alike is not None:
            how = f"{calibration.orientation} sheets that flip on the {calibration.flip} edge"
            message = f"the calibrations '{alike.name}' and '{name}' are both for {how}"
            report.error("S054", message, calibration.places.get("calibration"), "name the one of this printer")
        found.append(calibration)
    report.stop_if_failed()
    return found


def find_profile(project: Project, target: Target) -> Profile | None:
    """The output profile of the target; None where it names none and needs none.

    A profile is an ICC file of templates/sheets/profiles/, or a YAML file there that names one. Raises Failed: S030
    for a CMYK target without one, S031 for an unknown or missing one, S032 for one that is not for CMYK output, S033
    for a PDF/X target that is not CMYK, S035 for pictures in CMYK.
    """
    report = Report()
    if target.pdf != "plain" and target.colour != "cmyk":
        message = f"the target '{target.name}' asks for PDF/{target.pdf.upper()} with `colour: {target.colour}`"
        report.error("S033", message, target.places.get("pdf"), "write `colour: cmyk`, or `pdf: plain`")
    if target.colour == "cmyk" and not target.profile:
        message = f"the CMYK target '{target.name}' has no output profile"
        report.error("S030", message, target.places.get("target"), "name one, for example `profile: FOGRA39L_coated`")
    if target.colour == "cmyk" and target.format == "png":
        message = f"the target '{target.name}' asks for PNG pictures with `colour: cmyk`"
        report.error("S035", message, target.places.get("format"), "write `colour: rgb`, or `format: pdf`")
    report.stop_if_failed()
    if not target.profile:
        return None
    span = target.places.get("profile")
    stated = project.shared_names("sheets/profiles", ".yaml")
    files = {**project.shared_names("sheets/profiles", ".icm"), **project.shared_names("sheets/profiles", ".icc")}
    if target.profile in stated:
        values, _ = _read(project, stated, "profile", target.profile, PROFILE, span)
        path = stated[target.profile].parent / str(values["file"] or f"{target.profile}.icc")
    elif target.profile in files:
        path = files[target.profile]
        values = {**{name: declared.default for name, declared in PROFILE.fields.items()}, "profile": target.profile}
    else:
        known = sorted({*stated, *files})
        close = nearest(target.profile, known)
        help = f"did you mean '{close}'?" if close else "profiles: " + ", ".join(known)
        raise Failed([Diagnostic("S031", f"no output profile '{target.profile}'", span, help)])
    try:
        if not path.resolve().is_relative_to(path.parent.resolve()):
            raise OSError(1, "it is a link to elsewhere")
        if path.stat().st_size > LARGEST:
            raise OSError(27, f"it has more than {LARGEST} bytes")
        icc = path.read_bytes()
    except OSError as error:
        found = f"the ICC file '{project.name_of(path)}' cannot be read: {error.strerror}"
        raise Failed([Diagnostic("S031", found, span, "put it beside the YAML file that names it")]) from None
    fault = fault_of(icc)
    if fault:
        found = f"'{project.name_of(path)}' is no profile for CMYK output: {fault}"
        raise Failed([Diagnostic("S032", found, span, "ask your print house for the profile of its press")])
    return profile_of(values, icc)


def _read(
    project: Project, known: dict[str, Path], what: str, name: str, kind: Record, span: Span | None
) -> tuple[dict[str, object], dict[str, Span]]:
    """The values of the file called `name`, and where a project's own file states them."""
    path = known.get(name)
    if path is None:
        close = nearest(name, known)
        help = f"did you mean '{close}'?" if close else f"{what}s: " + ", ".join(known)
        raise Failed([Diagnostic("D015", f"no {what} '{name}'", span, help)])
    report = Report()
    node = project.load_shared(path)
    values = kind.read(node, Reader(report, subject=f"{what} {name}"))
    if values is not INVALID and values[what] != name:
        found = f"the file says it is the {what} '{values[what]}'"
        report.error("D015", found, node.span, f"write `{what}: {name}`, or rename the file")
    report.stop_if_failed()
    assert isinstance(node, Map)
    places = {} if node.span.file.startswith("questpress:") else {key: part.span for key, part in node.entries.items()}
    slots = node.get("slots")
    if places and isinstance(slots, Seq):
        places |= {f"slot {number}": slot.span for number, slot in enumerate(slots.items, 1)}
    return values, places
