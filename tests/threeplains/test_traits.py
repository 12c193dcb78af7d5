"""What troops are by nature, one trait after the other."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.blows import LostOutright, Struck
from warhost.rulebooks.threeplains.events.charges import WipedOut
from warhost.rulebooks.threeplains.events.nerves import Poisoned, Regenerated
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.figure import Figure
from warhost.rulebooks.threeplains.morale.checks import bravery_due, never_flees, panicking, stress
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.poison import poison_works
from warhost.rulebooks.threeplains.special.traits import regrow
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.wounds.hits import Attack, damage_chain, lose, strike
from warhost.rulebooks.threeplains.wounds.outright import lose_outright

from .melee import clash, strokes
from .scene import champion, contact, foot, hero, horse, number, piece, scene, script, told, unit

SAWS = foot(traits=("poison",), ratings={"poison": 4}, weapons=("hand weapon",))
TROLL = foot(category="beast", loose=True, life=4, toughness=4, traits=("regeneration",))


def victim(figure: Figure, models: int = 1, **more: Any) -> Fight:
    """Somebody to be struck."""
    return scene(
        unit("guard", at=(36, 20)),
        unit("orcs", at=(36, 20), facing=180, side=1, models=models, files=models, figure=figure, **more),
    )


def taken(fight: Fight, die: int, **attack: Any) -> int:
    """The life points that one hit with this damage die takes from the orcs."""
    chain = damage_chain(fight, Attack(1, 1, "melee", "test", 0, **attack))
    return chain.roll(lambda throw: (die,) * throw.count, 0).count


# --- poison --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.poison")
def test_hits_that_do_not_kill_may_leave_markers() -> None:
    fight = clash(ours=SAWS)
    with script(fight, dice=[4, 5, 6, 1, 1, 2, 3, 3, 4, 5, 6, 1, 3]):  # three dead; three of five succeed
        strike(fight, Attack(1, 8, "melee", "test", 0))
    assert piece(fight, "orcs").models == 17 and piece(fight, "orcs").poison == (4, 4, 4)
    assert told(fight, Poisoned)[0].total == 3


@pytest.mark.rule("tp.trait.poison", "tp.combat.attacks")
def test_poisoned_blades_work_in_a_round_of_combat() -> None:
    fight = clash(ours=SAWS)
    with script(fight, dice=[4, 1, 1, 1, 1, 3, 5, *[1] * 5]):  # one hit, which wounds nobody; then the poison's 5
        exchange_blows(fight, [0, 1])
    assert piece(fight, "orcs").poison == (4,)


@pytest.mark.rule("tp.trait.poison", "tp.shoot.horde")
def test_poison_may_come_of_a_horde_hit() -> None:
    fight = victim(foot(toughness=6, life=3))
    fight.setting.figures[0] = SAWS
    with script(fight, dice=[1, 1, 1, 6, 6, 1]):  # no damage; then 7 against 6 for the poison
        strike(fight, Attack(1, 3, "melee", "test", 0))
    assert piece(fight, "orcs").poison == (4,)


@pytest.mark.rule("tp.trait.poison.immunity")
@pytest.mark.parametrize(
    "immune", [foot(traits=("undead",)), foot(traits=("demon",)), foot(category="machine", life=3)]
)
def test_the_undead_demons_and_machines_take_no_poison(immune: Figure) -> None:
    fight = victim(immune, models=5)
    fight.setting.figures[0] = SAWS
    with script(fight, dice=[1]):
        strike(fight, Attack(1, 1, "melee", "test", 0))
    assert piece(fight, "orcs").poison == ()


@pytest.mark.rule("tp.trait.poison.effect")
def test_a_marker_kills_one_model_and_is_used_up() -> None:
    fight = victim(foot(), models=10, poison=(4,))
    with script(fight, dice=[3]):
        poison_works(fight)
    assert piece(fight, "orcs").models == 9 and piece(fight, "orcs").poison == ()
    assert piece(fight, "orcs").lost == 1


@pytest.mark.rule("tp.trait.poison.effect")
def test_a_score_above_the_level_does_nothing_this_turn() -> None:
    fight = victim(foot(), models=10, poison=(4, 2))
    with script(fight, dice=[5, 3]):
        poison_works(fight)
    assert piece(fight, "orcs").models == 10 and piece(fight, "orcs").poison == (4, 2)


@pytest.mark.rule("tp.trait.poison.effect")
def test_a_big_victim_keeps_its_markers_until_it_dies() -> None:
    fight = victim(foot(life=6, category="beast", loose=True), poison=(4, 4))
    with script(fight, dice=[3, 2]):
        poison_works(fight)
    assert (piece(fight, "orcs").hurt, piece(fight, "orcs").poison) == (5, (4, 4))
    with script(fight, dice=[4, 1]):
        poison_works(fight)
    assert piece(fight, "orcs").fate == "slain" and piece(fight, "orcs").poison == ()


@pytest.mark.rule("tp.trait.poison.effect", "tp.move.wipeout")
def test_who_fought_a_victim_of_poison_is_free() -> None:
    fight = victim(foot(life=2, category="beast", loose=True), poison=(2,))
    contact(fight, "guard", "orcs")
    with script(fight, dice=[2]):
        poison_works(fight)
    assert not fight.state.contacts and told(fight, WipedOut)


@pytest.mark.rule("tp.trait.poison.effect", "tp.setup.turnstart")
@pytest.mark.parametrize("clock", [0, 1])
def test_markers_are_rolled_at_the_start_of_both_players_turns(clock: int) -> None:
    fight = scene(
        unit("guard", at=(36, 10)), unit("orcs", at=(36, 40), facing=180, side=1, poison=(6,)),
        phase="start", clock=clock,
    )  # fmt: skip
    with script(fight, dice=[1]):
        step(fight)
    assert piece(fight, "orcs").models == 19


@pytest.mark.rule("tp.trait.poison.effect")
def test_a_character_is_poisoned_if_he_was_struck_himself() -> None:
    fight = clash(hero("boss", within="orcs", side=1, figure=champion(life=3)), ours=SAWS)
    boss = number(fight, "boss")
    with script(fight, dice=[3, 4]):
        strike(fight, Attack(boss, 1, "melee", "test", 0))
    assert piece(fight, "boss").poison == (4,) and piece(fight, "orcs").poison == ()
    with script(fight, dice=[2]):
        poison_works(fight)
    assert piece(fight, "boss").hurt == 2


# --- those who do not run ------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.unbreakable", "tp.check.break")
def test_the_unbreakable_never_check_but_still_gather_stress() -> None:
    fight = victim(foot(traits=("unbreakable",)), models=10, lost=4)
    assert never_flees(fight, 1) and not never_flees(fight, 0)
    assert stress(fight, 1, "break").total == 2
    fight.setting.figures[0] = foot(ratings={"fear": 3})
    assert not bravery_due(fight, 1, 0)


@pytest.mark.rule("tp.trait.unbreakable")
def test_an_unbreakable_character_does_not_protect_his_group() -> None:
    fight = clash(hero("saint", within="guard", figure=champion(traits=("unbreakable",))))
    assert not never_flees(fight, 0)


@pytest.mark.rule("tp.trait.invincibility")
def test_invincibility_ends_with_the_first_life_point() -> None:
    fight = victim(foot(traits=("invincibility",), life=3, category="beast", loose=True))
    assert never_flees(fight, 1)
    lose(fight, 1, 1, "test")
    assert not never_flees(fight, 1)
    piece(fight, "orcs").hurt = piece(fight, "orcs").lost = 0  # healed, and in a later turn
    assert not never_flees(fight, 1)


@pytest.mark.rule("tp.trait.expendable", "tp.check.bs.panic")
def test_nobody_panics_when_the_expendable_run() -> None:
    fight = scene(
        unit("guard", at=(36, 20)),
        unit("mob", at=(32, 25), figure=foot(traits=("expendable",)), fleeing=True),
        unit("unit", at=(40, 25), fleeing=True),
    )
    assert panicking(fight, 0) == [number(fight, "unit")]
    assert stress(fight, 0, "break").total == 1


# --- how they strike -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.sluggish")
def test_the_agility_of_those_whom_the_sluggish_strike_counts_double() -> None:
    fight = victim(foot(toughness=1, agility=1))
    assert (taken(fight, 5), taken(fight, 6)) == (1, 0)
    fight.setting.figures[0] = foot(traits=("sluggish",))
    assert (taken(fight, 4), taken(fight, 5), taken(fight, 6)) == (1, 0, 0)


@pytest.mark.rule("tp.trait.fatal_blows")
def test_a_fatal_blow_kills_whom_it_wounds() -> None:
    giant = victim(foot(category="beast", loose=True, life=15))
    giant.setting.figures[0] = foot(traits=("fatal blows",))
    with script(giant, dice=[4]):
        strike(giant, Attack(1, 1, "melee", "test", 0))
    assert piece(giant, "orcs").fate == "slain"
    group = victim(foot(life=2), models=10)
    group.setting.figures[0] = foot(traits=("fatal blows",))
    with script(group, dice=[4, 3]):
        strike(group, Attack(1, 2, "melee", "test", 0))
    assert piece(group, "orcs").models == 9 and piece(group, "orcs").hurt == 0


@pytest.mark.rule("tp.trait.ethereal_attacks")
def test_ethereal_attacks_are_stopped_by_nothing_but_magic() -> None:
    ghost = foot(traits=("ethereal attacks",))

    def wounds(die: int, **save: int) -> int:
        fight = victim(foot(toughness=4, **save))
        fight.setting.figures[0] = ghost
        return taken(fight, die)

    assert wounds(1) == 1 and wounds(1, resistance=3) == 1
    assert wounds(4, magic=2) == 0 and wounds(5, magic=2) == 1
    assert wounds(6, magic=4) == 0 and wounds(6, agility=1) == 0
    charmed = victim(foot(toughness=4, magic=4))
    charmed.setting.figures[0] = ghost
    with script(charmed, dice=[6, 6]):  # a save of 6, not of 8: two sixes together get past it
        assert strike(charmed, Attack(1, 2, "melee", "test", 0)) == 1


@pytest.mark.rule("tp.trait.holy_warrior")
def test_a_six_of_a_holy_warrior_strikes_a_demon_outright() -> None:
    fight = holy(foot(traits=("demon",), life=3, attacks=0), "holy warrior")
    with script(fight, dice=[4, 6, 3]):  # the 6 takes a point; the 4 is rolled for damage and does none
        exchange_blows(fight, [0, 1])
    assert piece(fight, "orcs").lost == 1 and told(fight, Struck)[0].hits == 2
    assert told(fight, LostOutright)[0].points == 1
    living = holy(foot(life=3, attacks=0), "holy warrior")
    with script(living, dice=[4, 6, 3, 3]):
        exchange_blows(living, [0, 1])
    assert piece(living, "orcs").lost == 0


@pytest.mark.rule("tp.trait.life_breaker")
def test_a_six_of_a_life_breaker_strikes_the_living_outright() -> None:
    fight = holy(foot(life=3, attacks=0), "life breaker")
    with script(fight, dice=[6, 6]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "orcs").lost == 2
    for trait in ("undead", "demon"):
        dead = holy(foot(life=3, attacks=0, traits=(trait,)), "life breaker")
        with script(dead, dice=[6, 6, 1, 1]):
            exchange_blows(dead, [0, 1])
        assert piece(dead, "orcs").lost == 0


@pytest.mark.rule("tp.trait.holy_warrior", "tp.trait.life_breaker", "tp.piece.combine.independent")
def test_a_six_of_his_steed_does_nothing_of_the_kind() -> None:
    fight = victim(foot(life=3, attacks=0))
    fight.setting.figures[0] = horse(traits=("life breaker",), weapons=("hand weapon",))
    piece(fight, "guard").models = 1
    contact(fight, "guard", "orcs")
    with script(fight, dice=[1, 6, 1]):  # the rider misses; the six of his horse is rolled for damage
        exchange_blows(fight, [0, 1])
    assert piece(fight, "orcs").lost == 0


def holy(enemy: Figure, trait: str) -> Fight:
    """A champion of two attacks with this trait against one enemy whom he hits on 4."""
    fight = scene(
        hero("guard", (36, 20), figure=champion(attacks=2, rating=4, traits=(trait,))),
        unit("orcs", at=(36, 20), facing=180, side=1, models=5, files=1, figure=enemy), phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    return fight


@pytest.mark.rule("tp.trait.out_of_reach")
def test_who_is_out_of_reach_strikes_and_is_struck_with_long_weapons_only() -> None:
    def against(figure: Figure) -> tuple[int, int]:
        """The attacks of the guard on a rider high up, and his on them."""
        rider = champion(traits=("out of reach",), weapons=figure.weapons)
        fight = scene(
            unit("guard", at=(36, 20), figure=figure), hero("rider", (36, 20), facing=180, side=1, figure=rider),
            phase="combat",
        )  # fmt: skip
        contact(fight, "guard", "rider")
        return strokes(fight, "guard"), strokes(fight, "rider")

    assert against(foot()) == (0, 0)
    assert against(foot(weapons=("spear",))) == (6, 3)
    assert against(foot(flight=9000)) == (3, 0)


# --- what hurts them -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.fire_resistant")
def test_the_fire_resistant_resist_three_points_more_of_fire() -> None:
    fight = victim(foot(toughness=3, traits=("fire resistant",)))
    assert taken(fight, 3, toughness=3, fire=True) == 0 and taken(fight, 4, toughness=3, fire=True) == 1
    assert taken(fight, 3, toughness=3) == 1
    assert taken(fight, 3, toughness=3, fire=True, past_resistance=True) == 1


@pytest.mark.rule("tp.trait.vulnerable_to_fire")
def test_fire_costs_the_vulnerable_twice_as_much() -> None:
    fight = victim(foot(toughness=3, life=4, traits=("vulnerable to fire",)))
    assert taken(fight, 4, fire=True) == 2 and taken(fight, 4) == 1


@pytest.mark.rule("tp.trait.regeneration", "tp.appendix1.multiply_then_save", "tp.check.bs.kills")
def test_a_troll_may_save_each_point_on_a_six() -> None:
    fight = victim(TROLL, hurt=2)
    with script(fight, dice=[5, 6, 1, 1]):  # one point, tripled: three dice, one of them saves
        strike(fight, Attack(1, 1, "melee", "test", 0, multiplier=3))
    assert piece(fight, "orcs").fate == "slain" and piece(fight, "orcs").lost == 2
    lucky = victim(TROLL)
    with script(lucky, dice=[5, 6]):
        strike(lucky, Attack(1, 1, "melee", "test", 0))
    assert piece(lucky, "orcs").hurt == piece(lucky, "orcs").lost == 0


@pytest.mark.rule("tp.appendix1.multiply_then_save")
def test_six_points_are_six_dice() -> None:
    fight = victim(foot(category="beast", loose=True, life=9, toughness=4, traits=("regeneration",)))
    with script(fight, dice=[6, *[1] * 6]):  # two points, times three
        strike(fight, Attack(1, 1, "melee", "test", 0, top=2, multiplier=3))
    assert piece(fight, "orcs").hurt == 6


@pytest.mark.rule("tp.trait.regeneration")
def test_what_is_lost_without_a_save_may_regenerate_too() -> None:
    fight = victim(TROLL)
    with script(fight, dice=[6, 1]):
        lose_outright(fight, 1, 2, "test")
    assert piece(fight, "orcs").hurt == 1


@pytest.mark.rule("tp.trait.regeneration.recover")
def test_a_troll_regrows_at_the_start_of_its_turn() -> None:
    fight = victim(TROLL, hurt=3)
    with script(fight, dice=[6, 5, 6]):
        regrow(fight, 1)
    assert piece(fight, "orcs").hurt == 1 and told(fight, Regenerated)[0].points == 2
    whole = victim(TROLL)
    with script(whole):
        regrow(whole, 1)
