"""Faults in moves and charges that a third reading of the rules brought to light."""

from __future__ import annotations

import pytest

from warhost.engine.event import Rolled
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.countercharges import counter_targets
from warhost.rulebooks.threeplains.charging.pursuit import pursue, wipe_out_moves
from warhost.rulebooks.threeplains.fighting.contact import foes
from warhost.rulebooks.threeplains.fighting.squaring import meet
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import standing_room
from warhost.rulebooks.threeplains.moving.groups import offer_reveal
from warhost.rulebooks.threeplains.opening.setup import generals_roll
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.turn import step

from .armoury import laden
from .marching import cost, go, play
from .scene import Placed, champion, contact, feature, hero, horse, number, piece, scene, script, told, unit


@pytest.mark.rule("tp.move.counter", "tp.move.pursue.move", "tp.move.wipeout")
@pytest.mark.parametrize("what", ["pursues", "wipes out", "stays"])
def test_a_pursuit_or_a_wipe_out_move_is_a_move_too(what: str) -> None:
    """In its own turn the guard used none of its movement; who moved makes no counter charge in the enemy's."""
    runners = unit("runners", at=(36, 40), side=1, fleeing=True, flight_run=inches(12), flights=1)
    fight = scene(unit("guard", at=(36, 20)), runners, phase="stress")
    if what == "pursues":
        with script(fight, dice=[1, 1]):
            pursue(fight, 0, 1)
    elif what == "wipes out":
        with script(fight, answers=["move", [go(36, 24)]]):
            wipe_out_moves(fight, [0])
    with script(fight, dice=[6] * 8 + [1] * 6, answers=[0]):  # the runners rally
        while fight.state.clock == 1:
            step(fight)
    assert (piece(fight, "guard").last_moved > 0) == (what != "stays")


BASE = 0.7874  # 20 mm
BOOK, CROWN = "book_of_supreme_knowledge", "lost_crown_of_barley"
PLATE, FLUTE = "plate_of_defiance", "john_the_jesters_flute"


@pytest.mark.rule("tp.setup.generalroll")
@pytest.mark.parametrize(
    ("items", "dice"), [((), 3), ((BOOK,), 4), ((BOOK, PLATE), 5), ((CROWN,), 3), ((FLUTE,), 3)]
)
def test_the_generals_items_count_in_his_roll_unless_they_are_banners(items: tuple[str, ...], dice: int) -> None:
    """The crown helps against fear and in break checks alone."""
    lord = hero("lord", (36, 10), role="general", figure=laden(*items, soldiering=3))
    fight = scene(lord, hero("warlord", (36, 40), side=1, role="general", figure=champion(soldiering=1)))
    with script(fight, dice=[6] * dice + [1]):
        assert generals_roll(fight, "first turn") == 0
    assert [len(event.faces) for event in told(fight, Rolled)] == [dice, 1]


# --- counter charges -----------------------------------------------------------------------------------------


def charged_home(*more: Placed, run: float = 5) -> Fight:
    """Riders have charged the guard's neighbours so many inches; the guard could strike back."""
    guard, struck = unit("guard", at=(29, 25), facing=45, models=15), unit("struck", at=(36, 26))
    riders = unit("riders", at=(36, 26), facing=180, side=1, models=5, figure=horse())
    fight = scene(guard, struck, riders, *more, active=1, clock=2, phase="counter charges")
    contact(fight, "riders", "struck", charge=inches(run), clock=2)
    return fight


@pytest.mark.rule("tp.move.counter")
@pytest.mark.parametrize(("run", "able"), [(9.99, True), (10, False)])
def test_ten_inches_are_too_many_for_a_counter_charge_against_riders(run: float, able: bool) -> None:
    assert bool(counter_targets(charged_home(run=run), 0)) is able


@pytest.mark.rule("tp.move.counter")
@pytest.mark.parametrize("on", ["guard", "struck"])
def test_whoever_is_charged_makes_no_counter_charge(on: str) -> None:
    fight = charged_home(unit("others", at=(20, 40), facing=150, side=1))
    piece(fight, "others").charge_target = number(fight, on)
    assert bool(counter_targets(fight, 0)) is (on != "guard")


@pytest.mark.rule("tp.move.counter")
def test_nobody_leaves_a_fight_for_a_counter_charge_not_even_with_the_weak() -> None:
    """In its own turn it could march over him."""
    fight = charged_home(hero("wizard", (26, 22), facing=225, side=1, figure=champion(attacks=1)))
    assert counter_targets(fight, 0)
    contact(fight, "wizard", "guard", "front", "rear")
    assert not counter_targets(fight, 0)


# --- others --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.squareup")
@pytest.mark.parametrize(("came", "files"), [(32, -2.5), (40, 2.5), (37, 1 / BASE)])
def test_a_charger_slides_no_further_than_it_must_from_either_end(came: float, files: float) -> None:
    """Five men against a side of ten: they come to lie wholly on it."""
    fight = scene(unit("elves", (came, 20)), unit("orcs", (36, 20), facing=180, side=1, files=10))
    with script(fight):
        assert meet(fight, 0, 1, "front", charge=inches(5))
    assert piece(fight, "elves").x == pytest.approx(inches(36 + files * BASE), abs=5)


@pytest.mark.rule("tp.move.individual")
def test_turning_costs_a_single_model_nothing() -> None:
    fight = scene(hero("lone", (36, 20)), unit("guard", (20, 20)))
    assert cost(fight, "lone", ["pivot", 9000]) == cost(fight, "lone", ["face", 9000]) == 0
    assert cost(fight, "lone", go(36, 27), ["face", 27000]) == 7
    assert cost(fight, "guard", ["pivot", 4500]) > 0


@pytest.mark.rule("tp.move.reinforce")
@pytest.mark.parametrize("tied", [False, True])
def test_the_ground_of_a_panicked_unit_is_shared_unless_the_enemy_is_tied_down(tied: bool) -> None:
    orcs = unit("orcs", (36, 20), facing=180, side=1, models=15)
    fight = scene(
        unit("front", (36, 20)), unit("back", (36, 20 - 4 * BASE - 1)), unit("side", (39, 21.5), facing=270), orcs
    )
    contact(fight, "orcs", "front")
    if tied:
        contact(fight, "side", "orcs", "front", "left")
    up = [go(36, 20 - 4 * BASE), ["reinforce", "front"]]
    play(fight, "back", up, dice=[1] * 4 + [6] * 3)
    assert piece(fight, "front").fate == "slain"
    meeting = 20 if tied else 20 - 2 * BASE
    assert (piece(fight, "back").y, piece(fight, "orcs").y) == pytest.approx([inches(meeting)] * 2, abs=5)
    assert number(fight, "orcs") in foes(fight, number(fight, "back"))


@pytest.mark.rule("tp.character.halfwit.reveal")
@pytest.mark.parametrize(("models", "asked_for"), [(9, False), (8, True)])
def test_a_halfwit_stays_hidden_while_his_group_has_no_room_for_one_more(models: int, asked_for: bool) -> None:
    """Rocks lie behind it, so that there is no room for a fourth rank."""
    halfwit = hero("wit", within="a", role="halfwit", fate="hidden", figure=champion(attacks=1))
    rocks = feature("rocks", (36, 20 - 3 * BASE - 1.1), (6, 2))
    fight = scene(unit("a", at=(36, 20), models=models, files=3), halfwit, terrain=[rocks])
    with script(fight, answers=["0"] if asked_for else []):
        offer_reveal(fight, number(fight, "wit"))
    assert piece(fight, "wit").fate == ("within" if asked_for else "hidden")


@pytest.mark.rule("tp.move.offboard", "tp.piece.footprint")
@pytest.mark.parametrize(("aside", "rule"), [(0, "tp.move.p2p.path"), (0.5, "")])
def test_a_loose_group_keeps_its_middle_front_on_the_board_too(aside: float, rule: str) -> None:
    """A crooked line: every base is on the table, the middle front of its oblong is not."""
    line = [(2.532, 15.322), (1.704, 16.164), (0.875, 17.006), (0.850, 13.665), (1.691, 14.494)]
    spots = [(x + aside, y) for x, y in line]
    riders = unit("riders", (0, 14), facing=225.43, models=5, figure=horse(loose=True), places=spots)
    fight = scene(riders)
    own = body(fight, 0)
    assert own.box[0] >= 0 and (own.front[0] < 0) is bool(rule)
    refusal = standing_room(fight, 0, own)
    assert (refusal.rule if refusal else "") == rule
