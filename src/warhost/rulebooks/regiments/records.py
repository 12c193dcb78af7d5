"""What the data files of Regiments hold, as typed records."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from warhost.engine.bounds import Count, Few, Name, Number, Text
from warhost.engine.data import Definition

Inches = Annotated[float, Meta(ge=0, le=100)]
Troop = Literal[
    "infantry", "war beasts", "cavalry", "monstrous infantry", "monstrous beasts", "monstrous cavalry", "monsters",
    "chariot", "swarms", "war machine",
]  # fmt: skip
JOINABLE: tuple[Troop, ...] = (
    "infantry", "cavalry", "war beasts", "monstrous infantry", "monstrous beasts", "monstrous cavalry", "swarms",
)  # fmt: skip
"""Troops that characters join; war machines, chariots and monsters are joined by nobody.  [reg.char.join]"""
Slot = Literal["lord", "hero", "core", "special", "rare", "mount"]
Cover = Literal["", "soft", "hard"]
SpellType = Literal["direct damage", "magic missile", "augment", "hex", "magical vortex"]


class Profile(Definition, frozen=True):
    """The nine characteristics, each from 0 to 10.  [reg.core.profile]"""

    m: Count
    ws: Count
    bs: Count
    s: Count
    t: Count
    w: Count
    i: Count
    a: Count
    ld: Count


class Option(Definition, frozen=True):
    """Something an entry may buy: what it gives and takes away, and what it costs, once or for each model."""

    id: Name
    points: Count
    each: bool = False
    gives: Few[Name] = ()
    takes: Few[Name] = ()
    mount: Name = ""
    mounted: bool = False  # only for a rider
    champion: bool = False  # only for the champion
    battle_standard: bool = False
    level: Count = 0


class Entry(Definition, frozen=True, kw_only=True):
    """A line of an army list."""

    rule: Name
    id: Name
    title: Name
    slot: Slot
    points: Count
    size: tuple[Count, Count]  # the most is 0 where there is no limit
    troop: Troop
    base: tuple[Count, Count]  # millimetres across the front and deep
    race: Name
    profile: Profile
    gear: Few[Name]
    character: bool = False
    champion: Profile | None = None
    champion_title: Name = ""
    mount: Profile | None = None
    mount_title: Name = ""
    mounts: Count = 1  # beasts before a chariot
    crew: Count = 0
    machine: Count = 0  # the Toughness of a war machine against shots
    car: Count = 0  # the Strength of a chariot
    handler: Profile | None = None
    handlers: Count = 0
    rules: Few[Name] = ()
    mount_rules: Few[Name] = ()
    shot_rules: Few[Name] = ()
    ratings: dict[str, Name] = field(default_factory=dict)
    save: Count = 0  # a fixed armour save
    level: Count = 0
    lore: Name = ""
    choice: Count = 1  # how many may be taken as one choice
    per_core: Count = 0  # of other core units that must be there for each of these
    command: dict[str, Count] = field(default_factory=dict)
    option: Few[Option] = ()

    @property
    def options(self) -> dict[str, Option]:
        return {option.id: option for option in self.option}


class ArmyList(Definition, frozen=True):
    rule: Name
    id: Name
    title: Name
    story: Text
    entry: Few[Entry]

    @property
    def entries(self) -> dict[str, Entry]:
        return {entry.id: entry for entry in self.entry}


class Weapon(Definition, frozen=True, kw_only=True):
    """A weapon; one with a range is shot or thrown, and is no use in close combat unless it says `close`."""

    rule: Name
    id: Name
    title: Name
    origin: Name = ""
    range: Count = 0
    strength: Count = 0  # of its own, for missiles
    user: Number | None = None  # added to the bearer's, for missiles
    add: Count = 0  # to the bearer's Strength in close combat
    mounted_charge: Count = 0
    first_round: Count = 0
    attacks: Count = 0
    extra_ranks: Count = 0  # that support, on foot, when the bearer did not charge
    shots: Count = 1
    shots_within_half: bool = False
    parries: bool = False
    magical: bool = False
    close: bool = False
    rules: Few[Name] = ()

    @property
    def melee(self) -> bool:
        return not self.range or self.close

    @property
    def blow_rules(self) -> tuple[Name, ...]:
        """What goes with blows: of a pistol nothing that its shot does.  [reg.weapon.brace]"""
        return () if self.range else self.rules


class Armour(Definition, frozen=True):
    rule: Name
    id: Name
    better: Count
    suit: bool = False


class TroopKind(Definition, frozen=True):
    """A row of the chart of troop types.  [reg.troop.table]"""

    rule: Name
    id: Troop
    height: Count
    rank: Count = 0
    horde: Count = 0
    support: Count = 0
    stomp: Name = ""
    stomped: bool = False
    gives: Few[Name] = ()


class Band(Definition, frozen=True):
    """A line of a chart: it holds up to this score."""

    rule: Name
    upto: Count
    title: Name
    destroyed: bool = False
    silent: Count = 0  # turns after this one
    wounds: Count = 0
    gives: Few[Name] = ()


class Status(Definition, frozen=True):
    """What a unit may still do after what it did.  [reg.turn.status]"""

    id: Name
    moves: bool = False
    shoots: bool = True
    casts: bool = True
    missiles: bool = True
    moved: bool = False


class ResultPoints(Definition, frozen=True):
    """The points of a combat result, and the most there are of some.  [reg.combat.result]"""

    charging: Count
    high: Count
    ranks: Count
    standard: Count
    battle_standard: Count
    flank: Count
    rear: Count
    overkill: Count


class GroundKind(Definition, frozen=True, kw_only=True):
    rule: Name
    id: Name
    title: Name
    size: tuple[Inches, Inches]
    height: Count = 0
    cover: Cover = ""
    blocks: bool = False  # sight
    impassable: bool = False
    barrier: bool = False
    ford: Inches = 0
    floors: Count = 0
    dangerous: Few[Name] = ()
    worse: Few[Name] = ()  # who fails on a 2 as well


class MountOf(Definition, frozen=True):
    rule: Name
    id: Name
    entry: Name


class Tables(Definition, frozen=True):
    armour: Few[Armour]
    troop: Few[TroopKind]
    chart: dict[str, Few[Band]]
    status: Few[Status]
    result: ResultPoints
    ground: Few[GroundKind]
    mount: Few[MountOf]


class Hits(Definition, frozen=True):
    """What a spell does to its target: so many hits of such a kind."""

    dice: Name
    strength: Count
    boosted: Name = ""
    rules: Few[Name] = ()
    wounds_on: Count = 0  # whatever the Toughness
    armour: bool = True
    per_rank: Count = 0  # one hit more for each full rank behind the first, up to so many


class Spell(Definition, frozen=True, kw_only=True):
    rule: Name
    lore: Name
    number: Count
    title: Name
    type: SpellType
    value: Count
    origin: Name = ""
    range: Count = 0
    boosted: Count = 0
    all_within: Count = 0  # boosted: every enemy so near to the caster
    hits: Hits | None = None
    lasts: bool = False  # until the caster's next magic phase
    strong: Name = ""  # dice for how strong it is
    strong_boosted: Name = ""
    radius: Inches = 0  # of a vortex
    times: Count = 0


class SpellsFile(Definition, frozen=True):
    spell: Few[Spell]


class WeaponsFile(Definition, frozen=True):
    weapon: Few[Weapon]


class ScenarioEntry(Definition, frozen=True):
    rule: Name
    id: Name
    title: Name
    story: Text
    goal: Text = ""  # what wins
    origin: Name = ""
    zones: tuple[Count, Count] = (12, 12)
    defender: bool = False  # the first army has two thirds of the points and deploys first
    pride: bool = False
    tower: bool = False


class ScenariosFile(Definition, frozen=True):
    scenario: Few[ScenarioEntry]
