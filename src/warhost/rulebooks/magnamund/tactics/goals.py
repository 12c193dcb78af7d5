"""Which goal a unit or character marches for, from the aims of its side and what the others already see to."""

from __future__ import annotations

from ..aiming import bands, missile_weapons
from ..land import Gait
from ..pieces import distance, squares_of, touching
from ..steps import allowance, gait_of
from .aims import Area
from .ground import Goal, travel
from .mind import Mind

DEAR = 4.0  # steps that it is worth going further for each soldier's worth of prey
HELP = 2  # of ours for every enemy who besets a leader
DETOUR = 2  # how much longer than the shortest a way may be that we still guard


NOWHERE_TO_HOLD: frozenset[int] = frozenset()


def goal_of(mind: Mind, pieces: list[int]) -> Goal:
    """To the exit, to our area, to what we guard, or to the enemy."""
    first = pieces[0]
    if first in mind.aims.exits:
        return Goal(dict.fromkeys(_edge(mind, mind.aims.exits[first]), 0), NOWHERE_TO_HOLD)
    area = _area_of(mind, first)
    last = mind.state.turn >= mind.setting.encounter.turn_limit
    if not (last and area) and (relief := _relief(mind, pieces)):
        return relief
    if area is not None:
        return Goal(dict.fromkeys(sorted(area.squares), 0), area.squares)
    if mind.setting.figures[first].hero:
        return _stand_by(mind, first)
    if escorted := [number for number in mind.aims.exits if mind.state.pieces[number].present]:
        return _hunt(mind, first)._replace(ward=escorted[0])
    if mind.aims.guarded and not mind.is_missile(first):
        return _guard(mind)
    return _hunt(mind, first)


def _relief(mind: Mind, pieces: list[int]) -> Goal | None:
    """To the enemies who beset our leader, if they are within a march and he has not help enough already."""
    foes = list(mind.menace)
    if not foes or mind.is_missile(pieces[0]):
        return None
    helpers = {friend for foe in foes for friend in touching(mind.fight, foe) if friend not in mind.wards}
    if len(helpers) >= HELP * len(foes):
        return None
    there = [square for foe in foes for square in squares_of(mind.fight, foe)]
    if min(distance(mind.fight, number, there) for number in pieces) > allowance(mind.fight, pieces[0]):
        return None
    return Goal(dict.fromkeys(there, 0), NOWHERE_TO_HOLD)


def _stand_by(mind: Mind, hero: int) -> Goal:
    """A hero goes where his own men fight, or stays with them; alone he hunts."""
    men = [n for n in mind.friends if not mind.setting.figures[n].individual]
    fought = dict.fromkeys(foe for man in men for foe in touching(mind.fight, man))
    if fought:
        return Goal({square: 0 for foe in fought for square in squares_of(mind.fight, foe)}, NOWHERE_TO_HOLD)
    if men:
        return Goal({square: 0 for man in men for square in squares_of(mind.fight, man)}, NOWHERE_TO_HOLD, 1)
    return _hunt(mind, hero)


def _edge(mind: Mind, facing: int) -> list[int]:
    board = mind.setting.board
    return [square for square in range(board.size) if board.steps[square][2 * facing] < 0]


def _area_of(mind: Mind, first: int) -> Area | None:
    """Areas are shared out among the units in their order, as long as there is room in them."""
    figure = mind.setting.figures[first]
    if figure.individual and not any(figure.entry.id in area.who for area in mind.aims.areas):
        return None
    room = [len(area.squares) for area in mind.aims.areas]
    for group in _foot_first(mind):
        left = [n for n in group if mind.state.pieces[n].present]
        if not left:
            continue
        best, index = 0.0, -1
        for at, area in enumerate(mind.aims.areas):
            if _counts(mind, group[0], area) and room[at] > 0 and area.weight > best:
                best, index = area.weight, at
        if first in group:
            return mind.aims.areas[index] if index >= 0 else None
        if index >= 0:
            room[index] -= len(left)
    return None


def _foot_first(mind: Mind) -> list[tuple[int, ...]]:
    groups = [group for group in mind.setting.groups if group.force == mind.force]
    return [group.members for group in sorted(groups, key=lambda group: mind.is_missile(group.members[0]))]


def _counts(mind: Mind, number: int, area: Area) -> bool:
    figure = mind.setting.figures[number]
    if area.who:
        return figure.entry.id in area.who
    stand = gait_of(mind.fight, number).stand
    return not figure.mounted and any(stand[square] for square in area.squares)


def _guard(mind: Mind) -> Goal:
    """The squares by which most of the enemy must come into what we guard."""
    board = mind.setting.board
    area = max(mind.aims.guarded, key=lambda area: len(area.who))
    units = [group for group in mind.setting.groups if group.id in area.who]
    gait = gait_of(mind.fight, units[0].members[0])
    inside = area.squares
    doors = [
        square
        for square in sorted(inside)
        for way in range(8)
        if (before := board.steps[square][way]) >= 0
        and before not in inside and gait.step[before * 8 + (way + 4) % 8]
    ]  # fmt: skip
    doors = _likeliest(mind, gait, doors)
    intruders = [s for enemy in mind.enemies for s in squares_of(mind.fight, enemy) if s in inside]
    return Goal(dict.fromkeys(intruders or doors or sorted(inside), 0), inside)


def _likeliest(mind: Mind, gait: Gait, doors: list[int]) -> list[int]:
    """Of the ways in those that are nearly the shortest for the enemy."""
    theirs = {square: 0 for enemy in mind.enemies for square in squares_of(mind.fight, enemy)}
    costs = travel(gait, mind.setting.board.steps, theirs, {})
    shortest = min((costs[door] for door in doors), default=0)
    return [door for door in doors if costs[door] <= shortest + DETOUR]


def _hunt(mind: Mind, first: int) -> Goal:
    """The dearest enemies, unless cheaper ones are much nearer; shooters stop where they can shoot."""
    if not mind.enemies:
        return Goal({}, NOWHERE_TO_HOLD)
    dearest = max(mind.worth(enemy) for enemy in mind.enemies)
    squares: dict[int, int] = {}
    for enemy in mind.enemies:
        extra = int(DEAR * (dearest - mind.worth(enemy)))
        for square in squares_of(mind.fight, enemy):
            squares[square] = extra
    stop_at = 0
    if weapons := missile_weapons(mind.fight, first):
        stop_at = bands(mind.fight, first, weapons[0]).short[1]
    return Goal(squares, NOWHERE_TO_HOLD, stop_at)
