"""The order of the stages, for one game: open, draft, judge layouts, draw, arrange, write. Joins press and play.

Nothing is written before every stage is without errors, and each file is put in place whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from questpress.artifacts import Store
from questpress.diagnostics import Diagnostic, Failed, Report, pack, unpack
from questpress.fingerprint import configuration, input_files, keep, recall, unchanged
from questpress.outputs import Output, output_of, rejected
from questpress.press.overrides import AS_STATED, Overrides
from questpress.project import Project, folder_name
from questpress.seating import BOX, Seating

if TYPE_CHECKING:
    from questpress.press.calibration import Calibration
    from questpress.press.colour.recipe import Recipe
    from questpress.press.targets import Target

Step = Callable[[str, int, int], None]
KEPT = ".questpress"  # the project's folder of artifacts


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for: target, paper, where to, with how many processes; rule options, table and language."""

    target: str = "home"
    paper: str | None = None
    out: Path = Path("output")
    jobs: int = 1
    settings: Mapping[str, str] = field(default_factory=dict)
    seating: Seating = BOX
    language: str | None = None
    cards: tuple[str, ...] = ()  # of decks that are printed on request; with them nothing else is printed
    overrides: Overrides = AS_STATED
    calibrations: tuple[str, ...] = ()  # of the printer, by name: one for each way in which sheets lie and turn
    prove: bool = False  # whether layouts are solved even where a stored solution wins


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A face that was drawn anew, and why."""

    component: str
    side: str
    why: str
    page: int = 0  # of a booklet, from 1

    def as_json(self) -> dict[str, Any]:
        page = {"page": self.page} if self.page else {}
        return {"component": self.component, "side": self.side, **page, "why": self.why}


@dataclass(slots=True)
class GameReport:
    """What a build or check of one game did and found."""

    game: str
    title: str
    findings: list[Diagnostic] = field(default_factory=list)
    outputs: list[Output] = field(default_factory=list)
    redrawn: list[Redrawn] = field(default_factory=list)
    faces: int = 0
    layouts: int = 0
    solved: int = 0
    stale: list[str] = field(default_factory=list)  # files of an earlier build that this one no longer makes

    @property
    def failed(self) -> bool:
        return any(finding.is_error for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "title": self.title,
            "good": not self.failed,
            "faces": self.faces,
            "layouts": self.layouts,
            "solved": self.solved,
            "files": [output.as_json() for output in self.outputs],
            "redrawn": [face.as_json() for face in self.redrawn],
            "no_longer_made": self.stale,
            "diagnostics": [finding.as_json() for finding in self.findings],
        }


def check_game(project: Project, game: str, order: Order, step: Step) -> GameReport:
    """Everything that is wrong with `game`: data, templates, text fit, drawing, sheets, layouts. Draws nothing."""
    return _run(project, game, order, step, printing=False)


def build_game(project: Project, game: str, order: Order, step: Step) -> GameReport:
    """Checks `game` and prints it; a game with an error prints nothing and its earlier files stay."""
    return _run(project, game, order, step, printing=True)


def _run(project: Project, game: str, order: Order, step: Step, printing: bool) -> GameReport:
    kept = project.root / KEPT / folder_name(game)
    way = configuration(
        target=order.target,
        paper=order.paper,
        out=str(order.out.resolve()) if printing else None,
        settings=dict(order.settings),
        players=order.seating.players,
        without=list(order.seating.without),
        language=order.language,
        printing=printing,
        cards=list(order.cards),
        overrides=asdict(order.overrides),
        calibrations=list(order.calibrations),
        prove=order.prove,
    )
    record_file = kept / "builds" / f"{way}.json"
    from questpress.press.supplies import CALIBRATIONS

    with Store(kept) as store:
        record = unchanged(record_file, project, game, order.out)
        if record is not None:
            told = _told(record.told, order.out)
            _tidy(told, order.out)
            return told
        told, press = _stages(project, game, order, store, step, printing)
        if not told.failed:
            _tidy(told, order.out)
            earlier = recall(record_file)
            now = {output.path: output.sha256 for output in told.outputs}
            made = [*earlier.outputs, *earlier.told.get("no_longer_made", ())] if earlier else []
            told.stale = [name for name in made if name not in now and (order.out / name).exists()]
            read = sorted({*press.read, *(f"{CALIBRATIONS}/{name}.yaml" for name in order.calibrations)})
            keep(record_file, input_files(project, game, read), now, {**_telling(told), "read": read})
        return told


def _tidy(told: GameReport, out: Path) -> None:
    """Takes away what preflight once rejected of files that are good now."""
    if any(output.form == "report" for output in told.outputs):
        for output in told.outputs:
            if output.form == "pdf":
                for left in rejected(output.path):
                    (out / left).unlink(missing_ok=True)


def _stages(
    project: Project, game: str, order: Order, store: Store, step: Step, printing: bool
) -> tuple[GameReport, Any]:
    from questpress.colouring import recipe_for
    from questpress.editor import review
    from questpress.layoutcards import LayoutCards
    from questpress.opening import open_game
    from questpress.press.pieces import requested
    from questpress.press.supplies import find_calibrations, find_target
    from questpress.press.targets import read_paper
    from questpress.printing import Press
    from questpress.verdicts import judge

    report = Report()
    told = GameReport(game, game.replace("-", " ").title())
    supply = LayoutCards(project, order.settings, store)
    contents = requested(
        open_game(project, game, report, order.settings, order.seating, order.language, supply), order.cards, report
    )
    told.title = contents.rules.title
    review(project, contents, report)
    press = Press(project, contents, store, report)
    data_failed = report.failed
    # A setting that the rules do not know has been told of above; layouts are judged without it.
    known = {name: value for name, value in order.settings.items() if contents.rules.chosen.get(name) == value}
    verdicts = judge(project, game, contents.rules, known, store, step, order.prove)
    for verdict in verdicts:
        report.extend(verdict.findings)
    told.layouts, told.solved = len(verdicts), sum(not verdict.kept for verdict in verdicts)
    target: Target | None = None
    recipe: Recipe | None = None
    calibrations: list[Calibration] = []
    try:
        target = find_target(project, order.target).on(read_paper(order.paper) if order.paper else None)
        target = order.overrides.target(target)
        recipe = recipe_for(project, target, contents.inks, report)
        calibrations = find_calibrations(project, order.calibrations)
    except Failed as failed:
        report.extend(failed.diagnostics)
    if not data_failed:
        press.draft(step, order.jobs)
        told.faces = len(press.drafts)
        drafts_failed = report.failed
        if printing and not drafts_failed:
            press.draw(step, order.jobs)
        else:
            press.inspect(step, order.jobs)
        if target is not None:
            _print(press, target, recipe, calibrations, order, told, report, step, printing)
    told.findings = list(report.findings)
    told.redrawn = [Redrawn(face.card.name, face.side, reason, face.page) for face, reason in press.redrawn()]
    return told, press


def _print(
    press: Any,
    target: Target,
    recipe: Recipe | None,
    calibrations: list[Calibration],
    order: Order,
    told: GameReport,
    report: Report,
    step: Step,
    printing: bool,
) -> None:
    from questpress.documents import Documents
    from questpress.placing import Placing

    placing = Placing(press, target, bool(order.paper), order.overrides, calibrations)
    placing.arrange(report, order.jobs)
    documents = Documents(press, target, order.out, placing.arranged)
    if printing and recipe is not None and not report.failed:
        try:
            documents.colour(recipe, report, step, order.jobs)
            if not report.failed:
                for made in documents.write(report, step, order.jobs):
                    told.outputs.append(made)
        except Failed as failed:
            report.extend(failed.diagnostics)


def _telling(told: GameReport) -> dict[str, Any]:
    return {
        "game": told.game,
        "title": told.title,
        "faces": told.faces,
        "layouts": told.layouts,
        "outputs": [output.as_json() for output in told.outputs],
        "no_longer_made": told.stale,
        "findings": [pack(finding) for finding in told.findings],
    }


def _told(kept: Mapping[str, Any], out: Path) -> GameReport:
    """The report of a build at which nothing had changed."""
    outputs = [output_of(output) for output in kept["outputs"]]
    findings = [unpack(finding) for finding in kept["findings"]]
    stale = [name for name in kept["no_longer_made"] if (out / name).exists()]
    return GameReport(kept["game"], kept["title"], findings, outputs, [], kept["faces"], kept["layouts"], stale=stale)
