"""Whatever strangers may send or write is bounded, and its schema says so: numbers, texts, lists and tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import inspect

from warhost.engine.rulebook import installed, rulebook
from warhost.engine.situation import Script
from warhost.roster.roster import Roster
from warhost.rulebooks.magnamund.career import Career
from warhost.rulebooks.magnamund.situation import Situation as MagnamundSituation
from warhost.rulebooks.missum.judging.situation import Situation as MissumSituation
from warhost.rulebooks.threeplains.judging.situation import Situation as ThreePlainsSituation
from warhost.serve.messages import FromClient
from warhost.serve.openapi import WAYS

REQUESTS = [way.body for way in WAYS if way.body is not None]
SENT = [*REQUESTS, FromClient, Roster]
WRITTEN = [Script, MagnamundSituation, ThreePlainsSituation, MissumSituation, Career]
NOT_FOR_PLAYERS = ("items", "spells")  # these files come with the game alone
NUMBER = "a number without bounds"


def unbounded(info: Any, where: str, seen: set[Any]) -> Iterator[str]:
    """Places below a type where anything goes, as long as it is of the right kind."""
    match info:
        case inspect.Metadata():
            yield from unbounded(info.type, where, seen)
        case inspect.UnionType():
            for one in info.types:
                yield from unbounded(one, where, seen)
        case inspect.StructType():
            if info.cls not in seen:
                seen.add(info.cls)
                for field in info.fields:
                    yield from unbounded(field.type, f"{info.cls.__name__}.{field.encode_name}", seen)
        case inspect.IntType() | inspect.FloatType():
            if info.ge is None or info.le is None:
                yield f"{where}: {NUMBER}"
        case inspect.StrType():
            if info.max_length is None and info.pattern is None:
                yield f"{where}: a text without an end"
        case inspect.VarTupleType() | inspect.ListType():
            if info.max_length is None:
                yield f"{where}: a list without an end"
            yield from unbounded(info.item_type, where, seen)
        case inspect.TupleType():
            for one in info.item_types:
                yield from unbounded(one, where, seen)
        case inspect.DictType():
            literal = isinstance(info.key_type, inspect.LiteralType)
            if info.max_length is None and not literal:
                yield f"{where}: a table without an end"
            if not literal:
                yield from unbounded(info.key_type, where, seen)
            yield from unbounded(info.value_type, where, seen)


@pytest.mark.parametrize("kind", SENT, ids=lambda kind: getattr(kind, "__name__", "FromClient"))
def test_whatever_strangers_send_has_bounds(kind: Any) -> None:
    assert list(unbounded(inspect.type_info(kind), "", set())) == []


@pytest.mark.parametrize("kind", WRITTEN)
def test_every_number_of_a_situation_or_a_career_has_bounds(kind: Any) -> None:
    """Texts and lists in them are as long as a whole file at most (engine/bounds.py)."""
    found = unbounded(inspect.type_info(kind), "", set())
    assert [place for place in found if place.endswith(NUMBER)] == []


def numbers(schema: Any, where: str = "") -> Iterator[str]:
    """Numbers in a JSON Schema that may be anything."""
    if isinstance(schema, list):
        for place, one in enumerate(schema):
            yield from numbers(one, f"{where}/{place}")
    elif isinstance(schema, dict):
        if schema.get("type") in ("integer", "number") and not {"minimum", "maximum"} <= set(schema):
            yield where
        for key, value in schema.items():
            yield from numbers(value, f"{where}/{key}") if key != "default" else ()


@pytest.mark.parametrize("name", sorted(installed()))
def test_every_number_of_a_data_file_has_bounds(name: str) -> None:
    found = {kind: list(numbers(schema)) for kind, schema in rulebook(name).schemas().items()}
    assert {kind: places for kind, places in found.items() if places and kind not in NOT_FOR_PLAYERS} == {}
