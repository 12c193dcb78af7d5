"""What some items let out: models that nobody has paid for and that nobody commands.  [tp.list.source.gremlin]"""

from __future__ import annotations

from warhost.engine.field.length import NOTHING

from ..figure import Blows, Figure, Save, from_mm
from .shelf import ITEMS

AT_LARGE = "gremlin at large"  # the trait by which what it does hooks in

GREMLIN = Figure(
    profile="source.gremlin", title="Gremlin", category="character", base=(from_mm(20), from_mm(20)),
    movement=NOTHING, blows=(Blows(1, 1),), save=Save(agility=4), life=1, soldiering=1, points=0, rating=1,
    kind="character", traits=(AT_LARGE,),
)  # fmt: skip
"""It moves by dice of its own."""


def gremlins_in(items: tuple[str, ...]) -> int:
    """How many may come out of these items in a battle."""
    return sum(ITEMS[item.rpartition(".")[2]].gremlins for item in items if item.rpartition(".")[2] in ITEMS)
