"""Who stands with whom: command models and characters in their groups, joining, leaving, hidden halfwits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.engine.field import formation
from warhost.engine.field.body import Body, apart, close_by, slant
from warhost.engine.field.compass import from_frame, to_frame
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import SLACK, nearest_gap
from warhost.engine.field.stance import Stance
from warhost.engine.question import Choose, Refusal

from ..bodies import (
    FLYING_HEIGHT,
    MARK,
    TOUCH,
    body,
    figure,
    keep_width,
    measured,
    on_table,
    own_bases,
    pose,
    pyramid,
    set_places,
    strength,
)
from ..events.moves import Joined, Left, Revealed
from ..land.ground import standing_room
from ..scenario.customs import customs_of
from ..scenario.points import taken_over
from ..setting import Fight
from ..special import qualities
from ..special.riding import ridden
from ..stands import stands
from ..state import NOBODY, Number, Piece, Player, Point
from ..wedge import wedge_of

EXPOSED = 4  # models of a group in which nobody can hide any more
STAYS_HIDDEN = "stay hidden"


# --- where special models stand ------------------------------------------------------------------------------


def special_places(fight: Fight, number: Number) -> dict[int, Number]:
    """Which bases of the group's body are special models: index of the base -> number of the character, or of the
    unit itself for its command model. They stand in the middle of the front rank, then of the second, and so on.

    [tp.unit.command.placement] [tp.character.join.placement] [tp.move.reinforce.characters]
    """
    piece = fight.state.pieces[number]
    if not (piece.command or piece.leaders or piece.backing) or ridden(fight, number):
        return {}
    units = parts(fight, number)
    found = _on_posts(fight, units)
    first = 0
    for unit, models in units:
        _place_specials(fight, unit, first, models, _files(piece, models), found)
        first += models
    return found


def _on_posts(fight: Fight, units: list[tuple[Number, int]]) -> dict[int, Number]:
    """Characters who have taken another place than their usual one, as long as the group has it."""
    pieces, models = fight.state.pieces, sum(models for _, models in units)
    leaders = [leader for unit, _ in units for leader in pieces[unit].leaders]
    return {pieces[leader].post: leader for leader in leaders if 0 <= pieces[leader].post < models}


def _files(piece: Piece, models: int) -> int:
    """A loose group's special models are simply its leading ones."""
    return models if piece.places else max(1, min(piece.narrow or piece.files, models))


def _place_specials(
    fight: Fight, unit: Number, first: int, models: int, files: int, found: dict[int, Number]
) -> None:
    """The command model and the characters without another post, on the first free bases."""
    piece, on_post = fight.state.pieces[unit], list(found.values())
    usual = iter(range(models)) if piece.places else _middle_first(models, files)
    if piece.wedge and not piece.narrow:
        usual = _tips_first(models, piece.wedge, pyramid(figure(fight, unit)))
    standing = [unit] if piece.command and piece.models else []
    standing += [leader for leader in piece.leaders if leader not in on_post]
    taken = list(found)
    free = (first + index for index in usual if first + index not in taken)
    found.update((base, special) for special, base in zip(standing, free, strict=False))


def _middle_first(models: int, files: int) -> Iterator[int]:
    """All bases: rank by rank from the front, in each from the middle outwards."""
    for rank in range(formation.ranks(models, files)):
        wide = min(files, models - rank * files)
        for column in formation.middle_outwards(wide):
            yield rank * files + column


def _tips_first(models: int, points: int, cavalry: bool) -> Iterator[int]:
    """The same in a wedge: its tips, then row by row from the middle outwards."""
    standing = wedge_of(models, points, cavalry).slots
    return iter(sorted(range(models), key=lambda at: (standing[at].row, abs(standing[at].across), at)))


def parts(fight: Fight, number: Number) -> list[tuple[Number, int]]:
    """A reinforced unit from front to back: each unit's number and how many bases are its own, its characters
    included; a plain group is its only part. Bases and ranks are counted through, so that those behind slide up as
    the front ranks go.

    [tp.move.reinforce.one] [tp.move.reinforce.slide] [tp.move.reinforce.ranks]
    """
    pieces = fight.state.pieces
    units = (number, *pieces[number].backing)
    found = [(unit, own_bases(fight, pieces[unit])) for unit in units]
    masters = pieces[number].masters
    return found if masters == NOBODY else [*found, (masters, pieces[masters].models)]


def outermost(fight: Fight, number: Number) -> Number:
    """The piece on the table that holds this one: itself, its group, or the unit its group backs."""
    pieces = fight.state.pieces
    while pieces[number].fate in ("within", "hidden") and pieces[number].host != NOBODY:
        number = pieces[number].host
    return number


def fell_in(fight: Fight, number: Number) -> Number:
    """The piece that somebody stands in, or fell in: a character may have died in it."""
    return next((n for n in on_table(fight) if number in fight.state.pieces[n].fallen), outermost(fight, number))


def base_of(fight: Fight, character: Number) -> int:
    """The base of its group on which a character stands."""
    places = special_places(fight, outermost(fight, character))
    return next((base for base, special in places.items() if special == character), 0)


def leader_with(fight: Fight, side: Player, role: str) -> Number | None:
    """The general or the standard bearer of a side, if he is on the table and does not run.

    Nobody takes the role of one who is gone.  [tp.character.role_assignment] [tp.character.battle_standard]
    """
    entries, pieces = fight.setting.entries, fight.state.pieces
    for number, piece in fight.state.numbered():
        entry = entries[piece.entry]
        if piece.side == entry.side == side and (entry.general if role == "general" else entry.role == role):
            present = piece.fate in ("standing", "within", "hidden")
            return number if present and not pieces[outermost(fight, number)].fleeing else None
    return None


def near_character(fight: Fight, number: Number, character: Number, reach: Length) -> bool:
    """Whether a piece is near enough to a character, who may stand inside a group; where one hides in it, or stands
    in a ring, nobody can tell, and the nearest of it counts."""
    pieces, host = fight.state.pieces, outermost(fight, character)
    if host == number:
        return True
    here, there = body(fight, number), body(fight, host)
    if not close_by(here, there, reach + MARK):
        return False
    placed = pieces[character].fate == "within" and pieces[host].ring == NOBODY
    parts = (there.base_at(base_of(fight, character)),) if placed else there.parts
    plan = nearest_gap(here.parts, parts)
    if pieces[number].airborne == pieces[host].airborne:
        return measured(plan) <= reach
    return measured(slant(plan, FLYING_HEIGHT)) <= reach


# --- joining -------------------------------------------------------------------------------------------------


def may_join(fight: Fight, character: Number, group: Number) -> Refusal | None:
    """Whether a character could ever stand in that group.

    [tp.character.join.eligible] [tp.unit.elsewhere] [tp.beast.unit.no_characters] [tp.beast.no_joining]
    """
    rule, pieces = "tp.character.join.eligible", fight.state.pieces
    own, theirs = figure(fight, character), figure(fight, group)
    name = pieces[group].name
    if own.category != "character":
        return Refusal(rule, "only characters join groups")
    if qualities.loner(fight, character):
        return Refusal(rule, "it fights alone, for the sake of what it carries")
    if pieces[group].side != pieces[character].side or pieces[group].fate != "standing":
        return Refusal(rule, f"{name} is no friendly group on the table")
    if theirs.category not in ("infantry", "cavalry"):
        return Refusal(rule, f"{name} is no group of warriors")
    if own.base != theirs.base:
        return Refusal(rule, f"its base is not of the same size as those of {name}")
    if pieces[group].fleeing:
        return Refusal(rule, f"{name} is fleeing")
    return customs_of(fight, group).unjoined(fight, character, group)


def why_not_joined(fight: Fight, character: Number, group: Number, at: Body) -> Refusal | None:
    """Whether it may join from where it stands.  [tp.character.join.during_game]"""
    if refusal := may_join(fight, character, group):
        return refusal
    piece, now = fight.state.pieces[group], body(fight, group)
    if apart(at, now) > TOUCH or fight.state.pieces[character].aloft != piece.aloft or piece.stacked:
        return Refusal("tp.character.join.during_game", f"it does not come to {piece.name}")
    return why_no_room(fight, group, ignoring=(character,))


def why_no_room(fight: Fight, group: Number, ignoring: tuple[int, ...] = ()) -> Refusal | None:
    """Why a group cannot take in one more model: a formed one may need another rank at its back."""
    piece, now = fight.state.pieces[group], body(fight, group)
    if piece.places or piece.ring != NOBODY:
        return None
    models, files = strength(fight, group) + 1, piece.narrow or piece.files
    grown = pose(fight, piece, models, Stance(piece.point, piece.facing, files))
    if grown.depth == now.depth:
        return None
    return standing_room(fight, group, grown, ignoring=ignoring, may_touch=fight.state.numbers())


def join(fight: Fight, character: Number, group: Number) -> None:
    """The character stands in the middle of the group's front from now on, and acts with it.

    One who has moved this turn has moved for the whole group.
    [tp.character.join.during_game] [tp.character.join.as_one]
    """
    piece, host = fight.state.pieces[character], fight.state.pieces[group]
    _admit(fight, character, group)
    if piece.turn.spent:
        host.turn.acted = True
    piece.turn.acted = True
    taken_over.each(fight.setting.mission.rules, fight, character, group)
    fight.tell(Joined("tp.character.join.during_game", character, group, stands(fight, outermost(fight, group))))


def take_back(fight: Fight, character: Number, group: Number, rank: int) -> None:
    """A character who was away is again what he was in his group: of so many others before him, on the base he had
    taken.  [tp.item.enchanted.hourglass_of_time]
    """
    piece, host = fight.state.pieces[character], fight.state.pieces[group]
    post, was_at, holder = piece.post, body(fight, character).middle, outermost(fight, group)
    _admit(fight, character, group, min(rank, len(host.leaders)))
    if was_at in host.places:
        here, own = host.places.index(was_at), base_of(fight, character)
        seats = list(host.places)
        seats[here], seats[own] = seats[own], seats[here]
        set_places(fight, group, tuple(seats), host.facing)
    elif post < strength(fight, holder) and post not in special_places(fight, holder):
        piece.post = post


def _admit(fight: Fight, character: Number, group: Number, rank: int | None = None) -> None:
    piece, host = fight.state.pieces[character], fight.state.pieces[group]
    at, places = len(host.leaders) if rank is None else rank, host.places
    seats = (room_for_one(fight, group),) if places else ()
    piece.fate, piece.host, piece.post, piece.aloft = "within", group, NOBODY, host.aloft
    host.leaders = (*host.leaders[:at], character, *host.leaders[at:])
    if places:
        set_places(fight, group, (*places[:at], *seats, *places[at:]), host.facing)
    keep_width(fight, group)


def room_for_one(fight: Fight, group: Number) -> Point:
    """A free spot at the edge of a loose group, from its leading model on; on a ladder all have the same."""
    piece, (wide, deep) = fight.state.pieces[group], figure(fight, group).base
    if piece.stacked:
        return piece.places[0]
    taken = [to_frame(place, (0, 0), piece.facing) for place in piece.places]
    spots = [
        (x + a * wide, y + b * deep)
        for x, y in taken
        for a, b in ((0, -1), (-1, 0), (1, 0), (0, 1))
        if all(abs(x + a * wide - p) >= wide - SLACK or abs(y + b * deep - q) >= deep - SLACK for p, q in taken)
    ]
    seats = [from_frame(spot, (0, 0), piece.facing) for spot in spots]
    for seat in seats:
        alone = pose(fight, piece, 1, Stance((0, 0), piece.facing, 1, (seat,)))
        if standing_room(fight, group, alone) is None:
            return seat
    return seats[0]


# --- leaving and stepping up ---------------------------------------------------------------------------------


def leave_group(fight: Fight, character: Number) -> None:
    """The character stands alone where it stood in its group; its place there is filled from the back.

    [tp.character.leave]
    """
    piece = fight.state.pieces[character]
    group, direct = outermost(fight, character), piece.host
    base = base_of(fight, character)
    spot = body(fight, group).bases[base]
    holder, host = fight.state.pieces[group], fight.state.pieces[direct]
    (ax, ay), (bx, by) = spot.points[:2]
    piece.x, piece.y, piece.facing = (ax + bx) // 2, (ay + by) // 2, holder.facing
    host.leaders = tuple(leader for leader in host.leaders if leader != character)
    piece.fate, piece.host, piece.post = "standing", NOBODY, NOBODY
    piece.turn.spent = max(piece.turn.spent, holder.turn.spent)
    holder.files = min(holder.files, strength(fight, group))
    keep_width(fight, group)
    if holder.places:
        rest = [*holder.places[:base], *holder.places[base + 1 : -1], holder.places[base]]
        kept = tuple(rest) if base < len(holder.places) - 1 else holder.places[:-1]
        set_places(fight, group, kept, holder.facing)
    fight.tell(Left("tp.character.leave", character, direct, stands(fight, character, group)))


def back_to_their_places(fight: Fight, number: Number) -> None:
    """A group came free of combat: its characters go back to the middle of the front.

    [tp.character.move_into_fight]
    """
    for unit, _ in parts(fight, number):
        for leader in fight.state.pieces[unit].leaders:
            fight.state.pieces[leader].post = NOBODY


# --- halfwits ------------------------------------------------------------------------------------------------


def hidden_in(fight: Fight, number: Number) -> list[Number]:
    """The halfwits hidden in a group or in the units that back it."""
    units = (number, *fight.state.pieces[number].backing)
    return [n for n, piece in fight.state.numbered() if piece.fate == "hidden" and piece.host in units]


def reveal(fight: Fight, halfwit: Number, base: int) -> None:
    """A hidden halfwit takes the place of the ordinary model on this base, which goes to the back of the group.

    [tp.character.halfwit.reveal] [tp.move.reinforce.characters]
    """
    piece = fight.state.pieces[halfwit]
    group, host = outermost(fight, halfwit), piece.host
    _gone_along(fight, halfwit)
    _admit(fight, halfwit, host)
    if base != base_of(fight, halfwit):
        piece.post = base
    fight.tell(Revealed("tp.character.halfwit.reveal", halfwit, group, True, stands(fight, group)))


def _gone_along(fight: Fight, halfwit: Number) -> None:
    """While he hid he moved with his group, and has no more movement left than it has.

    [tp.character.halfwit.hidden] [tp.character.join.as_one]
    """
    own, group = fight.state.pieces[halfwit].turn, fight.state.pieces[outermost(fight, halfwit)].turn
    own.spent, own.acted = max(own.spent, group.spent), own.acted or group.acted


def may_hide(fight: Fight, number: Number) -> bool:
    """Whether a halfwit could be in a group, for all that the enemy knows.  [tp.character.halfwit.exposed]"""
    pieces = fight.state.pieces
    return any(pieces[unit].models > EXPOSED for unit in (number, *pieces[number].backing))


def offer_reveal(fight: Fight, halfwit: Number, among: Sequence[int] | None = None) -> None:
    """The owner of a hidden halfwit may show it now, on any ordinary base of its group that has room for it.

    `among` are groups in one of which it might be: if it is in none of them nothing can be done, but its owner is
    asked all the same, so that nobody learns where it is.
    [tp.character.halfwit.reveal] [tp.character.halfwit.hidden]
    """
    piece = fight.state.pieces[halfwit]
    group = outermost(fight, halfwit) if piece.host != NOBODY else NOBODY
    bases: list[str] = []
    if group != NOBODY and (among is None or group in among) and not why_no_room(fight, group):
        special = special_places(fight, group)
        bases = [str(base) for base in range(strength(fight, group)) if base not in special]
    text = "{Does} {who} come out of hiding?"
    question = Choose(
        piece.side, "reveal", [STAYS_HIDDEN, *bases], "tp.character.halfwit.reveal", piece.name, text=text
    )
    choice = fight.ask(question.window(STAYS_HIDDEN, empty=not bases))
    if choice != STAYS_HIDDEN:
        reveal(fight, halfwit, int(choice))


def uncover(fight: Fight, halfwit: Number, rule: str) -> None:
    """He comes to light against his owner's will, in the usual place of a character.

    Where the group has no room for one model more he is only seen for what he is, and stays where he is.
    """
    group = outermost(fight, halfwit)
    _gone_along(fight, halfwit)
    room = why_no_room(fight, group) is None
    if room:
        _admit(fight, halfwit, fight.state.pieces[halfwit].host)
    fight.tell(Revealed(rule, halfwit, group, room, stands(fight, group)))


def expose(fight: Fight, number: Number) -> None:
    """Halfwits hidden in a group of 4 models or fewer come to light.  [tp.character.halfwit.exposed]"""
    for halfwit in hidden_in(fight, number):
        host = fight.state.pieces[halfwit].host
        if fight.state.pieces[host].models <= EXPOSED:
            uncover(fight, halfwit, "tp.character.halfwit.exposed")
