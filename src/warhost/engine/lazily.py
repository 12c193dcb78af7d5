"""A list that is worked out when somebody looks at it: most players never look at all that is open to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


class Lazily(Sequence[T_co]):
    """
    >>> squares = Lazily(lambda: [one * one for one in range(4)])
    >>> 9 in squares, squares[-1], list(squares), squares[1:3], len(squares)
    (True, 9, [0, 1, 4, 9], [1, 4], 4)
    """

    __slots__ = ("_found", "_make")

    def __init__(self, make: Callable[[], Sequence[T_co]]):
        self._make: Callable[[], Sequence[T_co]] = make
        self._found: Sequence[T_co] | None = None

    def _all(self) -> Sequence[T_co]:
        if self._found is None:
            self._found = self._make()
        return self._found

    @overload
    def __getitem__(self, at: int) -> T_co: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T_co]: ...
    def __getitem__(self, at: int | slice) -> T_co | Sequence[T_co]:
        return self._all()[at]

    def __len__(self) -> int:
        return len(self._all())
