"""Legions under a finger: a touch shows their grips, and who rests on the grip turns them still."""

from __future__ import annotations

import pytest

from .test_legions import SPEARS, begin, to_the_march
from .visitor import Come

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
GRIP = "[data-handle=turn] .pad"


@pytest.mark.parametrize("rests", [0, 700])
def test_a_finger_wheels_a_legion_by_its_grip(come: Come, rests: int) -> None:
    visitor = come(**PHONE)
    begin(visitor)
    to_the_march(visitor, "heavy-spears")
    touch = visitor.context.new_cdp_session(visitor.page)

    def finger(kind: str, *at: tuple[float, float]) -> None:
        spots = [{"x": x, "y": y} for x, y in at]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    legion = visitor.at_rest(SPEARS)
    finger("touchStart", legion)
    finger("touchEnd")
    x, y = visitor.at_rest(GRIP)
    visitor.shot("missum_grip_phone")
    finger("touchStart", (x, y))
    visitor.page.wait_for_timeout(rests)
    for step in range(1, 6):
        finger("touchMove", (x + 3 * step, y + step))
    finger("touchEnd")
    visitor.page.wait_for_selector(".judgement.yes, .judgement.no")
    assert [act[0] for act in visitor.order] == ["face"]
    assert visitor.page.locator(".piece-card").count() == 0
