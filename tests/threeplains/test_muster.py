"""Mustering an army: what it costs, and what it must keep to."""

from __future__ import annotations

import msgspec
import pytest

from warhost.roster.lists import all_faults
from warhost.rulebooks.threeplains.armies.allowance import Allowance, allowance, choice_shapes, deviancy
from warhost.rulebooks.threeplains.armies.choices import choices
from warhost.rulebooks.threeplains.armies.muster import enlist

from .mustering import ARMIES, LISTS, army, broken, group, hero, spent
from .scenarios import breaches
from .scenarios import roster as written_for

GUARD, BULL = group("guard", 20), hero("bull", role="general")
LAWFUL = (GUARD, group("spear_militia", 20), hero("champion", role="general"))


def test_a_plain_army_is_lawful() -> None:
    assert not LISTS.breaches(army("herlanceia", 500, *LAWFUL))


# --- points and shapes ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.army.points", "tp.army.roster")
def test_every_model_is_paid_for_and_the_limit_holds() -> None:
    bill = LISTS.bill(army("orcs", 500, group("warriors", 20, command=True, options=["spear"]), BULL))
    assert [line.points for line in bill.lines] == [20 * (8 + 4) + 10, 72] and bill.points == 322
    assert "tp.army.points" not in broken(army("orcs", 322, *(group("warriors", 20, command=True), BULL)))
    over = army("herlanceia", 431, *LAWFUL)
    assert LISTS.bill(over).points == 432 and broken(over) == {"tp.army.points": "the army"}
    assert [breach.mend for breach in LISTS.breaches(over)] == ["take 1 point off"]


@pytest.mark.rule("tp.army.allowance", "tp.list.source.saws")
def test_ten_saws_cost_170_points_and_one_diamond_for_them_all() -> None:
    (line,) = LISTS.bill(army("orcs", 500, group("saws", 10))).lines
    assert (line.points, line.shares) == (170, {"diamond": 1})


@pytest.mark.rule("tp.army.allowance.chart")
@pytest.mark.parametrize(
    ("points", "row"),
    [
        (500, Allowance(1, 3, 2, 1)),
        (501, Allowance(1.5, 4, 3, 1)),
        (1500, Allowance(2, 4.5, 3.75, 1)),
        (2000, Allowance(2.5, 5, 4.5, 1)),
        (2300, Allowance(3, 5.5, 5.25, 1)),
        (3000, Allowance(3.5, 6, 6, 1)),
        (4000, Allowance(4.5, 7, 7.5, 1)),
        (4001, Allowance(5, 7.5, 8.25, 2)),
        (5600, Allowance(6.5, 9, 10.5, 2)),
        (8001, Allowance(9, 11.5, 14.25, 3)),
    ],
)
def test_the_size_of_an_army_sets_its_shapes(points: int, row: Allowance) -> None:
    assert allowance(points) == row


@pytest.mark.rule("tp.army.block")
def test_too_few_blocks_are_not_lawful() -> None:
    one_and_a_half = army("orcs", 1500, group("warriors", 20), group("goblin_archers", 10), BULL)
    assert spent(LISTS.bill(one_and_a_half))["blocks"] == 1.5
    (breach,) = LISTS.breaches(one_and_a_half)
    assert breach.rule == "tp.army.block" and breach.mend == "add groups worth 0.5 blocks or more"


@pytest.mark.rule("tp.army.triangle")
def test_triangles_measure_characters() -> None:
    bulls = [hero("bull"), hero("bull"), hero("bull"), hero("bull")]
    five = army("orcs", 2000, *[group("warriors", 30)] * 3, BULL, *bulls)
    assert spent(LISTS.bill(five))["triangles"] == 5 and not broken(five)
    six = msgspec.structs.replace(five, character=(*five.character, hero("bull")))
    assert broken(six) == {"tp.army.triangle": "the army"}


@pytest.mark.rule("tp.army.diamond")
def test_diamonds_measure_rarity() -> None:
    core, saws = [group("warriors", 30)] * 4, [group("saws", 10)]
    assert not broken(army("orcs", 3000, *core, BULL, *saws * 6))
    assert broken(army("orcs", 3000, *core, BULL, *saws * 7)) == {"tp.army.diamond": "the army"}


@pytest.mark.rule("tp.army.star", "tp.list.source.halfwit", "tp.list.source.grand_general")
def test_a_star_is_one_copy_of_a_profile_and_not_one_for_the_army() -> None:
    guards, leaders = [group("guard", 30)], [hero("grand_general", role="general"), hero("halfwit")]
    assert not broken(army("herlanceia", 3000, *guards * 4, *leaders))
    assert broken(army("herlanceia", 3000, *guards * 4, *leaders, leaders[1])) == {"tp.army.star": "the army"}
    assert not broken(army("herlanceia", 5600, *guards * 11, *leaders, leaders[1]))


@pytest.mark.rule("tp.army.star")
def test_a_star_too_many_is_called_by_its_title() -> None:
    leaders = [hero("grand_general", role="general"), hero("halfwit"), hero("halfwit")]
    (breach,) = LISTS.breaches(army("herlanceia", 3000, *[group("guard", 30)] * 4, *leaders))
    assert breach.why == "2 of Herlanceian Halfwit, a star, of which an army of this size has 1"


@pytest.mark.rule("tp.army.mixing", "tp.list.source.allowance_examples")
def test_the_shapes_of_rider_and_beast_are_added() -> None:
    rider = army("herlanceia", 1000, hero("champion", mount="griffin"))
    (line,) = LISTS.bill(rider).lines
    assert (line.points, line.shares) == (72 + 200, {"triangle": 1, "diamond": 2})


@pytest.mark.rule("tp.list.wizards")
def test_a_master_wizard_costs_45_points_and_a_triangle_more() -> None:
    roster = army("orcs", 500, hero("shaman"), hero("shaman", options=["master"]))
    plain, master = choices(roster, ARMIES)
    assert [line.points for line in LISTS.bill(roster).lines] == [81, 126]
    assert (choice_shapes(plain), choice_shapes(master)) == ({"triangle": 1}, {"triangle": 2})
    assert plain.profile.disciplines == ("chaos", "black", "destruction", "battle")
    (fault,) = all_faults(LISTS, army("orcs", 500, hero("goblin_hexer", options=["master"])))
    assert fault[0] == "character[0].options[0]"


@pytest.mark.rule("tp.army.players")
def test_allies_share_the_points_of_their_side() -> None:
    orcs = army("orcs", 1000, group("warriors", 30), group("goblin_horde", 40), BULL, side=800)
    assert broken(orcs) == {"tp.army.players": "the army"}
    first = army("herlanceia", 500, *LAWFUL, side=1000)
    second = army("orcs", 600, group("warriors", 30), group("goblin_horde", 40, options=["spear"]), BULL, side=1000)
    assert not LISTS.breaches_together([first, first])
    (breach,) = LISTS.breaches_together([first, second])
    assert breach.rule == "tp.army.players" and "1064 points together, and share 1000" in breach.why


# --- characters ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.setup.general", "tp.character.general", "tp.list.composition")
def test_an_army_has_exactly_one_general_and_never_the_standard_bearer() -> None:
    core = (GUARD, group("spear_militia", 20))
    assert broken(army("herlanceia", 1000, *core, hero("champion"))) == {"tp.setup.general": "the army"}
    two = [hero("champion", role="general"), hero("grand_general", role="general")]
    assert broken(army("herlanceia", 1000, *core, *two)) == {"tp.setup.general": "the army"}
    (alone,) = LISTS.breaches(army("herlanceia", 1000, *core, hero("standard_bearer")))
    assert alone.why == "nobody can be its general"
    bearer = army("herlanceia", 1000, *core, hero("standard_bearer", role="general"), hero("champion"))
    assert broken(bearer) == {"tp.character.general": "standard_bearer"}
    assert not broken(army("herlanceia", 1000, *core, hero("halfwit", role="general")))


@pytest.mark.rule("tp.character.battle_standard")
def test_a_second_battle_standard_is_not_lawful() -> None:
    bearers = [hero("standard_bearer"), hero("standard_bearer")]
    roster = army("herlanceia", 5000, *[group("guard", 30)] * 7, hero("champion", role="general"), *bearers)
    assert broken(roster) == {"tp.character.battle_standard": "the army"}


@pytest.mark.rule("tp.character.role_assignment", "tp.list.source.orc_runt")
def test_a_runt_can_be_nothing_but_a_halfwit() -> None:
    runt = army("orcs", 500, group("warriors", 20), BULL, hero("runt", role="hero"))
    assert broken(runt) == {"tp.character.role_assignment": "runt"}
    assert broken(army("orcs", 500, group("warriors", 20), BULL, hero("runt", role="wizard")))
    assert not broken(army("orcs", 500, group("warriors", 20), BULL, hero("runt", role="halfwit")))


@pytest.mark.rule("tp.character.join.eligible")
def test_a_character_starts_with_a_group_on_bases_of_its_size() -> None:
    core = (group("warriors", 20), group("bull_gang", 4), group("boar_riders", 4))
    afoot = {host: broken(army("orcs", 1000, *core, hero("bull", role="general", **{"with": host}))) for host in (
        "warriors", "bull_gang", "boar_riders")}  # fmt: skip
    mounted = {
        host: broken(army("orcs", 1000, *core, hero("bull", role="general", mount="war boar", **{"with": host})))
        for host in ("warriors", "bull_gang", "boar_riders")
    }
    no = {"tp.character.join.eligible": "bull"}
    blocks = {"tp.army.block": "the army"}
    assert afoot == {"warriors": blocks, "bull_gang": {**blocks, **no}, "boar_riders": {**blocks, **no}}
    assert mounted == {"warriors": {**blocks, **no}, "bull_gang": blocks, "boar_riders": blocks}


@pytest.mark.rule("tp.beast.unit.no_characters")
def test_nobody_joins_a_beast_unit() -> None:
    pack = (group("troll", 2), group("goblin_herder", 2, **{"with": "troll"}), group("warriors", 20))
    joined = army("orcs", 500, *pack, hero("bull", role="general", **{"with": "troll"}))
    assert broken(joined) == {"tp.beast.unit.no_characters": "bull"}


# --- groups --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.list.composition")
@pytest.mark.parametrize(("models", "lawful"), [(9, False), (10, True), (30, True), (31, False)])
def test_groups_keep_to_their_sizes(models: int, lawful: bool) -> None:
    found = broken(army("herlanceia", 500, group("guard", models), group("spear_militia", 10), LAWFUL[2]))
    assert found == ({} if lawful else {"tp.list.composition": "guard"})


@pytest.mark.rule("tp.list.composition", "tp.unit.command.not_for_skirmishers")
def test_a_command_model_costs_10_points_once_where_it_is_offered() -> None:
    plain, led = (LISTS.bill(army("orcs", 500, group("warriors", 10, command=led))).points for led in (False, True))
    assert led - plain == 10
    assert broken(army("orcs", 500, group("warriors", 20), group("wolf_riders", 4, command=True), BULL)) == {
        "tp.unit.command": "wolf_riders"
    }
    sneaks = group("goblin_sneaks", 5, command=True)
    assert broken(army("orcs", 500, group("warriors", 20), sneaks, BULL)) == {
        "tp.unit.command.not_for_skirmishers": "goblin_sneaks"
    }


@pytest.mark.rule("tp.unit.mob.formation")
@pytest.mark.parametrize(("files", "lawful"), [(3, False), (4, True), (5, True), (6, False), (10, False)])
def test_a_mob_of_twenty_is_four_or_five_wide(files: int, lawful: bool) -> None:
    freed, captain = group("freed_mob", 20, files=files), hero("champion", role="general")
    mob = army("herlanceia", 500, group("guard", 20), freed, captain)
    assert broken(mob) == ({} if lawful else {"tp.unit.mob.formation": "freed_mob"})


@pytest.mark.rule("tp.unit.mob.formation")
@pytest.mark.parametrize(("led", "lawful"), [("freed_mob", True), ("guard", False)])
def test_a_mob_of_twenty_five_is_six_wide_only_with_whoever_leads_it(led: str, lawful: bool) -> None:
    freed, captain = group("freed_mob", 25, files=6), hero("champion", role="general", **{"with": led})
    mob = army("herlanceia", 500, group("guard", 20), freed, captain)
    assert broken(mob) == ({} if lawful else {"tp.unit.mob.formation": "freed_mob"})


@pytest.mark.rule("tp.unit.mob.formation")
def test_a_mob_whose_front_is_not_said_stands_in_a_square() -> None:
    mob = army("herlanceia", 500, group("guard", 20), group("freed_mob", 20), hero("champion", role="general"))
    assert [group.files for group in enlist(mob, ARMIES).groups] == [6, 5]


@pytest.mark.rule("tp.piece.unit.shape")
def test_a_front_is_three_men_or_two_riders_wide_at_least() -> None:
    narrow = army("orcs", 500, group("warriors", 12, files=2), group("boar_riders", 4, files=1), BULL)
    assert [breach.mend for breach in LISTS.breaches(narrow)] == ["stand 3 wide", "stand 2 wide"]
    assert not broken(army("orcs", 500, group("warriors", 12, files=3), group("boar_riders", 4, files=2), BULL))
    assert broken(army("orcs", 500, group("warriors", 12, files=13), BULL)) == {"tp.piece.unit.shape": "warriors"}


@pytest.mark.rule("tp.list.beast_units")
@pytest.mark.parametrize(
    ("name", "beasts", "number", "masters", "herders", "lawful"),
    [
        ("mercenaries", "ogre", 2, "ogre_handler", 1, False),
        ("mercenaries", "ogre", 2, "ogre_handler", 2, True),
        ("mercenaries", "ogre", 3, "ogre_handler", 2, False),
        ("mercenaries", "war_dog", 12, "dog_handler", 3, True),
        ("mercenaries", "war_dog", 12, "dog_handler", 2, False),
        ("mercenaries", "war_dog", 9, "dog_handler", 2, False),
        ("mercenaries", "war_dog", 8, "dog_handler", 2, True),
        ("orcs", "giant", 1, "goblin_herder", 1, False),
        ("orcs", "giant", 1, "goblin_herder", 2, True),
        ("orcs", "giant", 1, "goblin_herder", 6, True),
        ("orcs", "giant", 1, "goblin_herder", 7, False),
    ],
)
def test_beasts_need_their_masters(
    name: str, beasts: str, number: int, masters: str, herders: int, lawful: bool
) -> None:
    pack = (group(beasts, number), group(masters, herders, **{"with": beasts}))
    rules = {breach.rule for breach in LISTS.breaches(army(name, 2000, *pack)) if breach.where == beasts}
    assert rules == (set() if lawful else {"tp.list.beast_units"})
    assert (
        spent(LISTS.bill(army(name, 2000, *pack)))["diamonds"]
        == spent(LISTS.bill(army(name, 2000, pack[0])))["diamonds"]
    )


@pytest.mark.rule("tp.list.beast_units")
@pytest.mark.parametrize(("masters", "lawful"), [((2, 2), True), ((1, 3), False)])
def test_the_masters_of_one_pack_keep_no_other(masters: tuple[int, int], lawful: bool) -> None:
    packs = [
        one
        for at, number in enumerate(masters)
        for one in (group("ogre", 2, id=f"ogres {at}"), group("ogre_handler", number, **{"with": f"ogres {at}"}))
    ]
    wrong = [breach.where for breach in LISTS.breaches(army("mercenaries", 2000, *packs))]
    assert [one for one in wrong if one.startswith("ogres")] == ([] if lawful else ["ogres 0"])



@pytest.mark.rule("tp.list.beast_units")
def test_masters_do_not_march_without_beasts_and_mounts_not_without_riders() -> None:
    lone = army("orcs", 500, group("warriors", 20), group("goblin_herder", 2), BULL)
    assert broken(lone) == {"tp.list.beast_units": "goblin_herder"}
    ((key, expected),) = all_faults(LISTS, army("orcs", 500, group("wyvern")))
    assert key == "group[0].profile" and "Wyvern is bought as the mount of a character" in expected


# --- equipment -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.weapon.options")
def test_options_that_exclude_each_other_are_not_lawful() -> None:
    both = army("orcs", 500, group("warriors", 20, options=["two hand weapons", "spear"]), BULL)
    assert broken(both) == {"tp.weapon.options": "warriors"}
    twice = hero("grand_general", role="general", options=["light armour", "heavy armour"])
    assert broken(army("herlanceia", 500, GUARD, twice)) == {"tp.weapon.options": "grand_general"}
    saddled = hero("bull", role="general", mount="war boar", options=["great blade", "lance"])
    assert broken(army("orcs", 500, group("warriors", 20), saddled)) == {"tp.weapon.options": "bull"}
    horde = group("goblin_horde", 20, options=["spear", "light armour"])
    assert all_faults(LISTS, army("orcs", 500, horde))
    dressed = group("goblin_horde", 20, options=["spear", "light armour and shield"])
    assert not broken(army("orcs", 500, dressed, BULL))


# --- hire ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.list.hire", "tp.list.source.initiates")
def test_a_quarter_of_the_points_may_go_to_mercenaries() -> None:
    core = (group("guard", 30), group("spear_militia", 20), hero("champion", role="general"))
    hired = army("herlanceia", 1000, *core, group("mercenaries.initiates", 15), group("mercenaries.pikes", 12))
    assert spent(LISTS.bill(hired))["points for hire"] == 135 + 108 and not broken(hired)
    more = army("herlanceia", 1000, *core, group("mercenaries.initiates", 15), group("mercenaries.pikes", 13))
    assert broken(more) == {"tp.list.hire": "the army"}
    blade = army("herlanceia", 1000, *core, hero("mercenaries.blade_for_hire"))
    assert broken(blade) == {"tp.list.hire": "blade_for_hire"}
    elves = army("herlanceia", 1000, *core, group("elves.outer_watch", 8))
    assert broken(elves) == {"tp.list.hire": "outer_watch"}


@pytest.mark.rule("tp.list.hire")
def test_hired_groups_use_the_shapes_of_the_army_and_the_higher_deviancy() -> None:
    for name, wanted in (("elves", 3), ("orcs", 4)):
        roster = army(name, 1000, group("mercenaries.great_swords", 5), group("mercenaries.pikes", 12))
        assert spent(LISTS.bill(roster))["diamonds"] == 1 and spent(LISTS.bill(roster))["blocks"] == 1
        assert {deviancy(choice, roster, ARMIES) for choice in choices(roster, ARMIES)} == {wanted}
        assert [recruits.hired for recruits in enlist(roster, ARMIES).groups] == [True, True]


@pytest.mark.rule("tp.army.size")
@pytest.mark.parametrize(
    ("name", "part", "against", "wanted", "rule"),
    [
        ("rampage", "defenders", 1000, 666, "tp.scenario.rampage.forces"),
        ("fighting_for_time", "defenders", 2000, 666, "tp.scenario.time.army_size"),
        ("last_stand", "defenders", 1050, 262, "tp.scenario.last_stand.army_size"),
        ("forest_ambush", "victims", 1000, 1000, "tp.scenario.forest.roles"),
        ("siege", "defenders", 1000, 250, "tp.siege.army_size"),
    ],
)
def test_who_fights_against_more_has_his_share_of_their_points(
    name: str, part: str, against: int, wanted: int, rule: str
) -> None:
    """Only in a siege there may be more, which the fortress has left over."""
    for points, lawful in ((wanted - 1, False), (wanted, True), (wanted + 1, name == "siege")):
        found = breaches(written_for(name, part, points, against=against), rule)
        assert (not found) is lawful, points
    assert not breaches(written_for(name, part, wanted + 1), rule)  # against nobody in particular
