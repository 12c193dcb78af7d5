"""What is built, as the phases ask about it: what of it stands or falls together, and what strikes it.

Buildings, walls and bridges of the open field have no more to say than their terrain. A siege answers in
siege/answers.py.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from warhost.engine.field.length import Length
from warhost.engine.usage import Usage

if TYPE_CHECKING:
    from warhost.engine.field.body import Body
    from warhost.engine.field.shapes import Shape
    from warhost.engine.field.template import Sector

    from ..setting import Fight
    from ..state import Feature, Number
    from ..state import Point as Place
    from ..wounds.hits import Attack


class Mark(NamedTuple):
    """Something that is built and can be shot at: where it is, how high, what it withstands, and what hits do."""

    name: str
    shapes: tuple[Shape, ...]
    level: int
    toughness: int
    left: int  # life points
    strike: Callable[[Attack], int]
    harder: int = 0  # to hit than other things
    rule: str = ""  # ... by which rule
    burns: bool = False  # fire does it twice the harm


class Hurl(NamedTuple):
    """A stone at something that is built: what the die must show, and what the hit brings."""

    mark: Mark
    need: int
    attack: Attack


class Assault(NamedTuple):
    """A blow that is struck on the move: at what, for how much of it, and how."""

    mark: str  # the name of the structure
    cost: Length
    strike: Callable[[], None]


class Fabric:
    """Each structure for itself."""

    # --- standing and falling ----------------------------------------------------------------------------------

    def one_body(self, fight: Fight, feature: Feature) -> Sequence[int]:
        """The terrain that shares the life points of a structure, and falls when it falls, if there is such."""
        return ()

    def falls_with(self, fight: Fight, feature: Feature) -> Collection[str]:
        """What is gone when a structure has fallen."""
        return ()

    def thrown_down(self, fight: Fight, feature: Feature) -> Sequence[Attack]:
        """What strikes those who are on a structure that is about to fall, though they stand elsewhere."""
        return ()

    # --- what may strike it ------------------------------------------------------------------------------------

    def unstruck(self, fight: Fight, number: Number, feature: Feature) -> bool:
        """Whether a piece does not strike at a structure, though it touches it."""
        return False

    def assaults(self, fight: Fight, number: Number, own: Body) -> Sequence[Assault]:
        """What a piece that stands so could strike at in the middle of its move."""
        return ()

    def marks(self, fight: Fight, shooter: Number) -> Sequence[Mark]:
        """What a piece may shoot at besides enemies."""
        return ()

    def hurls(self, fight: Fight, number: Number) -> Sequence[Hurl]:
        """What a stone thrower may aim at besides a place."""
        return ()

    # --- what happens to it, and what it keeps off ---------------------------------------------------------------

    def laid_over(self, fight: Fight, sectors: Sequence[Sector], attack: Attack) -> None:
        """A template has come down, and those under it have been struck."""

    def burst_round(self, fight: Fight, centre: Place, radius: Length, attack: Attack) -> None:
        """Everybody so near to a place has been struck, friend and foe."""

    def kept_off(self, fight: Fight, attack: Attack) -> Attack:
        """What is left of hits when those are taken off that never come to whom they are meant for."""
        return attack


FABRIC = Usage(Fabric)
