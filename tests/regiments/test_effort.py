"""How likely dice bring off a spell, or stop one: what is told ahead against every fall of the dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from warhost.engine.foresight import foreseen
from warhost.engine.game import Game
from warhost.engine.question import Choose
from warhost.rulebooks.regiments.magic.effort import enough, falls, forced

from .field import BOOK, ours, scene, theirs

CASES = [(1, 5, 2), (2, 10, 2), (2, 3, 2), (3, 12, 2), (3, 4, 3), (4, 20, 3), (5, 31, 2), (1, 1, 3)]


@pytest.mark.rule("reg.magic.cast", "reg.magic.castfail", "reg.magic.irresistible", "reg.magic.dispel")
@pytest.mark.parametrize(("count", "needed", "too_little"), CASES)
def test_chances_are_those_of_the_dice(count: int, needed: int, too_little: int) -> None:
    every = list(product(range(1, 7), repeat=count))
    good = [dice for dice in every if dice.count(6) >= 2 or (sum(dice) >= needed and sum(dice) > too_little)]
    found = falls(count, needed, too_little)
    assert sum(chance for _, chance in found) == 1
    assert sum(chance for dice, chance in found if enough(dice, needed, too_little)) == Fraction(
        len(good), len(every)
    )
    sixes = Fraction(sum(dice.count(6) >= 2 for dice in every), len(every))
    assert sum(chance for dice, chance in found if forced(dice)) == sixes


@pytest.mark.rule("reg.magic.cast")
@pytest.mark.parametrize(("dice", "made"), [((5, 5), True), ((4, 5), False), ((6, 6), True)])
def test_exactly_enough_is_enough(dice: tuple[int, ...], made: bool) -> None:
    assert enough(dice, 10, 2) is made


@pytest.mark.rule("reg.magic.castfail")
@pytest.mark.parametrize(("dice", "made"), [((1, 1), False), ((1, 2), True)])
def test_too_little_never_is(dice: tuple[int, ...], made: bool) -> None:
    assert enough(dice, 1, 2) is made


# --- what players are told


def all_but_cast(title: str, power: int, dispel: int) -> tuple[Game[Any, Any], Choose]:
    """A wizard of level 4 has chosen his spell; an enemy wizard of level 1 stands by."""
    fight = scene(
        ours("mage", "men.magister", at=(36, 10), level=4, spells=[title]),
        theirs("foe", "orc.warriors", 20, front=(36, 25), files=5),
        theirs("shaman", "orc.shaman", at=(50, 40), level=1),
        phase="magic", power=power, dispel=dispel, winds=True,
    )  # fmt: skip
    game = Game(BOOK, {}, "seed", start=fight.state, setting=fight.setting)
    game.answer(f"mage/{title}", 0)
    if asked_of(game).what == "spell target":
        game.answer("foe", 0)
    return game, asked_of(game)


def asked_of(game: Game[Any, Any]) -> Choose:
    (question,) = game.pending()
    assert isinstance(question, Choose)
    return question


def counted(dice: int, needed: int, too_little: int) -> Fraction:
    """Every fall of the dice, one by one."""
    every = list(product(range(1, 7), repeat=dice))
    good = [one for one in every if one.count(6) >= 2 or (sum(one) >= needed and sum(one) > too_little)]
    return Fraction(len(good), len(every))


@pytest.mark.rule("reg.magic.cast", "reg.magic.irresistible", "reg.magic.castfail")
def test_the_chance_is_told_for_every_number_of_power_dice() -> None:
    """The lance hits D6 times, and may be followed by a miscast: that hides nothing of whether it is cast."""
    game, question = all_but_cast("Sun Lance", 5, 0)
    value = next(one.value for one in BOOK.library.spells.values() if one.title == "Sun Lance")
    for dice in range(1, 6):
        chance = counted(dice, value - 4, 2)
        assert chance < 1
        assert [(one.what, one.chance) for one in foreseen(game, 0, str(dice))] == [("casts the spell", chance)]
    assert question.text.endswith(f"It needs {value}, and the wizard adds 4.")
    assert question.meanings["1"] == "1 die"
    assert question.meanings["2"] == "2 dice (3 % irresistible, with a miscast)"
    assert question.meanings["3"] == "3 dice (7 % irresistible, with a miscast)"


@pytest.mark.rule("reg.magic.cast")
def test_what_is_certain_is_called_so() -> None:
    game, question = all_but_cast("Cinder Bolt", 3, 0)
    assert question.meanings["3"] == "3 dice (certain; 7 % irresistible, with a miscast)"
    assert foreseen(game, 0, "3") == []


@pytest.mark.rule("reg.magic.dispel", "reg.magic.dispelfail", "reg.magic.dispelforce")
def test_the_chance_is_told_for_every_number_of_dispel_dice() -> None:
    """With the level of the best wizard; two sixes always do, and nobody miscasts by it."""
    game, _ = all_but_cast("Cinder Bolt", 2, 4)
    game.answer("2", 0)
    question = asked_of(game)
    assert question.what == "dispel"
    total = int(question.text.split("was cast with ")[1].split(";")[0])
    assert "your best wizard adds 1" in question.text
    for dice in range(1, 5):
        chance = counted(dice, total - 1, 3)
        assert [(one.what, one.chance) for one in foreseen(game, 1, str(dice))] == [("dispels the spell", chance)]
