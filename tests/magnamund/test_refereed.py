"""Ground and shots, refereed from the rules alone: a situation or two for each of a sample of them."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.magnamund.events import Missed, Slain, Wounded, WoundIgnored
from warhost.rulebooks.magnamund.orders import coherent
from warhost.rulebooks.magnamund.pieces import squares_of, touching
from warhost.rulebooks.magnamund.wounds import wound

from . import gunnery, melee
from .heroics import card
from .marching import barred, field, march, walk
from .refereeing import BOWS, HILL, THEIRS, giak, riders, walkable
from .scene import (
    at,
    board,
    give,
    happened,
    hero,
    number,
    piece,
    play,
    refusal,
    scene,
    standing,
    unit,
)

# --- pieces, heroes and boards ------------------------------------------------------------------------------


@pytest.mark.rule("mag.piece.footprint")
def test_a_wolfrider_facing_east_is_touched_at_its_tail() -> None:
    fight = melee.melee(riders((6, 5), facing="E"), unit("men", [(4, 4)]))
    assert {fight.setting.board.xy(s) for s in squares_of(fight, number(fight, "riders-1"))} == {(6, 5), (5, 5)}
    assert touching(fight, number(fight, "men-1")) == [number(fight, "riders-1")]


@pytest.mark.rule("mag.hero.card_precedence", "mag.fire.basic")
def test_a_card_with_one_column_leaves_the_other_columns_to_the_sheet() -> None:
    own = card("arn", weapons=BOWS, firing={"longbow": {"mail": 40}}, combat={"sword": {"plate": 50}})
    arn = hero("arn", (5, 5), card="arn")
    mail, leather = giak((5, 9)), giak((5, 9), armour="leather")
    assert gunnery.chance(scene(arn, mail, cards=[own]), "arn", "giaks-1") == 40 + 3
    assert gunnery.chance(scene(arn, leather, cards=[own]), "arn", "giaks-1") == 23 + 3
    near = melee.melee(arn, giak((5, 6), armour="plate"), cards=[own])
    assert melee.chance(near, "arn") == 50 + 5
    near = melee.melee(arn, giak((5, 6), armour="none"), cards=[own])
    assert melee.chance(near, "arn") == 40 + 5


@pytest.mark.rule("mag.hero.individual", "mag.unit.free_individuals", "mag.turn.phase2")
def test_a_hero_walks_off_alone_and_his_going_breaks_no_unit() -> None:
    fight = field(unit("men", [(5, 5), (7, 5)]), hero("lone_wolf", (6, 5)), giak((20, 20)))
    assert not coherent(fight, [squares_of(fight, n) for n in fight.setting.units[0].members])  # he links nobody
    march(fight, "lone_wolf", {"lone_wolf": "FFFFFFFFFF"})
    assert at(fight, "lone_wolf") == (6, 15)


@pytest.mark.rule("mag.hero.kootak", "mag.armour.shield", "mag.trick.poisoner")
def test_kootak_cuts_a_plated_spearman_as_if_he_wore_nothing() -> None:
    men = unit("men", [(5, 5)], armour="plate", shield=True, weapons=["spear"])
    fight = melee.melee(men, hero("kootak", (5, 6), side="theirs"), **THEIRS)
    assert melee.chance(fight, "kootak", "men-1") == 36 + 15 + 5  # no armour, weapon skill, hero; no shield
    fight = melee.melee(unit("men", [(5, 5)]), hero("kootak", (5, 6), side="theirs"))
    assert melee.chance(fight, "men-1", "kootak") == 16 - 2


@pytest.mark.rule("mag.hero.kootak", "mag.trick.hard_as_nails")
def test_the_second_wound_of_kootak_counts_although_the_first_was_slight() -> None:
    fight = scene(hero("kootak", (5, 6), side="theirs"), unit("men", [(1, 1)]))
    give(fight, dice=[10, 90, 10, 90])
    for _ in range(2):
        wound(fight, number(fight, "kootak"), None)
    told = [type(one.event) for one in fight.told if isinstance(one.event, Wounded | WoundIgnored)]
    assert told == [WoundIgnored, Wounded] and len(piece(fight, "kootak").wounds) == 1


@pytest.mark.rule("mag.terrain.edge_features")
@pytest.mark.parametrize(
    ("edges", "cost"),
    [
        ([("fence", "N", [(4, 4)]), ("hedge", "N", [(5, 4)])], 2 * (1 + 1)),  # the cheaper of two ways round
        ([("high_wall", "N", [(4, 4)]), ("hedge", "N", [(5, 4)])], 2 * (1 + 2)),  # one way is closed
        ([("low_wall", "N", [(4, 4)]), ("fence", "E", [(4, 4)]), ("fence", "N", [(5, 4)])], 2 * (1 + 2)),
    ],
)
def test_a_step_over_a_corner_takes_the_better_way_round(edges: Any, cost: int) -> None:
    fight = field(unit("men", [(4, 4)]), giak((20, 20)), on=board(edges=edges))
    assert walk(fight, "men-1", "R")[2] == cost


@pytest.mark.rule("mag.terrain.edge_features")
def test_two_high_walls_close_a_corner_to_movement_and_to_contact() -> None:
    walls = [("high_wall", "N", [(4, 4)]), ("high_wall", "E", [(4, 4)])]
    shut = board(edges=walls)
    fight = field(unit("men", [(4, 4)]), giak((5, 5)), on=shut)
    assert touching(fight, number(fight, "men-1")) == []
    assert barred(fight, "men-1", "R")
    open_way = board(edges=walls[:1])
    assert touching(field(unit("men", [(4, 4)]), giak((5, 5)), on=open_way), 0) == [1]


@pytest.mark.rule("mag.terrain.arrow_slit")
def test_nobody_fights_or_climbs_through_an_arrow_slit_but_shoots_with_good_cover() -> None:
    slit = board(edges=[("arrow_slit", "N", [(4, 4)])])
    fight = scene(unit("men", [(4, 4)], weapons=BOWS), giak((4, 5)), unit("far", [(4, 8)], side="theirs"), on=slit)
    assert touching(fight, 0) == []
    assert not walkable(fight, "men-1", "F")
    assert gunnery.barred(fight, "men-1", "giaks-1") == "mag.fire.minimum"
    back = scene(unit("men", [(4, 4)]), giak((4, 8), weapons=["short_bow", "dagger"]), on=slit, **THEIRS)
    assert gunnery.chance(back, "giaks-1", "men-1") == 12 - 6


@pytest.mark.rule("mag.terrain.reserved_types", "mag.sheet.giak")
@pytest.mark.parametrize(("ground", "price"), [("marsh", 2), ("rocks", 2), ("trees", 2), ("slope", 2)])
def test_a_giak_pays_for_ground_that_few_boards_have(ground: str, price: int) -> None:
    fight = field(giak((4, 5)), unit("men", [(20, 20)]), on=board(**{ground: [(4, 4)]}), **THEIRS)
    assert walk(fight, "giaks-1", "F")[2] == price


@pytest.mark.rule("mag.terrain.reserved_types", "mag.sheet.human")
def test_a_man_over_hedge_into_marsh_and_through_a_window() -> None:
    both = board(marsh=[(4, 5)], edges=[("hedge", "N", [(4, 4)]), ("window", "N", [(6, 4)])])
    fight = field(unit("men", [(4, 4)]), unit("others", [(6, 4)]), giak((20, 20)), on=both)
    assert walk(fight, "men-1", "F")[2] == 3 + 2
    assert walk(fight, "others-1", "F")[2] == 1 + 3


# --- firing -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.fire.return", "mag.fire.kill")
def test_blue_may_answer_somebody_who_did_not_shoot_and_the_dead_do_not_answer() -> None:
    bows = unit("bows", [(5, 5), (6, 5)], weapons=BOWS)
    watchers = unit("watchers", [(3, 5)])
    archers = unit("archers", [(5, 9), (6, 9)], side="theirs", weapons=["short_bow", "dagger"])
    fight = scene(bows, watchers, archers)
    play(fight, answers=["bows", {"bows-1": "archers-1"}], dice=[17])
    play(fight, answers=["done"])
    assert refusal(fight, {"archers-1": "watchers-1"}, answers=["archers"])
    assert refusal(fight, {"archers-2": "watchers-1"}, answers=["archers"]) == ""


@pytest.mark.rule("mag.fire.minimum", "mag.weapon.sling")
@pytest.mark.parametrize(("away", "lawful"), [(2, True), (12, True), (13, False)])
def test_a_sling_reaches_from_two_squares_to_twelve(away: int, lawful: bool) -> None:
    slingers = unit("men", [(5, 5)], weapons=["sling", "dagger"])
    fight = scene(slingers, giak((5, 5 + away)))
    assert (gunnery.barred(fight, "men-1", "giaks-1") == "") is lawful


@pytest.mark.rule("mag.weapon.sling", "mag.fire.mod.target_moved")
def test_a_sling_shoots_in_both_firing_phases() -> None:
    slingers = unit("men", [(5, 5)], weapons=["sling", "dagger"], all=standing(fired=1))
    fight = scene(slingers, giak((5, 9), all=standing(moved=True)), phase="second firing")
    assert gunnery.chance(fight, "men-1", "giaks-1") == 9 - 2


@pytest.mark.rule("mag.example.arc_single", "mag.fire.minimum")
def test_a_rider_with_its_tail_in_the_arc_and_its_head_too_near_is_shot_at_the_tail() -> None:
    high = board(edges=[("high_wall", "N", [(5, 5)])])  # so that the head does not engage the archer
    fight = scene(unit("men", [(5, 5)], weapons=BOWS), riders((5, 6), facing="S"), on=high)
    assert gunnery.barred(fight, "men-1", "riders-1")  # nobody is seen through a high wall
    fight = scene(unit("men", [(5, 5)], weapons=BOWS), riders((9, 8), facing="S"))
    assert gunnery.barred(fight, "men-1", "riders-1") == ""  # the tail at (9,9) is cut by the arc
    fight = scene(unit("men", [(5, 5)], weapons=BOWS), riders((9, 7), facing="S"))
    assert gunnery.barred(fight, "men-1", "riders-1") == "mag.fire.arc"


@pytest.mark.rule("mag.fire.blocking_pieces")
def test_a_hero_of_ones_own_blocks_but_a_hidden_enemy_does_not() -> None:
    men, far = unit("men", [(5, 2)], weapons=BOWS), giak((5, 10))
    assert gunnery.barred(scene(men, hero("lone_wolf", (5, 6)), far), "men-1", "giaks-1") == (
        "mag.fire.blocking_pieces"
    )
    lurker = unit("lurkers", [(5, 6)], side="theirs", all=standing(hidden=True))
    assert gunnery.barred(scene(men, lurker, far), "men-1", "giaks-1") == ""


@pytest.mark.rule("mag.fire.overhead", "mag.fire.mod.size", "mag.fire.modifiers")
def test_from_a_hilltop_over_an_enemy_on_the_flat_at_the_monster_behind() -> None:
    beast = hero("beast", (5, 8), side="theirs", sheet="gourgaz")
    fight = scene(unit("men", [(5, 3)], weapons=BOWS, training="poor"), giak((5, 6)), beast, on=HILL)
    assert gunnery.barred(fight, "men-1", "beast") == ""
    added = gunnery.reasons(fight, "men-1", "beast")
    assert added["mag.fire.mod.size"] == 4 and added["mag.fire.mod.height"] == 1
    assert added["mag.fire.mod.training"] == -3


@pytest.mark.rule("mag.fire.procedure", "mag.fire.modifiers", "mag.fire.mod.size")
def test_a_veteran_crossbow_at_a_shielded_rider_in_the_wood_far_away() -> None:
    wood = board(trees=[(5, 19), (5, 20)])
    men = unit("men", [(5, 5)], weapons=["crossbow", "sword"], training="veteran")
    fight = scene(men, riders((5, 19), facing="S", shield=True), on=wood)
    assert gunnery.chance(fight, "men-1", "riders-1") == (38 + 3 - 1 + 2 - 2) // 3  # 14 squares: long


@pytest.mark.rule("mag.fire.roll", "mag.fire.procedure")
@pytest.mark.parametrize(("die", "hit"), [(13, True), (14, False)])
def test_equal_to_the_chance_hits_and_one_more_misses(die: int, hit: bool) -> None:
    fight = scene(unit("men", [(5, 5)], weapons=["short_bow", "sword"]), giak((5, 9)))
    events = play(fight, answers=["men", {"men-1": "giaks-1"}], dice=[die])
    assert bool(happened(events, Slain)) is hit and bool(happened(events, Missed)) is not hit


@pytest.mark.rule("mag.fire.kill")
def test_who_is_shot_down_no_longer_stands_in_the_way_of_the_next_shot() -> None:
    fight = scene(unit("men", [(5, 2), (6, 2)], weapons=BOWS), unit("giaks", [(5, 6), (5, 9)], side="theirs"))
    assert "giaks-2" not in gunnery.targets(fight, "men-1")
    play(fight, answers=["men", {"men-2": "giaks-1"}], dice=[1])
    assert gunnery.targets(fight, "men-1") == ["giaks-2"]


@pytest.mark.rule("mag.cover.scrub", "mag.sheet.human")
def test_scrub_covers_a_man_from_every_side_and_a_horseman_from_none() -> None:
    thicket = board(scrub=[(5, 9), (5, 10), (5, 8)])
    for where in ((5, 5), (9, 9), (5, 13)):
        facing = {(5, 5): "N", (9, 9): "W", (5, 13): "S"}[where]
        archer = giak(where, facing=facing, weapons=["short_bow", "dagger"])
        fight = scene(unit("men", [(5, 9)], armour="none"), archer, on=thicket, **THEIRS)
        assert gunnery.reasons(fight, "giaks-1", "men-1").get("mag.fire.mod.cover") == -2
        knight = unit("men", [(5, 9)], sheet="cavalry", weapons=["lance"])
        mounted = scene(knight, archer, on=thicket, **THEIRS)
        assert "mag.fire.mod.cover" not in gunnery.reasons(mounted, "giaks-1", "men-1")
