"""Which weapons a warrior fights with, and how hard they strike."""

from __future__ import annotations

from itertools import permutations

from warhost.engine.question import Choose
from warhost.engine.tally import Tally
from warhost.engine.words import listed

from ..library import Weapon
from ..setting import Fight
from ..specials import free_hands, one_handed, striking
from .blow import Blow
from .powder import empty

PISTOL = "pistol"


def choose_weapons(fight: Fight, number: int) -> None:
    """Picked when his first round begins, and kept while the combat lasts.  [war.combat.round]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    if warrior.main:
        return
    options = arms(fight, number)
    chosen = next(iter(options))
    if len(options) > 1:
        meanings = {option: _called(fight, pair) for option, pair in options.items()}
        text = "What does {who} fight with?"
        chosen = fight.ask(
            Choose(
                warrior.side,
                "weapons",
                list(options),
                "war.combat.round",
                fighter.id,
                text=text,
                meanings=meanings,
                usual=chosen,
            )
        )
    warrior.main, warrior.second = options[chosen]


def _called(fight: Fight, pair: tuple[str, str]) -> str:
    return listed([fight.setting.library.weapon(name).title.lower() for name in pair if name])


def arms(fight: Fight, number: int) -> dict[str, tuple[str, str]]:
    """What he may hold: one weapon, or two where they go together. A shield is held with one weapon alone.

    [war.combat.twoweapons] [war.weapon.two] [war.weapon.spear] [war.weapon.morningstar] [war.weapon.fist]
    """
    fighter = fight.setting.fighters[number]
    usable = [weapon for weapon in fighter.close if _usable(fight, number, weapon)]
    usable = usable or [fight.setting.library.weapon("fist")]
    several = [weapon for weapon in usable if weapon.id != "dagger"] or usable
    paired = {} if one_handed.any(fighter.traits) else _pairs(usable, several)
    single = [weapon for weapon in several if _alone(fight, number, weapon, bool(paired))]
    found = {**paired, **{weapon.id: (weapon.id, "") for weapon in single}}
    return {**found, **_with_pistols(fight, number, several)}


def _usable(fight: Fight, number: int, weapon: Weapon) -> bool:
    fighter = fight.setting.fighters[number]
    if weapon.mounted_only and not fighter.mounted:
        return False
    if weapon.id == "dagger" and fighter.has("penitent"):
        return False
    return not (weapon.hands == 2 and one_handed.any(fighter.traits))


def _pairs(usable: list[Weapon], several: list[Weapon]) -> dict[str, tuple[str, str]]:
    return {
        f"{a.id}+{b.id}": (a.id, b.id)
        for a, b in permutations(usable, 2)
        if a in several and a.hands == b.hands == 1 and a.pairs and b.pairs and "natural" not in (a.id, b.id)
    }


def _alone(fight: Fight, number: int, weapon: Weapon, paired: bool) -> bool:
    """One weapon alone where it needs both hands or does not pair, or the other hand holds a shield."""
    return weapon.hands == 2 or not weapon.pairs or not paired or fight.setting.fighters[number].shield is not None


def _with_pistols(fight: Fight, number: int, several: list[Weapon]) -> dict[str, tuple[str, str]]:
    """A loaded pistol may take the place of the second weapon in the first round.  [war.weapon.pistol]"""
    fighter = fight.setting.fighters[number]
    if not barrels(fight, number) or fighter.has("brew") or one_handed.any(fighter.traits):
        return {}
    return {
        f"{weapon.id}+{PISTOL}": (weapon.id, PISTOL) for weapon in several if weapon.hands == 1 and weapon.pairs
    }


def barrels(fight: Fight, number: int) -> int:
    """How many loaded pistols he has."""
    owned = sum(weapon.in_combat for weapon in fight.setting.fighters[number].missiles)
    return max(0, owned - empty(fight, number))


def strength_of(fight: Fight, blow: Blow) -> Tally:
    """[war.char.s] [war.weapon.halberd] [war.weapon.great] [war.weapon.flail] [war.weapon.lance]
    [war.charge.dive.bonus]
    """
    fighter, weapon = fight.setting.fighters[blow.striker], blow.weapon
    if weapon.kind == "missile":
        tally = Tally(weapon.strength, weapon.rule, weapon.title)
        striking.each(fighter.traits, blow, tally)
        return tally
    tally = Tally(fighter.profile.s, "war.char.s", "Strength")
    if not (weapon.id == "fist" and free_hands.any(fighter.traits)):
        tally.add(weapon.strength, weapon.rule, weapon.title)
    if blow.first:
        tally.add(weapon.first_round, weapon.rule, "first round")
        tally.add(1 if fight.state.warriors[blow.striker].dived else 0, "war.charge.dive.bonus", "diving charge")
    if blow.charged and fighter.mounted:
        tally.add(weapon.mounted_charge, weapon.rule, "mounted charge")
    striking.each(fighter.traits, blow, tally)
    return tally


def attacks_of(fight: Fight, number: int) -> Tally:
    """Twice as many in a frenzy, then one more for a second weapon.

    [war.char.a] [war.psych.frenzy] [war.combat.twoweapons]
    """
    warrior = fight.state.warriors[number]
    tally = Tally(fight.setting.fighters[number].profile.a, "war.char.a", "Attacks")
    tally.multiply(2 if warrior.frenzied else 1, "war.psych.frenzy")
    tally.add(1 if warrior.second else 0, "war.combat.twoweapons")
    return tally


def save_modifier(fight: Fight, blow: Blow) -> int:
    if blow.weapon.id == "fist" and free_hands.any(fight.setting.fighters[blow.striker].traits):
        return 0
    return blow.weapon.save
