"""What war machines and chariots do, in sentences."""

from __future__ import annotations

from .. import events as e
from .names import count, length, place
from .sentences import Names, sentence


@sentence.register
def stone_thrown(event: e.StoneThrown, names: Names) -> str:
    hurls = f"{names.does(event.piece, 'hurls')} a stone at {place(event.aimed)}"
    if not event.scattered:
        return f"{hurls}, right on target."
    return f"{hurls}; it comes down {length(event.scattered)} off, at {place(event.at)}."


@sentence.register
def gremlins_came(event: e.GremlinsCame, names: Names) -> str:
    chart = f" (gremlin chart {event.row})" if event.row else ""
    return f"gremlins in {names.piece(event.piece)}: {event.what}{chart}."


@sentence.register
def abandoned(event: e.Abandoned, names: Names) -> str:
    return f"the crew of {names.piece(event.piece)} abandons it and runs, {length(event.distance)}."


@sentence.register
def ran_over(event: e.RanOver, names: Names) -> str:
    hits = count(event.hits, "impact hit")
    return f"{names.does(event.piece, 'crashes')} into {names.piece(event.target)}: {hits}."


@sentence.register
def jolted(event: e.Jolted, names: Names) -> str:
    return f"{names.does(event.piece, 'has')} driven over {event.over} and may come to harm."


@sentence.register
def gremlin_freed(event: e.GremlinFreed, names: Names) -> str:
    return f"{names.does(event.piece, 'lets')} out a gremlin at {place(event.at)}."


@sentence.register
def gremlin_ran(event: e.GremlinRan, names: Names) -> str:
    return f"the gremlin runs {length(event.run)} towards {names.piece(event.target)}, to {place(event.at)}."


@sentence.register
def gremlin_vanished(event: e.GremlinVanished, names: Names) -> str:
    return f"the gremlin gets into {names.piece(event.target)} and is seen no more."
