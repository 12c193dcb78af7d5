"""What is looked up, or looked for no longer than needed, is what working it out in full would give."""

from __future__ import annotations

from random import Random

import pytest

from warhost.engine.battle import Battle
from warhost.engine.field.line import line
from warhost.engine.game import Game
from warhost.engine.oracle import Scripted
from warhost.engine.rulebook import rulebook
from warhost.players.random import RandomPlayer
from warhost.rulebooks.magnamund import land as lands
from warhost.rulebooks.magnamund.aiming import arc_from, has_shot, may_not_shoot, rank, ready_weapons, targets_of
from warhost.rulebooks.magnamund.orders import Distances, bodies, coherent
from warhost.rulebooks.magnamund.pieces import in_unit, members, squares_of, threatened
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.state import NOBODY, NOWHERE
from warhost.rulebooks.magnamund.steps import Mover, Walk

ENCOUNTERS = ("mill_farm", "gourgaz_bridge")


def under_way(encounter: str, turn: int) -> Fight:
    """A battle of random players, stopped in its n-th turn."""
    book = rulebook("magnamund")
    game = Game(book, book.setup(encounter, {}), "looked up")
    game.play([RandomPlayer("a"), RandomPlayer("b")], until=lambda game: game.checkpoint.turn >= turn)
    return Battle(game.setting, game.checkpoint, Scripted())


def there(fight: Fight) -> list[int]:
    return [number for number, piece in enumerate(fight.state.pieces) if piece.present]


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_a_lane_is_the_line_both_ways_and_there_is_none_without_sight(encounter: str) -> None:
    setting, chance = under_way(encounter, 1).setting, Random(1)
    board, land, seen = setting.board, setting.land, 0
    for _ in range(400):
        a, b = chance.randrange(board.size), chance.randrange(board.size)
        lane = land.lanes[a * board.size + b]
        assert lane == land.lanes[b * board.size + a]
        assert (lane is not None) == land.sees(a, b)
        if lane is not None:
            assert sorted(lane) == sorted(line(board, a, b).squares) == sorted(line(board, b, a).squares)
            seen += 1
    assert 0 < seen < 400


def test_forgotten_lanes_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    land = under_way("mill_farm", 1).setting.land
    keys = range(5, 60, 3)
    before = [land.lanes[key] for key in keys]
    monkeypatch.setattr(lands, "LANES_KEPT", 4)
    land.lanes.clear()
    assert [land.lanes[key] for key in keys] == before
    assert len(land.lanes) <= 5


@pytest.mark.rule("mag.fire.arc")
def test_the_arc_holds_just_what_lies_ahead_within_45_degrees() -> None:
    setting = under_way("mill_farm", 1).setting
    board = setting.board
    for origin in (0, board.width - 1, board.size // 2, board.size - 1):
        for facing in range(4):
            places = {to: board.relative(origin, to, facing) for to in range(board.size)}
            ahead = {to for to, (aside, forward) in places.items() if forward >= max(1, abs(aside))}
            assert setting.land.arc(origin, facing) == ahead


@pytest.mark.rule("mag.fire.ranks", "mag.fire.arc_ranks")
@pytest.mark.parametrize("turn", range(2, 6))
def test_rank_and_head_of_every_file(turn: int) -> None:
    fight = under_way("gourgaz_bridge", turn)
    board, pieces = fight.setting.board, fight.state.pieces
    for number in there(fight):
        unit, here = in_unit(fight, number), pieces[number]
        others = members(fight, unit) if unit != NOBODY else []
        places = {n: board.relative(here.square, pieces[n].square, here.facing) for n in others}
        file = {n: ahead for n, (aside, ahead) in places.items() if aside == 0 and ahead > 0}
        assert rank(fight, number) == 1 + len(file)
        head = max(file, key=file.__getitem__) if file else number
        assert arc_from(fight, number) == pieces[head].square


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_who_has_a_shot_has_a_target_and_may_shoot(encounter: str) -> None:
    found = set()
    for turn in range(2, 8):
        fight = under_way(encounter, turn)
        for number in there(fight):
            aims = any(targets_of(fight, number, weapon) for weapon in ready_weapons(fight, number))
            may = may_not_shoot(fight, number) is None
            assert has_shot(fight, number) == (aims and may)
            found.add((aims, may))
    assert {(True, True), (False, True)} <= found


@pytest.mark.rule("mag.unit.coherency", "mag.unit.alt_coherency")
@pytest.mark.parametrize("coherency", ["strict", "open order"])
def test_a_unit_hangs_together_if_it_is_one_body(coherency: str) -> None:
    book, chance, found = rulebook("magnamund"), Random(2), set()
    setting = book.setting(book.setup("gourgaz_bridge", {"coherency": coherency}))
    fight: Fight = Battle(setting, book.begin(setting), Scripted())
    riders = next(figure.number for figure in setting.figures if figure.deep == 2)
    for _ in range(300):
        corner = [setting.board.square(1 + chance.randrange(6), 2 + chance.randrange(5)) for _ in range(7)]
        squares = [setting.squares(riders if n < 2 else 0, square, 0) for n, square in enumerate(corner)]
        found.add(coherent(fight, squares))
        assert coherent(fight, squares) == (len(bodies(fight, squares)) <= 1)
    assert found == {True, False}
    assert coherent(fight, [])


def test_looking_for_a_place_stops_at_the_cheapest_that_will_do() -> None:
    fight = under_way("mill_farm", 3)
    chance, shorter = Random(3), 0
    for number in there(fight):
        mover = Mover(fight, number, fight.state.occupied, threatened(fight, fight.state.pieces[number].side))
        everywhere = mover.reach()
        goal = list(everywhere)[chance.randrange(len(everywhere))]
        found = mover.reach(lambda place, goal=goal: place == goal)  # type: ignore[misc]
        assert found[goal] == everywhere[goal]
        shorter += len(found) < len(everywhere)
    assert shorter


def test_going_far_goes_as_far_as_there_is_no_refusal() -> None:
    fight, chance = under_way("gourgaz_bridge", 3), Random(4)
    for number in there(fight):
        mover = Mover(fight, number, fight.state.occupied, threatened(fight, fight.state.pieces[number].side))
        path = "".join(chance.choice("FFFLRnesw") for _ in range(9))
        walk, gone = mover.far(path)
        assert mover.walk(gone) == walk
        assert gone == path or not isinstance(mover.walk(path[: len(gone) + 1]), Walk)


def test_distances_are_counted_to_the_nearest() -> None:
    board = under_way("mill_farm", 1).setting.board
    away = Distances(board, [board.square(3, 3), board.square(10, 5)])
    assert [away[board.square(x, 3)] for x in range(1, 12)] == [2, 1, 0, 1, 2, 3, 3, 2, 2, 2, 2]


def test_a_piece_fills_its_squares_and_none_when_it_is_nowhere() -> None:
    setting = under_way("gourgaz_bridge", 1).setting
    for figure in setting.figures:
        for square in range(setting.board.size):
            for facing in range(4):
                rear = setting.board.steps[square][(2 * facing + 4) % 8]
                wanted = (square,) if figure.deep == 1 else (square, rear) if rear >= 0 else ()
                assert setting.squares(figure.number, square, facing) == wanted
        assert setting.squares(figure.number, NOWHERE, 2) == (NOWHERE,)


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_who_is_threatened_touches_an_enemy(encounter: str) -> None:
    fight = under_way(encounter, 4)
    for side in (0, 1):
        enemies = [n for n, p in enumerate(fight.state.pieces) if p.side != side and p.fighting]
        held = {square for number in enemies for square in squares_of(fight, number)}
        contact = fight.setting.land.contact
        touched = {square for square in range(fight.setting.board.size) if not held.isdisjoint(contact[square])}
        assert threatened(fight, side) == touched
