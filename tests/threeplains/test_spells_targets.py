"""Whoever is no lawful target of a spell is refused with the reason, by the question and by the referee alike."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.judging.verdicts import verdicts
from warhost.rulebooks.threeplains.land.sense import NOTICED
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.moments import offer
from warhost.rulebooks.threeplains.magic.naming import name_target, naming, why_not_at
from warhost.rulebooks.threeplains.magic.places import why_not_there
from warhost.rulebooks.threeplains.magic.targets import (
    ASKED_FOR,
    KINDS,
    PLACES,
    UNNAMED,
    Casting,
    struck,
    why_out_of_range,
)
from warhost.rulebooks.threeplains.magic.verbs import Target
from warhost.rulebooks.threeplains.setting import Fight

from .armoury import laden
from .scene import Placed, asked, contact, foot, hero, horse, number, piece, scene, unit
from .wizardry import mage, wizard

EMPTY = foot(category="beast", kind="mount", life=6, title="Dragon")


def before(spell: str, *more: Placed, **options: str) -> Fight:
    """Merlin knows the spell; guards behind him, orcs and cavalry before him, and whoever else."""
    return scene(
        wizard("merlin", (36, 10), spell), unit("guard", (36, 7), models=10),
        unit("orcs", (36, 20), facing=180, side=1, models=10), hero("boss", within="orcs", side=1),
        unit("riders", (48, 20), facing=180, side=1, models=5, figure=horse()), *more, options=options,
    )  # fmt: skip


def refused(fight: Fight, spell: str, target: str) -> Refusal:
    found = why_not_at(fight, number(fight, "merlin"), book[f"tp.spell.{spell}"], number(fight, target))
    assert found is not None
    return found


def test_every_kind_of_named_target_has_words_and_every_demand_a_reason() -> None:
    kinds = set(get_args(Target)) - set(UNNAMED) - set(PLACES)
    assert set(KINDS) == set(ASKED_FOR) == kinds
    assert naming.fitting.keys() == naming.lacking.keys() and all(naming.lacking.values())


@pytest.mark.rule("tp.magic.requirements", "tp.spell.conventions")
@pytest.mark.parametrize(
    ("spell", "target", "why"),
    [
        ("base.zap", "guard", "Zap! is cast at an enemy piece"),
        ("base.zap", "boss", "boss is with orcs, and Zap! is cast at whole pieces"),
        ("harmony.perfection", "orcs", "Perfection is cast at a friendly piece"),
        ("harmony.domination", "riders", "Domination is cast at an enemy beast that is ridden or a beast unit; "
                                         "steeds are none"),
        ("harmony.domination", "dragon", "dragon has no rider and no masters with it"),
        ("creation.earth_wall", "pikes", "pikes is in close combat"),
        ("battle.invigoration", "guard", "guard is not weary"),
        ("black.reanimate_the_dead", "guard", "guard has lost nothing"),
        ("destruction.inferno_charge", "knight", "knight has no plain weapon to strike with"),
    ],
)  # fmt: skip
def test_whom_a_spell_is_not_meant_for_is_refused_by_its_rule(spell: str, target: str, why: str) -> None:
    fight = before(
        spell, unit("dragon", (28, 20), facing=180, side=1, models=1, files=1, figure=EMPTY),
        unit("pikes", (20, 20), models=10), unit("wolves", (20, 20), facing=180, side=1, models=10),
        hero("knight", (34, 7), figure=laden("sword_of_strength")),
    )  # fmt: skip
    contact(fight, "wolves", "pikes")
    assert refused(fight, spell, target) == Refusal(f"tp.spell.{spell}", why)


@pytest.mark.rule("tp.magic.requirements", "tp.aware.secondary")
def test_whom_the_caster_does_not_sense_is_refused_by_the_rules_of_the_senses() -> None:
    fight = before("base.zap", unit("trolls", (36, 2), side=1, models=10), hero("thief", (36, 9), side=1))
    assert refused(fight, "base.zap", "trolls").rule.startswith("tp.aware.")
    assert refused(fight, "base.zap", "thief") == Refusal("tp.aware.secondary", "thief is only noticed, not seen")
    piece(fight, "thief").fate = "slain"
    assert refused(fight, "base.zap", "thief").why == "thief is not on the table"


@pytest.mark.rule("tp.magic.requirements")
@pytest.mark.parametrize(("measuring", "lawful"), [("open", False), ("orders first", True)])
def test_range_speaks_against_a_target_only_where_it_is_measured_first(measuring: str, lawful: bool) -> None:
    fight = before("base.zap", unit("far", (36, 47), facing=180, side=1, models=10), measuring=measuring)
    found = why_not_at(fight, 0, book["tp.spell.base.zap"], number(fight, "far"))
    assert (found is None) is lawful


def question(fight: Fight, spell: str) -> Any:
    return asked(fight, lambda trial: name_target(trial, 0, book[f"tp.spell.{spell}"]))


@pytest.mark.rule("tp.magic.cast")
def test_the_question_for_a_target_gives_the_reason() -> None:
    fight = before("base.zap")
    refusal = question(fight, "base.zap").refuse("guard")
    assert refusal == Refusal("tp.spell.base.zap", "Zap! is cast at an enemy piece")
    assert "is not one of" in question(fight, "base.zap").refuse("nobody at all").why


@pytest.mark.rule("tp.trait.scouting.concealed")
def test_scouts_who_lie_hidden_do_not_show_in_a_refusal() -> None:
    fight = before("base.zap", unit("scouts", (30, 20), facing=180, side=1, scouts="concealed"))
    assert "is not one of" in question(fight, "base.zap").refuse("scouts").why
    assert "scouts" not in {verdict.target for verdict in verdicts(fight.setting, fight.state)}


@pytest.mark.rule("tp.character.halfwit")
def test_an_enemy_halfwit_among_others_does_not_show_in_a_refusal() -> None:
    fight = before("base.zap", hero("fool", within="orcs", side=1, role="halfwit", fate="hidden"))
    assert "is not one of" in question(fight, "base.zap").refuse("fool").why


@pytest.mark.rule("tp.spell.chaos.scatter_leap")
def test_the_referee_names_the_caster_where_he_may_choose_himself() -> None:
    fight = before("chaos.scatter_leap")
    assert "merlin" in {v.target for v in verdicts(fight.setting, fight.state) if v.deed == "cast scatter_leap"}


@pytest.mark.rule("tp.magic.requirements", "tp.spell.harmony.domination")
def test_the_referee_tells_of_every_piece_why_it_is_no_target() -> None:
    fight = before("harmony.domination")
    found = {v.target: v.refusal for v in verdicts(fight.setting, fight.state) if v.deed == "cast domination"}
    assert set(found) == {"orcs", "riders"}
    assert all(one is not None and one.rule == "tp.spell.harmony.domination" for one in found.values())


@pytest.mark.rule("tp.magic.requirements")
def test_the_referee_lists_lawful_targets_beside_the_others() -> None:
    fight = before(
        "creation.earth_wall", unit("pikes", (20, 20), models=10), unit("wolves", (20, 20), facing=180, side=1)
    )
    contact(fight, "wolves", "pikes")
    found = {v.target: v.lawful for v in verdicts(fight.setting, fight.state) if v.deed == "cast earth_wall"}
    assert found["merlin"] and not found["pikes"]


@pytest.mark.rule("tp.magic.timing", "tp.magic.requirements")
@pytest.mark.parametrize(
    ("spell", "tried", "why"),
    [
        (
            "harmony.domination",
            False,
            "there is nobody at whom merlin could cast Domination: Domination is cast at",
        ),
        ("harmony.serenity", False, "no enemy is in a frenzy or hates"),
        ("chaos.disorder", False, "the enemy has no war machine on the table"),
        ("black.touch_of_death", False, "merlin fights nobody"),
        ("base.slow", True, "merlin has tried Slow already, or given it up"),
        ("base.dispel", False, "Dispel is cast only at an enemy spell"),
    ],
)
def test_a_spell_that_cannot_be_cast_at_all_is_refused_with_the_reason(spell: str, tried: bool, why: str) -> None:
    other = wizard("circe", (40, 10), "base.zap", figure=mage())
    fight = before(spell, other)
    piece(fight, "merlin").tried = (f"tp.spell.{spell}",) if tried else ()
    refusal = asked(fight, offer).refuse(f"cast: merlin/{spell.partition('.')[2]}")
    assert refusal is not None and refusal.why.startswith(why)


@pytest.mark.rule("tp.item.enchanted.potion_of_vitality", "tp.magic.items.potions")
def test_an_item_that_cannot_be_used_is_refused_with_the_reason() -> None:
    fight = before("base.zap", hero("hero", (30, 7), figure=laden("potion_of_vitality")))
    refusal = asked(fight, offer).refuse("use: hero/potion_of_vitality")
    assert refusal is not None and refusal.why == "hero is not weary, or has another potion at work"


IN_REACH = [name for name, spell in book.spells.items() if name.startswith("tp.spell.") and spell.range]
AT_PLACES = [name for name in IN_REACH if book[name].target in PLACES]
ALL_ROUND = [name for name, spell in book.spells.items() if spell.range and spell.target.startswith("all ")]
AT_PIECES = [name for name in IN_REACH if name not in AT_PLACES and book[name].target not in UNNAMED]


@pytest.mark.rule("tp.magic.requirements", "tp.spell.conventions")
@pytest.mark.parametrize("spell", AT_PIECES)
@pytest.mark.parametrize(("more", "reached"), [(0, True), (0.01, False)])
def test_every_spell_reaches_as_far_as_its_range_and_no_farther(spell: str, more: float, reached: bool) -> None:
    far = book[spell].range
    assert far is not None
    fight = scene(wizard("merlin", (36, 10)), unit("orcs", (36, 10 + far + more), facing=180, side=1))
    casting = Casting(0, book[spell], 0, 1, number(fight, "orcs"))
    refusal = why_out_of_range(fight, casting)
    assert (refusal is None) == reached


@pytest.mark.rule("tp.shoot.radius", "tp.spell.conventions")
@pytest.mark.parametrize("spell", ALL_ROUND)
@pytest.mark.parametrize(("more", "struck_too"), [(0, True), (0.01, False)])
def test_what_strikes_all_round_the_caster_ends_with_its_range(spell: str, more: float, struck_too: bool) -> None:
    far, side = book[spell].range, 0 if book[spell].target == "all friends" else 1
    assert far is not None
    fight = scene(wizard("merlin", (36, 10)), unit("others", (36, 10 + far + more), facing=180, side=side))
    casting = Casting(number(fight, "merlin"), book[spell], 0, 1)
    assert (number(fight, "others") in struck(fight, casting)) == struck_too


@pytest.mark.rule("tp.magic.requirements", "tp.spell.conventions")
@pytest.mark.parametrize("spell", AT_PLACES)
@pytest.mark.parametrize(("more", "reached"), [(0, True), (0.01, False)])
def test_a_place_is_reached_as_far_as_the_range_of_its_spell(spell: str, more: float, reached: bool) -> None:
    far = book[spell].range
    assert far is not None
    fight = scene(wizard("merlin", (36, 10)), unit("orcs", (10, 40), facing=180, side=1))
    spot = (inches(36), inches(10 + far + more))
    assert (why_not_there(fight, Casting(0, book[spell], 0, 1), spot) is None) == reached


@pytest.mark.rule("tp.magic.requirements", "tp.aware.secondary")
@pytest.mark.parametrize(("away", "known"), [(0, True), (0.01, False)])
def test_ground_behind_the_caster_is_known_as_far_as_he_notices_anything(away: float, known: bool) -> None:
    fight = scene(wizard("merlin", (36, 20)), unit("orcs", (10, 40), facing=180, side=1))
    back = min(y for _, y in body(fight, 0).block.points)
    spot = (inches(36), back - NOTICED - inches(away))
    assert (why_not_there(fight, Casting(0, book["tp.spell.creation.spring"], 0, 1), spot) is None) == known


@pytest.mark.rule("tp.spell.base.look_of_death")
@pytest.mark.parametrize(("facing", "why"), [(180, ""), (0, "troll does not look at the caster")])
def test_the_look_of_death_needs_eyes_that_look_back(facing: int, why: str) -> None:
    spell = "base.look_of_death"
    fight = scene(wizard("merlin", (36, 10), spell), hero("troll", (36, 22), facing=facing, side=1))
    found = why_not_at(fight, 0, book[f"tp.spell.{spell}"], 1)
    assert (found.why if found else "") == why
