"""Before the battle: rolls, sides, terrain, the first turn; and what players agree on."""

from __future__ import annotations

from typing import Any

import pytest
from tests.threeplains.scene import (
    Placed,
    asked,
    champion,
    contact,
    feature,
    foot,
    hero,
    piece,
    scene,
    script,
    told,
    unit,
)

from warhost.engine.book import Result
from warhost.engine.dice import Throw
from warhost.engine.event import Rolled
from warhost.engine.field.shapes import polygon
from warhost.engine.game import Game
from warhost.engine.question import Answer, Choose, Question, Refused
from warhost.rulebooks.threeplains import turn
from warhost.rulebooks.threeplains.events.blows import NoShot
from warhost.rulebooks.threeplains.events.course import (
    BonusTerrain,
    Ended,
    FirstTurn,
    GeneralsRolled,
    PhaseBegan,
    RolledOff,
    TurnBegan,
)
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.missiles.shooting import shoot_one
from warhost.rulebooks.threeplains.opening.setup import (
    PlaceFeature,
    bonus_terrain,
    choose_first_turn,
    choose_sides,
    facing_of_side,
    generals_roll,
    laid_out,
    roll_off,
    zone_of_side,
)
from warhost.rulebooks.threeplains.setting import Fight, Setting
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.state import State
from warhost.rulebooks.threeplains.telling.view import view

HILL = feature("hill", (50, 10), (8, 6), "Knoll")
GENERALS = (
    hero("lord", (0, 0), role="general", figure=champion(soldiering=5)),
    hero("warlord", (0, 0), role="general", side=1, figure=champion(soldiering=4)),
)
FIRST_WINS = [4, 4, 4, 1, 1, 1, 1, 1, 1]  # 5 dice against 4


def before(*pieces: Placed, **more: Any) -> Fight:
    """Two armies that wait for their deployment, each with a general."""
    fight = scene(*GENERALS, *pieces, **more)
    fight.state = fight.setting.begin()
    return fight


# --- rolls ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.dice.rolloff")
def test_ties_of_a_roll_off_are_rolled_again_and_the_higher_decides() -> None:
    fight = before()
    with script(fight, dice=[4, 4, 2, 5]):
        assert roll_off(fight, "a doubtful case") == 1
    assert [(event.winner, event.about) for event in told(fight, RolledOff)] == [(1, "a doubtful case")]


@pytest.mark.rule("tp.dice.rolloff")
def test_what_a_roll_off_has_decided_is_not_asked_again() -> None:
    fight = before()
    with script(fight, dice=[5, 2], answers=["pick sides", "near"]):
        turn.step(fight)
    assert fight.state.phase == "bonus terrain"
    assert [question.what for question in _asked_in_a_whole_setup(fight)].count("task") == 0


def _asked_in_a_whole_setup(fight: Fight) -> list[Question]:
    oracle = _Obliging()
    fight.oracle = oracle
    while fight.state.phase != "start":
        turn.step(fight)
    return oracle.asked


class _Obliging:
    """The first lawful answer, and dice that let the first player win."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        return question.suggest()[0]

    def ask_all(self, questions: Any) -> list[Answer]:
        return [self.ask(question) for question in questions]

    def throw(self, throw: Throw) -> tuple[int, ...]:
        return (6 if throw.side == 0 else 1,) * throw.count


@pytest.mark.rule("tp.setup.generalroll", "tp.setup.firstturn")
def test_more_passes_win_the_generals_roll() -> None:
    fight = before()
    with script(fight, dice=[4, 5, 6, 1, 2, 6, 4, 3, 3]):
        assert generals_roll(fight, "first turn") == 0
    assert told(fight, GeneralsRolled)[0].passes == (3, 2)


@pytest.mark.rule("tp.setup.generalroll")
def test_equal_passes_are_rolled_again() -> None:
    fight = before()
    tie, then = [4, 4, 1, 1, 1, 5, 5, 1, 1], [1, 1, 1, 1, 1, 6, 1, 1, 1]
    with script(fight, dice=tie + then):
        assert generals_roll(fight, "deployment") == 1
    assert len(told(fight, Rolled)) == 4


@pytest.mark.rule("tp.setup.generalroll", "tp.character.battle_standard.aura")
def test_banners_do_not_count_in_it() -> None:
    fight = scene(
        unit("guard", (36, 10), command=True),
        hero("lord", within="guard", role="general", figure=champion(soldiering=4)),
        hero("bearer", within="guard", role="standard"),
        hero("warlord", (36, 40), side=1, role="general", figure=champion(soldiering=2)),
    )
    with script(fight, dice=[6, 1, 1, 1, 1, 1]):
        generals_roll(fight, "first turn")
    assert [len(event.faces) for event in told(fight, Rolled)] == [4, 2]


@pytest.mark.rule("tp.setup.generalroll")
def test_other_bonuses_of_the_general_count_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        specials.soldiering._hooks, "inspired", lambda fight, one, kind, tally: tally.add(1, "tp.check.sol.value")
    )
    lord = champion(soldiering=3, traits=("inspired",))
    fight = scene(hero("lord", (9, 9), role="general", figure=lord), GENERALS[1])
    with script(fight, dice=[6, 1, 1, 1, 1, 1, 1, 1]):
        assert generals_roll(fight, "first turn") == 0


@pytest.mark.rule("tp.setup.generalroll")
def test_an_army_without_a_general_has_one_die() -> None:
    fight = scene(unit("men", (36, 10)), GENERALS[1])
    with script(fight, dice=[6, 1, 1, 1, 1]):
        assert generals_roll(fight, "first turn") == 0


# --- sides and terrain ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.setup.terrain.place", "tp.setup.terrain", "tp.setup.zones")
def test_one_player_lays_the_terrain_out_and_the_other_picks_the_sides() -> None:
    fight = before(terrain=[HILL])
    with script(fight, dice=[1, 3], answers=["pick sides", "mirrored", "near"]) as given:
        assert choose_sides(fight)
    assert [(question.what, question.side) for question in given.asked] == [("task", 1), ("layout", 0), ("zone", 1)]
    assert fight.state.zones == (1, 0)
    moved = polygon(fight.state.terrain[0].points)
    assert (moved.left, moved.right) == (inches(72 - 54), inches(72 - 46))


@pytest.mark.rule("tp.setup.terrain.place")
def test_whoever_wins_may_lay_out_the_terrain_instead() -> None:
    fight = before(terrain=[HILL])
    with script(fight, dice=[6, 3], answers=["lay out terrain", "as drawn", "far"]) as given:
        choose_sides(fight)
    assert [question.side for question in given.asked] == [0, 0, 1]
    assert fight.state.zones == (0, 1) and fight.state.terrain == (HILL,)


@pytest.mark.rule("tp.setup.terrain.place")
@pytest.mark.parametrize(
    ("layout", "middle"), [("as drawn", (50, 10)), ("mirrored", (22, 10)), ("turned round", (22, 38))]
)
def test_a_layout_keeps_the_features_in_place_to_each_other(layout: str, middle: tuple[int, int]) -> None:
    shape = polygon(laid_out(before().setting, HILL, layout).points)
    assert shape.centre == (inches(middle[0]), inches(middle[1]))


@pytest.mark.rule("tp.setup.zones", "tp.setup.board")
def test_the_zones_of_a_standard_table() -> None:
    fight = before()
    near, far = (zone_of_side(fight.setting, fight.state, side).outline for side in (0, 1))
    assert (near.left, near.right, near.bottom, near.top) == (12000, 60000, 0, 15000)
    assert (far.left, far.right, far.bottom, far.top) == (12000, 60000, 33000, 48000)
    assert [facing_of_side(fight.state, side) for side in (0, 1)] == [0, 18000]
    fight.state.zones = (1, 0)
    assert zone_of_side(fight.setting, fight.state, 0).outline.bottom == 33000


# --- the bonus feature ---------------------------------------------------------------------------------------


def bonus(fight: Fight, *answers: Answer, dice: list[int] | None = None) -> Fight:
    with script(fight, dice=FIRST_WINS if dice is None else dice, answers=list(answers)):
        assert bonus_terrain(fight)
    assert fight.state.phase == "magic"
    return fight


@pytest.mark.rule("tp.setup.terrain.bonus")
def test_nobody_rolls_where_nobody_wants_a_bonus_feature() -> None:
    assert bonus(before(), "no", "no", dice=[]).state.terrain == ()


@pytest.mark.rule("tp.setup.terrain.bonus")
def test_the_winner_lays_a_feature_into_his_own_zone() -> None:
    fight = bonus(before(), "no", "yes", {"kind": "wood", "middle": [20000, 7000]})
    shape = polygon(fight.state.terrain[0].points)
    assert (shape.left, shape.right, shape.bottom, shape.top) == (14000, 26000, 1000, 13000)
    assert [(event.side, event.kind) for event in told(fight, BonusTerrain)] == [(0, "wood")]


@pytest.mark.rule("tp.setup.terrain.bonus")
def test_a_winner_who_does_not_want_it_leaves_nothing_to_the_loser() -> None:
    fight = bonus(before(), "no", "yes", {})
    assert fight.state.terrain == () and not told(fight, BonusTerrain)


@pytest.mark.rule("tp.setup.terrain.bonus.large", "tp.terraingen.tactical_edge")
def test_big_games_have_a_second_roll() -> None:
    second_wins = [1] * 5 + [6, 1, 1, 1]
    orders = {"kind": "hill", "middle": [30000, 7000]}, {"kind": "hill", "middle": [30000, 40000]}
    fight = bonus(before(points=4000), "yes", "yes", *orders, dice=FIRST_WINS + second_wins)
    assert [event.side for event in told(fight, BonusTerrain)] == [0, 1]
    assert len({made.name for made in fight.state.terrain}) == 2
    bonus(before(points=3999), "yes", "yes", {})


@pytest.mark.rule("tp.setup.terrain.bonus")
@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"kind": "wood", "middle": [20000, 10000]}, "inside your own deployment zone"),
        ({"kind": "hill", "middle": [50000, 9000]}, "lie on the hill called Knoll"),
        ({"kind": "wood", "middle": [20000, 7000], "size": [6000, 6000]}, "12 by 12"),
        ({"kind": "hill", "middle": [20000, 7000], "size": [12000, 10000]}, "at most 12 by 9"),
        ({"kind": "shallow water", "middle": [20000, 7000], "size": [10000, 6000]}, "at most 9 by 6"),
        ({"kind": "castle", "middle": [20000, 7000]}, "one of hill, shallow water, wood"),
        ({"kind": ["hill"], "middle": [20000, 7000]}, "one of hill"),
        ({"kind": "hill", "middle": [20000.5, 7000]}, "whole numbers"),
        ({"kind": "hill"}, "whole numbers"),
        ({"kind": "hill", "middle": [20000, 7000], "name": "Mount"}, "expected kind"),
        ("hill", "expected kind"),
    ],
)
def test_what_is_no_bonus_feature(order: Answer, why: str) -> None:
    fight = before(terrain=[HILL])
    refusal = PlaceFeature(fight.setting, fight.state, 0).refuse(order)
    assert refusal is not None and why in refusal.why


@pytest.mark.rule("tp.setup.terrain.bonus")
def test_features_that_are_suggested_are_lawful() -> None:
    fight = before(terrain=[HILL])
    for side in (0, 1):
        question = PlaceFeature(fight.setting, fight.state, side)
        offers = question.suggest()
        assert len(offers) > 3 and not any(question.refuse(order) for order in offers)


# --- the first turn, and all of them -------------------------------------------------------------------------


@pytest.mark.rule("tp.setup.firstturn")
@pytest.mark.parametrize(("answer", "first"), [("mine", 0), ("theirs", 1)])
def test_the_winner_of_the_roll_says_who_begins(answer: str, first: int) -> None:
    fight = before()
    with script(fight, dice=FIRST_WINS, answers=[answer]):
        assert choose_first_turn(fight)
    assert fight.state.first == first and fight.state.phase == "start"
    assert told(fight, FirstTurn)[0].side == first


@pytest.mark.rule("tp.setup.steps")
def test_the_steps_before_the_battle_come_in_their_order() -> None:
    fight = before(unit("men", (0, 0)), unit("orcs", (0, 0), side=1))
    seen = [(question.what) for question in _asked_in_a_whole_setup(fight)]
    order = ["task", "zone", "bonus terrain?", "first to place", "deploy", "place", "first turn"]
    assert list(dict.fromkeys(what for what in seen if what in order)) == order


@pytest.mark.rule("tp.setup.turns", "tp.setup.phases", "tp.setup.turnstart")
def test_a_whole_game_has_sixteen_turns_of_four_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    began: list[int] = []
    monkeypatch.setitem(specials.start_of_turn._hooks, "restless", lambda fight, one: began.append(one))
    men = unit("men", (36, 5), figure=foot(traits=("restless",)))
    fight = scene(men, unit("orcs", (36, 43), side=1, facing=180), clock=0, phase="start")
    fight.state.first = 1
    for phase in ("declaring", "charges", "moves", "counter charges"):
        monkeypatch.setitem(turn.DEEDS, phase, lambda fight: False)
    with script(fight):
        while fight.state.score is None:
            turn.step(fight)
    turns = [(event.turn, event.side) for event in told(fight, TurnBegan)]
    assert turns == [(1 + n // 2, 1 - n % 2) for n in range(16)]
    assert began == [0] * 8, "rolls at the start of a turn are those of its player"
    phases = [event.phase for event in told(fight, PhaseBegan)][:4]
    assert phases == ["movement", "shooting", "close combat", "battle stress"]
    assert told(fight, Ended)


# --- what players agree on -----------------------------------------------------------------------------------


def agreed(races: str) -> Fight:
    """Both armies of the scene are of the list "test"."""
    return before(options={"races": races})


@pytest.mark.rule("tp.setup.races")
def test_whoever_meets_another_race_than_agreed_may_win_by_default() -> None:
    fight = agreed("test, orcs")
    with script(fight, answers=["win by default"]) as given:
        choose_sides(fight)
    assert given.asked[0].side == 0
    assert fight.state.score is not None and fight.state.score.winner == 0
    assert [(one.rule, one.points, one.margin) for one in told(fight, Ended)] == [("tp.setup.races", (0, 0), 0)]


@pytest.mark.rule("tp.setup.races")
def test_or_he_may_play_on() -> None:
    fight = agreed("orcs, test")
    with script(fight, dice=[6, 1], answers=["play on", "pick sides", "near"]) as given:
        choose_sides(fight)
    assert given.asked[0].side == 1 and fight.state.score is None


@pytest.mark.rule("tp.setup.races", "tp.setup.houserules")
@pytest.mark.parametrize(
    "races", ["test, test", "orcs, elves", ""], ids=["kept", "broken by both", "nothing agreed"]
)
def test_nobody_is_asked_where_nobody_was_wronged(races: str) -> None:
    question = asked(agreed(races), choose_sides, dice=[6, 1])
    assert question.what == "task"


@pytest.mark.rule("tp.army.size", "tp.setup.issue", "tp.piece.unit.tinygames")
@pytest.mark.parametrize(("points", "size", "tiny"), [(500, 1000, True), (501, 1002, False), (5000, 10000, False)])
def test_the_game_size_is_that_of_both_armies(points: int, size: int, tiny: bool) -> None:
    setting = before(points=points).setting
    assert setting.size == size and setting.tiny is tiny


def archers(measuring: str) -> Fight:
    """One enemy in range, one far out of it."""
    bowmen = foot(weapons=("bow",))
    options = {"measuring": measuring} if measuring else None
    return scene(
        unit("archers", (36, 5), models=10, figure=bowmen),
        unit("near", (30, 20), side=1, facing=180, models=10),
        unit("far", (42, 46), side=1, facing=180, models=10),
        phase="shooting",
        options=options,
    )


def _targets(fight: Fight) -> Choose:
    question = asked(fight, shoot_one)
    if question.what != "target":
        question = asked(fight, shoot_one, answers=["archers"])
    assert isinstance(question, Choose) and question.what == "target"
    return question


@pytest.mark.rule("tp.setup.commands")
def test_a_target_is_named_before_anything_is_measured() -> None:
    fight = archers("")
    question = _targets(fight)
    assert set(question.options) == {"near", "far"} and question.odds is None, "nothing tells how far they are"
    answers = ["archers", "far"] if asked(fight, shoot_one).what != "target" else ["far"]
    with script(fight, answers=answers):
        shoot_one(fight)
    assert told(fight, NoShot) and piece(fight, "archers").aimed == fight.state.clock, "the order stands"


@pytest.mark.rule("tp.setup.commands", "tp.setup.houserules")
def test_both_may_agree_to_measure_openly() -> None:
    fight = archers("open")
    piece(fight, "far").y = inches(22)
    question = _targets(fight)
    assert question.odds is not None and question.odds("near")


class _Book:
    """Just so much of a rulebook as a game needs."""

    def begin(self, setting: Setting) -> State:
        return setting.begin()

    def step(self, battle: Fight) -> None:
        turn.step(battle)

    def result(self, setting: Setting, state: State) -> Result | None:
        return None


def _answer(game: Game[State, Setting], times: int) -> None:
    for _ in range(times):
        for question in game.pending():
            game.answer(question.suggest()[0], question.side)
    game.pending()


@pytest.mark.rule("tp.setup.mistakes")
def test_a_game_can_be_taken_back_to_the_point_of_a_mistake() -> None:
    fight = before(unit("men", (0, 0)), unit("orcs", (0, 0), side=1))
    game: Game[State, Setting] = Game(_Book(), {}, "seed", setting=fight.setting)  # type: ignore[arg-type]
    _answer(game, 4)
    at, then, hash_then = game.decisions, [question.what for question in game.pending()], game.hash
    _answer(game, 3)
    assert game.decisions > at
    while game.decisions > at:
        game = game.undone()
    assert [question.what for question in game.pending()] == then and game.hash == hash_then
    with pytest.raises(Refused):
        Game(_Book(), {}, "seed", setting=fight.setting).undone()  # type: ignore[arg-type]


@pytest.mark.rule("tp.setup.markers")
def test_lasting_states_are_shown_on_the_piece() -> None:
    fight = scene(
        unit("men", (36, 10), tired=2, flimsy_until=9),
        unit("weary", (20, 10), tired=5, fleeing=True),
        hero("hero", (50, 10), hurt=1),
        unit("orcs", (36, 10), facing=180, side=1),
    )
    contact(fight, "orcs", "men")
    marks = {block.id: block.marks for block in view(fight.setting, fight.state, 1).blocks}
    assert {"tired 2", "flimsy ranks", "engaged"} <= set(marks["men"])
    assert {"exhausted", "fleeing"} <= set(marks["weary"])
    assert "wounded" in marks["hero"]
