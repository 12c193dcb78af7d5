"""What a model is and carries, with all its options counted in.  [reg.army.options] [reg.army.mounts]"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..library import Library
from ..measures import from_mm
from ..records import Entry, Option, Profile, Troop

CAVALRY_BASE = (25, 50)


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of model as it takes the field. It goes into the setup of a battle whole."""

    rule: str
    title: str
    army: str
    race: str
    troop: Troop
    base: tuple[int, int]  # thousandths of an inch
    profile: Profile
    gear: tuple[str, ...]
    character: bool = False
    champion: Profile | None = None
    champion_title: str = ""
    champion_gear: tuple[str, ...] = ()
    mount: Profile | None = None
    mount_title: str = ""
    mounts: int = 1
    crew: int = 0
    machine: int = 0
    car: int = 0
    handler: Profile | None = None
    handlers: int = 0
    rules: tuple[str, ...] = ()
    mount_rules: tuple[str, ...] = ()
    shot_rules: tuple[str, ...] = ()
    ratings: dict[str, str] = msgspec.field(default_factory=dict)
    save: int = 0
    level: int = 0
    lore: str = ""


def figure_of(entry: Entry, army: str, options: Iterable[Option] = ()) -> Figure:
    """An entry with these options; mounts of its own entry are put under a rider by `mounted`."""
    gear, level, champion_gear = list(entry.gear), entry.level, list[str]()
    for option in options:
        gear = [name for name in gear if name not in option.takes]
        if option.champion:
            champion_gear += option.gives
        elif not option.mount:
            gear += [name for name in option.gives if name not in gear]
        level = option.level or level
    shared = {name: getattr(entry, name) for name in SHARED}
    return Figure(
        army=army,
        base=_base(entry.base),
        gear=tuple(gear),
        level=level,
        champion_gear=tuple(champion_gear),
        **shared,
    )


SHARED = (
    "rule", "title", "race", "troop", "profile", "character", "champion", "champion_title", "mount", "mount_title",
    "mounts", "crew", "machine", "car", "handler", "handlers", "rules", "mount_rules", "shot_rules", "ratings",
    "save", "lore",
)  # fmt: skip


def _base(size: tuple[int, int]) -> tuple[int, int]:
    return from_mm(size[0]), from_mm(size[1])


def mounted(library: Library, rider: Figure, option: Option) -> Figure:
    """A character on a mount of cavalry size becomes cavalry; a mount brings its own special rules along.

    [reg.army.mounts] [reg.troop.cavalry]
    """
    entry = library.mount_entry(option.mount)
    if entry is None:
        return rider
    return msgspec.structs.replace(
        rider, troop="cavalry", base=_base(CAVALRY_BASE), mount=entry.mount, mount_title=entry.mount_title,
        mount_rules=entry.mount_rules, gear=(*rider.gear, *option.gives),
    )  # fmt: skip
