"""What a question is about, in a sentence, for whoever meets it for the first time."""

from __future__ import annotations

from collections.abc import Mapping

TIPS: Mapping[str, str] = {
    "signature spell": "A wizard may give up one of his spells for the plain one that all of his lore may know.",
    "spell": "The dice gave him a spell that is taken already: choose another of his lore.",
    "edge": "Choose your edge of the table; the enemy has the other.",
    "join": "A character may stand in a unit, in its front rank, and go with it.",
    "post": "Whoever stands in the front rank fights and is fought. The usual place will do.",
    "first turn": "Going first brings the first charge and the first volley; going second, the last turn.",
    "send": "Choose in which direction it goes; it stays on the table and wanders on.",
    "target": "All of the unit shoot at one enemy that they see, in their arc and range.",
    "redirect": "The enemy flees before you. You may turn the charge on another.",
    "charge in vain": "The target is gone: stand still, or run towards where it stood.",
    "spell target": "Each kind of spell has its own targets; only those that are lawful are offered.",
    "rush": "They are eager: they may at once run D6 inches straight at the nearest enemy in sight.",
    "charge target": "Name whom they charge. Their Movement and two dice must cover the way.",
    "spew": "Instead of its blows a troll may spew: one sure hit that no armour stops.",
    "reform": "They may draw up anew: another facing, another width.",
    "next charger": "Charges are run one after the other, in the order you like.",
    "accept": "Accept, and two fight each other alone. If all refuse, one who could have goes to the rear.",
    "overrun": "All enemies before them are gone: they may run straight on, into the next if he is near.",
    "way to shoot": "This can be shot in more than one way: choose which.",
}
