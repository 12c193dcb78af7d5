"""The four encounters: set-up, special rules, and who wins."""

from __future__ import annotations

import pytest

from warhost.engine.event import Event
from warhost.rulebooks.magnamund.events import Ended, LeftBoard
from warhost.rulebooks.magnamund.pieces import remove, touching
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.victory import points

from .opening import Stand, block, moment, opening, unit_entry
from .scene import asks, book, happened, number, piece, play, refusal

FARM, ROAD, BRIDGE, STAND = "mill_farm", "forest_road", "gourgaz_bridge", "princes_stand"
LAST = {FARM: 10, ROAD: 12, BRIDGE: 10, STAND: 12}
FAR_NORTH: Stand = (1, 24, "S")


def after_the_last_turn(encounter: str, stands: dict[str, Stand]) -> Event:
    """How the encounter ends if these pieces stand so when the last morale phase is over."""
    fight = moment(encounter, stands, phase="morale", turn=LAST[encounter])
    for unit in fight.state.units:
        unit.tested = True
    (ended,) = happened(play(fight), Ended)
    assert ended.rule == f"mag.encounter.{encounter}"
    return ended  # type: ignore[no-any-return]


def winner_of(encounter: str, stands: dict[str, Stand]) -> str:
    ended = after_the_last_turn(encounter, stands)
    assert isinstance(ended, Ended)
    return "" if ended.winner is None else opening(encounter).setting.sides[ended.winner].id


def outcome(fight: Fight) -> str | None:
    if fight.state.outcome is None:
        return None
    return "" if fight.state.outcome.winner < 0 else fight.setting.sides[fight.state.outcome.winner].id


def lose(fight: Fight, *names: str) -> None:
    for name in names:
        remove(fight, number(fight, name), "slain")


def headcount(encounter: str) -> list[tuple[int, int]]:
    """Soldiers and characters of each side."""
    setting = opening(encounter).setting
    soldiers = [sum(f.force == side and not f.individual for f in setting.figures) for side in (0, 1)]
    heroes = [sum(f.force == side and f.individual for f in setting.figures) for side in (0, 1)]
    return list(zip(soldiers, heroes, strict=True))


@pytest.mark.rule("mag.encounter.mill_farm", "mag.encounter.princes_stand")
def test_the_strength_of_both_sides_and_the_size_of_the_board() -> None:
    assert headcount(FARM) == [(14, 0), (19, 0)]
    assert headcount(STAND) == [(35, 2), (62, 1)]
    sizes = {name: (board.width, board.height) for name in LAST if (board := opening(name).setting.board)}
    assert sizes == {FARM: (18, 24), ROAD: (30, 22), BRIDGE: (24, 28), STAND: (34, 30)}
    assert {name: opening(name).setting.encounter.turn_limit for name in LAST} == LAST


# The Mill Farm


@pytest.mark.rule("mag.encounter.mill_farm")
def test_the_side_with_more_pieces_in_the_farmhouse_wins() -> None:
    men, giaks = block("spearmen", 3, 8, 12, "N"), block("swordsmen", 2, 8, 14, "S")
    assert winner_of(FARM, men | giaks) == "sommerlund"
    assert winner_of(FARM, block("spearmen", 1, 8, 12, "N") | giaks) == "darklords"
    outside = block("spearmen", 1, 8, 12, "N") | block("longbowmen", 3, 8, 11, "N")
    assert winner_of(FARM, outside | giaks) == "darklords"  # before the door is not in the house


@pytest.mark.rule("mag.encounter.mill_farm", "mag.setup.victory")
def test_with_equal_numbers_in_the_house_the_larger_share_removed_decides() -> None:
    men = block("spearmen", 8, 5, 1, "N", 8) | block("longbowmen", 6, 5, 3, "N", 6)  # nobody lost
    all_giaks = block("swordsmen", 12, 4, 23, "S", 12) | block("archers", 7, 5, 20, "S", 7)
    two_lost = {name: at for name, at in all_giaks.items() if name not in ("archers-6", "archers-7")}
    assert winner_of(FARM, men | all_giaks) == ""
    assert winner_of(FARM, men | two_lost) == "sommerlund"
    # Two of nineteen Giaks are a smaller share than two of fourteen men.
    fewer = {name: at for name, at in men.items() if name not in ("spearmen-7", "spearmen-8")}
    assert winner_of(FARM, fewer | two_lost) == "darklords"


@pytest.mark.rule("mag.encounter.mill_farm", "mag.setup.victory")
def test_a_side_with_nothing_left_on_the_board_loses_at_once() -> None:
    fight = moment(FARM, {"spearmen-1": (5, 5, "N"), "archers-1": (5, 20, "S"), "archers-2": (6, 20, "S")}, turn=3)
    lose(fight, "archers-1")
    assert outcome(fight) is None
    lose(fight, "archers-2")
    assert outcome(fight) == "sommerlund"


@pytest.mark.rule("mag.encounter.mill_farm")
def test_nobody_may_hide_and_a_leader_is_marked_in_the_encounters_with_soldiers_to_lead() -> None:
    for name in (FARM, STAND, BRIDGE):
        assert not any(group.entry.may_hide for group in opening(name).setting.groups)
    fight = opening(FARM)
    fight.state.phase = "leaders"
    assert asks(fight).what == "leader"


# The Forest Road


@pytest.mark.rule("mag.encounter.forest_road")
def test_lone_wolf_leaves_over_the_east_edge_with_his_last_point_and_wins() -> None:
    fight = moment(ROAD, {"lone_wolf": (30, 11, "E"), "wolfriders-1": (10, 11, "E")})
    piece(fight, "lone_wolf").paid = 9  # of ten
    events = play(fight, answers=["lone_wolf", {"lone_wolf": "X"}])
    assert happened(events, LeftBoard) == [LeftBoard("mag.morale.off_board", "lone_wolf", (30, 11), safe=True)]
    assert happened(events, Ended)[0].winner == 0
    assert outcome(fight) == "sommerlund"


@pytest.mark.rule("mag.encounter.forest_road")
def test_he_leaves_only_by_a_straight_step_east_that_he_can_pay_and_with_no_enemy_next_to_him() -> None:
    def way_out(path: str, stand: Stand = (30, 11, "E"), giak: Stand = (10, 11, "E"), paid: int = 0) -> str:
        fight = moment(ROAD, {"lone_wolf": stand, "rangers-1": (2, 11, "E"), "archers_south-1": giak})
        piece(fight, "lone_wolf").paid = paid
        return refusal(fight, {"lone_wolf": path}, answers=["lone_wolf"])

    assert way_out("X") == ""
    assert way_out("X", paid=10) == "mag.move.points"
    assert way_out("FX", stand=(29, 11, "E")) == ""
    assert way_out("X", stand=(29, 11, "E")) == "mag.morale.off_board"
    assert way_out("F") == "mag.morale.off_board"
    assert way_out("X", stand=(30, 22, "N")) == "mag.morale.off_board"
    assert way_out("eX", stand=(30, 22, "N")) == ""
    assert way_out("X", stand=(1, 11, "W")) == "mag.morale.off_board"
    assert way_out("XF") == "mag.morale.off_board"
    assert way_out("FFX", stand=(28, 11, "E"), giak=(30, 12, "S")) == "mag.move.engage"
    locked = moment(ROAD, {"lone_wolf": (30, 11, "E"), "rangers-1": (2, 11, "E"), "archers_south-1": (30, 12, "S")})
    assert refusal(locked, "lone_wolf") == "mag.turn.phase2"


@pytest.mark.rule("mag.encounter.forest_road")
def test_rangers_who_leave_are_safe_and_the_battle_goes_on_but_giaks_have_no_way_out() -> None:
    fight = moment(ROAD, {"lone_wolf": (5, 11, "E"), "rangers-1": (30, 11, "E"), "wolfriders-1": (30, 5, "E")})
    play(fight, answers=["rangers", {"rangers-1": "X"}])
    assert (piece(fight, "rangers-1").fate, outcome(fight)) == ("left", None)
    assert fight.setting.number["rangers-1"] not in fight.state.occupied
    fight.state.half = 1
    assert refusal(fight, {"wolfriders-1": "X"}, answers=["wolfriders"]) == "mag.morale.off_board"


@pytest.mark.rule("mag.encounter.forest_road")
def test_the_darklords_win_when_lone_wolf_is_dead_or_still_there_after_turn_12() -> None:
    fight = moment(ROAD, {"lone_wolf": (5, 11, "E"), "rangers-1": (6, 11, "E"), "wolfriders-1": (25, 5, "W")})
    lose(fight, "rangers-1")
    assert outcome(fight) is None
    lose(fight, "lone_wolf")
    assert outcome(fight) == "darklords"
    assert winner_of(ROAD, {"lone_wolf": (30, 11, "E"), "rangers-1": (1, 1, "E")}) == "darklords"


@pytest.mark.rule("mag.encounter.forest_road")
def test_lone_wolf_brings_one_discipline_and_two_giak_units_may_hide() -> None:
    fight = opening(ROAD)
    fight.state.phase = "skills"
    assert refusal(fight, ["tracking", "hunting"]) == "mag.kai.progression"
    assert refusal(fight, ["sixth_sense"]) == ""
    hiders = [group.id for group in fight.setting.groups if group.entry.may_hide]
    assert hiders == ["spearmen_north", "archers_south"]
    assert fight.setting.encounter.hide_on == ("trees",)


# The Beast at the Bridge


@pytest.mark.rule("mag.encounter.gourgaz_bridge")
def test_a_giak_cannot_enter_the_water_but_a_gourgaz_wades_across() -> None:
    giak = moment(BRIDGE, {"spearmen-1": (8, 16, "S"), "halberdiers-1": (1, 1, "N")}, active=1)
    assert refusal(giak, {"spearmen-1": "F"}, answers=["spearmen"]) == "mag.terrain.impassable"
    beast = moment(BRIDGE, {"gourgaz": (8, 17, "S"), "halberdiers-1": (1, 1, "N")}, active=1)
    assert refusal(beast, {"gourgaz": "FFF"}, answers=["gourgaz"]) == ""  # the bank 1, the water 3 and 3
    wading = moment(BRIDGE, {"gourgaz": (8, 14, "S"), "halberdiers-1": (1, 1, "N")}, active=1)
    assert refusal(wading, {"gourgaz": "FF"}, answers=["gourgaz"]) == ""  # out over the bank


@pytest.mark.rule("mag.encounter.gourgaz_bridge", "mag.move.levels")
def test_the_gourgaz_leaves_the_water_only_over_a_bank() -> None:
    fight = moment(BRIDGE, {"gourgaz": (14, 14, "W"), "halberdiers-1": (1, 1, "N")}, active=1)
    assert refusal(fight, {"gourgaz": "F"}, answers=["gourgaz"]) == "mag.move.levels"  # the planks lie a level up
    assert refusal(fight, {"gourgaz": "L"}, answers=["gourgaz"]) == "mag.move.levels"


@pytest.mark.rule("mag.encounter.gourgaz_bridge", "mag.move.levels")
def test_the_gourgaz_in_the_water_touches_those_on_the_bridge_and_on_the_bank() -> None:
    for x, y in ((13, 14), (13, 13), (14, 13), (15, 13)):
        fight = moment(BRIDGE, {"gourgaz": (14, 14, "W"), "halberdiers-1": (x, y, "N")})
        assert touching(fight, number(fight, "gourgaz")) == [number(fight, "halberdiers-1")]
        assert fight.setting.board.levels[fight.setting.board.square(x, y)] > -2  # who stands higher


@pytest.mark.rule("mag.encounter.gourgaz_bridge")
def test_the_gourgaz_must_lie_wholly_south_of_the_river_or_eight_giaks_stand_there() -> None:
    man: dict[str, Stand] = {"halberdiers-1": (1, 1, "N")}
    seven, eight = block("spearmen", 7, 12, 10, "S"), block("spearmen", 8, 12, 10, "S")
    half_over: dict[str, Stand] = {"gourgaz": (9, 12, "S")}  # on (9, 12) and (9, 13)
    assert winner_of(BRIDGE, man | half_over | seven) == "sommerlund"
    assert winner_of(BRIDGE, man | {"gourgaz": (9, 11, "S")}) == "darklords"
    assert winner_of(BRIDGE, man | half_over | eight) == "darklords"
    mixed = block("spearmen", 4, 12, 10, "S") | block("archers", 4, 12, 8, "S")
    assert winner_of(BRIDGE, man | mixed) == "darklords"
    assert winner_of(BRIDGE, man | {"gourgaz": (9, 20, "S")}) == "sommerlund"


@pytest.mark.rule("mag.encounter.gourgaz_bridge")
def test_sommerlund_wins_at_once_when_the_gourgaz_is_dead_and_fewer_than_eight_giaks_remain() -> None:
    giaks = block("spearmen", 8, 8, 22, "S")
    fight = moment(BRIDGE, {"halberdiers-1": (1, 1, "N"), "gourgaz": (9, 25, "S"), **giaks})
    lose(fight, "gourgaz")
    assert outcome(fight) is None  # eight are left
    lose(fight, "spearmen-1")
    assert outcome(fight) == "sommerlund"
    alive = moment(BRIDGE, {"halberdiers-1": (1, 1, "N"), "gourgaz": (9, 25, "S"), "archers-1": (9, 20, "S")})
    lose(alive, "archers-1")
    assert outcome(alive) is None  # the beast alone fights on


@pytest.mark.rule("mag.encounter.gourgaz_bridge")
def test_the_darklords_win_at_once_when_sommerlund_has_nobody_left() -> None:
    fight = moment(BRIDGE, {"halberdiers-1": (1, 1, "N"), "gourgaz": (9, 25, "S")})
    lose(fight, "halberdiers-1")
    assert outcome(fight) == "darklords"


@pytest.mark.rule("mag.encounter.gourgaz_bridge")
def test_sight_runs_over_the_planks_and_the_gourgaz_leads() -> None:
    fight = opening(BRIDGE)
    square, sees = fight.setting.board.square, fight.setting.land.sees
    assert sees(square(12, 5), square(12, 22))
    fight.state.phase = "leaders"
    play(fight, answers=["halberdiers-1"])
    assert fight.setting.name(fight.state.leaders[1]) == "gourgaz"


# The Prince's Stand


@pytest.mark.rule("mag.encounter.princes_stand")
def test_five_points_against_five_are_a_draw() -> None:
    """Sommerlund holds the hill and has destroyed two units; the Darklords hold the farm and killed Pelathar."""
    ours = block("pikemen", 2, 14, 13, "N") | {"swordsmen-1": (20, 5, "N"), "longbowmen-1": (21, 5, "N")}
    ours |= {"knights-1": (25, 5, "N"), "lone_wolf": (6, 6, "N")}
    theirs = block("halberdiers", 2, 5, 13, "S") | {"archers-1": (10, 27, "S"), "wolfriders-1": (27, 27, "S")}
    theirs |= {"kootak": (6, 27, "S")}
    assert winner_of(STAND, ours | theirs) == ""
    fight = moment(STAND, ours | theirs)
    (verdict,) = fight.setting.encounter.victory.at_end
    scores = verdict.scores  # type: ignore[union-attr]
    assert [points(fight.setting, fight.state, scores, side) for side in (0, 1)] == [5, 5]
    assert winner_of(STAND, {n: at for n, at in (ours | theirs).items() if n != "archers-1"}) == "sommerlund"
    assert winner_of(STAND, {n: at for n, at in (ours | theirs).items() if n != "lone_wolf"}) == "darklords"
    assert winner_of(STAND, {n: at for n, at in (ours | theirs).items() if n != "kootak"}) == "sommerlund"


@pytest.mark.rule("mag.encounter.princes_stand")
def test_equal_numbers_hold_nothing_and_a_rider_must_be_wholly_on_the_hill() -> None:
    fight = moment(STAND, {"pikemen-1": (14, 13, "N"), "halberdiers-1": (19, 15, "S"), "knights-1": (15, 13, "N")})
    (verdict,) = fight.setting.encounter.victory.at_end
    hill = (verdict.scores[0],)  # type: ignore[union-attr]
    assert [points(fight.setting, fight.state, hill, side) for side in (0, 1)] == [0, 0]
    fight = moment(STAND, {"pikemen-1": (14, 13, "N"), "halberdiers-1": (19, 15, "S"), "knights-1": (15, 14, "N")})
    assert [points(fight.setting, fight.state, hill, side) for side in (0, 1)] == [3, 0]


@pytest.mark.rule("mag.encounter.princes_stand")
def test_a_side_without_a_unit_loses_at_once_though_its_heroes_live() -> None:
    fight = moment(STAND, {"lone_wolf": (5, 5, "N"), "pikemen-1": (9, 5, "N"), "axemen-1": (9, 25, "S")})
    lose(fight, "pikemen-1")
    assert outcome(fight) == "darklords"


@pytest.mark.rule("mag.encounter.princes_stand")
def test_lone_wolf_brings_two_disciplines_to_the_princes_stand() -> None:
    fight = opening(STAND)
    fight.state.phase = "skills"
    assert refusal(fight, ["tracking", "hunting"]) == ""
    assert refusal(fight, ["tracking"]) == "mag.kai.progression"


# What the data says, seen in play


@pytest.mark.rule(
    "mag.encounter.mill_farm", "mag.encounter.forest_road", "mag.encounter.gourgaz_bridge",
    "mag.encounter.princes_stand",
)  # fmt: skip
def test_units_carry_what_the_encounters_list() -> None:
    longbowmen, knights = unit_entry(opening(FARM), "longbowmen"), unit_entry(opening(STAND), "knights")
    assert (longbowmen.count, longbowmen.armour, longbowmen.shield, longbowmen.weapons) == (
        6, "leather", False, ("longbow", "sword"),
    )  # fmt: skip
    assert (knights.count, knights.training, knights.armour, knights.shield) == (5, "veteran", "plate", True)
    rangers, axemen = unit_entry(opening(ROAD), "rangers"), unit_entry(opening(BRIDGE), "axemen")
    assert (rangers.count, rangers.training) == (6, "veteran")
    assert (axemen.count, axemen.training, axemen.shield) == (8, "poor", True)
    assert book().library.encounters[ROAD].origin == "authored"
