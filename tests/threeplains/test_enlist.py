"""From the roster to the table: figures with their options, mounts and armour counted in."""

from __future__ import annotations

import msgspec
import pytest

from warhost.roster.lists import all_faults
from warhost.rulebooks.threeplains.armies.muster import enlist
from warhost.rulebooks.threeplains.figure import Blows, Save, from_mm, inches

from .mustering import ARMIES, LISTS, army, enlisted, group, hero

GUARD = group("guard", 20)


def test_a_group_comes_with_its_models_command_and_files() -> None:
    guard = enlisted(group("guard", 20, command=True, files=5, name="First")).groups[0]
    assert (guard.id, guard.title, guard.models, guard.command, guard.files) == ("guard", "First", 20, True, 5)
    assert (guard.points, guard.figure.points, guard.hired) == (190, 9, False)
    figure = guard.figure
    assert (figure.profile, figure.category, figure.base) == ("herlanceia.guard", "infantry", (from_mm(20),) * 2)
    assert (figure.movement, figure.life, figure.soldiering, figure.rating) == (inches(7), 1, 4, 4)
    assert figure.save == Save(3) and figure.blows == (Blows(1, 4),)
    assert figure.weapons == ("hand weapon", "sidearm") and figure.shield and not figure.heavy


def test_groups_of_the_same_profile_have_ids_of_their_own() -> None:
    assert [g.id for g in enlisted(GUARD, GUARD, group("guard", 10, id="old")).groups] == [
        "guard",
        "guard-2",
        "old",
    ]


def test_a_group_without_files_stands_about_twice_as_wide_as_deep() -> None:
    files = [g.files for g in enlisted(group("guard", 10), group("guard", 20), group("heavy_riders", 4)).groups]
    assert files == [4, 6, 2]


@pytest.mark.rule("tp.list.source.grand_general", "tp.list.steeds")
def test_the_grand_general_on_his_war_horse() -> None:
    general = enlisted(hero("grand_general", role="general", mount="war horse")).leaders[0]
    figure = general.figure
    assert (figure.movement, figure.life, figure.soldiering, figure.mounted) == (inches(12), 3, 5, True)
    assert figure.blows == (Blows(1, 4), Blows(1, 3, part="steed")) and figure.rating == 4
    assert figure.base == (from_mm(30),) * 2 and figure.category == "character"
    assert (general.points, general.role, general.general) == (52, "general", True)


@pytest.mark.rule("tp.list.steeds", "tp.armour.heavy.movement")
def test_a_bull_in_heavy_armour_on_a_war_boar() -> None:
    boar = hero("bull", mount="war boar", options=["heavy armour", "lance"])
    leader = enlisted(boar, name="orcs").leaders[0]
    figure = leader.figure
    assert (figure.movement, figure.life, figure.save.toughness, figure.heavy) == (inches(9), 4, 4, True)
    assert figure.blows == (Blows(3, 5, 2), Blows(1, 3, 2, part="steed"))
    assert figure.weapons == ("lance", "sidearm") and leader.points == 72 + 22 + 10 + 22
    assert "frenzy" in figure.traits and leader.role == "hero"


@pytest.mark.rule("tp.trait.mount_agility", "tp.armour.heavy.agility")
@pytest.mark.parametrize(
    ("name", "profile", "mount", "options", "agility"),
    [
        ("elves", "lord", "", [], 1),
        ("elves", "lord", "imperial steed", [], 1),
        ("elves", "lord", "imperial steed", ["heavy armour"], 0),
        ("elves", "lord", "leftdinnear", [], 2),
        ("elves", "lord", "leftdinnear", ["heavy armour"], 1),
        ("orcs", "goblin_boss", "wolf", [], 1),
        ("orcs", "goblin_boss", "", ["heavy armour"], 0),
        ("herlanceia", "grand_general", "war horse", ["heavy armour"], 0),
        ("herlanceia", "grand_general", "", ["heavy armour"], 0),
    ],
)
def test_a_rider_has_the_agility_of_his_steed_if_it_is_greater(
    name: str, profile: str, mount: str, options: list[str], agility: int
) -> None:
    leader = enlisted(hero(profile, mount=mount, options=options), name=name).leaders[0]
    assert leader.figure.save.agility == agility


@pytest.mark.rule("tp.trait.mount_agility")
def test_a_rider_more_agile_than_his_steed_loses_1() -> None:
    elves = ARMIES.lists["elves"]
    lord = elves.find("lord")
    horse = msgspec.structs.replace(lord.mounts[0], steed="war horse")
    changed = msgspec.structs.replace(elves, profile=(msgspec.structs.replace(lord, mounts=(horse,)),))
    armies = msgspec.structs.replace(ARMIES, lists={"elves": changed})
    leader = enlist(army("elves", 500, hero("lord", mount="war horse")), armies).leaders[0]
    assert leader.figure.save.agility == 0


@pytest.mark.rule("tp.list.conventions")
def test_cavalry_and_chariots_strike_with_riders_and_animals() -> None:
    riders, chariot = enlisted(group("lancers", 4), group("chariot", 1), name="elves").groups
    assert riders.figure.blows == (Blows(1, 5), Blows(1, 3, part="steed"))
    assert (riders.figure.movement, riders.figure.life, riders.figure.category) == (inches(12), 2, "cavalry")
    assert riders.figure.mounted and riders.figure.heavy and not riders.figure.loose
    assert chariot.figure.blows == (Blows(2, 5), Blows(2, 3, part="team"))
    assert (chariot.figure.category, chariot.figure.mounted) == ("machine", True)
    wolves = enlisted(group("wolf_riders", 4), name="orcs").groups[0]
    assert wolves.figure.loose and wolves.figure.save.agility == 1


def test_options_change_what_a_model_carries_and_wears() -> None:
    halberds = enlisted(group("guard", 10, options=["halberd"])).groups[0].figure
    assert halberds.weapons == ("halberd", "sidearm") and halberds.shield and halberds.points == 11
    blades = enlisted(group("warriors", 10, options=["two hand weapons"]), name="orcs").groups[0].figure
    assert blades.weapons == ("two hand weapons", "sidearm") and not blades.shield
    spears = enlisted(group("imperial_watch", 10, options=["spear"]), name="elves").groups[0].figure
    assert "infantry wedge" not in spears.traits and "spear" in spears.weapons
    bows = enlisted(group("free_riders", 4, options=["short bow"]), name="mercenaries").groups[0].figure
    assert not bows.shield and {"short bow", "spear"} <= {*bows.weapons}
    heavy = enlisted(group("spear_men", 10, options=["heavy armour"]), name="mercenaries").groups[0].figure
    assert (heavy.save.toughness, heavy.movement, heavy.heavy) == (4, inches(6), True)


def test_traits_come_with_their_ratings_and_hatred_with_its_enemies() -> None:
    men, guard = enlisted(group("mountain_men", 8), group("grand_guard", 5)).groups
    assert (men.figure.traits, men.figure.hates) == (("frenzy", "hatred"), ("elves",))
    assert (guard.figure.traits, guard.figure.ratings) == (("bravery",), {"bravery": 1})


def test_those_whom_nobody_named_are_told_apart() -> None:
    dogs = [group("war_dog", 4, id=f"dogs_{at}") for at in (1, 2)]
    men = [group("dog_handler", 1 + at, **{"with": f"dogs_{at}"}) for at in (1, 2)]
    troops = enlist(army("mercenaries", 1000, *dogs, *men, hero("captain_general")), ARMIES).groups
    assert [one.title for one in troops] == ["War Dogs", "War Dogs 2", "Dog Handlers", "Dog Handlers 2"]


@pytest.mark.rule("tp.character.halfwit.hidden", "tp.character.halfwit.exposed")
def test_a_halfwit_with_a_group_is_hidden_unless_it_is_too_small() -> None:
    fool = {"with": "guard"}
    assert enlisted(GUARD, hero("halfwit", **fool)).leaders[0].hidden
    assert not enlisted(group("guard", 4), hero("halfwit", **fool)).leaders[0].hidden
    assert not enlisted(GUARD, hero("halfwit")).leaders[0].hidden
    assert not enlisted(GUARD, hero("champion", **fool)).leaders[0].hidden
    general = enlisted(GUARD, hero("halfwit", role="general", **fool)).leaders[0]
    assert (general.role, general.general, general.group) == ("halfwit", True, "guard")


def test_a_ridden_beast_is_a_piece_of_its_own() -> None:
    rider = enlisted(hero("champion", mount="griffin"))
    (griffin,), (champion,) = rider.groups, rider.leaders
    assert champion.group == griffin.id == "champion-griffin"
    assert (griffin.figure.flight, griffin.figure.life, griffin.points) == (inches(18), 5, 200)
    assert (champion.figure.life, champion.points) == (3, 72)


@pytest.mark.rule("tp.list.source.leftdinnear", "tp.item.enchanted.leftdinnear", "tp.piece.combine.plus")
def test_the_pegasus_carries_whoever_may_ride_a_steed_but_no_halfwit() -> None:
    rider = enlisted(hero("champion", mount="leftdinnear")).leaders[0]
    assert (rider.points, rider.figure.flight, rider.figure.life) == (72 + 125, inches(19), 3 + 3)
    assert rider.figure.blows[1] == Blows(3, 6, 1, 0, 1, "steed") and rider.figure.movement == inches(13)
    assert rider.figure.save == Save(toughness=3, agility=2)  # his own toughness, the agility of the horse
    assert not rider.figure.items and not rider.figure.prices  # no magic item: it counts for no place, no oblivion
    ((key, _),) = all_faults(LISTS, army("herlanceia", 500, hero("halfwit", mount="leftdinnear")))
    assert key == "character[0].mount"
