"""Names that players give their warriors and groups between battles; the rules know them by other names."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from warhost.engine.question import Answer, Order, Refusal

from .ledger import Group, Hero, Ledger, owner
from .season import After
from .tale import Befell

RULE = "war.camp.linked"
MOST_LETTERS = 40


class Naming(Order):
    """A name in the player's own words; nobody else of the warband has it."""

    __slots__ = ("taken", "title")
    form = f"a name of at most {MOST_LETTERS} letters"

    def __init__(self, player: int, title: str, taken: Collection[str]):
        text = f"What is {title} called from now on?"
        super().__init__(player, "name", RULE, text=text, usual=title)
        self.title, self.taken = title, frozenset(taken) - {title}

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if not isinstance(order, str) or not 1 <= len(order) <= MOST_LETTERS:
            return Refusal(self.rule, f"expected {self.form}")
        if not order.isprintable() or order != " ".join(order.split()):
            return Refusal(self.rule, "a name has only letters, signs and single spaces")
        if order in self.taken:
            return Refusal(self.rule, f"somebody else of this warband is called {order}")
        return {}

    def outline(self) -> dict[str, list[tuple[int, int]]]:
        return {}

    def suggest(self, most: int = 12) -> list[Answer]:
        return [self.title][:most]

    def label(self, answer: Answer, names: object) -> str:
        return f"{self.title}, as before" if answer == self.title else str(answer)


def name_offers(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """For everybody who is at home."""
    there: list[Hero | Group] = [*ledger.at_home, *ledger.groups]
    for one in there:
        yield f"name:{one.id}", f"give {one.title} another name …"


def rename(after: After, ledger: Ledger, who: str) -> None:
    one = owner(ledger, who)
    before, taken = one.title, [other.title for other in [*ledger.everybody, *ledger.fallen]]
    one.title = after.ask(Naming(after.state.player, before, taken))
    if one.title != before:
        after.tell(Befell(RULE, ledger.name, before, f"is called {one.title} from now on"))
