"""What nearness silences, and arrows of which there is one."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import life_of
from warhost.rulebooks.threeplains.events.blows import Damaged, Shot
from warhost.rulebooks.threeplains.events.items import ItemStirred
from warhost.rulebooks.threeplains.events.spells import ItemSilenced
from warhost.rulebooks.threeplains.figure import Figure, from_mm, inches
from warhost.rulebooks.threeplains.items.losing import settle_life
from warhost.rulebooks.threeplains.items.moments import begin_turn
from warhost.rulebooks.threeplains.items.oblivion import worth
from warhost.rulebooks.threeplains.items.secrecy import as_known_to
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.magic.bearing import carried
from warhost.rulebooks.threeplains.missiles.shooting import volley
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import duel, laden, one_hit, rules, settled
from .mustering import LISTS, army
from .mustering import hero as entry
from .scene import asked, champion, contact, foot, hero, number, piece, scene, script, told, unit


def armed(*items: str) -> dict[str, Any]:
    return {"items": rules(*items), "prices": tuple(ITEMS[item].points for item in items)}


# --- the blue blade ------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.blue_blade_of_jaykaz", "tp.magic.oblivion.depleted")
def test_beside_the_blue_blade_magic_weapons_are_plain() -> None:
    foe = {**armed("mace_of_oblivion", "deas_ring_of_life"), "weapons": ("hand weapon",), "life": 30}
    fight = duel("blue_blade_of_jaykaz", own={"toughness": 3, "life": 30}, foe=foe)
    assert carried(fight, 1) == rules("deas_ring_of_life") and worth(fight, 1) == ITEMS["deas_ring_of_life"].points
    assert one_hit(fight, 4, who="foe") == 1 and told(fight, Damaged)[0].save == 3
    piece(fight, "foe").y = inches(20.5)
    assert carried(fight, 1) == rules("mace_of_oblivion", "deas_ring_of_life")


@pytest.mark.rule("tp.item.weapon.blue_blade_of_jaykaz")
def test_the_blue_blade_spares_friends_and_two_of_them_silence_each_other() -> None:
    both = duel("blue_blade_of_jaykaz", foe=armed("blue_blade_of_jaykaz"))
    assert carried(both, 0) == carried(both, 1) == ()
    friends = settled(scene(
        unit("guard", (36, 20), models=6, files=3),
        hero("one", within="guard", post=0, figure=laden("blue_blade_of_jaykaz")),
        hero("two", within="guard", post=1, figure=laden("mace_of_oblivion")),
    ))  # fmt: skip
    assert carried(friends, number(friends, "two")) == rules("mace_of_oblivion")


@pytest.mark.rule("tp.item.weapon.blue_blade_of_jaykaz", "tp.magic.items")
def test_what_is_silenced_is_told_to_its_owner_alone() -> None:
    fight = duel("blue_blade_of_jaykaz", foe=armed("mace_of_oblivion"))
    with script(fight):
        begin_turn(fight)
    (only,) = [one.audience for one in fight.told if isinstance(one.event, ItemSilenced)]
    assert only == 1 and rules("blue_blade_of_jaykaz")[0] in piece(fight, "hero").shown
    assert not piece(fight, "foe").shown
    secret = duel("blue_blade_of_jaykaz", foe=armed("mace_of_oblivion"))
    assert carried(as_known_to(secret, 1), 1) == rules("mace_of_oblivion")


# --- the master ring -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.master_ring")
@pytest.mark.parametrize(("away", "silent"), [(5.0, True), (6.0, True), (6.1, False)])
def test_no_enemy_ring_works_within_6_inches_of_the_master_ring(away: float, silent: bool) -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("master_ring", "deas_ring_of_speed")),
        hero("foe", (36, 20 + away), facing=180, side=1, figure=laden("deas_ring_of_life", "lucky_coin", life=5)),
    ))  # fmt: skip
    assert (rules("deas_ring_of_life")[0] not in carried(fight, 1)) == silent
    assert rules("lucky_coin")[0] in carried(fight, 1) and len(carried(fight, 0)) == 2


@pytest.mark.rule("tp.item.enchanted.master_ring", "tp.magic.items")
def test_life_that_a_ring_lends_goes_and_leaves_room_when_it_comes_back() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("master_ring")),
        hero("foe", (36, 40), facing=180, side=1, figure=laden("deas_ring_of_life", life=5)),
    ))  # fmt: skip
    full = life_of(fight, 1)
    assert full > 5
    piece(fight, "foe").y = inches(25)
    settle_life(fight)
    assert (life_of(fight, 1), piece(fight, "foe").hurt) == (5, 0)
    piece(fight, "foe").y = inches(40)
    settle_life(fight)
    assert (life_of(fight, 1), piece(fight, "foe").hurt) == (full, full - 5)


# --- the doppelhander ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.unlucky_doppelhander", "tp.shoot.save.magic")
def test_whoever_touches_the_unlucky_one_has_no_magic_save() -> None:
    fight = duel("unlucky_doppelhander", own={"magic": 5}, foe={"toughness": 2, "magic": 5})
    one_hit(fight, 1)
    with script(fight, dice=[1]):
        strike(fight, Attack(1, 1, "melee", "tp.weapon.hand_weapon"))
    with script(fight, dice=[1]):
        strike(fight, Attack(0, 1, "melee", "tp.weapon.hand_weapon", 1))
    assert [damaged.save for damaged in told(fight, Damaged)] == [0, 2, 5]
    piece(fight, "foe").y = inches(21)
    with script(fight, dice=[1]):
        strike(fight, Attack(1, 1, "missile", "tp.weapon.bow"))
    assert told(fight, Damaged)[-1].save == 5


@pytest.mark.rule("tp.item.weapon.unlucky_doppelhander")
def test_of_a_group_those_are_unlucky_whom_he_strikes() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("unlucky_doppelhander")),
        unit("orcs", (36, 20), facing=180, side=1, models=10, figure=foot(toughness=2, magic=5)),
    ))  # fmt: skip
    contact(fight, "hero", "orcs")
    orcs = number(fight, "orcs")
    for by, save in ((0, 2), (-1, 5)):
        with script(fight, dice=[1]):
            strike(fight, Attack(orcs, 1, "melee", "tp.weapon.hand_weapon", by))
        assert told(fight, Damaged)[-1].save == save


# --- arrows --------------------------------------------------------------------------------------------------


def archer(item: str, target: Figure | None = None, weapon: str = "bow") -> Fight:
    """He shoots at a unit of thirty, or at this single model."""
    mark = hero("mark", (36, 30), facing=180, side=1, figure=target)
    orcs = unit("orcs", (36, 30), facing=180, side=1, models=30, files=10, figure=foot(toughness=6))
    shooter = hero("hero", (36, 18), figure=laden(item, weapons=(weapon, "sidearm")))
    return settled(scene(shooter, mark if target else orcs, phase="shooting"))


def shoots(fight: Fight, *dice: int, answer: str = "loose it") -> None:
    with script(fight, dice=dice, answers=[answer]):
        volley(fight, 0, 1)


@pytest.mark.rule("tp.item.weapon.black_arrow")
@pytest.mark.parametrize("weapon", ["bow", "crossbow"])
def test_the_black_arrow_goes_deep_and_there_is_one(weapon: str) -> None:
    fight = archer("black_arrow", champion(toughness=6, life=9), weapon)
    shoots(fight, 6, 4)
    assert piece(fight, "mark").hurt == 4 and told(fight, Shot)[0].shots == 1
    assert carried(fight, 0) == ()
    with script(fight, dice=[6, 6]):
        volley(fight, 0, 1)
    assert piece(fight, "mark").hurt == 4 and len(told(fight, Shot)) == 2


@pytest.mark.rule("tp.item.weapon.black_arrow")
def test_an_arrow_that_is_kept_is_asked_for_in_secret() -> None:
    fight = archer("black_arrow")
    question = asked(fight, lambda f: volley(f, 0, 1))
    assert question.what == "loose the arrow" and question.secret and question.usual == "keep it"
    shoots(fight, 1, answer="keep it")
    assert carried(fight, 0) == rules("black_arrow")


@pytest.mark.rule("tp.item.weapon.splitting_arrow")
@pytest.mark.parametrize(("face", "shots"), [(1, 1), (2, 10), (3, 20), (4, 30)])
def test_the_splitting_arrow_is_many_shots_at_a_unit(face: int, shots: int) -> None:
    fight = archer("splitting_arrow")
    shoots(fight, face, *[1] * shots)
    assert told(fight, Shot)[0].shots == shots


@pytest.mark.rule("tp.item.weapon.splitting_arrow")
def test_a_single_small_model_is_struck_up_to_six_times() -> None:
    fight = archer("splitting_arrow", champion(life=9, base=(from_mm(30), from_mm(30))))
    shoots(fight, 3, 5, 4, 4, 1, 1, 1)
    assert piece(fight, "mark").hurt == 2 and told(fight, ItemStirred)[0].number == 5
    large = archer("splitting_arrow", champion(life=9, base=(from_mm(31), from_mm(31))))
    shoots(large, 2, *[1] * 10)
    assert told(large, Shot)[0].shots == 10
    whole = archer("splitting_arrow", champion(life=9))
    shoots(whole, 1, 1)
    assert told(whole, Shot)[0].shots == 1


@pytest.mark.rule("tp.item.weapon.splitting_arrow")
def test_an_arrow_needs_a_bow() -> None:
    fight = archer("splitting_arrow", weapon="crossbow")
    with script(fight, dice=[1]):
        volley(fight, 0, 1)
    assert carried(fight, 0) == rules("splitting_arrow")
    roster = army("herlanceia", 3000, entry("champion", items=["splitting_arrow"]))
    assert "tp.item.weapon.splitting_arrow" in [breach.rule for breach in LISTS.breaches(roster)]
