"""Files that say what could not come to pass are refused with their key."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.data import DataError

from .scene import book

OPEN = {"rows": ["." * 12] * 12}


def men(**more: Any) -> dict[str, Any]:
    plain = {"id": "men", "side": "ours", "sheet": "human", "at": [[5, 5]], "facing": "N", "weapons": ["sword"]}
    return {**plain, **more}


def giaks(**more: Any) -> dict[str, Any]:
    plain = {"id": "giaks", "side": "theirs", "sheet": "giak", "at": [[5, 9]], "facing": "S", "weapons": ["sword"]}
    return {**plain, **more}


def lord(**more: Any) -> dict[str, Any]:
    return {"id": "lord", "side": "ours", "card": "lone_wolf", "at": [7, 5], "facing": "N", **more}


def read(*units: dict[str, Any], heroes: tuple[dict[str, Any], ...] = (), **moment: Any) -> None:
    given = {one["id"]: one for one in units}
    everybody = [given.get("men", men()), given.get("giaks", giaks())]
    document = {"board": OPEN, "phase": "combat", "units": everybody, "characters": list(heroes), **moment}
    book().situation(document, "test.toml")


HALBERD: Any = {"weapons": ["halberd"]}
CASES: list[tuple[dict[str, Any], str]] = [
    (men(**HALBERD, shield=True), "units[0].shield"),
    (men(weapons=["lance"]), "units[0].weapons[0]"),
    (men(lost=1, lost_this_turn=2), "units[0].lost_this_turn"),
    (men(lost=2, lost_this_turn=1, lost_in_combat=2), "units[0].lost_in_combat"),
    (men(flank_attackers=["men-1"]), "units[0].flank_attackers"),
    (men(monsters=["giaks-1"]), "units[0].monsters"),
    (men(all={"fired": 3}), "units[0].all.fired"),
    (men(all={"wounds": [["legs", "slight"]]}), "units[0].all.wounds"),
    (men(pieces={"1": {"foe": "men-1"}}), "units[0].pieces.1.foe"),
    (men(all={"charged": ["men-1"]}), "units[0].all.charged"),
    (men(all={"uses": {"healing": 1}}), "units[0].all.uses.healing"),
    (men(all={"hidden": True}), "units[0].all.hidden"),
    (giaks(sheet="human", side="ours"), ""),
    (giaks(side="ours"), "units[1].sheet"),  # evil beside good
]


@pytest.mark.rule("mag.weapon.two_hands", "mag.army.alignment", "mag.setup.hidden", "mag.wound.procedure")
@pytest.mark.parametrize(("unit", "key"), CASES)
def test_what_cannot_be_said_of_a_unit(unit: dict[str, Any], key: str) -> None:
    if not key:
        read(unit)
        return
    with pytest.raises(DataError) as refused:
        read(unit)
    assert refused.value.key == key


@pytest.mark.rule("mag.trick.hypnotise_effect")
@pytest.mark.parametrize(("last", "possible"), [(2, False), (3, True), (8, True), (9, False)])
def test_whose_time_is_up_is_his_own_again(last: int, possible: bool) -> None:
    if possible:
        read(men(all={"obeys": last}), turn=3)
        return
    with pytest.raises(DataError) as refused:
        read(men(all={"obeys": last}), turn=3)
    assert refused.value.key == "units[0].all.obeys"


@pytest.mark.rule("mag.hero.skill_lists", "mag.wound.chart", "mag.kai.mind_blast", "mag.skill.secret_parry")
@pytest.mark.parametrize(
    ("hero", "key"),
    [
        (lord(skills=["salmon_leap"]), "characters[0].skills[0]"),
        (lord(card="prince_pelathar", skills=["mind_blast"]), "characters[0].skills[0]"),
        (lord(card="prince_pelathar", skills=["salmon_leap"]), ""),
        (lord(now={"wounds": [["head", "critical"]]}), "characters[0].now.wounds"),
        (lord(now={"wounds": [["legs", "critical"]]}), ""),
        (lord(skills=["mind_blast"], now={"uses": {"mind_blast": 3}}), "characters[0].now.uses.mind_blast"),
        (lord(skills=["mind_blast"], now={"uses": {"mind_blast": 2}}), ""),
        (lord(now={"uses": {"healing": 1}}), "characters[0].now.uses.healing"),
        (lord(now={"parrying": True}), "characters[0].now.parrying"),
        (lord(now={"hidden": True}), "characters[0].now.hidden"),
    ],
)
def test_what_cannot_be_said_of_a_hero(hero: dict[str, Any], key: str) -> None:
    if not key:
        read(heroes=(hero,))
        return
    with pytest.raises(DataError) as refused:
        read(heroes=(hero,))
    assert refused.value.key == key


@pytest.mark.rule("mag.sheet.gourgaz")
@pytest.mark.parametrize(("often", "dead"), [(1, False), (2, True)])
def test_a_beast_does_not_live_with_two_serious_wounds_of_the_body(often: int, dead: bool) -> None:
    beast = {"id": "beast", "side": "theirs", "sheet": "gourgaz", "weapons": ["claws"], "at": [9, 9], "facing": "S"}
    hurt = {**beast, "now": {"wounds": [["body", "serious"]] * often}}
    if not dead:
        read(heroes=(hurt,))
        return
    with pytest.raises(DataError, match="live with"):
        read(heroes=(hurt,))


@pytest.mark.rule("mag.kai.animal_kinship", "mag.setup.leader")
def test_who_steers_an_animal_and_who_leads_an_army() -> None:
    kin = lord(skills=["animal_kinship"])
    riders = giaks(sheet="wolfrider", weapons=["lance"])
    read(riders, heroes=(kin,), animals=[["lord", "giaks-1"]], leaders=["lord", "giaks-1"])
    for heroes, unit, more, key in (
        ((kin,), giaks(), {"animals": [["lord", "giaks-1"]]}, "animals[0]"),
        ((lord(),), riders, {"animals": [["lord", "giaks-1"]]}, "animals[0]"),
        ((kin,), riders, {"leaders": ["giaks-1", ""]}, "leaders[0]"),
    ):
        with pytest.raises(DataError) as refused:
            read(unit, heroes=heroes, **more)
        assert refused.value.key == key
