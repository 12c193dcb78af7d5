"""Frenzy, hatred and torment: pieces that their owner does not quite command."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.charging.charges import charge_one
from warhost.rulebooks.threeplains.charging.countercharges import counter_charge_one
from warhost.rulebooks.threeplains.charging.fallback import never_falls_back
from warhost.rulebooks.threeplains.charging.flight import flee, rally
from warhost.rulebooks.threeplains.charging.onset import charge_move
from warhost.rulebooks.threeplains.charging.pursuit import after_flight
from warhost.rulebooks.threeplains.events.charges import Pursued
from warhost.rulebooks.threeplains.events.nerves import Calmed, Enraged, Tormented
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.contact import combat_of, engaged, foes
from warhost.rulebooks.threeplains.fighting.prowess import to_hit
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.missiles.aiming import to_hit as to_shoot
from warhost.rulebooks.threeplains.morale.exhaustion import exhausted
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.tempers import frenzied, must_charge, torment
from warhost.rulebooks.threeplains.turn import step

from .melee import blows, clash, strokes
from .scene import Placed, champion, contact, foot, hero, horse, number, piece, scene, script, told, unit

WILD = foot(traits=("frenzy",))
HATER = foot(traits=("hatred",), hates=("elves",))
ELF = foot(profile="elves.guard")
PASS, FAIL = [6] * 4 + [1] * 3, [1] * 4 + [6] * 3  # soldiering 4 against deviancy 3


def wild(**more: Any) -> Fight:
    """The guard has charged the orcs in a frenzy."""
    fight = clash(ours=more.pop("ours", WILD), charge=5, **more)
    piece(fight, "guard").frenzy = "raging"
    return fight


def near(guard: Placed, *others: Placed, distance: float = 7, enemy: Any = None) -> Fight:
    """The guard, whose charges are over, with an enemy so far ahead of it."""
    orcs = unit("orcs", at=(36, 20 + distance), facing=180, side=1, models=15, figure=enemy)
    return scene(guard, *others, orcs, phase="charges")


def guard(figure: Any = WILD, **more: Any) -> Placed:
    return unit("guard", at=(36, 20), models=15, figure=figure, **more)


# --- frenzy --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.frenzy", "tp.trait.exhaustion.sources")
def test_frenzied_models_strike_once_more_and_tire() -> None:
    fight = wild(models=(6, 24), files=(6, 6))
    assert strokes(fight, "guard") == 12
    with script(fight, dice=[1] * 18):
        fight_round(fight, [0, 1])
    assert piece(fight, "guard").tired == 1


@pytest.mark.rule("tp.trait.frenzy", "tp.trait.sources")
def test_a_charge_move_brings_the_frenzy_on() -> None:
    fight = near(guard(), distance=5)
    with script(fight):
        charge_move(fight, 0, 1)
    assert frenzied(fight, 0) and told(fight, Enraged)
    assert strokes(fight, "guard") == 10 and strokes(fight, "orcs") == 5


@pytest.mark.rule("tp.trait.frenzy", "tp.trait.frenzy.loss")
@pytest.mark.parametrize("before", ["raging", "spent"])
def test_the_raging_and_the_calmed_do_not_fly_into_a_rage(before: str) -> None:
    fight = near(guard(frenzy=before), distance=5)
    with script(fight):
        charge_move(fight, 0, 1)
    assert piece(fight, "guard").frenzy == before and not told(fight, Enraged)


@pytest.mark.rule("tp.trait.frenzy")
def test_whoever_was_charged_standing_still_is_not_frenzied() -> None:
    fight = clash(theirs=WILD, charge=5)
    assert strokes(fight, "orcs") == 5
    with script(fight, dice=[1] * 10):
        fight_round(fight, [0, 1])
    assert piece(fight, "orcs").tired == 0


@pytest.mark.rule("tp.trait.frenzy")
def test_once_begun_it_lasts_through_later_combats() -> None:
    fight = clash(theirs=WILD, charge=5)
    piece(fight, "orcs").frenzy = "raging"
    assert strokes(fight, "orcs") == 10


@pytest.mark.rule("tp.trait.exhaustion.sources", "tp.trait.frenzy")
def test_a_frenzied_great_blade_unit_tires_twice() -> None:
    fight = wild(ours=foot(traits=("frenzy",), weapons=("great blade",)))
    with script(fight, dice=[1] * 15):
        fight_round(fight, [0, 1])
    assert piece(fight, "guard").tired == 2


@pytest.mark.rule("tp.trait.frenzy.loss")
def test_the_fourth_counter_ends_it_for_the_battle() -> None:
    fight = wild()
    piece(fight, "guard").tired = 3
    with script(fight, dice=[1] * 15):
        fight_round(fight, [0, 1])
    assert exhausted(fight, 0) and not frenzied(fight, 0) and told(fight, Calmed)
    piece(fight, "guard").tired = 0  # even when it has rested
    assert not frenzied(fight, 0) and strokes(fight, "guard") == 5
    assert must_charge(near(guard(frenzy="spent")), 0) == []


@pytest.mark.rule("tp.trait.frenzy.loss")
def test_flight_ends_it_for_the_battle() -> None:
    fight = near(guard(frenzy="raging"))
    with script(fight, dice=[3, 3]):
        flee(fight, 0, "tp.check.break")
    assert not frenzied(fight, 0)
    with script(fight, answers=[0]):
        rally(fight, 0)
    assert not frenzied(fight, 0)


@pytest.mark.rule("tp.trait.frenzy.cavalry")
def test_only_the_riders_are_frenzied() -> None:
    riders = horse(traits=("frenzy",), weapons=("sidearm",))
    fight = wild(ours=riders, models=(8, 24), files=(4, 6))
    assert [blow.attacks for blow in blows(fight, "guard")] == [8, 4]


@pytest.mark.rule("tp.trait.frenzy.forced_charge", "tp.move.charge.sequence")
def test_the_frenzied_must_charge_who_comes_within_eight_inches() -> None:
    fight = near(guard())
    with script(fight, answers=["stand"]):  # nobody may stop it
        assert charge_one(fight)
    assert foes(fight, 0) == [1]


@pytest.mark.rule("tp.trait.frenzy.forced_charge")
def test_the_owner_picks_one_of_several() -> None:
    wolves = unit("wolves", at=(41, 24), facing=200, side=1)
    fight = near(guard(), wolves)
    assert must_charge(fight, 0) == [1, 2]
    with script(fight, answers=["wolves", "stand"]):
        assert charge_one(fight)
    assert foes(fight, 0) == [number(fight, "wolves")]


@pytest.mark.rule("tp.trait.frenzy.forced_charge")
def test_who_is_not_sensed_or_too_far_forces_nobody() -> None:
    behind = scene(guard(), unit("orcs", at=(36, 9.9), side=1, models=5), phase="charges")
    assert must_charge(behind, 0) == []
    assert must_charge(near(guard(), distance=8.1), 0) == []
    assert must_charge(near(guard(), distance=8), 0) == [1]


@pytest.mark.rule("tp.trait.frenzy.forced_charge")
@pytest.mark.parametrize("state", [{"fleeing": True, "flights": 1}, {"barred": True}, {"tired": 4}])
def test_who_cannot_move_is_exempt(state: dict[str, Any]) -> None:
    fight = near(guard(**state))
    with script(fight):
        assert not charge_one(fight)


@pytest.mark.rule("tp.trait.frenzy.forced_charge", "tp.trait.fear.bravery_check")
def test_fear_still_works_on_the_frenzied() -> None:
    fight = near(guard(), enemy=foot(ratings={"fear": 2}, traits=("fear",)))
    with script(fight, answers=["stand"], dice=[1, 1, 1, 1, 6, 6]):
        assert charge_one(fight)
    assert not engaged(fight, 0) and piece(fight, "guard").turn.barred


@pytest.mark.rule("tp.trait.frenzy.counter_charge", "tp.move.counter.forced", "tp.move.fallback")
def test_the_frenzied_counter_charge_without_a_check_and_never_fall_back() -> None:
    fight = countered(WILD)
    with script(fight, answers=["charge"]):
        assert counter_charge_one(fight)
    assert foes(fight, 0) == [2]
    refusal = never_falls_back(near(guard()), 0)
    assert refusal is not None and refusal.rule == "tp.trait.frenzy.counter_charge"
    assert never_falls_back(near(guard(frenzy="spent")), 0) is None


def countered(figure: Any, enemy: Any = None) -> Fight:
    """An enemy has charged the guard's neighbours."""
    fight = scene(
        unit("guard", at=(29, 25), facing=45, models=15, figure=figure), unit("struck", at=(36, 26)),
        unit("orcs", at=(36, 26), facing=180, side=1, figure=enemy), active=1, clock=2, phase="counter charges",
    )  # fmt: skip
    contact(fight, "orcs", "struck", charge=inches(5), clock=2)
    return fight


def broken(figure: Any, enemy: Any = None, **more: Any) -> Fight:
    fight = scene(
        unit("guard", at=(36, 24), models=15, figure=figure, **more),
        unit("orcs", at=(36, 24), facing=180, side=1, models=15, figure=enemy), phase="stress",
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    return fight


def chase(fight: Fight, *answers: str) -> bool:
    """The orcs flee; whether the guard went after them."""
    with script(fight, dice=[6, 6, 1, 1], answers=answers):
        freed = flee(fight, 1, "tp.check.break")
        after_flight(fight, [1], freed)
    return bool(told(fight, Pursued))


@pytest.mark.rule("tp.trait.frenzy.pursue")
def test_the_frenzied_pursue_unasked() -> None:
    assert chase(broken(WILD, frenzy="raging"))
    assert chase(broken(WILD), "pursue")  # calm, they are asked


# --- hatred --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.hatred", "tp.trait.sources")
def test_the_hated_are_hit_more_easily() -> None:
    assert to_hit(*_first(clash(ours=HATER, theirs=ELF))).total == 3
    assert to_hit(*_first(clash(ours=HATER))).total == 4


def _first(fight: Fight) -> tuple[Fight, Any]:
    return fight, blows(fight, "guard")[0]


@pytest.mark.rule("tp.trait.hatred")
def test_hateful_archers_shoot_better_at_the_hated() -> None:
    archers = foot(traits=("hatred",), hates=("elves",), weapons=("bow",))
    assert to_shoot(near(guard(archers), distance=15, enemy=ELF), 0, 1).total == 4
    assert to_shoot(near(guard(archers), distance=15), 0, 1).total == 5


@pytest.mark.rule("tp.trait.hatred.cavalry")
def test_a_steed_hates_nobody() -> None:
    riders = horse(traits=("hatred",), hates=("elves",), weapons=("sidearm",), rating=3)
    fight = clash(ours=riders, theirs=foot(profile="elves.guard", rating=3), models=(8, 20), files=(4, 5))
    assert [to_hit(fight, blow).total for blow in blows(fight, "guard")] == [3, 4]


@pytest.mark.rule("tp.trait.hatred.forced_charge")
def test_the_hateful_must_charge_the_hated_alone() -> None:
    assert must_charge(near(guard(HATER), enemy=ELF), 0) == [1]
    assert must_charge(near(guard(HATER)), 0) == []


@pytest.mark.rule("tp.trait.hatred.counter_charge", "tp.move.counter.forced", "tp.move.fallback")
def test_the_hateful_counter_charge_the_hated_without_a_check() -> None:
    fight = countered(HATER, ELF)
    with script(fight, answers=["charge"]):
        assert counter_charge_one(fight)
    assert foes(fight, 0) == [2]
    others = countered(HATER)
    with script(others, answers=["nobody"]):
        assert counter_charge_one(others)
    refusal = never_falls_back(near(guard(HATER)), 0)
    assert refusal is not None and refusal.rule == "tp.trait.hatred.counter_charge"


@pytest.mark.rule("tp.trait.hatred.pursue")
def test_the_hateful_pursue_the_hated_unasked() -> None:
    assert chase(broken(HATER, ELF))
    assert chase(broken(HATER), "pursue")


# --- characters in calm groups -------------------------------------------------------------------------------

BULL = champion(traits=("frenzy",))


@pytest.mark.rule("tp.trait.frenzy.character")
def test_a_calm_group_follows_its_only_character() -> None:
    fight = near(guard(foot()), hero("bull", within="guard", figure=BULL))
    orcs = number(fight, "orcs")
    with script(fight, answers=["stand"]):
        assert charge_one(fight)
    assert foes(fight, 0) == [orcs]
    found = {blow.member: blow.attacks for blow in blows(fight, "guard")}
    assert found == {0: 4, number(fight, "bull"): 4}  # only he has the attack more
    assert piece(fight, "guard").frenzy == ""


@pytest.mark.rule("tp.trait.frenzy.character", "tp.trait.hatred.character")
@pytest.mark.parametrize(
    ("wild_one", "enemy"),
    [(BULL, None), (champion(traits=("hatred",), hates=("elves",)), ELF)],
)
def test_with_a_calm_character_the_group_may_let_him_go_alone(wild_one: Any, enemy: Any) -> None:
    figures = hero("bull", within="guard", figure=wild_one), hero("captain", within="guard")
    stays = near(guard(foot()), *figures, distance=5, enemy=enemy)
    orcs, bull = number(stays, "orcs"), number(stays, "bull")
    with script(stays, answers=["hold back", "stand", "charge"], dice=PASS):
        assert charge_one(stays)
    assert foes(stays, bull) == [orcs] and not engaged(stays, 0)
    goes = near(guard(foot()), *figures, distance=5, enemy=enemy)
    with script(goes, answers=["hold back", "stand"], dice=FAIL):
        assert charge_one(goes)
    assert foes(goes, 0) == [orcs] and piece(goes, "bull").fate == "within"


@pytest.mark.rule("tp.trait.frenzy.character", "tp.trait.exhaustion.groups")
def test_only_the_frenzied_character_tires() -> None:
    fight = clash(hero("bull", within="guard", figure=BULL, frenzy="raging"), models=(19, 20))
    with script(fight, dice=[1] * (4 + 4 + 5), answers=[{}]):
        fight_round(fight, combat_of(fight, 0))
    assert (piece(fight, "bull").tired, piece(fight, "guard").tired) == (1, 0)


# --- torment -------------------------------------------------------------------------------------------------

FIEND = champion(traits=("tormentive",), attacks=5, life=3)


def tormented(**more: Any) -> Fight:
    orcs = foot(soldiering=3)
    return scene(
        hero("fiend", (36, 20), figure=FIEND, **more),
        unit("orcs", at=(36, 27), facing=180, side=1, models=15, command=True, figure=orcs),
        deviancy=(3, 4), phase="start",
    )  # fmt: skip


@pytest.mark.rule("tp.trait.tormentive")
def test_who_fails_against_a_tormentor_charges_it_at_once() -> None:
    fight = tormented()
    with script(fight, dice=[1, 2, 3, 4, 2, 4, 5, 6], answers=["stand"]):  # 1 pass to 3
        torment(fight, 0)
    assert told(fight, Tormented) and foes(fight, 1) == [0]


@pytest.mark.rule("tp.trait.tormentive", "tp.move.fallback")
@pytest.mark.parametrize(("at", "asked"), [(27, True), (23.5, False)])
def test_a_tormentor_may_fall_back_unless_the_tormented_are_too_near(at: float, asked: bool) -> None:
    fight = tormented()
    piece(fight, "orcs").y = inches(at)
    passes, run = [4, 4, 4, 4, 1, 1, 1], [6, 6, 1]  # and the orcs dash after him
    dice = [1, 2, 3, 4, 2, 4, 5, 6, *([*passes, *run] if asked else [])]
    answers = ["fall back", 18000] if asked else []
    with script(fight, dice=dice, answers=answers):
        torment(fight, 0)
    assert engaged(fight, 0) is not asked
    assert (piece(fight, "fiend").fell_back == fight.state.clock) is asked


@pytest.mark.rule("tp.trait.tormentive", "tp.check.bravery")
@pytest.mark.parametrize(("faces", "fights"), [([4, 4, 4, 4], True), ([1, 1, 1, 1], False)])
def test_the_tormented_who_do_not_dare_to_charge_stay(faces: list[int], fights: bool) -> None:
    fight = scene(
        hero("fiend", (36, 20), figure=champion(traits=("tormentive",), attacks=5, life=3, ratings={"fear": 1})),
        unit("orcs", at=(36, 27), facing=180, side=1, models=15, command=True, figure=foot(soldiering=3)),
        deviancy=(3, 4), phase="start",
    )  # fmt: skip
    with script(fight, dice=[1, 2, 3, 4, 2, 4, 5, 6, *faces, 4], answers=["stand"] * fights):
        torment(fight, 0)
    assert engaged(fight, 0) is fights


@pytest.mark.rule("tp.trait.tormentive")
def test_who_passes_is_left_alone() -> None:
    fight = tormented()
    with script(fight, dice=[4, 5, 6, 4, 2, 4, 5, 6]):
        torment(fight, 0)
    assert not engaged(fight, 1) and must_charge(fight, 1) == []


@pytest.mark.rule("tp.trait.tormentive")
def test_the_tormented_go_on_charging_until_their_tormentor_is_gone() -> None:
    fight = tormented()
    piece(fight, "orcs").tormentor = 0
    assert must_charge(fight, 1) == [0]
    piece(fight, "fiend").y = 0  # behind nothing, but out of all senses
    piece(fight, "orcs").facing = 0
    assert must_charge(fight, 1) == []
    piece(fight, "fiend").fate = "slain"
    assert must_charge(fight, 1) == []


@pytest.mark.rule("tp.trait.tormentive")
@pytest.mark.parametrize("state", [{"fleeing": True}, {"at": (36, 10)}])
def test_a_tormentor_in_flight_or_far_away_torments_nobody(state: dict[str, Any]) -> None:
    fight = tormented()
    if "at" in state:
        piece(fight, "fiend").y = inches(10)
    else:
        piece(fight, "fiend").fleeing = True
    with script(fight):
        torment(fight, 0)


@pytest.mark.rule("tp.trait.tormentive", "tp.move.value", "tp.move.charge", "tp.move.flip.partial")
@pytest.mark.parametrize(
    "state", [{"tired": 4}, {"flip_due": inches(1)}, {"rallied": 2}, {"held_until": 5}, {"charge_ended": True}]
)
def test_who_could_not_charge_is_not_tormented(state: dict[str, Any]) -> None:
    fight = scene(
        hero("fiend", (36, 20), figure=FIEND),
        unit("orcs", at=(36, 27), facing=180, side=1, models=15, **state), phase="start", clock=3,
    )  # fmt: skip
    with script(fight):
        torment(fight, 0)


@pytest.mark.rule("tp.trait.tormentive", "tp.move.value", "tp.move.dash")
def test_a_machine_that_cannot_move_is_not_tormented() -> None:
    machine = foot(category="machine", kind="ballistic", movement=0)
    fight = scene(
        hero("fiend", (36, 20), figure=FIEND),
        unit("thrower", at=(36, 27), facing=180, side=1, models=1, files=1, figure=machine), phase="start",
    )  # fmt: skip
    with script(fight):
        torment(fight, 0)
    assert piece(fight, "thrower").y == inches(27)


@pytest.mark.rule("tp.trait.tormentive")
@pytest.mark.parametrize("fails", [True, False])
def test_a_tormentor_who_has_come_to_blows_leaves_the_others_alone(fails: bool) -> None:
    fight = scene(
        hero("fiend", (36, 20), figure=FIEND),
        unit("orcs", at=(33, 26), facing=180, side=1, models=10),
        unit("trolls", at=(43, 20), facing=270, side=1, models=10), phase="start",
    )  # fmt: skip
    first, second = (FAIL, []) if fails else (PASS, PASS)
    with script(fight, dice=[*first, *second], answers=["stand"] * fails):
        torment(fight, 0)
    assert foes(fight, 0) == ([1] if fails else [])


@pytest.mark.rule("tp.setup.turnstart", "tp.trait.tormentive")
def test_torment_works_at_the_start_of_the_tormentors_turn() -> None:
    fight = tormented()
    fight.state.clock = 0
    with script(fight, dice=[1, 2, 3, 4, 2, 4, 5, 6], answers=["stand"]):
        step(fight)
    assert engaged(fight, 0)
