"""Scenarios for rule tests: their books, their rosters, and scenes that are played by their rules."""

from __future__ import annotations

from functools import cache
from typing import Any

from msgspec.structs import replace

from warhost.engine.game import Game
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.roster.bill import Breach
from warhost.roster.roster import Character, Group, Roster
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.rulebooks.threeplains.scenario.mission import Mission
from warhost.rulebooks.threeplains.scenario.points import Force, laid_out
from warhost.rulebooks.threeplains.setting import Fight

from .scene import Placed, scene


@cache
def book() -> ThreePlains:
    found = rulebook("threeplains")
    assert isinstance(found, ThreePlains)
    return found


def mission(name: str, sizes: tuple[int, int] = (1000, 1000), army: str = "", **options: str) -> Mission:
    """A scenario as it is laid out for armies of these sizes, of one list."""
    found = book().library.missions[name]
    return laid_out.fold(found.rules, found, [Force(points, army) for points in sizes], options)


def scenario(name: str, *pieces: Placed, sizes: tuple[int, int] = (1000, 1000), **more: Any) -> Fight:
    """A scene of that scenario; the first of its sides is 0."""
    options = more.pop("options", {})
    return scene(*pieces, mission=mission(name, sizes, **options), options=options, **more)


def roster(
    name: str, part: str, points: int, *entries: Group | Character, army: str = "orcs", **more: Any
) -> Roster:
    return Roster(
        name="Test", rulebook="threeplains", army=army, points=points, scenario=name, part=part,
        group=tuple(entry for entry in entries if isinstance(entry, Group)),
        character=tuple(entry for entry in entries if isinstance(entry, Character)), **more,
    )  # fmt: skip


def breaches(written: Roster, rule: str) -> list[Breach]:
    """What a roster breaks of one rule."""
    return [breach for breach in book().lists.breaches(written) if breach.rule == rule]


def ready(name: str, part: int, number: int = 0) -> Roster:
    """The force that a scenario brings for one of its sides."""
    found = book().library.missions[name]
    side = found.part[part]
    written = side.later.id if number and side.later else side.id
    first = found.part[0].ready[0].points
    return replace(side.ready[number], scenario=name, part=written, against=first if part else 0)


def played(name: str, seed: int = 1, **options: str) -> Game[Any, Any]:
    """The ready match, fought to its end by chance."""
    game = Game(book(), book().setup(name, options), str(seed))
    game.play([RandomPlayer(f"{side} {seed}") for side in (0, 1)])
    return game
