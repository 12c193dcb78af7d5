"""The blows of one round: which models strike, whom, with what, and how often.

[tp.combat.contact] [tp.combat.corner] [tp.combat.attacks] [tp.combat.allocate]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from warhost.engine.field.alignment import Pairs
from warhost.engine.field.body import Body
from warhost.engine.field.formation import first_column
from warhost.engine.question import Assign, Choose
from warhost.engine.tally import Tally

from ..bodies import body, figure
from ..figure import Blows
from ..magic.bearing import marked, nature, nature_against, one_chosen
from ..morale.checks import members
from ..moving.groups import parts, special_places
from ..setting import Fight
from ..special import qualities, specials
from ..special.riding import on_base
from ..state import NOBODY, Contact, Number
from ..torchlight import bearers, beside_a_torch
from ..weapons import Weapon
from .across import between_them
from .arms import Chosen, choices, ranks_fighting, soft, wielded
from .contact import fighting
from .edges import more_attacks
from .fronts import fighters, touching
from .funnels import in_the_mouth, killing_zone

MOST_RANKS = 4
AT_ITSELF = (2, 3)  # rows of the reaction chart: these beasts strike nobody else [tp.beast.reaction.2]


class Target(NamedTuple):
    """Whom a model can strike: the ordinary models of a piece or one of its characters."""

    contact: Contact
    foe: Number
    member: Number


class Striker(NamedTuple):
    """A model that strikes. Those behind the first rank pass one attack over it."""

    base: int
    member: Number  # its own kind: the piece itself, a character in it, a unit that backs it
    targets: tuple[Target, ...]  # ordinary models come first
    behind: bool = False


class Share(NamedTuple):
    """Attacks of one model that go to one target; `actor` is what the question calls them."""

    actor: str
    line: Blows
    attacks: int
    extra: bool  # attacks that weapons, traits and the moment add go with these


class Blow(NamedTuple):
    """Like attacks of like models on one target."""

    group: Number
    member: Number
    foe: Number
    target: Number
    contact: Contact
    line: Blows
    weapon: Weapon | None
    each: tuple[tuple[int, int], ...]  # the bases that strike, and the attacks of each
    behind: bool = False
    blessed: bool = False  # of the one model on which a spell lies
    funnel: bool = False  # from the killing zone of a wedge

    @property
    def attacks(self) -> int:
        return sum(attacks for _, attacks in self.each)


# --- who strikes ---------------------------------------------------------------------------------------------


def owners(fight: Fight, group: Number) -> list[Number]:
    """Whose models stand on the bases of a piece: its own, its characters', those of the units that back it."""
    found = [part for part, models in parts(fight, group) for _ in range(models)]
    if fight.state.pieces[group].leaders or fight.state.pieces[group].backing:
        for base, member in special_places(fight, group).items():
            found[base] = member
    return found


def front_line(fight: Fight, group: Number) -> list[Striker]:
    """Every model that touches an enemy and so must fight; one that touches several is named once. Whoever reaches
    a ridden beast may strike at it or at its rider, and both strike back.

    [tp.beast.mounted.separate]
    [tp.combat.contact] [tp.combat.corner] [tp.move.squareup.backrank] [tp.move.reinforce.slide]
    """
    found: dict[int, list[Target]] = {}
    if fight.state.pieces[group].wild in AT_ITSELF:
        return []
    for contact in fighting(fight, group):
        foe = contact.foe(group)
        for base, reached in _reached(fight, group, contact, foe).items():
            found.setdefault(base, []).extend(Target(contact, foe, member) for member in reached)
        if fight.state.pieces[group].wedge and fight.state.pieces[foe].leaders:
            _aim_into_funnels(fight, group, contact, found)
    own = owners(fight, group)
    return [
        Striker(base, member, tuple(found[base])) for base in sorted(found) for member in on_base(fight, own[base])
    ]


def _aim_into_funnels(fight: Fight, group: Number, contact: Contact, found: dict[int, list[Target]]) -> None:
    """From a killing zone a character in the centre of the funnel can be struck.

    [tp.unit.infantry_wedge.killing_zone]
    """
    foe = contact.foe(group)
    theirs = owners(fight, foe)
    for base, opening in killing_zone(fight, group).items():
        for model in in_the_mouth(fight, group, contact, opening) if base in found else ():
            aimed = Target(contact, foe, theirs[model])
            if figure(fight, aimed.member).category == "character" and aimed not in found[base]:
                found[base].append(aimed)


def _reached(fight: Fight, group: Number, contact: Contact, foe: Number) -> dict[int, list[Number]]:
    """For each fighting model the kinds of the foe's models that it touches. Beast masters stand behind their
    beasts, so that they fight only where the enemy comes to them.  [tp.beast.masters.combat]"""
    bases = fighters(fight, group, contact)
    piece = fight.state.pieces[foe]
    if not piece.leaders and not piece.backing and piece.masters == NOBODY:
        return {base: [foe] for base in bases}
    theirs = owners(fight, foe)
    reached: dict[int, list[Number]] = {base: [] for base in bases}
    for mine, its in [*touching(fight, group, foe), *_chosen_freely(fight, group, contact)]:
        if theirs[its] not in reached[mine]:
            reached[mine] += on_base(fight, theirs[its])
    for touched in reached.values():
        touched.sort(key=lambda member: (figure(fight, member).category == "character", member != foe))
    return reached


def _chosen_freely(fight: Fight, group: Number, contact: Contact) -> Pairs:
    """Whom those can reach besides who strike at whom they like.  [tp.siege.combat_within]"""
    free = between_them(contact).choosers(fight, group, contact)
    return [(mine, its) for mine in free for its in fighters(fight, contact.foe(group), contact)]


def choose_weapons(fight: Fight, group: Number) -> Chosen:
    """Those who strike with several weapons at hand name one for the round.  [tp.weapon.fixed]"""
    open_choices = {m: fit for m in members(fight, group) if len(fit := choices(fight, m, group)) > 1}
    if not open_choices:
        return {}
    striking = {striker.member for striker in front_line(fight, group)}
    chosen = {}
    for member, fit in open_choices.items():
        if member in striking:
            piece = fight.state.pieces[member]
            text = "With which weapon {does} {who} fight?"
            chosen[member] = fight.ask(Choose(piece.side, "weapon", fit, "tp.weapon.fixed", piece.name, text=text))
    return chosen


def strikers(fight: Fight, group: Number, chosen: Chosen) -> list[Striker]:
    """All models that strike this round, each at whom it can reach."""
    front = []
    for striker in front_line(fight, group):
        targets = tuple(target for target in striker.targets if _reaches(fight, group, striker, target, chosen))
        if targets:
            front.append(striker._replace(targets=targets))
    return [*front, *_second_ranks(fight, group, front, chosen)]


def _reaches(fight: Fight, group: Number, striker: Striker, target: Target, chosen: Chosen) -> bool:
    names = (*nature(fight, striker.member), *nature(fight, target.member))
    if not specials.reach.heeds(names):
        return True
    weapon = wielded(fight, chosen, striker.member, group, target.contact)
    return all(specials.reach.replies(names, fight, striker.member, weapon))


def out_of_their_reach(fight: Fight, group: Number) -> bool:
    """Whether models of a group stand against enemies and none of them reaches any.  [tp.trait.out_of_reach]"""
    return bool(front_line(fight, group)) and not strikers(fight, group, {})


def _second_ranks(fight: Fight, group: Number, front: Sequence[Striker], chosen: Chosen) -> Iterator[Striker]:
    """Spears and pikes from behind, over the shoulders of whoever fights in the first rank of their file.

    [tp.weapon.spear.ranks] [tp.weapon.pike] [tp.weapon.close_combat]
    """
    weapons, units = fight.setting.weapons, [part for part, _ in parts(fight, group)]
    if not any(weapons[name].ranks for unit in units for name in figure(fight, unit).weapons):
        return
    one, own = body(fight, group), owners(fight, group)
    busy = {striker.base for striker in front}
    for striker in front:
        if striker.base >= one.files:
            continue
        for rank in range(1, MOST_RANKS):
            base = _file_at(one, rank, striker.base)
            if base is None or base in busy or own[base] not in units:
                continue
            targets = tuple(
                target
                for target in striker.targets
                if target.contact.side_of(group) == "front"
                and rank < _ranks_here(fight, group, own[base], target.contact, chosen)
            )
            if targets:
                yield Striker(base, own[base], targets, behind=True)


def _ranks_here(fight: Fight, group: Number, member: Number, contact: Contact, chosen: Chosen) -> int:
    if contact.across:
        return 1
    return ranks_fighting(fight, wielded(fight, chosen, member, group, contact), group, contact)


def _file_at(one: Body, rank: int, column: int) -> int | None:
    """Who stands in this rank of a file; the models of an incomplete last rank stand in its middle."""
    full, rest = divmod(one.models, one.files)
    if rank < full:
        return rank * one.files + column
    place = column - first_column(rest, one.files)
    return full * one.files + place if rank == full and 0 <= place < rest else None


# --- whom they strike ----------------------------------------------------------------------------------------


def shares(fight: Fight, striker: Striker) -> list[Share]:
    """The attacks of a model as far as they can be parted: its own one by one, those of its steed together.

    [tp.combat.attacks] [tp.piece.combine.independent]
    """
    sheet, piece = figure(fight, striker.member), fight.state.pieces[striker.member]
    name = piece.name if sheet.category == "character" else f"{piece.name} model {striker.base + 1}"
    own, *others = sheet.blows
    if striker.behind:
        return [Share(name, own, 1, extra=False)]
    if len(striker.targets) == 1:
        return [Share(name, line, line.attacks, extra=True) for line in sheet.blows]
    parted = [Share(f"{name} blow {at + 1}", own, 1, extra=not at) for at in range(own.attacks)]
    plain = [Share(name, own, own.attacks, extra=True)]
    return (parted if own.attacks > 1 else plain) + [
        Share(f"{name} {line.part}", line, line.attacks, extra=True) for line in others
    ]


def allocate(fight: Fight, group: Number, ready: Sequence[Striker]) -> dict[str, str]:
    """Which attacks go where: asked of the owner where a model can strike several; he need not say it of all.

    [tp.combat.allocate] [tp.combat.allocate.combined]
    """
    pieces = fight.state.pieces
    options = {
        share.actor: [pieces[target.member].name for target in striker.targets]
        for striker in ready
        if len(striker.targets) > 1
        for share in shares(fight, striker)
    }
    if not options:
        return {}
    piece = pieces[group]
    text = "At whom do the models of {who} strike? Those you do not name strike as they stand."
    question = Assign(
        piece.side, "strike at", options, "tp.combat.allocate", piece.name,
        offers=lambda: _all_at_one(options), none_allowed=True,
        text=text,
    )  # fmt: skip
    return dict(fight.ask(question))


def _all_at_one(options: dict[str, list[str]]) -> list[dict[str, str]]:
    """Leave it all to the usual; or everybody who can strikes at the same enemy."""
    names = dict.fromkeys(name for targets in options.values() for name in targets)
    return [{}, *({actor: name for actor, targets in options.items() if name in targets} for name in names)]


def _target(fight: Fight, striker: Striker, wanted: str | None) -> Target:
    """What was not assigned strikes ordinary models, those of the enemy it met first if it touches two.

    [tp.combat.allocate.default]
    """
    pieces = fight.state.pieces
    return next((target for target in striker.targets if pieces[target.member].name == wanted), striker.targets[0])


def _drawn(fight: Fight, ready: Sequence[Striker], said: dict[str, str]) -> dict[str, str]:
    """At whoever draws blows upon himself one goes at least, of those that can: if none was meant for him, the
    first.

    [tp.item.armour.golden_armour_of_brilliants]
    """
    pieces = fight.state.pieces
    reached = dict.fromkeys(target.member for striker in ready for target in striker.targets)
    for wearer in [one for one in reached if marked(nature(fight, one), "draws blows")]:
        able = [one for one in ready if any(target.member == wearer for target in one.targets)]
        actors = [(one, share.actor) for one in able for share in shares(fight, one)]
        if all(_target(fight, one, said.get(actor)).member != wearer for one, actor in actors):
            said = {**said, actors[0][1]: pieces[wearer].name}
    return said


# --- how often -----------------------------------------------------------------------------------------------


def blows_of(fight: Fight, group: Number, chosen: Chosen, said: dict[str, str] | None = None) -> list[Blow]:
    """All blows of a piece in this round, like ones put together; its owner is asked unless he has `said`."""
    if qualities.fights_its_keepers(fight, group):
        return []
    ready = strikers(fight, group, chosen)
    said = allocate(fight, group, ready) if said is None else said
    if fight.setting.enchanted:
        said = _drawn(fight, ready, said)
    batches: dict[tuple[Number, Target, Blows, bool, bool, bool, bool, str], list[tuple[int, Share]]] = {}
    zone = killing_zone(fight, group) if fight.state.pieces[group].wedge else {}
    blessed = _blessed(fight, ready) if fight.state.effects else {}
    torches = _torch_bearers(fight, group, ready)
    for striker in ready:
        for share in shares(fight, striker):
            target = _target(fight, striker, said.get(share.actor))
            bless = blessed.get(striker.member) == striker.base
            funnel = striker.base in zone and target.contact.side_of(group) == "front"
            stands = stands_on(fight, group, striker, target)
            torch = striker.base in torches
            kind = striker.member, target, share.line, striker.behind, bless, funnel, torch, stands
            batches.setdefault(kind, []).append((striker.base, share))
    made = []
    for (member, target, line, behind, bless, funnel, torch, stands), batch in batches.items():
        weapon = beside_a_torch(fight) if torch else wielded(fight, chosen, member, group, target.contact, stands)
        more = 0 if behind else extra_attacks(fight, group, member, target, line, weapon, bless).total
        twice = 2 if behind and qualities.doubled_attacks(fight, member) else 1
        each = tuple((base, max(0, share.attacks * twice + more * share.extra)) for base, share in batch)
        foe, contact = target.foe, target.contact
        made.append(Blow(group, member, foe, target.member, contact, line, weapon, each, behind, bless, funnel))
    return made


def stands_on(fight: Fight, group: Number, striker: Striker, target: Target) -> str:
    """What a model strikes from at that target, if on anything of its own.  [tp.siege.siege_ladder_combat]"""
    return between_them(target.contact).footing(fight, group, target.contact, striker.base)


def _torch_bearers(fight: Fight, group: Number, ready: Sequence[Striker]) -> set[int]:
    """On which bases somebody strikes with a torch in his other hand.  [tp.scenario.raid.torch_hands]"""
    armed = {striker.member for striker in ready if fight.state.pieces[striker.member].torches}
    own = owners(fight, group) if armed else []
    return {base for member in armed for base in bearers(fight, member, own)}


def _blessed(fight: Fight, ready: Sequence[Striker]) -> dict[int, int]:
    """Where the one model of a group strikes on which a spell lies: its owner keeps it in the front line."""
    return {
        striker.member: striker.base
        for striker in reversed(ready)
        if not striker.behind and one_chosen(fight, striker.member)
    }


def extra_attacks(
    fight: Fight, group: Number, member: Number, target: Target, line: Blows, weapon: Weapon | None,
    blessed: bool = False,
) -> Tally:  # fmt: skip
    """What a model has on top of the attacks of its line: a second blade, a ride into soft infantry, its nature.

    [tp.weapon.two_hand_weapons] [tp.combat.soft]
    """
    tally = Tally(0, "tp.combat.attacks", "attacks")
    if weapon is not None and line.part == "self":
        tally.add(weapon.attacks, weapon.rule, weapon.title)
    if soft(fight, target.foe, group, target.contact):
        tally.add(1, "tp.combat.soft", "soft infantry")
    names = nature_against(fight, member, target.member, blessed)
    more_attacks(fight, names, member, line, tally)
    if fight.setting.enchanted:
        specials.attacks_in_all.each(names, fight, member, line, tally)
    return tally
