"""What could not come to pass in a battle: a file that says so is refused with its key."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from .checks import Fault
from .encounter import Encounter
from .library import Library
from .pieces import seen_by_enemy, squares_of
from .setting import Fight
from .sheets import PlaySheet

if TYPE_CHECKING:
    from .situation import Situation, SituationCharacter, SituationUnit, Standing

SIDES = ("ours", "theirs")
OF_A_FORCE = re.compile(r"forces\[(\d)]\.(units|characters)\[(\d+)]\.(.+)")
OF_AN_ENCOUNTER = ("victory", "exits", "objectives")
PLACED = ("at", "deploy")  # where pieces stand is looked at with the squares of all
TAUGHT = {"hardened": "hard_as_nails", "parrying": "secret_parry", "wary": "secret_parry",
          "lightning": "lightning_attack"}  # fmt: skip
MOST_SHOTS = 2
LONGEST_SPELL = 6  # turns for which one who is hypnotised obeys


class Told(NamedTuple):
    """What a file says of one piece, or of all pieces of a unit, and under which key."""

    key: str
    names: tuple[str, ...]
    standing: Standing
    sheet: PlaySheet
    skills: tuple[str, ...]
    individual: bool
    side: str


def impossible(situation: Situation, library: Library) -> Iterator[Fault]:
    for index, unit in enumerate(situation.units):
        yield from _losses(f"units[{index}]", unit)
    told = list(_told(situation, library))
    for one in told:
        if one.standing.fired > MOST_SHOTS:
            yield f"{one.key}.fired", f"expected at most {MOST_SHOTS} shots in a turn, got {one.standing.fired}"
        yield from _wounds(one, library)
        yield from _powers(one, library)
        yield from _obeys(one, situation.turn)
    yield from _animals(situation, told)
    if not any(one.standing.obeys for one in told):
        yield from _enemies(situation, told)


def _told(situation: Situation, library: Library) -> Iterator[Told]:
    for index, unit in enumerate(situation.units):
        key, sheet = f"units[{index}]", library.sheets[unit.sheet]
        names = tuple(f"{unit.id}-{place}" for place in range(1, len(unit.at) + 1))
        yield Told(f"{key}.all", names, unit.all, sheet, (), False, unit.side)
        for place, standing in unit.pieces.items():
            yield Told(f"{key}.pieces.{place}", (f"{unit.id}-{place}",), standing, sheet, (), False, unit.side)
    for index, one in enumerate(situation.characters):
        sheet, skills = library.sheets[_sheet(one, library)], _skills(one, library)
        yield Told(f"characters[{index}].now", (one.id,), one.now, sheet, skills, True, one.side)


def _sheet(one: SituationCharacter, library: Library) -> str:
    return one.sheet or library.heroes[one.card].sheet


def _skills(one: SituationCharacter, library: Library) -> tuple[str, ...]:
    return (*(library.heroes[one.card].skills if one.card else ()), *one.skills)


# --- what an encounter asks of its forces ---------------------------------------------------------------------


def fielded(encounter: Encounter) -> Encounter:
    """The encounter as its forces are looked at: who is not said to be good or evil is what his pieces are, and a
    hero may carry in a situation what his card does not give him."""
    return replace(encounter, forces=tuple(
        replace(force, alignment="neutral", characters=tuple(
            replace(one, weapons=(), armour=None, shield=False) if one.card else one for one in force.characters
        ))
        for force in encounter.forces
    ))  # fmt: skip


def own_key(situation: Situation, key: str) -> str:
    """Where a situation says what an encounter says at this key; "" for what stands elsewhere in a situation."""
    if key.startswith(OF_AN_ENCOUNTER):
        return key
    found = OF_A_FORCE.fullmatch(key)
    if found is None or found[4].startswith(PLACED):
        return ""
    groups: Sequence[SituationUnit | SituationCharacter] = getattr(situation, found[2])
    own = [index for index, one in enumerate(groups) if one.side == SIDES[int(found[1])]]
    return f"{found[2]}[{own[int(found[3])]}].{found[4]}"


# --- what has happened ----------------------------------------------------------------------------------------


def _losses(key: str, unit: SituationUnit) -> Iterator[Fault]:
    if unit.lost_this_turn > unit.lost:
        yield f"{key}.lost_this_turn", f"expected at most {unit.lost}, as many as are lost"
    if unit.lost_in_combat > unit.lost_this_turn:
        yield f"{key}.lost_in_combat", f"expected at most {unit.lost_this_turn}, as many as were lost this turn"


def _wounds(one: Told, library: Library) -> Iterator[Fault]:
    """[mag.wound.chart]"""
    wounds = one.standing.wounds
    if wounds and not one.individual:
        yield f"{one.key}.wounds", "expected none: a soldier dies of one hit"
    chart = (one.sheet.hit_chart if one.sheet.monster else None) or library.tables.hero_hits
    for location, severity in wounds:
        effect = chart.effects[location][severity]
        if effect.dead or (effect.second_kills and wounds.count((location, severity)) > 1):
            yield f"{one.key}.wounds", f"expected wounds one can live with, got {location}, {severity}"


def _powers(one: Told, library: Library) -> Iterator[Fault]:
    """Powers that nobody taught him, or used more often than they can be."""
    tables = library.tables
    limits = {"healing": tables.healing.uses, "hypnotise": tables.hypnotise.uses,
              "mind_blast": tables.kai_mind_blast.uses, "salmon_leap": tables.salmon_leap.uses}  # fmt: skip
    for name, skill in TAUGHT.items():
        if getattr(one.standing, name) and skill not in one.skills:
            yield f"{one.key}.{name}", f"expected nothing of one who has not {skill}"
    for power, uses in one.standing.uses.items():
        if uses and power not in one.skills:
            yield f"{one.key}.uses.{power}", f"expected nothing of one who has not {power}"
        elif uses > limits[power]:
            yield f"{one.key}.uses.{power}", f"expected at most {limits[power]}, got {uses}"


def _obeys(one: Told, turn: int) -> Iterator[Fault]:
    """Whoever's time is up is his own again as a turn begins, and nobody obeys for more than a D6 says.

    [mag.trick.hypnotise_effect]
    """
    last = one.standing.obeys
    if last and not turn <= last < turn + LONGEST_SPELL:
        yield f"{one.key}.obeys", f"expected 0 or a turn from {turn} to {turn + LONGEST_SPELL - 1}, got {last}"


# --- who and whom -----------------------------------------------------------------------------------------------


def _animals(situation: Situation, told: Sequence[Told]) -> Iterator[Fault]:
    """[mag.kai.animal_kinship]"""
    known = {name: one for one in told for name in one.names}
    for index, (lord, animal) in enumerate(situation.animals):
        if "animal_kinship" not in known[lord].skills:
            yield f"animals[{index}]", f"expected one with animal_kinship, got {lord}"
        if not known[animal].sheet.mount_is_animal:
            yield f"animals[{index}]", f"expected somebody on an animal, got {animal}"


def _enemies(situation: Situation, told: Sequence[Told]) -> Iterator[Fault]:
    known = {name: one for one in told for name in one.names}
    for side, leader in enumerate(situation.leaders):
        if leader in known and known[leader].side != SIDES[side]:
            yield f"leaders[{side}]", f"expected a piece of {SIDES[side]}, got {leader}"
    for one in told:
        for name, others in (("charged", one.standing.charged), ("foe", (one.standing.foe,))):
            yield from _all_foes(f"{one.key}.{name}", others, one.side, known)
    for index, unit in enumerate(situation.units):
        for name in ("flank_attackers", "rear_attackers", "monsters", "steady"):
            yield from _all_foes(f"units[{index}].{name}", getattr(unit, name), unit.side, known)
        for monster in unit.monsters:
            if monster in known and not known[monster].sheet.monster:
                yield f"units[{index}].monsters", f"expected a monster, got {monster}"


def _all_foes(key: str, names: Sequence[str], side: str, known: dict[str, Told]) -> Iterator[Fault]:
    """Of the dead nothing is known but that they are."""
    for name in names:
        if name in known and known[name].side == side:
            yield key, f"expected an enemy, got {name}"


# --- on the board -----------------------------------------------------------------------------------------------


def in_plain_view(situation: Situation, fight: Fight) -> Iterator[Fault]:
    """Whoever an enemy sees is hidden no more.  [mag.setup.hidden_reveal]"""
    for key, name in _hiding(situation):
        number = fight.setting.number[name]
        if seen_by_enemy(fight, fight.state.pieces[number].side, squares_of(fight, number)):
            yield key, f"expected a place that no enemy sees, {name} is in plain view"


def _hiding(situation: Situation) -> Iterator[tuple[str, str]]:
    for index, unit in enumerate(situation.units):
        for place in range(1, len(unit.at) + 1):
            own = unit.pieces.get(str(place))
            said = "all" if unit.all.hidden else f"pieces.{place}"
            if unit.all.hidden or (own and own.hidden):
                yield f"units[{index}].{said}.hidden", f"{unit.id}-{place}"
    for index, one in enumerate(situation.characters):
        if one.now.hidden:
            yield f"characters[{index}].now.hidden", one.id
