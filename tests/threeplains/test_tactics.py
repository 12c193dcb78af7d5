"""What a computer player does in scenes that anybody who knows the game can judge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from warhost.engine.field.compass import distance, heading, turn
from warhost.engine.game import Game
from warhost.engine.oracle import Pause, Scripted
from warhost.engine.player import Seat
from warhost.engine.question import Answer, Question
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.charges import declare
from warhost.rulebooks.threeplains.fighting.combat import fight_one
from warhost.rulebooks.threeplains.figure import INCH, inches
from warhost.rulebooks.threeplains.missiles.shooting import shoot_one
from warhost.rulebooks.threeplains.moving.course import Course
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.opening.deployment import Deploy
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Contact
from warhost.rulebooks.threeplains.tactics import consider
from warhost.rulebooks.threeplains.tactics.charging import prospect
from warhost.rulebooks.threeplains.tactics.clash import Fighter, Onset, balance, outcome
from warhost.rulebooks.threeplains.tactics.mind import Mind
from warhost.rulebooks.threeplains.tactics.route import way_round

from .scene import champion, feature, foot, hero, horse, scene, unit

BOOK: Any = rulebook("threeplains")
ARCHER = foot(weapons=("hand weapon", "longbow"), title="Archer", toughness=2, rating=3)


class Stop(Scripted):
    """Pauses at the first question, so that a test can put it to the tactician."""

    def ask(self, question: Question) -> Answer:
        raise Pause([question])


def question_of(fight: Fight, rule: Callable[[Fight], object]) -> Question:
    fight.oracle = Stop()
    with pytest.raises(Pause) as caught:
        rule(fight)
    return caught.value.questions[0]


def answer(fight: Fight, question: Question) -> Answer:
    known = BOOK.known(fight.setting, fight.state, question.side)
    given = list(consider(fight.setting, known, question))
    assert all(question.refuse(one) is None for one in given)
    return given[-1]


def charges(fight: Fight) -> Answer:
    fight.state.phase = "declaring"
    return answer(fight, question_of(fight, declare))


def march(fight: Fight, number: int) -> Course:
    """The move it orders, worked out."""
    question = Move(fight, number)
    course = question.plan(answer(fight, question))
    assert isinstance(course, Course)
    return course


# --- what a fight promises -----------------------------------------------------------------------------------


def test_equal_units_promise_each_other_nothing() -> None:
    fight = scene(unit("ours", (36, 20)), unit("theirs", (36, 26), facing=180, side=1))
    mind = Mind(fight.setting, fight.state, 0)
    ours = balance(mind, [Onset(0, "front", inches(5))], 1) / mind.worth(1)
    theirs = balance(mind, [Onset(1, "front", inches(5))], 0) / mind.worth(0)
    assert abs(ours - theirs) < 0.1


def test_flank_and_rear_promise_much_more_than_the_front() -> None:
    fight = scene(unit("ours", (36, 20)), unit("theirs", (36, 26), facing=180, side=1))
    mind = Mind(fight.setting, fight.state, 0)
    front, flank, rear = (balance(mind, [Onset(0, side, inches(5))], 1) for side in ("front", "left", "rear"))
    assert flank > front + 0.2 * mind.worth(1)
    assert rear > front + 0.2 * mind.worth(1)


def test_two_attackers_promise_more_than_one() -> None:
    fight = scene(unit("a", (30, 20)), unit("b", (40, 20)), unit("theirs", (36, 26), facing=180, side=1))
    mind = Mind(fight.setting, fight.state, 0)
    one = balance(mind, [Onset(0, "front", inches(5))], 2)
    assert balance(mind, [Onset(0, "front", inches(5)), Onset(1, "left", inches(5))], 2) > one


def test_a_general_is_worth_more_than_his_price() -> None:
    fight = scene(
        hero("general", (36, 10), role="general"), hero("hero", (40, 10)), unit("theirs", (36, 30), side=1)
    )
    mind = Mind(fight.setting, fight.state, 0)
    assert mind.worth(0) > mind.worth(1) + 100


def test_few_of_a_loose_group_strike_after_a_long_charge() -> None:
    riders = horse(loose=True)
    fight = scene(unit("riders", (36, 12), models=5, figure=riders), unit("theirs", (36, 24), facing=90, side=1))
    mind = Mind(fight.setting, fight.state, 0)
    short, long = (balance(mind, [Onset(0, "left", inches(run))], 1) for run in (2, 12))
    assert short > long


@pytest.mark.rule("tp.unit.engulf.conditions")
@pytest.mark.rule("tp.unit.engulf.march_over")
@pytest.mark.parametrize(("crowd", "attacks", "doomed"), [(7, 2, False), (9, 2, True), (9, 3, False)])
def test_a_lone_man_of_two_blows_is_lost_before_those_who_can_close_round_him(
    crowd: int, attacks: int, doomed: bool
) -> None:
    hardy = champion(attacks=attacks, life=9, soldiering=9)
    fight = scene(hero("one", (36, 20), figure=hardy), unit("crowd", (36, 26), facing=180, side=1, models=crowd))
    _, lost = outcome(Mind(fight.setting, fight.state, 0), [Onset(0, "front", inches(5))], 1)
    assert (lost.points > 6) is doomed


@pytest.mark.rule("tp.unit.engulf.conditions")
def test_nobody_is_ringed_who_has_a_friend_beside_him() -> None:
    hardy = champion(attacks=2, life=9, soldiering=9)
    fight = scene(
        hero("one", (36, 20), figure=hardy), hero("two", (38, 20), figure=hardy),
        unit("crowd", (36, 26), facing=180, side=1, models=20),
    )  # fmt: skip
    mind = Mind(fight.setting, fight.state, 0)
    alone, both = ([Onset(number, "front", inches(5)) for number in some] for some in ((0,), (0, 1)))
    assert outcome(mind, alone, 2)[1].points > 6 > outcome(mind, both, 2)[1].points


def test_a_scratch_on_a_general_is_worth_little() -> None:
    """One blow hardly kills a man of three lives; many blows do."""
    few, many = (
        scene(
            unit("ours", (36, 20), models=models, files=models, figure=foot(attacks=2, rating=6)),
            unit("theirs", (36, 26), facing=180, side=1),
            hero("general", within="theirs", side=1, role="general"),
        )
        for models in (1, 3)
    )
    gains = []
    for fight in (few, many):
        mind = Mind(fight.setting, fight.state, 0)
        ours, theirs = Fighter(mind, 0), Fighter(mind, 1)
        ours.at_leaders(theirs, "front", weight=1.0)
        gains.append(sum(theirs.slain.values()))
    assert 0 < 3 * gains[0] < gains[1]


# --- drawing up ---------------------------------------------------------------------------------------------


def test_archers_who_shoot_from_the_first_rank_alone_are_drawn_up_wide() -> None:
    crossbows = foot(weapons=("hand weapon", "crossbow"))
    fight = scene(unit("bows", (36, 10), models=10, files=5, figure=crossbows), unit("theirs", (36, 40), side=1))
    fight.state.pieces[0].fate = "waiting"
    assert answer(fight, Deploy(fight, 0))["files"] == 6


def test_whoever_begins_the_line_stands_opposite_a_weak_enemy() -> None:
    strong, weak = foot(attacks=3, rating=6), foot(rating=2)
    places = []
    for left, right in ((strong, weak), (weak, strong)):
        fight = scene(
            unit("ours", (36, 10)),
            unit("one", (16, 34), facing=180, side=1, figure=left),
            unit("two", (56, 34), facing=180, side=1, figure=right),
        )
        fight.state.pieces[0].fate = "waiting"
        places.append(answer(fight, Deploy(fight, 0))["at"][0])
    assert places[0] > inches(45)
    assert places[1] < inches(27)


# --- charges -------------------------------------------------------------------------------------------------


def test_guards_charge_the_flank_of_a_unit_that_looks_away() -> None:
    fight = scene(unit("ours", (36, 20)), unit("theirs", (36, 25), facing=90, side=1))
    assert charges(fight) == {"ours": "theirs"}


def test_a_few_weak_archers_do_not_charge_a_strong_unit_in_front() -> None:
    fight = scene(
        unit("archers", (36, 20), models=8, figure=ARCHER),
        unit("theirs", (36, 26), facing=180, side=1, figure=foot(attacks=2, rating=6, toughness=4)),
    )
    assert charges(fight) == {}


def test_nobody_charges_what_he_cannot_reach() -> None:
    fight = scene(unit("ours", (36, 10)), unit("theirs", (36, 40), facing=90, side=1, models=5))
    assert charges(fight) == {}


def test_whoever_runs_is_ridden_down() -> None:
    fight = scene(unit("ours", (36, 20)), unit("theirs", (36, 25), side=1, fleeing=True))
    assert charges(fight) == {"ours": "theirs"}


def test_a_charger_fears_the_counter_charge_of_one_who_stood_still() -> None:
    """The third unit would take it in the flank; if that one has marched it can come only in its own turn."""
    fight = scene(
        unit("ours", (36, 20)),
        unit("theirs", (36, 25), facing=90, side=1),
        unit("waiting", (42, 22), facing=270, side=1),
    )
    rested = prospect(Mind(fight.setting, fight.state, 0), 0, 1)
    fight.state.pieces[2].last_moved = inches(4)
    marched = prospect(Mind(fight.setting, fight.state, 0), 0, 1)
    assert rested is not None
    assert marched is not None
    assert rested.risk > marched.risk > 0


def test_a_general_is_not_put_at_hazard_for_a_small_gain() -> None:
    ours, few = unit("ours", (36, 20)), unit("theirs", (36, 25), facing=90, side=1, models=6)
    assert charges(scene(ours, few)) == {"ours": "theirs"}
    assert charges(scene(ours, hero("general", within="ours", role="general"), few)) == {}


def test_in_the_last_turn_only_the_rounds_that_are_left_count() -> None:
    fight = scene(unit("ours", (36, 20), figure=foot(attacks=2)), unit("theirs", (36, 26), facing=180, side=1))
    onset = [Onset(0, "front", inches(5))]
    early = balance(Mind(fight.setting, fight.state, 0), onset, 1)
    fight.state.clock = 16
    mind = Mind(fight.setting, fight.state, 0)
    assert mind.rounds_left == 1
    assert 0 < balance(mind, onset, 1) < early


# --- moves ---------------------------------------------------------------------------------------------------


def test_a_unit_goes_towards_the_enemy_and_faces_him() -> None:
    fight = scene(unit("ours", (36, 10)), unit("theirs", (36, 40), facing=180, side=1))
    there = march(fight, 0).stance
    assert there.front[1] > inches(14)
    assert min(there.facing, 36000 - there.facing) < 1000


def test_a_unit_turns_round_to_an_enemy_behind_it() -> None:
    fight = scene(unit("ours", (36, 20), facing=180), unit("theirs", (36, 32), facing=180, side=1, models=6))
    assert march(fight, 0).stance.facing in range(27000, 36000) or march(fight, 0).stance.facing < 9000


def test_archers_in_range_stand_and_shoot() -> None:
    fight = scene(unit("archers", (36, 10), models=10, figure=ARCHER), unit("theirs", (36, 28), facing=180, side=1))
    assert march(fight, 0).spent == 0


def test_archers_out_of_range_come_nearer() -> None:
    fight = scene(unit("archers", (36, 4), models=10, figure=ARCHER), unit("theirs", (36, 44), facing=180, side=1))
    assert march(fight, 0).stance.front[1] > inches(5)


def test_the_way_round_a_building_leads_past_its_corner() -> None:
    fight = scene(
        unit("ours", (36, 10)),
        unit("theirs", (36, 40), facing=180, side=1),
        terrain=[feature("small building", (36, 24), (4, 4))],
    )
    mind = Mind(fight.setting, fight.state, 0)
    start, goal = body(fight, 0).front, body(fight, 1).middle
    way = way_round(mind, start, goal, inches(2))
    assert abs(way.first[0] - inches(36)) > inches(4)
    assert distance(start, goal) < way.length < distance(start, goal) + inches(6)


def test_a_unit_before_a_building_is_not_stuck() -> None:
    fight = scene(
        unit("ours", (36, 20)),
        unit("theirs", (36, 40), facing=180, side=1),
        terrain=[feature("small building", (36, 23), (4, 4))],
    )
    assert march(fight, 0).spent > 3 * INCH


def test_heavy_armour_keeps_out_of_deep_water() -> None:
    fight = scene(
        unit("ours", (36, 20), figure=foot(heavy=True)),
        unit("theirs", (36, 40), facing=180, side=1),
        terrain=[feature("deep water", (36, 27), (10, 8))],
    )
    (_, y), *_ = march(fight, 0).stance
    assert y < inches(23)


def test_the_general_leaves_the_front_rank_and_keeps_away_from_the_enemy() -> None:
    fight = scene(
        unit("ours", (36, 20), files=7),
        hero("general", within="ours", role="general"),
        unit("theirs", (36, 29), facing=180, side=1),
    )
    question = question_of(fight, move_one)
    assert answer(fight, question) == "general"
    course = march(fight, 1)
    assert course.body().middle[1] < inches(17)
    assert abs(turn(course.stance.facing, heading(course.stance.front, (inches(36), inches(29))))) < 1000


@pytest.mark.parametrize(("away", "attacks", "leaves"), [(14, 2, False), (9, 2, True), (9, 0, False)])
def test_a_general_leaves_his_group_only_for_an_enemy_near_who_could_kill_him(
    away: int, attacks: int, leaves: bool
) -> None:
    fight = scene(
        unit("ours", (36, 10), files=7),
        hero("general", within="ours", role="general"),
        unit("theirs", (36, 10 + away), facing=180, side=1, figure=foot(attacks=attacks)),
    )
    assert (answer(fight, question_of(fight, move_one)) == "general") == leaves


def test_a_lone_general_turns_to_the_enemy_from_whom_he_might_have_to_fall_back() -> None:
    fight = scene(
        unit("ours", (36, 14), files=7),
        hero("general", (36, 4), facing=180, role="general"),
        unit("theirs", (60, 10), facing=270, side=1),
    )
    facing = march(fight, 1).stance.facing
    assert abs(turn(facing, 9000)) < 4500


def test_archers_trained_to_mass_volleys_stand_still_for_them() -> None:
    trained = foot(weapons=("hand weapon", "longbow"), title="Archer", traits=("mass volley",))
    fight = scene(
        unit("archers", (36, 10), models=20, figure=trained), unit("theirs", (38, 32), facing=180, side=1)
    )
    assert march(fight, 0).spent == 0


def test_a_lone_character_joins_a_group() -> None:
    fight = scene(unit("ours", (36, 20)), hero("hero", (36, 14)), unit("theirs", (36, 40), facing=180, side=1))
    assert march(fight, 1).joins


def test_the_foremost_moves_first() -> None:
    fight = scene(unit("rear", (36, 8)), unit("van", (36, 20)), unit("theirs", (36, 40), facing=180, side=1))
    assert answer(fight, question_of(fight, move_one)) == "van"


# --- shots and blows -----------------------------------------------------------------------------------------


def test_archers_shoot_at_those_they_can_hurt() -> None:
    fight = scene(
        unit("archers", (36, 10), models=10, figure=ARCHER),
        unit("iron", (30, 30), facing=180, side=1, figure=foot(toughness=5)),
        unit("rags", (42, 30), facing=180, side=1, figure=foot(toughness=0)),
        phase="shooting",
    )
    question = question_of(fight, shoot_one)
    assert answer(fight, question) == "archers"
    fight.oracle = Choosing("archers")
    with pytest.raises(Pause) as caught:
        shoot_one(fight)
    assert answer(fight, caught.value.questions[0]) == "rags"


class Choosing(Scripted):
    """Gives this answer first, and pauses at the next question."""

    def __init__(self, first: Answer):
        super().__init__()
        self.first = [first]

    def ask(self, question: Question) -> Answer:
        if self.first:
            return self.first.pop()
        raise Pause([question])


def test_blows_go_to_the_general_who_can_be_killed() -> None:
    weak = champion(life=1, toughness=0, attacks=1, rating=1)
    fight = scene(
        unit("ours", (36, 20), files=5),
        unit("theirs", (36, 20), facing=180, side=1, files=5),
        hero("general", within="theirs", side=1, figure=weak, role="general"),
        phase="combat",
    )
    fight.state.contacts = [Contact(0, 1, "front", "front", clock=1)]
    question = question_of(fight, fight_one)
    assert question.what == "strike at"
    assert "general" in answer(fight, question).values()


# --- whole battles -------------------------------------------------------------------------------------------


class Watched(Tactician):
    """A tactician whose every answer is checked by the game."""

    lawful = False

    def answer(self, question: Question, seat: Seat) -> Answer:
        known = seat.known()
        first = next(consider(seat.setting, known, question))
        assert question.refuse(first) is None
        return super().answer(question, seat)


@pytest.mark.parametrize("armies", ["herlanceia_500, orcs_500", "elves_500, mercenaries_500"])
def test_all_answers_of_a_whole_battle_are_lawful(armies: str) -> None:
    game = Game(BOOK, BOOK.setup("village", {"armies": armies}), "3")
    game.play([Watched("a", float("inf")), Watched("b", float("inf"))], keep=False)
    assert game.result is not None


def test_the_same_battle_is_fought_the_same_way_again() -> None:
    ends = []
    for _ in range(2):
        game = Game(BOOK, BOOK.setup("three_hills", {}), "5")
        game.play([Tactician("a", float("inf")), Tactician("b", float("inf"))])
        ends.append(game.hash)
    assert ends[0] == ends[1]


@pytest.mark.slow
def test_the_tactician_beats_chance() -> None:
    """Forty battles with armies and sides changed; bench/strength.py fights more of them."""
    armies = ("herlanceia_500", "orcs_500", "elves_500", "mercenaries_500")
    won = 0
    for seed in range(40):
        pair = f"{armies[seed // 2 % 4]}, {armies[seed // 8 % 4]}"
        game = Game(BOOK, BOOK.setup(None, {"armies": pair}), str(seed))
        players: list[Any] = [RandomPlayer("chance"), RandomPlayer("chance")]
        players[seed % 2] = Tactician("t", float("inf"))
        game.play(players, keep=False)
        assert game.result is not None
        won += game.result.winner == seed % 2
    assert won >= 34
