"""The command `warhost`: what it can do, and how it says what went wrong."""

from __future__ import annotations

import sys
import traceback
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import click

from warhost.engine.book import Unknown
from warhost.engine.data import DataError, nearest
from warhost.engine.question import Refused
from warhost.engine.record import RecordError

COMMANDS = {
    "play": "play",
    "serve": "serve",
    "backup": "backup",
    "restore": "restore",
    "battle": "battle",
    "replay": "replay",
    "referee": "referee",
    "muster": "muster",
    "rules": "rules",
    "scenarios": "scenarios",
    "check-data": "check_data",
    "fuzz": "fuzz",
    "conform": "conform",
    "campaign": "campaign",
    "bench": "bench",
}
"""Each command and the module, beside this one, that holds it under its own name."""

GROUP = "warhost.commands"
"""Entry points of rulebooks that bring commands of their own."""

WRONG, STOPPED = 2, 130


def brought() -> dict[str, EntryPoint]:
    """The commands that rulebooks bring along."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


class Warhost(click.Group):
    """Commands are read when they are called; whatever goes wrong is said in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        own = [name for name, module in COMMANDS.items() if find_spec(f"{__package__}.{module}")]
        return [*own, *sorted(name for name in brought() if name not in COMMANDS)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        if cmd_name not in COMMANDS:
            own: click.Command = brought()[cmd_name].load()
            return own
        module = COMMANDS[cmd_name]
        found: click.Command = getattr(import_module(f"{__package__}.{module}"), module)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and args[0] not in known:
            raise click.UsageError(f"no command is called {args[0]!r}{nearest(args[0], known)}", ctx)
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        kwargs["standalone_mode"] = False
        try:
            code = super().main(*args, **kwargs)
        except Exception as error:
            code = complain(error)
        except KeyboardInterrupt:
            code = STOPPED
        sys.exit(code if isinstance(code, int) else 0)


def complain(error: Exception) -> int:
    """One line for people on stderr; the exit code."""
    if isinstance(error, click.Abort):
        return STOPPED
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return WRONG
    click.echo(f"warhost: {sentence(error)}", err=True)
    return WRONG


def sentence(error: Exception) -> str:
    """What is wrong, and what to do next."""
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else "warhost"
        return f"{_plain(error.format_message())}; see: {path} --help"
    if isinstance(error, click.ClickException):
        return _plain(error.format_message())
    if isinstance(error, DataError):
        listed = "; all faults of a folder are listed by: warhost check-data DIR"
        return f"{error}{'' if error.file.endswith(CHRONICLE) else listed}"
    if isinstance(error, RecordError | Unknown | Refused):
        return str(error)
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}; name another place"
    return _own_fault(error)


def _own_fault(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(last.filename).name}:{last.lineno}"
    return f"a fault of this program: {type(error).__name__}: {error} ({place}); please report it with the command"


def _plain(message: str) -> str:
    return " ".join(message.split()).rstrip(".")


CHRONICLE = ".jsonl"
"""What campaigns and heroes are kept in is no file of a folder of data."""
EXAMPLES = """\b
Examples:
  warhost scenarios                         see what can be played
  warhost play threeplains                  play against the computer
  warhost battle magnamund --seed 7         watch two computers fight
  warhost rules magnamund mag.fire.arc      read a rule
  warhost muster threeplains --list         see armies that are ready to fight
"""


@click.group(cls=Warhost, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("warhost"), prog_name="warhost")
def cli() -> None:
    """Referee, table and laboratory for fantasy miniature battles."""


def main() -> None:
    cli.main(prog_name="warhost")
