"""Setting up: in turn, in the zone, on its line, and whoever hides at the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.threeplains.mustering import ARMIES, LISTS
from tests.threeplains.scene import (
    HORSE_BASE,
    Placed,
    asked,
    champion,
    feature,
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

from warhost.engine.battle import Battle
from warhost.engine.dice import Throw
from warhost.engine.question import Answer, Choose, Question
from warhost.rulebooks.threeplains.armies.muster import enlist
from warhost.rulebooks.threeplains.bodies import body, on_table
from warhost.rulebooks.threeplains.events.course import Deployed, FirstToPlace, Hidden, LeftAtHome
from warhost.rulebooks.threeplains.events.moves import Revealed
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.library import load_library, table_of
from warhost.rulebooks.threeplains.opening.deployment import (
    Deploy,
    choose_first_to_place,
    deploy_one,
    fronts,
    hide_one,
    hiding_places,
    waiting,
)
from warhost.rulebooks.threeplains.opening.setup import zone_of_side
from warhost.rulebooks.threeplains.scenario.mission import PITCHED
from warhost.rulebooks.threeplains.setting import Fight, Setting
from warhost.rulebooks.threeplains.state import NOBODY

FILE = 20 / 25.4


def men(name: str, **more: Any) -> Placed:
    return unit(name, (0, 0), **{"models": 10, **more})


def waiting_armies(*pieces: Placed, **more: Any) -> Fight:
    """Everybody is still to be set up; the first side places next."""
    fight = scene(*pieces, phase="deployment", **more)
    fight.state = fight.setting.begin()
    fight.state.phase = "deployment"
    return fight


def at(x: float, y: float, **more: int) -> dict[str, Any]:
    return {"at": [inches(x), inches(y)], **more}


def place(fight: Fight, *answers: Answer, times: int = 1) -> Fight:
    with script(fight, answers=list(answers)):
        for _ in range(times):
            assert deploy_one(fight)
    return fight


def refused(fight: Fight, order: Answer, name: str = "men") -> str:
    """The rule by which an order is refused; nothing if it is lawful."""
    refusal = Deploy(fight, number(fight, name)).refuse(order)
    return refusal.rule if refusal else ""


# --- in turn -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.setup.deploy", "tp.setup.generalroll")
@pytest.mark.parametrize(("answer", "first"), [("mine", 1), ("theirs", 0)])
def test_the_winner_of_the_roll_says_who_places_first(answer: str, first: int) -> None:
    fight = waiting_armies(hero("lord", role="general"), hero("warlord", role="general", side=1))
    with script(fight, dice=[1, 1, 1, 1, 6, 1, 1, 1], answers=[answer]):
        assert choose_first_to_place(fight)
        assert not choose_first_to_place(fight)
    assert fight.state.active == first and told(fight, FirstToPlace)[0].side == first


@pytest.mark.rule("tp.setup.deploy")
def test_players_alternate_and_the_rest_follows_when_one_has_placed_all() -> None:
    own = [men(f"a{n}") for n in range(3)]
    others = [men(f"b{n}", side=1) for n in range(5)]
    fight = waiting_armies(*own, *others)
    fight.oracle = _Random(1)
    while deploy_one(fight):
        pass
    sides = [fight.state.pieces[event.piece].side for event in told(fight, Deployed)]
    assert sides == [0, 1, 0, 1, 0, 1, 1, 1]
    assert not waiting(fight, 0) and not waiting(fight, 1)


@pytest.mark.rule("tp.setup.deploy", "tp.character.roles")
def test_characters_are_placed_with_their_group_and_count_as_one_piece() -> None:
    fight = waiting_armies(men("men"), hero("captain", within="men"), hero("loner"))
    assert waiting(fight, 0) == [number(fight, "men"), number(fight, "loner")]
    place(fight, "men", at(36, 10, files=5))
    assert piece(fight, "captain").fate == "within" and len(body(fight, 0).bases) == 11
    assert fight.state.deployed == (1, 0)
    place(fight, at(20, 10))
    assert piece(fight, "loner").fate == "standing" and not deploy_one(fight)


# --- where ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.setup.zones", "tp.setup.deploy")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (at(36, 10), ""),
        (at(36, 15), ""),
        (at(36, 15.1), "tp.setup.zones"),
        (at(10, 10), "tp.setup.zones"),
        (at(13, 10), "tp.setup.zones"),
        (at(12 + 2.5 * FILE, 10), ""),
        (at(36, 1), "tp.setup.zones"),
        (at(36, 10, facing=9000), ""),
        (at(36, 2, facing=18000), ""),
        (at(36, 10, facing=4500), ""),
        (at(36, 40), "tp.setup.zones"),
    ],
)
def test_the_whole_block_lies_in_the_own_zone_and_faces_any_way(order: dict[str, Any], rule: str) -> None:
    assert refused(waiting_armies(men("men")), order) == rule


@pytest.mark.rule("tp.setup.zones")
def test_the_other_side_deploys_in_the_other_zone() -> None:
    fight = waiting_armies(men("men"))
    fight.state.zones = (1, 0)
    assert refused(fight, at(36, 40)) == "" and refused(fight, at(36, 10)) == "tp.setup.zones"


@pytest.mark.rule("tp.setup.deploy")
def test_pieces_are_set_up_clear_of_each_other() -> None:
    fight = waiting_armies(men("first"), men("men"), hero("hero"))
    place(fight, "first", at(36, 10))
    assert refused(fight, at(36, 9))
    assert refused(fight, at(36 + 5 * FILE, 10)) == "", "side by side"
    assert refused(fight, at(36, 9.8), "hero") == "tp.setup.deploy", "nobody shares ground before the battle"


@pytest.mark.rule("tp.setup.deploy")
def test_nobody_is_set_up_where_it_could_not_end_a_move() -> None:
    ground = [
        feature("rocks", (30, 8), (4, 4)),
        feature("small obstacle", (50, 8), (1, 1)),
        feature("wood", (40, 8), (4, 4)),
    ]
    fight = waiting_armies(men("men"), hero("hero"), terrain=ground)
    assert refused(fight, at(30, 8)) == "tp.terrain.impassable"
    assert refused(fight, at(40, 8)) == ""
    assert refused(fight, at(50, 8.4), "hero") == "tp.move.obstacle.small"
    assert refused(fight, at(50, 8.4)) == ""


@pytest.mark.rule("tp.piece.unit.shape", "tp.unit.min_front", "tp.setup.deploy")
@pytest.mark.parametrize(
    ("figure", "files", "lawful"),
    [
        (foot(), 3, True),
        (foot(), 2, False),
        (foot(), 10, True),
        (foot(), 11, False),
        (horse(), 2, True),
        (horse(), 1, False),
    ],
)
def test_how_wide_a_unit_may_stand(figure: Any, files: int, lawful: bool) -> None:
    fight = waiting_armies(men("men", figure=figure))
    assert (refused(fight, at(36, 14, files=files)) == "") is lawful


@pytest.mark.rule("tp.siege.move.passage", "tp.piece.unit.shape")
def test_on_works_a_unit_stands_from_one_to_all_of_its_models_wide() -> None:
    four = waiting_armies(men("men", models=4))
    assert list(fronts(four, 0, loosely=True)) == [1, 2, 3, 4]
    assert list(fronts(four, 0)) == [3, 4]


@pytest.mark.rule("tp.unit.mob.formation")
def test_a_mob_is_set_up_as_square_as_it_can_be() -> None:
    mob = foot(traits=("mob",))
    twenty = waiting_armies(men("men", models=20, files=10, figure=mob))
    assert list(fronts(twenty, 0)) == [4, 5]
    assert refused(twenty, at(36, 10, files=10)) == "tp.unit.mob.formation"
    assert refused(twenty, at(36, 10)) == "" and refused(twenty, at(36, 10, files=4)) == ""
    place(twenty, at(36, 10))
    assert piece(twenty, "men").files == 5
    assert list(fronts(waiting_armies(men("men", models=16, figure=mob)), 0)) == [4]


@pytest.mark.rule("tp.setup.deploy")
def test_a_loose_group_is_drawn_up_in_ranks() -> None:
    fight = waiting_armies(men("men", models=7, figure=foot(loose=True)))
    place(fight, at(36, 10, files=3, facing=9000))
    skirmishers = piece(fight, "men")
    assert len(skirmishers.places) == 7 and (skirmishers.x, skirmishers.y) == body(fight, 0).front
    assert skirmishers.facing == 9000 and flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.setup.deploy.flying")
def test_flyers_begin_on_the_ground() -> None:
    fight = waiting_armies(hero("eagle", figure=champion(flight=inches(14))))
    place(fight, at(36, 10))
    assert not piece(fight, "eagle").airborne


@pytest.mark.rule("tp.setup.deploy")
@pytest.mark.parametrize(
    "order",
    [
        None,
        {},
        "here",
        {"at": 3},
        {"at": [1, 2, 3]},
        {"at": [1.5, 2]},
        at(36, 10, size=3),
        {**at(36, 10), "files": "3"},
    ],
)
def test_an_order_that_makes_no_sense_is_refused(order: Answer) -> None:
    assert refused(waiting_armies(men("men")), order) == "tp.setup.deploy"


# --- the front line ------------------------------------------------------------------------------------------


def in_a_row(fight: Fight, depths: list[float], first: int = 0) -> None:
    """The next pieces side by side, each so far behind the line."""
    for step, depth in enumerate(depths, first):
        name = f"m{step}"
        left = [fight.state.pieces[n].name for n in waiting(fight, 0)]
        place(fight, *([name] if len(left) > 1 else []), at(15 + 4.4 * step, 15 - depth))


@pytest.mark.rule("tp.setup.deploy.front")
def test_of_ten_pieces_two_hold_the_line() -> None:
    fight = waiting_armies(*[men(f"m{n}", models=6, files=3) for n in range(10)])
    in_a_row(fight, [3, 3, 3, 3])
    assert refused(fight, at(40, 12), "m4") == "tp.setup.deploy.front"
    assert refused(fight, at(40, 15, facing=18000), "m4") == "tp.setup.zones", "its back is not its front"
    in_a_row(fight, [0, 3, 3, 3, 3], 4)
    assert refused(fight, at(56, 12), "m9") == "tp.setup.deploy.front", "the fifth was long ago"
    in_a_row(fight, [0], 9)


@pytest.mark.rule("tp.setup.deploy.front")
@pytest.mark.parametrize("which", range(4))
def test_any_of_the_four_before_may_hold_it(which: int) -> None:
    fight = waiting_armies(*[men(f"m{n}", models=6, files=3) for n in range(5)])
    in_a_row(fight, [0 if n == which else 3 for n in range(4)])
    assert refused(fight, at(40, 12), "m4") == ""


@pytest.mark.rule("tp.setup.deploy.front")
def test_four_pieces_are_not_forced_to_the_line() -> None:
    fight = waiting_armies(*[men(f"m{n}", models=6, files=3) for n in range(4)])
    in_a_row(fight, [3, 3, 3, 3])
    assert not deploy_one(fight)


@pytest.mark.rule("tp.setup.deploy.front")
def test_nobody_is_held_to_a_line_that_has_no_room_left() -> None:
    wall = [feature("high wall", (36, 14.5), (48, 0.6))]
    fight = waiting_armies(*[men(f"m{n}", models=6, files=3) for n in range(5)], terrain=wall)
    in_a_row(fight, [3, 3, 3, 3])
    assert refused(fight, at(40, 12), "m4") == ""
    assert Deploy(fight, 4).suggest(3)


@pytest.mark.rule("tp.setup.deploy.front")
def test_on_the_far_side_the_line_is_the_near_edge_of_the_zone() -> None:
    fight = waiting_armies(*[men(f"m{n}", models=6, files=3, side=1) for n in range(5)])
    fight.state.deployed, fight.state.on_line = (0, 4), (0, 0)
    assert refused(fight, at(36, 36), "m4") == "tp.setup.deploy.front"
    assert refused(fight, at(36, 33), "m4") == ""


# --- finding a place -----------------------------------------------------------------------------------------


class _Random:
    """Random lawful answers and dice; every answer is checked."""

    def __init__(self, seed: int):
        self.chance = Random(seed)

    def ask(self, question: Question) -> Answer:
        answer = question.sample(self.chance)
        assert question.refuse(answer) is None, (question.what, answer, question.refuse(answer))
        return answer

    def ask_all(self, questions: Any) -> list[Answer]:
        return [self.ask(question) for question in questions]

    def throw(self, throw: Throw) -> tuple[int, ...]:
        return tuple(self.chance.randint(1, throw.sides) for _ in range(throw.count))


@pytest.mark.rule("tp.setup.deploy", "tp.setup.deploy.front")
@pytest.mark.parametrize(("army", "points"), [("orcs", 5000), ("mercenaries", 3000), ("elves", 1000)])
@pytest.mark.parametrize("seed", [1, 2])
def test_random_players_find_room_for_whole_armies(army: str, points: int, seed: int) -> None:
    first, second = (enlist(LISTS.raise_army(army, points, f"{seed}{side}"), ARMIES) for side in (0, 1))
    library = load_library()
    table = table_of(library.boards["village"], points)
    setting = Setting((first, second), table, library.kinds, ARMIES.weapons)
    fight: Fight = Battle(setting, setting.begin(), _Random(seed))
    while deploy_one(fight):
        pass
    assert flaws(setting, fight.state) == [] and not told(fight, LeftAtHome)
    for number_ in on_table(fight):
        zone = zone_of_side(setting, fight.state, fight.state.pieces[number_].side)
        assert zone.holds(body(fight, number_).block)


def packed(*pieces: Placed) -> Fight:
    """A zone so full of rocks that only the strip along its back edge is free, and rocks in one end of it too."""
    rocks = [feature("rocks", (36, 8.5), (72, 13)), feature("rocks", (24, 1), (44, 2))]
    return waiting_armies(*pieces, terrain=rocks)


@pytest.mark.rule("tp.setup.deploy")
def test_the_last_free_corner_is_found() -> None:
    fight = packed(men("men", models=6, files=3))
    offers = Deploy(fight, 0).suggest()
    assert offers and all(refused(fight, order) == "" for order in offers)
    for seed in range(5):
        assert refused(fight, Deploy(fight, 0).sample(Random(seed))) == ""


@pytest.mark.rule("tp.setup.deploy")
def test_a_gap_just_wide_enough_is_found() -> None:
    rocks = [feature("rocks", (20.5, 7.5), (19, 15)), feature("rocks", (46.185, 7.5), (27.63, 15))]
    fight = waiting_armies(men("men", models=6, files=3), terrain=rocks)
    order = Deploy(fight, 0).sample(Random(1))
    assert refused(fight, order) == "" and inches(31) < order["at"][0] < inches(31.3)


@pytest.mark.rule("tp.setup.deploy")
def test_where_its_own_front_does_not_fit_another_is_tried() -> None:
    fight = packed(men("men", models=18, files=3))  # six deep
    offers = Deploy(fight, 0).suggest()
    assert offers and all(order["files"] >= 9 for order in offers)


@pytest.mark.rule("tp.setup.zones", "tp.setup.deploy")
def test_a_piece_without_room_in_the_zone_goes_beside_it() -> None:
    fight = waiting_armies(men("men"), terrain=[feature("rocks", (36, 7.5), (48, 15))])
    assert refused(fight, at(6, 10)) == "" and refused(fight, at(36, 10)) == "tp.terrain.impassable"
    assert refused(fight, at(6, 20)) == "tp.setup.zones"
    place(fight, Deploy(fight, 0).suggest(1)[0])


@pytest.mark.rule("tp.setup.deploy")
def test_a_piece_without_any_room_misses_the_battle() -> None:
    fight = waiting_armies(
        men("men"),
        hero("captain", within="men"),
        men("orcs", side=1),
        terrain=[feature("rocks", (36, 8), (72, 16))],
    )
    place(fight, times=1)
    assert [event.piece for event in told(fight, LeftAtHome)] == [0]
    assert piece(fight, "men").fate == piece(fight, "captain").fate == "slain"


# --- halfwits ------------------------------------------------------------------------------------------------


def with_runt(*more: Placed, **changes: Any) -> Fight:
    runt = hero("runt", within="men", role="halfwit", fate="hidden", **changes)
    fight = waiting_armies(men("men"), runt, *more, men("enemies", side=1))
    fight.oracle = _Random(3)
    while deploy_one(fight):
        pass
    fight.state.phase, fight.state.todo = "halfwits", ()
    return fight


@pytest.mark.rule("tp.character.halfwit.deploy", "tp.character.halfwit.hidden")
def test_a_halfwit_chooses_its_group_when_all_stand_and_only_its_owner_learns_it() -> None:
    fight = with_runt(men("others"))
    assert not [event for event in told(fight, Deployed) if event.piece == number(fight, "runt")]
    question = asked(fight, hide_one)
    assert isinstance(question, Choose) and question.side == 0
    assert list(question.options) == ["men", "others"], "the group of the roster first"
    with script(fight, answers=["others"]):
        assert hide_one(fight)
        assert not hide_one(fight)
    runt = piece(fight, "runt")
    assert (runt.fate, runt.host) == ("hidden", number(fight, "others"))
    (hidden,) = [one for one in fight.told if isinstance(one.event, Hidden)]
    assert hidden.heard_by(0) and not hidden.heard_by(1)


@pytest.mark.rule("tp.character.halfwit.hidden", "tp.character.halfwit.proof", "tp.character.join.eligible")
def test_it_hides_only_among_bases_of_its_own_size_and_in_a_crowd() -> None:
    fight = with_runt(men("riders", figure=horse()), men("few", models=4), men("others"))
    names = [fight.state.pieces[n].name for n in hiding_places(fight, number(fight, "runt"))]
    assert names == ["men", "others"]
    mounted = with_runt(men("riders", figure=horse()), figure=champion(base=HORSE_BASE))
    names = [mounted.state.pieces[n].name for n in hiding_places(mounted, number(mounted, "runt"))]
    assert names == ["riders"]


@pytest.mark.rule("tp.character.halfwit.deploy")
def test_nobody_is_asked_where_there_is_one_group_to_hide_in() -> None:
    fight = with_runt()
    with script(fight):
        assert hide_one(fight)
    assert piece(fight, "runt").host == number(fight, "men")


@pytest.mark.rule("tp.character.halfwit.exposed", "tp.character.halfwit.deploy")
def test_in_too_small_a_group_it_is_seen_at_once() -> None:
    runt = hero("runt", within="men", role="halfwit", fate="hidden")
    fight = waiting_armies(men("men", models=4, files=4), runt)
    place(fight, at(36, 10))
    with script(fight):
        assert hide_one(fight)
    assert piece(fight, "runt").fate == "within" and told(fight, Revealed)


@pytest.mark.rule("tp.character.halfwit.deploy")
def test_a_halfwit_that_starts_alone_is_set_up_like_others() -> None:
    fight = waiting_armies(hero("runt", role="halfwit"))
    place(fight, at(36, 10))
    assert piece(fight, "runt").fate == "standing" and piece(fight, "runt").host == NOBODY
    assert not hide_one(fight)


@pytest.mark.rule("tp.scenario.common.deploy", "tp.character.halfwit.deploy")
@pytest.mark.parametrize("active", [0, 1])
def test_where_one_army_is_set_up_after_the_other_its_own_halfwit_hides_first(active: int) -> None:
    hidden: dict[str, Any] = {"role": "halfwit", "fate": "hidden"}
    runts = [hero(f"runt {side}", within=f"men {side}", side=side, **hidden) for side in (0, 1)]
    crowds = [unit(f"men {side}", (36, 10 + 28 * side), side=side, models=10) for side in (0, 1)]
    fight = scene(*crowds, *runts, mission=replace(PITCHED, places_first=0), phase="halfwits", active=active)
    for side in (0, 1):
        piece(fight, f"runt {side}").host = NOBODY
    with script(fight):
        assert hide_one(fight) and not hide_one(fight)
    hosts = [piece(fight, f"runt {side}").host != NOBODY for side in (0, 1)]
    assert hosts == [active == 0, active == 1]
