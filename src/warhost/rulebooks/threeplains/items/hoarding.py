"""Dice that a sceptre lays by for kills, and dice that a stone throws once more.

[tp.magic.items.arcane] [tp.magic.dice.items]
"""

from __future__ import annotations

from warhost.engine.dice import Throw, not_fast
from warhost.engine.question import Choose, ChooseSome

from ..dice import roll
from ..events.items import ItemStirred
from ..magic.bearing import lay
from ..magic.book import book
from ..magic.fortune import forbidden
from ..magic.lending import lent
from ..magic.mana import SIDES, Faces, thrown_twice
from ..magic.pools import laid_by, use_chance
from ..magic.targets import Casting
from ..magic.verbs import Gift
from ..magic.working import end_of
from ..setting import Fight
from ..special import specials
from ..special.specials import Kills
from ..state import Effect, Number
from .growing import grow, grown
from .portents import NO_DICE
from .shelf import ITEMS

SCEPTRE, STONE = "tp.item.arcane.deaths_sceptre", "tp.item.arcane.snums_magical_stone"
KILLS, DICE = f"{SCEPTRE}/kills", f"{SCEPTRE}/dice"
THROWS = f"{STONE}/throws"
KILLS_A_DIE = 3

for _source, _item, _gift in (
    (KILLS, "deaths_sceptre", Gift()), (DICE, "deaths_sceptre", Gift(marks=("dice laid by",))),
    (THROWS, "snums_magical_stone", Gift()),
):  # fmt: skip
    lent(_source, ITEMS[_item].title, _gift, ITEMS[_item].rule)
    book.titles[_source] = ITEMS[_item].title


# --- the sceptre ---------------------------------------------------------------------------------------------


@specials.kills(SCEPTRE)
def deaths_sceptre(fight: Fight, bearer: Number, kills: Kills) -> None:
    """Every three models killed by his magic are a die that he keeps.  [tp.item.arcane.deaths_sceptre]"""
    if not kills.by_magic:
        return
    dice, over = divmod(grown(fight, bearer, KILLS) + kills.models, KILLS_A_DIE)
    grow(fight, bearer, KILLS, over - grown(fight, bearer, KILLS))
    if dice:
        fight.tell(ItemStirred(SCEPTRE, bearer, SCEPTRE, grow(fight, bearer, DICE, dice)))


@specials.casting_dice(SCEPTRE)
def dice_against_others(fight: Fight, bearer: Number, casting: Casting) -> int | None:
    """Taken from an enemy casting in an enemy turn, before it is rolled.  [tp.item.arcane.deaths_sceptre]"""
    side, held = fight.state.pieces[bearer].side, laid_by(fight, bearer, DICE)
    if not held or side in (fight.state.active, casting.side):
        return None
    options = [NO_DICE, *(f"take {dice}" for dice in range(1, held + 1))]
    text = "How many magic dice do you take from {who}?"
    answer = fight.ask(
        Choose(side, "dice to take", options, SCEPTRE, casting.spell.title, usual=NO_DICE, text=text)
    )
    taken = options.index(answer)
    for _ in range(taken):
        use_chance(fight, bearer, DICE)
    if taken:
        fight.tell(ItemStirred(SCEPTRE, bearer, SCEPTRE, taken))
    return taken


# --- the stone -----------------------------------------------------------------------------------------------


@specials.start_of_turn(STONE)
def snums_magical_stone(fight: Fight, bearer: Number) -> None:
    """D3 dice may be thrown once more until his next turn.  [tp.item.arcane.snums_magical_stone]"""
    side = fight.state.pieces[bearer].side
    throws = roll(fight, "D3", "magical stone", STONE, side)
    lay(fight, Effect(THROWS, bearer, bearer, side, end_of(fight, side, "own turn"), throws))
    fight.tell(ItemStirred(STONE, bearer, STONE, throws))


def _thrown_again(fight: Fight, bearer: Number, about: str, faces: Faces, own: int) -> Faces:
    """Those of the first so many dice that its owner names, if they have been thrown once, as long as he may."""
    own = min(own, not_fast(faces))
    held = min(laid_by(fight, bearer, THROWS), own)
    if not held:
        return faces
    side = fight.state.pieces[bearer].side
    dice = {f"die {at + 1}: {face}": at for at, face in enumerate(faces[:own])}
    text = "Which dice does Snum's Magical Stone throw once more? {who}"
    question = ChooseSome(side, "dice of the stone", list(dice), STONE, 0, held, about, text=text)
    chosen = [dice[name] for name in fight.ask(question)]
    if not chosen:
        return faces
    for _ in chosen:
        use_chance(fight, bearer, THROWS)
    throw = Throw(len(chosen), SIDES, "magical stone", STONE, side)
    if forbidden(fight, throw):
        return faces
    return thrown_twice(faces, chosen, fight.throw(throw))


@specials.mends_magic(STONE)
def magic_dice_again(magic: Faces, fight: Fight, casting: Casting, ether: Faces) -> Faces:
    """His own, before the enemy has dispelled.  [tp.item.arcane.snums_magical_stone]"""
    own, against = (", ".join(str(face) for face in faces) for faces in (magic, ether))
    about = f"{casting.spell.title}: {own} against {against or 'nothing'}"
    return _thrown_again(fight, casting.caster, about, magic, len(magic))


@specials.mends_ether(STONE)
def ether_dice_again(added: Faces, fight: Fight, bearer: Number, casting: Casting, own: int) -> Faces:
    """Those with which he dispels himself.  [tp.item.arcane.snums_magical_stone]"""
    about = f"{casting.spell.title}: {', '.join(str(face) for face in added)}"
    return _thrown_again(fight, bearer, about, added, own)
