"""Points and shapes: what an army costs, and how much of each its size demands or allows.  [tp.army.allowance]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from math import ceil

from msgspec import Struct

from warhost.roster.bill import Bill, Line, Measure
from warhost.roster.roster import Roster

from ..scenario.mission import Terms
from .choices import MASTER, Choice, choices
from .lists import Armies
from .profiles import Shape
from .terms import priced, size_for_shapes, terms_of

STEP = 500  # points from one row of the chart to the next
STARS_STEP = 4000
HIRED_SHARE = 4  # a quarter
TORCH = 1  # point


class Allowance(Struct, frozen=True):
    """A row of the chart: blocks at least, triangles and diamonds at most, copies of a star profile."""

    blocks: float
    triangles: float
    diamonds: float
    stars: int = 1


CHART = (
    Allowance(1.0, 3.0, 2.0),
    Allowance(1.5, 4.0, 3.0),
    Allowance(2.0, 4.5, 3.75),
    Allowance(2.5, 5.0, 4.5),
    Allowance(3.0, 5.5, 5.25),
    Allowance(3.5, 6.0, 6.0),
    Allowance(4.0, 6.5, 6.75),
    Allowance(4.5, 7.0, 7.5),
)
FURTHER = Allowance(0.5, 0.5, 0.75)


def allowance(points: int) -> Allowance:
    """What an army of this size must and may spend.  [tp.army.allowance.chart]"""
    row = (points - 1) // STEP
    beyond = max(0, row + 1 - len(CHART))
    last = CHART[min(row, len(CHART) - 1)]
    return Allowance(
        last.blocks + beyond * FURTHER.blocks,
        last.triangles + beyond * FURTHER.triangles,
        last.diamonds + beyond * FURTHER.diamonds,
        (points - 1) // STARS_STEP + 1,
    )


def model_points(choice: Choice) -> int:
    """The price of one model with all that is bought for it.  [tp.weapon.options]"""
    ridden = choice.ridden.points if choice.ridden else 0
    return choice.profile.points + sum(o.points for o in choice.options) + choice.mount_points + ridden


def choice_points(choice: Choice) -> int:
    """Every model is paid for, every torch, the command model's rank and every magic item once.

    [tp.army.points] [tp.list.composition] [tp.scenario.raid.torches]
    """
    command = choice.profile.command.points if choice.command and choice.profile.command else 0
    return choice.models * model_points(choice) + command + sum(choice.prices) + TORCH * choice.torches


def choice_shapes(choice: Choice) -> dict[Shape, float]:
    """Paid once for a whole group; rider and beast add theirs up.  [tp.army.mixing] [tp.list.wizards]"""
    total: dict[Shape, float] = {}
    costs = [choice.profile.shapes, choice.ridden.shapes if choice.ridden else {}]
    if choice.profile.master and MASTER in choice.entry.options:
        costs.append({"triangle": choice.profile.master.triangle})
    for cost in costs:
        for shape, amount in cost.items():
            total[shape] = total.get(shape, 0) + amount
    return total


def spent(chosen: Collection[Choice], shape: Shape) -> float:
    return sum(choice_shapes(choice).get(shape, 0) for choice in chosen)


def hired(choice: Choice, roster: Roster) -> bool:
    return choice.army.id != roster.army


def deviancy(choice: Choice, roster: Roster, armies: Armies) -> int:
    """That of the army; hired groups have the higher of the two.  [tp.list.hire] [tp.check.bs.deviancy]"""
    return max(armies.lists[roster.army].deviancy, choice.army.deviancy)


def hired_points(chosen: Collection[Choice], roster: Roster) -> int:
    return sum(choice_points(choice) for choice in chosen if hired(choice, roster))


def paid(choice: Choice, terms: Terms) -> Fraction:
    """What a line of a roster costs a side that musters on these terms."""
    return priced.fold(terms.rules, Fraction(choice_points(choice)), choice)


def bill(roster: Roster, armies: Armies) -> Bill:
    """All pieces with their costs, and the totals against the limits.  [tp.army.roster]

    Prices that a scenario cuts are added up first, and what is left of a point is paid in full.
    [tp.scenario.time.discount] [tp.scenario.last_stand.discount]
    """
    chosen, terms = choices(roster, armies), terms_of(roster, armies)
    cost = ceil(sum((paid(choice, terms) for choice in chosen), Fraction()))
    measures = [Measure("points", "tp.army.points", cost, most=roster.points)]
    if terms.shapes != "none":
        measures += _shape_measures(chosen, allowance(size_for_shapes(roster, terms)), terms)
    if hire := hired_points(chosen, roster):
        measures.append(Measure("points for hire", "tp.list.hire", hire, most=roster.points // HIRED_SHARE))
    lines = tuple(_line(choice, roster, terms) for choice in chosen)
    return Bill(lines, roster.points, tuple(measures), cost)


def _shape_measures(chosen: Collection[Choice], limits: Allowance, terms: Terms) -> list[Measure]:
    """Whoever has the allowance of a larger enemy needs no blocks for it, but in a siege.

    [tp.army.allowance] [tp.siege.shapes] [tp.scenario.time.shapes] [tp.scenario.last_stand.shapes]
    """
    blocks = Measure("blocks", "tp.army.block", spent(chosen, "block"), least=limits.blocks)
    measures = [
        *([blocks] if terms.shapes in ("own", "enemy in full") else []),
        Measure("triangles", "tp.army.triangle", spent(chosen, "triangle"), most=limits.triangles),
        Measure("diamonds", "tp.army.diamond", spent(chosen, "diamond"), most=limits.diamonds),
    ]
    if copies := star_copies(chosen):
        measures.append(Measure("copies of a star", "tp.army.star", max(copies.values()), most=limits.stars))
    return measures


def star_copies(chosen: Collection[Choice]) -> dict[str, int]:
    """How many pieces there are of each profile that costs a star.  [tp.army.star]"""
    return dict(Counter(choice.name for choice in chosen if choice.profile.shapes.get("star")))


def _line(choice: Choice, roster: Roster, terms: Terms) -> Line:
    shapes = {str(shape): amount for shape, amount in choice_shapes(choice).items()}
    cost = ceil(paid(choice, terms))
    return Line(choice.id, choice.title, detail(choice, roster), choice.models, cost, shapes)


def detail(choice: Choice, roster: Roster) -> str:
    """What was bought besides the bare models, in words."""
    mount = choice.ridden.title if choice.ridden else choice.steed.title if choice.steed else ""
    words = [
        choice.profile.title if choice.entry.name else "",
        "general" if choice.general else "",
        choice.role if choice.role not in ("hero", "general") and choice.profile.roles else "",
        f"on {mount}" if mount and choice.profile.kind == "character" else "",
        *choice.entry.options,
        "command" if choice.command else "",
        *(f"{item.title} ({points})" for item, points in zip(choice.items, choice.prices, strict=True)),
        f"with {choice.entry.with_}" if choice.entry.with_ else "",
        "hired" if hired(choice, roster) else "",
    ]
    return ", ".join(word for word in words if word)
