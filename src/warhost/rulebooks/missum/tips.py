"""What a question is about, in a sentence, for whoever meets it for the first time."""

from __future__ import annotations

from collections.abc import Mapping

TIPS: Mapping[str, str] = {
    "role": "The mover goes in two halves, with the enemy's move between; the counter-mover goes at once.",
    "attack spells": "Choose spells and, in secret, how strong they are. The enemy sees only which they are.",
    "defense spells": "Laid exactly on an enemy spell of its pair it counters that; elsewhere it helps friends.",
    "place spell": "Lay down the middle of the spell. A legion of which half is under it must save.",
    "option": "A strong spell can be drawn together on few, or spread over many.",
    "host": "An enemy commander touches several legions. Say with which he is: he helps no other.",
    "mode": "Such skirmishers count as line troops wherever their owner likes.",
    "strike at": "A figure strikes one enemy alone; pikes behind it strike the same.",
    "device": "An eye shoots once a turn and four times in a battle.",
    "use device": "The eye can be used in this melee, before all other blows, instead of a weapon.",
}
