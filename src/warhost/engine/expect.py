"""What a situation file says should be seen, held against what is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, field

from .bounds import Count, Few, Number
from .data import Definition
from .verdict import Verdict

if TYPE_CHECKING:
    from .situation import Judgement

Rule = str
Percent = Annotated[float, Meta(ge=0, le=100)]
Across = Number | Annotated[float, Meta(ge=-1_000, le=1_000)]
Spot = tuple[Across, Across]
Names = tuple[str, ...]
Numbers = dict[str, dict[str, Number | Few[Number]]]
"""By who acts and against whom; several where one acts so in several ways."""


class Expect(Definition, frozen=True, kw_only=True):
    """Facts about a judgement; those that are left out are not looked at."""

    # at the moment the file describes
    legal: Names | dict[str, Names] | None = None  # who may act at all, or whom each may act against
    illegal: dict[str, Rule | dict[str, Rule]] = field(default_factory=dict)  # who may not (against whom), and why
    chances: Numbers = field(default_factory=dict)  # in per cent, by actor and target
    totals: Numbers = field(default_factory=dict)  # what the reasons come to
    # after the answers and dice
    refused: Rule = ""  # the last answer is not lawful, by this rule
    question: str = ""  # what is asked next
    chance: Count | None = None  # of the last attack, as the events tell it
    slain: Names | None = None  # all who fell
    fates: dict[str, str] = field(default_factory=dict)
    at: dict[str, Spot] = field(default_factory=dict)
    facing: dict[str, str] = field(default_factory=dict)
    wounds: dict[str, Names] = field(default_factory=dict)
    strength: dict[str, Count] = field(default_factory=dict)  # models left
    life: dict[str, Count] = field(default_factory=dict)  # life points left
    rules: tuple[Rule, ...] = ()  # of the events, in this order, whatever lies between
    odds: dict[str, Percent] = field(default_factory=dict)  # of each change, in per cent


def differences(expect: Expect, found: Judgement) -> list[str]:
    """Every fact that is not as expected: its key, what was expected and what is."""
    return [
        *_verdict_differences(expect, found),
        *_end_differences(expect, found),
        *_piece_differences(expect, found),
        *_odds_differences(expect, found),
    ]


def _differ(key: str, expected: object, seen: object) -> Iterator[str]:
    if expected != seen:
        yield f"expect.{key}: expected {_words(expected)}, but it is {_words(seen)}"


def _words(value: object) -> str:
    if isinstance(value, list | tuple | set):
        return ", ".join(str(one) for one in value) or "nothing"
    return "nothing" if value in ("", None) else str(value)


# --- who may do what ----------------------------------------------------------------------------------------


def _verdict_differences(expect: Expect, found: Judgement) -> Iterator[str]:
    lawful = [verdict for verdict in found.verdicts if verdict.lawful]
    if isinstance(expect.legal, dict):
        for who, targets in expect.legal.items():
            seen = [_aim(verdict) for verdict in lawful if verdict.who == who]
            yield from _differ(f"legal.{who}", sorted(targets), sorted(set(seen)))
    elif expect.legal is not None:
        yield from _differ("legal", sorted(expect.legal), sorted({verdict.who for verdict in lawful}))
    for who, why in expect.illegal.items():
        wanted = why.items() if isinstance(why, dict) else [("", why)]
        for target, rule in wanted:
            key = f"illegal.{who}.{target}".rstrip(".")
            yield from _differ(key, rule, _rule_against(found, who, target))
    numbers: dict[str, tuple[Numbers, Callable[[Verdict], int | None]]] = {
        "chances": (expect.chances, lambda verdict: verdict.chance),
        "totals": (expect.totals, lambda verdict: verdict.because[-1].total_after if verdict.because else None),
    }
    for key, (wanted_numbers, number) in numbers.items():
        for who, targeted in wanted_numbers.items():
            for target, expected in targeted.items():
                seen_numbers = [number(v) for v in lawful if (v.who, _aim(v)) == (who, target)]
                each = [expected] if isinstance(expected, int) else list(expected)
                yield from _differ(f"{key}.{who}.{target}", each, seen_numbers)


def _aim(verdict: Verdict) -> str:
    """Whom a deed is done to; or the deed itself if it is done to nobody."""
    return verdict.target or verdict.deed


def _rule_against(found: Judgement, who: str, target: str) -> str:
    """The rule by which a piece may not act; against this target, or in this deed, if one is named."""
    own = [verdict for verdict in found.verdicts if verdict.who == who]
    exact = [verdict for verdict in own if _aim(verdict) == target]
    at_all = [verdict for verdict in own if not verdict.target]
    refusals = [verdict.refusal for verdict in exact or at_all if verdict.refusal]
    return refusals[0].rule if refusals else ""


# --- what came of it ----------------------------------------------------------------------------------------


def _end_differences(expect: Expect, found: Judgement) -> Iterator[str]:
    if expect.refused:
        yield from _differ("refused", expect.refused, found.refusal.rule if found.refusal else "")
    if expect.question:
        yield from _differ("question", expect.question, found.question.what if found.question else "")
    if expect.chance is not None:
        told = [getattr(event, "chance", None) for event in found.events]
        named = [chance for chance in told if chance is not None]
        yield from _differ("chance", expect.chance, named[-1] if named else None)
    rules = iter(event.rule for event in found.events)
    for rule in expect.rules:
        if rule not in rules:  # looking for it uses up all before it, so the order counts
            yield from _differ("rules", expect.rules, tuple(event.rule for event in found.events))
            return


def _piece_differences(expect: Expect, found: Judgement) -> Iterator[str]:
    before, after = found.case.facts(found.case.state), found.case.facts(found.state)
    if expect.slain is not None:
        fallen = [name for name in after if after[name].fate == "slain" != before[name].fate]
        yield from _differ("slain", sorted(expect.slain), sorted(fallen))
    wanted: dict[str, Mapping[str, Any]] = {
        "fates": expect.fates, "at": expect.at, "facing": expect.facing, "wounds": expect.wounds,
        "strength": expect.strength, "life": expect.life,
    }  # fmt: skip
    for key, facts in wanted.items():
        for name, value in facts.items():
            if name not in after:
                yield f"expect.{key}.{name}: there is no such piece"
            else:
                yield from _differ(f"{key}.{name}", value, getattr(after[name], key.replace("fates", "fate")))


def _odds_differences(expect: Expect, found: Judgement) -> Iterator[str]:
    for change, percent in expect.odds.items():
        chances = [outcome.chance for outcome in found.outcomes if change in outcome.changes]
        wanted = Fraction(str(percent)) / 100
        if sum(chances) != wanted:
            yield from _differ(f"odds.{change}", f"{percent} %", f"{float(100 * sum(chances)):g} %")
