"""At whom a spell may be cast.

[reg.magic.types] [reg.magic.range] [reg.magic.type.direct] [reg.magic.type.missile] [reg.magic.type.augment]
[reg.magic.type.hex] [reg.magic.type.vortex]
"""

from __future__ import annotations

from typing import NamedTuple

from warhost.engine.field.compass import Angle
from warhost.engine.field.shapes import Shape, gap
from warhost.engine.question import Refusal

from ..bodies import body, own_base
from ..land.sight import in_front_arc, looking, marks
from ..measures import TIE, inches, told_apart
from ..nature import engaged, named, present, top
from ..records import Spell
from ..setting import Fight


class Limits(NamedTuple):
    """A column of the chart of spell types."""

    arc: bool
    sight: bool
    in_combat: bool
    friends: bool
    rule: str


TYPES = {
    "direct damage": Limits(True, False, False, False, "reg.magic.type.direct"),
    "magic missile": Limits(True, True, False, False, "reg.magic.type.missile"),
    "augment": Limits(False, False, True, True, "reg.magic.type.augment"),
    "hex": Limits(False, False, True, False, "reg.magic.type.hex"),
    "magical vortex": Limits(True, True, True, False, "reg.magic.type.vortex"),
}


def range_to(fight: Fight, caster: int, target: int) -> int:
    """From the caster's own base to the nearest base of the target."""
    if top(fight, caster) == target:
        return 0
    base = own_base(fight, caster)
    return min(gap(base, part) for part in body(fight, target).parts)


def why_not(fight: Fight, caster: int, spell: Spell, target: int) -> Refusal | None:
    limits, who = TYPES[spell.type], (named(fight, target),)
    friendly = fight.state.units[target].side == fight.state.units[caster].side
    if friendly != limits.friends or not fight.state.units[target].present:
        wanted = "a friendly unit" if limits.friends else "an enemy unit"
        return Refusal(limits.rule, f"{spell.title} wants {wanted}")
    if not limits.in_combat and engaged(fight, target):
        return Refusal(limits.rule, "{who} {is} in close combat", who)
    far = range_to(fight, caster, target)
    if far > inches(spell.range) + TIE:
        away, reach = told_apart(far, inches(spell.range))
        return Refusal("reg.magic.range", f"{{who}} {{is}} {away} away, and {spell.title} reaches {reach}", who)
    host = top(fight, caster)
    all_round = fight.state.units[host].fate == "garrison"
    base, facing = own_base(fight, caster), body(fight, host).facing
    if limits.arc and not all_round and not in_arc(fight, base, facing, target):
        return Refusal(limits.rule, "{who} {is} not in the caster's forward arc", who)
    if limits.sight and not looking(fight, host, target).sees(base):
        return Refusal(limits.rule, "the caster does not see {who}", who)
    return None


def in_arc(fight: Fight, base: Shape, facing: Angle, target: int) -> bool:
    return any(in_front_arc(base, facing, point) for one in body(fight, target).bases for point in marks(one))


def lawful_targets(fight: Fight, caster: int, spell: Spell) -> list[int]:
    return [target for target in present(fight) if why_not(fight, caster, spell, target) is None]
