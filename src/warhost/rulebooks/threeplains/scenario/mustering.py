"""What scenarios forbid in the muster of a side, and what they sell cheaper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.roster.bill import Breach
from warhost.roster.roster import Roster

from ..armies.allowance import choice_points, choice_shapes
from ..armies.choices import Choice
from ..armies.terms import barred

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
