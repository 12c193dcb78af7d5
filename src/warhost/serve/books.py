"""What the installed rulebooks offer: scenarios, options, rosters, rules; and new games of them."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from warhost.engine.catalogue import RuleText
from warhost.engine.data import DataError
from warhost.engine.rulebook import Rulebook, Unknown
from warhost.roster.lists import Lists, all_faults, find_roster, ready_rosters
from warhost.roster.roster import read_roster

from .errors import Wrong
from .messages import NewGame
from .replies import BookOffer, Mustered, RosterOffer, RuleExample, RuleInFull, RuleName

MOST_POINTS = 10_000
ARMIES = "armies"  # the option that names the rosters, in rulebooks with army lists


def offer(book: Rulebook[Any, Any]) -> BookOffer:
    """A rulebook as the page lists it."""
    lists = lists_of(book)
    armies = dict(lists.armies()) if lists else {}
    return BookOffer(book.id, book.title, dict(book.options), list(book.scenarios()), _rosters(lists), armies)


def _rosters(lists: Lists | None) -> list[RosterOffer]:
    if lists is None:
        return []
    found = {id: find_roster(lists, id)[1] for id in ready_rosters(lists)}
    return [RosterOffer(id, roster.name, roster.army, roster.points) for id, roster in found.items()]


def lists_of(book: Rulebook[Any, Any]) -> Lists | None:
    found: Lists | None = getattr(book, "lists", None)
    return found


# --- rules ---------------------------------------------------------------------------------------------------


def rules(book: Rulebook[Any, Any], words: str, most: int) -> list[RuleName]:
    found = book.catalogue.search(words) if words.strip() else list(book.catalogue)
    return [_named(rule) for rule in found[:most]]


def rule(book: Rulebook[Any, Any], id: str) -> RuleInFull:
    """A rule in full, with the rules that lean on it."""
    if id not in book.catalogue:
        raise Wrong(404, f"no rule of {book.title} is called {id}")
    found = book.catalogue.get(id)
    return RuleInFull(
        found.id, found.title, found.chapter, found.kind, found.text, found.ruling,
        [RuleExample(example.given, example.expect) for example in found.examples],
        [_named(book.catalogue.get(need)) for need in found.needs if need in book.catalogue],
        [_named(other) for other in book.catalogue if id in other.needs],
    )  # fmt: skip


def _named(found: RuleText) -> RuleName:
    return RuleName(found.id, found.title, found.chapter)


# --- armies --------------------------------------------------------------------------------------------------


def muster(book: Rulebook[Any, Any], text: str) -> Mustered:
    """What an army costs, and what is wrong with it."""
    lists = lists_of(book)
    if lists is None:
        raise Wrong(404, f"{book.title} has no army lists")
    with tempfile.TemporaryDirectory() as folder:
        path = _written(folder, 0, text)
        try:
            roster = read_roster(path)
        except DataError as fault:
            return Mustered(None, [], [], [str(fault)])
    if faults := [f"{key}: {expected}" for key, expected in all_faults(lists, roster)]:
        return Mustered(None, [], [], faults)
    bill = lists.bill(roster)
    breaches, unready = msgspec.to_builtins(lists.breaches(roster)), msgspec.to_builtins(lists.unready(roster))
    return Mustered({**msgspec.to_builtins(bill), "points": bill.points}, breaches, unready, [])


def _written(folder: str, number: int, text: str) -> Path:
    path = Path(folder) / f"roster{number + 1}.toml"
    path.write_text(text, "utf8")
    return path


# --- a new game ----------------------------------------------------------------------------------------------


def setup_of(book: Rulebook[Any, Any], wish: NewGame) -> dict[str, Any]:
    """The setup of a game that was wished for; a client names things, never files of the server."""
    try:
        if not wish.rosters:
            _named_armies(book, wish.options)
            return book.setup(wish.scenario, wish.options)
        if ARMIES not in book.options:
            raise Wrong(400, f"{book.title} is not played with rosters")
        with tempfile.TemporaryDirectory() as folder:
            files = [str(_written(folder, number, text)) for number, text in enumerate(wish.rosters)]
            return book.setup(wish.scenario, {**wish.options, ARMIES: ", ".join(files)})
    except (Unknown, DataError) as error:
        raise Wrong(400, str(error)) from None


def _named_armies(book: Rulebook[Any, Any], options: Mapping[str, str]) -> None:
    lists = lists_of(book)
    if lists is None or ARMIES not in options:
        return
    for word in options[ARMIES].split(","):
        army, _, rest = word.strip().partition(":")
        points = rest.partition(":")[0]
        by_chance = army in lists.armies() and points.isdecimal() and int(points[:9]) <= MOST_POINTS
        if not by_chance and word.strip() not in ready_rosters(lists):
            raise Wrong(400, f"no ready roster is called {word.strip()!r:.80}; see the rosters of the rulebook")
