"""What units must do at the start of their turn, or by chance in the middle of it.

[reg.turn.start] [reg.sr.stupidity] [reg.army.orc.rule.squabble] [reg.army.und.rule.crumble] [reg.sr.ambushers]
[reg.sr.randommove] [reg.army.orc.whirlers]
"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.field.compass import bearing, distance, heading, rays, turn_words
from warhost.engine.field.shapes import cast, overlap
from warhost.engine.field.stance import Stance, shifted, turned
from warhost.engine.phrase import Phrase
from warhost.engine.question import Answer, Chance, Choose, Order, Refusal

from ..bodies import body, centre, near_him, pose, set_stance, stance
from ..events import Moved, Noted
from ..land.hazards import cross
from ..land.nearest import nearest_enemy
from ..land.sight import seen_enemies
from ..measures import INCH, inches
from ..moving.approach import best_approach
from ..moving.chargers import come_in, free_run, turned_with_room
from ..moving.flight import cleared
from ..moving.onset import Onset, struck_sides
from ..moving.ways import edge_gap, others, swept
from ..nature import engaged, everybody, has, kind, top
from ..nerve import panic
from ..nerve.leadership import Trial, general_of, ld_margin, ld_test, own_leadership
from ..setting import Fight
from ..state import NOBODY
from ..wounds.casualties import wound_directly
from ..wounds.gone import destroyed, run_down
from ..wounds.hits import Harm
from ..wounds.spreading import strike_unit
from .points import blows_fell, compulsory, due, met, moved, tried, turn_begins

STUPID, SQUABBLE, CRUMBLE, UNDEAD = (
    "reg.sr.stupidity", "reg.army.orc.rule.squabble", "reg.army.und.rule.crumble", "reg.army.und.rule.undead",
)  # fmt: skip
RANDOM, WHIRL, EMBERS = "reg.sr.randommove", "reg.army.orc.whirlers", "reg.lore.ember.cinderwall"
IRONHIDES = "reg.army.orc.ironhides"
FEWEST, CRUMBLING = 5, "crumbling"


@due(STUPID)
def may_stumble(fight: Fight, number: int) -> bool:
    unit = fight.state.units[number]
    return unit.present and not unit.fleeing and not engaged(fight, number)


@turn_begins(STUPID)
def stumble(fight: Fight, number: int) -> None:
    unit = fight.state.units[number]
    if not may_stumble(fight, number):
        return
    if ld_test(fight, number, "stupidity", STUPID):
        return
    unit.did = "stumbled"
    if unit.fate == "garrison":
        fight.tell(Noted(STUPID, unit.name, "gapes"))
        return
    way = fight.die(6, "stumbles", STUPID, unit.side) * INCH
    start = stance(unit)
    gone = free_run(fight, number, start, way)
    set_stance(unit, shifted(start, unit.facing, gone))
    fight.tell(Moved(STUPID, unit.name, (start.front, unit.point), unit.facing, "stumbles", gone))
    moved.each((EMBERS,), fight, number)


# --- squabbling ----------------------------------------------------------------------------------------------


@due(SQUABBLE)
def may_squabble(fight: Fight, number: int) -> bool:
    unit = fight.state.units[number]
    if unit.models < FEWEST or engaged(fight, number) or unit.fleeing or not unit.present:
        return False
    return all(kind(fight, leader).rule != IRONHIDES for leader in unit.leaders)


@turn_begins(SQUABBLE)
def squabble(fight: Fight, number: int) -> None:
    """On a 1 they quarrel; on a 6 they may rush at the nearest enemy in sight."""
    unit = fight.state.units[number]
    if not may_squabble(fight, number):
        return
    face = fight.throw(Throw(1, 6, "squabbling", SQUABBLE, unit.side, (1, 5)))[0]
    if face == 1:
        unit.squabbles, unit.did = True, "stumbled"
        fight.tell(Noted(SQUABBLE, unit.name, "squabbles"))
    elif face == 6 and unit.fate == "standing" and seen_enemies(fight, number):
        question = Choose(
            unit.side, "rush", ["stay", "rush"], SQUABBLE, unit.name,
            text="{Does} {who} rush at the nearest enemy?",
            meanings={"stay": "Stay", "rush": "Rush D6 in at the nearest enemy"}, usual="stay",
        )  # fmt: skip
        if fight.ask(question) == "rush":
            rush(fight, number)


def rush(fight: Fight, number: int) -> None:
    """D6 in straight at the nearest enemy in sight; one it touches is charged and may only hold."""
    unit = fight.state.units[number]
    foe = nearest_enemy(fight, number)
    way = fight.die(6, "rush", SQUABBLE, unit.side) * INCH
    here = body(fight, number)
    facing = heading(centre(here), centre(body(fight, foe)))
    start = turned_with_room(fight, number, facing)
    if not _run_into(fight, number, start, way):
        gone = free_run(fight, number, start, way)
        set_stance(unit, shifted(start, start.facing, gone))
        unit.did = "free move"
        fight.tell(Moved(SQUABBLE, unit.name, (here.front, unit.point), start.facing, "rushes", gone))
        moved.each((EMBERS,), fight, number)


def _run_into(fight: Fight, number: int, start: Stance, way: int) -> bool:
    """Straight ahead into the first enemy in the way, who may only hold; False if there is none."""
    unit = fight.state.units[number]
    block = pose(fight, number, start).block
    found: tuple[int, int] | None = None
    for other, shape in others(fight, number):
        if fight.state.units[other].side == unit.side:
            continue
        meets = cast(block, start.facing, way, shape)
        if meets is not None and meets <= way and (found is None or meets < found[0]):
            found = meets, other
    if found is None or free_run(fight, number, start, found[0], (found[1],)) < found[0] - 2:
        return False
    far, foe = found
    before, here = stance(unit), pose(fight, number, start)
    set_stance(unit, shifted(start, start.facing, max(0, far - 1)))
    if met.any((*kind(fight, foe).rules,), fight, number, foe):
        return True
    if fight.state.units[foe].fleeing:
        unit.did = "charged"
        run_down(fight, foe)
        cross(fight, number, [here, body(fight, number)], "charge")
        return True
    unit.struck, unit.from_high = struck_sides(fight, number, foe)[0], False
    approach = best_approach(Onset(fight, number, foe, struck_sides(fight, number, foe)[0]))
    if approach is None:
        set_stance(unit, before)
        return False
    come_in(fight, number, foe, approach, run=[here])
    return True


# --- the dead crumble ----------------------------------------------------------------------------------------


@due(UNDEAD)
def mourns(fight: Fight, number: int) -> bool:
    return fight.state.mourned[fight.state.units[number].side]


@turn_begins(UNDEAD)
def crumble_on(fight: Fight, number: int) -> None:
    if mourns(fight, number):
        crumble(fight, number)


@blows_fell(CRUMBLE)
def general_fell(fight: Fight) -> None:
    """When the General of the dead is gone, each of their units tests at once.  [reg.army.und.rule.crumble]"""
    for side in (0, 1):
        dead = fight.setting.armies[side].army == "und" and _had_general(fight, side)
        if fight.state.mourned[side] or not dead or general_of(fight, side) != NOBODY or not fight.state.clock:
            continue
        first, second = fight.state.mourned
        fight.state.mourned = (True, second) if side == 0 else (first, True)
        for number in everybody(fight, side):
            if fight.state.units[number].host == NOBODY and has(fight, number, UNDEAD):
                crumble(fight, number)


def _had_general(fight: Fight, side: int) -> bool:
    return any(entry.general and entry.side == side for entry in fight.setting.entries)


def crumble(fight: Fight, number: int) -> None:
    unit = fight.state.units[number]
    if not unit.alive or unit.host != NOBODY:
        return
    margin = ld_margin(fight, number, CRUMBLING, CRUMBLE, value=own_leadership(fight, number))
    if margin > 0:
        wound_directly(fight, number, margin)


@tried(UNDEAD)
def tried_again(trial: Trial) -> None:
    """Once, as any test: a battle standard lets nobody try a third time."""
    if trial.what == CRUMBLING and _steadied(trial.fight, trial.unit):
        trial.again = CRUMBLE


def _steadied(fight: Fight, number: int) -> bool:
    """A wizard of Dusk near by, or a Barrow King in play, lets it try again."""
    side = fight.state.units[number].side
    for one in everybody(fight, side):
        if kind(fight, one).rule == "reg.army.und.king":
            return True
        here = top(fight, one) == number
        if kind(fight, one).lore == "dusk" and (here or near_him(fight, one, number, inches(12))):
            return True
    return False


# --- random movement -----------------------------------------------------------------------------------------


class Face(Order):
    """The way a unit faces before it moves by chance."""

    __slots__ = ("fight", "number")
    form = "a facing in hundredths of a degree, such as 9000"

    def __init__(self, fight: Fight, number: int):
        unit = fight.state.units[number]
        super().__init__(unit.side, "facing", RANDOM, unit.name, "Which way {does} {who} go?", unit.facing)
        self.fight, self.number = fight, number

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if type(order) is not int or abs(order) > 10**6:
            return Refusal(RANDOM, f"expected {self.form}")
        return {"cost": 0}

    def suggest(self, most: int = 12) -> list[Answer]:
        unit = self.fight.state.units[self.number]
        foe = nearest_ahead(self.fight, self.number)
        here = centre(body(self.fight, self.number))
        goals = [heading(here, centre(body(self.fight, foe)))] if foe != NOBODY else []
        ways = [*goals, *rays(8, unit.facing)]
        return list(ways[:most])

    def sample(self, chance: Chance) -> Answer:
        return 100 * chance.randrange(360)

    def label(self, answer: Answer, names: object) -> str:
        return turn_words(self.fight.state.units[self.number].facing, answer)


def nearest_ahead(fight: Fight, number: int) -> int:
    """The nearest enemy, by the middle of its ground."""
    side, here = fight.state.units[number].side, centre(body(fight, number))
    enemies = [n for n, unit in enumerate(fight.state.units) if unit.side != side and unit.present]
    return min(enemies, key=lambda n: (distance(here, centre(body(fight, n))), n), default=NOBODY)


@compulsory(RANDOM)
def wander(fight: Fight, number: int) -> bool:
    """It turns as its owner wishes, and then moves exactly as far as the dice say."""
    unit = fight.state.units[number]
    if engaged(fight, number) or unit.fleeing:
        return False
    facing = bearing(fight.ask(Face(fight, number)))
    phrase = Phrase.read(kind(fight, number).ratings["random_movement"])
    faces = fight.throw(Throw(phrase.count, phrase.sides, "random movement", RANDOM, unit.side))
    if has(fight, number, WHIRL):
        start = turned(stance(unit), facing, centre(body(fight, number)))
        whirl(fight, number, start, sum(faces) * INCH, len(dict.fromkeys(faces)) < len(faces))
        return True
    start = turned_with_room(fight, number, facing)
    if not _run_into(fight, number, start, sum(faces) * INCH):
        gone = free_run(fight, number, start, sum(faces) * INCH)
        set_stance(unit, shifted(start, start.facing, gone))
        fight.tell(Moved(RANDOM, unit.name, (start.front, unit.point), start.facing, "wanders", gone))
        moved.each((EMBERS,), fight, number)
    unit.did = "compulsory move" if unit.did != "charged" else unit.did
    return True


def whirl(fight: Fight, number: int, start: Stance, way: int, double: bool) -> None:
    """Through everybody in its way, D6 hits on each; a double, rocks and walls are its end.

    [reg.army.orc.whirlers]
    """
    unit = fight.state.units[number]
    before = unit.point
    turned_body = pose(fight, number, start)
    way = cleared(fight, number, turned_body, way)
    path = swept(start, turned_body, start.facing, way)
    struck = [other for other, block in others(fight, number) if overlap(path, block)]
    land = fight.setting.land(fight.state.terrain)
    wrecked = any(overlap(path, ground.shape) for ground in (*land.impassable, *land.barriers))
    set_stance(unit, shifted(start, start.facing, way))
    unit.did = "compulsory move"
    fight.tell(Moved(WHIRL, unit.name, (before, unit.point), unit.facing, "whirls", way))
    for other in struck:
        lash(fight, number, other)
    if double or wrecked or edge_gap(fight, body(fight, number).block) <= 0:
        destroyed(fight, number, "whirled to pieces", panics=False)
    panic.settle(fight)


def lash(fight: Fight, number: int, other: int) -> None:
    """D6 hits at Strength 5 with Armour Piercing."""
    hits = fight.die(6, "hits of the whirler", WHIRL, fight.state.units[number].side)
    names = ("reg.sr.armourpiercing",)
    strike_unit(
        fight, other, hits, lambda target, dice: Harm(fight, target, dice, 5, by=number, names=names, rule=WHIRL)
    )
    panic.mark_losses(fight, other, number)


@met(WHIRL)
def run_into_whirler(fight: Fight, charger: int, whirler: int) -> bool:
    """Whoever charges or moves into it takes D6 hits, and it is gone."""
    lash(fight, whirler, charger)
    destroyed(fight, whirler, "cut down", panics=False)
    return True


# --- embers on those who move ----------------------------------------------------------------------------------


@moved(EMBERS)
def burned_for_moving(fight: Fight, number: int) -> None:
    """The first move in each phase costs D6 hits more.  [reg.lore.ember.cinderwall]"""
    unit = fight.state.units[number]
    falling = [one for one in fight.state.effects if one.bearer == number and one.source == EMBERS]
    if not falling or unit.burned or not unit.alive:
        return
    unit.burned = True
    by = falling[0].caster
    hits = fight.die(6, "falling embers", EMBERS, fight.state.units[by].side)

    def made(target: int, dice: int) -> Harm:
        return Harm(fight, target, dice, 3, by=by, names=("reg.sr.flaming",), spell=True, rule=EMBERS)

    strike_unit(fight, number, hits, made)
    panic.mark_losses(fight, number, by)
