"""Beast units: creatures and their masters."""

from __future__ import annotations

import pytest

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.rulebooks.threeplains.armies.army import Army, Recruits
from warhost.rulebooks.threeplains.beasts.herds import follow_one, leave_masters, strays
from warhost.rulebooks.threeplains.beasts.wild import react_one
from warhost.rulebooks.threeplains.bodies import body, set_places, single
from warhost.rulebooks.threeplains.charging.charges import run_charge
from warhost.rulebooks.threeplains.charging.pursuit import pursue
from warhost.rulebooks.threeplains.charging.readiness import why_no_charge
from warhost.rulebooks.threeplains.events.beasts import LeftMasters, Reunited, TurnedWild
from warhost.rulebooks.threeplains.fighting.blows import front_line
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.fighting.fronts import buckles
from warhost.rulebooks.threeplains.figure import Figure, from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.missiles.dispersal import spread
from warhost.rulebooks.threeplains.morale.checks import highest
from warhost.rulebooks.threeplains.moving.groups import may_join
from warhost.rulebooks.threeplains.moving.manoeuvres import in_ranks
from warhost.rulebooks.threeplains.moving.movement import why_not_moving
from warhost.rulebooks.threeplains.setting import Fight, Setting, Table
from warhost.rulebooks.threeplains.state import NOBODY, Contact
from warhost.rulebooks.threeplains.victory import victory_points
from warhost.rulebooks.threeplains.wounds.casualties import destroy
from warhost.rulebooks.threeplains.wounds.hits import lose

from .scenarios import mission
from .scene import champion, foot, kinds, number, piece, script, told, weapons

OGRE = (from_mm(40), from_mm(40))


def ogre(**more: object) -> Figure:
    plain: dict[str, object] = {"category": "beast", "kind": "pack", "base": OGRE, "loose": True, "points": 70}
    plain |= {"movement": inches(9), "attacks": 3, "rating": 3, "life": 4, "weapons": ("natural weapons",)}
    return foot(**{**plain, "ratings": {"fear": 1, "loyalty": 0}, **more})


def herder(**more: object) -> Figure:
    return foot(
        **{"category": "beast", "kind": "master", "loose": True, "movement": inches(6), "points": 6, **more}
    )


def pack(beasts: int = 3, masters: int = 3, figure: Figure | None = None) -> Fight:
    """Ogres in a row at (36, 20) with their masters, and 10 foes 8.5 inches ahead of them."""
    own = Army("army 0", "test", 3, 1000, (
        Recruits("ogres", "ogres", figure or ogre(), beasts, False, beasts, 70 * beasts, 3),
        Recruits("herders", "herders", herder(), masters, False, masters, 6 * masters, 3, herds="ogres"),
    ), ())  # fmt: skip
    foes = Army("army 1", "test", 3, 1000, (Recruits("foes", "foes", foot(), 10, False, 5, 90, 3),), ())
    setting = Setting((own, foes), Table("test", inches(72), inches(48)), kinds(), weapons())
    state = setting.begin()
    state.clock, state.phase = 1, "moves"
    fight: Fight = Battle(setting, state, Scripted())
    ogres, enemy = state.pieces[0], state.pieces[2]
    ogres.fate = enemy.fate = "standing"
    (ogres.x, ogres.y), (enemy.x, enemy.y) = (inches(36), inches(20)), (inches(36), inches(28.5))
    enemy.facing = 18000
    set_places(fight, 0, in_ranks(fight, 0, ogres.point, 0, beasts), 0)
    return fight


@pytest.mark.rule("tp.beast.unit.formation", "tp.piece.beast", "tp.beast.types")
def test_masters_stand_behind_the_creatures_and_belong_to_them() -> None:
    fight = pack()
    ground = body(fight, 0)
    assert len(ground.bases) == 6
    ogres, herders = ground.bases[:3], ground.bases[3:]
    assert len({base.centre[1] for base in ogres}) == 1
    assert max(base.top for base in herders) <= min(base.bottom for base in ogres)
    assert piece(fight, "herders").fate == "within"
    assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.beast.unit.no_characters", "tp.beast.no_joining")
def test_nobody_joins_a_beast_unit() -> None:
    fight = pack()
    fight.setting.figures[2] = champion(base=OGRE)
    fight.state.pieces[2].side = 0
    refusal = may_join(fight, 2, 0)
    assert refusal is not None and refusal.rule == "tp.character.join.eligible"
    refusal = may_join(fight, 0, 2)
    assert refusal is not None


@pytest.mark.rule("tp.beast.unit.speed")
def test_a_pack_goes_at_its_masters_pace() -> None:
    fight = pack()
    assert movement(fight, 0).total == inches(6)


@pytest.mark.rule("tp.beast.unit.speed", "tp.beast.unit.divided")
def test_a_long_charge_leaves_the_masters_behind() -> None:
    fight = pack()
    fight.state.phase = "charges"
    piece(fight, "ogres").charge_target = number(fight, "foes")
    with script(fight, dice=[6, 6, 6, 6, 1], answers=["charge"]):  # nobody is frightened
        run_charge(fight, 0)
    assert engaged(fight, 0)
    assert told(fight, LeftMasters)
    herders = piece(fight, "herders")
    assert (herders.fate, herders.host, herders.herd) == ("standing", NOBODY, 0)
    assert len(body(fight, 0).bases) == 3


@pytest.mark.rule("tp.beast.unit.speed", "tp.move.charge.move")
def test_masters_left_behind_do_not_bar_a_charge_that_turns_first() -> None:
    """They stand where the beasts that turn by 30 degrees come to stand for a moment."""
    fight = pack(masters=2)
    fight.state.phase, ogres, foes = "charges", piece(fight, "ogres"), piece(fight, "foes")
    foes.x, foes.y = inches(34.37), inches(27)
    ogres.facing, ogres.charge_target = 33000, number(fight, "foes")
    set_places(fight, 0, in_ranks(fight, 0, ogres.point, 33000, 3), 33000)
    with script(fight, dice=[6, 6, 6, 6, 1], answers=["charge"]):
        run_charge(fight, 0)
    assert told(fight, LeftMasters) and engaged(fight, 0)
    assert not flaws(fight.setting, fight.state)
    assert why_not_moving(fight, 1) is not None
    assert why_no_charge(fight, 1) is not None


@pytest.mark.rule("tp.beast.unit.divided", "tp.beast.unit.reunite", "tp.trait.exhaustion.sources")
def test_masters_follow_and_the_unit_is_one_again_with_what_tired_both() -> None:
    fight = pack()
    leave_masters(fight, 0)
    ogres, herders = piece(fight, "ogres"), piece(fight, "herders")
    ogres.tired, herders.tired = 1, 2
    set_places(fight, 0, tuple((x, y + inches(9)) for x, y in ogres.places), 0)
    fight.state.pieces[2].y = inches(40)
    fight.state.contacts.append(Contact(0, 2, "front", "front"))
    with script(fight, dice=[1]):  # a dash of an inch does not help
        assert follow_one(fight)
    assert herders.standing
    assert not follow_one(fight)
    herders.turn.acted = herders.turn.dashed = False
    herders.turn.spent = herders.turn.dash = 0
    assert follow_one(fight)
    assert told(fight, Reunited)
    assert ogres.masters == 1
    assert (ogres.tired, herders.tired) == (4, 4)  # 1 and 2, and the dash


@pytest.mark.rule("tp.beast.unit.divided")
@pytest.mark.parametrize("hindered", ["", "fleeing", "barred", "engaged", "their beasts are gone"])
def test_masters_follow_unless_something_keeps_them(hindered: str) -> None:
    fight = pack()
    leave_masters(fight, 0)
    ogres, herders = piece(fight, "ogres"), piece(fight, "herders")
    if hindered == "fleeing":
        herders.fleeing = True
    elif hindered == "barred":
        herders.turn.barred = True
    elif hindered == "engaged":
        fight.state.contacts.append(Contact(2, 1, "front", "rear"))
    elif hindered:
        ogres.fate = "away"
    assert follow_one(fight) is not bool(hindered)
    assert (herders.fate == "within") is not bool(hindered)


@pytest.mark.rule("tp.beast.unit.stopped", "tp.beast.unit.reunite")
def test_creatures_that_stop_away_from_their_masters_turn_wild_until_these_reach_them() -> None:
    fight = pack()
    leave_masters(fight, 0)
    assert list(strays(fight)) == [0]
    with script(fight, dice=[5]):
        assert react_one(fight)
    assert told(fight, TurnedWild)
    assert piece(fight, "ogres").lawless
    assert follow_one(fight)
    assert not piece(fight, "ogres").wild
    assert piece(fight, "herders").fate == "within"


@pytest.mark.rule("tp.beast.unit.reunite")
def test_fleeing_creatures_rally_when_their_masters_reach_them() -> None:
    fight = pack()
    leave_masters(fight, 0)
    piece(fight, "ogres").fleeing = True
    with script(fight, answers=[0]):
        assert follow_one(fight)
    assert not piece(fight, "ogres").fleeing


@pytest.mark.rule("tp.beast.masters.combat")
def test_masters_fight_only_where_the_enemy_comes_to_them() -> None:
    fight = pack(masters=6)
    foes = fight.state.pieces[2]
    foes.y = inches(20)
    fight.state.contacts.append(Contact(2, 0, "front", "front"))
    assert {striker.member for striker in front_line(fight, 0)} == {0}
    assert {target.member for striker in front_line(fight, 2) for target in striker.targets} == {0}
    fight.state.contacts.clear()
    foes.y, foes.facing = body(fight, 0).back[1], 0
    fight.state.contacts.append(Contact(2, 0, "front", "rear"))
    assert {striker.member for striker in front_line(fight, 0)} == {1}


@pytest.mark.rule("tp.beast.missile_hits", "tp.shoot.disperse.chart")
def test_missile_hits_on_a_pack_are_dispersed() -> None:
    fight = pack()
    with script(fight, dice=[4, 5]):
        assert spread(fight, 0, 2, 1) == [(0, 1), (1, 1)]


@pytest.mark.rule("tp.beast.wild")
def test_a_pack_that_loses_its_last_master_turns_wild() -> None:
    fight = pack()
    lose(fight, 1, 2, "tp.combat.attacks")
    assert len(body(fight, 0).bases) == 4
    assert not fight.state.unruly
    lose(fight, 1, 1, "tp.combat.attacks")
    assert fight.state.unruly == (0,)
    assert len(body(fight, 0).bases) == 3
    assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.setup.victory.beastunit")
@pytest.mark.parametrize(("lost", "points"), [(1, 0), (2, 114), (3, 228)])
def test_only_the_beasts_of_a_unit_are_counted(lost: int, points: int) -> None:
    fight = pack()
    lose(fight, 0, 4 * lost, "tp.combat.attacks")
    assert victory_points(fight, 1).total == points
    assert piece(fight, "herders").fate == ("standing" if lost == 3 else "within")


@pytest.mark.rule("tp.setup.victory.beastunit")
def test_masters_who_go_down_with_their_beasts_are_worth_nothing_of_their_own() -> None:
    fight = pack()
    destroy(fight, 0, "tp.move.flee.caught")
    assert piece(fight, "herders").fate == "slain" and victory_points(fight, 1).total == 228



@pytest.mark.rule("tp.trait.fear.shared")
def test_fear_is_shared_and_a_giant_with_its_masters_is_a_group() -> None:
    fight = pack(beasts=1, masters=2)
    assert highest(fight, 0, "fear") == 1
    assert not single(fight, 0)


@pytest.mark.rule("tp.beast.unit.speed", "tp.move.pursue.move")
@pytest.mark.parametrize(("movement", "behind"), [(12, True), (9, False)])
def test_fast_creatures_leave_their_masters_behind_in_a_pursuit(movement: int, behind: bool) -> None:
    fight = pack(figure=ogre(movement=inches(movement)))
    foes = fight.state.pieces[2]
    foes.fleeing, foes.flight_run, foes.flight_heading = True, inches(30), 0
    with script(fight, dice=[1, 1, 1][: 2 + behind]):
        pursue(fight, 0, 2)
    assert bool(told(fight, LeftMasters)) == behind


@pytest.mark.rule("tp.beast.masters.combat", "tp.beast.unit.divided")
def test_masters_whom_the_enemy_touches_fight_on_when_their_beasts_are_dead() -> None:
    fight = pack()
    behind = body(fight, 0).back
    enemy = piece(fight, "foes")
    (enemy.x, enemy.y), enemy.facing = behind, 0
    fight.state.contacts.append(Contact(2, 0, "front", "rear"))
    lose(fight, 0, 12, "tp.combat.attacks")
    assert piece(fight, "ogres").fate == "slain" and piece(fight, "herders").standing
    assert fight.state.contacts == [Contact(2, 1, "front", "rear")]


@pytest.mark.rule("tp.beast.unit.divided")
def test_masters_who_closed_up_on_to_an_enemys_ground_step_aside_when_their_beasts_are_dead() -> None:
    fight = pack(masters=6)
    enemy = piece(fight, "foes")
    (enemy.x, enemy.y), enemy.facing = body(fight, 0).back, 0
    fight.state.contacts.append(Contact(2, 0, "front", "rear"))
    lose(fight, 0, 8, "tp.combat.attacks")  # behind one ogre they stand three deep
    lose(fight, 0, 4, "tp.combat.attacks")
    assert piece(fight, "herders").standing
    assert not flaws(fight.setting, fight.state)


@pytest.mark.rule("tp.beast.unit.formation", "tp.piece.casualties.back")
@pytest.mark.parametrize(("behind", "steps"), [(0.3, True), (0.8, False)])
def test_a_pack_that_stands_deeper_behind_fewer_beasts_stays_off_its_neighbours_ground(
    behind: float, steps: bool
) -> None:
    """Six masters stand in one row behind three ogres, 4.72 in wide, and in two behind two; the neighbours stand so
    far behind the first row."""
    fight = pack(masters=6)
    enemy, ogres = piece(fight, "foes"), piece(fight, "ogres")
    x, y = body(fight, 0).back
    (enemy.x, enemy.y), enemy.facing, enemy.side = (x, y - inches(behind)), 0, ogres.side
    before = ogres.point
    lose(fight, 0, 4, "tp.shoot.damage.one")
    assert flaws(fight.setting, fight.state) == []
    assert (ogres.y > before[1]) is steps


@pytest.mark.rule("tp.beast.masters.combat", "tp.combat.buckle")
@pytest.mark.parametrize(("who", "buckled"), [(0, "tp.combat.buckle"), (1, "")])
def test_three_beasts_make_skirmishers_buckle_and_masters_alone_do_not(who: int, buckled: str) -> None:
    fight = pack(masters=6)
    leave_masters(fight, 0)
    fight.setting.figures[1] = herder(attacks=3)
    fight.setting.figures[2] = foot(loose=True, traits=("skirmishers",))
    fight.state.pieces[1 - who].fate = "slain"
    enemy = piece(fight, "foes")
    enemy.x, enemy.y = body(fight, who).front
    fight.state.contacts = [Contact(2, who, "front", "front")]
    assert buckles(fight, 2) == buckled


@pytest.mark.rule("tp.scenario.raid.artifact_carry", "tp.beast.unit.divided")
def test_masters_keep_what_their_beasts_have_taken_up_when_these_are_dead() -> None:
    fight = pack()
    fight.setting.mission = mission("raid")
    fight.state.advance(carrier=number(fight, "ogres"))
    lose(fight, number(fight, "ogres"), 12, "tp.combat.attacks")
    assert piece(fight, "herders").standing and fight.state.progress.carrier == number(fight, "herders")
