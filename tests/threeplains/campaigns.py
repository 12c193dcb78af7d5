"""Campaigns for tests: the ready one or one that is changed, at any stage, with dice and answers given."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.oracle import Scripted
from warhost.engine.rulebook import rulebook
from warhost.rulebooks.threeplains.campaign.book import ThreePlainsCampaign
from warhost.rulebooks.threeplains.campaign.plan import Plan, plan_faults
from warhost.rulebooks.threeplains.campaign.rosters import Mustering, wanted
from warhost.rulebooks.threeplains.campaign.sequence import step
from warhost.rulebooks.threeplains.campaign.war import After, Due, Fate, Person, War

from .scene import DATA

READY = DATA / "campaigns" / "beacon_island.toml"
ARMIES = ("herlanceia_1000", "orcs_1000")
YSOLDE, GRUBNASH = "leader-a", "leader-b"


@cache
def kind() -> ThreePlainsCampaign:
    found = rulebook("threeplains").campaign
    assert isinstance(found, ThreePlainsCampaign)
    return found


def written(change: Callable[[dict[str, Any]], object] = lambda plan: None) -> dict[str, Any]:
    """The ready campaign as it is written, changed."""
    plan = tomllib.loads(READY.read_text("utf8"))
    change(plan)
    return plan


def faults(change: Callable[[dict[str, Any]], object]) -> list[str]:
    plan = msgspec.convert(written(change), Plan)
    book = kind().plains
    return [str(fault) for fault in plan_faults(plan, "mine.toml", book.lists.library, book.library.boards)]


def people(*special: str) -> list[Person]:
    return [
        Person(YSOLDE, 0, "champion", "Captain Ysolde", leading=True, special=YSOLDE in special),
        Person(GRUBNASH, 1, "bull", "Grubnash Tide-Bull", leading=True, special=GRUBNASH in special),
    ]


def campaign(
    stage: str = "opening", results: Sequence[int] = (), *, dice: Any = (), answers: Any = (), players: int = 2,
    special: Sequence[str] = (YSOLDE, GRUBNASH), armies: Sequence[str] = ARMIES, **options: str,
) -> After:  # fmt: skip
    """With battles behind it that these sides won."""
    said = {name.replace("_", " "): value for name, value in options.items()}
    terms = kind().setting(kind().found([armies[at % 2] for at in range(players)], said))
    war = War(stage, people(*special) if stage not in ("story", "agreement") else [])
    one: After = Battle(terms, war, Scripted(dice, answers))
    for winner in results:
        fight(one, winner)
        war.go_to(stage)
    return one


def fight(one: After, winner: int, *fates: Fate) -> None:
    """A battle on the route has ended so; nothing of it is settled but its result."""
    war = one.state
    node = one.setting.plan.at(war.number, war.route)
    war.due = Due(node.node)
    war.go_to("battle")
    one.oracle.answers.append(  # type: ignore[attr-defined]
        {"node": node.node, "winner": winner, "why": "", "fates": [builtin(fate) for fate in fates]}
    )
    step(one)


def builtin(fate: Fate) -> dict[str, Any]:
    return {name: getattr(fate, name) for name in fate.__struct_fields__}


def settle(one: After, until: Sequence[str] = ("opening", "over")) -> War:
    while one.state.stage not in until:
        step(one)
    return one.state


def fate(person: str, slain: bool = False, rating: int = 5, shoots: bool = False, points: int = 72) -> Fate:
    return Fate(person, slain, rating, shoots, points)


def said(one: After) -> str:
    return "\n".join(told.event.say(None) for told in one.told if hasattr(told.event, "say"))  # type: ignore[arg-type]


def opened(results: Sequence[int] = (), dice: Any = (), **more: Any) -> After:
    one = campaign(results=results, dice=dice, **more)
    step(one)
    return one


def asked_for(one: After, side: int = 0) -> Mustering:
    assert one.state.due is not None
    wants = next(want for want in wanted(one.setting, one.state, one.state.due) if want.side == side)
    return Mustering(side, wants)
