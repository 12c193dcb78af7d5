"""Riders and what carries them: two models on one base."""

from __future__ import annotations

import pytest

from warhost.engine.field.body import apart
from warhost.rulebooks.threeplains.bodies import TOUCH, body, single, strength
from warhost.rulebooks.threeplains.events.blows import LeftBehind
from warhost.rulebooks.threeplains.events.charges import WipedOut
from warhost.rulebooks.threeplains.fighting.blows import blows_of, front_line
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.contact import foes
from warhost.rulebooks.threeplains.fighting.prowess import strikes_first
from warhost.rulebooks.threeplains.figure import Figure, from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.kinds import insignificant
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.missiles.dispersal import spread
from warhost.rulebooks.threeplains.moving.flying import can_fly
from warhost.rulebooks.threeplains.moving.movement import why_not_moving
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.riding import agility, mount_of, mounted, rider_of
from warhost.rulebooks.threeplains.state import NOBODY
from warhost.rulebooks.threeplains.wounds.hits import Attack, lose, strike

from .scene import asked, champion, contact, foot, hero, number, piece, scene, script, told, unit

LARGE = (from_mm(50), from_mm(50))


def dragon(**more: object) -> Figure:
    """A flyer of 4 attacks at CR 4, toughness 4, 8 life points."""
    plain: dict[str, object] = {"category": "beast", "kind": "mount", "base": LARGE, "life": 8, "toughness": 4}
    plain |= {
        "attacks": 4,
        "flight": inches(18),
        "weapons": ("natural weapons",),
        "soldiering": 3,
        "title": "Dragon",
    }
    return foot(**{**plain, **more})


def car(**more: object) -> Figure:
    return dragon(**{"category": "machine", "kind": "chariot", "flight": 0, "mounted": True, "life": 4, **more})


def ridden_dragon(figure: Figure | None = None, rider: Figure | None = None, **more: object) -> Fight:
    return scene(
        unit("dragon", (36, 20), models=1, files=1, figure=figure or dragon(), **more),
        hero("knight", within="dragon", figure=rider or champion()),
        unit("foes", (36, 20), facing=180, side=1, models=10),
    )


@pytest.mark.rule("tp.beast.mounted.separate", "tp.beast.mounted.movement")
def test_a_ridden_beast_is_one_model_and_moves_as_the_beast_does() -> None:
    fight = ridden_dragon(dragon(movement=inches(9)))
    assert (strength(fight, 0), len(body(fight, 0).bases)) == (1, 1)
    assert single(fight, 0) and not insignificant(fight, 0)
    assert (rider_of(fight, 0), mount_of(fight, number(fight, "knight"))) == (number(fight, "knight"), 0)
    assert mounted(fight, 0) and mounted(fight, number(fight, "knight"))
    assert movement(fight, 0).total == inches(9)  # its rider walks 7
    assert can_fly(fight, 0)


@pytest.mark.rule("tp.beast.mounted.separate", "tp.beast.missile_hits", "tp.shoot.disperse")
def test_missile_hits_on_a_ridden_beast_are_dispersed() -> None:
    fight = ridden_dragon()
    with script(fight, dice=[1, 4, 5, 6]):
        assert spread(fight, 0, 4, 1) == [(0, 3), (number(fight, "knight"), 1)]


@pytest.mark.rule("tp.beast.mounted.separate")
def test_a_hit_left_over_from_the_beast_does_not_go_on_to_its_rider() -> None:
    fight = ridden_dragon(dragon(life=1))
    with script(fight, dice=[1, 2, 6, 6]):  # both on the beast; the first damage die kills it
        strike(fight, Attack(0, 2, "missile", "tp.weapon.bow", number(fight, "foes")))
    assert piece(fight, "dragon").fate == "slain"
    assert piece(fight, "knight").hurt == 0


@pytest.mark.rule("tp.beast.mounted.separate", "tp.combat.hit.mounted")
def test_both_strike_and_both_can_be_struck() -> None:
    fight = ridden_dragon()
    contact(fight, "foes", "dragon")
    knight = number(fight, "knight")
    assert [striker.member for striker in front_line(fight, 0)] == [0, knight]
    against = front_line(fight, number(fight, "foes"))
    assert all([target.member for target in striker.targets] == [0, knight] for striker in against)
    question = asked(fight, lambda trial: fight_round(trial, [0, number(trial, "foes")]))
    assert question.rule == "tp.combat.allocate"
    assert next(iter(question.options.values())) == ["dragon", "knight"]  # type: ignore[attr-defined]


@pytest.mark.rule("tp.trait.mount_agility")
@pytest.mark.parametrize(
    ("own", "under", "traits", "expected"),
    [(0, 2, (), 2), (1, 0, (), 0), (2, 0, ("sluggish",), 0), (1, 0, ("sluggish",), 0), (2, 2, (), 2)],
)
def test_a_riders_agility(own: int, under: int, traits: tuple[str, ...], expected: int) -> None:
    fight = ridden_dragon(dragon(agility=under, traits=traits), champion(agility=own))
    assert agility(fight, number(fight, "knight")) == expected


@pytest.mark.rule("tp.trait.mount_agility", "tp.beast.mounted.inseparable")
def test_a_rider_whose_beast_is_slain_goes_on_afoot_with_his_own_agility() -> None:
    fight = ridden_dragon(dragon(agility=2))
    lose(fight, 0, 8, "tp.combat.attacks")
    knight = piece(fight, "knight")
    assert (knight.fate, knight.host) == ("standing", NOBODY)
    assert agility(fight, number(fight, "knight")) == 0
    assert not mounted(fight, number(fight, "knight"))
    assert told(fight, LeftBehind)[0].rule == "tp.beast.mounted.inseparable"
    assert fight.state.unruly == ()


@pytest.mark.rule("tp.beast.mounted.inseparable", "tp.beast.wild")
def test_a_beast_whose_rider_is_slain_is_about_to_turn_wild() -> None:
    fight = ridden_dragon()
    lose(fight, number(fight, "knight"), 2, "tp.combat.attacks")
    assert piece(fight, "dragon").standing
    assert piece(fight, "dragon").leaders == ()
    assert fight.state.unruly == (0,)


@pytest.mark.rule("tp.machine.chariot.character")
def test_a_chariot_goes_with_its_character_and_he_walks_on_without_it() -> None:
    fight = ridden_dragon(car())
    lose(fight, number(fight, "knight"), 2, "tp.combat.attacks")
    assert piece(fight, "dragon").fate == "slain"
    fight = ridden_dragon(car())
    piece(fight, "dragon").vigour = 1  # blessed
    lose(fight, number(fight, "knight"), 2, "tp.combat.attacks")
    assert piece(fight, "dragon").fate == "slain"
    fight = ridden_dragon(car())
    lose(fight, 0, 4, "tp.combat.attacks")
    assert piece(fight, "knight").standing


@pytest.mark.rule("tp.machine.chariot.character", "tp.shoot.disperse.chart")
def test_missile_hits_on_a_chariot_with_a_hero() -> None:
    fight = ridden_dragon(car())
    with script(fight, dice=[2, 4, 6]):
        assert spread(fight, 0, 3, 1) == [(0, 2), (number(fight, "knight"), 1)]


@pytest.mark.rule("tp.beast.mounted.inseparable")
def test_riders_do_not_dismount() -> None:
    fight = ridden_dragon()
    refusal = why_not_moving(fight, number(fight, "knight"))
    assert refusal is not None and refusal.rule == "tp.beast.mounted.inseparable"


@pytest.mark.rule("tp.weapon.lance", "tp.combat.strikesfirst", "tp.beast.mounted.separate")
@pytest.mark.parametrize(("weapon", "run", "first"), [("lance", 8, True), ("spear", 8, True), ("lance", 6, False)])
def test_a_rider_who_charges_with_a_lance_or_spear_strikes_first_and_so_does_his_beast(
    weapon: str, run: int, first: bool
) -> None:
    fight = ridden_dragon(rider=champion(weapons=(weapon, "sidearm")))
    contact(fight, "dragon", "foes", charge=inches(run), run=inches(run))
    blows = blows_of(fight, 0, {}, {})
    assert [blow.member for blow in blows] == [0, number(fight, "knight")]
    assert [strikes_first(fight, blow, {}) for blow in blows] == [first, first]


def dragon_slain(rider: Figure | None = None, *, side: str = "front") -> Fight:
    """The foes kill the dragon in combat; its rider has not a scratch."""
    fight = ridden_dragon(dragon(life=1), rider)
    if side == "left":
        piece(fight, "foes").x, piece(fight, "foes").y = inches(36) - LARGE[0] // 2, inches(20) - LARGE[1] // 2
        piece(fight, "foes").facing = 9000
    contact(fight, "foes", "dragon", b_side=side)
    lose(fight, 0, 1, "tp.shoot.damage")
    return fight


@pytest.mark.rule("tp.beast.mounted.inseparable")
@pytest.mark.parametrize("side", ["front", "left"])
def test_a_rider_whose_beast_falls_in_combat_fights_on_afoot(side: str) -> None:
    fight = dragon_slain(side=side)
    assert piece(fight, "dragon").fate == "slain" and piece(fight, "knight").standing
    assert foes(fight, number(fight, "knight")) == [number(fight, "foes")]
    assert apart(body(fight, number(fight, "knight")), body(fight, number(fight, "foes"))) <= TOUCH
    assert not flaws(fight.setting, fight.state)
    assert front_line(fight, number(fight, "knight")) and front_line(fight, number(fight, "foes"))


@pytest.mark.rule("tp.beast.mounted.inseparable", "tp.move.wipeout")
def test_no_wipe_out_move_over_a_dead_beast_whose_rider_fights_on() -> None:
    fight = ridden_dragon(dragon(life=1, attacks=1, toughness=0), champion(attacks=1))
    contact(fight, "foes", "dragon")
    fight.state.phase = "combat"
    with script(fight, dice=[1, 1, *[6] * 8], answers=[{}]):  # all at the dragon
        fight_round(fight, [0, number(fight, "foes")])
    assert piece(fight, "dragon").fate == "slain" and piece(fight, "knight").standing
    assert not told(fight, WipedOut)
    assert foes(fight, number(fight, "knight")) == [number(fight, "foes")]


@pytest.mark.rule("tp.beast.mounted.inseparable", "tp.move.fly.crash.rider")
def test_a_rider_who_falls_from_the_air_fights_nobody_up_there() -> None:
    fight = ridden_dragon(dragon(life=1), airborne=True)
    piece(fight, "foes").airborne = True
    contact(fight, "foes", "dragon")
    with script(fight, dice=[1, 1]):
        lose(fight, 0, 1, "tp.shoot.damage")
    assert piece(fight, "knight").standing and not foes(fight, number(fight, "knight"))
