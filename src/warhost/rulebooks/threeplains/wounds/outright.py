"""Life points lost without a save: nothing but the victim's own flesh is rolled against them."""

from __future__ import annotations

from warhost.engine.chain import Chain, Pool, Save

from ..bodies import life_of
from ..events.blows import LostOutright
from ..magic.bearing import ITEM, nature, powerless, untouched
from ..setting import Fight
from ..special import specials
from ..state import NOBODY, Number
from .casualties import lose
from .hits import Attack, killed

SPELL = "tp.spell."


def lose_outright(
    fight: Fight, number: Number, points: int, rule: str, by: Number = NOBODY, *, cast: bool = False
) -> int:
    """So many points, less those that a regenerating victim saves; how many models are gone, `by` whose hand, or by
    a spell that he has cast."""
    if powerless(fight, by, rule, number) or (rule.startswith((SPELL, ITEM)) and untouched(fight, number)):
        return 0
    attack = Attack(number, points, "fall", rule)
    attack = specials.wounds.fold(nature(fight, number), attack, fight)
    if attack.spared_on:
        spared = Save(6, attack.spared_on, "spared", attack.rule)
        points = fight.roll(Chain(Pool(points, "life points", rule), (spared,)), fight.state.pieces[number].side)
    piece = fight.state.pieces[number]
    if by != NOBODY:
        left = piece.models * life_of(fight, number) - piece.hurt
        fight.tell(LostOutright(rule, number, by, min(points, left)))
    gone = lose(fight, number, points, rule)
    killed(fight, by, number, gone, by_magic=cast or rule.startswith(SPELL))
    return gone
