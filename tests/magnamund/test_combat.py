"""Phase 4: whom a piece may attack, from which side, and what a blow needs."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.events import Attacked, Missed, Slain, Wounded
from warhost.rulebooks.magnamund.setting import Fight

from .melee import barred, blow, chance, duel, foes, melee, reasons, zone_from
from .scene import Square, alive, asks, board, happened, hero, piece, play, refusal, scene, standing, unit

AROUND = [(x, y) for x in (4, 5, 6) for y in (4, 5, 6) if (x, y) != (5, 5)]


@pytest.mark.rule("mag.combat.adjacent")
@pytest.mark.parametrize("square", AROUND)
def test_an_enemy_in_any_of_the_eight_squares_may_be_attacked_whatever_the_facing(square: Square) -> None:
    fight = duel({"facing": "W"}, {"at": square})
    assert foes(fight, "humans-1") == ["giaks-1"]


@pytest.mark.rule("mag.combat.adjacent")
def test_an_enemy_two_squares_away_may_not_be_attacked() -> None:
    fight = melee(unit("humans", [(5, 5)]), unit("giaks", [(5, 6), (5, 7)], side="theirs"))
    assert foes(fight, "humans-1") == ["giaks-1"]
    assert refusal(fight, {"humans-1": "giaks-2"}, answers=["humans"]) == "mag.combat.adjacent"


@pytest.mark.rule("mag.combat.adjacent")
def test_a_rider_attacks_from_either_of_his_squares() -> None:
    riders = unit("riders", [(5, 5)], sheet="cavalry")
    fight = melee(riders, unit("giaks", [(6, 3), (4, 6), (5, 2)], side="theirs"))
    assert foes(fight, "riders-1") == ["giaks-1", "giaks-2"]


@pytest.mark.rule("mag.combat.adjacent")
def test_nobody_strikes_through_a_high_wall() -> None:
    fight = duel({}, {}, on=board(edges=[("high_wall", "N", [(4, 5), (5, 5), (6, 5)])]))
    assert foes(fight, "humans-1") == []


@pytest.mark.rule("mag.combat.zones_foot")
@pytest.mark.parametrize(
    ("facing", "attacker", "seen"),
    [
        ("E", (6, 6), "front"), ("E", (5, 6), "flank"), ("E", (4, 4), "rear"),
        ("N", (4, 6), "front"), ("N", (5, 6), "front"), ("N", (6, 6), "front"),
        ("N", (4, 5), "flank"), ("N", (6, 5), "flank"),
        ("N", (4, 4), "rear"), ("N", (5, 4), "rear"), ("N", (6, 4), "rear"),
        ("S", (4, 4), "front"), ("S", (6, 5), "flank"), ("W", (6, 6), "rear"), ("W", (4, 4), "front"),
    ],
)  # fmt: skip
def test_the_side_of_a_foot_piece_from_which_an_attack_comes(facing: str, attacker: Square, seen: str) -> None:
    fight = duel({"facing": facing}, {"at": attacker})
    assert zone_from(fight, attacker, "humans-1") == seen
    assert blow(fight, "giaks-1", "humans-1").zone == seen


@pytest.mark.rule("mag.combat.zones_mounted")
@pytest.mark.parametrize(
    ("attacker", "seen"),
    [
        ((4, 6), "flank"), ((6, 7), "rear"), ((6, 4), "front"),
        ((4, 4), "front"), ((5, 4), "front"), ((4, 5), "flank"), ((6, 5), "flank"), ((6, 6), "flank"),
        ((4, 7), "rear"), ((5, 7), "rear"),
    ],
)  # fmt: skip
def test_the_side_of_a_rider_from_which_an_attack_comes(attacker: Square, seen: str) -> None:
    riders = unit("riders", [(5, 5)], sheet="cavalry", facing="S")  # his rear is at (5, 6)
    fight = melee(riders, unit("giaks", [attacker], side="theirs"))
    assert blow(fight, "giaks-1", "riders-1").zone == seen


@pytest.mark.rule("mag.combat.zones_mounted")
def test_the_front_square_of_a_mounted_attacker_decides_if_it_touches_else_its_rear() -> None:
    def wolf(front: Square) -> Fight:
        return melee(unit("humans", [(5, 5)]), unit("wolves", [front], side="theirs", sheet="wolfrider"))

    beside = wolf((4, 4))  # front at the human's back, rear beside him
    assert blow(beside, "wolves-1", "humans-1").zone == "rear"
    past = wolf((4, 3))  # only its rear square, (4, 4), touches him
    assert blow(past, "wolves-1", "humans-1").zone == "rear"
    ahead = wolf((4, 5))  # front beside him, rear before him
    assert blow(ahead, "wolves-1", "humans-1").zone == "flank"
    assert reasons(ahead, "wolves-1", "humans-1")["mag.combat.mod.flank_rear"] == 10


@pytest.mark.rule("mag.combat.one_attack")
def test_a_piece_attacks_once_in_a_turn() -> None:
    fight = melee(unit("humans", [(5, 5)]), unit("giaks", [(5, 6), (4, 6)], side="theirs"))
    play(fight, answers=["humans", {"humans-1": "giaks-1"}], dice=[100])
    assert barred(fight, "humans-1") == "mag.combat.one_attack"
    assert foes(fight, "humans-1") == []


@pytest.mark.rule("mag.combat.one_attack")
def test_a_supporting_rank_has_made_its_attack_too() -> None:
    spears = unit("spears", [(5, 5), (5, 4)], weapons=["spear"])
    fight = melee(spears, unit("giaks", [(5, 6), (4, 6)], side="theirs"))
    play(fight, answers=["spears", {"spears-2": "giaks-1"}], dice=[100])
    assert barred(fight, "spears-2") == "mag.combat.one_attack"
    assert barred(fight, "spears-1") == ""


@pytest.mark.rule("mag.combat.many_attackers")
def test_many_enemies_may_attack_one_piece() -> None:
    fight = melee(
        unit("humans", [(5, 5)]), unit("giaks", [*AROUND[:4]], side="theirs"), red="theirs", active="theirs"
    )
    for attacker in range(1, 5):
        assert f"giaks-{attacker}" in asks(fight, answers=["giaks"]).describe()["options"]
        play(fight, answers=["giaks", {f"giaks-{attacker}": "humans-1"}], dice=[100])
    assert alive(fight, "humans-1")


@pytest.mark.rule("mag.combat.reply")
def test_the_dead_do_not_reply() -> None:
    fight = duel({}, {}, turn_limit=1)
    play(fight, answers=["humans", {"humans-1": "giaks-1"}], dice=[24])
    assert not alive(fight, "giaks-1")
    assert not happened(play(fight), Attacked)  # nobody is left to reply: the turn, and the battle, end


@pytest.mark.rule("mag.combat.reply")
def test_survivors_reply_even_if_nobody_attacked_them() -> None:
    fight = duel({}, {})
    play(fight, answers=["done"])
    play(fight, answers=["giaks", {"giaks-1": "humans-1"}], dice=[21])
    assert not alive(fight, "humans-1")


@pytest.mark.rule("mag.combat.procedure")
def test_a_blow_from_the_rear_goes_past_the_shield() -> None:
    fight = duel({"at": (5, 5)}, {"at": (5, 6), "facing": "N", "shield": True})
    assert chance(fight) == 24 + 15


@pytest.mark.rule("mag.combat.procedure")
def test_stunned_doubles_before_a_head_wound_halves_rounding_down() -> None:
    now = standing(wounds=[("head", "wound")])
    victim = standing(stunned=2)
    fight = melee(hero("lone_wolf", (5, 5), now=now), hero("kootak", (5, 6), side="theirs", now=victim), turn=2)
    assert chance(fight, "lone_wolf", "kootak") == (16 + 5 - 2) * 2 // 2
    only_wounded = melee(hero("lone_wolf", (5, 5), now=now), hero("kootak", (5, 6), side="theirs"))
    assert chance(only_wounded, "lone_wolf", "kootak") == (16 + 5 - 2) // 2


@pytest.mark.rule("mag.combat.basic")
@pytest.mark.parametrize(("armour", "basic"), [("none", 40), ("leather", 32), ("mail", 24), ("plate", 16)])
def test_the_weapon_is_crossed_with_the_defenders_armour(armour: str, basic: int) -> None:
    assert chance(duel({"weapons": ["sword"], "armour": "plate"}, {"armour": armour})) == basic


@pytest.mark.rule("mag.combat.basic")
def test_each_race_reads_its_own_sheet() -> None:
    fight = duel({}, {})
    assert (chance(fight), chance(fight, "giaks-1", "humans-1")) == (24, 21)


@pytest.mark.rule("mag.combat.roll")
@pytest.mark.parametrize(("die", "falls"), [(1, True), (24, True), (25, False), (100, False)])
def test_a_roll_not_above_the_percentage_kills_a_soldier_at_once(die: int, falls: bool) -> None:
    fight = duel({}, {})
    events = play(fight, answers=["humans", {"humans-1": "giaks-1"}], dice=[die])
    assert alive(fight, "giaks-1") is not falls
    assert len(happened(events, Slain)) == falls
    assert len(happened(events, Missed)) == (not falls)


@pytest.mark.rule("mag.combat.roll", "mag.piece.classes")
def test_heroes_and_monsters_hit_in_combat_go_to_the_hit_chart() -> None:
    fight = melee(
        unit("humans", [(5, 5), (9, 5)]),
        hero("kootak", (5, 6), side="theirs", now=standing(hardened=True)),
        hero("beast", (9, 6), side="theirs", sheet="gourgaz", weapons=["claws"]),
    )
    first = play(fight, answers=["humans", {"humans-1": "kootak"}], dice=[1, 20, 88])
    second = play(fight, answers=["humans", {"humans-2": "beast"}], dice=[1, 20, 50])
    assert [(w.location, w.severity) for w in happened([*first, *second], Wounded)] == [
        ("body", "slight"),
        ("arms", "slight"),
    ]
    assert alive(fight, "kootak") and alive(fight, "beast")


@pytest.mark.rule("mag.piece.classes", "mag.unit.composition")
def test_soldiers_act_as_a_unit_heroes_and_monsters_each_alone() -> None:
    fight = melee(
        unit("humans", [(5, 5), (6, 5)]),
        hero("lone_wolf", (7, 5)),
        unit("giaks", [(5, 6), (6, 6), (7, 6)], side="theirs"),
    )
    assert asks(fight).describe()["options"] == ["humans", "lone_wolf", "done"]
    assert list(asks(fight, answers=["humans"]).describe()["options"]) == ["humans-1", "humans-2"]


@pytest.mark.rule("mag.unit.composition")
def test_all_pieces_of_a_unit_carry_the_same() -> None:
    fight = scene(unit("giaks", [(5, 6), (6, 6), (7, 6)], side="theirs", armour="leather", weapons=["axe"]))
    figures = [fight.setting.figures[n] for n in fight.setting.units[0].members]
    assert [(f.sheet.id, f.armour, piece(fight, f.id).weapons) for f in figures] == [
        ("giak", "leather", ("axe",))
    ] * 3
