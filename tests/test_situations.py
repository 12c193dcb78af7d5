"""The examples of the Magnamund rulebook as situation files: what they say should be seen is seen.

Those of Three Plains are looked at in tests/threeplains/test_situation.py.
"""

from __future__ import annotations

import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from warhost.engine.battle import fingerprint
from warhost.engine.data import DataError
from warhost.engine.expect import Expect, differences
from warhost.engine.question import Assign
from warhost.engine.situation import Case, Judgement, Script, judge, read_case
from warhost.rulebooks.magnamund.situation import Situation, SituationCharacter, SituationUnit, Standing
from warhost.rulebooks.magnamund.state import Piece, State, Unit
from warhost.rulebooks.threeplains.judging import situation as threeplains
from warhost.rulebooks.threeplains.judging.lasting import SituationEffect

EXAMPLES = Path(__file__).parents[1] / "examples" / "situations"
SHOWN = [
    pytest.param("arc_of_fire", marks=pytest.mark.rule("mag.example.arc_single", "mag.fire.arc")),
    pytest.param("arc_of_ranks", marks=pytest.mark.rule("mag.example.arc_ranks", "mag.fire.arc_ranks")),
    pytest.param("blinded_hero", marks=pytest.mark.rule("mag.wound.random_direction", "mag.wound.random_facing")),
    pytest.param("blow_over_a_corner", marks=pytest.mark.rule("mag.combat.diagonal_separate")),
    pytest.param("charge_of_pelathar", marks=pytest.mark.rule("mag.hero.prince_pelathar", "mag.combat.charge")),
    pytest.param("coherency", marks=pytest.mark.rule("mag.example.coherency", "mag.unit.coherency_gap")),
    pytest.param("concentrated_fire", marks=pytest.mark.rule("mag.fire.multiple", "mag.fire.multiple_total")),
    pytest.param("doors_and_windows", marks=pytest.mark.rule("mag.los.door", "mag.los.window")),
    pytest.param("fighting_ranks", marks=pytest.mark.rule("mag.example.combat_ranks", "mag.combat.rank_support")),
    pytest.param("firing_ranks", marks=pytest.mark.rule("mag.example.fire_ranks", "mag.fire.ranks")),
    pytest.param("group_attack", marks=pytest.mark.rule("mag.example.combat_ranks", "mag.combat.multiple")),
    pytest.param("hard_as_nails", marks=pytest.mark.rule("mag.trick.hard_as_nails")),
    pytest.param("hard_as_nails_used_up", marks=pytest.mark.rule("mag.trick.hard_as_nails")),
    pytest.param("initiative", marks=pytest.mark.rule("mag.turn.initiative")),
    pytest.param("long_shot", marks=pytest.mark.rule("mag.fire.procedure")),
    pytest.param("long_shot_odds", marks=pytest.mark.rule("mag.fire.procedure")),
    pytest.param("low_wall", marks=pytest.mark.rule("mag.example.low_wall", "mag.cover.low_wall")),
    pytest.param("open_order", marks=pytest.mark.rule("mag.example.alt_coherency", "mag.unit.alt_coherency")),
    pytest.param("rout_round_friends", marks=pytest.mark.rule("mag.morale.rout", "mag.morale.flow")),
    pytest.param("shot_out_of_arc", marks=pytest.mark.rule("mag.fire.arc")),
    pytest.param("slopes", marks=pytest.mark.rule("mag.example.slopes", "mag.los.slope")),
    pytest.param("stray_hit", marks=pytest.mark.rule("mag.fire.multiple_overflow", "mag.fire.into_melee")),
    pytest.param("trees", marks=pytest.mark.rule("mag.example.trees", "mag.los.trees")),
]


def document(name: str, **changed: Any) -> dict[str, Any]:
    """An example as parsed, with some keys changed; None takes a key away."""
    whole = {**tomllib.loads((EXAMPLES / f"{name}.toml").read_text("utf8")), **changed}
    return {key: value for key, value in whole.items() if value is not None}


def judged(name: str, **changed: Any) -> Judgement:
    return judge(Case(f"{name}.toml", document(name, **changed)))


def test_every_example_is_looked_at() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.toml")) == [param.values[0] for param in SHOWN]


@pytest.mark.parametrize("name", SHOWN)
def test_an_example_is_as_its_file_expects(name: str) -> None:
    case = read_case(EXAMPLES / f"{name}.toml")
    before = fingerprint(case.state)
    found = judge(case)
    assert case.script.expect is not None, "an example without `expect` shows nothing"
    assert differences(case.script.expect, found) == []
    assert bool(found.refusal) == bool(case.script.expect.refused)
    assert fingerprint(case.state) == before, "judging must leave the situation as it was"


@pytest.mark.parametrize(
    ("name", "key", "wrong"),
    [
        ("arc_of_fire", "legal.archer-1", {"legal": {"archer-1": ["prince_pelathar"]}}),
        ("firing_ranks", "legal", {"legal": ["archers-1"]}),
        ("firing_ranks", "illegal.archers-6", {"illegal": {"archers-6": "mag.fire.arc"}}),
        ("arc_of_fire", "illegal.archer-1.spearmen-1", {"illegal": {"archer-1": {"spearmen-1": "mag.fire.ranks"}}}),
        ("arc_of_fire", "illegal.archer-1.cavalry-1", {"illegal": {"archer-1": {"cavalry-1": "mag.fire.arc"}}}),
        ("low_wall", "chances.bowmen-1.warband-2", {"chances": {"bowmen-1": {"warband-2": 17}}}),
        ("shot_out_of_arc", "refused", {"refused": "mag.fire.ranks"}),
        ("long_shot", "refused", {"refused": "mag.fire.arc"}),
        ("arc_of_fire", "question", {"question": "move"}),
        ("long_shot", "chance", {"chance": 14}),
        ("concentrated_fire", "slain", {"slain": ["warband-2"]}),
        ("concentrated_fire", "fates.warband-2", {"fates": {"warband-2": "fighting"}}),
        ("blinded_hero", "at.lone_wolf", {"at": {"lone_wolf": [3, 3]}}),
        ("blinded_hero", "facing.lone_wolf", {"facing": {"lone_wolf": "N"}}),
        ("hard_as_nails", "wounds.kootak", {"wounds": {"kootak": ["head, critical"]}}),
        ("hard_as_nails", "wounds.kotak", {"wounds": {"kotak": []}}),
        ("stray_hit", "rules", {"rules": ["mag.fire.multiple_overflow", "mag.fire.kill"]}),
        ("long_shot_odds", "odds.warband-1 slain", {"odds": {"warband-1 slain": 8}}),
    ],
)  # fmt: skip
def test_what_is_not_as_expected_is_told_with_its_key(name: str, key: str, wrong: dict[str, Any]) -> None:
    found = judged(name, expect=wrong)
    assert found.case.script.expect is not None
    (told,) = differences(found.case.script.expect, found)
    assert told.startswith(f"expect.{key}: ")


def test_without_dice_the_chances_of_all_outcomes_make_one() -> None:
    found = judged("hard_as_nails_used_up")
    assert sum(outcome.chance for outcome in found.outcomes) == 1
    assert found.outcomes[0].chance == Fraction(81, 100)
    assert found.outcomes[0].changes == ()


def test_an_outcome_says_what_a_player_must_choose() -> None:
    """Of two hits on the middle Giak the second is his player's choice."""
    answers = document("concentrated_fire")["answers"][:3]
    found = judged("concentrated_fire", answers=answers, dice=None, expect=None)
    assert {(o.chance, o.changes, o.asked) for o in found.outcomes} == {
        (Fraction(3, 4), ("warband-2 slain",), ""),
        (Fraction(1, 4), ("warband-2 slain",), "stray hit"),
    }


def test_an_answer_that_only_some_dice_allow_needs_the_dice() -> None:
    with pytest.raises(DataError, match=r"answers\[3\].*without dice.*give them"):
        judged("concentrated_fire", dice=None)


def test_dice_that_can_fall_in_too_many_ways_must_be_given() -> None:
    case = Case("hard.toml", document("hard_as_nails_used_up"))
    with pytest.raises(DataError, match=r"dice: .*more than 3 ways"):
        judge(case, most=3)


def test_a_phase_in_which_nobody_can_act_is_passed_over_and_the_next_question_shown() -> None:
    bowmen = {**document("long_shot")["units"][0], "weapons": ["sword"]}
    giaks = document("long_shot")["units"][1]
    found = judged("long_shot", phase="first firing", answers=None, dice=None, expect=None, units=[bowmen, giaks])
    assert [verdict.refusal.rule for verdict in found.verdicts if verdict.refusal] == ["mag.fire.who"]
    assert found.question is not None and found.question.what == "move"


def test_a_phase_at_the_end_of_the_turn_waits_for_the_initiative() -> None:
    found = judged("long_shot", phase="morale", answers=None, dice=None, expect=None)
    assert found.question is None and found.outcomes == []


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("arc_of_fire", "archer"),
        ("arc_of_ranks", "crossbows"),
        ("doors_and_windows", "bowmen"),
        ("fighting_ranks", "spearmen"),
        ("firing_ranks", "archers"),
        ("slopes", "bowmen"),
        ("trees", "bowmen"),
    ],
)
def test_the_verdicts_are_what_the_players_are_offered(name: str, unit: str) -> None:
    found = judged(name, answers=[unit], expect=None)
    assert isinstance(found.question, Assign)
    offered = {(who, target) for who, targets in found.question.options.items() for target in targets}
    assert offered == {(verdict.who, verdict.target) for verdict in found.verdicts if verdict.lawful}


@pytest.mark.rule("mag.combat.rank_support", "mag.combat.ranks", "mag.combat.adjacent")
@pytest.mark.parametrize(
    ("weapon", "refusals"),
    [
        ("spear", ["mag.combat.rank_support", "mag.combat.rank_support"]),
        ("sword", ["mag.combat.adjacent", "mag.combat.ranks"]),
    ],
)
def test_who_reaches_no_enemy_is_told_why(weapon: str, refusals: list[str]) -> None:
    """One behind the other, and the enemy far off."""
    column = {**document("fighting_ranks")["units"][0], "at": [[1, 3], [1, 2]], "weapons": [weapon]}
    riders = document("fighting_ranks")["units"][1]
    found = judged("fighting_ranks", units=[column, riders], expect=None)
    assert [v.refusal.rule for v in found.verdicts if v.refusal and v.who != "lone_wolf"] == refusals


@pytest.mark.rule("mag.trick.hypnotise_effect")
@pytest.mark.parametrize("phase", ["first firing", "combat"])
def test_nobody_may_attack_his_own_comrade_who_was_hypnotised(phase: str) -> None:
    bowmen = {**document("long_shot")["units"][0], "at": [[4, 1], [4, 2 if phase == "combat" else 4]]}
    bowmen["pieces"] = {"2": {"obeys": 3}}
    giaks = document("long_shot")["units"][1]
    found = judged("long_shot", phase=phase, units=[bowmen, giaks], answers=None, dice=None, expect=None)
    barred = [v.refusal.rule for v in found.verdicts if v.refusal and v.target in ("", "bowmen-2")]
    assert barred == ["mag.trick.hypnotise_effect"]


def with_unit(index: int, **changed: Any) -> dict[str, Any]:
    units = [dict(unit) for unit in document("long_shot")["units"]]
    units[index].update(changed)
    return {"units": units}


def with_hero(**changed: Any) -> dict[str, Any]:
    hero = {"id": "kootak", "card": "kootak", "side": "theirs", "at": [1, 1], "facing": "S", **changed}
    return {"characters": [hero]}


@pytest.mark.rule("mag.kai.mind_blast")
@pytest.mark.parametrize(
    ("now", "found"),
    [({}, [("use mind blast on", "warband-1", 40)]), ({"uses": {"mind_blast": 2}}, []),
     ({"wounds": [["legs", "slight"]]}, [])],
)  # fmt: skip
def test_a_power_in_place_of_a_shot_is_told_with_its_chance(now: dict[str, Any], found: list[Any]) -> None:
    lord = {"id": "lone_wolf", "card": "lone_wolf", "side": "ours", "at": [4, 11], "facing": "N"}
    lord |= {"skills": ["mind_blast"], "now": now}
    told = judged("long_shot", phase="first firing", characters=[lord], answers=None, dice=None, expect=None)
    verdicts = [v for v in told.verdicts if v.who == "lone_wolf" and v.lawful]
    assert [(v.deed, v.target, v.chance) for v in verdicts] == found


# --- what a file can say ------------------------------------------------------------------------------------


def test_what_is_said_of_one_piece_goes_before_what_is_said_of_all() -> None:
    bowmen = {**document("long_shot")["units"][0], "at": [[4, 1], [5, 1]], "all": {"fired": 1, "moved": True}}
    bowmen["pieces"] = {"2": {"facing": "W", "fired": 2}}
    units = [bowmen, document("long_shot")["units"][1]]
    first, second = Case("all.toml", document("long_shot", units=units)).state.pieces[:2]
    assert (first.fired, first.moved, second.fired, second.moved) == (1, True, 2, True)
    assert first.facing != second.facing


def test_a_turn_can_be_judged_from_its_initiative() -> None:
    found = judged("long_shot", phase="initiative", turn=3, answers=None, dice=[2, 9], expect=None)
    assert (found.state.turn, found.state.red, found.state.phase) == (3, 1, "first firing")


SAID = {
    "paid": 2, "busy": True, "spent": True, "foe": "warband-1", "rested": True, "parrying": True, "wary": True,
    "lightning": True,
}  # fmt: skip


def test_all_that_has_happened_is_in_the_state() -> None:
    hero = with_hero(side="ours", card="prince_pelathar", skills=["secret_parry", "lightning_attack"], now=SAID)
    case = Case("now.toml", document("long_shot", sensed=True, **hero, **with_unit(0, acted=True)))
    piece, foe = (case.state.pieces[case.setting.number["kootak"]], case.setting.number["warband-1"])
    assert {name: getattr(piece, name) for name in SAID} == {**SAID, "foe": foe}
    assert case.state.sensed and case.state.units[0].acted


PLACED = ("side", "square", "fate", "weapons", "skills", "ready")
RECKONED = ("strength", "lost", "whole")
OF_THE_GAME = ("half", "commanders", "placing", "pieces", "occupied", "outcome")


def test_a_situation_can_say_every_field_of_the_state() -> None:
    pieces, units, moment = (set(kind.__struct_fields__) for kind in (Standing, SituationUnit, Situation))
    assert set(Piece.__struct_fields__) - {*PLACED, "trance"} <= pieces
    assert set(Unit.__struct_fields__) - set(RECKONED) <= units
    assert set(State.__struct_fields__) - set(OF_THE_GAME) <= moment


# --- files that are no situations ---------------------------------------------------------------------------


BAD = {
    "two pieces on one square": (with_unit(1, at=[[4, 1]]), "units[1].at", "bowmen-1 both stand at (4, 1)"),
    "off the board": (with_unit(1, at=[[4, 17]]), "units[1].at", "off the board of 7 by 16"),
    "nobody in a unit": (with_unit(1, at=[]), "units[1].at", "at least one square"),
    "unknown sheet": (with_unit(0, sheet="humman"), "units[0].sheet", "did you mean human?"),
    "unknown weapon": (with_unit(0, weapons=["longbow", "blunderbuss"]), "units[0].weapons[1]", "blunderbuss"),
    "weapon of another race": (with_unit(1, weapons=["longbow"]), "units[1].weapons[0]", "sheet giak"),
    "unknown card": (with_hero(card="kotak"), "characters[0].card", "did you mean kootak?"),
    "neither card nor sheet": (with_hero(card=""), "characters[0].card", "a hero card"),
    "unknown skill": (with_hero(skills=["inspire_horror"]), "characters[0].skills[0]", "inspire_terror"),
    "a skill that a monster cannot have": (
        with_hero(card="", sheet="giak", skills=["inspire_horror"]), "characters[0].skills[0]", "inspire_terror",
    ),
    "armour over that of the card": (with_hero(armour="plate"), "characters[0].armour", "is on his card"),
    "a shield beside that of the card": (with_hero(shield=True), "characters[0].shield", "is on his card"),
    "a wound nowhere": (
        with_hero(now={"wounds": [["knee", "serious"]]}), "characters[0].now.wounds[0][0]", "head or legs",
    ),
    "a power without limit": (
        with_hero(now={"uses": {"mindblast": 1}}), "characters[0].now.uses.mindblast", "did you mean mind_blast?",
    ),
    "an attack on nobody": (with_hero(now={"foe": "bowmen-3"}), "characters[0].now.foe", "a piece"),
    "unknown key": (with_unit(0, armor="mail"), "units[0].armor", "did you mean armour?"),
    "wrong type": (with_unit(0, facing="up"), "units[0].facing", "expected E, N, S or W"),
    "an id twice": (with_unit(1, id="bowmen"), "units[1].id", "already used"),
    "a leader who is not there": ({"leaders": ["", "kootak"]}, "leaders[1]", "a piece"),
    "a killer who is not there": (with_unit(1, killers=["bowmen-7"]), "units[1].killers", "did you mean bowmen-1?"),
    "a piece too many": (with_unit(0, pieces={"2": {"moved": True}}), "units[0].pieces.2", "from 1 to 1"),
    "unknown rulebook": ({"rulebook": "magnamunt"}, "rulebook", "there are: magnamund"),
    "no rulebook": ({"rulebook": None}, "rulebook", "missing"),
    "a board of nothing": ({"board": {}}, "board.rows", "either rows or a sketch"),
    "a wrong expectation": ({"expect": {"chanse": 7}}, "expect.chanse", "did you mean chance?"),
    "too few dice": ({"dice": []}, "dice", "1D100 for to hit [mag.fire.roll], but no more dice"),
    "a die too many before a question": ({"dice": [56, 1], "phase": "first firing"}, "dice", "left over: [1]"),
    "a die too many at the end of a turn": ({"dice": [56, 1]}, "dice", "they went to: to hit, initiative"),
    "a winner who is not there": (
        {"victory": {"at_once": [{"by": "condition", "winner": "us", "when": [{"is": "dead", "who": "kootak"}]}]}},
        "victory.at_once[0].winner", "got us",
    ),
    "a purpose without dice": ({"dice": {"to it": [3]}}, "dice.to hit", "did you mean to it?"),
    "too few dice of a purpose": ({"dice": {"to hit": []}}, "dice.to hit", "but no more dice are given"),
    "dice for nothing": (
        {"dice": {"to hit": [56], "morale": [4]}, "phase": "first firing"}, "dice", "left over: morale [4]",
    ),
    "a die that cannot fall": ({"dice": [101]}, "dice[0]", "got 101"),
    "standing where nobody can": (
        {"board": {"rows": ["wwwwwww"] * 16}}, "", "bowmen-1 stands on impassable water",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("changed", "key", "expected"), BAD.values(), ids=BAD)
def test_a_bad_situation_is_told_with_file_key_and_what_was_expected(
    changed: dict[str, Any], key: str, expected: str
) -> None:
    with pytest.raises(DataError) as caught:
        judged("long_shot", **changed)
    assert (caught.value.file, caught.value.key) == ("long_shot.toml", key)
    assert expected in caught.value.expected


def test_dice_can_be_given_by_purpose_in_the_order_of_each() -> None:
    row, rows = (judged("long_shot", dice=dice) for dice in ([56], {"to hit": [56]}))
    assert [event.rule for event in rows.events] == [event.rule for event in row.events]


@pytest.mark.parametrize(
    ("more", "key"),
    [({"answers": ["archer", {"archer-1": "spearmen-1"}, "done"]}, "answers[2]"), ({"dice": [3]}, "dice")],
)
def test_nothing_may_follow_an_answer_that_is_to_be_refused(more: dict[str, Any], key: str) -> None:
    with pytest.raises(DataError, match="left over") as caught:
        judged("shot_out_of_arc", **more)
    assert caught.value.key == key


def test_answers_after_the_end_of_the_battle_are_left_over() -> None:
    answers = [*document("charge_of_pelathar")["answers"], "done"]
    won = {"victory": {"at_once": [{"by": "elimination"}]}}
    with pytest.raises(DataError, match="answers: left over: "):
        judged("charge_of_pelathar", answers=answers, **won)


# --- the page that says how a file is written ----------------------------------------------------------------

PAGE = (EXAMPLES.parents[1] / "docs" / "situations.md").read_text("utf8")
WRITTEN = [
    Script, Expect, Situation, SituationUnit, SituationCharacter, Standing, threeplains.Situation,
    threeplains.SituationGroup, threeplains.SituationCharacter, threeplains.SituationContact, threeplains.Now,
    SituationEffect,
]  # fmt: skip


@pytest.mark.parametrize("kind", WRITTEN, ids=lambda kind: f"{kind.__module__.split('.')[2]} {kind.__name__}")
def test_every_key_of_a_file_is_in_the_documentation(kind: type[msgspec.Struct]) -> None:
    keys = [field.encode_name for field in msgspec.structs.fields(kind)]
    assert [key for key in keys if not re.search(rf"`{key}(`| = )|^\[\[?{key}\]", PAGE, re.MULTILINE)] == []
