"""The sheet of a force in the middle of a battle: units, and heroes with their records.  [mag.wound.record]"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.sheet import Card, Sheet

from .record_sheet import skill_title
from .setting import Group, Setting
from .state import NOBODY, State

COLUMNS = ("", "Movement Points", "Training", "Armour", "Shield", "Weapons")


def sheet(setting: Setting, known: State, side: int, viewer: int | None) -> Sheet:
    """A card for each unit and character of a force. Enemy characters that nobody has seen yet are left out.

    `viewer` is a player; which force he leads may have been rolled for.
    """
    own = viewer is not None and known.commanders.index(viewer) == side
    groups = [group for group in setting.groups if group.force == side and (own or _shown(group, known))]
    when = f"turn {known.turn}" if known.turn else "before the battle"
    cards = tuple(_card(setting, known, group) for group in groups)
    return Sheet(setting.sides[side].title, f"{setting.encounter.title}, {when}", COLUMNS, cards)


def _shown(group: Group, known: State) -> bool:
    return group.unit != NOBODY or known.pieces[group.members[0]].fate != "waiting"


def _card(setting: Setting, known: State, group: Group) -> Card:
    first = group.members[0]
    figure, piece = setting.figures[first], known.pieces[first]
    left = sum(known.pieces[number].fate in ("waiting", "fighting", "hidden") for number in group.members)
    weapons = ", ".join(setting.library.weapons[weapon].title for weapon in piece.weapons) or "none"
    row = (figure.sheet.title, str(figure.movement_points), figure.training, figure.armour)
    return Card(
        id=group.id,
        title=group.title,
        detail=f"{left} of {len(group.members)} left" if len(group.members) > 1 else _kind(setting, first),
        points=0,
        rows=((*row, "yes" if figure.shield else "no", weapons),),
        remarks=tuple(_remarks(setting, known, group)),
        boxes=(1,) * left if len(group.members) > 1 else (),
    )


def _kind(setting: Setting, number: int) -> str:
    figure = setting.figures[number]
    return "Kai Lord" if figure.kai_lord else "hero" if figure.hero else "monster" if figure.monster else ""


def _remarks(setting: Setting, known: State, group: Group) -> Iterator[str]:
    for number in group.members:
        piece, who = known.pieces[number], ""
        if len(group.members) > 1:
            who = f"{setting.figures[number].id}: "
        if piece.skills:
            yield who + ", ".join(skill_title(skill, setting.library) for skill in piece.skills)
        if piece.wounds:
            yield f"{who}wounds: " + ", ".join(f"{wound.location} {wound.severity}" for wound in piece.wounds)
        for name, times in piece.uses:
            yield f"{who}{name.replace('_', ' ')} used {times}x"
        if not piece.present and piece.fate != "waiting":
            yield f"{who}{piece.fate}"
