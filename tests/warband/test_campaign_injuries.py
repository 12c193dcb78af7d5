"""Injuries after the battle, captives and the pits; the table cell by cell."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.rulebooks.warband.campaign.captives import Sum, settle_captives
from warhost.rulebooks.warband.campaign.growing import name_leader
from warhost.rulebooks.warband.campaign.healing import injure_hero
from warhost.rulebooks.warband.campaign.pits import duel
from warhost.rulebooks.warband.campaign.sequence import step

from .aftermath import after, captain, ledger
from .scene import thrown

D66 = {
    **dict.fromkeys((11, 12, 13, 14, 15), "dead"), **dict.fromkeys((16, 21), "several"),
    22: "m", 23: "arm", 24: "madness", 25: "crushed leg", 26: "t", 31: "eye", 32: "old wound", 33: "i", 34: "ws",
    35: "deep wound", 36: "robbed",
    **dict.fromkeys((41, 42, 43, 44, 45, 46, 51, 52, 53, 54, 55), "recovery"),
    56: "enmity", 61: "captured", 62: "hardened", 63: "hardened", 64: "scarred", 65: "pits", 66: "charmed",
}  # fmt: skip
MORE_DICE = {"several": [1, 4, 2], "arm": [1], "madness": [3], "deep wound": [6], "pits": [6, 1, 6, 1, 6, 3, 5, 1]}


@pytest.mark.rule("war.camp.injury.hero")
@pytest.mark.parametrize("score, effect", D66.items())
def test_every_cell_of_the_injury_table(score: int, effect: str) -> None:
    one = after(dice=[*divmod(score, 10), *MORE_DICE.get(effect, [])])
    own, hero = one.state.ledgers[0], captain(one)
    before, experience = hero.profile, hero.experience
    assert injure_hero(one, own, hero) == effect
    thrown(one)  # type: ignore[arg-type]
    assert (hero in own.heroes) is (effect != "dead") and (hero in own.fallen) is (effect == "dead")
    weaker = {"m": "m", "t": "t", "i": "i", "ws": "ws", "eye": "bs"}.get(effect)
    for stat in before.__struct_fields__:
        assert getattr(hero.profile, stat) == getattr(before, stat) - (stat == weaker)
    marks = {"arm": "lost arm", "madness": "stupidity", "eye": "lost eye"}.get(effect, effect)
    told = effect in ("arm", "madness", "crushed leg", "eye", "old wound", "enmity", "hardened", "scarred")
    assert (marks in hero.traits) is told
    assert hero.misses == (3 if effect == "deep wound" else 0)
    assert (hero.gear == ()) is (effect == "robbed")
    assert hero.experience == experience + {"charmed": 1, "pits": 2}.get(effect, 0)
    assert len(D66) == 36


@pytest.mark.rule("war.camp.injury.hero")
@pytest.mark.parametrize(
    "dice, misses, traits",
    [
        ([2, 3, 2], 1, ()),
        ([2, 3, 1], 0, ("lost arm",)),
        ([2, 4, 4], 0, ("frenzy",)),
        ([3, 5, 1], 1, ()),
        ([3, 5, 4], 2, ()),
    ],
)
def test_dice_of_single_injuries(dice: list[int], misses: int, traits: tuple[str, ...]) -> None:
    one = after(dice=dice)
    hero = captain(one)
    before = hero.traits
    injure_hero(one, one.state.ledgers[0], hero)
    thrown(one)  # type: ignore[arg-type]
    assert hero.misses == misses and hero.traits == (*before, *traits)


@pytest.mark.rule("war.camp.injury.hero", "war.camp.disband")
@pytest.mark.parametrize("dice, mark", [([2, 3, 1], "lost arm"), ([3, 1], "lost eye")])
def test_the_second_time_he_retires_and_his_equipment_stays(dice: list[int], mark: str) -> None:
    one = after(dice=dice)
    own, hero = one.state.ledgers[0], captain(one)
    hero.traits = (*hero.traits, mark)
    injure_hero(one, own, hero)
    assert hero not in own.heroes and set(own.store) == {"sword", "helmet"} and not own.dead


@pytest.mark.rule("war.camp.injury.hero")
def test_nobody_goes_mad_twice_and_nothing_falls_below_one() -> None:
    one = after(dice=[2, 4, 3, 3, 1, 6, 2, 2, 6, 3, 3])
    hero = captain(one)
    hero.traits, hero.profile = (*hero.traits, "stupidity"), replace(hero.profile, t=1, i=1)
    assert injure_hero(one, one.state.ledgers[0], hero) == "i"  # the 24 was thrown again
    assert "frenzy" not in hero.traits
    injure_hero(one, one.state.ledgers[0], hero)  # several: one of them, -1 T, which is at its least
    assert hero.profile.t == 1
    injure_hero(one, one.state.ledgers[0], hero)
    thrown(one)  # type: ignore[arg-type]
    assert hero.profile.i == 1


@pytest.mark.rule("war.camp.injury.hero")
def test_among_several_injuries_the_worst_are_rolled_again() -> None:
    one = after(dice=[1, 6, 3, 1, 1, 2, 1, 6, 1, 6, 5, 2, 6, 4, 4])
    hero = captain(one)
    injure_hero(one, one.state.ledgers[0], hero)
    thrown(one)  # type: ignore[arg-type]
    assert hero in one.state.ledgers[0].heroes and hero.profile.t == 2


@pytest.mark.rule("war.item.mount", "war.camp.injury.hero")
def test_the_horse_of_the_dead_comes_home() -> None:
    one = after(dice=[1, 1])
    captain(one).gear = ("sword", "horse", "barding")
    injure_hero(one, one.state.ledgers[0], captain(one))
    assert one.state.ledgers[0].store == ("horse",)


@pytest.mark.rule("war.camp.injury.hero", "war.psych.hatred")
def test_enmity_is_for_a_hero_or_a_whole_warband() -> None:
    one = after(dice=[5, 6, 5, 6], out=[("captain", 1, "master"), ("veteran", 1, "risen-1")])
    injure_hero(one, one.state.ledgers[0], one.state.ledgers[0].heroes[0])
    injure_hero(one, one.state.ledgers[0], one.state.ledgers[0].heroes[1])
    assert [hero.hates for hero in one.state.ledgers[0].heroes[:2]] == [("The Unquiet: master",), ("The Unquiet",)]


@pytest.mark.rule("war.camp.injury.hench")
def test_henchmen_die_on_one_and_two() -> None:
    one = after(dice=[1, 2, 3], out=[("sword-1", 1, ""), ("sword-2", 1, ""), ("sword-3", 1, "")])
    for _ in range(3):
        step(one)
    assert next(group.count for group in one.state.ledgers[0].groups if group.id == "sword") == 3


CAUGHT: Any = [("captain", 1, "master")]


@pytest.mark.rule("war.camp.captured", "war.multi.after")
def test_a_captive_is_sold_if_the_ransom_is_refused() -> None:
    own = ledger()
    own.treasury = 30
    one = after(dice=[6, 1, 4], answers=["30", "refuse"], out=CAUGHT, winner=1, own=own, first=1)
    one.state.place = 1
    injure_hero(one, own, own.heroes[0])
    thrown(one)  # type: ignore[arg-type]
    captor = one.state.ledgers[1]
    assert captor.treasury == 9 + 20 and own.treasury == 30
    assert own.heroes[0].id != "captain" and {"sword", "helmet"} <= set(captor.store)


@pytest.mark.rule("war.camp.captured")
@pytest.mark.parametrize("sum_", ["14", "7"])
def test_a_captive_is_bought_back_for_any_sum(sum_: str) -> None:
    own = ledger()
    one = after(dice=[6, 1], answers=[sum_, "take it"], out=CAUGHT, winner=1, own=own)
    injure_hero(one, own, own.heroes[0])
    assert own.heroes[0].id == "captain" and own.heroes[0].gear and own.treasury == 14 - int(sum_)
    assert one.state.ledgers[1].treasury == 9 + int(sum_)


@pytest.mark.rule("war.camp.captured")
@pytest.mark.parametrize("sum_", ["15", "-1", "07", "many"])
def test_nobody_offers_what_he_does_not_have(sum_: str) -> None:
    question = Sum(0, "ransom", 14, "war.camp.captured", "", [])
    assert question.refuse(sum_) and not question.refuse("14") and not question.refuse("13")


@pytest.mark.rule("war.camp.captured")
def test_the_unquiet_may_raise_a_captive_if_there_is_room() -> None:
    one = after(dice=[6, 1], answers=["0", "raise"], out=CAUGHT, winner=1)
    risen = one.state.ledgers[1].groups[0]
    risen.count = 2
    injure_hero(one, one.state.ledgers[0], captain(one))
    assert risen.count == 3 and one.state.ledgers[0].dead == 1
    full = after(dice=[6, 1, 2], answers=["0", "sell"], out=CAUGHT, winner=1)
    full.state.ledgers[1].groups[-1].count = 5
    injure_hero(full, full.state.ledgers[0], captain(full))
    assert "raise" not in full.oracle.asked[-1].options  # type: ignore[attr-defined]


@pytest.mark.rule("war.camp.captured", "war.multi.after")
@pytest.mark.parametrize(
    "winner, out, foe_out",
    [(-1, CAUGHT, ()), (0, [("captain", -1, "")], ()), (1, CAUGHT, [("master", 0, ""), ("binder", 0, "")])],
)
def test_who_gets_away(winner: int, out: Any, foe_out: Any) -> None:
    """In a draw, from nobody's hands into those of his own side, and where the captor has nobody left."""
    one = after(dice=[6, 1], out=out, winner=winner, foe_out=foe_out)
    injure_hero(one, one.state.ledgers[0], captain(one))
    assert captain(one).id == "captain" and captain(one).captor == -1


@pytest.mark.rule("war.camp.captured")
def test_a_fallen_hero_is_held_by_the_winner() -> None:
    one = after(dice=[6, 1, 3], answers=["0", "sell"], out=[("captain", -1, "")], winner=1)
    injure_hero(one, one.state.ledgers[0], captain(one))
    assert one.state.ledgers[1].treasury == 9 + 15


@pytest.mark.rule("war.camp.captured", "war.camp.recruit", "war.camp.rating")
def test_a_captive_is_kept_and_exchanged_for_another() -> None:
    one = after(
        dice=[6, 1, 6, 1], answers=["0", "keep", "exchange:captain", "take it"], out=CAUGHT,
        foe_out=[("binder", 0, "captain")], winner=0,
    )  # fmt: skip
    own, foe = one.state.ledgers
    before = own.rating
    injure_hero(one, own, captain(one))
    hero = captain(one)
    assert hero.captor == 1 and own.size == 13 and own.rating == before - 5 - hero.experience
    one.state.place = 1
    injure_hero(one, foe, foe.heroes[1])
    assert hero.captor == -1 and [hero.id for hero in foe.heroes][:2] == ["master", "binder"]
    assert not settle_captives(one) and hero.gear == ("sword", "helmet")


@pytest.mark.rule("war.camp.captured", "war.camp.leader")
def test_whoever_was_kept_is_settled_in_the_same_sequence() -> None:
    one = after(dice=[6, 1, 4, 1], answers=["0", "keep", "sell"], out=CAUGHT, winner=0)
    injure_hero(one, one.state.ledgers[0], captain(one))
    assert one.state.ledgers[0].leader is captain(one)
    one.state.place = 1
    assert settle_captives(one) and not settle_captives(one)
    name_leader(one, 0)
    leader = one.state.ledgers[0].leader
    assert leader is not None and leader.id == "veteran" and one.state.ledgers[1].treasury == 9 + 20


@pytest.mark.rule("war.camp.pits")
def test_the_pits() -> None:
    one = after(dice=[6, 5, 6, 1, 6, 1, 6, 3, 5, 1])
    before = one.state.ledgers[0].treasury, captain(one).experience
    injure_hero(one, one.state.ledgers[0], captain(one))
    thrown(one)  # type: ignore[arg-type]
    assert (one.state.ledgers[0].treasury, captain(one).experience) == (before[0] + 50, before[1] + 2)
    beaten = after(dice=[3, 3, 1, 6, 4, 4, 6, 1, 5, 3, 1])  # equal dice are thrown again
    captain(beaten).gear = ("club",)
    assert duel(beaten, captain(beaten)) is False


@pytest.mark.rule("war.camp.pits", "war.psych.fear", "war.charge.resolve")
def test_the_pit_fighter_may_fear_who_charges_him() -> None:
    """The Pale Master comes first; with 12 on Leadership 7 a 5 does not hit him in that round."""
    charge, fear = [6, 1], [6, 6]
    one = after(dice=[*charge, *fear, 1, 1, 1, 5, 5, 6, 6, 6, 6, 4, 4, 6, 5, 1, 1, 1], own=ledger("unquiet"))
    assert duel(one, captain(one)) is True
    thrown(one)  # type: ignore[arg-type]


@pytest.mark.rule("war.camp.pits", "war.item.brew")
def test_what_is_drunk_before_battles_is_not_drunk_in_the_pits() -> None:
    one = after(dice=[6, 1, 6, 4, 4, 4, 5], answers=["sword+pistol"])
    captain(one).gear = ("sword", "pistol", "brew")
    assert duel(one, captain(one)) is True
    thrown(one)  # type: ignore[arg-type]
