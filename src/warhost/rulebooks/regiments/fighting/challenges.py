"""Challenges, and characters who push to the front.

[reg.char.challenge] [reg.char.makeway] [reg.cmd.champion]
"""

from __future__ import annotations

from warhost.engine.question import Choose

from ..bodies import FILE, MUSICIAN, STANDARD, front_files, in_ranks, posts
from ..events import Challenged, Noted
from ..nature import foes, kind, named, rides
from ..setting import Fight
from ..state import NOBODY, Duel, Fighter
from .round import Melee

RULE = "reg.char.challenge"
NONE, REFUSE, STAY = "none", "refuse", "stay"


# --- making way ----------------------------------------------------------------------------------------------


def make_way(fight: Fight, units: list[int]) -> None:
    """A character who touches no enemy may change places with one of the rank and file who does; the active player
    moves his first."""
    for side in (fight.state.active, 1 - fight.state.active):
        for number in units:
            if fight.state.units[number].side == side and not rides(fight, number):
                for leader in in_ranks(fight, number):
                    _push(fight, Melee(fight, units), number, leader)


def _push(fight: Fight, melee: Melee, number: int, leader: int) -> None:
    unit, files = fight.state.units[leader], front_files(fight, number)
    ranked = posts(fight, number)
    here = next((place for place, who in ranked.items() if who == leader), NOBODY)
    touching = [model for model in melee.in_contact(number) if model < files]
    if here == NOBODY or here in touching or unit.back:
        return
    free = [place for place in touching if ranked.get(place, FILE) in (FILE, STANDARD, MUSICIAN)]
    if not free:
        return
    options = [f"place {place + 1}" for place in free]
    question = Choose(
        unit.side, "make way", [*options, STAY], "reg.char.makeway", unit.name,
        text="{who} {touches} no enemy: does he push to the front?",
        meanings={**{one: f"Take {one} of the front rank" for one in options}, STAY: "Stay"}, usual=STAY,
    )  # fmt: skip
    answer = fight.ask(question)
    if answer != STAY:
        unit.post = free[options.index(answer)]
        fight.tell(Noted("reg.char.makeway", unit.name, "pushes to the front"))


# --- challenges ----------------------------------------------------------------------------------------------


def challenge(melee: Melee) -> None:
    """One of the active player may challenge; if none does, one of the other side."""
    fight = melee.fight
    fight.state.duels = tuple(duel for duel in fight.state.duels if _goes_on(fight, duel))
    if any(_host(fight, one) in melee.units for duel in fight.state.duels for one in (duel.a, duel.b)):
        return
    for side in (fight.state.active, 1 - fight.state.active):
        able = [one for one in fighters(melee, side) if acceptors(melee, one)]
        if not able:
            continue
        challenger = _asked(
            melee, side, "challenge", able, NONE, "Does anybody issue a challenge?", {NONE: "No challenge"}
        )  # fmt: skip
        if challenger is not None:
            _answered(melee, challenger)
            return


def _goes_on(fight: Fight, duel: Duel) -> bool:
    """While both live and their units touch: who has fled, or lost his enemy, is free for another."""
    touch = _host(fight, duel.b) in foes(fight, _host(fight, duel.a))
    return touch and _lives(fight, duel.a) and _lives(fight, duel.b)


def _lives(fight: Fight, one: Fighter) -> bool:
    unit = fight.state.units[one.unit]
    return unit.champion and unit.alive if one.champion else unit.alive


def fighters(melee: Melee, side: int) -> list[Fighter]:
    """Champions and characters of a side in this combat."""
    found, units = list[Fighter](), melee.fight.state.units
    for number in melee.units:
        unit = units[number]
        if unit.side != side or not unit.alive:
            continue
        if unit.champion:
            found.append(Fighter(number, True))
        if kind(melee.fight, number).character:
            found.append(Fighter(number))
        found += [Fighter(one) for one in unit.leaders if not units[one].back and units[one].alive]
    return found


def acceptors(melee: Melee, challenger: Fighter) -> list[Fighter]:
    """Enemies whose unit touches the challenger's unit."""
    fight = melee.fight
    unit = fight.state.units[challenger.unit]
    host = challenger.unit if unit.host == NOBODY else unit.host
    touched = [one.foe(host) for one in melee.contacts if host in (one.a, one.b)]
    found = fighters(melee, 1 - unit.side)
    return [one for one in found if one.unit in touched or fight.state.units[one.unit].host in touched]


def _asked(
    melee: Melee, side: int, what: str, able: list[Fighter], none: str, text: str, meanings: dict[str, str],
    about: str = "",
) -> Fighter | None:  # fmt: skip
    names = {fighter_name(melee.fight, one): one for one in able}
    said = {name: _title(melee.fight, one) for name, one in names.items() if one.champion}
    options = [*names, none] if none else list(names)
    usual = none or None
    question = Choose(side, what, options, RULE, about, text=text, meanings={**said, **meanings}, usual=usual)
    return names.get(melee.fight.ask(question))


def fighter_name(fight: Fight, one: Fighter) -> str:
    return f"{named(fight, one.unit)} champion" if one.champion else named(fight, one.unit)


def _title(fight: Fight, one: Fighter) -> str:
    title = kind(fight, one.unit).figure.champion_title or "champion"
    entry = fight.setting.entries[fight.state.units[one.unit].entry]
    return f"the {title} of {entry.title}"


def _answered(melee: Melee, challenger: Fighter) -> None:
    fight = melee.fight
    side = fight.state.units[challenger.unit].side
    able = acceptors(melee, challenger)
    foe = _asked(
        melee, 1 - side, "accept", able, REFUSE, "{who} {issues} a challenge: who takes it up?",
        {REFUSE: "Nobody"}, named(fight, challenger.unit),
    )  # fmt: skip
    if foe is not None:
        fight.state.duels = (*fight.state.duels, Duel(challenger, foe))
        fight.tell(Challenged(RULE, named(fight, challenger.unit), named(fight, foe.unit)))
        return
    fight.tell(Challenged(RULE, named(fight, challenger.unit), refused=True))
    cowards = [one for one in able if not one.champion and not rides(fight, _host(fight, one))]
    if not cowards:
        return
    shamed: Fighter | None = cowards[0]
    if len(cowards) > 1:
        shamed = _asked(melee, side, "send back", cowards, "", "Who is sent to the rear?", {})
    if shamed is not None:
        fight.state.units[shamed.unit].back = True
        fight.tell(Noted(RULE, named(fight, shamed.unit), "goes to the rear"))
        melee.ranked = {number: posts(fight, number) for number in melee.units if fight.state.units[number].alive}


def _host(fight: Fight, one: Fighter) -> int:
    host = fight.state.units[one.unit].host
    return one.unit if host == NOBODY else host
