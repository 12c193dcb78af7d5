"""The charts that stand on no Play Sheet: wounds of heroes, blind steps, skills and powers."""

from __future__ import annotations

from typing import Literal

from warhost.engine.bounds import Number, Positive
from warhost.engine.data import Definition

from .sheets import (
    Cost,
    HitChart,
    Percent,
    Range,
    Roll,
    Severity,
    Training,
)

SkillListName = Literal["kai_disciplines", "heroic_abilities", "evil_tricks"]
TargetClass = Literal["soldier", "monster", "hero", "kai_lord"]


class DirectionBand(Definition, frozen=True):
    """A blinded piece goes this way; `turns` is in eighths of a circle, clockwise from straight ahead."""

    upto: Roll
    direction: Literal["A", "B", "C", "D", "E", "F", "G", "H"]
    turns: Number
    title: str


class SenseBand(Definition, frozen=True):
    upto: Roll
    result: Literal["nothing", "again", "reveal"]


class Skill(Definition, frozen=True):
    """A discipline, ability or trick; `kin` are the only heroes that may have it."""

    id: str
    title: str
    rule: str
    kin: tuple[str, ...] = ()


class SkillList(Definition, frozen=True, kw_only=True):
    """One of the three lists. Each of `weapons` is a skill of its own: weapon_skill_sword and so on."""

    title: str
    weapon_rule: str
    weapons: tuple[str, ...]
    skills: tuple[Skill, ...]


class Blast(Definition, frozen=True):
    """The chance to hit one class of target, and what is added to the two wound rolls."""

    hit: Percent
    location: Number = 0
    severity: Number = 0


class MindBlast(Definition, frozen=True, kw_only=True):
    reach: Positive
    uses: Positive
    soldier: Blast
    monster: Blast
    hero: Blast


class MindShield(Definition, frozen=True):
    """Parries on this or less, by who blasts."""

    against_evil: Percent
    against_kai: Percent


class Hypnotise(Definition, frozen=True):
    reach: Positive
    uses: Positive
    lasts: str
    chances: dict[TargetClass, Percent]


class Healing(Definition, frozen=True):
    """What a wound of each severity becomes; an empty name is no wound at all."""

    succeeds_from: Roll
    uses: Positive
    becomes: dict[Severity, Severity | Literal[""]]


class AnimalKinship(Definition, frozen=True):
    reach: Positive
    chance: Percent


class SalmonLeap(Definition, frozen=True):
    squares: Positive
    uses: Positive


class Tables(Definition, frozen=True, kw_only=True):
    """tables.toml."""

    hero_hits: HitChart
    random_direction: tuple[DirectionBand, ...]
    random_direction_rolls: Positive  # a blinded piece that is stopped so often stays where it is
    fire_ranks: dict[Training, Positive]
    range_divisor: dict[Range, Positive]
    minimum_range: Positive
    leader_reach: Cost
    rout_multiple: Positive

    skills: dict[SkillListName, SkillList]
    sixth_sense: tuple[SenseBand, ...]
    tracking_bonus: Cost
    healing: Healing
    animal_kinship: AnimalKinship
    mind_over_matter: Percent
    kai_mind_blast: MindBlast
    evil_mind_blast: MindBlast
    kai_mind_shield: MindShield
    evil_mind_shield: MindShield
    salmon_leap: SalmonLeap
    lightning_reach: Positive
    aura_reach: Positive
    poison_severity: Number
    hypnotise: Hypnotise
