"""What never changes in a battle: the warbands, the scenario, and what the data say."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TypeAlias

from warhost.engine.battle import Battle
from warhost.engine.field.levels.site import Gait
from warhost.engine.view import TableView

from .company import Company, Recruit
from .library import Armour, Item, Library, Profile, ScenarioData, Weapon
from .specials import gait_of
from .state import State, Warrior
from .towns import Town, TownPlan, Towns

BODIES = {
    "foot": (500, 1_500, 500),
    "risen": (500, 1_500, 500),
    "animal": (500, 1_000, 500),
    "large": (800, 2_500, 1_000),
    "rider": (800, 2_250, 1_000),
}
"""By kind of body: the radius of its base, its height, and its height when it lies.  [war.move.fit]"""
GAITS = {
    "foot": Gait(),
    "risen": Gait(climb=False, leap=False),
    "animal": Gait(height=1_000, ladder=False, climb=False, leap=False),
    "large": Gait(
        800,
        2_500,
        door=False,
        window=False,
        stairs=False,
        ladder=False,
        climb=False,
        leap=False,
        jump=False,
        walkway=False,
    ),
    "rider": Gait(
        800,
        2_250,
        2_000,
        door=False,
        window=False,
        stairs=False,
        ladder=False,
        climb=False,
        leap=False,
        jump=False,
        walkway=False,
    ),
}
"""What each kind may use.  [war.move.fit] [war.move.obstacle] [war.move.obstacle.mounted]"""
HORSE, MOUNTED_MOVE = "horse", 8


class Fighter:
    """A warrior as far as he does not change, with all that follows from his kind, his traits and his gear."""

    def __init__(self, number: int, side: int, recruit: Recruit, library: Library, army: str, prefix: str):
        self.number, self.side, self.recruit, self.army = number, side, recruit, army
        self.id, self.title, self.role = f"{prefix}-{recruit.id}", recruit.title, recruit.role
        self.profile: Profile = recruit.profile
        gear = [library.gear[name] for name in recruit.gear]
        self.items = tuple(thing.id for thing in gear if isinstance(thing, Item))
        self.mounted = HORSE in self.items
        self.traits = recruit.traits
        self.traits_and_items = (*recruit.traits, *self.items)
        self.armour = tuple(thing for thing in gear if isinstance(thing, Armour))
        self.missiles = tuple(thing for thing in gear if isinstance(thing, Weapon) and thing.kind == "missile")
        self.close = self._close(library, gear)
        self.smeared = self._smeared() if "poison" in self.items else ""
        self.kind = "rider" if self.mounted else recruit.kind
        self.radius, self.height, self.lying = BODIES[self.kind]
        self.gait = gait_of.fold(self.traits, GAITS[self.kind])
        self.shield = next((armour for armour in self.armour if armour.slot == "shield"), None)
        self.helmet = any(armour.slot == "helmet" for armour in self.armour)
        self.suit = next((armour for armour in self.armour if armour.slot == "suit"), None)
        self.barded = any(armour.slot == "barding" for armour in self.armour)

    def _close(self, library: Library, gear: list[Weapon | Armour | Item]) -> tuple[Weapon, ...]:
        """The free dagger comes last; who carries no weapons fights with teeth and claws.

        [war.weapon.natural] [war.weapon.dagger]
        """
        if "natural" in self.recruit.gear:
            return (library.weapon("natural"),)
        own = [thing for thing in gear if isinstance(thing, Weapon) and thing.kind == "close"]
        return (*own, *([library.weapon("dagger")] if not any(one.id == "dagger" for one in own) else []))

    def _smeared(self) -> str:
        """The weapon that was named; else the first of his hands, then of his missiles.  [war.item.poison]"""
        dry = [weapon.id for weapon in self.missiles if not weapon.powder]
        own = [weapon.id for weapon in self.close if weapon.id != "dagger"]
        return self.recruit.smeared or next(iter((*own, *dry)), "dagger")

    @property
    def hero(self) -> bool:
        return self.role in ("leader", "hero")

    def has(self, trait: str) -> bool:
        return trait in self.traits_and_items

    @cached_property
    def move(self) -> int:
        """Movement in thousandths: of the horse for a rider; armour and old wounds may slow him.

        [war.char.m] [war.armour.heavy] [war.armour.barding] [war.item.mount]
        """
        inches = MOUNTED_MOVE if self.mounted else self.profile.m
        shielded = self.shield is not None and bool(self.shield.better)  # a buckler weighs nothing
        if self.suit is not None and self.suit.heavy and shielded and not self.has("iron hide"):
            inches -= 0 if self.mounted else 1
        inches -= 1 if self.mounted and self.barded else 0
        return 1_000 * max(1, inches)


class Setting:
    def __init__(
        self,
        companies: tuple[Company, ...],
        scenario: ScenarioData,
        options: Mapping[str, str],
        library: Library,
        towns: Towns,
        plan: TownPlan | None,
    ):
        self.companies, self.scenario, self.options = companies, scenario, options
        self.library, self.towns, self.plan = library, towns, plan
        armies = [company.army for company in companies]
        prefixes = [
            army if armies.count(army) == 1 else f"{army}{armies[:at].count(army) + 1}"
            for at, army in enumerate(armies)
        ]
        flat = [(side, recruit) for side, company in enumerate(companies) for recruit in company.recruits]
        self.fighters = tuple(
            Fighter(number, side, recruit, library, armies[side], prefixes[side])
            for number, (side, recruit) in enumerate(flat)
        )
        self.number = {fighter.id: fighter.number for fighter in self.fighters}
        self.sides = tuple(prefixes)
        self.phases = library.turn.printed if options.get("phases") == "as printed" else library.turn.usual
        self.open_measuring = options.get("measuring") == "open"
        self._town: tuple[TownPlan, Town] | None = None
        self.drawn: tuple[Town, TableView] | None = None  # the town as it was last drawn

    def town(self, state: State) -> Town:
        assert state.plan is not None
        if self._town is None or self._town[0] is not state.plan:
            self._town = state.plan, self.towns.build(state.plan)
        return self._town[1]

    def begin(self) -> State:
        warriors = [
            Warrior(fighter.side, fighter.profile.w, spells=fighter.recruit.spells, frenzied=fighter.has("frenzy"))
            for fighter in self.fighters
        ]
        return State("table", warriors, scores=(0,) * len(self.companies), plan=self.plan)

    def called(self, side: int) -> str:
        return self.companies[side].name


Fight: TypeAlias = Battle[State, Setting]
