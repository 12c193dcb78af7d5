"""`warhost hero`: heroes of Magnamund who gain a skill from battle to battle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import click
import msgspec

from warhost.cli.common import data_option, echo_json, seed_option
from warhost.engine.book import Unknown
from warhost.engine.game import Game
from warhost.engine.player import Player
from warhost.engine.question import Refused
from warhost.players.roster import player

from .career import (
    Career,
    CareerError,
    create,
    enlist,
    figure_of,
    homecoming,
    load,
    save,
)
from .library import Library
from .record_sheet import career_sheet
from .rulebook import Magnamund
from .sheets import Alignment, Armour, HeroCard

KIN = ("vordak", "helghast")

EXAMPLES = """\b
Examples:
  warhost hero create rorn.json --name Rorn --sheet human --armour mail --shield --weapon sword
  warhost hero create wolf.json --card lone_wolf
  warhost hero fight rorn.json --scenario mill_farm --skill rally
  warhost hero show rorn.json
"""
CREATE_EXAMPLES = """\b
Examples:
  warhost hero create rorn.json --name Rorn --sheet human --armour mail --shield --weapon sword
  warhost hero create gash.json --name Gash --sheet wolfrider --armour leather --weapon lance
  warhost hero create wolf.json --card lone_wolf
"""
SHOW_EXAMPLES = """\b
Examples:
  warhost hero show rorn.json
  warhost hero show rorn.json --json
"""
FIGHT_EXAMPLES = """\b
Examples:
  warhost hero fight rorn.json
  warhost hero fight rorn.json --scenario princes_stand --skill lightning_attack --seed 7
  warhost hero fight mercenary.json --side darklords --players random,random

If he survives, he keeps the new skill and has one more to choose in his next battle. If he falls, he does not
return.
"""

file_argument = click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
json_option = click.option("--json", "as_json", is_flag=True, help="The career as JSON.")


@click.group(epilog=EXAMPLES, short_help="Heroes who learn from battle to battle.")
def hero() -> None:
    """Heroes of Magnamund who gain a skill from battle to battle, each in a FILE of his own."""


@hero.command("create", epilog=CREATE_EXAMPLES)
@file_argument
@click.option("--name", help="What he is called.")
@click.option("--card", metavar="ID", help="A hero of the game, instead of an invented one.")
@click.option("--sheet", default="human", show_default=True, help="The Play Sheet of his race, mounted or on foot.")
@click.option("--alignment", type=click.Choice(get_args(Alignment)), help="[default: that of his race]")
@click.option("--armour", type=click.Choice(get_args(Armour)), default="none", show_default=True)
@click.option("--shield", is_flag=True, help="He carries a shield.")
@click.option("--weapon", "weapons", multiple=True, metavar="ID", help="May be given twice.  [default: sword]")
@click.option("--kai-lord", is_flag=True, help="He learns Kai Disciplines.")
@click.option("--kin", type=click.Choice(KIN), help="For the evil Mind Blast and Mind Shield.")
@data_option
def create_command(
    file: Path, name: str | None, card: str | None, sheet: str, alignment: Alignment | None, armour: Armour,
    shield: bool, weapons: tuple[str, ...], kai_lord: bool, kin: str | None, data: Path | None,
) -> None:  # fmt: skip
    """Invent a hero, or take one of the game, and write him to FILE."""
    library = Magnamund(data).library
    if file.exists():
        raise click.ClickException(f"{file} is there already; name another file")
    with complaints():
        if card is not None:
            made = create(_known(card, library), library)
        else:
            drawn = {
                "sheet": sheet, "alignment": alignment, "armour": armour, "shield": shield, "kai_lord": kai_lord,
                "weapons": weapons or ("sword",), "kin": kin or "",
            }  # fmt: skip
            made = create(_invented(name, drawn, library), library)
    save(made, file)
    click.echo(career_sheet(made, library))


def _known(card: str, library: Library) -> HeroCard:
    if card not in library.heroes:
        raise CareerError(f"no hero is called {card!r}; there are: {', '.join(library.heroes)}")
    return library.heroes[card]


def _invented(name: str | None, drawn: dict[str, Any], library: Library) -> HeroCard:
    id = re.sub(r"\W+", "_", (name or "").lower()).strip("_")
    if not id:
        raise CareerError("an invented hero needs a name with letters in it: --name NAME")
    if drawn["sheet"] not in library.sheets:
        raise CareerError(f"no sheet is called {drawn['sheet']!r}; there are: {', '.join(library.sheets)}")
    sheet = library.sheets[drawn["sheet"]]
    alignment = drawn["alignment"] or sheet.alignment
    return msgspec.convert({**drawn, "id": id, "title": name, "race": sheet.race, "alignment": alignment}, HeroCard)


@hero.command(epilog=SHOW_EXAMPLES)
@file_argument
@json_option
@data_option
def show(file: Path, as_json: bool, data: Path | None) -> None:
    """Print the record sheet of the hero in FILE."""
    library = Magnamund(data).library
    with complaints():
        career = load(file, library)
    _print(career, library, as_json)


@hero.command(epilog=FIGHT_EXAMPLES)
@file_argument
@click.option("--scenario", metavar="ID", help="Which one; see `warhost scenarios`.  [default: the first]")
@click.option("--side", default="", metavar="ID", help="For whom he fights.  [default: whoever takes him]")
@click.option("--skill", metavar="ID", help="What he learns for this battle.  [default: his player chooses]")
@click.option("--players", default="tactician,tactician", show_default=True, help="Who commands each side.")
@seed_option
@json_option
@data_option
def fight(
    file: Path, scenario: str | None, side: str, skill: str | None, players: str, seed: int, as_json: bool,
    data: Path | None,
) -> None:  # fmt: skip
    """Let computers fight a battle in which the hero in FILE takes part, and note what becomes of him."""
    book, names = Magnamund(data), players.split(",")
    if len(names) != 2:
        raise click.UsageError(f"--players: expected 2 names with commas between, got {len(names)}")
    with complaints():
        career = load(file, book.library)
        setup = enlist(book.setup(scenario, {}), career, book.library, side)
        game: Game[Any, Any] = Game(book, setup, str(seed))
        seats = [player(name, f"{seed}/{seat}") for seat, name in enumerate(names)]
        teach(game, seats, figure_of(career, game.setting).id, skill)
        game.play(seats)
        after = homecoming(career, game.setting, game.checkpoint)
    save(after, file)
    if not as_json:
        result = game.result
        assert result is not None
        winner = "Nobody" if result.winner is None else game.setting.sides[result.winner].title
        click.echo(f"{game.setting.encounter.title}, seed {seed}: {winner} won, {result.why}.\n")
    _print(after, book.library, as_json)


def teach(game: Game[Any, Any], seats: list[Player], name: str, skill: str | None) -> None:
    """Answer for skills before the battle: this one for our hero, and what the players like for others."""
    while (questions := game.pending()) and questions[0].what == "skills":
        question = questions[0]
        if skill is not None and question.about == name:
            game.answer([skill], question.side)
        else:
            seat = game.seat(question.side)
            game.answer(seats[question.side].answer(question, seat), question.side)


@contextmanager
def complaints() -> Iterator[None]:
    try:
        yield
    except (CareerError, Refused, Unknown) as error:
        raise click.ClickException(str(error)) from None


def _print(career: Career, library: Library, as_json: bool) -> None:
    if as_json:
        echo_json(career)
    else:
        click.echo(career_sheet(career, library))
