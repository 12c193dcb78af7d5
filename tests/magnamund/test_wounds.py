"""Hits on heroes and monsters: the chart, what each wound does, and how wounds add up."""

from __future__ import annotations

import pytest

from warhost.rulebooks.magnamund.events import Attacked, Slain, Wounded
from warhost.rulebooks.magnamund.setting import Fight
from warhost.rulebooks.magnamund.state import Wound
from warhost.rulebooks.magnamund.steps import movement_points
from warhost.rulebooks.magnamund.wounds import dazed, heal, hit, stunned_now

from .gunnery import barred as shot_barred
from .gunnery import chance as shot_chance
from .melee import barred, chance, foes, melee
from .scene import alive, asks, book, give, happened, hero, number, piece, play, scene, standing, unit

FAR = unit("giaks", [(5, 20)], side="theirs")


def wolf_hit(severity: int, location: int, *, worse: int = 0, moved: int = 0) -> Fight:
    """Lone Wolf is hit, with these rolls and what is added to them."""
    fight = scene(hero("lone_wolf", (5, 5)), FAR)
    script = give(fight, dice=[severity, location])
    hit(
        fight,
        number(fight, "lone_wolf"),
        number(fight, "giaks-1"),
        "mag.combat.roll",
        severity=worse,
        location=moved,
    )
    script.check_empty()
    return fight


def hurt(*wounds: tuple[str, str], **more: object) -> Fight:
    """Lone Wolf with these wounds next to a Giak in mail, in the combat phase."""
    wolf = hero("lone_wolf", (5, 5), now=standing(wounds=list(wounds), **more))
    return melee(wolf, unit("giaks", [(5, 6)], side="theirs"))


def points(fight: Fight, name: str = "lone_wolf") -> int:
    return movement_points(fight, number(fight, name)).total


def wounds(fight: Fight, name: str = "lone_wolf") -> list[tuple[str, str]]:
    return [(wound.location, wound.severity) for wound in piece(fight, name).wounds]


@pytest.mark.rule("mag.wound.procedure", "mag.wound.legs_wound")
def test_a_hit_on_the_legs_costs_lone_wolf_five_points() -> None:
    fight = wolf_hit(40, 25)
    assert wounds(fight) == [("legs", "wound")]
    assert points(fight) == 10 - 5


@pytest.mark.rule("mag.wound.procedure", "mag.wound.head_critical")
def test_a_critical_head_wound_kills() -> None:
    assert not alive(wolf_hit(95, 10), "lone_wolf")


@pytest.mark.rule("mag.wound.procedure", "mag.wound.body_slight")
def test_a_slight_body_wound_has_no_effect_but_is_a_wound() -> None:
    fight = wolf_hit(20, 88)
    assert wounds(fight) == [("body", "slight")]
    assert points(fight) == 10
    assert chance(hurt(("body", "slight")), "lone_wolf") == 24 + 5


@pytest.mark.rule("mag.wound.body_slight")
def test_who_has_any_wound_has_lost_his_mind_blast() -> None:
    def powers(now: dict[str, object]) -> list[str]:
        wolf = hero("lone_wolf", (5, 5), skills=["mind_blast"], now=now)
        fight = scene(wolf, hero("kootak", (5, 8), side="theirs"), unit("archers", [(1, 1)], weapons=["longbow"]))
        return list(asks(fight).describe()["options"])

    assert "lone_wolf" in powers(standing())
    assert "lone_wolf" not in powers(standing(wounds=[("body", "slight")]))


@pytest.mark.rule("mag.wound.severity")
@pytest.mark.parametrize(
    ("roll", "severity"),
    [(1, "slight"), (35, "slight"), (36, "wound"), (70, "wound"), (71, "serious"), (90, "serious")],
)
def test_the_severity_roll(roll: int, severity: str) -> None:
    assert wounds(wolf_hit(roll, 50)) == [("arms", severity)]


@pytest.mark.rule("mag.wound.severity")
def test_poison_makes_75_a_critical_wound_and_rolls_are_clamped() -> None:
    assert wounds(wolf_hit(75, 50, worse=20)) == [("arms", "critical")]
    assert wounds(wolf_hit(91, 50)) == [("arms", "critical")]
    assert wounds(wolf_hit(95, 50, worse=20)) == [("arms", "critical")]
    assert wounds(wolf_hit(5, 50, worse=-20)) == [("arms", "slight")]


@pytest.mark.rule("mag.wound.location")
@pytest.mark.parametrize(
    ("roll", "location"),
    [
        (1, "head"),
        (20, "head"),
        (21, "legs"),
        (40, "legs"),
        (41, "arms"),
        (60, "arms"),
        (61, "body"),
        (100, "body"),
    ],
)
def test_the_location_roll(roll: int, location: str) -> None:
    assert wounds(wolf_hit(50, roll)) == [(location, "wound")]


@pytest.mark.rule("mag.wound.location")
def test_the_mind_blast_of_a_kai_lord_draws_hits_towards_the_head() -> None:
    assert wounds(wolf_hit(50, 55, moved=-20)) == [("legs", "wound")]
    assert wounds(wolf_hit(50, 5, moved=-20)) == [("head", "wound")]
    wolf = hero("lone_wolf", (5, 5), skills=["mind_blast"])
    fight = scene(wolf, hero("kootak", (5, 8), side="theirs", now=standing(hardened=True)))
    play(fight, answers=["lone_wolf", "kootak"], dice=[35, 50, 55])
    assert wounds(fight, "kootak") == [("legs", "wound")]


@pytest.mark.rule(
    "mag.wound.chart", "mag.wound.legs_slight", "mag.wound.legs_wound", "mag.wound.legs_serious",
    "mag.wound.arms_slight", "mag.wound.arms_wound", "mag.wound.arms_serious",
    "mag.wound.body_wound", "mag.wound.body_serious",
)  # fmt: skip
@pytest.mark.parametrize(
    ("location", "severity", "movement", "combat"),
    [
        ("legs", "slight", -3, 0), ("legs", "wound", -5, 0), ("legs", "serious", -7, 0),
        ("arms", "slight", 0, -3), ("arms", "wound", 0, -5), ("arms", "serious", 0, -10),
        ("body", "slight", 0, 0), ("body", "wound", -3, -3), ("body", "serious", -5, -5),
    ],
)  # fmt: skip
def test_what_a_wound_takes_away_for_the_rest_of_the_game(
    location: str, severity: str, movement: int, combat: int
) -> None:
    fight = hurt((location, severity))
    assert points(fight) == 10 + movement
    assert chance(fight, "lone_wolf") == 24 + 5 + combat
    play(fight, answers=["done", "done"], steps=3)
    play(fight, dice=[6, 1])
    assert points(fight) == 10 + movement and chance(fight, "lone_wolf") == 24 + 5 + combat


@pytest.mark.rule("mag.wound.chart", "mag.wound.body_critical")
def test_a_critical_body_wound_kills() -> None:
    fight = wolf_hit(91, 61)
    assert not alive(fight, "lone_wolf")
    assert [event.event.rule for event in fight.told if isinstance(event.event, Slain)] == [
        "mag.wound.body_critical"
    ]


@pytest.mark.rule("mag.wound.head_slight")
def test_a_stunned_hero_is_hit_twice_as_easily_and_makes_no_attack_next_turn() -> None:
    giaks = unit("giaks", [(5, 4), (9, 9)], side="theirs", facing="N")
    fight = melee(hero("lone_wolf", (5, 5), facing="S"), giaks, turn=3, red="theirs", active="theirs")
    assert chance(fight, "giaks-1", "lone_wolf") == 36  # against no armour
    play(fight, answers=["giaks", {"giaks-1": "lone_wolf"}], dice=[36, 35, 20])
    assert wounds(fight) == [("head", "slight")]
    assert chance(fight, "giaks-1", "lone_wolf") == 72  # from the moment of the wound
    assert foes(fight, "lone_wolf") == ["giaks-1"]  # but he still replies in this turn
    play(fight, answers=["lone_wolf", {"lone_wolf": "giaks-1"}], dice=[100])
    play(fight, steps=1)
    play(fight, dice=[1, 6])  # turn 4
    assert fight.state.turn == 4
    assert barred(fight, "lone_wolf") == "mag.wound.head_slight"
    assert chance(fight, "giaks-1", "lone_wolf") == 72
    fight.state.turn = 5
    assert barred(fight, "lone_wolf") == "" and chance(fight, "giaks-1", "lone_wolf") == 36


@pytest.mark.rule("mag.wound.head_slight")
@pytest.mark.parametrize(("die", "hits"), [(56, True), (57, False)])
def test_a_final_28_needs_56_against_a_stunned_hero(die: int, hits: bool) -> None:
    giaks = unit("giaks", [(5, 6)], side="theirs", weapons=["dagger"])
    fight = melee(hero("lone_wolf", (5, 5), now=standing(stunned=4)), giaks, turn=4, red="theirs", active="theirs")
    events = play(fight, answers=["giaks", {"giaks-1": "lone_wolf"}], dice=[die, 1, 61] if hits else [die])
    assert happened(events, Attacked)[0].chance == 56
    assert bool(happened(events, Wounded)) is hits


@pytest.mark.rule("mag.wound.head_slight")
def test_a_stunned_hero_neither_moves_nor_shoots() -> None:
    archer = hero("lone_wolf", (5, 5), weapons=["longbow", "sword"], now=standing(stunned=4))
    swords = unit("swords", [(9, 5)])
    fight = scene(archer, swords, FAR, turn=4)
    assert shot_barred(fight, "lone_wolf", "giaks-1") == "mag.wound.head_slight"
    moving = scene(archer, swords, FAR, turn=4, phase="movement")
    assert asks(moving).describe()["options"] == ["swords", "done"]
    later = scene(archer, swords, FAR, turn=5, phase="movement")
    assert "lone_wolf" in asks(later).describe()["options"]


@pytest.mark.rule("mag.wound.half_chances", "mag.wound.head_wound")
def test_a_head_wound_halves_blows_and_shots_rounding_down() -> None:
    assert chance(hurt(("head", "wound")), "lone_wolf") == 14  # of 29
    archer = hero("lone_wolf", (5, 5), weapons=["longbow", "sword"], now=standing(wounds=[("head", "wound")]))
    fight = scene(archer, unit("giaks", [(5, 10)], side="theirs", armour="leather"))
    assert shot_chance(fight, "lone_wolf", "giaks-1") == (23 + 3) // 2


@pytest.mark.rule("mag.wound.head_serious")
def test_a_blinded_hero_is_slow_and_strikes_at_half_chances() -> None:
    fight = hurt(("head", "serious"))
    assert points(fight) == 10 - 4
    assert chance(fight, "lone_wolf") == 14


@pytest.mark.rule("mag.wound.legs_critical")
def test_who_has_a_critical_leg_wound_neither_goes_nor_turns_and_fights_worse() -> None:
    assert chance(hurt(("legs", "critical")), "lone_wolf") == 24 + 5 - 5
    cripple = hero("lone_wolf", (5, 5), now=standing(wounds=[("legs", "critical")]))
    rider = hero("prince_pelathar", (9, 5), now=standing(wounds=[("legs", "critical")]))
    fight = scene(cripple, rider, unit("swords", [(12, 5)]), FAR, phase="movement")
    assert asks(fight).describe()["options"] == ["swords", "done"]


@pytest.mark.rule("mag.wound.arms_critical")
def test_who_has_a_critical_arm_wound_neither_strikes_nor_shoots() -> None:
    fight = hurt(("arms", "critical"))
    assert barred(fight, "lone_wolf") == "mag.wound.arms_critical"
    assert points(fight) == 10 - 4
    archer = hero("lone_wolf", (5, 5), weapons=["longbow", "sword"], now=standing(wounds=[("arms", "critical")]))
    assert shot_barred(scene(archer, FAR), "lone_wolf", "giaks-1") == "mag.wound.arms_critical"
    healer = hero("lone_wolf", (5, 5), skills=["healing"], now=standing(wounds=[("arms", "critical")]))
    assert asks(scene(healer, FAR)).describe()["options"] == ["lone_wolf", "done"]  # his mind still works


@pytest.mark.rule("mag.wound.stacking")
def test_losses_of_several_wounds_add_up() -> None:
    fight = hurt(("legs", "wound"), ("body", "wound"))
    assert points(fight) == 2
    assert chance(fight, "lone_wolf") == 24 + 5 - 3
    assert chance(hurt(("arms", "serious"), ("arms", "serious"), ("body", "serious")), "lone_wolf") == 24 + 5 - 25
    assert chance(hurt(*[("arms", "serious")] * 3), "lone_wolf") == 0


@pytest.mark.rule("mag.wound.stacking")
def test_points_never_fall_below_zero_and_wounds_do_not_kill_by_adding_up() -> None:
    kootak = hero("kootak", (5, 6), side="theirs", now=standing(wounds=[("legs", "serious"), ("legs", "slight")]))
    fight = scene(kootak)
    assert points(fight, "kootak") == 0
    many = hurt(*[("body", "serious")] * 4, ("head", "wound"), ("head", "wound"))
    assert alive(many, "lone_wolf")
    twice = hurt(("head", "wound"), ("head", "wound"), ("head", "serious"))
    assert chance(twice, "lone_wolf") == 14  # halved once only


@pytest.mark.rule("mag.wound.combat_value")
def test_a_loss_of_combat_value_leaves_shooting_alone() -> None:
    now = standing(wounds=[("arms", "serious"), ("body", "wound")])
    archer = hero("lone_wolf", (5, 5), weapons=["longbow", "sword"], now=now)
    fight = scene(archer, unit("giaks", [(5, 10)], side="theirs"))
    assert shot_chance(fight, "lone_wolf", "giaks-1") == 17 + 3
    assert chance(hurt(("arms", "serious"), ("body", "wound")), "lone_wolf") == 24 + 5 - 13


@pytest.mark.rule("mag.wound.monster", "mag.sheet.gourgaz")
def test_a_monster_is_wounded_by_its_own_chart() -> None:
    """36 and 41 are a slight wound and arms for it, where a hero would have a wound, and arms."""
    fight = scene(hero("beast", (5, 5), side="theirs", sheet="gourgaz"), unit("humans", [(5, 9)]))
    beast, man = number(fight, "beast"), number(fight, "humans-1")
    script = give(fight, dice=[36, 16])
    hit(fight, beast, man, "mag.combat.roll")
    script.check_empty()
    assert piece(fight, "beast").wounds == (Wound("legs", "slight"),)
    assert points(fight, "beast") == 9 - 1
    assert [event.event.rule for event in fight.told if isinstance(event.event, Wounded)] == ["mag.wound.monster"]


@pytest.mark.rule("mag.wound.record")
def test_the_record_of_a_hero_shows_name_armour_weapons_skills_and_wounds() -> None:
    prince = hero("prince_pelathar", (5, 5), now=standing(wounds=[("arms", "wound")]))
    fight = scene(prince, FAR)
    shown = next(p for p in book().view(fight.setting, fight.state, 0).pieces if p.id == "prince_pelathar")
    record = " / ".join(shown.details)
    for entry in ("plate armour and shield", "lance", "rally", "weapon skill lance", "wounded: arms, wound"):
        assert entry in record
    assert shown.title == "Prince Pelathar" and "wounded" in shown.marks


def stunned_twice() -> Fight:
    """Stunned by a wound of turn 3, and hit on the head again in turn 4."""
    now = standing(stunned=4, wounds=[("head", "slight")])
    wolf = hero("lone_wolf", (5, 5), weapons=["longbow", "sword"], skills=["healing"], now=now)
    fight = scene(wolf, FAR, turn=4)
    script = give(fight, dice=[35, 20])
    hit(fight, number(fight, "lone_wolf"), number(fight, "giaks-1"), "mag.combat.roll")
    script.check_empty()
    return fight


@pytest.mark.rule("mag.wound.head_slight")
def test_a_second_slight_head_wound_does_not_free_him_in_the_turn_of_the_first() -> None:
    fight = stunned_twice()
    for turn, out in ((4, True), (5, True), (6, False)):
        fight.state.turn = turn
        assert (barred(fight, "lone_wolf") == "mag.wound.head_slight") is out
        assert dazed(fight, number(fight, "lone_wolf")) is out


@pytest.mark.rule("mag.kai.healing", "mag.wound.head_slight")
def test_of_two_wounds_that_stun_him_healing_one_leaves_the_other() -> None:
    fight = stunned_twice()
    lord = number(fight, "lone_wolf")
    heal(fight, lord, Wound("head", "slight"), "mag.kai.healing")
    assert stunned_now(fight, lord) and dazed(fight, lord)
    fight.state.turn = 5
    assert not stunned_now(fight, lord) and not dazed(fight, lord)
    fight.state.turn = 4
    heal(fight, lord, Wound("head", "slight"), "mag.kai.healing")
    assert not stunned_now(fight, lord) and not dazed(fight, lord)


@pytest.mark.rule("mag.wound.head_slight", "mag.kai.healing")
def test_a_stunned_kai_lord_may_still_heal() -> None:
    now = standing(stunned=4, wounds=[("head", "slight")])
    wolf = hero("lone_wolf", (5, 5), weapons=["longbow", "sword"], skills=["healing"], now=now)
    fight = scene(wolf, unit("giaks", [(5, 12)], side="theirs"), turn=4)
    play(fight, answers=["lone_wolf", "lone_wolf: head slight"], dice=[51])
    assert wounds(fight) == []


@pytest.mark.rule("mag.wound.head_slight", "mag.trick.hypnotise", "mag.kai.animal_kinship")
def test_powers_that_are_neither_moves_nor_shots_nor_blows_are_left_to_the_stunned() -> None:
    stunned = standing(stunned=4, wounds=[("head", "slight")])
    wolf = hero("lone_wolf", (5, 5), skills=["animal_kinship"], now=stunned)
    riders = unit("riders", [(5, 9)], side="theirs", sheet="wolfrider", weapons=["lance"])
    assert asks(scene(wolf, riders, turn=4)).describe()["options"] == ["lone_wolf", "done"]
    kootak = hero("kootak", (5, 8), side="theirs", skills=["hypnotise"], now=stunned)
    fight = scene(unit("men", [(5, 5)]), kootak, turn=4, red="theirs", active="theirs")
    assert asks(fight).describe()["options"] == ["kootak", "done"]
