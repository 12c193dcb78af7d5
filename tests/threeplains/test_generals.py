"""The death of a general."""

from __future__ import annotations

from typing import Any

import pytest
from tests.threeplains.scene import Placed, contact, foot, hero, number, piece, scene, script, told, unit

from warhost.rulebooks.threeplains.events.blows import Slain
from warhost.rulebooks.threeplains.events.charges import Pursued
from warhost.rulebooks.threeplains.events.nerves import Checked, Mourned
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.morale.generals import DEATH, mourn_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.wounds.casualties import destroy, slay

ORC = foot(soldiering=3, title="Orc")


def orcs(name: str, at: tuple[float, float] = (36, 10), **more: Any) -> Placed:
    return unit(name, at, **{"models": 10, "figure": ORC, "command": True, **more})


def leaderless(*pieces: Placed, side: int = 0, **more: Any) -> Fight:
    """An army of deviancy 4 whose general has just been slain."""
    fight = scene(
        *pieces, hero("general", (5, 5), role="general", side=side), deviancy=(4, 3), phase="combat", **more
    )
    slay(fight, number(fight, "general"), "tp.combat.attacks")
    fight.told.clear()
    return fight


@pytest.mark.rule("tp.character.general.death", "tp.check.deviancy")
def test_every_piece_checks_and_a_draw_passes() -> None:
    fight = leaderless(orcs("orcs"))
    with script(fight, dice=[1, 2, 4, 6, 2, 3, 4, 5]):
        assert mourn_one(fight)
    (event,) = told(fight, Checked)
    assert (event.rule, event.good, event.bad, event.passed) == (DEATH, 2, 2, True)
    assert not mourn_one(fight), "once is enough"
    assert [one.side for one in told(fight, Mourned)] == [0]


@pytest.mark.rule("tp.character.general.death")
def test_the_owner_chooses_the_order_and_every_piece_is_a_step_of_its_own() -> None:
    fight = leaderless(orcs("west", (20, 10)), orcs("east", (50, 10)), unit("men", (36, 40), side=1))
    good = [6, 6, 6, 6, 1, 1, 1, 1]
    with script(fight, dice=good, answers=["east"]):
        assert mourn_one(fight)
    with script(fight, dice=good):
        assert mourn_one(fight)
    assert not mourn_one(fight)
    assert [fight.state.pieces[one.piece].name for one in told(fight, Checked)] == ["east", "west"]


@pytest.mark.rule("tp.character.general.death", "tp.character.general.no_rally")
def test_a_piece_that_fails_runs_and_is_lost() -> None:
    fight = leaderless(orcs("orcs", (36, 30)))
    with script(fight, dice=[1, 1, 1, 1, 6, 6, 6, 6, 2, 3]):
        assert mourn_one(fight)
    assert piece(fight, "orcs").fate == "slain"
    assert told(fight, Slain)[0].rule == "tp.character.general.no_rally"


@pytest.mark.rule("tp.character.general.death", "tp.move.pursue")
def test_whoever_fought_a_piece_that_fails_pursues_it_before_it_is_lost() -> None:
    fight = leaderless(orcs("orcs", (36, 20), models=15), unit("men", (36, 20), facing=180, side=1, models=15))
    contact(fight, "men", "orcs")
    with script(fight, dice=[1, 1, 1, 1, 6, 6, 6, 6, 2, 3, 6, 6], answers=["pursue"]):
        assert mourn_one(fight)
    assert told(fight, Pursued)[0].caught and not engaged(fight, number(fight, "men"))
    assert piece(fight, "orcs").fate == "slain"


@pytest.mark.rule("tp.character.general.no_rally", "tp.character.general.death")
def test_pieces_in_flight_are_removed_with_the_checks_and_do_not_test() -> None:
    fight = leaderless(orcs("runners", (20, 20), fleeing=True), orcs("orcs"))
    with script(fight, dice=[6, 6, 6, 6, 1, 1, 1, 1]):
        assert mourn_one(fight)
        assert not mourn_one(fight)
    assert piece(fight, "runners").fate == "slain"
    assert [fight.state.pieces[one.piece].name for one in told(fight, Checked)] == ["orcs"]


@pytest.mark.rule("tp.character.general.death", "tp.trait.unbreakable")
def test_the_unbreakable_skip_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(specials.unbreakable._hooks, "steadfast", lambda fight, one: True)
    fight = leaderless(orcs("orcs", figure=foot(traits=("steadfast",))))
    with script(fight):
        assert not mourn_one(fight)
    assert not told(fight, Checked) and not fight.state.mourning


@pytest.mark.rule("tp.character.general.death", "tp.trait.unbreakable")
def test_the_unbreakable_are_not_asked_in_which_order_they_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(specials.unbreakable._hooks, "steadfast", lambda fight, one: True)
    fight = leaderless(orcs("orcs"), orcs("rock", (40, 20), figure=foot(traits=("steadfast",))))
    with script(fight, dice=[6] * 4 + [1] * 4):
        assert mourn_one(fight)
        assert not mourn_one(fight)


@pytest.mark.rule("tp.character.general.death")
def test_both_generals_may_fall_in_one_turn_and_the_active_side_mourns_first() -> None:
    fight = leaderless(orcs("orcs"), unit("men", (36, 40), side=1, models=10), active=1)
    fight.state.generals_fell = (True, True)
    with script(fight, dice=[6] * 4 + [1] * 3 + [6] * 4 + [1] * 4):
        while mourn_one(fight):
            pass
    assert [fight.state.pieces[one.piece].side for one in told(fight, Checked)] == [1, 0]


@pytest.mark.rule("tp.character.general.death", "tp.character.general")
def test_nobody_mourns_while_the_generals_live_nor_for_another_hero() -> None:
    fight = scene(orcs("orcs"), hero("general", (5, 5), role="general"), hero("captain", (9, 5)), phase="combat")
    slay(fight, number(fight, "captain"), "tp.combat.attacks")
    with script(fight):
        assert not mourn_one(fight)


@pytest.mark.rule("tp.character.general.death", "tp.character.roles")
def test_a_general_in_a_group_dies_with_it_and_is_mourned() -> None:
    fight = scene(
        orcs("guard", (20, 20)), orcs("orcs"), hero("general", within="guard", role="general"), deviancy=(4, 3)
    )
    destroy(fight, number(fight, "guard"), "tp.move.flee.caught")
    with script(fight, dice=[6, 6, 6, 6, 1, 1, 1, 1]):
        assert mourn_one(fight)


@pytest.mark.rule("tp.character.general.death")
def test_a_general_shot_in_the_enemys_turn_is_mourned_at_the_end_of_its_combat_phase() -> None:
    fight = leaderless(orcs("orcs"), active=1)
    with script(fight, dice=[6, 6, 6, 6, 1, 1, 1, 1]):
        step(fight)
    assert fight.state.phase == "combat" and told(fight, Checked)[0].rule == DEATH
