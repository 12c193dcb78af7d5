"""What must always be true of a battle; anything said here is a fault of the program."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from warhost.engine.battle import Battle
from warhost.engine.field.shapes import overlap
from warhost.engine.oracle import Scripted

from .bodies import Body, body, figure, insignificant, on_table, skirmishing, strength
from .setting import Fight, Setting
from .state import NOBODY, State

DEEP = 30  # thousandths of an inch by which bases may share ground before it is called an overlap
OFF = 1500  # a body may hang over the edge by this much while its middle front is on the board


def flaws(setting: Setting, state: State) -> list[str]:
    fight: Fight = Battle(setting, state, Scripted())
    return [*_people(fight), *_places(fight), *_contacts(fight), *_overlaps(fight)]


def _people(fight: Fight) -> Iterator[str]:
    """Nobody is lost, nobody is in two places, nobody has fewer life points than none."""
    state = fight.state
    for number, piece in enumerate(state.pieces):
        found = figure(fight, number)
        if piece.fate != "slain" and piece.models < 1:
            yield f"{piece.name} has {piece.models} models"
        if not 0 <= piece.hurt < found.life:
            yield f"{piece.name} has lost {piece.hurt} of {found.life} life points and still stands"
        if piece.fate == "within":
            host = state.pieces[piece.host] if piece.host != NOBODY else None
            if host is None or number not in (*host.leaders, *host.backing):
                yield f"{piece.name} is within a group that does not know it"
        for other in (*piece.leaders, *piece.backing):
            if state.pieces[other].host != number or (
                state.pieces[other].fate != "within" and piece.fate != "slain"
            ):
                yield f"{state.pieces[other].name} is with {piece.name} and elsewhere too"
        if piece.places and piece.fate == "standing" and len(piece.places) != strength(fight, number):
            yield f"{piece.name} has {len(piece.places)} places for {strength(fight, number)} models"
    for number, entry in enumerate(fight.setting.entries):
        left = sum(piece.models for piece in state.pieces if piece.entry == number and piece.fate != "slain")
        if left > entry.models:
            yield f"{entry.title} has grown to {left} models"


def _places(fight: Fight) -> Iterator[str]:
    table = fight.setting.table
    for number in on_table(fight):
        piece, block = fight.state.pieces[number], body(fight, number).block
        if (
            block.left < -OFF
            or block.bottom < -OFF
            or block.right > table.width + OFF
            or block.top > table.depth + OFF
        ):
            yield f"{piece.name} stands off the table"
        if piece.places and (piece.x, piece.y) != body(fight, number).front:
            yield f"the middle front of {piece.name} is not where its models are"


def _contacts(fight: Fight) -> Iterator[str]:
    state = fight.state
    for contact in fight.state.contacts:
        a, b = state.pieces[contact.a], state.pieces[contact.b]
        if a.fate != "standing" or b.fate != "standing":
            yield f"{a.name} fights {b.name}, but one of them is gone"
        if a.side == b.side:
            yield f"{a.name} fights its friend {b.name}"
        if a.fleeing or b.fleeing:
            yield f"{a.name} and {b.name} are in combat though one of them flees"


def _overlaps(fight: Fight) -> Iterator[str]:
    """Nothing ever overlaps, but airborne pieces, a ring and its victim, and single models that share a space."""
    state = fight.state
    ground = [n for n in on_table(fight) if not state.pieces[n].airborne]
    bodies = {number: body(fight, number) for number in ground}
    for one, other in combinations(ground, 2):
        a, b = state.pieces[one], state.pieces[other]
        if a.ring == other or b.ring == one or _share(fight, one, other):
            continue
        if _lies_on(bodies[one], bodies[other]):
            yield f"{a.name} and {b.name} stand on the same ground"


def _share(fight: Fight, one: int, other: int) -> bool:
    """A small single model, or skirmishers, may share a friend's space.  [tp.move.individual.share]"""
    if fight.state.pieces[one].side != fight.state.pieces[other].side:
        return False
    return any(insignificant(fight, n) or skirmishing(fight, n) for n in (one, other))


def _lies_on(a: Body, b: Body) -> bool:
    return any(overlap(one, other, DEEP) for one in a.parts for other in b.parts)
