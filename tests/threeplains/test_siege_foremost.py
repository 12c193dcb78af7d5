"""Who fights inside a tower and over a doorway, where there is room for few: as their owners say."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import ChooseSome
from warhost.rulebooks.threeplains.events.siege import FoughtAtDoor, PutForward
from warhost.rulebooks.threeplains.fighting.blows import front_line
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.foremost import say_who_fights
from warhost.rulebooks.threeplains.siege.within import meet_inside
from warhost.rulebooks.threeplains.telling.names import Names

from .melee import strokes
from .scene import asked, hero, number, script, told, unit
from .strongholds import siege
from .test_siege_climbing import destroy_fixture
from .test_siege_doorways import YARD_DOOR
from .test_siege_indoors import lodged


def crowded(*groups: tuple[str, int], more: tuple[Any, ...] = ()) -> Fight:
    """Ten Defenders and these groups of Besiegers inside tower 3, in the combat phase."""
    ours = [unit(name, (30 + 6 * at, 30), models=models, files=4) for at, (name, models) in enumerate(groups)]
    fight = siege(*ours, unit("guard", (30, 8), side=1, models=10, files=5), *more, phase="combat")
    for name in ("guard", *(name for name, _ in groups)):
        lodged(fight, name)
    for name, _ in groups:
        meet_inside(fight, number(fight, name))
    return fight


@pytest.mark.rule("tp.siege.combat_within")
def test_the_owner_says_which_groups_give_the_ten() -> None:
    fight = crowded(("first", 8), ("second", 7), ("third", 6))
    assert [strokes(fight, name) for name in ("first", "second", "third")] == [8, 2, 0]
    with script(fight, answers=["third", "second"]):
        assert say_who_fights(fight)
    assert [strokes(fight, name) for name in ("first", "second", "third")] == [0, 4, 6]
    (put,) = told(fight, PutForward)
    said = put.say(Names(fight.setting, fight.state.pieces))
    assert said == "third and second are put forward to fight in tower 3."
    assert not say_who_fights(fight), "once in a phase"
    fight.state.clock += 1
    assert [strokes(fight, name) for name in ("first", "second", "third")] == [8, 2, 0]


@pytest.mark.rule("tp.siege.combat_within")
def test_nobody_is_asked_on_when_ten_are_named() -> None:
    fight = crowded(("first", 7), ("second", 7), ("third", 5), ("fourth", 5))
    with script(fight, answers=["third", "fourth"]):
        say_who_fights(fight)
    assert [strokes(fight, name) for name in ("first", "second", "third", "fourth")] == [0, 0, 5, 5]


@pytest.mark.rule("tp.siege.combat_within")
@pytest.mark.parametrize("groups", [[("only", 15)], [("first", 5), ("second", 5)]], ids=["one group", "just ten"])
def test_nobody_is_asked_where_there_is_nothing_to_choose(groups: list[tuple[str, int]]) -> None:
    fight = crowded(*groups)
    with script(fight):
        assert not say_who_fights(fight)


@pytest.mark.rule("tp.siege.combat_within")
def test_characters_fight_whichever_group_gives_the_others() -> None:
    bull = hero("bull", within="first")
    fight = crowded(("first", 8), ("second", 9), more=(bull,))
    with script(fight, answers=["second"]):
        say_who_fights(fight)
    assert (len(front_line(fight, number(fight, "first"))), strokes(fight, "second")) == (1, 9)
    assert front_line(fight, number(fight, "first"))[0].member == number(fight, "bull")


# --- doorways -----------------------------------------------------------------------------------------------------


def before_a_door(*more: Any, models: int = 10) -> Fight:
    """Besiegers in the courtyard before a broken door of tower 3, and Defenders inside."""
    orcs = unit("orcs", (14, 12), models=models, files=5)
    fight = siege(orcs, unit("guard", (30, 8), side=1, models=10, files=5), *more)
    destroy_fixture(fight, YARD_DOOR)
    return lodged(fight, "guard")


def force(fight: Fight, *answers: str) -> None:
    with script(fight, answers=["orcs", [["force", "inside 3"]], *answers]):
        move_one(fight)
    fight.state.phase = "combat"


def members(fight: Fight, name: str) -> list[str]:
    return [fight.state.pieces[one.member].name for one in front_line(fight, number(fight, name))]


@pytest.mark.rule("tp.siege.combat_doorway")
def test_of_several_groups_inside_their_owner_says_which_holds_the_doorway() -> None:
    fight = before_a_door(unit("archers", (40, 8), side=1, models=6, files=3))
    lodged(fight, "archers")
    force(fight, "archers")
    (over,) = told(fight, FoughtAtDoor)
    assert fight.state.pieces[over.foe].name == "archers" and strokes(fight, "archers") == 1


@pytest.mark.rule("tp.siege.combat_doorway")
@pytest.mark.parametrize("who", ["guard", "captain"])
def test_the_owner_names_the_model_in_the_doorway(who: str) -> None:
    fight = before_a_door(hero("captain", side=1, within="guard"))
    force(fight)
    with script(fight, answers=[who]):
        assert say_who_fights(fight)
    assert members(fight, "guard") == [who]
    assert {one.targets[0].member for one in front_line(fight, number(fight, "orcs"))} == {number(fight, who)}


@pytest.mark.rule("tp.siege.combat_doorway")
@pytest.mark.parametrize(("said", "fight_there"), [([], ["orcs"] * 3), (["bull"], ["bull", "orcs", "orcs"])])
def test_the_owner_says_whether_characters_are_among_the_three(said: list[str], fight_there: list[str]) -> None:
    fight = before_a_door(hero("bull", within="orcs"))
    force(fight)
    with script(fight, answers=[said]):
        say_who_fights(fight)
    assert sorted(members(fight, "orcs")) == fight_there


@pytest.mark.rule("tp.siege.combat_doorway")
def test_where_too_few_others_are_left_a_character_has_to_fight_before_the_door() -> None:
    fight = before_a_door(hero("bull", within="orcs"), hero("runt", within="orcs"), models=2)
    force(fight)
    question = asked(fight, say_who_fights)
    assert isinstance(question, ChooseSome) and (question.least, question.most) == (1, 2)
    small = before_a_door(hero("bull", within="orcs"), models=2)
    force(small)
    with script(small):
        assert not say_who_fights(small), "all three fight"
