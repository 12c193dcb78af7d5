"""Two enemies for whom time stands still: off the table, and back where and as they were.

[tp.magic.items.enchanted]
"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.field.body import apart
from warhost.engine.field.compass import to_frame
from warhost.engine.field.shapes import contains

from ..bodies import TOUCH, body
from ..dice import roll
from ..events.items import BackInTime, OutOfTime
from ..fighting import parting
from ..fighting.arms import charge_of
from ..fighting.contact import between, contacts_of, engaged
from ..fighting.squaring import close_up
from ..land.ground import standing_room
from ..magic.bearing import lay
from ..magic.lending import lent
from ..magic.targets import Casting
from ..magic.verbs import Gift
from ..magic.working import does
from ..moving.groups import back_to_their_places, base_of, outermost, take_back, why_no_room
from ..setting import Fight
from ..special.riding import on_base, on_what, rider_of
from ..stands import stands
from ..state import NEVER, NO_CHARGE, NOBODY, Clock, Contact, Effect, Number, Stood, Stopped
from ..wounds.ranks import step_out
from ..wounds.survivors import stand
from .shelf import ITEMS

HOURGLASS = "tp.item.enchanted.hourglass_of_time"
CLOCKS = ("flimsy_until", "held_until", "silent_until", "away_until", "charge_fights")
"""What hangs on the time that goes on for everybody else."""

lent(HOURGLASS, ITEMS["hourglass_of_time"].title, Gift(marks=("still charges",)))


@does(HOURGLASS)
def hourglass_of_time(fight: Fight, casting: Casting) -> None:
    """For D3 of the bearer's turns, of which one in which the glass is turned is the first, and until the victim's
    next turn begins.

    [tp.item.enchanted.hourglass_of_time]
    """
    turns = roll(fight, "D3", "hourglass", HOURGLASS, casting.side)
    own_turn = fight.state.active == casting.side
    back = fight.state.clock_in(2 * turns - int(own_turn))
    take_out(fight, on_what(fight, casting.caster), casting.target, back)


# --- out of time ---------------------------------------------------------------------------------------------


def take_out(fight: Fight, carrier: Number, victim: Number, back: Clock) -> None:
    """Both are gone until that clock with all on their bases; others close up, and nobody has been slain.

    [tp.item.enchanted.hourglass_of_time]
    """
    state, pair = fight.state, (carrier, victim)
    groups = (outermost(fight, carrier), outermost(fight, victim))
    ranks = (_rank(fight, carrier), _rank(fight, victim))
    met = tuple(dict.fromkeys(one for group in groups for one in contacts_of(fight, group)))
    for number, group in zip(pair, groups, strict=True):
        if group != number:
            _keep_charge(fight, number, group)
        _leave(fight, number, group, back - state.clock)
    for number, group in zip(pair, groups, strict=True):
        fight.tell(OutOfTime(HOURGLASS, number, (back + 1) // 2, stands(fight, group)))
    close_up(fight)
    foes = dict.fromkeys(number for one in met for number in (one.a, one.b))
    state.stopped += (Stopped(carrier, victim, back, groups, ranks, met, stands(fight, *foes)),)


def _rank(fight: Fight, number: Number) -> int:
    """As which of its group's characters he stands in it; NEVER for who is a piece of his own."""
    piece = fight.state.pieces[number]
    return fight.state.pieces[piece.host].leaders.index(number) if piece.fate == "within" else NO_CHARGE


def _leave(fight: Fight, number: Number, group: Number, delay: int) -> None:
    """One model is lifted off the table; ordinary ones fill its place in a group."""
    pieces, whole = fight.state.pieces, on_base(fight, number)
    piece = pieces[number]
    if group != number:
        (ax, ay), (bx, by) = body(fight, group).bases[base_of(fight, number)].points[:2]
        piece.x, piece.y, piece.facing = (ax + bx) // 2, (ay + by) // 2, pieces[group].facing
        piece.files, piece.narrow = 1, 0
        step_out(fight, number)
    else:
        for foe in parting.leave(fight, number):
            back_to_their_places(fight, foe)
    for one in whole:
        pieces[one].fate = "stopped"
        _suspend(fight, one, delay)


def _suspend(fight: Fight, number: Number, delay: int) -> None:
    """What would end meanwhile ends later: it is as if that time had never been."""
    state = fight.state
    piece = state.pieces[number]
    for name in CLOCKS:
        if getattr(piece, name) >= state.clock:
            setattr(piece, name, getattr(piece, name) + delay)
    state.effects = tuple(
        structs.replace(one, ends=one.ends + delay) if one.target == number and one.ends != NEVER else one
        for one in state.effects
    )


def _keep_charge(fight: Fight, number: Number, group: Number) -> None:
    """Whose group has charged and not yet fought for it will fight as one who has charged, when he is back."""
    if any(charge_of(one, group) != NO_CHARGE and not one.rounds for one in contacts_of(fight, group)):
        lay(fight, Effect(HOURGLASS, number, number, fight.state.pieces[number].side, NEVER))


# --- and back ------------------------------------------------------------------------------------------------


def time_goes_on(fight: Fight) -> None:
    """A turn begins: those whose time has come are there again.  [tp.item.enchanted.hourglass_of_time]"""
    state = fight.state
    for gone in state.stopped:
        if gone.back == state.clock:
            state.stopped = tuple(one for one in state.stopped if one is not gone)
            _put_back(fight, gone)


def _put_back(fight: Fight, gone: Stopped) -> None:
    """In their own places and fights if both are free; or else as near as may be, and neither in a fight."""
    pair = (gone.carrier, gone.victim)
    homes = [_home(fight, number) for number in pair]
    alone = tuple(number for number, home in zip(pair, homes, strict=True) if home == NOBODY)
    met = [_as_it_is_now(one, gone, alone) for one in gone.contacts]
    free = all(_free(fight, number, met, gone.stood) for number in alone)
    for number, home, rank in zip(pair, homes, gone.ranks, strict=True):
        if home != NOBODY and (free or not engaged(fight, outermost(fight, home))):
            take_back(fight, number, home, rank)
        else:
            _stand(fight, number, exactly=free)
        holder = outermost(fight, number)
        fight.tell(BackInTime(HOURGLASS, number, holder, stands(fight, holder)))
    if free:
        for one in met:
            _fight_on(fight, one, alone)
    close_up(fight)


def _home(fight: Fight, number: Number) -> Number:
    """The group to which he comes back: his own, or a part of it, if it stands there and has room for him."""
    pieces, centre = fight.state.pieces, body(fight, number).middle
    if pieces[number].host == NOBODY:
        return NOBODY
    entry, side = pieces[pieces[number].host].entry, pieces[number].side
    for host, piece in fight.state.numbered():
        if piece.entry == entry and piece.side == side and piece.fate in ("standing", "within"):
            holder = outermost(fight, host)
            here = any(contains(part, centre) for part in body(fight, holder).parts)
            if here and why_no_room(fight, holder) is None:
                return host
    return NOBODY


def _as_it_is_now(contact: Contact, gone: Stopped, alone: tuple[int, ...]) -> Contact:
    """A contact of the group that somebody stood in is his own, if he comes back alone."""
    names = {group: n for n, group in zip((gone.carrier, gone.victim), gone.groups, strict=True) if n in alone}
    return structs.replace(contact, a=names.get(contact.a, contact.a), b=names.get(contact.b, contact.b))


def _free(fight: Fight, number: Number, met: list[Contact], stood: tuple[Stood, ...]) -> bool:
    """Whether the place of one who comes back alone is free; he may touch those whom he fought, where they were."""
    known = [one.foe(number) for one in met if number in (one.a, one.b)]
    unmoved = [foe for foe in known if _unmoved(fight, foe, stood)]
    return standing_room(fight, number, body(fight, number), may_touch=unmoved) is None


def _unmoved(fight: Fight, foe: Number, stood: tuple[Stood, ...]) -> bool:
    """Whether somebody still faces as he did, on the same line; ranks may have grown narrower."""
    piece = fight.state.pieces[foe]
    for number, front, facing in stood:
        if number == foe and piece.standing:
            return piece.facing == facing and abs(to_frame(piece.point, front, facing)[1]) <= TOUCH
    return False


def _stand(fight: Fight, number: Number, *, exactly: bool) -> None:
    """A piece of his own; beside what has come into his place, where that is nearest, if he cannot have it.

    [tp.item.enchanted.hourglass_of_time]
    """
    piece, middle = fight.state.pieces[number], body(fight, number).middle
    piece.fate, piece.host, piece.post = "standing", NOBODY, NOBODY
    if (rider := rider_of(fight, number)) != NOBODY:
        fight.state.pieces[rider].fate = "within"
    if not exactly:
        stand(fight, number, middle)


def _fight_on(fight: Fight, contact: Contact, alone: tuple[int, ...]) -> None:
    """Those who touch again fight as if no time had passed, with a charge that had not been fought for."""
    pieces, a, b = fight.state.pieces, contact.a, contact.b
    returned = a in alone or b in alone
    if not returned or between(fight, a, b) is not None or not (pieces[a].standing and pieces[b].standing):
        return
    if not pieces[a].fleeing and not pieces[b].fleeing and apart(body(fight, a), body(fight, b)) <= TOUCH:
        fight.state.contacts.append(structs.replace(contact, clock=fight.state.clock, waiting=False))
