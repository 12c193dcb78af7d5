"""Hidden pieces: how they move unseen, how they come to light, and that nothing gives them away."""

from __future__ import annotations

import msgspec
import pytest

from warhost.engine.event import Event
from warhost.engine.game import Game
from warhost.engine.two_worlds import TwoWorlds
from warhost.players.random import RandomPlayer
from warhost.rulebooks.magnamund.events import Charged, Fired, Halted, MoraleReckoned, MoraleTested, Moved, Revealed
from warhost.rulebooks.magnamund.morale import must_test
from warhost.rulebooks.magnamund.orders import Lead, March
from warhost.rulebooks.magnamund.setting import Fight, Setting
from warhost.rulebooks.magnamund.state import State

from .heroics import card as hero_card
from .marching import field, forbidden, march
from .scene import (
    Square,
    asks,
    at,
    board,
    book,
    happened,
    hero,
    number,
    piece,
    play,
    refusal,
    scene,
    standing,
    unit,
)

HIDDEN = standing(hidden=True)
WOOD = board(trees=[(x, y) for x in range(8, 13) for y in range(8, 13)])
BLINDED = standing(wounds=[["head", "serious"]])


def ambush(*lurkers: Square, ours: Square = (10, 2), **more: object) -> Fight:
    """Giaks hidden in the wood (8 to 12, 8 to 12), and a man of ours south of it."""
    return field(unit("men", [ours]), unit("giaks", list(lurkers), side="theirs", all=HIDDEN), on=WOOD, **more)


def fate(fight: Fight, name: str) -> str:
    return piece(fight, name).fate


def shown(events: list[Event]) -> list[tuple[str, Square]]:
    return [(event.piece, event.square) for event in happened(events, Revealed)]


def heard(fight: Fight, player: int) -> list[Event]:
    return [told.event for told in fight.told if told.heard_by(player)]


# Being seen


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_two_squares_deep_in_trees_nobody_is_seen_from_the_edge_of_the_wood() -> None:
    fight = ambush((10, 9))
    march(fight, "men", {"men-1": "FFFFF"})
    assert at(fight, "men-1") == (10, 7)
    assert fate(fight, "giaks-1") == "hidden"


def behind_a_wall(*ours: Square) -> Fight:
    """A high wall north of y 4 with a gap at x 16, and beyond it a Giak hidden in a tree at (10, 8)."""
    wall = ("high_wall", "N", [(x, 4) for x in range(1, 25) if x != 16])
    return field(
        unit("men", list(ours)),
        unit("giaks", [(10, 8)], side="theirs", all=HIDDEN),
        on=board(trees=[(10, 8)], edges=[wall]),
    )


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_in_the_outer_trees_he_is_seen_as_soon_as_an_enemy_has_the_square_in_sight() -> None:
    fight = behind_a_wall((16, 3))
    events = march(fight, "men", {"men-1": "FFFF"}, {})
    assert happened(events, Revealed) == [Revealed("mag.setup.hidden_reveal", "giaks-1", (10, 8), "S")]
    assert at(fight, "men-1") == (16, 5)  # through the gap; from (16, 4) there was nothing to be seen


@pytest.mark.rule("mag.setup.hidden_reveal", "mag.move.points")
def test_who_sees_something_hidden_may_think_again_with_the_points_he_has_left() -> None:
    fight = behind_a_wall((16, 3))
    first = ["men", {"men-1": "FFFF"}]
    assert refusal(fight, {"men-1": "F" * 6}, answers=first) == ""  # two of eight are spent
    assert refusal(fight, {"men-1": "F" * 7}, answers=first) == "mag.move.points"
    events = march(fight, "men", {"men-1": "FFFF"}, {"men-1": "sFFF"})
    assert [(event.cost, event.path[-1]) for event in happened(events, Moved)] == [(2, (16, 5)), (4, (16, 2))]
    assert piece(fight, "men-1").acted


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_with_his_last_point_spent_he_is_not_asked_again() -> None:
    fight = behind_a_wall((16, 3))
    piece(fight, "men-1").paid = 6
    assert shown(march(fight, "men", {"men-1": "FF"})) == [("giaks-1", (10, 8))]


@pytest.mark.rule("mag.setup.hidden_reveal", "mag.unit.coherency")
def test_a_surprise_excuses_a_gap_in_the_unit() -> None:
    fight = behind_a_wall((16, 3), (17, 3))
    order = {"men-1": "FFF", "men-2": "FL"}
    assert forbidden(fight, "men", {"men-1": "FFF"}) == "mag.unit.coherency"
    assert refusal(fight, {"men-1": "FFF"}, answers=["men", order]) == ""
    march(fight, "men", order, {})
    assert (at(fight, "men-1"), at(fight, "men-2")) == ((16, 5), (17, 3))
    assert fight.state.units[0].acted


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_next_to_each_other_in_the_depth_of_a_wood_they_see_each_other() -> None:
    for lurker in ((9, 11), (11, 11), (10, 11)):
        fight = ambush(lurker, ours=(10, 9))
        events = march(fight, "men", {"men-1": "F"})
        assert shown(events) == [("giaks-1", lurker)]
        assert happened(events, Halted) == [Halted("mag.move.engage", "men-1", ("giaks-1",))]


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_a_wall_between_hides_even_the_next_square() -> None:
    house = board(edges=[("building_wall", "N", [(x, 5) for x in range(1, 25)])])
    fight = field(unit("men", [(5, 4)]), unit("giaks", [(5, 6)], side="theirs", all=HIDDEN), on=house)
    march(fight, "men", {"men-1": "F"})
    assert (at(fight, "men-1"), fate(fight, "giaks-1")) == ((5, 5), "hidden")


@pytest.mark.rule("mag.setup.hidden_reveal", "mag.move.engage")
def test_next_to_a_lurker_the_move_is_at_its_end() -> None:
    fight = ambush((10, 9))
    assert forbidden(fight, "men", {"men-1": "FFFFFF"}) == ""
    events = march(fight, "men", {"men-1": "FFFFFF"})
    assert (at(fight, "men-1"), shown(events)) == ((10, 8), [("giaks-1", (10, 9))])
    assert happened(events, Halted)[0].enemies == ("giaks-1",)
    assert fight.state.units[0].acted


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_who_leaps_where_an_enemy_lies_hidden_stays_and_shows_him() -> None:
    wall = board(edges=[("high_wall", "N", [(x, 5) for x in range(1, 25)])])
    fight = field(
        hero("pelathar", (10, 5), card="prince_pelathar", sheet="human", skills=["salmon_leap"]),
        unit("giaks", [(10, 6)], side="theirs", all=HIDDEN),
        on=wall,
    )
    assert forbidden(fight, "pelathar", {"pelathar": "^10,6,N"}) == ""
    events = march(fight, "pelathar", {"pelathar": "^10,6,N"}, {})
    assert (at(fight, "pelathar"), shown(events)) == ((10, 5), [("giaks-1", (10, 6))])
    assert piece(fight, "pelathar").used("salmon_leap") == 0


@pytest.mark.rule("mag.setup.hidden_reveal", "mag.combat.charge")
def test_a_run_up_that_ends_next_to_a_hidden_enemy_is_a_charge() -> None:
    house = board(edges=[
        ("building_wall", "N", [(x, 8) for x in range(1, 25) if x != 10]), ("large_door", "N", [(10, 8)])
    ])  # fmt: skip
    fight = field(unit("men", [(10, 5)]), unit("giaks", [(11, 9)], side="theirs", all=HIDDEN), on=house)
    events = march(fight, "men", {"men-1": "FFF"})
    assert shown(events) == [("giaks-1", (11, 9))]
    assert happened(events, Charged) == [Charged("mag.combat.charge", "men-1", ("giaks-1",))]


# Moving unseen


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_a_hidden_piece_moves_unseen_from_one_unseen_square_to_another() -> None:
    fight = ambush((10, 10), active="theirs", ours=(10, 2))
    events = march(fight, "giaks", {"giaks-1": "F"})
    assert (at(fight, "giaks-1"), fate(fight, "giaks-1")) == ((10, 9), "hidden")
    assert happened(events, Moved) != []
    assert [told.audience for told in fight.told if isinstance(told.event, Moved)] == [1]
    assert happened(heard(fight, 0), Moved) == []


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_a_hidden_piece_shows_itself_when_it_comes_where_an_enemy_can_see() -> None:
    fight = ambush((10, 9), active="theirs")
    events = march(fight, "giaks", {"giaks-1": "F"})
    assert shown(events) == [("giaks-1", (10, 8))]
    assert fate(fight, "giaks-1") == "fighting"
    assert happened(heard(fight, 0), Moved) == []  # whence it came stays a secret
    assert shown(heard(fight, 0)) == [("giaks-1", (10, 8))]


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_passing_through_the_open_is_enough_to_be_seen() -> None:
    gap = board(trees=[(9, 8), (9, 9), (11, 8), (11, 9)])
    fight = field(
        unit("men", [(10, 2)]),
        unit("giaks", [(9, 9)], side="theirs", all=standing(hidden=True, facing="E")),
        on=gap,
        active="theirs",
    )
    events = march(fight, "giaks", {"giaks-1": "FF"})  # over (10, 9), in full view, into the trees beyond
    assert shown(events) == [("giaks-1", (11, 9))]


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_a_revealed_piece_never_hides_again() -> None:
    fight = ambush((10, 9), active="theirs")
    march(fight, "giaks", {"giaks-1": "F"})
    fight.state.units[1].acted = piece(fight, "giaks-1").acted = False
    piece(fight, "giaks-1").paid = 0
    march(fight, "giaks", {"giaks-1": "nF"})
    assert (at(fight, "giaks-1"), fate(fight, "giaks-1")) == ((10, 9), "fighting")


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_two_hidden_enemies_who_meet_see_each_other() -> None:
    fight = field(
        unit("men", [(10, 9)], all=HIDDEN),
        unit("giaks", [(10, 12)], side="theirs", all=HIDDEN),
        unit("far", [(1, 24)], side="theirs"),
        on=WOOD,
    )
    events = march(fight, "men", {"men-1": "FF"})
    assert shown(events) == [("giaks-1", (10, 12)), ("men-1", (10, 11))]
    assert happened(events, Halted)[0].piece == "men-1"


# Shooting


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_a_hidden_archer_who_shoots_is_put_on_the_board() -> None:
    fight = scene(
        unit("men", [(10, 4)]),
        unit("giaks", [(10, 8)], side="theirs", weapons=["short_bow", "dagger"], all=HIDDEN),
        on=WOOD,
        active="theirs",
        red="theirs",
    )
    events = play(fight, answers=["giaks", {"giaks-1": "men-1"}], dice=[100])
    assert shown(events) == [("giaks-1", (10, 8))]
    assert happened(events, Fired)[0].shooters == ("giaks-1",)
    assert events.index(happened(events, Revealed)[0]) < events.index(happened(events, Fired)[0])


# Nothing gives them away


@pytest.mark.rule("mag.setup.hidden")
def test_nobody_learns_that_a_hidden_archer_could_shoot_and_does_not() -> None:
    def world(giak: Square) -> Game[State, Setting]:
        archers = unit("giaks", [giak], side="theirs", weapons=["short_bow", "dagger"], all=HIDDEN)
        fight = scene(unit("men", [(10, 4)]), archers, on=WOOD, active="theirs", red="theirs")
        return Game(book(), {}, "seed", start=fight.state, setting=fight.setting)

    worlds = [world((10, 8)), world((10, 12))]
    assert [game.pending()[0].what for game in worlds] == ["fire", "move"]
    assert worlds[0].pending()[0].secret
    assert TwoWorlds(*worlds, (0, None)).play(1) == 1


@pytest.mark.rule("mag.setup.hidden")
def test_orders_are_judged_as_if_the_hidden_enemy_were_not_there() -> None:
    watched = ambush((10, 9), (11, 9), ours=(10, 3))
    nobody = field(unit("men", [(10, 3)]), unit("far", [(24, 24)], side="theirs"), on=WOOD)
    for path in ("FFFFF", "FFFFFF", "FFFFFR", "RFFFFR", "sF", "FFFFFe"):
        assert forbidden(watched, "men", {"men-1": path}) == forbidden(nobody, "men", {"men-1": path})
    here, there = asks(watched, answers=["men"]), asks(nobody, answers=["men"])
    assert isinstance(here, March)
    assert isinstance(there, March)
    assert here.outline() == there.outline()
    assert here.suggest() == there.suggest()


@pytest.mark.rule("mag.setup.hidden")
def test_only_the_owner_sees_his_hidden_pieces_whoever_sits_where() -> None:
    fight = ambush((10, 9), (10, 10))
    for commanders in ((0, 1), (1, 0)):
        fight.state.commanders = commanders
        ours, theirs = (book().view(fight.setting, fight.state, player) for player in commanders)
        assert [one.id for one in ours.pieces] == ["men-1"]
        assert [one.id for one in theirs.pieces] == ["men-1", "giaks-1", "giaks-2"]
        assert [one.id for one in book().view(fight.setting, fight.state, None).pieces] == ["men-1"]
        known = book().known(fight.setting, fight.state, commanders[0])
        assert [one.square for one in known.pieces][1:] == [-1, -1]


@pytest.mark.rule("mag.setup.hidden_reveal")
def test_with_sides_exchanged_a_hidden_move_is_told_to_its_own_player() -> None:
    fight = ambush((10, 10), active="theirs")
    fight.state.commanders = (1, 0)
    march(fight, "giaks", {"giaks-1": "F"})
    assert happened(heard(fight, 1), Moved) == []
    assert len(happened(heard(fight, 0), Moved)) == 1


@pytest.mark.rule("mag.setup.hidden", "mag.setup.hidden_reveal")
@pytest.mark.parametrize("sides", ["as seated", "rolled"])
def test_in_whole_battles_nothing_that_the_enemy_hears_names_a_piece_that_stays_hidden(sides: str) -> None:
    setup = book().setup("forest_road", {"sides": sides})
    setting, named, revealed = book().setting(setup), list[str](), 0

    def listen(game: Game[State, Setting]) -> bool:
        nonlocal revealed
        state, told = game.checkpoint, game.told[-1]
        heard = [one.event for one in told if one.heard_by(state.commanders[0])]
        revealed += len(happened(heard, Revealed))
        for name in (setting.name(n) for n, one in enumerate(state.pieces) if one.fate == "hidden"):
            named.extend(name for event in heard if f'"{name}"'.encode() in msgspec.json.encode(event))
        assert book().flaws(setting, state) == []
        return state.turn > 6

    for seed in range(6):
        game = Game(book(), setup, f"ambush {seed}", setting=setting)
        game.play([RandomPlayer(f"one {seed}"), RandomPlayer(f"two {seed}")], until=listen)
    assert revealed > 0
    assert named == []


# The blind and their guides


@pytest.mark.rule("mag.setup.hidden_reveal", "mag.wound.lead_blind")
def test_a_guide_stops_with_his_charge_where_he_sees_something_hidden() -> None:
    fight = field(
        hero("lone_wolf", (10, 5), now=BLINDED),
        unit("men", [(9, 5)]),
        unit("giaks", [(10, 9)], side="theirs", all=HIDDEN),
        on=WOOD,
    )
    go = {"lone_wolf": "FFFF", "men-1": "FFFF"}
    assert isinstance(asks(fight, answers=["lone_wolf", "men-1"]), Lead)
    events = play(fight, answers=["lone_wolf", "men-1", go])
    assert shown(events) == [("giaks-1", (10, 9))]
    assert (at(fight, "lone_wolf"), at(fight, "men-1")) == ((10, 8), (9, 8))
    assert (piece(fight, "lone_wolf").acted, piece(fight, "men-1").acted) == (True, True)


@pytest.mark.rule("mag.wound.lead_blind")
def test_the_blind_and_his_guide_do_not_pass_through_each_other() -> None:
    fight = field(hero("lone_wolf", (10, 5), now=BLINDED), unit("men", [(10, 6)], facing="S"))
    swap = {"lone_wolf": "F", "men-1": "F"}
    assert refusal(fight, swap, answers=["lone_wolf", "men-1"]) == "mag.move.occupied"
    beside = field(hero("lone_wolf", (10, 5), now=BLINDED), unit("men", [(10, 6)]))
    assert refusal(beside, swap, answers=["lone_wolf", "men-1"]) == ""


@pytest.mark.rule("mag.wound.lead_blind")
def test_the_blind_do_not_lead_the_blind() -> None:
    fight = field(
        hero("lone_wolf", (10, 5), now=BLINDED),
        hero("kai", (11, 5), card="lone_wolf", now=BLINDED),
        unit("men", [(9, 5)]),
    )
    question = asks(fight, answers=["lone_wolf"])
    assert (question.what, list(question.options)) == ("guide", ["men-1", "nobody"])  # type: ignore[attr-defined]


@pytest.mark.rule("mag.setup.hidden_reveal", "mag.kai.animal_kinship")
def test_a_charmed_wolf_sent_onto_a_hidden_giak_stays_and_shows_him() -> None:
    fight = field(
        hero("lone_wolf", (10, 5)),
        unit("wolves", [(10, 9)], side="theirs", sheet="wolfrider", weapons=["lance"]),
        unit("giaks", [(9, 9)], side="theirs", all=HIDDEN),
        on=WOOD,
        animals=[["lone_wolf", "wolves-1"]],
    )
    events = play(fight, answers=["9,9,S"])
    assert (at(fight, "wolves-1"), shown(events)) == ((10, 9), [("giaks-1", (9, 9))])
    assert number(fight, "giaks-1") in fight.state.occupied


# Heartening others from a hiding place


def shaken(leader_at: Square, *, leader: str = "chief", **card: object) -> Fight:
    """Giaks east of the wood who must test, their leader hidden in it; 5 + 2 + 4 - 1 makes 10 without him."""
    giaks = unit("giaks", [(x, 10) for x in range(16, 20)], side="theirs", lost=1, lost_this_turn=1)
    chief = hero("chief", leader_at, side="theirs", now=HIDDEN, card="gash", **card)
    own = hero_card("gash", sheet="giak", race="giak", alignment="evil")
    return scene(
        giaks, chief, unit("men", [(1, 1)]), on=WOOD, cards=[own], phase="morale", leaders=("", leader),
        red="theirs", active="theirs",
    )  # fmt: skip


@pytest.mark.rule("mag.morale.modifiers", "mag.setup.leader")
@pytest.mark.parametrize(("place", "sum"), [((10, 10), 11), ((9, 10), 10)])  # six squares away, and seven
def test_a_hidden_leader_heartens_and_the_enemy_is_not_told_whether_he_is_near(place: Square, sum: int) -> None:
    fight = shaken(place)
    play(fight, dice=[5, 2])
    assert [event.value for event in heard(fight, 1) if isinstance(event, MoraleReckoned)] == [sum]
    (tested,) = [event for event in heard(fight, 0) if isinstance(event, MoraleTested)]
    assert (tested.faces, tested.value, tested.because) == ((5, 2), None, ())
    assert not [event for event in heard(fight, 0) if isinstance(event, MoraleReckoned)]
    assert fate(fight, "chief") == "hidden"


@pytest.mark.rule("mag.morale.modifiers", "mag.skill.rally")
@pytest.mark.parametrize(("place", "lifts"), [((12, 10), 3), ((11, 10), 0)])
def test_a_hidden_hero_rallies_those_next_to_him(place: Square, lifts: int) -> None:
    men = unit("men", [(x, 10) for x in range(13, 17)], lost=1, lost_this_turn=1)
    rorn = hero("rorn", place, now=HIDDEN, skills=["rally"])
    giaks = unit("giaks", [(1, 1)], side="theirs")
    fight = scene(men, rorn, giaks, on=WOOD, cards=[hero_card()], phase="morale")
    play(fight, dice=[6])
    assert [event.value for event in heard(fight, 0) if isinstance(event, MoraleReckoned)] == [10 + 6 - 1 + lifts]
    assert [event.value for event in heard(fight, 1) if isinstance(event, MoraleTested)] == [None]


@pytest.mark.rule("mag.morale.results")
def test_while_nobody_who_matters_lies_hidden_both_sides_hear_the_sum() -> None:
    fight = shaken((10, 10), leader="giaks-1")
    play(fight, dice=[5, 2])
    assert [event.value for event in heard(fight, 0) if isinstance(event, MoraleTested)] == [11]


@pytest.mark.rule("mag.trick.brutality", "mag.setup.hidden_reveal")
def test_a_hidden_hero_who_makes_an_example_is_seen_doing_it() -> None:
    giaks = unit("giaks", [(x, 10) for x in range(13, 17)], side="theirs", lost=1, lost_this_turn=1)
    chief = hero("chief", (12, 10), side="theirs", now=HIDDEN, card="gash", skills=["brutality"])
    own = hero_card("gash", sheet="giak", race="giak", alignment="evil")
    fight = scene(giaks, chief, unit("men", [(1, 1)]), on=WOOD, cards=[own], phase="morale", red="theirs",
                  active="theirs")  # fmt: skip
    play(fight, answers=["yes", "giaks-1"])
    assert fate(fight, "chief") == "fighting"


@pytest.mark.rule("mag.morale.trigger.aura")
def test_the_aura_of_a_hidden_hero_is_not_felt() -> None:
    def tests(now: dict[str, object]) -> bool:
        terror = hero("chief", (12, 10), side="theirs", now=now, card="gash", skills=["inspire_terror"])
        own = hero_card("gash", sheet="giak", race="giak", alignment="evil")
        fight = scene(unit("men", [(14, 10)]), terror, on=WOOD, cards=[own], phase="morale")
        return must_test(fight, fight.setting.group["men"].unit)

    assert tests(standing()) and not tests(HIDDEN)
