"""Situations of scenarios: fortresses, equipment, nights and woods, and what could not be."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.data import DataError
from warhost.engine.situation import Case, judge
from warhost.rulebooks.threeplains.siege.scaling import CONTACT
from warhost.rulebooks.threeplains.state import Piece

from .scenarios import book

PLAN = """
wall
wall: ladder
tower: door to left, door to right, door to courtyard
wall
gate: ladder
wall
tower: door to left, door to right, door to courtyard
wall
wall
"""
ORCS = {"id": "orcs", "side": "ours", "models": 10, "files": 5, "at": [19, 15.02], "facing": 180}
GUARD = {"id": "guard", "side": "theirs", "models": 3, "places": [[18, 14.6], [19, 14.6], [20, 14.6]]}
INSIDE = {"id": "guard", "side": "theirs", "models": 6, "files": 3, "now": {"inside": "tower 3"}}
LADDER = {"kind": "siege_ladder", "at": [19, 15], "set_up": True}


def case(*groups: dict[str, Any], **more: Any) -> Case:
    whole = {"rulebook": "threeplains", "scenario": "siege", "groups": list(groups or (ORCS, GUARD)), **more}
    return Case("made_up.toml", whole, lambda _: book())


def named(found: Case, name: str) -> Piece:
    return next(piece for piece in found.state.pieces if piece.name == name)


def features(found: Case) -> list[str]:
    return [feature.name for feature in found.state.terrain]


def test_whoever_stands_where_a_top_is_stands_on_it_unless_the_file_says_no() -> None:
    assert named(case(), "guard").aloft and not named(case(), "orcs").aloft
    formed = {"id": "guard", "side": "theirs", "models": 6, "files": 3, "at": [19, 15]}
    assert named(case(ORCS, formed), "guard").aloft and len(named(case(ORCS, formed), "guard").places) == 6
    under = {**formed, "at": [25, 14.5], "models": 3, "now": {"aloft": False}}
    assert not named(case(ORCS, under, gates_open=["gate 5"]), "guard").aloft


def test_works_that_are_open_fallen_or_hurt() -> None:
    found = case(ORCS, {**GUARD, "places": [[40, 5], [41, 5], [42, 5]], "weapons": ["hand weapon"], "loose": True},
                 gates_open=["gate 5"], fallen=["straight wall 2"], damage={"tower 3": 29})  # fmt: skip
    kinds = {feature.name: feature.kind for feature in found.state.terrain}
    assert kinds["straight wall 2"] == "rough" and "fortress ladder of straight wall 2" not in kinds
    assert [name for name in kinds if name.startswith("gate 5/")]
    assert next(one.damage for one in found.state.terrain if one.name == "tower 3") == 29


def test_a_fortress_of_its_own() -> None:
    assert "cauldron of straight wall 4" in features(case(fortress="twin_towers"))
    assert "cauldron of straight wall 4" not in features(case(fortress={"plan": PLAN}))


def test_equipment_is_carried_lies_about_or_stands_there() -> None:
    ram = {"kind": "battering_ram", "by": "orcs"}
    lost = {"kind": "siege_ladder", "at": [30, 30]}
    found = case(equipment=[LADDER, ram, lost])
    assert "siege ladder 1 of straight wall 4" in features(found)
    assert [(one.kind, one.bearer, one.at) for one in found.state.progress.train] == [
        ("battering_ram", 0, (0, 0)),
        ("siege_ladder", -1, (30_000, 30_000)),
    ]


def test_whoever_fights_over_turrets_has_climbed() -> None:
    met = {"a": "orcs", "b": "guard", "across": "turrets", "charge": 3}
    found = case(equipment=[LADDER], contacts=[met])
    assert found.state.contacts[0].across == CONTACT
    assert (named(found, "orcs").climbing, named(found, "orcs").climbs) == (3000, "top 4")


def test_whoever_is_inside_is_put_aside() -> None:
    assert named(case(ORCS, INSIDE), "guard").inside == 3


@pytest.mark.rule("tp.siege.tower")
def test_a_tower_is_full_with_thirty() -> None:
    assert named(case(ORCS, {**INSIDE, "models": 30}), "guard").inside == 3


@pytest.mark.rule("tp.siege.move.who")
def test_what_flies_may_have_landed_on_a_wall() -> None:
    eagle = {"id": "eagle", "side": "theirs", "category": "beast", "stats": {"fly": 18}, "at": [19, 14.5]}
    assert named(case(ORCS, eagle), "eagle").aloft


@pytest.mark.rule("tp.siege.breach.contact")
def test_ladders_stand_an_inch_apart() -> None:
    assert "siege ladder 2 of straight wall 4" in features(case(equipment=[LADDER, {**LADDER, "at": [20, 15]}]))


def test_the_scenario_says_who_took_the_first_turn() -> None:
    holders = {"id": "guard", "side": "theirs", "models": 6, "files": 3, "at": [36, 44]}
    comers = {**ORCS, "at": [10, 10]}
    more: dict[str, Any] = {"scenario": "fighting_for_time", "points": 2000, "phase": "moves"}
    open_ground, woods = case(comers, holders, **more).state, case(comers, holders, flanks="woods", **more).state
    assert (open_ground.first, open_ground.clock) == (1, 2)
    assert [one.kind for one in woods.terrain if one not in open_ground.terrain] == ["trapped wood"] * 2


def test_a_raid_has_its_goal_and_its_torches() -> None:
    raiders = {"id": "orcs", "side": "ours", "models": 4, "files": 2, "at": [24, 8]}
    now = {"torches": 2, "alight": True}
    camp = {"id": "guard", "side": "theirs", "models": 4, "files": 2, "at": [24, 28], "now": now}
    found = case(raiders, camp, scenario="raid", night=True, artifact=[22, 22])
    progress = found.state.progress
    assert (progress.dark, progress.goal, progress.artifact) == (True, "artifact", (22_000, 22_000))
    assert (named(found, "guard").torches, named(found, "guard").alight) == (2, True)
    carried = case(raiders, camp, scenario="raid", carrier="orcs").state.progress
    assert (carried.goal, carried.carrier) == ("artifact", 0)


WRONG: dict[str, tuple[dict[str, Any], str, str]] = {
    "no such scenario": ({"scenario": "seige"}, "scenario", "did you mean siege"),
    "no such fortress": ({"fortress": "twin_tower"}, "fortress", "did you mean twin_towers"),
    "not closed": ({"fortress": {"plan": "wall\nwall"}}, "fortress.plan", "tp.siege.plan.wall"),
    "cannot be read": ({"fortress": {"plan": "wall\nwal"}}, "fortress.plan, line 2", "did you mean wall"),
    "in the air": (
        {"fortress": {"plan": PLAN.replace("gate: ladder", "gate: ladder, cauldron at 9")}},
        "fortress.plan", "gate 5: the cauldron hangs in the air",
    ),
    "of another scenario": ({"night": True}, "night", 'scenario = "raid"'),
    "no such wall": ({"fallen": ["straight wall 44"]}, "fallen", "did you mean straight wall 4"),
    "no such gate": ({"gates_open": ["tower 3"]}, "gates_open", "gate 5"),
    "no such thing": ({"equipment": [{"kind": "ram", "by": "orcs"}]}, "equipment[0].kind", "battering_ram"),
    "nobody has it": ({"equipment": [{"kind": "siege_ladder"}]}, "equipment[0].by", "who carries it"),
    "not set up": (
        {"equipment": [{"kind": "battering_ram", "at": [25, 15], "set_up": True}]},
        "equipment[0].set_up", "carried",
    ),
    "too heavy": (
        {"equipment": [{"kind": "siege_ladder", "by": "orcs"}] * 3}, "equipment[0].by", "tp.siege.equip.drop",
    ),
    "not for them": (
        {"equipment": [{"kind": "grappling_hooks", "by": "orcs"}]}, "equipment[0].by", "tp.siege.grappling_hooks",
    ),
    "five for one unit": (
        {"equipment": [{"kind": "siege_ladder", "by": "orcs"}] * 5}, "equipment[0].by", "tp.siege.siege_ladder",
    ),
    "at a tower": ({"equipment": [{**LADDER, "at": [14, 16]}]}, "equipment[0].at", "got tower 3"),
    "at a wall that fell": (
        {"equipment": [LADDER], "fallen": ["straight wall 4"], "groups": [ORCS]},
        "equipment[0].at", "tp.siege.siege_ladder",
    ),
    "before no wall": ({"equipment": [{**LADDER, "at": [19, 15.51]}]}, "equipment[0].at", "tp.siege.siege_ladder"),
    "too near each other": (
        {"equipment": [LADDER, {**LADDER, "at": [19.99, 15]}]}, "equipment[1].at", "tp.siege.breach.contact",
    ),
    "no moat there": (
        {"equipment": [{"kind": "portable_bridge", "at": [19, 17], "set_up": True}]},
        "equipment[0].at", "tp.siege.portable_bridge",
    ),
    "no moat at all": (
        {"equipment": [{"kind": "portable_bridge", "at": [19, 17], "set_up": True}], "fortress": {"plan": PLAN}},
        "equipment[0].at", "tp.siege.portable_bridge",
    ),
    "nothing left of it": (
        {"equipment": [{"kind": "siege_ladder", "at": [19, 20], "damage": 3}]}, "equipment[0].damage", "are 3",
    ),
    "lying off the table": (
        {"equipment": [{"kind": "battering_ram", "at": [190, 14]}]}, "equipment[0].at", "a place on the table",
    ),
    "dropped in flight": (
        {
            "groups": [{**ORCS, "now": {"fleeing": True}}, GUARD],
            "equipment": [{"kind": "battering_ram", "by": "orcs"}],
        },
        "equipment[0].by", "tp.siege.flee",
    ),
    "down by its damage": ({"damage": {"straight wall 1": 20}}, "damage.straight wall 1", "which are 20, got 20"),
    "a wooden gate that is down": (
        {"damage": {"wooden gate of gate 5": 10}}, "damage.wooden gate of gate 5", "which are 10, got 10",
    ),
    "nothing to batter down": (
        {"features": [{"kind": "hill", "name": "Knoll", "middle": [25, 35], "size": [6, 4]}],
         "damage": {"Knoll": 1}},
        "damage.Knoll", "battered down",
    ),
    "hurt though it has fallen": (
        {"fallen": ["tower 3"], "damage": {"tower 3": 3}}, "damage.tower 3", "has fallen",
    ),
    "fallen twice": ({"fallen": ["tower 3", "tower 3"]}, "fallen", "tower 3 once"),
    "open twice": ({"gates_open": ["gate 5", "gate 5"]}, "gates_open", "gate 5 once"),
    "open though it has fallen": ({"fallen": ["gate 5"], "gates_open": ["gate 5"]}, "gates_open", "has fallen"),
    "in ruins": (
        {"groups": [ORCS, {**GUARD, "places": (), "now": {"inside": "tower 3"}}], "fallen": ["tower 3"]},
        "now.inside", "tp.siege.destroyed_structure",
    ),
    "out of reach": (
        {"contacts": [{"a": "orcs", "b": "guard", "across": "turrets"}]}, "contacts[0].b", "fight so",
    ),
    "a table": ({"table": {"width": 40}}, "table", "siege has its own"),
    "in no tower": (
        {"groups": [ORCS, {**GUARD, "places": (), "now": {"inside": "keep"}}]}, "now.inside", "tower 3",
    ),
    "crowded": ({"groups": [ORCS, {**INSIDE, "models": 31}]}, "now.inside", "tp.siege.models"),
    "solid": (
        {"groups": [ORCS, {**INSIDE, "now": {"inside": "straight wall 1"}}]}, "now.inside", "tp.siege.wall",
    ),
    "too tall for a door": (
        {"groups": [ORCS, {**INSIDE, "base_mm": [30, 30]}]}, "now.inside", "tp.siege.move.who",
    ),
    "in the saddle on a wall": (
        {"groups": [ORCS, {**GUARD, "category": "cavalry"}]}, "groups[1].at", "tp.siege.move.who",
    ),
    "on no top": (
        {"groups": [ORCS, {"id": "guard", "side": "theirs", "at": [19, 6], "now": {"aloft": True}}]},
        "now.aloft", "a top of the works",
    ),
    "nowhere": ({"groups": [{**ORCS, "now": {"climbs": "roof"}}, GUARD]}, "now.climbs", "top 4"),
    "torches": ({"groups": [{**ORCS, "now": {"torches": 1}}, GUARD]}, "now.torches", "raid"),
}  # fmt: skip


@pytest.mark.parametrize(("more", "key", "words"), WRONG.values(), ids=list(WRONG))
def test_what_could_not_be_is_refused_with_its_key(more: dict[str, Any], key: str, words: str) -> None:
    groups = more.pop("groups", (ORCS, GUARD)) if "groups" in more else (ORCS, GUARD)
    with pytest.raises(DataError) as raised:
        judge(case(*groups, **more))
    assert key in raised.value.key and words in str(raised.value)


@pytest.mark.rule("tp.siege.destroyed_structure")
@pytest.mark.parametrize("first", [0, 1])
def test_a_door_that_fell_may_be_named_with_its_tower(first: int) -> None:
    both = ["tower 3", "bolted door 3 of tower 3"]
    found = case(ORCS, GUARD, fallen=[both[first], both[1 - first]])
    kinds = {feature.name: feature.kind for feature in found.state.terrain}
    assert kinds["tower 3"] == "rough" and not [name for name in kinds if name.endswith("door 3 of tower 3")]


@pytest.mark.rule("tp.siege.gate")
@pytest.mark.parametrize("opened", [[], ["gate 5"]])
def test_a_gate_is_hurt_open_or_closed(opened: list[str]) -> None:
    found = case(ORCS, GUARD, gates_open=opened, damage={"gate 5": 19})
    parts = [one.damage for one in found.state.terrain if one.name.partition("/")[0] == "gate 5"]
    assert parts == [19] * (3 if opened else 1)


# --- raids and passes ---------------------------------------------------------------------------------------------

RAIDERS = {"id": "orcs", "side": "ours", "models": 6, "files": 3, "at": [24, 4]}
CAMP = {"id": "guard", "side": "theirs", "models": 6, "files": 3, "at": [21, 22], "facing": 180}
HERO = {"id": "hero", "side": "theirs", "profile": "herlanceia.champion", "at": [24, 24]}
FOOL = {"id": "fool", "side": "theirs", "profile": "herlanceia.halfwit", "with": "guard", "now": {"hidden": True}}
BULL = {"id": "bull", "side": "ours", "profile": "orcs.bull", "at": [30, 4]}
NO_RAID: dict[str, tuple[dict[str, Any], str, str]] = {
    "a group": ({"target": "guard"}, "target", "tp.scenario.raid.assassination"),
    "a raider": ({"target": "bull"}, "target", "a character of the Defenders"),
    "the dead": (
        {"target": "hero", "characters": [{**HERO, "at": None, "now": {"slain": True}}]}, "target", "hero is slain",
    ),
    "the hidden": ({"target": "fool"}, "target", "fool is hidden"),
    "two goals": ({"target": "hero", "artifact": [24, 20]}, "target", "tp.scenario.raid.objective"),
    "in two places": ({"carrier": "orcs", "artifact": [24, 20]}, "artifact", "orcs has it"),
    "off the table": ({"artifact": [124, 20]}, "artifact", "tp.scenario.raid.artifact_place"),
    "over its edge": ({"artifact": [0.39, 20]}, "artifact", "tp.scenario.raid.artifact_place"),
    "in a hut": ({"artifact": [20, 27]}, "artifact", "tp.scenario.raid.artifact_place"),
    "eleven": ({"groups": [{**RAIDERS, "models": 11}, CAMP]}, "groups[0].models", "tp.scenario.raid.movement"),
}  # fmt: skip


def raid(**more: Any) -> Case:
    groups = more.pop("groups", (RAIDERS, CAMP))
    people = [{key: value for key, value in one.items() if value is not None} for one in more.pop("characters", ())]
    return case(*groups, scenario="raid", characters=people or [HERO, FOOL, BULL], **more)


@pytest.mark.rule("tp.scenario.raid.objective", "tp.scenario.raid.artifact_place")
@pytest.mark.parametrize(("more", "key", "words"), NO_RAID.values(), ids=list(NO_RAID))
def test_what_raiders_could_not_be_after_is_refused(more: dict[str, Any], key: str, words: str) -> None:
    with pytest.raises(DataError) as raised:
        raid(**more)
    assert key in raised.value.key and words in str(raised.value)


@pytest.mark.rule("tp.scenario.raid.movement")
@pytest.mark.parametrize(("models", "room"), [(8, True), (9, True), (10, False)])
def test_a_group_of_a_raid_has_ten_models_with_its_hero(models: int, room: bool) -> None:
    hero = {**HERO, "at": None, "with": "guard"}
    made = {"groups": (RAIDERS, {**CAMP, "models": models}), "characters": [hero]}
    if room:
        assert named(raid(target="hero", **made), "hero").fate == "within"
        return
    with pytest.raises(DataError, match=r"characters\[0\]\.with.*tp\.scenario\.raid\.movement"):
        raid(**made)


@pytest.mark.rule("tp.scenario.time.flank_terrain")
@pytest.mark.parametrize(
    ("side", "more", "why"),
    [
        ("theirs", {"weapons": ["bow"]}, ""),
        ("theirs", {}, "only pieces that can shoot stand on the cliffs"),
        ("ours", {"weapons": ["bow"]}, "nobody comes up the cliffs on foot"),
        ("ours", {"stats": {"fly": 18}, "category": "beast"}, ""),
    ],
)
def test_who_may_be_on_the_cliffs_beside_a_pass(side: str, more: dict[str, Any], why: str) -> None:
    there = {"id": "there", "side": side, "models": 1, "at": [10, 42], "facing": 180, **more}
    others = [{**CAMP, "at": [36, 44]}, {**RAIDERS, "at": [36, 8]}]
    made: dict[str, Any] = {"scenario": "fighting_for_time", "points": 2000, "flanks": "cliffs"}
    if not why:
        assert named(case(there, *others, **made), "there").standing
        return
    with pytest.raises(DataError, match=f"{why}.*tp.scenario.time.flank_terrain"):
        case(there, *others, **made)
