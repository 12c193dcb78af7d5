"""Who stands on the works: set up there, shown there, and kept apart from those below."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from warhost.engine.field.compass import distance
from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import body, loose, same_height, set_aloft
from warhost.rulebooks.threeplains.charging.leg import out_of_reach
from warhost.rulebooks.threeplains.charging.marchover import can_march_over
from warhost.rulebooks.threeplains.events.course import Deployed
from warhost.rulebooks.threeplains.figure import Figure, from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.ground import level_of, on_works, standing_room
from warhost.rulebooks.threeplains.moving.groups import reveal, why_not_joined
from warhost.rulebooks.threeplains.moving.wedges import may_wedge
from warhost.rulebooks.threeplains.opening.deployment import Deploy, hide_one, set_down
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.telling.view import view
from warhost.rulebooks.threeplains.wounds.survivors import left_behind
from warhost.rulebooks.threeplains.wounds.survivors import set_down as set_survivors_down

from .scenarios import book
from .scene import champion, foot, hero, number, piece, script, told, unit
from .strongholds import siege

BOWS = foot(weapons=("longbow",))
MAN = from_mm(20)
OUTER = 15.0  # the outer edge of the straight walls


def waits(name: str = "bows", figure: Figure = BOWS, models: int = 12, **more: Any) -> Any:
    return unit(name, (25, 5), side=1, models=models, figure=figure, files=min(5, models), fate="waiting", **more)


def garrison(*pieces: Any) -> Fight:
    fight = siege(unit("orcs", (25, 40), facing=180), *pieces)
    fight.state.clock, fight.state.phase = 0, "deployment"
    return fight


def order(x: float, y: float = OUTER, files: int = 6, **more: int) -> dict[str, Any]:
    return {"at": [inches(x), inches(y)], "facing": 0, "files": files, **more}


def refused(fight: Fight, name: str, given: dict[str, Any]) -> Refusal | None:
    return Deploy(fight, number(fight, name)).refuse(given)


def place(fight: Fight, name: str, given: dict[str, Any]) -> None:
    question = Deploy(fight, number(fight, name))
    assert question.refuse(given) is None
    set_down(fight, number(fight, name), given, question)


# --- setting up -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.deploy", "tp.siege.move.passage")
def test_archers_are_set_up_on_a_wall_and_stand_loosely_there() -> None:
    fight = garrison(waits())
    place(fight, "bows", order(19))  # straight wall 4 runs from 16 to 22
    bows = number(fight, "bows")
    assert piece(fight, "bows").aloft and loose(fight, bows)
    assert len(piece(fight, "bows").places) == 12
    assert level_of(fight, bows) == 1 and on_works(fight, bows)
    assert told(fight, Deployed)[0].aloft
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.plan.zones", "tp.siege.deploy")
@pytest.mark.parametrize(("y", "lawful"), [(12.98, True), (13.1, False)])
def test_defenders_stand_right_behind_a_wall_though_towers_reach_further_back(y: float, lawful: bool) -> None:
    """Straight wall 6 lies from 28 to 34, its inner face at 13, that of the towers at 12."""
    fight = garrison(waits(figure=foot(loose=False)))
    assert (refused(fight, "bows", order(31, y)) is None) == lawful


@pytest.mark.rule("tp.siege.plan.zones", "tp.siege.deploy")
@pytest.mark.parametrize(
    ("x", "y", "lawful"), [(25, 33.01, True), (25, 32.95, False), (14, 33.95, False), (14, 34.01, True)]
)
def test_besiegers_stand_eighteen_inches_before_wall_and_tower(x: float, y: float, lawful: bool) -> None:
    """The walls end at 15, the tower round x 14 at 16."""
    fight = garrison(unit("horde", (25, 40), models=6, files=3, facing=180, fate="waiting"))
    given = {**order(x, y, 3), "facing": 18000}
    assert (refused(fight, "horde", given) is None) == lawful


@pytest.mark.rule("tp.siege.plan.zones")
def test_the_zone_behind_the_works_and_their_tops_are_the_defenders_and_nothing_else() -> None:
    fight = garrison(waits())
    assert refused(fight, "bows", order(19, 8)) is None
    assert refused(fight, "bows", order(19, OUTER)) is None
    assert refused(fight, "bows", order(19, 25)) is not None  # no man's land
    half = refused(fight, "bows", order(19, OUTER - 1.5))  # the second rank would hang over the inner edge
    assert half is not None and half.rule == "tp.siege.levels"


@pytest.mark.rule("tp.siege.plan.zones", "tp.siege.deploy")
def test_besiegers_are_not_set_up_on_the_works() -> None:
    fight = garrison(waits(), unit("horde", (25, 40), models=6, files=3, facing=180, fate="waiting"))
    found = refused(fight, "horde", {**order(19, 13.5, files=6), "facing": 18000})
    assert found is not None and found.rule == "tp.setup.zones"
    perches = {name: list(fight.setting.ramparts.perches(fight, number(fight, name))) for name in ("horde", "bows")}
    assert perches["bows"] and not perches["horde"]


@pytest.mark.rule("tp.siege.models")
@pytest.mark.parametrize(("models", "lawful"), [(13, True), (14, True), (15, False)])
def test_fourteen_stand_on_a_straight_wall_seven_at_the_turrets_and_seven_behind(models: int, lawful: bool) -> None:
    fight = garrison(waits(models=models))
    files = 7 if models <= 14 else 8
    found = refused(fight, "bows", order(25, files=files))  # gate 5, with walls on both sides
    assert (found is None) == lawful
    if found is not None:
        assert found.rule == "tp.siege.models" and "14" in found.why


@pytest.mark.rule("tp.siege.models")
def test_the_fifteenth_archer_stands_on_the_next_model() -> None:
    fight = garrison(waits(models=15))
    assert refused(fight, "bows", order(22, files=8)) is None  # half on wall 4 and half on gate 5


@pytest.mark.rule("tp.siege.models")
def test_two_pieces_share_a_top_up_to_what_it_bears() -> None:
    fight = garrison(waits("first", models=7), waits("second", models=7), waits("third", models=1))
    place(fight, "first", order(19, OUTER, 7))
    behind = OUTER - MAN / 1000
    taken = refused(fight, "second", order(19, OUTER, 7))
    assert taken is not None and taken.why == "first stands there"
    place(fight, "second", order(19, behind, 7))
    full = refused(fight, "third", order(16.2 + MAN / 2000, OUTER, 1))
    assert full is not None


@pytest.mark.rule("tp.siege.models")
def test_a_tower_roof_bears_twenty_five_and_nobody_stands_half_on_it() -> None:
    fight = garrison(waits(models=25))
    roof = order(14, 16, 5)
    assert refused(fight, "bows", roof) is None
    place(fight, "bows", roof)
    assert level_of(fight, number(fight, "bows")) == 2
    straddles = garrison(waits(models=4))
    found = refused(straddles, "bows", order(16, OUTER, 4))  # half on the tower, half on the wall beside it
    assert found is not None and found.rule == "tp.siege.levels"


@pytest.mark.rule("tp.siege.deploy", "tp.siege.move.who")
@pytest.mark.parametrize(
    ("figure", "lawful"),
    [
        (foot(category="cavalry", base=(MAN, MAN)), False),
        (foot(category="beast", base=(MAN, MAN)), False),
        (foot(category="machine", base=(MAN, MAN)), False),
        (foot(base=(MAN + 1, MAN + 1)), False),
        (foot(base=(MAN, MAN)), True),
    ],
    ids=["cavalry", "beast", "chariot", "larger base", "on foot"],
)
def test_only_models_on_foot_on_small_bases_are_on_the_works(figure: Figure, lawful: bool) -> None:
    fight = garrison(waits("riders", figure, models=3))
    found = refused(fight, "riders", order(19, files=3))
    assert (found is None) == lawful
    if found is not None:
        assert found.rule == "tp.siege.move.who"
    assert refused(fight, "riders", order(19, 8, 3)) is None  # they are set up in the courtyard


@pytest.mark.rule("tp.siege.move.who")
def test_a_mounted_character_keeps_his_group_off_the_works() -> None:
    rider = hero("lord", side=1, within="bows", figure=champion(mounted=True))
    fight = garrison(waits(), rider)
    found = refused(fight, "bows", order(19, files=7))
    assert found is not None and found.rule == "tp.siege.move.who"


@pytest.mark.rule("tp.siege.war_machines")
def test_one_machine_stands_on_a_model_of_the_fortress() -> None:
    catapult = foot(category="machine", movement=0, base=(from_mm(50), from_mm(50)))
    fight = garrison(waits("one", catapult, 1), waits("two", catapult, 1))
    place(fight, "one", order(19, files=1))
    second = refused(fight, "two", order(21, files=1))
    assert second is not None and second.rule == "tp.siege.war_machines"
    assert refused(fight, "two", order(25, files=1)) is None
    assert refused(fight, "two", order(14, 15, 1)) is None


@pytest.mark.rule("tp.siege.move.passage")
def test_nobody_forms_a_wedge_on_the_works_and_any_front_is_lawful_there() -> None:
    fight = garrison(waits())
    wedge = refused(fight, "bows", {"at": [inches(19), inches(OUTER)], "facing": 0, "wedge": 1})
    assert wedge is not None and wedge.rule == "tp.siege.move.passage"
    few = garrison(waits(models=2))
    assert refused(few, "bows", order(19, files=1)) is None


@pytest.mark.rule("tp.siege.scouting")
def test_besiegers_are_set_up_on_no_works() -> None:
    fight = garrison(unit("goblins", (25, 40), fate="waiting", models=5))
    assert refused(fight, "goblins", order(19)) is not None


@pytest.mark.rule("tp.siege.deploy")
def test_places_on_the_works_are_offered_and_random_players_take_them() -> None:
    fight = garrison(waits())
    question = Deploy(fight, number(fight, "bows"))
    offered = question.suggest()
    assert any(question.up(question.body(one)) for one in offered)
    assert any(not question.up(question.body(one)) for one in offered)
    assert all(question.refuse(one) is None for one in offered)
    taken = [question.sample(Random(seed)) for seed in range(20)]
    assert all(question.refuse(one) is None for one in taken)
    assert {question.up(question.body(one)) for one in taken} == {True, False}


# --- floors ---------------------------------------------------------------------------------------------------


def post(name: str, x: float, y: float, models: int = 3, **more: Any) -> Any:
    places = [(x + 0.8 * at, y) for at in range(models)]
    loosely = foot(loose=True)
    return unit(name, (x, y), side=1, models=models, figure=loosely, places=places, **{"aloft": True, **more})


@pytest.mark.rule("tp.siege.levels")
def test_under_the_arch_of_a_gate_one_is_on_the_ground() -> None:
    fight = siege(post("above", 24, 14), post("below", 24, 14, aloft=False))
    above, below = number(fight, "above"), number(fight, "below")
    assert (level_of(fight, above), level_of(fight, below)) == (1, 0)
    assert on_works(fight, above) and not on_works(fight, below)
    assert not same_height(fight, above, below)
    assert not any("same ground" in flaw for flaw in flaws(fight.setting, fight.state))


@pytest.mark.rule("tp.siege.levels", "tp.siege.breach")
def test_nobody_charges_or_marches_from_one_floor_to_another() -> None:
    orcs = unit("orcs", (19, 15.9), facing=180, models=5)
    fight = siege(orcs, post("wall", 17, 14.5), post("roof", 12.5, 15.5), unit("guard", (19, 8), side=1, models=5))
    wall, roof, guard = (number(fight, name) for name in ("wall", "roof", "guard"))
    for a, b in ((0, wall), (wall, 0), (0, roof)):
        assert getattr(out_of_reach(fight, a, b), "rule", "") == "tp.siege.breach"
        assert getattr(can_march_over(fight, a, b), "rule", "") == "tp.siege.breach"
    assert out_of_reach(fight, 0, guard) is None
    taken = siege(post("orcs", 23, 14.5), post("wall", 17, 14.5))
    piece(taken, "orcs").side = 0
    assert out_of_reach(taken, 0, 1) is None  # on the same walk


@pytest.mark.rule("tp.siege.levels")
@pytest.mark.parametrize("aloft", [True, False])
def test_a_character_joins_nobody_on_another_floor(aloft: bool) -> None:
    lord = hero("lord", (24 - MAN / 1000, 14 + MAN / 2000), side=1, aloft=aloft)
    fight = siege(lord, post("group", 24, 14))
    found = why_not_joined(fight, number(fight, "lord"), number(fight, "group"), body(fight, number(fight, "lord")))
    assert (found is None) == aloft


@pytest.mark.rule("tp.siege.move.passage")
def test_no_wedge_is_formed_on_the_works() -> None:
    keen = foot(traits=("infantry wedge",), shield=True)
    fight = siege(unit("up", (19, 14), side=1, figure=keen, aloft=True), unit("down", (19, 8), side=1, figure=keen))
    assert may_wedge(fight, number(fight, "up")) is not None
    assert may_wedge(fight, number(fight, "down")) is None


@pytest.mark.rule("tp.siege.levels")
def test_besiegers_may_stand_at_the_foot_of_a_wall_that_is_held_above_them() -> None:
    fight = siege(unit("orcs", (19, 15.01), facing=180, models=5), post("wall", 18.4, OUTER - MAN / 2000))
    there = body(fight, 0)
    assert min(distance(a, b) for a in there.block.points for b in body(fight, 1).block.points) < inches(1)
    assert standing_room(fight, 0, there) is None


@pytest.mark.rule("tp.siege.levels")
def test_the_table_shows_on_which_floor_a_piece_stands() -> None:
    fight = siege(unit("orcs", (19, 40)), post("wall", 17, 14.5), post("roof", 12.5, 15.4))
    shown = view(fight.setting, fight.state, 0)
    assert shown.table is not None and [level.base for level in shown.table.levels] == [0, 3000, 5000]
    assert {block.id: block.base for block in shown.blocks} == {"orcs": 0, "wall": 3000, "roof": 5000}
    assert "on the works" in next(block.marks for block in shown.blocks if block.id == "roof")


@pytest.mark.rule("tp.siege.levels")
def test_whoever_hangs_in_the_air_or_stands_in_a_wall_is_a_flaw() -> None:
    hanging = siege(post("wall", 17, 10))
    inside = siege(post("wall", 17, 14, aloft=False))
    assert "wall stands on the works where there are none" in flaws(hanging.setting, hanging.state)
    assert "wall stands in the works" in flaws(inside.setting, inside.state)


# --- who hides among them -------------------------------------------------------------------------------------


def hidden_among_bows(models: int = 8) -> Fight:
    """A halfwit is assigned to archers who stand on the wall already."""
    fool = hero("fool", side=1, role="halfwit", fate="hidden")
    bows = unit("bows", (19, OUTER), side=1, models=models, figure=BOWS, files=4, aloft=True)
    fight = garrison(bows, fool)
    with script(fight):
        assert hide_one(fight)
    return fight


@pytest.mark.rule("tp.siege.levels", "tp.character.halfwit.reveal")
def test_a_halfwit_who_shows_himself_on_the_wall_stands_on_the_wall() -> None:
    fight = hidden_among_bows()
    reveal(fight, number(fight, "fool"), 2)
    assert piece(fight, "fool").fate == "within" and piece(fight, "fool").aloft
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.levels", "tp.character.halfwit.exposed")
def test_a_halfwit_whose_group_dies_on_the_wall_is_left_on_the_wall() -> None:
    fight = hidden_among_bows()
    bows = number(fight, "bows")
    survivors = left_behind(fight, bows)
    piece(fight, "bows").fate = "slain"
    set_survivors_down(fight, bows, survivors)
    assert piece(fight, "fool").standing and piece(fight, "fool").aloft


@pytest.mark.rule("tp.character.halfwit.hidden")
def test_nothing_tells_the_enemy_on_which_floor_a_halfwit_hides() -> None:
    fight = hidden_among_bows()
    set_aloft(fight, number(fight, "bows"), True)
    known = book().known(fight.setting, fight.state, 0)
    assert not known.pieces[number(fight, "fool")].aloft
