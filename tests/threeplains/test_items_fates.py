"""Deaths undone or handed on, places traded, coats turned, and a soul that owes a service."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.oracle import Scripted
from warhost.engine.question import Answer, Question
from warhost.rulebooks.threeplains.charging.flight import flee, general_dead
from warhost.rulebooks.threeplains.charging.pursuit import after_flight, pursue
from warhost.rulebooks.threeplains.events.blows import LostOutright, Slain
from warhost.rulebooks.threeplains.events.items import SteppedAside, StoodUp, TradedPlaces, TurnedCoat
from warhost.rulebooks.threeplains.events.nerves import Checked, Regenerated
from warhost.rulebooks.threeplains.events.spells import SpellRolled, SpellStopped
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.contact import between, engaged
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.items.coats import change_sides
from warhost.rulebooks.threeplains.items.fates import dies_in_his_place
from warhost.rulebooks.threeplains.items.oblivion import perish, tear
from warhost.rulebooks.threeplains.items.soul import WARDS, warded_off
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast, castable, usable
from warhost.rulebooks.threeplains.magic.effects import has_moved, shooting_is_over
from warhost.rulebooks.threeplains.magic.targets import Casting
from warhost.rulebooks.threeplains.missiles.aiming import to_hit
from warhost.rulebooks.threeplains.morale.checks import natures
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.specials import Doom
from warhost.rulebooks.threeplains.state import NEVER, NOBODY, Effect
from warhost.rulebooks.threeplains.victory import victory_points
from warhost.rulebooks.threeplains.wounds.casualties import destroy, lose, slay

from .armoury import alone, laden, rules, settled
from .scene import champion, contact, foot, hero, number, piece, scene, script, told, unit
from .wizardry import casts, wizard

HOLE = "tp.magic.oblivion.effect"


def uses(fight: Fight, who: str, item: str, *, dice: Any = (), answers: Any = ()) -> None:
    with script(fight, dice=dice, answers=answers):
        cast(fight, number(fight, who), book[rules(item)[0]])


class Listening(Scripted):
    """Notes all questions, those too at which there is nothing to decide."""

    def __init__(self, dice: list[int]):
        super().__init__(dice)
        self.heard: list[Question] = []

    def ask(self, question: Question) -> Answer:
        self.heard.append(question)
        return super().ask(question)


def sound(fight: Fight) -> bool:
    return not flaws(fight.setting, fight.state)


# --- the ring of hope ----------------------------------------------------------------------------------------


def hopeful() -> Fight:
    fight = settled(scene(
        unit("guard", (36, 20), models=6, files=3),
        hero("hero", within="guard", figure=laden("deas_ring_of_hope", life=3)),
        unit("orcs", (36, 20), facing=180, side=1, models=6, files=3),
    ))  # fmt: skip
    contact(fight, "guard", "orcs")
    return fight


@pytest.mark.rule("tp.item.enchanted.deas_ring_of_hope")
@pytest.mark.parametrize(("face", "stands"), [(6, True), (5, False)])
def test_on_a_6_he_stands_up_where_he_fell(face: int, stands: bool) -> None:
    fight = hopeful()
    with script(fight, dice=[face]):
        lose(fight, number(fight, "hero"), 9, "tp.shoot.damage")
    own = piece(fight, "hero")
    assert (own.fate == "within") == stands and own.hurt == 0 and bool(told(fight, Slain)) != stands
    assert [event.points for event in told(fight, Regenerated)] == [3] * stands
    assert sound(fight)
    if stands:  # as often as he is slain
        with script(fight, dice=[1]):
            lose(fight, number(fight, "hero"), 3, "tp.shoot.damage")
        assert own.fate == "slain"


@pytest.mark.rule("tp.item.enchanted.deas_ring_of_hope", "tp.move.flee.caught")
def test_caught_with_his_group_he_stands_up_at_the_nearest_free_place() -> None:
    fight = hopeful()
    with script(fight, dice=[6]):
        destroy(fight, 0, "tp.move.flee.caught")
    own = piece(fight, "hero")
    assert own.fate == "standing" and not engaged(fight, number(fight, "hero")) and told(fight, StoodUp)
    assert piece(fight, "guard").fate == "slain" and sound(fight)


@pytest.mark.rule("tp.item.enchanted.deas_ring_of_hope", "tp.magic.oblivion.effect")
def test_oblivion_gives_nobody_back() -> None:
    fight = hopeful()
    with script(fight):
        perish(fight, {number(fight, "hero"): 1}, HOLE)
    assert piece(fight, "hero").fate == "slain"


# --- the rings of twisted fate -------------------------------------------------------------------------------


def twisted() -> Fight:
    ring = laden("rings_of_twisted_fate", life=4)
    return settled(scene(
        unit("guard", (36, 20), models=6, files=3), hero("first", within="guard", figure=ring),
        hero("second", (50, 10), figure=ring),
        unit("orcs", (36, 40), facing=180, side=1),
    ))  # fmt: skip


@pytest.mark.rule("tp.item.enchanted.rings_of_twisted_fate")
def test_a_life_point_goes_to_the_other_on_4_or_more() -> None:
    fight = twisted()
    with script(fight, dice=[2, 4, 6]):
        lose(fight, number(fight, "first"), 3, "tp.shoot.damage")
    assert (piece(fight, "first").hurt, piece(fight, "second").hurt) == (1, 2)


@pytest.mark.rule("tp.item.enchanted.rings_of_twisted_fate")
def test_who_dies_for_another_does_not_hand_that_on_nor_does_who_has_nobody() -> None:
    ring = laden("rings_of_twisted_fate", life=4)
    fight = settled(scene(hero("one", (20, 20), figure=ring), hero("two", (40, 20), figure=ring)))
    with script(fight):
        assert not dies_in_his_place(fight, 0, Doom("killed outright", *rules("rings_of_twisted_fate")))
        assert not dies_in_his_place(alone("rings_of_twisted_fate"), 0, Doom("killed outright", "tp.combat.it"))


@pytest.mark.rule("tp.item.enchanted.rings_of_twisted_fate", "tp.character.halfwit.hidden")
def test_a_hidden_halfwit_bears_what_the_other_loses_and_his_side_alone_learns_it() -> None:
    ring = laden("rings_of_twisted_fate", life=4)
    fight = settled(scene(
        unit("guard", (36, 20), models=6, files=3), hero("hero", (50, 10), figure=ring),
        hero("fool", within="guard", role="halfwit", fate="hidden", figure=ring),
        unit("orcs", (36, 40), facing=180, side=1),
    ))  # fmt: skip
    with script(fight, dice=[2, 4, 6]):
        lose(fight, number(fight, "hero"), 3, "tp.shoot.damage")
    assert (piece(fight, "hero").hurt, piece(fight, "fool").hurt) == (1, 2)
    assert [one.audience for one in fight.told if isinstance(one.event, LostOutright)] == [0]


@pytest.mark.rule("tp.item.enchanted.rings_of_twisted_fate")
def test_when_one_is_dead_the_other_ring_is_still() -> None:
    fight = twisted()
    with script(fight, dice=[1, 1, 1, 1]):
        lose(fight, number(fight, "second"), 4, "tp.shoot.damage")
    assert piece(fight, "second").fate == "slain"
    with script(fight):
        lose(fight, number(fight, "first"), 1, "tp.shoot.damage")
    assert piece(fight, "first").hurt == 1


@pytest.mark.rule("tp.item.enchanted.rings_of_twisted_fate", "tp.move.flee.caught")
@pytest.mark.parametrize("face", [3, 4])
def test_killed_outright_the_other_may_die_in_his_place(face: int) -> None:
    fight = twisted()
    with script(fight, dice=[face]):
        destroy(fight, 0, "tp.move.flee.caught")
    assert (piece(fight, "first").fate, piece(fight, "second").fate) == (
        ("standing", "slain") if face == 4 else ("slain", "standing")
    )
    assert sound(fight)


@pytest.mark.rule("tp.item.enchanted.rings_of_twisted_fate", "tp.magic.oblivion.effect")
@pytest.mark.parametrize("face", [3, 4])
def test_against_oblivion_the_other_may_die_as_well(face: int) -> None:
    fight = twisted()
    with script(fight, dice=[face]):
        tear(fight, number(fight, "second"), 1, HOLE)
    assert piece(fight, "second").fate == "slain" and (piece(fight, "first").fate == "slain") == (face == 4)


# --- the spiked head -----------------------------------------------------------------------------------------


def hunted(face: int) -> Fight:
    standard = foot(items=rules("ur_rocks_spiked_head"), prices=(30,))
    fight = settled(scene(
        unit("orcs", (36, 20), models=10, command=True, figure=standard, fleeing=True, flights=1,
             flight_run=inches(4), flight_heading=18000, fled_from=(1,)),
        unit("guard", (36, 24), facing=180, side=1, models=10), phase="stress",
    ))  # fmt: skip
    with script(fight, dice=[3, 3, face]):
        pursue(fight, 1, 0)
    return fight


@pytest.mark.rule("tp.item.command.ur_rocks_spiked_head", "tp.move.pursue.move", "tp.move.rerally")
def test_caught_it_turns_and_fights_on_a_4() -> None:
    fight = hunted(4)
    orcs, met = piece(fight, "orcs"), between(fight, 0, 1)
    assert orcs.standing and not orcs.fleeing and orcs.facing == 0
    assert met is not None and met.charge == NEVER and met.waiting and sound(fight)
    assert (met.a_side, met.b_side) == ("front", "front")


@pytest.mark.rule("tp.item.command.ur_rocks_spiked_head")
def test_caught_it_is_destroyed_on_a_3() -> None:
    assert piece(hunted(3), "orcs").fate == "slain"


# --- the phazing rings ---------------------------------------------------------------------------------------


def ringed(**second: Any) -> Fight:
    fight = settled(scene(
        unit("guard", (36, 20), models=6, files=3),
        hero("first", within="guard", figure=laden("phazing_rings")),
        hero("second", (50, 10), figure=laden("phazing_rings", **second)),
        unit("orcs", (36, 20), facing=180, side=1, models=6, files=3),
    ))  # fmt: skip
    contact(fight, "guard", "orcs")
    return fight


@pytest.mark.rule("tp.item.enchanted.phazing_rings")
def test_they_trade_places_into_a_fight_too_as_often_as_they_like() -> None:
    fight = ringed()
    assert "use: first/phazing_rings" in castable(fight) and "use: second/phazing_rings" in castable(fight)
    uses(fight, "second", "phazing_rings", dice=[7])
    first, second = piece(fight, "first"), piece(fight, "second")
    assert (second.fate, second.host, first.fate, first.point) == ("within", 0, "standing", (50000, 10000))
    assert piece(fight, "guard").leaders == (number(fight, "second"),)
    assert told(fight, TradedPlaces) and sound(fight)
    uses(fight, "first", "phazing_rings", dice=[1])
    assert first.fate == "within"


@pytest.mark.rule("tp.item.enchanted.phazing_rings")
def test_a_lone_bearer_hands_his_fight_over() -> None:
    fight = settled(scene(
        hero("first", (36, 20), figure=laden("phazing_rings")),
        hero("second", (50, 10), figure=laden("phazing_rings")),
        hero("foe", (36, 20), facing=180, side=1),
    ))  # fmt: skip
    contact(fight, "first", "foe")
    uses(fight, "first", "phazing_rings", dice=[7])
    assert engaged(fight, number(fight, "second")) and not engaged(fight, number(fight, "first")) and sound(fight)


@pytest.mark.rule("tp.item.enchanted.phazing_rings", "tp.setup.victory.points")
def test_on_an_8_both_are_lost() -> None:
    fight = ringed()
    uses(fight, "first", "phazing_rings", dice=[8])
    assert piece(fight, "first").fate == piece(fight, "second").fate == "slain"
    assert victory_points(fight, 1).total == 2 * 60


@pytest.mark.rule("tp.item.enchanted.phazing_rings", "tp.piece.bases")
@pytest.mark.parametrize("second", [{"mounted": True}, {"base": (1000, 1000)}])
def test_neither_may_ride_nor_stand_on_another_base(second: dict[str, Any]) -> None:
    assert not any("phazing" in name for name in castable(ringed(**second)))


# --- the book of mass manipulation ---------------------------------------------------------------------------


def manipulated(*, answers: Any = ("read the book",), dice: Any = ()) -> Fight:
    fight = settled(scene(
        hero("reader", (10, 10), figure=laden("book_of_mass_manipulation")),
        unit("guard", (36, 20), models=10),
        unit("orcs", (36, 30), facing=180, side=1, models=10, figure=foot(soldiering=3)),
        hero("chief", within="orcs", side=1, role="general", figure=champion(soldiering=3)),
        deviancy=(3, 4),
    ))  # fmt: skip
    with script(fight, dice=[3, 3, *dice], answers=answers):
        after_flight(fight, [2], flee(fight, number(fight, "orcs"), "tp.check.break"))
    return fight


@pytest.mark.rule("tp.item.enchanted.book_of_mass_manipulation", "tp.check.deviancy", "tp.setup.victory.points")
def test_a_piece_in_flight_that_fails_changes_sides_and_counts_as_lost() -> None:
    fight = manipulated(dice=[1, 1, 1, *[6] * 10])
    (check,) = told(fight, Checked)
    assert check.stress[-1].total_after == 4 + 6 and not check.passed
    orcs, chief = piece(fight, "orcs"), piece(fight, "chief")
    assert orcs.side == chief.side == 0 and orcs.fleeing and told(fight, TurnedCoat)
    orcs.fleeing = False  # rallied by its new owner
    assert {step.rule for step in victory_points(fight, 0).steps[1:]} == set(rules("book_of_mass_manipulation"))
    assert general_dead(fight, 1) and fight.state.generals_fell == (False, True)


@pytest.mark.rule("tp.item.enchanted.book_of_mass_manipulation", "tp.character.halfwit")
def test_a_halfwit_goes_over_with_those_among_whom_he_hides_and_with_nobody_else() -> None:
    fight = scene(
        unit("orcs", (36, 20), side=1), hero("fool", within="orcs", side=1, role="halfwit", fate="hidden"),
        unit("trolls", (46, 20), side=1), hero("wit", within="trolls", side=1, role="halfwit", fate="hidden"),
        unit("guard", (36, 40)),
    )  # fmt: skip
    change_sides(fight, number(fight, "orcs"))
    assert [piece(fight, name).side for name in ("orcs", "fool", "trolls", "wit")] == [0, 0, 1, 1]


@pytest.mark.rule("tp.item.enchanted.book_of_mass_manipulation", "tp.move.individual.share")
@pytest.mark.parametrize(("x", "moves"), [(36, True), (44, False)])
@pytest.mark.parametrize("single", [True, False], ids=["a shaman", "skirmishers"])
def test_whoever_shared_the_ground_of_a_turncoat_steps_aside(x: float, moves: bool, single: bool) -> None:
    runners = foot(loose=True, traits=("skirmishers",))
    friend = hero("friend", (x, 19), side=1)
    friends = unit("friends", (x, 19), side=1, models=4, files=4, figure=runners)
    fight = scene(
        unit("orcs", (36, 20), side=1, fleeing=True), friend if single else friends, unit("guard", (36, 40))
    )  # fmt: skip
    assert not list(flaws(fight.setting, fight.state))
    change_sides(fight, number(fight, "orcs"))
    assert bool(told(fight, SteppedAside)) is moves and not list(flaws(fight.setting, fight.state))


@pytest.mark.rule("tp.item.enchanted.book_of_mass_manipulation")
def test_only_its_new_friends_who_were_about_to_charge_it_do_so_no_more() -> None:
    fight = scene(
        unit("orcs", (36, 20), side=1), unit("trolls", (46, 20), side=1),
        unit("guard", (36, 40)), unit("spears", (46, 40)),
    )  # fmt: skip
    orcs, trolls = number(fight, "orcs"), number(fight, "trolls")
    piece(fight, "guard").charge_target, piece(fight, "spears").charge_target = orcs, trolls
    change_sides(fight, number(fight, "orcs"))
    assert [piece(fight, name).charge_target for name in ("guard", "spears")] == [NOBODY, trolls]


@pytest.mark.rule("tp.item.enchanted.book_of_mass_manipulation", "tp.character.general.death")
def test_nobody_mourns_a_general_who_had_gone_over_to_them() -> None:
    fight = manipulated(dice=[1, 1, 1, *[6] * 10])
    fight.state.generals_fell = (False, False)  # his old army has done with it
    slay(fight, number(fight, "chief"), "tp.shoot.damage")
    assert fight.state.generals_fell == (False, False)


@pytest.mark.rule("tp.item.enchanted.book_of_mass_manipulation")
def test_one_that_passes_goes_on_fleeing_and_the_book_is_read_once() -> None:
    fight = manipulated(dice=[6, 6, 6, *[1] * 10])
    assert piece(fight, "orcs").side == 1 and piece(fight, "orcs").fleeing
    piece(fight, "orcs").flights = 0
    with script(fight, dice=[3, 3]):
        flee(fight, number(fight, "orcs"), "tp.check.break")


@pytest.mark.rule("tp.item.enchanted.book_of_mass_manipulation")
def test_whoever_might_have_the_book_is_asked_though_he_has_not() -> None:
    fight = settled(scene(
        hero("hero", (10, 10), figure=laden("lucky_coin")), unit("orcs", (36, 30), facing=180, side=1, models=10),
    ))  # fmt: skip
    fight.oracle = listening = Listening([3, 3])
    flee(fight, 1, "tp.check.break")
    (question,) = listening.heard
    assert (question.what, question.side, question.empty) == ("turn their coats", 0, True)


# --- the indebted soul ---------------------------------------------------------------------------------------


def haunted(**more: Any) -> Fight:
    return settled(scene(
        hero("hero", (10, 10), figure=laden("indebted_soul")),
        wizard("mage", (14, 10), "base.zap"),
        unit("orcs", (36, 40), facing=180, side=1, models=10, figure=foot(weapons=("bow", "hand weapon"))),
        hero("chief", within="orcs", side=1, figure=champion(life=3)),
        wizard("witch", (60, 40), "base.zap", side=1, facing=180),
        **more,
    ))  # fmt: skip


@pytest.mark.rule("tp.item.enchanted.indebted_soul")
def test_the_soul_strikes_a_group() -> None:
    fight = haunted()
    uses(fight, "hero", "indebted_soul", dice=[4, 4, *[1] * 5], answers=["strike a group", "orcs"])
    assert piece(fight, "orcs").models == 9  # six hits of damage 1
    assert "use: hero/indebted_soul" not in castable(fight)


@pytest.mark.rule("tp.item.enchanted.indebted_soul")
def test_the_soul_drags_at_one_move() -> None:
    fight = haunted()
    uses(fight, "hero", "indebted_soul", answers=["drag at their feet", "orcs"])
    assert movement(fight, number(fight, "orcs")).total == inches(4)
    has_moved(fight, number(fight, "orcs"))
    assert movement(fight, number(fight, "orcs")).total == inches(7)


@pytest.mark.rule("tp.item.enchanted.indebted_soul")
def test_the_soul_blurs_the_aim_of_one_shooting_phase() -> None:
    fight = haunted()
    orcs = number(fight, "orcs")
    before = to_hit(fight, orcs, 0).total
    uses(fight, "hero", "indebted_soul", answers=["blur their aim", "orcs"])
    shooting_is_over(fight)  # his own
    assert to_hit(fight, orcs, 0).total == before + 1
    fight.state.active = 1
    shooting_is_over(fight)
    assert to_hit(fight, orcs, 0).total == before


@pytest.mark.rule("tp.item.enchanted.indebted_soul")
def test_the_soul_binds_a_character_for_a_round() -> None:
    fight = haunted()
    uses(fight, "hero", "indebted_soul", answers=["bind a character", "chief"])
    fight.state.pieces[0].x, fight.state.pieces[0].y = inches(36), inches(40)
    contact(fight, "orcs", "hero")
    chief, orcs = number(fight, "chief"), number(fight, "orcs")
    assert all(blow.member != chief for blow in blows_of(fight, orcs, {}, {}))
    with script(fight, dice=[1] * 5, answers=[{}]):
        fight_round(fight, [0, orcs])
    assert any(blow.member == chief for blow in blows_of(fight, orcs, {}, {}))


@pytest.mark.rule("tp.item.enchanted.indebted_soul")
def test_the_soul_guides_a_wizard_for_a_turn() -> None:
    fight = haunted(phase="moves")
    uses(fight, "hero", "indebted_soul", answers=["guide a wizard", "mage"])
    (guide,) = [effect for effect in fight.state.effects if effect.source.endswith("/guides")]
    assert guide.ends == fight.state.clock + 1
    names = natures(fight, number(fight, "mage"))
    assert guide.source in names


@pytest.mark.rule("tp.item.enchanted.indebted_soul")
def test_every_die_of_the_guided_wizard_shows_one_more_up_to_six() -> None:
    fight = haunted(phase="moves")
    piece(fight, "mage").x, piece(fight, "mage").y = inches(36), inches(30)
    casts(fight, "mage", "base.zap", dice=[6, 5, 4], answers=["orcs"])
    assert told(fight, SpellRolled)[-1].magic == (5, 4)
    uses(fight, "hero", "indebted_soul", answers=["guide a wizard", "mage"])
    piece(fight, "mage").tried = ()
    casts(fight, "mage", "base.zap", dice=[6, 6, 4, 1, 1], answers=["orcs", []])
    assert told(fight, SpellRolled)[-1].magic == (6, 5)



@pytest.mark.rule("tp.item.enchanted.indebted_soul")
@pytest.mark.parametrize(("face", "stopped"), [(6, True), (5, False)])
def test_the_soul_wards_off_spells_of_one_enemy_turn(face: int, stopped: bool) -> None:
    fight = haunted(active=1)
    use = usable(fight, 0)
    assert "use: hero/indebted_soul" in use
    uses(fight, "hero", "indebted_soul", answers=["ward off spells"])
    piece(fight, "mage").x, piece(fight, "mage").y = inches(60), inches(30)
    more: tuple[Any, Any] = ([], []) if stopped else ([1, 1], [[]])  # not dispelled: its hits
    casts(fight, "witch", "base.zap", dice=[1, 6, 6, face, *more[0]], answers=["mage", *more[1]])
    assert bool(told(fight, SpellStopped)) == stopped


@pytest.mark.rule("tp.item.enchanted.indebted_soul")
@pytest.mark.parametrize(
    ("caster", "active", "warded"), [("witch", 1, True), ("witch", 0, False), ("mage", 1, False)]
)
def test_no_spell_of_friends_and_none_in_its_own_turn_is_warded_off(
    caster: str, active: int, warded: bool
) -> None:
    fight = haunted(active=active)
    note = Effect(WARDS, number(fight, "hero"), NOBODY, 0, 9)
    spell = Casting(number(fight, caster), book["tp.spell.base.zap"], piece(fight, caster).side, 1)
    with script(fight, dice=[6] if warded else []):
        assert warded_off(fight, note, spell) is warded



@pytest.mark.rule("tp.item.enchanted.indebted_soul")
def test_nobody_sends_it_from_a_combat() -> None:
    fight = haunted()
    fight.state.pieces[0].x, fight.state.pieces[0].y = inches(36), inches(40)
    contact(fight, "orcs", "hero")
    assert "use: hero/indebted_soul" not in castable(fight)
