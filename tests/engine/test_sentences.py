"""The sentences that events carry."""

from __future__ import annotations

import pytest

from warhost.engine.event import Event
from warhost.engine.playing import Shows
from warhost.engine.words import Name, Names, Ref


class Struck(Event, frozen=True):
    shows = Shows("blow", who="who", at="foes")
    kinds = {"far": lambda paces: f"{paces} paces off"}  # noqa: RUF012
    says = (
        "{who} {strikes} at {foes} of {side:side} with {arm:thing}, {off:far}: {blows:blow}, "
        "{hits:hit finds its mark/hits find their mark}{last: at last|}; "
        "{foes} {foes has} enough of {what:title}: {why:reason}"
    )

    who: str
    foes: tuple[str, ...]
    side: int = 1
    arm: str = "long_sword"
    off: int = 3
    blows: int = 1
    hits: int = 2
    last: bool = True
    what: str = "The War"
    why: str = "it bites"


class Howlers(Names):
    def piece(self, ref: Ref) -> Name:
        return Name(f"the {ref}", many=str(ref).endswith("s"))

    def reason(self, why: str, about: Ref = "") -> str:
        return why.replace("it", str(self.piece(about)), 1)


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (
            Struck("r", "captain", ("wolf", "bear")),
            "the captain strikes at the wolf and the bear of side 2 with long sword, 3 paces off: 1 blow, "
            "2 hits find their mark at last; the wolf and the bear have enough of the War: the captain bites",
        ),
        (
            Struck("r", "guards", ("wolf",), blows=2, hits=1, last=False),
            "the guards strike at the wolf of side 2 with long sword, 3 paces off: 2 blows, "
            "1 hit finds its mark; the wolf has enough of the War: the guards bites",
        ),
    ],
)
def test_a_sentence_names_counts_and_agrees(event: Struck, said: str) -> None:
    assert event.say(Howlers()) == said


def test_an_event_without_a_sentence_says_nothing() -> None:
    assert Event("r").say(Names()) is None
