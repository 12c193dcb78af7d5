"""What scenarios are asked: a question is there for somebody who answers it, and a point for more than one rule."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.point import Point
from warhost.engine.usage import Usage
from warhost.rulebooks.threeplains.scenario import points
from warhost.rulebooks.threeplains.scenario.customs import CUSTOMS, Customs
from warhost.rulebooks.threeplains.scenario.fabric import FABRIC, Fabric
from warhost.rulebooks.threeplains.scenario.load import LOAD, Load
from warhost.rulebooks.threeplains.scenario.ramparts import RAMPARTS, Ramparts
from warhost.rulebooks.threeplains.scenario.sights import SIGHTS, Sights

from .scenarios import book

FOR_ONE_RULE = {"brought", "set_up", "lined_up", "cut_off"}
"""Points that have no company yet."""


@pytest.mark.parametrize(
    ("usage", "usual"),
    [(CUSTOMS, Customs), (FABRIC, Fabric), (LOAD, Load), (RAMPARTS, Ramparts), (SIGHTS, Sights)],
    ids=["customs", "fabric", "load", "ramparts", "sights"],
)
def test_every_question_is_answered_otherwise_somewhere(usage: Usage[Any], usual: type[Any]) -> None:
    assert book().scenarios(), "the rules have hooked themselves in"
    asked = {name for name in vars(usual) if not name.startswith("_")}
    assert {name for other in usage.others for name in vars(other) if not name.startswith("_")} == asked


def test_a_point_is_for_more_than_one_rule() -> None:
    assert book().scenarios(), "the rules have hooked themselves in"
    found = {name: point for name, point in vars(points).items() if isinstance(point, Point)}
    assert {name for name, point in found.items() if len(point.names) < 2} == FOR_ONE_RULE
