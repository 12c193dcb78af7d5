"""What an army costs, and whether it may be fielded.  [reg.army.selection] [reg.army.options]"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from warhost.engine.data import nearest
from warhost.roster.bill import Bill, Breach, Line, Measure
from warhost.roster.roster import Character, Fault, Group, Roster, named_entries

from ..library import Library
from ..records import JOINABLE, Entry
from .army import Choice, bears_standard, choices, general_of

SELECTION, OPTIONS, ETHEREAL = "reg.army.selection", "reg.army.options", "reg.sr.ethereal"
LEAST = {"core": 25}
MOST = {"lord": 25, "hero": 25, "special": 50, "rare": 25}
REPEATS = {"rare": 2, "special": 3}
FEWEST_UNITS = 3
WHOLE = "points"  # the measure of the army as a whole
PLURAL = {"lord": "lords", "hero": "heroes", "core": "core", "special": "special", "rare": "rare"}


# --- names that stand for nothing ----------------------------------------------------------------------------


def faults(library: Library, roster: Roster) -> Iterator[Fault]:
    army = library.armies.get(roster.army)
    if army is None:
        yield "army", f"no army is called {roster.army}{nearest(roster.army, library.armies)}"
        return
    for named in named_entries(roster):
        entry = army.entries.get(named.entry.profile)
        if entry is None:
            there = nearest(named.entry.profile, army.entries)
            yield f"{named.key}.profile", f"no entry is called {named.entry.profile}{there}"
        elif entry.slot == "mount":
            yield f"{named.key}.profile", f"{entry.id} is a mount: a character buys it as an option"
        elif entry.character != isinstance(named.entry, Character):
            yield f"{named.key}.profile", f"{entry.id} is {'a character' if entry.character else 'a group'}"
        else:
            yield from entry_faults(entry, named.key, named.entry)


def entry_faults(entry: Entry, key: str, wanted: Group | Character) -> Iterator[Fault]:
    known = [*entry.options, *entry.command]
    for at, name in enumerate(wanted.options):
        if name in wanted.options[:at]:
            yield f"{key}.options", f"{name} is named twice: each option is bought once"
        if name not in known:
            yield f"{key}.options", f"{entry.id} has no option {name}{nearest(name, known)}"
    if wanted.items:
        yield f"{key}.items", "there are no magic items in these lists"
    if isinstance(wanted, Character):
        if wanted.mount and not (wanted.mount in entry.options and entry.options[wanted.mount].mount):
            mounts = [option.id for option in entry.option if option.mount]
            yield f"{key}.mount", f"{entry.id} has no mount {wanted.mount}{nearest(wanted.mount, mounts)}"
        if wanted.role not in ("", "general", "battle standard"):
            yield f"{key}.role", f"expected general or battle standard, got {wanted.role}"
        elif wanted.role == "battle standard" and "battle standard" not in entry.options:
            yield f"{key}.role", f"{entry.id} cannot carry the battle standard"


# --- the bill ------------------------------------------------------------------------------------------------


def bill(library: Library, roster: Roster) -> Bill:
    lines = choices(library.armies[roster.army], roster)
    written = [Line(line.id, _title(line), _detail(line), line.models, line.points) for line in lines]
    return Bill(tuple(written), roster.points, tuple(measures(roster, lines)))


def _title(line: Choice) -> str:
    return line.wanted.name or line.entry.title


def _detail(line: Choice) -> str:
    bought = [*(option.id for option in line.options), *line.command]
    return ", ".join([line.entry.slot, *bought])


def measures(roster: Roster, lines: list[Choice]) -> Iterator[Measure]:
    spent = spent_by_slot(lines)
    yield Measure(WHOLE, SELECTION, sum(spent.values()), None, roster.points)
    for slot, share in LEAST.items():
        yield Measure(PLURAL[slot], SELECTION, spent[slot], -(-roster.points * share // 100))
    for slot, share in MOST.items():
        yield Measure(PLURAL[slot], SELECTION, spent[slot], None, roster.points * share // 100)


def spent_by_slot(lines: list[Choice]) -> Counter[str]:
    spent: Counter[str] = Counter()
    for line in lines:
        spent[line.entry.slot] += line.points
    return spent


# --- what is not lawful ----------------------------------------------------------------------------------------


def breaches(library: Library, roster: Roster) -> list[Breach]:
    lines = choices(library.armies[roster.army], roster)
    found = [_broken(measure) for measure in measures(roster, lines) if not measure.kept]
    steeds = library.armies[roster.army].entries
    alone = [breach for line in lines for breach in (*_line(line), *_joining(line, lines, steeds))]
    return [*found, *_composition(lines), *alone]


def _broken(measure: Measure) -> Breach:
    if measure.least is not None and measure.spent < measure.least:
        why = f"{measure.name} cost {measure.spent:g} points, at least {measure.least:g} are wanted"
        return Breach(measure.rule, measure.name, why, "take more of them")
    if measure.name == WHOLE and measure.most is not None:
        why = f"the army costs {measure.spent:g} points, at most {measure.most:g} are allowed"
        mend = f"leave out what costs {measure.spent - measure.most:g} or more"
        return Breach(measure.rule, measure.name, why, mend)
    why = f"{measure.name} cost {measure.spent:g} points, at most {measure.most:g} are allowed"
    return Breach(measure.rule, measure.name, why, "take less of them")


def _composition(lines: list[Choice]) -> Iterator[Breach]:
    units = [line for line in lines if not line.entry.character]
    if len(units) < FEWEST_UNITS:
        why = f"{len(units)} units besides characters, at least {FEWEST_UNITS} are wanted"
        yield Breach(SELECTION, "units", why, "add units")
    if not any(line.entry.character and not bears_standard(line) for line in lines):
        why = "there is no character who could be the General"
        yield Breach(SELECTION, "general", why, "add a character who does not carry the battle standard")
    for line in lines:
        if isinstance(line.wanted, Character) and line.wanted.role == "general" and general_of(lines) != line.id:
            yield Breach("reg.char.general", line.id, "another has the highest Leadership", "let him lead the army")
    if sum(bears_standard(line) for line in lines) > 1:
        yield Breach("reg.char.bsb", "battle standard", "there are two battle standards", "leave one out")
    counted = Counter(line.entry.id for line in units)
    entries = {line.entry.id: line.entry for line in units}
    core = sum(line.entry.slot == "core" for line in units)
    for id, count in counted.items():
        yield from _repeated(entries[id], count, core)


def _repeated(entry: Entry, count: int, core: int) -> Iterator[Breach]:
    taken = -(-count // max(1, entry.choice))  # several may be one choice
    most = REPEATS.get(entry.slot, 0)
    if most and taken > most:
        yield Breach(SELECTION, entry.id, f"{entry.title} taken {taken} times, at most {most}", "leave some out")
    if entry.per_core and count * entry.per_core > core - count:
        others = f"{entry.per_core} other core unit{'s' if entry.per_core > 1 else ''}"
        yield Breach(entry.rule, entry.id, f"{entry.title}: at most one for {others}", "leave one out")


def _line(line: Choice) -> Iterator[Breach]:
    """[reg.army.options]"""
    least, most = line.entry.size
    if line.models < least or (most and line.models > most):
        wanted = f"{least} to {most}" if most and most != least else f"{least}" if most else f"at least {least}"
        yield Breach(line.entry.rule, line.id, f"{line.models} models, {wanted} are wanted", "change their number")
    if sum(bool(option.mount) for option in line.options) > 1:
        yield Breach(OPTIONS, line.id, "a character rides one mount at most", "leave one out")
    for option in line.options:
        if option.mounted and not line.mount:
            yield Breach(OPTIONS, line.id, f"{option.id}: only for a mounted model", "buy a mount")
        if option.champion and "champion" not in line.command:
            yield Breach(OPTIONS, line.id, f"{option.id}: there is no champion", "buy a champion")
    suits = [option for option in line.options if set(option.takes) & {"light_armour", "heavy_armour"}]
    if len(suits) > 1:
        yield Breach("reg.armour.table", line.id, "a model wears one suit of armour", "leave one out")


def _joining(line: Choice, lines: list[Choice], steeds: Mapping[str, Entry]) -> Iterator[Breach]:
    """A character who is to stand in a unit from the beginning must be one who may.  [reg.char.join]"""
    host = next((one for one in lines if one.id == line.wanted.with_), None)
    if host is None:
        return
    mend = "let him stand alone"
    if line.mount and line.mount.mount in steeds:
        yield Breach("reg.troop.monster.ridden", line.id, "whoever rides a monster joins nobody", mend)
    elif host.entry.troop not in JOINABLE or "reg.sr.randommove" in host.entry.rules:
        yield Breach("reg.char.join", line.id, f"{host.entry.title}: not joined by anybody", mend)
    elif ETHEREAL in host.entry.rules and ETHEREAL not in line.entry.rules:
        yield Breach(ETHEREAL, line.id, f"{host.entry.title}: joined by the ethereal alone", mend)
