"""What is printed of an army or of a whole army list: a card for each piece, and the words used on the cards."""

from __future__ import annotations

from msgspec import Struct


class Term(Struct, frozen=True):
    """A name and what it means, in a sentence."""

    name: str
    text: str


class Card(Struct, frozen=True, kw_only=True):
    """A piece: rows of numbers under the sheet's columns, what it carries, and boxes to tick off."""

    id: str
    title: str
    detail: str
    points: int
    shares: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    gear: tuple[str, ...] = ()  # names explained among the terms
    remarks: tuple[str, ...] = ()
    boxes: tuple[int, ...] = ()  # life points, model by model


class Sheet(Struct, frozen=True):
    title: str
    subtitle: str
    columns: tuple[str, ...]
    cards: tuple[Card, ...]
    terms: tuple[Term, ...] = ()
    text: str = ""
