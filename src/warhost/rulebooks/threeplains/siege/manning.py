"""Who is set up on the works: which tops there are, who may be there, and how many they bear.

[tp.siege.deploy] [tp.siege.move.who] [tp.siege.models] [tp.siege.war_machines]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from warhost.engine.field.body import Body
from warhost.engine.field.shapes import HAIR, Shape, contains, gap, overlap
from warhost.engine.question import Refusal

from ..bodies import body, figure, on_table, strength
from ..figure import Figure, from_mm, inches
from ..land.ground import terrace
from ..morale.checks import members
from ..scenario.points import drawn_up
from ..scenario.ramparts import Perch
from ..setting import Fight
from ..state import Number, Piece
from .layout import NO_MANS_LAND, Laid
from .outcome import behind
from .places import places_of
from .scaling import HELD, at_turrets
from .works import DEFENDERS

DEPLOY, WHO = "tp.siege.deploy", "tp.siege.move.who"
ROOM, MACHINES, TOWER = "tp.siege.models", "tp.siege.war_machines", "tp.siege.tower"
MAN = from_mm(20)  # the base of whoever is no taller than 30 mm


# --- who may be there -----------------------------------------------------------------------------------------


def too_tall(found: Figure) -> bool:
    """Whoever is not on foot on a base of 20 mm is taller than 30 mm.  [tp.siege.move.who]"""
    on_foot = found.category in ("infantry", "character") and not found.mounted
    return not on_foot or max(found.base) > MAN


def kept_off(fight: Fight, number: Number) -> Refusal | None:
    """Why a piece may not be on or in the works; war machines are put there before the battle.

    [tp.siege.move.who] [tp.siege.war_machines]
    """
    if _machine(fight, number):
        return None
    for member in members(fight, number):
        found = figure(fight, member)
        if too_tall(found):
            return Refusal(WHO, f"{found.title}: only models on foot, no taller than 30 mm, may be on the works")
    return None


def held_or_taken(fight: Fight, number: Number, place: Body) -> Refusal | None:
    """No flyer lands on a stretch that enemies guard, nor with anybody under it, on the top or below its edges.

    [tp.siege.move.who]
    """
    for other in on_table(fight):
        piece, bases = fight.state.pieces[other], body(fight, other).bases
        if other == number or piece.airborne:
            continue
        if any(overlap(own, base) for own in place.bases for base in bases):
            return Refusal(WHO, f"{piece.name} is under it")
        guarding = at_turrets(fight, other) if piece.side != fight.state.pieces[number].side else ()
        if terrace(fight, body(fight, other)) is not terrace(fight, place) or piece.fleeing:
            continue
        if any(gap(own, bases[one]) <= HELD for own in place.bases for one in guarding):
            return Refusal(WHO, f"{piece.name} holds the turrets there, and has to be charged")
    return None


def _machine(fight: Fight, number: Number) -> bool:
    found = figure(fight, number)
    return found.category == "machine" and not found.movement


# --- setting up -----------------------------------------------------------------------------------------------


def over_the_works(fight: Fight, number: Number, place: Body) -> bool:
    """Whether it would stand on the works: its leading model is over them. They belong to the Defenders' zone.

    [tp.siege.plan.zones]
    """
    works = fight.setting.land(fight.state.terrain).works if _manning(fight, number) else ()
    return any(contains(work.shape, place.bases[0].centre) for work in works)


def _manning(fight: Fight, number: Number) -> bool:
    return fight.state.pieces[number].side == DEFENDERS


def along_the_works(fight: Fight, number: Number, place: Body) -> bool:
    """Besiegers stand 18 inches or more before every model of the fortress, Defenders behind it, however the line
    of the works runs.  [tp.siege.plan.zones]
    """
    layout = places_of(fight.setting.mission.plan).layout
    (x, y), corners = place.block.centre, place.block.points
    within = [(a + _sign(x - a), b + _sign(y - b)) for a, b in corners]  # who touches the works is behind them
    inner = [behind(layout, corner) for corner in within]
    if _manning(fight, number):
        return all(inner)
    return not any(inner) and all(gap(place.block, shape) >= NO_MANS_LAND - HAIR for shape in layout.shapes)


def _sign(off: int) -> int:
    return (off > 0) - (off < 0)


@drawn_up(DEPLOY)
def manned(fight: Fight, number: Number, place: Body) -> Refusal | None:
    """Why it may not be set up on the works.  [tp.siege.deploy] [tp.siege.move.who]"""
    return kept_off(fight, number) if fight.state.pieces[number].aloft else None


def crowded(fight: Fight, number: Number, place: Body) -> Refusal | None:
    """More models on one model of the fortress than its top bears, or a second machine.

    [tp.siege.models] [tp.siege.war_machines]
    """
    up = [other for other in on_table(fight) if other != number and fight.state.pieces[other].aloft]
    machine = _machine(fight, number)
    same = [body(fight, other).bases for other in up if _machine(fight, other) == machine]
    load = Counter(name for bases in (place.bases, *same) for name in _under(fight, bases))
    layout = places_of(fight.setting.mission.plan).layout
    bears = {one.title: 1 if machine else one.work.top for one in layout.works}
    for name in dict.fromkeys(_under(fight, place.bases)):
        if load[name] > bears[name]:
            if machine:
                return Refusal(MACHINES, f"a machine stands on {name} already")
            return Refusal(ROOM, f"{name} bears {bears[name]} models, not {load[name]}")
        if not machine and (refusal := _full(fight, number, name, load[name])):
            return refusal
    return None


def _full(fight: Fight, number: Number, name: str, above: int) -> Refusal | None:
    """A tower has room for so many on its roof and inside together.  [tp.siege.tower]"""
    one = next(one for one in places_of(fight.setting.mission.plan).layout.works if one.title == name)
    if not one.work.corner:
        return None
    pieces = fight.state.numbered()
    below = sum(strength(fight, n) for n, piece in pieces if _lodged(piece, one) and n != number)
    if above + below <= one.work.inside:
        return None
    return Refusal(TOWER, f"{name} has room for {one.work.inside} models in all, and {below} are inside")


def _lodged(piece: Piece, one: Laid) -> bool:
    return piece.standing and piece.inside == one.number


def _under(fight: Fight, bases: Sequence[Shape]) -> Iterator[str]:
    """The model of the fortress under each base."""
    works = fight.setting.land(fight.state.terrain).works
    for base in bases:
        name = next((work.feature.name for work in works if contains(work.shape, base.centre)), "")
        if name:
            yield name.partition("/")[0]


# --- places to offer ------------------------------------------------------------------------------------------


def on_the_tops(fight: Fight, number: Number) -> Iterator[Perch]:
    """At the turrets of every model and where two of them join, in as many ranks as the top is deep.

    [tp.siege.deploy]
    """
    if not _manning(fight, number) or kept_off(fight, number):
        return
    deep, models = figure(fight, number).base[1], strength(fight, number)
    for one in places_of(fight.setting.mission.plan).layout.works:
        ranks = max(1, _depth(one) // deep)
        for at, facing in one.fronts():
            yield Perch(at, facing, -(-models // ranks))


def _depth(one: Laid) -> int:
    return inches(one.work.depth)
