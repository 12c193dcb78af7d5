"""Several rules between battles at once."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.warband.campaign.growing import advance_group
from warhost.rulebooks.warband.campaign.happened import Happened, Side
from warhost.rulebooks.warband.campaign.ledger import company_of
from warhost.rulebooks.warband.campaign.searching import search
from warhost.rulebooks.warband.campaign.sequence import step
from warhost.rulebooks.warband.fighting.blow import Hit, Source
from warhost.rulebooks.warband.fighting.strikes import strike, weapons_of
from warhost.rulebooks.warband.fighting.wounds import suffer
from warhost.rulebooks.warband.nerve.heart import squabble
from warhost.rulebooks.warband.shooting.aim import aims
from warhost.rulebooks.warband.shooting.shots import loose

from ..aftermath import after, ledger
from ..duels import duel
from ..scene import book, man, scene, thrown


@pytest.mark.rule("war.camp.skills", "war.camp.income")
@pytest.mark.parametrize("signs, dice", [(0, 5), (1, 6), (2, 6)])
def test_each_who_reads_the_signs_has_one_die_more_within_the_six(signs: int, dice: int) -> None:
    own = ledger()
    for hero in own.heroes[:signs]:
        hero.traits = (*hero.traits, "signs")
    one = after(own=own, winner=1, dice=[1, 2, 3, 4, 5, 6][:dice])
    search(one)
    thrown(one)  # type: ignore[arg-type]


@pytest.mark.rule("war.camp.skills", "war.camp.income")
def test_two_of_three_who_searched_read_the_signs() -> None:
    own = ledger()
    for hero in own.heroes[:2]:
        hero.traits = (*hero.traits, "signs")
    out = [(hero.id, 1, "") for hero in own.heroes[3:]]
    one = after(own=own, winner=1, out=out, dice=[1, 2, 3, 4, 5])
    search(one)
    thrown(one)  # type: ignore[arg-type]


@pytest.mark.rule("war.item.poison")
@pytest.mark.parametrize(
    "weapons, dice", [(["sword"], [6, 2]), (["sword", "dagger"], [1, 6, 1]), (["axe"], [6, 1])]
)
def test_night_root_is_on_one_weapon_only(weapons: list[str], dice: list[int]) -> None:
    """The first that he lists; with the others a 6 to hit is a hit, and the next die is to wound."""
    fight = duel({"fighter": "captain", "gear": ["sword", "axe", "poison"], "weapons": weapons}, {}, dice=dice)
    strike(fight, 0, weapons_of(fight, 0), [1])
    thrown(fight)


@pytest.mark.rule("war.item.poison")
@pytest.mark.parametrize("gear, dice", [(["bow", "poison"], [6, 2]), (["bow", "sword", "poison"], [6, 1])])
def test_arrows_are_poisoned_only_if_the_bow_is(gear: list[str], dice: list[int]) -> None:
    fight = scene(man(0, 10, 10, fighter="captain", gear=gear), man(1, 15, 10), phase="shooting", dice=dice)
    loose(fight, aims(fight, 0, fight.setting.library.weapon("bow"))[0])
    thrown(fight)


@pytest.mark.rule("war.item.charm", "war.crit.basic")
@pytest.mark.parametrize("answer, dice", [("use it", [4, 6, 1, 2]), ("use it, die 1", [4, 6, 1, 3, 2, 2])])
def test_the_bearer_of_a_charm_says_which_wound_is_rolled_again(answer: str, dice: list[int]) -> None:
    """The six would be critical; without it one wound is left, with it two injuries besides."""
    fight = duel({}, {"fighter": "captain", "gear": ["charm"]}, dice=dice, answers=[answer])
    suffer(fight, 1, [Hit(3), Hit(3)], Source(0))
    thrown(fight)


@pytest.mark.rule("war.band.gutter.rats", "war.camp.advance.hench")
def test_a_keeper_who_becomes_a_hero_keeps_his_rats() -> None:
    own = ledger("gutter")
    group = next(group for group in own.groups if group.fighter == "rats")
    advance_group(after(own=own, dice=[5, 5, 1, 2], answers=["combat", "speed"]), own, group)
    rats = [one.keeper for one in company_of(own, book().library).recruits if one.role == "follower"]
    assert sorted(rats) == sorted([own.heroes[-1].id] * 2 + [f"{group.id}-1"] * 2)


@pytest.mark.rule("war.band.gutter.goblin", "war.camp.advance.hench")
def test_a_goblin_who_became_a_hero_squabbles_no_more() -> None:
    fight = scene(man(0, 10, 10, band="gutter", fighter="nob", traits=["squabble"]), man(1, 30, 30))
    squabble(fight, 0)
    assert not fight.state.warriors[0].squabbling


@pytest.mark.rule("war.camp.few", "war.camp.underdog", "war.multi.after")
@pytest.mark.parametrize("came, gained", [((), 1), (("x",), 1 + 4)])
def test_only_those_who_came_make_an_underdog(came: tuple[str, ...], gained: int) -> None:
    """Ratings 106 and 88; the third has 300."""
    one = after(stage="experience", winner=1, dice=[2, 2] * 9, answers=["dodge"])
    took = one.state.happened.sides[0].took_part
    sides: Any = (Side(took), Side(("master",)), Side(came))
    one.state.fought = (Happened((0, 1, 1), sides, (106, 88, 300), 1, (1, 0, 2), "skirmish"),)
    one.state.place = 1
    before = one.state.ledgers[0].heroes[0].experience
    step(one)
    assert one.state.ledgers[0].heroes[0].experience == before + gained
