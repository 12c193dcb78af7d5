"""Multiple combat: who may add percentages, and on whom the hits fall."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.events import Attacked, Slain, Wounded
from warhost.rulebooks.magnamund.morale import must_test
from warhost.rulebooks.magnamund.setting import Fight

from .melee import melee
from .scene import alive, asks, board, happened, hero, play, refusal, scene, standing, unit


def line(count: int, weapon: str = "sword", **more: object) -> Fight:
    """So many humans, each with a Giak straight ahead."""
    humans = unit("humans", [(x, 5) for x in range(1, count + 1)], weapons=[weapon])
    giaks = unit("giaks", [(x, 6) for x in range(1, count + 1)], side="theirs", **more)
    return melee(humans, giaks)


def straight(*places: int) -> dict[str, str]:
    """Each of these humans attacks the Giak before him."""
    return {f"humans-{place}": f"giaks-{place}" for place in places}


@pytest.mark.rule("mag.combat.multiple")
@pytest.mark.parametrize(("die", "falls"), [(88, 1), (89, 0)])
def test_four_spearmen_at_22_roll_once_at_88(die: int, falls: int) -> None:
    fight = line(4, "spear")
    answers = ["humans", straight(1, 2, 3, 4), "giaks-1"] if falls else ["humans", straight(1, 2, 3, 4)]
    events = play(fight, answers=answers, dice=[die])
    attack = happened(events, Attacked)[0]
    assert (attack.chance, attack.shares) == (88, (22, 22, 22, 22))
    assert len(happened(events, Slain)) == falls


@pytest.mark.rule("mag.combat.multiple")
@pytest.mark.parametrize(("die", "falls"), [(25, 2), (26, 1)])
def test_a_total_of_125_is_one_sure_hit_and_a_quarter_chance_of_another(die: int, falls: int) -> None:
    fight = line(5, "mace", shield=True)  # 27 - 2 each
    victims = ["giaks-1", "giaks-2"][:falls]
    events = play(fight, answers=["humans", straight(1, 2, 3, 4, 5), *victims], dice=[die])
    assert happened(events, Attacked)[0].chance == 125
    assert [slain.piece for slain in happened(events, Slain)] == victims


@pytest.mark.rule("mag.combat.multiple")
def test_adding_up_is_optional() -> None:
    fight = line(2)
    play(fight, answers=["humans", straight(1)], dice=[24])
    play(fight, answers=["humans", straight(2)], dice=[25])
    assert (alive(fight, "giaks-1"), alive(fight, "giaks-2")) == (False, True)


@pytest.mark.rule("mag.combat.multiple")
def test_each_of_a_group_counts_against_the_enemy_he_could_attack_alone() -> None:
    fight = line(2, pieces={"2": standing(facing="N")})
    assert (
        refusal(fight, {"humans-1": "giaks-1", "humans-2": "giaks-9"}, answers=["humans"]) == "mag.combat.adjacent"
    )
    events = play(fight, answers=["humans", straight(1, 2)], dice=[100])
    assert happened(events, Attacked)[0].shares == (24, 39)


@pytest.mark.rule("mag.combat.multiple")
def test_a_group_attacks_one_enemy_unit_only() -> None:
    fight = melee(
        unit("humans", [(1, 5), (2, 5)]),
        unit("giaks", [(1, 6)], side="theirs"),
        unit("others", [(2, 6)], side="theirs"),
    )
    two = {"humans-1": "giaks-1", "humans-2": "others-1"}
    assert refusal(fight, two, answers=["humans"]) == "mag.combat.multiple"


@pytest.mark.rule("mag.combat.multiple_conditions")
def test_all_attackers_are_of_one_unit() -> None:
    fight = melee(
        unit("humans", [(1, 5)]), unit("friends", [(2, 5)]), unit("giaks", [(1, 6), (2, 6)], side="theirs")
    )
    two = {"humans-1": "giaks-1", "friends-1": "giaks-2"}
    assert refusal(fight, two, answers=["humans"])
    assert list(asks(fight, answers=["humans"]).describe()["options"]) == ["humans-1"]


@pytest.mark.rule("mag.combat.multiple_conditions")
def test_enemies_in_different_cover_are_not_grouped() -> None:
    humans, giaks = unit("humans", [(1, 5), (2, 5), (3, 5)]), unit("giaks", [(1, 6), (2, 6), (3, 6)], side="theirs")
    fight = melee(humans, giaks, on=board(scrub=[(1, 6)]))
    assert refusal(fight, straight(1, 2), answers=["humans"]) == "mag.combat.multiple_conditions"
    assert refusal(fight, straight(2, 3), answers=["humans"]) == ""
    all_in = melee(humans, giaks, on=board(scrub=[(1, 6), (2, 6)]))
    assert refusal(all_in, straight(1, 2), answers=["humans"]) == ""
    wall = melee(humans, giaks, on=board(edges=[("low_wall", "N", [(2, 5)])]))
    assert refusal(wall, straight(1, 2), answers=["humans"]) == "mag.combat.multiple_conditions"


@pytest.mark.rule("mag.combat.multiple_groups")
def test_ten_humans_between_halberdiers_and_bowmen_form_two_groups() -> None:
    fight = melee(
        unit("humans", [(x, 5) for x in range(1, 11)]),
        unit("bowmen", [(x, 6) for x in range(1, 6)], side="theirs", weapons=["dagger"]),
        unit("halberds", [(x, 6) for x in range(6, 11)], side="theirs", weapons=["halberd"]),
    )
    left = {f"humans-{n}": f"bowmen-{n}" for n in range(1, 6)}
    right = {f"humans-{n}": f"halberds-{n - 5}" for n in range(6, 11)}
    assert refusal(fight, left | right, answers=["humans"]) == "mag.combat.multiple"
    events = play(fight, answers=["humans", left, "bowmen-3"], dice=[100])
    events += play(fight, answers=["humans", right, "halberds-3", "halberds-4"], dice=[20])
    assert [attack.chance for attack in happened(events, Attacked)] == [120, 120]


@pytest.mark.rule("mag.combat.multiple_groups")
def test_several_groups_of_one_unit_and_the_rest_singly() -> None:
    fight = line(5)
    play(fight, answers=["humans", straight(1, 2)], dice=[100])
    play(fight, answers=["humans", straight(4, 5)], dice=[100])
    events = play(fight, answers=["humans", straight(3)], dice=[24])
    assert happened(events, Slain)[0].piece == "giaks-3"


@pytest.mark.rule("mag.combat.casualty_choice")
def test_the_victims_player_chooses_between_those_in_contact() -> None:
    """B, C and D touch riders 1, 2 and 4; rider 3 stands at a corner of C and D, rider 5 behind."""
    fight = melee(
        unit("men", [(2, 5), (3, 5), (5, 5)], weapons=["spear"]),
        unit("riders", [(2, 6), (3, 6), (4, 6), (5, 6), (3, 8)], side="theirs", sheet="wolfrider"),
    )
    group = {"men-1": "riders-1", "men-2": "riders-2", "men-3": "riders-4"}
    question = asks(fight, answers=["men", group], dice=[81])
    assert (question.what, question.side) == ("casualty", 1)
    assert question.describe()["options"] == ["riders-1", "riders-2", "riders-4"]
    play(fight, answers=["men", group, "riders-2"], dice=[81])
    assert not alive(fight, "riders-2")


@pytest.mark.rule("mag.combat.casualty_choice")
def test_surplus_hits_go_on_to_the_nearest_of_the_unit_and_never_to_friends() -> None:
    humans = unit("humans", [(5, 5), (5, 4), (5, 3)], weapons=["pike"], training="veteran")
    giaks = unit(
        "giaks", [(5, 6), (5, 9), (5, 7)], side="theirs", armour="none", pieces={"1": standing(facing="N")}
    )
    fight = melee(humans, giaks)
    order = {f"humans-{n}": "giaks-1" for n in (1, 2, 3)}
    events = play(fight, answers=["humans", order], dice=[68])  # 3 x (36 + 5 + 15) = 168
    assert [slain.piece for slain in happened(events, Slain)] == ["giaks-1", "giaks-3"]
    alone = melee(
        humans,
        unit("giaks", [(5, 6)], side="theirs", armour="none", facing="N"),
        unit("others", [(9, 9)], side="theirs"),
    )
    events = play(alone, answers=["humans", order], dice=[68])
    assert [slain.piece for slain in happened(events, Slain)] == ["giaks-1"]


@pytest.mark.rule("mag.combat.casualty_choice")
def test_a_single_attack_strikes_the_piece_that_was_named() -> None:
    fight = line(3)
    events = play(fight, answers=["humans", {"humans-2": "giaks-3"}], dice=[1])
    assert [slain.piece for slain in happened(events, Slain)] == ["giaks-3"]


@pytest.mark.rule("mag.combat.multiple_character")
def test_a_hero_attacked_by_a_group_takes_every_hit_on_the_chart() -> None:
    humans = unit("humans", [(5, 5), (5, 4), (5, 3)], weapons=["pike"], training="veteran")
    fight = melee(humans, hero("kootak", (5, 6), side="theirs", facing="N", now=standing(hardened=True)))
    order = {f"humans-{n}": "kootak" for n in (1, 2, 3)}
    events = play(fight, answers=["humans", order], dice=[2, 40, 25, 40, 88])  # 3 x (14 + 5 + 15) = 102
    assert [(w.location, w.severity) for w in happened(events, Wounded)] == [("legs", "wound"), ("body", "wound")]


@pytest.mark.rule("mag.combat.multiple_character")
def test_a_dead_hero_takes_no_more_hits() -> None:
    humans = unit("humans", [(5, 5), (5, 4), (5, 3)], weapons=["pike"], training="veteran")
    fight = melee(humans, hero("kootak", (5, 6), side="theirs", facing="N", now=standing(hardened=True)))
    order = {f"humans-{n}": "kootak" for n in (1, 2, 3)}
    play(fight, answers=["humans", order], dice=[2, 95, 10])
    assert not alive(fight, "kootak")


@pytest.mark.rule("mag.unit.composition")
def test_a_larger_unit_takes_more_losses_before_it_tests() -> None:
    def tests(size: int, lost: int) -> bool:
        fight = scene(
            unit(
                "giaks", [(x, 9) for x in range(1, size - lost + 1)], side="theirs", lost=lost, lost_this_turn=lost
            )
        )
        return must_test(fight, 0)

    assert [tests(5, 1), tests(8, 1), tests(8, 2), tests(15, 2)] == [True, False, True, False]
