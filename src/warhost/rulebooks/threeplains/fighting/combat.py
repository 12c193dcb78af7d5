"""The close combat phase: every combat fights one round, and both sides strike.

[tp.combat.phase] [tp.combat.round] [tp.combat.simultaneous]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from msgspec import structs

from warhost.engine.oracle import Apart
from warhost.engine.question import Choose

from ..bodies import life_of
from ..charging.pursuit import wipe_out_moves
from ..events.blows import CombatBegan, Struck
from ..events.items import ItemUsed
from ..machines.impact import run_over
from ..magic.bearing import marked, nature, nature_against
from ..magic.effects import round_fought
from ..magic.hands import rolling
from ..morale.checks import members
from ..morale.exhaustion import tire
from ..moving.groups import back_to_their_places, hidden_in, may_hide, offer_reveal
from ..moving.landing import sink_if_weary
from ..setting import Fight
from ..special import qualities, specials
from ..state import Number, opponent
from ..wounds.casualties import becomes_it
from ..wounds.hits import Attack, not_absorbed, strike, wielding
from ..wounds.outright import lose_outright
from .arms import Chosen
from .battering import batter_one
from .besides import (
    ALIVE,
    Delivered,
    besides_blows,
    blows_exchanged,
    heard,
    instead_of_blows,
    land,
    struck_together,
)
from .blows import Blow, blows_of, choose_weapons
from .contact import combats, engaged, foes, waits
from .forecast import odds
from .fronts import defended, uphill
from .prowess import Readied, hit_chain, hits_and_sixes, ready, shadowed, strikes_first
from .squaring import begin_round, close_up

__all__ = ["deliver", "exchange_blows", "fight_one", "fight_round", "odds"]

ENDS = ("left", "right")
BEFORE_ALL, FIRST, LAST = range(3)  # the moments of a round


def fight_one(fight: Fight) -> bool:
    """The next combat across the board fights its round; whose turn it is has chosen the end to begin at.

    When all have fought, pieces beside a structure may batter it.  [tp.combat.phase] [tp.combat.objects]
    """
    state = fight.state
    waiting = [combat for combat in combats(fight) if any(number not in state.fought for number in combat)]
    if not waiting:
        return batter_one(fight)
    if not state.todo:
        end = "left"
        if len(waiting) > 1:
            text = "From which end of the table are the combats fought?"
            end = fight.ask(Choose(state.active, "begin at", ENDS, "tp.combat.phase", text=text))
        state.todo = (Number(ENDS.index(end)),)
    fight_round(fight, waiting[0] if ENDS[state.todo[0]] == "left" else waiting[-1])
    return True


def fight_round(fight: Fight, combat: Sequence[Number]) -> None:
    """One round, step by step.  [tp.combat.round]"""
    state = fight.state
    fight.tell(CombatBegan("tp.combat.round", tuple(combat)))
    state.fought += tuple(one for n in combat for one in (*members(fight, n), *hidden_in(fight, n)))
    _reveal(fight, combat)
    begin_round(fight, combat)
    present = [n for n in combat if engaged(fight, n)]
    enemies = {member: foes(fight, n) for n in present for member in members(fight, n)}
    lost = {member: state.pieces[member].lost for member in enemies}
    blows = exchange_blows(fight, present)
    _count_round(fight, enemies)
    _tire(fight, present, blows)
    round_fought(fight, enemies)
    for number in present:
        sink_if_weary(fight, number)
    freed = [n for n, fought in enemies.items() if _wiped_out(fight, n, fought)]
    for number in freed:
        _forget(fight, number, lost)
        back_to_their_places(fight, number)
    wipe_out_moves(fight, freed)
    close_up(fight)


def _reveal(fight: Fight, combat: Sequence[Number]) -> None:
    """Halfwits who might be hidden in this combat may step forth before anybody turns.

    [tp.character.halfwit.reveal]
    """
    pieces = fight.state.pieces
    for side in (fight.state.active, opponent(fight.state.active)):
        hidden = [
            number for number, piece in fight.state.numbered() if piece.fate == "hidden" and piece.side == side
        ]
        among = [number for number in combat if hidden and pieces[number].side == side]
        if any(may_hide(fight, number) for number in among):
            for halfwit in hidden:
                offer_reveal(fight, halfwit, among)


def _wiped_out(fight: Fight, number: Number, enemies: Sequence[int]) -> bool:
    """Whether it stands free of all combat because everybody it fought is dead.  [tp.move.wipeout]"""
    pieces = fight.state.pieces
    dead = all(pieces[enemy].fate == "slain" for enemy in enemies)
    return dead and pieces[number].standing and not engaged(fight, number)


def _forget(fight: Fight, number: Number, before: dict[Number, int]) -> None:
    """Whoever wiped his enemies out forgets what they did to him.  [tp.stress.wipedout]"""
    for member in members(fight, number):
        piece = fight.state.pieces[member]
        piece.lost = min(piece.lost, before.get(member, piece.lost))


def _count_round(fight: Fight, fought: Collection[int]) -> None:
    """Before anybody moves on; characters whose group fell beside them have fought the round too."""
    fight.state.contacts = [
        structs.replace(contact, rounds=contact.rounds + 1)
        if (contact.a in fought or contact.b in fought) and not waits(fight, contact)
        else contact
        for contact in fight.state.contacts
    ]


# --- blows ---------------------------------------------------------------------------------------------------


def exchange_blows(fight: Fight, present: Sequence[Number]) -> list[Blow]:
    """All is settled first, by the player whose turn it is before the other; then chariots crash in, then those who
    strike first do, then all the others together. Units of which too few are left are removed when all have struck.

    Gives the blows that were to be struck.  [tp.combat.allocate] [tp.combat.strikesfirst] [tp.combat.simultaneous]
    [tp.appendix1.example.giant_attacks] [tp.appendix1.example.goblin_attacks]
    """
    pieces, active = fight.state.pieces, fight.state.active
    order = sorted(present, key=lambda number: pieces[number].side != active)
    chosen: dict[Number, str] = {}
    for number in order:
        chosen |= choose_weapons(fight, number)
    blows = [blow for number in order for blow in blows_of(fight, number, chosen)]
    besides = instead_of_blows(fight, order)
    given_up = [attack.by for attack in besides]
    blows = [blow for blow in blows if blow.member not in given_up or blow.line.part != "self"]
    readied = struck_together(fight, [ready(fight, blow) for blow in blows])
    moments = [_moment(fight, blow, chosen) for blow in blows]
    before = {member: pieces[member].lost - pieces[member].hurt for n in present for member in members(fight, n)}
    hits, companions = besides_blows(fight, order)
    besides += hits
    fight.state.striking = tuple(before)
    whose = {blow.member: LAST for blow in blows}
    for blow, moment in zip(blows, moments, strict=True):
        whose[blow.member] = min(whose[blow.member], moment)
    struck_by = run_over(fight, order)
    delivered: list[Delivered] = []
    for now in (BEFORE_ALL, FIRST, LAST):
        fallen = {member: (pieces[member].lost - lost) // life_of(fight, member) for member, lost in before.items()}
        striking = [one for one, moment in zip(readied, moments, strict=True) if moment == now]
        if now == LAST:
            _tear_at_themselves(fight, order)
        at_once = [one for one in besides if _strikes_now(fight, one.by, whose, now)]
        delivered += _delivered(fight, without_the_fallen(striking, fallen, struck_by), before)
        land(fight, at_once)
        delivered += [one for one in companions if _strikes_now(fight, one.readied.blow.member, whose, now)]
        struck_by |= {(one.blow.foe, one.blow.group) for one in striking}
    fight.state.striking = ()
    blows_exchanged(fight, before, delivered)
    for number in present:
        becomes_it(fight, number)
    return blows


def _tear_at_themselves(fight: Fight, order: Sequence[Number]) -> None:
    """As many of them as those who strike first have left.  [tp.combat.simultaneous] [tp.beast.reaction.3]"""
    for number in order:
        if fight.state.pieces[number].fate in ALIVE:
            specials.tears_at_itself.each(nature(fight, number), fight, number)


def _delivered(fight: Fight, readied: Sequence[Readied], fought: Iterable[Number]) -> list[Delivered]:
    """Blows that are struck at once, of which those at one enemy have no hand in those at another. They are named
    where anybody wants to hear of them when all have been struck."""
    delivered: list[Delivered] = []
    if heard(fight, fought):
        delivered += [deliver(fight, one) for one in readied]
    else:
        fight.apart([Apart(one.blow.foe, partial(deliver, fight, one)) for one in readied])
    return delivered


def _strikes_now(fight: Fight, member: Number, whose: Mapping[Number, int], now: int) -> bool:
    """Whether it is the moment of a model that lives."""
    return whose.get(member, LAST) == now and fight.state.pieces[member].fate in ALIVE


def _moment(fight: Fight, blow: Blow, chosen: Chosen) -> int:
    """When a blow is struck: by some weapon before all others, first by what the rules give, or with the rest."""
    own = fight.setting.enchanted and blow.line.part == "self"
    if own and marked(nature_against(fight, blow.member, blow.target), "strikes before all"):
        return BEFORE_ALL
    return FIRST if strikes_first(fight, blow, chosen) else LAST


def without_the_fallen(
    late: Sequence[Readied], fallen: dict[Number, int], struck_by: set[tuple[Number, Number]]
) -> list[Readied]:
    """As many models as fell to those who strike first strike no more in this round.

    The ranks behind step up, so that the blows they would have passed over are lost first; then those at the
    enemies who struck first.  [tp.combat.strikesfirst] [tp.combat.round]
    """
    striking: dict[Number, dict[int, tuple[bool, bool]]] = {}
    for one in late:
        blow = one.blow
        for base, _ in blow.each:
            spared = (not blow.behind, (blow.group, blow.foe) not in struck_by)
            striking.setdefault(blow.member, {})[base] = spared
    gone = {
        member: set(sorted(bases, key=lambda base: (bases[base], -base))[: fallen[member]])
        for member, bases in striking.items()
    }
    left = []
    for one in late:
        each = tuple(share for share in one.blow.each if share[0] not in gone[one.blow.member])
        if each:
            left.append(one._replace(blow=one.blow._replace(each=each)))
    return left


def deliver(fight: Fight, readied: Readied) -> Delivered:
    """Roll to hit, then damage; who is dead already is not struck again."""
    blow = readied.blow
    if fight.state.pieces[blow.target].fate not in ALIVE or not blow.attacks:
        return Delivered(readied._replace(blow=blow._replace(each=())), 0)
    hits, sixes = hits_and_sixes(readied, throw_to_hit(fight, readied))
    fight.tell(Struck("tp.combat.hit.chart", blow.member, blow.target, blow.attacks, hits + sixes, blow.line.part))
    told = hits + sixes
    readied = _home(fight, readied, told)
    if sixes and readied.watched:
        specials.sixes.each(wielding(readied.attack, nature(fight, blow.member)), fight, blow, sixes)
    if sixes and readied.outright:
        _smite(fight, readied, sixes)
    elif sixes:
        hits = told
    for attack in _hit_by_hit(fight, readied, hits):
        if fight.state.pieces[blow.target].fate in ALIVE:
            strike(fight, attack)
    if more := _earned(fight, blow):
        deliver(fight, readied._replace(blow=blow._replace(each=((blow.each[0][0], more),))))
    return Delivered(readied, told)


def _smite(fight: Fight, readied: Readied, sixes: int) -> None:
    """A life point for each 6 that what the target wears lets through; it has been hit all the same.

    [tp.trait.holy_warrior] [tp.trait.life_breaker]
    """
    blow = readied.blow
    through = not_absorbed(structs.replace(readied.attack, hits=sixes), fight).hits
    if through and fight.state.pieces[blow.target].fate in ALIVE:
        lose_outright(fight, blow.target, through, readied.outright, blow.member)


def _earned(fight: Fight, blow: Blow) -> int:
    """The blows that were earned by these; those may earn more."""
    own = fight.setting.enchanted and blow.line.part == "self"
    names = nature_against(fight, blow.member, blow.target) if own else ()
    return sum(specials.strikes_on.replies(names, fight, blow))


def _home(fight: Fight, readied: Readied, hits: int) -> Readied:
    """The blows as what their striker carries makes of them when they have hit."""
    own = fight.setting.enchanted and hits and readied.blow.line.part == "self"
    names = wielding(readied.attack, nature_against(fight, readied.blow.member, readied.blow.target)) if own else ()
    return readied._replace(attack=specials.hits_home.fold(names, readied.attack, fight, readied.blow))


def _hit_by_hit(fight: Fight, readied: Readied, hits: int) -> list[Attack]:
    """The hits as what happens at each of them makes them, before damage is rolled."""
    blow, attacks = readied.blow, [structs.replace(readied.attack, hits=hits)] if hits > 0 else []
    own = fight.setting.enchanted and attacks and blow.line.part == "self"
    names = nature_against(fight, blow.member, blow.target) if own else ()
    return specials.hit_by_hit.fold(names, attacks, fight, blow)


def throw_to_hit(fight: Fight, readied: Readied) -> int:
    """What comes out of the dice. If misses were thrown again, what guides the blows is told of, once a combat."""
    group, thrown = readied.blow.group, len(fight.told)
    with rolling(fight, readied.blow.member, readied.blow.target):
        count = fight.roll(hit_chain(readied), fight.state.pieces[group].side, readied.need)
    if readied.guided and readied.reroll in ("failures", "all") and len(fight.told) > thrown + 1:
        used = ItemUsed(readied.guided, group, readied.guided)
        if not any(told.event == used for told in fight.told):
            fight.tell(used)
    again = readied.reroll in ("successes", "all") and len(fight.told) > thrown + 1
    if item := shadowed(fight, readied.blow.target) if again else "":
        fight.tell(ItemUsed(item, readied.blow.target, item))
    return count


# --- after the blows -----------------------------------------------------------------------------------------


def _tire(fight: Fight, present: Sequence[Number], blows: Sequence[Blow]) -> None:
    """Counters of the round: heavy weapons and wild tempers tire those who have them, a climb the whole piece.

    [tp.trait.exhaustion.sources] [tp.trait.exhaustion.groups] [tp.combat.defended.effect]
    """
    swung = {blow.member: blow.weapon for blow in blows if blow.weapon is not None and blow.line.part == "self"}
    for member, weapon in swung.items():
        if fight.state.pieces[member].fate in ALIVE:
            tire(fight, member, 0 if qualities.light_in_hand(fight, member) else weapon.tiring, weapon.rule)
    for number in present:
        if not fight.state.pieces[number].standing:
            continue
        climbs = any(uphill(fight, number, foe) and defended(fight, foe, number) for foe in foes(fight, number))
        for member in members(fight, number):
            tire(fight, member, int(climbs), "tp.combat.defended.effect")
            specials.moments.each(nature(fight, member), fight, member, "fought")
