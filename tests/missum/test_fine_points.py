"""Fine points that a careful player would insist on: who is with whom, corners, ranks that shrink, ground figure by
figure, bearers of 'eyes', Arms out of sight, what a turn on the spot is."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.tally import Tally
from warhost.rulebooks.missum.bodies import body, officer_base
from warhost.rulebooks.missum.command import settle_hosts, with_legion
from warhost.rulebooks.missum.devices import device_options, fire_devices, users
from warhost.rulebooks.missum.events import Gone, NerveTested, Struck
from warhost.rulebooks.missum.fighting.odds import common
from warhost.rulebooks.missum.fighting.strikes import attack_of, strike
from warhost.rulebooks.missum.magic.casting import why_not_cast
from warhost.rulebooks.missum.magic.places import SpellPlace
from warhost.rulebooks.missum.magic.resolving import fade_arms, watch_arms
from warhost.rulebooks.missum.magic.shields import arm_shape
from warhost.rulebooks.missum.shooting.aiming import aims, targets
from warhost.rulebooks.missum.shooting.loading import may_shoot_again
from warhost.rulebooks.missum.shooting.volley import AimAt, _bearers_shoot
from warhost.rulebooks.missum.state import NOBODY, Arm, Cast, Shot
from warhost.rulebooks.missum.turn import step
from warhost.rulebooks.missum.wounds import remove

from .scene import at, events, go, leader, load, melee, north, number, order, piece, refused, scene, south, spent

MM = 1000
COUNTER = {"step": 5, "mover": "north"}


# --- commanders ----------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.command.dritlan-attached")
def test_the_enemy_says_with_which_of_two_legions_a_dritlan_is() -> None:
    fight = scene(
        south("a", (500, 500)), south("b", (650, 500)), leader("d", "dritlan", (575, 420)), north("foe"), step=3
    )
    dritlan = number(fight, "d")
    assert with_legion(fight, dritlan) == number(fight, "a")  # until somebody has spoken
    load(fight, [], ["b"])
    assert settle_hosts(fight) and with_legion(fight, dritlan) == number(fight, "b")
    spent(fight)
    assert not settle_hosts(fight)  # nobody is asked again while nothing changes
    tally = Tally(0, "mis.odds.difference")
    common(fight, number(fight, "b"), number(fight, "foe"), tally)
    assert tally.total == 1
    piece(fight, "d").x = 460 * MM
    assert not settle_hosts(fight) and with_legion(fight, dritlan) == number(fight, "a")
    piece(fight, "d").x = 575 * MM
    load(fight, [], ["a"])
    assert settle_hosts(fight) and with_legion(fight, dritlan) == number(fight, "a")


@pytest.mark.rule("mis.add.command-move")
def test_the_attack_figure_of_a_guarded_team_is_the_officer() -> None:
    fight = scene(leader("k", "team", (600, 500), options=["level 10", "livyani"]), south("a", (600, 900)))
    team = number(fight, "k")
    assert officer_base(fight, team).centre == body(fight, team).bases[-1].centre
    assert officer_base(fight, team).centre == (607_500, 450_000)


@pytest.mark.rule("mis.add.command-move")
def test_a_dritlan_does_not_stand_before_a_legion_near_the_enemy() -> None:
    def fight(enemy: float) -> Any:
        return scene(
            south("a", (600, 500)), leader("d", "dritlan", (700, 490)), north("foe", (600, enemy)), **COUNTER
        )

    # 45 mm of him fit between: his rear touches the front
    assert refused(fight(600), "d", go(600, 520.5)) == "mis.add.command-move"
    assert refused(fight(601), "d", go(600, 520.5)) == ""


@pytest.mark.rule("mis.magic.prohibitions", "mis.add.engine-handling", "mis.missile.twice")
def test_turning_on_the_spot_is_no_move() -> None:
    team = leader("t", "team", (600, 500), options=["level 5"])
    fight = scene(
        team, south("bows", (900, 500), options=["light", "short sword", "long bow"]), north("foe"), **COUNTER
    )
    order(fight, "t", ("face", 9000))
    assert piece(fight, "t").moved == 0 and piece(fight, "t").barred == (0, 0)
    fight.state.turn = 5
    assert why_not_cast(fight, number(fight, "t"), attack=True) is None
    fight.state.turn = 4
    order(fight, "bows", ("turn", 18000))
    assert piece(fight, "bows").moved == 0 and piece(fight, "bows").facing == 18000
    piece(fight, "bows").shots = (0,)
    assert may_shoot_again(fight, number(fight, "bows"))
    engine = south("e", (600, 300), profile="light dart-thrower", figures=1, files=1, options=[])
    battery = scene(engine, north("foe"), **COUNTER)
    piece(battery, "e").ready = 12
    order(battery, "e", ("face", 3000))
    assert piece(battery, "e").ready == 12 and piece(battery, "e").moved == 0


# --- columns and ranks ---------------------------------------------------------------------------------------


@pytest.mark.rule("mis.melee.casualties", "mis.add.formation")
def test_a_rear_rank_is_in_the_middle_again_only_when_the_legion_moves() -> None:
    fight = scene(south("a", (600, 500), figures=20), north("foe", (600, 1100)), **COUNTER)

    def rear() -> list[float]:
        return [base.centre[0] / MM for base in body(fight, number(fight, "a")).bases[10:]]

    assert rear()[0] == 532.5
    remove(fight, 0, 1, "mis.missile.casualties")
    assert (rear()[0], rear()[-1]) == (547.5, 667.5)  # the left one is gone, nobody has closed up
    remove(fight, 0, 1, "mis.missile.casualties")
    assert (rear()[0], rear()[-1]) == (547.5, 652.5)
    remove(fight, 0, 1, "mis.missile.casualties")
    assert (rear()[0], rear()[-1]) == (562.5, 652.5)
    order(fight, "a", go(600, 520))
    assert (rear()[0], rear()[-1]) == (555, 645)
    remove(fight, 0, 7, "mis.missile.casualties")
    assert piece(fight, "a").askew == 0 and piece(fight, "a").figures == 10


# --- ground figure by figure ---------------------------------------------------------------------------------


@pytest.mark.rule("mis.chart.terrain", "mis.terrain.village")
def test_figures_on_different_ground_strike_in_attacks_of_their_own() -> None:
    fight = scene(
        south("a", (600, 500)), north("b", (600, 500)), step=9, melee=[("a", "b")],
        terrain=[{"kind": "village", "at": [550, 480], "size": 50, "square": True}], dice=[1] * 4,
    )  # fmt: skip
    strike(fight, second=False)
    struck = [(one.piece, one.figures, one.difference) for one in events(fight, Struck)]
    # the village covers x 525 to 575, y 455 to 505: four files of both fronts touch it
    assert sorted(struck) == [(0, 4, 1), (0, 6, -2), (1, 4, 1), (1, 6, -2)]
    spent(fight)
    assert attack_of(fight, melee(fight, "a", "b"), 0, 4, 0).tally.total == 1


# --- devices -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.device.eye")
def test_a_bearer_uses_his_eye_or_his_bow() -> None:
    bows = {"options": ["light", "short sword", "long bow"], "figures": 20, "eye": "weak"}
    fight = scene(south("a", (600, 500), **bows), north("b", (600, 700)), step=4)
    assert len(aims(fight, 0, 1)) == 10
    fight.state.shots = (Shot(0, 1, (5,), eye=0),)
    assert [aim.figure for aim in aims(fight, 0, 1)] == [0, 1, 2, 3, 4, 6, 7, 8, 9]
    fight.state.shots = ()
    load(fight, [20])
    fire_devices(fight, (Shot(0, 1, (5,), eye=0),))
    fight.state.step = 6
    assert len(aims(fight, 0, 1)) == 9
    other = scene(south("a", (600, 500), **bows), north("b", (600, 700)), step=4)
    _bearers_shoot(other, 0, {0, 1, 2})
    assert list(device_options(other, 0)) == ["eye 0"]
    _bearers_shoot(other, 0, {4, 5})
    assert not device_options(other, 0)


@pytest.mark.rule("mis.device.eye", "mis.missile.into-melee", "mis.missile.arc")
def test_an_eye_strikes_within_the_arc_of_its_bearer_alone() -> None:
    # the bearer is figure 5, whose front stands at (607.5, 500); the enemy's near corner is 45 degrees aside
    aside = scene(south("a", (600, 500), eye="weak"), north("b", (830, 620)), step=4)
    assert users(aside, 0, 1, acid=False) == []
    ahead = scene(south("a", (600, 500), eye="weak"), north("b", (730, 650)), step=4)
    assert users(ahead, 0, 1, acid=False) == [5]
    busy = scene(
        south("a", (600, 500), eye="weak"), north("b", (600, 650)), south("c", (600, 570), facing=0, figures=10),
        step=4, melee=[("c", "b")],
    )  # fmt: skip
    assert users(busy, 0, number(busy, "b"), acid=False) == []


@pytest.mark.rule("mis.device.serudla-acid", "mis.device.eye-melee")
def test_beasts_who_spit_in_a_melee_do_not_strike() -> None:
    beasts = south("s", (600, 500), profile="serudla", figures=2, files=2, options=["heavy", "claws"])
    fight = scene(beasts, north("b", (600, 500)), step=9, melee=[("s", "b")], answers=["0"])
    fight.state.asked = (0, 1)
    load(fight, [20, 20, 8, 100, 100], ["acid s 1", "b", "acid s 2", "b"])
    step(fight)
    step(fight)
    assert [shot.figures for shot in fight.state.shots] == [(0,), (1,)]
    step(fight)
    assert piece(fight, "s").acid == (2, 2)
    step(fight)
    assert [one.piece for one in events(fight, Struck)] == [1]


# --- missiles ------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.missile.split")
def test_two_targets_in_a_turn_and_no_more() -> None:
    bows = south("a", (600, 300), options=["light", "short sword", "long bow"], figures=20)
    three = [north(name, (x, 500), files=4) for name, x in (("b", 540), ("c", 605), ("d", 670))]
    fight = scene(bows, *three, step=8)
    question = AimAt(fight, 0, targets(fight, 0))
    assert question.refuse({"d": 1}) is None
    piece(fight, "a").aimed = (1, 2)
    found = question.refuse({"d": 1})
    assert found is not None and found.rule == "mis.missile.split"
    assert question.refuse({"b": 1, "c": 1}) is None


# --- spells --------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.rout.timing")
def test_a_routed_legion_has_nothing_of_a_spell() -> None:
    def odds(**more: Any) -> int:
        fight = scene(
            north("b", (600, 400), facing=0), south("a", (600, 500), effects={"peace": 9}, **more), step=9,
            melee=[{"a": "b", "b": "a", "side": "rear"}],
        )  # fmt: skip
        return attack_of(fight, fight.state.melees[0], number(fight, "b"), 10).tally.total

    assert odds(fate="routing") == 7 + 3 - 4
    assert odds() == 7 + 3 - 4 - 3


@pytest.mark.rule("mis.spell.cloak")
def test_no_attack_spell_is_aimed_at_an_unseen_legion() -> None:
    team = leader("t", "team", (600, 200), options=["level 5"])
    fight = scene(team, north("b", (600, 600), effects={"cloak": 4}), north("c", (800, 600)), step=2)
    fight.state.casts = (Cast(0, True, 5, 1),)
    question = SpellPlace(fight, 0)
    found = question.refuse({"at": [600_000, 640_000]})
    assert found is not None and found.rule == "mis.spell.cloak"
    assert question.refuse({"at": [600_000, 599_000]}) is None  # before them: the area may touch them
    assert question.refuse({"at": [800_000, 640_000]}) is None


@pytest.mark.rule("mis.spell.arm")
def test_an_arm_ends_when_its_troops_are_out_of_sight_or_reach() -> None:
    team, house = (
        leader("t", "team", (600, 200), options=["level 5"]),
        [{"kind": "town", "at": [600, 400], "size": 150}],
    )
    arm = Arm(0, 1, 1, 4, wide=25_000, deep=25_000)
    seen = scene(team, south("a", (600, 700)))
    seen.state.arms = (arm,)
    watch_arms(seen)
    assert seen.state.arms == (arm,)
    piece(seen, "a").y = 1200 * MM - 1
    watch_arms(seen)
    assert not seen.state.arms
    hidden = scene(team, south("a", (600, 700), files=4, figures=16), terrain=house)
    hidden.state.arms = (arm,)
    fade_arms(hidden)
    assert not hidden.state.arms


@pytest.mark.rule("mis.spell.arm", "mis.chart.spell-area", "mis.magic.options")
def test_a_spread_arm_covers_the_larger_area() -> None:
    team = leader("t", "team", (600, 200), options=["level 5"])
    fight = scene(team, south("a", (600, 500)), step=2)
    fight.state.casts = (Cast(0, False, 1, 2, (600_000, 490_000)),)
    fight.state.passed = 4
    load(fight, [], ["across"])
    step(fight)
    arm = fight.state.arms[0]
    assert (arm.wide, arm.deep) == (38_000, 25_000)
    assert arm_shape(fight, arm) is not None


@pytest.mark.rule("mis.spell.gaze", "mis.magic.livyani", "mis.chart.magic-defense")
def test_the_magic_users_among_guards_need_not_save() -> None:
    fight = scene(
        leader("t", "team", (600, 200), options=["level 10"]),
        leader("g", "team", (600, 400), side="north", options=["level 2", "livyani"]), step=2, dice=[9, 9],
    )  # fmt: skip
    piece(fight, "g").defense_lost = True  # no shield over them
    fight.state.casts = (Cast(0, True, 1, 1, (600_000, 420_000)),)
    fight.state.passed = 4
    step(fight)
    assert piece(fight, "g").figures == 2
    spent(fight)


# --- unseen, and words ---------------------------------------------------------------------------------------


@pytest.mark.rule("mis.morale.panic-causes", "mis.spell.cloak")
@pytest.mark.parametrize("far", [60, 140, 160, 200])
def test_a_cloaked_enemy_causes_panic_wherever_his_move_began(far: int) -> None:
    fight = scene(south("a", (600, 500), effects={"cloak": 4, "grace": 4}), north("b", (600, 500 + far)), **COUNTER)
    load(fight, [11])
    order(fight, "a", go(600, 500 + far))
    assert [one.passed for one in events(fight, NerveTested)] == [True]


@pytest.mark.rule("mis.morale.panic-causes")
@pytest.mark.parametrize("x, tests", [(1000, 0), (650, 1)])
def test_an_enemy_who_was_hidden_until_he_was_near_is_a_surprise(x: float, tests: int) -> None:
    """A town hides whoever comes round it; where it stands elsewhere he is seen on his way."""
    light = ["light", "long sword", "regular"]
    fight = scene(
        south("a", (600, 400), options=light, files=2, figures=4, effects={"grace": 4}),
        north("b", (600, 600), files=2, figures=4),
        terrain=[{"kind": "town", "at": [x, 530], "size": 150}], step=5, mover="north", dice=[1],
    )  # fmt: skip
    order(fight, "a", go(600, 600))
    assert len(events(fight, NerveTested)) == tests


@pytest.mark.rule("mis.skirmish.retire")
def test_skirmishers_leave_the_table_once() -> None:
    slings = north("s", (600, 1140), options=["light", "dagger", "shot sling", "skirmishers"], figures=12, files=6)
    fight = scene(south("a", (600, 1080), options=["light", "long sword"]), slings, **COUNTER)
    order(fight, "a", go(600, 1180))
    assert len(events(fight, Gone)) == 1 and piece(fight, "s").fate == "left"


@pytest.mark.rule("mis.melee.groups", "mis.melee.order-length", "mis.melee.order-pikes")
@pytest.mark.parametrize("said", ["sword", "long sword", "claws"])
def test_beasts_reach_as_far_as_long_spears_whatever_a_list_says(said: str) -> None:
    fight = scene(south("s", profile="serudla", figures=2, files=2, options=["heavy", said]), north("b"))
    held = fight.setting.troops[0].weapon(0)
    assert (held.group, held.length, held.breaks_hedge) == (1, 3, True)


@pytest.mark.rule("mis.chart.melee")
def test_men_have_no_claws() -> None:
    with pytest.raises(Exception, match="do not fight with the claws"):
        scene(south("a", options=["heavy", "claws"]), north("b"))


def test_nobody_is_the_host_of_a_lone_commander() -> None:
    fight = scene(leader("d", "dritlan", (100, 100)), south("a"))
    assert with_legion(fight, number(fight, "d")) == NOBODY and at(piece(fight, "d")) == (100, 100)
