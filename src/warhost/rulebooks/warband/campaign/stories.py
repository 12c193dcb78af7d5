"""What is written down of warriors, and how they leave the roster."""

from __future__ import annotations

from warhost.engine.tidings import Befell

from .ledger import Group, Hero, Ledger
from .season import After


def note(after: After, ledger: Ledger, hero: Hero, what: str, rule: str) -> None:
    """Told, and written into his story."""
    hero.story = (*hero.story, f"{_when(after, ledger)}: {what}")
    after.tell(Befell(rule, ledger.name, hero.title, what))


def note_group(after: After, ledger: Ledger, group: Group, what: str, rule: str) -> None:
    group.story = (*group.story, f"{_when(after, ledger)}: {what}")
    after.tell(Befell(rule, ledger.name, f"{group.title}:", what))


def _when(after: After, ledger: Ledger) -> str:
    """By the number of the battle in the campaign, as everybody counts."""
    return f"battle {len(after.state.fought)}" if ledger.battles else "at the founding"


def strike_off(ledger: Ledger, hero: Hero) -> None:
    """He leaves the roster; his story stays."""
    ledger.heroes = [one for one in ledger.heroes if one is not hero]
    ledger.fallen = [*ledger.fallen, hero]


def things(gear: tuple[str, ...]) -> tuple[str, ...]:
    """What can be laid aside: not claws and teeth."""
    return tuple(name for name in gear if name != "natural")


def retire(after: After, ledger: Ledger, hero: Hero, what: str, rule: str) -> None:
    """Struck off for good; his equipment stays.  [war.camp.disband]"""
    ledger.store = (*ledger.store, *things(hero.gear))
    note(after, ledger, hero, what, rule)
    strike_off(ledger, hero)
