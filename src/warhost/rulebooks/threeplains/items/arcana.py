"""Arcane items: bound spells that numbers alone cannot say.  [tp.magic.bound] [tp.magic.items.arcane]"""

from __future__ import annotations

from msgspec import structs

from warhost.engine.question import Choose

from ..bodies import figure
from ..dice import roll
from ..events.items import Cleansed, ItemUsed
from ..events.nerves import Regenerated
from ..magic.bearing import unseen
from ..magic.naming import naming
from ..magic.spells.chaos import crack_in_reality
from ..magic.targets import Casting
from ..magic.working import does, keeps_nerve
from ..morale.checks import members
from ..setting import Fight
from ..special import specials
from ..special.specials import Failed
from ..state import Number
from ..wounds.hits import Attack
from ..wounds.outright import lose_outright

STAFF_OF_DEATH = "tp.item.arcane.zootawls_staff_of_death"
CRACK = "tp.item.arcane.crack_in_reality_scroll"
HEALING = "tp.item.arcane.healing_scroll"
CLEANSING = "tp.item.arcane.scroll_of_cleansing"
WAND_OF_OBLIVION = "tp.item.arcane.wand_of_oblivion"
MISCAST = "tp.item.arcane.miscast_scroll"
FAILED_BOOK = "tp.item.arcane.failed_book_of_chaos"
CHAOS = "tp.spell.chaos."
READ_IT, KEEP_IT = "read it", "keep it"
THROW_AGAIN, LET_IT = "throw again", "let it go astray"
HEALED = 5


@naming.fits(STAFF_OF_DEATH, "is neither a character nor a beast")
def has_a_soul_to_steal(fight: Fight, number: Number) -> bool:
    return figure(fight, number).category in ("character", "beast")


@does(STAFF_OF_DEATH)
def soul_stealer(fight: Fight, casting: Casting) -> None:
    """A character or beast that fails a deviancy check loses D6 life points, which nothing saves.

    [tp.item.arcane.zootawls_staff_of_death]
    """
    target = casting.target
    if not keeps_nerve(fight, target, STAFF_OF_DEATH):
        points = roll(fight, "D6", "souls", STAFF_OF_DEATH, casting.side)
        lose_outright(fight, target, points, STAFF_OF_DEATH, casting.caster, cast=True)


does(CRACK)(crack_in_reality)  # the same spell


@naming.fits(HEALING, "is not wounded")
def is_wounded(fight: Fight, number: Number) -> bool:
    return fight.state.pieces[number].hurt > 0


@does(HEALING)
def heal(fight: Fight, casting: Casting) -> None:
    """Five lost life points of one model come back; nobody rises from the dead.  [tp.item.arcane.healing_scroll]"""
    piece = fight.state.pieces[casting.target]
    healed = min(HEALED, piece.hurt)
    piece.hurt -= healed
    fight.tell(Regenerated(HEALING, casting.target, healed))


@naming.fits(CLEANSING, "is not poisoned")
def is_poisoned(fight: Fight, number: Number) -> bool:
    return any(fight.state.pieces[member].poison for member in members(fight, number))


@does(CLEANSING)
def cleanse(fight: Fight, casting: Casting) -> None:
    """A piece loses all its poison markers.  [tp.item.arcane.scroll_of_cleansing]"""
    for member in members(fight, casting.target):
        piece = fight.state.pieces[member]
        if piece.poison:
            fight.tell(Cleansed(CLEANSING, member, len(piece.poison)))
            piece.poison = ()


@specials.damage(WAND_OF_OBLIVION)
def wand_of_oblivion(attack: Attack, fight: Fight) -> Attack:
    """Nothing saves an enemy from the deadly spells of its bearer.  [tp.item.arcane.wand_of_oblivion]"""
    hostile = fight.state.pieces[attack.target].side != fight.state.pieces[attack.by].side
    if attack.kind != "magic" or not attack.rule.startswith("tp.spell.") or not hostile:
        return attack
    return structs.replace(attack, past_saves=True)


@specials.again(FAILED_BOOK)
def failed_book_of_chaos(fight: Fight, number: Number, failed: Failed, spell: str) -> str:
    """A chaos spell that goes astray may be given another die, if its caster has made chaos his discipline.

    [tp.item.arcane.failed_book_of_chaos]
    """
    side = fight.state.pieces[number].side
    learnt = any(known.startswith(CHAOS) for known in fight.state.pieces[number].spells)
    if failed != "chaos" or not learnt:
        return ""
    text = "{who} goes astray. Does the Failed Book of Chaos throw the die once more?"
    question = Choose(side, "chaos astray", [THROW_AGAIN, LET_IT], FAILED_BOOK, spell, usual=LET_IT, text=text)
    if fight.ask(question.in_secret(unseen(fight, number, FAILED_BOOK))) == LET_IT:
        return ""
    fight.tell(ItemUsed(FAILED_BOOK, number, FAILED_BOOK))
    return FAILED_BOOK


@specials.casts_again(MISCAST)
def miscast_scroll(fight: Fight, number: Number) -> bool:
    """A spell that the ether stopped may be rolled once more.  [tp.item.arcane.miscast_scroll]"""
    piece = fight.state.pieces[number]
    text = "The ether has stopped the spell of {who}. Is the miscast scroll read?"
    question = Choose(
        piece.side, "miscast scroll", [READ_IT, KEEP_IT], MISCAST, piece.name, usual=KEEP_IT, text=text
    )
    if fight.ask(question.in_secret(unseen(fight, number, MISCAST))) == KEEP_IT:
        return False
    piece.used += (MISCAST,)
    fight.tell(ItemUsed(MISCAST, number, MISCAST))
    return True
