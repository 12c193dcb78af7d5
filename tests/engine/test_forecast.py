"""What an answer may cost both sides is counted from the step that would be run."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from warhost.engine.battle import Battle
from warhost.engine.book import Result
from warhost.engine.chain import Chain, Pool, Test
from warhost.engine.dice import Throw
from warhost.engine.event import Event
from warhost.engine.forecast import TRIES, Losses, expected
from warhost.engine.game import Game
from warhost.engine.playing import Shows
from warhost.engine.question import Choose
from warhost.engine.spokesman import Spokesman

from .toy import State, Toy


class Fell(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("fall", who="who", number="models")
    who: str
    models: int


class Hurt(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("hurt", who="who", number="wounds")
    who: str
    wounds: int


class Fled(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("flee", who="who")
    who: str


class Secretive(Spokesman[State, int]):
    def may_measure(self, setting: int) -> bool:
        return False


class Volley(Toy):
    """Two arrows at the foe, who need a 4; if both strike, the foe flees. Or a lone duel of many dice."""

    def step(self, battle: Battle[State, int]) -> None:
        answer = battle.ask(Choose(0, "deed", ("shoot", "duel", "wait"), "toy.order"))
        if answer == "shoot":
            self._shoot(battle)
        elif answer == "duel":
            wounds = sum(face == 6 for face in battle.throw(Throw(9, 6, "blows", "toy.blow", 0)))
            battle.tell(Hurt("toy.blow", "hero", wounds))
        battle.state.turn = 99

    def _shoot(self, battle: Battle[State, int]) -> None:
        fallen = battle.roll(Chain(Pool(2, "arrows", "toy.shot"), (Test(6, 4, "to hit", "toy.shot"),)), 0)
        battle.tell(Fell("toy.shot", "foe", fallen))
        if fallen == 2:
            battle.tell(Fled("toy.flight", "foe"))

    def result(self, setting: int, state: State) -> Result | None:
        return Result(0, "toy.end", "it is over") if state.turn == 99 else None


class Strictly(Volley):
    """Nothing may be measured before it is declared."""

    spokesman = Secretive()


def game_of(book: Toy) -> Game[State, int]:
    return Game(book, book.setup(None, {}), "1")


def test_losses_and_flights_are_exact_where_outcomes_are_few() -> None:
    found = expected(game_of(Volley()), 0, "shoot")
    spread = ((0, Fraction(1, 4)), (1, Fraction(1, 2)), (2, Fraction(1, 4)))
    assert found.losses == (Losses("foe", models=True, spread=spread),)
    assert (found.flights, found.tries) == ({"foe": Fraction(1, 4)}, 0)


def test_too_many_outcomes_are_tried_and_that_is_said() -> None:
    found = expected(game_of(Volley()), 0, "duel")
    (hero,) = found.losses
    assert (hero.about, hero.models, found.tries) == ("hero", False, TRIES)
    assert sum(chance for _, chance in hero.spread) == 1
    assert Fraction(1) < hero.mean < Fraction(2)  # 1.5 of nine dice


def test_what_costs_nobody_anything_says_nothing() -> None:
    assert expected(game_of(Volley()), 0, "wait").losses == ()


def test_nothing_is_told_where_nothing_may_be_measured() -> None:
    assert expected(game_of(Strictly()), 0, "shoot").losses == ()


def test_nobody_but_the_one_who_is_asked_can_ask() -> None:
    assert expected(game_of(Volley()), 1, "shoot").losses == ()


def test_an_unlawful_answer_has_no_future() -> None:
    assert expected(game_of(Volley()), 0, "fly").losses == ()
