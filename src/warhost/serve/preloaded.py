"""Read by the process from which others are forked: they find all rulebooks read, and share their memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from warhost.engine.rulebook import installed, rulebook

from .books import read_through
from .hands import Failed, Shelf, told

T = TypeVar("T")
SHELF = Shelf(cache(rulebook))

for name in sorted(installed()):
    read_through(SHELF.book(name))


def done_here(work: Callable[..., T], args: tuple[Any, ...]) -> T | Failed:
    return told(SHELF, work, args)
