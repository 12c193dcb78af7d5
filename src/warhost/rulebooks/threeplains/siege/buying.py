"""What the Besiegers buy while they set up: equipment for the piece that has just been placed, and war machines.

They have seen the fortress by then, and not the list of its army.  [tp.siege.lists] [tp.siege.deploy]
"""

from __future__ import annotations

from warhost.engine.question import Choose

from ..bodies import figure
from ..events.course import Bought
from ..opening.deployment import Deploy
from ..scenario.points import placed_next, set_up
from ..setting import Fight
from ..state import Number, Player
from .account import machine_price, machines_allowed
from .implements import bears, hand_over, hands_needed, may_take
from .works import BESIEGERS, Equipment, equipment, siege_points

LISTS, DEPLOY, MACHINES = "tp.siege.lists", "tp.siege.deploy", "tp.siege.war_machines"
ENOUGH = "nothing more"


@set_up(LISTS)
def shop(fight: Fight, number: Number) -> None:
    """One thing after the other, until its owner has enough, or nothing is left that it could carry and he pay.

    [tp.siege.deploy] [tp.siege.points]
    """
    piece = fight.state.pieces[number]
    if fight.setting.entries[piece.entry].offered:
        _pay(fight, number, "", engine_price(fight, number), MACHINES)
    while offers := affordable(fight, number):
        text = "What siege equipment {does} {who} carry?"
        question = Choose(
            piece.side, "siege equipment", [*offers, ENOUGH], DEPLOY, piece.name, usual=ENOUGH, text=text
        )
        wanted = fight.ask(question)
        if wanted == ENOUGH:
            return
        thing = equipment()[wanted]
        hand_over(fight, number, thing.id)
        _pay(fight, number, thing.title, thing.price, DEPLOY)


def _pay(fight: Fight, number: Number, thing: str, price: int, rule: str) -> None:
    fight.state.advance(paid=fight.state.progress.paid + price)
    fight.tell(Bought(rule, number, thing, price, left_to_spend(fight)))


def left_to_spend(fight: Fight) -> int:
    """Siege points of the Besiegers; what is left when the last piece stands is lost.  [tp.siege.points]"""
    return siege_points(fight.setting.armies[BESIEGERS].points) - fight.state.progress.paid


def affordable(fight: Fight, number: Number) -> list[str]:
    """What this piece could have besides what it has, and what there are siege points for."""
    left = left_to_spend(fight)
    return [thing.id for thing in equipment().values() if thing.price <= left and may_have(fight, number, thing)]


def may_have(fight: Fight, number: Number, thing: Equipment) -> bool:
    """Whether its list offers it, such a piece may have one more, and there are hands for all of it together.

    [tp.siege.list] [tp.siege.race_equipment] [tp.siege.equip.drop]
    """
    found = figure(fight, number)
    army = fight.setting.armies[BESIEGERS].list
    if thing.side != "besiegers" or (thing.armies and army not in thing.armies) or not bears(found, thing):
        return False
    if may_take(fight, number, thing) <= 0:
        return False
    return hands_needed(fight, number) + thing.operation <= fight.state.pieces[number].models


# --- war machines -----------------------------------------------------------------------------------------------


@placed_next(LISTS)
def engines_too(waiting: dict[Number, str], fight: Fight, side: Player) -> dict[Number, str]:
    """Beside whoever waits the machines that could be bought; nobody buys any more when the last piece stands.

    [tp.siege.war_machines] [tp.siege.deploy]
    """
    if not waiting:
        return waiting
    left = f"{left_to_spend(fight)} siege points"
    return waiting | {number: f"bought for {engine_price(fight, number)} of {left}" for number in on_offer(fight)}


def on_offer(fight: Fight) -> list[Number]:
    """One of each kind that there are siege points and room for, up to one for each started 1000 points.

    [tp.siege.war_machines]
    """
    engines = [n for n, piece in fight.state.numbered() if fight.setting.entries[piece.entry].offered]
    offered = [number for number in engines if fight.state.pieces[number].fate == "offered"]
    if len(engines) - len(offered) >= machines_allowed(fight.setting.armies[BESIEGERS].points):
        return []
    first = {figure(fight, number).profile: number for number in reversed(offered)}
    left = left_to_spend(fight)
    return [n for n in sorted(first.values()) if engine_price(fight, n) <= left and Deploy(fight, n).possible]


def engine_price(fight: Fight, number: Number) -> int:
    """[tp.siege.war_machines]"""
    return machine_price(fight.setting.entries[fight.state.pieces[number].entry].points)
