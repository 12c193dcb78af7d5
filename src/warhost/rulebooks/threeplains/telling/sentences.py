"""One sentence for each kind of event: where they are kept, and what they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from warhost.engine.event import Event

from ..setting import Setting
from .names import army, listed, mention, title


class Names:
    """What players call the things that events name by their numbers."""

    def __init__(self, setting: Setting):
        self.setting = setting

    def piece(self, number: int) -> str:
        return mention(title(self.setting, number))

    def pieces(self, numbers: Sequence[int]) -> str:
        return listed([self.piece(number) for number in numbers])

    def words(self, why: str) -> str:
        """A reason in which pieces are called by their names on the roster."""
        titles = {piece.name: self.piece(number) for number, piece in enumerate(self.setting.recruits)}
        return " ".join(titles.get(word, word) for word in why.split(" "))

    def army(self, side: int) -> str:
        return army(self.setting, side)


@singledispatch
def sentence(event: Event, names: Names) -> str | None:
    """What one kind of event says; kinds that are not registered say nothing."""
    return None
