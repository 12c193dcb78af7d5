"""The checks of chapter 5, combat: who fights and with what, and the worked examples played through whole turns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from warhost.rulebooks.missum.bodies import body
from warhost.rulebooks.missum.events import Attacked, Struck
from warhost.rulebooks.missum.fighting.ranks import fighters, strikers
from warhost.rulebooks.missum.fighting.strikes import attack_of, choices, strike
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.shooting.aiming import aims
from warhost.rulebooks.missum.shooting.volley import attacks_of, resolve
from warhost.rulebooks.missum.state import Shot
from warhost.rulebooks.missum.turn import step
from warhost.rulebooks.missum.wounds import remove

from ..scene import at, events, go, leader, load, melee, north, number, order, piece, scene, south, spent

HEAVY = ["heavy", "shield", "long sword", "regular"]
SPEARS = ["heavy", "shield", "long spear", "short sword", "regular"]
BOWS = ["light", "short sword", "long bow", "regular"]
TRIBAL = ["heavy", "shield", "long sword", "medium javelin", "irregular"]


def played(fight: Fight, over: Callable[[], bool]) -> dict[int, tuple[int, ...]]:
    """Play on until something has come to pass; how many figures everybody had as each step ended."""
    found = {}
    while not over():
        assert fight.state.stage == "battle"
        step(fight)
        found[fight.state.now] = tuple(one.figures for one in fight.state.pieces)
    return found


# --- missiles ------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.turn.activation", "mis.missile.simultaneous", "mis.missile.casualties")
def test_archers_who_shoot_at_each_other() -> None:
    bows = {"figures": 20, "files": 10, "options": BOWS}
    fight = scene(south("mine", (600, 400), **bows), north("theirs", (600, 560), **bows), step=4)
    every = tuple(range(10))
    fight.state.shots = (Shot(0, 1, every), Shot(1, 0, every))
    load(fight, [])  # 4 - 4 = 0: 4.00 for ten
    resolve(fight)
    assert [(one.piece, one.figures) for one in events(fight, Attacked)] == [(0, 10), (1, 10)]
    assert piece(fight, "theirs").figures == 16 and len(body(fight, 1).bases[:10]) == piece(fight, "theirs").files


@pytest.mark.rule("mis.odds.modifiers", "mis.situation.flying")
def test_long_bows_at_hlaka_by_the_figure() -> None:
    fliers = north("f", (600, 650), profile="hlaka", figures=4, files=4, height=50,
                   options=["light", "sword", "skirmishers"])  # fmt: skip
    fight = scene(south("bows", (600, 500), figures=10, options=BOWS), fliers, step=4)
    able = aims(fight, 0, 1)
    (attack,) = attacks_of(fight, Shot(0, 1, tuple(aim.figure for aim in able)), able)
    assert (attack.tally.total, attack.casualties) == (4 - 5 - 5 - 2, 18 * attack.figures)


# --- who fights, with what -----------------------------------------------------------------------------------


@pytest.mark.rule("mis.melee.contact", "mis.melee.unengaged")
def test_fronts_shifted_by_100_mm_three_and_one() -> None:
    fight = scene(south("a", (700, 500)), north("b", (600, 500)), step=9, melee=[("a", "b")])
    one = melee(fight, "a", "b")
    for who in (one.a, one.b):
        found = fighters(fight, one, who)
        assert (len(found.contact), len(found.more)) == (3, 1)


@pytest.mark.rule("mis.melee.weapon-start")
def test_crossbowmen_who_have_shot_draw_their_short_swords() -> None:
    options = ["medium", "short sword", "heavy winch crossbow", "regular"]
    shot = north("x", (600, 500), options=options, shot=4)
    fight = scene(south("a", (600, 500)), shot, step=9, melee=[("a", "x")])
    (held,) = choices(fight, 1)
    weapon = fight.setting.troops[1].weapon(held)
    assert (weapon.title, weapon.group, fight.setting.troops[1].attack(held)) == ("short sword", 4, 7)


@pytest.mark.rule("mis.melee.weapon-start")
def test_whoever_has_thrown_nothing_chooses() -> None:
    fight = scene(south("a", (600, 500)), north("b", (600, 500), options=SPEARS), step=9, melee=[("a", "b")])
    assert [fight.setting.troops[1].weapon(n).group for n in choices(fight, 1)] == [1, 4]


@pytest.mark.rule("mis.melee.pikes-short", "mis.melee.pikes-long")
@pytest.mark.parametrize(
    "pike, files, disorder, figures",
    [("short pike", 10, 0, 15), ("short pike", 7, 0, 10), ("long pike", 10, 0, 20), ("long pike", 10, 3, 10)],
)
def test_ranks_of_pikes(pike: str, files: int, disorder: int, figures: int) -> None:
    pikes = south("a", (600, 500), figures=4 * files, files=files, disorganized=disorder, options=["medium", pike])
    fight = scene(pikes, north("b", (600, 500), figures=4 * files, files=files), step=9, melee=[("a", "b")])
    assert strikers(fight, melee(fight, "a", "b"), 0) == figures


@pytest.mark.rule("mis.melee.casualties")
@pytest.mark.parametrize("first, ends", [(0, (540, 660)), (1, (540, 660))])
def test_twelve_of_two_ranks_of_ten(first: int, ends: tuple[float, float]) -> None:
    """The rear rank and one from each end, whichever end was last."""
    fight = scene(south("a", (600, 500), figures=20 + first), north("b"))
    remove(fight, 0, first, "mis.melee.casualties")
    remove(fight, 0, 12, "mis.melee.casualties")
    left, right, _, _ = body(fight, 0).box
    assert (left / 1000, right / 1000) == ends


@pytest.mark.rule("mis.chart.melee", "mis.chart.attack-odds")
def test_heavy_shen_against_light_spearmen() -> None:
    fight = scene(
        south("shen", (600, 500), profile="shen", figures=5, files=5, options=["heavy", "shield", "sword-ax"]),
        north("men", (600, 500), options=["light", "shield", "long spear", "regular"]),
        step=9, melee=[("shen", "men")],
    )  # fmt: skip
    one = melee(fight, "shen", "men")
    assert [attack_of(fight, one, who, 1).tally.total for who in (one.a, one.b)] == [19 - 5, 5 - 20]


@pytest.mark.rule("mis.chart.melee")
@pytest.mark.parametrize(
    "mine, theirs, odds",
    [
        (["medium", "shield", "long spear"], ["medium", "shield", "long sword"], 5 - 9),
        (["medium", "two-handed sword"], ["heavy", "shield", "long sword"], 11 - 11),
        (["medium", "shield", "long sword"], ["medium", "long pike"], 7 - 5),
    ],
)
def test_odds_of_men_against_men(mine: list[str], theirs: list[str], odds: int) -> None:
    fight = scene(south("a", (600, 500), options=mine), north("b", (600, 500), options=theirs), step=9,
                  melee=[("a", "b")])  # fmt: skip
    assert attack_of(fight, melee(fight, "a", "b"), 0, 1).tally.total == odds


# --- charges -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.charge.attack")
def test_a_charge_that_stopped_short_counts_against_whoever_walks_into_it() -> None:
    fight = scene(south("a", (600, 400), options=HEAVY), north("b", (600, 570)), step=3)
    order(fight, "a", ("charge",), go(600, 550))
    fight.state.step, fight.state.active = 5, 1
    order(fight, "b", go(600, 545))
    one = melee(fight, "a", "b")
    assert at(piece(fight, "b")) == (600, 550) and one.a == number(fight, "b")
    assert attack_of(fight, one, number(fight, "a"), 10).tally.total == 7 + 3 - 9
    assert attack_of(fight, one, number(fight, "b"), 10).tally.total == 7 - 11


# --- after a melee -------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.melee.no-pursuit", "mis.melee.weapon-start", "mis.melee.order")
def test_winners_stand_and_begin_a_new_melee_with_round_one() -> None:
    fight = scene(
        south("spears", (600, 500), options=SPEARS, weapon="short sword", charged=4),
        north("b", (600, 500), figures=40, options=["light", "dagger", "irregular"]),
        north("c", (600, 560)),
        leader("d", "dritlan", (600, 380)),
        turn=4, step=9, mover="north", melee=[{"a": "spears", "b": "b", "round": 3}], dice=[1, 100],
    )  # fmt: skip
    b, spears = piece(fight, "b"), number(fight, "spears")
    played(fight, lambda: b.fate == "routing")
    assert (fight.state.turn, fight.state.step) == (4, 9) and at(piece(fight, "spears")) == (600, 500)
    load(fight, [], ["spears", [["go", 600_000, 560_000]]])
    played(fight, lambda: any(one.since == 5 for one in fight.state.melees))
    assert b.fate == "fled" and fight.state.step == 3
    one = melee(fight, "spears", "c")
    assert one.round == 1 and choices(fight, spears) == [1, 0]
    # the charge is not given back; the routers have run through their friends
    assert attack_of(fight, one, spears, 10).tally.total == 7 + 3 - 9


# --- worked examples, played ---------------------------------------------------------------------------------


@pytest.mark.rule("mis.example.spears", "mis.odds.casualties")
@pytest.mark.parametrize("roll, lost", [(1, 2), (92, 2), (93, 1), (100, 1)])
def test_eight_spears_strike_medium_infantry(roll: int, lost: int) -> None:
    """5 - 9 = -4, for eight figures 1.92: one falls for certain, a second on 01-92."""
    fight = scene(
        south("spears", (600, 500), figures=8, files=8, options=["medium", "short spear", "regular"]),
        north("b", (600, 500), figures=40, files=8),
        step=9, melee=[("spears", "b")], dice=[roll],
    )  # fmt: skip
    strike(fight, second=False)
    (told,) = events(fight, Struck)
    assert (told.figures, told.difference, told.chance) == (8, -4, 192)
    assert piece(fight, "b").figures == 40 - lost


@pytest.mark.rule(
    "mis.example.three-rounds", "mis.turn.sequence", "mis.melee.weapon-change", "mis.morale.group-procedure",
    "mis.rout.timing",
)  # fmt: skip
@pytest.mark.parametrize("support", [6, 5])
def test_javelins_a_charge_a_change_of_weapon_and_a_rout(support: int) -> None:
    fight = scene(
        south("spears", (600, 500), figures=50, options=SPEARS),
        north("swords", (600, 560), figures=40, options=TRIBAL),
        north("others", (200, 1150), effects={"pleasures": 12}),
        turn=4, step=6,
    )  # fmt: skip

    acts = [["charge"], ["go", 600_000, 560_000]]
    load(fight, [80, 41, 40, 41, 41, support, 40], ["swords", {"spears": 10}, "spears", acts, "0", "0", "1"])
    swords = piece(fight, "swords")
    left = played(fight, lambda: swords.fate in ("routing", "fled"))
    assert [left[now] for now in (46, 49, 59, 69)] == [(48, 40, 40), (46, 37, 40), (43, 35, 40), (41, 33, 40)]
    if support == 6:
        assert fight.state.now == 69
        played(fight, lambda: swords.fate == "fled")
        assert fight.state.now == 71
        return
    last = [one.piece for one in events(fight, Struck)][-1]
    assert (fight.state.now, left[79], last) == (79, (41, 30, 40), 0)  # routed before they could strike
    spent(fight)
