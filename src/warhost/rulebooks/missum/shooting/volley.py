"""The missile phases: all shots are named, then all dice rolled, then all losses removed.

[mis.missile.simultaneous] [mis.missile.one-attack] [mis.missile.split] [mis.turn.activation]
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from warhost.engine.distribution import Distribution
from warhost.engine.field.compass import distance
from warhost.engine.field.shapes import Shape, clip, point_gap
from warhost.engine.question import Answer, Choose, Order, Refusal
from warhost.engine.tally import Tally
from warhost.engine.words import Names

from ..bodies import body, centre, flying, legions, levels_at, lie, troop
from ..command import with_legion
from ..devices import bearer_figure, device_options, fire_devices, name_device
from ..events import Attacked, Noted, Unharmed
from ..fighting.contact import hit_side
from ..fighting.odds import Attack, common, settle
from ..land.paces import DOWN
from ..library import MM
from ..magic.shields import SHIELD_SIDES, exposed, shield_over, stopped_by_arm, stopped_by_shield
from ..morale.disorder import disorganize
from ..morale.panic import panic_for_losses
from ..morale.support import check_levels
from ..moving.allowance import uncloak
from ..setting import Fight
from ..state import NOBODY, Shot
from ..wounds import remove
from .aiming import Aim, aims, straight_up, targets, why_not_at, why_not_shoot
from .loading import shot_fired

ENGINE_TENTHS = 2
PER_FIGURES = 20
WALL = 50 * MM
MOST_TARGETS, PAIR = 2, 2
DONE = "done"


# --- naming shots --------------------------------------------------------------------------------------------


def name_shots(fight: Fight) -> bool:
    """The next shot of the active side; False when it wants no more, or has none."""
    side = fight.state.active
    able = {}
    for number in legions(fight, side):
        if number not in fight.state.asked and why_not_shoot(fight, number) is None:
            found = targets(fight, number)
            if found:
                able[troop(fight, number).id] = number, found
    devices = device_options(fight, side)
    options = [*able, *devices]
    if not options:
        return False
    question = Choose(
        side, "shoot", [*options, DONE], "mis.missile.phases", text="Who shoots now?",
        meanings={DONE: "nobody else", **devices}, usual=DONE, why_not=lambda name: _why_not(fight, side, name),
    )  # fmt: skip
    choice = fight.ask(question)
    if choice == DONE:
        return False
    if choice in devices:
        name_device(fight, choice)
    else:
        number, found = able[choice]
        _name(fight, number, found)
    return True


def _why_not(fight: Fight, side: int, name: str) -> Refusal | None:
    number = fight.setting.number.get(name, NOBODY)
    if number == NOBODY or fight.state.pieces[number].side != side:
        return None
    return why_not_shoot(fight, number) or Refusal(
        "mis.missile.arc", "{who} {has} nobody in arc and range", (number,)
    )


def _name(fight: Fight, number: int, found: dict[int, list[Aim]]) -> None:
    state, kind = fight.state, troop(fight, number)
    question = AimAt(fight, number, found)
    answer = fight.ask(question)
    state.asked = (*state.asked, number)
    if not answer:
        return
    team = bool(answer.get("team"))
    picked = question.picked(answer)
    _bearers_shoot(fight, number, {figure for figures in picked.values() for figure in figures})
    piece = state.pieces[number]
    piece.aimed = tuple(dict.fromkeys((*piece.aimed, *picked)))
    for target, figures in picked.items():
        state.shots = (*state.shots, Shot(number, target, figures, team))
        words = f"{{who}} {{aims}} at {{1}} with {len(figures) * kind.crew_each}"
        fight.tell(
            Noted("mis.missile.split" if len(picked) > 1 else "mis.missile.eligible", words, (number, target))
        )


def _bearers_shoot(fight: Fight, number: int, figures: set[int]) -> None:
    """Whoever shoots with a bow does not use his 'eye' in the same turn.  [mis.device.eye]"""
    turn, bearer = fight.state.turn, bearer_figure(fight, number)
    fight.state.eyes = tuple(
        msgspec.structs.replace(eye, shot=turn) if eye.bearer == number and bearer in figures else eye
        for eye in fight.state.eyes
    )


class AimAt(Order):
    """How many figures shoot at whom: one target or two; 'team' for crossbowmen in pairs."""

    __slots__ = ("fight", "found", "number")
    form = 'figures by target, such as {"tribal-swords": 10}; {} to hold; "team": 1 for loaders and shooters'

    def __init__(self, fight: Fight, number: int, found: dict[int, list[Aim]]):
        kind = troop(fight, number)
        super().__init__(
            kind.side, "aim", "mis.missile.split", kind.id,
            "At whom {does} {who} shoot?", {},
        )  # fmt: skip
        self.fight, self.number, self.found = fight, number, found

    @property
    def capacity(self) -> dict[str, int]:
        """By target how many figures can shoot at it."""
        return {self._id(target): len(able) for target, able in self.found.items()}

    @property
    def teams(self) -> bool:
        missile = troop(self.fight, self.number).missile
        return bool(missile and missile.teams)

    def check(self, order: Answer) -> Refusal | dict[str, int]:
        if not isinstance(order, dict):
            return Refusal(self.rule, f"expected figures by target, got {order!r:.60}")
        wanted = {name: figures for name, figures in order.items() if name != "team"}
        if order.get("team") and not self.teams:
            return Refusal("mis.missile.reload-team", "{who} cannot shoot in pairs", (self.number,))
        before = [troop(self.fight, n).id for n in self.fight.state.pieces[self.number].aimed]
        if len({*wanted, *before}) > MOST_TARGETS:
            return Refusal(self.rule, "a legion shoots at no more than two targets in a turn")
        for name, figures in wanted.items():
            if refusal := self._refuse_target(name, figures):
                return refusal
        names = [self.fight.setting.number[name] for name in wanted]
        both = {aim.figure for target in names for aim in self.found[target]}
        if sum(wanted.values()) > len(both):
            return Refusal("mis.missile.split", "each figure shoots at one target only")
        if order.get("team") and min(wanted.values(), default=PAIR) < PAIR:
            return Refusal("mis.missile.reload-team", "a pair is two figures, one to load and one to shoot")
        return {"figures": sum(wanted.values())}

    def _refuse_target(self, name: str, figures: Any) -> Refusal | None:
        number = self.fight.setting.number.get(name, NOBODY)
        if number == NOBODY or troop(self.fight, number).side == self.side:
            return Refusal(self.rule, f"no enemy is called {name!r:.40}")
        if number not in self.found:
            far = Refusal("mis.missile.arc", "{who} {is} in nobody's arc and range", (number,))
            return why_not_at(self.fight, self.number, number) or far
        able = len(self.found[number])
        if type(figures) is not int or not 1 <= figures <= able:
            return Refusal("mis.missile.split", f"1 to {able} figures can shoot at {{who}}", (number,))
        return None

    def picked(self, order: dict[str, int]) -> dict[int, tuple[int, ...]]:
        """Which figures shoot: first those who have only one of the targets, the nearest before the rest.

        In pairs the nearer half shoots and the other loads.  [mis.missile.reload-team]
        """
        wanted = [(self.fight.setting.number[name], count) for name, count in order.items() if name != "team"]
        taken: set[int] = set()
        found = {}
        for at, (target, count) in enumerate(wanted):
            others = {aim.figure for other, _ in wanted[at + 1 :] for aim in self.found[other]}
            free = [aim for aim in self.found[target] if aim.figure not in taken]
            chosen = sorted(free, key=lambda aim: (aim.figure in others, aim.range, aim.figure))[:count]
            taken.update(aim.figure for aim in chosen)
            if order.get("team"):
                chosen = chosen[: count // PAIR]
            found[target] = tuple(sorted(aim.figure for aim in chosen))
        return {target: figures for target, figures in found.items() if figures}

    def foretold(self, answer: Answer) -> dict[str, Distribution]:
        team = bool(answer.get("team"))
        shots = [Shot(self.number, target, figures, team) for target, figures in self.picked(answer).items()]
        told = {self._id(shot.target): fallen_of(self.fight, shot) for shot in shots}
        back = Distribution.of({0: 1})
        for shot in shots:
            back = back.convolve(come_down_of(self.fight, shot))
        own = back.capped(exposed(self.fight, self.number))
        return {**told, self._id(self.number): own} if own.mean() else told

    def label(self, answer: Answer, names: Names) -> str:
        if not answer:
            return "hold"
        shots = [f"{figures} at {names.piece(name)}" for name, figures in answer.items() if name != "team"]
        return ", ".join(shots) + (" in pairs" if answer.get("team") else "")

    def suggest(self, most: int = 12) -> list[Answer]:
        found: list[Answer] = [{self._id(target): len(able)} for target, able in self.found.items()]
        if self.teams:
            found += [{**one, "team": 1} for one in found]
        pairs = [(a, b) for a in self.found for b in self.found if a != b]
        for a, b in pairs[:4]:
            rest = {aim.figure for aim in self.found[b]} - {aim.figure for aim in self.found[a]}
            if rest:
                found.append({self._id(a): len(self.found[a]), self._id(b): len(rest)})
        lawful = [one for one in found if self.refuse(one) is None]
        return [*lawful[: most - 1], {}]

    def _id(self, target: int) -> str:
        return troop(self.fight, target).id


# --- the odds of a shot --------------------------------------------------------------------------------------


def attacks_of(fight: Fight, shot: Shot, able: list[Aim]) -> list[Attack]:
    """A shot as attacks: figures at the same odds together.

    [mis.missile.range-measure] [mis.situation.long-range]
    """
    kind = troop(fight, shot.shooter)
    assert kind.missile is not None
    by_odds: dict[tuple[bool, int, bool], list[Aim]] = {}
    chosen = [aim for aim in able if aim.figure in shot.figures]
    for aim in chosen:
        long = aim.range > kind.missile.normal.value * MM
        same = long, _ground_worth(fight, shot, aim), straight_up(fight, shot.shooter, shot.target, aim)
        by_odds.setdefault(same, []).append(aim)
    found = []
    for (long, _, upward), group in by_odds.items():
        figures = len(group) * kind.crew_each
        if kind.kind == "battery":
            figures = min(fight.state.pieces[shot.shooter].figures, figures)
        attack = _attack(fight, shot, group[0], figures, long)
        found.append(msgspec.structs.replace(attack, overhead=upward))
    return found


def fallen_of(fight: Fight, shot: Shot) -> Distribution:
    """How many a shot may fell: the chart's full hundreds, a chance of one more, and shields on the way.

    [mis.odds.casualties] [mis.magic.anti-missile] [mis.spell.arm]
    """
    fallen = Distribution.of({0: 1})
    for attack in attacks_of(fight, shot, through_arms(fight, shot)):
        fallen = fallen.convolve(attack.chain.distribution())
    return fallen.capped(exposed(fight, shot.target)).unless(_stopped(fight, shot))


def _stopped(fight: Fight, shot: Shot) -> Fraction:
    """The chance that a shield holds all of it.  [mis.magic.anti-missile]"""
    need = shield_over(fight, shot.target)
    return Fraction(0) if need is None else Fraction(SHIELD_SIDES - need, SHIELD_SIDES)


def come_down_of(fight: Fight, shot: Shot) -> Distribution:
    """How many of the shooters their own missiles may fell, when they shoot straight up.  [mis.missile.overhead]"""
    attacks = [one for one in attacks_of(fight, shot, through_arms(fight, shot)) if one.overhead]
    missed = lost = Distribution.of({0: 1})  # where a shield holds, and where none does
    for attack in attacks:
        missed = missed.convolve(_back(fight, shot, attack, 0))
        hits = attack.chain.distribution().items()
        lost = lost.convolve(Distribution.mixed((chance, _back(fight, shot, attack, n)) for n, chance in hits))
    stopped = _stopped(fight, shot)
    return Distribution.mixed([(stopped, missed), (1 - stopped, lost)])


def _back(fight: Fight, shot: Shot, attack: Attack, fallen: int) -> Distribution:
    back = _coming_down(fight, shot, attack, fallen)
    return back.chain.distribution() if back else Distribution.of({0: 1})


def _attack(fight: Fight, shot: Shot, aim: Aim, figures: int, long: bool) -> Attack:
    kind, target = troop(fight, shot.shooter), troop(fight, shot.target)
    assert kind.missile is not None
    tally = Tally(kind.missile.attack.value, kind.missile.rule, kind.missile.title)
    sheet = fight.setting.charts.situations
    common(fight, shot.shooter, shot.target, tally)
    if long:
        tally.add(sheet.long_range.value, "mis.situation.long-range", "long range")
    if _small(fight, shot.target):
        tally.add(sheet.skirmishers_against.value, "mis.situation.skirmishers", "skirmishers as target")
    if flying(fight.state.pieces[shot.shooter]):
        tally.add(sheet.flying_attack.value, "mis.situation.flying", "shooter flying")
    if flying(fight.state.pieces[shot.target]):
        tally.add(sheet.flying_against.value, "mis.situation.flying", "target flying")
    rear = shot_in_rear(fight, shot.shooter, shot.target)
    if rear:
        tally.add(sheet.rear_against.value, "mis.situation.rear", "target hit in the rear")
    _ground(fight, shot, aim, tally)
    tally.add(-target.missile_defense(rear), "mis.chart.missile-factors", "defense")
    times = ENGINE_TENTHS if kind.kind == "battery" else 10
    return settle(
        fight, shot.shooter, shot.target, figures, tally, kind.missile.title, "mis.odds.casualties", times
    )


def _small(fight: Fight, target: int) -> bool:
    kind = troop(fight, target)
    if kind.skirmishes:
        return True
    return kind.special and with_legion(fight, target) == NOBODY and not kind.guards


def shot_in_rear(fight: Fight, shooter: int, target: int) -> bool:
    """[mis.situation.rear]"""
    piece = fight.state.pieces[target]
    if piece.fate == "routing":
        return True
    return not piece.square and hit_side(body(fight, target), centre(body(fight, shooter))) == "rear"


def _ground_worth(fight: Fight, shot: Shot, aim: Aim) -> int:
    tally = Tally(0, "mis.chart.terrain")
    _ground(fight, shot, aim, tally)
    return tally.total


def _ground(fight: Fight, shot: Shot, aim: Aim, tally: Tally) -> None:
    """Cover, woods, swamp, slopes and walls.  [mis.chart.terrain] [mis.add.slopes] [mis.add.obstacles]"""
    land = lie(fight)
    if not land.all:
        return
    mine, theirs = body(fight, shot.shooter).bases[aim.figure], body(fight, shot.target).bases[aim.base]
    if not flying(fight.state.pieces[shot.target]):
        for ground in land.under(theirs):
            if ground.kind.shot_at:
                tally.add(ground.kind.shot_at.value, ground.kind.rule, f"target in {ground.kind.title}")
            if ground.kind.missile:
                tally.add(ground.kind.missile.value, ground.kind.rule, ground.kind.title)
    if not flying(fight.state.pieces[shot.shooter]):
        under = land.under(mine)
        for ground in under:
            if ground.kind.missile and ground not in land.under(theirs):
                tally.add(ground.kind.missile.value, ground.kind.rule, ground.kind.title)
            if ground.kind.attack:
                marsh = ground.kind.attack_marsh if troop(fight, shot.shooter).has("marsh") else None
                tally.add((marsh or ground.kind.attack).value, ground.kind.rule, ground.kind.title)
    _slope(fight, shot, mine.centre, theirs.centre, tally)
    _walls(fight, mine, theirs, tally)


def _slope(fight: Fight, shot: Shot, mine: tuple[int, int], theirs: tuple[int, int], tally: Tally) -> None:
    if not lie(fight).tiers or flying(fight.state.pieces[shot.target]) or flying(fight.state.pieces[shot.shooter]):
        return
    high, low = levels_at(fight, shot.shooter, mine), levels_at(fight, shot.target, theirs)
    if high == low:
        return
    band = lie(fight).band_at(mine if high > low else theirs)
    if (
        band is None
        or not band.kind.downhill
        or abs(distance(mine, band.middle) - distance(theirs, band.middle)) < DOWN
    ):
        return
    worth = band.kind.downhill.value
    tally.add(worth if high > low else -worth, band.kind.rule, "downhill" if high > low else "uphill")


def _walls(fight: Fight, mine: Shape, theirs: Shape, tally: Tally) -> None:
    """Shots that cross a wall within 50 mm of their target, or of whoever shoots from behind one.

    [mis.add.obstacles]
    """
    (ax, ay), (bx, by) = mine.centre, theirs.centre
    for ground in lie(fight).lines:
        crossed = clip(mine.centre, theirs.centre, ground.shape)
        if crossed is None:
            continue
        part, kind = (crossed[0] + crossed[1]) / 2, ground.kind
        spot = round(ax + part * (bx - ax)), round(ay + part * (by - ay))
        if kind.attacker_missile and point_gap(spot, theirs) <= WALL + MM // 2:
            tally.add(kind.attacker_missile.value, kind.rule, f"over the {kind.title}")
        elif kind.defender_missile and point_gap(spot, mine) <= WALL + MM // 2:
            tally.add(kind.defender_missile.value, kind.rule, f"from behind the {kind.title}")


# --- shooting ------------------------------------------------------------------------------------------------


def resolve(fight: Fight) -> None:
    """All dice of the phase, then all losses, then all tests."""
    state = fight.state
    shots, state.shots = state.shots, ()
    uncloak(fight, *(shot.shooter for shot in shots))
    losses: dict[int, int] = {}
    fire: dict[int, int] = {}
    strength = {shot.target: state.pieces[shot.target].figures for shot in shots}
    shielded: dict[tuple[int, int], bool] = {}
    hurt_by: dict[int, int] = {}
    plain = [shot for shot in shots if shot.eye == NOBODY and not shot.acid]
    worked = [(shot, attacks_of(fight, shot, through_arms(fight, shot))) for shot in plain]
    for shot, attacks in worked:
        stopped = bool(attacks) and _shielded(fight, shot, shielded)
        for attack in attacks:
            fallen = 0 if stopped else _shoot(fight, attack)
            losses[shot.target] = losses.get(shot.target, 0) + fallen
            if fallen:
                hurt_by[shot.target] = shot.shooter
            if _fiery(fight, shot):
                fire[shot.target] = fire.get(shot.target, 0) + fallen
            _overhead(fight, shot, attack, fallen, losses)
    for number in dict.fromkeys(shot.shooter for shot in plain):
        shot_fired(fight, number, any(shot.team for shot in plain if shot.shooter == number))
    for target, fallen in fire_devices(fight, shots).items():
        losses[target] = losses.get(target, 0) + fallen
    _carry_out(fight, losses, hurt_by, strength, fire)


def through_arms(fight: Fight, shot: Shot) -> list[Aim]:
    return [
        aim for aim in aims(fight, shot.shooter, shot.target)
        if not stopped_by_arm(fight, shot.shooter, aim.figure, shot.target, aim.base)
    ]  # fmt: skip


def _shielded(fight: Fight, shot: Shot, known: dict[tuple[int, int], bool]) -> bool:
    key = shot.shooter, shot.target
    if key not in known:
        known[key] = stopped_by_shield(fight, *key)
    return known[key]


def _shoot(fight: Fight, attack: Attack) -> int:
    told = Attacked(
        "mis.odds.casualties", attack.striker, attack.target, attack.figures, attack.tally.total,
        attack.casualties, attack.weapon, attack.tally.steps,
    )  # fmt: skip
    fight.tell(told)
    return fight.roll(attack.chain, fight.state.pieces[attack.striker].side, attack.tally)


def _fiery(fight: Fight, shot: Shot) -> bool:
    missile = troop(fight, shot.shooter).missile
    return bool(missile and missile.fire)


def _overhead(fight: Fight, shot: Shot, attack: Attack, fallen: int, losses: dict[int, int]) -> None:
    if back := _coming_down(fight, shot, attack, fallen):
        losses[shot.shooter] = losses.get(shot.shooter, 0) + _shoot(fight, back)


def _coming_down(fight: Fight, shot: Shot, attack: Attack, fallen: int) -> Attack | None:
    """Shots straight up that miss come down on the shooters.  [mis.missile.overhead]"""
    if not attack.overhead or attack.figures <= fallen:
        return None
    kind = troop(fight, shot.shooter)
    assert kind.missile is not None
    tally = Tally(kind.missile.attack.value, "mis.missile.overhead", "their own missiles")
    tally.add(-kind.missile_defense(False), "mis.chart.missile-factors", "defense")
    figures, missile = attack.figures - fallen, kind.missile.title
    return settle(fight, shot.shooter, shot.shooter, figures, tally, missile, "mis.missile.overhead")


def _carry_out(
    fight: Fight, losses: dict[int, int], by: dict[int, int], strength: dict[int, int], fire: dict[int, int]
) -> None:
    real = {}
    for target, fallen in losses.items():
        if fallen:
            most = min(fallen, exposed(fight, target))
            real[target] = remove(fight, target, most, "mis.missile.casualties", by.get(target, NOBODY))
        else:
            fight.tell(Unharmed("mis.missile.casualties", target))
    for target, burnt in fire.items():
        if burnt and burnt >= -(-strength[target] // PER_FIGURES):
            disorganize(fight, target, "mis.disorg.firepots")
    check_levels(fight, list(losses))
    panic_for_losses(fight, real)
