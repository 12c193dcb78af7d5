"""What could not come to pass on a table: a file that says so is refused with its key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from warhost.engine.data import DataError, nearest

from ..fighting.arms import arms
from ..library import Library
from ..scenarios.zones import CORNERS, EDGES
from ..setting import Fight

if TYPE_CHECKING:
    from .situation import SituationData, WarriorData

Fault = tuple[str, str]
SIDES = ("started", "out", "ratings", "scores", "names")
EASIEST, HARDEST = 2, 12


def check(found: SituationData, sides: int, library: Library, file: str) -> None:
    """What can be seen from the file alone."""
    battle, numbers = _of_the_battle(found, sides, library), _of_the_numbers(found, sides)
    for key, why in (*battle, *numbers, *_of_the_warriors(found, library)):
        raise DataError(file, key, why)


def _of_the_battle(found: SituationData, sides: int, library: Library) -> Iterator[Fault]:
    scenario = library.scenarios[found.scenario]
    if scenario.most_sides and sides > scenario.most_sides:
        yield "scenario", f"{found.scenario} is not for {sides} sides"
    if not 0 <= found.active < sides:
        yield "active", f"expected a side from 0 to {sides - 1}, got {found.active}"
    if found.order and sorted(found.order) != list(range(sides)):
        yield "order", f"expected each of the sides 0 to {sides - 1} once"
    known = EDGES if sides == 2 else CORNERS
    if found.edges and not (len(found.edges) == sides and set(found.edges) <= {*EDGES, *CORNERS}):
        yield "edges", f"expected one of {', '.join(known)} for each side"
    if not -1 <= found.attacker < sides or (found.scenario == "breakthrough" and found.attacker < 0):
        yield "attacker", f"expected a side from 0 to {sides - 1}, got {found.attacker}"
    if not 1 <= found.round <= scenario.rounds:
        yield "round", f"expected a round from 1 to {scenario.rounds}, got {found.round}"


def _of_the_numbers(found: SituationData, sides: int) -> Iterator[Fault]:
    for name in SIDES:
        numbers: Sequence[int | str] = getattr(found, name)
        if len(numbers) > sides:
            yield name, f"there are {sides} sides, and this is for {len(numbers)}"
        for side, number in enumerate(numbers):
            if isinstance(number, int) and number < 0:
                yield f"{name}[{side}]", f"expected 0 or more, got {number}"
    for side, began in enumerate(found.started):
        here = sum(one.side == side and one.fighter != "rat" for one in found.warriors)  # rats are not counted
        if began < here:
            yield f"started[{side}]", f"{here} of them are here, and so at least as many began"


def _of_the_warriors(found: SituationData, library: Library) -> Iterator[Fault]:
    names = [one.id or f"{one.fighter}-{at + 1}" for at, one in enumerate(found.warriors)]
    for at, one in enumerate(found.warriors):
        key = f"warriors[{at}]"
        if any(other.side == one.side and names[n] == names[at] for n, other in enumerate(found.warriors[:at])):
            yield f"{key}.id", f"two warriors of a side are called {names[at]}"
        if one.rounds < 0:
            yield f"{key}.rounds", f"expected 0 or more, got {one.rounds}"
        if one.posture != "up" and "fleeing" in one.flags:
            yield f"{key}.flags", "who lies does not flee"
        if "hidden" in one.flags and (one.posture != "up" or "fleeing" in one.flags):
            yield f"{key}.flags", "who lies or flees is not hidden"
        yield from _of_his_spells(one, library, key)


def _of_his_spells(one: WarriorData, library: Library, key: str) -> Iterator[Fault]:
    for name, need in one.spells.items():
        if name not in library.spells:
            expected = f"expected one of {', '.join(library.spells)}"
            yield f"{key}.spells", f"{expected}, got {name}{nearest(name, library.spells)}"
        elif not EASIEST <= need <= HARDEST:
            yield f"{key}.spells.{name}", f"expected a score from {EASIEST} to {HARDEST}, got {need}"


def check_weapons(fight: Fight, number: int, weapons: Sequence[str], key: str, file: str) -> None:
    """Two weapons go together only where he may hold them so.  [war.combat.twoweapons]"""
    if len(weapons) > 1 and tuple(weapons) not in arms(fight, number).values():
        raise DataError(file, f"{key}.weapons", f"nobody holds {' and '.join(weapons)} at once")
