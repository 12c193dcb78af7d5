"""The checks of chapter 8, magic, cell by cell where they are charts."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.missum.armies.troops import spells_of
from warhost.rulebooks.missum.bodies import body
from warhost.rulebooks.missum.library import library
from warhost.rulebooks.missum.magic.casting import why_not_cast
from warhost.rulebooks.missum.magic.resolving import fade_arms, resolve_next
from warhost.rulebooks.missum.magic.shields import covered, exposed, shield_over
from warhost.rulebooks.missum.moving.allowance import step_budget, under, why_not_move
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.state import Arm, Cast

from ..scene import go, leader, load, north, number, order, piece, scene, south, spent

CHARTS = library()
TEAM: dict[str, Any] = {"side": "south", "options": ["level 5"]}


@pytest.mark.rule("mis.chart.spells", "mis.magic.livyani-spells", "mis.magic.gifted-races", "mis.magic.poor-races")
@pytest.mark.parametrize(
    "level, plain, more, guarded, less",
    [
        (1, (3, 0, 0), (5, 0, 0), (6, 0, 0), (2, 0, 0)),
        (3, (3, 0, 0), (5, 0, 0), (6, 0, 0), (2, 0, 0)),
        (4, (3, 2, 0), (5, 3, 0), (6, 4, 0), (2, 1, 0)),
        (6, (3, 2, 0), (5, 3, 0), (6, 4, 0), (2, 1, 0)),
        (7, (3, 2, 1), (5, 3, 2), (6, 4, 3), (2, 1, 0)),
        (9, (3, 2, 1), (5, 3, 2), (6, 4, 3), (2, 1, 0)),
        (10, (2, 3, 2), (3, 5, 3), (4, 6, 4), (1, 2, 1)),
        (12, (2, 3, 2), (3, 5, 3), (4, 6, 4), (1, 2, 1)),
    ],
)
def test_spells_of_every_level(
    level: int, plain: tuple[int, ...], more: tuple[int, ...], guarded: tuple[int, ...], less: tuple[int, ...]
) -> None:
    human, ssu, shen = (CHARTS.races[name] for name in ("human", "gray-ssu", "shen"))
    assert spells_of(CHARTS, level, human, livyani=False) == plain
    assert spells_of(CHARTS, level, human, livyani=True) == spells_of(CHARTS, level, ssu, livyani=False) == more
    assert spells_of(CHARTS, level, ssu, livyani=False, guarded=True) == guarded
    assert spells_of(CHARTS, level, shen, livyani=False) == less


@pytest.mark.rule("mis.chart.spells", "mis.magic.livyani", "mis.spell.gaze-accuracy")
@pytest.mark.parametrize(
    "level, magic, missiles, guards, sure",
    [(1, 1, 15, 2, 0), (3, 1, 15, 2, 0), (4, 1, 10, 4, 300), (6, 1, 10, 4, 300), (7, 2, 5, 6, 600),
     (9, 2, 5, 6, 600), (10, 3, 2, 8, 900), (12, 3, 2, 8, 900)],
)  # fmt: skip
def test_what_every_level_brings(level: int, magic: int, missiles: int, guards: int, sure: int) -> None:
    band = CHARTS.band(level)
    found = band.anti_magic, band.anti_missile, band.guards, band.accurate
    assert tuple(cell.value for cell in found) == (magic, missiles, guards, sure)


@pytest.mark.rule("mis.chart.magic-combat")
@pytest.mark.parametrize(
    "attack, defense, need",
    [(1, 1, 7), (2, 1, 14), (3, 1, 20), (1, 2, 2), (2, 2, 7), (3, 2, 14), (1, 3, 0), (2, 3, 2), (3, 3, 7)],
)
def test_every_cell_of_the_magic_combat_table(attack: int, defense: int, need: int) -> None:
    assert CHARTS.breaks_through(attack, defense) == need


@pytest.mark.rule("mis.magic.prohibitions")
def test_a_team_that_moved_in_turn_2_casts_again_in_turn_4() -> None:
    fight = scene(leader("t", "team", (600, 200), options=["level 5"]), north("b"), turn=2, step=7)
    order(fight, "t", go(620, 200))
    for turn, barred in ((3, True), (4, False)):
        fight.state.turn, fight.state.step = turn, 2
        assert (why_not_cast(fight, 0, True) is not None) is barred
        assert (why_not_cast(fight, 0, False) is not None) is barred


def gazed(level: int, far: int, dice: list[int]) -> Fight:
    fight = scene({**TEAM, "id": "t", "profile": "team", "at": [600, 20], "options": [f"level {level}"]},
                  north("b", (200, 1190), figures=1, files=1), step=2)  # fmt: skip
    x, y = body(fight, 0).bases[-1].centre
    fight.state.casts, fight.state.passed = (Cast(0, True, 1, 1, (x, y + far * 1000)),), 4
    load(fight, dice)
    while resolve_next(fight):
        pass
    spent(fight)
    return fight


@pytest.mark.rule("mis.spell.gaze-accuracy")
@pytest.mark.parametrize(
    "level, far, rolls",
    [(5, 300, 0), (5, 301, 1), (5, 600, 1), (5, 700, 2), (2, 900, 3), (11, 900, 0)],
)
def test_one_roll_for_each_300_mm_or_part(level: int, far: int, rolls: int) -> None:
    gazed(level, far, [10] * rolls)


@pytest.mark.rule("mis.spell.pleasures", "mis.spell.gift", "mis.spell.peace", "mis.spell.grace", "mis.spell.cloak")
@pytest.mark.parametrize(
    "spell, strength, dice, last",
    [("pleasures", 2, [9, 9], 4), ("pleasures", 2, [9, 8], 3), ("gift", 2, [9, 9], 6), ("gift", 1, [9], 4)],
)
def test_how_long_attack_spells_lie(spell: str, strength: int, dice: list[int], last: int) -> None:
    fight = scene(leader("t", "team", (600, 200), options=["level 11"]), north("b", (600, 500), figures=4, files=4),
                  turn=3, step=2)  # fmt: skip
    kind = next(one.number for one in CHARTS.magic.type if one.attack == spell)
    fight.state.casts, fight.state.passed = (Cast(0, True, kind, strength, (600_000, 510_000)),), 4
    load(fight, dice, ["concentrated"] if strength > 1 else [])
    while resolve_next(fight):
        pass
    spent(fight)
    b = number(fight, "b")
    for turn in range(3, 9):
        fight.state.turn, fight.state.step = turn, 3
        assert under(fight, piece(fight, "b"), spell) is (turn <= last)
        if spell == "pleasures":
            assert (why_not_move(fight, b) is not None) is (turn <= last)


@pytest.mark.rule("mis.spell.arm")
@pytest.mark.parametrize("moved, ends", [(0, 8), (4, 5)])
def test_when_an_arm_of_turn_2_ends(moved: int, ends: int) -> None:
    fight = scene(leader("t", "team", (600, 200), options=["level 5"]), south("a", (600, 500)), turn=2, step=2)
    fight.state.arms = (Arm(number(fight, "t"), number(fight, "a"), 1, 2, wide=25_000, deep=25_000),)
    for turn in range(3, 10):
        fight.state.turn = turn
        if turn == moved + 1:
            piece(fight, "t").moved = moved
        fade_arms(fight)
        assert bool(fight.state.arms) is (turn < ends)


@pytest.mark.rule("mis.magic.anti-missile", "mis.magic.shields")
def test_missiles_fell_only_those_whom_no_shield_covers() -> None:
    """Where fewer than half stand under a shield no die is rolled, and those under it are safe."""
    team = leader("t", "team", (475, 700), "north", options=["level 12"])
    fight = scene(south("bows", options=["light", "sword", "long bow"]), team,
                  north("b", (600, 660), figures=20, files=20), step=4)  # fmt: skip
    t, b = number(fight, "t"), number(fight, "b")
    safe = len(covered(fight, t, b))
    assert 0 < safe < 10 and shield_over(fight, b) is None and exposed(fight, b) == 20 - safe
    piece(fight, "b").figures = piece(fight, "b").files = 4
    piece(fight, "b").x = 475_000
    assert shield_over(fight, b) == 2 and exposed(fight, b) == 4  # half and more: the die decides for all


@pytest.mark.rule("mis.terrain.pond", "mis.profile.sro", "mis.chart.movement")
@pytest.mark.parametrize("y, allowance", [(500, 300), (300, 250)])
def test_sro_in_the_water_swim(y: int, allowance: int) -> None:
    sro = south("s", (600, y), profile="sro", figures=1, files=1, options=["light", "claws"])
    pond = [{"kind": "pond", "at": [600, 500], "size": 150}]
    fight = scene(sro, north("b", (100, 1100)), terrain=pond, step=5, mover="north")
    assert step_budget(fight, 0, piece(fight, "s")) == allowance * 1000


@pytest.mark.rule("mis.chart.magic-defense")
@pytest.mark.parametrize(
    "rating, races",
    [(6, "hlaka pygmy-folk tinaliya"), (8, "human"), (10, "hlutrgu pachi-lei pe-choi shunned-ones swamp-folk"),
     (12, "gray-ssu hlyss nlyss"), (14, "ahoggya shen black-ssu chyrstalli"), (18, "serudla sro")],
)  # fmt: skip
def test_every_line_of_the_magic_defense(rating: int, races: str) -> None:
    assert {CHARTS.races[name].magic_defense.value for name in races.split()} == {rating}
