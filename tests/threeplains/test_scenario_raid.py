"""The Raid: small loose groups, a target or an artifact, and help that comes late."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Refusal
from warhost.roster.roster import Character, Group
from warhost.rulebooks.threeplains.bodies import loose
from warhost.rulebooks.threeplains.charging.fallback import fall_back
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.onset import charge_move
from warhost.rulebooks.threeplains.charging.pursuit import pursue
from warhost.rulebooks.threeplains.events.course import (
    ArtifactDropped,
    ArtifactTaken,
    FirstToPlace,
    HelpRolled,
    RaidAgreed,
)
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.moving.groups import may_join
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.moving.splitting import Spot, remerge
from warhost.rulebooks.threeplains.moving.wedges import may_wedge
from warhost.rulebooks.threeplains.opening.deployment import Deploy, choose_first_to_place, deploy_one
from warhost.rulebooks.threeplains.opening.setup import choose_sides
from warhost.rulebooks.threeplains.scenario.artifact import ArtifactPlace
from warhost.rulebooks.threeplains.scenario.ending import end_at_once
from warhost.rulebooks.threeplains.scenario.raid import Arrive, call_for_help
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import State
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.victory import close
from warhost.rulebooks.threeplains.wounds.casualties import becomes_it

from .scenarios import book, breaches, mission, played, ready, roster, scenario
from .scene import Placed, asked, champion, foot, hero, number, piece, script, told, unit

RULE = "tp.scenario.raid."
ARTIFACT = {"raid": "artifact", "raid light": "day"}
MURDER = {"raid": "assassination", "raid light": "day"}


def worth(name: str, points: int, *, side: int = 1, at: tuple[float, float] = (24, 24)) -> Placed:
    return unit(name, at, side=side, models=1, files=1, figure=foot(points=points, loose=True))


def winner(fight: Fight) -> int | None:
    end_at_once(fight)
    if fight.state.score is None:
        return None
    assert fight.state.score.points == ((0, 1) if fight.state.score.winner else (1, 0))
    return fight.state.score.winner


# --- the muster ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.raid.ready")
@pytest.mark.rule("tp.scenario.raid.forces")
def test_the_ready_match_is_lawful_in_its_three_rosters() -> None:
    rosters = [ready("raid", 0), ready("raid", 1), ready("raid", 1, 1)]
    assert [book().lists.breaches(one) for one in rosters] == [[], [], []]
    assert [book().lists.bill(one).points for one in rosters] == [469, 292, 488]


@pytest.mark.rule("tp.scenario.raid.forces")
def test_no_shapes_count_no_war_machine_comes_and_somebody_must_command() -> None:
    bull = Character(profile="bull", role="general")
    trolls = [Group(profile="troll", id=f"t{n}", models=2) for n in range(3)]
    found = book().lists.breaches(roster("raid", "raiders", 500, bull, *trolls))
    assert not [one for one in found if one.rule.startswith("tp.army.")]
    for machine in ("chariot", "stone_hurler"):
        assert breaches(roster("raid", "raiders", 500, bull, Group(profile=machine)), f"{RULE}forces")
    assert not breaches(
        roster("raid", "raiders", 500, bull, Group(profile="goblin_horde", models=10)), "tp.list.composition"
    )
    assert breaches(
        roster("raid", "raiders", 500, bull, Group(profile="goblin_horde", models=2)), "tp.list.composition"
    )
    assert breaches(roster("raid", "defenders", 300, Group(profile="warriors", models=10)), "tp.setup.general")
    assert breaches(roster("raid", "reinforcements", 500, bull), f"{RULE}forces")
    assert breaches(roster("raid", "raiders", 501, bull), f"{RULE}forces")


@pytest.mark.rule("tp.scenario.raid.forces")
@pytest.mark.parametrize(
    ("profile", "fewest"),
    [("warriors", 3), ("goblin_horde", 3), ("goblin_sneaks", 3), ("wolf_riders", 2), ("boar_riders", 2)],
)
def test_a_group_of_a_raid_has_three_models_and_one_in_the_saddle_two(profile: str, fewest: int) -> None:
    """However they move, and whatever their list asks for."""
    bull = Character(profile="bull", role="general")
    for models, lawful in ((fewest - 1, False), (fewest, True), (10, True), (11, False)):
        group = Group(profile=profile, models=models)
        assert (not breaches(roster("raid", "raiders", 500, group, bull), "tp.list.composition")) is lawful


@pytest.mark.rule("tp.scenario.raid.movement")
def test_no_group_has_more_than_ten_models_its_characters_included() -> None:
    bull = Character(profile="bull", role="general", with_="warriors")
    for models, lawful in ((9, True), (10, False)):
        group = Group(profile="warriors", models=models)
        assert (not breaches(roster("raid", "raiders", 500, group, bull), f"{RULE}movement")) is lawful
    assert breaches(roster("raid", "raiders", 500, Group(profile="warriors", models=11)), "tp.list.composition")


# --- rough and ready -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.raid.movement")
def test_everybody_moves_loosely_and_nobody_forms_a_wedge() -> None:
    fight = scenario("raid", unit("a", (3, 3), models=10), unit("b", (24, 24), side=1, models=10))
    for name in ("a", "b"):
        assert loose(fight, number(fight, name)) and may_wedge(fight, number(fight, name)) is not None
    piece(fight, "b").models = 1
    assert not becomes_it(fight, number(fight, "b"))


@pytest.mark.rule("tp.scenario.raid.movement")
@pytest.mark.parametrize(("models", "lawful"), [(9, True), (10, False)])
def test_a_hero_joins_only_where_there_are_fewer_than_ten(models: int, lawful: bool) -> None:
    group = unit("b", (24, 24), side=1, models=models)
    fight = scenario("raid", unit("a", (3, 3)), group, hero("x", (24, 28), side=1))
    assert (may_join(fight, number(fight, "x"), number(fight, "b")) is None) is lawful


# --- the ground ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.raid.board")
@pytest.mark.rule("tp.scenario.raid.deploy")
def test_raiders_stand_in_the_outer_ring_and_defenders_in_the_camp() -> None:
    fight = scenario("raid", unit("a", (3, 3), models=4, files=2), unit("b", (24, 24), side=1, models=4, files=2))
    for one in fight.state.pieces:
        one.fate = "waiting"

    def refused(name: str, x: float, y: float, facing: int = 0) -> Refusal | None:
        order = {"at": [inches(x), inches(y)], "facing": facing, "files": 2}
        return Deploy(fight, number(fight, name)).refuse(order)

    for x, y in ((3, 6), (45, 6), (3, 46), (45, 46), (24, 6)):
        assert refused("a", x, y) is None
    for name, x, y in (("a", 24, 6.1), ("a", 24, 14), ("b", 24, 30.1), ("b", 24, 14)):
        assert refused(name, x, y) is not None
    assert refused("b", 24, 30) is None


@pytest.mark.rule("tp.scenario.raid.board")
def test_on_six_feet_both_rings_are_a_foot_deep() -> None:
    large = mission("raid", **{"raid table": "6 feet"})
    raiders, defenders = large.part
    assert (large.width, large.depth) == (72, 72)
    assert [(one.x, one.y) for one in defenders.zone] == [((24, 48), (24, 48))]
    assert [(one.x, one.y) for one in raiders.zone] == [
        ((0, 72), (0, 12)), ((0, 72), (60, 72)), ((0, 12), (0, 72)), ((60, 72), (0, 72)),
    ]  # fmt: skip
    assert raiders.hole is not None and (raiders.hole.x, raiders.hole.y) == ((12, 60), (12, 60))
    lie = {one.name: one.middle for one in large.feature}
    assert (lie["near left wood"], lie["far right wood"]) == ((3, 3), (69, 69))
    assert (lie["near hedge"], lie["right hedge"], lie["tent"]) == ((36, 5), (67, 36), (39, 39.5))
    game = played("raid", **{"raid table": "6 feet"})
    assert game.result is not None


@pytest.mark.rule("tp.scenario.common.deploy")
@pytest.mark.rule("tp.scenario.raid.deploy")
def test_the_defenders_set_up_all_they_have_before_the_raiders() -> None:
    scout = foot(traits=("scouting",))
    pieces = [
        unit("s", (3, 3), models=3, figure=scout),
        unit("b", (24, 24), side=1, models=3),
        unit("c", (20, 20), side=1, models=3),
    ]
    fight = scenario("raid", *pieces, phase="deployment", clock=0, active=1)
    for one in fight.state.pieces:
        one.fate = "waiting"
    question = asked(fight, deploy_one)
    assert question.side == 1 and set(question.suggest()) == {"b", "c"}
    fight.state.active = 0
    order = {"at": [inches(24), inches(10)], "facing": 0, "files": 3}
    assert Deploy(fight, number(fight, "s")).refuse(order) is not None, "No Man's Land is closed to scouts"
    assert mission("raid").places_first == 1 and mission("raid").takes_first_turn == 0


@pytest.mark.rule("tp.scenario.common.deploy")
@pytest.mark.parametrize(("fate", "first"), [("waiting", True), ("away", False)])
def test_the_side_of_the_camp_is_first_if_it_has_anybody_to_set_up(fate: Any, first: bool) -> None:
    pieces = [unit("a", (3, 3), models=3), unit("b", (24, 24), side=1, models=3)]
    fight = scenario("raid", *pieces, phase="deployment", clock=0, active=0)
    piece(fight, "a").fate, piece(fight, "b").fate = "waiting", fate
    assert choose_first_to_place(fight) == first
    assert [one.side for one in told(fight, FirstToPlace)] == [1] * first
    assert fight.state.active == first and not choose_first_to_place(fight)


@pytest.mark.rule("tp.scenario.raid.terrain")
def test_the_camp_has_huts_and_nothing_to_defend() -> None:
    setting = book().setting(book().setup("raid", {}))
    camp = mission("raid").part[1].zone[0].shape
    inside = [
        one.kind
        for one in setting.table.features
        if all(camp.left <= x <= camp.right and camp.bottom <= y <= camp.top for x, y in one.points)
    ]
    assert inside and set(inside) == {"small building"}


# --- what is agreed on ---------------------------------------------------------------------------------------


def unsettled(**options: str) -> Fight:
    fight = scenario(
        "raid", unit("a", (3, 3)), hero("b", (24, 24), side=1), phase="sides", clock=0, options=options
    )
    for one in fight.state.pieces:
        one.fate = "waiting"
    return fight


@pytest.mark.rule("tp.scenario.raid.objective")
def test_a_raid_does_not_begin_before_goal_and_light_are_chosen() -> None:
    fight = unsettled()
    question = asked(fight, choose_sides)
    assert (question.side, question.what, question.suggest()) == (0, "raid goal", ["assassination", "artifact"])
    assert question.refuse("nothing") is not None
    with script(fight, answers=["assassination", "assassination", "day", "day"]):
        choose_sides(fight)
    assert told(fight, RaidAgreed)[0].goal == "assassination" and not fight.state.progress.dark


@pytest.mark.rule("tp.scenario.raid.objective")
@pytest.mark.parametrize(("dice", "goal"), [([5, 2], "assassination"), ([3, 3, 2, 6], "artifact")])
def test_of_two_wishes_that_of_the_higher_die_holds(dice: list[int], goal: str) -> None:
    fight = unsettled(**{"raid light": "day"})
    more = [{"at": [24000, 24000]}] if goal == "artifact" else []
    with script(fight, answers=["assassination", "artifact", *more], dice=dice):
        choose_sides(fight)
    assert fight.state.progress.goal == goal


@pytest.mark.rule("tp.scenario.raid.night")
@pytest.mark.parametrize("one", ["day", "night"])
@pytest.mark.parametrize("other", ["day", "night"])
def test_it_is_night_only_if_both_want_it(one: str, other: str) -> None:
    fight = unsettled(raid="assassination")
    with script(fight, answers=[one, other]):
        choose_sides(fight)
    assert fight.state.progress.dark is (one == other == "night")


@pytest.mark.rule("tp.scenario.raid.objective")
def test_what_was_agreed_beforehand_is_not_asked_again() -> None:
    fight = unsettled(**{"raid": "assassination", "raid light": "night"})
    with script(fight):
        choose_sides(fight)
    assert fight.state.progress.dark and fight.state.progress.target == number(fight, "b")


# --- the target ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.raid.assassination")
@pytest.mark.rule("tp.scenario.raid.objective")
def test_the_raiders_name_a_character_who_is_there_from_the_start() -> None:
    pieces = [
        unit("a", (3, 3)), unit("b", (24, 24), side=1, models=9), hero("in", side=1, within="b"),
        hero("out", (20, 20), side=1), hero("late", (20, 20), side=1),
        hero("fool", side=1, within="b", role="halfwit", fate="hidden"),
    ]  # fmt: skip
    fight = scenario("raid", *pieces, phase="sides", clock=0, options=MURDER)
    for name, fate in (("b", "waiting"), ("out", "waiting"), ("late", "coming")):
        piece(fight, name).fate = fate  # type: ignore[assignment]
    question = asked(fight, choose_sides)
    assert question.side == 0 and question.suggest() == ["in", "out"]
    with script(fight, answers=["out"]):
        choose_sides(fight)
    assert fight.state.progress.target == number(fight, "out")
    piece(fight, "out").fate, fight.state.clock = "slain", 5
    assert winner(fight) == 0


@pytest.mark.rule("tp.scenario.raid.assassination")
@pytest.mark.parametrize(
    ("gone", "came", "won"), [(600, True, 0), (590, True, None), (225, False, 0), (224, False, None)]
)
def test_three_quarters_of_what_has_been_on_the_board(gone: int, came: bool, won: int | None) -> None:
    """300 points are there from the start, 500 come later."""
    first, rest = min(gone, 300), max(0, gone - 300)
    pieces = [
        worth("x", first),
        worth("x2", 300 - first, at=(20, 20)),
        worth("y", rest),
        worth("z", 500 - rest, at=(28, 28)),
    ]
    fight = scenario("raid", unit("a", (3, 3)), *pieces)
    piece(fight, "x").fate = "slain"
    for name in ("y", "z"):
        piece(fight, name).fate = "standing" if came else "coming"
    if came and rest:
        piece(fight, "y").fate = "slain"
    assert winner(fight) == won
    if won is None:
        close(fight)
        assert fight.state.score is not None
        assert (fight.state.score.winner, fight.state.score.points) == (1, (0, 1))


# --- the artifact --------------------------------------------------------------------------------------------


def theft(*pieces: Placed, **more: Any) -> Fight:
    fight = scenario("raid", *pieces, options=ARTIFACT, **more)
    fight.state.advance(artifact=(inches(24), inches(24)), done=(f"{RULE}objective",))
    return fight


def march(fight: Fight, name: str, order: list[list[Any]]) -> None:
    fight.state.phase, fight.state.active = "moves", piece(fight, name).side
    piece(fight, name).turn.acted = False
    with script(fight, answers=[name, order]):
        step(fight)


@pytest.mark.rule("tp.scenario.raid.artifact_place")
def test_the_artifact_lies_in_the_camp_and_in_no_hut() -> None:
    setting = book().setting(book().setup("raid", ARTIFACT))
    fight = scenario(
        "raid",
        unit("a", (3, 3)),
        unit("b", (24, 24), side=1),
        options=ARTIFACT,
        terrain=setting.table.features,
        phase="sides",
        clock=0,
    )
    question = asked(fight, choose_sides)
    assert question.side == 1 and question.suggest()[0] == {"at": [24000, 24000]}
    half = ArtifactPlace(fight).covers((0, 0), 0).right
    for x, y, lawful in (
        (24.123, 22.4, True), (20, 28, False), (18 + half / 1000, 24, True), (17.9 + half / 1000, 24, False),
        (24, 29, True), (24, 31, False), (3, 3, False), (21.5 + half / 1000, 27, True), (21.6, 27, False),
    ):  # fmt: skip
        refusal = question.refuse({"at": [inches(x), inches(y)]})
        assert (refusal is None) is lawful, (x, y)
        assert refusal is None or refusal.rule == f"{RULE}artifact_place"
    for wrong in ({"at": [24000]}, "(24, 24)", {"at": [24.0, 24.0]}, {"at": [24000, 24000], "turn": 0}):
        assert question.refuse(wrong) is not None
    with script(fight, answers=[{"at": [24123, 22400]}]):
        choose_sides(fight)
    assert fight.state.progress.artifact == (24123, 22400)


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_a_raider_who_moves_over_it_has_it_and_goes_on() -> None:
    fight = theft(hero("a", (24, 20)), hero("b", (40, 40), side=1))
    march(fight, "a", [["go", 24000, 27000]])
    assert fight.state.progress.carrier == number(fight, "a") and told(fight, ArtifactTaken)
    assert piece(fight, "a").turn.spent == 7000


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_defenders_and_flyers_do_not_take_it() -> None:
    flyer = champion(flight=inches(20))
    fight = theft(hero("a", (24, 16), figure=flyer), hero("b", (20, 24), side=1, facing=90))
    march(fight, "a", [["fly"], ["go", 24000, 32000]])
    march(fight, "b", [["go", 26000, 24000]])
    assert fight.state.progress.carrier == -1


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_it_is_dropped_where_the_carrier_died_and_anybody_may_take_it_then() -> None:
    fight = theft(hero("a", (24, 24)), hero("c", (3, 3)), hero("b", (24, 30), side=1, facing=180))
    fight.state.advance(artifact=None, carrier=number(fight, "a"))
    piece(fight, "a").fate = "slain"
    end_at_once(fight)
    assert told(fight, ArtifactDropped)[0].at == (24000, 24000) and fight.state.progress.dropped
    march(fight, "b", [["go", 24000, 24300]])
    assert fight.state.progress.carrier == number(fight, "b")


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
@pytest.mark.rule("tp.move.remerge")
def test_a_part_of_a_group_keeps_it_for_all_when_they_are_one_again() -> None:
    men = [unit(name, (24, y), models=3, files=3, figure=foot(loose=True)) for name, y in (("a", 10), ("a/2", 9))]
    fight = scenario("raid", *men, unit("b", (24, 40), side=1), options=ARTIFACT)
    fight.state.advance(carrier=number(fight, "a/2"))
    remerge(fight, number(fight, "a"), number(fight, "a/2"), Spot(24000, 10000, 0, 3))
    end_at_once(fight)
    assert fight.state.progress.carrier == number(fight, "a") and not told(fight, ArtifactDropped)


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_a_charge_over_it_takes_it() -> None:
    fight = theft(hero("a", (24, 20)), hero("b", (24, 28), side=1, facing=180), phase="combat")
    with script(fight):
        charge_move(fight, number(fight, "a"), number(fight, "b"), inches(10))
    assert fight.state.progress.carrier == number(fight, "a")


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_a_charge_that_ends_on_the_marker_takes_it_and_one_that_ends_before_it_does_not() -> None:
    for front, has in ((23.5, False), (23.7, True)):
        fight = theft(hero("a", (24, 20)), hero("b", (24, front), side=1, facing=180), phase="combat")
        with script(fight):
            charge_move(fight, number(fight, "a"), number(fight, "b"), inches(10))
        assert (fight.state.progress.carrier == number(fight, "a")) is has


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
@pytest.mark.parametrize("bystander", [False, True])
def test_a_pursuit_over_it_takes_it_whether_it_ends_in_a_fight_or_not(bystander: bool) -> None:
    quarry = hero("b", (24, 34), side=1, fleeing=True, flights=1, flight_run=inches(12))
    other = hero("c", (24, 27.5) if bystander else (40, 40), side=1, facing=90)
    fight = theft(hero("a", (24, 20)), quarry, other, phase="stress")
    with script(fight, dice=[4, 4], answers=["stand"] if bystander else []):
        pursue(fight, number(fight, "a"), number(fight, "b"))
    assert engaged(fight, number(fight, "c")) is bystander
    assert fight.state.progress.carrier == number(fight, "a")


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_a_pursuer_who_takes_it_with_him_over_the_edge_has_won() -> None:
    quarry = hero("b", (24, 47), side=1, fleeing=True, flights=1, flight_run=inches(12))
    fight = theft(hero("a", (24, 40)), quarry, hero("c", (3, 3), side=1), phase="stress")
    fight.state.advance(artifact=(inches(24), inches(44)))
    with script(fight, dice=[6, 6]):
        pursue(fight, number(fight, "a"), number(fight, "b"))
    assert piece(fight, "a").fate == "away" and winner(fight) == 0


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_nobody_takes_it_who_flees_or_falls_back_over_it() -> None:
    fight = theft(hero("a", (24, 22), facing=180), hero("b", (24, 16), side=1), phase="stress")
    with script(fight, dice=[3, 3]):
        flee(fight, number(fight, "a"), "tp.check.break")
    assert piece(fight, "a").y > inches(26) and fight.state.progress.carrier == -1
    fight = theft(hero("a", (24, 22), facing=180), hero("b", (24, 16), side=1), phase="charges", active=1)
    with script(fight, dice=[*[6] * 4, *[1] * 3, 3, 3]):
        fall_back(fight, number(fight, "a"), number(fight, "b"))
    assert piece(fight, "a").y > inches(26) and fight.state.progress.carrier == -1


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_only_a_base_takes_it_not_the_gap_between_two() -> None:
    """Two bases of a loose group pass to the left and the right of the marker."""
    fight = theft(unit("a", (24, 20), models=2, files=2, figure=foot(loose=True)), hero("b", (40, 40), side=1))
    left, right = ((inches(x), inches(20)) for x in (22, 26))
    piece(fight, "a").places = (left, right)
    march(fight, "a", [["go", 24000, 27000]])
    assert fight.state.progress.carrier == -1


@pytest.mark.rule("tp.scenario.raid.artifact_victory")
def test_only_the_carrier_leaves_and_wins_by_it() -> None:
    fight = theft(
        hero("a", (5, 24), facing=270), hero("c", (5, 30), facing=270), hero("b", (24, 30), side=1), clock=13
    )
    fight.state.advance(artifact=None, carrier=number(fight, "a"))
    refusal = Move(fight, number(fight, "c")).refuse([["leave"]])
    assert refusal is not None and refusal.rule == f"{RULE}artifact_victory"
    march(fight, "a", [["leave"]])
    assert fight.state.score is not None
    score = fight.state.score
    assert (score.winner, score.points, score.rule) == (0, (1, 0), f"{RULE}artifact_victory")


@pytest.mark.rule("tp.scenario.raid.artifact_victory")
@pytest.mark.parametrize(("fate", "won"), [("standing", None), ("away", 0), ("slain", None)])
def test_any_move_off_the_board_but_a_flight_wins(fate: Any, won: int | None) -> None:
    fight = theft(hero("a", (1, 24)), worth("b", 100))
    fight.state.advance(artifact=None, carrier=number(fight, "a"))
    piece(fight, "a").fate = fate
    assert winner(fight) == won
    if won is None:
        close(fight)
        assert fight.state.score is not None
        assert (fight.state.score.winner, fight.state.score.points) == (1, (0, 1))


# --- help ----------------------------------------------------------------------------------------------------


def awaiting(turn: int) -> Fight:
    fight = scenario(
        "raid", hero("a", (24, 2.5)), unit("b", (24, 24), side=1), unit("late", (0, 0), side=1, models=5), active=1
    )
    piece(fight, "late").fate = "coming"
    fight.state.clock = 2 * turn
    return fight


@pytest.mark.rule("tp.scenario.raid.reinforcements")
@pytest.mark.parametrize(
    ("turn", "die", "comes"),
    [(3, 3, False), (3, 4, True), (4, 3, True), (4, 2, False), (5, 2, True), (6, 1, False), (8, 2, True)],
)
def test_help_comes_more_easily_turn_by_turn_but_never_on_a_one(turn: int, die: int, comes: bool) -> None:
    fight = awaiting(turn)
    order = {"at": [2000, 24000], "facing": 9000, "files": 5}
    fight.state.advance(edge=9000)
    depth = Arrive(fight, number(fight, "late")).body(order).depth
    order["at"] = [depth, 24000]
    with script(fight, dice=[die], answers=[order] if comes else []):
        call_for_help(fight)
    assert told(fight, HelpRolled)[0].came is comes
    assert piece(fight, "late").standing is comes


@pytest.mark.rule("tp.scenario.raid.reinforcements")
def test_the_edge_is_named_in_the_third_turn_and_nothing_is_rolled_before() -> None:
    early = awaiting(2)
    with script(early):
        call_for_help(early)
    fight = awaiting(3)
    with script(fight, dice=[1], answers=["far"]):
        call_for_help(fight)
    assert fight.state.progress.edge == 18000
    fight.state.clock += 2
    with script(fight, dice=[1]):
        call_for_help(fight)


@pytest.mark.rule("tp.scenario.raid.reinforcements")
def test_help_touches_the_edge_faces_inwards_and_keeps_an_inch_from_enemies() -> None:
    fight = awaiting(3)
    fight.state.advance(edge=0)
    question = Arrive(fight, number(fight, "late"))
    depth = question.body({"at": [0, 0], "facing": 0, "files": 5}).depth

    def refused(x: int, y: int, facing: int = 0) -> bool:
        return question.refuse({"at": [x, y], "facing": facing, "files": 5}) is not None

    assert not refused(10000, depth) and refused(10000, depth + 100) and refused(10000, depth, 9000)
    assert refused(24000, depth), "an enemy is too near"


def test_it_is_played_to_its_end_by_chance() -> None:
    for goal in ("assassination", "artifact"):
        game = played("raid", raid=goal)
        assert game.result is not None and isinstance(game.state, State)
