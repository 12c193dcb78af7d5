"""The blows of a round, step by step; before them impact hits, after them stomps.

[reg.combat.order] [reg.combat.allocate] [reg.sr.impact] [reg.sr.stomp] [reg.sr.randomattacks] [reg.combat.stepup]
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from warhost.engine.phrase import Phrase
from warhost.engine.question import Answer, Order, Refusal
from warhost.engine.strikes import Wound
from warhost.engine.words import Names

from ..bodies import CHAMPION, FILE
from ..choosing import next_of
from ..events import Struck
from ..nature import kind, named, nature, ridden, rides, rules, top
from ..opening.rolloff import at_random
from ..setting import Fight
from ..special import points
from ..state import NOBODY, Contact
from ..wounds.casualties import suffer
from ..wounds.hits import CHAMPION_GROUP, Harm, rolled, withered
from ..wounds.spreading import inflict, strike_unit
from .blow import Blow, weapon_of
from .round import Mark, Melee
from .strikers import Party, charged_now, most_fighters, parties, rivals, support_ranks

ALLOCATE = "reg.combat.allocate"
IMPACT, STOMP, CRUMBLE = "reg.sr.impact", "reg.sr.stomp", "reg.army.und.rule.crumble"


def strike_all(melee: Melee) -> None:
    """Everybody strikes in his turn; those of the same step are counted before any of them falls, so whoever does
    something else instead of striking comes last."""
    everybody = sorted(parties(melee), key=lambda party: points.instead.heeds(nature(melee.fight, party.unit)))
    for step in sorted(dict.fromkeys(party.step for party in everybody), reverse=True):
        ready = [_counted(melee, party) for party in everybody if party.step == step]
        for party, blows, supporting in ready:
            _strike(melee, party, blows, supporting)
        points.blows_fell.each((CRUMBLE,), melee.fight)


# --- how many at whom ----------------------------------------------------------------------------------------


def _counted(melee: Melee, party: Party) -> tuple[Party, dict[Mark, int], dict[Mark, int]]:
    """What a party will strike at its step, at groups that are still there."""
    fight = melee.fight
    unit = fight.state.units[party.unit]
    if not unit.alive or unit.back or (party.champion and not unit.champion):
        return party, {}, {}
    foes = rivals(melee, party)
    if foes:
        each = blows_of_one(melee, party, foes[0])
        left = dict.fromkeys((foe for foe in foes if _alive(fight, foe)), each)
        return party, _allocated(melee, party, left, each) if left else {}, {}
    return (party, {}, {}) if _instead(melee, party) else _shared(melee, party)


def _alive(fight: Fight, mark: Mark) -> bool:
    unit = fight.state.units[mark[0]]
    return unit.champion if mark[1] == CHAMPION_GROUP else unit.alive


def _instead(melee: Melee, party: Party) -> bool:
    """Some do something else instead of striking: giants, spewing trolls."""
    if party.mount or party.champion or party.unit != party.host or party.who in ("rider", "handlers"):
        return False
    foes = list(
        dict.fromkeys(foe for _, foe, _, _ in melee.touch[party.unit] if melee.fight.state.units[foe].alive)
    )
    if not foes:
        return False
    instead = list(points.instead.replies(nature(melee.fight, party.unit), melee.fight, party.unit, foes))
    dealt, own = melee.fight.state.done
    melee.wounds[melee.side(party.unit)] += dealt
    melee.wounds[1 - melee.side(party.unit)] += own
    melee.fight.state.done = (0, 0)
    return any(instead)


def blow_at(melee: Melee, party: Party, mark: Mark, supporting: bool = False) -> Blow:
    fight, (target, group) = melee.fight, mark
    foe = target if target in melee.touch else fight.state.units[target].host
    contact = melee.contact_with(party.host, foe)
    return Blow(
        fight, party.unit, target, party.profile, group=group, weapon=party.weapon,
        charged=charged_now(fight, party.host, contact), mount=party.mount, supporting=supporting,
        from_front=contact is None or contact.assault or contact.side_of(foe) == "front",
        duel=bool(rivals(melee, party)),
    )  # fmt: skip


def blows_of_one(melee: Melee, party: Party, mark: Mark) -> int:
    """Of one model, with all its rules; crews and beasts strike several times."""
    found = kind(melee.fight, party.unit)
    each = max(0, blow_at(melee, party, mark).attacks().total)
    if party.who == "crew":
        left = (
            found.life - melee.fight.state.units[party.unit].hurt if not found.figure.mount else found.figure.crew
        )
        return each * left
    if party.mount and found.troop.id == "chariot":
        return each * found.figure.mounts
    return each * (melee.fight.state.units[party.unit].handlers if party.who == "handlers" else 1)


def _shared(melee: Melee, party: Party) -> tuple[Party, dict[Mark, int], dict[Mark, int]]:
    """Blows of rank and file, and of those who stand behind them, among all that they touch."""
    fight = melee.fight
    reach = reach_of(melee, party)
    if not reach:  # those behind a champion or a character strike past him all the same
        return party, {}, _supporting(melee, party)
    first = next(iter(reach.values()))[0]
    each = blows_of_one(melee, party, first)
    singular = rides(fight, party.host) or kind(fight, party.host).machine
    if singular:  # one model, however many bases it touches
        marks = list(dict.fromkeys(mark for found in reach.values() for mark in found))
        capacity = dict.fromkeys(marks, each)
        return party, _allocated(melee, party, capacity, each), {}
    capacity = _capacity(reach, dict.fromkeys(reach, each))
    blows = _allocated(melee, party, capacity, each * len(reach))
    return party, blows, _supporting(melee, party)


def reach_of(melee: Melee, party: Party) -> dict[int, list[Mark]]:
    """Whom each of them touches; the beasts of a chariot strike ahead only.  [reg.troop.chariot]"""
    models = _standing(melee, party)
    if party.mount and kind(melee.fight, party.unit).troop.id == "chariot":
        ahead = melee.fronting(party.host)
        models = {model: among for model, among in models.items() if model in ahead}
    reach = {model: melee.marks_of(party.host, model, among) for model, among in models.items()}
    return {model: marks for model, marks in reach.items() if marks}


def _standing(melee: Melee, party: Party) -> dict[int, list[int]]:
    """The places in contact that are still filled, by men and mounts alike, and which enemies are struck at from
    there; a machine or a building lets only so many strike."""
    fight, host = melee.fight, party.host
    unit = fight.state.units[party.unit]
    if party.unit != host or party.champion or kind(fight, party.unit).single:
        return {model: melee.touched_by(host, model) for model in party.models}
    models = [one for one in melee.in_contact(host) if melee.who(host, one) == FILE]
    return _let_in(melee, host, models[: max(0, unit.models - unit.champion)])


def _let_in(melee: Melee, number: int, models: Sequence[int]) -> dict[int, list[int]]:
    """Of these the first whom a machine or a building still has room for, its champion and characters counted in.
    [reg.troop.warmachine] [reg.terrain.building]"""
    room = _room(melee, number)
    found = {}
    for model in models:
        if among := [foe for foe in melee.touched_by(number, model) if room[foe] > 0]:
            found[model] = among
        for foe in among:
            room[foe] -= 1
    return found


def _room(melee: Melee, number: int) -> dict[int, int]:
    """How many of the rank and file of a unit may strike at each enemy that it touches."""
    foes = list(dict.fromkeys(foe for _, foe, _, _ in melee.touch[number]))
    room = {foe: most_fighters(melee.fight, melee, number, foe) for foe in foes}
    for model in melee.in_contact(number):
        if melee.who(number, model) != FILE:
            for foe in melee.touched_by(number, model):
                room[foe] -= 1
    return room


def _supporting(melee: Melee, party: Party) -> dict[Mark, int]:
    """[reg.combat.support]"""
    fight = melee.fight
    if not party.supports or party.mount:
        return {}
    if any(contact.assault for contact in _contacts(melee, party.host)):
        return {}
    found = kind(fight, party.host)
    charged = charged_now(fight, party.host, None)
    ranks = support_ranks(fight, party.host, party.weapon, charged)
    behind = _not_too_many(melee, party, melee.supporters(party.host, ranks))
    each = min(found.troop.support, party.profile.a)
    reach = {model: melee.marks_of(party.host, model) for model, count in behind.items() if count}
    reach = {model: marks for model, marks in reach.items() if marks}
    capacity = _capacity(reach, {model: each * behind[model] for model in reach})
    total = sum(each * behind[model] for model in reach)
    return _allocated(melee, party, capacity, total, supporting=True) if total else {}


def _not_too_many(melee: Melee, party: Party, behind: dict[int, int]) -> dict[int, int]:
    """Nobody both strikes and supports; at a war machine only so many strike, those behind counted in.
    [reg.combat.stepup] [reg.troop.warmachine]"""
    unit, room = melee.fight.state.units[party.host], _room(melee, party.host)
    striking = _standing(melee, party)
    for foe in (foe for among in striking.values() for foe in among):
        room[foe] -= 1
    left = unit.models - unit.champion - len(striking)
    found: dict[int, int] = {}
    for model, count in behind.items():
        touched = melee.touched_by(party.host, model)
        found[model] = max(0, min(count, left, max((room[foe] for foe in touched), default=0)))
        left -= found[model]
        for foe in touched:
            room[foe] -= found[model]
    return found


def _contacts(melee: Melee, number: int) -> list[Contact]:
    return [one for one in melee.contacts if number in (one.a, one.b)]


def _capacity(reach: Mapping[int, list[Mark]], blows: Mapping[int, int]) -> dict[Mark, int]:
    """How many blows could go at each mark."""
    found: dict[Mark, int] = {}
    for model, marks in reach.items():
        for mark in marks:
            found[mark] = found.get(mark, 0) + blows[model]
    return found


def _allocated(
    melee: Melee, party: Party, capacity: dict[Mark, int], total: int, supporting: bool = False
) -> dict[Mark, int]:  # fmt: skip
    if len(capacity) == 1 or not total:
        return dict.fromkeys(capacity, total) if total else {}
    question = Allocation(melee.fight, party, capacity, total, supporting)
    answer: dict[str, int] = melee.fight.ask(question)
    return {question.marks[name]: count for name, count in answer.items() if count}


class Allocation(Order):
    """How many blows go at whom: {"spears": 4, "spears champion": 1}."""

    __slots__ = ("capacity", "marks", "total")
    form = "a table of whom each part of the blows is struck at, all of them"

    def __init__(self, fight: Fight, party: Party, capacity: dict[Mark, int], total: int, supporting: bool):
        who = "those behind {who}" if supporting else f"the {party.who} of {{who}}" if party.who else "{who}"
        text = f"{total} {'blow' if total == 1 else 'blows'} by {who}: at whom?"
        self.marks = {mark_name(fight, mark): mark for mark in capacity}
        self.capacity = {name: capacity[mark] for name, mark in self.marks.items()}
        self.total = total
        super().__init__(fight.state.units[party.host].side, "blows", ALLOCATE, named(fight, party.unit), text)
        self.usual = self.suggest(1)[0]

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if not isinstance(order, dict) or not all(type(count) is int and count >= 0 for count in order.values()):
            return Refusal(ALLOCATE, f"expected {self.form}")
        for name, count in order.items():
            if name not in self.capacity:
                return Refusal(ALLOCATE, f"nobody of them touches {name!r:.40}")
            if count > self.capacity[name]:
                why = f"at most {self.capacity[name]} blows can reach {_whom(name)}"
                return Refusal(ALLOCATE, why, (name.partition(" ")[0],))
        if sum(order.values()) != self.total:
            return Refusal(ALLOCATE, f"{self.total} blows are to be shared out, not {sum(order.values())}")
        return {"cost": 0}

    def suggest(self, most: int = 12) -> list[Answer]:
        """As many as possible at one of them, the rest at the others in turn."""
        offers: list[Answer] = []
        for first in self.capacity:
            left, shares = self.total, dict[str, int]()
            for name in [first, *(other for other in self.capacity if other != first)]:
                shares[name] = min(left, self.capacity[name])
                left -= shares[name]
            if (offer := {name: count for name, count in shares.items() if count}) not in offers:
                offers.append(offer)
        return offers[:most]

    def label(self, answer: Answer, names: Names) -> str:
        return ", ".join(f"{count} at {called(name, names)}" for name, count in answer.items())


def _whom(name: str) -> str:
    return "the champion of {who}" if " " in name else "{who}"


def called(name: str, names: Names) -> str:
    unit, _, champion = name.partition(" ")
    return f"the champion of {names.piece(unit)}" if champion else str(names.piece(unit))


def mark_name(fight: Fight, mark: Mark) -> str:
    number, group = mark
    return f"{named(fight, number)} champion" if group == CHAMPION_GROUP else named(fight, number)


# --- striking ------------------------------------------------------------------------------------------------


def _strike(melee: Melee, party: Party, blows: dict[Mark, int], supporting: dict[Mark, int]) -> None:
    """Blows at the same mark with the same numbers are one group of dice."""
    for mark in list(dict.fromkeys([*blows, *supporting])):
        count = blows.get(mark, 0) + supporting.get(mark, 0)
        if count and _alive(melee.fight, mark):
            made = blow_at(melee, party, mark, supporting=not blows.get(mark))
            strike_mark(melee, party, made, count)


def strike_mark(melee: Melee, party: Party, made: Blow, count: int) -> None:
    fight, side = melee.fight, melee.side(party.host)
    harm = made.harm(count)
    if not harm.dice:
        return
    if made.duel:
        _duel_blow(melee, harm, side, party.who)
        return
    melee.wounds[side] += inflict(fight, harm, combat=True, who=party.who)


def _duel_blow(melee: Melee, harm: Harm, side: int, who: str) -> None:
    """Wounds beyond the last still count, up to five.  [reg.combat.cr.overkill]"""
    fight = melee.fight
    strikes = harm.strikes()
    struck = rolled(fight, strikes, side)
    units = fight.state.units
    fight.tell(
        Struck(
            "reg.char.challenge", units[harm.by].name, units[harm.target].name, who, harm.dice, struck.hits,
            struck.wounds, len(struck.unsaved), strikes.hit, at_champion=harm.group == CHAMPION_GROUP,
        )
    )  # fmt: skip
    if harm.flaming and struck.unsaved:
        units[top(fight, harm.target)].scorched = True
    had = _wounds_left(fight, harm.target, harm.group)
    melee.wounds[side] += suffer(fight, harm.target, harm.group, struck.unsaved, by=harm.by, combat=True)
    if not _alive(fight, (harm.target, harm.group)) and not rides(fight, harm.target):
        melee.overkill[side] += beyond(struck.unsaved, had)


def _wounds_left(fight: Fight, number: int, group: str) -> int:
    unit = fight.state.units[number]
    return kind(fight, number).life - (unit.champion_hurt if group == CHAMPION_GROUP else unit.hurt)


def beyond(wounds: Sequence[Wound], left: int) -> int:
    """Wounds that go beyond the last of somebody who had so many left: a killing blow takes all of those, and is
    one more where he has none.  [reg.combat.cr.overkill] [reg.sr.killingblow]"""
    over = 0
    for wound in wounds:
        dealt = max(1, left) if wound.lethal else wound.worth
        over += max(0, dealt - left)
        left = max(0, left - dealt)
    return over


# --- impact hits and stomps ----------------------------------------------------------------------------------


def impact(melee: Melee) -> None:
    """Each model that charged with the rule, before challenges and blows.  [reg.sr.impact]"""
    fight = melee.fight
    for number in melee.units:
        rating = kind(fight, number).ratings.get("impact", "") if IMPACT in rules(fight, number) else ""
        contacts = [one for one in _contacts(melee, number) if charged_now(fight, number, one) and not one.assault]
        foes = list(dict.fromkeys(one.foe(number) for one in contacts))
        models = 1 if kind(fight, number).single else len(melee.own_in_contact(number))
        if not rating or not foes:
            continue
        hits = sum(
            Phrase.read(rating).roll(fight.throw, "impact hits", IMPACT, melee.side(number)) for _ in range(models)
        )
        for foe, share in _even(fight, foes, hits, melee.side(number)).items():
            melee.wounds[melee.side(number)] += automatic(fight, number, foe, share, _force(fight, number), IMPACT)


def _force(fight: Fight, number: int) -> int:
    """The Strength of a chariot's car, of a mount, or its own."""
    found = kind(fight, number)
    own = found.mount.s if found.mount is not None else found.profile.s
    return withered(fight, number, found.figure.car or own)


def _even(fight: Fight, foes: list[int], hits: int, side: int) -> dict[int, int]:
    """As evenly as possible, spare ones at random."""
    shares = {foe: hits // len(foes) for foe in foes}
    left = list(foes)
    for _ in range(hits % len(foes)):
        lucky = at_random(fight, left, "who takes a spare hit", IMPACT, side)
        left.remove(lucky)
        shares[lucky] += 1
    return shares


def automatic(
    fight: Fight, by: int, foe: int, hits: int, strength: int, rule: str, armour: bool = True,
    names: tuple[str, ...] = (),
) -> int:  # fmt: skip
    """Hits without a roll to hit, spread like shooting, in close combat: a two-handed weapon leaves no shield."""

    def made(target: int, dice: int) -> Harm:
        harm = Harm(fight, target, dice, strength, by=by, names=names, blow=True, rule=rule)
        harm.armour, harm.defence = armour, weapon_of(fight, target)
        return harm

    return strike_unit(fight, foe, hits, made, combat=False, who="") if hits and fight.state.units[foe].alive else 0


def stomp(melee: Melee) -> None:
    """After all other blows, on infantry, war beasts and swarms.  [reg.sr.stomp]"""
    fight = melee.fight
    for number in melee.units:
        unit = fight.state.units[number]
        if not kind(fight, number).troop.stomp or not unit.alive or unit.fallen:
            continue
        if rival := melee.opponents(number):
            _stomp_rival(melee, number, rival[0])
            continue
        rival = melee.opponents(number, champion=True) if unit.champion else []
        for foe, models in _under_foot(melee, number, bool(rival)).items():
            melee.wounds[melee.side(number)] += automatic(
                fight, number, foe, _stomps(melee, number, models), _force(fight, number), STOMP
            )
        if rival:
            _stomp_rival(melee, number, rival[0])


def _under_foot(melee: Melee, number: int, duels: bool) -> dict[int, int]:
    """How many of its models stomp on whom: each on a unit it touches, of several on the one its owner names; not
    a champion who fights a challenge."""
    fight, reach, its_own = melee.fight, dict[int, list[int]](), melee.own_in_contact(number)
    for own, foe, _, contact in melee.touch[number]:
        if own not in its_own or (duels and melee.who(number, own) == CHAMPION):
            continue
        if not contact.assault and fight.state.units[foe].alive and kind(fight, foe).troop.stomped:
            reach.setdefault(own, []).append(foe)
    doubtful = list(dict.fromkeys(foe for foes in reach.values() if len(set(foes)) > 1 for foe in foes))
    side = melee.side(number)
    first = next_of(fight, side, doubtful, "stomp on", STOMP, "On whom do they stomp?") if doubtful else NOBODY
    found: dict[int, int] = {}
    for foes in list(reach.values())[: fight.state.units[number].models - duels]:
        foe = first if first in foes else foes[0]
        found[foe] = found.get(foe, 0) + 1
    return found


def _stomps(melee: Melee, number: int, models: int) -> int:
    phrase = Phrase.read(kind(melee.fight, number).troop.stomp)
    return sum(phrase.roll(melee.fight.throw, "stomp", STOMP, melee.side(number)) for _ in range(models))


def _stomp_rival(melee: Melee, number: int, mark: Mark) -> None:
    """A model that fights a challenge stomps its opponent alone, if he still lives and is of a kind to be stomped:
    a rider is as large as his monster."""
    fight, foe = melee.fight, mark[0]
    large = top(fight, foe) if ridden(fight, foe) else foe
    if not _alive(fight, mark) or not kind(fight, large).troop.stomped:
        return
    hits, strength = _stomps(melee, number, 1), _force(fight, number)
    harm = Harm(fight, foe, hits, strength, by=number, group=mark[1], blow=True, rule=STOMP)
    harm.defence = weapon_of(fight, foe)
    _duel_blow(melee, harm, melee.side(number), "stomp")
