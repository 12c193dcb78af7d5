"""Magic: teams, secret strengths, spell against spell, areas, saves, all ten spells; 'eyes' and acid; fliers."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.missum.bodies import body, centre
from warhost.rulebooks.missum.devices import device_options, fire_devices, use_in_melee
from warhost.rulebooks.missum.events import Saves, SpellMet, SpellTold
from warhost.rulebooks.missum.fighting.strikes import _without_devices
from warhost.rulebooks.missum.magic.casting import Spells, _transfers, magic_one, spell_options, why_not_cast
from warhost.rulebooks.missum.magic.places import SpellPlace, area, touched
from warhost.rulebooks.missum.magic.resolving import fade_arms, resolve_next
from warhost.rulebooks.missum.magic.saving import save_need, saves_against
from warhost.rulebooks.missum.magic.shields import covered, shield_over, stopped_by_arm, stopped_by_shield
from warhost.rulebooks.missum.magic.spells import Hit, whole_legion
from warhost.rulebooks.missum.morale.disorder import recover
from warhost.rulebooks.missum.morale.rout import gone
from warhost.rulebooks.missum.moving.allowance import under, why_not_move
from warhost.rulebooks.missum.moving.bars import gives_way
from warhost.rulebooks.missum.moving.course import Course
from warhost.rulebooks.missum.secrecy import known
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.state import Arm, Cast, Shot

from .scene import events, go, load, north, number, order, piece, plan, refused, scene, south, spent

TEAM = {"id": "team", "side": "south", "profile": "team", "at": [600, 60], "options": ["level 5"], "platform": True}
THEIRS = {
    "id": "theirs",
    "side": "north",
    "profile": "team",
    "at": [600, 1140],
    "options": ["level 5"],
    "platform": True,
}


def magic(*troops: dict[str, Any], **more: Any) -> Fight:
    return scene(TEAM, THEIRS, *troops, **{"step": 2, "turn": 4, **more})


def cast(fight: Fight, *casts: tuple[str, str, int, tuple[float, float]], line: int = -1) -> None:
    """Spells that have been placed and shown."""
    found = []
    for team, spell, strength, (x, y) in casts:
        kind = next(one for one in fight.setting.charts.magic.type if spell in (one.attack, one.defense))
        spot = round(x * 1000), round(y * 1000)
        attack = spell == kind.attack
        against = -1
        if not attack:
            same = [n for n, one in enumerate(found) if one.attack and one.type == kind.number and one.at == spot]
            against = same[0] if same else -1
        found.append(Cast(number(fight, team), attack, kind.number, strength, spot, against, line))
    fight.state.casts, fight.state.passed = tuple(found), 4


def settle(fight: Fight, dice: Any = (), answers: Any = ()) -> None:
    load(fight, dice, answers)
    while resolve_next(fight):
        pass
    spent(fight)


def on(fight: Fight, id: str) -> tuple[float, float]:
    x, y = centre(body(fight, number(fight, id)))
    return x / 1000, y / 1000


# --- choosing ------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.magic.procedure", "mis.magic.strength", "mis.magic.one-per-turn", "mis.chart.spells")
def test_a_figure_casts_one_spell_it_has_left() -> None:
    fight = magic(south("a"), north("b"))
    assert spell_options(fight, number(fight, "team"), True)[:2] == ["gaze I", "gaze II"]
    question = Spells(fight, 0, attack=True)
    assert question.refuse({"team": "abode II"}) is None and question.refuse({}) is None
    assert question.refuse({"team": "abode III"}).rule == "mis.chart.spells"  # type: ignore[union-attr]
    assert question.refuse({"team": "peace I"}).rule == "mis.chart.spells"  # type: ignore[union-attr]
    assert question.refuse({"theirs": "abode I"}) is not None


@pytest.mark.rule("mis.magic.prohibitions")
@pytest.mark.parametrize("state, barred", [({"moved": 3}, True), ({"moved": 2}, False), ({"fought": 3}, True)])
def test_when_a_magic_user_cannot_cast(state: dict[str, int], barred: bool) -> None:
    fight = scene({**TEAM, **state}, north("b"), turn=4, step=2)
    assert (why_not_cast(fight, 0, True) is not None) is barred
    first = scene({**TEAM, "moved": 1}, north("b"), turn=1, step=2)
    assert why_not_cast(first, 0, True) is None


@pytest.mark.rule("mis.magic.prohibitions", "mis.move.pass-through")
def test_who_is_passed_through_or_moves_along_is_barred() -> None:
    fight = scene(
        {**TEAM, "at": [600, 550], "platform": False},
        south("a", (600, 500)),
        north("b", (600, 1000)),
        turn=4,
        step=5,
        mover="north",
    )
    order(fight, "a", go(600, 640))
    assert piece(fight, "team").barred == (4, 4)


@pytest.mark.rule("mis.magic.transfer")
def test_a_spell_is_shifted_once_in_secret() -> None:
    fight = magic(south("a"), north("b"))
    load(fight, (), ["team defense 2"])
    assert magic_one(fight)
    team = piece(fight, "team")
    assert (team.attack_spells, team.defense_spells) == ((3, 1, 0), (3, 3, 0))
    mine = number(fight, "team")
    assert why_not_cast(fight, mine, True).rule == "mis.magic.transfer"  # type: ignore[union-attr]
    assert why_not_cast(fight, mine, False) is None
    seen = known(fight.setting, fight.state, 1).pieces[mine]
    assert (seen.attack_spells, seen.defense_spells, abs(seen.transferred)) == ((4, 0, 0), (6, 0, 0), 1)
    assert _transfers(fight, 0) == {}


@pytest.mark.rule("mis.magic.procedure", "mis.magic.placement", "mis.scale.referee")
def test_strengths_stay_secret_until_all_are_placed() -> None:
    fight = magic(south("a", (600, 400)), north("b", (600, 700)))
    mine = number(fight, "team")
    load(
        fight,
        [8, 8, 8],
        [
            "none",
            "none",
            {"team": "abode II"},
            {"theirs": "abode I"},
            {},
            {},
            {"at": [600_000, 740_000]},
            {"at": [600_000, 360_000]},
            "concentrated",
        ],
    )
    for _ in range(5):
        magic_one(fight)
        enemy = known(fight.setting, fight.state, 1)
        assert all(one.strength == 0 for one in enemy.casts if one.team == mine)
        assert all("II" not in str(event) for event in events(fight, SpellTold))
        assert enemy.pieces[mine].attack_spells[1:] == (0, 0) or not enemy.casts
    while magic_one(fight):
        pass
    assert any(one.strength == 2 for one in events(fight, SpellTold))


# --- places --------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.magic.range", "mis.chart.spell-area")
def test_where_a_spell_may_be_laid() -> None:
    fight = magic(south("a"), north("b"))
    fight.state.casts = (Cast(number(fight, "team"), True, 5, 1),)
    question = SpellPlace(fight, 0)
    assert question.refuse({"at": [600_000, 940_000]}) is None
    assert question.refuse({"at": [600_000, 960_000]}).rule == "mis.magic.range"  # type: ignore[union-attr]
    assert question.refuse({"at": [600_000, 500_000], "line": 1}).rule == "mis.chart.spell-area"  # type: ignore[union-attr]
    assert question.refuse({"at": "there"}) is not None and question.refuse({"at": [-1, 0]}) is not None


@pytest.mark.rule("mis.magic.half-legion", "mis.chart.spell-area")
def test_the_player_is_told_who_would_be_under_a_spell() -> None:
    fight = magic(south("a"), north("b"))
    fight.state.casts = (Cast(number(fight, "team"), True, 5, 1),)
    place = list(centre(body(fight, number(fight, "b"))))
    cost = SpellPlace(fight, 0).check({"at": place})
    laid = SpellPlace(fight, 0).placed({"at": place})
    under = touched(fight, laid, area(fight, laid), friends_only=False)[number(fight, "b")]
    assert isinstance(cost, dict) and cost["under b"] == len(under) > 0 and "under a" not in cost


@pytest.mark.rule("mis.magic.geometry", "mis.magic.half-legion")
@pytest.mark.parametrize("spell, figures", [("abode", 40), ("gift", 32)])
def test_whom_an_area_touches(spell: str, figures: int) -> None:
    fight = magic(north("b", (600, 660)))
    cast(fight, ("team", spell, 1, on(fight, "b")))
    found = touched(fight, fight.state.casts[0], area(fight, fight.state.casts[0]), friends_only=False)
    assert len(found[number(fight, "b")]) == figures


@pytest.mark.rule("mis.magic.geometry", "mis.spell.gaze", "mis.chart.spell-area")
def test_a_bolt_is_the_last_stretch_before_its_head() -> None:
    fight = scene({**TEAM, "at": [600, 110], "options": ["level 10"]}, north("b", (600, 700)), step=2)
    x, y = area_start = (600, 100)
    cast(fight, ("team", "gaze", 1, (x, y + 400)), line=0)
    shape = area(fight, fight.state.casts[0])
    assert (round(shape.bottom, -3), shape.top) == (400_000, 500_000) and area_start
    spread = area(fight, fight.state.casts[0], strength=2, spread=True)
    assert round(spread.top - spread.bottom, -3) == 150_000


@pytest.mark.rule("mis.magic.half-legion")
@pytest.mark.parametrize("count, works", [(20, True), (19, False)])
def test_half_the_legion_must_be_touched(count: int, works: bool) -> None:
    fight = magic(north("b", (600, 660)), dice=[1] if works else [])
    one = Cast(0, True, 5, 1, (600_000, 700_000))
    found = whole_legion(
        Hit(fight, one, number(fight, "b"), tuple(range(count)), 1, "Abode of Sárku", "mis.spell.abode")
    )
    assert (found is not None) is works


# --- spell against spell -------------------------------------------------------------------------------------


@pytest.mark.rule("mis.magic.combat", "mis.magic.counter", "mis.example.magic")
@pytest.mark.parametrize("roll, through", [(14, True), (15, False)])
def test_the_example_of_a_magic_phase(roll: int, through: bool) -> None:
    fight = magic(south("spears", (600, 400), figures=50), north("town", (600, 700)))
    spot = on(fight, "town")
    cast(fight, ("team", "abode", 2, spot), ("theirs", "illumination", 1, spot))
    settle(fight, [roll, 9, 8] if through else [roll], ["concentrated"] if through else [])
    assert events(fight, SpellMet)[0].through is through
    assert piece(fight, "town").disorganized == (4 if through else 0)
    if through:
        fight.state.turn = 5
        recover(fight)
        assert not piece(fight, "town").disorganized


@pytest.mark.rule("mis.example.magic", "mis.magic.counter", "mis.spell.peace", "mis.magic.saving-throw")
@pytest.mark.parametrize("die, helped", [(18, True), (19, False)])
def test_spells_that_are_no_counterparts_ignore_each_other(die: int, helped: bool) -> None:
    fight = magic(south("spears", (600, 400), figures=50), north("town", (600, 700)))
    spot = on(fight, "spears")
    cast(fight, ("theirs", "abode", 1, spot), ("team", "peace", 1, spot))
    settle(fight, [7, die])
    assert not piece(fight, "spears").disorganized
    assert [under(_at(fight, turn), piece(fight, "spears"), "peace") for turn in (4, 5, 6)] == [
        helped,
        helped,
        False,
    ]


def _at(fight: Fight, turn: int) -> Fight:
    fight.state.turn = turn
    return fight


@pytest.mark.rule("mis.magic.counter", "mis.magic.combat")
def test_one_defense_spell_meets_one_attack_spell() -> None:
    fight = magic(north("b", (600, 700)), {**TEAM, "id": "second", "at": [500, 60]})
    spot = on(fight, "b")
    cast(fight, ("team", "knowledge", 2, spot), ("second", "knowledge", 1, spot), ("theirs", "cloak", 2, spot))
    settle(fight, [8, 8])
    assert [one.through for one in events(fight, SpellMet)] == [False]
    assert [one.saved for one in events(fight, Saves)] == [1]


@pytest.mark.rule("mis.magic.counter")
def test_another_point_is_another_area() -> None:
    fight = magic(south("a", (600, 400)), north("b", (600, 700), disorganized=3))
    x, y = on(fight, "b")
    cast(fight, ("team", "abode", 1, (x, y)), ("theirs", "illumination", 1, (x, y + 10)))
    settle(fight, [8, 1])
    assert not events(fight, SpellMet) and len(events(fight, Saves)) == 2


@pytest.mark.rule("mis.magic.anti-magic", "mis.magic.shields", "mis.chart.magic-combat")
@pytest.mark.parametrize("strength, roll, saved", [(2, 8, True), (2, 7, False), (3, 15, True), (3, 14, False)])
def test_anti_magic_shields(strength: int, roll: int, saved: bool) -> None:
    guards = {**THEIRS, "options": ["level 8"], "at": [600, 700], "platform": False}
    strong = {**TEAM, "options": ["level 11"]}
    fight = scene(strong, guards, north("b", (600, 720), figures=4, files=4), step=2, turn=4)
    cast(fight, ("team", "gift", strength, on(fight, "b")))
    assert len(covered(fight, number(fight, "theirs"), number(fight, "b"))) == 4
    settle(fight, [roll] if saved else [roll, *[9] * strength], ["concentrated"])
    assert bool(piece(fight, "b").effects) is not saved


# --- saving throws -------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "mis.magic.saving-throw",
    "mis.scale.serudla-save",
    "mis.scale.serudla-acid-save",
    "mis.scale.engine-crew-save",
    "mis.magic.engine-separate",
)
def test_what_saves() -> None:
    fight = scene(
        south("men"),
        south("beasts", profile="serudla", figures=4, files=4, options=["heavy", "claws"]),
        south("crew", profile="light dart-thrower", figures=1, files=1, options=[]),
    )
    assert [save_need(fight, n) for n in (0, 1, 2)] == [8, 9, 1]
    assert save_need(fight, 0, friendly=True) == 18 and save_need(fight, 0, acid=True) == 17
    load(fight, [9, 10])
    assert saves_against(fight, 1, 2, "mis.magic.saving-throw") == 1
    load(fight, [2, 1])
    assert saves_against(fight, 2, 2, "mis.magic.saving-throw") == 1


@pytest.mark.rule("mis.magic.options", "mis.chart.spell-area")
def test_strong_spells_are_concentrated_or_spread() -> None:
    fight = magic(north("b", (600, 700)))
    cast(fight, ("team", "abode", 2, on(fight, "b")))
    settle(fight, [9, 9], ["concentrated"])
    assert piece(fight, "b").abode == 2
    wide = magic(north("b", (600, 700)))
    cast(wide, ("team", "abode", 2, on(wide, "b")))
    settle(wide, [9], ["across"])
    assert piece(wide, "b").abode == 1


# --- the spells ----------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.spell.pleasures", "mis.spell.gift", "mis.situation.flying")
@pytest.mark.parametrize("spell, turns", [("pleasures", 2), ("gift", 4)])
def test_failures_lengthen_a_spell(spell: str, turns: int) -> None:
    fight = magic(north("b", (600, 700), figures=4, files=4))
    cast(fight, ("team", spell, 2, on(fight, "b")))
    settle(fight, [9, 9], ["concentrated"])
    lies = [under(_at(fight, turn), piece(fight, "b"), spell) for turn in range(3, 10)]
    assert lies == [False] + [True] * turns + [False] * (6 - turns)


@pytest.mark.rule("mis.spell.pleasures")
def test_who_is_under_the_pleasures_stands_but_flees() -> None:
    fight = scene(south("a", effects={"pleasures": 4}), north("b"), step=3)
    assert why_not_move(fight, 0).rule == "mis.spell.pleasures"  # type: ignore[union-attr]
    _at(fight, 5)
    assert why_not_move(fight, 0) is None


@pytest.mark.rule("mis.spell.grace", "mis.spell.cloak", "mis.spell.illumination", "mis.magic.saving-throw")
def test_defense_spells_help_friends() -> None:
    for spell in ("grace", "cloak"):
        fight = magic(south("a", (600, 400), figures=9, files=3), north("b", (600, 700)))
        cast(fight, ("team", spell, 1, on(fight, "a")))
        settle(fight, [18])
        assert under(fight, piece(fight, "a"), spell) and not under(_at(fight, 5), piece(fight, "a"), spell)
    light = magic(south("a", (600, 400), disorganized=4), north("b", (600, 700)))
    cast(light, ("team", "illumination", 1, on(light, "a")))
    settle(light, [18])
    assert not piece(light, "a").disorganized


@pytest.mark.rule("mis.spell.knowledge", "mis.morale.panic-causes", "mis.spell.cloak")
def test_the_knowledge_of_ksarul_brings_panic() -> None:
    fight = magic(north("b", (600, 700), figures=9, files=3, effects={"cloak": 9}))
    cast(fight, ("team", "knowledge", 1, on(fight, "b")))
    settle(fight, [9, 12])
    assert piece(fight, "b").fate == "routing"


@pytest.mark.rule("mis.spell.abode", "mis.disorg.recover")
def test_the_abode_of_sarku_lasts_a_turn_for_each_failure() -> None:
    fight = magic(north("b", (600, 700)), turn=3)
    cast(fight, ("team", "abode", 2, on(fight, "b")))
    settle(fight, [9, 9], ["concentrated"])
    for turn, ordered in ((3, False), (4, False), (5, True)):
        recover(_at(fight, turn))
        assert (piece(fight, "b").disorganized == 0) is ordered


@pytest.mark.rule("mis.spell.gaze", "mis.magic.gaze-individual")
def test_the_gaze_kills_whoever_does_not_save() -> None:
    fight = scene({**TEAM, "options": ["level 10"]}, north("b", (600, 700), figures=10), step=2)
    cast(fight, ("team", "gaze", 1, on(fight, "b")))
    hit = touched(fight, fight.state.casts[0], area(fight, fight.state.casts[0]), False)[1]
    settle(fight, [9, *[8] * (len(hit) - 1)])
    assert piece(fight, "b").figures == 9


@pytest.mark.rule("mis.spell.gaze-accuracy")
@pytest.mark.parametrize("level, far, rolls", [(5, 700, 2), (2, 890, 3), (8, 600, 0), (8, 610, 1), (11, 890, 0)])
def test_the_accuracy_of_a_gaze(level: int, far: int, rolls: int) -> None:
    fight = scene(
        {**TEAM, "options": [f"level {level}"], "at": [600, 20]},
        north("b", (200, 1190), figures=1, files=1),
        step=2,
    )
    spot = centre(body(fight, 0))
    figure = body(fight, 0).bases[-1].centre
    cast(fight, ("team", "gaze", 1, (figure[0] / 1000, figure[1] / 1000 + far)))
    settle(fight, [10] * rolls)
    assert spot


@pytest.mark.rule("mis.spell.gaze-accuracy")
@pytest.mark.parametrize("dice, at", [((1, 4), (0, -100)), ((2, 3), (-65, -37.5)), ((4, 2), (0, 50))])
def test_where_a_missed_gaze_falls(dice: tuple[int, int], at: tuple[float, float]) -> None:
    fight = scene(
        {**TEAM, "options": ["level 2"], "at": [600, 20]}, north("b", (200, 1190), figures=1, files=1), step=2
    )
    figure = body(fight, 0).bases[-1].centre
    aimed = figure[0] / 1000, figure[1] / 1000 + 250
    cast(fight, ("team", "gaze", 1, aimed))
    settle(fight, [11, *dice])
    missed = next(one for one in events(fight, SpellTold) if "misses" in one.title)
    assert missed.at[0] / 1000 - aimed[0] == pytest.approx(at[0], abs=0.1)
    assert missed.at[1] / 1000 - aimed[1] == pytest.approx(at[1], abs=0.1)


# --- shields against missiles --------------------------------------------------------------------------------


@pytest.mark.rule("mis.magic.anti-missile", "mis.magic.shields")
def test_the_anti_missile_shield() -> None:
    team = {**THEIRS, "at": [600, 700], "platform": False}
    fight = scene(
        south("bows", options=["light", "sword", "long bow"]),
        team,
        north("b", (600, 720), figures=4, files=4),
        step=4,
    )
    b = number(fight, "b")
    assert shield_over(fight, b) == 10 and shield_over(fight, 0) is None
    load(fight, [11])
    assert stopped_by_shield(fight, 0, b)
    load(fight, [10])
    assert not stopped_by_shield(fight, 0, b)
    load(fight, [5])
    assert not stopped_by_shield(fight, 0, number(fight, "theirs"))
    assert piece(fight, "theirs").barred == (4, 4)  # he was reached


@pytest.mark.rule("mis.spell.arm")
def test_the_arm_of_karakan_stops_missiles_for_six_turns() -> None:
    fight = magic(
        south("a", (600, 400), figures=1, files=1),
        north("bows", (600, 700), options=["light", "sword", "long bow"]),
        turn=2,
    )
    cast(fight, ("team", "arm", 1, on(fight, "a")))
    settle(fight)
    (arm,) = fight.state.arms
    assert stopped_by_arm(fight, number(fight, "bows"), 0, number(fight, "a"), 0)
    assert not stopped_by_arm(fight, number(fight, "a"), 0, number(fight, "bows"), 0)
    for turn, kept in ((3, 1), (7, 1), (8, 0)):
        fight.state.turn, fight.state.arms = turn, (arm,)
        fade_arms(fight)
        assert len(fight.state.arms) == kept
    fight.state.turn, fight.state.arms, piece(fight, "team").moved = 5, (arm,), 4
    fade_arms(fight)
    assert not fight.state.arms


@pytest.mark.rule("mis.spell.arm", "mis.spell.gaze", "mis.magic.combat")
@pytest.mark.parametrize("roll, dead", [(7, 1), (8, 0)])
def test_a_gaze_ends_the_arm_it_hits(roll: int, dead: int) -> None:
    fight = scene({**TEAM, "options": ["level 10"]}, THEIRS, north("b", (600, 700), figures=1, files=1), step=2)
    who = number(fight, "theirs"), number(fight, "b")
    fight.state.arms = (Arm(*who, 1, 4, ahead=-10_000, wide=25_000, deep=25_000),)
    cast(fight, ("team", "gaze", 1, on(fight, "b")))
    settle(fight, [roll, 9] if dead else [roll])
    assert not fight.state.arms and piece(fight, "b").figures == 1 - dead


# --- devices -------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.device.eye", "mis.device.eye-weak", "mis.device.eye-strong")
def test_eyes() -> None:
    fight = scene(south("a", (600, 500), eye="weak"), north("b", (600, 700)), step=4)
    assert list(device_options(fight, 0)) == ["eye 0"]
    load(fight, [9])
    losses = fire_devices(fight, (Shot(0, 1, (5,), eye=0),))
    assert losses == {1: 1} and fight.state.eyes[0].charges == 3 and not device_options(fight, 0)
    fight.state.turn = 5
    assert device_options(fight, 0)
    far = scene(south("a", (600, 300), eye="weak"), north("b", (600, 700)), step=4)
    assert not device_options(far, 0)
    strong = scene(south("a", (600, 500), eye="strong"), north("b", (600, 700)), step=4, dice=[8, 9, 9, 9])
    assert fire_devices(strong, (Shot(0, 1, (5,), eye=0),)) == {1: 3}


@pytest.mark.rule("mis.device.eye-melee", "mis.device.capture", "mis.device.eye-bearers")
def test_eyes_in_melee_and_captured() -> None:
    fight = scene(
        south("a", (600, 500), eye="weak"),
        north("b", (600, 500)),
        step=9,
        melee=[("a", "b")],
        answers=["eye 0", "b"],
    )
    assert use_in_melee(fight) and fight.state.shots[0].melee
    assert _without_devices(fight, 0, list(range(10))) == [0, 1, 2, 3, 4, 6, 7, 8, 9]
    gone(fight, 0, "surrenders", 1)
    assert (fight.state.eyes[0].side, fight.state.eyes[0].bearer) == (1, 1)


@pytest.mark.rule("mis.device.serudla-acid", "mis.scale.serudla-acid-save")
def test_acid() -> None:
    beasts = south("s", (600, 500), profile="serudla", figures=2, files=2, options=["heavy", "claws"])
    fight = scene(beasts, north("b", (600, 700)), step=4, dice=[17, 18])
    assert list(device_options(fight, 0)) == ["acid s 1", "acid s 2"] and piece(fight, "s").acid == (3, 3)
    assert fire_devices(fight, (Shot(0, 1, (0, 1), acid=True),)) == {1: 1}
    assert piece(fight, "s").acid == (2, 2) and not device_options(fight, 0)


# --- fliers --------------------------------------------------------------------------------------------------


@pytest.mark.rule("mis.situation.flying", "mis.add.flight")
@pytest.mark.parametrize(
    "start, acts, left",
    [(0, [("height", 50_000)], 250), (100, [("height", 175_000)], 175), (600, [("height", 400_000)], 300)],
)
def test_climbing_and_diving(start: int, acts: list[Any], left: int) -> None:
    fliers = south(
        "f",
        (600, 300),
        profile="hlaka",
        figures=4,
        files=2,
        options=["light", "sword", "skirmishers"],
        height=start,
    )
    fight = scene(fliers, north("b", (600, 1100)), step=5, mover="north")
    found = plan(fight, "f", *acts)
    assert isinstance(found, Course) and found.left == left * 1000
    assert refused(fight, "f", ("height", 625_000)) == "mis.situation.flying"


@pytest.mark.rule("mis.add.flight", "mis.command.radius", "mis.spell.grace")
@pytest.mark.parametrize(
    "start, more, acts, left",
    [
        (0, {"bound": True}, [25], 200 - 75),
        (0, {"effects": {"grace": 4}}, [25], 800 - 75),
        (50, {}, [0], 400 - 25 - 200),
        (0, {}, [25, 0, 25], 400 - 75 - 12.5 - 75),
    ],
)
def test_wings_lend_a_step_their_share_and_no_more(
    start: int, more: dict[str, Any], acts: list[int], left: float
) -> None:
    """400 mm in the air, 200 on the ground, however often they take off and land."""
    wings = {"profile": "hlaka", "figures": 4, "files": 2, "options": ["light", "sword", "skirmishers"]}
    fliers = south("f", (600, 300), height=start, **wings, **more)
    fight = scene(fliers, north("b", (600, 1100)), step=5, mover="north")
    found = plan(fight, "f", *(("height", height * 1000) for height in acts))
    assert isinstance(found, Course) and found.left == left * 1000


@pytest.mark.rule("mis.add.flight")
def test_whoever_has_flown_his_400_and_landed_takes_off_for_nothing_more() -> None:
    wings = {"profile": "hlaka", "figures": 4, "files": 2, "options": ["light", "sword", "skirmishers"]}
    fight = scene(south("f", (600, 300), height=25, **wings), north("b", (600, 1100)), step=5, mover="north")
    acts = go(600, 687.5), ("height", 0)
    found = plan(fight, "f", *acts)
    assert isinstance(found, Course) and found.left == 0
    assert refused(fight, "f", *acts, ("height", 25_000)) == "mis.turn.sequence"


@pytest.mark.rule("mis.add.flight", "mis.situation.flying")
def test_fliers_pass_over_everything_and_meet_only_their_own_height() -> None:
    fliers = south(
        "f", (600, 300), profile="hlaka", figures=4, files=2, options=["light", "sword", "skirmishers"], height=100
    )
    pond = [{"kind": "pond", "at": [600, 450], "size": 200}]
    fight = scene(fliers, north("b", (600, 500), figures=10), terrain=pond, step=5, mover="north")
    order(fight, "f", go(600, 650))
    assert piece(fight, "f").y == 650_000 and not fight.state.melees and not piece(fight, "f").disorganized
    low = scene({**fliers, "height": 25}, north("b", (600, 500), figures=10), step=5, mover="north")
    order(low, "f", go(600, 600))
    assert piece(low, "f").y == pytest.approx(450_000, abs=100)
    assert gives_way(low, 0, 1, piece(low, "b")) and not gives_way(fight, 0, 1, piece(fight, "b"))
