"""Who speaks for Warband to people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from warhost.engine.question import Answer, Question
from warhost.engine.sheet import Card, Sheet
from warhost.engine.spokesman import Draft, Spokesman
from warhost.engine.tabletop.draft import MarchDraft
from warhost.engine.words import Name, Names, Ref, mention

from ..moving.course import Course
from ..moving.legs import way
from ..moving.movement import Move
from ..mustering.enlist import COLUMNS, row, terms_of
from ..scenarios.opening import Deploy, Marker, Points
from ..scenarios.zones import zone
from ..setting import Setting
from ..state import State
from .counsels import COUNSELS
from .looks import look
from .manners import MANNERS
from .tips import TIPS
from .view import block, levels, outline


class WarbandNames(Names):
    def __init__(self, setting: Setting):
        self.setting = setting

    def piece(self, ref: Ref) -> Name:
        number = ref if isinstance(ref, int) else self.setting.number.get(ref)
        return Name(mention(self.setting.fighters[number].title if number is not None else str(ref)))

    def side(self, side: int) -> Name:
        called = self.setting.called(side)
        return Name(mention(called), many=called.rstrip("0123456789 ").endswith("s"))

    def id(self, ref: Ref) -> str:
        return self.setting.fighters[ref].id if isinstance(ref, int) else ref


class WarbandSpokesman(Spokesman[State, Setting]):
    manners = MANNERS
    tips = TIPS
    counsels = COUNSELS

    def names(self, setting: Setting, state: State | None = None) -> Names:
        return WarbandNames(setting)

    def briefing(self, setting: Setting) -> list[str]:
        bands = [
            f"{company.name}: {len(company.recruits)} fighters, rating {company.rating}."
            for company in setting.companies
        ]
        goal = [f"Goal: {setting.scenario.goal}"] if setting.scenario.goal else []
        return [f"{setting.scenario.title}. {setting.scenario.story}", *goal, *bands]

    def may_measure(self, setting: Setting) -> bool:
        """Not before charges are declared and targets chosen, unless that was agreed on.  [war.terrain.measure]"""
        return setting.open_measuring

    def closing(self, setting: Setting, state: State) -> list[str]:
        if state.outcome is None:
            return []
        places = [f"{place}. {setting.called(side)}" for place, side in enumerate(state.outcome.ranking, 1)]
        return ["Ranking: " + ", ".join(places) + "."] if len(places) > 2 else []

    def label(self, setting: Setting, known: State, question: Question, answer: Answer) -> str:
        if isinstance(question, Move):
            return move_words(question, answer)
        return question.label(answer, self.names(setting, known))

    def order_data(self, setting: Setting, known: State, question: Question) -> Any:
        if isinstance(question, Move):
            return {
                "form": "march",
                "piece": question.about,
                "allowance": question.walks,
                "left": max(question.walks, question.runs),
                "single": True,
                "turns": False,
                "acts": ["go"],
                "farther": question.round_about(question.runs) if question.runs > question.walks else None,
                "ways": list(ways(question)),
            }
        if isinstance(question, Deploy):
            edge = known.edges[question.side]
            area = outline(zone(edge, *known.plan.size)) if edge and known.plan else ()
            return {
                "form": "place",
                "piece": question.about,
                "models": 1,
                "files": [1, 1],
                "pose": {},
                "levels": [(level.base, level.title) for level in levels(setting.town(known).site)],
                "zone": area,
            }
        if isinstance(question, Marker):
            return {"form": "point", "turns": False}
        return {"form": "written"} if isinstance(question, Points) else None

    def draft(self, setting: Setting, known: State, question: Question) -> Draft | None:
        if not isinstance(question, Move):
            return super().draft(setting, known, question)

        def shown(order: Answer) -> State:
            return self.imagined(setting, known, question, order) or known

        return MarchDraft(question, self.names(setting, known), shown)

    def imagined(self, setting: Setting, known: State, question: Question, answer: Answer) -> State | None:
        spot = _end(question, answer)
        if spot is None or not isinstance(question, Move | Deploy):
            return None
        twin = known.copy()
        warrior = twin.warriors[question.number]
        warrior.fate = "there"
        warrior.moved = warrior.moved or (isinstance(question, Move) and spot != warrior.spot)
        warrior.x, warrior.y, warrior.z = spot
        return twin

    def preview(self, setting: Setting, known: State, question: Question, answer: Answer) -> Any:
        twin = self.imagined(setting, known, question, answer)
        if twin is None or not isinstance(question, Move | Deploy):
            return None
        fighter, before = setting.fighters[question.number], known.warriors[question.number]
        shown: dict[str, Any] = {"blocks": [block(fighter, twin.warriors[question.number], "")]}
        plan = question.planned(answer) if isinstance(question, Move) else None
        return shown | {"trail": way(before.spot, plan.legs)} if isinstance(plan, Course) else shown

    look = staticmethod(look)

    def sheet(self, setting: Setting, known: State, side: int, viewer: int | None) -> Sheet | None:
        own = [fighter for fighter in setting.fighters if fighter.side == side]
        cards = tuple(
            Card(
                id=one.id,
                title=one.title,
                detail=one.role,
                points=one.recruit.price,
                rows=(row(one.profile),),
                gear=tuple(setting.library.gear[name].title for name in one.recruit.gear),
                remarks=one.traits,
                boxes=(known.warriors[one.number].wounds,),
            )
            for one in own
        )
        terms = terms_of(setting.library, [one.recruit for one in own])
        return Sheet(setting.called(side), f"rating {setting.companies[side].rating}", COLUMNS, cards, terms)


def _end(question: Question, answer: Answer) -> tuple[int, int, int] | None:
    if isinstance(question, Move):
        plan = question.planned(answer)
        if isinstance(plan, Course):
            return plan.spot
        last = (
            [act for act in answer if isinstance(act, list | tuple) and act and act[0] == "go" and len(act) == 3]
            if isinstance(answer, list)
            else []
        )
        z = question.fight.state.warriors[question.number].z
        return (last[-1][1], last[-1][2], z) if last and all(type(one) is int for one in last[-1][1:]) else None
    if (
        isinstance(question, Deploy)
        and isinstance(answer, dict)
        and "at" in answer
        and question.refuse(answer) is None
    ):
        return answer["at"][0], answer["at"][1], answer.get("z", 0)
    return None


def ways(question: Move) -> Iterator[dict[str, Any]]:
    """Moves over edges, stairs and ladders, to be marked on the table: where they lead and how high that is."""
    warrior = question.fight.state.warriors[question.number]
    for order in question.suggest():
        how = next((act[0] for act in order if act[0] not in ("go", "to")), "")
        plan = question.planned(order)
        if how and isinstance(plan, Course):
            x, y, z = plan.spot
            trail = way(warrior.spot, plan.legs)
            yield {"answer": order, "at": (x, y), "base": z, "rise": z - warrior.z, "trail": trail}


ACTS = {
    "up": "up the stairs or the ladder",
    "down": "down the stairs or the ladder",
    "halfway": "to the landing of the stairs",
    "jump": "jump down",
}


def move_words(question: Move, answer: Answer) -> str:
    """A move in a few words."""
    if not answer:
        return "stay where he is"
    said = []
    for act, *args in answer:
        if act == "go":
            said.append(f"go to ({args[0] / 1000:.1f}, {args[1] / 1000:.1f})")
        elif act == "to":
            said.append(f"make for ({args[0] / 1000:.1f}, {args[1] / 1000:.1f})")
        elif act == "climb":
            higher = args[0] > question.fight.state.warriors[question.number].z
            said.append(f"climb {'up' if higher else 'down'} to {args[0] / 1000:g} inches")
        elif act == "leap":
            said.append(f"leap to ({args[0] / 1000:.1f}, {args[1] / 1000:.1f})")
        else:
            said.append(ACTS[act])
    plan = question.planned(answer)
    run = " (a run)" if isinstance(plan, Course) and plan.ran else ""
    return ", ".join(said) + run
