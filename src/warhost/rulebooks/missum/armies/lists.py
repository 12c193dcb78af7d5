"""Armies of the players' own making: the points index, what an army must keep, sheets, armies of chance.

[mis.army.composition] [mis.add.points] [mis.command.dritlan-number] [mis.add.magic-allotment] [mis.army.races]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

import msgspec

from warhost.engine.dice import DiceStream
from warhost.engine.sheet import Card, Sheet
from warhost.roster.bill import Bill, Breach, Line, Measure
from warhost.roster.lists import ready_rosters
from warhost.roster.roster import Character, Fault, Group, Roster, read_roster

from ..library import DATA, MM, Library, library
from .muster import faults, fights_with, kind_of_race, sorcery, troops_of
from .troops import Troop

ARMIES = {"men": "Men and their allies", "hostile": "The races hostile to men"}
PER_DRITLAN = 150
MOST_RESERVE = 2
LARGEST = 700  # points of an army of chance: somewhat more than the largest of the three battles
ENGINE_POINTS = {
    "light dart-thrower": 4,
    "light stone-thrower": 5,
    "medium dart-thrower": 6,
    "medium stone-thrower": 8,
}
REARMED = 3  # one in so many legions of an army of chance has other arms than in the ready ones
DEEPEST = 5  # ranks: whoever is listed deeper is priced as if he stood so, for he may be drawn up broader
EYE_POINTS = {"strong eye": 10, "weak eye": 5}
COLUMNS = ("", "figures", "files", "move", "attack", "defense", "missiles", "morale")


def dritlanyal_for(figures: int) -> int:
    """One for each 150 figures or part of them.  [mis.command.dritlan-number]"""
    return max(1, -(-figures // PER_DRITLAN))


def _prices(charts: Library, troops: list[Troop]) -> dict[str, int]:
    """What each body costs; halves of points of several teams are not all rounded up."""
    found, magic = {}, 0.0
    for troop in troops:
        if troop.kind == "team":
            before, magic = magic, magic + team_points(charts, troop)
            found[troop.id] = int(magic + 0.5) - int(before + 0.5)
        else:
            found[troop.id] = points_of(charts, troop)
    return found


def team_points(charts: Library, troop: Troop) -> float:
    """Five for a level, half as much again where the team has more spells than others."""
    gifted = troop.livyani or troop.spells != tuple(cell.value for cell in charts.band(troop.level).spells)
    return 5 * troop.level * (1.5 if gifted else 1)


def points_of(charts: Library, troop: Troop) -> int:
    """What a legion or a battery costs.  [mis.add.points]"""
    if troop.kind == "battery":
        assert troop.missile is not None
        return troop.figures * ENGINE_POINTS[troop.missile.id]
    if troop.special:
        return 0
    weapon = troop.melee[0]
    files = max(min(troop.files, troop.figures), -(-troop.figures // DEEPEST))
    width = files * (2 if weapon.second_rank else 1.5 if weapon.half_rank else 1)
    beast = 10 if troop.has("dreadful") else 1
    strikes, suffers = (
        charts.casualties(troop.attacks[0] - 9, 1),
        charts.casualties(7 - troop.defense(0, False), 1) * beast,
    )
    found = 4 * sqrt(width * strikes * (troop.tests + troop.further / 2) / suffers)
    if troop.missile is not None:
        shooting = troop.figures if troop.skirmishes else files
        found += 0.8 * (1 + troop.missile.attack.value / 8) * shooting
    return int((found * 0.7 if troop.skirmishes else found) + 0.5)


class MissumLists:
    """There are no army lists in this game: anybody may field what the charts have a line for."""

    id = "missum"
    title = "Missúm!"
    rosters = DATA / "rosters"

    def armies(self) -> Mapping[str, str]:
        return ARMIES

    def faults(self, roster: Roster) -> list[Fault]:
        found = list(faults(library(), roster))
        if roster.army not in ARMIES:
            found.append(("army", f"expected {' or '.join(ARMIES)}, got {roster.army}"))
        return found

    def _troops(self, roster: Roster) -> list[Troop]:
        return troops_of(library(), roster, 0, bool(sorcery(library(), roster)))

    def bill(self, roster: Roster) -> Bill:
        charts, troops = library(), self._troops(roster)
        prices = _prices(charts, troops)
        lines = [Line(t.id, t.title, t.describe(), t.figures, prices[t.id]) for t in troops]
        lines += [
            Line(f"{entry.profile}-{item}", item, "an ancient device", 0, EYE_POINTS[item])
            for entry in roster.character for item in entry.items
        ]  # fmt: skip
        figures = sum(t.figures for t in troops if t.legion)
        wanted = dritlanyal_for(figures)
        have = sum(1 for t in troops if t.kind == "dritlan")
        measures = (
            Measure("dritlányal", "mis.command.dritlan-number", have, wanted, wanted),
            Measure("points", "mis.add.points", sum(line.points for line in lines), most=roster.points),
        )
        return Bill(tuple(lines), roster.points, measures)

    def breaches(self, roster: Roster) -> list[Breach]:
        return list(_breaches(self, roster))

    def breaches_together(self, rosters: Sequence[Roster]) -> list[Breach]:
        return []

    def sheet(self, roster: Roster) -> Sheet:
        bill = self.bill(roster)
        cards = tuple(
            card_of(troop, line.points) for troop, line in zip(self._troops(roster), bill.lines, strict=False)
        )
        return Sheet(roster.name, f"{bill.points} of {roster.points} points", COLUMNS, cards, text=roster.story)

    def army_sheet(self, army: str) -> Sheet:
        """Every race that may serve in such an army, in its usual arms."""
        cards = []
        for race in library().races.values():
            if (race.kind == "hostile") == (army == "hostile"):
                attacks = ", ".join(f"{name} {cell.value}" for name, cell in race.attack.items())
                row = (
                    race.title,
                    "",
                    "",
                    f"{race.move_light.value} mm",
                    attacks,
                    "",
                    "",
                    str(race.morale.value if race.morale else ""),
                )
                cards.append(Card(id=race.id, title=race.title, detail=race.kind, points=0, rows=(row,)))
        return Sheet(ARMIES[army], "the charts", COLUMNS, tuple(cards))

    def raise_army(self, army: str, points: int, seed: str) -> Roster:
        """Legions of the ready armies by chance, as many as the points buy."""
        return _raised(self, army, points, seed)


def card_of(troop: Troop, points: int = 0, left: int | None = None, remarks: Sequence[str] = ()) -> Card:
    """Its figures and arms; in a battle with how many are left."""
    now = troop.figures if left is None else left
    row = (
        troop.race.title, str(troop.figures), str(troop.files), f"{troop.move // MM} mm",
        "/".join(map(str, troop.attacks)), str(troop.defense(0, False)), str(troop.missile_defense(False)),
        f"{troop.rating}, {troop.tests}/{troop.further}" if troop.rating else "never tests",
    )  # fmt: skip
    gear = tuple(weapon.title for weapon in troop.melee) + ((troop.missile.title,) if troop.missile else ())
    return Card(
        id=troop.id, title=troop.title, detail=troop.describe(), points=points, rows=(row,), gear=gear,
        remarks=tuple(remarks), boxes=(now,) if troop.legion and now else (),
    )  # fmt: skip


def _breaches(lists: MissumLists, roster: Roster) -> Iterator[Breach]:
    charts = library()
    troops = lists._troops(roster)
    kinds = {race.kind for race in kind_of_race(charts, roster)}
    if "hostile" in kinds and kinds - {"hostile"} - ({"human"} if not _men(roster) else set()):
        yield Breach(
            "mis.army.races", "group", "hostile races share no army with men or their allies", "choose one kind"
        )
    for place, entry in enumerate(roster.group):
        named = [word for word in entry.options if word in charts.races and word != entry.profile]
        if named:
            yield Breach(
                "mis.army.legion", f"group[{place}].options", "a legion is of one race", f"drop {named[0]}"
            )
    figures = sum(troop.figures for troop in troops if troop.legion)
    have, wanted = sum(1 for t in troops if t.kind == "dritlan"), dritlanyal_for(figures)
    if have != wanted:
        why = f"{figures} figures have {wanted} dritlányal, not {have}"
        yield Breach("mis.command.dritlan-number", "character", why, f"field {wanted}")
    reserve = [troop for troop in troops if troop.legion and troop.huitsan == 0]
    if len(reserve) > MOST_RESERVE:
        why = f"the reserve holds {MOST_RESERVE} legions at most, not {len(reserve)}"
        yield Breach("mis.army.reserve-limit", "group", why, "assign the others to a dritlán")
    generals = sum(entry.profile == "kerdu" for entry in roster.character)
    if generals != 1:
        advice = "add one" if not generals else "leave the others out"
        yield Breach("mis.command.kerdu-figures", "character", f"an army has one kérdu, not {generals}", advice)
    if not any(entry.profile == "team" for entry in roster.character):
        yield Breach("mis.magic.team", "character", "an army has a team of magic users", "add one")
    for huitsan in range(1, have + 1):
        if not any(troop.kind == "line" and troop.huitsan == huitsan for troop in troops):
            why = f"huitsán {huitsan} has no line legion"
            yield Breach("mis.setup.map", "group", why, "assign one to it")
    beyond = [troop for troop in troops if troop.legion and troop.huitsan > have]
    if beyond:
        yield Breach("mis.army.huitsan", "group", f"no dritlán leads {beyond[0].title}", "choose another huitsán")
    bill = lists.bill(roster)
    if bill.points > roster.points:
        why = f"{bill.points} points are more than {roster.points}"
        yield Breach("mis.add.points", "points", why, "leave something out")


def _men(roster: Roster) -> bool:
    """Whether men serve in it as troops, not only in the words of a commander."""
    return any(group.profile in ("human", "nlyss") for group in roster.group)


def _raised(lists: MissumLists, army: str, points: int, seed: str) -> Roster:
    charts, dice, step = library(), DiceStream(seed, 0), 0
    ready = [read_roster(path) for path in ready_rosters(lists).values()]
    pool = [group for roster in ready if roster.army == army for group in roster.group]
    chosen: list[Group] = []
    points = min(points, LARGEST)
    left = points
    for step in range(60):
        group = pool[dice.throw(1, len(pool))[0] - 1]
        words = tuple(word for word in group.options if not word.startswith("huitsan"))
        fresh = Group(
            profile=group.profile,
            models=group.models,
            name=group.name,
            files=group.files,
            options=words,
            id=f"legion-{step + 1}",
        )
        if dice.throw(1, REARMED)[0] == 1:
            fresh = _rearmed(lists, army, fresh, dice)
        cost = points_of(charts, troops_of(charts, _army(army, points, [fresh], 1), 0)[0])
        if cost <= left - 25:
            left -= cost
            chosen.append(fresh)
        if left < 40 and any(_in_line(one) for one in chosen):
            break
    return _assigned(army, points, chosen)


def _in_line(group: Group) -> bool:
    return group.profile in library().races and "skirmishers" not in group.options


def _rearmed(lists: MissumLists, army: str, group: Group, dice: DiceStream) -> Group:
    """With other arms that the charts have a line for, or another engine: everything comes into play some day."""
    charts = library()
    if group.profile not in charts.races:
        engines = sorted(ENGINE_POINTS)
        return msgspec.structs.replace(group, profile=engines[dice.throw(1, len(engines))[0] - 1])
    race = charts.races[group.profile]
    arms = [one.id for one in charts.melee.values() if fights_with(race, one)]
    shots = [one.id for one in charts.missiles.values() if one.kind != "engine" and one.race in ("", race.id)]
    taken = [arms[dice.throw(1, len(arms))[0] - 1], shots[dice.throw(1, len(shots))[0] - 1]]
    kept = [word for word in group.options if word not in charts.melee and word not in charts.missiles]
    found = msgspec.structs.replace(group, options=(*kept, *taken))
    return group if lists.faults(_army(army, 1, [found], 1)) else found


def _assigned(army: str, points: int, chosen: list[Group]) -> Roster:
    """Line legions are dealt to the dritlányal in turn, screens follow."""
    troops = troops_of(library(), _army(army, points, chosen, 1), 0)
    figures = sum(troop.figures for troop in troops if troop.legion)
    lines = [group for group in chosen if _in_line(group)]
    leaders = min(dritlanyal_for(figures), max(1, len(lines)))
    groups = []
    for place, group in enumerate(lines + [one for one in chosen if one not in lines]):
        options = (*group.options, f"huitsan {place % leaders + 1}")
        groups.append(
            Group(
                profile=group.profile,
                models=group.models,
                id=group.id,
                name=group.name,
                files=group.files,
                options=options,
            )
        )
    return _army(army, points, groups, dritlanyal_for(figures))


def _army(army: str, points: int, groups: list[Group], leaders: int) -> Roster:
    characters = [Character(profile="kerdu", id="kerdu", name="The kérdu")]
    characters += [
        Character(profile="dritlan", id=f"dritlan-{n + 1}", name=f"Dritlán {n + 1}") for n in range(leaders)
    ]
    characters.append(Character(profile="team", id="team-1", name="Magic team 1", options=("level 4",)))
    return Roster(
        name=ARMIES[army],
        rulebook="missum",
        army=army,
        points=points,
        group=tuple(groups),
        character=tuple(characters),
    )
