"""What happens on the march, in sentences: moves, charges, flight, and who comes to whom."""

from __future__ import annotations

from .. import events as e
from ..state import NOBODY
from .names import count, degrees, length, listed, mention, place, side
from .sentences import Names, sentence

TRIED = {
    "reorganise": ("shifts its ranks", "tries to shift its ranks and fails"),
    "reform": ("takes a new front", "begins to take a new front, and is not done yet"),
    "flip": ("has turned about", "begins to turn about, and is not done yet"),
    "split": ("splits", "is to split, and fails"),
    "divide": ("divides", "is to divide, and fails"),
}
ANSWERS = {"stand": "will stand", "fall back": "is ordered to fall back"}


# --- movement ------------------------------------------------------------------------------------------------


@sentence.register
def moved(event: e.Moved, names: Names) -> str:
    who, facing = names.piece(event.piece), degrees(event.facing)
    if event.path[0] == event.path[-1]:
        return f"{who} turns to face {facing}."
    verb = "flies" if event.airborne else "moves"
    return f"{who} {verb} {length(event.cost)} to {place(event.path[-1])}, facing {facing}."


@sentence.register
def dashed(event: e.Dashed, names: Names) -> str:
    return f"{names.piece(event.piece)} dashes: {length(event.added)} more."


@sentence.register
def manoeuvred(event: e.Manoeuvred, names: Names) -> str:
    done, not_done = TRIED.get(event.what, (f"manages to {event.what}", f"does not manage to {event.what}"))
    return f"{names.piece(event.piece)} {done if event.done else not_done}."


@sentence.register
def stretched(event: e.Stretched, names: Names) -> str:
    breaking = f"moved {length(event.moved)} with its breaking point at {length(event.limit)}"
    return f"{names.piece(event.piece)} {breaking}: flimsy ranks until its next turn."


@sentence.register
def pikes_dropped(event: e.PikesDropped, names: Names) -> str:
    return f"{names.piece(event.piece)} throws its pikes away."


@sentence.register
def joined(event: e.Joined, names: Names) -> str:
    return f"{names.piece(event.piece)} joins {names.piece(event.group)}."


@sentence.register
def left(event: e.Left, names: Names) -> str:
    return f"{names.piece(event.piece)} leaves {names.piece(event.group)}."


@sentence.register
def stepped_up(event: e.SteppedUp, names: Names) -> str:
    return f"{names.piece(event.piece)} steps up into the fighting of {names.piece(event.group)}."


@sentence.register
def revealed(event: e.Revealed, names: Names) -> str:
    return f"{names.piece(event.piece)} shows himself: he was hidden in {names.piece(event.group)}."


@sentence.register
def split(event: e.Split, names: Names) -> str:
    models = count(event.models, "model goes", "models go")
    return f"{names.piece(event.piece)} splits: {models} their own way as {names.piece(event.part)}."


@sentence.register
def remerged(event: e.Remerged, names: Names) -> str:
    return f"{names.piece(event.piece)} and {names.piece(event.part)} are one again."


@sentence.register
def reinforced(event: e.Reinforced, names: Names) -> str:
    return f"{names.piece(event.piece)} reinforces {names.piece(event.by)} from behind."


@sentence.register
def panicked(event: e.Panicked, names: Names) -> str:
    return f"{names.piece(event.piece)} loses its head in front of {names.piece(event.by)} and is gone."


@sentence.register
def divided(event: e.Divided, names: Names) -> str:
    return f"{names.piece(event.piece)} divides into {names.pieces(event.parts)}."


@sentence.register
def took_off(event: e.TookOff, names: Names) -> str:
    return f"{names.piece(event.piece)} takes off."


@sentence.register
def landed(event: e.Landed, names: Names) -> str:
    where = f" on {names.piece(event.on)}" if event.on != NOBODY else ""
    return f"{names.piece(event.piece)} lands{where}."


@sentence.register
def crashed(event: e.Crashed, names: Names) -> str:
    below = [f"{count(hits, 'model')} of {names.piece(number)}" for number, hits in event.below]
    return f"{names.piece(event.piece)} falls out of the sky{f' onto {listed(below)}' if below else ''}."


# --- the ground ----------------------------------------------------------------------------------------------


@sentence.register
def battered(event: e.Battered, names: Names) -> str:
    by = f" to {names.piece(event.by)}" if event.by != NOBODY else ""
    return f"{mention(event.feature)} loses {count(event.points, 'life point')}{by}; {event.left} left."


@sentence.register
def collapsed(event: e.Collapsed, names: Names) -> str:
    return f"{mention(event.feature)} comes down; {names.setting.kinds[event.becomes].title} is left."


@sentence.register
def flattened(event: e.Flattened, names: Names) -> str:
    return f"{names.piece(event.piece)} tramples a gap into {mention(event.feature)}."


# --- charges -------------------------------------------------------------------------------------------------


@sentence.register
def charge_named(event: e.ChargeNamed, names: Names) -> str:
    order = "runs on with its charge at" if event.running else "is ordered to charge"
    return f"{names.piece(event.piece)} {order} {names.piece(event.target)}."


@sentence.register
def answered(event: e.Answered, names: Names) -> str:
    return f"{names.piece(event.piece)} {ANSWERS.get(event.answer, event.answer)}."


@sentence.register
def charge_halted(event: e.ChargeHalted, names: Names) -> str:
    at = f" at {names.piece(event.target)}" if event.target != NOBODY else ""
    return f"{names.piece(event.piece)} breaks off its charge{at}: {names.words(event.why)}."


@sentence.register
def charge_redirected(event: e.ChargeRedirected, names: Names) -> str:
    return f"{names.piece(event.piece)} turns its charge on {names.piece(event.target)}."


@sentence.register
def charged(event: e.Charged, names: Names) -> str:
    who, target = names.piece(event.piece), names.piece(event.target)
    if event.reached:
        return f"{who} charges {length(event.distance)} at the {side(event.side)} of {target}!"
    return f"{who} charges {length(event.distance)} towards {target} and has not come to it yet."


@sentence.register
def narrowed(event: e.Narrowed, names: Names) -> str:
    return f"{names.piece(event.piece)} narrows its front to {count(event.files, 'file')}."


@sentence.register
def ran_into(event: e.RanInto, names: Names) -> str:
    hit = f"the {side(event.side)} of {names.piece(event.hit)}"
    return f"{names.piece(event.piece)} runs into {hit}, which it did not aim at."


@sentence.register
def marched_over(event: e.MarchedOver, names: Names) -> str:
    where = f"the {side(event.side)} of {names.piece(event.victim)}"
    return f"{names.piece(event.piece)} is stopped at {where}: they fight."


@sentence.register
def trodden(event: e.Trodden, names: Names) -> str:
    return f"{names.piece(event.piece)} marches over {names.piece(event.victim)}."


@sentence.register
def counter_charged(event: e.CounterCharged, names: Names) -> str:
    return f"{names.piece(event.piece)} counter-charges {names.piece(event.target)}!"


# --- flight and pursuit --------------------------------------------------------------------------------------


@sentence.register
def fell_back(event: e.FellBack, names: Names) -> str:
    return f"{names.piece(event.piece)} falls back {length(event.distance)} to {place(event.at)}."


@sentence.register
def no_fall_back(event: e.NoFallBack, names: Names) -> str:
    return f"{names.piece(event.piece)} does not fall back: {names.words(event.why)}."


@sentence.register
def fled(event: e.Fled, names: Names) -> str:
    return f"{names.piece(event.piece)} flees {length(event.distance)} to {place(event.at)}."


@sentence.register
def scattered(event: e.Scattered, names: Names) -> str:
    return f"{names.piece(event.piece)} scatters: {count(event.points, 'life point')} lost."


@sentence.register
def rallied(event: e.Rallied, names: Names) -> str:
    return f"{names.piece(event.piece)} rallies."


@sentence.register
def left_board(event: e.LeftBoard, names: Names) -> str:
    return f"{names.piece(event.piece)} runs over the edge of the table at {place(event.at)}."


@sentence.register
def came_back(event: e.CameBack, names: Names) -> str:
    return f"{names.piece(event.piece)} comes back to the table at {place(event.at)}."


@sentence.register
def held(event: e.Held, names: Names) -> str:
    return f"{names.piece(event.piece)} holds its ground."


@sentence.register
def pursued(event: e.Pursued, names: Names) -> str:
    end = "catches it" if event.caught else "does not catch it"
    return f"{names.piece(event.piece)} pursues {names.piece(event.quarry)} for {length(event.distance)} and {end}."


@sentence.register
def wiped_out(event: e.WipedOut, names: Names) -> str:
    return f"{names.piece(event.piece)} has nobody left to fight and {length(event.movement)} to go on."


# --- contact -------------------------------------------------------------------------------------------------


@sentence.register
def squared_up(event: e.SquaredUp, names: Names) -> str:
    return f"{names.piece(event.piece)} squares up against the {side(event.side)} of {names.piece(event.foe)}."


@sentence.register
def closed_up(event: e.ClosedUp, names: Names) -> str:
    return f"{names.piece(event.piece)} closes up, so that more of it can fight."


@sentence.register
def widened(event: e.Widened, names: Names) -> str:
    return f"{names.piece(event.piece)} has room for {count(event.files, 'file')} again."


@sentence.register
def turned_to_face(event: e.TurnedToFace, names: Names) -> str:
    return f"{names.piece(event.piece)} turns to face {names.piece(event.foe)}."


@sentence.register
def lapped_round(event: e.LappedRound, names: Names) -> str:
    models = count(event.models, "model")
    return f"{names.piece(event.piece)} laps round {names.piece(event.foe)}: {models} against it now."


@sentence.register
def lost_touch(event: e.LostTouch, names: Names) -> str:
    return f"{names.piece(event.piece)} and {names.piece(event.foe)} have lost touch."


@sentence.register
def engulfed(event: e.Engulfed, names: Names) -> str:
    return f"{names.piece(event.piece)} is engulfed by {names.pieces(event.by)}."


@sentence.register
def ring_broken(event: e.RingBroken, names: Names) -> str:
    return f"the ring of {names.piece(event.piece)} is broken."


@sentence.register
def formed_again(event: e.FormedAgain, names: Names) -> str:
    return f"{names.piece(event.piece)} forms up again at {place(event.at)}, facing {degrees(event.facing)}."
