"""Armies named on the command line, for rulebooks that have army lists."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import click

from warhost.engine.book import Book, Unknown
from warhost.engine.data import DataError
from warhost.roster.book import ArmyBook, lists_of
from warhost.roster.lists import Lists, find_roster

OPTION = "armies"
"""The option under which a rulebook with army lists takes one roster for each side, with commas between."""

SIDES = 2
SIZES = (500, 1000, 2000)
"""Points of armies drawn by chance: a small battle and an evening's."""

ADVICE = "see warhost muster"

army_option = click.option(
    "--army",
    "armies",
    multiple=True,
    metavar="ROSTER",
    help="Once for each side: a ready roster, a file, or army:points:seed for one of chance.",
)


def with_armies(
    book: Book[Any, Any], options: Mapping[str, str], armies: tuple[str, ...], scenario: str | None = None
) -> dict[str, str]:
    """The options of a battle, with what was named by --army among them."""
    if not armies:
        return dict(options)
    if lists_of(book) is None:
        raise click.UsageError(f"--army: {book.title} has no army lists, its scenarios bring their own forces")
    if OPTION in options:
        raise click.UsageError(f"--army and --option {OPTION}=... say the same; use one of them")
    sides = len(book.scenario(scenario).sides)
    if len(armies) != sides:
        _tell_whoever_writes_next(book, scenario, armies)
        raise click.UsageError(f"--army: expected {sides}, one for each side, got {len(armies)}")
    return {**options, OPTION: ", ".join(armies)}


def _tell_whoever_writes_next(book: Book[Any, Any], scenario: str | None, armies: tuple[str, ...]) -> None:
    """Where one list is fixed and shown before the other is written, and only the first is there yet."""
    there = book.scenario(scenario)
    if not there.written_first or len(armies) != len(there.written_first) or not isinstance(book, ArmyBook):
        return
    _, enemy = find_roster(book.lists, armies[0])
    asked = book.commission(scenario, len(armies), enemy)
    keys = f'scenario = "{asked.scenario}", part = "{asked.part}", against = {asked.against}'
    raise click.UsageError(
        f"--army: the list of the {there.sides[0]} is there, and that of the {asked.part} is written now, by one"
        f" who has read it [{there.written_rule}]: a roster of {asked.points} points with {keys}."
        f" To show the first in full: warhost muster {book.id} {armies[0]} --print FILE.html"
    )


def setup_of(book: Book[Any, Any], scenario: str | None, options: Mapping[str, str]) -> dict[str, Any]:
    """The setup of a battle; a roster that cannot be played is told with what shows all that is wrong with it."""
    try:
        return book.setup(scenario, options)
    except (DataError, Unknown) as fault:
        others = {name: value for name, value in options.items() if name != OPTION}
        if others == options:
            raise
        book.setup(scenario, others)  # if the armies are not to blame, this says what is
        said = str(fault) if str(fault).endswith(ADVICE) else f"{fault}; {ADVICE}"
        file = fault.file if isinstance(fault, DataError) else ""
        named = [name for name in _named(options) if file and Path(file).stem == Path(name).stem]
        raise Unknown(f"{said} {book.id} {named[0] if named else '--list'}") from None


def spelled(options: Mapping[str, str]) -> list[str]:
    """Options as they are typed: words for a command that fights the same battle."""
    words = [word for name in _named(options) for word in ("--army", name)]
    for name, value in options.items():
        words += ["--option", f"{name}={value}"] if name != OPTION else []
    return words


def by_chance(lists: Lists, seed: str) -> str:
    """Two armies of the same points, drawn from all lists; the same for the same seed."""
    chance = Random(f"armies {seed}")
    points, known = chance.choice(SIZES), sorted(lists.armies())
    return ", ".join(f"{chance.choice(known)}:{points}:{chance.randrange(1000)}" for _ in range(SIDES))


def _named(options: Mapping[str, str]) -> list[str]:
    return [name.strip() for name in options[OPTION].split(",")] if OPTION in options else []
