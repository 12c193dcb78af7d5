"""Command platforms built and taken down in battle.  [mis.setup.platform-build] [mis.setup.platform-dismantle]"""

from __future__ import annotations

from warhost.engine.field.shapes import near

from .bodies import body, troop
from .events import Laid, Noted
from .land.ground import platform_shape
from .library import MM
from .setting import Fight
from .state import NOBODY, Platform

TURNS = 3
BESIDE = 5 * MM


def work_on(fight: Fight) -> None:
    """At the start of a turn: who has stood still long enough has his platform, or is rid of one."""
    for number, piece in enumerate(fight.state.pieces):
        if not piece.present or piece.pending[:1] not in (("build",), ("dismantle",)):
            continue
        what, since = str(piece.pending[0]), int(piece.pending[1])
        if piece.defense_lost or piece.moved >= since:
            piece.pending = ()
        elif what == "build" and fight.state.turn >= since + TURNS:
            _built(fight, number)
        elif what == "dismantle" and fight.state.turn > since:
            _taken_down(fight, number)


def _built(fight: Fight, number: int) -> None:
    piece = fight.state.pieces[number]
    piece.pending = ()
    platform = Platform(piece.side, body(fight, number).middle)
    fight.state.platforms = (*fight.state.platforms, platform)
    piece.platform = len(fight.state.platforms) - 1
    fight.tell(
        Laid("mis.setup.platform-build", "a command platform is finished", (platform_shape(platform.at).points,))
    )
    fight.tell(Noted("mis.setup.platform-build", "{who} {stands} on it now", (number,)))


def beside(fight: Fight, number: int) -> int:
    """The platform of its own side that it stands on or next to."""
    piece = fight.state.pieces[number]
    for index, platform in enumerate(fight.state.platforms):
        shape = platform_shape(platform.at)
        if platform.side == piece.side and any(near(shape, part, BESIDE) for part in body(fight, number).parts):
            return index
    return NOBODY


def _taken_down(fight: Fight, number: int) -> None:
    """The figures on it are set down at the level of the ground."""
    gone = beside(fight, number)
    fight.state.pieces[number].pending = ()
    if gone == NOBODY:
        return
    platforms = list(fight.state.platforms)
    platforms[gone] = Platform(platforms[gone].side, (-1000 * MM, -1000 * MM))
    fight.state.platforms = tuple(platforms)
    for piece in fight.state.pieces:
        if piece.platform == gone:
            piece.platform = NOBODY
    fight.tell(Noted("mis.setup.platform-dismantle", "{who} {has} taken the platform down", (number,)))


def may_build(fight: Fight, number: int) -> bool:
    kind, piece = troop(fight, number), fight.state.pieces[number]
    return kind.kind == "team" and not piece.defense_lost and piece.platform == NOBODY
