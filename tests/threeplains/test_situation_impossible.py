"""What could not come to pass in a battle is refused in a situation, with its key: friends who charge each other,
generals without end, men who fly."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.battle import Battle
from warhost.engine.data import DataError
from warhost.engine.oracle import Scripted
from warhost.engine.situation import Case
from warhost.rulebooks.threeplains.magic.bearing import carried

from .judging import book

MEN: dict[str, Any] = {"id": "men", "side": "ours", "models": 10, "files": 5, "at": [36, 20]}
MORE: dict[str, Any] = {**MEN, "id": "more", "at": [24, 20]}
FOES: dict[str, Any] = {"id": "foes", "side": "theirs", "models": 10, "files": 5, "at": [36, 30], "facing": 180}
CLOSE: dict[str, Any] = {**FOES, "at": [36, 20]}
OGRES: dict[str, Any] = {"id": "ogres", "side": "ours", "profile": "mercenaries.ogre", "models": 2, "at": [50, 20]}
HANDLERS: dict[str, Any] = {
    "id": "handlers", "side": "ours", "profile": "mercenaries.ogre_handler", "models": 2, "with": "ogres",
}  # fmt: skip
CHAMPION: dict[str, Any] = {"id": "hero", "side": "ours", "profile": "herlanceia.champion", "at": [10, 20]}
BANNER: dict[str, Any] = {"id": "banner", "side": "ours", "profile": "herlanceia.standard_bearer", "at": [14, 20]}
GUEST: dict[str, Any] = {"id": "hero", "side": "ours", "profile": "herlanceia.champion"}
RIDDEN: dict[str, Any] = {**CHAMPION, "mount": "griffin", "at": [36, 20]}
FLOWN: dict[str, Any] = {**RIDDEN, "now": {"airborne": True}}
MET: dict[str, Any] = {"a": "men", "b": "foes"}


def situation(*groups: dict[str, Any], heroes: tuple[dict[str, Any], ...] = (), **more: Any) -> Case:
    whole = {"rulebook": "threeplains", "groups": list(groups or (MEN, FOES)), "characters": list(heroes), **more}
    return Case("made_up.toml", whole, lambda _: book())


def behind(entry: dict[str, Any], **where: str) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != "at"} | where


SILENT: dict[str, Any] = {"source": "white.seek_and_desist", "on": "hero"}
BEARER: dict[str, Any] = {**CHAMPION, "items": ["lucky_coin", "deas_ring_of_combat"]}


IMPOSSIBLE: dict[str, tuple[str, str, Case | Any]] = {
    "a silent item where there is none": (
        "effects[0].on", "somebody who carries magic items",
        lambda: situation(heroes=(CHAMPION,), effects=[SILENT]),
    ),
    "a silent item beyond the last": (
        "effects[0].number", "expected 0 to 1",
        lambda: situation(heroes=(BEARER,), effects=[{**SILENT, "number": 2}]),
    ),
    "a silent item without its number": (
        "characters[0].now.under", "among the effects",
        lambda: situation(heroes=({**BEARER, "now": {"under": ["white.seek_and_desist"]}},)),
    ),
    "a charge at a friend": (
        "groups[0].now.charging", "an enemy of men, got more",
        lambda: situation({**MEN, "now": {"charging": "more"}}, MORE, FOES),
    ),
    "a flight of the exhausted": (
        "characters[0].now.airborne", "whoever is exhausted comes down",
        lambda: situation(FOES, heroes=({**RIDDEN, "at": [36, 20], "now": {"airborne": True, "tired": 4}},)),
    ),
    "a charge at oneself": (
        "groups[0].now.charging", "an enemy of men, got men",
        lambda: situation({**MEN, "now": {"charging": "men"}}, FOES),
    ),
    "a ring round oneself": (
        "groups[0].now.ring", "an enemy of men, got men", lambda: situation({**MEN, "now": {"ring": "men"}}, FOES),
    ),
    "a ring round nobody it fights": (
        "contacts", "expected one of men and foes", lambda: situation({**MEN, "now": {"ring": "foes"}}, FOES),
    ),
    "a flight from friends": (
        "groups[0].now.fled_from", "an enemy of men, got more",
        lambda: situation({**MEN, "now": {"fleeing": True, "fled_from": ["more"]}}, MORE, FOES),
    ),
    "a charge in flight": (
        "groups[0].now.charging", "nobody: it flees",
        lambda: situation({**MEN, "now": {"fleeing": True, "charging": "foes"}}, FOES),
    ),
    "a machine in flight": (
        "groups[0].now.fleeing", "abandons a war machine",
        lambda: situation({**MEN, "models": 1, "files": 1, "category": "machine", "now": {"fleeing": True}}, FOES),
    ),
    "a fight in flight": (
        "contacts[0].b", "expected somebody who stands: foes flees",
        lambda: situation(MEN, {**CLOSE, "now": {"fleeing": True}}, contacts=[MET]),
    ),
    "a wedge of those who never learned it": (
        "groups[0].wedge", "[tp.unit.infantry_wedge.eligible]", lambda: situation({**MEN, "wedge": 1}, FOES),
    ),
    "two units behind each other": (
        "groups[0].backs", "a place of its own, got more",
        lambda: situation(behind(MEN, backs="more"), behind(MORE, backs="men"), FOES),
    ),
    "masters behind masters": (
        "groups[1].with", "a place of its own, got others",
        lambda: situation(OGRES, {**HANDLERS, "with": "others"}, {**HANDLERS, "id": "others"}, FOES),
    ),
    "masters of men": (
        "groups[1].with", "beast masters with a pack", lambda: situation(MEN, {**HANDLERS, "with": "men"}, FOES),
    ),
    "a pack with a pack": (
        "groups[1].with", "beast masters with a pack",
        lambda: situation(OGRES, behind({**OGRES, "id": "two"}, **{"with": "ogres"}), FOES),
    ),
    "a pack of two masters": (
        "groups[1].with", "ogres has its own",
        lambda: situation(OGRES, HANDLERS, {**HANDLERS, "id": "others"}, FOES),
    ),
    "men who fly": (
        "groups[0].now.airborne", "somebody who can fly",
        lambda: situation({**MEN, "now": {"airborne": True}}, FOES),
    ),
    "men gone wild": ("groups[0].now.wild", "a beast", lambda: situation({**MEN, "now": {"wild": 1}}, FOES)),
    "a wild beast with its masters": (
        "groups[0].now.wild", "nobody herds", lambda: situation({**OGRES, "now": {"wild": 4}}, HANDLERS, FOES),
    ),
    "a wild beast with its rider": (
        "characters[0].now.wild", "nobody herds or rides",
        lambda: situation(FOES, heroes=({**RIDDEN, "now": {"wild": 4}},)),
    ),
    "a wild beast in flight": (
        "groups[0].now.fleeing", "a wild beast flees from nobody",
        lambda: situation({**OGRES, "now": {"wild": 4, "fleeing": True}}, FOES),
    ),
    "a herd of enemies": (
        "groups[0].now.herd", "a pack of their own side",
        lambda: situation({**OGRES, "profile": "mercenaries.ogre_handler", "now": {"herd": "foes"}}, FOES),
    ),
    "unruly men": ("unruly", "expected beasts, got men", lambda: situation(unruly=["men"])),
    "wider than it is": (
        "groups[0].now.narrow", "no more than its 5 files", lambda: situation({**MEN, "now": {"narrow": 6}}, FOES),
    ),
    "a unit that surges": ("groups[0].now.surge", "a mob", lambda: situation({**MEN, "now": {"surge": 2}}, FOES)),
    "pikes of nobody": (
        "groups[0].now.pikes_dropped", "who has pikes",
        lambda: situation({**MEN, "weapons": ["spear"], "now": {"pikes_dropped": True}}, FOES),
    ),
    "skirmishers with a command": (
        "groups[0].command", "only units and mobs",
        lambda: situation({**MEN, "kind": "skirmishers", "command": True}),
    ),
    "two generals": (
        "characters[1].general", "hero is that already",
        lambda: situation(heroes=({**CHAMPION, "general": True}, {**BANNER, "general": True})),
    ),
    "the standard bearer as general": (
        "characters[0].general", "is no general", lambda: situation(heroes=({**BANNER, "general": True},)),
    ),
    "two battle standards": (
        "characters[1].role", "banner bears it",
        lambda: situation(heroes=(BANNER, {**BANNER, "id": "other", "at": [18, 20]})),
    ),
    "a hero among beasts": (
        "characters[0].with", "no group of warriors",
        lambda: situation(OGRES, HANDLERS, FOES, heroes=({**GUEST, "with": "ogres"},)),
    ),
    "a rider among foot": (
        "characters[0].with", "not of the same size",
        lambda: situation(heroes=({**GUEST, "mount": "war horse", "with": "men"},)),
    ),
    "a griffin in a unit": (
        "characters[0].with", "on griffin nobody joins",
        lambda: situation(heroes=({**GUEST, "mount": "griffin", "with": "men"},)),
    ),
    "a pair that meets twice": (
        "contacts[1]", "expected one contact of foes and men",
        lambda: situation(MEN, CLOSE, contacts=[MET, {"a": "foes", "b": "men"}]),
    ),
    "a fight between air and ground": (
        "contacts[0].b", "at the height at which hero is",
        lambda: situation(CLOSE, heroes=(FLOWN,), contacts=[{"a": "hero", "b": "foes"}]),
    ),
    "nameless": ("groups[0].id", "expected a name", lambda: situation({**MEN, "id": ""}, FOES)),
    "sides that nobody tells apart": ("names", "to tell them apart", lambda: situation(names=["men", "men"])),
    "less than fearless": ("groups[0].ratings.fear", "0 or more",
        lambda: situation({**MEN, "ratings": {"fear": -1}})),
    "a trait that would count twice": (
        "groups[0].traits[1]", "got frenzy again", lambda: situation({**MEN, "traits": ["frenzy", "frenzy"]}, FOES),
    ),
    "a poison worse than any": (
        "groups[0].ratings.poison", "level of 1 to 6", lambda: situation({**MEN, "ratings": {"poison": 7}}, FOES),
    ),
    "a poison that never fails": (
        "groups[0].now.poison[0]", "int <= 6", lambda: situation({**MEN, "now": {"poison": [7]}}, FOES),
    ),
}  # fmt: skip


@pytest.mark.rule("tp.character.general", "tp.character.battle_standard", "tp.character.join.eligible")
@pytest.mark.rule("tp.unit.command.not_for_skirmishers", "tp.beast.no_joining", "tp.move.fly.charged")
@pytest.mark.parametrize(("key", "expected", "read"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_could_not_come_to_pass_is_refused_with_its_key(key: str, expected: str, read: Any) -> None:
    with pytest.raises(DataError) as caught:
        read()
    assert caught.value.key == key
    assert expected in caught.value.expected


@pytest.mark.rule("tp.beast.reaction.1", "tp.beast.loyalty")
def test_a_beast_that_hunts_its_own_side_may_charge_its_friends_and_loyalty_may_be_negative() -> None:
    beast = {**OGRES, "ratings": {"loyalty": -2}, "now": {"wild": 1, "charging": "men"}}
    assert situation(beast, MEN, FOES).state.pieces[0].wild == 1


@pytest.mark.rule("tp.move.fly.charged", "tp.character.join.eligible")
def test_who_flies_is_in_the_air_and_who_flees_keeps_his_hero() -> None:
    flown = situation(FOES, heroes=({**RIDDEN, "at": [36, 36], "now": {"airborne": True}},))
    assert any(piece.airborne for piece in flown.state.pieces)
    run = situation({**MEN, "now": {"fleeing": True}}, FOES, heroes=({**GUEST, "with": "men"},))
    assert any(piece.fate == "within" for piece in run.state.pieces)


@pytest.mark.rule("tp.spell.white.seek_and_desist")
@pytest.mark.parametrize(("number", "left"), [(0, ("ring",)), (1, ("coin",))])
def test_the_item_of_that_number_is_silent_and_its_bearers_group_has_nothing_to_do_with_it(
    number: int, left: tuple[str, ...]
) -> None:
    bearer = {**behind(BEARER), "with": "men"}
    case = situation(heroes=(bearer,), effects=[{**SILENT, "on": "hero", "number": number}])
    fight = Battle(case.setting, case.state, Scripted((), ()))
    kept = tuple(item for group in case.state.numbers() for item in carried(fight, group))
    assert [name in item for name, item in zip(left, kept, strict=True)] == [True]
