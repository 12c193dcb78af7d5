"""Where a spell is laid, and whom its area touches.

[mis.magic.geometry] [mis.magic.range] [mis.chart.spell-area]
"""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.engine.field.compass import NORTH, Point, ahead, bearing, distance, heading
from warhost.engine.field.shapes import Shape, contains, near, oblong, point_gap
from warhost.engine.question import Answer, Order, Refusal
from warhost.engine.words import Names

from ..bodies import body, centre, foes, levels_at, own, present, troop
from ..land.sight import clear_line, to_base
from ..library import MM
from ..moving.allowance import under
from ..setting import Fight
from ..state import NOBODY, Cast
from .shields import attack_figure, defense_figure

REACH = 900 * MM
THIN = 20


def caster(fight: Fight, cast: Cast) -> Point:
    figure = attack_figure if cast.attack else defense_figure
    return figure(fight, cast.team).centre


def area(fight: Fight, cast: Cast, strength: int = 1, spread: bool = False, across: bool = False) -> Shape:
    """The ground of a spell: an oblong about its centre, in line with the way from the caster, or a line.

    `across` lays the longer side of a spread spell across that way.
    """
    assert cast.at is not None
    kind, spot = fight.setting.charts.spell_type(cast.type), caster(fight, cast)
    grown = strength if spread else 1
    way = heading(spot, cast.at) if spot != cast.at else NORTH
    if cast.line != NOBODY:
        length = kind.lines[grown - 1].value * MM
        if cast.attack:
            return oblong(cast.at, way, THIN, length)
        return oblong(cast.at, bearing(cast.line), length, THIN)
    wide, deep = kind.width.value * MM, kind.depths[grown - 1].value * MM
    if across:
        wide, deep = deep, wide
    return oblong(ahead(cast.at, way, deep // 2), way, wide, deep)


class SpellPlace(Order):
    """The centre of a spell; a Gaze may be a bolt, an Arm a line at an angle."""

    __slots__ = ("cast", "fight", "index")
    form = (
        '{"at": [x, y]}; "line": 1 for a bolt or a line, "turn": its angle, "against": the spell it is set against'
    )

    def __init__(self, fight: Fight, index: int):
        cast = fight.state.casts[index]
        kind = fight.setting.charts.spell_type(cast.type)
        title, rule = (
            (kind.attack_title, kind.attack_rule) if cast.attack else (kind.defense_title, kind.defense_rule)
        )
        side = fight.state.pieces[cast.team].side
        super().__init__(
            side, "place spell", rule, troop(fight, cast.team).id, f"Where {{does}} {{who}} lay the {title}?"
        )
        self.fight, self.index, self.cast = fight, index, cast

    @property
    def turns(self) -> bool:
        return self.cast.type == 1 and not self.cast.attack

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if not isinstance(order, dict) or set(order) - {"at", "line", "turn", "against"}:
            return Refusal(self.rule, f"expected a place such as {{'at': [x, y]}}, got {order!r:.60}")
        at = order.get("at")
        if (
            not isinstance(at, list | tuple)
            or len(at) != 2
            or not all(type(v) is int and abs(v) < 10**8 for v in at)
        ):
            return Refusal(self.rule, "expected a point [x, y]")
        if not 0 <= at[0] <= self.fight.setting.width or not 0 <= at[1] <= self.fight.setting.depth:
            return Refusal("mis.magic.range", "that is not on the table")
        far = distance(caster(self.fight, self.cast), (at[0], at[1]))
        if far > REACH:
            return Refusal("mis.magic.range", f"spells reach 900 mm, not {far / MM:.0f}")
        if order.get("line") and self.cast.type != 1:
            return Refusal("mis.chart.spell-area", "only a Gaze or an Arm can be a line")
        if type(order.get("turn", 0)) is not int or type(order.get("line", 0)) is not int:
            return Refusal(self.rule, "an angle is a whole number")
        if self.cast.attack and self._on_unseen((at[0], at[1])):
            return Refusal("mis.spell.cloak", "nobody aims a spell at whom he does not see")
        return self._refuse_against(order) or {"distance": far, **self._under(order)}

    def _under(self, order: dict[str, Any]) -> dict[str, int]:
        """How many figures of each body would be under it; it may spread farther when its strength is shown."""
        fight, cast = self.fight, self.placed(order)
        found = touched(fight, cast, area(fight, cast), friends_only=not cast.attack)
        return {f"under {troop(fight, number).id}": len(figures) for number, figures in found.items()}

    def _on_unseen(self, at: Point) -> bool:
        """Whether a point lies on enemies whom a Cloak hides; areas may touch them."""
        fight = self.fight
        hidden = [n for n in foes(fight, self.side) if under(fight, fight.state.pieces[n], "cloak")]
        return any(contains(part, at) for n in hidden for part in body(fight, n).parts)

    def _refuse_against(self, order: dict[str, Any]) -> Refusal | None:
        against = order.get("against")
        if against is None:
            return None
        if type(against) is not int or not 0 <= against < len(self.fight.state.casts):
            return Refusal("mis.magic.counter", "no such spell")
        other = self.fight.state.casts[against]
        if self.cast.attack or other.at != tuple(order["at"]) or not other.attack or other.type != self.cast.type:
            return Refusal("mis.magic.counter", "a defense spell counters its counterpart on the same point")
        return None

    def placed(self, order: dict[str, Any]) -> Cast:
        at = order["at"][0], order["at"][1]
        line = bearing(order.get("turn", 0)) if order.get("line") else NOBODY
        against = order.get("against", NOBODY)
        if not self.cast.attack and against == NOBODY:
            against = self._counterpart(at)
        return msgspec.structs.replace(self.cast, at=at, line=line, against=against)

    def _counterpart(self, at: Point) -> int:
        """The first enemy spell it answers on the very same point."""
        for index, other in enumerate(self.fight.state.casts):
            foe = self.fight.state.pieces[other.team].side != self.side
            if other.attack and foe and other.type == self.cast.type and other.at == at:
                return index
        return NOBODY

    def outlines(self, cast: Cast) -> tuple[tuple[Point, ...], ...]:
        return (area(self.fight, cast).points,)

    def label(self, answer: Answer, names: Names) -> str:
        if not isinstance(answer, dict) or "at" not in answer:
            return "nowhere"
        x, y = answer["at"]
        there = min(present(self.fight), key=lambda number: distance((x, y), centre(body(self.fight, number))))
        line = ", as a line" if answer.get("line") else ""
        return f"by {names.piece(troop(self.fight, there).id)} at ({x // MM}, {y // MM}){line}"

    def suggest(self, most: int = 12) -> list[Answer]:
        fight, found = self.fight, list[Answer]()
        if not self.cast.attack:
            found += [{"at": list(one.at)} for one in fight.state.casts if self._answers(one) and one.at]
        aims = foes(fight, self.side) if self.cast.attack else own(fight, self.side)
        for number in sorted(aims, key=lambda n: not troop(fight, n).legion):
            spot = {"at": list(centre(body(fight, number)))}
            found.append(spot)
            if self.cast.type == 1:
                found.append({**spot, "line": 1})
        found.append({"at": list(caster(fight, self.cast))})
        return [one for one in found if self.refuse(one) is None][:most]

    def _answers(self, other: Cast) -> bool:
        foe = self.fight.state.pieces[other.team].side != self.side
        return other.attack and foe and other.type == self.cast.type


# --- whom it touches -----------------------------------------------------------------------------------------


def touched(fight: Fight, cast: Cast, shape: Shape, friends_only: bool) -> dict[int, list[int]]:
    """The figures under a spell that its caster sees within 900 mm, body by body."""
    spot, side = caster(fight, cast), fight.state.pieces[cast.team].side
    found: dict[int, list[int]] = {}
    for number in present(fight):
        piece = fight.state.pieces[number]
        if friends_only and piece.side != side:
            continue
        one = body(fight, number)
        if not any(near(shape, part, 0) for part in one.parts):
            continue
        figures = [
            figure for figure, base in enumerate(one.bases)
            if near(shape, base, 0) and point_gap(spot, base) <= REACH and _seen(fight, cast, spot, number, base)
        ]  # fmt: skip
        if figures:
            found[number] = figures
    return found


def _seen(fight: Fight, cast: Cast, spot: Point, number: int, base: Shape) -> bool:
    if number == cast.team:
        return True
    low, high = levels_at(fight, cast.team, spot), levels_at(fight, number, base.centre)
    return clear_line(fight, spot, base.centre, low, high, (cast.team, number), to_base(spot, base))
