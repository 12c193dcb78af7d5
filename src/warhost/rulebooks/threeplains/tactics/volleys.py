"""The shooting phase and shots out of turn: whom a volley hurts most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from warhost.engine.field.body import within
from warhost.engine.question import Answer, Choose, Question

from ..bodies import body, figure, loose
from ..fighting.contact import engaged
from ..figure import inches
from ..land.lie import at_rest
from ..machines.engines import throws_stones
from ..machines.shots import goes_through
from ..machines.stones import hurls_of
from ..missiles.aiming import BASIC, BURNING, Occasion, missiles, salvos, to_hit, users, why_no_mark
from ..missiles.defensive import HOLD_FIRE, SHOOT
from ..missiles.hitting import attack, harmless
from ..missiles.shooting import DONE
from ..missiles.structures import expected, structures_in_reach
from ..morale.checks import kills
from ..scenario.fabric import Mark
from ..scenario.points import Deed, shots_besides
from ..setting import Fight
from ..state import NOBODY, Number
from ..wounds.hits import Attack, weigh
from .clash import LOST
from .gunnery import best_place, pierced
from .mind import Mind, failed
from .strokes import HORDE

PER_POINT = 1.0  # what a life point of a door or a gate is worth
WALLS_WORTH = 5.0  # ... and a stone at a wall
SHOWER = 5.0  # points a turn that nobody suffers for long without an answer


def promise(mind: Mind, shooter: Number, target: Number, occasion: Occasion = "phase") -> float:
    """What a volley is worth on average: those who fall, and the chance that the others run.

    Nothing for a shot that cannot be, or into a combat with friends.
    """
    fight = mind.fight
    risky = engaged(fight, target) and not harmless(fight, shooter, target)
    if risky or mind.hindered(shooter, occasion) or why_no_mark(fight, shooter, target):
        return 0.0
    firing, points = list(salvos(fight, shooter, target, occasion)), 0.0
    for user, weapon, shots in firing:
        need = to_hit(fight, shooter, target, occasion, weapon).total
        hit = (7 - need) / 6 if need <= 6 else 1 / (need + need % 2)
        if goes_through(fight, user, target):
            points += hit * pierced(mind, user, target)
            continue
        found = weigh(fight, attack(fight, shooter, target, user, weapon, shots)).gains
        halved = 0.5 if "skirmishers" in figure(fight, target).traits else 1.0
        points += shots * hit * halved * (sum(found) / 6 or HORDE)
    return _worth_of(mind, target, points) if firing else 0.0


def plain_promise(mind: Mind, shooter: Number, target: Number) -> float:
    """The same in the open at long range, for a quick look from a place where the shooter does not stand yet."""
    fight, piece, points = mind.fight, mind.state.pieces[shooter], 0.0
    for user in users(fight, shooter):
        weapon = missiles(fight, user)[0]
        everybody = loose(fight, shooter) or "mass volley" in figure(fight, shooter).traits
        shots = 1 if user != shooter else piece.models if everybody else min(piece.files, piece.models)
        found = weigh(
            fight, Attack(target, shots, "missile", weapon.rule, user, top=figure(fight, user).blows[0].damage)
        )
        points += shots * (7 - BASIC) / 6 * (sum(found.gains) / 6 or HORDE)
    return _worth_of(mind, target, points)


def _worth_of(mind: Mind, target: Number, points: float) -> float:
    """Life points lost to shots, and the chance that those who are left run."""
    points = min(points, mind.state.pieces[target].models * figure(mind.fight, target).life)
    stress = round(points / 2) + kills(mind.fight, target)
    runs = failed(mind.dice(target), stress) if stress and not mind.steadfast(target) else 0.0
    return points * mind.price(target) + runs * LOST * (mind.worth(target) - points * mind.price(target))


def outshot(mind: Mind) -> bool:
    """Whether the enemy shoots better than we do from where all stand: waiting is his game, not ours."""
    theirs, ours = _barrage(mind, mind.enemies, mind.friends), _barrage(mind, mind.friends, mind.enemies)
    return theirs > ours + SHOWER


def _barrage(mind: Mind, shooters: list[Number], marks: list[Number]) -> float:
    """What the volleys of a turn promise, each at the best mark in range."""
    fight, total = mind.fight, 0.0
    for shooter in shooters:
        if not mind.shoots(shooter) or not mind.free(shooter):
            continue
        far = max(inches(weapon.range) for user in users(fight, shooter) for weapon in missiles(fight, user))
        near = [mark for mark in marks if within(body(fight, shooter), body(fight, mark), far)]
        total += max((plain_promise(mind, shooter, mark) for mark in near if mind.free(mark)), default=0.0)
    return total


@at_rest
def _best_targets(fight: Fight, mind: Mind, shooters: list[Number]) -> list[float]:
    """What each of them promises."""
    return [best_target(mind, shooter)[1] for shooter in shooters]


def best_target(mind: Mind, shooter: Number) -> tuple[Number, float]:
    """Whom to shoot at, and what that promises; a stone goes to a place, not to a piece."""
    if shooter not in mind.marks:
        mind.marks[shooter] = _best_target(mind, shooter)
    return mind.marks[shooter]


def _best_target(mind: Mind, shooter: Number) -> tuple[Number, float]:
    best = NOBODY, 0.0
    if throws_stones(mind.fight, shooter):
        at_walls = WALLS_WORTH if hurls_of(mind.fight, shooter) else 0.0
        return NOBODY, max(best_place(mind, shooter)[1], at_walls)
    for enemy in mind.enemies:
        value = promise(mind, shooter, enemy)
        if value > best[1]:
            best = enemy, value
    if best[1] <= 0:  # better a door than nothing
        marks = structures_in_reach(mind.fight, shooter).values()
        return NOBODY, max((expected(mind.fight, shooter, mark) * PER_POINT for mark in marks), default=0.0)
    return best


def _shooter(mind: Mind, question: Question) -> Iterator[Answer]:
    """Whoever promises most shoots first; nobody shoots for nothing."""
    assert isinstance(question, Choose)
    names = [name for name in question.options if name in mind.number]
    if extra := [name for deeds in _besides(mind) for name in deeds if name in question.options]:
        yield extra[0]  # oil and stones cost nothing, and those they fall on are near
        return
    if not names:
        yield DONE
        return
    promises = _best_targets(mind.fight, mind, [mind.number[name] for name in names])
    values = dict(zip(names, promises, strict=True))
    best = max(values, key=lambda name: values[name])
    yield best if values[best] > 0 else DONE


def _besides(mind: Mind) -> Iterator[Mapping[str, Deed]]:
    return shots_besides.replies(mind.setting.mission.rules, mind.fight)


def target(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, Choose)
    if question.about not in mind.number:  # out of a hole in a wall
        yield max(question.options, key=lambda name: _plain_shot(mind, mind.number.get(name, NOBODY)))
        return
    shooter = mind.number[question.about]
    marks = structures_in_reach(mind.fight, shooter)
    yield max(question.options, key=lambda name: _promised(mind, shooter, name, marks))


def _plain_shot(mind: Mind, target: Number) -> float:
    """What one hit without any force is worth; at what is built little."""
    if target == NOBODY:
        return PER_POINT / 6
    gains = weigh(mind.fight, Attack(target, 1, "missile", "tp.shoot.hit")).gains
    return mind.price(target) * (sum(gains) / len(gains) or HORDE)


def _promised(mind: Mind, shooter: Number, name: str, marks: Mapping[str, Mark]) -> float:
    if name in marks:
        return expected(mind.fight, shooter, marks[name]) * PER_POINT
    return promise(mind, shooter, mind.number[name])


def _arrows(mind: Mind, question: Question) -> Iterator[Answer]:
    """Whoever is asked has something before him that burns."""
    yield BURNING


def _hold_and_shoot(mind: Mind, question: Question) -> Iterator[Answer]:
    """A shot costs nothing."""
    yield SHOOT


def _defensive_strike(mind: Mind, question: Question) -> Iterator[Answer]:
    """The best of those who may; where the mover will stand is not known to us, so all count as they are."""
    assert isinstance(question, Choose)
    names = [name for name in question.options if name != HOLD_FIRE]
    yield max(names, key=lambda name: mind.state.pieces[mind.number[name]].models)


THOUGHTS = {
    "arrows": _arrows,
    "shooter": _shooter,
    "hold and shoot": _hold_and_shoot,
    "defensive strike": _defensive_strike,
}
