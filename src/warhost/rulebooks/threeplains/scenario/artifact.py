"""The thing that raiders have come for: where it lies, who has it, and how it leaves the table.

[tp.scenario.raid.artifact_place] [tp.scenario.raid.artifact_carry] [tp.scenario.raid.artifact_victory]
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.field.compass import NORTH, Angle, distance
from warhost.engine.field.shapes import Shape, oblong, overlap
from warhost.engine.question import Refusal

from ..events.course import ArtifactDropped, ArtifactLaid, ArtifactTaken
from ..figure import from_mm, inches
from ..land.spot import Spot
from ..moving.groups import outermost
from ..moving.sweep import Sweep
from ..setting import Fight
from ..state import BOTH, NOBODY, Number, Point
from .points import crossed, leaves, taken_over

RAID = "tp.scenario.raid."
PLACE, CARRY, STEAL = f"{RAID}artifact_place", f"{RAID}artifact_carry", f"{RAID}artifact_victory"
RAIDERS, DEFENDERS = BOTH
MARKER = from_mm(20)
APART = inches(2)  # between the places that are offered


class ArtifactPlace(Spot):
    """Anywhere in the defenders' zone where everybody can walk.  [tp.scenario.raid.artifact_place]"""

    __slots__ = ()

    def __init__(self, fight: Fight):
        super().__init__(fight, DEFENDERS, "artifact", PLACE, "Where in your camp does the artifact lie?")

    def why_not(self, spot: Point) -> Refusal | None:
        marker, setting = marker_at(spot), self.fight.setting
        if not setting.zones[DEFENDERS].holds(marker):
            return Refusal(PLACE, "the artifact lies in the zone of the defenders")
        if any(overlap(one.shape, marker) for one in setting.land(self.fight.state.terrain).bars):
            return Refusal(PLACE, "the artifact lies where everybody can walk")
        return None

    def ideas(self) -> list[Point]:
        """From the middle of the camp outwards."""
        camp = self.fight.setting.zones[DEFENDERS].outline
        (x, y), reach = camp.centre, (camp.right - camp.left) // 2 // APART
        steps = range(-reach, reach + 1)
        spots = [(x + APART * across, y + APART * along) for across in steps for along in steps]
        return sorted((one for one in spots if self.why_not(one) is None), key=lambda at: distance(at, (x, y)))

    def covers(self, spot: Point, turn: Angle) -> Shape:
        return marker_at(spot)


def lay_artifact(fight: Fight) -> None:
    """The defenders show the raiders where it lies.  [tp.scenario.raid.artifact_place]"""
    x, y = fight.ask(ArtifactPlace(fight))["at"]
    fight.state.advance(artifact=(x, y))
    fight.tell(ArtifactLaid(PLACE, (x, y)))


def said(spot: Point) -> str:
    return f"({spot[0] / 1000:g}, {spot[1] / 1000:g})"


def marker_at(at: Point) -> Shape:
    return oblong((at[0], at[1] + MARKER // 2), NORTH, MARKER, MARKER)


@crossed(CARRY)
def take_up(fight: Fight, number: Number, way: Sequence[Sweep], marching: bool) -> None:
    """Whoever moves over the marker on the ground has it; defenders only after it has been dropped, and nobody who
    flees, falls back or runs wild.

    [tp.scenario.raid.artifact_carry]
    """
    progress = fight.state.progress
    if progress.artifact is None or progress.carrier != NOBODY or not _may_take(fight, number):
        return
    marker = marker_at(progress.artifact)
    if any(leg.sweeps(marker) for leg in way):
        fight.state.advance(carrier=number, artifact=None)
        fight.tell(ArtifactTaken(CARRY, number))


def _may_take(fight: Fight, number: Number) -> bool:
    piece = fight.state.pieces[number]
    if piece.airborne or piece.fleeing or piece.lawless or piece.fell_back == fight.state.clock:
        return False
    return piece.side == RAIDERS or fight.state.progress.dropped


def drop_with_the_dead(fight: Fight) -> None:
    """It lies where its last carrier fell, or where he fled from the table.  [tp.scenario.raid.artifact_carry]"""
    progress = fight.state.progress
    piece = fight.state.pieces[progress.carrier]
    if piece.fate != "slain":
        return
    at = fight.setting.table.nearest(piece.point, MARKER)
    fight.state.advance(carrier=NOBODY, artifact=at, dropped=True)
    fight.tell(ArtifactDropped(CARRY, progress.carrier, at))


@taken_over(PLACE)
def keep_it_together(fight: Fight, part: int, number: Number) -> None:
    """What one part of a group has the whole of it has, and whoever is left of it.

    [tp.scenario.raid.artifact_carry]
    """
    if fight.state.progress.carrier == part:
        fight.state.advance(carrier=number)


@leaves(STEAL)
def only_with_the_artifact(fight: Fight, number: Number) -> Refusal | None:
    """[tp.scenario.raid.artifact_victory]"""
    carrier = fight.state.progress.carrier
    if carrier != NOBODY and outermost(fight, carrier) == number:
        return None
    return Refusal(STEAL, "only who carries the artifact leaves the table")
