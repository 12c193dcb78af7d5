"""What happened, as lines for the log of a page: text, rule, pieces, numbers with their reasons, dice, and what a
table needs to play it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from warhost.engine.event import Event, Handled, Rerolled, Rolled, Told
from warhost.engine.explain import OF_SIDES, Number, tallies
from warhost.engine.game import Game
from warhost.engine.playing import Play as Shown

from .play import Note, Play
from .replies import Line


class Mark(NamedTuple):
    """How far a reader has read: so many whole steps, and so many events of the next one."""

    step: int = 0
    events: int = 0


def end_of(play: Play, side: int | None) -> Mark:
    game = play.seen_by(side)
    return Mark(len(game.steps), len(game.events(side, since=len(game.steps))))


Worded = dict[tuple[int, int], Line | None]
"""What was put into words for somebody already: by the game as he sees it and the thing that was told."""


def lines_since(play: Play, side: int | None, mark: Mark, worded: Worded) -> list[Line]:
    """What this side has heard after a mark."""
    found: list[Line] = []
    for step in range(mark.step, len(play.seen_by(side).steps) + 1):
        heard = _heard(play, side, step)
        found += _lines(play, side, step, heard[mark.events if step == mark.step else 0 :], worded)
    return found


def lines_of(play: Play, side: int | None, step: int) -> list[Line]:
    """What this side heard in one step of the game, counted from 0, and what was noted beside it."""
    noted = [note for note in play.notes if note.only in (None, side) and play.step_of(note) == step]
    before = [line_of(play, note, side) for note in noted if note.kind != "Claimed"]
    after = [line_of(play, note, side) for note in noted if note.kind == "Claimed"]
    return [*before, *_lines(play, side, step, _heard(play, side, step), {}), *after]


MARK = re.compile(r"\d{1,6}\.\d{1,6}", re.ASCII)
NOTE = Shown("note")
NOTED = {
    "Undone": "{side}: the last answer is taken back, though {why}.",
    "Standing": "Your standing order has answered{why}.",
    "Claimed": "{side}: {why}.",
    "Aide": "The computer sets up for {side}, as its player wished.",
}


def line_of(play: Play, note: Note, reader: int | None) -> Line:
    """A note as a line of the log."""
    own = _own_step(play, reader, play.step_of(note))
    why = note.why if note.kind != "Standing" else f": {note.why.replace('_', ' ')}" if note.why else ""
    side = play.view(None).sides[note.side]
    return Line(own, NOTED[note.kind].format(side=side, why=why), "", note.kind, play=NOTE)


def log_mark(play: Play, side: int | None, steps: int | None = None) -> str:
    """How far whoever has heard all up to now has heard the log: so many steps of his own, of this telling. After
    something was taken back it is told anew."""
    heard = len(play.own_steps(side)) if steps is None else steps
    return f"{heard}.{play.undone}"


def kept_steps(play: Play, side: int | None, mark: str) -> int:
    """So many steps stand as they were heard by who brings this mark; none, if that is not known or the game is
    over: everybody counts all steps then, and it is not known how they were counted when they were heard."""
    if play.result is not None:
        return 0
    steps = int(mark.partition(".")[0]) if MARK.fullmatch(mark) else 0
    stands = steps <= len(play.own_steps(side)) and mark == log_mark(play, side, steps)
    return steps if stands else 0


def missed_lines(play: Play, side: int | None, mark: str, most: int) -> tuple[int, list[Line]]:
    """After how many steps which lines follow for who brings this mark; all anew where something would be missing
    between."""
    kept, lines = kept_steps(play, side, mark), last_lines(play, side, most)
    if not lines or lines[0].step > kept:
        return 0, lines
    return kept, [line for line in lines if line.step > kept]


def last_lines(play: Play, side: int | None, most: int) -> list[Line]:
    found: list[Line] = []
    for step in range(len(play.seen_by(side).steps), -1, -1):
        found = [*lines_of(play, side, step), *found]
        if len(found) >= most:
            break
    return found[-most:]


def _heard(play: Play, side: int | None, step: int) -> list[Told]:
    game = play.seen_by(side)
    if step == len(game.steps):
        return game.events(side, since=step)
    return [told for told in game.told[step] if told.heard_by(side)]


def _lines(play: Play, side: int | None, step: int, heard: list[Told], worded: Worded) -> Iterator[Line]:
    own, seen = _own_step(play, side, step), play.seen_by(side)
    for told in heard:
        key = id(seen), id(told)
        if key not in worded:
            worded[key] = _line(play, seen, told.event)
        if line := worded[key]:
            yield msgspec.structs.replace(line, step=own)


def _line(play: Play, seen: Game[Any, Any], event: Event) -> Line | None:
    """What happened, without the number of the step, which everybody counts for himself."""
    text = play.book.narrate(seen.setting, seen.state, event)
    if text is None and event.shows.deed == "note":
        return None
    sides = play.view(None).sides if hasattr(event, OF_SIDES[0]) else ()
    numbers = [_number(number) for number in tallies(event, sides)]
    shown = play.asking.played(seen, event)
    kind, outlines = type(event).__name__, list(shown.laid)
    return Line(0, text or "", event.rule, kind, shown.everybody, numbers, _dice(event), outlines, shown)


def _own_step(play: Play, side: int | None, step: int) -> int:
    """A step as this side counts them."""
    return bisect_right(play.own_steps(side), step) + 1


def _number(number: Number) -> dict[str, Any]:
    steps = [
        {"figure": step.figure, "title": step.title, "rule": step.rule, "total": step.total_after}
        for step in number.steps
    ]
    return {"name": number.name, "scale": number.scale, "steps": steps}


def _dice(event: Event) -> list[dict[str, Any]]:
    if not isinstance(event, Rolled):
        return []
    thrown = {"side": event.side, "purpose": event.purpose, "sides": event.sides}
    again = {"again": event.again, "back": event.back} if isinstance(event, Rerolled) else {}
    was = {"was": event.was} if isinstance(event, Handled) else {}
    return [{**thrown, "faces": event.faces, "need": event.need, "over": event.over, **again, **was}]
