"""Experience and advances, and who leads.  [war.camp.xp] [war.camp.advance.hero] [war.camp.advance.hench]"""

from __future__ import annotations

from warhost.engine.dice import Throw
from warhost.engine.question import Choose
from warhost.engine.tidings import Befell

from ..library import AdvanceLine, Library, Profile
from .happened import Happened
from .ledger import Group, Hero, Ledger, changed, fresh_id, told_apart
from .season import After
from .stories import note, note_group

MOST_HEROES = 6
NEW_SPELL = "a new spell"
EASIEST = 4


def learn_one(after: After) -> bool:
    """All gain what they earned; then advances, hero after hero, then group after group."""
    season, ledger = after.state, after.state.ledger
    if not season.begun:
        season.begun = True
        season.todo = tuple(_earned(after, ledger))
    if not season.todo:
        return False
    who, *rest = season.todo
    season.todo = tuple(rest)
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
    gap = max((rating for other, rating in enumerate(ratings) if other != side), default=0) - ratings[side]
    return 0 if gap <= 0 else next(line.experience for line in library.charts.underdog if gap <= line.to)


def _compared(end: Happened, side: int) -> tuple[tuple[int, ...], int]:
    """The ratings of those who came to the battle, and which of them is his.  [war.camp.few]"""
    if end.forfeit:
        return end.ratings, side
    came = [other for other, one in enumerate(end.sides) if one.took_part or other == side]
    return tuple(end.ratings[other] for other in came), came.index(side)


def crossed(thresholds: tuple[int, ...], before: int, now: int, start: int = 0) -> int:
    """How many thresholds are reached that lie above the start."""
    return sum(max(before, start) < line <= now for line in thresholds)


def _earned(after: After, ledger: Ledger) -> list[str]:
    """Everybody gains what he earned; who has advances to roll for, once for each.  [war.camp.xp]"""
    season, charts = after.state, after.setting.library.charts
    side = season.happened.sides[season.side]
    more = underdog(after.setting.library, *_compared(season.happened, season.side))
    found: list[str] = []
    for hero in ledger.heroes:
        if hero.id in side.took_part:
            led = hero.role == "leader" and season.won
            hero.experience += 1 + led + dict(side.kills).get(hero.id, 0) + more
        # What was won in the pits or by a charmed life counts though it came before.
        found += [hero.id] * crossed(charts.hero_advance.thresholds, hero.reached, hero.experience, hero.start)
        hero.reached = hero.experience
    for group in ledger.groups:
        fought = any(id.rpartition("-")[0] == group.id for id in side.took_part)
        if fought and not {"no experience", "animal"} & set(group.traits):
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
    if not _can_learn(after.setting.library, hero):
        note(after, ledger, hero, "has nothing left to learn", "war.camp.maxima")
        return
    while True:
        total = _two_dice(after, hero.title, "war.camp.advance.hero")
        line = next(line for line in charts.hero_advance.roll if total <= line.to)
        if line.skill:
            if _learn(after, ledger, hero):
                return
            continue
        stat = _stat(after, hero, line)
        if stat:
            hero.profile = changed(hero.profile, stat, 1)
            note(after, ledger, hero, f"gains +1 {stat.upper()}", "war.camp.advance.hero")
            return


def _two_dice(after: After, whose: str, rule: str) -> int:
    return sum(after.throw(Throw(2, 6, f"advance of {whose}", rule, after.state.player)))


def _can_learn(library: Library, hero: Hero) -> bool:
    """Whether any line of the table can come true for him."""
    lines = library.charts.hero_advance.roll
    stats = {stat for line in lines for stat in (line.low, line.high, *line.either) if stat}
    rises = any(may_rise(library, hero.profile, hero.maxima, stat) for stat in sorted(stats))
    return rises or "wizard" in hero.traits or bool(skills_open_to(library, hero))


def may_rise(library: Library, profile: Profile, maxima: str, stat: str) -> bool:
    """[war.camp.maxima]"""
    most = library.charts.maxima.get(maxima)
    return most is not None and getattr(profile, stat) < getattr(most, stat)


def _stat(after: After, hero: Hero, line: AdvanceLine) -> str:
    """The characteristic that rises; nothing if all of the line are at their maximum."""
    library = after.setting.library
    if line.either:
        return _either(
            after, hero.title, [stat for stat in line.either if may_rise(library, hero.profile, hero.maxima, stat)]
        )
    low = after.die(6, "which characteristic", "war.camp.advance.hero", after.state.player, (3,)) <= 3
    wanted = (line.low, line.high) if low else (line.high, line.low)
    return next((stat for stat in wanted if may_rise(library, hero.profile, hero.maxima, stat)), "")


def _either(after: After, title: str, stats: list[str]) -> str:
    if len(stats) < 2:
        return stats[0] if stats else ""
    return str(
        after.ask(
            Choose(
                after.state.player,
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
            after.state.player,
            "skill",
            options,
            "war.camp.skills",
            text=f"What does {hero.title} learn?",
            meanings={option: option for option in options},
        )
    )
    if chosen == NEW_SPELL:
        learn_spell(after, after.state.player, hero)
    else:
        hero.traits = (*hero.traits, chosen)
        note(after, ledger, hero, f"learns {chosen}", "war.camp.skills")
    return True


def learn_spell(after: After, player: int, hero: Hero) -> None:
    """One he has already becomes easier, down to 4.  [war.magic.learn]"""
    ledger = after.state.ledgers[player]
    face = after.die(6, f"which spell {hero.title} learns", "war.magic.learn", player)
    spell = next(spell for spell in after.setting.library.spells.values() if spell.die == face)
    known = dict(hero.spells)
    known[spell.id] = max(EASIEST, known[spell.id] - 1) if spell.id in known else spell.difficulty
    hero.spells = tuple(known.items())
    note(after, ledger, hero, f"learns {spell.title}, cast on {known[spell.id]}+", "war.magic.learn")


def first_spells(after: After, player: int) -> None:
    """Rolled at the founding and written on the roster.  [war.magic.learn]"""
    for hero in after.state.ledgers[player].heroes:
        if "wizard" in hero.traits and not hero.spells:
            learn_spell(after, player, hero)


# --- henchmen -------------------------------------------------------------------------------------------------


def advance_group(after: After, ledger: Ledger, group: Group) -> None:
    """What has risen once does not rise again; on the last line one of them becomes a hero.

    [war.camp.advance.hench]
    """
    library = after.setting.library
    barred_raise = False
    while _any_left(library, ledger, group, barred_raise):
        total = _two_dice(after, group.title, "war.camp.advance.hench")
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
            note_group(after, ledger, group, f"they gain +1 {stat.upper()}", "war.camp.advance.hench")
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
    lists = _two_lists(after)
    hero = Hero(
        id=fresh_id(ledger, group.fighter),
        title=told_apart(ledger, f"{group.title} the Bold"),
        fighter=group.fighter,
        role="hero",
        profile=group.profile,
        start=group.experience,
        experience=group.experience,
        reached=group.experience,
        gear=group.gear,
        traits=group.traits,
        lists=tuple(lists),
        maxima=group.maxima,
        kind=group.kind,
    )
    ledger.heroes.append(hero)
    group.count -= 1
    note(after, ledger, hero, "becomes a hero", "war.camp.advance.hench")


def _two_lists(after: After) -> list[str]:
    lists: list[str] = []
    for at in (1, 2):
        options = [name for name in ("combat", "shooting", "strength", "speed") if name not in lists]
        text = f"Which skills are open to the new hero ({at} of 2)?"
        meanings = {name: name for name in options}
        rule = "war.camp.skilllists"
        lists.append(
            after.ask(Choose(after.state.player, "skill list", options, rule, text=text, meanings=meanings))
        )
    return lists


# --- who leads ------------------------------------------------------------------------------------------------


def new_leader(after: After) -> bool:
    """The hero with the highest Leadership, then experience, then chance; without heroes the warband is ended.

    [war.camp.leader]
    """
    name_leader(after, after.state.player)
    return False


def name_leader(after: After, player: int) -> None:
    ledger = after.state.ledgers[player]
    if ledger.leader is not None or ledger.ended:
        return
    free = ledger.at_home
    if not free:
        ledger.ended = not ledger.heroes
        if ledger.ended:
            after.tell(Befell("war.camp.leader", ledger.name, "", "has no hero left and is at an end"))
        return
    best = max((hero.profile.ld, hero.experience) for hero in free)
    equal = [hero for hero in free if (hero.profile.ld, hero.experience) == best]
    hero = equal[_by_lot(after, player, len(equal)) if len(equal) > 1 else 0]
    hero.role, hero.traits = "leader", (*hero.traits, "leader")
    hero.lists = hero.lists if "lore" in hero.lists else (*hero.lists, "lore")
    note(after, ledger, hero, "leads the warband now", "war.camp.leader")


def _by_lot(after: After, player: int, number: int) -> int:
    """One of up to six with equal chances: a die that is too high is thrown again."""
    fair = 6 // number * number
    face = after.die_until(6, "who leads", "war.camp.leader", player, (), lambda face: face > fair)
    return (face - 1) % number
