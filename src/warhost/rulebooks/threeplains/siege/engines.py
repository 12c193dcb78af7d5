"""War machines for siege points: those of the Defenders stand where the plan of the fortress has them, those that
the Besiegers might buy wait at hand.  [tp.siege.war_machines] [tp.siege.setup.fortress]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from warhost.engine.field.compass import bearing
from warhost.roster.roster import Group

from ..armies.army import Army, Recruits
from ..armies.choices import Choice
from ..armies.equip import figure
from ..armies.lists import Armies
from ..armies.muster import told_apart
from ..armies.profiles import ArmyList, Profile
from ..bodies import set_aloft
from ..events.course import Deployed
from ..figure import inches
from ..scenario.mission import Emplaced, Mission
from ..scenario.points import arranged, brought
from ..setting import Fight
from .account import machines_allowed
from .lawful import immobile
from .layout import Layout
from .plan import FortressEntry

FORTRESS = "tp.siege.setup.fortress"
OFF = inches(2)  # the front of a machine in the courtyard is so far behind the works


# --- where they stand -------------------------------------------------------------------------------------------


def emplacements(entry: FortressEntry, layout: Layout) -> Iterator[Emplaced]:
    """On top of their models, at the middle of the turrets; those of the courtyard side by side behind the works.

    [tp.siege.setup.fortress] [tp.siege.war_machines]
    """
    for one in layout.works:
        for profile, (at, facing) in zip(one.model.machines, one.fronts(), strict=False):
            yield Emplaced(id=f"{profile}-on-{one.number}", profile=profile, title=f"on {one.title}", at=at,
                           facing=facing, aloft=True)  # fmt: skip
    behind = round(min(shape.bottom for shape in layout.shapes)) - OFF
    for place, profile in enumerate(entry.courtyard, 1):
        at = layout.width * place // (len(entry.courtyard) + 1), behind
        yield Emplaced(id=f"{profile}-in-courtyard-{place}", profile=profile, title="in the courtyard", at=at)


@arranged(FORTRESS)
def set_out_engines(fight: Fight) -> bool:
    """With the works, before anything else; nobody moves them afterwards.  [tp.siege.setup.fortress]"""
    waiting = {n: one for n, one in fight.setting.emplaced.items() if fight.state.pieces[n].fate == "waiting"}
    for number, one in waiting.items():
        piece = fight.state.pieces[number]
        piece.fate, piece.facing = "standing", bearing(one.facing)
        piece.x, piece.y = one.at
        set_aloft(fight, number, one.aloft)
        fight.tell(Deployed(FORTRESS, number, one.at, piece.facing, aloft=one.aloft))
    return bool(waiting)


# --- who has them -----------------------------------------------------------------------------------------------


@brought(FORTRESS)
def with_engines(armies: tuple[Army, Army], mission: Mission, library: Armies) -> tuple[Army, Army]:
    """The machines of the fortress, and all that the Besiegers could buy.  [tp.siege.war_machines]"""
    besiegers, defenders = armies
    theirs, own = library.lists[besiegers.list], library.lists[defenders.list]
    return _joined(besiegers, list(_on_offer(besiegers, theirs))), _joined(
        defenders, list(_emplaced(defenders, own, mission.engines))
    )


def _on_offer(army: Army, own: ArmyList) -> Iterator[Recruits]:
    """As many of each kind as the army may have of all."""
    for profile in own.profile:
        if immobile(profile):
            for number in range(1, machines_allowed(army.points) + 1):
                which = f"-{number}" if number > 1 else ""
                one = _machine(profile, f"{profile.id}-of-train{which}", "of the train", army, own)
                yield replace(one, offered=True)


def _emplaced(army: Army, own: ArmyList, engines: Sequence[Emplaced]) -> Iterator[Recruits]:
    for place in (one for one in engines if one.profile in own.ids):
        yield replace(_machine(own.find(place.profile), place.id, place.title, army, own), stands=place)


def _machine(profile: Profile, id: str, where: str, army: Army, own: ArmyList) -> Recruits:
    choice = Choice(id, "", Group(profile=profile.id), own, profile)
    return Recruits(id, f"{profile.title} {where}", figure(choice), 1, False, 1, profile.points, army.deviancy)


def _joined(army: Army, engines: Sequence[Recruits]) -> Army:
    names = told_apart([one.title for one in engines])
    named = [replace(one, title=name) for one, name in zip(engines, names, strict=True)]
    return replace(army, groups=(*army.groups, *named))
