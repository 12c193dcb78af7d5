"""Shards and the strongbox: picked up, carried, handed on, taken off the table.  [war.scen.hunt] [war.scen.box]"""

from __future__ import annotations

from math import hypot

from msgspec.structs import replace

from warhost.engine.question import Choose

from ..burdens import RULES, carried, holds_chest, laden, put
from ..events import LeftTable, PrizeMoved
from ..lookout import apart, of_side, standing_foes, within
from ..moving.fitness import may_move
from ..setting import Fight
from ..specials import carrying
from ..state import NOBODY, Prize
from ..trials import characteristic_test
from .zones import at_own_edge

MARKER, CHEST = 250, 500  # half as wide as they are
BESIDE = 1_300
LIFT, LEAVE, ALONE, KEEP = "lift", "leave it", "alone", "keep it"


# --- moving with it -------------------------------------------------------------------------------------------


def before_move(fight: Fight, number: int) -> int:
    """Who touches the chest when his move begins may try to lift it; who carries it may be helped, and by whom.

    [war.scen.box]
    """
    if not fight.state.prizes:
        return NOBODY
    _lift(fight, number)
    return _helper(fight, number) if holds_chest(fight, number) else NOBODY


def _lift(fight: Fight, number: int) -> None:
    """Once a turn."""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    if warrior.posture != "up" or warrior.lifted or fighter.has("animal"):
        return
    for at, prize in enumerate(fight.state.prizes):
        if (
            prize.kind != "chest"
            or prize.holder != NOBODY
            or prize.taken != NOBODY
            or warrior.z
            or not _touches_chest(fight, number, prize)
        ):
            continue
        if standing_foes(fight, number):
            return
        text = "Does {who} try to lift the chest?"
        choice = fight.ask(
            Choose(
                fighter.side,
                "lift",
                [LIFT, LEAVE],
                "war.scen.box",
                fighter.id,
                text=text,
                meanings={LIFT: "lift it", LEAVE: "leave it"},
                usual=LEAVE,
            )
        )
        if choice == LIFT:
            warrior.lifted = True
            if characteristic_test(
                fight, number, fighter.profile.s, "Strength", "war.scen.box", "lifting the chest"
            ):
                put(fight, at, replace(prize, holder=number))
                fight.tell(PrizeMoved("war.scen.box", "lifts the chest", fighter.id, (prize.x, prize.y)))


def _touches_chest(fight: Fight, number: int, prize: Prize) -> bool:
    warrior, r = fight.state.warriors[number], fight.setting.fighters[number].radius
    dx, dy = max(0, abs(warrior.x - prize.x) - CHEST), max(0, abs(warrior.y - prize.y) - CHEST)
    return hypot(dx, dy) <= r + 5


def helpers(fight: Fight, number: int) -> list[int]:
    """Friends beside the chest when the carrier's move begins, with their own move left."""
    prize = fight.state.prizes[carried(fight, number)]
    return [
        other
        for other in of_side(fight, fight.state.warriors[number].side)
        if other != number
        and fight.state.warriors[other].posture == "up"
        and not fight.setting.fighters[other].has("animal")
        and hypot(fight.state.warriors[other].x - prize.x, fight.state.warriors[other].y - prize.y) <= BESIDE
        and may_move(fight, other) is None
    ]


def _helper(fight: Fight, number: int) -> int:
    fighter = fight.setting.fighters[number]
    able = {fight.setting.fighters[other].id: other for other in helpers(fight, number)}
    if not able or carrying.any(fighter.traits):
        return NOBODY
    question = Choose(
        fighter.side,
        "helper",
        [ALONE, *able],
        "war.scen.box",
        fighter.id,
        text="Who helps {who} with the chest? He goes the same way, and that is his move.",
        meanings={ALONE: "nobody"},
        usual=ALONE,
    )
    return able.get(fight.ask(question), NOBODY)


def after_move(fight: Fight, number: int) -> None:
    """He picks up what he touches, hands it on, takes it from a friend, or leaves with it over his own edge."""
    if not fight.state.prizes:
        return
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    if not warrior.steady or fighter.has("animal"):
        return
    at = carried(fight, number)
    if at == NOBODY:
        _pick_up(fight, number)
        _take_over(fight, number)
        return
    prize = fight.state.prizes[at]
    if prize.kind == "chest":
        put(fight, at, replace(prize, x=warrior.x, y=warrior.y))
    if at_own_edge(fight, number):
        _take_off(fight, number, at)
    elif prize.kind == "shard":
        _hand_on(fight, number, at)


def _take_over(fight: Fight, number: int) -> None:
    """He may have come to a friend who carries a shard."""
    for at, prize in enumerate(fight.state.prizes):
        holder = prize.holder
        if prize.kind == "shard" and holder != NOBODY and fight.state.warriors[holder].side == fight.state.active:
            near = fight.state.warriors[holder].steady and within(apart(fight, number, holder), 5)
            if near and not laden(fight, number):
                _hand_on(fight, holder, at)


def _pick_up(fight: Fight, number: int) -> None:
    """[war.scen.hunt]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    if warrior.z or standing_foes(fight, number):
        return
    for at, prize in enumerate(fight.state.prizes):
        free = prize.kind == "shard" and prize.holder == NOBODY and prize.taken == NOBODY
        if free and hypot(prize.x - warrior.x, prize.y - warrior.y) <= fighter.radius + MARKER + 5:
            put(fight, at, replace(prize, holder=number))
            fight.tell(PrizeMoved("war.scen.hunt", "picks up a shard", fighter.id, (prize.x, prize.y)))
            return


def _hand_on(fight: Fight, number: int, at: int) -> None:
    """A friend he touches may take it at no cost."""
    fighter = fight.setting.fighters[number]
    takers = {
        fight.setting.fighters[other].id: other
        for other in of_side(fight, fighter.side)
        if other != number
        and fight.state.warriors[other].steady
        and within(apart(fight, number, other), 5)
        and not laden(fight, other)
        and not fight.setting.fighters[other].has("animal")
    }
    if not takers:
        return
    text = "Does {who} hand the shard on?"
    choice = fight.ask(
        Choose(
            fighter.side,
            "hand on",
            [KEEP, *takers],
            "war.scen.hunt",
            fighter.id,
            text=text,
            meanings={KEEP: "keep it"},
            usual=KEEP,
        )
    )
    if choice != KEEP:
        prize, taker = fight.state.prizes[at], takers[choice]
        put(fight, at, replace(prize, holder=taker))
        fight.tell(PrizeMoved("war.scen.hunt", "takes over the shard", choice, (prize.x, prize.y)))


def _take_off(fight: Fight, number: int, at: int) -> None:
    """Unhurt, and not counted as lost."""
    warrior, prize = fight.state.warriors[number], fight.state.prizes[at]
    put(fight, at, replace(prize, holder=NOBODY, taken=warrior.side))
    warrior.fate, warrior.hidden, warrior.cloaked = "left", False, False
    fight.tell(
        LeftTable(RULES[prize.kind], fight.setting.fighters[number].id, f"leaves the table with the {prize.kind}")
    )
