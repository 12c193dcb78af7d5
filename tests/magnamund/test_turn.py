"""The game turn: initiative and the five phases, red before blue in each."""

from __future__ import annotations

import pytest

from warhost.engine.event import Event
from warhost.rulebooks.magnamund.aiming import has_shot
from warhost.rulebooks.magnamund.events import (
    Attacked,
    Ended,
    Fired,
    MoraleTested,
    Moved,
    PhaseBegan,
    Slain,
    TurnBegan,
)
from warhost.rulebooks.magnamund.setting import Fight

from .marching import field, forbidden, march
from .scene import alive, asks, at, happened, hero, number, piece, play, refusal, scene, standing, unit

BOW = ["longbow", "sword"]
CROSSBOW = ["crossbow", "sword"]
GIAK_BOW = ["short_bow", "dagger"]


def at_initiative(*commanders: int) -> Fight:
    fight = scene(unit("men", [(5, 5)]), unit("giaks", [(5, 20)], side="theirs"))
    fight.state.phase, fight.state.turn = "initiative", 0
    if commanders:
        fight.state.commanders = (commanders[0], commanders[1])
    return fight


def idle(fight: Fight) -> list[Event]:
    """Nobody does anything more in this turn."""
    told = len(fight.told)
    while fight.state.phase != "initiative":
        try:
            asks(fight)
        except AssertionError:  # nothing is asked in this step
            play(fight)
        else:
            play(fight, answers=["done"])
    return [one.event for one in fight.told[told:]]


def phases(events: list[Event]) -> list[tuple[str, int]]:
    return [(event.phase, event.side) for event in happened(events, PhaseBegan)]


# Initiative


@pytest.mark.rule("mag.turn.initiative")
def test_a_tie_is_void_and_the_higher_roll_is_red_for_the_turn() -> None:
    fight = at_initiative()
    events = play(fight, dice=[6, 6, 3, 8])
    assert happened(events, TurnBegan) == [TurnBegan("mag.turn.initiative", 1, 1)]
    assert (fight.state.red, fight.state.active, fight.state.phase) == (1, 1, "first firing")
    fight = at_initiative()
    play(fight, dice=[8, 3])
    assert fight.state.red == 0


@pytest.mark.rule("mag.turn.initiative")
def test_red_is_the_army_of_the_player_who_rolled_higher_wherever_he_sits() -> None:
    fight = at_initiative(1, 0)  # the first player leads the second army
    play(fight, dice=[9, 2])
    assert fight.state.red == 1


@pytest.mark.rule("mag.turn.initiative")
def test_every_turn_has_its_own_initiative() -> None:
    fight = at_initiative()
    play(fight, dice=[9, 2])
    idle(fight)
    events = play(fight, dice=[2, 9])
    assert happened(events, TurnBegan) == [TurnBegan("mag.turn.initiative", 2, 1)]


# The order of things


def skirmish(**more: object) -> Fight:
    """Each side has archers within range of each other, red is ours."""
    return scene(
        unit("bows", [(5, 5), (6, 5)], weapons=BOW),
        unit("giaks", [(5, 12), (6, 12)], side="theirs", weapons=GIAK_BOW),
        **more,
    )


@pytest.mark.rule("mag.turn.sequence")
def test_five_phases_in_fixed_order_and_red_before_blue_in_each() -> None:
    fight = scene(unit("men", [(5, 5)]), unit("giaks", [(5, 6)], side="theirs"), red="theirs", active="theirs")
    fight.state.phase, fight.state.turn = "initiative", 0
    events = play(fight, dice=[1, 10]) + idle(fight)
    both = [
        (phase, side)
        for phase in ("first firing", "movement", "second firing", "combat", "morale")
        for side in (1, 0)
    ]
    assert phases(events) == both


@pytest.mark.rule("mag.turn.phase1")
def test_red_shoots_first_and_only_the_survivors_shoot_back() -> None:
    fight = skirmish()
    events = play(fight, answers=["bows", {"bows-1": "giaks-1"}], dice=[1])
    assert happened(events, Slain)[0].piece == "giaks-1"
    play(fight, answers=["bows", {"bows-2": "giaks-2"}], dice=[100])
    assert asks(fight).side == 1
    assert refusal(fight, {"giaks-1": "bows-1"}, answers=["giaks"]) != ""
    events = play(fight, answers=["giaks", {"giaks-2": "bows-2"}], dice=[1])
    assert happened(events, Slain)[0].piece == "bows-2"


@pytest.mark.rule("mag.turn.phase1")
def test_each_volley_is_settled_before_the_next_is_declared_in_any_order() -> None:
    fight = scene(
        unit("bows", [(5, 5)], weapons=BOW),
        unit("slings", [(9, 5)], weapons=["sling", "sword"]),
        unit("giaks", [(7, 12)], side="theirs"),
        unit("others", [(4, 12)], side="theirs"),
    )
    assert list(asks(fight).options) == ["bows", "slings", "done"]  # type: ignore[attr-defined]
    play(fight, answers=["slings", {"slings-1": "giaks-1"}], dice=[1])
    assert not alive(fight, "giaks-1")
    assert list(asks(fight).options) == ["bows", "done"]  # type: ignore[attr-defined]
    assert refusal(fight, {"bows-1": "giaks-1"}, answers=["bows"]) != ""
    assert refusal(fight, {"bows-1": "others-1"}, answers=["bows"]) == ""


@pytest.mark.rule("mag.turn.phase1")
def test_who_has_an_enemy_next_to_him_does_not_shoot() -> None:
    fight = scene(unit("bows", [(5, 5), (6, 5)], weapons=BOW), unit("giaks", [(4, 6), (12, 12)], side="theirs"))
    assert not has_shot(fight, number(fight, "bows-1"))
    assert has_shot(fight, number(fight, "bows-2"))


# Movement


@pytest.mark.rule("mag.turn.phase2")
def test_units_and_heroes_move_one_after_another_in_any_order_each_once() -> None:
    fight = field(
        unit("men", [(5, 5), (6, 5)]), unit("others", [(10, 5)]), hero("lone_wolf", (15, 5)),
        unit("giaks", [(5, 22)], side="theirs"),
    )  # fmt: skip
    assert list(asks(fight).options) == ["men", "others", "lone_wolf", "done"]  # type: ignore[attr-defined]
    march(fight, "lone_wolf", {"lone_wolf": "F"})
    march(fight, "men", {"men-1": "F"})  # men-2 stands
    assert list(asks(fight).options) == ["others", "done"]  # type: ignore[attr-defined]
    assert refusal(fight, "men") == "mag.turn.phase2"
    assert refusal(fight, {"men-1": "F"}, answers=["others"]) == "mag.turn.phase2"
    play(fight, answers=["done"])
    assert asks(fight).side == 1  # blue's half begins
    assert list(asks(fight).options) == ["giaks", "done"]  # type: ignore[attr-defined]


@pytest.mark.rule("mag.turn.phase2")
def test_an_army_may_stand_still() -> None:
    fight = field(unit("men", [(5, 5), (6, 5)]), unit("giaks", [(5, 22)], side="theirs"))
    events = play(fight, answers=["done"])
    assert happened(events, Moved) == []
    assert at(fight, "men-1") == (5, 5)


@pytest.mark.rule("mag.turn.phase2")
def test_an_order_that_is_no_order_is_refused() -> None:
    fight = field(unit("men", [(5, 5), (6, 5)]), unit("giaks", [(5, 22)], side="theirs"))
    for nonsense in ("F", 7, None, ["men-1"], {"men-1": 3}, {"giaks-1": "F"}, {"nobody": "F"}):
        assert forbidden(fight, "men", nonsense) == "mag.turn.phase2"  # type: ignore[arg-type]


# The second firing


@pytest.mark.rule("mag.turn.phase3")
def test_a_crossbow_shoots_once_a_turn_and_a_javelin_twice() -> None:
    def ready(weapon: str, **facts: object) -> bool:
        fight = scene(
            unit("men", [(5, 5)], weapons=[weapon, "sword"], all=standing(**facts)),
            unit("giaks", [(5, 10)], side="theirs"),
            phase="second firing",
        )
        return has_shot(fight, number(fight, "men-1"))

    assert not ready("crossbow", fired=1)
    assert ready("crossbow", moved=True)
    assert ready("javelin", fired=1)
    assert ready("longbow", fired=1)
    assert ready("sling", fired=1)


@pytest.mark.rule("mag.turn.phase3")
def test_a_crossbowman_holds_his_fire_moves_and_shoots_in_the_second_firing() -> None:
    fight = scene(unit("men", [(5, 3)], weapons=CROSSBOW), unit("giaks", [(5, 14)], side="theirs"))
    play(fight, answers=["done"])
    march(fight, "men", {"men-1": "FF"})  # nobody else shoots; the movement phase begins
    play(fight, answers=["done"])  # the Giak stands
    events = play(fight, answers=["men", {"men-1": "giaks-1"}], dice=[100])
    assert fight.state.phase == "second firing"
    assert happened(events, Fired)[0].weapon == "crossbow"


@pytest.mark.rule("mag.turn.phase3")
def test_after_a_shot_in_the_first_firing_the_crossbow_is_reloading() -> None:
    fight = scene(unit("men", [(5, 3)], weapons=CROSSBOW), unit("giaks", [(5, 14)], side="theirs"))
    play(fight, answers=["men", {"men-1": "giaks-1"}], dice=[100])
    fight.state.phase, fight.state.half = "second firing", 0
    play(fight)  # nobody has a shot, nobody fights, nobody tests
    assert fight.state.phase == "initiative"


# Combat and morale


@pytest.mark.rule("mag.turn.phase4")
def test_red_strikes_first_the_dead_are_gone_and_the_survivors_strike_back() -> None:
    fight = scene(
        unit("men", [(5, 5), (7, 5)]),
        unit("giaks", [(5, 6), (7, 6)], side="theirs"),
        phase="combat",
    )
    events = play(fight, answers=["men", {"men-1": "giaks-1"}], dice=[1])
    assert happened(events, Slain)[0].piece == "giaks-1"
    play(fight, answers=["men", {"men-2": "giaks-2"}], dice=[100])
    assert asks(fight).side == 1
    events = play(fight, answers=["giaks", {"giaks-2": "men-2"}], dice=[1])
    assert (happened(events, Slain)[0].piece, alive(fight, "men-1")) == ("men-2", True)


@pytest.mark.rule("mag.turn.phase4")
def test_nobody_has_to_attack() -> None:
    fight = scene(unit("men", [(5, 5)]), unit("giaks", [(5, 6)], side="theirs"), phase="combat")
    events = play(fight, answers=["done"])
    events += play(fight, answers=["done"])
    assert happened(events, Attacked) == []
    assert alive(fight, "men-1")
    assert alive(fight, "giaks-1")


@pytest.mark.rule("mag.turn.phase5")
def test_red_units_with_a_reason_test_in_the_order_their_player_likes_before_blue() -> None:
    fight = scene(
        unit("men", [(5, 5), (6, 5)], lost=2, lost_this_turn=2),
        unit("others", [(12, 5), (13, 5)], lost=2, lost_this_turn=2),
        unit("calm", [(20, 5), (21, 5)]),
        unit("giaks", [(5, 20), (6, 20)], side="theirs", lost=2, lost_this_turn=2),
        phase="morale",
    )
    assert list(asks(fight).options) == ["men", "others"]  # type: ignore[attr-defined]
    events = play(fight, answers=["others"], dice=[6])
    events += play(fight, dice=[6])
    events += play(fight, dice=[6, 6])
    assert [event.unit for event in happened(events, MoraleTested)] == ["others", "men", "giaks"]


@pytest.mark.rule("mag.turn.phase5")
def test_a_retiring_unit_goes_at_once() -> None:
    fight = scene(
        unit("men", [(5, 8), (6, 8)], lost=2, lost_this_turn=2),
        unit("giaks", [(5, 20)], side="theirs"),
        phase="morale",
    )
    events = play(fight, dice=[1])
    (test,) = happened(events, MoraleTested)
    assert test.result in ("retire", "rout")
    assert happened(events, Moved) != []
    assert at(fight, "men-1")[1] < 8


# The last turn


@pytest.mark.rule("mag.turn.sequence", "mag.setup.victory")
def test_after_the_morale_phase_of_the_last_turn_the_battle_is_over() -> None:
    fight = scene(
        unit("men", [(5, 5)]), unit("giaks", [(5, 20)], side="theirs"), phase="morale", turn=7, turn_limit=7
    )
    events = play(fight)
    assert happened(events, Ended) == [Ended("mag.setup.choose_encounter", None, "neither side did better")]
    earlier = scene(
        unit("men", [(5, 5)]), unit("giaks", [(5, 20)], side="theirs"), phase="morale", turn=6, turn_limit=7
    )
    assert happened(play(earlier), Ended) == []
    assert earlier.state.phase == "initiative"


@pytest.mark.rule("mag.turn.sequence")
def test_what_was_done_in_a_turn_is_forgotten_in_the_next() -> None:
    spent = standing(moved=True, acted=True, fired=2, struck=True)
    fight = scene(unit("men", [(5, 5)], weapons=BOW, all=spent), unit("giaks", [(5, 12)], side="theirs"))
    piece(fight, "men-1").paid = 5
    fight.state.phase = "initiative"
    play(fight, dice=[9, 2])
    fresh = piece(fight, "men-1")
    assert (fresh.moved, fresh.acted, fresh.fired, fresh.struck, fresh.paid) == (False, False, 0, False, 0)
    assert has_shot(fight, number(fight, "men-1"))
