"""What players call things."""

from __future__ import annotations

from warhost.engine.words import Name, Names, Ref, mention

from ..setting import Setting


class RegimentsNames(Names):
    """Units by the titles of their entries; 'they' of all that are many."""

    def __init__(self, setting: Setting):
        self.setting = setting

    def piece(self, ref: Ref) -> Name:
        number = self.setting.number.get(ref) if isinstance(ref, str) else ref
        if number is None:
            return Name(mention(str(ref)))
        entry = self.setting.entries[self.setting.recruits[number].entry]
        title = entry.title
        plain = title.removesuffix(" (second)").rstrip("0123456789 ")
        many = entry.models > 1 or (plain.endswith("s") and not plain.endswith("ss") and not entry.character)
        return Name(f"the {title}" if not title.startswith(("The ", "the ")) else mention(title), many)

    def side(self, side: int) -> Name:
        return Name(mention(self.setting.armies[side].name))

    def id(self, ref: Ref) -> str:
        return ref if isinstance(ref, str) else self.setting.recruits[ref].name
