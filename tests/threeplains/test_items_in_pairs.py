"""Two items, or an item and a spell, of which each does something to what the other does."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from warhost.engine.question import Answer
from warhost.rulebooks.threeplains.events.nerves import Checked
from warhost.rulebooks.threeplains.fighting.combat import exchange_blows
from warhost.rulebooks.threeplains.fighting.prowess import ready
from warhost.rulebooks.threeplains.figure import inches
from warhost.rulebooks.threeplains.items.armour import TITAN
from warhost.rulebooks.threeplains.items.growing import grow, grown
from warhost.rulebooks.threeplains.items.hoarding import KILLS
from warhost.rulebooks.threeplains.items.moments import begin_turn, combat_begins
from warhost.rulebooks.threeplains.items.spying import shrouded
from warhost.rulebooks.threeplains.land.ground import movement
from warhost.rulebooks.threeplains.magic.bearing import SILENCE, carried, lay
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.casting import cast
from warhost.rulebooks.threeplains.magic.ether import thickeners
from warhost.rulebooks.threeplains.magic.learning import all_cards, choose_spells, learn
from warhost.rulebooks.threeplains.magic.naming import fitting
from warhost.rulebooks.threeplains.magic.pools import PREPARATION, chances
from warhost.rulebooks.threeplains.magic.spells.chaos import WARP
from warhost.rulebooks.threeplains.magic.spells.destruction import INFERNO
from warhost.rulebooks.threeplains.magic.targets import Casting
from warhost.rulebooks.threeplains.missiles.turning import turned_by
from warhost.rulebooks.threeplains.morale.checks import deviancy
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, NOBODY, Effect
from warhost.rulebooks.threeplains.turn import DEEDS
from warhost.rulebooks.threeplains.wounds.casualties import lose
from warhost.rulebooks.threeplains.wounds.hits import Attack, weigh

from .armoury import alone, blow, duel, laden, rules, settled
from .scene import asked, contact, foot, hero, number, piece, scene, script, told, unit
from .wizardry import casts, mage, wizard

MELODY = "tp.spell.harmony.melody"
OZONTY, OAK = "ring_of_ozonty", "oak_helmet"
EYE = "tp.item.enchanted.eye_of_death"
TRUE_COMBAT = {"items": rules("banner_of_true_combat"), "prices": (120,)}


def round_of(fight: Fight, dice: Sequence[int], answers: Sequence[Answer] = ()) -> int:
    """The life points that the foe has lost in it."""
    with script(fight, dice=dice, answers=answers):
        exchange_blows(fight, [0, 1])
    return piece(fight, "foe").hurt


# --- hits of a weapon besides its blows ----------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.tornado_flail", "tp.item.enchanted.ring_of_ozonty", "tp.item.armour.oak_helmet")
@pytest.mark.parametrize(("more", "hurt"), [((), 0), ((OZONTY,), 2), ((OAK,), 1), ((OZONTY, OAK), 4)])
def test_the_whirl_of_the_tornado_flail_is_as_hard_as_its_blows(more: tuple[str, ...], hurt: int) -> None:
    # toughness 8 - 1 for the flail: the ring takes off 3 and makes the range 1-4, the helmet takes off 5
    fight = duel("tornado_flail", *more, own={"attacks": 1}, foe={"toughness": 8, "attacks": 0})
    assert round_of(fight, [1, 6]) == hurt


@pytest.mark.rule("tp.item.weapon.spear_of_fellowship", "tp.item.enchanted.potion_of_strength")
@pytest.mark.parametrize(("strong", "hurt"), [(False, 0), (True, 5)])
def test_the_thrust_through_the_ranks_is_as_strong_as_its_bearer(strong: bool, hurt: int) -> None:
    fight = duel("spear_of_fellowship", foe={"toughness": 6, "attacks": 0})
    if strong:
        lay(fight, Effect("tp.item.enchanted.potion_of_strength", 0, 0, 0, NEVER))
    assert round_of(fight, [1, 6], ["thrust at foe"]) == hurt


@pytest.mark.rule("tp.item.weapon.tyrants_cull", "tp.item.enchanted.ring_of_ozonty")
@pytest.mark.parametrize(("more", "left"), [((), 9), ((OZONTY,), 8)])
def test_the_ring_helps_the_tyrant_against_his_own(more: tuple[str, ...], left: int) -> None:
    tyrant = laden("tyrants_cull", *more, soldiering=3, attacks=2)
    fight = settled(scene(
        unit("guard", (36, 20), models=10, figure=foot(soldiering=3)), hero("hero", within="guard", figure=tyrant),
        unit("orcs", (36, 40), facing=180, side=1),
    ))  # fmt: skip
    kills = 10 - left
    with script(fight, dice=[6, 6, 1, 3, *[6] * (3 + 2 * kills), *[1] * 3], answers=["strike them"]):
        assert deviancy(fight, 0, "tp.move.reform")
    assert piece(fight, "guard").models == left


# --- ranks of a wedge ----------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.weapon.phalanx_sword", "tp.unit.infantry_wedge.ranks")
@pytest.mark.parametrize(("models", "more"), [(9, 1), (12, 1), (13, 2), (17, 3)])
def test_the_first_rows_of_a_wedge_are_no_ranks_to_the_phalanx_sword(models: int, more: int) -> None:
    guard = foot(traits=("infantry wedge",), shield=True)
    fight = settled(scene(
        unit("guard", (36, 20), models=models, files=4, wedge=1, figure=guard),
        hero("hero", within="guard", figure=laden("phalanx_sword")),
        unit("orcs", (36, 20), facing=180, side=1),
    ))  # fmt: skip
    contact(fight, "guard", "orcs")
    assert blow(fight, "guard", member="hero").attacks == 3 + more


@pytest.mark.rule("tp.item.weapon.spear_of_fellowship", "tp.unit.infantry_wedge.ranks")
@pytest.mark.parametrize(("models", "hits"), [(9, 1), (11, 2), (18, 3)])
def test_a_thrust_goes_through_the_ranks_behind_the_first_rows_of_a_wedge(models: int, hits: int) -> None:
    guard = foot(traits=("infantry wedge",), shield=True, attacks=0)
    fight = settled(scene(
        hero("hero", (36, 20), figure=laden("spear_of_fellowship")),
        unit("guard", (36, 20), facing=180, side=1, models=models, files=4, wedge=1, figure=guard),
    ))  # fmt: skip
    contact(fight, "hero", "guard")
    with script(fight, dice=[10, *[1] * hits], answers=["thrust at guard"]) as box:
        exchange_blows(fight, [number(fight, "hero"), number(fight, "guard")])
    assert [throw.count for throw in box.thrown if throw.purpose == "damage"] == [hits]


# --- weapons that a spell makes burn -------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.destruction.inferno_charge")
@pytest.mark.parametrize(
    ("item", "used", "burns"),
    [
        ("black_arrow", False, True), ("scolex_keg", False, True), ("lucky_coin", False, True),
        ("dragon_blade", False, False), ("wyverns_blood", False, False), ("jesters_mace", False, False),
        ("sword_of_fools", True, True),
    ],
)  # fmt: skip
def test_a_plain_sword_burns_whatever_magic_is_in_the_quiver(item: str, used: bool, burns: bool) -> None:
    fight = settled(scene(
        wizard("mage", (36, 20), "destruction.inferno_charge"), hero("hero", (36, 24), figure=laden(item)),
        unit("orcs", (36, 40), facing=180, side=1),
    ))  # fmt: skip
    piece(fight, "hero").used = rules(item) if used else ()
    names = [fight.state.pieces[one].name for one in fitting(fight, 0, book[INFERNO])]
    assert ("hero" in names) is burns


# --- what makes magic fail -----------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.gladiators_signet", "tp.item.weapon.black_arrow")
@pytest.mark.parametrize(("item", "known"), [("black_arrow", False), ("scolex_keg", False), ("dragon_blade", True)])
def test_only_a_magic_weapon_in_hand_brings_the_signet_to_light(item: str, known: bool) -> None:
    fight = duel("gladiators_signet", foe={"items": rules(item), "prices": (15,)})
    combat_begins(fight)
    assert bool(piece(fight, "hero").shown) is known


@pytest.mark.rule("tp.item.enchanted.eye_of_death", "tp.spell.white.seek_and_desist")
@pytest.mark.parametrize(("fate", "silent", "hurt"), [
    ("standing", False, 5), ("standing", True, 1), ("slain", False, 5),
])  # fmt: skip
def test_an_eye_of_death_that_a_spell_silences_sees_nobody(fate: str, silent: bool, hurt: int) -> None:
    fight = alone("eye_of_death", more=[hero("foe", (36, 30), side=1, figure=laden(life=30))])
    fight.state.clock, fight.state.active, piece(fight, "hero").fate = 2, 1, fate  # type: ignore[assignment]
    lay(fight, Effect(EYE, 0, NOBODY, 0, NEVER, 1, number(fight, "foe")))
    if silent:
        lay(fight, Effect(SILENCE, 1, 0, 1, NEVER, 0))
    lose(fight, number(fight, "foe"), 1, "tp.shoot.damage")
    assert piece(fight, "foe").hurt == hurt


@pytest.mark.rule("tp.item.enchanted.eye_of_death", "tp.item.command.banner_of_true_combat")
def test_no_eye_sees_whom_no_magic_touches() -> None:
    guard = unit("guard", (36, 30), side=1, models=10, command=True, figure=foot(**TRUE_COMBAT))
    fight = alone("eye_of_death", more=[guard, hero("foe", side=1, within="guard", figure=laden(life=30))])
    fight.state.clock, fight.state.active = 2, 1  # type: ignore[assignment]
    lay(fight, Effect(EYE, 0, NOBODY, 0, NEVER, 1, number(fight, "foe")))
    lose(fight, number(fight, "foe"), 1, "tp.shoot.damage")
    assert piece(fight, "foe").hurt == 1 and not piece(fight, "hero").shown


@pytest.mark.rule("tp.item.enchanted.master_ring", "tp.item.command.banner_of_true_combat")
@pytest.mark.parametrize(("banner", "silent"), [({}, True), (TRUE_COMBAT, False)])
def test_a_master_ring_that_does_nothing_masters_nothing(banner: dict[str, object], silent: bool) -> None:
    fight = settled(scene(
        unit("guard", (36, 20), models=10, command=True, figure=foot(**banner)),
        hero("hero", within="guard", figure=laden("master_ring")),
        hero("foe", (36, 25), side=1, facing=180, figure=laden(OZONTY)),
    ))  # fmt: skip
    assert (carried(fight, number(fight, "foe")) == ()) is silent


@pytest.mark.rule("tp.item.enchanted.cloak_of_shadows", "tp.item.armour.armour_of_attraction")
@pytest.mark.parametrize(("more", "turned"), [((), "cloak_of_shadows"), (("armour_of_attraction",), "")])
def test_no_cloak_hides_whose_armour_draws_all_eyes(more: tuple[str, ...], turned: str) -> None:
    fight = alone("cloak_of_shadows", *more)
    assert turned_by(fight, 0) == "".join(rules(*filter(None, [turned])))


@pytest.mark.rule(
    "tp.item.enchanted.ergos_blue_ring", "tp.spell.battle.invigoration", "tp.spell.creation.raising_earth"
)
@pytest.mark.parametrize("proof", [True, False])
def test_no_enemy_spell_wearies_or_frightens_those_with_the_blue_ring(proof: bool) -> None:
    fight = settled(scene(
        wizard("merlin", (36, 20), "battle.invigoration", "creation.raising_earth", tired=1),
        unit("guard", (36, 26), side=1, facing=180, models=10),
        hero("foe", side=1, within="guard", figure=laden("ergos_blue_ring")),
    ))  # fmt: skip
    foe = number(fight, "foe")
    if proof:
        lay(fight, Effect(f"{rules('ergos_blue_ring')[0]}/proof", foe, foe, 1, NEVER))
    casts(fight, "merlin", "battle.invigoration", dice=[1, 1, 6, 6], answers=[[]])
    assert piece(fight, "guard").tired == (not proof)
    spell = book["tp.spell.creation.raising_earth"]
    place = asked(fight, lambda f: cast(f, number(f, "merlin"), spell)).suggest()[0]
    nerve = [] if proof else [6] * 4 + [1] * 3
    casts(fight, "merlin", "creation.raising_earth", dice=[1, 1, 1, 1, 1, 6, 6, *nerve], answers=[place])
    assert bool(told(fight, Checked)) is not proof


# --- armour of no weight -------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.armour.armour_of_meterrion", "tp.spell.base.swiftness", "tp.spell.white.good_luck")
@pytest.mark.parametrize("spells", [(), ("base.swiftness",), ("base.swiftness", "white.good_luck")])
def test_the_inch_that_armour_takes_is_given_back_once(spells: tuple[str, ...]) -> None:
    fight = alone("armour_of_meterrion", heavy=True, movement=inches(6))
    for spell in spells:
        lay(fight, Effect(f"tp.spell.{spell}", 0, 0, 0, NEVER))
    assert movement(fight, 0).total == inches(7)


@pytest.mark.rule("tp.item.armour.titan_armour")
@pytest.mark.parametrize("gremlins", [0, 1, 2, 3])
def test_gremlins_make_titan_armour_no_better(gremlins: int) -> None:
    fight = duel("titan_armour")
    if gremlins:
        grow(fight, 0, TITAN, gremlins)
    softened = weigh(fight, Attack(0, 1, "melee", "tp.weapon.hand_weapon", 1, toughness=3)).save
    assert (ready(fight, blow(fight)).attack.toughness, softened) == (2, 2)  # toughness 3, and 2 of 3 come back


# --- movement ------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.spell.chaos.carnal_warp", "tp.spell.harmony.melody", "tp.item.armour.armour_of_ages")
@pytest.mark.parametrize("first", [WARP, MELODY])
def test_what_changes_a_movement_value_changes_a_warped_one_whenever_it_began(first: str) -> None:
    fight = alone("armour_of_ages")
    for spell in (first, *({WARP, MELODY} - {first})):
        lay(fight, Effect(spell, 1, 0, 1, NEVER, 11 if spell == WARP else 5))
    assert movement(fight, 0).total == inches(11 + 4 - 5)


# --- in hiding -----------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.enchanted.ring_of_dark_shrouds", "tp.character.halfwit.hidden")
@pytest.mark.parametrize(("away", "dark"), [(8, True), (8.1, False)])
def test_the_ring_of_a_hidden_halfwit_keeps_others_dark_round_the_middle_of_his_group(
    away: float, dark: bool
) -> None:
    guard = unit("guard", (36, 20), models=10, files=5)  # five files of 20 mm, two ranks: its middle is 20 mm deep
    wit = hero("wit", within="guard", fate="hidden", role="halfwit", figure=laden("ring_of_dark_shrouds"))
    fight = settled(scene(guard, wit, unit("others", (36, 60)), unit("orcs", (36, 40), side=1)))
    others = piece(fight, "others")
    others.facing, others.y = 18000, piece(fight, "guard").y - inches(20 / 25.4) + inches(away)
    assert shrouded(fight, 0) and shrouded(fight, number(fight, "others")) is dark


# --- spells drawn in other ways ------------------------------------------------------------------------------


@pytest.mark.rule("tp.item.arcane.rambling_hat", "tp.item.arcane.wand_of_randomisation")
@pytest.mark.parametrize(
    "items", [("rambling_hat", "wand_of_randomisation"), ("wand_of_randomisation", "rambling_hat")]
)
def test_the_hat_knows_the_cards_of_the_turn(items: tuple[str, ...]) -> None:
    reader = hero("mage", (36, 20), role="wizard", figure=mage(items=rules(*items), prices=(30, 5)))
    fight = settled(scene(reader, unit("orcs", (36, 40), side=1), clock=2, active=1, phase="stress"))
    with script(fight, dice=[1, 1, 4], answers=["Look of Death"]):
        DEEDS["start"](fight)
    assert "tp.spell.base.look_of_death" in piece(fight, "mage").spells


@pytest.mark.rule("tp.item.arcane.book_of_forbidden_spells", "tp.item.arcane.wand_of_randomisation")
def test_a_copied_spell_stays_when_the_cards_go_back() -> None:
    reader = mage(items=rules("book_of_forbidden_spells", "wand_of_randomisation"), prices=(65, 5))
    fight = settled(scene(
        hero("mage", (36, 20), role="wizard", figure=reader),
        wizard("shaman", (36, 40), "base.look_of_death", side=1),
    ))  # fmt: skip
    with script(fight, dice=[1]):
        assert choose_spells(fight)
    with script(fight, dice=[1, 1]):
        begin_turn(fight)
    copied, spells = "tp.spell.base.look_of_death", piece(fight, "mage").spells
    assert len(dict.fromkeys(spells)) == 3 and copied in spells
    piece(fight, "mage").tried, fight.state.active = (copied, spells[0]), 1  # type: ignore[assignment]
    begin_turn(fight)
    assert (piece(fight, "mage").spells, piece(fight, "mage").tried) == ((copied,), (copied,))


@pytest.mark.rule("tp.item.arcane.spell_compendium", "tp.spell.harmony.preparation")
@pytest.mark.parametrize(("tried", "left"), [
    (("harmony.preparation", "harmony.melody"), 2),  # he has read as many spells as he may
    (("harmony.preparation",), 3), (("harmony.preparation", "harmony.control"), 2),
])  # fmt: skip
def test_whoever_reads_all_spells_has_three_chances_and_no_more(tried: tuple[str, ...], left: int) -> None:
    known = mage(items=rules("spell_compendium"), prices=(60,))
    reader = wizard("mage", (36, 20), figure=known, reads=2, tried=tuple(f"tp.spell.{one}" for one in tried))
    fight = settled(scene(reader, unit("orcs", (36, 40), side=1, facing=180)))
    piece(fight, "mage").spells = tuple(all_cards())
    lay(fight, Effect(PREPARATION, 0, 0, 0, NEVER, 3))
    casts(fight, "mage", "harmony.control", dice=[1, 1, 1, 1, 1], answers=[[]])
    assert chances(fight, 0) == left


@pytest.mark.rule("tp.item.arcane.magical_defence_staff", "tp.spell.creation.earthquake")
@pytest.mark.parametrize(("spell", "away", "thicker"), [
    ("creation.earthquake", 16, True), ("creation.earthquake", 16.1, False), ("harmony.serenity", 30, True),
    ("harmony.winning_confidence", 30, True), ("white.morale", 4, False),
])  # fmt: skip
def test_the_defence_staff_thickens_the_ether_for_all_that_comes_upon_its_bearer(
    spell: str, away: float, thicker: bool
) -> None:
    depth = 20 / 25.4
    fight = settled(scene(
        wizard("merlin", (36, 10), spell),
        wizard("foe", (36, 10 + depth), side=1, figure=mage(items=rules("magical_defence_staff"), prices=(35,))),
    ))  # fmt: skip
    piece(fight, "foe").y += inches(away)
    casting = Casting(number(fight, "merlin"), book[f"tp.spell.{spell}"], 0, 4)  # type: ignore[arg-type]
    assert bool(thickeners(fight, casting)) is thicker


@pytest.mark.rule("tp.item.arcane.zootawls_staff_of_death", "tp.item.arcane.deaths_sceptre")
def test_whose_soul_is_stolen_is_killed_by_magic() -> None:
    reaper = mage(items=rules("zootawls_staff_of_death", "deaths_sceptre"), prices=(20, 50))
    fight = settled(scene(
        wizard("mage", (36, 20), figure=reaper), hero("foe", (36, 24), side=1, facing=180, figure=laden(life=1)),
    ))  # fmt: skip
    with script(fight, dice=[1, 1, 1, 1, *[6] * 5, 1, 1, 1, 1, 6, 6, 6, 1]):
        cast(fight, 0, book["tp.item.arcane.zootawls_staff_of_death"])
    assert piece(fight, "foe").fate == "slain" and grown(fight, 0, KILLS) == 1


@pytest.mark.rule("tp.item.arcane.scroll_of_knowledge", "tp.magic.items")
def test_nobody_learns_of_a_scroll_of_knowledge_that_is_kept() -> None:
    fight = settled(scene(
        hero("mage", (36, 20), role="wizard", figure=mage(items=rules("scroll_of_knowledge"), prices=(5,))),
        unit("orcs", (36, 40), side=1), phase="magic", clock=0,
    ))  # fmt: skip
    with script(fight, dice=[1, 1], answers=["draw all", "keep all"]) as box:
        learn(fight, 0)
    assert [question.secret for question in box.asked] == [False, True]
