"""Crowns that go out.  [war.camp.trade] [war.camp.skills]"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.question import Choose

from .ledger import Ledger
from .season import After

DONE = "done"


def purse(after: After, ledger: Ledger) -> int:
    """What one thing may cost at most: who can haggle may hope to pay less."""
    return ledger.treasury + (12 if haggler(after, ledger) else 0)


def haggler(after: After, ledger: Ledger) -> bool:
    return not after.state.haggled and any("haggle" in hero.traits for hero in ledger.at_home)


def pay(after: After, ledger: Ledger, price: int, what: str) -> bool:
    """Who can haggle may save 2D6 crowns on one thing after each battle, and pays at least one. False if the crowns
    are not there.  [war.camp.skills]"""
    season = after.state
    if haggler(after, ledger) and price > 1 and _haggles(after, price, what):
        season.haggled = True
        saved = sum(after.throw(Throw(2, 6, f"haggling over {what}", "war.camp.skills", season.player)))
        price = max(1, price - saved)
    if price > ledger.treasury:
        return False
    ledger.treasury -= price
    return True


def _haggles(after: After, price: int, what: str) -> bool:
    """Once after each battle: now, or over something dearer."""
    question = Choose(
        after.state.player,
        "haggle",
        ["now", "later"],
        "war.camp.skills",
        text=f"{what} costs {price} crowns. Is it haggled over, once after this battle?",
        meanings={"now": "over this", "later": "over something else"},
        usual="now",
    )
    return bool(after.ask(question) == "now")
