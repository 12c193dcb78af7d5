"""Questions and answers in words: what a player is asked, what each answer means, and what it promises."""

from __future__ import annotations

from warhost.engine.battle import Battle
from warhost.engine.explain import explain_steps
from warhost.engine.field.compass import distance, heading
from warhost.engine.oracle import Scripted
from warhost.engine.promise import whole_percent
from warhost.engine.question import Answer, Assign, Choose, ChooseSome, Question, TypeDice
from warhost.engine.words import count, mention, they_do

from .bodies import body, range_between, strength, width_of
from .charging.facing import Facing
from .charging.pursuit import wipe_out_movement
from .figure import INCH
from .land.ground import movement
from .land.spot import Spot
from .magic.places import Place
from .magic.pools import Pool
from .missiles.aiming import to_hit, why_no_shot
from .moving.orders import Move
from .opening.deployment import Deploy, fronts
from .opening.scouting import Scout
from .opening.setup import PlaceFeature, zone_of_side
from .setting import Fight, Setting
from .siege.indoors import lodging
from .state import NOBODY, Number, Player, State
from .telling.advice import advice, chosen_words
from .telling.drafts import DeployDraft, FacingDraft, FeatureDraft, MoveDraft, PlaceDraft
from .telling.names import Names, several
from .telling.order_words import (
    bearing,
    deploy_words,
    facing_words,
    feature_words,
    move_words,
    place_words,
    pool_words,
    targets_words,
)
from .telling.spell_words import magic_words, spell_named, spell_words
from .titles import called, part_of
from .wording import degrees, length, place

Draft = MoveDraft | DeployDraft | FacingDraft | FeatureDraft | PlaceDraft

# What is asked, by the name of the question; {who} is the piece it is about, and verbs in braces agree with it.
ASKED = {
    "agreement broken": "The enemy has not brought the army you agreed on. Do you play all the same?",
    "task": "You won the roll-off. Will you pick the sides, or lay out the terrain?",
    "layout": "How shall the terrain lie?",
    "zone": "Which side of the table do you take?",
    "bonus terrain?": "Do you want the generals to roll for an extra feature of terrain?",
    "first to place": "Your general won the roll. Who places the first piece?",
    "first turn": "Your general won the roll. Who takes the first turn?",
    "raid goal": "What shall the raiders be after: one man's life, or an artifact?",
    "raid light": "Do you fight by day or by night? It is night only if both want it.",
    "raid target": "Whom have you come to kill?",
    "torches": "Do you do anything with your torches?",
    "artifact": "Where in your camp does the artifact lie?",
    "edge": "Over which edge of the table will your reinforcements come?",
    "march": "Which way along the road does your column march?",
    "flanks": "What lies on both sides of the pass: cliffs for archers, or woods full of traps?",
    "deploy": "Which piece do you place next?",
    "gate": "Shall {who} be opened or closed?",
    "siege equipment": "What siege equipment {does} {who} carry?",
    "drop": "{who} {has} too few hands left for all that. What is put down?",
    "close the gap": "Nobody holds the turrets there any more. Who steps in?",
    "fight inside": "No more than ten of yours have room to fight inside {who}. Which group gives them first?",
    "hold the doorway": "{who} {comes} to fight over a doorway. Which of your groups fights there?",
    "in the doorway": "Of {who} one model fights in the doorway. Which?",
    "before the doorway": "Three of {who} fight before the doorway. Which characters are among them?",
    "switch places": "{who} {is} stormed. With whom behind {who} are places changed, before they come up?",
    "make ready": "Is siege equipment put down, or does somebody go for what lies about?",
    "scouts": "{Does} {who} go out scouting, to be placed when all the others stand?",
    "next scouts": "Which scouts do you place next?",
    "wedge in combat": "Shall {who} try to leave the wedge in the middle of the fight?",
    "hide in": "In which group {does} {who} hide? The enemy will not know.",
    "charges": "Which of your pieces charge, and at whom?",
    "next charge": "Which charge is carried out next?",
    "charge": "How shall {who} carry out the charge?",
    "target": "At whom {does} {who} aim?",
    "aim": "At which point of the enemy {does} {who} charge?",
    "new target": "The target of {who} is gone. Which enemy is charged instead?",
    "answer": "{who} {is} charged. Stand, or fall back?",
    "move": "Which piece moves next?",
    "counter charge": "Which of your pieces counter-charges?",
    "next counter charge": "Which counter-charge is carried out next?",
    "breathe at": "Whom {does} {who} breathe fire at?",
    "shooter": "Who shoots next?",
    "hold and shoot": "{who} {is} charged. Shoot first, or hold fire?",
    "defensive strike": "{who} {has} come near. Who of yours shoots?",
    "arrows": "{Does} {who} set the arrows alight? They fly 6 inches less far.",
    "stone target": "{who} {has} stones for walls. What is aimed at?",
    "stone place": "Where {does} {who} hurl the stone?",
    "drive round": "Which way round {does} {who} drive to get away?",
    "begin at": "From which end of the table are the combats fought?",
    "batter down": "Who batters down what stands before him?",
    "weapon": "With which weapon {does} {who} fight?",
    "strike at": "At whom do the models of {who} strike? Those you do not name strike as they stand.",
    "spill": "As {who} {laps} on round the enemy, others may be touched. Shall they?",
    "engulf": "{Does} {who} close round the enemy?",
    "facing": "How shall {who} face?",
    "reveal": "{Does} {who} come out of hiding?",
    "check": "Which piece takes its check next?",
    "next to flee": "Which piece flees next?",
    "next to pursue": "Which piece decides next whether it pursues?",
    "follow": "A character of {who} cannot be held and charges. {Does} {who} follow? To hold back takes a check.",
    "exchange the middle?": "Shall new tiles be dealt for the middle of the table? Only if both of you want it.",
    "quarry": "Whom {does} {who} pursue?",
    "pursuit": "The enemy of {who} flees. Pursue, or hold?",
    "discipline": "Which magic does {who} know?",
    "first spell": "Does {who} take the first spell of the discipline instead of one by chance?",
    "life or death": "{who}: who is healed by it, or who loses life points?",
    "miscast scroll": "The ether has stopped the spell of {who}. Is the miscast scroll read?",
    "whose soul": "{who} takes a life point. Whose?",
    "crown of desperation": "Does the Crown of Desperation thin the ether for {who}? It hurts its wearer.",
    "flip the coin": "Is the Magical Coin flipped for {who}?",
    "raise a die": "Does the Black Dragon's Egg raise a die? {who}",
    "lowest die": "Does the robe throw the lowest die once more? {who}",
    "dice of the wand": "Which dice does the Unicorn Wand throw once more? {who}",
    "hand a spell back": "Does {who} hand a spell back for another by chance?",
    "chaos astray": "{who} goes astray. Does the Failed Book of Chaos throw the die once more?",
    "whose soul is stolen": "Whose soul does {who} steal, if he fails his check?",
    "cull": "{who} may strike at his own group before its check: each whom he kills steels the others. Does he?",
    "whom the jest turns on": "Whom does the enemy struck by {who} strike in his confusion?",
    "bones for a break check": "{who} must take a break check. Are the Dragon Knucklebones thrown instead?",
    "bones for a deviancy check": "{who} must take a deviancy check. Are the Dragon Knucklebones thrown instead?",
    "turn their coats": "{who} {is} in flight. Is the Book of Mass Manipulation read to them?",
    "task of the soul": "Which task do you set {who}?",
    "whom the soul seeks": "Whom does the Indebted Soul seek? {who}",
    "dice of the stone": "Which dice does Snum's Magical Stone throw once more? {who}",
    "what to show": "{who} must show what he carries. What do you say that is? Nobody will know.",
    "diamond die": "Dice are thrown for you ({who}). Does one count as its highest face, once in the battle?",
    "clover": "Does the Four Leafed Clover turn a die, once in the battle? {who}",
    "magic dice again": "Do the Magic Dice throw a failed die once more, once in the battle? {who}",
    "black cat": "The enemy is about to throw dice again ({who}). Does the Black Cat's Foot forbid it?",
    "bad luck": "Which die does bad luck throw once more? {who}",
    "whom the bolts seek": "At whom does {who} throw its bolts of fire?",
    "whom to sting": "{who} stings some of those whom its wearer touches. Whom?",
    "whom the gate takes": "Whom does {who} strike?",
    "whose spell": "From which enemy wizard {does} {who} copy a spell?",
    "sips": "How many sips {does} {who} take?",
    "thrust": "{Does} {who} thrust through the ranks of the enemy, in place of all his blows?",
    "whom voodoo strikes": "Whom does {who} strike?",
    "whom to cleave": "Whom does {who} weaken for this fight?",
    "what the lance lowers": "What of the save does {who} lower with the charge?",
    "item to mangle": "Which item does {who} destroy?",
    "whom the eye sees": "For which enemy character do you write a turn down? The enemy will not know.",
    "turn of the eye": "In which of his turns shall {who} bleed five times as much? The enemy will not know.",
    "first spell of the enemy": "Which spell will the enemy try first? He will not know what you wrote down.",
    "dark skies": "{Does} {who} darken the sky before the battle, for a D3 of turns?",
    "sacrifice": "{Does} {who} give up some of his strength before the battle, for speed and blows?",
    "dice to take": "How many magic dice do you take from {who}?",
    "whom to sacrifice": "Whose life points does the ring take, for more magic dice? {who}",
    "spell of the hat": "Which spell does the hat mean? {who}",
    "loose the arrow": "Does {who} fly now, once in the battle?",
    "pick a spell": "Which spell does {who} take?",
    "whom to restore": "Who gets a life point back by {who}?",
    "useless spell": "{who} can have no effect in this battle. Do you exchange it?",
    "magic": "Do you cast a spell, or use an item?",
    "item out of turn": "It is the enemy's turn. Do you use an item?",
    "spear for a break check": "{who} must take a break check. Is it passed by Arcan's Spear?",
    "spear for a bravery check": "{who} must take a bravery check. Is it passed by Arcan's Spear?",
    "spear for a deviancy check": "{who} must take a deviancy check. Is it passed by Arcan's Spear?",
    "spell target": "At whom is {who} cast?",
    "magic dice": "What do you add to the magic dice for {who}?",
    "dispel": "{who} has got past the ether. What do you add to the ether dice?",
    "answer spell": "{who} has been cast. Do you cast a spell against it?",
    "spell place": "Where is {who} cast?",
    "ether level": "How strong shall {who} be?",
    "nearest enemy": "Several enemies are as near. Which of them does {who} strike?",
    "item": "Which item does {who} seek out?",
    "secret number": "Which number do you write down for {who}? The enemy will not know.",
    "whom to hate": "Whom shall they hate?",
    "trees": "Shall trees grow there, or be felled?",
    "calm": "Tranquillity is kept. Which of your pieces in flight shall rally?",
    "throw again": "Do you throw what has failed once more? {who}",
    "whom chaos strikes": "{who} goes astray. Whom shall it strike?",
    "machines": "Which war machines does {who} strike?",
    "leap": "{who}. Is that where it shall come down, or is it rolled once more?",
    "turn a die": "Do you turn one of your dice? {who}",
    "next wipe out move": "Which piece that is free now moves first?",
    "wipe out move": "{who} {has} nobody left to fight. Stay, move or charge?",
}
MEANT = {
    "done": "nobody: enough of this phase",
    "nobody": "nobody",
    "mine": "mine: I do",
    "theirs": "theirs: the enemy does",
    "near": "near: the lower edge, looking up",
    "far": "far: the upper edge, looking down",
    "halt": "halt: it needs a deviancy check",
    "charge": "charge: at the nearest point",
    "charge on the left": "charge on the left: the end on the chargers' left",
    "charge in the middle": "charge in the middle of that side",
    "charge on the right": "charge on the right: the end on the chargers' right",
    "charge through the gap": "charge through the gap: where nothing is in the way",
    "hold": "hold: it needs a deviancy check",
    "pursue": "pursue: after them",
    "nothing more": "no more magic in this phase",
    "later": "not now, but ask again",
}


# --- the question --------------------------------------------------------------------------------------------


def put(setting: Setting, question: Question) -> str:
    """What is asked, of whom, and by which rule."""
    return f"{setting.armies[question.side].name}: {_asked(setting, question)} [{question.rule}]"


def _asked(setting: Setting, question: Question) -> str:
    about = question.about.partition(" round ")[0]
    who = mention(_title(setting, about))
    verbs = _verbs(setting, about)
    if isinstance(question, Move):
        return f"How {verbs['does']} {who} move? {_allowance(question)}"
    if isinstance(question, Deploy):
        return f"Where shall {who} stand? {_room(question)}"
    if isinstance(question, PlaceFeature):
        sizes = question.limits.items()
        kinds = ", ".join(f"{kind} of up to {a / 1000:g} by {b / 1000:g}" for kind, (a, b) in sizes)
        return f"What do you lay into your zone, and where? One of these, in inches: {kinds}; `hold` for nothing."
    if isinstance(question, TypeDice):
        return f"Throw {question.throw.count}D{question.throw.sides}: {question.throw.purpose}."
    said = ASKED.get(question.what, f"{question.what} {{who}}?").format(who=who, **verbs)
    if isinstance(question, Pool) and (chance := question.chance(0)):
        said += f" Without more: {whole_percent(chance)}%."
    return said[:1].upper() + said[1:]


def _verbs(setting: Setting, name: str) -> dict[str, str]:
    """The verbs of the questions as they agree with a piece."""
    many = any(several(setting, Number(at)) for at, piece in enumerate(setting.recruits) if piece.name == name)
    agreed = {verb: they_do(verb) if many else verb for verb in ("is", "has", "does", "laps")}
    return {**agreed, "Does": agreed["does"].capitalize()}


def _title(setting: Setting, name: str) -> str:
    """By its title where it, or the group that it split off from, is on a roster."""
    whole = name.partition("/")[0]
    return next((part_of(entry.title, name) for entry in setting.entries if entry.name == whole), name)


def _allowance(question: Move) -> str:
    piece, left = question.fight.state.pieces[question.number], question.start.left
    wide = f"{width_of(piece)} wide, " if piece.models > 1 and not piece.places else ""
    if lodged := lodging(question.fight, question.number):
        here = f"Inside {lodged.title}"
    elif piece.standing:
        here = f"The front is at {place(piece.point)}, {wide}facing {degrees(piece.facing)}"
    else:
        here = "In a group now"
    return f"{here}, with {length(left)} to go."


def _room(question: Deploy) -> str:
    zone = zone_of_side(question.fight.setting, question.fight.state, Player(question.side)).outline
    corners = f"{place((zone.left, zone.bottom))} to {place((zone.right, zone.top))}"
    models, allowed = strength(question.fight, question.number), fronts(question.fight, question.number)
    front = f" {count(models, 'model')}, a front of {allowed[0]} to {allowed[-1]}." if models > 1 else ""
    scouts = isinstance(question, Scout)
    anywhere = " Or anywhere else, out of the enemy's sight and 9 inches from him." if scouts else ""
    return f"The zone: {corners}.{anywhere}{front}"


# --- an answer -----------------------------------------------------------------------------------------------


def label(setting: Setting, known: State, question: Question, answer: Answer) -> str:
    """An answer in a few words, with what it promises as far as this player can know."""
    if isinstance(question, Move):
        return move_words(question, answer)
    if isinstance(question, Deploy):
        return deploy_words(question, answer)
    if isinstance(question, Facing):
        return facing_words(question, answer)
    if isinstance(question, PlaceFeature):
        return feature_words(answer, question.limits)
    if isinstance(question, Place | Spot):
        return place_words(answer)
    if isinstance(question, Pool):
        return pool_words(Battle(setting, known, Scripted()), question, answer)
    if isinstance(question, Assign):
        return targets_words(answer, "all as they stand" if question.what == "strike at" else "nobody")
    if isinstance(question, Choose):
        return _option(Battle(setting, known, Scripted()), question, str(answer))
    return ", ".join(str(part) for part in answer)


def _option(fight: Fight, question: Choose, option: str) -> str:
    if magic := magic_words(fight, question, option):
        return magic
    if question.what == "reveal" and option.isdecimal():
        return f"out, where now is model {int(option) + 1}"
    number, promise = _number(fight.state, option), question.odds(option) if question.odds else ""
    if number == NOBODY:
        return f"{option}: {promise}" if promise else MEANT.get(option) or _phrase(fight.setting, option)
    return f"{option}: {_known_as(fight, number)}{f', {promise}' if promise else ''}"


def advised(setting: Setting, known: State, question: Question, answer: Answer) -> str:
    """What a good player would answer, as a sentence; if need be it is the question with its answer."""
    fight: Fight = Battle(setting, known, Scripted())
    said = advice(fight, question, answer, mention(_title(setting, question.about.partition(" round ")[0])))
    if not said:
        said = f"{_asked(setting, question)} {_answered(fight, question, answer)}"
    return f"{said[:1].upper()}{said[1:]}."


def _answered(fight: Fight, question: Question, answer: Answer) -> str:
    if isinstance(question, ChooseSome):
        return chosen_words(fight, answer)
    number = _number(fight.state, str(answer))
    said = called(fight, number) if number != NOBODY else label(fight.setting, fight.state, question, answer)
    return f"{said[:1].upper()}{said[1:]}".rstrip(".")


def _phrase(setting: Setting, option: str) -> str:
    """'redirect to Night Howlers'."""
    return Names(setting).reason(option)


def worded(setting: Setting, why: str) -> str:
    """Why something is refused, with pieces called as players call them."""
    return Names(setting).reason(why)


def _number(state: State, name: str) -> Number:
    return next((n for n, piece in state.numbered() if piece.name == name), NOBODY)


def _known_as(fight: Fight, number: Number) -> str:
    """'First Guard, 24 models at (30.0, 22.0)', 'Captain Ostrel with Bridge Guard'."""
    piece = fight.state.pieces[number]
    models = f", {strength(fight, number)} models" if strength(fight, number) > 1 else ""
    where = f" at {place(piece.point)}" if piece.standing else ""
    if lodged := lodging(fight, number):
        where = f" inside {lodged.title}"
    if piece.fate == "within":
        where = f" with {called(fight, piece.host)}"
    return f"{called(fight, number)}{models}{where}"


def reasons(setting: Setting, known: State, question: Question, answer: Answer) -> list[str]:
    """Where the numbers of an offered answer come from."""
    fight: Fight = Battle(setting, known, Scripted())
    if isinstance(question, Move):
        free, number = known.pieces[question.number].turn.free, question.number
        return explain_steps((wipe_out_movement if free else movement)(fight, number).steps, INCH)
    if isinstance(question, Choose) and (spell := spell_named(fight, str(answer))):
        return spell_words(spell)
    shooter, target = _number(known, question.about), _number(known, str(answer))
    if question.what == "target" and NOBODY not in (shooter, target):
        return _shot_reasons(fight, shooter, target)
    return []


def _shot_reasons(fight: Fight, shooter: Number, target: Number) -> list[str]:
    """Nothing is measured before a target is named, unless the players have agreed to.  [tp.setup.commands]"""
    if fight.setting.options.get("measuring") != "open":
        return ["How far it is, and what a shot would need, is measured when the target is named."]
    if refusal := why_no_shot(fight, shooter, target):
        return [f"{worded(fight.setting, refusal.why)} [{refusal.rule}]"]
    away = f"{length(range_between(fight, shooter, target))} away; a shot needs"
    return [away, *to_hit(fight, shooter, target).explain()]


# --- looking ahead -------------------------------------------------------------------------------------------


def reach(setting: Setting, known: State, name: str) -> str | None:
    """How far a piece could go straight this way and that, friend or foe; None if no such piece is in sight."""
    number = _number(known, name)
    if number == NOBODY or not known.pieces[number].standing:
        return None
    fight: Fight = Battle(setting, known, Scripted())
    start, facing = body(fight, number).front, known.pieces[number].facing
    rays = [point for point in Move(fight, number).outline()[name] if point != start]
    shown = [f"{length(distance(start, point))} {bearing(facing, heading(start, point))}" for point in rays[::3]]
    return f"{place(start)} and from there straight: {'; '.join(shown) or 'nowhere'}."


def draft(question: Question) -> Draft | None:
    """The order in the making for questions that are not answered from a list."""
    if isinstance(question, Move):
        return MoveDraft(question)
    if isinstance(question, Deploy):
        return DeployDraft(question)
    if isinstance(question, Facing):
        return FacingDraft(question)
    if isinstance(question, PlaceFeature):
        return FeatureDraft(question)
    if isinstance(question, Place | Spot):
        return PlaceDraft(question)
    return None
