"""Phase 4: group or single blows, by what each promises exactly."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from warhost.engine.chain import Chain, Percentage
from warhost.engine.question import Answer, Assign, Choose, Question

from ..combat import Blow, hand_weapons, reachable
from ..movement import DONE
from ..pieces import in_unit, members
from ..state import NOBODY
from .mind import Mind

EVERY_OFFER = 400


class Blows:
    """The blows that these attackers could strike with a weapon, worked out once each."""

    def __init__(self, mind: Mind, attackers: list[int], weapon: str):
        self.mind, self.weapon = mind, weapon
        self.reach = {number: reachable(mind.fight, number) for number in attackers}
        self._chances: dict[tuple[int, int], float] = {}

    def chance(self, attacker: int, target: int) -> float:
        key = attacker, target
        if key not in self._chances:
            front = self.reach[attacker][target]
            percent = Blow(self.mind.fight, attacker, target, front, self.weapon).chance
            self._chances[key] = min(100, percent) / 100
        return self._chances[key]

    def promise(self, attacker: int, target: int) -> float:
        return self.chance(attacker, target) * self.mind.hit_worth(target)

    def group(self, aims: dict[int, int]) -> float:
        """Percentages added up: the owner of the victims gives up those he can best spare."""
        mind, total = self.mind, round(100 * sum(self.chance(a, t) for a, t in aims.items()))
        first = next(iter(aims.values()))
        hits = Chain(Percentage(total)).distribution()
        unit = in_unit(mind.fight, first)
        if unit == NOBODY:
            return float(hits.mean()) * mind.hit_worth(first)
        spared = sorted(mind.hit_worth(number) for number in members(mind.fight, unit))
        return sum(float(hits.at_least(nth)) * worth for nth, worth in enumerate(spared[: total // 100 + 1], 1))

    def singly(self, attackers: list[int]) -> float:
        """Each strikes where it promises most, until that one falls."""
        coming: dict[int, list[float]] = {}
        for attacker in attackers:
            best = max(self.reach[attacker], key=lambda target: self.promise(attacker, target))
            coming.setdefault(best, []).append(self.chance(attacker, best))
        value = 0.0
        for target, chances in coming.items():
            felled = 1 - prod(1 - chance for chance in chances)
            lasting = self.mind.setting.figures[target].individual
            value += self.mind.hit_worth(target) * (sum(chances) if lasting else felled)
        return value


def _attack(mind: Mind, question: Question) -> Iterator[Answer]:
    """The best group, unless its pieces do better one by one; then the best single blow."""
    assert isinstance(question, Assign)
    number = mind.setting.number
    blows = Blows(mind, [number[name] for name in question.options], question.about)
    best, most = None, -1.0
    for offer in question.suggest(EVERY_OFFER):
        aims = {number[attacker]: number[target] for attacker, target in offer.items()}
        if len(aims) > 1:
            value = blows.group(aims)
            if value < blows.singly(list(aims)):
                continue
            value += 1.0  # a group spends more blows at once, and none of them in vain
        else:
            value = blows.promise(*next(iter(aims.items())))
        if value > most:
            best, most = offer, value
    yield best


def _attack_with(mind: Mind, question: Question) -> Iterator[Answer]:
    """Everybody strikes; units first, so that heroes finish what is left."""
    assert isinstance(question, Choose)
    able = [name for name in question.options if name != DONE]
    yield min(able, key=lambda name: name in mind.setting.number)


def _weapon(mind: Mind, question: Question) -> Iterator[Answer]:
    """Of two weapons the one that promises most against whoever is near; with none near the first."""
    assert isinstance(question, Choose)
    hero = mind.setting.number[question.about]
    if question.options[0] not in hand_weapons(mind.fight, hero):
        return
    foes = list(reachable(mind.fight, hero))
    if foes:
        yield max(
            question.options,
            key=lambda weapon: max(Blow(mind.fight, hero, foe, hero, weapon).chance for foe in foes),
        )


THOUGHTS = {"attack with": _attack_with, "attack": _attack, "weapon": _weapon}
