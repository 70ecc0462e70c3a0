"""The command `questpress`. Each command's module is imported only when it is asked for."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

import click

from questpress import __version__
from questpress.cli.exits import Exit
from questpress.diagnostics import Diagnostic, Failed

COMMANDS = {
    "build": ("questpress.cli.build:build", "Check games and print them to PDF."),
    "check": ("questpress.cli.check:check", "Check data, templates, text fit and layouts; print nothing."),
    "preflight": ("questpress.cli.preflight:preflight", "Say what a print house would find in PDFs."),
    "calibrate": ("questpress.cli.calibrate:calibrate", "Make backs meet fronts: test sheet, what was read off it."),
    "inventory": ("questpress.cli.inventory:inventory", "List every component with its size and quantity."),
    "solve": ("questpress.cli.solve:solve", "Say whether layouts are legal, winnable, and in how many turns."),
    "play": ("questpress.cli.play:play", "Play a layout here in the terminal, with undo and hints."),
    "trace": ("questpress.cli.trace:trace", "Tell the winning line of layouts turn by turn."),
    "generate": ("questpress.cli.generate:generate", "Find new puzzles of a grade or depth, each proved."),
    "catalogue": ("questpress.cli.catalogue:catalogue", "List the puzzles with board, grade, depth and features."),
    "verify": ("questpress.cli.verify:verify", "Replay the solutions stored with layouts, without solving."),
    "text": ("questpress.cli.text:text", "Write what there is to translate, or bring it up to date."),
    "schema": ("questpress.cli.schema:schema", "Write JSON Schemas for editors."),
    "explain": ("questpress.cli.explain:explain", "Explain a diagnostic's code."),
    "doctor": ("questpress.cli.doctor:doctor", "Say what is installed, what is missing, and the remedy."),
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[name][0].partition(":")
        return getattr(importlib.import_module(module), attribute)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from questpress.diagnostics import nearest

        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            close = nearest(args[0], COMMANDS)
            hint = f" Did you mean '{close}'?" if close else " See 'questpress --help'."
            raise click.UsageError(f"No such command '{args[0]}'.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  questpress build                        print every game of this project
  questpress build escort-quest --paper a4
  questpress check                        look for faults, print nothing
  questpress preflight cards.pdf          what a print house would find
  questpress solve layouts/escort_quest/puzzles/*.yaml
  questpress explain D021""",
)
@click.version_option(__version__, prog_name="questpress")
@click.pass_context
def program(ctx: click.Context) -> None:
    """A print-and-play press for tabletop games.

    YAML and SVG templates in, proved and printable PDFs out. Works in any folder that holds templates/ with
    cards/ or layouts/.
    """
    from questpress.cli.report import colour

    ctx.color = colour()  # of all commands


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs the program; the exit code comes back. The only place where an exception becomes a code."""
    try:
        code = program.main(
            args=list(arguments) if arguments is not None else None, prog_name="questpress", standalone_mode=False
        )
        return int(code) if isinstance(code, int) else int(Exit.GOOD)
    except click.exceptions.Exit as done:
        return int(done.exit_code)
    except click.UsageError as error:
        error.show()
        return int(Exit.USAGE)
    except click.ClickException as error:
        error.show()
        return int(Exit.DIAGNOSTICS)
    except Failed as failed:
        from questpress.cli.faults import exit_of
        from questpress.cli.report import tell

        tell(failed.diagnostics)
        return int(exit_of(failed))
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "questpress":
            raise
        from questpress.cli.report import tell
        from questpress.codes.machine import CODES

        tell([Diagnostic("M002", f"the library '{error.name}' is missing", help=CODES["M002"].mend)])
        return int(Exit.MACHINE)
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted; earlier output is as it was", err=True)
        return int(Exit.INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()  # the reader has left; nothing more to say
        return int(Exit.GOOD)
    except OSError as error:  # a full disk behind the standard output, a folder that takes no file
        place = f"{error.filename}: " if error.filename else "cannot write the report: "
        _give_up_output()
        try:
            click.echo(f"error: {place}{error.strerror or error}", err=True)
        except OSError:
            pass
        return int(Exit.DIAGNOSTICS)


def _give_up_output() -> None:
    """Lets what could not be written go, so that Python does not try once more at its end."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):
        pass


def main() -> None:
    """The console script."""
    sys.exit(run())
