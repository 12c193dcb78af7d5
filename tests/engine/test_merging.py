"""Rows of deeds that have no hand in each other are followed each for itself, and what is found is the same."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from warhost.engine.battle import Battle
from warhost.engine.book import Result
from warhost.engine.chain import Chain, Pool, Test
from warhost.engine.dice import Throw
from warhost.engine.forecast import Expectation, Merging, expected
from warhost.engine.foresight import Foreseeing
from warhost.engine.game import Game
from warhost.engine.oracle import Apart
from warhost.engine.question import Choose

from .test_forecast import Fell, Fled
from .toy import State, Toy

ALL = 20_000  # more outcomes than any of these has
Fight = Battle[State, int]


class Melee(Toy):
    """Both bands strike twice; whoever has lost more than three in the end flees on a 1 or 2."""

    def step(self, battle: Fight) -> None:
        battle.ask(Choose(0, "deed", ("fight",), "toy.order"))
        battle.apart([Apart(foe, self._blow(battle, foe, dice)) for foe, dice in ((1, 4), (0, 3), (1, 3), (0, 2))])
        for side, models in enumerate(battle.state.models):
            if models < 6 - 3 and battle.die(6, "nerve", "toy.nerve", side, cuts=(2,)) <= 2:
                battle.tell(Fled("toy.nerve", str(side)))
        battle.state.turn = 99

    def _blow(self, battle: Fight, foe: int, dice: int) -> Callable[[], None]:
        def strike() -> None:
            chain = Chain(Pool(dice), (Test(6, 4, "to hit", "toy.hit"),))
            lost = min(battle.state.models[foe], battle.roll(chain, 1 - foe))
            battle.state.models[foe] -= lost
            battle.tell(Fell("toy.hit", str(foe), lost))

        return strike

    def result(self, setting: int, state: State) -> Result | None:
        return Result(0, "toy.end", "it is over") if state.turn == 99 else None


class Avenging(Melee):
    """The blows of those whose friends have fallen hit more easily: the rows have a hand in each other."""

    def _blow(self, battle: Fight, foe: int, dice: int) -> Callable[[], None]:
        def strike() -> None:
            need = 4 if battle.state.models[1 - foe] == 6 else 2
            fallen = battle.throw(Throw(dice, 6, "to hit", "toy.hit", 1 - foe, (need - 1,), alike=True))
            lost = min(battle.state.models[foe], sum(face >= need for face in fallen))
            battle.state.models[foe] -= lost
            battle.tell(Fell("toy.hit", str(foe), lost))

        return strike


class Raging(Melee):
    """Whoever has lost a friend, or none, strikes once more: the row of his blows does not always look the same."""

    def __init__(self, unhurt: bool):
        super().__init__()
        self._unhurt = unhurt

    def _blow(self, battle: Fight, foe: int, dice: int) -> Callable[[], None]:
        strike = super()._blow(battle, foe, dice)

        def strike_and_again() -> None:
            strike()
            if dice == 2 and (battle.state.models[1] == 6) == self._unhurt:  # the last blow of its row
                strike()

        return strike_and_again


class Asking(Melee):
    """In the middle of it somebody has to decide something that nobody can foresee."""

    def _blow(self, battle: Fight, foe: int, dice: int) -> Callable[[], None]:
        strike = super()._blow(battle, foe, dice)

        def ask_and_strike() -> None:
            battle.ask(Choose(1, "how", ("high", "low"), "toy.order"))
            strike()

        return ask_and_strike


def found(book: Toy) -> Expectation:
    return expected(Game(book, book.setup(None, {}), "1"), 0, "fight")


@pytest.fixture
def unmerged(monkeypatch: pytest.MonkeyPatch) -> Callable[[Toy], Expectation]:
    """The same with every deed after the other, over all outcomes."""

    def found_slowly(book: Toy) -> Expectation:
        with monkeypatch.context() as patched:
            patched.setattr(Merging, "apart", Foreseeing.apart)
            patched.setattr("warhost.engine.forecast.MOST_RUNS", ALL)
            return found(book)

    return found_slowly


def test_rows_for_themselves_come_to_the_same(unmerged: Callable[[Toy], Expectation]) -> None:
    merged = found(Melee())
    assert merged == unmerged(Melee())
    assert merged.tries == 0
    first, second = merged.losses
    assert (first.about, second.about) == ("1", "0")
    assert dict(first.spread)[6] == Fraction(8, 128)  # six or seven of seven
    assert set(merged.flights) == {"0", "1"}


def test_of_rows_that_have_a_hand_in_each_other_nothing_exact_is_said(
    unmerged: Callable[[Toy], Expectation],
) -> None:
    assert found(Avenging()).tries
    assert not unmerged(Avenging()).tries


@pytest.mark.parametrize("unhurt", [True, False])
def test_nor_of_rows_in_which_more_or_fewer_dice_fall_for_what_another_has_done(unhurt: bool) -> None:
    assert found(Raging(unhurt)).tries


def test_nothing_is_exact_where_somebody_decides_in_the_middle() -> None:
    assert found(Asking()).tries


def test_in_battle_deeds_are_done_in_their_order() -> None:
    game = Game(Melee(), Melee().setup(None, {}), "1")
    game.answer("fight")
    assert not game.pending()
    struck = [told.event.who for told in game.events(0) if isinstance(told.event, Fell)]
    assert struck == ["1", "0", "1", "0"]
