"""Heroes in the enemy's hands: ransomed, exchanged, sold, or made to rise again.

[war.camp.captured] [war.multi.after]
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.question import Answer, Choose, Refusal

from .ledger import Hero, Ledger, fresh_id, new_group
from .season import After
from .stories import note, strike_off, things

CAPTURED = "war.camp.captured"
PRICE = 5  # crowns for each pip
KEEP = "keep"


class Sum(Choose):
    """So many crowns: a few sums are offered, any other that can be paid is lawful."""

    __slots__ = ("most",)

    def __init__(self, player: int, what: str, most: int, rule: str, text: str, more: Sequence[tuple[str, str]]):
        round_sums = [str(crowns) for crowns in range(0, most + 1, 1 if most < 12 else 5)]
        sums = list(dict.fromkeys([*round_sums, str(most)]))
        meanings = {one: "nothing" if one == "0" else f"{one} crowns" for one in sums} | dict(more)
        super().__init__(player, what, [*meanings], rule, text=text, meanings=meanings)
        self.most = most

    def refuse(self, answer: Answer) -> Refusal | None:
        if isinstance(answer, str) and answer.isascii() and answer.isdigit() and len(answer) < 7:
            whole = str(int(answer)) == answer and int(answer) <= self.most
            return None if whole else Refusal(self.rule, f"expected a sum from 0 to {self.most} crowns")
        return super().refuse(answer)


def captured(after: After, ledger: Ledger, hero: Hero) -> None:
    """Held by the owner of who put him down, or else by the winner; bought back, exchanged, or lost."""
    captor = _captor(after, hero)
    if captor < 0:
        note(after, ledger, hero, "gets away", CAPTURED)
    elif not _bought_back(after, ledger, hero, captor):
        _dispose(after, ledger, hero, captor)


def _captor(after: After, hero: Hero) -> int:
    """The player who holds him; nobody in a draw, or where no warrior of the captor was left in action."""
    season, happened = after.state, after.state.happened
    side = next((side for id, side, _ in happened.sides[season.side].out if id == hero.id), -1)
    if side in (-1, season.side):
        side = happened.winner
    if happened.winner < 0 or side in (-1, season.side):
        return -1
    theirs = happened.sides[side]
    out = {id for id, _, _ in theirs.out}
    return happened.players[side] if set(theirs.took_part) - out else -1


# --- bought back or exchanged ------------------------------------------------------------------------------------


def _bought_back(after: After, ledger: Ledger, hero: Hero, captor: int) -> bool:
    """Any sum the owner can pay at once, or a prisoner of his own; offered once."""
    season = after.state
    theirs = season.ledgers[captor]
    held = [one for one in theirs.heroes if one.captor == season.player]
    swaps = [(f"exchange:{one.id}", f"{one.title} in exchange") for one in held]
    text = f"{hero.title} is a captive of {theirs.name}. What is offered for him?"
    offer = after.ask(Sum(season.player, "ransom", ledger.treasury, CAPTURED, text, swaps))
    if offer == "0" or not _taken(after, hero, captor, offer, dict(swaps)):
        return False
    if offer.startswith("exchange:"):
        other = next(one for one in held if f"exchange:{one.id}" == offer)
        other.captor = -1
        note(after, theirs, other, "comes home in exchange", CAPTURED)
        note(after, ledger, hero, f"is exchanged for {other.title}", CAPTURED)
    else:
        ledger.treasury -= int(offer)
        theirs.treasury += int(offer)
        note(after, ledger, hero, f"is bought back for {offer} crowns", CAPTURED)
    return True


def _taken(after: After, hero: Hero, captor: int, offer: str, swaps: dict[str, str]) -> bool:
    question = Choose(
        captor,
        "take ransom",
        ["take it", "refuse"],
        CAPTURED,
        text=f"{swaps.get(offer, f'{offer} crowns')} for {hero.title}: is that taken?",
        meanings={"take it": "take it", "refuse": "refuse"},
    )
    return bool(after.ask(question) == "take it")


# --- what the captor does with him -------------------------------------------------------------------------------


def _dispose(after: After, ledger: Ledger, hero: Hero, captor: int) -> None:
    """Sold, made a Risen by those who can, or kept until the captor's own injuries are known."""
    theirs = after.state.ledgers[captor]
    meanings = {"sell": f"sell him for a die x {PRICE} crowns"}
    if _room_for_risen(after, theirs):
        meanings["raise"] = "make a Risen of him"
    if after.state.to_come(captor):
        meanings[KEEP] = "keep him, to exchange him for one of our own"
    choice = "sell"
    if len(meanings) > 1:
        text = f"What becomes of {hero.title}?"
        choice = after.ask(Choose(captor, "captive", [*meanings], CAPTURED, text=text, meanings=meanings))
    if choice == KEEP:
        hero.captor = captor
        note(after, ledger, hero, f"is held by {theirs.name}", CAPTURED)
        return
    hero.captor = -1
    theirs.store = (*theirs.store, *things(hero.gear))
    if choice == "raise":
        _raise(after, theirs)
        note(after, ledger, hero, "rises again among the dead", CAPTURED)
    else:
        crowns = PRICE * after.die(6, "price of a captive", CAPTURED, captor)
        theirs.treasury += crowns
        note(after, ledger, hero, f"is sold for {crowns} crowns", CAPTURED)
    ledger.dead += 1
    strike_off(ledger, hero)


def settle_captives(after: After) -> bool:
    """Whoever was kept is settled when the captor's own injuries are known, within the same sequence."""
    for ledger in after.state.ledgers:
        for hero in ledger.heroes:
            if hero.captor == after.state.player:
                _dispose(after, ledger, hero, after.state.player)
                return True
    return False


def _room_for_risen(after: After, ledger: Ledger) -> bool:
    band = after.setting.library.bands[ledger.army]
    kind = next((one for one in band.fighter if one.kind == "risen"), None)
    if kind is None or ledger.size >= band.most:
        return False
    there = sum(group.count for group in ledger.groups if group.fighter == kind.id)
    return not kind.most or there < kind.most


def _raise(after: After, ledger: Ledger) -> None:
    """Into a group with room, or one of his own."""
    kind = next(one for one in after.setting.library.bands[ledger.army].fighter if one.kind == "risen")
    group = next((one for one in ledger.groups if one.fighter == kind.id and one.count < 5), None)
    if group is not None:
        group.count += 1
    else:
        ledger.groups.append(new_group(kind, fresh_id(ledger, kind.id), kind.title, (), 1))
