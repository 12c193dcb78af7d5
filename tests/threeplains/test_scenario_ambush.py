"""The two ambushes: barred troops, march order, surprise, the ways out, and who has won."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.question import Refusal
from warhost.roster.roster import Character, Group
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.fallback import never_falls_back
from warhost.rulebooks.threeplains.charging.leg import out_of_reach
from warhost.rulebooks.threeplains.charging.readiness import why_no_charge
from warhost.rulebooks.threeplains.events.charges import Fled, Scattered
from warhost.rulebooks.threeplains.events.course import Escaped, Surprised
from warhost.rulebooks.threeplains.fighting.fronts import flimsy
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.ground import level_of
from warhost.rulebooks.threeplains.land.sense import sees
from warhost.rulebooks.threeplains.magic.casting import why_no_casting
from warhost.rulebooks.threeplains.missiles.aiming import why_no_missiles
from warhost.rulebooks.threeplains.morale.generals import mourn_one
from warhost.rulebooks.threeplains.morale.stress import stress_one
from warhost.rulebooks.threeplains.moving.movement import why_not_moving
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.opening.deployment import Deploy, deploy_one
from warhost.rulebooks.threeplains.opening.setup import (
    choose_first_turn,
    choose_sides,
    spare_ground,
    zone_of_side,
)
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, NOBODY, Effect
from warhost.rulebooks.threeplains.tactics import consider
from warhost.rulebooks.threeplains.tactics.mind import Mind
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.victory import close, losses

from .armoury import laden
from .scenarios import book, breaches, mission, played, ready, roster, scenario
from .scene import Placed, asked, champion, contact, foot, hero, horse, number, piece, script, told, unit

FOREST, CAVERN = "forest_ambush", "cavern_ambush"
BOTH = [(FOREST, "forest"), (CAVERN, "cavern")]
MARCH = "tp.scenario.forest.victim_formation"


def waiting(name: str, *pieces: Placed, march: int = 9000) -> Fight:
    """Before anybody is set up, with the column on its way."""
    fight = scenario(name, *pieces, phase="deployment", clock=0, active=1)
    for one in fight.state.pieces:
        one.fate = "waiting" if one.fate == "standing" else one.fate
    fight.state.advance(march=march)
    return fight


def place(fight: Fight, name: str, at: tuple[float, float], **more: Any) -> Refusal | None:
    order = {"at": [inches(at[0]), inches(at[1])], **more}
    return Deploy(fight, number(fight, name)).refuse(order)


# --- who may come --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.forest.ambusher_restrictions")
@pytest.mark.rule("tp.scenario.cavern.ambusher_restrictions")
@pytest.mark.parametrize(("name", "short"), BOTH)
def test_no_beasts_cavalry_or_mobs_lie_in_ambush_unless_they_can_scout(name: str, short: str) -> None:
    rule = f"tp.scenario.{short}.ambusher_restrictions"

    def wrong(*entries: Group | Character, army: str = "orcs") -> list[str]:
        return [breach.where for breach in breaches(roster(name, "ambushers", 1000, *entries, army=army), rule)]

    assert wrong(Group(profile="wolf_riders", models=6)) == ["wolf_riders"]
    assert wrong(Group(profile="troll", models=2), Group(profile="goblin_herder", models=2, with_="troll")) == [
        "troll"
    ]
    assert wrong(Character(profile="warlord", mount="wyvern")) == ["warlord"]
    assert wrong(Group(profile="stone_hurler"), Group(profile="chariot", models=2)) == []
    assert wrong(Group(profile="goblin_horde", models=30), Group(profile="goblin_sneaks", models=10)) == []
    assert not breaches(roster(name, "victims", 1000, Group(profile="wolf_riders", models=6)), rule)


@pytest.mark.rule("tp.scenario.forest.victim_flyers")
@pytest.mark.rule("tp.scenario.cavern.victim_flyers")
@pytest.mark.parametrize(("name", "short"), BOTH)
def test_at_most_fifteen_percent_of_the_victims_fly(name: str, short: str) -> None:
    rule, rider = f"tp.scenario.{short}.victim_flyers", Character(profile="warlord", mount="wyvern")
    cost = book().lists.bill(roster(name, "victims", 1000, rider)).points
    exactly = -(-cost * 100 // 15)
    assert not breaches(roster(name, "victims", exactly, rider), rule)
    assert breaches(roster(name, "victims", exactly - 7, rider), rule)
    assert not breaches(roster(name, "ambushers", 1000, rider), rule)
    three = (rider, rider, rider)  # their points are 15 % of a whole number
    assert not breaches(roster(name, "victims", 20 * cost, *three), rule)
    (breach,) = breaches(roster(name, "victims", 20 * cost - 1, *three), rule)
    assert breach.why == f"{3 * cost} points of pieces that can fly, of at most {3 * cost - 1}"


@pytest.mark.rule("tp.scenario.forest.ready")
@pytest.mark.rule("tp.scenario.cavern.ready")
@pytest.mark.rule("tp.scenario.forest.roles")
@pytest.mark.rule("tp.scenario.cavern.roles")
@pytest.mark.parametrize(("name", "points"), [(FOREST, 981), (CAVERN, 812)])
def test_the_ready_matches_are_lawful_and_of_the_same_points(name: str, points: int) -> None:
    ambushers, victims = ready(name, 0), ready(name, 1)
    assert not book().lists.breaches(ambushers) and not book().lists.breaches(victims)
    assert book().lists.bill(ambushers).points == points and ambushers.points == victims.points


# --- the ground ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.forest.board")
@pytest.mark.parametrize(
    ("points", "ends"),
    [
        (1000, (27, 45)),
        (2000, (27, 45)),
        (2001, (24, 48)),
        (2500, (24, 48)),
        (2501, (21, 51)),
        (3000, (21, 51)),
        (9000, (0, 72)),
    ],
)
def test_the_zone_of_a_larger_column_is_longer(points: int, ends: tuple[int, int]) -> None:
    zone = mission(FOREST, (points, points)).part[1].zone[0]
    assert zone.x == ends and zone.y == (18, 30)


@pytest.mark.rule("tp.setup.zones", "tp.scenario.common.deploy")
@pytest.mark.parametrize("march", [NEVER, 9000, 27000])
@pytest.mark.parametrize("ground", [zone_of_side, spare_ground])
def test_only_a_column_on_the_march_looks_the_way_it_goes(march: int, ground: Any) -> None:
    fight = waiting(FOREST, march=march)
    drawn = fight.setting.zones if ground is zone_of_side else fight.setting.spares
    assert ground(fight.setting, fight.state, 0) == drawn[0]
    seen = [patch.facing for patch in ground(fight.setting, fight.state, 1).patches]
    assert seen == [patch.facing if march == NEVER else march for patch in drawn[1].patches]


@pytest.mark.rule("tp.scenario.forest.victim_formation")
@pytest.mark.parametrize(("fate", "before"), [("standing", False), ("hidden", True), ("waiting", True)])
def test_nobody_stands_before_the_general_once_he_is_on_the_road(fate: Any, before: bool) -> None:
    pieces = [hero("boss", (36, 24), facing=90, side=1, role="general"), unit("road", (40, 24), side=1, models=9)]
    fight = waiting(FOREST, *pieces)
    piece(fight, "boss").fate = fate
    piece(fight, "boss").x, piece(fight, "boss").y = inches(36), inches(24)
    assert (place(fight, "road", (40, 24), files=3) is None) == before
    assert place(fight, "road", (34, 24), files=3) is None


@pytest.mark.rule("tp.scenario.forest.deploy")
@pytest.mark.rule("tp.scenario.forest.board")
def test_each_side_is_set_up_in_its_zones_alone() -> None:
    pieces = [unit("wood", (36, 6), models=9, files=3), unit("road", (36, 24), side=1, models=9, files=3)]
    fight = waiting(FOREST, *pieces)
    assert place(fight, "road", (45, 24), files=3) is None
    assert place(fight, "road", (45.1, 24), files=3) is not None, "a base sticks out"
    assert place(fight, "wood", (20, 11), facing=0, files=3) is None
    assert place(fight, "wood", (20, 40), facing=18000, files=3) is None
    for nobodys in ((10, 24), (36, 15), (36, 33)):
        refusal = place(fight, "wood", nobodys, facing=0, files=3)
        assert refusal is not None and refusal.rule == "tp.setup.zones"


@pytest.mark.rule("tp.scenario.cavern.board")
def test_ledges_are_high_ground_that_nobody_reaches_on_foot() -> None:
    assert mission(CAVERN).width == 13 + 18 + 25 + 6 and mission(CAVERN).depth == 14 + 20 + 14
    setting = book().setting(book().setup(CAVERN, {}))
    bows = unit("bows", (20, 13.9), models=5, files=5, figure=foot(weapons=("longbow", "hand weapon")))
    low = unit("low", (20, 16), side=1, facing=180, models=10, files=5)
    fight = scenario(CAVERN, bows, low, terrain=setting.table.features)
    assert level_of(fight, number(fight, "bows")) == 1 and level_of(fight, number(fight, "low")) == 0
    assert sees(fight, number(fight, "bows"), number(fight, "low"))
    refusal = Move(fight, number(fight, "bows")).refuse([["go", inches(20), inches(15.5)]])
    assert refusal is not None and "cliff" in refusal.why


@pytest.mark.rule("tp.scenario.cavern.board", "tp.terrain.impassable", "tp.move.charge")
@pytest.mark.parametrize(("charger", "bows", "low"), [
    (foot(), None, "tp.terrain.impassable"), (foot(flight=inches(14)), None, None),
    (laden("phantom_cloak"), None, None),
])  # fmt: skip
def test_nobody_on_foot_charges_up_or_down_a_cliff(charger: Figure, bows: str | None, low: str | None) -> None:
    """Whoever flies or goes through everything does, and anybody charges along a ledge. Who stands askew below with
    an empty corner of his last rank over the edge stands below."""
    setting = book().setting(book().setup(CAVERN, {}))
    fight = scenario(
        CAVERN,
        unit("up", (20, 13.9), models=1, figure=charger),
        unit("low", (20, 16), side=1, facing=180, models=10, files=5),
        unit("bows", (30, 13.9), side=1, models=5, files=5, facing=270),
        unit("askew", (45, 17.6), side=1, models=21, files=5, facing=45), terrain=setting.table.features,
    )  # fmt: skip
    assert body(fight, number(fight, "askew")).block.bottom < inches(13.96)
    for target, rule in (("bows", bows), ("low", low), ("askew", low)):
        refusal = out_of_reach(fight, number(fight, "up"), number(fight, target))
        assert (refusal and refusal.rule) == rule
    refusal = out_of_reach(fight, number(fight, "low"), number(fight, "up"))
    assert refusal is not None and refusal.why == "a cliff parts low from up"


# --- the order of march --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.forest.victim_formation")
def test_the_victims_say_which_way_they_march() -> None:
    fight = scenario(FOREST, unit("a", (10, 5)), unit("b", (36, 24), side=1), phase="sides", clock=0)
    with script(fight, answers=["left"]):
        choose_sides(fight)
    assert fight.state.progress.march == 27000
    choose_sides(fight)
    assert fight.state.phase == "magic"


@pytest.mark.rule("tp.scenario.cavern.deploy")
def test_in_the_pass_there_is_one_way_to_march() -> None:
    fight = scenario(CAVERN, unit("a", (10, 5)), unit("b", (40, 24), side=1), phase="sides", clock=0)
    choose_sides(fight)
    assert fight.state.progress.march == 9000
    refused = place(waiting(CAVERN, unit("a", (9, 5)), unit("b", (36, 24), side=1)), "b", (40, 24), facing=27000)
    assert refused is not None and refused.rule == MARCH


@pytest.mark.rule("tp.scenario.forest.victim_formation")
@pytest.mark.parametrize(
    ("models", "files", "lawful"),
    [(24, 4, True), (24, 6, False), (5, 3, True), (13, 4, True), (25, 5, True), (24, 5, True)],
)
def test_units_stand_in_squares_or_columns(models: int, files: int, lawful: bool) -> None:
    fight = waiting(FOREST, unit("a", (9, 5)), unit("b", (36, 24), side=1, models=models, files=files))
    assert (place(fight, "b", (44, 24), facing=9000, files=files) is None) is lawful


@pytest.mark.rule("tp.scenario.forest.victim_formation")
def test_nobody_stands_before_the_general() -> None:
    lead = unit("lead", (0, 0), side=1, models=9, files=3)
    archers = unit("archers", (0, 0), side=1, models=9, files=3)
    fight = waiting(FOREST, unit("a", (9, 5)), archers, lead, hero("chief", side=1, within="lead", role="general"))
    assert asked(fight, deploy_one).about == "lead", "he is set up first"
    order = {"at": [inches(40), inches(24)], "facing": 9000, "files": 3}
    with script(fight, answers=[order]):
        deploy_one(fight)
    refusal = place(fight, "archers", (40.1, 28), facing=9000, files=3)
    assert refusal is not None and refusal.rule == MARCH
    assert place(fight, "archers", (40, 28), facing=9000, files=3) is None


@pytest.mark.rule("tp.scenario.common.deploy")
@pytest.mark.rule("tp.scenario.forest.scouting")
def test_one_side_sets_up_all_it_has_and_scouts_of_the_victims_are_not_held_back() -> None:
    scouts = foot(traits=("scouting",))
    fight = waiting(
        FOREST, unit("hidden", (9, 5), models=5, figure=scouts),
        unit("x", (36, 24), side=1, models=5, figure=scouts),
        unit("y", (36, 24), side=1, models=5),
    )  # fmt: skip
    placing = asked(fight, deploy_one)
    assert placing.side == 1 and placing.what == "deploy"
    assert asked(fight, deploy_one, answers=["x"]).what == "place", "nobody is asked whether they scout"
    fight.state.active = 0
    assert asked(fight, deploy_one).what == "scouts"


# --- surprise ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.forest.surprised")
@pytest.mark.rule("tp.scenario.cavern.surprised")
@pytest.mark.parametrize("name", [FOREST, CAVERN])
@pytest.mark.parametrize(("dice", "stunned"), [([2, 5, 6, 4, 4], False), ([1, 2, 5, 4, 6], True)])
def test_before_the_first_turn_every_victim_checks_for_surprise(name: str, dice: list[int], stunned: bool) -> None:
    bows = foot(soldiering=3, weapons=("longbow", "hand weapon"))
    fight = scenario(
        name, unit("a", (5, 20)), unit("b", (36, 24), side=1, models=12, files=3, figure=bows),
        deviancy=(3, 2), phase="first turn", clock=0,
    )  # fmt: skip
    with script(fight, dice=dice):
        choose_first_turn(fight)
    who = number(fight, "b")
    assert [event.piece for event in told(fight, Surprised)] == ([who] if stunned else [])
    fight.state.clock = 2
    assert (why_not_moving(fight, who) is not None) is stunned
    assert (why_no_missiles(fight, who) is not None) is stunned
    assert (why_no_charge(fight, who) is not None) is stunned
    assert (never_falls_back(fight, who) is not None) is stunned
    assert (why_no_missiles(fight, who, "hold") is not None) is stunned
    assert bool(flimsy(fight, who)) is stunned
    choose_first_turn(fight)
    assert fight.state.first == 0 and fight.state.phase == "start", "the ambushers begin"


@pytest.mark.rule("tp.scenario.cavern.surprised")
def test_a_surprised_wizard_casts_nothing() -> None:
    fight = scenario(
        CAVERN, unit("a", (5, 20)), hero("mage", (40, 24), side=1, role="wizard"), phase="first turn", clock=0
    )
    fight.state.effects = (Effect("tp.scenario.cavern.surprised", NOBODY, number(fight, "mage"), 0, -1),)
    refusal = why_no_casting(fight, number(fight, "mage"))
    assert refusal is not None and refusal.rule == "tp.scenario.cavern.surprised"


@pytest.mark.rule("tp.scenario.forest.surprised")
@pytest.mark.rule("tp.scenario.forest.turns")
@pytest.mark.rule("tp.scenario.cavern.turns")
@pytest.mark.parametrize(("clock", "stunned"), [(1, True), (2, True), (3, False)])
def test_all_recover_as_the_victims_second_turn_begins(clock: int, stunned: bool) -> None:
    fight = scenario(FOREST, unit("a", (5, 6)), unit("b", (36, 24), side=1), phase="start", clock=clock)
    fight.state.effects = (Effect("tp.scenario.forest.surprised", NOBODY, number(fight, "b"), 0, -1),)
    with script(fight):
        step(fight)
    assert (fight.state.clock, fight.state.active) == (clock + 1, (clock + 2) % 2)
    assert bool(fight.state.effects) is stunned


# --- no way to run -------------------------------------------------------------------------------------------


def beaten(fight: Fight) -> None:
    """A break check that is failed, and the end of its phase."""
    piece(fight, "b").lost = 8
    fight.state.phase = "stress"


@pytest.mark.rule("tp.scenario.cavern.only_way_out")
@pytest.mark.parametrize(
    ("models", "life", "rolled", "left", "hurt"), [(12, 1, [3, 4], 5, 0), (5, 2, [3, 4], 2, 1)]
)
def test_victims_scatter_where_they_stand(models: int, life: int, rolled: list[int], left: int, hurt: int) -> None:
    kind = horse(life=2) if life == 2 else foot(soldiering=1)
    who = unit("b", (40, 24), side=1, models=models, files=4, figure=replace(kind, soldiering=1))
    fight = scenario(CAVERN, unit("a", (5, 20)), who, phase="stress")
    beaten(fight)
    with script(fight, dice=[1, 4, 4, 4, 4, *rolled]):
        stress_one(fight)
    one = piece(fight, "b")
    assert (one.models, one.hurt, one.fleeing, one.standing) == (left, hurt, False, True)
    assert not told(fight, Fled) and told(fight, Scattered)[0].points == sum(rolled)


@pytest.mark.rule("tp.scenario.cavern.only_way_out")
@pytest.mark.parametrize(("rolled", "alive"), [([1, 1], True), ([2, 5], False)])
def test_a_lone_hero_may_die_of_it(rolled: list[int], alive: bool) -> None:
    lone = hero("b", (40, 24), side=1, figure=champion(life=3, soldiering=1))
    fight = scenario(CAVERN, unit("a", (5, 20)), lone, phase="stress")
    beaten(fight)
    with script(fight, dice=[1, 4, 4, 4, 4, *rolled]):
        stress_one(fight)
    assert piece(fight, "b").standing is alive


@pytest.mark.rule("tp.scenario.cavern.only_way_out")
@pytest.mark.parametrize("fighting", [True, False])
def test_who_fights_scatters_for_his_generals_death_and_others_flee(fighting: bool) -> None:
    victims = unit("b", (40, 24), side=1, models=12, files=4, figure=foot(soldiering=1))
    fight = scenario(CAVERN, unit("a", (40, 24), facing=180, models=12, files=4), victims, deviancy=(0, 3))
    if fighting:
        contact(fight, "a", "b")
    else:
        piece(fight, "a").y = inches(10)
    fight.state.mourning, fight.state.active = (number(fight, "b"),), 1
    dice = [1, 4, 4, 4, *((3, 4) if fighting else (3, 3))]
    with script(fight, dice=dice):
        mourn_one(fight)
    assert piece(fight, "b").fleeing is not fighting
    assert piece(fight, "b").models == (5 if fighting else 12)


# --- the ways out --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.forest.escape")
@pytest.mark.rule("tp.scenario.cavern.escape")
@pytest.mark.parametrize(
    ("name", "edge", "lawful"),
    [(FOREST, "left", True), (FOREST, "top", True), (CAVERN, "left", True), (CAVERN, "top", False)],
)
def test_victims_leave_over_an_edge_that_is_a_way_out(name: str, edge: str, lawful: bool) -> None:
    at, facing = {"left": ((5, 24), 270), "top": ((30, 43), 0)}[edge]
    fight = scenario(name, unit("a", (50, 3)), unit("b", at, side=1, facing=facing, models=6, files=3), active=1)
    refusal = Move(fight, number(fight, "b")).refuse([["leave"]])
    assert (refusal is None) is lawful
    if refusal is not None:
        assert refusal.rule == "tp.scenario.cavern.escape"
    own = Move(fight, number(fight, "a")).refuse([["leave"]])
    assert own is not None, "ambushers do not leave"


@pytest.mark.rule("tp.scenario.forest.escape")
def test_a_piece_is_off_once_its_movement_takes_its_middle_front_over_the_edge() -> None:
    near = unit("b", (7, 24), side=1, facing=270, models=6, files=3)
    fight = scenario(
        FOREST, unit("a", (50, 3)), near, unit("c", (7.1, 20), side=1, facing=270, models=6, files=3), active=1
    )
    refusal = Move(fight, number(fight, "c")).refuse([["leave"]])
    assert refusal is not None and refusal.rule == "tp.move.value"
    fight.state.phase = "moves"
    with script(fight, answers=["b", [["leave"]]]):
        step(fight)
    assert piece(fight, "b").fate == "escaped" and told(fight, Escaped)[0].edge == 27000
    assert fight.state.progress.escaped == ((number(fight, "b"), 27000),)


@pytest.mark.rule("tp.scenario.forest.escape")
def test_whoever_stands_in_a_group_escapes_with_it() -> None:
    fight = scenario(
        FOREST, unit("a", (50, 3)), unit("b", (7, 24), side=1, facing=270, models=6, files=3),
        hero("chief", within="b", side=1, role="general"), active=1,
    )  # fmt: skip
    fight.state.phase = "moves"
    with script(fight, answers=["b", [["leave"]]]):
        step(fight)
    assert [piece(fight, name).fate for name in ("b", "chief")] == ["escaped", "escaped"]
    assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.scenario.forest.escape")
@pytest.mark.rule("tp.scenario.cavern.escape")
@pytest.mark.parametrize(
    ("general", "edge", "saved"),
    [("escaped", 27000, True), ("escaped", 9000, False), ("slain", 0, False), ("standing", 0, False)],
)
def test_the_escaped_are_saved_by_a_general_who_took_the_same_edge(general: Any, edge: int, saved: bool) -> None:
    fight = scenario(
        FOREST, unit("a", (5, 6)), unit("b", (30, 24), side=1), hero("chief", (36, 24), side=1, role="general")
    )
    lost, chief = piece(fight, "b"), piece(fight, "chief")
    lost.fate, chief.fate = "escaped", general
    away = [(number(fight, "b"), 27000), *([(number(fight, "chief"), edge)] if general == "escaped" else [])]
    fight.state.advance(escaped=tuple(away))
    close(fight)
    assert fight.state.score is not None and fight.state.score.winner == (1 if saved else 0)
    assert lost.fate == "escaped", "lost to his side, but nobody has slain him"


@pytest.mark.rule("tp.scenario.forest.escape")
@pytest.mark.parametrize(("general", "lost"), [("escaped", 0), ("standing", 200)])
def test_a_saved_piece_costs_nothing_whatever_it_had_lost_before(general: Any, lost: int) -> None:
    """Nine of twenty are left of it: on the table that would be half of its points."""
    fight = scenario(
        FOREST,
        unit("a", (5, 6)),
        unit("b", (30, 24), side=1, figure=foot(points=10)),
        hero("chief", (36, 24), side=1, role="general"),
    )
    few, leader = piece(fight, "b"), piece(fight, "chief")
    few.models = 9
    assert losses(fight, 1).total == 100
    few.fate, leader.fate = "escaped", general
    away = [(number(fight, one), 27000) for one in ("b", "chief") if piece(fight, one).fate == "escaped"]
    fight.state.advance(escaped=tuple(away))
    close(fight)
    assert losses(fight, 1).total == lost


def thought(fight: Fight, name: str) -> Any:
    """What the computer would order."""
    fight.state.phase, fight.state.active = "moves", 1
    return list(consider(fight.setting, fight.state, Move(fight, number(fight, name))))[-1]


def chief(points: int, at: tuple[float, float] = (3, 24), facing: int = 270) -> Placed:
    return hero("chief", at, side=1, facing=facing, role="general", figure=champion(points=points))


def worth(name: str, points: int, at: tuple[float, float]) -> Placed:
    return unit(name, at, side=1, facing=270, models=1, files=1, figure=foot(points=points))


@pytest.mark.rule("tp.scenario.forest.escape")
@pytest.mark.parametrize(("points", "goes"), [(25, False), (26, True)])
def test_a_computer_takes_its_general_off_when_that_wins_whatever_comes(points: int, goes: bool) -> None:
    """Three quarters of a hundred points lost are too many."""
    fight = scenario(FOREST, unit("a", (60, 6)), chief(points), worth("b", 100 - points, (50, 24)))
    assert (thought(fight, "chief")[-1:] == [["leave"]]) is goes


@pytest.mark.rule("tp.scenario.forest.escape")
@pytest.mark.parametrize(
    ("at", "facing", "goes"), [((3, 20), 270, True), ((9, 20), 270, False), ((69, 20), 90, False)]
)
def test_a_computer_lets_others_go_first_only_if_the_general_can_follow_over_the_same_edge(
    at: tuple[float, float], facing: int, goes: bool
) -> None:
    pieces = [chief(20, at, facing), worth("b", 20, (3, 24)), worth("c", 60, (50, 24))]
    fight = scenario(FOREST, unit("a", (60, 6)), *pieces)
    assert (thought(fight, "b")[-1:] == [["leave"]]) is goes


@pytest.mark.rule("tp.scenario.forest.escape")
@pytest.mark.parametrize(("edge", "goes"), [(27000, True), (9000, False)])
def test_a_computer_follows_its_general_over_the_same_edge_and_no_other(edge: int, goes: bool) -> None:
    fight = scenario(FOREST, unit("a", (60, 6)), chief(10), worth("b", 10, (3, 24)), worth("c", 80, (50, 24)))
    piece(fight, "chief").fate = "escaped"
    fight.state.advance(escaped=((number(fight, "chief"), edge),))
    assert (thought(fight, "b")[-1:] == [["leave"]]) is goes


# --- the end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.forest.victory")
@pytest.mark.rule("tp.scenario.cavern.victory")
@pytest.mark.rule("tp.scenario.common.losses")
@pytest.mark.parametrize("name", [FOREST, CAVERN])
@pytest.mark.parametrize(
    ("victims", "ambushers", "winner"),
    [(1500, 900, 0), (1499, 0, 1), (1000, 1500, 1), (1600, 1000, -1), (1500, 999, 0), (1500, 1000, -1)],
)
def test_three_quarters_of_the_victims_at_less_than_half_of_their_own(
    name: str, victims: int, ambushers: int, winner: int
) -> None:
    pieces = [
        unit(f"{side} {what}", (20 + 10 * side, 24), side=side, models=1, files=1, figure=foot(points=points))
        for side, lost in ((0, ambushers), (1, victims))
        for what, points in (("gone", lost), ("there", 2000 - lost))
        if points
    ]
    fight = scenario(name, *pieces, points=2000)
    for one in fight.state.pieces:
        one.fate = "slain" if one.name.endswith("gone") else one.fate
    close(fight)
    assert fight.state.score is not None and fight.state.score.winner == winner


@pytest.mark.rule("tp.scenario.common.losses")
def test_half_is_lost_of_what_has_lost_more_than_half_and_the_fleeing_are_lost_at_the_end() -> None:
    pieces = [
        unit("half", (10, 24), side=1, figure=foot(points=10)),
        unit("dead", (20, 24), side=1, figure=foot(points=15)),
        unit("runs", (30, 24), side=1, models=10, figure=foot(points=15)),
    ]  # fmt: skip
    fight = scenario(FOREST, unit("a", (5, 6)), *pieces)
    piece(fight, "half").models = 9
    piece(fight, "dead").fate = "slain"
    piece(fight, "runs").fleeing = True
    assert losses(fight, 1, over=False).total == 400
    assert losses(fight, 1, over=True).total == 550


@pytest.mark.rule("tp.scenario.common.end")
def test_it_is_over_when_one_side_has_left_the_table() -> None:
    fight = scenario(
        FOREST, unit("a", (50, 6)), hero("b", (3, 24), side=1, facing=270, role="general"), active=1, clock=4
    )
    with script(fight, answers=["b", [["leave"]]]):
        step(fight)
    step(fight)
    assert fight.state.score is not None and fight.state.score.winner == 1


@pytest.mark.parametrize("name", [FOREST, CAVERN])
def test_they_are_played_to_their_end_by_chance(name: str) -> None:
    game = played(name)
    assert game.result is not None and game.result.rule.endswith("victory")


@pytest.mark.parametrize(("lost", "daring"), [(34, True), (35, False)])
def test_a_computer_in_ambush_heeds_its_losses_only_when_they_come_near_the_half(lost: int, daring: bool) -> None:
    gone = unit("gone", (10, 6), models=1, files=1, figure=foot(points=lost), fate="slain")
    there = unit("there", (20, 6), models=1, files=1, figure=foot(points=100 - lost))
    fight = scenario(FOREST, gone, there, unit("b", (36, 24), side=1))
    assert (Mind(fight.setting, fight.state, 0).caution < 0.5) is daring
    assert Mind(fight.setting, fight.state, 1).caution > 0.5
