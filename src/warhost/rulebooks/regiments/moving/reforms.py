"""Reforming: about the centre into another width or facing, no model going too far.

[reg.reform.chart] [reg.reform.normal] [reg.reform.swift] [reg.core.formation]
"""

from __future__ import annotations

from typing import Any

from warhost.engine.field.body import Body
from warhost.engine.field.compass import HALF_TURN, RIGHT_ANGLE, Angle, bearing, turn_words, veered
from warhost.engine.field.pairing import all_within
from warhost.engine.field.stance import Stance
from warhost.engine.question import Answer, Chance, Order, Refusal

from ..bodies import body, centre, pose, ranked_models, set_stance, standing_at
from ..events import Reformed
from ..measures import TIE, said
from ..nature import kind, named
from ..setting import Fight
from .front_rank import rearrange
from .speed import movement
from .ways import Obstacles

NORMAL = "reg.reform.normal"
FORMATION = "reg.core.formation"


def widths(fight: Fight, number: int) -> tuple[int, int]:
    """How narrow and how wide it may stand."""
    most = ranked_models(fight, number)
    return 1, most


def reformed(fight: Fight, number: int, files: int, facing: Angle) -> Stance:
    """About the centre of its footprint."""
    here = body(fight, number)
    trial = pose(fight, number, Stance((0, 0), facing, files))
    middle = centre(here)
    return standing_at(middle, facing, trial)._replace(files=files)


def judge(fight: Fight, number: int, stand: Stance, rule: str = NORMAL, most: int | None = None) -> Refusal | None:
    """Whether a unit may reform so: no model travels too far, and an inch is left to everybody else."""
    who = (named(fight, number),)
    least, widest = widths(fight, number)
    if not least <= stand.files <= widest:
        return Refusal(FORMATION, f"{{who}} {{stands}} {least} to {widest} models wide, not {stand.files}", who)
    reach = 2 * movement(fight, number, flying=False) if most is None else most
    there = pose(fight, number, stand)
    if not near_enough(fight, body(fight, number), there, reach):
        return Refusal(rule, f"one of its models would travel more than {said(reach)}, which is the most")
    obstacles = Obstacles(fight, number)
    if obstacles.hit(there.block) is not None:
        return Refusal("reg.move.apart", "{who} would stand too near to something", who)
    if obstacles.beyond(there.block):
        return Refusal("reg.move.apart", "{who} would stand too near to the table edge", who)
    return None


def near_enough(fight: Fight, here: Body, there: Body, reach: int) -> bool:
    """Whether no model need go farther, from the centre of its old place to its new one; worked out once."""
    known = fight.setting.walks
    found = known.get((here, there, reach))
    if found is None:
        olds, news = [one.centre for one in here.bases], [one.centre for one in there.bases]
        found = known.keep((here, there, reach), all_within(olds, news, reach + TIE))
    return found


def carry_out(fight: Fight, number: int, stand: Stance, rule: str = NORMAL) -> None:
    set_stance(fight.state.units[number], stand)
    one = body(fight, number)
    fight.tell(Reformed(rule, named(fight, number), one.front, one.facing, one.files))
    rearrange(fight, number)


class Reform(Order):
    """Another front and facing, or nothing: {"files": 5, "facing": 9000}, or {}."""

    __slots__ = ("fight", "most", "number")
    form = 'a table such as {"files": 5, "facing": 9000}; {} to stay as it is'

    def __init__(self, fight: Fight, number: int, rule: str, text: str, most: int | None = None):
        unit = fight.state.units[number]
        super().__init__(unit.side, "reform", rule, unit.name, text, {})
        self.fight, self.number, self.most = fight, number, most

    def stand(self, order: Answer) -> Stance | Refusal:
        unit = self.fight.state.units[self.number]
        if not isinstance(order, dict) or not set(order) <= {"files", "facing"}:
            return Refusal(self.rule, f"expected {self.form}")
        files, facing = order.get("files", unit.files), order.get("facing", unit.facing)
        if type(files) is not int or type(facing) is not int or abs(facing) > 10**6 or not 0 < files <= 1000:
            return Refusal(self.rule, "files and facing are whole numbers")
        return reformed(self.fight, self.number, files, bearing(facing))

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        stand = self.stand(order)
        if isinstance(stand, Refusal):
            return stand
        if order == {}:
            return {"cost": 0}
        return judge(self.fight, self.number, stand, self.rule, self.most) or {"cost": 0}

    def suggest(self, most: int = 12) -> list[Answer]:
        unit = self.fight.state.units[self.number]
        turns = [{"facing": veered(unit.facing, quarter)} for quarter in (HALF_TURN, RIGHT_ANGLE, -RIGHT_ANGLE)]
        fronts = [{"files": files} for files in (unit.files + 1, unit.files - 1)]
        offers: list[dict[str, Any]] = [{}, *turns, *fronts]
        return [offer for offer in offers if not isinstance(self.check(offer), Refusal)][:most]

    def sample(self, chance: Chance) -> Answer:
        unit = self.fight.state.units[self.number]
        offer = {"facing": veered(unit.facing, 100 * chance.randrange(360))}
        if chance.random() < 0.5 or isinstance(self.check(offer), Refusal):
            return {}
        return offer

    def label(self, answer: Answer, names: Any) -> str:
        if not answer:
            return "stay as it is"
        parts = [f"{answer['files']} wide"] if "files" in answer else []
        if "facing" in answer:
            parts.append(f"turned {turn_words(self.fight.state.units[self.number].facing, answer['facing'])}")
        return ", ".join(parts)


def free_reform(fight: Fight, number: int, rule: str) -> None:
    """Its owner may reform it freely.  [reg.reform.restrain.flee] [reg.reform.restrain.wipe]"""
    if not fight.state.units[number].present or kind(fight, number).machine:
        return
    question = Reform(fight, number, rule, "How {does} {who} reform?")
    answer = fight.ask(question)
    stand = question.stand(answer)
    if answer and not isinstance(stand, Refusal):
        carry_out(fight, number, stand, rule)
