"""Gremlins: a roll on the chart of a machine, and what comes of it.  [tp.machine.gremlin_chart]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from warhost.engine.field.compass import ahead

from ..bodies import body, figure
from ..dice import direction, roll
from ..events.machines import GremlinsCame, StoneThrown
from ..figure import inches
from ..missiles.aiming import standing_on
from ..missiles.templates import EXPLOSION, explode, models_within, pieces_within
from ..setting import Fight
from ..special.hearing import reaches_all
from ..special.riding import on_base
from ..stands import marker
from ..state import Number, Point
from ..wounds.casualties import destroy, lose
from ..wounds.hits import Attack, strike
from .engines import engine_of, fall_silent
from .sheets import CHARTS, Engine, Mishap

Effect = Callable[[Fight, Number, Engine], None]

CHART = "tp.machine.gremlin_chart"
JAMMED = 2  # shooting phases
SPLINTERS = inches(2)


def gremlins(fight: Fight, number: Number) -> None:
    """The machine's own roll, or a gremlin at large, calls for its chart; a machine without one is destroyed. What
    it has not shot yet in this phase it does not shoot.

    [tp.machine.gremlin_chart] [tp.list.gremlin.bolt_thrower] [tp.list.gremlin.stone_thrower]
    [tp.list.machine.stone_crude]
    """
    engine = engine_of(fight, number)
    if engine is None:
        fight.tell(GremlinsCame(CHART, number, 0, 0, f"there is nothing left of {figure(fight, number).title}"))
        destroy(fight, number, CHART)
        return
    chart = CHARTS[engine.chart]
    face = fight.die(6, "gremlin chart", chart.rule, fight.state.pieces[number].side)
    row = max(1, face + engine.chart_modifier)
    came = GremlinsCame(chart.rule, number, face, row, chart.row[row - 1].text)
    fight.tell(came)
    fall_silent(fight, number, phases=0)
    EFFECTS[chart.row[row - 1].effect](fight, number, engine)
    reaches_all(fight, came)


def stone_of(engine: Engine, number: Number) -> Attack:
    """What each hit of its template does."""
    return Attack(number, 0, "missile", engine.rule, number, top=engine.damage, toughness=engine.toughness[0],
                  falls=True)  # fmt: skip


def land(fight: Fight, number: Number, engine: Engine, at: Point) -> None:
    """The stone comes down: whoever is under the template is hit, friends and the machine itself too.

    [tp.list.machine.stone] [tp.shoot.template.turn]
    """
    explode(fight, EXPLOSION, at, stone_of(engine, number))


# --- what gremlins do ----------------------------------------------------------------------------------------


def _destroyed(fight: Fight, number: Number, engine: Engine) -> None:
    destroy(fight, number, CHARTS[engine.chart].rule)


def _cracked(fight: Fight, number: Number, engine: Engine) -> None:
    rule, side = CHARTS[engine.chart].rule, fight.state.pieces[number].side
    lose(fight, number, roll(fight, "D3", "life points lost", rule, side), rule)


def _jammed(fight: Fight, number: Number, engine: Engine) -> None:
    fall_silent(fight, number, JAMMED)


def _hurt(fight: Fight, number: Number, engine: Engine) -> None:
    lose(fight, number, 1, CHARTS[engine.chart].rule)


def _crooked(fight: Fight, number: Number, engine: Engine) -> None:
    fight.state.pieces[number].crooked += 1


def _bored(fight: Fight, number: Number, engine: Engine) -> None:
    """Nothing further."""


def _snapped(fight: Fight, number: Number, engine: Engine) -> None:
    """One hit on every model near it, then it is gone."""
    rule = CHARTS[engine.chart].rule
    struck: dict[Number, int] = {}
    for other in pieces_within(fight, number, SPLINTERS):
        owners = standing_on(fight, other)
        for base in models_within(fight, number, other, SPLINTERS):
            for member in on_base(fight, owners[base]):
                struck[member] = struck.get(member, 0) + 1
    for member, models in struck.items():
        if fight.state.pieces[member].fate != "slain":
            strike(fight, Attack(member, models, "missile", rule, number, most=models, aimed=True))
    if fight.state.pieces[number].standing:
        destroy(fight, number, rule)


def _dropped(fight: Fight, number: Number, engine: Engine) -> None:
    land(fight, number, engine, body(fight, number).middle)


def _wild(fight: Fight, number: Number, engine: Engine) -> None:
    rule, side = CHARTS[engine.chart].rule, fight.state.pieces[number].side
    way = direction(fight, "direction of the stone", rule, side)
    run = inches(roll(fight, "4D6", "where it comes down", rule, side))
    start = body(fight, number).middle
    at = ahead(start, way, run)
    fight.tell(StoneThrown(rule, number, start, at, run, (marker(at).points,), (start, at)))
    land(fight, number, engine, at)


EFFECTS: Mapping[Mishap, Effect] = {
    "destroyed": _destroyed, "cracked": _cracked, "jammed": _jammed, "hurt": _hurt, "crooked": _crooked,
    "bored": _bored, "snapped": _snapped, "dropped": _dropped, "wild": _wild,
}  # fmt: skip
