"""One round of melee everywhere on the table: weapons, then two passes of strikes, losses and tests.

[mis.melee.passes] [mis.melee.no-pursuit]
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.engine.field.compass import Point, ahead, distance
from warhost.engine.question import Choose
from warhost.engine.tally import Step, Tally

from ..bodies import body, engaged, lie, melees_of, own, troop
from ..events import Armed, Struck, Unharmed
from ..land.paces import DOWN
from ..morale.disorder import disorganize
from ..morale.panic import panic_for_losses
from ..morale.support import check_levels
from ..setting import Fight
from ..shooting.loading import disturb
from ..state import NOBODY, Melee
from ..wounds import remove
from .contact import turn_round
from .obstacles import obstacle
from .odds import Attack, common, settle
from .order import first_in, group_of
from .ranks import striking, torn

LATE = 3  # the first weapon group of those who were surprised with bow in hand


# --- weapons -------------------------------------------------------------------------------------------------


def choices(fight: Fight, number: int) -> list[int]:
    """The weapons a body may take up now; its own first.  [mis.melee.weapon-start] [mis.melee.weapon-change]"""
    piece, kind = fight.state.pieces[number], troop(fight, number)
    fresh = all(melee.round == 1 for melee in melees_of(fight, number))
    if fresh:
        shot = piece.shot == fight.state.turn and any(melee.b == number for melee in melees_of(fight, number))
        able = [n for n, weapon in enumerate(kind.melee) if not shot or weapon.group >= LATE]
        able = able or [len(kind.melee)]
        return sorted(able, key=lambda n: n != piece.weapon)
    now = group_of(kind.weapon(piece.weapon), 2)
    return [piece.weapon, *(n for n, w in enumerate(kind.melee) if group_of(w, 2) > now and n != piece.weapon)]


def take_weapons(fight: Fight) -> bool:
    """Ask the next body that has a choice; the mover's first. False when all have chosen."""
    state = fight.state
    for side in (state.mover, 1 - state.mover):
        for number, piece in enumerate(state.pieces):
            if (
                piece.side != side
                or piece.fate != "standing"
                or number in state.asked
                or not engaged(fight, number)
            ):
                continue
            state.asked = (*state.asked, number)
            able = choices(fight, number)
            if len(able) > 1:
                _take(fight, number, able)
                return True
            _arm(fight, number, able[0])
    return False


def _take(fight: Fight, number: int, able: list[int]) -> None:
    kind = troop(fight, number)
    names = {str(index): kind.weapon(index).title for index in able}
    question = Choose(
        kind.side, "weapon", list(names), "mis.melee.weapon-start", kind.id,
        text="With which weapon {does} {who} fight?",
        meanings=names, usual=str(able[0]),
    )  # fmt: skip
    _arm(fight, number, int(fight.ask(question)))


def _arm(fight: Fight, number: int, weapon: int) -> None:
    piece = fight.state.pieces[number]
    if weapon == piece.weapon:
        return
    fresh = all(melee.round == 1 for melee in melees_of(fight, number))
    piece.old_weapon = NOBODY if fresh else piece.weapon
    piece.changed, piece.weapon = fight.state.turn, weapon
    rule = "mis.melee.weapon-start" if fresh else "mis.melee.weapon-change"
    fight.tell(Armed(rule, number, troop(fight, number).weapon(weapon).title))


def pick_targets(fight: Fight) -> bool:
    """The owner of a figure that touches several enemies says whom it strikes; False when all is said.

    [mis.melee.contact]
    """
    state = fight.state
    settled = {(number, figure) for number, figure, _ in state.aims}
    for side in (state.mover, 1 - state.mover):
        for number in own(fight, side):
            if state.pieces[number].fate != "standing":
                continue
            for figure, touched in torn(fight, number).items():
                if (number, figure) not in settled:
                    _pick_target(fight, number, figure, touched)
                    return True
    return False


def _pick_target(fight: Fight, number: int, figure: int, touched: list[int]) -> None:
    kind = troop(fight, number)
    names = {troop(fight, foe).id: foe for foe in touched}
    question = Choose(
        kind.side, "strike at", list(names), "mis.melee.contact", kind.id,
        text="A figure of {who} touches several enemies. Whom does it strike?", usual=next(iter(names)),
    )  # fmt: skip
    fight.state.aims = (*fight.state.aims, (number, figure, names[fight.ask(question)]))


# --- the two passes ------------------------------------------------------------------------------------------


def strike(fight: Fight, second: bool) -> None:
    """Everybody who strikes in this pass does so at once; then losses, then tests."""
    attacks = [attack for melee in fight.state.melees for attack in _attacks(fight, melee, second)]
    losses: dict[int, int] = {}
    killers: dict[int, int] = {}
    for attack in attacks:
        rule = "mis.odds.casualties"
        told = Struck(
            rule, attack.striker, attack.target, attack.figures, attack.tally.total, attack.casualties,
            attack.weapon, attack.tally.steps,
        )  # fmt: skip
        fight.tell(told)
        fallen = fight.roll(attack.chain, fight.state.pieces[attack.striker].side, attack.tally)
        losses[attack.target] = losses.get(attack.target, 0) + fallen
        if fallen:
            killers[attack.target] = attack.striker
    real: dict[int, int] = {}
    for number, lost in losses.items():
        if lost:
            real[number] = remove(fight, number, lost, "mis.melee.casualties", killers[number])
        else:
            fight.tell(Unharmed("mis.odds.casualties", number))
    check_levels(fight, list(losses))
    panic_for_losses(fight, real)


def _attacks(fight: Fight, melee: Melee, second: bool) -> Iterator[Attack]:
    """Whoever routs in this step neither strikes nor is struck any more in it; earlier routers are.

    [mis.melee.order] [mis.rout.timing]
    """
    first = first_in(fight, melee)
    strikers_now = [who for who in (melee.a, melee.b) if (who in first) != second]
    for who in strikers_now:
        other = melee.b if who == melee.a else melee.a
        pieces = fight.state.pieces
        if pieces[who].fate != "standing" or not pieces[other].present:
            continue
        if pieces[other].fate == "routing" and pieces[other].routed == fight.state.now:
            continue
        yield from attacks_with(fight, melee, who, _without_devices(fight, who, striking(fight, melee, who)))


def _without_devices(fight: Fight, who: int, figures: list[int]) -> list[int]:
    """Without those who used an 'eye' or spat acid instead of striking.  [mis.device.eye-melee]"""
    used = {n for shot in fight.state.shots if shot.melee and shot.shooter == who for n in shot.figures}
    return [figure for figure in figures if figure not in used]


def attacks_with(fight: Fight, melee: Melee, who: int, figures: list[int]) -> Iterator[Attack]:
    """Figures on different ground strike in attacks of their own.  [mis.chart.terrain]"""
    grounds: dict[tuple[Step, ...], list[int]] = {}
    seen: dict[int, tuple[Step, ...]] = {}
    for figure in figures:
        if figure not in seen:
            seen[figure] = ground_under(fight, melee, who, figure)
        grounds.setdefault(seen[figure], []).append(figure)
    for same in grounds.values():
        yield attack_of(fight, melee, who, len(same), same[0])


def attack_of(fight: Fight, melee: Melee, who: int, figures: int, figure: int | None = None) -> Attack:
    """The odds of figures of one side of a melee who stand on the same ground, such as this one."""
    other = melee.b if who == melee.a else melee.a
    piece, kind = fight.state.pieces[who], troop(fight, who)
    enemy, target = fight.state.pieces[other], troop(fight, other)
    weapon, sheet = kind.weapon(piece.weapon), fight.setting.charts.situations
    tally = Tally(kind.attack(piece.weapon), weapon.rule, weapon.title)
    if piece.charged == fight.state.turn and enemy.charged != fight.state.turn:
        tally.add(sheet.charge_attack.value, "mis.charge.attack", "charge")
    common(fight, who, other, tally)
    rear = hit_in_rear(fight, melee, who)
    if rear:
        tally.add(sheet.rear_against.value, "mis.situation.rear", "target hit in the rear")
    for step in ground_under(fight, melee, who, piece.files // 2 if figure is None else figure):
        tally.add(step.amount, step.rule, step.note)
    _slope(fight, melee, who, tally)
    _obstacle(fight, melee, who, tally)
    tally.add(-target.defense(enemy.weapon, rear), "mis.chart.melee", "defense")
    return settle(fight, who, other, figures, tally, weapon.title, "mis.odds.casualties")


def hit_in_rear(fight: Fight, melee: Melee, who: int) -> bool:
    """Whether the enemy of this striker is hit in the rear.  [mis.situation.rear]"""
    other = melee.b if who == melee.a else melee.a
    if fight.state.pieces[other].fate == "routing":
        return True
    return who == melee.a and melee.counts == "rear"


def ground_under(fight: Fight, melee: Melee, who: int, figure: int) -> tuple[Step, ...]:
    """What the ground under a fighting figure does.  [mis.chart.terrain]"""
    land = lie(fight)
    if not land.all:
        return ()
    kind, piece, bases = troop(fight, who), fight.state.pieces[who], body(fight, who).bases
    group = group_of(kind.weapon(piece.weapon), melee.round)
    tally = Tally(0, "mis.chart.terrain")
    for ground in land.under(bases[min(figure, len(bases) - 1)]):
        here = ground.kind
        if here.melee:
            tally.add(here.melee.value, here.rule, here.title)
        if here.attack:
            cell = here.attack_marsh if here.attack_marsh and kind.has("marsh") else here.attack
            tally.add(cell.value, here.rule, here.title)
        if here.long_weapons and group <= 2:
            tally.add(here.long_weapons.value, here.rule, here.title)
        if here.no_long_weapons and group <= 2:
            tally.add(kind.attack(len(kind.melee)) - kind.attack(piece.weapon), here.rule, here.title)
    return tally.steps[1:]


def _obstacle(fight: Fight, melee: Melee, who: int, tally: Tally) -> None:
    """[mis.add.obstacles]"""
    held = obstacle(fight, melee)
    worth = None if held is None else held.kind.defender if who == melee.b else held.kind.attacker
    if held is not None and worth is not None:
        tally.add(worth.value, held.kind.rule, held.kind.title)


def _slope(fight: Fight, melee: Melee, who: int, tally: Tally) -> None:
    other = melee.b if who == melee.a else melee.a
    mine, theirs = _rank(fight, who), _rank(fight, other)
    bands = [band for point in (mine, theirs) if (band := lie(fight).band_at(point))]
    if not bands:
        return
    centre = bands[0].middle
    lower = distance(theirs, centre) - distance(mine, centre)
    if abs(lower) < DOWN:
        return
    band = lie(fight).band_at(mine if lower > 0 else theirs)
    if band is not None and band.kind.downhill and not band.kind.missiles_only:
        worth = band.kind.downhill.value
        tally.add(worth if lower > 0 else -worth, band.kind.rule, "downhill" if lower > 0 else "uphill")


def _rank(fight: Fight, number: int) -> Point:
    """The middle of the front rank."""
    one = body(fight, number)
    return ahead(one.front, one.facing, -one.base[1] // 2)


def close_round(fight: Fight) -> None:
    """Rounds go up, sérudla leave disorder behind, and those hit in flank or rear turn after two rounds.

    [mis.disorg.serudla] [mis.move.facing-melee]
    """
    for melee in fight.state.melees:
        melee.round += 1
        for one, other in ((melee.a, melee.b), (melee.b, melee.a)):
            fight.state.pieces[one].fought = fight.state.turn
            disturb(fight, one)
            if troop(fight, other).has("dreadful"):
                disorganize(fight, one, "mis.disorg.serudla")
    turn_round(fight)
