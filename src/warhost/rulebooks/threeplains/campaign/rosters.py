"""What each side brings to a battle: fresh rosters from the list it began with, with those who are named.

[tp.campaign.between_battles]
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec.structs import replace

from warhost.engine.data import DataError
from warhost.engine.question import Answer, Order, Refusal, Refused
from warhost.roster.lists import all_faults, ready_rosters
from warhost.roster.roster import Character, Roster, read_roster, roster_of

from ..agreeing import Slot, joined, slots
from ..armies.allowance import bill, paid
from ..armies.army import Army
from ..armies.choices import choices
from ..armies.lawful import breaches
from ..armies.levy import levy_round
from ..armies.muster import ThreePlainsLists, enlist
from ..armies.profiles import Profile
from ..armies.terms import barred, terms_of
from ..scenario.mission import PITCHED, Mission
from .plan import Node
from .skills import saved, with_skills
from .war import BETWEEN, Due, Person, Terms, War

LEVY = "levy"
MOST_LETTERS = 20_000


class Wanted:
    """A roster that a battle wants: whose, how large, for which part of which scenario, and who must be in it."""

    def __init__(self, terms: Terms, war: War, due: Due, at: int):
        node = terms.nodes[due.node]
        self.terms, self.mission = terms, mission_of(terms, node)
        self.slot: Slot = slots(self.mission)[at]
        self.points, self.against = node.sizes[at], node.sizes[0] if self.slot.side else 0
        self.side = due.sides[self.slot.side]
        self.number = self.slot.number
        self.comes_more = self.slot.part.later is not None and not self.number
        there = {one.name for roster in due.rosters[self.side] for one in roster.character}
        living = [one for one in war.living(self.side) if one.id not in due.resting]
        self.people = [one for one in living if one.name not in there]
        self.there = [one for one in living if one.name in there]

    @property
    def army(self) -> str:
        return self.terms.armies[self.side]

    @property
    def bare(self) -> Roster:
        """With nobody in it."""
        named = f"{self.terms.named(self.side)}, {self.points} points"
        plain = Roster(name=named, rulebook="threeplains", army=self.army, points=self.points)
        if not self.mission.part:
            return plain
        return replace(plain, scenario=self.mission.id, part=self.slot.written_for, against=self.against)

    @property
    def begun(self) -> Roster:
        """With those who must be there; the first who can is the general."""
        able = [one.id for one in self.people if "general" in self.profile(one).roles]
        leaderless = terms_of(self.bare, self.terms.lists.library).leaderless
        general = "" if leaderless else next(iter(able), "")
        return replace(self.bare, character=tuple(_entry(one, one.id == general) for one in self.people))

    def profile(self, person: Person) -> Profile:
        return self.terms.lists.library.lists[self.army].find(person.profile)

    # --- judging -------------------------------------------------------------------------------------------

    def judged(self, roster: Roster) -> Refusal | None:
        """Why this roster cannot be fielded."""
        lists = self.terms.lists
        if faults := all_faults(lists, roster):
            return Refusal("tp.army.roster", ": ".join(faults[0]))
        if roster.army != self.army:
            own = lists.armies()[self.army]
            return Refusal(BETWEEN, f"rosters may change from battle to battle, the army list may not: it is {own}")
        if roster.points != self.points:
            return Refusal("tp.army.size", f"this battle is fought with {self.points} points, not {roster.points}")
        missing = [one.name for one in self.people if _found(roster, one) is None]
        if missing and not self.comes_more:
            return Refusal(BETWEEN, f"{missing[0]} lives and must be in the roster")
        if double := [one.name for one in self.there if _found(roster, one) is not None]:
            return Refusal(BETWEEN, f"{double[0]} is in the first roster already")
        for broken in breaches(self.fitted(roster), lists.library, self.spare(roster)):
            return Refusal(broken.rule, f"{broken.where}: {broken.why}; {broken.mend}")
        return None

    def fitted(self, roster: Roster) -> Roster:
        """Written for this battle, and the named by the ids that the campaign knows them by."""
        bare = self.bare
        called = {_found(roster, one): one.id for one in self.people}
        everybody = tuple(
            replace(entry, id=called.get(at, entry.id)) for at, entry in enumerate(roster.character)
        )
        return replace(roster, scenario=bare.scenario, part=bare.part, against=bare.against, character=everybody)

    def spare(self, roster: Roster) -> int:
        """Points that the named cost less than the list says.  [tp.campaign.character_development]"""
        fitted = self.fitted(roster)
        terms = terms_of(fitted, self.terms.lists.library)
        costs = {one.id: ceil(paid(one, terms)) for one in choices(fitted, self.terms.lists.library)}
        return sum(saved(one, costs.get(one.id, 0)) for one in self.people)

    def levied(self, seed: str) -> Roster:
        """Raised by chance round those who must be there."""
        begun = self.begun
        return levy_round(self.terms.lists.library, begun, seed, self.spare(begun))


def _entry(person: Person, commands: bool) -> Character:
    return Character(profile=person.profile, id=person.id, name=person.name, role="general" if commands else "")


def _found(roster: Roster, person: Person) -> int | None:
    """His place among the characters, by his profile and his name."""
    for at, one in enumerate(roster.character):
        if (one.profile, one.name) == (person.profile, person.name):
            return at
    return None


def mission_of(terms: Terms, node: Node) -> Mission:
    return terms.lists.library.missions.get(node.fought, PITCHED)


def wanted(terms: Terms, war: War, due: Due) -> list[Wanted]:
    """All rosters of a battle in the order in which they are written: of each side, then of who comes later."""
    return [Wanted(terms, war, due, at) for at in range(len(slots(mission_of(terms, terms.nodes[due.node]))))]


def shown_sides(terms: Terms, due: Due) -> list[int]:
    """The sides whose rosters the enemy may read before the battle.  [tp.scenario.rampage.known_enemy]"""
    parts = mission_of(terms, terms.nodes[due.node]).part
    return [side for part, side in zip(parts, due.sides, strict=False) if part.open_list]


def sits_out(terms: Terms, war: War, due: Due, person: Person, beside: Sequence[Person] = ()) -> bool:
    """Whether the scenario forbids him, or has no room for him beside those who come already.

    [tp.campaign.between_battles]
    """
    own = next(one for one in wanted(terms, war, due) if one.side == person.side)
    library = terms.lists.library
    alone = replace(own.bare, character=tuple(_entry(one, commands=False) for one in (*beside, person)))
    found = barred.replies(terms_of(alone, library).rules, alone, choices(alone, library))
    if any(True for breaches in found for _ in breaches):
        return True
    spare = own.spare(alone)
    return any(
        one.spent > one.most + (spare if one.name == "points" else 0)
        for one in bill(alone, library).measures
        if one.most is not None
    )


def armies_of(terms: Terms, war: War, due: Due) -> tuple[Army, Army]:
    """Both armies by the parts of the scenario, with what the named have learnt."""
    first, second = (_army(terms, war, due.rosters[side]) for side in due.sides)
    return first, second


def _army(terms: Terms, war: War, rosters: Sequence[Roster]) -> Army:
    return with_skills(joined([enlist(roster, terms.lists.library) for roster in rosters]), war.people)


def in_words(roster: Roster, lists: ThreePlainsLists) -> str:
    """Everything that stands on it, with the magic items."""
    lines = lists.bill(roster).lines
    return "; ".join(
        f"{line.models} {line.title}{f' ({line.detail})' if line.detail else ''}" for line in lines
    )


# --- asking for one ----------------------------------------------------------------------------------------------


class Mustering(Order):
    """A roster: the word levy, the name of a ready one, or its text."""

    __slots__ = ("wanted",)
    form = "levy, the name of a ready roster, or the text or the file of one"

    def __init__(self, player: int, one: Wanted):
        names = ", ".join(person.name for person in one.people)
        with_ = f" with {names}" if names else ""
        part = f" as {one.slot.written_for}" if one.slot.written_for else ""
        text = f"Which roster of {one.points} points{part} is written for {one.terms.named(one.side)}{with_}?"
        super().__init__(player, "roster", BETWEEN, text=text, usual=LEVY)
        self.wanted = one

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if order == LEVY:
            return self._raised()
        if not isinstance(order, str) or len(order) > MOST_LETTERS:
            return Refusal(self.rule, f"expected {self.form}")
        try:
            return self.wanted.judged(self.read(order)) or {}
        except DataError as error:
            return Refusal("tp.army.roster", str(error))

    def _raised(self) -> Refusal | dict[str, int]:
        """Whether an army can be raised at all round those who must be there."""
        try:
            self.wanted.levied("1")
        except Refused as refused:
            return refused.refusal
        return {}

    def read(self, order: str) -> Roster:
        lists = self.wanted.terms.lists
        ready = ready_rosters(lists)
        return read_roster(ready[order]) if order in ready else roster_of(order)

    def suggest(self, most: int = 12) -> list[Answer]:
        return [LEVY][:most]

    def label(self, answer: Answer, names: object) -> str:
        return "an army of chance from the list" if answer == LEVY else "this roster"
