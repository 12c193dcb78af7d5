"""What the Besiegers buy while they set up: equipment for the piece that has just been placed.

They have seen the fortress by then, and not the list of its army.  [tp.siege.lists] [tp.siege.deploy]
"""

from __future__ import annotations

from collections import Counter

from warhost.engine.question import Choose

from ..bodies import figure, strength
from ..events import Bought
from ..scenario.points import set_up
from ..setting import Fight
from .implements import bears, carried, hand_over, hands_needed
from .works import BESIEGERS, Equipment, equipment, siege_points

LISTS, DEPLOY = "tp.siege.lists", "tp.siege.deploy"
ENOUGH = "nothing more"


@set_up(LISTS)
def shop(fight: Fight, number: int) -> None:
    """One thing after the other, until its owner has enough, or nothing is left that it could carry and he pay.

    [tp.siege.deploy] [tp.siege.points]
    """
    piece = fight.state.pieces[number]
    while offers := affordable(fight, number):
        question = Choose(piece.side, "siege equipment", [*offers, ENOUGH], DEPLOY, piece.name, usual=ENOUGH)
        wanted = fight.ask(question)
        if wanted == ENOUGH:
            return
        thing = equipment()[wanted]
        hand_over(fight, number, thing.id)
        fight.state.advance(paid=fight.state.progress.paid + thing.price)
        fight.tell(Bought(DEPLOY, number, thing.title, thing.price, left_to_spend(fight)))


def left_to_spend(fight: Fight) -> int:
    """Siege points of the Besiegers; what is left when the last piece stands is lost.  [tp.siege.points]"""
    return siege_points(fight.setting.armies[BESIEGERS].points) - fight.state.progress.paid


def affordable(fight: Fight, number: int) -> list[str]:
    """What this piece could have besides what it has, and what there are siege points for."""
    left = left_to_spend(fight)
    return [thing.id for thing in equipment().values() if thing.price <= left and may_have(fight, number, thing)]


def may_have(fight: Fight, number: int, thing: Equipment) -> bool:
    """Whether its list offers it, such a piece may have one more, and there are hands for all of it together.

    [tp.siege.list] [tp.siege.race_equipment] [tp.siege.equip.drop]
    """
    found, gear = figure(fight, number), Counter(one.kind for one in carried(fight, number))
    army = fight.setting.armies[BESIEGERS].list
    if thing.side != "besiegers" or (thing.armies and army not in thing.armies) or not bears(found, thing):
        return False
    machines = strength(fight, number) if found.category == "machine" else 1
    if gear[thing.id] >= thing.most * machines:
        return False
    return hands_needed(fight, number) + thing.operation <= strength(fight, number)
