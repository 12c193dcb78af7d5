"""The result of a round and what follows, check by check."""

from __future__ import annotations

import pytest

from warhost.rulebooks.regiments.events import Tested
from warhost.rulebooks.regiments.fighting.blows import _duel_blow
from warhost.rulebooks.regiments.fighting.breaking import losers_test
from warhost.rulebooks.regiments.fighting.combats import combats, fight_one
from warhost.rulebooks.regiments.fighting.result import extra_ranks, totals
from warhost.rulebooks.regiments.fighting.round import Melee
from warhost.rulebooks.regiments.moving.moves import cannot_move
from warhost.rulebooks.regiments.state import Duel, Fighter
from warhost.rulebooks.regiments.wounds.casualties import wound_directly
from warhost.rulebooks.regiments.wounds.hits import Harm

from ..field import easily, number, ours, rule_of, scene, script, theirs, told, unit
from ..test_blows import clash
from ..test_combat import melee_of, points
from .test_combat import beside

# --- the result


@pytest.mark.rule("reg.combat.cr.charge", "reg.combat.cr.standard", "reg.combat.multi")
def test_charging_and_standards_count_once_a_side() -> None:
    """Three units with standards, two of which charged, one in the front and two in the flanks."""
    fight = beside(
        ours("a", "men.spears", 4, front=(36, 20), files=4, options=["standard bearer"], charged=True),
        ours("b", "men.knights", 3, at=(32.5, 23), files=3, facing=0, options=["standard bearer"], charged=True),
        ours("c", "men.knights", 3, at=(39.5, 23), files=3, facing=180, options=["standard bearer"]),
        theirs("foe", "orc.warriors", 4, front=(36, 20), files=4),
        contacts=[
            {"a": "a", "b": "foe"}, {"a": "b", "b": "foe", "on": "right"},
            {"a": "c", "b": "foe", "on": "left", "fresh": False},
        ],
    )  # fmt: skip
    assert points(fight) == (1 + 1 + 2, 0)


@pytest.mark.rule("reg.combat.cr.overkill", "reg.char.challenge")
@pytest.mark.parametrize(("wounds", "total"), [(4, 4), (9, 6)])
def test_overkill_in_a_challenge(wounds: int, total: int) -> None:
    fight = clash("men.swords", "orc.warriors", 5, 20, yours={"options": ["champion"]}, contact={"fresh": False})
    melee = melee_of(fight)
    own, foe = number(fight, "own"), number(fight, "foe")
    fight.state.duels = (Duel(Fighter(own), Fighter(foe, True)),)
    harm = Harm(fight, foe, wounds, 10, by=own, group="champion", blow=True)
    with easily(fight, {"to wound": [6] * wounds}, face=1):
        _duel_blow(melee, harm, 0, "")
    before = totals(melee_of(fight))[0].total
    assert totals(melee)[0].total - before == total


@pytest.mark.rule("reg.combat.cr.ranks", "reg.combat.cr.wounds")
@pytest.mark.parametrize(
    ("entry", "models", "files", "extra"),
    [("men.spears", 20, 5, 3), ("men.spears", 30, 5, 3), ("men.spears", 14, 5, 1), ("men.spears", 20, 4, 0),
     ("orc.trolls", 6, 3, 1), ("orc.trolls", 5, 3, 0), ("men.foresters", 15, 5, 0)],
)  # fmt: skip
def test_extra_ranks(entry: str, models: int, files: int, extra: int) -> None:
    fight = scene(ours("own", entry, models, at=(36, 20), files=files))
    assert min(3, extra_ranks(fight, 0)) == extra


# --- break tests


@pytest.mark.rule("reg.break.test", "reg.char.bsb")
def test_a_battle_standard_near_by_saves_a_break_test() -> None:
    fight = beside(
        ours("own", "men.swords", 20, front=(36, 20), files=5),
        ours("bearer", "men.captain", at=(36, 8), role="battle standard"),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
        contacts=[{"a": "own", "b": "foe"}],
    )  # fmt: skip
    with script(fight, [3, 3, 2, 2]):
        assert losers_test(Melee(fight, [0, number(fight, "foe")]), 0, 3) == []


@pytest.mark.rule("reg.break.test", "reg.combat.multi", "reg.turn.decisions")
def test_each_loser_tests_with_the_same_difference_in_the_order_of_their_owner() -> None:
    """Leadership 7 and 8, lost by 3: they need 4 and 5."""
    fight = beside(
        ours("a", "men.swords", 5, front=(33, 20), files=5), ours("b", "men.knights", 5, front=(39, 20), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=10),
        contacts=[{"a": "a", "b": "foe"}, {"a": "b", "b": "foe"}],
    )  # fmt: skip
    with script(fight, [2, 3, 2, 2], ["b"]):
        assert losers_test(melee_of(fight), 0, 3) == []
    assert [(test.unit, test.value) for test in told(fight, Tested)] == [("b", 5), ("a", 4)]


@pytest.mark.rule("reg.break.steadfast")
@pytest.mark.parametrize(("option", "value"), [("off", 3), ("on", 7)])
def test_steadfast_or_not(option: str, value: int) -> None:
    """Five ranks against one, lost by 4, Leadership 7."""
    fight = clash("men.spears", "orc.boarriders", 25, 5, options={"steadfast": option})
    with script(fight, [1, 1]):
        losers_test(melee_of(fight), 0, 4)
    assert [test.value for test in told(fight, Tested)] == [value]


@pytest.mark.rule("reg.break.test", "reg.sr.unbreakable", "reg.sr.unstable", "reg.break.standard")
def test_nobody_tests_after_a_draw_nor_the_unbreakable() -> None:
    draw = clash("men.crossbows", "men.crossbows", 5, 5, contact={"fresh": False})
    with easily(draw, face=1):
        fight_one(draw)
    assert told(draw, Tested) == []
    dead = clash("und.skeletons", "orc.warriors", 20)
    unit(dead, "own").lost = ("reg.sr.unstable",)
    unit(dead, "own").gained = ("reg.sr.unbreakable",)
    with script(dead):
        assert losers_test(melee_of(dead), 0, 9) == []


@pytest.mark.rule("reg.sr.unstable", "reg.combat.multi")
def test_two_unstable_losers_lose_the_same_each() -> None:
    fight = beside(
        ours("a", "und.skeletons", 10, front=(33, 20), files=5),
        ours("b", "und.skeletons", 10, front=(39, 20), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=10),
        contacts=[{"a": "a", "b": "foe"}, {"a": "b", "b": "foe"}],
    )  # fmt: skip
    with script(fight):
        losers_test(melee_of(fight), 0, 4)
    assert [unit(fight, name).models for name in "ab"] == [6, 6]


@pytest.mark.rule("reg.combat.overrun", "reg.sr.unstable", "reg.core.engaged")
def test_whoever_is_left_alone_by_crumbling_foes_overruns_into_a_fresh_one() -> None:
    """The charge alone wins by one, the last skeleton crumbles, and the overrun meets others: they fight next turn,
    and until then neither side moves."""
    fight = beside(
        ours("own", "men.halberds", 20, front=(36, 20), files=5, charged=True),
        theirs("foe", "und.skeletons", 1, front=(36, 20), files=1),
        theirs("fresh", "und.skeletons", 20, front=(36, 25), files=5),
        contacts=[{"a": "own", "b": "foe"}],
    )  # fmt: skip
    with easily(fight, {"fear test": [1, 1], "pursuit": [3, 3]}, {"overrun": ["overrun"]}, face=1):
        assert fight_one(fight)
    assert unit(fight, "foe").fate == "destroyed"
    assert [one.b for one in fight.state.contacts] == [number(fight, "fresh")]
    assert combats(fight) == []
    assert rule_of(cannot_move(fight, number(fight, "own"))) == "reg.core.engaged"
    fight.state.clock += 1
    assert len(combats(fight)) == 1


@pytest.mark.rule("reg.sr.unstable", "reg.troop.monster.ridden")
@pytest.mark.parametrize(("lost", "beast", "rider"), [(4, "standing", 0), (5, "destroyed", 0), (7, "destroyed", 2)])
def test_what_a_beast_cannot_bear_its_rider_suffers(lost: int, beast: str, rider: int) -> None:
    """The drake has five wounds; the king goes on alone, and bears the rest."""
    fight = scene(
        ours("king", "und.king", at=(36, 20), mount="carrion drake"),
        theirs("foe", "orc.warriors", 20, front=(36, 22), files=5), phase="combat",
    )  # fmt: skip
    with easily(fight, face=1):
        wound_directly(fight, number(fight, "king_mount"), lost, combat=True)
    assert (unit(fight, "king_mount").fate, unit(fight, "king").hurt) == (beast, rider)
    assert unit(fight, "king").alive
