"""Scouts held back: placed when all others stand, wherever the enemy does not see them.

[tp.trait.scouting.deploy] [tp.trait.scouting.placement]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, zip_longest
from math import isqrt
from typing import Any

from warhost.engine.field.body import Body, apart
from warhost.engine.field.compass import NORTH, RIGHT_ANGLE, Angle, heading, veered
from warhost.engine.field.shapes import clip, gap, inside, overlaps_any
from warhost.engine.question import Answer, Chance, Refusal

from ..bodies import TOUCH, body, enemies, figure, measured, strength
from ..choosing import one_of
from ..events.course import ScoutsRolled
from ..events.items import ItemUsed
from ..figure import inches
from ..land.ground import grounds, standing_room
from ..land.sense import in_view
from ..magic.bearing import marked, nature
from ..morale.checks import passes
from ..setting import Fight, Ground
from ..state import Number, Point
from .deployment import SCOUTS, Deploy, leave_at_home, places_now, set_down

DEEP_WATER = "tp.terrain.deep_water"
PLACEMENT = "tp.trait.scouting.placement"
AWAY = inches(9)  # from every enemy
LAIRS = 120  # hiding places that are tried for one question


# --- who comes first -----------------------------------------------------------------------------------------


def scout_one(fight: Fight) -> bool:
    """The next scouting piece that was held back is placed; False if there is none.  [tp.trait.scouting.deploy]"""
    state = fight.state
    held = [
        number
        for number, piece in state.numbered()
        if piece.scouts == "held back" and places_now(fight, piece.side)
    ]
    if not held:
        return False
    if not state.todo and len({state.pieces[number].side for number in held}) > 1:
        state.todo = _in_order(fight, held)
        fight.tell(ScoutsRolled(SCOUTS, state.todo))
    number = next((scouts for scouts in state.todo if scouts in held), None)
    _send_out(fight, _next(fight, held) if number is None else number)
    return True


def _in_order(fight: Fight, scouts: Sequence[Number]) -> tuple[Number, ...]:
    """By the passes of their soldiering dice; those who tie roll again among themselves."""
    pieces = fight.state.pieces
    rolled: dict[int, list[Number]] = {}
    for number in scouts:
        dice = max(1, figure(fight, number).soldiering)
        who = fight.setting.entries[pieces[number].entry].title
        good = passes(fight, dice, f"scouting: {who}", SCOUTS, pieces[number].side)
        rolled.setdefault(good, []).append(number)
    order: list[Number] = []
    for good in sorted(rolled, reverse=True):
        order += rolled[good] if len(rolled[good]) == 1 else _in_order(fight, rolled[good])
    return tuple(order)


def _next(fight: Fight, held: Sequence[Number]) -> Number:
    side, text = fight.state.pieces[held[0]].side, "Which scouts do you place next?"
    return one_of(fight, side, "next scouts", held, SCOUTS, text)


def _send_out(fight: Fight, number: Number) -> None:
    piece, question = fight.state.pieces[number], Scout(fight, number)
    if not question.possible:
        piece.scouts = ""
        leave_at_home(fight, number)
        return
    order = fight.ask(question)
    piece.scouts = "concealed" if question.hides(order) else ""
    set_down(fight, number, order, question)
    if piece.scouts and (item := under_water(fight, number, body(fight, number))):
        fight.tell(ItemUsed(item, number, item))


# --- where they may lie --------------------------------------------------------------------------------------


def concealing(fight: Fight, number: Number, place: Body) -> bool:
    """Whether it lies unseen there, and far enough from every enemy.  [tp.trait.scouting.placement]"""
    return _too_near(fight, number, place) is None and _seen(fight, number, place) is None


def _too_near(fight: Fight, number: Number, place: Body) -> Refusal | None:
    for enemy in enemies(fight, number):
        if measured(apart(place, body(fight, enemy))) < AWAY:
            return Refusal(PLACEMENT, f"{fight.state.pieces[enemy].name} is less than 9 inches away")
    return None


def _seen(fight: Fight, number: Number, place: Body) -> Refusal | None:
    """The first enemy with a clear line to it, unless all his lines cross a feature that it lies behind, or it can
    breathe below the water that it lies in."""
    if under_water(fight, number, place):
        return None
    behind = [ground for ground in grounds(fight) if conceals(ground) and _beside(place, ground)]
    with _as_if_there(fight, number, place):
        for enemy in enemies(fight, number):
            if in_view(fight, enemy, number) and not any(_between(fight, enemy, place, g) for g in behind):
                return Refusal(PLACEMENT, f"{fight.state.pieces[enemy].name} would see it there")
    return None


def under_water(fight: Fight, number: Number, place: Body) -> str:
    """The item by which it needs no air where it lies wholly in deep water, if it does."""
    item = _needs_no_air(fight, number)
    water = [ground.shape for ground in grounds(fight) if _deep(ground)] if item else []
    return item if any(all(inside(shape, base) for base in place.bases) for shape in water) else ""


def _needs_no_air(fight: Fight, number: Number) -> str:
    names = nature(fight, number) if fight.setting.enchanted else ()
    return marked(names, "needs no air")


def _deep(ground: Ground) -> bool:
    return ground.kind.rule == DEEP_WATER


def conceals(ground: Ground) -> bool:
    """Woods, hedges, walls, buildings, hills, large boulders: what one can lie behind. Water is none of these."""
    return ground.hides or ground.kind.cover == "behind"


def _beside(place: Body, ground: Ground) -> bool:
    """Whether it touches this ground from outside."""
    touches = any(gap(part, ground.shape) <= TOUCH for part in place.parts)
    return touches and not overlaps_any(ground.shape, place.parts)


def _between(fight: Fight, enemy: Number, place: Body, ground: Ground) -> bool:
    """Whether every straight line from the enemy to it crosses this ground; as all three are convex, the lines
    between corners tell."""
    eyes = [point for part in body(fight, enemy).parts for point in part.points]
    return all(clip(eye, point, ground.shape) for eye in eyes for part in place.parts for point in part.points)


@contextmanager
def _as_if_there(fight: Fight, number: Number, place: Body) -> Iterator[None]:
    """The piece stands there for as long as somebody looks."""
    piece = fight.state.pieces[number]
    kept = piece.fate, piece.x, piece.y, piece.facing, piece.files, piece.places
    piece.fate, (piece.x, piece.y), piece.facing, piece.files = "standing", place.front, place.facing, place.files
    piece.places = ()
    with fight.borrowed():
        yield
    piece.fate, piece.x, piece.y, piece.facing, piece.files, piece.places = kept


class Scout(Deploy):
    """Where scouts are set up that were held back: unseen anywhere and 9 inches from all enemies, or in their zone.
    Where a scenario has No Man's Land they have nothing but that.

    [tp.trait.scouting.placement] [tp.terraingen.zones] [tp.scenario.common.deploy]
    """

    @property
    def _line_is_owed(self) -> bool:
        return False

    def _no_place(self, place: Body, *, anywhere: bool = False) -> Refusal | None:
        closed = self.fight.setting.mission.fixed
        if closed or self._zone.holds(place.block):
            return super()._no_place(place, anywhere=anywhere)
        if refusal := standing_room(self.fight, self.number, place) or self._on_friends(place):
            return refusal
        return _too_near(self.fight, self.number, place) or _seen(self.fight, self.number, place)

    def hides(self, order: dict[str, Any]) -> bool:
        """Whether it would lie concealed there."""
        return concealing(self.fight, self.number, self.body(order))

    @property
    def possible(self) -> bool:
        return super().possible or next(self._lairs(), None) is not None

    def suggest(self, most: int = 12) -> list[Answer]:
        """Hiding places and the best places of the zone in turn."""
        zone = super().suggest(most)
        pairs = zip_longest(islice(self._lairs(), most), zone)
        return [order for pair in pairs for order in pair if order is not None][:most]

    def sample(self, chance: Chance) -> Answer:
        lairs = list(self._lairs())
        return lairs[chance.randrange(len(lairs))] if lairs and chance.random() < 0.8 else super().sample(chance)

    def _lairs(self) -> Iterator[dict[str, Any]]:
        """Places in and behind the terrain where nobody sees it, the best of each feature first."""
        dives = _needs_no_air(self.fight, self.number)
        hidden = [_spots(ground) for ground in grounds(self.fight) if conceals(ground) or (dives and _deep(ground))]
        spots = (spot for some in zip_longest(*hidden) for spot in some if spot is not None)
        orders = (
            self._at(point, facing, files) for point, facing in islice(spots, LAIRS) for files in self._fronts
        )
        return (order for order in orders if self.refuse(order) is None)

    @property
    def _fronts(self) -> tuple[int, ...]:
        """As square as it can stand, and in a single line."""
        models = strength(self.fight, self.number)
        return tuple(dict.fromkeys((max(1, isqrt(models)), models)))

    def _at(self, point: Point, facing: Angle, files: int) -> dict[str, Any]:
        """With its middle front there."""
        return {"at": list(point), "facing": facing, "files": files}


def _spots(ground: Ground) -> Iterator[tuple[Point, Angle]]:
    """Deep in a wood; close up to the middle of each side of what one can lie behind, then nearer to its ends.

    Middle fronts and facings.
    """
    corners = ground.shape.points
    if ground.kind.woody or _deep(ground):
        yield ground.middle, NORTH
        for corner in corners:
            yield _on_the_way(ground.middle, corner, 2), NORTH
    for quarters in (2, 1, 3):
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
            yield _on_the_way(a, b, quarters), veered(heading(a, b), _turn_in(ground, a, b))


def _on_the_way(a: Point, b: Point, quarters: int) -> Point:
    return a[0] + (b[0] - a[0]) * quarters // 4, a[1] + (b[1] - a[1]) * quarters // 4


def _turn_in(ground: Ground, a: Point, b: Point) -> int:
    """Whether the middle of the ground lies to the right or to the left of one who walks along this side."""
    (ax, ay), (bx, by), (x, y) = a, b, ground.middle
    return RIGHT_ANGLE if (bx - ax) * (y - ay) < (by - ay) * (x - ax) else -RIGHT_ANGLE
