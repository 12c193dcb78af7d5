"""Magic, check by check: who casts and dispels what at whom, and what spells do."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.regiments.events import Cast, Struck
from warhost.rulebooks.regiments.magic import casting, miscasts, workings
from warhost.rulebooks.regiments.magic.phase import magic_one
from warhost.rulebooks.regiments.magic.targets import TYPES, lawful_targets, why_not
from warhost.rulebooks.regiments.magic.vortices import _strike, conjure, move_all
from warhost.rulebooks.regiments.nature import nature
from warhost.rulebooks.regiments.opening import spells
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.shooting.shot import Shot
from warhost.rulebooks.regiments.special.turns import crumble
from warhost.rulebooks.regiments.state import Vortex

from ..field import easily, number, ours, rule_of, scene, script, theirs, told, unit
from ..test_blows import blow, clash
from ..test_magic import spell, wizard

# --- rolling for spells


@pytest.mark.rule("reg.setup.spells", "reg.char.wizard")
def test_a_wizard_of_level_four_rolls_four_dice() -> None:
    fight = scene(ours("mage", "men.magister", at=(20, 20), level=4))
    with script(fight, [1, 2, 3, 4], ["keep"]):
        spells.learn(fight, 0)
    assert len(unit(fight, "mage").spells) == 4


@pytest.mark.rule("reg.setup.spells.duplicate")
def test_of_a_taken_spell_any_untaken_one_is_offered() -> None:
    fight = scene(
        ours("first", "men.adept", at=(20, 20), level=2, spells=["Dawn's Ward", "Noonday Glare"]),
        ours("second", "men.adept", at=(40, 20)),
        theirs("third", "elf.adept", at=(40, 40), level=2, spells=["Kindled Steel", "Falling Embers"]),
    )
    with script(fight, [3], ["reg.lore.ember.cinderwall", "keep"]) as oracle:
        spells.learn(fight, number(fight, "second"))
    offered = [fight.setting.library.spells[rule].number for rule in oracle.asked[0].options]  # type: ignore[attr-defined]
    assert offered == [2, 4, 5, 6]  # what the enemy has hinders nobody


@pytest.mark.rule("reg.setup.spells")
def test_wizards_roll_in_the_order_their_owner_likes() -> None:
    fight = scene(
        ours("first", "men.adept", at=(20, 20), spells=[]), ours("second", "men.adept", at=(40, 20), spells=[]),
    )  # fmt: skip
    with script(fight, [3], ["second", "keep"]):
        assert spells.learn_one(fight)
    assert unit(fight, "second").spells and not unit(fight, "first").spells


# --- casting and dispelling


@pytest.mark.rule("reg.magic.cast", "reg.magic.castfail", "reg.magic.irresistible", "reg.char.wizard")
@pytest.mark.parametrize(
    ("title", "mage", "dice", "cast", "force"),
    [("Falling Embers", {"level": 2}, [2, 4], False, False), ("Dawn's Ward", {"level": 1}, [4, 2], True, False),
     ("Cinder Bolt", {"level": 4}, [2], False, False), ("Cinder Bolt", {"level": 4}, [3], True, False),
     ("Burning Wheel", {"level": 1}, [6, 6, 1], True, True), ("Burning Wheel", {"level": 1}, [6, 5], False, False),
     ("Burning Wheel", {"level": 3}, [6, 5], True, False), ("Cinder Bolt", {"level": 4}, [1, 1], False, False)],
)  # fmt: skip
def test_what_a_casting_roll_does(
    title: str, mage: dict[str, Any], dice: list[int], cast: bool, force: bool
) -> None:  # fmt: skip
    fight = wizard(title, mine=mage)
    answers = {"power dice": [str(len(dice))]}
    with easily(fight, {"casting": dice}, answers, face=1):
        casting.cast(fight, 0, spell(fight, title), False)
    (event,) = told(fight, Cast)
    assert (event.success, event.irresistible) == (cast, force)


@pytest.mark.rule("reg.magic.castlimits")
def test_a_wizard_who_failed_is_done_and_another_goes_on() -> None:
    fight = scene(
        ours("first", "men.adept", at=(30, 10), spells=["Cinder Bolt"]),
        ours("second", "men.adept", at=(40, 10), spells=["Cinder Bolt"]),
        theirs("foe", "orc.warriors", 20, front=(36, 25), files=5),
        phase="magic", power=8, dispel=0, winds=True,
    )  # fmt: skip
    with script(fight, [1, 1], ["first/Cinder Bolt", "2"]):
        magic_one(fight)
    assert rule_of(casting.cannot_cast(fight, number(fight, "first"))) == "reg.magic.castlimits"
    assert [name for name in casting.castings(fight, 0) if "boosted" not in name] == ["second/Cinder Bolt"]
    assert fight.state.pools[0] == 6


@pytest.mark.rule("reg.magic.boost", "reg.lore.ember.glare")
def test_one_boosted_attempt_dazzles_all_within_twelve_inches() -> None:
    fight = scene(
        ours("mage", "men.magister", at=(36, 20), spells=["Noonday Glare"]),
        theirs("a", "orc.warriors", 5, at=(36, 31)), theirs("b", "orc.warriors", 5, at=(45, 20)),
        theirs("c", "orc.warriors", 5, at=(36, 10)), theirs("far", "orc.warriors", 5, at=(36, 40)),
        phase="magic", power=10, dispel=0, winds=True,
    )  # fmt: skip
    with script(fight, [4, 4, 3], ["3"]):
        casting.cast(fight, 0, spell(fight, "Noonday Glare"), True)
    assert [one.bearer for one in fight.state.effects] == [number(fight, name) for name in "abc"]


# --- targets


@pytest.mark.rule("reg.magic.types")
def test_the_chart_of_spell_types() -> None:
    """Forward arc, line of sight, in combat, friends; the vortex has no target of its own."""
    assert {name: one[:4] for name, one in TYPES.items() if name != "magical vortex"} == {
        "direct damage": (True, False, False, False), "magic missile": (True, True, False, False),
        "augment": (False, False, True, True), "hex": (False, False, True, False),
    }  # fmt: skip
    assert TYPES["magical vortex"][:2] == (True, True)


def fighting(entry: str, title: str, at: tuple[float, float], **more: Any) -> Fight:
    """A wizard, and a combat somewhere."""
    men = entry.startswith("men")
    return scene(
        ours("mage", entry, front=(36, 24), spells=[title]),
        ours("own", "men.spears" if men else "orc.warriors", 20, front=at, files=5),
        theirs("foe", "orc.warriors" if men else "men.spears", 20, front=at, files=5),
        contacts=[{"a": "own", "b": "foe"}], phase="magic", **more,
    )  # fmt: skip


@pytest.mark.rule("reg.magic.types", "reg.magic.type.hex", "reg.magic.type.augment", "reg.magic.type.direct")
@pytest.mark.parametrize(
    ("title", "target", "rule"),
    [("Noonday Glare", "foe", ""), ("Dawn's Ward", "own", ""), ("Falling Embers", "foe", "reg.magic.type.direct"),
     ("Cinder Bolt", "foe", "reg.magic.type.missile"), ("Noonday Glare", "own", "reg.magic.type.hex")],
)  # fmt: skip
def test_who_fights_behind_the_caster_out_of_his_sight(title: str, target: str, rule: str) -> None:
    fight = fighting("men.magister", title, (36, 12), terrain=[{"kind": "hill", "at": [36, 19]}])
    assert rule_of(why_not(fight, number(fight, "mage"), spell(fight, title), number(fight, target))) == rule


@pytest.mark.rule("reg.magic.range", "reg.magic.type.hex", "reg.magic.type.augment")
@pytest.mark.parametrize(
    ("title", "lore", "far", "allowed"),
    [("Grave Chill", "orc.shaman", 24, True), ("Grave Chill", "orc.shaman", 24.5, False),
     ("Cinder Bolt", "men.adept", 23.8, True), ("Cinder Bolt", "men.adept", 24.01, False)],
)  # fmt: skip
def test_range_is_measured_to_the_nearest_base(title: str, lore: str, far: float, allowed: bool) -> None:
    fight = wizard(title, lore, far)
    assert (why_not(fight, 0, spell(fight, title), 1) is None) is allowed


@pytest.mark.rule("reg.magic.type.augment")
@pytest.mark.parametrize(("far", "allowed"), [(18, True), (18.1, False)])
def test_an_augment_reaches_eighteen_inches_behind_the_caster(far: float, allowed: bool) -> None:
    fight = scene(
        ours("mage", "men.adept", front=(36, 40), spells=["Dawn's Ward"]),
        ours("own", "men.spears", 20, front=(36, 40 - 0.788 - far), files=5), phase="magic",
    )  # fmt: skip
    assert (0 in lawful_targets(fight, 1, spell(fight, "Dawn's Ward"))) is allowed


@pytest.mark.rule("reg.magic.range")
def test_a_character_shares_what_lies_on_his_unit() -> None:
    fight = scene(
        ours("own", "men.spears", 20, at=(36, 20), files=5), ours("captain", "men.captain", joined="own"),
        effects=[{"spell": "Dawn's Ward", "on": "own"}],
    )  # fmt: skip
    assert "reg.lore.ember.ward" in nature(fight, number(fight, "captain"))


@pytest.mark.rule("reg.magic.type.direct")
@pytest.mark.parametrize(("far", "rule"), [(17, ""), (18.1, "reg.magic.range")])
def test_soul_drain_needs_no_sight(far: float, rule: str) -> None:
    fight = wizard(
        "Soul Drain", "orc.greatshaman", far, terrain=[{"kind": "forest", "at": [36, 16], "facing": 0}]
    )
    assert rule_of(why_not(fight, 0, spell(fight, "Soul Drain"), 1)) == rule


# --- miscasts


@pytest.mark.rule("reg.miscast.feedback", "reg.miscast.table")
def test_feedback_strikes_every_wizard_of_his_side() -> None:
    fight = scene(
        *(ours(name, "men.adept", at=(10 + 10 * at, 10)) for at, name in enumerate("abc")),
        ours("captain", "men.captain", at=(40, 10)), theirs("foe", "orc.shaman", at=(30, 40)),
        phase="magic", power=9, dispel=1, winds=True,
    )  # fmt: skip
    with script(fight, [4, 4, 1, 2, 2, 3]):
        miscasts.miscast(fight, number(fight, "b"), spell(fight, "Cinder Bolt"))
    assert sorted(one.target for one in told(fight, Struck)) == ["a", "b", "c"]
    assert fight.state.pools[0] == 6


# --- what they do


@pytest.mark.rule("reg.lore.ember.wheel", "reg.magic.type.vortex")
def test_a_wheel_comes_back_to_its_caster() -> None:
    """Laid beside him it does not touch him; rolled over him in a later phase it does."""
    fight = scene(ours("mage", "men.magister", at=(36, 10), spells=["Burning Wheel"]), phase="magic", turn=2)
    with script(fight, [1]):
        conjure(fight, 0, spell(fight, "Burning Wheel"), 0)
    assert told(fight, Struck) == []
    fight.state.vortices = (Vortex("reg.lore.ember.wheel", 0, (36000, 14000), 1),)
    with script(fight, [1, 270, 6]):
        move_all(fight)
    assert unit(fight, "mage").hurt == 1


@pytest.mark.rule("reg.magic.type.vortex")
def test_where_it_is_first_laid_a_vortex_harms_nobody() -> None:
    """Sent slantwise from the front rank: his neighbour lies under it as it is laid, not under its strip."""
    fight = scene(
        ours("own", "men.crossbows", 10, front=(36, 10), files=5), ours("mage", "men.adept", joined="own"),
        phase="magic",
    )  # fmt: skip
    unit(fight, "mage").post = 2
    with script(fight, [1]):
        conjure(fight, number(fight, "mage"), spell(fight, "Burning Wheel"), 3000)
    assert told(fight, Struck) == []


@pytest.mark.rule("reg.lore.dusk.attribute", "reg.lore.dusk.maw")
@pytest.mark.parametrize(("hurt", "after"), [(1, (0, 0)), (0, (0, 1))])
def test_a_maw_that_kills_reaps_too(hurt: int, after: tuple[int, int]) -> None:
    """A 5: a wound regained, or a power die."""
    fight = scene(
        ours("mage", "orc.greatshaman", at=(20, 10)), theirs("foe", "men.spears", 1, at=(36, 30)), phase="magic"
    )
    unit(fight, "mage").hurt = hurt
    with script(fight, [6, 5]):
        _strike(fight, 0, spell(fight, "Maw of Night"), lambda base: base.bottom > 20000)
    assert unit(fight, "foe").fate == "destroyed"
    assert (unit(fight, "mage").hurt, fight.state.pools[0]) == after


@pytest.mark.rule("reg.lore.dusk.wither", "reg.weapon.knives")
@pytest.mark.parametrize(("weapon", "strength"), [("throwing_knives", 2), ("short_bow", 3)])
def test_withering_weakens_what_is_thrown_by_hand(weapon: str, strength: int) -> None:
    fight = scene(
        ours("own", "men.spears", 10, at=(30, 10)), theirs("foe", "orc.warriors", 10, at=(30, 14)),
        effects=[{"spell": "Withering", "on": "own"}],
    )  # fmt: skip
    weapons = fight.setting.library.weapons
    arms = weapons.get(weapon) or weapons["knives"]
    assert Shot(fight, 0, 1, arms, 3).strength() == strength


@pytest.mark.rule("reg.lore.dusk.chill", "reg.sr.asf")
@pytest.mark.parametrize(("chilled", "again"), [("foe", "failures"), ("", "ones")])
def test_a_chill_lets_the_first_to_strike_throw_again(chilled: str, again: str) -> None:
    """Initiative 8 against 9, or 7 once the enemy is chilled."""
    effects = [{"spell": "Grave Chill", "on": chilled}] if chilled else []
    fight = scene(
        ours("own", "elf.prince", at=(36, 19.6)), theirs("foe", "men.spears", 10, front=(36, 20)), effects=effects
    )
    foe = fight.setting.kinds[fight.state.units[number(fight, "foe")].figure]
    foe.profile = type(foe.profile)(4, 3, 3, 3, 3, 1, 9, 1, 7)
    one = blow(fight)
    one.harm(4)
    assert one.again == again


@pytest.mark.rule("reg.lore.dusk.call")
def test_a_wounded_chief_in_a_unit_regains_a_wound() -> None:
    fight = scene(
        ours("mage", "orc.shaman", at=(20, 10)), ours("own", "orc.warriors", 10, at=(36, 20)),
        ours("chief", "orc.chief", joined="own", hurt=1), phase="magic",
    )  # fmt: skip
    with script(fight):
        workings.call_the_fallen(fight, number(fight, "mage"), number(fight, "own"))
    assert unit(fight, "chief").hurt == 0


@pytest.mark.rule("reg.lore.dusk.call")
@pytest.mark.parametrize(("level", "posts"), [(0, (True, True, False)), (1, (True, True, True))])
def test_one_who_returns_is_one_of_the_command_first(level: int, posts: tuple[bool, ...]) -> None:
    """One left, the champion: the first to return is the standard bearer, the second the musician."""
    fight = scene(
        ours("mage", "und.acolyte", at=(20, 10), level=1),
        ours("own", "und.skeletons", 10, at=(36, 20), command=True, started=10, files=5),
        phase="magic",
    )
    own = unit(fight, "own")
    own.models, own.files, own.standard, own.musician = 1, 1, False, False
    unit(fight, "mage").level = level
    with script(fight, [1]):
        workings.call_the_fallen(fight, number(fight, "mage"), number(fight, "own"))
    assert (own.champion, own.standard, own.musician) == posts


@pytest.mark.rule("reg.lore.dusk.call")
@pytest.mark.parametrize(("rear", "models"), [(1.7, 14), (0.1, 10)])
def test_nobody_returns_beyond_the_table_edge(rear: float, models: int) -> None:
    """Two ranks of five stand with their rear so far from the edge; a third is 0.79 in deep."""
    fight = scene(
        ours("mage", "und.acolyte", at=(20, 10), level=1),
        ours("own", "und.skeletons", 10, front=(36, rear + 2 * 0.7874), started=20, files=5), phase="magic",
    )  # fmt: skip
    with script(fight, [3]):
        workings.call_the_fallen(fight, number(fight, "mage"), number(fight, "own"))
    assert unit(fight, "own").models == models


@pytest.mark.rule("reg.army.und.rule.crumble", "reg.core.dice", "reg.char.bsb")
def test_a_crumbling_test_is_taken_again_only_once() -> None:
    """A wizard of Dusk and the battle standard are both near: one more try, and not two."""
    fight = scene(
        ours("own", "und.hounds", 10, at=(36, 20)), ours("mage", "und.acolyte", at=(36, 24)),
        ours("bearer", "und.champion", at=(40, 20), role="battle standard"),
        theirs("foe", "men.spears", 20, at=(36, 40)),
    )  # fmt: skip
    with script(fight, [4, 5, 3, 1]):
        crumble(fight, 0)
    assert unit(fight, "own").models == 9


@pytest.mark.rule("reg.lore.ember.steel", "reg.troop.cavalry")
def test_kindled_steel_strengthens_mounts_too() -> None:
    fight = clash("men.knights", "orc.trolls", 5, 3, effects=[{"spell": "Kindled Steel", "on": "own"}])
    horse = blow(fight, mount=True)
    assert (horse.strength().total, horse.harm(3).strikes().regeneration) == (4, 7)
