"""Kai Lords: their disciplines of the mind."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Choose
from warhost.rulebooks.magnamund.aiming import may_not_shoot
from warhost.rulebooks.magnamund.combat import may_not_strike
from warhost.rulebooks.magnamund.events import Fired, Moved, PowerTried, Revealed, Wounded
from warhost.rulebooks.magnamund.orders import cannot_march
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.situation import SituationCharacter, SituationUnit
from warhost.rulebooks.magnamund.state import Wound
from warhost.rulebooks.magnamund.verdicts import verdicts

from .heroics import card, targets
from .scene import (
    Square,
    alive,
    asks,
    at,
    board,
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


def wolf(*skills: str, at: Square = (5, 5), **more: Any) -> SituationCharacter:
    return hero("lone_wolf", at, skills=list(skills), **more)


def giaks(*squares: Square, **more: Any) -> SituationUnit:
    return unit("giaks", list(squares), side="theirs", **more)


def wolfrider(*squares: Square, **more: Any) -> SituationUnit:
    return unit("wolves", list(squares), side="theirs", sheet="wolfrider", weapons=["lance"], **more)


# --- sixth sense --------------------------------------------------------------------------------------------


@pytest.mark.rule("mag.kai.sixth_sense")
def test_unsure_twice_he_feels_again_and_every_hidden_enemy_is_placed() -> None:
    hidden = giaks((5, 20), (6, 20), all=standing(hidden=True))
    fight = scene(wolf("sixth_sense"), hidden, phase="movement")
    events = play(fight, answers=["yes"], dice=[55, 44, 61])
    assert [revealed.square for revealed in happened(events, Revealed)] == [(5, 20), (6, 20)]
    assert alive(fight, "giaks-1") and alive(fight, "giaks-2")


@pytest.mark.rule("mag.kai.sixth_sense")
@pytest.mark.parametrize(("dice", "found"), [([40], False), ([41, 40], False), ([60, 61], True), ([100], True)])
def test_sixth_sense_by_its_bands(dice: list[int], found: bool) -> None:
    fight = scene(wolf("sixth_sense"), giaks((5, 20), all=standing(hidden=True)), phase="movement")
    play(fight, answers=["yes"], dice=dice)
    assert alive(fight, "giaks-1") == found


@pytest.mark.rule("mag.kai.sixth_sense")
def test_he_may_leave_it_and_his_own_men_stay_hidden() -> None:
    friends = unit("men", [(2, 2)], all=standing(hidden=True))
    fight = scene(wolf("sixth_sense"), friends, giaks((5, 20), all=standing(hidden=True)), phase="movement")
    play(fight, answers=["no"])
    assert not alive(fight, "giaks-1")
    fight.state.sensed = False
    play(fight, answers=["yes"], dice=[99])
    assert alive(fight, "giaks-1") and piece(fight, "men-1").fate == "hidden"


# --- mind blast and mind shield -----------------------------------------------------------------------------


@pytest.mark.rule("mag.kai.mind_blast")
def test_a_giak_four_squares_away_dies_of_a_forty() -> None:
    fight = scene(wolf("mind_blast"), giaks((5, 9), (5, 10)))
    assert targets(fight, "lone_wolf") == {"mind blast": ["giaks-1"]}
    play(fight, answers=["lone_wolf", "giaks-1"], dice=[40])
    assert not alive(fight, "giaks-1")


@pytest.mark.rule("mag.kai.mind_blast")
@pytest.mark.parametrize(
    ("now", "away", "why"),
    [
        ({}, 4, ""),
        ({}, 5, "it sees no enemy within 4 squares"),
        ({"wounds": [("body", "slight")]}, 4, "it is wounded"),
        ({"uses": {"mind_blast": 1}}, 4, ""),
        ({"uses": {"mind_blast": 2}}, 4, "it has sent 2 in this battle, and that is all"),
    ],
)
def test_the_referee_says_why_no_mind_blast_is_sent(now: dict[str, Any], away: int, why: str) -> None:
    fight = scene(wolf("mind_blast", now=standing(**now)), giaks((5, 5 + away)))
    found = [one for one in verdicts(fight.setting, fight.state) if one.deed.startswith("use mind blast")]
    assert [one.refusal.why for one in found if one.refusal is not None] == ([why] if why else [])
    assert all(one.refusal.rule == "mag.kai.mind_blast" for one in found if one.refusal is not None)
    assert len(found) == 1


@pytest.mark.rule("mag.kai.mind_blast")
def test_a_forty_one_misses_and_is_one_of_two_blasts() -> None:
    fight = scene(wolf("mind_blast"), giaks((5, 9)))
    play(fight, answers=["lone_wolf", "giaks-1"], dice=[41])
    assert alive(fight, "giaks-1") and piece(fight, "lone_wolf").used("mind_blast") == 1
    spent = scene(wolf("mind_blast", now=standing(uses={"mind_blast": 2})), giaks((5, 9)))
    assert targets(spent, "lone_wolf") == {}


@pytest.mark.rule("mag.kai.mind_blast")
def test_with_a_slight_body_wound_there_is_no_mind_blast() -> None:
    fight = scene(wolf("mind_blast", now=standing(wounds=[("body", "slight")])), giaks((5, 9)))
    assert targets(fight, "lone_wolf") == {}


@pytest.mark.rule("mag.kai.mind_blast")
def test_a_monster_is_hit_lower_and_harder() -> None:
    fight = scene(wolf("mind_blast"), hero("gourgaz", (5, 9), side="theirs", sheet="gourgaz", weapons=["claws"]))
    play(fight, answers=["lone_wolf", "gourgaz"], dice=[40, 61, 70])
    assert piece(fight, "gourgaz").wounds == (Wound("legs", "serious"),)  # 61 + 10 and 70 - 30 on its own chart


@pytest.mark.rule("mag.kai.mind_blast")
def test_a_hero_is_hit_on_thirty_five_with_twenty_off_the_location() -> None:
    fight = scene(wolf("mind_blast"), hero("kootak", (5, 9), side="theirs", now=standing(hardened=True)))
    play(fight, answers=["lone_wolf", "kootak"], dice=[35, 70, 55])
    assert piece(fight, "kootak").wounds == (Wound("legs", "wound"),)
    again = scene(wolf("mind_blast"), hero("kootak", (5, 9), side="theirs"))
    play(again, answers=["lone_wolf", "kootak"], dice=[36])
    assert piece(again, "kootak").wounds == ()


@pytest.mark.rule("mag.kai.mind_blast")
def test_he_must_see_whom_he_blasts_but_arc_and_contact_do_not_matter() -> None:
    wall = board(edges=[("high_wall", "N", [(4, 6), (5, 6), (6, 6)])])
    assert targets(scene(wolf("mind_blast"), giaks((5, 8)), on=wall), "lone_wolf") == {}
    behind = scene(wolf("mind_blast"), giaks((5, 4), (5, 3)))
    assert targets(behind, "lone_wolf") == {"mind blast": ["giaks-1", "giaks-2"]}


@pytest.mark.rule("mag.kai.mind_blast")
def test_a_rider_of_whom_he_sees_only_the_farther_square_is_out_of_reach() -> None:
    rider = wolfrider((6, 9))  # its rear at (6,10) is in sight, but five squares away
    assert targets(scene(wolf("mind_blast"), rider, on=board(trees=[(6, 7)])), "lone_wolf") == {}
    assert targets(scene(wolf("mind_blast"), rider), "lone_wolf") == {"mind blast": ["wolves-1"]}


@pytest.mark.rule("mag.kai.mind_blast")
def test_who_blasts_does_not_shoot_in_that_phase_but_may_in_the_next() -> None:
    fight = scene(wolf("mind_blast", weapons=["longbow", "sword"]), giaks((5, 9)))
    question = asks(fight, answers=["lone_wolf"])
    assert isinstance(question, Choose) and list(question.options) == ["mind blast", "shoot"]
    play(fight, answers=["lone_wolf", "mind blast", "giaks-1"], dice=[90])
    refused = may_not_shoot(fight, number(fight, "lone_wolf"))
    assert refused is not None and refused.rule == "mag.fire.who"
    play(fight, answers=["done"])  # the movement phase has begun: nobody moves
    assert fight.state.phase == "movement"


@pytest.mark.rule("mag.kai.mind_blast")
def test_he_may_blast_in_the_second_firing_phase_too() -> None:
    fight = scene(wolf("mind_blast"), giaks((5, 9)), phase="second firing")
    assert targets(fight, "lone_wolf") == {"mind blast": ["giaks-1"]}


@pytest.mark.rule("mag.kai.mind_blast", "mag.trick.hypnotise_effect")
def test_a_good_lord_does_not_blast_a_hypnotised_comrade() -> None:
    lost = unit("men", [(5, 8)], all=standing(obeys=3))
    fight = scene(wolf("mind_blast"), lost, giaks((7, 8)))
    assert targets(fight, "lone_wolf") == {"mind blast": ["giaks-1"]}


def helghast(*skills: str) -> SituationCharacter:
    return hero("kootak", (5, 8), side="theirs", skills=list(skills))


@pytest.mark.rule("mag.kai.mind_shield")
def test_a_fifty_five_parries_the_blast_of_an_evil_hero() -> None:
    fight = scene(wolf("mind_shield"), helghast("mind_blast"), active="theirs", red="theirs")
    events = play(fight, answers=["kootak", "lone_wolf"], dice=[55])
    assert [(tried.rule, tried.success) for tried in happened(events, PowerTried)] == [
        ("mag.kai.mind_shield", True),
        ("mag.trick.mind_blast", False),
    ]


@pytest.mark.rule("mag.kai.mind_shield")
def test_a_sixty_parries_and_after_a_sixty_one_the_blast_is_rolled() -> None:
    parried = scene(wolf("mind_shield"), helghast("mind_blast"), active="theirs", red="theirs")
    play(parried, answers=["kootak", "lone_wolf"], dice=[60])
    fight = scene(wolf("mind_shield"), helghast("mind_blast"), active="theirs", red="theirs")
    events = play(fight, answers=["kootak", "lone_wolf"], dice=[61, 35, 50, 80])
    assert [(wound.location, wound.severity) for wound in happened(events, Wounded)] == [("arms", "wound")]


@pytest.mark.rule("mag.kai.mind_shield")
@pytest.mark.parametrize(("rolled", "then"), [(50, []), (51, [36])])
def test_the_blast_of_another_kai_lord_is_parried_only_up_to_fifty(rolled: int, then: list[int]) -> None:
    renegade = hero("rorn", (5, 8), side="theirs", skills=["mind_blast"])
    fight = scene(wolf("mind_shield"), renegade, cards=[card(kai_lord=True)], active="theirs", red="theirs")
    play(fight, answers=["rorn", "lone_wolf"], dice=[rolled, *then])
    assert piece(fight, "lone_wolf").wounds == ()


# --- animal kinship -----------------------------------------------------------------------------------------


def charmed(fight: Fight, animal: str) -> None:
    play(fight, answers=["lone_wolf", animal], dice=[40])


@pytest.mark.rule("mag.kai.animal_kinship")
def test_a_wolf_four_squares_away_obeys_on_a_forty_and_is_moved_and_turned() -> None:
    fight = scene(wolf("animal_kinship"), wolfrider((5, 9), (8, 20)))
    assert targets(fight, "lone_wolf") == {"animal kinship": ["wolves-1"]}
    charmed(fight, "wolves-1")
    events = play(fight, answers=["6,10,E"])
    assert at(fight, "wolves-1") == (6, 10) and piece(fight, "wolves-1").facing == 1
    assert happened(events, Moved)[0].cost == 0
    assert cannot_march(fight, number(fight, "wolves-1")) is None


@pytest.mark.rule("mag.kai.animal_kinship")
def test_each_of_two_animals_obeys_once() -> None:
    both = [("lone_wolf", "wolves-1"), ("lone_wolf", "wolves-2")]
    fight = scene(wolf("animal_kinship"), wolfrider((5, 9), (8, 20)), phase="movement", animals=both)
    play(fight, answers=["6,10,E"])
    play(fight, answers=["stay"])
    assert at(fight, "wolves-1") == (6, 10) and at(fight, "wolves-2") == (8, 20) and fight.state.animals == ()


@pytest.mark.rule("mag.kai.animal_kinship")
def test_five_squares_are_too_far_and_a_forty_one_fails() -> None:
    assert targets(scene(wolf("animal_kinship"), wolfrider((5, 10))), "lone_wolf") == {}
    fight = scene(wolf("animal_kinship"), wolfrider((5, 9)))
    play(fight, answers=["lone_wolf", "wolves-1"], dice=[41])
    assert fight.state.animals == ()


@pytest.mark.rule("mag.kai.animal_kinship")
def test_foot_soldiers_and_monsters_are_no_animals_but_his_own_mount_is() -> None:
    rider = card(kai_lord=True, sheet="cavalry", armour="none")
    beast = hero("gourgaz", (9, 8), side="theirs", sheet="gourgaz", weapons=["claws"])
    fight = scene(hero("rorn", (8, 5), skills=["animal_kinship"]), giaks((7, 8)), beast, cards=[rider])
    assert targets(fight, "rorn") == {"animal kinship": ["rorn"]}


@pytest.mark.rule("mag.kai.animal_kinship")
def test_only_in_the_first_firing_phase_and_without_a_shot_in_it() -> None:
    late = scene(wolf("animal_kinship"), wolfrider((5, 9)), phase="second firing")
    assert targets(late, "lone_wolf") == {}
    fight = scene(wolf("animal_kinship", weapons=["longbow", "sword"]), wolfrider((5, 9)))
    play(fight, answers=["lone_wolf", "animal kinship", "wolves-1"], dice=[90])
    assert may_not_shoot(fight, number(fight, "lone_wolf")) is not None


@pytest.mark.rule("mag.kai.animal_kinship")
def test_the_animal_goes_one_square_and_only_where_there_is_room_for_all_of_it() -> None:
    fight = scene(wolf("animal_kinship"), wolfrider((5, 9)), giaks((5, 12)), on=board(water=[(4, 9)]))
    charmed(fight, "wolves-1")
    rule = "mag.kai.animal_kinship"
    assert refusal(fight, "5,11,S") == rule  # two squares
    assert refusal(fight, "4,9,N") == rule  # into the water
    assert refusal(fight, "5,9,E") == rule  # its rear in the water
    assert refusal(fight, "5,10,W") == ""
    assert refusal(fight, "5,9,N") == ""
    assert refusal(fight, "stay") == ""


@pytest.mark.rule("mag.kai.animal_kinship")
def test_a_charmed_wolf_leaves_its_fight() -> None:
    fight = scene(wolf("animal_kinship", at=(9, 8)), unit("men", [(5, 8)]), wolfrider((5, 9)))
    charmed(fight, "wolves-1")
    play(fight, answers=["5,10,S"])
    assert cannot_march(fight, number(fight, "wolves-1")) is None
    assert may_not_strike(fight, number(fight, "wolves-1")) is None


# --- mind over matter ---------------------------------------------------------------------------------------


def under_fire(*others: SituationUnit, count: int = 1) -> Fight:
    bows = unit("bows", [(5 + place, 10) for place in range(count)], side="theirs", weapons=["short_bow", "dagger"])
    return scene(wolf("mind_over_matter"), bows, *others, active="theirs", red="theirs")


@pytest.mark.rule("mag.kai.mind_over_matter")
def test_a_thirty_sends_the_missile_into_a_giak_next_to_him() -> None:
    fight = under_fire(giaks((6, 5)))
    play(fight, answers=["bows", {"bows-1": "lone_wolf"}, "yes", "6,5"], dice=[30])
    assert not alive(fight, "giaks-1") and piece(fight, "lone_wolf").wounds == ()


@pytest.mark.rule("mag.kai.mind_over_matter")
def test_after_a_thirty_one_the_shot_is_rolled() -> None:
    fight = under_fire(giaks((6, 5)))
    play(fight, answers=["bows", {"bows-1": "lone_wolf"}, "yes"], dice=[31, 22, 50, 50])
    assert piece(fight, "lone_wolf").wounds == (Wound("arms", "wound"),)


@pytest.mark.rule("mag.kai.mind_over_matter")
def test_the_missile_lands_next_to_him_and_nowhere_else() -> None:
    fight = under_fire()
    before = ["bows", {"bows-1": "lone_wolf"}, "yes"]
    for far in ("5,5", "5,7", "7,5"):
        assert refusal(fight, far, answers=before, dice=[1]) == "mag.kai.mind_over_matter"
    play(fight, answers=[*before, "4,4"], dice=[1])
    declined = under_fire()
    play(declined, answers=["bows", {"bows-1": "lone_wolf"}, "no"], dice=[23])
    assert piece(declined, "lone_wolf").wounds == ()


@pytest.mark.rule("mag.kai.mind_over_matter")
def test_of_concentrated_fire_he_turns_one_missile_aside() -> None:
    fight = under_fire(giaks((6, 5)), count=3)
    volley = {f"bows-{place}": "lone_wolf" for place in (1, 2, 3)}
    events = play(fight, answers=["bows", volley, "together", "yes", "bows-2", "6,5"], dice=[30, 45])
    assert happened(events, Fired)[0].chance == 3 * 22
    assert not alive(fight, "giaks-1")
    assert piece(fight, "lone_wolf").wounds == ()  # 45 is more than the 44 of the two that are left


@pytest.mark.rule("mag.kai.mind_over_matter")
@pytest.mark.parametrize("whose", ["bows-1", "bows-2"])
def test_of_two_missiles_too_he_says_which(whose: str) -> None:
    fight = under_fire(count=2)
    volley = {"bows-1": "lone_wolf", "bows-2": "lone_wolf"}
    play(fight, answers=["bows", volley, "together", "yes", whose, "4,4"], dice=[30, 23])
    assert piece(fight, "lone_wolf").wounds == ()  # 23 is more than the 22 of the one that is left


@pytest.mark.rule("mag.kai.mind_over_matter")
def test_a_poisoned_missile_is_as_bad_for_whom_it_strikes() -> None:
    poisoner = card("gash", race="giak", sheet="giak", alignment="evil", weapons=["short_bow", "dagger"])
    friend = card("bran", skills=["poison_immunity"])
    fight = scene(
        wolf("mind_over_matter"),
        hero("bran", (6, 5)),
        hero("gash", (5, 10), side="theirs", skills=["poisoner"]),
        cards=[poisoner, friend],
        active="theirs",
        red="theirs",
    )
    play(fight, answers=["gash", {"gash": "lone_wolf"}, "yes", "6,5"], dice=[30, 52, 70])
    assert piece(fight, "bran").wounds == (Wound("body", "wound"),)


@pytest.mark.rule("mag.kai.mind_over_matter")
def test_a_mind_blast_is_no_missile() -> None:
    fight = scene(wolf("mind_over_matter"), helghast("mind_blast"), active="theirs", red="theirs")
    play(fight, answers=["kootak", "lone_wolf"], dice=[36])
    assert piece(fight, "lone_wolf").wounds == ()
