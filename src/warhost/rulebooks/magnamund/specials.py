"""Where Kai Disciplines, Heroic Abilities and Evil Tricks hook into the game.

The skills themselves are in kai.py, abilities.py and tricks.py; the phases only know the points below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from warhost.engine.point import Point
from warhost.engine.question import Refusal
from warhost.engine.tally import Tally

from .pieces import fighters, squares_of
from .setting import Fight
from .state import Wound

if TYPE_CHECKING:
    from .attacks import Attack
    from .shooting import Shot


class Use(Protocol):
    def __call__(self, fight: Fight, user: int, target: str) -> None: ...


class Power(NamedTuple):
    """Something a character can do in a firing phase instead of shooting."""

    name: str
    rule: str
    targets: list[str]
    use: Use
    asks: str  # the question for a target, about {who}


class LeapLimits(NamedTuple):
    rule: str
    squares: int
    uses: int


class Aura(NamedTuple):
    """A zone in which enemy units must test: the morale modifier on their sheet."""

    rule: str
    modifier: str


# --- the points ---------------------------------------------------------------------------------------------

shooting: Point[[Attack], None] = Point("what a shot is held against, before it is reckoned")
attacking: Point[[Attack], None] = Point("what a blow is held against, before it is reckoned")
shot_at: Point[[Shot, Tally], None] = Point("the percentage, by the skill of the target")
movement_points_of: Point[[Tally, Fight, int], None] = Point("how far a piece may go")
gait: Point[[], tuple[str, ...]] = Point("terrains that are as good as open ground to a piece on foot")
leap: Point[[Fight], LeapLimits] = Point("how far and how often a piece can leap")
wounded: Point[[Fight, int, Wound], str | None] = Point("the rule by which a wound is ignored")
poisoned: Point[[], str] = Point("the rule by which poison does not work")
before_shot: Point[[list[Shot], Fight, int], list[Shot]] = Point("the shots that still come")
before_blow: Point[[Fight, int], bool] = Point("whether no blow can hurt it in this phase")
after_kill: Point[[Fight, int], None] = Point("the attacker has killed his foe")
firing_power: Point[[Fight, int], Power | None] = Point("what it can do now instead of shooting")
unusable: Point[[Fight, int], Refusal | None] = Point("why it cannot do that now")
movement_begins: Point[[Fight, int], None] = Point("before anybody of its side moves")
morale_of_friends: Point[[Tally, Fight, int, int], None] = Point("of a unit, by a hero")
aura: Point[[Fight, int, int], Aura | None] = Point("what a unit near a hero must bear")
instead_of_morale: Point[[Fight, int, int], bool] = Point("whether the unit need not test")
mind_blasted: Point[[Fight, int, int], bool] = Point("whether the blast is parried")
hypnotised: Point[[], str] = Point("the rule by which hypnosis does not work")

POINTS: tuple[Point[Any, Any], ...] = (
    shooting, attacking, shot_at, movement_points_of, gait, leap, wounded, poisoned, before_shot, before_blow,
    after_kill, firing_power, unusable, movement_begins, morale_of_friends, aura, instead_of_morale, mind_blasted,
    hypnotised,
)  # fmt: skip


def in_sight(fight: Fight, number: int, reach: int) -> list[int]:
    """The enemies of whom a character sees a square that is no farther away."""
    land, board, eyes = fight.setting.land, fight.setting.board, fight.state.pieces[number].square
    return [
        enemy
        for enemy in fighters(fight, 1 - fight.state.pieces[number].side)
        if any(board.distance(eyes, to) <= reach and land.sees(eyes, to) for to in squares_of(fight, enemy))
    ]


def weapon_skill_rule(fight: Fight, number: int) -> str:
    """Weapon Skill stands in three lists, with the same bonus.

    [mag.kai.weapon_skill] [mag.skill.weapon] [mag.trick.weapon]
    """
    figure = fight.setting.figures[number]
    lists = fight.setting.library.tables.skills
    if figure.kai_lord:
        return lists["kai_disciplines"].weapon_rule
    return lists["evil_tricks" if figure.alignment == "evil" else "heroic_abilities"].weapon_rule
