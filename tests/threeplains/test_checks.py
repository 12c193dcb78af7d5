"""The three checks: how they are rolled, and what goes into the soldiering pool."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from tests.threeplains.scene import (
    champion,
    contact,
    foot,
    hero,
    number,
    piece,
    scene,
    script,
    told,
    unit,
)

from warhost.rulebooks.threeplains.charging.charges import run_charge
from warhost.rulebooks.threeplains.events.nerves import Checked
from warhost.rulebooks.threeplains.fighting.contact import engaged
from warhost.rulebooks.threeplains.fighting.ringing import check as check_ring
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.magic.bearing import lay
from warhost.rulebooks.threeplains.morale.checks import (
    bravery,
    bravery_due,
    breaks,
    deviancy,
    dice_of,
    frightening,
    never_flees,
    soldiering,
    stress,
)
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.state import NEVER, Effect

from .armoury import laden
from .nerves import GOBLIN, dice, enemy, frightful, goblins, men

# --- rolling -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.check.roll", "tp.check.break")
@pytest.mark.parametrize(
    ("own", "against", "good", "bad", "holds"),
    [
        ([3, 4, 5, 6], [1, 3, 3, 4, 5], 3, 2, True),
        ([2, 2, 4], [1, 2, 3, 4, 4, 5, 5, 5, 6], 1, 6, False),
        ([1, 2], [3, 1], 0, 0, True),
        ([4, 6], [5, 5], 2, 2, True),
        ([], [], 0, 0, True),
        ([], [4], 0, 1, False),
    ],
    ids=["more passes", "fewer passes", "nothing to nothing", "a draw", "no dice at all", "no soldiering dice"],
)
def test_each_four_is_a_pass_and_a_draw_goes_to_the_soldiers(
    own: list[int], against: list[int], good: int, bad: int, holds: bool
) -> None:
    fight = scene(men(figure=foot(soldiering=len(own)), lost=2 * len(against)))
    with script(fight, dice=[*own, *against]):
        broken = breaks(fight, 0, soldiering(fight, 0, "break"), stress(fight, 0, "break"))
    assert broken is not holds
    event = told(fight, Checked)[0]
    assert (event.good, event.bad, event.passed) == (good, bad, holds)


@pytest.mark.rule("tp.check.roll")
def test_the_owner_rolls_soldiering_and_the_opponent_stress() -> None:
    fight = scene(men(side=1))
    with script(fight, dice=[4, 4, 4, 4, 1, 1, 1]):
        assert deviancy(fight, 0, "tp.check.deviancy")
    thrown = [one.event for one in fight.told][:2]
    assert [(throw.side, throw.purpose) for throw in thrown] == [(1, "soldiering"), (0, "battle stress")]  # type: ignore[attr-defined]


@pytest.mark.rule("tp.check.perpiece")
def test_a_unit_of_twenty_with_a_hero_rolls_one_check() -> None:
    fight = scene(unit("men", (36, 20), models=20), hero("captain", within="men"), deviancy=(3, 3))
    with script(fight, dice=[6] * 8 + [1] * 3):  # a horde of soldiering 4
        deviancy(fight, 0, "tp.check.deviancy")
    assert [event.piece for event in told(fight, Checked)] == [0]


@pytest.mark.rule("tp.check.roll")
@pytest.mark.parametrize(("own", "against"), [(0, 0), (0, 3), (1, 1), (3, 2), (4, 5)])
def test_the_chance_of_a_check_is_that_of_all_throws_counted_out(own: int, against: int) -> None:
    throws = list(product((0, 1), repeat=own + against))
    good = sum(sum(throw[:own]) >= sum(throw[own:]) for throw in throws)
    assert dice_of(own, against).chance() == Fraction(good, len(throws))


@pytest.mark.rule("tp.check.types")
@pytest.mark.parametrize(("kind", "expected"), [("deviancy", (4, 4)), ("bravery", (6, 1)), ("break", (6, 1))])
def test_the_kinds_of_check_differ_in_bravery_and_deviancy(kind: str, expected: tuple[int, int]) -> None:
    fight = scene(men(figure=foot(ratings={"bravery": 2}), lost=2))
    assert dice(fight, kind) == expected


# --- deviancy checks -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.check.deviancy", "tp.check.bs.deviancy")
def test_deviancy_dice_and_all_other_stress_stand_in_a_deviancy_check() -> None:
    orcs = men("men", figure=foot(soldiering=3), command=True)
    fight = scene(orcs, deviancy=(4, 2))
    assert dice(fight, "deviancy") == (4, 4)
    assert stress(fight, 0, "deviancy").steps[0].rule == "tp.check.bs.deviancy"
    piece(fight, "men").lost = 4
    assert dice(fight, "deviancy") == (4, 6)
    assert dice(fight, "break") == (4, 2), "no deviancy in a break check"


@pytest.mark.rule("tp.check.deviancy.fear", "tp.trait.bravery", "tp.check.sol.bravery", "tp.trait.fear")
def test_bravery_counts_in_a_deviancy_check_only_where_fear_does() -> None:
    brave = men(figure=foot(soldiering=3, ratings={"bravery": 2}))
    assert dice(scene(brave), "break") == (5, 0)
    assert dice(scene(brave), "deviancy") == (3, 3)
    near = scene(brave, enemy("troll", frightful(1), 5))
    assert dice(near, "deviancy") == (5, 4)


# --- bravery checks ------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.check.bravery", "tp.trait.fear.bravery_check")
@pytest.mark.parametrize(("way", "checks"), [(180, 1), (0, 0)], ids=["seen from 8 inches", "5 inches behind"])
def test_men_test_before_a_troll_is_among_them_if_they_see_it_coming(way: int, checks: int) -> None:
    distance = 8 if way == 180 else 5
    troll = hero("troll", (36, 20), figure=champion(ratings={"fear": 1}, attacks=6), charge_target=1)
    fight = scene(troll, men(at=(36, 20 + distance), facing=way, side=1, answer="stand"), phase="charges")
    with script(fight, dice=[4, 4, 4, 4, 1] * checks + [3] * (distance > 7), answers=["charge"]):
        run_charge(fight, 0)
    assert [(event.piece, event.kind) for event in told(fight, Checked)] == [(1, "bravery")] * checks
    assert engaged(fight, 0)


@pytest.mark.rule("tp.check.bravery.dice", "tp.check.fear.relative")
@pytest.mark.parametrize(("own_fear", "expected"), [(0, (4, 3)), (1, (4, 2))])
def test_the_fear_of_the_charger_counts_from_any_distance(own_fear: int, expected: tuple[int, int]) -> None:
    fight = scene(
        men(figure=foot(soldiering=3, ratings={"bravery": 1, "fear": own_fear})), enemy("dragon", frightful(3), 10)
    )
    assert soldiering(fight, 0, "bravery").total == expected[0]
    assert stress(fight, 0, "bravery", against=1).total == expected[1]
    assert stress(fight, 0, "bravery").total == 0, "ten inches away nobody else is afraid of it"


@pytest.mark.rule("tp.check.bravery.dice", "tp.check.bs.cowardly")
def test_cowardice_counts_in_a_bravery_check_from_any_distance() -> None:
    fight = scene(men(figure=foot(ratings={"cowardly": 2})), men("orcs", (36, 40), side=1, facing=180))
    assert stress(fight, 0, "bravery", against=1).total == 2
    assert stress(fight, 0, "break").total == 0


@pytest.mark.rule("tp.check.bravery.once", "tp.trait.fear.bravery_check")
def test_a_passed_bravery_check_lasts_until_something_more_frightful_comes() -> None:
    monsters = [enemy(f"fear {fear}", frightful(fear), 8 + 3 * fear) for fear in (1, 2, 3)]
    fight = scene(men(), *monsters)
    assert [bravery_due(fight, 0, foe) for foe in (1, 2, 3)] == [True, True, True]
    with script(fight, dice=[6] * 4 + [1] * 2):
        assert bravery(fight, 0, number(fight, "fear 2"))
    assert [bravery_due(fight, 0, foe) for foe in (1, 2, 3)] == [False, False, True]


@pytest.mark.rule("tp.check.bravery.once")
def test_a_failed_bravery_check_is_not_remembered() -> None:
    fight = scene(men(), enemy("ogre", frightful(2), 8))
    with script(fight, dice=[1] * 4 + [6] * 2):
        assert not bravery(fight, 0, 1)
    assert bravery_due(fight, 0, 1)


@pytest.mark.rule("tp.check.bravery.once", "tp.trait.cowardly.bravery_check", "tp.check.bravery")
def test_cowards_test_once_for_nothing_and_again_for_fear() -> None:
    fight = scene(
        men(figure=foot(ratings={"cowardly": 1})),
        men("orcs", (30, 35), side=1, facing=180),
        enemy("troll", frightful(1), 12),
    )
    orcs, troll = number(fight, "orcs"), number(fight, "troll")
    assert bravery_due(fight, 0, orcs)
    with script(fight, dice=[6] * 4 + [1]):
        assert bravery(fight, 0, orcs)
    assert not bravery_due(fight, 0, orcs)
    assert bravery_due(fight, 0, troll)
    assert not bravery_due(fight, orcs, 0), "nobody fears cowards"


@pytest.mark.rule("tp.check.bravery.result")
@pytest.mark.parametrize("holds", [True, False])
def test_whoever_is_charged_by_a_giant_stands_or_flees_at_once(holds: bool) -> None:
    giant = hero("giant", (36, 20), figure=champion(ratings={"fear": 2}, attacks=6), charge_target=1)
    fight = scene(giant, men(at=(36, 24), facing=180, side=1, answer="stand"), phase="charges")
    brave = [6, 6, 6, 6, 1, 1] if holds else [1, 1, 1, 1, 6, 6, 6, 6, 1]  # 12 inches of flight, and a dash
    with script(fight, dice=brave, answers=["charge"]):
        run_charge(fight, 0)
    assert piece(fight, "men").fleeing is not holds
    assert engaged(fight, 0) is holds


# --- soldiering dice -----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.check.sol.value", "tp.check.sol.chart")
def test_an_elf_alone_rolls_his_soldiering() -> None:
    assert dice(scene(hero("men", (36, 20), figure=champion(soldiering=4))))[0] == 4


@pytest.mark.rule("tp.character.lead", "tp.check.sol.value", "tp.character.roles")
def test_a_group_uses_the_highest_value_in_it_and_never_adds_them() -> None:
    fight = scene(men(figure=foot(soldiering=3)), hero("captain", within="men", figure=champion(soldiering=4)))
    assert dice(fight)[0] == 4
    dull = scene(men(figure=foot(soldiering=3)), hero("captain", within="men", figure=champion(soldiering=2)))
    assert dice(dull)[0] == 3


@pytest.mark.rule("tp.check.sol.bravery", "tp.trait.bravery.leader_only")
@pytest.mark.parametrize(
    ("troops", "leader", "expected"),
    [((3, 2), (4, 0), 4), ((3, 2), (2, 4), 5), ((4, 1), (4, 2), 6)],
    ids=["the leader has none", "the leader is not followed", "a tie"],
)
def test_only_the_bravery_of_whoever_leads_counts(
    troops: tuple[int, int], leader: tuple[int, int], expected: int
) -> None:
    (own, brave), (his, his_bravery) = troops, leader
    captain = champion(soldiering=his, ratings={"bravery": his_bravery})
    fight = scene(
        men(figure=foot(soldiering=own, ratings={"bravery": brave})), hero("captain", within="men", figure=captain)
    )
    assert dice(fight)[0] == expected


@pytest.mark.rule("tp.check.sol.command", "tp.unit.command")
@pytest.mark.parametrize("kind", ["break", "deviancy", "bravery"])
def test_a_command_model_is_a_die_in_every_check(kind: Any) -> None:
    assert dice(scene(goblins()), kind, "goblins")[0] == 3
    assert dice(scene(goblins(command=False)), kind, "goblins")[0] == 2


@pytest.mark.rule("tp.unit.command")
def test_reinforced_units_use_one_command_model_and_lose_a_point_for_each_reinforcement() -> None:
    fight = scene(goblins(), men("more", figure=GOBLIN, command=True))
    front, back = piece(fight, "goblins"), piece(fight, "more")
    front.models = back.models = 8
    front.backing, back.fate, back.host = (1,), "within", 0
    assert dice(fight, who="goblins")[0] == 2 - 1 + 1


@pytest.mark.rule(
    "tp.check.sol.standard",
    "tp.character.battle_standard.aura",
    "tp.check.sol.chart",
    "tp.character.battle_standard",
)
@pytest.mark.parametrize(
    ("away", "more", "expected"),
    [(7, {}, 4), (8.5, {}, 3), (7, {"fleeing": True}, 3), (7, {"fate": "slain"}, 3), (7, {"fate": "away"}, 3)],
    ids=["near", "far", "in flight", "dead", "off the board"],
)
def test_the_battle_standard_helps_within_eight_inches(away: float, more: dict[str, Any], expected: int) -> None:
    bearer = hero("bearer", (36, 20 + away), role="standard", facing=180, **more)
    assert dice(scene(goblins(), bearer), who="goblins")[0] == expected


@pytest.mark.rule("tp.character.battle_standard.aura")
def test_the_bearer_counts_for_himself_and_is_measured_from_his_own_base() -> None:
    assert dice(scene(hero("men", (36, 20), role="standard")))[0] == 5
    wide = unit("escort", (36, 27), models=20, files=20, facing=180)
    inside = scene(men(at=(31, 20)), wide, hero("bearer", within="escort", role="standard"))
    assert dice(inside)[0] == 5, "he stands in the middle, less than 8 inches off"
    apart = scene(men(at=(26, 20)), wide, hero("bearer", within="escort", role="standard"))
    assert dice(apart)[0] == 4, "his unit is near, he is not"


@pytest.mark.rule(
    "tp.check.sol.general", "tp.character.general.leadership", "tp.character.lead", "tp.character.general"
)
@pytest.mark.parametrize(
    ("general", "leader", "more", "expected"),
    [
        (7, 0, {}, 7),
        (7, 8, {}, 8),
        (4, 5, {}, 5),
        (7, 0, {"fleeing": True}, 4),
        (7, 0, {"fate": "slain"}, 4),
        (7, 0, {"at": (36, 29)}, 4),
    ],
    ids=["he leads", "a better hero", "a hero above a poor general", "in flight", "dead", "too far"],
)
def test_the_general_lends_his_soldiering(general: int, leader: int, more: dict[str, Any], expected: int) -> None:
    at = more.pop("at", (36, 26))
    pieces = [men(), hero("general", at, role="general", figure=champion(soldiering=general), **more)]
    if leader:
        pieces.append(hero("captain", within="men", figure=champion(soldiering=leader)))
    assert dice(scene(*pieces))[0] == expected


@pytest.mark.rule("tp.check.sol.general", "tp.check.sol.bravery")
def test_where_the_general_leads_his_bravery_counts() -> None:
    lord = champion(soldiering=6, ratings={"bravery": 1})
    fight = scene(men(figure=foot(ratings={"bravery": 3})), hero("general", (36, 25), role="general", figure=lord))
    assert dice(fight)[0] == 7


@pytest.mark.rule("tp.check.sol.general")
def test_the_general_leads_nobody_of_the_other_side() -> None:
    fight = scene(men(), hero("general", (36, 25), role="general", side=1, figure=champion(soldiering=7)))
    assert dice(fight)[0] == 4


@pytest.mark.rule("tp.character.role_assignment")
def test_nobody_takes_the_place_of_a_dead_general() -> None:
    lord, captain = champion(soldiering=7), champion(soldiering=6)
    fight = scene(
        men(),
        hero("general", (36, 25), role="general", figure=lord, fate="slain"),
        hero("captain", (30, 25), figure=captain),
    )
    assert dice(fight)[0] == 4


@pytest.mark.rule("tp.check.sol.horde")
@pytest.mark.parametrize(("models", "expected"), [(20, 6), (19, 3)])
def test_a_horde_doubles_all_its_dice(models: int, expected: int) -> None:
    assert dice(scene(goblins(models=models)), who="goblins")[0] == expected


@pytest.mark.rule("tp.check.sol.horde")
def test_characters_make_up_a_horde_and_combat_unmakes_it() -> None:
    led = scene(goblins(models=19), hero("boss", within="goblins", figure=champion(soldiering=1)))
    assert dice(led, who="goblins")[0] == 6
    fight = scene(goblins(models=20), unit("elves", (36, 20), side=1, facing=180, models=20))
    contact(fight, "elves", "goblins")
    assert dice(fight, who="goblins")[0] == 3


@pytest.mark.rule("tp.check.sol.engulfed", "tp.check.break")
@pytest.mark.parametrize("holds", [True, False])
def test_an_engulfed_hero_is_unbreakable_or_destroyed(holds: bool) -> None:
    base = (inches(1), inches(1))
    ring = [(35, 18.5), (36, 18.5), (37, 18.5), (37, 19.5), (37, 20.5), (36, 20.5), (35, 20.5), (35, 19.5)]
    skirmishers = foot(base=base, loose=True, traits=("skirmishers",))
    fight = scene(
        unit("ring", (36, 18), models=8, figure=skirmishers, places=ring),
        hero("men", (36, 20), side=1, figure=champion(base=base, attacks=4)),
    )
    contact(fight, "ring", "men")
    assert dice(fight) == (4, 6)
    with script(fight, dice=[6] * 4 + [1] * 6 if holds else [1] * 4 + [6] * 6):
        assert check_ring(fight, 1) is holds
    assert never_flees(fight, 1) is holds
    assert piece(fight, "men").fate == ("standing" if holds else "slain")


@pytest.mark.rule("tp.trait.unbreakable", "tp.check.sol.engulfed")
def test_an_unbreakable_character_does_not_protect_his_group(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(specials.unbreakable._hooks, "steadfast", lambda fight, one: True)
    guard = foot(traits=("steadfast",))
    led = scene(men(), hero("hero", within="men", figure=champion(traits=("steadfast",))))
    assert not never_flees(led, 0)
    assert never_flees(scene(men(figure=guard), hero("hero", within="men")), 0), "nor does another shake it"
    assert never_flees(scene(men(figure=guard)), 0)
    assert not bravery_due(scene(men(figure=guard), enemy("troll", frightful(2), 8)), 0, 1)


def brawl(fear: int, *foes: int, friend: int | None = None) -> Fight:
    """A fear causer in combat with enemies of such ratings; a friend of another rating fights beside it."""
    pieces = [hero("men", (36, 20), figure=frightful(fear))]
    pieces += [
        hero(f"foe {n}", (35 + 2 * n, 20), facing=180, side=1, figure=frightful(f)) for n, f in enumerate(foes)
    ]
    if friend is not None:
        pieces.append(hero("friend", (38, 20), figure=frightful(friend)))
    fight = scene(*pieces)
    for n in range(len(foes)):
        contact(fight, "men", f"foe {n}")
    if friend is not None:
        contact(fight, "friend", "foe 0")
    return fight


@pytest.mark.rule("tp.check.sol.superiority", "tp.check.sol.superiority.dominant", "tp.trait.fear.versus_fear")
@pytest.mark.parametrize(
    ("fear", "foes", "more"),
    [(3, [0], 3), (3, [2], 1), (1, [1, 0], 0), (1, [3], 0), (3, [0, 1], 2)],
)
def test_the_dominant_fear_causer_of_a_combat_feels_superior(fear: int, foes: list[int], more: int) -> None:
    fight = brawl(fear, *foes)
    assert dice(fight, "break")[0] == 4 + more
    assert dice(fight, "deviancy")[0] == 4, "in break checks only"


@pytest.mark.rule("tp.check.sol.superiority.dominant", "tp.check.sol.superiority")
def test_a_troll_beside_a_dragon_and_a_dragon_outside_combat_do_not_feel_superior() -> None:
    assert dice(brawl(1, 0, friend=3))[0] == 4
    assert dice(brawl(3, 0, friend=1))[0] == 7
    assert dice(scene(hero("men", (36, 20), figure=frightful(3)), enemy("goblin", GOBLIN, 2)))[0] == 4


@pytest.mark.rule("tp.check.sol.superiority", "tp.item.command.banner_of_heros")
@pytest.mark.parametrize(("knights", "orcs", "more"), [(True, True, 0), (True, False, 3), (False, False, 3)])
def test_nobody_feels_superior_to_those_who_know_no_fear(knights: bool, orcs: bool, more: int) -> None:
    foes = [
        unit(name, (x, 20), facing=180, side=1, models=3, figure=foot(traits=("fearless",) if brave else ()))
        for name, x, brave in (("knights", 35, knights), ("orcs", 37.4, orcs))
    ]
    fight = scene(hero("men", (36.2, 20), figure=frightful(3)), *foes)
    for name in ("knights", "orcs"):
        contact(fight, "men", name)
    assert dice(fight, "break")[0] == 4 + more


@pytest.mark.rule("tp.check.sol.superiority", "tp.item.weapon.skull_flail")
@pytest.mark.parametrize(("traits", "more"), [((), 2), (("undead",), 0)])
def test_who_frightens_the_living_alone_feels_superior_to_the_living(traits: tuple[str, ...], more: int) -> None:
    foe = unit("foes", (36, 20), facing=180, side=1, models=10, figure=foot(traits=traits))
    fight = scene(hero("men", (36, 20), figure=laden("skull_flail")), foe)
    contact(fight, "men", "foes")
    assert dice(fight, "break")[0] == 4 + more


@pytest.mark.rule("tp.check.bs.fear", "tp.trait.fear")
def test_who_is_made_frightful_frightens_where_nobody_else_does() -> None:
    fight = scene(unit("men", (36, 20)), hero("dread", (36, 20), facing=180, side=1))
    contact(fight, "dread", "men")
    assert frightening(fight, 0) == []
    lay(fight, Effect("tp.item.weapon.helburn/fear 2", 1, 1, 1, NEVER))
    assert frightening(fight, 0) == [number(fight, "dread")]
