"""What the charged do: hold, stand and shoot, flee; and what the charger does then."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.regiments.events import Shot
from warhost.rulebooks.regiments.moving.charges import declare_one
from warhost.rulebooks.regiments.moving.reactions import lawful, react
from warhost.rulebooks.regiments.moving.reactions import why_not as why_not_react
from warhost.rulebooks.regiments.setting import Fight

from .field import apart, at, easily, facing, number, ours, rule_of, scene, script, theirs, told, unit

# --- reactions


@pytest.mark.rule("reg.charge.reaction", "reg.charge.hold")
def test_what_a_charged_unit_may_do() -> None:
    bows = apart(10, foe="orc.bowmen")
    assert lawful(bows, 0, 1) == ["hold", "stand and shoot", "flee"]
    unit(bows, "foe").stood = True
    assert lawful(bows, 0, 1) == ["hold", "flee"]
    unit(bows, "foe").fleeing = True
    assert lawful(bows, 0, 1) == ["flee"]
    engaged = scene(
        ours("own", "men.spears", 20, front=(36, 10), files=5),
        theirs("foe", "orc.bowmen", 20, front=(36, 20), files=5),
        ours("other", "men.spears", 20, front=(36, 20), files=5),
        contacts=[{"a": "other", "b": "foe"}],
    )
    assert lawful(engaged, 0, 2) == ["hold"]


@pytest.mark.rule("reg.sr.immunepsych", "reg.sr.unbreakable", "reg.army.und.rule.undead", "reg.troop.warmachine")
@pytest.mark.parametrize(
    ("foe", "models", "options"),
    [("orc.ironhides", 10, ["hold"]), ("und.bones", 10, ["hold"]), ("orc.hurler", 1, ["hold", "flee"])],
)
def test_who_may_not_flee(foe: str, models: int, options: list[str]) -> None:
    assert lawful(apart(10, foe=foe, yours={"models": models, "files": min(5, models)}), 0, 1) == options


@pytest.mark.rule("reg.charge.standshoot", "reg.sr.quickfire", "reg.sr.slowfire", "reg.army.men.grenadiers")
def test_too_near_to_stand_and_shoot() -> None:
    near = apart(7, "men.outriders", "orc.bowmen", mine={"models": 5})
    assert rule_of(why_not_react(near, 0, 1, "stand and shoot")) == "reg.charge.standshoot"
    quick = scene(
        theirs("own", "orc.boarriders", 5, front=(36, 17), files=5), ours("foe", "men.outriders", 5, front=(36, 10))
    )
    assert why_not_react(quick, 1, 0, "stand and shoot") is None
    slow = scene(
        theirs("own", "orc.warriors", 5, front=(36, 17), files=5), ours("foe", "men.grenadiers", 8, front=(36, 10))
    )
    assert rule_of(why_not_react(slow, 1, 0, "stand and shoot")) == "reg.sr.slowfire"


@pytest.mark.rule("reg.charge.standshoot", "reg.shoot.mod.standshoot", "reg.sr.volleyfire")
def test_twenty_bowmen_stand_and_shoot() -> None:
    """At 20 in: ten shots that need 4 + 1 + 1."""
    fight = apart(20, "men.knights", "orc.bowmen", mine={"models": 6})
    unit(fight, "own").charge = 1
    with script(fight, [6, *[1] * 9, 4, 2], ["stand and shoot"]):
        react(fight, 0, 1)

    (shot,) = told(fight, Shot)
    assert (shot.shots, shot.need) == (10, 6)


@pytest.mark.rule("reg.charge.flee", "reg.charge.reaction", "reg.flee.move")
def test_directly_away_from_the_charger() -> None:
    fight = scene(
        ours("own", "men.spears", 20, at=(20, 10), files=5), theirs("foe", "orc.warriors", 20, at=(20, 20), files=5)
    )
    unit(fight, "own").charge = 1
    with script(fight, [3, 4], ["flee"]):
        react(fight, 0, 1)
    assert (at(fight, "foe"), facing(fight, "foe")) == ((20, 27), 90)
    aside = scene(
        ours("own", "men.spears", 20, at=(14, 12), files=5), theirs("foe", "orc.warriors", 20, at=(20, 20), files=5)
    )
    unit(aside, "own").charge = 1
    with script(aside, [5, 5], ["flee"]):
        react(aside, 0, 1)
    assert at(aside, "foe") == pytest.approx((26, 28), abs=0.02)


@pytest.mark.rule("reg.charge.redirect")
@pytest.mark.parametrize(("dice", "target"), [([5, 4], "foe"), ([3, 3], "other")])
def test_redirecting_takes_a_test(dice: list[int], target: str) -> None:
    fight = scene(
        ours("own", "men.oathblades", 20, front=(36, 10), files=5),
        theirs("foe", "orc.goblins", 20, front=(36, 18), files=5),
        theirs("other", "orc.warriors", 20, front=(42, 18), files=5),
    )
    answers = ["own", "foe", "flee", "other", *(["hold"] if target == "other" else [])]
    with script(fight, [1, 1, *dice], answers):
        declare_one(fight)
    assert unit(fight, "own").charge == number(fight, target)
    assert unit(fight, "own").redirected


@pytest.mark.rule("reg.sr.terror")
@pytest.mark.parametrize(("dice", "flees"), [([5, 4], True), ([3, 3], False)])
def test_terror_is_tested_before_the_reaction(dice: list[int], flees: bool) -> None:
    fight = apart(8, "elf.oakwarden", "men.spears", mine={"models": 1, "files": 1})
    unit(fight, "own").charge = 1
    with script(fight, [*dice, *([3, 3] if flees else [])], [] if flees else ["hold"]):
        react(fight, 0, 1)
    assert unit(fight, "foe").fleeing is flees


@pytest.mark.rule("reg.sr.frenzy")
@pytest.mark.parametrize(("dice", "charges"), [([5, 4], True), ([3, 3], False)])
def test_the_frenzied_must_hold_themselves_back(dice: list[int], charges: bool) -> None:
    fight = apart(15, "orc.berserkers", "men.spears", mine={"models": 10})
    with script(fight, dice, ["done", *(["hold"] if charges else [])]):
        declare_one(fight)
        declare_one(fight)
    assert (unit(fight, "own").charge == 1) is charges


def boss_among(options: list[str], gap: float) -> Fight:
    """Goblins with their Boss, who has throwing knives; outriders (M 8) come for them."""
    return scene(
        ours("own", "men.outriders", 5, front=(36, 10), files=5, charges="goblins"),
        theirs("goblins", "orc.goblins", 20, front=(36, 10 + gap), files=5, options=options),
        theirs("boss", "orc.goblinboss", joined="goblins"),
    )


@pytest.mark.rule("reg.charge.standshoot", "reg.shoot.target", "reg.sr.quickfire")
@pytest.mark.parametrize(("options", "gap", "shots"), [
    ([], 5, {"boss": 2}), ([], 20, {"boss": 2}), (["short bows per model"], 5, {"boss": 2}),
    (["short bows per model"], 8.1, {"goblins": 9, "boss": 2}),
])  # fmt: skip
def test_a_character_stands_and_shoots_with_what_he_has(
    options: list[str], gap: float, shots: dict[str, int]
) -> None:
    """Nine goblins and he are the first two ranks; too near for bows he throws alone."""
    fight = boss_among(options, gap)
    own, goblins = number(fight, "own"), number(fight, "goblins")
    with easily(fight, {}, {"reaction": ["stand and shoot"]}, face=1):
        react(fight, own, goblins)
    assert {shot.unit: shot.shots for shot in told(fight, Shot)} == shots


@pytest.mark.rule("reg.charge.standshoot", "reg.sr.slowfire")
def test_a_rifle_among_halberds_and_none() -> None:
    def halberds(front: float, *captain: dict[str, Any]) -> Fight:
        return scene(
            theirs("own", "orc.warriors", 20, front=(36, 30), files=5),
            ours("men", "men.halberds", 20, front=(36, front), files=5),
            *captain,
        )

    rifle = ours("captain", "men.captain", joined="men", options=["long rifle"])
    for fight, rule in (
        (halberds(20, rifle), ""),
        (halberds(26, rifle), "reg.charge.standshoot"),
        (halberds(20), "reg.charge.standshoot"),
    ):
        own, men = number(fight, "own"), number(fight, "men")
        assert rule_of(why_not_react(fight, own, men, "stand and shoot")) == rule
