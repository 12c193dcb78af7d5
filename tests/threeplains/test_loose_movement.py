"""How single models and loose groups move."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.figure import from_mm, inches

from .marching import FAR_ENEMY, at, cost, go, judge, play, refused
from .scene import feature, foot, hero, piece, scene, unit

SKIRMISHER = foot(loose=True, traits=("skirmishers",))


@pytest.mark.rule("tp.move.individual")
def test_a_single_model_goes_anywhere_and_faces_anywhere() -> None:
    fight = scene(hero("h", at=(20, 20)), FAR_ENEMY)
    play(fight, "h", [go(22, 17), ["face", 4500]])
    assert piece(fight, "h").facing == 4500
    assert piece(fight, "h").turn.spent == pytest.approx(inches(3.606), abs=2)
    assert refused(scene(unit("a", at=(20, 20)), FAR_ENEMY), "a", ["face", 100]) == "tp.move.p2p"


@pytest.mark.rule("tp.move.individual.through", "tp.move.individual.share")
def test_a_small_model_walks_through_friends_at_half_pace_and_not_after_a_dash() -> None:
    def walker(**more: Any) -> Any:
        figure = foot(category="character")
        return scene(hero("h", at=(20, 10), figure=figure, **more), unit("a", at=(20, 12.58), models=10), FAR_ENEMY)

    fight = walker()  # two ranks: 1.57 inches of friends, felt by the whole base (0.79)
    assert cost(fight, "h", go(20, 14)) == pytest.approx(4 + 1.57 + 0.79, abs=0.05)
    assert refused(walker(dash=inches(3), dashed=True), "h", go(20, 14)) == "tp.move.individual.through"


@pytest.mark.rule("tp.move.individual.through")
@pytest.mark.parametrize(("models", "through"), [(1, True), (2, False)])
def test_who_dashed_still_passes_a_lone_friend(models: int, through: bool) -> None:
    lone = unit("a", at=(20, 12), models=models, files=1, figure=SKIRMISHER)
    figure = foot(category="character")
    fight = scene(hero("h", at=(20, 10), figure=figure, dash=inches(3), dashed=True), lone, FAR_ENEMY)
    assert isinstance(judge(fight, "h", go(20, 14.5)), Refusal) != through


@pytest.mark.rule("tp.move.loose", "tp.move.loose.fronttoback")
def test_a_loose_group_keeps_its_shape_or_takes_another() -> None:
    fight = scene(unit("sk", at=(20, 10), models=6, files=3, figure=SKIRMISHER), FAR_ENEMY)
    assert cost(fight, "sk", go(20, 14)) == 4
    for files in (0, 7):
        assert refused(fight, "sk", go(20, 14), ["form", files]) == "tp.move.loose"
    assert cost(fight, "sk", go(20, 14), ["form", 6]) >= 4
    play(fight, "sk", [go(20, 14), ["form", 1]])
    xs = {x for x, _ in piece(fight, "sk").places}
    assert max(xs) - min(xs) <= 2 and len(piece(fight, "sk").places) == 6
    assert at(fight, "sk") == (20, 14, 0)


@pytest.mark.rule("tp.move.loose")
def test_no_model_of_a_loose_group_goes_further_than_its_movement() -> None:
    fight = scene(unit("sk", at=(20, 10), models=10, files=10, figure=SKIRMISHER), FAR_ENEMY)
    assert refused(fight, "sk", go(20, 16.9), ["form", 1]) != ""
    turned = cost(fight, "sk", go(20.8, 10.8))  # the line of ten swings half round: its ends go furthest
    assert turned > 2


@pytest.mark.rule("tp.move.loose.contact")
def test_loose_models_keep_touching() -> None:
    fight = scene(unit("sk", at=(20, 10), models=3, files=3, figure=SKIRMISHER), FAR_ENEMY)
    side = from_mm(20)
    y = inches(13) - side // 2
    in_touch = [[20000 - side, y], [20000, y], [20000, y - side]]
    astray = [[20000 - side, y], [20000, y], [20000 + side + 500, y]]
    heap = [[20000, y], [20000 + 100, y], [20000, y - side]]
    apart = [[20000, y], [26000, y], [26000, y - side]]
    assert cost(fight, "sk", go(20, 13), ["places", in_touch]) >= 3
    for order in (astray, astray[::-1], [astray[0], astray[2], astray[1]]):
        assert refused(fight, "sk", go(20, 13), ["places", order]) == "tp.move.loose.contact"
    assert refused(fight, "sk", go(20, 13), ["places", heap]) == "tp.move.loose.contact"
    assert refused(fight, "sk", go(20, 13), ["places", apart]) == "tp.move.loose.contact"
    assert refused(fight, "sk", go(20, 13), ["places", in_touch[:2]]) == "tp.move.loose"
    play(fight, "sk", [go(20, 13), ["places", in_touch]])
    assert piece(fight, "sk").places == tuple((x, y) for x, y in in_touch)


@pytest.mark.rule("tp.move.loose")
@pytest.mark.parametrize(("short", "follows"), [(40, True), (42, False)])
def test_some_model_ends_within_the_length_of_a_base_of_where_its_leader_did(short: int, follows: bool) -> None:
    """The front of the foremost of two riders, on bases of 20 by 40 mm, is so many mm short of it."""
    rider = foot(loose=True, traits=("skirmishers",), base=(from_mm(20), from_mm(40)))
    fight = scene(unit("sk", at=(20, 10), models=2, files=2, figure=rider), FAR_ENEMY)
    y = inches(13) - from_mm(short) - from_mm(20)
    order = [go(20, 13), ["places", [[inches(20), y], [inches(20) + from_mm(20), y]]]]
    assert isinstance(judge(fight, "sk", *order), Refusal) is not follows



@pytest.mark.rule("tp.move.loose")
def test_loose_models_walk_round_what_they_cannot_cross() -> None:
    rocks = feature("rocks", (20, 12), (4, 1))
    fight = scene(unit("sk", at=(20, 10), models=2, files=2, figure=SKIRMISHER), FAR_ENEMY, terrain=[rocks])
    assert refused(fight, "sk", go(20, 14)) == "tp.terrain.impassable"
    round_it = [go(22.9, 11), go(22.9, 14)]
    assert cost(fight, "sk", *round_it) > 6


@pytest.mark.rule("tp.move.loose", "tp.unit.skirmish.interpenetrate")
def test_every_model_of_a_loose_group_pays_for_the_ground_it_crosses_itself() -> None:
    """The way of the leader is clear of the friends that two of the others walk through."""
    friends = unit("friends", at=(22.5, 14), models=10)
    fight = scene(unit("sk", at=(19, 10), models=6, files=6, figure=SKIRMISHER), friends, FAR_ENEMY)
    assert cost(fight, "sk", go(19, 14)) == pytest.approx(4 + 1.57 + 0.79, abs=0.8)
    fight = scene(unit("sk", at=(17, 10), models=6, files=6, figure=SKIRMISHER), friends, FAR_ENEMY)
    assert cost(fight, "sk", go(17, 14)) == 4
