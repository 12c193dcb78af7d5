"""What may be chosen for an army of Missúm!, by those who click: whatever the charts have a line for.

[mis.army.composition] [mis.army.qualities] [mis.add.points]
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.roster.palette import MOST_MODELS, Kind, Offer, Palette, Pick, Start, limits
from warhost.roster.roster import Group, Roster

from ..library import Armour, Library, MissileWeapon, Race, library
from .lists import ARMIES, COLUMNS, ENGINE_POINTS, EYE_POINTS, MissumLists, points_of
from .muster import ARMOUR, EYES, STATUS, fights_with, troops_of
from .troops import STAFF, allowance_of

LEGION, FILES = 20, 10  # as a legion starts
HUITSANS = 6
LEVELS, FIRST_LEVEL = 12, 4
USUAL = ("light", "regular", "huitsan 1")
"""What a legion is if nothing else is said."""
COMMANDERS = {"kerdu": "Kérdu, the general", "dritlan": "Dritlán", "team": "Team of magic users"}


def palette(lists: MissumLists, army: str) -> Palette:
    charts = library()
    races = [race for race in charts.races.values() if (race.kind == "hostile") == (army == "hostile")]
    engines = [one for one in charts.missiles.values() if one.id in ENGINE_POINTS] if army == "men" else []
    staff = (_commander(profile, races) for profile in STAFF)
    legions = (_legion(charts, army, race) for race in races)
    return Palette(
        army=army,
        title=ARMIES[army],
        kinds=(*staff, *legions, *(_battery(one) for one in engines)),
        limits=limits(lists, army),
        columns=COLUMNS[3:],
        shelves={"huitsan": _huitsans()},
    )


def _huitsans() -> tuple[Pick, ...]:
    """[mis.army.huitsan] [mis.army.reserve-limit]"""
    led = [Pick(f"huitsan {number}", f"huitsán {number}") for number in range(2, HUITSANS + 1)]
    return (*led, Pick("reserve", "the reserve"))


HUITSAN = Offer("options", "Led by", shelf="huitsan", most=1, usual="huitsán 1")


# --- legions -------------------------------------------------------------------------------------------------


def _legion(charts: Library, army: str, race: Race) -> Kind:
    worn = _armours(race)
    arms = next(one for one in charts.melee.values() if fights_with(race, one))
    shield = race.shield and worn[0] in race.shield and not arms.two_handed
    bare = worn[0] not in race.bare
    options = (*(worn[:1] if worn[0] != "light" else ()), *(("shield",) if shield or bare else ()), arms.id)
    group = Group(profile=race.id, models=LEGION, files=FILES, options=options)
    roster = Roster(name="one", rulebook="missum", army=army, points=1, group=(group,))
    [troop] = troops_of(charts, roster, 0)
    attacks = ", ".join(f"{name} {cell.value}" for name, cell in race.attack.items())
    return Kind(
        profile=race.id,
        title=race.title,
        section="Legions",
        character=False,
        points=points_of(charts, troop),
        size=(1, MOST_MODELS),
        files=True,
        needless=USUAL,
        start=Start(models=LEGION, files=FILES, options=options),
        offers=tuple(_offers(charts, race, worn)),
        row=(f"{race.move_light.value} mm", attacks, "", "", str(race.morale.value) if race.morale else ""),
        notes=(race.kind, *race.traits),
        rule=race.rule,
    )


def _armours(race: Race) -> tuple[Armour, ...]:
    """What the race wears, the lightest first.  [mis.chart.melee] [mis.chart.movement]"""
    lines = {*race.bare, *race.shield}
    return tuple(one for one in reversed(ARMOUR) if one in lines and allowance_of(race, one, (), None) is not None)


def _offers(charts: Library, race: Race, worn: tuple[Armour, ...]) -> Iterator[Offer]:
    usual = "light" if "light" in worn else ""
    yield Offer(
        "options", "Armour", _open(one for one in worn if one != "light"), most=1, usual=usual, must=not usual
    )
    if race.shield:
        yield Offer("options", "Shield", _open(["shield"]))
    arms = [one.id for one in charts.melee.values() if fights_with(race, one)]
    yield Offer("options", "Melee weapons", _open(arms), must=True)
    shot = [one.id for one in charts.missiles.values() if one.kind != "engine" and one.race in ("", race.id)]
    yield Offer("options", "Missiles", _open(shot), most=1, usual="none")
    yield Offer("options", "Quality", _open(one for one in STATUS if one != "regular"), most=1, usual="regular")
    yield Offer("options", "Order", _open(["skirmishers"]), most=1, usual="line")
    yield HUITSAN


def _open(words: Iterator[str] | list[str]) -> tuple[Pick, ...]:
    """What these cost hangs on everything else that the legion is.  [mis.add.points]"""
    return tuple(Pick(word, word, None) for word in words)


def _battery(engine: MissileWeapon) -> Kind:
    """[mis.add.engine-crew]"""
    crew = engine.crew.value if engine.crew else 0
    price = ENGINE_POINTS[engine.id] * crew
    return Kind(
        profile=engine.id,
        title=engine.title.capitalize(),
        section="Engines",
        character=False,
        points=price,
        each=price,
        size=(1, 10),
        offers=(HUITSAN,),
        needless=USUAL,
        notes=(f"a crew of {crew}", f"range {engine.normal.value} to {engine.long.value} mm"),
        rule=engine.rule,
    )


# --- commanders and magic users ------------------------------------------------------------------------------


def _commander(profile: str, races: list[Race]) -> Kind:
    """[mis.command.kerdu-figures] [mis.command.dritlan-figures] [mis.magic.team]"""
    team = profile == "team"
    return Kind(
        profile=profile,
        title=COMMANDERS[profile],
        section="Commanders",
        character=True,
        points=5 * FIRST_LEVEL if team else 0,
        start=Start(options=(f"level {FIRST_LEVEL}",)) if team else Start(),
        offers=tuple(_staff_offers(profile, races)),
        notes=(f"{STAFF[profile]} figures",),
    )


def _staff_offers(profile: str, races: list[Race]) -> Iterator[Offer]:
    if profile == "kerdu":
        yield Offer("options", "Sorcery", _open(["sorcerer", "perhaps a sorcerer"]), most=1, usual="no magic user")
    if profile == "team":
        levels = (f"level {number}" for number in range(1, LEVELS + 1))
        yield Offer("options", "Level", _open(levels), most=1, must=True)
        yield Offer("options", "Training", _open(["livyani"]), most=1, usual="plain")
        others = tuple(
            Pick(race.id, race.title, None) for race in races if race.id != "human" and race.kind != "animal"
        )
        yield Offer("options", "Race", others, most=1, usual="human")
    yield Offer("items", "Ancient devices", tuple(Pick(eye, eye, EYE_POINTS[eye]) for eye in EYES))
