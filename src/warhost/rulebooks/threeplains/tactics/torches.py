"""By night: when torches are worth their light.

Light shows its bearers to every archer, and helps only where there is somebody to be seen or fought.
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.question import Answer, Choose, Question

from ..bodies import figure, range_between
from ..fighting.contact import engaged
from ..figure import inches
from ..moving.groups import outermost
from ..scenario.night import lit
from ..scenario.torches import DROP, DROP_ALL, ENOUGH, LIGHT, PUT_OUT
from ..state import Number
from .mind import Mind

NEAR, FAR = inches(9), inches(15)  # enemies whom it is time to see, and who cannot reach the light in a turn


def tend_torches(mind: Mind, question: Question) -> Iterator[Answer]:
    """One thing after the other, until nothing is left to be done."""
    assert isinstance(question, Choose)
    for deed in question.options:
        if deed != ENOUGH and _worth_it(mind, deed):
            yield deed
            return
    yield ENOUGH


def _worth_it(mind: Mind, deed: str) -> bool:
    number = mind.number[deed.partition(": ")[2]]
    if deed.startswith((DROP_ALL, DROP)):
        return _needs_both_hands(mind, number)
    away, light = _nearest(mind, number), _has_light(mind, number)
    if deed.startswith(PUT_OUT):
        return away > FAR
    return deed.startswith(LIGHT) and not light and away <= NEAR


def _needs_both_hands(mind: Mind, number: Number) -> bool:
    """Archers shoot, and leave the light to others; so does nobody in the middle of a fight."""
    known = mind.setting.weapons
    shoots = any(known[weapon].range for weapon in figure(mind.fight, number).weapons)
    return shoots and not engaged(mind.fight, outermost(mind.fight, number))


def _nearest(mind: Mind, number: Number) -> int:
    here = outermost(mind.fight, number)
    return min((range_between(mind.fight, here, enemy) for enemy in mind.enemies), default=FAR + 1)


def _has_light(mind: Mind, number: Number) -> bool:
    return lit(mind.fight, outermost(mind.fight, number))


THOUGHTS = {"torches": tend_torches}
