"""`warhost referee`: a situation from a file, judged."""

from __future__ import annotations

from pathlib import Path

import click

from warhost.draw.svg import svg
from warhost.engine.data import DataError
from warhost.engine.expect import differences
from warhost.engine.judged import as_data
from warhost.engine.situation import Case, Judgement, judge, read_case
from warhost.engine.walk import MOST_ASSUMED, walk
from warhost.engine.walk import as_data as walk_as_data

from .common import console, data_option, echo_json, open_rulebook
from .rulings import show, toml
from .walking import show_walk

OTHERWISE, WRONG = 1, 2

EXAMPLES = """\b
Examples:
  warhost referee examples/situations/arc_of_fire.toml              who may shoot whom, and why not
  warhost referee examples/situations/long_shot.toml --explain      with every rule in full
  warhost referee examples/situations/trees.toml --svg trees.svg    with a picture
  warhost referee examples/situations/threeplains/lance_charge.toml a lance charge, rule by rule
  warhost referee examples/situations/group_attack.toml --walk      what is asked and thrown, step by step

\b
--json prints one object:
  rulebook, title, text, turn, phase, side   the moment: `side` is the number of the one that acts
  lawful       list of {who, deed, target, chance, because, note, must}
  refusals     list of {who, deed, target, rule, why}
  events       what the answers and dice led to, each with `event`, `rule` and `said`
  outcomes     without dice: list of {chance, percent, changes, asked}, the likeliest first
  refused      {answer, rule, why} of an answer that is not lawful, or null
  question     what is asked next, with `put` in words; or null
  answers      lawful answers to it
  state        {turn, phase, side, pieces, changes} afterwards
  differences  what is not as the file expects it

\b
--walk --json prints one object:
  rulebook, title
  steps        questions and throws in order, each with `number`, `kind`, `turn`, `phase`, `acting`,
               `side` and `rule`;
               a question with what, about, put, shape, lawful, answer, assumed, refusal;
               a throw with count, sides, purpose, needed, faces, assumed (how many of the faces)
  ended        why the walk goes no further
  left_over    what the file gives and nothing has asked for
  answers, dice, dice_by_purpose   all of it as a file would say it

\b
Exit codes: 0 all is as expected, 1 it is not, 2 the situation cannot be judged.
How a file is written: docs/situations.md
"""


class BadSituation(click.ClickException):
    """The file is no situation, or gives answers or dice that do not fit."""

    exit_code = WRONG


@click.command(epilog=EXAMPLES, short_help="Settle a dispute: judge a situation.")
@click.argument("situation", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("--svg", "picture", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Draw how it stands in the end.")  # fmt: skip
@click.option("--explain", is_flag=True, help="Every number reason by reason, and every rule in full.")
@click.option("--walk", "dry", is_flag=True,
              help="A dry run: every question and throw in order, with what could be answered.")  # fmt: skip
@click.option("--most", type=click.IntRange(0), default=MOST_ASSUMED, show_default=True, metavar="N",
              help="With --walk: how many answers may be assumed.")  # fmt: skip
@data_option
@click.pass_context
def referee(
    ctx: click.Context, situation: Path, as_json: bool, picture: Path | None, explain: bool, dry: bool, most: int,
    data: Path | None,
) -> None:  # fmt: skip
    """Say what may be done in SITUATION and why not; with answers and dice, what happens."""
    try:
        case = read_case(situation, lambda name: open_rulebook(name, data))
        if dry:
            _walk(case, most, as_json)
            return
        found = judge(case)
    except DataError as error:
        hint = "; --walk lists all that is asked and thrown" if error.key.startswith(("answers", "dice")) else ""
        raise BadSituation(f"{error}{hint}") from None
    expect = found.case.script.expect
    wrong = differences(expect, found) if expect else []
    if picture:
        view = found.case.book.view(found.case.setting, found.state, None)
        picture.write_text(svg(view), "utf8")
    if as_json:
        echo_json(as_data(found, wrong))
    else:
        show(console(), found, explain=explain)
    if found.refusal and not (expect and expect.refused):
        raise BadSituation(unlawful(found))
    for difference in wrong if not as_json else ():
        click.echo(f"{situation}: {difference}", err=True)
    ctx.exit(OTHERWISE if wrong else 0)


def _walk(case: Case, most: int, as_json: bool) -> None:
    found = walk(case, most)
    if as_json:
        echo_json(walk_as_data(found))
    else:
        show_walk(console(), found)


def unlawful(found: Judgement) -> str:
    """Which answer, why not, and what would be one."""
    assert found.refusal is not None and found.question is not None
    case = found.case
    lawful = ", ".join(toml(answer) for answer in found.question.suggest(4))
    fault = f"{toml(case.script.answers[found.refused])} is not lawful: {found.refusal}"
    return str(DataError(case.file, f"answers[{found.refused}]", f"{fault}; expected for example {lawful}"))
