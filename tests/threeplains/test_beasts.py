"""What beasts do besides fighting: breath, woods, stings, and riders in the air."""

from __future__ import annotations

import pytest

from warhost.engine.field.compass import distance
from warhost.engine.oracle import Scripted
from warhost.rulebooks.threeplains.beasts.breath import HOLD, breathe, breathe_one, scorched
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.leg import out_of_reach
from warhost.rulebooks.threeplains.events.beasts import Breathed
from warhost.rulebooks.threeplains.events.blows import Damaged, Dispersed, NoShot, TemplateLaid
from warhost.rulebooks.threeplains.events.moves import Crashed, TookOff
from warhost.rulebooks.threeplains.events.nerves import Poisoned
from warhost.rulebooks.threeplains.fighting.blows import blows_of
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.lapping import lap_on
from warhost.rulebooks.threeplains.figure import Blows, inches
from warhost.rulebooks.threeplains.land.sense import in_cover
from warhost.rulebooks.threeplains.morale.checks import highest, soldiering, stress
from warhost.rulebooks.threeplains.morale.exhaustion import rest
from warhost.rulebooks.threeplains.moving.flying import can_fly
from warhost.rulebooks.threeplains.moving.movement import move_one
from warhost.rulebooks.threeplains.moving.orders import Move
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.turn import DEEDS
from warhost.rulebooks.threeplains.wounds.hits import lose

from .mustering import enlisted
from .mustering import hero as recruit
from .scene import champion, contact, feature, foot, hero, number, piece, scene, script, told, unit
from .test_riding import dragon


def breather(at: float = 6, **more: object) -> Fight:
    return scene(
        unit("dragon", (36, 20), models=1, files=1, figure=dragon(breath="dragon", **more)),
        hero("knight", within="dragon"),
        unit("goblins", (36, 20 + at), facing=180, side=1, models=20, files=2),
        phase="shooting",
    )


# --- breath --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.list.breath.dragon", "tp.shoot.template.flame", "tp.trait.exhaustion.recover")
def test_a_dragon_breathes_over_goblins() -> None:
    fight = breather(at=0.5)
    with script(fight, dice=[3, 5, 1, 1, 1, 1, 1, 1], answers=["goblins"]):  # D3: 2 and 3
        assert DEEDS["shooting"](fight)
    assert told(fight, Breathed)[0].left == 2
    assert told(fight, TemplateLaid)[0].hits == ((number(fight, "goblins"), 6),)
    assert told(fight, Damaged)[0].save == 1  # toughness 3 less 2
    assert not breathe_one(fight)  # once in a phase
    piece(fight, "dragon").tired = 1
    rest(fight)
    assert piece(fight, "dragon").rested == 0  # that was no rest


@pytest.mark.rule("tp.list.breath.dragon")
def test_a_dragon_breathes_three_times_in_a_battle_and_not_while_it_fights() -> None:
    fight = breather()
    assert scorched(fight, 0) == [number(fight, "goblins")]
    with script(fight, answers=[HOLD]):
        assert breathe_one(fight)
    assert piece(fight, "dragon").breaths == 0
    piece(fight, "dragon").breaths = 3
    assert scorched(fight, 0) == []
    piece(fight, "dragon").breaths = 0
    contact(fight, "goblins", "dragon")
    assert scorched(fight, 0) == []


@pytest.mark.rule("tp.list.breath.dragon", "tp.shoot.disperse.friends")
def test_a_dragon_that_fails_a_check_spares_friends_in_combat() -> None:
    fight = breather()
    contact(fight, "knight", "goblins")
    with script(fight, dice=[1, 1, 1, 1, 4, 4, 4]):
        breathe(fight, 0, number(fight, "goblins"))
    assert told(fight, NoShot) and piece(fight, "dragon").breaths == 0


@pytest.mark.rule("tp.list.breath.dragon", "tp.shoot.template.flame")
def test_what_is_out_of_the_flames_or_behind_the_dragon_is_not_breathed_at() -> None:
    assert scorched(breather(at=8.5), 0) == []
    assert scorched(breather(at=-12), 0) == []


@pytest.mark.rule("tp.shoot.template.flame", "tp.list.breath.dragon")
@pytest.mark.parametrize(
    ("x", "y", "offered"), [(36, 27, True), (44, 26, True), (52, 21, False), (36, 28.1, False)]
)  # fmt: skip
def test_whoever_is_offered_to_the_flames_is_burnt(x: float, y: float, offered: bool) -> None:
    """A wide front whose middle is far away has a near end, which the flames find."""
    fight = scene(
        unit("dragon", (36, 20), models=1, files=1, figure=dragon(breath="dragon")),
        hero("knight", within="dragon"),
        unit("goblins", (x, y), facing=180, side=1, models=20, files=20),
        phase="shooting",
    )
    assert (scorched(fight, 0) != []) is offered
    if offered:
        fight.oracle = Scripted([1] * 40)
        breathe(fight, 0, number(fight, "goblins"))
        assert told(fight, TemplateLaid)[0].hits


@pytest.mark.rule("tp.trait.scouting.concealed", "tp.shoot.template.flame")
def test_concealed_scouts_are_not_breathed_at() -> None:
    fight = breather()
    piece(fight, "goblins").scouts = "concealed"
    assert scorched(fight, 0) == []


# --- woods ---------------------------------------------------------------------------------------------------


DREADS = ("dread of the woods",)


def in_the_wood(**more: object) -> Fight:
    return scene(
        unit("giant", (36, 20), models=1, files=1, figure=dragon(**{"traits": DREADS, **more})),
        unit("foes", (36, 44), facing=180, side=1, models=10),
        terrain=[feature("wood", (36, 19), (10, 10))],
    )


@pytest.mark.rule("tp.beast.dread_of_woods")
def test_a_giant_in_a_wood_suffers_three_dice() -> None:
    fight = in_the_wood(flight=0)
    assert stress(fight, 0, "break").total == 3
    piece(fight, "giant").x = inches(10)
    assert stress(fight, 0, "break").total == 0


@pytest.mark.rule("tp.beast.dread_of_woods", "tp.beast.woods_half_pace")
def test_it_flees_from_a_wood_on_foot_at_half_pace() -> None:
    fight = in_the_wood()
    before = piece(fight, "giant").point
    with script(fight, dice=[4, 5]):  # no third die for its wings
        flee(fight, 0, "tp.stress.result")
    assert not piece(fight, "giant").airborne
    assert distance(before, (piece(fight, "giant").x, piece(fight, "giant").y)) <= inches(4.5 + 2)
    assert piece(fight, "giant").flight_run == inches(4.5)


@pytest.mark.rule("tp.beast.dread_of_woods.flyers")
def test_it_neither_takes_off_nor_lands_among_trees_but_flies_over_them() -> None:
    fight = in_the_wood()
    assert not can_fly(fight, 0)
    refusal = Move(fight, 0).refuse([["fly"], ["go", inches(36), inches(34)]])
    assert refusal is not None and refusal.rule == "tp.beast.dread_of_woods.flyers"
    giant = piece(fight, "giant")
    giant.y, giant.airborne = inches(34), True
    assert can_fly(fight, 0)
    question = Move(fight, 0)
    refusal = question.refuse([["go", inches(36), inches(21)], ["land"]])
    assert refusal is not None and refusal.rule == "tp.beast.dread_of_woods.flyers"
    assert question.refuse([["go", inches(36), inches(21)]]) is None


@pytest.mark.rule("tp.beast.dread_of_woods.flyers")
@pytest.mark.parametrize(
    ("dreads", "airborne", "flies"), [(True, False, False), (True, True, True), (False, False, True)]
)
def test_only_who_dreads_woods_is_caught_in_one_and_only_on_the_ground(
    dreads: bool, airborne: bool, flies: bool
) -> None:
    fight = in_the_wood() if dreads else in_the_wood(traits=())
    piece(fight, "giant").airborne = airborne
    assert can_fly(fight, 0) is flies


# --- stings --------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.trait.poison")
def test_only_the_sting_of_a_wyvern_is_poisoned() -> None:
    (recruits,) = enlisted(recruit("warlord", mount="wyvern"), name="orcs").groups
    wyvern = recruits.figure
    assert wyvern.attacks == 4
    assert [(line.part, line.attacks) for line in wyvern.blows] == [("self", 3), ("sting", 1)]


@pytest.mark.rule("tp.trait.poison")
@pytest.mark.parametrize(("part", "markers"), [("self", 0), ("sting", 1)])
def test_a_hit_of_the_sting_leaves_a_marker_and_one_of_the_claws_does_not(part: str, markers: int) -> None:
    blows = (Blows(1, 5, part=part),)  # type: ignore[arg-type]
    wyvern = dragon(blows=blows, traits=("poison",), ratings={"poison": 5}, stings=1, life=8)
    fight = scene(
        unit("wyvern", (36, 20), models=1, files=1, figure=wyvern),
        hero("foe", (36, 20), facing=180, side=1, figure=champion(attacks=0, life=4, toughness=3)),
    )
    contact(fight, "wyvern", "foe")
    dice = [6, 6, 6] if markers else [6, 6]
    with script(fight, dice=dice):
        fight_round(fight, [0, 1])
    assert len(told(fight, Poisoned)) == markers


# --- riders and wings ----------------------------------------------------------------------------------------


def in_the_air(**more: object) -> Fight:
    return scene(
        unit("dragon", (36, 20), models=1, files=1, figure=dragon(**more), airborne=True),
        hero("knight", within="dragon", figure=champion(toughness=3, resistance=1, agility=2, life=3)),
        unit("below", (36, 20.5), models=10, files=5),
        unit("foes", (36, 32), facing=180, side=1, models=10),
    )


@pytest.mark.rule("tp.beast.mounted.movement", "tp.move.fly.takeoff", "tp.move.fly.airborne")
def test_a_ridden_beast_takes_off_and_stays_in_the_air() -> None:
    fight = in_the_air()
    piece(fight, "dragon").airborne = False
    piece(fight, "below").y = inches(40)
    with script(fight, answers=["dragon", [["fly"], ["go", inches(36), inches(37)]]]):
        move_one(fight)
    assert told(fight, TookOff)
    assert piece(fight, "dragon").airborne
    assert piece(fight, "dragon").y == inches(37)


@pytest.mark.rule("tp.move.fly.charged", "tp.beast.mounted.movement")
def test_nobody_on_the_ground_charges_a_ridden_beast_in_the_air_and_nothing_hides_it() -> None:
    fight = in_the_air()
    foes = number(fight, "foes")
    refusal = out_of_reach(fight, foes, 0)
    assert refusal is not None and refusal.rule == "tp.move.fly.charged"
    assert not in_cover(fight, foes, 0)


@pytest.mark.rule("tp.move.fly.crash", "tp.move.fly.crash.rider", "tp.beast.mounted.inseparable")
def test_a_dragon_slain_in_the_air_crushes_those_below_and_its_rider_falls() -> None:
    fight = in_the_air()
    crushed = 6
    dice = [6] * crushed + [2, 3, 5]  # damage below; two hits on the rider, 2 and 3 points of damage
    with script(fight, dice=dice):
        lose(fight, 0, 8, "tp.combat.attacks")
    assert told(fight, Crashed)[0].below == ((number(fight, "below"), crushed),)
    assert piece(fight, "knight").fate == "slain"


@pytest.mark.rule("tp.trait.fear.versus_fear", "tp.trait.fear.shared", "tp.trait.fear.highest_only")
def test_a_frightful_rider_on_a_frightful_dragon_counts_once_and_is_superior_to_a_troll() -> None:
    fight = scene(
        unit("dragon", (36, 20), models=1, files=1, figure=dragon(ratings={"fear": 2}, traits=("fear",))),
        hero("knight", within="dragon", figure=champion(ratings={"fear": 2})),
        unit("troll", (36, 20), facing=180, side=1, models=1, files=1, figure=dragon(ratings={"fear": 1})),
    )
    contact(fight, "troll", "dragon")
    assert highest(fight, 0, "fear") == 2
    assert [s.amount for s in stress(fight, number(fight, "troll"), "break").steps if "fear" in s.rule] == [2, -1]
    assert any(step.rule == "tp.check.sol.superiority" for step in soldiering(fight, 0, "break").steps)


@pytest.mark.rule("tp.trait.regeneration", "tp.trait.sluggish")
def test_trolls_strike_sluggishly_in_a_pack_too() -> None:
    troll = foot(category="beast", kind="pack", loose=True, attacks=3, traits=("sluggish", "regeneration"), life=4)
    fight = scene(
        unit("trolls", (36, 20), models=2, files=2, figure=troll),
        hero("elf", (36, 20), facing=180, side=1, figure=champion(attacks=0, agility=1, toughness=0)),
    )
    contact(fight, "trolls", "elf")
    assert sum(blow.attacks for blow in blows_of(fight, 0, {})) == 6
    with script(fight, dice=[6] * 6 + [5, 6, 5, 6, 5, 6]):
        fight_round(fight, [0, 1])
    assert piece(fight, "elf").hurt == 0
    assert not told(fight, Dispersed)


@pytest.mark.rule("tp.move.fly.landonenemy")
def test_a_unit_that_fights_does_not_close_round_what_lands_on_it() -> None:
    goblins = unit("goblins", (36, 32), facing=180, side=1, models=40, files=8)
    guard = unit("guard", (36, 32), models=20, files=8)
    for fighters, lands in (((goblins,), True), ((goblins, guard), False)):
        fight = scene(unit("dragon", (36, 20), models=1, files=1, figure=dragon(), airborne=True), *fighters)
        if guard in fighters:
            contact(fight, "guard", "goblins")
        order = [["go", inches(36), inches(35)], ["land", "goblins"]]
        assert (Move(fight, 0).refuse(order) is None) == lands


@pytest.mark.rule("tp.move.fly.noblock", "tp.move.squareup.lap")
def test_who_laps_round_an_enemy_does_not_reach_one_in_the_air_above() -> None:
    wolves = foot(category="beast", kind="pack", loose=True)
    fight = scene(
        unit("wolves", (36, 20), models=6, files=3, figure=wolves),
        hero("elf", (36, 20), facing=180, side=1),
        unit("griffin", (36, 21), facing=180, side=1, models=1, files=1, figure=dragon(), airborne=True),
    )
    contact(fight, "wolves", "elf", rounds=1)
    lap_on(fight, 0)
    assert {met.foe(0) for met in fight.state.contacts} == {number(fight, "elf")}
