"""Magic: pools, casting, dispelling, spells, vortices and miscasts."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.rulebooks.regiments.events import Cast, Dispelled, Noted
from warhost.rulebooks.regiments.magic import casting, miscasts, pools, workings
from warhost.rulebooks.regiments.magic.targets import TYPES, why_not
from warhost.rulebooks.regiments.magic.vortices import _swallow, conjure, end_orphans, let_go, move_all
from warhost.rulebooks.regiments.moving.marching import why_not_march
from warhost.rulebooks.regiments.moving.speed import movement
from warhost.rulebooks.regiments.nerve.dread import causes_fear, causes_terror
from warhost.rulebooks.regiments.setting import Fight
from warhost.rulebooks.regiments.special.turns import burned_for_moving
from warhost.rulebooks.regiments.state import Vortex
from warhost.rulebooks.regiments.wounds.gone import destroyed
from warhost.rulebooks.regiments.wounds.hits import Harm

from .field import number, ours, scene, script, theirs, told, unit
from .test_blows import blow, clash, steps


def spell(fight: Fight, title: str):  # type: ignore[no-untyped-def]
    return next(one for one in fight.setting.library.spells.values() if one.title == title)


def wizard(title: str, lore: str = "men.magister", far: float = 15, foe: str = "", **more: Any) -> Fight:
    """A lone wizard and an enemy unit before him, with dice in both pools."""
    enemy = foe or ("orc.warriors" if lore.startswith(("men", "elf")) else "men.crossbows")
    yours = more.pop("yours", {})
    return scene(
        ours("mage", lore, front=(36, 8), spells=[title], **more.pop("mine", {})),
        theirs("foe", enemy, front=(36, 8 + far), **{"models": 20, "files": 5, **yours}),
        phase="magic",
        power=10,
        dispel=6,
        winds=True,
        **more,
    )


# --- pools


@pytest.mark.rule("reg.magic.winds", "reg.magic.maxpool", "reg.magic.channel")
@pytest.mark.parametrize(("dice", "pools_then"), [([6, 6, 6], (12, 6)), ([1, 1, 1], (2, 1)), ([5, 3, 6], (9, 5))])
def test_winds_and_channelling(dice: list[int], pools_then: tuple[int, int]) -> None:
    fight = wizard("Cinder Bolt")
    fight.state.pools = (0, 0)
    with script(fight, dice):
        pools.raise_winds(fight)
    assert fight.state.pools == pools_then


@pytest.mark.rule("reg.magic.channel")
def test_both_sides_channel() -> None:
    fight = scene(
        ours("a", "men.adept", at=(10, 10)),
        ours("b", "men.adept", at=(20, 10)),
        theirs("c", "orc.shaman", at=(30, 40)),
        phase="magic",
    )
    with script(fight, [3, 2, 6, 2, 6]):
        pools.raise_winds(fight)
    assert fight.state.pools == (6, 4)


# --- casting


def cast(
    fight: Fight, dice: list[int], boosted: bool = False, answers: tuple[str, ...] = (), count: int | None = None
) -> bool:
    one = fight.setting.library.spells[unit(fight, "mage").spells[0]]
    with script(fight, dice, [str(count or len(dice)), *answers]):
        casting.cast(fight, 0, one, boosted)
    (event,) = told(fight, Cast)
    return event.success


@pytest.mark.rule("reg.magic.cast", "reg.magic.castlimits", "reg.char.wizard")
def test_the_sum_and_the_level() -> None:
    fight = wizard("Falling Embers")
    assert not cast(fight, [1, 4])  # 5 and level 3 against 9
    assert unit(fight, "mage").spent
    refusal = casting.cannot_cast(fight, 0)
    assert refusal is not None and refusal.rule == "reg.magic.castlimits"


@pytest.mark.rule("reg.magic.castfail", "reg.magic.resolve")
@pytest.mark.parametrize(("face", "success"), [(2, False), (3, True)])
def test_too_little_power(face: int, success: bool) -> None:
    fight = wizard("Cinder Bolt", "elf.seer")
    dice = [face, 1, 1] if success else [face]  # one hit, which does not wound
    assert cast(fight, dice, count=1, answers=("no",) if success else ()) is success


@pytest.mark.rule("reg.magic.irresistible", "reg.miscast.table", "reg.miscast.feedback")
def test_two_sixes_cannot_be_dispelled_and_miscast() -> None:
    fight = wizard("Dawn's Ward", "men.adept")
    dice = [6, 6, 4, 4, 1, 3]  # irresistible; 8 on the table, a Strength 6 hit that fails to wound, three dice lost
    assert cast(fight, dice, count=2)
    assert fight.state.pools[0] == 10 - 2 - 3
    assert told(fight, Dispelled) == []


@pytest.mark.rule("reg.magic.boost", "reg.lore.ember.cinder")
@pytest.mark.parametrize(("boosted", "success"), [(False, True), (True, False)])
def test_a_boosted_spell_needs_its_own_value(boosted: bool, success: bool) -> None:
    fight = wizard("Cinder Bolt", "men.adept", mine={"options": ["wizard level 2"]})
    dice = [3, 3, *([1, 1] if success else [])]
    assert cast(fight, dice, boosted, answers=("no",) if success else (), count=2) is success


@pytest.mark.rule("reg.magic.castlimits", "reg.magic.sequence")
def test_each_spell_once_a_phase() -> None:
    fight = wizard("Cinder Bolt")
    unit(fight, "mage").tried = unit(fight, "mage").spells
    refusal = casting.why_not_spell(fight, 0, spell(fight, "Cinder Bolt"))
    assert refusal is not None and refusal.rule == "reg.magic.castlimits"


# --- dispelling


def dispel(dice: list[int], needed: int, level: int = 1) -> bool:
    fight = scene(
        ours("mage", "men.magister", at=(36, 8)), theirs("shaman", "orc.shaman", at=(36, 30), level=level),
        phase="magic", power=5, dispel=6, winds=True,
    )  # fmt: skip
    with script(fight, dice, ["shaman"]):
        return casting.try_dispel(fight, 1, "a spell", needed, len(dice))


@pytest.mark.rule("reg.magic.dispel", "reg.magic.dispelfail", "reg.magic.dispelforce")
@pytest.mark.parametrize(
    ("dice", "needed", "level", "undone"),
    [([5, 3], 11, 2, False), ([5, 4], 11, 2, True), ([6], 9, 2, False), ([3], 5, 4, False), ([6, 6], 25, 1, True)],
)
def test_dispelling(dice: list[int], needed: int, level: int, undone: bool) -> None:
    assert dispel(dice, needed, level) is undone


@pytest.mark.rule("reg.magic.dispel", "reg.turn.decisions")
def test_the_army_itself_may_dispel_and_spare_its_wizard() -> None:
    """9 without a bonus is not enough against 10; he may still try later, having failed at nothing."""
    fight = scene(
        ours("mage", "men.magister", at=(36, 8)), theirs("shaman", "orc.shaman", at=(36, 30), level=2),
        phase="magic", power=5, dispel=6, winds=True,
    )  # fmt: skip
    with script(fight, [5, 4], ["nobody"]):
        assert not casting.try_dispel(fight, 1, "a spell", 10, 2)
    assert not unit(fight, "shaman").faltered
    with script(fight, [4, 3], ["shaman"]):
        assert not casting.try_dispel(fight, 1, "a spell", 10, 2)
    assert unit(fight, "shaman").faltered
    with script(fight, [4, 4]):  # nobody is left to help, and nobody is asked
        assert not casting.try_dispel(fight, 1, "a spell", 10, 2)


@pytest.mark.rule("reg.magic.remains")
@pytest.mark.parametrize(("answer", "left"), [("keep", 1), ("end", 0)])
def test_a_caster_ends_his_own_spell_at_the_end_of_a_phase(answer: str, left: int) -> None:
    fight = wizard("Burning Wheel", turn=2)
    fight.state.vortices = (Vortex("reg.lore.ember.wheel", 0, (36000, 20000), 1),)
    with script(fight, [], [answer]):
        let_go(fight)
    assert len(fight.state.vortices) == left


@pytest.mark.rule("reg.magic.remains")
def test_a_spell_ends_with_its_caster() -> None:
    fight = wizard("Burning Wheel", turn=2)
    fight.state.vortices = (Vortex("reg.lore.ember.wheel", 0, (36000, 20000), 1),)
    destroyed(fight, 0, "destroyed")
    end_orphans(fight)
    assert fight.state.vortices == ()


@pytest.mark.rule("reg.magic.dispel")
def test_no_dice_no_attempt() -> None:
    fight = wizard("Cinder Bolt")
    fight.state.pools = (5, 0)
    with script(fight, [4, 4, 1, 1], ["2"]):
        casting.cast(fight, 0, spell(fight, "Cinder Bolt"), False)
    assert told(fight, Dispelled) == []


@pytest.mark.rule("reg.magic.remains")
def test_a_spell_in_play_is_dispelled_by_its_printed_value() -> None:
    fight = wizard("Burning Wheel", turn=2)
    vortex = Vortex("reg.lore.ember.wheel", 0, (36000, 20000), 1)
    fight.state.vortices = (vortex,)
    with script(fight, [5, 4, 5], ["3"]):
        casting.dispel_vortex(fight, 1, vortex)
    assert fight.state.vortices == ()


# --- targets


@pytest.mark.rule(
    "reg.magic.types",
    "reg.magic.range",
    "reg.magic.type.direct",
    "reg.magic.type.missile",
    "reg.magic.type.augment",
    "reg.magic.type.hex",
)
@pytest.mark.parametrize(
    ("title", "at", "rule"),
    [
        ("Noonday Glare", (36, 2), ""),  # a hex behind the caster
        ("Noonday Glare", (36, 45), "reg.magic.range"),
        ("Cinder Bolt", (36, 2), "reg.magic.type.missile"),
        ("Falling Embers", (36, 2), "reg.magic.type.direct"),
        ("Dawn's Ward", (36, 20), "reg.magic.type.augment"),
    ],
)
def test_limits_of_the_types(title: str, at: tuple[float, float], rule: str) -> None:
    fight = scene(
        ours("mage", "men.magister", front=(36, 12), spells=[title]),
        theirs("foe", "orc.warriors", 10, at=at, files=5),
        phase="magic",
    )
    refusal = why_not(fight, 0, spell(fight, title), 1)
    assert (refusal.rule if refusal else "") == rule
    assert {limits.rule for limits in TYPES.values()} >= {"reg.magic.type.vortex"}


@pytest.mark.rule("reg.magic.type.direct", "reg.magic.type.missile")
def test_direct_damage_needs_no_sight() -> None:
    hidden = {"terrain": [{"kind": "hill", "at": [36, 16]}]}
    fight = wizard("Falling Embers", **hidden)
    assert why_not(fight, 0, spell(fight, "Falling Embers"), 1) is None
    refusal = why_not(fight, 0, spell(fight, "Cinder Bolt"), 1)
    assert refusal is not None and refusal.rule == "reg.magic.type.missile"


@pytest.mark.rule("reg.magic.castlimits", "reg.magic.type.missile")
def test_an_engaged_caster_sends_no_missile() -> None:
    fight = scene(
        ours("spears", "men.spears", 20, front=(36, 20), files=5),
        ours("mage", "men.adept", joined="spears", spells=["Cinder Bolt"]),
        theirs("foe", "orc.warriors", 20, front=(36, 20), files=5),
        contacts=[{"a": "spears", "b": "foe"}],
        phase="magic",
    )
    refusal = casting.why_not_spell(fight, number(fight, "mage"), spell(fight, "Cinder Bolt"))
    assert refusal is not None and refusal.rule == "reg.magic.type.missile"


# --- the lore of ember


@pytest.mark.rule("reg.lore.ember", "reg.lore.ember.cinder", "reg.lore.ember.attribute")
def test_cinder_bolt() -> None:
    fight = wizard("Cinder Bolt", foe="orc.goblins")
    fight.state.pools = (12, 0)
    with script(fight, [4, 2, 3, 4, 6, 5]):  # four hits, three wounds; one die more is lost beyond twelve
        workings.strike(fight, 0, spell(fight, "Cinder Bolt"), 1, False)
    assert unit(fight, "foe").models == 17
    assert fight.state.pools == (12, 0)


@pytest.mark.rule("reg.lore.ember.attribute", "reg.magic.maxpool")
@pytest.mark.parametrize(
    ("die", "power", "gained"), [(4, 3, False), (5, 3, True), (6, 3, True), (6, 11, True), (6, 12, False)]
)
def test_a_power_die_that_is_gained_is_told(die: int, power: int, gained: bool) -> None:
    fight = wizard("Cinder Bolt", foe="orc.goblins")
    fight.state.pools = (power, 0)
    with script(fight, [die]):
        workings.attribute(fight, 0, "ember")
    assert fight.state.pools == (power + gained, 0)
    assert [one.what for one in told(fight, Noted)] == ["gains a power die"] * gained


@pytest.mark.rule("reg.lore.ember.steel", "reg.magic.duration")
def test_kindled_steel() -> None:
    fight = clash("men.spears", "orc.trolls", 20, 3, effects=[{"spell": "Kindled Steel", "on": "own"}])
    made = blow(fight).harm(3).strikes()
    assert (blow(fight).strength().total, made.wound, made.regeneration) == (4, 4, 7)
    workings.lay_on(fight, "reg.lore.ember.steel", 0, 0, 1)
    assert len(fight.state.effects) == 1
    assert blow(fight).strength().total == 4


@pytest.mark.rule("reg.lore.ember.glare", "reg.magic.boost")
def test_noonday_glare() -> None:
    fight = clash("men.swords", "elf.archers", effects=[{"spell": "Noonday Glare", "on": "own"}])
    assert blow(fight).need() == 5
    wide = scene(
        ours("mage", "men.magister", at=(36, 20), spells=["Noonday Glare"]),
        theirs("a", "orc.warriors", 5, at=(36, 30)), theirs("b", "orc.warriors", 5, at=(44, 20)),
        theirs("c", "orc.warriors", 5, at=(36, 12)), theirs("d", "orc.warriors", 5, at=(36, 40)), phase="magic",
    )  # fmt: skip
    assert workings.all_within(wide, 0, spell(wide, "Noonday Glare")) == [1, 2, 3]


@pytest.mark.rule("reg.lore.ember.cinderwall")
def test_falling_embers_burn_those_who_move() -> None:
    fight = wizard("Falling Embers", foe="orc.goblins")
    with script(fight, [3, 3, *[1] * 6]):
        workings.work(fight, 0, spell(fight, "Falling Embers"), 1, False)
    with script(fight, [3, 1, 1, 1]):
        burned_for_moving(fight, 1)
        burned_for_moving(fight, 1)  # once a phase


@pytest.mark.rule("reg.lore.ember.sunlance")
def test_sun_lance_counts_ranks() -> None:
    fight = wizard("Sun Lance", foe="orc.goblins")
    with script(fight, [3, *[1] * 6]):
        workings.strike(fight, 0, spell(fight, "Sun Lance"), 1, False)


@pytest.mark.rule("reg.lore.ember.wheel", "reg.magic.type.vortex")
def test_a_burning_wheel() -> None:
    fight = scene(ours("mage", "men.magister", at=(20, 10), spells=["Burning Wheel"]), phase="magic")
    with script(fight, [3]):
        conjure(fight, 0, spell(fight, "Burning Wheel"), 0)
    (vortex,) = fight.state.vortices
    assert vortex.at == pytest.approx((20000, 29890), abs=4)
    with script(fight, [1, 360]):
        move_all(fight)
    assert fight.state.vortices[0].at[0] == pytest.approx(26000, abs=2)
    with script(fight, [6]):
        move_all(fight)
    assert fight.state.vortices == ()


@pytest.mark.rule("reg.lore.ember.wheel")
def test_a_wheel_that_misfires() -> None:
    fight = scene(ours("mage", "men.magister", at=(20, 10), spells=["Burning Wheel"]), phase="magic")
    with script(fight, [6, 6, 90]):
        conjure(fight, 0, spell(fight, "Burning Wheel"), 0)
    assert fight.state.vortices == ()


# --- the lore of dusk


@pytest.mark.rule("reg.lore.dusk", "reg.lore.dusk.call", "reg.army.und.skeletons")
def test_call_the_fallen() -> None:
    fight = scene(
        ours("mage", "und.acolyte", at=(20, 10), level=2),
        ours("own", "und.skeletons", 12, at=(36, 20), started=20, files=5),
        phase="magic",
    )
    with script(fight, [5]):
        workings.call_the_fallen(fight, number(fight, "mage"), number(fight, "own"))
    assert unit(fight, "own").models == 19


@pytest.mark.rule("reg.lore.dusk.call", "reg.army.und.shamblers")
def test_the_shambling_dead_grow_beyond_their_number() -> None:
    fight = scene(
        ours("mage", "und.acolyte", at=(20, 10), level=4),
        ours("own", "und.shamblers", 20, at=(36, 20), files=5),
        phase="magic",
    )
    with script(fight, [6]):
        workings.call_the_fallen(fight, number(fight, "mage"), number(fight, "own"))
    assert unit(fight, "own").models == 30


@pytest.mark.rule("reg.lore.dusk.call", "reg.army.und.shamblers")
def test_the_shambling_dead_have_grown_in_a_file_and_grow_by_half_at_most() -> None:
    fight = scene(
        ours("mage", "und.acolyte", at=(20, 10), level=1),
        ours("own", "und.shamblers", 31, at=(36, 20), started=21, files=8),
        phase="magic",
    )
    with script(fight, [6]):
        workings.call_the_fallen(fight, number(fight, "mage"), number(fight, "own"))
    assert unit(fight, "own").models == 32


@pytest.mark.rule("reg.lore.dusk.chill", "reg.combat.order")
def test_grave_chill() -> None:
    fight = clash("men.spears", "orc.warriors", effects=[{"spell": "Grave Chill", "on": "own", "strength": 3}])
    assert movement(fight, 0) == 1000
    refusal = why_not_march(fight, 0)
    assert refusal is not None and refusal.rule == "reg.lore.dusk.chill"

    assert steps(fight, "own") == {"": 1}


@pytest.mark.rule("reg.lore.dusk.wither")
def test_withering() -> None:
    fight = scene(theirs("foe", "men.spears", 20, at=(30, 30)), effects=[{"spell": "Withering", "on": "foe"}])
    assert Harm(fight, 0, 1, 3).strikes().wound == 3


@pytest.mark.rule("reg.lore.dusk.splinters")
def test_bone_splinters() -> None:
    fight = wizard("Bone Splinters", "orc.greatshaman", foe="men.oathblades")
    with script(fight, [4, 4, *[4] * 8, *[5] * 8], []):
        workings.strike(fight, 0, spell(fight, "Bone Splinters"), 1, False)
    assert unit(fight, "foe").models == 20


@pytest.mark.rule("reg.lore.dusk.mantle")
def test_mantle_of_dread() -> None:
    fight = clash("orc.warriors", "men.spears", effects=[{"spell": "Mantle of Dread", "on": "own"}])
    assert causes_fear(fight, 0) and not causes_terror(fight, 0)
    dead = clash("und.skeletons", "men.spears", effects=[{"spell": "Mantle of Dread", "on": "own"}])
    assert causes_terror(dead, 0)


@pytest.mark.rule("reg.lore.dusk.drain", "reg.lore.dusk.attribute")
def test_soul_drain() -> None:
    fight = wizard("Soul Drain", "orc.greatshaman", foe="men.oathblades")
    unit(fight, "mage").hurt = 1
    with script(fight, [3, 4, 1, 2, 3, 4, 4, 5, 6, 5]):
        workings.strike(fight, 0, spell(fight, "Soul Drain"), 1, False)
    assert unit(fight, "foe").models == 16
    assert unit(fight, "mage").hurt == 0


@pytest.mark.rule("reg.lore.dusk.maw", "reg.core.test.char")
def test_the_maw_of_night() -> None:
    fight = scene(
        ours("mage", "und.bonecaller", at=(20, 10)), theirs("spears", "orc.goblins", 20, at=(36, 30)),
        theirs("giant", "orc.giant", at=(50, 30)), phase="magic",
    )  # fmt: skip
    with script(fight, [3, 4]):
        _swallow(fight, 0, number(fight, "spears"), 2)
    assert unit(fight, "spears").models == 19
    with script(fight, [6, 3]):
        _swallow(fight, 0, number(fight, "giant"), 1)
    assert unit(fight, "giant").hurt == 2


# --- miscasts


@pytest.mark.rule("reg.miscast.cascade")
@pytest.mark.parametrize(("dice", "fate", "left"), [([1, 3], "destroyed", 3), ([1, 4, 5], "standing", 0)])
def test_dimensional_cascade(dice: list[int], fate: str, left: int) -> None:
    fight = wizard("Cinder Bolt")
    fight.state.pools = (3, 0)
    with script(fight, dice):
        miscasts.cascade(fight, 0, spell(fight, "Cinder Bolt"))
    assert (unit(fight, "mage").fate, fight.state.pools[0]) == (fate, left)


@pytest.mark.rule("reg.miscast.calamity")
def test_thirteen_under_the_small_template() -> None:
    fight = scene(
        ours("spears", "men.crossbows", 24, front=(36, 20), files=5),
        ours("mage", "men.adept", joined="spears"),
        phase="magic",
    )
    unit(fight, "mage").post = 2
    with script(fight, [*[1] * 12, 1, 3]):
        miscasts.calamity(fight, number(fight, "mage"), spell(fight, "Cinder Bolt"))


@pytest.mark.rule("reg.miscast.detonation")
def test_detonation_spares_the_wizard() -> None:
    fight = scene(
        ours("spears", "men.crossbows", 24, front=(36, 20), files=5),
        ours("mage", "men.adept", joined="spears"),
        phase="magic",
    )
    unit(fight, "mage").post = 2
    with script(fight, [2] * 5 + [1]):
        miscasts.detonation(fight, number(fight, "mage"), spell(fight, "Cinder Bolt"))
    assert unit(fight, "spears").models == 19
    assert unit(fight, "mage").hurt == 0


@pytest.mark.rule("reg.miscast.drain")
def test_power_drain() -> None:
    fight = wizard("Cinder Bolt", "men.adept", mine={"level": 2})
    unit(fight, "mage").spells = ("reg.lore.ember.cinder", "reg.lore.ember.ward")
    with script(fight, [5]):
        miscasts.drain(fight, 0, spell(fight, "Dawn's Ward"))
    assert (unit(fight, "mage").level, unit(fight, "mage").spells) == (0, ())


@pytest.mark.rule("reg.magic.duration")
def test_a_spell_ends_with_the_casters_next_magic_phase() -> None:
    fight = wizard("Dawn's Ward")
    workings.lay_on(fight, "reg.lore.ember.ward", 0, 0, 1)
    fight.state.clock += 1
    workings.expire(fight)
    assert fight.state.effects
    fight.state.clock += 1
    workings.expire(fight)
    assert not fight.state.effects
