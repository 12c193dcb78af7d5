"""Round ladders and doors by chance: units of both sides in the yard, on the walk and inside, ordered at random."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from warhost.engine.dice import Throw
from warhost.engine.oracle import Faces, Scripted
from warhost.engine.question import Answer, Question
from warhost.rulebooks.threeplains.bodies import set_places
from warhost.rulebooks.threeplains.figure import from_mm
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.turn import step

from .scene import foot, hero, unit
from .strongholds import STRAIGHT, siege
from .test_siege_indoors import lodged

MAN = from_mm(20) / 1000
DOORS = ("wall", "wall: ladder, door to courtyard", *STRAIGHT[2:])
TURNS = 6  # of either player


class ByChance(Scripted):
    """Answers and dice as they fall."""

    def __init__(self, seed: int):
        super().__init__()
        self.chance = Random(seed)

    def ask(self, question: Question) -> Answer:
        return question.usual if question.empty else question.sample(self.chance)

    def throw(self, throw: Throw) -> Faces:
        return tuple(self.chance.randint(1, throw.sides) for _ in range(throw.count))


def at_the_works(seed: int) -> Fight:
    """Besiegers are in the yard already, before the doors and ladders at which Defenders stand about."""
    chance = Random(seed)
    men, orcs = foot(), foot(life=1)
    places = [(7 + MAN * (at % 5), 13.6 + MAN * (at // 5)) for at in range(8)]
    pieces: list[Any] = [
        unit("yard", (chance.choice([9, 14, 36]), 11.9 - chance.random()), side=1, models=chance.randint(3, 14),
             files=5, figure=men, facing=0),
        unit("walk", (8, 15), side=1, models=8, figure=foot(loose=True), places=places, aloft=True),
        unit("tower", (45, 4), side=1, models=chance.randint(2, 20), files=5, figure=men),
        unit("orcs", (chance.choice([19, 30, 41]), 11 - chance.random()), models=chance.randint(3, 16), files=4,
             figure=orcs, facing=0),
        unit("climbers", (25, 12.3), models=chance.randint(3, 8), files=4, figure=orcs, facing=0),
        unit("more", (4 + chance.random(), 8), models=chance.randint(3, 10), files=4, figure=orcs, facing=0),
        unit("far", (20, 40), models=5, files=5, facing=180),
        hero("lord", side=1, within="yard", figure=foot(category="character", life=3)),
    ]  # fmt: skip
    fight = siege(*pieces, plan=DOORS, active=chance.randrange(2), clock=2, phase="declaring")
    if chance.random() < 0.5:  # their doors are broken down
        fight.state.terrain = tuple(one for one in fight.state.terrain if one.kind != "bolted door")
    for one, found in fight.state.numbered():
        if found.places:
            set_places(fight, one, found.places, found.facing)
    lodged(fight, "more", 7)
    return lodged(fight, "tower", 3)


def played(seed: int) -> tuple[Fight, list[str]]:
    """A few turns of it, and what was wrong after each step."""
    fight = at_the_works(seed)
    fight.oracle = ByChance(seed)
    found = flaws(fight.setting, fight.state)
    while fight.state.score is None and fight.state.clock < 2 + TURNS and not found:
        step(fight)
        found = flaws(fight.setting, fight.state)
    return fight, found


@pytest.mark.rule("tp.siege.levels", "tp.siege.move.inside", "tp.siege.fortress_ladder")
@pytest.mark.parametrize("seed", range(12))
def test_groups_in_several_places_are_sound_whatever_they_are_told(seed: int) -> None:
    fight, found = played(seed)
    assert found == []
    again, _ = played(seed)
    assert fight.state == again.state
