"""Ancient 'eyes' and the acid of sérudla: magic missiles that their victims must save against.

[mis.device.eye] [mis.device.eye-strong] [mis.device.eye-weak] [mis.device.eye-melee] [mis.device.capture]
[mis.device.serudla-acid]
"""

from __future__ import annotations

import msgspec

from warhost.engine.field.compass import ahead, heading, turn
from warhost.engine.field.shapes import Shape, closest, gap, near, oblong
from warhost.engine.question import Choose

from .bodies import body, centre, engaged, foes, opponents, own, troop
from .events import Noted
from .land.sight import sees
from .library import MM
from .setting import Fight
from .state import NOBODY, Eye, Shot
from .wounds import remove

RANGE = 300 * MM
ARC = 2250
SQUARE, LINE = 15 * MM, 60 * MM


def bearer_base(fight: Fight, number: int) -> Shape:
    """The bearer stands in the middle of the front rank."""
    rank = body(fight, number).front_rank
    return rank[len(rank) // 2]


def _usable(fight: Fight, eye: Eye) -> bool:
    return eye.charges > 0 and eye.used < fight.state.turn and fight.state.pieces[eye.bearer].fate == "standing"


def _victims(fight: Fight, bearer: int) -> list[int]:
    """Enemies in arc, range and sight; in melee those it touches."""
    if engaged(fight, bearer):
        return opponents(fight, bearer)
    spot, facing = bearer_base(fight, bearer), fight.state.pieces[bearer].facing
    found = []
    for foe in foes(fight, fight.state.pieces[bearer].side):
        parts = body(fight, foe).parts
        near_ones = [part for part in parts if near(spot, part, RANGE)]
        if not near_ones or engaged(fight, foe):
            continue
        way = heading(spot.centre, closest(spot, near_ones[0])[1])
        if abs(turn(facing, way)) <= ARC and sees(fight, bearer, foe):
            found.append(foe)
    return found


def device_options(fight: Fight, side: int, melee: bool = False) -> dict[str, str]:
    """What can be used now, and what it is called."""
    found = {}
    named = {(shot.eye, shot.shooter) for shot in fight.state.shots}
    for number, eye in enumerate(fight.state.eyes):
        fits = eye.side == side and _usable(fight, eye) and engaged(fight, eye.bearer) == melee
        if fits and (number, eye.bearer) not in named and _victims(fight, eye.bearer):
            strong = "strong" if eye.strong else "weak"
            found[f"eye {number}"] = f"the {strong} 'eye' of {troop(fight, eye.bearer).title}"
    for number in own(fight, side):
        piece = fight.state.pieces[number]
        spits = piece.acid > 0 and piece.spat < fight.state.turn and piece.fate == "standing"
        if (
            spits
            and engaged(fight, number) == melee
            and _victims(fight, number)
            and (NOBODY, number) not in {(shot.eye, shot.shooter) for shot in fight.state.shots if shot.acid}
        ):
            found[f"acid {troop(fight, number).id}"] = f"the acid of {troop(fight, number).title}"
    return found


def name_device(fight: Fight, choice: str, melee: bool = False) -> None:
    """Choose whom it strikes."""
    word, _, rest = choice.partition(" ")
    eye = int(rest) if word == "eye" else NOBODY
    bearer = fight.state.eyes[eye].bearer if eye != NOBODY else fight.setting.number[rest]
    victims = {troop(fight, foe).id: foe for foe in _victims(fight, bearer)}
    rule = "mis.device.eye" if eye != NOBODY else "mis.device.serudla-acid"
    question = Choose(
        fight.state.pieces[bearer].side, "device", list(victims), rule, troop(fight, bearer).id,
        text="Whom does the magic missile of {who} strike?",
    )  # fmt: skip
    target = victims[fight.ask(question)]
    shot = Shot(bearer, target, (), eye=eye, acid=eye == NOBODY, melee=melee)
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
    return losses


def _one_missile(fight: Fight, shot: Shot) -> int:
    from .magic.saving import saves_against
    from .magic.shields import stopped_by_arm, stopped_by_shield

    state, times, strong = fight.state, 1, False
    if shot.acid:
        piece = state.pieces[shot.shooter]
        times = min(piece.figures, piece.acid)
        piece.acid, piece.spat = piece.acid - times, state.turn
    else:
        eye = state.eyes[shot.eye]
        strong = eye.strong
        _spend(fight, shot.eye)
    fallen = 0
    for _ in range(times):
        if not state.pieces[shot.target].present or stopped_by_shield(fight, shot.shooter, shot.target):
            continue
        if stopped_by_arm(fight, shot.shooter, 0, shot.target, 0):
            continue
        hit = _touched(fight, shot, strong)
        rule = "mis.device.serudla-acid" if shot.acid else f"mis.device.eye-{'strong' if strong else 'weak'}"
        fallen += hit - saves_against(fight, shot.target, hit, rule, acid=shot.acid)
    return min(fallen, state.pieces[shot.target].figures)


def _spend(fight: Fight, number: int) -> None:
    eyes = list(fight.state.eyes)
    eyes[number] = msgspec.structs.replace(eyes[number], charges=eyes[number].charges - 1, used=fight.state.turn)
    fight.state.eyes = tuple(eyes)


def _touched(fight: Fight, shot: Shot, strong: bool) -> int:
    """How many figures a magic missile touches: a strong one those of the best line, a weak one a single one."""
    there = body(fight, shot.target)
    if not strong:
        return 1
    spot = bearer_base(fight, shot.shooter)
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
    from .morale.panic import panic_for_losses
    from .morale.support import check_levels

    losses = fire_devices(fight, fight.state.shots)
    real = {n: remove(fight, n, lost, "mis.device.eye-melee") for n, lost in losses.items() if lost}
    if losses:
        check_levels(fight, list(losses))
        panic_for_losses(fight, real)


# --- losing and capturing them -------------------------------------------------------------------------------


def fall_of_bearer(fight: Fight, number: int, by: int) -> None:
    """An 'eye' goes to the legion that took its bearer, or is lost with him.  [mis.device.capture]"""
    if not fight.state.eyes:
        return
    eyes = []
    for eye in fight.state.eyes:
        if eye.bearer != number or not fight.state.pieces[number].present:
            eyes.append(eye)
        elif by != NOBODY and troop(fight, by).race.kind != "animal":
            eyes.append(Eye(fight.state.pieces[by].side, eye.strong, by, eye.charges, eye.used))
            fight.tell(Noted("mis.device.capture", "{who} {takes} an 'eye' from {1}", (by, number)))
    fight.state.eyes = tuple(eyes)
