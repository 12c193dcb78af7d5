"""Whatever changes on a table has to be told: the differences of two views, held against what was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .playing import Deed, Play, Stand
from .view import Point, View

MOVING: frozenset[Deed] = frozenset({"appear", "move", "charge", "flee", "pursue", "face", "form", "fall"})
"""Deeds after which somebody may stand elsewhere; ranks close where men fall."""


class Seen(NamedTuple):
    """How a piece is seen: where its front is, how it faces, and of how many models it is."""

    at: Point
    facing: int | str
    models: int


def seen(view: View) -> dict[str, Seen]:
    found = {block.id: Seen(block.front, block.facing, len(block.bases)) for block in view.blocks}
    return found | {piece.id: Seen(piece.squares[0], piece.facing, 1) for piece in view.pieces}


def untold(before: View, after: View, plays: Sequence[Play]) -> Iterator[str]:
    """Everything that came, went, moved or fell between two views of a side without a play that it was shown."""
    old, new = seen(before), seen(after)
    last = _last_stands(plays)
    for id in dict.fromkeys((*old, *new)):
        was, now = old.get(id), new.get(id)
        if was == now:
            continue
        deeds = {play.deed for play in plays if id in play.who or id in play.stands}
        if was is None or now is None:
            if not deeds & (MOVING | {"vanish"}):
                yield f"{id} {'came' if was is None else 'went'}, and nobody was told"
            continue
        if was.models != now.models and not deeds & {"fall", "form", "heal", "vanish", "appear"}:
            yield f"{id} has {now.models} models instead of {was.models}, and nobody was told"
        if was[:2] != now[:2]:
            if not deeds & MOVING and not any(id in play.stands for play in plays):
                yield f"{id} stands elsewhere, and nobody was told"
            elif id in last and last[id].at != now.at:
                yield f"{id} stands at {now.at}, and what was told ends at {last[id].at}"


def _last_stands(plays: Sequence[Play]) -> dict[str, Stand]:
    """Where each piece stands after all that was told."""
    last: dict[str, Stand] = {}
    for play in plays:
        if play.way and len(play.who) == 1 and play.deed in MOVING:
            last[play.who[0]] = Stand(play.way[-1], play.facing)
        last.update(play.stands)
    return last
