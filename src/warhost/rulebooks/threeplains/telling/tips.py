"""What a question is about, in a sentence, for whoever meets it for the first time."""

from __future__ import annotations

from collections.abc import Mapping

TIPS: Mapping[str, str] = {
    "task": "One of you lays out the ground, the other chooses his edge of it.",
    "raid goal": "If you two want different things, dice decide between your wishes.",
    "raid light": "In the dark one sees six inches and hits worse; the camp is full of light.",
    "raid target": "If he dies the raid has succeeded at once.",
    "artifact": "The raiders have to come here, pick it up and carry it off the table.",
    "edge": "You name it once; they come when the die says so, ready to move and to charge.",
    "march": "All your pieces face that way, and your general leads them.",
    "flanks": "Cliffs: only archers stand there, out of reach. Woods: anybody does, and enemies set off traps.",
    "layout": "You lay out the ground; your enemy then chooses from which edge he fights.",
    "zone": "Choose the edge from which your army comes. The ground near it is yours to use.",
    "bonus terrain?": "If one of you wants it, the generals throw for another piece of ground.",
    "first to place": "Who sets up first shows his hand; who sets up last can answer.",
    "hide in": "A halfwit hides in a group and nobody knows in which, until he bursts out.",
    "first turn": "Going first brings the first charge and the first volley; going second, the last word.",
    "target": "Name whom they shoot at. The nearer and the more open, the better.",
    "reveal": "The halfwit may burst out now, or stay hidden for a better moment.",
    "next charge": "Charges are run one after the other, in the order you like.",
    "defensive strike": "An enemy has come close: who has not shot may let fly at once.",
    "hold and shoot": "Those who are charged may let the enemy come near and shoot him in the face.",
    "pursuit": "The enemy runs, and whoever is free runs after him, unless he passes a check to hold.",
    "check": "Those who have suffered test their nerve, one after the other.",
    "wipe out move": "The enemy before them is gone: they have some inches of free movement.",
    "strike at": "Say whom these blows are for: common men, or somebody worth more.",
    "engulf": "You can wrap round the enemy and fight him from all sides.",
    "next to pursue": "Those who pursue go one after the other, in the order you like.",
    "begin at": "Several fights are to be fought: say at which end of the table it begins.",
    "answer spell": "If yours comes off, theirs comes to nothing; but they may answer yours in turn.",
    "arrows": "Burning arrows fly six inches less far, and set light to what burns.",
    "drop": "So many hands carry each load. What is put down lies there for whoever picks it up.",
    "stone target": "What is built is hit on a 3 or more; nobody is hurt unless it falls. A stone may scatter.",
    "batter down": "Walls and houses can be struck too, and come down when they have lost all their life.",
}
