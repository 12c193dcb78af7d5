"""Where Kai Disciplines, Heroic Abilities and Evil Tricks hook into the game.

The skills themselves are in kai.py, abilities.py and tricks.py; the phases only know the points below.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from warhost.engine.special import Specials

from .pieces import fighters, squares_of
from .setting import Fight

POINTS = (
    "shooting",  # (shot): the firer's skill changes what the shot is held against, before it is reckoned
    "shot at",  # (shot, tally): the target's skill changes the percentage
    "attacking",  # (blow): as "shooting", in combat
    "movement points",  # (tally, fight, piece)
    "gait",  # () -> terrains that are as good as open ground to a piece on foot
    "leap",  # (fight) -> LeapLimits
    "wounded",  # (fight, piece, wound) -> the rule by which the wound is ignored, or None
    "poisoned",  # () -> the rule by which poison does not work
    "before shot",  # (fight, piece, shots) -> the shots that still come
    "before blow",  # (fight, piece) -> True if no blow can hurt the piece in this phase
    "after kill",  # (fight, piece): the attacker has killed his foe
    "firing power",  # (fight, piece) -> Power, or None when it cannot be used now
    "movement begins",  # (fight, piece)
    "morale of friends",  # (tally, fight, hero, unit)
    "aura",  # (fight, hero, unit) -> Aura, or None
    "instead of morale",  # (fight, hero, unit) -> True if the unit need not test
    "mind blasted",  # (fight, piece, blaster) -> True if the blast is parried
    "hypnotised",  # () -> the rule by which hypnosis does not work
)

special = Specials(POINTS)


class Use(Protocol):
    def __call__(self, fight: Fight, user: int, target: str) -> None: ...


class Power(NamedTuple):
    """Something a character can do in a firing phase instead of shooting."""

    name: str
    rule: str
    targets: list[str]
    use: Use


class LeapLimits(NamedTuple):
    rule: str
    squares: int
    uses: int


class Aura(NamedTuple):
    """A zone in which enemy units must test: the morale modifier on their sheet."""

    rule: str
    modifier: str


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
