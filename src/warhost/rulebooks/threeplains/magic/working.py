"""What a spell does once it is cast: hits, an enchantment that lasts, or a deed of its own."""

from __future__ import annotations

from collections.abc import Callable

from ..bodies import body
from ..dice import roll
from ..events.spells import Enchanted
from ..fighting.contact import engaged
from ..fighting.squaring import close_up
from ..morale.checks import deviancy, members
from ..moving.groups import base_of, outermost
from ..setting import Fight
from ..state import NEVER, NOBODY, Clock, Effect, Number, Player
from ..wounds.hits import ALL, Attack, strike
from .bearing import lay
from .targets import Casting, one_model, struck
from .verbs import Hits, Lasts

Deed = Callable[[Fight, Casting], None]
ALL_AGILITY = 6


class Deeds:
    """What spells do that numbers cannot say, by their rules."""

    def __init__(self) -> None:
        self._deeds: dict[str, Deed] = {}

    def __call__(self, rule: str) -> Callable[[Deed], Deed]:
        def register(deed: Deed) -> Deed:
            self._deeds[rule] = deed
            return deed

        return register

    def of(self, rule: str) -> Deed | None:
        return self._deeds.get(rule)


does = Deeds()


def work(fight: Fight, casting: Casting) -> None:
    """The spell takes effect at once."""
    spell = casting.spell
    if deed := does.of(spell.rule):
        deed(fight, casting)
    else:
        targets = struck(fight, casting)
        amount = strength_of(fight, casting)
        for number in targets:
            if spell.hits is not None:
                hit(fight, casting, number, spell.hits)
            if spell.gives is not None:
                enchant(fight, casting, number, amount)
    if any(engaged(fight, number) for number in fight.state.numbers()):
        close_up(fight)


def strength_of(fight: Fight, casting: Casting) -> int:
    """What is rolled when the spell takes effect and holds for as long as it lasts."""
    spell = casting.spell
    return roll(fight, spell.amount, spell.title, spell.rule, casting.side) if spell.amount else 1


def hit(fight: Fight, casting: Casting, number: Number, hits: Hits) -> int:
    """Hits land without a roll, on that piece alone; the life points that were lost.

    [tp.spell.conventions] [tp.magic.combat]
    """
    thrown = roll(fight, hits.number, f"hits of {casting.spell.title}", casting.spell.rule, casting.side)
    return strike(fight, blast(casting, number, hits, thrown))


def blast(casting: Casting, number: Number, hits: Hits, thrown: int = 0) -> Attack:
    return Attack(
        number, thrown, "magic", casting.spell.rule, casting.caster,
        top=hits.damage, multiplier=hits.times, toughness=hits.toughness,
        agility=ALL_AGILITY if hits.no_agility else hits.agility, past_saves=hits.no_saves, fire=hits.fire,
        past_magic=hits.no_magic,
        aimed=one_model(casting.spell), most=1 if one_model(casting.spell) else ALL,
    )  # fmt: skip


def enchant(fight: Fight, casting: Casting, number: Number, amount: int = 1) -> None:
    """The spell lies on a piece and on everybody in it, or on one model alone."""
    whole = [number] if one_model(casting.spell) else list(members(fight, number))
    for member in whole:
        lay(fight, lasting(fight, casting, member, amount))
    fight.tell(Enchanted(casting.spell.rule, number, casting.spell.rule, amount))


def keeps_nerve(fight: Fight, member: Number, rule: str) -> bool:
    """A deviancy check that one character takes for himself alone, where he stands in his group."""
    piece, host = fight.state.pieces[member], outermost(fight, member)
    if host != member:
        base = body(fight, host).bases[base_of(fight, member)]
        (piece.x, piece.y), piece.facing = base.centre, body(fight, host).facing
    return deviancy(fight, member, rule)


def lasting(fight: Fight, casting: Casting, number: Number, amount: int = 1) -> Effect:
    ends = end_of(fight, casting.home, casting.spell.lasts)
    single = number != NOBODY and one_model(casting.spell) and fight.state.pieces[number].models > 1
    return Effect(casting.spell.rule, casting.caster, number, casting.side, ends, amount, casting.foe, single)


def end_of(fight: Fight, side: Player, lasts: Lasts) -> Clock:
    """The clock of the turn with whose beginning it is over, or NEVER.  [tp.spell.conventions]"""
    clock, own = fight.state.clock, fight.state.active == side
    if lasts == "own turn":
        return Clock(clock + (2 if own else 1))
    if lasts == "enemy turn":
        return Clock(clock + (1 if own else 2))
    return Clock(clock + 1) if lasts == "this turn" else NEVER
