"""`warhost replay`: a record told again, verified, or drawn."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click
import msgspec

from warhost.engine.game import Game
from warhost.engine.record import Record, RecordError, load, reopen
from warhost.players.roster import PLAYERS, player

from .common import console, count, data_option, echo_json, open_rulebook, write
from .pictures import draw
from .telling import JsonTeller, ProseTeller, Teller

EXAMPLES = """\b
Examples:
  warhost replay game.json --explain
  warhost replay game.json --verify
  warhost replay game.json --to 40 --svg board.svg
  warhost replay faults/threeplains-x-12.json --ask tactician      what would it answer there?

A record is run again from its setup, its seed and its answers, and every hash is compared, whatever is
asked for. With --json every line is an event with the number of its step; the last line has rulebook,
players, steps, turns, hash and winner (null while the battle goes on, or for a draw).
"""


@click.command(epilog=EXAMPLES, short_help="Tell, verify or draw a record.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--verify", is_flag=True, help="Only say whether every hash agrees.")
@click.option("--to", type=click.IntRange(min=0), metavar="STEP", help="Stop after so many steps.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), metavar="F", help="Draw the board there.")
@click.option("--json", "as_json", is_flag=True, help="One event a line.")
@click.option("--explain", is_flag=True, help="Say why every number is what it is, and by which rule.")
@click.option("--ask", type=click.Choice(sorted(PLAYERS)), help="Only let this player answer what is open then.")
@data_option
def replay(
    file: Path, verify: bool, to: int | None, svg: Path | None, as_json: bool, explain: bool, ask: str | None,
    data: Path | None,
) -> None:  # fmt: skip
    """Run the record FILE again: tell it, verify it, draw the board at a step, or ask a computer there."""
    made = load(file)
    game = run_again(file, made, to, data)
    if svg is not None:
        draw(game.book, game.setting, game.checkpoint, svg)
        click.echo(f"The board after {count(len(game.steps), 'step')} is drawn in {svg}.")
    if verify:
        click.echo(f"{file}: {count(len(game.steps), 'step')}, every hash agrees.")
    elif ask is not None:
        put_to(game, ask)
    elif svg is None:
        tell(game, made, as_json, explain)


def run_again(file: Path, made: Record, to: int | None, data: Path | None) -> Game[Any, Any]:
    try:
        return reopen(made, to=to, book=open_rulebook(made.rulebook, data))
    except RecordError as error:
        raise RecordError(f"{file}: {error}") from None


def put_to(game: Game[Any, Any], name: str) -> None:
    """What it answers without a clock to whatever is open, for each side; a fault of it is seen again here."""
    for question in game.pending():
        answer = player(name, f"{game.seed}/{question.side}", math.inf).answer(question, game.seat(question.side))
        side = game.book.sides(game.setting)[question.side]
        click.echo(f"{side}, {question.what} {question.about}: {msgspec.json.encode(answer).decode()}")
    if not game.pending():
        click.echo("The battle is over; nothing is asked.")


def tell(game: Game[Any, Any], made: Record, as_json: bool, explain: bool) -> None:
    """Step by step from the start; the states on the way are only looked at for names and colours."""
    out = console()
    teller: Teller = JsonTeller() if as_json else ProseTeller(out, game.book, game.setting, explain=explain)
    for number, told in enumerate(game.told):
        teller.hear(number, told, game.checkpoint)
    result, sides = game.result, game.book.sides(game.setting)
    winner = sides[result.winner] if result is not None and result.winner is not None else None
    turns = game.book.turn(game.checkpoint)
    if as_json:
        echo_json({
            "rulebook": made.rulebook, "players": made.players, "seed": made.seed, "steps": len(game.steps),
            "turns": turns, "hash": game.hash, "winner": winner, "over": result is not None,
        })  # fmt: skip
        return
    out.print()
    stands = f"turn {turns}" if result is None else "the end"
    write(out, f"[dim]{count(len(game.steps), 'step')} to {stands}, hash {game.hash}; every hash agrees.[/]")
