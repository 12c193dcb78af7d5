"""Setting up: fighters in the middle, shooters where they see, characters in good company."""

from __future__ import annotations

from warhost.engine.field.shapes import gap, overlap
from warhost.engine.question import Answer, Choose, ChooseSome, Question

from ..bodies import body, pose, ranked_models
from ..measures import INCH
from ..moving.reforms import widths
from ..nature import kind, present
from ..opening.deployment import Deploy
from ..setting import Fight
from .clash import worth

MOST_ABREAST, ROOM = 10, 3 * INCH


def next_unit(fight: Fight, question: Question) -> Answer:
    """The large blocks first, then those who may look for gaps."""
    assert isinstance(question, Choose)
    return max(question.options, key=lambda name: (fight.state.units[fight.setting.number[name]].models, name))


def place(fight: Fight, question: Question) -> Answer:
    """Machines and horsemen to the flanks, the rest near the middle; clear of woods, with room to wheel."""
    assert isinstance(question, Deploy)
    found = kind(question.fight, question.number)
    offers = [wider for offer in question.offers if question.refuse(wider := {**offer, **_width(question)}) is None]
    offers = offers or question.offers
    outer = found.machine or found.mount is not None or found.single
    order = offers[::-1] if outer else offers
    return max(order, key=lambda offer: _suits(question, offer), default=None)


def _width(question: Deploy) -> dict[str, int]:
    """Those who shoot stand so wide that all can, the rest as they are."""
    fight, number = question.fight, question.number
    if kind(fight, number).missile is None or kind(fight, number).single:
        return {}
    least, most = widths(fight, number)
    return {"files": max(least, min(most, MOST_ABREAST, -(-ranked_models(fight, number) // 2)))}


def _suits(question: Deploy, offer: Answer) -> int:
    """A bad ground counts for more than a narrow one."""
    fight, number = question.fight, question.number
    block = pose(fight, number, question.stand(offer)).block
    rough = any(overlap(ground.shape, block) for ground in fight.setting.land(fight.state.terrain).grounds)
    friends = present(fight, fight.state.units[number].side)
    narrow = any(gap(block, body(fight, one).block) < ROOM for one in friends)
    return -2 * rough - narrow


def join(fight: Fight, question: Question) -> Answer:
    """The worthiest block of foot or horse that suits him."""
    assert isinstance(question, Choose)
    number = fight.setting.number[question.about]
    hosts = [name for name in question.options if name in fight.setting.number]
    same = [
        name for name in hosts if kind(fight, fight.setting.number[name]).troop.id == kind(fight, number).troop.id
    ]
    large = [name for name in same or hosts if fight.state.units[fight.setting.number[name]].models >= 8]
    wizard = bool(kind(fight, number).lore)

    def suits(name: str) -> tuple[float, str]:
        host = fight.setting.number[name]
        shooter = kind(fight, host).missile is not None
        crowd = 200 * len(fight.state.units[host].leaders)
        return worth(fight, host) * (1.5 if shooter == wizard else 1.0) - crowd, name

    return max(large, key=suits, default=None)


def begin(fight: Fight, question: Question) -> Answer:
    return "me"


def ambush(fight: Fight, question: Question) -> Answer:
    assert isinstance(question, ChooseSome)
    return list(question.options)
