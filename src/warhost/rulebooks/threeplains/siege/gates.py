"""The gate: who may open and close it, what that does to the ground, and what is left when its wood is broken.

[tp.siege.gate] [tp.siege.gate_open]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import msgspec

from warhost.engine.field.compass import RIGHT_ANGLE, ahead, heading, veered
from warhost.engine.field.shapes import Shape, contains, line_gap, oblong, overlap, polygon
from warhost.engine.question import Choose

from ..bodies import body, measured, on_table
from ..events.moves import GateMoved
from ..figure import inches
from ..scenario.points import before_charges, came_down
from ..setting import Fight
from ..state import Feature, Number, Player, opponent
from .drawing import KINDS
from .fixtures import DESTROYED, OPEN_GATE, WOODEN, called, layout_of, open_gates
from .layout import Laid
from .outcome import behind
from .works import DEFENDERS

RULE = "tp.siege.gate_open"
LEAVE, OPEN, CLOSE = "leave it", "open it", "close it"
ENOUGH = 4  # models that work a gate
BESIDE = inches(1)  # how near its inner side they may stand
CLOSED, BRIDGE = KINDS["gate"], "lowered bridge"
BRIDGE_REACH = inches(3)  # from the gate over the moat before it


@before_charges(RULE)
def gatekeepers(fight: Fight) -> bool:
    """Once in his movement phase whoever holds a gate may open or close it.  [tp.siege.gate_open]"""
    clock, asked = fight.state.clock, fight.state.progress.gates
    done = asked[1:] if asked[:1] == (clock,) else ()
    for one in _gates(fight):
        options = [LEAVE, *_choices(fight, one)]
        if one.number in done or len(options) == 1:
            continue
        fight.state.advance(gates=(clock, *done, one.number))
        text = "Shall {who} be opened or closed?"
        question = Choose(fight.state.active, "gate", options, RULE, one.title, usual=LEAVE, text=text)
        answer = fight.ask(question)
        if answer != LEAVE:
            (throw_open if answer == OPEN else shut)(fight, one)
        return True
    return False


def _gates(fight: Fight) -> Iterator[Laid]:
    """Those that still stand."""
    standing = {called(feature.name) for feature in fight.state.terrain if feature.kind in (CLOSED, OPEN_GATE)}
    return (one for one in layout_of(fight).works if one.work.gate and one.title in standing)


def _choices(fight: Fight, one: Laid) -> list[str]:
    """What the player whose turn it is may do with it."""
    if not holds(fight, one, fight.state.active):
        return []
    if one.number not in open_gates(fight):
        return [OPEN]
    return [CLOSE] if _wood(fight, one) and not _in_the_arch(fight, one) else []


def holds(fight: Fight, one: Laid, side: Player) -> bool:
    """Whether a side works the gate: the Defenders with four models of one piece there, the Besiegers with four of
    theirs when nobody of the Defenders is there any more.  [tp.siege.gate_open]
    """
    ours, theirs = ([_models_at(fight, one, n) for n in on_table(fight, owner)] for owner in (side, opponent(side)))
    if side == DEFENDERS:
        return max(ours, default=0) >= ENOUGH
    return not any(theirs) and sum(ours) >= ENOUGH


def _models_at(fight: Fight, one: Laid, number: Number) -> int:
    """How many of a piece are on top of the gate or right behind it."""
    piece = fight.state.pieces[number]
    if piece.fleeing or piece.airborne or piece.lawless:
        return 0
    bases = body(fight, number).bases
    if piece.aloft:
        return sum(any(contains(shape, base.centre) for shape in one.shapes) for base in bases)
    (a, b), layout = (one.inner[0], one.inner[-1]), layout_of(fight)
    return sum(behind(layout, base.centre) and measured(line_gap(a, b, base)) <= BESIDE for base in bases)


def _wood(fight: Fight, one: Laid) -> bool:
    return any(feature.name == f"{WOODEN} of {one.title}" for feature in fight.state.terrain)


def _in_the_arch(fight: Fight, one: Laid) -> bool:
    _, arch, _ = _parts(one)
    return any(
        not fight.state.pieces[number].aloft and not fight.state.pieces[number].airborne
        and any(overlap(base, arch) for base in body(fight, number).bases)
        for number in on_table(fight)
    )  # fmt: skip


# --- opening and closing --------------------------------------------------------------------------------------


def throw_open(fight: Fight, one: Laid) -> None:
    """The arch is free, and before it the moat is bridged.  [tp.siege.gate_open] [tp.siege.moat]"""
    _turn(fight, one, opened=True)
    fight.tell(GateMoved(RULE, one.title, True))


def shut(fight: Fight, one: Laid) -> None:
    """[tp.siege.gate_open]"""
    _turn(fight, one, opened=False)
    fight.tell(GateMoved(RULE, one.title, False))


@came_down(DESTROYED)
def wood_is_gone(fight: Fight, feature: Feature) -> None:
    """A gate whose wooden part is destroyed is open for good.  [tp.siege.gate]"""
    if feature.kind != WOODEN:
        return
    one = next(one for one in _gates(fight) if feature.name == f"{WOODEN} of {one.title}")
    if one.number not in open_gates(fight):
        _turn(fight, one, opened=True)


def _turn(fight: Fight, one: Laid, *, opened: bool) -> None:
    """The same gate in three parts with a free arch between them, or in one that bars the way."""
    terrain = fight.state.terrain
    old = [feature for feature in terrain if called(feature.name) == one.title]
    at, whole = terrain.index(old[0]), msgspec.structs.replace(old[0], name=one.title, kind=CLOSED)
    new = [msgspec.structs.replace(whole, points=one.shapes[0].points)]
    if opened:
        new = [
            msgspec.structs.replace(
                whole, name=f"{one.title}/{part}", kind=OPEN_GATE if part == 2 else CLOSED, points=shape.points
            )
            for part, shape in enumerate(_parts(one), 1)
        ]  # fmt: skip
    bridge = Feature(f"{BRIDGE} of {one.title}", BRIDGE, _lowered(one).points)
    rest = [feature for feature in terrain if feature not in old and feature.name != bridge.name]
    bridges = [bridge] if opened and one.spots("moat") else []
    fight.state.terrain = (*rest[:at], *new, *rest[at:], *bridges)


def _parts(one: Laid) -> tuple[Shape, Shape, Shape]:
    """What stands left of the arch, the arch, and what stands right of it; outer edges first."""
    a, b = one.outer[0], one.outer[1]
    c, d = one.inner[0], one.inner[1]
    aside = (inches(one.work.length) - inches(one.work.opening)) // 2
    way = heading(a, b)
    marks = [(a, c), (ahead(a, way, aside), ahead(c, way, aside)), (ahead(b, way, -aside), ahead(d, way, -aside)),
             (b, d)]  # fmt: skip
    left, arch, right = (polygon((p, q, s, r)) for (p, r), (q, s) in pairwise(marks))
    return left, arch, right


def _lowered(one: Laid) -> Shape:
    out = veered(one.heading, -RIGHT_ANGLE)
    middle = ahead(ahead(one.start, one.heading, inches(one.work.length) // 2), out, inches(one.work.depth) // 2)
    return oblong(ahead(middle, out, BRIDGE_REACH), out, inches(one.work.opening), BRIDGE_REACH)
