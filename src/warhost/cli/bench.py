"""`warhost bench`: the measurements of a checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click

import warhost

# Its own --help would hide that of the script.
PASS_ON = {"ignore_unknown_options": True, "help_option_names": []}


@click.command(short_help="Measure the speed of battles.", context_settings=PASS_ON)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def bench(ctx: click.Context, arguments: tuple[str, ...]) -> None:
    """Measure the speed of battles; everything after `bench` goes to bench/run.py of the checkout."""
    script = Path(warhost.__file__).parents[2] / "bench" / "run.py"
    if not script.exists():
        raise click.ClickException(
            "the measurements are not installed with the command; run it from a checkout that has bench/run.py"
        )
    ctx.exit(subprocess.run([sys.executable, str(script), *arguments], check=False).returncode)
