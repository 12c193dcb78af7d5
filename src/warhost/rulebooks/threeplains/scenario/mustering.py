"""What scenarios forbid in the muster of a side, and what they sell cheaper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from warhost.roster.bill import Breach
from warhost.roster.roster import Roster

from ..armies.allowance import choice_points, choice_shapes
from ..armies.choices import Choice
from ..armies.terms import barred, priced

NO_TRIANGLES = "tp.scenario.rampage.no_triangles"


@barred(NO_TRIANGLES)
def great_leaders_are_dead(roster: Roster, chosen: Sequence[Choice]) -> Iterator[Breach]:
    """Nobody who costs a triangle or more; a rider counts with his beast. Where the list has no lesser character at
    all, the cheapest of the others may lead.

    [tp.scenario.rampage.no_triangles]
    """
    for choice in chosen:
        if choice_shapes(choice).get("triangle", 0) >= 1 and not _last_resort(choice, chosen):
            why = f"{choice.title} costs {choice_shapes(choice)['triangle']:g} triangles, and the great have fallen"
            yield Breach(NO_TRIANGLES, choice.id, why, "take somebody of less than a triangle")


def _last_resort(choice: Choice, chosen: Sequence[Choice]) -> bool:
    """The cheapest character of a list that has none of less than a triangle, taken once."""
    able = [profile for profile in choice.army.profile if profile.kind == "character"]
    if any(profile.shapes.get("triangle", 0) < 1 for profile in able) or choice.profile.kind != "character":
        return False
    cheapest = min(profile.points for profile in able)
    great = [other for other in chosen if choice_shapes(other).get("triangle", 0) >= 1]
    return choice.profile.points == cheapest and choice is min(great, key=choice_points)


# --- ambushes ------------------------------------------------------------------------------------------------

NO_TRAMPLING = ("tp.scenario.forest.ambusher_restrictions", "tp.scenario.cavern.ambusher_restrictions")
FEW_WINGS = ("tp.scenario.forest.victim_flyers", "tp.scenario.cavern.victim_flyers")
LOUD: Mapping[str, str] = {"cavalry": "cavalry", "pack": "beasts", "mount": "a beast", "mob": "a mob"}
WINGS = 15  # percent


@barred(*NO_TRAMPLING)
def betrays_the_ambush(roster: Roster, chosen: Sequence[Choice]) -> Iterator[Breach]:
    """Beasts, cavalry and mobs would give the ambush away, unless they can scout. Chariots are war machines, and a
    man on a horse is still a character.

    [tp.scenario.forest.ambusher_restrictions] [tp.scenario.cavern.ambusher_restrictions]
    """
    rule = _of(roster, NO_TRAMPLING)
    for choice in chosen:
        for profile in (choice.profile, choice.ridden):
            if profile is None or "scouting" in profile.all_traits:
                continue
            kinds = [LOUD[kind] for kind in (profile.kind, *profile.all_traits) if kind in LOUD]
            for kind in dict.fromkeys(kinds):
                why = f"{choice.title}: {kind} without the skill of scouts would give the ambush away"
                yield Breach(rule, choice.id, why, "leave it out, or take scouts")


@barred(*FEW_WINGS)
def few_can_fly(roster: Roster, chosen: Sequence[Choice]) -> Iterator[Breach]:
    """Of the points of the victims at most 15 percent can fly, riders and items included.

    [tp.scenario.forest.victim_flyers] [tp.scenario.cavern.victim_flyers]
    """
    flying = [choice for choice in chosen if _flies(choice)]
    cost = sum(choice_points(choice) for choice in flying)
    if 100 * cost > WINGS * roster.points:
        most = WINGS * roster.points // 100
        why = f"{cost} points of pieces that can fly, of at most {most}"
        yield Breach(_of(roster, FEW_WINGS), "the army", why, f"leave out {flying[0].title}, or others that fly")


def _flies(choice: Choice) -> bool:
    lines = [choice.profile.line, *([choice.ridden.line] if choice.ridden else [])]
    return any(line.flight for line in lines) or bool(choice.steed and choice.steed.line.flight)


def _of(roster: Roster, rules: Sequence[str]) -> str:
    """The rule of that scenario which the roster is written for."""
    return next(rule for rule in rules if rule.startswith(f"tp.scenario.{roster.scenario.partition('_')[0]}."))


# --- heroes who come cheaper ---------------------------------------------------------------------------------

QUARTER = Fraction(1, 4)


@priced("tp.scenario.time.discount")
def heroes_for_a_quarter(cost: Fraction, choice: Choice) -> Fraction:
    """Characters with all they carry and the steed they sit on, and magic items of others, cost a quarter; a beast
    or a chariot that is ridden, command models and troops cost all of it.

    [tp.scenario.time.discount]
    """
    items = Fraction(sum(choice.prices))
    if choice.profile.kind != "character":
        return cost - items + items * QUARTER
    return (cost - _ridden(choice)) * QUARTER + _ridden(choice)


@priced("tp.scenario.last_stand.discount")
def heroes_to_the_end(cost: Fraction, choice: Choice) -> Fraction:
    """Characters for a quarter, but for what they ride; magic items and command models for nothing.

    [tp.scenario.last_stand.discount] [tp.scenario.last_stand.free_items]
    """
    cost -= sum(choice.prices)
    if choice.profile.kind == "character":
        return (cost - _ridden(choice)) * QUARTER + _ridden(choice)
    return cost - (choice.profile.command.points if choice.command and choice.profile.command else 0)


def _ridden(choice: Choice) -> int:
    return choice.ridden.points if choice.ridden else 0


# --- raids ---------------------------------------------------------------------------------------------------

RAID_FORCES, RAID_GROUPS = "tp.scenario.raid.forces", "tp.scenario.raid.movement"


@barred(RAID_FORCES)
def no_war_machines(roster: Roster, chosen: Sequence[Choice]) -> Iterator[Breach]:
    """Neither engines nor chariots come along.  [tp.scenario.raid.forces]"""
    for choice in chosen:
        kinds = [choice.profile.kind, *([choice.ridden.kind] if choice.ridden else [])]
        if "machine" in kinds or "chariot" in kinds:
            yield Breach(RAID_FORCES, choice.id, "no war machine takes part in a raid", "leave it out")


@barred(RAID_GROUPS)
def ten_at_most(roster: Roster, chosen: Sequence[Choice]) -> Iterator[Breach]:
    """A group has ten models at most, its characters and its masters included.  [tp.scenario.raid.movement]"""
    most = 10
    for group in chosen:
        company = [other for other in chosen if other.entry.with_ == group.id]
        models = group.models + sum(other.models for other in company)
        if company and models > most:
            why = f"{models} models with all who stand with it, of at most {most}"
            yield Breach(RAID_GROUPS, group.id, why, f"take {models - most} off")
