"""What players call things."""

from __future__ import annotations

from warhost.engine.words import Name, Names, Ref, mention

from ..setting import SIDES, Setting


class MissumNames(Names):
    """Troops by their numbers or ids; those of one title on both sides are told apart."""

    def __init__(self, setting: Setting):
        self.setting = setting

    def piece(self, ref: Ref) -> Name:
        number = ref if isinstance(ref, int) else self.setting.number.get(ref)
        if number is None or not 0 <= number < len(self.setting.troops):
            return Name(mention(str(ref)))
        return Name(*titled(self.setting, number))

    def side(self, side: int) -> Name:
        return Name(f"the {SIDES[side]}")

    def id(self, ref: Ref) -> str:
        if isinstance(ref, int):
            return self.setting.troops[ref].id if 0 <= ref < len(self.setting.troops) else ""
        return ref


def titled(setting: Setting, number: int) -> tuple[str, bool]:
    """A title in the middle of a sentence, and whether it is many."""
    troop = setting.troops[number]
    alike = any(other.title == troop.title and other.side != troop.side for other in setting.troops)
    title = troop.title.removeprefix("The ")
    many = title.endswith("s") and troop.legion
    of = f" of the {SIDES[troop.side]}" if alike else ""
    return f"the {title}{of}", many
