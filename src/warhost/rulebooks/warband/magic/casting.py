"""Spells: who may cast them at whom, and what they do.  [war.magic.cast]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from warhost.engine.dice import Throw
from warhost.engine.question import Choose, Refusal
from warhost.engine.tally import Tally

from ..events import Cast, Changed
from ..fighting.blow import Hit, Source
from ..fighting.wounds import suffer
from ..lookout import apart, enemies, engaged, foes, glance, of_side, within
from ..moving.hiding import hide, spot, spots_within
from ..nerve.flight import break_and_flee, take_flight
from ..plights import UNSTEADY, plight
from ..setting import Fight
from ..specials import casting, ignores_panic
from ..state import Warrior
from ..trials import d3, leadership_test
from .lasting import lay

DART_STRENGTH = 3
LITANY = (("grace", 7), ("mend", 7))
"""What a Confessor knows from the first, and what he needs.  [war.band.ash.confessor]"""


def castable(fight: Fight, number: int) -> list[str]:
    """The spells of a wizard that have a target now."""
    if why_not_cast(fight, number) is not None:
        return []
    return [spell for spell, _ in fight.state.warriors[number].spells if targets(fight, number, spell)]


def why_not_cast(fight: Fight, number: int) -> Refusal | None:
    """[war.magic.cast] [war.turn.states]"""
    warrior, fighter = fight.state.warriors[number], fight.setting.fighters[number]
    who = (fighter.id,)
    if warrior.cast:
        return Refusal("war.magic.cast", "{who} has cast this turn", who)
    if refusal := plight(fight, number, *UNSTEADY, "stupid", "fell"):
        return refusal
    if fighter.armour and not fighter.has("litany"):
        return Refusal("war.magic.cast", "{who} wears armour, and no wizard casts in it", who)
    return None


def targets(fight: Fight, number: int, name: str) -> list[int]:
    """[war.magic.damage] [war.hide.basic]"""
    spell = fight.setting.library.spells[name]
    friends = spell.target == "friend"
    side = fight.state.warriors[number].side
    among = of_side(fight, side) if friends else enemies(fight, side)
    found = [
        one for one in among if within(apart(fight, number, one), 1_000 * spell.range) and FITS[name](fight, one)
    ]
    if not friends:
        found = [one for one in found if not fight.state.warriors[one].hidden]
    if not spell.unseen:
        found = [one for one in found if one == number or glance(fight, number, one).seen]
    if spell.target == "nearest enemy" and found:
        least = min(apart(fight, number, one) for one in found)
        found = [one for one in found if apart(fight, number, one) <= least + 1]
    return found


def cast(fight: Fight, number: int, name: str) -> None:
    """2D6 of at least its difficulty. Hidden wizards are spotted first.  [war.hide.spot.act]"""
    warrior, fighter, spell = (
        fight.state.warriors[number],
        fight.setting.fighters[number],
        fight.setting.library.spells[name],
    )
    names = {fight.setting.fighters[one].id: one for one in targets(fight, number, name)}
    chosen = next(iter(names))
    if len(names) > 1:
        chosen = fight.ask(
            Choose(
                fighter.side,
                "cast at",
                list(names),
                spell.rule,
                fighter.id,
                text=f"At whom does {{who}} cast {spell.title}?",
            )
        )
    warrior.cast = True
    spot(fight, number, "war.hide.spot.act")
    difficulty = next(need for known, need in warrior.spells if known == name)
    thrown = fight.total(Throw(2, 6, f"casting {spell.title}", "war.magic.cast", fighter.side))
    total = Tally(thrown, "war.magic.cast")
    casting.each(fighter.traits, total)
    success = total.total >= difficulty
    fight.tell(Cast(spell.rule, fighter.id, spell.title, chosen, success, total.total, difficulty))
    if success:
        WORKS[name](fight, number, names[chosen])


# --- each of them ---------------------------------------------------------------------------------------------


def _dart(fight: Fight, caster: int, target: int) -> None:
    """[war.spell.dart]"""
    side = fight.state.warriors[caster].side
    hits = [Hit(DART_STRENGTH)] * d3(fight, side, "hits of the Ember Dart", "war.spell.dart")
    suffer(fight, target, hits, Source(caster, "spell", "war.spell.dart", critical=False, thrower=side))


def _cloak(fight: Fight, caster: int, target: int) -> None:
    """[war.spell.cloak]"""
    warrior = fight.state.warriors[target]
    hide(fight, target)
    warrior.cloaked = True
    for foe in enemies(fight, warrior.side):
        if fight.state.warriors[foe].steady and within(apart(fight, target, foe), spots_within(fight, foe)):
            spot(fight, target, "war.hide.spot.near")
            return


def _grace(fight: Fight, caster: int, target: int) -> None:
    """[war.spell.grace]"""
    lay(fight, "grace", target, caster, fight.state.turn + 1)


def _whisper(fight: Fight, caster: int, target: int) -> None:
    """[war.spell.whisper]"""
    if leadership_test(fight, target, "war.spell.whisper", "Hollow Whisper"):
        return
    if foes(fight, target):
        break_and_flee(fight, target, "war.spell.whisper")
    else:
        take_flight(fight, target, "war.spell.whisper")


def _mend(fight: Fight, caster: int, target: int) -> None:
    """[war.spell.mend]"""
    warrior, fighter = fight.state.warriors[target], fight.setting.fighters[target]
    if warrior.posture == "up":
        warrior.wounds = min(fighter.profile.w, warrior.wounds + 1)
        fight.tell(Changed("war.spell.mend", fighter.id, "healed"))
    else:
        rise(fight, target, warrior)


def rise(fight: Fight, number: int, warrior: Warrior, rule: str = "war.spell.mend") -> None:
    """He is on his feet again with one wound at least.  [war.turn.recovery.stand]"""
    warrior.posture, warrior.stood, warrior.wounds = "up", True, max(1, warrior.wounds)
    fight.tell(Changed(rule, fight.setting.fighters[number].id, "up"))


def _stone(fight: Fight, caster: int, target: int) -> None:
    """[war.spell.stone]"""
    lay(fight, "stone", target, caster, fight.state.turn)


WORKS: Mapping[str, Callable[[Fight, int, int], None]] = {
    "dart": _dart,
    "cloak": _cloak,
    "grace": _grace,
    "whisper": _whisper,
    "mend": _mend,
    "stone": _stone,
}


def _anybody(fight: Fight, target: int) -> bool:
    return True


def _whispered(fight: Fight, target: int) -> bool:
    fighter, warrior = fight.setting.fighters[target], fight.state.warriors[target]
    return not ignores_panic.any(fighter.traits) and not fighter.has("animal") and warrior.steady


def _hurt(fight: Fight, target: int) -> bool:
    warrior = fight.state.warriors[target]
    return warrior.posture != "up" or warrior.wounds < fight.setting.fighters[target].profile.w


def _free(fight: Fight, target: int) -> bool:
    return not engaged(fight, target)


def _unhidden(fight: Fight, target: int) -> bool:
    warrior = fight.state.warriors[target]
    return not warrior.hidden and warrior.steady and not engaged(fight, target)


FITS: Mapping[str, Callable[[Fight, int], bool]] = {
    "dart": _free,
    "cloak": _unhidden,
    "grace": _anybody,
    "whisper": _whispered,
    "mend": _hurt,
    "stone": _anybody,
}
"""Whom each of them may be cast at."""
