"""Measures, dice, tests, formations, arcs and sight."""

from __future__ import annotations

import pytest

from warhost.engine.artillery import compass_of, scattered
from warhost.engine.field.compass import ahead
from warhost.engine.strikes import Wound
from warhost.rulebooks.regiments.bodies import body, in_range, posts, rank_sizes
from warhost.rulebooks.regiments.fighting.places import arc_of, full_ranks
from warhost.rulebooks.regiments.fighting.result import extra_ranks, ranks_of_unit
from warhost.rulebooks.regiments.land.sight import looking, unit_sees
from warhost.rulebooks.regiments.measures import within
from warhost.rulebooks.regiments.moving.flight import flee_on
from warhost.rulebooks.regiments.moving.moves import Move, cannot_move
from warhost.rulebooks.regiments.nerve.leadership import characteristic_passes, ld_test, leadership
from warhost.rulebooks.regiments.opening.rolloff import at_random, roll_off
from warhost.rulebooks.regiments.shooting.volley import cannot_shoot
from warhost.rulebooks.regiments.wounds.casualties import suffer, wound_directly
from warhost.rulebooks.regiments.wounds.hits import Harm
from warhost.rulebooks.regiments.wounds.spreading import strike_unit

from .field import BOOK, number, ours, rule_of, scene, script, theirs, unit


@pytest.mark.rule("reg.core.units")
def test_footprints() -> None:
    fight = scene(
        ours("foot", "men.spears", 25, at=(20, 20), files=5), ours("horse", "men.knights", 5, at=(40, 20), files=5)
    )
    foot, horse = body(fight, number(fight, "foot")), body(fight, number(fight, "horse"))
    assert (foot.width, foot.depth) == pytest.approx((3937, 3937), abs=3)
    assert (horse.width, horse.depth) == pytest.approx((4921, 1969), abs=3)


@pytest.mark.rule("reg.core.coordinates")
def test_directions_and_reach() -> None:
    assert ahead((30000, 20000), compass_of(0), 6000) == (36000, 20000)
    assert ahead((30000, 20000), compass_of(90), 6000) == (30000, 26000)
    assert within(8000, 8000) and within(8001, 8000) and not within(8002, 8000)


@pytest.mark.rule("reg.core.specialdice")
def test_an_arrow_to_the_west() -> None:
    fight = scene()
    with script(fight, [1, 180, 4]):
        scatter = scattered(fight.throw, "reg.core.specialdice", 0)
    assert ahead((40000, 24000), compass_of(scatter.direction), scatter.shift()) == (32000, 24000)
    with script(fight, [5, 7, 5]):
        assert scattered(fight.throw, "reg.core.specialdice", 0).shift() == 0


@pytest.mark.rule("reg.core.rolloff")
def test_ties_are_rolled_again() -> None:
    fight = scene()
    with script(fight, [4, 4, 2, 5]):
        assert roll_off(fight, "test", "reg.core.rolloff") == 1
    with script(fight, [3]):
        assert at_random(fight, ["a", "b", "c"], "test", "reg.core.rolloff", 0) == "c"


@pytest.mark.rule("reg.core.diceorder", "reg.core.dice")
def test_dice_of_a_group_in_their_order() -> None:
    fight = scene(theirs("swords", "men.swords", 20, at=(30, 30)), ours("spears", "men.spears", 20, at=(30, 20)))
    harm = Harm(fight, number(fight, "swords"), 3, 3, by=number(fight, "spears"), hit=4, blow=True)
    harm.better_ward(6)
    with script(fight, [4, 2, 5, 4, 6, 5, 1, 3]):
        struck = harm.strikes().roll(fight.throw, 0, 1)
    assert (struck.hits, struck.wounds, len(struck.unsaved)) == (2, 2, 1)


@pytest.mark.rule("reg.core.profile")
def test_leadership_stops_at_ten() -> None:
    fight = scene(ours("spears", "men.spears", 20, at=(30, 20)))
    one = number(fight, "spears")
    value = leadership(fight, one)
    value.add(5, "reg.core.profile")
    with script(fight, [6, 5]):
        assert not ld_test(fight, one, "panic", "reg.panic.test", 0, value)  # 12 counts as 10


@pytest.mark.rule("reg.core.test.char")
@pytest.mark.parametrize(("face", "value", "passes"), [(6, 6, False), (2, 2, True), (1, 0, False), (1, 1, True)])
def test_a_characteristic(face: int, value: int, passes: bool) -> None:
    assert characteristic_passes(face, value) is passes


@pytest.mark.rule("reg.core.test.ld")
@pytest.mark.parametrize(
    ("dice", "modifier", "passes"), [([4, 3], 0, True), ([1, 1], -6, True), ([4, 4], 0, False)]
)
def test_a_leadership_test(dice: list[int], modifier: int, passes: bool) -> None:
    fight = scene(ours("spears", "men.spears", 20, at=(30, 20)))
    with script(fight, dice):
        assert ld_test(fight, number(fight, "spears"), "panic", "reg.panic.test", modifier) is passes


@pytest.mark.rule("reg.core.unit")
def test_losses_come_off_the_rear() -> None:
    fight = scene(ours("spears", "men.spears", 10, at=(30, 20), files=5))
    one = number(fight, "spears")
    wound_directly(fight, one, 3)
    ground = body(fight, one)
    middle = ground.front[0]
    assert ground.files == 5
    assert [base.centre[0] - middle for base in ground.bases[5:]] == pytest.approx([-394, 394], abs=2)


@pytest.mark.rule("reg.core.formation")
def test_ranks_and_places_of_honour() -> None:
    fight = scene(
        ours("spears", "men.spears", 23, at=(30, 20), files=6, command=True),
        ours("halberds", "men.halberds", 20, at=(50, 20), files=5),
        ours("captain", "men.captain", joined="halberds"),
    )
    assert rank_sizes(fight, number(fight, "spears")) == [6, 6, 6, 5]
    places = posts(fight, number(fight, "spears"))
    assert places == {2: -3, 3: -2, 1: -4}
    assert rank_sizes(fight, number(fight, "halberds")) == [5, 5, 5, 5, 1]
    assert extra_ranks(fight, number(fight, "halberds")) == 3
    assert number(fight, "captain") in posts(fight, number(fight, "halberds")).values()


@pytest.mark.rule("reg.core.arcs")
def test_arcs() -> None:
    fight = scene(ours("spears", "men.spears", 20, front=(30, 20), files=5))
    one = body(fight, number(fight, "spears"))
    right, rear = one.front[0] + one.width // 2, one.front[1] - one.depth
    assert arc_of(one, (right + 2000, 23000)) == "front"
    assert arc_of(one, (one.front[0] - one.width // 2 - 4000, rear - 4000)) == "rear"
    assert arc_of(one, (right + 4000, 19000)) == "right"


@pytest.mark.rule("reg.core.engaged")
def test_an_engaged_unit_makes_no_moves() -> None:

    fight = scene(
        ours("bows", "orc.bowmen", 20, front=(30, 20), files=5),
        theirs("spears", "men.spears", 20, front=(30, 20), files=5),
        contacts=[{"a": "bows", "b": "spears"}],
        phase="moves",
    )
    for why in (cannot_move, cannot_shoot):
        refusal = why(fight, number(fight, "bows"))
        assert refusal is not None and refusal.rule == "reg.core.engaged"


# --- sight


def three(middle: str, shooter: str = "men.crossbows", target: str = "orc.warriors", **more: object):  # type: ignore[no-untyped-def]
    return scene(
        ours("shooter", shooter, 10, front=(36, 10), files=5),
        ours("middle", middle, 20, front=(36, 20), files=10),
        theirs(
            "target", target, 1 if "giant" in target else 10, front=(36, 30), files=1 if "giant" in target else 5
        ),
        **more,
    )


@pytest.mark.rule("reg.core.los")
def test_infantry_hides_infantry() -> None:
    fight = three("men.spears")
    assert not unit_sees(fight, number(fight, "shooter"), number(fight, "target"))


@pytest.mark.rule("reg.core.los", "reg.troop.monster")
def test_a_monster_is_seen_over_infantry_without_cover() -> None:
    fight = three("men.spears", target="orc.giant")
    shooter, target = number(fight, "shooter"), number(fight, "target")
    assert unit_sees(fight, shooter, target)
    assert looking(fight, shooter, target).cover_from(body(fight, shooter).bases[2]) == ""


@pytest.mark.rule("reg.core.los", "reg.terrain.hill", "reg.shoot.cover")
def test_from_a_hill_over_infantry_in_hard_cover() -> None:
    fight = three("men.spears", terrain=[{"kind": "hill", "at": [36, 10]}])
    shooter, target = number(fight, "shooter"), number(fight, "target")
    assert unit_sees(fight, shooter, target)
    assert looking(fight, shooter, target).cover_from(body(fight, shooter).bases[2]) == "hard"


@pytest.mark.rule("reg.core.los", "reg.terrain.hill")
def test_a_hill_between_blocks() -> None:
    fight = scene(
        ours("shooter", "men.crossbows", 10, front=(36, 10), files=5),
        theirs("target", "orc.warriors", 10, front=(36, 30), files=5),
        terrain=[{"kind": "hill", "at": [36, 20]}],
    )
    assert not unit_sees(fight, number(fight, "shooter"), number(fight, "target"))


@pytest.mark.rule("reg.core.los")
def test_cavalry_is_seen_over_infantry_in_hard_cover() -> None:
    fight = three("men.spears", target="orc.boarriders")
    shooter, target = number(fight, "shooter"), number(fight, "target")
    assert unit_sees(fight, shooter, target)
    assert looking(fight, shooter, target).cover_from(body(fight, shooter).bases[2]) == "hard"


@pytest.mark.rule("reg.terrain.forest", "reg.core.los")
@pytest.mark.parametrize(("facing", "seen"), [(90, True), (0, False)])
def test_six_inches_of_forest(facing: int, seen: bool) -> None:
    """The wood is 9 by 6 in: across it one looks through 6, along it through 9."""
    fight = scene(
        ours("shooter", "men.crossbows", 1, front=(36, 15), files=1),
        theirs("target", "orc.warriors", 1, front=(36, 25), files=1),
        terrain=[{"kind": "forest", "at": [36, 20], "facing": facing}],
    )
    assert unit_sees(fight, number(fight, "shooter"), number(fight, "target")) is seen


# --- spreading hits


def bow(fight, target: int, dice: int) -> Harm:  # type: ignore[no-untyped-def]
    return Harm(fight, target, dice, 10, by=0)


@pytest.mark.rule("reg.core.distribute")
def test_hits_never_pass_to_a_character() -> None:
    fight = scene(
        ours("bows", "orc.bowmen", 20, at=(30, 10)),
        theirs("halberds", "men.crossbows", 6, at=(30, 30)),
        theirs("captain", "men.captain", joined="halberds"),
    )
    with script(fight, [2] * 7):
        strike_unit(fight, number(fight, "halberds"), 7, lambda target, dice: bow(fight, target, dice))
    assert unit(fight, "halberds").fate == "destroyed"
    assert unit(fight, "captain").hurt == 0
    assert unit(fight, "captain").fate == "standing"


@pytest.mark.rule("reg.core.distribute")
@pytest.mark.parametrize(("face", "victim"), [(4, "halberds"), (5, "captain")])
def test_few_rank_and_file_do_not_shield_him(face: int, victim: str) -> None:
    fight = scene(
        ours("bows", "orc.bowmen", 20, at=(30, 10)),
        theirs("halberds", "men.crossbows", 4, at=(30, 30)),
        theirs("captain", "men.captain", joined="halberds"),
    )
    with script(fight, [face, 2]):
        strike_unit(fight, number(fight, "halberds"), 1, lambda target, dice: bow(fight, target, dice))
    assert unit(fight, "captain").hurt == (victim == "captain")
    assert unit(fight, "halberds").models == 4 - (victim == "halberds")


@pytest.mark.rule("reg.core.distribute", "reg.sr.poison", "reg.core.diceorder")
def test_a_hit_keeps_its_poison_whomever_it_strikes() -> None:
    """Two hits are poisoned: one strikes a man, the other the captain; the third hit, a man again, has to wound."""
    fight = scene(
        ours("skulkers", "orc.skulkers", 10, at=(30, 10)),
        theirs("crossbows", "men.crossbows", 4, at=(30, 30)),
        theirs("captain", "men.captain", joined="crossbows"),
    )
    with script(fight, [6, 6, 4, *(1, 5, 1), 3, 2]):
        strike_unit(
            fight, number(fight, "crossbows"), 3,
            lambda target, dice: Harm(fight, target, dice, 1, by=0, hit=4, names=("reg.sr.poison",)),
        )  # fmt: skip
    assert unit(fight, "crossbows").models == 3
    assert unit(fight, "captain").hurt == 1


@pytest.mark.rule("reg.shoot.casualties")
def test_whole_models_first_and_the_rest_is_noted() -> None:

    fight = scene(theirs("trolls", "orc.trolls", 3, at=(30, 30)))
    suffer(fight, number(fight, "trolls"), "file", [Wound(1, False)] * 5)
    assert (unit(fight, "trolls").models, unit(fight, "trolls").hurt) == (2, 2)


@pytest.mark.rule("reg.cmd.champion", "reg.cmd.standard")
def test_the_champion_goes_last_to_bows() -> None:
    fight = scene(theirs("swords", "men.swords", 5, at=(30, 30), command=True))
    wound_directly(fight, number(fight, "swords"), 4)
    swords = unit(fight, "swords")
    assert (swords.models, swords.champion, swords.standard, swords.musician) == (1, True, False, False)


@pytest.mark.rule("reg.combat.cr.ranks")
@pytest.mark.parametrize(("models", "extra"), [(20, 3), (14, 1), (15, 2), (4, 0)])
def test_full_ranks(models: int, extra: int) -> None:
    fight = scene(ours("spears", "men.spears", models, at=(30, 20), files=min(5, models)))
    assert extra_ranks(fight, number(fight, "spears")) == extra
    assert full_ranks([5, 5, 4], 5) == 2


@pytest.mark.rule("reg.terrain.river", "reg.combat.cr.ranks")
def test_no_ranks_in_a_river() -> None:
    fight = scene(
        ours("spears", "men.spears", 20, front=(30, 25), files=5), terrain=[{"kind": "river", "at": [36, 22]}]
    )
    assert ranks_of_unit(fight, number(fight, "spears")) == 4
    assert extra_ranks(fight, number(fight, "spears")) == 0


@pytest.mark.rule("reg.char.general", "reg.sr.largetarget")
def test_the_presence_of_the_general() -> None:
    fight = scene(
        ours("lord", "men.lord", at=(30, 20)),
        ours("near", "men.spears", 20, front=(42.2, 20), files=5, facing=90),
        ours("far", "men.spears", 20, front=(30, 42), files=5),
    )
    assert leadership(fight, number(fight, "near")).total == 9
    assert leadership(fight, number(fight, "far")).total == 7
    unit(fight, "lord").fleeing = True
    assert leadership(fight, number(fight, "near")).total == 7
    assert in_range(fight, number(fight, "lord"), number(fight, "near"), 12000)


@pytest.mark.rule("reg.sr.largetarget", "reg.army.men.griffon", "reg.army.mounts")
def test_a_general_on_a_griffon_reaches_eighteen_inches() -> None:
    fight = scene(
        ours("lord", "men.lord", at=(30, 20), mount="griffon"),
        ours("spears", "men.spears", 20, front=(30, 41), files=5),
    )
    assert leadership(fight, number(fight, "spears")).total == 9


@pytest.mark.rule("reg.char.bsb")
def test_a_battle_standard_lets_a_test_be_taken_again() -> None:
    fight = scene(
        ours("captain", "men.captain", at=(30, 20), role="battle standard"),
        ours("spears", "men.spears", 20, front=(36, 20), files=5),
    )
    with script(fight, [6, 4, 3, 3]):
        assert ld_test(fight, number(fight, "spears"), "panic", "reg.panic.test")


@pytest.mark.rule("reg.deploy.table", "reg.move.apart", "reg.flee.offtable")
def test_a_smaller_table_ends_where_it_ends() -> None:
    """Of a situation of one's own: 36 by 30 in."""
    fight = scene(ours("own", "men.spears", 20, front=(18, 20), files=5), size=[36, 30], phase="moves")
    assert (fight.setting.width, fight.setting.depth) == (36000, 30000)
    table = BOOK.view(fight.setting, fight.state, None).table
    assert table is not None and (table.width, table.depth) == (36000, 30000)
    move = Move(fight, 0)
    assert rule_of(move.refuse([["go", 8000]])) == ""
    unit(fight, "own").y = 25000
    assert rule_of(Move(fight, 0).refuse([["go", 4500]])) == "reg.move.apart"
    with script(fight, [3, 2]):
        flee_on(fight, 0)
    assert unit(fight, "own").fate == "fled"


def test_units_of_the_same_name_are_told_apart_in_every_sentence() -> None:
    fight = scene(
        ours("a", "orc.warriors", 10, at=(20, 10)), ours("b", "orc.warriors", 10, at=(30, 10)),
        ours("c", "orc.goblins", 10, at=(40, 10)), theirs("d", "orc.warriors", 10, at=(20, 40)),
    )  # fmt: skip
    names = BOOK.spokesman.names(fight.setting, fight.state)
    said = [str(names.piece(one)) for one in "abcd"]
    assert said == [
        "the Orc Warriors 1", "the Orc Warriors 2", "the Goblin Rabble", "the Orc Warriors (second)",
    ]  # fmt: skip
    assert names.piece("b").does("charges") == "charge"
