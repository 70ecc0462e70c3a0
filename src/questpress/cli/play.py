"""`questpress play`: a layout played in the terminal, a line of input a turn; piped input works the same."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from questpress.cli.layouts import check_settings, engine_named, find_layout, layouts_of
from questpress.cli.options import project_option, set_option, settings_of
from questpress.diagnostics import Diagnostic, Failed
from questpress.play.playing import NotAllowed, Session
from questpress.play.table import Patch, Table
from questpress.project import Project

HELP = """type a direction to move, or
  hint (h)     a move that keeps the win certain, and how many turns it then takes
  undo (u)     take the last turn back; undo 3 takes back three
  board (b)    show the board again
  line (l)     what was played so far
  restart (r)  back to the start
  help (?)     this list
  quit (q)     leave"""
_SHORT = {"h": "hint", "u": "undo", "b": "board", "l": "line", "r": "restart", "?": "help", "q": "quit", "exit": "quit"}
EXAMPLES = """\b
Examples:
  questpress play escort-quest
  questpress play escort-quest --puzzle nine-bells
  questpress play escort-quest --puzzle my-layout.yaml --set capture=ignored
  printf 'n\\nse\\nhint\\nquit\\n' | questpress play escort-quest"""


@click.command(epilog=EXAMPLES)
@click.argument("game", metavar="GAME")
@click.option("--puzzle", default=None, metavar="NAME|FILE", help="Which layout; without it, the first of the bank.")
@set_option
@project_option
@click.pass_context
def play(ctx: click.Context, game: str, puzzle: str | None, settings: tuple[str, ...], folder: Path | None) -> None:
    """Play a layout of GAME: a direction a line, with undo and hints.

    When the game is lost, the last turn at which a win was certain is told. Ends at the end of the input.
    """
    engine = engine_named(game)
    chosen = settings_of(settings)
    project = Project.find(folder) if folder is not None else None
    if puzzle is None:
        project = project or Project.find(Path.cwd())
        names = layouts_of(project, engine)
        if not names:
            help = "name a file: --puzzle FILE"
            raise Failed([Diagnostic("D015", f"the project has no layouts of {engine.NAME}", None, help)])
        puzzle = Path(min(names, key=lambda name: engine.ease(project, name))).stem
    node, file, project = find_layout(engine, puzzle, project)
    check_settings(engine, project, chosen)
    _Evening(Session(engine.lay(node, file, project, chosen))).run()
    ctx.exit(0)


class _Evening:
    """The conversation with the player."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.table: Table = session.table
        self.talks = sys.stdin.isatty()

    def run(self) -> None:
        click.echo(click.style(self.table.title, bold=True) + " · " + " · ".join(self.table.facts))
        for line in self.table.legend:
            click.echo("  " + line)
        self._board()
        while True:
            typed = self._ask()
            if typed is None:
                return
            for word in typed.replace(",", " ").split("\n"):
                if not self._obey(word.strip()):
                    return

    def _ask(self) -> str | None:
        ended = self.session.outcome is not None
        words = "undo, restart or quit" if ended else " ".join(self.session.words()).lower()
        prompt = f"turn {self.session.turn}: {words} > " if not ended else f"{words} > "
        click.echo(prompt, nl=False)
        line = sys.stdin.readline()
        if not self.talks:
            click.echo(line.rstrip("\n"))  # so that what was piped in stands in the record
        elif not line:
            click.echo()
        return line.rstrip("\n") if line else None

    def _obey(self, typed: str) -> bool:
        """Does what was typed; False when the player leaves."""
        word, _, rest = typed.lower().partition(" ")
        word = _SHORT.get(word, word)
        if not word:
            return True
        if word == "quit":
            return False
        if word == "help":
            click.echo(HELP)
        elif word == "hint":
            click.echo(self.session.hint() if self.session.outcome is None else "the game is over")
        elif word == "board":
            self._board()
        elif word == "line":
            click.echo(" ".join(self.table.word(ply) for move in self.session.moves for ply in move.plies[:1]) or "–")
        elif word == "restart":
            self.session.restart()
            self._board()
        elif word == "undo":
            self._undo(rest)
        else:
            self._play(typed)
        return True

    def _undo(self, rest: str) -> None:
        count = int(rest) if rest.isdecimal() and len(rest) < 5 else 1
        done = sum(self.session.undo() for _ in range(min(count, len(self.session.moves))))
        if not done:
            click.echo("nothing to take back")
        else:
            self._board()

    def _play(self, typed: str) -> None:
        try:
            told = self.session.play(typed)
        except NotAllowed as slip:
            click.echo(str(slip))
            return
        for line in told:
            click.echo("  " + line)
        outcome = self.session.outcome
        self._board()
        if outcome is None:
            return
        turns = self.session.turn - 1
        if outcome.won:
            click.echo(
                click.style(f"Won in {turns} turn{'' if turns == 1 else 's'}: {outcome.reason}.", fg="green", bold=True)
            )
            return
        click.echo(click.style(f"Lost in turn {turns}: {outcome.reason}.", fg="red", bold=True))
        found = self.session.last_certain()
        if found is None:
            click.echo("A win was never certain.")
        else:
            number, depth, ply = found
            click.echo(
                f"A win was last certain at turn {number}: in {depth} turn{'' if depth == 1 else 's'}, by {ply}."
            )

    def _board(self) -> None:
        for line in self.table.picture(self.session.position):
            click.echo("".join(map(_styled, line)).rstrip() if not _coloured() else "".join(map(_styled, line)))


def _coloured() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _styled(patch: Patch) -> str:
    if not _coloured():
        return patch.text
    return click.style(patch.text, fg=patch.ink, bg=patch.ground, bold=patch.bold)
