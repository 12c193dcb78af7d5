"""An army as it comes to the table: checked, priced, every option already counted into its figures.

It goes into the setup of a battle, so that a save does not depend on army lists.  [tp.army.roster]
"""

from __future__ import annotations

from typing import Literal

import msgspec

from warhost.engine.bounds import Many
from warhost.roster.roster import Models

from ..figure import Figure
from ..scenario.mission import Emplaced

Role = Literal["hero", "general", "standard", "halfwit", "wizard"]


class Recruits(msgspec.Struct, frozen=True):
    """A group of models all alike.  [tp.piece.unit.profile] [tp.unit.single_profile]"""

    id: str
    title: str
    figure: Figure
    models: Models
    command: bool
    files: Models
    points: int
    deviancy: int
    hired: bool = False  # mercenaries in another army's pay
    herds: str = ""  # the pack that these masters herd
    later: bool = False  # comes to help in the battle
    torches: int = 0  # of its models carry one
    offered: bool = False  # comes only if its side buys it while it sets up
    stands: Emplaced | None = None  # where it is set out before anybody is deployed


class Leader(msgspec.Struct, frozen=True):
    """A character, what it is for, and the group it starts with.  [tp.character.roles]"""

    id: str
    title: str
    figure: Figure
    role: Role
    points: int
    group: str = ""
    hidden: bool = False
    general: bool = False  # a title on top of the role: any character but the standard bearer may have it
    later: bool = False
    torches: int = 0


class Army(msgspec.Struct, frozen=True):
    name: str
    list: str
    deviancy: int
    points: int  # the limit it was mustered for
    groups: Many[Recruits]
    leaders: Many[Leader]
    breach: str = ""  # what its roster breaks, if it was let through all the same
