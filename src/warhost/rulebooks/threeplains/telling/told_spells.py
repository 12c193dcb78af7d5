"""Magic in sentences: spells learned, cast, dispelled, at work and over."""

from __future__ import annotations

from .. import events as e
from ..magic.book import title
from ..state import NOBODY
from .names import count, listed, place
from .sentences import Names, sentence


@sentence.register
def spells_learned(event: e.SpellsLearned, names: Names) -> str:
    return f"{names.piece(event.piece)} knows {event.discipline} magic: {listed([title(s) for s in event.spells])}."


@sentence.register
def spell_exchanged(event: e.SpellExchanged, names: Names) -> str:
    return f"{names.piece(event.piece)} has no use for {title(event.old)} and draws {title(event.new)}."


@sentence.register
def spell_named(event: e.SpellNamed, names: Names) -> str:
    aim = f" at {names.piece(event.target)}" if event.target not in (NOBODY, event.piece) else ""
    where = f" at {place(event.at)}" if event.at is not None else ""
    against = count(event.ether, "ether die", "ether dice")
    return f"{names.piece(event.piece)} casts {title(event.spell)}{aim}{where} against {against}."


@sentence.register
def dice_found(event: e.DiceFound, names: Names) -> str:
    given = [title(source) for source in event.sources if source]
    stored = len(event.sources) - len(given)
    given += [count(stored, "die laid by", "dice laid by")] if stored else []
    kind = "ether" if event.ether else "magic"
    dice = count(event.dice, f"{kind} die", f"{kind} dice")
    return f"{names.piece(event.piece)} gives {listed(given)} for {dice}."


@sentence.register
def spell_rolled(event: e.SpellRolled, names: Names) -> str:
    rolls = f"{_faces(event.magic)} against {_faces(event.ether)}"
    outcome = f"{title(event.spell)} gets past the ether" if event.cast else f"the ether stops {title(event.spell)}"
    return f"{rolls}: {outcome}."


@sentence.register
def dispel_rolled(event: e.DispelRolled, names: Names) -> str:
    outcome = f"{title(event.spell)} {'is dispelled' if event.stopped else 'cannot be stopped'}"
    return f"the ether of {names.army(event.side)} now shows {_faces(event.ether)}: {outcome}."


def _faces(faces: tuple[int, ...]) -> str:
    """From the highest, as they are compared."""
    return ", ".join(str(face) for face in sorted(faces, reverse=True))


@sentence.register
def spell_stopped(event: e.SpellStopped, names: Names) -> str:
    return f"{title(event.by)} undoes {title(event.spell)} of {names.piece(event.piece)}."


@sentence.register
def spell_thrown_back(event: e.SpellThrownBack, names: Names) -> str:
    return f"{names.does(event.by, 'throws')} {title(event.spell)} back at {names.piece(event.piece)}."


@sentence.register
def spell_failed(event: e.SpellFailed, names: Names) -> str:
    return f"{title(event.spell)} of {names.piece(event.piece)} fails: {names.words(event.why, event.piece)}."


@sentence.register
def enchanted(event: e.Enchanted, names: Names) -> str:
    strong = f", {event.number} strong" if event.number != 1 else ""
    return f"{title(event.spell)} is at work on {names.piece(event.piece)}{strong}."


@sentence.register
def enchantment_over(event: e.EnchantmentOver, names: Names) -> str:
    return f"{title(event.spell)} on {names.piece(event.piece)} is over."


@sentence.register
def refreshed(event: e.Refreshed, names: Names) -> str:
    counters = count(event.counters, "exhaustion counter")
    return f"{names.does(event.piece, 'is')} rid of {counters}, with {event.left or 'none'} left."


@sentence.register
def gift_gained(event: e.GiftGained, names: Names) -> str:
    return f"{title(event.spell)}: {event.number} for {names.army(event.side)} to use."


@sentence.register
def marker_moved(event: e.MarkerMoved, names: Names) -> str:
    astray = count(event.inches, "inch", "inches")
    return f"{title(event.spell)} strays {astray} and comes down at {place(event.at)}."


def _one(face: int) -> str:
    """'a 4', 'an 8'."""
    return f"{'an' if face in (8, 11, 18) else 'a'} {face}"


@sentence.register
def die_thrown_again(event: e.DieThrownAgain, names: Names) -> str:
    return f"for {names.army(event.side)} {_one(event.face)} is thrown again ({event.purpose}): {event.becomes}."


@sentence.register
def die_turned(event: e.DieTurned, names: Names) -> str:
    turned = f"for {names.army(event.side)} {_one(event.face)} becomes {_one(event.becomes)}"
    return f"{turned} ({event.purpose}); {event.left or 'none'} left."


@sentence.register
def strengthened(event: e.Strengthened, names: Names) -> str:
    return f"{names.does(event.piece, 'has')} {count(event.points, 'life point')} more."


@sentence.register
def item_silenced(event: e.ItemSilenced, names: Names) -> str:
    outcome = "fails" if event.fails else "goes on working"
    return f"{title(event.item)} of {names.piece(event.piece)} {outcome}."


@sentence.register
def returned(event: e.Returned, names: Names) -> str:
    healed = f", and {count(event.healed, 'wound closes', 'wounds close')}" if event.healed else ""
    return f"{names.piece(event.piece)}: {count(event.models, 'model stands', 'models stand')} up again{healed}."


@sentence.register
def land_changed(event: e.LandChanged, names: Names) -> str:
    kind = names.setting.kinds[event.kind].title if event.kind in names.setting.kinds else event.kind
    return f"new on the table, at {place(event.at)}: {kind}."


@sentence.register
def swallowed(event: e.Swallowed, names: Names) -> str:
    return f"the earth swallows {count(event.models, 'model')} of {names.piece(event.piece)}."


@sentence.register
def backfired(event: e.Backfired, names: Names) -> str:
    return f"{title(event.spell)} turns against the side of {names.piece(event.piece)}!"


@sentence.register
def warped(event: e.Warped, names: Names) -> str:
    return f"{names.does(event.piece, 'moves')} {count(event.inches, 'inch', 'inches')}, warped."


@sentence.register
def leapt(event: e.Leapt, names: Names) -> str:
    flung = f"{names.does(event.piece, 'is')} flung {count(event.inches, 'inch', 'inches')}"
    return f"{flung} and {names.verb(event.piece, 'comes')} down at {place(event.at)}."
