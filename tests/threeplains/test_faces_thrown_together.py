"""Where a rule says which faces of a die come to the same, they do: chances on the page are worked out by that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from warhost.engine.battle import Battle, fingerprint
from warhost.engine.dice import Faces, Throw
from warhost.engine.oracle import Scripted
from warhost.rulebooks.threeplains.bodies import body
from warhost.rulebooks.threeplains.charging.onset import charge_move
from warhost.rulebooks.threeplains.items import odd_blows, soul
from warhost.rulebooks.threeplains.items import weapons as arms
from warhost.rulebooks.threeplains.items.oblivion import perish
from warhost.rulebooks.threeplains.magic.bearing import carried, lay
from warhost.rulebooks.threeplains.magic.book import book
from warhost.rulebooks.threeplains.magic.targets import Casting
from warhost.rulebooks.threeplains.magic.working import work
from warhost.rulebooks.threeplains.missiles.shooting import shoot_one
from warhost.rulebooks.threeplains.moving.dashing import dash
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.special import specials
from warhost.rulebooks.threeplains.special.traits import regrow
from warhost.rulebooks.threeplains.state import NEVER, Effect, Player
from warhost.rulebooks.threeplains.wounds.casualties import lose, slay
from warhost.rulebooks.threeplains.wounds.hits import Attack, strike

from .armoury import alone, blow, duel, laden, rules, settled
from .scene import NOBODY, Placed, champion, foot, hero, number, scene, unit
from .test_dispersal import CHARIOT, ridden
from .test_items_lore import reader
from .test_items_uses import drummers
from .test_scenario_time import LONE, in_the_woods
from .test_siege_bombardment import carriers

Act = Callable[[Fight], object]


class Face(Scripted):
    """The first throw shows one face, all others a six."""

    def __init__(self, face: int):
        super().__init__()
        self.face, self.first = face, list[Throw]()

    def throw(self, throw: Throw) -> Faces:
        if self.first:
            return Faces((6,) * throw.count)
        self.first.append(throw)
        return Faces((self.face,) * throw.count)


def ends(fight: Fight, act: Act) -> tuple[Throw, dict[int, str]]:
    """The throw, and how things stand after each of its faces."""
    found: dict[int, str] = {}
    for face in range(1, 21):
        oracle = Face(face)
        trial: Fight = Battle(fight.setting, fight.state.copy(), oracle)
        act(trial)
        (thrown,) = oracle.first
        found[face] = fingerprint(trial.state)
        if face == thrown.sides:
            break
    return thrown, found


def stirs(item: str) -> Act:
    """A turn of its bearer begins."""
    return lambda fight: specials.start_of_turn.each(rules(item), fight, 0)


def used(item: str, target: str = "") -> Act:
    """The hero uses it."""

    def act(fight: Fight) -> None:
        at = number(fight, target) if target else NOBODY
        work(fight, Casting(number(fight, "hero"), book[rules(item)[0]], 0, 0, at))

    return act


def before_a_foe(item: str) -> Fight:
    foe = hero("foe", (36, 30), side=1, figure=champion(life=12, toughness=0))
    return settled(scene(hero("hero", (36, 20), figure=laden(item, life=12, toughness=0)), foe))


def two_rings() -> Fight:
    rings = [hero(name, (36, at), figure=laden("phazing_rings")) for name, at in (("hero", 20), ("other", 30))]
    return settled(scene(*rings))


def bleeding() -> Fight:
    return scene(hero("hero", (36, 20), figure=champion(traits=("regeneration",)), hurt=1))


def a_stone() -> tuple[Fight, Act]:
    """At the middle of a unit: it drops, scatters, or is on target."""
    thrower = foot(category="machine", kind="machine", base=(2000, 2000), movement=0, life=3, shoots="stone")
    fight = scene(
        unit("hero", (36, 10), models=1, files=1, figure=thrower),
        unit("orcs", (36, 30), facing=180, side=1, models=20, files=5, figure=foot(toughness=0)),
        phase="shooting",
    )  # fmt: skip

    def act(trial: Fight) -> None:
        assert isinstance(trial.oracle, Face)
        trial.oracle.answers = ["hero", {"at": list(body(trial, 1).middle)}]
        shoot_one(trial)

    return fight, act


def twisted() -> Fight:
    rings = [hero(name, (20 + 20 * at, 20), figure=laden("rings_of_twisted_fate")) for at, name in enumerate("ab")]
    return settled(scene(*rings))


def veiled() -> tuple[Fight, Act]:
    orc = unit("orc", (36, 15), side=1, models=1, files=1, figure=foot(toughness=0))
    fight = scene(hero("merlin", (36, 10)), orc)
    spell = book["tp.spell.black.black_veil"]
    return fight, lambda trial: work(trial, Casting(0, spell, 0, 3, number(trial, "orc")))


def caged() -> Fight:
    return settled(scene(hero("hero", (36, 20), figure=laden("gremlin_shield"))))


def blessed() -> tuple[Fight, Act]:
    spell = book["tp.spell.white.blessing_of_the_gods"]
    return scene(hero("hero", (36, 20))), lambda fight: work(fight, Casting(0, spell, 0, 3, 0))


def warded() -> tuple[Fight, Act]:
    """A spell against whoever has set the soul to ward them off."""
    carrier = hero("hero", (36, 20), figure=laden("indebted_soul"))
    fight = settled(scene(carrier, hero("foe", (36, 30), side=1), active=1))
    note = Effect(soul.WARDS, 0, NOBODY, Player(0), NEVER)
    casting = Casting(1, book["tp.spell.black.black_veil"], 1, 3, 0)

    def act(trial: Fight) -> None:
        if soul.warded_off(trial, note, casting):
            lay(trial, note)

    return fight, act


def struck(item: str, after: Callable[[Fight, Attack, int], object], foe: Placed) -> tuple[Fight, Act]:
    """What the blade does when it has taken a life point, or a model."""
    fight = settled(scene(hero("hero", (36, 20), figure=laden(item)), foe))
    attack = Attack(1, 1, "melee", rules(item)[0], 0, taken=1)
    return fight, lambda trial: after(trial, attack, 1)


def mangled() -> tuple[Fight, Act]:
    fight = duel("item_mangler", foe={"items": rules("lucky_coin"), "prices": (1,)})
    return fight, lambda trial: odd_blows.item_mangler(trial, blow(trial), 1)


def doomed() -> tuple[Fight, Act]:
    casting = Casting(0, book[rules("doom_stick")[0]], 0, 0, NOBODY)
    return drummers(), lambda trial: work(trial, casting)


def leafed() -> tuple[Fight, Act]:
    """Another discipline than the reader of the compendium cast from last."""
    fight = reader()
    zap, other = book["tp.spell.base.zap"], book["tp.spell.black.black_veil"]
    specials.named.each(carried(fight, 0), fight, 0, Casting(0, zap, 0, 3, 1))
    return fight, lambda trial: specials.named.each(carried(trial, 0), trial, 0, Casting(0, other, 0, 3, 1))


def shot_at(fight: Fight) -> None:
    """By the other of two pieces: the one that carries something, or somebody."""
    there = next((n for n, one in fight.state.numbered() if one.name == "mount"), 0)
    strike(fight, Attack(there, 1, "missile", "tp.weapon.bow", 1 - there))


def fights(item: str) -> Act:
    """A combat phase begins for its wearer."""
    return lambda fight: specials.start_of_combat.each(rules(item), fight, 0)


def treading() -> tuple[Fight, Act]:
    """A charge through woods with traps, of which it comes to one."""
    fight = in_the_woods(hero("a", (10, 33), figure=LONE), hero("b", (10, 38), side=1, facing=180), phase="combat")
    return fight, lambda trial: charge_move(trial, number(trial, "a"), number(trial, "b"))


def glass_filled() -> tuple[Fight, Act]:
    """The hourglass takes in a spell that leaves it with one."""
    casting = Casting(1, book["tp.spell.base.zap"], 1, 1, 0)
    fight = settled(scene(hero("hero", (36, 20), figure=laden("mysterious_hourglass")), hero("foe", side=1)))
    return fight, lambda trial: specials.stopped_casting.each(rules("mysterious_hourglass"), trial, 0, casting)


def pained() -> tuple[Fight, Act]:
    """One of the rings' bearers loses a life point."""
    fight = twisted()
    return fight, lambda trial: lose(trial, 0, 1, "")


def senseless() -> tuple[Fight, Act]:
    """On whomever it is laid, it is laid in one of two ways."""
    fight = scene(hero("hero", (36, 20)), SOLDIERS)
    casting = Casting(0, book["tp.spell.chaos.senselessness"], 0, 3, number(fight, "orcs"))
    return fight, lambda trial: work(trial, casting)


WOUNDED = hero("foe", (36, 20), side=1, figure=champion(life=5), hurt=1)
SOLDIERS = unit("orcs", (36, 20), facing=180, side=1)

CASES: dict[str, Callable[[], tuple[Fight, Act]]] = {
    "tp.item.enchanted.box_of_oblivion": lambda: (alone("box_of_oblivion"), stirs("box_of_oblivion")),
    "tp.item.enchanted.death_cloak": lambda: (alone("death_cloak"), stirs("death_cloak")),
    "tp.item.armour.gremlin_shield": lambda: (caged(), stirs("gremlin_shield")),
    "tp.item.enchanted.rings_of_twisted_fate": lambda: (twisted(), lambda fight: perish(fight, {0: 1}, "")),
    "tp.item.armour.titan_armour": lambda: (alone("titan_armour", life=12), fights("titan_armour")),
    "tp.item.command.doom_stick": doomed,
    "tp.item.arcane.spell_compendium": leafed,
    "tp.spell.black.black_veil": veiled,
    "tp.item.weapon.scolex_keg": lambda: (before_a_foe("scolex_keg"), used("scolex_keg", "foe")),
    "tp.item.enchanted.phazing_rings": lambda: (two_rings(), used("phazing_rings")),
    "tp.item.enchanted.deas_ring_of_hope": lambda: (alone("deas_ring_of_hope"), lambda fight: slay(fight, 0, "")),
    "tp.move.dash": lambda: (alone("scolex_keg"), lambda fight: dash(fight, 0)),
    "tp.list.machine.stone": a_stone,
    "tp.spell.white.blessing_of_the_gods": blessed,
    "tp.item.enchanted.indebted_soul": warded,
    "tp.item.weapon.devourer": lambda: struck("devourer", arms.devourer, WOUNDED),
    "tp.item.weapon.flail_of_famine": lambda: struck("flail_of_famine", arms.flail_of_famine, SOLDIERS),
    "tp.item.weapon.item_mangler": mangled,
    "tp.item.enchanted.apprentice_kit": lambda: (alone("apprentice_kit"), stirs("apprentice_kit")),
    "tp.siege.battering_ram": lambda: (carriers("battering_ram"), shot_at),
    "tp.shoot.disperse.chart/beast": lambda: (ridden(), shot_at),
    "tp.shoot.disperse.chart/chariot": lambda: (ridden(CHARIOT), shot_at),
    "tp.scenario.time.booby_traps": treading,
    "tp.item.arcane.mysterious_hourglass": glass_filled,
    "tp.item.enchanted.rings_of_twisted_fate/pain": pained,
    "tp.spell.chaos.senselessness": senseless,
    "tp.trait.regeneration.recover": lambda: (bleeding(), lambda fight: regrow(fight, 0)),
}


@pytest.mark.rule(
    "tp.item.enchanted.box_of_oblivion", "tp.item.enchanted.death_cloak", "tp.item.armour.gremlin_shield",
    "tp.item.enchanted.rings_of_twisted_fate", "tp.spell.black.black_veil", "tp.item.weapon.scolex_keg",
    "tp.item.enchanted.phazing_rings", "tp.item.enchanted.deas_ring_of_hope", "tp.move.dash",
    "tp.trait.regeneration.recover", "tp.list.machine.stone", "tp.spell.white.blessing_of_the_gods",
    "tp.item.enchanted.indebted_soul", "tp.item.weapon.devourer", "tp.item.weapon.flail_of_famine",
    "tp.item.weapon.item_mangler", "tp.item.enchanted.apprentice_kit", "tp.item.armour.titan_armour",
    "tp.item.command.doom_stick", "tp.item.arcane.spell_compendium", "tp.siege.battering_ram",
    "tp.shoot.disperse.chart", "tp.scenario.time.booby_traps", "tp.item.arcane.mysterious_hourglass",
    "tp.spell.chaos.senselessness",
)  # fmt: skip
@pytest.mark.parametrize("case", CASES)
def test_faces_that_are_thrown_together_come_to_the_same_and_others_do_not(case: Any) -> None:
    thrown, found = ends(*CASES[case]())
    edges = [face for face in range(1, thrown.sides) if found[face] != found[face + 1]]
    assert edges == list(thrown.cuts) != []
