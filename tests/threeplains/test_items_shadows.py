"""The Cloak of Shadows: its wearer is hard to strike, hard to make out, and at home in rough ground."""

from __future__ import annotations

import pytest

from warhost.rulebooks.threeplains.events.blows import Damaged, Struck
from warhost.rulebooks.threeplains.events.items import ItemUsed
from warhost.rulebooks.threeplains.fighting.combat import deliver
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.land.ground import leg_cost
from warhost.rulebooks.threeplains.missiles.turning import turned_by

from .armoury import blow, duel, laden, rules, settled
from .scene import feature, hero, number, piece, scene, script, told, unit


@pytest.mark.rule("tp.item.enchanted.cloak_of_shadows", "tp.shoot.save.magic")
def test_blows_at_who_wears_shadows_are_thrown_again() -> None:
    fight = duel("cloak_of_shadows", own={"toughness": 1, "life": 9}, foe={"attacks": 2})
    readied = ready(fight, blow(fight, "foe"))
    assert readied.reroll == "successes"
    with script(fight, dice=[6, 6, 6, 1, 5]):
        deliver(fight, readied)
    assert piece(fight, "hero").hurt == 1 and told(fight, Damaged)[0].save == 4
    assert [used.piece for used in told(fight, ItemUsed)] == [number(fight, "hero")]
    piece(fight, "hero").tired = 9
    assert ready(fight, blow(fight, "foe")).reroll == "all"


@pytest.mark.rule("tp.item.enchanted.cloak_of_shadows", "tp.item.weapon.king_rodneys_mace")
def test_a_blessed_mace_at_a_cloak_of_shadows_throws_every_die_twice() -> None:
    fight = duel("king_rodneys_mace", own={"attacks": 4}, foe={"items": rules("cloak_of_shadows"), "toughness": 1})
    with script(fight, dice=[6, 1, 1, 1, 2, 5, 3, 4, 5, 5]):
        deliver(fight, ready(fight, blow(fight)))
    assert [struck.hits for struck in told(fight, Struck)] == [2]
    assert {used.item for used in told(fight, ItemUsed)} == set(rules("king_rodneys_mace", "cloak_of_shadows"))


@pytest.mark.rule("tp.item.enchanted.cloak_of_shadows", "tp.terrain.rough", "tp.terrain.woods")
@pytest.mark.parametrize("ground", ["rough", "wood", "shallow water"])
def test_on_foot_the_cloak_takes_through_rough_ground_and_woods(ground: str) -> None:
    for more, eased in (({}, ground != "shallow water"), ({"mounted": True}, False)):
        fight = settled(scene(hero("hero", (36, 20), figure=laden("cloak_of_shadows", **more)),
                              terrain=[feature(ground, (36, 24), (10, 10))]))  # fmt: skip
        cost = leg_cost(fight, 0, (inches(36), inches(20)), (inches(36), inches(24)), from_mm(20))
        assert (cost == inches(4)) == eased


@pytest.mark.rule("tp.item.enchanted.cloak_of_shadows")
def test_shots_at_who_walks_alone_in_shadows_are_thrown_again() -> None:
    for more, worn in (({}, True), ({"mounted": True}, False)):
        fight = settled(scene(hero("hero", (36, 20), figure=laden("cloak_of_shadows", **more))))
        assert bool(turned_by(fight, 0)) == worn
    group = settled(scene(
        unit("guard", (36, 20), models=6, files=3), hero("hero", within="guard", figure=laden("cloak_of_shadows")),
    ))  # fmt: skip
    assert not turned_by(group, 0)
