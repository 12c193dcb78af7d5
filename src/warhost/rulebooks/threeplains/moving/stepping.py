"""Characters of a group in combat: who of them fights, and who may step up to fight."""

from __future__ import annotations

from warhost.engine.question import Refusal

from ..events.moves import SteppedUp
from ..fighting.contact import contacts_of
from ..fighting.fronts import fighters
from ..setting import Fight
from ..state import Number
from .groups import base_of, outermost, special_places


def why_no_leaving(fight: Fight, character: Number) -> Refusal | None:
    """A character who fights cannot leave.  [tp.character.leave]"""
    if fights(fight, character):
        return Refusal("tp.character.leave", "it is locked in combat and cannot leave its group")
    return None


def fights(fight: Fight, character: Number) -> bool:
    """Whether a character in a group touches an enemy whom its group fights."""
    group = outermost(fight, character)
    base = base_of(fight, character)
    return any(base in fighters(fight, group, contact) for contact in contacts_of(fight, group))


def why_not_stepping_up(fight: Fight, character: Number, base: int) -> Refusal | None:
    """Whether a character may take the place of that model in the fighting.  [tp.character.move_into_fight]"""
    rule, group = "tp.character.move_into_fight", outermost(fight, character)
    if fights(fight, character):
        return Refusal(rule, "it fights already and stays where it is")
    if base in special_places(fight, group):
        return Refusal(rule, "only an ordinary model gives up its place")
    if not any(base in fighters(fight, group, contact) for contact in contacts_of(fight, group)):
        return Refusal(rule, f"the model on base {base} does not fight")
    return None


def step_up(fight: Fight, character: Number, base: int) -> None:
    """The character changes places with a model that fights.  [tp.character.move_into_fight]"""
    piece = fight.state.pieces[character]
    piece.post = base
    fight.tell(SteppedUp("tp.character.move_into_fight", character, outermost(fight, character), base))
