"""Where traits, weapons, spells and items hook into the game.

Every trait is one small function found by its name; the phases only know these points. Which traits a model has
stands in its Figure; those of a character in a group are asked for besides those of the group's own models.
[tp.trait.sources] [tp.army.override]
"""

from __future__ import annotations

from .named import Specials

POINTS = (
    "soldiering",  # (fight, piece, kind, tally): dice in a check
    "stress",  # (fight, piece, kind, tally): dice against it
    "unbreakable",  # (fight, piece) -> True: no check can make it flee
    "movement",  # (fight, piece, tally): how far it may go
    "every move",  # (fight, piece, tally): the same, in moves of every kind, after all else has been reckoned
    "rating",  # (fight, member, tally): its combat rating, when it strikes and when it is struck at
    "toughness",  # (fight, attack, tally): by what the target has; so are "agility" and "magic save"
    "agility",
    "resistance",  # (fight, attack, tally): what softens the loss of toughness, by a trait of the target
    "magic save",
    "spoils magic",  # (fight, bearer, attack) -> True if the target of the attack has no magic save beside him
    "own blows",  # (fight, attack) -> the attack of a model itself, not of its steed, as its weapon is changed
    "shot at",  # (fight, piece): a volley has been shot at it
    "end of shooting",  # (fight, piece): a shooting phase is over; so is a combat phase at "end of combat"
    "end of combat",
    "start of combat",  # (fight, bearer): a combat phase begins, of either player
    "end of stress",  # (fight, side): asked for what a player has, when all flights and pursuits are over
    "turns missiles",  # (fight, member) -> the item by which all hits on its piece are thrown again, or nothing
    "throws back",  # (fight, member) -> True if missiles that have hit its piece strike those who shot them
    "looses",  # (fight, user, weapon, target) -> the one arrow that he shoots besides his others, or None
    "has shot",  # (fight, piece) -> True if that shot does not count
    "sets off",  # (fight, piece): it is about to move, before it is known how far
    "runs",  # (fight, kind of move) -> the item by which a flight or a pursuit goes farther, and its dice, or None
    "has moved",  # (fight, piece): a move of any kind is over
    "spell over",  # (fight, piece, number): by the spell that has ended on it, and how strong it was
    "casts",  # (fight, piece) -> the rule by which a wizard cannot cast now, or nothing
    "casts again",  # (fight, wizard) -> True if the magic dice of a spell that the ether stopped are thrown again
    "thickens ether",  # (fight, bearer, casting) -> the item by which an enemy spell meets an ether die more
    "thins ether",  # (fight, casting) -> True if the spell of who has it meets an ether die less
    "mends magic",  # (fight, casting, magic dice, ether dice) -> the magic dice as they lie then
    "stops spells",  # (fight, member, casting) -> the item by which an enemy spell at its piece is undone
    "stops castings",  # (fight, wizard) -> the item by which he stops an enemy spell without a roll, or nothing
    "stopped casting",  # (fight, wizard, casting): by that item, when it has been used so
    "gives a die",  # (fight, wizard, spell) -> the item by which he may add a magic die to this spell, or nothing
    "takes dice",  # (fight, bearer, casting) -> how many magic dice an enemy casting has less
    "feeds castings",  # (fight, casting) -> magic dice that its caster found for it, or None if he did not try
    "has cast",  # (fight, wizard, casting, stopped): a spell of his has been tried
    "enemy casts",  # (fight, bearer, casting): an enemy spell has been named
    "bears chaos",  # (fight, caster, spell) -> True if a die that turns a spell against him is thrown again
    "shoots",  # (fight, piece) -> the rule by which it cannot shoot now, or nothing
    "charged",  # (fight, member): its piece has made a charge move
    "must charge",  # (fight, member) -> the enemies of whom its piece has to charge one
    "daunts",  # (fight, member) -> the item by which enemies who name its piece for a charge must not be deviant
    "must counter",  # (fight, member, enemy) -> True if its piece has to counter charge that enemy
    "may fall back",  # (fight, member) -> the rule by which its piece never does, or nothing
    "blinds",  # (fight, member) -> the rule by which whom its piece charges neither falls back nor holds and shoots
    "rallies",  # (fight, bearer) -> True if its piece rallies of itself, whatever has become of the general
    "pursues",  # (fight, member, quarry) -> "always", "never" or nothing
    "to hit",  # (fight, attack, tally): what is needed in shooting and combat
    "struck at",  # (fight, attack, tally): the same, by a trait of the target
    "weather",  # (fight, attack, tally): what all shooting needs, by what lies on the whole table
    "never misses",  # (fight, blow) -> the rule by which a model's own blow hits without a roll, or nothing
    "attacks",  # (fight, member, line, tally): how many blows more a model of it strikes with this line
    "attacks in all",  # (fight, member, line, tally): the same, when everything else has been counted
    "reach",  # (fight, member, weapon) -> False if a member so armed cannot strike; traits of both are asked
    "watches sixes",  # (fight, blow) -> True if a 6 to hit brings something about besides the hit
    "sixes",  # (fight, blow, sixes): so many were rolled to hit
    "strikes on",  # (fight, blow) -> how many blows more these have earned
    "hits home",  # (fight, blow, attack) -> the attack as these hits are struck, when there are any
    "instead of blows",  # (fight, group, striker) -> what a model does in place of all its blows, if anything
    "together",  # (fight, member, readied blows) -> the same, by what several strike together
    "first hit",  # (fight, attack) -> the attack as the first hit of these blows is struck, or None
    "outright",  # (fight, blow) -> the rule by which a 6 to hit takes a life point at once, or None
    "hits taken",  # (fight, attack) -> links that the hits go through first, by a trait of the target
    "damage",  # (fight, attack) -> the attack with other reductions, range, multiplier, rerolls
    "wounds",  # (fight, attack) -> the same, by a trait of the target: points spared, for instance
    "damaged",  # (fight, attack, fallen): by a trait of the attacker, when the losses have been taken
    "kills",  # (fight, bearer, fallen): so many enemies fell to his own hand, with whatever means
    "absorbs",  # (fight, attack) -> how many of its hits are left, by what the target has
    "was hit",  # (fight, attack): by what the target has, when the hits that told on it have been worked out
    "strikes first",  # (fight, piece, contact) -> the rule by which it does, or None
    "start of turn",  # (fight, piece)
    "any turn",  # (fight, bearer): a turn of either player begins
    "strikes besides",  # (fight, group, striker) -> attacks that hit without a roll besides a model's blows
    "blows exchanged",  # (fight, member, delivered): both sides have struck in a round; the dead are asked too
    "after round",  # (fight, member): it has struck in a round of combat
    "panics",  # (fight, piece) -> False if friends do not mind its flight
    "slain",  # (fight, piece)
    "fated",  # (fight, effect, member, points) -> the life points it loses, by what lies on no piece
    "before the first turn",  # (fight, bearer) -> True if it did something, once all stand
    "stress in all",  # (fight, piece, kind, tally): all dice against it, when they have been counted
    "passes",  # (fight, bearer, kind) -> True or False for a check that is not rolled, or None
    "guides himself",  # (fight, member) -> the item by which his own misses are thrown again, or nothing
    "hard to strike",  # (fight, member) -> the item by which all blows that hit it are thrown again, or nothing
    "guides blows",  # (fight, bearer) -> the item by which all misses of its group are thrown again
    "rolls stress",  # (fight, piece, kind) -> the dice against it in place of those that were counted, or None
    "enemy quails",  # (fight, bearer, enemy): a piece of the other side has failed a bravery check
    "checks again",  # (fight, bearer, kind) -> the item by which a failed check is rolled once more, or nothing
    "wades",  # (fight, member): it has come into water
    "gremlins",  # (fight, bearer, machine): a machine anywhere on the field rolls on its gremlin chart
    "spares",  # (fight, bearer, friend) -> the item by which a friend gains no exhaustion counters, or nothing
    "loyalty",  # (fight, bearer) -> what friendly beasts add to theirs on the reaction chart
    "learns",  # (fight, wizard) -> how many spells more he draws
    "learns anew",  # (fight, wizard) -> the item by which he may exchange a spell for another, how often
    "foresees",  # (fight, bearer) -> the item by which the enemy's wizards draw their spells first
    "copies spells",  # (fight, wizard) -> the item by which he takes over a spell of an enemy wizard
    "picks spells",  # (fight, wizard) -> True if he chooses his spells instead of drawing them
)

special = Specials(POINTS)
