"""What a question is about, in a sentence, for whoever meets it for the first time."""

from __future__ import annotations

from collections.abc import Mapping

TIPS: Mapping[str, str] = {
    "edge": "Choose the edge from which your warband comes.",
    "charge at": "Name whom he charges: any enemy he sees who is not hidden.",
    "way": "More than one way leads there: stairs, a wall, a jump. Climbs and jumps are tested.",
    "charger": "Charges are run one after the other, in the order you like.",
    "shoot at": "He shoots at the nearest, or at a farther one who is easier to hit; from 2 inches up at anybody.",
    "shard": "Lay a shard on the ground. You will both want to carry it off.",
    "cast at": "Say on whom the spell falls.",
    "points": "Lay the points round which your warriors stand when the enemy breaks in.",
    "concede": "You may leave the field by your own will, and lose no more men.",
    "charm": "Once a battle the charm makes the enemy throw again for one wound.",
}
