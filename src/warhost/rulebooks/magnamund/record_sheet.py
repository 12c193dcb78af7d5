"""The record sheet of a Kai Lord, hero or monster.  [mag.wound.record]"""

from __future__ import annotations

from collections.abc import Sequence

from .career import Career, Fought
from .checks import WEAPON_SKILL, skill_lists
from .library import Library
from .setting import Setting
from .sheets import HeroCard
from .state import State

NONE = "none"
INDENT = 13


def career_sheet(career: Career, library: Library) -> str:
    """A hero between his battles; whatever wounds he had are healed."""
    card = career.card
    kind = "Kai Lord" if card.kai_lord else f"{card.alignment} {card.race} hero"
    survived = f"{career.battles} battle{'' if career.battles == 1 else 's'} survived"
    notes = [survived if career.alive else f"dead; {survived}"]
    notes += [_battle(fought, library) for fought in career.history]
    return _sheet(
        f"{card.title}, {kind}", _armour(card.armour, card.shield), _weapons(card.weapons, library),
        _skills_word(card, library), [skill_title(skill, library) for skill in career.skills], [], notes,
    )  # fmt: skip


def piece_sheet(setting: Setting, state: State, number: int) -> str:
    """A character in the middle of a battle."""
    figure, piece, library = setting.figures[number], state.pieces[number], setting.library
    word = _skills_word(figure.card, library) if figure.card is not None else "Skills"
    notes = [f"{name.replace('_', ' ')} used {times}x" for name, times in piece.uses]
    if not piece.present:
        notes.append(piece.fate)
    return _sheet(
        figure.title, _armour(figure.armour, figure.shield), _weapons(piece.weapons, library), word,
        [skill_title(skill, library) for skill in piece.skills],
        [f"{wound.location} {wound.severity}" for wound in piece.wounds], notes,
    )  # fmt: skip


def skill_title(skill: str, library: Library) -> str:
    """'Rally', 'Weapon Skill (Lance)'."""
    if skill.startswith(WEAPON_SKILL):
        return f"Weapon Skill ({library.weapons[skill.removeprefix(WEAPON_SKILL)].title})"
    titles = {one.id: one.title for listed in library.tables.skills.values() for one in listed.skills}
    return titles[skill]


def _battle(fought: Fought, library: Library) -> str:
    result = "drawn" if fought.won is None else "won" if fought.won else "lost"
    parts = [result] if fought.survived else [result, "he fell"]
    if fought.learned:
        parts.append("learned " + ", ".join(skill_title(skill, library) for skill in fought.learned))
    if fought.wounds:
        parts.append("wounds: " + ", ".join(fought.wounds))
    return f"{fought.encounter}: {'; '.join(parts)}"


def _armour(armour: str, shield: bool) -> str:
    return f"{armour} and shield" if shield else armour


def _weapons(weapons: Sequence[str], library: Library) -> str:
    return ", ".join(library.weapons[weapon].title for weapon in weapons) or NONE


def _skills_word(card: HeroCard, library: Library) -> str:
    """'Disciplines', 'Abilities', 'Tricks'; a neutral hero has skills of two lists."""
    lists = skill_lists(card, library)
    return lists[0].title.split()[-1] if len(lists) == 1 else "Skills"


def _sheet(
    name: str, armour: str, weapons: str, word: str, skills: list[str], wounds: list[str], notes: list[str]
) -> str:
    rows = {
        "Name": [name],
        "Armour": [armour],
        "Weapons": [weapons],
        word: skills,
        "Wounds": wounds,
        "Notes": notes,
    }
    lines = []
    for label, values in rows.items():
        for place, value in enumerate(values or [NONE]):
            lines.append(f"{label if place == 0 else '':<{INDENT}}{value}")
    return "\n".join(lines)
