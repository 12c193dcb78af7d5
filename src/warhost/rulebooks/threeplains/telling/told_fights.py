"""What happens in fights, in sentences: checks, shots, blows, losses, battle stress."""

from __future__ import annotations

from .. import events as e
from ..state import BOTH, NEITHER, NOBODY
from ..titles import mention
from .names import count, listed, place
from .sentences import Names, sentence

FACES = 6  # of the damage die

# --- shooting and hits ---------------------------------------------------------------------------------------


@sentence.register
def no_shot(event: e.NoShot, names: Names) -> str:
    why = names.words(event.why, event.piece)
    return f"{names.piece(event.piece)} cannot shoot at {names.piece(event.target)}: {why}."


@sentence.register
def shot(event: e.Shot, names: Names) -> str:
    volley = f"{names.does(event.piece, 'shoots')} at {names.piece(event.target)} with {_arm(event, names)}"
    needs = f"{count(event.shots, 'shot')}, {event.need} or more needed"
    return f"{volley}: {needs}, {count(event.hits, 'hit')}."


@sentence.register
def shot_at_works(event: e.ShotAtWorks, names: Names) -> str:
    if not event.shots:
        return f"{names.piece(event.piece)} cannot shoot at {mention(event.feature)}: it is out of range."
    volley = f"{names.does(event.piece, 'shoots')} at {mention(event.feature)} with {_arm(event, names)}"
    needs = f"{count(event.shots, 'shot')}, {event.need} or more needed"
    return f"{volley}: {needs}, {count(event.hits, 'hit')}."


@sentence.register
def stone_hurled(event: e.StoneHurled, names: Names) -> str:
    end = " and hits" if event.hit else ", and it misses"
    return f"{names.does(event.piece, 'hurls')} a stone at {mention(event.feature)}{end}."


@sentence.register
def loop_shot(event: e.LoopShot, names: Names) -> str:
    return _from_a_loop(event, names.piece(event.target))


@sentence.register
def loop_shot_at_works(event: e.LoopShotAtWorks, names: Names) -> str:
    return _from_a_loop(event, mention(event.mark))


def _from_a_loop(event: e.LoopShot | e.LoopShotAtWorks, target: str) -> str:
    shot = "a flaming arrow" if event.flaming else "a shot"
    start = f"{shot} from {mention(event.feature)} at {target}"
    if not event.need:
        return f"{start}: out of range."
    return f"{start}: {event.need} or more needed, {'a hit' if event.hit else 'no hit'}."


@sentence.register
def spiked(event: e.Spiked, names: Names) -> str:
    return f"{names.does(event.piece, 'is')} too near to {mention(event.feature)}: {count(event.hits, 'hit')}."


@sentence.register
def oil_poured(event: e.OilPoured, names: Names) -> str:
    oil = f"the oil of {mention(event.feature)}"
    start = f"{oil} is spilt" if event.piece == NOBODY else f"{names.does(event.piece, 'pours')} {oil}"
    return f"{start}: {count(event.hits, 'hit')}."


@sentence.register
def fended_off(event: e.FendedOff, names: Names) -> str:
    strike = "strikes" if event.left == 1 else "strike"
    return (
        f"of {count(event.hits, 'hit')} by {names.piece(event.by)} that would need no roll {event.left or 'none'} "
        f"{strike} {names.piece(event.piece)} behind the turrets."
    )


@sentence.register
def caught(event: e.Caught, names: Names) -> str:
    strike = count(event.hits, "hit strikes", "hits strike")
    return f"{strike} the {event.thing} of {names.piece(event.piece)} instead."


def _arm(event: e.Shot | e.ShotAtWorks, names: Names) -> str:
    """'longbows', 'a longbow'."""
    known = names.setting.weapons.get(event.weapon)
    weapon = known.title if known else event.weapon
    if names.many(event.piece) and not weapon.endswith("s"):
        return f"{weapon}s"
    return weapon if weapon.endswith("s") else f"{'an' if weapon[:1] in 'aeiou' else 'a'} {weapon}"


@sentence.register
def dispersed(event: e.Dispersed, names: Names) -> str:
    shares = [f"{hits} on {names.piece(number)}" for number, hits in event.shares]
    return f"the hits are shared out: {listed(shares)}."


@sentence.register
def damaged(event: e.Damaged, names: Names) -> str:
    hits = f"{count(event.hits, 'hit')} on {names.piece(event.piece)}"
    if event.void:
        hits += f", of which {count(event.hits - event.void, 'counts', 'count')}"
    hits += f", save {event.save}"
    dodge = f", {_dodged(event.dodged)} dodged" if event.dodged else ""
    horde = ", by sheer numbers" if event.horde else ""
    return f"{hits}{dodge}{horde}: {count(event.points, 'life point')} lost."


def _dodged(faces: int) -> str:
    """Agility throws out the highest faces of the damage die: 'a 6 is', '5 and 6 are', '4 and more are'."""
    lowest = FACES - faces + 1
    return {1: f"a {FACES} is", 2: f"{lowest} and {FACES} are"}.get(faces, f"{lowest} and more are")


@sentence.register
def lost_outright(event: e.LostOutright, names: Names) -> str:
    return f"{names.does(event.piece, 'loses')} {count(event.points, 'life point')} outright."


@sentence.register
def fell(event: e.Fell, names: Names) -> str:
    gone = count(event.models, "model falls", "models fall")
    return f"{names.piece(event.piece)}: {gone}, {event.left} left."


@sentence.register
def slain(event: e.Slain, names: Names) -> str:
    return f"{names.does(event.piece, 'is')} {'slain' if names.hero(event.piece) else 'destroyed'}."


@sentence.register
def left_behind(event: e.LeftBehind, names: Names) -> str:
    lost = names.does(event.group, "was")
    return f"{names.does(event.piece, 'stands')} alone where {lost}, at {place(event.at)}."


@sentence.register
def shot_out_of_turn(event: e.ShotOutOfTurn, names: Names) -> str:
    deed = "is steady enough to shoot at" if event.passed else "does not get a shot off at"
    return f"{names.does(event.piece, deed)} {names.piece(event.target)}."


@sentence.register
def template_laid(event: e.TemplateLaid, names: Names) -> str:
    hits = [f"{amount} on {names.piece(number)}" for number, amount in event.hits]
    return f"{event.title} at {place(event.at)}: {listed(hits) if hits else 'nobody is hit'}."


# --- combat and battle stress --------------------------------------------------------------------------------


@sentence.register
def combat_began(event: e.CombatBegan, names: Names) -> str:
    return f"{names.pieces(event.pieces)} fight."


@sentence.register
def struck(event: e.Struck, names: Names) -> str:
    blows = f"{names.does(event.piece, 'strikes')} {count(event.blows, 'blow')}{_by_what(event, names)}"
    return f"{blows} at {names.piece(event.target)}: {count(event.hits, 'hit')}."


def _by_what(event: e.Struck, names: Names) -> str:
    """'Stray Horse strike 4 blows with their steeds'."""
    several = "s" if names.many(event.piece) else ""
    return "" if event.part == "self" else f" with {names.its(event.piece)} {event.part}{several}"


@sentence.register
def combat_reckoned(event: e.CombatReckoned, names: Names) -> str:
    stress = (
        f"battle stress {event.stress[0]} for {names.army(BOTH[0])}, {event.stress[1]} for {names.army(BOTH[1])}"
    )
    outcome = "nobody has lost" if event.loser == NEITHER else f"lost by {names.army(event.loser)}"
    return f"the combat of {names.pieces(event.pieces)}: {stress}; {outcome}."


@sentence.register
def tired(event: e.Tired, names: Names) -> str:
    counters = count(event.counters, "exhaustion counter")
    return f"{names.does(event.piece, 'gains')} {counters}, {event.total} in all."


@sentence.register
def rested(event: e.Rested, names: Names) -> str:
    return f"{names.does(event.piece, 'has')} rested: no exhaustion counters are left."


# --- traits --------------------------------------------------------------------------------------------------


@sentence.register
def enraged(event: e.Enraged, names: Names) -> str:
    return f"{names.does(event.piece, 'falls')} into a frenzy!"


@sentence.register
def calmed(event: e.Calmed, names: Names) -> str:
    return f"the frenzy of {names.piece(event.piece)} is over."


@sentence.register
def tormented(event: e.Tormented, names: Names) -> str:
    return f"{names.piece(event.piece)} cannot bear the sight of {names.piece(event.by)} and must charge."


@sentence.register
def poisoned(event: e.Poisoned, names: Names) -> str:
    markers = count(event.markers, "poison marker")
    return f"{names.does(event.piece, 'takes')} {markers} of level {event.level}, {event.total} in all."


@sentence.register
def poison_worked(event: e.PoisonWorked, names: Names) -> str:
    lost = count(event.points, "life point")
    return f"poison works in {names.piece(event.piece)}: {lost} lost, {count(event.left, 'marker')} left."


@sentence.register
def regenerated(event: e.Regenerated, names: Names) -> str:
    return f"{names.does(event.piece, 'heals')} {count(event.points, 'life point')}."
