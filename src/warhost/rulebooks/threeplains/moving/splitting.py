"""Groups that split in two, and parts that join again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.engine.field.body import Body, apart
from warhost.engine.field.compass import Angle
from warhost.engine.field.compass import distance as between
from warhost.engine.field.formation import square_fronts
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.field.shapes import contains, overlap
from warhost.engine.field.stance import Stance
from warhost.engine.question import Refusal

from ..bodies import TOUCH, body, figure, life_of, loose, pose, set_places, strength
from ..events.moves import Manoeuvred, Remerged, Split
from ..fighting.contact import engaged
from ..figure import INCH
from ..kinds import mob
from ..land.ground import standing_room
from ..machines.spacing import ranked
from ..magic.bearing import bring_along, hand_on
from ..morale.checks import deviancy, members
from ..scenario.customs import customs_of
from ..scenario.points import taken_over
from ..setting import Fight
from ..stands import stands
from ..state import NOBODY, Number, Piece, Point
from .course import Course
from .dashing import allowance, pay
from .groups import back_to_their_places, expose
from .manoeuvres import LEAST_FRONT, flimsy_till_next_turn, half_move


class Spot(NamedTuple):
    """Where a group is set up again: its middle front, facing and files."""

    x: int
    y: int
    facing: Angle
    files: int


class Halves(NamedTuple):
    """How a group splits: the models that go, where both parts stand, and who goes with the new one."""

    models: int
    stay: Spot
    go: Spot
    leaders: tuple[Number, ...] = ()
    command: bool = False


def least_models(fight: Fight, number: Number) -> int:
    """The fewest models of such a group, characters not counted; skirmishers have no such rule.

    [tp.piece.unit.numbers] [tp.unit.min_models]
    """
    return 1 if loose(fight, number) else LEAST_FRONT.get(figure(fight, number).category, 1)


def _set_up(fight: Fight, number: Number, models: int, spot: Spot) -> Body:
    piece = fight.state.pieces[number]
    places = _places(fight, number, models, spot) if piece.places else ()
    return pose(fight, piece, models, Stance((spot.x, spot.y), spot.facing, spot.files, places))


def _places(fight: Fight, number: Number, models: int, spot: Spot) -> tuple[Point, ...]:
    return ranked(fight, number, models, (spot.x, spot.y), spot.facing, spot.files)


def _wrong_shape(fight: Fight, number: Number, models: int, spot: Spot) -> Refusal | None:
    if mob(fight, number) and spot.files not in square_fronts(models):
        return Refusal("tp.unit.mob.formation", f"a mob of {models} stands as square as it can")
    least = min(least_models(fight, number), models)
    if not least <= spot.files <= models:
        return Refusal("tp.piece.unit.shape", f"a front must be {least} to {models} models wide, not {spot.files}")
    return None


# --- splitting -----------------------------------------------------------------------------------------------


def why_not_split(course: Course, halves: Halves) -> Refusal | None:
    """[tp.move.split] [tp.piece.unit.numbers]"""
    rule, fight, number, piece = "tp.move.split", course.fight, course.number, course.piece
    if course.stops or piece.turn.spent:
        return Refusal(rule, "it takes the entire move and cannot be done after moving")
    if piece.backing:
        return Refusal(rule, "a reinforced unit divides; it does not split")
    if figure(fight, number).category == "beast":
        return Refusal("tp.beast.unit.formation", "a beast unit stays together")
    least = least_models(fight, number)
    if not least <= halves.models <= piece.models - least:
        return Refusal("tp.piece.unit.numbers", f"both parts must keep at least {least} models")
    if any(leader not in piece.leaders for leader in halves.leaders):
        return Refusal(rule, "only characters of the group go with a part of it")
    counts = _counts(piece, halves)
    for models, spot in zip(counts, (halves.stay, halves.go), strict=True):
        if refusal := _wrong_shape(fight, number, models, spot):
            return refusal
    stay, go = (_set_up(fight, number, m, s) for m, s in zip(counts, (halves.stay, halves.go), strict=True))
    if refusal := standing_room(fight, number, stay) or standing_room(fight, number, go):
        return refusal
    return _too_far_apart(course, stay, go)


def _counts(piece: Piece, halves: Halves) -> tuple[int, int]:
    """The bases of both parts, their characters included."""
    go = halves.models + len(halves.leaders)
    return piece.models + len(piece.leaders) - go, go


def _too_far_apart(course: Course, stay: Body, go: Body) -> Refusal | None:
    rule = "tp.move.split"
    if any(overlap(one, other) for one in stay.parts for other in go.parts):
        return Refusal(rule, "the two parts would stand on each other")
    if (space := apart(stay, go)) > TOUCH:
        between_them = f"{space / INCH:.2f} inches are between them"
        return Refusal(rule, f"the two parts must touch each other: {between_them}")
    old = [base.centre for base in body(course.fight, course.number).bases]
    new = [base.centre for part in (stay, go) for base in part.bases]
    if not _within_reach(old, new, course.left):
        return Refusal(rule, "a model would have to go further than the group's movement")
    return None


def _within_reach(old: Sequence[Point], new: Sequence[Point], reach: Length) -> bool:
    """Whether every model can take a place of its own no further away: each place looks for a model, and models
    already placed move over to another place where they can."""
    near = [[m for m, at in enumerate(old) if between(at, place) <= reach] for place in new]
    taken: dict[int, int] = {}

    def seat(place: int, tried: list[bool]) -> bool:
        for model in near[place]:
            if not tried[model]:
                tried[model] = True
                if model not in taken or seat(taken[model], tried):
                    taken[model] = place
                    return True
        return False

    return all(seat(place, [False] * len(old)) for place in range(len(new)))


def split(fight: Fight, number: Number, halves: Halves) -> None:
    """Units need a deviancy check; the parts start touching, and neither moves on this turn. Too few who stay hide
    nobody any more.

    [tp.move.split] [tp.character.halfwit.exposed]
    """
    piece = fight.state.pieces[number]
    if not loose(fight, number) and not deviancy(fight, number, "tp.move.split"):
        piece.turn.barred = True
        flimsy_till_next_turn(fight, number)
        fight.tell(Manoeuvred("tp.move.split", number, "split", False))
        return
    back_to_their_places(fight, number)
    stay, go = _counts(piece, halves)
    part = divide_models(fight, number, halves.models, halves.leaders, halves.command)
    for one, models, spot in ((number, stay, halves.stay), (part, go, halves.go)):
        _take(fight, one, models, spot)
        pay(fight, one, max(allowance(fight, one), NOTHING))
        for member in members(fight, one):
            fight.state.pieces[member].turn.acted = True
    fight.tell(Split("tp.move.split", number, part, halves.models, stands(fight, number, part)))
    expose(fight, number)
    fight.setting.load.fewer_hands(fight, number)


def divide_models(fight: Fight, number: Number, models: int, leaders: tuple[Number, ...], command: bool) -> Number:
    """So many models of a group, and these characters, are another piece from now on; where they stand is still to
    be said. Gives the number of the new one."""
    piece, part = fight.state.pieces[number], Number(len(fight.state.pieces))
    stays, goes = _dealt_out(piece.poison, piece.models - models, models)
    twin = piece.twin(
        name=_new_name(fight, piece.name), models=models, command=piece.command and command,
        leaders=leaders, hurt=0, lost=0, torches=-(-piece.torches * models // piece.models), poison=goes,
    )  # fmt: skip
    fight.state.pieces.append(twin)
    hand_on(fight, number, part)
    piece.models -= models
    piece.poison = stays
    piece.torches -= twin.torches
    piece.command = piece.command and not command
    piece.leaders = tuple(leader for leader in piece.leaders if leader not in leaders)
    for leader in leaders:
        fight.state.pieces[leader].host = part
    return part


def _dealt_out(markers: Sequence[int], staying: int, going: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Markers of poison, the strongest first, each to the part with more models for every one that it would have.

    [tp.move.split] [tp.trait.poison]
    """
    stay, go = list[int](), list[int]()
    for level in sorted(markers, reverse=True):
        more = staying * (len(go) + 1) >= going * (len(stay) + 1)
        (stay if more else go).append(level)
    return tuple(stay), tuple(go)


def _take(fight: Fight, number: Number, models: int, spot: Spot) -> None:
    piece = fight.state.pieces[number]
    piece.x, piece.y, piece.facing, piece.files = spot
    piece.narrow, piece.bend = 0, ()
    if piece.places:
        set_places(fight, number, _places(fight, number, models, spot), spot.facing)


def _new_name(fight: Fight, name: str) -> str:
    taken = {piece.name for piece in fight.state.pieces}
    count = 2
    while f"{name}/{count}" in taken:
        count += 1
    return f"{name}/{count}"


# --- remerging -----------------------------------------------------------------------------------------------


def why_not_remerged(course: Course, other: Number, spot: Spot) -> Refusal | None:
    """[tp.move.remerge]"""
    rule, fight, number = "tp.move.remerge", course.fight, course.number
    mine, theirs = course.piece, fight.state.pieces[other]
    if other == number or theirs.entry != mine.entry or theirs.fate != "standing":
        return Refusal(rule, f"{theirs.name} is not a part of the same group")
    if theirs.fleeing or theirs.turn.barred or engaged(fight, other):
        return Refusal(rule, f"{theirs.name} cannot move")
    if course.left < half_move(fight, number) or allowance(fight, other) < half_move(fight, other):
        return Refusal(rule, "each part must have half of its move left")
    here, there = course.body(), body(fight, other)
    if apart(here, there) > TOUCH:
        return Refusal(rule, f"it does not touch {theirs.name}")
    if not (contains(here.block, (spot.x, spot.y)) or contains(there.block, (spot.x, spot.y))):
        return Refusal(rule, "the middle front must stand on ground that one of the parts covers")
    if refusal := customs_of(fight, number).unjoined(fight, other, number):
        return refusal
    models = strength(fight, number) + strength(fight, other)
    return _wrong_shape(fight, number, models, spot) or standing_room(
        fight, number, _set_up(fight, number, models, spot), ignoring=(other,)
    )


def remerge(fight: Fight, number: Number, other: Number, spot: Spot) -> None:
    """The parts are one group again, with what movement the slower of them has left.  [tp.move.remerge]"""
    piece = fight.state.pieces[number]
    left = min(allowance(fight, n) - half_move(fight, n) for n in (number, other))
    fresher = int(piece.tired != fight.state.pieces[other].tired)
    absorb(fight, number, other)
    piece.tired -= fresher
    back_to_their_places(fight, number)
    _take(fight, number, strength(fight, number), spot)
    pay(fight, number, allowance(fight, number) - left)
    fight.tell(Remerged("tp.move.remerge", number, other, stands(fight, number)))


def _been_through(piece: Piece, part: Piece) -> None:
    """What either has in it, has lost or used up, and what the enemy knows of it. A temper that is spent in one is
    spent in all, and fear that only one has withstood is still to be.

    [tp.move.remerge] [tp.trait.frenzy.loss] [tp.check.bravery.once]
    """
    piece.poison += part.poison
    piece.bled = piece.bled or part.bled
    piece.frenzy = "spent" if part.frenzy == "spent" else piece.frenzy
    piece.braved = min(piece.braved, part.braved)
    piece.tormentor = part.tormentor if piece.tormentor == NOBODY else piece.tormentor
    piece.pikes_dropped = piece.pikes_dropped or part.pikes_dropped
    piece.used = (*piece.used, *(item for item in part.used if item not in piece.used))
    piece.drawn = (*piece.drawn, *(item for item in part.drawn if item not in piece.drawn))
    piece.shown = (*piece.shown, *(item for item in part.shown if item not in piece.shown))


def absorb(fight: Fight, number: Number, other: Number) -> None:
    """One part of a group takes in another, with all that it has and has suffered; where they stand is still to be
    said."""
    piece, part = fight.state.pieces[number], fight.state.pieces[other]
    piece.models += part.models
    piece.torches += part.torches
    piece.alight = piece.alight or part.alight
    piece.command = piece.command or part.command
    piece.leaders += part.leaders
    piece.tired = max(piece.tired, part.tired)
    piece.hurt = min(piece.hurt + part.hurt, life_of(fight, number) - 1)
    piece.lost += part.lost
    _been_through(piece, part)
    bring_along(fight, other, number)
    piece.turn.shot, piece.turn.dashed = piece.turn.shot or part.turn.shot, piece.turn.dashed or part.turn.dashed
    piece.flimsy_until = max(piece.flimsy_until, part.flimsy_until)
    for follower in fight.state.pieces:
        if follower.host == other:
            follower.host = number
    part.fate, part.models, part.leaders, part.places, part.group = "slain", 0, (), (), NOBODY
    taken_over.each(fight.setting.mission.rules, fight, other, number)
