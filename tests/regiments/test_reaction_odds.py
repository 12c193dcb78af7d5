"""What the charged are told before they react, and a charger among others, held against a count of the dice."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from warhost.engine.forecast import expected
from warhost.engine.foresight import Foresight
from warhost.engine.game import Game
from warhost.engine.promise import Promise

from .field import BOOK, ours, scene, theirs

FACES = range(1, 7)


def game_of(*units: Any) -> Game[Any, Any]:
    fight = scene(*units, phase="charges")
    return Game(BOOK, {}, "seed", start=fight.state, setting=fight.setting)


def charged(gap: float, foe: str = "orc.warriors") -> Game[Any, Any]:
    """The foe is charged by spearmen who move 4 inches, and is to react."""
    game = game_of(
        ours("own", "men.spears", 20, front=(36, 10), files=5),
        theirs("foe", foe, 20, front=(36, 10 + gap), files=5),
    )
    game.answer("own")
    (question,) = game.pending()
    assert (question.what, question.side) == ("reaction", 1)
    return game


def promised(game: Game[Any, Any], answer: str) -> dict[str, Promise]:
    (question,) = game.pending()
    seen = Foresight(game, question.side).of(answer)
    return {one.what: one for one in (*seen.promises, *seen.certain)}


def sums() -> Iterator[int]:
    """Of two dice, in all the ways they fall."""
    return (sum(faces) for faces in product(FACES, repeat=2))


@pytest.mark.rule("reg.charge.hold", "reg.charge.range")
@pytest.mark.parametrize("gap", [6, 11, 12, 16])
def test_who_holds_hears_how_likely_the_charger_comes(gap: int) -> None:
    arrives = promised(charged(gap), "hold")["reaches its target"]
    assert arrives.chance == Fraction(sum(4 + far >= gap for far in sums()), 36)
    assert (arrives.about, arrives.whose, arrives.given) == ("own", "the Marcher Spearmen", "")


@pytest.mark.rule("reg.charge.flee", "reg.charge.fleeing")
@pytest.mark.parametrize("gap", [5, 8])
def test_who_flees_hears_how_likely_he_is_caught(gap: int) -> None:
    """It turns about its centre, so that its rear is as far away as its front was, and runs: two dice each."""
    game = charged(gap)
    caught = promised(game, "flee")["catches those who flee"]
    ways = [4 + chase >= gap + flight for flight, chase in product(sums(), sums())]
    assert caught.chance == Fraction(sum(ways), len(ways))


@pytest.mark.rule("reg.charge.standshoot")
def test_who_stands_and_shoots_hears_what_that_may_fell() -> None:
    game = game_of(
        ours("own", "men.spears", 20, front=(36, 10), files=5),
        theirs("foe", "men.crossbows", 10, front=(36, 20), files=10),
    )
    game.answer("own")
    found = expected(game, 1, "stand and shoot")
    assert [one.about for one in found.losses] == ["own"]
    assert sum(chance for _, chance in found.losses[0].spread) == 1


@pytest.mark.rule("reg.charge.move", "reg.charge.declare")
def test_a_second_charge_is_told_its_chance_as_the_first_was() -> None:
    """Which of them moves first is asked later; each comes home or not by its own dice."""
    game = game_of(
        ours("own", "men.spears", 20, front=(30, 10), files=5),
        ours("more", "men.halberds", 20, front=(45, 10), files=5),
        theirs("foe", "orc.warriors", 20, front=(30, 20), files=5),
        theirs("others", "orc.warriors", 20, front=(45, 22), files=5),
    )
    game.answer("own")
    answers = {"charge target": "foe", "reaction": "hold"}
    while game.pending()[0].what != "charge":
        game.answer(answers[game.pending()[0].what])
    game.answer("more")
    (question,) = game.pending()
    answer = "others" if question.what == "charge target" else "hold"
    chance = promised(game, answer)["reaches its target"].chance
    assert chance == Fraction(sum(4 + far >= 12 for far in sums()), 36)
