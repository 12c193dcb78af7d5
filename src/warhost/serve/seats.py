"""What a player has set for his seat: how he is told that it is his move, and answers given in advance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from warhost.engine.bounds import Name, plain
from warhost.engine.question import Question

MOST_ORDERS = 40
Measure: TypeAlias = Literal["success", "harm", "loss", "flight"]
"""That an answer comes off, a piece of an enemy or an own one loses something, or an own one flees."""


class OnlyIf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The chance on which an order hangs: that of something if `answer` is given, which is at least so many in a
    hundred, or `below`."""

    answer: Any
    of: Measure = "success"
    percent: Annotated[int, Meta(ge=1, le=100)] = 50
    below: bool = False

    def __post_init__(self) -> None:
        plain(self.answer)

    def holds(self, chance: Fraction) -> bool:
        return (100 * chance < self.percent) == self.below


class StandingOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whenever it is asked, this is the answer; with `about`, only where it is about that piece; with `only`, only
    if the chances are such.

    `text` and `label` are the question and the answer in words, as they were when the order was given.
    """

    what: Name
    answer: Any
    about: Name = ""
    text: Annotated[str, Meta(max_length=400)] = ""
    label: Annotated[str, Meta(max_length=400)] = ""
    only: OnlyIf | None = None

    def __post_init__(self) -> None:
        plain(self.answer)

    def covers(self, question: Question) -> bool:
        return question.what == self.what and self.about in ("", question.about)

    def same_as(self, other: StandingOrder) -> bool:
        """Whether it takes the place of another: of those that hang on chances there may be one for each answer."""
        if (self.what, self.about) != (other.what, other.about):
            return False
        return self.only is other.only is None or (
            self.only is not None and other.only is not None and self.answer == other.answer
        )


class SeatWishes(msgspec.Struct, frozen=True):
    """`webhook` and `mail` are where notices go, `key` is in the links of mails, `wait` and `remind` are seconds:
    how long a question is open before a notice goes out, and after how long each reminder (0: none). With `aide`
    the computer sets up for this seat."""

    webhook: str = ""
    mail: str = ""
    confirmed: bool = False
    key: str = ""
    wait: float = 60.0
    remind: float = 0.0
    address: str = ""  # of this server, for links
    orders: tuple[StandingOrder, ...] = ()
    aide: bool = False

    @property
    def channels(self) -> list[str]:
        return [*(["webhook"] if self.webhook else []), *(["mail"] if self.mail and self.confirmed else [])]

    def fitting(self, question: Question) -> Iterator[StandingOrder]:
        """The orders that could settle a question, the first that does so first."""
        for order in self.orders:
            if order.covers(question) and (question.empty or question.refuse(order.answer) is None):
                yield order

    def order(self, question: Question, holds: Callable[[OnlyIf], bool]) -> StandingOrder | None:
        """The order that settles a question. Where nothing can be decided it does so all the same, or others could
        tell the two apart."""
        fitting = self.fitting(question)
        return next((one for one in fitting if question.empty or one.only is None or holds(one.only)), None)


class SeatSettings(msgspec.Struct, frozen=True):
    """What a player has set for his seat. Mail goes out once its address is `confirmed`; `by_mail` is whether this
    server sends any. `trouble` is why the last notice did not go out."""

    webhook: str
    mail: str
    confirmed: bool
    wait: float
    remind: float
    by_mail: bool
    trouble: str
    orders: list[StandingOrder]


class MailDone(msgspec.Struct, frozen=True):
    """Whose mails it was about: the address, and the title of the game."""

    mail: str
    title: str
