"""The battle stress phase: counting, winners and losers, checks, flights and rallies."""

from __future__ import annotations

from typing import Any

import pytest
from tests.threeplains.scene import (
    Placed,
    champion,
    contact,
    foot,
    hero,
    horse,
    number,
    piece,
    scene,
    script,
    told,
    unit,
)

from warhost.engine.tally import Tally
from warhost.rulebooks.threeplains.events.charges import Fled, Pursued, Rallied
from warhost.rulebooks.threeplains.events.nerves import Checked, CombatReckoned
from warhost.rulebooks.threeplains.fighting.combat import fight_one
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.morale import stress as phase
from warhost.rulebooks.threeplains.morale.checks import stress
from warhost.rulebooks.threeplains.morale.stress import loser, reckon, side_total, stress_one
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials

FILE = 20 / 25.4  # a base of 20 mm in inches
WIDTH, DEPTH = 5 * FILE, 3 * FILE  # of 15 goblins in three ranks
GOBLIN = foot(soldiering=2, title="Goblin")
CHARIOT = horse(attacks=2)


def goblins(name: str = "goblins", at: tuple[float, float] = (36, 20), **more: Any) -> Placed:
    return unit(name, at, **{"models": 15, "figure": GOBLIN, "command": True, **more})


def elves(name: str = "elves", at: tuple[float, float] = (36, 20), **more: Any) -> Placed:
    return unit(name, at, **{"facing": 180, "side": 1, "models": 15, **more})


def beast(fear: int = 0, **more: Any) -> Figure:
    return champion(
        category="beast", base=(inches(2), inches(2)), attacks=6, life=6, ratings={"fear": fear}, **more
    )


def battle(*pieces: Placed, **more: Any) -> Fight:
    return scene(*pieces, **{"phase": "stress", **more})


def duel(*more: Placed, ours: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None) -> Fight:
    """Goblins and elves front to front, equally wide."""
    fight = battle(goblins(**(ours or {})), elves(**(theirs or {})), *more)
    contact(fight, "elves", "goblins")
    return fight


def pools(fight: Fight) -> dict[str, tuple[int, int]]:
    """Stress dice against soldiering dice of everybody who still has to check."""
    return {
        fight.state.pieces[one.piece].name: (one.stress[-1].total_after, one.soldiering[-1].total_after)
        for one in fight.state.counted
    }


def total(fight: Fight, side: int) -> int:
    return side_total(fight, range(len(fight.state.pieces)), side).total


def fear(tally: Tally) -> int:
    """The part of it that is fear."""
    rules = ("tp.check.bs.fear", "tp.trait.fear.versus_fear")
    return sum(step.amount for step in tally.steps if step.rule in rules)


@pytest.fixture
def running(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Flights without a step: who flees, and who is free to pursue whom then."""
    log: list[str] = []

    def flee(fight: Fight, one: int, rule: str, **_: Any) -> list[int]:
        fight.state.pieces[one].fleeing = True
        log.append(f"{fight.state.pieces[one].name} flees")
        return [99]

    def after(fight: Fight, fled: list[int], freed: list[int]) -> None:
        log.append(f"then {len(fled)} may be pursued by {freed}")

    monkeypatch.setattr(phase, "flee", flee)
    monkeypatch.setattr(phase, "after_flight", after)
    return log


# --- the three worked scenarios ------------------------------------------------------------------------------


@pytest.mark.rule("tp.stress.scenario.1", "tp.stress.result", "tp.stress.clear", "tp.check.bs.kills")
def test_scenario_1_goblins_under_fire() -> None:
    fight = battle(goblins(models=12, lost=3))
    reckon(fight)
    assert pools(fight) == {"goblins": (1, 3)}
    with script(fight, dice=[1, 4, 5, 4]):
        assert stress_one(fight)
    assert [(event.good, event.bad, event.passed) for event in told(fight, Checked)] == [(2, 1, True)]
    assert not stress_one(fight)
    assert piece(fight, "goblins").lost == 0 and not piece(fight, "goblins").fleeing


@pytest.mark.rule("tp.stress.scenario.2", "tp.stress.combat", "tp.check.bs.overlapped")
def test_scenario_2_a_small_combat() -> None:
    bearer = hero("bearer", (26, 20), role="standard")
    fight = duel(bearer, ours={"lost": 3}, theirs={"lost": 2, "models": 30, "files": 15})
    reckon(fight)
    (reckoned,) = told(fight, CombatReckoned)
    assert (reckoned.stress, reckoned.loser) == ((5, 1), 0)
    assert pools(fight) == {"goblins": (5, 4)}, "the elves are immune"


def scenario_3() -> Fight:
    """Elves in front of both goblin units, a dragon behind both, chariots in the flank of the left one."""
    fight = battle(
        goblins("right", (36 + WIDTH / 2, 20), lost=5),
        goblins("left", (36 - WIDTH / 2, 20), lost=4),
        hero("bearer", (25.5, 24), role="standard"),
        elves(models=30, files=10, lost=1),
        hero("dragon", (36, 20 - DEPTH), side=1, figure=beast(2)),
        unit(
            "chariots", (36 - WIDTH, 20 - DEPTH / 2), facing=90, side=1, models=4, files=2, figure=CHARIOT, lost=1
        ),
    )
    for name in ("left", "right"):
        contact(fight, "elves", name)
        contact(fight, "dragon", name, "front", "rear")
    contact(fight, "chariots", "left", "front", "left")
    return fight


@pytest.mark.rule("tp.stress.scenario.3", "tp.stress.combat.winner", "tp.check.bs.once", "tp.check.bs.flankrear")
def test_scenario_3_a_large_combat(running: list[str]) -> None:
    fight = scenario_3()
    reckon(fight)
    (reckoned,) = told(fight, CombatReckoned)
    assert (reckoned.stress, reckoned.loser) == ((16, 0), 0)
    assert pools(fight) == {"right": (9, 3), "left": (14, 4)}
    right = [2, 2, 4, 1, 2, 3, 4, 4, 5, 5, 5, 6]
    left = [3, 4, 5, 5, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6]
    with script(fight, dice=right + left, answers=["left"]):
        assert stress_one(fight)
    assert [(event.good, event.bad) for event in told(fight, Checked)] == [(1, 6), (3, 7)]
    assert running == ["left flees", "right flees", "then 2 may be pursued by [99]"]


# --- who checks ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.stress.phase", "tp.check.break")
def test_whoever_has_no_stress_takes_no_check() -> None:
    fight = battle(goblins(lost=1), elves(at=(36, 40)))
    with script(fight):
        assert not stress_one(fight)
    assert not told(fight, Checked)


@pytest.mark.rule("tp.stress.phase")
def test_fear_alone_brings_a_break_check() -> None:
    fight = battle(goblins(models=10), hero("troll", (36, 25), facing=180, side=1, figure=beast(1)))
    with script(fight, dice=[4, 1, 1, 6]):
        assert stress_one(fight)
        assert not stress_one(fight)
    assert [(event.piece, event.passed) for event in told(fight, Checked)] == [(0, True)]


@pytest.mark.rule("tp.stress.combat")
def test_the_winner_of_a_combat_is_immune_whatever_its_stress(running: list[str]) -> None:
    fight = duel(ours={"lost": 10}, theirs={"lost": 2})
    with script(fight, dice=[1, 1, 1, 6, 6, 6, 6, 6]):
        assert stress_one(fight)
        assert not stress_one(fight)
    assert [event.piece for event in told(fight, Checked)] == [0]
    assert running == ["goblins flees", "then 1 may be pursued by [99]"]


@pytest.mark.rule("tp.stress.draw")
def test_nobody_checks_after_a_draw() -> None:
    fight = duel(ours={"lost": 6}, theirs={"lost": 7})
    with script(fight):
        assert not stress_one(fight)
    assert told(fight, CombatReckoned)[0].loser == -1
    assert told(fight, CombatReckoned)[0].rule == "tp.stress.draw"


@pytest.mark.rule("tp.stress.combat")
def test_only_the_stressed_pieces_of_the_losing_side_check() -> None:
    fight = battle(
        goblins("hurt", (36 - WIDTH / 2, 20), lost=4),
        goblins("unhurt", (36 + WIDTH / 2, 20)),
        elves(models=30, files=10),
    )
    for name in ("hurt", "unhurt"):
        contact(fight, "elves", name)
    reckon(fight)
    assert list(pools(fight)) == ["hurt"] and fight.state.losers == ((0,),)


@pytest.mark.rule("tp.trait.unbreakable", "tp.stress.order")
def test_of_those_outside_combat_the_unbreakable_are_not_asked_to_check() -> None:
    stout = foot(traits=("unbreakable",))
    fight = battle(
        unit("stout", (10, 20), models=10, figure=stout, lost=4), unit("guard", (30, 20), models=10, lost=4)
    )
    with script(fight, dice=[4, 4, 4, 4, 1, 1]) as given:
        while stress_one(fight):
            pass
    assert not given.asked
    assert [event.piece for event in told(fight, Checked)] == [number(fight, "guard")]


@pytest.mark.rule("tp.stress.combat.winner", "tp.trait.unbreakable")
def test_the_stress_of_the_unbreakable_counts_but_they_never_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(specials.unbreakable._hooks, "steadfast", lambda fight, one: True)
    fight = battle(
        goblins("steady", (36 - WIDTH / 2, 20), lost=4, figure=foot(traits=("steadfast",))),
        goblins("shaky", (36 + WIDTH / 2, 20), lost=2),
        elves(models=30, files=10, lost=4),
    )
    for name in ("steady", "shaky"):
        contact(fight, "elves", name)
    assert (total(fight, 0), total(fight, 1)) == (3, 2)
    with script(fight, dice=[6, 6, 6, 1]):
        assert stress_one(fight)
        assert not stress_one(fight)
    assert [fight.state.pieces[event.piece].name for event in told(fight, Checked)] == ["shaky"]


@pytest.mark.rule("tp.stress.phase", "tp.move.unintentional.late")
def test_a_contact_that_came_too_late_is_no_combat_yet() -> None:
    fight = battle(goblins(lost=2), elves(models=30, files=15, lost=6))
    contact(fight, "elves", "goblins", clock=1, waiting=True)
    reckon(fight)
    assert not told(fight, CombatReckoned) and not fight.state.losers
    assert pools(fight) == {"goblins": (1, 3), "elves": (3, 4)}, "no overlap; and both check for themselves"
    phase.clear(fight)
    assert not fight.state.contacts[0].waiting
    assert stress(fight, 0, "break").total == 4


# --- adding a side up ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.check.bs.once", "tp.stress.combat.winner")
def test_a_dragon_in_the_rear_of_two_units_counts_once_for_the_side_and_fully_for_each() -> None:
    fight = battle(
        goblins("right", (36 + WIDTH / 2, 20)),
        goblins("left", (36 - WIDTH / 2, 20)),
        hero("dragon", (36, 20 - DEPTH), side=1, figure=beast(2)),
    )
    for name in ("left", "right"):
        contact(fight, "dragon", name, "front", "rear")
    assert total(fight, 0) == 5 + 2
    reckon(fight)
    assert pools(fight) == {"right": (7, 3), "left": (7, 3)}


@pytest.mark.rule("tp.check.bs.once")
def test_two_enemies_in_flank_and_rear_are_two_occurrences() -> None:
    fight = battle(
        goblins(),
        hero("dragon", (36, 20 - DEPTH), side=1, figure=beast()),
        unit("chariots", (36 - WIDTH / 2, 20 - DEPTH / 2), facing=90, side=1, models=4, files=2, figure=CHARIOT),
    )
    contact(fight, "dragon", "goblins", "front", "rear")
    contact(fight, "chariots", "goblins", "front", "left")
    assert total(fight, 0) == 10


@pytest.mark.rule("tp.stress.combat.winner")
def test_the_fear_of_a_dragon_that_fights_three_pieces() -> None:
    names = ("one", "two", "three")
    units = [goblins(name, (36 + (n - 1) * WIDTH, 20)) for n, name in enumerate(names)]
    fight = battle(*units, hero("dragon", (36, 22), facing=180, side=1, figure=beast(2)))
    for name in names:
        contact(fight, "dragon", name)
    assert total(fight, 0) == 2
    assert [stress(fight, n, "break").total for n in range(3)] == [2, 2, 2]


@pytest.mark.rule("tp.trait.fear.mixed_combat", "tp.check.bs.once")
def test_fear_in_a_mixed_combat() -> None:
    fight = battle(
        goblins(models=20),
        hero("troll", (40, 20), figure=beast(1)),
        hero("dragon", (40, 20), facing=180, side=1, figure=beast(2)),
        elves(models=20),
    )
    contact(fight, "elves", "goblins")
    contact(fight, "dragon", "troll")
    contact(fight, "dragon", "goblins")
    assert fear(side_total(fight, range(4), 0)) == 1 and fear(side_total(fight, range(4), 1)) == 0
    own = {name: fear(stress(fight, number(fight, name), "break")) for name in ("goblins", "troll")}
    assert own == {"goblins": 2, "troll": 1}


@pytest.mark.rule("tp.check.bs.once", "tp.check.bs.fear", "tp.check.bs.panic", "tp.check.bs.cowardly")
def test_panic_cowardice_and_the_fear_of_bystanders_count_once_for_a_side() -> None:
    cowards = foot(soldiering=2, ratings={"cowardly": 1})
    fight = battle(
        goblins("right", (36 + WIDTH / 2, 20), figure=cowards),
        goblins("left", (36 - WIDTH / 2, 20), figure=cowards),
        elves(models=30, files=10),
        unit("runners", (36, 14), models=3, files=3, fleeing=True),
        hero("giant", (42, 23), facing=180, side=1, figure=beast(3)),
    )
    for name in ("left", "right"):
        contact(fight, "elves", name)
    fighting = [number(fight, name) for name in ("left", "right", "elves")]
    rules = {step.rule: step.amount for step in side_total(fight, fighting, 0).steps[1:]}
    assert rules == {"tp.check.bs.fear": 3, "tp.check.bs.cowardly": 1}
    piece(fight, "runners").y = inches(16.5)
    rules = {step.rule: step.amount for step in side_total(fight, fighting, 0).steps[1:]}
    assert rules["tp.check.bs.panic"] == 1
    assert [stress(fight, n, "break").total for n in fighting[:2]] == [2, 5], "from the left the giant is hidden"


@pytest.mark.rule("tp.stress.combat.winner")
def test_kills_overlaps_and_buckling_count_for_each_piece() -> None:
    fight = battle(
        goblins("right", (36 + WIDTH, 20), models=5, lost=2),
        goblins("left", (36 - WIDTH, 20), models=5, lost=3),
        elves("east", (36 + WIDTH, 20)),
        elves("west", (36 - WIDTH, 20)),
    )
    contact(fight, "east", "right")
    contact(fight, "west", "left")
    fight.state.contacts.append(fight.state.contacts[0])
    amounts = [(step.rule.rpartition(".")[2], step.amount) for step in side_total(fight, range(4), 0).steps[1:]]
    assert amounts == [("kills", 1), ("buckling", 5), ("kills", 1), ("buckling", 5)]


@pytest.mark.rule("tp.stress.combat", "tp.stress.draw")
@pytest.mark.parametrize(("ours", "theirs", "lost"), [(10, 2, 0), (2, 10, 1), (6, 6, None)])
def test_the_side_with_more_stress_has_lost(ours: int, theirs: int, lost: int | None) -> None:
    assert loser(duel(ours={"lost": ours}, theirs={"lost": theirs}), [0, 1]) == lost


# --- in order ------------------------------------------------------------------------------------------------


def against_two(**more: Any) -> Fight:
    """Elves with two goblin units before them that have both lost life points."""
    fight = battle(
        goblins("first", (36 - WIDTH / 2, 20), lost=2),
        goblins("second", (36 + WIDTH / 2, 20), lost=2),
        elves(**{"models": 30, "files": 10, **more}),
    )
    for name in ("first", "second"):
        contact(fight, "elves", name)
    return fight


@pytest.mark.rule("tp.stress.order", "tp.stress.result", "tp.move.pursue")
def test_all_losers_check_before_anybody_runs_and_who_is_still_engaged_does_not_pursue() -> None:
    fight = against_two()
    with script(fight, dice=[1, 1, 1, 6, 6, 6, 6, 1, 3, 4]):
        assert stress_one(fight)
    seen = [one.event for one in fight.told if isinstance(one.event, Checked | Fled)]
    assert [type(event).__name__ for event in seen] == ["Checked", "Checked", "Fled"]
    assert piece(fight, "first").fleeing and engaged(fight, number(fight, "second"))
    assert not told(fight, Pursued) and piece(fight, "elves").y == inches(20)


@pytest.mark.rule("tp.stress.order")
def test_the_owner_says_who_flees_first(running: list[str]) -> None:
    fight = against_two()
    with script(fight, dice=[1, 1, 1, 6] * 2, answers=["second"]):
        assert stress_one(fight)
    assert running == ["second flees", "first flees", "then 2 may be pursued by [99]"]


@pytest.mark.rule("tp.stress.order", "tp.stress.newdice")
def test_the_check_to_hold_uses_the_dice_of_the_beginning_of_the_phase() -> None:
    """Twenty elves are a horde when they are free, and deep in a fight when the dice are counted."""
    fight = duel(ours={"lost": 6}, theirs={"lost": 2, "models": 20})
    hold = [6] * 4 + [1] * (3 + 1)  # soldiering 4 against deviancy 3 and a die of their own losses
    with script(fight, dice=[1, 1, 1, 6, 6, 6, 3, 4, *hold], answers=["hold", 0]):
        assert stress_one(fight)
    assert [(event.kind, event.passed) for event in told(fight, Checked)] == [("break", False), ("deviancy", True)]
    assert not stress_one(fight) and not fight.state.poised


@pytest.mark.rule("tp.stress.order")
def test_combats_are_settled_in_the_order_in_which_they_were_fought(running: list[str]) -> None:
    fight = battle(
        goblins("west", (20, 20), lost=4),
        goblins("east", (50, 20), lost=4),
        elves("west elves", (20, 20)),
        elves("east elves", (50, 20)),
    )
    for name in ("west", "east"):
        contact(fight, f"{name} elves", name)
    twin = fight.state.copy()
    reckon(fight)
    assert fight.state.losers == ((0,), (1,))
    fight.state = twin
    fight.state.fought = (1, 3, 0, 2)
    reckon(fight)
    assert fight.state.losers == ((1,), (0,))


@pytest.mark.rule("tp.stress.order", "tp.stress.phase")
def test_outside_combat_the_player_whose_turn_it_is_comes_first_and_chooses_the_order() -> None:
    hurt = [goblins("north", (20, 40), lost=2, models=10), goblins("south", (20, 5), lost=2, models=10)]
    fight = battle(*hurt, elves(at=(60, 5), lost=2, models=10), active=1)
    order = []
    with script(fight, dice=[6, 6, 6, 6, 1] + [6, 6, 6, 1] * 2, answers=["south"]):
        while stress_one(fight):
            order.append(fight.state.pieces[told(fight, Checked)[-1].piece].name)
    assert order == ["elves", "south", "north"]


@pytest.mark.rule("tp.stress.newdice", "tp.check.bs.panic")
def test_panic_of_this_phase_waits_for_the_next() -> None:
    fight = battle(goblins("first", (36, 20), lost=2, models=10), goblins("second", (36, 15), lost=2, models=10))
    with script(fight, dice=[1, 1, 1, 6, 1, 2], answers=["first"]):
        assert stress_one(fight)
    assert piece(fight, "first").fleeing
    with script(fight, dice=[6, 6, 6, 1]):
        assert stress_one(fight)
        assert not stress_one(fight)
    assert stress(fight, number(fight, "second"), "break").total == 1, "and in the next it counts"


@pytest.mark.rule("tp.stress.order", "tp.stress.newdice")
def test_whoever_a_pursuit_runs_into_still_checks_with_the_dice_it_had() -> None:
    fight = duel(goblins("behind", (36, 14), lost=2, models=10), ours={"lost": 6})
    broken, flight, chase = [1, 1, 1, 6, 6, 6], [1, 1], [6, 6]
    with script(fight, dice=broken + flight + chase, answers=["pursue", "stand"]):
        assert stress_one(fight)
    behind = number(fight, "behind")
    assert engaged(fight, behind)
    with script(fight, dice=[6, 6, 6, 1]):
        assert stress_one(fight)
        assert not stress_one(fight)
    assert [event.piece for event in told(fight, Checked)] == [0, behind]


@pytest.mark.rule("tp.stress.newdice")
def test_the_reasons_of_counted_dice_are_kept_for_the_check() -> None:
    fight = battle(goblins(models=10, lost=4))
    reckon(fight)
    piece(fight, "goblins").lost = 8
    with script(fight, dice=[6, 6, 6, 1, 1]):
        stress_one(fight)
    (event,) = told(fight, Checked)
    assert [step.rule for step in event.stress[1:]] == ["tp.check.bs.kills"]
    assert [step.note for step in event.soldiering] == ["soldiering", "command"]


# --- flight and rally ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.stress.result", "tp.check.break", "tp.move.flee")
def test_whoever_fails_outside_combat_flees_at_once() -> None:
    fight = battle(goblins(models=10, lost=2), elves(at=(36, 40)))
    with script(fight, dice=[1, 1, 1, 6, 3, 3]):
        assert stress_one(fight)
    assert piece(fight, "goblins").fleeing and told(fight, Fled)[0].distance == inches(6)


@pytest.mark.rule("tp.stress.order", "tp.move.rerally", "tp.check.bs.fleeing")
def test_a_fleeing_piece_that_passes_rallies() -> None:
    fight = battle(goblins(models=10, fleeing=True, flights=1))
    with script(fight, dice=[6, 6, 6, 1, 1, 1, 1, 1, 6], answers=[0]):
        assert stress_one(fight)
    assert not piece(fight, "goblins").fleeing and told(fight, Rallied)


@pytest.mark.rule("tp.character.general.no_rally")
def test_nobody_rallies_whose_general_is_dead() -> None:
    fight = battle(
        goblins(models=10, fleeing=True, flights=1), hero("general", (60, 40), role="general", fate="slain")
    )
    with script(fight, dice=[6, 6, 6, 1, 1, 1, 1, 1, 6]):
        assert stress_one(fight)
    assert piece(fight, "goblins").fleeing and not told(fight, Rallied)


# --- afterwards ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.stress.clear", "tp.check.bs.kills")
def test_casualties_never_count_in_another_turn() -> None:
    fight = battle(goblins(models=10, lost=4))
    reckon(fight)
    assert pools(fight) == {"goblins": (2, 3)}
    phase.clear(fight)
    reckon(fight)
    assert pools(fight) == {}


@pytest.mark.rule("tp.check.bs.kills", "tp.stress.clear")
def test_one_point_in_each_of_two_turns_is_no_die_at_all() -> None:
    fight = battle(goblins(models=10))
    for _ in range(2):
        piece(fight, "goblins").lost += 1
        with script(fight):
            assert not stress_one(fight)


@pytest.mark.rule("tp.stress.wipedout")
def test_whoever_kills_its_only_enemy_forgets_what_that_one_did() -> None:
    fight = scene(
        unit("men", (36, 20), models=12, files=4),
        unit("wolves", (36, 20), facing=180, side=1, models=3, files=3, figure=foot(attacks=2)),
        phase="combat",
    )
    contact(fight, "wolves", "men", rounds=1)
    blows = [6] * (4 + 4) + [6] * (6 + 6)  # to hit and damage, of the men and of the wolves
    with script(fight, dice=blows, answers=["fight on"]):
        assert fight_one(fight)
    assert piece(fight, "wolves").fate == "slain" and piece(fight, "men").models == 6
    assert stress(fight, 0, "break").total == 0
