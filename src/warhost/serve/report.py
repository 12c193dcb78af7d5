"""What is told of a game when it is over: strength by turns, luck with the dice, and where it turned."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import sqrt
from typing import Any, NamedTuple

from warhost.engine.dice import commitment
from warhost.engine.event import Rolled

from .errors import Wrong
from .play import Play
from .replies import Luck, Report, Strength, Swing
from .telling import lines_of

TURNING_POINTS = 5


class _Moment(NamedTuple):
    turn: int
    strength: list[int]


def report(play: Play) -> Report:
    game, result = play.game, play.result
    if result is None:
        raise Wrong(409, "the game is not over; there is nothing to report yet")
    moments = [_moment(play, state) for state in game.course()]
    last = play.view(None)
    notes = said_besides(result.why, [*last.notes, *play.asking.closing(game)])
    return Report(
        result, last.sides, notes, _by_turns(moments), _luck(play),
        _turning_points(play, moments), play.undone, game.seed, commitment(game.seed),
    )  # fmt: skip


def said_besides(why: str, notes: Sequence[str]) -> list[str]:
    """Each note once, and none that says no more than how the battle ended."""

    def plain(text: str) -> str:
        return text.rstrip(". ").casefold()

    return [note for note in dict.fromkeys(notes) if plain(note) != plain(why)]


def _moment(play: Play, state: Any) -> _Moment:
    views = [play.book.view(play.game.setting, state, player) for player in range(len(play.entry.seats))]
    strength = [0] * len(views)
    for view in views:  # each side counts its own, hidden ones and all
        counted = [unit.id for unit in view.units]
        alone = [piece for piece in view.pieces if piece.side == view.you and piece.unit not in counted]
        mine = [unit.strength for unit in view.units if unit.side == view.you]
        strength[view.you or 0] = sum(mine) + len(alone)
    return _Moment(views[0].turn, strength)


def _by_turns(moments: list[_Moment]) -> list[Strength]:
    last = {moment.turn: step for step, moment in enumerate(moments)}
    most = _most(moments)
    return [
        Strength(
            turn, step, moments[step].strength, [m - s for m, s in zip(most, moments[step].strength, strict=True)]
        )
        for turn, step in last.items()
    ]


def _most(moments: list[_Moment]) -> list[int]:
    """What each side had at its strongest, which is before the losses and after the last of them was set up."""
    return [max(1, *(moment.strength[side] for moment in moments)) for side in range(len(moments[0].strength))]


def _luck(play: Play) -> list[Luck]:
    thrown: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for told in (told for step in play.game.told for told in step):
        if isinstance(told.event, Rolled):
            thrown[told.event.side, told.event.sides] += told.event.faces
    return [_judged(side, die, faces) for (side, die), faces in sorted(thrown.items())]


def _judged(side: int, die: int, faces: list[int]) -> Luck:
    mean = len(faces) * (die + 1) / 2
    difference = sum(faces) - mean
    deviation = sqrt(len(faces) * (die * die - 1) / 12)
    return Luck(
        side, die, len(faces), sum(faces), mean, difference, round(difference / deviation, 2) if deviation else 0.0
    )


def _turning_points(play: Play, moments: list[_Moment]) -> list[Swing]:
    """The steps after which the share of strength that is left differed most from before."""
    most = _most(moments)
    shares = [[100 * left / full for left, full in zip(moment.strength, most, strict=True)] for moment in moments]
    peak = [max(range(len(moments)), key=lambda step: moments[step].strength[side]) for side in range(len(most))]
    swings: list[tuple[float, int, int]] = []
    for step in range(1 + max(peak), len(moments)):  # before that, armies are still being set up
        lost = [before - after for before, after in zip(shares[step - 1], shares[step], strict=True)]
        side = min(range(len(lost)), key=lambda side: lost[side])
        swings.append((sum(lost) - 2 * lost[side], step, side))
    swings = sorted((swing for swing in swings if swing[0]), key=lambda swing: (-abs(swing[0]), swing[1]))
    return [
        Swing(step, moments[step].turn, round(abs(swing), 1), side, lines_of(play, None, step - 1))
        for swing, step, side in sorted(swings[:TURNING_POINTS], key=lambda swing: swing[1])
    ]
