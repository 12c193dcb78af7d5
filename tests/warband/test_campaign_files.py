"""Campaigns from files that somebody has altered: what cannot be is refused with its key."""

from __future__ import annotations

from functools import reduce
from typing import Any

import pytest

from warhost.rulebooks.warband.campaign.book import WarbandCampaign

from .scene import book

HERO, GROUP = ("ledgers", 0, "heroes", 0), ("ledgers", 1, "groups", 0)


def founded() -> tuple[WarbandCampaign, dict[str, Any]]:
    campaign = WarbandCampaign(book())
    return campaign, campaign.found(["lantern_500", "gutter_500"], {})


@pytest.mark.parametrize(
    "where, what, key",
    [
        (("battles",), 0, "battles"),
        (("ledgers",), [], "ledgers"),
        (("ledgers", 0, "army"), "lanterns", r"ledgers\[0\].army: .*lantern"),
        (("ledgers", 0, "treasury"), -1, r"ledgers\[0\].treasury"),
        (("ledgers", 0, "store"), ["bow", "bowl"], r"ledgers\[0\].store\[1\]"),
        ((*HERO, "id"), "veteran", r"ledgers\[0\].heroes"),
        (("ledgers", 0, "heroes", 1, "role"), "leader", r"ledgers\[0\].heroes: expected one leader"),
        ((*HERO, "gear"), ["sward"], r"heroes\[0\].gear: .*did you mean sword"),
        ((*HERO, "gear"), ["sword", "axe", "club"], r"heroes\[0\].gear: .*3 close combat weapons"),
        ((*HERO, "fighter"), "dragon", r"heroes\[0\].fighter"),
        ((*HERO, "spells"), [["fireball", 7]], r"heroes\[0\].spells"),
        ((*HERO, "lists"), ["cooking"], r"heroes\[0\].lists"),
        ((*HERO, "misses"), -1, r"heroes\[0\].misses"),
        ((*HERO, "captor"), 1, r"heroes\[0\].captor"),
        ((*GROUP, "count"), 6, r"ledgers\[1\].groups\[0\].count"),
        ((*GROUP, "experience"), -1, r"ledgers\[1\].groups\[0\].experience"),
    ],
)
def test_warbands_that_cannot_be_are_refused_with_the_key(where: tuple[Any, ...], what: Any, key: str) -> None:
    campaign, setup = founded()
    assert campaign.setting(setup).battles == 4
    holder = reduce(lambda inner, step: inner[step], where[:-1], setup)
    holder[where[-1]] = what
    with pytest.raises(ValueError, match=key):
        campaign.setting(setup)
