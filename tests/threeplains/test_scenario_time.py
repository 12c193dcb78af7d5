"""Fighting for More Time: a pass, cliffs or trapped woods beside it, and a few who hold it."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from warhost.engine.book import Unknown
from warhost.roster.roster import Character, Group, roster_text
from warhost.rulebooks.threeplains.bodies import body, set_places
from warhost.rulebooks.threeplains.charging.fallback import fall_back
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.onset import charge_move
from warhost.rulebooks.threeplains.charging.pursuit import pursue
from warhost.rulebooks.threeplains.events.charges import Charged, FellBack, Fled
from warhost.rulebooks.threeplains.events.course import TrapSprung
from warhost.rulebooks.threeplains.fighting.blows import Blow
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.fighting.fronts import overlapped
from warhost.rulebooks.threeplains.fighting.prowess import to_hit
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.oblivion import failing, worth
from warhost.rulebooks.threeplains.morale.checks import soldiering, stress
from warhost.rulebooks.threeplains.morale.exhaustion import exhausted, rest
from warhost.rulebooks.threeplains.morale.generals import mourn_one
from warhost.rulebooks.threeplains.moving.movement import free_move
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.moving.sweep import Sweep
from warhost.rulebooks.threeplains.opening.deployment import Deploy
from warhost.rulebooks.threeplains.opening.setup import choose_sides
from warhost.rulebooks.threeplains.scenario.more_time import HOLD, pass_width
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Player
from warhost.rulebooks.threeplains.tactics.charging import prospect
from warhost.rulebooks.threeplains.tactics.mind import Mind
from warhost.rulebooks.threeplains.tactics.position import Position
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.victory import close

from .scenarios import book, breaches, mission, played, ready, roster, scenario
from .scene import Placed, contact, foot, hero, horse, number, piece, script, told, unit

TIME = "fighting_for_time"
RULE = "tp.scenario.time."
BOWS = foot(weapons=("longbow", "hand weapon"))


def pass_of(*pieces: Placed, flanks: str = "cliffs", points: tuple[int, int] = (2000, 666)) -> Fight:
    """A scene after the defenders have said what lies beside the pass."""
    fight = scenario(TIME, *pieces, sizes=points, phase="sides", clock=0)
    with script(fight, answers=[flanks]):
        choose_sides(fight)
    fight.state.clock, fight.state.phase = 1, "moves"
    return fight


# --- the muster ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.time.army_size")
@pytest.mark.rule("tp.scenario.time.roles")
def test_attackers_have_two_to_six_thousand_and_the_defenders_a_third(tmp_path: Path) -> None:
    for points, lawful in ((1999, False), (2000, True), (6000, True), (6001, False)):
        found = breaches(replace(ready(TIME, 0), points=points), f"{RULE}army_size")
        assert (not found) is lawful
    for second, lawful in ((666, True), (667, False), (665, False)):
        (tmp_path / "b.toml").write_text(roster_text(replace(ready(TIME, 1), points=second)))
        if lawful:
            setting = book().setting(book().setup(TIME, {"armies": f"ready, {tmp_path}/b.toml"}))
            assert book().sides(setting) == ("attackers", "defenders")
        else:
            with pytest.raises((Unknown, Exception), match="points"):
                book().setup(TIME, {"armies": f"ready, {tmp_path}/b.toml"})


@pytest.mark.rule("tp.scenario.time.shapes")
def test_defenders_have_the_shapes_of_the_attackers_and_need_no_blocks() -> None:
    found = book().lists.bill(replace(ready(TIME, 1), points=1333, against=4000))
    limits = {measure.name: (measure.least, measure.most) for measure in found.measures}
    assert limits["triangles"] == (None, 7) and limits["diamonds"] == (None, 7.5) and "blocks" not in limits


@pytest.mark.rule("tp.scenario.time.discount")
def test_heroes_and_magic_cost_a_quarter_and_what_they_ride_all_of_it() -> None:
    def cost(*entries: Group | Character, part: str = "defenders", army: str = "herlanceia") -> int:
        return book().lists.bill(roster(TIME, part, 666, *entries, army=army)).points

    full = cost(Character(profile="champion"), part="attackers")
    assert full == 72 and cost(Character(profile="champion")) == 18
    rider = Character(profile="warlord", mount="wyvern")
    wyvern = cost(rider, part="attackers", army="orcs") - cost(
        Character(profile="warlord"), part="attackers", army="orcs"
    )
    assert cost(rider, army="orcs") == -(-165 // 4) + wyvern, "the beast is paid in full"
    guard = Group(profile="guard", models=20, command=True)
    assert cost(guard) == cost(guard, part="attackers")


@pytest.mark.rule("tp.scenario.time.ready")
def test_the_ready_match_is_lawful_and_adds_up_before_it_rounds() -> None:
    attackers, defenders = ready(TIME, 0), ready(TIME, 1)
    assert not book().lists.breaches(attackers) and not book().lists.breaches(defenders)
    assert [book().lists.bill(one).points for one in (attackers, defenders)] == [1999, 666]


@pytest.mark.rule("tp.scenario.time.oblivion")
def test_oblivion_looks_at_the_full_price() -> None:
    sheet = foot(items=("tp.item.a", "tp.item.b"), prices=(100, 60))
    fight = scenario(
        TIME, unit("a", (9, 9)), hero("b", (36, 40), side=1, figure=replace(sheet, category="character"))
    )
    assert worth(fight, number(fight, "b")) == 160 and failing(160) == failing(150) != failing(149)


# --- the pass ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.time.pass_width")
@pytest.mark.rule("tp.scenario.time.board")
@pytest.mark.parametrize(("points", "wide"), [(499, 6), (666, 6), (999, 6), (1000, 12), (1500, 18), (2000, 24)])
def test_the_pass_is_six_inches_for_every_full_five_hundred_points(points: int, wide: int) -> None:
    assert pass_width(points) == wide
    middle, left, right, _ = mission(TIME, (3 * points, points)).part[1].zone
    assert (left.x, middle.x, right.x) == ((0, 36 - wide / 2), (36 - wide / 2, 36 + wide / 2), (36 + wide / 2, 72))
    assert middle.y == (34, 48) and mission(TIME).part[0].zone[0].y == (0, 16)


@pytest.mark.rule("tp.scenario.time.flank_terrain")
def test_both_flanks_are_of_the_same_kind_and_only_archers_stand_on_cliffs() -> None:
    fight = pass_of(
        unit("a", (36, 10)), unit("s", (0, 0), side=1, models=9), unit("b", (0, 0), side=1, models=9, figure=BOWS)
    )
    kinds = [one.kind for one in fight.state.terrain]
    assert kinds.count("ledge") == 2 and "trapped wood" not in kinds
    for name in ("s", "b"):
        piece(fight, name).fate = "waiting"

    def refused(name: str, x: float) -> str:
        order = {"at": [inches(x), inches(38)], "facing": 18000, "files": 3}
        refusal = Deploy(fight, number(fight, name)).refuse(order)
        return refusal.rule if refusal else ""

    assert refused("s", 15) == f"{RULE}flank_terrain" and refused("b", 15) == ""
    assert refused("s", 36) == "" and refused("s", 33) != "", "half in the pass, half on the cliffs"


@pytest.mark.rule("tp.scenario.time.flank_terrain")
@pytest.mark.rule("tp.scenario.time.deploy")
def test_in_woods_anybody_stands_and_attackers_stay_in_their_zone() -> None:
    fight = pass_of(unit("a", (36, 10), models=9), unit("s", (0, 0), side=1, models=9), flanks="woods")
    for one in fight.state.pieces:
        one.fate = "waiting"
    order = {"at": [inches(15), inches(38)], "facing": 18000, "files": 3}
    assert Deploy(fight, number(fight, "s")).refuse(order) is None
    for y, lawful in ((16, True), (16.1, False), (30, False)):
        refusal = Deploy(fight, number(fight, "a")).refuse({"at": [inches(36), inches(y)], "facing": 0, "files": 3})
        assert (refusal is None) is lawful


@pytest.mark.rule("tp.scenario.time.flank_terrain")
def test_nobody_climbs_the_cliffs_out_of_the_pass() -> None:
    fight = pass_of(unit("a", (36, 40), models=6, files=3, facing=270), unit("b", (20, 40), side=1, figure=BOWS))
    refusal = Move(fight, number(fight, "a")).refuse([["go", inches(30), inches(40)]])
    assert refusal is not None and "cliff" in refusal.why


@pytest.mark.rule("tp.scenario.time.flank_terrain")
@pytest.mark.parametrize(("flanks", "goal"), [("cliffs", "c"), ("woods", "b")])
def test_a_computer_on_foot_does_not_go_for_archers_on_the_cliffs(flanks: str, goal: str) -> None:
    weak = foot(weapons=("longbow", "hand weapon"), rating=1)
    archers = unit("b", (16, 36), side=1, facing=180, models=5, figure=weak)
    fight = pass_of(unit("a", (16, 28), models=20), archers, unit("c", (36, 40), side=1, models=5), flanks=flanks)
    fight.state.active = 0
    found = Position(Mind(fight.setting, fight.state, 0), number(fight, "a"))
    assert found.goal == number(fight, goal)


# --- traps ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.time.booby_traps")
@pytest.mark.parametrize(
    ("inches_in", "dice", "hits"),
    [(7, [2, 5, 6, 1, 1, 1, 1, 1, 1], [6]), (2.9, [], []), (3.1, [3], []), (3.1, [4, 1, 1], [1])],
)
def test_every_three_inches_in_the_woods_may_set_off_a_trap(
    inches_in: float, dice: list[int], hits: list[int]
) -> None:
    """Saves are still made: a damage die of 1 does not get through toughness 3."""
    mover = foot(movement=inches(20), category="character")
    fight = pass_of(hero("a", (10, 33.5), figure=mover), unit("b", (36, 44), side=1), flanks="woods")
    fight.state.active, fight.state.phase = 0, "moves"
    with script(fight, answers=["a", [["go", inches(10), inches(34 + inches_in)]]], dice=dice):
        step(fight)
    assert [event.hits for event in told(fight, TrapSprung)] == hits


@pytest.mark.rule("tp.scenario.time.booby_traps", "tp.move.wipeout")
@pytest.mark.parametrize(("way", "dice"), [([38], []), ([37.5, 39], [1])])
def test_what_a_march_leaves_over_does_not_count_for_a_wipe_out_move(way: list[float], dice: list[int]) -> None:
    """Two inches and some in the woods in its turn, then two more, or three in two legs, when it has won."""
    lone = foot(category="character")
    fight = pass_of(hero("a", (10, 33.5), figure=lone), unit("b", (36, 44), side=1), flanks="woods")
    fight.state.active, fight.state.phase = 0, "moves"
    with script(fight, answers=["a", [["go", inches(10), inches(36)]]]):
        step(fight)
    fight.state.phase = "combat"
    with script(fight, answers=[[["go", inches(10), inches(y)] for y in way]], dice=dice):
        free_move(fight, number(fight, "a"), inches(20), "tp.move.wipeout")
    assert piece(fight, "a").y == inches(way[-1])


@pytest.mark.rule("tp.scenario.time.booby_traps")
def test_a_march_is_over_for_whom_a_trap_kills() -> None:
    lone = foot(movement=inches(20), category="character", toughness=0)
    fight = pass_of(hero("a", (10, 33.5), figure=lone), unit("b", (36, 44), side=1), flanks="woods")
    fight.state.active, fight.state.phase = 0, "moves"
    with script(fight, answers=["a", [["go", inches(10), inches(40)]]], dice=[4, 1, 1]):
        step(fight)
    assert piece(fight, "a").fate == "slain"


@pytest.mark.rule("tp.scenario.time.booby_traps")
def test_defenders_and_flyers_set_off_nothing() -> None:
    flyer = foot(movement=inches(6), flight=inches(20), category="character")
    pieces = [
        hero("a", (10, 30), figure=flyer),
        hero("b", (10, 40), side=1, facing=90, figure=foot(movement=inches(20))),
    ]
    fight = pass_of(*pieces, flanks="woods")
    for side, name, order in ((0, "a", [["fly"], ["go", 10000, 46000]]), (1, "b", [["go", 18000, 40000]])):
        fight.state.active, fight.state.phase = side, "moves"
        piece(fight, name).turn.acted = False
        with script(fight, answers=[name, order]):
            step(fight)
    assert not told(fight, TrapSprung)


def in_the_woods(*pieces: Placed, phase: str = "moves") -> Fight:
    fight = pass_of(*pieces, flanks="woods")
    fight.state.active, fight.state.phase = 0, phase  # type: ignore[assignment]
    return fight


LONE = foot(movement=inches(20), category="character", toughness=0)
WALKER = foot(movement=inches(8), category="character", toughness=0)


@pytest.mark.rule("tp.scenario.time.booby_traps")
@pytest.mark.parametrize(("dice", "met"), [([3], True), ([4, 1, 1], False)])
def test_a_trap_on_the_way_of_a_charge_goes_off_before_anybody_is_struck(dice: list[int], met: bool) -> None:
    """The enemy stands four inches inside the woods; the trap waits at three."""
    fight = in_the_woods(hero("a", (10, 33), figure=LONE), hero("b", (10, 38), side=1, facing=180), phase="combat")
    with script(fight, dice=dice):
        charge_move(fight, number(fight, "a"), number(fight, "b"))
    assert engaged(fight, number(fight, "b")) is met and piece(fight, "a").standing is met
    assert bool(told(fight, Charged)) is met
    if not met:
        assert piece(fight, "a").y == pytest.approx(inches(37), abs=5), "it fell where three inches were full"


@pytest.mark.rule("tp.scenario.time.booby_traps")
@pytest.mark.parametrize(("enemy", "dice"), [(36.99, []), (37, [1]), (37.2, [1]), (41, [1, 1])])
def test_a_charge_that_strikes_home_rolls_once_for_each_three_inches(enemy: float, dice: list[int]) -> None:
    fight = in_the_woods(
        hero("a", (10, 33), figure=LONE), hero("b", (10, enemy), side=1, facing=180), phase="combat"
    )
    front = body(fight, number(fight, "b")).front[1] - inches(34)
    assert front // inches(3) == len(dice)
    with script(fight, dice=dice):
        charge_move(fight, number(fight, "a"), number(fight, "b"))
    assert engaged(fight, number(fight, "a"))


@pytest.mark.rule("tp.scenario.time.booby_traps")
def test_a_charge_that_falls_short_treads_only_as_far_as_it_comes() -> None:
    fight = in_the_woods(
        hero("a", (10, 33), figure=WALKER), hero("b", (10, 46), side=1, facing=180), phase="combat"
    )
    with script(fight, dice=[2]):
        charge_move(fight, number(fight, "a"), number(fight, "b"), inches(8))
    assert piece(fight, "a").y == pytest.approx(inches(37.5), abs=5)


@pytest.mark.rule("tp.scenario.time.booby_traps")
@pytest.mark.parametrize(("dice", "alive"), [([6, 6, 3], True), ([6, 6, 4, 1, 1], False)])
def test_those_who_flee_through_the_woods_tread_on_traps_too(dice: list[int], alive: bool) -> None:
    """Twelve inches at half pace: one full step of three, since it leaves the woods after five."""
    fight = in_the_woods(hero("a", (10, 39), figure=WALKER), hero("b", (10, 44), side=1), phase="stress")
    with script(fight, dice=dice):
        flee(fight, number(fight, "a"), "tp.check.break")
    assert piece(fight, "a").standing is alive and bool(told(fight, Fled)) is alive


@pytest.mark.rule("tp.scenario.time.booby_traps")
@pytest.mark.parametrize(("dice", "caught"), [([6, 6, 3], True), ([6, 6, 4, 1, 1], False)])
def test_a_pursuer_whom_a_trap_kills_catches_nobody(dice: list[int], caught: bool) -> None:
    """Five and a half inches in the woods: one full step of three."""
    quarry = hero("b", (10, 38), side=1, fleeing=True, flights=1, flight_run=inches(3))
    fight = in_the_woods(hero("a", (10, 33.5), figure=WALKER), quarry, phase="stress")
    with script(fight, dice=dice):
        pursue(fight, number(fight, "a"), number(fight, "b"))
    assert (piece(fight, "b").fate == "slain") is caught and piece(fight, "a").standing is caught


@pytest.mark.rule("tp.scenario.time.booby_traps")
@pytest.mark.rule("tp.shoot.defensive")
def test_those_whom_a_trap_has_left_are_shot_at_on_their_own_way() -> None:
    """Of three in a row the middle one falls; halfway, the others stand before the places they have come to."""
    three = unit("a", (10, 33), models=3, files=3, figure=foot(loose=True))
    fight = in_the_woods(three, unit("b", (36, 44), side=1))
    walkers, one = number(fight, "a"), piece(fight, "a")
    start, (left, _, right) = body(fight, walkers), one.places
    one.models = 2
    set_places(fight, walkers, ((left[0], left[1] + 4000), (right[0], right[1] + 4000)), 0)
    leg = Sweep(fight, walkers, start, body(fight, walkers))
    with leg.stopped_at(2000):
        assert [x for x, _ in one.places] == [left[0], right[0]]
        assert one.places[0][1] == pytest.approx(left[1] + 2000, abs=2)


@pytest.mark.rule("tp.scenario.time.booby_traps")
@pytest.mark.parametrize(("traps", "alive"), [([3], True), ([4, 1, 1], False)])
def test_those_who_fall_back_tread_on_traps_too(traps: list[int], alive: bool) -> None:
    fight = in_the_woods(hero("a", (10, 36), figure=WALKER), hero("b", (10, 30), side=1), phase="charges")
    with script(fight, dice=[*[6] * 4, *[1] * 3, 4, 4, *traps]):
        fall_back(fight, number(fight, "a"), number(fight, "b"))
    assert piece(fight, "a").standing is alive and bool(told(fight, FellBack)) is alive


# --- there is no return --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.time.double_soldiering")
@pytest.mark.parametrize(("models", "dice"), [(10, 12), (20, 24)])
def test_soldiering_is_doubled_in_break_checks_and_a_horde_doubles_it_again(models: int, dice: int) -> None:
    pieces = [
        unit("b", (36, 40), side=1, models=models, command=True),
        hero("flag", (36, 46), side=1, role="standard"),
    ]
    fight = scenario(TIME, unit("a", (36, 5), models=10), *pieces)
    assert soldiering(fight, number(fight, "b"), "break").total == dice
    assert soldiering(fight, number(fight, "b"), "bravery").total == dice // 2
    assert soldiering(fight, number(fight, "a"), "break").total == 4


@pytest.mark.rule("tp.scenario.time.no_overlap")
def test_nobody_overlaps_a_defender() -> None:
    fight = scenario(
        TIME, unit("a", (36, 30), models=20, files=10), unit("b", (36, 30), side=1, facing=180, models=9, files=3)
    )
    contact(fight, "a", "b")
    assert overlapped(fight, number(fight, "b")).total == 4
    assert not [
        s
        for s in stress(fight, number(fight, "b"), "break").steps
        if s.rule == "tp.check.bs.overlapped" and s.amount
    ]


@pytest.mark.rule("tp.scenario.time.death_of_general")
def test_the_death_of_the_defenders_general_makes_nobody_check() -> None:
    fight = scenario(TIME, unit("a", (36, 5)), unit("b", (36, 40), side=1))
    fight.state.generals_fell = (False, True)
    with script(fight):
        assert not mourn_one(fight)


@pytest.mark.rule("tp.scenario.time.every_hit_counts")
def test_defenders_hit_more_easily_in_combat_and_shoot_as_ever() -> None:
    pieces = [unit("a", (36, 30), models=5), unit("b", (36, 30), side=1, facing=180, models=5, figure=BOWS)]
    fight = scenario(TIME, *pieces, phase="combat")
    needs = {}
    for side, (own, foe) in enumerate((("a", "b"), ("b", "a"))):
        line = fight.setting.figures[fight.state.pieces[number(fight, own)].figure].blows[0]
        contact(fight, own, foe)
        us, them = number(fight, own), number(fight, foe)
        blow = Blow(us, us, them, them, fight.state.contacts[-1], line, None, ((0, 1),))
        needs[side] = to_hit(fight, blow).total
    assert needs[1] == needs[0] - 1


@pytest.mark.rule("tp.scenario.time.well_rested")
def test_defenders_are_exhausted_by_six_counters_until_they_have_rested_from_it() -> None:
    fight = scenario(TIME, unit("a", (36, 5)), unit("b", (36, 40), side=1), phase="combat")
    who, one = number(fight, "b"), piece(fight, "b")

    def spent(counters: int) -> bool:
        one.tired = counters
        return exhausted(fight, who)

    assert not spent(5) and spent(6)
    one.tired, one.rested = 3, 1
    rest(fight)
    assert one.tired == 0 and not spent(5), "a rest before exhaustion costs nothing"
    one.tired, one.rested = 6, 1
    rest(fight)
    assert one.tired == 0 and not spent(3) and spent(4)


# --- the end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.time.victory")
@pytest.mark.parametrize(
    ("at", "more", "winner"),
    [
        ((33, 36), {}, 1),
        ((32.5, 36), {}, 0),
        ((36, 36), {"fleeing": True}, 0),
        ((36, 36), {"airborne": True}, 0),
        ((20, 40), {}, 0),
    ],
)
def test_the_pass_is_held_by_a_base_that_is_partly_in_it(
    at: tuple[float, float], more: dict[str, bool], winner: int
) -> None:
    """The pass is six inches wide, from 33 to 39; a base is 0.79 inches."""
    holder = unit("b", at, side=1, models=1, files=1, facing=180, figure=foot(loose=True), **more)
    fight = scenario(TIME, unit("a", (36, 5)), holder, sizes=(2000, 666))
    close(fight)
    assert fight.state.score is not None and fight.state.score.winner == winner
    assert fight.state.score.points == ((0, 1) if winner else (1, 0))


@pytest.mark.rule("tp.scenario.time.general_slain")
@pytest.mark.rule("tp.scenario.common.end")
def test_the_battle_is_over_when_the_attackers_general_is_dead() -> None:
    pieces = [unit("a", (36, 5)), hero("chief", (30, 5), role="general"), unit("b", (10, 30), side=1)]
    fight = scenario(TIME, *pieces, phase="stress", clock=3)
    piece(fight, "chief").fate = "slain"
    with script(fight):
        step(fight)
    assert fight.state.score is not None
    score = fight.state.score
    assert (score.winner, score.points, score.rule) == (1, (0, 1), f"{RULE}general_slain")


@pytest.mark.rule("tp.scenario.time.general_slain", "tp.item.enchanted.book_of_mass_manipulation")
@pytest.mark.parametrize(("army", "side"), [(0, 1), (1, 0)])
def test_a_general_who_has_gone_over_decides_nothing_by_his_death(army: int, side: int) -> None:
    pieces = [unit("a", (36, 5)), hero("chief", (30, 5), side=army, role="general"), unit("b", (10, 30), side=1)]
    fight = scenario(TIME, *pieces, phase="stress", clock=3)
    piece(fight, "chief").fate, piece(fight, "chief").side = "slain", Player(side)
    with script(fight):
        step(fight)
    assert fight.state.score is None


@pytest.mark.rule("tp.scenario.time.turns")
def test_the_defenders_take_the_first_turn_and_the_attackers_the_last() -> None:
    found = mission(TIME)
    assert (found.places_first, found.takes_first_turn) == (0, 1)
    game = played(TIME)
    assert game.result is not None and game.result.rule.startswith(RULE)
    if game.state.clock == 16:
        assert game.state.active == 0


def test_a_computer_that_storms_the_pass_heeds_no_losses_but_its_general() -> None:
    pieces = [unit("a", (36, 10), models=10), hero("lord", (30, 4), role="general"), unit("b", (36, 40), side=1)]
    fight = pass_of(*pieces)
    mind, other = (Mind(fight.setting, fight.state, side) for side in (0, 1))
    assert mind.caution < 0.5 < other.caution
    assert mind.worth(number(fight, "lord")) > mind.worth(number(fight, "a"))


def test_a_computer_goes_for_a_fast_man_in_the_pass_rather_than_for_archers_out_of_reach() -> None:
    archers = unit("b", (16, 36), side=1, facing=180, models=5, figure=BOWS)
    last = hero("last", (36, 45), side=1, figure=horse(category="character"))
    fight = pass_of(unit("a", (36, 30), models=20), archers, last)
    assert Position(Mind(fight.setting, fight.state, 0), number(fight, "a")).goal == number(fight, "last")


@pytest.mark.parametrize(("y", "drawn"), [(42, False), (28, True)])
def test_a_computer_that_holds_the_pass_counts_what_a_charge_out_of_it_costs(y: float, drawn: bool) -> None:
    holder = unit("b", (36, 45.5 if y == 42 else 34), side=1, facing=180, models=12, files=4)
    fight = pass_of(unit("a", (36, y), models=6, files=3, facing=180), holder)
    fight.state.active = 1
    hopeful = prospect(Mind(fight.setting, fight.state, 1), number(fight, "b"), number(fight, "a"))
    assert hopeful is not None
    assert (hopeful.risk > HOLD) is drawn


@pytest.mark.parametrize(("flanks", "room"), [("cliffs", False), ("woods", True)])
def test_a_computer_names_no_charge_for_which_the_rocks_leave_no_room(flanks: str, room: bool) -> None:
    """One stands askew beside the cliff: before its front the ranks of a deep column would stand in the rock."""
    askew = unit("b", (34.6, 40), side=1, facing=215, models=8, files=4)
    fight = pass_of(unit("a", (34.6, 35), models=20, files=2), askew, flanks=flanks)
    fight.state.active = 0
    hopeful = prospect(Mind(fight.setting, fight.state, 0), number(fight, "a"), number(fight, "b"))
    assert (hopeful is not None) is room
