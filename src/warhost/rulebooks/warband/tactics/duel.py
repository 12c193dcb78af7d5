"""How a fight between two may go, read off the rules' own needs: for a rough idea and not for promises."""

from __future__ import annotations

from warhost.engine.charts import CLASSIC_WOUND

from ..fighting.blow import Blow
from ..fighting.strikes import hit_of, to_hit
from ..fighting.wounds import save_needed
from ..setting import Fight
from ..specials import causes_fear, ignores_fear

SIX = 6


def _chance(need: int) -> float:
    """Of this or more with a die; a 1 always fails."""
    return max(0, SIX + 1 - max(2, need)) / SIX


def hurts(fight: Fight, number: int, foe: int, charging: bool = False) -> float:
    """How many wounds one may expect to deal another in a round."""
    fighter, warrior = fight.setting.fighters[number], fight.state.warriors[number]
    weapon = fighter.close[0]
    blow = Blow(number, foe, weapon, charging, True, True)
    hit = hit_of(fight, blow)
    wounded = _chance(CLASSIC_WOUND.need(hit.strength, fight.setting.fighters[foe].profile.t))
    kept = 1 - _chance(save_needed(fight, foe, hit, "blow"))
    paired = weapon.hands == 1 and sum(one.hands == 1 for one in fighter.close) > 2
    attacks = fighter.profile.a * (2 if warrior.frenzied else 1) + (1 if paired else 0)
    return attacks * _chance(to_hit(fight, blow).total) * wounded * kept


def worth(fight: Fight, number: int) -> float:
    """What his warband loses with him: heroes are dear, the leader steadies all, archers and wizards are useful."""
    fighter = fight.setting.fighters[number]
    dear = 2.5 if fighter.role == "leader" else 1.8 if fighter.hero else 1.0
    if fighter.has("animal") or fighter.role == "follower":
        dear = 0.7
    return dear + (0.4 if fighter.missiles or fighter.recruit.spells else 0.0)


def fells(fight: Fight, number: int, foe: int, charging: bool = False) -> float:
    """How likely one lays another low in a round, roughly."""
    return min(0.95, hurts(fight, number, foe, charging) / max(1, fight.state.warriors[foe].wounds))


def shrinks(fight: Fight, number: int, foe: int) -> bool:
    """Whether he is afraid of him."""
    feared = causes_fear.any(fight.setting.fighters[foe].traits)
    return feared and not ignores_fear.any(fight.setting.fighters[number].traits_and_items)
