"""The arc of fire, firing in ranks, and pieces in the way."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.aiming import rank
from warhost.rulebooks.magnamund.events import Slain
from warhost.rulebooks.magnamund.setting import Fight

from .gunnery import barred, shot, targets
from .scene import Square, asks, board, happened, hero, number, play, refusal, scene, standing, unit

BOW = ["longbow", "sword"]
GIAK_BOW = ["short_bow", "sword"]

ARCS = [
    ((5, 1), "N", (5, 6), ""),
    ((5, 1), "N", (8, 4), ""),  # half of the square is inside
    ((5, 1), "N", (9, 4), "mag.fire.arc"),  # it touches the edge at one corner only
    ((5, 1), "N", (2, 4), ""),
    ((5, 1), "N", (1, 4), "mag.fire.arc"),
    ((5, 5), "W", (2, 7), ""),
    ((5, 5), "W", (2, 9), "mag.fire.arc"),
    ((5, 5), "E", (8, 8), ""),
    ((5, 5), "E", (8, 9), "mag.fire.arc"),
    ((9, 9), "S", (7, 7), ""),
    ((9, 9), "S", (6, 7), "mag.fire.arc"),
    ((9, 9), "S", (9, 12), "mag.fire.arc"),  # straight behind
]


@pytest.mark.rule("mag.fire.arc")
@pytest.mark.parametrize(("shooter", "facing", "target", "rule"), ARCS)
def test_the_arc_opens_at_45_degrees_from_the_front_corners(
    shooter: Square, facing: str, target: Square, rule: str
) -> None:
    fight = scene(unit("archers", [shooter], facing=facing, weapons=BOW), unit("giaks", [target], side="theirs"))
    assert barred(fight, "archers-1", "giaks-1") == rule


@pytest.mark.rule("mag.fire.arc")
def test_a_rider_shoots_from_the_corners_of_his_front_square() -> None:
    """Front (5,5), rear (5,4): an arc drawn from the rear would be narrower by one."""
    riders = unit("riders", [(5, 5)], sheet="cavalry", weapons=["short_bow", "sword"])
    fight = scene(riders, unit("giaks", [(8, 8), (9, 8)], side="theirs"))
    assert targets(fight, "riders-1") == ["giaks-1"]


@pytest.mark.rule("mag.example.arc_single", "mag.fire.arc")
def test_the_first_diagram_of_the_arc_of_fire() -> None:
    fight = scene(
        unit("archer", [(5, 1)], side="theirs", facing="N", weapons=GIAK_BOW),
        unit("spearmen", [(2, 2), (1, 2)], weapons=["spear"]),
        unit("cavalry", [(9, 5), (9, 3)], sheet="cavalry", facing="W", weapons=["lance"]),
        hero("prince_pelathar", (5, 6), facing="S"),
        active="theirs",
        red="theirs",
    )
    assert targets(fight, "archer-1") == ["cavalry-1", "prince_pelathar"]
    assert fight.setting.board.xy(shot(fight, "archer-1", "cavalry-1").square) == (9, 5)  # only its front is in
    for name in ("spearmen-1", "spearmen-2", "cavalry-2"):
        assert refusal(fight, {"archer-1": name}, answers=["archer"]) == "mag.fire.arc"


@pytest.mark.rule("mag.fire.ranks")
@pytest.mark.parametrize(("training", "ranks"), [("poor", 1), ("regular", 2), ("veteran", 3)])
def test_training_says_how_many_ranks_may_fire(training: str, ranks: int) -> None:
    fight = scene(
        unit("archers", [(3, 4), (3, 3), (3, 2), (3, 1)], training=training, weapons=BOW),
        unit("giaks", [(3, 10)], side="theirs"),
    )
    firing = [name for name in ("archers-1", "archers-2", "archers-3", "archers-4") if targets(fight, name)]
    assert firing == ["archers-1", "archers-2", "archers-3", "archers-4"][:ranks]
    assert list(asks(fight, answers=["archers"]).describe()["options"]) == firing
    assert refusal(fight, {"archers-4": "giaks-1"}, answers=["archers"]) == "mag.fire.ranks"


@pytest.mark.rule("mag.fire.ranks")
def test_a_gap_in_the_file_does_not_change_the_count() -> None:
    fight = scene(
        unit("archers", [(3, 5), (3, 3), (3, 1), (4, 4), (4, 2)], weapons=BOW),
        unit("giaks", [(3, 11)], side="theirs"),
    )
    assert [rank(fight, number(fight, f"archers-{n}")) for n in range(1, 6)] == [1, 2, 3, 1, 2]
    assert barred(fight, "archers-3", "giaks-1") == "mag.fire.ranks"


@pytest.mark.rule("mag.fire.ranks")
def test_ranks_are_counted_in_the_direction_of_the_piece() -> None:
    fight = scene(
        unit("archers", [(3, 4), (3, 3), (3, 2)], facing="E", weapons=BOW),
        unit("giaks", [(9, 3)], side="theirs"),
    )
    assert all(targets(fight, f"archers-{n}") == ["giaks-1"] for n in (1, 2, 3))


@pytest.mark.rule("mag.fire.ranks")
def test_a_death_in_the_front_rank_brings_the_third_rank_forward() -> None:
    fight = scene(
        unit("archers", [(3, 4), (3, 3), (3, 2)], weapons=BOW),
        unit("bows", [(3, 10)], side="theirs", weapons=GIAK_BOW),
        red="theirs",
        active="theirs",
    )
    assert barred(fight, "archers-3", "bows-1") == "mag.fire.ranks"
    play(fight, answers=["bows", {"bows-1": "archers-1"}], dice=[1])
    assert targets(fight, "archers-3") == ["bows-1"]


@pytest.mark.rule("mag.fire.ranks", "mag.fire.blocking_pieces")
def test_behind_another_unit_one_is_in_the_first_rank_but_cannot_shoot_through() -> None:
    fight = scene(
        unit("spears", [(3, 4)], weapons=["spear"]),
        unit("archers", [(3, 3)], weapons=BOW, training="poor"),
        unit("giaks", [(3, 10)], side="theirs"),
    )
    assert rank(fight, number(fight, "archers-1")) == 1
    assert barred(fight, "archers-1", "giaks-1") == "mag.fire.blocking_pieces"


@pytest.mark.rule("mag.fire.arc_ranks")
def test_the_rear_rank_uses_the_arc_of_the_head_of_its_file() -> None:
    fight = scene(
        unit("archers", [(3, 5), (3, 4)], weapons=BOW),
        unit("giaks", [(6, 8), (7, 8)], side="theirs"),
    )
    assert targets(fight, "archers-2") == ["giaks-1"]  # 3 forward, 3 aside of the head
    assert barred(fight, "archers-2", "giaks-2") == "mag.fire.arc"  # in the arc that the rear rank would have
    assert shot(fight, "archers-2", "giaks-1").distance == 4  # range is counted from the shooter's own square


@pytest.mark.rule("mag.fire.arc_ranks")
def test_the_third_rank_uses_the_arc_of_the_first_not_of_the_second() -> None:
    fight = scene(
        unit("archers", [(3, 5), (3, 4), (3, 3)], weapons=BOW, training="veteran"),
        unit("giaks", [(6, 8), (7, 8)], side="theirs"),
    )
    assert targets(fight, "archers-3") == ["giaks-1"]
    assert barred(fight, "archers-3", "giaks-2") == "mag.fire.arc"


@pytest.mark.rule("mag.fire.arc_ranks")
def test_sight_is_drawn_from_the_shooters_own_square() -> None:
    """Trees beside the line of the head stand in that of the man behind him."""
    fight = scene(
        unit("archers", [(3, 5), (3, 4)], weapons=BOW),
        unit("giaks", [(5, 9)], side="theirs"),
        on=board(trees=[(4, 5)]),
    )
    assert targets(fight, "archers-1") == ["giaks-1"]
    assert barred(fight, "archers-2", "giaks-1") == "mag.fire.visible"


PIECES = {
    "A": (1, 3), "B": (2, 3), "C": (1, 2), "D": (2, 2), "E": (3, 2), "F": (1, 1), "G": (2, 1), "H": (3, 1),
}  # fmt: skip


def ragged_front(training: str) -> Fight:
    return scene(
        unit("archers", list(PIECES.values()), side="theirs", facing="N", training=training, weapons=GIAK_BOW),
        unit("spearmen", [(2, 8), (6, 5), (7, 5)], weapons=["spear"]),
        red="theirs",
        active="theirs",
    )


@pytest.mark.rule("mag.example.fire_ranks", "mag.fire.ranks")
@pytest.mark.parametrize(("training", "firing"), [("poor", "ABE"), ("regular", "ABCDEH"), ("veteran", "ABCDEFGH")])
def test_the_diagram_of_the_firing_ranks(training: str, firing: str) -> None:
    fight = ragged_front(training)
    names = {letter: f"archers-{place}" for place, letter in enumerate(PIECES, 1)}
    assert [letter for letter in PIECES if "spearmen-1" in targets(fight, names[letter])] == list(firing)
    ranks = {letter: rank(fight, number(fight, name)) for letter, name in names.items()}
    assert ranks == {"A": 1, "B": 1, "E": 1, "C": 2, "D": 2, "H": 2, "F": 3, "G": 3}


@pytest.mark.rule("mag.example.fire_ranks", "mag.fire.arc_ranks")
def test_the_right_edge_of_the_arc_opens_from_the_file_head_that_stands_back() -> None:
    """E stands at (3,2): (6,5) is on the edge of his arc, though 2 forward and 4 aside for B at (2,3)."""
    fight = ragged_front("regular")
    assert "spearmen-2" in targets(fight, "archers-5")
    assert "spearmen-2" in targets(fight, "archers-8")  # H, behind E
    assert barred(fight, "archers-2", "spearmen-2") == "mag.fire.arc"
    assert barred(fight, "archers-5", "spearmen-3") == "mag.fire.arc"


@pytest.mark.rule("mag.example.arc_ranks", "mag.fire.arc_ranks")
def test_the_second_diagram_of_the_arc_of_fire() -> None:
    squares = [(4, 5), (5, 5), (4, 4), (5, 4)]
    wolves = unit("wolves", [(6, 9)], side="theirs", sheet="wolfrider", weapons=["lance"])
    halberds = unit("halberds", [(9, 8)], side="theirs", weapons=["halberd"])
    crossbows = unit("crossbows", squares, weapons=["crossbow", "sword"])
    fight = scene(crossbows, wolves, halberds)
    assert all(targets(fight, f"crossbows-{n}") == ["wolves-1"] for n in (1, 2, 3, 4))
    assert all(barred(fight, f"crossbows-{n}", "halberds-1") == "mag.fire.arc" for n in (1, 2, 3, 4))
    poor = scene(unit("crossbows", squares, weapons=["crossbow", "sword"], training="poor"), wolves, halberds)
    assert [n for n in (1, 2, 3, 4) if targets(poor, f"crossbows-{n}")] == [1, 2]


@pytest.mark.rule("mag.fire.blocking_pieces")
def test_the_nearer_of_two_enemies_in_line_blocks_the_shot_at_the_other() -> None:
    fight = scene(unit("archers", [(3, 1)], weapons=BOW), unit("giaks", [(3, 5), (3, 8)], side="theirs"))
    assert targets(fight, "archers-1") == ["giaks-1"]
    assert refusal(fight, {"archers-1": "giaks-2"}, answers=["archers"]) == "mag.fire.blocking_pieces"
    play(fight, answers=["archers", {"archers-1": "giaks-1"}], dice=[1])
    fight.state.pieces[number(fight, "archers-1")].busy = False
    assert targets(fight, "archers-1") == ["giaks-2"]  # the way is open


@pytest.mark.rule("mag.fire.blocking_pieces")
def test_a_comrade_of_the_own_unit_does_not_block_wherever_he_stands() -> None:
    fight = scene(
        unit("archers", [(3, 1), (4, 2)], weapons=BOW),
        unit("giaks", [(6, 4)], side="theirs"),
    )
    assert "giaks-1" in targets(fight, "archers-1")


@pytest.mark.rule("mag.fire.blocking_pieces")
def test_the_second_square_of_shooter_and_target_never_blocks() -> None:
    fight = scene(
        unit("riders", [(5, 5)], sheet="cavalry", weapons=["short_bow", "sword"]),
        unit("wolves", [(5, 10)], side="theirs", sheet="wolfrider", facing="N"),  # the rear (5,9) is nearer
    )
    assert shot(fight, "riders-1", "wolves-1").distance == 4
    # Its rear (5,6) is outside the arc of the file and on the line to its front (5,7), which is inside.
    fight = scene(
        unit("archers", [(3, 5), (3, 4)], weapons=BOW),
        unit("wolves", [(5, 7)], side="theirs", sheet="wolfrider", facing="N"),
    )
    assert shot(fight, "archers-2", "wolves-1").distance == 3


@pytest.mark.rule("mag.fire.blocking_pieces")
def test_a_hidden_piece_does_not_block() -> None:
    ambush = unit("ambush", [(3, 4)], side="theirs", all=standing(hidden=True))
    giaks = unit("giaks", [(3, 8)], side="theirs")
    fight = scene(unit("archers", [(3, 1)], weapons=BOW), giaks, ambush)
    assert targets(fight, "archers-1") == ["giaks-1"]


@pytest.mark.rule("mag.fire.blocking_pieces", "mag.los.line")
def test_pieces_beside_a_corner_point_do_not_block_a_diagonal_shot() -> None:
    """The line from (1,1) to (4,4) enters neither (2,3) nor (3,2)."""
    fight = scene(
        unit("archers", [(1, 1)], weapons=BOW),
        unit("giaks", [(4, 4)], side="theirs"),
        unit("friends", [(2, 3), (3, 2)]),
    )
    assert targets(fight, "archers-1") == ["giaks-1"]


@pytest.mark.rule("mag.fire.visible")
def test_only_what_is_seen_is_shot_at() -> None:
    archers, giaks = unit("archers", [(3, 1)], weapons=BOW), unit("giaks", [(3, 8), (5, 8)], side="theirs")
    fight = scene(archers, giaks, on=board(trees=[(3, 5)]))
    assert targets(fight, "archers-1") == ["giaks-2"]
    assert refusal(fight, {"archers-1": "giaks-1"}, answers=["archers"]) == "mag.fire.visible"


@pytest.mark.rule("mag.fire.overhead")
def test_from_the_edge_of_a_hilltop_one_shoots_over_a_friend_on_the_slope() -> None:
    hill = board(hilltop=[(3, 5)], slope=[(3, 6)])
    archers, friends = unit("archers", [(3, 5)], weapons=BOW), unit("friends", [(3, 6)])
    giaks = unit("giaks", [(3, 9)], side="theirs")
    fight = scene(archers, friends, giaks, on=hill)
    assert targets(fight, "archers-1") == ["giaks-1"]
    flat = scene(archers, friends, giaks)
    assert barred(flat, "archers-1", "giaks-1") == "mag.fire.blocking_pieces"


@pytest.mark.rule("mag.fire.overhead")
def test_the_lower_shooter_does_not_shoot_over_those_above_him() -> None:
    """Sight is mutual, overhead fire is not: from the flat the friend on the slope is in the way."""
    hill = board(hilltop=[(3, 9)], slope=[(3, 8)])
    fight = scene(
        unit("archers", [(3, 5)], weapons=BOW),
        unit("friends", [(3, 8)]),
        unit("giaks", [(3, 9)], side="theirs"),
        on=hill,
    )
    assert barred(fight, "archers-1", "giaks-1") == "mag.fire.blocking_pieces"


@pytest.mark.rule("mag.fire.overhead")
def test_a_piece_on_the_bank_slope_does_not_block_fire_across_the_river() -> None:
    row = ".kwwk."
    river = board(rows=[row] * 3)
    fight = scene(
        unit("archers", [(1, 2)], facing="E", weapons=BOW),
        unit("swords", [(2, 2)]),
        unit("giaks", [(6, 2)], side="theirs", facing="W", weapons=GIAK_BOW),
        on=river,
    )
    assert targets(fight, "archers-1") == ["giaks-1"]
    events = play(fight, answers=["archers", {"archers-1": "giaks-1"}], dice=[17])
    assert [slain.piece for slain in happened(events, Slain)] == ["giaks-1"]
