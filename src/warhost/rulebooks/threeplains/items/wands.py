"""Staffs, wands, crowns and scrolls that help in castings and hinder those of the enemy.

[tp.magic.items.arcane] [tp.magic.items.wands]
"""

from __future__ import annotations

from collections.abc import Callable

from warhost.engine.dice import not_fast
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import point_gap
from warhost.engine.question import Choose, ChooseSome

from ..events.items import ItemStirred, ItemUsed
from ..figure import inches
from ..magic.bearing import unseen
from ..magic.book import spend, unspent
from ..magic.chances import chance
from ..magic.fortune import forbidden, magic_throw
from ..magic.mana import as_fast, prevails, thrown_twice
from ..magic.targets import Casting, reach, shapes_of, spell_reaches
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..state import NOBODY, Number
from ..wounds.hits import Attack, strike
from .growing import grow

ARCANE = "tp.item.arcane."
DEFENCE, MASTER_DEFENCE = f"{ARCANE}magical_defence_staff", f"{ARCANE}master_magical_defence_staff"
BOOSTER = f"{ARCANE}dispel_range_booster_scroll"
CROWN, COIN = f"{ARCANE}crown_of_desperation", f"{ARCANE}magical_coin"
EGG, ROBE, WAND = f"{ARCANE}black_dragons_egg", f"{ARCANE}lywdans_robe", f"{ARCANE}unicorn_wand"
WIDE, NEAR = inches(8), inches(6)
HEADS_FROM, TOP = 4, 6
LEAVE, AGAIN, USE_IT, KEEP_IT = "leave them", "throw again", "use it", "keep it"

Faces = tuple[int, ...]


# --- more ether ----------------------------------------------------------------------------------------------


def _round_about(fight: Fight, bearer: Number, casting: Casting) -> bool:
    """Whether a spell is cast at a whole side: over all the table, or over enemies as far as the bearer."""
    if casting.spell.target == "all enemies":
        return spell_reaches(fight, casting, outermost(fight, bearer))
    return casting.spell.target == "all friends" and casting.spell.range is None


def _at_friends_within(fight: Fight, bearer: Number, casting: Casting, far: Length) -> bool:
    """Whether a spell is aimed at a piece of the bearer's side that is so near to him."""
    aimed = casting.target != NOBODY and fight.state.pieces[casting.target].side != casting.side
    return aimed and reach(fight, bearer, casting.target) <= far


@specials.thickens_ether(DEFENCE)
def magical_defence_staff(fight: Fight, bearer: Number, casting: Casting) -> str:
    """For spells at its bearer or his group, or at all round about.  [tp.item.arcane.magical_defence_staff]"""
    own = casting.target != NOBODY and outermost(fight, casting.target) == outermost(fight, bearer)
    return DEFENCE if own or _round_about(fight, bearer, casting) else ""


@specials.thickens_ether(MASTER_DEFENCE)
def master_magical_defence_staff(fight: Fight, bearer: Number, casting: Casting) -> str:
    """For spells aimed at friends within 8 inches.  [tp.item.arcane.master_magical_defence_staff]"""
    return MASTER_DEFENCE if _at_friends_within(fight, bearer, casting, WIDE) else ""


@specials.thickens_ether(BOOSTER)
def dispel_range_booster(fight: Fight, bearer: Number, casting: Casting) -> str:
    """For spells at anybody or any place within 6 inches, and at everybody, once it has been read.

    [tp.item.arcane.dispel_range_booster_scroll]
    """
    place, ground = casting.place, shapes_of(fight, bearer)
    there = place is not None and min(point_gap(place, shape) for shape in ground) <= NEAR
    there = there or _round_about(fight, bearer, casting)
    return BOOSTER if there or _at_friends_within(fight, bearer, casting, NEAR) else ""


# --- less of it ----------------------------------------------------------------------------------------------


def _wanted(fight: Fight, item: str, what: str, casting: Casting, text: str) -> bool:
    """Whether the caster uses an item for this spell."""
    question = Choose(casting.side, what, [KEEP_IT, USE_IT], item, casting.spell.title, text=text)
    return bool(fight.ask(question.in_secret(unseen(fight, casting.caster, item))) == USE_IT)


@specials.thins_ether(CROWN)
def crown_of_desperation(fight: Fight, casting: Casting) -> bool:
    """A die less, for as many hits on its wearer as he has used it now.  [tp.item.arcane.crown_of_desperation]"""
    text = "Does the Crown of Desperation thin the ether for {who}? It hurts its wearer."
    if not _wanted(fight, CROWN, "crown of desperation", casting, text):
        return False
    uses = grow(fight, casting.caster, CROWN, 1)
    fight.tell(ItemStirred(CROWN, casting.caster, CROWN, uses))
    strike(fight, Attack(casting.caster, uses, "magic", CROWN, aimed=True))
    return True


@specials.thins_ether(COIN)
def magical_coin(fight: Fight, casting: Casting) -> bool:
    """Once a turn it is flipped: heads takes a die away.  [tp.item.arcane.magical_coin]"""
    text = "Is the Magical Coin flipped for {who}?"
    if COIN not in unspent(fight, casting.caster) or not _wanted(fight, COIN, "flip the coin", casting, text):
        return False
    spend(fight, casting.caster, COIN, "turn")
    heads = chance(fight, casting.caster, "coin, a D2 read off a D6", COIN, HEADS_FROM) >= HEADS_FROM
    fight.tell(ItemStirred(COIN, casting.caster, COIN, 1 + heads))
    return heads


# --- dice mended ---------------------------------------------------------------------------------------------


def _once_a_turn(fight: Fight, item: str, casting: Casting, mend: Callable[[], Faces | None]) -> Faces | None:
    """What the dice become, if it has not been used in this turn and its owner wants that."""
    if item not in unspent(fight, casting.caster):
        return None
    faces = mend()
    if faces is not None:
        spend(fight, casting.caster, item, "turn")
        fight.tell(ItemUsed(item, casting.caster, item))
    return faces


def _options(use: list[str], magic: Faces, ether: Faces) -> list[str]:
    """Whoever has failed wants to use it, whoever has not need not."""
    return [LEAVE, *use] if prevails(magic, ether) else [*use, LEAVE]


def _about(casting: Casting, magic: Faces, ether: Faces) -> str:
    own, against = (", ".join(str(face) for face in faces) for faces in (magic, ether))
    return f"{casting.spell.title}: {own} against {against or 'nothing'}"


@specials.mends_magic(EGG)
def black_dragons_egg(magic: Faces, fight: Fight, casting: Casting, ether: Faces) -> Faces:
    """One die is raised by 1.  [tp.item.arcane.black_dragons_egg]"""

    def raised() -> Faces | None:
        low = sorted({face for face in magic if face < TOP}, reverse=True)
        options = _options([f"raise {face}" for face in low], magic, ether)
        answer = LEAVE
        if low:
            text = "Does the Black Dragon's Egg raise a die? {who}"
            question = Choose(casting.side, "raise a die", options, EGG, _about(casting, magic, ether), text=text)
            answer = fight.ask(question.in_secret(unseen(fight, casting.caster, EGG)))
        if answer == LEAVE:
            return None
        at = magic.index(int(answer.rpartition(" ")[2]))
        return as_fast((*magic[:at], magic[at] + 1, *magic[at + 1 :]), magic)

    return _once_a_turn(fight, EGG, casting, raised) or magic


@specials.mends_magic(ROBE)
def lywdans_robe(magic: Faces, fight: Fight, casting: Casting, ether: Faces) -> Faces:
    """The lowest die is thrown again, unless it has been.  [tp.item.arcane.lywdans_robe]"""

    def thrown() -> Faces | None:
        if min(magic, default=0) not in magic[: not_fast(magic)]:
            return None
        options = _options([AGAIN], magic, ether)
        text = "Does the robe throw the lowest die once more? {who}"
        question = Choose(casting.side, "lowest die", options, ROBE, _about(casting, magic, ether), text=text)
        if fight.ask(question.in_secret(unseen(fight, casting.caster, ROBE))) == LEAVE:
            return None
        return _again(fight, casting, magic, [magic.index(min(magic))])

    return _once_a_turn(fight, ROBE, casting, thrown) or magic


@specials.mends_magic(WAND)
def unicorn_wand(magic: Faces, fight: Fight, casting: Casting, ether: Faces) -> Faces:
    """Any dice are thrown again that have not been.  [tp.item.arcane.unicorn_wand]"""

    def thrown() -> Faces | None:
        dice = {f"die {at + 1}: {face}": at for at, face in enumerate(magic[: not_fast(magic)])}
        if not dice:
            return None
        about = _about(casting, magic, ether)
        text = "Which dice does the Unicorn Wand throw once more? {who}"
        question = ChooseSome(casting.side, "dice of the wand", list(dice), WAND, 0, len(dice), about, text=text)
        chosen = fight.ask(question.in_secret(unseen(fight, casting.caster, WAND)))
        return _again(fight, casting, magic, [dice[name] for name in chosen]) if chosen else None

    return _once_a_turn(fight, WAND, casting, thrown) or magic


def _again(fight: Fight, casting: Casting, magic: Faces, chosen: list[int]) -> Faces:
    """These dice once more, the others as they lie."""
    throw = magic_throw(len(chosen), casting.side)
    if forbidden(fight, throw):
        return magic
    return thrown_twice(magic, chosen, fight.throw(throw))
