"""What a fight promises: a few rounds on average dice, from the blows to the break checks, in victory points."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, factorial, inf
from typing import NamedTuple

from ..bodies import body, figure, loose, width_of
from ..charging.marchover import spared, too_strong
from ..fighting.arms import LONG_CHARGE, rides_down, riding
from ..fighting.engulf import TIMES_BIGGER, ring_needs
from ..fighting.fronts import BIG, ENOUGH, FEW, PER_POINT, VULNERABLE, flimsy
from ..figure import INCH
from ..morale.checks import FLANK_STRESS
from ..state import NO_CHARGE, Number, Side
from .mind import Mind, failed
from .strokes import stroke

ROUNDS = 3
KEPT = 10_000  # fights that are remembered
LATER = 0.8  # what a coming round counts beside the one before it
LOST = 0.75  # of the worth of a piece that breaks: some get away and rally ...
RALLY = 2  # ... if more rounds than these are left
BUCKLING = 5
BEATEN = 1.0  # more stress than on average: whoever has lost a close fight had bad luck
AT_LEADER, BESIDE_LEADER = 3.0, 1.0  # models that reach a character face to face, and from another side
LUCK = 0.8  # how much dice blur who has more stress
HEMMED_IN = 1.3  # what blows all round an enemy bring who is hit more easily there


class Onset(NamedTuple):
    """A piece that fights against this side of the target, after a charge of this length if it comes anew."""

    piece: Number
    struck: Side
    run: int = NO_CHARGE


# --- one side's blows ----------------------------------------------------------------------------------------


class Fighter:
    """One piece in the fight, thinning out round by round."""

    def __init__(self, mind: Mind, number: Number):
        self.mind, self.number = mind, number
        self.piece, self.figure = mind.state.pieces[number], figure(mind.fight, number)
        self.block, self.loose = body(mind.fight, number), loose(mind.fight, number)
        self.rides, self.ragged = riding(mind.fight, number), bool(flimsy(mind.fight, number))
        self.models = float(self.piece.models)
        self.toll = 0.0  # life points that the fight costs it on average, those of the beaten included
        self.slain: dict[Number, float] = dict.fromkeys(
            self.piece.leaders, 0.0
        )  # how likely each character is lost
        self.lost = 0.0
        self.silent = 0.0  # models that fell before they could strike
        self.scratches: dict[Number, float] = {}  # life points that its characters have lost on average
        self.arrived = inf  # models of a loose group that have come up to the enemy
        self.ring = 0  # models that it has all round an enemy
        self.ringed = False

    def charge(self, run: int) -> None:
        """A loose group laps round the enemy with what movement a charge leaves it, a model for every inch."""
        if self.loose and run != NO_CHARGE:
            self.arrived = 1 + max(0, self.mind.pace(self.number) - run) / INCH

    @property
    def flimsy(self) -> bool:
        """By nature or by its formation, or while too few of a loose group have come up."""
        return self.ragged or (self.loose and self.arrived * self.figure.attacks <= FEW)

    def length(self, side: Side) -> int:
        return self.block.width if side in ("front", "rear") else self.block.depth

    def abreast(self, side: Side, against: int) -> float:
        """How many of its models reach an enemy whose front is so long."""
        if self.ring:
            return min(self.models + len(self.piece.leaders), self.ring)
        base = self.figure.base[0]
        reached = against // base + 1
        if self.loose:
            return min(self.models, reached + 2, self.arrived)
        along = width_of(self.piece) if side in ("front", "rear") else self.block.ranks
        if self.block.wedge and side == "front":
            along, reached = len(self.block.wedge.edge), 2 * reached
        return min(self.models + len(self.piece.leaders), along, reached)

    def strike(self, foe: Fighter, side: Side, against: int, run: int, share: float) -> float:
        """The life points it takes from a foe on average. `side` is its own, towards the foe."""
        mind, leaders = self.mind, self.piece.leaders
        soft = self._rides_down(foe, run)
        total = 0.0
        for member in leaders:
            one = stroke(mind, member, foe.number, run, foe.rides)
            total += share * (one.points + soft * one.soft)
        one = stroke(mind, self.number, foe.number, run, foe.rides)
        ordinary = max(0.0, (self.abreast(side, against) - len(leaders) - self.silent) * share)
        total += ordinary * (one.points + soft * one.soft)
        if one.ranks > 1 and side == "front" and not self.loose:
            total += one.over * min(ordinary * (one.ranks - 1), max(0.0, self.models - ordinary))
        return total * HEMMED_IN if self.ring else total

    def at_leaders(self, foe: Fighter, struck: Side, weight: float) -> None:
        """Its blows at the characters of a foe, who stand in the middle of its front.

        A scratch is worth nothing; what counts is how likely all scratches together kill.
        """
        models = min(AT_LEADER if struck == "front" else BESIDE_LEADER, self.models, self.arrived)
        for leader in foe.piece.leaders:
            life = figure(self.mind.fight, leader).life - self.mind.state.pieces[leader].hurt
            before = foe.scratches.get(leader, 0.0)
            after = before + models * stroke(self.mind, self.number, leader, NO_CHARGE, foe.rides).points
            foe.scratches[leader] = after
            foe.slain[leader] += weight * (_killed(after, life) - _killed(before, life))

    def _rides_down(self, foe: Fighter, run: int) -> bool:
        """A long ride into infantry that is not ready for it."""
        if run < LONG_CHARGE or foe.figure.category != "infantry" or not rides_down(self.mind.fight, self.number):
            return False
        braced = foe.figure.heavy or any(weapon.against_mounted for weapon in self.mind.weapons(foe.number))
        return not braced or foe.flimsy

    def suffer(self, points: float, weight: float) -> None:
        """It loses so many life points."""
        self.lost = min(points, self.models * self.figure.life)
        self.models -= self.lost / self.figure.life
        self.toll += weight * self.lost

    def flee(self, chance: float) -> None:
        """What is still there may be lost with so much chance."""
        self.toll += chance * self.models * self.figure.life
        for leader in self.slain:
            self.slain[leader] += chance

    @property
    def ground(self) -> float:
        """What its bases cover."""
        width, depth = self.figure.base
        return (self.models + len(self.piece.leaders)) * width * depth

    @property
    def losses(self) -> Losses:
        return Losses(self.toll, tuple(self.slain.values()))


def _killed(points: float, life: int) -> float:
    """How likely one dies of so many life points on average."""
    return 1.0 - exp(-points) * sum(points**lost / factorial(lost) for lost in range(life))


# --- the fight -----------------------------------------------------------------------------------------------


class Losses(NamedTuple):
    """What a fight costs a piece on average: life points of its models, and how likely each of its characters."""

    points: float
    leaders: tuple[float, ...]

    def worth(self, mind: Mind, number: Number) -> float:
        characters = zip(self.leaders, mind.state.pieces[number].leaders, strict=True)
        return self.points * mind.price(number) + sum(chance * mind.worth(leader) for chance, leader in characters)


def balance(mind: Mind, onsets: Sequence[Onset], target: Number) -> float:
    """What these attackers gain by fighting that enemy, less what they lose."""
    theirs, *ours = outcome(mind, onsets, target)
    value = theirs.worth(mind, target)
    for losses, onset in zip(ours, onsets, strict=True):
        value -= losses.worth(mind, onset.piece)
    return value


def outcome(mind: Mind, onsets: Sequence[Onset], target: Number) -> list[Losses]:
    """What it costs the target and each attacker; the same fight comes to mind again and again."""
    known, last = mind.setting.clashes, mind.rounds_left
    comers = [
        (_muster(mind, piece), struck, run, mind.dread(piece, target), mind.dread(target, piece))
        for piece, struck, run in onsets
    ]
    key = (_muster(mind, target), min(last, ROUNDS + 1), *comers)
    found: list[Losses] | None = known.get(key)
    if found is None:
        if len(known) >= KEPT:
            known.clear()
        found = known[key] = _fought_out(mind, onsets, target)
    return found


def _muster(mind: Mind, number: Number) -> tuple[object, ...]:
    """All of a piece that matters in a fight."""
    block = body(mind.fight, number)
    pieces = mind.state.pieces
    piece = pieces[number]
    shape = number, block.width, block.depth, block.files, block.models, piece.flimsy_until
    if shape not in mind.musters:
        mind.musters[shape] = (
            piece.figure, piece.models, width_of(piece), *shape[1:5], block.wedge, piece.pikes_dropped,
            bool(flimsy(mind.fight, number)), mind.nerve(number), mind.steadfast(number), mind.pace(number),
            *[(pieces[leader].figure, pieces[leader].hurt) for leader in piece.leaders],
        )  # fmt: skip
    return mind.musters[shape]


def _fought_out(mind: Mind, onsets: Sequence[Onset], target: Number) -> list[Losses]:
    victim = Fighter(mind, target)
    attackers = [(Fighter(mind, onset.piece), onset) for onset in onsets]
    for fighter, onset in attackers:
        fighter.charge(onset.run)
    weight, lost = 1.0, LOST if mind.rounds_left > RALLY else 1.0
    for number in range(min(ROUNDS, mind.rounds_left)):
        if number == 1:
            attackers = _faced(attackers)
            weight *= 1 - _engulf(mind, attackers, victim, weight)
            for fighter, _ in attackers:
                fighter.arrived = inf
        _round(attackers, victim, weight, fresh=number == 0)
        flanked = any(onset.struck != "front" for _, onset in attackers)
        ours = [fighter.lost / 2 + _met(mind, victim, fighter, flanked) for fighter, _ in attackers]
        theirs = victim.lost / 2 + sum(_pressure(mind, fighter, victim, onset) for fighter, onset in attackers)
        beaten = 1 / (1 + exp((sum(ours) - theirs) / LUCK))
        falls = beaten * _breaks(mind, victim, theirs)
        victim.flee(weight * lost * falls)
        flees = 0.0
        for (fighter, _), own in zip(attackers, ours, strict=True):
            chance = (1 - beaten) * _breaks(mind, fighter, own)
            fighter.flee(weight * lost * chance)
            flees = max(flees, chance)
        weight *= LATER * (1 - falls) * (1 - flees)
        if victim.models <= 0 or weight < 0.1:
            break
    return [victim.losses, *(fighter.losses for fighter, _ in attackers)]


def _faced(attackers: list[tuple[Fighter, Onset]]) -> list[tuple[Fighter, Onset]]:
    """After a round a piece turns to those who fight it from one side alone."""
    if len({onset.struck for _, onset in attackers}) > 1:
        return attackers
    return [(fighter, onset._replace(struck="front")) for fighter, onset in attackers]


def _engulf(mind: Mind, attackers: list[tuple[Fighter, Onset]], victim: Fighter, weight: float) -> float:
    """After a round many go all the way round an enemy who is alone. How likely that is his end at once."""
    if len(attackers) != 1:
        return 0.0
    (fighter, onset), *_ = attackers
    for own, other in ((fighter, victim), (victim, fighter))[: 1 + (onset.struck == "front")]:
        if not own.loose and not own.block.wedge and own.ground >= TIMES_BIGGER * other.ground:
            needs = ring_needs(mind.fight, own.number, other.number)
            if own.models + len(own.piece.leaders) >= needs:
                own.ring, other.ringed = needs, True
                gone = _surrenders(mind, other)
                other.flee(weight * gone)
                return gone
    return 0.0


def _surrenders(mind: Mind, fighter: Fighter) -> float:
    if not (spared(mind.fight, fighter.number) or too_strong(mind.fight, fighter.number)):
        return 1.0
    return _fails(mind, fighter, PER_POINT * len(VULNERABLE))


def _round(attackers: list[tuple[Fighter, Onset]], victim: Fighter, weight: float, *, fresh: bool) -> None:
    """Blows on both sides; who strikes first into flank or rear thins the answer."""
    dealt = 0.0
    for fighter, onset in attackers:
        run = onset.run if fresh else NO_CHARGE
        dealt += fighter.strike(victim, "front", victim.length(onset.struck), run, 1.0)
    early = fresh and all(onset.run != NO_CHARGE and onset.struck != "front" for _, onset in attackers)
    if early:
        victim.suffer(dealt, weight)
        victim.silent = victim.lost / victim.figure.life
    for fighter, onset in attackers:
        sharing = sum(other.struck == onset.struck for _, other in attackers)
        back = victim.strike(fighter, onset.struck, fighter.length("front"), NO_CHARGE, 1 / sharing)
        fighter.suffer(back, weight)
        victim.at_leaders(fighter, onset.struck, weight)
        fighter.at_leaders(victim, onset.struck, weight)
    if not early:
        victim.suffer(dealt, weight)
    victim.silent = 0.0


def _pressure(mind: Mind, fighter: Fighter, victim: Fighter, onset: Onset) -> float:
    """The stress that an attacker's place and looks put on the victim."""
    dice, sturdy = 0.0, not fighter.flimsy
    if (
        onset.struck != "front"
        and fighter.figure.attacks * fighter.abreast("front", victim.length(onset.struck)) >= ENOUGH
    ):
        dice += FLANK_STRESS
    elif onset.struck == "front" and sturdy and victim.flimsy and _sturdy_kind(fighter):
        dice += BUCKLING
    if sturdy and fighter.length("front") - victim.length(onset.struck) > victim.block.depth:
        dice += 2 * PER_POINT
    return dice + mind.dread(victim.number, fighter.number)


def _met(mind: Mind, victim: Fighter, fighter: Fighter, flanked: bool) -> float:
    """... and the victim's on an attacker. One attacked in flank or rear makes nobody buckle, nor overlaps him."""
    if flanked:
        return mind.dread(fighter.number, victim.number)
    return _pressure(mind, victim, fighter, Onset(victim.number, "front"))


def _sturdy_kind(fighter: Fighter) -> bool:
    found = fighter.figure
    return found.category in ("infantry", "cavalry") or (found.category == "beast" and found.attacks >= BIG)


def _breaks(mind: Mind, fighter: Fighter, stress: float) -> float:
    """Whoever is ringed and has not given up fights to the end."""
    return 0.0 if fighter.ringed else _fails(mind, fighter, round(stress + BEATEN))


def _fails(mind: Mind, fighter: Fighter, stress: int) -> float:
    return 0.0 if mind.steadfast(fighter.number) else failed(mind.nerve(fighter.number), stress)
