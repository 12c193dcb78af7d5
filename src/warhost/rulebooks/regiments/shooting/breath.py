"""Breath weapons and wails.  [reg.sr.breath] [reg.army.und.wraith]"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from warhost.engine.artillery import Teardrop
from warhost.engine.dice import Throw
from warhost.engine.field.compass import Angle, Point, bearing, heading, to_frame, turn_words
from warhost.engine.question import Answer, Choose, Order, Refusal
from warhost.engine.strikes import ALWAYS

from ..bodies import body, centre, in_range
from ..events import Laid, Noted
from ..land.sight import in_front_arc, unit_sees
from ..measures import inches
from ..nature import engaged, has, kind, named, present
from ..nerve import panic
from ..nerve.leadership import leadership
from ..setting import Fight
from ..state import Unit
from ..wounds.casualties import suffer
from ..wounds.hits import Harm, rolled
from ..wounds.spreading import mixed, spread
from .templates import Impact, Touched, friends_or_fights, strike_touched, touched

BREATH, WAIL = "reg.sr.breath", "reg.army.und.wraith"
DROP = Teardrop()
EARSHOT = inches(8)


def may_breathe(fight: Fight, number: int) -> bool:
    unit = fight.state.units[number]
    return (
        has(fight, number, BREATH) and not unit.breathed and not unit.shot and unit.present and not unit.fleeing
        and not engaged(fight, number) and _may_still(fight, unit)
    )  # fmt: skip


def _may_still(fight: Fight, unit: Unit) -> bool:
    """Even after marching, but not after what else forbids to shoot.  [reg.turn.status]"""
    return not unit.squabbles and (fight.setting.statuses[unit.did].shoots or unit.did == "march")


class Breathe(Order):
    """The direction of the breath."""

    __slots__ = ("fight", "number")
    form = "a facing in hundredths of a degree, such as 9000"

    def __init__(self, fight: Fight, number: int):
        super().__init__(
            fight.state.units[number].side, "breath", BREATH, named(fight, number), "Where {does} {who} breathe?"
        )
        self.fight, self.number = fight, number

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if type(order) is not int or abs(order) > 10**6:
            return Refusal(BREATH, f"expected {self.form}")
        return why_not_breathe(self.fight, self.number, bearing(order)) or {"cost": 0}

    def suggest(self, most: int = 12) -> list[Answer]:
        return list(breaths(self.fight, self.number))[:most]

    def label(self, answer: Answer, names: Any) -> str:
        return turn_words(body(self.fight, self.number).facing, answer)


def why_not_breathe(fight: Fight, number: int, facing: Angle) -> Refusal | None:
    one, side = body(fight, number), fight.state.units[number].side
    if not all(in_front_arc(one.block, one.facing, point) for point in DROP.outline(one.front, facing)):
        return Refusal(BREATH, "the template must lie wholly in the front arc")
    if friends_or_fights_but(fight, number, one.front, facing):
        return Refusal(BREATH, "the template would touch friends or a unit in combat")
    if not any(fight.state.units[hit.unit].side != side for hit in _under(fight, number, facing)):
        return Refusal(BREATH, "it would touch no enemy")
    return None


def friends_or_fights_but(fight: Fight, number: int, tip: Point, facing: Angle) -> bool:
    own = body(fight, number).block
    return friends_or_fights(
        fight,
        fight.state.units[number].side,
        lambda base: base.points != own.points and DROP.touches(tip, facing, base),
    )


def _under(fight: Fight, number: int, facing: Angle) -> list[Touched]:
    tip = body(fight, number).front
    return touched(fight, lambda base: DROP.touches(tip, facing, base))


def breaths(fight: Fight, number: int) -> list[Angle]:
    """Directions worth a breath: at each enemy near by."""
    one = body(fight, number)
    found = []
    for foe in present(fight, 1 - fight.state.units[number].side):
        _, y = to_frame(centre(body(fight, foe)), one.front, one.facing)
        if y > 0 and in_range(fight, number, foe, EARSHOT):
            facing = heading(one.front, centre(body(fight, foe)))
            if why_not_breathe(fight, number, facing) is None:
                found.append(facing)
    return found


def breathe(fight: Fight, number: int) -> None:
    unit, found = fight.state.units[number], kind(fight, number)
    facing = bearing(fight.ask(Breathe(fight, number)))
    unit.breathed = unit.shot = True
    tip, own = body(fight, number).front, body(fight, number).block
    fight.tell(Laid(BREATH, unit.name, (DROP.outline(tip, facing),), "the breath"))
    strike_touched(
        fight,
        number,
        lambda base: base.points != own.points and DROP.touches(tip, facing, base),
        impact_of(found.ratings),
    )


def impact_of(ratings: dict[str, str]) -> Impact:
    rule = ratings.get("breath_rule", "")
    bare = rule == "no armour saves"
    return Impact(int(ratings["breath"]), BREATH, () if bare or not rule else (rule,), armour=not bare)


# --- the wail ------------------------------------------------------------------------------------------------


def wail_targets(fight: Fight, number: int) -> list[int]:
    unit = fight.state.units[number]
    if not has(fight, number, WAIL) or unit.shot or not unit.present or engaged(fight, number):
        return []
    if not _may_still(fight, unit):
        return []
    near = [foe for foe in present(fight, 1 - unit.side) if in_range(fight, number, foe, EARSHOT)]
    return [foe for foe in near if not engaged(fight, foe) and unit_sees(fight, number, foe)]


def wail(fight: Fight, number: int) -> None:
    """2D6 less the target's Leadership: so many wounds without armour saves.  [reg.army.und.wraith]"""
    unit = fight.state.units[number]
    options = wail_targets(fight, number)
    names = [named(fight, foe) for foe in options]
    foe = options[0]
    if len(names) > 1:
        question = Choose(unit.side, "wail at", names, WAIL, unit.name, text="At whom {does} {who} wail?")
        foe = fight.setting.number[fight.ask(question)]
    unit.shot = True
    score = sum(fight.throw(Throw(2, 6, "wail", WAIL, unit.side)))
    wounds = max(0, score - leadership(fight, foe).total)
    fight.tell(Noted(WAIL, unit.name, "wails"))
    shares = spread(fight, foe, wounds) if mixed(fight, foe) else {foe: wounds}
    for victim, count in shares.items():
        if count:
            _howl(fight, number, victim, count)
    panic.mark_losses(fight, foe, number)


def _howl(fight: Fight, number: int, victim: int, count: int) -> None:
    """Wounds that only a ward or regeneration may stop."""
    harm = Harm(fight, victim, count, 1, by=number, rule=WAIL)
    harm.armour, harm.magical = False, True
    struck = rolled(fight, replace(harm.strikes(), hit=ALWAYS, wound=ALWAYS), fight.state.units[number].side)
    suffer(fight, victim, "file", struck.unsaved, by=number)
