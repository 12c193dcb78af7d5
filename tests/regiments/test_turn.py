"""The start of a turn, and the order in which owners settle what is theirs to settle."""

from __future__ import annotations

import pytest

from warhost.engine.phrase import Phrase
from warhost.engine.strikes import Wound
from warhost.rulebooks.regiments.events import Noted
from warhost.rulebooks.regiments.magic.pools import wizards
from warhost.rulebooks.regiments.special.starting import start_actions
from warhost.rulebooks.regiments.turn import start_one
from warhost.rulebooks.regiments.wounds.casualties import suffer
from warhost.rulebooks.regiments.wounds.hits import FILE_GROUP, Harm
from warhost.rulebooks.regiments.wounds.spreading import inflict

from .field import easily, number, ours, scene, script, theirs, told, unit


@pytest.mark.rule("reg.turn.start", "reg.turn.decisions", "reg.army.orc.rule.squabble")
def test_whose_start_comes_first_is_for_the_owner_to_say() -> None:
    """Two units of orcs may squabble; the second is rolled for first, and quarrels."""
    fight = scene(
        ours("a", "orc.warriors", 10, at=(20, 10)), ours("b", "orc.warriors", 10, at=(40, 10)),
        theirs("foe", "men.spears", 10, at=(36, 40)), phase="start",
    )  # fmt: skip
    with script(fight, [1, 3], ["b"]):
        assert start_one(fight) and start_one(fight)
    assert (unit(fight, "a").squabbles, unit(fight, "b").squabbles) == (False, True)


@pytest.mark.rule("reg.turn.start", "reg.army.und.rule.crumble")
@pytest.mark.parametrize("mourning", [False, True])
def test_the_dead_have_nothing_to_do_while_their_general_lives(mourning: bool) -> None:
    fight = scene(
        ours("a", "und.skeletons", 10, at=(20, 10)), ours("b", "und.skeletons", 10, at=(40, 10)),
        ours("king", "und.king", at=(30, 10)), theirs("foe", "men.spears", 10, at=(36, 40)), phase="start",
    )  # fmt: skip
    fight.state.mourned = (mourning, False)
    found = [fight.state.units[one].name for one in start_actions(fight, 0)]
    assert found == (["a", "b", "king"] if mourning else [])


@pytest.mark.rule("reg.turn.start", "reg.army.orc.rule.squabble", "reg.sr.stupidity")
def test_who_is_too_few_flees_or_fights_does_nothing_when_the_turn_begins() -> None:
    fight = scene(
        ours("five", "orc.warriors", 5, at=(10, 10), started=10),
        ours("four", "orc.warriors", 4, at=(20, 10), started=10),
        ours("fleeing", "orc.warriors", 10, at=(30, 10), fleeing=True),
        ours("trolls", "orc.trolls", 3, front=(50, 20), files=3),
        theirs("foe", "men.spears", 20, front=(50, 20), files=5),
        contacts=[{"a": "trolls", "b": "foe"}],
        phase="start",
    )
    assert [fight.state.units[one].name for one in start_actions(fight, 0)] == ["five"]


@pytest.mark.rule("reg.army.orc.rule.squabble", "reg.magic.channel")
def test_a_squabbling_wizard_channels_and_a_stumbling_one_does_not() -> None:
    fight = scene(
        ours("own", "orc.warriors", 10, at=(36, 10)), ours("shaman", "orc.shaman", joined="own"),
        theirs("foe", "men.spears", 10, at=(36, 40)), phase="magic",
    )  # fmt: skip
    unit(fight, "own").did, unit(fight, "own").squabbles = "stumbled", True
    assert wizards(fight, 0) == [number(fight, "shaman")]
    unit(fight, "own").squabbles = False
    assert wizards(fight, 0) == []


@pytest.mark.rule("reg.sr.handlers")
def test_handlers_who_fall_are_told_of() -> None:
    fight = scene(ours("wyrm", "orc.wyrm", 1, at=(36, 10)), theirs("foe", "men.spears", 10, at=(36, 40)))
    before = unit(fight, "wyrm").handlers
    with easily(fight, {"monster or handler": [5, 5, 1]}):
        assert suffer(fight, 0, FILE_GROUP, [Wound(1, False)] * 3) == 1
    assert unit(fight, "wyrm").handlers == before - 2
    assert [event.what for event in told(fight, Noted)] == ["loses 2 handlers"]


@pytest.mark.rule("reg.sr.handlers", "reg.sr.multiwounds", "reg.core.diceorder")
@pytest.mark.parametrize(("dice", "hurt", "handlers"), [([2, 4, 4], 4, 3), ([2, 5], 0, 2), ([1], 0, 3)])
def test_wounds_are_multiplied_once_it_is_known_that_no_handler_takes_them(
    dice: list[int], hurt: int, handlers: int
) -> None:
    """To wound, monster or handler, and only for the monster the die of Multiple Wounds."""
    fight = scene(ours("wyrm", "orc.wyrm", 1, at=(36, 10)), theirs("foe", "men.cannon", 1, at=(36, 40)))
    harm = Harm(fight, number(fight, "wyrm"), 1, 10, by=number(fight, "foe"))
    harm.armour, harm.worth = False, Phrase.read("D6")
    with script(fight, dice):
        inflict(fight, harm)
    assert (unit(fight, "wyrm").hurt, unit(fight, "wyrm").handlers) == (hurt, handlers)
