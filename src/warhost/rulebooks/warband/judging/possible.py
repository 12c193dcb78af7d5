"""What could not come to pass on a table: a file that says so is refused with its key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from warhost.engine.data import DataError, nearest

from ..fighting.arms import arms
from ..flaws import same_place
from ..library import Library
from ..scenarios.zones import CORNERS, EDGES
from ..setting import Fight
from ..state import NOBODY

if TYPE_CHECKING:
    from .situation import SituationData, WarriorData

Fault = tuple[str, str]
SIDES = ("started", "out", "ratings", "scores", "names")
EASIEST, HARDEST = 2, 12
HAIR = 3  # thousandths of an inch
PRIZES = {"hunt": "shard", "box": "chest"}


def check(found: SituationData, sides: int, library: Library, file: str) -> None:
    """What can be seen from the file alone."""
    battle, numbers = _of_the_battle(found, sides, library), _of_the_numbers(found, sides)
    for key, why in (*battle, *numbers, *_of_the_warriors(found, library), *_of_the_prizes(found)):
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
        if "hidden" in one.flags and (one.posture != "up" or {"fleeing", "ran"} & set(one.flags)):
            yield f"{key}.flags", "who lies, flees or ran is not hidden"
        if one.posture != "up" and "frenzied" in one.flags:
            yield f"{key}.flags", "who lies has lost his frenzy"
        if one.posture == "up" and one.wounds == 0:
            yield f"{key}.wounds", "expected 1 or more: who has none left lies there"
        yield from _of_his_spells(one, library, key)


def _of_the_prizes(found: SituationData) -> Iterator[Fault]:
    """Shards lie where they are hunted, and there is one chest.  [war.scen.hunt] [war.scen.box]"""
    chests = [at for at, one in enumerate(found.prizes) if one.kind == "chest"]
    for at in chests[1:]:
        yield f"prizes[{at}].kind", "expected a single chest"
    for at, one in enumerate(found.prizes):
        wanted = PRIZES.get(found.scenario)
        if one.kind != wanted:
            yield f"prizes[{at}].kind", f"expected {wanted or 'no prize'} in {found.scenario}, got {one.kind}"
        if one.holder and one.holder in [other.holder for other in found.prizes[:at]]:
            yield f"prizes[{at}].holder", f"expected somebody with free hands: {one.holder} carries another"


def holders(fight: Fight, found: SituationData, file: str) -> None:
    """Who lies stunned or flees has dropped what he carried, and animals carry nothing.  [war.psych.animal]"""
    site = fight.setting.town(fight.state).site
    for at, prize in enumerate(fight.state.prizes):
        if not (0 <= prize.x <= site.width and 0 <= prize.y <= site.depth):
            raise DataError(file, f"prizes[{at}].at", "expected a place on the table")
        if prize.holder == NOBODY:
            continue
        warrior, fighter = fight.state.warriors[prize.holder], fight.setting.fighters[prize.holder]
        lost = warrior.posture == "stunned" or (warrior.posture == "down" and prize.kind == "chest")
        if lost or warrior.fleeing or fighter.has("animal"):
            raise DataError(file, f"prizes[{at}].holder", f"expected somebody who can carry it, got {fighter.id}")


def placed(fight: Fight, keys: Mapping[int, str], file: str) -> None:
    """Everybody on the table, on a floor, and in a place of his own.  [war.move.normal] [war.move.model]"""
    site, state = fight.setting.town(fight.state).site, fight.state
    landings = {stairs.landing for stairs in site.parts.stairs}
    for number, key in keys.items():
        warrior, radius = state.warriors[number], fight.setting.fighters[number].radius - HAIR
        x, y, _ = warrior.spot
        if not (radius <= x <= site.width - radius and radius <= y <= site.depth - radius):
            raise DataError(file, f"{key}.at", "expected a place where all of his base is on the table")
        if warrior.z and warrior.spot not in landings and site.surface_of(warrior.spot) is None:
            raise DataError(file, f"{key}.at", f"expected a floor to stand on at a height of {warrior.z / 1000:g}")
        taken = [other for other in keys if other < number and same_place(fight.setting, state, number, other)]
        if taken:
            other = fight.setting.fighters[taken[0]].id
            raise DataError(file, f"{key}.at", f"expected a place that {other} leaves free")


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
