"""The siege train: what the Besiegers buy with their siege points, and who carries it.

They buy during their deployment, when the fortress stands; a train is what they mean to buy then.
[tp.siege.lists] [tp.siege.deploy] [tp.siege.race_equipment]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from warhost.engine.book import Unknown
from warhost.engine.bounds import Few, Name, Text
from warhost.engine.data import DataError, Definition, nearest, read_toml
from warhost.roster.bill import Bill, Breach, Line, Measure
from warhost.roster.lists import all_faults, find_roster
from warhost.roster.roster import Fault, Roster

from ..armies.choices import Choice, choices, groups_and_characters
from ..armies.lists import DATA
from ..armies.muster import ThreePlainsLists
from ..armies.profiles import ArmyList
from .account import machine_price, machines_allowed
from .lawful import immobile
from .works import FIRST_SIZE, Equipment, equipment, siege_points

FOLDER = DATA / "trains"
THROWERS = "stone"  # ways to shoot of the machines that throw stones begin so


class Purchase(Definition, frozen=True, kw_only=True):
    """Equipment and the group that carries it; or a war machine, which carries itself."""

    item: Name = ""
    number: Annotated[int, Meta(ge=1, le=20)] = 1
    by: Name = ""  # the id of the group in the roster, or of the machine
    machine: Name = ""  # the profile of a war machine


class TrainEntry(Definition, frozen=True, kw_only=True):
    """trains/*.toml."""

    id: Name
    title: Name
    roster: Name  # a ready roster, or a file
    buy: Few[Purchase] = ()
    story: Text = ""
    origin: Literal["source", "authored"] = "authored"


class Train(Struct, frozen=True):
    """A train with the army that takes it along."""

    entry: TrainEntry
    roster: Roster
    army: ArmyList
    groups: Sequence[Choice]

    @property
    def bought(self) -> list[str]:
        """The profiles of its machines, one for each that is bought."""
        return [one.machine for one in self.entry.buy if one.machine for _ in range(one.number)]


def read_train(path: Path) -> TrainEntry:
    return read_toml(path, TrainEntry)


def find_train(wanted: str, lists: ThreePlainsLists, extra: Path | None = None) -> Train:
    """A ready train by its name, or one from a file; a DataError says what cannot be understood in it."""
    known = ready_trains(extra)
    path = known.get(wanted, Path(wanted))
    if wanted not in known and path.suffix != ".toml" and not path.exists():
        raise Unknown(f"no siege train is called {wanted!r}{nearest(wanted, known)}; there are: {', '.join(known)}")
    entry = read_train(path)
    file, roster = find_roster(lists, entry.roster)
    for key, expected in all_faults(lists, roster):
        raise DataError(file.name, key, expected)
    groups, _ = groups_and_characters(choices(roster, lists.library))
    train = Train(entry, roster, lists.library.lists[roster.army], groups)
    for key, expected in train_faults(train):
        raise DataError(path.name, key, expected)
    return train


def trains_at_fault(lists: ThreePlainsLists, extra: Path | None) -> Iterator[DataError]:
    """What is wrong with the trains of the game and of a player's own folder, breaches too."""
    for name, path in ready_trains(extra).items():
        try:
            train = find_train(name, lists, extra)
        except DataError as fault:
            yield fault
        except Unknown as fault:
            yield DataError(f"trains/{path.name}", "roster", str(fault))
        else:
            for breach in train_breaches(train):
                told = f"{breach.why} [{breach.rule}]; {breach.mend}"
                yield DataError(f"trains/{path.name}", breach.where, told)


def ready_trains(extra: Path | None = None) -> dict[str, Path]:
    folders = [FOLDER, *([extra / "trains"] if extra else [])]
    return {path.stem: path for folder in folders for path in sorted(folder.glob("*.toml"))}


def train_faults(train: Train) -> Iterator[Fault]:
    """Names that stand for nothing."""
    groups = [group.id for group in train.groups]
    for number, one in enumerate(train.entry.buy):
        key = f"buy[{number}]"
        if bool(one.item) == bool(one.machine):
            yield key, "expected either an item or a machine"
        elif one.item and one.item not in equipment():
            yield f"{key}.item", f"expected equipment, got {one.item}{nearest(one.item, equipment())}"
        elif one.item and one.by not in (*groups, *train.bought):
            yield f"{key}.by", f"expected the id of a group, got {one.by or 'nothing'}{nearest(one.by, groups)}"
        elif one.machine and one.machine not in train.army.ids:
            got = f"{one.machine}{nearest(one.machine, train.army.ids)}"
            yield f"{key}.machine", f"expected a profile of {train.army.title}, got {got}"


def train_bill(train: Train) -> Bill:
    """What it costs in siege points.  [tp.siege.points] [tp.siege.war_machines]"""
    lines = []
    for one in train.entry.buy:
        if one.machine:
            profile = train.army.find(one.machine)
            price = one.number * machine_price(profile.points)
            lines.append(Line(profile.id, profile.title, "", one.number, price))
        else:
            thing = equipment()[one.item]
            lines.append(Line(thing.id, thing.title, f"for {one.by}", one.number, one.number * thing.price))
    limit = siege_points(train.roster.points)
    cost = sum(line.points for line in lines)
    return Bill(tuple(lines), limit, (Measure("siege points", "tp.siege.points", cost, most=limit),))


def train_breaches(train: Train) -> list[Breach]:
    """Everything that is not lawful about it: too dear, not in the list, or nobody who can carry it."""
    return [
        *_size(train),
        *_cost(train_bill(train)),
        *_machines(train),
        *(breach for one in train.entry.buy if one.item for breach in _purchase(train, one)),
        *_hands(train),
    ]


def _size(train: Train) -> Iterator[Breach]:
    """[tp.siege.army_size]"""
    if train.roster.points < FIRST_SIZE:
        why = f"an army of {train.roster.points} points, of at least {FIRST_SIZE}, lays siege"
        yield Breach("tp.siege.army_size", "the army", why, "muster a larger one")


def _cost(bill: Bill) -> Iterator[Breach]:
    """[tp.siege.points]"""
    if bill.points > bill.limit:
        why = f"{bill.points} siege points, of at most {bill.limit}"
        yield Breach("tp.siege.points", "the train", why, f"take {bill.points - bill.limit} off")


def _machines(train: Train) -> Iterator[Breach]:
    """Those that cannot move, one for each started 1000 points.  [tp.siege.war_machines]"""
    rule = "tp.siege.war_machines"
    for name in dict.fromkeys(train.bought):
        if not immobile(train.army.find(name)):
            yield Breach(rule, name, "only war machines without movement cost siege points", "leave it out")
    number, most = len(train.bought), machines_allowed(train.roster.points)
    if number > most:
        why = f"{number} war machines for siege points, of at most {most}"
        yield Breach(rule, "the train", why, f"take {number - most} off, or pay them with the army")


def _purchase(train: Train, one: Purchase) -> Iterator[Breach]:
    """Whether this side, this army and this piece may have it."""
    thing = equipment()[one.item]
    if thing.side != "besiegers":
        yield Breach("tp.siege.list", one.item, "it is for the Defenders only", "leave it out")
    if thing.armies and train.army.id not in thing.armies:
        why = f"{train.army.title} have no {thing.title} in their list"
        yield Breach("tp.siege.race_equipment", one.item, why, "leave it out")
    if not _may_have(train, thing, one.by):
        why = f"{one.by} cannot have {thing.title}: it is for {bearers_of(thing)}"
        yield Breach(thing.rule, one.item, why, "give it to another piece")


def bearers_of(thing: Equipment) -> str:
    if "machine" in thing.kinds:
        return "machines that throw stones"
    return "skirmishers on foot" if "skirmishers" in thing.kinds else "units and mobs on foot"


def _may_have(train: Train, thing: Equipment, by: str) -> bool:
    group = next((group for group in train.groups if group.id == by), None)
    profile = group.profile if group else train.army.find(by)
    if profile.kind not in thing.kinds:
        return False
    return profile.shoots.startswith(THROWERS) if profile.kind == "machine" else True


def _hands(train: Train) -> Iterator[Breach]:
    """No more of a kind than a piece may have, and hands for all of it together.

    [tp.siege.siege_ladder] [tp.siege.equip.drop]
    """
    models = Counter({group.id: group.models for group in train.groups}) + Counter(train.bought)
    for by in dict.fromkeys(one.by for one in train.entry.buy if one.item):
        mine: Counter[str] = Counter()
        for one in train.entry.buy:
            if one.by == by and one.item:
                mine[one.item] += one.number
        for thing, number in ((equipment()[item], number) for item, number in mine.items()):
            most = thing.most * (models[by] if "machine" in thing.kinds else 1)
            if number > most:
                why = f"{thing.title}: {number}, of at most {most}"
                yield Breach(thing.rule, by, why, f"take {number - most} off")
        needed = sum(equipment()[item].operation * number for item, number in mine.items())
        if needed > models[by]:
            why = f"{needed} models are needed to carry all that, of {models[by]}"
            yield Breach("tp.siege.equip.drop", by, why, "give some of it to others")
