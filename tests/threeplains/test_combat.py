"""The close combat phase: rounds of blows with the dice given."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from warhost.engine.enumerate import outcomes
from warhost.rulebooks.threeplains.events.blows import CombatBegan, LeftBehind, Slain, Struck
from warhost.rulebooks.threeplains.events.charges import WipedOut
from warhost.rulebooks.threeplains.fighting.combat import (
    exchange_blows,
    fight_one,
    fight_round,
    odds,
    without_the_fallen,
)
from warhost.rulebooks.threeplains.fighting.contact import combat_of, engaged, foes
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.figure import Blows, inches
from warhost.rulebooks.threeplains.morale.checks import kills
from warhost.rulebooks.threeplains.setting import Fight

from .melee import blows, clash, feature
from .scene import (
    SMALL_BASE,
    asked,
    champion,
    contact,
    foot,
    hero,
    horse,
    number,
    piece,
    scene,
    script,
    told,
    unit,
)

BASE = SMALL_BASE[0] / 1000


def duel(**more: object) -> Fight:
    """Two lone men of one attack and one life point each."""
    one = champion(attacks=1, life=1, rating=4)
    fight = scene(
        hero("guard", (36, 20), figure=one), hero("orcs", (36, 20), facing=180, side=1, figure=one), phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs", **more)
    return fight


# --- the phase -----------------------------------------------------------------------------------------------


def two_combats() -> Fight:
    fight = scene(
        unit("left", at=(20, 20)), unit("right", at=(50, 20)),
        unit("west", at=(20, 20), facing=180, side=1), unit("east", at=(50, 20), facing=180, side=1),
        phase="combat",
    )  # fmt: skip
    contact(fight, "right", "east")
    contact(fight, "left", "west")
    return fight


@pytest.mark.rule("tp.combat.phase")
@pytest.mark.parametrize(("end", "order"), [("left", [(0, 2), (1, 3)]), ("right", [(1, 3), (0, 2)])])
def test_combats_are_fought_across_the_board_from_the_end_that_is_chosen(
    end: str, order: list[tuple[int, int]]
) -> None:
    fight = two_combats()
    with script(fight, dice=[1] * 10, answers=[end]) as given:
        assert fight_one(fight)
    assert given.asked[0].side == fight.state.active
    with script(fight, dice=[1] * 10):
        assert fight_one(fight)
    with script(fight):
        assert not fight_one(fight)
    assert [event.pieces for event in told(fight, CombatBegan)] == order


@pytest.mark.rule("tp.combat.phase", "tp.combat.round")
def test_both_sides_strike_in_every_round() -> None:
    fight = clash(active=1)
    with script(fight, dice=[1] * 10):  # the orcs, whose turn it is, roll first
        assert fight_one(fight)
    assert [event.piece for event in told(fight, Struck)] == [1, 0]
    assert fight.state.contacts[0].rounds == 1


@pytest.mark.rule("tp.combat.round", "tp.combat.allocate")
def test_the_player_whose_turn_it_is_assigns_first() -> None:
    heroes = [hero("captain", within="guard"), hero("boss", within="orcs", side=1)]
    fight = clash(*heroes, models=(19, 19), active=1)
    with script(fight, dice=[1] * 14, answers=[{}, {}]) as given:
        fight_round(fight, combat_of(fight, 0))
    assert [question.side for question in given.asked] == [1, 0]


@pytest.mark.rule("tp.character.halfwit.reveal")
def test_a_hidden_halfwit_may_step_into_the_fighting_rank() -> None:
    fool = hero("fool", within="guard", role="halfwit", fate="hidden")
    fight = clash(fool)
    with script(fight, dice=[1] * (4 + 3 + 5), answers=["0", {}]):
        fight_round(fight, combat_of(fight, 0))
    assert piece(fight, "fool").fate == "within"
    assert [event.blows for event in told(fight, Struck)] == [3, 4, 5]


# --- blows together ------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.combat.simultaneous", "tp.combat.hit.chart")
def test_two_men_kill_each_other() -> None:
    fight = duel()
    with script(fight, dice=[4, 4, 4, 4]):
        fight_round(fight, combat_of(fight, 0))
    assert piece(fight, "guard").fate == piece(fight, "orcs").fate == "slain"


@pytest.mark.rule("tp.combat.simultaneous")
def test_the_dead_of_the_round_strike_with_all_they_had() -> None:
    fight = clash(models=(20, 6), files=(5, 3))
    with script(fight, dice=[4, 4, 4, 4, 4, 6, 6, 6, 6, 6, 1, 1, 1]):  # four orcs fall, 'it' the unit; three strike
        exchange_blows(fight, combat_of(fight, 0))
    assert piece(fight, "orcs").fate == "slain"
    assert [event.blows for event in told(fight, Struck)] == [5, 3]


@pytest.mark.rule("tp.combat.simultaneous", "tp.combat.defended.effect")
def test_what_a_blow_needs_was_settled_before_anybody_fell() -> None:
    hill = feature("hill", (36, 26), (16, 13))
    fight = clash(models=(6, 20), files=(3, 5), terrain=[hill], active=1)
    with script(fight, dice=[4, 4, 4, 4, 4, 6, 6, 6, 6, 6, 4, 4, 4]):  # the guard dies; uphill its 4s miss
        exchange_blows(fight, combat_of(fight, 0))
    assert piece(fight, "guard").fate == "slain" and told(fight, Struck)[1].hits == 0


@pytest.mark.rule("tp.combat.round")
def test_the_dead_are_not_struck_again() -> None:
    knight = horse(category="character", life=2, attacks=2, weapons=("hand weapon",))
    fight = scene(
        hero("guard", (36, 20), figure=knight), hero("orcs", (36, 20), facing=180, side=1, figure=champion(life=1)),
        phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    with script(fight, dice=[5, 1, 5, 1, 1, 1]):  # the rider kills; the horse has nobody left to kick
        exchange_blows(fight, combat_of(fight, 0))
    assert [event.piece for event in told(fight, Struck)] == [0, 1]


@pytest.mark.rule("tp.piece.combine.inseparable", "tp.piece.combine.plus", "tp.combat.allocate.combined")
def test_rider_and_steed_die_together() -> None:
    general = horse(category="character", life=3)
    fight = scene(
        hero("guard", (36, 20), figure=champion(damage=3)),
        hero("orcs", (36, 20), facing=180, side=1, figure=general), phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    with script(fight, dice=[6, 1, 1, 6, 1, 1]):
        exchange_blows(fight, combat_of(fight, 0))
    assert piece(fight, "orcs").fate == "slain"


# --- strikes first -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.combat.strikesfirst", "tp.weapon.spear.mounted")
def test_whoever_falls_to_those_who_strike_first_does_not_strike() -> None:
    fight = clash(
        ours=horse(weapons=("spear", "sidearm")), theirs=foot(heavy=True), models=(8, 18), files=(4, 6), charge=8
    )
    with script(
        fight, dice=[4, 4, 4, 1, 6, 6, 6, 1, 1, 1, 1, *[1] * 3]
    ):  # three orcs of six fall before they strike
        exchange_blows(fight, combat_of(fight, 0))
    assert [(event.piece, event.blows) for event in told(fight, Struck)] == [(0, 4), (0, 4), (1, 3)]


@pytest.mark.rule("tp.combat.strikesfirst", "tp.combat.it")
@pytest.mark.parametrize(("fallen", "strike_back"), [(3, [2]), (4, [1]), (5, [])])
def test_all_who_fall_to_those_who_strike_first_count_even_when_few_are_left(
    fallen: int, strike_back: list[int]
) -> None:
    """Five orcs: with two or fewer left they are no unit any more, but those two strike before they are removed."""
    lancers = horse(weapons=("spear", "sidearm"), blows=(Blows(2, 4, 1),))
    fight = clash(ours=lancers, theirs=foot(heavy=True), models=(8, 5), files=(4, 5), charge=8)
    hits = [4] * fallen + [1] * (12 - fallen)  # a third attack for riding down so thin a line
    with script(fight, dice=[*hits, *[6] * fallen, *[1] * sum(strike_back)]):
        exchange_blows(fight, combat_of(fight, 0))
    assert [event.blows for event in told(fight, Struck) if event.piece == 1] == strike_back
    assert piece(fight, "orcs").fate == "slain"


@pytest.mark.rule("tp.combat.strikesfirst", "tp.combat.it")
def test_a_second_enemy_who_strikes_first_may_finish_what_the_first_has_left() -> None:
    """Heroes fall on both flanks of five orcs: the first kills three, the second the two who are left."""
    wide, lone = 5 * BASE / 2, champion(rating=6)
    fight = scene(
        unit("orcs", at=(36, 20), facing=180, side=1, models=5),
        hero("west", (36 - wide, 20 + BASE / 2), facing=90, figure=lone),
        hero("east", (36 + wide, 20 + BASE / 2), facing=270, figure=lone), phase="combat",
    )  # fmt: skip
    contact(fight, "west", "orcs", b_side="right", charge=inches(4))
    contact(fight, "east", "orcs", b_side="left", charge=inches(4))
    with script(fight, dice=[6] * 12):
        exchange_blows(fight, combat_of(fight, 0))
    assert sorted((event.blows for event in told(fight, Struck)), reverse=True) == [3, 3]
    assert piece(fight, "orcs").fate == "slain"


@pytest.mark.rule("tp.combat.strikesfirst")
def test_the_ranks_behind_step_up_and_pass_fewer_blows_over() -> None:
    spears = foot(weapons=("spear",), attacks=2)
    fight = clash(theirs=spears)
    late = [ready(fight, blow) for blow in blows(fight, "orcs")]
    assert [(one.blow.behind, one.blow.attacks) for one in late] == [(False, 10), (True, 5)]

    def left(fallen: int) -> list[int]:
        return [one.blow.attacks for one in without_the_fallen(late, {1: fallen}, {(1, 0)})]

    assert (left(0), left(3), left(5), left(7), left(10)) == ([10, 5], [10, 2], [10], [6], [])


@pytest.mark.rule("tp.combat.strikesfirst", "tp.combat.round")
def test_rider_and_horse_of_a_fallen_model_both_miss_their_blows() -> None:
    fight = clash(ours=horse(weapons=("sidearm",)), models=(8, 20), files=(4, 5))
    late = [ready(fight, blow) for blow in blows(fight, "guard")]
    assert [one.blow.attacks for one in without_the_fallen(late, {0: 1}, {(0, 1)})] == [3, 3]


@pytest.mark.rule("tp.combat.round", "tp.combat.strikesfirst")
def test_strikes_first_is_settled_between_each_two_pieces() -> None:
    lancers = unit("lancers", at=(36, 20), figure=horse(), models=8, files=4)
    wide = 5 * BASE / 2
    swords = unit("swords", at=(36 - wide, 20), facing=180, side=1, figure=foot(heavy=True), models=10)
    spears = unit("spears", at=(36 + wide, 20), facing=180, side=1, figure=foot(weapons=("spear",)), models=10)
    fight = scene(lancers, swords, spears, phase="combat", active=1)
    for name in ("swords", "spears"):
        contact(fight, "lancers", name, charge=inches(10))
    with script(fight, dice=[1] * (2 + 2 + 2 + 2 + 4 + 8), answers=[{}]):
        exchange_blows(fight, [0, 1, 2])
    order = [(event.piece, event.target) for event in told(fight, Struck)]
    assert order == [(0, 1), (0, 1), (1, 0), (2, 0), (2, 0), (0, 2), (0, 2)]


@pytest.mark.rule("tp.combat.strikesfirst")
def test_both_strike_first_and_so_together() -> None:
    spears = foot(weapons=("spear",))
    fight = clash(ours=horse(), theirs=spears, models=(4, 6), files=(2, 3), charge=10)
    with script(fight, dice=[6, 6, 6, 6, 1, 1, *[1] * 6]):  # two spearmen fall, and all six strike
        exchange_blows(fight, [0, 1])
    assert sum(event.blows for event in told(fight, Struck) if event.piece == 1) == 6


@pytest.mark.rule("tp.combat.flankrear")
def test_a_hero_in_the_rear_strikes_first_however_few_his_attacks() -> None:
    fight = scene(
        hero("guard", (36, 20 + 4 * BASE), facing=180), unit("orcs", at=(36, 20), facing=180, side=1),
        phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs", b_side="rear", charge=inches(4))
    with script(fight, dice=[6, 6, 6, 6, 6, 6]):  # three fall: the three behind him who could strike
        exchange_blows(fight, [0, 1])
    assert [(event.piece, event.blows) for event in told(fight, Struck)] == [(0, 3)]


@pytest.mark.rule("tp.trait.exhaustion.effects")
def test_an_exhausted_man_throws_his_hits_again() -> None:
    fight = duel()
    piece(fight, "guard").tired = 4
    one = champion(attacks=2, life=1, rating=4)
    fight.setting.figures[0] = one
    with script(fight, dice=[4, 5, 3, 6, 1, 1, 1]):  # 4, 5, then 3, 6: one hit; the orc throws his miss again
        exchange_blows(fight, [0, 1])
    assert told(fight, Struck)[0].hits == 1


# --- after the blows -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.combat.defended.effect", "tp.trait.exhaustion.sources")
def test_fighting_uphill_tires_the_whole_piece() -> None:
    hill = feature("hill", (36, 26), (16, 13))
    fight = clash(hero("captain", within="guard"), models=(19, 20), terrain=[hill])
    with script(fight, dice=[1] * (4 + 3 + 5), answers=[{}]):
        fight_round(fight, combat_of(fight, 0))
    assert piece(fight, "guard").tired == piece(fight, "captain").tired == 1
    assert piece(fight, "orcs").tired == 0


@pytest.mark.rule("tp.combat.defended.effect")
def test_fighting_across_a_wall_tires_nobody() -> None:
    fight = scene(
        unit("guard", at=(36, 20)), unit("orcs", at=(36, 20.5), facing=180, side=1),
        terrain=[feature("stone wall", (36, 20.25), (8, 0.5))], phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    with script(fight, dice=[1] * 10):
        fight_round(fight, [0, 1])
    assert piece(fight, "guard").tired == 0


@pytest.mark.rule("tp.trait.exhaustion.groups")
def test_a_heavy_weapon_tires_only_its_bearer() -> None:
    captain = hero("captain", within="guard", figure=champion(weapons=("great blade",)))
    fight = clash(captain, models=(19, 20))
    with script(fight, dice=[1] * (4 + 3 + 5), answers=[{}]):
        fight_round(fight, combat_of(fight, 0))
    assert (piece(fight, "captain").tired, piece(fight, "guard").tired) == (1, 0)


@pytest.mark.rule("tp.combat.it")
@pytest.mark.parametrize(
    ("orcs", "models", "fate", "left"),
    [
        (foot(), 3, "slain", 0),
        (horse(life=1), 3, "standing", 2),
        (horse(life=1), 2, "slain", 0),
        (foot(loose=True, traits=("skirmishers",)), 2, "standing", 1),
    ],
)
def test_a_unit_of_too_few_is_an_it(orcs: object, models: int, fate: str, left: int) -> None:
    guard = champion(attacks=1)
    fight = scene(
        hero("guard", (36, 20), figure=guard),
        unit("orcs", at=(36, 20), facing=180, side=1, models=models, files=models, figure=orcs),  # type: ignore[arg-type]
        phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    blows_back = sum(blow.attacks for blow in blows(fight, "orcs"))
    with script(fight, dice=[6, 6, *[1] * blows_back]):
        exchange_blows(fight, [0, 1])
    assert (piece(fight, "orcs").fate, piece(fight, "orcs").models) == (fate, left)


@pytest.mark.rule("tp.combat.it")
def test_the_hero_of_an_it_fights_on_but_not_twice_in_a_phase() -> None:
    fight = clash(hero("boss", within="orcs", side=1, figure=champion(life=9)), models=(20, 3), files=(5, 4))
    with script(fight, dice=[4, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1, 1], answers=[{}]):
        assert fight_one(fight)
    assert told(fight, LeftBehind) and piece(fight, "boss").standing
    assert foes(fight, 0) == [number(fight, "boss")]
    assert fight.state.contacts[0].rounds == 1
    with script(fight):
        assert not fight_one(fight)


@pytest.mark.rule("tp.stress.wipedout", "tp.move.wipeout")
def test_whoever_wipes_his_enemy_out_forgets_his_losses() -> None:
    fight = clash(models=(20, 3), files=(5, 3))
    piece(fight, "guard").lost = 2  # to arrows, earlier in the turn
    with script(fight, dice=[4, 1, 1, 1, 1, 6, 4, 4, 4, 6, 6, 6]):
        fight_round(fight, [0, 1])
    assert piece(fight, "orcs").fate == "slain" and piece(fight, "guard").models == 17
    assert piece(fight, "guard").lost == 2 and kills(fight, 0) == 1
    assert told(fight, WipedOut)


@pytest.mark.rule("tp.move.wipeout", "tp.combat.it")
def test_a_hero_left_alone_behind_his_fallen_group_has_wiped_out_nobody() -> None:
    fight = scene(
        hero("guard", (36 - 2.5 * BASE, 20)), unit("orcs", at=(36, 20), facing=180, side=1, models=5, files=6),
        hero("boss", within="orcs", side=1), phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs")
    with script(fight, dice=[6, 6, 6, 6, 6, 6, 1, 1, 1], answers=["stay"]):  # three orcs fall, two are no unit
        fight_round(fight, [0, 1])
    assert piece(fight, "orcs").fate == "slain" and piece(fight, "boss").standing
    assert not fight.state.contacts  # the boss stood too far from the guard
    assert [event.piece for event in told(fight, WipedOut)] == [0]


@pytest.mark.rule("tp.stress.wipedout", "tp.move.wipeout")
def test_with_another_enemy_left_nothing_is_forgotten_and_nobody_moves() -> None:
    second = unit("wolves", at=(36 - 2.5 * BASE, 20 - 2 * BASE), facing=90, side=1, models=8, files=4)
    fight = clash(second, models=(20, 3), files=(5, 3))
    contact(fight, "wolves", "guard", b_side="left")
    strikes = sum(blow.attacks for blow in blows(fight, "wolves"))
    question = asked(fight, lambda trial: exchange_blows(trial, [0, 1, 2]))
    assert question.describe()["options"] == {"guard model 1": ["orcs", "wolves"]}
    dice = [4, 1, 1, 1, 1, 6, 1, 1, 1, 4, 4, 4, 6, 6, 6, *[1] * strikes]
    with script(fight, dice=dice, answers=[{"guard model 1": "orcs"}]):
        fight_round(fight, [0, 1, 2])
    assert piece(fight, "orcs").fate == "slain" and engaged(fight, 0)
    assert piece(fight, "guard").lost == 3 and not told(fight, WipedOut)


@pytest.mark.rule("tp.move.reinforce.slide")
def test_a_fresh_unit_takes_the_place_of_the_one_before_it() -> None:
    second = unit("second", at=(0, 0), side=1, models=10, fate="within")
    fight = clash(second, models=(20, 3), files=(5, 5))
    front, back = piece(fight, "orcs"), piece(fight, "second")
    front.files, front.backing, back.host = 5, (2,), 1
    with script(fight, dice=[1, 4, 4, 4, 1, 6, 6, 6, *[1] * 5], answers=[{}]):
        fight_round(fight, [0, 1])
    assert [event.piece for event in told(fight, Slain)] == [1]
    assert back.standing and foes(fight, 0) == [2] and fight.state.contacts[0].rounds == 1


@pytest.mark.rule("tp.character.move_into_fight")
def test_a_character_goes_back_to_his_place_when_the_fight_is_over() -> None:
    fight = clash(hero("captain", within="guard", post=0), models=(19, 3), files=(5, 3))
    with script(fight, dice=[4, 1, 1, 6, *[1] * 4, 1, 1, 1], answers=[{}]):  # all strike before 'it' is removed
        fight_round(fight, combat_of(fight, 0))
    assert piece(fight, "captain").post == -1


# --- odds ----------------------------------------------------------------------------------------------------


def binomial(dice: int, chance: Fraction, hits: int) -> Fraction:
    return comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)


@pytest.mark.rule("tp.combat.hit.chart", "tp.shoot.damage")
def test_the_odds_of_a_round_are_those_of_its_dice() -> None:
    found = odds(clash(), 0, 1)
    assert all(found.chance(lost) == binomial(5, Fraction(1, 4), lost) for lost in range(6))


@pytest.mark.rule("tp.shoot.damage.one", "tp.piece.combine.independent")
def test_the_odds_agree_with_every_way_the_dice_can_fall() -> None:
    strikes = Blows(1, 4, 2), Blows(2, 3, 2, part="steed")
    knight = horse(category="character", life=2, weapons=("hand weapon",), blows=strikes)
    fight = scene(
        hero("guard", (36, 20), figure=knight),
        unit("orcs", at=(36, 20), facing=180, side=1, models=4, files=4, figure=foot(life=3, attacks=0)),
        phase="combat",
    )  # fmt: skip
    contact(fight, "guard", "orcs")

    exact = outcomes(
        lambda trial: exchange_blows(trial, [0, 1]), fight.setting, fight.state, lambda _: {},
        lambda state: state.pieces[1].lost,
    )  # fmt: skip
    assert dict(odds(fight, 0, 1).items()) == exact


@pytest.mark.rule("tp.combat.attacks")
def test_the_odds_of_a_charge_that_has_not_been_made_yet() -> None:
    apart = scene(
        unit("guard", at=(36, 10), figure=horse(), models=8, files=4),
        unit("orcs", at=(36, 19), facing=180, side=1, models=24, files=6, figure=foot(heavy=True)),
    )
    met = clash(ours=horse(), theirs=foot(heavy=True), models=(8, 24), files=(4, 6), charge=9)
    assert odds(apart, 0, 1) == odds(met, 0, 1)
    assert not engaged(apart, 0) and piece(apart, "guard").y == inches(10)
