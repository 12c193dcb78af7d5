"""Before a siege begins, its length, and where those flee who have had enough."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.events.course import FirstToPlace, FirstTurn
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.library import table_of
from warhost.rulebooks.threeplains.opening.deployment import Deploy, choose_first_to_place, deploy_one
from warhost.rulebooks.threeplains.opening.setup import choose_first_turn, choose_sides
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.buying import ENOUGH
from warhost.rulebooks.threeplains.siege.opening import strips, wild_ground
from warhost.rulebooks.threeplains.siege.works import BESIEGERS
from warhost.rulebooks.threeplains.turn import LAST_CLOCK

from .scenarios import book, mission
from .scene import foot, number, piece, script, told, unit
from .strongholds import siege


def with_tiles(fight: Fight) -> Fight:
    fight.setting.table = replace(fight.setting.table, tiles=book().library.tiles)
    return fight


def before() -> Fight:
    fight = with_tiles(siege(unit("orcs", (25, 40)), unit("guard", (25, 5), side=1)))
    for name in ("orcs", "guard"):
        piece(fight, name).fate = "waiting"
    fight.state.clock, fight.state.phase = 0, "sides"
    return fight


@pytest.mark.rule("tp.siege.setup.fortress")
def test_the_fortress_stands_on_the_table_before_anything_else() -> None:
    found = mission("siege", army="herlanceia")
    table = table_of(found, 1000, book().library.tiles)
    names = [feature.name for feature in table.features]
    assert names[:5] == ["moat before gate 5", "straight wall 1", "straight wall 2", "tower 3", "straight wall 4"]
    assert names[5:10] == ["gate 5", "straight wall 6", "tower 7", "straight wall 8", "straight wall 9"]
    assert names[10:14] == ["fortress ladder of straight wall 2", "arrow-loop of straight wall 2",
                            "arrow-loop 1 of tower 3", "arrow-loop 2 of tower 3"]  # fmt: skip
    assert len(set(names)) == len(names) == 30
    assert (table.width, table.depth) == (inches(50), inches(48))
    zones = [part.zone[0] for part in found.part]
    assert (zones[0].y, zones[1].y) == ((34, 48), (0, 12))  # 18 inches before the towers, and behind them


@pytest.mark.rule("tp.siege.setup.terrain")
def test_five_tiles_fill_a_zone_fifty_inches_wide_and_rivers_are_drawn_again() -> None:
    fight = before()
    assert len(strips(fight)) == 5
    deck = [tile for tile in book().library.tiles for _ in range(tile.count)]
    wet = next(at for at, tile in enumerate(deck) if tile.course) + 1
    dry = next(at for at, tile in enumerate(deck) if not tile.course) + 1
    works = len(fight.state.terrain)
    with script(fight, dice=[wet, dry, 1] + [dry, 1] * 4):
        assert wild_ground(fight)
    assert not wild_ground(fight)  # once
    dealt = fight.state.terrain[works:]
    assert all(y >= inches(34) for feature in dealt for _, y in feature.points)
    assert fight.state.zones == (1, 0)


@pytest.mark.rule("tp.siege.deploy")
def test_the_defenders_place_the_first_piece() -> None:
    fight = before()
    fight.state.phase = "deployment"
    assert choose_first_to_place(fight)
    assert told(fight, FirstToPlace)[0].rule == "tp.siege.deploy" and fight.state.active == 1


@pytest.mark.rule("tp.siege.turns")
def test_the_besiegers_take_the_first_of_sixteen_turns_and_the_defenders_the_last() -> None:
    fight = before()
    choose_first_turn(fight)
    assert fight.state.first == 0 and told(fight, FirstTurn)[0].rule == "tp.siege.turns"
    last = fight.state.first if LAST_CLOCK % 2 else 1 - fight.state.first
    assert LAST_CLOCK == 16 and last == 1


@pytest.mark.rule("tp.siege.flee")
@pytest.mark.parametrize(("name", "heading"), [("orcs", 0), ("guard", 18000)])
def test_whoever_flees_runs_for_his_own_edge(name: str, heading: int) -> None:
    """An enemy stands beside each, from whom they would run sideways in a pitched battle."""
    fight = siege(
        unit("orcs", (10, 30), facing=180, models=10), unit("guard", (40, 8), side=1, models=10),
        unit("raiders", (46, 8), models=5, files=5), unit("sally", (4, 30), side=1, models=5, files=5),
    )  # fmt: skip
    with script(fight, dice=[1, 2]):
        flee(fight, number(fight, name), "tp.check.break")
    assert piece(fight, name).flight_heading == heading
    assert piece(fight, name).flight_run == inches(3)


def test_sides_are_not_chosen_in_a_siege() -> None:
    fight = before()
    deck = [tile for tile in book().library.tiles for _ in range(tile.count)]
    dry = next(at for at, tile in enumerate(deck) if not tile.course) + 1
    with script(fight, dice=[dry, 1] * 5):
        assert choose_sides(fight)
    choose_sides(fight)
    assert fight.state.phase == "magic"


@pytest.mark.rule("tp.siege.scouting")
@pytest.mark.parametrize(("side", "inside", "outside"), [(0, (25, 40), (25, 25)), (1, (25, 10), (25, 20))])
def test_scouts_are_set_up_like_all_others_and_within_their_zone(
    side: int, inside: tuple[int, int], outside: tuple[int, int]
) -> None:
    scouts = unit("scouts", (25, 5), side=side, models=5, files=5, figure=foot(traits=("scouting",)))
    fight = siege(scouts, unit("others", (25, 5), side=1 - side))
    for name in ("scouts", "others"):
        piece(fight, name).fate = "waiting"
    fight.state.clock, fight.state.phase, fight.state.active, fight.state.todo = 0, "deployment", side, (side,)
    facing = 18000 if side == 0 else 0
    question = Deploy(fight, number(fight, "scouts"))
    wrong = {"at": [inches(outside[0]), inches(outside[1])], "facing": facing, "files": 5}
    assert question.refuse(wrong) is not None
    order = {"at": [inches(inside[0]), inches(inside[1])], "facing": facing, "files": 5}
    bought = [ENOUGH] if side == BESIEGERS else []
    with script(fight, answers=[order, *bought]):  # nobody asks whether they are held back
        assert deploy_one(fight)
    assert piece(fight, "scouts").standing and not piece(fight, "scouts").scouts
