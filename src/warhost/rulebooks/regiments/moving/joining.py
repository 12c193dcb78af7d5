"""Characters who join units and leave them.  [reg.char.join] [reg.sr.ethereal] [reg.sr.unbreakable]"""

from __future__ import annotations

from warhost.engine.question import Refusal

from ..events import Joined, LeftUnit
from ..nature import engaged, has, kind, named, present, ridden
from ..setting import Fight
from ..state import NOBODY
from ..wounds.gone import set_apart

RULE = "reg.char.join"
JOINABLE = (
    "infantry",
    "cavalry",
    "war beasts",
    "monstrous infantry",
    "monstrous beasts",
    "monstrous cavalry",
    "swarms",
)
ETHEREAL, UNBREAKABLE, RANDOM = "reg.sr.ethereal", "reg.sr.unbreakable", "reg.sr.randommove"
UNDEAD = "reg.army.und.rule.undead"


def why_not_join(fight: Fight, leader: int, host: int) -> Refusal | None:
    unit, other = fight.state.units[leader], fight.state.units[host]
    who = (named(fight, leader), named(fight, host))
    if not kind(fight, leader).character:
        return Refusal(RULE, "only characters join units")
    if ridden(fight, leader) or leader == host or other.side != unit.side or unit.host == host:
        return Refusal(RULE, "{who} may not join {1}", who)
    if kind(fight, host).troop.id not in JOINABLE or kind(fight, host).character:
        return Refusal(RULE, "{1} {1 is} not joined by anybody", who)
    if has(fight, host, RANDOM):
        return Refusal(RANDOM, "{1} {1 moves} by chance", who)
    if not other.present or other.fleeing or unit.fleeing or engaged(fight, host):
        return Refusal("reg.core.engaged", "{1} cannot be joined now", who)
    if has(fight, host, ETHEREAL) != has(fight, leader, ETHEREAL) and has(fight, host, ETHEREAL):
        return Refusal(ETHEREAL, "only the ethereal join {1}", who)
    of_the_dead = has(fight, host, UNDEAD) and kind(fight, leader).army == kind(fight, host).army
    if has(fight, host, UNBREAKABLE) and not has(fight, leader, UNBREAKABLE) and not of_the_dead:
        return Refusal(UNBREAKABLE, "only the unbreakable join {1}", who)
    return None


def hosts(fight: Fight, leader: int) -> list[int]:
    side = fight.state.units[leader].side
    return [host for host in present(fight, side) if why_not_join(fight, leader, host) is None]


def join(fight: Fight, leader: int, host: int) -> None:
    unit, other = fight.state.units[leader], fight.state.units[host]
    leave(fight, leader, tell=False)
    unit.fate, unit.host, unit.post = "within", host, NOBODY
    other.leaders = (*other.leaders, leader)
    fight.tell(Joined(RULE, unit.name, other.name))


def leave(fight: Fight, leader: int, tell: bool = True) -> None:
    unit = fight.state.units[leader]
    if unit.host == NOBODY:
        return
    host = unit.host
    set_apart(fight, leader)
    other = fight.state.units[host]
    other.leaders = tuple(one for one in other.leaders if one != leader)
    if tell:
        fight.tell(LeftUnit(RULE, unit.name, other.name))
