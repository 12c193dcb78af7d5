"""What troops are by nature: every trait of the army lists is one small function, hooked in by its name.

Tempers and poison have rooms of their own; bravery, cowardice and fear are ratings that the checks read.
[tp.trait.sources] [tp.army.override]
"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.dice import Throw
from warhost.engine.tally import Tally

from ..bodies import figure, life_of
from ..events import Regenerated
from ..fighting.blows import Blow
from ..moving.groups import outermost
from ..setting import Fight
from ..weapons import Weapon
from ..wounds.hits import Attack, Due
from . import poison, tempers
from .living import NOT_ALIVE, alive
from .specials import special

HOOKED_IN = (poison, tempers)  # they hook themselves in when they are read

REGROWS = 6  # on a D6
FIRE_RESISTANCE = 3
MOST_MAGIC = 6


# --- those who do not run ------------------------------------------------------------------------------------


@special("unbreakable", on="unbreakable")
def unbreakable(fight: Fight, number: int) -> bool:
    """It takes neither break nor bravery checks.  [tp.trait.unbreakable]"""
    return True


@special("invincibility", on="unbreakable")
def invincible(fight: Fight, number: int) -> bool:
    """Unbreakable until it has lost a life point in this battle.  [tp.trait.invincibility]"""
    return not fight.state.pieces[number].bled


@special("expendable", on="panics")
def expendable(fight: Fight, number: int) -> bool:
    """Nobody minds when it runs.  [tp.trait.expendable]"""
    return False


# --- how they strike -----------------------------------------------------------------------------------------


@special("sluggish", on="damage")
def sluggish(fight: Fight, attack: Attack) -> Attack:
    """In combat the agility of those it hits counts double.  [tp.trait.sluggish]"""
    return structs.replace(attack, sluggish=True) if attack.kind == "melee" else attack


@special("fatal blows", on="damage")
def fatal_blows(fight: Fight, attack: Attack) -> Attack:
    """A wound is the death of the model that suffers it.  [tp.trait.fatal_blows]"""
    return structs.replace(attack, multiplier=attack.multiplier * life_of(fight, attack.target))


@special("ethereal attacks", on="damage")
def ethereal(fight: Fight, attack: Attack) -> Attack:
    """Past toughness and resistance; magic saves at double value, up to 6.  [tp.trait.ethereal_attacks]"""
    save = figure(fight, attack.target).save
    left = min(MOST_MAGIC, 2 * save.magic)
    off = save.toughness - left
    due = [one._replace(toughness=0) for one in attack.due]
    due.append(Due("tp.trait.ethereal_attacks", "ethereal attacks", toughness=off))
    return structs.replace(attack, toughness=off, due=tuple(due), past_resistance=True, past_magic=True)


@special("holy warrior", on="outright")
def smite(fight: Fight, blow: Blow) -> str:
    """A 6 to hit takes a life point from the undead and from demons, without a save.  [tp.trait.holy_warrior]"""
    unholy = any(trait in NOT_ALIVE for trait in figure(fight, blow.target).traits)
    return "tp.trait.holy_warrior" if unholy else ""


@special("life breaker", on="outright")
def break_life(fight: Fight, blow: Blow) -> str:
    """A 6 to hit takes a life point from the living, without a save.  [tp.trait.life_breaker]"""
    return "tp.trait.life_breaker" if alive(fight, blow.target) else ""


@special("out of reach", on="reach")
def up_there(fight: Fight, member: int, weapon: Weapon | None) -> bool:
    """From or to the back of a tall beast only spears, pikes and lances strike, and whoever can fly.

    [tp.trait.out_of_reach]
    """
    return bool(weapon and weapon.reach) or figure(fight, outermost(fight, member)).flight > 0


# --- what hurts them -----------------------------------------------------------------------------------------


@special("fire resistant", on="resistance")
def fire_resistant(fight: Fight, attack: Attack, tally: Tally) -> None:
    """Three points more of resistance against fire.  [tp.trait.fire_resistant]"""
    if attack.fire:
        tally.add(FIRE_RESISTANCE, "tp.trait.fire_resistant", "fire resistant")


@special("vulnerable to fire", on="wounds")
def vulnerable_to_fire(fight: Fight, attack: Attack) -> Attack:
    """Twice the life points where fire gets through.  [tp.trait.vulnerable_to_fire]"""
    return structs.replace(attack, multiplier=2 * attack.multiplier) if attack.fire else attack


@special("regeneration", on="wounds")
def regenerate(fight: Fight, attack: Attack) -> Attack:
    """Every life point it loses comes back at once on a 6.  [tp.trait.regeneration]"""
    return structs.replace(attack, spared_on=REGROWS)


@special("regeneration", on="start of turn")
def regrow(fight: Fight, number: int) -> None:
    """At the start of its turn every point it still lacks comes back on a 6; the dead stay dead.

    [tp.trait.regeneration.recover]
    """
    piece, rule = fight.state.pieces[number], "tp.trait.regeneration.recover"
    if piece.hurt:
        faces = fight.throw(Throw(piece.hurt, 6, "regeneration", rule, piece.side, (REGROWS - 1,)))
        points = sum(face >= REGROWS for face in faces)
        piece.hurt -= points
        fight.tell(Regenerated(rule, number, points))
