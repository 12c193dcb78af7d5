"""How the questions of Three Plains are put to people."""

from __future__ import annotations

from collections.abc import Mapping

from warhost.engine.manner import ENOUGH, Manner, Phase

from ..magic.moments import LATER, NOTHING_MORE

PHASES = (
    Phase("declaring charges", "Charges", ("charges",)),
    Phase("movement", "Movement", ("counter charges", "moves")),
    Phase("shooting", "Shooting"),
    Phase("close combat", "Combat"),
    Phase("battle stress", "Stress"),
)
WITH_MAGIC = {**ENOUGH, NOTHING_MORE: "No more magic in this phase"}
"""Spells stand among the answers of many questions."""
ENDS = {
    "siege equipment": {NOTHING_MORE: "They carry nothing more"},
    "make ready": {"done": "Everything stays as it is"},
    "item out of turn": {NOTHING_MORE: "Use no item"},
}
"""What the answer that ends a question is called where it ends neither a phase nor its magic."""

TIPS = {
    "deploy": "Choose a unit: it appears as a ghost in your zone. Drag it, turn it, give the order.",
    "place": "Drag the ghost where you want it. The round grip turns it, the grips at its corners make its front "
    "wider.",
    "charges": "A charge must be able to reach its enemy. If nothing is close, declare no charges.",
    "charge": "Point at a way to see the ground it leads over. To halt or to turn on another enemy takes a check.",
    "aim": "Point at a way to see the ground it leads over. What is called left lies left as the charger sees it.",
    "move": "Drag one of your glowing units. The line shows its way; the box says what it costs.",
    "shooter": "Choose a unit with bows, then its target.",
    "scouts": "Scouts are placed last, and anywhere out of the enemy's sight: good for those who shoot or "
    "surprise.",
    "discipline": "All spells of a wizard come from one discipline. The rules drawer says what each of them holds.",
    "magic": "Each spell can be tried once a turn. The chance is that of the wizard's own dice; more can be added "
    "later.",
    "spell target": "Choose the target on the table or in the list. Its range is looked at when the spell has been "
    "rolled.",
    "magic dice": "The ether's dice are known. A spell given up adds a die, but cannot be cast this turn any more.",
    "dispel": "Dice added to the ether's may still stop it. What you give up now is gone until your next turn.",
    "breathe at": "The flames reach eight inches, and burn whoever stands in them. A dragon has three breaths.",
    "facing": "Turn the ghost by its round grip until it faces as you like, then give the order.",
    "artifact": "Drag the mark, or touch the ground of your camp where it shall lie.",
    "stone place": "Drag the mark, or touch the ground where the stone shall come down.",
    "spell place": "Drag the mark, or touch the ground where the spell shall strike.",
    "siege equipment": "Ladders, hooks and towers lead up the walls, rams break gates and doors; siege points pay "
    "for them. Two clear ways in take the fortress.",
    "make ready": "Before anybody moves, loads may be put down or picked up. Who carries a heavy one is slow.",
    "answer": "You are charged! Standing is brave; falling back saves a weak unit, but it may be caught.",
}
WHO_IS_NEXT = ("deploy", "next scouts", "move", "shooter", "check", "next charge", "next to flee", "next to pursue")
REACTIONS = (
    "answer", "hold and shoot", "defensive strike", "counter charge", "pursuit", "engulf", "spill", "answer spell",
    "dispel", "wedge in combat", "item out of turn",
)  # fmt: skip
VERBS = {
    "deploy": ("place", "deploy"), "place": ("place", "deploy"), "charges": ("charge",), "move": ("move", "march"),
    "shooter": ("shoot", "fire"), "target": ("shoot", "fire"), "check": ("check",),
}  # fmt: skip


def _manner(what: str) -> Manner:
    instant, reaction = what in WHO_IS_NEXT, what in REACTIONS
    return Manner(TIPS.get(what, ""), instant, reaction, ENDS.get(what, WITH_MAGIC), (LATER,), VERBS.get(what, ()))


USUAL = _manner("")
MANNERS: Mapping[str, Manner] = {what: _manner(what) for what in (*TIPS, *WHO_IS_NEXT, *REACTIONS, *VERBS, *ENDS)}
