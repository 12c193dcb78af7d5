"""Spells cast at a place: naming it, whether it can be reached, and where a marker comes to lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import structs

from warhost.engine.field.compass import Angle, ahead, bearing
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, contains, point_gap
from warhost.engine.question import Answer, Chance, Order, Refusal

from ..bodies import body, measured, on_table
from ..dice import direction
from ..events.spells import MarkerMoved
from ..figure import inches
from ..land.sense import NOTICED, aims_at, sees_spot
from ..moving.groups import outermost
from ..setting import Fight
from ..special.concealment import concealed_there
from ..stands import marker
from ..state import Number, Player, Point, opponent
from .landscape import built_over
from .targets import Casting, shapes_of

STRAY = inches(2)  # how far a place drawn by chance lies off one that makes sense
TURNS = (0, 4500, 9000, 13500)
AT_FEET = inches(0.1)
CLEAR = inches(8)  # far enough for the caster not to strike himself
Covers = Callable[[Point, Angle], Shape]
"""The ground that a spell covers at a place, as it is turned there."""


Bars = Callable[[Point], Refusal | None]
"""Why a spell cannot be cast at a place at all."""


class Place(Order):
    """Where a spell is cast: {"at": [x, y]}, and for something that is laid there {"turn": angle}."""

    __slots__ = ("bars", "covers", "fight", "ideas", "strikes", "turns")
    form = "{ at = [x, y] } in thousandths of an inch; what is laid there may have a turn = angle too"

    def __init__(
        self, fight: Fight, casting: Casting, ideas: Sequence[Point], *, turns: bool = False,
        covers: Covers = marker, bars: Bars | None = None,
    ):  # fmt: skip
        spell = casting.spell
        super().__init__(casting.side, "spell place", spell.rule, spell.title, "Where is {who} cast?")
        self.fight, self.ideas, self.turns, self.covers, self.bars = fight, ideas, turns, covers, bars
        self.strikes = casting.spell.target == "point"

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        allowed = {"at", "turn"} if self.turns else {"at"}
        if not isinstance(order, dict) or not {"at"} <= set(order) <= allowed:
            return Refusal(self.rule, f"expected {' and '.join(sorted(allowed))} of the place")
        at, turn = order["at"], order.get("turn", 0)
        if not isinstance(at, list | tuple) or len(at) != 2 or not all(type(part) is int for part in (*at, turn)):
            return Refusal(self.rule, "`at` is a point [x, y] in thousandths of an inch, `turn` a whole number")
        spot = (at[0], at[1])
        if not self.fight.setting.table.holds(spot):
            return Refusal(self.rule, "that is not on the table")
        return self._hidden_at(spot) or (self.bars(spot) if self.bars else None) or {"cost": 0}

    def _hidden_at(self, spot: Point) -> Refusal | None:
        """What strikes whoever stands there is not cast at scouts who lie hidden; ground may change anywhere.

        [tp.trait.scouting.concealed]
        """
        return concealed_there(self.fight, Player(self.side), spot) if self.strikes else None

    def suggest(self, most: int = 12) -> list[Answer]:
        return [{"at": list(point)} for point in self.ideas[:most]]

    def sample(self, chance: Chance) -> Answer:
        x, y = self.ideas[chance.randrange(len(self.ideas))]
        if chance.random() < 0.5:
            beside = x + chance.randrange(2 * STRAY) - STRAY, y + chance.randrange(2 * STRAY) - STRAY
            x, y = self.fight.setting.table.nearest(beside)
        turned: dict[str, Any] = {"turn": TURNS[chance.randrange(len(TURNS))]} if self.turns else {}
        drawn = {"at": [x, y], **turned}
        return drawn if self.refuse(drawn) is None else {"at": list(self.ideas[0])}

    def outline(self) -> dict[str, list[Point]]:
        return {"places": list(self.ideas)}


def choose_place(
    fight: Fight, casting: Casting, ideas: Sequence[Point], *, turns: bool = False, covers: Covers = marker,
    bars: Bars | None = None,
) -> Casting:  # fmt: skip
    """The place is named before any die is rolled.  [tp.magic.cast]"""
    answer = fight.ask(Place(fight, casting, ideas, turns=turns, covers=covers, bars=bars))
    x, y = answer["at"]
    return structs.replace(casting, place=(x, y), turn=bearing(answer.get("turn", 0)))


def rooted(
    fight: Fight, casting: Casting, more: Sequence[Point], *, turns: bool = False, covers: Covers = marker
) -> Casting:
    """A place at which something comes out of the earth: where no works stand.  [tp.siege.levels]"""
    rule = casting.spell.rule
    ideas = [*over_enemies(fight, casting), *more]
    free = [spot for spot in ideas if built_over(fight, spot, rule) is None] or corners(fight)
    return choose_place(
        fight, casting, free, turns=turns, covers=covers, bars=lambda spot: built_over(fight, spot, rule)
    )


def corners(fight: Fight) -> list[Point]:
    """Somewhere at least, when enemies stand where nothing can be cast."""
    table = fight.setting.table
    return [(x, y) for x in (0, table.width) for y in (0, table.depth)]


def over_enemies(fight: Fight, casting: Casting) -> list[Point]:
    """Places worth a thought: the enemies in reach, their front ranks, their middles and the ground before their
    feet, the nearest first; without any, a place well ahead of the caster."""
    enemies = sorted(
        on_table(fight, opponent(casting.side)), key=lambda n: _far(fight, casting, body(fight, n).front)
    )
    spots = [spot for n in enemies for spot in (_front_rank(fight, n), body(fight, n).middle, _at_feet(fight, n))]
    known = [spot for spot in spots if concealed_there(fight, casting.side, spot) is None]
    good = [spot for spot in known if why_not_there(fight, casting, spot) is None]
    return list(dict.fromkeys(good)) or [_ahead_of_caster(fight, casting)]


def _at_feet(fight: Fight, number: Number) -> Point:
    own = body(fight, number)
    return ahead(own.front, own.facing, AT_FEET)


def _ahead_of_caster(fight: Fight, casting: Casting) -> Point:
    own = body(fight, outermost(fight, casting.caster))
    return fight.setting.table.nearest(ahead(own.front, own.facing, CLEAR))


def _front_rank(fight: Fight, number: Number) -> Point:
    """A little behind the front edge."""
    own = body(fight, number)
    return ahead(own.front, own.facing, -own.base[1] // 2)


def _far(fight: Fight, casting: Casting, spot: Point) -> Length:
    return measured(min(point_gap(spot, shape) for shape in shapes_of(fight, casting.caster)))


def why_not_there(fight: Fight, casting: Casting, spot: Point) -> Refusal | None:
    """Out of range, or neither in sight nor close by. Whatever stands there and is seen shows the place.

    [tp.magic.requirements] [tp.aware.ranges]
    """
    spell, own = casting.spell, outermost(fight, casting.caster)
    far = _far(fight, casting, spot)
    if spell.range is not None and far > inches(spell.range):
        return Refusal("tp.magic.requirements", "the place is out of range")
    if spell.sight == "any" or sees_spot(fight, own, spot):
        return None
    if spell.sight == "sense" and (far <= NOTICED or _shown(fight, own, spot)):
        return None
    return Refusal("tp.magic.requirements", "the caster does not see the place")


def _shown(fight: Fight, own: Number, spot: Point) -> bool:
    return any(
        contains(body(fight, number).block, spot) and (number == own or aims_at(fight, own, number))
        for number in on_table(fight)
    )


def strays(fight: Fight, casting: Casting, length: int) -> Point:
    """The marker goes so many inches in a direction of chance; it may leave the table.  [tp.dice.direction]"""
    assert casting.place is not None
    spell = casting.spell
    way = direction(fight, f"direction of {spell.title}", spell.rule, casting.side)
    spot = ahead(casting.place, way, inches(length))
    fight.tell(MarkerMoved(spell.rule, spell.rule, spot, length, (marker(spot).points,)))
    return spot
