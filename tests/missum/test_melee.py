"""Melee: who fights, with what, in which order, and from where figures fall."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from warhost.rulebooks.missum.bodies import body
from warhost.rulebooks.missum.events import Struck
from warhost.rulebooks.missum.fighting.contact import join
from warhost.rulebooks.missum.fighting.order import who_is_first
from warhost.rulebooks.missum.fighting.ranks import fighters, second_rank, strikers
from warhost.rulebooks.missum.fighting.strikes import attack_of, choices, close_round, strike
from warhost.rulebooks.missum.fighting.wheeling import swings
from warhost.rulebooks.missum.library import library
from warhost.rulebooks.missum.morale.rout import flee, rout
from warhost.rulebooks.missum.moving.course import Course
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.turn import step
from warhost.rulebooks.missum.wounds import remove

from .scene import at, events, leader, load, melee, north, number, order, piece, plan, refused, scene, south, spent

WEAPONS = library().melee
HEAVY = ["heavy", "shield", "long sword", "regular"]
SPEARS = ["heavy", "shield", "long spear", "short sword", "regular"]


def clash(one: dict[str, Any] | None = None, other: dict[str, Any] | None = None, **more: Any) -> Fight:
    """Two legions front to front."""
    mine = south("a", (600, 500), **(one or {}))
    theirs = north("b", (600, 500), **(other or {}))
    return scene(mine, theirs, **{"step": 9, "melee": [("a", "b")], **more})


def counts(fight: Fight) -> tuple[int, int]:
    one = melee(fight, "a", "b")
    return strikers(fight, one, one.a), strikers(fight, one, one.b)


# --- who fights ----------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.melee.contact", "mis.melee.one-rank", "mis.melee.unengaged")
@pytest.mark.parametrize("shift, figures", [(0, 10), (100, 4), (45, 8), (15, 10), (7, 10), (8, 10)])
def test_fronts_that_are_shifted(shift: int, figures: int) -> None:
    fight = scene(south("a", (600 + shift, 500)), north("b", (600, 500)), step=9, melee=[("a", "b")])
    assert counts(fight) == (figures, figures)


@pytest.mark.rule("mis.melee.unengaged")
def test_a_longer_front_overlaps_on_one_side_or_two() -> None:
    assert counts(clash({"files": 14, "figures": 42}))[0] == 12
    one_side = scene(
        south("a", (630, 500), files=14, figures=42), north("b", (600, 500)), step=9, melee=[("a", "b")]
    )
    assert counts(one_side) == (11, 10)
    assert counts(clash({"files": 8, "figures": 40})) == (8, 10)


@pytest.mark.rule("mis.melee.contact", "mis.disorg.flank-rear")
def test_a_front_on_a_flank() -> None:
    # the target faces north, its right flank runs from y = 420 to 500; the attacker's front is flush with it
    fight = scene(
        south("t", (500, 500)),
        north("a", (575, 425), facing=270),
        step=9,
        melee=[{"a": "a", "b": "t", "side": "right"}],
    )
    one = melee(fight, "a", "t")
    assert (strikers(fight, one, one.a), strikers(fight, one, one.b)) == (5, 4)


@pytest.mark.rule("mis.melee.pikes-long", "mis.melee.pikes-short", "mis.disorg.front-rank")
def test_ranks_of_pikes() -> None:
    long = {"options": ["medium", "long pike", "short sword"]}
    assert counts(clash(long))[0] == 20
    assert counts(clash({**long, "disorganized": 3}))[0] == 10
    assert counts(clash({**long, "square": True}))[0] == 10
    short = {"options": ["medium", "short pike", "short sword"]}
    assert counts(clash(short))[0] == 15
    fight = clash(short)
    assert second_rank(fight, 0, 7) == 3
    piece(fight, "a").weapon = 1
    assert counts(fight)[0] == 10


@pytest.mark.rule("mis.melee.one-rank", "mis.move.facing-same")
def test_a_square_fights_to_all_sides_without_harm() -> None:
    square = south("t", (500, 500), square=True, options=HEAVY)
    fight = scene(square, north("a", (575.4, 460), figures=5, files=5, facing=270), step=5)
    join(fight, number(fight, "a"), number(fight, "t"), (700_000, 460_000))
    one = melee(fight, "a", "t")
    assert strikers(fight, one, number(fight, "t")) == 4 and not piece(fight, "t").disorganized
    assert one.counts == "front"


# --- order of strikes ----------------------------------------------------------------------------------------


@pytest.mark.rule("mis.melee.groups", "mis.melee.order", "mis.melee.order-pikes", "mis.melee.order-length")
@pytest.mark.parametrize(
    "one, other, rounds",
    [
        ("long spear", "long sword", "12222"),
        ("long sword", "two-handed ax", "21111"),
        ("short sword", "long sword", "21111"),
        ("long sword", "mace", "====="),
        ("long pike", "long sword", "11222"),
        ("long pike", "two-handed ax", "12222"),
        ("long pike", "long spear", "11222"),
        ("long pike", "short pike", "====="),
        ("long spear", "halberd", "12222"),
        ("long spear", "short spear", "12222"),
        ("halberd", "long sword", "12222"),
        ("halberd", "two-handed ax", "1===="),
        ("long pike", "claws", "12222"),
        ("claws", "long spear", "====="),
        ("peasant weapon", "club", "12222"),
        ("dagger", "rapier", "====="),
        ("long pike", "halberd", "11222"),
    ],
)
def test_who_strikes_first_in_five_rounds(one: str, other: str, rounds: str) -> None:
    words = {"one": "1", "other": "2", "together": "="}
    found = [words[who_is_first(WEAPONS[one], WEAPONS[other], round)] for round in range(1, 6)]
    assert "".join(found) == rounds


@pytest.mark.rule("mis.melee.order", "mis.melee.groups")
@pytest.mark.parametrize("groups", list(product((1, 2, 3, 4), repeat=2)))
def test_every_pair_of_groups_over_five_rounds(groups: tuple[int, int]) -> None:
    plain = {1: "short spear", 2: "poleaxe", 3: "mace", 4: "dagger"}
    one, other = (WEAPONS[plain[group]] for group in groups)
    for round in range(1, 6):
        mine, theirs = groups if round == 1 else (-groups[0], -groups[1])
        expected = "together" if mine == theirs else "one" if mine < theirs else "other"
        assert who_is_first(one, other, round) == expected


@pytest.mark.rule("mis.melee.passes")
def test_a_legion_in_two_melees_strikes_in_both_passes() -> None:
    fight = scene(
        south("a", (560, 500), options=SPEARS, figures=20, files=5),
        north("b", (600, 500)),
        south("c", (660, 500), options=["heavy", "two-handed ax", "regular"], figures=20, files=5),
        step=9,
        turn=5,
        melee=[("a", "b"), {"a": "c", "b": "b", "round": 2}],
    )
    load(fight, [1] * 8)
    strike(fight, second=False)
    assert [(one.piece, one.target) for one in events(fight, Struck)] == [(0, 2), (2, 1)]
    fight.told.clear()
    strike(fight, second=True)
    assert [(one.piece, one.target) for one in events(fight, Struck)] == [(2, 0), (1, 2)]


@pytest.mark.rule("mis.melee.passes", "mis.melee.order")
def test_who_strikes_together_both_lose_and_both_test() -> None:
    fight = clash({"figures": 20, "points": -1}, {"figures": 20, "points": -1}, dice=[20, 20, 6, 6])
    strike(fight, second=False)
    spent(fight)
    assert piece(fight, "a").fate == piece(fight, "b").fate == "routing"
    load(fight)
    strike(fight, second=True)


# --- weapons -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.melee.weapon-start")
def test_the_weapon_at_the_start_of_a_melee() -> None:
    assert choices(clash({"options": SPEARS}), 0) == [0, 1]
    assert choices(clash({"options": SPEARS, "shot": 4}), 0) == [0, 1]  # it came itself, nobody surprised it
    assert choices(clash(None, {"options": SPEARS, "shot": 4}), 1) == [1]
    archers = clash(None, {"options": ["light", "long spear", "long bow"], "shot": 4})
    assert choices(archers, 1) == [1]
    assert archers.setting.troops[1].weapon(1).group == 4 and archers.setting.troops[1].attack(1) == 3
    choi = clash({"profile": "pe-choi", "options": ["light", "spear"], "shot": 4, "figures": 10})
    assert choi.setting.troops[0].attack(1) == 9 - 2


@pytest.mark.rule("mis.melee.weapon-change")
def test_changing_weapons_in_a_melee() -> None:
    fight = clash({"options": ["medium", "long pike", "mace"]}, turn=6, melee=[{"a": "a", "b": "b", "round": 3}])
    assert choices(fight, 0) == [0, 1]
    load(fight, [1] * 8, ["1"])
    step(fight)
    step(fight)
    assert piece(fight, "a").weapon == 1
    first, *_ = events(fight, Struck)
    assert first.piece == 1  # swords strike first: the maces are still in the place of the pikes
    step(fight)
    mine = next(one for one in events(fight, Struck) if one.piece == 0)
    assert mine.weapon == "mace" and mine.difference == 7 - 9
    down = clash({"options": SPEARS, "weapon": "short sword"}, turn=6, melee=[{"a": "a", "b": "b", "round": 3}])
    assert choices(down, 0) == [1]


# --- odds ----------------------------------------------------------------------------------------------------


def odds(fight: Fight, who: str = "a") -> int:
    one = melee(fight, "a", "b")
    return attack_of(fight, one, number(fight, who), 10).tally.total


@pytest.mark.rule("mis.odds.difference", "mis.odds.modifiers", "mis.charge.attack", "mis.situation.charge")
def test_charges_in_melee() -> None:
    assert odds(clash()) == -2 and odds(clash({"charged": 4})) == 1
    both = clash({"charged": 4}, {"charged": 4})
    assert odds(both) == odds(both, "b") == -2
    assert odds(clash({"charged": 3})) == -2


@pytest.mark.rule(
    "mis.command.kerdu-attack",
    "mis.command.dritlan-defense",
    "mis.command.kerdu-defense",
    "mis.command.dritlan-attack",
)
def test_commanders_in_melee() -> None:
    fight = scene(
        south("a", (600, 500)),
        north("b", (600, 500)),
        leader("k", "kerdu", (600, 420)),
        leader("d", "dritlan", (600, 580), "north"),
        step=9,
        melee=[("a", "b")],
    )
    fight.state.vacant = ((0, 1, 1),)
    assert odds(fight) == 7 + 3 - 1 - 9 and odds(fight, "b") == 7 + 1 - 3 - 9


@pytest.mark.rule("mis.disorg.attack", "mis.odds.modifiers", "mis.situation.disorganized")
def test_disorder_in_melee() -> None:
    fight = scene(
        south("a", (600, 500), charged=4, disorganized=4),
        north("b", (600, 500), options=HEAVY, disorganized=4),
        leader("d", "dritlan", (600, 420)),
        step=9,
        melee=[("a", "b")],
    )
    assert odds(fight) == 7 + 3 - 3 + 1 + 3 - 11


@pytest.mark.rule("mis.spell.gift", "mis.spell.peace", "mis.odds.modifiers")
def test_gift_and_peace() -> None:
    assert odds(clash({"effects": {"gift": 4}})) == -5 and odds(clash({}, {"effects": {"gift": 4}})) == 1
    assert odds(clash({"effects": {"peace": 4}})) == 1 and odds(clash({}, {"effects": {"peace": 4}})) == -5
    assert odds(clash({"effects": {"peace": 4, "gift": 5}})) == -2 and odds(clash({"effects": {"gift": 3}})) == -2


@pytest.mark.rule("mis.situation.rear", "mis.situation.shieldless", "mis.armour.shield")
def test_hit_in_the_rear() -> None:
    fight = clash({}, {"disorganized": 4}, melee=[{"a": "a", "b": "b", "side": "rear"}])
    assert odds(fight) == 7 + 6 - 4
    assert odds(clash({}, {"options": HEAVY}, melee=[{"a": "a", "b": "b", "side": "rear"}])) == 7 + 3 - 6
    assert odds(clash({}, {"fate": "routing"})) == 7 + 3 - 4


@pytest.mark.rule("mis.situation.rear", "mis.morale.panic-causes", "mis.disorg.flank-rear")
@pytest.mark.parametrize("roll, stands", [(10, True), (11, False)])
def test_contact_in_the_rear_disorganizes_and_then_tests(roll: int, stands: bool) -> None:
    fight = scene(south("a", (600, 499)), north("b", (600, 580), facing=0, options=HEAVY), step=5, dice=[roll])
    join(fight, 0, 1, (600_000, 300_000))
    assert piece(fight, "b").disorganized == 4
    assert (piece(fight, "b").fate == "standing") is stands


@pytest.mark.rule("mis.move.facing-melee")
def test_after_two_rounds_they_turn_round() -> None:
    fight = scene(south("a", (600, 499)), north("b", (600, 580), facing=0, options=HEAVY), turn=3, step=5, dice=[1])
    join(fight, 0, 1, (600_000, 300_000))
    one = melee(fight, "a", "b")
    assert one.counts == "rear"
    close_round(fight)
    assert one.counts == "rear"
    close_round(fight)
    assert (one.counts, one.b_side, piece(fight, "b").facing) == ("front", "front", 18000)


@pytest.mark.rule("mis.disorg.serudla", "mis.morale.panic-causes", "mis.profile.serudla")
def test_serudla_bring_panic_and_disorder() -> None:
    fight = scene(
        south("s", (600, 499), profile="serudla", figures=2, files=2, options=["heavy", "claws"]),
        north("b", (600, 500)),
        step=5,
        dice=[11],
    )
    join(fight, 0, 1, (600_000, 300_000))
    assert piece(fight, "b").fate == "standing" and not piece(fight, "b").disorganized
    close_round(fight)
    assert piece(fight, "b").disorganized == 4


# --- casualties ----------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.melee.casualties")
def test_a_single_rank_shrinks_from_both_ends() -> None:
    fight = scene(south("a", (600, 500), figures=8, files=8))
    remove(fight, 0, 3, "mis.melee.casualties")
    one = piece(fight, "a")
    assert (one.figures, one.files) == (5, 5) and at(one) == (607.5, 500)  # files 1, 8 and 2 are gone
    assert body(fight, 0).box[0] == 570_000 and body(fight, 0).box[1] == 645_000


@pytest.mark.rule("mis.melee.casualties", "mis.missile.casualties")
def test_a_rear_rank_goes_first() -> None:
    fight = scene(south("a", (600, 500), figures=20, files=10))
    remove(fight, 0, 12, "mis.melee.casualties")
    one = piece(fight, "a")
    assert (one.figures, one.files) == (8, 8) and at(one) == (600, 500)
    remove(fight, 0, 100, "mis.melee.casualties")
    assert piece(fight, "a").fate == "destroyed"


@pytest.mark.rule("mis.melee.casualties", "mis.move.contact-broken")
def test_a_shrunken_rank_slides_back_into_contact() -> None:
    fight = scene(south("a", (690, 500), figures=6, files=6), north("b", (600, 500)), step=9, melee=[("a", "b")])
    remove(fight, 0, 4, "mis.melee.casualties")
    one = melee(fight, "a", "b")
    assert strikers(fight, one, 0) >= 1


# --- wheeling into the flank ---------------------------------------------------------------------------------


def overlapping(mover: str = "north", step: int = 5) -> Fight:
    # fourteen files against ten, flush on the left
    return scene(
        south("a", (630, 500), figures=42, files=14),
        north("b", (600, 500)),
        turn=5,
        step=step,
        mover=mover,
        melee=[{"a": "a", "b": "b", "round": 2}],
    )


@pytest.mark.rule("mis.melee.wheel-in", "mis.melee.unengaged", "mis.move.contact", "mis.disorg.flank-rear")
def test_files_beyond_the_enemy_front_swing_into_his_flank() -> None:
    fight = overlapping()
    assert refused(fight, "a", ("swing", "left")) == "mis.melee.wheel-in"
    swung = plan(fight, "a", ("swing", "right"))
    assert isinstance(swung, Course) and abs(swung.spent - 94_200) < 100
    order(fight, "a", ("swing", "right"))
    one = melee(fight, "a", "b")
    assert piece(fight, "a").wing == 4 and strikers(fight, one, 0) == 14
    assert not piece(fight, "b").disorganized


@pytest.mark.rule("mis.melee.wheel-in", "mis.move.facing-same")
def test_no_file_of_a_defensive_formation_swings() -> None:
    fight = overlapping()
    piece(fight, "a").square = True
    assert swings(fight, 0) == [] and refused(fight, "a", ("swing", "right")) == "mis.melee.wheel-in"


@pytest.mark.rule("mis.melee.wheel-in")
def test_the_mover_spends_both_halves_on_it() -> None:
    fight = overlapping("south", 3)
    order(fight, "a", ("swing", "right"))
    assert not piece(fight, "a").wing
    fight.state.step = 7
    order(fight, "a", ("swing", "right"))
    assert piece(fight, "a").wing == 4


# --- worked examples -----------------------------------------------------------------------------------------


@pytest.mark.rule("mis.example.spears", "mis.odds.casualties")
@pytest.mark.parametrize("roll, lost", [(92, 2), (93, 1), (100, 1)])
def test_the_example_of_eight_spears(roll: int, lost: int) -> None:
    fight = clash({"options": ["medium", "long spear"], "figures": 8, "files": 8}, dice=[roll])
    one = melee(fight, "a", "b")
    attack = attack_of(fight, one, 0, 8)
    assert (attack.tally.total, attack.casualties) == (-4, 192)
    assert fight.roll(attack.chain, 0) == lost


def rounds(fight: Fight) -> None:
    """Both passes and the end of the round."""
    strike(fight, second=False)
    strike(fight, second=True)
    close_round(fight)
    fight.state.turn += 1


@pytest.mark.rule("mis.example.melee", "mis.melee.order", "mis.charge.attack")
def test_the_example_of_two_turns_of_melee() -> None:
    fight = clash({"options": SPEARS, "charged": 4}, {"figures": 30})
    load(fight, [60, 41])
    rounds(fight)
    assert (piece(fight, "a").figures, piece(fight, "b").figures) == (38, 26)
    load(fight, [30, 50])
    rounds(fight)
    spent(fight)
    assert (piece(fight, "a").figures, piece(fight, "b").figures) == (35, 24)
    assert piece(fight, "a").fate == piece(fight, "b").fate == "standing" and not piece(fight, "b").tested


@pytest.mark.rule(
    "mis.example.three-rounds", "mis.melee.weapon-change", "mis.morale.group-procedure", "mis.rout.timing"
)
@pytest.mark.parametrize("support", [6, 5])
def test_the_example_of_javelins_charge_and_rout(support: int) -> None:
    tribal = ["heavy", "shield", "long sword", "medium javelin", "irregular"]
    fight = clash({"options": SPEARS, "figures": 50, "left": 48, "charged": 4}, {"options": tribal, "shot": 4})
    load(fight, [80, 41])
    rounds(fight)
    assert (piece(fight, "a").figures, piece(fight, "b").figures) == (46, 37)
    load(fight, [40])
    rounds(fight)
    assert (piece(fight, "a").figures, piece(fight, "b").figures) == (43, 35)
    spears = piece(fight, "a")
    spears.old_weapon, spears.weapon, spears.changed = 0, 1, fight.state.turn
    load(fight, [41, 41, support])
    strike(fight, second=False)
    strike(fight, second=True)
    close_round(fight)
    assert (piece(fight, "a").figures, piece(fight, "b").figures) == (41, 33)
    if support == 6:
        assert piece(fight, "b").fate == "routing" and piece(fight, "b").flees == 71
        return
    fight.state.turn += 1
    load(fight, [40])
    strike(fight, second=False)
    spent(fight)
    assert piece(fight, "b").figures == 30 and piece(fight, "b").fate == "routing"


@pytest.mark.rule("mis.melee.no-pursuit")
def test_winners_stay_where_they_are() -> None:
    fight = clash(turn=4)
    rout(fight, number(fight, "b"), "the test", "mis.rout.cause")
    fight.state.turn, fight.state.step = 5, 1
    before = at(piece(fight, "a"))
    flee(fight, number(fight, "b"))
    assert at(piece(fight, "a")) == before and not fight.state.melees and piece(fight, "b").fate == "fled"
    assert fighters.__name__ == "fighters"
