"""What a place is worth to a piece: whom it could charge or shoot from there, and who could charge it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

from warhost.engine.field.body import Body, close_by
from warhost.engine.field.compass import RIGHT_ANGLE, Angle, heading, to_frame, turn
from warhost.engine.field.detour import Way
from warhost.engine.field.shapes import Shape, clear_line, gap, near, oblong
from warhost.engine.field.zones import zone

from ..bodies import body, figure, loose, range_between, single, strength, width_of
from ..charging.charges import DASH
from ..charging.leg import aim_point, out_of_reach
from ..fighting.arms import LONG_CHARGE
from ..fighting.contact import engaged
from ..fighting.edges import counts_as
from ..fighting.squaring import zone_of
from ..figure import INCH, inches
from ..land.ground import first_bar, level_of
from ..land.looking import large
from ..land.sense import NOTICED, sees
from ..missiles.aiming import TOO_NEAR, missiles, users
from ..moving.course import Course
from ..moving.dashing import allowance
from ..moving.flying import can_fly, flight
from ..moving.manoeuvres import PIKE_TURN, uses_pikes
from ..moving.stride import take
from ..opening.setup import facing_of_side
from ..scenario.points import cut_off, drawn_to
from ..state import Number
from .charging import arrives, fight_value
from .clash import Onset, balance
from .defile import defile
from .mind import Mind
from .route import crossed, way_round
from .volleys import outshot, plain_promise

NEARER = 1.5  # points for every inch nearer to the goal
OPPORTUNITY = 0.5  # the enemy moves first, and may be gone before we charge
THREAT = 2.5  # a fight that an enemy chooses is worse than it looks: he sees ours coming, and may bring help
ARCHERS = 0.3  # how much of an opportunity it is for those who would rather shoot
ASKEW = 3.0  # points for facing a right angle away from the goal
DISORDER = 8.0
LINE, STRAGGLE = inches(5), 1.5  # how far a piece may go before the others, and what an inch more costs
BLOCKING = 6.0
QUEUE = inches(6)  # between those who go into a defile one after the other
GETTING_GOING = 2  # turns before anybody can be said to be stuck
BOXED_IN, ELBOW_ROOM = 15.0, inches(1.5)
EDGE = 20  # the depth of a front edge
JOINED = 12.0  # a character is safer among others
OUT_OF_RANGE = 1.5
PIKES_ASKEW = 4  # they take turns over turning round
PIKES_TURN = 15  # inches that it is further to an enemy at a right angle to pikes
STEADY, HASTY = 0.9, 0.6  # what a volley is worth after a short move and after a long one
NEXT_TURN = 0.4  # ... and one that has to wait till then
RUNS = LONG_CHARGE - 1, inches(10), inches(14)  # up to a short charge, a long one, as far as a horse can run
UNTIL_NEXT_TURN = 2  # by the clock
SURE = INCH  # a dash brings as much at least
POSE = ("x", "y", "facing", "files", "narrow", "bend", "places", "ring", "airborne", "flimsy_until")
IN_FRONT = RIGHT_ANGLE // 2


@contextmanager
def standing_there(mind: Mind, number: Number, course: Course | None) -> Iterator[None]:
    """The piece as it would stand after a move."""
    piece = mind.state.pieces[number]
    kept, spent = [getattr(piece, field) for field in POSE], piece.turn.spent
    if course is not None and course.stops:
        take(mind.fight, number, course.stance)
        piece.turn.spent += course.spent
        piece.airborne = course.airborne
        if course.flimsy >= 0:
            piece.flimsy_until = mind.state.clock_in(UNTIL_NEXT_TURN)
    with mind.fight.borrowed():
        yield
    for field, value in zip(POSE, kept, strict=True):
        setattr(piece, field, value)
    piece.turn.spent = spent


class Foe(NamedTuple):
    """An enemy who may matter, where he stands, and up to which distance he does."""

    enemy: Number
    there: Body
    far: int


class Position:
    """Where one piece might stand, and how good that is."""

    def __init__(self, mind: Mind, number: Number):
        self.mind, self.number = mind, number
        self.shoots = mind.shoots(number)
        owned = [w for user in users(mind.fight, number) for w in missiles(mind.fight, user)]
        self.range = max((inches(weapon.range) for weapon in owned), default=0)
        self.runs_and_shoots = any(weapon.move_and_shoot for weapon in owned)
        marks = [enemy for enemy in mind.enemies if not engaged(mind.fight, enemy)] if self.shoots else []
        promises = [(enemy, plain_promise(mind, number, enemy)) for enemy in marks]
        models = strength(mind.fight, number)
        massed = "mass volley" in figure(mind.fight, number).traits and not loose(mind.fight, number)
        self.first_rank = min(1.0, width_of(mind.state.pieces[number]) / models) if massed else 1.0
        self.targets = sorted(promises, key=lambda promise: -promise[1])
        self._known: dict[tuple[Onset, int], dict[Number, float]] = {}
        self.prey, self.threats = self._who_matter()
        self.pikes = uses_pikes(mind.fight, number)
        self.swing = PIKE_TURN if self.pikes else IN_FRONT
        self.hurried = mind.pressed or (not mind.settled and not self.shoots and outshot(mind))
        self.eagerness = 0.0 if mind.settled else 2 * NEARER if self.hurried else NEARER
        self.fear = self._nerve()
        self.post = drawn_to.first(mind.setting.mission.rules, mind.fight, number)
        self.defile = None if self.post is None else defile(mind, self.post[0])
        within = [enemy for enemy in mind.enemies if not self._cut_off(enemy)] or mind.enemies
        self.goal = max([enemy for enemy in within if not self._eluded_by(enemy)] or within, key=self._appeal)
        self.comrades = [
            n for n in mind.friends if n != number and not mind.shoots(n) and not mind.state.pieces[n].fleeing
        ]

    def _who_matter(self) -> tuple[list[Foe], list[Foe]]:
        """Enemies whom it might charge, and who might charge it, from any place that it could come to now."""
        mind, fight, here = self.mind, self.mind.fight, body(self.mind.fight, self.number)
        walk = max(allowance(fight, self.number), flight(fight, self.number) if can_fly(fight, self.number) else 0)
        room = 2 * walk + here.width + here.depth  # downhill every inch counts for two
        prey, threats = [], []
        for enemy in mind.enemies:
            there, free, far = body(fight, enemy), mind.free(enemy), mind.pace(self.number) + SURE
            if not mind.state.pieces[enemy].fleeing and not mind.last_move and close_by(here, there, room + far):
                prey.append(Foe(enemy, there, far))
            far = mind.pace(enemy) + DASH
            if free and not mind.last_turn and close_by(here, there, room + far):
                threats.append(Foe(enemy, there, far))
        return prey, threats

    def _nerve(self) -> float:
        """How much of a threat counts: less for those in a hurry and for archers who must stand to shoot."""
        if self.hurried or (self.shoots and not self.runs_and_shoots):
            return THREAT / 2
        return 2 * THREAT if self.mind.content else THREAT

    def _fight(self, onset: Onset, target: Number) -> float:
        """The balance of a fight; what matters of a charge's length is whether it is a long one."""
        onset = onset._replace(run=next((run for run in RUNS if onset.run <= run), RUNS[-1]))
        known = self._known.setdefault((onset, self.mind.state.pieces[self.number].flimsy_until), {})
        if target not in known:
            helps = onset.piece == self.number and engaged(self.mind.fight, target)
            known[target] = (fight_value if helps else balance)(self.mind, [onset], target)
        return known[target]

    def _appeal(self, enemy: Number) -> float:
        """Whom to go for: good fights, and near ones."""
        mind = self.mind
        away = range_between(mind.fight, self.number, enemy) / INCH
        if self.pikes:
            piece, there = mind.state.pieces[self.number], body(mind.fight, enemy)
            away += PIKES_TURN * abs(turn(piece.facing, heading(piece.point, there.middle))) / RIGHT_ANGLE
        if mind.state.pieces[enemy].fleeing:
            return 0.3 * mind.worth(enemy) - 3 * away
        if can_fly(mind.fight, self.number):  # it comes down on whichever side it likes, and is there sooner
            onset = Onset(self.number, "rear", inches(5))
            return self._fight(onset, enemy) - 3 * away * mind.pace(self.number) / flight(mind.fight, self.number)
        return self._fight(Onset(self.number, "front", inches(5)), enemy) - 3 * away

    def _eluded_by(self, enemy: Number) -> bool:
        """Whoever is faster fights only if he likes; archers stand to shoot."""
        mind = self.mind
        return mind.free(enemy) and mind.pace(enemy) > mind.pace(self.number) and not mind.shoots(enemy)

    def _cut_off(self, enemy: Number) -> bool:
        """Whether it stands where nobody comes on foot, as on a cliff; archers need not come to it."""
        if self.shoots or can_fly(self.mind.fight, self.number):
            return False
        return cut_off.any(self.mind.setting.mission.rules, self.mind.fight, enemy)

    def value(self, course: Course | None) -> float:
        """In victory points, more or less."""
        mind, number = self.mind, self.number
        if course is not None and course.joins:
            return self.value(None) + JOINED
        with standing_there(mind, number, course):
            here = body(mind.fight, number)
            total = self._prospects(here) - self.peril(here)
            shots = self._shots(here) if self.shoots else 0.0
            total += shots
            if not shots and self._boxed_in(here):
                total -= BOXED_IN
            total -= mind.drowning(number)
            if course is not None and course.flimsy >= 0:
                total -= DISORDER
        return total

    def hope(self, here: Body, *, stays: bool = False) -> float:
        """What a place is worth at best, before anybody asks who threatens it or whether there is a way to it."""
        hurry = 1.0 if stays else STEADY if self.runs_and_shoots else self._later
        return self._prospects(here) + (hurry * self._best_shot(here) if self.shoots and hurry else 0.0)

    def peril(self, here: Body) -> float:
        """What that leaves out: the enemies who could charge there."""
        return self.fear * self._dangers(here)

    def _prospects(self, here: Body) -> float:
        """What follows from the place alone."""
        total = self._bearing(here) + self._chances(here) - self._in_the_way(here) - self._astray(here)
        return total if self.shoots else total - self._straggling(here)

    def _astray(self, here: Body) -> float:
        """How far it is from the ground on which the scenario wants it."""
        if self.post is None:
            return 0.0
        ground, price = self.post
        if self.defile is None:
            return price * gap(here.block, ground) / INCH
        return price * abs(self.defile.way(here) - self._turn_to_enter) / INCH

    @cached_property
    def _turn_to_enter(self) -> int:
        """How far before the mouth it waits: whoever is nearer to it goes in first."""
        if self.defile is None:
            return 0
        ways = {n: self.defile.way(body(self.mind.fight, n)) for n in (self.number, *self.comrades)}
        before = [n for n in self.comrades if self._comes_on(n) and 0 < ways[n] < ways[self.number]]
        return len(before) * QUEUE

    def _comes_on(self, comrade: Number) -> bool:
        """Nobody waits for one who is held, or has not got away from where he was."""
        piece = self.mind.state.pieces[comrade]
        return self.mind.free(comrade) and (self.mind.state.turn <= GETTING_GOING or piece.last_moved > 0)

    def _bearing(self, here: Body) -> float:
        """Near the goal and facing it; archers need only be in range."""
        there, way = body(self.mind.fight, self.goal), self._way(here)
        away = gap(here.block, there.block) if way.first == there.middle else way.length
        askew = abs(turn(here.facing, heading(here.front, way.first))) / RIGHT_ANGLE
        if self.shoots:
            return -OUT_OF_RANGE * max(0, away - self.range + INCH) / INCH - ASKEW * askew
        return -self.eagerness * away / INCH - ASKEW * askew * (PIKES_ASKEW if self.pikes else 1)

    def _way(self, here: Body) -> Way:
        """From a place to its goal."""
        there = body(self.mind.fight, self.goal)
        return way_round(self.mind, here.front, there.middle, here.width // 2, self.number)

    def _chances(self, here: Body) -> float:
        """The best charge it would have next turn, if there is one."""
        mind, best = self.mind, 0.0
        for enemy, there, far in self.prey:
            if not close_by(here, there, far) or (away := gap(here.block, there.block)) > far:
                continue
            struck = zone_of(mind.fight, enemy, here.front)
            aim = aim_point(there.block, struck, here.front)
            if aim == here.front or abs(turn(here.facing, heading(here.front, aim))) > self.swing:
                continue
            if crossed(mind, here.front, aim, here.width // 2) or not clear_line(here.front, aim, self._ranks):
                continue
            likes = ARCHERS if self.shoots and not engaged(mind.fight, enemy) else 1.0
            best = max(best, likes * self._fight(Onset(self.number, struck, away), enemy))
        return OPPORTUNITY * best

    @cached_property
    def _ranks(self) -> list[Shape]:
        """Friends, through whom nobody charges."""
        return [body(self.mind.fight, friend).block for friend in self.mind.friends if friend != self.number]

    def _dangers(self, here: Body) -> float:
        """What enemies could do to it by charging in their turn."""
        mind, total = self.mind, 0.0
        for enemy, there, far in self.threats:
            if not close_by(here, there, far) or (away := gap(here.block, there.block)) > far:
                continue
            if out_of_reach(mind.fight, enemy, self.number) is not None:
                continue
            if away > NOTICED and abs(turn(there.facing, heading(there.front, here.middle))) > RIGHT_ANGLE:
                continue
            if crossed(mind, there.front, here.middle, 0):
                continue
            chance = arrives(mind, enemy, away)
            struck = counts_as(mind.fight, self.number, zone(here.oblong, there.front))
            onset = Onset(enemy, struck, away)
            total += chance * max(0.0, self._fight(onset, self.number))
        return total

    def _best_shot(self, here: Body) -> float:
        """The best target in range, if it could be seen."""
        there = {enemy: body(self.mind.fight, enemy) for enemy, _ in self.targets}
        inside = (value for enemy, value in self.targets if near(here.block, there[enemy].block, self.range))
        return next(inside, 0.0)

    def _shots(self, here: Body) -> float:
        """The best target it would see; shots after a long march are worth less, and crossbows shoot a turn later.

        A mass volley needs archers who have not stirred, and a target that is not too near.
        """
        mind, piece = self.mind, self.mind.state.pieces[self.number]
        hurry = 1.0
        if piece.turn.spent:
            hasty = 2 * piece.turn.spent > mind.pace(self.number)
            hurry = (HASTY if hasty else STEADY) if self.runs_and_shoots else self._later
        best = 0.0
        for enemy, value in self.targets:
            if value * hurry <= best:
                break
            away = gap(here.block, body(mind.fight, enemy).block)
            if away <= self.range and sees(mind.fight, self.number, enemy):
                massed = not piece.turn.spent and away > TOO_NEAR
                best = max(best, hurry * value * (1.0 if massed else self.first_rank))
        return best

    @property
    def _later(self) -> float:
        """What is left of a volley for those who cannot shoot in the turn in which they move."""
        return 0.0 if self.mind.last_move else NEXT_TURN

    def _boxed_in(self, here: Body) -> bool:
        """Whether something impassable is right before it, or where it would turn to: it could not go on."""
        if not self.mind.setting.land(self.mind.state.terrain).bars:
            return False
        wanted = heading(here.front, self._way(here).first)
        turns = abs(turn(here.facing, wanted)) <= RIGHT_ANGLE
        return self._barred(here, here.facing) or (turns and self._barred(here, wanted))

    def _barred(self, here: Body, course: Angle) -> bool:
        width = here.base[0] if loose(self.mind.fight, self.number) else here.width
        edge = oblong(here.front, course, width, EDGE)
        bar = first_bar(self.mind.fight, self.number, edge, course, ELBOW_ROOM)
        return bar is not None and bar.feature is not None

    def _in_the_way(self, here: Body) -> float:
        """What it costs to stand before friends who want to go on, or to shoot."""
        mind, total = self.mind, 0.0
        for lane, far in self._lanes:
            across, along = to_frame(here.middle, lane.front, lane.facing)
            if 0 < along < far and 2 * abs(across) < max(here.width, lane.width):
                total += BLOCKING
        for friend in self.comrades:
            there = body(mind.fight, friend)
            across, along = to_frame(here.middle, there.front, there.facing)
            if 0 < along < mind.pace(friend) and 2 * abs(across) < here.width + there.width and mind.free(friend):
                total += BLOCKING
        return total

    @cached_property
    def _lanes(self) -> list[tuple[Body, int]]:
        """Our archers, and how far before them nobody should stand: as far as the next enemy ahead."""
        mind, found = self.mind, []
        for friend in mind.friends:
            if friend == self.number or not mind.shoots(friend) or not mind.free(friend):
                continue
            if self._height(friend) > self._height(self.number):
                continue
            lane = body(mind.fight, friend)
            ahead = [to_frame(body(mind.fight, enemy).middle, lane.front, lane.facing) for enemy in mind.enemies]
            far = [along for across, along in ahead if along > abs(across)]
            if far:
                found.append((lane, min(far)))
        return found

    def _height(self, number: Number) -> int:
        return level_of(self.mind.fight, number) + large(figure(self.mind.fight, number))

    @cached_property
    def _line(self) -> float | None:
        """How far on the other groups stand; lone men make no line, and foot do not wait for riders."""
        mind, fast = self.mind, figure(self.mind.fight, self.number).category != "infantry"
        groups = [
            n
            for n in self.comrades
            if not single(mind.fight, n) and not engaged(mind.fight, n)
            if fast or figure(mind.fight, n).category == "infantry"
        ]
        return sum(mind.state.pieces[n].y for n in groups) / len(groups) if groups else None

    def _straggling(self, here: Body) -> float:
        """What it costs to run on before them."""
        if self._line is None:
            return 0.0
        ahead = facing_of_side(self.mind.state, self.mind.side) == 0
        before = here.front[1] - self._line if ahead else self._line - here.front[1]
        return STRAGGLE * max(0.0, before - LINE) / INCH
