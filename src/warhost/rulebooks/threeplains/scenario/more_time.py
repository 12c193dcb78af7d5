"""Fighting for More Time: a few hold a pass against many.

[tp.scenario.time.roles] [tp.scenario.time.deploy] [tp.scenario.time.turns] [tp.scenario.time.oblivion]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from warhost.engine.dice import Throw
from warhost.engine.field.body import Body
from warhost.engine.field.length import Length
from warhost.engine.field.shapes import Shape, clip, overlap
from warhost.engine.question import Choose, Refusal
from warhost.engine.tally import Tally

from ..bodies import body, on_table
from ..events.course import FlanksChosen, TrapSprung
from ..figure import inches
from ..missiles.aiming import users
from ..missiles.dispersal import spread
from ..moving.sweep import Sweep
from ..setting import Fight
from ..special import specials
from ..state import BOTH, Feature, Number, Player, Point, Score, opponent
from ..wounds.hits import Attack, strike
from .customs import CUSTOMS, Customs
from .mission import Mission, Stretch
from .points import (
    Force,
    arranged,
    crossed,
    cut_off,
    decided,
    drawn_to,
    drawn_up,
    heeded,
    judged,
    laid_out,
    marked,
    presses,
    prized,
    standing,
)

TIME = "tp.scenario.time."
BOARD, FLANKS, TRAPS = f"{TIME}board", f"{TIME}flank_terrain", f"{TIME}booby_traps"
VICTORY, GENERAL = f"{TIME}victory", f"{TIME}general_slain"
HITS = "every hit counts"  # the trait of all defenders
ATTACKERS, DEFENDERS = BOTH
CLIFFS, WOODS = "cliffs", "woods"
WIDTH, EVERY = 6, 500  # inches of the pass for every full so many points
LIP = 0.04  # inches of a cliff's edge
TREAD, SPRINGS = inches(3), 4  # a die for every so much of the way; the face from which a trap goes off
BITE = 8  # sides of the die for its hits


# --- the pass ------------------------------------------------------------------------------------------------


def pass_width(points: int) -> int:
    """In inches.  [tp.scenario.time.pass_width]

    >>> [pass_width(points) for points in (333, 666, 1000, 1500, 2000)]
    [6, 6, 12, 18, 24]
    """
    return max(1, points // EVERY) * WIDTH


@laid_out(BOARD)
def lay_out_pass(mission: Mission, forces: Sequence[Force], options: Mapping[str, str]) -> Mission:
    """The pass in the middle of the far side, the flanks beside it.  [tp.scenario.time.board]"""
    half, middle = pass_width(forces[DEFENDERS].points) / 2, mission.width / 2
    defenders = mission.part[DEFENDERS]
    whole = defenders.zone[0]
    left, right = middle - half, middle + half
    stretches = [
        replace(whole, x=(left, right), name="the pass"),
        replace(whole, x=(0.0, left), name="left flank"),
        replace(whole, x=(right, mission.width), name="right flank"),
        whole,
    ]
    held = replace(defenders, zone=tuple(stretches))
    return replace(mission, part=(mission.part[ATTACKERS], held))


def the_pass(fight: Fight) -> Stretch:
    return fight.setting.parts[DEFENDERS].zone[0]


def _flanks(fight: Fight) -> tuple[Stretch, Stretch]:
    zone = fight.setting.parts[DEFENDERS].zone
    return zone[1], zone[2]


@arranged(FLANKS)
def choose_flanks(fight: Fight) -> bool:
    """The defenders say what lies on both sides of the pass: cliffs, or woods full of traps.

    [tp.scenario.time.flank_terrain]
    """
    state = fight.state
    if FLANKS in state.progress.done:
        return False
    text = "What lies on both sides of the pass: cliffs for archers, or woods full of traps?"
    question = Choose(DEFENDERS, "flanks", (CLIFFS, WOODS), FLANKS, text=text)
    chosen = fight.ask(question)
    state.advance(done=(*state.progress.done, FLANKS))
    for stretch in _flanks(fight):
        state.terrain += tuple(_cliffs(stretch) if chosen == CLIFFS else _woods(stretch))
    fight.tell(FlanksChosen(FLANKS, DEFENDERS, chosen))
    return True


def _woods(flank: Stretch) -> Iterator[Feature]:
    yield _feature(f"woods on the {flank.name}", "trapped wood", flank)


def _cliffs(flank: Stretch) -> Iterator[Feature]:
    """High ground that nobody enters or leaves on foot; the edges lie on it."""
    (left, right), (bottom, top) = flank.x, flank.y
    inner = right if left == 0 else left
    lip = (inner - LIP, inner) if left == 0 else (inner, inner + LIP)
    height = (left, right - LIP) if left == 0 else (left + LIP, right)
    yield _feature(f"heights of the {flank.name}", "ledge", replace(flank, x=height, y=(bottom + LIP, top)))
    yield _feature(f"cliffs of the {flank.name}", "cliff", replace(flank, y=(bottom, bottom + LIP)))
    yield _feature(f"cliffs beside the pass, {flank.name}", "cliff", replace(flank, x=lip))


def _feature(name: str, kind: str, stretch: Stretch) -> Feature:
    return Feature(name, kind, replace(stretch, facing=0).shape.points)


@drawn_up(FLANKS)
def archers_on_the_cliffs(fight: Fight, number: Number, place: Body) -> Refusal | None:
    """Only pieces that shoot stand on cliffs.  [tp.scenario.time.flank_terrain]"""
    if _above(fight, place) and next(users(fight, number), None) is None:
        return Refusal(FLANKS, "only pieces that can shoot stand on the cliffs")
    return None


def _above(fight: Fight, place: Body) -> bool:
    heights = [fight.setting.ground(f).shape for f in fight.state.terrain if f.kind == "ledge"]
    return any(overlap(height, place.block) for height in heights)


@cut_off(FLANKS)
def on_the_cliffs(fight: Fight, number: Number) -> bool:
    """[tp.scenario.time.flank_terrain]"""
    return _above(fight, body(fight, number))


# --- traps ---------------------------------------------------------------------------------------------------


@crossed(TRAPS)
def tread_on_traps(fight: Fight, number: Number, way: Sequence[Sweep], marching: bool) -> None:
    """For every three inches of its way in the woods an attacker may set off a trap, there where they are full;
    what is left of it goes on. All legs of a turn's march are one way, and those of a free move another.

    [tp.scenario.time.booby_traps]
    """
    piece, state = fight.state.pieces[number], fight.state
    if piece.airborne or not piece.standing:
        return
    move, before = (number, state.clock, piece.turn.free), state.progress.tread
    gone = before[-1] if marching and before[:-1] == move else 0
    for leg in way:
        spots, inside = _full_steps(fight, leg, gone)
        for run in spots:
            with leg.stopped_at(run):
                _spring(fight, number)
            if not piece.standing:
                return
        gone += inside
    if marching:
        state.advance(tread=(*move, gone))


def _full_steps(fight: Fight, leg: Sweep, gone: int) -> tuple[list[Length], int]:
    """How far along a leg each step of three inches in the woods is full, so much having been gone there before;
    and how long the way in the woods is."""
    spots, inside = list[Length](), 0
    for start, end in _stretches(fight, leg):
        due = TREAD - (gone + inside) % TREAD
        spots += map(Length, range(start + due, end + 1, TREAD))
        inside += end - start
    return spots, inside


def _stretches(fight: Fight, leg: Sweep) -> list[tuple[int, int]]:
    """The parts of a leg that lead through woods with traps, by the way of the middle front."""
    woods = [fight.setting.ground(f).shape for f in fight.state.terrain if f.kind == "trapped wood"]
    parts = [clip(leg.start.front, leg.end.front, wood) for wood in woods]
    return sorted((round(a * leg.length), round(b * leg.length)) for a, b in filter(None, parts))


def _spring(fight: Fight, number: Number) -> None:
    """Hits that nobody avoids, of damage 1; saves are taken.  [tp.scenario.time.booby_traps]"""
    side = opponent(fight.state.pieces[number].side)
    throw = Throw(1, 6, "booby trap", TRAPS, side, (SPRINGS - 1,), need=SPRINGS, over=True)
    if fight.throw(throw)[0] < SPRINGS:
        return
    hits = fight.die(BITE, "hits of the trap", TRAPS, side)
    fight.tell(TrapSprung(TRAPS, number, hits))
    for part, share in spread(fight, number, hits, side):
        strike(fight, Attack(part, share, "fall", TRAPS))


# --- there is no return --------------------------------------------------------------------------------------


@CUSTOMS(f"{TIME}double_soldiering")
class NoReturn(Customs):
    """Twice as many dice in break checks, a horde's doubled once more.  [tp.scenario.time.double_soldiering]"""

    def steel(self, fight: Fight, number: Number, kind: str, tally: Tally) -> None:
        if kind == "break":
            tally.multiply(2, f"{TIME}double_soldiering", "no return")


@CUSTOMS(f"{TIME}death_of_general")
class Leaderless(Customs):
    """Nobody checks for the death of the defenders' general.  [tp.scenario.time.death_of_general]"""

    def unmoved(self, fight: Fight, number: Number) -> bool:
        return True


@specials.to_hit(HITS)
def every_hit_counts(fight: Fight, attack: Attack, tally: Tally) -> None:
    """[tp.scenario.time.every_hit_counts]"""
    if attack.kind == "melee":
        tally.add(-1, f"{TIME}every_hit_counts", "every hit counts")


# --- the end -------------------------------------------------------------------------------------------------


def holders(fight: Fight) -> list[int]:
    """The defenders who hold the pass: any part of a base inside it, and neither in flight nor in the air.

    [tp.scenario.time.victory]
    """
    ground = the_pass(fight).shape
    return [
        number
        for number in on_table(fight, DEFENDERS)
        if not _gone(fight, number) and any(overlap(ground, base) for base in body(fight, number).bases)
    ]


def _gone(fight: Fight, number: Number) -> bool:
    piece = fight.state.pieces[number]
    return piece.fleeing or piece.lawless or piece.airborne


@judged(VICTORY)
def pass_held(fight: Fight) -> Score:
    """[tp.scenario.time.victory]"""
    if holders(fight):
        return Score(DEFENDERS, (0, 1), "the pass is still held", VICTORY)
    return Score(ATTACKERS, (1, 0), "no defender holds the pass any more", VICTORY)


@decided(GENERAL)
def general_slain(fight: Fight) -> Score | None:
    """The attackers' general is dead, or has fled from the table; not one who has gone over, to them or from them.

    [tp.scenario.time.general_slain]
    """
    for piece in fight.state.pieces:
        entry = fight.setting.entries[piece.entry]
        if piece.side == entry.side == ATTACKERS and piece.fate == "slain" and entry.general:
            return Score(DEFENDERS, (0, 1), "the general of the attackers is slain", GENERAL)
    return None


@standing(VICTORY)
def who_holds(fight: Fight) -> list[str]:
    count = len(holders(fight))
    return [f"In the pass: {count or 'no'} piece{'' if count == 1 else 's'} of the defenders"]


@marked(VICTORY)
def where_it_is(fight: Fight) -> list[tuple[str, Sequence[Point]]]:
    return [("the pass", the_pass(fight).shape.points)]


# --- for whoever plays for it --------------------------------------------------------------------------------

RECKLESS = 0.3
REAR = 6  # inches of the pass: it takes an attacker longest to come there
HOLD, STORM = 6.0, 5.0  # points for every inch from the pass, to those who hold it and to those who want it


@presses(VICTORY)
def storms(fight: Fight, side: Player) -> bool:
    """The attackers have to drive everybody out; the defenders have only to stay."""
    return bool(holders(fight)) == (side == ATTACKERS)


@heeded(VICTORY)
def whatever_it_costs(fight: Fight, side: Player) -> float | None:
    """The attackers may lose everybody but their general."""
    return RECKLESS if side == ATTACKERS else None


@drawn_to(VICTORY)
def to_the_pass(fight: Fight, number: Number) -> tuple[Shape, float] | None:
    """Whoever shoots does so from where he sees it."""
    if next(users(fight, number), None) is not None:
        return None
    if fight.state.pieces[number].side == ATTACKERS:
        return the_pass(fight).shape, STORM
    whole = the_pass(fight)
    return replace(whole, y=(whole.y[1] - REAR, whole.y[1])).shape, HOLD


@prized(GENERAL)
def dear_general(points: float, fight: Fight, number: Number) -> float:
    """With the attackers' general everything is lost."""
    piece, entry = fight.state.pieces[number], fight.setting.entries[fight.state.pieces[number].entry]
    commands = entry.general and piece.side == entry.side == ATTACKERS
    return 4 * points if commands else points
