"""The Last Stand: a ring of attackers, defenders who never break, and a price to be paid."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.engine.question import Refusal
from warhost.roster.roster import Character, Group
from warhost.rulebooks.threeplains.charging.marchover import can_march_over
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.oblivion import worth
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.morale.checks import bravery_due, never_flees
from warhost.rulebooks.threeplains.morale.exhaustion import exhausted, rest
from warhost.rulebooks.threeplains.morale.generals import mourn_one
from warhost.rulebooks.threeplains.opening.deployment import Deploy
from warhost.rulebooks.threeplains.opening.setup import choose_sides
from warhost.rulebooks.threeplains.scenario.last_stand import PlaceDefence
from warhost.rulebooks.threeplains.scenario.points import heeded
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import Clock
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.victory import close
from warhost.rulebooks.threeplains.wounds.casualties import becomes_it, last_stand

from .scenarios import book, breaches, mission, played, ready, roster, scenario
from .scene import feature, foot, hero, number, piece, script, unit

STAND = "last_stand"
RULE = "tp.scenario.last_stand."


def cost(*entries: Group | Character, part: str = "defenders", army: str = "herlanceia") -> int:
    return book().lists.bill(roster(STAND, part, 500, *entries, army=army)).points


# --- the muster ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.last_stand.army_size")
@pytest.mark.rule("tp.scenario.summary")
@pytest.mark.parametrize(
    ("points", "lawful"), [(999, False), (1000, True), (1050, True), (6000, True), (6001, False)]
)
def test_attackers_have_a_thousand_to_six_thousand_points(points: int, lawful: bool) -> None:
    assert (not breaches(replace(ready(STAND, 0), points=points), f"{RULE}army_size")) is lawful
    counter, denominator = mission(STAND).part[1].terms.share
    assert (1050 * counter // denominator, 3000 * counter // denominator) == (262, 750)


@pytest.mark.rule("tp.scenario.last_stand.shapes")
def test_defenders_have_the_shapes_of_the_attackers() -> None:
    found = book().lists.bill(replace(ready(STAND, 1), points=750, against=3000))
    limits = {measure.name: (measure.least, measure.most) for measure in found.measures}
    assert limits["triangles"] == (None, 6) and limits["diamonds"] == (None, 6) and "blocks" not in limits


@pytest.mark.rule("tp.scenario.last_stand.discount")
@pytest.mark.rule("tp.scenario.last_stand.free_items")
def test_heroes_cost_a_quarter_items_and_command_models_nothing() -> None:
    item = next(one for one in ITEMS.values() if one.kind == "weapon" and one.price("human", 0) > 20)
    assert cost(Character(profile="champion")) == cost(Character(profile="champion", items=(item.id,))) == 18
    assert cost(Character(profile="champion", items=(item.id,)), part="attackers") > 72
    guard = Group(profile="guard", models=16)
    assert cost(replace(guard, command=True)) == cost(guard) == 144
    assert cost(replace(guard, command=True), part="attackers") == 154


@pytest.mark.rule("tp.scenario.last_stand.discount")
def test_a_ridden_beast_is_paid_in_full() -> None:
    rider, alone = Character(profile="warlord", mount="wyvern"), Character(profile="warlord")
    beast = cost(rider, part="attackers", army="orcs") - cost(alone, part="attackers", army="orcs")
    assert cost(rider, army="orcs") == -(-165 // 4) + beast


@pytest.mark.rule("tp.scenario.last_stand.magic_commands")
def test_any_command_model_of_the_defenders_may_carry_magic_once() -> None:
    plain = next(
        profile for profile in book().library.armies.lists["herlanceia"].profile
        if profile.command and not profile.command.magical
    )  # fmt: skip
    item = next(one.id for one in ITEMS.values() if one.kind == "command" and "human" not in one.not_for)
    group = Group(profile=plain.id, models=plain.size[0], command=True, items=(item,))
    rule = "tp.unit.command.magical"
    assert not breaches(roster(STAND, "defenders", 500, group, army="herlanceia"), rule)
    assert breaches(roster(STAND, "attackers", 1000, group, army="herlanceia"), rule)
    twice = roster(STAND, "defenders", 500, group, replace(group, id="second"), army="herlanceia")
    assert breaches(twice, "tp.magic.items.unique")


@pytest.mark.rule("tp.scenario.last_stand.oblivion")
def test_free_items_count_at_their_price_for_oblivion() -> None:
    sheet = foot(category="character", items=("tp.item.a", "tp.item.b"), prices=(100, 60))
    fight = scenario(STAND, unit("a", (3, 3)), hero("b", (36, 24), side=1, figure=sheet))
    assert worth(fight, number(fight, "b")) == 160


@pytest.mark.rule("tp.scenario.last_stand.ready")
@pytest.mark.rule("tp.scenario.last_stand.roles")
def test_the_ready_match_is_lawful() -> None:
    attackers, defenders = ready(STAND, 0), ready(STAND, 1)
    assert not book().lists.breaches(attackers) and not book().lists.breaches(defenders)
    assert [book().lists.bill(one).points for one in (attackers, defenders)] == [1844, 454]


# --- the ground ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.last_stand.board")
@pytest.mark.rule("tp.scenario.last_stand.deploy")
def test_attackers_stand_in_a_ring_of_six_inches_and_defenders_in_the_middle() -> None:
    fight = scenario(STAND, unit("a", (3, 3), models=4, files=2), unit("b", (36, 24), side=1, models=4, files=2))
    for one in fight.state.pieces:
        one.fate = "waiting"

    def refused(name: str, x: float, y: float, facing: int = 0) -> Refusal | None:
        order = {"at": [inches(x), inches(y)], "facing": facing, "files": 4}
        return Deploy(fight, number(fight, name)).refuse(order)

    for x, y, facing in ((36, 6, 0), (6, 24, 9000), (66, 24, 27000), (36, 42, 18000), (6, 6, 4500)):
        assert refused("a", x, y, facing) is None, (x, y)
    for x, y, facing in ((36, 7, 0), (36, 6.1, 0), (7, 24, 9000)):
        assert refused("a", x, y, facing) is not None, (x, y)
    assert refused("b", 36, 32) is None and refused("b", 36, 32.1) is not None and refused("b", 17.6, 20) is None
    assert refused("b", 17.5, 20) is not None


@pytest.mark.rule("tp.scenario.last_stand.terrain")
def test_the_defenders_lay_out_what_does_not_keep_the_enemy_off() -> None:
    fight = scenario(STAND, unit("a", (3, 3)), unit("b", (36, 24), side=1), phase="sides", clock=0)
    question = PlaceDefence(fight.setting, fight.state)
    hill = {"kind": "hill", "middle": [36000, 24000], "size": [20000, 12000]}
    wall = {"kind": "stone wall", "middle": [36000, 19000], "size": [12000, 400]}
    assert question.refuse(hill) is None
    for kind in ("shallow water", "high wall", "rough", "deep water"):
        assert question.refuse({"kind": kind, "middle": [36000, 24000]}) is not None
    assert question.refuse({"kind": "hill", "middle": [36000, 34000]}) is not None, "outside the zone"
    with script(fight, answers=[hill, wall, {}]):
        choose_sides(fight)
    assert [one.kind for one in fight.state.terrain] == ["hill", "stone wall"]


@pytest.mark.rule("tp.scenario.last_stand.terrain")
def test_no_ring_of_buildings_keeps_the_enemy_out() -> None:
    """Seven huts stand round a yard of five inches; the eighth would close it, one six inches away would not."""
    fight = scenario(STAND, unit("a", (36, 3)), unit("b", (36, 24), side=1), phase="sides", clock=0)
    round_it = [(x, y) for y in (19, 24, 29) for x in (31, 36, 41) if (x, y) not in ((36, 24), (41, 24))]
    for x, y in round_it:
        fight.state.terrain += (feature("small building", (x, y), (5, 5), f"hut {x} {y}"),)

    def refusal(x: float) -> Any:
        order = {"kind": "small building", "middle": [inches(x), inches(24)]}
        return PlaceDefence(fight.setting, fight.state).refuse(order)

    assert refusal(41) is not None and refusal(41).rule == "tp.scenario.last_stand.terrain"
    assert refusal(51.9) is not None and refusal(52) is None
    fight.state.terrain = fight.state.terrain[:1]
    assert refusal(36) is None, "two may stand side by side"


@pytest.mark.rule("tp.scenario.last_stand.terrain")
def test_whoever_lays_out_nothing_has_a_hill_with_a_wall_round_it() -> None:
    setting = book().setting(book().setup(STAND, {}))
    fight = scenario(
        STAND, unit("a", (3, 3)), unit("b", (36, 24), side=1), terrain=setting.table.features, phase="sides",
        clock=0,
    )  # fmt: skip
    with script(fight, answers=[{}]):
        choose_sides(fight)
    kinds = [one.kind for one in fight.state.terrain]
    assert kinds.count("hill") == 1 and kinds.count("stone wall") > 10


# --- fight or die --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.last_stand.unbreakable")
def test_defenders_never_flee() -> None:
    scary = foot(ratings={"fear": 3}, traits=("fear",))
    fight = scenario(STAND, unit("a", (36, 10), figure=scary), unit("b", (36, 24), side=1))
    who = number(fight, "b")
    assert never_flees(fight, who) and not never_flees(fight, number(fight, "a"))
    assert not bravery_due(fight, who, number(fight, "a"))
    fight.state.generals_fell = (False, True)
    with script(fight):
        assert not mourn_one(fight)


@pytest.mark.rule("tp.scenario.last_stand.stamina")
def test_defenders_have_six_counters_until_they_have_rested_from_them() -> None:
    fight = scenario(STAND, unit("a", (36, 3)), unit("b", (36, 24), side=1), phase="combat")
    who, one = number(fight, "b"), piece(fight, "b")
    for tired, spent in ((5, False), (6, True)):
        one.tired = tired
        assert exhausted(fight, who) is spent
    one.rested = 1
    rest(fight)
    one.tired = 4
    assert exhausted(fight, who)


@pytest.mark.rule("tp.scenario.last_stand.no_it")
def test_defenders_fight_to_the_last_man() -> None:
    fight = scenario(STAND, unit("a", (36, 3)), unit("b", (36, 24), side=1), points=2000)
    assert last_stand(fight, number(fight, "b")) == 0 and last_stand(fight, number(fight, "a")) == 2
    piece(fight, "b").models, piece(fight, "a").models = 1, 2
    assert not becomes_it(fight, number(fight, "b")) and becomes_it(fight, number(fight, "a"))


@pytest.mark.rule("tp.scenario.last_stand.no_march_over")
def test_nobody_marches_over_a_defender() -> None:
    lone = foot(category="character", attacks=2)
    pieces = [
        unit("a", (36, 3), models=12),
        hero("x", (30, 5), figure=lone),
        hero("b", (36, 24), side=1, figure=lone),
    ]
    fight = scenario(STAND, *pieces, unit("c", (40, 24), side=1, models=12))
    refusal = can_march_over(fight, number(fight, "a"), number(fight, "b"))
    assert refusal is not None and refusal.rule == f"{RULE}no_march_over"
    assert can_march_over(fight, number(fight, "c"), number(fight, "x")) is None


# --- the end -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.last_stand.victory")
@pytest.mark.parametrize(
    ("points", "lost", "winner"),
    [(2000, 1200, -1), (2000, 600, 0), (2000, 601, -1), (2000, 1499, -1), (2000, 1500, 1), (1000, 750, 1),
     (2500, 750, 0), (2500, 751, -1)],
)  # fmt: skip
def test_what_it_costs_the_attackers_decides(points: int, lost: int, winner: int) -> None:
    pieces = [
        unit("gone", (3, 3), models=1, files=1, figure=foot(points=lost)),
        unit("there", (9, 3), models=1, files=1, figure=foot(points=points - lost)), unit("b", (36, 24), side=1),
    ]  # fmt: skip
    fight = scenario(STAND, *pieces, points=points)
    piece(fight, "gone").fate = piece(fight, "b").fate = "slain"
    close(fight)
    assert fight.state.score is not None and fight.state.score.winner == winner


@pytest.mark.rule("tp.scenario.last_stand.victory")
def test_a_slain_general_weighs_a_hundred_more() -> None:
    chief = hero("chief", (3, 3), role="general", figure=foot(points=550, category="character"))
    fight = scenario(STAND, unit("a", (9, 3)), chief, unit("b", (36, 24), side=1), points=2000)
    piece(fight, "chief").fate = "slain"
    close(fight)
    assert fight.state.score is not None and fight.state.score.winner == -1


@pytest.mark.rule("tp.scenario.common.end")
def test_it_ends_with_the_last_defender() -> None:
    fight = scenario(
        STAND, unit("a", (9, 3), figure=foot(points=35)), unit("b", (36, 24), side=1), points=2000, clock=9
    )
    fight.state.phase = "stress"
    piece(fight, "b").fate = "slain"
    with script(fight):
        step(fight)
    assert fight.state.score is not None and fight.state.score.winner == 0


@pytest.mark.rule("tp.scenario.last_stand.turns")
def test_the_defenders_take_the_first_turn() -> None:
    found = mission(STAND)
    assert (found.places_first, found.takes_first_turn) == (0, 1)
    game = played(STAND)
    assert game.result is not None and game.result.rule == f"{RULE}victory"


# --- for whoever plays for it --------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.last_stand.victory")
def test_the_lives_of_the_defenders_count_for_less_every_turn() -> None:
    fight = scenario(STAND, unit("a", (36, 5)), unit("b", (36, 20), side=1))
    first, last = (heeded.first(fight.setting.mission.rules, at(fight, clock), 1) for clock in (1, 15))
    assert first is not None and last is not None and first > 0.8 and last < 0.2
    assert heeded.first(fight.setting.mission.rules, fight, 0) is None


def at(fight: Fight, clock: int) -> Fight:
    fight.state.clock = Clock(clock)
    return fight
