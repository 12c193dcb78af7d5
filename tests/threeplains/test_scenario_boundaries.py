"""Where two rules of a scenario meet, or one of a scenario and one of every battle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from warhost.rulebooks.threeplains.events.course import ArtifactDropped
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.magic.bearing import rated, whence
from warhost.rulebooks.threeplains.morale.checks import soldiering
from warhost.rulebooks.threeplains.moving.course import Course
from warhost.rulebooks.threeplains.moving.groups import join, leave_group
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.moving.splitting import Spot, why_not_remerged
from warhost.rulebooks.threeplains.opening.setup import choose_sides
from warhost.rulebooks.threeplains.scenario.ending import end_at_once
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.wounds.casualties import destroy, lose, slay

from .scenarios import scenario
from .scene import Placed, champion, foot, hero, number, piece, script, told, unit

RAID = "tp.scenario.raid."
ARTIFACT = {"raid": "artifact", "raid light": "day"}
MURDER = {"raid": "assassination", "raid light": "day"}
BLOW = "tp.combat.attacks"
MEN = foot(loose=True)


# --- rampage -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.rampage.bravery", "tp.item.weapon.halberd_of_defiance")
@pytest.mark.parametrize(("side", "rating"), [(0, 2), (1, 3)])
def test_a_rating_that_an_item_lends_a_defender_is_raised_like_his_own(side: int, rating: int) -> None:
    halberd = champion(items=("tp.item.weapon.halberd_of_defiance",))
    fight = scenario(
        "rampage", hero("lord", (36, 10), side=side, figure=halberd), unit("b", (36, 40), side=1 - side)
    )
    lord = number(fight, "lord")
    assert rated(fight, lord, "bravery") == rating
    assert "defiance" in whence(fight, lord, "bravery", "tp.check.sol.bravery")[0]
    assert soldiering(fight, lord, "break").total == 4 + rating


# --- the ambushes --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.forest.escape", "tp.scenario.cavern.escape", "tp.move.wipeout")
@pytest.mark.parametrize("name", ["forest_ambush", "cavern_ambush"])
@pytest.mark.parametrize(
    ("phase", "active", "free", "lawful"),
    [("moves", 1, 0, True), ("moves", 1, 6000, False), ("combat", 1, 6000, False), ("combat", 0, 6000, False)],
)
def test_nobody_escapes_but_with_an_ordinary_move_of_his_own_turn(
    name: str, phase: str, active: int, free: int, lawful: bool
) -> None:
    """Six inches are enough, but those are of a wipe out move."""
    column = unit("b", (4, 24), side=1, facing=270, models=6, files=3)
    fight = scenario(name, unit("a", (50, 3)), column, phase=phase, active=active)
    piece(fight, "b").turn.free = free
    refusal = Move(fight, number(fight, "b")).refuse([["leave"]])
    assert (refusal is None) is lawful
    assert refusal is None or refusal.rule.endswith(".escape")


# --- the raid ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.scenario.raid.assassination", "tp.scenario.raid.forces")
def test_if_nobody_else_is_there_a_halfwit_cannot_hide() -> None:
    men, fool = unit("men", (24, 24), side=1, models=9), hero("fool", side=1, within="men", role="halfwit")
    fight = scenario("raid", unit("a", (3, 3)), men, fool, phase="sides", clock=0, options=MURDER)
    piece(fight, "men").fate, piece(fight, "men").leaders = "waiting", ()
    piece(fight, "fool").fate = "hidden"
    with script(fight):
        choose_sides(fight)
    assert fight.state.progress.target == number(fight, "fool")
    assert piece(fight, "fool").fate == "within" and piece(fight, "men").leaders == (number(fight, "fool"),)


@pytest.mark.rule("tp.scenario.raid.movement", "tp.move.remerge")
@pytest.mark.parametrize(("models", "lawful"), [(4, True), (5, False)])
def test_parts_that_heroes_have_joined_are_one_group_again_only_up_to_ten(models: int, lawful: bool) -> None:
    men = [unit("a", (24, 10), models=4, files=4, figure=MEN), unit("b", (24, 9.2), models=models, figure=MEN)]
    heroes = [hero("one", within="a"), hero("two", within="b")]
    fight = scenario("raid", *men, *heroes, unit("c", (24, 40), side=1))
    piece(fight, "b").entry = piece(fight, "a").entry
    spot = Spot(24000, 10000, 0, 4)
    refusal = why_not_remerged(Course(fight, number(fight, "a")), number(fight, "b"), spot)
    assert (refusal is None) is lawful, refusal
    assert refusal is None or refusal.rule == f"{RAID}movement"


def carried(by: str, *pieces: Placed) -> Fight:
    """The artifact has been taken up by one of these."""
    fight = scenario("raid", *pieces, hero("enemy", (40, 40), side=1), options=ARTIFACT)
    fight.state.advance(carrier=number(fight, by), done=(f"{RAID}objective",))
    return fight


def carrier(fight: Fight) -> str:
    """Who has it now, or nobody."""
    end_at_once(fight)
    held = fight.state.progress.carrier
    return fight.state.pieces[held].name if held >= 0 else ""


def slain(fight: Fight, number: int) -> None:
    slay(fight, number, BLOW)


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
@pytest.mark.parametrize("goes", [leave_group, slain])
def test_a_group_has_what_a_hero_brings_who_joins_it_and_keeps_it_without_him(
    goes: Callable[[Fight, int], None],
) -> None:
    fight = carried("chief", unit("men", (24, 20), models=5, figure=MEN), hero("chief", (24, 19.2)))
    join(fight, number(fight, "chief"), number(fight, "men"))
    goes(fight, number(fight, "chief"))
    assert carrier(fight) == "men" and not told(fight, ArtifactDropped)


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_who_is_left_of_a_group_still_has_it_and_drops_it_where_he_falls() -> None:
    fight = carried("men", unit("men", (24, 20), models=2, files=2, figure=MEN), hero("chief", within="men"))
    lose(fight, number(fight, "men"), 2, BLOW)
    assert carrier(fight) == "chief" and not told(fight, ArtifactDropped)
    last = piece(fight, "chief").point
    slay(fight, number(fight, "chief"), BLOW)
    assert carrier(fight) == "" and fight.state.progress.artifact == last


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
def test_a_group_that_is_destroyed_with_all_who_are_in_it_drops_it() -> None:
    fight = carried("men", unit("men", (24, 20), models=5, figure=MEN), hero("chief", within="men"))
    destroy(fight, number(fight, "men"), "tp.move.offboard")
    assert carrier(fight) == "" and told(fight, ArtifactDropped)


@pytest.mark.rule("tp.scenario.raid.artifact_carry")
@pytest.mark.parametrize("ringed", [False, True])
def test_whom_his_ring_saves_from_a_rout_still_has_it(ringed: bool) -> None:
    """Dea's ring of hope brings him back on a 6."""
    ring: dict[str, Any] = {"items": ("tp.item.enchanted.deas_ring_of_hope",)} if ringed else {}
    lord = foot(category="character", life=2, **ring)
    fight = carried("men", unit("men", (24, 20), models=5, figure=MEN), hero("lord", within="men", figure=lord))
    with script(fight, dice=[6] * ringed):
        destroy(fight, number(fight, "men"), "tp.move.flee.trapped")
    assert carrier(fight) == ("lord" if ringed else "")


def beast(**more: Any) -> Figure:
    return foot(category="beast", loose=True, life=4, **more)


@pytest.mark.rule("tp.scenario.raid.artifact_carry", "tp.beast.mounted.inseparable")
def test_a_rider_still_has_it_when_his_beast_is_dead() -> None:
    mount = unit("griffin", (24, 20), models=1, files=1, figure=beast(kind="mount"))
    fight = carried("griffin", mount, hero("lord", within="griffin"))
    lose(fight, number(fight, "griffin"), 4, BLOW)
    assert piece(fight, "lord").standing and carrier(fight) == "lord"


@pytest.mark.rule("tp.scenario.raid.artifact_carry", "tp.move.fly.land")
@pytest.mark.parametrize(
    ("order", "has"), [([["land"]], True), ([["go", 24000, 30000], ["land"]], False), ([], False)]
)
def test_who_lands_on_the_marker_has_it_and_who_flies_over_it_does_not(order: list[Any], has: bool) -> None:
    winged = hero("bird", (24, 24.2), figure=champion(flight=inches(20)), airborne=True)
    fight = scenario("raid", winged, hero("enemy", (40, 40), side=1), options=ARTIFACT, phase="moves")
    fight.state.advance(artifact=(inches(24), inches(24)), done=(f"{RAID}objective",))
    with script(fight, answers=["bird", order]):
        step(fight)
    assert (carrier(fight) == "bird") is has
