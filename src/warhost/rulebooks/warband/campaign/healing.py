"""Injuries after the battle.  [war.camp.injury.hero] [war.camp.injury.hench]"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from warhost.engine.battle import Battle
from warhost.engine.dice import Throw
from warhost.engine.question import Choose

from ..company import Company, Recruit
from ..fighting.combat import _round
from ..magic.casting import rise
from ..setting import Fight, Setting
from ..towns import TownPlan, Towns
from ..trials import half_die
from .aftermath import After
from .ledger import Group, Hero, Ledger, changed
from .tale import Befell

FEW = ("dead", "several", "captured", "pits")  # not among several injuries
MOST_ROUNDS = 60


def injure_one(after: After) -> bool:
    """Heroes in roster order, then henchmen group after group; False when nobody is left."""
    state, ledger = after.state, after.state.ledger
    side = state.happened.sides[state.side]
    if not state.begun:
        state.begun = True
        heroes = [hero.id for hero in ledger.heroes]
        out = [id for id, _, _ in side.out]
        state.todo = (
            *(id for id in heroes if id in out),
            *(id for group in ledger.groups for id in out if _of_group(group, id)),
        )
        ledger.battles += 1
    if not state.todo:
        return False
    id, *rest = state.todo
    state.todo = tuple(rest)
    hero = next((one for one in ledger.heroes if one.id == id), None)
    if hero is not None:
        injure_hero(after, ledger, hero)
    else:
        _henchman(after, ledger, next(group for group in ledger.groups if _of_group(group, id)))
    return True


def _of_group(group: Group, id: str) -> bool:
    return id.rpartition("-")[0] == group.id


def _henchman(after: After, ledger: Ledger, group: Group) -> None:
    """On 1 or 2 he is dead, and his arms are lost.  [war.camp.injury.hench]"""
    if after.die(6, "henchman's injury", "war.camp.injury.hench", after.state.side, (2,)) <= 2:
        group.count -= 1
        ledger.dead += 1
        after.tell(Befell("war.camp.injury.hench", ledger.name, group.title, "is dead"))
        if not group.count:
            ledger.groups.remove(group)
    else:
        after.tell(Befell("war.camp.injury.hench", ledger.name, group.title, "is fit again"))


# --- heroes ---------------------------------------------------------------------------------------------------


def injure_hero(after: After, ledger: Ledger, hero: Hero, barred: tuple[str, ...] = ()) -> str:
    """D66 on the table of hero injuries, thrown again where the result is barred; what it was."""
    while True:
        tens, units = after.throw(Throw(2, 6, "hero's injury", "war.camp.injury.hero", after.state.side))
        line = next(line for line in after.setting.library.charts.hero_injury if 10 * tens + units <= line.to)
        if line.effect not in barred:
            break
    note(after, ledger, hero, line.title)
    EFFECTS.get(line.effect, _weaker)(after, ledger, hero, line.effect)
    return line.effect


def note(after: After, ledger: Ledger, hero: Hero, what: str, rule: str = "war.camp.injury.hero") -> None:
    hero.story = (*hero.story, f"battle {ledger.battles}: {what}")
    after.tell(Befell(rule, ledger.name, hero.title, what))


def strike_off(ledger: Ledger, hero: Hero) -> None:
    ledger.heroes = [one for one in ledger.heroes if one is not hero]


def _weaker(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """One point of a characteristic, for good."""
    hero.profile = changed(hero.profile, effect, -1)


def _dead(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    ledger.dead += 1
    strike_off(ledger, hero)


def _several(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    for _ in range(
        half_die(after.die(6, "how many injuries, a D3 read off a D6", "war.camp.injury.hero", after.state.side))
    ):
        if hero in ledger.heroes:
            injure_hero(after, ledger, hero, FEW)


def _arm(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    if after.die(6, "arm wound", "war.camp.injury.hero", after.state.side, (1,)) > 1:
        hero.misses += 1
    elif "lost arm" in hero.traits:
        strike_off(ledger, hero)
    else:
        _marked(after, ledger, hero, "lost arm")


def _madness(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """Not twice the same: it is rolled again."""
    if {"stupidity", "frenzy"} <= set(hero.traits):
        return
    while (
        kind := "stupidity"
        if after.die(6, "madness", "war.camp.injury.hero", after.state.side, (3,)) <= 3
        else "frenzy"
    ) in hero.traits:
        pass
    _marked(after, ledger, hero, kind)


def _marked(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    if effect not in hero.traits:
        hero.traits = (*hero.traits, effect)


def _eye(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """The second time he retires."""
    if "lost eye" in hero.traits:
        strike_off(ledger, hero)
        return
    hero.profile = changed(hero.profile, "bs", -1)
    _marked(after, ledger, hero, "lost eye")


def _deep(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    hero.misses += half_die(
        after.die(6, "battles missed, a D3 read off a D6", "war.camp.injury.hero", after.state.side)
    )


def _robbed(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    hero.gear = ()


def _nothing(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """Full recovery."""


def _enmity(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """He hates who put him down; if that was a henchman or is not known, that whole warband."""
    state = after.state
    side, by = next(
        ((side, by) for id, side, by in state.happened.sides[state.side].out if id == hero.id), (-1, "")
    )
    if side < 0:
        side = next((other for other in state.happened.ranking if other != state.side), state.side)
        by = ""
    foe = state.ledgers[state.happened.players[side]]
    named = any(one.id == by for one in foe.heroes)
    hero.hates = (*hero.hates, f"{foe.name}: {by}" if named else foe.name)
    _marked(after, ledger, hero, "enmity")


def _charmed(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    hero.experience += 1


# --- captives -------------------------------------------------------------------------------------------------


def _captured(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """Held by the owner of who put him down; bought back, sold, or made a Risen.

    [war.camp.captured] [war.multi.after]
    """
    state = after.state
    side = next((side for id, side, _ in state.happened.sides[state.side].out if id == hero.id), -1)
    if side < 0:
        side = state.happened.winner
    if side < 0 or side == state.side or state.happened.winner < 0:
        return note(after, ledger, hero, "gets away", "war.camp.captured")
    captor = state.ledgers[state.happened.players[side]]
    if _ransomed(after, ledger, hero, captor, side):
        return None
    captor.store = (*captor.store, *(thing for thing in hero.gear if thing != "natural"))
    strike_off(ledger, hero)
    ledger.dead += 1
    risen = next((group for group in captor.groups if group.fighter == "risen"), None)
    band = after.setting.library.bands[captor.army]
    options = ["sell"] + (["raise"] if captor.army == "unquiet" and captor.size < band.most else [])
    choice = options[0]
    if len(options) > 1:
        choice = after.ask(
            Choose(
                side,
                "captive",
                options,
                "war.camp.captured",
                text=f"What becomes of {hero.title}?",
                meanings={"sell": "he is sold", "raise": "a Risen is made of him"},
            )
        )
    if choice == "sell":
        crowns = 5 * after.die(6, "price of a captive", "war.camp.captured", side)
        captor.treasury += crowns
        return note(after, ledger, hero, f"is sold for {crowns} crowns", "war.camp.captured")
    if risen is not None and risen.count < 5:
        risen.count += 1
    else:
        from .ledger import new_group

        kind = band.kind("risen")
        assert kind is not None
        captor.groups.append(new_group(kind, f"risen-{captor.battles}-{len(captor.groups)}", kind.title, (), 1))
    return note(after, ledger, hero, "rises again among the dead", "war.camp.captured")


def _ransomed(after: After, ledger: Ledger, hero: Hero, captor: Ledger, side: int) -> bool:
    """Any sum the owner can pay at once, offered once."""
    offers = [
        "0",
        *dict.fromkeys(str(sum_) for sum_ in (10, 20, 30, 50, ledger.treasury) if 0 < sum_ <= ledger.treasury),
    ]
    text = f"What ransom is offered for {hero.title}?"
    offer = int(
        after.ask(
            Choose(
                after.state.side,
                "ransom",
                offers,
                "war.camp.captured",
                text=text,
                meanings={one: f"{one} crowns" if one != "0" else "nothing" for one in offers},
            )
        )
    )
    if not offer:
        return False
    question = Choose(
        side,
        "take ransom",
        ["take it", "refuse"],
        "war.camp.captured",
        text=f"{offer} crowns are offered for {hero.title}.",
        meanings={"take it": "take it", "refuse": "refuse"},
    )
    if after.ask(question) == "refuse":
        return False
    ledger.treasury -= offer
    captor.treasury += offer
    note(after, ledger, hero, f"is bought back for {offer} crowns", "war.camp.captured")
    return True


# --- the pits -------------------------------------------------------------------------------------------------


def _pits(after: After, ledger: Ledger, hero: Hero, effect: str) -> None:
    """A duel to the end; who wins comes home with 50 crowns.  [war.camp.pits]"""
    if duel(after, hero):
        ledger.treasury += 50
        hero.experience += 2
        note(after, ledger, hero, "wins in the pits: 50 crowns", "war.camp.pits")
    else:
        hero.gear = ()
        note(after, ledger, hero, "loses in the pits", "war.camp.pits")
        injure_hero(after, ledger, hero, ("captured", "pits"))


def duel(after: After, hero: Hero) -> bool:
    """Whether the hero is the one left. They begin in contact; a roll-off says who counts as having charged."""
    library, side = after.setting.library, after.state.side
    pit = library.charts.pit_fighter
    own = Recruit(
        id="hero",
        title=hero.title,
        fighter=hero.fighter,
        role="hero",
        profile=hero.profile,
        traits=tuple(t for t in hero.traits if t != "stupidity"),
        gear=hero.gear,
    )
    foe = Recruit(id="pit", title="the pit fighter", fighter="pit", role="hero", profile=pit.profile, gear=pit.gear)
    plan = TownPlan("the pits", (48_000, 48_000), ())
    scenario = library.scenarios["skirmish"]
    companies = (
        Company(name="the hero", army="lantern", recruits=(own,)),
        Company(name="the pits", army="lantern", recruits=(foe,)),
    )
    setting = Setting(companies, scenario, {}, library, Towns(), plan)
    state = setting.begin()
    state.order, state.round, state.phase = (0, 1), 1, "combat"
    fight: Fight = Battle(setting, state, _OneSided(after, side))
    for number, warrior in enumerate(state.warriors):
        warrior.fate, warrior.x, warrior.y = "there", 24_000 + 1_000 * number, 24_000
    first = (
        0
        if after.die(6, "who charges in the pits", "war.camp.pits", side)
        >= after.die(6, "who charges in the pits", "war.camp.pits", side)
        else 1
    )
    state.warriors[first].charged, state.warriors[first].reached = True, (1 - first,)
    for _ in range(MOST_ROUNDS):
        _round(fight, (0, 1))
        after.told += fight.told
        fight.told.clear()
        if not all(warrior.there for warrior in state.warriors):
            break
        _recover(fight)
    return state.warriors[0].there


def _recover(fight: Fight) -> None:
    for number, warrior in enumerate(fight.state.warriors):
        warrior.charged, warrior.reached, warrior.stood, warrior.parried, warrior.critical, warrior.laid = (
            False,
            (),
            False,
            False,
            False,
            (),
        )
        if warrior.posture == "down":
            rise(fight, number, warrior, "war.turn.recovery.stand")
        elif warrior.posture == "stunned":
            warrior.posture = "down"


class _OneSided:
    """The pits ask nobody but the hero's player."""

    ahead = None

    def __init__(self, after: After, side: int):
        self.oracle, self.side = after.oracle, side

    def ask(self, question: object) -> object:
        question.side = self.side  # type: ignore[attr-defined]
        return self.oracle.ask(question)  # type: ignore[arg-type]

    def ask_all(self, questions: object) -> list[object]:
        return [self.ask(question) for question in questions]  # type: ignore[attr-defined]

    def throw(self, throw: Throw) -> tuple[int, ...]:
        return self.oracle.throw(throw)


EFFECTS: Mapping[str, Callable[[After, Ledger, Hero, str], None]] = {
    "dead": _dead,
    "several": _several,
    "arm": _arm,
    "madness": _madness,
    "crushed leg": _marked,
    "eye": _eye,
    "old wound": _marked,
    "deep wound": _deep,
    "robbed": _robbed,
    "recovery": _nothing,
    "enmity": _enmity,
    "captured": _captured,
    "hardened": _marked,
    "scarred": _marked,
    "pits": _pits,
    "charmed": _charmed,
}
"""What each line of the table does; what is not here takes a point off the characteristic it names."""
