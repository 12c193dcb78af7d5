"""What a profile should cost by its numbers: offence times defence, then movement, soldiering, traits and extras.

Play has moved some prices; a profile's `adjustment` says by how much.  [tp.list.points_formula]
"""

from __future__ import annotations

from math import floor, prod

from msgspec import Struct

from .lists import Armies
from .profiles import ArmyList, Profile, SaveLine, Strikes

SCALE, EXPONENT = 5.8, 0.6
HITS = (0.4, 0.433, 0.5, 0.6, 0.633, 0.7, 0.733, 0.767, 0.767, 0.8)  # chance to hit by CR 1 to 10
IS_HIT = (0.833, 0.733, 0.633, 0.567, 0.5, 0.433, 0.4, 0.333, 0.267, 0.233)  # chance to be hit by CR 1 to 10
PLAIN_CHANCE, PLAIN_HIT, PLAIN_MAN = 0.5, 0.5833, 0.8 * 0.633  # of a man with CR 3 and toughness 2
SHIELD = 1.1


class Share(Struct, frozen=True):
    """A share of a weapon's hits and what they gain in damage, against toughness, against agility."""

    share: float
    damage: int = 0
    pierces: float = 0
    unbalances: int = 0


class Arm(Struct, frozen=True):
    """What a weapon is worth in close combat."""

    mix: tuple[Share, ...] = (Share(1),)
    factor: float = 1.0
    attacks: int = 0


class Missile(Struct, frozen=True):
    range: int
    factor: float = 1.0
    piercing: float = 0  # the share of shots that take 1 off toughness


ARMS = {
    "halberd": Arm((Share(1, pierces=1),)),
    "flail": Arm((Share(1, pierces=1, unbalances=1),), 0.85),
    "great blade": Arm((Share(1, 1, 2),), 0.85),
    "great hammer": Arm((Share(1, 1, 2),), 0.8),
    "two hand weapons": Arm(attacks=1),
    "spear": Arm((Share(0.75), Share(0.25, 0, 2, 1)), 1.55),
    "pike": Arm((Share(0.75), Share(0.25, 0, 3, 1)), 2.1),
    "mounted spear": Arm((Share(0.5, pierces=1), Share(0.5)), 1.08),
    "lance": Arm((Share(0.5, 2, 3), Share(0.5)), 1.1),
    "war net": Arm((Share(1, unbalances=2),)),
}
PLAIN = Arm()
MISSILES = {
    "short bow": Missile(14),
    "bow": Missile(19),
    "longbow": Missile(26),
    "crossbow": Missile(20, 0.85, 0.5),
    "javelin": Missile(9, 1.1),
    "sling": Missile(17),
    "throwing weapons": Missile(6),
}
VOLLEY = 1.4
TRAITS = {
    "frenzy": 1.25,
    "hatred": 1.03,
    "regeneration": 1.12,
    "sluggish": 0.95,
    "scouting": 1.08,
    "mob": 0.7,
    "expendable": 1.02,
    "infantry wedge": 1.05,
    "cavalry wedge": 1.05,
    "light footed": 1.03,
    "dread of the woods": 0.98,
    "unmissable": 0.97,
    "loose movement": 1.03,
}
RATED = {"fear": 0.08, "poison": 0.015, "cowardly": -0.06, "bravery": 0.06, "loyalty": 0.02}
STING = 1.1
LEADERSHIP, ITEM_PLACE, WIZARD, STANDARD, HIDDEN, BREATH = 10, 5, 60, 30, 5, 45
MACHINES = {"bolt": (1.28, 40), "repeater": (1.0, 34), "stone": (1.25, 48), "stone crude": (0.83, 36)}


class Worth(Struct, frozen=True):
    """The points of a profile and how they come about."""

    offence: float
    defence: float
    combat: float
    movement: float
    soldiering: float
    traits: float
    missile: float
    extras: float

    @property
    def points(self) -> int:
        body = round(self.combat * self.movement * self.soldiering * self.traits, 3)
        return max(1, floor(body + self.missile + self.extras + 0.5))


def worth(profile: Profile, army: ArmyList, armies: Armies) -> Worth:
    offence, defence = round(_offence(profile, armies), 3), round(_defence(profile, armies), 3)
    return Worth(
        offence,
        defence,
        round(SCALE * (offence * defence) ** EXPONENT, 3),
        round(_movement(profile), 3),
        round(1 + 0.1 * (profile.line.soldiering - 3) - 0.02 * (army.deviancy - 3), 3),
        round(_traits(profile), 4),
        round(_missile(profile), 3),
        _extras(profile),
    )


def _offence(profile: Profile, armies: Armies) -> float:
    """Attacks times the chance to hit times what a hit does, against those of a plain man."""
    total = _strikes(profile.line, _arm(profile))
    if profile.steed:
        total += _strikes(armies.steeds[profile.steed].line, PLAIN)
    if profile.team:
        total += _strikes(profile.team, PLAIN)
    mean_impact = (1 + profile.impact) / 2 if profile.impact else 0
    return total + mean_impact


def _arm(profile: Profile) -> Arm:
    weapon = profile.weapons[0]
    riding = weapon == "spear" and (profile.steed or profile.team)
    return ARMS.get("mounted spear" if riding else weapon, PLAIN)


def _strikes(line: Strikes, arm: Arm) -> float:
    weight = sum(
        part.share * _weight(line.damage + part.damage, line.pierces + part.pierces, part.unbalances)
        for part in arm.mix
    )
    blows = (line.attacks + arm.attacks) * HITS[line.rating - 1]
    return blows * weight * arm.factor / (PLAIN_CHANCE * PLAIN_HIT)


def _weight(damage: int, pierces: float, unbalances: int = 0) -> float:
    """What one hit does to a target of toughness 2, and of 4."""
    rolls = range(1, 7)
    wounds = sum(roll > max(0, 2 - pierces) for roll in rolls) / 6
    points = sum(min(damage, max(0, roll - max(0, 4 - pierces))) for roll in rolls) / 6
    return round((0.75 * wounds + 0.25 * points) * (1 + 0.03 * unbalances), 4)


def _defence(profile: Profile, armies: Armies) -> float:
    life = profile.line.life + (armies.steeds[profile.steed].line.life if profile.steed else 0)
    wounded = round(
        0.6 * _wounded(profile.save, 0) + 0.3 * _wounded(profile.save, 2) + 0.1 * _wounded(profile.save, 3), 4
    )
    value = life * PLAIN_MAN / (wounded * IS_HIT[profile.line.rating - 1])
    return value * SHIELD if profile.shield else value


def _wounded(save: SaveLine, pierces: int) -> float:
    """The chance that a hit wounds; a save that no roll beats leaves a sixth of a sixth, and less above 6."""
    needed = max(save.toughness - max(0, pierces - save.resistance), save.magic, 0)
    rolls = sum(needed < roll <= 6 - save.agility for roll in range(1, 7))
    return rolls / 6 if rolls else 1 / 36 / 6 ** max(0, needed - 6)


def _movement(profile: Profile) -> float:
    if profile.line.flight:
        return 1.15 + 0.02 * (profile.line.flight - 7)
    return 1 + 0.02 * (profile.line.movement - 7) if profile.line.movement else 0.8


def _traits(profile: Profile) -> float:
    plain = prod(TRAITS.get(trait, 1.0) for trait in profile.traits)
    rated = {trait: 1 + RATED[trait] * rating for trait, rating in profile.ratings.items()}
    if profile.stings:
        rated["poison"] = STING
    return plain * prod(rated.values())


def _missile(profile: Profile) -> float:
    """The worth of the one missile weapon."""
    weapon = next((weapon for weapon in profile.weapons if weapon in MISSILES), None)
    if weapon is None:
        return 0
    missile = MISSILES[weapon]
    hit = (1 - missile.piercing) * _weight(1, 0) + missile.piercing * _weight(1, 1)
    volley = VOLLEY if "mass volley" in profile.traits else 1
    return 2.5 * hit / PLAIN_HIT * missile.range / 20 * missile.factor * volley


def _extras(profile: Profile) -> float:
    """Leadership, item places and duties of characters, breath and machines."""
    total = float(ITEM_PLACE * profile.items)
    if profile.kind == "character":
        total += LEADERSHIP * max(0, profile.line.soldiering - 3)
    total += WIZARD * ("wizard" in profile.roles) + STANDARD * ("standard" in profile.roles)
    total += HIDDEN * ("halfwit" in profile.roles) + BREATH * bool(profile.breath)
    if profile.shoots:
        value, reach = MACHINES[profile.shoots]
        total += round(20 * value * reach / 30, 1)
    return total
