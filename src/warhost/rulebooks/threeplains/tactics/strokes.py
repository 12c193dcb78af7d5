"""What the blows of one model do to another on average, with the weapon that does most."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ..fighting.prowess import chart
from ..figure import INCH, Figure
from ..state import NO_CHARGE, NOBODY, Number
from ..weapons import Weapon
from ..wounds.hits import Attack, gains
from .mind import Mind

HORDE = 0.01  # what a blow promises that cannot harm its target alone


class Stroke(NamedTuple):
    """In life points of the victim."""

    points: float  # by all attacks of the model
    soft: float  # more, if each of its lines has an attack more
    over: float  # by the one attack over the shoulders of a rank before it
    ranks: int  # that fight with its weapon, the first included


@lru_cache(maxsize=4096)
def bite(rating: int, against: int, save: int, dodged: int, top: int) -> float:
    """The life points that a blow takes on average."""
    hit = 1.0 if against < 0 else (7 - chart(rating, against)) / 6
    points = sum(gains(Attack(NOBODY, 1, "melee", "", top=top), max(0, save), max(0, dodged))) / 6
    return hit * (points or HORDE)


def blow(
    striker: Figure, line: int, victim: Figure, weapon: Weapon | None, run: int = NO_CHARGE, *, riders: bool = False
) -> float:
    """One attack of this line of a model on an ordinary model."""
    own = striker.blows[line]
    tough, nimble, top = own.toughness, own.agility, own.damage
    if weapon is not None and own.part == "self":
        tough, nimble, top = tough + weapon.toughness, nimble + weapon.agility, top + weapon.damage
        if weapon.charging and striker.mounted and run > weapon.charging.over * INCH:
            tough, top = tough + weapon.charging.toughness, top + weapon.charging.damage
        if weapon.against_mounted and riders and not striker.mounted:
            tough, nimble = tough + weapon.against_mounted.toughness, nimble + weapon.against_mounted.agility
    save = max(victim.save.toughness - max(0, tough - victim.save.resistance), victim.save.magic)
    return bite(own.rating, victim.rating, save, victim.save.agility - nimble, top)


def stroke(mind: Mind, member: Number, victim: Number, run: int, riders: bool) -> Stroke:
    """The same for all models of a kind, so that it is worked out once; of a charge only whole inches matter."""
    pieces = mind.state.pieces
    bare = pieces[member].pikes_dropped
    key = pieces[member].figure, pieces[victim].figure, (run - 1) // INCH, riders, bare
    known = mind.setting.strokes
    found = known.get(key)
    if found is None:
        found = known[key] = _stroke(mind, *key[:2], run, riders, bare)
    assert isinstance(found, Stroke)
    return found


def _stroke(mind: Mind, own: int, other: int, run: int, riders: bool, bare: bool) -> Stroke:
    striker, victim = mind.setting.figures[own], mind.setting.figures[other]
    owned = [mind.setting.weapons[name] for name in striker.weapons]
    weapon = _best_weapon([w for w in owned if not (bare and w.unwieldy)], striker, victim, run, riders)
    points = soft = 0.0
    for number, line in enumerate(striker.blows):
        extra = weapon.attacks if weapon is not None and line.part == "self" else 0
        each = blow(striker, number, victim, weapon, run, riders=riders)
        points, soft = points + (line.attacks + extra) * each, soft + each
    ranks = weapon.ranks if weapon is not None and not striker.mounted else None
    if ranks is None:
        return Stroke(points, soft, 0.0, 1)
    over = blow(striker, 0, victim, weapon, run, riders=riders)
    return Stroke(points, soft, over, ranks.after_charging if run != NO_CHARGE else ranks.fight)


def _best_weapon(owned: list[Weapon], striker: Figure, victim: Figure, run: int, riders: bool) -> Weapon | None:
    def promise(weapon: Weapon) -> float:
        return blow(striker, 0, victim, weapon, run, riders=riders) * (striker.blows[0].attacks + weapon.attacks)

    fit = [w for w in owned if w.melee and (not w.only_charging or (w.charging and run > w.charging.over * INCH))]
    return max(fit, key=promise, default=None)
