"""Beasts that have lost whoever held them."""

from __future__ import annotations

import pytest

from warhost.draw.svg import svg
from warhost.draw.wording import side_name
from warhost.engine.field.compass import distance
from warhost.rulebooks.threeplains.beasts.wild import rave_one, react_one, stir_one, take_sides
from warhost.rulebooks.threeplains.bodies import body, enemies
from warhost.rulebooks.threeplains.charging.marchover import sheltered
from warhost.rulebooks.threeplains.charging.readiness import why_no_charge
from warhost.rulebooks.threeplains.events.beasts import RanWild, TurnedWild
from warhost.rulebooks.threeplains.events.blows import Struck
from warhost.rulebooks.threeplains.events.charges import WipedOut
from warhost.rulebooks.threeplains.fighting.blows import blows_of, front_line
from warhost.rulebooks.threeplains.fighting.combat import fight_one
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.fighting.prowess import to_hit
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.land.ground import may_cross
from warhost.rulebooks.threeplains.missiles.aiming import hidden_in_company
from warhost.rulebooks.threeplains.morale.checks import never_flees
from warhost.rulebooks.threeplains.moving.movement import why_not_moving
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.telling.view import view
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.victory import victory_points
from warhost.rulebooks.threeplains.wounds.hits import lose

from .scene import champion, contact, foot, hero, number, piece, scene, script, told, unit
from .test_riding import LARGE, dragon

LEFT, HOME = 271, 1  # what a die of 360 shows for the direction of -x, and of +y


def bereft(loyalty: int = 0, **more: object) -> Fight:
    """A beast of side 0 whose rider has just died, a friend 6 inches ahead of it and an enemy far off."""
    fight = scene(
        unit("dragon", (36, 20), models=1, files=1, figure=dragon(ratings={"loyalty": loyalty}, flight=0, **more)),
        hero("knight", within="dragon"),
        unit("friends", (36, 26), facing=180, models=10),
        unit("foes", (36, 44), facing=180, side=1, models=10),
    )
    lose(fight, number(fight, "knight"), 2, "tp.combat.attacks")
    return fight


@pytest.mark.rule("tp.beast.wild", "tp.beast.loyalty", "tp.beast.reaction.6", "tp.beast.reaction_chart")
def test_a_loyal_beast_stays_in_its_owners_hand() -> None:
    fight = bereft(loyalty=2)
    with script(fight, dice=[5]):
        assert react_one(fight)
    assert told(fight, TurnedWild)[0].row == 6  # 7 counts as 6
    assert not piece(fight, "dragon").lawless
    assert why_not_moving(fight, 0) is None
    assert not react_one(fight)


@pytest.mark.rule("tp.beast.loyalty", "tp.beast.reaction.1")
def test_a_beast_turns_on_its_own_side() -> None:
    fight = bereft(loyalty=-1)
    with script(fight, dice=[1], answers=["stand", "charge"][:1]):
        react_one(fight)
    assert told(fight, TurnedWild)[0].row == 1  # 0 counts as 1
    assert engaged(fight, 0)
    assert fight.state.contacts[0].foe(0) == number(fight, "friends")
    assert never_flees(fight, 0)
    assert why_no_charge(fight, 0) is not None
    blow = next(blow for blow in blows_of(fight, 0, {}) if blow.member == 0)
    assert blow.attacks == 5  # its four, and one more for rage


@pytest.mark.rule("tp.beast.reaction.1")
def test_a_beast_that_senses_nobody_of_its_own_side_comes_nearer_to_the_nearest() -> None:
    fight = bereft()
    piece(fight, "friends").y = inches(2)  # behind its back
    with script(fight, dice=[1]):
        react_one(fight)
    assert told(fight, RanWild) and not engaged(fight, 0)
    assert piece(fight, "dragon").x == inches(36) and piece(fight, "dragon").y < inches(12)


@pytest.mark.rule("tp.beast.reaction.1")
def test_a_beast_in_combat_with_the_enemy_fights_that_out_first() -> None:
    fight = bereft()
    foes = piece(fight, "foes")
    foes.x, foes.y, foes.facing = inches(36), inches(20), 18000
    contact(fight, "foes", "dragon")
    with script(fight, dice=[1]):
        react_one(fight)
    assert piece(fight, "dragon").side == 0
    fight.state.contacts.clear()
    foes.y = inches(44)
    piece(fight, "dragon").turn.acted = False
    with script(fight, answers=["stand"]):
        assert stir_one(fight)
    assert piece(fight, "dragon").side == 1
    assert engaged(fight, 0)


@pytest.mark.rule("tp.beast.reaction.2")
def test_a_beast_that_seeks_death_strikes_itself_alone() -> None:
    fight = bereft(attacks=3, rating=3, toughness=3)
    with script(fight, dice=[2]):
        react_one(fight)
    foes = piece(fight, "foes")
    foes.x, foes.y = inches(36), inches(20)
    contact(fight, "foes", "dragon")
    assert front_line(fight, 0) == []
    blow = blows_of(fight, number(fight, "foes"), {})[0]
    assert to_hit(fight, blow).total == 2  # CR 4 against 3, and one better
    with script(fight, dice=[2, 4, 5, 4, 1]):
        assert rave_one(fight)
    assert told(fight, Struck)[-1].hits == 2
    assert piece(fight, "dragon").hurt == 1
    assert not rave_one(fight)  # once in a combat phase


@pytest.mark.rule("tp.beast.reaction.3")
def test_a_lone_beast_has_no_old_scores_to_settle() -> None:
    fight = bereft()
    with script(fight, dice=[3, 6]):
        react_one(fight)
    assert [event.row for event in told(fight, TurnedWild)] == [3, 6]


@pytest.mark.rule("tp.beast.reaction.3")
def test_two_beasts_are_enough_for_old_scores() -> None:
    ogre = foot(category="beast", kind="pack", base=LARGE, loose=True)
    fight = scene(unit("ogres", (36, 20), models=2, files=2, figure=ogre))
    fight.state.unruly = (0,)
    with script(fight, dice=[3]):
        react_one(fight)
    assert piece(fight, "ogres").wild == 3


@pytest.mark.rule("tp.beast.reaction.3")
def test_beasts_with_old_scores_fight_until_one_is_dead_and_are_rolled_for_again() -> None:
    ogre = foot(category="beast", kind="pack", base=LARGE, loose=True, attacks=3, rating=3, life=1, toughness=0)
    fight = scene(unit("ogres", (36, 20), models=3, files=3, figure=ogre))
    fight.state.unruly = (0,)
    with script(fight, dice=[3]):
        react_one(fight)
    with script(fight, dice=[4, 4, 4, 1, 1, 1, 1, 1, 1, 6, 6, 6]):
        assert rave_one(fight)
    assert piece(fight, "ogres").models == 2
    assert fight.state.unruly == (0,)


@pytest.mark.rule("tp.beast.reaction.4")
def test_a_beast_goes_home_in_a_direction_of_chance_and_is_gone_at_the_edge() -> None:
    fight = bereft()
    dragon_piece = piece(fight, "dragon")
    with script(fight, dice=[4, LEFT]):
        react_one(fight)
    assert abs(body(fight, 0).middle[0] - inches(36 - 7)) <= 2
    assert told(fight, RanWild)[0].distance == inches(7)
    for _ in range(3):
        dragon_piece.turn.acted = False
        assert stir_one(fight)
    assert dragon_piece.standing
    for _ in range(2):
        dragon_piece.turn.acted = False
        stir_one(fight)
    assert dragon_piece.fate == "slain"


@pytest.mark.rule("tp.beast.reaction.4")
def test_on_its_way_home_it_fights_friends_too() -> None:
    fight = bereft()
    with script(fight, dice=[4, HOME]):
        react_one(fight)
    assert [one.foe(0) for one in fight.state.contacts] == [number(fight, "friends")]
    assert piece(fight, "dragon").side == 1
    assert never_flees(fight, 0)


@pytest.mark.rule("tp.beast.reaction.4")
def test_it_breaks_out_of_its_combat_and_may_be_pursued() -> None:
    fight = bereft()
    foes = piece(fight, "foes")
    foes.x, foes.y = inches(36), inches(20)
    contact(fight, "foes", "dragon")
    with script(fight, dice=[4, 181, 1, 1], answers=["pursue"]):  # it runs away from them
        react_one(fight)
    assert piece(fight, "dragon").standing
    assert not fight.state.contacts


@pytest.mark.rule("tp.beast.reaction.5")
def test_a_beast_guards_the_place_where_its_master_fell() -> None:
    fight = bereft()
    dragon_piece = piece(fight, "dragon")
    with script(fight, dice=[5]):
        react_one(fight)
    dragon_piece.x, dragon_piece.y = inches(36), inches(5)
    dragon_piece.turn.acted = False
    for _ in range(3):
        stir_one(fight)
        dragon_piece.turn.acted = False
    assert distance((dragon_piece.x, dragon_piece.y), (inches(36), inches(20))) < inches(2)
    before = dragon_piece.point
    stir_one(fight)
    assert dragon_piece.point == before


@pytest.mark.rule("tp.setup.victory.wild", "tp.beast.wild.victory_points", "tp.setup.victory.mounted")
@pytest.mark.parametrize(("face", "lost"), [(5, True), (6, False)])
def test_a_wild_beast_counts_as_lost_but_not_a_loyal_one(face: int, lost: bool) -> None:
    fight = bereft(points=300)
    with script(fight, dice=[face]):
        react_one(fight)
    assert victory_points(fight, 1).total == champion().points + 300 * lost


@pytest.mark.rule("tp.beast.wild")
@pytest.mark.parametrize(("row", "side", "whose"), [(1, 2, "nobody's"), (5, 2, "nobody's"), (6, 0, "army 0")])
def test_a_beast_that_nobody_commands_is_drawn_as_nobodys_in_either_turn(row: int, side: int, whose: str) -> None:
    fight = bereft()
    piece(fight, "dragon").wild, fight.state.unruly = row, ()
    for active in (0, 1):
        fight.state.active = active
        take_sides(fight)
        seen = view(fight.setting, fight.state, 0)
        block = next(block for block in seen.blocks if block.id == "dragon")
        assert block.side == side and side_name(seen, block.side) == whose
        assert ('data-piece="dragon" data-side="2"' in svg(seen)) is (side == 2)
        assert next(unit.side for unit in seen.units if unit.id == "dragon") == 0


@pytest.mark.rule("tp.beast.reaction.1", "tp.beast.wild")
def test_a_beast_that_hunts_its_own_side_may_be_attacked_by_whoever_has_the_turn() -> None:
    fight = bereft()
    piece(fight, "dragon").wild = 1
    for active, may, may_not in ((0, "friends", "foes"), (1, "foes", "friends")):
        fight.state.active = active
        take_sides(fight)
        assert 0 in enemies(fight, number(fight, may))
        assert 0 not in enemies(fight, number(fight, may_not))


@pytest.mark.rule("tp.beast.reaction.1", "tp.move.individual.share", "tp.shoot.mod.insignificant")
@pytest.mark.rule("tp.move.marchover.protect")
@pytest.mark.parametrize(("row", "friend"), [(1, False), (6, True)])
def test_a_beast_that_hunts_its_own_side_is_nobodys_friend(row: int, friend: bool) -> None:
    """Nobody walks through it, is lost to archers' eyes beside it, or sheltered from being trodden down."""
    dogs = foot(category="beast", kind="pack", loose=True)
    fight = scene(
        unit("dogs", (36, 20), models=3, files=3, figure=dogs, wild=row), hero("page", (36, 21), facing=180),
        unit("foes", (36, 44), facing=180, side=1, models=10),
    )
    pack, page = number(fight, "dogs"), number(fight, "page")
    assert may_cross(fight, page, pack) is friend
    assert hidden_in_company(fight, page) is friend
    assert sheltered(fight, page) is friend


@pytest.mark.rule("tp.beast.reaction.1", "tp.beast.reaction.5")
def test_a_wild_beast_changes_no_side_while_it_fights_and_is_its_owners_again_afterwards() -> None:
    fight = bereft()
    beast = piece(fight, "dragon")
    beast.wild, beast.side = 5, 1
    contact(fight, "dragon", "friends")
    take_sides(fight)
    assert beast.side == 1
    fight.state.contacts.clear()
    for active in (0, 1):
        fight.state.active = active
        take_sides(fight)
        assert beast.side == 0


@pytest.mark.rule("tp.beast.reaction.2", "tp.move.wipeout")
def test_whoever_fought_a_beast_that_kills_itself_gets_a_wipe_out_move() -> None:
    fight = bereft(life=1, toughness=0)
    piece(fight, "dragon").wild = 2
    foes = piece(fight, "foes")
    foes.x, foes.y, foes.facing = inches(36), inches(20), 18000
    contact(fight, "foes", "dragon")
    with script(fight, dice=[4, 1, 1, 1, 6], answers=["stay"]):
        assert rave_one(fight)
    assert piece(fight, "dragon").fate == "slain"
    assert [event.piece for event in told(fight, WipedOut)] == [number(fight, "foes")]


@pytest.mark.rule("tp.trait.regeneration.recover", "tp.beast.reaction.1")
def test_a_wild_beast_heals_in_its_owners_turns() -> None:
    fight = bereft(traits=("regeneration",))
    beast = piece(fight, "dragon")
    beast.wild, beast.hurt, fight.state.unruly = 1, 2, ()
    fight.state.phase, fight.state.clock, fight.state.first = "start", 1, 0
    step(fight)  # the enemy's turn begins: no die is thrown
    assert (fight.state.active, beast.hurt) == (1, 2)
    fight.state.phase = "start"
    with script(fight, dice=[6, 1]):
        step(fight)
    assert (fight.state.active, beast.hurt) == (0, 1)


@pytest.mark.rule("tp.beast.reaction.1", "tp.move.dash")
@pytest.mark.parametrize(("spent", "reaches"), [(0, True), (3, False)])
def test_a_hunting_beast_that_has_not_moved_yet_dashes_where_its_charge_falls_short(
    spent: int, reaches: bool
) -> None:
    fight = bereft()
    beast = piece(fight, "dragon")
    beast.wild, beast.turn.spent, fight.state.unruly = 1, inches(spent), ()
    piece(fight, "friends").y = inches(28.5)
    with script(fight, dice=[6] if reaches else [], answers=["stand"]):  # it runs 7 inches, and 3 more
        assert stir_one(fight)
    assert engaged(fight, 0) == reaches
    assert beast.tired == int(reaches)


@pytest.mark.rule("tp.beast.reaction.1", "tp.beast.reaction.2", "tp.beast.reaction.3")
@pytest.mark.rule("tp.beast.reaction.4", "tp.beast.reaction.5")
@pytest.mark.parametrize(("row", "steadfast"), [(1, True), (2, True), (3, False), (4, True), (5, True), (6, False)])
def test_only_beasts_with_old_scores_and_loyal_ones_can_break(row: int, steadfast: bool) -> None:
    ogre = foot(category="beast", kind="pack", base=LARGE, loose=True)
    fight = scene(unit("ogres", (36, 20), models=2, files=2, figure=ogre, wild=row))
    assert never_flees(fight, 0) is steadfast


@pytest.mark.rule("tp.beast.reaction.3", "tp.move.flee")
@pytest.mark.parametrize("fleeing", [False, True])
def test_beasts_in_flight_settle_no_scores(fleeing: bool) -> None:
    ogre = foot(category="beast", kind="pack", base=LARGE, loose=True, attacks=1)
    fight = scene(unit("ogres", (36, 20), models=2, files=2, figure=ogre, wild=3, fleeing=fleeing))
    with script(fight, dice=[] if fleeing else [1, 1]):
        assert rave_one(fight) is not fleeing


def brawling(foes: int = 10, models: int = 3, **now: object) -> Fight:
    """A pack with old scores, of two life points each, that men are fighting."""
    ogre = foot(category="beast", kind="pack", base=LARGE, loose=True, attacks=2, rating=4, life=2, toughness=0)
    fight = scene(
        unit("ogres", (36, 20), models=models, files=models, figure=ogre, wild=3),
        unit("foes", (36, 20), facing=180, side=1, models=foes, **now),
    )
    contact(fight, "foes", "ogres")
    fight.state.phase = "combat"
    return fight


@pytest.mark.rule("tp.beast.reaction.3", "tp.combat.simultaneous")
def test_beasts_that_the_enemy_kills_strike_each_other_in_the_same_round() -> None:
    fight = brawling()
    struck = blows_of(fight, number(fight, "foes"), {})[0].attacks
    brawl = [1] * 6
    with script(fight, dice=[*brawl, *[6] * 2, *[1] * (struck - 2), 6, 6]):
        assert fight_one(fight)
    assert [event.blows for event in told(fight, Struck)] == [6, struck]
    assert piece(fight, "ogres").models == 2
    assert not rave_one(fight)  # once in a combat phase


@pytest.mark.rule("tp.beast.reaction.3", "tp.shoot.damage.one")
def test_one_beast_at_most_dies_of_old_scores_in_a_round() -> None:
    fight = brawling(foes=1)
    with script(fight, dice=[*[6] * 12, 1]):
        assert fight_one(fight)
    assert piece(fight, "ogres").models == 2
    assert fight.state.unruly == (0,)


@pytest.mark.rule("tp.beast.reaction.3", "tp.combat.strikesfirst")
def test_beasts_that_fell_to_those_who_strike_first_strike_nobody() -> None:
    fight = brawling()
    fight.state.contacts.clear()
    contact(fight, "foes", "ogres", b_side="rear", charge=inches(8))
    piece(fight, "ogres").facing = 18000
    struck = blows_of(fight, number(fight, "foes"), {})[0].attacks
    with script(fight, dice=[*[6] * 2, *[1] * (struck - 2), 6, 6, *[1] * 4]):
        assert fight_one(fight)
    assert [event.blows for event in told(fight, Struck)] == [struck, 4]


@pytest.mark.rule("tp.beast.reaction.3")
@pytest.mark.parametrize(("models", "alone"), [(1, True), (2, False)])
def test_a_beast_that_is_left_alone_with_its_old_scores_is_rolled_for_again(models: int, alone: bool) -> None:
    fight = brawling(models=models)
    fight.state.contacts.clear()
    with script(fight, dice=[] if alone else [1] * 4):
        assert rave_one(fight)
    assert fight.state.unruly == ((0,) if alone else ())
