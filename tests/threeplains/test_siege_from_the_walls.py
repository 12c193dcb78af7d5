"""From the walls: boiling oil, things thrown down, and shots while climbers are held at the turrets."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from warhost.rulebooks.threeplains.events.blows import Damaged, LoopShot, LoopShotAtWorks, OilPoured, Shot
from warhost.rulebooks.threeplains.events.moves import Battered
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.commands import DARK_SKIES
from warhost.rulebooks.threeplains.judging.verdicts import verdicts
from warhost.rulebooks.threeplains.land.ground import level_of
from warhost.rulebooks.threeplains.land.structures import batter, collapse
from warhost.rulebooks.threeplains.missiles.aiming import BURNING, salvos, why_no_missiles
from warhost.rulebooks.threeplains.missiles.hitting import harmless
from warhost.rulebooks.threeplains.missiles.shooting import DONE, shoot_one, volley
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.idle_hands import THROW, locked, throwers
from warhost.rulebooks.threeplains.siege.implements import carried, hand_over
from warhost.rulebooks.threeplains.siege.loops import SHOOT, loops, manned, to_hit_from
from warhost.rulebooks.threeplains.siege.oil import POUR, cauldrons, pour, pouring
from warhost.rulebooks.threeplains.siege.scaling import CONTACT
from warhost.rulebooks.threeplains.state import NOBODY, Contact, Effect, Feature, opponent
from warhost.rulebooks.threeplains.telling.names import Names
from warhost.rulebooks.threeplains.wounds.hits import Attack

from .scene import asked, feature, foot, number, piece, script, told, unit
from .strongholds import siege
from .test_siege_field import LOOSE, post

KETTLE = "cauldron of straight wall 4"  # its middle is at (19, 14.6)
EDGE = 15 - 0.3935  # the middle of a base that touches the outer edge
SOFT = foot(toughness=2)


def held(*pieces: Any, guard: Any = None) -> Fight:
    """The Defenders' shooting phase."""
    guard = guard or post("guard", 17.5, EDGE, figure=foot(loose=True))
    return siege(*pieces, guard, active=1, phase="shooting", clock=2)


def orcs(y: float = 15.0, models: int = 10, x: float = 19, **more: Any) -> Any:
    files = min(5, models)
    return unit("orcs", (x, y), facing=180, models=models, files=files, figure=more.pop("figure", SOFT), **more)


# --- oil ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.cauldron")
def test_four_hits_of_oil_slay_four_of_toughness_two() -> None:
    fight = held(orcs())
    with script(fight, answers=[f"{POUR}{KETTLE}"], dice=[4, 1, 3, 5, 6]):
        shoot_one(fight)
    assert told(fight, OilPoured)[0].hits == 4 and told(fight, Damaged)[0].points == 4
    assert piece(fight, "orcs").models == 6
    assert next(f.kind for f in fight.state.terrain if f.name == KETTLE) == "empty cauldron"
    fight.state.clock += 2
    assert cauldrons(fight) == {}


@pytest.mark.rule("tp.siege.cauldron")
def test_oil_hits_no_more_models_than_stand_below() -> None:
    fight = held(orcs(models=2))
    with script(fight, answers=[f"{POUR}{KETTLE}"], dice=[5, 6, 6]):
        shoot_one(fight)
    assert told(fight, OilPoured)[0].hits == 2


@pytest.mark.rule("tp.siege.cauldron")
@pytest.mark.parametrize(("y", "reached"), [(16.0, True), (16.01, False)])
def test_oil_reaches_an_inch_from_the_cauldron(y: float, reached: bool) -> None:
    assert bool(cauldrons(held(orcs(y)))) == reached


@pytest.mark.rule("tp.siege.cauldron")
def test_somebody_must_stand_at_it_and_only_in_the_shooting_phase_of_its_owner() -> None:
    far = post("guard", 17.2, EDGE, models=1, figure=foot(loose=True))  # a hundredth more than an inch from it
    near = post("guard", 17.21, EDGE, models=1, figure=foot(loose=True))
    assert cauldrons(held(orcs(), guard=far)) == {} and cauldrons(held(orcs(), guard=near)) != {}
    fight = held(orcs())
    fight.state.active = 0
    assert cauldrons(fight) == {}


@pytest.mark.rule("tp.siege.cauldron")
def test_an_archer_who_pours_does_not_shoot_and_one_who_has_shot_does_not_pour() -> None:
    bows = post("guard", 17.5, EDGE, figure=LOOSE)
    fight = held(orcs(), unit("more", (19, 30), facing=180, models=5, files=5), guard=bows)
    guard, more = number(fight, "guard"), number(fight, "more")
    assert next(salvos(fight, guard, more, "phase"))[2] == 5
    with script(fight, answers=[f"{POUR}{KETTLE}"], dice=[1, 1]):
        shoot_one(fight)
    assert next(salvos(fight, guard, more, "phase"))[2] == 4
    other = held(orcs(), guard=bows)
    piece(other, "guard").aimed = other.state.clock
    assert cauldrons(other) == {}


@pytest.mark.rule("tp.siege.cauldron")
def test_nobody_pours_who_flees_past_the_cauldron() -> None:
    fight = held(orcs())
    piece(fight, "guard").fleeing = True
    assert cauldrons(fight) == {}


@pytest.mark.rule("tp.siege.cauldron")
def test_everybody_who_has_poured_in_this_turn_has_his_hands_full_and_nobody_who_did_so_before() -> None:
    fight = held(orcs())
    guard, kettle = number(fight, "guard"), next(one for one in fight.state.terrain if one.name == KETTLE)
    fight.state.clock = guard  # a number that is not his for that
    for base in (0, 3):
        with script(fight, dice=[1, 1]):
            pour(fight, kettle, guard, base)
    assert pouring(fight, guard) == [0, 3] and not pouring(fight, number(fight, "orcs"))
    fight.state.clock += 2
    assert pouring(fight, guard) == []
    with script(fight, dice=[1, 1]):
        pour(fight, kettle, guard, 2)
    assert pouring(fight, guard) == [2]


@pytest.mark.rule("tp.siege.cauldron", "tp.siege.portable_bridge")
def test_oil_strikes_the_bridge_over_those_who_carry_it() -> None:
    fight = held(orcs(models=10))
    hand_over(fight, number(fight, "orcs"), "portable_bridge")
    with script(fight, answers=[f"{POUR}{KETTLE}"], dice=[1, 6]):
        shoot_one(fight)
    assert told(fight, Battered)[0].points == 4 and piece(fight, "orcs").models == 10
    assert carried(fight, number(fight, "orcs"))[0].damage == 4  # twice the two points of a six against 7 - 3


@pytest.mark.rule("tp.siege.cauldron_destroyed")
def test_the_oil_of_a_destroyed_cauldron_is_shared_by_those_beside_it_and_below() -> None:
    fight = held(orcs(models=3), guard=post("guard", 18.2, EDGE, models=3, figure=foot(loose=True)))
    at = next(n for n, f in enumerate(fight.state.terrain) if f.name == KETTLE)
    with script(fight, dice=[6, 6, 5, 1, 3, 4, 6, 6, *[1] * 5]):  # the blows, the hits of the oil, whose they are
        batter(fight, at, Attack(NOBODY, 2, "melee", "tp.combat.objects", by=0, top=1, toughness=2))
    struck = {event.piece: event.hits for event in told(fight, Damaged)}
    assert struck == {number(fight, "orcs"): 2, number(fight, "guard"): 3}  # 1 to 3 for the first, 4 to 6


@pytest.mark.rule("tp.siege.cauldron_destroyed", "tp.siege.destroyed_structure")
@pytest.mark.parametrize("empty", [True, False])
def test_an_empty_one_spills_nothing_and_neither_does_one_that_goes_with_its_wall(empty: bool) -> None:
    fight = held(orcs())
    if empty:
        fight.state.terrain = tuple(_emptied(f) for f in fight.state.terrain)
    fallen = KETTLE if empty else "straight wall 4"
    with script(fight):
        collapse(fight, next(n for n, f in enumerate(fight.state.terrain) if f.name == fallen))
    assert not told(fight, OilPoured)


def _emptied(feature: Feature) -> Feature:
    return replace(feature, kind="empty cauldron") if feature.name == KETTLE else feature


# --- things thrown down -------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.throwing_projectiles", "tp.shoot.mod.close")
def test_every_model_at_the_turrets_throws_at_an_enemy_within_three_inches_below() -> None:
    fight = held(orcs(16.5))
    with script(fight, answers=[f"{THROW}guard"], dice=[4, 4, 3, 2, 1, 6, 1]):
        shoot_one(fight)
    (shot,) = told(fight, Shot)
    assert (shot.rule, shot.shots, shot.need, shot.hits) == ("tp.siege.throwing_projectiles", 5, 4, 2)
    assert throwers(fight) == {}  # they have thrown


@pytest.mark.rule("tp.siege.throwing_projectiles")
@pytest.mark.parametrize(("y", "near"), [(15 + 3, True), (15 + 3.02, False)])
def test_three_inches_are_not_made_more_by_the_height(y: float, near: bool) -> None:
    fight = held(orcs(y, x=19), guard=post("guard", 17.5, EDGE, figure=foot(loose=True)))
    assert bool(throwers(fight)) == near


@pytest.mark.rule("tp.siege.throwing_projectiles")
def test_the_dead_throw_nothing_down() -> None:
    fight = held(orcs(16.5))
    piece(fight, "guard").fate = "slain"
    assert throwers(fight) == {}


@pytest.mark.rule("tp.siege.throwing_projectiles")
def test_nothing_is_thrown_at_enemies_on_the_same_walk_nor_by_those_who_have_not_paid_for_it() -> None:
    fight = held(post("orcs", 21.7, EDGE, side=0, models=1), guard=post("guard", 17, EDGE, figure=foot(loose=True)))
    assert throwers(fight) == {}
    others = held(orcs(), guard=post("watch", 17.5, EDGE, figure=foot(loose=True)))
    assert throwers(others) == {}


# --- while climbers are held --------------------------------------------------------------------------------------


def climbing(guard: Any, *more: Any) -> Fight:
    """Orcs with one ladder against wall 4, in combat with its guards."""
    fight = held(orcs(15.02, 10, x=19), *more, guard=guard)
    ladder = ((inches(18.5), inches(15.5)), (inches(19.5), inches(15.5)), (inches(19.5), inches(15)),
              (inches(18.5), inches(15)))  # fmt: skip
    feature = Feature("siege ladder 1 of straight wall 4", "siege ladder", ladder)
    fight.state.terrain = (*fight.state.terrain, feature)
    met = Contact(number(fight, "orcs"), number(fight, "guard"), "front", "front", across=CONTACT)
    fight.state.contacts = [met]
    return fight


@pytest.mark.rule("tp.siege.idle_hands")
def test_archers_who_are_not_locked_at_the_turrets_shoot() -> None:
    fight = climbing(post("guard", 16.4, EDGE, models=7, figure=LOOSE), unit("far", (19, 30), facing=180, side=0))
    guard, far = number(fight, "guard"), number(fight, "far")
    held_by = len(locked(fight, guard))
    assert 1 <= held_by <= 3
    assert why_no_missiles(fight, guard) is None
    assert next(salvos(fight, guard, far, "phase"))[2] == 7 - held_by


@pytest.mark.rule("tp.siege.idle_hands", "tp.shoot.checks")
def test_nobody_shoots_out_of_an_ordinary_combat() -> None:
    fight = climbing(post("guard", 16.4, EDGE, models=7, figure=LOOSE))
    fight.state.contacts = [replace(fight.state.contacts[0], across="")]
    assert why_no_missiles(fight, number(fight, "guard")) is not None


@pytest.mark.rule("tp.siege.shoot_into_wall_combat")
def test_shots_at_climbers_need_no_check_and_strike_nobody_else() -> None:
    fight = climbing(post("guard", 16.4, EDGE, models=7, figure=foot(loose=True)),
                     post("tower", 14.2, 15.5, models=2, figure=LOOSE))  # fmt: skip
    fight.state.phase, fight.state.active = "shooting", 1
    (shot,) = (one for one in verdicts(fight.setting, fight.state) if (one.who, one.target) == ("tower", "orcs"))
    assert shot.note.endswith("models on average"), "and the referee speaks of no check"
    with script(fight, dice=[6, 6, 1, 1]):  # to hit, and damage; no check and no dispersal
        volley(fight, number(fight, "tower"), number(fight, "orcs"))
    assert [event.piece for event in told(fight, Damaged)] == [number(fight, "orcs")]


@pytest.mark.rule("tp.siege.idle_hands", "tp.siege.shoot_into_wall_combat")
def test_what_defenders_may_at_the_turrets_besiegers_up_there_may_not() -> None:
    fight = climbing(post("guard", 16.4, EDGE, models=7, figure=LOOSE), post("tower", 14.2, 15.5, figure=LOOSE))
    guard, tower, below = number(fight, "guard"), number(fight, "tower"), number(fight, "orcs")
    assert why_no_missiles(fight, guard) is None and harmless(fight, tower, below)
    for one in (guard, tower, below):
        fight.state.pieces[one].side = opponent(fight.state.pieces[one].side)
    assert why_no_missiles(fight, guard) is not None and not harmless(fight, tower, below)


@pytest.mark.rule("tp.siege.cauldron")
def test_whoever_wants_nothing_more_is_not_asked_again() -> None:
    fight = held(orcs())
    assert DONE in asked(fight, shoot_one).options
    with script(fight, answers=[DONE]):
        assert shoot_one(fight)
    assert not shoot_one(fight)


# --- arrow-loops --------------------------------------------------------------------------------------------------

LOOP = "arrow-loop of straight wall 4"  # in the middle of its face, at (19, 15)
SHOT_FROM_IT = f"{SHOOT}{LOOP}"


def watched(*pieces: Any, **more: Any) -> Fight:
    return siege(*pieces, unit("yard", (40, 5), side=1), active=1, phase="shooting", clock=2, **more)


@pytest.mark.rule("tp.siege.arrow_loop", "tp.siege.high_ground")
@pytest.mark.parametrize(("y", "reached"), [(15 + 30, True), (15 + 30.01, False)])
def test_a_longbow_in_a_loop_reaches_thirty_inches_downwards(y: float, reached: bool) -> None:
    fight = watched(orcs(y), options={"measuring": "open"})
    assert (SHOT_FROM_IT in loops(fight)) == reached


@pytest.mark.rule("tp.siege.arrow_loop", "tp.siege.high_ground")
@pytest.mark.parametrize(("y", "reached"), [(15 + 26, True), (15 + 26.01, False)])
def test_a_loop_reaches_no_farther_than_its_bow_to_those_as_high_as_itself(y: float, reached: bool) -> None:
    """On a hill of the height of the loop."""
    hill = Feature("hill", "hill", feature("hill", (19, 44), (20, 8)).points)
    fight = watched(orcs(y), options={"measuring": "open"})
    fight.state.terrain = (*fight.state.terrain, hill)
    assert level_of(fight, number(fight, "orcs")) == next(one.level for one in manned(fight) if one.name == LOOP)
    assert (SHOT_FROM_IT in loops(fight)) == reached


@pytest.mark.rule("tp.siege.arrow_loop")
def test_every_loop_has_one_shot_in_a_phase() -> None:
    fight = watched(orcs(30))
    before = set(loops(fight))
    with script(fight, answers=[SHOT_FROM_IT], dice=[5, 6]):
        shoot_one(fight)
    (shot,) = told(fight, LoopShot)
    assert (shot.feature, shot.need, shot.hit) == (LOOP, 5, True) and piece(fight, "orcs").models == 9
    assert set(loops(fight)) == before - {SHOT_FROM_IT}
    fight.state.clock += 2
    assert set(loops(fight)) == before


@pytest.mark.rule("tp.siege.arrow_loop")
def test_loops_shoot_one_after_the_other_and_all_of_them_again_in_the_next_turn() -> None:
    fight = watched(orcs(30))
    first, second, *others = loops(fight)
    for _ in range(2):
        for shot, left in ((first, [second, *others]), (second, others)):
            with script(fight, answers=[shot], dice=[1]):
                shoot_one(fight)
            assert list(loops(fight)) == left
        fight.state.clock += 2
    assert len(fight.state.progress.loosed) == 2  # nobody remembers more


@pytest.mark.rule("tp.siege.arrow_loop", "tp.shoot.checks")
def test_a_shot_at_a_target_out_of_range_is_lost() -> None:
    fight = watched(orcs(46))
    with script(fight, answers=[SHOT_FROM_IT]):
        shoot_one(fight)
    assert told(fight, LoopShot)[0].need == 0 and SHOT_FROM_IT not in loops(fight)


@pytest.mark.rule("tp.siege.arrow_loop")
def test_a_loop_sees_outwards_only_and_over_the_heads_of_friends_above_it() -> None:
    behind = watched(unit("orcs", (19, 5), models=5, files=5))
    assert loops(behind) == {}
    manned = watched(orcs(30), post("guard", 16.4, EDGE, models=7, figure=foot(loose=True)))
    assert SHOT_FROM_IT in loops(manned)


@pytest.mark.rule("tp.siege.arrow_loop", "tp.trait.scouting.concealed")
def test_a_loop_does_not_aim_at_those_who_lie_concealed() -> None:
    fight = watched(orcs(30))
    piece(fight, "orcs").scouts = "concealed"
    assert loops(fight) == {}


@pytest.mark.rule("tp.siege.arrow_loop")
def test_loops_of_captured_and_of_fallen_works_are_silent() -> None:
    taken = watched(orcs(30), post("climbers", 17.5, EDGE, side=0))
    assert SHOT_FROM_IT not in loops(taken)
    both = watched(orcs(30), post("climbers", 17.5, EDGE, side=0), post("guard", 17.5, 13.5, models=1))
    assert SHOT_FROM_IT in loops(both)
    fallen = watched(orcs(30))
    collapse(fallen, next(n for n, f in enumerate(fallen.state.terrain) if f.name == "straight wall 4"))
    assert SHOT_FROM_IT not in loops(fallen)


@pytest.mark.rule("tp.siege.arrow_loop", "tp.siege.flaming_arrows")
@pytest.mark.parametrize(("y", "asks"), [(15 + 24, True), (15 + 24.01, False)])
def test_loops_use_flaming_arrows_six_inches_less_far(y: float, asks: bool) -> None:
    """26 + 4 - 6 = 24, at those to whom fire does more."""
    fight = watched(unit("orcs", (19, y), facing=180, figure=foot(traits=("vulnerable to fire",), life=3)))
    answers = [SHOT_FROM_IT, BURNING] if asks else [SHOT_FROM_IT]
    with script(fight, answers=answers, dice=[5, 6]):
        shoot_one(fight)
    assert told(fight, LoopShot)[0].flaming == asks
    assert told(fight, Damaged)[0].points == (2 if asks else 1)
    said = told(fight, LoopShot)[0].say(Names(fight.setting, fight.state.pieces)) or ""
    assert said.lower().startswith("a flaming arrow" if asks else "a shot")


@pytest.mark.rule("tp.siege.arrow_loop", "tp.siege.flaming_arrows")
def test_nobody_asks_a_loop_with_a_crossbow_or_before_a_target_that_does_not_burn() -> None:
    plain = watched(orcs(30))
    with script(plain, answers=[SHOT_FROM_IT], dice=[1]):
        shoot_one(plain)
    burning = watched(unit("orcs", (19, 30), facing=180, figure=foot(traits=("vulnerable to fire",), life=3)))
    burning.setting.mission = replace(burning.setting.mission, loops="crossbow")
    with script(burning, answers=[SHOT_FROM_IT], dice=[1]):
        shoot_one(burning)


def ladder_at(*corners: tuple[float, float], name: str = "siege ladder 1 at straight wall 4") -> Feature:
    return Feature(name, "siege ladder", tuple((inches(x), inches(y)) for x, y in corners))


BESIDE = ladder_at((20.5, 15.0), (21.5, 15.0), (21.5, 15.5), (20.5, 15.5))


def with_a_ladder(ladder: Feature, *pieces: Any, **more: Any) -> Fight:
    fight = watched(*pieces, **more)
    fight.state.terrain = (*fight.state.terrain, ladder)
    return fight


@pytest.mark.rule("tp.siege.arrow_loop", "tp.siege.attack_structures")
@pytest.mark.parametrize(("damage", "left"), [(4, 3), (5, 2)])
def test_a_loop_shoots_at_a_ladder_beside_it(damage: int, left: int) -> None:
    """Close range, so 4 or more; toughness 4 keeps a four out."""
    fight = with_a_ladder(BESIDE)
    with script(fight, answers=[SHOT_FROM_IT], dice=[4, damage]):
        shoot_one(fight)
    (shot,) = told(fight, LoopShotAtWorks)
    assert (shot.feature, shot.mark, shot.need, shot.hit) == (LOOP, BESIDE.name, 4, True)
    assert [event.left for event in told(fight, Battered)] == [left]
    assert shot.say(Names(fight.setting, fight.state.pieces)) == (
        "a shot from arrow-loop of straight wall 4 at siege ladder 1 at straight wall 4: 4 or more needed, a hit."
    )


@pytest.mark.rule("tp.siege.arrow_loop", "tp.siege.attack_structures")
def test_a_loop_names_pieces_and_things_alike_and_misses_on_three() -> None:
    fight = with_a_ladder(BESIDE, orcs(30))
    with script(fight, answers=[SHOT_FROM_IT, BESIDE.name], dice=[3]):
        shoot_one(fight)
    assert not told(fight, Battered) and SHOT_FROM_IT not in loops(fight)


@pytest.mark.rule("tp.siege.arrow_loop", "tp.item.command.banner_of_dark_skies")
def test_dark_skies_hinder_its_shot_at_a_ladder_too() -> None:
    fight = with_a_ladder(BESIDE)
    fight.state.effects = (Effect(DARK_SKIES, 0, NOBODY, 0, fight.state.clock + 1, 1),)
    with script(fight, answers=[SHOT_FROM_IT], dice=[4]):
        shoot_one(fight)
    (shot,) = told(fight, LoopShotAtWorks)
    assert (shot.need, shot.hit) == (5, False)


def lying(kind: str, x: float, y: float, *pieces: Any, **more: Any) -> Fight:
    """Equipment that nobody carries lies there; the Besiegers are where no loop sees them."""
    fight = watched(unit("carriers", (19, 5), models=12, files=6), *pieces, **more)
    hand_over(fight, number(fight, "carriers"), kind)
    fight.state.advance(train=(replace(fight.state.progress.train[0], bearer=NOBODY, at=(inches(x), inches(y))),))
    return fight


@pytest.mark.rule("tp.siege.arrow_loop", "tp.siege.high_ground")
@pytest.mark.parametrize(("y", "reached"), [(15 + 30.5, True), (15 + 30.51, False)])
def test_a_ladder_that_lies_there_is_a_mark_as_far_as_a_longbow_reaches(y: float, reached: bool) -> None:
    openly = lying("siege_ladder", 19, y, options={"measuring": "open"})
    assert (SHOT_FROM_IT in loops(openly)) == reached
    before = lying("siege_ladder", 19, y)
    with script(before, answers=[SHOT_FROM_IT], dice=[1] if reached else []):
        shoot_one(before)
    assert told(before, LoopShotAtWorks)[0].need == (5 if reached else 0)


@pytest.mark.rule("tp.siege.arrow_loop", "tp.siege.attack_structures")
@pytest.mark.parametrize("kind", ["battering_ram", "portable_bridge", "siege_tower"])
def test_a_loop_is_not_offered_what_one_arrow_cannot_harm(kind: str) -> None:
    assert loops(lying(kind, 19, 30)) == {}


@pytest.mark.rule("tp.siege.arrow_loop")
def test_a_loop_does_not_shoot_at_a_ladder_behind_its_face_or_behind_a_giant() -> None:
    assert loops(lying("siege_ladder", 19, 8)) == {}
    big = foot(category="beast", base=(inches(4), inches(4)))
    hidden = lying("siege_ladder", 19, 22, unit("giant", (19, 17), side=1, models=1, files=1, figure=big))
    assert SHOT_FROM_IT not in loops(hidden)
    seen = lying("siege_ladder", 19, 22, unit("giant", (30, 17), side=1, models=1, files=1, figure=big))
    assert SHOT_FROM_IT in loops(seen)


@pytest.mark.rule("tp.siege.arrow_loop", "tp.shoot.modifiers", "tp.shoot.hit")
@pytest.mark.parametrize(("y", "wood", "need"), [
    (15 + 10.02, False, 5), (15 + 9.99, False, 4), (30, True, 6), (15 + 9.9, True, 5)
])  # fmt: skip
def test_what_a_loop_needs_to_hit(y: float, wood: bool, need: int) -> None:
    fight = watched(orcs(y))
    if wood:
        fight.state.terrain = (*fight.state.terrain, feature("wood", (19, y + 1.5), (12, 4)))
    loop = next(one for one in manned(fight) if one.name == LOOP)
    assert to_hit_from(fight, loop, number(fight, "orcs")).total == need
