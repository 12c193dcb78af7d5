"""Fronts against several enemies, and wings that were swung in."""

from __future__ import annotations

import pytest

from warhost.engine.field.shapes import near
from warhost.rulebooks.missum.bodies import body
from warhost.rulebooks.missum.fighting.ranks import strikers, torn
from warhost.rulebooks.missum.fighting.strikes import pick_targets
from warhost.rulebooks.missum.fighting.wheeling import close_wings
from warhost.rulebooks.missum.morale.rout import rout
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.wounds import remove

from .scene import load, melee, north, number, order, piece, scene, south, spent


def against_two(**more: object) -> Fight:
    """Ten files whose fourth stands with half of its front before each of two enemies."""
    return scene(
        south("a", (600, 500)),
        north("west", (502.5, 500)),
        north("east", (652.5, 500)),
        step=9,
        melee=[("a", "west"), ("a", "east")],
        **more,
    )


@pytest.mark.rule("mis.melee.contact", "mis.add.conform")
@pytest.mark.parametrize("chosen, west, east", [("west", 4, 6), ("east", 3, 7)])
def test_the_owner_says_whom_a_figure_strikes_that_touches_two(chosen: str, west: int, east: int) -> None:
    fight = against_two()
    assert set(torn(fight, number(fight, "a"))) == {3}
    load(fight, answers=[chosen])
    assert pick_targets(fight) and not pick_targets(fight)
    spent(fight)
    a = number(fight, "a")
    assert strikers(fight, melee(fight, "a", "west"), a) == west
    assert strikers(fight, melee(fight, "a", "east"), a) == east


@pytest.mark.rule("mis.melee.contact")
def test_nobody_is_asked_where_each_figure_touches_one() -> None:
    fight = scene(south("a"), north("b", (600, 500)), step=9, melee=[("a", "b")])
    assert not pick_targets(fight) and not fight.state.aims


def winged(figures: int = 42) -> Fight:
    """Fourteen files of which four were swung into the flank of ten, from the left end flush."""
    fight = scene(
        south("a", (630, 500), figures=figures, files=14), north("b", (600, 500)),
        turn=3, step=5, mover="north", melee=[{"a": "a", "b": "b", "round": 2}],
    )  # fmt: skip
    order(fight, "a", ("swing", "right"))
    return fight


@pytest.mark.rule("mis.melee.wheel-in")
def test_the_figures_of_a_swung_wing_stand_in_it() -> None:
    fight = winged()
    one = body(fight, number(fight, "a"))
    foe = body(fight, number(fight, "b"))
    assert all(any(near(part, base, 0) for part in one.parts) for base in one.bases)
    assert all(near(one.bases[figure], foe.block, 1000) for figure in (10, 11, 12, 13))


@pytest.mark.rule("mis.rout.move", "mis.melee.wheel-in")
def test_routers_keep_their_wing() -> None:
    fight = winged()
    rout(fight, number(fight, "a"), "no group support", "mis.morale.group-procedure")
    close_wings(fight)
    assert piece(fight, "a").wing == 4


@pytest.mark.rule("mis.melee.wheel-in", "mis.melee.casualties")
@pytest.mark.parametrize("left, wing", [(5, 4), (4, 3), (2, 1), (1, 0)])
def test_one_file_at_least_stays_in_front_of_a_wing(left: int, wing: int) -> None:
    fight = winged(figures=14)
    remove(fight, number(fight, "a"), 14 - left, "mis.melee.casualties")
    assert piece(fight, "a").wing == wing and len(body(fight, number(fight, "a")).bases) == left
