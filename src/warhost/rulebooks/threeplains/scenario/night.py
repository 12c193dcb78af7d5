"""A raid by night: what is seen in the dark, and who stands in light.

[tp.scenario.raid.night] [tp.scenario.raid.night_shooting]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.engine.field.compass import Angle, ahead, distance, rays
from warhost.engine.field.shapes import Shape, contains, near, overlap, point_gap
from warhost.engine.question import Refusal
from warhost.engine.tally import Tally

from ..bodies import body, in_range, measured
from ..figure import inches
from ..moving.groups import outermost
from ..setting import Fight
from ..state import Number, Point
from ..titles import called
from .artifact import DEFENDERS, RAID
from .points import marked, standing
from .sights import SIGHTS, Sights
from .torches import in_hand

NIGHT, NIGHT_SHOOTING = f"{RAID}night", f"{RAID}night_shooting"
SIGHT = inches(6)  # how far anybody sees in the dark
GLOW = inches(6)  # how far a torch gives light
RAYS, FINE = 48, 20  # how finely the edge of its light is drawn


def dark(fight: Fight) -> bool:
    """Whether it is night, as was agreed before or at the table.  [tp.scenario.raid.night]"""
    return fight.state.progress.dark or fight.setting.options.get("raid light") == "night"


def lit(fight: Fight, number: Number) -> bool:
    """Whether any part of a piece is in the defenders' zone, which is full of light, or near a burning torch of
    either side.

    [tp.scenario.raid.night] [tp.scenario.raid.torches]
    """
    camp, own = fight.setting.zones[DEFENDERS].outline, body(fight, outermost(fight, number))
    if any(overlap(camp, part) for part in own.parts):
        return True
    return any(near(base, part, GLOW) for base in flames(fight) for part in own.parts)


def lit_at(fight: Fight, spot: Point) -> bool:
    if contains(fight.setting.zones[DEFENDERS].outline, spot):
        return True
    return any(measured(point_gap(spot, base)) <= GLOW for base in flames(fight))


def flames(fight: Fight) -> Iterator[Shape]:
    """Every base of the pieces of which one torch burns.  [tp.scenario.raid.torches]"""
    for holder in _burning(fight):
        yield from body(fight, holder).bases


def _burning(fight: Fight) -> list[Number]:
    pieces = fight.state.pieces
    alight = [number for number, piece in fight.state.numbered() if piece.alight and in_hand(fight, number)]
    return list(dict.fromkeys(outermost(fight, number) for number in alight if pieces[number].torches))


def _makes_out(fight: Fight, viewer: Number, target: Number) -> bool:
    """Whether it sees it in the dark: close by, or in light.  [tp.scenario.raid.night_shooting]"""
    near = in_range(fight, outermost(fight, viewer), outermost(fight, target), SIGHT)
    return near or lit(fight, target)


def _too_dark(fight: Fight, viewer: int, target: Number, rule: str) -> Refusal:
    pieces = fight.state.pieces
    return Refusal(rule, f"{pieces[viewer].name} cannot make out {pieces[target].name} in the dark")


@SIGHTS(NIGHT)
class Night(Sights):
    """[tp.scenario.raid.night] [tp.scenario.raid.night_shooting]"""

    def obscured(self, fight: Fight, viewer: Number, target: Number) -> Refusal | None:
        """In the dark one sees six inches, and whatever stands in light; in light all as by day."""
        if not dark(fight) or _makes_out(fight, viewer, target) or lit(fight, viewer):
            return None
        return _too_dark(fight, viewer, target, NIGHT)

    def unmarked(self, fight: Fight, viewer: Number, target: Number) -> Refusal | None:
        """Those who stand in light themselves aim no better into the dark."""
        if not dark(fight) or _makes_out(fight, viewer, target):
            return None
        return _too_dark(fight, viewer, target, NIGHT_SHOOTING)

    def unmarked_spot(self, fight: Fight, viewer: Number, spot: Point) -> Refusal | None:
        if not dark(fight) or lit_at(fight, spot):
            return None
        own = body(fight, outermost(fight, viewer))
        if measured(min(point_gap(spot, part) for part in own.parts)) <= SIGHT:
            return None
        return Refusal(NIGHT_SHOOTING, "the place lies in the dark")

    def hamper(self, fight: Fight, number: Number, tally: Tally) -> None:
        """Whoever does not stand in light hits worse."""
        if dark(fight) and not lit(fight, number):
            tally.add(1, NIGHT, "in the dark")


@standing(NIGHT)
def it_is_night(fight: Fight) -> list[str]:
    if not dark(fight):
        return []
    return ["It is night: in the dark one sees 6 inches and hits worse; camp and torches give light."]


@marked(NIGHT)
def the_light(fight: Fight) -> list[tuple[str, Sequence[Point]]]:
    """The camp, and what the torches of each piece light up."""
    if not dark(fight):
        return []
    camp = ("the light of the camp", fight.setting.zones[DEFENDERS].outline.points)
    return [camp, *((f"torches of {called(fight, one)}", _glow(fight, one)) for one in _burning(fight))]


def _glow(fight: Fight, holder: Number) -> Sequence[Point]:
    """The edge of the light round a piece, seen from its middle: the farthest that is lit in each direction."""
    own, middle = body(fight, holder).bases, body(fight, holder).middle
    return [_edge_of_light(own, middle, heading) for heading in rays(RAYS)]


def _edge_of_light(own: Sequence[Shape], middle: Point, heading: Angle) -> Point:
    low, high = 0, max(base.radius + distance(base.centre, middle) for base in own) + GLOW
    while high - low > FINE:
        half = (low + high) // 2
        lit_there = any(point_gap(ahead(middle, heading, half), base) <= GLOW for base in own)
        low, high = (half, high) if lit_there else (low, half)
    return ahead(middle, heading, low)
