"""Turning to any facing, where a rule grants it free of cost."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import FULL_TURN, HALF_TURN, RIGHT_ANGLE, Angle, bearing, heading, veered
from warhost.engine.field.stance import Stance, turned
from warhost.engine.question import Answer, Chance, Order, Refusal

from ..bodies import body, enemies, figure
from ..events.moves import Turned
from ..land.ground import standing_room
from ..moving.stride import body_in, stance, take
from ..setting import Fight
from ..state import Number, Point

QUARTERS = {"left": -RIGHT_ANGLE, "right": RIGHT_ANGLE, "about": HALF_TURN}


class Facing(Order):
    """How a piece is turned on the spot: an angle in hundredths of a degree, any for which there is room.

    [tp.move.fallback.after] [tp.move.pursue] [tp.move.rerally]
    """

    __slots__ = ("fight", "number")
    form = "a facing in hundredths of a degree, such as 9000"

    def __init__(self, fight: Fight, number: Number, rule: str):
        piece = fight.state.pieces[number]
        super().__init__(piece.side, "facing", rule, piece.name, "How shall {who} face?")
        self.fight, self.number = fight, number

    @property
    def now(self) -> Angle:
        return self.fight.state.pieces[self.number].facing

    def stand(self, facing: Angle) -> Stance:
        return turned(stance(self.fight, self.number), facing, body(self.fight, self.number).middle)

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if type(order) is not int or not 0 <= order < FULL_TURN:
            return Refusal(self.rule, f"a facing is a whole number from 0 to {FULL_TURN - 1}, not {order!r}")
        if order != self.now and (refusal := self._no_room(bearing(order))):
            return refusal
        return {"cost": 0}

    def _no_room(self, facing: Angle) -> Refusal | None:
        return standing_room(self.fight, self.number, body_in(self.fight, self.number, self.stand(facing)))

    def offers(self) -> Iterator[tuple[str, Angle]]:
        """As it stands, by quarters, and towards each enemy."""
        yield "as it stands", self.now
        for word, by in QUARTERS.items():
            yield word, veered(self.now, by)
        middle = body(self.fight, self.number).middle
        for enemy in enemies(self.fight, self.number):
            yield f"towards {self.fight.state.pieces[enemy].name}", heading(middle, body(self.fight, enemy).middle)

    def suggest(self, most: int = 12) -> list[Answer]:
        facings = dict.fromkeys(facing for _, facing in self.offers())
        return [facing for facing in facings if self.refuse(facing) is None][:most]

    @property
    def free(self) -> bool:
        """Whether there is room to face any other way."""
        return any(facing != self.now and self.refuse(facing) is None for _, facing in self.offers())

    def sample(self, chance: Chance) -> Answer:
        facing = chance.randrange(FULL_TURN)
        return facing if self.refuse(facing) is None else super().sample(chance)

    def outline(self) -> dict[str, list[Point]]:
        return {self.about: []}


def choose_facing(fight: Fight, number: Number, rule: str) -> None:
    """Its owner turns the piece on the spot as he likes, if there is room for that; chariots never turn so.

    [tp.machine.chariot.turning]
    """
    if figure(fight, number).chariot:
        return
    question = Facing(fight, number, rule)
    if not question.free:  # a block can always turn about; scattered models may have no room for that
        return
    facing = fight.ask(question)
    if facing != question.now:
        take(fight, number, question.stand(facing))
        fight.tell(Turned(rule, number, fight.state.pieces[number].point, facing))
