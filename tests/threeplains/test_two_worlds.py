"""What only its owner may know shows in nothing that others are sent: two worlds that differ only in a secret."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from msgspec import structs

from warhost.engine.battle import Battle
from warhost.engine.game import Game
from warhost.engine.oracle import Scripted
from warhost.engine.player import Seat
from warhost.engine.question import Answer, Question
from warhost.engine.record import RecordError, record, reopen
from warhost.engine.two_worlds import TwoWorlds
from warhost.players.random import RandomPlayer
from warhost.rulebooks.threeplains.charging.marchover import lifted
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.magic.moments import NOTHING_MORE
from warhost.rulebooks.threeplains.opening.deployment import hiding_places
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.rulebooks.threeplains.setting import Setting
from warhost.rulebooks.threeplains.state import State
from warhost.rulebooks.threeplains.telling.terms import briefing

from .armoury import alone
from .scene import number, piece, scene, unit

BOOK = ThreePlains()
OWNER, OTHERS = 0, (1, None)
QUESTIONS = 60
AnyGame = Game[State, Setting]


class Discreet(RandomPlayer):
    """Plays by chance, but keeps his secrets."""

    def answer(self, question: Question, seat: Seat) -> Answer:
        if question.what in ("reveal", "item out of turn", "magic"):
            return question.usual or question.suggest()[-1]
        answer = super().answer(question, seat)
        return "done" if str(answer).startswith(("use: ", "cast: ")) else answer


def setup(rosters: str) -> dict[str, Any]:
    return BOOK.setup("plain", {"armies": rosters})


def at_clock(setup: dict[str, Any], seed: str, clock: int) -> State:
    """How things stand when so many turns have begun, nobody having shown a secret."""
    game: AnyGame = Game(BOOK, setup, seed)
    game.play([Discreet(f"{seed}/a"), Discreet(f"{seed}/b")], until=lambda now: now.checkpoint.clock >= clock)
    return game.checkpoint


def worlds(one: dict[str, Any], other: dict[str, Any], start: State, elsewhere: State, seed: str) -> list[AnyGame]:
    return [Game(BOOK, one, seed, start=start), Game(BOOK, other, seed, start=elsewhere)]


# --- halfwits ------------------------------------------------------------------------------------------------


def halfwit_of(state: State) -> int | None:
    hidden = (n for n, piece in enumerate(state.pieces) if piece.fate == "hidden" and piece.side == OWNER)
    return next(hidden, None)


def hidden_elsewhere(setting: Setting, state: State) -> State | None:
    """The same, but the halfwit is in another group."""
    fool, twin = halfwit_of(state), state.copy()
    if fool is None:
        return None
    fight: Battle[State, Setting] = Battle(setting, state.copy(), Scripted())
    host = state.pieces[fool].host
    for group in hiding_places(fight, fool):
        if group != host:
            twin.pieces[fool].host = group
            return twin
    return None


@pytest.mark.rule("tp.character.halfwit.hidden", "tp.character.halfwit.reveal")
@pytest.mark.parametrize(("seed", "clock"), [("a", 1), ("b", 6), ("c", 9), ("d", 5), ("e", 7), ("f", 10)])
def test_nobody_can_tell_in_which_group_a_halfwit_hides(seed: str, clock: int) -> None:
    armies = setup("elves_1000,orcs_1000")
    state = at_clock(armies, seed, clock)
    elsewhere = hidden_elsewhere(BOOK.setting(armies), state)
    if elsewhere is None:  # it has come to light by rule, or has no other place
        return
    both = worlds(armies, armies, state, elsewhere, seed)
    TwoWorlds(*both, OTHERS, lambda game: halfwit_of(game.state) is None, Random(seed)).play(QUESTIONS)


# --- items ---------------------------------------------------------------------------------------------------


def giving(setup: dict[str, Any], side: int, leader: int, *items: str) -> dict[str, Any]:
    """The same armies, but this leader carries these items and no others, and has paid for them."""
    twin = deepcopy(setup)
    bearer = twin["armies"][side]["leaders"][leader]
    prices = [ITEMS[item].points for item in items]
    bearer["points"] += sum(prices) - sum(bearer["figure"].get("prices", ()))
    bearer["figure"]["items"] = [ITEMS[item].rule for item in items]
    bearer["figure"]["prices"] = prices
    return twin


SECRETS = (
    "potion_of_strength", "severed_eye_of_the_beholder", "call_of_the_wind", "horn_of_the_barguest",
    "ring_of_dark_shrouds", "lucky_coin",
)  # fmt: skip


@pytest.mark.rule("tp.magic.items")
@pytest.mark.parametrize("item", SECRETS)
@pytest.mark.parametrize("clock", [1, 6])
def test_nobody_can_tell_that_somebody_carries_an_item(item: str, clock: int) -> None:
    plain = giving(setup("elves_500,orcs_500"), 1, 0, "lucky_coin")  # magic is in play
    laden = giving(plain, OWNER, 0, item)
    state = at_clock(laden, item, clock)

    def is_out(game: AnyGame) -> bool:
        return any(piece.shown for piece in game.state.pieces if piece.side == OWNER)

    if not is_out(Game(BOOK, laden, item, start=state)):
        TwoWorlds(*worlds(laden, plain, state, state, item), OTHERS, is_out, Random(item)).play(QUESTIONS)


@pytest.mark.rule("tp.magic.items", "tp.list.source.gremlin")
def test_the_briefing_is_silent_about_gremlins_in_a_cage() -> None:
    plain = setup("elves_500,orcs_500")
    laden = giving(plain, OWNER, 0, "caged_gremlin")
    assert briefing(BOOK.setting(laden)) == briefing(BOOK.setting(plain))


@pytest.mark.rule("tp.magic.items")
@pytest.mark.parametrize("items", [("potion_of_strength",), ("ring_of_vitality",)])
def test_the_enemys_turn_stops_for_whoever_may_carry_an_item_whether_he_does_or_not(items: tuple[str, ...]) -> None:
    """What nothing can be used for is marked, so that nobody is bothered with it."""
    fight = alone(*items)
    fight.state.active, fight.state.phase = 1, "shooting"
    game: AnyGame = Game(BOOK, {}, "seed", start=fight.state, setting=fight.setting)
    (question,) = game.pending()
    assert (question.side, question.what, question.empty) == (0, "item out of turn", True)
    assert question.suggest() == [question.usual]


@pytest.mark.rule("tp.magic.items", "tp.magic.timing")
@pytest.mark.parametrize("items", [("potion_of_strength",), ("ring_of_vitality",)])
def test_whoever_wanted_nothing_more_while_moving_is_asked_in_the_shooting_phase_all_the_same(
    items: tuple[str, ...],
) -> None:
    """Otherwise a pause that does not come would tell that he was asked in secret before."""
    fight = alone(*items)
    fight.state.active, fight.state.phase, fight.state.quiet = 0, "shooting", True
    game: AnyGame = Game(BOOK, {}, "seed", start=fight.state, setting=fight.setting)
    (question,) = game.pending()
    assert (question.side, question.what, question.secret) == (0, "magic", False)


@pytest.mark.rule("tp.magic.items")
def test_a_record_of_before_such_questions_says_with_which_rules_it_was_made() -> None:
    """As they were before, it has no answer for whoever had nothing to use."""
    armies = giving(setup("elves_500,orcs_500"), 1, 0, "lucky_coin")
    game: AnyGame = Game(BOOK, armies, "old")
    game.play([Discreet("a"), Discreet("b")], until=lambda now: now.checkpoint.clock >= 2)
    made = record(game)
    kept = [tuple(answer for answer in step.answers if answer != NOTHING_MORE) for step in made.steps]
    older = [structs.replace(step, answers=answers) for step, answers in zip(made.steps, kept, strict=True)]
    told = "it was made with version 1 of the rules, these are version 2"
    with pytest.raises(RecordError, match=rf"step \d+: .*; {told}"):
        reopen(structs.replace(made, rules="1", steps=tuple(older)))


@pytest.mark.rule("tp.move.marchover.partial")
def test_whoever_is_being_marched_over_is_seen_by_those_who_are_asked_meanwhile() -> None:
    fight = scene(unit("guard", at=(36, 20), models=10), unit("orcs", at=(36, 30), side=1, models=10))
    with lifted(fight, [number(fight, "guard")]):
        assert [block.id for block in BOOK.view(fight.setting, fight.state, 0).blocks] == ["guard", "orcs"]
        assert piece(fight, "guard").fate == "underfoot"
    assert piece(fight, "guard").standing
