"""Poison: hits that do not kill may leave markers on the victim, and at the start of every turn they work."""

from __future__ import annotations

from msgspec import structs

from warhost.engine.chain import Chain, Link, Pool, Wounds
from warhost.engine.dice import Throw

from ..bodies import figure, life_of
from ..charging.pursuit import wipe_out_moves
from ..events.nerves import Poisoned, PoisonWorked
from ..fighting.contact import foes
from ..fighting.squaring import close_up
from ..magic.bearing import nature, rated
from ..moving.groups import outermost
from ..setting import Fight
from ..state import Number, opponent
from ..wounds.hits import VENOM, Attack, horde_links, thrower, weigh
from ..wounds.outright import lose_outright
from . import specials
from .living import alive


@specials.damaged("poison")
def envenom(fight: Fight, attack: Attack, fallen: int) -> None:
    """Blows and missiles of who is poisonous, unless a stronger poison is on the weapon itself.

    [tp.trait.poison]
    """
    level = rated(fight, attack.by, "poison")
    if attack.kind == "magic" or attack.venom > level:
        return
    if attack.sting or not figure(fight, attack.by).stings:
        poison(fight, attack, fallen, level)


@specials.damaged(VENOM)
def envenom_unsent(fight: Fight, attack: Attack, fallen: int) -> None:
    """What nobody sends, such as a missile that is thrown back, has its poison still.  [tp.trait.poison]"""
    poison(fight, attack, fallen, attack.venom)


def envenom_with(fight: Fight, attack: Attack, fallen: int) -> None:
    """The same with a poisoned weapon, unless its bearer's own poison is at work and as strong."""
    if attack.venom > rated(fight, attack.by, "poison"):
        poison(fight, attack, fallen, attack.venom)


def poison(fight: Fight, attack: Attack, fallen: int, level: int) -> None:
    """Every hit that did not kill is rolled against the save once more; it wounds nobody, but leaves a marker.

    [tp.trait.poison] [tp.trait.poison.immunity]
    """
    hits, gone = attack.hits - fallen, fight.state.pieces[attack.target].fate == "slain"
    if hits > 0 and not gone and can_be_poisoned(fight, attack.target):
        mark(fight, attack, hits, level)


def can_be_poisoned(fight: Fight, number: Number) -> bool:
    """[tp.trait.poison.immunity]"""
    return alive(fight, number) and "immune to poison" not in nature(fight, number)


def mark(fight: Fight, attack: Attack, hits: int, level: int) -> None:
    """Every one of these hits that beats the save once more leaves a marker."""
    piece = fight.state.pieces[attack.target]
    markers = fight.roll(_marking(fight, structs.replace(attack, hits=hits)), thrower(fight, attack))
    if markers:
        piece.poison += (level,) * markers
        fight.tell(Poisoned("tp.trait.poison", attack.target, level, markers, len(piece.poison)))


def _marking(fight: Fight, attack: Attack) -> Chain:
    """A marker for each die that beats the save, or for each point of a horde hit."""
    wounding = weigh(fight, attack)
    links: tuple[Link, ...]
    if wounding.horde:
        plain = structs.replace(attack, multiplier=1, spared_on=0, fatal=False)
        links = horde_links(plain, wounding.save, attack.hits)
    else:
        beats = tuple(int(gain > 0) for gain in wounding.gains)
        links = (Wounds(beats, attack.hits, 1, "poison", "tp.trait.poison", reroll=attack.reroll),)
    return Chain(Pool(attack.hits, "hits", "tp.trait.poison"), links)


def poison_works(fight: Fight) -> None:
    """At the start of both players' turns a die is rolled for every marker on the board.

    [tp.trait.poison.effect]
    """
    fought: dict[Number, None] = {}
    for number, piece in fight.state.numbered():
        if piece.poison and piece.fate in ("standing", "within"):
            enemies = foes(fight, outermost(fight, number))
            _work(fight, number)
            fought |= dict.fromkeys(enemies)
    if fought:
        wipe_out_moves(fight, list(fought))
        close_up(fight)


def _work(fight: Fight, number: Number) -> None:
    """A score up to the marker's level takes so many points from one model; a marker that kills is used up."""
    piece, rule = fight.state.pieces[number], "tp.trait.poison.effect"
    faces = fight.throw(Throw(len(piece.poison), 6, "poison", rule, opponent(piece.side)))
    left, before = [], piece.lost
    for level, face in zip(piece.poison, faces, strict=True):
        room = life_of(fight, number) - piece.hurt
        killed = face <= level and lose_outright(fight, number, min(face, room), rule)
        if not killed:
            left.append(level)
        if piece.fate == "slain":
            left = []
            break
    points = piece.lost - before
    piece.poison = tuple(left)
    fight.tell(PoisonWorked(rule, number, points, len(left)))
