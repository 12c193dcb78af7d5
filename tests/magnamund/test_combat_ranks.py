"""Fighting in ranks: who strikes from behind, through whom, and at whom."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.events import Attacked
from warhost.rulebooks.magnamund.setting import Fight

from .melee import blow, chance, foes, melee, reasons
from .scene import alive, asks, happened, hero, play, refusal, standing, unit


def column(weapon: str, training: str = "regular", deep: int = 4) -> Fight:
    """A file of humans facing north, and an enemy before the first of them."""
    file = [(5, 5 - rank) for rank in range(deep)]
    return melee(unit("file", file, weapons=[weapon], training=training), unit("giaks", [(5, 6)], side="theirs"))


def strikers(fight: Fight, who: str = "file") -> list[str]:
    """The pieces of a unit that may attack."""
    return [name for name in fight.setting.number if name.startswith(who) and foes(fight, name)]


@pytest.mark.rule(
    "mag.combat.ranks", "mag.weapon.spear", "mag.weapon.halberd", "mag.weapon.pike", "mag.weapon.great_sword",
    "mag.weapon.double_handed_axe", "mag.weapon.mace", "mag.unit.training",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "training", "ranks"),
    [
        ("spear", "poor", 1), ("spear", "regular", 2), ("spear", "veteran", 2),
        ("halberd", "poor", 1), ("halberd", "regular", 2), ("halberd", "veteran", 2),
        ("pike", "poor", 1), ("pike", "regular", 3), ("pike", "veteran", 3),
        ("sword", "veteran", 1), ("great_sword", "veteran", 1), ("double_handed_axe", "regular", 1),
        ("mace", "veteran", 1), ("dagger", "regular", 1), ("axe", "veteran", 1),
    ],
)  # fmt: skip
def test_how_many_ranks_strike(weapon: str, training: str, ranks: int) -> None:
    fight = column(weapon, training)
    assert strikers(fight) == [f"file-{rank}" for rank in range(1, ranks + 1)]
    assert all(foes(fight, name) == ["giaks-1"] for name in strikers(fight))


@pytest.mark.rule("mag.combat.ranks", "mag.weapon.lance", "mag.sheet.wolfrider")
def test_wolfriders_with_lances_two_deep_strike_with_the_front_rank_only() -> None:
    wolves = unit("wolves", [(5, 6), (5, 8)], side="theirs", sheet="wolfrider", weapons=["lance"])
    assert strikers(melee(unit("humans", [(5, 5)]), wolves), "wolves") == ["wolves-1"]


@pytest.mark.rule("mag.combat.ranks")
def test_all_ranks_must_be_of_one_unit() -> None:
    fight = melee(
        unit("file", [(5, 5)], weapons=["spear"]),
        unit("others", [(5, 4)], weapons=["spear"]),
        unit("giaks", [(5, 6)], side="theirs"),
    )
    assert strikers(fight, "others") == []


@pytest.mark.rule("mag.combat.rank_support")
@pytest.mark.parametrize("enemy", [(2, 6), (3, 6), (4, 6)])
def test_support_against_an_enemy_in_any_of_the_three_front_squares(enemy: tuple[int, int]) -> None:
    fight = melee(unit("file", [(3, 5), (3, 4)], weapons=["spear"]), unit("giaks", [enemy], side="theirs"))
    assert foes(fight, "file-1") == foes(fight, "file-2") == ["giaks-1"]


@pytest.mark.rule("mag.combat.rank_support")
def test_a_hero_behind_a_spearman_gives_no_support() -> None:
    fight = melee(
        unit("file", [(3, 5)], weapons=["spear"]),
        hero("lone_wolf", (3, 4), weapons=["halberd"]),
        unit("giaks", [(3, 6)], side="theirs"),
    )
    assert foes(fight, "file-1") == ["giaks-1"]
    assert foes(fight, "lone_wolf") == []


@pytest.mark.rule("mag.combat.rank_support")
def test_no_support_diagonally_over_a_gap_or_with_another_facing() -> None:
    giaks = unit("giaks", [(3, 6)], side="theirs")
    aslant = melee(unit("file", [(3, 5), (5, 4), (4, 4)], weapons=["spear"]), giaks)
    assert strikers(aslant) == ["file-1"]
    gap = melee(unit("file", [(3, 5), (3, 3)], weapons=["pike"]), giaks)
    assert strikers(gap) == ["file-1"]
    turned = unit("file", [(3, 5), (3, 4)], weapons=["pike"], pieces={"2": standing(facing="E")})
    assert strikers(melee(turned, giaks)) == ["file-1"]


@pytest.mark.rule("mag.combat.rank_support")
@pytest.mark.parametrize("weapon", ["spear", "pike"])
def test_no_support_against_an_enemy_at_the_side_of_the_front_rank(weapon: str) -> None:
    file = unit("file", [(3, 5), (3, 4), (3, 3)], weapons=[weapon])
    beside = melee(file, unit("giaks", [(4, 5)], side="theirs"))
    assert strikers(beside) == ["file-1", "file-2"]  # both touch him; the third is no front's supporter
    behind = melee(unit("file", [(3, 5), (2, 5)], weapons=[weapon]), unit("giaks", [(4, 4)], side="theirs"))
    assert strikers(behind) == ["file-1"]


@pytest.mark.rule("mag.combat.rank_support")
def test_a_supporter_strikes_at_the_enemy_that_his_front_has_attacked() -> None:
    file = unit("file", [(3, 5), (3, 4)], weapons=["spear"])
    fight = melee(file, unit("giaks", [(3, 6), (4, 6)], side="theirs"))
    assert foes(fight, "file-2") == ["giaks-1", "giaks-2"]
    play(fight, answers=["file", {"file-1": "giaks-2"}], dice=[100])
    assert foes(fight, "file-2") == ["giaks-2"]


@pytest.mark.rule("mag.combat.rank_support")
def test_a_supporter_who_strikes_first_binds_his_front() -> None:
    file = unit("file", [(3, 5), (3, 4)], weapons=["spear"])
    fight = melee(file, unit("giaks", [(3, 6), (4, 6)], side="theirs"))
    play(fight, answers=["file", {"file-2": "giaks-2"}], dice=[100])
    assert foes(fight, "file-1") == ["giaks-2"]
    assert refusal(fight, {"file-1": "giaks-1"}, answers=["file"])


@pytest.mark.rule("mag.combat.rank_support")
def test_if_his_enemy_is_dead_he_may_strike_another_before_his_front_or_loses_his_attack() -> None:
    file = unit("file", [(3, 5), (3, 4)], weapons=["spear"])
    fight = melee(file, unit("giaks", [(3, 6), (4, 6)], side="theirs"))
    play(fight, answers=["file", {"file-1": "giaks-2"}], dice=[1])
    assert foes(fight, "file-2") == ["giaks-1"]
    play(fight, answers=["file", {"file-2": "giaks-1"}], dice=[1])
    assert not alive(fight, "giaks-1")
    alone = melee(file, unit("giaks", [(3, 6)], side="theirs"))
    play(alone, answers=["file", {"file-1": "giaks-1"}], dice=[1])
    assert foes(alone, "file-2") == []


@pytest.mark.rule("mag.combat.rank_support")
def test_whose_front_fights_an_enemy_at_its_side_has_no_attack() -> None:
    file = unit("file", [(3, 5), (3, 4), (3, 3)], weapons=["pike"])
    fight = melee(file, unit("giaks", [(3, 6), (2, 5)], side="theirs"))
    assert foes(fight, "file-3") == ["giaks-1"]
    play(fight, answers=["file", {"file-1": "giaks-2"}], dice=[1])
    assert foes(fight, "file-3") == []


@pytest.mark.rule("mag.combat.rank_support")
def test_a_file_in_a_group_strikes_at_one_enemy() -> None:
    file = unit("file", [(3, 5), (3, 4), (3, 3)], weapons=["pike"])
    fight = melee(file, unit("giaks", [(3, 6), (2, 5)], side="theirs"))
    apart = {"file-1": "giaks-2", "file-3": "giaks-1"}
    assert refusal(fight, apart, answers=["file"]) == "mag.combat.rank_support"
    together = {"file-1": "giaks-1", "file-3": "giaks-1"}
    assert refusal(fight, together, answers=["file"]) == ""
    question = asks(fight, answers=["file"])
    assert all(question.refuse(offer) is None for offer in question.suggest())


@pytest.mark.rule("mag.combat.rank_support", "mag.combat.mod.long_weapon")
def test_a_supporter_strikes_as_if_from_the_place_of_his_front() -> None:
    wolves = unit("wolves", [(3, 6)], side="theirs", sheet="wolfrider", facing="W")  # its rear is at (4, 6)
    fight = melee(unit("file", [(3, 5), (3, 4)], weapons=["spear"]), wolves)
    for name in ("file-1", "file-2"):
        assert blow(fight, name, "wolves-1").zone == "flank"
        assert reasons(fight, name, "wolves-1") == {
            "mag.combat.mod.flank_rear": 10,
            "mag.combat.mod.long_weapon": 5,
        }


@pytest.mark.rule("mag.combat.ranks")
def test_a_unit_with_spears_and_swords_has_ranks_only_with_its_spears() -> None:
    both = unit("file", [(3, 5), (3, 4)], weapons=["spear", "sword"])
    fight = melee(both, unit("giaks", [(3, 6)], side="theirs"))
    assert list(asks(fight, answers=["file", "spear"]).describe()["options"]) == ["file-1", "file-2"]
    assert list(asks(fight, answers=["file", "sword"]).describe()["options"]) == ["file-1"]


# --- over corners -------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.combat.diagonal_separate")
def test_a_blow_over_a_corner_is_not_added_to_those_over_an_edge() -> None:
    humans = unit("humans", [(4, 5), (5, 5)])
    fight = melee(humans, unit("giaks", [(5, 6), (6, 6)], side="theirs"))
    both = {"humans-1": "giaks-1", "humans-2": "giaks-1"}
    assert refusal(fight, both, answers=["humans"]) == "mag.combat.diagonal_separate"
    play(fight, answers=["humans", {"humans-1": "giaks-1"}], dice=[100])
    play(fight, answers=["humans", {"humans-2": "giaks-1"}], dice=[100])


@pytest.mark.rule("mag.combat.diagonal_separate")
def test_a_blow_over_a_corner_is_rolled_with_its_own_file() -> None:
    file = unit("file", [(3, 5), (3, 4), (5, 5)], weapons=["spear"])
    fight = melee(file, unit("giaks", [(4, 6)], side="theirs"))
    events = play(fight, answers=["file", {"file-1": "giaks-1", "file-2": "giaks-1"}], dice=[100])
    assert happened(events, Attacked)[0].chance == 44
    fight = melee(file, unit("giaks", [(4, 6)], side="theirs"))
    two_files = {"file-1": "giaks-1", "file-3": "giaks-1"}
    assert refusal(fight, two_files, answers=["file"]) == "mag.combat.diagonal_separate"


# --- the diagram of the rulebook, rebuilt -------------------------------------------------------------------

UNIT = dict(zip("ABCDEFG", [(1, 5), (2, 5), (3, 5), (5, 5), (2, 4), (3, 4), (4, 4)], strict=True))


def diagram(**more: str) -> Fight:
    riders = [(2, 6), (3, 6), (4, 6), (5, 6), (3, 8)]
    return melee(
        unit("men", list(UNIT.values()), weapons=["spear"]),
        hero("lone_wolf", (5, 4), weapons=["great_sword"]),
        unit("riders", riders, side="theirs", sheet="wolfrider", weapons=["lance"]),
        **more,
    )


def man(letter: str) -> str:
    return f"men-{'ABCDEFG'.index(letter) + 1}"


@pytest.mark.rule("mag.example.combat_ranks", "mag.combat.casualty_choice", "mag.weapon.great_sword")
def test_the_diagram_b_to_f_add_up_and_a_rolls_alone() -> None:
    fight = diagram()
    assert foes(fight, man("G")) == foes(fight, "lone_wolf") == []
    aims = {"B": "riders-1", "C": "riders-2", "D": "riders-4", "E": "riders-1", "F": "riders-2"}
    assert all(chance(fight, man(letter), rider) == 22 + 5 for letter, rider in aims.items())
    group = {man(letter): rider for letter, rider in aims.items()}
    with_a = {**group, man("A"): "riders-1"}
    assert refusal(fight, with_a, answers=["men"]) == "mag.combat.diagonal_separate"
    assert sorted(asks(fight, answers=["men", group], dice=[36]).describe()["options"]) == [
        "riders-1", "riders-2", "riders-4",
    ]  # fmt: skip
    events = play(fight, answers=["men", group, "riders-2", "riders-1"], dice=[35])
    assert happened(events, Attacked)[0].chance == 135
    assert not alive(fight, "riders-1") and not alive(fight, "riders-2")


@pytest.mark.rule("mag.example.combat_ranks")
def test_the_diagram_one_sure_hit_and_a_alone() -> None:
    fight = diagram()
    group = {man("B"): "riders-1", man("C"): "riders-2", man("D"): "riders-4", man("E"): "riders-1"}
    group[man("F")] = "riders-2"
    play(fight, answers=["men", group, "riders-4"], dice=[36])
    assert [name for name in ("riders-1", "riders-2", "riders-4") if not alive(fight, name)] == ["riders-4"]
    events = play(fight, answers=["men", {man("A"): "riders-1"}], dice=[28])
    assert happened(events, Attacked)[0].chance == 27 and alive(fight, "riders-1")


@pytest.mark.rule("mag.example.combat_ranks", "mag.combat.diagonal_separate")
def test_the_diagram_in_reply_rider_three_strikes_c_or_d_alone_and_rider_five_nobody() -> None:
    fight = diagram(red="theirs", active="theirs")
    assert foes(fight, "riders-3") == [man("C"), man("D")]
    assert foes(fight, "riders-5") == []
    assert all(blow(fight, "riders-3", man(letter)).over_corner for letter in "CD")
    with_two = {"riders-3": man("C"), "riders-2": man("C")}
    assert refusal(fight, with_two, answers=["riders"]) == "mag.combat.diagonal_separate"
    play(fight, answers=["riders", {"riders-3": man("D")}], dice=[100])
    assert foes(fight, "riders-3") == []
