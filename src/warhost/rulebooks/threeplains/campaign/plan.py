"""A campaign as it is written down: its story, its chart of battles, its special rules, its ends.

data/campaigns/*.toml hold one each.  [tp.campaign.story] [tp.campaign.structure] [tp.campaign.special_rules]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, field

from warhost.engine.book import Unknown
from warhost.engine.bounds import Few, Name, Positive, Text
from warhost.engine.data import DataError, Definition, nearest, read_toml
from warhost.roster.roster import Points

from ..agreeing import slots
from ..armies.lists import DATA, Armies
from ..scenario.mission import PITCHED, Mission, Terms
from ..scenario.points import Force, laid_out

SIDES = ("A", "B")
A, B = 0, 1
PITCHED_BATTLE = "pitched_battle"
ROLL_OFF, OTHER = "roll-off", "the other"
LEVEL, OUTERMOST = 0, 1
LOST_AT_FIRST = 2  # battles that a side may have lost and still turn the war round [tp.campaign.structure]
Side = Literal["A", "B", ""]
Route = Annotated[int, Meta(ge=-OUTERMOST, le=OUTERMOST)]
STORY, STRUCTURE, FLOWCHART = "tp.campaign.story", "tp.campaign.structure", "tp.campaign.flowchart"
SPECIAL_RULES, RESULT = "tp.campaign.special_rules", "tp.campaign.result"
RESULTS = ("Great Win", "Win", "Draw", "Defeat", "Great Defeat")


class Back(Definition, frozen=True, kw_only=True):
    """The story behind it, in three parts.  [tp.campaign.story]"""

    characters: Text = ""
    conflict: Text = ""
    beginning: Text = ""


class Somebody(Definition, frozen=True, kw_only=True):
    """A character by his profile and his name."""

    profile: Name
    name: Name


class Camp(Definition, frozen=True, kw_only=True):
    """A side: its army list, who leads it, and what it stands to lose."""

    army: Name
    stakes: Text = ""
    leader: Somebody | None = None


class StandIn(Definition, frozen=True, kw_only=True):
    """What is fought for as long as the scenario of a battle cannot be."""

    scenario: Name
    points: Few[Points]
    words: Text


class Node(Definition, frozen=True, kw_only=True):
    """A battle of the chart. Points are those of each roster that its scenario wants, in its order."""

    node: Name
    row: Positive
    route: Route
    name: Name
    scenario: Name = ""
    points: Few[Points]
    roles: dict[str, str] = field(default_factory=dict)
    story: Text = ""
    table: Name = ""  # of a pitched battle
    options: dict[str, str] = field(default_factory=dict)  # what players agree on for it
    stand_in: StandIn | None = None

    @property
    def fought(self) -> str:
        """The scenario that is played."""
        return self.stand_in.scenario if self.stand_in else self.scenario

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.stand_in.points if self.stand_in else self.points

    @property
    def parts(self) -> dict[str, str]:
        """Who has which role; a stand-in has none."""
        return {} if self.stand_in else self.roles


class HouseRule(Definition, frozen=True, kw_only=True):
    """A rule of the players' own: shown to them, and not enforced.  [tp.campaign.special_rules]"""

    text: Text
    helps: Side = ""  # one side alone, if it does not treat both alike


class Options(Definition, frozen=True, kw_only=True):
    leader_death: bool = False
    character_development: bool = False
    special_characters_per_side: Annotated[int, Meta(ge=0, le=5)] = 0


class End(Definition, frozen=True, kw_only=True):
    result: Literal["Great Win", "Win", "Draw", "Defeat", "Great Defeat"]
    story: Text


class Plan(Definition, frozen=True, kw_only=True):
    id: Name
    title: Name
    origin: Literal["source", "authored", "mixed"] = "authored"
    back: Back = Back()
    A: Camp
    B: Camp
    battle: Few[Node] = ()
    special: Few[HouseRule] = ()
    options: Options = Options()
    end: Few[End] = ()

    @property
    def camps(self) -> tuple[Camp, Camp]:
        return self.A, self.B

    @property
    def rows(self) -> int:
        return max((one.row for one in self.battle), default=0)

    def at(self, row: int, route: int) -> Node:
        """The battle there; a row with fewer than three routes has the nearest.  [tp.campaign.flowchart]"""
        return min((one for one in self.battle if one.row == row), key=lambda one: abs(one.route - route))

    def end_story(self, result: str) -> str:
        return next((one.story for one in self.end if one.result == result), "")


def moved(route: int, winner: int) -> int:
    """One route towards the winner, no further than the outermost; a draw keeps it.  [tp.campaign.flowchart]"""
    step = {A: 1, B: -1}.get(winner, 0)
    return max(-OUTERMOST, min(OUTERMOST, route + step))


def outcome(results: tuple[int, ...]) -> tuple[str, str]:
    """What the winners of all battles make of the war, for A and for B.  [tp.campaign.result]"""
    won, lost = results.count(A), results.count(B)
    if results and len(results) in (won, lost):
        place = 0 if won else 4
    else:
        place = 1 if won > lost else 3 if won < lost else 2
    return RESULTS[place], RESULTS[4 - place]


# --- what is wrong with one --------------------------------------------------------------------------------------


def plans_at_fault(armies: Armies, boards: Mapping[str, object], extra: Path | None) -> Iterator[DataError]:
    """Every fault of the campaigns that come with the game, and of a player's own."""
    for folder in (DATA, extra) if extra else (DATA,):
        for path in sorted((folder / "campaigns").glob("*.toml")):
            try:
                plan = read_toml(path, Plan, folder)
            except DataError as fault:
                yield fault
                continue
            yield from plan_faults(plan, f"campaigns/{path.name}", armies, boards)


def plan_faults(plan: Plan, file: str, armies: Armies, boards: Mapping[str, object]) -> Iterator[DataError]:
    """Everything that keeps a campaign from being begun, with its place and its rule."""
    battles = enumerate(plan.battle)
    for key, why, rule in (
        *_story_faults(plan),
        *_camp_faults(plan, armies),
        *_chart_faults(plan),
        *(fault for number, node in battles for fault in _node_faults(number, node, armies.missions, boards)),
    ):
        yield DataError(file, key, f"{why} [{rule}]")


Fault = tuple[str, str, str]


def _story_faults(plan: Plan) -> Iterator[Fault]:
    """Only whether its parts are there.  [tp.campaign.story]"""
    parts = {"characters": "the characters and sides", "conflict": "what is fought over",
             "beginning": "the events that begin the war"}  # fmt: skip
    for part, words in parts.items():
        if not getattr(plan.back, part).strip():
            yield f"back.{part}", f"the story lacks a part: {words}", STORY
    for name, camp in zip(SIDES, plan.camps, strict=True):
        if not camp.stakes.strip():
            yield f"{name}.stakes", f"the story lacks a part: what side {name} stands to lose", STORY


def _camp_faults(plan: Plan, armies: Armies) -> Iterator[Fault]:
    """[tp.campaign.leader_death]"""
    for name, camp in zip(SIDES, plan.camps, strict=True):
        if camp.army not in armies.lists:
            meant = nearest(camp.army, armies.lists)
            yield f"{name}.army", f"expected an army list, got {camp.army}{meant}", STORY
            continue
        able = [one.id for one in armies.lists[camp.army].profile if one.kind == "character"]
        if camp.leader and camp.leader.profile not in able:
            why = f"expected a character of the list, got {camp.leader.profile}{nearest(camp.leader.profile, able)}"
            yield f"{name}.leader.profile", why, "tp.campaign.leader_death"


def _chart_faults(plan: Plan) -> Iterator[Fault]:
    """One battle at the top, no row left out, no place taken twice, and a war that can be turned round.

    As ruled, with four battles whoever has lost the first two can come out level: with fewer he is beaten whatever
    he does, and that is refused.
    [tp.campaign.structure] [tp.campaign.flowchart]
    """
    if not plan.battle:
        yield "battle", "expected battles", STRUCTURE
        return
    places = [(one.row, one.route) for one in plan.battle]
    for number, one in enumerate(plan.battle):
        if (one.row, one.route) in places[:number]:
            yield f"battle[{number}]", f"row {one.row}, route {one.route} has a battle already", FLOWCHART
        if one.node in [other.node for other in plan.battle[:number]]:
            yield f"battle[{number}].node", f"expected a name of its own, {one.node} is taken", FLOWCHART
    if [route for row, route in places if row == 1] != [LEVEL]:
        yield "battle", "expected one battle in the first row, on the level route", FLOWCHART
    for row in range(2, plan.rows):
        if not any(one.row == row for one in plan.battle):
            yield "battle", f"row {row} has no battle", FLOWCHART
    if plan.rows < 2 * LOST_AT_FIRST:
        why = f"of {plan.rows} battles, whoever has lost the first {LOST_AT_FIRST} has no way left to turn the war"
        yield "battle", f"{why}; lay out {2 * LOST_AT_FIRST} rows or more", STRUCTURE


def _node_faults(
    number: int, node: Node, missions: Mapping[str, Mission], boards: Mapping[str, object]
) -> Iterator[Fault]:
    key = f"battle[{number}]"
    if not node.scenario:
        yield f"{key}.scenario", f"battle {node.node} has no scenario", STRUCTURE
        return
    if not node.story.strip():
        yield f"{key}.story", f"battle {node.node} has no story", STRUCTURE
    known = [PITCHED_BATTLE, *missions]
    for place, scenario in (("scenario", node.scenario), ("stand_in.scenario", node.fought)):
        if scenario not in known:
            why = f"expected one of {', '.join(known)}, got {scenario}{nearest(scenario, known)}"
            yield f"{key}.{place}", why, STRUCTURE
            return
    mission = missions.get(node.fought, PITCHED)
    if wrong := list(_count_faults(key, node, mission)):
        yield from wrong
        return
    try:
        laid_out.fold(mission.rules, mission, [Force(points) for points in node.sizes], {})
    except Unknown as why:
        yield f"{key}.scenario", f"{why}; give the battle a stand_in", STRUCTURE
    if node.table and node.table not in boards:
        yield f"{key}.table", f"expected a board, got {node.table}{nearest(node.table, boards)}", STRUCTURE
    yield from _size_faults(key, node, mission)
    yield from _role_faults(key, node, missions.get(node.scenario, PITCHED))


def _count_faults(key: str, node: Node, mission: Mission) -> Iterator[Fault]:
    wanted = slots(mission)
    if len(node.sizes) != len(wanted):
        yield f"{key}.points", f"expected points for {len(wanted)} rosters, got {len(node.sizes)}", "tp.army.size"


def _size_faults(key: str, node: Node, mission: Mission) -> Iterator[Fault]:
    for slot, size in zip(slots(mission), node.sizes, strict=True):
        terms = slot.part.later.terms if slot.number and slot.part.later else slot.part.terms
        if why := _wrong_size(terms, size, node.sizes[0]):
            yield f"{key}.points", f"{why} for {slot.written_for or 'each side'}, got {size}", terms.rule


def _wrong_size(terms: Terms, size: int, first: int) -> str:
    if terms.points:
        return "" if size == terms.points else f"expected {terms.points} points"
    counter, denominator = terms.share
    if terms.share != (1, 1) or not (terms.least or terms.most):
        share = first * counter // denominator
        return "" if size == share else f"expected {share} points against {first}"
    return "" if terms.least <= size <= (terms.most or size) else f"expected {terms.least} to {terms.most} points"


def _role_faults(key: str, node: Node, mission: Mission) -> Iterator[Fault]:
    """Each role of the scenario has a side, or the dice say which."""
    parts = [part.id for part in mission.part]
    if sorted(node.roles) != sorted(parts):
        got = ", ".join(node.roles) or "none"
        yield f"{key}.roles", f"expected {', '.join(parts) or 'none'}, got {got}", STRUCTURE
    elif sorted(node.roles.values()) not in ([], list(SIDES), sorted([ROLL_OFF, OTHER])):
        yield f"{key}.roles", f"expected A and B, or {ROLL_OFF} and {OTHER}", STRUCTURE
