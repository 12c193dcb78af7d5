"""Base Magic, spell by spell."""

from __future__ import annotations

import pytest

from warhost.engine.dice import Throw
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.events.charges import Fled
from warhost.rulebooks.threeplains.events.spells import DieTurned, EnchantmentOver, Refreshed, SpellStopped
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.bearing import lay
from warhost.rulebooks.threeplains.magic.casting import castable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.magic.fortune import LEAVE, fortunate
from warhost.rulebooks.threeplains.morale.checks import soldiering
from warhost.rulebooks.threeplains.moving.dashing import allowance, dash
from warhost.rulebooks.threeplains.moving.stride import dice_run
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, Effect
from warhost.rulebooks.threeplains.wounds.hits import Attack, weigh

from .scene import foot, hero, number, piece, scene, script, told, unit
from .wizardry import WINS, casts, wizard


def with_orcs(*known: str, **more: object) -> Fight:
    return scene(wizard("merlin", (36, 10), *known), unit("orcs", (36, 20), facing=180, side=1, **more))  # type: ignore[arg-type]


def with_guard(*known: str, **more: object) -> Fight:
    return scene(wizard("merlin", (36, 10), *known), unit("guard", (36, 15), **more))  # type: ignore[arg-type]


@pytest.mark.rule("tp.spell.base.look_of_death")
def test_look_of_death_takes_life_points_off_the_hero_who_looks_back() -> None:
    fight = scene(wizard("merlin", (36, 10), "base.look_of_death"), hero("chief", (36, 22), facing=180, side=1))
    casts(fight, "merlin", "base.look_of_death", dice=[*WINS, 3, 2, 4, 5])
    assert piece(fight, "chief").fate == "slain"


@pytest.mark.rule("tp.spell.base.look_of_death")
def test_look_of_death_fails_on_one_who_looks_away() -> None:
    fight = scene(wizard("merlin", (36, 10), "base.look_of_death"), hero("chief", (36, 22), side=1))
    assert not castable(fight)


@pytest.mark.rule("tp.spell.base.look_of_death")
def test_look_of_death_strikes_one_model_of_a_group_and_the_rest_of_its_hits_are_lost() -> None:
    fight = with_orcs("base.look_of_death")
    casts(fight, "merlin", "base.look_of_death", dice=[*WINS, 6, 6, 6, 6, 6, 6, 6])
    assert piece(fight, "orcs").models == 19


@pytest.mark.rule("tp.spell.base.look_of_death")
def test_look_of_death_picks_a_hero_out_of_his_group() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "base.look_of_death"),
        unit("orcs", (36, 20), facing=180, side=1),
        hero("chief", side=1, within="orcs"),
    )
    casts(fight, "merlin", "base.look_of_death", dice=[*WINS, 1, 4], answers=["chief"])
    assert piece(fight, "chief").hurt == 1 and piece(fight, "orcs").models == 20


@pytest.mark.rule("tp.spell.base.zap")
def test_zap_takes_two_off_toughness() -> None:
    fight = with_orcs("base.zap", figure=foot(toughness=4))
    casts(fight, "merlin", "base.zap", dice=[*WINS, 4, 2, 3])
    assert piece(fight, "orcs").models == 19


@pytest.mark.rule("tp.spell.conventions")
def test_a_shield_helps_against_a_spell_that_is_seen_coming() -> None:
    fight = with_orcs("base.zap", figure=foot(toughness=4, shield=True))
    casts(fight, "merlin", "base.zap", dice=[*WINS, 4, 3, 3])
    assert piece(fight, "orcs").models == 20


@pytest.mark.rule("tp.spell.conventions")
def test_hits_on_skirmishers_are_halved_rounding_up() -> None:
    fight = with_orcs("base.zap", figure=foot(toughness=1, traits=("skirmishers",), loose=True), models=6)
    casts(fight, "merlin", "base.zap", dice=[*WINS, 6, 6, 6])
    assert piece(fight, "orcs").models == 4


@pytest.mark.rule("tp.spell.base.energize")
def test_energize_takes_all_counters_off() -> None:
    fight = with_guard("base.energize", tired=4)
    casts(fight, "merlin", "base.energize", dice=WINS, answers=["guard"])
    assert piece(fight, "guard").tired == 0
    assert [(one.counters, one.left) for one in told(fight, Refreshed)] == [(4, 0)]


@pytest.mark.rule("tp.spell.base.slow")
def test_slow_takes_three_inches_off_a_move_with_its_dash() -> None:
    fight = with_orcs("base.slow")
    casts(fight, "merlin", "base.slow", dice=WINS)
    orcs = number(fight, "orcs")
    with script(fight, dice=[4]):
        dash(fight, orcs)
    assert allowance(fight, orcs) == inches(6)


@pytest.mark.rule("tp.spell.base.slow")
def test_slow_takes_what_the_movement_lacks_off_the_dash() -> None:
    fight = with_orcs("base.slow", figure=foot(movement=inches(2)))
    casts(fight, "merlin", "base.slow", dice=WINS)
    orcs = number(fight, "orcs")
    assert movement(fight, orcs).total == 0
    with script(fight, dice=[5]):
        dash(fight, orcs)
    assert allowance(fight, orcs) == inches(2)


@pytest.mark.rule("tp.spell.base.slow")
@pytest.mark.parametrize(("faces", "run"), [((3, 4), 4), ((1, 1), 0)])
def test_slow_takes_three_inches_off_a_flight(faces: tuple[int, int], run: int) -> None:
    fight = with_orcs("base.slow")
    casts(fight, "merlin", "base.slow", dice=WINS)
    with script(fight, dice=faces):
        flee(fight, number(fight, "orcs"), "tp.check.break")
    fled = told(fight, Fled)[0]
    assert fled.distance == inches(run)
    assert {step.rule for step in fled.because} == {"tp.move.flee.move", "tp.spell.base.slow"}


@pytest.mark.rule("tp.spell.base.haste")
def test_haste_adds_three_inches_once_to_a_dash_and_to_a_pursuit() -> None:
    fight = with_guard("base.haste")
    casts(fight, "merlin", "base.haste", dice=WINS, answers=["guard"])
    guard = number(fight, "guard")
    with script(fight, dice=[4, 3, 4]):
        dash(fight, guard)
        assert dice_run(fight, guard, "pursuit", "tp.move.pursue.move").total == inches(10)
    assert allowance(fight, guard) == inches(12)


@pytest.mark.rule(
    "tp.trait.exhaustion.effects", "tp.spell.base.haste", "tp.spell.base.slow", "tp.spell.creation.great_growth"
)
@pytest.mark.parametrize(
    ("tired", "spells", "move", "run"),
    [
        (3, [], 7, 8), (4, [], 3.5, 4), (4, ["base.haste"], 6.5, 7), (4, ["base.slow"], 0.5, 1),
        (4, ["creation.great_growth"], 1.75, 2), (4, ["creation.great_growth", "base.haste"], 3.25, 3.5),
        (3, ["creation.great_growth", "base.slow"], 2, 2.5),
    ],
)  # fmt: skip
def test_exhaustion_halves_first_then_haste_and_slow_count_in_full_and_weeds_halve_the_rest(
    tired: int, spells: list[str], move: float, run: float
) -> None:
    fight = scene(unit("orcs", (36, 20)))
    piece(fight, "orcs").tired = tired
    for spell in spells:
        lay(fight, Effect(f"tp.spell.{spell}", 0, 0, 1, NEVER))
    assert movement(fight, 0).total == inches(move)
    with script(fight, dice=[3, 5]):
        assert dice_run(fight, 0, "pursuit", "tp.move.pursue.move").total == inches(run)


def test_a_hastened_group_goes_no_faster_than_a_hero_who_joined_it_later() -> None:
    fight = with_guard("base.haste")
    casts(fight, "merlin", "base.haste", dice=WINS, answers=["guard"])
    guard, merlin = number(fight, "guard"), number(fight, "merlin")
    fight.state.pieces[merlin].fate, fight.state.pieces[merlin].host = "within", guard
    fight.state.pieces[guard].leaders = (merlin,)
    assert movement(fight, guard).total == inches(7)


@pytest.mark.rule("tp.spell.base.the_magic_crown")
def test_the_crown_gives_two_soldiering_dice() -> None:
    fight = with_guard("base.the_magic_crown", models=10)
    casts(fight, "merlin", "base.the_magic_crown", dice=WINS, answers=["guard"])
    assert soldiering(fight, number(fight, "guard"), "break").total == 6


@pytest.mark.rule("tp.spell.base.the_magic_crown")
def test_whoever_uses_the_crowned_generals_soldiering_has_no_more_dice() -> None:
    fight = scene(
        wizard("merlin", (36, 10), "base.the_magic_crown"),
        unit("guard", (36, 15), models=10),
        hero("general", (33, 12), role="general", figure=foot(category="character", soldiering=6, life=2)),
    )
    casts(fight, "merlin", "base.the_magic_crown", dice=WINS, answers=["general"])
    assert soldiering(fight, number(fight, "guard"), "break").total == 6
    assert soldiering(fight, number(fight, "general"), "break").total == 8


def agility_of(fight: Fight, name: str) -> int:
    return weigh(fight, Attack(number(fight, name), 1, "missile", "tp.shoot.damage")).dodged


@pytest.mark.rule("tp.spell.base.swiftness")
def test_swiftness_makes_elves_more_agile() -> None:
    fight = with_guard("base.swiftness", figure=foot(agility=1))
    casts(fight, "merlin", "base.swiftness", dice=WINS, answers=["guard"])
    assert agility_of(fight, "guard") == 2


@pytest.mark.rule("tp.spell.base.swiftness")
def test_swiftness_lifts_the_weight_of_heavy_armour() -> None:
    fight = with_guard("base.swiftness", figure=foot(heavy=True, burden=1, movement=inches(6)))
    casts(fight, "merlin", "base.swiftness", dice=WINS, answers=["guard"])
    guard = number(fight, "guard")
    assert agility_of(fight, "guard") == 2 and movement(fight, guard).total == inches(7)
    with script(fight, dice=[3, 4]):
        assert dice_run(fight, guard, "flee move", "tp.move.flee.move").total == inches(7)


@pytest.mark.rule("tp.spell.base.swiftness")
def test_the_clumsy_in_heavy_armour_only_gain_the_one_point() -> None:
    fight = with_guard("base.swiftness", figure=foot(heavy=True, movement=inches(6)))
    casts(fight, "merlin", "base.swiftness", dice=WINS, answers=["guard"])
    assert agility_of(fight, "guard") == 1


def test_a_spell_is_over_when_its_casters_next_turn_begins() -> None:
    fight = with_guard("base.haste")
    casts(fight, "merlin", "base.haste", dice=WINS, answers=["guard"])
    fight.state.clock = 2
    expire(fight)
    assert fight.state.effects
    fight.state.clock = 3
    expire(fight)
    assert not fight.state.effects and told(fight, EnchantmentOver)


# --- great fortune -------------------------------------------------------------------------------------------


def fortune(turns: int) -> Fight:
    fight = with_guard("base.great_fortune", tired=0)
    casts(fight, "merlin", "base.great_fortune", dice=[1, 1, 6, 6, 2 * turns])
    return fight


def turned(fight: Fight, dice: list[int], answers: list[str]) -> tuple[int, ...]:
    with script(fight, dice=dice, answers=answers):
        fortunate(fight)
        return fight.throw(Throw(len(dice), 6, "test", "tp.dice.notation", 0, (3,)))


@pytest.mark.rule("tp.spell.base.great_fortune")
def test_a_die_is_turned_up_or_down_by_one() -> None:
    assert turned(fortune(1), [2], ["2 up"]) == (3,)
    assert turned(fortune(1), [2], ["2 down"]) == (1,)


@pytest.mark.rule("tp.spell.base.great_fortune")
def test_the_same_die_is_not_turned_twice() -> None:
    fight = fortune(2)
    assert turned(fight, [2, 5], ["2 up", "5 up"]) == (3, 6)
    assert not fight.state.effects and [one.left for one in told(fight, DieTurned)] == [1, 0]
    assert turned(fortune(2), [2], ["2 up"]) == (3,)


@pytest.mark.rule("tp.spell.base.great_fortune")
def test_a_six_is_only_turned_down_and_dice_may_be_left_as_they_lie() -> None:
    fight = fortune(1)
    with script(fight, dice=[6], answers=[LEAVE]) as given:
        fortunate(fight)
        fight.die(6, "test", "tp.dice.notation", 0)
    assert given.asked[0].options == [LEAVE, "6 down"]  # type: ignore[attr-defined]
    assert fight.state.effects[0].number == 1


def test_the_enemys_dice_and_the_arrow_are_not_turned() -> None:
    fight = fortune(1)
    with script(fight, dice=[4, 90]):
        fortunate(fight)
        fight.die(6, "test", "tp.dice.notation", 1)
        fight.die(360, "test", "tp.dice.direction", 0)


@pytest.mark.rule("tp.spell.base.dispel")
@pytest.mark.parametrize(("second", "stopped"), [([1, 1, 6, 6], True), ([6, 6, 1, 1], False)])
def test_when_one_wizard_fails_to_dispel_another_may_try(second: list[int], stopped: bool) -> None:
    fight = scene(
        wizard("merlin", (36, 10), "base.slow"), unit("orcs", (36, 20), facing=180, side=1, models=10),
        wizard("shaman", (10, 40), "base.dispel", side=1, facing=180),
        wizard("witch", (60, 40), "base.dispel", side=1, facing=180),
    )  # fmt: skip
    answers = ["orcs", [], "cast: shaman/dispel", "cast: witch/dispel"]
    casts(fight, "merlin", "base.slow", dice=[*WINS, 6, 6, 1, 1, *second], answers=answers)
    assert len(told(fight, SpellStopped)) == stopped
