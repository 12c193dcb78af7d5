"""Heroes who go from battle to battle and learn a skill for each.  [mag.hero.progression] [mag.kai.progression]

A career is one JSON file. A hero is taken into a battle through its setup, which then holds his card; what has
become of him is read off the end of the battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from warhost.engine.bounds import read_json
from warhost.engine.data import DataError, Definition, convert, one_of

from .encounter import CharacterEntry, Encounter, Force
from .encounter_checks import encounter_faults
from .library import Library, check_hero
from .setting import Figure, Setting
from .sheets import Cost, HeroCard
from .state import State

SKILLS_A_BATTLE = 1
KAI_WEAPONS = ("sword",)


class CareerError(ValueError):
    """A hero who cannot be made, read or taken along; the message says why."""


class Fought(Definition, frozen=True, kw_only=True):
    """One battle of a hero: what he learned for it and what became of him. A draw is neither won nor lost."""

    encounter: str
    learned: tuple[str, ...] = ()
    wounds: tuple[str, ...] = ()
    won: bool | None = None
    survived: bool = True


class Career(Definition, frozen=True, kw_only=True):
    """A hero between two battles: `battles` are those he survived, `skills` what he learned in them."""

    card: HeroCard
    battles: Cost = 0
    skills: tuple[str, ...] = ()
    alive: bool = True
    history: tuple[Fought, ...] = ()


# --- making, reading and writing ----------------------------------------------------------------------------


def create(card: HeroCard, library: Library) -> Career:
    """A hero before his first battle."""
    career = Career(card=card)
    known = library.heroes.get(card.id)
    if known is not None and known != card:
        raise CareerError(f"card.id: expected another id, {card.id} is a hero of the game")
    if faults := career_faults(career, library):
        raise CareerError("; ".join(faults))
    return career


def career_faults(career: Career, library: Library) -> list[str]:
    """What is wrong with a career, one line each."""
    card = career.card
    learned = check_hero(msgspec.structs.replace(card, skills=card.skills + career.skills), library)
    found = [fault if fault.startswith("skills[") else f"card.{fault}" for fault in learned]
    if card.skills:
        found.append(f"card.skills: expected none, {card.title} has the skills of his card and learns no others")
    if card.kai_lord and card.weapons != KAI_WEAPONS:
        found.append("card.weapons: expected a sword; other weapons come to a Kai Lord with his disciplines")
    if len(career.skills) > SKILLS_A_BATTLE * career.battles:
        most = SKILLS_A_BATTLE * career.battles
        found.append(f"skills: expected at most {most}, one for each battle survived, got {len(career.skills)}")
    return found + list(_history_faults(career))


def _history_faults(career: Career) -> Iterator[str]:
    """What the battles that are told of do not bear out. They need not be all that he fought.

    [mag.hero.progression]
    """
    history = career.history
    for number, fought in enumerate(history[:-1]):
        if not fought.survived:
            yield f"history[{number}].survived: expected nothing after it, for the dead do not return"
    survived = [fought for fought in history if fought.survived]
    if len(survived) > career.battles:
        yield f"battles: expected at least the {len(survived)} that he survived, got {career.battles}"
    if history and history[-1].survived is not career.alive:
        yield f"alive: expected {str(not career.alive).lower()}, as {history[-1].encounter} ended for him"
    for skill in dict.fromkeys(skill for fought in survived for skill in fought.learned):
        if skill not in career.skills:
            yield f"skills: expected {skill} among them, which he has learned"


def load(path: Path, library: Library) -> Career:
    """The career in a file; the first thing that is wrong with it is raised."""
    try:
        document = read_json(path)
    except OSError as error:
        raise CareerError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise CareerError(f"{path}: expected a whole JSON file ({error})") from None
    try:
        career = convert(document, Career, str(path))
    except DataError as error:
        raise CareerError(str(error)) from None
    if faults := career_faults(career, library):
        raise CareerError(f"{path}: {faults[0]}")
    return career


def save(career: Career, path: Path) -> None:
    """Write the whole file or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.part")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(career), indent=1) + b"\n")
    draft.replace(path)


# --- into a battle ------------------------------------------------------------------------------------------


def enlist(setup: Mapping[str, Any], career: Career, library: Library, side: str = "") -> dict[str, Any]:
    """A setup with the hero in it: instead of the character with his card, or added to an army that takes him.

    His card goes into the setup, so that a save does not depend on his file.
    """
    encounter, card = msgspec.convert(setup["encounter"], Encounter), career.card
    if not career.alive:
        where = f" in {career.history[-1].encounter}" if career.history else ""
        raise CareerError(f"{card.title} fell{where}, and the dead do not return [mag.hero.progression]")
    if card.kai_lord and (encounter.options.rolled_disciplines or setup["options"].get("disciplines") == "rolled"):
        raise CareerError(
            f"{card.title} has as many disciplines as battles, none are rolled [mag.kai.random_number]"
        )
    heroes = {**msgspec.convert(setup.get("heroes", {}), dict[str, HeroCard]), card.id: card}
    together = msgspec.structs.replace(library, heroes={**library.heroes, **heroes})
    complaints = []
    for changed in _musters(encounter, career, _armies(encounter, card, side)):
        faults = [f"{key}: {expected}" for key, expected in encounter_faults(changed, together)]
        if not faults:
            return {**setup, "encounter": msgspec.to_builtins(changed), "heroes": msgspec.to_builtins(heroes)}
        complaints += faults
    raise CareerError(f"{card.title} cannot take part in {encounter.title}: {complaints[0]}")


def _armies(encounter: Encounter, card: HeroCard, side: str) -> list[int]:
    """The armies that would have him: never good and evil together.  [mag.army.alignment]"""
    names = [force.id for force in encounter.forces]
    if side and side not in names:
        raise CareerError(f"no side of {encounter.title} is called {side!r}; there are: {', '.join(names)}")
    found = [
        number
        for number, force in enumerate(encounter.forces)
        if side in ("", force.id) and {force.alignment, card.alignment} != {"good", "evil"}
    ]
    if not found:
        armies = one_of(
            f"{force.title} ({force.alignment})" for force in encounter.forces if side in ("", force.id)
        )
        raise CareerError(f"{card.title} is {card.alignment} and does not fight for {armies} [mag.army.alignment]")
    return found


def _musters(encounter: Encounter, career: Career, armies: list[int]) -> Iterator[Encounter]:
    """The ways to bring him in, the best first."""
    for number in armies:
        for place, entry in enumerate(encounter.forces[number].characters):
            if entry.card == career.card.id:
                others = list(encounter.forces[number].characters)
                others[place] = _entry(career, entry)
                yield _changed(encounter, number, tuple(others))
                return
    for number in armies:
        for beside in encounter.forces[number].entries():
            newcomer = CharacterEntry(
                id=career.card.id, title="", sheet="", deploy=beside.deploy, facing=beside.facing
            )
            characters = (*encounter.forces[number].characters, _entry(career, newcomer))
            yield _changed(encounter, number, characters)


def _entry(career: Career, place: CharacterEntry) -> CharacterEntry:
    """He stands where the entry stood, with what he knows and one skill more to choose."""
    card = career.card
    return msgspec.structs.replace(
        place, title=card.title, sheet=card.sheet, card=card.id, skills=career.skills, choose_skills=SKILLS_A_BATTLE
    )


def _changed(encounter: Encounter, number: int, characters: tuple[CharacterEntry, ...]) -> Encounter:
    forces: list[Force] = list(encounter.forces)
    forces[number] = msgspec.structs.replace(forces[number], characters=characters)
    return msgspec.structs.replace(encounter, forces=(forces[0], forces[1]))


# --- and home again -----------------------------------------------------------------------------------------


def figure_of(career: Career, setting: Setting) -> Figure:
    """The hero's piece in a battle, as he is now."""
    for figure in setting.figures:
        if figure.card is not None and figure.card.id == career.card.id:
            if isinstance(figure.entry, CharacterEntry) and figure.entry.skills == career.skills and career.alive:
                return figure
            raise CareerError(f"{career.card.title} fought this battle at another time of his life")
    raise CareerError(f"{career.card.title} does not take part in {setting.encounter.title}")


def homecoming(career: Career, setting: Setting, state: State) -> Career:
    """The hero after a finished battle: who survives keeps what he learned, and his wounds heal."""
    figure = figure_of(career, setting)
    piece = state.pieces[figure.number]
    if state.outcome is None:
        raise CareerError(f"{setting.encounter.title} is not over yet")
    survived = piece.fate != "slain"
    fought = Fought(
        encounter=setting.encounter.title,
        learned=tuple(skill for skill in piece.skills if skill not in career.skills),
        wounds=tuple(f"{wound.location} {wound.severity}" for wound in piece.wounds),
        won=None if state.outcome.winner < 0 else state.outcome.winner == figure.force,
        survived=survived,
    )
    history = (*career.history, fought)
    if not survived:
        return msgspec.structs.replace(career, alive=False, history=history)
    return msgspec.structs.replace(career, battles=career.battles + 1, skills=piece.skills, history=history)
