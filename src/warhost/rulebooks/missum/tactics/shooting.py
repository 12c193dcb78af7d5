"""Shooting: whoever can, at whoever suffers most."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.question import Answer, Question

from ..bodies import troop
from ..setting import Fight
from ..shooting.volley import AimAt, attacks_of
from ..state import Shot
from .worth import stamina, value


def shoot(fight: Fight, question: Question) -> Iterator[Answer]:
    """Everybody shoots; devices too."""
    yield next(iter(getattr(question, "options", ("done",))))


def aim(fight: Fight, question: Question) -> Iterator[Answer]:
    assert isinstance(question, AimAt)
    best, most = None, 0.0
    for target, able in question.found.items():
        shot = Shot(question.number, target, tuple(one.figure for one in able))
        promised = sum(attack.casualties for attack in attacks_of(fight, shot, able)) / 100
        worth = (
            promised / stamina(fight, target) * (0.5 + value(fight, target))
            if troop(fight, target).legion
            else promised
        )
        if worth > most:
            best, most = {troop(fight, target).id: len(able)}, worth
    scarce = fight.state.pieces[question.number].supply == 1
    if best is not None and most > (0.02 if scarce else 0.0):
        yield best
    else:
        yield {}


THOUGHTS = {"shoot": shoot, "aim": aim, "use device": shoot}
