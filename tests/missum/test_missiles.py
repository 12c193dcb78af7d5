"""Missiles: who shoots, arcs and ranges, two targets, reloading, supply, shields, odd cases."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from warhost.engine.tally import Tally
from warhost.rulebooks.missum.bodies import body
from warhost.rulebooks.missum.events import Attacked
from warhost.rulebooks.missum.fighting.odds import settle
from warhost.rulebooks.missum.fighting.strikes import attack_of
from warhost.rulebooks.missum.magic.shields import shield_over
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.shooting.aiming import aims, shooters, targets, why_not_at, why_not_shoot
from warhost.rulebooks.missum.shooting.loading import disturb, phases_to_reload, ready, restock, shot_fired
from warhost.rulebooks.missum.shooting.volley import AimAt, attacks_of, resolve
from warhost.rulebooks.missum.state import Arm, Shot

from .scene import events, go, leader, load, melee, north, number, order, piece, refused, scene, south, spent

BOWS = ["light", "short sword", "long bow", "regular"]
SLINGS = ["light", "dagger", "shot sling", "regular", "skirmishers"]
HEAVY = ["heavy", "shield", "long sword", "regular"]


def bows(at: tuple[float, float] = (600, 500), **more: Any) -> dict[str, Any]:
    return south("bows", at, **{"figures": 20, "options": BOWS, **more})


def duel(shooter: dict[str, Any], *others: dict[str, Any], **more: Any) -> Fight:
    return scene(shooter, *others, **{"step": 4, **more})


def volley(fight: Fight, target: int = 1, figures: tuple[int, ...] | None = None, team: bool = False) -> Any:
    able = aims(fight, 0, target)
    chosen = tuple(aim.figure for aim in able) if figures is None else figures
    return attacks_of(fight, Shot(0, target, chosen, team), able)


def shoot(fight: Fight, *shots: Shot, dice: Any = ()) -> None:
    load(fight, dice)
    fight.state.shots = shots
    resolve(fight)
    spent(fight)


def everybody(fight: Fight, shooter: int = 0, target: int = 1) -> Shot:
    return Shot(shooter, target, tuple(aim.figure for aim in aims(fight, shooter, target)))


# --- who shoots ----------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.missile.ranks", "mis.missile.one-attack", "mis.disorg.front-rank", "mis.missile.eligible")
def test_ranks_that_shoot() -> None:
    fight = scene(bows(), south("slings", (900, 500), figures=12, files=6, options=SLINGS), north("b"))
    assert len(shooters(fight, 0)) == 10 and len(shooters(fight, 1)) == 12
    piece(fight, "slings").disorganized = 3
    assert len(shooters(fight, 1)) == 6


@pytest.mark.rule(
    "mis.missile.in-contact",
    "mis.army.reserve-transfer",
    "mis.missile.supply",
    "mis.missile.phases",
    "mis.rout.timing",
)
@pytest.mark.parametrize(
    "troop, rule",
    [
        ({"supply": 0}, "mis.missile.supply"),
        ({"ready": 20}, "mis.missile.reload"),
        ({"options": [*BOWS, "reserve"]}, "mis.army.reserve-transfer"),
        ({"fate": "routing"}, "mis.rout.timing"),
        ({"options": HEAVY}, "mis.missile.eligible"),
    ],
)
def test_who_does_not_shoot(troop: dict[str, Any], rule: str) -> None:
    found = why_not_shoot(duel(bows(**troop), north("b")), 0)
    assert found is not None and found.rule == rule


@pytest.mark.rule("mis.missile.in-contact", "mis.missile.into-melee")
def test_no_shots_in_contact_nor_into_the_front_of_a_melee() -> None:
    fight = duel(bows((900, 500)), south("a", (600, 700)), north("b", (600, 700), figures=40), melee=[("a", "b")])
    assert why_not_shoot(fight, 1).rule in ("mis.missile.eligible", "mis.missile.in-contact")  # type: ignore[union-attr]
    target = number(fight, "b")
    assert why_not_at(fight, 0, target).rule == "mis.missile.into-melee"  # type: ignore[union-attr]
    piece(fight, "bows").x, piece(fight, "bows").y = 900_000, 740_000  # the flank of four ranks
    assert why_not_at(fight, 0, target) is None
    piece(fight, "b").figures = 20
    assert why_not_at(fight, 0, target).rule == "mis.missile.into-melee"  # type: ignore[union-attr]
    piece(fight, "bows").x, piece(fight, "bows").y, piece(fight, "bows").facing = 600_000, 1_000_000, 18000
    assert why_not_at(fight, 0, target) is None


@pytest.mark.rule("mis.missile.arc")
@pytest.mark.parametrize("x, seen", [(40, True), (50, False)])
def test_the_arc_is_45_degrees_in_all(x: int, seen: bool) -> None:
    one = bows((600, 500), figures=1, files=1)
    fight = duel(one, north("b", (600 + x + 7.5, 600), figures=1, files=1))
    assert bool(aims(fight, 0, 1)) is seen


@pytest.mark.rule("mis.missile.arc")
def test_engines_have_15_degrees_and_fliers_all_round() -> None:
    engine = south("e", (600, 500), profile="light dart-thrower", figures=1, files=1, options=[])
    assert aims(duel(engine, north("b", (620, 700), figures=1, files=1)), 0, 1)
    assert not aims(duel(engine, north("b", (640, 700), figures=1, files=1)), 0, 1)
    fliers = south(
        "f",
        (600, 500),
        profile="hlaka",
        figures=4,
        files=2,
        options=["light", "sword", "hláka crossbow", "skirmishers"],
        height=100,
    )
    assert len(aims(duel(fliers, north("b", (600, 400), figures=10)), 0, 1)) == 4


@pytest.mark.rule("mis.missile.range-measure", "mis.situation.long-range", "mis.chart.missile-range")
@pytest.mark.parametrize("far, odds", [(250, -7), (251, -12), (400, -12), (401, None)])
def test_ranges(far: int, odds: int | None) -> None:
    fight = duel(bows(figures=1, files=1), north("b", (600, 500 + far)))
    found = volley(fight)
    assert [attack.tally.total for attack in found] == ([odds] if odds is not None else [])


@pytest.mark.rule("mis.missile.range-measure", "mis.missile.split")
def test_figures_at_different_ranges_are_separate_attacks() -> None:
    fight = duel(bows(facing=20), north("b", (680, 740), facing=200))
    found = volley(fight)
    assert len({attack.tally.total for attack in found}) == len(found)


@pytest.mark.rule("mis.missile.elevation", "mis.scale.units")
def test_shots_upward_are_longer() -> None:
    hill = [{"kind": "hill", "at": [600, 750], "tiers": [400, 200]}]
    up = duel(bows(figures=1, files=1), north("b", (600, 700), figures=10), terrain=hill)
    assert [aim.range for aim in aims(up, 0, 1)] == [250_000]
    down = duel(
        bows((600, 700), figures=1, files=1),
        north("b", (600, 850), figures=10),
        terrain=[{"kind": "hill", "at": [600, 640], "tiers": [400, 200]}],
    )
    assert [aim.range for aim in aims(down, 0, 1)] == [150_000]


# --- the odds ------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "mis.chart.missile-factors", "mis.command.dritlan-attack", "mis.odds.modifiers", "mis.situation.skirmishers"
)
def test_odds_of_shots() -> None:
    plain = volley(duel(bows(), north("b", (600, 700))))
    assert [(attack.figures, attack.tally.total, attack.casualties) for attack in plain] == [(10, -7, 200)]
    led = duel(bows(), north("b", (600, 700)), leader("d", "dritlan", (600, 460)), leader("k", "kerdu", (100, 60)))
    assert volley(led, number(led, "b"))[0].tally.total == -6
    screen = volley(duel(bows(), north("b", (600, 700), figures=12, files=6, options=SLINGS)))
    assert screen[0].tally.total == 4 - 5 - 4


@pytest.mark.rule("mis.odds.modifiers", "mis.terrain.rough")
def test_slings_at_long_range_at_skirmishers_in_rough_ground() -> None:
    rough = [{"kind": "rough", "at": [600, 800], "size": 300}]
    target = north("b", (600, 760), figures=12, files=6, options=["light", "dagger", "regular", "skirmishers"])
    found = volley(duel(south("s", (600, 500), figures=6, files=6, options=SLINGS), target, terrain=rough))
    assert found[0].tally.total == -13 and found[0].casualties == 12 * found[0].figures


@pytest.mark.rule("mis.situation.rear", "mis.situation.shieldless")
def test_shots_from_behind() -> None:
    found = volley(duel(bows(), north("b", (600, 780), facing=0)))  # it shows its back
    assert found[0].tally.total == 4 + 3 - 7


@pytest.mark.rule("mis.situation.flying", "mis.odds.modifiers")
def test_shots_at_and_from_fliers() -> None:
    fliers = north(
        "f", (600, 650), profile="hlaka", figures=4, files=2, options=["light", "sword", "skirmishers"], height=50
    )
    assert volley(duel(bows(), fliers))[0].tally.total == 4 - 5 - 5 - 2
    archers = south(
        "f",
        (600, 600),
        profile="hlaka",
        figures=4,
        files=2,
        options=["light", "sword", "hláka javelin", "skirmishers"],
        height=25,
    )
    assert volley(duel(archers, north("b", (600, 650))))[0].tally.total == 4 + 3 - 11


@pytest.mark.rule("mis.scale.engine-missile", "mis.missile.one-attack", "mis.add.engine-handling")
def test_engines_shoot_once_for_each_of_the_crew() -> None:
    battery = south("e", (600, 500), profile="light dart-thrower", figures=2, files=2, options=[])
    fight = duel(battery, north("b", (600, 800)))
    (attack,) = volley(fight)
    assert (attack.figures, attack.tally.total, attack.casualties) == (4, 7, 80)
    for roll, left in ((81, 40), (80, 39)):
        fight = duel(battery, north("b", (600, 800)))
        shoot(fight, everybody(fight), dice=[roll])
        assert piece(fight, "b").figures == left
    medium = south("e", (600, 500), profile="medium dart-thrower", figures=1, files=1, options=[])
    (attack,) = volley(duel(medium, north("b", (600, 800), options=["heavy", "sword"])))
    assert (attack.figures, attack.tally.total, attack.casualties) == (4, 15, 160)


@pytest.mark.rule("mis.scale.engine-target", "mis.scale.serudla-target", "mis.odds.casualties")
def test_attacks_on_engines_and_serudla_are_multiplied() -> None:
    fight = duel(bows(), north("e", (600, 700), profile="light dart-thrower", figures=1, files=1, options=[]))
    assert settle(fight, 0, 1, 1, Tally(-15, "x"), "bow", "x").casualties == 40
    beasts = duel(bows(), north("s", (600, 700), profile="serudla", figures=4, files=4, options=["heavy", "claws"]))
    assert settle(beasts, 0, 1, 1, Tally(-15, "x"), "bow", "x").casualties == 80
    assert settle(beasts, 0, 1, 6, Tally(-13, "x"), "bow", "x").casualties == 720


# --- naming shots --------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.missile.split")
def test_fire_is_divided_between_two_targets_at_most() -> None:
    fight = duel(
        bows(),
        north("b", (560, 650), files=5, figures=10),
        north("c", (650, 650), files=5, figures=10),
        north("d", (600, 850)),
    )
    question = AimAt(fight, 0, targets(fight, 0))
    assert question.refuse({"b": 5, "c": 5}) is None
    assert question.refuse({"b": 4, "c": 3, "d": 1}) is not None
    assert question.refuse({"b": 9, "c": 9}).rule == "mis.missile.split"  # type: ignore[union-attr]
    assert question.refuse({"nobody": 1}) is not None and question.refuse({"b": 0}) is not None
    picked = question.picked({"b": 5, "c": 5})
    assert len(picked[1]) == 5 and not set(picked[1]) & set(picked[2])


@pytest.mark.rule("mis.missile.reload-team")
def test_crossbowmen_in_pairs() -> None:
    options = ["medium", "short sword", "heavy winch crossbow", "regular"]
    fight = duel(
        south("x", (600, 500), figures=24, files=12, options=options),
        north("b", (600, 700), figures=60, files=20),
        turn=1,
    )
    assert [attack.figures for attack in volley(fight)] == [12]
    picked = AimAt(fight, 0, targets(fight, 0)).picked({"b": 12, "team": 1})[1]
    assert [attack.figures for attack in volley(fight, figures=picked, team=True)] == [6]
    shot_fired(fight, 0, team=True)
    assert piece(fight, "x").ready == 3
    single = duel(south("x", (600, 500), figures=24, files=12, options=options), north("b", (600, 700)), turn=1)
    shot_fired(single, 0, team=False)
    assert piece(single, "x").ready == 6
    assert AimAt(duel(bows(), north("b", (600, 700))), 0, {}).refuse({"team": 1}).rule == "mis.missile.reload-team"  # type: ignore[union-attr]


@pytest.mark.rule("mis.missile.reload-team")
@pytest.mark.parametrize("figures, shoot", [(10, 5), (9, 4), (2, 1)])
def test_half_of_those_in_pairs_shoot_whatever_their_ranges(figures: int, shoot: int) -> None:
    options = ["medium", "short sword", "heavy winch crossbow", "regular"]
    aslant = north("b", (600, 805), facing=190)
    fight = duel(south("x", (600, 500), figures=10, files=10, options=options), aslant)
    ranges = {aim.figure: aim.range for aim in aims(fight, 0, 1)}
    assert sum(far > 300_000 for far in ranges.values()) == 5  # the others are in normal range
    question = AimAt(fight, 0, targets(fight, 0))
    picked = question.picked({"b": figures, "team": 1})[1]
    assert len(picked) == shoot and max(ranges[one] for one in picked) <= 300_000
    assert question.refuse({"b": figures, "team": 1}) is None


@pytest.mark.rule("mis.missile.reload-team")
def test_one_man_is_no_pair() -> None:
    options = ["medium", "short sword", "heavy winch crossbow", "regular"]
    fight = duel(south("x", (600, 500), figures=10, files=10, options=options), north("b", (600, 700)))
    question = AimAt(fight, 0, targets(fight, 0))
    assert question.refuse({"b": 1, "team": 1}).rule == "mis.missile.reload-team"  # type: ignore[union-attr]
    assert question.refuse({"b": 1}) is None


# --- reloading and supply ------------------------------------------------------------------------------------


@pytest.mark.rule("mis.missile.reload", "mis.missile.loaded")
@pytest.mark.parametrize(
    "weapon, phases",
    [
        ("long bow", 2),
        ("shot sling", 2),
        ("staff sling", 3),
        ("light crossbow", 3),
        ("medium winch crossbow", 5),
        ("heavy winch crossbow", 6),
        ("light javelin", 0),
        ("blowgun", 3),
    ],
)
def test_reloading_is_counted_in_missile_phases(weapon: str, phases: int) -> None:
    fight = duel(south("x", options=["light", "dagger", weapon]), north("b"), turn=1)
    assert ready(fight, 0) and phases_to_reload(fight.setting.troops[0], piece(fight, "x")) == phases
    shot_fired(fight, 0, team=False)
    fight.state.clock = phases
    assert ready(fight, 0)
    fight.state.clock = phases - 1
    assert not ready(fight, 0) or not phases


@pytest.mark.rule("mis.missile.reload", "mis.missile.reload-move")
def test_moving_starts_the_count_anew_but_bows_are_loaded_on_the_march() -> None:
    fight = duel(south("x", options=["light", "dagger", "light crossbow"]), north("b"), turn=1, step=8)
    shot_fired(fight, 0, team=False)
    fight.state.turn = 2
    disturb(fight, 0, slow=True)
    fight.state.clock = 5  # the last phase of turn 2
    assert not ready(fight, 0)
    archers = duel(bows(), north("b"), turn=1)
    shot_fired(archers, 0, team=False)
    disturb(archers, 0, slow=True)
    assert piece(archers, "bows").ready == 2
    disturb(archers, 0, slow=False)
    assert piece(archers, "bows").ready == 3


@pytest.mark.rule("mis.missile.twice", "mis.missile.phases")
def test_only_archers_who_stand_and_repeating_crossbows_shoot_twice() -> None:
    fight = duel(bows(), north("b", (600, 700)))
    shot_fired(fight, 0, team=False)
    fight.state.clock += 2
    assert why_not_shoot(fight, 0) is None
    piece(fight, "bows").moved = 4
    assert why_not_shoot(fight, 0).rule == "mis.missile.phases"  # type: ignore[union-attr]
    repeating = duel(south("x", options=["light", "dagger", "repeating crossbow"]), north("b", (600, 580)))
    shot_fired(repeating, 0, team=False)
    assert why_not_shoot(repeating, 0) is not None  # nothing is shot twice in one phase
    repeating.state.clock += 1
    assert why_not_shoot(repeating, 0) is None
    shot_fired(repeating, 0, team=False)
    assert piece(repeating, "x").ready == repeating.state.clock + 3
    javelins = duel(south("x", options=["light", "dagger", "light javelin"]), north("b", (600, 560)))
    shot_fired(javelins, 0, team=False)
    javelins.state.clock += 1
    assert why_not_shoot(javelins, 0) is not None
    javelins.state.turn, piece(javelins, "x").shots = 5, ()
    assert why_not_shoot(javelins, 0) is None


@pytest.mark.rule("mis.missile.resupply")
def test_new_missiles_near_the_kerdu() -> None:
    fight = scene(
        bows((600, 250), figures=35, supply=0), leader("kerdu", "kerdu", (600, 80)), north("b"), turn=4, step=10
    )
    restock(fight)
    assert piece(fight, "bows").supply == 0
    fight.state.turn = 5
    restock(fight)
    assert piece(fight, "bows").supply == 3
    disturbed = scene(bows((600, 250), figures=35, supply=0, moved=4), leader("kerdu", "kerdu", (600, 80)), turn=4)
    restock(disturbed)
    assert piece(disturbed, "bows").stocking == 0


@pytest.mark.rule("mis.add.engine-handling")
def test_engines_turn_move_unloaded_and_need_half_their_crew() -> None:
    battery = south("e", (600, 500), profile="light dart-thrower", figures=2, files=2, options=[])
    fight = scene(battery, north("b", (600, 900)), step=5, mover="north")
    assert refused(fight, "e", go(600, 520)) == "mis.missile.loaded"
    assert (
        refused(fight, "e", ("unload",), go(600, 525)) == ""
        and refused(fight, "e", ("unload",), go(600, 526)) != ""
    )
    assert refused(fight, "e", ("unload",), go(620, 510)) == "mis.add.engine-handling"
    order(fight, "e", ("face", 4000))
    assert ready(fight, 0) and refused(fight, "e", ("face", 100)) == "mis.add.engine-handling"
    piece(fight, "e").figures = 1
    assert phases_to_reload(fight.setting.troops[0], piece(fight, "e")) == 12


@pytest.mark.rule("mis.add.engine-handling", "mis.missile.reload")
def test_unloading_makes_no_engine_ready_sooner() -> None:
    battery = south("e", (600, 500), profile="light dart-thrower", figures=2, files=2, options=[])
    fight = scene({**battery, "shot": 4}, north("b", (600, 900)), step=7, turn=4)
    assert refused(fight, "e", ("unload",)) == "mis.add.engine-handling"  # it is empty
    loaded = scene(battery, north("b", (600, 900)), step=3, turn=4)
    order(loaded, "e", ("unload",))
    assert piece(loaded, "e").ready - (loaded.state.clock + 1) == 6


# --- volleys -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.missile.simultaneous", "mis.missile.casualties", "mis.turn.activation")
def test_all_shots_of_a_phase_fall_together() -> None:
    fight = duel(bows(), north("theirs", (600, 740), figures=20, options=BOWS))
    shoot(fight, everybody(fight), Shot(1, 0, tuple(range(10))))
    assert [one.figures for one in events(fight, Attacked)] == [10, 10]
    assert piece(fight, "theirs").figures == 16 and piece(fight, "bows").figures == 16
    assert body(fight, 1).files == 10  # they fall from the rear rank


@pytest.mark.rule("mis.example.volley", "mis.morale.group-levels")
def test_the_example_of_a_turn_of_shooting() -> None:
    axes = north("axes", (600, 740), figures=30, options=["heavy", "two-handed ax", "regular"])
    screen = north(
        "screen",
        (200, 600),
        figures=20,
        files=10,
        options=["light", "dagger", "light javelin", "irregular", "skirmishers"],
    )
    slings = south("slings", (200, 500), figures=12, files=6, options=SLINGS)

    def fresh() -> Fight:
        return duel(bows(), slings, axes, screen)

    fight = fresh()
    shoot(fight, everybody(fight, 0, 2), dice=[20])
    assert piece(fight, "axes").figures == 27
    fight = fresh()
    shoot(fight, everybody(fight, 1, 3), dice=[65, 3])
    assert piece(fight, "screen").figures == 18 and piece(fight, "screen").tested
    fight = fresh()
    shoot(fight, everybody(fight, 1, 3), dice=[64])
    assert piece(fight, "screen").fate == "routing" and not piece(fight, "screen").tested
    fight = fresh()
    shoot(fight, everybody(fight, 0, 2), dice=[20])
    fight.state.clock += 2
    piece(fight, "axes").y = 760_000
    shoot(fight, everybody(fight, 0, 2), dice=[61])
    assert piece(fight, "axes").figures == 26 and piece(fight, "bows").supply == 1


@pytest.mark.rule("mis.disorg.firepots")
@pytest.mark.parametrize(
    "figures, roll, lost, disorder", [(40, 80, 2, True), (40, 81, 1, False), (21, 81, 1, False), (20, 81, 1, True)]
)
def test_firepots(figures: int, roll: int, lost: int, disorder: bool) -> None:
    pots = south("pots", (600, 500), figures=10, files=10, options=["light", "dagger", "firepot", "regular"])
    fight = duel(pots, north("b", (600, 540), figures=figures, options=["light", "shield", "sword", "regular"]))
    (attack,) = volley(fight)
    assert (attack.tally.total, attack.casualties) == (-1, 360)
    shoot(fight, Shot(0, 1, tuple(range(5))), dice=[roll])
    assert piece(fight, "b").figures == figures - lost and bool(piece(fight, "b").disorganized) is disorder


@pytest.mark.rule("mis.missile.overhead")
def test_shots_straight_up_come_down_again() -> None:
    fliers = north(
        "f", (600, 490), profile="hlaka", figures=3, files=3, options=["light", "sword", "skirmishers"], height=100
    )
    fight = duel(bows(figures=10), fliers)
    load(fight, [81, 1, 1])
    fight.state.shots = (Shot(0, 1, tuple(range(10))),)
    resolve(fight)
    up, down = events(fight, Attacked)
    assert (up.figures, up.chance) == (10, 180) and (down.target, down.figures, down.chance) == (0, 9, 360)


@pytest.mark.rule("mis.scale.serudla-attack", "mis.scale.engine-melee", "mis.scale.figure")
def test_serudla_and_crews_strike_with_plain_numbers() -> None:
    beasts = scene(
        south("s", (600, 500), profile="serudla", figures=4, files=4, options=["heavy", "claws"]),
        north("b", (600, 500)),
        melee=[("s", "b")],
        step=9,
    )
    one = melee(beasts, "s", "b")
    attack = attack_of(beasts, one, 0, 4)
    assert attack.tally.total == 27 - 9 and attack.casualties == (200 + 150) * 4
    crew = scene(
        north("b", (600, 500)),
        south("e", (600, 500), profile="light dart-thrower", figures=1, files=1, options=[]),
        melee=[("b", "e")],
        step=9,
    )
    back = attack_of(crew, melee(crew, "e", "b"), number(crew, "e"), 2)
    assert back.tally.total == -2 and back.casualties == 64


# --- what a shot may fell ------------------------------------------------------------------------------------


@pytest.mark.rule("mis.odds.casualties")
@pytest.mark.parametrize("figures", range(1, 11))
def test_an_order_to_shoot_tells_beforehand_how_many_may_fall(figures: int) -> None:
    fight = duel(bows(), north("b", (600, 700), figures=40))
    question = AimAt(fight, 0, targets(fight, 0))
    hundredths = sum(attack.casualties for attack in volley(fight, figures=question.picked({"b": figures})[1]))
    sure, rest = divmod(hundredths, 100)
    chances = {sure: Fraction(100 - rest, 100), sure + 1: Fraction(rest, 100)}
    assert dict(question.foretold({"b": figures})["b"].items()) == {n: c for n, c in chances.items() if c}


@pytest.mark.rule("mis.magic.anti-missile", "mis.odds.casualties")
def test_a_shield_that_may_hold_is_reckoned_in() -> None:
    team = {"id": "team", "side": "north", "profile": "team", "at": [600, 700], "options": ["level 5"]}
    fight = duel(bows(), north("b", (600, 720), figures=4, files=4), team)
    question = AimAt(fight, 0, targets(fight, 0))
    hundredths = sum(attack.casualties for attack in volley(fight, figures=question.picked({"b": 5})[1]))
    assert shield_over(fight, 1) == 10
    assert question.foretold({"b": 5})["b"].mean() == Fraction(hundredths, 100) * Fraction(10, 20)


@pytest.mark.rule("mis.missile.overhead", "mis.odds.casualties")
def test_missiles_that_may_come_down_again_are_told_beforehand() -> None:
    """Of ten straight up nine or eight miss: their own number of the chart, less with every one that hits."""
    fliers = north(
        "f", (600, 490), profile="hlaka", figures=3, files=3, options=["light", "sword", "skirmishers"], height=100
    )
    fight = duel(bows(figures=10), fliers)
    told = AimAt(fight, 0, targets(fight, 0)).foretold({"f": 10})
    assert dict(told["f"].items()) == {1: Fraction(1, 5), 2: Fraction(4, 5)}
    chances: dict[int, Fraction] = {}
    for roll, chance in ((80, Fraction(4, 5)), (81, Fraction(1, 5))):
        load(fight, [roll, 1, 1, 1, 1, 1])
        fight.state.shots = (Shot(0, 1, tuple(range(10))),)
        twin = fight.state.copy()
        resolve(fight)
        sure, rest = divmod(events(fight, Attacked)[-1].chance, 100)
        fight.state = twin
        for lost, share in ((sure, 100 - rest), (sure + 1, rest)):
            chances[lost] = chances.get(lost, Fraction(0)) + chance * Fraction(share, 100)
    assert dict(told["bows"].items()) == {lost: chance for lost, chance in chances.items() if chance}


@pytest.mark.rule("mis.missile.overhead")
def test_whoever_shoots_at_the_ground_is_told_nothing_of_his_own() -> None:
    fight = duel(bows(), north("b", (600, 700), figures=40))
    assert list(AimAt(fight, 0, targets(fight, 0)).foretold({"b": 5})) == ["b"]


@pytest.mark.rule("mis.spell.arm", "mis.magic.anti-missile")
def test_no_shield_is_tried_by_shots_that_an_arm_has_stopped() -> None:
    team = leader("t", "team", (600, 600), side="north", options=["level 5"])
    fight = duel(bows(), team)
    fight.state.arms = (Arm(1, 1, 1, 4, wide=40_000, deep=60_000),)
    shoot(fight, everybody(fight))
    assert piece(fight, "t").figures == 2 and piece(fight, "t").barred == (0, 0)


@pytest.mark.rule("mis.magic.prohibitions", "mis.magic.shields")
@pytest.mark.parametrize("lost, dice, barred", [(False, [11], 0), (False, [10, 100], 4), (True, [100], 4)])
def test_missiles_that_meet_no_shield_disturb_the_magic_user(lost: bool, dice: list[int], barred: int) -> None:
    team = leader("t", "team", (600, 850), side="north", options=["level 5"], left=1 if lost else 2)
    fight = duel(bows(figures=5, files=5), team)
    piece(fight, "t").defense_lost = lost
    shoot(fight, everybody(fight), dice=dice)
    assert piece(fight, "t").barred == (barred, barred)
