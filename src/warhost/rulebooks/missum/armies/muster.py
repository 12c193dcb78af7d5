"""From a roster to troops: what the words of an entry stand for, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warhost.engine.data import nearest
from warhost.roster.roster import Character, Fault, Group, Named, Roster, named_entries

from ..library import MM, Armour, Library, MeleeWeapon, MissileWeapon, Race
from .troops import STAFF, Troop, TroopKind, allowance_of, attack_of, rating_of, spells_of

ARMOUR: tuple[Armour, ...] = ("heavy", "medium", "light")
STATUS = ("regular", "irregular", "elite", "imperial bodyguard", "peasants", "fanatic")
ASKEW = 1000  # the largest level of a team is 12, the words for it are counted up to here
EYES = ("strong eye", "weak eye")
CLAWS = "claws"  # whatever a list says that beasts carry, their reach makes them long thrusters  [mis.melee.groups]


class Words:
    """The options of an entry, sorted by what they say."""

    def __init__(self, charts: Library, entry: Group | Character):
        self.armour: Armour = "light"
        self.status, self.huitsan, self.level, self.guards = "regular", 1, 0, 0
        self.shield = self.skirmishers = self.livyani = False
        self.kerdu = ""
        self.race: str = ""
        self.melee: list[MeleeWeapon] = []
        self.missile: MissileWeapon | None = None
        self.faults: list[str] = []
        for word in entry.options:
            self._read(charts, word)
        self._contradictions(charts, entry)

    def _contradictions(self, charts: Library, entry: Group | Character) -> None:
        """Two words of which only one can be true.  [mis.army.qualities] [mis.army.legion]"""
        kinds: dict[str, list[str]] = {}
        for word in dict.fromkeys(entry.options):
            first = word.partition(" ")[0]
            kind = (
                "armour" if word in ARMOUR else "status" if word in STATUS
                else "missile weapon" if word in charts.missiles
                else first if first in ("huitsan", "level") else "huitsan" if word == "reserve" else ""
            )  # fmt: skip
            kinds.setdefault(kind, []).append(word)
        self.faults += [
            f"one {kind}, not {' and '.join(words)}" for kind, words in kinds.items() if kind and len(words) > 1
        ]

    def _read(self, charts: Library, word: str) -> None:
        first, _, number = word.partition(" ")
        if word in ARMOUR:
            self.armour = word
        elif word in STATUS:
            self.status = word
        elif word in charts.melee:
            self.melee.append(charts.melee[word])
        elif word in charts.missiles:
            self.missile = charts.missiles[word]
        elif word in charts.races:
            self.race = word
        elif first in ("huitsan", "level") and number.isdecimal() and int(number) < ASKEW:
            setattr(self, first, int(number))
        elif word in ("shield", "skirmishers", "livyani"):
            setattr(self, word, True)
        elif word in ("sorcerer", "perhaps a sorcerer"):
            self.kerdu = word
        elif word == "reserve":
            self.huitsan = 0
        else:
            known = (*ARMOUR, *STATUS, *charts.melee, *charts.missiles, *charts.races, "shield", "skirmishers",
                     "livyani", "reserve", "huitsan 1", "level 5", "sorcerer", "perhaps a sorcerer")  # fmt: skip
            self.faults.append(f"no such option: {word}{nearest(word, known)}")


# --- names that stand for nothing ----------------------------------------------------------------------------


def faults(charts: Library, roster: Roster) -> Iterator[Fault]:
    for named in named_entries(roster):
        entry, key = named.entry, named.key
        words = Words(charts, entry)
        yield from ((f"{key}.options", why) for why in words.faults)
        known = _profiles(charts, entry)
        if entry.profile not in known:
            like = nearest(entry.profile, known)
            yield f"{key}.profile", f"expected one of {', '.join(known)}; got {entry.profile}{like}"
            continue
        yield from ((f"{key}.items", f"no such thing: {item}") for item in entry.items if item not in EYES)
        if isinstance(entry, Group) and entry.items:
            yield f"{key}.items", "'eyes' are listed with a commander or a team; the drawing up says who bears them"
        if entry.profile == "team" and not 1 <= words.level <= 12:
            yield f"{key}.options", "expected a level from 1 to 12"
        if isinstance(entry, Group) and entry.profile in charts.races:
            yield from ((f"{key}.options", why) for why in _arms_faults(charts, entry, words))


def _profiles(charts: Library, entry: Group | Character) -> tuple[str, ...]:
    if isinstance(entry, Character):
        return tuple(STAFF)
    engines = [name for name, weapon in charts.missiles.items() if weapon.kind == "engine"]
    return (*charts.races, *engines)


def fights_with(race: Race, weapon: MeleeWeapon) -> bool:
    """Claws and jaws are those of animals.  [mis.chart.melee]"""
    return attack_of(race, weapon) is not None and (weapon.id != CLAWS or race.kind == "animal")


def _arms_faults(charts: Library, entry: Group, words: Words) -> Iterator[str]:
    """What the charts have no line for.  [mis.chart.melee]"""
    race = charts.races[entry.profile]
    if not words.melee:
        yield "expected a melee weapon"
    if (words.armour not in race.bare and words.armour not in race.shield) or allowance_of(
        race, words.armour, (), None
    ) is None:
        yield f"the {race.title} never wear {words.armour} armour"
    if words.shield and words.armour not in race.shield:
        yield f"the {race.title} carry no shields"
    for weapon in words.melee:
        if not fights_with(race, weapon):
            yield f"the {race.title} do not fight with the {weapon.title}"
    if words.missile and words.missile.race not in ("", race.id):
        yield f"only the {charts.races[words.missile.race].title} shoot the {words.missile.title}"


# --- troops --------------------------------------------------------------------------------------------------


def troops_of(charts: Library, roster: Roster, side: int, sorcerer: bool = False) -> list[Troop]:
    """All bodies of an army; `sorcerer` says whether the highest magic user is the general.

    [mis.magic.livyani] [mis.magic.gifted-races]
    """
    entries = named_entries(roster)
    leader = _leading_team(charts, entries) if sorcerer else ""
    found: list[Troop] = []
    for named in entries:
        if isinstance(named.entry, Group):
            found.append(_legion(charts, named.entry, named.id, side))
        elif named.entry.profile != "kerdu" or not sorcerer:
            found.append(_special(charts, named, side, named.id == leader))
    return _numbered(found)


def _numbered(found: list[Troop]) -> list[Troop]:
    """Each dritlán leads the huitsán of his number."""
    number = 0
    for at, troop in enumerate(found):
        if troop.kind == "dritlan":
            number += 1
            found[at] = msgspec.structs.replace(troop, huitsan=number)
    return found


def _leading_team(charts: Library, entries: list[Named]) -> str:
    teams = [named for named in entries if named.entry.profile == "team"]
    return max(teams, key=lambda named: Words(charts, named.entry).level).id if teams else ""


def _legion(charts: Library, entry: Group, id: str, side: int) -> Troop:
    words = Words(charts, entry)
    if entry.profile in charts.missiles:
        return _battery(charts, entry, id, side, words.huitsan)
    race = charts.races[entry.profile]
    kind: TroopKind = "skirmish" if words.skirmishers else "line"
    base = race.skirmish_base if words.skirmishers and race.skirmish_base else race.base
    melee = (charts.melee[CLAWS],) if race.kind == "animal" else tuple(words.melee)
    rating = rating_of(charts, race, words.status, words.armour, kind)
    tests, further = charts.levels(entry.models, rating)
    return Troop(
        id=id, title=entry.name or id, side=side, kind=kind, race=race, figures=entry.models,
        files=min(entry.files or 10, entry.models), base=base.size, armour=words.armour,
        shield=words.shield, melee=melee, missile=words.missile, status=words.status, huitsan=words.huitsan,
        rating=rating, tests=tests, further=further,
        move=(allowance_of(race, words.armour, melee, words.missile) or 0) * MM,
        fly=race.fly.value * MM if race.fly else 0, swim=race.swim.value * MM if race.swim else 0,
        attacks=tuple(attack_of(race, weapon) or 0 for weapon in melee),
        hedges=tuple(_hedge(charts, weapon, words.armour) for weapon in melee),
    )  # fmt: skip


def _hedge(charts: Library, weapon: MeleeWeapon, armour: Armour) -> int:
    line = charts.hedge.get(weapon.id)
    return line[armour].value if line else 0


def _battery(charts: Library, entry: Group, id: str, side: int, huitsan: int) -> Troop:
    """All engines of one kind, with their crews.  [mis.add.engine-crew]"""
    human, engine = charts.races["human"], charts.missiles[entry.profile]
    assert engine.crew is not None and engine.base is not None
    crew = engine.crew.value * entry.models
    rating = rating_of(charts, human, "crew", "light", "battery")
    tests, further = charts.levels(crew, rating)
    sword = charts.melee["short sword"]
    return Troop(
        id=id, title=entry.name or id, side=side, kind="battery", race=human, figures=crew,
        files=entry.models, base=engine.base.size, armour="light", shield=False, melee=(sword,),
        missile=engine, status="regular", huitsan=huitsan, rating=rating, tests=tests, further=further,
        move=charts.situations.engine_move.value * MM, attacks=(attack_of(human, sword) or 0,), hedges=(0,),
    )  # fmt: skip


def _special(charts: Library, named: Named, side: int, leads: bool) -> Troop:
    """A commander with his staff, or two magic users with what guards they have.

    [mis.add.command-combat] [mis.add.command-move]
    """
    words, kind = Words(charts, named.entry), named.entry.profile
    race = charts.races[words.race or "human"]
    guards = charts.band(words.level).guards.value if words.livyani else 0
    team = kind == "team"
    weapon = charts.melee["sword" if not team or guards else "dagger"]
    figures = STAFF[kind] + guards
    tests, further = charts.levels(guards, charts.morale.ratings["guards"].value) if guards else (0, 0)
    move = allowance_of(race, "light" if not guards else "heavy", (), None) or race.move_light.value
    spells = spells_of(charts, words.level, race, words.livyani) if team else (0, 0, 0)
    human = charts.races["human"]  # of whatever race they are, they fight as men do
    return Troop(
        id=named.id, title=named.entry.name or named.id, side=side, kind=kind,  # type: ignore[arg-type]
        race=human, figures=figures, files=min(4, STAFF[kind]) if not guards else min(4, guards),
        base=race.base.size, armour="heavy" if not team or guards else "light",
        shield=not team or bool(guards), melee=(weapon,), missile=None, status="regular", huitsan=0,
        rating=charts.morale.ratings["guards"].value if guards else 0, tests=tests, further=further,
        move=move * MM, level=words.level, guards=guards, spells=spells, livyani=words.livyani, kerdu=leads,
        attacks=(attack_of(human, weapon) or 0,), hedges=(0,),
    )  # fmt: skip


def eyes_of(roster: Roster) -> tuple[str, ...]:
    """The 'eyes' of an army, in their order."""
    return tuple(item for character in roster.character for item in character.items)


def sorcery(charts: Library, roster: Roster) -> str:
    """Whether the general is a magic user: sorcerer, perhaps a sorcerer, or nothing."""
    generals = [entry for entry in roster.character if entry.profile == "kerdu"]
    return Words(charts, generals[0]).kerdu if generals else ""


def kind_of_race(charts: Library, roster: Roster) -> list[Race]:
    """The races of the legions and the teams."""
    entries: list[Group | Character] = [*roster.group, *roster.character]
    words = [(entry.profile, Words(charts, entry).race) for entry in entries]
    return [charts.races[name] for pair in words for name in pair if name in charts.races]
