"""Play Sheets, weapons, Hero Cards and the charts: what stands on the game's cards, as typed definitions."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from warhost.engine.bounds import Count, Number, Positive
from warhost.engine.data import Definition

Armour = Literal["none", "leather", "mail", "plate"]
Training = Literal["poor", "regular", "veteran"]
Alignment = Literal["good", "neutral", "evil"]
Cover = Literal["none", "L", "M", "H", "X"]
Range = Literal["short", "medium", "long"]
Severity = Literal["slight", "wound", "serious", "critical"]
Location = Literal["head", "legs", "arms", "body"]
Origin = Literal["source", "authored", "mixed"]
"""Whether the old rulebook gives the numbers, or they were made here because its sheets are lost."""

Percent = Annotated[int, Meta(ge=0, le=400)]
Roll = Annotated[int, Meta(ge=1, le=100)]
Cost = Count
Squares = tuple[Count, Count]

SQUARE_COSTS = (
    "open", "slope_up", "slope_down", "marsh", "scrub", "rocks", "trees", "water", "rampart",
    "steps_up", "steps_down", "ladder",
)  # fmt: skip
FEATURES = (
    "low_wall", "fence", "hedge", "high_wall", "building_wall", "small_door", "large_door", "window",
    "arrow_slit", "rampart_crenellation",
)  # fmt: skip
SIGHT_BARRED = ("high_wall", "building_wall")  # X on every sheet: sight is a matter of terrain  [mag.cover.x]
COVERS = ("open", "slope", "steps", "marsh", "water", "scrub", "rocks", "trees", "rampart", *FEATURES)
FIRING_MODIFIERS = (
    "target_moved", "target_shield", "target_camouflaged", "weapon_skill", "firer_veteran_or_hero",
    "firer_poor", "firer_moved", "cover_light", "cover_medium", "cover_heavy", "target_mounted",
    "target_monster", "firer_higher",
)  # fmt: skip
COMBAT_MODIFIERS = (
    "weapon_skill", "attacker_veteran_or_hero", "attacker_poor", "flank", "rear", "charge_foot",
    "charge_mounted", "charge_lance", "mounted_against_foot", "spear_or_pike_against_mounted",
    "defender_shield_front_or_flank", "cover_light", "cover_medium", "cover_heavy", "attacker_higher",
    "attacker_lower",
)  # fmt: skip
MORALE_MODIFIERS = (
    "rally_hero_adjacent", "in_aura_of_goodness_evil_unit", "in_inspire_terror_good_unit",
    "in_inspire_terror_neutral_unit", "leader_within_6", "more_than_half_in_medium_or_heavy_cover",
    "killed_more_than_lost_in_combat", "casualty_trigger", "half_strength", "attacked_in_flank",
    "attacked_in_rear", "fought_monster", "leader_killed", "friends_routed_within_6", "hostile_magic",
)  # fmt: skip


class Bands(Definition, frozen=True):
    """The squares, first and last, that are short, medium and long range."""

    short: Squares
    medium: Squares
    long: Squares


class Weapon(Definition, frozen=True, kw_only=True):
    """A weapon, as far as it is the same in every hand; percentages stand on the sheets."""

    id: str
    title: str
    rule: str
    kind: Literal["missile", "combat"]
    ranks: Positive = 1
    hands: Annotated[int, Meta(ge=0, le=2)] = 1
    shots_per_turn: Annotated[int, Meta(ge=0, le=2)] = 0
    mounted_only: bool = False
    natural: bool = False  # no Weapon Skill can be had with it
    charge: str = "charge"  # stem of the charge modifier; "charge" itself means charge_foot or charge_mounted
    against_mounted: bool = False
    races: tuple[str, ...] = ()  # the only ones that use it; empty: whoever has it on the sheet
    bands: Bands | None = None  # for a weapon that is on no sheet yet
    firing: dict[Armour, Percent] = field(default_factory=dict)
    origin: Origin = "source"


class MoraleResult(Definition, frozen=True):
    """Reach the first number to carry on, else the second to retire; lower is a rout."""

    carry_on: Number
    retire: Number


class MoraleSheet(Definition, frozen=True, kw_only=True):
    """When a unit of this race tests, with which dice, and what the result means."""

    casualties_percent: Percent
    half_percent: Percent
    rout_distance: Cost
    attacked_in_flank_or_rear: bool
    fought_monster: bool
    leader_killed: bool
    hostile_magic: bool
    enemy_aura: bool
    base: Number
    dice: Annotated[str, Meta(pattern=r"^[1-9]D6$")]
    modifiers: dict[str, Number]
    results: dict[Training, MoraleResult]


class SeverityBand(Definition, frozen=True):
    upto: Roll
    severity: Severity


class LocationBand(Definition, frozen=True):
    upto: Roll
    location: Location


class WoundEffect(Definition, frozen=True):
    """What one wound does; losses are written as negative numbers."""

    dead: bool = False
    stunned: bool = False
    blinded: bool = False
    half_chances: bool = False
    movement: Number = 0
    combat: Number = 0
    may_not_charge: bool = False
    may_not_move: bool = False
    may_not_fight: bool = False
    second_kills: bool = False


class HitChart(Definition, frozen=True):
    """Two rolls, severity and location, crossed for the effect."""

    severity: tuple[SeverityBand, ...]
    location: tuple[LocationBand, ...]
    effects: dict[Location, dict[Severity, WoundEffect]]


class PlaySheet(Definition, frozen=True, kw_only=True):
    """All data of one race. A cost that is absent is the sheet's X: impassable."""

    id: str
    title: str
    rule: str
    race: str
    alignment: Alignment
    monster: bool = False
    mounted: bool = False
    mount_is_animal: bool = False
    deep: Annotated[int, Meta(ge=1, le=2)] = 1
    natural_armour: Armour | None = None
    training: Training | None = None  # what a monster, which has no training level, counts as
    movement_points: dict[Armour, Cost]
    square_costs: dict[str, Cost]
    edge_costs: dict[str, Cost]
    weapon_chart: dict[str, Bands] = field(default_factory=dict)
    firing: dict[str, dict[Armour, Percent]] = field(default_factory=dict)
    firing_modifiers: dict[str, Number] = field(default_factory=dict)
    combat: dict[str, dict[Armour, Percent]]
    combat_modifiers: dict[str, Number]
    cover: dict[str, Cover]
    morale: MoraleSheet | None = None
    hit_chart: HitChart | None = None
    sourced: tuple[str, ...] = ()  # the keys, with all below them, that the old rulebook gives
    origin: Origin = "authored"


class HeroCard(Definition, frozen=True, kw_only=True):
    """A hero: what differs from the Play Sheet of his race."""

    id: str
    title: str
    rule: str = "mag.hero.card"
    race: str
    sheet: str
    alignment: Alignment
    kai_lord: bool = False
    kin: Literal["", "vordak", "helghast"] = ""
    armour: Armour
    shield: bool = False
    weapons: tuple[str, ...]
    poisoned: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    choose_skills: Cost = 0
    movement_points: Cost | None = None
    firing: dict[str, dict[Armour, Percent]] = field(default_factory=dict)
    combat: dict[str, dict[Armour, Percent]] = field(default_factory=dict)
    origin: Origin = "authored"


class WeaponsFile(Definition, frozen=True):
    """weapons.toml."""

    weapon: tuple[Weapon, ...]
