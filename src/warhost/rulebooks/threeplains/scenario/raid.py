"""The Raid: a few come to kill one man or to carry one thing away, before help arrives.

[tp.scenario.raid.objective] [tp.scenario.raid.board] [tp.scenario.raid.terrain] [tp.scenario.raid.deploy]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from warhost.engine.dice import Throw
from warhost.engine.field.body import Body, apart
from warhost.engine.field.compass import EAST, NORTH, SOUTH, WEST, Angle, bearing
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import oblong
from warhost.engine.question import Choose, Refusal

from ..bodies import body, enemies, measured, strength
from ..events.course import HelpRolled, RaidAgreed, TargetNamed
from ..figure import inches
from ..moving.groups import outermost
from ..opening.deployment import Deploy, set_down
from ..opening.setup import roll_off
from ..setting import Fight, Table
from ..state import NEVER, NOBODY, Number, Player, Point, Score
from ..victory import losses
from .artifact import DEFENDERS, RAID, RAIDERS, STEAL, drop_with_the_dead, lay_artifact, marker_at, said
from .customs import CUSTOMS, Customs
from .mission import Mission, Patch, Stretch, Zone
from .night import NIGHT
from .points import (
    Force,
    arranged,
    decided,
    judged,
    laid_out,
    marked,
    presses,
    prized,
    slips_away,
    standing,
    turn_begun,
)
from .torches import leave_torches_at_home

KILL = f"{RAID}assassination"
HELP, SMALL_GROUPS = f"{RAID}reinforcements", f"{RAID}movement"
ASKED = "asked"  # at the table, of both players
MOST_LOST = 75  # percent of what the defenders have had on the board
MOST_MODELS = 10
FIRST_ROLL, NEED, SUREST = 3, 4, 2  # the defenders' turn of the first roll for help, its face, the lowest face
KEPT_OFF = inches(1)  # from every enemy
EDGES: Mapping[str, Angle] = {"near": NORTH, "left": EAST, "far": SOUTH, "right": WEST}
"""The edges of the table, by how those face who come over them."""
LARGE, CENTRE = 72, (18.0, 30.0)  # the larger table in inches, and the middle of the usual one


# --- what was agreed -----------------------------------------------------------------------------------------


GOALS = ("assassination", "artifact")
LIGHTS = ("day", "night")


def thieves(fight: Fight) -> bool:
    """Whether it is the artifact that the raiders are after.  [tp.scenario.raid.objective]"""
    return (fight.state.progress.goal or fight.setting.options.get("raid")) == GOALS[1]


def agree(fight: Fight) -> None:
    """Nothing begins before the players have agreed what the raiders are after, and on day or night. Those who
    did so beforehand are not asked; of two wishes for the goal that of the higher die holds.

    [tp.scenario.raid.objective] [tp.scenario.raid.night] [tp.dice.rolloff]
    """
    goal = fight.setting.options.get("raid", ASKED)
    if goal == ASKED:
        text = "What shall the raiders be after: one man's life, or an artifact?"
        wishes = _wishes(fight, "raid goal", GOALS, f"{RAID}objective", text)
        goal = wishes[0] if wishes[0] == wishes[1] else wishes[roll_off(fight, "what the raiders are after")]
    light = fight.setting.options.get("raid light", ASKED)
    if light == ASKED:
        text = "Do you fight by day or by night? It is night only if both want it."
        light = LIGHTS[_wishes(fight, "raid light", LIGHTS, NIGHT, text) == (LIGHTS[1], LIGHTS[1])]
    fight.state.advance(goal=goal, dark=light == LIGHTS[1])
    if not fight.state.progress.dark:
        leave_torches_at_home(fight)
    fight.tell(RaidAgreed(f"{RAID}objective", goal, fight.state.progress.dark))


def _wishes(fight: Fight, what: str, options: Sequence[str], rule: str, text: str) -> tuple[str, str]:
    first, second = (fight.ask(Choose(side, what, options, rule, text=text)) for side in (RAIDERS, DEFENDERS))
    return first, second


@laid_out(f"{RAID}board")
def larger_table(mission: Mission, forces: Sequence[Force], options: Mapping[str, str]) -> Mission:
    """On six feet by six both rings are a foot deep, and the camp is as large as both.  [tp.scenario.raid.board]"""
    if options.get("raid table") != "6 feet":
        return mission
    raiders, defenders = mission.part
    ring = [replace(one, x=_ring(one.x), y=_ring(one.y)) for one in raiders.zone]
    camp = Stretch(x=(24, 48), y=(24, 48))
    hole = Stretch(x=(12, 60), y=(12, 60))
    features = tuple(replace(one, middle=(_shift(one.middle[0]), _shift(one.middle[1]))) for one in mission.feature)
    parts = (replace(raiders, zone=tuple(ring), hole=hole), replace(defenders, zone=(camp,)))
    return replace(mission, width=LARGE, depth=LARGE, part=parts, feature=features)


def _ring(span: tuple[float, float]) -> tuple[float, float]:
    """A strip of the outer ring, twice as deep."""
    low, high = span
    return (0, LARGE) if high - low > LARGE / 2 else (0, 12) if low == 0 else (LARGE - 12, LARGE)


def _shift(at: float) -> float:
    """What lay at an edge stays there, what lay in the middle too."""
    return at if at < CENTRE[0] else at + LARGE - 48 if at > CENTRE[1] else at + (LARGE - 48) / 2


@arranged(f"{RAID}objective")
def name_the_prize(fight: Fight) -> bool:
    """What is played is agreed on. Then the raiders name whom they have come for; or the defenders show where the
    artifact lies.

    [tp.scenario.raid.assassination] [tp.scenario.raid.artifact_place]
    """
    state = fight.state
    if f"{RAID}objective" in state.progress.done:
        return False
    agree(fight)
    state.advance(done=(*state.progress.done, f"{RAID}objective"))
    (lay_artifact if thieves(fight) else _name_target)(fight)
    return True


def _name_target(fight: Fight) -> None:
    """A character who starts on the board; whoever hides in a group cannot be named, and so nobody can hide if all
    would.

    [tp.scenario.raid.assassination] [tp.scenario.raid.forces]
    """
    if not (named := _nameable(fight)):
        _nobody_hides(fight)
        named = _nameable(fight)
    text = "Whom have you come to kill?"
    name, *others = named
    if others:
        name = fight.ask(Choose(RAIDERS, "raid target", list(named), KILL, text=text))
    fight.state.advance(target=named[name])
    fight.tell(TargetNamed(KILL, named[name]))


def _nameable(fight: Fight) -> dict[str, Number]:
    entries = fight.setting.entries
    return {
        piece.name: number
        for number, piece in fight.state.numbered()
        if piece.side == DEFENDERS and entries[piece.entry].role and _starts_openly(fight, number)
    }


def _nobody_hides(fight: Fight) -> None:
    pieces = fight.state.pieces
    for number, piece in fight.state.numbered():
        if piece.side == DEFENDERS and piece.fate == "hidden":
            piece.fate = "within"
            pieces[piece.host].leaders += (number,)


def _starts_openly(fight: Fight, number: Number) -> bool:
    piece = fight.state.pieces[number]
    holder = fight.state.pieces[piece.host] if piece.host != NOBODY else piece
    return piece.fate in ("waiting", "within") and holder.fate == "waiting"


# --- help ----------------------------------------------------------------------------------------------------


class Arrive(Deploy):
    """Where a piece comes on to the table: touching the edge, facing inwards, an inch from every enemy.

    [tp.scenario.raid.reinforcements]
    """

    @property
    def _zone(self) -> Zone:
        facing, table = bearing(self.fight.state.progress.edge), self.fight.setting.table
        width = table.depth if facing in (EAST, WEST) else table.width
        deep = self.body({"at": [0, 0], "facing": facing, "files": self._usual_front}).depth
        return Zone((Patch(oblong(_front_of(table, facing, deep), facing, width, deep), facing),))

    @property
    def _spare(self) -> Zone:
        return self._zone

    @property
    def _line_is_owed(self) -> bool:
        return False

    def _no_place(self, place: Body, *, anywhere: bool = False) -> Refusal | None:
        facing = bearing(self.fight.state.progress.edge)
        if place.facing != facing:
            return Refusal(HELP, "whoever comes over an edge faces inwards")
        if not _touches(self.fight, place, facing):
            return Refusal(HELP, "whoever comes over an edge touches it")
        for enemy in enemies(self.fight, self.number):
            if measured(apart(place, body(self.fight, enemy))) < KEPT_OFF:
                return Refusal(HELP, f"{self.fight.state.pieces[enemy].name} is less than an inch away")
        return super()._no_place(place, anywhere=anywhere)


def _front_of(table: Table, facing: Angle, deep: Length) -> Point:
    """The middle front of a strip so deep that lies along the edge behind those who face so."""
    x, y = table.width // 2, table.depth // 2
    far, right = table.depth - deep, table.width - deep
    return {NORTH: (x, deep), EAST: (deep, y), SOUTH: (x, far), WEST: (right, y)}[facing]


def _touches(fight: Fight, place: Body, facing: Angle) -> bool:
    left, right, bottom, top = place.box
    table = fight.setting.table
    gap = {NORTH: bottom, EAST: left, SOUTH: table.depth - top, WEST: table.width - right}[facing]
    return abs(gap) <= 5


@turn_begun(HELP)
def call_for_help(fight: Fight) -> None:
    """From their third turn on the defenders roll for their reinforcements, which come over an edge that they have
    named then; who finds no room comes a turn later.

    [tp.scenario.raid.reinforcements]
    """
    state = fight.state
    coming = [number for number, piece in state.numbered() if piece.fate == "coming"]
    if state.active != DEFENDERS or state.turn < FIRST_ROLL or not coming:
        return
    if state.progress.edge == NEVER:
        text = "Over which edge of the table will your reinforcements come?"
        edge = fight.ask(Choose(DEFENDERS, "edge", tuple(EDGES), HELP, text=text))
        state.advance(edge=EDGES[edge])
    if HELP not in state.progress.done and not _roll_for_help(fight):
        return
    for number in coming:
        question = Arrive(fight, number)
        if question.possible:
            set_down(fight, number, fight.ask(question), question)


def _roll_for_help(fight: Fight) -> bool:
    state = fight.state
    need = max(SUREST, NEED - (state.turn - FIRST_ROLL))
    throw = Throw(1, 6, "reinforcements", HELP, DEFENDERS, (need - 1,), need=need, over=True)
    came = fight.throw(throw)[0] >= need
    if came:
        state.advance(done=(*state.progress.done, HELP))
    fight.tell(HelpRolled(HELP, DEFENDERS, came))
    return came


# --- small groups --------------------------------------------------------------------------------------------


@CUSTOMS(SMALL_GROUPS)
class SmallGroups(Customs):
    """A character who joins counts towards the ten, and so do those who stand in a part of the group.

    [tp.scenario.raid.movement]
    """

    def unjoined(self, fight: Fight, newcomer: Number, group: Number) -> Refusal | None:
        there = newcomer in fight.state.pieces[group].leaders  # and counted already
        if strength(fight, group) + (0 if there else strength(fight, newcomer)) > MOST_MODELS:
            return Refusal(SMALL_GROUPS, f"no group has more than {MOST_MODELS} models")
        return None


# --- the end -------------------------------------------------------------------------------------------------


def share(fight: Fight, *, over: bool, told: bool = False) -> tuple[int, int]:
    """The points that the defenders have lost, and those that they have had on the board so far.

    [tp.scenario.raid.assassination] [tp.scenario.common.losses]
    """
    to_come = {piece.entry for piece in fight.state.pieces if _still_to_come(fight, piece.host, piece.fate)}
    entries = enumerate(fight.setting.entries)
    had = sum(entry.points for number, entry in entries if entry.side == DEFENDERS and number not in to_come)
    return losses(fight, DEFENDERS, over=over, told=told).total, had


def _still_to_come(fight: Fight, host: Number, fate: str) -> bool:
    return fate == "coming" or (host != NOBODY and fight.state.pieces[host].fate == "coming")


@decided(f"{RAID}objective")
def struck_home(fight: Fight) -> Score | None:
    """The target slain, the artifact off the board, or three quarters of the defenders destroyed.

    [tp.scenario.raid.assassination] [tp.scenario.raid.artifact_victory]
    """
    if not fight.state.clock:
        return None
    if fight.state.progress.carrier != NOBODY:
        drop_with_the_dead(fight)
    return _won(fight, over=False)


def _won(fight: Fight, *, over: bool) -> Score | None:
    progress, pieces = fight.state.progress, fight.state.pieces
    if progress.target != NOBODY and pieces[progress.target].fate == "slain":
        return Score(RAIDERS, (1, 0), "their target is dead", KILL)
    if progress.carrier != NOBODY:
        holder = pieces[outermost(fight, progress.carrier)]
        if holder.side == RAIDERS and holder.fate in ("away", "escaped"):
            return Score(RAIDERS, (1, 0), "the artifact is off the board", STEAL)
    gone, had = share(fight, over=over)
    if 100 * gone >= MOST_LOST * had:
        return Score(RAIDERS, (1, 0), f"{gone} of {had} points of the defenders are destroyed", KILL)
    return None


@judged(f"{RAID}objective")
def driven_off(fight: Fight) -> Score:
    """Who has prevented it until the end has won.  [tp.scenario.raid.assassination]"""
    rule = STEAL if thieves(fight) else KILL
    return _won(fight, over=True) or Score(DEFENDERS, (0, 1), "the raiders have not got what they came for", rule)


@standing(f"{RAID}objective")
def how_it_stands(fight: Fight) -> list[str]:
    progress, pieces = fight.state.progress, fight.state.pieces
    gone, had = share(fight, over=fight.state.score is not None, told=True)
    lines = [
        f"Defenders destroyed: {100 * gone // max(1, had)} %",
        "75 % of them destroyed is a win for the raiders.",
    ]
    if progress.target != NOBODY:
        title = fight.setting.entries[pieces[progress.target].entry].title
        lines.append(f"The raiders are after {title}.")
    if progress.carrier != NOBODY:
        title = fight.setting.entries[pieces[progress.carrier].entry].title
        lines.append(f"{title} has the artifact.")
    elif progress.artifact is not None:
        lines.append(f"The artifact lies at {said(progress.artifact)}.")
    return lines


@marked(f"{RAID}objective")
def where_it_lies(fight: Fight) -> list[tuple[str, Sequence[Point]]]:
    at = fight.state.progress.artifact
    return [] if at is None else [("the artifact", marker_at(at).points)]


# --- for whoever plays for it --------------------------------------------------------------------------------

PRIZE = 4.0  # how many times its price


@presses(f"{RAID}objective")
def strikes_fast(fight: Fight, side: Player) -> bool:
    """Raiders have no time to lose; defenders have all of it."""
    return side == RAIDERS


@prized(f"{RAID}objective")
def whom_it_is_about(points: float, fight: Fight, number: Number) -> float:
    progress = fight.state.progress
    return PRIZE * points if number in (progress.target, progress.carrier) else points


@slips_away(f"{RAID}objective")
def carries_it_off(fight: Fight, number: Number, edge: Angle) -> bool:
    """Only the carrier may leave at all."""
    return True
