"""What a roster must keep to: each breach with its rule and what would mend it.  [tp.list.composition]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.engine.data import one_of
from warhost.engine.field.formation import square_fronts
from warhost.engine.words import count
from warhost.roster.bill import Breach, Measure
from warhost.roster.roster import Roster

from ..scenario.mission import Terms
from .allowance import allowance, bill, hired, star_copies
from .carrying import carrying, taken_by_both
from .choices import Choice, choices, groups_and_characters
from .equip import CATEGORIES, standard_gear
from .lists import Armies
from .profiles import Profile
from .terms import barred, size_for_shapes, spare, terms_of

ARMY = "the army"
POINTS = "tp.army.points"
FRONTS = {"infantry": 3, "cavalry": 2}
"""The narrowest front of a unit, and the fewest models it needs.

[tp.piece.unit.shape] [tp.piece.unit.numbers] [tp.unit.min_models]
"""

FEWEST_MASTERS = 2
SMALL_BEASTS_A_MASTER = 4
WARRIORS = ("infantry", "cavalry")


def breaches(roster: Roster, armies: Armies, saved: int = 0) -> list[Breach]:
    """Everything that is not lawful, the army as a whole first; `saved` points may be spent besides its limit."""
    chosen, terms = choices(roster, armies), terms_of(roster, armies)
    groups, characters = groups_and_characters(chosen)
    return [
        *_limits(roster, armies, saved),
        *_size_of_army(roster, terms),
        *_stars(roster, chosen, terms),
        *_side(roster),
        *_general(characters, terms),
        *_standard(characters),
        *(breach for group in groups for breach in _group(group, groups, terms)),
        *(breach for group in groups for breach in _square(group, characters)),
        *(breach for character in characters for breach in _character(character, groups)),
        *(breach for choice in chosen for breach in _options(choice)),
        *(breach for choice in chosen for breach in _saddle(choice, armies)),
        *(breach for choice in chosen for breach in _torches(choice, terms)),
        *carrying(roster, chosen, armies, terms),
        *_hire(roster, chosen),
        *(breach for found in barred.replies(terms.rules, roster, chosen) for breach in found),
    ]


def breaches_together(rosters: Sequence[Roster], armies: Armies) -> list[Breach]:
    """Allies share the points of their side.  [tp.army.players]"""
    side = max(roster.side or roster.points for roster in rosters)
    cost = sum(bill(roster, armies).points for roster in rosters)
    shared = list(taken_by_both(rosters, armies))
    if cost <= side:
        return shared
    why = f"{len(rosters)} allies cost {cost} points together, and share {side}"
    return [Breach("tp.army.players", "the side", why, f"take {cost - side} points off"), *shared]


# --- the army as a whole ------------------------------------------------------------------------------------


def kept_with(measure: Measure, saved: int) -> bool:
    """Whether a limit is kept, that of points with some to spare."""
    over = measure.spent - measure.most if measure.most is not None else 0
    return measure.kept or (measure.rule == POINTS and over <= saved)


def _limits(roster: Roster, armies: Armies, saved: int) -> Iterator[Breach]:
    for measure in bill(roster, armies).measures:
        if not kept_with(measure, saved) and measure.rule != "tp.army.star":
            yield Breach(measure.rule, ARMY, *_mended(measure))


def _mended(measure: Measure) -> tuple[str, str]:
    spent = _so_many(measure.spent, measure.name)
    if measure.least is not None and measure.spent < measure.least:
        missing = _so_many(measure.least - measure.spent, measure.name)
        return f"{spent}, of at least {measure.least:g}", f"add groups worth {missing} or more"
    most = measure.most or 0
    return f"{spent}, of at most {most:g}", f"take {_so_many(measure.spent - most, measure.name)} off"


def _so_many(amount: float, name: str) -> str:
    """'1 point for hire', '1.5 blocks'."""
    word, *rest = name.split(" ")
    return " ".join([f"{amount:g}", word.removesuffix("s") if amount == 1 else word, *rest])


def _size_of_army(roster: Roster, terms: Terms) -> Iterator[Breach]:
    """How many points a scenario wants the army to be mustered for."""
    least, most = (terms.points, terms.points) if terms.points else (terms.least, terms.most)
    if (least and roster.points < least) or (most and roster.points > most):
        wanted = f"{least}" if least == most else f"{least} to {most}"
        mend = f"muster it for {least if roster.points < least else most}"
        yield Breach(terms.rule, ARMY, f"{roster.points} points, of {wanted} in this scenario", mend)
    if roster.scenario and roster.against and not (least or most):
        yield from _share_of_the_enemy(roster, terms)


def _share_of_the_enemy(roster: Roster, terms: Terms) -> Iterator[Breach]:
    """So many points as its share of the enemy's; more only where something may be left over besides.

    [tp.scenario.rampage.forces] [tp.scenario.time.army_size] [tp.scenario.last_stand.army_size]
    [tp.siege.army_size] [tp.siege.excess_points]
    """
    counter, denominator = terms.share
    wanted = roster.against * counter // denominator
    more = any(True for _ in spare.replies(terms.rules, roster.against, roster.army))
    if roster.points < wanted or (roster.points > wanted and not more):
        why = f"{roster.points} points, of {wanted} against {roster.against} in this scenario"
        yield Breach(terms.rule, ARMY, why, f"muster it for {wanted}")


def _stars(roster: Roster, chosen: Sequence[Choice], terms: Terms) -> Iterator[Breach]:
    """One copy of each star profile up to 4000 points, two up to 8000.  [tp.army.star]"""
    if terms.shapes == "none":
        return
    stars = allowance(size_for_shapes(roster, terms)).stars
    titles = {choice.name: choice.profile.title for choice in chosen}
    for name, copies in star_copies(chosen).items():
        if copies > stars:
            why = f"{copies} of {titles[name]}, a star, of which an army of this size has {stars}"
            yield Breach("tp.army.star", ARMY, why, f"take {copies - stars} of them off")


def _side(roster: Roster) -> Iterator[Breach]:
    if roster.side and roster.points > roster.side:
        why = f"an ally's {roster.points} points are more than the {roster.side} of the side"
        yield Breach("tp.army.players", ARMY, why, f"play for {roster.side} points or fewer")


def _general(characters: Sequence[Choice], terms: Terms) -> Iterator[Breach]:
    """Exactly one, and never the standard bearer; who only comes to help has none.

    [tp.setup.general] [tp.character.general] [tp.scenario.raid.forces]
    """
    if terms.leaderless:
        for one in (character for character in characters if character.general):
            why = "the general is there from the start"
            yield Breach(terms.rule, one.id, why, "give the title to another character")
        return
    generals = [character.id for character in characters if character.general]
    able = [character.title for character in characters if character.profile.own_role != "standard"]
    if not able:
        mend = "add a character who is no standard bearer"
        yield Breach("tp.setup.general", ARMY, "nobody can be its general", mend)
    elif not generals:
        yield Breach("tp.setup.general", ARMY, "it has no general", f"make {able[0]} the general")
    elif len(generals) > 1:
        yield Breach("tp.setup.general", ARMY, f"{len(generals)} generals", f"keep one of {', '.join(generals)}")
    for character in characters:
        if character.general and character.profile.own_role == "standard":
            why = "the battle standard bearer can never be the general"
            yield Breach("tp.character.general", character.id, why, "give the title to another character")


def _standard(characters: Sequence[Choice]) -> Iterator[Breach]:
    bearers = [character.id for character in characters if character.role == "standard"]
    if len(bearers) > 1:
        why = f"{len(bearers)} battle standard bearers"
        yield Breach("tp.character.battle_standard", ARMY, why, f"keep one of {', '.join(bearers)}")


def _hire(roster: Roster, chosen: Sequence[Choice]) -> Iterator[Breach]:
    """Only from those who can be hired, and no characters; the quarter is among the limits.  [tp.list.hire]"""
    for choice in (choice for choice in chosen if hired(choice, roster)):
        if not choice.army.for_hire:
            why = f"{choice.army.title} cannot be hired"
            yield Breach("tp.list.hire", choice.id, why, f"take a profile of the list {roster.army}")
        elif choice.profile.kind == "character":
            yield Breach("tp.list.hire", choice.id, "characters cannot be hired", "hire groups only")


# --- groups -------------------------------------------------------------------------------------------------


def _group(group: Choice, groups: Sequence[Choice], terms: Terms) -> Iterator[Breach]:
    yield from _size(group, terms)
    yield from _front(group)
    yield from _command(group)
    if group.profile.kind == "pack":
        yield from _pack(group, groups)
    elif group.profile.kind == "master":
        yield from _herders(group, groups)
    elif group.entry.with_:
        yield Breach("tp.list.composition", group.id, "groups stand alone", "let it stand alone")


def _size(group: Choice, terms: Terms) -> Iterator[Breach]:
    """As the list says; in a scenario of small groups from the fewest a group needs to the most it may have.

    [tp.list.composition] [tp.scenario.raid.forces] [tp.scenario.raid.movement]
    """
    least, most = group.profile.size
    if terms.most_models:
        least, most = min(least, FRONTS.get(CATEGORIES[group.profile.kind], least)), min(most, terms.most_models)
    if not least <= group.models <= most:
        why = f"{count(group.models, 'model')}, of {least} to {most}"
        yield Breach("tp.list.composition", group.id, why, f"field {least if group.models < least else most}")


def front(choice: Choice) -> int:
    """The narrowest front the piece may have; 0 for one without ranks."""
    if choice.profile.kind in ("skirmishers", "pack", "master", "machine", "chariot"):
        return 0
    if "loose movement" in choice.profile.traits:
        return 0
    return FRONTS[CATEGORIES[choice.profile.kind]]


def _front(group: Choice) -> Iterator[Breach]:
    files, least = group.files, front(group)
    if files and least and not least <= files <= group.models:
        why = f"{count(files, 'file')}, of {least} to {group.models}"
        yield Breach("tp.piece.unit.shape", group.id, why, f"stand {min(max(files, least), group.models)} wide")


def _square(group: Choice, characters: Sequence[Choice]) -> Iterator[Breach]:
    """A mob stands as nearly square as it can with whoever leads it.  [tp.unit.mob.formation]"""
    if not group.files or group.profile.kind != "mob":
        return
    leaders = sum(character.entry.with_ == group.id for character in characters)
    fronts = {*square_fronts(group.models), *square_fronts(group.models + leaders)}
    if group.files not in fronts:
        why = f"a mob {group.files} wide, of {one_of([str(front) for front in sorted(fronts)])}"
        yield Breach("tp.unit.mob.formation", group.id, why, f"stand {max(fronts)} wide")


def _command(group: Choice) -> Iterator[Breach]:
    if group.command and not group.profile.command:
        skirmish = group.profile.kind == "skirmishers"
        rule = "tp.unit.command.not_for_skirmishers" if skirmish else "tp.unit.command"
        yield Breach(rule, group.id, f"{group.profile.title} has no command model", "leave out the command model")


def masters_needed(beasts: Profile, number: int) -> int:
    """One for each beast, for every four of the smallest, and never fewer than 2.  [tp.list.beast_units]"""
    wanted = -(-number // SMALL_BEASTS_A_MASTER) if beasts.line.life == 1 else number
    return max(FEWEST_MASTERS, wanted)


def _pack(pack: Choice, groups: Sequence[Choice]) -> Iterator[Breach]:
    """Beasts need their masters.  [tp.list.beast_units]"""
    masters = pack.profile.masters
    wanted, most = masters_needed(pack.profile, pack.models), pack.army.find(masters).size[1]
    number = sum(g.models for g in groups if g.entry.with_ == pack.id and g.profile.id == masters)
    if not wanted <= number <= most:
        why = f"{count(number, 'master')} for {count(pack.models, 'model')}, of {wanted} to {most}"
        fit = wanted if number < wanted else most
        mend = f"let {fit} masters ({pack.army.find(masters).title}) stand with them"
        yield Breach("tp.list.beast_units", pack.id, why, mend)


def _herders(masters: Choice, groups: Sequence[Choice]) -> Iterator[Breach]:
    own = [group.id for group in groups if group.profile.masters == masters.profile.id]
    if masters.entry.with_ not in own:
        why, mend = "beast masters without a pack of theirs", "let them stand with one, or leave them at home"
        yield Breach("tp.list.beast_units", masters.id, why, mend)


# --- characters ---------------------------------------------------------------------------------------------


def _character(character: Choice, groups: Sequence[Choice]) -> Iterator[Breach]:
    profile = character.profile
    if character.role != "general" and character.role not in profile.roles:
        why = f"{profile.title} cannot be {character.role}"
        yield Breach("tp.character.role_assignment", character.id, why, f"leave it {profile.own_role}")
    host = next((group for group in groups if group.id == character.entry.with_), None)
    if host:
        yield from _joining(character, host)


def _joining(character: Choice, host: Choice) -> Iterator[Breach]:
    """A group of warriors on bases of the same size.  [tp.character.join.eligible]"""
    alone = "let it start alone"
    if character.ridden:
        why = f"whoever rides a {character.ridden.title} joins no group"
        yield Breach("tp.character.join.eligible", character.id, why, alone)
    elif host.profile.kind in ("pack", "master"):
        yield Breach("tp.beast.unit.no_characters", character.id, "nobody joins a beast unit", alone)
    elif CATEGORIES[host.profile.kind] not in WARRIORS:
        yield Breach("tp.character.join.eligible", character.id, f"{host.id} is no group of warriors", alone)
    elif character.base != host.base:
        own, theirs = (f"{width}x{depth} mm" for width, depth in (character.base, host.base))
        why = f"its base is {own}, those of {host.id} are {theirs}"
        yield Breach("tp.character.join.eligible", character.id, why, f"choose another group or mount, or {alone}")


# --- equipment ----------------------------------------------------------------------------------------------


def _options(choice: Choice) -> Iterator[Breach]:
    """What an option takes away must still be there, and armour is chosen once.  [tp.weapon.options]"""
    worn = standard_gear(choice.profile)
    carried = [*worn.weapons, *worn.traits, *(["shield"] if worn.shield else [])]
    armour = ""
    for option in choice.options:
        gone = [name for name in option.takes if name not in carried]
        if gone or (option.armour and armour):
            why = f"{option.id} replaces {gone[0]}, which is gone" if gone else f"{option.id} besides {armour}"
            yield Breach("tp.weapon.options", choice.id, why, f"leave out {option.id}, or what it excludes")
        carried = [*(name for name in carried if name not in option.takes), *option.gives]
        carried += ["shield"] if option.shield else []
        armour = option.id if option.armour else armour


def _torches(choice: Choice, terms: Terms) -> Iterator[Breach]:
    """In raids, one for a model, in the hands of units and characters.  [tp.scenario.raid.torches]"""
    rule, able = "tp.scenario.raid.torches", CATEGORIES[choice.profile.kind] in (*WARRIORS, "character")
    if choice.torches and not (terms.torches and able):
        why = "only units and characters carry torches" if terms.torches else "torches are carried in raids only"
        yield Breach(rule, choice.id, why, "leave them out")
    elif choice.torches > choice.models:
        why = f"{choice.torches} torches, of at most {choice.models}"
        yield Breach(rule, choice.id, why, f"take {choice.models}")


def _saddle(choice: Choice, armies: Armies) -> Iterator[Breach]:
    """What is used on foot or from the saddle alone; magic weapons say so themselves.

    [tp.weapon.halberd] [tp.weapon.flail] [tp.weapon.pike] [tp.weapon.lance]
    """
    wrong = "foot" if choice.steed or choice.ridden or choice.profile.team else "mounted"
    arms = [*choice.profile.weapons, *(name for option in choice.options for name in option.gives)]
    gone = [*choice.lays_down, *(name for option in choice.options for name in option.takes)]
    for weapon in (armies.weapons[name] for name in arms if name not in gone):
        if weapon.carried == wrong:
            where = "on foot" if wrong == "foot" else "from the saddle"
            yield Breach(weapon.rule, choice.id, f"a {weapon.title} is used {where} only", "choose another weapon")
