"""Situation files: the examples show what they say, and what is wrong in a file is told with its key."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.battle import fingerprint
from warhost.engine.data import DataError
from warhost.engine.expect import differences
from warhost.engine.situation import judge
from warhost.rulebooks.threeplains.figure import Blows, Save, from_mm, inches

from .judging import EXAMPLES, book, case, judged, with_entry

SHOWN = {
    "archers_on_a_hill": ["tp.shoot.highground", "tp.shoot.volley"],
    "behind_a_hedge": ["tp.shoot.mod.cover"],
    "bolt_through_ranks": ["tp.list.machine.bolt"],
    "bravery": ["tp.check.bravery", "tp.check.bravery.dice"],
    "charge_zones": ["tp.move.zones", "tp.move.charge.lands"],
    "chariot_turns": ["tp.machine.chariot.turning"],
    "concealed_scouts": ["tp.trait.scouting.concealed"],
    "counter_charge": ["tp.move.counter"],
    "crossbows_moved": ["tp.weapon.crossbow", "tp.shoot.mod.move"],
    "dash_to_charge": ["tp.move.charge.far", "tp.move.charge.aware"],
    "dragon_breath": ["tp.list.breath.dragon", "tp.shoot.template.flame"],
    "engulfed_hero": ["tp.unit.engulf.effects", "tp.check.sol.engulfed"],
    "falling_back": ["tp.move.fallback"],
    "fear_near": ["tp.check.bs.fear", "tp.trait.fear.range", "tp.stress.phase"],
    "first_spell": ["tp.magic.requirements", "tp.spell.base.zap"],
    "flip": ["tp.move.flip"],
    "gap_in_the_turrets": ["tp.siege.plug_gap"],
    "generals_word": ["tp.check.sol.general", "tp.check.bs.fleeing"],
    "general_slain": ["tp.character.general.death", "tp.character.general.no_rally"],
    "giant_and_goblin": ["tp.appendix1.example.giant_attacks", "tp.appendix1.example.goblin_attacks"],
    "great_fortune": ["tp.spell.base.great_fortune"],
    "hero_among_friends": ["tp.shoot.mod.insignificant"],
    "holy_warrior": ["tp.trait.holy_warrior"],
    "lance_charge": ["tp.weapon.lance"],
    "made_up_wizard": ["tp.magic.casters", "tp.magic.master", "tp.magic.attempts"],
    "magic_armour": ["tp.item.armour.hornet_armour", "tp.magic.items.armour"],
    "ogres_unleashed": ["tp.beast.unit.speed"],
    "overlapped": ["tp.combat.overlap", "tp.check.bs.overlapped"],
    "pivot": ["tp.move.pivot"],
    "pivot_too_dear": ["tp.move.pivot", "tp.move.value"],
    "poison_works": ["tp.trait.poison.effect"],
    "potion_in_time": ["tp.item.enchanted.potion_of_strength", "tp.item.weapon.sword_of_strength"],
    "raid_by_night": ["tp.scenario.raid.night", "tp.scenario.raid.night_shooting"],
    "ram_at_the_gate": ["tp.siege.battering_ram", "tp.siege.quick_assault"],
    "sharp_turn": ["tp.move.unit.turn"],
    "shots_at_a_griffin": ["tp.beast.missile_hits", "tp.shoot.disperse.chart", "tp.trait.mount_agility"],
    "single_shot": ["tp.shoot.mod.close", "tp.shoot.damage"],
    "spears_against_lances": ["tp.weapon.spear.strikes_first", "tp.weapon.spear.ranks"],
    "spell_dispelled": ["tp.magic.dispel", "tp.magic.swap"],
    "storming_ladders": ["tp.siege.siege_ladder_combat"],
    "stress_large_combat": ["tp.stress.scenario.3"],
    "stress_small_combat": ["tp.stress.scenario.2"],
    "stress_under_fire": ["tp.stress.scenario.1"],
    "trapped_woods": ["tp.scenario.time.booby_traps"],
    "unruly_orcs": ["tp.check.deviancy", "tp.move.reform"],
    "wedge_with_two_points": ["tp.unit.infantry_wedge.lineup", "tp.unit.infantry_wedge.killing_zone"],
}


def test_every_example_is_looked_at() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.toml")) == sorted(SHOWN)


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.rule(*ids)) for name, ids in SHOWN.items()])
def test_an_example_is_as_its_file_expects(name: str) -> None:
    example = case(name)
    before = fingerprint(example.state)
    found = judge(example)
    assert example.script.expect is not None, "an example without `expect` shows nothing"
    assert differences(example.script.expect, found) == []
    assert bool(found.refusal) == bool(example.script.expect.refused)
    assert fingerprint(example.state) == before, "judging must leave the situation as it was"


@pytest.mark.parametrize(
    ("name", "key", "wrong"),
    [
        ("unruly_orcs", "chances.steady.reform", {"chances": {"steady": {"reform": 65}}}),
        ("unruly_orcs", "totals.shaken.reform", {"totals": {"shaken": {"reform": 4}}}),
        ("unruly_orcs", "legal.boss", {"legal": {"boss": ["move", "reform"]}}),
        ("unruly_orcs", "illegal.boss.reorganise", {"illegal": {"boss": {"reorganise": "tp.move.loose"}}}),
        ("unruly_orcs", "illegal.steady.reform", {"illegal": {"steady": {"reform": "tp.move.loose"}}}),
        ("spears_against_lances", "chances.lancers.spears", {"chances": {"lancers": {"spears": 67}}}),
        ("spears_against_lances", "strength.spears", {"strength": {"spears": 10}}),
        ("lance_charge", "life.ogre", {"life": {"ogre": 5}}),
        ("flip", "at.guard", {"at": {"guard": [36, 13]}}),
    ],
)  # fmt: skip
def test_what_is_not_as_expected_is_told_with_its_key(name: str, key: str, wrong: dict[str, Any]) -> None:
    found = judged(name, expect=wrong)
    assert found.case.script.expect is not None
    (told,) = differences(found.case.script.expect, found)
    assert told.startswith(f"expect.{key}: ")


# --- what a file can say -------------------------------------------------------------------------------------


def test_a_profile_comes_with_its_numbers_and_may_be_changed() -> None:
    changed = with_entry(
        "flip", "groups", 0, stats={"CR": 6, "LP": 2}, save={"toughness": 1, "magic": 2}, options=["halberd"]
    )
    guard = case("flip", answers=None, expect=None, **changed).setting.figures[0]
    assert (guard.profile, guard.movement, guard.life, guard.rating) == ("herlanceia.guard", inches(7), 2, 6)
    assert guard.blows == (Blows(1, 6),)
    assert guard.save == Save(1, 0, 0, 2)
    assert "halberd" in guard.weapons


def test_riders_keep_their_steed_unless_they_get_another() -> None:
    lancers = case("spears_against_lances").setting.figures[0]
    assert [line.part for line in lancers.blows] == ["self", "steed"]
    steed = {"A": 3, "CR": 5, "D": 2}
    changed = case("spears_against_lances", **with_entry("spears_against_lances", "groups", 0, steed=steed))
    assert changed.setting.figures[0].blows[1] == Blows(3, 5, 2, part="steed")
    assert changed.setting.figures[0].mounted


def test_made_up_troops_are_what_is_said_of_them() -> None:
    dragon = case("bravery").setting.figures[0]
    assert (dragon.category, dragon.base, dragon.life) == ("beast", (from_mm(60), from_mm(60)), 8)
    assert (dragon.traits, dragon.ratings) == (("fear",), {"fear": 3})


def test_what_has_happened_is_in_the_state() -> None:
    now = {"spent": 2.5, "flimsy": True, "moved": True, "shot": True, "fell_back": True, "held": True, "tired": 3}
    changed = with_entry("crossbows_moved", "groups", 0, now=now)
    state = case("crossbows_moved", turn=3, active="ours", **changed).state
    piece = state.pieces[0]
    assert (state.clock, state.turn) == (5, 3)
    assert (piece.turn.spent, piece.tired, piece.turn.shot) == (2500, 3, True)
    assert piece.stirred == piece.aimed == piece.fell_back == 5
    assert piece.flimsy_until == piece.held_until == 6


def test_the_turn_of_the_second_player_is_the_later_half() -> None:
    assert case("flip", turn=2, active="theirs", answers=None, dice=None, expect=None).state.clock == 4
    assert (
        case("flip", turn=2, active="theirs", first="theirs", answers=None, dice=None, expect=None).state.clock == 3
    )


def test_a_charge_that_runs_has_its_target_and_those_in_combat_their_contact() -> None:
    charging = case("falling_back").state
    assert [piece.charge_target for piece in charging.pieces[:2]] == [2, 3]
    (met,) = case("lance_charge").state.contacts
    assert (met.a, met.b, met.charge, met.rounds, met.clock) == (0, 1, 10000, 0, 1)


def test_a_character_can_stand_with_a_group() -> None:
    boss = with_entry("unruly_orcs", "characters", 0, **{"with": "steady", "at": None})
    state = case("unruly_orcs", expect=None, **boss).state
    assert (state.pieces[2].fate, state.pieces[2].host, state.pieces[0].leaders) == ("within", 0, (2,))


def test_a_halfwit_can_hide_in_a_group() -> None:
    runt = {"id": "runt", "side": "ours", "profile": "orcs.runt", "with": "steady", "now": {"hidden": True}}
    state = case("unruly_orcs", expect=None, characters=[runt]).state
    assert (state.pieces[2].fate, state.pieces[0].leaders) == ("hidden", ())


def test_a_loose_group_stands_in_ranks_or_model_by_model() -> None:
    group = {"id": "riders", "side": "ours", "profile": "orcs.wolf_riders", "models": 4, "files": 2, "at": [36, 20]}
    (ranks,) = case("flip", answers=None, dice=None, expect=None, groups=[group]).state.pieces
    assert len(ranks.places) == 4
    assert (ranks.x, ranks.y) == (36000, pytest.approx(20000, abs=1))
    del group["at"]
    scattered = {**group, "places": [[30, 20], [33, 20], [36, 18], [39, 20]]}
    (spread,) = case("flip", answers=None, dice=None, expect=None, groups=[scattered]).state.pieces
    assert spread.places == ((30000, 20000), (33000, 20000), (36000, 18000), (39000, 20000))
    assert spread.y == 20000 + from_mm(30) // 2


def test_a_board_of_the_game_can_be_taken_with_features_of_ones_own() -> None:
    board = book().library.boards["three_hills"]
    features = [{"kind": "fence", "name": "New Fence", "middle": [36, 40], "size": [4, 0.3]}]
    table = case("flip", table={"board": "three_hills"}, features=features).setting.table
    assert len(table.features) == len(board.feature) + 1
    assert table.features[-1].name == "New Fence"


def test_very_large_armies_do_not_change_the_table_that_is_written() -> None:
    assert case("flip", points=9000, table={"width": 60, "depth": 40}).setting.table.width == inches(60)


def test_the_deviancy_of_an_army_is_that_of_its_list_unless_it_is_said() -> None:
    assert [army.deviancy for army in case("unruly_orcs").setting.armies] == [4, 3]
    said = case("unruly_orcs", deviancy=[1, 2], expect=None).setting
    assert [army.deviancy for army in said.armies] == [1, 2]
    assert {entry.deviancy for entry in said.entries} == {1}


def test_a_combat_without_dice_has_its_verdicts_but_no_chances() -> None:
    found = judged("spears_against_lances", dice=None, expect=None)
    assert {verdict.who for verdict in found.verdicts} == {"lancers", "spears"}
    assert found.outcomes == []


@pytest.mark.rule("tp.move.unintentional.late")
def test_who_met_too_late_does_not_fight_this_turn() -> None:
    late = with_entry("lance_charge", "contacts", 0, late=True)
    found = judged("lance_charge", dice=None, expect=None, **late)
    barred = [verdict.refusal.rule for verdict in found.verdicts if verdict.refusal]
    assert barred == ["tp.move.unintentional.late"] * 2


# --- files that are no situations ----------------------------------------------------------------------------


def group(**changed: Any) -> dict[str, Any]:
    made: dict[str, Any] = with_entry("falling_back", "groups", 0, **changed)
    return made


def hero(**changed: Any) -> dict[str, Any]:
    made: dict[str, Any] = with_entry("hero_among_friends", "characters", 0, **changed)
    return made


FAULTS: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "unknown army": ("falling_back", group(profile="orks.warriors"), "groups[0].profile", "did you mean orcs?"),
    "no army": ("falling_back", group(profile="warriors"), "groups[0].profile", "such as herlanceia.guard"),
    "unknown profile": ("falling_back", group(profile="orcs.warrior"), "groups[0].profile", "mean warriors?"),
    "a character among groups": (
        "falling_back", group(profile="orcs.warlord"), "groups[0].profile", "goes under [[characters]]",
    ),
    "unknown option": ("falling_back", group(options=["spears"]), "groups[0].options[0]", "did you mean spear?"),
    "option of made up troops": (
        "overlapped", with_entry("overlapped", "groups", 0, options=["spear"]), "groups[0].profile", "expected one",
    ),
    "unknown weapon": ("falling_back", group(weapons=["spoon"]), "groups[0].weapons[0]", "expected a weapon"),
    "unknown trait": ("falling_back", group(traits=["frensy"]), "groups[0].traits[0]", "did you mean frenzy?"),
    "unknown rating": ("falling_back", group(ratings={"fearr": 1}), "groups[0].ratings[0]", "did you mean fear?"),
    "a base of nothing": ("falling_back", group(base_mm=[0, 20]), "groups[0].base_mm", "width and depth"),
    "no life": ("falling_back", group(stats={"LP": 0}), "groups[0].stats.LP", "at least 1"),
    "more files than models": ("falling_back", group(files=21), "groups[0].files", "at most 20"),
    "no models": ("falling_back", group(models=0), "groups[0].models", "int >= 1"),
    "nowhere": ("falling_back", group(at=None), "groups[0].at", "middle of its front edge"),
    "places for a formed unit": (
        "flip", {"groups": [{"id": "a", "side": "ours", "models": 1, "places": [[30, 20]]}]}, "groups[0].places",
        "only loose groups",
    ),
    "too few places": (
        "flip", {"groups": [{"id": "a", "side": "ours", "models": 2, "loose": True, "places": [[30, 20]]}]},
        "groups[0].places", "each of the 2 models",
    ),
    "off the table": ("falling_back", group(at=[71, 20]), "groups[0].at", "not be wholly on the board"),
    "on top of a friend": ("falling_back", group(at=[43, 20]), "groups[0].at", "saws stands there"),
    "on top of an enemy": ("falling_back", group(at=[30, 24]), "groups[0].at", "archers stands there"),
    "in the rocks": (
        "falling_back", {"features": [{"kind": "impassable", "middle": [30, 19], "size": [3, 3]}]}, "groups[0].at",
        "expected a free place for warriors",
    ),
    "hurt to death": ("falling_back", group(now={"hurt": 1}), "groups[0].now.hurt", "fewer than its 1 life points"),
    "an id twice": ("falling_back", group(id="saws"), "groups[1].id", "already used"),
    "a charge at nobody": (
        "falling_back", group(now={"charging": "archer"}), "groups[0].now.charging", "did you mean archers?",
    ),
    "unknown state": ("falling_back", group(now={"runs": True}), "groups[0].now.runs", "unknown key"),
    "a wrong side": ("falling_back", group(side="mine"), "groups[0].side", "expected ours or theirs"),
    "unknown mount": ("hero_among_friends", hero(mount="wyvern"), "characters[0].mount", "a mount of the"),
    "neither here nor there": ("hero_among_friends", hero(at=None), "characters[0].at", "either a place"),
    "with the enemy": (
        "hero_among_friends", hero(**{"at": None, "with": "far_bows"}), "characters[0].with", "of its own side",
    ),
    "hidden alone": ("hero_among_friends", hero(now={"hidden": True}), "characters[0].now.hidden", "to hide in"),
    "combat at a distance": (
        "overlapped", with_entry("overlapped", "groups", 0, at=[36, 22.5]), "contacts[0].b", "1.5 inches apart",
    ),
    "combat with nobody": (
        "overlapped", with_entry("overlapped", "contacts", 0, b="few-2"), "contacts[0].b", "did you mean few?",
    ),
    "combat among friends": (
        "overlapped", with_entry("overlapped", "groups", 0, side="theirs"), "contacts[0].b", "an enemy of many",
    ),
    "unknown board": ("flip", {"table": {"board": "three_hils"}}, "table.board", "did you mean three_hills?"),
    "a tiny table": ("flip", {"table": {"width": 10}}, "table.width", "36 to 240"),
    "unknown terrain": (
        "flip", {"features": [{"kind": "swamp", "middle": [9, 9], "size": [2, 2]}]}, "features[0].kind", "swamp",
    ),
    "a name of the board": (
        "flip", {"table": {"board": "mill_stream"}, "features": [
            {"kind": "hill", "name": "Reeds", "middle": [9, 9], "size": [2, 2]}]}, "features[0].name", "is on",
    ),
    "a phase there is not": ("flip", {"phase": "magic"}, "phase", "declaring"),
    "a turn too many": ("flip", {"turn": 9}, "turn", "int <= 8"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "changed", "key", "expected"), FAULTS.values(), ids=FAULTS)
def test_a_bad_situation_is_told_with_file_key_and_what_was_expected(
    name: str, changed: dict[str, Any], key: str, expected: str
) -> None:
    with pytest.raises(DataError) as caught:
        case(name, **changed)
    assert (caught.value.file, caught.value.key) == (f"{name}.toml", key)
    assert expected in caught.value.expected
