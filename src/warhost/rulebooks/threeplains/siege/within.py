"""Close combat inside walls and towers: ten of each side, lined up against each other.  [tp.siege.combat_within]"""

from __future__ import annotations

from warhost.engine.field.alignment import Pairs

from ..bodies import figure, in_battle, strength, those_inside
from ..events.siege import MetInside
from ..fighting.across import Divide, divides
from ..fighting.blows import owners
from ..fighting.contact import between, engage
from ..scenario.points import moves_are_over, turn_begun
from ..setting import Fight
from ..state import NEVER, Contact, Number, Player, opponent
from ..weapons import Weapon

WITHIN, LEVELS = "tp.siege.combat_within", "tp.siege.levels"
AT_ONCE = 10  # models of a side that fight


def meet_inside(fight: Fight, number: Number) -> None:
    """Whoever comes in is in combat at once with all enemies who are there.  [tp.siege.combat_within]"""
    piece = fight.state.pieces[number]
    for foe in those_inside(fight, piece.inside, opponent(piece.side)):
        if between(fight, number, foe) is not None:
            continue
        engage(fight, number, foe, ("front", "front"), across=WITHIN)
        fight.tell(MetInside(WITHIN, number, foe))


@turn_begun(LEVELS)
@moves_are_over(LEVELS)
def still_together(fight: Fight) -> None:
    """Whoever is left of a group that fell in there fights on.  [tp.siege.combat_within]"""
    for number in in_battle(fight, fight.state.active):
        if fight.state.pieces[number].inside:
            meet_inside(fight, number)


def line(fight: Fight, work: int, side: Player) -> list[tuple[Number, int]]:
    """Who of a side fights in there, piece by piece and base by base: characters before all others, and of several
    groups those that their owner has named; before he does, the one that comes first in its army.

    [tp.siege.combat_within]
    """
    clock, *named = fight.state.progress.foremost or (NEVER,)
    groups = those_inside(fight, work, side)
    if clock == fight.state.clock:
        groups.sort(key=lambda n: named.index(n) if n in named else len(named))
    models = [(n, base) for n in groups for base in range(strength(fight, n))]
    return sorted(models, key=lambda one: not heroic(fight, *one))[:AT_ONCE]


def heroic(fight: Fight, number: Number, base: int) -> bool:
    """Whether a character stands on this base of a piece."""
    return figure(fight, owners(fight, number)[base]).category == "character"


def _in_line(fight: Fight, number: Number) -> list[int]:
    piece = fight.state.pieces[number]
    return [base for one, base in line(fight, piece.inside, piece.side) if one == number]


def face_to_face(fight: Fight, contact: Contact) -> Pairs:
    """One against one along both lines; of the longer one several face the same enemy.  [tp.siege.combat_within]"""
    ours, theirs = _in_line(fight, contact.a), _in_line(fight, contact.b)
    if not ours or not theirs:
        return []
    most = max(len(ours), len(theirs))
    places = ((place * len(ours) // most, place * len(theirs) // most) for place in range(most))
    return sorted({(ours[one], theirs[other]) for one, other in places})


def characters(fight: Fight, number: Number, contact: Contact) -> list[int]:
    """Characters strike at whom they like of those who fight.  [tp.siege.combat_within]"""
    return [base for base in _in_line(fight, number) if heroic(fight, number, base)]


def too_long(fight: Fight, group: Number, contact: Contact, weapon: Weapon, stands: str) -> bool:
    """Spears, pikes and lances.  [tp.siege.combat_within]"""
    return weapon.ranks is not None or weapon.only_charging


def flimsy_inside(fight: Fight, number: Number, contact: Contact) -> bool:
    """Few attacks are flimsy ranks in there as everywhere.  [tp.siege.combat_within]"""
    return True


divides[WITHIN] = Divide(
    pairs=face_to_face, choosers=characters, no_room_for=too_long, ranks_matter=flimsy_inside
)
