"""Magical commands, one by one: banners, standards, a flute."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs
from pytest import mark, param

from warhost.engine.situation import Case, judge
from warhost.engine.tally import Tally
from warhost.rulebooks.threeplains.bodies import life_of
from warhost.rulebooks.threeplains.charging.flight import lost_without_general
from warhost.rulebooks.threeplains.events.items import ItemLost, ItemUsed, Unwearied
from warhost.rulebooks.threeplains.events.spells import SpellRolled
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.prowess import to_hit
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.items.losing import settle_life
from warhost.rulebooks.threeplains.items.moments import cast_of_itself
from warhost.rulebooks.threeplains.items.secrecy import notice
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.bearing import nature
from warhost.rulebooks.threeplains.magic.casting import castable
from warhost.rulebooks.threeplains.magic.effects import sets_off
from warhost.rulebooks.threeplains.missiles.aiming import to_hit as to_shoot
from warhost.rulebooks.threeplains.morale.checks import (
    bravery_due,
    breaks,
    deviancy,
    highest,
    never_flees,
    passed,
    soldiering,
    stress,
)
from warhost.rulebooks.threeplains.morale.exhaustion import tire_all
from warhost.rulebooks.threeplains.morale.stress import side_total
from warhost.rulebooks.threeplains.moving.groups import leave_group
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.special.poison import can_be_poisoned
from warhost.rulebooks.threeplains.special.tempers import hates
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike, weigh

from .armoury import laden, one_hit, rules, settled
from .judging import book, said
from .scene import champion, contact, foot, hero, horse, narrate, number, piece, scene, script, told, unit
from .wizardry import wizard


def marching(*items: str, **more: Any) -> Figure:
    return foot(items=rules(*items), prices=(0,) * len(items), **more)


def banner(item: str, *, own: dict[str, Any] | None = None, orcs: dict[str, Any] | None = None) -> Fight:
    """Ten guards with this banner and a hero among them, fighting orcs."""
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=marching(item, **(own or {}))),
        hero("hero", within="guard"),
        unit("orcs", (36, 20), facing=180, side=1, models=10, figure=foot(**(orcs or {}))),
        unit("archers", (36, 5), side=1, figure=foot(weapons=("bow",))),
    )
    contact(fight, "guard", "orcs")
    return fight


def save_of(fight: Fight, name: str, kind: Any) -> int:
    return weigh(fight, Attack(number(fight, name), 1, kind, "tp.shoot.damage")).save


@pytest.mark.rule("tp.magic.items.commands", "tp.unit.command.magical", "tp.item.command.banner_of_steel")
def test_a_banner_works_on_the_whole_unit_and_nobody_else() -> None:
    fight = banner("banner_of_steel")
    assert [save_of(fight, name, "melee") for name in ("guard", "hero", "orcs")] == [4, 4, 3]
    piece(fight, "guard").command = False  # a part that has split off without it
    assert save_of(fight, "guard", "melee") == 3


@pytest.mark.rule("tp.character.battle_standard.item", "tp.magic.items.commands")
def test_a_standard_bearers_banner_works_on_the_group_that_he_is_with() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=marching("banner_of_steel")),
        hero("hero", within="guard", role="standard", figure=laden("nightmare_banner")),
        unit("others", (36, 40), models=10),
    )
    assert highest(fight, number(fight, "guard"), "fear") == 1
    assert "tp.item.command.nightmare_banner" in nature(fight, number(fight, "guard"))
    assert save_of(fight, "hero", "melee") == 4
    assert save_of(fight, "others", "melee") == 3 and not highest(fight, number(fight, "others"), "fear")


@pytest.mark.rule("tp.item.command.iron_gut_banner", "tp.item.command.mark_of_kerzag")
def test_banners_that_make_tough() -> None:
    fight = banner("iron_gut_banner")
    assert [save_of(fight, "guard", kind) for kind in ("missile", "magic", "melee")] == [4, 4, 3]
    fight = banner("mark_of_kerzag")
    assert save_of(fight, "guard", "melee") == 4
    assert all("frenzy" in nature(fight, number(fight, name)) for name in ("guard", "hero"))


@pytest.mark.rule("tp.item.command.banner_of_eternal_hatred")
def test_the_banner_of_hatred_makes_wild() -> None:
    fight = banner("banner_of_eternal_hatred")
    guard, orcs = number(fight, "guard"), number(fight, "orcs")
    assert hates(fight, guard, orcs) and hates(fight, number(fight, "hero"), orcs) and not hates(fight, orcs, guard)
    assert specials.moments.heeds(nature(fight, guard))


@pytest.mark.rule("tp.item.command.iron_banner_of_heroes")
def test_the_iron_banner_makes_unbreakable() -> None:
    fight = banner("iron_banner_of_heroes")
    assert never_flees(fight, number(fight, "guard")) and not never_flees(fight, number(fight, "orcs"))


@pytest.mark.parametrize(
    ("item", "fear"),
    [
        param("screaming_standard", 2, marks=mark.rule("tp.item.command.screaming_standard")),
        param("nightmare_banner", 1, marks=mark.rule("tp.item.command.nightmare_banner")),
    ],
)
def test_banners_that_frighten(item: str, fear: int) -> None:
    fight = banner(item)
    assert highest(fight, number(fight, "guard"), "fear") == fear
    assert stress(fight, number(fight, "orcs"), "break").total == fear


@pytest.mark.rule("tp.item.command.undying_torch_of_hope")
def test_the_torch_halves_the_dice_of_a_break_check_alone() -> None:
    fight = banner("undying_torch_of_hope")
    guard = number(fight, "guard")
    piece(fight, "guard").lost = 18
    assert stress(fight, guard, "break").total == 4 and stress(fight, guard, "deviancy").total == 12
    assert side_total(fight, [guard, number(fight, "orcs")], 0).total == 9


@pytest.mark.rule("tp.item.command.banner_of_endurance")
def test_the_banner_of_endurance_keeps_fresh() -> None:
    fight = banner("banner_of_endurance")
    tire_all(fight, number(fight, "guard"), 1, "tp.move.dash")
    assert piece(fight, "guard").tired == piece(fight, "hero").tired == 0


@pytest.mark.rule("tp.item.command.banner_of_the_gods", "tp.item.command.banner_of_eternal_war")
@pytest.mark.parametrize(
    ("item", "needs"),
    [("banner_of_the_gods", [3, 3]), ("banner_of_eternal_war", [3, 4]), ("banner_of_steel", [4, 4])],
)
def test_banners_that_help_to_hit_in_the_first_round_and_later(item: str, needs: list[int]) -> None:
    found = []
    for rounds in (0, 1):
        fight = banner(item)
        fight.state.contacts = []
        contact(fight, "guard", "orcs", rounds=rounds)
        made = blows_of(fight, number(fight, "guard"), {}, {})
        own = next(one for one in made if one.member == number(fight, "guard"))
        found.append(to_hit(fight, own).total)
    assert found == needs


@pytest.mark.rule("tp.item.command.banner_of_the_gods", "tp.item.command.banner_of_eternal_war")
@pytest.mark.parametrize(
    ("item", "rounds", "needs"),
    [
        ("banner_of_the_gods", 0, (3, 3)), ("banner_of_the_gods", 1, (3, 3)),
        ("banner_of_eternal_war", 0, (3, 3)), ("banner_of_eternal_war", 1, (4, 4)), ("banner_of_steel", 0, (4, 4)),
        ("banner_of_eternal_hatred", 0, (3, 4)),
    ],
)  # fmt: skip
def test_steeds_strike_better_under_a_banner_too_but_do_not_hate(
    item: str, rounds: int, needs: tuple[int, int]
) -> None:
    fight = scene(
        unit("guard", (36, 20), models=5, command=True, figure=horse(items=rules(item), prices=(0,))),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    )
    contact(fight, "guard", "orcs", rounds=rounds)
    made = {blow.line.part: to_hit(fight, blow).total for blow in blows_of(fight, 0, {}, {})}
    assert (made["self"], made["steed"]) == needs


@pytest.mark.rule("tp.item.command.grimordos_red_banner")
def test_the_red_banner_is_hard_to_shoot_at() -> None:
    needs = []
    for item in ("grimordos_red_banner", "banner_of_steel"):
        fight = banner(item)
        needs.append(to_shoot(fight, number(fight, "archers"), number(fight, "guard")).total)
    assert needs[0] == needs[1] + 1


@pytest.mark.rule("tp.item.command.john_the_jesters_flute")
def test_the_flute_is_worth_a_die_beside_the_command_model() -> None:
    fight = banner("john_the_jesters_flute")
    assert soldiering(fight, number(fight, "guard"), "break").total == 4 + 1 + 1


@pytest.mark.rule("tp.item.command.standard_of_excellence")
def test_excellence_passes_every_check_but_break_checks() -> None:
    fight = banner("standard_of_excellence")
    guard = number(fight, "guard")
    with script(fight):
        assert deviancy(fight, guard, "tp.check.deviancy")
    with script(fight, dice=[1] * 5 + [6]):
        own, against = soldiering(fight, guard, "break"), stress(fight, guard, "break")
        against.add(1, "tp.check.bs.fear")
        assert breaks(fight, guard, own, against)


@pytest.mark.rule("tp.item.command.fire_stone_banner")
def test_fire_stone_resists_fire() -> None:
    fight = banner("fire_stone_banner")
    assert "fire resistant" in nature(fight, number(fight, "guard"))
    assert "fire resistant" in nature(fight, number(fight, "hero"))


@pytest.mark.rule("tp.item.command.banner_of_heros")
def test_heroes_know_no_fear_and_cowards_no_cowardice() -> None:
    coward = {"traits": ("cowardly",), "ratings": {"cowardly": 2}}
    fight = banner("banner_of_heros", own=coward, orcs={"ratings": {"fear": 3}})
    guard, orcs = number(fight, "guard"), number(fight, "orcs")
    assert not bravery_due(fight, guard, orcs) and highest(fight, guard, "cowardly") == 0
    assert stress(fight, guard, "break").total == 0 and side_total(fight, [guard, orcs], 0).total == 0


@pytest.mark.rule("tp.item.command.demon_skull_banner")
def test_the_demon_skull_works_for_three_turns() -> None:
    fight = banner("demon_skull_banner")
    guard = number(fight, "guard")
    fight.state.contacts = []
    assert soldiering(fight, guard, "break").total == 6 and highest(fight, guard, "fear") == 1
    alone = scene(unit("guard", (36, 20), models=10, command=True, figure=marching("demon_skull_banner")))
    assert hates(alone, 0, 0)
    for clock, pace in ((5, 10), (7, 7)):
        alone.state.clock = clock
        specials.start_of_turn.each(nature(alone, 0), alone, 0)
        assert movement(alone, 0).total == inches(pace)
    assert len(told(alone, ItemLost)) == 1 and not hates(alone, 0, 0)


@pytest.mark.rule("tp.item.command.demon_skull_banner", "tp.item.command.sea_bolt_banner", "tp.character.leave")
def test_who_goes_his_own_way_leaves_the_pace_of_the_banner_behind() -> None:
    for item, pace, rolls in (("demon_skull_banner", 10, 0), ("sea_bolt_banner", 7, 1)):
        fight = settled(scene(
            unit("guard", (36, 20), models=10, command=True, figure=marching(item)), hero("hero", within="guard"),
        ))  # fmt: skip
        assert movement(fight, 0).total == inches(pace) and movement(fight, 1).total == inches(7)
        with script(fight, dice=[3] * rolls):
            sets_off(fight, 0)
        with script(fight):
            sets_off(fight, 1)


@pytest.mark.rule("tp.item.command.banner_of_shadows", "tp.magic.bound")
def test_the_banner_of_shadows_casts_of_itself_with_its_own_dice() -> None:
    fight = banner("banner_of_shadows", orcs={"magic": 5})
    fight.state.phase = "shooting"
    assert not castable(fight)
    with script(fight, dice=[6, 6, 6, 1, 1, 4, 1, 1, 1, 1]):
        assert cast_of_itself(fight)
    rolled = told(fight, SpellRolled)[0]
    assert len(rolled.ether) == 1 and len(rolled.magic) == 4
    assert piece(fight, "orcs").models == 6 and not cast_of_itself(fight)


@pytest.mark.rule("tp.item.command.banner_of_shadows")
def test_its_touch_is_nothing_to_the_undead_and_to_nobody() -> None:
    fight = banner("banner_of_shadows", orcs={"traits": ("undead",)})
    fight.state.phase = "shooting"
    with script(fight, dice=[1, 6, 6, 6, 6]):
        cast_of_itself(fight)
    assert piece(fight, "orcs").models == 10
    fight = banner("banner_of_shadows")
    fight.state.phase, fight.state.contacts = "shooting", []
    assert not cast_of_itself(fight)


@pytest.mark.rule("tp.item.command.lion_standard")
def test_the_lion_gives_an_attack_in_the_first_round_of_a_combat() -> None:
    riders = horse(items=rules("lion_standard"), prices=(0,))
    fight = scene(
        unit("riders", (36, 20), models=5, command=True, figure=riders),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    )
    contact(fight, "riders", "orcs")

    def attacks(part: str) -> int:
        return sum(b.attacks for b in blows_of(fight, 0, {}, {}) if b.line.part == part)

    assert (attacks("self"), attacks("steed")) == (10, 5)
    fight.state.contacts = [structs.replace(met, rounds=1) for met in fight.state.contacts]
    assert (attacks("self"), attacks("steed")) == (5, 5)


@pytest.mark.rule("tp.item.command.lion_standard", "tp.item.command.banner_of_eternal_war")
@pytest.mark.parametrize(("rounds", "attacks", "need"), [(0, 2, 3), (1, 1, 4)])
def test_another_enemy_who_joins_in_makes_no_new_combat(rounds: int, attacks: int, need: int) -> None:
    items = rules("lion_standard", "banner_of_eternal_war")
    fight = scene(
        unit("guard", (36, 20), models=5, command=True, figure=foot(items=items, prices=(0, 0))),
        unit("orcs", (35, 20), facing=180, side=1, models=3, files=3),
        unit("trolls", (37.4, 20), facing=180, side=1, models=3, files=3),
    )
    contact(fight, "guard", "orcs", rounds=rounds)
    contact(fight, "trolls", "guard")
    struck = next(b for b in blows_of(fight, 0, {}, {}) if b.target == number(fight, "trolls"))
    assert struck.each[0][1] == attacks and to_hit(fight, struck).total == need


@pytest.mark.rule("tp.item.command.overlord_banner")
@pytest.mark.parametrize(("second", "holds"), [([6] * 4 + [1] * 3, True), ([1] * 4 + [6] * 3, False)])
def test_a_failed_check_under_the_overlord_is_rolled_again_by_both_sides(second: list[int], holds: bool) -> None:
    guard = marching("overlord_banner", soldiering=3)
    fight = scene(unit("guard", (36, 20), models=10, command=True, figure=guard))
    with script(fight, dice=[1] * 4 + [6] * 3 + second):
        assert deviancy(fight, 0, "tp.check.deviancy") is holds
    assert told(fight, ItemUsed)[0].item == "tp.item.command.overlord_banner"


@pytest.mark.rule("tp.item.command.overlord_banner", "tp.check.roll")
@pytest.mark.parametrize(("good", "more"), [(2, [1] * 7), (3, []), (4, [])])
def test_the_overlord_leaves_a_draw_as_it_is(good: int, more: list[int]) -> None:
    """Against 3 passes: one less fails and is rolled again, a draw and one more hold."""
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=marching("overlord_banner", soldiering=3))
    )
    with script(fight, dice=[4] * good + [3] * (4 - good) + [4] * 3 + more):
        assert deviancy(fight, 0, "tp.check.deviancy")
    assert len(told(fight, ItemUsed)) == bool(more)


@pytest.mark.rule("tp.item.command.overlord_banner", "tp.check.types")
@pytest.mark.parametrize(("kind", "again"), [("break", True), ("bravery", False)])
def test_the_overlord_helps_in_break_checks_but_not_in_bravery(kind: Any, again: bool) -> None:
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=marching("overlord_banner", soldiering=3))
    )
    own, against = Tally(4, "tp.check.sol.value").steps, Tally(4, "tp.check.bs.kills").steps
    first, second = [6, 6, 1, 1, 6, 6, 6, 6], [6, 6, 1, 1, 6, 6, 1, 1]
    with script(fight, dice=first + (second if again else [])):
        assert passed(fight, 0, kind, "tp.check.types", own, against) is again


@pytest.mark.rule("tp.item.command.banner_of_pestilence", "tp.trait.poison")
def test_the_pestilence_poisons_blows_shots_and_spells() -> None:
    fight = banner("banner_of_pestilence", orcs={"life": 3})
    guard, orcs = number(fight, "guard"), number(fight, "orcs")
    assert not can_be_poisoned(fight, guard) and not can_be_poisoned(fight, number(fight, "hero"))
    for kind, markers in (("magic", 1), ("melee", 2), ("missile", 3)):
        with script(fight, dice=[1, 6]):
            strike(fight, Attack(orcs, 1, kind, "tp.weapon.hand_weapon", by=guard))  # type: ignore[arg-type]
        assert piece(fight, "orcs").poison == (2,) * markers


@pytest.mark.rule("tp.item.command.banner_of_pestilence", "tp.trait.poison")
def test_hits_of_a_spell_cast_under_the_pestilence_that_did_not_kill_are_rolled_again() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=marching("banner_of_pestilence")),
        wizard("merlin", (0, 0), "base.zap", within="guard"),
        unit("orcs", (36, 30), facing=180, side=1, models=10),
    )
    with script(fight, dice=[6, 6, 1, 1, 4, 3]):  # four hits kill two; of the other two one poisons
        strike(fight, Attack(number(fight, "orcs"), 4, "magic", "tp.spell.x", by=number(fight, "merlin")))
    assert (piece(fight, "orcs").models, piece(fight, "orcs").poison) == (8, (2,))


@pytest.mark.rule("tp.item.command.banner_of_pestilence", "tp.item.weapon.blood_snake_whip")
def test_a_weapon_with_a_stronger_poison_keeps_its_own_level_and_poisons_once() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=marching("banner_of_pestilence")),
        hero("hero", within="guard", figure=laden("blood_snake_whip")),
        hero("foe", (36, 20), facing=180, side=1, figure=champion(life=30)),
    )
    contact(fight, "guard", "foe")
    assert one_hit(fight, 1, 6, who="guard", member="hero") == 0
    assert piece(fight, "foe").poison == (4,)


@pytest.mark.rule("tp.item.command.cursing_horn")
def test_the_cursing_horn_torments_once_for_the_whole_group() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=marching("cursing_horn")),
        hero("hero", within="guard"),
        unit("orcs", (36, 26), facing=180, side=1, models=10, figure=foot(soldiering=2)),
    )
    with script(fight, dice=[6, 6, 1, 1, 1]):
        for number_of in (0, 1):
            specials.start_of_turn.each(nature(fight, number_of), fight, number_of)
    assert not piece(fight, "orcs").charge_target >= 0


@pytest.mark.rule("tp.item.command.banner_of_zereener")
def test_zereener_gives_a_life_point_to_everybody_in_the_group() -> None:
    fight = banner("banner_of_zereener")
    settle_life(fight)
    assert [life_of(fight, number(fight, who)) for who in ("guard", "hero", "orcs")] == [2, 3, 1]
    leave_group(fight, number(fight, "hero"))
    settle_life(fight)
    assert life_of(fight, number(fight, "hero")) == 2
    piece(fight, "guard").hurt = 1
    piece(fight, "guard").command = False
    settle_life(fight)
    assert life_of(fight, number(fight, "guard")) == 1 and piece(fight, "guard").hurt == 0


@pytest.mark.rule("tp.item.command.trumpet_of_determination")
@pytest.mark.parametrize(("y", "side", "counters"), [(26.5, 0, 0), (28, 0, 2), (26.5, 1, 2)])
def test_the_trumpet_keeps_friends_within_six_inches_fresh(y: float, side: int, counters: int) -> None:
    fight = scene(
        unit("guard", (36, 20), models=5, command=True, figure=marching("trumpet_of_determination")),
        unit("others", (36, y), models=5, side=side, tired=0),
    )
    tire_all(fight, number(fight, "others"), 2, "tp.move.dash")
    tire_all(fight, number(fight, "guard"), 2, "tp.move.dash")
    assert piece(fight, "others").tired == counters and piece(fight, "guard").tired == 0


@pytest.mark.rule("tp.item.command.trumpet_of_determination", "tp.unit.command.placement")
@pytest.mark.parametrize(("files", "counters"), [(5, 0), (15, 2)])
def test_the_trumpet_is_heard_from_the_middle_of_the_front_rank(files: int, counters: int) -> None:
    """Those beside a broad front are nearer to its end than to the trumpeter."""
    trumpeters = marching("trumpet_of_determination")
    fight = scene(
        unit("guard", (36, 20), models=15, files=files, command=True, figure=trumpeters),
        unit("others", (36 + files * 0.4 + 2.5, 20), models=3, files=3),
    )
    tire_all(fight, number(fight, "others"), 2, "tp.move.dash")
    assert piece(fight, "others").tired == counters


@pytest.mark.rule("tp.item.command.trumpet_of_determination", "tp.move.reinforce.one")
def test_the_trumpet_is_heard_from_a_unit_that_backs_another() -> None:
    fight = scene(
        unit("guard", (36, 20), models=5), unit("others", (36, 26), models=5),
        unit("trumpets", (36, 20), models=5, command=True, figure=marching("trumpet_of_determination")),
    )  # fmt: skip
    back = number(fight, "trumpets")
    piece(fight, "guard").backing, piece(fight, "trumpets").fate = (back,), "within"
    piece(fight, "trumpets").host = number(fight, "guard")
    tire_all(fight, number(fight, "others"), 2, "tp.move.dash")
    assert piece(fight, "others").tired == 0
    assert told(fight, Unwearied)[-1].by == back


@pytest.mark.rule("tp.item.command.trumpet_of_determination", "tp.magic.items")
def test_the_trumpet_is_known_when_it_has_spared_somebody_a_counter() -> None:
    fight = scene(
        unit("guard", (36, 20), models=5, command=True, figure=marching("trumpet_of_determination")),
        unit("others", (36, 26.5), models=5),
    )
    tire_all(fight, number(fight, "others"), 0, "tp.move.dash")
    notice(fight)
    assert not piece(fight, "guard").shown
    tire_all(fight, number(fight, "others"), 1, "tp.move.dash")
    notice(fight)
    assert piece(fight, "guard").shown
    assert [narrate(fight.setting, event) for event in told(fight, Unwearied)] == [
        "Others do not tire, thanks to the Trumpet of Determination of guard."
    ]


@pytest.mark.rule("tp.item.command.drum_stick_of_scrine")
@pytest.mark.parametrize(("item", "fate"), [("drum_stick_of_scrine", "standing"), ("banner_of_steel", "slain")])
def test_the_drum_stick_brings_its_group_back_even_without_a_general(item: str, fate: str) -> None:
    fight = scene(
        unit("guard", (36, 20), models=10, command=True, figure=marching(item), fleeing=True, flights=1),
        hero("marshal", (10, 10), role="general", fate="slain"),
    )
    guard = number(fight, "guard")
    lost_without_general(fight, [guard])
    assert piece(fight, "guard").fate == fate
    if fate == "standing":
        facing = piece(fight, "guard").facing
        with script(fight, answers=[facing]):
            specials.start_of_turn.each(nature(fight, guard), fight, guard)
        assert not piece(fight, "guard").fleeing


@pytest.mark.rule("tp.item.command.demon_skull_banner")
@pytest.mark.parametrize(
    ("turn", "first", "pace"), [(3, "ours", 10), (4, "ours", 7), (3, "theirs", 10), (4, "theirs", 7)]
)
def test_a_situation_after_the_third_turn_knows_that_the_skull_is_worn_out(
    turn: int, first: str, pace: int
) -> None:
    group = {"id": "guard", "side": "ours", "at": [36, 14], "models": 15, "files": 5, "command": True}
    enemy = {"id": "orcs", "side": "theirs", "at": [36, 40], "facing": 180, "models": 15, "files": 5}
    whole = {"rulebook": "threeplains", "title": "A skull", "phase": "moves", "turn": turn, "first": first}
    skull = {**group, "items": ["demon_skull_banner"]}
    found = judge(Case("skull.toml", {**whole, "groups": [skull, enemy]}, lambda _: book()))
    assert said(found, "guard", "move").note == f"{pace}.0 inches"
