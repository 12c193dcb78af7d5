"""What the referee says of a moment: who may do what, with which chance and why."""

from __future__ import annotations

import pytest

from warhost.engine.verdict import Verdict
from warhost.rulebooks.regiments.judging.verdicts import verdicts
from warhost.rulebooks.regiments.moving.flight import chance_of
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.shooting import machines
from warhost.rulebooks.regiments.shooting.templates import Impact, strike_touched

from .field import apart, body_of, easily, number, ours, scene, theirs, unit


def lawful(fight: Fight) -> list[Verdict]:
    return [one for one in verdicts(fight.setting, fight.state) if one.lawful]


@pytest.mark.rule("reg.charge.range", "reg.charge.legal")
@pytest.mark.parametrize(("gap", "chance"), [(6, 100), (11, 58), (16, 3)])
def test_the_chance_of_a_charge(gap: float, chance: int) -> None:
    """M 4 and 2D6: 7 or more falls in 21 ways of 36."""
    (found,) = lawful(apart(gap))
    assert (found.deed, found.chance) == ("charge", chance)


@pytest.mark.rule("reg.sr.swiftstride")
def test_the_swift_keep_the_two_highest_of_three() -> None:
    """10 or more with 3D6, two highest: 77 ways of 216."""
    fight = apart(18, "men.outriders", mine={"models": 5})
    assert chance_of(fight, 0, 10000) * 216 == 77


@pytest.mark.rule("reg.shoot.tohit", "reg.shoot.mod.long", "reg.core.los", "reg.shoot.cover")
def test_shots_with_their_reasons() -> None:
    """BS 3 needs 4, and one more at long range."""
    fight = scene(
        ours("own", "men.crossbows", 10, front=(36, 10), files=5),
        theirs("foe", "orc.warriors", 20, front=(36, 30), files=5),
        phase="shooting",
    )
    (found,) = lawful(fight)
    assert (found.chance, found.because[-1].total_after) == (33, 5)


def told(fight: Fight) -> dict[str, int | None]:
    """What may be done at whom, with its chance; the later of two with the same words."""
    return {f"{one.deed} {one.target}".strip(): one.chance for one in lawful(fight)}


@pytest.mark.rule("reg.sr.multishots", "reg.weapon.brace")
def test_shooting_once_and_as_often_as_may_be() -> None:
    fight = scene(
        ours("own", "men.outriders", 5, front=(36, 10), files=5), theirs("foe", "orc.warriors", 20, front=(36, 16)),
        phase="shooting",
    )  # fmt: skip
    found = [(one.chance, one.note) for one in lawful(fight)]
    assert found == [(67, "brace of pistols, 5 shots, 3+"), (50, "brace of pistols, 10 shots, 4+")]


@pytest.mark.rule("reg.sr.sniper")
def test_whom_a_long_rifle_may_pick_out() -> None:
    fight = scene(
        ours("own", "men.captain", at=(36, 8), options=["long rifle"]),
        theirs("foe", "orc.warriors", 20, front=(36, 24), files=5, options=["champion"]),
        theirs("chief", "orc.chief", joined="foe"),
        phase="shooting",
    )
    assert told(fight) == {"shoot foe": 83, "aim at chief": 67, "aim at foe champion": 67}


@pytest.mark.rule("reg.wm.bolt", "reg.army.elf.ballista")
def test_bolts_are_rolled_to_hit() -> None:
    fight = scene(
        ours("own", "elf.ballista", front=(36, 10)), theirs("foe", "orc.warriors", 20, front=(36, 34.1)),
        phase="shooting",
    )  # fmt: skip
    assert told(fight) == {"shoot a bolt at foe": 50, "shoot a volley of bolts at foe": 33}


@pytest.mark.rule("reg.move.march", "reg.army.men.rule.drill")
@pytest.mark.parametrize(
    ("gap", "options", "chance"), [(8.1, (), None), (8, (), 58), (8, ("musician",), 83), (8, ("bearer",), 83)]
)
def test_the_chance_to_march_near_the_enemy(gap: float, options: tuple[str, ...], chance: int | None) -> None:
    """21 ways of 36; a musician's drill, or the battle standard, lets them throw again."""
    fight = scene(
        ours("own", "men.spears", 20, front=(30, 10), files=5, options=[one for one in options if one != "bearer"]),
        *([ours("bsb", "men.captain", at=(20, 8), options=["battle standard"])] if "bearer" in options else []),
        theirs("foe", "orc.warriors", 20, front=(30, 10 + gap), files=5),
        phase="moves",
    )
    assert {one.deed: one.chance for one in lawful(fight) if one.who == "own"} == {"move": None, "march": chance}


@pytest.mark.rule("reg.rally.test", "reg.rally.quarter", "reg.cmd.musician")
@pytest.mark.parametrize(("models", "chance"), [(5, 72), (4, 3)])
def test_the_chance_to_rally(models: int, chance: int) -> None:
    """8 or less with the musician; a remnant of less than a quarter needs a double 1."""
    fight = scene(
        ours("own", "men.spears", models, front=(30, 10), started=20, fleeing=True, options=["musician"]),
        theirs("foe", "orc.warriors", 20, front=(30, 40), files=5),
        phase="compulsory",
    )
    assert told(fight) == {"rally": chance}


@pytest.mark.rule("reg.core.los", "reg.shoot.cover", "reg.terrain.hill")
def test_a_hill_that_is_seen_over_gives_hard_cover() -> None:
    fight = scene(
        ours("own", "orc.wolfriders", 5, front=(36, 10), files=5),
        theirs("foe", "men.knights", 5, front=(36, 24), files=5),
        terrain=[{"kind": "hill", "at": [36, 17]}],
        phase="shooting",
    )
    found = lawful(fight)
    assert [step.rule for step in found[0].because if step.rule == "reg.shoot.cover"] == ["reg.shoot.cover"]


@pytest.mark.rule("reg.char.lookout")
@pytest.mark.parametrize(("die", "hurt"), [(4, False), (3, True)])
def test_a_lone_character_beside_his_men_is_spared_on_four(die: int, hurt: bool) -> None:
    fight = scene(
        ours("captain", "men.captain", at=(36, 20)), ours("men", "men.halberds", 10, at=(40, 20), files=5),
        theirs("foe", "orc.hurler", 1, at=(36, 44)),
    )  # fmt: skip
    own = body_of(fight, "captain").bases[0]
    with easily(fight, {"takes the hit for him": [die]}, face=6):
        impact = Impact(9, "reg.wm.stone")
        strike_touched(fight, number(fight, "foe"), lambda base: base == own, impact)
    assert (not unit(fight, "captain").alive or unit(fight, "captain").hurt > 0) is hurt


ADEPT = ours("adept", "men.adept", at=(30, 20), options=["wizard level 2"], spells=["Cinder Bolt"])


@pytest.mark.rule("reg.magic.type.missile", "reg.magic.range", "reg.magic.types")
def test_the_referee_says_at_whom_a_spell_may_be_cast_and_why_not() -> None:
    places = {"near": (20, 30), "far": (36, 45), "behind": (30, 12)}
    foes = [theirs(name, "orc.warriors", 10, front=at) for name, at in places.items()]
    fight = scene(ADEPT, *foes, phase="magic", power=8, winds=True)
    said = {one.target: one.refusal.rule if one.refusal else "" for one in verdicts(fight.setting, fight.state)}
    assert said == {"near": "", "far": "reg.magic.range", "behind": "reg.magic.type.missile"}


@pytest.mark.rule("reg.magic.cast", "reg.magic.castfail", "reg.magic.boost")
def test_the_referee_says_what_the_dice_must_show() -> None:
    """Casting value 5 less level 2: one die shows 3 or more in 4 of 6 ways, two dice in 35 of 36; boosted 9."""
    fight = scene(ADEPT, theirs("foe", "orc.warriors", 10, front=(30, 30)), phase="magic", power=2, winds=True)
    (found,) = lawful(fight)
    plain, boosted = found.note.split("; boosted, ")
    assert plain == "5 less the wizard's level, 3 or more on the dice; 67 % with 1; 97 % with 2"
    assert boosted == "7 or more on the dice; 0 % with 1; 58 % with 2"


BESIDE = {"front": (36, 20), "files": 5}


def cover(wall: float, shooters: float = 20, targets: float = 30) -> list[int]:
    """What ten archers need to hit swordsmen in the open, with a wall at this height of the table."""
    fight = scene(
        ours("bows", "orc.bowmen", 10, front=(36, shooters), files=5),
        theirs("swords", "men.swords", 20, front=(36, targets), files=5),
        terrain=[{"kind": "wall", "at": [36, wall], "facing": 90}],
        phase="shooting",
    )
    return [int(found.note.split()[-1][0]) for found in lawful(fight)]


@pytest.mark.rule("reg.terrain.obstacle", "reg.shoot.cover")
@pytest.mark.parametrize(
    ("wall", "needed"),
    [
        (21.25, 4),  # an inch before the shooters, who stand behind it
        (21.26, 6),  # a hair more, and it is one more wall in the way
        (28.75, 6),  # an inch before the swordsmen
        (30.5, 4),  # they rest across it
        (19.5, 4),  # and so do the shooters
    ],
)
def test_whom_a_wall_covers(wall: float, needed: int) -> None:
    """Half an inch thick; BS 3 needs 4, and 6 against hard cover."""
    assert cover(wall) == [needed]


@pytest.mark.rule("reg.terrain.obstacle", "reg.shoot.cover")
def test_whoever_stands_behind_the_same_wall_is_covered() -> None:
    assert cover(21, 20, 22) == [6]


def deeds(fight: Fight, who: str) -> list[tuple[str, str]]:
    return [(found.deed, found.target) for found in lawful(fight) if found.who == who]


@pytest.mark.rule("reg.wm.stone")
@pytest.mark.parametrize(("front", "able"), [(16.07, True), (16.06, False)])
def test_a_stone_may_be_aimed_at_the_heels_of_the_last_rank_alone(front: float, able: bool) -> None:
    """Twelve inches off lies the rear of the fourth rank, and no more of them: four bases are 3.937 in deep."""
    fight = scene(
        ours("stones", "men.trebuchet", front=(36, 8)),
        theirs("orcs", "orc.warriors", 4, front=(36, front), files=1),
        phase="shooting",
    )
    assert (deeds(fight, "stones") == [("throw a stone at", "orcs")]) == able
    assert machines.ways_to_shoot(fight, 0) == (["stone"] if able else [])


@pytest.mark.rule("reg.wm.cannon", "reg.wm.grapeshot")
@pytest.mark.parametrize(("front", "ways"), [(20, ["ball", "grapeshot"]), (20.01, ["ball"])])
def test_a_cannon_says_what_it_may_fire_at_whom(front: float, ways: list[str]) -> None:
    fight = scene(
        ours("gun", "men.cannon", front=(36, 8)),
        theirs("orcs", "orc.warriors", 20, front=(36, front), files=5),
        phase="shooting",
    )
    assert [deed.removesuffix(" at").split()[-1] for deed, _ in deeds(fight, "gun")] == ways


@pytest.mark.rule("reg.wm.cannon")
def test_a_ball_goes_past_friends_through_a_corner() -> None:
    """Swordsmen stand before the middle of the orcs; the line to a corner is free."""
    fight = scene(
        ours("gun", "men.cannon", front=(36, 8)),
        ours("swords", "men.swords", 4, front=(36, 20), files=2),
        theirs("orcs", "orc.warriors", 40, front=(36, 34), files=10),
        phase="shooting",
    )
    assert ("fire a ball at", "orcs") in deeds(fight, "gun")


@pytest.mark.rule("reg.wm.misfire.powder", "reg.troop.warmachine")
@pytest.mark.parametrize(
    ("did", "rule"),
    [("stood still", ""), ("normal move", "reg.troop.warmachine"), ("rallied", "reg.turn.status")],
)
def test_why_a_machine_may_not_shoot(did: str, rule: str) -> None:
    fight = scene(
        ours("gun", "men.cannon", front=(36, 8), did=did),
        theirs("orcs", "orc.warriors", 20, front=(36, 30), files=5),
        phase="shooting",
    )
    found = verdicts(fight.setting, fight.state)
    assert {one.refusal.rule for one in found if one.refusal and not one.target} == ({rule} if rule else set())


@pytest.mark.rule("reg.sr.breath", "reg.army.und.wraith")
@pytest.mark.parametrize(("front", "wails"), [(28, True), (28.01, False)])
def test_who_breathes_and_who_wails(front: float, wails: bool) -> None:
    fight = scene(
        ours("wraith", "und.wraith", front=(30, 20)),
        ours("drake", "und.drake", front=(50, 20)),
        theirs("orcs", "orc.warriors", 20, front=(30, front), files=5),
        theirs("others", "orc.warriors", 20, front=(50, 24), files=5),
        phase="shooting",
    )
    assert deeds(fight, "wraith") == ([("wail at", "orcs")] if wails else [])
    assert deeds(fight, "drake") == [("breathe", "")]


@pytest.mark.rule("reg.sr.moveorfire", "reg.weapon.crossbow")
def test_why_crossbows_do_not_shoot_after_moving() -> None:
    fight = scene(
        ours("bows", "men.crossbows", 10, did="normal move", **BESIDE),
        theirs("orcs", "orc.warriors", 20, front=(36, 30), files=5),
        phase="shooting",
    )
    (found,) = verdicts(fight.setting, fight.state)
    assert found.refusal is not None
    assert str(found.refusal) == "bows has moved: no shot with the crossbow after that [reg.sr.moveorfire]"


def blows(fight: Fight) -> list[tuple[str, str, int | None, str]]:
    return [(found.who, found.target, found.chance, found.note) for found in lawful(fight)]


@pytest.mark.rule("reg.combat.order", "reg.troop.cavalry", "reg.weapon.lance", "reg.sr.devcharge")
@pytest.mark.parametrize(
    ("charged", "riders"),
    [
        (True, "riders: 2 blows, 3+ to hit, Strength 6 wounds on 2+"),
        (False, "riders: 1 blow, 3+ to hit, Strength 4 wounds on 3+"),
    ],
)
def test_a_blow_of_each_kind_and_its_chance(charged: bool, riders: str) -> None:
    """Riders WS 4 and S 4, with a lance 6, horses WS and S 3; spearmen WS, S and T 3."""
    fight = scene(
        ours("lancers", "men.knights", 5, front=(36, 20), files=5, charged=charged),
        theirs("spears", "men.spears", 20, front=(36, 20), files=5),
        contacts=[{"a": "lancers", "b": "spears", "fresh": charged}],
        phase="combat",
    )
    assert blows(fight) == [
        ("lancers", "spears", 67, riders),
        ("lancers", "spears", 50, "mounts: 1 blow, 4+ to hit, Strength 3 wounds on 4+"),
        ("spears", "lancers", 50, "1 blow, 4+ to hit, Strength 3 wounds on 4+"),
    ]


@pytest.mark.rule("reg.sr.ethereal")
def test_blows_and_shots_that_can_never_wound_are_said_to_be_harmless() -> None:
    spectres = theirs("spectres", "und.spectres", 3, front=(36, 20), files=3)
    melee = scene(
        ours("swords", "men.swords", 20, front=(36, 20), files=5), spectres,
        contacts=[{"a": "swords", "b": "spectres"}], phase="combat",
    )  # fmt: skip
    assert blows(melee) == [
        ("swords", "spectres", 67, "1 blow, 3+ to hit, cannot harm it"),
        ("spectres", "swords", 50, "4 blows, 4+ to hit, Strength 3 wounds on 4+"),
    ]
    volley = scene(ours("bows", "men.crossbows", 10, front=(36, 10), files=5), spectres, phase="shooting")
    assert blows(volley)[0][3] == "crossbow, 10 shots, 5+: cannot harm it"


@pytest.mark.rule("reg.army.orc.giant")
def test_a_giant_is_told_to_strike_no_blows() -> None:
    fight = scene(
        ours("giant", "orc.giant", front=(36, 20)), theirs("swords", "men.swords", 20, front=(36, 20), files=5),
        contacts=[{"a": "giant", "b": "swords"}], phase="combat",
    )  # fmt: skip
    instead = "no blows: a D6 says whether it falls over, sweeps, grabs or jumps"
    assert ("giant", "swords", None, instead) in blows(fight)


@pytest.mark.rule("reg.troop.chariot", "reg.combat.allocate", "reg.sr.asl")
def test_who_strikes_last_is_told_last_and_a_champion_apart() -> None:
    """In its flank a chariot has its crew alone; great weapons come after everybody."""
    fight = scene(
        ours("blades", "men.oathblades", 10, front=(35.016, 20), files=5, facing=0, options=["champion"]),
        theirs("chariot", "orc.boarchariot", at=(36, 20), facing=90),
        contacts=[{"a": "blades", "b": "chariot", "on": "left"}],
        phase="combat",
    )
    found = [(who, note.split(",")[0]) for who, _, _, note in blows(fight)]
    crew, men = ("chariot", "crew: 2 blows"), ("blades", "1 blow")
    assert found == [crew, crew, men, ("blades", "champion: 2 blows")]
    assert {target for _, target, _, _ in blows(fight)} == {"blades", "blades champion", "chariot"}


@pytest.mark.rule("reg.magic.range", "reg.wm.bolt")
@pytest.mark.parametrize(
    ("entry", "phase", "reach", "said"),
    [("men.adept", "magic", 24, "24.01 in away, and"), ("elf.ballista", "shooting", 48, "48.01 in away: 48 in is")],
)
def test_a_hair_too_far_is_said_with_as_many_decimals_as_it_takes(
    entry: str, phase: str, reach: float, said: str
) -> None:
    spells = ["Cinder Bolt"] if phase == "magic" else []
    own = ours("own", entry, front=(10, 20), facing=0, spells=spells)
    fight = scene(own, theirs("orc", "orc.chief", front=(10 + reach + 0.01, 20), facing=180), phase=phase)
    assert any(said in str(one.refusal) for one in verdicts(fight.setting, fight.state))


@pytest.mark.rule("reg.troop.monster.ridden")
def test_a_rider_is_said_to_move_with_his_monster() -> None:
    fight = scene(ours("lord", "men.lord", at=(36, 10), mount="griffon"), phase="moves")
    (refused,) = [one.refusal for one in verdicts(fight.setting, fight.state) if not one.lawful]
    assert refused is not None and refused.rule == "reg.troop.monster.ridden"
    assert [one.deed for one in lawful(fight)] == ["move", "march"]
