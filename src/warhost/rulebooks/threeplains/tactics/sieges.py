"""A siege: what is bought for whom, and who steps up to the turrets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.engine.question import Answer, Choose, ChooseSome, Question

from ..bodies import strength
from ..fighting.battering import NOBODY_DOES
from ..siege.buying import ENOUGH
from ..siege.fixtures import DRAWN, WOODEN
from ..siege.gates import CLOSE, LEAVE, OPEN
from ..siege.implements import carried, thing_of
from ..siege.places import places_of
from ..siege.turrets import STAY
from ..siege.works import BESIEGERS, Equipment, equipment
from ..state import NOBODY, Number
from .mind import Mind

GIVE_WAY = frozenset((*DRAWN.values(), WOODEN, *(one.title for one in equipment().values() if one.stands)))
PER_LADDER, FEWEST = 8, 2  # models for each ladder that a unit takes along; one is kept for a second wall


def _buy(mind: Mind, question: Question) -> Iterator[Answer]:
    """A ram for the first who can carry it, with a bridge if there is water before the gate; ladders for those who
    do not shoot, as many as their numbers are worth; hooks, and stones for machines, for whoever can have them."""
    assert isinstance(question, Choose)
    number = mind.number[question.about]
    things = [equipment()[name] for name in question.options if name != ENOUGH]
    hooks = [thing.id for thing in things if thing.each or "machine" in thing.kinds]
    ladders = [thing.id for thing in things if thing.stands == "wall" and thing.climbers == 1]
    wanted = max(FEWEST, strength(mind.fight, number) // PER_LADDER)
    if hooks:
        yield hooks[0]
    elif ram := _for_the_gate(mind, number, things):
        yield ram
    elif ladders and not mind.shoots(number) and len(carried(mind.fight, number)) < wanted:
        yield ladders[0]
    else:
        yield ENOUGH


def _for_the_gate(mind: Mind, number: Number, things: Sequence[Equipment]) -> str:
    """The next thing that it needs to break down the gate; nothing where others do that, or it never could."""
    layout = places_of(mind.setting.mission.plan).layout
    wet = any(one.work.gate for one, _ in layout.moats())
    train = [(one.bearer, thing_of(one)) for one in mind.state.progress.train]
    if any(thing.bites and thing.targets for bearer, thing in train if bearer != number) or mind.shoots(number):
        return ""
    mine = [thing for bearer, thing in train if bearer == number]
    rams = [thing for thing in things if WOODEN in thing.targets]
    bridges = [thing for thing in things if thing.stands == "moat"]
    if any(thing.targets for thing in mine):
        dry = not wet or any(thing.stands == "moat" for thing in mine)
        return "" if dry or not bridges else bridges[0].id
    if not rams or (wet and not bridges):
        return ""
    hands = rams[0].operation + (bridges[0].operation if wet else 0)
    return rams[0].id if hands <= strength(mind.fight, number) else ""


def _switch(mind: Mind, question: Question) -> Iterator[Answer]:
    """Archers step back for whoever fights better hand to hand."""
    assert isinstance(question, Choose)
    others = [name for name in question.options if name != STAY and not mind.shoots(mind.number[name])]
    yield others[0] if others and mind.shoots(mind.number[question.about]) else STAY


def _gate(mind: Mind, question: Question) -> Iterator[Answer]:
    """Whoever has come to take the fortress opens it; those who hold it leave it shut, and shut it."""
    assert isinstance(question, Choose)
    wanted = OPEN if mind.side == BESIEGERS else CLOSE
    yield wanted if wanted in question.options else LEAVE


def _batter(mind: Mind, question: Question) -> Iterator[Answer]:
    """Doors, gates and ladders give way to blows; walls do not, and low ones elsewhere are better stood behind."""
    assert isinstance(question, Choose)
    weak = {feature.name for feature in mind.state.terrain if feature.kind in GIVE_WAY}
    yield next((option for option in question.options if option.partition(": ")[2] in weak), NOBODY_DOES)


def _best(mind: Mind, question: Question) -> Iterator[Answer]:
    """Whoever is worth most is worth it for how he fights; a group of plain models comes before a dear life."""
    assert isinstance(question, Choose)
    fighters = [name for name in question.options if not mind.shoots(mind.number[name])] or question.options
    plain = [name for name in fighters if mind.state.pieces[mind.number[name]].host == NOBODY]
    yield max(plain or fighters, key=lambda name: mind.price(mind.number[name]))


def _few_heroes(mind: Mind, question: Question) -> Iterator[Answer]:
    """No more characters at a door than must be there."""
    assert isinstance(question, ChooseSome)
    yield list(question.options[: question.least])


FOREMOST = ("fight inside", "hold the doorway", "in the doorway")
THOUGHTS = {"batter down": _batter, "gate": _gate, "siege equipment": _buy, "switch places": _switch,
            "before the doorway": _few_heroes} | dict.fromkeys(FOREMOST, _best)
