"""Injuries after the battle.  [war.camp.injury.hero] [war.camp.injury.hench]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from warhost.engine.dice import Throw

from ..trials import half_die
from .captives import captured
from .ledger import Group, Hero, Ledger, changed
from .pits import duel
from .season import After
from .stories import note, note_group, retire, strike_off

INJURY = "war.camp.injury.hero"
FEW = ("dead", "several", "captured", "pits")  # not among several injuries
MAD = {"stupidity", "frenzy"}
PRIZE, LESSON = 50, 2  # crowns and experience of who wins in the pits


def injure_one(after: After) -> bool:
    """Heroes in roster order, then henchmen group after group; False when nobody is left."""
    season, ledger = after.state, after.state.ledger
    if not season.begun:
        season.begun = True
        season.todo = tuple(_out_of_action(after, ledger))
        ledger.battles += 1
    if not season.todo:
        return False
    id, *rest = season.todo
    season.todo = tuple(rest)
    hero = next((one for one in ledger.heroes if one.id == id), None)
    if hero is not None:
        injure_hero(after, ledger, hero)
    else:
        _henchman(after, ledger, next(group for group in ledger.groups if _of_group(group, id)))
    return True


def _out_of_action(after: After, ledger: Ledger) -> list[str]:
    out = [id for id, _, _ in after.state.happened.sides[after.state.side].out]
    heroes = [hero.id for hero in ledger.heroes if hero.id in out]
    return heroes + [id for group in ledger.groups for id in out if _of_group(group, id)]


def _of_group(group: Group, id: str) -> bool:
    return id.rpartition("-")[0] == group.id


def _henchman(after: After, ledger: Ledger, group: Group) -> None:
    """On 1 or 2 he is dead, and his arms are lost.  [war.camp.injury.hench]"""
    rule = "war.camp.injury.hench"
    if after.die(6, "henchman's injury", rule, after.state.player, (2,)) > 2:
        note_group(after, ledger, group, "one of them is fit again", rule)
        return
    group.count -= 1
    ledger.dead += 1
    note_group(after, ledger, group, "one of them is dead", rule)
    if not group.count:
        ledger.groups.remove(group)


# --- heroes ---------------------------------------------------------------------------------------------------


def injure_hero(after: After, ledger: Ledger, hero: Hero, barred: tuple[str, ...] = ()) -> str:
    """D66 on the table of hero injuries, thrown again where the result is barred; what it was.

    Nobody goes mad twice: that is thrown again, too.
    """
    if MAD & set(hero.traits):
        barred = (*barred, "madness")
    while True:
        tens, units = after.throw(Throw(2, 6, "hero's injury, tens and units", INJURY, after.state.player))
        line = next(line for line in after.setting.library.charts.hero_injury if 10 * tens + units <= line.to)
        if line.effect not in barred:
            break
    note(after, ledger, hero, line.title, INJURY)
    EFFECTS.get(line.effect, _weaker)(after, ledger, hero, line.effect)
    return line.effect


def _die(after: After, purpose: str, cuts: tuple[int, ...] = ()) -> int:
    return after.die(6, purpose, INJURY, after.state.player, cuts)


def _weaker(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """One point of a characteristic, for good."""
    hero.profile = changed(hero.profile, effect, -1)


def _dead(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """With all he carried; his horse comes home.  [war.item.mount]"""
    ledger.dead += 1
    ledger.store = (*ledger.store, *(name for name in hero.gear if name == "horse"))
    strike_off(ledger, hero)


def _several(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    for _ in range(half_die(_die(after, "how many injuries, a D3 read off a D6", (2, 4)))):
        if hero in ledger.heroes:
            injure_hero(after, ledger, hero, FEW)


def _arm(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    if _die(after, "arm wound: lost on a 1", (1,)) > 1:
        hero.misses += 1
        note(after, ledger, hero, "misses the next battle", INJURY)
    elif "lost arm" in hero.traits:
        retire(after, ledger, hero, "loses the other arm and retires", INJURY)
    else:
        hero.traits = (*hero.traits, "lost arm")
        note(after, ledger, hero, "loses an arm", INJURY)


def _madness(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    kind = "stupidity" if _die(after, "madness: stupidity up to 3, frenzy above", (3,)) <= 3 else "frenzy"
    hero.traits = (*hero.traits, kind)
    note(after, ledger, hero, f"suffers from {kind}", INJURY)


def _marked(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    if effect not in hero.traits:
        hero.traits = (*hero.traits, effect)


def _eye(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """The second time he retires."""
    if "lost eye" in hero.traits:
        retire(after, ledger, hero, "is blind and retires", INJURY)
        return
    hero.profile = changed(hero.profile, "bs", -1)
    hero.traits = (*hero.traits, "lost eye")


def _deep(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    missed = half_die(_die(after, "battles missed, a D3 read off a D6", (2, 4)))
    hero.misses += missed
    note(after, ledger, hero, f"misses {missed} battle{'s' if missed > 1 else ''}", INJURY)


def _robbed(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    hero.gear = ()


def _nothing(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """Full recovery."""


def _enmity(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """He hates who put him down; if that was a henchman or is not known, that whole warband."""
    season = after.state
    out = season.happened.sides[season.side].out
    side, by = next(((side, by) for id, side, by in out if id == hero.id), (-1, ""))
    if side in (-1, season.side):
        side, by = next((other for other in season.happened.ranking if other != season.side), season.side), ""
    foe = season.ledgers[season.happened.players[side]]
    named = next((one.title for one in (*foe.heroes, *foe.fallen) if one.id == by), "")
    hero.hates = (*hero.hates, f"{foe.name}: {by}" if named else foe.name)
    _marked(after, ledger, hero, "enmity")
    note(after, ledger, hero, f"hates {f'{named} of {foe.name}' if named else f'all of {foe.name}'}", INJURY)


def _captured(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    captured(after, ledger, hero)


def _pits(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """A duel to the end; who wins comes home with 50 crowns, who loses with nothing.  [war.camp.pits]"""
    if duel(after, hero):
        ledger.treasury += PRIZE
        hero.experience += LESSON
        note(after, ledger, hero, f"wins in the pits: {PRIZE} crowns", "war.camp.pits")
        return
    hero.gear = ()
    note(after, ledger, hero, "loses in the pits", "war.camp.pits")
    injure_hero(after, ledger, hero, ("captured", "pits"))


def _charmed(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    hero.experience += 1


EFFECTS: Mapping[str, Callable[[After, Ledger, Hero, str], None]] = {
    "dead": _dead,
    "several": _several,
    "arm": _arm,
    "madness": _madness,
    "crushed leg": _marked,
    "eye": _eye,
    "old wound": _marked,
    "deep wound": _deep,
    "robbed": _robbed,
    "recovery": _nothing,
    "enmity": _enmity,
    "captured": _captured,
    "hardened": _marked,
    "scarred": _marked,
    "pits": _pits,
    "charmed": _charmed,
}
"""What each line of the table does; what is not here takes a point off the characteristic it names."""
