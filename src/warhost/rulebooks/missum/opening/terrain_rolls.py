"""Terrain by the six charts: what comes up, who places it, streams that join, fords and bridges.

[mis.setup.terrain-small] [mis.setup.terrain-large] [mis.setup.hills] [mis.setup.woods] [mis.setup.water]
[mis.setup.running-water] [mis.setup.roads] [mis.setup.urban] [mis.setup.urban-place] [mis.setup.fords]
[mis.setup.streams-join]
"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.field.compass import EAST, NORTH, RIGHT_ANGLE, Point, ahead, aside, distance, heading, veered
from warhost.engine.field.shapes import crosses
from warhost.engine.question import Answer, Chance, Order, Refusal
from warhost.engine.words import Names

from ..events import Laid, Noted
from ..land.ground import Lie
from ..library import MM, ChartRow, TerrainChart
from ..setting import Fight
from ..state import Ground

SMALL, LARGE = 600 * MM, 1200 * MM
FORD_EVERY, FORD_WIDE, FORD_CHANCE = 300 * MM, 30 * MM, 30
WATERS = ("ditch", "stream", "wide stream", "pond", "swamp")
STREAMS = ("ditch", "stream", "wide stream")
DITCHES, DITCH_GAP, DITCH_WIDE = 3, 100 * MM, 25 * MM
EDGES = {1: "north", 2: "north", 3: "south", 4: "south", 5: "east", 6: "west"}
FIRST, SECOND = ("running water", "roads"), ("hills", "woods", "water")


def choose_general(fight: Fight) -> None:
    """Among gifted races a die says whether the highest magic user is the general.  [mis.magic.gifted-races]"""
    state, setting = fight.state, fight.setting
    for side, word in enumerate(setting.sorcery):
        if word != "perhaps a sorcerer":
            continue
        sorcerer = _d100(fight, side, "who is the kérdu", "mis.magic.gifted-races", 50) <= 50
        for number, kind in enumerate(setting.troops):
            general = kind.side == side and kind.kind == "kerdu"
            if general and sorcerer:
                state.pieces[number].fate = "left"
        words = "the highest magic user is the kérdu" if sorcerer else "a warrior is the kérdu"
        fight.tell(Noted("mis.magic.gifted-races", words))
    state.stage = "terrain" if setting.options["terrain"] == "rolled" else "drawing up"


def _d100(fight: Fight, side: int, purpose: str, rule: str, *cuts: int) -> int:
    return fight.throw(Throw(1, 100, purpose, rule, side, cuts))[0]


# --- square by square ----------------------------------------------------------------------------------------


def _tasks(fight: Fight) -> list[tuple[str, Point, int]]:
    """Every roll in its order: running water and roads, then the small squares, then urban areas."""
    width, depth = fight.setting.width, fight.setting.depth
    large = [(x, 0) for x in range(0, width, LARGE)]
    small = [(x, y) for y in range(0, depth, SMALL) for x in range(0, width, SMALL)]
    found = [(chart, corner, LARGE) for corner in large for chart in FIRST]
    found += [(chart, corner, SMALL) for corner in small for chart in SECOND]
    return found + [("urban", corner, LARGE) for corner in large]


def roll_terrain(fight: Fight) -> None:
    """One roll on one chart; who wins a roll-off begins, then they take turns."""
    state = fight.state
    number, roller = state.rolled
    tasks = _tasks(fight)
    if number == 0 and roller == 0:
        first = second = 0
        while first == second:
            first, second = (_d100(fight, side, "who rolls first", "mis.setup.terrain-small") for side in (0, 1))
        roller = 1 if second > first else 0
    if number == len(tasks):
        _finish(fight)
        return
    chart, corner, size = tasks[number]
    _roll(fight, fight.setting.charts.charts[chart], corner, size, roller)
    state.rolled = number + 1, 1 - roller


def _roll(fight: Fight, chart: TerrainChart, corner: Point, size: int, side: int) -> None:
    face = _d100(fight, side, chart.id, chart.rule, *(row.upto for row in chart.row))
    row = next((row for row in chart.row if face <= row.upto), None)
    if row is None:
        return
    if chart.id in FIRST:
        _strips(fight, chart, row, corner, size, side)
    elif chart.id == "urban":
        for at in range(row.count):
            _urban(fight, row, corner, side, anywhere=row.count > 1 and at == 0)
    elif row.kind == "irrigation":
        fight.state.orders = fight.state.orders[0] + 1, fight.state.orders[1]
    else:
        tiers = _tiers(fight, row, side)
        question = PlaceFeature(fight, side, row, corner, size, chart.rule)
        at = fight.ask(question)["at"]
        _lay(fight, Ground(row.kind, (at[0], at[1]), row.size * MM, row.square, tiers=tiers), chart.rule)


def _tiers(fight: Fight, row: ChartRow, side: int) -> tuple[int, ...]:
    """A hill grows tier by tier.  [mis.setup.hills]"""
    if not row.tiers:
        return ()
    tiers = [row.tiers[0] * MM]
    for wide, chance in zip(row.tiers[1:], row.chances, strict=True):
        if _d100(fight, side, "another tier", "mis.setup.hills", chance) > chance:
            break
        tiers.append(wide * MM)
    return tuple(tiers)


def _lay(fight: Fight, ground: Ground, rule: str) -> None:
    fight.state.grounds = (*fight.state.grounds, ground)
    shapes = Lie((ground,), fight.setting.charts).all
    fight.tell(
        Laid(
            rule,
            f"{ground.kind} at {ground.at[0] // MM}, {ground.at[1] // MM}",
            tuple(s.shape.points for s in shapes),
        )
    )


class PlaceFeature(Order):
    """Where a feature lies within its square; it may reach over its neighbours, not over the edge of the table."""

    __slots__ = ("box", "most")
    form = '{"at": [x, y]}'

    def __init__(self, fight: Fight, side: int, row: ChartRow, corner: Point, size: int, rule: str):
        super().__init__(side, "place feature", rule, "", f"Where does the {row.kind} lie?")
        half = row.size * MM // 2
        left, low = max(corner[0], half), max(corner[1], half)
        right = min(corner[0] + size, fight.setting.width - half)
        high = min(corner[1] + size, fight.setting.depth - half)
        self.box = left, right, low, high
        self.most = half

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        at = order.get("at") if isinstance(order, dict) else None
        if not isinstance(at, list | tuple) or len(at) != 2 or not all(type(value) is int for value in at):
            return Refusal(self.rule, "expected a place such as {'at': [x, y]}")
        left, right, low, high = self.box
        if not (left <= at[0] <= right and low <= at[1] <= high):
            return Refusal("mis.setup.terrain-small", "the feature must lie in its square, and on the table")
        return {"size": 2 * self.most}

    def label(self, answer: Answer, names: Names) -> str:
        return f"there at ({answer['at'][0] // MM}, {answer['at'][1] // MM})"

    def suggest(self, most: int = 12) -> list[Answer]:
        left, right, low, high = self.box
        spots = [((left + right) // 2, (low + high) // 2), (left, low), (right, high), (left, high), (right, low)]
        return [{"at": list(spot)} for spot in spots][:most]

    def sample(self, chance: Chance) -> Answer:
        left, right, low, high = self.box
        return {"at": [left + chance.randrange(right - left + 1), low + chance.randrange(high - low + 1)]}


# --- streams and roads ---------------------------------------------------------------------------------------


def _strips(fight: Fight, chart: TerrainChart, row: ChartRow, corner: Point, size: int, side: int) -> None:
    """In at one edge, out at another; two streams of one square do not cross."""
    laid: list[Ground] = []
    for place, wide in enumerate(row.widths):
        kind = row.kind if place == 0 or chart.id == "roads" else "ditch"
        for _ in range(20):
            start, end = _course(fight, corner, size, side, chart.rule)
            if chart.id == "roads" or not any(crosses(start, end, one.at, one.to) for one in laid):
                break
        ground = Ground(kind, start, to=end, width=wide * MM, strip=True)
        laid.append(ground)
        _lay(fight, ground, chart.rule)


def _course(fight: Fight, corner: Point, size: int, side: int, rule: str) -> tuple[Point, Point]:
    """[mis.setup.terrain-large]"""
    into = EDGES[fight.throw(Throw(1, 6, "where it enters", rule, side))[0]]
    out = into
    while out == into:
        out = EDGES[fight.throw(Throw(1, 6, "where it leaves", rule, side))[0]]
    return _on_edge(fight, corner, size, into, side, rule), _on_edge(fight, corner, size, out, side, rule)


def _on_edge(fight: Fight, corner: Point, size: int, edge: str, side: int, rule: str) -> Point:
    along = _d100(fight, side, "where on the edge", rule) * size // 100
    (x, y), far = corner, min(size, fight.setting.depth)
    return {"north": (x + along, y + far), "south": (x + along, y), "east": (x + size, y + along * far // size),
            "west": (x, y + along * far // size)}[edge]  # fmt: skip


# --- urban areas ---------------------------------------------------------------------------------------------


def _urban(fight: Fight, row: ChartRow, corner: Point, side: int, anywhere: bool) -> None:
    """Where a road meets water; beside water; on a road; anywhere.  [mis.setup.urban-place]"""
    spots = [] if anywhere else _best_spots(fight, corner, row.size * MM)
    if spots:
        pick = _d100(fight, side, "which place", "mis.setup.urban-place") % len(spots) if len(spots) > 1 else 0
        at = spots[pick]
    else:
        x = corner[0] + _d100(fight, side, "how far east", "mis.setup.urban") * LARGE // 100
        at = x, _d100(fight, side, "how far north", "mis.setup.urban") * fight.setting.depth // 100
    half = row.size * MM // 2
    at = min(max(at[0], half), fight.setting.width - half), min(max(at[1], half), fight.setting.depth - half)
    _lay(fight, Ground(row.kind, at, row.size * MM, row.square), "mis.setup.urban")


def _best_spots(fight: Fight, corner: Point, size: int) -> list[Point]:
    here = [g for g in fight.state.grounds if corner[0] <= g.at[0] <= corner[0] + LARGE]
    roads, waters = [g for g in here if g.kind == "road"], [g for g in here if g.kind in WATERS]
    meeting = [_meeting(a, b) for a in roads for b in waters if b.strip and crosses(a.at, a.to, b.at, b.to)]
    taken = [g.at for g in here if g.kind in ("village", "town", "ruins")]
    for spots in (meeting, [_beside(g, size) for g in waters], [_half_way(g) for g in roads]):
        free = [spot for spot in spots if all(distance(spot, other) > size for other in taken)]
        if free:
            return free
    return []


def _meeting(a: Ground, b: Ground) -> Point:
    """Where two lines cross."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = a.at, a.to, b.at, b.to
    below = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    part = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / below
    return round(ax + part * (bx - ax)), round(ay + part * (by - ay))


def _half_way(ground: Ground) -> Point:
    return (ground.at[0] + ground.to[0]) // 2, (ground.at[1] + ground.to[1]) // 2


def _beside(ground: Ground, size: int) -> Point:
    if ground.strip:
        return aside(_half_way(ground), heading(ground.at, ground.to), (ground.width + size) // 2 + MM)
    return ahead(ground.at, EAST, (ground.size + size) // 2 + MM)


# --- fords, bridges, irrigation ------------------------------------------------------------------------------


def _finish(fight: Fight) -> None:
    _irrigation(fight)
    _bridges(fight)
    _fords(fight)
    fight.state.stage = "drawing up"


def _irrigation(fight: Fight) -> None:
    """Three ditches running out from water, if there is any.  [mis.setup.water]"""
    waters = [ground for ground in fight.state.grounds if ground.kind in WATERS]
    for number in range(fight.state.orders[0] if waters else 0):
        source = waters[number % len(waters)]
        start = _half_way(source) if source.strip else source.at
        way = veered(heading(source.at, source.to), RIGHT_ANGLE) if source.strip else NORTH
        for ditch in range(DITCHES):
            begin = aside(start, way, (ditch - 1) * DITCH_GAP)
            end = ahead(begin, way, 200 * MM)
            if 0 <= end[0] <= fight.setting.width and 0 <= end[1] <= fight.setting.depth:
                _lay(fight, Ground("ditch", begin, to=end, width=DITCH_WIDE, strip=True), "mis.setup.water")


def _bridges(fight: Fight) -> None:
    """Where roads cross streams, and beside every urban area that has none.  [mis.setup.streams-join]"""
    grounds = fight.state.grounds
    streams = [g for g in grounds if g.kind in STREAMS and g.strip]
    spots = [
        _meeting(r, s) for r in grounds if r.kind == "road" for s in streams if crosses(r.at, r.to, s.at, s.to)
    ]
    for town in (g for g in grounds if g.kind in ("village", "town", "ruins")):
        if streams and not any(distance(town.at, spot) <= town.size + 100 * MM for spot in spots):
            near_one = min(streams, key=lambda s: distance(town.at, _nearest_on(town.at, s)))
            spot = _nearest_on(town.at, near_one)
            if distance(spot, town.at) <= town.size + 100 * MM:
                spots.append(spot)
    for spot in spots:
        _lay(fight, Ground("bridge", spot, width=FORD_WIDE), "mis.setup.streams-join")


def _nearest_on(point: Point, strip: Ground) -> Point:
    (ax, ay), (bx, by) = strip.at, strip.to
    whole = max(1, (bx - ax) ** 2 + (by - ay) ** 2)
    part = min(1.0, max(0.0, ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / whole))
    return round(ax + part * (bx - ax)), round(ay + part * (by - ay))


def _fords(fight: Fight) -> None:
    """One in three stretches of a stream has a ford.  [mis.setup.fords]"""
    for stream in [g for g in fight.state.grounds if g.kind in STREAMS and g.strip]:
        way = heading(stream.at, stream.to)
        for stretch in range(distance(stream.at, stream.to) // FORD_EVERY):
            if _d100(fight, 0, "a ford", "mis.setup.fords", FORD_CHANCE) > FORD_CHANCE:
                continue
            along = _d100(fight, 0, "where the ford lies", "mis.setup.fords") * FORD_EVERY // 100
            spot = ahead(stream.at, way, stretch * FORD_EVERY + along)
            _lay(fight, Ground("ford", spot, width=FORD_WIDE), "mis.setup.fords")
