"""Creation: the earth that rises, shakes, opens and holds fast."""

from __future__ import annotations

from msgspec import structs

from warhost.engine.field.compass import Angle, heading
from warhost.engine.field.length import NOTHING
from warhost.engine.field.shapes import Shape, disc, overlap, polygon
from warhost.engine.field.shapes import contains as holds
from warhost.engine.tally import Tally

from ...bodies import body, life_of, on_table
from ...charging.flight import flee
from ...charging.pursuit import after_flight
from ...events.spells import SpellFailed, Swallowed
from ...figure import from_mm, inches
from ...land.ground import grounds
from ...land.terrain import outline
from ...morale.checks import deviancy
from ...moving.flying import can_fly
from ...moving.groups import parts, special_places
from ...setting import Fight
from ...special import specials
from ...special.riding import on_base
from ...state import Number, Point
from ...wounds.casualties import lose
from ...wounds.hits import killed, strike
from ..bearing import untouched
from ..ether import thrown_back_to
from ..landscape import lay_down, standing_on
from ..naming import naming
from ..places import choose_place, over_enemies, rooted, strays
from ..targets import Casting, spellproof, struck
from ..working import blast, does, enchant, keeps_nerve

SPIKE = "tp.spell.creation.earth_spike"
GROWTH = "tp.spell.creation.great_growth"
QUAKE = "tp.spell.creation.earthquake"
HILL = "tp.spell.creation.raising_earth"
ABYSS = "tp.spell.creation.abyss"
HILL_SIZE = (inches(6), inches(8))
HOLE = inches(0.5)
LARGEST = from_mm(50)  # the base of a model that the hole can take


@naming.names(SPIKE)
@naming.names(ABYSS)
def under_whom(fight: Fight, casting: Casting) -> Casting:
    return choose_place(fight, casting, over_enemies(fight, casting))


@does(SPIKE)
def earth_spike(fight: Fight, casting: Casting) -> None:
    """It strays D6 inches unless the die shows 6, and hits one model above it; of a beast and its rider the beast.

    [tp.spell.creation.earth_spike]
    """
    assert casting.place is not None and casting.spell.hits is not None
    far = fight.die(6, "how far it strays", SPIKE, casting.side)
    spot = thrown_back_to(fight, casting, casting.place if far == 6 else strays(fight, casting, far), NOTHING)
    for number in on_table(fight):
        if fight.state.pieces[number].airborne:
            continue
        for at, base in enumerate(body(fight, number).bases):
            if holds(base, spot):
                member = _owner(fight, number, at)
                strike(fight, structs.replace(blast(casting, member, casting.spell.hits, 1), aimed=True, most=1))
                return


def _owner(fight: Fight, number: Number, at: int) -> Number:
    """Whose model stands on this base of a piece."""
    owners = [part for part, models in parts(fight, number) for _ in range(models)]
    return special_places(fight, number).get(at, owners[at])


# --- great growth --------------------------------------------------------------------------------------------


@specials.casts("entangled")
@specials.shoots("entangled")
def entangled(fight: Fight, number: Number) -> str:
    """Weeds hold it: it neither shoots nor casts.  [tp.spell.creation.great_growth]"""
    return GROWTH


@specials.in_all("entangled")
def waded_through(fight: Fight, number: Number, what: str, tally: Tally) -> None:
    """It goes half as far.  [tp.spell.creation.great_growth]"""
    if what == "movement":
        tally.divide(2, GROWTH, "entangled")


# --- earthquake ----------------------------------------------------------------------------------------------


@does(QUAKE)
def earthquake(fight: Fight, casting: Casting) -> None:
    """Those in the air are shaken like the others.  [tp.spell.creation.earthquake]"""
    for number in struck(fight, casting):
        if not deviancy(fight, number, QUAKE):
            enchant(fight, casting, number)


# --- raising earth -------------------------------------------------------------------------------------------


@naming.names(HILL)
def where_the_earth_rises(fight: Fight, casting: Casting) -> Casting:
    own = [body(fight, number).middle for number in on_table(fight, casting.side)]
    return rooted(fight, casting, own, turns=True, covers=_hill)


def _hill(spot: Point, turn: Angle) -> Shape:
    return polygon(outline(spot, HILL_SIZE, turn, rounded=True))


@does(HILL)
def raising_earth(fight: Fight, casting: Casting) -> None:
    """A hill that lifts whoever stands there, or frightens him away; not where there is a hill already.

    [tp.spell.creation.raising_earth]
    """
    assert casting.place is not None
    hill = _hill(casting.place, casting.turn)
    if any(overlap(hill, ground.shape) for ground in grounds(fight) if ground.kind.slope):
        fight.tell(SpellFailed(HILL, casting.caster, HILL, "there is a hill already"))
        return
    lay_down(fight, HILL, "hill", [hill], "raised hill")
    for number in standing_on(fight, hill):
        piece = fight.state.pieces[number]
        proof = untouched(fight, number) or spellproof(fight, number, casting.side)
        if piece.standing and not piece.fleeing and not proof and not deviancy(fight, number, HILL):
            _run_from(fight, number, casting.place)


def _run_from(fight: Fight, number: Number, spot: Point) -> None:
    """Away from a place rather than from enemies."""
    piece = fight.state.pieces[number]
    middle = body(fight, number).middle
    piece.fleeing, piece.flight_heading = True, heading(spot, middle) if spot != middle else piece.facing
    after_flight(fight, [number], flee(fight, number, HILL))


# --- abyss ---------------------------------------------------------------------------------------------------


@does(ABYSS)
def abyss(fight: Fight, casting: Casting) -> None:
    """It strays D8 inches unless the die shows 8. Models over the hole are gone, those with wings if they lose
    their nerve, on the ground or above it; the largest do not fall in. A rider goes with what carries him.

    [tp.spell.creation.abyss]
    """
    assert casting.place is not None
    far = fight.die(8, "how far it strays", ABYSS, casting.side)
    spot = thrown_back_to(fight, casting, casting.place if far == 8 else strays(fight, casting, far), HOLE)
    for member, models in _over(fight, spot).items():
        if spellproof(fight, member, casting.side) or untouched(fight, member):
            continue
        if can_fly(fight, member) and keeps_nerve(fight, member, ABYSS):
            continue
        for one in reversed(on_base(fight, member)):  # a rider who is gone does not fall when his beast is
            fight.tell(Swallowed(ABYSS, one, models))
            fallen = lose(fight, one, models * life_of(fight, one), ABYSS)
            killed(fight, casting.caster, one, fallen, by_magic=True)


def _over(fight: Fight, spot: Point) -> dict[Number, int]:
    """How many models of each piece, and of the characters in it, have a base over the hole."""
    hole = disc(spot, HOLE)
    found: dict[Number, int] = {}
    for number in on_table(fight):
        for at, base in enumerate(body(fight, number).bases):
            if max(body(fight, number).base) <= LARGEST and overlap(base, hole):
                member = _owner(fight, number, at)
                found[member] = found.get(member, 0) + 1
    return found
