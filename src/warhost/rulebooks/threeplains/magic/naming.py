"""Naming a spell's target, and whatever else its caster has to say before any die is rolled.  [tp.magic.cast]"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from warhost.engine.question import Choose, Refusal

from ..bodies import on_table
from ..fighting.contact import engaged
from ..morale.checks import members
from ..moving.groups import outermost
from ..setting import Fight
from ..state import Number, Player, opponent
from .targets import PLACES, UNNAMED, Casting, candidates, lies_hidden, why_no_candidate
from .verbs import Spell

Namer = Callable[[Fight, Casting], Casting]
Fits = Callable[[Fight, Number], bool]
SPELL_TARGET = "spell target"
CONTACT = "enemy contact"
OWN = ("self", "own group", CONTACT)  # what a spell at these lacks is said of its caster
MINE = (
    "friend", "friendly character", "friendly member", "friendly model", "one of own group", "friendly group",
)  # fmt: skip
SINGLED_OUT = (
    "enemy model", "friendly character", "friendly member", "friendly model", "one of own group", "friendly group",
    "touched enemy",
)  # fmt: skip


class Namers:
    """Questions that some spells put besides, by their rules."""

    def __init__(self) -> None:
        self.more: dict[str, Namer] = {}
        self.fitting: dict[str, Fits] = {}
        self.lacking: dict[str, str] = {}

    def names(self, rule: str) -> Callable[[Namer], Namer]:
        """Before the dice the caster says more: a place, another piece, how strong it is to be."""

        def register(namer: Namer) -> Namer:
            self.more[rule] = namer
            return namer

        return register

    def fits(self, rule: str, otherwise: str) -> Callable[[Fits], Fits]:
        """Which pieces can be its target, and what is said of one that cannot; of a spell without a named one,
        whether its caster can cast it, and why not otherwise."""

        def register(test: Fits) -> Fits:
            self.fitting[rule], self.lacking[rule] = test, otherwise
            return test

        return register


naming = Namers()


class Target(Choose):
    """At whom a spell is cast, with what has been named of it so far."""

    __slots__ = ("casting",)

    def __init__(self, fight: Fight, casting: Casting, side: Player, what: str, options: Sequence[str], text: str):
        super().__init__(
            side, what, options, "tp.magic.cast", casting.spell.title, text=text,
            why_not=lambda name: _why_not_named(fight, casting, name) if what == SPELL_TARGET else None,
        )  # fmt: skip
        self.casting = casting


def _why_not_named(fight: Fight, casting: Casting, name: str) -> Refusal | None:
    numbers = (number for number, piece in fight.state.numbered() if piece.name == name)
    target = next((n for n in numbers if not lies_hidden(fight, casting.side, n)), None)
    return None if target is None else why_not_at(fight, casting.caster, casting.spell, target)


def why_not_at(fight: Fight, caster: Number, spell: Spell, target: Number) -> Refusal | None:
    """Why a spell cannot be cast at somebody of whom its caster knows.  [tp.magic.requirements]"""
    if refusal := why_no_candidate(fight, caster, spell, target):
        return refusal
    fits = naming.fitting.get(spell.rule)
    if fits is None or fits(fight, target):
        return None
    return Refusal(spell.rule, f"{fight.state.pieces[target].name} {naming.lacking[spell.rule]}")


def named(spell: Spell) -> bool:
    """Whether its caster says at whom it is cast."""
    return spell.target not in UNNAMED and spell.target not in PLACES


def why_nobody(fight: Fight, caster: Number, spell: Spell) -> Refusal:
    """Why there is nobody, or nothing, for a spell: of several reasons against as many targets the first."""
    name = fight.state.pieces[caster].name
    if not named(spell):
        lacking = "fights nobody" if spell.target == CONTACT else naming.lacking[spell.rule]
        return Refusal(spell.rule, f"{name} {lacking}" if spell.target in OWN else lacking)
    wanted = f"on whom {name} could use" if spell.plain else f"at whom {name} could cast"
    nobody = Refusal("tp.magic.requirements", f"there is nobody {wanted} {spell.title}")
    reasons = (why_not_at(fight, caster, spell, target) for target in conceivable(fight, caster, spell))
    first = next(filter(None, reasons), None)
    return Refusal(first.rule, f"{nobody.why}: {first.why}") if first else nobody


def conceivable(fight: Fight, caster: Number, spell: Spell) -> list[Number]:
    """All of the side, or sides, at which a spell is cast, of whom the caster knows; those in groups where it may
    be one of them."""
    own = fight.state.pieces[caster].side
    sides = (own, opponent(own)) if spell.target == "any" else (own,) if spell.target in MINE else (opponent(own),)
    found = [number for side in sides for number in on_table(fight, side) if not lies_hidden(fight, own, number)]
    if spell.target in SINGLED_OUT:
        found = [member for number in found for member in members(fight, number)]
    return [caster, *found] if spell.target == "enemy or self" else found


def could_name(fight: Fight, number: Number, spell: Spell) -> bool:
    """Whether there is anybody to cast it at."""
    if spell.target == CONTACT:
        return engaged(fight, outermost(fight, number))
    if not named(spell):
        fits = naming.fitting.get(spell.rule)
        return fits is None or fits(fight, number)
    return next(fitting(fight, number, spell), None) is not None


def fitting(fight: Fight, number: Number, spell: Spell) -> Iterator[Number]:
    """Whom the caster may name."""
    found, fits = candidates(fight, number, spell), naming.fitting.get(spell.rule)
    return found if fits is None else (target for target in found if fits(fight, target))


def name_target(fight: Fight, number: Number, spell: Spell) -> Casting:
    """The target is named together with the spell, before any die and before measuring.  [tp.magic.cast]"""
    casting = Casting(number, spell, fight.state.pieces[number].side, spell.ether[0])
    if named(spell):
        options = list(fitting(fight, number, spell))
        asked = "On whom is {who} used?" if spell.plain else "At whom is {who} cast?"
        target = choose_piece(fight, casting, options, SPELL_TARGET, asked)
        casting = Casting(number, spell, casting.side, casting.ether, target)
    if spell.rule in naming.more:
        casting = naming.more[spell.rule](fight, casting)
    return casting


def choose_piece(
    fight: Fight, casting: Casting, options: list[Number], what: str, text: str, side: Player | None = None
) -> Number:
    """One of several pieces, by the caster or by the `side` that is named."""
    if len(options) == 1:
        return options[0]
    names = {fight.state.pieces[number].name: number for number in options}
    who = casting.side if side is None else side
    return names[fight.ask(Target(fight, casting, who, what, list(names), text))]
