"""Battle Magic: what numbers cannot say of it."""

from __future__ import annotations

from msgspec import structs

from warhost.engine.question import Choose
from warhost.engine.tally import Tally

from ...bodies import figure, on_table
from ...events.spells import Enchanted, Refreshed
from ...morale.checks import dice_for_losses, ever_in, members
from ...morale.exhaustion import tire
from ...setting import Fight
from ...special import specials
from ...special.tempers import BLOOD_LUST
from ...state import Number, opponent
from ...wounds.hits import Attack
from ..bearing import effects_on, lay, power
from ..effects import end
from ..naming import choose_piece, naming
from ..targets import Casting, lies_hidden, reach, spellproof, struck
from ..working import does, lasting

THUNDER = "tp.spell.battle.thunderous_blows"
INVIGORATION = "tp.spell.battle.invigoration"
FIRE_SALT = "tp.spell.battle.fire_salt"
DAMAGE_OF_THREE = 3


@naming.names(THUNDER)
def choose_thunder(fight: Fight, casting: Casting) -> Casting:
    """The stronger the blows, the more the ether resists.  [tp.spell.battle.thunderous_blows]"""
    levels = {f"ether {ether}, damage x{ether}": ether for ether in casting.spell.ether}
    text = "How strong shall {who} be?"
    question = Choose(casting.side, "ether level", list(levels), THUNDER, casting.spell.title, text=text)
    return structs.replace(casting, ether=levels[fight.ask(question)])


@does(THUNDER)
def thunderous_blows(fight: Fight, casting: Casting) -> None:
    lay(fight, lasting(fight, casting, casting.target, casting.ether))
    fight.tell(Enchanted(THUNDER, casting.target, THUNDER, casting.ether))


@specials.damage(THUNDER)
def thunder(attack: Attack, fight: Fight) -> Attack:
    """All the damage the model does in the round, its steed's too.  [tp.spell.battle.thunderous_blows]"""
    if attack.kind != "melee":
        return attack
    return structs.replace(attack, multiplier=attack.multiplier * power(fight, attack.by, THUNDER))


@naming.fits(INVIGORATION, "is not weary")
def weary(fight: Fight, number: Number) -> bool:
    return fight.state.pieces[number].tired > 0


@does(INVIGORATION)
def invigoration(fight: Fight, casting: Casting) -> None:
    """One counter goes over to the nearest enemy of whom the caster knows; of several as near he chooses.

    [tp.spell.battle.invigoration]
    """
    piece = fight.state.pieces[casting.target]
    piece.tired -= 1
    fight.tell(Refreshed(INVIGORATION, casting.target, 1, piece.tired))
    enemies = [
        enemy for enemy in on_table(fight, opponent(casting.side)) if not lies_hidden(fight, casting.side, enemy)
    ]
    ranges = {enemy: reach(fight, casting.caster, enemy) for enemy in enemies}
    nearest = [enemy for enemy, far in ranges.items() if far == min(ranges.values())]
    if nearest:
        text = "Several enemies are as near. Which of them does {who} strike?"
        struck_by_it = choose_piece(fight, casting, nearest, "nearest enemy", text)
        if not spellproof(fight, struck_by_it, casting.side):
            tire(fight, struck_by_it, 1, INVIGORATION)


@does(FIRE_SALT)
def sprinkle(fight: Fight, casting: Casting) -> None:
    """The effect remembers what each has lost before it.  [tp.spell.battle.fire_salt]"""
    for number in struck(fight, casting):
        for member in members(fight, number):
            lay(fight, lasting(fight, casting, member, fight.state.pieces[member].lost))
        fight.tell(Enchanted(FIRE_SALT, number, FIRE_SALT))


@specials.stress(FIRE_SALT)
def fire_salt(fight: Fight, number: Number, kind: str, tally: Tally) -> None:
    """The dice for life points lost under the spell once more.  [tp.spell.battle.fire_salt] [tp.check.bs.kills]"""
    salted = {model: _lost_under_salt(fight, model) for model in ever_in(fight, number)}
    tally.add(dice_for_losses(fight, salted), FIRE_SALT, "Fire Salt")


def _lost_under_salt(fight: Fight, model: Number) -> int:
    """It is cast in its caster's own turn; in the enemy's, which comes next, all losses are under it."""
    salt = [effect for effect in effects_on(fight, model) if effect.source == FIRE_SALT]
    before = [effect.number if effect.side == fight.state.active else 0 for effect in salt]
    return fight.state.pieces[model].lost - min(before) if before else 0


@does(BLOOD_LUST)
def blood_lust(fight: Fight, casting: Casting) -> None:
    """A frenzy that was lost before comes anew; the effect remembers since when it has it.

    [tp.spell.battle.blood_lust]
    """
    whole = list(members(fight, casting.target))
    end(fight, lambda effect: effect.source == BLOOD_LUST and effect.target in whole)
    for member in whole:
        if fight.state.pieces[member].frenzy == "spent":
            fight.state.pieces[member].frenzy = ""
        lay(fight, lasting(fight, casting, member, fight.state.clock))
    fight.tell(Enchanted(BLOOD_LUST, casting.target, BLOOD_LUST))


@specials.own_blows("damage of three")
def ultimate_damage(attack: Attack, fight: Fight) -> Attack:
    """A damage range of 1-3 where the character's own is smaller; what his weapon adds comes on top.

    [tp.spell.battle.ultimate_warrior]
    """
    own = figure(fight, attack.by).blows[0].damage
    return structs.replace(attack, top=attack.top + max(0, DAMAGE_OF_THREE - own))
