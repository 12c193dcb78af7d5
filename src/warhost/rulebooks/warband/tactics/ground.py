"""Where to go: near enough to charge next, behind cover for who shoots, up where the view is, and to the prize."""

from __future__ import annotations

from itertools import islice
from math import hypot

from warhost.engine.field.compass import ahead, heading, veered
from warhost.engine.question import Answer, Choose, Question

from ..burdens import laden
from ..charging.declaring import DONE
from ..charging.way import charge_distance
from ..lookout import enemies, figure, of_side
from ..moving.course import Course
from ..moving.movement import Move
from ..scenarios.ending import BELFRY, TOP
from ..scenarios.zones import OPPOSITE, zone
from ..setting import Fight
from ..shooting.aim import aims, may_shoot, ready
from ..state import NOBODY
from .going import upstairs
from .standing import waits

Place = tuple[int, int, int]
STEPS = ("up", "down", "climb")
MOST_CLIMBS = 10  # that are thought about for one move
TURNS = (0, 2_500, -2_500, 5_000, -5_000, 8_000, -8_000)
PARTS = (1.0, 0.6, 0.3)
BEHIND = 8_500  # how far from the nearest enemy those keep who are needed
FAIR = 5
STEADY_AIM = 2_500.0  # what it is worth to an archer not to move when he has a target


def mover(fight: Fight, question: Question) -> Answer:
    """One after the other, those nearest to the enemy first."""
    if not isinstance(question, Choose):
        return None
    able = [option for option in question.options if option != DONE]
    return min(able, key=lambda id: _nearest(fight, fight.setting.number[id]), default=DONE)


def _nearest(fight: Fight, number: int) -> float:
    warriors, warrior = fight.state.warriors, fight.state.warriors[number]
    foes = [warriors[foe] for foe in enemies(fight, warrior.side)]
    return min((hypot(foe.x - warrior.x, foe.y - warrior.y) for foe in foes), default=0.0)


def aim_of(fight: Fight, number: int) -> Place | None:
    """What he makes for: home with a prize, a prize, the belfry, the far edge, the nearest enemy."""
    state, warrior, scenario = fight.state, fight.state.warriors[number], fight.setting.scenario.id
    width, depth = state.plan.size if state.plan else (48_000, 48_000)
    if laden(fight, number):
        return _home(fight, number, state.edges[warrior.side], width, depth)
    loose = [prize for prize in state.prizes if prize.taken == NOBODY and prize.holder == NOBODY]
    if loose and not fight.setting.fighters[number].has("animal") and number % 2 == 0:
        prize = min(loose, key=lambda prize: hypot(prize.x - warrior.x, prize.y - warrior.y))
        return prize.x, prize.y, 0
    if scenario == "breakthrough" and warrior.side == state.attacker:
        return _home(fight, number, OPPOSITE[state.edges[warrior.side]], width, depth)
    if climbs(fight, number):
        return 24_000, 24_000, TOP
    everybody = enemies(fight, warrior.side)
    foes = [foe for foe in everybody if not state.warriors[foe].hidden] or everybody
    if not foes:
        return None
    foe = min(foes, key=lambda foe: hypot(state.warriors[foe].x - warrior.x, state.warriors[foe].y - warrior.y))
    return state.warriors[foe].spot


def climbs(fight: Fight, number: int) -> bool:
    """Every third of them makes for the top of the belfry, where it is to be held, and stays there."""
    fighter = fight.setting.fighters[number]
    return (
        fight.setting.scenario.id.startswith("tower")
        and number % 3 == 0
        and fighter.gait.stairs
        and fighter.role != "leader"
    )


def _home(fight: Fight, number: int, edge: str, width: int, depth: int) -> Place:
    warrior, r = fight.state.warriors[number], fight.setting.fighters[number].radius
    x, y = warrior.x, warrior.y
    edges = {"south": (x, r, 0), "north": (x, depth - r, 0), "west": (r, y, 0), "east": (width - r, y, 0)}
    if edge in edges:
        return edges[edge]
    west, south, _, north = zone(edge, width, depth)
    return (r if west == 0 else width - r), min(max(warrior.y, south), north), 0


def march(fight: Fight, question: Move) -> Answer:
    """The best of a few straight moves, and of stairs, ladders and climbs that lead to a better place."""
    number = question.number
    warrior, aim = fight.state.warriors[number], aim_of(fight, number)
    if aim is None or question.crawl:
        return []
    if climbs(fight, number):
        if warrior.z == TOP:
            return []
        if (order := upstairs(fight, question, BELFRY)) is not None:
            return order
    far = question.walks if fight.setting.fighters[number].missiles else max(question.walks, question.runs)
    distance = hypot(aim[0] - warrior.x, aim[1] - warrior.y)
    stays = _score(fight, number, warrior.spot, aim) + (STEADY_AIM if _has_target(fight, number) else 0.0)
    best: tuple[float, list[list[object]]] = (stays, [])
    course = heading((warrior.x, warrior.y), aim[:2])
    for turn in TURNS:
        for part in PARTS:
            step = min(part * far, max(0.0, distance))
            point = ahead((warrior.x, warrior.y), veered(course, turn), round(step))
            value = _score(fight, number, (*point, warrior.z), aim)
            if value > best[0] + 1 and question.refuse([["go", *point]]) is None:
                best = value, [["go", *point]]
                break
    if not _looks_up(fight, number):
        return best[1]
    for order in islice((one for one in question.special() if one[-1][0] in STEPS), MOST_CLIMBS):
        plan = question.planned(order)
        if isinstance(plan, Course) and (value := _score(fight, number, plan.spot, aim)) > best[0] + 1:
            best = value, order
    return best[1]


def _has_target(fight: Fight, number: int) -> bool:
    """Whether an archer would shoot at somebody with a fair chance from where he stands."""
    if not fight.setting.fighters[number].missiles or may_shoot(fight, number) is not None:
        return False
    found = (aim for weapon in ready(fight, number) for aim in aims(fight, number, weapon))
    return any(aim.need.total <= FAIR for aim in found)


def _looks_up(fight: Fight, number: int) -> bool:
    """Archers look for a view; others fight in the streets."""
    return bool(fight.setting.fighters[number].missiles) and not fight.state.prizes


def _score(fight: Fight, number: int, spot: tuple[int, int, int], aim: Place) -> float:
    """Nearer is better, but archers keep their distance, and nobody ends where he is charged without need."""
    fighter = fight.setting.fighters[number]
    away = hypot(aim[0] - spot[0], aim[1] - spot[1])
    score = -away - abs(aim[2] - spot[2])
    if fighter.missiles and not fight.state.prizes:
        near = 480 * max(weapon.range for weapon in fighter.missiles)  # within half its range
        score = -abs(away - near) + spot[2]
        return score + _cover(fight, number, spot)
    if away < 2_200:
        score -= 4_000 if not fight.state.prizes else 0
    if _precious(fight, number):
        score -= max(0.0, BEHIND - away) * 2
    return score - _danger(fight, number, spot)


def _precious(fight: Fight, number: int) -> bool:
    """Leaders and wizards stay behind those who fight, as long as there are any, and step in where it pays; when
    the enemy may rout any turn, nobody seeks him.
    """
    fighter = fight.setting.fighters[number]
    if fight.setting.scenario.id == "skirmish" and waits(fight, fighter.side):
        return True
    if fighter.role != "leader" and not fighter.recruit.spells:
        return False
    others = [one for one in of_side(fight, fighter.side) if not fight.setting.fighters[one].missiles]
    return len(others) > 3 and not fight.state.prizes


def _danger(fight: Fight, number: int, spot: tuple[int, int, int]) -> float:
    """Within reach of several enemies who would charge first."""
    side, threat = fight.state.warriors[number].side, 0
    for foe in enemies(fight, side):
        one = fight.state.warriors[foe]
        if one.steady and hypot(one.x - spot[0], one.y - spot[1]) < 0.7 * charge_distance(fight, foe):
            threat += 1
    friends = sum(
        other != number and one.side == side and one.steady and hypot(one.x - spot[0], one.y - spot[1]) < 5_000
        for other, one in enumerate(fight.state.warriors)
    )
    return 3_000.0 * max(0, threat - friends)


def _cover(fight: Fight, number: int, spot: tuple[int, int, int]) -> float:
    """A little for every enemy who would not see him in the open."""
    sight, found = fight.setting.town(fight.state).sight, 0.0
    body = figure(fight, number)._replace(x=spot[0], y=spot[1], z=spot[2])
    for foe in enemies(fight, fight.state.warriors[number].side)[:4]:
        seen = sight.glance(figure(fight, foe), body)
        found += 400 if seen.covered else 0
    return found
