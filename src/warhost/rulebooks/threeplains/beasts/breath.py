"""Breath weapons: a few times in a battle a beast lays flames over those before it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from warhost.engine.question import Choose, Refusal

from ..bodies import body, enemies, figure, on_table
from ..events.beasts import Breathed
from ..fighting.contact import engaged
from ..missiles.shooting import spares_friends
from ..missiles.templates import spit_flames, way_of_flames, why_no_flame
from ..setting import Fight
from ..state import NOBODY, Number
from ..wounds.hits import Attack

HOLD = "hold its breath"


class Breath(msgspec.Struct, frozen=True):
    """How often in a battle, and what each hit does."""

    rule: str
    uses: int
    toughness: int
    top: int
    fire: bool


BREATHS: Mapping[str, Breath] = {"dragon": Breath("tp.list.breath.dragon", 3, toughness=2, top=2, fire=True)}


def breathe_one(fight: Fight) -> bool:
    """The owner of a beast with breath left says whom it breathes at, if anybody.  [tp.list.breath.dragon]"""
    state = fight.state
    for number in on_table(fight, state.active):
        if not figure(fight, number).breath or state.pieces[number].breathed == state.clock:
            continue
        if targets := scorched(fight, number):
            state.pieces[number].breathed = state.clock
            _offer(fight, number, {state.pieces[enemy].name: enemy for enemy in targets})
            return True
    return False


def scorched(fight: Fight, number: Number) -> list[Number]:
    """The enemies it could breathe at now."""
    if why_no_breath(fight, number):
        return []
    return [enemy for enemy in enemies(fight, number) if why_not_scorched(fight, number, enemy) is None]


def why_no_breath(fight: Fight, number: Number) -> Refusal | None:
    """What keeps it from breathing at anybody.  [tp.list.breath.dragon]"""
    piece, breath = fight.state.pieces[number], BREATHS[figure(fight, number).breath]
    if piece.breaths >= breath.uses:
        return Refusal(breath.rule, f"{piece.name} has no fire left")
    if piece.lawless:
        return Refusal("tp.beast.wild", f"{piece.name} is wild")
    if piece.fleeing or engaged(fight, number):
        return Refusal(breath.rule, f"{piece.name} is {'fleeing' if piece.fleeing else 'in combat'}")
    return None


def why_not_scorched(fight: Fight, number: Number, enemy: Number) -> Refusal | None:
    """It breathes at those whom it sees and of whom the template would cover some.

    [tp.list.breath.dragon] [tp.shoot.template.flame]
    """
    if not way_of_flames(fight, body(fight, number).front, enemy)[1]:
        return Refusal("tp.shoot.template.flame", f"{fight.state.pieces[enemy].name} is out of reach of the flames")
    return why_no_flame(fight, number, enemy)


def _offer(fight: Fight, number: Number, targets: dict[str, Number]) -> None:
    piece, rule = fight.state.pieces[number], BREATHS[figure(fight, number).breath].rule
    text = "Whom {does} {who} breathe fire at?"
    answer = fight.ask(Choose(piece.side, "breathe at", [HOLD, *targets], rule, piece.name, usual=HOLD, text=text))
    if answer != HOLD:
        breathe(fight, number, targets[answer])


def breathe(fight: Fight, number: Number, target: Number) -> None:
    """Flames from its middle front over the target; where friends fight, only after a check.

    [tp.list.breath.dragon] [tp.shoot.disperse.friends]
    """
    piece, breath = fight.state.pieces[number], BREATHS[figure(fight, number).breath]
    if spares_friends(fight, number, target):
        return
    piece.breaths, piece.turn.shot = piece.breaths + 1, True
    fight.tell(Breathed(breath.rule, number, target, breath.uses - piece.breaths))
    spit_flames(fight, number, target, scorching(fight, number))


def scorching(fight: Fight, number: Number, target: Number = NOBODY) -> Attack:
    """What each of its hits does to somebody; how many there are the template says."""
    breath = BREATHS[figure(fight, number).breath]
    return Attack(target, 0, "missile", breath.rule, number, breath.top, breath.toughness, fire=breath.fire)
