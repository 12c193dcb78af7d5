"""What must always be true, and how every body stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from warhost.engine.battle import Battle
from warhost.engine.field.body import boxes_within
from warhost.engine.field.shapes import overlap
from warhost.engine.oracle import Scripted
from warhost.engine.verdict import Fact

from .bodies import body, present, same_height
from .library import MM
from .setting import Fight, Setting
from .state import NOBODY, State

SLIP = 5 * MM


def flaws(setting: Setting, state: State) -> list[str]:
    """Nobody stands off the table, has more figures than he began with, or fights somebody who is gone."""
    fight: Fight = Battle(setting, state, Scripted())
    found = []
    for number, piece in enumerate(state.pieces):
        name = setting.troops[number].id
        if not 0 <= piece.figures <= setting.troops[number].figures:
            found.append(f"{name} has {piece.figures} figures")
        if not piece.present:
            continue
        if piece.figures == 0:
            found.append(f"{name} stands there without figures")
            continue
        if off_table(fight, number):
            found.append(f"{name} stands beyond the edge of the table")
        if min(*piece.attack_spells, *piece.defense_spells) < 0:
            found.append(f"{name} has cast more than it had")
    pairs = [frozenset((melee.a, melee.b)) for melee in state.melees]
    if len(pairs) != len(set(pairs)):
        found.append("two bodies are in melee with each other twice")
    for melee in state.melees:
        for number in (melee.a, melee.b):
            if not state.pieces[number].present:
                found.append(f"{setting.troops[number].id} fights and is not there")
        if state.pieces[melee.a].side == state.pieces[melee.b].side:
            found.append(f"{setting.troops[melee.a].id} fights its own side")
    return [*found, *_crowded(fight)] if state.stage == "battle" else found


def off_table(fight: Fight, number: int) -> bool:
    """Whether somebody stands beyond the edge; routers run over it, and melees may swing somebody out."""
    state, setting = fight.state, fight.setting
    left, right, bottom, top = body(fight, number).box
    beyond = left < -SLIP or bottom < -SLIP or right > setting.width + SLIP or top > setting.depth + SLIP
    return (
        beyond
        and state.pieces[number].fate == "standing"
        and not any(number in (melee.a, melee.b) for melee in state.melees)
    )


def _crowded(fight: Fight) -> Iterator[str]:
    """Nobody stands in another's place: moves end apart, and what passes through others has passed.

    [mis.move.pass-through] [mis.add.flight] [mis.setup.platform]
    """
    on_ground = [n for n in present(fight) if fight.state.pieces[n].platform == NOBODY]
    for one, other in combinations(on_ground, 2):
        a, b = fight.state.pieces[one], fight.state.pieces[other]
        here, there = body(fight, one), body(fight, other)
        if not same_height(a, b) or not boxes_within(here.box, there.box, 0):
            continue
        if any(overlap(part, another, SLIP) for part in here.parts for another in there.parts):
            names = fight.setting.troops[one].id, fight.setting.troops[other].id
            yield f"{names[0]} and {names[1]} stand in each other's place"


def facts(setting: Setting, state: State) -> dict[str, Fact]:
    """How each body stands, by its id."""
    found = {}
    for troop, piece in zip(setting.troops, state.pieces, strict=True):
        at = (piece.x / MM, piece.y / MM) if piece.present else None
        states = []
        if piece.disorganized:
            states.append("disorganized")
        states += [effect.spell for effect in piece.effects if effect.last >= state.turn]
        fate = "slain" if piece.fate == "destroyed" else piece.fate
        found[troop.id] = Fact(
            fate, at, f"{piece.facing / 100:g}", tuple(states), piece.figures if piece.present else 0
        )
    return found
