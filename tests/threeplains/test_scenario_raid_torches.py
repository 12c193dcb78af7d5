"""Torches in a raid by night: bought model by model, lit, put out and thrown away; and what hands are free for.

The camp, which is full of light, is from (18, 18) to (30, 30).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.game import Game
from warhost.engine.question import Choose
from warhost.players.random import RandomPlayer
from warhost.players.tactician import Tactician
from warhost.roster.roster import Character, Group, roster_text
from warhost.rulebooks.threeplains.armies.muster import enlist
from warhost.rulebooks.threeplains.asking import label
from warhost.rulebooks.threeplains.events.course import TorchesHandled
from warhost.rulebooks.threeplains.fighting.arms import choices, wielded
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.land.sense import sees, sees_spot
from warhost.rulebooks.threeplains.missiles.aiming import salvos, to_hit, why_no_missiles, why_no_shot
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.opening.setup import choose_sides
from warhost.rulebooks.threeplains.scenario.night import lit, the_light
from warhost.rulebooks.threeplains.scenario.torches import ENOUGH, ask_at_will
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.tactics import consider
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.wounds.casualties import lose
from warhost.rulebooks.threeplains.wounds.hits import Attack, shielded

from .scenarios import book, breaches, ready, roster, scenario
from .scene import Placed, asked, champion, contact, foot, hero, narrate, number, piece, script, told, unit

TORCHES, HANDS = "tp.scenario.raid.torches", "tp.scenario.raid.torch_hands"
BOWS = foot(weapons=("bow", "hand weapon"), loose=True)
GREAT = foot(weapons=("great blade", "sidearm"), loose=True)
TWO = foot(weapons=("two hand weapons", "sidearm"), loose=True)


def by_night(*pieces: Placed, **more: Any) -> Fight:
    return scenario("raid", *pieces, options={"raid light": "night"}, **more)


def group(
    name: str, at: tuple[float, float], side: int = 0, facing: int = 0, models: int = 4, **more: Any
) -> Placed:
    return unit(
        name, at, side=side, facing=facing, models=models, files=models, **{"figure": foot(loose=True), **more}
    )  # fmt: skip


def two(fight: Fight) -> tuple[int, int]:
    return number(fight, "a"), number(fight, "b")


# --- bought --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.raid.torches")
def test_a_torch_costs_a_point_for_each_model_that_has_one() -> None:
    bull = Character(profile="bull", role="general", options=("1 torch",))
    plain = roster(
        "raid", "raiders", 500, Character(profile="bull", role="general"), Group(profile="warriors", models=10)
    )
    lit_up = roster("raid", "raiders", 500, bull, Group(profile="warriors", models=10, options=("3 torches",)))
    lists = book().lists
    assert lists.bill(lit_up).points == lists.bill(plain).points + 3 + 1 and not lists.breaches(lit_up)
    assert "3 torches" in lists.bill(lit_up).lines[0].detail and '"3 torches"' in roster_text(lit_up)
    army = enlist(lit_up, lists.library)
    assert (army.groups[0].torches, army.leaders[0].torches) == (3, 1)


@pytest.mark.rule("tp.scenario.raid.torches")
@pytest.mark.parametrize(
    ("entry", "lawful"),
    [
        (Group(profile="warriors", models=10, options=("10 torches",)), True),
        (Group(profile="warriors", models=10, options=("11 torches",)), False),
        (Group(profile="wolf_riders", models=5, options=("2 torches",)), True),
        (Group(profile="troll", models=2, options=("1 torch",)), False),
    ],
)
def test_units_and_characters_carry_one_for_each_model_at_most(entry: Group, lawful: bool) -> None:
    bull = Character(profile="bull", role="general")
    assert (not breaches(roster("raid", "raiders", 500, bull, entry), TORCHES)) is lawful


@pytest.mark.rule("tp.scenario.raid.torches")
def test_nobody_carries_torches_but_in_raids() -> None:
    entries = Character(profile="bull", role="general"), Group(profile="warriors", models=10, options=("1 torch",))
    found = breaches(roster("", "", 500, *entries), TORCHES)
    assert [one.why for one in found] == ["torches are carried in raids only"]


@pytest.mark.rule("tp.scenario.raid.torches")
@pytest.mark.parametrize(("light", "left"), [("night", 3), ("day", 0)])
def test_by_day_they_are_left_behind(light: str, left: int) -> None:
    options = {"raid": "assassination", "raid light": light}
    pieces = group("a", (10, 3), torches=3), hero("b", (24, 24), side=1)
    fight = scenario("raid", *pieces, options=options, phase="sides", clock=0)
    piece(fight, "b").fate = "waiting"
    with script(fight):
        choose_sides(fight)
    assert piece(fight, "a").torches == left


# --- lit, put out, thrown away -------------------------------------------------------------------------------


def offered(fight: Fight, act: Any = ask_at_will) -> list[str]:
    question = asked(fight, act)
    assert isinstance(question, Choose)
    return [option for option in question.options if "torch" in option]


@pytest.mark.rule("tp.scenario.raid.torches")
def test_torches_are_lit_put_out_and_thrown_away_in_ones_own_turn() -> None:
    fight = by_night(group("a", (10, 3), torches=3), group("b", (10, 40), side=1, torches=1), phase="declaring")
    assert offered(fight) == ["light torches: a", "throw a torch away: a", "throw all torches away: a", ENOUGH]
    deeds = ["light torches: a", "throw a torch away: a", "put torches out: a", "light torches: a"]
    seen = []
    for deed in deeds:
        with script(fight, answers=[deed]):
            assert ask_at_will(fight)
        seen.append((piece(fight, "a").torches, piece(fight, "a").alight))
    assert seen == [(3, True), (2, True), (2, False), (2, True)]
    with script(fight, answers=["throw all torches away: a"]):
        ask_at_will(fight)
    assert (piece(fight, "a").torches, piece(fight, "a").alight) == (0, False)
    with script(fight):
        assert not ask_at_will(fight), "nothing is left to do"
    said = [narrate(fight.setting, event, fight.state.pieces) for event in told(fight, TorchesHandled)]
    assert said[:2] == ["The torches of a are lit.", "A torch of a is thrown away; 2 left."]


@pytest.mark.rule("tp.scenario.raid.torches")
def test_the_last_torch_of_a_piece_goes_out_with_its_throw() -> None:
    fight = by_night(group("a", (10, 3), torches=1, alight=True), group("b", (10, 40), side=1), phase="stress")
    with script(fight, answers=["throw a torch away: a"]):
        ask_at_will(fight)
    assert not piece(fight, "a").alight and not lit(fight, number(fight, "a"))


@pytest.mark.rule("tp.scenario.raid.torches")
def test_in_the_turn_of_the_enemy_nothing_is_done_with_them() -> None:
    fight = by_night(group("a", (10, 3)), group("b", (10, 40), side=1, torches=1, alight=True), phase="declaring")
    with script(fight):
        assert not ask_at_will(fight)
    fight.state.active, fight.state.clock = 1, 2
    assert offered(fight)[0] == "put torches out: b"


@pytest.mark.rule("tp.scenario.raid.torches")
def test_one_is_asked_before_every_phase_until_one_has_done_enough() -> None:
    fight = by_night(group("a", (10, 3), torches=2), group("b", (10, 40), side=1), phase="declaring")
    for phase, questions in (("declaring", 1), ("charges", 0), ("shooting", 1), ("combat", 0), ("stress", 1)):
        fight.state.phase = phase  # type: ignore[assignment]
        for answers in ([ENOUGH] * questions, []):
            with script(fight, answers=answers):
                assert not ask_at_will(fight)
    contact(fight, "a", "b")
    fight.state.phase = "combat"
    assert ENOUGH in offered(fight)


@pytest.mark.rule("tp.scenario.raid.torches")
def test_between_two_moves_torches_are_at_hand_too() -> None:
    fight = by_night(group("a", (10, 3), torches=2), group("b", (10, 40), side=1))
    assert "light torches: a" in offered(fight, step)
    with script(fight, answers=["light torches: a"]):
        step(fight)
    assert piece(fight, "a").alight and not piece(fight, "a").turn.acted


@pytest.mark.rule("tp.scenario.raid.torches")
def test_between_two_shots_too() -> None:
    archers = group("a", (10, 3), figure=BOWS, torches=1), group("b", (10, 8), side=1, facing=180)
    fight = by_night(*archers, phase="shooting")
    fight.state.advance(asked=(fight.state.clock, "shooting"))
    with script(fight, answers=["throw a torch away: a"]):
        step(fight)
    assert not piece(fight, "a").torches and not piece(fight, "a").turn.shot


@pytest.mark.rule("tp.scenario.raid.torches")
def test_who_is_not_on_the_table_or_hides_is_not_named() -> None:
    pieces = group("a", (10, 3)), hero("h", within="a", role="halfwit", fate="hidden", torches=1)
    fight = by_night(*pieces, group("b", (10, 40), side=1), phase="declaring")
    with script(fight):
        assert not ask_at_will(fight)


def test_what_may_be_done_is_said_with_the_names_of_the_pieces() -> None:
    fight = by_night(group("a", (10, 3), torches=2), group("b", (10, 40), side=1), phase="declaring")
    question = asked(fight, ask_at_will)
    assert label(fight.setting, fight.state, question, "light torches: a") == "light torches: a"
    assert book().put(fight.setting, question).startswith("army 0: Do you do anything with your torches?")


# --- the light -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.raid.torches")
@pytest.mark.parametrize(("y", "light"), [(9.0, True), (9.05, False)])
@pytest.mark.parametrize("bearer", [0, 1])
def test_friend_and_foe_within_six_inches_of_a_burning_torch_stand_in_light(
    y: float, light: bool, bearer: int
) -> None:
    """Base to base: fronts at 3 and y look at each other."""
    fight = by_night(
        group("a", (10, 3), side=bearer, torches=1, alight=True), group("b", (10, y), side=0, facing=180)
    )  # fmt: skip
    assert lit(fight, number(fight, "a")) and lit(fight, number(fight, "b")) is light
    piece(fight, "a").alight = False
    assert not lit(fight, number(fight, "b")) and not lit(fight, number(fight, "a"))


@pytest.mark.rule("tp.scenario.raid.torches")
@pytest.mark.rule("tp.scenario.raid.night")
def test_by_its_light_one_sees_as_by_day_and_is_seen_from_afar() -> None:
    fight = by_night(group("a", (10, 2)), group("b", (10, 14), side=1, facing=180))
    assert not sees(fight, *two(fight)) and not sees_spot(fight, number(fight, "a"), (10000, 14000))
    for bearer in ("a", "b"):
        piece(fight, bearer).torches, piece(fight, bearer).alight = 1, True
        assert sees(fight, *two(fight)) and sees(fight, *two(fight)[::-1])
        assert sees_spot(fight, number(fight, "a"), (10000, 14000)) is (bearer == "b")
        piece(fight, bearer).alight = False


@pytest.mark.rule("tp.scenario.raid.torches")
@pytest.mark.rule("tp.scenario.raid.night_shooting")
@pytest.mark.parametrize(("bearer", "need"), [("a", None), ("b", 6), ("both", 5)])
def test_a_target_by_a_torch_is_shot_at_from_afar_and_archers_in_light_aim_better(
    bearer: str, need: int | None
) -> None:
    """Fourteen inches: 5 or more are needed, and one more in the dark."""
    fight = by_night(
        group("a", (10, 2), figure=BOWS), group("b", (10, 16), side=1, facing=180), phase="shooting"
    )  # fmt: skip
    for name in "ab" if bearer == "both" else bearer:
        piece(fight, name).torches, piece(fight, name).alight = 1, True
    if need is None:
        refusal = why_no_shot(fight, *two(fight))
        assert refusal is not None and refusal.rule == "tp.scenario.raid.night_shooting"
    else:
        assert why_no_shot(fight, *two(fight)) is None and to_hit(fight, *two(fight)).total == need


@pytest.mark.rule("tp.scenario.raid.torches")
def test_a_character_lights_up_his_whole_group() -> None:
    fight = by_night(group("a", (10, 3), models=6), hero("x", within="a", torches=1, alight=True))
    assert lit(fight, number(fight, "a"))


@pytest.mark.rule("tp.scenario.raid.torches")
def test_the_light_is_drawn_on_the_table() -> None:
    fight = by_night(group("a", (10, 10), models=1, torches=1, alight=True), group("b", (10, 40), side=1))
    (camp, _), (title, edge) = the_light(fight)
    base = foot().base[0]
    assert (camp, title) == ("the light of the camp", "torches of a")
    assert max(x for x, _ in edge) - 10000 == pytest.approx(6000 + base / 2, abs=30)
    piece(fight, "a").torches = 0
    assert len(the_light(fight)) == 1


# --- those who carry them ------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.raid.torches")
@pytest.mark.parametrize(("lost", "left"), [(1, 3), (2, 2), (3, 1)])
def test_those_without_torches_fall_first(lost: int, left: int) -> None:
    fight = by_night(group("a", (10, 3), torches=3), group("b", (10, 40), side=1))
    lose(fight, number(fight, "a"), lost, "tp.shoot.damage")
    assert piece(fight, "a").torches == left


@pytest.mark.rule("tp.scenario.raid.torch_hands")
@pytest.mark.parametrize(("torches", "shots"), [(0, 4), (1, 3), (3, 1)])
def test_archers_with_a_torch_in_hand_do_not_shoot(torches: int, shots: int) -> None:
    archers = group("a", (10, 3), figure=BOWS, torches=torches), group("b", (10, 8), side=1, facing=180)
    fight = by_night(*archers, phase="shooting")
    assert [count for _, _, count in salvos(fight, *two(fight), "phase")] == [shots]


@pytest.mark.rule("tp.scenario.raid.torch_hands")
def test_where_all_have_torches_nobody_shoots_until_they_throw_them_away() -> None:
    archers = group("a", (10, 3), figure=BOWS, torches=4), group("b", (10, 8), side=1, facing=180)
    fight = by_night(*archers, phase="shooting")
    refusal = why_no_missiles(fight, number(fight, "a"))
    assert refusal is not None and refusal.rule == HANDS
    with script(fight, answers=["throw a torch away: a"]):
        ask_at_will(fight)
    assert why_no_missiles(fight, number(fight, "a")) is None
    assert [count for _, _, count in salvos(fight, *two(fight), "phase")] == [1]


@pytest.mark.rule("tp.scenario.raid.torch_hands")
@pytest.mark.parametrize(
    ("torches", "arms"), [(0, ["great blade"]), (1, ["great blade", "hand weapon"]), (4, ["hand weapon"])]
)
def test_a_great_blade_takes_both_hands(torches: int, arms: list[str]) -> None:
    fight = by_night(group("a", (10, 3), figure=GREAT, torches=torches), group("b", (10, 3), side=1, facing=180))
    contact(fight, "a", "b")
    blows = blows_of(fight, number(fight, "a"), {}, {})
    assert sorted({blow.weapon.id for blow in blows if blow.weapon}) == arms
    hand = [blow.attacks for blow in blows if blow.weapon and blow.weapon.id == "hand weapon"]
    assert sum(hand) == torches and sum(blow.attacks for blow in blows) == 4


@pytest.mark.rule("tp.scenario.raid.torch_hands")
@pytest.mark.parametrize(("torches", "attacks"), [(0, 8), (1, 7), (4, 4)])
def test_beside_a_torch_there_is_no_second_blade(torches: int, attacks: int) -> None:
    fight = by_night(group("a", (10, 3), figure=TWO, torches=torches), group("b", (10, 3), side=1, facing=180))
    contact(fight, "a", "b")
    assert sum(blow.attacks for blow in blows_of(fight, number(fight, "a"), {}, {})) == attacks


@pytest.mark.rule("tp.scenario.raid.torch_hands")
def test_a_character_with_a_torch_has_a_hand_weapon_and_no_choice() -> None:
    lord = champion(weapons=("great blade", "hand weapon", "sidearm"))
    fight = by_night(hero("a", (10, 3), figure=lord), group("b", (10, 3), side=1, facing=180))
    contact(fight, "a", "b")
    met, one = fight.state.contacts[0], number(fight, "a")
    assert choices(fight, one, one) == ["great blade", "hand weapon"]
    piece(fight, "a").torches = 1
    found = wielded(fight, {}, one, one, met)
    assert choices(fight, one, one) == ["hand weapon"] and found is not None and found.id == "hand weapon"


@pytest.mark.rule("tp.scenario.raid.torch_hands")
@pytest.mark.parametrize(("torches", "helps"), [(0, True), (3, True), (4, False)])
def test_no_hand_is_left_for_a_shield(torches: int, helps: bool) -> None:
    """Hits fall on those without torches first, as long as there are any."""
    men = group("a", (10, 3), figure=foot(loose=True, shield=True), torches=torches)
    fight = by_night(men, group("b", (10, 8), side=1, facing=180, figure=BOWS))
    assert shielded(fight, Attack(number(fight, "a"), 1, "missile", "tp.weapon.bow", number(fight, "b"))) is helps


@pytest.mark.rule("tp.scenario.raid.torches")
@pytest.mark.parametrize(("torches", "shares"), [(1, (0, 1)), (2, (1, 1)), (6, (3, 3))])
def test_a_group_that_splits_shares_its_torches_and_has_all_of_them_when_it_is_one_again(
    torches: int, shares: tuple[int, int]
) -> None:
    fight = by_night(group("a", (10, 10), models=6, torches=torches, alight=True), group("b", (10, 40), side=1))
    parted = {"models": 3, "stay": [9000, 10000, 0, 3], "go": [9000 + 3 * foot().base[0], 10000, 0, 3]}
    question = Move(fight, number(fight, "a"))
    order = next((one for one in question.suggest(200) if one and one[0][0] == "split"), [["split", parted]])
    with script(fight, answers=["a", order]):
        step(fight)
    twin = fight.state.pieces[-1]
    assert (piece(fight, "a").torches, twin.torches) == shares and twin.alight


# --- those who play for themselves ---------------------------------------------------------------------------


def thought(fight: Fight) -> Any:
    question = asked(fight, ask_at_will)
    return list(consider(fight.setting, fight.state, question))[-1]


def test_the_tactician_lights_torches_when_the_enemy_is_near_and_archers_throw_theirs_away() -> None:
    for away, wanted in ((8, "light torches: a"), (30, ENOUGH)):
        fight = by_night(
            group("a", (10, 3), torches=2), group("b", (10, 3 + away), side=1, facing=180), phase="declaring"
        )  # fmt: skip
        assert thought(fight) == wanted
    piece(fight, "a").alight = True
    assert thought(fight) == "put torches out: a"
    fight = by_night(group("a", (10, 3), figure=BOWS, torches=2), group("b", (10, 33), side=1), phase="declaring")
    assert str(thought(fight)).startswith("throw")


def torch_bearing(folder: Path, part: int, later: int = 0) -> str:
    """A file of the ready force in which every group has as many torches as its points and its hands leave."""
    written = ready("raid", part, later)
    left = written.points - book().lists.bill(written).points
    share = left // len(written.group)
    groups = [replace(one, options=(f"{min(share, one.models)} torches",)) for one in written.group]
    path = folder / f"torches_{part}_{later}.toml"
    path.write_text(roster_text(replace(written, group=tuple(groups))))
    return str(path)


@pytest.mark.parametrize("player", [RandomPlayer, pytest.param(Tactician, marks=pytest.mark.slow)])
def test_a_night_with_torches_is_played_to_its_end(tmp_path: Path, player: Any) -> None:
    armies = ", ".join(torch_bearing(tmp_path, *which) for which in ((0,), (1,), (1, 1)))
    setup = book().setup("raid", {"raid": "assassination", "raid light": "night", "armies": armies})
    game = Game(book(), setup, "4")
    game.play([player("one"), player("two")])
    assert game.result is not None and not book().flaws(game.setting, game.state)
    handled = [one.event for step in game.told for one in step if isinstance(one.event, TorchesHandled)]
    assert handled
