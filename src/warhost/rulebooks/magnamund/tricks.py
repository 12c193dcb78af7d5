"""Evil Tricks: what evil heroes can do.  [mag.hero.skill_lists] [mag.trick.restricted]"""

from __future__ import annotations

from warhost.engine.question import Choose, Refusal

from .attacks import Attack
from .events import Hypnotised, PowerTried, Spared
from .pieces import commander, engaged, members, names, remove, reveal, scattered
from .setting import Fight
from .specials import (
    Aura,
    Power,
    attacking,
    aura,
    firing_power,
    hypnotised,
    in_sight,
    instead_of_morale,
    poisoned,
    shooting,
    unusable,
    wounded,
)
from .state import Trance, Wound

YES, NO = "yes", "no"


@wounded("hard_as_nails")
def unimpressed(fight: Fight, number: int, wound: Wound) -> str | None:
    """The first wound of the battle, whatever it is, is not felt.  [mag.trick.hard_as_nails]"""
    piece = fight.state.pieces[number]
    if piece.hardened:
        return None
    piece.hardened = True
    return "mag.trick.hard_as_nails"


@shooting("poisoner")
@attacking("poisoner")
def poisons(attack: Attack) -> None:
    """Soldiers die as if bare; anybody else is wounded worse.  [mag.trick.poisoner]"""
    fight, victim = attack.fight, attack.target
    if not _poisoned(attack):
        return
    if not fight.setting.figures[victim].individual:
        attack.armour, attack.shield = "none", False
    elif not poisoned.heeds(fight.state.pieces[victim].skills):
        attack.poison = fight.setting.library.tables.poison_severity


def _poisoned(attack: Attack) -> bool:
    """The weapons that the card names, or all that he carries; fists and claws hold no poison."""
    setting = attack.fight.setting
    card = setting.figures[attack.by].card
    if setting.library.weapons[attack.weapon].natural:
        return False
    return card is None or not card.poisoned or attack.weapon in card.poisoned


@aura("inspire_terror")
def terrifies(fight: Fight, hero: int, unit: int) -> Aura | None:
    """Good units near him lose heart, neutral ones a little less.  [mag.trick.inspire_terror]"""
    alignment = fight.setting.figures[fight.setting.units[unit].members[0]].alignment
    if alignment == "evil":
        return None
    return Aura("mag.trick.inspire_terror", f"in_inspire_terror_{alignment}_unit")


@instead_of_morale("brutality")
def makes_an_example(fight: Fight, hero: int, unit: int) -> bool:
    """He may cut one of them down: the rest carry on, once a battle for each unit.  [mag.trick.brutality]"""
    suffered, group, rule = fight.state.units[unit], fight.setting.units[unit], "mag.trick.brutality"
    if suffered.brutalised:
        return False
    player = commander(fight, group.force)
    text = "Shall a hero cut down one of {who} so that the rest need not test morale?"
    if fight.ask(Choose(player, "brutality", (YES, NO), rule, group.id, text=text, usual=NO)) == NO:
        return False
    soldiers, text = names(fight, members(fight, unit)), "Which of {who} dies as an example?"
    victim = fight.ask(Choose(player, "victim", soldiers, rule, group.id, text=text))
    suffered.brutalised = True
    reveal(fight, hero)  # he did it for all to see
    fight.tell(Spared(rule, group.id, fight.setting.name(hero), victim))
    remove(fight, fight.setting.number[victim], "slain")  # not `die`: this death is no reason to test, for nobody
    return True


# --- hypnosis -----------------------------------------------------------------------------------------------


@firing_power("hypnotise")
def hypnotise(fight: Fight, hero: int) -> Power | None:
    """Once a battle, in the first firing phase, if no enemy is next to him.  [mag.trick.hypnotise]"""
    if why_no_trance(fight, hero) is not None:
        return None
    found = list(names(fight, _awake(fight, hero)))
    return Power("hypnotise", "mag.trick.hypnotise", found, _stare, "Whom does {who} try to hypnotise?")


@unusable("hypnotise")
def why_no_trance(fight: Fight, hero: int) -> Refusal | None:
    table, rule = fight.setting.library.tables.hypnotise, "mag.trick.hypnotise"
    if fight.state.phase != "first firing":
        return Refusal(rule, "it is done in the first firing phase alone")
    if fight.state.pieces[hero].used("hypnotise") >= table.uses:
        return Refusal(rule, "it has been tried in this battle")
    if engaged(fight, hero):
        return Refusal(rule, "an enemy is next to it")
    if not _awake(fight, hero):
        return Refusal(rule, f"it sees nobody within {table.reach} squares whom it could hypnotise")
    return None


def _awake(fight: Fight, hero: int) -> list[int]:
    reach = fight.setting.library.tables.hypnotise.reach
    return [enemy for enemy in in_sight(fight, hero, reach) if fight.state.pieces[enemy].trance is None]


def _stare(fight: Fight, user: int, target: str) -> None:
    piece, victim = fight.state.pieces[user], fight.setting.number[target]
    figure, table = fight.setting.figures[victim], fight.setting.library.tables.hypnotise
    piece.use("hypnotise")
    name, rule = fight.setting.name(user), "mag.trick.hypnotise"
    if withstood := hypnotised.first(fight.state.pieces[victim].skills):
        fight.tell(PowerTried(withstood, name, "hypnotise", target, False))
        return
    if figure.kai_lord:
        chance = table.chances["kai_lord"]
    else:
        chance = table.chances["hero" if figure.hero else "monster" if figure.monster else "soldier"]
    rolled = fight.die(100, "hypnotise", rule, commander(fight, piece.side), (chance,))
    fight.tell(PowerTried(rule, name, "hypnotise", target, rolled <= chance))
    if rolled <= chance:
        fight.state.pieces[victim].trance = Trance(piece.side, fight.state.turn + 1, 0)
        scattered(fight, victim)


def wake_and_obey(fight: Fight) -> None:
    """At the start of a turn: who was hypnotised last turn obeys now, whose time is up is his own again.

    [mag.trick.hypnotise_effect]
    """
    rule = "mag.trick.hypnotise_effect"
    for number, piece in enumerate(fight.state.pieces):
        trance = piece.trance
        if trance is None or not piece.present:
            continue
        if trance.first == fight.state.turn:
            lasts = fight.die(6, "length of the hypnosis", rule, commander(fight, trance.master))
            piece.trance = Trance(trance.master, trance.first, trance.first + lasts - 1)
            _change_sides(fight, number, trance.master)
        elif 0 < trance.last < fight.state.turn:
            piece.trance = None
            _change_sides(fight, number, fight.setting.figures[number].force)


def _change_sides(fight: Fight, number: int, side: int) -> None:
    piece = fight.state.pieces[number]
    piece.side = side
    scattered(fight, number)
    span = (piece.trance.first, piece.trance.last) if piece.trance is not None else (0, 0)
    fight.tell(Hypnotised("mag.trick.hypnotise_effect", fight.setting.name(number), side, *span))
