"""Before the first turn: the table, the edges, markers, setting up, spells to be learned, who begins."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from warhost.engine.field.levels.parts import Spot, holds
from warhost.engine.question import Answer, Chance, Choose, Order, Refusal

from ..events import EdgeTaken, PrizeMoved, Ready, SetUp, SpellLearned, TownLaid
from ..magic.casting import LITANY
from ..moving.falling import set_down
from ..moving.hiding import hide, may_not_hide
from ..setting import Fight
from ..state import NOBODY, Prize
from ..trials import d3, rank_off, roll_off
from .places import SETUP, place_refused, places, somewhere
from .zones import BETWEEN, CENTRE, CORNERS, EDGES, FROM_CENTRE, GROUP, OPPOSITE, zone

REST = "rest"
FROM_EDGE, SHARDS_APART = 10_000, 6_000


def lay_table(fight: Fight) -> None:
    """Ready tables and quarters of chance.  [war.scen.setup] [war.scen.board] [war.map.table.candle]
    [war.map.table.market] [war.scen.tower]
    """
    state, towns = fight.state, fight.setting.towns
    belfry = fight.setting.scenario.id == "tower"
    if state.plan is None:
        wanted = fight.setting.options.get("table", "rolled")
        if wanted == "rolled":
            wanted = ("candle", "market", "quarter")[(fight.die(6, "which table", SETUP, 0, (2, 4)) - 1) // 2]
        if wanted == "quarter":
            state.plan = towns.quarter(lambda purpose: fight.die(6, purpose, "war.scen.board", 0), belfry)
        else:
            state.plan = towns.plan(towns.ready[wanted], belfry)
    fight.tell(TownLaid(SETUP, state.plan.title))
    state.edges = ("",) * len(fight.setting.companies)
    state.phase = "before"


def prepare(fight: Fight) -> None:
    """Old wounds, first spells.  [war.camp.injury.hero] [war.magic.learn]"""
    state = fight.state
    for number, fighter in enumerate(fight.setting.fighters):
        warrior = state.warriors[number]
        if fighter.has("old wound") and fight.die(6, "old wound", "war.camp.injury.hero", fighter.side, (1,)) == 1:
            warrior.fate = "away"
            fight.tell(Ready("war.camp.injury.hero", fighter.id, "misses the battle: an old wound"))
        if fighter.has("wizard") and not warrior.spells:
            face = fight.die(6, "first spell", "war.magic.learn", fighter.side)
            spell = next(spell for spell in fight.setting.library.spells.values() if spell.die == face)
            warrior.spells = ((spell.id, spell.difficulty),)
            fight.tell(SpellLearned("war.magic.learn", fighter.id, spell.title))
        if fighter.has("litany"):
            warrior.spells = LITANY
    state.phase = "edges"


# --- edges and corners ----------------------------------------------------------------------------------------


def choose_edges(fight: Fight) -> None:
    sides = tuple(range(len(fight.setting.companies)))
    state = fight.state
    if len(sides) > 2:
        _corners(fight, sides)
    elif fight.setting.scenario.id == "breakthrough":
        _attack(fight)
    else:
        first = roll_off(fight, sides, "who picks an edge", SETUP)
        _take(fight, first, list(EDGES))
        _settle(fight, 1 - first, OPPOSITE[state.edges[first]])
        state.placing = first, 1 - first
    state.phase = "markers" if fight.setting.scenario.id in ("hunt", "box") else "deployment"


def _take(fight: Fight, side: int, edges: list[str], rule: str = SETUP) -> None:
    what = "corner" if edges[0] in CORNERS else "edge"
    text = f"Which {what} does {fight.setting.called(side)} take?"
    chosen = fight.ask(Choose(side, what, edges, rule, text=text, meanings={edge: f"the {edge}" for edge in edges}))
    _settle(fight, side, chosen, rule)


def _settle(fight: Fight, side: int, edge: str, rule: str = SETUP) -> None:
    edges = list(fight.state.edges)
    edges[side] = edge
    fight.state.edges = tuple(edges)
    fight.tell(EdgeTaken(rule, side, edge))


def _corners(fight: Fight, sides: tuple[int, ...]) -> None:
    """From the highest to the lowest each picks a free corner.  [war.multi.setup]"""
    order = rank_off(fight, sides, "who picks a corner", "war.multi.setup")
    for side in order:
        free = [corner for corner in CORNERS if corner not in fight.state.edges]
        _take(fight, side, free, "war.multi.setup")
    fight.state.placing = order


def _attack(fight: Fight) -> None:
    """The higher rating attacks; the defender names his points and sets up first.  [war.scen.breakthrough]"""
    ratings = [company.rating for company in fight.setting.companies]
    rule = "war.scen.breakthrough"
    attacker = (
        0
        if ratings[0] > ratings[1]
        else 1
        if ratings[1] > ratings[0]
        else roll_off(fight, (0, 1), "who attacks", rule)
    )
    state = fight.state
    state.attacker = attacker
    state.points = tuple(tuple(point) for point in fight.ask(Points(fight, 1 - attacker)))
    state.placing = 1 - attacker, attacker


def _pick_edge(fight: Fight) -> None:
    """When he has seen where the defenders stand.  [war.scen.breakthrough]"""
    attacker, rule = fight.state.attacker, "war.scen.breakthrough"
    _take(fight, attacker, list(EDGES), rule)
    _settle(fight, 1 - attacker, OPPOSITE[fight.state.edges[attacker]], rule)


class Points(Order):
    """Up to three points round which the defender stands."""

    form = "a list of one to three points [x, y] in thousandths of an inch"

    def __init__(self, fight: Fight, side: int):
        super().__init__(side, "points", "war.scen.breakthrough", text="Round which points do the defenders stand?")
        self.fight = fight

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if (
            not isinstance(order, list | tuple)
            or not 1 <= len(order) <= 3
            or not all(_is_point(point) for point in order)
        ):
            return Refusal(self.rule, f"expected {self.form}")
        for at, (x, y) in enumerate(order):
            if hypot(x - CENTRE[0], y - CENTRE[1]) > FROM_CENTRE + 1:
                return Refusal(self.rule, "each point lies within 12 inches of the centre")
            if any(hypot(x - px, y - py) < BETWEEN - 1 for px, py in order[:at]):
                return Refusal(self.rule, "the points lie at least 6 inches from each other")
        return {}

    def suggest(self, most: int = 12) -> list[Answer]:
        x, y = CENTRE
        return [
            [[x - 9_000, y], [x, y], [x + 9_000, y]],
            [[x, y - 7_000], [x, y], [x, y + 7_000]],
            [[x - 6_000, y - 6_000], [x + 6_000, y - 6_000], [x, y + 6_000]],
        ][:most]

    def label(self, answer: Answer, names: object) -> str:
        return ", ".join(f"({x / 1000:g}, {y / 1000:g})" for x, y in answer)


def _is_point(point: object) -> bool:
    return (
        isinstance(point, list | tuple)
        and len(point) == 2
        and all(type(one) is int and abs(one) < 1_000_000 for one in point)
    )


# --- markers --------------------------------------------------------------------------------------------------


def place_markers(fight: Fight) -> None:
    """Shards are placed in turn, the player who set up second beginning; the chest lies in the middle.

    [war.scen.hunt] [war.multi.scenarios] [war.scen.box]
    """
    state, sides = fight.state, len(fight.setting.companies)
    if fight.setting.scenario.id == "box":
        x, y = _chest_place(fight)
        state.prizes = (Prize("chest", x, y),)
        fight.tell(PrizeMoved("war.scen.box", "a locked chest lies in the middle", "", (x, y)))
        state.phase = "deployment"
        return
    if not state.loose and not state.prizes:
        state.loose = d3(fight, 0, "how many shards", "war.scen.hunt") + (sides if sides > 2 else 1)
    order = tuple(reversed(state.placing)) if sides == 2 else state.placing
    side = order[len(state.prizes) % sides]
    at = fight.ask(Marker(fight, side))["at"]
    state.prizes = (*state.prizes, Prize("shard", at[0], at[1]))
    fight.tell(PrizeMoved("war.scen.hunt", "a shard lies in the street", "", (at[0], at[1])))
    state.loose -= 1
    if not state.loose:
        state.phase = "deployment"


def _chest_place(fight: Fight) -> tuple[int, int]:
    site = fight.setting.town(fight.state).site
    for ring in range(0, 20_000, 500):
        for dx in range(-ring, ring + 1, 500):
            for dy in (-ring, ring) if abs(dx) < ring else range(-ring, ring + 1, 500):
                x, y = CENTRE[0] + dx, CENTRE[1] + dy
                if _street(fight, x, y) and not any(holds(box.rect, x, y) for box in site.parts.boxes):
                    return x, y
    return CENTRE


def _street(fight: Fight, x: int, y: int) -> bool:
    """On the ground, not in water."""
    site = fight.setting.town(fight.state).site
    return "water" not in site.ground_at(x, y) and not any(holds(box.rect, x, y) for box in site.parts.boxes)


class Marker(Order):
    """Where a shard lies."""

    form = 'a place {"at": [x, y]} in the street, in thousandths of an inch'

    def __init__(self, fight: Fight, side: int):
        super().__init__(side, "shard", "war.scen.hunt", text="Where does a shard lie?")
        self.fight = fight

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        at = order.get("at") if isinstance(order, dict) else None
        if not _is_point(at):
            return Refusal(self.rule, f"expected {self.form}")
        assert isinstance(at, list | tuple)
        x, y = at
        site = self.fight.setting.town(self.fight.state).site
        if min(x, y, site.width - x, site.depth - y) < FROM_EDGE - 1:
            return Refusal(self.rule, "a shard lies at least 10 inches from every edge")
        if any(hypot(x - prize.x, y - prize.y) < SHARDS_APART - 1 for prize in self.fight.state.prizes):
            return Refusal(self.rule, "shards lie at least 6 inches from each other")
        return {} if _street(self.fight, x, y) else Refusal(self.rule, "a shard lies in the street, not in water")

    def _all(self) -> Iterator[Answer]:
        for y in range(12_500, 37_000, 4_000):
            for x in range(12_500, 37_000, 4_000):
                if self.refuse({"at": [x, y]}) is None:
                    yield {"at": [x, y]}

    def suggest(self, most: int = 12) -> list[Answer]:
        return list(self._all())[:most]

    def sample(self, chance: Chance) -> Answer:
        found = list(self._all())
        return found[chance.randrange(len(found))]

    def label(self, answer: Answer, names: object) -> str:
        return f"at ({answer['at'][0] / 1000:g}, {answer['at'][1] / 1000:g})"


# --- setting up -----------------------------------------------------------------------------------------------


def deploy_one(fight: Fight) -> None:
    """One warrior after the other, keepers with their rats; or the rest of them as it comes."""
    state = fight.state
    waiting = [
        number
        for number, one in enumerate(state.warriors)
        if state.placing and one.side == state.placing[0] and one.fate == "waiting"
    ]
    if not waiting:
        state.placing = state.placing[1:]
        if not state.placing:
            _hide_defenders(fight)
            state.phase = "first turn"
        elif state.placing == (state.attacker,):
            _pick_edge(fight)
        return
    number, side = waiting[0], state.placing[0]
    order = fight.ask(Deploy(fight, number))
    if order == REST:
        for one in waiting:
            _stand(fight, one, somewhere(fight, one))
    else:
        _stand(fight, number, _spot(fight, order))
        waiting = waiting[:1]
    stands = {fight.setting.fighters[one].id: state.warriors[one].spot[:2] for one in waiting}
    fight.tell(SetUp(SETUP, tuple(stands), side, stands))


def _stand(fight: Fight, number: int, spot: Spot) -> None:
    fight.state.warriors[number].fate = "there"
    set_down(fight, number, spot)


def _spot(fight: Fight, order: Answer) -> Spot:
    x, y = order["at"]
    return x, y, order.get("z", 0)


class Deploy(Order):
    """Where a warrior is set up: {"at": [x, y], "z": height}, or 'rest' to have all others stand as it comes."""

    form = 'a place {"at": [x, y], "z": height} in thousandths of an inch, or "rest"'

    def __init__(self, fight: Fight, number: int):
        fighter = fight.setting.fighters[number]
        super().__init__(fighter.side, "deploy", SETUP, fighter.id, "Where is {who} set up?")
        self.fight, self.number = fight, number

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if order == REST:
            return {}
        if (
            not isinstance(order, dict)
            or not _is_point(order.get("at"))
            or not set(order) <= {"at", "z", "facing", "files"}
        ):
            return Refusal(self.rule, f"expected {self.form}")
        z = order.get("z", 0)
        if type(z) is not int or not 0 <= z < 1_000_000:
            return Refusal(self.rule, "the height is a whole number of thousandths")
        return place_refused(self.fight, self.number, _spot(self.fight, order)) or {}

    def suggest(self, most: int = 12) -> list[Answer]:
        found: list[Answer] = [REST]
        for x, y, z in places(self.fight, self.number):
            if len(found) >= min(most, 6):
                break
            found.append({"at": [x, y], "z": z} if z else {"at": [x, y]})
        return found[:most]

    def sample(self, chance: Chance) -> Answer:
        if chance.random() < 0.3:
            return REST
        for _ in range(8):
            spot = self._drawn(chance)
            if place_refused(self.fight, self.number, spot) is None:
                return {"at": list(spot[:2]), "z": spot[2]} if spot[2] else {"at": list(spot[:2])}
        return REST

    def _drawn(self, chance: Chance) -> Spot:
        state, site = self.fight.state, self.fight.setting.town(self.fight.state).site
        if state.points and self.side != state.attacker:
            px, py = state.points[chance.randrange(len(state.points))]
            west, south, east, north = px - GROUP, py - GROUP, px + GROUP, py + GROUP
        else:
            west, south, east, north = zone(state.edges[self.side], site.width, site.depth)
        x, y = west + chance.randrange(east - west), south + chance.randrange(north - south)
        levels = site.surfaces_at(x, y)
        return x, y, levels[chance.randrange(len(levels))].z

    def label(self, answer: Answer, names: object) -> str:
        if answer == REST:
            return "all who are left stand as it comes"
        height = f", {answer['z'] / 1000:g} inches up" if answer.get("z") else ""
        return f"at ({answer['at'][0] / 1000:g}, {answer['at'][1] / 1000:g}){height}"


def _hide_defenders(fight: Fight) -> None:
    """They begin hidden where there is cover.  [war.scen.breakthrough]"""
    if fight.setting.scenario.id != "breakthrough":
        return
    for number, warrior in enumerate(fight.state.warriors):
        if warrior.side != fight.state.attacker and warrior.there and may_not_hide(fight, number) is None:
            hide(fight, number)


# --- who begins -----------------------------------------------------------------------------------------------


def first_turn(fight: Fight) -> None:
    """A roll-off; the attacker of a break-through begins; several follow clockwise by their corners.

    [war.scen.setup] [war.multi.setup]
    """
    state, sides = fight.state, tuple(range(len(fight.setting.companies)))
    if len(sides) > 2:
        first = roll_off(fight, sides, "who has the first turn", "war.multi.setup")
        around = sorted(sides, key=lambda side: CORNERS.index(state.edges[side]))
        at = around.index(first)
        state.order = tuple(around[at:] + around[:at])
    else:
        first = (
            state.attacker if state.attacker != NOBODY else roll_off(fight, sides, "who has the first turn", SETUP)
        )
        state.order = first, 1 - first
    state.active = state.order[0]
    state.phase = "start"
