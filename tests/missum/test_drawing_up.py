"""The standard drawing up where the dice have laid terrain in its way."""

from __future__ import annotations

from itertools import combinations

import pytest

from warhost.engine.field.shapes import overlap
from warhost.rulebooks.missum.bodies import body, present
from warhost.rulebooks.missum.land.ground import platform_shape
from warhost.rulebooks.missum.opening.drawing_up import DrawUp, draw_up
from warhost.rulebooks.missum.setting import Fight
from warhost.rulebooks.missum.soundness import flaws
from warhost.rulebooks.missum.state import Ground

from .scene import number, piece
from .test_setup import extent, opening

MM = 1000


def drawn_on(grounds: tuple[Ground, ...], battle: str = "b1", **options: str) -> Fight:
    fight = opening(battle, answers=({}, {}), **options)
    fight.state.grounds = grounds
    draw_up(fight)
    fight.state.stage, fight.state.turn = "battle", 1
    return fight


def stream(x: int, wide: int = 100) -> Ground:
    return Ground("wide stream", (x * MM, 0), to=(x * MM, 300 * MM), width=wide * MM, strip=True)


def lifted(fight: Fight) -> tuple[int, int]:
    x, y = fight.state.platforms[0].at
    return x // MM, y // MM


@pytest.mark.rule("mis.setup.standard", "mis.setup.platform", "mis.setup.map")
@pytest.mark.parametrize(
    ("x", "platform"),
    [
        (530, (610, 70)),  # its east bank is at 580, the platform would begin at 570
        (520, (600, 70)),  # they touch, and no more
        (519, (600, 70)),
        (600, (680, 70)),
    ],
)
def test_a_platform_is_not_built_in_a_stream(x: int, platform: tuple[int, int]) -> None:
    fight = drawn_on((stream(x),))
    assert lifted(fight) == platform
    assert piece(fight, "team-1-s").platform == 0 and piece(fight, "team-1-s").x == platform[0] * MM
    assert extent(fight, "kerdu-s")[0] == platform[0] + 30
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("mis.setup.platform", "mis.setup.map")
def test_a_map_keeps_clear_of_the_platform_where_it_stands() -> None:
    fight = opening("b1")
    fight.state.grounds = (stream(600),)
    question = DrawUp(fight, 0)
    refusal = question.refuse({"long-bows": {"at": [725 * MM, 120 * MM]}})
    assert refusal is not None and refusal.rule == "mis.setup.platform"


@pytest.mark.rule("mis.setup.standard", "mis.command.dritlan-attached", "mis.setup.map")
def test_a_dritlan_whose_second_legion_stands_close_behind_the_first_goes_to_their_side() -> None:
    woods = Ground("dense woods", (1810 * MM, 1019 * MM), 300 * MM)
    fight = drawn_on((woods,), armies="hostile:1000:251, hostile:1000:589")
    assert flaws(fight.setting, fight.state) == []
    for one, other in combinations(present(fight), 2):
        assert not any(overlap(a, b) for a in body(fight, one).parts for b in body(fight, other).parts)


@pytest.mark.rule("mis.setup.standard", "mis.setup.map")
def test_where_there_is_water_everywhere_nobody_stands_in_anothers_place() -> None:
    fight = drawn_on((Ground("pond", (600 * MM, 600 * MM), 3000 * MM, True),))
    assert lifted(fight) == (600, 70) and flaws(fight.setting, fight.state) == []
    shape = platform_shape(fight.state.platforms[0].at)
    assert not any(overlap(shape, part) for part in body(fight, number(fight, "kerdu-s")).parts)
