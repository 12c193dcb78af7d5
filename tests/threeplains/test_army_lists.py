"""The four army lists: what the old rulebook gives, what their names stand for, and the points formula."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from pytest import approx, mark

from warhost.engine.data import DataError
from warhost.rulebooks.threeplains.armies.formula import worth
from warhost.rulebooks.threeplains.armies.lists import army_faults, load_armies, read_armies
from warhost.rulebooks.threeplains.armies.profiles import Profile
from warhost.rulebooks.threeplains.figure import from_mm

from .mustering import enlisted, group

ARMIES = load_armies()


def profile(name: str) -> Profile:
    army, id = name.split(".")
    return ARMIES.lists[army].find(id)


@pytest.mark.parametrize(
    ("army", "title", "deviancy"),
    [
        pytest.param("herlanceia", "People of Herlanceia", 3, marks=mark.rule("tp.list.herlanceia")),
        pytest.param("elves", "Imperial Elves", 2, marks=mark.rule("tp.list.elves")),
        pytest.param("mercenaries", "Mercenaries of Many", 3, marks=mark.rule("tp.list.mercenaries")),
        pytest.param(
            "orcs", "Orcs of the Black Lands", 4, marks=mark.rule("tp.list.orcs", "tp.list.source.orc_deviancy")
        ),
    ],
)
def test_an_army_has_its_deviancy(army: str, title: str, deviancy: int) -> None:
    assert (ARMIES.lists[army].title, ARMIES.lists[army].deviancy) == (title, deviancy)
    assert ("deviancy" in ARMIES.lists[army].sourced) == (army == "orcs")


def test_the_goblins_of_the_orcs_are_told_apart() -> None:
    goblins = [profile.id for profile in ARMIES.lists["orcs"].profile if profile.race == "goblin"]
    assert len(goblins) == 8 and "wolf_riders" in goblins and "warriors" not in goblins


# --- what the old rulebook gives -----------------------------------------------------------------------------


def test_every_key_that_is_said_to_be_sourced_is_there() -> None:
    for army in ARMIES.lists.values():
        for told in army.profile:
            assert bool(told.sourced) == (told.origin != "authored"), told.rule
            for key in told.sourced:
                first, _, rest = key.partition(".")
                value = getattr(told, first)
                assert value, (told.rule, key)
                if first in ("shapes", "ratings") and rest:
                    assert rest in value, (told.rule, key)


@pytest.mark.rule("tp.list.steeds", "tp.list.source.war_horse")
def test_steeds_have_their_lines() -> None:
    told = {steed.id: (steed.line, steed.save.agility) for steed in ARMIES.steeds.values()}
    lines = {
        id: (line.movement, line.attacks, line.rating, line.damage, agility, line.life)
        for id, (line, agility) in told.items()
    }
    assert lines["war horse"] == (12, 1, 3, 1, 0, 1) and ARMIES.steeds["war horse"].origin == "source"
    assert lines["imperial steed"] == (13, 1, 3, 1, 1, 1)
    assert lines["war boar"] == (10, 1, 3, 2, 0, 1)
    assert lines["wolf"] == (13, 1, 3, 1, 1, 1)
    bought = {m.steed for army in ARMIES.lists.values() for told in army.profile for m in told.mounts}
    assert bought == {"war horse", "imperial steed", "war boar", "wolf"}


@pytest.mark.rule("tp.list.source.leftdinnear")
def test_the_pegasus_flies_and_is_sold_at_125_points() -> None:
    pegasus = ARMIES.steeds["leftdinnear"]
    line, save = pegasus.line, pegasus.save
    assert (pegasus.points, line.movement, line.flight, line.attacks, line.rating) == (125, 13, 19, 3, 6)
    assert (line.damage, line.unbalances, save.toughness, save.agility, line.life) == (1, 1, 2, 2, 3)


@pytest.mark.rule(
    "tp.list.source.orc", "tp.list.source.orc_bull", "tp.list.source.orc_chariot", "tp.list.source.orc_runt"
)
def test_orcs_are_what_the_examples_say() -> None:
    bowmen, warriors = profile("orcs.bowmen"), profile("orcs.warriors")
    assert (bowmen.save.toughness, bowmen.save.magic, bowmen.line.rating) == (2, 0, 4)  # without armour
    assert warriors.save.toughness - 1 == 2 and warriors.armour == "light"
    assert profile("orcs.bull").line.movement == profile("orcs.warlord").line.movement == 7
    assert (profile("orcs.bull").title, profile("orcs.warlord").title) == ("Orc Bull", "Orc Bull Warlord")
    assert profile("orcs.chariot").kind == "chariot" and profile("orcs.chariot").title.endswith("Orc Chariot")
    assert profile("orcs.runt").roles == ("halfwit",)


@pytest.mark.rule("tp.list.source.goblin_units")
def test_goblin_units_have_one_life_point_soldiering_2_and_a_command_model() -> None:
    horde = profile("orcs.goblin_horde")
    assert (horde.line.life, horde.line.soldiering) == (1, 2) and horde.command
    assert horde.size[1] >= 30  # ten wide and three deep
    assert any("standard" in told.roles for told in ARMIES.lists["orcs"].profile)


@pytest.mark.rule("tp.list.source.elf", "tp.list.source.outer_watch", "tp.list.source.imperial_watch")
def test_elves_are_what_the_examples_say() -> None:
    outer, watch = profile("elves.outer_watch"), profile("elves.imperial_watch")
    assert (outer.line.soldiering, outer.save.agility, watch.line.soldiering) == (4, 1, 4)
    assert 10 - 3 <= outer.line.movement <= 10 - 1  # a dash of 1 to 3 makes it 10
    assert "infantry wedge" in watch.traits and "longbow" in outer.weapons
    assert (outer.kind, watch.kind) == ("missile", "infantry")


@pytest.mark.rule(
    "tp.list.source.elf_hero", "tp.list.source.white_dragon", "tp.list.source.elf_slaves",
    "tp.list.source.elf_scenario", "tp.list.source.dragon",
)  # fmt: skip
def test_the_elves_have_heroes_on_dragons_chariots_and_human_slaves() -> None:
    hero, dragon = profile("elves.hero"), profile("elves.white_dragon")
    assert hero.kind == "character" and "white_dragon" in hero.rides
    assert dragon.kind == "mount" and dragon.ratings == {"fear": 2, "loyalty": 2}
    assert dragon.breath == "dragon" and "dread of the woods" in dragon.traits
    assert profile("elves.slave_mob").race == "human"
    assert profile("elves.chariot").kind == "chariot" and profile("elves.chariot").size[1] > 1


@pytest.mark.rule(
    "tp.list.source.ogre", "tp.list.source.troll", "tp.list.source.griffin", "tp.list.source.wyvern",
    "tp.list.source.giant", "tp.list.source.dogs_wolves", "tp.list.source.beast_masters",
)  # fmt: skip
def test_beasts_are_what_the_examples_say() -> None:
    ogre, troll, wyvern = profile("mercenaries.ogre"), profile("orcs.troll"), profile("orcs.wyvern")
    assert ogre.kind == "pack" and ogre.ratings["fear"] == 1 and ogre.size[0] <= 3 <= ogre.size[1]
    assert troll.ratings["fear"] == 1 and {"sluggish", "regeneration"} <= {*troll.traits}
    assert profile("herlanceia.griffin").save.agility == 2
    assert wyvern.line.flight and "dread of the woods" in wyvern.traits
    assert wyvern.ratings["poison"] == 5 and wyvern.stings == 1
    assert "dread of the woods" in profile("orcs.giant").traits
    assert profile("mercenaries.war_dog").kind == "pack" and profile("orcs.wolf_riders").steed == "wolf"
    assert profile("mercenaries.ogre_handler").line.movement == 6
    assert "war net" in profile("mercenaries.ogre_handler").weapons


@pytest.mark.rule(
    "tp.list.source.mercenary_spear_men", "tp.list.source.initiates", "tp.list.source.heavy_riders",
    "tp.list.source.herlanceian_specials", "tp.list.source.human",
)  # fmt: skip
def test_men_are_what_the_examples_say() -> None:
    assert profile("mercenaries.spear_men").base == (20, 20)
    assert profile("mercenaries.initiates").kind == "skirmishers" and ARMIES.lists["mercenaries"].for_hire
    assert profile("herlanceia.heavy_riders").base == (30, 30)
    titles = [told.title for told in ARMIES.lists["herlanceia"].profile]
    assert "Herlanceia's Grand Guard" in titles and "Men of Crack & Corn Mountains" in titles
    assert not [told for told in ARMIES.lists["herlanceia"].profile if told.kind == "skirmishers"]
    assert profile("herlanceia.longbowmen").line.movement == 7
    assert (profile("herlanceia.guard").save.toughness, profile("herlanceia.guard").line.damage) == (3, 1)


@pytest.mark.rule("tp.list.source.bases")
def test_foot_stands_on_20_mm_and_horse_on_30() -> None:
    for army in ARMIES.lists.values():
        for told in army.profile:
            if told.kind in ("character", "missile", "mob", "skirmishers"):
                assert told.base == (20, 20), told.rule
            if told.kind == "cavalry":
                assert told.base == (30, 30), told.rule


@pytest.mark.rule("tp.list.source.bases", "tp.list.elves.chariot")
def test_a_chariot_comes_to_the_table_deeper_than_it_is_wide() -> None:
    assert profile("elves.chariot").base == (40, 60)
    chariots = enlisted(group("chariot", 2), name="elves").groups[0]
    assert chariots.figure.base == (from_mm(40), from_mm(60))


@pytest.mark.rule("tp.list.source.longbow_access")
def test_orcs_have_no_longbows_and_elves_and_herlanceians_do() -> None:
    def longbows(army: str) -> bool:
        carried = [
            (*told.weapons, *(w for o in told.options for w in o.gives)) for told in ARMIES.lists[army].profile
        ]
        return any("longbow" in weapons for weapons in carried)

    assert [longbows(army) for army in ("orcs", "elves", "herlanceia")] == [False, True, True]


@pytest.mark.rule("tp.list.source.troop_counts")
def test_the_sizes_of_the_examples_can_be_fielded() -> None:
    counts = {"orcs.saws": 10, "mercenaries.pikes": 24, "mercenaries.ogre": 3, "orcs.goblin_horde": 20}
    for name, models in counts.items():
        least, most = profile(name).size
        assert least <= models <= most, name


@pytest.mark.rule("tp.list.source.halfwit")
def test_halfwits_cost_a_star() -> None:
    halfwits = [told for army in ARMIES.lists.values() for told in army.profile if "halfwit" in told.roles]
    assert len(halfwits) == 4 and all(told.shapes["star"] == 1 for told in halfwits)


# --- names ---------------------------------------------------------------------------------------------------


def spoilt(**changes: object) -> list[DataError]:
    army = ARMIES.lists["orcs"]
    wrong = replace(army.find("warriors"), **changes)
    profiles = tuple(wrong if told.id == "warriors" else told for told in army.profile)
    lists = {**ARMIES.lists, "orcs": replace(army, profile=profiles)}
    return list(army_faults(replace(ARMIES, lists=lists)))


@pytest.mark.rule("tp.list.names")
def test_a_name_that_stands_for_nothing_is_a_fault_of_the_list() -> None:
    assert not list(army_faults(read_armies()))
    (fault,) = spoilt(weapons=("hand wepon",), options=())
    assert (
        fault.file == "armies/orcs.toml"
        and "expected a weapon, got hand wepon, did you mean hand weapon?" in str(fault)
    )
    assert "expected a trait" in str(spoilt(traits=("frency",))[0])
    assert "expected a steed" in str(spoilt(kind="cavalry")[0])
    assert "expected an army list" in str(spoilt(hates=("elfs",))[0])
    assert "expected a way to shoot, got blot, did you mean bolt?" in str(spoilt(shoots="blot")[0])


# --- the points formula --------------------------------------------------------------------------------------


@pytest.mark.rule("tp.list.points_formula")
def test_the_formula_and_the_adjustment_make_the_price_of_every_profile() -> None:
    for army in ARMIES.lists.values():
        for told in army.profile:
            assert worth(told, army, ARMIES).points + told.adjustment == told.points, told.rule


@pytest.mark.rule("tp.list.points_formula", "tp.list.source.saws")
def test_the_saws_come_out_at_17_points() -> None:
    value = worth(profile("orcs.saws"), ARMIES.lists["orcs"], ARMIES)
    assert (value.offence, value.defence) == (2.8, 2.005)
    assert (value.combat, value.movement, value.soldiering, value.traits) == approx(
        (16.33, 1.0, 0.98, 1.06), abs=0.005
    )
    assert value.points == 17 == profile("orcs.saws").points and profile("orcs.saws").adjustment == 0
    assert profile("orcs.saws").shapes == {"diamond": 1} and "poison" in profile("orcs.saws").ratings


@pytest.mark.rule("tp.list.points_formula")
def test_the_guard_is_worth_9_and_the_outriders_21() -> None:
    herlanceia = ARMIES.lists["herlanceia"]
    guard = worth(profile("herlanceia.guard"), herlanceia, ARMIES)
    assert (guard.offence, guard.defence, guard.combat, guard.soldiering) == (1.2, 1.511, 8.289, 1.1)
    assert guard.points == 9
    riders = profile("herlanceia.outriders")
    assert (worth(riders, herlanceia, ARMIES).points, riders.adjustment, riders.points) == (21, 10, 31)
