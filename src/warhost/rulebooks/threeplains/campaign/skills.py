"""What special characters learn from battle to battle.  [tp.campaign.character_development]"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ..armies.army import Army
from ..figure import INCH, Figure
from ..special.qualities import guided_blows, guided_shots
from .war import Fate, Person

RULE = "tp.campaign.character_development"
HIGHEST_RATING = 10  # tp.combat.cr.max
CHEAPER = 25  # points
OWN = ("self", "sting")  # the blows that are his and not his steed's


def _faster(figure: Figure) -> Figure:
    """Of the movement he uses, on foot or on a steed; a beast that he rides is a piece of its own."""
    return replace(figure, movement=figure.movement + INCH)


def _deadlier(figure: Figure) -> Figure:
    blows = tuple(
        replace(line, rating=min(HIGHEST_RATING, line.rating + 1)) if line.part in OWN else line
        for line in figure.blows
    )
    return replace(figure, rating=min(HIGHEST_RATING, figure.rating + 1), blows=blows)


def _tougher(figure: Figure) -> Figure:
    return replace(figure, life=figure.life + 1)


def _with(trait: str) -> Callable[[Figure], Figure]:
    return lambda figure: replace(figure, traits=(*figure.traits, trait))


class Skill(NamedTuple):
    """A line of the chart: its words, what it makes of a model, and whether somebody can gain by it."""

    words: str
    works: Callable[[Figure], Figure]
    gains: Callable[[Person, Fate], bool]


def _always(person: Person, fate: Fate) -> bool:
    return True


def _below_the_highest(person: Person, fate: Fate) -> bool:
    return fate.rating < HIGHEST_RATING


def _once(name: str) -> Callable[[Person, Fate], bool]:
    return lambda person, fate: name not in person.skills


def _shoots_once(person: Person, fate: Fate) -> bool:
    return fate.shoots and "shooting" not in person.skills


def _still_costs(person: Person, fate: Fate) -> bool:
    return fate.points > CHEAPER * person.skills.count("cheaper")


SKILLS: Mapping[str, Skill] = {
    "movement": Skill("+1 Movement", _faster, _always),
    "combat rating": Skill("+1 Combat Rating", _deadlier, _below_the_highest),
    "life point": Skill("+1 Life Point", _tougher, _always),
    "blows": Skill("throws misses in combat again", _with(guided_blows.name), _once("blows")),
    "shooting": Skill("throws misses in shooting again", _with(guided_shots.name), _shoots_once),
    "cheaper": Skill("costs 25 points less", lambda figure: figure, _still_costs),
}
CHART: Mapping[int, str] = dict(enumerate(SKILLS, 1))
"""By the face of a D6."""


def skilled(figure: Figure, skills: Sequence[str]) -> Figure:
    for name in skills:
        figure = SKILLS[name].works(figure)
    return figure


def with_skills(army: Army, people: Sequence[Person]) -> Army:
    """The army as it comes to the table; what its characters cost, and are worth to the enemy, stays."""
    learnt = {one.id: one.skills for one in people}
    leaders = tuple(replace(one, figure=skilled(one.figure, learnt.get(one.id, ()))) for one in army.leaders)
    return replace(army, leaders=leaders)


def saved(person: Person, cost: int) -> int:
    """Points that he costs less, never more than he costs."""
    return min(cost, CHEAPER * person.skills.count("cheaper"))
