"""The dice and what their faces mean; squares, neighbours and boards put together."""

from __future__ import annotations

import msgspec
import pytest

from warhost.engine.dice import DiceStream, Throw
from warhost.engine.event import Rolled
from warhost.engine.question import TypeDice
from warhost.rulebooks.magnamund.events import Fired, MoraleTested, Slain
from warhost.rulebooks.magnamund.pieces import engaged
from warhost.rulebooks.magnamund.steps import movement_points

from .gunnery import chance, in_sight
from .scene import Square, alive, board, happened, hero, number, play, scene, standing, unit


@pytest.mark.rule("mag.dice.d100")
def test_percentage_dice_show_1_to_100_and_two_zeros_are_100() -> None:
    faces = DiceStream("a seed", 1).throw(5000, 100)
    assert (min(faces), max(faces)) == (1, 100)
    typed = TypeDice(Throw(1, 100, "to hit", "mag.fire.roll", 0))
    assert typed.refuse([100]) is None
    assert typed.refuse([0]) is not None


@pytest.mark.rule("mag.dice.d100")
@pytest.mark.parametrize(("die", "hit"), [(1, True), (75, True), (76, False), (100, False)])
def test_a_face_up_to_the_percentage_succeeds_and_100_is_the_worst(die: int, hit: bool) -> None:
    archers = unit("archers", [(3, 1), (4, 1), (5, 1)], weapons=["short_bow", "sword"])
    fight = scene(archers, unit("giaks", [(4, 5)], side="theirs", armour="none"))
    aim = {f"archers-{n}": "giaks-1" for n in (1, 2, 3)}
    events = play(fight, answers=["archers", aim, "together"], dice=[die])
    assert happened(events, Fired)[0].chance == 75
    assert alive(fight, "giaks-1") is not hit


@pytest.mark.rule("mag.dice.d10_d6")
def test_a_ten_is_the_best_roll_for_initiative() -> None:
    fight = scene(unit("humans", [(3, 1)]), unit("giaks", [(3, 9)], side="theirs"))
    fight.state.phase = "initiative"
    events = play(fight, dice=[9, 10])
    assert [(rolled.sides, rolled.faces) for rolled in happened(events, Rolled)] == [(10, (9,)), (10, (10,))]
    assert fight.state.red == 1
    assert TypeDice(Throw(1, 10, "initiative", "mag.turn.initiative", 0)).refuse([0]) is not None


@pytest.mark.rule("mag.dice.d10_d6")
def test_morale_is_rolled_with_six_sided_dice() -> None:
    """1D6 for humans, 2D6 for Giaks."""
    for side, faces in (("ours", (4,)), ("theirs", (5, 3))):
        shaken = unit("shaken", [(3, 5), (4, 5)], side=side, lost=2, lost_this_turn=2)
        foes = unit("foes", [(3, 15)], side="theirs" if side == "ours" else "ours")
        fight = scene(shaken, foes, phase="morale", red=side, active=side)
        events = play(fight, dice=faces)
        assert happened(events, MoraleTested)[0].faces == faces
        assert {rolled.sides for rolled in happened(events, Rolled)} == {6}


@pytest.mark.rule("mag.dice.zero_floor")
def test_a_percentage_below_1_is_0_and_cannot_hit() -> None:
    """A poor slinger on the move against a moving man in plate: 5 - 3 - 2 - 2."""
    moved = standing(moved=True)
    fight = scene(
        unit("slingers", [(3, 1)], training="poor", weapons=["sling", "sword"], all=moved),
        unit("giaks", [(3, 4)], side="theirs", armour="plate", all=moved),
        phase="second firing",
    )
    assert chance(fight, "slingers-1", "giaks-1") == 0
    events = play(fight, answers=["slingers", {"slingers-1": "giaks-1"}])  # no die is thrown
    assert happened(events, Fired) and not happened(events, Slain)


@pytest.mark.rule("mag.dice.zero_floor")
@pytest.mark.parametrize("percent", [100, 130])
def test_a_single_shot_of_100_or_more_always_hits_once_without_a_die(percent: int) -> None:
    fight = scene(
        hero("lone_wolf", (3, 1), weapons=["longbow", "sword"]),
        unit("giaks", [(3, 5), (4, 5)], side="theirs"),
    )
    figure = fight.setting.figures[number(fight, "lone_wolf")]
    assert figure.card is not None
    figure.card = msgspec.structs.replace(figure.card, firing={"longbow": {"mail": percent - 3}})
    assert chance(fight, "lone_wolf", "giaks-1") == percent
    events = play(fight, answers=["lone_wolf", {"lone_wolf": "giaks-1"}])
    assert [slain.piece for slain in happened(events, Slain)] == ["giaks-1"]


@pytest.mark.rule("mag.dice.zero_floor")
def test_movement_points_never_fall_below_0() -> None:
    wounds = [("legs", "serious"), ("legs", "serious"), ("head", "serious"), ("legs", "critical")]
    fight = scene(hero("lone_wolf", (3, 1), now=standing(wounds=wounds)), unit("giaks", [(3, 9)], side="theirs"))
    points = movement_points(fight, number(fight, "lone_wolf"))
    assert points.total == 0
    assert min(step.total_after for step in points.steps) < 0


@pytest.mark.rule("mag.board.coordinates")
@pytest.mark.parametrize(
    ("one", "other", "touch"),
    [((4, 4), (5, 5), True), ((4, 4), (6, 4), False), ((4, 4), (4, 5), True), ((4, 4), (3, 5), True)],
)
def test_squares_that_differ_by_one_are_adjacent(one: Square, other: Square, touch: bool) -> None:
    fight = scene(unit("humans", [one]), unit("giaks", [other], side="theirs"))
    board = fight.setting.board
    assert board.adjacent(board.square(*one), board.square(*other)) is touch
    assert engaged(fight, number(fight, "humans-1")) is touch


@pytest.mark.rule("mag.board.coordinates")
def test_squares_are_counted_from_the_south_west_corner() -> None:
    drawn = board(rows=["t..", "...", "r.b"])
    plain = scene(on=drawn).setting.board
    named = {plain.xy(square): terrain for square, terrain in enumerate(plain.terrain) if terrain != "open"}
    assert named == {(1, 3): "trees", (1, 1): "rocks", (3, 1): "scrub"}
    assert len(plain.neighbours[plain.square(2, 2)]) == 8
    assert len(plain.neighbours[plain.square(1, 1)]) == 3
    assert not plain.adjacent(plain.square(2, 2), plain.square(2, 2))


@pytest.mark.rule("mag.board.coordinates")
@pytest.mark.parametrize(("facing", "ahead"), [("N", (5, 6)), ("E", (6, 5)), ("S", (5, 4)), ("W", (4, 5))])
def test_a_step_forward_leads_where_the_piece_faces(facing: str, ahead: Square) -> None:
    fight = scene(
        unit("humans", [(5, 5)], facing=facing), unit("giaks", [(20, 20)], side="theirs"), phase="movement"
    )
    play(fight, answers=["humans", {"humans-1": "F"}])
    assert fight.setting.board.xy(fight.state.pieces[number(fight, "humans-1")].square) == ahead


@pytest.mark.rule("mag.board.squares")
def test_the_terrain_of_a_square_sets_cost_cover_and_visibility() -> None:
    """Two boards side by side make one field; a wood on the second stops the eye from the first."""
    west, east = ["....", "....", "...."], ["....", ".t.b", "...."]
    fight = scene(
        unit("archers", [(1, 2)], facing="E", weapons=["longbow", "sword"]),
        unit("giaks", [(6, 2)], side="theirs", facing="W"),
        on=board(rows=[left + right for left, right in zip(west, east, strict=True)]),
    )
    assert (fight.setting.board.width, fight.setting.board.height) == (8, 3)
    assert chance(fight, "archers-1", "giaks-1") == 17 - 4
    assert not in_sight(fight, (1, 2), (8, 2))
    human = fight.setting.library.sheets["human"]
    step = fight.setting.land.gait(human).step
    place = fight.setting.board.square
    east_of = [step[place(x, 2) * 8 + 2] for x in range(1, 8)]
    assert east_of == [1, 1, 1, 1, 2, 1, 2]
