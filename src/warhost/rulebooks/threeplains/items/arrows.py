"""Magic arrows: one shot of the battle that is no plain one.  [tp.magic.items.weapon]"""

from __future__ import annotations

from collections.abc import Mapping

from warhost.engine.question import Choose

from ..bodies import figure, single
from ..dice import roll
from ..events.items import ItemStirred, ItemUsed
from ..figure import from_mm
from ..magic.bearing import unseen
from ..magic.book import spend, title
from ..missiles.shooting import Flight
from ..setting import Fight
from ..special import specials
from ..state import Number
from ..weapons import Weapon
from .shelf import ITEMS

BLACK = "tp.item.weapon.black_arrow"
SPLITTING = "tp.item.weapon.splitting_arrow"
BLACK_PIERCES, BLACK_DAMAGE = 6, 5
SPLITS: Mapping[int, int] = {1: 1, 2: 10, 3: 20, 4: 30}
SMALL = from_mm(30)
LOOSE_IT, KEEP_IT = "loose it", "keep it"


def _loosed(fight: Fight, user: Number, weapon: Weapon, item: str) -> bool:
    """Whether he shoots it now; then it is gone."""
    if weapon.id not in ITEMS[item.rpartition(".")[2]].shot_with:
        return False
    side = fight.state.pieces[user].side
    text = "Does {who} fly now, once in the battle?"
    question = Choose(side, "loose the arrow", [KEEP_IT, LOOSE_IT], item, title(item), usual=KEEP_IT, text=text)
    if fight.ask(question.in_secret(unseen(fight, user, item))) == KEEP_IT:
        return False
    spend(fight, user, item, "battle")
    fight.tell(ItemUsed(item, user, item))
    return True


@specials.looses(BLACK)
def black_arrow(fight: Fight, user: Number, weapon: Weapon, target: Number) -> Flight | None:
    """[tp.item.weapon.black_arrow]"""
    if not _loosed(fight, user, weapon, BLACK):
        return None
    return Flight(1, BLACK, toughness=BLACK_PIERCES, top=BLACK_DAMAGE)


@specials.looses(SPLITTING)
def splitting_arrow(fight: Fight, user: Number, weapon: Weapon, target: Number) -> Flight | None:
    """A D4 says into how many; a single small model is struck D6 times, unless it does not split.

    [tp.item.weapon.splitting_arrow]
    """
    if not _loosed(fight, user, weapon, SPLITTING):
        return None
    side = fight.state.pieces[user].side
    shots = SPLITS[roll(fight, "D4", "splitting", SPLITTING, side)]
    alone = single(fight, target) and not fight.state.pieces[target].leaders
    if shots > 1 and alone and max(figure(fight, target).base) <= SMALL:
        hits = roll(fight, "D6", "arrows", SPLITTING, side)
        fight.tell(ItemStirred(SPLITTING, user, SPLITTING, hits))
        return Flight(hits, SPLITTING, sure=True)
    fight.tell(ItemStirred(SPLITTING, user, SPLITTING, shots))
    return Flight(shots, SPLITTING)
