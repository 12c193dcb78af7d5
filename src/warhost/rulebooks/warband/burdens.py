"""Who carries a prize, what that does to him, and how it is dropped.  [war.scen.hunt] [war.scen.box]"""

from __future__ import annotations

from msgspec.structs import replace

from .events import PrizeMoved
from .setting import Fight
from .specials import carrying
from .state import NOBODY, Prize

DROPPED = {
    "shard": ("stunned", "out", "flees", "routs"),
    "chest": ("down", "stunned", "out", "flees", "routs", "fights"),
}
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


def put(fight: Fight, at: int, prize: Prize) -> None:
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
    put(fight, at, replace(prize, holder=NOBODY, x=warrior.x, y=warrior.y))
    fight.tell(
        PrizeMoved(
            RULES[prize.kind], f"drops the {prize.kind}", fight.setting.fighters[number].id, (warrior.x, warrior.y)
        )
    )


def burden(fight: Fight, number: int, move: int, helper: int = NOBODY) -> int:
    """The chest halves the rate of who carries it alone.  [war.scen.box] [war.camp.skills]"""
    if not holds_chest(fight, number) or carrying.any(fight.setting.fighters[number].traits):
        return move
    return move // 2 if helper == NOBODY else min(move, fight.setting.fighters[helper].move)
