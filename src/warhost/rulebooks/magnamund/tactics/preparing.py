"""Before the first turn: skills, placing and leaders."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.board import FACINGS
from warhost.engine.question import Answer, Choose, ChooseSome, Question

from ..pieces import distance, squares_of
from ..setting import Group
from .mind import Mind

LIKED = (
    "weapon_skill_sword", "weapon_skill_lance", "hard_as_nails", "poisoner", "lightning_attack", "strength",
    "mind_blast", "healing", "weapon_skill_longbow", "secret_parry", "rally", "inspire_terror", "brutality",
    "aura_of_goodness", "mind_over_matter", "tracking", "hypnotise",
)  # fmt: skip
WHEN_LEAVING = ("tracking", "healing")


def _skills(mind: Mind, question: Question) -> Iterator[Answer]:
    """What makes a fighter; legs first for one who must get away."""
    assert isinstance(question, ChooseSome)
    hero = mind.setting.number[question.about]
    wanted = (*WHEN_LEAVING, *LIKED) if hero in mind.aims.exits else LIKED
    ranked = sorted(question.options, key=lambda skill: wanted.index(skill) if skill in wanted else len(wanted))
    yield ranked[: question.most]


def _leader(mind: Mind, question: Question) -> Iterator[Answer]:
    """Somebody in the rear, in the middle of his unit."""
    assert isinstance(question, Choose)
    fight, number = mind.fight, mind.setting.number
    home = FACINGS.index(mind.setting.sides[mind.force].home_edge)
    fellows = [number[name] for name in question.options]
    origin = mind.state.pieces[fellows[0]].square

    def safety(name: str) -> tuple[int, int]:
        here = squares_of(fight, number[name])
        _, back = mind.setting.board.relative(origin, here[0], home)
        return back, -sum(distance(fight, fellow, here) for fellow in fellows)

    yield max(question.options, key=safety)


def _place(mind: Mind, question: Question) -> Iterator[Answer]:
    """Of the suggested formations the one that suits the unit."""
    group = mind.setting.group[question.about]
    offers = question.suggest(24)
    yield offers[0]
    yield max(offers, key=lambda offer: _suits(mind, group, offer))


def _suits(mind: Mind, group: Group, offer: Answer) -> float:
    """Near to what we want, melee troops in front, in a wide line; hidden where that may be."""
    board = mind.setting.board
    squares = [board.square(*xy) for xy in offer["at"].values()]
    ahead = [board.relative(squares[0], square, group.facing) for square in squares]
    wide = len({aside for aside, _ in ahead})
    hidden = 3.0 * bool(offer.get("hidden"))
    goals = [area for area in (*mind.aims.areas, *mind.aims.guarded) if not area.who or group.id in area.who]
    if group.members[0] in mind.aims.exits:
        return hidden - _centre_off(mind, group, squares)
    away = 0.0
    if goals:
        wanted = [goal for area in goals for goal in sorted(area.squares)]
        away = sum(min(board.distance(square, goal) for goal in wanted) for square in squares) / len(squares)
    elif mind.enemies:
        theirs = [mind.state.pieces[enemy].square for enemy in mind.enemies]
        away = sum(min(board.distance(s, there) for there in theirs) for s in squares) / len(squares) / 4
    return hidden + 0.3 * wide - away


def _centre_off(mind: Mind, group: Group, squares: list[int]) -> float:
    """How far a formation lies from the far end of its zone, seen in the direction it faces."""
    board, zone = mind.setting.board, group.zone
    corners = [board.square(x, y) for x in zone.x for y in zone.y]
    front = max(board.relative(squares[0], corner, group.facing)[1] for corner in corners)
    return float(front)


THOUGHTS = {"skills": _skills, "leader": _leader, "place": _place}
