"""How a campaign stands, for everybody to see: the same for terminal, page and report; and the sheets to print."""

from __future__ import annotations

from warhost.engine.campaign import Account, Member, Pairing, Party
from warhost.engine.sheet import Card, Sheet

from ..library import Library
from ..mustering.enlist import COLUMNS, row
from .fixtures import schedule, standings
from .ledger import Group, Hero, Ledger
from .season import Mark, Season, Terms

STAGES = {
    "founding": "The warbands are founded",
    "fixture": "The next battle is drawn",
    "battle": "A battle is to be fought",
    "injuries": "Injuries",
    "captives": "Captives",
    "experience": "Experience and advances",
    "search": "Searching the ruins",
    "shards": "Selling the shards",
    "sell": "Trade: selling",
    "look": "Trade: looking for rare things",
    "buy": "Trade: buying and hiring",
    "leader": "A new leader",
    "anew": "A new warband",
    "update": "Closing the books",
    "over": "The campaign is over",
}


def account(terms: Terms, season: Season) -> Account:
    order = standings(season)
    parties = tuple(
        _party(terms.library, ledger, order.index(player) + 1) for player, ledger in enumerate(season.ledgers)
    )
    stage = STAGES[season.stage]
    if season.fought and season.stage not in ("fixture", "battle", "over"):
        stage = f"After battle {len(season.fought)}, {season.ledger.name}: {stage.lower()}"
    return Account(
        title=terms.title,
        stage=stage,
        over=season.stage == "over",
        parties=parties,
        pairings=tuple(_pairings(terms, season)),
        series=_series(season),
        beaten=_beaten(season),
    )


# --- a warband ----------------------------------------------------------------------------------------------------


def _party(library: Library, ledger: Ledger, place: int) -> Party:
    figures = {
        "rating": ledger.rating,
        "crowns": ledger.treasury,
        "warriors": ledger.size,
        "fought": ledger.battles,
        "won": ledger.won,
        "dead": ledger.dead,
    }
    members = (
        *(_hero(library, hero) for hero in ledger.heroes),
        *(_group(library, group) for group in ledger.groups),
        *(_hero(library, hero, gone=True) for hero in ledger.fallen),
    )
    store = tuple(library.gear[name].title for name in ledger.store)
    return Party(ledger.name, library.bands[ledger.army].title, place, figures, members, store)


def _figures(one: Hero | Group) -> dict[str, int]:
    return {name: getattr(one.profile, name.lower()) for name in COLUMNS} | {"experience": one.experience}


def _hero(library: Library, hero: Hero, gone: bool = False) -> Member:
    away = [f"misses {hero.misses} battle{'s' if hero.misses > 1 else ''}"] if hero.misses and not gone else []
    held = ["held by an enemy"] if hero.captor >= 0 else []
    return Member(
        id=hero.id,
        title=hero.title,
        detail=", ".join([hero.role, *away, *held]),
        figures=_figures(hero),
        gear=_gear(library, hero.gear),
        remarks=_remarks(library, hero),
        story=hero.story,
        gone=gone,
    )


def _remarks(library: Library, hero: Hero) -> tuple[str, ...]:
    spells = [f"{library.spells[name].title} ({need}+)" for name, need in hero.spells]
    traits = [trait for trait in hero.traits if trait != "leader"]
    return (*traits, *spells, *(f"hates {foe}" for foe in hero.hates))


def _group(library: Library, group: Group) -> Member:
    return Member(
        id=group.id,
        title=group.title,
        detail="one henchman" if group.count == 1 else f"{group.count} henchmen",
        figures=_figures(group),
        gear=_gear(library, group.gear),
        remarks=group.traits,
        story=group.story,
    )


def _gear(library: Library, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(library.gear[name].title for name in names if name != "natural")


def sheet(terms: Terms, season: Season, player: int) -> Sheet:
    """A warband's roster, to print."""
    ledger = season.ledgers[player]
    party = _party(terms.library, ledger, 1)
    cards = tuple(_card(one, member) for one, member in zip(ledger.everybody, party.members, strict=False))
    store = f"In the store: {', '.join(party.store)}." if party.store else "The store is empty."
    words = f"{party.kind}: rating {ledger.rating}, {ledger.treasury} crowns, {ledger.size} warriors"
    return Sheet(ledger.name, words, COLUMNS, cards, text=store)


def _card(one: Hero | Group, member: Member) -> Card:
    boxes = (one.profile.w,) * (one.count if isinstance(one, Group) else 1)
    story = tuple(f"{line}." for line in member.story)
    return Card(
        id=one.id,
        title=one.title,
        detail=f"{member.detail}, experience {one.experience}",
        points=0,
        rows=(row(one.profile),),
        gear=member.gear,
        remarks=((", ".join(member.remarks),) if member.remarks else ()) + story,
        boxes=boxes,
    )


# --- the battles --------------------------------------------------------------------------------------------------


def _pairings(terms: Terms, season: Season) -> list[Pairing]:
    scenarios = {one.id: one.title for one in terms.library.scenarios.values()} | {"forfeit": "Forfeited"}
    fought = [
        Pairing(
            number,
            one.players,
            "fought",
            scenarios[one.scenario],
            one.players[one.winner] if one.winner >= 0 else None,
            one.why,
        )
        for number, one in enumerate(season.fought, 1)
    ]
    left = schedule(terms)[len(fought) :]
    found = [*fought, *(Pairing(len(fought) + at, pair, "to come") for at, pair in enumerate(left, 1))]
    if season.due is not None:
        found[len(fought)] = Pairing(len(fought) + 1, season.due.players, "due", scenarios[season.due.scenario])
    return found


def _series(season: Season) -> dict[str, tuple[tuple[int, ...], ...]]:
    """What is plotted, before the first battle and after each."""

    def of(name: str) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(getattr(marks[player], name) for marks in season.marks) for player in range(len(season.ledgers))
        )

    assert set(Mark.__struct_fields__) == {"rating", "crowns", "dead"}
    return {"Rating": of("rating"), "Crowns": of("crowns"), "Dead": of("dead")}


def _beaten(season: Season) -> tuple[tuple[int, ...], ...]:
    """A row for each warband: how often it beat each other."""
    count = len(season.ledgers)
    table = [[0] * count for _ in range(count)]
    for one in season.fought:
        if one.winner >= 0:
            winner = one.players[one.winner]
            for other in one.players:
                if other != winner:
                    table[winner][other] += 1
    return tuple(tuple(row) for row in table)
