"""What happens on the march, in sentences: moves, charges, flight, and who comes to whom."""

from __future__ import annotations

from .. import events as e
from ..state import NOBODY
from ..titles import mention
from .names import count, degrees, length, listed, place, side
from .sentences import Names, sentence

TRIED = {
    "reorganise": ("shifts without turning", "fails to shift and may not move this turn"),
    "reform": ("takes a new front", "fails to take a new front and must try again"),
    "flip": ("has turned about", "is still busy turning about"),
    "split": ("splits", "fails to split"),
    "divide": ("divides", "fails to divide"),
    "wedge": ("forms a wedge", "fails to form a wedge and must try again"),
    "leave the wedge": ("leaves the wedge", "fails to leave the wedge"),
}
HARDLY = 50  # thousandths of an inch: less is told as no inch at all
ANSWERS = {"stand": "will stand", "fall back": "is ordered to fall back"}


# --- movement ------------------------------------------------------------------------------------------------


@sentence.register
def moved(event: e.Moved, names: Names) -> str:
    facing = degrees(event.facing)
    (x, y), *others = event.path
    if all(abs(a - x) < HARDLY and abs(b - y) < HARDLY for a, b in others):
        return f"{names.does(event.piece, 'turns')} to face {facing}."
    goes = names.does(event.piece, "flies" if event.airborne else "moves")
    return f"{goes} {length(event.cost)} to {place(event.path[-1])}, facing {facing}."


@sentence.register
def turned(event: e.Turned, names: Names) -> str:
    return f"{names.does(event.piece, 'is')} turned to face {degrees(event.facing)}."


@sentence.register
def climbed(event: e.Climbed, names: Names) -> str:
    goes = names.does(event.piece, "goes")
    return f"{goes} by ladders and doors {'on to' if event.up else 'down to'} {event.goal}: {length(event.cost)}."


@sentence.register
def climbed_down(event: e.ClimbedDown, names: Names) -> str:
    return f"{names.does(event.piece, 'hurries')} down from the works: {length(event.cost)} of the flight."


@sentence.register
def jumped(event: e.Jumped, names: Names) -> str:
    return f"{names.does(event.piece, 'finds')} no way down and {names.verb(event.piece, 'jumps')} off the works."


@sentence.register
def dashed(event: e.Dashed, names: Names) -> str:
    return f"{names.does(event.piece, 'dashes')}: {length(event.added)} more."


@sentence.register
def surged(event: e.Surged, names: Names) -> str:
    return f"{names.does(event.piece, 'surges')} on: {length(event.added)} more this turn."


@sentence.register
def wedged(event: e.Wedged, names: Names) -> str:
    points = f" of {count(event.points, 'point')}" if event.points > 1 else ""
    return f"{names.does(event.piece, 'forms')} a wedge{points}."


@sentence.register
def unwedged(event: e.Unwedged, names: Names) -> str:
    return f"{names.does(event.piece, 'gives')} up the wedge: {count(event.files, 'file')} wide now."


@sentence.register
def manoeuvred(event: e.Manoeuvred, names: Names) -> str:
    done, not_done = TRIED.get(event.what, (f"manages to {event.what}", f"does not manage to {event.what}"))
    return f"{names.does(event.piece, done if event.done else not_done)}."


@sentence.register
def stretched(event: e.Stretched, names: Names) -> str:
    breaking = f"{length(event.moved)} moved, with a breaking point at {length(event.limit)}"
    return f"{names.does(event.piece, 'has')} flimsy ranks until {names.its(event.piece)} next turn: {breaking}."


@sentence.register
def pikes_dropped(event: e.PikesDropped, names: Names) -> str:
    return f"{names.does(event.piece, 'throws')} the pikes away."


@sentence.register
def joined(event: e.Joined, names: Names) -> str:
    return f"{names.does(event.piece, 'joins')} {names.piece(event.group)}."


@sentence.register
def left(event: e.Left, names: Names) -> str:
    return f"{names.does(event.piece, 'leaves')} {names.piece(event.group)}."


@sentence.register
def stepped_up(event: e.SteppedUp, names: Names) -> str:
    return f"{names.does(event.piece, 'steps')} up into the fighting of {names.piece(event.group)}."


@sentence.register
def revealed(event: e.Revealed, names: Names) -> str:
    if not event.comes_out:
        return f"{names.does(event.piece, 'is')} found among {names.piece(event.group)}, with no room to come out."
    return f"{names.does(event.piece, 'comes')} out of hiding in {names.piece(event.group)}."


@sentence.register
def split(event: e.Split, names: Names) -> str:
    models = count(event.models, "model goes its", "models go their")
    return f"{names.does(event.piece, 'splits')}: {models} own way as {names.piece(event.part)}."


@sentence.register
def remerged(event: e.Remerged, names: Names) -> str:
    return f"{names.piece(event.piece)} and {names.piece(event.part)} are one again."


@sentence.register
def reinforced(event: e.Reinforced, names: Names) -> str:
    return f"{names.does(event.piece, 'reinforces')} {names.piece(event.by)} from behind."


@sentence.register
def panicked(event: e.Panicked, names: Names) -> str:
    lost = names.does(event.piece, "panics")
    return f"{lost} in front of {names.piece(event.by)} and {names.verb(event.piece, 'is')} gone."


@sentence.register
def divided(event: e.Divided, names: Names) -> str:
    return f"{names.does(event.piece, 'divides')} into {names.pieces(event.parts)}."


@sentence.register
def took_off(event: e.TookOff, names: Names) -> str:
    return f"{names.does(event.piece, 'takes')} off."


@sentence.register
def landed(event: e.Landed, names: Names) -> str:
    where = f" on {names.piece(event.on)}" if event.on != NOBODY else " on the works" if event.aloft else ""
    return f"{names.does(event.piece, 'lands')}{where}."


@sentence.register
def crashed(event: e.Crashed, names: Names) -> str:
    below = [f"{count(hits, 'model')} of {names.piece(number)}" for number, hits in event.below]
    return f"{names.does(event.piece, 'falls')} out of the sky{f' onto {listed(below)}' if below else ''}."


# --- the ground ----------------------------------------------------------------------------------------------


@sentence.register
def battered(event: e.Battered, names: Names) -> str:
    by = f" to {names.piece(event.by)}" if event.by != NOBODY else ""
    return f"{mention(event.feature)} loses {count(event.points, 'life point')}{by}; {event.left} left."


@sentence.register
def collapsed(event: e.Collapsed, names: Names) -> str:
    return f"{mention(event.feature)} comes down; {names.setting.kinds[event.becomes].title} is left."


@sentence.register
def ram_swung(event: e.RamSwung, names: Names) -> str:
    return f"{names.does(event.piece, 'strikes')} at {mention(event.feature)}."


@sentence.register
def gate_moved(event: e.GateMoved, names: Names) -> str:
    return f"{mention(event.feature)} {'swings open' if event.opened else 'is closed'}."


@sentence.register
def flattened(event: e.Flattened, names: Names) -> str:
    return f"{names.does(event.piece, 'tramples')} a gap into {mention(event.feature)}."


# --- charges -------------------------------------------------------------------------------------------------


@sentence.register
def charge_named(event: e.ChargeNamed, names: Names) -> str:
    order = "runs on with the charge at" if event.running else "is ordered to charge"
    return f"{names.does(event.piece, order)} {names.piece(event.target)}."


@sentence.register
def answered(event: e.Answered, names: Names) -> str:
    return f"{names.does(event.piece, ANSWERS.get(event.answer, event.answer))}."


@sentence.register
def charge_halted(event: e.ChargeHalted, names: Names) -> str:
    at = f" at {names.piece(event.target)}" if event.target != NOBODY else ""
    return f"{names.does(event.piece, 'breaks')} off the charge{at}: {names.words(event.why, event.piece)}."


@sentence.register
def charge_aimed(event: e.ChargeAimed, names: Names) -> str:
    target = names.piece(event.target)
    return f"{names.does(event.piece, 'makes')} for the {event.part} of the {side(event.side)} of {target}."


@sentence.register
def charge_redirected(event: e.ChargeRedirected, names: Names) -> str:
    return f"{names.does(event.piece, 'charges')} {names.piece(event.target)} instead."


@sentence.register
def charged(event: e.Charged, names: Names) -> str:
    who, target = event.piece, names.piece(event.target)
    hardly = event.distance < HARDLY
    if event.reached:
        how = "is upon" if hardly else f"charges {length(event.distance)} at"
        return f"{names.does(who, how)} the {side(event.side)} of {target}!"
    if hardly:
        return f"{names.does(who, 'charges')} {target}, but {names.verb(who, 'comes')} no nearer."
    run = f"charges {length(event.distance)} towards {target}"
    return f"{names.does(who, run)} and {names.verb(who, 'is')} not there yet."


@sentence.register
def narrowed(event: e.Narrowed, names: Names) -> str:
    return f"{names.does(event.piece, 'narrows')} to a front of {count(event.files, 'file')}."


@sentence.register
def ran_into(event: e.RanInto, names: Names) -> str:
    hit = f"the {side(event.side)} of {names.piece(event.hit)}"
    return f"{names.does(event.piece, 'runs')} into {hit} instead."


@sentence.register
def marched_over(event: e.MarchedOver, names: Names) -> str:
    where = f"the {side(event.side)} of {names.piece(event.victim)}"
    return f"{names.does(event.piece, 'is')} stopped at {where}: they fight."


@sentence.register
def trodden(event: e.Trodden, names: Names) -> str:
    return f"{names.does(event.piece, 'marches')} over {names.piece(event.victim)}."


@sentence.register
def counter_charged(event: e.CounterCharged, names: Names) -> str:
    return f"{names.does(event.piece, 'counter-charges')} {names.piece(event.target)}!"


# --- flight and pursuit --------------------------------------------------------------------------------------


@sentence.register
def fell_back(event: e.FellBack, names: Names) -> str:
    return f"{names.does(event.piece, 'falls')} back {length(event.distance)} to {place(event.at)}."


@sentence.register
def no_fall_back(event: e.NoFallBack, names: Names) -> str:
    return f"{names.does(event.piece, 'does')} not fall back: {names.words(event.why, event.piece)}."


@sentence.register
def fled(event: e.Fled, names: Names) -> str:
    return f"{names.does(event.piece, 'flees')} {length(event.distance)} to {place(event.at)}."


@sentence.register
def scattered(event: e.Scattered, names: Names) -> str:
    return f"{names.does(event.piece, 'scatters')}: {count(event.points, 'life point')} lost."


@sentence.register
def rallied(event: e.Rallied, names: Names) -> str:
    return f"{names.does(event.piece, 'rallies')}."


@sentence.register
def left_board(event: e.LeftBoard, names: Names) -> str:
    return f"{names.does(event.piece, 'runs')} over the edge of the table at {place(event.at)}."


@sentence.register
def came_back(event: e.CameBack, names: Names) -> str:
    return f"{names.does(event.piece, 'comes')} back to the table at {place(event.at)}."


@sentence.register
def held(event: e.Held, names: Names) -> str:
    return f"{names.does(event.piece, 'holds')} firm."


@sentence.register
def pursued(event: e.Pursued, names: Names) -> str:
    quarry = names.piece(event.quarry)
    end = "and " + names.verb(event.piece, "catches") + " up" if event.caught else "without catching up"
    if event.gone:
        end = f"but {quarry} {names.verb(event.quarry, 'is')} gone already"
    elif not event.caught and event.distance < HARDLY:
        return f"{names.does(event.piece, 'has')} no way free to pursue {quarry}."
    return f"{names.does(event.piece, 'pursues')} {quarry} for {length(event.distance)} {end}."


@sentence.register
def wiped_out(event: e.WipedOut, names: Names) -> str:
    return f"{names.does(event.piece, 'has')} nobody left to fight and may move {length(event.movement)}."


# --- contact -------------------------------------------------------------------------------------------------


@sentence.register
def squared_up(event: e.SquaredUp, names: Names) -> str:
    return f"{names.does(event.piece, 'squares')} up against the {side(event.side)} of {names.piece(event.foe)}."


@sentence.register
def closed_up(event: e.ClosedUp, names: Names) -> str:
    if event.rule == "tp.move.charge.mass":
        return f"{names.does(event.piece, 'makes')} room for others in the fight."
    return f"{names.does(event.piece, 'closes')} up, so that more models can fight."


@sentence.register
def combat_moved(event: e.CombatMoved, names: Names) -> str:
    verb = names.verb(event.pieces[0], "moves") if len(event.pieces) == 1 else "move"
    moved = f"{names.pieces(event.pieces)} {verb} in from the table's edge"
    return f"{moved}, so that the fight is not off the table."


@sentence.register
def widened(event: e.Widened, names: Names) -> str:
    return f"{names.does(event.piece, 'has')} room for {count(event.files, 'file')} again."


@sentence.register
def turned_to_face(event: e.TurnedToFace, names: Names) -> str:
    return f"{names.does(event.piece, 'turns')} to face {names.piece(event.foe)}."


@sentence.register
def lapped_round(event: e.LappedRound, names: Names) -> str:
    models = count(event.models, "model")
    return f"{names.does(event.piece, 'laps')} round {names.piece(event.foe)}: {models} in contact now."


@sentence.register
def lost_touch(event: e.LostTouch, names: Names) -> str:
    return f"{names.piece(event.piece)} and {names.piece(event.foe)} have lost touch."


@sentence.register
def engulfed(event: e.Engulfed, names: Names) -> str:
    return f"{names.does(event.piece, 'is')} engulfed by {names.pieces(event.by)}."


@sentence.register
def ring_broken(event: e.RingBroken, names: Names) -> str:
    return f"the ring round {names.piece(event.piece)} is broken."


@sentence.register
def formed_again(event: e.FormedAgain, names: Names) -> str:
    return f"{names.does(event.piece, 'forms')} up again at {place(event.at)}, facing {degrees(event.facing)}."
