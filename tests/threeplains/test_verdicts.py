"""What a referee says of a moment: who may do what, with which chance, and why not."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Assign, Choose
from warhost.engine.situation import Case, Judgement, judge
from warhost.engine.verdict import Fact, changes

from .judging import book, case, document, judged, said, with_entry


def names(verdicts: list[Any], deed: str) -> list[str]:
    return [verdict.who for verdict in verdicts if verdict.lawful and verdict.deed == deed]


# --- verdicts and what the players are offered ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["archers_on_a_hill", "behind_a_hedge", "crossbows_moved", "hero_among_friends"])
def test_whoever_may_shoot_is_offered_as_a_shooter(name: str) -> None:
    found = judged(name, measuring="open")
    assert isinstance(found.question, Choose)
    assert [*dict.fromkeys(names(found.verdicts, "shoot")), "done"] == list(found.question.options)


@pytest.mark.parametrize("name", ["charge_zones", "dash_to_charge"])
def test_whoever_may_charge_is_offered_the_charge(name: str) -> None:
    found = judged(name, measuring="open", answers=None, dice=None, expect=None)
    assert isinstance(found.question, Assign)
    offered = {(who, target) for who, targets in found.question.options.items() for target in targets}
    assert offered == {(verdict.who, verdict.target) for verdict in found.verdicts if verdict.lawful}


@pytest.mark.parametrize("name", ["unruly_orcs", "sharp_turn"])
def test_whoever_may_move_is_offered_the_move(name: str) -> None:
    found = judged(name, answers=None, dice=None, expect=None)
    assert isinstance(found.question, Choose)
    assert [*names(found.verdicts, "move"), "done"] == list(found.question.options)


def test_a_moment_at_which_nobody_has_a_say_has_no_verdicts() -> None:
    example = case("flip")
    example.state.phase = "start"
    assert book().verdicts(example.setting, example.state) == []


# --- movement ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.value")
def test_movement_is_told_in_inches_with_its_reasons() -> None:
    found = judged("sharp_turn", answers=None, dice=None, expect=None)
    (step,) = said(found, "watch", "move").because
    assert (step.figure, step.total_after) == ("10", 10)


@pytest.mark.rule("tp.trait.exhaustion.effects")
def test_halves_of_an_inch_are_told_in_words() -> None:
    weary = with_entry("unruly_orcs", "groups", 0, now={"tired": 4})
    verdict = said(judged("unruly_orcs", expect=None, **weary), "steady", "move")
    assert (verdict.note, verdict.because) == ("3.5 inches", ())


@pytest.mark.rule("tp.move.value", "tp.move.reform")
def test_what_has_been_used_up_is_not_there_for_a_manoeuvre() -> None:
    walked = with_entry("unruly_orcs", "groups", 0, now={"spent": 4})
    found = judged("unruly_orcs", expect=None, **walked)
    assert said(found, "steady", "move").note == "3.0 inches of 7.0 inches left"
    refusals = [said(found, "steady", deed).refusal for deed in ("reform", "reorganise")]
    assert [refusal and refusal.rule for refusal in refusals] == ["tp.move.value", "tp.move.value"]


@pytest.mark.rule("tp.move.reorganise")
def test_nobody_tries_to_reorganise_twice() -> None:
    tried = with_entry("unruly_orcs", "groups", 0, now={"manoeuvred": True})
    verdict = said(judged("unruly_orcs", expect=None, **tried), "steady", "reorganise")
    assert verdict.refusal is not None and verdict.refusal.rule == "tp.move.reorganise"


# --- shooting ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.shoot.phase")
def test_whoever_has_shot_does_not_again() -> None:
    shot = with_entry("behind_a_hedge", "groups", 0, now={"shot": True})
    found = judged("behind_a_hedge", expect=None, **shot)
    assert said(found, "longbowmen", "shoot").refusal is not None


@pytest.mark.rule("tp.weapon.uniform", "tp.shoot.shots")
def test_a_character_who_shoots_with_a_group_has_a_verdict_of_his_own() -> None:
    captain = {"id": "captain", "side": "ours", "weapons": ["bow"], "with": "longbowmen"}
    found = judged("behind_a_hedge", expect=None, characters=[captain])
    shooters = {verdict.who: verdict.note for verdict in found.verdicts if verdict.target == "saws"}
    assert shooters["longbowmen"].startswith("10 shots with longbow")
    assert shooters["captain"].startswith("1 shot with bow")


@pytest.mark.rule("tp.shoot.disperse.friends")
def test_a_shot_into_a_combat_says_that_a_check_comes_first() -> None:
    guard = {"id": "guard", "side": "ours", "models": 10, "files": 5, "at": [28, 22]}
    groups = [*document("behind_a_hedge")["groups"], guard]
    met = [{"a": "guard", "b": "saws", "rounds": 1}]
    found = judged("behind_a_hedge", expect=None, groups=groups, contacts=met)
    assert "a deviancy check first" in said(found, "longbowmen", "saws").note


# --- combat --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.weapon.lance", "tp.combat.strikesfirst")
@pytest.mark.parametrize(("run", "weapon", "first"), [(10, "lance", True), (6, "sidearm", False)])
def test_a_lance_needs_a_long_charge(run: int, weapon: str, first: bool) -> None:
    short = with_entry("lance_charge", "contacts", 0, charge=run)
    found = judged("lance_charge", dice=[1, 1], expect=None, **short)
    verdict = said(found, "knight", "ogre")
    assert verdict.note.startswith(f"1 attack with {weapon}")
    assert ("strikes first" in verdict.note) is first


@pytest.mark.rule("tp.weapon.spear.ranks")
def test_blows_from_the_second_rank_are_told_apart() -> None:
    found = judged("spears_against_lances")
    notes = [verdict.note for verdict in found.verdicts if verdict.who == "spears"]
    assert notes == ["5 attacks with spear, 4 needed", "5 attacks with spear, from behind the first rank, 4 needed"]


def test_whoever_fights_nobody_is_told_so() -> None:
    far = {"id": "far", "side": "ours", "at": [10, 10]}
    found = judged(
        "lance_charge", dice=None, expect=None, characters=[*document("lance_charge")["characters"], far]
    )
    verdict = said(found, "far", "strike")
    assert verdict.refusal is not None and verdict.refusal.rule == "tp.combat.combat"


# --- battle stress -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.stress.scenario.3")
def test_the_dice_of_a_check_are_told_with_their_reasons() -> None:
    verdict = said(judged("stress_large_combat"), "left", "check")
    dice = "4 soldiering dice (2 soldiering, +1 command, +1 battle standard) against 14 stress dice"
    assert (verdict.note, verdict.must) == (dice, True)
    assert [step.amount for step in verdict.because] == [0, 2, 5, 5, 2]


@pytest.mark.rule("tp.item.command.noteus_scarred_banner")
def test_dice_that_a_banner_rolls_for_are_not_told_as_if_they_were_counted() -> None:
    groups = document("stress_large_combat")["groups"]
    at = [group["id"] for group in groups].index("left")
    laden = with_entry("stress_large_combat", "groups", at, items=["noteus_scarred_banner"])
    verdict = said(judged("stress_large_combat", dice=None, expect=None, **laden), "left", "check")
    assert verdict.note.endswith("against the dice of Noteus' Scarred Banner")
    assert verdict.chance == 46  # four soldiering dice against 3 to 8


@pytest.mark.rule("tp.trait.unbreakable", "tp.check.sol.engulfed")
def test_whoever_cannot_break_need_not_check() -> None:
    steadfast = with_entry("stress_under_fire", "groups", 1, now={"lost": 3, "unbreakable": True})
    verdict = said(judged("stress_under_fire", dice=None, expect=None, **steadfast), "goblins", "check")
    assert verdict.refusal is not None and verdict.refusal.rule == "tp.trait.unbreakable"


@pytest.mark.rule("tp.move.rerally")
def test_whoever_flees_checks_to_rally() -> None:
    assert said(judged("generals_word"), "militia", "check").note.endswith("to rally")


@pytest.mark.rule("tp.character.general.no_rally")
def test_who_flees_after_his_general_has_died_is_not_said_to_rally() -> None:
    general = {"id": "lord", "side": "ours", "general": True, "now": {"slain": True}}
    found = judged("generals_word", characters=[general], generals_fell=[True, False])
    assert said(found, "militia", "check").note.endswith("it does not rally, for its general is dead")


# --- facts ---------------------------------------------------------------------------------------------------


def test_facts_are_told_in_inches_and_degrees() -> None:
    example = case("stress_large_combat")
    found = example.facts(example.state)
    assert found["right"] == Fact("standing", (34.1, 20), "0", strength=20, life=20)
    assert found["dragon"].life == 7
    assert case("generals_word").facts(case("generals_word").state)["militia"].fate == "fleeing"


def test_a_character_in_a_group_has_no_place_of_its_own() -> None:
    boss = with_entry("unruly_orcs", "characters", 0, **{"with": "steady", "at": None})
    inside = case("unruly_orcs", expect=None, **boss)
    assert (inside.facts(inside.state)["boss"].fate, inside.facts(inside.state)["boss"].at) == ("within", None)


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (Fact("standing", (36, 20), "0", strength=17, life=34), ("guard lost 3 models",)),
        (Fact("standing", (36, 20), "0", strength=19, life=38), ("guard lost 1 model",)),
        (Fact("standing", (36, 20), "0", strength=20, life=38), ("guard lost 2 life points",)),
        (
            Fact("standing", (36, 24.5), "90", strength=19, life=38),
            ("guard lost 1 model", "guard at (36, 24.5), facing 90"),
        ),
        (Fact("fleeing", (36, 10), "180", strength=15, life=30), ("guard lost 5 models", "guard fleeing")),
        (Fact("slain", None, "0", strength=0, life=0), ("guard slain",)),
        (Fact("standing", (36, 20), "0", strength=21, life=42), ("guard gained 1 model",)),
        (Fact("standing", (36, 20), "0", strength=20, life=42), ("guard gained 2 life points",)),
    ],
)
def test_changes_say_what_was_lost(after: Fact, words: tuple[str, ...]) -> None:
    before = Fact("standing", (36, 20), "0", strength=20, life=40)
    assert changes({"guard": before}, {"guard": after}) == words


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (Fact("standing", (39.56, 20), "0", strength=3, life=3), "a/2 is new at (39.56, 20), facing 0, 3 models"),
        (Fact("standing", (8, 20), "90", strength=1), "a/2 is new at (8, 20), facing 90, 1 model"),
        (Fact("within", None, "0"), "a/2 is new, within"),
    ],
)
def test_changes_tell_of_those_who_have_come_into_being(fact: Fact, words: str) -> None:
    assert changes({}, {"a/2": fact}) == (words,)


@pytest.mark.rule("tp.unit.mob.movement")
@pytest.mark.parametrize(
    ("mob", "now", "note"),
    [
        ({"profile": "herlanceia.freed_mob", "models": 16}, {}, "6.0 inches and a D3 more"),
        ({"profile": "herlanceia.freed_mob", "models": 16}, {"surge": 2}, "8.0 inches"),
        ({"category": "cavalry", "kind": "mob", "models": 9}, {}, "7.0 inches and a D6 more"),
    ],
)
def test_how_far_a_mob_may_go_is_not_known_before_its_die(mob: dict[str, Any], now: Any, note: str) -> None:
    crowd = {"id": "crowd", "side": "ours", "at": [36, 12], "now": now, **mob}
    men = {"id": "men", "side": "theirs", "models": 20, "files": 5, "at": [36, 40], "facing": 180}
    board = {"phase": "moves", "characters": [], "groups": [crowd, men]}
    found = judged("dragon_breath", answers=[], dice=None, expect=None, **board)
    assert said(found, "crowd", "move").note == note


# --- stones and flames ---------------------------------------------------------------------------------------


@pytest.mark.rule("tp.list.breath.dragon", "tp.shoot.template.flame")
@pytest.mark.parametrize(
    ("breaths", "y", "rule"),
    [(2, 20.5, ""), (3, 20.5, "tp.list.breath.dragon"), (0, 27.9, ""), (0, 28.1, "tp.shoot.template.flame")],
)
def test_the_referee_says_at_whom_fire_may_be_breathed(breaths: int, y: float, rule: str) -> None:
    """The template is eight inches long, and a little more where a corner of its end points ahead."""
    lord = with_entry("dragon_breath", "characters", 0, now={"breaths": breaths})
    goblins = with_entry("dragon_breath", "groups", 0, at=[36, y])
    found = judged("dragon_breath", answers=[], dice=None, expect=None, **lord, **goblins)
    (verdict,) = [v for v in found.verdicts if v.deed.startswith("breathe fire")]
    assert (verdict.refusal.rule if verdict.refusal else "") == rule
    assert "1 breath left" in verdict.note or breaths != 2


@pytest.mark.rule("tp.list.machine.stone", "tp.list.machine.stone_crude")
@pytest.mark.parametrize(("profile", "chance"), [("herlanceia.catapult", 33), ("orcs.stone_hurler", 17)])
@pytest.mark.parametrize(("silent", "y", "ready"), [(0, 30, True), (1, 30, False), (0, 60, False)])
def test_the_referee_says_how_likely_a_stone_lands_where_it_is_aimed(
    profile: str, chance: int, silent: int, y: float, ready: bool
) -> None:
    machine = {"id": "machine", "side": "ours", "profile": profile, "at": [36, 4], "now": {"silent": silent}}
    men = {"id": "men", "side": "theirs", "models": 20, "files": 5, "at": [36, y], "facing": 180}
    board = {"table": {"width": 72, "depth": 72}, "characters": [], "groups": [machine, men]}
    found = judged("dragon_breath", answers=[], dice=None, expect=None, **board)
    verdict = said(found, "machine", "hurl a stone")
    assert verdict.lawful is ready and verdict.chance == (chance if ready else None)


# --- inside works --------------------------------------------------------------------------------------------


def in_a_tower(phase: str) -> Judgement:
    men = {"models": 12, "weapons": ["spear"], "now": {"inside": "tower 3"}}
    groups = [{"id": "orcs", "side": "ours", **men}, {"id": "watch", "side": "theirs", **men}]
    fought = {"a": "orcs", "b": "watch", "across": "inside", "charge": 3, "rounds": 1}
    setup = {"rulebook": "threeplains", "scenario": "siege", "phase": phase, "groups": groups, "contacts": [fought]}
    return judge(Case("tower.toml", setup))


@pytest.mark.rule("tp.siege.combat_within")
def test_who_fights_inside_a_tower_is_told_with_his_weapon_and_chance() -> None:
    found = in_a_tower("combat")
    for who, whom in (("orcs", "watch"), ("watch", "orcs")):
        verdict = said(found, who, whom)
        assert (verdict.chance, verdict.note) == (50, "10 attacks with sidearm, 4 needed")


@pytest.mark.rule("tp.siege.combat_within", "tp.stress.phase")
def test_who_is_inside_a_tower_is_told_whether_he_checks() -> None:
    assert {verdict.who for verdict in in_a_tower("stress").verdicts} == {"orcs", "watch"}


@pytest.mark.rule("tp.combat.objects")
@pytest.mark.parametrize(
    ("y", "side", "batters"), [(17, "ours", True), (16.9, "ours", False), (17, "theirs", False)]
)
def test_the_referee_says_who_may_batter_what_is_built(y: float, side: str, batters: bool) -> None:
    other = "theirs" if side == "ours" else "ours"
    document = {
        "rulebook": "threeplains", "phase": "combat",
        "features": [{"kind": "small building", "name": "Hut", "middle": [30, 19], "size": [4, 4]}],
        "groups": [
            {"id": "men", "side": side, "models": 10, "files": 5, "at": [30, y]},
            {"id": "foe", "side": other, "models": 10, "files": 5, "at": [60, 40], "facing": 180},
        ],
    }  # fmt: skip
    found = judge(Case("hut.toml", document, lambda _: book()))
    (verdict,) = [verdict for verdict in found.verdicts if verdict.who == "men"]
    assert (verdict.deed, verdict.target) == (("batter", "Hut") if batters else ("strike", ""))
    assert (verdict.refusal is None) is batters
