"""Situations in which two or three rules meet; what must happen is said first."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.shapes import overlap
from warhost.rulebooks.missum.bodies import body
from warhost.rulebooks.missum.devices import device_options, name_device, users
from warhost.rulebooks.missum.events import Attacked, Struck
from warhost.rulebooks.missum.fighting.contact import join
from warhost.rulebooks.missum.fighting.ranks import strikers
from warhost.rulebooks.missum.fighting.strikes import close_round, strike
from warhost.rulebooks.missum.fighting.wheeling import close_wings
from warhost.rulebooks.missum.magic.spells import Hit, abode, knowledge
from warhost.rulebooks.missum.morale.disorder import disorganize, recover, relieve
from warhost.rulebooks.missum.morale.record import record
from warhost.rulebooks.missum.morale.rout import rout
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.shooting.aiming import aims
from warhost.rulebooks.missum.shooting.loading import ready, shot_fired
from warhost.rulebooks.missum.shooting.volley import attacks_of, resolve
from warhost.rulebooks.missum.state import Cast, Shot
from warhost.rulebooks.missum.wounds import remove

from ..scene import at, events, go, leader, load, melee, north, number, order, piece, refused, scene, south, spent

HEAVY = ["heavy", "shield", "long sword", "regular"]
SPEARS = ["heavy", "shield", "long spear", "short sword", "regular"]
AXES = ["medium", "two-handed ax", "irregular"]
COUNTER = {"step": 5, "mover": "north"}


def ground(kind: str, size: int = 400, y: int = 500) -> list[dict[str, Any]]:
    return [{"kind": kind, "at": [600, y], "size": size}]


# --- who is struck after a rout ------------------------------------------------------------------------------


@pytest.mark.rule("mis.melee.passes", "mis.melee.order", "mis.rout.timing")
def test_whoever_routs_in_the_first_pass_is_not_struck_in_the_second() -> None:
    fight = scene(
        south("spears", (560, 500), options=SPEARS, figures=20, files=5),
        south("swords", (660, 500), figures=20, files=5),
        north("axes", (600, 500), figures=10, left=6, options=AXES),
        step=9,
        melee=[("spears", "axes"), ("swords", "axes")],
        dice=[1] * 3,
    )
    strike(fight, second=False)  # spears strike the axes, axes the swords; two fall, and that is too much
    assert piece(fight, "axes").fate == "routing"
    fight.told.clear()
    load(fight)
    strike(fight, second=True)
    assert events(fight, Struck) == []


@pytest.mark.rule("mis.rout.timing", "mis.melee.order", "mis.situation.rear")
@pytest.mark.parametrize("enemy", [SPEARS, ["medium", "shield", "dagger", "regular"]])
def test_whoever_routed_before_the_melee_step_is_struck_by_first_and_second_alike(enemy: list[str]) -> None:
    fight = scene(
        south("a", (600, 500)), north("b", (600, 500), options=enemy), step=2, turn=4,
        melee=[{"a": "a", "b": "b", "round": 2}], dice=[60],
    )  # fmt: skip
    rout(fight, number(fight, "b"), "the Knowledge", "mis.spell.knowledge")
    fight.state.step = 9
    for second in (False, True):
        strike(fight, second)
    assert [(one.piece, one.figures) for one in events(fight, Struck)] == [(0, 10)]
    bare = 6 if enemy == SPEARS else 4
    assert events(fight, Struck)[0].difference == 7 + 3 - bare


# --- contact outlasts losses ---------------------------------------------------------------------------------


@pytest.mark.rule("mis.melee.casualties", "mis.move.contact-broken", "mis.situation.rear")
@pytest.mark.parametrize("lost", [4, 10, 13, 20, 25])
def test_whoever_is_struck_in_the_rear_stays_in_contact_though_whole_ranks_fall(lost: int) -> None:
    fight = scene(
        south("a", (600, 500)), north("b", (600, 580), facing=0), step=9,
        melee=[{"a": "a", "b": "b", "side": "rear"}],
    )  # fmt: skip
    remove(fight, 1, lost, "mis.melee.casualties")
    one = melee(fight, "a", "b")
    assert strikers(fight, one, 0) > 0 and strikers(fight, one, 1) > 0
    assert at(piece(fight, "b")) == (600, 580)  # its front stays where it is


@pytest.mark.rule("mis.melee.casualties", "mis.move.contact-broken")
@pytest.mark.parametrize("files, figures, lost", [(10, 10, 1), (10, 10, 6), (10, 40, 31), (5, 40, 20)])
def test_whoever_is_struck_in_the_flank_stays_in_contact_too(files: int, figures: int, lost: int) -> None:
    # the enemy's front lies along the left flank, flush with the rear corner
    deep = -(-figures // files) * 20
    fight = scene(
        south("b", (600, 500), files=files, figures=figures),
        north("a", (600 - 7.5 * files, 500 - deep + 15), facing=90, files=2, figures=20),
        step=9, melee=[{"a": "a", "b": "b", "side": "left"}],
    )  # fmt: skip
    remove(fight, 0, lost, "mis.melee.casualties")
    one = melee(fight, "a", "b")
    assert strikers(fight, one, number(fight, "a")) > 0 and strikers(fight, one, number(fight, "b")) > 0


@pytest.mark.rule("mis.melee.contact", "mis.add.conform", "mis.move.contact-broken")
def test_where_only_corners_touch_the_figure_at_the_corner_fights() -> None:
    """Friends to the left keep the comer from lining up with the front whose end he has brushed."""
    fight = scene(
        south("left", (520, 500)), south("a", (670, 440)), north("b", (520, 500)),
        step=5, mover="north", melee=[("left", "b")],
    )  # fmt: skip
    order(fight, "a", go(670, 501))
    one = melee(fight, "a", "b")
    assert [strikers(fight, one, who) for who in (one.a, one.b)] == [1, 0]  # b's own has an enemy before him
    other = melee(fight, "left", "b")
    assert [strikers(fight, other, who) for who in (other.a, other.b)] == [10, 10]


@pytest.mark.rule("mis.melee.wheel-in", "mis.move.pass-through")
@pytest.mark.parametrize("friend, files, x", [(False, 14, 630), (True, 10, 600)])
def test_a_wing_is_not_closed_onto_friends_who_stand_there_now(friend: bool, files: int, x: float) -> None:
    others = [south("f", (705, 500), files=4, figures=8)] if friend else []
    fight = scene(south("a", (630, 500), figures=56, files=14), *others, north("b", (600, 1100)), step=5)
    piece(fight, "a").wing = 4
    close_wings(fight)
    assert (piece(fight, "a").files, at(piece(fight, "a"))[0], piece(fight, "a").wing) == (files, x, 0)


# --- a column that is still bent -----------------------------------------------------------------------------


@pytest.mark.rule("mis.move.column", "mis.add.flank-rear", "mis.add.conform")
@pytest.mark.parametrize(
    "start, facing, to, stood, side, figures",
    [
        ((760, 420), 270, (610, 420), (615, 420), "right", (5, 4)),  # into the tail, which still faces north
        ((600, 300), 0, (600, 390), (600, 385), "rear", (2, 2)),  # behind the last of them
        ((440, 525), 90, (545, 525), (540, 525), "front", (2, 2)),  # against the leaders, who face west
    ],
)
def test_each_stretch_of_a_bent_column_has_its_own_sides(
    start: tuple[float, float], facing: int, to: tuple[float, float], stood: tuple[float, float], side: str,
    figures: tuple[int, int],
) -> None:  # fmt: skip
    files = figures[0]
    fight = scene(
        south("c", (600, 500), figures=20, files=2, options=["light", "long sword"]),
        north("e", start, facing=facing, figures=4 * files, files=files, options=["light", "long sword"]),
        **COUNTER,
    )
    order(fight, "c", go(600, 540), ("corner", -9000), go(540, 525))
    fight.state.mover, fight.state.active = 0, 1
    load(fight, [1])
    assert at(order(fight, "e", go(*to))) == stood
    one = melee(fight, "e", "c")
    assert one.counts == side and bool(piece(fight, "c").disorganized) is (side != "front")
    assert tuple(strikers(fight, one, who) for who in (one.a, one.b)) == figures


# --- acid ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.device.serudla-acid")
@pytest.mark.parametrize(
    "files, fallen, left",
    [(4, 1, (1, 2, 3)), (4, 2, (1, 2)), (2, 1, (0, 1, 3)), (2, 2, (0, 1)), (2, 3, (1,))],
)
def test_a_beast_that_falls_takes_its_acid_with_it(files: int, fallen: int, left: tuple[int, ...]) -> None:
    fight = scene(south("s", profile="serudla", figures=4, files=files, options=["heavy", "claws"]), north("b"))
    piece(fight, "s").acid = (0, 1, 2, 3)
    remove(fight, 0, fallen, "mis.melee.casualties")
    assert piece(fight, "s").acid == left


@pytest.mark.rule("mis.device.serudla-acid")
def test_each_beast_has_its_own_acid_and_its_own_enemy() -> None:
    """One before each of two enemies, 45 degrees and more from the other; the left one has spat three times."""
    beasts = south("s", (600, 500), profile="serudla", figures=2, files=2, options=["heavy", "claws"])
    left, right = north("b", (500, 530), files=2), north("c", (700, 530), files=2)
    fight = scene(beasts, left, right, step=4)
    assert (users(fight, 0, 1, acid=True), users(fight, 0, 2, acid=True)) == ([0], [1])
    load(fight, answers=["c"])
    name_device(fight, "acid s 2")
    assert list(device_options(fight, 0)) == ["acid s 1"] and fight.state.shots[0].figures == (1,)
    piece(fight, "s").acid = (0, 3)
    assert not device_options(fight, 0) and users(fight, 0, 1, acid=True) == []


# --- reloading and fighting ----------------------------------------------------------------------------------


@pytest.mark.rule("mis.missile.reload", "mis.move.contact")
def test_a_fight_starts_the_reloading_anew() -> None:
    fight = scene(
        south("x", (600, 500), options=["medium", "short sword", "heavy winch crossbow"]),
        north("b", (600, 501)),
        turn=2,
        step=8,
    )
    shot_fired(fight, 0, team=False)
    assert piece(fight, "x").ready == fight.state.clock + 6
    fight.state.turn, fight.state.step, fight.state.clock = 3, 5, fight.state.clock + 1
    join(fight, number(fight, "b"), number(fight, "x"), (600_000, 900_000))
    assert piece(fight, "x").ready == fight.state.clock + 1 + 6
    fight.state.step, fight.state.clock = 9, fight.state.clock + 2
    close_round(fight)
    assert piece(fight, "x").ready == fight.state.clock + 1 + 6
    loaded = scene(south("x", (600, 500), options=["medium", "short sword", "heavy winch crossbow"]),
                   north("b", (600, 501)), turn=3, step=5)  # fmt: skip
    join(loaded, 1, 0, (600_000, 900_000))
    close_round(loaded)
    assert ready(loaded, 0)  # what is loaded stays loaded


# --- how long disorder lasts ---------------------------------------------------------------------------------


def ordered_after(fight: Fight, *turns: int) -> int:
    """The first turn of these at whose end the legion is in order again."""
    for turn in turns:
        fight.state.turn = turn
        recover(fight)
        if not piece(fight, "a").disorganized:
            return turn
    return 0


def cursed(fight: Fight, dice: list[int]) -> None:
    load(fight, dice)
    cast = Cast(1, True, 5, len(dice), (600_000, 480_000))
    abode(Hit(fight, cast, 0, tuple(range(40)), len(dice), "Abode of Sárku", "mis.spell.abode"))
    spent(fight)


@pytest.mark.rule("mis.spell.abode", "mis.disorg.recover")
def test_other_disorder_does_not_lengthen_that_of_the_abode() -> None:
    fight = scene(south("a"), leader("t", "team", (600, 900), "north", options=["level 5"]), turn=3, step=2)
    cursed(fight, [9, 9])  # turns 4 and 5
    fight.state.turn = 4
    disorganize(fight, 0, "mis.disorg.terrain")  # turn 5
    assert ordered_after(fight, 4, 5, 6) == 5


@pytest.mark.rule("mis.spell.abode")
def test_two_abodes_one_after_the_other_add_up() -> None:
    fight = scene(south("a"), leader("t", "team", (600, 900), "north", options=["level 5"]), turn=3, step=2)
    cursed(fight, [9, 9])  # turns 4 and 5
    fight.state.turn = 4
    cursed(fight, [9])  # and 6
    assert ordered_after(fight, 4, 5, 6, 7) == 6


@pytest.mark.rule("mis.spell.illumination")
@pytest.mark.parametrize("turn, order_at_once, ordered", [(3, False, 4), (4, False, 4), (5, True, 5)])
def test_light_takes_one_turn_off_what_is_left(turn: int, order_at_once: bool, ordered: int) -> None:
    fight = scene(south("a"), leader("t", "team", (600, 900), "north", options=["level 5"]), turn=3, step=2)
    cursed(fight, [9, 9])  # turns 4 and 5
    fight.state.turn = turn
    relieve(fight, 0, 1, "mis.spell.illumination")
    assert (not piece(fight, "a").disorganized) is order_at_once
    assert order_at_once or ordered_after(fight, turn, turn + 1) == ordered


# --- points for a rout ---------------------------------------------------------------------------------------


def volleys(*dice: int) -> Fight:
    """Bows of two huitsányal shoot at the same legion."""
    bows = ["light", "short sword", "long bow", "regular"]
    fight = scene(
        south("one", (500, 500), figures=3, files=3, options=bows),
        south("two", (700, 500), figures=3, files=3, options=[*bows, "huitsan 2"]),
        north("t", (600, 700), figures=20, left=18, files=20, options=["medium", "two-handed ax", "irregular"]),
        step=4,
    )
    t = number(fight, "t")
    fight.state.shots = tuple(Shot(n, t, tuple(aim.figure for aim in aims(fight, n, t))) for n in (0, 1))
    load(fight, dice)
    resolve(fight)
    return fight


@pytest.mark.rule("mis.morale.points-routed-enemy")
@pytest.mark.parametrize("dice, gains", [((1, 100, 10), (1, 0)), ((100, 1, 10), (0, 1))])
def test_the_point_goes_to_whoever_felled_the_last_figure(dice: tuple[int, ...], gains: tuple[int, int]) -> None:
    fight = volleys(*dice)
    assert piece(fight, "t").fate == "routing"
    record(fight)
    assert (piece(fight, "one").points, piece(fight, "two").points) == gains


@pytest.mark.rule("mis.morale.points-routed-enemy", "mis.army.huitsan")
def test_no_huitsan_and_not_the_reserve_has_a_point_for_what_a_spell_routs() -> None:
    team = leader("t", "team", (600, 200), options=["level 5"])
    kept = south("kept", (200, 300), options=[*HEAVY, "reserve"])
    fight = scene(team, south("a", (600, 500)), kept, north("b", (600, 900)), step=2, dice=[9, 12])
    cast = Cast(number(fight, "t"), True, 3, 1, (600_000, 940_000))
    b = number(fight, "b")
    knowledge(Hit(fight, cast, b, tuple(range(40)), 1, "Knowledge of Ksárul", "mis.spell.knowledge"))
    assert piece(fight, "b").fate == "routing"
    record(fight)
    assert (piece(fight, "a").points, piece(fight, "kept").points) == (0, 0)


# --- moving --------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.move.facing-line")
def test_a_second_change_of_facing_ends_the_movement_of_the_turn() -> None:
    fight = scene(south("a", (600, 300)), north("b", (600, 1100)))
    order(fight, "a", ("turn", 9000), ("turn", -9000))
    fight.state.step = 7
    assert refused(fight, "a", go(600, 350)) == "mis.move.facing-line"
    assert refused(fight, "a", ("turn", 9000)) == "mis.move.facing-line"
    once = scene(south("a", (600, 300)), north("b", (600, 1100)))
    order(once, "a", ("turn", 18000), ("turn", 18000))
    once.state.turn, once.state.step, piece(once, "a").turns = 5, 3, 0
    assert refused(once, "a", go(600, 340)) == ""


@pytest.mark.rule("mis.chart.terrain", "mis.disorg.terrain")
@pytest.mark.parametrize("kind, reach", [("rough", 75), ("ploughed", 125), ("swamp", 50), ("open woods", 75)])
@pytest.mark.parametrize("start", [420, 500, 540])
def test_whoever_goes_on_within_ground_pays_wherever_he_stands_in_it(kind: str, reach: int, start: int) -> None:
    """Before its middle or beyond it: the ground reaches to y = 700."""
    fight = scene(south("a", (600, start), options=HEAVY, figures=10, files=5), north("b", (600, 1150)),
                  terrain=ground(kind), **COUNTER)  # fmt: skip
    assert refused(fight, "a", go(600, start + reach)) == ""
    assert refused(fight, "a", go(600, start + reach + 1)) == "mis.chart.terrain"
    order(fight, "a", go(600, start + reach))
    assert bool(piece(fight, "a").disorganized) is (kind != "ploughed")


@pytest.mark.rule("mis.chart.terrain")
def test_leaving_costs_nothing() -> None:
    fight = scene(south("a", (600, 680), options=HEAVY, figures=40, files=5), north("b", (600, 1150)),
                  terrain=ground("rough"), **COUNTER)  # fmt: skip
    assert at(order(fight, "a", go(600, 830))) == (600, 830) and not piece(fight, "a").disorganized


@pytest.mark.rule("mis.chart.terrain", "mis.move.wheel", "mis.disorg.terrain")
def test_a_wheel_within_rough_ground_pays_and_disorganizes_a_turn_does_neither() -> None:
    def fight() -> Fight:
        return scene(south("a", (600, 500), options=HEAVY), north("b", (600, 1150)), terrain=ground("rough", 600),
                     **COUNTER)  # fmt: skip

    assert refused(fight(), "a", ("face", 3000)) == "mis.terrain.rough"  # 79 mm and 75 for the ground
    wheeled, turned = fight(), fight()
    order(wheeled, "a", ("face", 2800))
    order(turned, "a", ("turn", 18000))
    assert piece(wheeled, "a").disorganized == 4 and piece(turned, "a").disorganized == 0


@pytest.mark.rule("mis.chart.terrain", "mis.terrain.swamp")
def test_pikes_in_mud_creep_on_as_countermovers_too() -> None:
    fight = scene(south("a", (600, 560), options=["medium", "long pike"], figures=10, files=5),
                  north("b", (600, 1100)), terrain=ground("swamp", 225, 620), **COUNTER)  # fmt: skip
    assert refused(fight, "a", go(600, 586)) == "mis.chart.terrain"
    assert at(order(fight, "a", go(600, 585))) == (600, 585)


@pytest.mark.rule("mis.chart.terrain")
def test_ground_may_take_all_of_the_first_half_and_leave_the_second() -> None:
    fight = scene(south("a", (600, 500), options=HEAVY), north("b", (600, 1150)), terrain=ground("rough"))
    order(fight, "a", go(600, 550))
    assert at(piece(fight, "a")) == (600, 500) and piece(fight, "a").moved == 0
    fight.state.step = 7
    assert at(order(fight, "a", go(600, 575))) == (600, 575) and piece(fight, "a").moved == 4


@pytest.mark.rule("mis.add.command-move", "mis.move.pass-through")
def test_a_companion_who_cannot_go_along_does_not_stay_under_his_legion() -> None:
    """The dritlán beside the swords stands where their rear comes to lie, and friends stand where he should go."""
    fight = scene(
        south("a", (500, 240)), leader("d", "dritlan", (597.5, 220)), south("f", (590, 140), files=6, figures=24),
        north("b", (600, 1100)), **COUNTER,
    )  # fmt: skip
    assert at(order(fight, "a", ("turn", 9000))) == (600, 200)
    parts = {name: body(fight, number(fight, name)).parts for name in ("a", "d", "f")}
    assert not any(overlap(one, his) for name in ("a", "f") for one in parts[name] for his in parts["d"])


# --- shots straight up ---------------------------------------------------------------------------------------


@pytest.mark.rule("mis.missile.overhead", "mis.missile.arc")
def test_only_missiles_that_go_straight_up_come_down_on_the_shooters() -> None:
    hlaka: dict[str, Any] = {"profile": "hlaka", "figures": 1, "files": 1, "height": 100,
                             "options": ["light", "sword", "skirmishers"]}  # fmt: skip
    bows = south("bows", (600, 500), figures=10, options=["light", "short sword", "long bow"])
    fight = scene(bows, north("f", (600, 490), **hlaka), step=4)
    able = aims(fight, 0, 1)
    found = attacks_of(fight, Shot(0, 1, tuple(aim.figure for aim in able)), able)
    # one base of 60 mm lies over four figures of 15; figures beside them have it in their arcs too
    assert {attack.overhead: attack.figures for attack in found}[True] == 4
    load(fight, [100] * 3)
    fight.state.shots = (Shot(0, 1, tuple(aim.figure for aim in able)),)
    resolve(fight)
    assert [one.figures for one in events(fight, Attacked) if one.target == 0] == [4]
