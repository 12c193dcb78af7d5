"""What kinds of ground and of edge features there are, and what each does.  [mag.terrain.reserved_types]"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal

import msgspec

from warhost.engine.data import Definition

from .layout import Feature, Terrain


class TerrainKind(Definition, frozen=True, kw_only=True):
    id: Terrain
    title: str
    rule: str
    sloping: bool = False  # it leads from one level to the next
    hides: bool = False  # it can be seen into but not through
    good_going: bool = False  # a charge may be made over it
    plain: bool = False  # there is nothing to be camouflaged by
    leapt_over: bool = True
    landed_on: bool = True


class FeatureKind(Definition, frozen=True, kw_only=True):
    """An `opening` is seen through from next to it; what is `barred` only from above."""

    id: Feature
    title: str
    rule: str
    sight: Literal["free", "opening", "barred"] = "free"
    contact: bool = True  # enemies fight over it
    leapt_over: bool = True


class TerrainFile(Definition, frozen=True):
    """terrain.toml."""

    terrain: tuple[TerrainKind, ...]
    feature: tuple[FeatureKind, ...]


class Grounds(msgspec.Struct, frozen=True, dict=True):
    """The kinds by what they do, as names that are quick to look up."""

    file: TerrainFile

    @cached_property
    def sloping(self) -> frozenset[str]:
        return frozenset(kind.id for kind in self.file.terrain if kind.sloping)

    @cached_property
    def hiding(self) -> frozenset[str]:
        return frozenset(kind.id for kind in self.file.terrain if kind.hides)

    @cached_property
    def good_going(self) -> frozenset[str]:
        return frozenset(kind.id for kind in self.file.terrain if kind.good_going)

    @cached_property
    def plain(self) -> frozenset[str]:
        return frozenset(kind.id for kind in self.file.terrain if kind.plain)

    @cached_property
    def not_landed_on(self) -> frozenset[str]:
        return frozenset(kind.id for kind in self.file.terrain if not kind.landed_on)

    @cached_property
    def not_leapt_over(self) -> frozenset[str]:
        """Terrains and features alike; no name is both."""
        kinds: Iterator[TerrainKind | FeatureKind] = iter((*self.file.terrain, *self.file.feature))
        return frozenset(kind.id for kind in kinds if not kind.leapt_over)

    @cached_property
    def openings(self) -> frozenset[str]:
        return frozenset(kind.id for kind in self.file.feature if kind.sight == "opening")

    @cached_property
    def walls(self) -> frozenset[str]:
        return frozenset(kind.id for kind in self.file.feature if kind.sight == "barred")

    @cached_property
    def no_contact(self) -> frozenset[str]:
        return frozenset(kind.id for kind in self.file.feature if not kind.contact)
