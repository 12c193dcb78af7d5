"""Magic in words, pictures and files, and in the head of a computer player."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from warhost.engine.data import DataError
from warhost.engine.question import Choose
from warhost.rulebooks.threeplains import asking
from warhost.rulebooks.threeplains.events.spells import (
    DieThrownAgain,
    DieTurned,
    Enchanted,
    EnchantmentOver,
    GiftGained,
    SpellFailed,
    SpellRolled,
)
from warhost.rulebooks.threeplains.magic.casting import cast
from warhost.rulebooks.threeplains.magic.pools import Pool, Source
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.tactics import consider
from warhost.rulebooks.threeplains.telling.view import view
from warhost.rulebooks.threeplains.turn import step

from .armoury import laden
from .judging import judged, said, with_entry
from .scene import asked, feature, hero, narrate, scene, unit
from .wizardry import WINS, book, casts, wizard


def duel(*known: str, theirs: tuple[str, ...] = (), **more: Any) -> Fight:
    return scene(
        wizard("merlin", (36, 10), *known),
        unit("orcs", (36, 22), facing=180, side=1, **more),
        wizard("shaman", (10, 40), *theirs, side=1, facing=180),
    )


# --- words ---------------------------------------------------------------------------------------------------


def test_a_spell_against_no_ether_dice_is_told_so() -> None:
    rolled = SpellRolled("tp.magic.compare", 0, "tp.spell.base.zap", (), (4, 3), True)
    assert narrate(duel("base.zap").setting, rolled) == "4, 3 against no dice: Zap! gets past the ether."


def test_a_casting_is_told_step_by_step() -> None:
    fight = duel("base.slow", theirs=("base.zap",))
    casts(fight, "merlin", "base.slow", dice=[3, 6, 4, 1], answers=["orcs", ["shaman/zap"]])
    told = [narrate(fight.setting, one.event) for one in fight.told]
    assert told == [
        "Merlin casts Slow at orcs against 1 ether die.",
        "Army 1, ether dice: 3.",
        "Army 0, magic dice: 6 and 4.",
        "6, 4 against 3: Slow gets past the ether.",
        "Shaman gives Zap! for 1 ether die.",
        "Army 1, dispelling: 1.",
        "The ether of army 1 now shows 3, 1: Slow cannot be stopped.",
        "Slow is at work on orcs.",
    ]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (SpellFailed("r", 0, "tp.spell.base.zap", "orcs is out of range"), "Zap! of merlin fails:"),
        (
            GiftGained("r", 0, "tp.spell.base.great_fortune", 2, "2 die turns"),
            "Great Fortune: 2 die turns for army 0 to use.",
        ),
        (GiftGained("r", 0, "tp.spell.black.drain_life", 1, "a die"), "Drain Life: a die for army 0 to use."),
        (Enchanted("r", 1, "tp.spell.chaos.carnal_warp", 0), "Carnal Warp is at work on orcs."),
        (DieThrownAgain("r", 0, "to hit", 2, 5), "For army 0 a 2 is thrown again (to hit): 5."),
        (DieTurned("r", 0, "to hit", 3, 4, 1), "For army 0 a 3 becomes a 4 (to hit); 1 left."),
        (EnchantmentOver("r", 1, "tp.spell.base.slow"), "Slow on orcs is over."),
    ],
)
def test_what_magic_does_has_a_sentence(event: Any, words: str) -> None:
    assert str(narrate(duel("base.zap").setting, event)).startswith(words)


def test_answers_are_put_in_words_with_their_chances() -> None:
    fight = duel("base.zap", "base.slow")
    question = asked(fight, step)
    label = asking.label(fight.setting, fight.state, question, "cast: merlin/zap")
    assert label == "cast Zap! of merlin: 75% with 2 dice against 1"
    spell = book["tp.spell.base.zap"]
    more = asked(fight, lambda battle: cast(battle, 0, spell), dice=[6], answers=["orcs"])
    assert isinstance(more, Pool)
    assert asking.label(fight.setting, fight.state, more, ["merlin/slow"]) == "Slow of merlin: 1 die more, 42%"


@pytest.mark.parametrize(
    ("what", "option", "words"),
    [
        ("magic", "use: hero/potion_of_vitality", "use Potion of Vitality of hero"),
        ("item", "hero/lucky_coin", "the Lucky Coin of hero"),
        ("magic", "keep for dispelling: hero", "keep a die of hero for dispelling"),
        ("magic", "nothing more", "no more magic in this phase"),
    ],
)
def test_magic_is_called_as_players_call_it(what: str, option: str, words: str) -> None:
    fight = scene(hero("hero", (36, 20), figure=laden("lucky_coin", "potion_of_vitality")))
    question = Choose(0, what, [option], "tp.magic.timing")
    assert asking.label(fight.setting, fight.state, question, option) == words


def test_dice_of_the_same_kind_are_told_apart() -> None:
    fight = duel("base.zap", "base.slow")
    stored = [Source(f"merlin/stored {at}", 0, "stored") for at in (1, 2)]
    more = Pool(0, "magic dice", stored, "tp.magic.basic", "Zap!", lambda dice: Fraction(dice, 4))
    words = [asking.label(fight.setting, fight.state, more, [name]) for name in more.options]
    assert words == ["stored 1 of merlin: 1 die more, 25%", "stored 2 of merlin: 1 die more, 25%"]


# --- pictures ------------------------------------------------------------------------------------------------


def test_a_spell_is_a_mark_on_the_piece_and_a_line_for_whoever_points_at_it() -> None:
    fight = duel("base.slow")
    casts(fight, "merlin", "base.slow", dice=WINS, answers=["orcs"])
    block = next(block for block in view(fight.setting, fight.state, 0).blocks if block.id == "orcs")
    caster = next(block for block in view(fight.setting, fight.state, 1).blocks if block.id == "merlin")
    assert "Slow" in block.marks and any(line.startswith("under Slow: ") for line in block.details)
    assert "merlin knows (Slow)" in caster.details


# --- files ---------------------------------------------------------------------------------------------------


def test_a_referee_says_who_can_cast_what_at_whom() -> None:
    found = judged("first_spell", answers=[], dice=None)
    near = said(found, "wizard", "goblins")
    assert (near.deed, near.chance) == ("cast zap", 75)


@pytest.mark.parametrize("key", ["spells", "tried", "under"])
def test_a_spell_that_is_none_is_found_in_a_situation(key: str) -> None:
    with pytest.raises(DataError, match=r"did you mean base\.zap"):
        judged("first_spell", **with_entry("first_spell", "characters", 0, now={key: ["base.zapp"]}))


# --- thinking ------------------------------------------------------------------------------------------------


def best(fight: Fight, question: Any) -> Any:
    return list(consider(fight.setting, fight.state, question))[-1]


def test_a_tactician_casts_what_hurts_and_dispels_what_he_can() -> None:
    fight = duel("base.zap", theirs=("base.slow",))
    fight.state.phase = "shooting"
    assert best(fight, asked(fight, step)) == "cast: merlin/zap"
    spell = book["tp.spell.base.zap"]
    strong = asked(fight, lambda battle: cast(battle, 0, spell), dice=[5, 6, 6], answers=["orcs"])
    weak = asked(fight, lambda battle: cast(battle, 0, spell), dice=[5, 6, 1], answers=["orcs"])
    assert best(fight, strong) == [] and best(fight, weak) == ["shaman/slow"]


def test_a_tactician_with_nothing_in_reach_goes_on_with_the_turn() -> None:
    fight = scene(wizard("merlin", (36, 2), "base.zap"), unit("orcs", (36, 46), facing=180, side=1), phase="combat")
    question = asked(fight, step)
    assert isinstance(question, Choose) and question.what == "magic" and best(fight, question) == "nothing more"


def test_a_secret_number_is_not_in_what_the_enemy_knows() -> None:
    fight = duel("black.null_life")
    casts(fight, "merlin", "black.null_life", dice=[1, 1, 6, 6], answers=["3"])
    known = ThreePlains().known(fight.setting, fight.state, 1)
    assert known.effects[0].number == 0 and fight.state.effects[0].number == 3


def test_a_place_for_a_spell_is_drafted_in_words() -> None:
    fight = duel("creation.stony_path", theirs=())
    fight.state.terrain = (feature("wood", (36, 30), (8, 8)),)
    question = asked(fight, lambda battle: cast(battle, 0, book["tp.spell.creation.stony_path"]))
    draft = asking.draft(question)
    assert draft is not None and draft.take(["hill"]) is None
    assert "not on the table" in str(draft.take(["at", "90", "12"]))
    assert "Draft: at (30.0, 28.0), turned by 45 degrees" in str(draft.take(["at", "30", "28", "turn", "45"]))
    assert draft.answer == {"at": [30000, 28000], "turn": 4500}
    assert asking.label(fight.setting, fight.state, question, {"at": [30000, 28000]}) == "at (30.0, 28.0)"
