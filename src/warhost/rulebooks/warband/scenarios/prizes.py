"""Shards and the strongbox: picked up, carried, dropped, taken off the table.  [war.scen.hunt] [war.scen.box]"""

from __future__ import annotations

from math import hypot

from msgspec.structs import replace

from warhost.engine.question import Choose

from ..events import LeftTable, Moved, PrizeMoved
from ..lookout import apart, of_side, standing_foes, within
from ..moving.falling import free_place, set_down
from ..setting import Fight
from ..specials import carrying, mindless
from ..state import NOBODY, Prize
from ..trials import characteristic_test
from .zones import at_own_edge

MARKER, CHEST = 250, 500  # half as wide as they are
BESIDE = 1_300
DROPPED = {
    "shard": ("stunned", "out", "flees", "routs"),
    "chest": ("down", "stunned", "out", "flees", "routs", "fights"),
}
LIFT, LEAVE, ALONE, KEEP = "lift", "leave it", "alone", "keep it"
RULES = {"shard": "war.scen.hunt", "chest": "war.scen.box"}


def carried(fight: Fight, number: int) -> int:
    """Which prize he carries, or nothing."""
    for at, prize in enumerate(fight.state.prizes):
        if prize.holder == number:
            return at
    return NOBODY


def laden(fight: Fight, number: int) -> bool:
    return bool(fight.state.prizes) and carried(fight, number) != NOBODY


def holds_chest(fight: Fight, number: int) -> bool:
    at = carried(fight, number) if fight.state.prizes else NOBODY
    return at != NOBODY and fight.state.prizes[at].kind == "chest"


def _put(fight: Fight, at: int, prize: Prize) -> None:
    prizes = list(fight.state.prizes)
    prizes[at] = prize
    fight.state.prizes = tuple(prizes)


def let_go(fight: Fight, number: int, why: str) -> None:
    """What a carrier drops lies at his feet."""
    if not fight.state.prizes:
        return
    at = carried(fight, number)
    if at == NOBODY or why not in DROPPED[fight.state.prizes[at].kind]:
        return
    warrior, prize = fight.state.warriors[number], fight.state.prizes[at]
    _put(fight, at, replace(prize, holder=NOBODY, x=warrior.x, y=warrior.y))
    fight.tell(
        PrizeMoved(
            RULES[prize.kind], f"drops the {prize.kind}", fight.setting.fighters[number].id, (warrior.x, warrior.y)
        )
    )


# --- moving with it -------------------------------------------------------------------------------------------


def burden(fight: Fight, number: int, move: int) -> int:
    """The chest halves the rate of who carries it alone.  [war.scen.box] [war.camp.skills]"""
    if not holds_chest(fight, number) or carrying.any(fight.setting.fighters[number].traits):
        return move
    helper = helper_of(fight, number)
    return move // 2 if helper == NOBODY else min(move, fight.setting.fighters[helper].move)


def helper_of(fight: Fight, number: int) -> int:
    """A friend beside the chest, as it stood when the carrier's move began, with his own move left."""
    from ..moving.movement import may_move

    prize = fight.state.prizes[carried(fight, number)]
    for other in of_side(fight, fight.state.warriors[number].side):
        one = fight.state.warriors[other]
        able = other != number and one.posture == "up" and not mindless.any(fight.setting.fighters[other].traits)
        if able and hypot(one.x - prize.x, one.y - prize.y) <= BESIDE and may_move(fight, other) is None:
            return other
    return NOBODY


def before_move(fight: Fight, number: int) -> None:
    """Who touches the chest when his move begins may try to lift it, once a turn."""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    if warrior.posture != "up" or warrior.lifted or mindless.any(fighter.traits):
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
                _put(fight, at, replace(prize, holder=number))
                fight.tell(PrizeMoved("war.scen.box", "lifts the chest", fighter.id, (prize.x, prize.y)))


def _touches_chest(fight: Fight, number: int, prize: Prize) -> bool:
    warrior, r = fight.state.warriors[number], fight.setting.fighters[number].radius
    dx, dy = max(0, abs(warrior.x - prize.x) - CHEST), max(0, abs(warrior.y - prize.y) - CHEST)
    return hypot(dx, dy) <= r + 5


def after_move(fight: Fight, number: int) -> None:
    """He picks up what he touches, hands it on, or leaves with it over his own edge."""
    if not fight.state.prizes:
        return
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    if not warrior.steady or mindless.any(fighter.traits):
        return
    at = carried(fight, number)
    if at == NOBODY:
        _pick_up(fight, number)
        return
    if fight.state.prizes[at].kind == "chest":
        _bring_helper(fight, number, at)
    if at_own_edge(fight, number):
        _take_off(fight, number, at)
    elif fight.state.prizes[at].kind == "shard":
        _hand_on(fight, number, at)


def _pick_up(fight: Fight, number: int) -> None:
    """[war.scen.hunt]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    if warrior.z or standing_foes(fight, number):
        return
    for at, prize in enumerate(fight.state.prizes):
        free = prize.kind == "shard" and prize.holder == NOBODY and prize.taken == NOBODY
        if free and hypot(prize.x - warrior.x, prize.y - warrior.y) <= fighter.radius + MARKER + 5:
            _put(fight, at, replace(prize, holder=number))
            fight.tell(PrizeMoved("war.scen.hunt", "picks up a shard", fighter.id, (prize.x, prize.y)))
            return


def _bring_helper(fight: Fight, number: int, at: int) -> None:
    """Who helps to carry the chest goes along at full rate."""
    warrior, helper = fight.state.warriors[number], helper_of(fight, number)
    if helper != NOBODY and not carrying.any(fight.setting.fighters[number].traits):
        one, start = fight.state.warriors[helper], fight.state.warriors[helper].spot
        set_down(fight, helper, free_place(fight, helper, warrior.spot))
        one.acted = one.moved = True
        fight.tell(
            Moved("war.scen.box", fight.setting.fighters[helper].id, "walk", (start[:2], (one.x, one.y)), one.z)
        )
    _put(fight, at, replace(fight.state.prizes[at], x=warrior.x, y=warrior.y))


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
        and not mindless.any(fight.setting.fighters[other].traits)
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
        _put(fight, at, replace(prize, holder=taker))
        fight.tell(PrizeMoved("war.scen.hunt", "takes over the shard", choice, (prize.x, prize.y)))


def _take_off(fight: Fight, number: int, at: int) -> None:
    """Unhurt, and not counted as lost."""
    warrior, prize = fight.state.warriors[number], fight.state.prizes[at]
    _put(fight, at, replace(prize, holder=NOBODY, taken=warrior.side))
    warrior.fate, warrior.hidden, warrior.cloaked = "left", False, False
    fight.tell(
        LeftTable(RULES[prize.kind], fight.setting.fighters[number].id, f"leaves the table with the {prize.kind}")
    )
