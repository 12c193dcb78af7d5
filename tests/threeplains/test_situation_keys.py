"""What a situation can say: everything of the state that a rule reads, and nothing that is passed over."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.battle import Battle
from warhost.engine.data import DataError
from warhost.engine.oracle import Scripted
from warhost.engine.situation import Case, Judgement, judge
from warhost.rulebooks.threeplains.figure import Blows, Save, inches
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.judging.lasting import Lasting, source_of
from warhost.rulebooks.threeplains.judging.situation import Now, Situation
from warhost.rulebooks.threeplains.judging.verdicts import facts
from warhost.rulebooks.threeplains.magic.targets import spellproof
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.state import NEVER, NOBODY, Effect, Piece, State, ThisTurn

from .judging import book

MAGE: dict[str, Any] = {"id": "mage", "side": "ours", "at": [36, 20], "now": {"spells": ["base.zap"]}}
MEN: dict[str, Any] = {"id": "men", "side": "ours", "models": 10, "files": 5, "at": [36, 20]}
FOES: dict[str, Any] = {"id": "foes", "side": "theirs", "models": 10, "files": 5, "at": [36, 30], "facing": 180}


def situation(*characters: dict[str, Any], groups: list[dict[str, Any]] | None = None, **more: Any) -> Case:
    whole = {"rulebook": "threeplains", "characters": list(characters), "groups": groups or [FOES], **more}
    return Case("made_up.toml", whole, lambda _: book())


def judged(*characters: dict[str, Any], **more: Any) -> Judgement:
    return judge(situation(*characters, **more))


def hero(**more: Any) -> dict[str, Any]:
    return {"id": "hero", "side": "ours", "at": [36, 20], **more}


def sheet(case: Case, name: str = "hero") -> Any:
    return next(case.setting.figures[piece.figure] for piece in case.state.pieces if piece.name == name)


def piece(case: Case, name: str = "hero") -> Piece:
    return next(one for one in case.state.pieces if one.name == name)


# --- made up wizards and bearers -----------------------------------------------------------------------------


@pytest.mark.rule("tp.magic.casters")
def test_a_made_up_wizard_is_asked_for_the_spells_he_may_cast() -> None:
    found = judged(MAGE, phase="moves")
    assert [v.deed for v in found.verdicts if v.who == "mage" and v.target == "foes"] == ["cast zap"]
    assert found.question is not None and "cast: mage/zap" in found.question.suggest()


@pytest.mark.rule("tp.magic.basic", "tp.magic.master")
@pytest.mark.parametrize(("master", "dice"), [(False, 2), (True, 3)])
def test_a_made_up_wizard_has_his_own_dice(master: bool, dice: int) -> None:
    case = situation({**MAGE, "master": master}, phase="moves")
    assert sheet(case, "mage").disciplines == ("base",)
    found = judge(case)
    assert any(v.note.startswith(f"{dice} magic dice") for v in found.verdicts if v.who == "mage")


def test_disciplines_may_be_said_too() -> None:
    assert sheet(situation({**MAGE, "disciplines": ["chaos", "base"]}), "mage").disciplines == ("chaos", "base")


@pytest.mark.rule("tp.magic.items.armour")
def test_a_made_up_character_wears_his_magic_armour() -> None:
    """Heavy armour is two points of toughness, and an inch and a point of agility less."""
    suit = next(id for id, item in ITEMS.items() if item.armour == "heavy")
    plain, worn = (sheet(situation(hero(items=items))) for items in ([], [suit]))
    assert (worn.save.toughness, worn.heavy, worn.movement) == (plain.save.toughness + 2, True, inches(6))
    in_mail = sheet(situation(hero(items=[suit], armour="heavy")))
    assert (in_mail.save.toughness, in_mail.movement) == (plain.save.toughness, inches(7)), "it is worn already"


@pytest.mark.rule("tp.magic.items.armour")
def test_a_save_that_is_written_is_final() -> None:
    suit = next(id for id, item in ITEMS.items() if item.armour == "heavy")
    assert sheet(situation(hero(items=[suit], save={"toughness": 4}))).save == Save(4)


@pytest.mark.rule("tp.magic.items.armour")
def test_a_made_up_character_bears_his_magic_shield() -> None:
    shield = next(id for id, item in ITEMS.items() if item.shield)
    assert sheet(situation(hero(items=[shield]))).shield


@pytest.mark.rule("tp.magic.items.weapon")
@pytest.mark.parametrize("profile", ["", "herlanceia.champion"])
def test_a_magic_weapon_takes_the_place_of_those_that_are_written(profile: str) -> None:
    armed = hero(profile=profile, weapons=["halberd", "sidearm"], items=["sword_of_strength"])
    assert sheet(situation(armed)).weapons == (ITEMS["sword_of_strength"].weapon, "sidearm")


def test_made_up_troops_can_have_whatever_a_profile_has() -> None:
    chariot = {
        "id": "car", "side": "ours", "at": [36, 20], "category": "machine", "kind": "chariot", "impact": 3,
        "team": {"A": 2, "CR": 3, "D": 1}, "ratings": {"poison": 2}, "stings": 1, "stats": {"A": 3},
        "hates": ["orcs", "made up"], "traits": ["hatred"],
    }  # fmt: skip
    found = sheet(situation(groups=[chariot, FOES]), "car")
    assert (found.chariot, found.carries, found.impact, found.hates) == (True, True, 3, ("orcs", "made"))
    assert found.blows == (Blows(2, 4), Blows(1, 4, part="sting"), Blows(2, 3, part="team"))


@pytest.mark.rule("tp.trait.sources")
def test_every_trait_that_the_rules_know_can_be_given() -> None:
    traits = [name for name in specials.names() if not name.startswith("tp.") and name != "poison"]
    given = [*sorted(traits), "undead", "demon", "unmissable", "light footed"]
    assert sheet(situation(hero(traits=given))).traits == tuple(given)


@pytest.mark.rule("tp.trait.holy_warrior")
def test_a_trait_that_no_list_uses_works() -> None:
    """A 6 of a holy warrior takes a life point from a demon outright."""
    priest = hero(at=[36, 29], traits=["holy warrior"], stats={"A": 1})
    demon = {"id": "demon", "side": "theirs", "at": [36, 29], "facing": 180, "traits": ["demon"], "stats": {"A": 0}}
    demon |= {"category": "beast", "save": {"toughness": 9}, "stats": {"A": 0, "LP": 3}}
    met = [{"a": "hero", "b": "demon"}]
    found = judged(priest, groups=[demon], contacts=met, phase="combat", dice={"to hit": [6]})
    assert found.case.facts(found.state)["demon"].life == 2


def test_skirmishers_that_are_made_up_stand_loosely() -> None:
    group = {"id": "few", "side": "ours", "at": [36, 20], "models": 4, "files": 2, "traits": ["skirmishers"]}
    case = situation(groups=[group, FOES])
    assert sheet(case, "few").loose and len(piece(case, "few").places) == 4


@pytest.mark.rule("tp.unit.skirmish.class", "tp.unit.mob.class", "tp.move.loose")
@pytest.mark.parametrize(
    ("kind", "category", "trait", "loose"),
    [
        ("skirmishers", "infantry", "skirmishers", True), ("mob", "infantry", "mob", False),
        ("pack", "beast", "", True), ("cavalry", "cavalry", "", False),
    ],
)  # fmt: skip
def test_a_kind_brings_all_that_goes_with_it(kind: str, category: str, trait: str, loose: bool) -> None:
    group = {"id": "few", "side": "ours", "at": [36, 20], "models": 4, "files": 2, "kind": kind}
    few = sheet(situation(groups=[group, FOES]), "few")
    assert (few.category, few.traits, few.loose) == (category, (trait,) if trait else (), loose)


@pytest.mark.rule("tp.weapon.sidearm")
@pytest.mark.parametrize(
    ("weapons", "category", "borne"),
    [
        (["lance"], "cavalry", ("lance", "sidearm")), (["spear", "sidearm"], "infantry", ("spear", "sidearm")),
        ([], "infantry", ()), (["natural weapons"], "beast", ("natural weapons",)),
    ],
)  # fmt: skip
def test_whoever_is_armed_has_a_sidearm_too(weapons: list[str], category: str, borne: tuple[str, ...]) -> None:
    group = {"id": "few", "side": "ours", "at": [36, 20], "models": 4, "files": 2, "weapons": weapons}
    assert sheet(situation(groups=[{**group, "category": category}, FOES]), "few").weapons == borne


@pytest.mark.rule("tp.weapon.sidearm", "tp.magic.items.weapon")
def test_a_magic_weapon_leaves_a_sidearm_to_those_of_whom_no_weapons_are_written() -> None:
    hero = {"id": "hero", "side": "ours", "at": [36, 20], "items": ["gallel_lance"]}
    rider = {**hero, "steed": {"A": 1, "CR": 3, "D": 1}}
    assert sheet(situation(rider)).weapons == (ITEMS["gallel_lance"].weapon, "sidearm")


def test_what_is_said_of_a_kind_goes_before_it() -> None:
    group = {"id": "few", "side": "ours", "at": [36, 20], "models": 4, "files": 2, "kind": "mob"}
    riders = sheet(situation(groups=[{**group, "category": "cavalry"}, FOES]), "few")
    assert (riders.category, riders.mob) == ("cavalry", True)
    beasts = {**group, "kind": "pack", "loose": False}
    assert not sheet(situation(groups=[beasts, FOES]), "few").loose


@pytest.mark.rule("tp.check.bs.kills")
def test_made_up_men_and_their_made_up_leader_are_of_different_kinds() -> None:
    men, leader = {**MEN, "now": {"lost": 1}}, {"id": "hero", "side": "ours", "with": "men", "now": {"lost": 1}}
    found = judged(leader, groups=[men, FOES], phase="stress")
    assert not [verdict for verdict in found.verdicts if verdict.lawful]
    men["now"] = {"lost": 2}
    found = judged(leader, groups=[men, FOES], phase="stress")
    assert [verdict.who for verdict in found.verdicts if verdict.lawful] == ["men"]


@pytest.mark.rule("tp.magic.items.potions")
@pytest.mark.parametrize(
    ("now", "deeds"), [({}, ["use potion_of_strength"]), ({"used": ["potion_of_strength"]}, [])]
)
def test_what_an_item_lets_its_bearer_do_is_told(now: dict[str, Any], deeds: list[str]) -> None:
    found = judged(hero(items=["potion_of_strength"], now=now), phase="shooting")
    assert [v.deed for v in found.verdicts if v.who == "hero" and v.lawful] == deeds


# --- what lies on pieces and players -------------------------------------------------------------------------

SAID: dict[str, Any] = {
    "surge": 3, "straight": 90, "since_turn": 2.5, "charge_turn": 4, "charge_struck": 5, "charge_fights": True,
    "charge_ended": True, "redirected": True, "nudged": True, "struck_defensively": True, "held_and_shot": True,
    "held_fire": ["foes"], "countered": True, "charged": True, "breathed": True, "flight_heading": 180,
    "flight_run": 7, "fled_from": ["foes"], "rallied": 1, "frenzy": "raging", "poison": [2, 3], "bled": True,
    "tormentor": "foes", "goal": [10, 12], "breaths": 2, "silent": 1, "crooked": 1, "mana": 2, "warded": 1,
    "reads": 2, "vigour": 1, "spells": ["base.zap"], "swapped": ["base.zap"], "used": ["potion_of_strength"],
    "drawn": ["potion_of_strength"], "shown": ["potion_of_strength"], "fallen": ["foes"],
}  # fmt: skip
POTION = ("tp.item.enchanted.potion_of_strength",)
SEEN: dict[str, Any] = {
    "surge": 3000, "straight": 9000, "since_turn": 2500, "charge_turn": 4000, "charge_struck": 5000,
    "charge_fights": 3, "charge_ended": True, "redirected": True, "nudged": True, "struck_defensively": True,
    "held_and_shot": True, "held_fire": (3, 1), "countered": 3, "charged": 3, "breathed": 3,
    "flight_heading": 18000, "flight_run": 7000, "fled_from": (1,), "rallied": 2, "frenzy": "raging",
    "poison": (2, 3), "bled": True,
    "tormentor": 1, "goal": (10000, 12000), "breaths": 2, "silent_until": 4, "crooked": 1, "mana": 2, "warded": 1,
    "reads": 2, "vigour": 1, "swapped": ("tp.spell.base.zap",), "used": POTION, "drawn": POTION, "shown": POTION,
    "fallen": (1,),
}  # fmt: skip


def test_all_that_has_happened_is_in_the_state() -> None:
    found = piece(situation(hero(items=["potion_of_strength"], traits=["mob"], now=SAID), turn=2))
    assert {name: getattr(found.turn if hasattr(found.turn, name) else found, name) for name in SEEN} == SEEN


@pytest.mark.rule("tp.beast.unit.stopped", "tp.beast.unit.divided")
def test_masters_who_were_left_behind_follow_a_pack_that_turns_wild_without_them() -> None:
    ogres = {"id": "ogres", "side": "ours", "profile": "mercenaries.ogre", "models": 2, "at": [36, 20]}
    handlers = {**ogres, "id": "handlers", "profile": "mercenaries.ogre_handler", "at": [36, 9]}
    groups = [ogres, {**handlers, "now": {"herd": "ogres"}}, FOES]
    found = judge(situation(groups=groups, phase="moves", dice={"beast reaction": [5], "dash": [1]}))
    assert next(one for one in found.state.pieces if one.name == "ogres").wild == 5


def test_every_such_key_is_looked_at() -> None:
    assert {*Lasting.__struct_fields__} <= {*SAID, "slain", "herd"}


PLACED = [
    "name",
    "side",
    "figure",
    "entry",
    "models",
    "command",
    "fate",
    "scouts",
    "x",
    "y",
    "facing",
    "files",
    "wedge",
    "places",
    "host",
    "leaders",
    "backing",
    "masters",
]
WITHIN_A_STEP = [
    "free",
    "stirred",
    "aimed",
    "stretched",
    "held_back",
    "post",
    "bend",
    "raved",
    "tired_together",
    "lent",
    "away_until",
]
"""What other keys set, or what holds no longer than the step or phase that it is used in (docs/situations.md)."""
IN_SCENARIOS = ["stacked", "group", "switched"]
"""Groups in several places of a fortress, and who has changed places at the turrets in this turn."""
CALLED = {"charge_target": "charging", "flimsy_until": "flimsy", "held_until": "held", "silent_until": "silent"}


def test_a_situation_can_say_every_field_of_a_piece() -> None:
    unsaid = [
        name
        for name in {*Piece.__struct_fields__, *ThisTurn.__struct_fields__} - {"turn"}
        if name not in (*PLACED, *WITHIN_A_STEP, *IN_SCENARIOS)
        and CALLED.get(name, name) not in Now.__struct_fields__
    ]
    assert unsaid == []


RECKONED = [
    "zones",
    "pieces",
    "terrain",
    "todo",
    "counted",
    "poised",
    "losers",
    "reckoned",
    "mourning",
    "deployed",
    "on_line",
    "striking",
    "freed",
    "torn",
]
OF_SCENARIOS = ["progress"]  # what a situation says of it has keys of its own
OFF_THE_TABLE = ["stopped"]  # those who come back to it later are not in a situation
OF_ASKING = ["quiet", "hushed", "opened", "heeded", "score"]


def test_a_situation_can_say_every_field_of_the_state() -> None:
    unsaid = [
        name
        for name in State.__struct_fields__
        if name not in (*RECKONED, *OF_ASKING, *OF_SCENARIOS, *OFF_THE_TABLE, "clock")
        and name not in Situation.__struct_fields__
    ]
    assert unsaid == []


def test_the_dead_are_not_on_the_table_but_are_remembered() -> None:
    case = situation(hero(at=None, now={"slain": True}) | {"with": "men"}, groups=[
        {**MEN, "models": 6, "began": 10, "files": 3, "now": {"fallen": ["hero"]}}, FOES,
    ])  # fmt: skip
    assert (piece(case).fate, piece(case, "men").leaders, piece(case, "men").fallen) == ("slain", (), (1,))
    assert piece(case, "men").models == 6
    assert case.setting.entries[0].models == 10


def test_one_unit_can_back_another() -> None:
    front = {"id": "front", "side": "ours", "models": 10, "files": 5, "at": [36, 20]}
    back = {"id": "back", "side": "ours", "models": 10, "backs": "front"}
    case = situation(groups=[front, back, FOES])
    assert (piece(case, "front").backing, piece(case, "back").fate, piece(case, "back").host) == ((1,), "within", 0)


def test_a_spell_on_a_group_lies_on_the_characters_in_it_too() -> None:
    men = {"id": "men", "side": "ours", "models": 10, "files": 5, "at": [36, 20]}
    men["now"] = {"under": ["battle.blood_lust"]}
    leader = {"id": "leader", "side": "ours", "with": "men"}
    effects = situation(leader, groups=[men, FOES]).state.effects
    assert [effect.target for effect in effects] == [0, 1]


def test_effects_say_by_whom_on_whom_how_strong_and_until_when() -> None:
    effects = [
        {"source": "base.great_fortune", "side": "theirs", "number": 3, "ends": 0},
        {"source": "black.extreme_hatred", "on": "foes", "by": "mage", "foe": "mage", "ends": 1},
        {"source": "potion_of_strength", "on": "mage"},
    ]
    found = situation(MAGE, turn=2, effects=effects).state.effects
    assert found == (
        Effect("tp.spell.base.great_fortune", NOBODY, NOBODY, 1, NEVER, 3),
        Effect("tp.spell.black.extreme_hatred", 0, 1, 0, 4, 1, 0),
        Effect("tp.item.enchanted.potion_of_strength", 0, 0, 0, 5),
    )


@pytest.mark.rule("tp.spell.base.great_fortune")
def test_dice_that_a_player_may_turn_are_asked_for() -> None:
    bow = hero(weapons=["bow"], at=[36, 20])
    held = [{"source": "base.great_fortune", "side": "ours", "number": 1, "ends": 0}]
    found = judged(bow, phase="shooting", effects=held, answers=["hero", "foes"], dice=[2])
    assert found.question is not None and found.question.rule == "tp.spell.base.great_fortune"


@pytest.mark.rule("tp.trait.poison.effect")
def test_a_turn_can_be_judged_from_its_very_start() -> None:
    """The markers work before anybody acts: a 3 takes three points."""
    case = situation(hero(now={"poison": [3]}, stats={"LP": 4}), phase="start", turn=2, dice={"poison": [3]})
    assert (case.state.clock, case.state.active) == (2, 0)
    found = judge(case)
    assert (found.state.clock, found.state.phase) == (3, "declaring")
    assert case.facts(found.state)["hero"].life == 1


def test_the_moment_can_say_what_is_of_no_piece() -> None:
    hut = {"kind": "small building", "name": "Hut", "middle": [10, 10], "size": [4, 4]}
    general = {"id": "general", "side": "ours", "general": True, "now": {"slain": True}}
    case = situation(
        MAGE, general, groups=[{**FOES, "category": "beast"}], features=[hut], damage={"Hut": 2}, below="theirs",
        casts=2, fought=["foes"], unruly=["foes"], generals_fell=[True, False],
    )  # fmt: skip
    state = case.state
    assert (state.zones, state.casts, state.fought, state.unruly) == ((1, 0), 2, (2,), (2,))
    assert (state.generals_fell, state.terrain[0].damage) == ((True, False), 2)


# --- what would be in vain -----------------------------------------------------------------------------------

FAULTS: dict[str, tuple[dict[str, Any], str, str]] = {
    "a wizard without magic": (hero(role="wizard"), "characters[0].disciplines", "now.spells"),
    "no discipline": (hero(disciplines=["grey"]), "characters[0].disciplines[0]", "harmony"),
    "a master of nothing": (hero(disciplines=[], master=True), "characters[0].master", "only a wizard"),
    "a spell of a group": ({**MEN, "now": {"spells": ["base.zap"]}}, "groups[0].now.spells", "a character"),
    "dice of a group": ({**MEN, "now": {"mana": 1}}, "groups[0].now.mana", "expected a character"),
    "disciplines of a group": ({**MEN, "disciplines": ["base"]}, "groups[0].disciplines", "expected a character"),
    "tried without knowing": (
        {**MAGE, "now": {"tried": ["base.zap"]}}, "characters[0].now.tried", "expected one of its spells",
    ),
    "swapped without knowing": (
        {**MAGE, "now": {"swapped": ["base.zap"]}}, "characters[0].now.swapped", "expected one of its spells",
    ),
    "under a spell that does not last": (hero(now={"under": ["base.zap"]}), "characters[0].now.under", "lasts"),
    "used without having": (
        hero(now={"used": ["potion_of_strength"]}), "characters[0].now.used", "expected one of its items",
    ),
    "items without a command": ({**MEN, "items": ["potion_of_strength"]}, "groups[0].items", "command = true"),
    "a magic shield laid down": (
        hero(items=[next(id for id, item in ITEMS.items() if item.shield)], shield=False), "characters[0].shield",
        "is a shield",
    ),
    "two suits": (hero(armour="light", heavy=True), "characters[0].heavy", "the same as armour says"),
    "a number that is missing": (hero(traits=["fear"]), "characters[0].traits[0]", "ratings = { fear = 2 }"),
    "a number too many": (hero(ratings={"frenzy": 2}), "characters[0].ratings.frenzy", "stands under traits"),
    "hatred of nobody": (hero(hates=["ork"]), "characters[0].hates[0]", "there are "),
    "a way to shoot that is not": (hero(shoots="bold"), "characters[0].shoots[0]", "expected a way to shoot"),
    "a breath that is not": (hero(breath="dargon"), "characters[0].breath[0]", "did you mean dragon?"),
    "fewer than are left": ({**MEN, "began": 9}, "groups[0].began", "no fewer than the 10"),
    "backing nobody": ({**MEN, "at": None, "backs": "foes"}, "groups[0].backs", "another unit of its own side"),
    "backing from elsewhere": ({**MEN, "backs": "foes"}, "groups[0].backs", "another unit of its own side"),
    "a hidden group": ({**MEN, "now": {"hidden": True}}, "groups[0].now.hidden", "a halfwit"),
    "fled from nobody": (hero(now={"fled_from": ["fose"]}), "characters[0].now.fled_from", "did you mean foes?"),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "key", "expected"), FAULTS.values(), ids=FAULTS)
def test_what_would_be_in_vain_is_refused(entry: dict[str, Any], key: str, expected: str) -> None:
    written = {name: value for name, value in entry.items() if value is not None}
    with pytest.raises(DataError) as caught:
        situation(groups=[written, FOES]) if "models" in entry else situation(written)
    assert (caught.value.file, caught.value.key) == ("made_up.toml", key)
    assert expected in caught.value.expected


@pytest.mark.rule("tp.magic.items", "tp.magic.items.unique", "tp.magic.items.arcane", "tp.magic.items.armour")
@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        (hero(items=["mirror_shield", "gremlin_shield"]), "tp.magic.items.armour"),
        (hero(items=["dragon_blade", "ogre_sword"]), "tp.magic.items.weapon"),
        (hero(items=["oak_helmet", "lost_crown_of_barley"]), "tp.magic.items.unique"),
        (hero(items=["ring_of_invisibility", "armour_of_attraction"]), "tp.item.armour.armour_of_attraction"),
        (hero(items=["grey_pearl"]), "tp.magic.items.arcane"),
        ({**MAGE, "items": ["mantas_armour"]}, "tp.magic.items.armour"),
        ({**MAGE, "items": ["unicorn_wand", "power_staff"]}, "tp.magic.items.wands"),
        ({**MEN, "command": True, "items": ["dragon_blade"]}, "tp.magic.items"),
        ({**MEN, "command": True, "items": ["nightmare_banner", "doom_stick"]}, "tp.unit.command.magical"),
    ],
)
def test_items_that_nobody_could_carry_so_are_refused_by_their_rule(entry: dict[str, Any], rule: str) -> None:
    with pytest.raises(DataError) as caught:
        situation(groups=[entry, FOES]) if "models" in entry else situation(entry)
    assert ".items" in caught.value.key and f"[{rule}]" in caught.value.expected


@pytest.mark.rule("tp.magic.items.unique", "tp.magic.items.potions", "tp.magic.items.arcane")
@pytest.mark.parametrize("entry", [
    hero(items=["ring_of_vitality", "master_ring", "potion_of_strength", "potion_of_flight", "gremlin_shield"]),
    {**MAGE, "items": ["unicorn_wand", "grey_pearl"]},
    hero(profile="herlanceia.wizard", items=["grey_pearl"]),
])  # fmt: skip
def test_rings_potions_and_what_a_wizard_needs_are_carried_together(entry: dict[str, Any]) -> None:
    assert situation(entry).state.pieces


@pytest.mark.parametrize(
    ("more", "key", "expected"),
    [
        ({"effects": [{"source": "base.zap", "on": "foes"}]}, "effects[0].source", "that lasts"),
        ({"effects": [{"source": "harmony.perfection", "on": "foes"}]}, "effects[0].source", "perfection/aim or"),
        ({"effects": [{"source": "chaos.disorder", "on": "foes"}]}, "effects[0].source", "chaos.disorder/jammed"),
        ({"effects": [{"source": "base.great_fortun", "side": "ours"}]}, "effects[0].source", "great_fortune?"),
        ({"effects": [{"source": "helburn", "on": "foes"}]}, "effects[0].source", "helburn/fear 1 or"),
        ({"effects": [{"source": "base.great_fortune"}]}, "effects[0].side", "the side that holds it"),
        ({"effects": [{"source": "battle.blood_lust", "on": "fose"}]}, "effects[0].on", "did you mean foes?"),
        ({"table": {"board": "three_hills", "width": 60}}, "table.width", "three_hills has its own"),
        (
            {"groups": [MEN, {**MEN, "id": "more", "backs": "men"}]},
            "groups[1].at",
            "backs = men says where it stands",
        ),
        (
            {"groups": [MEN], "characters": [{"id": "chief", "side": "ours", "with": "men", "facing": 90}]},
            "characters[0].facing",
            "it faces as men does",
        ),
        ({"fought": ["fose"]}, "fought", "did you mean foes?"),
        ({"unruly": ["fose"]}, "unruly", "did you mean foes?"),
        ({"damage": {"Hut": 1}}, "damage.Hut", "a feature that has a name"),
        ({"generals_fell": [False, True]}, "generals_fell", "a general of theirs among the characters"),
        (
            {"groups": [MEN, {**FOES, "at": [36, 20]}], "contacts": [{"a": "men", "b": "foes", "b_side": "left"}]},
            "contacts[0].b_side",
            "expected front, on which men stands, got left",
        ),
    ],
)
def test_what_is_of_no_piece_is_checked_too(more: dict[str, Any], key: str, expected: str) -> None:
    with pytest.raises(DataError) as caught:
        Case("made_up.toml", {"rulebook": "threeplains", "groups": [FOES], **more}, lambda _: book())
    assert caught.value.key == key
    assert expected in caught.value.expected


@pytest.mark.rule("tp.item.enchanted.ring_of_zereener")
def test_whoever_wears_a_ring_of_life_may_have_lost_more_than_his_own_points() -> None:
    """One of his own, and 15 more."""
    ring = {"items": ["ring_of_zereener"], "now": {"hurt": 15}}
    assert piece(situation(hero(**ring))).vigour == 15
    assert facts(situation(hero(**ring)).setting, situation(hero(**ring)).state)["hero"].life == 1
    with pytest.raises(DataError) as caught:
        situation(hero(**{**ring, "now": {"hurt": 16}}))
    assert caught.value.key == "characters[0].now.hurt" and "16 life points" in caught.value.expected


@pytest.mark.rule("tp.item.enchanted.ergos_blue_ring")
@pytest.mark.parametrize("at_work", [False, True])
def test_the_blue_ring_at_work_is_written_by_its_name(at_work: bool) -> None:
    bearer = hero(items=["ergos_blue_ring"])
    case = situation(bearer, effects=[{"source": "ergos_blue_ring", "on": "hero"}] if at_work else [])
    assert spellproof(Battle(case.setting, case.state, Scripted((), ())), 0, 1) is at_work


@pytest.mark.rule("tp.item.enchanted.wonder_brew", "tp.item.weapon.helburn", "tp.item.weapon.lightning_mace")
@pytest.mark.parametrize(("name", "rule"), [
    ("wonder_brew/sips", "tp.item.enchanted.wonder_brew/sips"), ("helburn/fear 4", "tp.item.weapon.helburn/fear 4"),
    ("lightning_mace", "tp.item.weapon.lightning_mace"), ("wonder_brew", None),
])  # fmt: skip
def test_what_an_item_has_come_to_is_named_by_its_part_where_it_has_several(name: str, rule: str | None) -> None:
    assert source_of(name) == rule
