"""Magical vortices: templates that travel and remain in play.

[reg.magic.type.vortex] [reg.lore.ember.wheel] [reg.lore.dusk.maw] [reg.magic.remains]
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from warhost.engine.artillery import any_direction, artillery, compass_of, round_outline, round_touches, swept_by
from warhost.engine.dice import Throw
from warhost.engine.field.compass import (
    HALF_TURN,
    Angle,
    Point,
    ahead,
    bearing,
    distance,
    rays,
    turn,
    turn_words,
    veered,
)
from warhost.engine.field.shapes import Shape, point_gap
from warhost.engine.phrase import Phrase
from warhost.engine.question import Answer, Chance, Choose, Order, Refusal
from warhost.engine.strikes import Wound

from ..bodies import body, own_base
from ..events import Laid, SpellEnded
from ..measures import INCH, inches
from ..nature import everybody, kind, top
from ..nerve import panic
from ..nerve.leadership import characteristic_passes
from ..records import Spell
from ..setting import Fight
from ..shooting.templates import Impact, strike_touched, through_walls, touched
from ..state import Vortex
from ..wounds.casualties import suffer
from ..wounds.hits import FILE_GROUP, withered
from .workings import attribute

RULE = "reg.magic.type.vortex"
MAW = "reg.lore.dusk.maw"
ARC = 4500
STURDY = 3  # wounds on the profile from which the maw does not slay outright


class Direction(Order):
    """Where a vortex is sent: inside the forward arc, out of a building anywhere."""

    __slots__ = ("arc", "facing")
    form = "a facing in hundredths of a degree, such as 9000, inside the caster's forward arc"

    def __init__(self, side: int, about: str, title: str, facing: Angle, arc: int = ARC):
        super().__init__(side, "send", RULE, about, f"Where is the {title} sent?", facing)
        self.facing, self.arc = facing, arc

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if type(order) is not int or abs(order) > 10**6:
            return Refusal(RULE, f"expected {self.form}")
        if abs(turn(self.facing, bearing(order))) > self.arc:
            return Refusal(RULE, "it must be sent inside the caster's forward arc")
        return {"cost": 0}

    def suggest(self, most: int = 12) -> list[Answer]:
        if self.arc > ARC:
            return list(rays(8, self.facing))[:most]
        return [veered(self.facing, step) for step in (0, 2000, -2000, 4000, -4000)][:most]

    def sample(self, chance: Chance) -> Answer:
        return veered(self.facing, chance.randrange(2 * self.arc) - self.arc)

    def label(self, answer: Answer, names: Any) -> str:
        return turn_words(self.facing, answer)


def aim(fight: Fight, caster: int, spell: Spell) -> Angle:
    unit, facing = fight.state.units[caster], body(fight, top(fight, caster)).facing
    arc = HALF_TURN if _indoors(fight, caster) else ARC
    return bearing(fight.ask(Direction(unit.side, unit.name, spell.title, facing, arc)))


def _indoors(fight: Fight, caster: int) -> bool:
    return fight.state.units[top(fight, caster)].fate == "garrison"


def conjure(fight: Fight, caster: int, spell: Spell, facing: Angle) -> None:
    """It starts touching the caster's base and travels the artillery die times its number."""
    side, radius = fight.state.units[caster].side, inches(spell.radius)
    number = artillery(fight.throw, spell.rule, side)
    base = own_base(fight, caster)
    if number is None:
        _astray(fight, caster, spell, base.centre, radius)
        return
    start = _beside(fight, caster, facing, radius)
    stop = ahead(start, facing, number * spell.times * INCH)
    _sweep(fight, caster, spell, start, stop, radius)
    if _on_table(fight, stop):
        fight.state.vortices = (*fight.state.vortices, Vortex(spell.rule, caster, stop, fight.state.clock))


def _beside(fight: Fight, caster: int, facing: Angle, radius: int) -> Point:
    """Where it begins: before his base; out of a building, at the wall on that side.  [reg.terrain.building]"""
    base = own_base(fight, caster)
    if _indoors(fight, caster):
        far = max(distance(base.centre, corner) for corner in base.points) + radius
        ways = (ahead(base.centre, facing, step) for step in range(0, far, 10))
        return next((one for one in ways if point_gap(one, base) > radius), ahead(base.centre, facing, far))
    (lx, ly), (rx, ry) = base.points[0], base.points[1]
    return ahead(((lx + rx) // 2, (ly + ry) // 2), facing, radius)


def _astray(fight: Fight, caster: int, spell: Spell, middle: Point, radius: int) -> None:
    """A misfire: centred on the caster, it shifts D6 in, strikes what it touches and is gone."""
    side = fight.state.units[caster].side
    shift = fight.die(6, "astray", spell.rule, side) * INCH
    direction = any_direction(fight.throw, spell.rule, side)
    stop = ahead(middle, compass_of(direction), shift)
    fight.tell(Laid(spell.rule, fight.state.units[caster].name, (round_outline(stop, radius),), spell.title))
    _strike(fight, caster, spell, lambda base: round_touches(stop, radius, base))


def move_all(fight: Fight) -> None:
    """At the start of every later magic phase each moves again, in a random direction."""
    for vortex in fight.state.vortices:
        caster = fight.state.units[vortex.caster]
        if not caster.alive:
            end(fight, vortex)
            continue
        spell = fight.setting.library.spells[vortex.spell]
        number = artillery(fight.throw, spell.rule, caster.side)
        if number is None:
            end(fight, vortex)
            continue
        way = compass_of(any_direction(fight.throw, spell.rule, caster.side))
        stop = ahead(vortex.at, way, number * spell.times * INCH)
        _sweep(fight, vortex.caster, spell, vortex.at, stop, inches(spell.radius))
        moved = Vortex(vortex.spell, vortex.caster, stop, vortex.age)
        fight.state.vortices = tuple(moved if one == vortex else one for one in fight.state.vortices)
        if not _on_table(fight, stop):
            end(fight, moved)
    panic.settle(fight)


def end_orphans(fight: Fight) -> None:
    """What remains in play ends when its caster is slain or leaves the table."""
    for vortex in fight.state.vortices:
        if not fight.state.units[vortex.caster].alive:
            end(fight, vortex)


def let_go(fight: Fight) -> None:
    """At the end of a phase a caster may end what he has in play.  [reg.magic.remains]"""
    for vortex in fight.state.vortices:
        caster = fight.state.units[vortex.caster]
        title = fight.setting.library.spells[vortex.spell].title
        question = Choose(
            caster.side, "end spell", ["keep", "end"], "reg.magic.remains", caster.name,
            text=f"{{Does}} {{who}} end {title}?", meanings={"keep": "Keep it in play", "end": "End it"},
            usual="keep",
        )  # fmt: skip
        if caster.alive and fight.ask(question) == "end":
            end(fight, vortex)


def end(fight: Fight, vortex: Vortex) -> None:
    fight.state.vortices = tuple(one for one in fight.state.vortices if one != vortex)
    title = fight.setting.library.spells[vortex.spell].title
    fight.tell(SpellEnded("reg.magic.remains", fight.state.units[vortex.caster].name, title))


def _on_table(fight: Fight, point: Point) -> bool:
    return 0 <= point[0] <= fight.setting.width and 0 <= point[1] <= fight.setting.depth


def _sweep(fight: Fight, caster: int, spell: Spell, start: Point, stop: Point, radius: int) -> None:
    """Every model whose base is touched by the strip or by where it ends; not by where it begins."""
    name = fight.state.units[caster].name
    fight.tell(Laid(spell.rule, name, (round_outline(start, radius), round_outline(stop, radius)), spell.title))
    _strike(fight, caster, spell, swept_by(start, stop, radius))


def _strike(fight: Fight, caster: int, spell: Spell, touches: Callable[[Shape], bool]) -> None:
    if spell.hits is not None:
        impact = Impact(spell.hits.strength, spell.rule, spell.hits.rules, spell=True, sparing=False)
        strike_touched(fight, caster, touches, impact)
        return
    foes = 1 - fight.state.units[caster].side
    before = _models(fight, foes)
    for one in touched(fight, touches):
        unit = fight.state.units[one.unit]
        files = min(unit.models, through_walls(fight, one.unit)) if unit.fate == "garrison" else one.files
        for victim, models in ((one.unit, files), *((leader, 1) for leader in one.leaders)):
            if models and fight.state.units[victim].alive:
                _swallow(fight, caster, victim, models)
        panic.mark_losses(fight, one.unit, caster)
    if _models(fight, foes) < before and fight.state.units[caster].alive:
        attribute(fight, caster, spell.lore)


def _models(fight: Fight, side: int) -> int:
    return sum(fight.state.units[one].models for one in everybody(fight, side))


def _swallow(fight: Fight, caster: int, victim: int, models: int) -> None:
    """Each must pass a Strength test or be slain; the large lose D3 wounds.  [reg.lore.dusk.maw]"""
    found, unit = kind(fight, victim), fight.state.units[victim]
    best = max(found.figure.car, found.profile.s, found.mount.s if found.mount is not None else 0)
    strength = withered(fight, victim, best)
    faces = fight.throw(Throw(models, 6, "Strength test", MAW, unit.side))
    failed = sum(not characteristic_passes(face, strength if not found.machine else 0) for face in faces)
    wounds: list[Wound] = []
    for _ in range(failed):
        if found.life > STURDY:
            side = fight.state.units[caster].side
            wounds += [Wound(1, False)] * Phrase.read("D3").roll(fight.throw, "wounds of the maw", MAW, side)
        else:
            wounds.append(Wound(0, True))
    suffer(fight, victim, FILE_GROUP, wounds, by=caster)
