"""Who may shoot at whom: rate of fire, ranks, arc, range, sight and what stands in the way.  [mag.fire.who]"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import TypeAlias

from warhost.engine.question import Refusal

from .land import DEGREES, Lane
from .pieces import engaged, fighters, forbidden_friend, members, squares_of
from .setting import Fight
from .sheets import Bands, Range
from .state import NOBODY
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
    missiles = fight.setting.missiles
    return [weapon for weapon in fight.state.pieces[number].weapons if weapon in missiles]


def may_not_shoot(fight: Fight, number: int, files: Files | None = None) -> Refusal | None:
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
    if piece.fired and not ready_weapons(fight, number):
        return Refusal("mag.fire.rate_slow", "its weapon is being loaded for the rest of this turn")
    if piece.trance is not None and state.turn < piece.trance.first:
        return Refusal("mag.trick.hypnotise_effect", "it stands under hypnosis")
    if stunned_now(fight, number):
        return Refusal("mag.wound.head_slight", "it is stunned this turn")
    if piece.wounds and burden(fight, number).may_not_fight:
        return Refusal("mag.wound.arms_critical", "its arms are useless")
    if engaged(fight, number):
        return Refusal("mag.fire.engaged", "an enemy is next to it")
    place, limit = (files or Files(fight)).place(number), fire_ranks(fight, number)
    if place[0] > limit:
        ranks = "first rank" if limit == 1 else f"first {limit} ranks"
        return Refusal("mag.fire.ranks", f"it stands behind the {ranks} of its unit")
    return None


def fire_ranks(fight: Fight, number: int) -> int:
    return fight.setting.library.tables.fire_ranks[fight.setting.figures[number].training]


# Where a piece stands in its file: its rank, 1 for the head (gaps do not count), and the square of the head.
Place: TypeAlias = tuple[int, int]


class Files:
    """The files in which units stand, each unit looked at once for many shooters.  [mag.fire.ranks]"""

    __slots__ = ("_units", "fight")

    def __init__(self, fight: Fight):
        self.fight = fight
        self._units: dict[int, dict[int, Place]] = {}

    def around(self, number: int) -> dict[int, Place]:
        """A piece and the others of its unit, each with its place; who acts alone is a file of his own."""
        unit, piece = self.fight.setting.figures[number].unit, self.fight.state.pieces[number]
        if unit == NOBODY or piece.trance is not None:
            return {number: (1, piece.square)}
        places = self._units.get(unit)
        if places is None:
            places = self._units[unit] = _places(self.fight, members(self.fight, unit))
        return places

    def place(self, number: int) -> Place:
        return self.around(number)[number]


def _places(fight: Fight, group: list[int]) -> dict[int, Place]:
    """A piece's file runs along its own facing, whichever way the others of its unit face.

    [mag.example.fire_ranks]
    """
    pieces, board = fight.state.pieces, fight.setting.board
    found: dict[int, Place] = {}
    for facing in dict.fromkeys([pieces[number].facing for number in group]):
        along, across = (board.ys, board.xs) if facing % 2 == 0 else (board.xs, board.ys)
        backward = -1 if facing < 2 else 1
        files: dict[int, list[tuple[int, int]]] = {}
        for number in group:
            square = pieces[number].square
            files.setdefault(across[square], []).append((backward * along[square], number))
        for file in files.values():
            file.sort()
            head = pieces[file[0][1]].square
            for rank, (_, number) in enumerate(file, 1):
                if pieces[number].facing == facing:
                    found[number] = rank, head
    return found


def rank(fight: Fight, number: int) -> int:
    """1 for the head of a file; gaps do not count.  [mag.fire.ranks]"""
    return Files(fight).place(number)[0]


def arc_from(fight: Fight, number: int) -> int:
    """The square from which the arc opens: the head of the shooter's own file.

    [mag.fire.arc_ranks] [mag.example.arc_ranks]
    """
    return Files(fight).place(number)[1]


def in_arc(fight: Fight, origin: int, facing: int, square: int) -> bool:
    """45 degrees to either side; a square cut in half is in.  [mag.fire.arc]"""
    return square in fight.setting.land.arc(origin, facing)


def why_no_shot(fight: Fight, firer: int, target: int, weapon: str) -> Refusal:
    """The first thing that keeps a piece from shooting at another, for those who ask."""
    name, board, shooter = fight.setting.name(target), fight.setting.board, fight.state.pieces[firer]
    if forbidden_friend(fight, firer, target):
        return Refusal("mag.trick.hypnotise_effect", "{who} is a comrade under another's will", (name,))
    if target not in fighters(fight, 1 - shooter.side):
        return Refusal("mag.fire.who", "{who} is no enemy on the board", (name,))
    reach, least = bands(fight, firer, weapon).long[1], fight.setting.library.tables.minimum_range
    away = {square: board.distance(shooter.square, square) for square in squares_of(fight, target)}
    far = [square for square in away if away[square] >= least]
    if not far:
        return Refusal("mag.fire.minimum", f"{{who}} is nearer than {least} squares", (name,))
    within = [square for square in far if away[square] <= reach]
    if not within:
        return Refusal("mag.fire.range_bands", f"{{who}} is more than {reach} squares away", (name,))
    in_front = [s for s in within if in_arc(fight, arc_from(fight, firer), shooter.facing, s)]
    if not in_front:
        return Refusal("mag.fire.arc", "{who} is outside the arc of fire", (name,))
    if not any(fight.setting.land.sees(shooter.square, square) for square in in_front):
        return Refusal("mag.fire.visible", "{who} cannot be seen", (name,))
    return Refusal("mag.fire.blocking_pieces", "another piece stands in the way to {who}", (name,))


def _best_square(fight: Fight, firer: int, target: int, squares: list[int]) -> int:
    """The nearest of the squares of a target that may be shot at.  [mag.fire.range_count]

    Of two equally near squares the shooter picks; nobody would pick the one that is harder to hit.
    """
    if len(squares) == 1:
        return squares[0]
    here = fight.state.pieces[firer].square
    front, rear = (fight.setting.board.distance(here, square) for square in squares)
    if front != rear:
        return squares[0] if front < rear else squares[1]
    return squares[1] if _easier(fight, firer, target, squares[1], squares[0]) else squares[0]


def _easier(fight: Fight, firer: int, target: int, one: int, other: int) -> bool:
    """Whether one square of a target offers a better shot than the other: less cover, or lower ground."""
    land, levels = fight.setting.land, fight.setting.board.levels
    sheet, here = fight.setting.figures[target].sheet, fight.state.pieces[firer].square
    cover, other_cover = (DEGREES.index(land.cover(sheet, square, here)) for square in (one, other))
    if cover != other_cover:
        return cover < other_cover
    return levels[one] < levels[here] <= levels[other]


def _blocked(fight: Fight, firer: int, fellows: Container[int], target: int, lane: Lane) -> bool:
    """A piece in the way, unless it stands lower or is of the shooter's unit.

    [mag.fire.blocking_pieces] [mag.fire.overhead]
    """
    occupied, levels = fight.state.occupied, fight.setting.board.levels
    height = levels[fight.state.pieces[firer].square]
    for crossed in lane:
        other = occupied[crossed]
        if other >= 0 and other != target and other not in fellows and levels[crossed] >= height:
            return True
    return False


class Enemies:
    """The enemies of a side that can be shot at: looked up once for many shooters."""

    __slots__ = ("_squares", "fight", "files", "side")

    def __init__(self, fight: Fight, side: int):
        self.fight, self.side, self.files = fight, side, Files(fight)
        self._squares: dict[int, int] | None = None

    @property
    def squares(self) -> dict[int, int]:
        """The squares on which they stand; not looked for until somebody is ready to shoot."""
        if self._squares is None:
            footprints = self.fight.setting.footprints
            self._squares = {
                square: number
                for number, piece in enumerate(self.fight.state.pieces)
                if piece.side != self.side and piece.fate == "fighting"
                for square in footprints[number][piece.square * 4 + piece.facing]
            }
        return self._squares

    def before(self, firer: int, weapon: str) -> dict[int, int]:
        """Those whom a piece may shoot at, each with the square the shot goes to."""
        clear: dict[int, list[int]] = {}
        for target, square in self._clear_shots(firer, weapon):
            clear.setdefault(target, []).append(square)
        return {target: _best_square(self.fight, firer, target, squares) for target, squares in clear.items()}

    def _clear_shots(self, firer: int, weapon: str) -> Iterator[tuple[int, int]]:
        """One by one the enemies in range, in the arc, in sight and with nobody in the way, with their squares."""
        fight, shooter, fellows = self.fight, self.fight.state.pieces[firer], self.files.around(firer)
        field = _field(fight, firer, weapon, fellows[firer][1])
        lanes, here = fight.setting.land.lanes, shooter.square * fight.setting.board.size
        where = self.squares
        for square in [square for square in where if square in field]:
            lane, target = lanes[here + square], where[square]
            if lane is None or _blocked(fight, firer, fellows, target, lane):
                continue
            if not forbidden_friend(fight, firer, target):
                yield target, square

    def have_to_fear(self, number: int) -> bool:
        """Whether a piece has a shot at any of them."""
        piece = self.fight.state.pieces[number]
        if piece.busy or not piece.present:
            return False
        # Most who look for a target find none: only who has one is asked whether he may shoot at all.
        for weapon in ready_weapons(self.fight, number):
            for _ in self._clear_shots(number, weapon):
                return may_not_shoot(self.fight, number, self.files) is None
        return False


def _field(fight: Fight, firer: int, weapon: str, origin: int) -> frozenset[int]:
    """The squares in range and in the arc of fire that opens from a square."""
    shooter, least = fight.state.pieces[firer], fight.setting.library.tables.minimum_range
    most = bands(fight, firer, weapon).long[1]
    return fight.setting.land.field_of_fire(shooter.square, origin, shooter.facing, least, most)


def targets_of(fight: Fight, firer: int, weapon: str) -> dict[int, int]:
    """Whom a piece may shoot at, each with the square the shot goes to."""
    return Enemies(fight, fight.state.pieces[firer].side).before(firer, weapon)


def ready_weapons(fight: Fight, number: int) -> list[str]:
    """The missile weapons whose rate still allows a shot this turn.  [mag.fire.rate_fast] [mag.fire.rate_slow]"""
    rates, piece = fight.setting.missiles, fight.state.pieces[number]
    return [weapon for weapon in piece.weapons if rates.get(weapon, 0) > piece.fired]


def has_shot(fight: Fight, number: int) -> bool:
    return Enemies(fight, fight.state.pieces[number].side).have_to_fear(number)
