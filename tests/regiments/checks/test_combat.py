"""Close combat, check by check: who strikes whom how often, and what becomes of standards and the caught."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.strikes import Wound
from warhost.rulebooks.regiments.events import CombatResult, Struck
from warhost.rulebooks.regiments.fighting.blow import Blow
from warhost.rulebooks.regiments.fighting.blows import automatic, stomp, strike_all
from warhost.rulebooks.regiments.fighting.combats import fight_one, fight_round
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.fighting.strikers import support_ranks
from warhost.rulebooks.regiments.moving import chargers
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.special.instead import giant
from warhost.rulebooks.regiments.wounds.casualties import suffer

from ..field import easily, number, ours, scene, script, theirs, told, unit
from ..test_blows import blow, clash, counted, steps
from ..test_combat import melee_of


def beside(*units: dict[str, Any], contacts: list[dict[str, Any]], **more: Any) -> Fight:
    return scene(*units, contacts=contacts, phase="combat", **more)


# --- standards, and whoever is caught


@pytest.mark.rule("reg.vp.standards", "reg.cmd.standard")
@pytest.mark.parametrize(("phase", "taken"), [("combat", 1), ("shooting", 0)])
def test_a_unit_cut_down_to_the_last_loses_its_standard(phase: str, taken: int) -> None:
    fight = clash("men.spears", "orc.warriors", 20, 3, yours={"options": ["standard bearer"]})
    fight.state.phase = phase  # type: ignore[assignment]
    suffer(fight, number(fight, "foe"), "file", [Wound(1, False)] * 3, combat=True)
    assert (fight.state.trophies, fight.state.banners) == ((taken, 0), (0, 1))


@pytest.mark.rule("reg.charge.fleeing", "reg.char.join")
def test_a_character_in_a_unit_that_is_caught_is_lost_with_it() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 10), files=5),
        theirs("foe", "orc.warriors", 10, front=(36, 18), files=5, fleeing=True),
        theirs("chief", "orc.chief", joined="foe"),
    )
    unit(fight, "own").charge, unit(fight, "own").struck = number(fight, "foe"), "rear"
    with easily(fight, face=4):
        chargers.run_home(fight, 0)
    assert [unit(fight, name).fate for name in ("foe", "chief")] == ["destroyed", "destroyed"]


# --- stomps and other automatic hits


@pytest.mark.rule("reg.sr.stomp", "reg.combat.who")
def test_trolls_stomp_on_whoever_is_in_their_flank() -> None:
    """One rank of three: the one at the end touches, and stomps."""
    fight = beside(
        ours("own", "orc.trolls", 3, at=(36, 20), files=3),
        theirs("foe", "men.spears", 20, front=(38.36, 20), files=5, facing=180),
        contacts=[{"a": "foe", "b": "own", "on": "right"}],
    )
    with easily(fight, face=2):
        stomp(melee_of(fight))
    assert [one.attacks for one in told(fight, Struck)] == [1]


@pytest.mark.rule("reg.sr.stomp")
def test_a_monster_between_two_stomps_on_the_one_its_owner_names() -> None:
    fight = beside(
        ours("own", "elf.oakwarden", 1, front=(36, 20)),
        theirs("foe", "men.spears", 20, front=(36, 20), files=5),
        theirs("other", "men.swords", 20, front=(36, 20 - 2 * 0.984), files=5, facing=90),
        contacts=[{"a": "own", "b": "foe"}, {"a": "other", "b": "own", "on": "rear"}],
    )
    with script(fight, [2, 1, 1], ["other"]):
        stomp(melee_of(fight))
    assert [one.target for one in told(fight, Struck)] == ["other"]


@pytest.mark.rule("reg.weapon.choice", "reg.sr.twohands", "reg.sr.stomp")
@pytest.mark.parametrize(("face", "lost"), [(5, 0), (4, 1)])
def test_a_shield_is_no_help_against_a_stomp_behind_a_great_weapon(face: int, lost: int) -> None:
    """Heavy armour alone: 5+ against Strength 3."""
    fight = clash("elf.oakwarden", "orc.ironhides", 1, 10)
    with script(fight, [6, face]):
        assert automatic(fight, 0, 1, 1, 3, "reg.sr.stomp") == lost


@pytest.mark.rule("reg.lore.dusk.wither", "reg.sr.stomp", "reg.sr.impact")
def test_the_withered_stomp_more_lightly() -> None:
    """River Trolls, Strength 5, stomp with 4: men of Toughness 3 fall on 3 and not on 2."""
    fight = clash(
        "orc.trolls", "men.crossbows", 1, 20, mine={"files": 1}, effects=[{"spell": "Withering", "on": "own"}]
    )
    with script(fight, [2]):
        stomp(melee_of(fight))
    assert unit(fight, "foe").models == 20


# --- the giant


@pytest.mark.rule("reg.army.orc.giant", "reg.combat.cr.wounds")
def test_a_giant_that_falls_on_friends_scores_for_the_enemy() -> None:
    """Orcs stand flush beside it: two of them fall, two points for the men; the men lose nobody."""
    fight = beside(
        ours("giant", "orc.giant", front=(36, 20)),
        ours("orcs", "orc.warriors", 10, front=(36.984 + 2.461, 20), files=5),
        theirs("foe", "men.spears", 20, front=(36.5, 20), files=5),
        contacts=[{"a": "giant", "b": "foe"}],
    )
    with script(fight, [1, 1, 1, 2, 6, 6]):
        giant(fight, 0, [number(fight, "foe")])
    assert fight.state.done == (0, 2)
    assert unit(fight, "orcs").models == 8


@pytest.mark.rule("reg.army.orc.giant", "reg.core.test.char")
@pytest.mark.parametrize(("face", "left"), [(3, 20), (4, 19)])
def test_a_giant_grabs_one_of_those_who_touch_it(face: int, left: int) -> None:
    """Four men touch a base of 50 mm set half a man aside: one of the four is drawn, and tests on 3."""
    fight = beside(
        ours("own", "orc.giant", front=(36.39, 20)), theirs("foe", "men.spears", 20, front=(36, 20), files=5),
        contacts=[{"a": "own", "b": "foe"}],
    )  # fmt: skip
    with script(fight, [4, 4, face]):
        giant(fight, 0, [number(fight, "foe")])
    assert unit(fight, "foe").models == left


@pytest.mark.rule("reg.combat.stepup", "reg.combat.order", "reg.army.orc.giant")
def test_men_of_the_same_initiative_strike_although_the_giant_slays_them() -> None:
    """Five men of Initiative 3 and no more: the giant sweeps six, and their five blows fall all the same."""
    fight = clash("orc.giant", "men.halberds", 1, 5)
    with easily(fight, {"what the giant does": [2], "sweep": [6]}, face=6):
        strike_all(Melee(fight, [0, 1]))
    assert unit(fight, "foe").fate == "destroyed"
    assert [one.attacks for one in told(fight, Struck) if one.unit == "foe"] == [3]


@pytest.mark.rule("reg.army.orc.trolls")
def test_only_trolls_that_touch_somebody_spew() -> None:
    fight = clash("orc.trolls", "men.crossbows", 5, 1, mine={"files": 5})
    with easily(fight, answers={"spew": ["spew"]}, face=1):
        strike_all(Melee(fight, [0, 1]))
    assert [one.attacks for one in told(fight, Struck) if one.unit == "own"] == [1]


# --- who strikes


@pytest.mark.rule("reg.combat.who", "reg.combat.support")
def test_those_behind_a_champion_and_a_captain_support_past_them() -> None:
    """Two wide: the Captain's three, the champion's two, and two from the second rank."""
    fight = beside(
        ours("own", "men.swords", 4, front=(36, 20), files=2, options=["champion"]),
        ours("captain", "men.captain", 1, joined="own"),
        theirs("foe", "orc.chief", 1, front=(36, 20)),
        contacts=[{"a": "own", "b": "foe"}],
    )
    assert counted(fight, "own") == 3 + 2 + 2


@pytest.mark.rule("reg.combat.support", "reg.troop.cavalry", "reg.sr.extraattack", "reg.sr.frenzy")
@pytest.mark.parametrize(
    ("entry", "models", "blows"),
    [("men.knights", 10, 5 + 5), ("elf.dancers", 10, 5 * 3 + 5), ("orc.berserkers", 10, 5 * 3 + 5),
     ("men.swords", 14, 10), ("men.swords", 7, 5 + 2), ("elf.spears", 20, 5 + 10)],
)  # fmt: skip
def test_those_behind_strike_once(entry: str, models: int, blows: int) -> None:
    """Neither frenzy nor an extra attack nor a second weapon makes more of it; horses do not support."""
    fight = clash(entry, "men.spears" if not entry.startswith("men") else "orc.warriors", models)
    unit(fight, "own").loose = False
    assert counted(fight, "own") == blows


@pytest.mark.rule("reg.combat.horde", "reg.sr.extraranks", "reg.weapon.spear", "reg.troop.moninfantry")
@pytest.mark.parametrize(
    ("entry", "models", "files", "charged", "ranks"),
    [("men.halberds", 30, 10, False, 2), ("men.halberds", 30, 9, False, 1), ("men.spears", 20, 5, True, 1),
     ("men.spears", 20, 5, False, 2), ("men.spears", 40, 10, False, 3), ("orc.trolls", 8, 6, False, 2),
     ("orc.trolls", 8, 5, False, 1)],
)  # fmt: skip
def test_how_many_ranks_support(entry: str, models: int, files: int, charged: bool, ranks: int) -> None:
    fight = clash(entry, "men.swords" if entry.startswith("orc") else "orc.warriors", models, mine={"files": files})
    own = number(fight, "own")
    weapon = fight.setting.kinds[fight.state.units[own].figure].melee[0]
    assert support_ranks(fight, own, weapon, charged) == ranks


@pytest.mark.rule("reg.combat.contactcount", "reg.charge.geometry")
@pytest.mark.parametrize(("left", "touching"), [(-25 / 25.4, 3), (5 / 25.4, 4)])
def test_how_many_men_touch_a_monster(left: float, touching: int) -> None:
    """50 mm in the middle of five men on 20 mm; then with its left edge 15 mm along the second man."""
    start = 36 if left < 0 else 36 - 10 / 25.4 - 20 / 25.4 + 15 / 25.4 + 25 / 25.4 - 20 / 25.4
    fight = beside(
        ours("own", "orc.giant", front=(start, 20)), theirs("foe", "men.spears", 20, front=(36, 20), files=5),
        contacts=[{"a": "own", "b": "foe"}],
    )  # fmt: skip
    assert len(Melee(fight, [0, 1]).in_contact(number(fight, "foe"))) == touching


@pytest.mark.rule("reg.combat.allocate", "reg.cmd.champion")
def test_four_at_three_men_and_one_at_their_champion() -> None:
    fight = clash("men.swords", "orc.warriors", 5, 4, yours={"options": ["champion"], "files": 4})
    with easily(fight, {"to hit": [6] * 5, "to wound": [6] * 5, "armour save": [1] * 5},
                {"blows": [{"foe": 4, "foe champion": 1}]}, face=1):  # fmt: skip
        fight_one(fight)
    (result,) = told(fight, CombatResult)
    assert result.totals[0] == 4
    assert unit(fight, "foe").fate == "destroyed"


@pytest.mark.rule("reg.combat.allocate")
def test_a_character_with_wounds_left_lives() -> None:
    fight = scene(theirs("lord", "orc.warlord", at=(36, 20)))
    assert suffer(fight, 0, "file", [Wound(1, False)] * 2) == 2
    assert (unit(fight, "lord").hurt, unit(fight, "lord").fate) == (2, "standing")


@pytest.mark.rule("reg.combat.order", "reg.combat.stepup", "reg.sr.asl", "reg.troop.cavalry")
def test_who_strikes_when() -> None:
    assert steps(clash("elf.spears", "men.spears"), "own")[""] > steps(clash("elf.spears", "men.spears"), "foe")[""]
    lancers = clash("elf.lancers", "men.oathblades", 5)
    assert steps(lancers, "own") == {"riders": 6, "mounts": 4}
    both = clash("men.oathblades", "orc.ironhides", 10, 10)
    assert steps(both, "own") == steps(both, "foe")
    dead = clash("und.shamblers", "men.oathblades", 20, 10)
    assert steps(dead, "own") == steps(dead, "foe")


@pytest.mark.rule("reg.combat.rounds", "reg.weapon.flail")
def test_a_newcomer_gives_nobody_a_new_first_round() -> None:
    """Men with flails in their second round are charged by a fresh enemy, who has a first round of his own."""
    fight = beside(
        ours("own", "men.spears", 20, at=(36, 20), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 21.575), files=5),
        theirs("fresh", "orc.warriors", 8, front=(37.97, 19), files=4, facing=180),
        contacts=[{"a": "foe", "b": "own", "fresh": False}, {"a": "fresh", "b": "own", "on": "right"}],
    )
    unit(fight, "own").weapon, unit(fight, "own").rounds = "flail", 1
    unit(fight, "fresh").rounds = 0
    assert blow(fight).strength().total == 3
    assert unit(fight, "fresh").rounds == 0


@pytest.mark.rule("reg.combat.round", "reg.sr.fear", "reg.char.challenge")
def test_the_afraid_are_afraid_of_a_challenger_too() -> None:
    """Weapon Skill 1 against 4: their champion needs 5 in the challenge."""
    fight = clash("men.swords", "und.wardens", 20, 20, mine={"options": ["champion"]},
                  yours={"options": ["champion"]})  # fmt: skip
    own, foe = number(fight, "own"), number(fight, "foe")
    with easily(fight, {"fear test": [6, 6]}, {"challenge": ["own champion"], "accept": ["foe champion"]}, face=1):
        fight_round(fight, [own, foe])
    duel = [one for one in told(fight, Struck) if one.rule == "reg.char.challenge" and one.unit == "own"]
    assert [one.need for one in duel] == [5]


@pytest.mark.rule("reg.sr.fear")
@pytest.mark.parametrize(("foe", "hits", "hit_on"), [("und.wardens", 5, 3), ("und.skeletons", 4, 3)])
def test_weapon_skill_one(foe: str, hits: int, hit_on: int) -> None:
    fight = clash("men.swords", foe)
    unit(fight, "own").afraid = True
    back = Blow(fight, 1, 0, fight.setting.kinds[fight.state.units[1].figure].profile)
    assert (blow(fight).need(), back.need()) == (hits, hit_on)


@pytest.mark.rule("reg.sr.fear", "reg.sr.immunepsych")
def test_the_immune_among_the_afraid_fight_on() -> None:
    fight = clash("men.swords", "und.wardens")
    unit(fight, "own").afraid, unit(fight, "own").gained = True, ("reg.sr.immunepsych",)
    assert blow(fight).need() == 3
