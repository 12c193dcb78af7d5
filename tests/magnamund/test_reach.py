"""Where a piece can come to, and how it walks there, agree with each other on any board."""

from __future__ import annotations

import heapq

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.steps import Mover, Walk, path_to

from .marching import field, forbidden, mover
from .scene import Square, board, unit

LETTERS = "FLRnesw"
TERRAINS = ["."] * 8 + list("brtmw")
FEATURES = ["low_wall", "fence", "hedge", "high_wall", "large_door", "window"]


@st.composite
def strolls(draw: st.DrawFn) -> Fight:
    """One of our pieces, one or two squares long, on broken ground among friends and enemies."""
    width, height = draw(st.integers(3, 6)), draw(st.integers(3, 6))
    sheet = draw(st.sampled_from(["human", "cavalry"]))
    facing = draw(st.sampled_from("NESW"))
    front = draw(st.tuples(st.integers(2, width - 1), st.integers(2, height - 1)))
    behind = {"N": (0, -1), "E": (-1, 0), "S": (0, 1), "W": (1, 0)}[facing]
    own = {front, (front[0] + behind[0], front[1] + behind[1])}
    cells = [(x, y) for x in range(1, width + 1) for y in range(1, height + 1) if (x, y) not in own]
    ground = {square: draw(st.sampled_from(TERRAINS)) for square in cells}
    dry = [square for square in cells if ground[square] != "w"]
    others = draw(st.lists(st.sampled_from(dry), unique=True, max_size=4)) if dry else list[Square]()
    friends, enemies = others[1:], others[:1]
    runs = [
        (draw(st.sampled_from(FEATURES)), draw(st.sampled_from("NE")), [draw(st.sampled_from(cells))])
        for _ in range(draw(st.integers(0, 4)))
    ]
    once = {(side, squares[0]): (feature, side, squares) for feature, side, squares in runs}
    rows = ["".join(ground.get((x, y), ".") for x in range(1, width + 1)) for y in range(height, 0, -1)]
    pieces = [
        unit("ours", [front], sheet=sheet, facing=facing, weapons=["lance" if sheet == "cavalry" else "sword"])
    ]
    pieces += [unit("friends", friends)] if friends else []
    pieces += [unit("giaks", enemies, side="theirs")] if enemies else []
    return field(*pieces, on=board(rows=rows, edges=list(once.values())))


def walked(mover: Mover) -> dict[int, int]:
    """Every place and its price, found by trying all paths on foot, the cheapest first."""
    start = mover.square * 4 + mover.facing
    best, waiting = {start: 0}, [(0, start, "")]
    while waiting:
        cost, place, path = heapq.heappop(waiting)
        if cost > best[place]:
            continue
        for letter in LETTERS:
            step = mover.walk(path + letter)
            if isinstance(step, Walk):
                to = step.square * 4 + step.facing
                if to not in best or step.cost < best[to]:
                    best[to] = step.cost
                    heapq.heappush(waiting, (step.cost, to, path + letter))
    return best


@pytest.mark.rule("mag.move.cost", "mag.move.engage", "mag.move.turn_long", "mag.move.long_step")
@settings(max_examples=150, deadline=None)
@given(strolls())
def test_every_place_in_reach_can_be_walked_to_for_its_price_and_no_place_more_cheaply(fight: Fight) -> None:
    piece = mover(fight, "ours-1")
    reached = piece.reach()
    for place, (cost, _, _) in reached.items():
        walk = piece.walk(path_to(reached, place))
        assert isinstance(walk, Walk), walk
        assert (walk.square * 4 + walk.facing, walk.cost) == (place, cost)
        assert cost <= piece.points
    assert {place: cost for place, (cost, _, _) in reached.items()} == walked(piece)


@settings(max_examples=150, deadline=None)
@given(strolls(), st.lists(st.text(LETTERS, max_size=9), max_size=20))
def test_no_random_path_leads_out_of_reach_or_comes_cheaper(fight: Fight, paths: list[str]) -> None:
    piece = mover(fight, "ours-1")
    reached = piece.reach()
    for path in paths:
        walk = piece.walk(path)
        if isinstance(walk, Walk):
            assert reached[walk.square * 4 + walk.facing][0] <= walk.cost


@settings(max_examples=60, deadline=None)
@given(strolls(), st.text(LETTERS, max_size=9))
def test_an_order_is_lawful_exactly_when_its_path_can_be_walked(fight: Fight, path: str) -> None:
    piece = mover(fight, "ours-1")
    if piece.in_contact(piece.square, piece.facing):
        return
    walk = piece.walk(path)
    refused = forbidden(fight, "ours", {"ours-1": path})
    assert refused == ("" if isinstance(walk, Walk) else walk.rule)
