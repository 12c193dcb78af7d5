"""Bolts, flames and blasts of items, and weapons that grow with the plight of their bearers."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.marchover import march_over
from warhost.rulebooks.threeplains.events.blows import Damaged, NoShot, Shot, TemplateLaid
from warhost.rulebooks.threeplains.events.charges import Trodden
from warhost.rulebooks.threeplains.events.items import ItemLost, ItemStirred, ItemUsed
from warhost.rulebooks.threeplains.fighting.besides import Delivered
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.figure import Blows, inches
from warhost.rulebooks.threeplains.items.blasts import golden_armour
from warhost.rulebooks.threeplains.items.bolts import fang_of_fallax, hated_by_dragons, shooting_star
from warhost.rulebooks.threeplains.items.moments import combat_begins
from warhost.rulebooks.threeplains.items.predicaments import keener_in_need, steps
from warhost.rulebooks.threeplains.magic.bearing import carried, lay
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast, castable
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.tempers import hates
from warhost.rulebooks.threeplains.state import NEVER, Effect
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import alone, blow, duel, laden, rules, settled
from .scene import champion, contact, foot, hero, horse, number, piece, scene, script, told, unit

HARMLESS = {"blows": (Blows(0, 5),)}


# --- the shooting star ---------------------------------------------------------------------------------------


def starry(**own: Any) -> Fight:
    """The flail against one foe, with orcs and a friend far behind him in the line of its bolts."""
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("shooting_star", attacks=2, rating=10, **own)),
        hero("foe", (36, 20), facing=180, side=1, figure=champion(life=30, toughness=6, **HARMLESS)),
        unit("orcs", (36, 30), side=1, models=9, files=3, figure=foot(toughness=3)),
        hero("friend", (36, 40), figure=champion(life=5)),
        unit("aside", (40, 30), side=1, models=9, files=3),
    ))  # fmt: skip
    contact(fight, "hero", "foe")
    return fight


@pytest.mark.rule("tp.item.weapon.shooting_star")
def test_the_fourth_charge_throws_a_bolt_to_the_edge_of_the_table() -> None:
    fight = starry()
    with script(fight, dice=[6, 6, 1, 1]):  # two hits, no damage
        exchange_blows(fight, [0, 1])
    assert not told(fight, TemplateLaid)
    with script(fight, dice=[6, 1, 1]):
        exchange_blows(fight, [0, 1])
    assert not told(fight, TemplateLaid)
    # two hits more: the fourth charge is a bolt, one is left over
    with script(fight, dice=[6, 6, 1, 1, 1, 2, 1, 1, 2]):
        exchange_blows(fight, [0, 1])
    (bolt,) = told(fight, TemplateLaid)
    struck = {fight.state.pieces[who].name: models for who, models in bolt.hits}
    assert struck == {"foe": 1, "orcs": 3, "friend": 1}
    assert piece(fight, "orcs").models == 8 and piece(fight, "aside").models == 9
    assert [e.number for e in fight.state.effects] == [1]


@pytest.mark.rule("tp.item.weapon.shooting_star")
def test_who_falls_in_the_round_throws_no_bolt() -> None:
    fight = starry()
    with script(fight, dice=[6, 6, 1, 1]):
        exchange_blows(fight, [0, 1])
    piece(fight, "hero").fate = "slain"
    with script(fight):
        exchange_blows(fight, [1])
    assert not told(fight, TemplateLaid)


@pytest.mark.rule("tp.item.weapon.shooting_star")
@pytest.mark.parametrize(("hits", "fate"), [(1, "standing"), (0, "standing"), (4, "slain")])
def test_hits_of_the_living_charge_the_star(hits: int, fate: Any) -> None:
    fight = starry()
    struck = Delivered(ready(fight, blow(fight)), hits)
    piece(fight, "hero").fate = fate
    with script(fight):
        shooting_star(fight, 0, [struck])
    assert len(told(fight, ItemStirred)) == (hits == 1) and not told(fight, TemplateLaid)



# --- what bursts ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.sword_of_fools", "tp.shoot.radius")
def test_the_sword_of_fools_bursts_at_its_first_hit() -> None:
    fight = duel("sword_of_fools", own={"attacks": 2, "rating": 10, "life": 9}, foe={"toughness": 5, **HARMLESS})
    # a hit and a miss; the blast on both: 4 x 3 and a 1; then the hit itself
    with script(fight, dice=[6, 1, 1, 4, 6]):
        exchange_blows(fight, [0, 1])
    assert piece(fight, "foe").hurt == 12 + 1 and piece(fight, "hero").hurt == 3
    assert told(fight, ItemLost) and rules("sword_of_fools")[0] not in carried(fight, 0)


@pytest.mark.rule("tp.item.weapon.sword_of_fools", "tp.weapon.sidearm")
def test_whoever_survives_it_fights_on_with_his_sidearm() -> None:
    fight = duel("sword_of_fools", own={"attacks": 1, "rating": 10, "life": 9}, foe={**HARMLESS})
    assert blow(fight).weapon.id == "hand weapon"  # type: ignore[union-attr]
    with script(fight, dice=[6, 1, 1, 1]):
        exchange_blows(fight, [0, 1])
    assert blow(fight).weapon.id == "sidearm"  # type: ignore[union-attr]
    with script(fight, dice=[6, 1]):  # no other blast
        exchange_blows(fight, [0, 1])
    assert len(told(fight, TemplateLaid)) == 1


def underfoot(item: str) -> Fight:
    """Twenty soldiers in ranks of ten who have marched over the bearer and stand beyond him."""
    return settled(scene(
        unit("guard", (36, 30), models=20, files=10),
        hero("hero", (36, 24), facing=180, side=1, figure=laden(item, attacks=1)),
        hero("near", (36, 25.8), facing=180, side=1, figure=champion(life=4)),
        hero("far", (36, 27), facing=180, side=1),
    ))  # fmt: skip


@pytest.mark.rule("tp.item.weapon.sword_of_fools", "tp.item.armour.golden_armour_of_brilliants")
@pytest.mark.parametrize("item", ["sword_of_fools", "golden_armour_of_brilliants"])
def test_it_bursts_under_whoever_marches_over_its_bearer(item: str) -> None:
    fight = underfoot(item)
    end = body(fight, 0)
    with script(fight, dice=[1] * 9):
        march_over(fight, 0, [number(fight, "hero")], end)
    assert told(fight, Trodden)
    (laid,) = told(fight, TemplateLaid)
    under = {fight.state.pieces[who].name: models for who, models in laid.hits}
    assert under == {"near": 1, "guard": 8}
    assert piece(fight, "guard").models == 12 and piece(fight, "near").hurt == 3
    assert body(fight, 0).front == end.front and not piece(fight, "far").hurt


@pytest.mark.rule("tp.item.armour.golden_armour_of_brilliants", "tp.combat.allocate")
@pytest.mark.parametrize(("said", "at_him"), [({}, 1), ({"orcs model 2": "wearer"}, 1)])
def test_one_blow_at_least_goes_at_the_golden_armour(said: dict[str, str], at_him: int) -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=8, files=4),
        hero("wearer", within="guard", figure=laden("golden_armour_of_brilliants"), post=1),
        unit("orcs", (36, 20), facing=180, side=1, models=8, files=4),
    ))  # fmt: skip
    contact(fight, "guard", "orcs")
    made = blows_of(fight, number(fight, "orcs"), {}, said)
    assert sum(one.attacks for one in made if one.target == number(fight, "wearer")) == at_him
    assert sum(one.attacks for one in made) == 4
    combat_begins(fight)
    assert [one.item for one in told(fight, ItemUsed)] == list(rules("golden_armour_of_brilliants"))


@pytest.mark.rule("tp.item.armour.golden_armour_of_brilliants")
@pytest.mark.parametrize(("kind", "hits"), [("melee", 0), ("missile", 1)])
def test_neither_misses_nor_missiles_set_the_golden_armour_off(kind: Any, hits: int) -> None:
    fight = alone("golden_armour_of_brilliants")
    blow = Attack(0, hits, kind, "r")
    assert golden_armour(blow, fight) == blow and not told(fight, ItemUsed)


@pytest.mark.rule("tp.item.armour.golden_armour_of_brilliants")
def test_the_first_hit_on_its_wearer_sets_it_off_and_hits_are_worked_out_on_the_survivor() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("golden_armour_of_brilliants", life=9, toughness=3, **HARMLESS)),
        hero("foe", (36, 20), facing=180, side=1, figure=champion(life=9, attacks=2, rating=10)),
    ))  # fmt: skip
    contact(fight, "hero", "foe")
    with script(fight, dice=[6, 6, 1, 1, 4, 2]):  # two hits; a blast of 3 for each; then both hits
        exchange_blows(fight, [0, 1])
    assert piece(fight, "foe").hurt == 3 and piece(fight, "hero").hurt == 4
    assert len(told(fight, TemplateLaid)) == 1


@pytest.mark.rule("tp.item.armour.golden_armour_of_brilliants")
def test_the_wearer_who_dies_in_the_blast_is_not_struck_any_more() -> None:
    fight = alone("golden_armour_of_brilliants", life=3, **HARMLESS)
    with script(fight, dice=[1]):
        strike(fight, Attack(0, 2, "melee", "tp.combat.attacks"))
    assert piece(fight, "hero").fate == "slain"
    assert [one.rule for one in told(fight, Damaged)] == list(rules("golden_armour_of_brilliants"))


# --- the fang ------------------------------------------------------------------------------------------------


def fanged(**met: Any) -> Fight:
    rider = {"mounted": True, "base": horse().base, "blows": (Blows(1, 5), Blows(1, 3, part="steed"))}
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("fang_of_fallax", **rider)),
        unit("goblins", (36, 20), facing=180, side=1, models=6, files=3, figure=foot(toughness=3, agility=2)),
        hero("own", (36, 26), figure=champion(life=4)),
    ))  # fmt: skip
    contact(fight, "hero", "goblins", **met)
    return fight


@pytest.mark.rule("tp.item.weapon.fang_of_fallax", "tp.shoot.template.flame")
def test_a_charge_home_lays_flames_over_friend_and_foe() -> None:
    fight = fanged(charge=inches(5), run=inches(5))
    with script(fight, dice=[3, 1, 6, 1, 3]):  # a save of 2; a 6 is dodged by the agility of 1 that is left
        fang_of_fallax(fight, 0)
    (laid,) = told(fight, TemplateLaid)
    struck = {fight.state.pieces[who].name: models for who, models in laid.hits}
    assert struck == {"goblins": 4, "own": 1}
    assert piece(fight, "goblins").models == 5 and piece(fight, "own").hurt == 1
    assert blow(fight).weapon.id == "sidearm"  # type: ignore[union-attr]


@pytest.mark.rule("tp.item.weapon.fang_of_fallax")
@pytest.mark.parametrize("met", [{}, {"charge": inches(9), "rounds": 1}])
def test_without_a_charge_or_after_its_round_there_are_no_flames(met: dict[str, Any]) -> None:
    fight = fanged(**met)
    combat_begins(fight)
    assert not told(fight, TemplateLaid)


@pytest.mark.rule("tp.item.weapon.fang_of_fallax", "tp.trait.hatred")
def test_dragons_hate_its_bearer_and_nobody_else() -> None:
    dragon = champion(category="beast", breath="dragon", life=12)
    fight = scene(
        hero("hero", (36, 20), figure=laden("fang_of_fallax")),
        hero("other", (40, 20)),
        unit("dragon", (36, 30), facing=180, side=1, models=1, files=1, figure=dragon),
        unit("orcs", (50, 30), facing=180, side=1),
    )
    assert hated_by_dragons(fight, 0) and not hated_by_dragons(fight, 0)
    beast = number(fight, "dragon")
    assert hates(fight, beast, 0) and not hates(fight, beast, 1)
    assert not hates(fight, number(fight, "orcs"), 0)


# --- plights -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.spear_of_haxece", "tp.combat.flankrear")
def test_the_spear_of_haxece_grows_by_a_flank_attack_and_fear() -> None:
    monster = champion(category="beast", attacks=4, ratings={"fear": 2}, base=horse().base)
    fight = settled(scene(
        unit("guard", (36, 20), models=12, files=4),
        hero("hero", within="guard", figure=laden("spear_of_haxece", attacks=3)),
        unit("orcs", (36, 20), facing=180, side=1, models=8, files=4),
        unit("monster", (34.4, 19), facing=90, side=1, models=1, files=1, figure=monster),
    ))  # fmt: skip
    contact(fight, "guard", "orcs")
    contact(fight, "monster", "guard", b_side="left")
    hand = number(fight, "hero")
    assert steps(fight, hand) == 3
    own = blow(fight, "guard", member="hero")
    (readied,) = keener_in_need([ready(fight, own)], fight, hand)
    assert own.attacks == 6 and readied.attack.toughness == 3 and readied.attack.top == 4


@pytest.mark.rule("tp.item.weapon.spear_of_haxece")
def test_who_knows_no_fear_gains_nothing_by_it() -> None:
    terrible: dict[str, Any] = {"ratings": {"fear": 2}}
    assert steps(duel("spear_of_haxece", foe=terrible), 0) == 2
    assert steps(duel("spear_of_haxece", own={"ratings": {"fear": 1}}, foe=terrible), 0) == 1
    assert steps(duel("spear_of_haxece", own={"traits": ("fearless",)}, foe=terrible), 0) == 0


def wide(files: int) -> Fight:
    """The hero with the axes, alone on a base of 20 mm, before so many soldiers in a rank."""
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("axes_of_storacus", attacks=3)),
        unit("orcs", (36, 20), facing=180, side=1, models=files * 2, files=files),
    ))  # fmt: skip
    contact(fight, "hero", "orcs")
    return fight


@pytest.mark.rule("tp.item.weapon.axes_of_storacus", "tp.combat.overlap")
@pytest.mark.parametrize(("files", "attacks"), [(1, 4), (3, 5), (4, 6), (5, 7), (6, 7)])
def test_an_attack_for_each_whole_inch_of_overlap(files: int, attacks: int) -> None:
    assert blow(wide(files)).attacks == attacks  # 20 mm a base: (files - 1) x 0.787 inches


@pytest.mark.rule("tp.item.weapon.axes_of_storacus", "tp.move.engulf")
def test_in_a_ring_all_plain_attacks_count_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warhost.rulebooks.threeplains.items.predicaments.engulfed", lambda fight, number: True)
    assert blow(wide(5)).attacks == 8


@pytest.mark.rule("tp.item.weapon.axes_of_storacus", "tp.move.engulf")
def test_in_a_ring_attacks_by_magic_do_not_count_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of his own and one of the second axe twice, and three of a burning weapon once."""
    monkeypatch.setattr("warhost.rulebooks.threeplains.items.predicaments.engulfed", lambda fight, number: True)
    fight = wide(5)
    lay(fight, Effect("tp.spell.destruction.inferno_charge", 0, 0, 0, NEVER))
    assert blow(fight).attacks == 2 * (3 + 1) + 3


@pytest.mark.rule("tp.item.weapon.spear_of_haxece", "tp.move.engulf")
def test_a_ring_is_four_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warhost.rulebooks.threeplains.items.predicaments.engulfed", lambda fight, number: True)
    assert steps(duel("spear_of_haxece"), 0) == 4


# --- the thunder sword ---------------------------------------------------------------------------------------


def thundering(far: float = 8, **more: Any) -> Fight:
    return settled(scene(
        hero("hero", (36, 20), figure=laden("thunder_sword_of_trident")),
        unit("orcs", (36, 20 + far), facing=180, side=1, models=10, files=5),
        hero("captain", within="orcs", side=1, figure=champion(life=3)),
        phase="shooting", **more,
    ))  # fmt: skip


def bolts(fight: Fight, *, dice: Any = (), answers: Any = ()) -> None:
    with script(fight, dice=dice, answers=answers):
        cast(fight, number(fight, "hero"), book[rules("thunder_sword_of_trident")[0]])


@pytest.mark.rule("tp.item.weapon.thunder_sword_of_trident", "tp.shoot.hit", "tp.shoot.disperse.chart")
def test_four_bolts_from_a_combat_strike_the_enemy_in_it_alone() -> None:
    fight = thundering(0)
    contact(fight, "hero", "orcs")
    bolts(fight, dice=[4, 4, 3, 4, 1, 4, 1])  # four shots at close range, two hits, one of them tells
    (shot,) = told(fight, Shot)
    assert (shot.shots, shot.need, shot.hits) == (4, 4, 2)
    assert piece(fight, "orcs").models == 9 and not piece(fight, "captain").hurt
    (damage,) = told(fight, Damaged)
    assert damage.rule == rules("thunder_sword_of_trident")[0] and damage.save == 3


@pytest.mark.rule("tp.item.weapon.thunder_sword_of_trident", "tp.shoot.disperse.friends")
def test_the_thunder_spares_friends_who_fight_its_target_where_a_check_fails() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("thunder_sword_of_trident")), unit("guard", (60, 40), models=10),
        unit("orcs", (36, 28), facing=180, side=1, models=10), phase="shooting",
    ))  # fmt: skip
    contact(fight, "guard", "orcs")
    bolts(fight, dice=[1, 1, 1, 1, 4, 4, 4])
    assert told(fight, NoShot)[0].rule == "tp.shoot.disperse.friends"


@pytest.mark.rule("tp.item.weapon.thunder_sword_of_trident", "tp.shoot.checks.range")
@pytest.mark.parametrize(("far", "shoots"), [(16, True), (16.1, False)])
def test_the_bolts_reach_16_inches(far: float, shoots: bool) -> None:
    fight = thundering(far)
    bolts(fight, dice=[1, 1] if shoots else [])
    assert bool(told(fight, Shot)) == shoots and bool(told(fight, NoShot)) != shoots


@pytest.mark.rule("tp.item.weapon.thunder_sword_of_trident", "tp.shoot.mod.insignificant")
@pytest.mark.parametrize(("far", "shoots"), [(6, True), (6.01, False)])
def test_the_bolts_find_a_lone_man_beside_his_friends_within_6_inches(far: float, shoots: bool) -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("thunder_sword_of_trident")),
        hero("captain", (36, 20 + far), facing=180, side=1),
        unit("orcs", (36, 27.5), facing=180, side=1), phase="shooting",
    ))  # fmt: skip
    bolts(fight, dice=[1, 1] if shoots else [], answers=["captain"])
    assert [refused.rule for refused in told(fight, NoShot)] == ([] if shoots else ["tp.shoot.mod.insignificant"])



@pytest.mark.rule("tp.item.weapon.thunder_sword_of_trident")
def test_the_bolts_fly_once_in_each_shooting_phase_of_his_own() -> None:
    fight = thundering()
    use = "use: hero/thunder_sword_of_trident"
    assert use in castable(fight)
    bolts(fight, dice=[1, 1])
    assert use not in castable(fight)
    assert use not in castable(thundering(active=1))
    dashed = thundering()
    piece(dashed, "hero").turn.dashed = True
    assert use not in castable(dashed)
    away = settled(scene(
        hero("hero", (36, 20), facing=180, figure=laden("thunder_sword_of_trident")),
        unit("orcs", (36, 40), facing=180, side=1), phase="shooting",
    ))  # fmt: skip
    assert use not in castable(away)


@pytest.mark.rule("tp.item.weapon.thunder_sword_of_trident")
def test_its_bearer_says_at_whom_of_several() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("thunder_sword_of_trident")),
        unit("orcs", (32, 28), facing=180, side=1), unit("elves", (40, 28), facing=180, side=1), phase="shooting",
    ))  # fmt: skip
    bolts(fight, dice=[1, 1], answers=["elves"])
    assert told(fight, Shot)[0].target == number(fight, "elves")


@pytest.mark.rule("tp.item.weapon.thunder_sword_of_trident")
def test_its_blows_pierce_and_burn() -> None:
    struck = ready(duel("thunder_sword_of_trident"), blow(duel("thunder_sword_of_trident"))).attack
    assert (struck.toughness, struck.top, struck.fire) == (6, 4, True)


@pytest.mark.rule("tp.item.weapon.sword_of_fools", "tp.combat.simultaneous")
@pytest.mark.parametrize("models", [0, 3, 10], ids=["alone", "with few", "with many"])
def test_the_sword_of_fools_bursts_in_the_hands_of_one_who_falls_as_he_strikes(models: int) -> None:
    """The foe's blows are worked out first, but fall together with his."""
    bearer = laden("sword_of_fools", life=1, attacks=1)
    group = [unit("men", (36, 20), facing=180, side=1, models=models, files=min(5, models))] if models else []
    fight = settled(scene(
        hero("foe", (36, 20), figure=champion(attacks=1, rating=10, toughness=9, life=90)),
        *group, hero("hero", (36, 20), facing=180, side=1, figure=bearer, within="men" if models else ""),
    ))  # fmt: skip
    contact(fight, "foe", "men" if models else "hero")
    with script(fight, answers=[{"foe": "hero"}] if models else []) as given:
        given.dice = [6] * 99
        exchange_blows(fight, [0, 1])
        given.dice = []
    assert piece(fight, "hero").fate == "slain"
    (burst,) = told(fight, TemplateLaid)
    assert burst.at == pytest.approx((inches(36), inches(20.39)), abs=10)
