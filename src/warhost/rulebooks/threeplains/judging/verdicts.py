"""Who may do what at a moment of the turn, and why not: what a referee is asked in a dispute."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.chain import Chain, Link, Pool
from warhost.engine.enumerate import outcomes
from warhost.engine.field.length import NOTHING, Length
from warhost.engine.oracle import Branch, Enumerating, Scripted
from warhost.engine.promise import percent, whole_percent
from warhost.engine.question import Refusal
from warhost.engine.tally import Step, Tally
from warhost.engine.verdict import Fact, Verdict
from warhost.engine.words import count, mention

from ..bodies import enemies, in_battle, loose, on_table, range_between
from ..charging.charges import daunting
from ..charging.countercharges import counter_targets, why_no_counter, why_no_target
from ..charging.fallback import never_falls_back, no_room_behind, too_late
from ..charging.flight import general_dead
from ..charging.leg import Leg, out_of_reach, why_not_aware
from ..charging.mark import at_the_height_of, likely_leg
from ..charging.pursuit import must_be_brave
from ..charging.readiness import why_no_charge
from ..fighting.battering import structures_before
from ..fighting.blows import blows_of, out_of_their_reach
from ..fighting.contact import combats, engaged, fighting
from ..fighting.prowess import hit_chain, ready, strikes_first
from ..fighting.squaring import begin_round
from ..figure import INCH
from ..kinds import mob
from ..land.ground import movement, reach, shortage, surplus
from ..magic.bearing import marked
from ..magic.book import title
from ..magic.effects import may_gain, sets_off
from ..missiles.aiming import armed, salvos, to_hit, why_no_missiles, why_no_shot
from ..missiles.hitting import harmless, hit_test
from ..missiles.shooting import odds
from ..morale.checks import Kind, Reasons, bravery_due, natures, never_flees, passed, soldiering, stress
from ..morale.exhaustion import held_back
from ..morale.stress import reckon
from ..moving.dashing import DASHES, allowance
from ..moving.manoeuvres import half_move, why_no_reorganising
from ..moving.mobs import surge, unrolled
from ..moving.movement import why_not_moving
from ..moving.stride import body_in, running_dice
from ..moving.wedges import cannot_dash, may_wedge, tries_again, why_not_wedged
from ..setting import Fight, Setting
from ..special.tempers import must_charge, must_counter
from ..state import NOBODY, Number, Phase, State, opponent
from ..telling.names import Names
from ..wording import length
from .gunnery import breathing, has_shot, hurling
from .spellcasting import casting

# --- how pieces stand ----------------------------------------------------------------------------------------


def facts(setting: Setting, state: State) -> dict[str, Fact]:
    """How every piece stands, by its name; places in inches, facings in degrees."""
    return {piece.name: _fact(setting, state, number) for number, piece in state.numbered()}


def _fact(setting: Setting, state: State, number: Number) -> Fact:
    piece = state.pieces[number]
    life = setting.figures[piece.figure].life + piece.vigour
    fate = "fleeing" if piece.standing and piece.fleeing else "inside" if piece.inside else piece.fate
    return Fact(
        fate=fate,
        at=(round(piece.x / INCH, 2), round(piece.y / INCH, 2)) if piece.standing and not piece.inside else None,
        facing=f"{piece.facing / 100:.0f}",
        strength=piece.models,
        life=piece.models * life - piece.hurt,
    )


def verdicts(setting: Setting, state: State) -> list[Verdict]:
    """For every piece that has a say at this moment; the state stays as it is."""
    fight: Fight = Battle(setting, state.copy(), Scripted())
    judge = JUDGES.get(state.phase)
    deeds = judge(fight) if judge else ()
    return [_agreeing(fight, verdict) for verdict in (*deeds, *casting(fight))]


def _agreeing(fight: Fight, verdict: Verdict) -> Verdict:
    """The reason against it in words that agree with the piece."""
    if verdict.refusal is None:
        return verdict
    number = next(n for n, piece in fight.state.numbered() if piece.name == verdict.who)
    why = Names(fight.setting, fight.state.pieces).reason(verdict.refusal.why, number)
    return msgspec.structs.replace(verdict, refusal=Refusal(verdict.refusal.rule, why))


# --- words and numbers ---------------------------------------------------------------------------------------


def _name(fight: Fight, number: Number) -> str:
    return fight.state.pieces[number].name


def _chance_of_one(links: tuple[Link, ...]) -> int:
    """How likely one die gets through, in per cent."""
    return whole_percent(Chain(Pool(1), links).distribution().at_least(1))


def _in_inches(tally: Tally) -> tuple[Step, ...]:
    """The reasons of a length in inches; nothing where they are no whole ones."""
    if any(step.total_after % INCH for step in tally.steps):
        return ()
    return tuple(
        step._replace(
            amount=step.amount // INCH if step.op in ("base", "add", "floor") else step.amount,
            total_after=step.total_after // INCH,
        )
        for step in tally.steps
    )


def _dice(fight: Fight, number: Number, kind: Kind, own: Reasons, against: Reasons) -> tuple[Fraction, str]:
    """The chance to pass a check, and its dice in words. It is taken in every way its dice can fall, with all that
    items and spells make of it; nobody uses what he need not use."""
    good, bad = own[-1].total_after, against[-1].total_after
    reasons = ", ".join(f"{step.figure} {step.title}" for step in own)
    words = f"{count(good, 'soldiering die', 'soldiering dice')} ({reasons})"
    taken: list[bool] = []

    def check(there: Fight) -> None:
        taken[:] = [passed(there, number, kind, "tp.check.roll", own, against)]

    found = outcomes(check, fight.setting, fight.state, lambda question: question.usual, lambda _: taken[0])
    chance = found.get(True, Fraction())
    item = marked(natures(fight, number), "breaks by dice") if kind == "break" else ""
    dice = f"the dice of {mention(title(item))}" if item else count(bad, "stress die", "stress dice")
    return chance, f"{words} against {dice}"


def _deviancy_check(fight: Fight, number: Number, deed: str, note: str = "", target: str = "") -> Verdict:
    """Something that needs a deviancy check: its chance, and what speaks against it."""
    chance, words = _deviancy(fight, number)
    said = ", ".join(part for part in (note, words) if part)
    against = stress(fight, number, "deviancy").steps
    return Verdict(_name(fight, number), deed, target, whole_percent(chance), against, said)


def _deviancy(fight: Fight, number: Number) -> tuple[Fraction, str]:
    """[tp.check.deviancy]"""
    own, against = soldiering(fight, number, "deviancy"), stress(fight, number, "deviancy")
    return _dice(fight, number, "deviancy", own.steps, against.steps)


# --- charges -------------------------------------------------------------------------------------------------


def _declaring(fight: Fight) -> Iterator[Verdict]:
    """Whoever has a manoeuvre to try again checks for that first.  [tp.move.reform]"""
    for number in on_table(fight, fight.state.active):
        if refusal := why_no_charge(fight, number):
            yield Verdict(_name(fight, number), "charge", refusal=refusal)
            continue
        if again := tries_again(fight, number):
            price = f"before anything else, for {length(half_move(fight, number))}"
            tried = _deviancy_check(fight, number, again, price)
            yield msgspec.structs.replace(tried, must=True)
            continue
        forced = () if engaged(fight, number) else must_charge(fight, number)
        for enemy in enemies(fight, number):
            yield _charge(fight, number, enemy, must=enemy in forced, named=False)


def _charge(fight: Fight, number: Number, target: Number, must: bool = False, named: bool = True) -> Verdict:
    """Whether the charge has been `named` already: then it has been dared.

    [tp.move.charge.aware] [tp.move.charge.far] [tp.move.dash]
    """
    who, whom = _name(fight, number), _name(fight, target)
    refusal = out_of_reach(fight, number, target) or why_not_aware(fight, number, target)
    if refusal:
        return Verdict(who, "charge", whom, refusal=refusal, must=must)
    with at_the_height_of(fight, number, target):
        leg = likely_leg(fight, number, target)
        if leg.halted:
            return Verdict(who, "charge", whom, refusal=leg.halted, must=must)
        (chance, note), pace = _coming(fight, number, leg), _in_inches(movement(fight, number))
    if not named and (item := daunting(fight, number, target)):
        goes, dice = _deviancy(fight, number)
        chance *= goes
        note.append(f"if {mention(title(item))} does not daunt {who}: {percent(goes)}, {dice}")
    dares, fears = _daring(fight, number, target)
    return Verdict(who, "charge", whom, whole_percent(chance * dares), pace, ", ".join([*note, *fears]), must)


def _coming(fight: Fight, number: Number, leg: Leg) -> tuple[Fraction, list[str]]:
    """How likely a charge carries so far this turn, and how far that is."""
    chance, arrives = _arrival(fight, number, leg)
    return chance, [f"{length(leg.distance)} to the {leg.struck} of {_name(fight, leg.hit)}", arrives]


def _daring(fight: Fight, number: Number, target: Number) -> tuple[Fraction, list[str]]:
    """How likely it dares to charge that one, and who of them has to check for that.  [tp.check.bravery]"""
    dares, note = Fraction(1), list[str]()
    if bravery_due(fight, number, target):
        dares, dice = _bravery(fight, number, target)
        note.append(f"if {_name(fight, number)} is brave enough: {percent(dares)}, {dice}")
    if must_be_brave(fight, target, number):
        note.append(f"{_name(fight, target)} must check for bravery")
    return dares, note


def _bravery(fight: Fight, number: Number, foe: Number) -> tuple[Fraction, str]:
    """[tp.check.bravery.dice]"""
    own, against = soldiering(fight, number, "bravery"), stress(fight, number, "bravery", against=foe)
    return _dice(fight, number, "bravery", own.steps, against.steps)


def _arrival(fight: Fight, number: Number, leg: Leg) -> tuple[Fraction, str]:
    """How likely it gets there this turn, and whether it has to dash for it."""
    width = body_in(fight, number, leg.stand).width

    def arrives(left: Length) -> bool:
        return reach(fight, number, leg.stand.front, leg.stand.facing, left, width) >= leg.distance

    paces = _paces(fight, number)
    if unleashed := surplus(fight, number):  # where they fall short with their masters beasts run on alone
        paces = {left if arrives(left) else left + unleashed: chance for left, chance in paces.items()}
    alone = sum((chance for left, chance in paces.items() if arrives(left)), Fraction())
    if alone == 1:
        return alone, "in reach"
    if fight.state.pieces[number].turn.dashed or held_back(fight, number) or cannot_dash(fight, number):
        return alone, "and it cannot dash" if alone else "out of reach this turn, and it cannot dash"
    dashes = [max(NOTHING, more - shortage(fight, number)) for more in DASHES]
    short = {left: chance for left, chance in paces.items() if not arrives(left)}
    helped = sum(chance * sum(arrives(left + more) for more in dashes) for left, chance in short.items())
    chance = alone + helped / Fraction(len(dashes))
    return chance, "with a dash" if chance else "out of reach this turn even with a dash"


def _paces(fight: Fight, number: Number) -> dict[Length, Fraction]:
    """What it may have to charge with, when all dice have fallen that are thrown as it sets off."""

    def off(there: Fight) -> None:
        sets_off(there, number)
        surge(there, number)

    def left(state: State) -> Length:
        return max(NOTHING, allowance(Battle(fight.setting, state, Scripted()), number))

    if not unrolled(fight, number) and not may_gain(fight, number):
        return {left(fight.state): Fraction(1)}
    return outcomes(off, fight.setting, fight.state, lambda question: question.usual, left)  # type: ignore[return-value]


def _charges(fight: Fight) -> Iterator[Verdict]:
    """The charges that were named, and who may fall back before them.  [tp.move.fallback]"""
    pieces = fight.state.pieces
    comers: dict[Number, list[Number]] = {}
    for number in on_table(fight, fight.state.active):
        piece = pieces[number]
        if piece.charge_target != NOBODY and not piece.turn.charge_ended and not piece.fleeing:
            comers.setdefault(piece.charge_target, []).append(number)
            yield _charge(fight, number, piece.charge_target, must=True)
    for target, chargers in comers.items():
        refusal = never_falls_back(fight, target) or too_late(fight, target, chargers)
        if refusal := refusal or _no_way_back(fight, target, chargers):
            yield Verdict(_name(fight, target), "fall back", refusal=refusal)
        else:
            yield _deviancy_check(fight, target, "fall back", f"{running_dice(fight, target)}D6 inches")


def _no_way_back(fight: Fight, target: Number, chargers: list[Number]) -> Refusal | None:
    """Whichever of them moves first, there is no room before him."""
    barred = [no_room_behind(fight, target, charger) for charger in chargers]
    return barred[0] if all(barred) else None


def _counter_charges(fight: Fight) -> Iterator[Verdict]:
    """[tp.move.counter]"""
    for number in on_table(fight, opponent(fight.state.active)):
        targets = counter_targets(fight, number)
        forced = must_counter(fight, number, targets)
        for enemy in forced or targets:
            yield _counter_charge(fight, number, enemy, bool(forced))
        if not targets:
            refusal = why_no_counter(fight, number) or why_no_target(fight)
            yield Verdict(_name(fight, number), "counter charge", refusal=refusal)


def _counter_charge(fight: Fight, number: Number, enemy: Number, forced: bool) -> Verdict:
    """How likely it arrives this turn. Frenzy and hatred take no check for it.  [tp.move.counter.forced]"""
    with at_the_height_of(fight, number, enemy):
        chance, note = _coming(fight, number, likely_leg(fight, number, enemy))
    goes, dice = (Fraction(1), "") if forced else _deviancy(fight, number)
    dares, fears = _daring(fight, number, enemy)
    who, whom, against = _name(fight, number), _name(fight, enemy), stress(fight, number, "deviancy").steps
    obeys = "without a check" if forced else f"if {who} obeys: {percent(goes)}, {dice}"
    said, likely = ", ".join([*note, *fears, obeys]), whole_percent(chance * goes * dares)
    return Verdict(who, "counter charge", whom, likely, () if forced else against, said, forced)


# --- movement ------------------------------------------------------------------------------------------------


def _moving(fight: Fight) -> Iterator[Verdict]:
    for number, piece in fight.state.numbered():
        if piece.side != fight.state.active or piece.fate not in ("standing", "within"):
            continue
        if refusal := why_not_moving(fight, number):
            yield Verdict(piece.name, "move", refusal=refusal)
            continue
        pace = movement(fight, number)
        left = allowance(fight, number) - piece.flip_due
        if left <= 0:
            why = f"what is left of its flip, {length(piece.flip_due)}, takes all of its movement"
            yield Verdict(piece.name, "move", refusal=Refusal("tp.move.flip.partial", why))
            continue
        note = length(left) if left == pace.total else f"{length(left)} of {length(pace.total)} left"
        if die := unrolled(fight, number):
            note += f" and a D{die // INCH} more"
        yield Verdict(piece.name, "move", because=_in_inches(pace), note=note)
        if piece.standing:
            yield from _manoeuvres(fight, number)


def _manoeuvres(fight: Fight, number: Number) -> Iterator[Verdict]:
    """Whoever has learned it may form a wedge.  [tp.move.reform] [tp.move.reorganise]"""
    half, name = half_move(fight, number), _name(fight, number)
    poor = Refusal("tp.move.value", f"it takes half of its full move, {length(half)}, and less is left")
    short = poor if allowance(fight, number) - fight.state.pieces[number].flip_due < half else None
    refusals = {"reform": _why_no_reform(fight, number), "reorganise": why_no_reorganising(fight, number)}
    if may_wedge(fight, number) is None and not fight.state.pieces[number].wedge:
        refusals["form a wedge"] = why_not_wedged(fight, number, 1)
    for deed, refusal in refusals.items():
        if refusal or short:
            yield Verdict(name, deed, refusal=refusal or short)
        else:
            yield _deviancy_check(fight, number, deed, f"for {length(half)}")


def _why_no_reform(fight: Fight, number: Number) -> Refusal | None:
    if loose(fight, number):
        return Refusal("tp.move.loose", "it changes its shape as it moves, without reforming")
    if mob(fight, number):
        return Refusal("tp.unit.mob.formation", "a mob takes no other shape")
    return None


# --- shooting ------------------------------------------------------------------------------------------------


def _shooting(fight: Fight) -> Iterator[Verdict]:
    for number in on_table(fight, fight.state.active):
        at_places = [*hurling(fight, number), *breathing(fight, number)]
        yield from at_places
        if at_places and not armed(fight, number):
            continue
        if refusal := why_no_missiles(fight, number) or has_shot(fight, number):
            yield Verdict(_name(fight, number), "shoot", refusal=refusal)
            continue
        for enemy in enemies(fight, number):
            yield from _shots(fight, number, enemy)


def _shots(fight: Fight, shooter: Number, target: Number) -> Iterator[Verdict]:
    """The models of a group, then each character with it that shoots too."""
    whom = _name(fight, target)
    if refusal := why_no_shot(fight, shooter, target):
        yield Verdict(_name(fight, shooter), "shoot", whom, refusal=refusal)
        return
    far = length(range_between(fight, shooter, target))
    for user, weapon, shots in salvos(fight, shooter, target, "phase"):
        need = to_hit(fight, shooter, target, "phase", weapon)
        chance = _chance_of_one((hit_test(fight, user, need.total, target),))
        note = [f"{count(shots, 'shot')} with {weapon.title.lower()}", f"{need.total} needed", far]
        note += _toll(fight, shooter, target)
        yield Verdict(_name(fight, user), "shoot", whom, chance, need.steps, ", ".join(note))


def _toll(fight: Fight, shooter: Number, target: Number) -> list[str]:
    """What a volley costs a group on average, where that can be said; and the check before a risky one."""
    if engaged(fight, target) and not harmless(fight, shooter, target):
        own, against = soldiering(fight, shooter, "deviancy").steps, stress(fight, shooter, "deviancy").steps
        chance, words = _dice(fight, shooter, "deviancy", own, against)
        return [f"into a combat: a deviancy check first, {percent(chance)} ({words})"]
    found = odds(fight, shooter, target) if fight.state.pieces[target].models > 1 else None
    return [f"{float(found.mean()):.1f} models on average"] if found else []


# --- combat --------------------------------------------------------------------------------------------------


def _striking(fight: Fight) -> Iterator[Verdict]:
    """Both sides strike; what owners might still say of weapons and targets is taken as usual.

    [tp.combat.contact] [tp.combat.allocate.default]
    """
    fight = _as_rounds_begin(fight)
    for side in (fight.state.active, opponent(fight.state.active)):
        for number in in_battle(fight, side):
            blows = list(_blows(fight, number)) if fighting(fight, number) else list(_battering(fight, number))
            yield from blows or [Verdict(_name(fight, number), "strike", refusal=_why_no_blow(fight, number))]


def _battering(fight: Fight, number: Number) -> Iterator[Verdict]:
    """Whose turn it is may have those who fight nobody batter what is built before them.  [tp.combat.objects]"""
    if fight.state.pieces[number].side == fight.state.active:
        for at in structures_before(fight, number):
            yield Verdict(_name(fight, number), "batter", fight.state.terrain[at].name, note="every blow hits")


def _why_no_blow(fight: Fight, number: Number) -> Refusal:
    if out_of_their_reach(fight, number):
        return Refusal("tp.trait.out_of_reach", "only spears, pikes and lances reach so far")
    if fighting(fight, number):
        return Refusal("tp.combat.contact", "none of its models strikes an enemy")
    if engaged(fight, number):
        return Refusal("tp.move.unintentional.late", "it met its enemy too late to fight this turn")
    return Refusal("tp.combat.combat", "it fights nobody")


def _as_rounds_begin(fight: Fight) -> Fight:
    """Whoever may has turned to face his enemy and lapped round him; as things stand, where dice say more of that.

    [tp.combat.round]
    """
    begun: Fight = Battle(fight.setting, fight.state.copy(), Enumerating((), lambda question: question.usual))
    try:
        for combat in combats(begun):
            if any(number not in begun.state.fought for number in combat):
                begin_round(begun, combat)
    except Branch:
        return fight
    return begun


def _blows(fight: Fight, number: Number) -> Iterator[Verdict]:
    for blow in blows_of(fight, number, {}, {}):
        if not blow.attacks:
            continue
        readied = ready(fight, blow)
        weapon = blow.weapon.title.lower() if blow.weapon else "bare hands"
        note = [f"{count(blow.attacks, 'attack')} with {weapon if blow.line.part == 'self' else blow.line.part}"]
        note += ["from behind the first rank"] if blow.behind else []
        note += ["hits without a roll"] if readied.sure else [f"{readied.need.total} needed"]
        note += ["strikes first"] if strikes_first(fight, blow, {}) else []
        chance = _chance_of_one(hit_chain(readied).links)
        who, whom = _name(fight, blow.member), _name(fight, blow.target)
        yield Verdict(who, "strike", whom, chance, readied.need.steps, ", ".join(note))


# --- battle stress -------------------------------------------------------------------------------------------


def _checking(fight: Fight) -> Iterator[Verdict]:
    """Who must take a break check; for those in flight it is to rally.  [tp.stress.phase] [tp.stress.combat]"""
    if not fight.state.reckoned:
        reckon(fight)
    counted = {pools.piece: pools for pools in fight.state.counted}
    for number in in_battle(fight):
        piece, pools = fight.state.pieces[number], counted.get(number)
        if pools and not never_flees(fight, number):
            chance, words = _dice(fight, number, "break", pools.soldiering, pools.stress)
            said = f"{words}, {_what_for(fight, number)}" if piece.fleeing else words
            yield Verdict(piece.name, "check", "", whole_percent(chance), pools.stress, said, must=True)
        else:
            refusal = _why_no_check(fight, number, bool(pools))
            yield Verdict(piece.name, "check", refusal=refusal, must=True)


def _what_for(fight: Fight, number: Number) -> str:
    """[tp.move.rerally] [tp.character.general.no_rally]"""
    lost = general_dead(fight, fight.state.pieces[number].side)
    return "and even so it does not rally, for its general is dead" if lost else "to rally"


def _why_no_check(fight: Fight, number: Number, stressed: bool) -> Refusal:
    if stressed:
        return Refusal("tp.trait.unbreakable", "it never breaks")
    if stress(fight, number, "break").total <= 0:
        return Refusal("tp.stress.phase", "there is no stress on it")
    return Refusal("tp.stress.combat", "its side has not lost the combat")


JUDGES: Mapping[Phase, Callable[[Fight], Iterator[Verdict]]] = {
    "declaring": _declaring,
    "charges": _charges,
    "moves": _moving,
    "counter charges": _counter_charges,
    "shooting": _shooting,
    "combat": _striking,
    "stress": _checking,
}
