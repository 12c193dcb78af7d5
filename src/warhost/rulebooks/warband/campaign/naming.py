"""Names that players give their warriors and groups between battles; the rules know them by other names."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.naming import Naming
from warhost.engine.tidings import Befell

from .ledger import Group, Hero, Ledger, owner
from .season import After

RULE = "war.camp.linked"


def name_offers(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """For everybody who is at home."""
    there: list[Hero | Group] = [*ledger.at_home, *ledger.groups]
    for one in there:
        yield f"name:{one.id}", f"give {one.title} another name …"


def rename(after: After, ledger: Ledger, who: str) -> None:
    one = owner(ledger, who)
    before, taken = one.title, [other.title for other in [*ledger.everybody, *ledger.fallen]]
    text = f"What is {before} called from now on?"
    one.title = after.ask(Naming(after.state.player, before, taken, RULE, text, "this warband"))
    if one.title != before:
        after.tell(Befell(RULE, ledger.name, before, f"is called {one.title} from now on"))
