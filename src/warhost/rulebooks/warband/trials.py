"""Tests of characteristics and of Leadership, and dice as the rules write them."""

from __future__ import annotations

from warhost.engine.dice import Throw

from .events import Tested
from .lookout import apart, within
from .setting import Fight
from .specials import leading, mindless
from .state import NOBODY

LOWEST, HIGHEST = 1, 10
LEADERS_REACH = 6_000


def limited(value: int) -> int:
    """Modifiers never push a characteristic out of 1 to 10.  [war.char.limits]"""
    return min(HIGHEST, max(LOWEST, value))


def characteristic_test(
    fight: Fight, number: int, value: int, what: str, rule: str, why: str, on_the_way: bool = False
) -> bool:
    """A D6 of at most the value; a 6 always fails.  [war.char.test] [war.char.test.six]"""
    need = min(5, value)
    side = fight.state.warriors[number].side
    face = fight.throw(Throw(1, 6, f"{what} test: {why}", rule, side, (need,), need=need))[0]
    passed = face <= need
    fight.tell(Tested(rule, fight.setting.fighters[number].id, what, why, passed, on_the_way=on_the_way))
    return passed


def initiative_test(fight: Fight, number: int, rule: str, why: str, on_the_way: bool = False) -> bool:
    value = fight.setting.fighters[number].profile.i
    return characteristic_test(fight, number, value, "Initiative", rule, why, on_the_way)


def leadership_test(
    fight: Fight, number: int, rule: str, why: str, alone: bool = False, barred: bool = False
) -> bool:
    """2D6 of at most his Leadership, or of that of a leader near enough; who is barred cannot pass it.

    [war.char.ldtest]
    """
    value = fight.setting.fighters[number].profile.ld if alone else leadership(fight, number)
    side = fight.state.warriors[number].side
    total = fight.total(Throw(2, 6, f"Leadership test: {why}", rule, side), (value,))
    passed = total <= value and not barred
    fight.tell(Tested(rule, fight.setting.fighters[number].id, "Leadership", why, passed, total, value))
    return passed


def leadership(fight: Fight, number: int) -> int:
    """His own, or his leader's within 6 inches; a rat may use its keeper's.

    [war.char.ld] [war.rout.leader] [war.band.gutter.rats]
    """
    fighter = fight.setting.fighters[number]
    best = fighter.profile.ld
    for other, one in enumerate(fight.setting.fighters):
        if one.side != fighter.side or other == number or not fight.state.warriors[other].steady:
            continue
        keeps = bool(fighter.recruit.keeper) and one.recruit.id == fighter.recruit.keeper
        if one.profile.ld > best and (one.role == "leader" or keeps):
            reach = leading.fold(one.traits, LEADERS_REACH)
            if within(apart(fight, number, other), reach):
                best = one.profile.ld
    return best


def acting_leader(fight: Fight, side: int) -> int:
    """The leader while he can lead, else the steady hero with the highest Leadership, else the henchman; creatures
    without a will of their own only if nobody else stands.

    [war.rout.leader]
    """
    best, rank = NOBODY, (-1, -1, -1, -1)
    for number, fighter in enumerate(fight.setting.fighters):
        if fighter.side != side or not fight.state.warriors[number].steady or fighter.role == "follower":
            continue
        willing = not mindless.any(fighter.traits)
        found = fighter.role == "leader", willing, fighter.hero, fighter.profile.ld
        if found > rank:
            best, rank = number, found
    return best


def half_die(face: int) -> int:
    """A D3 read off a D6.  [war.dice.kinds]"""
    return (face + 1) // 2


def d3(fight: Fight, side: int, purpose: str, rule: str) -> int:
    return half_die(fight.die(6, f"{purpose}, a D3 read off a D6", rule, side, (2, 4)))


def roll_off(fight: Fight, sides: tuple[int, ...], purpose: str, rule: str) -> int:
    """Everybody throws a die in this order; the highest wins, and the highest of equals throw again."""
    while len(sides) > 1:
        faces = [fight.die(6, purpose, rule, side) for side in sides]
        best = max(faces)
        sides = tuple(side for side, face in zip(sides, faces, strict=True) if face == best)
    return sides[0]


def rank_off(fight: Fight, sides: tuple[int, ...], purpose: str, rule: str) -> tuple[int, ...]:
    """One roll-off from the highest to the lowest; only those who are equal throw again for their places."""
    if len(sides) < 2:
        return sides
    faces = {side: fight.die(6, purpose, rule, side) for side in sides}
    places = [tuple(side for side in sides if faces[side] == face) for face in sorted(set(faces.values()))]
    return tuple(side for equal in reversed(places) for side in rank_off(fight, equal, purpose, rule))
