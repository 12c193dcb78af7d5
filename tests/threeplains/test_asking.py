"""Questions in words, and orders put together from words."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

from warhost.cli import said
from warhost.cli.help import how_to_answer
from warhost.engine.battle import Battle
from warhost.engine.game import Game
from warhost.engine.oracle import Scripted
from warhost.engine.question import Assign, Choose, ChooseSome, Refusal
from warhost.rulebooks.threeplains import asking
from warhost.rulebooks.threeplains.asking import (
    draft,
    label,
    put,
    reach,
    reasons,
    worded,
)
from warhost.rulebooks.threeplains.charging.facing import Facing
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.moving.movement import why_not_moving
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.opening.deployment import Deploy
from warhost.rulebooks.threeplains.opening.setup import PlaceFeature
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.telling import ghosts
from warhost.rulebooks.threeplains.telling.drafts import DeployDraft, FacingDraft, FeatureDraft, MoveDraft
from warhost.rulebooks.threeplains.telling.ghosts import preview
from warhost.rulebooks.threeplains.telling.manners import MANNERS, USUAL
from warhost.rulebooks.threeplains.telling.spell_words import spell_words
from warhost.rulebooks.threeplains.telling.terms import briefing, closing
from warhost.rulebooks.threeplains.titles import title
from warhost.serve.asking import Asking

from .scene import foot, hero, number, piece, scene, unit

RULES = Path(asking.__file__).parent


def marching(*more: object) -> tuple[Fight, MoveDraft]:
    fight = scene(unit("guard", at=(36, 20), models=10, files=5), *more)  # type: ignore[arg-type]
    made = draft(Move(fight, number(fight, "guard")))
    assert isinstance(made, MoveDraft)
    return fight, made


def deploying() -> tuple[Fight, DeployDraft]:
    fight = scene(unit("guard", at=(36, 20), models=10, files=5, fate="waiting"), phase="deployment", clock=0)
    made = draft(Deploy(fight, number(fight, "guard")))
    assert isinstance(made, DeployDraft)
    return fight, made


# --- questions -----------------------------------------------------------------------------------------------


def test_every_question_of_the_rules_carries_its_words() -> None:
    """Whoever builds a Choose, a ChooseSome or an Assign says what is asked."""
    silent = [
        f"{path.relative_to(RULES)}:{node.lineno}"
        for path in RULES.rglob("*.py") if path.parent.name != "tactics"
        for node in ast.walk(ast.parse(path.read_text("utf8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        and node.func.id in ("Choose", "ChooseSome", "Assign", "Ready")
        and "text" not in {keyword.arg for keyword in node.keywords}
    ]  # fmt: skip
    assert silent == []


def test_a_question_names_the_army_the_piece_and_the_rule() -> None:
    fight = scene(unit("guard", at=(36, 20)))
    text = "The enemy of {who} flees. Pursue, or hold?"
    question = Choose(0, "pursuit", ["pursue", "hold"], "tp.move.pursue", about="guard", text=text)
    assert put(fight.setting, question) == "army 0: The enemy of guard flees. Pursue, or hold? [tp.move.pursue]"


def test_a_move_is_asked_for_with_what_is_left_to_go() -> None:
    fight, _ = marching()
    assert "The front is at (36.0, 20.0), 5 wide, facing 0 degrees, with 7.0 inches to go." in put(
        fight.setting, Move(fight, 0)
    )


def test_verbs_agree_with_whoever_is_asked_about() -> None:
    fight = scene(unit("guard", at=(36, 20)), hero("havel", (20, 20)))
    for name, words in (("guard", "Guard have nobody"), ("havel", "Havel has nobody")):
        text = "{who} {has} nobody left to fight. Stay, move or charge?"
        question = Choose(0, "wipe out move", ["stay", "move"], "tp.move.wipeout", about=name, text=text)
        assert words in put(fight.setting, question)


def test_free_movement_has_its_own_reasons() -> None:
    fight = scene(unit("guard", at=(36, 20), figure=foot(heavy=True), free=5000))
    lines = reasons(fight.setting, fight.state, Move(fight, 0), [])
    assert lines[-1].strip() == "= 5" and "[tp.move.wipeout]" in lines[0]


def test_a_placement_is_asked_for_with_the_zone_and_the_fronts() -> None:
    fight, made = deploying()
    text = put(fight.setting, made.question)
    assert "(12.0, 0.0) to (60.0, 15.0)" in text and "10 models, a front of 3 to 10." in text


def test_options_are_told_with_who_and_where_they_are() -> None:
    fight = scene(unit("guard", at=(36, 20)), hero("havel", within="guard", role="general"))
    question = Choose(0, "move", ["guard", "havel", "done"], "tp.move.phase")
    labels = [label(fight.setting, fight.state, question, option) for option in question.options]
    assert labels == [
        "guard: guard, 21 models at (36.0, 20.0)", "havel: havel with guard", "nobody: enough of this phase",
    ]  # fmt: skip


def test_offered_moves_read_as_one_would_say_them() -> None:
    fight, made = marching()
    words = label(fight.setting, fight.state, made.question, [["go", 36000, 25000]])
    assert words == "go 5.0 inches ahead to (36.0, 25.0) (5.0 inches of movement)"
    assert label(fight.setting, fight.state, made.question, []) == "stay where it is"
    for offer in made.question.suggest():
        assert label(fight.setting, fight.state, made.question, offer)


@pytest.mark.parametrize("seed", range(6))
def test_any_move_at_all_can_be_put_in_words(seed: int) -> None:
    fight, made = marching(unit("orcs", at=(36, 32), facing=180, side=1))
    for _ in range(8):
        order = made.question.sample(Random(seed))
        assert label(fight.setting, fight.state, made.question, order)


def test_reasons_are_given_in_inches() -> None:
    fight, made = marching()
    assert reasons(fight.setting, fight.state, made.question, [])[-1].strip() == "= 7"


@pytest.mark.rule("tp.setup.commands")
@pytest.mark.parametrize(
    ("options", "words"),
    [({}, "measured when the target is named"), ({"measuring": "open"}, "away; a shot needs")],
)
def test_nothing_is_measured_before_a_target_is_named(options: dict[str, str], words: str) -> None:
    bows, orcs = unit("bows", at=(36, 20), figure=foot(weapons=("longbow",))), unit("orcs", at=(36, 32), side=1)
    fight = scene(bows, orcs, options=options, phase="shooting")
    question = Choose(0, "target", ["orcs"], "tp.shoot.phase", "bows")
    assert words in reasons(fight.setting, fight.state, question, "orcs")[0]


def test_reach_tells_how_far_a_piece_could_go() -> None:
    fight, _ = marching()
    assert "7.0 inches ahead" in (reach(fight.setting, fight.state, "guard") or "")
    assert reach(fight.setting, fight.state, "dragon") is None


def test_the_briefing_names_both_armies_but_nobody_who_hides() -> None:
    fight = scene(unit("guard", at=(36, 20)), hero("tam", within="guard", role="halfwit", fate="hidden"))
    text = " ".join(briefing(fight.setting))
    assert "guard (20)" in text and "Eight turns" in text and "tam" not in text


def test_the_closing_says_what_was_earned() -> None:
    fight = scene(unit("guard", at=(36, 20)), unit("orcs", at=(36, 30), side=1, fate="slain"))
    assert closing(fight.setting, fight.state)[0] == "Victory points of army 0: 180 (orcs destroyed)."


# --- moves ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "acts"),
    [
        ("forward 5", [["go", 36000, 25000]]),
        ("to 36 24.5", [["go", 36000, 24500]]),
        ("forward 3, right 90 2", [["go", 36000, 23000], ["go", 38000, 23000]]),
        ("left 90 2", [["go", 34000, 20000]]),
        ("pivot 10", [["pivot", 1000]]),
        ("wheel -10", [["pivot", 35000]]),
        ("flip", [["flip"]]),
        ("dash", [["dash"]]),
        ("reform 4", [["reform", 4]]),
        ("aside 1", [["reorganise", 37000, 20000]]),
    ],
)
def test_words_become_acts(words: str, acts: list[list[object]]) -> None:
    _, made = marching()
    reply = made.take(words.split())
    assert isinstance(reply, str) and "Lawful" in reply
    assert made.answer == acts
    assert made.question.refuse(made.answer) is None


def test_an_act_begins_where_the_last_one_ended() -> None:
    _, made = marching()
    made.take(["forward", "2"])
    reply = made.take(["forward", "3"])
    assert made.answer == [["go", 36000, 22000], ["go", 36000, 25000]]
    assert "front at (36.0, 25.0), facing 0 degrees; 2.0 inches left" in str(reply)
    made.take(["back"])
    assert made.answer == [["go", 36000, 22000]]
    made.take(["stay"])
    assert made.answer == []


def test_what_cannot_be_done_is_refused_with_its_rule_and_changes_nothing() -> None:
    _, made = marching()
    made.take(["forward", "2"])
    made.take(["forward", "5"])
    reply = made.take(["forward", "1"])
    assert isinstance(reply, Refusal) and reply.rule == "tp.move.value"
    assert made.answer == [["go", 36000, 22000], ["go", 36000, 27000]]
    assert isinstance(made.take(["forward", "far"]), Refusal)
    assert isinstance(made.take(["forward", "1,", "sing"]), Refusal)
    assert made.take(["sing"]) is None


@pytest.mark.rule("tp.move.p2p")
def test_a_draft_says_where_a_piece_stops_whose_movement_ends_on_the_way() -> None:
    fight, made = marching()
    reply = str(made.take(["forward", "9"]))
    assert "go 9.0 inches ahead to (36.0, 29.0), stopping 2.0 inches short of it at (36.0, 27.0)" in reply
    assert "front at (36.0, 27.0)" in reply and "0.0 inches left" in reply and "Lawful" in reply
    ghost = ghosts.preview(fight.setting, fight.state, made.question, made.answer)
    assert ghost["short"] and tuple(ghost["blocks"][0]["front"]) == (36000, 27000)
    made.take(["stay"])
    made.take(["forward", "7"])
    assert "short" not in ghosts.preview(fight.setting, fight.state, made.question, made.answer)


def test_a_draft_may_be_unlawful_on_the_way() -> None:
    _, made = marching(unit("spears", at=(31.8, 20), models=10, files=5))
    assert "Not lawful yet" in str(made.take(["pivot", "20"]))
    assert "Lawful" in str(made.take(["pivot", "-20"]))


def test_the_board_shows_the_draft_and_the_battle_stays_as_it_was() -> None:
    fight, made = marching()
    made.take(["forward", "4"])
    assert made.state().pieces[0].y == 24000
    assert piece(fight, "guard").y == 20000


def test_a_group_is_split_in_words() -> None:
    _, made = marching()
    reply = made.take(["split", "5", "at", "36", "19.2126", "files", "5"])
    assert made.answer == [["split", {"models": 5, "stay": [36000, 20000, 0, 5], "go": [36000, 19213, 0, 5]}]], (
        reply
    )
    assert isinstance(made.take(["split", "5", "over", "there"]), Refusal)


# --- places --------------------------------------------------------------------------------------------------


def test_a_place_is_given_in_words_and_changed_bit_by_bit() -> None:
    _, made = deploying()
    assert "Lawful" in str(made.take(["at", "30", "12", "facing", "10", "files", "4"]))
    assert made.answer == {"at": [30000, 12000], "facing": 1000, "files": 4}
    made.take(["shift", "2", "-1"])
    assert made.answer["at"] == [32000, 11000]
    made.take(["files", "5"])
    assert made.answer["files"] == 5
    assert made.state().pieces[0].standing


def test_a_place_outside_the_zone_is_refused() -> None:
    _, made = deploying()
    before = made.answer
    reply = made.take(["at", "2", "2"])
    assert isinstance(reply, Refusal) and reply.rule == "tp.setup.zones"
    assert made.answer == before
    assert isinstance(made.take(["at", "here"]), Refusal)


def test_a_facing_is_given_in_words() -> None:
    fight = scene(unit("guard", at=(36, 20)), unit("orcs", at=(36, 40), side=1))
    question = Facing(fight, 0, "tp.move.rerally")
    made = draft(question)
    assert isinstance(made, FacingDraft) and made.answer == 0 and made.state().pieces[0].point == (36000, 20000)
    assert "face 30 degrees" in str(made.take(["face", "30"]))
    assert "left (270 degrees)" in str(made.take(["left", "90"])) and made.answer == 27000
    assert made.state().pieces[0].facing == 27000 and piece(fight, "guard").facing == 0
    assert isinstance(made.take(["face", "north"]), Refusal) and made.take(["forward", "3"]) is None
    assert label(fight.setting, fight.state, question, 0) == "as it stands (0 degrees)"
    shown = preview(fight.setting, fight.state, question, 4500)
    assert [block["facing"] for block in shown["blocks"]] == [4500]


def test_a_feature_is_laid_in_words() -> None:
    fight = scene(unit("guard", at=(36, 20)), phase="bonus terrain", clock=0)
    made = draft(PlaceFeature(fight.setting, fight.state, 0))
    assert isinstance(made, FeatureDraft)
    assert "hill at (30.0, 8.0), 10.0 by 6.0 inches" in str(made.take(["hill", "at", "30", "8", "size", "10", "6"]))
    assert made.answer == {"kind": "hill", "middle": [30000, 8000], "size": [10000, 6000]}
    assert len(made.state().terrain) == 1 and fight.state.terrain == ()
    assert isinstance(made.take(["hill", "at", "30", "30"]), Refusal)


# --- targets -------------------------------------------------------------------------------------------------


def test_charges_are_declared_in_words() -> None:
    question = Assign(0, "charges", {"guard": ["orcs"], "riders": ["orcs", "goblins"]}, "tp.move.charge")
    assert said.answer(question, "guard at orcs", []) == {"guard": "orcs"}
    wanted = {"guard": "orcs", "riders": "goblins"}
    assert said.answer(question, "guard at orcs; riders at goblins", []) == wanted
    assert said.answer(question, "all at orcs", []) == {"guard": "orcs", "riders": "orcs"}


def test_models_with_long_names_are_told_apart() -> None:
    question = Assign(0, "strike at", {"guard model 3": ["orcs"], "guard model 4": ["orcs"]}, "tp.combat.allocate")
    assert said.answer(question, "guard model 3, guard model 4 > orcs", []) == dict.fromkeys(
        question.options, "orcs"
    )


# --- pieces as players call them -----------------------------------------------------------------------------


def starting() -> Fight:
    """The armies of the first battle: what a roster calls `wolf_riders` is the Howlers to those who play."""
    book = ThreePlains()
    setting = book.setting(book.setup(None, {}))
    return Battle(setting, setting.begin(), Scripted())


def test_refusals_call_pieces_by_their_names() -> None:
    fight = starting()
    for one, found in enumerate(fight.state.pieces):
        found.fate = "away"
        refusal = why_not_moving(fight, one)
        assert refusal is not None
        why = worded(fight.setting, refusal.why)
        assert title(fight.setting, found).removeprefix("The ") in why and found.name not in why
    assert worded(fight.setting, "wolf_riders is in the way, and so is bull: no") == (
        "Howlers are in the way, and so is Snagga: no"
    )
    assert worded(fight.setting, "it would touch guard, which only a charge may do") == (
        "it would touch Bridge Guard, which only a charge may do"
    )


def test_answers_in_phrases_call_pieces_by_their_names() -> None:
    fight = starting()
    question = Choose(0, "charge", ["charge", "redirect to wolf_riders"], "tp.move.charge")
    assert label(fight.setting, fight.state, question, "redirect to wolf_riders") == "redirect to Howlers"


def test_notes_of_numbers_call_pieces_by_their_names() -> None:
    fight = starting()
    for name in ("guard", "champion"):
        found = fight.state.pieces[number(fight, name)]
        found.fate = "standing" if name == "guard" else "within"
    slow = number(fight, "champion")
    fight.setting.figures[fight.state.pieces[slow].figure] = foot(movement=1000)
    host = fight.state.pieces[number(fight, "guard")]
    host.leaders, fight.state.pieces[slow].host = (slow,), number(fight, "guard")
    assert "Captain Ostrel" in [step.note for step in movement(fight, number(fight, "guard")).steps]


def test_both_doors_of_the_game_refuse_in_the_players_words() -> None:
    game = Game(ThreePlains(), ThreePlains().setup(None, {}), "seed")
    refusal = Refusal("tp.move.flee", "wolf_riders is fleeing")
    for told in (Asking(game.book).worded(game, refusal), game.book.spokesman.worded(game.setting, refusal)):
        assert told == Refusal("tp.move.flee", "Howlers are fleeing")


# --- answers that a new player can make out ------------------------------------------------------------------


def test_questions_name_the_piece_that_a_detachment_split_off_from() -> None:
    text = "The enemy of {who} flees. Pursue, or hold?"
    question = Choose(0, "pursuit", ["pursue", "hold"], "tp.move.pursue", about="guard/2", text=text)
    asked = "The enemy of detachment 1 of Bridge Guard flees. Pursue, or hold?"
    assert put(starting().setting, question).endswith(f"{asked} [tp.move.pursue]")


def test_blows_that_nobody_directs_are_struck_all_the_same() -> None:
    fight, options = starting(), {"guard model 1": ["bull", "wolf_riders"]}
    strikes = Assign(0, "strike at", options, "tp.combat.allocate", none_allowed=True)
    charges = Assign(0, "charges", options, "tp.move.charge", none_allowed=True)
    assert label(fight.setting, fight.state, strikes, {}) == "all as they stand"
    assert label(fight.setting, fight.state, charges, {}) == "nobody"


@pytest.mark.parametrize(
    ("what", "end"),
    [("siege equipment", "nothing more"), ("make ready", "done"), ("item out of turn", "nothing more")],
)
def test_only_what_ends_a_phase_is_called_so(what: str, end: str) -> None:
    assert "phase" not in MANNERS[what].enough[end]
    assert "phase" in USUAL.enough[end]


def test_models_that_strike_at_the_same_enemy_are_named_together() -> None:
    fight = starting()
    actors = "guard model 4", "guard model 5", "guard model 6", "ostrel"
    options = {actor: ["bull", "wolf_riders"] for actor in actors}
    strikes = Assign(0, "strike at", options, "tp.combat.allocate", none_allowed=True)
    said_of = {**dict.fromkeys(options, "bull"), "guard model 5": "wolf_riders"}
    words = label(fight.setting, fight.state, strikes, said_of)
    assert words == "guard models 4 and 6 and ostrel at bull, guard model 5 at wolf_riders"


def test_disciplines_and_spells_say_what_is_in_them() -> None:
    fight = starting()
    discipline = Choose(0, "discipline", ["base", "white"], "tp.magic.choose", "champion")
    assert label(fight.setting, fight.state, discipline, "base").startswith("base: Look of Death, Zap!, ")
    first = Choose(0, "first spell", ["draw all", "Wrath of Fire"], "tp.magic.choose.first", "champion")
    assert label(fight.setting, fight.state, first, "Wrath of Fire").startswith("Wrath of Fire: One hit of fire")


def test_an_item_that_is_used_like_a_spell_says_what_it_does() -> None:
    assert "throws all its misses" in spell_words(book["tp.item.enchanted.call_of_the_wind"])[0]


def test_words_that_are_no_part_of_an_order_are_named() -> None:
    fight = scene(unit("guard", at=(36, 20), models=10, files=5))
    made = draft(Deploy(fight, number(fight, "guard")))
    assert made is not None
    assert made.take(["at", "40", "14", "wide", "2"]) == Refusal(
        "", "'wide' is not understood there; after at, facing, files, wedge stand numbers"
    )
    assert made.take(["at", "40"]) == Refusal("", "write it like this: at 30 12")


@pytest.mark.parametrize(
    ("least", "most", "how"),
    [
        (0, 1, "A number, or none;"),
        (0, 3, "Numbers with spaces between, or none;"),
        (2, 2, "2 numbers with spaces between;"),
        (1, 1, "A number;"),
    ],
)
def test_whoever_may_take_several_is_told_how_many(least: int, most: int, how: str) -> None:
    question = ChooseSome(0, "magic dice", ["a", "b", "c"], "tp.magic.dice", least, most)
    assert how_to_answer(question, ordering=False).startswith(how)


def test_none_of_several_can_be_typed() -> None:
    question = ChooseSome(0, "magic dice", ["a", "b"], "tp.magic.dice", 0, 2)
    assert said.answer(question, "none", []) == [] and said.answer(question, "2", []) == ["b"]


def test_those_who_aim_see_how_that_is_written() -> None:
    question = Assign(0, "charges", {"guard": ["orcs"]}, "tp.move.charge", none_allowed=True)
    assert "such as guard > orcs;" in how_to_answer(question, ordering=False)
