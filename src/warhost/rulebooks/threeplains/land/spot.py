"""An order that names one point of the table."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from warhost.engine.field.compass import Angle
from warhost.engine.field.shapes import Shape
from warhost.engine.question import Answer, Chance, Order, Refusal

from ..figure import inches
from ..setting import Fight
from ..stands import marker
from ..state import Player, Point

STRAY = inches(2)  # how far a place drawn by chance lies off one that makes sense


class Spot(Order):
    """Where something is to lie or to come down: {"at": [x, y]}, in thousandths of an inch."""

    __slots__ = ("fight",)
    form = "{ at = [x, y] } in thousandths of an inch"

    def __init__(self, fight: Fight, side: Player, what: str, rule: str, text: str, about: str = ""):
        super().__init__(side, what, rule, about, text)
        self.fight = fight

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        at = order.get("at") if isinstance(order, dict) and set(order) == {"at"} else None
        if not isinstance(at, list | tuple) or len(at) != 2 or not all(type(part) is int for part in at):
            return Refusal(self.rule, "`at` is a point [x, y] in thousandths of an inch")
        spot = (at[0], at[1])
        if not self.fight.setting.table.holds(spot):
            return Refusal(self.rule, "that is not on the table")
        return self.why_not(spot) or {"cost": 0}

    @abstractmethod
    def why_not(self, spot: Point) -> Refusal | None:
        """Why it cannot be there, of all points on the table."""

    @abstractmethod
    def ideas(self) -> Iterable[Point]:
        """Lawful places that make sense, the best first."""

    def covers(self, spot: Point, turn: Angle) -> Shape:
        """The ground that would be covered."""
        return marker(spot, turn)

    def suggest(self, most: int = 12) -> list[Answer]:
        return [{"at": list(spot)} for spot, _ in zip(self.ideas(), range(most), strict=False)]

    def sample(self, chance: Chance) -> Answer:
        spots = list(self.ideas())
        x, y = spots[chance.randrange(len(spots))]
        near = {"at": [x + chance.randrange(2 * STRAY) - STRAY, y + chance.randrange(2 * STRAY) - STRAY]}
        return near if self.refuse(near) is None else {"at": [x, y]}

    def outline(self) -> dict[str, list[Point]]:
        return {"places": list(self.ideas())}
