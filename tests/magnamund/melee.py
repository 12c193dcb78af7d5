"""Who may strike whom in a scene, and with what chance."""

from __future__ import annotations

from typing import Any

from warhost.rulebooks.magnamund.combat import Blow, can_strike, hand_weapons, may_not_strike, reachable, zone
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.situation import SituationCharacter, SituationUnit

from .scene import Square, number, scene, unit


def melee(*pieces: SituationUnit | SituationCharacter, **more: Any) -> Fight:
    """A scene in the combat phase."""
    return scene(*pieces, **{"phase": "combat", **more})


def duel(ours: dict[str, Any], theirs: dict[str, Any], **more: Any) -> Fight:
    """One human at (5, 5) facing north, and one Giak at (5, 6) facing south, with these differences."""
    humans = unit("humans", [ours.pop("at", (5, 5))], **ours)
    giaks = unit("giaks", [theirs.pop("at", (5, 6))], **{"side": "theirs", **theirs})
    return melee(humans, giaks, **more)


def foes(fight: Fight, attacker: str) -> list[str]:
    """The enemies that a piece may attack now."""
    if not can_strike(fight, number(fight, attacker)):
        return []
    return [fight.setting.name(foe) for foe in reachable(fight, number(fight, attacker))]


def barred(fight: Fight, attacker: str) -> str:
    """The rule that keeps a piece from attacking at all; "" if none does."""
    refused = may_not_strike(fight, number(fight, attacker))
    return refused.rule if refused else ""


def blow(fight: Fight, attacker: str = "humans-1", target: str = "giaks-1", weapon: str = "") -> Blow:
    striker, victim = number(fight, attacker), number(fight, target)
    front = reachable(fight, striker)[victim]
    return Blow(fight, striker, victim, front, weapon or hand_weapons(fight, striker)[0])


def chance(fight: Fight, attacker: str = "humans-1", target: str = "giaks-1", weapon: str = "") -> int:
    return blow(fight, attacker, target, weapon).chance


def reasons(fight: Fight, attacker: str = "humans-1", target: str = "giaks-1") -> dict[str, int]:
    """What is added to the percentage of a blow, by rule."""
    return {step.rule: step.amount for step in blow(fight, attacker, target).tally.steps if step.op == "add"}


def zone_from(fight: Fight, square: Square, defender: str) -> str:
    """Front, flank or rear of the defender, seen from a square."""
    return zone(fight, fight.setting.board.square(*square), number(fight, defender))
