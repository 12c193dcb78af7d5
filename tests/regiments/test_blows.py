"""Numbers of blows and saves: charts, weapons, armour, special rules of those who strike."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.charts import CLASSIC_SKILL, CLASSIC_WOUND
from warhost.engine.phrase import Phrase
from warhost.engine.strikes import NEVER
from warhost.rulebooks.regiments.bodies import CHAMPION
from warhost.rulebooks.regiments.fighting.arming import choose_weapons
from warhost.rulebooks.regiments.fighting.blow import SKILL, Blow, parries, weapon_of
from warhost.rulebooks.regiments.fighting.blows import _counted
from warhost.rulebooks.regiments.fighting.combats import fears
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.fighting.strikers import FIRST, LAST, Party, _step, parties, support_ranks
from warhost.rulebooks.regiments.nature import kind
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.wounds.hits import WOUND, Harm
from warhost.rulebooks.regiments.wounds.spreading import inflict

from .field import number, ours, scene, script, theirs, unit


def clash(own: str, foe: str, models: int = 20, their: int = 20, **more: Any) -> Fight:
    """Two units front to front in the first round."""
    contact = {"a": "own", "b": "foe", **more.pop("contact", {})}
    mine, yours = more.pop("mine", {}), more.pop("yours", {})
    return scene(
        ours("own", own, models, front=(36, 20), **{"files": min(5, models), **mine}),
        theirs("foe", foe, their, front=(36, 20), **{"files": min(5, their), **yours}),
        contacts=[contact],
        phase="combat",
        **more,
    )


def steps(fight: Fight, name: str) -> dict[str, int]:
    """When each party of a unit strikes."""
    melee = Melee(fight, [number(fight, "own"), number(fight, "foe")])
    return {party.who: party.step for party in parties(melee) if party.host == number(fight, name)}


def blow(fight: Fight, mount: bool = False, **more: Any) -> Blow:
    own, foe = number(fight, "own"), number(fight, "foe")
    found = kind(fight, own)
    profile = found.mount if mount and found.mount is not None else found.profile
    return Blow(fight, own, foe, profile, weapon=None if mount else weapon_of(fight, own), mount=mount, **more)


# --- charts


@pytest.mark.rule("reg.tohit.chart")
def test_the_chart_to_hit() -> None:
    assert SKILL.rows == CLASSIC_SKILL.rows
    assert [SKILL.need(*pair) for pair in ((4, 8), (5, 10), (1, 3), (3, 2))] == [4, 4, 5, 3]


@pytest.mark.rule("reg.towound.chart")
def test_the_chart_to_wound() -> None:
    assert WOUND.rows == CLASSIC_WOUND.rows
    assert [WOUND.need(*pair) for pair in ((3, 4), (1, 10), (10, 10), (8, 4))] == [5, 6, 4, 2]


# --- saves


@pytest.mark.rule("reg.save.base", "reg.save.strength", "reg.armour.best", "reg.save.one")
@pytest.mark.parametrize(
    ("entry", "strength", "save"),
    [("men.crossbows", 3, NEVER), ("elf.stagknights", 5, 5), ("men.oathblades", 6, NEVER), ("men.knights", 4, 2)],
)
def test_strength_worsens_armour(entry: str, strength: int, save: int) -> None:
    fight = scene(theirs("foe", entry, 6, at=(30, 30)))
    assert Harm(fight, number(fight, "foe"), 1, strength).strikes().save == save


@pytest.mark.rule("reg.save.one")
def test_a_one_fails_even_a_save_of_one() -> None:
    fight = scene(theirs("foe", "men.knights", 6, at=(30, 30)))
    with script(fight, [6, 1]):
        struck = Harm(fight, number(fight, "foe"), 1, 3).strikes().roll(fight.throw, 0, 1)
    assert len(struck.unsaved) == 1


@pytest.mark.rule("reg.save.sequence", "reg.save.ward", "reg.lore.ember.ward")
def test_armour_then_the_better_of_ward_and_regeneration() -> None:
    fight = scene(
        theirs("foe", "orc.trolls", 3, at=(30, 30)),
        theirs("swords", "men.swords" if False else "orc.warriors", 20, at=(40, 30), options=["shields per model"]),
        effects=[{"spell": "Dawn's Ward", "on": "swords"}, {"spell": "Dawn's Ward", "on": "foe"}],
    )
    harm = Harm(fight, number(fight, "swords"), 1, 3, blow=True)
    harm.better_ward(6)
    assert harm.strikes().ward == 5  # one roll at the better number
    trolls = Harm(fight, number(fight, "foe"), 1, 4).strikes()
    assert (trolls.ward, trolls.regeneration) == (5, 4)
    with script(fight, [6, 4]):
        assert trolls.roll(fight.throw, 0, 1).unsaved == ()


@pytest.mark.rule(
    "reg.armour.table", "reg.armour.plate", "reg.armour.mounted", "reg.armour.barding", "reg.army.options"
)
def test_full_plate_shield_horse_and_barding() -> None:
    fight = scene(
        ours(
            "captain", "men.captain", at=(30, 20), options=["full plate", "shield"], mount="warhorse with barding"
        ),
        ours("outriders", "men.outriders", 5, at=(50, 20)),
        ours("foot", "men.captain", at=(60, 20)),
    )
    captain = kind(fight, number(fight, "captain"))
    assert (captain.armour(), captain.move, captain.troop.id) == (1, 7, "cavalry")
    assert kind(fight, number(fight, "outriders")).armour() == 5
    assert kind(fight, number(fight, "foot")).armour() == 5


@pytest.mark.rule("reg.armour.light", "reg.armour.heavy", "reg.sr.scaly")
def test_suits_and_scales() -> None:
    fight = scene(ours("warden", "elf.oakwarden", at=(30, 20)), theirs("spears", "men.spears", 20, at=(30, 40)))
    assert kind(fight, number(fight, "warden")).armour() == 3
    assert kind(fight, number(fight, "spears")).armour() == 6
    fight = scene(ours("chief", "orc.chief", at=(30, 20), options=["heavy armour", "shield"]))
    assert kind(fight, number(fight, "chief")).armour() == 4


@pytest.mark.rule("reg.armour.dragon")
def test_dragon_armour_against_fire() -> None:
    fight = scene(theirs("foe", "elf.lancers", 5, at=(30, 30)))
    plain = Harm(fight, number(fight, "foe"), 1, 4).strikes()
    burning = Harm(fight, number(fight, "foe"), 1, 4, names=("reg.sr.flaming",)).strikes()
    assert (plain.ward, burning.ward) == (6, 2)
    assert plain.save == 3


@pytest.mark.rule("reg.armour.shield", "reg.weapon.hand")
@pytest.mark.parametrize(("side", "ward"), [("front", 6), ("right", NEVER)])
def test_a_parry_is_for_the_front(side: str, ward: int) -> None:
    fight = clash("orc.warriors", "men.swords")
    made = blow(fight, from_front=side == "front").harm(5).strikes()
    assert made.ward == ward


@pytest.mark.rule("reg.weapon.choice", "reg.sr.twohands")
def test_spears_do_not_parry_and_two_hands_lose_the_shield() -> None:
    fight = clash("orc.ironhides", "men.spears", yours={"options": ["shields per model"]})
    assert not parries(fight, number(fight, "foe"))
    ironhides = kind(fight, number(fight, "own"))
    great = ironhides.melee[0]
    assert (ironhides.armour(), ironhides.armour(great)) == (4, 5)


# --- weapons


@pytest.mark.rule("reg.weapon.great", "reg.weapon.halberd", "reg.weapon.twohand", "reg.weapon.natural")
@pytest.mark.parametrize(
    ("entry", "attacks", "strength"),
    [("men.oathblades", 1, 5), ("men.halberds", 1, 4), ("orc.berserkers", 3, 3), ("orc.trolls", 3, 5)],
)
def test_attacks_and_strength(entry: str, attacks: int, strength: int) -> None:
    fight = clash(entry, "men.spears", 8)
    one = blow(fight)
    assert (one.attacks().total, one.strength().total) == (attacks, strength)


@pytest.mark.rule("reg.weapon.lance", "reg.sr.devcharge", "reg.weapon.spear")
def test_lances_and_spears_on_the_charge() -> None:
    fight = clash("men.knights", "men.spears", 5, mine={"charged": True})
    charging, later = blow(fight, charged=True), blow(fight)
    assert (charging.attacks().total, charging.strength().total) == (2, 6)
    assert (later.attacks().total, later.strength().total) == (1, 4)
    horse = blow(fight, mount=True, charged=True)
    assert (horse.attacks().total, horse.strength().total) == (1, 3)
    riders = clash("orc.boarriders", "men.spears", 5)
    assert blow(riders, charged=True).strength().total == 4
    boar = blow(riders, mount=True, charged=True)
    assert boar.attacks().total == 2  # the boars charge devastatingly, not their riders


@pytest.mark.rule("reg.weapon.flail", "reg.weapon.morningstar", "reg.combat.rounds")
@pytest.mark.parametrize(("weapon", "gain"), [("flail", 2), ("morning_star", 1)])
def test_flails_are_for_the_first_round(weapon: str, gain: int) -> None:
    fight = clash("men.spears", "orc.warriors")
    unit(fight, "own").weapon = weapon
    assert blow(fight).strength().total == 3 + gain
    unit(fight, "own").rounds = 1
    assert blow(fight).strength().total == 3


@pytest.mark.rule("reg.weapon.brace", "reg.weapon.pistol")
def test_a_brace_of_pistols_strikes_twice() -> None:
    made = blow(clash("men.outriders", "orc.warriors", 5))
    assert made.attacks().total == 2
    assert made.harm(2).strikes().save == 6  # light armour: nothing of the shot goes with a blow


@pytest.mark.rule("reg.weapon.pistol", "reg.weapon.choice")
def test_a_pistol_is_a_hand_weapon_and_nobody_is_asked_which() -> None:
    fight = scene(
        ours("own", "men.lord", front=(36, 20), options=["pistol", "shield"]),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
        contacts=[{"a": "own", "b": "foe"}],
    )
    with script(fight):
        choose_weapons(fight, 0)
    weapon = weapon_of(fight, 0)
    assert weapon is not None and weapon.id == "hand_weapon"
    assert parries(fight, 0)


@pytest.mark.rule("reg.weapon.charmed", "reg.sr.ethereal")
def test_only_magic_harms_the_ethereal() -> None:
    fight = scene(
        ours("own", "men.captain", at=(36, 19.6), options=["charmed blade"]),
        ours("plain", "men.captain", at=(40, 19.6)),
        theirs("foe", "und.spectres", 3, front=(36, 20), files=3),
    )
    foe = number(fight, "foe")
    charmed = Blow(
        fight, number(fight, "own"), foe, kind(fight, 0).profile, weapon=weapon_of(fight, number(fight, "own"))
    )
    plain = Blow(
        fight, number(fight, "plain"), foe, kind(fight, 0).profile, weapon=weapon_of(fight, number(fight, "plain"))
    )
    assert charmed.harm(3).strikes().wound == 3
    assert plain.harm(3).strikes().wound == NEVER
    assert Harm(fight, foe, 1, 4, spell=True).strikes().wound == 3


@pytest.mark.rule("reg.sr.ethereal", "reg.sr.poison")
@pytest.mark.parametrize(("foe", "models", "poisonous"), [("und.spectres", 3, False), ("men.spears", 20, True)])
def test_poison_does_not_bite_the_ethereal(foe: str, models: int, poisonous: bool) -> None:
    assert blow(clash("orc.skulkers", foe, 10, models)).harm(1).strikes().poison is poisonous


# --- order


@pytest.mark.rule("reg.combat.order", "reg.troop.cavalry")
def test_by_initiative_riders_and_horses_apart() -> None:
    fight = clash("elf.lancers", "men.spears", 5)
    assert steps(fight, "own") == {"riders": 6, "mounts": 4}
    assert steps(fight, "foe") == {"": 3}


@pytest.mark.rule("reg.sr.asl", "reg.sr.asf", "reg.weapon.great", "reg.army.elf.moonblades")
def test_first_and_last_cancel_out() -> None:
    fight = clash("elf.moonblades", "men.oathblades", 10, 10)
    assert steps(fight, "own") == {"": 6}
    assert steps(fight, "foe") == {"": LAST}


@pytest.mark.rule("reg.sr.asf", "reg.army.elf.prince", "reg.army.elf.captain")
@pytest.mark.parametrize(("initiative", "again"), [(3, "failures"), (8, "failures"), (9, "ones")])
def test_who_strikes_first_throws_misses_again(initiative: int, again: str) -> None:
    fight = scene(ours("own", "elf.prince", at=(36, 19.6)), theirs("foe", "men.spears", 10, front=(36, 20)))
    foe = fight.setting.kinds[fight.state.units[number(fight, "foe")].figure]
    foe.profile = type(foe.profile)(4, 3, 3, 3, 3, 1, initiative, 1, 7)
    one = blow(fight)
    one.harm(4)
    assert one.again == again
    assert steps_of_prince(fight) == FIRST


def steps_of_prince(fight: Fight) -> int:

    own = number(fight, "own")
    return _step(fight, own, kind(fight, own).profile, weapon_of(fight, own), False)


@pytest.mark.rule("reg.sr.hatred", "reg.army.elf.dancers", "reg.sr.extraattack")
def test_dancers_hate_orcs_in_the_first_round() -> None:
    fight = clash("elf.dancers", "orc.warriors", 10)
    one = blow(fight)
    one.harm(3)
    assert one.again == "failures"
    assert one.attacks().total == 3
    unit(fight, "own").rounds = 1
    later = blow(fight)
    later.harm(3)
    assert later.again == "none"
    goblins = clash("elf.dancers", "orc.goblins", 10)
    other = blow(goblins)
    other.harm(3)
    assert other.again == "ones"


@pytest.mark.rule("reg.army.elf.rule.hands")
def test_swift_hands_throw_a_one_again() -> None:
    fight = clash("elf.spears", "orc.warriors")
    made = blow(fight).harm(3)
    made.hit = 4
    with script(fight, [1, 3, 5, 2]):
        assert sum(made.strikes().to_hit(fight.throw, 0)) == 1


# --- what blows do


@pytest.mark.rule("reg.sr.killingblow", "reg.army.und.wardens")
def test_a_killing_blow_slays_men_but_not_trolls() -> None:
    assert blow(clash("und.wardens", "men.spears")).harm(3).strikes().lethal
    assert not blow(clash("und.wardens", "orc.trolls", 20, 3)).harm(3).strikes().lethal


@pytest.mark.rule("reg.sr.poison")
def test_poisoned_blades_and_arrows() -> None:
    made = blow(clash("orc.skulkers", "men.spears", 10)).harm(3)
    made.hit = 4
    fight = clash("orc.skulkers", "men.spears", 10)
    with script(fight, [6, 4, 2]):
        assert made.strikes().to_hit(fight.throw, 0) == (1, 1)


@pytest.mark.rule("reg.sr.armourpiercing", "reg.weapon.handgun")
def test_armour_piercing() -> None:
    fight = scene(theirs("foe", "elf.stagknights", 3, at=(30, 30)))
    assert Harm(fight, number(fight, "foe"), 1, 4, names=("reg.sr.armourpiercing",)).strikes().save == 5


@pytest.mark.rule("reg.sr.flaming", "reg.sr.flammable", "reg.sr.regeneration", "reg.sr.multiwounds")
def test_fire() -> None:
    fight = scene(theirs("trolls", "orc.trolls", 3, at=(30, 30)))
    trolls = number(fight, "trolls")
    assert Harm(fight, trolls, 1, 4).strikes().regeneration == 4
    assert Harm(fight, trolls, 1, 4, names=("reg.sr.flaming",)).strikes().regeneration == NEVER
    unit(fight, "trolls").scorched = True
    assert Harm(fight, trolls, 1, 4).strikes().regeneration == NEVER
    fight = scene(theirs("warden", "elf.oakwarden", at=(30, 30)))
    assert Harm(fight, number(fight, "warden"), 1, 4, names=("reg.sr.flaming",)).strikes().times == 2


@pytest.mark.rule("reg.sr.multiwounds")
def test_several_wounds_do_not_carry_over() -> None:

    fight = scene(ours("own", "men.cannon", at=(30, 10)), theirs("trolls", "orc.trolls", 3, at=(30, 30)))
    harm = Harm(fight, number(fight, "trolls"), 2, 10, by=number(fight, "own"))
    harm.worth, harm.armour = Phrase.read("D3"), False
    with script(fight, [2, 2, 1, 1, 3, 5]):  # both wound, neither regenerates, two wounds and then three
        lost = inflict(fight, harm)
    assert (unit(fight, "trolls").models, unit(fight, "trolls").hurt, lost) == (2, 0, 3)


@pytest.mark.rule("reg.sr.magicresist", "reg.army.elf.oakwarden", "reg.army.elf.adept")
def test_magic_resistance() -> None:
    fight = scene(
        theirs("warden", "elf.oakwarden", at=(30, 30)),
        theirs("spears", "elf.spears", 20, at=(40, 30)),
        theirs("adept", "elf.adept", joined="spears"),
    )
    assert Harm(fight, number(fight, "warden"), 1, 4, spell=True).strikes().ward == 6
    assert Harm(fight, number(fight, "warden"), 1, 4).strikes().ward == NEVER
    assert Harm(fight, number(fight, "spears"), 1, 4, spell=True).strikes().ward == 6  # shared by the unit


# --- fear


@pytest.mark.rule("reg.sr.fear", "reg.army.orc.goblins", "reg.sr.flaming")
def test_who_fears_whom() -> None:
    fight = clash("und.skeletons", "men.spears")
    own, foe = number(fight, "own"), number(fight, "foe")
    assert fears(fight, foe, own) and not fears(fight, own, foe)
    goblins = clash("elf.spears", "orc.goblins")
    assert fears(goblins, number(goblins, "foe"), number(goblins, "own"))
    trolls = clash("orc.trolls", "elf.oakwarden", 3, 1)
    assert fears(trolls, number(trolls, "own"), number(trolls, "foe"))  # terror frightens what is only feared
    lit = clash("men.spears", "orc.boarriders", 20, 5, effects=[{"spell": "Kindled Steel", "on": "own"}])
    assert fears(lit, number(lit, "foe"), number(lit, "own"))


@pytest.mark.rule("reg.sr.fear")
def test_the_afraid_fight_with_weapon_skill_one() -> None:
    fight = clash("men.swords", "und.wardens")
    unit(fight, "own").afraid = True
    assert blow(fight).need() == 5
    other = clash("men.swords", "und.skeletons")
    unit(other, "own").afraid = True
    assert blow(other).need() == 4


# --- who strikes


@pytest.mark.rule("reg.combat.horde", "reg.sr.extraranks", "reg.weapon.spear", "reg.combat.support")
def test_ranks_that_support() -> None:
    fight = clash("men.spears", "orc.warriors", 40, mine={"files": 10})
    own = number(fight, "own")
    assert support_ranks(fight, own, weapon_of(fight, own), charged=False) == 3
    assert support_ranks(fight, own, weapon_of(fight, own), charged=True) == 2
    trolls = clash("orc.trolls", "men.spears", 8, mine={"files": 6})
    assert support_ranks(trolls, number(trolls, "own"), None, False) == 2


def counted(fight: Fight, name: str) -> int:
    """All blows of a unit at its step."""

    melee = Melee(fight, [number(fight, "own"), number(fight, "foe")])
    total = 0
    for party in parties(melee):
        if party.host == number(fight, name) and not party.mount:
            _, blows, behind = _counted(melee, party)
            total += sum(blows.values()) + sum(behind.values())
    return total


@pytest.mark.rule("reg.combat.support", "reg.combat.who", "reg.combat.stepup")
def test_blows_of_a_unit() -> None:
    fight = clash("men.swords", "orc.warriors", 20)
    assert counted(fight, "own") == 10
    unit(fight, "own").models = 14
    assert counted(fight, "own") == 10
    few = clash("men.swords", "orc.warriors", 8)
    unit(few, "own").models = 4
    assert counted(few, "own") == 4


@pytest.mark.rule("reg.combat.support", "reg.char.join")
def test_a_captain_among_swordsmen() -> None:
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5),
        ours("captain", "men.captain", joined="own"),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
        contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )
    assert counted(fight, "own") == 4 + 3 + 5


@pytest.mark.rule("reg.sr.frenzy", "reg.army.orc.berserkers")
def test_frenzied_berserkers() -> None:
    assert counted(clash("orc.berserkers", "men.spears", 10), "own") == 20


@pytest.mark.rule("reg.troop.moninfantry", "reg.army.orc.trolls")
def test_trolls_strike_and_support() -> None:
    fight = clash("orc.trolls", "men.spears", 6, mine={"files": 3}, yours={"files": 10})
    with script(fight, answers=["strike"]):
        assert counted(fight, "own") == 18


@pytest.mark.rule("reg.combat.contactcount", "reg.charge.geometry")
def test_how_many_touch() -> None:
    fight = clash("orc.trolls", "men.spears", 5, 10, mine={"files": 5})
    melee = Melee(fight, [0, 1])
    assert (len(melee.in_contact(number(fight, "foe"))), len(melee.in_contact(number(fight, "own")))) == (5, 3)
    seven = clash("men.spears", "men.spears", 5, 7, yours={"files": 7})
    melee = Melee(seven, [0, 1])
    assert (len(melee.in_contact(number(seven, "own"))), len(melee.in_contact(number(seven, "foe")))) == (5, 7)


@pytest.mark.rule("reg.combat.who")
def test_a_flank_fights_with_its_file_and_without_support() -> None:
    fight = scene(
        ours("own", "men.swords", 20, at=(36, 20), files=5),
        theirs("foe", "orc.warriors", 20, front=(37.97, 20), files=5, facing=180),
        contacts=[{"a": "foe", "b": "own", "on": "right"}],
        phase="combat",
    )
    assert counted(fight, "own") == 4


@pytest.mark.rule("reg.combat.who", "reg.combat.support", "reg.combat.stepup")
@pytest.mark.parametrize(("left", "blows"), [(20, 5 + 3 + 4), (12, 12), (11, 11), (8, 8)])
def test_who_touches_an_enemy_at_the_flank_does_not_support_as_well(left: int, blows: int) -> None:
    """Eight orcs touch somebody, five before and three more along the flank; of the second rank only four are free
    to support, and when few are left nobody strikes twice."""
    fight = scene(
        ours("own", "orc.warriors", 20, front=(36, 20), files=5),
        theirs("before", "men.swords", 10, front=(36, 20), files=5, facing=270),
        theirs("beside", "men.halberds", 10, front=(33.53, 18.03), files=5, facing=0),
        contacts=[{"a": "before", "b": "own"}, {"a": "beside", "b": "own", "on": "left"}],
        phase="combat",
    )
    melee = Melee(fight, [0, 1, 2])
    unit(fight, "own").models = left
    found = next(party for party in parties(melee) if party.host == number(fight, "own"))
    with script(fight, answers=[{"beside": 3, "before": 5}]):
        _, own, behind = _counted(melee, found)
    assert sum(own.values()) + sum(behind.values()) == blows


def _blows_by(melee: Melee, unit_number: int, who: str) -> int:
    found = next(party for party in parties(melee) if party.unit == unit_number and party.who == who)
    _, own, behind = _counted(melee, found)
    return sum(own.values()) + sum(behind.values())


@pytest.mark.rule("reg.combat.stepup", "reg.troop.cavalry")
@pytest.mark.parametrize(("left", "horses"), [(5, 5), (2, 2), (0, 0)])
def test_the_horses_of_the_slain_do_not_strike(left: int, horses: int) -> None:
    fight = clash("men.knights", "men.swords", 5, 30)
    melee = Melee(fight, [0, 1])
    unit(fight, "own").models = left
    assert _blows_by(melee, number(fight, "own"), "mounts") == horses


@pytest.mark.rule("reg.combat.stepup", "reg.cmd.champion")
def test_a_man_from_the_rear_takes_the_place_of_a_slain_champion() -> None:
    """He strikes at his own step, and who stands before that place strikes him."""
    fight = clash("men.swords", "orc.warriors", 20, mine={"options": ["champion"]})
    own, foe = number(fight, "own"), number(fight, "foe")
    melee = Melee(fight, [0, 1])
    place = next(model for model in range(5) if melee.who(own, model) == CHAMPION)
    assert _blows_by(melee, own, "") == 4 + 5
    unit(fight, "own").champion, unit(fight, "own").models = False, 19
    assert _blows_by(melee, own, "") == 5 + 5
    assert melee.marks(own, place) == [(own, "file")]
    assert _blows_by(melee, foe, "") == 10


@pytest.mark.rule("reg.combat.stepup", "reg.char.join", "reg.combat.allocate")
def test_a_rider_at_the_end_of_the_rank_is_known_though_men_have_fallen() -> None:
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=5),
        ours("captain", "men.captain", joined="own", options=["warhorse"]),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=8),
        contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )
    melee = Melee(fight, [number(fight, "own"), number(fight, "foe")])
    struck = {mark for model in range(8) for mark in melee.marks_of(number(fight, "foe"), model)}
    assert struck == {(number(fight, "own"), "file"), (number(fight, "captain"), "file")}
    unit(fight, "own").models = 14
    assert struck == {mark for model in range(8) for mark in melee.marks_of(number(fight, "foe"), model)}


@pytest.mark.rule("reg.troop.chariot", "reg.army.men.wain")
def test_a_chariot_strikes_with_crew_and_beasts() -> None:
    fight = clash("men.wain", "orc.warriors", 1)
    melee = Melee(fight, [0, 1])
    found = {party.who: party.step for party in parties(melee) if party.host == number(fight, "own")}
    assert found == {"crew": 3, "mounts": 3}
    assert counted(fight, "own") == 4


@pytest.mark.rule("reg.troop.warmachine")
def test_six_infantry_strike_at_a_machine() -> None:
    fight = scene(
        ours("own", "men.swords", 20, front=(36, 20), files=10),
        theirs("foe", "orc.hurler", front=(36, 20)),
        contacts=[{"a": "own", "b": "foe"}],
        phase="combat",
    )
    assert counted(fight, "own") <= 6
    assert counted(fight, "foe") == 3
    cannon = scene(theirs("cannon", "men.cannon", at=(30, 30)))
    foe = number(cannon, "cannon")
    assert Harm(cannon, foe, 1, 4).strikes().wound == 6
    assert Harm(cannon, foe, 1, 4, blow=True).strikes().wound == 3


@pytest.mark.rule("reg.troop.moncavalry", "reg.army.elf.stagknights")
def test_the_better_wounds_and_toughness() -> None:
    found = kind(scene(ours("stags", "elf.stagknights", 3, at=(30, 20))), 0)
    assert (found.tough, found.life) == (4, 3)


def test_parties_know_their_weapons() -> None:
    fight = clash("men.halberds", "orc.warriors")
    melee = Melee(fight, [0, 1])
    found: list[Party] = parties(melee)
    assert [party.weapon.id for party in found if party.weapon is not None] == ["halberd", "hand_weapon"]
