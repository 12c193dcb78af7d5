"""What the referee says of charges: who may, at whom, how likely, and what has to be checked first."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.situation import Case, Judgement, judge

from .judging import book, judged, said, with_entry


@pytest.mark.rule("tp.move.charge.far")
@pytest.mark.parametrize(
    ("far", "chance", "how"),
    [(7, 100, "in reach"), (8, 100, "with a dash"), (8.5, 67, "with a dash"), (9.5, 33, "with a dash"),
     (10.5, 0, "out of reach this turn even with a dash")],
)  # fmt: skip
def test_the_chance_of_a_charge_is_that_of_the_dash(far: float, chance: int, how: str) -> None:
    """A D3 dash always adds one inch to a movement of seven, two and three not always."""
    warriors = with_entry("dash_to_charge", "groups", 1, at=[36, 14 + far])
    verdict = said(judged("dash_to_charge", expect=None, **warriors), "guard", "warriors")
    assert (verdict.chance, verdict.note.split(", ")[1]) == (chance, how)


def charging(far: float, effect: str, strength: int, **guard: Any) -> tuple[int | None, bool]:
    """The chance of a charge so far under a spell, and whether it is suggested."""
    groups = with_entry("dash_to_charge", "groups", 0, **guard)["groups"]
    groups[1] = {**groups[1], "at": [36, 14 + far]}
    effects = [{"source": effect, "on": "guard", "side": "theirs", "number": strength}]
    found = judged("dash_to_charge", expect=None, groups=groups, effects=effects)
    assert found.question is not None
    return said(found, "guard", "warriors").chance, {"guard": "warriors"} in found.question.suggest()


@pytest.mark.rule("tp.item.command.sea_bolt_banner", "tp.spell.base.slow", "tp.move.charge.far")
@pytest.mark.parametrize(("far", "chance"), [(5, 100), (6, 100), (7, 89), (8, 67), (10, 11), (10.1, 0)])
def test_the_chance_of_a_charge_reckons_with_the_die_of_a_banner(far: float, chance: int) -> None:
    """Slow leaves four inches; the banner adds D3 to them, and a dash another."""
    sea_bolt = {"command": True, "items": ["sea_bolt_banner"]}
    assert charging(far, "base.slow", 1, **sea_bolt) == (chance, chance > 0)


@pytest.mark.rule("tp.spell.chaos.carnal_warp", "tp.move.charge.far")
@pytest.mark.parametrize(("far", "chance"), [(3, 100), (10, 83), (21, 1)])
def test_the_chance_of_a_charge_reckons_with_warped_movement(far: float, chance: int) -> None:
    """179 of 216 throws of three dice and a dash come to ten inches; 21 take three sixes and the longest dash."""
    assert charging(far, "chaos.carnal_warp", 0) == (chance, True)  # it has not been rolled yet


@pytest.mark.rule("tp.weapon.pike.movement")
def test_pikes_do_not_dash() -> None:
    pikes = with_entry("dash_to_charge", "groups", 0, profile="mercenaries.pikes")
    verdict = said(judged("dash_to_charge", expect=None, **pikes), "guard", "warriors")
    assert (verdict.chance, verdict.because[-1].total_after) == (0, 5)
    assert "it cannot dash" in verdict.note


@pytest.mark.rule("tp.move.charge")
def test_whoever_cannot_charge_at_all_is_told_once() -> None:
    fleeing = with_entry("dash_to_charge", "groups", 0, now={"fleeing": True})
    found = judged("dash_to_charge", expect=None, **fleeing)
    (verdict,) = [verdict for verdict in found.verdicts if verdict.who == "guard"]
    assert verdict.refusal is not None and verdict.refusal.rule == "tp.move.charge"


@pytest.mark.rule("tp.check.deviancy", "tp.item.command.standard_of_excellence", "tp.item.command.overlord_banner")
@pytest.mark.rule("tp.spell.chaos.mayhem", "tp.item.command.noteus_scarred_banner")
@pytest.mark.parametrize(
    ("items", "effect", "phase", "chance"),
    [
        ((), "", "moves", 77),  # four dice against three: 99 of 128
        (("standard_of_excellence",), "", "moves", 100),
        (("overlord_banner",), "", "moves", 95),  # a failed check is rolled again by both
        ((), "chaos.mayhem", "moves", 64),  # one that was won, by the soldiers alone
        (("noteus_scarred_banner",), "", "moves", 77),
        (("noteus_scarred_banner",), "", "stress", 46),  # 3 to 8 dice against them, whatever the stress is
        (("overlord_banner",), "", "stress", 95),
        (("standard_of_excellence",), "", "stress", 77),
    ],
)
def test_the_chance_of_a_check_is_that_of_its_dice_with_all_that_magic_makes_of_them(
    items: tuple[str, ...], effect: str, phase: str, chance: int
) -> None:
    own = {"id": "guard", "side": "ours", "models": 10, "files": 5, "command": True, "at": [36, 20]}
    foe = {"id": "orcs", "side": "theirs", "models": 10, "files": 5, "at": [36, 46], "facing": 180}
    now = {"now": {"lost": 6}} if phase == "stress" else {}
    document = {
        "rulebook": "threeplains", "phase": phase, "groups": [{**own, **now, "items": list(items)}, foe],
        "effects": [{"source": effect, "on": "guard", "side": "theirs"}] if effect else [],
    }  # fmt: skip
    found = judge(Case("banners.toml", document, lambda _: book()))
    assert said(found, "guard", "check" if phase == "stress" else "reform").chance == chance


@pytest.mark.rule("tp.magic.cast", "tp.spell.chaos.mayhem", "tp.item.arcane.rambling_hat")
@pytest.mark.rule("tp.item.arcane.master_magical_defence_staff")
@pytest.mark.parametrize(
    ("effect", "staff", "chance", "ether"),
    [
        ("", 0, 75, 1),  # the better of two dice is not below one: 161 of 216
        ("chaos.mayhem", 0, 62, 1),  # twice against the same die
        ("rambling_hat/rambling", 0, 62, 1),
        ("", 8, 47, 2),
        ("", 8.1, 75, 1),
    ],
)
def test_the_chance_of_a_spell_reckons_with_what_thickens_the_ether_and_with_who_fumbles(
    effect: str, staff: float, chance: int, ether: int
) -> None:
    wizard = {"role": "wizard", "stats": {"LP": 2}}
    mage = {"id": "mage", "side": "ours", "at": [36, 10], "now": {"spells": ["base.zap"]}, **wizard}
    foe = {"id": "foe", "side": "theirs", "at": [36, 20], "facing": 180}
    sage = {"id": "sage", "side": "theirs", "at": [36 + staff + 0.78, 20], "facing": 180, "disciplines": ["base"]}
    document = {
        "rulebook": "threeplains", "phase": "moves",
        "characters": [mage, foe, {**sage, **wizard, "items": ["master_magical_defence_staff"]}][: 2 + bool(staff)],
        "effects": [{"source": effect, "on": "mage", "side": "theirs"}] if effect else [],
    }  # fmt: skip
    found = judge(Case("ether.toml", document, lambda _: book()))
    verdict = next(one for one in found.verdicts if one.deed == "cast zap" and one.target == "foe")
    assert verdict.chance == chance and f"against {ether} ether" in verdict.note


@pytest.mark.rule("tp.item.enchanted.indebted_soul", "tp.item.armour.heavy_white_dragon")
@pytest.mark.rule("tp.item.armour.light_white_dragon")
@pytest.mark.parametrize(
    ("effect", "worn", "chance", "note"),
    [
        ("indebted_soul/guides", "", 86, "1 more on each"),  # 186 of 216
        ("", "heavy_white_dragon", 50, "undoes it on 5 or more"),  # two thirds of 161 of 216
        ("", "light_white_dragon", 50, "undoes it on 5 or more"),
        ("indebted_soul/guides", "heavy_white_dragon", 57, "undoes it on 5 or more"),
    ],
)
def test_the_chance_of_a_spell_reckons_with_souls_that_guide_it_and_armour_that_undoes_it(
    effect: str, worn: str, chance: int, note: str
) -> None:
    own = {"role": "wizard", "stats": {"LP": 2}, "now": {"spells": ["base.zap"]}}
    mage = {"id": "mage", "side": "ours", "at": [36, 10], "items": ["indebted_soul"], **own}
    foe = {"id": "foe", "side": "theirs", "at": [36, 20], "facing": 180, "items": [worn] if worn else []}
    document = {
        "rulebook": "threeplains", "phase": "moves", "characters": [mage, foe],
        "effects": [{"source": effect, "on": "mage"}] if effect else [],
    }  # fmt: skip
    found = judge(Case("soul.toml", document, lambda _: book()))
    verdict = next(one for one in found.verdicts if one.deed == "cast zap" and one.target == "foe")
    assert verdict.chance == chance and note in verdict.note


@pytest.mark.rule("tp.move.charge.lands", "tp.move.zones")
def test_a_charge_says_which_side_it_strikes() -> None:
    found = judged("charge_zones")
    sides = {
        who: said(found, who, "goblins").note.split(" to the ")[1].split()[0]
        for who in ("swords", "blades", "riders")
    }
    assert sides == {"swords": "left", "blades": "front", "riders": "rear"}


@pytest.mark.rule("tp.check.bravery", "tp.check.bravery.once")
@pytest.mark.parametrize(("braved", "due"), [(-1, True), (2, True), (3, False)])
def test_a_charge_says_who_must_check_for_bravery(braved: int, due: bool) -> None:
    men = with_entry("bravery", "groups", 1, now={"braved": braved})
    found = judged("bravery", dice=None, expect=None, **men)
    assert ("men must check for bravery" in said(found, "dragon", "men").note) is due


@pytest.mark.rule("tp.check.bravery", "tp.trait.fear.bravery_check")
@pytest.mark.parametrize(("facing", "due"), [(180, True), (0, False)])
def test_who_does_not_see_a_charge_coming_need_not_be_brave(facing: int, due: bool) -> None:
    found = judged("bravery", dice=None, expect=None, **with_entry("bravery", "groups", 1, facing=facing))
    assert ("men must check for bravery" in said(found, "dragon", "men").note) is due


@pytest.mark.rule("tp.check.bravery", "tp.check.bravery.dice")
@pytest.mark.parametrize(("far", "braved", "chance"), [(7, -1, 66), (9, -1, 44), (7, 3, 100), (9, 3, 67)])
def test_whoever_charges_what_he_fears_arrives_only_if_he_dares(far: int, braved: int, chance: int) -> None:
    """Three dice against three, ties held: 42/64; nine inches take a dash of two or more besides."""
    men = with_entry("bravery", "groups", 1, at=[36, 14 + far], ratings={}, now={"braved": braved})
    found = judged("bravery", dice=None, expect=None, phase="declaring", active="theirs", **men)
    assert said(found, "men", "dragon").chance == chance


@pytest.mark.rule("tp.check.bravery")
def test_a_charge_that_nearly_always_dares_is_not_called_certain() -> None:
    men = with_entry("bravery", "groups", 1, at=[36, 20], stats={"S": 12}, ratings={})
    found = judged("bravery", dice=None, expect=None, phase="declaring", active="theirs", **men)
    assert said(found, "men", "dragon").chance == 99


@pytest.mark.rule("tp.move.fallback.after")
def test_whoever_fell_back_just_now_does_not_again() -> None:
    tired = with_entry("falling_back", "groups", 3, now={"fell_back": True})
    verdict = said(judged("falling_back", expect=None, **tired), "others", "fall back")
    assert verdict.refusal is not None and verdict.refusal.rule == "tp.move.fallback.after"


@pytest.mark.rule("tp.move.fallback.room")
@pytest.mark.parametrize(("behind", "rule"), [(0.99, "tp.move.fallback.room"), (1.01, "")])
def test_nobody_is_said_to_fall_back_without_an_inch_of_room(behind: float, rule: str) -> None:
    back = 26 + 40 / 25.4  # of archers two ranks deep
    rocks = {"kind": "impassable", "middle": [44, back + behind + 1], "size": [8, 2]}
    verdict = said(judged("falling_back", expect=None, features=[rocks]), "others", "fall back")
    assert (verdict.refusal.rule if verdict.refusal else "") == rule


@pytest.mark.rule("tp.move.fallback.move")
@pytest.mark.parametrize(
    ("changed", "dice"),
    [({"stats": {"M": 11}}, "2D6"), ({"stats": {"M": 12}}, "3D6"), ({"stats": {"M": 8, "fly": 16}}, "3D6")],
)
def test_whoever_may_fall_back_hears_with_how_many_dice(changed: dict[str, Any], dice: str) -> None:
    quick = with_entry("falling_back", "groups", 3, **changed)
    assert dice in said(judged("falling_back", expect=None, **quick), "others", "fall back").note


def ogres_at(distance: float, **more: Any) -> Judgement:
    """Ogres (M 9) with their handlers (M 6), so far from the front of militia."""
    groups: list[dict[str, Any]] = [
        {"id": "ogres", "side": "ours", "profile": "mercenaries.ogre", "models": 3, "at": [36, 12]},
        {"id": "handlers", "side": "ours", "profile": "mercenaries.ogre_handler", "models": 3, "with": "ogres"},
        {"id": "men", "side": "theirs", "models": 20, "files": 5, "at": [36, 12 + distance], "facing": 180},
    ]
    return judged("dash_to_charge", expect=None, groups=groups, **{"features": [], **more})


@pytest.mark.rule("tp.beast.unit.speed", "tp.move.charge.far")
@pytest.mark.parametrize(
    ("distance", "chance", "words"),
    [
        (6, 100, "in reach"), (9, 100, "in reach"), (9.01, 100, "with a dash"), (11, 67, "with a dash"),
        (12, 33, "with a dash"), (12.01, 0, "out of reach"),
    ],
)  # fmt: skip
def test_beasts_charge_as_far_as_they_go_without_their_masters(distance: float, chance: int, words: str) -> None:
    verdict = said(ogres_at(distance), "ogres", "men")
    assert verdict.chance == chance and words in verdict.note


@pytest.mark.rule("tp.beast.unit.speed", "tp.move.p2p.terrain")
def test_bad_ground_makes_beasts_leave_their_masters_too() -> None:
    """Five inches, four of them through rough ground: too dear for six, but not for nine."""
    rough = [{"kind": "rough", "middle": [36, 15], "size": [12, 4]}]
    verdict = said(ogres_at(5, features=rough), "ogres", "men")
    assert verdict.chance == 100 and "in reach" in verdict.note


@pytest.mark.rule("tp.move.fly.takeoff", "tp.move.fly.charged")
@pytest.mark.parametrize(("distance", "chance"), [(18, 100), (20, 67), (21.01, 0)])
def test_who_takes_off_to_charge_in_the_air_flies_there(distance: float, chance: int) -> None:
    flyer: dict[str, Any] = {"category": "beast", "base_mm": [50, 50], "stats": {"M": 8, "fly": 18, "LP": 6}}
    groups = [
        {"id": "griffin", "side": "ours", "at": [36, 12], **flyer},
        {"id": "wyvern", "side": "theirs", "at": [36, 12 + distance], "facing": 180, **flyer},
    ]
    groups[1]["now"] = {"airborne": True}
    found = judged("dash_to_charge", expect=None, features=[], groups=groups)
    assert said(found, "griffin", "wyvern").chance == chance


@pytest.mark.rule("tp.trait.frenzy.forced_charge")
@pytest.mark.parametrize(("distance", "must"), [(8, True), (8.01, False)])
def test_whom_a_frenzied_unit_has_to_charge(distance: float, must: bool) -> None:
    men: dict[str, Any] = {"models": 10, "files": 5}
    groups = [
        {"id": "wild", "side": "ours", "at": [36, 20], "traits": ["frenzy"], **men},
        {"id": "orcs", "side": "theirs", "at": [36, 20 + distance], "facing": 180, **men},
    ]
    verdict = said(judged("dash_to_charge", expect=None, features=[], groups=groups), "wild", "orcs")
    assert verdict.lawful and verdict.must is must


@pytest.mark.rule("tp.trait.frenzy.forced_charge", "tp.move.marchover")
def test_in_combat_nobody_has_to_charge_though_he_might_march_out_of_it() -> None:
    men: dict[str, Any] = {"models": 20, "files": 5}
    wild = {"id": "wild", "side": "ours", "at": [36, 20], "traits": ["frenzy"], **men}
    orcs = {"id": "orcs", "side": "theirs", "at": [36, 26], "facing": 180, **men}
    weak = {"id": "weak", "side": "theirs", "at": [36, 20], "facing": 180}
    more = {"features": [], "contacts": [{"a": "weak", "b": "wild", "rounds": 1}]}
    found = judged("dash_to_charge", expect=None, groups=[wild, orcs], characters=[weak], **more)
    assert said(found, "wild", "orcs").lawful and not said(found, "wild", "orcs").must


@pytest.mark.rule("tp.move.charge", "tp.trait.exhaustion.effects")
@pytest.mark.parametrize(("tired", "may"), [(3, True), (4, False)])
def test_the_exhausted_are_not_ordered_to_charge(tired: int, may: bool) -> None:
    men: dict[str, Any] = {"models": 10, "files": 5}
    groups = [
        {"id": "weary", "side": "ours", "at": [36, 20], "now": {"tired": tired}, **men},
        {"id": "orcs", "side": "theirs", "at": [36, 23], "facing": 180, **men},
    ]
    found = judged("dash_to_charge", expect=None, features=[], groups=groups)
    assert said(found, "weary", "charge").lawful is may


@pytest.mark.rule("tp.move.counter.forced")
def test_who_must_counter_charge_takes_no_check() -> None:
    calm = said(judged("counter_charge", expect=None), "guard", "warriors")
    assert not calm.must and calm.chance is not None and calm.chance < 100
    guard = with_entry("counter_charge", "groups", 2, traits=["frenzy"])
    wild = said(judged("counter_charge", expect=None, **guard), "guard", "warriors")
    assert wild.must and wild.chance == 100 and "without a check" in wild.note


@pytest.mark.rule("tp.move.charge.move")
def test_a_charge_that_is_barred_at_the_nearest_point_is_judged_at_another() -> None:
    men: dict[str, Any] = {"models": 20, "files": 5}
    groups = [
        {"id": "guard", "side": "ours", "at": [42, 23], "facing": 270, **men},
        {"id": "friends", "side": "ours", "at": [36, 20], "facing": 180, **men},
        {"id": "orcs", "side": "theirs", "at": [36, 20], **men},
    ]
    met = [{"a": "friends", "b": "orcs", "rounds": 1}]
    found = judged("dash_to_charge", expect=None, features=[], groups=groups, contacts=met)
    verdict = said(found, "guard", "orcs")
    assert verdict.lawful and verdict.chance == 100 and "to the right of orcs" in verdict.note


@pytest.mark.rule("tp.move.counter")
@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"now": {"last_moved": 1}}, "they moved, dashed or shot"),
        ({"now": {"last_dashed": True}}, "they moved, dashed or shot"),
        ({"facing": 270}, "no enemy"),
        ({"now": {"fleeing": True}}, "they are fleeing"),
    ],
)
def test_why_there_is_no_counter_charge(changed: dict[str, Any], why: str) -> None:
    guard = with_entry("counter_charge", "groups", 2, **changed)
    verdict = said(judged("counter_charge", expect=None, **guard), "guard", "counter charge")
    assert verdict.refusal is not None and verdict.refusal.why.startswith(why)
