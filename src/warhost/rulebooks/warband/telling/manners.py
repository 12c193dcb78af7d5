"""How the questions of Warband are put to people."""

from __future__ import annotations

from collections.abc import Mapping

from warhost.engine.manner import Manner, Phase

PHASES = (
    Phase("recovery", "Recovery"),
    Phase("charge", "Charges"),
    Phase("movement", "Movement"),
    Phase("shooting", "Shooting and spells"),
    Phase("combat", "Close combat"),
)

MANNERS: Mapping[str, Manner] = {
    "charge": Manner(
        tip="Choose who charges, before anything is measured: a charge that proves too long goes half the way.",
        enough={"done": "No more charges"},
        instant=True,
        verbs=("charge",),
    ),
    "move": Manner(
        tip="Each moves once. Beyond their Movement they run, if no enemy in sight is within 8 inches.",
        enough={"done": "Everybody has moved"},
        instant=True,
        verbs=("move",),
    ),
    "order": Manner(
        tip="Drag the warrior on his level. Marks show where stairs, climbs and jumps lead, and how likely "
        "they come off: touch one to take that way."
    ),
    "shoot": Manner(
        tip="Each may shoot once, a wizard may try one spell besides.",
        enough={"done": "No more shots"},
        instant=True,
        verbs=("shoot",),
    ),
    "hide": Manner(tip="Behind cover, or unseen, a warrior may hide: then he cannot be charged or shot at."),
    "deploy": Manner(
        tip="Set up wholly inside your zone, on any level. 'rest' sets up all others at once.",
        enough={"rest": "Set up the rest"},
    ),
    "intercept": Manner(tip="One of yours may step into the way of this charge.", reaction=True),
    "parry": Manner(reaction=True),
    "charm": Manner(reaction=True),
}
