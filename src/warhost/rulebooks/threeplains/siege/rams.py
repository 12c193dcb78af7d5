"""Rams and axes: quick assaults on the move, and the swing of a ram in every combat phase.

What a ram is for, what it costs and how hard it hits stands in siege.toml.
[tp.siege.quick_assault] [tp.siege.door_ram] [tp.siege.battering_ram] [tp.siege.race.siege_ram]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from warhost.engine.field.body import Body
from warhost.engine.field.shapes import near

from ..bodies import TOUCH, body, figure, on_table
from ..events.moves import RamSwung
from ..fighting.contact import engaged
from ..figure import inches
from ..land.structures import batter
from ..scenario.fabric import Assault
from ..scenario.points import combat_opens
from ..setting import Fight
from ..state import Feature, Number
from ..wounds.hits import Attack
from .fixtures import DRAWN, out_of_hand
from .implements import carried, thing_of
from .works import Equipment, fittings

RULE = "tp.siege.quick_assault"


def touched(fight: Fight, number: Number, own: Body) -> Iterator[Feature]:
    """The structures that a piece touches where it stands, or would, and may strike at."""
    piece = fight.state.pieces[number]
    if piece.fleeing or piece.airborne:
        return
    for feature in fight.state.terrain:
        ground = fight.setting.ground(feature)
        there = ground.kind.structure and any(near(base, ground.shape, TOUCH) for base in own.bases)
        if there and not out_of_hand(fight, number, feature):
            yield feature


def rams_for(fight: Fight, number: Number, feature: Feature) -> list[Equipment]:
    """What it carries that is made for such a thing."""
    things = (thing_of(one) for one in carried(fight, number))
    return [thing for thing in things if feature.kind in thing.targets]


# --- on the move ------------------------------------------------------------------------------------------------


def on_the_way(fight: Fight, number: Number, own: Body) -> list[Assault]:
    """With a ram, or on doors and ladders with what every man has.  [tp.siege.quick_assault]"""
    if figure(fight, number).category != "infantry":
        return []
    return [
        Assault(feature.name, inches(cost), partial(swing, fight, number, feature.name, bites, rule))
        for feature in touched(fight, number, own)
        for cost, bites, rule in _means(fight, number, feature)
    ]


def _means(fight: Fight, number: Number, feature: Feature) -> Iterator[tuple[float, int, str]]:
    """The price of a hit, how hard it is, and by which rule: by a ram, if there is one for this, else by hand."""
    rams = [thing for thing in rams_for(fight, number, feature) if thing.assault]
    for thing in rams:
        yield thing.assault, thing.bites, thing.rule
    fitting = next((fitting for fitting in fittings().values() if DRAWN.get(fitting.id) == feature.kind), None)
    if fitting is not None and fitting.assault and not rams:
        yield fitting.assault, 0, RULE


def swing(fight: Fight, number: Number, name: str, bites: int, rule: str) -> None:
    """One automatic hit with the damage of one of those who strike.  [tp.siege.door_ram]"""
    at = next(at for at, feature in enumerate(fight.state.terrain) if feature.name == name)
    top = figure(fight, number).blows[0].damage
    fight.tell(RamSwung(rule, number, name))
    batter(fight, at, Attack(number, 1, "melee", rule, number, top=top, toughness=bites))


# --- in combat --------------------------------------------------------------------------------------------------


@combat_opens(RULE)
def swing_one(fight: Fight) -> bool:
    """Every ram that touches what it is made for hits once in every combat phase, in both players' turns. Those who
    carry it strike no other blows at the works.

    [tp.siege.door_ram] [tp.siege.battering_ram] [tp.siege.race.siege_ram]
    """
    clock, swung = fight.state.clock, fight.state.progress.swung
    done = swung[1:] if swung[:1] == (clock,) else ()
    for number in on_table(fight):
        if number in done or not any(thing_of(one).targets for one in carried(fight, number)):
            continue
        for feature in touched(fight, number, body(fight, number)):
            if rams := rams_for(fight, number, feature):
                fight.state.advance(swung=(clock, *done, number))
                if not engaged(fight, number):
                    fight.state.fought += (number,)
                swing(fight, number, feature.name, rams[0].bites, rams[0].rule)
                return True
    return False
