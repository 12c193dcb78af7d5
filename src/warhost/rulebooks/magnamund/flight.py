"""Retire and rout: away from the threat, straight on, flowing round what is in the way.  [mag.morale.retire]"""

from __future__ import annotations

from fractions import Fraction

from warhost.engine.field.board import FACINGS
from warhost.engine.question import Choose

from .events import FleesFrom, LeftBoard, Moved
from .orders import occupied_for
from .pieces import (
    bump,
    commander,
    distance,
    fighters,
    hidden_in_sight,
    in_unit,
    members,
    names,
    put,
    remove,
    reveal,
    squares_of,
)  # fmt: skip
from .setting import Fight
from .state import NOBODY
from .steps import Mover, allowance

EDGE_COST = 1


def flee(fight: Fight, unit: int, threat: list[int], rout: bool) -> None:
    """Every piece of the unit turns its back on the threat and runs."""
    rule = "mag.morale.rout" if rout else "mag.morale.retire"
    facing = _away(fight, unit, threat)
    fight.tell(FleesFrom(rule, fight.setting.units[unit].id, FACINGS[facing], names(fight, threat)))
    times = fight.setting.library.tables.rout_multiple if rout else 1
    waiting = members(fight, unit)
    fight.state.units[unit].whole = False
    while waiting:
        number = _next_to_run(fight, waiting, facing, times)
        waiting.remove(number)
        reveal(fight, number)
        _run(fight, number, facing, times * allowance(fight, number), rule)


def _next_to_run(fight: Fight, waiting: list[int], facing: int, times: int) -> int:
    """Those furthest on in the direction of flight run first, so that a unit does not block itself.

    Of equals by number, or where something is in the way of one of them as the owner likes.  [mag.morale.flow]
    """
    board, pieces = fight.setting.board, fight.state.pieces
    origin = pieces[waiting[0]].square
    ahead = {n: max(board.relative(origin, square, facing)[1] for square in squares_of(fight, n)) for n in waiting}
    foremost = [number for number in waiting if ahead[number] == max(ahead.values())]
    if len(foremost) == 1 or not any(_hindered(fight, number, facing, times) for number in foremost):
        return foremost[0]
    player = commander(fight, fight.setting.figures[foremost[0]].force)
    text = "Several of the fleeing are equally far on. Who of them runs first?"
    question = Choose(player, "runs first", names(fight, foremost), "mag.morale.flow", text=text)
    return fight.setting.number[fight.ask(question)]


def _hindered(fight: Fight, number: int, facing: int, times: int) -> bool:
    """Whether a piece cannot simply run straight on, so that it matters who runs before it."""
    piece, mover = fight.state.pieces[number], runner(fight, number)
    if mover.deep and (facing - piece.facing) % 2:
        return True  # it needs room for its rear
    place = mover.turned_free(piece.square, piece.facing, facing)
    points = times * allowance(fight, number)
    square = place[0] if place is not None else piece.square
    while points > 0:
        ahead, price = mover.steps[square][2 * facing], mover.gait.step[square * 8 + 2 * facing]
        if ahead < 0:
            return False
        if not price or not mover.fits(ahead, facing):
            return True
        square, points = ahead, points - price
    return False


# --- which way ----------------------------------------------------------------------------------------------


def threat_to(fight: Fight, unit: int, aura_heroes: list[int], casualties: bool) -> list[int]:
    """From whom a unit flees, in the order of the rule; `casualties` if they made it test.  [mag.morale.threat]"""
    suffered = fight.state.units[unit]
    for causes in (
        (*suffered.flank_attackers, *suffered.rear_attackers),
        suffered.monsters,
        tuple(aura_heroes),
    ):
        if causes:
            left = [n for n in dict.fromkeys(causes) if fight.state.pieces[n].fighting]
            return left or _nearest_enemy(fight, unit)
    return (_worst_killers(fight, unit) if casualties else []) or _nearest_enemy(fight, unit)


def _worst_killers(fight: Fight, unit: int) -> list[int]:
    """The enemy unit, hero or monster that killed most; nobody if two killed equally many or none is left."""
    dead: dict[tuple[str, int], int] = {}
    for killer in fight.state.units[unit].killers:
        if killer != NOBODY and fight.setting.figures[killer].force != fight.setting.units[unit].force:
            body = in_unit(fight, killer)
            key = ("unit", body) if body != NOBODY else ("piece", killer)
            dead[key] = dead.get(key, 0) + 1
    most = [key for key, count in dead.items() if count == max(dead.values())]
    if len(most) != 1:
        return []
    kind, number = most[0]
    bodies = members(fight, number) if kind == "unit" else [number]
    return [piece for piece in bodies if fight.state.pieces[piece].fighting]


def _nearest_enemy(fight: Fight, unit: int) -> list[int]:
    here = [square for number in members(fight, unit) for square in squares_of(fight, number)]
    side = fight.setting.units[unit].force
    away = {number: distance(fight, number, here) for number in fighters(fight, 1 - side)}
    near = [number for number, squares in away.items() if squares == min(away.values())]
    if len(near) <= 1:
        return near
    text = "Several enemies are equally near. Which of them does the unit flee from?"
    player, rule = commander(fight, side), "mag.morale.threat"
    picked = fight.ask(Choose(player, "threat", names(fight, near), rule, text=text))
    return [fight.setting.number[picked]]


def _away(fight: Fight, unit: int, threat: list[int]) -> int:
    """The facing in which the unit lies furthest from the threat; of equals homewards, then as the owner likes."""
    force = fight.setting.units[unit].force
    home = FACINGS.index(fight.setting.sides[force].home_edge)
    if not threat:
        return home
    x, y = _middle(fight, members(fight, unit))
    enemy_x, enemy_y = _middle(fight, threat)
    away = (y - enemy_y, x - enemy_x, enemy_y - y, enemy_x - x)
    best = [facing for facing in range(4) if away[facing] == max(away)]
    if len(best) == 1 or home in best:
        return best[0] if len(best) == 1 else home
    options = [FACINGS[facing] for facing in best]
    player, text = commander(fight, force), "Which way does the unit flee?"
    picked = fight.ask(Choose(player, "flee to", options, "mag.morale.threat", text=text))
    return FACINGS.index(picked)


def _middle(fight: Fight, pieces: list[int]) -> tuple[Fraction, Fraction]:
    board = fight.setting.board
    squares = [square for number in pieces for square in squares_of(fight, number)]
    count = len(squares)
    return Fraction(sum(board.xs[s] for s in squares), count), Fraction(sum(board.ys[s] for s in squares), count)


# --- running ------------------------------------------------------------------------------------------------


def _run(fight: Fight, number: int, facing: int, points: int, rule: str) -> None:
    piece, board = fight.state.pieces[number], fight.setting.board
    if not turn_free(fight, number, facing):
        return
    mover, way = runner(fight, number), list[int]()
    passed, start = [piece.square], points
    while points > 0:
        if not way and board.steps[piece.square][2 * facing] < 0:
            _over_the_edge(fight, number, passed, start - points + EDGE_COST, rule)
            return
        way = way or _way_on(fight, mover, piece.square, facing)
        if not way:
            break
        to, price = board.steps[piece.square][way[0]], mover.gait.step[piece.square * 8 + way[0]]
        if price > points:
            break
        if bump(fight, number, to, facing):
            mover, way = runner(fight, number), []
        else:
            points, way = points - price, way[1:]
            put(fight, number, to, facing)
            passed.append(to)
    piece.moved = True
    path = tuple(board.xy(square) for square in passed)
    fight.tell(Moved(rule, fight.setting.name(number), path, FACINGS[facing], start - points))
    for enemy in hidden_in_sight(fight, number):
        reveal(fight, enemy)


def runner(fight: Fight, number: int) -> Mover:
    """A piece that runs whether it will or not: contact does not halt it, hidden friends are in its way."""
    return Mover(fight, number, occupied_for(fight, fight.state.pieces[number].side), set())


def turn_free(fight: Fight, number: int, facing: int) -> bool:
    """Face so at no cost; False if a long piece has no room for it.  [mag.move.turn_long]"""
    piece = fight.state.pieces[number]
    place = runner(fight, number).turned_free(piece.square, piece.facing, facing)
    while place is not None and bump(fight, number, *place):
        place = runner(fight, number).turned_free(piece.square, piece.facing, facing)
    if place is not None:
        put(fight, number, *place)
    return place is not None


def _over_the_edge(fight: Fight, number: int, passed: list[int], cost: int, rule: str) -> None:
    """Lost for good, and counted as a casualty.  [mag.morale.off_board]"""
    board, name = fight.setting.board, fight.setting.name(number)
    path = tuple(board.xy(square) for square in passed)
    fight.tell(Moved(rule, name, path, FACINGS[fight.state.pieces[number].facing], cost))
    fight.tell(LeftBoard("mag.morale.off_board", name, path[-1], safe=False))
    remove(fight, number, "fled")


def _way_on(fight: Fight, mover: Mover, square: int, facing: int) -> list[int]:
    """Straight ahead, or if that is barred the way round."""
    ahead = mover.steps[square][2 * facing]
    if mover.gait.step[square * 8 + 2 * facing] and mover.fits(ahead, facing):
        return [2 * facing]
    return _way_round(fight, mover, square, facing)


def _way_round(fight: Fight, mover: Mover, square: int, facing: int) -> list[int]:
    """The headings of the cheapest way into the next row: sideways, diagonally forward, forward.

    Of equally cheap ways the one that ends nearest the own file, then the owner's choice; a long piece only
    shifts diagonally. No way: an empty list.  [mag.morale.flow]
    """
    ends = _diagonal_ways(mover, square, facing) if mover.deep else _ways(fight, mover, square, facing)
    if not ends:
        return []
    board = fight.setting.board
    file_of = {end: abs(board.relative(square, end, facing)[0]) for end in ends}
    cheapest = min((cost, file_of[end]) for end, (cost, _) in ends.items())
    best = [end for end, (cost, _) in ends.items() if (cost, file_of[end]) == cheapest]
    chosen = best[0]
    if len(best) > 1:
        places = {"{},{}".format(*board.xy(end)): end for end in best}
        player = commander(fight, fight.state.pieces[mover.number].side)
        name, text = (
            fight.setting.name(mover.number),
            "Something bars the flight of {who}. Round it by which square?",
        )
        question = Choose(player, "way round", list(places), "mag.morale.flow", name, text=text)
        chosen = places[fight.ask(question)]
    return ends[chosen][1]


def _diagonal_ways(mover: Mover, square: int, facing: int) -> dict[int, tuple[int, list[int]]]:
    found = {}
    for eighth in (7, 1):
        heading = (2 * facing + eighth) % 8
        price, to = mover.gait.step[square * 8 + heading], mover.steps[square][heading]
        if price and mover.fits(to, facing):
            found[to] = price, [heading]
    return found


def _ways(fight: Fight, mover: Mover, square: int, facing: int) -> dict[int, tuple[int, list[int]]]:
    """Cheapest ways from a square along its row and into the next one."""
    ends: dict[int, tuple[int, list[int]]] = {}
    row: dict[int, tuple[int, list[int]]] = {square: (0, [])}
    for side in (2, 6):  # along the row to the right, then to the left
        here, cost, headings = square, 0, list[int]()
        sideways = (2 * facing + side) % 8
        while True:
            price, to = mover.gait.step[here * 8 + sideways], mover.steps[here][sideways]
            if not price or not mover.fits(to, facing):
                break
            here, cost, headings = to, cost + price, [*headings, sideways]
            row[here] = cost, headings
    for here, (cost, headings) in row.items():
        for eighth in (0, 7, 1):
            heading = (2 * facing + eighth) % 8
            price, to = mover.gait.step[here * 8 + heading], mover.steps[here][heading]
            if price and mover.fits(to, facing) and (to not in ends or cost + price < ends[to][0]):
                ends[to] = cost + price, [*headings, heading]
    return ends
