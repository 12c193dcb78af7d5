"""The ground units cover, who stands where in their front ranks, and how far apart they are.

[reg.core.units] [reg.core.formation] [reg.core.unit] [reg.move.skirmish.gap] [reg.char.join]
"""

from __future__ import annotations

from operator import attrgetter

from warhost.engine.field.body import Body, apart, within
from warhost.engine.field.compass import RIGHT_ANGLE, Angle, Point, ahead, distance, heading, veered
from warhost.engine.field.ranked import Ranked, front_posts, ranks_of
from warhost.engine.field.shapes import Shape, gap
from warhost.engine.field.stance import Stance

from .measures import TIE
from .nature import kind, rides, top
from .setting import Fight
from .state import NOBODY, Unit

GAP = 500  # between skirmishers
CHAMPION, STANDARD, MUSICIAN, FILE = -2, -3, -4, -5
"""Who stands in a place of a front rank, besides characters by their numbers; FILE is one of the rank and file."""
STANCE = attrgetter("x", "y", "facing", "files", "models", "leaders", "loose", "figure", "building", "fate")
BASES = Ranked()


def body(fight: Fight, number: int) -> Body:
    """The ground a unit covers; of a character in a unit, that of his unit."""
    setting, unit = fight.setting, fight.state.units[number]
    if unit.fate == "within":
        return body(fight, unit.host)
    key = STANCE(unit)
    last = setting.stood.get(number)
    if last is not None and last[0] == key:
        return last[1]
    found = _garrison(fight, unit) if unit.building != NOBODY else pose(fight, number, stance(unit))
    setting.stood[number] = key, found
    return found


def stance(unit: Unit) -> Stance:
    return Stance((unit.x, unit.y), unit.facing, unit.files)


def pose(fight: Fight, number: int, stand: Stance, loose: bool | None = None) -> Body:
    """The body a unit has, or would have, in this stance."""
    unit = fight.state.units[number]
    form = form_of(fight, number, unit.loose if loose is None else loose)
    return fight.setting.poses.body(stand, kind(fight, number).base, ranked_models(fight, number), form)


def form_of(fight: Fight, number: int, loose: bool) -> Ranked:
    unit = fight.state.units[number]
    ends = () if not unit.leaders else tuple(kind(fight, one).base for one in flanking(fight, number))
    if not ends and not loose:
        return BASES
    return Ranked(GAP if loose else 0, ends)


def flanking(fight: Fight, number: int) -> list[int]:
    """Characters whose base has another size: they stand at the end of the front rank."""
    if rides(fight, number):
        return []
    base = kind(fight, number).base
    return [one for one in fight.state.units[number].leaders if kind(fight, one).base != base]


def in_ranks(fight: Fight, number: int) -> list[int]:
    """Characters who stand in the ranks like one of the models."""
    if rides(fight, number):
        return []
    base = kind(fight, number).base
    return [one for one in fight.state.units[number].leaders if kind(fight, one).base == base]


def ranked_models(fight: Fight, number: int) -> int:
    """Models that make up ranks and files, characters on the same base among them."""
    unit = fight.state.units[number]
    return max(1, unit.models + (len(in_ranks(fight, number)) if unit.leaders else 0))


def _garrison(fight: Fight, unit: Unit) -> Body:
    """Distances to and from a garrison are measured to the walls.  [reg.terrain.building]"""
    left, right, _, back = fight.state.terrain[unit.building].points
    front = (left[0] + right[0]) // 2, (left[1] + right[1]) // 2
    size = distance(left, right), distance(left, back)
    facing = veered(heading(left, right), -RIGHT_ANGLE)
    return Body(front, facing, 1, 1, size, size)


# --- the front rank ------------------------------------------------------------------------------------------


def front_files(fight: Fight, number: int) -> int:
    """How many stand abreast in the ranks."""
    return max(1, min(fight.state.units[number].files, ranked_models(fight, number)))


def rank_sizes(fight: Fight, number: int) -> list[int]:
    return ranks_of(front_files(fight, number), ranked_models(fight, number))


def posts(fight: Fight, number: int) -> dict[int, int]:
    """Who of note stands at which place of the front rank; those at its ends come after the last file.

    [reg.core.formation] [reg.cmd.champion] [reg.cmd.standard] [reg.cmd.musician]
    """
    unit, files = fight.state.units[number], front_files(fight, number)
    if rides(fight, number):
        return {}
    units = fight.state.units
    leaders = [
        (one, units[one].post if units[one].post != NOBODY else None)
        for one in in_ranks(fight, number)
        if not units[one].back
    ]
    command = [
        who
        for who, there in ((STANDARD, unit.standard), (CHAMPION, unit.champion), (MUSICIAN, unit.musician))
        if there
    ]
    asked = _asked(unit, files, leaders, command)
    middle, right, left = (
        who if who in command and who not in asked else None for who in (STANDARD, CHAMPION, MUSICIAN)
    )
    found = front_posts(files, [*leaders, *asked.items()], middle, right, left)
    for place, one in enumerate(flanking(fight, number)):
        found[files + place] = one
    return found


def _asked(
    unit: Unit, files: int, leaders: list[tuple[int, int | None]], command: list[int]
) -> dict[int, int | None]:  # fmt: skip
    """The places that champion, standard bearer and musician were given, as long as there is room for everybody and
    no character stands there."""
    if not unit.posts or len(leaders) + len(command) > files:
        return {}
    taken = [place for _, place in leaders]
    return {who: place for who, place in unit.posts if who in command and place < files and place not in taken}


def base_of(fight: Fight, number: int) -> int:
    """Which base of its unit a character stands on."""
    host = fight.state.units[number].host
    if host == NOBODY or rides(fight, host):
        return 0
    files, total = front_files(fight, host), ranked_models(fight, host)
    for place, who in posts(fight, host).items():
        if who == number:
            return place if place < files else total + place - files
    return min(files, total - 1)  # there was no room: he stands behind


def own_base(fight: Fight, number: int) -> Shape:
    """The base somebody stands on: of a character his own in his unit, of a rider that of his beast."""
    host = top(fight, number)
    bases = body(fight, host).bases
    return bases[0 if host == number else min(base_of(fight, number), len(bases) - 1)]


# --- how far apart -------------------------------------------------------------------------------------------


def range_between(fight: Fight, one: int, other: int) -> int:
    """Between the nearest bases of two units."""
    key = body(fight, one), body(fight, other)
    found = fight.setting.gaps.get(key)
    if found is None:
        found = fight.setting.gaps.keep(key, apart(*key))
    return found


def in_range(fight: Fight, one: int, other: int, reach: int) -> bool:
    return within(body(fight, one), body(fight, other), reach + TIE)


def near_him(fight: Fight, leader: int, number: int, reach: int) -> bool:
    """Whether a unit is so near to a character, wherever in his own unit he stands."""
    base = own_base(fight, leader)
    return any(gap(base, part) <= reach + TIE for part in body(fight, number).parts)


def footprint_gap(fight: Fight, one: int, other: int) -> int:
    """What a charge has to cover: from footprint to footprint."""
    key = body(fight, one), body(fight, other)
    found = fight.setting.footprint_gaps.get(key)
    if found is None:
        found = fight.setting.footprint_gaps.keep(key, gap(key[0].block, key[1].block))
    return found


def centre(one: Body) -> Point:
    """Of the footprint."""
    return ahead(one.front, one.facing, -one.depth // 2)


def set_stance(unit: Unit, stand: Stance) -> None:
    (unit.x, unit.y), unit.facing, unit.files = stand.front, stand.facing, stand.files


def standing_at(middle: Point, facing: Angle, one: Body) -> Stance:
    """The stance of a body whose centre is here and that faces so."""
    return Stance(ahead(middle, facing, one.depth // 2), facing, one.files)
