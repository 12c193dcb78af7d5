"""Who stands where in a front rank.  [reg.core.formation]"""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.regiments.bodies import CHAMPION, MUSICIAN, STANDARD, base_of, posts
from warhost.rulebooks.regiments.moving.front_rank import rearrange
from warhost.rulebooks.regiments.moving.moves import move_one
from warhost.rulebooks.regiments.opening.deployment import deploy_one, set_up
from warhost.rulebooks.regiments.setting import Fight

from .field import asked, number, ours, scene, script, theirs, unit

pytestmark = pytest.mark.rule("reg.core.formation")
ALL = ["champion", "standard bearer", "musician"]


def company(files: int = 5, **more: Any) -> Fight:
    return scene(
        ours("own", "men.spears", 20, front=(36, 20), files=files, options=ALL, **more),
        theirs("foe", "orc.warriors", 20, front=(36, 44), files=5),
        phase="moves",
    )


def led(files: int = 5) -> Fight:
    return scene(
        ours("own", "men.spears", 20, front=(36, 20), files=files, options=ALL),
        ours("captain", "men.captain", joined="own"),
        theirs("foe", "orc.warriors", 20, front=(36, 44), files=5),
        phase="moves",
    )


def test_unless_the_owner_says_otherwise_the_standard_stands_in_the_middle() -> None:
    assert posts(company(), 0) == {2: STANDARD, 3: CHAMPION, 1: MUSICIAN}


def test_whoever_reforms_may_put_his_champion_elsewhere() -> None:
    fight = company()
    order = [["reform", 6, 0]]
    with script(fight, [6, 6, 6, 6], ["own", order, "champion", "6", "keep"]) as oracle:
        move_one(fight)
    assert posts(fight, 0) == {5: CHAMPION, 2: STANDARD, 1: MUSICIAN}
    assert [one.what for one in asked(oracle)][-3:] == ["front rank", "post", "front rank"]


def test_two_change_places() -> None:
    fight = company()
    with script(fight, [], ["champion", "3", "keep"]):
        rearrange(fight, 0)
    assert posts(fight, 0) == {3: STANDARD, 2: CHAMPION, 1: MUSICIAN}


def test_nobody_is_asked_twice_in_one_reform() -> None:
    fight = company()
    with script(fight, [], ["champion", "1", "standard bearer", "5", "musician", "3"]):
        rearrange(fight, 0)
    assert posts(fight, 0) == {0: CHAMPION, 4: STANDARD, 2: MUSICIAN}


def test_a_character_is_put_elsewhere_too() -> None:
    fight = led()
    captain = number(fight, "captain")
    assert base_of(fight, captain) == 4
    with script(fight, [], ["captain", "1", "keep"]):
        rearrange(fight, 0)
    assert base_of(fight, captain) == 0
    assert posts(fight, 0) == {0: captain, 2: STANDARD, 3: CHAMPION, 1: MUSICIAN}


@pytest.mark.parametrize(("files", "left"), [(4, []), (3, ["musician"]), (2, ["standard", "musician"])])
def test_in_a_short_rank_characters_have_their_places_first(files: int, left: list[str]) -> None:
    """The places that were asked for count only while there is room for all."""
    fight = led()
    with script(fight, [], ["champion", "1", "keep"]):
        rearrange(fight, 0)
    unit(fight, "own").files = files
    there = posts(fight, 0).values()
    assert number(fight, "captain") in there
    names = {"champion": CHAMPION, "standard": STANDARD, "musician": MUSICIAN}
    assert [name for name, who in names.items() if who not in there] == left


def test_when_an_army_is_set_up_places_may_be_changed() -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 8), files=5, options=ALL),
        ours("file", "men.spears", 10, front=(46, 8), files=1, options=ALL),
        ours("plain", "men.spears", 20, front=(20, 8), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 44), files=5), phase="deployment",
    )  # fmt: skip
    unit(fight, "plain").fate = "waiting"
    fight.state.placed = (1, 1)
    answers = [{"at": [20000, 8000]}, "own", "musician", "1", "keep"]
    with script(fight, [], answers) as oracle:
        deploy_one(fight)
    (question,) = [one for one in asked(oracle) if one.what == "front ranks"]
    assert question.describe()["options"] == ["keep", "own"]
    assert posts(fight, 0) == {2: STANDARD, 3: CHAMPION, 0: MUSICIAN}


@pytest.mark.rule("reg.sr.scouts")
def test_scouts_choose_their_places_when_they_are_placed() -> None:
    fight = scene(
        ours("own", "elf.wayfinders", 10, front=(20, 8), files=5, options=["champion"]), phase="deployment"
    )
    unit(fight, "own").fate = "waiting"
    with script(fight, [], [{"at": [36000, 8000]}, "champion", "1"]):
        set_up(fight, 0, scouting=True)
    assert posts(fight, 0) == {0: CHAMPION}


def test_a_single_file_has_nothing_to_choose() -> None:
    with script(company(1), [], []):
        rearrange(company(1), 0)


def test_men_without_a_command_are_not_asked() -> None:
    fight = scene(ours("own", "men.spears", 20, front=(36, 20), files=5), phase="moves")
    with script(fight, [], ["own", [["reform", 6, 0]]]):
        move_one(fight)
