"""Magic items are secret until they are used or shown: what each side knows of the other's.

[tp.magic.items] [tp.spell.white.seek_and_desist]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from warhost.engine.battle import Battle
from warhost.engine.event import Event, Rolled, Told
from warhost.engine.oracle import Scripted
from warhost.engine.question import ChooseSome

from ..bodies import figure, life_of
from ..events.items import ItemsShown
from ..magic.bearing import ITEM, carried, commands_beside, loans
from ..moving.groups import outermost
from ..setting import Fight, Setting
from ..state import NEVER, NOBODY, Effect, Number, Player, State
from .losing import life_lent
from .shelf import ITEMS

JERYOM = "tp.item.enchanted.jeryoms_ring"
TRUTH, MOST_PRETENDED = "the truth", 4
SPEAKS_OF = ("piece", "pieces", "group", "by", "target", "foe")
"""The fields in which events name the pieces that an item can be of."""

Held = tuple[Number, str]
"""A bearer and an item."""


# --- what a side knows ---------------------------------------------------------------------------------------


def known_items(setting: Setting, state: State, number: Number, side: int | None) -> tuple[str, ...]:
    """All of one's own, and of the enemy's what has come to light; when the battle is over, everything."""
    piece = state.pieces[number]
    items = setting.figures[piece.figure].items
    if piece.side == side or state.score is not None:
        return items
    return tuple(item for item in items if item in piece.shown)


def unknown_points(setting: Setting, state: State, number: Number, side: int | None) -> int:
    """What was paid for items of which a side knows nothing."""
    sheet, known = setting.figures[state.pieces[number].figure], known_items(setting, state, number, side)
    return sum(price for item, price in zip(sheet.items, sheet.prices, strict=True) if item not in known)


def keep_secret(setting: Setting, state: State, side: int | None) -> None:
    """What a side does not know of is, in its state, as if it had been used up, for all whom it serves."""
    if not setting.enchanted:
        return
    fight: Fight = Battle(setting, state, Scripted())
    others = [(number, piece) for number, piece in state.numbered() if piece.side != side]
    state.effects = tuple(effect for effect in state.effects if not _noted(state, effect, side))
    for number, piece in others:
        if setting.figures[piece.figure].items:
            known = known_items(setting, state, number, side)
            piece.used += tuple(item for item in carried(fight, number) if item not in known)
    for number, piece in others:
        if piece.lent not in (NEVER, 0):
            lent = life_lent(fight, number)
            piece.lent, piece.vigour = lent, piece.vigour + lent - piece.lent


def _noted(state: State, effect: Effect, side: int | None) -> bool:
    """Whether it is what an enemy keeps to himself: a note on paper, by an item that nobody has seen."""
    item = effect.source.partition("/")[0]
    own = effect.target != NOBODY or effect.side == side or not item.startswith(ITEM)
    return not own and item not in state.pieces[effect.caster].shown


def as_known_to(fight: Fight, side: Player) -> Fight:
    """The battle as a side knows it, to work out what it may be told before the dice fall."""
    if not fight.setting.enchanted:
        return fight
    twin = fight.state.copy()
    keep_secret(fight.setting, twin, side)
    return Battle(fight.setting, twin, Scripted())


# --- how it comes to know ------------------------------------------------------------------------------------


def show_items(fight: Fight, members: Sequence[Number], rule: str) -> dict[Number, tuple[str, ...]]:
    """The owner must show what these carry; what each of them has shown."""
    bearers = [member for member in members if figure(fight, member).items]
    found: dict[Number, tuple[str, ...]] = {}
    for bearer in bearers:
        pretended = _pretended(fight, bearer)
        if pretended is None:
            _show(fight, [(bearer, item) for item in figure(fight, bearer).items])
        found[bearer] = carried(fight, bearer) if pretended is None else pretended
        fight.tell(ItemsShown(rule, bearer, found[bearer]))
    if not bearers:
        fight.tell(ItemsShown(rule, members[0], ()))
    return found


def _pretended(fight: Fight, bearer: Number) -> tuple[str, ...] | None:
    """What somebody lies that he carries; None if he tells the truth. Everybody who has to show something is asked,
    so that nobody learns who could lie.

    [tp.item.enchanted.jeryoms_ring]
    """
    piece = fight.state.pieces[bearer]
    able = JERYOM in carried(fight, bearer)
    options = {item.id: item.rule for item in ITEMS.values() if item.kind != "command"} if able else {}
    text = "{who} must show what he carries. What do you say that is? Nobody will know."
    question = ChooseSome(
        piece.side, "what to show", [TRUTH, *options], JERYOM, 0, MOST_PRETENDED, piece.name, text=text
    )
    answer = fight.ask(question.window([TRUTH], empty=not able))
    return None if TRUTH in answer else tuple(options[name] for name in answer)


def notice(fight: Fight) -> None:
    """Whatever everybody has been told of is secret no more, nor is what alone keeps somebody alive."""
    secret = [
        (number, item)
        for number, piece in fight.state.numbered()
        for item in fight.setting.figures[piece.figure].items
        if item not in piece.shown
    ]
    if not secret:
        return
    for told in fight.told:
        if told.audience is None:
            named = dict.fromkeys(_items_in(told.event))
            if named:
                _show(fight, _meant(fight, told.event, [held for held in secret if held[1] in named]))
    lending = [(bearer, item) for bearer, item in secret if item in loans.life and item in carried(fight, bearer)]
    if lending:
        for number in fight.state.numbers():
            _show(fight, _kept_alive_by(fight, number, lending))


def _show(fight: Fight, found: Sequence[Held]) -> None:
    for number, item in found:
        piece = fight.state.pieces[number]
        if item not in piece.shown:
            piece.shown += (item,)


def _kept_alive_by(fight: Fight, number: Number, lending: Sequence[Held]) -> list[Held]:
    """The items among these without whose life points it would be dead.

    [tp.item.command.banner_of_zereener]
    """
    hurt = fight.state.pieces[number].hurt
    found = [held for held in lending if hurt and _serves(fight, held, number)]
    without = life_of(fight, number) - sum(loans.life[item] for _, item in found)
    return found if hurt >= without else []


def _serves(fight: Fight, held: Held, number: Number) -> bool:
    """Its bearer, and if it is a magical command those who stand with him.  [tp.magic.items.commands]"""
    bearer, item = held
    together = outermost(fight, bearer) == outermost(fight, number)
    return bearer == number or (together and item in commands_beside(fight, number))


def _items_in(told: object) -> Iterator[str]:
    """The items that an event names, in the reasons of its numbers too."""
    if isinstance(told, str):
        if told.startswith(ITEM):
            yield told.partition("/")[0]
    elif isinstance(told, tuple):
        for part in told:
            yield from _items_in(part)
    elif isinstance(told, msgspec.Struct):
        for name in told.__struct_fields__:
            yield from _items_in(getattr(told, name))


def _meant(fight: Fight, event: Event, found: list[Held]) -> list[Held]:
    """Whose items an event speaks of, where several have the like: of the pieces in it, or of the side in it."""
    numbers = _spoken_of(event)
    groups = [outermost(fight, number) for number in numbers if number >= 0]
    side = getattr(event, "side", None)
    near = [held for held in found if held[0] in numbers or outermost(fight, held[0]) in groups]
    return near or [held for held in found if fight.state.pieces[held[0]].side == side] or found


def _spoken_of(event: Event) -> list[Number]:
    """The pieces that an event names; a spell may be stopped by an item, which is none."""
    spoken = [getattr(event, name) for name in SPEAKS_OF if hasattr(event, name)]
    numbers = [part for value in spoken for part in (value if isinstance(value, tuple) else (value,))]
    return [Number(number) for number in numbers if isinstance(number, int)]


@contextmanager
def in_hiding(fight: Fight, bearer: Number) -> Iterator[None]:
    """What is rolled for the items of a hidden halfwit, and said of him alone, his own side alone learns, unless it
    has brought him to light.

    [tp.character.halfwit.hidden]
    """
    before, piece = len(fight.told), fight.state.pieces[bearer]
    yield
    since = fight.told[before:] if piece.fate == "hidden" else ()
    for at, one in enumerate(since, before):
        if _of_nobody_else(one.event, bearer):
            fight.told[at] = Told(one.event, piece.side)


def _of_nobody_else(event: Event, bearer: Number) -> bool:
    return isinstance(event, Rolled) or set(_spoken_of(event)) == {bearer}
