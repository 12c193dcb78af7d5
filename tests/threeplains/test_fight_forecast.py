"""What a fight, a volley or a flight may cost both sides: exact, and the same however it is followed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from warhost.engine.forecast import Expectation, Merging, expected
from warhost.engine.foresight import Foreseeing
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.setting import Fight

from .scene import contact, foot, horse, scene, unit
from .test_promises import OPENLY, asked, game

Compared = Callable[[Fight, Any], Expectation]
ALL = 4000  # more outcomes than any of these has


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> Compared:
    """What is expected of an answer, exactly, the same as when every blow is followed through all outcomes."""

    def found(fight: Fight, answer: Any) -> Expectation:
        now = game(fight)
        merged = expected(now, asked(now).side, answer)
        with monkeypatch.context() as patched:
            patched.setattr(Merging, "apart", Foreseeing.apart)
            patched.setattr("warhost.engine.forecast.MOST_RUNS", ALL)
            slowly = expected(now, asked(now).side, answer)
        assert not slowly.tries
        assert merged == slowly
        return merged

    return found


def two_combats(*more: Any, models: int = 5, **figure: Any) -> Fight:
    """Two ranks of five against each other; and far from them two men, so that it is asked where to begin."""
    man = foot(**figure)
    fight = scene(
        unit("guard", at=(20, 20), models=10, files=5, figure=man), unit("last", at=(50, 20), models=models),
        unit("orcs", at=(20, 20), facing=180, side=1, models=10, files=5, figure=man),
        unit("fiend", at=(50, 20), facing=180, side=1, models=models),
        *more, phase="combat", options=OPENLY,
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    contact(fight, "last", "fiend")
    return fight


def binomial(dice: int, each: Fraction) -> dict[int, Fraction]:
    return {count: comb(dice, count) * each**count * (1 - each) ** (dice - count) for count in range(dice + 1)}


@pytest.mark.rule("tp.combat.simultaneous", "tp.combat.hit.chart", "tp.shoot.damage")
def test_two_units_that_strike_each_other_at_once(compared: Compared) -> None:
    """Five blows of each at 4+, and a 4+ for damage."""
    losses = compared(two_combats(), "left").losses
    assert [one.about for one in losses] == ["guard", "orcs"]
    for one in losses:
        assert dict(one.spread) == binomial(5, Fraction(1, 4))


@pytest.mark.rule("tp.combat.strikesfirst", "tp.combat.round")
def test_riders_and_their_horses_and_those_whom_lances_leave_standing(compared: Compared) -> None:
    """Lances strike first, the horses with the orcs: blows at one unit at two moments."""
    riders = unit("riders", at=(20, 20), models=2, files=2, figure=horse())
    orcs = unit("orcs", at=(20, 20), facing=180, side=1, models=12, files=3)
    fight = scene(
        riders, orcs, unit("last", at=(50, 20)), unit("fiend", at=(50, 20), facing=180, side=1),
        phase="combat", options=OPENLY,
    )  # fmt: skip
    contact(fight, "riders", "orcs", charge=inches(9))
    contact(fight, "last", "fiend")
    losses = {one.about: dict(one.spread) for one in compared(fight, "left").losses}
    assert sum(losses["orcs"].values()) == sum(losses["riders"].values()) == 1
    assert max(losses["orcs"]) == 8  # four blows of lances and four of horses


@pytest.mark.rule("tp.shoot.damage", "tp.shoot.hit")
def test_a_volley_is_followed_for_itself(compared: Compared) -> None:
    """Five arrows, and what the first do not kill the others may."""
    archers = unit("archers", at=(20, 20), models=10, files=5, figure=foot(weapons=("bow", "hand weapon")))
    beast = unit("orcs", at=(20, 30), facing=180, side=1, models=6, files=3, figure=foot(life=2))
    fight = scene(archers, beast, phase="shooting", options=OPENLY)
    (orcs,) = compared(fight, "archers").losses
    assert orcs.about == "orcs"
    assert sum(chance for _, chance in orcs.spread) == 1
