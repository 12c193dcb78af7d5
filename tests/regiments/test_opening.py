"""Before the battle: terrain, spells, edges, deployment, scouts, vanguard, ambushers; and the start of turns."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.question import Refusal
from warhost.rulebooks.regiments.bodies import body
from warhost.rulebooks.regiments.moving import compulsory
from warhost.rulebooks.regiments.moving.charges import cannot_charge
from warhost.rulebooks.regiments.moving.moves import Move
from warhost.rulebooks.regiments.opening import deployment, spells, terrain
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.special.turns import crumble, general_fell, lash, rush, squabble, stumble, wander
from warhost.rulebooks.regiments.turn import begin_turn

from .field import BOOK, at, front, number, ours, scene, script, theirs, unit


def fresh(armies: str = "men_500, orc_500", scenario: str = "pitched", **options: str) -> Fight:
    setting = BOOK.setting(BOOK.setup(scenario, {"armies": armies, **options}))
    return Battle(setting, setting.begin(), Scripted())


# --- terrain


@pytest.mark.rule("reg.terrain.generate")
def test_seven_pieces_of_which_one_finds_no_room() -> None:
    fight = fresh()
    places = [(120, 360, 360), (360, 360, 360), (600, 360, 360), (120, 600, 360), (600, 600, 360), (360, 600, 360)]
    dice = [3]
    for spot in places[:3]:
        dice += [3, 3, *spot]
    dice += [4, 4] + [1, 1, 1] * 50  # beyond the edge fifty times
    for spot in places[3:]:
        dice += [5, 6, *spot] if spot == places[3] else [1, 3, *spot]
    with script(fight, dice):
        terrain.lay_out(fight)
    assert len(fight.state.terrain) == 6


@pytest.mark.rule("reg.terrain.generate", "reg.terrain.open")
def test_three_inches_from_edges_and_others() -> None:
    fight = fresh()
    terrain.lay(fight, terrain.made(fight, "forest", (20000, 24000), 0))
    near = terrain.why_not_there(fight, terrain.made(fight, "forest", (31000, 24000), 0))
    assert near is not None and near.rule == "reg.terrain.generate"
    assert terrain.why_not_there(fight, terrain.made(fight, "forest", (32000, 24000), 0)) is None
    assert terrain.why_not_there(fight, terrain.made(fight, "hill", (7000, 40000), 0)) is not None


@pytest.mark.rule("reg.scenario.tower")
def test_the_tower_stands_in_the_middle() -> None:
    fight = fresh(scenario="tower", terrain="none")
    with script(fight):
        terrain.lay_out(fight)
    (tower,) = fight.state.terrain
    assert (min(x for x, _ in tower.points), max(y for _, y in tower.points)) == (34000, 26000)
    assert terrain.why_not_there(fight, terrain.made(fight, "forest", (36000, 34000), 0)) is not None


@pytest.mark.rule("reg.deploy.table")
def test_the_winner_chooses_an_edge() -> None:
    fight = fresh()
    with script(fight, [2, 5], ["far"]):
        terrain.choose_edges(fight)
    assert fight.state.near == 0
    assert deployment.zone(fight, 0) == (0, 12000) and deployment.zone(fight, 1) == (36000, 48000)


# --- spells


@pytest.mark.rule("reg.setup.spells", "reg.setup.spells.duplicate")
def test_rolling_for_spells() -> None:
    fight = scene(ours("mage", "men.adept", at=(20, 20), level=2))
    with script(fight, [3, 5], ["keep"]):
        spells.learn(fight, 0)
    assert unit(fight, "mage").spells == ("reg.lore.ember.glare", "reg.lore.ember.sunlance")
    double = scene(ours("mage", "men.adept", at=(20, 20), level=2))
    with script(double, [4, 4], ["reg.lore.ember.ward", "reg.lore.ember.ward"]):
        spells.learn(double, 0)
    assert unit(double, "mage").spells == ("reg.lore.ember.cinder", "reg.lore.ember.cinderwall")


@pytest.mark.rule("reg.setup.spells.duplicate")
def test_what_another_wizard_has_is_taken() -> None:
    fight = scene(
        ours("first", "men.adept", at=(20, 20), spells=["Dawn's Ward", "Noonday Glare"], level=2),
        ours("second", "men.adept", at=(40, 20)),
    )
    with script(fight, [3], ["reg.lore.ember.steel", "keep"]):
        spells.learn(fight, number(fight, "second"))
    assert unit(fight, "second").spells == ("reg.lore.ember.steel",)


@pytest.mark.rule("reg.sr.loremaster", "reg.army.elf.seer")
def test_a_loremaster_knows_them_all() -> None:
    fight = scene(ours("seer", "elf.seer", at=(20, 20)))
    with script(fight):
        spells.learn(fight, 0)
    assert len(unit(fight, "seer").spells) == 7


# --- deployment


@pytest.mark.rule("reg.deploy.table", "reg.core.formation")
def test_wholly_inside_the_zone() -> None:
    fight = fresh()
    spears = number(fight, "spears")
    question = deployment.Deploy(fight, spears)
    assert question.refuse({"at": [36000, 12000]}) is None
    refusal = question.refuse({"at": [36000, 12500]})
    assert refusal is not None and refusal.rule == "reg.deploy.table"
    assert question.refuse({"at": [36000, 12000], "files": 99}) is not None
    assert question.refuse({"at": [36000, 3200], "facing": 0}) is None  # up to the table edge


@pytest.mark.rule("reg.deploy.order")
def test_one_after_the_other_and_characters_last() -> None:
    fight = fresh("men_1000, orc_1000")
    fight.state.phase = "deployment"
    assert len(deployment.ordinary(fight, 0)) == 4  # foresters scout, the cannon is a machine
    assert [unit(fight, "cannon").name] == [fight.state.units[n].name for n in deployment.machines(fight, 0)]
    assert len(deployment.characters(fight, 0)) == 2
    with script(fight, [5, 2], ["spears", {"at": [36000, 12000]}]):
        deployment.deploy_one(fight)
    assert fight.state.active == 1
    assert unit(fight, "spears").fate == "standing"


@pytest.mark.rule("reg.deploy.order")
def test_who_finished_first_adds_one() -> None:
    fight = fresh()
    fight.state.finished = 0
    with script(fight, [4, 5, 4, 4], ["me"]):
        deployment.choose_first(fight)
    assert fight.state.first == 0


@pytest.mark.rule("reg.sr.scouts", "reg.army.men.foresters")
def test_scouts_keep_twelve_inches_away() -> None:
    fight = scene(
        ours("own", "men.foresters", 5, at=(20, 20)), theirs("foe", "orc.warriors", 20, front=(36, 30), files=5)
    )
    fight.state.units[0].fate = "waiting"
    question = deployment.Deploy(fight, 0, scouting=True)
    assert question.refuse({"at": [36000, 17900], "facing": 0}) is None
    refusal = question.refuse({"at": [36000, 18100], "facing": 0})
    assert refusal is not None and refusal.rule == "reg.sr.scouts"
    for first, barred in ((0, True), (1, False)):
        fight.state.scouts_out = (0,)
        deployment._restrain(fight, first)
        assert fight.state.units[0].barred is barred


@pytest.mark.rule("reg.sr.vanguard", "reg.army.und.hounds")
def test_the_vanguard_keeps_away_too() -> None:
    fight = scene(
        ours("own", "und.hounds", 5, front=(36, 10), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 30), files=5),
    )

    question = Move(fight, 0, limit=12000)
    assert question.refuse([["go", 7900]]) is None
    refusal = question.refuse([["go", 8000]])
    assert refusal is not None and refusal.rule == "reg.sr.vanguard"
    fight.state.units[0].barred = True
    refusal = cannot_charge(fight, 0)
    assert refusal is not None and refusal.rule == "reg.sr.vanguard"


# --- ambushers


@pytest.mark.rule("reg.sr.ambushers", "reg.army.orc.skulkers")
def test_ambushers_come_on_a_three() -> None:
    fight = scene(
        ours("own", "orc.skulkers", 10, reserve=True), theirs("foe", "men.spears", 20, at=(36, 30)), turn=2
    )
    with script(fight, [2]):
        compulsory.roll_ambushers(fight)
    assert fight.state.coming == ()
    with script(fight, [3]):
        compulsory.roll_ambushers(fight)
    assert fight.state.coming == (0,)
    deep = 2 * 787 + 500
    with script(fight, [], [{"at": [10000, deep], "facing": 0}, [["go", 3000]]]):
        compulsory.arrive_one(fight)
    assert front(fight, "own") == pytest.approx((10, 5.07), abs=0.02)
    assert unit(fight, "own").did == "normal move"


@pytest.mark.rule("reg.sr.ambushers")
def test_who_lies_in_ambush_is_a_secret() -> None:
    fight = scene(ours("own", "orc.skulkers", 10, reserve=True), theirs("foe", "men.spears", 20, at=(36, 30)))
    for side, knows in ((0, True), (1, False), (None, False)):
        view = BOOK.view(fight.setting, fight.state, side)
        assert (b"Skulkers" in msgspec.json.encode(view)) is knows
    sheet = BOOK.spokesman.sheet(fight.setting, BOOK.known(fight.setting, fight.state, 1), 0, 1)
    assert sheet is not None and b"Skulkers" not in msgspec.json.encode(sheet)
    assert BOOK.known(fight.setting, fight.state, 1).units[0].fate == "waiting"
    assert BOOK.known(fight.setting, fight.state, 0).units[0].fate == "reserve"


@pytest.mark.rule("reg.sr.ambushers")
def test_both_sides_are_asked_for_ambushers() -> None:
    """Whoever has none is asked in vain, so that nobody can tell."""
    fight = fresh("orc_2000, men_2000")
    with script(fight, [], [["skulkers"]]):
        deployment.hold_back(fight)
    assert unit(fight, "skulkers").fate == "reserve"


# --- the start of turns


@pytest.mark.rule("reg.turn.sequence", "reg.turn.start")
def test_turns_go_to_and_fro() -> None:
    fight = scene(ours("a", "men.spears", 20, at=(20, 10)), theirs("b", "men.spears", 20, at=(20, 40)), turn=3)
    assert fight.state.turn == 3
    begin_turn(fight, 1)
    assert (fight.state.turn, fight.state.active) == (3, 1)
    begin_turn(fight, 0)
    assert fight.state.turn == 4


@pytest.mark.rule("reg.sr.stupidity")
def test_the_stupid_stumble() -> None:
    fight = scene(
        ours("own", "orc.trolls", 3, front=(36, 20), files=3), theirs("foe", "men.spears", 20, at=(36, 40))
    )
    with script(fight, [3, 3, 5]):
        stumble(fight, 0)
    assert front(fight, "own") == (36, 25)
    assert unit(fight, "own").did == "stumbled"


@pytest.mark.rule("reg.army.orc.rule.squabble", "reg.army.orc.ironhides")
def test_squabbling() -> None:
    fight = scene(
        ours("own", "orc.warriors", 20, front=(36, 20), files=5), theirs("foe", "men.spears", 20, front=(36, 40))
    )
    with script(fight, [1]):
        squabble(fight, 0)
    assert unit(fight, "own").squabbles
    rushing = scene(
        ours("own", "orc.warriors", 20, front=(36, 20), files=5), theirs("foe", "men.spears", 20, front=(36, 40))
    )
    with script(rushing, [6, 4], ["rush"]):
        squabble(rushing, 0)
    assert front(rushing, "own") == (36, 24)
    assert cannot_charge(rushing, 0) is None
    ironhides = scene(ours("own", "orc.ironhides", 10, at=(36, 20)))
    assert "reg.army.orc.rule.squabble" not in ironhides.setting.kinds[0].rules


@pytest.mark.rule("reg.army.orc.rule.squabble")
def test_a_rush_into_the_enemy_is_a_charge() -> None:
    fight = scene(
        ours("own", "orc.warriors", 20, front=(36, 20), files=5),
        theirs("foe", "men.spears", 20, front=(36, 23), files=5),
    )
    with script(fight, [5]):
        rush(fight, 0)
    assert len(fight.state.contacts) == 1


@pytest.mark.rule("reg.army.und.rule.crumble")
def test_the_dead_crumble_without_their_general() -> None:
    fight = scene(ours("own", "und.hounds", 10, at=(36, 20)), theirs("foe", "men.spears", 20, at=(36, 40)))
    with script(fight, [4, 5]):
        crumble(fight, 0)
    assert unit(fight, "own").models == 4
    again = scene(
        ours("own", "und.hounds", 10, at=(36, 20)),
        ours("mage", "und.acolyte", at=(36, 26)),
        theirs("foe", "men.spears", 20, at=(36, 40)),
    )
    with script(again, [4, 5, 1, 1]):
        crumble(again, 0)
    assert unit(again, "own").models == 10


@pytest.mark.rule("reg.army.und.rule.crumble")
def test_they_test_at_once_when_he_falls() -> None:
    fight = scene(
        ours("king", "und.king", at=(20, 20)),
        ours("own", "und.hounds", 10, at=(36, 20)),
        theirs("foe", "men.spears", 20, at=(36, 40)),
    )
    unit(fight, "king").fate = "destroyed"
    with script(fight, [2, 2]):
        general_fell(fight)
        general_fell(fight)
    assert unit(fight, "own").models == 9


@pytest.mark.rule("reg.sr.randommove", "reg.army.orc.whirlers")
def test_whirlers_go_through_everybody() -> None:
    fight = scene(
        ours("own", "orc.whirlers", front=(36, 10)),
        theirs("foe", "men.crossbows", 5, front=(36, 14), files=5),
        phase="compulsory",
    )
    with script(fight, [4, 3, 2, 2, 1], [0]):
        wander(fight, 0)
    assert unit(fight, "foe").models == 4
    assert unit(fight, "own").fate == "standing"
    double = scene(
        ours("own", "orc.whirlers", front=(36, 10)), theirs("foe", "men.spears", 5, at=(10, 40)), phase="compulsory"
    )
    with script(double, [4, 4], [0]):
        wander(double, 0)
    assert unit(double, "own").fate == "destroyed"
    assert at(double, "foe") == (10, 40)


@pytest.mark.rule("reg.sr.randommove")
def test_a_random_mover_that_meets_an_enemy_has_charged() -> None:
    fight = scene(
        ours("own", "orc.giant", front=(36, 10)),
        theirs("foe", "men.spears", 20, front=(36, 17), files=5),
        phase="compulsory",
    )
    fight.setting.kinds[0].ratings["random_movement"] = "2D6"
    with script(fight, [5, 4], [0]):
        wander(fight, 0)
    assert len(fight.state.contacts) == 1
    assert unit(fight, "own").charged_at == fight.state.clock


@pytest.mark.rule("reg.army.orc.whirlers")
def test_whoever_runs_into_a_whirler_is_struck() -> None:
    fight = scene(ours("own", "orc.whirlers", at=(36, 20)), theirs("foe", "men.crossbows", 20, at=(36, 30)))
    with script(fight, [3, 2, 2, 1]):
        lash(fight, 0, 1)
    assert unit(fight, "foe").models == 18


def test_nonsense_is_refused() -> None:
    question = deployment.Deploy(fresh(), 0)
    for nonsense in (None, "x", {}, {"at": [1]}, {"at": ["a", "b"]}, {"at": [0, 0], "more": 1}):
        assert isinstance(question.check(nonsense), Refusal)
    whole: Any = body(fresh_standing(), 0)
    assert whole.files


def fresh_standing() -> Fight:
    return scene(ours("own", "men.spears", 20, at=(36, 20)))
