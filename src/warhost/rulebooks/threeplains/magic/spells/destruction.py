"""Destruction: fire that is laid over the table, and weapons that glow."""

from __future__ import annotations

from msgspec import structs

from warhost.engine.dice import Throw
from warhost.engine.field.compass import ahead
from warhost.engine.field.shapes import Shape, disc

from ...bodies import body, figure
from ...events.spells import Enchanted
from ...missiles.templates import LARGE_EXPLOSION, explode, spit_flames
from ...morale.checks import members
from ...morale.exhaustion import tire_all
from ...moving.groups import base_of, outermost
from ...setting import Fight
from ...state import NOBODY, Number, Point
from ...wounds.hits import strike
from ..bearing import lay, loans
from ..ether import thrown_back_to
from ..naming import naming
from ..places import choose_place, over_enemies, strays
from ..targets import Casting, shapes_of
from ..working import blast, does, keeps_nerve, lasting

INFERNO = "tp.spell.destruction.inferno_charge"
HEAT = "tp.spell.destruction.superheated_weapons"
EXPLOSION = "tp.spell.destruction.explosion"
SKIES = "tp.spell.destruction.tumbling_skies"
EXACT = (5, 6)  # two dice of either keep the marker where it is
loans.forged.add(INFERNO)


@does("tp.spell.destruction.blazing_sun")
def blazing_sun(fight: Fight, casting: Casting) -> None:
    """A counter for everybody in the piece; what cannot move is not animated.

    [tp.spell.destruction.blazing_sun]
    """
    tire_all(fight, casting.target, 1, "tp.spell.destruction.blazing_sun")


@naming.fits(INFERNO, "has no plain weapon to strike with")
def armed(fight: Fight, number: Number) -> bool:
    """One who strikes with a weapon in his hand that is not magical already, as magic arrows in his quiver are not.

    [tp.spell.destruction.inferno_charge]
    """
    sheet, used = figure(fight, number), fight.state.pieces[number].used
    magical = any(item in loans.in_hand and item not in used for item in sheet.items)
    if sheet.category in ("beast", "machine") or magical:
        return False
    return any(fight.setting.weapons[name].melee for name in sheet.weapons)


@does("tp.spell.destruction.dragons_breath")
def dragons_breath(fight: Fight, casting: Casting) -> None:
    """From the middle of the caster's own front through the target; he and those he is with are not burnt.

    [tp.spell.destruction.dragons_breath] [tp.shoot.template.flame]
    """
    assert casting.spell.hits is not None
    attack, caster = blast(casting, casting.target, casting.spell.hits), casting.caster
    spit_flames(fight, outermost(fight, caster), casting.target, attack, mouth=mouth_of(fight, caster))


def mouth_of(fight: Fight, caster: Number) -> Point:
    """The middle front of the caster's own base."""
    host = outermost(fight, caster)
    if host == caster:
        return body(fight, caster).front
    own = body(fight, host)
    return ahead(own.bases[base_of(fight, caster)].centre, own.facing, own.base[1] // 2)


@does(HEAT)
def superheated_weapons(fight: Fight, casting: Casting) -> None:
    """Everybody in the piece but beasts and machines; a character who passes a check holds on to his weapon.

    [tp.spell.destruction.superheated_weapons]
    """
    for member in members(fight, casting.target):
        category = figure(fight, member).category
        holds_on = category == "character" and keeps_nerve(fight, member, HEAT)
        if not holds_on and (category not in ("beast", "machine") or figure(fight, member).kind == "master"):
            lay(fight, lasting(fight, casting, member))
            fight.tell(Enchanted(HEAT, member, HEAT))


@does(EXPLOSION)
def explosion(fight: Fight, casting: Casting) -> None:
    """The caster's nerve decides first whether he is hurt himself; then all others under the template are hit.

    [tp.spell.destruction.explosion]
    """
    assert casting.spell.hits is not None
    caster = casting.caster
    unharmed = keeps_nerve(fight, caster, EXPLOSION)
    own = shapes_of(fight, caster)[0]
    blown = structs.replace(blast(casting, NOBODY, casting.spell.hits), sparing=caster)
    explode(fight, LARGE_EXPLOSION, own.centre, blown, spared=own)
    if not unharmed and fight.state.pieces[caster].fate in ("standing", "within"):
        strike(fight, blast(casting, caster, casting.spell.hits, 1))


@naming.names(SKIES)
def where_the_skies_tumble(fight: Fight, casting: Casting) -> Casting:
    return choose_place(fight, casting, over_enemies(fight, casting), covers=_under_the_skies)


def _under_the_skies(spot: Point, turn: int) -> Shape:
    return disc(spot, LARGE_EXPLOSION.radius)


@does(SKIES)
def tumbling_skies(fight: Fight, casting: Casting) -> None:
    """The marker stays where it is if two or three dice show 5, or two or three show 6.

    [tp.spell.destruction.tumbling_skies]
    """
    assert casting.spell.hits is not None and casting.place is not None
    faces = fight.throw(Throw(3, 6, "how far it strays", SKIES, casting.side))
    exact = any(faces.count(face) >= 2 for face in EXACT)
    spot = casting.place if exact else strays(fight, casting, sum(faces))
    spot = thrown_back_to(fight, casting, spot, LARGE_EXPLOSION.radius)
    explode(fight, LARGE_EXPLOSION, spot, blast(casting, NOBODY, casting.spell.hits))
