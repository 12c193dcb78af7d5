"""The army sheet of a side in the middle of a battle."""

from __future__ import annotations

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.sheet import Card, Sheet, Term
from warhost.engine.words import count

from ..armies.muster import COLUMNS
from ..nature import kind, rules
from ..records import Profile
from ..setting import Fight, Setting
from ..state import State
from .view import FATES, lies_low


def sheet(setting: Setting, known: State, side: int, viewer: int | None) -> Sheet:
    """A card for each unit of a side; the enemy's ambushers are left out."""
    fight: Fight = Battle(setting, known, Scripted())
    own = [n for n, unit in enumerate(known.units) if unit.side == side]
    seen = [n for n in own if side == viewer or not lies_low(setting, known.units[n])]
    army = setting.armies[side]
    when = f"turn {known.turn}" if known.turn else "before the battle"
    cards = tuple(_card(fight, number) for number in seen)
    catalogue = setting.library.rules
    special = dict.fromkeys(rule for number in seen for rule in rules(fight, number) if rule in catalogue)
    terms = tuple(Term(catalogue.get(rule).title, catalogue.get(rule).text) for rule in special)
    return Sheet(army.name, f"{army.points} points; {when}", COLUMNS, cards, terms)


def _card(fight: Fight, number: int) -> Card:
    unit, found = fight.state.units[number], kind(fight, number)
    entry = fight.setting.entries[unit.entry]
    fate = FATES[unit.fate].format(host="a unit")
    left = unit.models if unit.fate not in ("destroyed", "fled", "left") else 0
    rows: list[tuple[str, Profile | None]] = [(entry.title, found.profile), ("mount", found.mount)]
    return Card(
        id=unit.name,
        title=entry.title,
        detail=f"{left} of {count(entry.models, 'model')}{', ' + fate if fate else ''}",
        points=entry.points,
        rows=tuple((title, *_figures(profile)) for title, profile in rows if profile is not None),
        gear=tuple(weapon.title for weapon in found.weapons),
        boxes=(found.life,) * left if found.life > 1 else (),
    )


def _figures(profile: Profile) -> tuple[str, ...]:
    return tuple(str(getattr(profile, name)) for name in ("m", "ws", "bs", "s", "t", "w", "i", "a", "ld"))
