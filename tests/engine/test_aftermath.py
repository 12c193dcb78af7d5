"""What may come of an answer by the end of the turn is counted from the steps that would be run."""

from __future__ import annotations

from fractions import Fraction

from warhost.engine.aftermath import TRIES, aftermath
from warhost.engine.battle import Battle
from warhost.engine.forecast import Expectation, Losses, expected
from warhost.engine.game import Game
from warhost.engine.question import Choose

from .test_forecast import Fell, Fled, Secretive
from .toy import State, Toy

ONE = Fraction(1)
DECLARE, FIGHT, NEXT = 0, 1, 2


class Onset(Toy):
    """A charge is declared in one step and fought out in the next, in which three fall and the foe flees if he
    stands; in the turn after that everybody falls. Here `active` says how far the turn is."""

    targets = ("foe",)

    def step(self, battle: Battle[State, int]) -> None:
        stages = {DECLARE: self._declare, FIGHT: self._fight, NEXT: self._next}
        stages[battle.state.active](battle)

    def _declare(self, battle: Battle[State, int]) -> None:
        battle.state.active = FIGHT
        if self._asked(battle, "charge", ("foe", "wait")) == "wait":
            battle.state.models[1] = 0
        elif len(self.targets) > 1:
            self._asked(battle, "target", self.targets)

    def _asked(self, battle: Battle[State, int], what: str, options: tuple[str, ...]) -> str:
        question = Choose(0, what, options, "toy.order")
        question.deferred = True
        return str(battle.ask(question))

    def _fight(self, battle: Battle[State, int]) -> None:
        if battle.state.models[1]:
            stands = battle.ask(Choose(1, "answer", ("run", "stand"), "toy.react", usual="stand")) == "stand"
            fallen = battle.ask(Choose(0, "blow", ("hard", "softly"), "toy.blow"))
            battle.tell(Fell("toy.blow", "foe", 2 if stands and fallen == "hard" else 0))
            battle.tell(Fell("toy.blow", "foe", battle.die(6, "one more", "toy.blow", 0) and 1))
            battle.tell(Fled("toy.flight", "foe"))
            battle.tell(Fell("toy.secret", "spy", 1), only=1)
        battle.state.active, battle.state.turn = NEXT, battle.state.turn + 1

    def _next(self, battle: Battle[State, int]) -> None:
        battle.tell(Fell("toy.blow", "foe", 99))

    def turn(self, state: State) -> int:
        return state.turn

    def result(self, setting: int, state: State) -> None:
        return None


class Choosy(Onset):
    targets = ("foe", "spy")


class Strictly(Onset):
    spokesman = Secretive()


class Endless(Onset):
    def _fight(self, battle: Battle[State, int]) -> None:
        battle.tell(Fell("toy.blow", "foe", 1))


def game_of(book: Toy) -> Game[State, int]:
    return Game(book, book.setup(None, {}), "1")


def test_the_fight_of_a_later_step_is_counted_to_the_end_of_the_turn() -> None:
    game = game_of(Onset())
    assert expected(game, 0, "foe").losses == ()  # the step under way costs nobody anything
    found = aftermath(game, 0, "foe")
    assert found == Expectation((Losses("foe", models=True, spread=((3, ONE),)),), {"foe": ONE}, TRIES)
    assert game.decisions == 0 and aftermath(game, 0, "foe") == found


def test_what_costs_nobody_anything_was_tried_all_the_same() -> None:
    assert aftermath(game_of(Onset()), 0, "wait") == Expectation((), {}, TRIES)


def test_what_hangs_on_a_choice_that_belongs_to_it_is_not_told() -> None:
    assert aftermath(game_of(Choosy()), 0, "foe") == Expectation()
    game = game_of(Choosy())
    game.answer("foe")
    assert aftermath(game, 0, "foe").losses[0].spread == ((3, ONE),)


def test_nothing_is_told_where_nothing_may_be_measured_or_no_end_is_found() -> None:
    assert aftermath(game_of(Strictly()), 0, "foe") == Expectation()
    assert aftermath(game_of(Endless()), 0, "foe") == Expectation()


def test_nobody_else_can_ask_and_no_unlawful_answer_has_a_future() -> None:
    assert aftermath(game_of(Onset()), 1, "foe") == Expectation()
    assert aftermath(game_of(Onset()), 0, "fly") == Expectation()


def test_what_is_over_with_its_step_is_not_followed_further() -> None:
    class Now(Onset):
        def _asked(self, battle: Battle[State, int], what: str, options: tuple[str, ...]) -> str:
            return str(battle.ask(Choose(0, what, options, "toy.order")))

    assert aftermath(game_of(Now()), 0, "foe") == Expectation()
