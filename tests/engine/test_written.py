"""Orders typed as they are written down."""

from __future__ import annotations

from warhost.engine.question import Answer, Order, Refusal
from warhost.engine.words import Names
from warhost.engine.written import WrittenDraft


class Lay(Order):
    form = 'a place {"at": [x, y]}'

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        good = isinstance(order, dict) and len(order.get("at", ())) == 2 and order["at"][0] <= 20_000
        return {} if good else Refusal("toy.lay", "not there")

    def suggest(self, most: int = 12) -> list[Answer]:
        return [{"at": [0, 0]}]


def draft() -> WrittenDraft:
    return WrittenDraft(Lay(0, "lay", "toy.lay"), Names(), lambda order: order)


def test_an_order_is_written_or_led_to_a_point() -> None:
    made = draft()
    assert isinstance(made.take(["write", '{"at":', "[3000,", "4000]}"]), str)
    assert made.answer == made.wanted == {"at": [3000, 4000]}
    made.take(["to", "12", "9.5"])
    assert made.answer == made.state() == {"at": [12_000, 9500]}


def test_what_may_not_be_or_cannot_be_read_is_not_taken() -> None:
    made = draft()
    assert made.take(["to", "30", "9"]) == Refusal("toy.lay", "not there") and made.answer == {}
    assert made.wanted == {"at": [30_000, 9000]}
    unread = made.take(["write", "{"])
    assert isinstance(unread, Refusal) and 'expected a place {"at": [x, y]}' in unread.why
    assert made.take(["to", "3"]) == Refusal("", "write it like this: to 30 12")
    assert made.take(["sing"]) is None
    assert made.sayings[0] == ("write …", 'a place {"at": [x, y]}')
