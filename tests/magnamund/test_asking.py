"""Questions and answers in words."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from warhost.engine.dice import Throw
from warhost.engine.game import Game
from warhost.engine.question import Assign, Choose, ChooseSome, Question, Refusal, TypeDice
from warhost.engine.rulebook import rulebook
from warhost.rulebooks.magnamund import asking
from warhost.rulebooks.magnamund.drafts import MarchDraft, PlaceDraft, pieces_named, straightened
from warhost.rulebooks.magnamund.orders import March
from warhost.rulebooks.magnamund.placing import Place
from warhost.rulebooks.magnamund.spokesman import MagnamundSpokesman

SAYS = MagnamundSpokesman()

BOOK = rulebook("magnamund")


def battle(scenario: str = "mill_farm", seed: str = "5") -> Game[Any, Any]:
    return Game(BOOK, BOOK.setup(scenario, {}), seed)


def met(game: Game[Any, Any], kind: type[Question], what: str = "") -> Any:
    """Play on, each side taking what comes first, until somebody is asked such a question."""
    for _ in range(4000):
        asked = game.pending()
        found = [q for q in asked if isinstance(q, kind) and what in ("", q.what)]
        if found:
            return found[0]
        for question in asked:
            offers = question.suggest()
            wished = {"march": 1, "fire": 0, "move": 0}.get(question.what, 0)
            game.answer(offers[min(wished, len(offers) - 1)], question.side)
    raise AssertionError("never asked")


def label(game: Game[Any, Any], question: Question, answer: Any) -> str:
    return asking.label(game.setting, game.seat(question.side).known(), question, answer)


# --- the question -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["mill_farm", "forest_road", "gourgaz_bridge", "princes_stand"])
def test_every_question_of_a_battle_is_put_in_a_sentence_with_side_and_rule(scenario: str) -> None:
    game, chance, names = battle(scenario, "11"), Random(7), []
    while asked := game.pending():
        for question in asked:
            said = BOOK.put(game.setting, question)
            assert re.fullmatch(r"(Sommerlund|The Darklords): .+[.?] \[mag\.[a-z0-9_.]+\]", said), said
            assert "{" not in said
            for offer in question.suggest(2):
                assert label(game, question, offer)
            names.append(question.what)
            game.answer(question.sample(chance), question.side)
        if len(names) > 150:
            break
    assert "move" in names and "place" in names


def test_where_sides_are_rolled_for_the_player_is_asked_by_number() -> None:
    game = Game(BOOK, BOOK.setup("mill_farm", {"sides": "rolled"}), "5")
    question = met(game, Choose, "side")
    assert BOOK.put(game.setting, question).startswith(f"Player {question.side + 1}: You rolled higher.")
    assert [label(game, question, option) for option in question.options] == ["Sommerlund", "The Darklords"]


def test_dice_and_skills_are_asked_for() -> None:
    setting = battle("forest_road").setting
    dice = TypeDice(Throw(1, 100, "to hit", "mag.fire.roll", 0))
    assert BOOK.put(setting, dice) == "Sommerlund: Throw 1D100: to hit. [mag.fire.roll]"
    skills = met(battle("forest_road"), ChooseSome)
    assert BOOK.put(setting, skills) == "Sommerlund: Which skill has Lone Wolf learned? [mag.kai.progression]"


# --- answers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("FFFFFFF", "advance 7 squares"),
        ("e", "turn east"),
        ("wFFR", "turn west, advance 2 squares, go diagonally right 1 square"),
        ("FX", "advance 1 square, leave the board"),
        ("^9,12,N", "leap to (9,12), facing north"),
    ],
)
def test_a_path_is_said_in_words(path: str, words: str) -> None:
    assert asking.path_words(path) == words


def test_marches_are_described_with_their_cost() -> None:
    game = battle()
    question = met(game, March)
    assert label(game, question, {}) == "hold: stay where you are"
    assert label(game, question, question.together("FF")) == "advance 2 squares (2 points)"
    assert label(game, question, question.together("e")) == "turn east (1 point)"
    first, second = list(question.together("FF"))[:2]
    assert "each its own way" in label(game, question, {first: "F", second: "R"})


@pytest.mark.rule("mag.fire.multiple_total")
def test_a_volley_is_described_with_the_chances_the_dice_will_be_held_against() -> None:
    game = battle()
    question = met(game, Assign, "shots")
    offer = question.suggest()[0]
    said = label(game, question, offer)
    game.answer(offer, question.side)
    while [q.what for q in game.pending()] == ["manner"]:
        game.answer("together", question.side)
    fired = next(t.event for t in reversed(game.events(None)) if type(t.event).__name__ == "Fired")
    assert f"{fired.chance} % together" in said and f"{fired.shares[0]} % each" in said
    assert re.match(rf"{len(offer)} (longbowmen|archers) at {fired.target} ", said)


@pytest.mark.rule("mag.combat.roll")
def test_an_attack_is_described_with_the_chance_the_die_will_be_held_against() -> None:
    game = battle(seed="2")
    question = met(game, Assign, "attack")
    single = next(offer for offer in reversed(question.suggest(99)) if len(offer) == 1)
    said = label(game, question, single)
    game.answer(single, question.side)
    game.pending()
    struck = [t.event for t in game.events(None) if type(t.event).__name__ == "Attacked"][-1]
    assert said.endswith(f": {struck.chance} %")


def test_reasons_are_the_tally_of_the_attack() -> None:
    game = battle()
    question = met(game, Assign, "shots")
    known = game.seat(question.side).known()
    lines = asking.reasons(game.setting, known, question, question.suggest()[0])
    assert any("[mag.fire.basic]" in line and "[mag.fire.range_divisor]" in line for line in lines)


def test_options_are_called_by_their_titles_and_places() -> None:
    game = battle()
    leader = met(game, Choose, "leader")
    assert re.fullmatch(r"(spearmen|swordsmen)-1 at \(\d+,\d+\)", label(game, leader, leader.options[0]))
    move = met(game, Choose, "move")
    assert label(game, move, "done").startswith("nobody")
    assert "strong" in label(game, move, move.options[0])
    assert label(game, Choose(0, "flee to", ["N"], "mag.morale.threat"), "N") == "north"
    assert label(game, Choose(0, "animal", ["5,3,E"], "mag.kai.animal_kinship"), "5,3,E") == "(5,3), facing east"


def test_reach_is_what_a_march_could_do_and_knows_nothing_of_the_hidden() -> None:
    game = battle()
    question = met(game, March)
    known, name = game.seat(question.side).known(), game.setting.name(question.free[0])
    assert SAYS.reach(game.setting, known, name) == question.outline()[name]
    assert SAYS.reach(game.setting, known, "dragon") is None


def test_the_briefing_says_what_wins() -> None:
    lines = SAYS.briefing(battle("gourgaz_bridge").setting)
    assert "At once: victory for the Darklords if nothing is left of Sommerlund." in lines
    assert lines[-1] == "If that decides nothing: victory for Sommerlund."
    scores = SAYS.briefing(battle("princes_stand").setting)
    assert any("3 for more pieces in the hilltop" in line for line in scores)


# --- drafts -------------------------------------------------------------------------------------------------


def test_pieces_are_named_by_id_number_and_range() -> None:
    names = [f"spearmen-{n}" for n in range(1, 13)]
    assert pieces_named(names, "spearmen-3") == ["spearmen-3"]
    assert pieces_named(names, "1-2,12") == ["spearmen-1", "spearmen-2", "spearmen-12"]
    assert pieces_named(["lone_wolf"], "1") == ["lone_wolf"] and pieces_named(["lone_wolf"], "2") == []
    assert pieces_named(names, "13") == [] and pieces_named(names, "1,foo") == []


@pytest.mark.parametrize(("typed", "path"), [("ffrE", "FFRe"), ("f^3,4,n", "F^3,4,N"), ("NF", "nF"), ("x", "X")])
def test_a_path_may_be_typed_in_any_case(typed: str, path: str) -> None:
    assert straightened(typed) == path


@pytest.mark.rule("mag.unit.coherency")
def test_a_march_is_drafted_piece_by_piece_and_judged_as_a_whole() -> None:
    question = met(battle(), March)
    draft = asking.draft(question)
    assert isinstance(draft, MarchDraft)
    assert draft.take(["sing"]) is None
    assert "Lawful" in str(draft.take(["all", "FF"]))
    assert draft.answer == question.together("FF")
    name = next(iter(draft.answer))
    refused = draft.take([name, "F" * 30])
    assert isinstance(refused, Refusal) and draft.answer == question.together("FF")
    number = question.fight.setting.number[name]
    before, after = question.fight.state.pieces[number].square, draft.state().pieces[number].square
    assert question.fight.setting.board.distance(before, after) == 2


def test_a_path_alone_will_do_for_one_who_goes_alone() -> None:
    game = battle("forest_road")
    game.answer("lone_wolf", met(game, Choose, "move").side)
    question = met(game, March)
    draft = asking.draft(question)
    assert isinstance(draft, MarchDraft) and question.about == "lone_wolf"
    assert "Lawful" in str(draft.take(["N"])) and draft.answer == {"lone_wolf": "n"}
    assert draft.take(["sing"]) is None


@pytest.mark.rule("mag.unit.coherency")
def test_everybody_goes_as_far_as_he_can_even_if_the_draft_must_be_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    question = met(battle(), March)
    monkeypatch.setattr(March, "together", lambda self, path: {})  # no common advance is lawful
    draft = asking.draft(question)
    assert isinstance(draft, MarchDraft)
    assert not isinstance(draft.take(["all", "F" * 30]), Refusal)
    assert len(draft.answer) == len(question.free)
    assert all(1 < len(path) < 30 for path in draft.answer.values())


@pytest.mark.parametrize("scenario", ["mill_farm", "forest_road", "gourgaz_bridge", "princes_stand"])
def test_no_two_units_of_a_side_share_their_letters(scenario: str) -> None:
    game = battle(scenario)
    met(game, Choose, "move")
    for side in (0, 1):
        pieces = [piece for piece in game.seat(side).view().pieces if piece.side == side]
        units = {(piece.unit, piece.symbol.upper()) for piece in pieces}
        assert len(units) == len({unit for unit, _ in units}) == len({symbol for _, symbol in units})
        assert all(1 <= len(symbol) <= 2 for _, symbol in units)


@pytest.mark.rule("mag.setup.victory")
def test_after_the_battle_the_score_and_the_fallen_heroes_are_told() -> None:
    game = battle("princes_stand")
    met(game, Choose, "move")
    state = game.state.copy()
    state.pieces[game.setting.number["kootak"]].fate = "slain"
    lines = SAYS.closing(game.setting, state)
    assert lines[0] == "Kootak was slain."
    assert re.fullmatch(r"The score: Sommerlund [1-9]\d*, The Darklords \d+\.", lines[-1])


@pytest.mark.rule("mag.setup.hidden")
def test_a_placement_can_be_hidden_where_the_encounter_lets_it() -> None:
    question = met(battle("forest_road"), Place)
    draft = asking.draft(question)
    assert isinstance(draft, PlaceDraft) and isinstance(draft.take(["hide", "all"]), Refusal)
    game = battle("forest_road")
    while not (place := met(game, Place)).group.entry.may_hide:
        game.answer(place.suggest()[0], place.side)
    secret = asking.draft(place)
    assert isinstance(secret, PlaceDraft)
    assert "Hidden:" not in str(secret.take(["show", "all"]))
    assert "Hidden:" in str(secret.take(["hide", "all"]))
    assert {piece.fate for n, piece in enumerate(secret.state().pieces) if n in place.group.members} == {"hidden"}
