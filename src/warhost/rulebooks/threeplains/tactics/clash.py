"""What a fight promises: a few rounds on average dice, from the blows to the break checks, in victory points."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import NamedTuple

from ..bodies import body, figure, loose, width_of
from ..fighting.arms import LONG_CHARGE, riding
from ..fighting.fronts import BIG, ENOUGH, PER_POINT, flimsy
from ..fighting.prowess import chart
from ..figure import INCH, Figure
from ..morale.checks import FLANK_STRESS, fear_between, highest, pass_chance
from ..state import NEVER, NOBODY, Side
from ..weapons import Weapon
from ..wounds.hits import Attack, gains
from .mind import Mind

ROUNDS = 3
LATER = 0.8  # what a coming round counts beside the one before it
LOST = 0.75  # of the worth of a piece that breaks: some get away and rally
HORDE = 0.01  # what a blow promises that cannot harm its target alone
BUCKLING = 5
BEATEN = 1.0  # more stress than on average: whoever has lost a close fight had bad luck
AT_LEADER = 1.0  # models that strike at each character of the enemy
LUCK = 0.8  # how much dice blur who has more stress


class Onset(NamedTuple):
    """A piece that fights against this side of the target, after a charge of this length if it comes anew."""

    piece: int
    struck: Side
    run: int = NEVER


# --- one blow ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def bite(rating: int, against: int, save: int, dodged: int, top: int) -> float:
    """The life points that a blow takes on average."""
    hit = 1.0 if against < 0 else (7 - chart(rating, against)) / 6
    points = sum(gains(Attack(NOBODY, 1, "melee", "", top=top), max(0, save), max(0, dodged))) / 6
    return hit * (points or HORDE)


def blow(
    striker: Figure, line: int, victim: Figure, weapon: Weapon | None, run: int = NEVER, *, riders: bool = False
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


def best_weapon(mind: Mind, member: int, victim: Figure, run: int, riders: bool) -> Weapon | None:
    striker = figure(mind.fight, member)

    def promise(weapon: Weapon) -> float:
        return blow(striker, 0, victim, weapon, run, riders=riders) * (striker.blows[0].attacks + weapon.attacks)

    fit = [w for w in mind.weapons(member) if not w.only_charging or (w.charging and run > w.charging.over * INCH)]
    return max(fit, key=promise, default=None)


# --- one side's blows ----------------------------------------------------------------------------------------


class Fighter:
    """One piece in the fight, thinning out round by round."""

    def __init__(self, mind: Mind, number: int):
        self.mind, self.number = mind, number
        self.piece, self.figure = mind.state.pieces[number], figure(mind.fight, number)
        self.block = body(mind.fight, number)
        self.models = float(self.piece.models)
        self.lost = 0.0
        self.silent = 0.0  # models that fell before they could strike

    def length(self, side: Side) -> int:
        return self.block.width if side in ("front", "rear") else self.block.depth

    def abreast(self, side: Side, against: int) -> float:
        """How many of its models reach an enemy whose front is so long."""
        base = self.figure.base[0]
        reached = against // base + 1
        if loose(self.mind.fight, self.number):
            return min(self.models, reached + 2)
        along = width_of(self.piece) if side in ("front", "rear") else self.block.ranks
        return min(self.models + len(self.piece.leaders), along, reached)

    def strike(self, foe: Fighter, side: Side, against: int, run: int, share: float) -> float:
        """The life points it takes from a foe on average. `side` is its own, towards the foe."""
        mind, riders = self.mind, riding(self.mind.fight, foe.number)
        abreast = self.abreast(side, against) * share
        total = 0.0
        for member in self.piece.leaders:
            total += share * self._blows(member, foe, 1.0, run, riders)
        ordinary = max(0.0, abreast - (len(self.piece.leaders) + self.silent) * share)
        total += self._blows(self.number, foe, ordinary, run, riders)
        if side == "front" and not loose(mind.fight, self.number):
            total += self._passed_over(foe, ordinary, run, riders)
        return total

    def at_leaders(self, foe: Fighter) -> float:
        """What its blows at the characters of a foe are worth: a few of its models reach each of them."""
        total, riders = 0.0, riding(self.mind.fight, foe.number)
        models = min(AT_LEADER, self.models)
        for leader in foe.piece.leaders:
            found = figure(self.mind.fight, leader)
            weapon = best_weapon(self.mind, self.number, found, NEVER, riders)
            points = models * self.figure.blows[0].attacks * blow(self.figure, 0, found, weapon, riders=riders)
            total += min(points, found.life) * self.mind.price(leader)
        return total

    def _blows(self, member: int, foe: Fighter, models: float, run: int, riders: bool) -> float:
        found = figure(self.mind.fight, member)
        weapon = best_weapon(self.mind, member, foe.figure, run, riders)
        soft = self._rides_down(foe, run)
        total = 0.0
        for number, line in enumerate(found.blows):
            extra = weapon.attacks if weapon is not None and line.part == "self" else 0
            each = blow(found, number, foe.figure, weapon, run, riders=riders)
            total += models * (line.attacks + extra + soft) * each
        return total

    def _passed_over(self, foe: Fighter, models: float, run: int, riders: bool) -> float:
        """What spears and pikes of the ranks behind add."""
        weapon = best_weapon(self.mind, self.number, foe.figure, run, riders)
        if weapon is None or weapon.ranks is None or self.figure.mounted:
            return 0.0
        ranks = weapon.ranks.after_charging if run != NEVER else weapon.ranks.fight
        behind = min(models * (ranks - 1), max(0.0, self.models - models))
        return behind * blow(self.figure, 0, foe.figure, weapon, run, riders=riders)

    def _rides_down(self, foe: Fighter, run: int) -> bool:
        """A long ride into infantry that is not ready for it."""
        if run < LONG_CHARGE or foe.figure.category != "infantry" or not riding(self.mind.fight, self.number):
            return False
        braced = foe.figure.heavy or any(weapon.against_mounted for weapon in self.mind.weapons(foe.number))
        return not braced or bool(flimsy(self.mind.fight, foe.number))

    def suffer(self, points: float) -> float:
        """It loses so many life points; gives what they were worth."""
        self.lost = min(points, self.models * self.figure.life)
        self.models -= self.lost / self.figure.life
        return self.lost * self.mind.price(self.number)

    @property
    def left(self) -> float:
        """What is still there to lose."""
        of_characters = sum(self.mind.worth(member) for member in self.piece.leaders)
        return self.models * self.figure.life * self.mind.price(self.number) + of_characters


# --- the fight -----------------------------------------------------------------------------------------------


def balance(mind: Mind, onsets: Sequence[Onset], target: int) -> float:
    """What these attackers gain by fighting that enemy, less what they lose."""
    victim = Fighter(mind, target)
    attackers = [(Fighter(mind, onset.piece), onset) for onset in onsets]
    value, weight = 0.0, 1.0
    for number in range(ROUNDS):
        fresh = number == 0
        if number == 1:
            attackers = _faced(attackers)
        value += weight * _round(mind, attackers, victim, fresh)
        flanked = any(onset.struck != "front" for _, onset in attackers)
        ours = [fighter.lost / 2 + _met(mind, victim, fighter, flanked) for fighter, _ in attackers]
        theirs = victim.lost / 2 + sum(_pressure(mind, fighter, victim, onset) for fighter, onset in attackers)
        beaten = 1 / (1 + exp((sum(ours) - theirs) / LUCK))
        falls = beaten * _breaks(mind, target, theirs)
        flees = [
            (fighter, (1 - beaten) * _breaks(mind, fighter.number, own))
            for (fighter, _), own in zip(attackers, ours, strict=True)
        ]
        value += weight * LOST * falls * victim.left
        value -= weight * LOST * sum(chance * fighter.left for fighter, chance in flees)
        weight *= LATER * (1 - falls) * (1 - max(chance for _, chance in flees))
        if victim.models <= 0 or weight < 0.1:
            break
    return value


def _faced(attackers: list[tuple[Fighter, Onset]]) -> list[tuple[Fighter, Onset]]:
    """After a round a piece turns to those who fight it from one side alone."""
    if len({onset.struck for _, onset in attackers}) > 1:
        return attackers
    return [(fighter, onset._replace(struck="front")) for fighter, onset in attackers]


def _round(mind: Mind, attackers: list[tuple[Fighter, Onset]], victim: Fighter, fresh: bool) -> float:
    """Blows on both sides; who strikes first into flank or rear thins the answer."""
    value, dealt = 0.0, 0.0
    for fighter, onset in attackers:
        run = onset.run if fresh else NEVER
        dealt += fighter.strike(victim, "front", victim.length(onset.struck), run, 1.0)
    early = fresh and all(onset.run != NEVER and onset.struck != "front" for _, onset in attackers)
    if early:
        value += victim.suffer(dealt)
        victim.silent = victim.lost / victim.figure.life
    for fighter, onset in attackers:
        sharing = sum(other.struck == onset.struck for _, other in attackers)
        back = victim.strike(fighter, onset.struck, fighter.length("front"), NEVER, 1 / sharing)
        value -= fighter.suffer(back) + victim.at_leaders(fighter)
        value += fighter.at_leaders(victim)
    if not early:
        value += victim.suffer(dealt)
    victim.silent = 0.0
    return value


def _pressure(mind: Mind, fighter: Fighter, victim: Fighter, onset: Onset) -> float:
    """The stress that an attacker's place and looks put on the victim."""
    fight, dice = mind.fight, 0.0
    sturdy = not flimsy(fight, fighter.number)
    if (
        onset.struck != "front"
        and fighter.figure.attacks * fighter.abreast("front", victim.length(onset.struck)) >= ENOUGH
    ):
        dice += FLANK_STRESS
    elif onset.struck == "front" and sturdy and flimsy(fight, victim.number) and _sturdy_kind(fighter):
        dice += BUCKLING
    if sturdy and fighter.length("front") - victim.length(onset.struck) > victim.block.depth:
        dice += 2 * PER_POINT
    dice += fear_between(fight, victim.number, fighter.number)
    return dice + highest(fight, victim.number, "cowardly")


def _met(mind: Mind, victim: Fighter, fighter: Fighter, flanked: bool) -> float:
    """... and the victim's on an attacker. One attacked in flank or rear makes nobody buckle, nor overlaps him."""
    if flanked:
        feared = fear_between(mind.fight, fighter.number, victim.number)
        return feared + highest(mind.fight, fighter.number, "cowardly")
    return _pressure(mind, victim, fighter, Onset(victim.number, "front"))


def _sturdy_kind(fighter: Fighter) -> bool:
    found = fighter.figure
    return found.category in ("infantry", "cavalry") or (found.category == "beast" and found.attacks >= BIG)


def _breaks(mind: Mind, number: int, stress: float) -> float:
    return 1.0 - float(pass_chance(mind.nerve(number), round(stress + BEATEN)))
