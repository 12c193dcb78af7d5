"""At the turrets: hits that nobody rolls for, and who steps into a gap."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from warhost.rulebooks.threeplains.bodies import set_places
from warhost.rulebooks.threeplains.events.blows import Damaged, FendedOff
from warhost.rulebooks.threeplains.events.siege import PluggedGap
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.fighting.contact import contacts_of, engage, engaged
from warhost.rulebooks.threeplains.fighting.squaring import close_up
from warhost.rulebooks.threeplains.figure import Blows
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.scaling import CONTACT
from warhost.rulebooks.threeplains.telling.names import Names
from warhost.rulebooks.threeplains.wounds.casualties import destroy
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import laden
from .scene import foot, hero, number, piece, script, told, unit
from .strongholds import siege
from .test_siege_storming import WALL, at_the_wall, on_the_walk, orcs, raise_ladder, storm


def automatic(fight: Fight, target: str, dice: list[int], **more: Any) -> list[tuple[int, int]]:
    """Six hits of an item that nobody rolls for, in the fighting; how many came, and how many were left."""
    fight.state.phase = "combat"
    attack = Attack(
        number(fight, target), 6, "melee", "tp.item.weapon.lightning_lance", number(fight, "orcs"), **more
    )
    with script(fight, dice=dice):
        strike(fight, attack)
    return [(event.hits, event.left) for event in told(fight, FendedOff)]


@pytest.mark.rule("tp.siege.no_hit_bonuses")
def test_of_six_automatic_hits_over_the_turrets_the_sixes_strike() -> None:
    fight = at_the_wall(19, guard=on_the_walk(19, 20, 21))
    storm(fight)
    assert automatic(fight, "guard", [1, 3, 4, 6, 6, 2, 6, 6]) == [(6, 2)]
    assert told(fight, Damaged)[-1].hits == 2 and piece(fight, "guard").models == 1
    said = told(fight, FendedOff)[0].say(Names(fight.setting, fight.state.pieces)) or ""
    assert said == "of 6 hits by orcs that would need no roll 2 strike guard behind the turrets."


@pytest.mark.rule("tp.siege.no_hit_bonuses")
def test_automatic_hits_strike_their_own_side_those_below_and_those_on_a_wall_that_is_not_stormed() -> None:
    fight = siege(orcs(), on_the_walk(19), unit("sally", (30, 25), side=1, models=10, files=5))
    raise_ladder(fight, 19)
    assert automatic(fight, "guard", [1] * 6) == [], "nobody has come up yet"
    fight.state.phase = "moves"
    storm(fight)
    assert automatic(fight, "orcs", [1] * 6) == [] and automatic(fight, "sally", [1] * 6) == []
    assert automatic(fight, "guard", [1] * 6, rolled=True) == [], "dice were thrown for them"


@pytest.mark.rule("tp.siege.no_hit_bonuses")
def test_no_automatic_hit_gets_over_the_turrets_without_a_six() -> None:
    fight = at_the_wall(19, guard=on_the_walk(19))
    storm(fight)
    assert automatic(fight, "guard", [5, 5, 5, 5, 5, 5]) == [(6, 0)] and not told(fight, Damaged)


@pytest.mark.rule("tp.siege.no_hit_bonuses", "tp.item.weapon.tornado_flail", "tp.item.armour.hornet_armour")
@pytest.mark.parametrize(("item", "dice", "came"), [("hornet_armour", [5, 5], [(1, 0)]), ("tornado_flail", [], [])])
def test_hornets_hit_guards_on_a_six_and_nobody_swings_a_flail_on_a_ladder(
    item: str, dice: list[int], came: list[tuple[int, int]]
) -> None:
    """In a whole round: the guard is touched by the hero on the ladder, who strikes no blow of his own."""
    fight = siege(hero("orcs", (19, WALL), facing=180, figure=laden(item, blows=(Blows(0, 5),))),
                  on_the_walk(19, figure=foot(loose=True, blows=(Blows(0, 5),))))  # fmt: skip
    raise_ladder(fight, 19)
    storm(fight)
    fight.state.phase = "combat"
    with script(fight, dice=dice):
        exchange_blows(fight, [number(fight, "orcs"), number(fight, "guard")])
    assert [(event.hits, event.left) for event in told(fight, FendedOff)] == came


@pytest.mark.rule("tp.siege.no_hit_bonuses", "tp.item.weapon.sword_of_fools")
@pytest.mark.parametrize(("life", "lives"), [(9, True), (3, False)])
def test_a_blast_strikes_guards_on_a_six_whether_its_bearer_outlives_it_or_not(life: int, lives: bool) -> None:
    fight = siege(orcs(), hero("hero", within="orcs", figure=laden("sword_of_fools", life=life)), on_the_walk(19))
    raise_ladder(fight, 19)
    storm(fight)
    fight.state.phase = "combat"
    bearer, guard = number(fight, "hero"), number(fight, "guard")
    burst = Attack(bearer, 1, "magic", "tp.item.weapon.sword_of_fools", bearer, top=5, toughness=8, multiplier=3)
    with script(fight, dice=[1, 5]):
        for target in (bearer, guard):
            strike(fight, structs.replace(burst, target=target, aimed=True))
    assert (piece(fight, "hero").fate != "slain") is lives
    assert [(event.hits, event.left) for event in told(fight, FendedOff)] == [(1, 0)]


# --- gaps -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.plug_gap", "tp.trait.exhaustion.recover")
@pytest.mark.parametrize(
    ("rested", "shot", "steps"),
    [(1, False, False), (0, False, True), (1, True, True)],
    ids=["rests", "has not rested through a phase yet", "has shot since"],
)
def test_a_piece_that_rests_does_not_step_into_the_gap(rested: int, shot: bool, steps: bool) -> None:
    fight = two_beside_a_gap()
    right = piece(fight, "right")
    right.tired, right.rested, right.turn.shot = 2, rested, shot
    with script(fight, answers=["right"] if steps else []):
        close_up(fight)
    (plugged,) = told(fight, PluggedGap)
    assert fight.state.pieces[plugged.piece].name == ("right" if steps else "left")


def two_beside_a_gap() -> Fight:
    """The guard at the ladder has fallen; left, who is in the fight, and right stand near."""
    fight = siege(orcs(), on_the_walk(19), on_the_walk(21, name="left"), on_the_walk(17, name="right"))
    for one in range(1, 4):
        set_places(fight, one, fight.state.pieces[one].places, 0)
    raise_ladder(fight, 19)
    storm(fight)  # all three hold some of the two inches to either side
    fight.state.contacts = [met for met in fight.state.contacts if met.b == number(fight, "guard")]
    destroy(fight, number(fight, "guard"), "tp.shoot.damage")
    engage(fight, number(fight, "orcs"), number(fight, "left"), ("front", "front"), across=CONTACT)
    return fight


@pytest.mark.rule("tp.siege.plug_gap")
def test_of_two_pieces_their_owner_says_which_closes_it_and_it_counts_as_a_charge() -> None:
    fight = two_beside_a_gap()
    with script(fight, answers=["right"]):
        close_up(fight)
    (met,) = contacts_of(fight, number(fight, "right"))
    assert met.counter > 0 and not engaged(fight, number(fight, "left")), "and left has lost touch"


# --- what they strike with ------------------------------------------------------------------------------------


@pytest.mark.rule("tp.siege.race.siege_tower", "tp.siege.siege_ladder_combat", "tp.siege.grappling_hooks")
def test_great_blades_are_swung_on_the_ramp_and_not_on_the_ladder_beside_it() -> None:
    """Five on the ramp, one on the ladder: he has his sidearm."""
    row = [16.5 + 0.8 * at for at in range(7)]
    blades = foot(weapons=("great blade", "sidearm"))
    fight = at_the_wall(17.7, guard=on_the_walk(*row), kind="siege_tower", models=20, files=7, figure=blades)
    raise_ladder(fight, 20.5)
    storm(fight)
    fight.state.phase = "combat"
    orcs_ = number(fight, "orcs")
    found = {blow.weapon.id if blow.weapon else "": len(blow.each) for blow in blows_of(fight, orcs_, {})}
    assert found == {"great blade": 5, "sidearm": 1}
    alone = at_the_wall(19, guard=on_the_walk(19), figure=blades)
    storm(alone)
    assert {blow.weapon.id for blow in blows_of(alone, orcs_, {}) if blow.weapon} == {"sidearm"}
