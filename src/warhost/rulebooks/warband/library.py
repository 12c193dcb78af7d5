"""The kinds of data of Warband as typed records, and reading them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from warhost.engine.bounds import Count, Few, Name, Text
from warhost.engine.catalogue import Catalogue
from warhost.engine.data import Definition, read_toml

DATA = Path(__file__).parent / "data"
Stat = Annotated[int, Meta(ge=0, le=10)]
Role = Literal["leader", "hero", "henchman", "follower"]
Kind = Literal["foot", "risen", "animal", "large", "rider"]
SkillList = Literal["combat", "shooting", "strength", "speed", "lore"]


class Profile(Definition, frozen=True):
    """The nine characteristics.  [war.char.profile]"""

    m: Stat
    ws: Stat
    bs: Stat
    s: Stat
    t: Stat
    w: Stat
    i: Stat
    a: Stat
    ld: Stat


class Thing(Definition, frozen=True, kw_only=True):
    """Anything that is bought. `rare` is its availability; 0 is common.  [war.price.list]"""

    id: Name
    rule: Name
    title: Name
    price: Count = 0
    rare: Annotated[int, Meta(ge=0, le=12)] = 0
    for_sale: bool = True


class Weapon(Thing, frozen=True, kw_only=True):
    kind: Literal["close", "missile"] = "close"
    hands: Literal[1, 2] = 1
    strength: Annotated[int, Meta(ge=-1, le=10)] = 0
    users_strength: bool = False
    first_round: Stat = 0  # Strength besides in the first round
    mounted_charge: Stat = 0  # Strength besides for a rider who charged
    mounted_only: bool = False
    save: Annotated[int, Meta(ge=-3, le=3)] = 0  # what it does to the enemy's armour besides its Strength
    strikes: Literal["in turn", "first", "last"] = "in turn"
    parry: bool = False
    pairs: bool = True  # whether it may be one of two weapons
    concussion: bool = False
    range: Count = 0
    volley: Count = 0  # two shots at targets as near as this, by one who has not moved
    steady: bool = False  # not fired after moving
    handy: bool = False  # no penalty for moving or long range
    powder: bool = False
    reload: bool = False  # every other turn
    in_combat: bool = False  # rolled with Weapon Skill in the first round
    point_blank: Count = 0  # fired in contact before all blows, needing this less the Ballistic Skill


class Armour(Thing, frozen=True, kw_only=True):
    slot: Literal["suit", "shield", "helmet", "barding"]
    save: Stat = 0
    better: Stat = 0
    heavy: bool = False
    parry: bool = False


class Item(Thing, frozen=True, kw_only=True):
    used_up: bool = False


class GearFile(Definition, frozen=True):
    origin: str
    weapon: Few[Weapon]
    armour: Few[Armour]
    item: Few[Item]


class FighterKind(Definition, frozen=True, kw_only=True):
    """An entry of a warband's list.  [war.band.heroes]"""

    id: Name
    rule: Name
    title: Name
    role: Role
    price: Count
    profile: Profile
    least: Count = 0
    most: Count = 0  # 0: any number
    experience: Count = 0
    unarmed: bool = False
    may_have: Few[Name] = ()  # nothing said: all of the warband's list
    traits: Few[Name] = ()
    kind: Kind = "foot"
    skills: Few[SkillList] = ()
    maxima: Name = ""
    followers: Count = 0

    @property
    def hero(self) -> bool:
        return self.role in ("leader", "hero")


class Band(Definition, frozen=True, kw_only=True):
    """A warband's list."""

    id: Name
    rule: Name
    title: Name
    story: Text
    most: Count
    origin: str
    close: Few[Name]
    missile: Few[Name]
    armour: Few[Name]
    fighter: Few[FighterKind]

    @property
    def goods(self) -> tuple[str, ...]:
        return (*self.close, *self.missile, *self.armour)

    def kind(self, id: str) -> FighterKind | None:
        return next((fighter for fighter in self.fighter if fighter.id == id), None)


class Spell(Definition, frozen=True):
    id: Name
    rule: Name
    title: Name
    die: int
    difficulty: int
    range: int
    target: Literal["nearest enemy", "enemy", "friend"]
    unseen: bool = False


class SpellFile(Definition, frozen=True):
    origin: str
    spell: Few[Spell]


class ScenarioData(Definition, frozen=True):
    id: Name
    rule: Name
    title: Name
    story: Text
    die: int
    goal: Text = ""  # what wins
    most_sides: int = 4
    rounds: int = 12


class ScenarioFile(Definition, frozen=True):
    origin: str
    scenario: Few[ScenarioData]


class TurnFile(Definition, frozen=True):
    rule: Name
    usual: Few[Name]
    printed: Few[Name]


class Critical(Definition, frozen=True):
    to: int
    title: str
    save: bool = False
    injury: int = 0


class HeroInjury(Definition, frozen=True):
    to: int
    effect: str
    title: str


class AdvanceLine(Definition, frozen=True):
    """A skill, one of two characteristics by a further die, or one the player picks; or a henchman is raised."""

    to: int
    skill: bool = False
    low: str = ""
    high: str = ""
    either: Few[str] = ()
    raised: bool = False


class Advances(Definition, frozen=True):
    thresholds: Few[int]
    roll: Few[AdvanceLine]


class Underdog(Definition, frozen=True):
    to: int
    experience: int


class Shards(Definition, frozen=True):
    to: int
    shards: int


class Sale(Definition, frozen=True):
    warriors: Few[int]
    crowns: Few[Few[int]]


class PitFighter(Definition, frozen=True):
    profile: Profile
    gear: Few[Name]


class Charts(Definition, frozen=True):
    origin: str
    critical: Few[Critical]
    hero_injury: Few[HeroInjury]
    hero_advance: Advances
    henchman_advance: Advances
    maxima: dict[str, Profile]
    underdog: Few[Underdog]
    shards: Few[Shards]
    sale: Sale
    pit_fighter: PitFighter
    skills: dict[SkillList, Few[Name]]


class Library:
    """All data of the game; a folder of the player's own may add towns."""

    def __init__(self, extra: Path | None = None):
        self.extra = extra

    @cached_property
    def gear(self) -> Mapping[str, Weapon | Armour | Item]:
        found = read_toml(DATA / "gear.toml", GearFile)
        things: list[Weapon | Armour | Item] = [*found.weapon, *found.armour, *found.item]
        return {thing.id: thing for thing in things}

    def weapon(self, id: str) -> Weapon:
        found = self.gear[id]
        assert isinstance(found, Weapon)
        return found

    @cached_property
    def bands(self) -> Mapping[str, Band]:
        found = [read_toml(path, Band) for path in sorted((DATA / "warbands").glob("*.toml"))]
        return {band.id: band for band in found}

    @cached_property
    def spells(self) -> Mapping[str, Spell]:
        return {spell.id: spell for spell in read_toml(DATA / "spells.toml", SpellFile).spell}

    @cached_property
    def scenarios(self) -> Mapping[str, ScenarioData]:
        return {one.id: one for one in read_toml(DATA / "scenarios.toml", ScenarioFile).scenario}

    @cached_property
    def rules(self) -> Catalogue:
        return Catalogue.read(DATA / "rules.json")

    @cached_property
    def turn(self) -> TurnFile:
        return read_toml(DATA / "turn.toml", TurnFile)

    @cached_property
    def charts(self) -> Charts:
        return read_toml(DATA / "charts.toml", Charts)

    def list_of(self, skill: str) -> str | None:
        """The list on which a skill stands."""
        return next((name for name, skills in self.charts.skills.items() if skill in skills), None)
