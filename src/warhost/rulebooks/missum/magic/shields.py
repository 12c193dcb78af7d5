"""The automatic shields of magic users, and the Arm of Karakán.

[mis.magic.shields] [mis.magic.anti-missile] [mis.spell.arm]
"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.field.compass import Point, aside, from_frame, veered
from warhost.engine.field.shapes import Shape, crosses, near, oblong, point_gap

from ..bodies import body, own, troop
from ..events import Noted
from ..library import MM
from ..setting import Fight
from ..state import Arm

REACH = 50 * MM
SHIELD_SIDES = 20  # of the die that finds a way through a shield


def defense_figure(fight: Fight, team: int) -> Shape:
    """The left of the two; behind its guards if it has any."""
    bases = body(fight, team).bases
    return bases[-2] if len(bases) > 1 else bases[-1]


def attack_figure(fight: Fight, team: int) -> Shape:
    return body(fight, team).bases[-1]


def covered(fight: Fight, team: int, number: int) -> set[int]:
    """The figures of a body whose bases lie wholly within 50 mm of the defense magic user."""
    piece = fight.state.pieces[team]
    if piece.defense_lost or not piece.present:
        return set()
    if number == team:
        return set(range(len(body(fight, team).bases)))  # guards are always covered by their own team's shields
    spot = defense_figure(fight, team)
    return {
        figure for figure, base in enumerate(body(fight, number).bases)
        if near(spot, base, REACH) and all(point_gap(corner, spot) <= REACH for corner in base.points)
    }  # fmt: skip


def teams_of(fight: Fight, side: int) -> list[int]:
    return [number for number in own(fight, side) if troop(fight, number).kind == "team"]


def shield_over(fight: Fight, target: int) -> int | None:
    """The number missiles must not exceed to reach a target, half of which stands under a shield.

    [mis.chart.spells]
    """
    found = []
    for team in teams_of(fight, fight.state.pieces[target].side):
        if 2 * len(covered(fight, team, target)) >= max(1, len(body(fight, target).bases)):
            found.append(fight.setting.charts.band(troop(fight, team).level).anti_missile.value)
    return min(found, default=None)


def exposed(fight: Fight, target: int) -> int:
    """How many figures of a body missiles can fell: where less than half of it is covered, those who are not."""
    figures = fight.state.pieces[target].figures
    if troop(fight, target).kind == "battery" or shield_over(fight, target) is not None:
        return figures
    teams = teams_of(fight, fight.state.pieces[target].side)
    return figures - len(set[int]().union(*(covered(fight, team, target) for team in teams)))


def stopped_by_shield(fight: Fight, shooter: int, target: int) -> bool:
    """One roll for each attacking legion and phase."""
    need = shield_over(fight, target)
    if need is None:
        _reached(fight, target)
        return False
    side = fight.state.pieces[shooter].side
    throw = Throw(1, SHIELD_SIDES, "through the shield", "mis.magic.anti-missile", side, (need,), need=need)
    if fight.throw(throw)[0] <= need:
        _reached(fight, target)
        return False
    fight.tell(Noted("mis.magic.anti-missile", "the shield over {who} holds", (target,)))
    return True


def _reached(fight: Fight, target: int) -> None:
    """Missiles that come through, or meet no shield, disturb magic users.  [mis.magic.prohibitions]"""
    if troop(fight, target).kind == "team":
        fight.state.pieces[target].barred = fight.state.turn, fight.state.turn


# --- the Arm -------------------------------------------------------------------------------------------------


def arm_shape(fight: Fight, arm: Arm) -> Shape | None:
    """The area of an Arm as it goes along with its legion; nothing for a line."""
    if arm.line:
        return None
    piece = fight.state.pieces[arm.piece]
    middle = from_frame((arm.aside, arm.ahead), (piece.x, piece.y), piece.facing)
    way = veered(piece.facing, arm.angle)
    return oblong(from_frame((0, arm.deep // 2), middle, way), way, arm.wide, arm.deep)


def arm_line(fight: Fight, arm: Arm) -> tuple[Point, Point]:
    piece = fight.state.pieces[arm.piece]
    middle = from_frame((arm.aside, arm.ahead), (piece.x, piece.y), piece.facing)
    way = veered(piece.facing, arm.angle)
    return aside(middle, way, -arm.line // 2), aside(middle, way, arm.line // 2)


def stopped_by_arm(fight: Fight, shooter: int, figure: int, target: int, base: int) -> bool:
    """Whether an Arm stands between a shooting figure and the base it shoots at."""
    side = fight.state.pieces[target].side
    for arm in fight.state.arms:
        if fight.state.pieces[arm.team].side != side:
            continue
        theirs, mine = body(fight, target).bases[base], body(fight, shooter).bases[figure]
        shape = arm_shape(fight, arm)
        if shape is not None and near(shape, theirs, 0):
            return True
        if shape is None and crosses(mine.centre, theirs.centre, *arm_line(fight, arm)):
            return True
    return False
