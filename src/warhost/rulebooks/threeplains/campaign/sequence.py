"""A campaign step by step: agreement, names, and for each battle its opening, the rosters, the fight, and what is
settled after it.

[tp.campaign.check] [tp.campaign.between_battles] [tp.campaign.concept] [tp.campaign.scope]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from warhost.engine.campaign import Fight
from warhost.engine.dice import Throw
from warhost.engine.naming import Naming
from warhost.engine.question import Answer, Choose
from warhost.engine.tidings import Befell, Seen
from warhost.engine.unreadable import explained

from ..armies.profiles import Profile
from ..state import NOBODY
from .happened import as_mustered
from .plan import FLOWCHART, RESULT, RESULTS, ROLL_OFF, SIDES, SPECIAL_RULES, Node, moved, outcome
from .rosters import LEVY, Mustering, Wanted, in_words, sits_out, wanted
from .skills import CHART, RULE, SKILLS
from .war import BETWEEN, After, Due, Fate, Happened, Person

CHECK, LEADER_DEATH = "tp.campaign.check", "tp.campaign.leader_death"
AGREE, REWORK = "agree", "rework"
LEADER, SOMEONE_ELSE, NO_ONE = "leader", "other:", "nobody"
LEVY_DICE = 8  # D6 whose faces are the seed of a levy


def step(after: After) -> None:
    STAGES[after.state.stage](after)


# --- before the first battle -------------------------------------------------------------------------------------


def go_through(after: After) -> None:
    """All that there is to agree on: the story, what each side may lose, the battles, and the special rules.

    [tp.campaign.check] [tp.campaign.story] [tp.campaign.special_rules]
    """
    plan = after.setting.plan
    back = plan.back
    for part in (back.characters, back.conflict, back.beginning):
        after.tell(Seen("tp.campaign.story", part))
    for side, camp in enumerate(plan.camps):
        after.tell(Seen("tp.campaign.story", f"{after.setting.named(side)}: {camp.stakes}"))
    for row in range(1, plan.rows + 1):
        there = " or ".join(f"{one.name} ({one.node})" for one in plan.battle if one.row == row)
        after.tell(Seen(FLOWCHART, f"Battle {row}: {there}"))
    switches = {"The death of a leader ends the war": plan.options.leader_death,
                "Special characters learn": plan.options.character_development}  # fmt: skip
    for words, on in switches.items():
        after.tell(Seen(SPECIAL_RULES, f"{words}: {'yes' if on else 'no'}"))
    for rule in plan.special:
        warned = f" It helps side {rule.helps} alone." if rule.helps else ""
        after.tell(Seen(SPECIAL_RULES, f"A rule of the players' own, not enforced here: {rule.text}{warned}"))
    after.state.go_to("agreement")


def agree(after: After) -> None:
    """Every player has looked the campaign over; one who does not agree sends it back.  [tp.campaign.check]"""
    war, terms = after.state, after.setting
    uneven = any(rule.helps for rule in terms.plan.special)
    text = f"Is {terms.title} fair to everybody, and shall it begin?"
    text += " Mind that it has a special rule that helps one side alone." if uneven else ""
    meanings = {AGREE: "yes, I agree", REWORK: "no, it has to be reworked first"}
    said = after.ask_all([
        Choose(player, "agreement", [AGREE, REWORK], CHECK, text=text, meanings=meanings, usual=AGREE)
        for player in range(terms.players)
    ])  # fmt: skip
    against = [terms.player_name(player) for player, one in enumerate(said) if one != AGREE]
    if against:
        war.why = f"{against[0]} has not agreed: the campaign is to be reworked"
        after.tell(Seen(CHECK, war.why))
        war.go_to("over")
        return
    war.people = [_leader(after, side) for side in (0, 1)]
    count = terms.plan.options.special_characters_per_side
    war.go_to("names", *(f"{side}" for _ in range(count) for side in (0, 1)))


def _leader(after: After, side: int) -> Person:
    """Whom the story names; a list that was put in the place of its own is led by its cheapest who can command."""
    terms = after.setting
    camp = terms.plan.camps[side]
    if camp.leader and camp.army == terms.armies[side]:
        profile, name = camp.leader.profile, camp.leader.name
    else:
        able = [one for one in terms.lists.library.lists[terms.armies[side]].profile if "general" in one.roles]
        found = min(able, key=lambda one: (one.shapes.get("triangle", 0), one.points))
        profile, name = found.id, f"The {found.title} of {terms.named(side)}"
    after.tell(Befell(LEADER_DEATH, terms.named(side), name, "leads"))
    return Person(f"leader-{SIDES[side].lower()}", side, profile, name, leading=True)


def name_one(after: After) -> None:
    """A side names a special character: its leader, or somebody else of its list.

    [tp.campaign.character_development] [tp.campaign.between_battles]
    """
    war = after.state
    if not war.todo:
        war.go_to("opening")
        return
    side = int(war.todo[0])
    war.todo = war.todo[1:]
    _appoint(after, side, may_leave=bool(war.fought))


def _appoint(after: After, side: int, may_leave: bool) -> None:
    war, terms = after.state, after.setting
    leader = next((one for one in war.living(side) if one.leading and not one.special), None)
    profiles = {
        f"{SOMEONE_ELSE}{one.id}": one
        for one in sorted(terms.lists.library.lists[terms.armies[side]].profile, key=_heroes_first)
        if one.kind == "character"
    }
    meanings = {LEADER: f"{leader.name}, who leads"} if leader else {}
    meanings |= {id: f"a {one.title} ({one.points} points)" for id, one in profiles.items()}
    meanings |= {NO_ONE: "nobody"} if may_leave else {}
    player = terms.commander(side, war.number)
    text = f"Who is a special character of {terms.named(side)}, and learns from battle to battle?"
    said = after.ask(Choose(player, "special", list(meanings), BETWEEN, text=text, meanings=meanings))
    if said == LEADER and leader:
        leader.special = True
        after.tell(Befell(RULE, terms.named(side), leader.name, "is a special character"))
    elif said != NO_ONE:
        _enrol(after, side, player, profiles[said].id, profiles[said].title)


def _heroes_first(profile: Profile) -> tuple[bool, float, int]:
    return "hero" not in profile.roles, profile.shapes.get("triangle", 0), profile.points


def _enrol(after: After, side: int, player: int, profile: str, title: str) -> None:
    """Somebody without skills."""
    war, terms = after.state, after.setting
    taken = [one.name for one in war.people]
    number = sum(one.side == side for one in war.people)
    usual = f"{title} {number + 1}"
    text = f"What is the {title} called? Rosters name him so."
    name = after.ask(Naming(player, usual, taken, BETWEEN, text, "this campaign"))
    war.people = [*war.people, Person(f"named-{SIDES[side].lower()}{number}", side, profile, name, special=True)]
    after.tell(Befell(RULE, terms.named(side), name, "is a special character"))


# --- a battle ----------------------------------------------------------------------------------------------------


def open_battle(after: After) -> None:
    """The next battle of the chart, its story, and who has which part in it.

    [tp.campaign.flowchart] [tp.campaign.between_battles] [tp.campaign.ready]
    """
    war, terms = after.state, after.setting
    node = terms.plan.at(war.number, war.route)
    after.tell(Seen(FLOWCHART, f"Battle {war.number}, {node.name}. {node.story}"))
    if node.stand_in:
        after.tell(Seen(FLOWCHART, node.stand_in.words))
    due = Due(node.node, _sides(after, node))
    coming: list[Person] = []
    for one in (one for side in (0, 1) for one in war.living(side)):
        beside = [other for other in coming if other.side == one.side]
        if not sits_out(terms, war, due, one, beside):
            coming.append(one)
            continue
        after.tell(Befell(BETWEEN, terms.named(one.side), one.name, "sits out: the scenario forbids him"))
    war.due = replace(due, resting=tuple(one.id for one in war.people if one.alive and one not in coming))
    war.go_to("rosters")


def _sides(after: After, node: Node) -> tuple[int, int]:
    """Which side has the first part of the scenario, and which the second; where the chart says so the higher die
    has the part.

    [tp.dice.rolloff] [tp.campaign.ready]
    """
    if not node.parts:
        return (0, 1)
    mission = after.setting.lists.library.missions[node.fought]
    first = node.parts[mission.part[0].id]
    if first in SIDES:
        side = SIDES.index(first)
        return (side, 1 - side)
    rolled_for = mission.part[0 if first == ROLL_OFF else 1].title.lower()
    winner = _roll_off(after, f"who has the part of the {rolled_for}")
    return (winner, 1 - winner) if first == ROLL_OFF else (1 - winner, winner)


def _roll_off(after: After, about: str) -> int:
    terms, number = after.setting, after.state.number
    while True:
        players = [terms.commander(side, number) for side in (0, 1)]
        faces = [after.die(6, f"roll-off: {about}", "tp.dice.rolloff", player) for player in players]
        if faces[0] != faces[1]:
            winner = int(faces[1] > faces[0])
            after.tell(Seen("tp.dice.rolloff", f"The roll-off goes to {terms.named(winner)}: {about}"))
            return winner


def write_rosters(after: After) -> None:
    """Both sides write their rosters before either is shown, unless the scenario has one shown before the other is
    written; then those of whoever comes later.

    [tp.campaign.between_battles] [tp.scenario.rampage.known_enemy]
    """
    war, terms = after.state, after.setting
    assert war.due is not None
    questions = [Mustering(terms.commander(one.side, war.number), one) for one in _written_next(after, war.due)]
    for question, said in zip(questions, after.ask_all(questions), strict=True):
        _bring(after, question.wanted, question, said)
    if not _written_next(after, war.due):
        war.go_to("battle")


def _written_next(after: After, due: Due) -> list[Wanted]:
    """The rosters that are written at the same time, of those that are not there yet."""
    missing = [
        one for one in wanted(after.setting, after.state, due) if len(due.rosters[one.side]) <= one.number
    ]
    first = [one for one in missing if one.number == missing[0].number]
    return [one for one in first if one.slot.part.open_list] or first


def _bring(after: After, one: Wanted, question: Mustering, said: Answer) -> None:
    war = after.state
    assert war.due is not None
    if said == LEVY:
        levy = Throw(LEVY_DICE, 6, "who answers the levy", BETWEEN, question.side)
        faces = after.throw(levy, only=question.side)  # whoever saw them could raise the same army
        roster = one.levied("".join(str(face) for face in faces))
    else:
        roster = one.fitted(question.read(str(said)))
    rosters = list(war.due.rosters)
    rosters[one.side] = (*rosters[one.side], roster)
    war.due = replace(war.due, rosters=(rosters[0], rosters[1]))
    after.tell(Seen(BETWEEN, f"A roster of {one.points} points is written for {one.terms.named(one.side)}"))
    if one.slot.part.open_list:
        after.tell(Seen(one.slot.part.open_rule, f"It is shown in full: {in_words(roster, one.terms.lists)}"))


def await_battle(after: After) -> None:
    """The battle is fought elsewhere; its end is the answer."""
    war, terms = after.state, after.setting
    due = war.due
    assert due is not None
    text = f"Battle {war.number}, {terms.nodes[due.node].name}: {terms.named(0)} against {terms.named(1)}."
    end = msgspec.convert(
        after.ask(Fight(terms.players, BETWEEN, text, lambda said: not_the_end(after, due, said))), Happened
    )
    _enter(after, due, end)


def not_the_end(after: After, due: Due, said: Answer) -> str:
    """Why something cannot be the end of the battle that is due; nothing if it can."""
    try:
        end = msgspec.convert(said, Happened)
    except msgspec.ValidationError as error:
        return f"that is not how a battle ends ({explained(error)})"
    if end.node != due.node:
        return "that is the end of another battle"
    able = [one.id for one in after.state.people if one.alive and one.id not in due.resting]
    if end.winner not in (NOBODY, 0, 1) or any(one.person not in able for one in end.fates):
        return "its sides are not those of the battle"
    return _not_theirs(after, due, end.fates)


def _not_theirs(after: After, due: Due, fates: Sequence[Fate]) -> str:
    """Why this cannot have become of those who stood in the rosters; nothing if it can."""
    sheets = as_mustered(after.setting, after.state, due)
    told: set[str] = set()
    for fate in fates:
        name, sheet = after.state.person(fate.person).name, sheets.get(fate.person)
        if fate.person in told:
            return f"two things cannot have become of {name}"
        if sheet is not None and fate != replace(sheet, slain=fate.slain):
            return f"{name} is not as the roster has him"
        told.add(fate.person)
    return ""


def _enter(after: After, due: Due, end: Happened) -> None:
    """The result goes into the ledger, and moves the route.

    [tp.campaign.between_battles] [tp.campaign.flowchart]
    """
    war, terms = after.state, after.setting
    pair = terms.commander(0, war.number), terms.commander(1, war.number)
    war.fought, war.due = (*war.fought, end), None
    war.pairs, war.roles = (*war.pairs, pair), (*war.roles, due.sides)
    war.route = moved(war.route, end.winner)
    said = f"won by {terms.named(end.winner)}" if end.winner != NOBODY else "won by nobody"
    after.tell(Seen(BETWEEN, f"Battle {len(war.fought)} is over, {said}{f': {end.why}' if end.why else ''}"))
    war.go_to("deaths")


# --- after it ----------------------------------------------------------------------------------------------------


def bury(after: After) -> None:
    """Leading characters first, then special ones; what is learnt comes after that.

    [tp.campaign.between_battles]
    """
    war, options = after.state, after.setting.plan.options
    slain = [war.person(fate.person) for fate in war.happened.fates if fate.slain]
    for person in sorted(slain, key=lambda one: not one.leading):
        person.alive = False
        note(after, person, "is slain", BETWEEN)
    leaders = [one.side for one in slain if one.leading]
    if options.leader_death and leaders:
        _end_by_death(after, leaders)
        return
    learners = (fate.person for fate in war.happened.fates if not fate.slain and war.person(fate.person).special)
    war.go_to("development", *(learners if options.character_development else ()))


def _end_by_death(after: After, fallen: list[int]) -> None:
    """The side whose leader lives has won the war; if both are dead, whoever won the battle.

    [tp.campaign.leader_death]
    """
    war = after.state
    winner = war.happened.winner if len(fallen) == 2 else 1 - fallen[0]
    words = "both leaders are dead" if len(fallen) == 2 else f"{_leading(after, fallen[0])} is dead"
    won, lost, drawn = RESULTS[1], RESULTS[3], RESULTS[2]
    results = (drawn, drawn) if winner == NOBODY else (won, lost) if winner == 0 else (lost, won)
    close(after, results, words, LEADER_DEATH)


def _leading(after: After, side: int) -> str:
    return next(one.name for one in after.state.people if one.side == side and one.leading)


def learn_one(after: After) -> None:
    """A D6 on the chart for each special character who came through; what can do nothing is rolled again.

    [tp.campaign.character_development]
    """
    war = after.state
    if not war.todo:
        _go_on(after)
        return
    person = war.person(war.todo[0])
    war.todo = war.todo[1:]
    fate = next(one for one in war.happened.fates if one.person == person.id)
    name = _rolled(after, person, fate)
    person.skills = (*person.skills, name)
    note(after, person, f"has learnt something: {SKILLS[name].words}", RULE)


def _rolled(after: After, person: Person, fate: Fate) -> str:
    player = after.setting.commander(person.side, len(after.state.fought))
    while True:
        name = CHART[after.die(6, f"what {person.name} has learnt", RULE, player)]
        if SKILLS[name].gains(person, fate):
            return name


def _go_on(after: After) -> None:
    """The end of the chart, or a new name in the place of the dead, and the next battle."""
    war, terms = after.state, after.setting
    if len(war.fought) == terms.plan.rows:
        won, lost = war.winners.count(0), war.winners.count(1)
        why = f"of {len(war.fought)} battles {terms.named(0)} won {won} and {terms.named(1)} won {lost}"
        close(after, outcome(war.winners), why, RESULT)
        return
    fallen = [war.person(fate.person) for fate in war.happened.fates if fate.slain]
    war.go_to("names", *(f"{one.side}" for one in fallen if one.special))


def close(after: After, results: tuple[str, str], why: str, rule: str) -> None:
    """[tp.campaign.result]"""
    war, terms = after.state, after.setting
    war.results, war.why = results, why
    for side, result in enumerate(results):
        told = f"{terms.named(side)}: {result}. {terms.plan.end_story(result)}".strip()
        after.tell(Seen(rule, told))
    war.go_to("over")


def note(after: After, person: Person, what: str, rule: str) -> None:
    """Told, and written into his story."""
    person.story = (*person.story, f"battle {len(after.state.fought)}: {what}")
    after.tell(Befell(rule, after.setting.named(person.side), person.name, what))


STAGES: Mapping[str, Callable[[After], None]] = {
    "story": go_through,
    "agreement": agree,
    "names": name_one,
    "opening": open_battle,
    "rosters": write_rosters,
    "battle": await_battle,
    "deaths": bury,
    "development": learn_one,
}
"""Each does one thing and says which stage is next."""
