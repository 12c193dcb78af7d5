"""Declaring charges: who, at whom, by which way; nothing is measured yet.  [war.charge.declare]"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from warhost.engine.field.levels.footing import walk
from warhost.engine.lazily import Lazily
from warhost.engine.question import Answer, Chance, Choose, Refusal

from ..burdens import holds_chest
from ..events import Declared
from ..lookout import apart, enemies, engaged, of_side, sees, within
from ..magic.lasting import held_fast
from ..moving.hiding import spot
from ..plights import UNSTEADY, plight
from ..setting import Fight
from ..state import Charge, Way
from .way import charge_distance, way_to

DONE = "done"
UNSEEN = 4_000
WAYS: dict[Way, str] = {
    "foot": "on foot, by stairs or ladders if need be",
    "climb": "climbing",
    "jump": "with a jump down",
    "leap": "leaping over a gap",
    "over": "climbing over what stands between, and down again",
}


def declare_one(fight: Fight) -> bool:
    """One more charge is declared; False when there are no more.  [war.charge.simultaneous] [war.turn.charge]"""
    if _frenzied(fight):
        return True
    fit = {
        fight.setting.fighters[number].id: number
        for number in of_side(fight, fight.state.active)
        if may_charge(fight, number) is None
    }
    if not any(_has_target(fight, number) for number in fit.values()):
        return False
    who = Chargers(
        fight.state.active,
        "charge",
        Lazily(lambda: [*(id for id, number in fit.items() if _has_target(fight, number)), DONE]),
        "war.charge.declare",
        text="Who charges?",
        meanings={DONE: "nobody else charges"},
        usual=DONE,
        why_not=lambda id: _why_not(fight, id),
    )
    who.likely = lambda: [id for id, number in fit.items() if _within_reach(fight, number)]
    chosen = fight.ask(who)
    if chosen == DONE:
        return False
    number = fit[chosen]
    names = {fight.setting.fighters[target].id: target for target in targets(fight, number)}
    question = Marks(
        fight.state.active, "charge at", list(names), "war.charge.declare", chosen, text="Whom does {who} charge?"
    )
    question.likely = [
        name
        for name, target in names.items()
        if within(apart(fight, number, target), charge_distance(fight, number))
    ]
    question.deferred = fight.setting.open_measuring  # otherwise what comes of it would tell how far it is
    target = names[fight.ask(question)]
    declare(fight, number, target, *choose_way(fight, number, target))
    return True


def _why_not(fight: Fight, id: str) -> Refusal | None:
    number = fight.setting.number.get(id)
    if number is None:
        return None
    return may_charge(fight, number) or Refusal("war.charge.declare", "{who} sees nobody to charge", (id,))


def declare(fight: Fight, number: int, target: int, way: Way, at: tuple[int, int] | None = None) -> None:
    """A hidden warrior is spotted when he charges.  [war.hide.spot.act]"""
    unseen = not sees(fight, number, target)
    fight.state.charges = (*fight.state.charges, Charge(number, target, way, at, unseen))
    fight.tell(
        Declared("war.charge.declare", fight.setting.fighters[number].id, fight.setting.fighters[target].id, way)
    )
    spot(fight, number, "war.hide.spot.act")


def may_charge(fight: Fight, number: int) -> Refusal | None:
    """Why he may not.  [war.charge.declare] [war.turn.states] [war.turn.recovery.stand]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    who = (fighter.id,)
    if any(charge.charger == number for charge in fight.state.charges) or warrior.charged or warrior.failed:
        return Refusal("war.charge.declare", "{who} charges already", who)
    if refusal := plight(fight, number, *UNSTEADY, "stood", "rallied", "stupid", "squabbling", "fell", "ran"):
        return refusal
    if held_fast(fight, number):
        return Refusal("war.spell.stone", "the stones hold {who}", who)
    if holds_chest(fight, number):
        return Refusal("war.scen.box", "{who} carries the chest", who)
    if engaged(fight, number):
        return Refusal("war.charge.declare", "{who} is engaged", who)
    return None


def targets(fight: Fight, number: int) -> list[int]:
    """Enemies he sees, or unseen ones within 4 inches; hidden ones never.

    [war.charge.declare] [war.charge.unseen] [war.charge.hidden]
    """
    return [foe for foe in enemies(fight, fight.state.warriors[number].side) if may_target(fight, number, foe)]


def _has_target(fight: Fight, number: int) -> bool:
    return any(may_target(fight, number, foe) for foe in enemies(fight, fight.state.warriors[number].side))


def may_target(fight: Fight, number: int, foe: int) -> bool:
    if fight.state.warriors[foe].hidden:
        return False
    return within(apart(fight, number, foe), UNSEEN) or sees(fight, number, foe)


def why_no_charge(fight: Fight, number: int, foe: int) -> Refusal | None:
    """Why an enemy is none whom he may charge.  [war.charge.hidden] [war.charge.unseen]"""
    if may_target(fight, number, foe):
        return None
    pair = fight.setting.fighters[number].id, fight.setting.fighters[foe].id
    if fight.state.warriors[foe].hidden:
        return Refusal("war.charge.hidden", "{1} is hidden", pair)
    return Refusal("war.charge.unseen", "{who} does not see {1}, who is more than 4 inches away", pair)


def _within_reach(fight: Fight, number: int) -> bool:
    """Whether an enemy he may charge is near enough, as far as the eye can tell."""
    far = charge_distance(fight, number)
    side = fight.state.warriors[number].side
    near = [foe for foe in enemies(fight, side) if within(apart(fight, number, foe), far)]
    return any(may_target(fight, number, foe) for foe in near)


class Chargers(Choose):
    """Chance lets somebody charge now and then, mostly one who may come to an enemy."""

    __slots__ = ("likely",)
    likely: Callable[[], list[str]]

    def sample(self, chance: Chance) -> Answer:
        luck = chance.random()
        if luck < 0.05:
            return super().sample(chance)
        likely = self.likely() if luck < 0.35 else []
        return likely[chance.randrange(len(likely))] if likely else DONE


class Marks(Choose):
    """Chance mostly picks an enemy who can be reached; nobody is told whom."""

    __slots__ = ("likely",)
    likely: list[str]

    def sample(self, chance: Chance) -> Answer:
        if self.likely and chance.random() < 0.9:
            return self.likely[chance.randrange(len(self.likely))]
        return super().sample(chance)


class WayThere(Choose):
    """By which way; a way over an edge may name the place, as {"by": "jump", "at": [12000, 13000]}."""

    def refuse(self, answer: Answer) -> Refusal | None:
        if isinstance(answer, dict):
            at = answer.get("at")
            point = (
                isinstance(at, list | tuple)
                and len(at) == 2
                and all(type(one) is int and abs(one) < 1_000_000 for one in at)
            )
            if (
                answer.get("by") in ("climb", "jump")
                and answer.get("by") in self.options
                and point
                and len(answer) == 2
            ):
                return None
            return Refusal(self.rule, 'a place is named as {"by": "jump", "at": [x, y]}, for climbs and jumps')
        return super().refuse(answer)

    def label(self, answer: Answer, names: object) -> str:
        if isinstance(answer, dict):
            return f"{WAYS[answer['by']]} at ({answer['at'][0] / 1000:g}, {answer['at'][1] / 1000:g})"
        return WAYS[answer]


def choose_way(fight: Fight, number: int, target: int) -> tuple[Way, tuple[int, int] | None]:
    """By which way he goes, and where he leaves an edge if that is said."""
    options = ways(fight, number, target)
    if len(options) == 1:
        return options[0], None
    fighter = fight.setting.fighters[number]
    meanings = {str(way): WAYS[way] for way in options}
    question = WayThere(
        fighter.side,
        "way",
        list(options),
        "war.charge.declare",
        fighter.id,
        text="By which way does {who} charge?",
        meanings=meanings,
    )
    if fight.setting.open_measuring:
        question.deferred, question.usual = True, _leading(fight, number, target, options)
    answer = fight.ask(question)
    return (answer["by"], (answer["at"][0], answer["at"][1])) if isinstance(answer, dict) else (answer, None)


def _leading(fight: Fight, number: int, target: int, options: Sequence[Way]) -> Way:
    """The first of these ways that leads there, for whoever may measure."""
    far = charge_distance(fight, number)
    leading = (way for way in options if way_to(fight, Charge(number, target, way), far) is not None)
    return next(leading, options[0])


def ways(fight: Fight, number: int, target: int) -> Sequence[Way]:
    """The kinds of ways there may be, as far as anybody sees without measuring."""
    own, foe, gait = fight.state.warriors[number], fight.state.warriors[target], fight.setting.fighters[number].gait
    found: list[Way] = ["foot"]
    if gait.climb and abs(own.z - foe.z) > 1_000:
        found.append("climb")
    if gait.jump and own.z >= 1_500 and foe.z < own.z:
        found.append("jump")
    if gait.leap and own.z > 0 and foe.z > 0 and foe.z <= own.z + 1_000:
        found.append("leap")
    if gait.climb and gait.jump and _barred(fight, number, target):
        found.append("over")
    return found


def _barred(fight: Fight, number: int, target: int) -> bool:
    """Whether something too high to step over stands straight between the two.  [war.charge.climb]"""
    site, foe = fight.setting.town(fight.state).site, fight.state.warriors[target]
    gait, start = fight.setting.fighters[number].gait, fight.state.warriors[number].spot
    return walk(site, gait, start, foe.x, foe.y).stopped == "wall"


def _frenzied(fight: Fight) -> bool:
    """Who is in a frenzy must charge the nearest enemy within reach.  [war.psych.frenzy]"""
    for number in of_side(fight, fight.state.active):
        if not fight.state.warriors[number].frenzied or may_charge(fight, number) is not None:
            continue
        far = charge_distance(fight, number)
        near = sorted(targets(fight, number), key=lambda foe: (apart(fight, number, foe), foe))
        for foe in near:
            if not within(apart(fight, number, foe), far):
                break
            for way in ways(fight, number, foe):
                if way_to(fight, Charge(number, foe, way), far) is not None:
                    declare(fight, number, foe, way)
                    return True
    return False
