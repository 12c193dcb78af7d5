"""How a campaign stands, for everybody to see: the same for terminal, page and report; and the sheets to print.

[tp.campaign.between_battles]
"""

from __future__ import annotations

from warhost.engine.campaign import Account, Member, Pairing, Party
from warhost.engine.sheet import Card, Sheet
from warhost.roster.roster import Character, Roster

from ..agreeing import slots
from ..armies.choices import choices
from ..armies.equip import figure
from ..figure import INCH, Figure
from ..state import NOBODY
from .plan import RESULTS
from .rosters import mission_of
from .skills import SKILLS, skilled
from .war import Person, Terms, War

STAGES = {
    "story": "The campaign is laid before the players",
    "agreement": "The players look the campaign over",
    "names": "Special characters are named",
    "opening": "The next battle is opened",
    "rosters": "Rosters are written",
    "battle": "A battle is to be fought",
    "deaths": "The dead are buried",
    "development": "What was learnt",
    "over": "The campaign is over",
}
ROUTES = {1: "A ahead", 0: "level", -1: "B ahead"}
COLUMNS = ("M", "CR", "LP")


def stage_words(terms: Terms, war: War) -> str:
    if war.stage != "over":
        route = ROUTES[war.route].replace("A", terms.named(0)).replace("B", terms.named(1))
        return f"{STAGES[war.stage]}; the route is {route}" if war.fought else STAGES[war.stage]
    if not war.results[0]:
        return f"{STAGES['over']}: {war.why}"
    ends = [f"a {result.lower()}" for result in war.results]
    said = ends[0] if ends[0] == ends[1] else f"{ends[0]} for {terms.named(0)}, {ends[1]} for {terms.named(1)}"
    return f"{STAGES['over']}: {said} ({war.why})"


def account(terms: Terms, war: War) -> Account:
    players = range(terms.players)
    return Account(
        title=terms.title,
        stage=stage_words(terms, war),
        over=war.stage == "over",
        parties=tuple(_party(terms, war, player) for player in players),
        pairings=tuple(_pairings(terms, war)),
        series={"Battles won": tuple(_course(war, terms.side_of(player)) for player in players)},
        beaten=_beaten(terms, war),
    )


# --- a side ------------------------------------------------------------------------------------------------------


def _party(terms: Terms, war: War, player: int) -> Party:
    side = terms.side_of(player)
    won, lost = war.winners.count(side), war.winners.count(1 - side)
    figures = {"fought": len(war.fought), "won": won, "drawn": len(war.fought) - won - lost, "lost": lost}
    members = tuple(_member(terms, one) for one in war.people if one.side == side)
    return Party(terms.player_name(player), f"Side {'AB'[side]}", _place(war, side), figures, members)


def _place(war: War, side: int) -> int:
    """By the result of the war, or by battles won so far."""
    if war.results[0]:
        ranks = [RESULTS.index(one) for one in war.results]
        return 1 + (ranks[side] > ranks[1 - side])
    return 1 + (war.winners.count(side) < war.winners.count(1 - side))


def _course(war: War, side: int) -> tuple[int, ...]:
    """Battles won before the first and after each."""
    return tuple(war.winners[:end].count(side) for end in range(len(war.fought) + 1))


def sheet_figure(terms: Terms, person: Person) -> Figure:
    """As he stands in his list, with what he has learnt."""
    alone = Roster(
        name=person.name, rulebook="threeplains", army=terms.armies[person.side], points=1,
        character=(Character(profile=person.profile, name=person.name),),
    )  # fmt: skip
    (choice,) = choices(alone, terms.lists.library)
    return skilled(figure(choice), person.skills)


def _member(terms: Terms, person: Person) -> Member:
    what = [word for word, so in (("leads", person.leading), ("special", person.special)) if so]
    title = sheet_figure(terms, person).title
    return Member(
        id=person.id,
        title=person.name,
        detail=", ".join([title, *what]),
        figures=_figures(terms, person),
        remarks=tuple(SKILLS[name].words for name in person.skills),
        story=person.story,
        gone=not person.alive,
    )


def _figures(terms: Terms, person: Person) -> dict[str, int]:
    sheet = sheet_figure(terms, person)
    return dict(zip(COLUMNS, (sheet.movement // INCH, sheet.rating, sheet.life), strict=True))


# --- the battles -------------------------------------------------------------------------------------------------


def _pairings(terms: Terms, war: War) -> list[Pairing]:
    found = [
        Pairing(
            number,
            (war.pairs[number - 1][sides[0]], war.pairs[number - 1][sides[1]]),
            "fought",
            _titled(terms, one.node, sides),
            war.pairs[number - 1][one.winner] if one.winner != NOBODY else None,
            one.why,
        )
        for number, (one, sides) in enumerate(zip(war.fought, war.roles, strict=True), 1)
    ]
    if war.stage == "over":
        return found
    for number in range(len(found) + 1, terms.plan.rows + 1):
        pair = terms.commander(0, number), terms.commander(1, number)
        if war.due is not None and number == war.number:
            sides = war.due.sides
            stands = "due" if war.stage == "battle" else "to come"
            found.append(
                Pairing(number, (pair[sides[0]], pair[sides[1]]), stands, _titled(terms, war.due.node, sides))
            )
        else:
            found.append(Pairing(number, pair, "to come", _open(terms, number)))
    return found


def _titled(terms: Terms, node: str, sides: tuple[int, int]) -> str:
    """The name of a battle, its scenario with the parts of both, and their points."""
    one = terms.nodes[node]
    mission = mission_of(terms, one)
    stood_in = f", in the place of a {one.scenario}" if one.stand_in else ""
    parts = [part.title.lower() for part in mission.part]
    wanted = list(zip(slots(mission), one.sizes, strict=True))
    both = [" and ".join(f"{size}" for slot, size in wanted if slot.side == side) for side in (0, 1)]
    points = " against ".join(both)
    roles = f", {terms.named(sides[0])} as {parts[0]}" if parts else ""
    return f"{one.name} ({one.node}): {mission.title.lower()}{stood_in}{roles}, {points} points"


def _open(terms: Terms, row: int) -> str:
    """Where the routes may lead."""
    there = sorted((one for one in terms.plan.battle if one.row == row), key=lambda one: -one.route)
    return " or ".join(f"{one.name} ({one.node})" for one in there)


def _beaten(terms: Terms, war: War) -> tuple[tuple[int, ...], ...]:
    """A row for each player: how often he beat each other."""
    table = [[0] * terms.players for _ in range(terms.players)]
    for one, pair in zip(war.fought, war.pairs, strict=True):
        if one.winner != NOBODY:
            table[pair[one.winner]][pair[1 - one.winner]] += 1
    return tuple(tuple(row) for row in table)


# --- to print ----------------------------------------------------------------------------------------------------


def people_sheet(terms: Terms, war: War, player: int) -> Sheet:
    """The named of a side."""
    side = terms.side_of(player)
    cards = tuple(_card(terms, one) for one in war.living(side))
    camp = terms.plan.camps[side]
    return Sheet(terms.player_name(player), terms.title, COLUMNS, cards, text=camp.stakes)


def _card(terms: Terms, person: Person) -> Card:
    member = _member(terms, person)
    row = tuple(str(value) for value in member.figures.values())
    story = tuple(f"{line}." for line in member.story)
    return Card(
        id=person.id, title=person.name, detail=member.detail, points=0, rows=(row,),
        remarks=(*member.remarks, *story), boxes=(member.figures["LP"],),
    )  # fmt: skip
