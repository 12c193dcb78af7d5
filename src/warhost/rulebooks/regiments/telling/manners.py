"""How the questions of Regiments are put to people."""

from __future__ import annotations

from collections.abc import Mapping

from warhost.engine.manner import ENOUGH, Manner, Phase

PHASES = (
    Phase("charges", "Charges", ("the turn begins", "moving chargers")),
    Phase("movement", "Movement", ("compulsory moves",)),
    Phase("magic", "Magic"),
    Phase("shooting", "Shooting"),
    Phase("close combat", "Combat"),
)
TIPS = {
    "deploy": "Choose a unit: it appears as a ghost in your zone. Drag it, turn it, give the order.",
    "place": "Drag the ghost where you want it. The round grip turns it, the grips at its corners make its front "
    "wider.",
    "charge": "A charge covers the Movement and two dice: look at the chance before you declare it.",
    "reaction": "Holding is brave. Shooting costs nothing if you can. Fleeing may leave the charger stranded.",
    "move": "Drag one of your glowing units. A wheel costs the way of the outer corner; beyond the Movement it is "
    "a march.",
    "move order": "Drag the unit where it shall go; it wheels towards the point and goes straight on.",
    "cast": "The more dice, the surer the spell; but two sixes bring a miscast.",
    "power dice": "The sum of the dice and the wizard's level must reach the casting value.",
    "dispel": "Your dice and the level of your best wizard must reach what the spell was cast with.",
    "shooter": "Choose a unit that can shoot, then its target.",
    "aim point": "Drag the mark, or touch the ground where the shot shall come down.",
    "challenge": "Only characters and champions fight challenges; nobody else may strike them meanwhile.",
    "front ranks": "All are set up. Where it matters to you who stands where in a front rank, name the unit.",
    "front rank": "Champion, standard bearer, musician and characters stand where you like in the first rank.",
    "pursue": "A pursuer that rolls at least as much as the fleers destroys them.",
    "blows": "Blows at the rank and file never reach champions and characters, and the other way round.",
}
WHO_IS_NEXT = (
    "deploy",
    "move",
    "shooter",
    "charge",
    "next charger",
    "next to rally",
    "combat",
    "scouts",
    "vanguard",
    "front ranks",
)
REACTIONS = (
    "reaction",
    "dispel",
    "accept",
    "weapon",
    "combat reform",
    "make way",
    "reform",
    "front rank",
    "post",
    "pursue",
    "overrun",
)
VERBS = {
    "deploy": ("place", "deploy"), "charge": ("charge",), "move": ("move", "march"), "shooter": ("shoot", "fire"),
    "target": ("shoot", "fire"), "cast": ("cast",), "move order": ("move", "march", "go"),
}  # fmt: skip


def _manner(what: str) -> Manner:
    return Manner(TIPS.get(what, ""), what in WHO_IS_NEXT, what in REACTIONS, dict(ENOUGH), (), VERBS.get(what, ()))


MANNERS: Mapping[str, Manner] = {
    what: _manner(what) for what in dict.fromkeys((*TIPS, *WHO_IS_NEXT, *REACTIONS, *VERBS))
}
