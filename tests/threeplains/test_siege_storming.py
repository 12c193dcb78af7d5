"""Over the wall: ladders put up and climbed, the turrets stormed, and who strikes whom there."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.compass import Angle, ahead, distance
from warhost.engine.field.shapes import contains
from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import set_places
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.events.moves import Climbed, ClimbedDown, Collapsed, Jumped
from warhost.rulebooks.threeplains.events.siege import BeganClimb, PluggedGap, SetUp, Stormed, SwitchedPlaces
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.contact import contacts_of, engaged
from warhost.rulebooks.threeplains.fighting.fronts import buckles, overlapped
from warhost.rulebooks.threeplains.fighting.prowess import ready, to_hit
from warhost.rulebooks.threeplains.fighting.squaring import close_up
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.structures import collapse
from warhost.rulebooks.threeplains.missiles.defensive import HOLD_FIRE, SHOOT
from warhost.rulebooks.threeplains.morale.checks import stress
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.opening.deployment import hide_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.implements import carried, hand_over
from warhost.rulebooks.threeplains.siege.scaling import posts, scalers
from warhost.rulebooks.threeplains.siege.setting_up import _put_up
from warhost.rulebooks.threeplains.siege.works import equipment
from warhost.rulebooks.threeplains.state import NOBODY
from warhost.rulebooks.threeplains.victory import close

from .scene import foot, hero, number, piece, script, told, unit
from .strongholds import siege

MAN = from_mm(20) / 1000
LADDER = "siege_ladder"
WALL = 15.02  # where the front of a unit stands that has come to the wall
NORTH_WEST = Angle(31_500)
SKIRMISHERS = foot(loose=True, traits=("skirmishers",), kind="skirmishers")


def orcs(x: float = 19, y: float = WALL, **more: Any) -> Any:
    return unit("orcs", (x, y), **{"facing": 180, "models": 20, "files": 5, **more})


def on_the_walk(*xs: float, name: str = "guard", y: float = 15 - MAN / 2, **more: Any) -> Any:
    """Single models along the turrets, by their middles."""
    figure = more.pop("figure", foot(loose=True))
    places = [(x, y) for x in xs]
    return unit(name, (xs[0], y + MAN / 2), **{"side": 1, "models": len(xs), "files": len(xs), "figure": figure,
                                              "places": places, "aloft": True, **more})  # fmt: skip


AWAY = unit("watch", (45, 5), side=1)


def at_the_wall(*ladders: float, guard: Any = AWAY, kind: str = LADDER, **more: Any) -> Fight:
    """Orcs at the foot of straight wall 4, ladders up at these places."""
    fight = siege(orcs(**more), guard)
    for one, found in enumerate(fight.state.pieces):
        if found.places:
            set_places(fight, one, found.places, found.facing)
    for x in ladders:
        raise_ladder(fight, x, kind)
    return fight


def raise_ladder(fight: Fight, x: float, kind: str = LADDER) -> None:
    hand_over(fight, number(fight, "orcs"), kind)
    _put_up(fight, number(fight, "orcs"), equipment()[kind], [(inches(x), inches(15))])


def check(fight: Fight, *acts: list[Any], name: str = "orcs") -> Any:
    return Move(fight, number(fight, name)).check(list(acts))


def places(*xs: float, y: float = 15) -> list[list[int]]:
    return [[inches(x), inches(y)] for x in xs]


def storm(fight: Fight, *answers: Any, dice: list[int] | None = None) -> None:
    with script(fight, answers=["orcs", [["storm", "top 4"]], *answers], dice=dice or []):
        move_one(fight)


# --- putting ladders up ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.siege_ladder")
@pytest.mark.parametrize(
    ("said", "why"),
    [([LADDER], "a list of places for it"), ([LADDER, []], "a list of places for it"),
     ([LADDER, "here"], "a list of places for it"), ([LADDER, places(18), 1], "a list of places for it"),
     (["stilts", places(18)], f"{LADDER}, grappling_hooks")],
)  # fmt: skip
def test_what_is_put_up_has_a_kind_and_places(said: list[Any], why: str) -> None:
    fight = siege(orcs(y=18), AWAY)
    refusal = Move(fight, number(fight, "orcs")).check([["go", inches(19), inches(WALL)], ["set", *said]])
    assert isinstance(refusal, Refusal) and why in refusal.why


@pytest.mark.rule("tp.siege.siege_ladder", "tp.siege.breach")
def test_ladders_are_put_up_for_nothing_and_are_carried_no_more() -> None:
    fight = siege(orcs(y=18), AWAY)
    for _ in range(2):
        hand_over(fight, number(fight, "orcs"), LADDER)
    order = [["go", inches(19), inches(WALL)], ["set", LADDER, places(18, 20)]]
    assert check(fight, *order)["cost"] == inches(18 - WALL)
    with script(fight, answers=["orcs", order, []]):
        move_one(fight)
    assert not carried(fight, number(fight, "orcs"))
    assert [(spot.at, spot.laid.title) for spot, _ in scalers(fight)] == [
        ((inches(18), inches(15)), "straight wall 4"), ((inches(20), inches(15)), "straight wall 4"),
    ]  # fmt: skip
    assert [one.name for one in fight.state.terrain[-2:]] == [
        "siege ladder 1 of straight wall 4", "siege ladder 2 of straight wall 4"
    ]  # fmt: skip
    assert len(told(fight, SetUp)) == 2


@pytest.mark.rule("tp.siege.siege_ladder")
def test_no_ladder_stands_at_a_tower_or_where_the_unit_has_not_come() -> None:
    fight = siege(orcs(x=14, y=16.02), AWAY)
    hand_over(fight, number(fight, "orcs"), LADDER)
    for at in (places(14, y=16), places(19), places(14, 15, y=16)):
        found = check(fight, ["set", LADDER, at])
        assert isinstance(found, Refusal) and found.rule == "tp.siege.siege_ladder"
    far = siege(orcs(y=15.6), AWAY)
    hand_over(far, number(far, "orcs"), LADDER)
    assert isinstance(check(far, ["set", LADDER, places(19)]), Refusal)


@pytest.mark.rule("tp.siege.breach.contact")
@pytest.mark.parametrize(("x", "lawful"), [(20, True), (19.9, False)], ids=["an inch", "less"])
def test_ladders_stand_an_inch_apart(x: float, lawful: bool) -> None:
    fight = at_the_wall(19)
    hand_over(fight, number(fight, "orcs"), LADDER)
    assert isinstance(check(fight, ["set", LADDER, places(x)]), Refusal) != lawful


# --- climbing -------------------------------------------------------------------------------------------------


def up(x: float = 19, files: int = 4) -> list[Any]:
    return ["climb", "top 4", inches(x), inches(15 - 2 * MAN), 18000, files]


@pytest.mark.rule("tp.siege.levels", "tp.siege.siege_ladder")
def test_an_unguarded_wall_is_climbed_for_three_inches_and_the_way() -> None:
    fight = at_the_wall(19, models=4, files=4)
    found = check(fight, up())
    assert inches(3) < found["cost"] < inches(7)
    with script(fight, answers=["orcs", [up()], []]):
        move_one(fight)
    assert piece(fight, "orcs").aloft and told(fight, Climbed)[0].goal == "straight wall 4"
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.levels", "tp.character.halfwit.exposed")
@pytest.mark.parametrize(("models", "comes_to_light"), [(4, True), (5, False)], ids=["four", "five"])
def test_a_halfwit_among_few_who_go_ahead_has_a_place_of_his_own_up_there(
    models: int, comes_to_light: bool
) -> None:
    fool = hero("fool", role="halfwit", fate="hidden")
    fight = at_the_wall(19, models=12, files=6, guard=fool)
    with script(fight):
        assert hide_one(fight)
    with script(fight, answers=["orcs", [[*up(files=models), models]], []]):
        move_one(fight)
    assert piece(fight, "orcs").aloft and piece(fight, "orcs").models == models
    assert (piece(fight, "fool").fate == "within") is comes_to_light
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.levels")
def test_who_cannot_pay_at_once_begins_and_pays_the_rest_next_turn() -> None:
    fight = at_the_wall(19, models=8, files=2)
    piece(fight, "orcs").turn.spent = inches(4)
    with script(fight, answers=["orcs", [up()]]):
        move_one(fight)
    assert not piece(fight, "orcs").aloft and piece(fight, "orcs").climbing == inches(3)
    assert told(fight, BeganClimb)[0].paid == inches(3)
    piece(fight, "orcs").turn.spent, piece(fight, "orcs").turn.acted = 0, False
    with script(fight, answers=["orcs", [up()], []]):
        move_one(fight)
    assert piece(fight, "orcs").aloft and piece(fight, "orcs").climbing == 0


@pytest.mark.rule("tp.siege.levels")
def test_who_goes_elsewhere_has_paid_for_nothing() -> None:
    fight = at_the_wall(19, models=8, files=2, facing=0, y=18)
    piece(fight, "orcs").climbing = inches(3)
    with script(fight, answers=["orcs", [["go", inches(19), inches(20)]]]):
        move_one(fight)
    assert piece(fight, "orcs").climbing == 0


@pytest.mark.rule("tp.siege.breach")
@pytest.mark.parametrize(("gap", "held"), [(2, True), (2.1, False)], ids=["two inches", "more"])
def test_a_model_at_the_turrets_holds_two_inches_of_them(gap: float, held: bool) -> None:
    fight = at_the_wall(19, models=4, files=4, guard=on_the_walk(19 + gap + MAN / 2))
    found = check(fight, up(18, 2))
    assert isinstance(found, Refusal) == held
    if isinstance(found, Refusal):
        assert found.rule == "tp.siege.breach"
    assert isinstance(check(fight, ["storm", "top 4"]), Refusal) != held


@pytest.mark.rule("tp.siege.breach")
def test_who_does_not_stand_up_against_the_turrets_holds_nothing() -> None:
    back = on_the_walk(19, y=13 + MAN / 2)
    fight = at_the_wall(19, models=4, files=4, guard=back)
    found = check(fight, ["storm", "top 4"])
    assert isinstance(found, Refusal) and "nobody holds" in found.why


@pytest.mark.rule("tp.siege.move.who")
def test_the_tall_do_not_storm() -> None:
    large = from_mm(30)
    fight = at_the_wall(19, guard=on_the_walk(19), figure=foot(base=(large, large)), models=3, files=3)
    found = check(fight, ["storm", "top 4"])
    assert isinstance(found, Refusal) and found.rule == "tp.siege.move.who"


# --- the storm ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.siege_ladder")
@pytest.mark.parametrize(("spent", "lawful"), [(4, True), (4.1, False)], ids=["three left", "less"])
def test_the_climb_into_combat_takes_three_inches(spent: float, lawful: bool) -> None:
    fight = at_the_wall(19, guard=on_the_walk(19))
    piece(fight, "orcs").turn.spent = inches(spent)
    assert isinstance(check(fight, ["storm", "top 4"]), Refusal) != lawful


@pytest.mark.rule("tp.siege.siege_ladder")
def test_climbers_are_in_combat_with_those_who_hold_the_wall_and_have_charged() -> None:
    fight = at_the_wall(19, guard=on_the_walk(19))
    storm(fight)
    (contact,) = contacts_of(fight, number(fight, "orcs"))
    assert contact.foe(number(fight, "orcs")) == number(fight, "guard")
    assert contact.charge == inches(3) and piece(fight, "orcs").turn.acted
    assert not piece(fight, "orcs").aloft, "they hang on their ladders"
    assert told(fight, Stormed)[0].work == "straight wall 4"
    assert flaws(fight.setting, fight.state) == []


def attacks(fight: Fight, name: str) -> int:
    return sum(blow.attacks for blow in blows_of(fight, number(fight, name), {}, {}))


@pytest.mark.rule("tp.siege.siege_ladder_combat", "tp.siege.breach.contact")
def test_one_climber_fights_at_each_ladder_and_three_guards_against_him() -> None:
    """Two ladders 3 inches apart, guards side by side along the turrets between and beside them."""
    row = [16.6 + MAN * at for at in range(6)]
    fight = at_the_wall(17.5, 20.5, guard=on_the_walk(*row))
    storm(fight)
    assert attacks(fight, "orcs") == 2
    assert attacks(fight, "guard") <= 6
    one = at_the_wall(19, guard=on_the_walk(*[19 + MAN * at for at in (-3, -2, -1, 0, 1, 2)]))
    storm(one)
    assert (attacks(one, "orcs"), attacks(one, "guard")) == (1, 3)
    four = at_the_wall(19, guard=on_the_walk(*[19 + MAN * at for at in (-1.5, -0.5, 0.5, 1.5)]))
    storm(four)
    assert (attacks(four, "orcs"), attacks(four, "guard")) == (1, 3), "four are within an inch, and three strike"


def need(fight: Fight, name: str = "orcs") -> Any:
    return to_hit(fight, blows_of(fight, number(fight, name), {}, {})[0])


@pytest.mark.rule("tp.siege.siege_ladder_combat")
def test_from_a_ladder_two_are_taken_off_the_dice() -> None:
    fight = at_the_wall(19, guard=on_the_walk(19))
    storm(fight)
    assert (need(fight).total, need(fight, "guard").total) == (6, 4)
    assert [(step.rule, step.amount) for step in need(fight).steps[1:]] == [("tp.siege.siege_ladder_combat", 2)]


@pytest.mark.rule("tp.siege.siege_ladder_combat")
def test_nobody_swings_a_great_blade_on_a_ladder() -> None:
    two_handed = foot(weapons=("great blade", "sidearm"))
    fight = at_the_wall(19, guard=on_the_walk(19), figure=two_handed)
    storm(fight)
    blow = blows_of(fight, number(fight, "orcs"), {}, {})[0]
    assert blow.weapon is not None and blow.weapon.id == "sidearm"


@pytest.mark.rule("tp.siege.siege_ladder_combat", "tp.siege.combat_on")
def test_coming_over_turrets_is_a_strain_and_neither_side_is_overlapped_or_buckles() -> None:
    fight = at_the_wall(18, 20, guard=on_the_walk(19))
    storm(fight)
    ours, theirs = number(fight, "orcs"), number(fight, "guard")
    added = [step for step in stress(fight, ours, "break").steps if step.rule == "tp.siege.siege_ladder_combat"]
    assert [step.amount for step in added] == [1], "once, however many ladders"
    for one in (ours, theirs):
        assert not overlapped(fight, one).total and not buckles(fight, one)


@pytest.mark.rule("tp.siege.no_hit_bonuses")
def test_hatred_does_not_help_over_the_turrets() -> None:
    hater = foot(traits=("hatred",))
    fight = at_the_wall(19, guard=on_the_walk(19), figure=hater)
    storm(fight)
    assert need(fight).total == 6


@pytest.mark.rule("tp.siege.breach")
def test_when_the_last_guard_is_slain_the_climbers_wait_for_their_next_move_and_climb_for_the_way_alone() -> None:
    fight = at_the_wall(19, guard=on_the_walk(19), models=8, files=4)
    storm(fight)
    fight.state.phase = "combat"
    piece(fight, "guard").models = 1
    with script(fight, dice=[6, 6, 1]):
        fight_round(fight, [number(fight, "orcs"), number(fight, "guard")])
    assert piece(fight, "guard").fate == "slain" and not engaged(fight, number(fight, "orcs"))
    assert piece(fight, "orcs").climbing == inches(3), "the climb is paid"
    piece(fight, "orcs").turn.spent, piece(fight, "orcs").turn.acted, fight.state.phase = 0, False, "moves"
    fresh = at_the_wall(19, models=8, files=4)
    assert check(fresh, up())["cost"] - check(fight, up())["cost"] == inches(3)


@pytest.mark.rule("tp.siege.siege_ladder")
def test_a_ladder_serves_whoever_stands_at_its_foot_and_leads_down_again() -> None:
    fight = siege(orcs(), on_the_walk(19, name="sally", figure=foot(loose=True)))
    raise_ladder(fight, 19)
    fight.state.active, fight.state.clock = 1, 2
    ways = [way for way in Move(fight, number(fight, "sally")).suggest(60) if way and way[0][0] == "climb"]
    assert ways is not None
    piece(fight, "orcs").fate = "slain"
    down = ["climb", "outside", inches(19), inches(16.5), 0, 1]
    assert not isinstance(check(fight, down, name="sally"), Refusal)


# --- hooks and towers -----------------------------------------------------------------------------------------


def hookers(*xs: float, guard: Any) -> Fight:
    row = [(x, 15 + MAN / 2 + 0.02) for x in xs]
    fight = siege(unit("orcs", (xs[0], 15.02), facing=180, models=len(xs), figure=SKIRMISHERS, places=row), guard)
    hand_over(fight, number(fight, "orcs"), "grappling_hooks")
    return fight


@pytest.mark.rule("tp.siege.grappling_hooks", "tp.siege.breach.contact")
def test_every_skirmisher_with_a_hook_fights_at_his_own_place() -> None:
    row = [17 + MAN * at for at in range(6)]
    fight = hookers(*row, guard=on_the_walk(*row[1:5]))
    storm(fight)
    assert (attacks(fight, "orcs"), attacks(fight, "guard")) == (6, 4)
    assert need(fight).total == 6, "7 would be needed, and a 6 always hits"
    (added,) = [s for s in stress(fight, 0, "break").steps if s.rule == "tp.siege.grappling_hooks"]
    assert added.amount == 2


@pytest.mark.rule("tp.siege.grappling_hooks")
def test_who_hangs_on_a_hook_is_struck_at_one_toughness_less_and_the_guard_is_not() -> None:
    fight = hookers(19, guard=on_the_walk(19))
    storm(fight)
    up, down = (ready(fight, blows_of(fight, number(fight, name), {}, {})[0]).attack for name in ("orcs", "guard"))
    assert [(one.rule, one.toughness) for one in down.due] == [("tp.siege.grappling_hooks", 1)] and up.due == ()


@pytest.mark.rule("tp.siege.siege_ladder_combat", "tp.siege.grappling_hooks")
@pytest.mark.parametrize("where", [{"aloft": True}, {"inside": 4}], ids=["on the walk", "inside"])
def test_only_who_is_on_the_ground_before_the_wall_comes_up_by_a_hook(where: dict[str, Any]) -> None:
    fight = hookers(19, guard=AWAY)
    assert [post.spot.laid.title for post in posts(fight, 0)] == ["straight wall 4"]
    for name, value in where.items():
        setattr(piece(fight, "orcs"), name, value)
    assert posts(fight, 0) == []



@pytest.mark.rule("tp.siege.grappling_hooks")
def test_hooks_are_kept_lead_up_for_three_inches_and_make_no_route() -> None:
    fight = hookers(19, guard=AWAY)
    found = check(fight, ["climb", "top 4", inches(19), inches(15 - MAN), 18000, 1])
    assert inches(3) <= found["cost"] <= inches(5)
    assert len(carried(fight, number(fight, "orcs"))) == 1


@pytest.mark.rule("tp.siege.race.siege_tower")
def test_five_fight_over_the_ramp_of_a_siege_tower_at_one_less_and_with_any_weapon() -> None:
    row = [17 + MAN * at for at in range(6)]
    fight = at_the_wall(19, kind="siege_tower", guard=on_the_walk(*row), figure=foot(weapons=("great blade",)))
    storm(fight)
    assert attacks(fight, "orcs") == 5 and need(fight).total == 5
    blow = blows_of(fight, number(fight, "orcs"), {}, {})[0]
    assert blow.weapon is not None and blow.weapon.id == "great blade"
    assert not stress(fight, 0, "break").total


@pytest.mark.rule("tp.siege.siege_ladder", "tp.shoot.hold")
@pytest.mark.parametrize(("die", "comes"), [(7, False), (6, True)], ids=["hit", "missed"])
def test_who_is_shot_off_the_ladder_fights_nobody_over_the_turrets(die: int, comes: bool) -> None:
    """One man, to be made out with 7 or more, has come an inch to the ladder and climbs three."""
    bows = on_the_walk(19, figure=foot(loose=True, weapons=("bow", "hand weapon")))
    fight = at_the_wall(19, guard=bows, models=1, files=1, y=WALL + 1)
    order = [["go", inches(19), inches(WALL)], ["storm", "top 4"]]
    steady = [6] * 4 + [1] * 3
    with script(fight, answers=["orcs", order, HOLD_FIRE, SHOOT], dice=[*steady, die, *[6] * (not comes)]):
        move_one(fight)
    assert engaged(fight, number(fight, "guard")) is comes


@pytest.mark.rule("tp.siege.portable_bridge", "tp.siege.moat")
def test_a_bridge_is_laid_over_the_moat_for_two_inches_and_is_open_ground_then() -> None:
    """The moat lies before gate 5, from 16 to 18."""
    fight = siege(orcs(x=25, y=18.2), AWAY)
    leg = ["go", inches(25), inches(16)]
    assert isinstance(check(fight, ["set", "portable_bridge", [[inches(25), inches(17)]]]), Refusal)
    hand_over(fight, number(fight, "orcs"), "portable_bridge")
    assert isinstance(check(fight, ["set", "portable_bridge", [[inches(40), inches(17)]]]), Refusal)
    before = check(fight, leg)["cost"]
    with script(fight, answers=["orcs", [["set", "portable_bridge", [[inches(25), inches(17)]]]], [leg]]):
        move_one(fight)
    assert piece(fight, "orcs").turn.spent == inches(2 + 2.2) and before == inches(0.2 + 2 * 2)
    assert not carried(fight, number(fight, "orcs"))
    assert fight.state.terrain[-1].name == "portable bridge 1 of moat before gate 5"


@pytest.mark.rule("tp.siege.portable_bridge")
@pytest.mark.parametrize(("at", "lies"), [((25, 18.4), True), ((25, 18.6), False)])
def test_a_bridge_is_laid_where_there_is_a_moat(at: tuple[float, float], lies: bool) -> None:
    fight = siege(orcs(x=25, y=18.2), AWAY)
    hand_over(fight, number(fight, "orcs"), "portable_bridge")
    found = check(fight, ["set", "portable_bridge", [[inches(one) for one in at]]])
    assert isinstance(found, Refusal) != lies


@pytest.mark.rule("tp.siege.portable_bridge")
@pytest.mark.parametrize(("y", "lies"), [(19.5, True), (19.501, False)])
def test_a_bridge_is_laid_by_those_within_half_an_inch_of_where_it_will_lie(y: float, lies: bool) -> None:
    """Four inches of it lie across a moat whose middle is 17 inches from the Defenders' edge."""
    fight = siege(orcs(x=25, y=y), AWAY)
    hand_over(fight, number(fight, "orcs"), "portable_bridge")
    found = check(fight, ["set", "portable_bridge", [[inches(25), inches(17)]]])
    assert isinstance(found, Refusal) != lies


@pytest.mark.rule("tp.siege.portable_bridge", "tp.siege.moat")
def test_a_bridge_lies_across_a_moat_before_a_wall_that_runs_outwards() -> None:
    wall = ["wall", "wall", "bend outwards", "wall: moat", "wall", "bend inwards", "gate", "wall", "wall"]
    fight = siege(orcs(), AWAY, plan=wall)
    moat = next(one for one in fight.setting.land(fight.state.terrain).grounds if one.feature.kind == "moat").shape
    (x, y), besiegers = moat.centre, piece(fight, "orcs")
    assert moat.right - moat.left < moat.top - moat.bottom
    (besiegers.x, besiegers.y), besiegers.facing = (moat.left - 200, y), 9000
    hand_over(fight, number(fight, "orcs"), "portable_bridge")
    with script(fight, answers=["orcs", [["set", "portable_bridge", [[moat.left, y + 1000]]]], []]):
        move_one(fight)
    bridge = fight.setting.ground(fight.state.terrain[-1])
    assert bridge.feature.kind == "portable bridge" and bridge.shape.centre == (x, y + 1000)


@pytest.mark.rule("tp.siege.portable_bridge", "tp.siege.moat")
@pytest.mark.parametrize("along", [-1500, 0, 1500])
def test_a_bridge_lies_across_a_moat_that_runs_slantwise(along: int) -> None:
    wall = ["wall", "wall", "half bend outwards", "wall: moat", "half bend inwards", "gate", "wall", "wall"]
    fight = siege(orcs(), AWAY, plan=wall)
    moat = next(one for one in fight.setting.land(fight.state.terrain).grounds if one.feature.kind == "moat").shape
    there = ahead(moat.centre, Angle(4500), along)  # the way the wall runs
    besiegers = piece(fight, "orcs")
    (besiegers.x, besiegers.y), besiegers.facing = ahead(there, NORTH_WEST, 1200), 13_500
    hand_over(fight, number(fight, "orcs"), "portable_bridge")
    with script(fight, answers=["orcs", [["set", "portable_bridge", [list(ahead(there, NORTH_WEST, 1000))]]], []]):
        move_one(fight)
    bridge = fight.setting.ground(fight.state.terrain[-1]).shape
    assert distance(bridge.centre, there) <= 2
    for side in (1, -1):  # it reaches both banks, an inch beyond the water
        bank = ahead(there, NORTH_WEST, side * 1900)
        assert contains(bridge, bank) and not contains(moat, bank)


@pytest.mark.rule("tp.siege.portable_bridge")
def test_no_bridge_is_laid_before_a_fortress_without_a_moat() -> None:
    fight = siege(orcs(x=25, y=18.2), AWAY, plan=["wall"] * 9)
    hand_over(fight, number(fight, "orcs"), "portable_bridge")
    found = check(fight, ["set", "portable_bridge", [[inches(25), inches(17)]]])
    assert isinstance(found, Refusal) and found.why == "there is no moat"


@pytest.mark.rule("tp.siege.attack_structures")
def test_what_is_set_up_after_another_has_fallen_has_a_name_of_its_own() -> None:
    fight = at_the_wall(17, 19)
    first = next(at for at, one in enumerate(fight.state.terrain) if one.kind == "siege ladder")
    collapse(fight, first)
    for x in (17, 21):
        raise_ladder(fight, x)
    ladders = [one.name for one in fight.state.terrain if one.kind == "siege ladder"]
    assert sorted(ladders) == [f"siege ladder {number} of straight wall 4" for number in (1, 2, 3)]


def fallen_tower(fight: Fight, dice: list[int]) -> None:
    at = next(at for at, one in enumerate(fight.state.terrain) if one.kind == "siege tower")
    with script(fight, dice=dice):
        collapse(fight, at)


@pytest.mark.rule("tp.siege.race.siege_tower", "tp.siege.flee.jump")
def test_those_who_fight_over_its_ramp_fall_with_a_siege_tower() -> None:
    """Five of them, toughness 3 less 2: a 1 does not hurt, a 2 does."""
    fight = at_the_wall(19, kind="siege_tower", guard=on_the_walk(18, 19, 20))
    storm(fight)
    assert engaged(fight, number(fight, "orcs"))
    fallen_tower(fight, [1, 1, 2, 3, 6])
    assert piece(fight, "orcs").models == 20 - 3 and piece(fight, "orcs").climbing == 0
    close_up(fight)
    assert not engaged(fight, number(fight, "orcs"))
    assert [event.feature for event in told(fight, Collapsed)] == ["siege tower 1 of straight wall 4"]


@pytest.mark.rule("tp.siege.race.siege_tower", "tp.siege.siege_ladder")
def test_nobody_falls_who_stands_at_the_foot_of_a_tower_or_is_on_a_ladder() -> None:
    idle = at_the_wall(19, kind="siege_tower")
    fallen_tower(idle, [])
    assert piece(idle, "orcs").models == 20
    other = at_the_wall(17, guard=on_the_walk(16.5, 17, 17.5))
    storm(other)
    ladder = next(at for at, one in enumerate(other.state.terrain) if one.kind == "siege ladder")
    with script(other):
        collapse(other, ladder)
    assert piece(other, "orcs").models == 20


# --- those who hold the turrets -------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.plug_gap")
@pytest.mark.parametrize(("gap", "steps"), [(2, True), (2.1, False)], ids=["two inches", "more"])
def test_a_free_model_within_two_inches_closes_the_gap(gap: float, steps: bool) -> None:
    """The one guard at the ladder falls; the other stands so far from its head, behind the turrets."""
    fight = at_the_wall(19, guard=on_the_walk(19, 19 + gap + MAN / 2))
    storm(fight)
    held = number(fight, "guard")
    set_places(fight, held, (piece(fight, "guard").places[1],), 0)
    piece(fight, "guard").models = 1
    close_up(fight)
    assert engaged(fight, held) == steps and len(told(fight, PluggedGap)) == steps
    if steps:
        assert piece(fight, "guard").places[0][0] == inches(19)
        assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.plug_gap")
@pytest.mark.parametrize(("gap", "steps"), [(1.99, True), (2.0, True), (2.02, False)])
def test_when_a_whole_piece_of_guards_is_slain_another_steps_into_the_gap(gap: float, steps: bool) -> None:
    """The one guard at the ladder is struck down by its climber; another piece stands so far from its head."""
    free = on_the_walk(19 + gap + MAN / 2, name="watch")
    fight = siege(orcs(), on_the_walk(19), free)
    for one in (1, 2):
        set_places(fight, one, fight.state.pieces[one].places, 0)
    raise_ladder(fight, 19)
    storm(fight)
    fight.state.phase = "combat"
    with script(fight, dice=[6, 6, 1]):  # he hits and slays, and is missed
        fight_round(fight, [number(fight, "orcs"), number(fight, "guard")])
    assert piece(fight, "guard").fate == "slain"
    assert [one.piece for one in told(fight, PluggedGap)] == [number(fight, "watch")] * steps
    assert engaged(fight, number(fight, "orcs")) == steps and flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.switch_places")
def test_archers_step_back_and_swordsmen_up_before_the_storm() -> None:
    front, back = 15 - MAN / 2, 15 - 1.5 * MAN
    archers = on_the_walk(18.6, 18.6 + MAN, name="archers", y=front)
    swords = on_the_walk(18.6, 18.6 + MAN, name="swords", y=back)
    fight = siege(orcs(), archers, swords)
    for one in (1, 2):
        set_places(fight, one, fight.state.pieces[one].places, 0)
    raise_ladder(fight, 19)
    storm(fight, "swords")
    assert engaged(fight, number(fight, "swords")) and not engaged(fight, number(fight, "archers"))
    assert told(fight, SwitchedPlaces) and flaws(fight.setting, fight.state) == []
    piece(fight, "orcs").turn.acted, piece(fight, "orcs").turn.spent = False, 0
    fight.state.contacts = []
    storm(fight)  # once in an enemy turn
    assert engaged(fight, number(fight, "swords"))


@pytest.mark.rule("tp.siege.flee")
def test_besiegers_flee_from_the_wall_by_the_ladder_they_came_up() -> None:
    up_there = orcs(x=19, y=14.4, models=4, files=4, aloft=True, places=[(18 + MAN * at, 14) for at in range(4)])
    fight = siege(up_there, AWAY)
    set_places(fight, 0, piece(fight, "orcs").places, 18000)
    raise_ladder(fight, 19)
    with script(fight, dice=[6, 6]):
        flee(fight, number(fight, "orcs"), "tp.stress.result")
    assert not piece(fight, "orcs").aloft and piece(fight, "orcs").y > inches(15) and not told(fight, Jumped)
    assert told(fight, ClimbedDown)[0].cost < inches(6)


# --- the end --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.route", "tp.siege.victory")
def test_ladders_on_two_walls_and_a_unit_on_the_walk_take_the_fortress() -> None:
    up_there = orcs(x=19, y=14.6, models=4, files=4, figure=foot(), aloft=True,
                    places=[(18 + MAN * at, 14) for at in range(4)])  # fmt: skip
    for ladders, winner in (((19, 20.5), NOBODY), ((19, 31), 0), ((19,), NOBODY)):
        fight = siege(up_there, AWAY)
        for x in ladders:
            raise_ladder(fight, x)
        close(fight)
        assert fight.state.score is not None and fight.state.score.winner == winner, ladders


@pytest.mark.rule("tp.siege.grappling_hooks", "tp.siege.route")
def test_hooks_open_no_route() -> None:
    fight = hookers(19, guard=AWAY)
    close(fight)
    assert fight.state.score is not None and fight.state.score.why == "no clear route into the fortress"
