"""Two rings whose bearers change places.  [tp.magic.items.enchanted]"""

from __future__ import annotations

from msgspec import structs

from ..bodies import figure
from ..events.items import ItemStirred, TradedPlaces
from ..magic.bearing import carried
from ..magic.chances import danger
from ..magic.naming import naming
from ..magic.targets import Casting
from ..magic.working import does
from ..moving.groups import outermost
from ..setting import Fight
from ..special.riding import mounted
from ..state import NOBODY, Contact, Number, Piece
from ..wounds.casualties import slay
from .oblivion import setting_free

RINGS = "tp.item.enchanted.phazing_rings"
LOST_ON = 8
ON_TABLE = ("standing", "within")
PLACE = ("fate", "host", "post", "x", "y", "facing", "files", "narrow", "airborne", "aloft", "inside")


def _other(fight: Fight, bearer: Number) -> Number | None:
    """The bearer of the other ring, if both could stand in the other's place.  [tp.item.enchanted.phazing_rings]"""
    pieces = fight.state.pieces
    for number, piece in fight.state.numbered():
        own = number != bearer and piece.side == pieces[bearer].side and piece.fate in ON_TABLE
        if own and figure(fight, number).items and RINGS in carried(fight, number):
            return number if _alike(fight, bearer, number) else None
    return None


def _alike(fight: Fight, one: Number, other: Number) -> bool:
    """Neither mounted nor running nor in the air, on bases of the same size."""
    steady = all(
        not mounted(fight, n)
        and not fight.state.pieces[outermost(fight, n)].fleeing
        and not fight.state.pieces[outermost(fight, n)].airborne
        for n in (one, other)
    )
    return steady and figure(fight, one).base == figure(fight, other).base


@naming.fits(RINGS, "has nobody with whom to change places")
def can_trade(fight: Fight, bearer: Number) -> bool:
    return _other(fight, bearer) is not None


@does(RINGS)
def phazing_rings(fight: Fight, casting: Casting) -> None:
    """They change places, into a fight too; on an 8 both are lost.  [tp.item.enchanted.phazing_rings]"""
    bearer, other = casting.caster, _other(fight, casting.caster)
    if other is None:
        return
    face = danger(fight, bearer, "phazing rings", RINGS, LOST_ON)
    fight.tell(ItemStirred(RINGS, bearer, RINGS, face))
    if face == LOST_ON:
        with setting_free(fight, [bearer, other]):
            for one in (bearer, other):
                slay(fight, one, RINGS)
        return
    trade_places(fight, bearer, other)
    fight.tell(TradedPlaces(RINGS, bearer, other))


def trade_places(fight: Fight, one: Number, other: Number) -> None:
    """Each stands, and fights, where the other did; what they did before they take along."""
    state = fight.state
    a, b = state.pieces[one], state.pieces[other]
    held = [{name: getattr(piece, name) for name in PLACE} for piece in (a, b)]
    for group in dict.fromkeys(n for n in (a.host, b.host) if n != NOBODY):
        leaders = state.pieces[group].leaders
        state.pieces[group].leaders = tuple(_renamed(leader, one, other) for leader in leaders)
    _set(a, held[1])
    _set(b, held[0])
    for piece in (a, b):
        piece.charges_no_more()
    state.contacts = [_met(contact, one, other) for contact in state.contacts]


def _set(piece: Piece, values: dict[str, object]) -> None:
    for name, value in values.items():
        setattr(piece, name, value)


def _renamed(number: Number, one: Number, other: Number) -> Number:
    return other if number == one else one if number == other else number


def _met(contact: Contact, one: Number, other: Number) -> Contact:
    return structs.replace(contact, a=_renamed(contact.a, one, other), b=_renamed(contact.b, one, other))
