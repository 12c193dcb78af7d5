"""How the questions of Magnamund are put to people."""

from __future__ import annotations

from collections.abc import Mapping

from warhost.engine.manner import Manner, Phase

PHASES = (
    Phase("first firing", "First firing"),
    Phase("movement", "Movement"),
    Phase("second firing", "Second firing"),
    Phase("combat", "Combat"),
    Phase("morale", "Morale"),
)
MANNERS: Mapping[str, Manner] = {
    "place": Manner(
        "Drag the ghosts into your zone, all together or one by one, then give the order.", verbs=("place",)
    ),
    "leader": Manner(
        "Choose a soldier who will stand behind the others: if the leader falls, everybody wavers."
    ),
    "fire": Manner(
        "Choose a unit of yours that glows; then choose at whom it shoots.", instant=True, verbs=("fire", "shoot")
    ),
    "shots": Manner(
        "The best volleys are listed with their chances. Nearer targets are easier.", verbs=("fire", "shoot")
    ),
    "move": Manner(
        "Choose a unit, or drag one of its pieces: the others go the same way.",
        instant=True,
        verbs=("move", "march"),
    ),
    "march": Manner(
        "Drag a piece; the unit follows. Green squares are within reach.",
        verbs=("move", "march"),
    ),
    "attack with": Manner("Choose a unit that stands next to an enemy.", instant=True, verbs=("attack",)),
    "test": Manner(instant=True, verbs=("test",)),
}
