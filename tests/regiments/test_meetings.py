"""Where two rules meet: challenges and flight, dread and terror, walls and tempers, leaders and their distances."""

from __future__ import annotations

import pytest

from warhost.engine.strikes import Wound
from warhost.rulebooks.regiments.bodies import body
from warhost.rulebooks.regiments.events import Struck, Tested
from warhost.rulebooks.regiments.fighting.aftermath import flight_and_pursuit
from warhost.rulebooks.regiments.fighting.arming import choose_weapons
from warhost.rulebooks.regiments.fighting.blows import stomp
from warhost.rulebooks.regiments.fighting.breaking import losers_test
from warhost.rulebooks.regiments.fighting.challenges import challenge
from warhost.rulebooks.regiments.fighting.combats import fight_one
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.land.hazards import cross
from warhost.rulebooks.regiments.moving.chargers import run_home
from warhost.rulebooks.regiments.moving.joining import join, leave
from warhost.rulebooks.regiments.moving.reactions import frightened
from warhost.rulebooks.regiments.nerve import panic
from warhost.rulebooks.regiments.nerve.leadership import leadership
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.shooting.machines import land_stone
from warhost.rulebooks.regiments.special.starting import start_actions
from warhost.rulebooks.regiments.special.turns import burned_for_moving, crumble, squabble, stumble
from warhost.rulebooks.regiments.state import Duel, Fighter
from warhost.rulebooks.regiments.wounds.casualties import suffer

from .field import at, easily, front, number, ours, scene, script, theirs, told, unit
from .test_combat import melee_of

# --- challenges


@pytest.mark.rule("reg.char.challenge", "reg.combat.pursuit")
def test_a_challenge_ends_when_the_two_no_longer_touch() -> None:
    """The chief has fled from the captain, who now fights others and is free to challenge their champion."""
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5),
        ours("captain", "men.captain", joined="own"),
        theirs("fled", "orc.warriors", 20, front=(36, 40), files=5, fleeing=True),
        theirs("chief", "orc.chief", joined="fled"),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5, options=["champion"]),
        contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )
    captain, chief, foe = (number(fight, name) for name in ("captain", "chief", "foe"))
    fight.state.duels = (Duel(Fighter(captain), Fighter(chief)),)
    with script(fight, [], ["captain", "foe champion"]):
        challenge(Melee(fight, [number(fight, "own"), foe]))
    assert fight.state.duels == (Duel(Fighter(captain), Fighter(foe, True)),)


@pytest.mark.rule("reg.char.challenge")
def test_a_challenge_goes_on_while_both_live_and_touch() -> None:
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5, options=["champion"]),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5, options=["champion"]),
        contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )
    fight.state.duels = (Duel(Fighter(0, True), Fighter(1, True)),)
    with script(fight):
        challenge(melee_of(fight))
    assert fight.state.duels == (Duel(Fighter(0, True), Fighter(1, True)),)


@pytest.mark.rule("reg.char.challenge", "reg.combat.who")
def test_a_lone_character_who_refuses_has_no_rear_to_hide_in() -> None:
    """He does not strike this round, but those who touch him may strike him."""
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5, options=["champion"]),
        theirs("chief", "orc.chief", front=(36, 20)),
        contacts=[{"a": "own", "b": "chief"}],
        phase="combat",
    )
    with easily(fight, {"break test": [1, 1]}, {"challenge": ["own champion"], "accept": ["refuse"]}, face=3):
        fight_one(fight)
    struck = [blow.unit for blow in told(fight, Struck)]
    assert struck and "chief" not in struck


@pytest.mark.rule("reg.vp.standards", "reg.army.und.rule.crumble")
@pytest.mark.parametrize(("contacts", "taken"), [([], 0), ([{"a": "foe", "b": "own", "fresh": False}], 1)])
def test_a_standard_that_crumbles_out_of_combat_is_not_captured(
    contacts: list[dict[str, object]], taken: int
) -> None:
    fight = scene(
        ours("own", "und.skeletons", 3, front=(36, 20), files=3, started=10, options=["standard bearer"]),
        theirs("foe", "men.swords", 20, front=(36, 20 if contacts else 30), files=5),
        contacts=contacts,
        phase="combat",
    )
    with easily(fight, face=6):
        crumble(fight, 0)
    assert (unit(fight, "own").alive, fight.state.trophies[1], fight.state.banners[0]) == (False, taken, 1)


@pytest.mark.rule("reg.sr.stomp", "reg.char.challenge", "reg.cmd.champion")
def test_a_champion_on_a_great_stag_stomps_his_opponent_alone() -> None:
    """Two stomps on the swordsmen, then his on their champion: every hit wounds."""
    fight = scene(
        ours("own", "elf.stagknights", 3, front=(36, 20), files=3, options=["champion"]),
        theirs("foe", "men.swords", 20, front=(36, 20), files=5, options=["champion"]),
        contacts=[{"a": "own", "b": "foe", "fresh": False}],
        phase="combat",
    )
    fight.state.duels = (Duel(Fighter(0, True), Fighter(1, True)),)
    melee = melee_of(fight)
    with easily(fight, face=6):
        stomp(melee)
    assert (unit(fight, "foe").models, unit(fight, "foe").champion, melee.wounds[0]) == (17, False, 3)


@pytest.mark.rule("reg.weapon.choice")
def test_a_character_chooses_his_weapon_anew_in_the_next_combat() -> None:
    fight = scene(
        ours("own", "men.knights", 5, front=(36, 20), files=5),
        ours("captain", "men.captain", joined="own", options=["warhorse", "lance if mounted", "great weapon"]),
        theirs("foe", "orc.goblins", 1, front=(36, 20), files=1),
        contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )
    with easily(fight, answers={"weapon": ["great_weapon"]}, face=6):
        fight_one(fight)
    assert not unit(fight, "foe").alive
    with script(fight, [], ["lance"]):
        choose_weapons(fight, number(fight, "own"))


# --- dread


@pytest.mark.rule("reg.sr.terror", "reg.lore.dusk.mantle")
@pytest.mark.parametrize(("effects", "dice"), [([{"spell": "Mantle of Dread", "on": "own"}], []), ([], [6, 6])])
def test_those_who_cause_fear_take_no_terror_test(effects: list[dict[str, str]], dice: list[int]) -> None:
    fight = scene(
        ours("own", "orc.warriors", 20, front=(36, 10), files=5),
        theirs("warden", "elf.oakwarden", front=(36, 18)),
        effects=effects,
    )
    with script(fight, dice):
        assert frightened(fight, number(fight, "warden"), number(fight, "own")) is bool(dice)


@pytest.mark.rule("reg.break.insane", "reg.char.bsb")
@pytest.mark.parametrize(("option", "stands"), [("on", True), ("off", False)])
def test_a_double_one_on_the_second_try_is_no_better(option: str, stands: bool) -> None:
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5),
        ours("bearer", "men.captain", at=(44, 18), options=["battle standard"]),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
        contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )
    fight.setting.options["double_one_holds"] = option
    with script(fight, [6, 6, 1, 1]):
        assert (losers_test(Melee(fight, [0, number(fight, "foe")]), 0, 9) == []) is stands


# --- leaders and distances


def far_off(gap: float) -> Fight:
    """A lord in the middle of a line twenty wide (15.75 in), and spearmen so far from its right end."""
    return scene(
        ours("line", "men.swords", 39, front=(30, 20), files=20),
        ours("lord", "men.lord", joined="line"),
        ours("own", "men.spears", 20, front=(30 + 7.874 + gap + 1.9685, 20), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 40), files=5),
    )


@pytest.mark.rule("reg.char.general", "reg.core.units")
@pytest.mark.parametrize(("gap", "value"), [(3, 9), (8, 7)])
def test_presence_is_measured_from_the_general_himself(gap: float, value: int) -> None:
    """8 in from the end of his line are more than 12 in from him."""
    fight = far_off(gap)
    assert leadership(fight, number(fight, "own")).total == value


# --- losses


def crowd(models: int) -> Fight:
    return scene(
        ours("own", "men.swords", models, at=(36, 20), files=5),
        ours("captain", "men.captain", joined="own"),
        theirs("foe", "orc.bowmen", 20, at=(36, 40), files=5),
    )


@pytest.mark.rule("reg.panic.casualties", "reg.core.formation")
@pytest.mark.parametrize(
    ("models", "lost", "tests"), [(12, 3, False), (12, 4, True), (11, 3, True), (11, 2, False)]
)
def test_a_character_is_one_of_the_models(models: int, lost: int, tests: bool) -> None:
    """A quarter of thirteen is four, of twelve three."""
    fight = crowd(models)
    panic.phase_begins(fight)
    unit(fight, "own").models -= lost
    panic.mark_losses(fight, 0, number(fight, "foe"))
    assert bool(fight.state.shaken) is tests


@pytest.mark.rule("reg.panic.casualties", "reg.char.join")
def test_who_leaves_or_joins_is_no_loss() -> None:
    fight = crowd(12)
    panic.phase_begins(fight)
    leave(fight, number(fight, "captain"))
    unit(fight, "own").models -= 2
    panic.mark_losses(fight, 0)
    assert not fight.state.shaken
    join(fight, number(fight, "captain"), 0)
    unit(fight, "own").models -= 2
    panic.mark_losses(fight, 0)
    assert fight.state.shaken


@pytest.mark.rule("reg.panic.destroyed", "reg.shoot.casualties")
@pytest.mark.parametrize(("gap", "tests"), [(6, True), (6.01, False)])
def test_friends_measure_to_where_all_of_them_stood(gap: float, tests: bool) -> None:
    """Ten men, five wide, fall to one volley."""
    fight = scene(
        ours("gone", "men.spears", 10, at=(20, 20), files=5),
        ours("near", "men.spears", 20, at=(20 + 3.935 + gap, 20), files=5),
        theirs("foe", "orc.bowmen", 20, at=(20, 40), files=5),
    )
    suffer(fight, number(fight, "gone"), "file", [Wound(1, False)] * 10)
    assert (not unit(fight, "gone").alive, unit(fight, "gone").models) == (True, 0)
    assert bool(fight.state.shaken) is tests


@pytest.mark.rule("reg.lore.ember.cinderwall", "reg.panic.flee")
def test_who_panics_under_falling_embers_flees_from_the_caster() -> None:
    """The mage stands in the west, other enemies nearer in the north."""
    fight = scene(
        ours("mage", "men.magister", at=(16, 20), spells=["Falling Embers"]),
        ours("near", "men.spears", 20, at=(36, 30), files=5),
        theirs("own", "orc.goblins", 12, at=(36, 20), files=6),
        effects=[{"spell": "Falling Embers", "on": "own", "by": "mage"}],
    )
    own = number(fight, "own")
    with easily(fight, {"panic test": [6, 6], "flight": [2, 2]}, face=6):
        unit(fight, "own").models -= 3
        burned_for_moving(fight, own)
        panic.settle(fight)
    x, y = at(fight, "own")
    assert (x > 38, round(y)) == (True, 20)


@pytest.mark.rule("reg.panic.flee", "reg.char.join")
def test_who_panics_under_a_spell_flees_from_the_unit_of_the_caster() -> None:
    """The mage stands among spearmen in the west; others are nearer, in the north."""
    fight = scene(
        ours("his", "men.spears", 20, at=(16, 20), files=5),
        ours("mage", "men.magister", joined="his"),
        ours("near", "men.spears", 20, at=(36, 30), files=5),
        theirs("own", "orc.goblins", 12, at=(36, 20), files=6),
    )
    unit(fight, "own").models -= 3
    panic.mark_losses(fight, number(fight, "own"), number(fight, "mage"))
    with script(fight, [6, 6, 2, 2]):
        panic.settle(fight)
    x, y = at(fight, "own")
    assert (x > 38, round(y)) == (True, 20)


# --- walls


@pytest.mark.rule("reg.army.orc.rule.squabble", "reg.terrain.building")
def test_orcs_in_a_building_squabble_too() -> None:
    fight = scene(
        ours("own", "orc.bowmen", 12, garrison="building 1"),
        theirs("foe", "men.spears", 20, front=(36, 40)),
        terrain=[{"kind": "building", "at": [36, 24]}],
    )
    assert start_actions(fight, 0) == (0,)
    with script(fight, [1]):
        squabble(fight, 0)
    assert unit(fight, "own").squabbles
    with script(fight, [6]):  # they cannot rush out of it
        squabble(fight, 0)
    assert unit(fight, "own").fate == "garrison"


@pytest.mark.rule("reg.sr.stupidity", "reg.terrain.building")
def test_trolls_in_a_building_gape_where_they_are() -> None:
    fight = scene(
        ours("own", "orc.trolls", 3, garrison="building 1"),
        theirs("foe", "men.spears", 20, front=(36, 40)),
        terrain=[{"kind": "building", "at": [36, 24]}],
    )
    with script(fight, [6, 6]):
        stumble(fight, 0)
    assert (unit(fight, "own").fate, unit(fight, "own").did) == ("garrison", "stumbled")


@pytest.mark.rule("reg.panic.broken", "reg.terrain.building")
def test_friends_of_a_broken_garrison_test_before_it_flees() -> None:
    fight = scene(
        theirs("own", "orc.bowmen", 12, garrison="building 1"),
        ours("foe", "men.swords", 20, front=(36, 22), files=5),
        theirs("near", "orc.warriors", 20, front=(46, 24), files=5),
        terrain=[{"kind": "building", "at": [36, 24]}],
        contacts=[{"a": "foe", "b": "own"}],
        phase="combat",
    )
    melee = Melee(fight, [number(fight, "own"), number(fight, "foe")])
    before = front(fight, "near")
    with script(fight, [3, 3, 2, 2], ["stay"]):
        flight_and_pursuit(melee, 0, [number(fight, "own")])
    assert [(test.unit, test.score) for test in told(fight, Tested)] == [("near", 6)]
    assert unit(fight, "own").fleeing and front(fight, "near") == before


# --- ground and stones


@pytest.mark.rule("reg.terrain.marsh", "reg.sr.skirmishers")
def test_skirmishers_who_have_closed_up_are_still_at_home_in_a_marsh() -> None:
    fight = scene(
        ours("own", "men.foresters", 5, at=(36, 24), files=5), terrain=[{"kind": "marsh", "at": [36, 24]}]
    )
    unit(fight, "own").loose = False
    with script(fight):
        cross(fight, 0, [body(fight, 0)], "charge")


@pytest.mark.rule("reg.charge.fleeing", "reg.terrain.dangerous")
def test_horsemen_who_ride_down_fleers_through_a_marsh_test_for_it() -> None:
    """Each of five on a 1 or 2: two fall; the fleers are caught all the same."""
    fight = scene(
        ours("own", "men.outriders", 5, front=(36, 20), files=5, charges="foe"),
        theirs("foe", "orc.warriors", 10, front=(36, 30), files=5, fleeing=True),
        terrain=[{"kind": "marsh", "at": [36, 24]}],
        phase="chargers",
    )
    with easily(fight, {"charge": [6, 6, 6], "dangerous terrain": [1, 2, 3, 4, 5]}, face=3):
        run_home(fight, 0)
    assert (unit(fight, "foe").alive, unit(fight, "own").models) == (False, 3)


@pytest.mark.rule("reg.char.lookout", "reg.wm.stone")
def test_a_lone_character_under_the_middle_of_a_stone_is_rolled_for_once() -> None:
    fight = scene(
        ours("captain", "men.captain", at=(36, 20)),
        ours("men", "men.halberds", 10, at=(41, 20), files=5),
        theirs("foe", "orc.hurler", 1, at=(36, 44)),
    )
    captain = number(fight, "captain")
    with script(fight, [4]):
        land_stone(fight, number(fight, "foe"), body(fight, captain).bases[0].centre)
    assert unit(fight, "captain").hurt == 0
