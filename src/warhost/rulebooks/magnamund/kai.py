"""Kai Disciplines: the psychic powers of Kai Lords.  [mag.kai.lord]"""

from __future__ import annotations

from warhost.engine.question import Choose, Refusal
from warhost.engine.tally import Tally

from .events import PowerTried
from .land import COVER_WORDS
from .pieces import commander, distance, forbidden_friend, names, reveal, squares_of
from .setting import Fight
from .shooting import Shot
from .specials import (
    Power,
    before_shot,
    firing_power,
    gait,
    in_sight,
    mind_blasted,
    movement_begins,
    movement_points_of,
    shot_at,
    unusable,
)
from .state import Wound
from .tables import MindBlast
from .wounds import heal, hit

YES, NO = "yes", "no"
TENDS, BLASTS = "Which wound does {who} tend?", "Against whom does {who} send a mind blast?"
EASED_BY_HUNTING = ("rocks", "scrub", "trees")


@shot_at("camouflage")
def camouflaged(shot: Shot, tally: Tally) -> None:
    """In anything but plain ground, or behind something.  [mag.kai.camouflage]"""
    setting, pieces = shot.fight.setting, shot.fight.state.pieces
    behind = setting.land.sheltering(shot.square, pieces[shot.firer].square)
    covered = [f for f in behind if setting.figures[shot.target].sheet.cover[f] in COVER_WORDS]
    if setting.board.terrain[shot.square] not in setting.land.grounds.plain or covered:
        sheet = setting.figures[shot.firer].sheet.firing_modifiers
        tally.add(sheet["target_camouflaged"], "mag.kai.camouflage", "camouflage")


@gait("hunting")
def hunts() -> tuple[str, ...]:
    """Rocks, scrub and trees are open ground to him on foot.  [mag.kai.hunting]"""
    return EASED_BY_HUNTING


@movement_points_of("tracking")
def tracks(tally: Tally, fight: Fight, number: int) -> None:
    tally.add(fight.setting.library.tables.tracking_bonus, "mag.kai.tracking", "tracking")


@movement_begins("sixth_sense")
def senses(fight: Fight, lord: int) -> None:
    """He may feel for hidden enemies, and feel again where he is unsure.  [mag.kai.sixth_sense]"""
    side = fight.state.pieces[lord].side
    player, name = commander(fight, side), fight.setting.name(lord)
    rule, text = "mag.kai.sixth_sense", "Does {who} feel for hidden enemies?"
    if fight.ask(Choose(player, "sixth sense", (YES, NO), rule, name, text=text, usual=NO)) == NO:
        return
    bands = fight.setting.library.tables.sixth_sense
    cuts = tuple(band.upto for band in bands[:-1])

    def felt_at(face: int) -> str:
        return next(band.result for band in bands if face <= band.upto)

    felt = felt_at(fight.die_until(100, "sixth sense", rule, player, cuts, lambda face: felt_at(face) == "again"))
    fight.tell(PowerTried("mag.kai.sixth_sense", name, "sixth sense", None, felt == "reveal"))
    if felt == "reveal":
        for number, piece in enumerate(fight.state.pieces):
            if piece.side != side:
                reveal(fight, number)


# --- healing ------------------------------------------------------------------------------------------------


@firing_power("healing")
def healing(fight: Fight, lord: int) -> Power | None:
    """In the first firing phase, thrice a battle, himself or somebody next to him.  [mag.kai.healing]"""
    table, piece = fight.setting.library.tables.healing, fight.state.pieces[lord]
    if fight.state.phase != "first firing" or piece.used("healing") >= table.uses or piece.fired:
        return None
    targets = [
        f"{fight.setting.name(number)}: {wound.location} {wound.severity}"
        for number, other in enumerate(fight.state.pieces)
        if other.fighting and other.side == piece.side and _beside(fight, lord, number)
        for wound in dict.fromkeys(other.wounds)
    ]
    return Power("healing", "mag.kai.healing", targets, _heal, TENDS) if targets else None


def _beside(fight: Fight, one: int, other: int) -> bool:
    return one == other or distance(fight, one, squares_of(fight, other)) == 1


def _heal(fight: Fight, user: int, target: str) -> None:
    table, piece = fight.setting.library.tables.healing, fight.state.pieces[user]
    piece.use("healing")
    piece.spent = True
    patient, wound = target.split(": ")
    location, severity = wound.split(" ")
    player = commander(fight, piece.side)
    rolled = fight.die(100, "healing", "mag.kai.healing", player, (table.succeeds_from - 1,))
    success = rolled >= table.succeeds_from
    fight.tell(PowerTried("mag.kai.healing", fight.setting.name(user), "healing", patient, success))
    if success:
        heal(fight, fight.setting.number[patient], Wound(location, severity), "mag.kai.healing")


# --- mind against mind --------------------------------------------------------------------------------------


@firing_power("mind_blast")
def mind_blast(fight: Fight, number: int) -> Power | None:
    """An unwounded mind strikes one enemy near by, twice a battle.  [mag.kai.mind_blast] [mag.trick.mind_blast]"""
    if why_no_blast(fight, number) is not None:
        return None
    reach = _blast_table(fight, number).reach
    targets = [n for n in in_sight(fight, number, reach) if not forbidden_friend(fight, number, n)]
    rule, found = _blast_rule(fight, number), list(names(fight, targets))
    return Power("mind blast", rule, found, _blast, BLASTS) if found else None


@unusable("mind_blast")
def why_no_blast(fight: Fight, number: int) -> Refusal | None:
    table, piece, rule = _blast_table(fight, number), fight.state.pieces[number], _blast_rule(fight, number)
    if piece.wounds:
        return Refusal(rule, "it is wounded")
    if piece.used("mind_blast") >= table.uses:
        return Refusal(rule, f"it has sent {table.uses} in this battle, and that is all")
    if not in_sight(fight, number, table.reach):
        return Refusal(rule, f"it sees no enemy within {table.reach} squares")
    return None


def _blast_table(fight: Fight, number: int) -> MindBlast:
    tables = fight.setting.library.tables
    return tables.kai_mind_blast if fight.setting.figures[number].kai_lord else tables.evil_mind_blast


def _blast_rule(fight: Fight, number: int) -> str:
    return "mag.kai.mind_blast" if fight.setting.figures[number].kai_lord else "mag.trick.mind_blast"


def _blast(fight: Fight, user: int, target: str) -> None:
    piece, victim = fight.state.pieces[user], fight.setting.number[target]
    piece.use("mind_blast")
    rule, name = _blast_rule(fight, user), fight.setting.name(user)
    if mind_blasted.any(fight.state.pieces[victim].skills, fight, victim, user):
        fight.tell(PowerTried(rule, name, "mind blast", target, False))
        return
    figure, table = fight.setting.figures[victim], _blast_table(fight, user)
    blow = table.monster if figure.monster else table.hero if figure.hero else table.soldier
    rolled = fight.die(100, "mind blast", rule, commander(fight, piece.side), (blow.hit,))
    fight.tell(PowerTried(rule, name, "mind blast", target, rolled <= blow.hit))
    if rolled <= blow.hit:
        hit(fight, victim, user, rule, severity=blow.severity, location=blow.location)


@mind_blasted("mind_shield")
def mind_shield(fight: Fight, target: int, blaster: int) -> bool:
    """Rolled before the blast itself.  [mag.kai.mind_shield] [mag.trick.mind_shield]"""
    tables, figures = fight.setting.library.tables, fight.setting.figures
    lord = figures[target].kai_lord
    table = tables.kai_mind_shield if lord else tables.evil_mind_shield
    parries = table.against_kai if figures[blaster].kai_lord else table.against_evil
    rule = "mag.kai.mind_shield" if lord else "mag.trick.mind_shield"
    player = commander(fight, fight.state.pieces[target].side)
    rolled = fight.die(100, "mind shield", rule, player, (parries,))
    fight.tell(PowerTried(rule, fight.setting.name(target), "mind shield", None, rolled <= parries))
    return rolled <= parries


# --- animals and missiles -----------------------------------------------------------------------------------


@firing_power("animal_kinship")
def animal_kinship(fight: Fight, lord: int) -> Power | None:
    """One mount near by, friend or foe, obeys him for a step.  [mag.kai.animal_kinship]"""
    reach, here = fight.setting.library.tables.animal_kinship.reach, (fight.state.pieces[lord].square,)
    if fight.state.phase != "first firing":
        return None
    mounts = [
        number
        for number, piece in enumerate(fight.state.pieces)
        if piece.fighting and fight.setting.figures[number].animal and distance(fight, number, here) <= reach
    ]
    found, rule = list(names(fight, mounts)), "mag.kai.animal_kinship"
    return Power("animal kinship", rule, found, _charm, "Which mount does {who} call?") if found else None


def _charm(fight: Fight, user: int, target: str) -> None:
    chance = fight.setting.library.tables.animal_kinship.chance
    player = commander(fight, fight.state.pieces[user].side)
    rolled = fight.die(100, "animal kinship", "mag.kai.animal_kinship", player, (chance,))
    success = rolled <= chance
    fight.tell(PowerTried("mag.kai.animal_kinship", fight.setting.name(user), "animal kinship", target, success))
    if success:
        fight.state.animals = (*fight.state.animals, (user, fight.setting.number[target]))


@before_shot("mind_over_matter")
def mind_over_matter(shots: list[Shot], fight: Fight, lord: int) -> list[Shot]:
    """He may try to turn one missile aside, into a square next to him.  [mag.kai.mind_over_matter]"""
    if not shots:
        return shots
    rule, player = "mag.kai.mind_over_matter", commander(fight, fight.state.pieces[lord].side)
    name, chance = fight.setting.name(lord), fight.setting.library.tables.mind_over_matter
    text = "Does {who} try to turn a missile aside?"
    if fight.ask(Choose(player, "mind over matter", (YES, NO), rule, name, text=text, usual=NO)) == NO:
        return shots
    rolled = fight.die(100, "mind over matter", rule, player, (chance,))
    fight.tell(PowerTried(rule, name, "mind over matter", None, rolled <= chance))
    if rolled > chance:
        return shots
    taken = shots[0]
    if len(shots) > 1:
        firers = names(fight, [shot.firer for shot in shots])
        text = "Whose missile does {who} turn aside?"
        picked = fight.ask(Choose(player, "missile", firers, rule, name, text=text))
        taken = shots[firers.index(picked)]
    board = fight.setting.board
    around = {square for here in squares_of(fight, lord) for square in board.neighbours[here]}
    places = {"{},{}".format(*board.xy(s)): s for s in sorted(around) if fight.state.occupied[s] != lord}
    text = "Where does the missile come down?"
    landed = places[fight.ask(Choose(player, "where it lands", list(places), rule, name, text=text))]
    struck = fight.state.occupied[landed]
    if struck >= 0:
        stray = Shot(fight, taken.firer, struck, landed, taken.weapon)  # its poison depends on whom it strikes
        hit(fight, struck, taken.firer, rule, severity=stray.poison)
    return [shot for shot in shots if shot is not taken]
