"""What beasts do, in sentences."""

from __future__ import annotations

from .. import events as e
from .names import count, length, place
from .sentences import Names, sentence

REACTIONS = {
    1: "turns on {its} own side",
    2: "seeks {its} death",
    3: "settles old scores with {its} own kind",
    4: "wants to go home",
    5: "guards {its} fallen master",
    6: "stays loyal",
    7: "runs to the nearest war machine",
}


@sentence.register
def turned_wild(event: e.TurnedWild, names: Names) -> str:
    loyalty = f", loyalty {event.loyalty:+}" if event.loyalty else ""
    said = names.does(event.piece, REACTIONS[event.row].format(its=names.its(event.piece)))
    return f"{said}, now that nobody is there to command (reaction die {event.face}{loyalty})."


@sentence.register
def ran_wild(event: e.RanWild, names: Names) -> str:
    return f"{names.does(event.piece, 'runs')} wild, {length(event.distance)} to {place(event.at)}."


@sentence.register
def left_masters(event: e.LeftMasters, names: Names) -> str:
    return f"{names.does(event.piece, 'leaves')} {names.piece(event.masters)} behind."


@sentence.register
def followed(event: e.Followed, names: Names) -> str:
    return f"{names.does(event.piece, 'follows')} {names.piece(event.beasts)}, {length(event.distance)}."


@sentence.register
def reunited(event: e.Reunited, names: Names) -> str:
    return f"{names.does(event.masters, 'has')} {names.piece(event.piece)} in hand again."


@sentence.register
def breathed(event: e.Breathed, names: Names) -> str:
    left = f"{count(event.left, 'breath')} left" if event.left else "its last"
    return f"{names.does(event.piece, 'breathes')} fire at {names.piece(event.target)} ({left})."
