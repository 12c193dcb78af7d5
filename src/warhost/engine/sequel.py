"""What one chapter of a rulebook sets off and a later one tells.

Chapters bring each other about: what falls out of the air strikes those below, and whoever is struck may fall. The
earlier chapter declares what follows, with its types, and calls it; the later one, which reads that, tells it:

    strikes_below: Sequel[[Fight, int], None] = Sequel("whoever is under it is struck")
    strikes_below(fight, number)

    @strikes_below.told
    def struck_by_a_fall(fight: Fight, number: int) -> None: ...

So modules need not read each other in a circle, and none has to wait with an import until it is called.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Sequel(Generic[P, R]):
    """One function that is called before it is written."""

    __slots__ = ("_teller", "what")

    def __init__(self, what: str):
        self.what = what
        self._teller: Callable[P, R] | None = None

    def told(self, teller: Callable[P, R]) -> Callable[P, R]:
        """This is what follows."""
        if self._teller is not None:
            raise ValueError(f"{self.what!r} is told already")
        self._teller = teller
        return teller

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if self._teller is None:
            raise LookupError(f"no chapter tells {self.what!r}")
        return self._teller(*args, **kwargs)
