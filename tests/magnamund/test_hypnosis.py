"""The evil trick of hypnosis, and what a hypnotised piece does."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.magnamund.aiming import may_not_shoot, targets_of
from warhost.rulebooks.magnamund.combat import may_not_strike, reachable
from warhost.rulebooks.magnamund.events import Hypnotised, PowerTried
from warhost.rulebooks.magnamund.morale import must_test
from warhost.rulebooks.magnamund.orders import cannot_march
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.situation import SituationCharacter, SituationUnit

from .heroics import card, targets
from .scene import Square, board, happened, hero, number, piece, play, refusal, scene, standing, unit

GASH = card("gash", race="giak", sheet="giak", alignment="evil")
THEIRS = {"active": "theirs", "red": "theirs"}


def gash(at: Square = (5, 8), **more: Any) -> SituationCharacter:
    return hero("gash", at, side="theirs", skills=["hypnotise"], **more)


def men(*squares: Square, **more: Any) -> SituationUnit:
    return unit("men", list(squares), **more)


def victim(kind: str) -> SituationCharacter | SituationUnit:
    return {
        "soldier": men((5, 5)),
        "monster": hero("beast", (5, 5), sheet="gourgaz", weapons=["claws"]),
        "hero": hero("prince_pelathar", (5, 5)),
        "kai_lord": hero("lone_wolf", (5, 5)),
    }[kind]


@pytest.mark.rule("mag.trick.hypnotise")
@pytest.mark.parametrize(
    ("kind", "name", "chance"),
    [
        ("soldier", "men-1", 60),
        ("monster", "beast", 50),
        ("hero", "prince_pelathar", 40),
        ("kai_lord", "lone_wolf", 30),
    ],
)
def test_whom_he_stares_down_depends_on_who_it_is(kind: str, name: str, chance: int) -> None:
    held = scene(victim(kind), gash(), cards=[GASH], **THEIRS)
    play(held, answers=["gash", name], dice=[chance])
    assert piece(held, name).trance is not None
    free = scene(victim(kind), gash(), cards=[GASH], **THEIRS)
    play(free, answers=["gash", name], dice=[chance + 1])
    assert piece(free, name).trance is None
    assert piece(free, "gash").used("hypnotise") == 1


@pytest.mark.rule("mag.trick.hypnotise")
def test_a_thirty_one_fails_on_a_kai_lord_and_the_power_is_used_up() -> None:
    fight = scene(hero("lone_wolf", (5, 5)), gash(), cards=[GASH], **THEIRS)
    events = play(fight, answers=["gash", "lone_wolf"], dice=[31])
    assert [tried.success for tried in happened(events, PowerTried)] == [False]
    piece(fight, "gash").busy = False
    assert targets(fight, "gash") == {}


@pytest.mark.rule("mag.trick.hypnotise")
def test_three_squares_far_in_sight_and_only_in_the_first_firing_phase() -> None:
    fight = scene(men((5, 5), (5, 4), (8, 5)), gash(), cards=[GASH], **THEIRS)
    assert targets(fight, "gash") == {"hypnotise": ["men-1", "men-3"]}
    wall = board(edges=[("high_wall", "N", [(4, 6), (5, 6), (6, 6)])])
    assert targets(scene(men((5, 5)), gash(), cards=[GASH], on=wall, **THEIRS), "gash") == {}
    late = scene(men((5, 5)), gash(), cards=[GASH], phase="second firing", **THEIRS)
    assert targets(late, "gash") == {}


@pytest.mark.rule("mag.trick.hypnotise")
def test_with_an_enemy_next_to_him_he_has_no_time_for_it() -> None:
    fight = scene(men((5, 7), (5, 6)), gash(), cards=[GASH], **THEIRS)
    assert targets(fight, "gash") == {}


@pytest.mark.rule("mag.trick.hypnotise")
def test_who_stares_does_not_shoot_in_that_phase() -> None:
    fight = scene(men((5, 5)), gash(weapons=["short_bow", "dagger"]), cards=[GASH], **THEIRS)
    play(fight, answers=["gash", "hypnotise", "men-1"], dice=[61])
    assert may_not_shoot(fight, number(fight, "gash")) is not None


# --- the effect ---------------------------------------------------------------------------------------------


def spellbound(**more: Any) -> Fight:
    """In turn 3 a longbowman has been hypnotised; his comrade and a good hero stand by."""
    bows = men((5, 5), (6, 5), weapons=["longbow", "sword"], pieces={"1": standing(tranced=True)})
    return scene(bows, hero("prince_pelathar", (9, 5)), gash(), cards=[GASH], turn=3, **more)


def next_turn(fight: Fight, *more: int) -> list[Any]:
    fight.state.phase = "initiative"
    return play(fight, dice=[2, 9, *more])


@pytest.mark.rule("mag.trick.hypnotise_effect")
def test_hypnotised_in_turn_three_with_a_two_he_obeys_in_turns_four_and_five() -> None:
    fight = spellbound()
    assert piece(fight, "men-1").side == 0
    first = next_turn(fight, 2)
    assert [(e.piece, e.side, e.first, e.last) for e in happened(first, Hypnotised)] == [("men-1", 1, 4, 5)]
    assert piece(fight, "men-1").side == 1
    next_turn(fight)
    assert piece(fight, "men-1").side == 1
    last = next_turn(fight)
    assert fight.state.turn == 6 and piece(fight, "men-1").side == 0
    assert piece(fight, "men-1").trance is None
    assert [event.side for event in happened(last, Hypnotised)] == [0]


@pytest.mark.rule("mag.trick.hypnotise_effect")
def test_in_the_turn_of_the_stare_he_neither_moves_nor_shoots_nor_begins_a_fight() -> None:
    fight = spellbound()
    bound = number(fight, "men-1")
    for refused in (cannot_march(fight, bound), may_not_shoot(fight, bound), may_not_strike(fight, bound)):
        assert refused is not None and refused.rule == "mag.trick.hypnotise_effect"


@pytest.mark.rule("mag.trick.hypnotise_effect")
def test_attacked_he_may_reply() -> None:
    bound = men((5, 5), all=standing(tranced=True))
    giak = unit("giaks", [(5, 6)], side="theirs")
    fight = scene(bound, giak, turn=3, phase="combat", **THEIRS)
    play(fight, answers=["giaks", {"giaks-1": "men-1"}], dice=[100])
    play(fight, answers=["men-1", {"men-1": "giaks-1"}], dice=[24])
    assert not piece(fight, "giaks-1").fighting


@pytest.mark.rule("mag.trick.hypnotise_effect")
def test_good_comrades_do_not_attack_him_and_evil_ones_may() -> None:
    lost = men((5, 5), (5, 6), weapons=["longbow", "sword"], pieces={"2": standing(obeys=5)})
    fight = scene(lost, hero("prince_pelathar", (6, 6)), gash(at=(5, 20)), cards=[GASH], turn=4)
    enemy = number(fight, "men-2")
    assert reachable(fight, number(fight, "men-1")) == {}
    assert reachable(fight, number(fight, "prince_pelathar")) == {}
    far = scene(men((5, 2), weapons=["longbow", "sword"]), unit("lost", [(5, 9)], all=standing(obeys=5)), turn=4)
    assert targets_of(far, number(far, "men-1"), "longbow") == {}
    for soldier in ("men-1", "men-2"):
        fight.setting.figures[number(fight, soldier)].alignment = "evil"
    assert reachable(fight, number(fight, "men-1")) == {enemy: number(fight, "men-1")}


@pytest.mark.rule("mag.trick.hypnotise_effect")
def test_under_the_spell_he_is_the_hypnotists_piece_and_locks_his_old_friends() -> None:
    lost = men((5, 5), (5, 6), pieces={"2": standing(obeys=5)})
    fight = scene(lost, gash(at=(5, 20)), cards=[GASH], turn=4, phase="combat", **THEIRS)
    locked = cannot_march(fight, number(fight, "men-1"))
    assert locked is not None and locked.rule == "mag.move.locked"
    play(fight, answers=["men-2", {"men-2": "men-1"}], dice=[24])
    assert not piece(fight, "men-1").fighting


@pytest.mark.rule("mag.trick.hypnotise_effect")
def test_he_counts_neither_in_the_coherency_of_his_unit_nor_as_one_of_its_dead() -> None:
    line = men((5, 5), (6, 5), (7, 5), pieces={"2": standing(tranced=True)})
    fight = scene(line, gash(at=(6, 9)), cards=[GASH], turn=3, phase="movement")
    assert not must_test(fight, 0)
    assert refusal(fight, {}, answers=["men"]) == "mag.unit.coherency_gap"  # his place is a gap
    pair = men((5, 5), (6, 5), pieces={"2": standing(tranced=True)})
    fight = scene(pair, gash(at=(6, 9)), cards=[GASH], turn=3, phase="movement")
    assert refusal(fight, {"men-1": "LLL"}, answers=["men"]) == ""  # the other goes where he likes
