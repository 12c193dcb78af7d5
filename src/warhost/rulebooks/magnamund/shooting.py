"""Phases 1 and 3: firing.  [mag.turn.phase1] [mag.turn.phase3]

Who may shoot at whom, with what chance and why, and what the hits do.
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.chain import Chain, Percentage
from warhost.engine.field.line import line
from warhost.engine.question import Assign, Choose, Refusal
from warhost.engine.tally import Tally

from .events import Fired, Missed
from .land import DEGREES
from .pieces import commander, engaged, fighters, in_unit, members, names, reveal, squares_of
from .setting import Fight
from .sheets import Armour, Bands, Range
from .specials import special
from .state import NOBODY, NOWHERE
from .wounds import burden, hit, stunned_now

COVER_WORDS = {"L": "light", "M": "medium", "H": "heavy"}


class Shot:
    """One piece shooting at one other: where the shot goes, and its percentage with all reasons.

    [mag.fire.procedure]
    """

    __slots__ = (
        "armour", "band", "distance", "fight", "firer", "poison", "shield", "square", "tally", "target",
        "weapon",
    )  # fmt: skip

    def __init__(self, fight: Fight, firer: int, target: int, square: int, weapon: str):
        self.fight, self.firer, self.target, self.square, self.weapon = fight, firer, target, square, weapon
        figure = fight.setting.figures[target]
        self.distance = fight.setting.board.distance(fight.state.pieces[firer].square, square)
        self.band: Range = band_of(bands(fight, firer, weapon), self.distance)
        self.armour: Armour = figure.armour
        self.shield = figure.shield
        self.poison = 0  # added to the severity of a wound
        for poisons in special.at("shooting", fight.state.pieces[firer].skills):
            poisons(self)
        self.tally = self._percentage()

    @property
    def chance(self) -> int:
        return self.tally.total

    @property
    def chain(self) -> Chain:
        """One shot is one hit at most: at 100 it is sure, and no die is thrown.  [mag.dice.zero_floor]"""
        return Chain(Percentage(min(self.chance, 100), "to hit", "mag.fire.roll"))

    def _percentage(self) -> Tally:
        tally = Tally(self._basic(), "mag.fire.basic", f"{self.weapon.replace('_', ' ')} against {self.armour}")
        self._modify(tally)
        divisor = self.fight.setting.library.tables.range_divisor[self.band]
        tally.divide(divisor, "mag.fire.range_divisor", f"{self.band} range")
        tally.floor(0, "mag.dice.zero_floor")
        if burden(self.fight, self.firer).half_chances:
            tally.divide(2, "mag.wound.half_chances", "head wound")
        return tally

    def _basic(self) -> int:
        figure = self.fight.setting.figures[self.firer]
        tables = [figure.sheet.firing]
        if figure.card is not None:
            tables.insert(0, figure.card.firing)
        for table in tables:
            if self.armour in table.get(self.weapon, {}):
                return table[self.weapon][self.armour]
        return self.fight.setting.library.weapons[self.weapon].firing[self.armour]

    def _modify(self, tally: Tally) -> None:
        """All that applies, before dividing for range.  [mag.fire.modifiers]"""
        setting, pieces = self.fight.setting, self.fight.state.pieces
        firer, target = setting.figures[self.firer], setting.figures[self.target]
        sheet = firer.sheet.firing_modifiers
        if pieces[self.target].moved:
            tally.add(sheet["target_moved"], "mag.fire.mod.target_moved", "target moved")
        if self.shield:
            tally.add(sheet["target_shield"], "mag.fire.mod.shield", "shield")
        cover = setting.land.cover(target.sheet, self.square, pieces[self.firer].square)
        if cover != "none":
            word = COVER_WORDS[cover]
            tally.add(sheet[f"cover_{word}"], "mag.fire.mod.cover", f"{word} cover")
        if firer.training == "veteran":
            tally.add(sheet["firer_veteran_or_hero"], "mag.fire.mod.training", "veteran")
        elif firer.training == "poor":
            tally.add(sheet["firer_poor"], "mag.fire.mod.training", "poor troops")
        if pieces[self.firer].moved:
            tally.add(sheet["firer_moved"], "mag.fire.mod.firer_moved", "firer moved")
        if target.monster:
            tally.add(sheet["target_monster"], "mag.fire.mod.size", "a monster")
        elif target.mounted:
            tally.add(sheet["target_mounted"], "mag.fire.mod.size", "mounted target")
        levels = setting.board.levels
        if levels[pieces[self.firer].square] > levels[self.square]:
            tally.add(sheet["firer_higher"], "mag.fire.mod.height", "from higher ground")
        self._skills(tally)

    def _skills(self, tally: Tally) -> None:
        pieces, sheet = self.fight.state.pieces, self.fight.setting.figures[self.firer].sheet.firing_modifiers
        if f"weapon_skill_{self.weapon}" in pieces[self.firer].skills:
            tally.add(sheet["weapon_skill"], weapon_skill_rule(self.fight, self.firer), "weapon skill")
        for changes in special.at("shot at", pieces[self.target].skills):
            changes(self, tally)


def weapon_skill_rule(fight: Fight, number: int) -> str:
    """Weapon Skill stands in three lists, with the same bonus.  [mag.kai.weapon_skill] [mag.trick.weapon]"""
    figure = fight.setting.figures[number]
    lists = fight.setting.library.tables.skills
    if figure.kai_lord:
        return lists["kai_disciplines"].weapon_rule
    return lists["evil_tricks" if figure.alignment == "evil" else "heroic_abilities"].weapon_rule


def bands(fight: Fight, firer: int, weapon: str) -> Bands:
    """The Weapon Chart of the firer's sheet.  [mag.fire.range_bands]"""
    found = fight.setting.figures[firer].sheet.weapon_chart.get(weapon)
    found = found or fight.setting.library.weapons[weapon].bands
    if found is None:
        raise LookupError(f"{weapon} stands on no chart of {fight.setting.figures[firer].sheet.id}")
    return found


def band_of(chart: Bands, squares: int) -> Range:
    if squares <= chart.short[1]:
        return "short"
    return "medium" if squares <= chart.medium[1] else "long"


# --- who may shoot ------------------------------------------------------------------------------------------


def missile_weapons(fight: Fight, number: int) -> list[str]:
    """What a piece shoots with; its hand weapon never.  [mag.piece.weapons_carried]"""
    weapons = fight.setting.library.weapons
    return [weapon for weapon in fight.state.pieces[number].weapons if weapons[weapon].kind == "missile"]


def may_not_shoot(fight: Fight, number: int) -> Refusal | None:
    """Why a piece has no shot in this phase at all, if so.  [mag.fire.who]"""
    piece, state = fight.state.pieces[number], fight.state
    weapons = missile_weapons(fight, number)
    if not piece.present:
        return Refusal("mag.fire.who", "it is not on the board")
    if not weapons:
        return Refusal("mag.fire.who", "it has no missile weapon")
    if piece.busy:
        return Refusal("mag.fire.who", "it has already shot or used a power in this phase")
    if piece.spent:
        return Refusal("mag.kai.healing", "whoever heals does not shoot in the same turn")
    rates = fight.setting.library.weapons
    if piece.fired and not any(rates[weapon].shots_per_turn > piece.fired for weapon in weapons):
        return Refusal("mag.fire.rate_slow", "its weapon is being loaded for the rest of this turn")
    if piece.trance is not None and state.turn < piece.trance.first:
        return Refusal("mag.trick.hypnotise_effect", "it stands under hypnosis")
    if stunned_now(fight, number):
        return Refusal("mag.wound.head_slight", "it is stunned this turn")
    if piece.wounds and burden(fight, number).may_not_fight:
        return Refusal("mag.wound.arms_critical", "its arms are useless")
    if engaged(fight, number):
        return Refusal("mag.fire.engaged", "an enemy is next to it")
    limit = fire_ranks(fight, number)
    if rank(fight, number) > limit:
        return Refusal("mag.fire.ranks", f"it stands behind the first {limit} ranks of its unit")
    return None


def fire_ranks(fight: Fight, number: int) -> int:
    return fight.setting.library.tables.fire_ranks[fight.setting.figures[number].training]


def file_ahead(fight: Fight, number: int) -> list[int]:
    """The pieces of its own unit that stand ahead of a piece in its own file, the nearest first."""
    unit = in_unit(fight, number)
    if unit == NOBODY:
        return []
    pieces, board = fight.state.pieces, fight.setting.board
    here = pieces[number].square
    along, across = (board.ys, board.xs) if pieces[number].facing % 2 == 0 else (board.xs, board.ys)
    forward = 1 if pieces[number].facing < 2 else -1
    file, start = across[here], forward * along[here]
    found = []
    for other in members(fight, unit):
        there = pieces[other].square
        if across[there] == file and forward * along[there] > start:
            found.append((forward * along[there], other))
    found.sort()
    return [other for _, other in found]


def rank(fight: Fight, number: int) -> int:
    """1 for the head of a file; gaps do not count.  [mag.fire.ranks]"""
    return 1 + len(file_ahead(fight, number))


def arc_from(fight: Fight, number: int) -> int:
    """The square from which the arc opens: the head of the shooter's own file.  [mag.fire.arc_ranks]"""
    ahead = file_ahead(fight, number)
    return fight.state.pieces[ahead[-1] if ahead else number].square


def in_arc(fight: Fight, origin: int, facing: int, square: int) -> bool:
    """45 degrees to either side; a square cut in half is in.  [mag.fire.arc]"""
    return square in fight.setting.land.arc(origin, facing)


def why_no_shot(fight: Fight, firer: int, target: int, weapon: str) -> Refusal:
    """The first thing that keeps a piece from shooting at another, for those who ask."""
    name, board, shooter = fight.setting.name(target), fight.setting.board, fight.state.pieces[firer]
    if forbidden_friend(fight, firer, target):
        return Refusal("mag.trick.hypnotise_effect", f"{name} is a comrade under another's will")
    if target not in fighters(fight, 1 - shooter.side):
        return Refusal("mag.fire.who", f"{name} is no enemy on the board")
    reach, least = bands(fight, firer, weapon).long[1], fight.setting.library.tables.minimum_range
    away = {square: board.distance(shooter.square, square) for square in squares_of(fight, target)}
    far = [square for square in away if away[square] >= least]
    if not far:
        return Refusal("mag.fire.minimum", f"{name} is nearer than {least} squares")
    within = [square for square in far if away[square] <= reach]
    if not within:
        return Refusal("mag.fire.range_bands", f"{name} is more than {reach} squares away")
    in_front = [s for s in within if in_arc(fight, arc_from(fight, firer), shooter.facing, s)]
    if not in_front:
        return Refusal("mag.fire.arc", f"{name} is outside the arc of fire")
    if not any(fight.setting.land.sees(shooter.square, square) for square in in_front):
        return Refusal("mag.fire.visible", f"{name} cannot be seen")
    return Refusal("mag.fire.blocking_pieces", f"another piece stands in the way to {name}")


def target_square(fight: Fight, firer: int, arc: frozenset[int], target: int, reach: int) -> int:
    """The nearest square of a target that may be shot at, or NOWHERE.  [mag.fire.range_count]

    Of two equally near squares the shooter picks; nobody would pick the one that is harder to hit.
    """
    setting, here = fight.setting, fight.state.pieces[firer].square
    least = setting.library.tables.minimum_range
    best, found = reach, NOWHERE
    for square in squares_of(fight, target):
        if square not in arc:
            continue
        away = setting.board.distance(here, square)
        if (
            least <= away <= best
            and setting.land.sees(here, square)
            and not _blocked(fight, firer, target, square)
            and (found == NOWHERE or away < best or _easier(fight, firer, target, square, found))
        ):
            best, found = away, square
    return found


def _easier(fight: Fight, firer: int, target: int, one: int, other: int) -> bool:
    """Whether one square of a target offers a better shot than the other: less cover, or lower ground."""
    land, levels = fight.setting.land, fight.setting.board.levels
    sheet, here = fight.setting.figures[target].sheet, fight.state.pieces[firer].square
    cover, other_cover = (DEGREES.index(land.cover(sheet, square, here)) for square in (one, other))
    if cover != other_cover:
        return cover < other_cover
    return levels[one] < levels[here] <= levels[other]


def _blocked(fight: Fight, firer: int, target: int, square: int) -> bool:
    """A piece in the way, unless it stands lower or is of the shooter's unit.  [mag.fire.blocking_pieces]"""
    state, board = fight.state, fight.setting.board
    occupied, levels, here = state.occupied, board.levels, state.pieces[firer].square
    for crossed in line(board, here, square).squares:
        other = occupied[crossed]
        if other < 0 or other in (firer, target):
            continue
        if levels[crossed] < levels[here]:  # overhead fire  [mag.fire.overhead]
            continue
        unit = in_unit(fight, firer)
        if unit == NOBODY or in_unit(fight, other) != unit:
            return True
    return False


def forbidden_friend(fight: Fight, number: int, target: int) -> bool:
    """Good comrades are barred from attacking one of their own who was hypnotised.

    [mag.trick.hypnotise_effect]
    """
    figures, pieces = fight.setting.figures, fight.state.pieces
    same_force = figures[number].force == figures[target].force
    return pieces[target].trance is not None and same_force and figures[number].alignment == "good"


def targets_of(fight: Fight, firer: int, weapon: str, *, first_only: bool = False) -> dict[int, int]:
    """Whom a piece may shoot at, each with the square the shot goes to."""
    pieces, shooter = fight.state.pieces, fight.state.pieces[firer]
    reach, arc = bands(fight, firer, weapon).long[1], fight.setting.land.arc(arc_from(fight, firer), shooter.facing)
    found: dict[int, int] = {}
    for target, piece in enumerate(pieces):
        if piece.side == shooter.side or piece.fate != "fighting":
            continue
        square = target_square(fight, firer, arc, target, reach)
        if square != NOWHERE and not forbidden_friend(fight, firer, target):
            found[target] = square
            if first_only:
                break
    return found


def ready_weapons(fight: Fight, number: int) -> list[str]:
    """The missile weapons whose rate still allows a shot this turn.  [mag.fire.rate_fast] [mag.fire.rate_slow]"""
    rates, piece = fight.setting.library.weapons, fight.state.pieces[number]
    return [w for w in missile_weapons(fight, number) if rates[w].shots_per_turn > piece.fired]


def has_shot(fight: Fight, number: int) -> bool:
    if may_not_shoot(fight, number) is not None:
        return False
    return any(targets_of(fight, number, weapon, first_only=True) for weapon in ready_weapons(fight, number))


# --- a volley -----------------------------------------------------------------------------------------------


def volley(fight: Fight, shooters: Sequence[int]) -> None:
    """One or more pieces that act together shoot at a target of their choice.  [mag.fire.multiple]"""
    side = fight.state.pieces[shooters[0]].side
    weapon = _choose_weapon(fight, shooters)
    shots = {firer: targets_of(fight, firer, weapon) for firer in shooters}
    shots = {firer: targets for firer, targets in shots.items() if targets}
    answer = fight.ask(_aim(fight, side, shots, weapon))
    number = fight.setting.number
    target = number[next(iter(answer.values()))]
    aimed = [Shot(fight, number[name], target, shots[number[name]][target], weapon) for name in answer]
    together = False
    if len(aimed) > 1 and not _unlike(fight, aimed, shots):
        manner = Choose(commander(fight, side), "manner", ("together", "one by one"), "mag.fire.multiple")
        together = fight.ask(manner) == "together"
    if together:
        _concentrated(fight, aimed)
    else:
        for shot in aimed:
            if fight.state.pieces[target].fighting:
                _single(fight, shot)


def _choose_weapon(fight: Fight, shooters: Sequence[int]) -> str:
    """Few carry two missile weapons; they say which one they use."""
    first = shooters[0]
    usable = [w for w in ready_weapons(fight, first) if targets_of(fight, first, w, first_only=True)]
    usable = usable or ready_weapons(fight, first)
    if len(usable) == 1:
        return usable[0]
    side = commander(fight, fight.state.pieces[first].side)
    chosen: str = fight.ask(Choose(side, "weapon", usable, "mag.kai.equip_missile", fight.setting.name(first)))
    return chosen


def _aim(fight: Fight, side: int, shots: dict[int, dict[int, int]], weapon: str) -> Assign:
    name, number = fight.setting.name, fight.setting.number
    options = {name(firer): [name(target) for target in targets] for firer, targets in shots.items()}

    def judge(answer: object) -> Refusal | None:
        assert isinstance(answer, dict)
        if len(set(answer.values())) > 1:
            return Refusal("mag.fire.multiple", "one volley has one target; fire at the others next")
        return None

    def offers() -> list[dict[str, str]]:
        targets = sorted({target for found in shots.values() for target in found})
        volleys = [
            {name(firer): name(target) for firer, found in shots.items() if target in found} for target in targets
        ]
        return sorted(volleys, key=len, reverse=True)

    def why_not(firer: str, target: str) -> Refusal | None:
        if firer not in number or target not in number:
            return None
        shooter, leading = number[firer], next(iter(shots))
        unit = in_unit(fight, shooter)
        if shooter != leading and (unit == NOBODY or unit != in_unit(fight, leading)):
            return Refusal("mag.fire.multiple_conditions", "only pieces of one unit shoot together")
        return may_not_shoot(fight, shooter) or why_no_shot(fight, shooter, number[target], weapon)

    return Assign(commander(fight, side), "shots", options, "mag.fire.who", weapon, judge, offers, why_not)


def _unlike(fight: Fight, aimed: list[Shot], shots: dict[int, dict[int, int]]) -> Refusal | None:
    """Fire is concentrated only at troops alike in armour and cover.  [mag.fire.multiple_conditions]"""
    land, figures = fight.setting.land, fight.setting.figures
    unit = in_unit(fight, aimed[0].target)
    for shot in aimed:
        fellows = [
            (target, square)
            for target, square in shots[shot.firer].items()
            if target == shot.target or (unit != NOBODY and in_unit(fight, target) == unit)
        ]
        here = fight.state.pieces[shot.firer].square
        kinds = {(figures[t].armour, land.cover(figures[t].sheet, square, here)) for t, square in fellows}
        if len(kinds) > 1:
            return Refusal("mag.fire.multiple_conditions", "the targets differ in armour or cover")
    return None


def _loose(fight: Fight, shot: Shot) -> None:
    """The piece has shot; whoever was hidden shows himself."""
    piece = fight.state.pieces[shot.firer]
    piece.fired, piece.busy = piece.fired + 1, True
    reveal(fight, shot.firer)


def _single(fight: Fight, shot: Shot) -> None:
    _loose(fight, shot)
    figures = fight.setting.figures
    fight.tell(
        Fired(
            "mag.fire.procedure",
            (figures[shot.firer].id,),
            figures[shot.target].id,
            shot.weapon,
            shot.chance,
            shot.distance,
            (),
            shot.tally.steps,
        )
    )
    if not _deflected(fight, shot.target, [shot]):
        return
    side = commander(fight, fight.state.pieces[shot.firer].side)
    if fight.roll(shot.chain, side, shot.tally):
        hit(fight, shot.target, shot.firer, "mag.fire.kill", severity=shot.poison)
    else:
        fight.tell(Missed("mag.fire.roll", figures[shot.target].id))


def _concentrated(fight: Fight, aimed: list[Shot]) -> None:
    """Percentages are added; every full hundred is a sure hit.  [mag.fire.multiple_total]"""
    for shot in aimed:
        _loose(fight, shot)
    target, first = aimed[0].target, aimed[0]
    fight.tell(
        Fired(
            "mag.fire.multiple",
            names(fight, [shot.firer for shot in aimed]),
            fight.setting.name(target),
            first.weapon,
            sum(shot.chance for shot in aimed),
            first.distance,
            tuple(shot.chance for shot in aimed),
        )
    )
    aimed = _deflected(fight, target, aimed)
    total = Tally(0, "mag.fire.multiple", "concentrated fire")
    for shot in aimed:
        total.add(shot.chance, "mag.fire.multiple", fight.setting.name(shot.firer))
    chain = Chain(Percentage(total.total, "to hit", "mag.fire.multiple_total"))
    side = commander(fight, fight.state.pieces[first.firer].side)
    hits = fight.roll(chain, side, total)
    if not hits:
        fight.tell(Missed("mag.fire.multiple_total", fight.setting.name(target)))
    _spread(fight, target, hits, [shot.firer for shot in aimed])


def _deflected(fight: Fight, target: int, shots: list[Shot]) -> list[Shot]:
    """What still comes after the target has done what he can about it."""
    for turns_aside in special.at("before shot", fight.state.pieces[target].skills):
        shots = turns_aside(fight, target, shots)
    return shots


def _spread(fight: Fight, target: int, hits: int, shooters: list[int]) -> None:
    """All hits strike a hero or monster; with soldiers further ones strike whoever is nearest.

    [mag.fire.multiple_character] [mag.fire.multiple_overflow]
    """
    by = shooters[0] if shooters else None
    if fight.setting.figures[target].individual:
        for _ in range(hits):
            if fight.state.pieces[target].fighting:
                hit(fight, target, by, "mag.fire.multiple_character")
        return
    where, owner = squares_of(fight, target), fight.state.pieces[target].side
    for further in range(hits):
        victim = target if further == 0 else _nearest(fight, where, owner, shooters)
        if victim == NOBODY:
            return
        rule = "mag.fire.kill" if further == 0 else "mag.fire.multiple_overflow"
        hit(fight, victim, by, rule)


def _nearest(fight: Fight, where: tuple[int, ...], owner: int, shooters: list[int]) -> int:
    """Friend or foe; the player of the first target picks between those equally near.  [mag.fire.into_melee]"""
    board = fight.setting.board
    away: dict[int, int] = {}
    for number, piece in enumerate(fight.state.pieces):
        if piece.fighting and number not in shooters:
            away[number] = min(board.distance(a, b) for a in where for b in squares_of(fight, number))
    near = [number for number, squares in away.items() if squares == min(away.values())]
    if len(near) <= 1:
        return near[0] if near else NOBODY
    picked = fight.ask(
        Choose(commander(fight, owner), "stray hit", names(fight, near), "mag.fire.multiple_overflow")
    )
    return fight.setting.number[picked]
