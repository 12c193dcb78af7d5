"""Hiding behind cover, and being spotted.  [war.hide.basic]"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot

from msgspec.structs import replace

from warhost.engine.field.levels.parts import Spot
from warhost.engine.field.levels.sight import Figure
from warhost.engine.question import Refusal

from ..events import Changed
from ..lookout import apart, between, enemies, engaged, figure, within
from ..plights import UNSTEADY, plight
from ..setting import Fight
from ..specials import bars_hiding, spotting


def spots_within(fight: Fight, number: int) -> int:
    """How far he spots hidden enemies: his Initiative in inches.  [war.hide.spot.near] [war.item.lantern]"""
    fighter = fight.setting.fighters[number]
    return spotting.fold(fighter.traits_and_items, 1_000 * fighter.profile.i)


def spot(fight: Fight, number: int, rule: str) -> None:
    warrior = fight.state.warriors[number]
    if warrior.hidden:
        warrior.hidden = warrior.cloaked = False
        fight.tell(Changed(rule, fight.setting.fighters[number].id, "spotted"))


def pass_by(fight: Fight, number: int, before: Spot) -> None:
    """Whom he spots on a stretch of his way, and who spots him on it, straight through air and walls.

    [war.hide.spot.near]
    """
    warriors, mover = fight.state.warriors, fight.state.warriors[number]
    sharp = spots_within(fight, number) if mover.steady else -1
    for foe in enemies(fight, mover.side):
        other = warriors[foe]
        if other.hidden and sharp >= 0 and within(nearest(fight, number, before, foe), sharp):
            spot(fight, foe, "war.hide.spot.near")
        if mover.hidden and other.steady and within(nearest(fight, number, before, foe), spots_within(fight, foe)):
            spot(fight, number, "war.hide.spot.near")


def nearest(fight: Fight, number: int, before: Spot, foe: int) -> float:
    """How near a straight stretch of his way came to an enemy."""
    now, other = fight.state.warriors[number], fight.state.warriors[foe]
    dx, dy = now.x - before[0], now.y - before[1]
    squared = dx * dx + dy * dy
    t = min(1.0, max(0.0, ((other.x - before[0]) * dx + (other.y - before[1]) * dy) / squared)) if squared else 1.0
    radii = fight.setting.fighters[number].radius + fight.setting.fighters[foe].radius
    plan = hypot(before[0] + t * dx - other.x, before[1] + t * dy - other.y) - radii
    return hypot(max(0.0, plan), before[2] + t * (now.z - before[2]) - other.z)


def look_round(fight: Fight) -> None:
    """After every move: whoever is hidden and can be seen with nothing at all in the way is spotted.

    [war.hide.spot.open] [war.spell.cloak]
    """
    hidden = [
        number
        for number, warrior in enumerate(fight.state.warriors)
        if warrior.hidden and warrior.fate == "there" and not warrior.cloaked
    ]
    if not hidden:
        return
    looking: dict[int, dict[Figure, int]] = {}
    for number in hidden:
        side = fight.state.warriors[number].side
        if side not in looking:
            looking[side] = _lookers(fight, side)
        if _in_the_open(fight, number, looking[side]) is not None:
            spot(fight, number, "war.hide.spot.open")


def _in_the_open(fight: Fight, number: int, looking: Mapping[Figure, int]) -> int | None:
    """An enemy who sees all of him. Whoever stands between can only hide more of him: where the town hides part,
    nobody need be looked for.
    """
    sight, own = fight.setting.town(fight.state).sight, figure(fight, number)
    for eye in sight.open_from(own, looking):
        if not sight.shaded(eye, own, between(fight, looking[eye], number)):
            return looking[eye]
    return None


def _lookers(fight: Fight, side: int) -> dict[Figure, int]:
    """Enemies of a side who keep their eyes open."""
    return {figure(fight, foe): foe for foe in enemies(fight, side) if fight.state.warriors[foe].steady}


def may_not_hide(fight: Fight, number: int) -> Refusal | None:
    """Behind cover from every enemy who has a line to him, not close to one, and not after certain deeds."""
    return unfit_to_hide(fight, number) or in_view(fight, number)


def unfit_to_hide(fight: Fight, number: int) -> Refusal | None:
    """What he did this turn, or is, keeps him from hiding.  [war.hide.basic] [war.hide.norun] [war.turn.states]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    who = (fighter.id,)
    if warrior.ran:
        return Refusal("war.hide.norun", "{who} ran this turn", who)
    if warrior.charged or warrior.failed:
        return Refusal("war.hide.basic", "{who} charged this turn", who)
    if refusal := plight(fight, number, *UNSTEADY, "rallied", "stood"):
        return replace(refusal, rule="war.hide.basic")
    if refusal := plight(fight, number, "fell", "squabbling", "stupid"):
        return refusal
    if bars_hiding.any(fighter.traits_and_items):
        return Refusal("war.item.lantern", "{who} carries a lantern", who)
    if _carries_chest(fight, number):
        return Refusal("war.turn.states", "{who} carries the chest", who)
    if engaged(fight, number):
        return Refusal("war.combat.engaged", "{who} is engaged", who)
    return None


def in_view(fight: Fight, number: int) -> Refusal | None:
    """Who is too near to him, or sees all of him."""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    looking = _lookers(fight, warrior.side)
    for foe in looking.values():
        if within(apart(fight, number, foe), spots_within(fight, foe)):
            pair = fighter.id, fight.setting.fighters[foe].id
            return Refusal("war.hide.basic", "{1} is too near for {who} to hide", pair)
    seer = _in_the_open(fight, number, looking)
    if seer is None:
        return None
    pair = fighter.id, fight.setting.fighters[seer].id
    return Refusal("war.hide.basic", "{1} sees {who} in the open", pair)


def _carries_chest(fight: Fight, number: int) -> bool:
    return any(prize.holder == number and prize.kind == "chest" for prize in fight.state.prizes)


def hide(fight: Fight, number: int) -> None:
    fight.state.warriors[number].hidden = True
    fight.tell(Changed("war.hide.basic", fight.setting.fighters[number].id, "hidden"))


def still_hidden(fight: Fight, number: int) -> None:
    """At the end of a move of his own he stays hidden only behind cover or unseen; a cloak lasts until he moves."""
    warrior = fight.state.warriors[number]
    if warrior.hidden:
        warrior.cloaked = False
        if warrior.ran or in_view(fight, number) is not None:
            spot(fight, number, "war.hide.basic")
