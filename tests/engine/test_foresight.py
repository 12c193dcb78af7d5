"""What an answer promises is the enumeration of the very step that would be run."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

import pytest

from warhost.engine.battle import Battle
from warhost.engine.book import Result
from warhost.engine.chain import Chain, Pool, Test
from warhost.engine.contest import Contest
from warhost.engine.event import Event, Outcome
from warhost.engine.foresight import End, Foreseen, Foresight, Way, chance_of, disproved, foreseen, proved
from warhost.engine.game import Game
from warhost.engine.playing import Shows
from warhost.engine.promise import Promise
from warhost.engine.question import Choose, Question
from warhost.engine.spokesman import Spokesman

from .toy import State, Toy


class Checked(Event, frozen=True):
    shows: ClassVar[Shows] = Shows("check", success="passed")
    who: str
    passed: bool

    def outcome(self) -> Outcome:
        return Outcome("keeps its nerve", self.who, self.passed)


class Fled(Event, frozen=True):
    who: str

    def forfeit(self) -> tuple[str, str]:
        return self.who, "runs home"


class Hit(Event, frozen=True):
    models: int

    def outcome(self) -> Outcome:
        return Outcome("fells two", "foe", self.models >= 2)


class Bold(Toy):
    """Whoever charges must keep his nerve, may be shot at, and then strikes."""

    reaction: str | None = "brace"

    def flee(self, battle: Battle[State, int]) -> None:
        """Nothing comes of it."""

    def step(self, battle: Battle[State, int]) -> None:
        if battle.ask(Choose(0, "order", ("charge", "hold"), "toy.order")) == "hold":
            battle.state.turn = 99
            return
        held = battle.contest(Contest(2, 1, "toy.nerve"), 0, 1).won
        battle.tell(Checked("toy.nerve", "wolves", held))
        if not held:
            self.flee(battle)
            battle.state.turn = 99
            return
        if battle.ask(Choose(1, "reaction", ("shoot", "brace"), "toy.react", usual=self.reaction)) == "shoot":
            battle.state.models[0] -= 1
        hits = battle.roll(Chain(Pool(battle.state.models[0]), (Test(6, 4, "to hit", "toy.hit"),)), 0)
        battle.tell(Hit("toy.hit", hits))
        battle.state.turn = 99

    def result(self, setting: int, state: State) -> Result | None:
        return Result(None, "toy.end", "it is over") if state.turn == 99 else None


def _promised(book: Toy, answer: str) -> dict[str, Fraction]:
    game = Game(book, book.setup(None, {}), "seed")
    return {one.what: one.chance for one in foreseen(game, 0, answer)}


NERVE = Contest(2, 1, "toy.nerve").chance()


def test_a_promise_is_what_the_step_itself_gives() -> None:
    two_of_three = Fraction(4, 8)
    assert _promised(Bold(models=3), "charge") == {"keeps its nerve": NERVE, "fells two": NERVE * two_of_three}


class Long(Bold):
    """After the blows a row of dice falls, one by one: more than anybody would follow."""

    def step(self, battle: Battle[State, int]) -> None:
        super().step(battle)
        for _ in range(9):
            battle.die(6, "more", "toy.more", 0)


def test_what_follows_at_length_hides_nothing_of_what_comes_first() -> None:
    assert _promised(Long(models=3), "charge") == {"keeps its nerve": NERVE}


def test_what_throws_no_dice_promises_nothing() -> None:
    assert _promised(Bold(), "hold") == {}


def test_it_says_what_others_are_taken_to_do() -> None:
    book = Bold(models=3)
    game = Game(book, book.setup(None, {}), "seed")
    nerve, felled = foreseen(game, 0, "charge")
    assert (nerve.given, felled.given) == ("", "“brace”")
    assert str(nerve) == "keeps its nerve (wolves): 88 %"
    assert str(felled) == "fells two (foe), if they say “brace”: 44 %"


class Twofold(Bold):
    """Two are asked, in an order that dice decide; they do what is usual."""

    def step(self, battle: Battle[State, int]) -> None:
        battle.ask(Choose(0, "order", ("charge", "hold"), "toy.order"))
        first = battle.die(6, "who is first", "toy.more", 0)
        for what in ("duck", "wait") if first > 3 else ("wait", "duck"):
            battle.ask(Choose(1, what, (what, "not"), "toy.react", usual=what))
        battle.tell(Checked("toy.nerve", "wolves", battle.die(6, "nerve", "toy.nerve", 0) > 1))
        battle.state.turn = 99


@pytest.mark.parametrize("backwards", [False, True])
def test_what_others_are_taken_to_do_is_said_in_one_order(
    backwards: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if backwards:
        found = Foresight._run
        monkeypatch.setattr(Foresight, "_run", lambda *args: reversed(list(found(*args))))
    book = Twofold()
    (nerve,) = foreseen(Game(book, book.setup(None, {}), "seed"), 0, "charge")
    assert (nerve.given, nerve.chance) == ("“duck” and “wait”", Fraction(5, 6))


class Timid(Bold):
    def flee(self, battle: Battle[State, int]) -> None:
        battle.tell(Fled("toy.nerve", "wolves"))


def test_it_says_what_a_failure_costs_whom() -> None:
    book = Timid(models=3)
    nerve, felled = foreseen(Game(book, book.setup(None, {}), "seed"), 0, "charge")
    assert (nerve.forfeit, felled.forfeit) == ("runs home", "")
    assert str(nerve) == "keeps its nerve (wolves): 88 %, or runs home"


def test_nothing_is_foreseen_beyond_a_decision_that_may_be_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bold, "reaction", None)
    assert _promised(Bold(models=3), "charge") == {"keeps its nerve": NERVE}


def test_nothing_is_promised_of_an_answer_that_is_not_lawful_or_not_ones_own() -> None:
    game = Game(Bold(), Bold().setup(None, {}), "seed")
    assert foreseen(game, 0, "dance") == []
    assert foreseen(game, 1, "charge") == []


def test_looking_ahead_changes_nothing() -> None:
    game = Game(Bold(), Bold().setup(None, {}), "seed")
    before = game.hash
    foreseen(game, 0, "charge")
    assert (game.hash, game.decisions, game.pending()[0].what) == (before, 0, "order")


class Late(Bold):
    """A die falls before the order, which is carried out in the step after it: four faces let them get there."""

    def step(self, battle: Battle[State, int]) -> None:
        if battle.state.turn == 1:
            battle.state.models[0] = battle.die(6, "how many come", "toy.come", 0)
            question = Choose(0, "order", ("charge", "hold"), "toy.order", about="wolves")
            question.deferred = self.reaction is not None
            battle.state.turn = 2 if battle.ask(question) == "charge" else 99
            return
        dashed = battle.die(6, "dash", "toy.dash", 0, (2,)) > 2
        battle.tell(Arrived("toy.dash", "wolves", dashed, battle.state.models[0]))
        battle.state.turn = 99


class Arrived(Event, frozen=True):
    who: str
    reached: bool
    models: int

    def outcome(self) -> Outcome:
        return Outcome(f"{self.models} get there", self.who, self.reached, measured=True)


def test_dice_that_have_fallen_stay_and_what_is_deferred_is_found() -> None:
    game = Game(Late(), Late().setup(None, {}), "seed")
    come = game.pending() and game.state.models[0]
    assert foreseen(game, 0, "charge") == [Promise(f"{come} get there", Fraction(2, 3), "toy.dash", "wolves")]


def test_what_is_carried_out_at_once_is_not_looked_for_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Late, "reaction", None)
    assert _promised(Late(), "charge") == {}


def test_nobody_is_told_what_he_may_not_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Spokesman, "may_measure", lambda says, setting: False)
    assert _promised(Late(), "charge") == {}


def test_every_promise_can_be_proved_die_by_die() -> None:
    game = Game(Bold(models=3), Bold(models=3).setup(None, {}), "seed")
    found = foreseen(game, 0, "charge")
    assert len(found) == 2 and proved(game, 0, "charge", found, 500) == found
    assert proved(game, 0, "charge", found, 10) is None


def test_what_follows_in_a_later_step_is_not_disproved_by_want_of_runs() -> None:
    game = Game(Late(), Late().setup(None, {}), "seed")
    found = foreseen(game, 0, "charge")
    assert len(found) == 1 and proved(game, 0, "charge", found, 2) is None
    assert proved(game, 0, "charge", found, 50) == found


def test_with_few_runs_what_is_known_first_is_promised_and_nothing_wrong() -> None:
    game = Game(Bold(models=30), Bold(models=30).setup(None, {}), "seed")
    assert [one.what for one in Foresight(game, 0).of("charge").promises] == ["keeps its nerve"]
    assert Foresight(game, 0, most=1).of("charge") == Foreseen()
    assert Foresight(game, 0, in_all=0).of("charge") == Foreseen(complete=False)


def test_how_likely_all_of_it_comes_off_is_that_of_whom_it_is_about() -> None:
    game = Game(Bold(models=3), Bold(models=3).setup(None, {}), "seed")
    assert Foresight(game, 0).of("charge").chance == NERVE
    assert Foresight(game, 0).of("hold").chance is None


def test_dice_thrown_on_a_real_table_stay_too() -> None:
    game = Game(Late(), Late().setup(None, {}), "seed", manual=True)
    assert foreseen(game, 0, [3]) == []  # the dice themselves promise nothing
    game.answer([3])
    assert foreseen(game, 0, "charge") == [Promise("3 get there", Fraction(2, 3), "toy.dash", "wolves")]


# --- where nothing is promised ----------------------------------------------------------------------------------


class Mute(Bold):
    """Says that nothing hangs on dice, whatever is asked."""

    def promising(self, setting: int, known: State, question: Question) -> bool:
        return False


def test_where_the_rules_promise_nothing_nobody_looks_ahead() -> None:
    game = Game(Mute(models=3), Mute(models=3).setup(None, {}), "seed")
    ahead = Foresight(game, 0, in_all=0)
    assert ahead.of("charge") == Foreseen() and not ahead.spent


def test_rules_that_promise_nothing_are_held_to_it() -> None:
    game = Game(Mute(models=3), Mute(models=3).setup(None, {}), "seed")
    assert "promised of 'charge' is nothing; die by die it is keeps its nerve" in disproved(game, 0, "charge", 500)
    assert disproved(game, 0, "hold", 500) == ""


# --- ways that were not followed to their end ---------------------------------------------------------------------

CHECK, ARRIVAL = ("passes its check", "mob"), ("gets there", "riders")


def test_what_another_failed_says_nothing_of_a_way_that_was_cut() -> None:
    """The mob that flees may be caught yet."""
    flees = Way(Fraction(1, 4), {CHECK: End(success=False, rule="")}, (), None, cut=True)
    stands = Way(Fraction(3, 4), {CHECK: End(success=True, rule=""), ARRIVAL: End(success=True, rule="")}, (), None)
    assert chance_of(ARRIVAL, [flees, stands]) is None
    assert chance_of(CHECK, [flees, stands]) == Fraction(3, 4)
    assert chance_of(ARRIVAL, [flees._replace(cut=False), stands]) == Fraction(3, 4)


def test_who_has_failed_himself_does_not_get_there() -> None:
    own = ("passes its check", "riders")
    fails = Way(Fraction(1, 4), {own: End(success=False, rule="")}, (), None, cut=True)
    rides = Way(Fraction(3, 4), {own: End(success=True, rule=""), ARRIVAL: End(success=True, rule="")}, (), None)
    assert chance_of(ARRIVAL, [fails, rides]) == Fraction(3, 4)
