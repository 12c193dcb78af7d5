"""What weapons do: rows of numbers and clauses, read by shooting and combat alike.  [tp.weapon.close_combat]"""

from __future__ import annotations

from typing import Literal

from warhost.engine.bounds import Number
from warhost.engine.data import Definition

from .land.terrain import Inches


class Charging(Definition, frozen=True):
    """What a rider gains in the first round after a charge of more than so many inches."""

    over: Inches
    toughness: Number = 0
    damage: Number = 0
    strikes_first: bool = False


class Against(Definition, frozen=True):
    """What a foot soldier's hit gains on cavalry and chariots."""

    toughness: Number = 0
    agility: Number = 0


class Ranks(Definition, frozen=True):
    """How many ranks of a unit fight to its front; those behind the first pass one attack each over it."""

    fight: Number
    after_charging: Number  # in the first round, if the unit itself charged
    flank_stress: Number = 0  # stress dice added to those of the flank or rear attack


class Weapon(Definition, frozen=True, kw_only=True):
    id: str
    title: str
    rule: str
    text: str
    hands: Number = 1
    carried: Literal["any", "foot", "mounted"] = "any"

    # in close combat
    melee: bool = False
    spare: bool = False  # a sidearm: only used when nothing else can be
    toughness: Number = 0
    agility: Number = 0
    damage: Number = 0
    attacks: Number = 0
    ignores_resistance: bool = False
    own_agility: Number = 0  # taken off the user's agility
    sluggish: bool = False
    tiring: Number = 0  # exhaustion counters for each round fought with it
    needs_another: bool = False  # a net: the damage is done with a second weapon
    reach: bool = False  # strikes riders who are out of reach
    first_when_charged: bool = False  # foot soldiers, charged in the front, first round
    charging: Charging | None = None
    only_charging: bool = False  # a lance: useless outside its charge
    against_mounted: Against | None = None
    ranks: Ranks | None = None
    unwieldy: bool = False  # pikes: slow turns, no dash, less movement, never chasing

    # at a distance
    range: Inches = 0
    shots: Number = 1  # of one model
    volley: bool = False
    arrows: bool = False  # that can be set alight
    flaming: bool = False  # ... and have been
    close_toughness: Number = 0  # taken off within 10 inches
    move_and_shoot: bool = True
    hold_and_shoot: bool = True
    throws_advancing: bool = False  # no penalty after a straight move at the target
    loose_foot_only: bool = False


class WeaponsFile(Definition, frozen=True):
    """weapons.toml."""

    weapon: tuple[Weapon, ...]
