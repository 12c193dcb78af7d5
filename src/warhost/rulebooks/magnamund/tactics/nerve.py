"""Morale, losses, and what is answered in the midst of another's deed."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.board import FACINGS
from warhost.engine.question import Answer, Choose, Question

from ..combat import Blow, hand_weapons
from ..morale import CARRY_ON, ROUT, trial_of
from ..pieces import engaged, squares_of, touching
from ..tricks import NO, YES
from .mind import Mind

FEAR = 0.4  # the chance of losing a unit at which one of it is cut down for the others


def outlook(mind: Mind, unit: int) -> tuple[float, float]:
    """The exact chances that a unit which tests now carries on, and that it routs."""
    trial = trial_of(mind.fight, unit)
    return float(trial.chance(CARRY_ON)), float(trial.chance(ROUT))


def _steadiest_first(mind: Mind, question: Question) -> Iterator[Answer]:
    """A unit that has tested is not shaken by the rout of another."""
    assert isinstance(question, Choose)
    yield max(question.options, key=lambda name: outlook(mind, mind.setting.group[name].unit)[0])


def _brutality(mind: Mind, question: Question) -> Iterator[Answer]:
    carries, routs = outlook(mind, mind.setting.group[question.about].unit)
    yield YES if (1 - carries + routs) / 2 >= FEAR else NO


def _least_useful(mind: Mind, question: Question) -> Iterator[Answer]:
    """Not the leader, not one who still shoots, rather one who stands in nobody's way."""
    assert isinstance(question, Choose)
    number = mind.setting.number

    def use(name: str) -> tuple[float, int]:
        return mind.worth(number[name]), len(touching(mind.fight, number[name]))

    yield min(question.options, key=use)


def _stray(mind: Mind, question: Question) -> Iterator[Answer]:
    """The enemy's best, if one is as near; otherwise our least."""
    assert isinstance(question, Choose)

    def gain(name: str) -> float:
        struck = mind.setting.number[name]
        ours = mind.state.pieces[struck].side == mind.force
        return -mind.hit_worth(struck) if ours else mind.hit_worth(struck)

    yield max(question.options, key=gain)


def _where_it_lands(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, Choose)

    def gain(place: str) -> float:
        x, y = place.split(",")
        struck = mind.state.occupied[mind.setting.board.square(int(x), int(y))]
        if struck < 0:
            return 0.0
        ours = mind.state.pieces[struck].side == mind.force
        return -mind.hit_worth(struck) if ours else mind.hit_worth(struck)

    yield max(question.options, key=gain)


def _flee_to(mind: Mind, question: Question) -> Iterator[Answer]:
    """Where the edge of the board is furthest off."""
    assert isinstance(question, Choose)
    board = mind.setting.board
    testing = [n for n in mind.friends if mind.setting.figures[n].unit >= 0]
    x = sum(board.xs[mind.state.pieces[n].square] for n in testing) / len(testing)
    y = sum(board.ys[mind.state.pieces[n].square] for n in testing) / len(testing)
    room = {"N": board.height - y, "E": board.width - x, "S": y, "W": x}
    yield max(question.options, key=lambda facing: room[facing])


def _parry(mind: Mind, question: Question) -> Iterator[Answer]:
    """Parry when more comes at him than he would deal out himself."""
    hero = mind.setting.number[question.about]
    foes = touching(mind.fight, hero)
    danger = sum(Blow(mind.fight, foe, hero, foe, hand_weapons(mind.fight, foe)[0]).chance for foe in foes)
    weapon = hand_weapons(mind.fight, hero)[0]
    deals = max((Blow(mind.fight, hero, f, hero, weapon).chance * mind.hit_worth(f) for f in foes), default=0)
    yield YES if danger * mind.hit_worth(hero) > deals else NO


def _lightning(mind: Mind, question: Question) -> Iterator[Answer]:
    assert isinstance(question, Choose)
    hero, number = mind.setting.number[question.about], mind.setting.number
    foes = [name for name in question.options if name in number]
    yield max(foes, key=lambda name: mind.blow_chance(hero, number[name]) * mind.hit_worth(number[name]))


def _step_to(mind: Mind, question: Question) -> Iterator[Answer]:
    """Where the fewest enemies stand round him, his face towards them."""
    assert isinstance(question, Choose)
    board, contact = mind.setting.board, mind.setting.land.contact
    theirs = [square for enemy in mind.enemies for square in squares_of(mind.fight, enemy)]

    def trouble(place: str) -> tuple[int, int]:
        x, y, facing = place.split(",")
        square = board.square(int(x), int(y))
        around = [near for near in contact[square] if near in theirs]
        behind = sum(board.relative(square, near, FACINGS.index(facing))[1] <= 0 for near in around)
        return len(around), behind

    yield min(question.options, key=trouble)


def _always(mind: Mind, question: Question) -> Iterator[Answer]:
    yield YES


def _sixth_sense(mind: Mind, question: Question) -> Iterator[Answer]:
    """Only while somebody is unaccounted for."""
    missing = any(piece.fate == "waiting" and piece.side != mind.force for piece in mind.state.pieces)
    yield YES if missing else NO


def _guide(mind: Mind, question: Question) -> Iterator[Answer]:
    """Led by the hand a blinded hero at least stays where he is."""
    assert isinstance(question, Choose)
    yield min(question.options, key=lambda name: name not in mind.setting.number)


def _turn_away(mind: Mind, question: Question) -> Iterator[Answer]:
    """An enemy's charmed mount turns its back on us; our own goes nowhere."""
    assert isinstance(question, Choose)
    animal = mind.setting.number[question.about]
    piece = mind.state.pieces[animal]
    if piece.side == mind.force or engaged(mind.fight, animal):
        yield "stay"
        return
    board = mind.setting.board

    def nearness(place: str) -> tuple[int, int]:
        if place == "stay":
            return 0, 0
        x, y, facing = place.split(",")
        square, front = board.square(int(x), int(y)), FACINGS.index(facing)
        ahead = sum(board.relative(square, mind.state.pieces[f].square, front)[1] for f in mind.friends)
        return ahead, board.distance(piece.square, square)

    yield min(question.options, key=nearness)


THOUGHTS = {
    "test": _steadiest_first,
    "brutality": _brutality,
    "victim": _least_useful,
    "casualty": _least_useful,
    "stray hit": _stray,
    "where it lands": _where_it_lands,
    "flee to": _flee_to,
    "secret parry": _parry,
    "lightning attack": _lightning,
    "step to": _step_to,
    "mind over matter": _always,
    "sixth sense": _sixth_sense,
    "guide": _guide,
    "animal": _turn_away,
}
