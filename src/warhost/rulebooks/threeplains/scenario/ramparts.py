"""Places above the ground and inside walls, as the phases ask about them: who may be there, how he comes and goes.

In the open field there are none. A siege answers in siege/answers.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from warhost.engine.field.compass import Angle
from warhost.engine.field.length import Length
from warhost.engine.usage import Usage

if TYPE_CHECKING:
    from warhost.engine.field.body import Body
    from warhost.engine.field.shapes import Shape
    from warhost.engine.question import Refusal

    from ..setting import Fight
    from ..state import Number
    from ..state import Point as Place


class Perch(NamedTuple):
    """A place above the ground: the middle of the front, which way it looks, and how many files there are."""

    front: Place
    facing: Angle
    files: int


class Chamber(NamedTuple):
    """The inside of works that a way leads through, and what it costs."""

    work: int  # its number
    title: str
    cost: Length


class Passage(NamedTuple):
    """A way off one floor and on to another: where one leaves the first, where one comes out, what it costs."""

    goal: str  # the place to which it leads, as orders name it
    title: str  # ... and as players call it
    enters: Place
    leaves: Place
    cost: Length
    up: bool  # whether it leads on to works, or to the ground
    scales: bool = False  # whether it leads over the outer face of the works
    through: tuple[Chamber, ...] = ()


class Ramparts:
    """The open field."""

    # --- setting up --------------------------------------------------------------------------------------------

    def raised(self, fight: Fight, number: Number, place: Body) -> bool:
        """Whether a piece that is set up so stands above the ground, and there is its own zone."""
        return False

    def own_ground(self, fight: Fight, number: Number, place: Body) -> bool:
        """Whether a piece that is set up so is in its own zone, though not in the oblong of it."""
        return False

    def perches(self, fight: Fight, number: Number) -> Iterable[Perch]:
        """Places above the ground to be set up in."""
        return ()

    # --- who may be there --------------------------------------------------------------------------------------

    def barred(self, fight: Fight, number: Number) -> Refusal | None:
        """Why a piece is never on works or in them."""
        return None

    def overburdened(self, fight: Fight, number: Number, place: Body) -> Refusal | None:
        """Why works do not bear a piece."""
        return None

    def no_perch(self, fight: Fight, number: Number, place: Body) -> Refusal | None:
        """Why a flyer may not land on works so."""
        return None

    def room_on_the_way(self, fight: Fight, number: Number, work: int) -> int:
        """How many models of a piece may halt on their way inside works, by their number."""
        return 0

    def strays(self, fight: Fight, number: Number, goal: str, bases: Sequence[Shape]) -> Refusal | None:
        """Why a part of a group may not go to a place, or stand so where it is: too far from the others."""
        return None

    # --- up and down -------------------------------------------------------------------------------------------

    def held_against(self, fight: Fight, number: Number, way: Passage) -> Refusal | None:
        """Why enemies keep a piece from a way to another floor."""
        return None

    def met_on_a_ladder(self, fight: Fight, mover: Number, target: Number) -> str:
        """The rule by which two pieces fight of which one is still on its way up or down."""
        return ""

    def comes_down(self, fight: Fight, number: Number, allowance: Length) -> Length:
        """What is left of a flee move when the piece has come down to the ground."""
        return allowance


RAMPARTS = Usage(Ramparts)
