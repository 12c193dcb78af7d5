"""Who may shoot at whom: rate of fire, ranks, arc, range, sight and what stands in the way.  [mag.fire.who]"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.line import line
from warhost.engine.question import Refusal

from .land import DEGREES
from .pieces import engaged, fighters, forbidden_friend, in_unit, members, squares_of
from .setting import Fight
from .sheets import Bands, Range
from .state import NOBODY, NOWHERE
from .wounds import burden, stunned_now


def bands(fight: Fight, firer: int, weapon: str) -> Bands:
    """The Weapon Chart of the firer's sheet.  [mag.fire.range_bands]"""
    found = fight.setting.figures[firer].sheet.weapon_chart.get(weapon)
    found = found or fight.setting.library.weapons[weapon].bands
    if found is None:
        raise LookupError(f"{weapon} stands on no chart of {fight.setting.figures[firer].sheet.id}")
    return found


def band_of(chart: Bands, squares: int) -> Range:
    if squares <= chart.short[1]:
        return "short"
    return "medium" if squares <= chart.medium[1] else "long"


def missile_weapons(fight: Fight, number: int) -> list[str]:
    """What a piece shoots with; its hand weapon never.  [mag.piece.weapons_carried]"""
    weapons = fight.setting.library.weapons
    return [weapon for weapon in fight.state.pieces[number].weapons if weapons[weapon].kind == "missile"]


def may_not_shoot(fight: Fight, number: int) -> Refusal | None:
    """Why a piece has no shot in this phase at all, if so.  [mag.fire.who]"""
    piece, state = fight.state.pieces[number], fight.state
    weapons = missile_weapons(fight, number)
    if not piece.present:
        return Refusal("mag.fire.who", "it is not on the board")
    if not weapons:
        return Refusal("mag.fire.who", "it has no missile weapon")
    if piece.busy:
        return Refusal("mag.fire.who", "it has already shot or used a power in this phase")
    if piece.spent:
        return Refusal("mag.kai.healing", "whoever heals does not shoot in the same turn")
    rates = fight.setting.library.weapons
    if piece.fired and not any(rates[weapon].shots_per_turn > piece.fired for weapon in weapons):
        return Refusal("mag.fire.rate_slow", "its weapon is being loaded for the rest of this turn")
    if piece.trance is not None and state.turn < piece.trance.first:
        return Refusal("mag.trick.hypnotise_effect", "it stands under hypnosis")
    if stunned_now(fight, number):
        return Refusal("mag.wound.head_slight", "it is stunned this turn")
    if piece.wounds and burden(fight, number).may_not_fight:
        return Refusal("mag.wound.arms_critical", "its arms are useless")
    if engaged(fight, number):
        return Refusal("mag.fire.engaged", "an enemy is next to it")
    limit = fire_ranks(fight, number)
    if rank(fight, number) > limit:
        return Refusal("mag.fire.ranks", f"it stands behind the first {limit} ranks of its unit")
    return None


def fire_ranks(fight: Fight, number: int) -> int:
    return fight.setting.library.tables.fire_ranks[fight.setting.figures[number].training]


def file_ahead(fight: Fight, number: int) -> list[int]:
    """The pieces of its own unit that stand ahead of a piece in its own file, the nearest first.

    [mag.example.fire_ranks]
    """
    unit = in_unit(fight, number)
    if unit == NOBODY:
        return []
    pieces, board = fight.state.pieces, fight.setting.board
    here = pieces[number].square
    along, across = (board.ys, board.xs) if pieces[number].facing % 2 == 0 else (board.xs, board.ys)
    forward = 1 if pieces[number].facing < 2 else -1
    file, start = across[here], forward * along[here]
    found = []
    for other in members(fight, unit):
        there = pieces[other].square
        if across[there] == file and forward * along[there] > start:
            found.append((forward * along[there], other))
    found.sort()
    return [other for _, other in found]


def rank(fight: Fight, number: int) -> int:
    """1 for the head of a file; gaps do not count.  [mag.fire.ranks]"""
    return 1 + len(file_ahead(fight, number))


def arc_from(fight: Fight, number: int) -> int:
    """The square from which the arc opens: the head of the shooter's own file.

    [mag.fire.arc_ranks] [mag.example.arc_ranks]
    """
    ahead = file_ahead(fight, number)
    return fight.state.pieces[ahead[-1] if ahead else number].square


def in_arc(fight: Fight, origin: int, facing: int, square: int) -> bool:
    """45 degrees to either side; a square cut in half is in.  [mag.fire.arc]"""
    return square in fight.setting.land.arc(origin, facing)


def why_no_shot(fight: Fight, firer: int, target: int, weapon: str) -> Refusal:
    """The first thing that keeps a piece from shooting at another, for those who ask."""
    name, board, shooter = fight.setting.name(target), fight.setting.board, fight.state.pieces[firer]
    if forbidden_friend(fight, firer, target):
        return Refusal("mag.trick.hypnotise_effect", f"{name} is a comrade under another's will")
    if target not in fighters(fight, 1 - shooter.side):
        return Refusal("mag.fire.who", f"{name} is no enemy on the board")
    reach, least = bands(fight, firer, weapon).long[1], fight.setting.library.tables.minimum_range
    away = {square: board.distance(shooter.square, square) for square in squares_of(fight, target)}
    far = [square for square in away if away[square] >= least]
    if not far:
        return Refusal("mag.fire.minimum", f"{name} is nearer than {least} squares")
    within = [square for square in far if away[square] <= reach]
    if not within:
        return Refusal("mag.fire.range_bands", f"{name} is more than {reach} squares away")
    in_front = [s for s in within if in_arc(fight, arc_from(fight, firer), shooter.facing, s)]
    if not in_front:
        return Refusal("mag.fire.arc", f"{name} is outside the arc of fire")
    if not any(fight.setting.land.sees(shooter.square, square) for square in in_front):
        return Refusal("mag.fire.visible", f"{name} cannot be seen")
    return Refusal("mag.fire.blocking_pieces", f"another piece stands in the way to {name}")


def target_square(fight: Fight, firer: int, field: frozenset[int], target: int) -> int:
    """The nearest square of a target that may be shot at, or NOWHERE.  [mag.fire.range_count]

    Of two equally near squares the shooter picks; nobody would pick the one that is harder to hit.
    """
    here, sees = fight.state.pieces[firer].square, fight.setting.land.sees
    open_ = [
        square
        for square in squares_of(fight, target)
        if square in field and sees(here, square) and not _blocked(fight, firer, target, square)
    ]
    if len(open_) < 2:
        return open_[0] if open_ else NOWHERE
    front, rear = (fight.setting.board.distance(here, square) for square in open_)
    if front != rear:
        return open_[0] if front < rear else open_[1]
    return open_[1] if _easier(fight, firer, target, open_[1], open_[0]) else open_[0]


def _easier(fight: Fight, firer: int, target: int, one: int, other: int) -> bool:
    """Whether one square of a target offers a better shot than the other: less cover, or lower ground."""
    land, levels = fight.setting.land, fight.setting.board.levels
    sheet, here = fight.setting.figures[target].sheet, fight.state.pieces[firer].square
    cover, other_cover = (DEGREES.index(land.cover(sheet, square, here)) for square in (one, other))
    if cover != other_cover:
        return cover < other_cover
    return levels[one] < levels[here] <= levels[other]


def _blocked(fight: Fight, firer: int, target: int, square: int) -> bool:
    """A piece in the way, unless it stands lower or is of the shooter's unit.

    [mag.fire.blocking_pieces] [mag.fire.overhead]
    """
    state, board = fight.state, fight.setting.board
    occupied, levels, here = state.occupied, board.levels, state.pieces[firer].square
    for crossed in line(board, here, square).squares:
        other = occupied[crossed]
        if other < 0 or other in (firer, target):
            continue
        if levels[crossed] < levels[here]:
            continue
        unit = in_unit(fight, firer)
        if unit == NOBODY or in_unit(fight, other) != unit:
            return True
    return False


class Enemies:
    """The enemies of a side that can be shot at, by their squares: looked up once for many shooters."""

    __slots__ = ("fight", "squares")

    def __init__(self, fight: Fight, side: int):
        self.fight = fight
        self.squares: dict[int, int] = {}
        for number, piece in enumerate(fight.state.pieces):
            if piece.side != side and piece.fate == "fighting":
                for square in fight.setting.squares(number, piece.square, piece.facing):
                    self.squares[square] = number

    def before(self, firer: int, weapon: str) -> Iterator[tuple[int, int]]:
        """One by one those whom a piece may shoot at, each with the square the shot goes to."""
        field = _field(self.fight, firer, weapon)
        if field.isdisjoint(self.squares):
            return
        for target in dict.fromkeys(number for square, number in self.squares.items() if square in field):
            square = target_square(self.fight, firer, field, target)
            if square != NOWHERE and not forbidden_friend(self.fight, firer, target):
                yield target, square

    def have_to_fear(self, number: int) -> bool:
        """Whether a piece has a shot at any of them."""
        if may_not_shoot(self.fight, number) is not None:
            return False
        return any(True for weapon in ready_weapons(self.fight, number) for _ in self.before(number, weapon))


def _field(fight: Fight, firer: int, weapon: str) -> frozenset[int]:
    shooter, least = fight.state.pieces[firer], fight.setting.library.tables.minimum_range
    most, origin = bands(fight, firer, weapon).long[1], arc_from(fight, firer)
    return fight.setting.land.field_of_fire(shooter.square, origin, shooter.facing, least, most)


def targets_of(fight: Fight, firer: int, weapon: str) -> dict[int, int]:
    """Whom a piece may shoot at, each with the square the shot goes to."""
    return dict(Enemies(fight, fight.state.pieces[firer].side).before(firer, weapon))


def ready_weapons(fight: Fight, number: int) -> list[str]:
    """The missile weapons whose rate still allows a shot this turn.  [mag.fire.rate_fast] [mag.fire.rate_slow]"""
    rates, piece = fight.setting.library.weapons, fight.state.pieces[number]
    return [w for w in missile_weapons(fight, number) if rates[w].shots_per_turn > piece.fired]


def has_shot(fight: Fight, number: int) -> bool:
    return Enemies(fight, fight.state.pieces[number].side).have_to_fear(number)
