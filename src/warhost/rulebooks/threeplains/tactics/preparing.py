"""Before the first turn: sides, terrain, and how the army is drawn up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import exp
from typing import Any

from warhost.engine.field.body import apart
from warhost.engine.field.shapes import gap
from warhost.engine.question import Answer, Choose, Question

from ..bodies import body, figure, loose, strength
from ..figure import inches
from ..moving.wedges import may_wedge, most_points
from ..opening.deployment import LATER, Deploy, fronts
from ..opening.scouting import LAIRS, Scout
from ..opening.setup import ZONES, facing_of_side, zone_of_side
from ..scenario.points import drawn_to, lined_up
from ..state import Number
from .clash import Onset, balance
from .defile import Defile, defile, fitting
from .mind import Mind
from .route import crossed
from .vantage import drawn_out, field_of_fire, loopholes, vantages

PLACES = 6  # that are looked at in each part of a zone
STEP = inches(1)
GAP = inches(1)  # between two pieces of the line
VIEW = inches(12)  # the way before a piece that should be clear
BEHIND = inches(4)  # lone men stand so far behind the line
WING = inches(10)  # room for others beside whoever begins the line
BACKS = {
    "foot": (0, BEHIND, 2 * BEHIND),
    "bows": (0, BEHIND, 2 * BEHIND),
    "wing": (BEHIND, 0, 2 * BEHIND),
    "leader": (BEHIND, 0),
}  # how far behind the front line each kind would like to stand; riders come up fast enough
CHARGE = inches(5)
NEAR = inches(12)  # an enemy so far along the line matters little more than a third as much


def _kind(mind: Mind, number: Number) -> str:
    """Its place in the line of battle."""
    found = figure(mind.fight, number)
    if found.engine:
        return "bows"
    if _into_the_defile(mind, number) is not None:
        return "foot"
    if found.category == "character" or (strength(mind.fight, number) == 1 and not found.mounted):
        return "leader"
    if found.category in ("cavalry", "beast") or found.chariot:
        return "wing"
    return "bows" if mind.shoots(number) else "foot"


def _into_the_defile(mind: Mind, number: Number) -> Defile | None:
    """The way between rocks by which it has to come to where the scenario wants it."""
    post = drawn_to.first(mind.setting.mission.rules, mind.fight, number)
    return None if post is None else defile(mind, post[0])


ORDER = ("foot", "bows", "wing", "leader")


def _deploy(mind: Mind, question: Question) -> Iterator[Answer]:
    """The line first, then bows beside it, riders on the wings, lone men last; the dearest of each first. Before
    a way between rocks those come first who find room against an enemy however he stands."""
    assert isinstance(question, Choose)

    def rank(name: str) -> tuple[int, bool, float]:
        number = mind.number[name]
        squeezed = _into_the_defile(mind, number) is not None and not loose(mind.fight, number)
        return ORDER.index(_kind(mind, number)), squeezed, -mind.worth(number)

    yield min(question.options, key=rank)


def _place(mind: Mind, question: Question) -> Iterator[Answer]:
    """As near as can be to where it belongs."""
    assert isinstance(question, Deploy)
    number = mind.number[question.about]
    if isinstance(question, Scout):
        yield from _lie_in_wait(mind, question)
        return
    if len(mind.setting.zones[mind.side].patches if mind.setting.zones else ()) > 1:
        yield from _nearest_part(mind, question)
        return
    if perches := question.perches():
        middle = mind.setting.table.width // 2
        yield min(perches, key=lambda order: abs(order["at"][0] - middle))
        return
    zone = zone_of_side(mind.setting, mind.state, mind.side).outline
    wanted, kind = _wanted(mind, number), _kind(mind, number)
    steps = range(2 * (zone.right - zone.left) // STEP)
    aside = [wanted + (step + 1) // 2 * (STEP if step % 2 else -STEP) for step in steps]
    half = _half_width(mind, number)
    riders = figure(mind.fight, number).category == "cavalry" and may_wedge(mind.fight, number) is None
    shape = {"wedge": 1} if riders and most_points(mind.fight, number) else _front(mind, number)
    if kind == "bows":
        places = [*vantages(mind, number, wanted, half), *(loopholes(mind, number) if mind.enemies else ())]
        lawful = [order | shape for order in places if question.refuse(order | shape) is None]
        if lawful:
            yield max(lawful, key=lambda order: field_of_fire(mind, number, question.body(order)))
            return
    for back, in_the_way in ((back, bars) for bars in (False, True) for back in BACKS[kind]):
        for across in aside:
            order = _order(mind, across, back) | shape
            if not zone.left < across < zone.right or (not in_the_way and _barred(mind, order, half)):
                continue
            if question.refuse(order) is None:
                yield order
                return


def _nearest_part(mind: Mind, question: Deploy) -> Iterator[Answer]:
    """In that part of a zone of several from which it is nearest to whom it may fight, or else the first. Who does
    not shoot is not set up where cliffs keep him off; archers stand there in a single rank."""
    number = mind.number[question.about]
    held = _into_the_defile(mind, number)
    places = question.spread(PLACES)
    if not places:
        return
    if held is not None:
        yield min(places, key=lambda order: gap(question.body(order).block, held.ground))
        return
    foes, shoots = [body(mind.fight, enemy) for enemy in mind.enemies], mind.shoots(number)

    def kept_off(order: dict[str, Any]) -> bool:
        return all(crossed(mind, question.body(order).front, foe.middle, 0) for foe in foes)

    def away(order: dict[str, Any]) -> tuple[bool, int]:
        there = question.body(order)
        return not shoots and kept_off(order), min(apart(there, foe) for foe in foes)

    best = min(places, key=away) if foes else places[0]
    yield best
    if foes and shoots and kept_off(best):
        yield from islice(drawn_out(mind, question, best), 1)


def _scouts(mind: Mind, question: Question) -> Iterator[Answer]:
    """Nobody can touch them where they hide."""
    yield LATER


def _lie_in_wait(mind: Mind, question: Scout) -> Iterator[Answer]:
    """Hidden, and as near to the enemy as can be."""

    def gap(order: dict[str, Any]) -> int:
        there = question.body(order)
        return min([apart(there, body(mind.fight, enemy)) for enemy in mind.enemies], default=0)

    lairs = [order for order in question.suggest(2 * LAIRS) if question.hides(order)]
    if lairs:
        yield min(lairs, key=gap)


def _barred(mind: Mind, order: dict[str, Any], half: int) -> bool:
    """Whether a building or the like stands before it, or friends."""
    x, y = order["at"]
    low, high = (y, y + VIEW) if mind.state.zones[mind.side] == 0 else (y - VIEW, y)
    shapes = [ground.shape for ground in mind.setting.land(mind.state.terrain).bars]
    shapes += [body(mind.fight, friend).block for friend in mind.friends]
    return any(s.left < x + half and s.right > x - half and s.bottom < high and s.top > low for s in shapes)


def _order(mind: Mind, across: int, back: int) -> dict[str, Any]:
    zone = zone_of_side(mind.setting, mind.state, mind.side).outline
    below = mind.state.zones[mind.side] == 0
    y = zone.top - back if below else zone.bottom + back
    return {"at": [across, y], "facing": facing_of_side(mind.state, mind.side)}


def _front(mind: Mind, number: Number) -> dict[str, int]:
    """As the roster says; archers whose first rank alone shoots as wide as their ranks hold together; whoever is
    wanted between rocks no wider than that."""
    fight, models = mind.fight, strength(mind.fight, number)
    if not loose(fight, number) and (found := _into_the_defile(mind, number)) is not None:
        slim = fitting(mind, number, found)
        return {"files": slim} if slim in fronts(fight, number) and slim < mind.state.pieces[number].files else {}
    if loose(fight, number) or not mind.shoots(number) or "mass volley" in figure(fight, number).traits:
        return {}
    wide = models * 2 // 3
    return {"files": wide} if wide in fronts(fight, number) and wide > mind.state.pieces[number].files else {}


def _half_width(mind: Mind, number: Number) -> int:
    files = _front(mind, number).get("files", mind.state.pieces[number].files)
    return figure(mind.fight, number).base[0] * files // 2


def _hunting_ground(mind: Mind, number: Number) -> int:
    """Opposite those whom it would like to fight, and out of the way of those who would beat it."""
    zone = zone_of_side(mind.setting, mind.state, mind.side).outline
    margin = _half_width(mind, number) + WING
    onset = Onset(number, "front", CHARGE)
    foes = [(body(mind.fight, enemy).middle[0], balance(mind, [onset], enemy)) for enemy in mind.enemies]

    def appeal(across: int) -> float:
        return sum(value * exp(-abs(across - at) / NEAR) for at, value in foes)

    spots = range(zone.left + margin, zone.right - margin, STEP)
    return max(spots, key=appeal, default=(zone.left + zone.right) // 2)


def _wanted(mind: Mind, number: Number) -> int:
    """The middle of the line for foot and leaders, opposite the enemy; the nearer end of it for the others.

    Whoever begins the line chooses his enemy, if one is placed already.
    """
    if (opposite := lined_up.first(mind.setting.mission.rules, mind.fight, number)) is not None:
        return opposite
    zone = zone_of_side(mind.setting, mind.state, mind.side).outline
    middles = [body(mind.fight, enemy).middle[0] for enemy in mind.enemies]
    centre = sum(middles) // len(middles) if middles else (zone.left + zone.right) // 2
    kind = _kind(mind, number)
    if kind == "foot" and middles and not mind.friends:
        return _hunting_ground(mind, number)
    if kind in ("foot", "leader") or not mind.friends:
        return centre
    ends = [body(mind.fight, friend).box for friend in mind.friends]
    left, right = min(box[0] for box in ends), max(box[1] for box in ends)
    half = _half_width(mind, number) + GAP
    return left - half if centre - left < right - centre else right + half


def _zone(mind: Mind, question: Question) -> Iterator[Answer]:
    """A hill for the bows, and no obstacle before the door."""
    values = [0.0, 0.0]
    bows = sum(mind.shoots(n) for n, piece in mind.state.numbered() if piece.side == mind.side)
    for feature in mind.state.terrain:
        ground = mind.setting.ground(feature)
        side = int(2 * ground.middle[1] > mind.setting.table.depth)
        values[side] += bows if ground.kind.slope else -1.0
    yield ZONES[values[1] > values[0]]


def _second(mind: Mind, question: Question) -> Iterator[Answer]:
    """Whoever places first shows his hand."""
    yield "theirs"


def _first(mind: Mind, question: Question) -> Iterator[Answer]:
    yield "mine"


def _sides(mind: Mind, question: Question) -> Iterator[Answer]:
    yield "pick sides"


THOUGHTS = {
    "task": _sides,
    "zone": _zone,
    "first to place": _second,
    "deploy": _deploy,
    "place": _place,
    "scouts": _scouts,
    "first turn": _first,
}
