"""The Hourglass of Time: two enemies are out of time for a while, and back as they were."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from warhost.engine.battle import fingerprint
from warhost.engine.field.body import apart
from warhost.rulebooks.threeplains.bodies import TOUCH, body
from warhost.rulebooks.threeplains.events.items import BackInTime, OutOfTime
from warhost.rulebooks.threeplains.fighting.arms import usable as arms_for
from warhost.rulebooks.threeplains.fighting.contact import between, engaged, foes
from warhost.rulebooks.threeplains.figure import Figure, from_mm, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.items.moments import out_of_turn
from warhost.rulebooks.threeplains.items.stillness import HOURGLASS
from warhost.rulebooks.threeplains.judging.verdicts import verdicts
from warhost.rulebooks.threeplains.magic.bearing import effects_on, lay
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast, castable, usable, why_not_cast
from warhost.rulebooks.threeplains.magic.effects import round_fought
from warhost.rulebooks.threeplains.rulebook import ThreePlains
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special.riding import rider_of
from warhost.rulebooks.threeplains.state import NEVER, Contact, Effect
from warhost.rulebooks.threeplains.turn import step
from warhost.rulebooks.threeplains.victory import victory_points
from warhost.rulebooks.threeplains.wounds.casualties import destroy

from .armoury import laden, settled
from .scene import champion, contact, foot, hero, horse, number, piece, scene, script, told, unit

LARGE_BEAST = (from_mm(50), from_mm(50))
GLASS = "hourglass_of_time"
USE = f"use: hero/{GLASS}"


def turned(fight: Fight, turns: int = 1, *answers: str) -> Fight:
    """The hero turns the glass and rolls so many turns."""
    with script(fight, dice=[2 * turns], answers=answers):
        cast(fight, number(fight, "hero"), book[HOURGLASS])
    assert sound(fight)
    return fight


def at_clock(fight: Fight, clock: int) -> Fight:
    """That turn begins."""
    fight.state.phase, fight.state.clock, fight.state.first = "start", clock - 1, 0
    with script(fight):
        step(fight)
    assert sound(fight)
    return fight


def sound(fight: Fight) -> bool:
    return flaws(fight.setting, fight.state) == []


def fate(fight: Fight, *names: str) -> list[str]:
    return [piece(fight, name).fate for name in names]


def duel(own: dict[str, Any] | None = None, foe: Figure | None = None, **met: Any) -> Fight:
    """The hero and his foe, alone, with somebody of each side far off."""
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden(GLASS, **(own or {}))),
        hero("foe", (36, 20), facing=180, side=1, figure=foe or champion()),
        unit("guard", (10, 5)), unit("orcs", (10, 40), facing=180, side=1),
    ))  # fmt: skip
    contact(fight, "foe", "hero", **{"charge": NEVER, **met})
    return fight


def ranked(**more: Any) -> Fight:
    """Both in the front ranks of their units, which fight."""
    fight = settled(scene(
        unit("guard", (36, 20), models=9),
        hero("hero", within="guard", figure=laden(GLASS)),
        unit("orcs", (36, 20), facing=180, side=1, models=9),
        hero("foe", within="orcs", side=1),
        **more,
    ))  # fmt: skip
    contact(fight, "orcs", "guard", charge=inches(9), run=inches(9))
    return fight


# --- when and at whom ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
def test_the_glass_is_turned_once_and_only_at_whom_its_bearer_touches() -> None:
    fight = duel()
    assert USE in castable(fight)
    fight.state.active = 1
    assert USE in usable(fight, 0)
    fight.state.active = 0
    turned(fight)
    assert USE not in castable(at_clock(fight, 2)) and HOURGLASS in piece(fight, "hero").used
    free = settled(scene(hero("hero", (36, 20), figure=laden(GLASS)), hero("foe", (36, 20.1), facing=180, side=1)))
    refused = why_not_cast(free, USE)
    assert not castable(free) and refused is not None and "whose base he touches" in refused.why


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
@pytest.mark.parametrize(
    ("foe", "taken"),
    [
        (foot(), False),
        (foot(category="beast", base=LARGE_BEAST), False),
        (foot(category="machine", kind="machine", base=LARGE_BEAST), True),
    ],
)
def test_soldiers_and_beasts_without_riders_are_not_its_victims(foe: Figure, taken: bool) -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden(GLASS)),
        unit("foe", (36, 20), facing=180, side=1, models=1, files=1, figure=foe),
    ))  # fmt: skip
    contact(fight, "hero", "foe")
    assert (USE in castable(fight)) == taken


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
@pytest.mark.parametrize(("post", "touched"), [(2, True), (3, True), (4, False)])
def test_a_character_elsewhere_in_the_same_fight_is_not_touched(post: int, touched: bool) -> None:
    fight = ranked()
    piece(fight, "foe").post = post
    assert (USE in castable(fight)) == touched


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time", "tp.beast.mounted.separate")
def test_a_ridden_beast_goes_with_its_rider() -> None:
    beast = foot(category="beast", kind="mount", base=LARGE_BEAST, life=8, weapons=("natural weapons",))
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden(GLASS)),
        unit("dragon", (36, 20), facing=180, side=1, models=1, files=1, figure=beast),
        hero("knight", within="dragon", side=1),
    ))  # fmt: skip
    contact(fight, "dragon", "hero")
    turned(fight)
    assert fate(fight, "hero", "dragon", "knight") == ["stopped"] * 3
    at_clock(fight, 2)
    assert fate(fight, "hero", "dragon", "knight") == ["standing", "standing", "within"]
    assert rider_of(fight, number(fight, "dragon")) == number(fight, "knight")
    assert foes(fight, number(fight, "hero")) == [number(fight, "dragon")]


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
def test_of_two_whom_he_touches_the_bearer_names_one() -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden(GLASS)),
        hero("foe", (36, 20), facing=180, side=1),
        hero("other", (36.7, 20), facing=180, side=1),
    ))  # fmt: skip
    contact(fight, "foe", "hero")
    contact(fight, "other", "hero")
    turned(fight, 1, "other")
    assert fate(fight, "hero", "foe", "other") == ["stopped", "standing", "stopped"]
    assert not fight.state.contacts


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time", "tp.magic.items")
@pytest.mark.parametrize("phase", ["charges", "shooting", "combat"])
def test_the_glass_is_offered_in_the_enemys_turn(phase: Any) -> None:
    fight = duel()
    fight.state.active, fight.state.phase = 1, phase
    with script(fight, dice=[2], answers=[USE]):
        assert out_of_turn(fight)
    assert fate(fight, "hero", "foe") == ["stopped", "stopped"]


# --- how long ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
@pytest.mark.parametrize(
    ("active", "clock", "turns", "back"), [(0, 1, 1, 2), (0, 1, 2, 4), (0, 1, 3, 6), (1, 2, 1, 4), (1, 2, 2, 6)]
)
def test_they_are_gone_for_so_many_turns_of_the_bearer(active: int, clock: int, turns: int, back: int) -> None:
    fight = duel()
    fight.state.active, fight.state.clock = active, clock
    turned(fight, turns)
    assert [one.turn for one in told(fight, OutOfTime)] == [(back + 1) // 2] * 2
    for now in range(clock + 1, back):
        assert fate(at_clock(fight, now), "hero", "foe") == ["stopped", "stopped"]
    assert fate(at_clock(fight, back), "hero", "foe") == ["standing", "standing"]
    assert len(told(fight, BackInTime)) == 2 and not fight.state.stopped


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time", "tp.setup.victory.points", "tp.setup.victory.fleeing")
def test_nobody_scores_for_who_is_out_of_time_at_the_end() -> None:
    fight = duel()
    piece(fight, "hero").hurt, piece(fight, "foe").hurt = 1, 1
    turned(fight, 3)
    piece(fight, "foe").fleeing = True
    assert victory_points(fight, 0).total == victory_points(fight, 1).total == 0
    piece(fight, "orcs").fate = "slain"
    assert victory_points(fight, 0).total == 180


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
def test_time_stands_still_for_what_lies_on_them_too() -> None:
    fight = duel()
    lay(fight, Effect("tp.spell.base.zap", 0, number(fight, "foe"), 0, 3))
    lay(fight, Effect("tp.spell.base.zap", 0, number(fight, "orcs"), 0, 3))
    piece(fight, "foe").silent_until, piece(fight, "hero").silent_until = 2, 0
    turned(fight, 2)
    assert [one.ends for one in fight.state.effects] == [6, 3]
    assert (piece(fight, "foe").silent_until, piece(fight, "hero").silent_until) == (5, 0)
    at_clock(fight, 4)
    assert effects_on(fight, number(fight, "foe")) and not effects_on(fight, number(fight, "orcs"))


# --- as they were --------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time", "tp.weapon.lance")
def test_a_lancer_who_has_not_struck_yet_still_has_his_charge() -> None:
    lancer = horse(category="character", base=foot().base, title="Knight")
    fight = duel(foe=lancer, charge=inches(9), run=inches(9))
    before = fight.state.contacts[0]
    turned(fight)
    assert not fight.state.contacts
    at_clock(fight, 2)
    (met,) = fight.state.contacts
    assert (met.a, met.b, met.charge, met.rounds) == (before.a, before.b, inches(9), 0)
    assert "lance" in [weapon.id for weapon in arms_for(fight, before.a, before.a, met)]


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time", "tp.weapon.lance")
@pytest.mark.parametrize(("rounds", "kept"), [(0, True), (1, False)])
def test_a_lancer_taken_out_of_his_charging_unit_strikes_as_one_who_charged(rounds: int, kept: bool) -> None:
    knights = horse()
    fight = settled(scene(
        unit("guard", (36, 20), models=12, figure=foot(toughness=6)),
        hero("hero", within="guard", figure=laden(GLASS)),
        unit("riders", (36, 20), facing=180, side=1, models=5, figure=knights),
        hero("knight", within="riders", side=1, figure=horse(category="character", life=3)),
    ))  # fmt: skip
    contact(fight, "riders", "guard", charge=inches(9), run=inches(9), rounds=rounds)
    turned(fight)
    (met,) = fight.state.contacts
    fight.state.contacts = [Contact(met.a, met.b, "front", "front", met.charge, run=met.run, rounds=rounds + 1)]
    at_clock(fight, 2)
    knight, riders = number(fight, "knight"), number(fight, "riders")
    lances = [weapon.id for weapon in arms_for(fight, knight, riders, fight.state.contacts[0])]
    assert ("lance" in lances) == kept
    assert "lance" not in [weapon.id for weapon in arms_for(fight, riders, riders, fight.state.contacts[0])]


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time", "tp.weapon.lance")
def test_that_charge_is_over_when_he_has_fought() -> None:
    fight = ranked()
    fight.state.contacts = [Contact(number(fight, "guard"), number(fight, "orcs"), "front", "front", inches(9))]
    turned(fight)
    assert [one.target for one in fight.state.effects] == [number(fight, "hero")]
    round_fought(fight, [number(fight, "guard")])
    assert fight.state.effects
    round_fought(at_clock(fight, 2), [number(fight, "guard"), number(fight, "hero")])
    assert not fight.state.effects


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time", "tp.piece.casualties.character")
def test_ordinary_models_fill_their_places_until_they_are_back() -> None:
    fight = ranked()
    before = [body(fight, n).bases[2].centre for n in (number(fight, "guard"), number(fight, "orcs"))]
    turned(fight)
    for name in ("guard", "orcs"):
        assert not piece(fight, name).leaders and not piece(fight, name).fallen
        assert body(fight, number(fight, name)).models == 9
    assert between(fight, number(fight, "guard"), number(fight, "orcs")) is not None
    at_clock(fight, 2)
    assert fate(fight, "hero", "foe") == ["within", "within"]
    assert piece(fight, "guard").leaders == (number(fight, "hero"),)
    assert piece(fight, "orcs").leaders == (number(fight, "foe"),)
    after = [body(fight, n).bases[2].centre for n in (number(fight, "guard"), number(fight, "orcs"))]
    assert before == after and len(fight.state.contacts) == 1


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
def test_who_comes_back_after_his_unit_has_marched_off_stands_alone_where_he_stood() -> None:
    fight = ranked()
    hero_at = body(fight, number(fight, "guard")).bases[2].centre
    turned(fight)
    fight.state.contacts.clear()
    piece(fight, "guard").y, piece(fight, "orcs").y = inches(8), inches(34)
    at_clock(fight, 2)
    assert fate(fight, "hero", "foe") == ["standing", "standing"]
    assert body(fight, number(fight, "hero")).middle == hero_at
    assert foes(fight, number(fight, "hero")) == [number(fight, "foe")]
    assert not engaged(fight, number(fight, "guard"))


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
def test_a_place_that_is_taken_puts_both_beside_it_and_out_of_combat() -> None:
    fight = duel()
    turned(fight)
    orcs = piece(fight, "orcs")
    orcs.x, orcs.y = inches(36), inches(19.5)
    at_clock(fight, 2)
    assert fate(fight, "hero", "foe") == ["standing", "standing"] and not fight.state.contacts
    own = body(fight, number(fight, "hero"))
    assert TOUCH < apart(own, body(fight, number(fight, "orcs"))) < inches(1)
    assert apart(own, body(fight, number(fight, "foe"))) > TOUCH


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
@pytest.mark.parametrize(("moved", "fights"), [(False, True), (True, False)])
def test_a_third_who_has_not_moved_is_fought_again(moved: bool, fights: bool) -> None:
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden(GLASS)),
        hero("foe", (36, 20), facing=180, side=1),
        unit("orcs", (35.6, 19.6), facing=90, side=1, models=5, files=1),
    ))  # fmt: skip
    contact(fight, "foe", "hero")
    contact(fight, "orcs", "hero", b_side="left")
    turned(fight)
    assert not engaged(fight, number(fight, "orcs"))
    if moved:
        piece(fight, "orcs").x += TOUCH + 1
    at_clock(fight, 2)
    assert engaged(fight, number(fight, "orcs")) == fights
    assert engaged(fight, number(fight, "foe")) == fights


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
def test_who_is_out_of_time_is_shown_where_he_will_be() -> None:
    fight = turned(ranked(), 2)
    shown = ThreePlains().view(fight.setting, fight.state, 1)
    assert [zone.title for zone in shown.zones] == [f"{who}, out of time until turn 2" for who in ("hero", "foe")]
    assert [line for unit in shown.units if unit.id == "hero" for line in unit.details][-1:] == ["out of time"]


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
def test_who_comes_back_to_no_unit_stands_alone() -> None:
    fight = turned(ranked())
    destroy(fight, number(fight, "guard"), "tp.combat.it")
    at_clock(fight, 2)
    assert fate(fight, "guard", "hero", "foe") == ["slain", "standing", "within"]
    assert foes(fight, number(fight, "hero")) == [number(fight, "orcs")]


def test_a_battle_with_somebody_out_of_time_is_saved_and_read_again() -> None:
    fight = turned(ranked(), 2)
    written = msgspec.json.decode(msgspec.json.encode(fight.state))
    again = ThreePlains().restore(fight.setting, written)
    assert again.stopped == fight.state.stopped and fingerprint(again) == fingerprint(fight.state)


@pytest.mark.rule("tp.item.enchanted.hourglass_of_time")
def test_an_item_that_holds_no_spell_is_used_and_not_cast() -> None:
    fight = scene(hero("hero", (36, 20), figure=laden(GLASS)), unit("orcs", (36, 20), facing=180, side=1))
    contact(fight, "hero", "orcs")
    (glass,) = [v for v in verdicts(fight.setting, fight.state) if v.deed == f"use {GLASS}"]
    assert glass.refusal is not None and glass.refusal.why == (
        "there is nobody on whom hero could use The Hourglass of Time: The Hourglass of Time is used on an enemy "
        "character, ridden beast or war machine whose base he touches"
    )
