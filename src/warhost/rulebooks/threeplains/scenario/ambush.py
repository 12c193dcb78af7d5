"""The two ambushes: a column on the march, enemies on both sides of the road, and a way out to be fought for.

[tp.scenario.forest.roles] [tp.scenario.cavern.roles] [tp.scenario.forest.turns] [tp.scenario.cavern.turns]
[tp.scenario.forest.deploy] [tp.scenario.cavern.deploy] [tp.scenario.forest.scouting] [tp.scenario.cavern.board]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from warhost.engine.field.body import Body
from warhost.engine.field.compass import EAST, WEST, Angle, bearing, distance
from warhost.engine.field.shapes import ahead_of
from warhost.engine.question import Choose, Refusal

from ..bodies import body, figure, loose, more_than_one, on_table, strength
from ..charging.flight import melt
from ..events.course import MarchChosen, Recovered, Surprised
from ..fighting.contact import engaged
from ..morale.checks import deviancy, members
from ..moving.dashing import allowance
from ..moving.groups import outermost
from ..moving.leaving import way_off
from ..moving.manoeuvres import least_front
from ..opening.setup import general_of
from ..setting import Fight
from ..special import specials
from ..state import BOTH, NEITHER, NEVER, NOBODY, Clock, Effect, Number, Player, Score
from ..victory import losses
from .customs import CUSTOMS, Customs
from .ending import fielded, share_lost
from .mission import Mission
from .points import (
    Force,
    arranged,
    drawn_up,
    heeded,
    judged,
    laid_out,
    leaves,
    opened,
    placed_next,
    presses,
    slips_away,
    standing,
    turn_begun,
)

FOREST, CAVERN = "tp.scenario.forest.", "tp.scenario.cavern."
MARCH = f"{FOREST}victim_formation"
SURPRISED = (f"{FOREST}surprised", f"{CAVERN}surprised")
VICTORIES = (f"{FOREST}victory", f"{CAVERN}victory")
WAYS: Mapping[str, Angle] = {"left": WEST, "right": EAST}
AMBUSHERS, VICTIMS = BOTH
SECOND_TURN = 4  # the clock at which the victims' second turn begins
MOST_LOST, TOO_DEAR = 75, 50  # percent: of the victims for the ambushers to win, and of these for a draw
ROOM_FOR, EVERY, MORE = 2000, 500, 3  # points for which the zone is as drawn; for every so many more, inches


# --- the table -----------------------------------------------------------------------------------------------


@laid_out(f"{FOREST}board")
def longer_column(mission: Mission, forces: Sequence[Force], options: Mapping[str, str]) -> Mission:
    """Large armies need more of the road.  [tp.scenario.forest.board]"""
    more = max(0, -(-(forces[VICTIMS].points - ROOM_FOR) // EVERY)) * MORE
    victims = mission.part[VICTIMS]
    zone = victims.zone[0]
    left, right = max(0.0, zone.x[0] - more), min(mission.width, zone.x[1] + more)
    longer = replace(victims, zone=(replace(zone, x=(left, right)),))
    return replace(mission, part=(mission.part[AMBUSHERS], longer))


# --- the order of march --------------------------------------------------------------------------------------


@arranged(MARCH)
def choose_way(fight: Fight) -> bool:
    """The victims say which way along the road they are marching, unless there is only one.

    [tp.scenario.forest.victim_formation] [tp.scenario.cavern.deploy]
    """
    state = fight.state
    if state.progress.march != NEVER:
        return False
    only = fight.setting.parts[VICTIMS].marches
    ways = [name for name, way in WAYS.items() if way // 100 in only]
    text = "Which way along the road does your column march?"
    question = Choose(VICTIMS, "march", ways, MARCH, text=text)
    way = fight.ask(question) if len(ways) > 1 else ways[0]
    state.advance(march=WAYS[way])
    fight.tell(MarchChosen(MARCH, VICTIMS, way))
    return True


@placed_next(MARCH)
def general_first(waiting: dict[Number, str], fight: Fight, side: Player) -> dict[Number, str]:
    """Whoever leads the column is set up first, so that nobody stands before him. Where he hides, nobody is told.

    [tp.scenario.forest.victim_formation]
    """
    general = general_of(fight, side)
    if general is None or fight.state.pieces[general].fate == "hidden":
        return waiting
    head = outermost(fight, general)
    return {head: waiting[head]} if head in waiting else waiting


@drawn_up(MARCH)
def in_march_order(fight: Fight, number: Number, place: Body) -> Refusal | None:
    """All face along the road, units in squares or columns, and nobody is before the general.

    [tp.scenario.forest.victim_formation] [tp.scenario.cavern.deploy]
    """
    march, name = bearing(fight.state.progress.march), fight.state.pieces[number].name
    if place.facing != march:
        return Refusal(MARCH, f"{name} must face the way the column marches")
    if _too_wide(fight, number, place):
        return Refusal(MARCH, f"{name} must stand in a square or a column, not wider than deep")
    general = general_of(fight, fight.state.pieces[number].side)
    head = NOBODY if general is None else outermost(fight, general)
    if head not in (NOBODY, number) and fight.state.pieces[head].standing:
        leading = body(fight, head)
        if any(ahead_of(base, leading.front, march) for base in place.bases):
            return Refusal(MARCH, f"{name} would stand before the general")
    return None


def _too_wide(fight: Fight, number: Number, place: Body) -> bool:
    """Files may not be more than ranks, unless the unit cannot stand any narrower; beasts, machines and lone men
    stand as they like."""
    models, kind = strength(fight, number), figure(fight, number).category
    if models == 1 or kind not in ("infantry", "cavalry"):
        return False
    if loose(fight, number):
        return place.width > place.depth
    ranks = -(-models // place.files)
    return place.files > max(ranks, least_front(fight, number))


# --- surprise ------------------------------------------------------------------------------------------------


@opened(*SURPRISED)
def taken_by_surprise(fight: Fight) -> bool:
    """Before the first turn every piece of the victims takes a deviancy check; who fails neither moves nor shoots
    nor casts, and units have flimsy ranks.

    [tp.scenario.forest.surprised] [tp.scenario.cavern.surprised] [tp.check.deviancy] [tp.combat.flimsy]
    """
    state, rule = fight.state, _surprise_of(fight)
    if rule in state.progress.done:
        return False
    state.advance(done=(*state.progress.done, rule))
    for number in list(on_table(fight, VICTIMS)):
        if not deviancy(fight, number, rule):
            _surprise(fight, number, rule)
    return True


def _surprise_of(fight: Fight) -> str:
    return next(rule for rule in SURPRISED if rule in fight.setting.mission.rules)


def _surprise(fight: Fight, number: Number, rule: str) -> None:
    state, piece = fight.state, fight.state.pieces[number]
    state.effects += tuple(Effect(rule, NOBODY, one, AMBUSHERS, NEVER) for one in members(fight, number))
    if more_than_one(fight, number) and figure(fight, number).category in ("infantry", "cavalry"):
        piece.flimsy_until = Clock(SECOND_TURN)
    fight.tell(Surprised(rule, number))


@turn_begun(*SURPRISED)
def recover(fight: Fight) -> None:
    """All come to themselves as the victims' second turn begins.  [tp.scenario.forest.surprised]"""
    state, rule = fight.state, _surprise_of(fight)
    if state.clock < SECOND_TURN or not any(effect.source == rule for effect in state.effects):
        return
    state.effects = tuple(effect for effect in state.effects if effect.source != rule)
    fight.tell(Recovered(rule, VICTIMS))


@specials.cannot_move(*SURPRISED)
@specials.may_fall_back(*SURPRISED)
@specials.shoots(*SURPRISED)
@specials.casts(*SURPRISED)
def stunned(fight: Fight, number: Number) -> str:
    return _surprise_of(fight)


@specials.pursues(*SURPRISED)
def rooted(fight: Fight, number: Number, quarry: Number) -> Literal["never"]:
    return "never"


# --- no way to run -------------------------------------------------------------------------------------------


@CUSTOMS(f"{CAVERN}only_way_out")
class NoWayToRun(Customs):
    """Victims who fail a break check lose 2D6 life points and stay; so do those who fight when they fail the check
    for their general's death. Others who fail that one run.

    [tp.scenario.cavern.only_way_out] [tp.move.scatter]
    """

    def stays(self, fight: Fight, number: Number, why: str) -> bool:
        if why == "general" and not engaged(fight, number):
            return False
        melt(fight, number, f"{CAVERN}only_way_out")
        return True


@leaves(f"{FOREST}escape", f"{CAVERN}escape")
def in_an_ordinary_move(fight: Fight, number: Number) -> Refusal | None:
    """Victims escape in their own movement phase, and not with the free move of those who have wiped an enemy out.

    [tp.scenario.forest.escape] [tp.scenario.cavern.escape] [tp.move.wipeout]
    """
    state, piece = fight.state, fight.state.pieces[number]
    if state.phase == "moves" and state.active == piece.side and not piece.turn.free:
        return None
    rule = fight.setting.parts[piece.side].exit_rule
    return Refusal(rule, "nobody escapes but with an ordinary move in his own movement phase")


# --- the end -------------------------------------------------------------------------------------------------


@judged(*VICTORIES)
def caught_or_through(fight: Fight) -> Score:
    """Three quarters of the victims lost is a win for the ambushers, or a draw if it has cost them half of theirs.

    [tp.scenario.forest.victory] [tp.scenario.cavern.victory]
    """
    _count_the_escaped(fight)
    rule = next(rule for rule in VICTORIES if rule in fight.setting.mission.rules)
    points = (losses(fight, VICTIMS).total, losses(fight, AMBUSHERS).total)
    said = f"{points[0]} of {fielded(fight, VICTIMS)} points of the victims are lost"
    if not share_lost(fight, VICTIMS, MOST_LOST, over=True):
        return Score(VICTIMS, points, f"{said}, less than {MOST_LOST} percent", rule)
    if share_lost(fight, AMBUSHERS, TOO_DEAR, over=True):
        dear = f"{points[1]} of {fielded(fight, AMBUSHERS)} of the ambushers, too"
        return Score(NEITHER, points, f"{said}, and {dear}", rule)
    return Score(AMBUSHERS, points, said, rule)


def _count_the_escaped(fight: Fight) -> None:
    """Who left over another edge than the general, or whose general is still there, counts as lost after all;
    slain he is not.

    [tp.scenario.forest.escape] [tp.scenario.cavern.escape]
    """
    ways, general = dict(fight.state.progress.escaped), general_of(fight, VICTIMS)
    led = NEVER if general is None else ways.get(general, NEVER)
    fight.state.advance(forfeit=tuple(number for number, way in ways.items() if way != led))


@standing(*VICTORIES)
def lost_so_far(fight: Fight) -> list[str]:
    """How much of each force is gone, and whether the escaped are safe."""
    over = fight.state.score is not None
    victims, ambushers = (_percent(fight, side, over) for side in (VICTIMS, AMBUSHERS))
    lines = [
        f"Lost: victims {victims} %, ambushers {ambushers} %",
        "If 75 % of the victims are lost the ambushers win, or it is a draw if 50 % of their own are.",
    ]
    away = [number for number, _ in fight.state.progress.escaped]
    general = general_of(fight, VICTIMS)
    if away and not over:
        follows = "lost unless their general follows over the same edge"
        safe = "safe with their general" if general in away else follows
        lines.append(f"Those who have left the table are {safe}.")
    return lines


def _percent(fight: Fight, side: Player, over: bool) -> int:
    return 100 * losses(fight, side, over=over, told=True).total // max(1, fielded(fight, side))


# --- for whoever plays for it --------------------------------------------------------------------------------


RECKLESS, SPARING, NEARLY_DEAR = 0.35, 0.8, 35


@presses(*VICTORIES)
def hunts(fight: Fight, side: Player) -> bool:
    """Ambushers go on until three quarters are lost; victims live by not being caught."""
    caught = share_lost(fight, VICTIMS, MOST_LOST, over=True)
    return caught == (side == VICTIMS)


@heeded(*VICTORIES)
def spares_nobody(fight: Fight, side: Player) -> float | None:
    """Ambushers may lose all but half of their own; victims fear for themselves as in any battle."""
    if side != AMBUSHERS:
        return None
    return SPARING if share_lost(fight, AMBUSHERS, NEARLY_DEAR, over=True) else RECKLESS


@slips_away(*VICTORIES)
def saves_itself(fight: Fight, number: Number, edge: Angle) -> bool:
    """Whoever follows his general is safe. Before that the general goes when with him enough are safe, and others
    while he can still go the same way this turn.

    [tp.scenario.forest.escape] [tp.scenario.cavern.escape]
    """
    ways, general = dict(fight.state.progress.escaped), general_of(fight, VICTIMS)
    if fight.state.pieces[number].side != VICTIMS or general is None:
        return False
    if general in ways:
        return ways[general] == edge
    leading = outermost(fight, general)
    safe = [one for one, way in ways.items() if way == edge]
    together = [*safe, *members(fight, number), *members(fight, leading)]
    return (leading == number or _could_follow(fight, leading, edge)) and _won_with(fight, together)


def _could_follow(fight: Fight, leading: Number, edge: Angle) -> bool:
    """Whether the general has still to move, is free, and has no more than his movement to that edge."""
    piece = fight.state.pieces[leading]
    if not piece.standing or piece.turn.acted or piece.fleeing or engaged(fight, leading):
        return False
    _, gap = way_off(fight.setting.table, body(fight, leading).front, edge)
    return distance(body(fight, leading).front, gap) <= allowance(fight, leading)


def _won_with(fight: Fight, safe: Sequence[int]) -> bool:
    """Whether the victims have won if these are safe and all the others are lost."""
    rest = [one for number, one in fight.state.numbered() if one.side == VICTIMS and number not in safe]
    fates = [one.fate for one in rest]
    with fight.borrowed():
        for one in rest:
            one.fate = "slain"
        won = not share_lost(fight, VICTIMS, MOST_LOST, over=True)
        for one, fate in zip(rest, fates, strict=True):
            one.fate = fate
    return won
