"""Why something that a program wrote cannot be read any more: the place in it, and what was expected there.

What people write by hand is explained by `engine/data.py`, which knows what may stand at each key.
"""

from __future__ import annotations

import re

KINDS = {
    "int": "a whole number", "float": "a number", "str": "text", "bool": "true or false", "array": "a list",
    "object": "a table", "null": "nothing", "bytes": "text",
}  # fmt: skip


def explained(complaint: object) -> str:
    """What is wrong with a document of JSON.

    >>> explained("Expected `int | null`, got `str` - at `$.steps[3].hash`")
    'steps[3].hash: expected a whole number or nothing, got text'
    >>> explained("Object missing required field `seed`")
    'seed: expected a value, but the key is missing'
    >>> explained("Object contains unknown field `stepps` - at `$.steps[0]`")
    'steps[0].stepps: expected no such key'
    >>> explained("Expected `int`, got `str` - at `key` in `$.early`")
    'early: expected a whole number as every key, got text'
    """
    fault, _, where = str(complaint).partition(" - at ")
    in_keys, place = where.startswith("`key` in "), where.removeprefix("`key` in ").strip("`").removeprefix("$")
    if found := re.fullmatch(r"Object missing required field `(.*)`", fault):
        return _at(f"{place}.{found[1]}", "expected a value, but the key is missing")
    if found := re.fullmatch(r"Object contains unknown field `(.*)`", fault):
        return _at(f"{place}.{found[1]}", "expected no such key")
    words = re.sub(r"`(.*?)`", _kinds, fault)
    if in_keys:
        words = words.replace(", got", " as every key, got")
    return _at(place, words[:1].lower() + words[1:])


def _at(place: str, expected: str) -> str:
    return f"{place.lstrip('.')}: {expected}" if place else expected


def _kinds(found: re.Match[str]) -> str:
    """'a whole number or nothing' for 'int | null'."""
    return " or ".join(KINDS.get(kind, kind) for kind in found[1].split(" | "))


def not_json(complaint: object) -> str:
    """Where a text stops being JSON.

    >>> not_json("Input data was truncated")
    'it ends too soon'
    >>> not_json("JSON is malformed: invalid character (byte 12)")
    'it is no JSON from byte 12 on'
    >>> not_json("expected at most 7 bytes")
    'expected at most 7 bytes'
    """
    said = str(complaint)
    if isinstance(complaint, UnicodeDecodeError):
        return "it is no text in UTF-8"
    if "truncated" in said:
        return "it ends too soon"
    found = re.search(r"\(byte (\d+)\)", said)
    return f"it is no JSON from byte {found[1]} on" if found else said
