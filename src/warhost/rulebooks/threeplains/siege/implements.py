"""Siege equipment in hands and on the ground: who carries what, what is dropped, and who takes it up again.

What a thing needs and does stands in siege.toml; nothing here knows one by its name.
[tp.siege.equip.drop] [tp.siege.equip.pick_up]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from warhost.engine.field.compass import NORTH, Point, ahead, aside, distance, heading
from warhost.engine.field.shapes import Shape, contains, gap, oblong
from warhost.engine.question import Chance, Choose, Refusal
from warhost.engine.tally import Tally

from ..bodies import TOUCH, body, figure, on_table
from ..events.course import PutDown, TookUp
from ..figure import Figure, inches
from ..land.ground import movement, stands_in
from ..morale.checks import members
from ..moving.parts import all_together, mates
from ..moving.sweep import Sweep
from ..scenario.points import before_charges, crossed, marked, taken_over, takes_flight, turn_begun
from ..setting import Fight
from ..state import NOBODY, Implement, Number
from .train import THROWERS
from .works import Equipment, equipment

DROP, PICK_UP = "tp.siege.equip.drop", "tp.siege.equip.pick_up"
DONE = "done"
HEAP = inches(1)  # a dropped thing is a marker of so much
DASH = inches(3)  # the most that a dash adds
STEP = inches(0.25)  # from one look at the ground to the next
SELDOM = 0.1  # how often chance drops something


# --- who has what -----------------------------------------------------------------------------------------------


def thing_of(one: Implement) -> Equipment:
    return equipment()[one.kind]


def carried(fight: Fight, number: Number) -> list[Implement]:
    """All that a piece has in its hands, personal gear too."""
    return [one for one in fight.state.progress.train if one.bearer == number]


def heavy(one: Implement) -> bool:
    """Whether a whole group carries it; personal gear is never dropped.  [tp.siege.equip.drop]"""
    return thing_of(one).operation > 0


def hands_needed(fight: Fight, number: Number) -> int:
    """The models it takes to carry all that a piece has, characters not counted.  [tp.siege.equip.drop]"""
    return sum(thing_of(one).operation for one in carried(fight, number))


def may_take(fight: Fight, number: Number, thing: Equipment) -> int:
    """How many more of a kind one piece may have; every machine of it has its own.  [tp.siege.list]"""
    machines = fight.state.pieces[number].models if figure(fight, number).category == "machine" else 1
    return thing.most * machines - sum(one.kind == thing.id for one in carried(fight, number))


def bears(found: Figure, thing: Equipment) -> bool:
    """Whether pieces of this kind carry such a thing at all: skirmishers no heavy ones, machines their stones."""
    if found.kind not in thing.kinds:
        return False
    return found.shoots.startswith(THROWERS) if found.category == "machine" else True


def changed(fight: Fight, one: Implement, other: Implement | None) -> None:
    """A thing is another from now on, or is no more."""
    train = fight.state.progress.train
    at = train.index(one)
    fight.state.advance(train=(*train[:at], *((other,) if other else ()), *train[at + 1 :]))


def hand_over(fight: Fight, number: Number, kind: str) -> None:
    """A new thing comes into the hands of a piece."""
    fight.state.advance(train=(*fight.state.progress.train, Implement(kind, number)))


# --- dropping ---------------------------------------------------------------------------------------------------


def put_down(fight: Fight, one: Implement, holder: Number = NOBODY) -> None:
    """It is left where its bearers are: by themselves, or in the unit that they back.  [tp.siege.equip.drop]"""
    at = body(fight, one.bearer if holder == NOBODY else holder).middle
    changed(fight, one, replace(one, bearer=NOBODY, at=at, sought=NOBODY))
    fight.tell(PutDown(DROP, one.bearer, thing_of(one).title, at))


@takes_flight(DROP)
def drop_all(fight: Fight, number: Number) -> None:
    """Whatever heavy things there are in a piece, those of units that back it too.

    [tp.siege.equip.drop] [tp.siege.flee]
    """
    for member in members(fight, number):
        for one in carried(fight, member):
            if heavy(one):
                put_down(fight, one, holder=number)


def drop_for_want_of_hands(fight: Fight, number: Number) -> None:
    """Whatever its models cannot carry any more; its owner chooses what that is.  [tp.siege.equip.drop]"""
    if fight.state.pieces[number].fate == "slain":
        drop_all(fight, number)
    for part in (number, *mates(fight, number)):
        if fight.state.pieces[part].fate != "slain":
            _keep_what_they_can(fight, part)


def _keep_what_they_can(fight: Fight, number: Number) -> None:
    """Parts of the group in other places are counted in.  [tp.siege.levels]"""
    piece = fight.state.pieces[number]
    while hands_needed(fight, number) > all_together(fight, number):
        droppable = {thing_of(one).title: one for one in carried(fight, number) if heavy(one)}
        first, *others = droppable
        if others:
            text = "{who} {has} too few hands left for all that. What is put down?"
            first = fight.ask(Choose(piece.side, "drop", list(droppable), DROP, piece.name, usual=first, text=text))
        put_down(fight, droppable[first])


@taken_over(DROP)
def into_other_hands(fight: Fight, part: Number, number: Number) -> None:
    """What one part of a group carried the whole of it carries; nobody else takes it over."""
    pieces = fight.state.pieces
    for one in carried(fight, part) if pieces[part].entry == pieces[number].entry else ():
        changed(fight, one, replace(one, bearer=number))


def slowed(fight: Fight, number: Number, tally: Tally) -> None:
    """[tp.siege.race.siege_tower]"""
    for one in carried(fight, number):
        if slow := min(inches(thing_of(one).slows), tally.total):
            tally.add(-slow, thing_of(one).rule, thing_of(one).title)


def no_dash(fight: Fight, number: Number) -> Refusal | None:
    """[tp.siege.race.siege_tower]"""
    slow = next((thing_of(one) for one in carried(fight, number) if thing_of(one).slows), None)
    return Refusal(slow.rule, f"nobody dashes with a {slow.title}") if slow else None


def over_open_ground_only(fight: Fight, number: Number, start: Point, end: Point) -> Refusal | None:
    """What rolls goes over open ground and bridges alone, as wide as it is.  [tp.siege.race.siege_tower]"""
    rolling = next((thing_of(one) for one in carried(fight, number) if thing_of(one).slows), None)
    if rolling is None or start == end:
        return None
    rough = [one for one in fight.setting.land(fight.state.terrain).slow if not one.kind.bridge]
    way, half = heading(start, end), inches(rolling.width) // 2
    for far in (*range(0, distance(start, end), STEP), distance(start, end)):
        for off in (-half, 0, half):
            point = aside(ahead(start, way, far), way, off)
            ground = next((one for one in rough if stands_in(fight, one, point)), None)
            if ground is not None:
                return Refusal(rolling.rule, f"a {rolling.title} does not go over {ground.feature.name}")
    return None


# --- the start of a turn ----------------------------------------------------------------------------------------


class Ready(Choose):
    """What is put down or gone for before charges are declared; chance mostly leaves things as they are."""

    __slots__ = ()

    def sample(self, chance: Chance) -> str:
        return super().sample(chance) if chance.random() < SELDOM else DONE


@before_charges(DROP)
def make_ready(fight: Fight) -> bool:
    """Who puts something down, and who goes for what lies about, one thing after the other.

    [tp.siege.equip.drop] [tp.siege.equip.pick_up]
    """
    state = fight.state
    if state.progress.readied == state.clock or not (deeds := dict(_deeds(fight))):
        return False
    text = "Is siege equipment put down, or does somebody go for what lies about?"
    said = fight.ask(Ready(state.active, "make ready", [*deeds, DONE], DROP, text=text, usual=DONE))
    if said == DONE:
        state.advance(readied=state.clock)
        return True
    number, one = deeds[said]
    if one.bearer == number:
        put_down(fight, one)
    else:
        if one.laid:
            fight.state.advance(train=(*fight.state.progress.train, replace(one, sought=number)))
        else:
            changed(fight, one, replace(one, sought=number))
        _take_what_is_reached(fight, number, lambda heap: _beside(fight, number, heap))
    return True


def _deeds(fight: Fight) -> Iterator[tuple[str, tuple[Number, Implement]]]:
    """All that could be put down or gone for, in words; who goes for a thing does not lay it down again."""
    for number in on_table(fight, fight.state.active):
        piece = fight.state.pieces[number]
        for one in carried(fight, number):
            if heavy(one) and one.sought != number:
                yield f"{piece.name}: put down the {thing_of(one).title}", (number, one)
        for one in (*(one for one in fight.state.progress.train if one.dropped), *_laid(fight)):
            if one.sought == NOBODY and _comes_to(fight, number, one):
                where = f"({one.at[0] / 1000:.1f}, {one.at[1] / 1000:.1f})"
                yield f"{piece.name}: go for the {thing_of(one).title} at {where}", (number, one)


def _laid(fight: Fight) -> Iterator[Implement]:
    """Bridges that lie over moats, as long as nobody has said that he goes for them.  [tp.siege.portable_bridge]"""
    things = {thing.title: thing.id for thing in equipment().values() if thing.stands == "moat"}
    gone_for = {one.laid for one in fight.state.progress.train}
    for feature in fight.state.terrain:
        if feature.kind in things and feature.name not in gone_for:
            at = fight.setting.ground(feature).shape.centre
            yield Implement(things[feature.kind], at=at, damage=feature.damage, laid=feature.name)


def _comes_to(fight: Fight, number: Number, one: Implement) -> bool:
    """Whether it might get there this turn, and could carry it.  [tp.siege.equip.pick_up]"""
    piece = fight.state.pieces[number]
    if piece.fleeing or piece.airborne or piece.aloft or not bears(figure(fight, number), thing_of(one)):
        return False
    if not _could_carry(fight, number, thing_of(one)):
        return False
    heap = _ground_of(fight, one)
    return min(gap(part, heap) for part in body(fight, number).parts) <= movement(fight, number).total + DASH


def _could_carry(fight: Fight, number: Number, thing: Equipment) -> bool:
    """Whether it may have one more of the kind, and has hands for it besides all the rest.

    [tp.siege.equip.pick_up] [tp.siege.battering_ram] [tp.siege.door_ram] [tp.siege.siege_ladder]
    """
    hands = fight.state.pieces[number].models
    return may_take(fight, number, thing) > 0 and hands_needed(fight, number) + thing.operation <= hands


@turn_begun(DROP)
def nobody_goes_for_it(fight: Fight) -> None:
    """What was said in an earlier turn holds no more.  [tp.siege.equip.pick_up]"""
    train = fight.state.progress.train
    if any(one.sought != NOBODY for one in train):
        fight.state.advance(train=tuple(replace(one, sought=NOBODY) for one in train if not one.laid))


# --- taking up --------------------------------------------------------------------------------------------------


def heap_at(at: Point) -> Shape:
    """The ground under a thing that lies there."""
    return oblong((at[0], at[1] + HEAP // 2), NORTH, HEAP, HEAP)


@crossed(PICK_UP)
def take_up(fight: Fight, number: Number, way: Sequence[Sweep], marching: bool) -> None:
    """Whoever has said so takes what he comes to or goes over.  [tp.siege.equip.pick_up]"""
    _take_what_is_reached(fight, number, lambda heap: any(_comes_by(leg, heap) for leg in way))


def uses_it_at_once(fight: Fight, number: Number) -> bool:
    """Who has gone for a thing and has it by now may swing it or set it up in the same move.

    [tp.siege.equip.pick_up]
    """
    return any(one.sought == number for one in carried(fight, number))


def _take_what_is_reached(fight: Fight, number: Number, reached: Callable[[Shape], bool]) -> None:
    piece = fight.state.pieces[number]
    for one in fight.state.progress.train:
        if one.sought != number or one.bearer != NOBODY or piece.fleeing or not _to_be_had(fight, number, one):
            continue
        if _could_carry(fight, number, thing_of(one)) and reached(_ground_of(fight, one)):
            _taken_up(fight, number, one)


def _taken_up(fight: Fight, number: Number, one: Implement) -> None:
    """It is in his hands; what was laid is terrain no more, and keeps its damage.  [tp.siege.portable_bridge]"""
    damage = next((feature.damage for feature in fight.state.terrain if feature.name == one.laid), one.damage)
    fight.state.terrain = tuple(feature for feature in fight.state.terrain if feature.name != one.laid)
    changed(fight, one, replace(one, bearer=number, at=(0, 0), damage=damage, laid=""))
    fight.tell(TookUp(PICK_UP, number, thing_of(one).title))


def _ground_of(fight: Fight, one: Implement) -> Shape:
    """Where it lies, or has been laid."""
    laid = (feature for feature in fight.state.terrain if one.laid and feature.name == one.laid)
    return next((fight.setting.ground(feature).shape for feature in laid), heap_at(one.at))


def _to_be_had(fight: Fight, number: Number, one: Implement) -> bool:
    """What was laid must still be there, and nobody else on it."""
    if not one.laid:
        return True
    planks = _ground_of(fight, one)
    others = (other for other in on_table(fight) if other != number and not fight.state.pieces[other].airborne)
    trodden = any(contains(planks, base.centre) for other in others for base in body(fight, other).bases)
    return not trodden and any(feature.name == one.laid for feature in fight.state.terrain)


def _comes_by(leg: Sweep, heap: Shape) -> bool:
    return leg.sweeps(heap) or any(gap(base, heap) <= TOUCH for base in leg.end.bases)


def _beside(fight: Fight, number: Number, heap: Shape) -> bool:
    return any(gap(base, heap) <= TOUCH for base in body(fight, number).bases)


# --- what is seen -----------------------------------------------------------------------------------------------


@marked(DROP)
def lying_about(fight: Fight) -> list[tuple[str, Sequence[Point]]]:
    """[tp.siege.equip.drop]"""
    return [
        (thing_of(one).title, heap_at(one.at).points) for one in fight.state.progress.train if one.dropped
    ]  # fmt: skip
