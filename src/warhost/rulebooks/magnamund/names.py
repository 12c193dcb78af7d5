"""What players call the things that events and questions name by their ids."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.engine import words
from warhost.engine.event import Rolled
from warhost.engine.words import Name, Ref, listed, mention, spans

from .events import HUNDRED
from .setting import Setting
from .state import NOBODY

ROLLED_OFF = ("initiative", "choosing sides", "who places first")  # both players throw, the higher die wins


class Names(words.Names):
    """A piece by its title; soldiers of one unit share its name: 'Longbowmen 1 to 4 and 6, and Lone Wolf'."""

    def __init__(self, setting: Setting):
        self.setting = setting

    def piece(self, ref: Ref) -> Name:
        id = str(ref)
        if id in self.setting.number:
            return Name(mention(self.setting.figures[self.setting.number[id]].title))
        if id in self.setting.group:
            return self.unit(id)
        return Name(id.replace("_", " "))

    def pieces(self, refs: Iterable[Ref]) -> Name:
        ids = [str(ref) for ref in refs]
        places: dict[str, list[int]] = {}
        for id in ids:
            figure = self.setting.figures[self.setting.number[id]]
            numbers = places.setdefault(mention(figure.entry.title), [])
            if figure.title != figure.entry.title:
                numbers.append(int(figure.title.rpartition(" ")[2]))
        named = [f"{title} {spans(numbers)}".strip() for title, numbers in places.items()]
        return Name(listed(named), many=len(ids) > 1)

    def unit(self, id: str) -> Name:
        group = self.setting.group[id]
        return Name(f"the {group.title}", many=True) if group.unit != NOBODY else Name(mention(group.title))

    def side(self, side: int) -> Name:
        return Name(mention(self.setting.sides[side].title))

    def player(self, player: int) -> Name:
        """By the force he commands, unless the players rolled for sides and it may be either."""
        if self.setting.option("sides") == "rolled":
            return Name(f"player {player + 1}")
        return self.side(player)

    def thrown(self, dice: Rolled) -> str | None:
        faces = listed([str(face) for face in dice.faces])
        if dice.purpose == "morale":  # MoraleTested tells it with all that was added
            return None
        if dice.purpose in ROLLED_OFF:
            return f"{dice.purpose}: {faces} for {self.player(dice.side)}."
        if dice.purpose == "to hit" and dice.need is not None:
            sure = dice.because[-1].total_after // HUNDRED if dice.because else 0
            hits = sure + sum(face <= dice.need for face in dice.faces)
            return f"throws {faces}: {('a miss', 'a hit')[hits] if hits < 2 else f'{hits} hits'}."
        needs = f", needs {dice.need} or less" if dice.need is not None else ""
        return f"{dice.purpose}: throws {faces}{needs}."

    def id(self, ref: Ref) -> str:
        """Powers also aim at squares, which are nobody's."""
        id = str(ref)
        return id if id in self.setting.number or id in self.setting.group else ""
