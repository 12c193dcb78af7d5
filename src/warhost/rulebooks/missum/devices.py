"""Ancient 'eyes' and the acid of sérudla: magic missiles that their victims must save against.

[mis.device.eye] [mis.device.eye-strong] [mis.device.eye-weak] [mis.device.eye-melee] [mis.device.capture]
[mis.device.serudla-acid]
"""

from __future__ import annotations

import msgspec

from warhost.engine.field.compass import ahead, heading
from warhost.engine.field.shapes import closest, gap, near, oblong
from warhost.engine.question import Choose

from .bodies import bases_of, body, centre, engaged, foes, melees_of, own, troop
from .events import Noted
from .fighting.ranks import touches
from .library import MM
from .magic.saving import saves_against
from .magic.shields import stopped_by_arm, stopped_by_shield
from .morale.panic import panic_for_losses
from .morale.support import check_levels
from .setting import Fight
from .shooting.aiming import in_arc_of, why_not_at
from .state import NOBODY, Eye, Shot
from .wounds import remove

RANGE = 300 * MM
SQUARE, LINE = 15 * MM, 60 * MM


def bearer_figure(fight: Fight, number: int) -> int:
    """The bearer stands in the middle of the front rank; so he is the last to fall."""
    piece = fight.state.pieces[number]
    return min(piece.files, bases_of(fight.setting, number, piece)) // 2


def _usable(fight: Fight, eye: Eye) -> bool:
    """Once a turn, and not by a bearer who has shot with another weapon in it."""
    free = fight.state.turn not in (eye.used, eye.shot)
    return eye.charges > 0 and free and fight.state.pieces[eye.bearer].fate == "standing"


def users(fight: Fight, bearer: int, target: int, acid: bool) -> list[int]:
    """The figures who can strike a target now: in arc, range and sight, or in melee with it.

    [mis.device.eye] [mis.missile.into-melee]
    """
    figures = _spitters(fight, bearer) if acid else [bearer_figure(fight, bearer)]
    if engaged(fight, bearer):
        melee = next((m for m in melees_of(fight, bearer) if target in (m.a, m.b)), None)
        if melee is None:
            return []
        return [figure for figure in touches(fight, melee, bearer) if figure in figures] if acid else figures
    found = [figure for figure, _, _ in in_arc_of(fight, bearer, target, RANGE, figures)]
    if not found or why_not_at(fight, bearer, target) is not None:
        return []
    return found


def _spitters(fight: Fight, number: int) -> list[int]:
    """The sérudla who have acid left and have not spat in this turn: each spits for itself.

    [mis.device.serudla-acid]
    """
    piece, shots = fight.state.pieces[number], fight.state.shots
    named = {figure for shot in shots if shot.acid and shot.shooter == number for figure in shot.figures}
    return [n for n, left in enumerate(piece.acid) if left and piece.spat[n] < fight.state.turn and n not in named]


def _victims(fight: Fight, bearer: int, spitter: int = NOBODY) -> list[int]:
    """Whom the bearer of an 'eye' can strike, or one of some sérudla."""
    acid, side = spitter != NOBODY, fight.state.pieces[bearer].side
    able = {foe: users(fight, bearer, foe, acid) for foe in foes(fight, side)}
    return [foe for foe, figures in able.items() if (spitter in figures if acid else figures)]


def device_options(fight: Fight, side: int, melee: bool = False) -> dict[str, str]:
    """What can be used now, and what it is called."""
    found = {}
    named = {(shot.eye, shot.shooter) for shot in fight.state.shots if shot.acid or shot.eye != NOBODY}
    for number, eye in enumerate(fight.state.eyes):
        fits = eye.side == side and _usable(fight, eye) and engaged(fight, eye.bearer) == melee
        if fits and (number, eye.bearer) not in named and _victims(fight, eye.bearer):
            strong = "strong" if eye.strong else "weak"
            found[f"eye {number}"] = f"the {strong} 'eye' of {troop(fight, eye.bearer).title}"
    for number in own(fight, side):
        piece, kind = fight.state.pieces[number], troop(fight, number)
        if not piece.acid or piece.fate != "standing" or engaged(fight, number) != melee:
            continue
        for figure in _spitters(fight, number):
            if _victims(fight, number, figure):
                found[f"acid {kind.id} {figure + 1}"] = f"the acid of {kind.title}, number {figure + 1}"
    return found


def name_device(fight: Fight, choice: str, melee: bool = False) -> None:
    """Choose whom it strikes."""
    word, _, rest = choice.partition(" ")
    eye, spitter, bearer = NOBODY, NOBODY, NOBODY
    if word == "eye":
        eye, bearer = int(rest), fight.state.eyes[int(rest)].bearer
    else:
        name, _, which = rest.rpartition(" ")
        bearer, spitter = fight.setting.number[name], int(which) - 1
    victims = {troop(fight, foe).id: foe for foe in _victims(fight, bearer, spitter)}
    rule = "mis.device.eye" if eye != NOBODY else "mis.device.serudla-acid"
    question = Choose(
        fight.state.pieces[bearer].side, "device", list(victims), rule, troop(fight, bearer).id,
        text="Whom does the magic missile of {who} strike?",
    )  # fmt: skip
    target = victims[fight.ask(question)]
    figures = (spitter,) if spitter != NOBODY else tuple(users(fight, bearer, target, False))
    shot = Shot(bearer, target, figures, eye=eye, acid=eye == NOBODY, melee=melee)
    fight.state.shots = (*fight.state.shots, shot)
    fight.tell(Noted(rule, "{who} {aims} a magic missile at {1}", (bearer, target)))


def fire_devices(fight: Fight, shots: tuple[Shot, ...]) -> dict[int, int]:
    """All magic missiles at once: who dies of them, body by body."""
    losses: dict[int, int] = {}
    for shot in shots:
        if shot.eye == NOBODY and not shot.acid:
            continue
        fallen = _one_missile(fight, shot)
        losses[shot.target] = losses.get(shot.target, 0) + fallen
        if fallen:
            _hurt(fight, shot)
    return losses


def _hurt(fight: Fight, shot: Shot) -> None:
    """The huitsán of the bearer has felled them.  [mis.morale.points-routed-enemy]"""
    huitsan = fight.state.pieces[shot.shooter].huitsan
    fight.state.pieces[shot.target].last_hurt = (huitsan,) if huitsan else ()


def _one_missile(fight: Fight, shot: Shot) -> int:
    """Each figure that uses one: through shields and Arms, then the saves of those it touches."""
    state, strong = fight.state, False
    if shot.acid:
        piece = state.pieces[shot.shooter]
        piece.acid = tuple(left - (n in shot.figures) for n, left in enumerate(piece.acid))
        piece.spat = tuple(state.turn if n in shot.figures else turn for n, turn in enumerate(piece.spat))
    else:
        strong = state.eyes[shot.eye].strong
        _spend(fight, shot.eye)
    rule = "mis.device.serudla-acid" if shot.acid else f"mis.device.eye-{'strong' if strong else 'weak'}"
    fallen = 0
    for figure in shot.figures:
        if not state.pieces[shot.target].present:
            continue
        if stopped_by_arm(fight, shot.shooter, figure, shot.target, _nearest_base(fight, shot, figure)):
            continue
        if stopped_by_shield(fight, shot.shooter, shot.target):
            continue
        hit = _touched(fight, shot, figure, strong)
        fallen += hit - saves_against(fight, shot.target, hit, rule, acid=shot.acid)
    return min(fallen, state.pieces[shot.target].figures)


def _nearest_base(fight: Fight, shot: Shot, figure: int) -> int:
    spot, bases = body(fight, shot.shooter).bases[figure], body(fight, shot.target).bases
    return min(range(len(bases)), key=lambda index: gap(spot, bases[index]))


def _spend(fight: Fight, number: int) -> None:
    eyes = list(fight.state.eyes)
    eyes[number] = msgspec.structs.replace(eyes[number], charges=eyes[number].charges - 1, used=fight.state.turn)
    fight.state.eyes = tuple(eyes)


def _touched(fight: Fight, shot: Shot, figure: int, strong: bool) -> int:
    """How many figures a magic missile touches: a strong one those of the best line, a weak one a single one."""
    there = body(fight, shot.target)
    if not strong:
        return 1
    spot = body(fight, shot.shooter).bases[figure]
    part = min(there.parts, key=lambda part: gap(spot, part))
    near_end = closest(spot, part)[1]
    way = heading(spot.centre, near_end) if spot.centre != near_end else heading(spot.centre, centre(there))
    line = oblong(ahead(near_end, way, LINE), way, 20, LINE)
    square = oblong(ahead(near_end, way, SQUARE), way, SQUARE, SQUARE)
    counts = [sum(1 for base in there.bases if near(shape, base, 0)) for shape in (line, square)]
    return max(1, *counts)


def use_in_melee(fight: Fight) -> bool:
    """Devices shoot before all strikes: ask for the next one. False when there is none.  [mis.device.eye-melee]"""
    for side in (fight.state.mover, 1 - fight.state.mover):
        if side in fight.state.done:
            continue
        options = device_options(fight, side, melee=True)
        if options:
            question = Choose(
                side, "use device", [*options, "done"], "mis.device.eye-melee",
                text="Use a magic device in the melee?",
                meanings={**options, "done": "strike with weapons"}, usual="done",
            )  # fmt: skip
            choice = fight.ask(question)
            if choice != "done":
                name_device(fight, choice, melee=True)
                return True
        fight.state.done = (*fight.state.done, side)
    return False


def devices_in_melee(fight: Fight) -> None:
    """Those who are killed so do not strike."""
    losses = fire_devices(fight, fight.state.shots)
    real = {n: remove(fight, n, lost, "mis.device.eye-melee") for n, lost in losses.items() if lost}
    if losses:
        check_levels(fight, list(losses))
        panic_for_losses(fight, real)
