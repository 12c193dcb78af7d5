"""What a side is shown of the table, and what it is not."""

from __future__ import annotations

import pytest

from warhost.engine.lettering import symbols
from warhost.engine.view import INCHES, BlockView, View
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.moving.splitting import Halves, Spot, split
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.telling.view import view

from .scene import champion, contact, feature, foot, hero, horse, number, piece, scene, script, unit


def seen(fight: Fight, side: int | None = 0) -> View:
    return view(fight.setting, fight.state, side)


def block(fight: Fight, name: str, side: int | None = 0) -> BlockView:
    return next(block for block in seen(fight, side).blocks if block.id == name)


def test_a_unit_shows_every_base_its_front_and_what_it_is() -> None:
    fight = scene(unit("guard", at=(36, 20), models=20, files=5))
    found = block(fight, "guard")
    assert len(found.bases) == 20 and found.front == (36000, 20000)
    assert found.outline[0][1] == found.outline[1][1] == 20000
    assert (found.shape, found.side, found.unit) == ("foot", 0, "guard")
    assert found.details[0] == "20 of 20 models, 5 wide"
    assert "moves 7, 1 attack of rating 4 and damage 1, toughness 3, 1 life point, soldiering 4" in found.details


def test_command_and_characters_stand_on_their_own_bases() -> None:
    fight = scene(
        unit("guard", at=(36, 20), command=True),
        hero("havel", within="guard", role="general"),
        hero("ilse", within="guard", role="standard"),
    )
    roles = {place: (base.role, base.title) for place, base in enumerate(block(fight, "guard").bases) if base.role}
    assert roles == {2: ("command", "guard"), 1: ("general", "havel"), 3: ("standard", "ilse")}
    assert any(line.startswith("general havel: moves 7") for line in block(fight, "guard").details)


def test_a_lone_character_shows_its_role_and_a_lone_beast_none() -> None:
    beast = foot(category="beast", title="Beast")
    fight = scene(
        hero("mage", at=(10, 10), role="wizard"), unit("beast", at=(20, 10), models=1, files=1, figure=beast)
    )
    assert [base.role for base in block(fight, "mage").bases] == ["wizard"]
    assert [base.role for base in block(fight, "beast").bases] == [""]
    assert (block(fight, "mage").shape, block(fight, "beast").shape) == ("hero", "beast")


@pytest.mark.rule("tp.character.halfwit.hidden")
def test_a_hidden_halfwit_is_there_for_its_owner_alone() -> None:
    fight = scene(unit("guard", at=(36, 20)), hero("tam", within="guard", role="halfwit", fate="hidden"))
    assert "tam is hidden in it" in block(fight, "guard", 0).details
    assert [unit.id for unit in seen(fight, 0).units] == ["guard", "tam"]
    for other in (1, None):
        assert "tam" not in str(seen(fight, other))
    assert len(block(fight, "guard", 0).bases) == len(block(fight, "guard", 1).bases) == 20


def test_letters_do_not_tell_whether_somebody_hides() -> None:
    fights = [
        scene(unit("guard", at=(36, 20)), *hidden, hero("tarn", at=(10, 10)))
        for hidden in ((), (hero("tam", within="guard", role="halfwit", fate="hidden"),))
    ]
    without, with_one = ([one.symbol for one in seen(fight, 1).blocks] for fight in fights)
    assert without == with_one


def test_no_two_pieces_of_a_side_have_the_same_letters() -> None:
    titles = [("First Guard", False, 0), ("Old Guard", False, 0), ("Ghark the Bull", True, 0), ("Guard", False, 1)]
    assert symbols(titles) == ["Gu", "Ga", "GB", "Gu"]


def test_marks_tell_the_states_of_a_piece() -> None:
    fight = scene(
        unit("guard", at=(36, 20), tired=2, hurt=1, held_until=9, poison=(3, 5)),
        unit("riders", at=(20, 20), models=4, files=4, figure=horse(), tired=4, charge_target=2),
        unit("orcs", at=(36, 20), facing=180, side=1, fleeing=True),
    )
    contact(fight, "orcs", "guard")
    assert set(block(fight, "guard").marks) == {"engaged", "tired 2", "wounded", "cannot move", "poisoned"}
    assert "2 poison markers, the strongest of level 5" in block(fight, "guard").details
    assert set(block(fight, "riders").marks) == {"charging", "exhausted", "flimsy ranks"}
    assert set(block(fight, "orcs").marks) == {"engaged", "fleeing"}
    assert "charging orcs" in block(fight, "riders").details


@pytest.mark.rule("tp.setup.markers")
def test_only_who_has_stirred_is_marked_as_moved() -> None:
    fight = scene(
        unit("guard", (10, 20), acted=True), unit("pikes", (30, 20), acted=True, spent=inches(2)),
        unit("riders", (50, 20), charge_turn=inches(5)), hero("hero", (60, 20), stirred=1),
        unit("orcs", (36, 40), side=1, facing=180, acted=True, spent=inches(2)),
    )  # fmt: skip
    names = ("guard", "pikes", "riders", "hero", "orcs")
    assert [name for name in names if "moved" in block(fight, name).marks] == ["pikes", "riders", "hero"]


def test_a_clash_lies_where_the_two_fronts_meet() -> None:
    fight = scene(unit("guard", at=(36, 20), files=5), unit("orcs", at=(38, 20), facing=180, side=1, files=5))
    contact(fight, "orcs", "guard")
    (clash,) = seen(fight).clashes
    wide = 5 * foot().base[0]
    assert (clash.a, clash.b) == ("orcs", "guard")
    xs = sorted(x for x, _ in clash.line)
    assert abs(xs[0] - (38000 - wide // 2)) <= 5 and abs(xs[1] - (36000 + wide // 2)) <= 5
    assert {y for _, y in clash.line} == {20000}


def test_a_ring_stands_round_its_victim() -> None:
    fight = scene(
        unit("guard", at=(36, 24), models=9, files=3),
        unit("orcs", at=(36, 30), facing=180, side=1, models=16, files=4),
    )
    piece(fight, "orcs").ring = number(fight, "guard")
    ring = block(fight, "orcs")
    assert len(ring.bases) == 16 and "ring" in ring.marks
    victim = block(fight, "guard").outline
    low, high = min(x for x, _ in victim), max(x for x, _ in victim)
    middles = [sum(x for x, _ in base.outline) // 4 for base in ring.bases]
    assert min(middles) < low and max(middles) > high
    assert [one.id for one in seen(fight).blocks] == ["orcs", "guard"]


def test_parts_of_a_split_group_are_counted_together() -> None:
    fight = scene(unit("guard", at=(36, 20), models=20, files=5), deviancy=(0, 0))
    go = Spot(inches(40), inches(20), 0, 5)
    with script(fight, dice=[6] * 8):
        split(fight, 0, Halves(10, Spot(inches(36), inches(20), 0, 5), go, (), False))
    (unit_view,) = seen(fight).units
    assert (unit_view.strength, unit_view.started, unit_view.details) == (20, 20, ("in 2 parts",))
    assert [one.title for one in seen(fight).blocks] == ["guard", "detachment 1 of guard"]


def test_before_the_deployment_pieces_are_on_the_rosters_only() -> None:
    fight = scene(unit("guard", at=(36, 20), fate="waiting"), phase="deployment", clock=0)
    shown = seen(fight)
    assert shown.blocks == () and shown.units[0].details == ("not yet deployed",)
    assert [zone.title for zone in shown.zones] == ["zone of army 0", "zone of army 1"]
    assert seen(scene(unit("guard", at=(36, 20)))).zones == ()


def test_the_table_has_its_features_with_what_they_do() -> None:
    fight = scene(terrain=[feature("hill", (20, 20), (8, 8), "Knoll"), feature("stone wall", (40, 20), (6, 0.4))])
    table = seen(fight).table
    assert table is not None and (table.width, table.depth, table.measure) == (72000, 48000, INCHES)
    knoll, wall = table.features
    assert (knoll.name, knoll.height) == ("Knoll", 1)
    assert "2 inches to cross" in wall.details and "4 of 4 life points" in wall.details


def test_whose_move_it_is_and_what_the_phase_is_called() -> None:
    shown = seen(scene(unit("guard", at=(36, 20)), phase="combat", active=1), None)
    assert (shown.phase, shown.active, shown.you, shown.sides) == ("close combat", 1, None, ("army 0", "army 1"))


def test_archers_riders_and_mounted_heroes_have_shapes_of_their_own() -> None:
    fight = scene(
        unit("bows", at=(10, 20), figure=foot(weapons=("longbow",))),
        unit("riders", at=(30, 20), figure=horse()),
        hero("lord", at=(50, 20), figure=champion(mounted=True)),
    )
    assert [one.shape for one in seen(fight).blocks] == ["archers", "mounted", "mounted hero"]
