"""Who plays whom, which scenario, and who cannot come.  [war.camp.linked] [war.camp.fixtures] [war.camp.few]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from warhost.engine.campaign import Fight
from warhost.engine.question import Answer, Choose
from warhost.engine.tidings import Befell, Seen
from warhost.engine.unreadable import explained

from .growing import name_leader
from .happened import Happened, Side
from .ledger import Ledger, company_of, fit_for_battle
from .preparing import used_by
from .season import AFTERWARDS, After, Due, Season, Terms, mark

LINKED = "war.camp.linked"
FIXTURES: Mapping[int, Sequence[Sequence[Sequence[int]]]] = {
    2: (((0, 1),),),
    3: (((0, 1),), ((1, 2),), ((2, 0),), ((0, 1, 2),)),
    4: (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)), ((0, 1, 2, 3),)),
}
"""Who plays whom, battle after battle, by the number of players.  [war.camp.fixtures]"""


def schedule(terms: Terms) -> list[tuple[int, ...]]:
    """All pairings in their order; those who agreed on it all play each time."""
    players = len(terms.ledgers)
    rounds = ((tuple(range(players)),),) if terms.together else FIXTURES[players]
    return [tuple(pair) for number in range(terms.battles) for pair in rounds[number % len(rounds)]]


def pair_off(after: After) -> None:
    """The next pairing, with its scenario; a warband that cannot come forfeits."""
    season = after.state
    left = schedule(after.setting)[len(season.fought) :]
    if not left:
        season.go_to("over")
        return
    players = left[0]
    able = tuple(player for player in players if _comes(after, player))
    absent = tuple(player for player in players if player not in able)
    for player in absent:
        name = season.ledgers[player].name
        after.tell(Befell("war.camp.few", name, "", "cannot come to the battle and forfeits it"))
    if len(able) < 2:
        _settle(after, _forfeited(after, able, absent))
        return
    season.due = Due(_scenario(after, able), able, absent, tuple(used_by(after, able)))
    season.go_to("battle")


def _comes(after: After, player: int) -> bool:
    """With fewer than three who are fit, a warband that has a hero among them may come, and need not.

    [war.camp.few]
    """
    ledger = after.state.ledgers[player]
    heroes, all_fit = fit_for_battle(ledger)
    if ledger.ended or (all_fit < 3 and not heroes):
        return False
    if all_fit >= 3:
        return True
    text = f"Only {all_fit} of {ledger.name} can fight. Are they led into battle?"
    meanings = {"fight": "they are", "forfeit": "no: the battle is forfeited"}
    return bool(
        after.ask(
            Choose(player, "few", ["fight", "forfeit"], "war.camp.few", text=text, meanings=meanings, usual="fight")
        )
        == "fight"
    )


def _scenario(after: After, players: Sequence[int]) -> str:
    """A D6 says which; on a 6 whoever has the lower rating chooses. What is not for so many is rolled again.

    [war.camp.linked] [war.multi.scenarios]
    """
    open_to = [one for one in after.setting.library.scenarios.values() if len(players) <= one.most_sides]
    while True:
        face = after.die(6, "which scenario", LINKED, players[0])
        if face == 6:
            break
        found = next((one.id for one in open_to if one.die == face), "")
        if found:
            return found
    chooser = _lowest(after, players)
    return str(
        after.ask(
            Choose(
                chooser,
                "scenario",
                [one.id for one in open_to],
                LINKED,
                text=f"{after.state.ledgers[chooser].name} has the lower rating and chooses: what is fought?",
                meanings={one.id: one.title for one in open_to},
            )
        )
    )


def _lowest(after: After, players: Sequence[int]) -> int:
    """Of equals the highest die chooses."""
    least = min(after.state.ledgers[player].rating for player in players)
    low = [player for player in players if after.state.ledgers[player].rating == least]
    while len(low) > 1:
        faces = [after.die(6, "who chooses the scenario", LINKED, player) for player in low]
        low = [player for player, face in zip(low, faces, strict=True) if face == max(faces)]
    return low[0]


def await_battle(after: After) -> None:
    """The battle is fought elsewhere; its end is the answer."""
    season, terms = after.state, after.setting
    assert season.due is not None
    due, number = season.due, len(season.fought) + 1
    names = " against ".join(season.ledgers[player].name for player in due.players)
    text = f"Battle {number}, {terms.library.scenarios[due.scenario].title.lower()}: {names}."
    answer = after.ask(Fight(len(season.ledgers), LINKED, text, lambda said: not_the_end(after, due, said)))
    _settle(after, _with_absent(season, due, msgspec.convert(answer, Happened)))


def _with_absent(season: Season, due: Due, end: Happened) -> Happened:
    """Who did not come has the last places, and goes through the sequence too.  [war.camp.few]"""
    count, more = len(due.players), len(due.absent)
    return replace(
        end,
        players=(*end.players, *due.absent),
        sides=(*end.sides, *(Side(()) for _ in due.absent)),
        ratings=(*end.ratings, *(season.ledgers[player].rating for player in due.absent)),
        ranking=(*end.ranking, *range(count, count + more)),
        used=due.used,
    )


def not_the_end(after: After, due: Due, said: Answer) -> str:
    """Why something cannot be the end of the battle that is due; nothing if it can."""
    try:
        end = msgspec.convert(said, Happened)
    except msgspec.ValidationError as error:
        return f"that is not how a battle ends ({explained(error)})"
    sides = range(len(due.players))
    if (end.players, end.scenario) != (due.players, due.scenario):
        return "that is the end of another battle"
    if len(end.sides) != len(sides) or sorted(end.ranking) != list(sides) or end.winner not in (-1, *sides):
        return "its sides are not those of the battle"
    if len(end.ratings) != len(sides) or end.rounds < 0 or end.forfeit or end.used:
        return "that is not how a battle ends"
    ledgers = [after.state.ledgers[player] for player in due.players]
    told = (_not_theirs(_at_hand(after.setting, own), side) for own, side in zip(ledgers, end.sides, strict=True))
    return next((f"{own.name}: {why}" for own, why in zip(ledgers, told, strict=True) if why), "")


def _not_theirs(at_hand: Sequence[str], side: Side) -> str:
    """Why this cannot have become of those who came; nothing if it can."""
    out, killers = [name for name, _, _ in side.out], [name for name, _ in side.kills]
    for names, came in ((side.took_part, at_hand), (out, side.took_part), (killers, at_hand)):
        if wrong := [name for name in names if name not in came]:
            return f"{wrong[0]} did not take part"
        if len(set(names)) < len(names):
            return "somebody is told of twice"
    if side.shards < 0 or any(count < 1 for _, count in side.kills):
        return "nobody can have found or slain fewer than none"
    return ""


def _settle(after: After, end: Happened) -> None:
    season = after.state
    season.fought, season.due, season.place = (*season.fought, end), None, 0
    season.go_to(AFTERWARDS[0])
    winner = season.ledgers[end.players[end.winner]].name if end.winner >= 0 else ""
    said = f"{winner} wins" if winner else "nobody wins"
    why = f": {end.why}" if end.why else ""
    after.tell(Seen(LINKED, f"Battle {len(season.fought)} is over, {said}{why}"))


def _forfeited(after: After, able: tuple[int, ...], absent: tuple[int, ...]) -> Happened:
    """Whoever comes alone has won; everybody goes through the sequence.  [war.camp.few]"""
    players, ledgers = (*able, *absent), after.state.ledgers
    return Happened(
        players=players,
        sides=tuple(Side(_at_hand(after.setting, ledgers[one]) if one in able else ()) for one in players),
        ratings=tuple(ledgers[one].rating for one in players),
        winner=0 if able else -1,
        ranking=tuple(range(len(players))),
        scenario="forfeit",
        why="the battle was forfeited",
        forfeit=True,
    )


def _at_hand(terms: Terms, ledger: Ledger) -> tuple[str, ...]:
    return tuple(one.id for one in company_of(ledger, terms.library).recruits if one.role != "follower")


def close_battle(after: After) -> None:
    """Everybody has gone through the sequence. Who sat out has healed.  [war.camp.fixtures] [war.camp.few]"""
    season = after.state
    if len(season.ledgers) == 3:
        for player, ledger in enumerate(season.ledgers):
            if player not in season.happened.players:
                for hero in ledger.heroes:
                    hero.misses = max(0, hero.misses - 1)
    for player in range(len(season.ledgers)):
        name_leader(after, player)  # a captive leader may have been lost after his own warband was done
    season.marks = (*season.marks, mark(season))
    season.go_to("fixture")


def standings(season: Season) -> list[int]:
    """By rating, then crowns, then battles won.  [war.camp.linked]"""
    ledgers = season.ledgers
    return sorted(
        range(len(ledgers)), key=lambda at: (-ledgers[at].rating, -ledgers[at].treasury, -ledgers[at].won, at)
    )
