"""Too much magic on one body."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.charges import WipedOut
from warhost.rulebooks.threeplains.events.items import HoleTorn, OblivionChecked
from warhost.rulebooks.threeplains.items.moments import begin_turn
from warhost.rulebooks.threeplains.items.oblivion import check_oblivion, failing, tear, worth
from warhost.rulebooks.threeplains.setting import Fight

from .armoury import laden, rules, settled
from .scene import champion, contact, foot, hero, number, piece, scene, script, told, unit


def bearer(points: int, *more: Any) -> Fight:
    """A hero with one item for so many points."""
    return settled(
        scene(hero("hero", (36, 20), figure=champion(items=rules("lucky_coin"), prices=(points,))), *more)
    )


@pytest.mark.rule("tp.magic.oblivion.check", "tp.magic.oblivion.chart")
@pytest.mark.parametrize(
    ("points", "dice", "fails"),
    [
        (220, [4, 4], True), (220, [3, 3], False), (220, [5, 6], False), (174, [5, 5], False), (175, [5, 5], True),
        (275, [1, 1], True), (274, [1, 1], False), (150, [6, 6], True), (274, [2, 2], True), (249, [2, 2], False),
    ],
)  # fmt: skip
def test_doubles_tear_a_hole(points: int, dice: list[int], fails: bool) -> None:
    fight = bearer(points)
    with script(fight, dice=[*dice, *([1] if fails else [])]):
        check_oblivion(fight, 0)
    assert told(fight, OblivionChecked)[0].fails is fails
    assert (piece(fight, "hero").fate == "slain") is fails


@pytest.mark.rule("tp.magic.oblivion.check")
def test_nobody_rolls_below_150_points_and_only_in_his_owners_turn() -> None:
    fight = bearer(149)
    begin_turn(fight)
    assert failing(149) == 7 and not told(fight, OblivionChecked)
    fight = bearer(150)
    fight.state.active = 1
    begin_turn(fight)
    assert not told(fight, OblivionChecked)
    fight.state.active = 0
    with script(fight, dice=[1, 2]):
        begin_turn(fight)
    assert told(fight, OblivionChecked)


@pytest.mark.rule("tp.magic.oblivion.effect")
def test_all_within_the_radius_of_his_middle_are_gone_friend_or_foe() -> None:
    """D3 = 2: bases half an inch, 1.9 and 2.3 inches from the middle of his."""
    half, front = 0.3937, 20 - 0.3937
    fight = bearer(
        220,
        hero("near", (36 + 0.5 + half, front + half), figure=champion(life=9, magic=6)),
        hero("edge", (36 - 1.9 - half, front + half), side=1, figure=champion(traits=("regeneration",))),
        hero("safe", (36 + 2.3 + half, front + half - 3)),
    )
    piece(fight, "safe").x, piece(fight, "safe").y = 36000 + 2694, piece(fight, "hero").y
    with script(fight, dice=[4, 4, 3]):
        check_oblivion(fight, 0)
    fates = [piece(fight, name).fate for name in ("hero", "near", "edge", "safe")]
    assert fates == ["slain", "slain", "slain", "standing"] and told(fight, HoleTorn)[0].inches == 2


@pytest.mark.rule("tp.magic.oblivion.effect")
def test_a_group_loses_those_who_stood_in_the_hole() -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=40, files=10, figure=foot(life=3), hurt=2),
        hero("hero", within="guard", figure=champion(items=rules("lucky_coin"), prices=(300,))),
    ))  # fmt: skip
    with script(fight, dice=[1, 1, 1]):
        check_oblivion(fight, number(fight, "hero"))
    left = piece(fight, "guard")
    assert piece(fight, "hero").fate == "slain" and 30 < left.models < 40 and left.fate == "standing"


@pytest.mark.rule("tp.magic.oblivion.effect", "tp.character.halfwit")
def test_a_hole_round_somebody_who_hides_takes_him_too() -> None:
    fight = scene(
        unit("guard", (36, 20), models=40, files=10),
        hero("fool", within="guard", role="halfwit", fate="hidden", figure=champion(life=3)),
    )  # fmt: skip
    tear(fight, number(fight, "fool"), 1, "tp.magic.oblivion.effect")
    assert piece(fight, "fool").fate == "slain" and piece(fight, "guard").models < 40


@pytest.mark.rule("tp.magic.oblivion.effect", "tp.move.wipeout")
@pytest.mark.parametrize(("others", "moves"), [((), ["orcs"]), (("guard",), [])])
def test_who_has_nobody_left_to_fight_after_a_hole_moves_at_once(others: tuple[str, ...], moves: list[str]) -> None:
    fight = bearer(
        220,
        unit("guard", (39, 20), models=5),
        unit("orcs", (37, 22), facing=180, side=1, models=10, files=5),
    )
    for name in ("hero", *others):
        contact(fight, name, "orcs")
    with script(fight, dice=[4, 4, 1], answers=["stay"] * len(moves)):
        check_oblivion(fight, number(fight, "hero"))
    assert [fight.state.pieces[event.piece].name for event in told(fight, WipedOut)] == moves


@pytest.mark.rule("tp.magic.oblivion.depleted")
def test_what_is_used_up_does_not_count() -> None:
    figure = champion(items=rules("dispel_magic_scroll", "lucky_coin"), prices=(25, 135))
    fight = settled(scene(hero("hero", (36, 20), figure=figure)))
    assert worth(fight, 0) == 160
    piece(fight, "hero").used = rules("dispel_magic_scroll")
    assert worth(fight, 0) == 135


@pytest.mark.rule("tp.magic.oblivion.check")
def test_the_mace_alone_is_enough_for_a_check() -> None:
    fight = settled(scene(hero("hero", (36, 20), figure=laden("mace_of_oblivion"))))
    assert worth(fight, 0) == 160 and failing(160) == 6


@pytest.mark.rule("tp.magic.oblivion.check")
def test_the_magic_of_a_units_banner_is_spread_over_all_of_it() -> None:
    banner = foot(items=rules("iron_banner_of_heroes"), prices=(160,))
    fight = scene(unit("guard", (36, 20), models=10, command=True, figure=banner))
    check_oblivion(fight, 0)
    assert not told(fight, OblivionChecked)
