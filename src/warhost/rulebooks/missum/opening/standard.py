"""The standard drawing up, for whoever draws no map of his own.  [mis.setup.standard]"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import NORTH, ahead
from warhost.engine.field.shapes import near

from ..armies.troops import Troop
from ..bodies import body_at
from ..land.paces import Walk
from ..library import MM
from ..setting import Setting
from ..state import Point, State
from .room import Room, platform_at
from .zones import LINE_DEPTH, MARGIN, PLATFORM, SCREEN_DEPTH, Map, Spot, facing_of, from_edge, placed

GAP, TIGHT, SECOND_ROW = 25 * MM, 5 * MM, 25 * MM
ASIDE = 100 * MM
FLIERS = 100 * MM
MOST_SHIFT = 600
SIDESTEP = 5 * MM


def standard(setting: Setting, state: State, side: int) -> Map:
    """Where everybody stands: line, screens, commanders, teams."""
    army = [
        (n, troop)
        for n, troop in enumerate(setting.troops)
        if troop.side == side and state.pieces[n].fate == "waiting"
    ]
    shift = 0
    for shift in sorted(range(-MOST_SHIFT, MOST_SHIFT + 1), key=lambda mm: (abs(mm), mm)):
        found = _row(setting, state, side, army, shift * MM)
        if found is not None and not _troubled(setting, state, found):
            break
    else:
        found = _row(setting, state, side, army, 0)
    assert found is not None
    room = Room(setting, state, side)
    room.settle(found)
    _commanders(setting, army, found, platform_at(setting, state, side))
    room.settle(found)
    _screens(setting, side, army, found)
    room.settle(found)
    return found


def _width(troop: Troop) -> int:
    return troop.files * troop.base[0]


def _row(setting: Setting, state: State, side: int, army: list[tuple[int, Troop]], shift: int) -> Map | None:
    """By huitsán from west to east, in each the line legions and then the batteries."""
    line = [troop for _, troop in army if troop.kind in ("line", "battery")]
    line.sort(key=lambda troop: (troop.huitsan, troop.kind == "battery"))
    room, gap = setting.width - 2 * MARGIN, GAP
    if sum(map(_width, line)) + gap * (len(line) - 1) > room:
        gap = TIGHT
    first, second = list(line), list[Troop]()
    while sum(map(_width, first)) + gap * (len(first) - 1) > room:
        second.insert(0, first.pop(len(first) // 2))
    found: Map = {}
    deepest = max(
        (-(-troop.figures // troop.crew_each // troop.files) * troop.base[1] for troop in first), default=0
    )
    for row, back in ((first, 0), (second, deepest + SECOND_ROW)):
        total = sum(map(_width, row)) + gap * (len(row) - 1)
        at = (setting.width - total) // 2 + shift
        if row and (at < MARGIN or at + total > setting.width - MARGIN):
            return None
        for troop in row:
            middle = at + _width(troop) // 2
            found[troop.id] = _spot((middle, from_edge(setting, side, LINE_DEPTH - back)), troop)
            at += _width(troop) + gap
    return found


def _spot(at: Point, troop: Troop) -> Spot:
    spot: Spot = {"at": list(at), "facing": facing_of(troop.side), "files": troop.files}
    if troop.legion:
        spot["huitsan"] = troop.huitsan
    return spot


def _troubled(setting: Setting, state: State, found: Map) -> bool:
    """Whether a legion of the row would touch ground that disorganizes it."""
    land = setting.lie(state.grounds)
    for name, spot in found.items():
        number = setting.number[name]
        piece = placed(state.pieces[number], spot)
        one = body_at(setting, number, piece, piece.stance)
        walk = Walk(land, setting.troops[number], piece, one, NORTH, 1)
        for ground in land.grounds:
            kind = walk.nature(ground)
            bad = kind is not None and (walk.disorders(ground, kind) or walk.barred(kind))
            if bad and any(near(ground.shape, part, 0) for part in one.parts):
                return True
    return False


def _middle_of(setting: Setting, army: list[tuple[int, Troop]], found: Map, huitsan: int) -> int:
    """Half way between the ends of the line legions of a huitsán."""
    ends = [
        x for _, troop in army if troop.kind == "line" and troop.huitsan == huitsan and troop.id in found
        for x in (_x(found, troop) - _width(troop) // 2, _x(found, troop) + _width(troop) // 2)
    ]  # fmt: skip
    return (min(ends) + max(ends)) // 2 if ends else setting.width // 2


def _x(found: Map, troop: Troop) -> int:
    at = found[troop.id]["at"]
    assert isinstance(at, list)
    return at[0]


def _screens(setting: Setting, side: int, army: list[tuple[int, Troop]], found: Map) -> None:
    east: dict[int, int] = {}
    for _, troop in army:
        if troop.kind != "skirmish":
            continue
        if troop.huitsan in east:
            middle = east[troop.huitsan] + GAP + _width(troop) // 2
        else:
            middle = _middle_of(setting, army, found, troop.huitsan)
        half = _width(troop) // 2
        middle = min(max(middle, MARGIN + half), setting.width - MARGIN - half)
        east[troop.huitsan] = middle + half
        found[troop.id] = _spot((middle, from_edge(setting, side, SCREEN_DEPTH)), troop)
        if troop.fly:
            found[troop.id]["height"] = FLIERS


def _commanders(setting: Setting, army: list[tuple[int, Troop]], found: Map, platform: Point) -> None:
    """The highest team on the platform and the kérdu beside it, the dritlányal, then further teams to the west."""
    middle = platform[0]
    teams = sorted((troop for _, troop in army if troop.kind == "team"), key=lambda troop: -troop.level)
    lifted = bool(teams) and teams[0].figures <= 4
    if lifted:
        found[teams[0].id] = {**_behind(platform, middle, teams[0]), "platform": 0}
    for _, troop in army:
        if troop.kind == "kerdu":
            found[troop.id] = _behind(platform, middle + (PLATFORM + _width(troop)) // 2, troop)
    for _, troop in army:
        if troop.kind == "dritlan":
            _dritlan(setting, army, found, platform, troop)
    for place, troop in enumerate(teams[lifted:], 1):
        x = middle - ASIDE * place
        spot = _behind(platform, x, troop)
        while (
            any(_overlap(_at(spot), troop, *other) for other in _taken(setting, found, platform, troop.side))
            and x > MARGIN
        ):
            x -= SIDESTEP
            spot = _behind(platform, x, troop)
        found[troop.id] = spot


def _behind(platform: Point, x: int, troop: Troop) -> Spot:
    """Level with the platform."""
    return _spot((x, _fore(troop.side, platform, troop.base[1])), troop)


def _fore(side: int, platform: Point, deep: int) -> int:
    """The front of what lies so deep about the middle of the platform."""
    return platform[1] + (deep // 2 if side == 0 else -(deep // 2))


def _at(spot: Spot) -> tuple[int, int]:
    at = spot["at"]
    assert isinstance(at, list)
    return at[0], at[1]


def _dritlan(setting: Setting, army: list[tuple[int, Troop]], found: Map, platform: Point, troop: Troop) -> None:
    """Behind the middle line legion of his huitsán, of two the western; behind another where there is no room."""
    his = [one for _, one in army if one.kind == "line" and one.huitsan == troop.huitsan]
    his.sort(key=lambda one: _x(found, one))
    middle = (len(his) - 1) // 2
    facing = facing_of(troop.side)
    for host in sorted(his, key=lambda one: abs(his.index(one) - middle)):
        at = found[host.id]["at"]
        assert isinstance(at, list)
        rear = ahead((at[0], at[1]), facing, (host.figures // -host.files) * host.base[1])
        aside = _past_others(setting, found, platform, troop, rear, host)
        if aside is not None:
            break
    found[troop.id] = {"at": [rear[0] + (aside or 0), rear[1]], "facing": facing, "files": troop.files}


def _past_others(
    setting: Setting, found: Map, platform: Point, troop: Troop, rear: Point, host: Troop
) -> int | None:
    """How far aside of the middle he stands, where the platform or others are in his way."""
    most = (_width(host) + _width(troop)) // (2 * SIDESTEP) - 1
    for step in sorted(range(-most, most + 1), key=abs):
        place = rear[0] + step * SIDESTEP, rear[1]
        if not any(_overlap(place, troop, *other) for other in _taken(setting, found, platform, troop.side)):
            return step * SIDESTEP
    return None


def _taken(setting: Setting, found: Map, platform: Point, side: int) -> Iterator[tuple[Point, int, int]]:
    """The platform and the special figures on the ground: middle of the front, width and depth towards the edge."""
    yield (platform[0], _fore(side, platform, PLATFORM)), PLATFORM, PLATFORM
    for name, spot in found.items():
        one, at = setting.troops[setting.number[name]], spot["at"]
        if one.special and isinstance(at, list):
            deep = -(-one.figures // one.files) * one.base[1]
            yield (at[0], at[1]), _width(one), deep


def _overlap(at: tuple[int, int], troop: Troop, other: tuple[int, int], wide: int, deep: int) -> bool:
    across = abs(at[0] - other[0]) < (_width(troop) + wide) // 2
    return across and -deep < (at[1] - other[1]) * (1 if troop.side == 0 else -1) < troop.base[1]
