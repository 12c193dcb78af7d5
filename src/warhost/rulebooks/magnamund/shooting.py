"""Phases 1 and 3: firing.  [mag.turn.phase1] [mag.turn.phase3]

With what chance a shot hits and why, and what the hits do; who may shoot at whom is in aiming.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from warhost.engine.chain import Chain, Percentage
from warhost.engine.question import Assign, Choose, Refusal
from warhost.engine.tally import Tally

from .aiming import Enemies, band_of, bands, may_not_shoot, ready_weapons, targets_of, why_no_shot
from .attacks import Attack
from .events import Fired, Missed
from .land import COVER_WORDS
from .pieces import commander, in_unit, names, reveal, squares_of
from .setting import Fight
from .sheets import Range
from .specials import before_shot, shooting, shot_at, weapon_skill_rule
from .state import NOBODY
from .wounds import burden, hit

MANNERS = {
    "together": "together: their chances are added up, one die decides; every full 100 is a sure hit",
    "one by one": "one by one: each throws for himself until the target falls; the rest keep their shots",
}


class Shot(Attack):
    """One piece shooting at one other: where the shot goes, and its percentage with all reasons.

    [mag.fire.procedure]
    """

    __slots__ = ("band", "distance", "square")
    rule = "mag.fire.roll"

    def __init__(self, fight: Fight, firer: int, target: int, square: int, weapon: str):
        self.square, self.distance = square, fight.setting.board.distance(fight.state.pieces[firer].square, square)
        self.band: Range = band_of(bands(fight, firer, weapon), self.distance)
        super().__init__(fight, firer, target, weapon, shooting)

    @property
    def firer(self) -> int:
        return self.by

    def _percentage(self) -> Tally:
        tally = Tally(self._basic(), "mag.fire.basic", self._in_words())
        self._modify(tally)
        divisor = self.fight.setting.library.tables.range_divisor[self.band]
        tally.divide(divisor, "mag.fire.range_divisor", f"{self.band} range")
        tally.floor(0, "mag.dice.zero_floor")
        if burden(self.fight, self.firer).half_chances:
            tally.divide(2, "mag.wound.half_chances", "head wound")
        return tally

    def _basic(self) -> int:
        """The weapon's row and the column of the target's armour; the card goes before the sheet.

        [mag.armour.none] [mag.armour.leather] [mag.armour.mail] [mag.armour.plate]
        """
        figure = self.fight.setting.figures[self.firer]
        tables = [figure.sheet.firing]
        if figure.card is not None:
            tables.insert(0, figure.card.firing)
        for table in tables:
            if self.armour in table.get(self.weapon, {}):
                return table[self.weapon][self.armour]
        return self.fight.setting.library.weapons[self.weapon].firing[self.armour]

    def _modify(self, tally: Tally) -> None:
        """All that applies, before dividing for range.  [mag.fire.modifiers] [mag.armour.shield]"""
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
        shot_at.each(pieces[self.target].skills, self, tally)


def volley(fight: Fight, group: Sequence[int], enemies: Enemies | None = None) -> None:
    """One or more pieces that act together shoot at a target of their choice.  [mag.fire.multiple]

    `enemies` need not be given; who has looked for them already hands them on.
    """
    side = fight.state.pieces[group[0]].side
    enemies = enemies or Enemies(fight, side)
    shooters = [number for number in group if may_not_shoot(fight, number, enemies.files) is None]
    weapon = _choose_weapon(fight, shooters)
    shots = {firer: targets for firer in shooters if (targets := enemies.before(firer, weapon))}
    answer = fight.ask(_aim(fight, side, shots, weapon))
    number = fight.setting.number
    target = number[next(iter(answer.values()))]
    aimed = [Shot(fight, number[name], target, shots[number[name]][target], weapon) for name in answer]
    together = False
    if len(aimed) > 1 and unlike(fight, aimed, enemies) is None:
        manner = Choose(
            commander(fight, side), "manner", list(MANNERS), "mag.fire.multiple",
            text="How shall they shoot?", meanings=MANNERS,
        )  # fmt: skip
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
    usable = ready_weapons(fight, first)
    if len(usable) == 1:
        return usable[0]
    usable = [w for w in usable if any(targets_of(fight, n, w) for n in shooters)]
    if len(usable) == 1:
        return usable[0]
    side = commander(fight, fight.state.pieces[first].side)
    name, text = fight.setting.name(first), "Which weapon does {who} use?"
    chosen: str = fight.ask(Choose(side, "weapon", usable, "mag.kai.equip_missile", name, text=text))
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

    player, text = commander(fight, side), "Who shoots at whom, with the {who}?"
    return Assign(player, "shots", options, "mag.fire.who", weapon, judge, offers, why_not, text=text)


def unlike(fight: Fight, aimed: list[Shot], enemies: Enemies) -> Refusal | None:
    """Fire is concentrated only at troops alike in armour and cover.  [mag.fire.multiple_conditions]"""
    land, figures = fight.setting.land, fight.setting.figures
    unit = in_unit(fight, aimed[0].target)
    for shot in aimed:
        fellows = [
            (target, square)
            for target, square in enemies.before(shot.firer, shot.weapon).items()
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
    return before_shot.fold(fight.state.pieces[target].skills, shots, fight, target)


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
    text = "There is another hit. Which of those equally near is struck?"
    player, rule = commander(fight, owner), "mag.fire.multiple_overflow"
    picked = fight.ask(Choose(player, "stray hit", names(fight, near), rule, text=text))
    return fight.setting.number[picked]
