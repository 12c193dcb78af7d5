"""What special characters learn, and what it does in the battles that come."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.roster.roster import Character
from warhost.rulebooks.threeplains.armies.muster import enlist
from warhost.rulebooks.threeplains.campaign.rosters import armies_of
from warhost.rulebooks.threeplains.campaign.skills import CHART, skilled, with_skills
from warhost.rulebooks.threeplains.campaign.war import Due, Person
from warhost.rulebooks.threeplains.events.blows import Struck
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.missiles.hitting import hit_test

from .campaigns import GRUBNASH, YSOLDE, asked_for, campaign, fate, fight, opened, settle
from .scene import champion, contact, hero, horse, scene, script, told, unit

# --- what is learnt --------------------------------------------------------------------------------------------


def learnt(dice: list[int], person: Person | None = None, **more: Any) -> Person:
    """Who comes through a battle and throws these dice; all of them are needed."""
    one = campaign(dice=dice, special=(YSOLDE,))
    if person is not None:
        one.state.people[0].skills = person.skills
    fight(one, 0, fate(YSOLDE, **more), fate(GRUBNASH))
    settle(one)
    assert not one.oracle.dice  # type: ignore[attr-defined]
    return one.state.people[0]


@pytest.mark.rule("tp.campaign.character_development")
@pytest.mark.parametrize(
    "dice, more, skill",
    [
        ([1], {}, "movement"),
        ([2], {"rating": 9}, "combat rating"),
        ([2, 3], {"rating": 10}, "life point"),  # 10 is the most: rolled again
        ([3], {}, "life point"),
        ([4], {}, "blows"),
        ([5, 5, 1], {"shoots": False}, "movement"),
        ([5], {"shoots": True}, "shooting"),
        ([6], {"points": 20}, "cheaper"),
    ],
)
def test_a_die_says_what_a_survivor_learns(dice: list[int], more: dict[str, Any], skill: str) -> None:
    assert learnt(dice, **more).skills == (skill,)


@pytest.mark.rule("tp.campaign.character_development")
@pytest.mark.parametrize(
    "had, dice, more",
    [("blows", [4, 1], {}), ("shooting", [5, 1], {"shoots": True}), ("cheaper", [6, 1], {"points": 25})],
)
def test_what_can_do_nothing_is_rolled_again(had: str, dice: list[int], more: dict[str, Any]) -> None:
    before = Person(YSOLDE, 0, "champion", "", skills=(had,))
    assert learnt(dice, before, **more).skills == (had, "movement")


@pytest.mark.rule("tp.campaign.character_development")
def test_a_second_time_cheaper_counts_while_he_still_costs_something() -> None:
    before = Person(YSOLDE, 0, "champion", "", skills=("cheaper",))
    assert learnt([6], before, points=26).skills == ("cheaper", "cheaper")


@pytest.mark.rule("tp.campaign.character_development", "tp.campaign.between_battles")
def test_who_sat_out_or_is_not_special_learns_nothing() -> None:
    one = campaign(special=(YSOLDE,))
    fight(one, 0, fate(GRUBNASH))  # she was not there
    settle(one)
    assert [person.skills for person in one.state.people] == [(), ()]


@pytest.mark.rule("tp.campaign.character_development")
def test_skills_change_the_model_and_not_what_it_is_worth() -> None:
    plain = champion(rating=9, life=2, points=60)
    assert skilled(plain, ["life point"]).life == 3
    better = skilled(plain, ["combat rating"] * 3)
    assert better.rating == 10 and better.blows[0].rating == 10
    assert all(skilled(plain, [name]).points == 60 for name in CHART.values())


@pytest.mark.rule("tp.campaign.character_development")
def test_movement_counts_on_a_steed_and_not_for_a_beast() -> None:
    one = opened()
    want = asked_for(one).wanted
    one.state.people[0].skills = ("movement",)

    def moves(mount: str) -> tuple[int, list[int]]:
        rider = Character(profile="champion", name="Captain Ysolde", mount=mount)
        roster = want.fitted(replace(want.bare, character=(rider,)))
        army = with_skills(enlist(roster, one.setting.lists.library), one.state.people)
        return army.leaders[0].figure.movement, [group.figure.movement for group in army.groups]

    assert moves("")[0] == inches(8)
    assert moves("war horse")[0] == inches(13)
    plain = one.setting.lists.library.lists["herlanceia"].find("griffin").line.movement
    assert moves("griffin") == (inches(8), [inches(plain)])


@pytest.mark.rule("tp.campaign.character_development")
@pytest.mark.parametrize("skills, spare", [((), 0), (("cheaper",), 25), (("cheaper",) * 3, 72)])
def test_points_that_he_costs_less_may_be_spent_and_never_more_than_he_costs(
    skills: tuple[str, ...], spare: int
) -> None:
    one = opened()
    one.state.people[0].skills = skills
    want = asked_for(one).wanted
    assert want.spare(want.begun) == spare
    roster = want.levied("7")
    cost = one.setting.lists.bill(want.fitted(roster)).points
    assert want.judged(replace(roster, points=1000)) is None and cost <= 1000 + spare
    rosters = ((want.fitted(roster),), (want.fitted(roster),))
    army, _ = armies_of(one.setting, one.state, Due("1", rosters=rosters))
    assert next(each.points for each in army.leaders if each.id == YSOLDE) == 72  # victory points are as before


@pytest.mark.rule("tp.campaign.character_development")
@pytest.mark.parametrize("over, refused", [(0, False), (1, True)])
def test_not_a_point_more_than_he_saves(over: int, refused: bool) -> None:
    one = opened()
    one.state.people[0].skills = ("cheaper",)
    want = asked_for(one).wanted
    roster = want.levied("7")
    cost = one.setting.lists.bill(want.fitted(roster)).points
    want.points = cost - 25 - over
    refusal = want.judged(replace(roster, points=want.points))
    assert (refusal is not None and refusal.rule == "tp.army.points") is refused


@pytest.mark.rule("tp.campaign.character_development")
@pytest.mark.parametrize("traits, dice, hits", [((), [1, 1, 1], 0), (("guided blows",), [1, 1, 6, 1, 1, 1], 1)])
def test_who_has_learnt_to_strike_throws_his_misses_again(
    traits: tuple[str, ...], dice: list[int], hits: int
) -> None:
    """Two misses, then 6 and 1; the wound saved by the last die but one; the other misses once."""
    own, foe = champion(attacks=2, life=1, rating=4, traits=traits), champion(attacks=1, life=9, rating=4)
    duel = scene(
        hero("guard", (36, 20), figure=own), hero("orcs", (36, 20), facing=180, side=1, figure=foe), phase="combat"
    )
    contact(duel, "guard", "orcs")
    with script(duel, dice=dice):
        exchange_blows(duel, [0, 1])
    assert [event.hits for event in told(duel, Struck) if event.piece == 0] == [hits]


@pytest.mark.rule("tp.campaign.character_development")
@pytest.mark.parametrize("traits, reroll", [((), "none"), (("guided shots",), "failures")])
def test_who_has_learnt_to_shoot_throws_his_misses_again(traits: tuple[str, ...], reroll: str) -> None:
    archers = champion(traits=traits)
    one = scene(hero("archer", (36, 20), figure=archers), unit("orcs", at=(36, 30), facing=180, side=1))
    assert hit_test(one, 0, 4).reroll == reroll


@pytest.mark.rule("tp.campaign.character_development")
def test_a_higher_rating_is_the_riders_and_not_his_steeds() -> None:
    plain = horse(rating=5)
    better = skilled(plain, ["combat rating"])
    assert [line.rating for line in plain.blows] == [5, 3] and [line.rating for line in better.blows] == [6, 3]
