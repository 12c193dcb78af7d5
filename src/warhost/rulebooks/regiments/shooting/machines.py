"""War machines: stones, balls, grapeshot and bolts, and what happens when they misfire.

[reg.wm.stone] [reg.wm.cannon] [reg.wm.grapeshot] [reg.wm.bolt] [reg.wm.crew] [reg.wm.misfire.powder]
[reg.wm.misfire.stone] [reg.core.specialdice] [reg.army.elf.ballista]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from warhost.engine.artillery import artillery, compass_of, round_outline, round_touches, scattered
from warhost.engine.charts import out_of_reach
from warhost.engine.field.body import Body
from warhost.engine.field.compass import Point, ahead, distance, heading, to_frame
from warhost.engine.field.shapes import Shape, clip, contains, point_gap
from warhost.engine.phrase import Phrase
from warhost.engine.question import Answer, Chance, Choose, Order, Refusal

from ..bodies import body, centre, front_files, range_between, rank_sizes
from ..events import Laid, Noted
from ..events import Shot as ShotFired
from ..fighting.places import arc_of
from ..land.sight import in_front_arc, looking, unit_sees
from ..library import band
from ..measures import INCH, TIE, inches, told_apart
from ..nature import engaged, kind, named, present, rules
from ..nerve import panic
from ..records import Weapon
from ..setting import Fight
from ..wounds.casualties import suffer, wound_directly
from ..wounds.gone import destroyed
from ..wounds.hits import FILE_GROUP, Harm, rolled
from ..wounds.spreading import mixed, spread, strike_unit
from .shot import Shot
from .templates import Impact, all_but, centre_hit, friends_or_fights, hit_model, hit_walls, strike_touched, touched
from .volley import cannot_shoot, moved

SMALL = inches(1.5)
STONE_LEAST, STONE_MOST, CANNON_RANGE, GRAPE_RANGE, BOLT_RANGE = (inches(n) for n in (12, 60, 48, 12, 48))
STONE, CANNON, GRAPE, BOLT = "reg.wm.stone", "reg.wm.cannon", "reg.wm.grapeshot", "reg.wm.bolt"
BALLISTA = "reg.army.elf.ballista"
BOLT_STRENGTH = 6
MISFIRES = {"stone_thrower": "reg.wm.misfire.stone", "cannon": "reg.wm.misfire.powder"}
Judge = Callable[[Fight, int, Point], Refusal | None]
Points = Callable[[Fight, int, int], list[Point]]


def ready(fight: Fight, number: int) -> bool:
    return bool(kind(fight, number).machine) and why_not_fire(fight, number) is None


def why_not_fire(fight: Fight, number: int) -> Refusal | None:
    """Why a machine may not shoot at all this turn."""
    who = (named(fight, number),)
    if fight.state.units[number].silent >= fight.state.clock:
        return Refusal(MISFIRES[kind(fight, number).machine], "{who} {is} silent after a misfire", who)
    if refusal := cannot_shoot(fight, number):
        return refusal
    if moved(fight, number):
        return Refusal("reg.troop.warmachine", "{who} {has} moved this turn", who)
    return None


def ways(fight: Fight, number: int) -> list[str]:
    """What such a machine can do: a ball or grapeshot, a bolt or a volley."""
    machine = kind(fight, number).machine
    if machine == "stone_thrower":
        return ["stone"]
    if machine == "cannon":
        return ["ball", "grapeshot"]
    return ["bolt", "volley"] if BALLISTA in rules(fight, number) else ["bolt"]


def ways_to_shoot(fight: Fight, number: int) -> list[str]:
    """What the machine can do now."""
    foes = present(fight, 1 - fight.state.units[number].side)
    return [way for way in ways(fight, number) if any(why_not_at(fight, number, way, foe) is None for foe in foes)]


def why_not_at(fight: Fight, number: int, way: str, foe: int) -> Refusal | None:
    """Why an enemy unit is no target for it: of points to aim at the one that comes to mind first says why."""
    if way in REACHES:
        return why_not_aimed(fight, number, foe, REACHES[way])
    judge, points = AIMED[way]
    first, *others = points(fight, number, foe)
    refusal = judge(fight, number, first)
    if refusal is None or any(judge(fight, number, point) is None for point in others):
        return None
    return refusal


def fire(fight: Fight, number: int, way: str) -> None:
    fight.state.units[number].shot = True
    deeds = {
        "stone": throw_stone,
        "ball": fire_ball,
        "grapeshot": grapeshot,
        "bolt": fire_bolt,
        "volley": bolt_volley,
    }
    deeds[way](fight, number)


# --- misfires ------------------------------------------------------------------------------------------------


def misfire(fight: Fight, number: int, chart: str) -> None:
    unit = fight.state.units[number]
    rule = f"reg.wm.misfire.{chart}"
    line = band(fight.setting.library.tables.chart[chart], fight.die(6, "misfire", rule, unit.side))
    fight.tell(Noted(line.rule, unit.name, f"misfires: {line.title}"))
    if line.destroyed:
        destroyed(fight, number, "blown apart" if chart == "powder" else "broken apart")
        return
    if line.silent:
        unit.silent = fight.state.clock + 2 * line.silent
    if line.wounds:
        wound_directly(fight, number, line.wounds)


# --- stones --------------------------------------------------------------------------------------------------


class Aim(Order):
    """A point on the table: {"at": [x, y]}."""

    __slots__ = ("fight", "judge", "number", "offers")
    form = 'a point such as {"at": [36000, 24000]}, in thousandths of an inch'

    def __init__(self, fight: Fight, number: int, rule: str, way: str):
        side, about = fight.state.units[number].side, named(fight, number)
        super().__init__(side, "aim point", rule, about, "Where {does} {who} aim?")
        self.fight, self.number, (self.judge, _) = fight, number, AIMED[way]
        self.offers = [{"at": list(point)} for point in aim_points(fight, number, way)]

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        at = order.get("at") if isinstance(order, dict) and len(order) == 1 else None
        if not isinstance(at, list | tuple) or len(at) != 2 or not all(type(one) is int for one in at):
            return Refusal(self.rule, f"expected {self.form}")
        if any(abs(one) > 10**6 for one in at):
            return Refusal(self.rule, "that is no point of the table")
        return self.judge(self.fight, self.number, tuple(at)) or {"cost": 0}

    def suggest(self, most: int = 12) -> list[Answer]:
        return self.offers[:most]

    def sample(self, chance: Chance) -> Answer:
        return self.offers[chance.randrange(len(self.offers))]

    def label(self, answer: Answer, names: Any) -> str:
        return f"at ({answer['at'][0] / INCH:.1f}, {answer['at'][1] / INCH:.1f})"


def why_not_stone(fight: Fight, number: int, point: Point) -> Refusal | None:
    """12 to 60 in away over a model of an enemy unit, touching neither friends nor units in combat."""
    side = fight.state.units[number].side
    far = gap_to(body(fight, number), point)
    if not STONE_LEAST - TIE <= far <= STONE_MOST + TIE:
        away, _ = told_apart(far, STONE_LEAST if far < STONE_LEAST else STONE_MOST)
        return Refusal(STONE, f"the point is {away} away: 12 to 60 in are allowed")
    over = [n for n in present(fight, 1 - side) if any(gap_point(base, point) for base in body(fight, n).bases)]
    if not over:
        return Refusal(STONE, "the point lies over no model of the enemy")
    if friends_or_fights(fight, side, lambda base: round_touches(point, SMALL, base)):
        return Refusal("reg.wm.template", "the template would touch friends or a unit in combat")
    return None


def gap_point(base: Shape, point: Point) -> bool:
    return contains(base, point)


def gap_to(one: Body, point: Point) -> int:
    return point_gap(point, one.block)


def _stones_at(fight: Fight, number: int, foe: int) -> list[Point]:
    """Points over a unit: from its middle outwards, over each of its models; then at the corners of their bases."""
    bases = body(fight, foe).bases
    middle = bases[len(bases) // 2].centre
    inner = sorted((base.centre for base in bases), key=lambda point: distance(middle, point))
    if engaged(fight, foe):  # no point over it will do
        return inner[:1]
    return [*inner, *(corner for base in bases for corner in base.points)]


def aim_points(fight: Fight, number: int, way: str) -> list[Point]:
    """Points worth a stone or a ball: one for each enemy unit that can be aimed at."""
    judge, points = AIMED[way]
    foes = present(fight, 1 - fight.state.units[number].side)
    able = ((point for point in points(fight, number, foe) if judge(fight, number, point) is None) for foe in foes)
    return [point for found in able if (point := next(found, None)) is not None]


def throw_stone(fight: Fight, number: int) -> None:
    unit = fight.state.units[number]
    question = Aim(fight, number, STONE, "stone")
    x, y = fight.ask(question)["at"]
    seen = _sees_point(fight, number, (x, y))
    scatter = scattered(fight.throw, STONE, unit.side)
    if scatter.misfire:
        misfire(fight, number, "stone")
        return
    skill = kind(fight, number).profile.bs
    shift = scatter.shift() if seen or not scatter.hit else scatter.shift(less=skill, always=True)
    land_stone(fight, number, ahead((x, y), compass_of(scatter.direction), shift))


def _sees_point(fight: Fight, number: int, point: Point) -> bool:
    side = fight.state.units[number].side
    foes = [n for n in present(fight, 1 - side) if any(gap_point(base, point) for base in body(fight, n).bases)]
    return any(unit_sees(fight, number, foe) for foe in foes)


def land_stone(fight: Fight, number: int, point: Point) -> None:
    """Strength 3, but under the centre Strength 9 with D6 wounds."""
    unit, names = fight.state.units[number], kind(fight, number).figure.shot_rules
    fight.tell(Laid(STONE, unit.name, (round_outline(point, SMALL),), "the stone"))
    under = touched(fight, lambda base: round_touches(point, SMALL, base))  # before anybody falls
    mark = centre_hit(fight, point, STONE, unit.side)
    rest = all_but(fight, under, mark)
    if mark is not None:
        hit_model(fight, number, mark, Impact(9, STONE, names, worth=Phrase.read("D6")))
    strike_touched(fight, number, rest, Impact(3, STONE, names))


# --- balls ---------------------------------------------------------------------------------------------------


def why_not_ball(fight: Fight, number: int, point: Point) -> Refusal | None:
    """Within 48 in, in the front arc, on a line that reaches an enemy before friends."""
    one, side = body(fight, number), fight.state.units[number].side
    if distance(one.front, point) > CANNON_RANGE + TIE:
        return Refusal(CANNON, "the point is more than 48 in away")
    if not in_front_arc(one.block, one.facing, point):
        return Refusal(CANNON, "the point is outside the front arc")
    first = _first_in_line(fight, number, one.front, ahead(one.front, heading(one.front, point), CANNON_RANGE))
    if first is None or fight.state.units[first].side == side:
        return Refusal(CANNON, "the line must reach an enemy unit before friends")
    if engaged(fight, first):
        return Refusal("reg.shoot.target", "{who} {is} in close combat", (named(fight, first),))
    if not unit_sees(fight, number, first):
        return Refusal(CANNON, "{who} {is} not in sight", (named(fight, first),))
    return None


def _first_in_line(fight: Fight, number: int, start: Point, end: Point) -> int | None:
    met = [
        (part[0], other)
        for other in present(fight)
        if other != number and (part := clip(start, end, body(fight, other).block)) is not None
    ]
    return min(met)[1] if met else None


def _balls_at(fight: Fight, number: int, foe: int) -> list[Point]:
    """Some inches before a unit, so that the ball bounces through it: through its middle, or through a corner."""
    one, there = body(fight, number), body(fight, foe)
    found = []
    for mark in (centre(there), *(base.centre for base in (there.bases[0], there.bases[-1]))):
        way, far = heading(one.front, mark), distance(one.front, mark)
        for short in (inches(6), inches(8), inches(4)):
            found.append(ahead(one.front, way, max(inches(1), far - there.depth // 2 - short)))
    return found


def fire_ball(fight: Fight, number: int) -> None:
    unit = fight.state.units[number]
    question = Aim(fight, number, CANNON, "ball")
    x, y = fight.ask(question)["at"]
    start = body(fight, number).front
    way = heading(start, (x, y))
    first = artillery(fight.throw, CANNON, unit.side, "artillery die")
    if first is None:
        misfire(fight, number, "powder")
        return
    strike = ahead((x, y), way, first * INCH)
    bounce = artillery(fight.throw, CANNON, unit.side, "bounce")
    end = ahead(strike, way, (bounce or 0) * INCH)
    fight.tell(Laid(CANNON, unit.name, ((strike, end, end),), "the ball"))
    roll_ball(fight, number, strike, end)


def roll_ball(fight: Fight, number: int, strike: Point, end: Point) -> None:
    """One model of each rank, or of each file, that the line crosses; walls and what is not destroyed stop it."""
    if strike == end:
        end = ahead(strike, heading(body(fight, number).front, strike), 10)
    walls = [
        part[0]
        for ground in fight.setting.land(fight.state.terrain).impassable
        if (part := clip(strike, end, ground.shape))
    ]
    stop = min(walls, default=2.0)
    crossed = sorted(
        (part[0], other)
        for other in present(fight)
        if (part := clip(strike, end, body(fight, other).block)) is not None
    )
    impact = Impact(10, CANNON, armour=False, worth=Phrase.read("D6"))
    for at, other in crossed:
        if at > stop:
            break
        if fight.state.units[other].fate == "garrison":
            hit_walls(fight, number, other, impact)
            panic.mark_losses(fight, other, number)
            break
        for mark in ball_marks(fight, other, strike, end):
            if fight.state.units[other].alive:
                hit_model(fight, number, (other, mark), impact)
        panic.mark_losses(fight, other, number)
        if kind(fight, other).single and fight.state.units[other].alive:
            break


def ball_marks(fight: Fight, number: int, start: Point, end: Point) -> list[int]:
    """Of each rank the model that the line crosses for longest; of each file, if it runs along the ranks."""
    one = body(fight, number)
    if kind(fight, number).single:
        return [0]
    x, y = to_frame(end, start, one.facing)
    along_ranks = abs(x) > abs(y)
    files = front_files(fight, number)
    best: dict[int, tuple[float, float, int]] = {}
    for at, base in enumerate(one.bases):
        part = clip(start, end, base)
        if part is None:
            continue
        row = (at % files if at < one.models else at) if along_ranks else at // files if at < one.models else 0
        key = (round(part[1] - part[0], 4), -part[0], at)
        if row not in best or key[:2] > best[row][:2]:
            best[row] = key
    return [found[2] for found in sorted(best.values(), key=lambda one: -one[1])]


# --- aimed shots ---------------------------------------------------------------------------------------------


def aimed_targets(fight: Fight, number: int, reach: int) -> list[int]:
    foes = present(fight, 1 - fight.state.units[number].side)
    return [foe for foe in foes if why_not_aimed(fight, number, foe, reach) is None]


def why_not_aimed(fight: Fight, number: int, foe: int, reach: int) -> Refusal | None:
    who = named(fight, number), named(fight, foe)
    far = range_between(fight, number, foe)
    if far > reach + TIE:
        away, most = told_apart(far, reach)
        return Refusal("reg.shoot.target", f"{{1}} {{1 is}} {away} away: {most} is the most", who)
    if engaged(fight, foe):
        return Refusal("reg.shoot.target", "{1} {1 is} in close combat", who)
    if not unit_sees(fight, number, foe):
        return Refusal("reg.core.los", "{who} {does} not see {1}", who)
    return None


def _target(fight: Fight, number: int, reach: int, rule: str) -> int:
    options = aimed_targets(fight, number, reach)
    names = [named(fight, foe) for foe in options]
    if len(names) == 1:
        return options[0]
    side, about = fight.state.units[number].side, named(fight, number)
    question = Choose(side, "target", names, rule, about, text="At whom {does} {who} shoot?")
    return fight.setting.number[fight.ask(question)]


def _missile(title: str, reach: int, strength: int, rules_of: tuple[str, ...] = ()) -> Weapon:
    return Weapon(rule=BOLT, id="machine", title=title, range=reach, strength=strength, rules=rules_of)


MISSILES = {
    "grapeshot": _missile("grapeshot", 12, 4, ("reg.sr.armourpiercing",)),
    "bolt": _missile("a bolt", 48, BOLT_STRENGTH),
    "volley": _missile("a volley of bolts", 48, 4, ("reg.sr.armourpiercing",)),
}


def shot_at(fight: Fight, number: int, foe: int, way: str) -> Shot:
    """What is rolled to hit, with the crew's skill; grapeshot flies too short to have a long range."""
    look = looking(fight, number, foe)
    return Shot(
        fight, number, foe, MISSILES[way], kind(fight, number).profile.bs, far=range_between(fight, number, foe),
        cover=look.cover_from(body(fight, number).bases[0]), several=way == "volley", use_long=way != "grapeshot",
    )  # fmt: skip


def grapeshot(fight: Fight, number: int) -> None:
    """As many shots as the artillery die says, with the crew's skill.  [reg.wm.grapeshot]"""
    foe = _target(fight, number, GRAPE_RANGE, GRAPE)
    shots = artillery(fight.throw, GRAPE, fight.state.units[number].side)
    if shots is None:
        misfire(fight, number, "powder")
        return
    _loosed(fight, number, foe, shot_at(fight, number, foe, "grapeshot"), shots, GRAPE)


def bolt_volley(fight: Fight, number: int) -> None:
    """Six light bolts instead of one.  [reg.army.elf.ballista]"""
    foe = _target(fight, number, BOLT_RANGE, BALLISTA)
    _loosed(fight, number, foe, shot_at(fight, number, foe, "volley"), 6, BALLISTA)


def _loosed(fight: Fight, number: int, foe: int, made: Shot, shots: int, rule: str) -> None:
    need = made.need()
    fight.tell(
        ShotFired(rule, named(fight, number), named(fight, foe), made.weapon.title, shots, need.total, need.steps)
    )
    strike_unit(fight, foe, shots, made.harm)
    panic.mark_losses(fight, foe, number)


def fire_bolt(fight: Fight, number: int) -> None:
    """One hit, then rank after rank with less strength while it slays; from the flank file after file."""
    foe = _target(fight, number, BOLT_RANGE, BOLT)
    need = shot_at(fight, number, foe, "bolt").need()
    fight.tell(ShotFired(BOLT, named(fight, number), named(fight, foe), "a bolt", 1, need.total, need.steps))
    if out_of_reach(need.total):
        return
    side = fight.state.units[number].side
    aim = Harm(fight, foe, 1, BOLT_STRENGTH, by=number, hit=max(2, need.total), rule=BOLT)
    if not sum(aim.strikes().to_hit(fight.throw, side)):
        return
    pierce(fight, number, foe, _depth(fight, number, foe))
    panic.mark_losses(fight, foe, number)


def _depth(fight: Fight, number: int, foe: int) -> int:
    """Through so many ranks a bolt may go, or files from the flank; a garrison has none behind its first man."""
    if fight.state.units[foe].fate == "garrison":
        return 1
    flank = arc_of(body(fight, foe), body(fight, number).front) in ("left", "right")
    return front_files(fight, foe) if flank else len(rank_sizes(fight, foe))


def pierce(fight: Fight, number: int, foe: int, depth: int) -> None:
    """Strength 6, one less for each rank, D3 wounds, no armour; on until a model survives or it is spent."""
    unit, names = fight.state.units[foe], kind(fight, number).figure.shot_rules
    for rank in range(min(depth, BOLT_STRENGTH)):
        if not unit.alive:
            return
        before = unit.models
        victim = _bolt_victim(fight, foe)
        harm = Harm(fight, victim, 1, BOLT_STRENGTH - rank, by=number, rule=BOLT, names=names)
        harm.armour, harm.worth = False, Phrase.read("D3")
        struck = rolled(fight, harm.strikes(), fight.state.units[number].side)
        suffer(fight, victim, FILE_GROUP, struck.unsaved, by=number, worth=harm.worth_later)
        if unit.models == before and fight.state.units[victim].alive:
            return


def _bolt_victim(fight: Fight, foe: int) -> int:
    """Rank and file if there are enough of them; a rider or his beast by chance."""
    if not mixed(fight, foe):
        return foe
    return next(iter(spread(fight, foe, 1)))


REACHES = {"grapeshot": GRAPE_RANGE, "bolt": BOLT_RANGE, "volley": BOLT_RANGE}
AIMED: Mapping[str, tuple[Judge, Points]] = {
    "stone": (why_not_stone, _stones_at),
    "ball": (why_not_ball, _balls_at),
}
"""Ways to shoot at a point of the table: what may be said against one, and which are worth a try."""
