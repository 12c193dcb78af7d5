"""The question how a piece moves: what an order may say, what it costs, and why it may not be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from warhost.engine.field.compass import ahead, bearing, distance, heading
from warhost.engine.field.shapes import overlap
from warhost.engine.order import Malformed, numbers, only, planned, whole
from warhost.engine.question import Answer, Chance, Order, Refusal

from ..beasts.woods import why_no_landing
from ..bodies import body
from ..charging.marchover import can_march_over
from ..fighting.contact import engaged, foes
from ..figure import INCH
from ..kinds import skirmishing
from ..land.ground import over_a_top
from ..morale.exhaustion import exhausted, held_back
from ..scenario.points import acts
from ..setting import Fight
from ..state import NOBODY, Number, Point
from .advancing import climb_by_order
from .assaulting import assault
from .course import Course, close, face, flip, go, held_on_the_spot, pivot
from .dashing import dash
from .flying import can_fly, flight, why_not_flying
from .groups import join, outermost, why_not_joined
from .ideas import at_random, ideas, reachable
from .landing import land_on, why_not_landed_on
from .leaving import leave_table
from .loosely import draw_up, take_places, travel
from .manoeuvres import (
    drop_pikes,
    half_move,
    reform,
    reform_place,
    reform_refused,
    reorganise,
    reorganise_cost,
    uses_pikes,
)
from .reading import piece_named, read_spot
from .reinforcing import divide, reinforce, why_not_divided, why_not_reinforced
from .splitting import Halves, remerge, split, why_not_remerged, why_not_split
from .stepping import step_up, why_no_leaving, why_not_stepping_up
from .wedges import form, in_no_wedge, rule_for, stiff, wedge_files, why_not_wedged

CLOSELY = 10  # thousandths of an inch: how exactly it is found where a loose group stops
TRIES = 6  # before a fortress, where few of the orders that chance thinks of can be carried out

Act = Callable[[Course, list[Any]], Refusal | None]


class Move(Order):
    """How one piece moves: a list of acts, done in their order. [] means that it stays.

    ["go", x, y]             a straight leg of its middle front to that point, in thousandths of an inch; it stops
                             on the way where its movement ends;
                             ["go", x, y, "narrow"] with a front narrowed between what would slow it on both sides
    ["pivot", facing]        it swings about its middle front, hundredths of a degree
    ["flip"]                 it turns about on its own ground
    ["face", facing]         how a single model (or skirmishers) face at the end
    ["places", [[x, y], …]]  where each base of a loose group ends, its leading model first
    ["form", files]          a loose group drawn up in ranks of so many
    ["over", name, …]        enemies to be marched over, named before the first leg
    ["fly"]                  it takes off, before its first leg
    ["land"], ["land", name] it comes down where its legs end; on that enemy

    These come last. Those with dice, and those that leave movement, are followed by another question:

    ["dash"]  ["drop"]                      alone: D3 inches more; pikes thrown away
    ["reorganise", x, y]  ["reform", files] to shift without turning; to take another front, out of a wedge too
    ["wedge", points]                       to form a wedge of so many points
    ["split", {"models": n, "stay": [x, y, facing, files], "go": [x, y, facing, files],
               "with": [names], "command": "stay" or "go"}]
    ["remerge", name, x, y, facing, files]  with another part of its group
    ["reinforce", name]  ["divide"]         units one behind the other
    ["join", name]                          a character, in a group it touches; one who is in a group leaves it by
                                            going somewhere
    ["climb", place, x, y, facing, files]   by ladders and doors to another floor of a fortress, and drawn up there;
                                            who comes no further stays inside or on the ladder
    ["enter", place]                        into a wall or tower, to stay there: all who come to it and find room; a
                                            number at the end of both says that only so many models go
    ["force", place]                        at enemies on the other side of an open door to which it has come
    ["ladder", place]                       a charge up or down a ladder to which it has come
    ["assault", name]                       one blow at a door or a gate that it touches, for some of its movement
    ["set", kind, [[x, y], …]]              siege equipment set up at a wall or over a moat
    ["storm", place]                        up what stands at a wall, against those who hold its turrets
    ["leave"]                               off the table for good, straight ahead, where there is a way out
    ["fight", base]                         a character, in the place of a fighting model of its group

    [tp.move.p2p] [tp.move.value]
    """

    __slots__ = ("_order", "_planned", "_start", "fight", "number")
    form = (
        '[["go", x, y], ["pivot", facing], ["flip"], ...], a list of acts (docs/situations.md has them all) '
        "in thousandths of an inch and hundredths of a degree; [] to stay"
    )

    def __init__(self, fight: Fight, number: Number, rule: str = "tp.move.p2p"):
        piece = fight.state.pieces[number]
        super().__init__(piece.side, "move", rule, piece.name, "How {does} {who} move?")
        self.fight, self.number = fight, number
        self._start: Course | None = None
        self._order: Answer = None
        self._planned: Course | None = None

    @property
    def start(self) -> Course:
        """The plan in which nothing has been ordered yet; the table does not change while a question is open."""
        if self._start is None:
            self._start = Course(self.fight, self.number)
        return self._start

    def plan(self, order: Answer) -> Course | Refusal:
        """The order worked out, act by act; nothing on the table changes."""
        if self._planned is not None and order == self._order:
            return self._planned
        found = _plan(self.start, order)
        if isinstance(found, Course):
            self._order, self._planned = order, found
        return found

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        found = self.plan(order)
        if isinstance(found, Refusal):
            return found
        verdict = {"cost": found.spent + found.price, "left": found.left - found.price}
        if found.flimsy >= 0:
            verdict["flimsy"] = 1
        if found.short > 0:
            verdict |= {"short": found.short, "x": found.stance.front[0], "y": found.stance.front[1]}
        return verdict

    def suggest(self, most: int = 12) -> list[Answer]:
        found: list[Answer] = []
        for order in ideas(self.start):
            if len(found) >= most - 1:
                break
            if order not in found and self.refuse(order) is None:
                found.append(order)
        return [*found, []]

    def sample(self, chance: Chance) -> Answer:
        for _ in range(TRIES if self.fight.setting.mission.plan else 1):
            order = at_random(self.start, chance)
            if self.refuse(order) is None:
                return order
        return []

    def outline(self) -> dict[str, list[Point]]:
        return {self.about: reachable(self.start)}


def _plan(start: Course, order: Answer) -> Course | Refusal:
    course = planned(start, order, acts_of(start), "tp.move.p2p")
    if isinstance(course, Refusal):
        return course
    refusal = _finish(course)
    if refusal is not None and course.wearied and order[-1][0] == "go":
        return _reined_in(start, order, course) or refusal
    return refusal or course


def _reined_in(start: Course, order: Sequence[Any], course: Course) -> Course | None:
    """A loose group stops on its last leg where the movement of the model that goes furthest ends.

    [tp.move.p2p] [tp.move.loose]
    """
    fronts = [course.before.front, *(stop.stance.front for stop in course.stops)]
    whole, way = distance(*fronts[-2:]), heading(*fronts[-2:])
    near, far, found = INCH, whole, None
    while far - near > CLOSELY:
        middle = (near + far) // 2
        trial = planned(start, [*order[:-1], ["go", *ahead(fronts[-2], way, middle)]], ACTS, "tp.move.p2p")
        if isinstance(trial, Course) and _finish(trial) is None and not trial.short:
            near, found = middle, trial
        else:
            far = middle
    if found is not None:
        found.short = course.short + whole - near
    return found


def _finish(course: Course) -> Refusal | None:
    """What must be true of the whole order."""
    if course.joins or course.leaves:
        return None
    if refusal := close(course):
        return refusal
    if course.stops and course.stance.places and (refusal := travel(course)):
        return refusal
    if course.host != NOBODY and course.stops:
        return _out_of_the_group(course)
    if course.stops and course.piece.group != NOBODY:
        return course.fight.setting.ramparts.strays(course.fight, course.number, "", course.body().bases)
    return None


def _out_of_the_group(course: Course) -> Refusal | None:
    """A character that leaves must come clear of its group.  [tp.character.leave]"""
    fight, number = course.fight, course.number
    if refusal := why_no_leaving(fight, number):
        return refusal
    group = body(fight, outermost(fight, number))
    if any(overlap(part, other) for part in course.body().parts for other in group.parts):
        return Refusal("tp.character.leave", "it would still stand among its group")
    return None


# --- going and turning ---------------------------------------------------------------------------------------


def _go(course: Course, args: list[Any]) -> Refusal | None:
    narrow = len(args) == 3 and args[2] == "narrow"
    x, y = numbers(args[:2] if narrow else args, "x", "y")
    return go(course, (x, y), narrow)


def _pivot(course: Course, args: list[Any]) -> Refusal | None:
    return pivot(course, bearing(*numbers(args, "facing")))


def _flip(course: Course, args: list[Any]) -> Refusal | None:
    numbers(args)
    return flip(course)


def _face(course: Course, args: list[Any]) -> Refusal | None:
    (facing,) = numbers(args, "facing")
    if not (course.single or skirmishing(course.fight, course.number)):
        return Refusal("tp.move.p2p", "only single models end a move facing any way; others pivot or flip")
    return face(course, bearing(facing))


def _places(course: Course, args: list[Any]) -> Refusal | None:
    if not course.stance.places:
        return Refusal("tp.move.loose", "only loose groups are placed model by model")
    if len(args) != 1 or not isinstance(args[0], list | tuple):
        raise Malformed("it takes a list of points")
    points = [place if isinstance(place, list | tuple) else [place] for place in args[0]]
    found = [numbers(list(place), "x", "y") for place in points]
    return take_places(course, tuple((x, y) for x, y in found))


def _form(course: Course, args: list[Any]) -> Refusal | None:
    (files,) = numbers(args, "files")
    if not course.stance.places:
        return Refusal("tp.move.loose", "only loose groups take any shape as they move; units reform")
    return draw_up(course, files)


def _over(course: Course, args: list[Any]) -> Refusal | None:
    """The enemies to be crossed are named before the move.  [tp.move.marchover]"""
    if course.stops:
        return Refusal("tp.move.marchover", "whom it marches over is named before it moves")
    engaged_with = foes(course.fight, course.number)
    for name in args:
        victim = piece_named(course, name)
        on_purpose = victim not in engaged_with
        if refusal := can_march_over(course.fight, course.number, victim, on_purpose=on_purpose):
            return refusal
        course.over = (*course.over, victim)
    return None


# --- flying --------------------------------------------------------------------------------------------------


def _fly(course: Course, args: list[Any]) -> Refusal | None:
    """[tp.move.fly.takeoff] [tp.move.fly.airborne]"""
    numbers(args)
    if course.airborne or course.stops:
        return Refusal("tp.move.fly.takeoff", "it takes off from the ground, before it moves")
    if refusal := why_not_flying(course.fight, course.number):
        return refusal
    course.airborne, course.took_off, course.aloft = True, True, False
    course.all = (course.piece.turn.free or flight(course.fight, course.number)) + course.piece.turn.dash
    course.left = course.all - course.piece.turn.spent
    return None


def _land(course: Course, args: list[Any]) -> Refusal | None:
    """[tp.move.fly.takeoff] [tp.move.fly.land] [tp.move.fly.landonenemy]"""
    if not course.airborne:
        return Refusal("tp.move.fly.land", "it is not in the air")
    if course.took_off:
        return Refusal("tp.move.fly.takeoff", "it took off this turn and cannot land again in it")
    course.airborne, course.landed = False, True
    course.aloft = over_a_top(course.fight, course.body())
    if refusal := why_no_landing(course.fight, course.number, course.body()) or _no_perch(course):
        return refusal
    if not args:
        course.stop(course.stance)
        return None
    enemy = piece_named(course, only(args))
    if course.fight.state.pieces[enemy].side == course.piece.side:
        return Refusal("tp.move.fly.land", "it cannot land on friends")
    if refusal := why_not_landed_on(course.fight, course.number, enemy, course.body()):
        return refusal
    course.joins, course.below = True, enemy
    return course.then(partial(land_on, course.fight, course.number, enemy))


def _no_perch(course: Course) -> Refusal | None:
    """[tp.siege.move.who]"""
    ramparts = course.fight.setting.ramparts
    return ramparts.no_perch(course.fight, course.number, course.body()) if course.aloft else None


# --- what comes last -----------------------------------------------------------------------------------------


def _alone(course: Course, rule: str) -> Refusal | None:
    if course.stops or course.took_off or course.piece.turn.spent:
        return Refusal(rule, "that must be said before it moves")
    return None


def _dash(course: Course, args: list[Any]) -> Refusal | None:
    """[tp.move.dash] [tp.weapon.pike.movement] [tp.trait.exhaustion.effects] [tp.move.individual.through]"""
    numbers(args)
    fight, number, piece = course.fight, course.number, course.piece
    if course.host != NOBODY and not can_fly(fight, number):
        return Refusal("tp.move.individual.through", "it has to pass through its group, and cannot dash as well")
    if piece.turn.dashed:
        return Refusal("tp.move.dash", "it dashes once in a turn")
    if exhausted(fight, number):
        return Refusal("tp.trait.exhaustion.effects", "it is exhausted and cannot dash")
    if held_back(fight, number):
        return Refusal("tp.trait.exhaustion.groups", "somebody in it is exhausted and cannot dash")
    if course.pikes:
        return Refusal("tp.weapon.pike.movement", "a unit with pikes cannot dash")
    if refusal := stiff(fight, number, "dash") or fight.setting.load.too_heavy(fight, number):
        return refusal
    if refusal := held_on_the_spot(course):
        return refusal
    return _alone(course, "tp.move.dash") or course.then(partial(dash, fight, number), goes_on=True)


def _drop(course: Course, args: list[Any]) -> Refusal | None:
    """[tp.weapon.pike.drop]"""
    numbers(args)
    if not uses_pikes(course.fight, course.number):
        return Refusal("tp.weapon.pike.drop", "it carries no pikes")
    drop = partial(drop_pikes, course.fight, course.number)
    return _alone(course, "tp.weapon.pike.drop") or course.then(drop, goes_on=True)


def _held(course: Course) -> Refusal | None:
    """What rules out every manoeuvre with dice."""
    if engaged(course.fight, course.number):
        return Refusal("tp.move.p2p.engaged", "not in close combat")
    if refusal := held_on_the_spot(course):
        return refusal
    if course.airborne:
        return Refusal("tp.move.fly.airborne", "not in the air")
    return None


def _reorganise(course: Course, args: list[Any]) -> Refusal | None:
    x, y = numbers(args, "x", "y")
    if refusal := _held(course):
        return refusal
    cost = reorganise_cost(course.fight, course.number, course.body(), course.moved_to((x, y)))
    if isinstance(cost, Refusal):
        return cost
    if cost > course.left:
        return Refusal(
            "tp.move.value", f"that costs {cost / 1000:.2f} inches, and {course.left / 1000:.2f} are left"
        )
    deed = partial(reorganise, course.fight, course.number, (x, y), cost)
    return course.then(deed, goes_on=True, price=cost)


def _reform(course: Course, args: list[Any]) -> Refusal | None:
    (files,) = numbers(args, "files")
    fight, number = course.fight, course.number
    if refusal := _held(course) or reform_refused(fight, number, files):
        return refusal
    price = half_move(fight, number)
    if price > course.left:
        return Refusal("tp.move.reform", "it takes half of its full move, and less is left")
    place = reform_place(fight, number, course.stance.front, course.stance.facing, files)
    if isinstance(place, Refusal):
        return place
    return course.then(partial(reform, fight, number, files), goes_on=True, price=price)


def _wedge(course: Course, args: list[Any]) -> Refusal | None:
    """[tp.unit.infantry_wedge.reform] [tp.unit.cavalry_wedge.reform]"""
    (points,) = numbers(args, "points")
    fight, number = course.fight, course.number
    if refusal := _held(course) or why_not_wedged(fight, number, points):
        return refusal
    price = half_move(fight, number)
    if price > course.left:
        return Refusal(rule_for(fight, number, "reform"), "it takes half of its full move, and less is left")
    files = wedge_files(fight, number, points)
    place = reform_place(fight, number, course.stance.front, course.stance.facing, files, points)
    if isinstance(place, Refusal):
        return place
    return course.then(partial(form, fight, number, points), goes_on=True, price=price)


def _split(course: Course, args: list[Any]) -> Refusal | None:
    wanted = only(args)
    known = {"models", "stay", "go", "with", "command"}
    if not isinstance(wanted, dict) or not {"models", "stay", "go"} <= set(wanted) <= known:
        raise Malformed('it takes {"models", "stay", "go"}, and if wanted "with" and "command"')
    names, whither = wanted.get("with", []), wanted.get("command", "stay")
    if not isinstance(names, list | tuple) or any(names.count(name) > 1 for name in names):
        raise Malformed("`with` is a list of names, each of them once")
    if whither not in ("stay", "go"):
        raise Malformed('`command` is "stay" or "go"')
    leaders = tuple(piece_named(course, name) for name in names)
    models, command = whole(wanted["models"], "models"), whither == "go"
    halves = Halves(models, read_spot(wanted["stay"]), read_spot(wanted["go"]), leaders, command)
    if refusal := _held(course) or in_no_wedge(course.fight, course.number) or why_not_split(course, halves):
        return refusal
    return course.then(partial(split, course.fight, course.number, halves), price=course.left)


def _wedges(course: Course, other: Number) -> Refusal | None:
    return in_no_wedge(course.fight, course.number) or in_no_wedge(course.fight, other)


def _remerge(course: Course, args: list[Any]) -> Refusal | None:
    other, spot = piece_named(course, args[0] if args else None), read_spot(args[1:])
    if refusal := _held(course) or _wedges(course, other) or why_not_remerged(course, other, spot):
        return refusal
    deed, price = partial(remerge, course.fight, course.number, other, spot), half_move(course.fight, course.number)
    return course.then(deed, goes_on=True, price=price)


def _reinforce(course: Course, args: list[Any]) -> Refusal | None:
    front = piece_named(course, only(args))
    if refusal := _held(course) or _wedges(course, front) or why_not_reinforced(course, front):
        return refusal
    return course.then(partial(reinforce, course.fight, course.number, front))


def _divide(course: Course, args: list[Any]) -> Refusal | None:
    numbers(args)
    if refusal := _held(course) or why_not_divided(course):
        return refusal
    return course.then(partial(divide, course.fight, course.number), goes_on=True)


def _join(course: Course, args: list[Any]) -> Refusal | None:
    fight, number, group = course.fight, course.number, piece_named(course, only(args))
    if course.host != NOBODY and (not course.stops or group == outermost(fight, number)):
        return Refusal("tp.character.join.during_game", "it is with a group already")
    if course.host != NOBODY and (refusal := why_no_leaving(fight, number)):
        return refusal
    if course.airborne:
        return Refusal("tp.move.fly.airborne", "not in the air")
    if refusal := why_not_joined(fight, number, group, course.body()):
        return refusal
    course.joins = True
    return course.then(partial(join, fight, number, group))


def _leave(course: Course, args: list[Any]) -> Refusal | None:
    """[tp.scenario.forest.escape]"""
    numbers(args)
    if course.host != NOBODY:
        return Refusal("tp.character.leave", "it leaves its group first")
    return leave_table(course)


def _climb(course: Course, args: list[Any]) -> Refusal | None:
    return _held(course) or climb_by_order(course, args)


def _assault(course: Course, args: list[Any]) -> Refusal | None:
    return _held(course) or assault(course, args)


def _fight(course: Course, args: list[Any]) -> Refusal | None:
    (base,) = numbers(args, "base")
    if course.host == NOBODY or course.stops:
        return Refusal("tp.character.move_into_fight", "only a character inside a group changes places in it")
    if refusal := why_not_stepping_up(course.fight, course.number, base):
        return refusal
    return course.then(partial(step_up, course.fight, course.number, base))


def _told_by(name: str) -> Act:
    """What only some battles know: the rules of a scenario say what it is."""
    return lambda course, args: _held(course) or acts.first((name,), course, args)


ACTS: dict[str, Act] = {
    "go": _go, "pivot": _pivot, "flip": _flip, "face": _face, "places": _places, "form": _form, "over": _over,
    "fly": _fly, "land": _land, "dash": _dash, "drop": _drop, "reorganise": _reorganise, "reform": _reform,
    "wedge": _wedge,
    "split": _split, "remerge": _remerge, "reinforce": _reinforce, "divide": _divide, "join": _join,
    "fight": _fight, "leave": _leave, "climb": _climb, "assault": _assault, "set": _told_by("set"),
    **{name: _told_by(name) for name in ("storm", "enter", "force", "ladder")},
}  # fmt: skip


def only_on(course: Course, args: list[Any]) -> Refusal | None:
    """[tp.siege.move.inside] [tp.siege.fortress_ladder]"""
    if course.piece.stacked:
        return Refusal("tp.siege.fortress_ladder", "it is on a ladder, and comes off it before anything else")
    return Refusal("tp.siege.move.inside", "it is inside, and comes out before it does anything else")


def acts_of(course: Course) -> dict[str, Act]:
    """Whoever is inside works or on a ladder can only go on, or come out.  [tp.siege.move.inside]"""
    return UNDERWAY if course.piece.underway else ACTS


ON = ("climb", "enter", "force", "ladder", "assault")
UNDERWAY = {name: act if name in ON else only_on for name, act in ACTS.items()}
