"""Whoever falls back before the enemy: skirmishers at once, command and magic figures if they like.

[mis.skirmish.retire] [mis.skirmish.trapped] [mis.skirmish.command-figures] The two moves are played together, a
little at a time.
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.body import apart, boxes_within
from warhost.engine.field.compass import Angle, Point, heading
from warhost.engine.field.shapes import closest, gap, overlap
from warhost.engine.field.stance import Stance, shifted
from warhost.engine.field.way import swath
from warhost.engine.question import Choose

from ..bodies import body, body_at, centre, foes, form_of, lie, may_choose, same_height, troop
from ..events import Retired
from ..forms import LegionBody
from ..land.ground import Laid
from ..land.paces import Walk
from ..library import MM, Kind
from ..morale.rout import gone
from ..setting import Fight
from ..shooting.loading import disturb
from ..state import NOBODY
from .bars import (
    KEEP_AWAY,
    LOW,
    enemy_in,
    friends_in,
    gives_way,
    line_before,
    on_table,
    pass_through,
    passed,
    undecided,
)
from .course import Course, _catches

TICK = 5 * MM
STEP_BACK = 5 * MM
FARTHEST = 600 * MM


class Retreat:
    """Who gives way to one move, and who cannot."""

    def __init__(self, course: Course):
        self.course, self.fight = course, course.fight
        self.starts: dict[int, tuple[int, int]] = {}
        self.caught: list[int] = []
        self.stay: list[int] = []

    def __call__(self, course: Course, way: Angle, reach: int) -> tuple[int, ...]:
        """As the body goes so far, the enemies before it fall back; those who could not are told."""
        here = course.body
        standing = [foe for foe in self._willing(course) if self._in_the_way(here, way, reach, foe)]
        if not standing:
            return ()
        catch = _catches(course, here, way, course.bonus or (course.declared and 1) or 0)
        for run in (*range(TICK, reach, TICK), reach):
            there = course.body_at(shifted(course.piece.stance, way, run))
            self._keep_off(there, [foe for foe in standing if foe not in catch])
        self.tell()
        return (*self.caught, *self.stay)

    def before(self, course: Course, there: LegionBody) -> tuple[int, ...]:
        """A wheel has come so far: whoever is too near falls back, or cannot."""
        self._keep_off(there, self._willing(course))
        return (*self.caught, *self.stay)

    def _keep_off(self, there: LegionBody, standing: list[int]) -> None:
        for foe in standing:
            left = not self.fight.state.pieces[foe].present
            if left or foe in self.caught or foe in self.stay:
                continue
            theirs = body(self.fight, foe)
            if not boxes_within(there.box, theirs.box, KEEP_AWAY):
                continue
            gap = apart(there, theirs)
            if gap < KEEP_AWAY and self._agrees(foe):
                self._fall_back(foe, there, KEEP_AWAY - gap)

    def _in_the_way(self, here: LegionBody, way: Angle, reach: int, foe: int) -> bool:
        """A quick look whether the way leads so near to them at all."""
        left, right, bottom, top = swath(here.block, way, reach)
        box = int(left), int(right), int(bottom), int(top)
        return boxes_within(body(self.fight, foe).box, box, KEEP_AWAY)

    def _willing(self, course: Course) -> list[int]:
        fight, piece = self.fight, course.piece
        found = []
        for foe in foes(fight, piece.side):
            if not same_height(piece, fight.state.pieces[foe]):
                continue
            if gives_way(fight, foe, course.number, piece) or undecided(fight, foe, course.number):
                found.append(foe)
        return found

    def _agrees(self, foe: int) -> bool:
        """Command and magic figures may stand to receive the enemy, and so may skirmishers of line status.

        [mis.skirmish.command-figures] [mis.army.skirmish-line-status]
        """
        kind = troop(self.fight, foe)
        if not (kind.special or may_choose(self.fight, foe)) or foe in self.starts:
            return True
        rule = "mis.skirmish.command-figures" if kind.special else "mis.army.skirmish-line-status"
        question = Choose(
            kind.side, "evade", ("evade", "stand"), rule, kind.id,
            text="The enemy comes within 50 mm of {who}. Fall back?",
            meanings={"evade": "fall back", "stand": "stand and receive them"},
            usual="evade" if kind.special else "stand",
        )  # fmt: skip
        if self.fight.ask(question) == "evade":
            self.fight.state.pieces[foe].open_order = not kind.special
            return True
        self.stay.append(foe)
        return False

    def _fall_back(self, foe: int, there: LegionBody, need: int) -> None:
        """Straight away from the nearest base, on through friends, off the table, or trapped."""
        piece, theirs = self.fight.state.pieces[foe], body(self.fight, foe)
        pairs = [(apart_of, *ends) for apart_of, ends in _ends(there, theirs)]
        _, mine, own = min(pairs, key=lambda pair: pair[0])
        way = heading(mine, own) if mine != own else heading(centre(there), centre(theirs))
        self.starts.setdefault(foe, (piece.x, piece.y))
        run = need
        while run <= FARTHEST:
            stand = shifted(piece.stance, way, run)
            block = _body_at(self.fight, foe, stand)
            if not on_table(self.fight, block):
                gone(self.fight, foe, "leaves the table")
                return
            if self._trapped(foe, way, run, block):
                self.caught.append(foe)
                return
            if friends_in(self.fight, foe, block, piece, ()) == NOBODY:
                passed_by = passed(self.fight, foe, theirs, way, run, ())
                piece.stand(stand)
                piece.moved = self.fight.state.turn
                for friend in passed_by:
                    pass_through(self.fight, foe, friend, disordered=piece.disorganized > 0)
                self._unready(foe)
                return
            run += STEP_BACK
        self.caught.append(foe)

    def _unready(self, foe: int) -> None:
        disturb(self.fight, foe, slow=True)

    def _trapped(self, foe: int, way: Angle, run: int, block: LegionBody) -> bool:
        """An obstacle of 100 mm and more behind them, or a second enemy body.  [mis.skirmish.trapped]"""
        piece = self.fight.state.pieces[foe]
        if enemy_in(self.fight, block, piece, (self.course.number,)) != NOBODY or self._hemmed_in(foe, block):
            return True
        if piece.height >= LOW:
            return False
        here = body(self.fight, foe)
        walk = Walk(lie(self.fight), troop(self.fight, foe), piece, here, way, run)
        for _, ground in walk.entered(here.block, run):
            if overlap(ground.shape, here.block):
                continue
            kind = walk.nature(ground)
            if kind is not None and walk.carried(ground) is None and dear(walk, ground, kind):
                return True
        return False

    def _hemmed_in(self, foe: int, block: LegionBody) -> bool:
        """Whether they would come nearer than 50 mm to other enemies in line.  [mis.skirmish.distance]"""
        piece, here = self.fight.state.pieces[foe], body(self.fight, foe)
        others = (other for other in foes(self.fight, piece.side) if other != self.course.number)
        lines = [n for n in others if line_before(self.fight, n) and same_height(piece, self.fight.state.pieces[n])]
        near = [body(self.fight, n) for n in lines if boxes_within(body(self.fight, n).box, block.box, KEEP_AWAY)]
        return any(apart(block, one) < min(KEEP_AWAY, apart(here, one)) for one in near)

    def tell(self) -> None:
        """How far each has fallen back since it was last told."""
        before = self.course.number
        for foe, start in self.starts.items():
            piece = self.fight.state.pieces[foe]
            if piece.present and (piece.x, piece.y) != start:
                way = (start, (piece.x, piece.y))
                self.fight.tell(Retired("mis.skirmish.retire", foe, way, piece.facing, before))
        self.starts = {}


def dear(walk: Walk, ground: Laid, kind: Kind) -> bool:
    """Whether crossing costs at least 100 mm of movement, or cannot be done."""
    toll = kind.toll.value if kind.toll else 0
    return walk.barred(kind) or toll >= 100 or walk.loss(ground, kind) >= 100 * MM


def _ends(a: LegionBody, b: LegionBody) -> Iterator[tuple[int, tuple[Point, Point]]]:
    for one in a.parts:
        for other in b.parts:
            yield gap(one, other), closest(one, other)


def _body_at(fight: Fight, number: int, stand: Stance) -> LegionBody:
    piece = fight.state.pieces[number]
    return body_at(fight.setting, number, piece, stand, form_of(piece))
