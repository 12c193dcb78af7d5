"""The forces that two players have agreed on, looked up, checked, and made ready for battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from warhost.engine.book import Unknown
from warhost.roster.agreed import breach_of, by_chance, named_roster
from warhost.roster.commission import Commission
from warhost.roster.lists import READY
from warhost.roster.roster import Roster

from .armies.army import Army
from .armies.levy import bare, levy_round
from .armies.muster import ThreePlainsLists, enlist, told_apart
from .armies.terms import spare
from .scenario.mission import USUAL, Mission, Part
from .setting import told_apart as told_from
from .state import BOTH, Player

STARTING_ARMIES = "herlanceia_500, orcs_500"


class Slot(NamedTuple):
    """A roster that a battle wants: of which side, and the how manieth of it; the first is there from the start."""

    side: Player
    part: Part
    number: int

    @property
    def written_for(self) -> str:
        """The part of the scenario that its roster is written for."""
        return self.part.later.id if self.number and self.part.later else self.part.id


def slots(mission: Mission) -> list[Slot]:
    """One roster for each side, then those of whoever comes later."""
    parts = mission.part or (USUAL, USUAL)
    first = [Slot(side, part, 0) for side, part in zip(BOTH, parts, strict=True)]
    return first + [Slot(side, part, 1) for side, part in zip(BOTH, parts, strict=True) if part.later]


def size_of(part: Part, enemy: int) -> int:
    """The points of a side against so many of the first.

    [tp.army.size] [tp.scenario.rampage.forces] [tp.scenario.time.army_size] [tp.scenario.last_stand.army_size]
    """
    counter, denominator = part.terms.share
    return part.terms.points or enemy * counter // denominator


def commission(mission: Mission, side: Player, enemy: Roster | None) -> Commission:
    """What a player is told who is to write the roster of a side, against one that is fixed."""
    part = mission.part[side] if mission.part else USUAL
    against = enemy.points if enemy and side else 0
    points = size_of(part, against)
    return Commission(points, mission.id if mission.part else "", part.id, against, part.terms.rule)


class Levies:
    """Two armies for a scenario, from the words that name their rosters; it brings some that are ready to play.

    [tp.scenario.rampage.ready] [tp.scenario.forest.ready] [tp.scenario.cavern.ready] [tp.scenario.time.ready]
    [tp.scenario.last_stand.ready] [tp.scenario.raid.ready]
    """

    def __init__(self, lists: ThreePlainsLists, mission: Mission, options: Mapping[str, str]):
        self.lists, self.mission = lists, mission
        self.unchecked = options.get("rosters") == "unchecked"
        usual = ", ".join([READY] * len(slots(mission))) if mission.part else STARTING_ARMIES
        self.words = [word.strip() for word in options.get("armies", usual).split(",")]

    def armies(self) -> tuple[Army, Army]:
        """[tp.army.size] [tp.scenario.precedence]"""
        wanted = slots(self.mission)
        if len(self.words) not in (len(wanted), 2):
            raise Unknown(f"option armies: expected two rosters with a comma between, got {len(self.words)}")
        words = self.words + [READY] * (len(wanted) - len(self.words))
        found: list[list[Army]] = [[], []]
        for slot, word in zip(wanted, words, strict=True):
            against = found[0][0].points if slot.side else 0
            found[slot.side].append(self._army(slot, word, against))
        first, second = (joined(armies) for armies in found)
        return first, replace(second, name=told_from(second.name, [first.name]))

    def _same_size(self, first: int, second: Roster, part: Part) -> None:
        """The second army has its share of the first's points, and what it may have besides.

        [tp.siege.army_size] [tp.siege.excess_points]
        """
        wanted = size_of(part, first)
        agreed = self.mission.fortress
        more = agreed.spare if agreed else sum(spare.replies(part.terms.rules, first, second.army))
        if wanted <= second.points <= wanted + more or self.unchecked:
            return
        why = f"both sides spend the same points, not {first} and {second.points}"
        if wanted != first:
            why = f"{part.title} have {wanted} points against {first}, not {second.points}"
        raise Unknown(f"option armies: {why} [{part.terms.rule}]; with rosters=unchecked they are let through")

    def _army(self, slot: Slot, word: str, against: int) -> Army:
        """An army by the name or the file of its roster, or one of chance such as orcs:500:7."""
        file, given = self._roster(slot, word, against)
        roster = self._written_for(given, slot, against)
        if slot.side and not slot.number:
            self._same_size(against, roster, slot.part)
        breach = breach_of(self.lists, file, roster, self.unchecked, _unsaid(given, roster))
        return replace(enlist(roster, self.lists.library), breach=breach)

    def _written_for(self, roster: Roster, slot: Slot, against: int) -> Roster:
        if not self.mission.part:
            return roster
        return replace(roster, scenario=self.mission.id, part=slot.written_for, against=against)

    def _roster(self, slot: Slot, wanted: str, against: int) -> tuple[str, Roster]:
        if wanted == READY and slot.part.ready:
            return f"scenarios/{self.mission.id}.toml", slot.part.ready[slot.number]
        if chance := by_chance(self.lists, wanted):
            begun = self._written_for(bare(self.lists.library, chance.army, chance.points), slot, against)
            return wanted, levy_round(self.lists.library, begun, chance.seed)
        return named_roster(self.lists, wanted)


def joined(armies: Sequence[Army]) -> Army:
    """A force and whoever comes to its help later, told apart by their names."""
    if len(armies) == 1:
        return armies[0]
    first, second = armies
    taken = [one.id for one in first.groups] + [one.id for one in first.leaders]
    ids = [one.id for one in second.groups] + [one.id for one in second.leaders]
    new = {id: f"{id}-later" if id in taken else id for id in ids}
    more = [replace(one, id=new[one.id], herds=new.get(one.herds, ""), later=True) for one in second.groups]
    help_ = [
        replace(one, id=new[one.id], group=new.get(one.group, ""), hidden=False, later=True)
        for one in second.leaders
    ]
    groups, leaders = (*first.groups, *more), (*first.leaders, *help_)
    names = iter(told_apart([*(one.title for one in groups), *(one.title for one in leaders)]))
    return replace(
        first,
        groups=tuple(replace(one, title=next(names)) for one in groups),
        leaders=tuple(replace(one, title=next(names)) for one in leaders),
        breach=first.breach or second.breach,
    )


def _unsaid(given: Roster, judged: Roster) -> str:
    """The keys that a roster has not, as which it is judged nevertheless."""
    keys = {"scenario": f'"{judged.scenario}"', "part": f'"{judged.part}"', "against": f"{judged.against}"}
    return ", ".join(f"{key} = {said}" for key, said in keys.items() if getattr(given, key) != getattr(judged, key))
