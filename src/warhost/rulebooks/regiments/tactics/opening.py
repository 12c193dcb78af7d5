"""Setting up: fighters in the middle, shooters where they see, characters in good company."""

from __future__ import annotations

from warhost.engine.question import Answer, Choose, ChooseSome, Question

from ..nature import kind
from ..opening.deployment import Deploy
from ..setting import Fight
from .clash import worth


def next_unit(fight: Fight, question: Question) -> Answer:
    """The large blocks first, then those who may look for gaps."""
    assert isinstance(question, Choose)
    return max(question.options, key=lambda name: (fight.state.units[fight.setting.number[name]].models, name))


def place(fight: Fight, question: Question) -> Answer:
    """Machines and horsemen to the flanks, the rest near the middle."""
    assert isinstance(question, Deploy)
    offers = question.offers
    found = kind(question.fight, question.number)
    outer = found.machine or found.mount is not None or found.single
    return offers[-1] if outer and offers else (offers[0] if offers else None)


def join(fight: Fight, question: Question) -> Answer:
    """The worthiest block of foot or horse that suits him."""
    assert isinstance(question, Choose)
    number = fight.setting.number[question.about]
    hosts = [name for name in question.options if name in fight.setting.number]
    same = [
        name for name in hosts if kind(fight, fight.setting.number[name]).troop.id == kind(fight, number).troop.id
    ]
    large = [name for name in same or hosts if fight.state.units[fight.setting.number[name]].models >= 8]
    if not large:
        return None
    wizard = bool(kind(fight, number).lore)

    def suits(name: str) -> tuple[float, str]:
        host = fight.setting.number[name]
        shooter = kind(fight, host).missile is not None
        crowd = 200 * len(fight.state.units[host].leaders)
        return worth(fight, host) * (1.5 if shooter == wizard else 1.0) - crowd, name

    return max(large, key=suits)


def begin(fight: Fight, question: Question) -> Answer:
    return "me"


def ambush(fight: Fight, question: Question) -> Answer:
    assert isinstance(question, ChooseSome)
    return list(question.options)
