"""What troops are by nature: every trait of the army lists is one small function, hooked in by its name.

Tempers and poison have rooms of their own; bravery, cowardice and fear are ratings that the checks read.
[tp.trait.sources] [tp.army.override]
"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.dice import Throw
from warhost.engine.tally import Tally

from ..bodies import figure
from ..events.nerves import Regenerated
from ..fighting.blows import Blow
from ..moving.groups import outermost
from ..setting import Fight
from ..state import Number
from ..weapons import Weapon
from ..wounds.hits import Attack
from . import poison, specials, tempers
from .living import NOT_ALIVE, alive

HOOKED_IN = (poison, tempers)  # they hook themselves in when they are read

REGROWS = 6  # on a D6
FIRE_RESISTANCE = 3


# --- those who do not run ------------------------------------------------------------------------------------


@specials.unbreakable("unbreakable")
def unbreakable(fight: Fight, number: Number) -> bool:
    """It takes neither break nor bravery checks.  [tp.trait.unbreakable]"""
    return True


@specials.unbreakable("invincibility")
def invincible(fight: Fight, number: Number) -> bool:
    """Unbreakable until it has lost a life point in this battle.  [tp.trait.invincibility]"""
    return not fight.state.pieces[number].bled


# --- how they strike -----------------------------------------------------------------------------------------


@specials.damage("sluggish")
def sluggish(attack: Attack, fight: Fight) -> Attack:
    """In combat the agility of those it hits counts double.  [tp.trait.sluggish]"""
    return structs.replace(attack, sluggish=True) if attack.kind == "melee" else attack


@specials.damage("fatal blows")
def fatal_blows(attack: Attack, fight: Fight) -> Attack:
    """A wound is the death of the model that suffers it.  [tp.trait.fatal_blows]"""
    return structs.replace(attack, fatal=True)


@specials.damage("ethereal attacks")
def ethereal(attack: Attack, fight: Fight) -> Attack:
    """Past toughness and resistance; magic saves at double value, up to 6.  [tp.trait.ethereal_attacks]"""
    return structs.replace(attack, ethereal=True)


@specials.outright("holy warrior")
def smite(fight: Fight, blow: Blow) -> str:
    """A 6 to hit takes a life point from the undead and from demons, without a save.  [tp.trait.holy_warrior]"""
    unholy = any(trait in NOT_ALIVE for trait in figure(fight, blow.target).traits)
    return "tp.trait.holy_warrior" if unholy else ""


@specials.outright("life breaker")
def break_life(fight: Fight, blow: Blow) -> str:
    """A 6 to hit takes a life point from the living, without a save.  [tp.trait.life_breaker]"""
    return "tp.trait.life_breaker" if alive(fight, blow.target) else ""


@specials.reach("out of reach")
def up_there(fight: Fight, member: Number, weapon: Weapon | None) -> bool:
    """From or to the back of a tall beast only spears, pikes and lances strike, and whoever can fly.

    [tp.trait.out_of_reach]
    """
    return bool(weapon and weapon.reach) or figure(fight, outermost(fight, member)).flies


# --- what hurts them -----------------------------------------------------------------------------------------


@specials.resistance("fire resistant")
def fire_resistant(fight: Fight, attack: Attack, tally: Tally) -> None:
    """Three points more of resistance against fire.  [tp.trait.fire_resistant]"""
    if attack.fire:
        tally.add(FIRE_RESISTANCE, "tp.trait.fire_resistant", "fire resistant")


@specials.wounds("vulnerable to fire")
def vulnerable_to_fire(attack: Attack, fight: Fight) -> Attack:
    """Twice the life points where fire gets through.  [tp.trait.vulnerable_to_fire]"""
    return structs.replace(attack, multiplier=2 * attack.multiplier) if attack.fire else attack


@specials.wounds("regeneration")
def regenerate(attack: Attack, fight: Fight) -> Attack:
    """Every life point it loses comes back at once on a 6.  [tp.trait.regeneration]"""
    return structs.replace(attack, spared_on=REGROWS)


@specials.start_of_turn("regeneration")
def regrow(fight: Fight, number: Number) -> None:
    """At the start of its turn every point it still lacks comes back on a 6; the dead stay dead.

    [tp.trait.regeneration.recover]
    """
    piece, rule = fight.state.pieces[number], "tp.trait.regeneration.recover"
    if piece.hurt:
        faces = fight.throw(Throw(piece.hurt, 6, "regeneration", rule, piece.side, (REGROWS - 1,)))
        points = sum(face >= REGROWS for face in faces)
        piece.hurt -= points
        fight.tell(Regenerated(rule, number, points))
