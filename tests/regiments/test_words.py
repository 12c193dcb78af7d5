"""Sentences agree with the names in them: 'Where are the Spearmen set up?', 'the Lancers pursue'."""

from __future__ import annotations

import re

import pytest

from warhost.engine.game import Game
from warhost.engine.player import Seat
from warhost.engine.question import Answer, Choose, Question
from warhost.engine.words import Names, phrased, they_do
from warhost.players.random import RandomPlayer
from warhost.rulebooks.regiments.events import Cast, Dispelled, Noted, Struck, TerrainLaid, Tested
from warhost.rulebooks.regiments.magic.vortices import Direction
from warhost.rulebooks.regiments.measures import told_apart
from warhost.rulebooks.regiments.moving.moves import order_words
from warhost.rulebooks.regiments.telling.names import RegimentsNames

from .field import BOOK, ours, scene, theirs

NO_VERBS = ("as", "across", "towards", "its")


class Listener(RandomPlayer):
    """Answers by chance and keeps what it was asked."""

    def __init__(self, seed: str):
        super().__init__(seed)
        self.asked: list[Question] = []

    def answer(self, question: Question, seat: Seat) -> Answer:
        self.asked.append(question)
        return super().answer(question, seat)


def disagreements(sentence: str, many: list[str]) -> list[str]:
    """'the Spearmen flees', 'does the Spearmen flee'."""
    found = []
    for title in many:
        found += re.findall(rf"\b(?:is|does|has|was) {re.escape(title)}\b", sentence, re.IGNORECASE)
        verbs = re.findall(rf"{re.escape(title)} (\w*[^s\W]s)\b", sentence)
        found += [f"{title} {verb}" for verb in verbs if verb not in NO_VERBS and they_do(verb) != verb]
    return found


def test_a_disagreement_is_found() -> None:
    many = ["the Spearmen"]
    assert disagreements("Where does the Spearmen go?", many) and disagreements("the Spearmen flees", many)
    assert not disagreements("the Spearmen flee as one", many)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_asked_and_told_agrees(seed: int) -> None:
    armies = ("men_1000, orc_1000", "elf_1000, und_1000")[seed]
    game = Game(BOOK, BOOK.setup("pitched", {"armies": armies}), f"words {seed}")
    players = [Listener(f"{seed}a"), Listener(f"{seed}b")]
    game.play(players)
    names = RegimentsNames(game.setting)
    many = [str(name) for name in map(names.piece, range(len(game.setting.recruits))) if name.many]
    texts = [phrased(one.text, [one.about], names) for player in players for one in player.asked if one.about]
    texts += [told.event.say(names) for step in game.told for told in step]
    assert sorted({wrong for text in texts for wrong in disagreements(text, many)}) == []


@pytest.mark.rule("reg.magic.dispelfail", "reg.combat.allocate", "reg.sr.frenzy")
def test_words_say_what_figures_alone_would_hide() -> None:
    fight = scene(ours("own", "men.spears", 20, at=(36, 10)), theirs("foe", "orc.warriors", 20, at=(36, 30)))
    names = RegimentsNames(fight.setting)
    assert "(champion)" in Struck("reg.towound.chart", "own", "foe", "", 6, 5, 3, 2, at_champion=True).say(names)
    assert "3 or less" in Dispelled("reg.magic.dispelfail", 0, "Bone Splinters", 7, 7, False, True).say(names)
    assert Noted("reg.sr.frenzy", "own", "loses its frenzy").say(names).endswith("lose their frenzy")
    assert told_apart(16010, 16000) == ("16.01 in", "16 in")


@pytest.mark.rule("reg.magic.castfail", "reg.terrain.generate", "reg.army.orc.whirlers")
def test_articles_and_what_always_fails() -> None:
    fight = scene(ours("ball", "orc.whirlers", 1, at=(36, 10)), theirs("foe", "men.spears", 20, at=(36, 30)))
    names = RegimentsNames(fight.setting)
    assert TerrainLaid("reg.terrain.generate", "rocks", ()).say(names) == "rocks are laid out"
    assert TerrainLaid("reg.terrain.generate", "old tower", ()).say(names) == "an old tower is laid out"
    assert names.piece("ball").does("whirls") == "whirl"
    assert "2 or less" in Cast("reg.magic.castfail", "foe", "Cinder Bolt", (), 6, 5, False, False, True).say(names)


@pytest.mark.rule("reg.magic.type.vortex")
@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (12785, "straight ahead"),
        (12785 + 36000, "straight ahead"),
        (12834, "straight ahead"),
        (12836, "1 degree to the right"),
        (8785, "40 degrees to the left"),
    ],
)
def test_a_wheel_is_sent_so_far_from_where_its_caster_looks(answer: int, words: str) -> None:
    fight = scene(ours("own", "men.spears", 20, at=(36, 10)), theirs("foe", "orc.warriors", 20, at=(36, 30)))
    sent = Direction(0, "own", "Burning Wheel", 12785)
    names = RegimentsNames(fight.setting)
    assert sent.label(answer, names) == words
    assert BOOK.spokesman.advised(fight.setting, fight.state, sent, answer) == f"Send it {words}."


@pytest.mark.rule("reg.charge.geometry", "reg.char.makeway")
@pytest.mark.parametrize(
    ("what", "meaning", "words"),
    [
        ("charge end", "By the shortest way", "Let the Marcher Spearmen come in by the shortest way."),
        ("make way", "Stay", "Let the Marcher Spearmen stay."),
    ],
)
def test_a_deed_in_the_middle_of_advice_is_written_small(what: str, meaning: str, words: str) -> None:
    fight = scene(ours("own", "men.spears", 20, at=(36, 10)), theirs("foe", "orc.warriors", 20, at=(36, 30)))
    asked = Choose(0, what, ["one", "other"], "reg.charge.geometry", "own", meanings={"one": meaning})
    assert BOOK.spokesman.advised(fight.setting, fight.state, asked, "one") == words


@pytest.mark.rule("reg.move.single")
def test_a_turn_is_told_from_where_one_looked_before() -> None:
    fight = scene(ours("own", "men.spears", 20, at=(36, 10)), theirs("foe", "orc.warriors", 20, at=(36, 30)))
    names = RegimentsNames(fight.setting)
    told = order_words([["pivot", 16491], ["go", 5000]], names, 18000)
    assert told == "turn 15 degrees to the left, go 5 in ahead"
    assert order_words([["wheel", 3000], ["face", 9000]], names, 0).endswith("turn 60 degrees to the right")
    assert order_words([["go", 36000, 20000], ["pivot", 0]], names, 0) == "go to (36.0, 20.0), turn"


@pytest.mark.rule("reg.break.insane", "reg.core.test.ld", "reg.core.test.char")
@pytest.mark.parametrize(
    ("value", "score", "passed", "end"),
    [
        (-7, 2, True, "2 against -7, and the least score always passes"),
        (2, 2, True, "2 against 2"),
        (-7, 2, False, "2 against -7"),
        (6, 6, False, "6 against 6, and a natural 6 always fails"),
        (7, 8, False, "8 against 7"),
    ],
)
def test_what_a_test_comes_to_against_its_numbers_is_told(value: int, score: int, passed: bool, end: str) -> None:
    assert Tested("reg.break.test", "guard", "break", value, score, passed).say(Names()).endswith(end)
