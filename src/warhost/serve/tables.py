"""The tables of the database."""

from __future__ import annotations

from typing import Any, NamedTuple

import sqlalchemy as sql

META = sql.MetaData()
GAMES = sql.Table(
    "games",
    META,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("made", sql.Float, nullable=False),
)
LOG = sql.Table(
    "log",
    META,
    sql.Column("game", sql.String, sql.ForeignKey("games.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String, nullable=False),
    sql.Column("side", sql.Integer, nullable=False),
    sql.Column("what", sql.LargeBinary, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
STANDINGS = sql.Table(
    "standings",
    META,
    sql.Column("game", sql.String, sql.ForeignKey("games.id"), primary_key=True),
    sql.Column("turn", sql.Integer, nullable=False),
    sql.Column("over", sql.Boolean, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("waiting", sql.String),  # whose answers are awaited, such as 0,1
    sql.Column("more", sql.LargeBinary),  # the rest of a Standing
)
SEATS = sql.Table(
    "seats",
    META,
    sql.Column("game", sql.String, sql.ForeignKey("games.id"), primary_key=True),
    sql.Column("side", sql.Integer, primary_key=True),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.Column("key", sql.String, index=True),  # of the links in its mails
    sql.Column("wait", sql.Float, nullable=False),
    sql.Column("remind", sql.Float, nullable=False),
    sql.Column("asked", sql.Float),  # since when it has been this seat's move
    sql.Column("due", sql.Float, index=True),  # when a notice is to go out
    sql.Column("stage", sql.Integer, nullable=False),  # how many have gone out since then
    sql.Column("tries", sql.Integer, nullable=False),  # how often the next one has failed
    sql.Column("left", sql.String, nullable=False),  # the ways it still has to go, such as webhook,mail; empty: all
    sql.Column("trouble", sql.String),  # why the last one did not go out
)
EXCHANGES = sql.Table(  # games whose armies are still being written, one after the other
    "exchanges",
    META,
    sql.Column("id", sql.String, primary_key=True),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
LISTS = sql.Table(  # what was handed in for them: once for each side
    "lists",
    META,
    sql.Column("exchange", sql.String, sql.ForeignKey("exchanges.id"), primary_key=True),
    sql.Column("side", sql.Integer, primary_key=True),
    sql.Column("roster", sql.Text, nullable=False),
)
HOLDERS = sql.Table(  # who holds what, where several servers have one database; the locks say whether he still does
    "holders",
    META,
    sql.Column("unit", sql.String, primary_key=True),
    sql.Column("address", sql.String, nullable=False),
)
UNWANTED = sql.Table("unwanted", META, sql.Column("mail", sql.String, primary_key=True))  # hashes of addresses


class Bound(NamedTuple):
    """A statement that was put together once, with what it is about this time."""

    statement: Any
    values: dict[str, Any]


def given(column: sql.Column[Any]) -> sql.BindParameter[Any]:
    """A place in a statement for a value of this column."""
    return sql.bindparam(f"new_{column.name}", type_=column.type)


def bound(statement: Any, **values: Any) -> Bound:
    """The statement with these values in its places, by the names of their columns."""
    return Bound(statement, {f"new_{name}": value for name, value in values.items()})
