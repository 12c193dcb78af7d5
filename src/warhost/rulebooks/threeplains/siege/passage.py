"""Ways from one floor to another: up and down fortress ladders, through towers and walls with doors.

[tp.siege.levels] [tp.siege.move.passage]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from warhost.engine.field.compass import Point, distance
from warhost.engine.field.length import NOTHING
from warhost.engine.field.shapes import contains
from warhost.engine.question import Refusal

from ..bodies import body, on_table
from ..figure import inches
from ..land.ground import terrace
from ..scenario.points import passages as offered
from ..scenario.ramparts import Chamber, Passage
from ..setting import Fight, Land
from ..state import Number, Player, opponent
from .drawing import KINDS
from .fixtures import broken
from .layout import Laid
from .outcome import behind
from .places import COURTYARD, OUTSIDE, Places, Way, indoors, inside, model_of, places_of, spot_on, top
from .works import BESIEGERS, DEFENDERS

WORKS, LEVELS = frozenset(KINDS.values()), "tp.siege.levels"


def fallen(fight: Fight) -> frozenset[int]:
    """The models of the fortress that do not stand any more.  [tp.siege.destroyed_structure]"""
    return _fallen(fight.setting.mission.plan, fight.setting.land(fight.state.terrain))


@lru_cache(maxsize=64)
def _fallen(plan: str, land: Land) -> frozenset[int]:
    """Of the very same terrain."""
    features = [ground.feature for ground in land.grounds]
    standing = {feature.name.partition("/")[0] for feature in features if feature.kind in WORKS}
    return frozenset(one.number for one in places_of(plan).layout.works if one.title not in standing)


@offered(LEVELS)
def passages(fight: Fight, number: Number) -> list[Passage]:
    """The ways that a piece could take from the floor on which it stands, or out of where it is, each once."""
    found = [found for found in _ways(fight, number) if not indoors(found.goal)]
    return _off_the_ladder(fight, number, found) if fight.state.pieces[number].stacked else found


def _off_the_ladder(fight: Fight, number: Number, found: list[Passage]) -> list[Passage]:
    """Whoever is on a ladder goes on to its other end, or comes off it where he is.  [tp.siege.fortress_ladder]"""
    piece, at = fight.state.pieces[number], body(fight, number).bases[0].centre
    places = places_of(fight.setting.mission.plan)
    here = next((one for one in places.layout.works if _on(one, [at])), None) if piece.aloft else None
    goal = top(here.number) if here else starts(fight, number)[0]
    off = Passage(goal, here.title if here else f"the {goal}", at, at, NOTHING, piece.aloft)
    ladders = [way for way in found if way.goal == piece.climbs and not way.through and not way.scales]
    return [off, *sorted(ladders, key=lambda way: distance(way.enters, at))[:1]]


def hollows(fight: Fight, number: Number) -> list[Passage]:
    """The ways into walls and towers, to stay there.  [tp.siege.move.inside]"""
    if fight.state.pieces[number].stacked or not fight.setting.mission.plan:
        return []
    return [found for found in _ways(fight, number) if indoors(found.goal)]


def bolted(fight: Fight, number: Number, goal: str) -> Refusal | None:
    """Why it does not come there though doors lead there: they are whole.  [tp.siege.bolted_door]"""
    fortress = bool(fight.setting.mission.plan)
    if fortress and any(found.goal == goal for found in _ways(fight, number, DEFENDERS)):
        return Refusal("tp.siege.bolted_door", "the door is bolted against it, and has to be destroyed")
    return None


def _ways(fight: Fight, number: Number, as_if: Player | None = None) -> Iterator[Passage]:
    """Everywhere that it can come to, or could if doors let it through as they do that side."""
    places, side = places_of(fight.setting.mission.plan), fight.state.pieces[number].side
    down, held = fallen(fight), garrisoned(fight, opponent(side))
    may = open_to(fight, side if as_if is None else as_if)
    for start in starts(fight, number):
        yield from _through(places, start, down, may, held)


def starts(fight: Fight, number: Number) -> list[str]:
    """The places of the floor on which it stands: all tops of a walk, one roof, the ground on one side; or the
    inside where it is.

    [tp.siege.levels]
    """
    if work := fight.state.pieces[number].inside:
        return [inside(work)]
    own, layout = body(fight, number), places_of(fight.setting.mission.plan).layout
    floor = terrace(fight, own) if fight.state.pieces[number].aloft else None
    if floor is None:
        return [COURTYARD if behind(layout, own.bases[0].centre) else OUTSIDE]
    names = {ground.feature.name.partition("/")[0] for ground in floor.grounds}
    return [top(one.number) for one in layout.works if one.title in names]


def open_to(fight: Fight, side: Player) -> Callable[[Way], bool]:
    """Which ways a side may go: ladders that stand, doors that are broken, its own, or of a structure it has taken.

    [tp.siege.bolted_door] [tp.siege.fortress_ladder]
    """
    destroyed = broken(fight)
    taken = captured(fight) if side != DEFENDERS else frozenset()

    def passable(way: Way) -> bool:
        gone = (way.model, way.fixture) in destroyed
        if way.kind == "ladder":
            return not gone
        return way.kind != "door" or gone or side == DEFENDERS or way.model in taken

    return passable


def garrisoned(fight: Fight, side: Player) -> frozenset[int]:
    """The models in which pieces of a side are.  [tp.siege.move.inside]"""
    return frozenset(piece.inside for piece in fight.state.pieces if piece.side == side and piece.standing) - {0}


def captured(fight: Fight) -> frozenset[int]:
    """The models on or in which Besiegers are and no Defenders.  [tp.siege.arrow_loop] [tp.siege.bolted_door]"""
    layout = places_of(fight.setting.mission.plan).layout
    up = [[base.centre for other in on_table(fight, side) if fight.state.pieces[other].aloft
           for base in body(fight, other).bases] for side in (BESIEGERS, DEFENDERS)]  # fmt: skip
    theirs, ours = ({one.number for one in layout.works if _on(one, points)} for points in up)
    return (garrisoned(fight, BESIEGERS) | theirs) - ours - garrisoned(fight, DEFENDERS)


def _on(one: Laid, points: Sequence[Point]) -> bool:
    return any(contains(shape, point) for shape in one.shapes for point in points)


def _through(
    places: Places,
    start: str,
    down: frozenset[int],
    may: Callable[[Way], bool] = lambda _: True,
    held: frozenset[int] = frozenset(),
) -> Iterator[Passage]:
    """Everywhere that one comes to from this place without a halt but inside, the cheapest first; enemies who are
    inside let nobody through.

    Every model that is gone through is paid for, the one in which one is too.
    [tp.siege.levels] [tp.siege.move.passage] [tp.siege.combat_within]
    """
    left: list[tuple[float, int, str, tuple[Way, ...]]] = [(places.passage(start), 0, start, ())]
    seen, pushed = set[str](), 0
    while left:
        spent, _, place, path = heappop(left)
        if place in seen:
            continue
        seen.add(place)
        if path:
            yield _passage(places, start, place, path, spent)
        if path and (not indoors(place) or model_of(place) in held):
            continue
        for way in places.ways_from(place):
            goal = way.other(place)
            if way.kind not in ("walk", "arch") and may(way) and not {model_of(place), model_of(goal)} & down:
                pushed += 1
                heappush(left, (spent + way.cost + places.passage(goal), pushed, goal, (*path, way)))


def _passage(places: Places, start: str, goal: str, path: tuple[Way, ...], cost: float) -> Passage:
    one = places.layout.at(model_of(goal))
    ends = spot_on(places.layout, path[0], start), spot_on(places.layout, path[-1], goal)
    gone = [start]
    for way in path:
        gone.append(way.other(gone[-1]))
    through = tuple(_chamber(places, place) for place in gone if indoors(place))
    title, up = one.title if one else f"the {goal}", one is not None and not indoors(goal)
    return Passage(goal, title, *ends, inches(cost), up, through=through)


def _chamber(places: Places, place: str) -> Chamber:
    one = places.layout.laid[model_of(place) - 1]
    return Chamber(one.number, one.title, inches(places.passage(place)))
