"""Gremlins at large: out of a shield or a cage, on their way, and at a machine."""

from __future__ import annotations

import pytest

from warhost.engine.field.body import apart
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.readiness import why_no_charge
from warhost.rulebooks.threeplains.events.machines import GremlinFreed, GremlinRan, GremlinsCame, GremlinVanished
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.items.armour import gremlin_shield
from warhost.rulebooks.threeplains.machines.vermin import gnaw_one, scurry_on
from warhost.rulebooks.threeplains.magic.casting import act, castable
from warhost.rulebooks.threeplains.morale.checks import never_flees
from warhost.rulebooks.threeplains.moving.movement import why_not_moving
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.telling.field_sheet import sheet
from warhost.rulebooks.threeplains.telling.view import view

from .armoury import laden, settled
from .scene import Placed, feature, foot, hero, narrate, number, piece, scene, script, told, unit
from .test_machines import machine

OUT = "gremlin_1@hero"


def keeper(item: str, *more: Placed, y: float = 31, terrain: object = ()) -> Fight:
    """The hero with the item, and an enemy bolt thrower ahead of him."""
    engine = unit("thrower", (36, y), side=1, facing=180, models=1, files=1, figure=machine("bolt"))
    return settled(
        scene(hero("hero", (36, 20), figure=laden(item)), engine, *more, phase="declaring", terrain=terrain)  # type: ignore[arg-type]
    )


def open_cage(fight: Fight, *dice: int) -> None:
    with script(fight, dice=dice):
        act(fight, castable(fight), "use: hero/caged_gremlin")


@pytest.mark.rule("tp.item.armour.gremlin_shield", "tp.list.source.gremlin")
def test_a_gremlin_comes_out_of_the_shield_and_runs_to_the_machine() -> None:
    fight = keeper("gremlin_shield")
    with script(fight, dice=[5]):
        gremlin_shield(fight, 0)
    assert piece(fight, OUT).fate == "caged"
    with script(fight, dice=[6, 3, 4]):
        gremlin_shield(fight, 0)
    freed, ran = told(fight, GremlinFreed)[0], told(fight, GremlinRan)[0]
    assert len(set(ran.way)) == len(ran.way) and ran.way[-1] == ran.at
    assert freed.piece == 0 and ran.run == inches(7) and ran.target == number(fight, "thrower")
    scurry_on(fight, number(fight, OUT))  # it has run already in this turn
    assert not gnaw_one(fight)
    piece(fight, OUT).turn.acted = False
    with script(fight, dice=[4, 4]):
        scurry_on(fight, number(fight, OUT))
    assert apart(body(fight, number(fight, OUT)), body(fight, number(fight, "thrower"))) < inches(0.05)
    assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.list.source.gremlin", "tp.machine.gremlin_chart")
def test_in_the_combat_phase_the_machine_rolls_on_its_chart_and_the_gremlin_is_gone() -> None:
    fight = keeper("caged_gremlin", y=26)
    open_cage(fight, 6, 6)
    with script(fight, dice=[6]):
        assert gnaw_one(fight)
    assert told(fight, GremlinsCame)[0].piece == number(fight, "thrower") and told(fight, GremlinVanished)
    assert piece(fight, OUT).fate == "slain" and not gnaw_one(fight)


@pytest.mark.rule("tp.item.enchanted.caged_gremlin")
def test_the_cage_is_opened_once_as_ones_own_movement_phase_begins() -> None:
    fight = keeper("caged_gremlin")
    assert list(castable(fight)) == ["use: hero/caged_gremlin"]
    for phase, active in (("moves", 0), ("declaring", 1)):
        fight.state.phase, fight.state.active = phase, active  # type: ignore[assignment]
        assert not castable(fight)
    fight.state.active = 0
    open_cage(fight, 1, 1)
    assert not castable(fight)
    said = [narrate(fight.setting, one.event) for one in fight.told]
    assert any(line and line.startswith("Hero lets out a gremlin at ") for line in said)


@pytest.mark.rule("tp.list.source.gremlin")
def test_it_runs_round_pieces_and_impassable_ground() -> None:
    for fight in (
        keeper("caged_gremlin", unit("guard", (34, 27), models=5, files=5)),
        keeper("caged_gremlin", terrain=[feature("impassable", (34.2, 26), (4, 2))]),
    ):
        open_cage(fight, 6, 4)
        piece(fight, OUT).turn.acted = False
        with script(fight, dice=[6, 6]):
            scurry_on(fight, number(fight, OUT))
        thrower = number(fight, "thrower")
        assert apart(body(fight, number(fight, OUT)), body(fight, thrower)) < inches(0.05)
        assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.list.source.gremlin")
def test_without_a_machine_in_its_senses_it_stays_where_it_is() -> None:
    fight = settled(scene(hero("hero", (36, 20), figure=laden("caged_gremlin")), phase="declaring"))
    open_cage(fight)
    assert piece(fight, OUT).standing and not told(fight, GremlinRan)


@pytest.mark.rule("tp.list.source.gremlin")
def test_nobody_commands_it_and_it_never_breaks() -> None:
    fight = keeper("caged_gremlin")
    open_cage(fight, 1, 1)
    out = number(fight, OUT)
    assert why_not_moving(fight, out) is not None and why_no_charge(fight, out) is not None
    assert never_flees(fight, out)
    seen = next(block for block in view(fight.setting, fight.state, 0).blocks if block.id == OUT)
    assert seen.side == 2 and "wild: runs to the nearest war machine" in seen.details


@pytest.mark.rule("tp.list.source.gremlin")
def test_what_is_still_in_its_cage_is_nowhere_to_be_seen() -> None:
    fight = keeper("gremlin_shield")
    for side in (0, 1, None):
        seen = view(fight.setting, fight.state, side)
        assert OUT not in [unit.id for unit in seen.units] + [block.id for block in seen.blocks]
        assert OUT not in [card.id for card in sheet(fight.setting, fight.state, 0, side).cards]


@pytest.mark.rule("tp.list.source.gremlin")
def test_crowded_in_on_all_sides_nothing_comes_out() -> None:
    walls = [feature("impassable", at, size) for at, size in (
        ((36, 24), (30, 7)), ((36, 15), (30, 8)), ((30, 20), (11, 3)), ((42, 20), (11, 3)),
    )]  # fmt: skip
    fight = keeper("caged_gremlin", terrain=walls)
    assert not castable(fight)


def test_the_figure_is_the_one_of_the_list() -> None:
    fight = keeper("caged_gremlin")
    found = fight.setting.figures[piece(fight, OUT).figure]
    assert found.save.agility == 4 and found.life == 1 and found.soldiering == 1 and found.rating == 1
    assert foot().base == found.base


@pytest.mark.rule("tp.list.source.gremlin", "tp.move.p2p.space")
@pytest.mark.parametrize(
    ("engine", "facing", "others"),
    [
        ((37, 25), 30, [(35.5, 26.5, 0), (33.5, 23.5, 0), (38, 23.5, 90)]),
        ((37, 27), 120, [(33.5, 24, 180), (36.5, 24.5, 180), (38.5, 23, 90)]),
    ],
    ids=["the machine", "a bystander"],
)
def test_a_gremlin_that_winds_its_way_to_a_machine_stands_on_nobodys_ground(
    engine: tuple[float, float], facing: int, others: list[tuple[float, float, int]]
) -> None:
    figure = machine("bolt", base=(from_mm(40), from_mm(60)))
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("caged_gremlin")),
        unit("thrower", engine, side=1, facing=facing, models=1, files=1, figure=figure),
        *(hero(f"o{n}", (x, y), side=1, facing=turn) for n, (x, y, turn) in enumerate(others)),
        phase="declaring",
    ))  # fmt: skip
    open_cage(fight, 5, 6)
    assert not list(flaws(fight.setting, fight.state))
