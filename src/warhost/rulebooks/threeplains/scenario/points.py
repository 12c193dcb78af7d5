"""Where the special rules of scenarios have a say. The phases run these for the rules of the scenario that is
played, or of a side in it, and never ask which one that is: in a pitched battle there are none.

A point is for what several rules hear or say. Questions that belong together are methods: ramparts.py, fabric.py,
load.py, sights.py, customs.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from warhost.engine.field.body import Body
from warhost.engine.field.compass import Angle
from warhost.engine.field.shapes import Shape
from warhost.engine.point import Point
from warhost.engine.question import Refusal

from ..setting import Fight
from ..state import Feature, Number, Player, Score
from ..state import Point as Place
from .mission import Mission

if TYPE_CHECKING:
    from ..armies.army import Army
    from ..armies.lists import Armies
    from ..moving.course import Course
    from ..moving.orders import Move
    from ..moving.sweep import Sweep
    from .ramparts import Passage


Deed = Callable[[], None]


class Force(NamedTuple):
    """An army that is to come: its points and its list, if that is known yet."""

    points: int
    list: str = ""


laid_out: Point[[Mission, Sequence[Force], Mapping[str, str]], Mission] = Point(
    "the scenario for these armies, and for what was agreed on"
)
brought: Point[[tuple[Army, Army], Mission, Armies], tuple[Army, Army]] = Point(
    "both armies, with what they have besides their rosters"
)
arranged: Point[[Fight], bool] = Point("what is settled before anybody is set up; True if it has been")
drawn_up: Point[[Fight, Number, Body], Refusal | None] = Point("why a piece may not be set up so")
passages: Point[[Fight, Number], Sequence[Passage]] = Point("ways off the floor on which a piece stands")
came_down: Point[[Fight, Feature], None] = Point("a structure has lost all its life points")
shots_besides: Point[[Fight], Mapping[str, Deed]] = Point(
    "what may be done in the shooting phase besides shots of pieces"
)
busy: Point[[Fight, Number], Sequence[int]] = Point("the models of a piece that cannot shoot just now")
moves_are_over: Point[[Fight], None] = Point("the movement phase of a player has ended")
combat_opens: Point[[Fight], bool] = Point("what is struck before the combats are fought; True if something was")
set_up: Point[[Fight, Number], None] = Point("what is settled when a piece has been set up")
placed_next: Point[[dict[Number, str], Fight, Player], dict[Number, str]] = Point(
    "who of those that wait are set up next, each with what is paid for it"
)
opened: Point[[Fight], bool] = Point("what happens before the first turn; True if something did")
judged: Point[[Fight], Score | None] = Point("who has won now that the battle is over")
crossed: Point[[Fight, Number, Sequence[Sweep], bool], None] = Point(
    "a piece goes over the ground of these straight legs; whether they go on with its march of this turn"
)
decided: Point[[Fight], Score | None] = Point("who has won at once, whatever is left to play")
standing: Point[[Fight], Sequence[str]] = Point(
    "how things stand, in words that both sides may hear; the first line is the score"
)
marked: Point[[Fight], Sequence[tuple[str, Sequence[Place]]]] = Point(
    "ground and things that the battle is about, by their names and outlines"
)
fights_on: Point[[Fight, Number], bool] = Point("True if a unit never becomes an 'it'")
presses: Point[[Fight, Player], bool | None] = Point(
    "whether a side has to look for fights to win: True if it does, False if it wins by waiting"
)
heeded: Point[[Fight, Player], float | None] = Point(
    "how much dearer its own losses are than the enemy's to a side that plays for the goal"
)
prized: Point[[float, Fight, Number], float] = Point("what a piece is worth to whoever plays for the goal")
drawn_to: Point[[Fight, Number], tuple[Shape, float] | None] = Point(
    "ground on which a piece should be, and what every inch away from it costs in points"
)
lined_up: Point[[Fight, Number], int | None] = Point(
    "where along its line a piece should be set up; None if it stands like any other"
)
bent_on: Point[[Fight, Move], Any] = Point(
    "the order that serves the goal best; None if this battle is like any other"
)
cut_off: Point[[Fight, Number], bool] = Point("True if nobody on foot comes to where a piece stands")
slips_away: Point[[Fight, Number, Angle], bool] = Point(
    "True if a piece that can leave the table over that edge should, for whoever plays for the goal"
)
leaves: Point[[Fight, Number], Refusal | None] = Point("why a piece may not leave the table for good")
acts: Point[[Course, list[Any]], Refusal | None] = Point(
    "an act of a move, found by its own name, that only some battles know: why it may not be"
)
thoughts: Point[[Course], Iterator[list[list[Any]]]] = Point("orders worth a thought in this battle")
before_charges: Point[[Fight], bool] = Point(
    "what is said at the start of a turn, before charges are declared; True if something was"
)
taken_over: Point[[Fight, Number, Number], None] = Point(
    "what one had another has: a group that takes in a part of it, or a man; who is left of it when it is gone"
)
takes_flight: Point[[Fight, Number], None] = Point("a piece drops what it is doing and runs")
turn_begun: Point[[Fight], None] = Point("a turn of either player begins")
