"""Enchanted items, one by one: rings, cloaks, potions, a horn, a stone."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import mark, param

from warhost.engine.oracle import Scripted
from warhost.rulebooks.threeplains.beasts.wild import turn_wild
from warhost.rulebooks.threeplains.bodies import life_of
from warhost.rulebooks.threeplains.events.beasts import TurnedWild
from warhost.rulebooks.threeplains.events.blows import LostOutright
from warhost.rulebooks.threeplains.events.items import HoleTorn, ItemLost, ItemResisted, ItemUsed
from warhost.rulebooks.threeplains.events.moves import Revealed
from warhost.rulebooks.threeplains.fighting.prowess import rating, to_hit
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.items.charms import box_of_oblivion, resists
from warhost.rulebooks.threeplains.items.moments import begin_turn, out_of_turn
from warhost.rulebooks.threeplains.items.shelf import ITEMS
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.bearing import carried, nature
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import act, castable, usable
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.missiles.aiming import to_hit as to_shoot
from warhost.rulebooks.threeplains.missiles.hitting import hit_test
from warhost.rulebooks.threeplains.morale.checks import highest, soldiering
from warhost.rulebooks.threeplains.morale.exhaustion import tire
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.turn import ORDER
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike, weigh

from .armoury import alone, blow, duel, laden, one_hit, rules, settled
from .scene import champion, contact, foot, hero, number, piece, scene, script, told, unit
from .wizardry import WINS, casts, wizard


def use(fight: Fight, name: str, *, dice: Any = (), answers: Any = ()) -> None:
    known = castable(fight)
    with script(fight, dice=dice, answers=answers):
        act(fight, known, f"use: hero/{name}")


# --- rings and things worn -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "life"),
    [
        param("ring_of_zereener", 17, marks=mark.rule("tp.item.enchanted.ring_of_zereener")),
        param("ring_of_vitality", 9, marks=mark.rule("tp.item.enchanted.ring_of_vitality")),
        param("deas_ring_of_life", 5, marks=mark.rule("tp.item.enchanted.deas_ring_of_life")),
        param("lucky_coin", 2),
    ],
)
def test_rings_of_life(item: str, life: int) -> None:
    assert life_of(alone(item), 0) == life


@pytest.mark.rule("tp.item.enchanted.ring_of_vitality")
def test_whoever_has_nine_life_points_falls_with_the_ninth() -> None:
    fight = alone("ring_of_vitality")
    with script(fight, dice=[6] * 8):
        strike(fight, Attack(0, 8, "missile", "tp.shoot.damage"))
    assert piece(fight, "hero").fate == "standing"
    with script(fight, dice=[6]):
        strike(fight, Attack(0, 1, "missile", "tp.shoot.damage"))
    assert piece(fight, "hero").fate == "slain"


@pytest.mark.parametrize(
    ("item", "own", "save"),
    [
        param("lucky_coin", 0, 3, marks=mark.rule("tp.item.enchanted.lucky_coin")),
        param("death_cloak", 3, 5, marks=mark.rule("tp.item.enchanted.death_cloak")),
        param("lucky_coin", 4, 4),
    ],
)
def test_magic_saves_are_not_added_up(item: str, own: int, save: int) -> None:
    assert weigh(alone(item, magic=own), Attack(0, 1, "missile", "r", toughness=9)).save == save


@pytest.mark.rule("tp.item.enchanted.death_cloak")
@pytest.mark.parametrize(("face", "fate"), [(11, "standing"), (12, "slain")])
def test_the_death_cloak_may_take_its_wearer(face: int, fate: str) -> None:
    fight = alone("death_cloak")
    with script(fight, dice=[face]):
        specials.start_of_turn.each(nature(fight, 0), fight, 0)
    assert piece(fight, "hero").fate == fate


@pytest.mark.rule("tp.item.enchanted.lost_crown_of_barley")
@pytest.mark.parametrize(("kind", "dice"), [("break", 8), ("bravery", 8), ("deviancy", 5)])
def test_the_crown_of_barley_helps_in_break_and_bravery_checks(kind: Any, dice: int) -> None:
    assert soldiering(alone("lost_crown_of_barley", soldiering=5), 0, kind).total == dice


@pytest.mark.rule("tp.item.enchanted.face_mask_of_death")
def test_the_mask_frightens_but_fear_is_not_added_up() -> None:
    assert highest(alone("face_mask_of_death"), 0, "fear") == 2
    assert highest(alone("face_mask_of_death", ratings={"fear": 2}), 0, "fear") == 2


@pytest.mark.rule("tp.item.enchanted.ring_of_invisibility")
def test_the_unseen_are_hard_to_hit() -> None:
    fight = duel("ring_of_invisibility")
    assert to_hit(fight, blow(fight, "foe")).total == 6
    archers = unit("archers", (36, 5), side=1, figure=foot(weapons=("bow",)))
    lone = alone("ring_of_invisibility", at=(36, 20), more=[archers])
    assert to_shoot(lone, 1, 0).total == 7
    guarded = scene(
        unit("guard", (36, 20), models=10),
        hero("hero", within="guard", figure=laden("ring_of_invisibility")),
        archers,
    )
    assert to_shoot(guarded, number(guarded, "archers"), number(guarded, "guard")).total == 5


@pytest.mark.rule("tp.item.enchanted.ring_of_ozonty")
def test_ozonty_adds_to_the_magic_weapon() -> None:
    assert one_hit(duel("sword_of_strength", "ring_of_ozonty", foe={"toughness": 5}), 6) == 6
    assert one_hit(duel("ring_of_ozonty", foe={"toughness": 5}), 6) == 4


@pytest.mark.rule("tp.item.enchanted.book_of_supreme_knowledge")
def test_knowledge_raises_the_value_by_which_others_go() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10), unit("others", (36, 28), models=10),
        hero("hero", within="guard", role="general", figure=laden("book_of_supreme_knowledge", soldiering=5)),
    )  # fmt: skip
    assert soldiering(fight, number(fight, "guard"), "break").total == 6
    assert soldiering(fight, number(fight, "others"), "break").total == 6


@pytest.mark.rule(
    "tp.item.enchanted.deas_ring_of_speed", "tp.item.enchanted.deas_ring_of_combat",
    "tp.item.enchanted.deas_ring_of_battle", "tp.item.enchanted.deas_ring_of_endurance",
)  # fmt: skip
def test_the_rings_of_dea() -> None:
    assert movement(alone("deas_ring_of_speed"), 0).total == inches(10)
    assert movement(alone("deas_ring_of_speed", mounted=True), 0).total == inches(7)
    assert rating(alone("deas_ring_of_combat"), 0, 5) == 7
    assert blow(duel("deas_ring_of_battle")).attacks == 4
    fight = alone("deas_ring_of_endurance")
    tire(fight, 0, 2, "tp.move.dash")
    assert piece(fight, "hero").tired == 0


# --- the box -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.box_of_oblivion")
def test_the_box_swallows_all_within_two_inches() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("box_of_oblivion")), hero("near", (37.5, 20)), hero("far", (40, 20)),
    ))  # fmt: skip
    with script(fight, dice=[5]):
        box_of_oblivion(fight, 0)
    assert piece(fight, "hero").fate == "standing"
    with script(fight, dice=[6]):
        box_of_oblivion(fight, 0)
    assert [piece(fight, name).fate for name in ("hero", "near", "far")] == ["slain", "slain", "standing"]
    assert told(fight, HoleTorn)[0].inches == 2


@pytest.mark.rule("tp.item.enchanted.box_of_oblivion")
def test_a_hidden_halfwit_opens_it_in_the_middle_of_his_group() -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=60, files=10),
        hero("hero", within="guard", role="halfwit", fate="hidden", figure=laden("box_of_oblivion")),
    ))  # fmt: skip
    with script(fight, dice=[6]):
        begin_turn(fight)
    assert piece(fight, "hero").fate == "slain" and 20 < piece(fight, "guard").models < 55


# --- potions -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.potion_of_strength", "tp.magic.items.potions")
def test_the_potion_of_strength_lowers_every_part_of_a_save_until_the_next_turn() -> None:
    fight = duel("potion_of_strength", foe={"toughness": 4, "resistance": 3, "magic": 6, "agility": 1})
    assert one_hit(fight, 5) == 0
    use(fight, "potion_of_strength")
    assert not castable(fight) and told(fight, ItemUsed)
    assert one_hit(fight, 6) == 5 and one_hit(fight, 2) == 1 and one_hit(fight, 1) == 0
    fight.state.clock = 3
    expire(fight)
    assert one_hit(fight, 5) == 0


@pytest.mark.rule("tp.item.enchanted.potion_of_strength")
def test_shots_of_the_drinker_are_stronger_too() -> None:
    archers = unit("orcs", (36, 30), side=1, facing=180, models=3, figure=foot(life=9, toughness=5))
    fight = alone("potion_of_strength", at=(36, 20), more=[archers])
    use(fight, "potion_of_strength")
    with script(fight, dice=[5]):
        assert strike(fight, Attack(number(fight, "orcs"), 1, "missile", "tp.shoot.damage", 0)) == 5


@pytest.mark.rule("tp.magic.items.potions")
def test_one_potion_at_a_time_and_each_once() -> None:
    fight = alone("potion_of_strength", "potion_of_strength", "potion_of_vitality")
    piece(fight, "hero").tired = 2
    use(fight, "potion_of_strength")
    assert not castable(fight) and len(carried(fight, 0)) == 2
    fight.state.clock = 3
    expire(fight)
    assert list(castable(fight)) == ["use: hero/potion_of_strength", "use: hero/potion_of_vitality"]


@pytest.mark.rule("tp.item.enchanted.potion_of_vitality")
def test_vitality_clears_the_drinker_not_his_group() -> None:
    fight = scene(
        unit("guard", (36, 20), models=10, tired=3),
        hero("hero", within="guard", figure=laden("potion_of_vitality"), tired=4),
    )
    use(fight, "potion_of_vitality")
    assert piece(fight, "hero").tired == 0 and piece(fight, "guard").tired == 3
    assert not castable(fight)


@pytest.mark.rule("tp.item.enchanted.potion_of_strength")
def test_it_can_be_drunk_in_the_enemys_turn_before_a_fight() -> None:
    fight = duel("potion_of_strength")
    fight.state.active = 1
    assert not castable(fight) and usable(fight, 0)
    fight.state.phase = "combat"
    with script(fight, answers=["use: hero/potion_of_strength"]):
        assert out_of_turn(fight)
    assert fight.state.effects[0].ends == fight.state.clock + 1


def phases_asked(fight: Fight) -> list[str]:
    """The phases of the enemy's turn in which the owner of an item is asked for it and does not use it."""
    asked = []
    fight.state.active = 1
    for phase in ORDER[ORDER.index("declaring") :]:
        fight.state.phase, fight.oracle = phase, Scripted(answers=["nothing more"])
        assert not out_of_turn(fight) and not out_of_turn(fight)
        asked += [phase] * (not fight.oracle.answers)
    return asked


@pytest.mark.rule("tp.magic.items.potions")
def test_out_of_turn_an_item_is_asked_for_only_where_it_may_matter() -> None:
    assert phases_asked(alone("potion_of_strength")) == []
    assert phases_asked(duel("potion_of_strength")) == ["combat"]
    orcs = unit("orcs", (36, 27), side=1, facing=180, models=10)
    assert phases_asked(alone("horn_of_the_barguest", more=[orcs])) == ["charges", "shooting", "combat"]


# --- the horn and the stone ----------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.horn_of_the_barguest")
@pytest.mark.parametrize(("own", "against", "flees"), [([4, 1, 1, 1], [4, 1], False), ([1] * 4, [4, 4], True)])
def test_the_horn_frightens_with_fear_two(own: list[int], against: list[int], flees: bool) -> None:
    orcs = unit("orcs", (36, 27), side=1, facing=180, models=10)
    fight = alone("horn_of_the_barguest", at=(36, 20), more=[orcs])
    use(fight, "horn_of_the_barguest", dice=[*own, *against, *([1, 1] if flees else [])])
    assert piece(fight, "orcs").fleeing is flees
    assert flees or piece(fight, "orcs").braved == 2


@pytest.mark.rule("tp.item.enchanted.horn_of_the_barguest")
@pytest.mark.parametrize(
    "calm",
    [
        {"figure": foot(traits=("unbreakable",))}, {"figure": foot(ratings={"fear": 2})}, {"braved": 2},
        {"figure": foot(ratings={"fear": 1}), "braved": 1},
    ],
)  # fmt: skip
def test_the_horn_says_nothing_to_those_without_fear(calm: Any) -> None:
    fight = alone("horn_of_the_barguest", more=[unit("orcs", (36, 27), side=1, facing=180, models=10, **calm)])
    assert not castable(fight)


@pytest.mark.rule("tp.item.enchanted.horn_of_the_barguest", "tp.check.bravery.once")
@pytest.mark.parametrize("shaken", [{"braved": 1}, {"figure": foot(ratings={"fear": 1}), "braved": 0}])
def test_the_horn_frightens_those_who_have_withstood_less(shaken: Any) -> None:
    fight = alone("horn_of_the_barguest", more=[unit("orcs", (36, 27), side=1, facing=180, models=10, **shaken)])
    assert castable(fight)


@pytest.mark.rule("tp.item.enchanted.stone_of_absorption")
def test_of_two_items_near_the_stone_its_bearer_names_one() -> None:
    foe = hero("foe", (36, 27), side=1, facing=180, figure=laden("phazing_rings", "lucky_coin"),
               shown=rules("phazing_rings", "lucky_coin"))  # fmt: skip
    fight = alone("stone_of_absorption", more=[foe])
    use(fight, "stone_of_absorption", answers=["foe/lucky_coin"], dice=[6] * (resists(*rules("lucky_coin")) > 1))
    assert carried(fight, number(fight, "foe")) == rules("phazing_rings")


@pytest.mark.rule("tp.item.enchanted.stone_of_absorption")
@pytest.mark.parametrize(
    ("points", "need"), [(45, 1), (50, 2), (65, 2), (70, 3), (90, 4), (110, 5), (130, 6), (145, 6), (150, 6)]
)  # fmt: skip
def test_how_items_resist_the_stone(points: int, need: int) -> None:
    one = next((item for item in ITEMS.values() if item.points == points), None)
    assert one is not None and resists(one.rule) == need


@pytest.mark.rule("tp.item.enchanted.stone_of_absorption", "tp.magic.items.enchanted")
@pytest.mark.parametrize(("face", "left"), [(4, 1), (5, 0)])
def test_the_stone_takes_the_magic_of_an_enemy_item_for_good(face: int, left: int) -> None:
    foe = champion(items=rules("plate_of_defiance"), prices=(110,))
    fight = alone("stone_of_absorption", more=[hero("foe", (36, 27), side=1, facing=180, figure=foe)])
    assert not castable(fight), "nobody knows of it yet"
    piece(fight, "foe").shown = rules("plate_of_defiance")
    use(fight, "stone_of_absorption", dice=[face])
    assert len(carried(fight, number(fight, "foe"))) == left
    assert len(told(fight, ItemResisted)) == left and len(told(fight, ItemLost)) == 1 - left
    assert not castable(fight)


@pytest.mark.rule("tp.item.enchanted.stone_of_absorption")
def test_a_trifle_is_absorbed_without_a_die() -> None:
    foe = hero("foe", (36, 27), side=1, facing=180, figure=laden("phazing_rings"), shown=rules("phazing_rings"))
    fight = alone("stone_of_absorption", more=[foe])
    use(fight, "stone_of_absorption")
    assert not carried(fight, number(fight, "foe")) and told(fight, ItemLost)


@pytest.mark.rule("tp.item.enchanted.stone_of_absorption")
@pytest.mark.parametrize(("face", "left"), [(1, 1), (2, 0)])
def test_what_is_hardly_more_than_a_trifle_resists_on_a_one(face: int, left: int) -> None:
    item = next(name for name, one in ITEMS.items() if one.points == 50)
    foe = hero("foe", (36, 27), side=1, facing=180, figure=laden(item), shown=rules(item))
    fight = alone("stone_of_absorption", more=[foe])
    use(fight, "stone_of_absorption", dice=[face])
    assert len(carried(fight, number(fight, "foe"))) == left


@pytest.mark.rule("tp.item.enchanted.stone_of_absorption")
@pytest.mark.parametrize(("item", "y"), [("mace_of_oblivion", 27), ("lucky_coin", 30)])
def test_the_stone_reaches_eight_inches_and_not_the_mightiest(item: str, y: float) -> None:
    bearer = champion(items=rules(item), prices=(0,))
    foe = hero("foe", (36, y), side=1, facing=180, figure=bearer, shown=rules(item))
    assert not castable(alone("stone_of_absorption", more=[foe]))


def test_every_item_has_a_title_that_players_know() -> None:
    assert all(item.rule in book.titles for item in ITEMS.values())


# --- what comes back, and what comes to light -----------------------------------------------------------------


def begin(fight: Fight, who: str, *answers: str) -> None:
    """His turn begins."""
    with script(fight, answers=answers):
        specials.start_of_turn.each(nature(fight, number(fight, who)), fight, number(fight, who))


@pytest.mark.rule("tp.item.enchanted.ring_of_reanimation")
def test_the_ring_of_reanimation_gives_a_life_point_back_to_the_bearer_or_his_group() -> None:
    bearer = hero("hero", within="guard", figure=laden("ring_of_reanimation"), hurt=1)
    fight = scene(unit("guard", (36, 20), models=10), bearer)
    piece(fight, "guard").models = 8
    begin(fight, "hero", "hero")
    assert piece(fight, "hero").hurt == 0 and piece(fight, "guard").models == 8
    for models in (9, 10, 10):
        begin(fight, "hero")
        assert piece(fight, "guard").models == models


@pytest.mark.rule("tp.item.enchanted.horn_of_the_beasts")
@pytest.mark.parametrize(("side", "row"), [(0, 5), (1, 4)])
def test_the_horn_makes_the_beasts_of_its_side_more_loyal(side: int, row: int) -> None:
    beast = foot(category="beast", kind="mount", ratings={"loyalty": 2}, movement=0, title="Dragon")
    fight = scene(
        unit("dragon", (36, 20), models=1, files=1, figure=beast, goal=(36000, 20000)),
        hero("herder", (60, 10 if side == 0 else 40), side=side, figure=laden("horn_of_the_beasts")),
    )
    with script(fight, dice=[2, *([1] if row == 4 else [])]):
        turn_wild(fight, number(fight, "dragon"))
    assert told(fight, TurnedWild)[0].row == row


def spied_on(*items: str, far: float = 4) -> Fight:
    """The hero has the eye; a foe with a coin stands near another with these items, and a fool hides."""
    others = [hero("warden", (36 + far, 40), side=1, facing=180, figure=laden(*items))] if items else []
    return alone(
        "severed_eye_of_the_beholder",
        more=[
            unit("orcs", (36, 40), side=1, facing=180, models=10, scouts="concealed"),
            hero("chief", within="orcs", side=1, figure=laden("lucky_coin")),
            hero("fool", within="orcs", side=1, role="halfwit", fate="hidden"),
            *others,
        ],
    )


@pytest.mark.rule("tp.item.enchanted.severed_eye_of_the_beholder")
def test_the_eye_sees_all_items_and_all_who_hide() -> None:
    fight = spied_on()
    use(fight, "severed_eye_of_the_beholder")
    assert piece(fight, "chief").shown == rules("lucky_coin")
    assert piece(fight, "fool").fate == "within" and not piece(fight, "orcs").scouts
    assert not castable(fight)


@pytest.mark.rule("tp.item.enchanted.severed_eye_of_the_beholder", "tp.character.halfwit.reveal")
@pytest.mark.parametrize(("behind", "fate"), [(41.6, "hidden"), (44, "within")])
def test_one_who_is_found_out_stays_in_the_ranks_if_there_is_no_room_behind(behind: float, fate: str) -> None:
    fight = alone(
        "severed_eye_of_the_beholder",
        more=[
            unit("orcs", (36, 40), side=1, facing=180, models=10, files=5),
            unit("others", (36, behind), side=1, facing=180, models=10, files=5),
            hero("fool", within="orcs", side=1, role="halfwit", fate="hidden", figure=laden("lucky_coin")),
        ],
    )
    use(fight, "severed_eye_of_the_beholder")
    assert piece(fight, "fool").fate == fate and piece(fight, "fool").shown == rules("lucky_coin")
    assert told(fight, Revealed)[0].comes_out is (fate == "within")
    assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.item.enchanted.ring_of_dark_shrouds")
@pytest.mark.parametrize(("far", "dark"), [(4, True), (14, False)])
def test_dark_shrouds_keep_what_is_near_them_from_the_eye(far: float, dark: bool) -> None:
    fight = spied_on("ring_of_dark_shrouds", far=far)
    use(fight, "severed_eye_of_the_beholder")
    assert (piece(fight, "chief").shown == ()) is dark and (piece(fight, "fool").fate == "hidden") is dark
    assert piece(fight, "warden").shown == ()


@pytest.mark.rule("tp.item.enchanted.ring_of_dark_shrouds", "tp.spell.white.seek_and_desist")
def test_dark_shrouds_stand_against_spells_that_spy() -> None:
    fight = settled(
        scene(
            wizard("merlin", (36, 20), "white.seek_and_desist"),
            hero("chief", (36, 35), side=1, facing=180, figure=laden("lucky_coin", "ring_of_dark_shrouds")),
        )
    )
    casts(fight, "merlin", "white.seek_and_desist", dice=WINS)
    assert piece(fight, "chief").shown == ()


@pytest.mark.rule("tp.item.enchanted.call_of_the_wind")
def test_the_wind_guides_the_shots_of_one_group() -> None:
    bows = foot(weapons=("longbow",))
    fight = alone(
        "call_of_the_wind",
        more=[unit("archers", (30, 20), models=10, figure=bows), unit("spears", (42, 20), models=10)],
    )
    use(fight, "call_of_the_wind")
    archers = number(fight, "archers")
    assert hit_test(fight, archers, 4).reroll == "failures"
    piece(fight, "archers").tired = 4
    assert hit_test(fight, archers, 4).reroll == "all"
    fight.state.clock += 2
    expire(fight)
    assert hit_test(fight, archers, 4).reroll == "successes"


@pytest.mark.rule("tp.item.enchanted.box_of_souls")
def test_the_box_of_souls_takes_from_the_enemy_the_group_or_the_bearer() -> None:
    fight = alone("box_of_souls", life=3)
    begin(fight, "hero")
    assert piece(fight, "hero").hurt == 1 and [event.points for event in told(fight, LostOutright)] == [1]
    together = scene(
        unit("guard", (36, 20), models=10), hero("hero", within="guard", figure=laden("box_of_souls")),
        unit("orcs", (36, 20), side=1, facing=180, models=10),
    )  # fmt: skip
    begin(together, "hero")
    assert piece(together, "guard").models == 9
    contact(together, "guard", "orcs")
    begin(together, "hero", "orcs")
    assert (piece(together, "guard").models, piece(together, "orcs").models) == (9, 9)
    begin(together, "hero", "guard")
    assert (piece(together, "guard").models, piece(together, "orcs").models) == (8, 9)
