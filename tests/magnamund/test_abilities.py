"""Heroic Abilities: what good heroes can do."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Choose
from warhost.rulebooks.magnamund.combat import may_not_strike
from warhost.rulebooks.magnamund.events import Attacked, Missed, MoraleTested, Moved, PowerTried, WoundIgnored
from warhost.rulebooks.magnamund.library import check_hero
from warhost.rulebooks.magnamund.morale import must_test
from warhost.rulebooks.magnamund.orders import cannot_march
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.situation import SituationCharacter, SituationUnit
from warhost.rulebooks.magnamund.state import Wound
from warhost.rulebooks.magnamund.wounds import wound

from . import gunnery
from .heroics import blow, card, price, why
from .scene import (
    Square,
    alive,
    asks,
    at,
    board,
    book,
    give,
    happened,
    hero,
    number,
    piece,
    play,
    scene,
    standing,
    unit,
)

RORN = card()


def rorn(*skills: str, at: Square = (5, 5), **more: Any) -> SituationCharacter:
    return hero("rorn", at, skills=list(skills), **more)


def giaks(*squares: Square, **more: Any) -> SituationUnit:
    return unit("giaks", list(squares), side="theirs", **more)


# --- weapon skill -------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.skill.weapon")
def test_a_heros_weapon_skill_is_worth_fifteen_in_combat() -> None:
    fight = scene(rorn("weapon_skill_sword"), giaks((5, 6)), cards=[RORN], phase="combat")
    strike = blow(fight, "rorn", "giaks-1")
    assert strike.chance == 24 + 5 + 15
    assert why(strike)["mag.skill.weapon"] == 15


@pytest.mark.rule("mag.skill.weapon")
def test_and_ten_when_shooting() -> None:
    archer = rorn("weapon_skill_sling", weapons=["sling", "sword"])
    fight = scene(archer, giaks((5, 8)), cards=[RORN])
    assert gunnery.chance(fight, "rorn", "giaks-1") == 9 + 3 + 10


@pytest.mark.rule("mag.skill.weapon")
def test_only_weapons_of_his_race_can_be_learned() -> None:
    assert check_hero(card(skills=["weapon_skill_arquebus"]), book().library) == [
        "skills[0]: expected another weapon, only the dwarf uses the arquebus"
    ]
    assert check_hero(card(skills=["weapon_skill_lance"]), book().library) == []


# --- salmon leap --------------------------------------------------------------------------------------------


def leaper(on: Any = None, **now: Any) -> Fight:
    return scene(rorn("salmon_leap", now=standing(**now)), cards=[RORN], on=on, phase="movement")


@pytest.mark.rule("mag.skill.salmon_leap")
def test_he_leaps_four_squares_besides_his_whole_move_and_lands_facing_any_way() -> None:
    fight = leaper()
    assert price(fight, "rorn", "^9,9,E" + "F" * 8) == 8
    assert price(fight, "rorn", "FFFF^5,12,WFFFF") == 8
    assert price(fight, "rorn", "^5,10,N") == "mag.skill.salmon_leap"
    play(fight, answers=["rorn", {"rorn": "FF^7,9,S"}])
    assert at(fight, "rorn") == (7, 9) and piece(fight, "rorn").facing == 2
    assert piece(fight, "rorn").used("salmon_leap") == 1


@pytest.mark.rule("mag.skill.salmon_leap")
def test_trees_are_neither_crossed_nor_landed_in() -> None:
    fight = leaper(board(trees=[(5, 7), (9, 5)]))
    assert price(fight, "rorn", "^5,8,N") == "mag.skill.salmon_leap"
    assert price(fight, "rorn", "^9,5,N") == "mag.skill.salmon_leap"
    assert price(fight, "rorn", "^6,8,N") == 0


@pytest.mark.rule("mag.skill.salmon_leap")
def test_there_is_no_third_leap_in_a_battle() -> None:
    assert price(leaper(uses={"salmon_leap": 2}), "rorn", "^5,8,N") == "mag.skill.salmon_leap"
    second = leaper(uses={"salmon_leap": 1})
    assert price(second, "rorn", "^5,8,N") == 0
    assert price(second, "rorn", "^5,8,N^5,9,N") == "mag.skill.salmon_leap"


@pytest.mark.rule("mag.skill.salmon_leap")
@pytest.mark.parametrize("feature", ["hedge", "fence", "low_wall", "high_wall"])
def test_hedges_fences_and_walls_are_leapt_over(feature: str) -> None:
    fight = leaper(board(edges=[(feature, "N", [(4, 6), (5, 6), (6, 6)])]))
    assert price(fight, "rorn", "^5,8,N") == 0


@pytest.mark.rule("mag.skill.salmon_leap")
def test_houses_and_ramparts_are_not() -> None:
    house = leaper(board(edges=[("building_wall", "N", [(4, 6), (5, 6), (6, 6)])]))
    assert price(house, "rorn", "^5,8,N") == "mag.skill.salmon_leap"
    rampart = leaper(board(rampart=[(4, 7), (5, 7), (6, 7)]))
    assert price(rampart, "rorn", "^5,9,N") == "mag.skill.salmon_leap"


@pytest.mark.rule("mag.skill.salmon_leap")
@pytest.mark.parametrize("ground", ["rocks", "scrub", "marsh", "slope", "steps", "hilltop"])
def test_he_lands_on_rocks_scrub_marsh_and_up_a_hill(ground: str) -> None:
    assert price(leaper(board(**{ground: [(5, 7), (5, 8)]})), "rorn", "^5,8,N") == 0


@pytest.mark.rule("mag.skill.salmon_leap")
def test_over_water_and_over_men_but_not_onto_them() -> None:
    men = unit("men", [(5, 6), (5, 7)])
    fight = scene(
        rorn("salmon_leap"), men, cards=[RORN], on=board(water=[(6, 6), (7, 7), (8, 8)]), phase="movement"
    )
    assert price(fight, "rorn", "^5,8,N") == 0
    assert price(fight, "rorn", "^5,7,N") == "mag.skill.salmon_leap"
    assert price(fight, "rorn", "^9,9,N") == 0
    assert price(fight, "rorn", "^8,8,N") == "mag.skill.salmon_leap"


@pytest.mark.rule("mag.skill.salmon_leap")
def test_who_is_locked_in_combat_does_not_leap_and_landing_beside_an_enemy_is_no_charge() -> None:
    locked = scene(rorn("salmon_leap"), giaks((5, 6)), cards=[RORN], phase="movement")
    refused = cannot_march(locked, number(locked, "rorn"))
    assert refused is not None and refused.rule == "mag.move.locked"
    fight = scene(rorn("salmon_leap"), giaks((5, 10)), cards=[RORN], phase="movement")
    assert price(fight, "rorn", "^5,9,NF") == "mag.move.engage"
    play(fight, answers=["rorn", {"rorn": "FF^5,9,N"}])
    assert piece(fight, "rorn").charged == ()


# --- strength, poison, hypnosis -----------------------------------------------------------------------------


@pytest.mark.rule("mag.skill.strength")
def test_a_slight_head_wound_does_not_even_stun_the_strong() -> None:
    fight = scene(rorn("strength"), giaks((5, 6)), cards=[RORN], turn=2)
    script = give(fight, dice=[20, 10, 36, 10])
    wound(fight, number(fight, "rorn"), None)
    assert piece(fight, "rorn").wounds == () and piece(fight, "rorn").stunned == ()
    ignored = happened([told.event for told in fight.told], WoundIgnored)
    assert [event.rule for event in ignored] == ["mag.skill.strength"]
    wound(fight, number(fight, "rorn"), None)
    assert piece(fight, "rorn").wounds == (Wound("head", "wound"),)
    script.check_empty()


@pytest.mark.rule("mag.skill.poison_immunity")
@pytest.mark.parametrize(("skills", "severity"), [((), "serious"), (("poison_immunity",), "wound")])
def test_poison_does_nothing_to_the_immune(skills: tuple[str, ...], severity: str) -> None:
    fight = scene(
        rorn(*skills), hero("kootak", (5, 6), side="theirs"), cards=[RORN], phase="combat", active="theirs",
        red="theirs",
    )  # fmt: skip
    play(fight, answers=["kootak", {"kootak": "rorn"}], dice=[1, 52, 50])
    assert piece(fight, "rorn").wounds == (Wound("arms", severity),)


@pytest.mark.rule("mag.skill.mental_strength")
def test_hypnosis_glides_off_a_strong_mind_without_a_roll() -> None:
    stares = hero("kootak", (5, 8), side="theirs", skills=["hypnotise"])
    fight = scene(rorn("mental_strength"), stares, cards=[RORN], active="theirs", red="theirs")
    events = play(fight, answers=["kootak", "rorn"])
    assert [(t.rule, t.success) for t in happened(events, PowerTried)] == [("mag.skill.mental_strength", False)]
    assert piece(fight, "rorn").trance is None


# --- secret parry -------------------------------------------------------------------------------------------


def parry_against_three(**more: Any) -> Fight:
    return scene(rorn("secret_parry"), giaks((4, 6), (5, 6), (6, 6)), cards=[RORN], phase="combat", **more)


@pytest.mark.rule("mag.skill.secret_parry")
def test_parrying_he_is_safe_from_three_giaks_and_makes_no_reply() -> None:
    fight = parry_against_three(red="theirs", active="theirs")
    first = play(fight, answers=["giaks", {"giaks-1": "rorn"}, "yes"])
    second = play(fight, answers=["giaks", {"giaks-2": "rorn"}])
    third = play(fight, answers=["giaks", {"giaks-3": "rorn"}])
    for events in (first, second, third):
        assert [missed.rule for missed in happened(events, Missed)] == ["mag.skill.secret_parry"]
    refused = may_not_strike(fight, number(fight, "rorn"))
    assert refused is not None and refused.rule == "mag.skill.secret_parry"


@pytest.mark.rule("mag.skill.secret_parry")
def test_it_comes_before_the_first_blow_or_not_at_all() -> None:
    fight = parry_against_three(red="theirs", active="theirs")
    play(fight, answers=["giaks", {"giaks-1": "rorn"}, "no"], dice=[100])
    play(fight, answers=["giaks", {"giaks-2": "rorn"}], dice=[100])
    assert may_not_strike(fight, number(fight, "rorn")) is None


@pytest.mark.rule("mag.skill.secret_parry")
def test_a_red_hero_parries_the_reply_only_if_he_gave_up_his_attack() -> None:
    struck = parry_against_three()
    play(struck, answers=["rorn", {"rorn": "giaks-2"}], dice=[100])
    play(struck, answers=["giaks", {"giaks-2": "rorn"}], dice=[100])
    waits = parry_against_three()
    play(waits, answers=["done"])
    play(waits, answers=["giaks", {"giaks-2": "rorn"}, "yes"])


@pytest.mark.rule("mag.skill.secret_parry")
def test_arrows_are_not_parried() -> None:
    bows = giaks((5, 10), weapons=["short_bow", "dagger"])
    fight = scene(rorn("secret_parry"), bows, cards=[RORN], active="theirs", red="theirs")
    play(fight, answers=["giaks", {"giaks-1": "rorn"}], dice=[12, 1, 70])
    assert piece(fight, "rorn").wounds == (Wound("body", "slight"),)


# --- lightning attack ---------------------------------------------------------------------------------------


def lightning(*squares: Square, **more: Any) -> Fight:
    return scene(rorn("lightning_attack", **more), giaks(*squares), cards=[RORN], phase="combat")


@pytest.mark.rule("mag.skill.lightning_attack")
def test_having_killed_he_steps_up_to_a_giak_two_squares_away_and_strikes_again() -> None:
    fight = lightning((5, 6), (5, 7), (5, 8))
    events = play(
        fight, answers=["rorn", {"rorn": "giaks-1"}, "giaks-2", "5,6,N"], dice=[29, 29]
    )  # and no third attack, though giaks-3 is near
    assert at(fight, "rorn") == (5, 6)
    assert not alive(fight, "giaks-1") and not alive(fight, "giaks-2")
    assert [attack.chance for attack in happened(events, Attacked)] == [29, 29]
    assert [moved.cost for moved in happened(events, Moved)] == [0]


@pytest.mark.rule("mag.skill.lightning_attack")
def test_three_squares_are_too_far_and_a_miss_gives_no_second_attack() -> None:
    fight = lightning((5, 6), (5, 8))
    play(fight, answers=["rorn", {"rorn": "giaks-1"}], dice=[1])
    assert alive(fight, "giaks-2")
    missed = lightning((5, 6), (6, 6))
    play(missed, answers=["rorn", {"rorn": "giaks-1"}], dice=[30])


@pytest.mark.rule("mag.skill.lightning_attack")
def test_he_need_not_leave_his_place_and_may_turn_on_it() -> None:
    fight = lightning((5, 6), (6, 5))
    before = ["rorn", {"rorn": "giaks-1"}, "giaks-2"]
    question = asks(fight, answers=before, dice=[1])
    assert isinstance(question, Choose)
    assert list(question.options) == ["5,5,N", "5,5,E", "5,5,S", "5,5,W"]
    play(fight, answers=[*before, "5,5,E"], dice=[1, 1])
    assert piece(fight, "rorn").facing == 1 and not alive(fight, "giaks-2")


@pytest.mark.rule("mag.skill.lightning_attack")
def test_he_may_let_it_be() -> None:
    fight = lightning((5, 6), (6, 5))
    play(fight, answers=["rorn", {"rorn": "giaks-1"}, "nobody"], dice=[1])
    assert alive(fight, "giaks-2")


@pytest.mark.rule("mag.skill.lightning_attack")
def test_nothing_impassable_may_be_in_the_way() -> None:
    wall = board(edges=[("high_wall", "N", [(4, 6), (5, 6), (6, 6)])])
    fight = scene(rorn("lightning_attack"), giaks((5, 6), (5, 7)), cards=[RORN], on=wall, phase="combat")
    play(fight, answers=["rorn", {"rorn": "giaks-1"}], dice=[1])
    assert alive(fight, "giaks-2")


@pytest.mark.rule("mag.skill.lightning_attack")
def test_with_useless_legs_he_strikes_again_only_from_where_he_stands() -> None:
    lame = standing(wounds=[("legs", "critical")])
    far = lightning((5, 6), (5, 7), now=lame)
    play(far, answers=["rorn", {"rorn": "giaks-1"}], dice=[1])
    near = lightning((5, 6), (6, 6), now=lame)
    play(near, answers=["rorn", {"rorn": "giaks-1"}, "giaks-2"], dice=[1, 1])
    assert not alive(near, "giaks-2")


@pytest.mark.rule("mag.skill.lightning_attack", "mag.setup.hidden_reveal")
def test_a_hidden_giak_in_his_way_comes_to_light_and_can_be_struck() -> None:
    lurker = unit("lurkers", [(5, 6)], side="theirs", all=standing(hidden=True))
    fight = scene(rorn("lightning_attack"), giaks((4, 5), (5, 7)), lurker, cards=[RORN], phase="combat")
    first = ["rorn", {"rorn": "giaks-1"}, "giaks-2", "5,6,N"]
    play(fight, answers=[*first, "lurkers-1", "5,5,N"], dice=[1, 100])
    assert alive(fight, "lurkers-1") and at(fight, "rorn") == (5, 5)


# --- heart and fear -----------------------------------------------------------------------------------------


@pytest.mark.rule("mag.skill.rally")
def test_at_half_strength_beside_their_prince_even_a_one_carries_on() -> None:
    men = unit("men", [(5, 5), (6, 5)], lost=2)
    fight = scene(
        men, hero("prince_pelathar", (7, 6)), giaks((5, 22)), phase="morale", leaders=("prince_pelathar", "")
    )
    tested = happened(play(fight, dice=[1]), MoraleTested)[0]
    assert (tested.value, tested.result) == (10 + 1 - 2 + 3 + 1, "carry on")


@pytest.mark.rule("mag.skill.rally")
def test_two_squares_away_he_does_not_rally_them() -> None:
    men = unit("men", [(5, 5), (6, 5)], lost=2)
    fight = scene(men, hero("prince_pelathar", (8, 5)), giaks((5, 22)), phase="morale")
    tested = happened(play(fight, dice=[4]), MoraleTested)[0]
    assert (tested.value, tested.result) == (10 + 4 - 2, "carry on")


def shining(*squares: Square, **more: Any) -> Fight:
    return scene(
        rorn("aura_of_goodness"), giaks(*squares, **more), cards=[RORN], phase="morale", active="theirs",
        red="theirs",
    )  # fmt: skip


@pytest.mark.rule("mag.skill.aura_of_goodness")
def test_an_evil_unit_with_a_piece_within_two_squares_tests_at_minus_two() -> None:
    fight = shining((7, 7), (8, 8), (9, 9))
    tested = happened(play(fight, dice=[3, 4]), MoraleTested)[0]
    assert (tested.value, tested.result) == (4 + 7 - 2, "carry on")
    assert must_test(shining((7, 8), (8, 8)), 0) is False


@pytest.mark.rule("mag.skill.aura_of_goodness")
def test_who_has_carried_on_once_need_not_test_for_this_aura_again() -> None:
    fight = shining((7, 7), (8, 8))
    play(fight, dice=[6, 6])
    fight.state.units[0].tested = False  # the next turn
    assert not must_test(fight, 0)
    assert not must_test(shining((7, 7), steady=["rorn"]), 0)


@pytest.mark.rule("mag.skill.aura_of_goodness")
def test_good_enemies_do_not_mind_the_aura() -> None:
    fight = shining((7, 7), sheet="human")
    assert not must_test(fight, 0)
