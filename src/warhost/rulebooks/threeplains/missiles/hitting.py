"""Who is hit by missiles, with which dice, and how hard."""

from __future__ import annotations

from warhost.engine.chain import Reroll, Test, reroll

from ..bodies import figure, in_range
from ..fighting.contact import engaged
from ..land.sense import seen_bases
from ..machines.engines import engine_of
from ..magic.bearing import nature
from ..morale.exhaustion import exhausted
from ..setting import Fight
from ..special import qualities
from ..state import NOBODY, Number, Player
from ..weapons import Weapon
from ..wounds.hits import Attack
from .aiming import CLOSE
from .dispersal import Melee, Shares, crowd
from .turning import turned_by


def harmless(fight: Fight, shooter: Number, target: Number) -> bool:
    """Whether shots into the combat of a target strike nobody else: by a rule of the battle, or because all whom it
    fights are inside works.

    [tp.siege.shoot_into_wall_combat] [tp.siege.levels]
    """
    side = fight.state.pieces[target].side
    if all(fight.state.pieces[one].side == side for one in crowd(fight, target)):
        return True
    return fight.setting.sights.endangers_nobody(fight, shooter, target)


def divided(fight: Fight, shooter: Number, target: Number, hits: int, side: Player) -> Shares:
    """Whom these hits strike: in a combat, anybody.  [tp.shoot.disperse.friends]"""
    if engaged(fight, target) and not harmless(fight, shooter, target):
        return Melee(fight, target).divide(fight, hits, side)
    return [(target, hits)]


def hit_test(fight: Fight, user: Number, need: int, target: Number = NOBODY) -> Test:
    """The die that is thrown: a larger one where a 6 is not enough, its top face void where the score is odd.

    Exhausted shooters throw their hits once more, and so do those whose missiles the target turns astray; guided
    shots that miss are thrown again.
    [tp.shoot.hit.beyond] [tp.dice.d4] [tp.trait.exhaustion.effects]
    """
    names = nature(fight, user)
    worse = exhausted(fight, user) or qualities.fumbles.name in names or bool(turned_by(fight, target))
    better = qualities.guided_shots.name in names
    return plain_test(need, reroll(successes=worse, failures=better))


def plain_test(need: int, again: Reroll = "none") -> Test:
    """[tp.shoot.hit.beyond]"""
    sides, void = (6, 0) if need <= 6 else (need + need % 2, need % 2)
    return Test(sides, need, "to hit", "tp.shoot.hit", reroll=again, void=void)


def attack(fight: Fight, shooter: Number, target: Number, user: Number, weapon: Weapon, hits: int) -> Attack:
    """Hits with a missile: the shooter's own damage, what the weapon takes off the save, and no more dead than are
    seen.  [tp.weapon.ballistic] [tp.weapon.crossbow] [tp.weapon.throwing] [tp.shoot.checks.view]"""
    if engine := engine_of(fight, user):
        return Attack(
            target, hits, "missile", engine.rule, user, engine.damage, engine.toughness[0],
            most=in_sight(fight, shooter, target),
        )  # fmt: skip
    close = in_range(fight, shooter, target, CLOSE)
    return Attack(
        target, hits, "missile", weapon.rule, user,
        top=figure(fight, user).blows[0].damage,
        toughness=weapon.close_toughness if close else 0,
        agility=weapon.agility,
        fire=weapon.flaming,
        most=in_sight(fight, shooter, target),
    )  # fmt: skip


def in_sight(fight: Fight, shooter: Number, target: Number) -> int:
    """How many models can fall: as many as are seen. A combat that is shot into is one crowd for that, so that an
    arrow may find a friend behind the enemy, or whoever is inside a ring.

    [tp.shoot.checks.view] [tp.shoot.disperse.friends] [tp.unit.engulf.shooting]
    """
    return sum(len(seen_bases(fight, shooter, one)) for one in crowd(fight, target))
