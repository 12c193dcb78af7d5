"""Phase 4: combat.  [mag.turn.phase4]

Who reaches whom, from which side, in which ranks, with what chance and why, and who falls.
"""

from __future__ import annotations

from collections.abc import Mapping

from warhost.engine.chain import Chain, Percentage
from warhost.engine.question import Answer, Assign, Choose, Refusal
from warhost.engine.tally import Tally

from .attacks import Attack
from .events import Attacked, Missed
from .land import COVER_WORDS
from .pieces import commander, forbidden_friend, in_unit, members, names, squares_of, touching
from .setting import Fight
from .specials import after_kill, attacking, before_blow, weapon_skill_rule
from .state import NOBODY
from .wounds import burden, dazed, hit, stunned_now

FRONT, FLANK, REAR = "front", "flank", "rear"


def zone(fight: Fight, attacker_square: int, defender: int) -> str:
    """Front, flank or rear of the defender, by the square the blow comes from.

    [mag.combat.zones_foot] [mag.combat.zones_mounted]
    """
    piece, figure = fight.state.pieces[defender], fight.setting.figures[defender]
    _, ahead = fight.setting.board.relative(piece.square, attacker_square, piece.facing)
    if ahead > 0:
        return FRONT
    return FLANK if ahead > -figure.deep else REAR


def deciding_square(fight: Fight, attacker: int, defender: int) -> int:
    """A two-square attacker strikes with its front square if that touches, else with its rear."""
    contact, theirs = fight.setting.land.contact, squares_of(fight, defender)
    for square in squares_of(fight, attacker):
        if any(near in theirs for near in contact[square]):
            return square
    raise ValueError(f"{fight.setting.name(attacker)} does not touch {fight.setting.name(defender)}")


def struck_square(fight: Fight, blow_from: int, defender: int) -> int:
    """The defender's square next to the attacker's, the front one if both are.  [mag.combat.mod.high_ground]"""
    near = fight.setting.land.contact[blow_from]
    return next(square for square in squares_of(fight, defender) if square in near)


def diagonal(fight: Fight, blow_from: int, defender: int) -> bool:
    """Whether a blow from there goes over a corner only.  [mag.combat.diagonal_separate]"""
    board, contact = fight.setting.board, fight.setting.land.contact[blow_from]
    touched = [square for square in squares_of(fight, defender) if square in contact]
    return all(board.direction(blow_from, square) % 2 for square in touched)


class Blow(Attack):
    """One piece striking at another: its percentage with all reasons.  [mag.combat.procedure]

    `front` is the foremost piece of the file, through which a supporter strikes as if from its place.
    """

    __slots__ = ("front", "square", "zone")
    rule = "mag.combat.roll"

    def __init__(self, fight: Fight, attacker: int, target: int, front: int, weapon: str):
        self.front, self.square = front, deciding_square(fight, front, target)
        self.zone = zone(fight, self.square, target)
        super().__init__(fight, attacker, target, weapon, attacking)

    @property
    def attacker(self) -> int:
        return self.by

    @property
    def over_corner(self) -> bool:
        return diagonal(self.fight, self.square, self.target)

    @property
    def cover(self) -> str:
        setting = self.fight.setting
        struck = struck_square(self.fight, self.square, self.target)
        return setting.land.cover(setting.figures[self.target].sheet, struck, self.square)

    def _percentage(self) -> Tally:
        tally = Tally(self._basic(), "mag.combat.basic", self._in_words())
        self._modify(tally)
        hurt = burden(self.fight, self.attacker)
        tally.add(hurt.combat, "mag.wound.combat_value", "wounds")
        tally.floor(0, "mag.dice.zero_floor")
        if dazed(self.fight, self.target):
            tally.multiply(2, "mag.wound.head_slight", "stunned defender")
        if hurt.half_chances:
            tally.divide(2, "mag.wound.half_chances", "head wound")
        return tally

    def _basic(self) -> int:
        figure = self.fight.setting.figures[self.attacker]
        if figure.card is not None and self.armour in figure.card.combat.get(self.weapon, {}):
            return figure.card.combat[self.weapon][self.armour]
        return figure.sheet.combat[self.weapon][self.armour]

    def _modify(self, tally: Tally) -> None:
        """All that applies.  [mag.combat.modifiers]"""
        setting = self.fight.setting
        attacker, target = setting.figures[self.attacker], setting.figures[self.target]
        sheet = attacker.sheet.combat_modifiers
        if f"weapon_skill_{self.weapon}" in self.fight.state.pieces[self.attacker].skills:
            tally.add(sheet["weapon_skill"], weapon_skill_rule(self.fight, self.attacker), "weapon skill")
        if attacker.training == "veteran":
            tally.add(sheet["attacker_veteran_or_hero"], "mag.combat.mod.training", "veteran")
        elif attacker.training == "poor":
            tally.add(sheet["attacker_poor"], "mag.combat.mod.training", "poor troops")
        if self.zone != FRONT:
            tally.add(sheet[self.zone], "mag.combat.mod.flank_rear", f"attack on the {self.zone}")
        self._charge(tally)
        if attacker.mounted and not target.mounted and not target.monster:
            tally.add(sheet["mounted_against_foot"], "mag.combat.mod.mounted", "mounted against foot")
        if setting.library.weapons[self.weapon].against_mounted and target.mounted and self._before_front():
            note = f"{self.weapon} against mounted"
            tally.add(sheet["spear_or_pike_against_mounted"], "mag.combat.mod.long_weapon", note)
        if self.shield and self.zone != REAR:
            tally.add(sheet["defender_shield_front_or_flank"], "mag.combat.mod.shield", "shield")
        if (cover := self.cover) != "none":
            word = COVER_WORDS[cover]
            tally.add(sheet[f"cover_{word}"], "mag.combat.mod.cover", f"{word} cover")
        self._height(tally)

    def _charge(self, tally: Tally) -> None:
        """Only for the piece's own blow against an enemy it ran into this turn.  [mag.combat.charge]"""
        if self.attacker != self.front or self.target not in self.fight.state.pieces[self.attacker].charged:
            return
        figure, weapon = (
            self.fight.setting.figures[self.attacker],
            self.fight.setting.library.weapons[self.weapon],
        )
        kind = weapon.charge
        if kind == "charge":
            kind = "charge_mounted" if figure.mounted else "charge_foot"
        tally.add(figure.sheet.combat_modifiers[kind], "mag.combat.charge", "charge")

    def _before_front(self) -> bool:
        return in_front(self.fight, self.front, self.target)

    def _height(self, tally: Tally) -> None:
        levels, sheet = self.fight.setting.board.levels, self.fight.setting.figures[self.attacker].sheet
        ours, theirs = levels[self.square], levels[struck_square(self.fight, self.square, self.target)]
        if ours != theirs:
            key = "attacker_higher" if ours > theirs else "attacker_lower"
            note = key.replace("_", " ")
            tally.add(sheet.combat_modifiers[key], "mag.combat.mod.high_ground", note)


def in_front(fight: Fight, number: int, target: int) -> bool:
    """Whether an enemy in contact stands in one of a piece's three front squares."""
    piece, board = fight.state.pieces[number], fight.setting.board
    contact = fight.setting.land.contact[piece.square]
    for square in squares_of(fight, target):
        if square in contact and board.relative(piece.square, square, piece.facing)[1] > 0:
            return True
    return False


# --- who may strike -----------------------------------------------------------------------------------------


def may_not_strike(fight: Fight, number: int) -> Refusal | None:
    """Why a piece makes no attack now, if so.  [mag.combat.one_attack]"""
    piece, state = fight.state.pieces[number], fight.state
    if piece.struck:
        return Refusal("mag.combat.one_attack", "it has made its attack this turn")
    if piece.rested:
        return Refusal("mag.turn.phase4", "its player has finished attacking")
    if piece.parrying:
        return Refusal("mag.skill.secret_parry", "it parries in this combat phase")
    if stunned_now(fight, number):
        return Refusal("mag.wound.head_slight", "it is stunned this turn")
    if piece.wounds and burden(fight, number).may_not_fight:
        return Refusal("mag.wound.arms_critical", "its arms are useless")
    entranced = piece.trance is not None and state.turn < piece.trance.first
    if entranced and not any(enemy.struck and enemy.foe == number for enemy in state.pieces):
        return Refusal("mag.trick.hypnotise_effect", "under hypnosis it may reply but not begin")
    return None


def fight_ranks(fight: Fight, number: int, weapon: str = "") -> int:
    """How many ranks may strike with this weapon, or the longest carried.  [mag.combat.ranks]"""
    figure, weapons = fight.setting.figures[number], fight.setting.library.weapons
    if figure.training == "poor" or figure.individual:
        return 1
    return max(weapons[carried].ranks for carried in ([weapon] if weapon else hand_weapons(fight, number)))


def hand_weapons(fight: Fight, number: int) -> list[str]:
    """What a piece fights with; bare hands, or a monster's claws, if it has nothing.

    [mag.weapon.unarmed] [mag.weapon.claws]
    """
    weapons = fight.setting.library.weapons
    mine = [w for w in fight.state.pieces[number].weapons if weapons[w].kind == "combat"]
    return mine or [w for w in fight.setting.figures[number].sheet.combat if weapons[w].natural]


def file_front(fight: Fight, number: int, weapon: str = "") -> int:
    """The foremost piece of the unbroken file through which a piece supports, itself if it supports nobody.

    All of one unit, facing the same way, with no gap; who stands too far back has no part in it.
    [mag.combat.rank_support]
    """
    state, steps, unit = fight.state, fight.setting.board.steps, in_unit(fight, number)
    front, rank, ranks = number, 1, fight_ranks(fight, number, weapon)
    while unit != NOBODY and rank <= ranks:
        piece = state.pieces[front]
        ahead = steps[piece.square][2 * piece.facing]
        other = state.occupied[ahead] if ahead >= 0 else NOBODY
        if other == NOBODY or in_unit(fight, other) != unit or state.pieces[other].facing != piece.facing:
            return front
        front, rank = other, rank + 1
    return number


def reachable(fight: Fight, number: int, weapon: str = "") -> dict[int, int]:
    """Whom a piece may attack, each with the piece it strikes from: itself, or the front of its file.

    All of a file strike at one enemy, while it stands, and only at one before their front.
    [mag.combat.adjacent] [mag.combat.rank_support] [mag.example.combat_ranks]
    """
    near = touching(fight, number)
    front = number if near else file_front(fight, number, weapon)
    foe = fight.state.pieces[front].foe
    if not near and front != number and (foe == NOBODY or in_front(fight, front, foe)):
        near = [other for other in touching(fight, front) if in_front(fight, front, other)]
    if foe in near:
        near = [foe]
    return {other: front for other in near if not forbidden_friend(fight, number, other)}


def can_strike(fight: Fight, number: int) -> bool:
    piece = fight.state.pieces[number]
    return piece.fighting and may_not_strike(fight, number) is None and bool(reachable(fight, number))


# --- an attack ----------------------------------------------------------------------------------------------


def attack(fight: Fight, strikers: list[int]) -> None:
    """Pieces that act together attack: one alone, or several as a group of their player's choice.

    [mag.combat.multiple] [mag.combat.multiple_groups]
    """
    side, reaches = fight.state.pieces[strikers[0]].side, dict[str, dict[int, dict[int, int]]]()
    for weapon in hand_weapons(fight, strikers[0]):
        found = {number: reachable(fight, number, weapon) for number in strikers}
        reaches[weapon] = {number: foes for number, foes in found.items() if foes}
    weapon = _choose_weapon(fight, strikers[0], [weapon for weapon, reach in reaches.items() if reach])
    reach = reaches[weapon]
    answer = fight.ask(_assault(fight, side, reach, weapon))
    blows = _blows(fight, answer, reach, weapon)
    if len(blows) == 1:
        _single(fight, blows[0])
    else:
        _group(fight, blows)


def _choose_weapon(fight: Fight, number: int, usable: list[str]) -> str:
    """A Kai Lord may carry two hand weapons and names one for each attack.  [mag.kai.equip_combat]"""
    if len(usable) == 1:
        return usable[0]
    player = commander(fight, fight.state.pieces[number].side)
    name, text = fight.setting.name(number), "Which weapon does {who} use?"
    question = Choose(player, "weapon", usable, "mag.kai.equip_combat", name, text=text)
    chosen: str = fight.ask(question)
    return chosen


def _blows(fight: Fight, answer: Mapping[str, str], reach: dict[int, dict[int, int]], weapon: str) -> list[Blow]:
    number = fight.setting.number
    pairs = [(number[attacker], number[target]) for attacker, target in answer.items()]
    return [Blow(fight, attacker, target, reach[attacker][target], weapon) for attacker, target in pairs]


def _assault(fight: Fight, side: int, reach: dict[int, dict[int, int]], weapon: str) -> Assign:
    name, number = fight.setting.name, fight.setting.number
    options = {name(attacker): [name(foe) for foe in foes] for attacker, foes in reach.items()}

    def judge(answer: Answer) -> Refusal | None:
        return _unlike(fight, _blows(fight, answer, reach, weapon)) if len(answer) > 1 else None

    def offers() -> list[dict[str, str]]:
        return _suggested(fight, reach, weapon)

    def why_not(attacker: str, target: str) -> Refusal | None:
        if attacker not in number or target not in number:
            return None
        return may_not_strike(fight, number[attacker]) or Refusal(
            "mag.combat.adjacent", "{who} is not next to {1}, nor before the front of its file", (target, attacker)
        )

    player, rule, text = commander(fight, side), "mag.combat.adjacent", "Who strikes at whom, with the {who}?"
    return Assign(player, "attack", options, rule, weapon, judge, offers, why_not, text=text)


def _unlike(fight: Fight, blows: list[Blow]) -> Refusal | None:
    """Why these blows may not be added up.  [mag.combat.multiple_conditions]"""
    first = blows[0]
    unit = in_unit(fight, first.target)
    for blow in blows[1:]:
        if blow.target != first.target and (unit == NOBODY or in_unit(fight, blow.target) != unit):
            return Refusal("mag.combat.multiple", "a group attacks one enemy unit, or one hero or monster")
        if blow.armour != first.armour or blow.cover != first.cover:
            return Refusal("mag.combat.multiple_conditions", "the enemies differ in armour or cover")
    aims: dict[int, int] = {}
    if any(aims.setdefault(blow.front, blow.target) != blow.target for blow in blows):
        return Refusal("mag.combat.rank_support", "who supports a file strikes at the same enemy as its front")
    corners = {blow.front for blow in blows if blow.over_corner}
    if corners and (len(corners) > 1 or any(blow.front not in corners for blow in blows)):
        return Refusal("mag.combat.diagonal_separate", "a blow over a corner is worked out with its own file only")
    return None


def _suggested(fight: Fight, reach: dict[int, dict[int, int]], weapon: str) -> list[dict[str, str]]:
    """The largest groups against each enemy unit, over edges and file by file over corners; then single blows."""
    name = fight.setting.name
    gathered: dict[tuple[object, ...], dict[str, str]] = {}
    aims: dict[tuple[object, ...], int] = {}  # a supporter strikes where the front of his file does
    singles: list[dict[str, str]] = []
    for attacker, foes in reach.items():
        for foe in foes:
            blow = Blow(fight, attacker, foe, foes[foe], weapon)
            singles.append({name(attacker): name(foe)})
            unit = in_unit(fight, foe)
            against = ("unit", unit) if unit != NOBODY else ("piece", foe)
            corner = blow.front if blow.over_corner else None
            alike = against, corner, blow.armour, blow.cover
            if aims.setdefault((*alike, blow.front), foe) == foe:
                gathered.setdefault(alike, {})[name(attacker)] = name(foe)
    groups = sorted((g for g in gathered.values() if len(g) > 1), key=len, reverse=True)
    return groups + singles


def _begin(fight: Fight, blow: Blow) -> None:
    """A blow is struck: the attack is used up, and both units remember how.  [mag.morale.trigger.flank]"""
    state, figures = fight.state, fight.setting.figures
    attacker, front = state.pieces[blow.attacker], state.pieces[blow.front]
    attacker.struck, attacker.foe = True, blow.target
    if front.foe == NOBODY:  # a supporter who strikes first binds the front of his file
        front.foe = blow.target
    theirs, ours = in_unit(fight, blow.target), in_unit(fight, blow.attacker)
    if theirs != NOBODY:
        unit = state.units[theirs]
        if blow.zone == FLANK:
            unit.flank_attackers = (*unit.flank_attackers, blow.attacker)
        elif blow.zone == REAR:
            unit.rear_attackers = (*unit.rear_attackers, blow.attacker)
        if figures[blow.attacker].monster:
            unit.monsters = (*unit.monsters, blow.attacker)
    if ours != NOBODY and figures[blow.target].monster:
        state.units[ours].monsters = (*state.units[ours].monsters, blow.target)


def _parried(fight: Fight, target: int) -> bool:
    return before_blow.any(fight.state.pieces[target].skills, fight, target)


def _single(fight: Fight, blow: Blow) -> None:
    _begin(fight, blow)
    figures = fight.setting.figures
    fight.tell(
        Attacked(
            "mag.combat.procedure",
            (figures[blow.attacker].id,),
            (figures[blow.target].id,),
            blow.chance,
            (),
            blow.tally.steps,
        )
    )
    if _parried(fight, blow.target):
        fight.tell(Missed("mag.skill.secret_parry", figures[blow.target].id))
        return
    side = commander(fight, fight.state.pieces[blow.attacker].side)
    if not fight.roll(blow.chain, side, blow.tally):
        fight.tell(Missed("mag.combat.roll", figures[blow.target].id))
        return
    _strike_down(fight, blow.target, blow.attacker, blow.poison)
    if not fight.state.pieces[blow.target].fighting:
        after_kill.each(fight.state.pieces[blow.attacker].skills, fight, blow.attacker)


def strike_again(fight: Fight, hero: int, foe: int) -> None:
    """A second attack in the same phase, resolved like the first.  [mag.skill.lightning_attack]"""
    weapon = _choose_weapon(fight, hero, hand_weapons(fight, hero))
    _single(fight, Blow(fight, hero, foe, hero, weapon))


def _strike_down(fight: Fight, victim: int, by: int, poison: int = 0) -> None:
    """A hit in combat, counted for the morale of both units."""
    ours, theirs = in_unit(fight, by), in_unit(fight, victim)
    hit(fight, victim, by, "mag.combat.roll", severity=poison)
    if not fight.state.pieces[victim].fighting:
        if ours != NOBODY:
            fight.state.units[ours].killed += 1
        if theirs != NOBODY:
            fight.state.units[theirs].lost += 1


def _group(fight: Fight, blows: list[Blow]) -> None:
    """Totals as in firing; the victims' player chooses between those equally close.

    [mag.combat.casualty_choice]
    """
    for blow in blows:
        _begin(fight, blow)
    targets = list(dict.fromkeys(blow.target for blow in blows))
    attackers = [blow.attacker for blow in blows]
    shares = tuple(blow.chance for blow in blows)
    fight.tell(Attacked("mag.combat.multiple", names(fight, attackers), names(fight, targets), sum(shares), shares))
    if _parried(fight, targets[0]):
        fight.tell(Missed("mag.skill.secret_parry", fight.setting.name(targets[0])))
        return
    total = Tally(0, "mag.combat.multiple", "group attack")
    for blow in blows:
        total.add(blow.chance, "mag.combat.multiple", fight.setting.name(blow.attacker))
    chain = Chain(Percentage(total.total, "to hit", "mag.combat.multiple"))
    hits = fight.roll(chain, commander(fight, fight.state.pieces[attackers[0]].side), total)
    if not hits:
        fight.tell(Missed("mag.combat.multiple", fight.setting.name(targets[0])))
    fronts = list(dict.fromkeys(blow.front for blow in blows))
    over_corner = blows[0].over_corner
    for _ in range(hits):
        victim = _victim(fight, targets[0], fronts, over_corner)
        if victim == NOBODY:
            return
        _strike_down(fight, victim, attackers[0])


def _victim(fight: Fight, target: int, fronts: list[int], over_corner: bool) -> int:
    """A hero or monster takes all hits; in a unit the closest are struck.  [mag.combat.multiple_character]"""
    unit, owner = in_unit(fight, target), fight.state.pieces[target].side
    if unit == NOBODY:
        return target if fight.state.pieces[target].fighting else NOBODY
    left = [number for number in members(fight, unit) if fight.state.pieces[number].fighting]
    if not left:
        return NOBODY
    near = _closest(fight, left, fronts, over_corner)
    if len(near) == 1:
        return near[0]
    text = "Several of yours are equally close to the blow. Who is struck?"
    player, rule = commander(fight, owner), "mag.combat.casualty_choice"
    picked = fight.ask(Choose(player, "casualty", names(fight, near), rule, text=text))
    return fight.setting.number[picked]


def _closest(fight: Fight, left: list[int], fronts: list[int], over_corner: bool) -> list[int]:
    """Whom the group could strike: over the sides, or from a corner whoever is touched; then the nearest.

    A group over the sides cannot attack those who touch it at a corner only, so its hits do not fall on them
    first.  [mag.combat.casualty_choice]
    """
    board, contact = fight.setting.board, fight.setting.land.contact
    held = [square for front in fronts for square in squares_of(fight, front)]
    struck = {to for at in held for to in contact[at] if over_corner or board.direction(at, to) % 2 == 0}
    near = [number for number in left if any(square in struck for square in squares_of(fight, number))]
    if near:
        return near
    away = {n: min(board.distance(a, b) for a in held for b in squares_of(fight, n)) for n in left}
    return [number for number in left if away[number] == min(away.values())]
