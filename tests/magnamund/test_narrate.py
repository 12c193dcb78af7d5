"""What the log says of everything that can happen."""

from __future__ import annotations

from functools import cache

import pytest

from warhost.engine.event import Decided, Event, Rolled
from warhost.engine.explain import explain
from warhost.engine.tally import Step, Tally
from warhost.rulebooks.magnamund import events as e
from warhost.rulebooks.magnamund.rulebook import Magnamund
from warhost.rulebooks.magnamund.setting import Setting

R = "mag.some.rule"
BOOK = Magnamund()


@cache
def setting(**options: str) -> Setting:
    return BOOK.setting(BOOK.setup("princes_stand", options))


def told(event: Event, **options: str) -> str | None:
    made = setting(**options)
    return BOOK.narrate(made, BOOK.begin(made), event)


def because(total: int) -> tuple[Step, ...]:
    return Tally(total, R).steps


BOWS = tuple(f"longbowmen-{place}" for place in (1, 2, 3, 5, 6, 8))
AXES = ("axemen-3", "axemen-4")

SAID: list[tuple[Event, str | None]] = [
    (Rolled(R, 1, "initiative", 10, (7,)), "Initiative: 7 for the Darklords."),
    (Rolled(R, 0, "to hit", 100, (56,), 7, because(7)), "Throws 56: a miss."),
    (Rolled(R, 0, "to hit", 100, (7,), 7, because(7)), "Throws 7: a hit."),
    (Rolled(R, 0, "to hit", 100, (56,), 45, because(145)), "Throws 56: a hit."),
    (Rolled(R, 0, "to hit", 100, (30,), 45, because(145)), "Throws 30: 2 hits."),
    (Rolled(R, 0, "sixth sense", 100, (86,)), "Sixth sense: throws 86."),
    (Rolled(R, 0, "luck", 6, (2, 5), 3), "Luck: throws 2 and 5, needs 3 or less."),
    (Rolled(R, 0, "morale", 6, (3,)), None),
    (Decided(R, 0, "manner", "together"), "Sommerlund: manner: together."),
    (e.SidesChosen(R, 1, 0), "Player 2 takes Sommerlund, player 1 the other side."),
    (
        e.SkillsChosen(R, "lone_wolf", ("mind_blast", "sixth_sense")),
        "Lone Wolf has learnt mind blast and sixth sense.",
    ),
    (e.Placed(R, "kootak", {"kootak": (7, 25)}, "S"), "Kootak takes up position on (7,25), facing south."),
    (
        e.Placed(R, "knights", {f"knights-{n}": (25 + n, 4 - n % 2) for n in range(1, 6)}, "N"),
        "The Knights form up between (26,3) and (30,4), facing north.",
    ),
    (
        e.Placed(R, "knights", {"knights-1": (26, 3), "knights-2": (27, 4)}, "N", hidden=True, whole=False),
        "Knights 1 and 2 form up between (26,3) and (27,4), facing north, out of sight.",
    ),
    (e.LeaderNamed(R, 1, "kootak"), "Kootak leads the Darklords."),
    (e.TurnBegan(R, 3, 1), "Turn 3: initiative for the Darklords."),
    (e.PhaseBegan(R, "first firing", 0), "First firing: Sommerlund."),
    (
        e.Fired(R, ("longbowmen-1",), "axemen-4", "longbow", 7, 13),
        "Longbowmen 1 shoots at Axemen 4, 13 squares: needs 7 or less.",
    ),
    (
        e.Fired(R, BOWS, "axemen-4", "longbow", 145, 9),
        "Longbowmen 1 to 3, 5, 6 and 8 shoot at Axemen 4, 9 squares: "
        "a sure hit, and needs 45 or less for one more.",
    ),
    (
        e.Fired(R, ("longbowmen-1",), "kootak", "longbow", 0, 2),
        "Longbowmen 1 shoots at Kootak, 2 squares: no chance to hit.",
    ),
    (e.Attacked(R, ("kootak",), ("lone_wolf",), 200), "Kootak attacks Lone Wolf: 2 sure hits."),
    (
        e.Attacked(R, (*AXES, "kootak"), ("knights-1",), 60),
        "Axemen 3 and 4 and Kootak attack Knights 1: needs 60 or less.",
    ),
    (e.Missed("mag.fire.roll", "axemen-4"), None),
    (e.Missed("mag.skill.secret_parry", "prince_pelathar"), "Prince Pelathar parries."),
    (e.Slain(R, "axemen-4", "longbowmen-1", (3, 4)), "Longbowmen 1 slays Axemen 4."),
    (e.Slain(R, "axemen-4", None, (3, 4)), "Axemen 4 dies."),
    (
        e.Wounded(R, "kootak", "legs", "serious", "lone_wolf"),
        "Kootak is given a serious wound to the legs by Lone Wolf.",
    ),
    (e.Wounded(R, "kootak", "body", "wound"), "Kootak is given a wound to the body."),
    (e.WoundIgnored(R, "lone_wolf", "head", "slight"), "Lone Wolf shrugs off a slight wound to the head."),
    (e.Healed(R, "lone_wolf", "head", "slight", ""), "Lone Wolf is healed: the slight wound to the head is gone."),
    (
        e.Healed(R, "lone_wolf", "head", "serious", "wound"),
        "Lone Wolf is healed: the serious wound to the head becomes a plain one.",
    ),
    (e.Moved(R, "axemen-3", ((3, 4), (3, 5), (4, 6)), "E", 3), "Axemen 3 moves to (4,6), facing east."),
    (e.Moved(R, "axemen-3", ((3, 4),), "W", 1), "Axemen 3 turns west on (3,4)."),
    (e.Charged(R, "knights-1", AXES), "Knights 1 charges Axemen 3 and 4!"),
    (e.Halted(R, "knights-1", AXES), "Knights 1 meets Axemen 3 and 4 and stops."),
    (e.Revealed(R, "axemen-3", (3, 4), "N"), "Axemen 3 comes out of hiding on (3,4)."),
    (e.LeftBoard(R, "lone_wolf", (1, 9), True), "Lone Wolf leaves the board safely at (1,9)."),
    (e.LeftBoard(R, "axemen-3", (1, 9), False), "Axemen 3 runs over the edge of the board and is lost at (1,9)."),
    (e.Drowned(R, "axemen-3", (1, 9)), "Axemen 3 drowns at (1,9)."),
    (
        e.PowerTried(R, "lone_wolf", "mind blast", "kootak", True),
        "Lone Wolf uses mind blast on Kootak, and it works.",
    ),
    (e.PowerTried(R, "lone_wolf", "sixth sense", None, False), "Lone Wolf uses sixth sense, in vain."),
    (e.PowerTried(R, "prince_pelathar", "secret parry", None, True), "Prince Pelathar uses secret parry."),
    (
        e.Hypnotised(R, "knights-1", 1, 3, 5),
        "Knights 1 is hypnotised, and obeys the Darklords from turn 3 to turn 5.",
    ),
    (e.Hypnotised(R, "knights-1", 0, 0, 0), "Knights 1 awakes, and fights for Sommerlund again."),
    (
        e.MoraleTested(R, "axemen", (3, 4), 9, "retire", ()),
        "The Axemen test morale: throw 3 + 4, which makes 9: they retire.",
    ),
    (
        e.MoraleTested(R, "axemen", (3, 4), None, "retire", ()),
        "The Axemen test morale: throw 3 + 4: they retire.",
    ),
    (
        e.MoraleReckoned(R, "axemen", 9, ()),
        "With all that counts, the Axemen come to 9, which the enemy is not told.",
    ),
    (
        e.Spared(R, "axemen", "kootak", "axemen-3"),
        "Kootak cuts down Axemen 3 as a warning, and the Axemen carry on.",
    ),
    (
        e.FleesFrom("mag.morale.rout", "axemen", "N", ("knights-1",)),
        "The Axemen are routed and flee to the north, away from Knights 1.",
    ),
    (e.FleesFrom("mag.morale.retire", "axemen", "N", ()), "The Axemen retreat to the north."),
    (e.Ended(R, 1, "the higher score"), "Victory for the Darklords: the higher score."),
    (e.Ended(R, None, "neither side did better"), "A draw: neither side did better."),
]


@pytest.mark.parametrize(("event", "said"), SAID, ids=lambda value: type(value).__name__)
def test_everything_that_happens_is_said_in_a_sentence(event: Event, said: str | None) -> None:
    assert told(event) == said


def test_no_kind_of_event_is_left_without_words() -> None:
    kinds = {kind for kind in vars(e).values() if isinstance(kind, type) and issubclass(kind, Event)}
    assert {kind for kind in kinds if not kind.__subclasses__()} <= {type(event) for event, _ in SAID}


def test_players_who_roll_for_sides_are_called_by_their_seats() -> None:
    event = Rolled(R, 1, "choosing sides", 10, (7,))
    assert told(event, sides="rolled") == "Choosing sides: 7 for player 2."


def test_an_event_explains_its_number_line_by_line() -> None:
    tally = Tally(17, "mag.fire.basic", "longbow against mail")
    tally.add(-2, "mag.fire.mod.target_moved")
    tally.divide(2, "mag.fire.range_divisor", "medium range")
    event = e.Fired(R, ("longbowmen-1",), "axemen-4", "longbow", 7, 13, (), tally.steps)
    assert explain(event) == [
        "17  longbow against mail  [mag.fire.basic]",
        "-2  target moved  [mag.fire.mod.target_moved]",
        "÷2  medium range  [mag.fire.range_divisor]",
        "= 7",
    ]
    assert explain(e.Drowned(R, "axemen-3", (1, 9))) == []
