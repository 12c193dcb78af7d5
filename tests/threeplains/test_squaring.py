"""Squaring up: where a charge lands, and how the attacker comes to lie."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.events.charges import Narrowed
from warhost.rulebooks.threeplains.events.contacts import LostTouch, SquaredUp
from warhost.rulebooks.threeplains.fighting.contact import between, contacts_of
from warhost.rulebooks.threeplains.fighting.fronts import flimsy
from warhost.rulebooks.threeplains.fighting.sharing import fair_shares
from warhost.rulebooks.threeplains.fighting.squaring import close_up, zone_of
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, Side

from .charges_home import LOOSE, ROUND, met, nobody_overlaps, strike, strikers
from .scene import (
    champion,
    contact,
    feature,
    hero,
    number,
    piece,
    scene,
    told,
    unit,
)  # fmt: skip

# --- zones ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.zones")
@pytest.mark.parametrize(
    ("point", "side"),
    [((34 + 4, 23), "front"), ((34 - 4, 21), "left"), ((34 - 3, 13), "rear"), ((40, 19), "right")],
)
def test_zones_of_a_unit_four_wide_and_two_deep(point: tuple[float, float], side: str) -> None:
    fight = scene(unit("goblins", (34, 20), models=8, files=4, figure=ROUND))
    assert zone_of(fight, 0, (inches(point[0]), inches(point[1]))) == side


@pytest.mark.rule("tp.move.charge.lands")
def test_the_middle_front_decides_where_a_charge_lands() -> None:
    """Most of the elves stand in the goblins' front zone, but their middle front is in the left one."""
    fight = scene(
        unit("goblins", (36, 20), models=8, files=4, figure=ROUND, side=1),
        unit("elves", (31, 22.9), facing=180, models=24, files=8, figure=ROUND),
    )
    goblins, elves = number(fight, "goblins"), number(fight, "elves")
    assert zone_of(fight, goblins, body(fight, elves).front) == "left"
    assert sum(zone_of(fight, goblins, base.centre) == "front" for base in body(fight, elves).bases) > 12


@pytest.mark.rule("tp.move.squareup.newzones")
def test_a_unit_round_its_victim_has_only_rear() -> None:
    fight = scene(unit("goblins", (36, 20), models=20, figure=ROUND), hero("elf", (36, 20), facing=180, side=1))
    contact(fight, "goblins", "elf")
    piece(fight, "goblins").ring = number(fight, "elf")
    assert {zone_of(fight, 0, (inches(x), inches(y))) for x, y in ((36, 40), (36, 2), (2, 20), (70, 20))} == {
        "rear"
    }


# --- squaring up ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.squareup", "tp.move.charge.lands")
def test_elves_that_touch_at_an_angle_swing_round() -> None:
    fight = scene(
        unit("elves", (36, 19.2), facing=20, models=10, files=5, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=20, files=10, figure=ROUND, side=1),
    )
    assert strike(fight, "elves", "goblins")
    elves = piece(fight, "elves")
    assert elves.facing == 0
    assert elves.y == inches(20)
    assert met(fight, "elves", "goblins").b_side == "front"
    assert told(fight, SquaredUp)[0].foe == number(fight, "goblins")
    assert len(strikers(fight, "elves", "goblins")) == 5


@pytest.mark.rule("tp.move.squareup")
def test_it_slides_inwards_until_its_whole_front_lies_on_the_side() -> None:
    fight = scene(
        unit("elves", (32, 20), models=8, files=4, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=20, files=10, figure=ROUND, side=1),
    )
    assert strike(fight, "elves", "goblins")
    assert piece(fight, "elves").point == (inches(33), inches(20))


@pytest.mark.rule("tp.move.squareup")
def test_a_wide_front_slides_to_where_most_models_touch() -> None:
    """Five against three: at an offset of whole models all five touch, two of them at corners."""
    fight = scene(
        unit("elves", (36.3, 20), models=10, files=5, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=6, files=3, figure=ROUND, side=1),
    )
    assert strike(fight, "elves", "goblins")
    assert piece(fight, "elves").point == (inches(36), inches(20))
    assert strikers(fight, "elves", "goblins") == [0, 1, 2, 3, 4]


@pytest.mark.rule("tp.move.squareup")
@pytest.mark.parametrize(
    ("struck", "at", "facing"),
    [("left", (30, 19), 90), ("right", (42, 19), 270), ("rear", (36, 12), 0), ("front", (36, 30), 180)],
)
def test_every_side_can_be_struck(struck: Side, at: tuple[float, float], facing: float) -> None:
    fight = scene(
        unit("elves", at, facing=facing, models=4, files=2, figure=ROUND),
        unit("goblins", (36, 20), models=8, files=4, figure=ROUND, side=1),
    )
    assert strike(fight, "elves", "goblins", struck)
    assert piece(fight, "elves").facing == facing * 100
    assert met(fight, "elves", "goblins").b_side == struck
    assert len(strikers(fight, "elves", "goblins")) == 2
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.move.squareup")
@pytest.mark.parametrize("turned", [0, 17, 45, 123.45, 301])
def test_squaring_up_works_at_every_angle(turned: float) -> None:
    fight = scene(
        unit("elves", (36, 10), models=12, files=4),
        unit("goblins", (36, 24), facing=turned, models=17, files=5, side=1),
    )
    for struck in ("front", "left", "right", "rear"):
        trial = scene(
            unit("elves", (36, 10), models=12, files=4),
            unit("goblins", (36, 24), facing=turned, models=17, files=5, side=1),
        )
        assert strike(trial, "elves", "goblins", struck)  # type: ignore[arg-type]
        assert len(strikers(trial, "elves", "goblins")) >= 3
        assert nobody_overlaps(trial)
    assert fight.state.contacts == []


@pytest.mark.rule("tp.move.squareup.backrank", "tp.combat.contact")
def test_a_single_model_in_the_last_rank_counts_as_a_full_rank() -> None:
    fight = scene(
        unit("elves", (36, 10), models=5, files=5, figure=ROUND),
        unit("goblins", (36, 20), models=11, files=5, figure=ROUND, side=1),
    )
    assert strike(fight, "elves", "goblins", "rear")
    assert strikers(fight, "elves", "goblins") == [0, 1, 2, 3, 4]
    fighting = strikers(fight, "goblins", "elves")
    assert len(fighting) == 5
    assert 10 in fighting  # the one who really stands there


@pytest.mark.rule("tp.move.charge.mutual")
def test_a_charger_that_is_charged_keeps_its_own_run() -> None:
    fight = scene(
        unit("elves", (36, 19), models=10, figure=ROUND),
        unit(
            "goblins", (36, 20), facing=180, models=10, figure=ROUND, side=1, charge_target=0, charge_run=inches(5)
        ),
    )
    assert strike(fight, "elves", "goblins")
    assert met(fight, "elves", "goblins").counter == inches(5)
    assert met(fight, "elves", "goblins").charge == inches(6)


@pytest.mark.rule("tp.move.charge.mutual")
def test_a_piece_that_stands_is_no_charger() -> None:
    fight = scene(
        unit("elves", (36, 19), models=10, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=10, figure=ROUND, side=1, charge_run=inches(5)),
    )
    assert strike(fight, "elves", "goblins")
    assert met(fight, "elves", "goblins").counter == NEVER


# --- fitting in ----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.move.charge.fit", "tp.move.charge.fit.flimsy")
@pytest.mark.parametrize(("room", "flimsy_rule"), [(2, "tp.move.charge.fit.flimsy"), (3, "")])
def test_a_unit_narrows_between_two_friends(room: int, flimsy_rule: str) -> None:
    fight = scene(
        unit("elves", (36, 17), models=20, files=5, figure=ROUND),
        unit("left", (36 - room / 2 - 5, 20), models=30, files=10, figure=ROUND),
        unit("right", (36 + room / 2 + 5, 20), models=30, files=10, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=40, files=10, figure=ROUND, side=1),
    )
    for friend in ("left", "right"):
        contact(fight, friend, "goblins", rounds=1)
    assert strike(fight, "elves", "goblins")
    assert piece(fight, "elves").narrow == room
    assert told(fight, Narrowed)[-1].files == room
    assert flimsy(fight, number(fight, "elves")) == flimsy_rule
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.move.charge.fit")
def test_it_widens_again_as_soon_as_there_is_room() -> None:
    fight = scene(
        unit("elves", (36, 17), models=20, files=5, figure=ROUND),
        unit("left", (36 - 6.5, 20), models=30, files=10, figure=ROUND),
        unit("right", (36 + 6.5, 20), models=30, files=10, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=40, files=10, figure=ROUND, side=1),
    )
    assert strike(fight, "elves", "goblins")
    assert piece(fight, "elves").narrow == 3
    piece(fight, "left").x -= inches(1)
    close_up(fight)
    assert piece(fight, "elves").narrow == 4
    piece(fight, "left").fate = "slain"
    close_up(fight)
    assert piece(fight, "elves").narrow == 0
    assert len(strikers(fight, "elves", "goblins")) == 5
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.move.charge.fit")
def test_impassable_ground_bars_a_place() -> None:
    fight = scene(
        unit("elves", (33, 17), models=8, files=4, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=20, files=10, figure=ROUND, side=1),
        terrain=[feature("impassable", (33, 19), (4, 1))],
    )
    assert strike(fight, "elves", "goblins")
    assert piece(fight, "elves").point == pytest.approx((inches(37), inches(20)), abs=15)


@pytest.mark.rule("tp.move.squareup")
@pytest.mark.parametrize(("room", "meets"), [(1.0, True), (0.2, True), (0.0, False)])
def test_a_broad_base_fights_where_only_a_part_of_it_finds_room(room: float, meets: bool) -> None:
    """A beast two inches broad, and friends before the rest of the side."""
    fight = scene(
        hero("beast", (34.5, 15), figure=champion(base=(inches(2), inches(2)))),
        unit("goblins", (36, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
        unit("friends", (36 + 5 - 2 + room, 20), models=20, files=10, figure=ROUND),
    )
    assert strike(fight, "beast", "goblins") is meets
    assert bool(contacts_of(fight, number(fight, "beast"))) is meets
    assert nobody_overlaps(fight)
    if meets:
        assert piece(fight, "beast").x == pytest.approx(inches(34 + room - 1), abs=10)


@pytest.mark.rule("tp.move.charge.mass")
def test_no_room_no_contact() -> None:
    fight = scene(
        unit("elves", (36, 15), models=8, files=4, figure=ROUND),
        unit("friends", (36, 20), models=36, files=12, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=10, files=5, figure=ROUND, side=1),
    )
    contact(fight, "friends", "goblins", rounds=1)
    before = piece(fight, "elves").point
    assert not strike(fight, "elves", "goblins")
    assert piece(fight, "elves").point == before
    assert contacts_of(fight, number(fight, "elves")) == []


@pytest.mark.rule("tp.move.charge.mass")
def test_nobody_comes_to_fight_in_the_space_of_a_friend_who_fights() -> None:
    """Friends may share the space of a small single model, but not while it fights there."""
    fight = scene(
        unit("elves", (36, 15), models=8, files=4, figure=ROUND),
        hero("friend", (36, 20), figure=champion(base=(inches(1), inches(1)))),
        unit("goblins", (36, 20), facing=180, models=10, files=5, figure=ROUND, side=1),
    )
    contact(fight, "friend", "goblins", rounds=1, clock=0)
    assert strike(fight, "elves", "goblins")
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.move.charge.mass")
def test_two_wide_units_share_a_short_side() -> None:
    fight = scene(
        unit("left", (34, 17), models=16, files=8, figure=ROUND),
        unit("right", (38, 17), models=16, files=8, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
    )
    assert strike(fight, "left", "goblins")
    assert strike(fight, "right", "goblins")
    assert piece(fight, "left").point == (inches(32), inches(20))
    assert piece(fight, "right").point == (inches(40), inches(20))


@pytest.mark.rule("tp.move.charge.mass")
def test_one_between_others_narrows_to_its_share() -> None:
    fight = scene(
        unit("left", (32, 17), models=16, files=8, figure=ROUND),
        unit("right", (40, 17), models=16, files=8, figure=ROUND),
        unit("middle", (36, 17), models=16, files=8, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=20, files=9, figure=ROUND, side=1),
    )
    for name in ("left", "right", "middle"):
        assert strike(fight, name, "goblins")
    assert piece(fight, "middle").point == (inches(36), inches(20))
    assert piece(fight, "middle").narrow == 3
    assert piece(fight, "left").narrow == piece(fight, "right").narrow == 0
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.move.charge.mass", "tp.move.charge.fit")
def test_an_outer_one_without_room_to_stick_out_narrows() -> None:
    """Two inches beyond the right end of the side the ground is impassable."""
    fight = scene(
        unit("left", (34, 17), models=16, files=8, figure=ROUND),
        unit("right", (38, 17), models=16, files=8, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
        terrain=[feature("impassable", (41, 18), (2, 6))],
    )
    assert strike(fight, "left", "goblins")
    assert strike(fight, "right", "goblins")
    assert piece(fight, "left").point == (inches(32), inches(20))
    assert piece(fight, "right").point == (inches(38), inches(20)) and piece(fight, "right").narrow == 4
    assert len(strikers(fight, "left", "goblins")) == len(strikers(fight, "right", "goblins"))
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.move.charge.mass")
def test_only_what_is_free_of_a_side_is_shared() -> None:
    """Old friends hold the left 3 inches of 9: the two that come now have 3 each."""
    fight = scene(
        unit("old", (33, 20), models=6, files=3, figure=ROUND),
        unit("left", (36, 17), models=16, files=8, figure=ROUND),
        unit("right", (40, 17), models=16, files=8, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=18, files=9, figure=ROUND, side=1),
    )
    contact(fight, "old", "goblins", rounds=1, clock=0)
    assert strike(fight, "right", "goblins")
    assert strike(fight, "left", "goblins")
    assert piece(fight, "old").point == (inches(33), inches(20))
    assert body(fight, number(fight, "left")).box[:2] == (inches(34.5), inches(37.5))
    assert body(fight, number(fight, "right")).box[0] == inches(37.5)
    assert piece(fight, "left").narrow == 3 and piece(fight, "right").narrow == 0


@pytest.mark.rule("tp.move.charge.mass")
def test_one_in_the_middle_has_a_file_at_least_and_the_others_the_rest() -> None:
    fight = scene(
        unit("left", (35, 17), models=16, files=8, figure=ROUND),
        unit("middle", (36, 17), models=16, files=8, figure=ROUND),
        unit("right", (37, 17), models=16, files=8, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=4, files=2, figure=ROUND, side=1),
    )
    for name in ("left", "middle", "right"):
        assert strike(fight, name, "goblins")
    assert piece(fight, "middle").narrow == 1 and piece(fight, "middle").point == (inches(36), inches(20))
    assert body(fight, number(fight, "left")).box[1] == inches(35.5)
    assert body(fight, number(fight, "right")).box[0] == inches(36.5)


@pytest.mark.rule("tp.move.charge.mass")
def test_they_stand_in_the_order_in_which_they_came_wherever_they_were_pushed() -> None:
    """The one that came furthest to the right has been pushed back to the middle of its share by then."""
    fight = scene(
        unit("left", (33, 17), models=16, files=8, figure=ROUND),
        unit("right", (39.5, 17), models=16, files=8, figure=ROUND),
        unit("last", (38.8, 17), models=16, files=8, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=18, files=9, figure=ROUND, side=1),
    )
    for name in ("left", "right", "last"):
        assert strike(fight, name, "goblins")
    along = sorted(("left", "right", "last"), key=lambda name: piece(fight, name).x)
    assert along == ["left", "last", "right"]


@pytest.mark.rule("tp.move.charge.mass")
def test_whoever_finds_not_even_a_file_free_is_left_out() -> None:
    """Four before a single model: two outermost and one between them, and the side is full."""
    fight = scene(
        *(unit(name, (36, 17), models=16, files=8, figure=ROUND) for name in "abcd"),
        unit("goblins", (36, 20), facing=180, models=3, files=1, figure=ROUND, side=1),
    )
    assert [strike(fight, name, "goblins") for name in "abcd"] == [True, True, False, False]
    assert contacts_of(fight, number(fight, "c")) == [] and piece(fight, "c").point == (inches(36), inches(17))


@pytest.mark.rule("tp.move.charge.mass", "tp.combat.contact")
def test_a_friend_that_touches_a_second_enemy_shares_its_side_too() -> None:
    """The first has charged the goblins and lies against the hero beside them as well; he loses touch with him."""
    fight = scene(
        unit("first", (37, 17), models=12, files=6, figure=ROUND),
        unit("second", (40, 17), models=12, files=6, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=8, files=4, figure=ROUND, side=1),
        hero("boss", (38.6, 20), facing=180, figure=champion(base=(inches(1), inches(1))), side=1),
    )
    assert strike(fight, "first", "goblins")
    assert between(fight, number(fight, "first"), number(fight, "boss"))
    assert strike(fight, "second", "goblins")
    assert body(fight, number(fight, "first")).box[1] == body(fight, number(fight, "second")).box[0] == inches(36)
    assert between(fight, number(fight, "first"), number(fight, "boss")) is None
    assert between(fight, number(fight, "second"), number(fight, "boss"))
    assert told(fight, LostTouch)[0].foe == number(fight, "boss")


def riders_and_guard() -> Fight:
    """Ten loose riders and a guard four wide come to the front of goblins, which is six wide."""
    return scene(
        unit("riders", (35, 19), models=10, files=5, figure=LOOSE),
        unit("guard", (38, 17), models=8, files=4, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=12, files=6, figure=ROUND, side=1),
    )


@pytest.mark.rule("tp.move.charge.mass", "tp.move.squareup.lap")
@pytest.mark.parametrize("order", [("riders", "guard"), ("guard", "riders")])
def test_a_loose_group_shares_a_side_too(order: tuple[str, str]) -> None:
    """Three inches for each. The riders lap round the end that is theirs, the guard sticks out at the other."""
    fight = riders_and_guard()
    for name in order:
        assert strike(fight, name, "goblins")
    assert piece(fight, "guard").point == (inches(38), inches(20)) and piece(fight, "guard").narrow == 0
    in_front = [base for base in body(fight, number(fight, "riders")).bases if base.top <= inches(20) + 10]
    assert max(base.right for base in in_front) <= inches(36) + 10
    assert len(strikers(fight, "riders", "goblins")) >= 4 and len(strikers(fight, "guard", "goblins")) == 4
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.move.charge.mass", "tp.move.squareup.lap")
def test_two_loose_groups_share_a_side() -> None:
    """The second to come is set first as it lies to the left, and keeps to its own half."""
    fight = scene(
        unit("right", (38, 19), models=5, figure=LOOSE),
        unit("left", (32, 19), models=5, figure=LOOSE),
        unit("goblins", (36, 20), facing=180, models=12, files=6, figure=ROUND, side=1),
    )
    assert strike(fight, "right", "goblins") and strike(fight, "left", "goblins")
    for name, low, high in (("left", 31, 36), ("right", 36, 41)):
        first = [
            base
            for base in body(fight, number(fight, name)).bases
            if inches(19) - 10 <= base.bottom < inches(20) - 10
        ]
        assert all(inches(low) - 10 <= base.left and base.right <= inches(high) + 10 for base in first)
        assert len(first) >= 3
    assert nobody_overlaps(fight)


@pytest.mark.rule("tp.move.charge.mass")
def test_a_loose_group_without_room_in_its_share_changes_nothing() -> None:
    """Rocks lie behind it, and they have run too far to lap round: one finds a place, the nine others do not."""
    fight = riders_and_guard()
    fight.state.terrain = (feature("impassable", (30.7, 16), (13.4, 5.8)),)
    piece(fight, "riders").turn.spent = inches(7)
    assert strike(fight, "guard", "goblins")
    before = piece(fight, "guard").point
    assert not strike(fight, "riders", "goblins")
    assert piece(fight, "guard").point == before and piece(fight, "riders").standing
    assert contacts_of(fight, number(fight, "riders")) == []


@pytest.mark.rule("tp.move.charge.mass")
def test_what_one_does_not_need_goes_to_the_others() -> None:
    assert fair_shares(9, [8, 1, 8]) == [4, 1, 4]
    assert fair_shares(10, [2, 3]) == [2, 3]


@pytest.mark.rule("tp.move.charge.mass")
def test_a_latecomer_has_only_what_is_free() -> None:
    fight = scene(
        unit("first", (36, 20), models=16, files=8, figure=ROUND),
        unit("second", (38, 17), models=16, files=8, figure=ROUND),
        unit("goblins", (36, 20), facing=180, models=20, files=10, figure=ROUND, side=1),
    )
    contact(fight, "first", "goblins", rounds=1, clock=0)
    before = piece(fight, "first").point
    assert strike(fight, "second", "goblins")
    assert piece(fight, "first").point == before
    assert len(strikers(fight, "second", "goblins")) == 2
