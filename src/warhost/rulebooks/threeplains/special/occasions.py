"""Points at which magic items have a say besides those that traits have too, each with its type."""

from __future__ import annotations

from warhost.engine.point import Point

from ..setting import Fight
from ..state import Point as Place

draws_blows: Point[[Fight, int], None] = Point(
    "draws blows", "whoever can reach him in a combat aims a blow at him at least"
)
trodden_down: Point[[Fight, int, int, Place], None] = Point(
    "trodden down", "the bearer has been marched over: by whom, and where he stood"
)
