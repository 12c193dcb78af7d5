"""What somebody is, can or never does, whoever lends it: a trait of its list, a spell that lies on it, an item.

The phases ask for the quality. Which traits, spells and items give it stands in data, or beside their hooks.
"""

from __future__ import annotations

from typing import NamedTuple

from ..magic.bearing import nature
from ..setting import Fight
from ..state import Number


class Quality(NamedTuple):
    """A name among those of a nature, and the question whether somebody has it."""

    name: str

    def __call__(self, fight: Fight, number: Number) -> bool:
        return self.name in nature(fight, number)


tireless = Quality("tireless")
fearless = Quality("fearless")
expendable = Quality("expendable")  # friends do not mind its flight
fumbles = Quality("fumbles")  # whoever does throws the dice of what he has passed once more
rambles = Quality("rambles")  # the same, in castings alone
unburdened = Quality("unburdened")
loner = Quality("loner")
light_footed = Quality("light footed")
skirmishers = Quality("skirmishers")  # half of the hits of missiles and magic come to nothing
woodsmen = Quality("woodsmen")  # whole groups go through rough ground and woods, and see farther in them
sure_footed = Quality("sure footed")
winged = Quality("winged")  # flies ten inches farther than it walks, by what it has drunk
phantom = Quality("phantom")  # walks through everything, on its own feet and alone
unhindered_flight = Quality("unhindered flight")
strikes_first = Quality("strikes first")
never_overlapped = Quality("never overlapped")
fights_its_keepers = Quality("fights its keepers")
doubled_attacks = Quality("doubled attacks")
light_in_hand = Quality("light in hand")  # a weapon that tires nobody
flimsy_ranks = Quality("flimsy ranks")
scouting = Quality("scouting")
draws_all_eyes = Quality("draws all eyes")  # neither hidden nor hard to hit for missiles, whatever it has for that
guided_shots = Quality("guided shots")
guided_blows = Quality("guided blows")  # misses in combat with his own weapons are thrown again


def names() -> frozenset[str]:
    return frozenset(quality.name for quality in globals().values() if isinstance(quality, Quality))
