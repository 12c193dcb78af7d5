"""What a computer player does in scenes that anybody who knows the game can judge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from warhost.engine.battle import Battle
from warhost.engine.field.board import FACINGS
from warhost.engine.game import Game
from warhost.engine.oracle import Pause, Scripted
from warhost.engine.question import Answer, Choose, Question
from warhost.engine.rulebook import rulebook
from warhost.players.tactician import Tactician
from warhost.rulebooks.magnamund.combat import attack
from warhost.rulebooks.magnamund.orders import March, Plan
from warhost.rulebooks.magnamund.pieces import put, touching
from warhost.rulebooks.magnamund.setting import Fight, Setting
from warhost.rulebooks.magnamund.shooting import volley
from warhost.rulebooks.magnamund.state import NOBODY, Phase, Wound
from warhost.rulebooks.magnamund.tactics.aims import Aims
from warhost.rulebooks.magnamund.tactics.mind import Mind
from warhost.rulebooks.magnamund.tactics.nerve import outlook

BOOK: Any = rulebook("magnamund")
SETTINGS: dict[str, Setting] = {
    name: BOOK.setting(BOOK.setup(name, {}))
    for name in ("mill_farm", "forest_road", "gourgaz_bridge", "princes_stand")
}
Places = Mapping[str, tuple[int, int, str]]


class Stop(Scripted):
    """Pauses at the first question, so that a test can put it to the tactician."""

    def ask(self, question: Question) -> Answer:
        raise Pause([question])


def scene(encounter: str, places: Places, phase: Phase = "movement", turn: int = 5, red: int = 0) -> Fight:
    """Only these pieces are left, each on its square with its facing."""
    setting = SETTINGS[encounter]
    state = setting.begin()
    fight: Fight = Battle(setting, state, Stop())
    for piece in state.pieces:
        piece.fate = "slain"
    for name, (x, y, facing) in places.items():
        number = setting.number[name]
        state.pieces[number].fate = "fighting"
        put(fight, number, setting.board.square(x, y), FACINGS.index(facing))
    state.phase, state.turn, state.red = phase, turn, red
    for index, unit in enumerate(setting.units):
        state.units[index].strength = sum(state.pieces[number].fighting for number in unit.members)
    return fight


def answer(fight: Fight, question: Question) -> Answer:
    known = BOOK.known(fight.setting, fight.state, question.side)
    return list(BOOK.consider(fight.setting, known, question))[-1]


def question_of(fight: Fight, rule: Any, *args: Any) -> Question:
    with pytest.raises(Pause) as caught:
        rule(fight, *args)
    return caught.value.questions[0]


def march(fight: Fight, name: str) -> Plan:
    """Where the unit or character stands after the move it orders."""
    setting = fight.setting
    group = setting.group[name]
    there = [number for number in group.members if fight.state.pieces[number].present]
    order = answer(fight, March(fight, group.force, group.unit, there))
    plan = Plan(fight, group.force)
    for piece, path in order.items():
        plan.move(setting.number[piece], path)
    return plan


def squares(fight: Fight, plan: Plan, name: str) -> list[tuple[int, int]]:
    return [fight.setting.board.xy(square) for square in plan.squares(fight.setting.number[name])]


# --- marching -----------------------------------------------------------------------------------------------


def test_spearmen_charge_a_lone_archer() -> None:
    spears = {f"spearmen-{n}": (1 + n, 5, "N") for n in range(1, 4)}
    fight = scene("mill_farm", {**spears, "archers-1": (3, 9, "S")})
    plan = march(fight, "spearmen")
    archer = fight.setting.number["archers-1"]
    near = fight.setting.land.contact[fight.state.pieces[archer].square]
    assert any(plan.squares(fight.setting.number[name])[0] in near for name in spears)


def test_nobody_steps_out_of_the_house_on_the_last_turn() -> None:
    spears = {f"spearmen-{n}": (7 + n, 13, "S") for n in range(1, 4)}
    fight = scene("mill_farm", {**spears, "archers-1": (9, 8, "N")}, turn=10)
    plan = march(fight, "spearmen")
    house = fight.setting.areas["farmhouse"]
    assert all(square in house for name in spears for square in plan.squares(fight.setting.number[name]))


def test_a_unit_makes_for_the_house_while_no_enemy_is_near() -> None:
    spears = {f"spearmen-{n}": (5 + n, 3, "N") for n in range(1, 9)}
    fight = scene("mill_farm", {**spears, "archers-1": (1, 24, "S")}, turn=1)
    plan = march(fight, "spearmen")
    assert max(y for name in spears for _, y in squares(fight, plan, name)) >= 9


def test_bowmen_turn_to_where_the_enemy_is() -> None:
    bows = {f"longbowmen-{n}": (5 + n, 3, "S") for n in range(1, 4)}
    fight = scene("mill_farm", {**bows, "swordsmen-1": (7, 20, "S"), "swordsmen-2": (8, 20, "S")})
    board, plan = fight.setting.board, Plan(fight, 0)
    order = answer(fight, March(fight, 0, 1, [fight.setting.number[name] for name in bows]))
    enemy = board.square(7, 20)
    for name in bows:
        walk = plan.move(fight.setting.number[name], order[name])
        assert board.relative(walk.square, enemy, walk.facing)[1] > 0  # type: ignore[union-attr]


def test_lone_wolf_leaves_by_the_east_edge_when_he_can() -> None:
    fight = scene("forest_road", {"lone_wolf": (25, 11, "E"), "archers_south-1": (2, 2, "N")})
    lone_wolf = fight.setting.number["lone_wolf"]
    order = answer(fight, March(fight, 0, NOBODY, [lone_wolf]))
    assert order["lone_wolf"].endswith("X")


def test_what_lies_hidden_makes_no_difference_to_a_march() -> None:
    at = {"rangers-1": (2, 10, "E"), "rangers-2": (2, 11, "E"), "wolfriders-1": (26, 10, "W")}
    orders = []
    for x, y in ((13, 13), (16, 16)):
        fight = scene("forest_road", at, turn=1)
        lurker = fight.state.pieces[fight.setting.number["spearmen_north-1"]]
        lurker.fate, lurker.square, lurker.facing = "hidden", fight.setting.board.square(x, y), 2
        rangers = [fight.setting.number["rangers-1"], fight.setting.number["rangers-2"]]
        orders.append(answer(fight, March(fight, 0, 0, rangers)))
    assert orders[0] == orders[1]


def test_a_leader_marches_behind_his_men() -> None:
    spears = {f"spearmen-{n}": (4 + n, 5, "N") for n in range(1, 5)}
    spears |= {f"spearmen-{n}": (n, 4, "N") for n in range(5, 9)}
    swords = {f"swordsmen-{n}": (4 + n, 14, "S") for n in range(1, 7)}
    fight = scene("mill_farm", {**spears, **swords})
    fight.state.leaders = (fight.setting.number["spearmen-3"], NOBODY)
    plan = march(fight, "spearmen")
    rows = {name: squares(fight, plan, name)[0][1] for name in spears}
    assert rows["spearmen-3"] == min(rows.values()) < max(rows.values()) - 1


@pytest.mark.rule("mag.combat.rank_support")
def test_whoever_stands_behind_a_fighting_spearman_faces_as_he_does() -> None:
    at: Places = {
        "spearmen-1": (7, 5, "N"), "spearmen-2": (7, 4, "E"),
        "swordsmen-1": (10, 4, "W"), "swordsmen-2": (7, 6, "S"),
    }  # fmt: skip
    fight = scene("mill_farm", at)
    pieces = [fight.setting.number[name] for name in ("spearmen-1", "spearmen-2")]
    assert answer(fight, March(fight, 0, 0, pieces)) == {"spearmen-2": "n"}


def test_hidden_giaks_lie_still_until_somebody_is_near() -> None:
    moved = []
    for x in (2, 12):
        fight = scene("forest_road", {"rangers-1": (x, 11, "E")}, turn=1)
        lurker = fight.state.pieces[fight.setting.number["spearmen_north-1"]]
        lurker.fate, lurker.square, lurker.facing = "hidden", fight.setting.board.square(14, 14), 2
        number = fight.setting.number["spearmen_north-1"]
        unit = fight.setting.group["spearmen_north"].unit
        moved.append(bool(answer(fight, March(fight, 1, unit, [number]))))
    assert moved == [False, True]


def test_lone_wolf_sets_out_when_the_turns_run_short() -> None:
    reached = []
    for turn in (2, 9):
        spears = {f"spearmen_north-{n}": (20 + n, 18, "W") for n in range(1, 4)}
        fight = scene("forest_road", {"lone_wolf": (3, 8, "E"), "rangers-1": (3, 9, "E"), **spears}, turn=turn)
        reached.append(squares(fight, march(fight, "lone_wolf"), "lone_wolf")[0][0])
    assert reached[0] < 8 and reached[1] >= 11


def test_lone_wolf_runs_at_once_when_nobody_bars_the_way() -> None:
    spears = {f"spearmen_north-{n}": (2 + n, 16, "E") for n in range(1, 4)}
    fight = scene("forest_road", {"lone_wolf": (10, 8, "E"), "rangers-1": (9, 9, "E"), **spears}, turn=2)
    assert squares(fight, march(fight, "lone_wolf"), "lone_wolf")[0][0] >= 18


def test_lone_wolf_moves_after_those_who_shield_him() -> None:
    at: Places = {"lone_wolf": (2, 10, "E"), "rangers-1": (3, 10, "E"), "wolfriders-1": (26, 10, "W")}
    fight = scene("forest_road", at)
    assert answer(fight, Choose(0, "move", ("rangers", "lone_wolf", "done"), "mag.turn.phase2")) == "rangers"


def test_those_who_hold_the_river_stay_on_their_bank() -> None:
    men = {f"halberdiers-{n}": (9 + n, 11, "N") for n in range(1, 5)}
    giaks = {f"spearmen-{n}": (9 + n, 16, "S") for n in range(1, 4)}
    fight = scene("gourgaz_bridge", {**men, **giaks}, turn=1)
    plan = march(fight, "halberdiers")
    assert all(y <= 12 for name in men for _, y in squares(fight, plan, name))


def test_archers_with_daggers_do_not_charge_spearmen() -> None:
    bows = {f"archers-{n}": (5 + n, 10, "S") for n in range(1, 4)}
    fight = scene("mill_farm", {**bows, "spearmen-1": (7, 5, "N"), "spearmen-2": (8, 5, "N")})
    plan = march(fight, "archers")
    assert all(y > 6 for name in bows for _, y in squares(fight, plan, name))


# --- shooting and striking ----------------------------------------------------------------------------------


def test_bowmen_shoot_at_leather_rather_than_mail() -> None:
    at: Places = {
        "longbowmen-1": (7, 3, "N"), "longbowmen-2": (8, 3, "N"),
        "swordsmen-1": (7, 8, "S"), "archers-1": (9, 8, "S"),
    }  # fmt: skip
    fight = scene("mill_farm", at, "first firing")
    bows = [fight.setting.number[name] for name in ("longbowmen-1", "longbowmen-2")]
    aim = answer(fight, question_of(fight, volley, bows))
    assert aim == {"longbowmen-1": "archers-1", "longbowmen-2": "archers-1"}


def test_the_last_enemy_is_shot_at_together() -> None:
    at: Places = {"longbowmen-1": (7, 3, "N"), "longbowmen-2": (8, 3, "N"), "archers-1": (8, 8, "S")}
    fight = scene("mill_farm", at, "first firing")
    manner = Choose(0, "manner", ("together", "one by one"), "mag.fire.multiple")
    assert answer(fight, manner) == "together"


def test_two_against_one_strike_as_a_group() -> None:
    at: Places = {"spearmen-1": (7, 3, "N"), "spearmen-2": (7, 2, "N"), "swordsmen-1": (7, 4, "S")}
    fight = scene("mill_farm", at, "combat")
    spears = [fight.setting.number[name] for name in ("spearmen-1", "spearmen-2")]
    assert len(touching(fight, spears[0])) == 1
    blows = answer(fight, question_of(fight, attack, spears))
    assert blows == {"spearmen-1": "swordsmen-1", "spearmen-2": "swordsmen-1"}


def test_a_single_blow_goes_to_the_leader() -> None:
    at: Places = {"spearmen-1": (7, 3, "N"), "swordsmen-1": (7, 4, "S"), "swordsmen-2": (8, 4, "S")}
    fight = scene("mill_farm", at, "combat")
    fight.state.leaders = (NOBODY, fight.setting.number["swordsmen-2"])
    blow = answer(fight, question_of(fight, attack, [fight.setting.number["spearmen-1"]]))
    assert blow == {"spearmen-1": "swordsmen-2"}


def test_a_unit_gives_up_somebody_other_than_its_leader() -> None:
    at: Places = {"spearmen-1": (7, 3, "N"), "spearmen-2": (8, 3, "N"), "swordsmen-1": (7, 4, "S")}
    fight = scene("mill_farm", at, "combat")
    fight.state.leaders = (fight.setting.number["spearmen-1"], NOBODY)
    question = Choose(0, "casualty", ("spearmen-1", "spearmen-2"), "mag.combat.casualty_choice")
    assert answer(fight, question) == "spearmen-2"


def test_a_stray_hit_goes_to_the_enemy() -> None:
    at: Places = {"spearmen-1": (7, 3, "N"), "swordsmen-1": (7, 4, "S")}
    fight = scene("mill_farm", at, "first firing")
    question = Choose(0, "stray hit", ("spearmen-1", "swordsmen-1"), "mag.fire.multiple_overflow")
    assert answer(fight, question) == "swordsmen-1"


def test_the_worse_wound_is_healed() -> None:
    fight = scene("princes_stand", {"lone_wolf": (6, 6, "N"), "axemen-1": (20, 28, "S")}, "first firing")
    wolf = fight.state.pieces[fight.setting.number["lone_wolf"]]
    wolf.wounds = (Wound("body", "slight"), Wound("legs", "serious"))
    options = ("lone_wolf: body slight", "lone_wolf: legs serious")
    assert answer(fight, Choose(0, "healing", options, "mag.kai.healing")) == options[1]


# --- morale and aims ----------------------------------------------------------------------------------------


@pytest.mark.rule("mag.morale.results")
def test_the_outlook_of_a_test_is_exact() -> None:
    at = {f"swordsmen-{n}": (4 + n, 22, "S") for n in range(1, 13)}
    fight = scene("mill_farm", {**at, "spearmen-1": (7, 3, "N")}, "morale")
    unit = fight.setting.group["swordsmen"].unit
    carries, routs = outlook(Mind(fight.setting, fight.state, 1), unit)
    assert carries == pytest.approx(30 / 36)  # 4 + 2D6 against 9
    assert routs == 0  # against 6: no two dice are that low


def test_each_side_reads_its_aims_from_the_encounter() -> None:
    runner, hunter = (Aims(SETTINGS["forest_road"], force) for force in (0, 1))
    lone_wolf = SETTINGS["forest_road"].number["lone_wolf"]
    assert runner.exits == {lone_wolf: FACINGS.index("E")} and hunter.exits == {}
    assert hunter.prizes[lone_wolf] > 0
    assert len(Aims(SETTINGS["gourgaz_bridge"], 0).guarded) == 2
    assert len(Aims(SETTINGS["princes_stand"], 0).areas) == 2


def test_an_army_is_placed_with_a_wide_front_and_its_leader_in_the_rear() -> None:
    game = Game(BOOK, BOOK.setup("mill_farm", {}), "placing", setting=SETTINGS["mill_farm"])
    game.play([Tactician("a", 30), Tactician("b", 30)], until=lambda game: game.checkpoint.phase == "initiative")
    state, board = game.checkpoint, SETTINGS["mill_farm"].board
    swords = [state.pieces[n].square for n in SETTINGS["mill_farm"].group["swordsmen"].members]
    assert len({board.xs[square] for square in swords}) >= 8
    leader = state.pieces[state.leaders[1]].square
    assert board.ys[leader] == max(board.ys[square] for square in swords)


# --- standing by those on whom the battle hangs ---------------------------------------------------------------


def hill_fight(leader: str) -> tuple[Fight, list[int]]:
    """Swordsmen idle on their hill while four halberdiers beset a hero at its foot; who the halberdiers are."""
    swords = {f"swordsmen-{n}": (16 + (n - 1) % 4, 13 + (n - 1) // 4, "N") for n in range(1, 9)}
    axes = {"halberdiers-1": (12, 12, "E"), "halberdiers-2": (12, 13, "E"), "halberdiers-3": (12, 11, "E")}
    hero = {"prince_pelathar": (13, 12, "W"), "kootak": (5, 25, "S")}
    fight = scene("princes_stand", {**swords, **axes, **hero}, turn=7)
    number = fight.setting.number
    fight.state.leaders = (number[leader], number["kootak"])
    return fight, [number[name] for name in axes]


def test_idle_swordsmen_come_to_the_help_of_their_beset_leader() -> None:
    fight, foes = hill_fight("prince_pelathar")
    plan = march(fight, "swordsmen")
    contact = fight.setting.land.contact
    theirs = {near for foe in foes for near in contact[fight.state.pieces[foe].square]}
    men = fight.setting.group["swordsmen"].members
    assert any(square in theirs for man in men if fight.state.pieces[man].present for square in plan.squares(man))


def test_an_enemy_who_besets_the_leader_is_the_better_dead() -> None:
    fight, foes = hill_fight("prince_pelathar")
    known = BOOK.known(fight.setting, fight.state, 0)
    mind = Mind(fight.setting, known, 0)
    other = fight.setting.number["halberdiers-4"]
    assert set(mind.menace) == set(foes)
    assert all(mind.worth(foe) > mind.worth(other) for foe in foes)


def test_on_the_last_turn_the_hill_is_not_left_for_anybody() -> None:
    fight, _ = hill_fight("prince_pelathar")
    fight.state.turn = fight.setting.encounter.turn_limit
    plan = march(fight, "swordsmen")
    hill = fight.setting.areas["hilltop"]
    men = [man for man in fight.setting.group["swordsmen"].members if fight.state.pieces[man].present]
    assert all(square in hill for man in men for square in plan.squares(man))


def test_the_rangers_do_not_leave_lone_wolf_behind() -> None:
    rangers = {f"rangers-{n}": (3, 8 + n, "E") for n in range(1, 7)}
    riders = {f"wolfriders-{n}": (26, 8 + n, "W") for n in range(1, 5)}
    fight = scene("forest_road", {**rangers, **riders, "lone_wolf": (2, 11, "E")}, turn=1)
    plan = march(fight, "rangers")
    board, wolf = fight.setting.board, fight.state.pieces[fight.setting.number["lone_wolf"]].square
    assert all(board.distance(plan.squares(fight.setting.number[name])[0], wolf) <= 5 for name in rangers)
