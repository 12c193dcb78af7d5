"""Charges set up for tests: the guard charges the orcs."""

from __future__ import annotations

from typing import Any

from warhost.rulebooks.threeplains.bodies import enemies, range_between
from warhost.rulebooks.threeplains.charging.charges import run_charge
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials

from .scene import Placed, champion, foot, number, piece, scene, script, unit

PASS, FAIL = [6] * 4 + [1] * 3, [1] * 4 + [6] * 3  # soldiering 4 against deviancy 3
GUARD = unit("guard", at=(36, 20), models=15, files=5)
WIZARD = champion(attacks=1, title="Wizard")


def orcs(gap: float, **more: Any) -> Placed:
    """Orcs straight ahead of the guard, so many inches away."""
    return unit("orcs", **{"at": (36, 20 + gap), "facing": 180, "side": 1, "models": 15, **more})


def charging(*pieces: Placed, target: str = "orcs", answer: str = "stand", **more: Any) -> Fight:
    """The guard's charge has been named and answered."""
    fight = scene(*pieces, phase="charges", **more)
    piece(fight, "guard").charge_target = number(fight, target)
    if answer:
        piece(fight, target).turn.answer = answer  # type: ignore[assignment]
    return fight


def charge(fight: Fight, *, dice: list[int] | None = None, answers: list[Any] | None = None) -> Fight:
    with script(fight, dice=dice or [], answers=["charge"] if answers is None else answers):
        run_charge(fight, number(fight, "guard"))
    return fight


@specials.must_charge("test fury")
def furious(fight: Fight, number: int) -> list[int]:
    return [enemy for enemy in enemies(fight, number) if range_between(fight, number, enemy) <= inches(8)]


@specials.must_counter("test fury")
def furious_too(fight: Fight, number: int, enemy: int) -> bool:
    return True


@specials.may_fall_back("test fury")
def too_furious(fight: Fight, number: int) -> str:
    return "tp.trait.frenzy.counter_charge"


FURY = foot(traits=("test fury",))
