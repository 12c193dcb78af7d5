"""Basics, panic and the turn, check by check."""

from __future__ import annotations

import pytest

from warhost.engine.artillery import round_touches
from warhost.engine.strikes import Strikes
from warhost.engine.tally import Tally
from warhost.rulebooks.regiments.bodies import body
from warhost.rulebooks.regiments.events import Tested
from warhost.rulebooks.regiments.nerve import panic
from warhost.rulebooks.regiments.nerve.leadership import ld_test, leadership
from warhost.rulebooks.regiments.shooting.templates import touched
from warhost.rulebooks.regiments.shooting.volley import shoot
from warhost.rulebooks.regiments.wounds.gone import destroyed, friends_shaken

from ..field import easily, number, ours, scene, script, theirs, told, unit


@pytest.mark.rule("reg.core.dice")
def test_no_die_is_thrown_a_third_time() -> None:
    """Hatred and quick hands both let a miss be thrown again: a second miss stays a miss."""
    fight = scene()
    with script(fight, [2, 3]):
        assert Strikes(1, 4, 4, hit_again="failures").to_hit(fight.throw, 0) == (0, 0)


@pytest.mark.rule("reg.core.templates")
@pytest.mark.parametrize(
    ("entry", "models", "files", "radius", "hit"),
    [("orc.warriors", 25, 5, 1500, 13), ("men.spears", 49, 7, 2500, 45)],
)
def test_models_under_a_round_template(entry: str, models: int, files: int, radius: int, hit: int) -> None:
    """Centred on the middle model of a square block."""
    fight = scene(ours("own", entry, models, at=(36, 24), files=files))
    centre = body(fight, 0).bases[models // 2].centre
    (found,) = touched(fight, lambda base: round_touches(centre, radius, base))
    assert found.files == hit


@pytest.mark.rule("reg.core.profile")
def test_doubling_comes_before_what_is_taken_away() -> None:
    """No rule of the lists doubles a characteristic; a number that keeps its reasons does it in this order."""
    strength = Tally(4, "reg.core.profile")
    strength.multiply(2, "reg.core.profile")
    strength.add(-1, "reg.core.profile")
    assert strength.total == 7


@pytest.mark.rule("reg.core.test.ld", "reg.core.profile")
@pytest.mark.parametrize(
    ("entry", "modifier", "dice", "passes"),
    [("men.spears", 0, [4, 3], True), ("men.spears", 0, [4, 4], False), ("orc.trolls", -3, [1, 1], True),
     ("orc.trolls", -3, [1, 2], False), ("elf.lancers", 2, [6, 4], True), ("elf.lancers", 2, [6, 5], False)],
)  # fmt: skip
def test_leadership_tests(entry: str, modifier: int, dice: list[int], passes: bool) -> None:
    fight = scene(ours("own", entry, 5, at=(30, 20)))
    with script(fight, dice):
        assert ld_test(fight, 0, "panic", "reg.panic.test", modifier) is passes


# --- panic


@pytest.mark.rule("reg.panic.test", "reg.char.general")
@pytest.mark.parametrize(("far", "passes"), [(12, True), (12.1, False)])
def test_a_unit_panics_by_the_leadership_of_the_general_near_by(far: float, passes: bool) -> None:
    fight = scene(
        ours("own", "men.spears", 20, front=(36, 30), files=5),
        ours("lord", "men.lord", front=(36, 30 - 3.149 - far)),
        theirs("foe", "orc.warriors", 20, at=(10, 40)),
    )
    with script(fight, [5, 4]):
        assert ld_test(fight, 0, "panic", "reg.panic.test") is passes


@pytest.mark.rule("reg.panic.destroyed", "reg.panic.broken", "reg.panic.exempt")
@pytest.mark.parametrize("rule", ["reg.panic.destroyed", "reg.panic.broken"])
@pytest.mark.parametrize(("far", "tests"), [(6, True), (6.01, False)])
def test_friends_within_six_inches(rule: str, far: float, tests: bool) -> None:
    fight = scene(
        ours("gone", "men.spears", 5, front=(36, 20), files=5),
        ours("friend", "men.spears", 20, front=(36, 20 - 0.788 - far), files=5),
        ours("engaged", "men.spears", 5, front=(30, 20), files=5),
        theirs("foe", "orc.warriors", 5, front=(30, 20), files=5),
        contacts=[{"a": "engaged", "b": "foe"}],
    )
    if rule.endswith("destroyed"):
        destroyed(fight, number(fight, "gone"), "destroyed")
    else:
        friends_shaken(fight, number(fight, "gone"), rule)
    with easily(fight):
        panic.settle(fight)
    assert [test.unit for test in told(fight, Tested)] == (["friend"] if tests else [])


@pytest.mark.rule("reg.panic.once", "reg.panic.casualties")
def test_one_panic_test_a_phase_and_another_in_the_next() -> None:
    fight = scene(
        ours("own", "men.spears", 15, front=(36, 20), files=5, started=20),
        ours("friend", "men.spears", 5, front=(42, 20), files=5), theirs("foe", "orc.bowmen", 20, at=(36, 40)),
    )  # fmt: skip
    unit(fight, "own").phase_models = 20
    panic.mark_losses(fight, 0, number(fight, "foe"))
    with script(fight, [3, 3]):
        panic.settle(fight)
    friends_shaken(fight, number(fight, "friend"), "reg.panic.broken")
    with script(fight):
        panic.settle(fight)
    panic.phase_begins(fight)
    friends_shaken(fight, number(fight, "friend"), "reg.panic.broken")
    with script(fight, [3, 3]):
        panic.settle(fight)


@pytest.mark.rule("reg.panic.casualties", "reg.shoot.casualties", "reg.panic.flee")
@pytest.mark.parametrize(("hits", "tests"), [(2, False), (3, True)])
def test_arrows_that_cost_a_quarter_of_ten(hits: int, tests: bool) -> None:
    fight = scene(
        ours("own", "orc.bowmen", 10, front=(36, 10), files=5), theirs("foe", "men.crossbows", 10, front=(36, 20)),
        phase="shooting",
    )  # fmt: skip
    dice = {"to hit": [6] * hits + [1] * (10 - hits), "to wound": [6] * hits}
    with easily(fight, dice, face=1):
        shoot(fight, 0, 1)
    assert [one[:2] for one in fight.state.shaken] == ([(1, "reg.panic.casualties")] if tests else [])


@pytest.mark.rule("reg.char.general", "reg.flee.limits")
def test_a_fleeing_general_leads_nobody() -> None:
    fight = scene(ours("own", "men.spears", 20, at=(36, 20)), ours("lord", "men.lord", at=(36, 26)))
    assert leadership(fight, 0).total == 9
    unit(fight, "lord").fleeing = True
    assert leadership(fight, 0).total == 7
