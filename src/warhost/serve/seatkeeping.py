"""What players have set for their seats, on disk, with the notices that are to go out to them.

That a notice is due is written together with the answer that made it so: a server that is stopped in between
forgets none, and calls nobody twice for the same move.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import Any

import msgspec
import sqlalchemy as sql

from .seats import SeatWishes
from .tables import SEATS, STANDINGS, UNWANTED, Bound, bound, given

_WISHES = msgspec.json.Decoder(SeatWishes)
AT_ONCE = 50  # notices
WEIGHING = 10.0  # seconds that a standing order may take to find out whether it settles a question
FRESH: dict[str, Any] = {"stage": 0, "tries": 0, "left": ""}


class Handover(msgspec.Struct, frozen=True):
    """Who is called to the table after an answer, who gave it himself, when somebody's time will be up, and who is
    called only if his standing orders do not settle what is asked."""

    at: float
    called: tuple[int, ...]
    here: int | None = None
    falls: float | None = None
    perhaps: tuple[int, ...] = ()


class Due(msgspec.Struct, frozen=True):
    """A notice that is to go out. Where it is not this seat's move, the time of another is up."""

    game: str
    side: int
    wishes: SeatWishes
    asked: float | None
    stage: int
    tries: int
    left: tuple[str, ...]


_AT, _FALLS = (sql.bindparam(f"new_{name}", type_=sql.Float()) for name in ("at", "falls"))
_CALLED = SEATS.c.side.in_(sql.bindparam("new_called", expanding=True))
_PERHAPS = SEATS.c.side.in_(sql.bindparam("new_perhaps", expanding=True))
_SEATS = sql.update(SEATS).where(SEATS.c.game == given(SEATS.c.game))
_REMINDED = sql.case((SEATS.c.remind > 0, _AT + SEATS.c.remind), else_=sql.null())
_NOT_ASKED = _SEATS.where(~_CALLED, ~_PERHAPS).values(asked=None, due=_FALLS, **FRESH)
_NEWLY = _SEATS.where(_CALLED, SEATS.c.asked.is_(None)).values(asked=_AT, due=_AT + SEATS.c.wait, **FRESH)
_UNSURE = _SEATS.where(_PERHAPS, SEATS.c.asked.is_(None)).values(
    asked=_AT, due=_AT + SEATS.c.wait + WEIGHING, **FRESH
)
_HERE = _SEATS.where(SEATS.c.side == sql.bindparam("new_here", type_=sql.Integer()), SEATS.c.asked.is_not(None))
_ANSWERED = _HERE.values(due=_REMINDED, **{**FRESH, "stage": 1})


def handed_over(game: str, handover: Handover) -> list[Bound]:
    """One notice for each time that a seat is called, however many questions follow one another; and whoever
    answers himself needs none, but perhaps a reminder."""
    at, called, perhaps = handover.at, list(handover.called), list(handover.perhaps)
    return [
        bound(_NOT_ASKED, game=game, called=called, perhaps=perhaps, falls=handover.falls),
        bound(_NEWLY, game=game, called=called, at=at),
        bound(_UNSURE, game=game, perhaps=perhaps, at=at),
        bound(_ANSWERED, game=game, here=handover.here, at=at),
    ]


def mail_hash(mail: str) -> str:
    return hashlib.sha256(b"warhost mail\0" + mail.strip().lower().encode()).hexdigest()


class SeatKeeping:
    def __init__(
        self, write: Callable[..., Awaitable[None]], reading: Callable[[], AbstractContextManager[sql.Connection]]
    ):
        self._write, self._reading = write, reading

    # --- reading -------------------------------------------------------------------------------------------

    def of(self, game: str) -> dict[int, SeatWishes]:
        with self._reading() as connection:
            found = connection.execute(sql.select(SEATS).where(SEATS.c.game == game)).all()
        return {row.side: _WISHES.decode(row.body) for row in found}

    def trouble(self, game: str, side: int) -> str:
        """Why the last notice did not go out, if it did not."""
        wanted = sql.select(SEATS.c.trouble).where(SEATS.c.game == game, SEATS.c.side == side)
        with self._reading() as connection:
            return connection.execute(wanted).scalar() or ""

    def by_key(self, key: str) -> tuple[str, int, SeatWishes] | None:
        """Whose mails have this key in their links."""
        with self._reading() as connection:
            row = connection.execute(sql.select(SEATS).where(SEATS.c.key == key)).first()
        return None if row is None or not key else (row.game, row.side, _WISHES.decode(row.body))

    def due(self, now: float) -> list[Due]:
        wanted = sql.select(SEATS).where(SEATS.c.due <= now).order_by(SEATS.c.due).limit(AT_ONCE)
        with self._reading() as connection:
            found = connection.execute(wanted).all()
        return [
            Due(
                row.game, row.side, _WISHES.decode(row.body), row.asked, row.stage, row.tries,
                tuple(part for part in row.left.split(",") if part),
            )
            for row in found
        ]  # fmt: skip

    def uncalled(self, most: int) -> list[str]:
        """Games in which somebody who set something for his seat is not called now, those of today first."""
        both = SEATS.outerjoin(STANDINGS, STANDINGS.c.game == SEATS.c.game)
        here = (SEATS.c.asked.is_(None), STANDINGS.c.over.is_not(True))
        wanted = sql.select(SEATS.c.game).select_from(both).where(*here).order_by(STANDINGS.c.at.desc()).limit(most)
        with self._reading() as connection:
            return list(dict.fromkeys(connection.execute(wanted).scalars()))

    def unwanted(self, mail: str) -> bool:
        with self._reading() as connection:
            wanted = sql.select(UNWANTED.c.mail).where(UNWANTED.c.mail == mail_hash(mail))
            return connection.execute(wanted).first() is not None

    # --- writing -------------------------------------------------------------------------------------------

    async def add(
        self, game: str, side: int, wishes: SeatWishes, asked: float | None, due: float | None, stage: int = 1
    ) -> None:
        values = {**_columns(wishes), **FRESH, "stage": stage, "asked": asked, "due": due}
        await self._write(sql.insert(SEATS).values(game=game, side=side, **values), about=f"game {game}")

    async def change(
        self, game: str, side: int, wishes: SeatWishes, asked: float | None, due: float | None
    ) -> None:
        """As long as it is the same seat's move it has been so since then."""
        since = sql.func.coalesce(SEATS.c.asked, asked) if asked is not None else None
        values = {**_columns(wishes), **FRESH, "stage": 1, "asked": since, "due": due, "trouble": None}
        seat = (SEATS.c.game == game, SEATS.c.side == side)
        await self._write(sql.update(SEATS).where(*seat).values(**values), about=f"game {game}")

    async def sent(self, due: Due, next: float | None, **more: Any) -> None:
        """How a notice fared; unless the game has moved on meanwhile."""
        then = SEATS.c.asked.is_(None) if due.asked is None else SEATS.c.asked == due.asked
        seat = (SEATS.c.game == due.game, SEATS.c.side == due.side, SEATS.c.stage == due.stage, then)
        await self._write(sql.update(SEATS).where(*seat).values(due=next, **more))

    async def never_again(self, mail: str) -> None:
        one = mail_hash(mail)
        await self._write(sql.delete(UNWANTED).where(UNWANTED.c.mail == one), sql.insert(UNWANTED).values(mail=one))


def _columns(wishes: SeatWishes) -> dict[str, Any]:
    return {
        "body": msgspec.json.encode(wishes), "key": wishes.key or None,
        "wait": wishes.wait, "remind": wishes.remind,
    }  # fmt: skip
