"""Naming a spell's target, and whatever else its caster has to say before any die is rolled.  [tp.magic.cast]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from warhost.engine.question import Choose

from ..fighting.contact import engaged
from ..moving.groups import outermost
from ..setting import Fight
from .targets import PLACES, UNNAMED, Casting, candidates
from .verbs import Spell

Namer = Callable[[Fight, Casting], Casting]
Fits = Callable[[Fight, int], bool]


class Namers:
    """Questions that some spells put besides, by their rules."""

    def __init__(self) -> None:
        self.more: dict[str, Namer] = {}
        self.fitting: dict[str, Fits] = {}

    def names(self, rule: str) -> Callable[[Namer], Namer]:
        """Before the dice the caster says more: a place, another piece, how strong it is to be."""

        def register(namer: Namer) -> Namer:
            self.more[rule] = namer
            return namer

        return register

    def fits(self, rule: str) -> Callable[[Fits], Fits]:
        """Which pieces can be its target; of a spell without a named one, whether its caster can cast it."""

        def register(test: Fits) -> Fits:
            self.fitting[rule] = test
            return test

        return register


naming = Namers()


class Target(Choose):
    """At whom a spell is cast, with what has been named of it so far."""

    __slots__ = ("casting",)

    def __init__(self, casting: Casting, side: int, what: str, options: Sequence[str]):
        super().__init__(side, what, options, "tp.magic.cast", casting.spell.title)
        self.casting = casting


def could_name(fight: Fight, number: int, spell: Spell) -> bool:
    """Whether there is anybody to cast it at."""
    if spell.target == "enemy contact":
        return engaged(fight, outermost(fight, number))
    if spell.target in UNNAMED or spell.target in PLACES:
        fits = naming.fitting.get(spell.rule)
        return fits is None or fits(fight, number)
    return next(fitting(fight, number, spell), None) is not None


def fitting(fight: Fight, number: int, spell: Spell) -> Iterator[int]:
    """Whom the caster may name."""
    found, fits = candidates(fight, number, spell), naming.fitting.get(spell.rule)
    return found if fits is None else (target for target in found if fits(fight, target))


def name_target(fight: Fight, number: int, spell: Spell) -> Casting:
    """The target is named together with the spell, before any die and before measuring.  [tp.magic.cast]"""
    casting = Casting(number, spell, fight.state.pieces[number].side, spell.ether[0])
    if spell.target not in UNNAMED and spell.target not in PLACES:
        options = list(fitting(fight, number, spell))
        casting = Casting(number, spell, casting.side, casting.ether, choose_piece(fight, casting, options))
    if spell.rule in naming.more:
        casting = naming.more[spell.rule](fight, casting)
    return casting


def choose_piece(
    fight: Fight, casting: Casting, options: list[int], what: str = "spell target", side: int | None = None
) -> int:
    """One of several pieces, by the caster or by the `side` that is named."""
    if len(options) == 1:
        return options[0]
    names = {fight.state.pieces[number].name: number for number in options}
    who = casting.side if side is None else side
    return names[fight.ask(Target(casting, who, what, list(names)))]
