"""Laying out the terrain, and choosing edges.  [reg.terrain.generate] [reg.deploy.table] [reg.scenario.tower]"""

from __future__ import annotations

from typing import Any

from warhost.engine.dice import Throw
from warhost.engine.field.compass import NORTH, Angle, Point, bearing, from_frame
from warhost.engine.field.shapes import gap, oblong, polygon
from warhost.engine.question import Answer, Chance, Choose, Order, Refusal

from ..events import EdgeTaken, LeftOut, TerrainLaid
from ..library import band
from ..measures import INCH, TIE, inches
from ..moving.ways import edge_gap
from ..records import GroundKind
from ..setting import Fight
from ..state import Feature
from .rolloff import roll_off

RULE = "reg.terrain.generate"
FROM_EDGE = FROM_OTHERS = inches(3)
FROM_TOWER = inches(6)
TRIES = 50
STEPS = 720  # into which chance divides the table


def lay_out(fight: Fight) -> None:
    """D6 + 4 pieces, each by 2D6; placed by chance, or by the players in turn."""
    state, setting = fight.state, fight.setting
    if setting.scenario.tower and not any(one.kind == "tower" for one in state.terrain):
        lay(fight, made(fight, "tower", (setting.width // 2, setting.depth // 2), NORTH))
    if setting.laid or setting.options.get("terrain") == "none":
        return
    count = fight.die(6, "pieces of terrain", RULE, 0) + 4
    chart, turn = setting.library.tables.chart["terrain"], 0
    placing = setting.options.get("terrain") == "placed"
    if placing:
        turn = roll_off(fight, "who places the first piece", RULE)
    for _ in range(count):
        score = sum(fight.throw(Throw(2, 6, "which piece of terrain", RULE, turn)))
        title = band(chart, score).title
        feature = _chosen(fight, title, turn) if placing else _by_chance(fight, title)
        if feature is None:
            fight.tell(LeftOut(RULE, title))
        else:
            lay(fight, feature)
        turn = 1 - turn if placing else turn


def lay(fight: Fight, feature: Feature) -> None:
    fight.state.terrain = (*fight.state.terrain, feature)
    fight.tell(TerrainLaid(RULE, fight.setting.library.grounds[feature.kind].title, (feature.points,)))


def made(fight: Fight, title: str, middle: Point, facing: Angle) -> Feature:
    kind = fight.setting.library.grounds[title]
    number = 1 + sum(one.kind == title for one in fight.state.terrain)
    return Feature(f"{title} {number}", title, outline(kind, middle, facing), ford_of(kind, middle, facing))


def outline(kind: GroundKind, middle: Point, facing: Angle) -> tuple[Point, ...]:
    wide, deep = (inches(length) for length in kind.size)
    return oblong(from_frame((0, deep // 2), middle, facing), facing, wide, deep).points


def ford_of(kind: GroundKind, middle: Point, facing: Angle) -> tuple[Point, ...]:
    if not kind.ford:
        return ()
    deep = inches(kind.size[1])
    return oblong(from_frame((0, deep // 2), middle, facing), facing, inches(kind.ford), deep).points


def why_not_there(fight: Fight, feature: Feature) -> Refusal | None:
    """Its whole outline 3 in from every edge and every other piece."""
    shape = polygon(feature.points)
    if edge_gap(fight, shape) < FROM_EDGE - TIE:
        return Refusal(RULE, "a piece lies at least 3 in from every edge")
    for other in fight.state.terrain:
        least = FROM_TOWER if other.kind == "tower" else FROM_OTHERS
        if gap(shape, polygon(other.points)) < least - TIE:
            return Refusal(RULE, f"a piece lies at least {least // INCH} in from every other")
    return None


def _by_chance(fight: Fight, title: str) -> Feature | None:
    wide, deep = fight.setting.width, fight.setting.depth
    for _ in range(TRIES):
        x, y, turn = fight.throw(
            Throw(3, STEPS, f"where the {title} {'lie' if title.endswith('s') else 'lies'}", RULE, 0)
        )
        feature = made(fight, title, (x * wide // STEPS, y * deep // STEPS), bearing(turn * 50))
        if why_not_there(fight, feature) is None:
            return feature
    return None


def _chosen(fight: Fight, title: str, side: int) -> Feature | None:
    question = PlaceTerrain(fight, side, title)
    if not question.offers:
        return None
    answer = fight.ask(question)
    return question.feature(answer)


class Placing(Order):
    """Where something comes to be: at one of the places that are offered, or at any other that is lawful."""

    __slots__ = ("offers",)
    offers: list[dict[str, Any]]

    def suggest(self, most: int = 12) -> list[Answer]:
        return list(self.offers[:most])

    def sample(self, chance: Chance) -> Answer:
        return self.offers[chance.randrange(len(self.offers))]

    def label(self, answer: Answer, names: Any) -> str:
        return f"at ({answer['at'][0] / INCH:g}, {answer['at'][1] / INCH:g})"


class PlaceTerrain(Placing):
    """Where a piece lies: {"at": [x, y], "turn": 0}."""

    __slots__ = ("fight", "title")
    form = 'a table such as {"at": [36000, 24000], "turn": 0}: the middle of the piece and how it is turned'

    def __init__(self, fight: Fight, side: int, title: str):
        super().__init__(side, "place terrain", RULE, "", f"Where does the {title} lie?")
        self.fight, self.title = fight, title
        self.offers = [answer for answer in self._grid() if not isinstance(self.check(answer), Refusal)]

    def _grid(self) -> list[dict[str, Any]]:
        places = [(x, y) for x in range(8, 72, 8) for y in range(8, 48, 8)]
        order = sorted(places, key=lambda at: (at[0] * 7 + at[1] * 13) % 31)
        return [{"at": [x * INCH, y * INCH], "turn": turn} for x, y in order for turn in (0, 9000)]

    def feature(self, order: Answer) -> Feature:
        at = order["at"]
        return made(self.fight, self.title, (at[0], at[1]), bearing(order.get("turn", 0)))

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        refusal = placed_badly(order, self.form)
        return refusal or why_not_there(self.fight, self.feature(order)) or {"cost": 0}


def placed_badly(order: Answer, form: str, rule: str = RULE) -> Refusal | None:
    """Whether an order does not say where something stands."""
    if not isinstance(order, dict) or not set(order) <= {"at", "facing", "files", "turn"} or "at" not in order:
        return Refusal(rule, f"expected {form}")
    at = order["at"]
    numbers = (
        [*at, order.get("facing", order.get("turn", 0)), order.get("files", 1)]
        if isinstance(at, list | tuple)
        else []
    )
    if len(numbers) != 4 or not all(type(one) is int and abs(one) <= 10**6 for one in numbers):
        return Refusal(rule, f"expected {form}")
    return None


def choose_edges(fight: Fight) -> None:
    """The winner of a roll-off chooses one long edge; the rearguard has the near one.  [reg.deploy.table]"""
    if fight.setting.scenario.defender:
        fight.state.near = 0
        return
    winner = roll_off(fight, "who chooses an edge", "reg.deploy.table")
    question = Choose(
        winner, "edge", ["near", "far"], "reg.deploy.table", text="Which long edge do you take?",
        meanings={"near": "The near edge", "far": "The far edge"}, usual="near",
    )  # fmt: skip
    near = fight.ask(question) == "near"
    fight.state.near = winner if near else 1 - winner
    fight.tell(EdgeTaken("reg.deploy.table", winner, near))
