"""What figures and their sides are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warhost.engine.words import Name, Names, Ref, mention

from .figure import Figure


class FigureNames(Names):
    """Figures by their titles, sides by theirs."""

    def __init__(self, figures: Mapping[str, Figure], sides: Sequence[str]):
        self._figures, self._sides = figures, sides

    def piece(self, ref: Ref) -> Name:
        found = self._figures.get(str(ref))
        return Name(mention(found.title)) if found else super().piece(ref)

    def side(self, side: int) -> Name:
        return Name(f"the {self._sides[side]}", many=True)
