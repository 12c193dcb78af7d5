"""Black Magic: death, hatred, and those who come back."""

from __future__ import annotations

from msgspec import structs

from warhost.engine.dice import Throw
from warhost.engine.question import Choose
from warhost.engine.tally import Tally
from warhost.engine.words import count

from ...bodies import body, figure, life_of, on_table, set_places
from ...dice import roll
from ...events.spells import GiftGained, Returned
from ...figure import Blows
from ...land.ground import standing_room
from ...morale.checks import members
from ...morale.exhaustion import stamina, tire
from ...moving.groups import outermost, room_for_one
from ...setting import Fight
from ...special import qualities, specials
from ...special.concealment import concealed
from ...special.tempers import EXTREME_HATRED
from ...stands import stands
from ...state import NOBODY, Number, Player, opponent
from ...wounds.hits import strike
from ..bearing import lay
from ..naming import choose_piece, naming
from ..nullity import NULL_LIFE
from ..targets import Casting
from ..working import blast, does, lasting

VEIL = "tp.spell.black.black_veil"
REANIMATE = "tp.spell.black.reanimate_the_dead"
DRAIN = "tp.spell.black.drain_life"
STRUCK_FROM = 4
MOST_ATTACKS = 4
NUMBERS = [str(number) for number in range(1, 10)]


@does(NULL_LIFE)
def null_life(fight: Fight, casting: Casting) -> None:
    """The number is written down and shown to nobody.  [tp.spell.black.null_life]"""
    text = "Which number do you write down for {who}? The enemy will not know."
    question = Choose(casting.side, "secret number", NUMBERS, NULL_LIFE, casting.spell.title, text=text)
    lay(fight, lasting(fight, casting, NOBODY, int(fight.ask(question))))


@does(VEIL)
def black_veil(fight: Fight, casting: Casting) -> None:
    """A die for every model, characters among them.  [tp.spell.black.black_veil]"""
    assert casting.spell.hits is not None
    for member in list(members(fight, casting.target)):
        models = fight.state.pieces[member].models
        faces = fight.throw(Throw(models, 6, "models struck", VEIL, casting.side, (STRUCK_FROM - 1,)))
        hits = sum(face >= STRUCK_FROM for face in faces)
        if fight.state.pieces[member].fate != "slain":
            strike(fight, structs.replace(blast(casting, member, casting.spell.hits, hits), aimed=True, most=hits))


# --- hatred --------------------------------------------------------------------------------------------------


@naming.names(EXTREME_HATRED)
def whom_to_hate(fight: Fight, casting: Casting) -> Casting:
    """Any enemy piece on the table that is known to be there.  [tp.spell.black.extreme_hatred]"""
    enemies = _known_enemies(fight, casting.side)
    foe = choose_piece(fight, casting, enemies, "whom to hate", "Whom shall they hate?")
    return structs.replace(casting, foe=foe)


@naming.fits(EXTREME_HATRED, "has no enemy to hate")
def there_are_enemies(fight: Fight, number: Number) -> bool:
    return bool(_known_enemies(fight, fight.state.pieces[number].side))


def _known_enemies(fight: Fight, side: Player) -> list[Number]:
    return [number for number in on_table(fight, opponent(side)) if concealed(fight, number) is None]


# --- shadow strike -------------------------------------------------------------------------------------------


@specials.attacks(qualities.doubled_attacks.name)
def shadow_strike(fight: Fight, member: Number, line: Blows, tally: Tally) -> None:
    """As many attacks again, up to 4 for the whole model; whoever has more keeps them.

    What a rider has room for comes first, then his steed.  [tp.spell.black.shadow_strike]
    """
    sheet, rule = figure(fight, member), "tp.spell.black.shadow_strike"
    more = sum(step.amount for step in tally.steps[1:] if step.rule != rule)
    own, whole = line.attacks + more, sheet.attacks + more
    room = max(0, min(whole, MOST_ATTACKS - whole))
    if line.part != "self":
        room = max(0, room - sheet.blows[0].attacks)
    tally.add(min(own, room), rule, "Shadow Strike")


# --- the dead ------------------------------------------------------------------------------------------------


@naming.fits(REANIMATE, "has lost nothing")
def has_lost_some(fight: Fight, number: Number) -> bool:
    return fallen_of(fight, number) > 0 or fight.state.pieces[number].hurt > 0


def fallen_of(fight: Fight, number: Number) -> int:
    """How many models of its roster entry are gone, in all parts of it."""
    entry = fight.state.pieces[number].entry
    left = sum(piece.models for piece in fight.state.pieces if piece.entry == entry and piece.fate != "slain")
    return max(0, fight.setting.entries[entry].models - left)


@does(REANIMATE)
def reanimate_the_dead(fight: Fight, casting: Casting) -> None:
    """[tp.spell.black.reanimate_the_dead]"""
    points = roll(fight, "D6", casting.spell.title, REANIMATE, casting.side) + 1
    give_back(fight, casting.target, points, REANIMATE)


def give_back(fight: Fight, number: Number, points: int, rule: str) -> None:
    """Life points first heal the wounded model, then bring models back; the last of them may return wounded.

    As many come as there is room for behind the others.
    """
    piece, life = fight.state.pieces[number], life_of(fight, number)
    healed = min(points, piece.hurt)
    piece.hurt -= healed
    points -= healed
    models = 0
    while points > 0 and fallen_of(fight, number) and _stands_up(fight, number):
        models += 1
        piece.hurt = max(0, life - points)
        points -= life
    fight.tell(Returned(rule, number, models, healed, stands(fight, outermost(fight, number))))


def _stands_up(fight: Fight, number: Number) -> bool:
    """One model more at the back of the group, or beside a loose one, if it finds room."""
    piece, holder = fight.state.pieces[number], outermost(fight, number)
    places = fight.state.pieces[holder].places
    seat = (room_for_one(fight, holder),) if places else ()
    piece.models += 1
    if places:
        set_places(fight, holder, (*places, *seat), fight.state.pieces[holder].facing)
    enemies = fight.state.numbers()
    if standing_room(fight, holder, body(fight, holder), may_touch=enemies) is None:
        return True
    piece.models -= 1
    if places:
        set_places(fight, holder, places, fight.state.pieces[holder].facing)
    return False


@does(DRAIN)
def drain_life(fight: Fight, casting: Casting) -> None:
    """The piece is exhausted; the caster keeps D3 dice until he uses them.  [tp.spell.black.drain_life]"""
    for member in members(fight, casting.target):
        tire(fight, member, max(0, stamina(fight, member) - fight.state.pieces[member].tired), DRAIN)
    dice = roll(fight, "D3", casting.spell.title, DRAIN, casting.home)
    fight.state.pieces[casting.author].mana += dice
    fight.tell(GiftGained(DRAIN, casting.home, DRAIN, dice, count(dice, "magic die", "magic dice")))
