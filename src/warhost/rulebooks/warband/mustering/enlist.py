"""Rosters made ready for battle, warbands of chance, and their sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from warhost.engine.dice import DiceStream
from warhost.engine.question import Refusal, Refused
from warhost.engine.sheet import Card, Sheet, Term
from warhost.roster.bill import Bill, Breach, Measure
from warhost.roster.roster import Character, Fault, Group, Roster

from ..company import Company, Recruit
from ..library import DATA, Band, FighterKind, Library, Profile
from . import lawful

COLUMNS = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")
TRIES = 40


class WarbandLists:
    """What the rulebook offers to those who muster warbands."""

    id = "warband"
    title = "Warband"
    rosters: Path = DATA / "rosters"
    """Ready warbands.

    [war.band.lantern.sample] [war.band.ash.sample] [war.band.gutter.sample] [war.band.unquiet.sample]
    """

    def __init__(self, library: Library):
        self.library = library

    def armies(self) -> Mapping[str, str]:
        return {band.id: band.title for band in self.library.bands.values()}

    def faults(self, roster: Roster) -> list[Fault]:
        return list(lawful.faults(roster, self.library))

    def bill(self, roster: Roster) -> Bill:
        """With what is left for the treasury, and the rating.  [war.band.found] [war.camp.rating]"""
        found = lawful.bill(roster, self.library)
        more = [
            Measure("crowns", "war.band.found", found.points, None, lawful.purse(roster)),
            Measure("left for the treasury", "war.band.found", max(0, lawful.purse(roster) - found.points)),
            Measure("rating", "war.camp.rating", enlist(roster, self.library).rating),
        ]
        return replace(found, measures=(*found.measures, *more))

    def breaches(self, roster: Roster) -> list[Breach]:
        return lawful.breaches(roster, self.library)

    def breaches_together(self, rosters: Sequence[Roster]) -> list[Breach]:
        return []

    def sheet(self, roster: Roster) -> Sheet:
        company = enlist(roster, self.library)
        left = lawful.purse(roster) - self.bill(roster).points
        cards = tuple(_card(self.library, one, 1) for one in company.recruits)
        return Sheet(
            company.name,
            f"{len(cards)} warriors, rating {company.rating}, {left} crowns left",
            COLUMNS,
            cards,
            terms_of(self.library, company.recruits),
        )

    def army_sheet(self, army: str) -> Sheet:
        band = self.library.bands[army]
        cards = tuple(_kind_card(kind) for kind in band.fighter)
        return Sheet(band.title, f"up to {band.most} warriors", COLUMNS, cards, text=band.story)

    def raise_army(self, army: str, points: int, seed: str) -> Roster:
        return levy(self.library, army, points, seed)


def row(profile: Profile) -> tuple[str, ...]:
    return tuple(str(getattr(profile, name.lower())) for name in COLUMNS)


def _card(library: Library, one: Recruit, number: int) -> Card:
    gear = tuple(library.gear[name].title for name in one.gear if name != "natural")
    spells = tuple(f"{library.spells[name].title} ({need}+)" for name, need in one.spells)
    return Card(
        id=one.id,
        title=one.title,
        detail=one.role,
        points=one.price,
        rows=(row(one.profile),),
        gear=gear,
        remarks=(*one.traits, *spells),
        boxes=(one.profile.w,),
    )


def _kind_card(kind: FighterKind) -> Card:
    return Card(
        id=kind.id,
        title=kind.title,
        detail=kind.role,
        points=kind.price,
        rows=(row(kind.profile),),
        remarks=kind.traits,
    )


def terms_of(library: Library, recruits: Sequence[Recruit]) -> tuple[Term, ...]:
    """What they carry and cast, as the rules have it."""
    gear = dict.fromkeys(name for one in recruits for name in one.gear if name != "natural")
    spells = dict.fromkeys(name for one in recruits for name, _ in one.spells)
    things = [*(library.gear[name] for name in gear), *(library.spells[name] for name in spells)]
    return tuple(Term(thing.title, library.rules.get(thing.rule).text) for thing in things)


# --- made ready -----------------------------------------------------------------------------------------------


def enlist(roster: Roster, library: Library) -> Company:
    """Every model as a warrior of its own, followers with their keepers.  [war.band.heroes] [war.camp.rating]"""
    band = library.bands[roster.army]
    recruits: list[Recruit] = []
    for choice in lawful.choices(roster, library):
        for number in range(1, choice.models + 1):
            recruits += raised(band, library, choice, number)
    company = Company(name=roster.name, army=roster.army, recruits=tuple(_told_apart(recruits)))
    return replace(company, rating=rating(company))


def raised(band: Band, library: Library, choice: lawful.Choice, number: int) -> list[Recruit]:
    """One model, and whatever follows it."""
    kind = choice.kind
    id = choice.id if choice.models == 1 and kind.hero else f"{choice.id}-{number}"
    title = choice.entry.name or kind.title
    price = kind.price + lawful.price_of_gear(library, choice.gear)
    own = recruit(band, kind, id, title, choice.gear, "" if kind.hero else choice.id, price)
    return [own, *followers(band, own)]


def recruit(
    band: Band, kind: FighterKind, id: str, title: str, gear: Sequence[str], group: str, price: int
) -> Recruit:
    carried = ("natural",) if kind.unarmed else tuple(gear)
    return Recruit(
        id=id,
        title=title,
        fighter=kind.id,
        role=kind.role,
        profile=kind.profile,
        kind=kind.kind,
        group=group,
        traits=kind.traits,
        gear=carried,
        experience=kind.experience,
        price=price,
    )


def followers(band: Band, keeper: Recruit) -> list[Recruit]:
    """Rats come with their keeper, free of charge.  [war.band.gutter.rats]"""
    kind = band.kind(keeper.fighter)
    beast = next((one for one in band.fighter if one.role == "follower"), None)
    if kind is None or not kind.followers or beast is None:
        return []
    return [
        replace(recruit(band, beast, f"{keeper.id}-{beast.id}-{at}", beast.title, (), "", 0), keeper=keeper.id)
        for at in range(1, kind.followers + 1)
    ]


def _told_apart(recruits: Sequence[Recruit]) -> list[Recruit]:
    """Of several with the same title each has a number."""
    titles = [one.title for one in recruits]
    return [
        replace(one, title=f"{one.title} {titles[: at + 1].count(one.title)}")
        if titles.count(one.title) > 1
        else one
        for at, one in enumerate(recruits)
    ]


def rating(company: Company) -> int:
    """Five a warrior, twenty for a large one, and all experience, of a group once.  [war.camp.rating]"""
    groups: dict[str, int] = {}
    total = 0
    for one in company.recruits:
        if one.role == "follower":
            continue
        total += 20 if "large" in one.traits else 5
        if one.role == "henchman":
            groups[one.group] = one.experience
        else:
            total += one.experience
    return total + sum(groups.values())


# --- of chance ------------------------------------------------------------------------------------------------


def levy(library: Library, army: str, points: int, seed: str) -> Roster:
    """A lawful warband of chance, the same for the same seed."""
    best: tuple[int, Roster] | None = None
    for attempt in range(TRIES):
        roster = _raised_by_chance(library, army, min(points, lawful.CROWNS), DiceStream(seed, attempt))
        spent = lawful.bill(roster, library).points
        if not lawful.breaches(roster, library) and (best is None or spent > best[0]):
            best = spent, roster
    if best is None:
        raise Refused(
            Refusal(
                "war.band.found", f"no lawful warband of {library.bands[army].title} was found for {points} crowns"
            )
        )
    return best[1]


def _raised_by_chance(library: Library, army: str, points: int, dice: DiceStream) -> Roster:
    band = library.bands[army]
    left = points

    def pick(number: int) -> int:
        return dice.throw(1, number)[0] - 1

    def armed(kind: FighterKind) -> tuple[str, ...]:
        allowed = kind.may_have or band.goods
        close = [name for name in allowed if name in band.close and name != "dagger"]
        found = [close[pick(len(close))]] if close and not kind.unarmed else []
        missile = [name for name in allowed if name in band.missile]
        if missile and not kind.unarmed and pick(3) == 0:
            found.append(missile[pick(len(missile))])
        suits = [name for name in allowed if name in ("light", "shield", "helmet")]
        if suits and not kind.unarmed and "wizard" not in kind.traits and pick(3) == 0:
            found.append(suits[pick(len(suits))])
        return tuple(found)

    characters: list[Character] = []
    groups: list[Group] = []
    for kind in (kind for kind in band.fighter if kind.hero):
        wanted = kind.least or pick((kind.most or 1) + 1)
        for _ in range(wanted):
            gear = armed(kind)
            price = kind.price + lawful.price_of_gear(library, gear)
            if price <= left - (0 if kind.least else 120) and len(characters) < lawful.MOST_HEROES:
                characters.append(Character(profile=kind.id, options=gear))
                left -= price
    henchmen = [kind for kind in band.fighter if kind.role == "henchman"]
    for _ in range(30):
        kind = henchmen[pick(len(henchmen))]
        gear = armed(kind)
        price = kind.price + lawful.price_of_gear(library, gear)
        taken = sum(group.models for group in groups if group.profile == kind.id)
        room = min(
            5,
            band.most - len(characters) - sum(group.models for group in groups),
            (kind.most or 99) - taken,
            left // price,
        )
        if room > 0:
            models = 1 if "large" in kind.traits else 1 + pick(room)
            groups.append(Group(profile=kind.id, models=models, options=gear))
            left -= models * price
    return Roster(
        name=f"{band.title} of chance",
        rulebook="warband",
        army=army,
        points=points,
        group=tuple(groups),
        character=tuple(characters),
    )
