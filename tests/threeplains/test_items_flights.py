"""The potion of flight: drunk as a turn begins, wings until the next, and what he comes down on."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.moves import Landed
from warhost.rulebooks.threeplains.fighting.contact import between
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast, castable, usable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.moving.flying import can_fly, flight
from warhost.rulebooks.threeplains.setting import Fight

from .armoury import laden, rules, settled
from .scene import hero, number, piece, scene, script, told, unit

USE = "use: hero/potion_of_flight"


def drunk(*others: Any, at: tuple[float, float] = (36, 20), aloft: bool = True) -> Fight:
    fight = settled(scene(hero("hero", at, figure=laden("potion_of_flight")), *others, phase="declaring"))
    with script(fight):
        cast(fight, number(fight, "hero"), book[rules("potion_of_flight")[0]])
    piece(fight, "hero").airborne = aloft
    return fight


def next_turn(fight: Fight) -> None:
    for _ in range(2):
        fight.state.clock += 1
        fight.state.active = 1 - fight.state.active
        with script(fight):
            expire(fight)


@pytest.mark.rule("tp.item.enchanted.potion_of_flight", "tp.move.fly")
def test_an_orc_of_7_inches_flies_17() -> None:
    fight = drunk(aloft=False)
    assert can_fly(fight, 0) and flight(fight, 0) == inches(17)
    next_turn(fight)
    assert not can_fly(fight, 0)


@pytest.mark.rule("tp.item.enchanted.potion_of_flight", "tp.magic.items.potions")
def test_it_is_drunk_on_foot_as_his_own_turn_begins_and_once() -> None:
    def ready(**more: Any) -> Fight:
        own = hero("hero", (36, 20), figure=laden("potion_of_flight", **more.pop("own", {})))
        return settled(scene(own, **{"phase": "declaring", **more}))

    assert USE in castable(ready()) and USE not in castable(ready(own={"mounted": True}))
    assert USE not in castable(ready(phase="moves")) and USE not in usable(ready(active=1), 0)
    assert USE not in castable(drunk())


@pytest.mark.rule("tp.item.enchanted.potion_of_flight")
def test_when_it_is_over_he_lands_where_there_is_room() -> None:
    fight = drunk()
    next_turn(fight)
    assert not piece(fight, "hero").airborne and told(fight, Landed)[0].on == -1 and not fight.state.contacts


@pytest.mark.rule("tp.item.enchanted.potion_of_flight", "tp.character.join.during_game")
def test_over_friends_he_joins_them() -> None:
    fight = drunk(unit("guard", (36, 20.5), models=10), at=(36, 20))
    next_turn(fight)
    assert piece(fight, "hero").fate == "within" and not piece(fight, "hero").airborne
    assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.item.enchanted.potion_of_flight", "tp.character.join.during_game")
@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("y", "airborne"), [(30, False), (20.5, True)], ids=["not below", "in the air themselves"])
def test_he_joins_and_fights_nobody_over_whom_he_is_not(side: int, y: float, airborne: bool) -> None:
    fight = drunk(unit("others", (36, y), models=10, side=side, airborne=airborne), at=(36, 20))
    next_turn(fight)
    assert piece(fight, "hero").standing and not piece(fight, "hero").airborne and not fight.state.contacts


@pytest.mark.rule("tp.item.enchanted.potion_of_flight", "tp.character.join.during_game", "tp.move.flee.move")
@pytest.mark.parametrize("side", [0, 1])
def test_in_flight_he_neither_joins_friends_nor_fights_enemies(side: int) -> None:
    fight = drunk(unit("others", (36, 20.5), models=10, side=side), at=(36, 20))
    piece(fight, "hero").fleeing = True
    next_turn(fight)
    assert piece(fight, "hero").standing and not fight.state.contacts


@pytest.mark.rule("tp.item.enchanted.potion_of_flight", "tp.move.fly.landonenemy")
def test_over_enemies_he_stands_before_their_front_and_fights() -> None:
    fight = drunk(unit("orcs", (36, 20), facing=180, side=1, models=10), at=(36, 21))
    next_turn(fight)
    met = between(fight, number(fight, "hero"), number(fight, "orcs"))
    assert met is not None and (met.a_side, met.b_side) == ("front", "front")
    assert piece(fight, "hero").point == (36000, 20000) and not flaws(fight.setting, fight.state)
