"""Magic weapons that change how often and how well their bearers strike."""

from __future__ import annotations

from typing import Any

import pytest
from pytest import mark, param

from warhost.rulebooks.threeplains.charging.marchover import can_march_over
from warhost.rulebooks.threeplains.events.items import ItemStirred
from warhost.rulebooks.threeplains.fighting.prowess import rating
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.moments import begin_turn
from warhost.rulebooks.threeplains.items.portents import STRONG
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.machines.gremlins import gremlins
from warhost.rulebooks.threeplains.magic.bearing import lay, rated
from warhost.rulebooks.threeplains.magic.effects import expire
from warhost.rulebooks.threeplains.morale.checks import deviancy, highest, soldiering
from warhost.rulebooks.threeplains.moving.groups import may_join
from warhost.rulebooks.threeplains.state import NEVER, Effect

from .armoury import alone, blow, duel, laden, one_hit, settled
from .scene import champion, contact, foot, hero, horse, number, piece, scene, script, told, unit

# --- how often, how well -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("item", "number_of_blows"),
    [
        param("hammer_of_emaic", 6, marks=mark.rule("tp.item.weapon.hammer_of_emaic")),
        param("crystalline_sword", 4, marks=mark.rule("tp.item.weapon.crystalline_sword")),
        param("berkers_hammer", 6, marks=mark.rule("tp.item.weapon.berkers_hammer")),
        param("demon_shard_blade", 6, marks=mark.rule("tp.item.weapon.demon_shard_blade")),
        param("venom_blade", 5, marks=mark.rule("tp.item.weapon.venom_blade")),
        param("dragon_blade", 5, marks=mark.rule("tp.item.weapon.dragon_blade")),
        param("ogre_sword", 4, marks=mark.rule("tp.item.weapon.ogre_sword")),
        param("sword_of_strength", 3),
    ],
)
def test_how_many_blows_a_champion_of_three_strikes(item: str, number_of_blows: int) -> None:
    assert blow(duel(item)).attacks == number_of_blows


@pytest.mark.rule("tp.item.weapon.berkers_hammer")
def test_berkers_hammer_doubles_the_profile_alone() -> None:
    fight = duel("berkers_hammer", own={"traits": ("frenzy",)})
    piece(fight, "hero").frenzy = "raging"
    assert blow(fight).attacks == 7


@pytest.mark.rule("tp.item.weapon.phalanx_sword")
@pytest.mark.parametrize(("models", "more"), [(21, 4), (4, 1), (49, 5)])
def test_the_phalanx_sword_counts_full_ranks(models: int, more: int) -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=models, files=5),
        hero("hero", within="guard", figure=laden("phalanx_sword")),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    ))  # fmt: skip
    contact(fight, "guard", "orcs")
    assert blow(fight, "guard", member="hero").attacks == 3 + more
    assert blow(duel("phalanx_sword")).attacks == 3


@pytest.mark.rule("tp.item.weapon.phalanx_sword", "tp.item.weapon.sword_of_sacrifice")
def test_what_a_sword_adds_is_not_struck_by_the_horse_of_its_bearer() -> None:
    rider = {"mounted": True, "base": horse().base, "blows": horse(attacks=3).blows}
    fight = settled(scene(
        unit("guard", (36, 20), models=10, files=5, figure=horse()),
        hero("hero", within="guard", figure=laden("phalanx_sword", **rider)),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    ))  # fmt: skip
    contact(fight, "guard", "orcs")
    assert [blow(fight, "guard", part, "hero").attacks for part in ("self", "steed")] == [5, 1]
    fight = duel("sword_of_sacrifice", own=rider)
    lay(fight, Effect(STRONG, 0, 0, 0, NEVER))
    assert [blow(fight, part=part).attacks for part in ("self", "steed")] == [4, 1]


@pytest.mark.rule("tp.item.weapon.phalanx_sword")
def test_the_phalanx_sword_counts_no_ranks_of_skirmishers() -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=10, files=5, figure=foot(traits=("skirmishers",), loose=True)),
        hero("hero", within="guard", figure=laden("phalanx_sword")),
        unit("orcs", (36, 20), facing=180, side=1, models=10),
    ))  # fmt: skip
    contact(fight, "guard", "orcs")
    assert blow(fight, "guard", member="hero").attacks == 3


@pytest.mark.parametrize(
    ("item", "own", "now"),
    [
        param("halberd_of_defiance", 8, 10, marks=mark.rule("tp.item.weapon.halberd_of_defiance")),
        param("crystalline_sword", 8, 10),
        param("crystalline_sword", 5, 8),
        param("cazzeamers_eye_flail", 4, 9, marks=mark.rule("tp.item.weapon.cazzeamers_eye_flail")),
    ],
)
def test_what_weapons_do_for_the_combat_rating(item: str, own: int, now: int) -> None:
    fight = duel(item, own={"rating": own})
    assert rating(fight, number(fight, "hero"), own) == now


@pytest.mark.rule("tp.item.weapon.halberd_of_defiance", "tp.item.weapon.soul_stealer")
def test_weapons_that_make_brave_and_fearsome() -> None:
    assert rated(duel("halberd_of_defiance"), 0, "bravery") == 2
    assert highest(duel("soul_stealer"), 0, "fear") == 2
    assert highest(duel("soul_stealer", own={"ratings": {"fear": 3}}), 0, "fear") == 3


@pytest.mark.rule("tp.item.weapon.sword_of_the_gods")
def test_the_sword_of_the_gods_raises_every_stat_by_two() -> None:
    fight = duel("sword_of_the_gods", own={"life": 3, "soldiering": 4}, foe={"toughness": 0})
    hero_number = number(fight, "hero")
    assert movement(alone("sword_of_the_gods"), 0).total == inches(9)
    assert movement(alone("sword_of_the_gods", mounted=True), 0).total == inches(7)
    assert blow(fight).attacks == 5 and rating(fight, hero_number, 5) == 7
    assert one_hit(fight, 4) == 3
    assert piece(fight, "hero").vigour == 2 and soldiering(fight, hero_number, "break").total == 6


# --- rolled attacks ------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "tp.item.weapon.sword_of_forever_striking", "tp.item.weapon.serpent_sword", "tp.item.weapon.widow_maker"
)
@pytest.mark.parametrize(
    ("item", "face", "more"), [("sword_of_forever_striking", 4, 5), ("serpent_sword", 4, 2), ("widow_maker", 6, 6)]
)
def test_attacks_are_rolled_anew_when_a_turn_begins(item: str, face: int, more: int) -> None:
    fight = duel(item)
    with script(fight, dice=[face]):
        begin_turn(fight)
    assert blow(fight).attacks == 3 + more and told(fight, ItemStirred)[0].number == more
    fight.state.clock += 1
    expire(fight)
    assert blow(fight).attacks == 3


@pytest.mark.rule("tp.move.marchover.variable", "tp.item.weapon.widow_maker")
@pytest.mark.parametrize(("face", "can"), [(1, True), (2, False)])
def test_rolled_attacks_count_before_a_march_over(face: int, can: bool) -> None:
    fight = settled(scene(
        hero("hero", (36, 30), figure=laden("widow_maker", attacks=1)),
        unit("orcs", (36, 20), side=1, models=20), active=1,
    ))  # fmt: skip
    with script(fight, dice=[face]):
        begin_turn(fight)
    assert (can_march_over(fight, number(fight, "orcs"), number(fight, "hero")) is None) is can


@pytest.mark.rule("tp.item.weapon.widow_maker")
def test_the_bearer_of_the_widow_maker_joins_nobody() -> None:
    fight = settled(scene(unit("guard", (36, 20)), hero("hero", (30, 20), figure=laden("widow_maker"))))
    assert may_join(fight, number(fight, "hero"), number(fight, "guard"))
    fight = scene(unit("guard", (36, 20)), hero("hero", (30, 20), figure=champion()))
    assert may_join(fight, number(fight, "hero"), number(fight, "guard")) is None


@pytest.mark.rule("tp.item.weapon.arcans_spear")
def test_arcans_spear_passes_one_check_of_the_whole_group() -> None:
    fight = scene(unit("guard", (36, 20), models=10), hero("hero", within="guard", figure=laden("arcans_spear")))
    with script(fight, answers=["use it"]):
        assert deviancy(fight, number(fight, "guard"), "tp.check.deviancy")
    with script(fight, dice=[1, 1, 1, 1, 6, 6, 6]):
        assert not deviancy(fight, number(fight, "guard"), "tp.check.deviancy")


@pytest.mark.rule("tp.item.weapon.gremlin_blade")
@pytest.mark.parametrize("fate", ["standing", "slain"])
def test_the_gremlin_blade_hurts_machines_that_go_wrong_while_it_is_on_the_field(fate: Any) -> None:
    thrower = foot(category="machine", kind="machine", shoots="bolt", life=5, title="Bolt thrower")
    fight = scene(
        hero("hero", (10, 10), figure=laden("gremlin_blade")),
        unit("thrower", (36, 30), side=1, models=1, files=1, figure=thrower),
    )
    piece(fight, "hero").fate = fate
    with script(fight, dice=[6]):  # the gremlins find nothing to do
        gremlins(fight, number(fight, "thrower"))
    assert piece(fight, "thrower").hurt == (fate == "standing")
