"""A siege: what is bought for whom, and who steps up to the turrets."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.question import Answer, Choose, Question

from ..bodies import strength
from ..siege.buying import ENOUGH
from ..siege.implements import carried
from ..siege.turrets import STAY
from ..siege.works import equipment
from .mind import Mind

PER_LADDER = 8  # models for each ladder that a unit takes along


def _buy(mind: Mind, question: Question) -> Iterator[Answer]:
    """Ladders for those who do not shoot, as many as their numbers are worth; hooks for whoever can have them."""
    assert isinstance(question, Choose)
    number = mind.number[question.about]
    things = [equipment()[name] for name in question.options if name != ENOUGH]
    hooks = [thing.id for thing in things if thing.each]
    ladders = [thing.id for thing in things if thing.stands == "wall" and thing.climbers == 1]
    wanted = strength(mind.fight, number) // PER_LADDER
    if hooks:
        yield hooks[0]
    elif ladders and not mind.shoots(number) and len(carried(mind.fight, number)) < wanted:
        yield ladders[0]
    else:
        yield ENOUGH


def _switch(mind: Mind, question: Question) -> Iterator[Answer]:
    """Archers step back for whoever fights better hand to hand."""
    assert isinstance(question, Choose)
    others = [name for name in question.options if name != STAY and not mind.shoots(mind.number[name])]
    yield others[0] if others and mind.shoots(mind.number[question.about]) else STAY


THOUGHTS = {"siege equipment": _buy, "switch places": _switch}
