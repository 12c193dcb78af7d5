"""What an encounter is about and what wins it, in words.  [mag.setup.victory]"""

from __future__ import annotations

from warhost.engine.words import listed, mention

from . import encounter as e
from .setting import Setting
from .state import NOBODY, State
from .victory import points

FATES = {"slain": "was slain", "fled": "fled the field", "left": "left the board safely"}
EDGES = {"N": "north", "E": "east", "S": "south", "W": "west"}


def briefing(setting: Setting) -> list[str]:
    """Told before the first die: the story, what is special here, how long it lasts, and what wins."""
    battle = setting.encounter
    lines = [" ".join(battle.story.split()), *(" ".join(note.split()) for note in battle.special)]
    lines += [f"At once: {_verdict(setting, verdict)}." for verdict in battle.victory.at_once]
    last = f"After turn {battle.turn_limit}"
    for verdict in battle.victory.at_end:
        lines.append(f"{last}: {_verdict(setting, verdict)}.")
        last = "If that decides nothing"
    winner = battle.victory.otherwise
    otherwise = f"victory for {called(setting, winner)}" if winner else "it is a draw"
    return [*lines, f"{last}: {otherwise}."]


def closing(setting: Setting, state: State) -> list[str]:
    """Told after the last die: what became of those who fight alone, and the score where one was kept."""
    lines = []
    for group in setting.groups:
        fate = state.pieces[group.members[0]].fate
        if group.unit == NOBODY and fate in FATES:
            lines.append(f"{group.title} {FATES[fate]}.")
    for verdict in setting.encounter.victory.at_end:
        if isinstance(verdict, e.ByPoints):
            scores = [points(setting, state, verdict.scores, side) for side in (0, 1)]
            sides = zip(setting.sides, scores, strict=True)
            lines.append(f"The score: {', '.join(f'{side.title} {score}' for side, score in sides)}.")
    return lines


def _verdict(setting: Setting, verdict: object) -> str:
    match verdict:
        case e.ByCondition(winner=winner, when=when):
            facts = " and ".join(_condition(setting, one) for one in when)
            return f"victory for {called(setting, winner)} if {facts}"
        case e.ByElimination(units_only=units_only):
            return f"a side with no {'soldier' if units_only else 'piece'} left on the board loses"
        case e.ByMajority(area=area):
            return f"the side with more pieces in {area_words(setting, area)} wins"
        case e.ByShareRemoved():
            return "the side that has removed the larger share of its enemy wins"
        case e.ByPoints(scores=scores):
            return "the higher score wins: " + ", ".join(_score(setting, score) for score in scores)
        case _:
            raise TypeError(f"no words for {verdict!r}")


def _condition(setting: Setting, condition: e.Condition) -> str:
    match condition:
        case e.Eliminated(who=who):
            return f"nothing is left of {called(setting, who)}"
        case e.Dead(who=who):
            return f"{called(setting, who)} is dead"
        case e.Left(who=who, edge=edge):
            return f"{called(setting, who)} has left the board over the {EDGES[edge]} edge"
        case e.Fewer(who=who, than=than):
            return f"fewer than {than} are left of {everyone(setting, who)}"
        case e.Inside(who=who, area=area, at_least=least):
            count = f"{least} or more of " if least > 1 else ""
            return f"{count}{everyone(setting, who)} stand in {area_words(setting, area)}"


def _score(setting: Setting, score: e.Score) -> str:
    match score:
        case e.ScoreArea(area=area, points=points):
            return f"{points} for more pieces in {area_words(setting, area)}"
        case e.ScoreLeader(points=points):
            return f"{points} for the enemy leader's death"
        case e.ScoreDeath(who=who, points=points):
            return f"{points} for the death of {called(setting, who)}"
        case e.ScoreUnits(points=points):
            return f"{points} for each enemy unit wiped out"


def called(setting: Setting, name: str) -> str:
    """A force, a unit or a character by its title."""
    titles = {side.id: side.title for side in setting.sides}
    return mention(titles.get(name) or setting.group[name].title)


def everyone(setting: Setting, names: tuple[str, ...]) -> str:
    return listed([called(setting, name) for name in names])


def area_words(setting: Setting, name: str) -> str:
    title = area_title(setting, name)
    return mention(title) if title.startswith("The ") else f"the area {title!r}"


def area_title(setting: Setting, name: str) -> str:
    return next(objective.title for objective in setting.encounter.objectives if objective.id == name)
