"""Experience and advances, and who leads.  [war.camp.xp] [war.camp.advance.hero] [war.camp.advance.hench]"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.question import Choose

from ..library import AdvanceLine, Library, Profile
from .aftermath import After
from .healing import note
from .ledger import Group, Hero, Ledger, changed
from .tale import Befell

MOST_HEROES = 6
NEW_SPELL = "a new spell"
HIGHEST_DIFFICULTY_CUT = 4


def learn_one(after: After) -> bool:
    """All gain what they earned; then advances, hero after hero, then group after group."""
    state, ledger = after.state, after.state.ledger
    if not state.begun:
        state.begun = True
        state.todo = tuple(_earned(after, ledger))
    if not state.todo:
        return False
    who, *rest = state.todo
    state.todo = tuple(rest)
    hero = next((one for one in ledger.heroes if one.id == who), None)
    if hero is not None:
        advance_hero(after, ledger, hero)
    else:
        group = next((one for one in ledger.groups if one.id == who), None)
        if group is not None:
            advance_group(after, ledger, group)
    return True


def underdog(library: Library, ratings: tuple[int, ...], side: int) -> int:
    """By the difference to the highest of the others.  [war.camp.underdog] [war.multi.after]"""
    gap = max(rating for other, rating in enumerate(ratings) if other != side) - ratings[side]
    return 0 if gap <= 0 else next(line.experience for line in library.charts.underdog if gap <= line.to)


def crossed(thresholds: tuple[int, ...], before: int, now: int, start: int = 0) -> int:
    """How many thresholds are reached that lie above the start."""
    return sum(max(before, start) < line <= now for line in thresholds)


def _earned(after: After, ledger: Ledger) -> list[str]:
    """Who has advances to roll for, once for each."""
    state, charts = after.state, after.setting.library.charts
    side = state.happened.sides[state.side]
    more = (
        underdog(after.setting.library, state.happened.ratings, state.side)
        if len(state.happened.ratings) > 1
        else 0
    )
    found: list[str] = []
    for hero in ledger.heroes:
        if hero.id not in side.took_part or hero.captor >= 0:
            continue
        before = hero.experience
        won = hero.role == "leader" and state.happened.winner == state.side
        hero.experience += 1 + won + dict(side.kills).get(hero.id, 0) + more
        found += [hero.id] * crossed(charts.hero_advance.thresholds, before, hero.experience, hero.start)
    for group in ledger.groups:
        fought = any(id.rpartition("-")[0] == group.id for id in side.took_part)
        if fought and "no experience" not in group.traits and "animal" not in group.traits:
            before = group.experience
            group.experience += 1 + more
            found += [group.id] * crossed(charts.henchman_advance.thresholds, before, group.experience)
    return found


# --- heroes ---------------------------------------------------------------------------------------------------


def advance_hero(after: After, ledger: Ledger, hero: Hero) -> None:
    """2D6: a skill, or a characteristic that is not at its maximum; rolled again where both are.

    [war.camp.maxima] [war.camp.skills]
    """
    charts = after.setting.library.charts
    while True:
        total = sum(after.throw(Throw(2, 6, "advance", "war.camp.advance.hero", after.state.side)))
        line = next(line for line in charts.hero_advance.roll if total <= line.to)
        if line.skill:
            if _learn(after, ledger, hero):
                return
            continue
        stat = _stat(after, hero, line, total)
        if stat:
            hero.profile = changed(hero.profile, stat, 1)
            note(after, ledger, hero, f"gains +1 {stat.upper()}", "war.camp.advance.hero")
            return


def may_rise(library: Library, profile: Profile, maxima: str, stat: str) -> bool:
    """[war.camp.maxima]"""
    most = library.charts.maxima.get(maxima)
    return most is not None and getattr(profile, stat) < getattr(most, stat)


def _stat(after: After, hero: Hero, line: AdvanceLine, total: int) -> str:
    """The characteristic that rises; nothing if all of the line are at their maximum."""
    library = after.setting.library
    if line.either:
        return _either(
            after, hero.title, [stat for stat in line.either if may_rise(library, hero.profile, hero.maxima, stat)]
        )
    low = after.die(6, "which characteristic", "war.camp.advance.hero", after.state.side, (3,)) <= 3
    wanted = (line.low, line.high) if low else (line.high, line.low)
    return next((stat for stat in wanted if may_rise(library, hero.profile, hero.maxima, stat)), "")


def _either(after: After, title: str, stats: list[str]) -> str:
    if len(stats) < 2:
        return stats[0] if stats else ""
    return str(
        after.ask(
            Choose(
                after.state.side,
                "characteristic",
                stats,
                "war.camp.advance.hero",
                text=f"What does {title} improve?",
                meanings={stat: f"+1 {stat.upper()}" for stat in stats},
            )
        )
    )


def skills_open_to(library: Library, hero: Hero) -> list[str]:
    """From his lists, none twice.  [war.camp.skilllists]"""
    return [skill for name in hero.lists for skill in library.charts.skills[name] if skill not in hero.traits]  # type: ignore[index]


def _learn(after: After, ledger: Ledger, hero: Hero) -> bool:
    """A skill of his choice, or for a wizard a new spell; False if there is nothing left to learn."""
    options = [*skills_open_to(after.setting.library, hero), *([NEW_SPELL] if "wizard" in hero.traits else [])]
    if not options:
        return False
    chosen = after.ask(
        Choose(
            after.state.side,
            "skill",
            options,
            "war.camp.skills",
            text=f"What does {hero.title} learn?",
            meanings={option: option for option in options},
        )
    )
    if chosen == NEW_SPELL:
        learn_spell(after, ledger, hero)
    else:
        hero.traits = (*hero.traits, chosen)
        note(after, ledger, hero, f"learns {chosen}", "war.camp.skills")
    return True


def learn_spell(after: After, ledger: Ledger, hero: Hero) -> None:
    """One he has already becomes easier, down to 4.  [war.magic.learn]"""
    face = after.die(6, "which spell", "war.magic.learn", after.state.side)
    spell = next(spell for spell in after.setting.library.spells.values() if spell.die == face)
    known = dict(hero.spells)
    known[spell.id] = max(HIGHEST_DIFFICULTY_CUT, known[spell.id] - 1) if spell.id in known else spell.difficulty
    hero.spells = tuple(known.items())
    note(after, ledger, hero, f"studies {spell.title}, {known[spell.id]}+ now", "war.magic.learn")


# --- henchmen -------------------------------------------------------------------------------------------------


def advance_group(after: After, ledger: Ledger, group: Group) -> None:
    """What has risen once does not rise again; on the last line one of them becomes a hero.

    [war.camp.advance.hench]
    """
    library = after.setting.library
    barred_raise = False
    while _any_left(library, ledger, group, barred_raise):
        total = sum(after.throw(Throw(2, 6, "advance", "war.camp.advance.hench", after.state.side)))
        line = next(line for line in library.charts.henchman_advance.roll if total <= line.to)
        if line.raised:
            if barred_raise or len(ledger.heroes) >= MOST_HEROES:
                continue
            _raise(after, ledger, group)
            if not group.count:
                ledger.groups.remove(group)
                return
            barred_raise = True  # the rest of the group rolls again
            continue
        stats = [
            stat
            for stat in line.either
            if stat not in group.risen and may_rise(library, group.profile, group.maxima, stat)
        ]
        stat = _either(after, group.title, stats)
        if stat:
            group.profile, group.risen = changed(group.profile, stat, 1), (*group.risen, stat)
            after.tell(Befell("war.camp.advance.hench", ledger.name, group.title, f"gain +1 {stat.upper()}"))
            return


def _any_left(library: Library, ledger: Ledger, group: Group, barred_raise: bool) -> bool:
    if not group.maxima:
        return False
    lines = library.charts.henchman_advance.roll
    rises = any(
        stat not in group.risen and may_rise(library, group.profile, group.maxima, stat)
        for line in lines
        for stat in line.either
    )
    return rises or (not barred_raise and len(ledger.heroes) < MOST_HEROES)


def _raise(after: After, ledger: Ledger, group: Group) -> None:
    """He keeps the group's experience and arms, and picks two skill lists, lore not among them.

    [war.camp.skilllists]
    """
    lists: list[str] = []
    for at in (1, 2):
        options = [name for name in ("combat", "shooting", "strength", "speed") if name not in lists]
        lists.append(
            after.ask(
                Choose(
                    after.state.side,
                    "skill list",
                    options,
                    "war.camp.skilllists",
                    text=f"Which skills are open to the new hero ({at} of 2)?",
                    meanings={name: name for name in options},
                )
            )
        )
    number = sum(hero.id.startswith(f"{group.id}-hero") for hero in ledger.heroes) + ledger.battles
    hero = Hero(
        f"{group.id}-hero-{number}",
        f"{group.title} the Bold",
        group.fighter,
        "hero",
        group.profile,
        group.experience,
        group.experience,
        group.gear,
        group.traits,
        (),
        tuple(lists),
        group.maxima,
        group.kind,
    )
    ledger.heroes.append(hero)
    group.count -= 1
    note(after, ledger, hero, "becomes a hero", "war.camp.advance.hench")


# --- who leads ------------------------------------------------------------------------------------------------


def new_leader(after: After) -> bool:
    """The hero with the highest Leadership, then experience, then chance; without heroes the warband is ended.

    [war.camp.leader]
    """
    ledger = after.state.ledger
    if ledger.leader is not None or ledger.ended:
        return False
    free = ledger.at_home
    if not free:
        ledger.ended = not ledger.heroes
        return False
    best = max((hero.profile.ld, hero.experience) for hero in free)
    equal = [hero for hero in free if (hero.profile.ld, hero.experience) == best]
    at = 0
    if len(equal) > 1:
        at = (after.die(6, "who leads", "war.camp.leader", after.state.side) - 1) % len(equal)
    hero = equal[at]
    hero.role, hero.traits = "leader", (*hero.traits, "leader")
    hero.lists = hero.lists if "lore" in hero.lists else (*hero.lists, "lore")
    note(after, ledger, hero, "leads the warband now", "war.camp.leader")
    return False
