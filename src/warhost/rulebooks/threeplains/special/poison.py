"""Poison: hits that do not kill may leave markers on the victim, and at the start of every turn they work."""

from __future__ import annotations

from msgspec import structs

from warhost.engine.chain import Chain, Link, Pool, Wounds
from warhost.engine.dice import Throw

from ..bodies import figure
from ..charging.pursuit import wipe_out_moves
from ..events import Poisoned, PoisonWorked
from ..fighting.contact import engaged, foes
from ..fighting.squaring import close_up
from ..moving.groups import outermost
from ..setting import Fight
from ..wounds.hits import Attack, horde_links, weigh
from ..wounds.outright import lose_outright
from .specials import special

NOT_ALIVE = ("undead", "demon")


def alive(fight: Fight, number: int) -> bool:
    """Neither undead nor a demon nor a machine.  [tp.trait.poison.immunity] [tp.trait.life_breaker]"""
    sheet = figure(fight, number)
    return sheet.category != "machine" and not any(trait in NOT_ALIVE for trait in sheet.traits)


@special("poison", on="damaged")
def envenom(fight: Fight, attack: Attack, fallen: int) -> None:
    """Every hit that did not kill is rolled against the save once more; it wounds nobody, but leaves a marker.

    [tp.trait.poison] [tp.trait.poison.immunity]
    """
    piece, hits = fight.state.pieces[attack.target], attack.hits - fallen
    if hits <= 0 or piece.fate == "slain" or not alive(fight, attack.target):
        return
    level = figure(fight, attack.by).ratings["poison"]
    markers = fight.roll(_marking(fight, structs.replace(attack, hits=hits)), fight.state.pieces[attack.by].side)
    if markers:
        piece.poison += (level,) * markers
        fight.tell(Poisoned("tp.trait.poison", attack.target, level, markers, len(piece.poison)))


def _marking(fight: Fight, attack: Attack) -> Chain:
    """A marker for each die that beats the save, or for each point of a horde hit."""
    wounding = weigh(fight, attack)
    links: tuple[Link, ...]
    if wounding.horde:
        plain = structs.replace(attack, multiplier=1, spared_on=0)
        links = horde_links(plain, wounding.save, attack.hits)
    else:
        beats = tuple(int(gain > 0) for gain in wounding.gains)
        links = (Wounds(beats, attack.hits, 1, "poison", "tp.trait.poison", reroll=attack.reroll),)
    return Chain(Pool(attack.hits, "hits", "tp.trait.poison"), links)


def poison_works(fight: Fight) -> None:
    """At the start of both players' turns a die is rolled for every marker on the board.

    [tp.trait.poison.effect]
    """
    freed: dict[int, None] = {}
    for number, piece in enumerate(fight.state.pieces):
        if piece.poison and piece.fate in ("standing", "within"):
            enemies = foes(fight, outermost(fight, number))
            _work(fight, number)
            freed |= dict.fromkeys(enemies)
    pieces = fight.state.pieces
    at_leisure = [number for number in freed if pieces[number].standing and not engaged(fight, number)]
    if freed:
        wipe_out_moves(fight, at_leisure)
        close_up(fight)


def _work(fight: Fight, number: int) -> None:
    """A score up to the marker's level takes so many points from one model; a marker that kills is used up."""
    piece, rule = fight.state.pieces[number], "tp.trait.poison.effect"
    faces = fight.throw(Throw(len(piece.poison), 6, "poison", rule, 1 - piece.side))
    left, before = [], piece.lost
    for level, face in zip(piece.poison, faces, strict=True):
        room = figure(fight, number).life - piece.hurt
        killed = face <= level and lose_outright(fight, number, min(face, room), rule)
        if not killed:
            left.append(level)
        if piece.fate == "slain":
            left = []
            break
    points = piece.lost - before
    piece.poison = tuple(left)
    fight.tell(PoisonWorked(rule, number, points, len(left)))
