"""A warband as it comes to the table: every warrior with his profile, his traits and what he carries."""

from __future__ import annotations

import msgspec

from .library import Kind, Profile, Role


class Recruit(msgspec.Struct, frozen=True, kw_only=True):
    """One warrior of a warband. Traits are those of his kind, his skills, and what old injuries left behind."""

    id: str
    title: str
    fighter: str
    role: Role
    profile: Profile
    kind: Kind = "foot"
    group: str = ""  # henchmen of one group are armed alike and learn together
    traits: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    spells: tuple[tuple[str, int], ...] = ()  # each with its difficulty for him
    experience: int = 0
    price: int = 0
    keeper: str = ""  # of a follower: the id of whom it follows
    hates: tuple[str, ...] = ()  # names of warriors and warbands
    smeared: str = ""  # the weapon that has night-root on it


class Company(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    army: str
    recruits: tuple[Recruit, ...]
    rating: int = 0
