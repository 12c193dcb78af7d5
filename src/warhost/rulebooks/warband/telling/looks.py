"""Looking about: distances and lines of sight over several levels; before charges are declared nothing is measured.

[war.terrain.measure] [war.terrain.los] [war.terrain.cover]
"""

from __future__ import annotations

from math import hypot
from typing import Any

from warhost.engine.field.levels.sight import ALL, Glance
from warhost.engine.question import Refusal
from warhost.engine.spokesman import Place
from warhost.engine.view import INCHES

from ..flaws import looking
from ..lookout import apart, enemies, glance, sees
from ..moving.movement import Move
from ..setting import Fight, Setting
from ..shooting.aim import aims, may_shoot, ready
from ..state import State

SEALED = ("charge", "shooting")  # phases in which nothing is measured before one has chosen
SEALED_WORDS = Refusal("war.terrain.measure", "before charges are declared and targets chosen nothing is measured")
FROM_A_WARRIOR = Refusal("war.terrain.los", "look from a warrior: a point of the table may lie on several levels")


def look(
    setting: Setting, known: State, what: str, origin: Place, to: Place | None
) -> dict[str, Any] | Refusal | None:
    if known.plan is None:
        return None
    viewer = _standing(setting, known, origin)
    if viewer is None:
        return FROM_A_WARRIOR
    fight, target = looking(setting, known), _standing(setting, known, to)
    if what == "outlook":
        return _outlook(fight, viewer)
    if what == "sight":
        return None if target is None else _sight(fight, viewer, target)
    if what not in ("distance", "reach"):
        return None
    if not _may_measure(fight):
        return SEALED_WORDS
    if what == "reach":
        return _reach(fight, viewer)
    if target is not None:
        return _measured(apart(fight, viewer, target))
    return _measured(_to_point(fight, viewer, to)) if isinstance(to, list | tuple) and len(to) == 2 else None


def _reach(fight: Fight, viewer: int) -> dict[str, Any]:
    """Where he could walk straight to on his own level."""
    move = Move(fight, viewer)
    far = INCHES.length(move.walks)
    return {"outline": move.round_about(move.walks), "text": f"He moves {far}."}


def _standing(setting: Setting, known: State, place: Place | None) -> int | None:
    number = setting.number.get(place) if isinstance(place, str) else None
    return number if number is not None and known.warriors[number].there else None


def _may_measure(fight: Fight) -> bool:
    return fight.setting.open_measuring or fight.state.phase not in SEALED


def _measured(far: float) -> dict[str, Any]:
    return {"distance": round(far), "text": INCHES.length(round(far))}


def _to_point(fight: Fight, viewer: int, to: Any) -> float:
    """From his base to a point at his own height."""
    warrior = fight.state.warriors[viewer]
    return max(0.0, hypot(warrior.x - to[0], warrior.y - to[1]) - fight.setting.fighters[viewer].radius)


# --- sight ----------------------------------------------------------------------------------------------------


def _sight(fight: Fight, viewer: int, target: int) -> dict[str, Any]:
    one, other = fight.state.warriors[viewer], fight.state.warriors[target]
    seen = glance(fight, viewer, target)
    words = [_seen_words(seen, other.hidden and one.side != other.side), _height(other.z - one.z)]
    return {
        "seen": sees(fight, viewer, target),
        "cover": seen.covered,
        "blocks": [],
        "line": [(one.x, one.y), (other.x, other.y)],
        "text": ", ".join(words),
    }


def _seen_words(seen: Glance, hidden: bool) -> str:
    if hidden:
        return "hidden"
    if not seen.seen:
        return "out of sight"
    if seen.open:
        return "in the open"
    lines = f"{seen.clear.bit_count()} of {ALL.bit_count()} lines are clear"
    return f"in cover, {lines}{' past a barrier' if seen.barrier else ''}"


def _height(rise: int) -> str:
    if not rise:
        return "at the same height"
    return f"{INCHES.length(abs(rise))} {'higher' if rise > 0 else 'lower'}"


def _outlook(fight: Fight, viewer: int) -> dict[str, Any]:
    """Whom he sees, who sees him, with which cover and at which height; and what his shots would need."""
    needs = _needs(fight, viewer)
    others = [_other(fight, viewer, foe, needs) for foe in enemies(fight, fight.state.warriors[viewer].side)]
    seen = sum(other["seen"] for other in others)
    return {"arcs": [], "others": others, "text": f"{seen} of {len(others)} enemies are in sight."}


def _other(fight: Fight, viewer: int, foe: int, needs: dict[int, int]) -> dict[str, Any]:
    found = _sight(fight, viewer, foe)
    back = "sees him" if sees(fight, foe, viewer) else "does not see him"
    told = {"id": fight.setting.fighters[foe].id, **found, "text": f"{found['text']}, {back}"}
    z = fight.state.warriors[foe].z
    told["note"] = f"{INCHES.length(z)} up" if z else ""
    if foe in needs:
        told["shot"] = needs[foe]
    if _may_measure(fight):
        told |= {"distance": round(apart(fight, viewer, foe)), "nearest": found["line"]}
    return told


def _needs(fight: Fight, viewer: int) -> dict[int, int]:
    """What he would need to hit those he may shoot at."""
    needs: dict[int, int] = {}
    if may_shoot(fight, viewer) is None and _may_measure(fight):
        for weapon in ready(fight, viewer):
            for aim in aims(fight, viewer, weapon):
                needs[aim.target] = min(needs.get(aim.target, aim.need.total), aim.need.total)
    return needs
