"""Blows and what comes after them: whom to strike, with what; who pursues, and where to turn."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import Angle, bearing, heading, of_degrees, turn
from warhost.engine.question import Answer, Assign, Choose, Question

from ..bodies import body, figure, range_between
from ..charging.charges import DASH
from ..charging.facing import Facing
from ..charging.leg import plan
from ..charging.pursuit import FREE, wipe_out_movement
from ..fighting.arms import riding
from ..fighting.contact import foes
from ..moving.groups import outermost
from ..moving.stride import greatest_run
from ..state import Number
from .charging import fight_value
from .clash import Onset, balance
from .mind import Mind
from .strokes import blow

CAUGHT = 0.5  # how likely a pursuer gains what the quarry is worth: it may get away, or never come back anyway
BEHIND = 0.5  # how likely an enemy near by charges a pursuer from behind
AHEAD = 3000  # within 30 degrees of its course


# --- blows ---------------------------------------------------------------------------------------------------


def _strike_at(mind: Mind, question: Question) -> Iterator[Answer]:
    """Each blow where it promises most; no more of them on one man than he has life for."""
    assert isinstance(question, Assign)
    said: dict[str, str] = {}
    spent: dict[str, float] = {}
    for actor, names in question.options.items():
        member = _member(mind, actor, mind.number[question.about])

        def promise(name: str, member: Number = member) -> float:
            target = mind.number[name]
            points = _points(mind, member, target)
            piece = mind.state.pieces[target]
            left = piece.models * figure(mind.fight, target).life - piece.hurt - spent.get(name, 0.0)
            return min(points, max(0.0, left)) * mind.price(target)

        best = max(names, key=promise)
        said[actor] = best
        spent[best] = spent.get(best, 0.0) + _points(mind, member, mind.number[best])
    yield said


def _member(mind: Mind, actor: str, group: Number) -> Number:
    """Who an actor such as `watch model 3` or `hero blow 2` is."""
    name = actor.rpartition(" model ")[0] or actor.rpartition(" blow ")[0] or actor
    return mind.number.get(name, group)


def _points(mind: Mind, member: Number, target: Number) -> float:
    """What one attack takes from this target on average."""
    riders = riding(mind.fight, outermost(mind.fight, target))
    weapon = next(iter(mind.weapons(member)), None)
    return blow(figure(mind.fight, member), 0, figure(mind.fight, target), weapon, riders=riders)


def _weapon(mind: Mind, question: Question) -> Iterator[Answer]:
    """The one that bites deepest into whoever is fought."""
    assert isinstance(question, Choose)
    member = mind.number[question.about]
    against = foes(mind.fight, outermost(mind.fight, member))
    striker = figure(mind.fight, member)

    def promise(name: str) -> float:
        weapon = mind.setting.weapons[name]
        attacks = striker.blows[0].attacks + weapon.attacks
        charge = max((c.charge for c in mind.state.contacts if outermost(mind.fight, member) == c.a), default=-1)
        return (
            sum(
                attacks * blow(striker, 0, figure(mind.fight, foe), weapon, charge, riders=riding(mind.fight, foe))
                for foe in against
            )
            - 0.01 * weapon.tiring
        )

    yield max(question.options, key=promise)


def _engulf(mind: Mind, question: Question) -> Iterator[Answer]:
    """Round him, unless others of his side are near enough to take us in the rear."""
    assert isinstance(question, Choose)
    own = mind.number[question.about]
    near = [e for e in mind.enemies if mind.free(e) and range_between(mind.fight, own, e) < 2 * mind.pace(e)]
    yield "fight on" if near else "engulf"


# --- pursuit -------------------------------------------------------------------------------------------------


def _pursuit(mind: Mind, question: Question) -> Iterator[Answer]:
    """After them, unless somebody stands in the way whom it would be bad to run into."""
    number = mind.number[question.about]
    quarries = [
        e for e in mind.enemies if number in mind.state.pieces[e].fled_from and mind.state.pieces[e].fleeing
    ]
    if not quarries:
        yield "hold"
        return
    quarry = max(quarries, key=mind.worth)
    course = heading(body(mind.fight, number).front, body(mind.fight, quarry).middle)
    trouble = max(_collision(mind, number, course), BEHIND * _in_the_back(mind, number))
    yield "hold" if trouble > CAUGHT * mind.worth(quarry) else "pursue"


def _collision(mind: Mind, number: Number, course: Angle) -> float:
    """What it might cost to run into an enemy on this course."""
    worst, here, far = 0.0, body(mind.fight, number), greatest_run(mind.fight, number)
    for enemy in mind.enemies:
        if mind.state.pieces[enemy].fleeing or range_between(mind.fight, number, enemy) > far:
            continue
        if abs(turn(course, heading(here.front, body(mind.fight, enemy).middle))) < AHEAD:
            worst = max(worst, -balance(mind, [Onset(number, "front")], enemy))
    return worst


def _in_the_back(mind: Mind, number: Number) -> float:
    """What those could do who are near enough to take a pursuer in the rear; whoever holds turns to face them."""
    near = [e for e in mind.enemies if mind.free(e) and range_between(mind.fight, number, e) < mind.pace(e) + DASH]
    return max((balance(mind, [Onset(enemy, "rear", FREE)], number) for enemy in near), default=0.0)


def _dearest(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, Choose)
    yield max(question.options, key=lambda name: mind.worth(mind.number[name]))


def _wipe_out_move(mind: Mind, question: Question) -> Iterator[Answer]:
    """Straight into the next enemy if that is good; else to wherever it would march in its own turn."""
    assert isinstance(question, Choose)
    number = mind.number[question.about]
    free = wipe_out_movement(mind.fight, number).total
    best, most = "move" if mind.enemies else "stay", 0.0
    for option in question.options:
        if option.startswith("charge "):
            target = mind.number[option.removeprefix("charge ")]
            leg = plan(mind.fight, number, target)
            if leg.halted is None and leg.hit == target and leg.distance <= free:
                value = fight_value(mind, [Onset(number, leg.struck, leg.distance)], target)
                if value > most:
                    best, most = option, value
    yield best


# --- turning -------------------------------------------------------------------------------------------------


def _facing(mind: Mind, question: Question) -> Iterator[Answer]:
    """Towards whoever could do most harm from behind; a unit that forms again has the way it faced, and degrees."""
    number = mind.number[question.about]
    dangers = [e for e in mind.enemies if not mind.state.pieces[e].fleeing] or mind.enemies
    if not dangers:
        return
    worst = max(dangers, key=lambda enemy: _harm(mind, number, enemy))
    wanted = heading(body(mind.fight, number).middle, body(mind.fight, worst).middle)

    def off(answer: Answer) -> int:
        way = of_degrees(int(answer)) if str(answer).isdecimal() else mind.state.pieces[number].facing
        return abs(turn(wanted, bearing(answer) if isinstance(question, Facing) else way))

    yield min(question.suggest(), key=off)


def _harm(mind: Mind, number: Number, enemy: Number) -> tuple[float, int]:
    """What an enemy in reach would gain by a charge into the rear; of the others the nearest counts most."""
    away = range_between(mind.fight, number, enemy)
    within = away < mind.pace(enemy) + DASH and mind.free(enemy)
    harm = balance(mind, [Onset(enemy, "rear", away)], number) if within else 0.0
    return max(0.0, harm), -away


THOUGHTS = {
    "strike at": _strike_at,
    "weapon": _weapon,
    "engulf": _engulf,
    "pursuit": _pursuit,
    "quarry": _dearest,
    "next to pursue": _dearest,
    "next wipe out move": _dearest,
    "next to flee": _dearest,
    "wipe out move": _wipe_out_move,
    "facing": _facing,
}
