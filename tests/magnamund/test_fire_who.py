"""Who may fire, how often, and how far."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.events import Fired, Slain
from warhost.rulebooks.magnamund.setting import Fight

from .gunnery import barred, chance, shot, targets
from .scene import Square, alive, asks, board, happened, hero, piece, play, refusal, scene, standing, unit

BOW = ["longbow", "sword"]


def duel(shooter: Square, target: Square, weapon: str = "longbow", **more: object) -> Fight:
    """One human shooter facing north, and one Giak."""
    return scene(
        unit("archers", [shooter], weapons=[weapon, "sword"]), unit("giaks", [target], side="theirs"), **more
    )


@pytest.mark.rule("mag.fire.who")
def test_a_soldier_without_a_missile_weapon_has_no_shot() -> None:
    fight = scene(
        unit("archers", [(3, 1)], weapons=BOW),
        unit("swords", [(5, 1)]),
        unit("giaks", [(3, 8)], side="theirs"),
    )
    assert targets(fight, "archers-1") == ["giaks-1"]
    assert barred(fight, "swords-1", "giaks-1") == "mag.fire.who"
    assert "swords" not in asks(fight).describe()["options"]


@pytest.mark.rule("mag.fire.who")
def test_firing_is_optional_and_each_piece_shoots_once_in_a_phase() -> None:
    fight = scene(
        unit("archers", [(3, 1), (4, 1)], weapons=BOW),
        unit("giaks", [(3, 6), (4, 6)], side="theirs"),
    )
    play(fight, answers=["archers", {"archers-1": "giaks-1"}], dice=[100])
    assert barred(fight, "archers-1", "giaks-1") == "mag.fire.who"
    assert refusal(fight, {"archers-1": "giaks-2"}, answers=["archers"]) == "mag.fire.who"
    events = play(fight, answers=["done"])  # the second archer holds his fire
    assert not happened(events, Fired)
    assert barred(fight, "archers-2", "giaks-2") == "mag.fire.who"


@pytest.mark.rule("mag.fire.who")
def test_friends_and_the_dead_are_no_targets() -> None:
    fight = scene(
        unit("archers", [(3, 1)], weapons=BOW),
        unit("swords", [(3, 8)]),
        unit("giaks", [(4, 8)], side="theirs", lost=1),
    )
    assert targets(fight, "archers-1") == ["giaks-1"]
    for name in ("swords-1", "giaks-2"):
        assert refusal(fight, {"archers-1": name}, answers=["archers"]) == "mag.fire.who"


@pytest.mark.rule("mag.fire.engaged")
@pytest.mark.parametrize("phase", ["first firing", "second firing"])
def test_a_bowman_with_a_giak_diagonally_behind_him_may_not_fire_far_ahead(phase: str) -> None:
    fight = scene(
        unit("archers", [(3, 3), (8, 3)], weapons=BOW),
        unit("giaks", [(2, 2), (3, 13)], side="theirs"),
        phase=phase,
    )
    assert barred(fight, "archers-1", "giaks-2") == "mag.fire.engaged"
    assert targets(fight, "archers-2") == ["giaks-2"]
    assert refusal(fight, {"archers-1": "giaks-2"}, answers=["archers"]) == "mag.fire.engaged"


@pytest.mark.rule("mag.fire.engaged")
def test_an_enemy_behind_a_high_wall_does_not_engage_a_bowman() -> None:
    walled = board(edges=[("high_wall", "E", [(3, 2), (3, 3), (3, 4)])])
    fight = scene(
        unit("archers", [(3, 3)], weapons=BOW),
        unit("giaks", [(4, 3), (3, 13)], side="theirs"),
        on=walled,
    )
    assert targets(fight, "archers-1") == ["giaks-2"]


@pytest.mark.rule("mag.fire.return")
def test_only_the_survivors_return_fire_and_at_whom_they_like() -> None:
    fight = scene(
        unit("archers", [(3, 1), (4, 1)], weapons=BOW),
        unit("swords", [(6, 1)]),
        unit("bows", [(x, 6) for x in range(2, 7)], side="theirs", weapons=["short_bow", "sword"]),
    )
    events = play(fight, answers=["archers", {"archers-1": "bows-1"}], dice=[17])
    events += play(fight, answers=["archers", {"archers-2": "bows-2"}], dice=[17])
    assert [slain.piece for slain in happened(events, Slain)] == ["bows-1", "bows-2"]
    question = asks(fight, answers=["bows"])
    assert set(question.describe()["options"]) == {"bows-3", "bows-4", "bows-5"}
    events = play(fight, answers=["bows", {"bows-5": "swords-1"}], dice=[12])  # who shot at nobody
    assert not alive(fight, "swords-1")


FIRE = ["archers", {"archers-1": "giaks-1"}]


def after_movement(weapon: str, *, fired: bool) -> Fight:
    """The moment before the second firing phase, for a shooter who fired in the first, or held his fire."""
    fight = duel((3, 1), (3, 4), weapon)
    play(fight, answers=FIRE if fired else ["done"], dice=[100] if fired else [])
    play(fight, answers=["done", "done"], steps=2)  # nobody moves
    return fight


@pytest.mark.rule(
    "mag.fire.rate_fast", "mag.weapon.longbow", "mag.weapon.short_bow", "mag.weapon.sling", "mag.weapon.javelin"
)
@pytest.mark.parametrize("weapon", ["longbow", "short_bow", "sling", "javelin"])
def test_quick_weapons_fire_in_both_phases(weapon: str) -> None:
    fight = after_movement(weapon, fired=True)
    events = play(fight, answers=FIRE, dice=[100])
    assert [(shot.weapon, shot.distance) for shot in happened(events, Fired)] == [(weapon, 3)]


@pytest.mark.rule("mag.fire.rate_slow", "mag.weapon.crossbow", "mag.weapon.arquebus")
@pytest.mark.parametrize("weapon", ["crossbow", "arquebus"])
def test_slow_weapons_fire_in_one_phase_of_the_players_choice(weapon: str) -> None:
    fight = after_movement(weapon, fired=True)
    assert barred(fight, "archers-1", "giaks-1") == "mag.fire.rate_slow"
    play(fight)  # the turn runs out without a question
    assert fight.state.phase == "initiative"
    play(fight, dice=[9, 2])
    assert targets(fight, "archers-1") == ["giaks-1"]  # loaded again in the next turn

    fight = after_movement(weapon, fired=False)
    assert happened(play(fight, answers=FIRE, dice=[100]), Fired)


@pytest.mark.rule("mag.fire.rate_slow", "mag.fire.rate_fast")
def test_who_carries_a_quick_and_a_slow_weapon_has_only_the_quick_one_for_his_second_shot() -> None:
    carried, giaks = ["crossbow", "longbow", "sword"], unit("giaks", [(3, 5)], side="theirs")
    fight = scene(hero("lone_wolf", (3, 1), weapons=carried), giaks)
    assert asks(fight, answers=["lone_wolf"]).describe()["options"] == ["crossbow", "longbow"]
    fight = scene(hero("lone_wolf", (3, 1), weapons=carried, now=standing(fired=1)), giaks, phase="second firing")
    events = play(fight, answers=["lone_wolf", {"lone_wolf": "giaks-1"}], dice=[100])
    assert [fired.weapon for fired in happened(events, Fired)] == ["longbow"]


RANGES = [
    ((3, 3), (3, 16), 13),
    ((3, 3), (7, 9), 6),
    ((3, 3), (3, 5), 2),
]


@pytest.mark.rule("mag.fire.range_count")
@pytest.mark.parametrize(("shooter", "target", "squares"), RANGES)
def test_range_is_the_larger_of_the_two_differences(shooter: Square, target: Square, squares: int) -> None:
    fight = duel(shooter, target)
    assert shot(fight, "archers-1", "giaks-1").distance == squares
    events = play(fight, answers=FIRE, dice=[100])
    assert happened(events, Fired)[0].distance == squares


@pytest.mark.rule("mag.fire.range_count", "mag.fire.minimum")
def test_range_1_is_adjacent_and_no_shot() -> None:
    fight = duel((3, 3), (4, 4))
    assert fight.setting.board.distance(piece(fight, "archers-1").square, piece(fight, "giaks-1").square) == 1
    assert barred(fight, "archers-1", "giaks-1") == "mag.fire.engaged"


@pytest.mark.rule("mag.fire.minimum")
def test_at_range_1_there_is_no_shot_even_without_contact() -> None:
    """From a rampart straight down: a whole level apart nobody is engaged, but it is too near all the same."""
    fight = scene(
        unit("archers", [(3, 3)], weapons=BOW),
        unit("giaks", [(3, 4), (3, 5)], side="theirs"),
        on=board(rampart=[(3, 3)]),
    )
    assert barred(fight, "archers-1", "giaks-1") == "mag.fire.minimum"
    assert targets(fight, "archers-1") == ["giaks-2"]


@pytest.mark.rule("mag.fire.range_count")
def test_a_rider_shoots_from_his_front_square_and_is_measured_to_the_nearest_square_in_the_arc() -> None:
    riders = unit("riders", [(5, 5)], sheet="cavalry", weapons=["javelin", "sword"])  # rear at (5,4)
    wolves = unit(
        "wolves", [(5, 10), (12, 9)], side="theirs", sheet="wolfrider", pieces={"2": standing(facing="E")}
    )
    fight = scene(riders, wolves)
    assert shot(fight, "riders-1", "wolves-1").distance == 5
    # The rear (11,9) of the second rider is nearer than its front (12,9), but neither is in the arc.
    assert barred(fight, "riders-1", "wolves-2") == "mag.fire.arc"
    fight = scene(riders, unit("wolves", [(9, 8)], side="theirs", sheet="wolfrider", facing="E"))
    javelin = shot(fight, "riders-1", "wolves-1")
    assert (fight.setting.board.xy(javelin.square), javelin.distance) == ((8, 8), 3)


@pytest.mark.rule("mag.fire.range_count")
@pytest.mark.parametrize(("looks", "nearest"), [("N", (5, 7)), ("S", (5, 8))])
def test_a_long_piece_is_shot_at_where_it_is_nearest(looks: str, nearest: Square) -> None:
    riders = unit("wolves", [(5, 8)], side="theirs", sheet="wolfrider", facing=looks)
    fight = scene(unit("archers", [(5, 1)], weapons=BOW), riders)
    found = shot(fight, "archers-1", "wolves-1")
    assert (fight.setting.board.xy(found.square), found.distance) == (nearest, nearest[1] - 1)


@pytest.mark.rule("mag.fire.range_count")
def test_of_two_equally_near_squares_the_shooter_takes_the_one_that_is_easier_to_hit() -> None:
    riders = unit("wolves", [(5, 8)], side="theirs", sheet="wolfrider", facing="E")  # rear at (4,8)
    archers = unit("archers", [(5, 1)], weapons=BOW)
    in_scrub = scene(archers, riders, on=board(scrub=[(5, 8)]))
    assert in_scrub.setting.board.xy(shot(in_scrub, "archers-1", "wolves-1").square) == (4, 8)
    assert chance(in_scrub, "archers-1", "wolves-1") == 17 + 2
    behind = scene(archers, riders, on=board(scrub=[(4, 8)]))
    assert behind.setting.board.xy(shot(behind, "archers-1", "wolves-1").square) == (5, 8)
    on_a_hill = scene(unit("archers", [(5, 1)], weapons=BOW), riders, on=board(slope=[(5, 1), (5, 8)]))
    assert on_a_hill.setting.board.xy(shot(on_a_hill, "archers-1", "wolves-1").square) == (4, 8)


BANDS = [
    ("longbow", [(2, "short"), (7, "short"), (8, "medium"), (13, "medium"), (15, "long"), (20, "long")]),
    ("short_bow", [(5, "short"), (6, "medium"), (10, "medium"), (11, "long"), (15, "long")]),
    ("crossbow", [(6, "short"), (7, "medium"), (12, "medium"), (13, "long"), (18, "long")]),
    ("sling", [(4, "short"), (5, "medium"), (8, "medium"), (9, "long"), (12, "long")]),
    ("javelin", [(3, "short"), (4, "medium"), (5, "medium"), (6, "long"), (7, "long")]),
    ("arquebus", [(5, "short"), (6, "medium"), (10, "medium"), (11, "long"), (15, "long")]),
]  # fmt: skip


@pytest.mark.rule(
    "mag.fire.range_bands", "mag.sheet.human", "mag.weapon.longbow", "mag.weapon.short_bow", "mag.weapon.crossbow",
    "mag.weapon.sling", "mag.weapon.javelin", "mag.weapon.arquebus",
)  # fmt: skip
@pytest.mark.parametrize(("weapon", "bands"), BANDS)
def test_bands_of_the_human_weapon_chart(weapon: str, bands: list[tuple[int, str]]) -> None:
    for squares, band in bands:
        fight = duel((3, 1), (3, 1 + squares), weapon)
        assert shot(fight, "archers-1", "giaks-1").band == band, squares
    fight = duel((3, 1), (3, 2 + bands[-1][0]), weapon)
    assert barred(fight, "archers-1", "giaks-1") == "mag.fire.range_bands"


@pytest.mark.rule("mag.sheet.giak", "mag.fire.range_bands")
@pytest.mark.parametrize(
    ("weapon", "furthest"), [("short_bow", 14), ("crossbow", 16), ("sling", 12), ("javelin", 7)]
)
def test_giak_bows_and_crossbows_do_not_reach_as_far(weapon: str, furthest: int) -> None:
    for squares, rule in ((furthest, ""), (furthest + 1, "mag.fire.range_bands")):
        fight = scene(
            unit("humans", [(3, 1)]),
            unit("giaks", [(3, 1 + squares)], side="theirs", weapons=[weapon, "sword"]),
            active="theirs", red="theirs",
        )  # fmt: skip
        assert barred(fight, "giaks-1", "humans-1") == rule
