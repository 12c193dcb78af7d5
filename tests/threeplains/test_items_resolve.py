"""Items in checks, blows at friends and at oneself, and ways that an item opens."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import life_of
from warhost.rulebooks.threeplains.charging.charges import run_charge
from warhost.rulebooks.threeplains.events.charges import ChargeHalted, ChargeRedirected, Fled
from warhost.rulebooks.threeplains.events.items import ItemStirred, ItemUsed
from warhost.rulebooks.threeplains.events.nerves import Checked
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.resolve import flee_as_thrown
from warhost.rulebooks.threeplains.land.ground import leg_cost
from warhost.rulebooks.threeplains.land.sense import seen_bases, senses
from warhost.rulebooks.threeplains.magic.bearing import lay
from warhost.rulebooks.threeplains.magic.effects import combat_is_over
from warhost.rulebooks.threeplains.morale.checks import bravery, breaks, deviancy, soldiering, stress
from warhost.rulebooks.threeplains.opening.scouting import Scout, scout_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NOBODY, Effect
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import duel, laden, rules, settled
from .scenarios import scenario
from .scene import Placed, champion, contact, feature, foot, hero, number, piece, scene, script, told, unit

CHECK = "tp.check.deviancy"


# --- the knucklebones ----------------------------------------------------------------------------------------


def boned(**more: Any) -> Fight:
    return scene(
        unit("guard", (36, 20), models=10),
        hero("hero", within="guard", figure=laden("dragon_knucklebones")),
        unit("orcs", (36, 40), facing=180, side=1, figure=foot(ratings={"fear": 1})),
        deviancy=(20, 3), **more,
    )  # fmt: skip


@pytest.mark.rule("tp.item.enchanted.dragon_knucklebones")
@pytest.mark.parametrize(("face", "holds"), [(4, True), (6, True), (3, False), (1, False)])
def test_the_bones_decide_a_check_whatever_stands_against_it(face: int, holds: bool) -> None:
    fight = boned()
    with script(fight, dice=[face], answers=["throw the bones"]):
        assert deviancy(fight, 0, CHECK) == holds
    assert not told(fight, Checked) and told(fight, ItemStirred)[0].number == face
    with script(fight, dice=[] if holds else [3, 3]):
        flee_as_thrown(fight)
    assert piece(fight, "guard").fleeing != holds and bool(told(fight, Fled)) != holds
    flee_as_thrown(fight)
    assert len(told(fight, Fled)) == (not holds)


@pytest.mark.rule("tp.item.enchanted.dragon_knucklebones")
def test_a_break_check_that_the_bones_fail_flees_in_its_turn_alone() -> None:
    fight = boned()
    own, against = soldiering(fight, 0, "break"), stress(fight, 0, "break")
    with script(fight, dice=[2], answers=["throw the bones"]):
        assert breaks(fight, 0, own, against)
    flee_as_thrown(fight)
    assert not told(fight, Fled)


@pytest.mark.rule("tp.item.enchanted.dragon_knucklebones")
def test_the_bones_do_not_help_against_fear_and_need_not_be_thrown() -> None:
    fight = boned()
    with script(fight, dice=[6, 6, 6, 6, 1]):
        assert bravery(fight, 0, number(fight, "orcs"))
    with script(fight, dice=[6] * 4 + [1] * 20, answers=["roll"]):
        assert deviancy(fight, 0, CHECK)
    assert told(fight, Checked)


@pytest.mark.rule("tp.item.enchanted.dragon_knucklebones", "tp.move.flee")
@pytest.mark.parametrize("since", [{"fleeing": True}, {"fate": "slain"}], ids=["runs already", "is dead"])
def test_who_runs_already_or_is_gone_does_not_run_for_the_bones(since: dict[str, Any]) -> None:
    fight = boned()
    with script(fight, dice=[1], answers=["throw the bones"]):
        assert not deviancy(fight, 0, CHECK)
    for key, value in since.items():
        setattr(piece(fight, "guard"), key, value)
    with script(fight):
        flee_as_thrown(fight)
    assert not told(fight, Fled)


@pytest.mark.rule("tp.item.enchanted.dragon_knucklebones", "tp.trait.unbreakable")
def test_who_never_flees_does_not_for_the_bones_either() -> None:
    fight = boned()
    piece(fight, "guard").unbreakable = True
    with script(fight, dice=[1], answers=["throw the bones"]):
        assert not deviancy(fight, 0, CHECK)
    with script(fight):
        flee_as_thrown(fight)
    assert not told(fight, Fled)


# --- the cull ------------------------------------------------------------------------------------------------


def tyranny(**own: Any) -> Fight:
    return settled(scene(
        unit("guard", (36, 20), models=10, figure=foot(soldiering=3)),
        hero("hero", within="guard", figure=laden("tyrants_cull", **{"soldiering": 3, "attacks": 3, **own})),
        unit("orcs", (36, 40), facing=180, side=1),
    ))  # fmt: skip


@pytest.mark.rule("tp.item.weapon.tyrants_cull")
def test_two_dice_for_each_of_his_own_whom_he_kills_in_that_check_alone() -> None:
    fight = tyranny()
    # three blows at CR 4 need 3: two hit and kill (a save of 2); 3 + 4 soldiering dice against 3
    with script(fight, dice=[3, 6, 2, 3, 6, *[1] * 7, 6, 6, 6], answers=["strike them"]):
        assert not deviancy(fight, 0, CHECK)
    assert told(fight, Checked)[0].soldiering[-1].total_after == 7
    assert piece(fight, "guard").models == 8
    with script(fight, dice=[1] * 3 + [6] * 4, answers=["spare them"]):  # the dead are a die of stress now
        assert not deviancy(fight, 0, CHECK)
    assert piece(fight, "guard").models == 8


@pytest.mark.rule("tp.item.weapon.tyrants_cull")
@pytest.mark.parametrize(("face", "killed"), [(2, 0), (3, 1)])
def test_his_own_are_struck_with_a_point_off_their_toughness(face: int, killed: int) -> None:
    fight = tyranny()
    soldiering = 3 + 2 * killed
    with script(fight, dice=[3, 2, 2, face, *[1] * soldiering, 6, 6, 6], answers=["strike them"]):
        assert not deviancy(fight, 0, CHECK)
    assert piece(fight, "guard").models == 10 - killed


@pytest.mark.rule("tp.item.weapon.tyrants_cull", "tp.check.sol.horde")
@pytest.mark.parametrize(("models", "dice"), [(21, 14), (20, 7)])
def test_a_horde_doubles_the_dice_of_the_cull_if_it_is_still_one(models: int, dice: int) -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=models, figure=foot(soldiering=3)),
        hero("hero", within="guard", figure=laden("tyrants_cull", soldiering=3, attacks=3)),
        unit("orcs", (36, 40), facing=180, side=1),
    ))  # fmt: skip
    with script(fight, dice=[3, 6, 2, 3, 6, *[1] * dice, 6, 6, 6], answers=["strike them"]):
        assert not deviancy(fight, 0, CHECK)
    assert told(fight, Checked)[0].soldiering[-1].total_after == dice


@pytest.mark.rule("tp.item.weapon.tyrants_cull", "tp.scenario.time.double_soldiering")
def test_where_there_is_no_return_the_dice_of_the_cull_are_doubled_too() -> None:
    fight = settled(scenario(
        "fighting_for_time",
        unit("orcs", (36, 5)), unit("guard", (36, 40), facing=180, side=1, models=10, figure=foot(soldiering=3)),
        hero("hero", within="guard", side=1, figure=laden("tyrants_cull", soldiering=3, attacks=3)),
    ))  # fmt: skip
    guard = number(fight, "guard")
    own, against = soldiering(fight, guard, "break"), stress(fight, guard, "break")
    with script(fight, dice=[3, 6, 2, 3, 6, *[6] * 14, *[1] * against.total], answers=["strike them"]):
        assert not breaks(fight, guard, own, against)
    assert told(fight, Checked)[0].soldiering[-1].total_after == 14


@pytest.mark.rule("tp.item.weapon.tyrants_cull")
def test_alone_he_has_nobody_to_strike() -> None:
    fight = settled(scene(hero("hero", (36, 20), figure=laden("tyrants_cull")), unit("orcs", (36, 40), side=1)))
    with script(fight, dice=[6] * 4 + [1] * 3):
        assert deviancy(fight, 0, CHECK)


@pytest.mark.rule("tp.item.weapon.tyrants_cull")
def test_whoever_kills_the_last_of_them_has_no_check_to_take() -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=3, files=3), hero("hero", within="guard", figure=laden("tyrants_cull")),
        unit("orcs", (36, 40), facing=180, side=1),
    ))  # fmt: skip
    with script(fight, dice=[6] * 6, answers=["strike them"]):  # with two left they are no unit any more
        assert deviancy(fight, 0, CHECK)
    assert piece(fight, "guard").fate == "slain" and piece(fight, "hero").fate == "standing"


def few_with_a_tyrant(*, bows: bool = False) -> Placed:
    weapons = ("bow",) if bows else ("hand weapon",)
    return unit("guard", (36, 20), models=3, files=3, figure=foot(soldiering=3, weapons=weapons))


TYRANT: dict[str, Any] = {"within": "guard", "figure": laden("tyrants_cull", soldiering=3, attacks=3)}
ALL_FALL = [6] * 6


@pytest.mark.rule("tp.item.weapon.tyrants_cull", "tp.move.charge.redirect", "tp.move.charge.halt")
@pytest.mark.parametrize("answer", ["redirect to saws", "halt"])
def test_a_charge_ends_with_those_who_are_culled_before_it(answer: str) -> None:
    fight = settled(scene(
        few_with_a_tyrant(), hero("hero", **TYRANT), unit("orcs", (36, 26), facing=180, side=1, models=10),
        unit("saws", (40.5, 26), facing=180, side=1, models=10), phase="charges",
    ))  # fmt: skip
    guard = piece(fight, "guard")
    guard.charge_target, guard.charge_run = number(fight, "orcs"), inches(3)
    piece(fight, "orcs").turn.answer = "stand"
    with script(fight, dice=ALL_FALL, answers=[answer, "strike them"]):
        run_charge(fight, 0)
    assert guard.fate == "slain" and guard.charge_target == NOBODY and not fight.state.contacts
    assert not told(fight, ChargeRedirected) and not told(fight, ChargeHalted)


@pytest.mark.rule("tp.item.weapon.tyrants_cull", "tp.shoot.hold", "tp.move.charge.halt")
def test_a_charge_halts_at_those_who_are_culled_instead_of_shooting() -> None:
    fight = settled(scene(
        few_with_a_tyrant(bows=True), hero("hero", **TYRANT),
        unit("orcs", (36, 26), facing=180, side=1, models=10), phase="charges", active=1,
    ))  # fmt: skip
    orcs = piece(fight, "orcs")
    orcs.charge_target, piece(fight, "guard").turn.answer = 0, "stand"
    piece(fight, "guard").last_shot = True
    with script(fight, dice=ALL_FALL, answers=["charge", "shoot", "strike them"]):
        run_charge(fight, number(fight, "orcs"))
    assert piece(fight, "guard").fate == "slain" and not fight.state.contacts
    assert told(fight, ChargeHalted)[0].rule == "tp.move.charge.halt"


# --- the jester ----------------------------------------------------------------------------------------------


def jesting(**foe: Any) -> Fight:
    return duel("jesters_mace", own={"attacks": 1, "rating": 10, "life": 9}, foe={"attacks": 2, "rating": 5, **foe})


@pytest.mark.rule("tp.item.weapon.jesters_mace", "tp.weapon.unarmed", "tp.combat.strikesfirst")
def test_on_a_1_the_struck_model_has_no_save_in_this_round() -> None:
    fight = jesting(toughness=6)
    # his blow comes first: it hits, the die is a 1; a damage die of 3 is thrown again for bare hands: 5
    with script(fight, dice=[6, 1, 3, 5, 1, 1]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "foe").hurt == 1
    with script(fight, dice=[1]):
        assert strike(fight, Attack(1, 1, "melee", "tp.combat.attacks", 0)) == 1
    assert [one.number for one in told(fight, ItemStirred)] == [1]
    lay(fight, Effect("tp.spell.base.slow", 0, 1, 0, 9))
    combat_is_over(fight)
    with script(fight, dice=[1]):
        assert strike(fight, Attack(1, 1, "melee", "tp.combat.attacks", 0)) == 0
    assert [one.source for one in fight.state.effects] == ["tp.spell.base.slow"], "other magic of his stays"


@pytest.mark.rule("tp.item.weapon.jesters_mace")
@pytest.mark.parametrize("face", [3, 4])
def test_on_3_or_4_it_strikes_itself_with_all_it_has(face: int) -> None:
    fight = jesting(weapons=("two hand weapons",))
    # three blows at itself, of which two hit and one tells; the damage of the mace; its own three blows miss
    with script(fight, dice=[6, face, 4, 4, 3, 4, 2, 1, 1, 1, 1]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "foe").hurt == 1 and not piece(fight, "hero").hurt


@pytest.mark.rule("tp.item.weapon.jesters_mace")
def test_on_a_2_it_strikes_a_friend_or_the_die_is_thrown_again() -> None:
    alone = jesting()
    with script(alone, dice=[6, 2, 2, 5, 1, 1, 1]):
        exchange_blows(alone, [0, 1])
    assert [one.number for one in told(alone, ItemStirred)] == [5]
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("jesters_mace", attacks=1, rating=10)),
        unit("orcs", (36, 20), facing=180, side=1, models=6, files=3, figure=foot(attacks=1, rating=4)),
        hero("boss", within="orcs", side=1, figure=champion(life=5), post=2),
    ))  # fmt: skip
    contact(fight, "hero", "orcs")
    # one of the orcs, struck, strikes another: it hits and kills; the damage of the mace comes to nothing
    with script(fight, dice=[6, 2, 4, 4, 1, 1, 1, 1, 1], answers=[{}, "orcs"]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "orcs").models == 5


@pytest.mark.rule("tp.item.weapon.jesters_mace")
def test_on_a_6_the_jester_bleeds() -> None:
    fight = jesting()
    with script(fight, dice=[6, 6, 4, 1, 1, 1]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "hero").hurt == 4


# --- the monkey banner ---------------------------------------------------------------------------------------

WOOD = feature("wood", (36, 30), (30, 20))


def followers(*, lost: bool = False, at: float = 30, apart: float = 4) -> Fight:
    carriers = foot(items=rules("monkey_banner"), prices=(5,))
    used = {"used": rules("monkey_banner")} if lost else {}
    return settled(scene(
        unit("orcs", (36, at), models=6, files=3, command=True, figure=carriers, **used),
        unit("elves", (36, at + apart), facing=180, side=1, models=6, files=3),
        terrain=[WOOD], deviancy=(4, 2),
    ))  # fmt: skip


@pytest.mark.rule("tp.item.command.monkey_banner", "tp.check.bs.deviancy")
def test_the_monkey_banner_adds_two_dice_of_deviancy() -> None:
    assert stress(followers(), 0, "deviancy").total == 6 and stress(followers(lost=True), 0, "deviancy").total == 4
    assert stress(followers(), 0, "break").total == 0


@pytest.mark.rule("tp.item.command.monkey_banner", "tp.terrain.woods", "tp.terrain.rough")
@pytest.mark.parametrize(("lost", "cost"), [(False, 4), (True, 8)])
def test_it_leads_its_group_through_woods_at_full_pace(lost: bool, cost: int) -> None:
    fight = followers(lost=lost)
    assert leg_cost(fight, 0, (36000, 24000), (36000, 28000), inches(2)) == inches(cost)


@pytest.mark.rule("tp.item.command.monkey_banner", "tp.aware.woods.hidden")
@pytest.mark.parametrize(("apart", "lost", "sensed"), [(4, False, True), (4.1, False, False), (2, True, True),
                                                       (2.1, True, False)])  # fmt: skip
def test_in_a_wood_it_senses_four_inches_instead_of_two(apart: float, lost: bool, sensed: bool) -> None:
    fight = followers(apart=apart, lost=lost)
    assert senses(fight, 0, 1) == sensed and bool(seen_bases(fight, 0, 1)) == sensed
    assert senses(fight, 1, 0) == (apart <= 2)


@pytest.mark.rule("tp.item.command.monkey_banner", "tp.aware.woods.edge")
def test_it_sees_deeper_into_a_wood_until_it_is_lost() -> None:
    fight = followers(at=15, apart=7.5)  # the elves stand 2.5 inches inside
    assert senses(fight, 0, 1)
    piece(fight, "orcs").used = rules("monkey_banner")
    assert not senses(fight, 0, 1)


# --- the mariner ---------------------------------------------------------------------------------------------


def diver(*items: str) -> Fight:
    scout = laden(*items, traits=("scouting",))
    return settled(scene(
        hero("hero", (0, 0), figure=scout, fate="waiting", scouts="held back"),
        unit("orcs", (36, 40), facing=180, side=1),
        terrain=[feature("deep water", (36, 24), (8, 6))], phase="scouts", clock=0,
    ))  # fmt: skip


@pytest.mark.rule("tp.item.armour.suit_of_the_mariner", "tp.trait.scouting.placement", "tp.terrain.deep_water")
def test_a_scout_in_the_suit_lies_hidden_in_deep_water() -> None:
    order = {"at": [inches(36), inches(24)], "facing": 0, "files": 1}
    dry = diver("lucky_coin")
    assert Scout(dry, 0).refuse(order) is not None
    fight = diver("suit_of_the_mariner")
    assert Scout(fight, 0).refuse(order) is None and Scout(fight, 0).suggest()
    shore = {"at": [inches(36), inches(20.9)], "facing": 0, "files": 1}
    assert not Scout(fight, 0).hides(shore)
    with script(fight, answers=[order]):
        scout_one(fight)
    assert piece(fight, "hero").scouts == "concealed" and told(fight, ItemUsed)


@pytest.mark.rule("tp.item.armour.suit_of_the_mariner")
def test_the_suit_gives_three_life_points() -> None:
    fight = settled(scene(hero("hero", (36, 20), figure=laden("suit_of_the_mariner", life=2))))
    assert life_of(fight, 0) == 5
