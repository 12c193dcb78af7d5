"""`warhost conform`: a rulebook is put through everything the house expects of one."""

from __future__ import annotations

from pathlib import Path

import click

from warhost.conform import CHECKS, Trial
from warhost.conform import conform as put_on_trial
from warhost.conform.report import Finding

from .common import count, data_option, open_rulebook, seed_option

TITLES = [check.title for check in CHECKS]
EXAMPLES = """\b
Examples:
  warhost conform magnamund
  warhost conform threeplains --battles 8 --questions 400 --seed 7
  warhost conform threeplains --only worded --only told
"""


@click.command(epilog=EXAMPLES, short_help="Put a rulebook through all the house expects.")
@click.argument("rulebook")
@click.option("--battles", type=click.IntRange(1, 1000), default=2, show_default=True, help="At least so many.")
@click.option("--questions", type=click.IntRange(1, 100_000), default=120, show_default=True,
              help="Of each battle, at most.")  # fmt: skip
@click.option("--only", multiple=True, type=click.Choice(TITLES), help="This check alone.")
@seed_option
@data_option
@click.pass_context
def conform(
    ctx: click.Context, rulebook: str, battles: int, questions: int, only: tuple[str, ...], seed: int,
    data: Path | None,
) -> None:  # fmt: skip
    """Put RULEBOOK through everything the house expects of one, in battles of chance, and say what is wrong."""
    book = open_rulebook(rulebook, data)
    checks = [check for check in CHECKS if not only or check.title in only]
    found = put_on_trial(book, checks, Trial(book, battles, questions, seed), _tell)
    if found.faults:
        click.echo(f"{count(len(found.faults), 'fault')} in {book.title}.")
        ctx.exit(1)
    click.echo(f"{book.title} keeps the contract: {count(len(checks), 'check')} passed.")


def _tell(finding: Finding) -> None:
    sign = "✗" if finding.faults else "✓"
    click.echo(f"{sign} {finding.check.title}: {finding.check.what}")
    for fault in finding.faults:
        click.echo(f"    {fault}")
