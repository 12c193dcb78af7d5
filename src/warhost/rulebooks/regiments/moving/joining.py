"""Characters who join units and leave them.  [reg.char.join] [reg.sr.ethereal] [reg.sr.unbreakable]"""

from __future__ import annotations

from warhost.engine.field.shapes import Shape
from warhost.engine.question import Refusal

from ..bodies import body, front_files, pose, stance
from ..events import Joined, LeftUnit
from ..measures import TIE
from ..nature import engaged, has, kind, named, present, ridden, skirmishing
from ..records import JOINABLE
from ..setting import Fight
from ..state import NOBODY
from ..wounds.gone import set_apart
from .ways import Obstacles, edge_gap

RULE = "reg.char.join"
ETHEREAL, UNBREAKABLE, RANDOM = "reg.sr.ethereal", "reg.sr.unbreakable", "reg.sr.randommove"
UNDEAD = "reg.army.und.rule.undead"


def why_not_join(fight: Fight, leader: int, host: int) -> Refusal | None:
    unit, other = fight.state.units[leader], fight.state.units[host]
    who = (named(fight, leader), named(fight, host))
    if not kind(fight, leader).character:
        return Refusal(RULE, "only characters join units")
    if ridden(fight, leader) or leader == host or other.side != unit.side or unit.host == host:
        return Refusal(RULE, "{who} may not join {1}", who)
    if refusal := never_joins(fight, leader, host):
        return refusal
    if not other.present or other.fleeing or unit.fleeing or engaged(fight, host):
        return Refusal("reg.core.engaged", "{1} cannot be joined now", who)
    return _no_room(fight, leader, host) if other.fate == "standing" else None


def never_joins(fight: Fight, leader: int, host: int) -> Refusal | None:
    """Why a character may not be in such a unit at all."""
    who = (named(fight, leader), named(fight, host))
    if kind(fight, host).troop.id not in JOINABLE or kind(fight, host).character:
        return Refusal(RULE, "{1} {1 is} not joined by anybody", who)
    if has(fight, host, RANDOM):
        return Refusal(RANDOM, "{1} {1 moves} by chance", who)
    if has(fight, host, ETHEREAL) and not has(fight, leader, ETHEREAL):
        return Refusal(ETHEREAL, "only the ethereal join {1}", who)
    of_the_dead = has(fight, host, UNDEAD) and kind(fight, leader).army == kind(fight, host).army
    if has(fight, host, UNBREAKABLE) and not has(fight, leader, UNBREAKABLE) and not of_the_dead:
        return Refusal(UNBREAKABLE, "only the unbreakable join {1}", who)
    return None


def block_with(fight: Fight, leader: int, host: int) -> Shape:
    """The ground a unit would take up with one more in it."""
    other = fight.state.units[host]
    before, other.leaders = other.leaders, (*other.leaders, leader)
    found = pose(fight, host, stance(other)).block
    other.leaders = before
    return found


def _no_room(fight: Fight, leader: int, host: int) -> Refusal | None:
    """A unit that grows keeps an inch away from others, and stays on the table.  [reg.move.apart]"""
    who, there = (named(fight, leader), named(fight, host)), block_with(fight, leader, host)
    if edge_gap(fight, there) < min(0, edge_gap(fight, body(fight, host).block)) - TIE:
        return Refusal("reg.deploy.table", "with {who} {1} would stand over the edge of the table", who)
    if Obstacles(fight, host, (leader,)).hit(there) is not None:
        return Refusal("reg.move.apart", "with {who} {1} would stand within an inch of something", who)
    return None


def hosts(fight: Fight, leader: int) -> list[int]:
    side = fight.state.units[leader].side
    return [host for host in present(fight, side) if why_not_join(fight, leader, host) is None]


def places(fight: Fight, leader: int, host: int) -> range:
    """Places in the front rank that a character may take: those on another base stand at its end."""
    alike = kind(fight, leader).base == kind(fight, host).base
    return range(front_files(fight, host)) if alike else range(0)


def join(fight: Fight, leader: int, host: int, post: int = NOBODY) -> None:
    """He takes a place in the front rank: the one his owner picks, or the usual one."""
    unit, other = fight.state.units[leader], fight.state.units[host]
    leave(fight, leader, tell=False)
    unit.fate, unit.host, unit.post = "within", host, post
    other.leaders, other.phase_models = (*other.leaders, leader), other.phase_models + 1
    other.loose = other.loose and skirmishing(fight, host)  # else it closes its ranks about him
    fight.tell(Joined(RULE, unit.name, other.name))


def leave(fight: Fight, leader: int, tell: bool = True) -> None:
    unit = fight.state.units[leader]
    if unit.host == NOBODY:
        return
    host = unit.host
    set_apart(fight, leader)
    other = fight.state.units[host]
    other.leaders = tuple(one for one in other.leaders if one != leader)
    other.phase_models -= 1
    if tell:
        fight.tell(LeftUnit(RULE, unit.name, other.name))
