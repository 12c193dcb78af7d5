"""Items in checks: bones thrown in place of the dice, a banner that makes its followers stubborn.

[tp.check.types] [tp.magic.items.enchanted] [tp.magic.items.commands]
"""

from __future__ import annotations

from warhost.engine.question import Choose
from warhost.engine.tally import Tally

from ..charging.flight import flee
from ..charging.pursuit import after_flight
from ..events.items import ItemStirred
from ..magic.bearing import lay, lift, unseen
from ..magic.book import title
from ..magic.chances import chance
from ..morale.checks import never_flees
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..state import NEVER, Effect, Number

BONES = "tp.item.enchanted.dragon_knucklebones"
FLIGHT = f"{BONES}/flight"
MONKEY = "tp.item.command.monkey_banner"
PASSES_ON = 4
MONKEY_DEVIANCY = 2
THROW_THEM, ROLL = "throw the bones", "roll"


@specials.passes(BONES)
def dragon_knucklebones(fight: Fight, bearer: Number, kind: str) -> bool | None:
    """In place of a break or deviancy check: 4 or more passes; otherwise his piece flees, whatever it was for.

    A break check that fails ends in flight of itself; any other flight begins when what is being done is over.
    [tp.item.enchanted.dragon_knucklebones]
    """
    if kind == "bravery":
        return None
    piece = fight.state.pieces[bearer]
    what = f"bones for a {kind} check"
    text = f"{{who}} must take a {kind} check. Are the Dragon Knucklebones thrown instead?"
    question = Choose(piece.side, what, [ROLL, THROW_THEM], BONES, piece.name, text=text, usual=ROLL)
    if fight.ask(question.in_secret(unseen(fight, bearer, BONES))) == ROLL:
        return None
    face = chance(fight, bearer, "knucklebones", BONES, PASSES_ON)
    fight.tell(ItemStirred(BONES, bearer, BONES, face))
    if face < PASSES_ON and kind != "break":
        lay(fight, Effect(FLIGHT, bearer, outermost(fight, bearer), piece.side, NEVER))
    return face >= PASSES_ON


def flee_as_thrown(fight: Fight) -> None:
    """Those whose bones fell badly run as soon as what they checked for is over.

    [tp.item.enchanted.dragon_knucklebones] [tp.move.flee]
    """
    for effect in [one for one in fight.state.effects if one.source == FLIGHT]:
        lift(fight, effect)
        piece = fight.state.pieces[effect.target]
        if piece.standing and not piece.fleeing and not never_flees(fight, effect.target):
            after_flight(fight, [effect.target], flee(fight, effect.target, BONES))


@specials.stress(MONKEY)
def monkey_banner(fight: Fight, number: Number, kind: str, tally: Tally) -> None:
    """[tp.item.command.monkey_banner] [tp.check.bs.deviancy]"""
    if kind == "deviancy":
        tally.add(MONKEY_DEVIANCY, MONKEY, title(MONKEY))
