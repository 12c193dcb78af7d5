"""Loose groups wrap their models round an enemy.

The models take places side by side: along the struck side, then round both of its ends, the rest behind them. A
place is the middle of a base as seen from the struck side: x to the right of one who stands against it, y inwards.
[tp.move.squareup.lap]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.engine.field.compass import HALF_TURN, RIGHT_ANGLE, Angle, ahead, distance, from_frame, to_frame
from warhost.engine.field.formation import joined
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import SLACK, Shape, gap, oblong, overlaps_any, point_gap
from warhost.engine.field.stance import Stance
from warhost.engine.field.zones import Edge, edge, span, way_round, zone
from warhost.engine.question import Choose

from ..bodies import TOUCH, body, enemies, figure, pose, same_height, set_places
from ..events.contacts import LappedRound
from ..figure import inches
from ..land.ground import movement, standing_room
from ..morale.checks import deviancy
from ..moving.stride import late as too_late
from ..setting import Fight
from ..stands import stands
from ..state import NO_CHARGE, NOBODY, Contact, Number, Point, Side
from .contact import contacts_of, engage, fighting, looks_on
from .edges import counts_as, fighters, line_of
from .places import BOARD, fighting_friends

HOLD_BACK = inches(0.5)
DEEPEST = 12  # ranks that may form behind those who fight
Room = tuple[int, int]  # the stretch of the struck side that a group has to itself
ANYWHERE: Room = (-BOARD, BOARD)
Cell = tuple[int, int]  # the file, counted from the leading model, and the rank behind it


class Wrapping:
    """One group being set round one enemy, model by model."""

    def __init__(
        self,
        fight: Fight,
        number: Number,
        target: Number,
        line: Edge,
        lead: int,
        facing: Angle,
        room: Room = ANYWHERE,
    ):
        self.fight, self.number, self.target, self.line = fight, number, target, line
        self.lead, self.facing, self.room = lead, facing, room
        self.hold_back = False
        base = figure(fight, number).base
        crosswise = (facing - line.inward) % HALF_TURN != 0
        self.width, self.depth = (base[1], base[0]) if crosswise else base
        _, _, near, _ = span(line, body(fight, target).block)
        self.far = -near  # how far inwards the enemy's block ends
        self.friends = fighting_friends(fight, number)
        self.taken: list[Shape] = []
        self.held: list[Point] = []  # the places of the bases taken
        self.cells: list[Cell] = []
        self.open: dict[tuple[int, bool], Point | None] = {}  # the next place on each way, until somebody is set
        self.rows = {way: self._row(way) for way in (1, -1)}
        self.bends = {way: self._bend(way) for way in (1, -1)}
        self.spots: dict[int, Point] = {}  # where each model goes, on the table
        self.others = [foe for foe in enemies(fight, number) if foe != target and same_height(fight, number, foe)]

    # -- the places --

    def _row(self, way: int) -> list[Point]:
        """Along the struck side, from the leading model outwards to where its corners are touched.

        The leading place itself lies on the right.
        """
        reach = self.line.length // 2 + self.width // 2 + TOUCH
        first = 0 if way > 0 else 1
        places = [self.lead + way * step * self.width for step in range(first, first + 64)]
        return [(x, -self.depth // 2) for x in places if abs(x) <= reach and self.in_room(x)]

    def in_room(self, x: int) -> bool:
        low, high = self.room
        return low - SLACK <= x - self.width // 2 and x + self.width // 2 <= high + SLACK

    def _bend(self, way: int) -> list[Point]:
        """Round one end of the struck side, if it has that end: along the flank, then along the side opposite."""
        if way * self.room[way > 0] < BOARD:
            return []
        half = self.line.length // 2
        beside = way * (half + (self.width + 1) // 2)
        flank = [(beside, start + self.depth // 2) for start in range(0, self.far + TOUCH, self.depth)]
        along = range(0, self.line.length - SLACK, self.width)
        return flank + [
            (way * (half - start - self.width // 2), self.far + (self.depth + 1) // 2) for start in along
        ]

    def on_table(self, place: Point) -> Point:
        return from_frame(place, self.line.middle, self.line.inward)

    def base_at(self, spot: Point) -> Shape:
        wide, deep = figure(self.fight, self.number).base
        return oblong(ahead(spot, self.facing, deep // 2), self.facing, wide, deep)

    def free(self, place: Point, *, fights: bool) -> bool:
        """Whether a base may stand there; only those who fight may touch enemies."""
        spot = self.on_table(place)
        base = self.base_at(spot)
        if overlaps_any(base, self.taken) or overlaps_any(base, self.friends):
            return False
        if self.hold_back and any(_near(self.fight, base, other, HOLD_BACK - Length(1)) for other in self.others):
            return False
        piece = self.fight.state.pieces[self.number]
        front = ahead(spot, self.facing, figure(self.fight, self.number).base[1] // 2)
        one = pose(self.fight, piece, 1, Stance(front, self.facing, 1))
        may_touch = [self.target, *self._standing_foes()] if fights else []
        return standing_room(self.fight, self.number, one, may_touch=may_touch) is None

    def _standing_foes(self) -> list[int]:
        return [other for other in self.others if not self.fight.state.pieces[other].fleeing]

    def put(self, model: int, place: Point) -> None:
        spot = self.on_table(place)
        self.spots[model] = spot
        self.keep(self.base_at(spot))

    def keep(self, base: Shape) -> None:
        """A model that stands there already, or has just been set."""
        self.open.clear()
        self.taken.append(base)
        x, y = to_frame(base.centre, self.line.middle, self.line.inward)
        self.held.append((x, y))
        if -self.depth <= y < 0:
            self.cells.append((round((x - self.lead) / self.width), 0))

    # -- filling them --

    def next_place(self, way: int, bent: bool) -> Point | None:
        """The next free place on this way: along the struck side, or round its end once that side is full."""
        if (way, bent) not in self.open:
            self.open[way, bent] = self._find_next(way, bent)
        return self.open[way, bent]

    def _find_next(self, way: int, bent: bool) -> Point | None:
        if bent and not all(self._is_held(place) for place in self.rows[way]):
            return None
        for place in self.bends[way] if bent else self.rows[way]:
            if not self._is_held(place):
                return place if self.free(place, fights=True) else None
        return None

    def _is_held(self, place: Point) -> bool:
        """Whether a model of the group covers the middle of this place."""
        x, y = place
        return any(2 * abs(x - px) < self.width and 2 * abs(y - py) < self.depth for px, py in self.held)

    def fill(self, models: Sequence[int], places: Sequence[Point], spare: int) -> list[int]:
        """Set models against the enemy, the nearest first; those who cannot reach a place are left over."""
        box, block = body(self.fight, self.target).oblong, body(self.fight, self.target).block
        waiting = sorted(models, key=lambda model: (point_gap(places[model], block), model))
        if not self.taken and waiting:
            lead = (self.lead, -self.depth // 2)
            first = min(waiting, key=lambda model: distance(places[model], self.on_table(lead)))
            self.put(first, lead)
            waiting.remove(first)
        moved = True
        while moved and waiting:
            moved = False
            for model in waiting[:]:
                for bent in (False, True):
                    ways = [place for way in (1, -1) if (place := self.next_place(way, bent)) is not None]
                    steps = [(way_round(places[model], self.on_table(place), box), place) for place in ways]
                    if steps and min(steps)[0] <= spare + TOUCH:  # whoever touches already has come
                        self.put(model, min(steps)[1])
                        waiting.remove(model)
                        moved = True
                        break
        return waiting

    def close_up_behind(self, models: Sequence[int], places: Sequence[Point]) -> bool:
        """The rest stand behind those who fight, base to base; False if there is no room for one of them."""
        for model in models:
            best = min(
                (
                    (cell[1], distance(places[model], self.on_table(self._behind(cell))), cell)
                    for cell in self._rim()
                ),
                default=None,
            )
            if best is None:
                return False
            self.put(model, self._behind(best[2]))
            self.cells.append(best[2])
        return True

    def _behind(self, cell: Cell) -> Point:
        return self.lead + cell[0] * self.width, -self.depth // 2 - cell[1] * self.depth

    def _rim(self) -> Iterator[Cell]:
        """Free cells next to filled ones."""
        tried: list[Cell] = []
        for file, rank in self.cells:
            for cell in ((file, rank + 1), (file - 1, max(rank, 1)), (file + 1, max(rank, 1))):
                if cell in self.cells or cell in tried or cell[1] > DEEPEST:
                    continue
                tried.append(cell)
                if (cell[1] == rank + 1 or rank > 0) and self.free(self._behind(cell), fights=False):
                    yield cell


def _near(fight: Fight, base: Shape, other: Number, reach: Length) -> bool:
    box = body(fight, other).box
    if base.left - box[1] > reach or box[0] - base.right > reach:
        return False
    if base.bottom - box[3] > reach or box[2] - base.top > reach:
        return False
    return any(gap(base, part) <= reach for part in body(fight, other).parts)


# --- arriving ------------------------------------------------------------------------------------------------


def arrive(
    fight: Fight, number: Number, target: Number, line: Edge, wanted: int, *, charge: Length, room: Room = ANYWHERE
) -> bool:  # fmt: skip
    """A loose group reaches an enemy: its models wrap round as far as they have movement left.

    The others join in the second round.  [tp.move.charge.loose] [tp.move.squareup.lap]
    """
    spare = _spare(fight, number)
    own = _own_place(fight, number, target, line, wanted, spare, room)
    return _set_round(fight, number, target, line, wanted, spare, charge, room, own)


def _own_place(
    fight: Fight, number: Number, target: Number, line: Edge, wanted: int, spare: int, room: Room
) -> int | None:
    """Where a model stands that may lead without stepping aside, if more of the group come to blows so: of an even
    number none comes in the middle, and past the end of the struck side only some come against it."""
    stood = {to_frame(place, line.middle, line.inward)[0] for place in fight.state.pieces[number].places}
    wide = figure(fight, number).base[0]
    against = [x for x in stood if 2 * abs(x) < line.length + wide - SLACK]
    near: list[int | None] = [None, *sorted(against, key=lambda x: (abs(x - wanted), x))[:2]]
    return max(near, key=lambda own: _brought(fight, number, target, line, wanted, spare, room, own))


def _brought(
    fight: Fight, number: Number, target: Number, line: Edge, wanted: int, spare: int, room: Room, own: int | None
) -> int:
    """How many models would touch the enemy."""
    wrapping, block = _best_lead(fight, number, target, line, wanted, room, own), body(fight, target).block
    if wrapping is None or not _wrap(wrapping, range(len(fight.state.pieces[number].places)), spare):
        return 0
    return sum(gap(base, block) <= TOUCH for base in wrapping.taken)


def keep_to(fight: Fight, number: Number, target: Number, line: Edge, wanted: int, room: Room) -> bool:
    """Set a loose group against its stretch of the struck side; False, with nothing changed, if it does not fit.

    [tp.move.charge.mass]
    """
    wrapping = _best_lead(fight, number, target, line, wanted, room)
    models = range(len(fight.state.pieces[number].places))
    if wrapping is None or not _wrap(wrapping, models, _spare(fight, number)):
        return False
    _stand_so(fight, wrapping)
    return True


def _spare(fight: Fight, number: Number) -> Length:
    """The movement that a group has left when it has charged; chariots close up whatever they have left.

    [tp.machine.chariot.spacing]
    """
    if figure(fight, number).chariot:
        return movement(fight, number).total
    piece = fight.state.pieces[number]
    return movement(fight, number).total + piece.turn.dash - max(piece.turn.spent, piece.turn.charge_turn)


def face(fight: Fight, number: Number, foe: Number, line: Edge) -> bool:
    """A loose group turns to an enemy in its flank or rear and laps round it.  [tp.move.squareup.turn]"""
    return _set_round(fight, number, foe, line, 0, movement(fight, number).total, NO_CHARGE)


def lap(fight: Fight, number: Number, target: Number, struck: Side) -> bool:
    """Set a loose group round an enemy from this side of it, as for a charge with all movement left."""
    return face(fight, number, target, edge(body(fight, target).oblong, struck))


def _set_round(
    fight: Fight, number: Number, target: Number, line: Edge, wanted: int, spare: int, charge: Length,
    room: Room = ANYWHERE, own: int | None = None,
) -> bool:  # fmt: skip
    wrapping = _best_lead(fight, number, target, line, wanted, room, own)
    if wrapping is None:
        return False
    places = fight.state.pieces[number].places
    models = range(len(places))
    done = _without_spilling(fight, wrapping, models, spare)
    if done is None:
        return False
    _stand_so(fight, done)
    _settle(fight, done, charge)
    return True


def _best_lead(
    fight: Fight, number: Number, target: Number, line: Edge, wanted: int, within: Room, own: int | None = None
) -> Wrapping | None:  # fmt: skip
    """The leading model touches the struck side as near as it can to where the group came in, or from where it
    stands."""
    wide = figure(fight, number).base[0]
    room = abs(line.length - wide) // 2
    start = max(-room, min(room, wanted))
    leads = [start + step * wide for step in range(-64, 65) if abs(start + step * wide) <= room]
    if within != ANYWHERE:  # a narrow stretch is filled from its ends
        ends = (within[0] + wide // 2, within[1] - wide // 2)
        leads += [lead for lead in ends if abs(lead) < (line.length + wide) // 2 - SLACK]
    if len(fight.state.pieces[target].places) > 1:
        spans = [span(line, base) for base in body(fight, target).bases]
        leads = [-(low + high) // 2 for low, high, _, outwards in spans if outwards >= -TOUCH]
    for lead in [own] if own is not None else sorted(leads, key=lambda lead: (abs(lead - wanted), lead)):
        wrapping = Wrapping(fight, number, target, line, lead, line.inward, within)
        if wrapping.in_room(lead) and wrapping.free((lead, -wrapping.depth // 2), fights=True):
            return wrapping
    return None


def _wrap(wrapping: Wrapping, models: Sequence[int], spare: int, kept: Sequence[int] = ()) -> bool:
    """Set these models; False if one finds no place or the group would not hang together."""
    fight, number = wrapping.fight, wrapping.number
    places = fight.state.pieces[number].places
    for model in kept:
        wrapping.spots[model] = places[model]
        wrapping.keep(wrapping.base_at(places[model]))
    left = wrapping.fill(models, places, spare)
    if kept and len(left) == len(models):
        return False
    if not wrapping.close_up_behind(left, places):
        return False
    return figure(fight, number).category == "machine" or joined(wrapping.taken, TOUCH)


def _without_spilling(
    fight: Fight, wrapping: Wrapping, models: Sequence[int], spare: int, kept: Sequence[int] = ()
) -> Wrapping | None:
    """Wrap round the enemy. If that leads on to other enemies the owner may try to hold the models back.

    [tp.move.squareup.spill]
    """
    piece = fight.state.pieces[wrapping.number]
    again = Wrapping(
        fight, wrapping.number, wrapping.target, wrapping.line, wrapping.lead, wrapping.facing, wrapping.room
    )
    again.hold_back = True
    made = _wrap(wrapping, models, spare, kept)
    if made and not _spilled(fight, wrapping):
        return wrapping
    if not _wrap(again, models, spare, kept):
        return wrapping if made else None
    if not made or piece.held_back == fight.state.clock or _held_back(fight, wrapping.number):
        piece.held_back = fight.state.clock
        return again
    return wrapping


def _held_back(fight: Fight, number: Number) -> bool:
    piece = fight.state.pieces[number]
    options, rule = ["lap on", "hold back"], "tp.move.squareup.spill"
    text = "As {who} {laps} on round the enemy, others may be touched. Shall they?"
    question = Choose(piece.side, "spill", options, rule, about=piece.name, usual="lap on", text=text)
    return fight.ask(question) == "hold back" and deviancy(fight, number, rule)


def _spilled(fight: Fight, wrapping: Wrapping) -> list[tuple[Number, Shape]]:
    """Enemies other than the target that the models would touch and do not fight yet, and with which base."""
    known = [met.foe(wrapping.number) for met in contacts_of(fight, wrapping.number)]
    found = []
    for other in wrapping.others:
        base = next((base for base in wrapping.taken if _near(fight, base, other, TOUCH)), None)
        if base is not None and other not in known and not looks_on(fight, other):
            found.append((other, base))
    return found


def _stand_so(fight: Fight, wrapping: Wrapping) -> None:
    spots = wrapping.spots
    set_places(fight, wrapping.number, tuple(spots[model] for model in sorted(spots)), wrapping.facing)


def _settle(fight: Fight, wrapping: Wrapping, charge: Length) -> None:
    """The models stand in their places; whoever else they touch is in the fight too.  [tp.move.squareup.spill]"""
    number, block = wrapping.number, body(fight, wrapping.target).block
    touching = sum(gap(base, block) <= TOUCH for base in wrapping.taken)
    here = stands(fight, number)
    fight.tell(LappedRound("tp.move.squareup.lap", number, wrapping.target, touching, here))
    for other, base in _spilled(fight, wrapping):
        side = counts_as(fight, other, zone(body(fight, other).oblong, base.centre))
        engage(fight, number, other, ("front", side), charge=charge, late=too_late(fight), lapped=True)


# --- lapping on ----------------------------------------------------------------------------------------------


def lap_on(fight: Fight, number: Number) -> bool:
    """From its second round on a loose group brings more of its models to blows if it can.

    [tp.move.squareup.lap] [tp.move.squareup.charged] [tp.move.squareup.compulsory]
    """
    piece = fight.state.pieces[number]
    if len(piece.places) < 2 or piece.ring != NOBODY:
        return False
    striking = _striking(fight, number)
    idle = [model for model in range(len(piece.places)) if model not in striking]
    if not idle:
        return False
    for met in fighting(fight, number):
        if met.rounds < 1 or met.across:
            continue
        line = line_of(fight, met.foe(number), met)
        lead = _leading(fight, number, line, sorted(striking))
        if lead is None or (piece.facing - line.inward) % RIGHT_ANGLE:
            continue
        wrapping = Wrapping(fight, number, met.foe(number), line, lead, piece.facing)
        done = _without_spilling(fight, wrapping, idle, movement(fight, number).total, sorted(striking))
        if done is not None and _gains(fight, done, len(striking)):
            return True
    return False


def close_in(fight: Fight, number: Number, contact: Contact) -> bool:
    """A gap has opened before a loose group: it laps anew round the enemy that it no longer touches.

    [tp.move.squareup.compulsory]
    """
    piece, foe = fight.state.pieces[number], contact.foe(number)
    if len(piece.places) < 2 or piece.ring != NOBODY:
        return False
    line = line_of(fight, foe, contact)
    wanted = to_frame(body(fight, number).front, line.middle, line.inward)[0]
    wrapping = _best_lead(fight, number, foe, line, wanted, ANYWHERE)
    if wrapping is None:
        return False
    own = range(len(piece.places))
    done = _without_spilling(fight, wrapping, own, movement(fight, number).total)
    return done is not None and _gains(fight, done, len(_striking(fight, number)))


def _striking(fight: Fight, number: Number) -> set[int]:
    """Which of its own models fight now; beast masters follow their beasts."""
    now = {model for met in contacts_of(fight, number) for model in fighters(fight, number, met)}
    return now.intersection(range(len(fight.state.pieces[number].places)))


def _leading(fight: Fight, number: Number, line: Edge, models: Sequence[int]) -> int | None:
    """Where along the side a model stands that fights there."""
    bases = body(fight, number).bases
    for model in models:
        low, high, near, _ = span(line, bases[model])
        if -SLACK <= near <= TOUCH and -line.length // 2 < high and low < line.length // 2:
            return -(low + high) // 2
    return None


def _gains(fight: Fight, wrapping: Wrapping, before: int) -> bool:
    """Stand so if more models fight then and no enemy loses his fight by it; else everything stays as it was."""
    number = wrapping.number
    places, facing = fight.state.pieces[number].places, fight.state.pieces[number].facing
    theirs = _striking_at(fight, number)
    _stand_so(fight, wrapping)
    now = _striking_at(fight, number)
    if len(_striking(fight, number)) > before and all(models <= now[foe] for foe, models in theirs.items()):
        _settle(fight, wrapping, NO_CHARGE)
        return True
    set_places(fight, number, places, facing)
    return False


def _striking_at(fight: Fight, number: Number) -> dict[int, set[int]]:
    return {met.foe(number): set(fighters(fight, met.foe(number), met)) for met in contacts_of(fight, number)}
