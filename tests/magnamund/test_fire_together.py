"""Concentrated fire: many pieces of a unit, one total, one target."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.event import Rolled
from warhost.rulebooks.magnamund.asking import label
from warhost.rulebooks.magnamund.events import Fired, Missed, Slain, Wounded
from warhost.rulebooks.magnamund.setting import Fight

from .gunnery import barred, chance, targets
from .scene import Square, alive, asks, board, happened, hero, number, play, refusal, scene, standing, unit

TOGETHER, SINGLY = "together", "one by one"


def row(y: int, *xs: int) -> list[Square]:
    return [(x, y) for x in xs]


def bows(count: int, *, weapon: str = "short_bow", **more: Any) -> Any:
    """So many human shooters side by side from (3,1) on, 25 % each against no armour at short range."""
    return unit("archers", row(1, *range(3, 3 + count)), weapons=[weapon, "sword"], **more)


def block() -> Any:
    """Eight of them in two ranks of four."""
    return unit("archers", row(2, 3, 4, 5, 6) + row(1, 3, 4, 5, 6), weapons=["short_bow", "sword"])


def volley(fight: Fight, target: str, *, manner: str = TOGETHER, dice: tuple[int, ...] = (), more: Any = ()) -> Any:
    """Everybody who can shoots at one target."""
    shooters = asks(fight, answers=["archers"]).describe()["options"]
    aim = {shooter: target for shooter, found in shooters.items() if target in found}
    return play(fight, answers=["archers", aim, manner, *more], dice=dice)


def slain(events: Any) -> list[str]:
    return [one.piece for one in happened(events, Slain)]


@pytest.mark.rule("mag.fire.multiple")
def test_six_archers_at_7_percent_roll_once_at_42() -> None:
    for die, dead in ((42, True), (43, False)):
        giaks = unit("giaks", [(5, 14)], side="theirs", shield=True, all=standing(moved=True))
        fight = scene(bows(6, weapon="longbow"), giaks, phase="second firing")
        assert chance(fight, "archers-1", "giaks-1") == 7
        events = volley(fight, "giaks-1", dice=(die,))
        (fired,) = happened(events, Fired)
        assert (fired.chance, fired.shares, len(fired.shooters)) == (42, (7,) * 6, 6)
        assert [(rolled.sides, rolled.need) for rolled in happened(events, Rolled)] == [(100, 42)]
        assert alive(fight, "giaks-1") is not dead


@pytest.mark.rule("mag.fire.multiple")
def test_each_shooter_brings_his_own_range_and_modifiers() -> None:
    """The second rank stands at medium range, and one of the first has moved."""
    archers = unit(
        "archers", [(3, 3), (4, 3), (3, 2)], weapons=["short_bow", "sword"], pieces={"2": standing(moved=True)}
    )
    fight = scene(archers, unit("giaks", [(3, 8)], side="theirs", armour="none"), phase="second firing")
    events = volley(fight, "giaks-1", dice=(60,))
    assert happened(events, Fired)[0].shares == (25, 23, 12)
    assert slain(events) == ["giaks-1"]


@pytest.mark.rule("mag.fire.multiple")
def test_some_concentrate_and_others_of_the_unit_fire_singly() -> None:
    fight = scene(bows(4), unit("giaks", [(3, 5), (5, 5)], side="theirs", armour="none"))
    aim = {"archers-1": "giaks-1", "archers-2": "giaks-1"}
    events = play(fight, answers=["archers", aim, TOGETHER], dice=[50])
    assert slain(events) == ["giaks-1"]
    assert refusal(fight, {"archers-1": "giaks-2"}, answers=["archers"]) == "mag.fire.who"  # each shoots once
    events = play(fight, answers=["archers", {"archers-3": "giaks-2"}], dice=[26])
    assert happened(events, Missed)
    events = play(fight, answers=["archers", {"archers-4": "giaks-2"}], dice=[25])
    assert slain(events) == ["giaks-2"]


@pytest.mark.rule("mag.fire.multiple")
def test_one_total_has_one_target() -> None:
    fight = scene(bows(2), unit("giaks", [(3, 5), (5, 5)], side="theirs"))
    split = {"archers-1": "giaks-1", "archers-2": "giaks-2"}
    assert refusal(fight, split, answers=["archers"]) == "mag.fire.multiple"


@pytest.mark.rule("mag.fire.multiple")
def test_shots_one_by_one_stop_when_the_target_is_dead() -> None:
    fight = scene(bows(3), unit("giaks", [(3, 5), (5, 5)], side="theirs", armour="none"))
    aim = {"archers-1": "giaks-1", "archers-2": "giaks-1", "archers-3": "giaks-1"}
    events = play(fight, answers=["archers", aim, SINGLY], dice=[26, 25])
    assert len(happened(events, Fired)) == 2 and slain(events) == ["giaks-1"]
    assert targets(fight, "archers-3") == ["giaks-2"]  # he has not shot yet


@pytest.mark.rule("mag.fire.multiple_conditions")
def test_only_pieces_of_one_unit_add_up() -> None:
    others = unit("others", [(6, 1)], weapons=["short_bow", "sword"])
    lone_wolf = hero("lone_wolf", (7, 1), weapons=["short_bow", "sword"])
    fight = scene(bows(2), others, lone_wolf, unit("giaks", [(4, 5)], side="theirs"))
    for stranger in ("others-1", "lone_wolf"):
        aim = {"archers-1": "giaks-1", stranger: "giaks-1"}
        assert refusal(fight, aim, answers=["archers"]) == "mag.fire.multiple_conditions"
        assert refusal(fight, {stranger: "giaks-1"}, answers=["archers"]) == "mag.fire.multiple_conditions"


def fire_one_by_one(fight: Fight) -> None:
    """Two archers aim at the first Giak, and nobody asks whether they fire together."""
    aim = {"archers-1": "giaks-1", "archers-2": "giaks-1"}
    events = play(fight, answers=["archers", aim], dice=[100, 100])
    assert [fired.rule for fired in happened(events, Fired)] == ["mag.fire.procedure"] * 2


def may_concentrate(fight: Fight) -> bool:
    aim = {"archers-1": "giaks-1", "archers-2": "giaks-1"}
    try:
        return asks(fight, answers=["archers", aim]).what == "manner"
    except AssertionError:
        fire_one_by_one(fight)
        return False


@pytest.mark.rule("mag.fire.multiple_conditions")
@pytest.mark.parametrize(
    ("terrain", "lawful"),
    [
        ({}, True),
        ({"scrub": [(3, 5)]}, False),  # one in light cover, one in none
        ({"scrub": [(3, 5), (4, 5)]}, True),
        ({"scrub": [(3, 5)], "rocks": [(4, 5)]}, False),
        ({"trees": [(3, 5)], "rocks": [(4, 5)]}, True),  # different terrain, but both medium
    ],
)
def test_fire_is_not_concentrated_on_a_unit_in_different_cover(terrain: Any, lawful: bool) -> None:
    giaks = unit("giaks", [(3, 5), (4, 5)], side="theirs")
    assert may_concentrate(scene(bows(2), giaks, on=board(**terrain))) is lawful


@pytest.mark.rule("mag.fire.multiple_conditions")
def test_pieces_that_cannot_be_shot_at_do_not_count() -> None:
    """The Giak in the scrub stands behind the arc, out of range, or hidden by a wood."""
    for elsewhere, wood in (((12, 5), []), ((4, 20), []), ((4, 9), [(3, 8), (4, 8)])):
        giaks = unit("giaks", [(3, 5), elsewhere], side="theirs")
        assert may_concentrate(scene(bows(2), giaks, on=board(scrub=[elsewhere], trees=wood)))


@pytest.mark.rule("mag.fire.multiple_conditions")
def test_other_units_near_the_target_do_not_count() -> None:
    fight = scene(
        bows(2),
        unit("giaks", [(3, 5)], side="theirs"),
        unit("others", [(4, 5)], side="theirs", armour="plate"),
        hero("kootak", (5, 5), side="theirs"),
        on=board(scrub=[(4, 5)]),
    )
    assert may_concentrate(fight)


@pytest.mark.rule("mag.fire.multiple_conditions")
def test_two_shooters_may_find_different_degrees_and_each_works_with_his_own() -> None:
    """The wall is on the west side of the target: only the shot of the second archer comes in over it."""
    walled = board(edges=[("low_wall", "W", [(5, 6)])])
    archers = unit("archers", [(5, 2), (1, 2)], weapons=["short_bow", "sword"])
    fight = scene(archers, unit("giaks", [(5, 6)], side="theirs", armour="none"), on=walled)
    events = volley(fight, "giaks-1", dice=(47,))
    assert happened(events, Fired)[0].shares == (25, 21)


@pytest.mark.rule("mag.fire.multiple_conditions", "mag.fire.multiple")
@pytest.mark.parametrize(
    ("scrub", "said"),
    [
        ([], "26 % together or one by one, 13 % each"),
        ([(3, 5)], "one by one, 11 % each (the targets differ in armour or cover)"),
    ],
)
def test_an_offered_volley_says_together_only_where_they_may_shoot_together(scrub: list[Square], said: str) -> None:
    giaks = unit("giaks", [(3, 5), (4, 5)], side="theirs")
    fight = scene(bows(2), giaks, on=board(scrub=scrub))
    question = asks(fight, answers=["archers"])
    offer = {"archers-1": "giaks-1", "archers-2": "giaks-1"}
    assert label(fight.setting, fight.state, question, offer) == f"2 archers at giaks-1 (short range): {said}"
    assert may_concentrate(fight) is (not scrub)


TOTALS = [
    (5, (25,), 2),  # 125: one sure hit, and another on 25
    (5, (26,), 1),
    (4, (), 1),  # 100: one sure hit, no roll
    (8, (), 2),
    (3, (75,), 1),
    (3, (76,), 0),
]


@pytest.mark.rule("mag.fire.multiple_total")
@pytest.mark.parametrize(("archers", "dice", "hits"), TOTALS)
def test_every_full_hundred_is_a_sure_hit(archers: int, dice: tuple[int, ...], hits: int) -> None:
    giaks = unit("giaks", [(6, 6), (6, 7), (6, 9), (6, 12)], side="theirs", armour="none")
    fight = scene(bows(archers), giaks)
    events = volley(fight, "giaks-1", dice=dice)
    assert happened(events, Fired)[0].chance == 25 * archers
    assert slain(events) == ["giaks-1", "giaks-2", "giaks-3"][:hits]


@pytest.mark.rule("mag.fire.multiple_total")
def test_a_total_of_260_and_a_roll_of_60_are_three_hits() -> None:
    """Ten Giaks in two ranks with javelins, 26 % each."""
    giaks = unit(
        "archers", row(6, 3, 4, 5, 6, 7) + row(5, 3, 4, 5, 6, 7), side="theirs", facing="N",
        weapons=["javelin", "sword"],
    )  # fmt: skip
    humans = unit("humans", [(5, 8), (5, 9), (5, 11), (5, 14)], armour="none")
    fight = scene(giaks, humans, red="theirs", active="theirs")
    events = volley(fight, "humans-1", dice=(60,))
    assert happened(events, Fired)[0].chance == 260
    assert slain(events) == ["humans-1", "humans-2", "humans-3"]


@pytest.mark.rule("mag.fire.multiple_character")
def test_all_hits_strike_the_one_hero_and_each_goes_to_the_hit_chart() -> None:
    kootak = hero("kootak", (6, 5), side="theirs")
    fight = scene(bows(8, weapon="crossbow", training="veteran"), kootak, unit("giaks", [(6, 6)], side="theirs"))
    fight.state.pieces[number(fight, "kootak")].skills = ()
    assert chance(fight, "archers-1", "kootak") == 24 + 3 - 1
    events = volley(fight, "kootak", dice=(9, 10, 70, 50, 30))  # 208: two sure hits, a 9 misses
    assert [(wound.location, wound.severity) for wound in happened(events, Wounded)] == [
        ("body", "slight"),
        ("legs", "wound"),
    ]
    assert alive(fight, "giaks-1")


@pytest.mark.rule("mag.fire.multiple_character")
def test_hits_left_after_a_heros_death_are_lost() -> None:
    fight = scene(
        bows(8, weapon="crossbow", training="veteran"),
        hero("kootak", (6, 5), side="theirs"),
        unit("giaks", [(6, 6)], side="theirs"),
    )
    fight.state.pieces[number(fight, "kootak")].skills = ()
    events = volley(fight, "kootak", dice=(8, 100, 100))  # three hits, the first one deadly
    assert slain(events) == ["kootak"]
    assert alive(fight, "giaks-1")


@pytest.mark.rule("mag.fire.multiple_character")
def test_a_monster_takes_all_hits_too() -> None:
    gourgaz = hero("gourgaz", (6, 6), side="theirs", sheet="gourgaz", weapons=["claws"])
    fight = scene(bows(8, weapon="crossbow"), gourgaz)
    assert chance(fight, "archers-4", "gourgaz") == 32 + 4
    events = volley(fight, "gourgaz", dice=(89, 10, 90, 80, 90))  # 288: two sure hits
    assert [wound.severity for wound in happened(events, Wounded)] == ["slight", "serious"]


@pytest.mark.rule("mag.fire.multiple_overflow", "mag.fire.into_melee")
def test_the_second_hit_strikes_a_human_who_stands_nearer_than_the_next_giak() -> None:
    fight = scene(block(), unit("swords", [(6, 6)]), unit("giaks", [(5, 5), (5, 7)], side="theirs", armour="none"))
    assert targets(fight, "archers-1")[0] == "giaks-1"  # though he is fighting a friend
    events = volley(fight, "giaks-1")
    assert slain(events) == ["giaks-1", "swords-1"]
    assert happened(events, Slain)[1].rule == "mag.fire.multiple_overflow"


@pytest.mark.rule("mag.fire.multiple_overflow")
@pytest.mark.parametrize("picked", ["giaks-2", "swords-1"])
def test_between_equally_near_pieces_the_player_of_the_target_picks(picked: str) -> None:
    fight = scene(block(), unit("swords", [(6, 6)]), unit("giaks", [(5, 5), (4, 6)], side="theirs", armour="none"))
    shooters = asks(fight, answers=["archers"]).describe()["options"]
    aim = {shooter: "giaks-1" for shooter, found in shooters.items() if "giaks-1" in found}
    question = asks(fight, answers=["archers", aim, TOGETHER])
    assert (question.side, question.rule) == (1, "mag.fire.multiple_overflow")
    assert slain(volley(fight, "giaks-1", more=(picked,))) == ["giaks-1", picked]


@pytest.mark.rule("mag.fire.multiple_overflow")
def test_the_shooters_themselves_and_hidden_pieces_are_never_struck() -> None:
    """The shooters stand 3 squares from the target, a hidden Giak 1, the other Giak 8, out of their sight."""
    fight = scene(
        block(),
        unit("giaks", [(6, 5), (6, 13)], side="theirs", armour="none"),
        unit("ambush", [(6, 6)], side="theirs", all=standing(hidden=True)),
        on=board(trees=[(6, 9)]),
    )
    events = volley(fight, "giaks-1")
    assert slain(events) == ["giaks-1", "giaks-2"]


@pytest.mark.rule("mag.fire.multiple_overflow")
def test_a_comrade_of_the_shooters_who_did_not_fire_may_be_struck() -> None:
    fight = scene(bows(6, weapon="crossbow"), unit("giaks", [(5, 5), (5, 13)], side="theirs", armour="none"))
    aim = {f"archers-{n}": "giaks-1" for n in (2, 3, 4, 5, 6)}
    events = play(fight, answers=["archers", aim, TOGETHER], dice=[21])  # 220: two sure hits, a 21 misses
    assert slain(events) == ["giaks-1", "archers-1"]


@pytest.mark.rule("mag.fire.multiple_overflow")
def test_a_hero_struck_by_a_further_hit_uses_his_hit_chart() -> None:
    fight = scene(
        block(),
        unit("giaks", [(5, 5), (5, 9)], side="theirs", armour="none"),
        hero("kootak", (5, 6), side="theirs"),
    )
    fight.state.pieces[number(fight, "kootak")].skills = ()
    events = volley(fight, "giaks-1", dice=(10, 90))
    assert slain(events) == ["giaks-1"]
    assert [wound.piece for wound in happened(events, Wounded)] == ["kootak"]


@pytest.mark.rule("mag.fire.into_melee")
def test_a_single_shot_into_a_melee_that_misses_harms_nobody() -> None:
    fight = scene(bows(1), unit("swords", [(3, 6)]), unit("giaks", [(4, 5)], side="theirs", armour="none"))
    assert barred(fight, "archers-1", "giaks-1") == ""
    events = play(fight, answers=["archers", {"archers-1": "giaks-1"}], dice=[26])
    assert happened(events, Missed) and not happened(events, Slain)
    assert alive(fight, "swords-1") and alive(fight, "giaks-1")
