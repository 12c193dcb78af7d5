"""Every event of every rulebook can be played on a table, and nothing that moves there goes untold."""

from __future__ import annotations

import importlib
import pkgutil
from random import Random
from typing import get_type_hints

import pytest

import warhost.rulebooks
from warhost.engine.event import Event
from warhost.engine.game import Game
from warhost.engine.playing import Play, Stand, played
from warhost.engine.rulebook import installed, rulebook
from warhost.engine.sentences import BRACES, KINDS
from warhost.engine.untold import untold
from warhost.engine.view import BlockView, View
from warhost.engine.words import they_do

MOVES = ("move", "charge", "flee", "pursue", "appear", "face")


def _all_events() -> list[type[Event]]:
    """Those of all rulebooks."""
    for module in pkgutil.walk_packages(warhost.rulebooks.__path__, "warhost.rulebooks."):
        if "events" in module.name:
            importlib.import_module(module.name)
    return _kinds(Event)


def _kinds(event: type[Event]) -> list[type[Event]]:
    found = [event, *(kind for child in event.__subclasses__() for kind in _kinds(child))]
    return [kind for kind in found if kind.__module__.startswith("warhost.")]


EVENTS = _all_events()


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: f"{kind.__module__.split('.')[2]}-{kind.__name__}")
def test_an_event_shows_fields_that_it_has(kind: type[Event]) -> None:
    assert set(kind.shows.fields) <= set(kind.__struct_fields__)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: f"{kind.__module__.split('.')[2]}-{kind.__name__}")
def test_an_event_that_names_pieces_shows_them_and_one_that_moves_them_shows_where(kind: type[Event]) -> None:
    named = {"piece", "pieces", "unit", "attackers", "shooters"} & set(kind.__struct_fields__)
    assert named <= set(kind.shows.fields)
    if kind.shows.deed in MOVES:
        home = kind.shows.deed == "charge" and kind.shows.at  # whose way another event has told: they meet
        assert kind.shows.way or kind.shows.stands or home
    if kind.shows.deed == "fall":
        assert kind.shows.who
    if kind.shows.success:
        assert get_type_hints(kind)[kind.shows.success] is bool


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: f"{kind.__module__.split('.')[2]}-{kind.__name__}")
def test_a_sentence_speaks_of_fields_and_its_verbs_agree_with_somebody_named(kind: type[Event]) -> None:
    types, subject = get_type_hints(kind), False
    for word, verb, what in BRACES.findall(kind.says):
        if word not in types:
            assert subject and they_do(word) != word
        elif word in kind.shows.everybody or what == "side":
            subject = subject or not verb
        elif what and what not in KINDS and what not in kind.kinds:
            assert types[word] is (bool if "|" in what else int)
        assert not verb or they_do(verb) != verb


@pytest.mark.parametrize("book", installed())
@pytest.mark.parametrize("seed", ["1", "2"])
def test_nothing_moves_comes_goes_or_falls_untold(book: str, seed: str) -> None:
    """What each side sees before and after every step of a battle of chance, against what it was told."""
    rules = rulebook(book)
    game, chance = Game(rules, rules.setup(None, {}), seed), Random(seed)
    sides = range(len(rules.sides(game.setting)))
    views = {side: rules.view(game.setting, game.checkpoint, side) for side in sides}
    while pending := game.pending():
        steps = len(game.steps)
        game.answer(pending[0].sample(chance), pending[0].side)
        if len(game.steps) == steps:
            continue
        names = rules.spokesman.names(game.setting, game.checkpoint)
        for side, before in views.items():
            heard = [told.event for step in game.told[steps:] for told in step if told.heard_by(side)]
            views[side] = rules.view(game.setting, game.checkpoint, side)
            assert list(untold(before, views[side], [played(event, names) for event in heard])) == []


# --- the check itself ----------------------------------------------------------------------------------------


def _seen(*blocks: tuple[str, int, int]) -> View:
    """A table with blocks, each with its name, how far on it stands and of how many models it is."""
    made = tuple(BlockView(id, id, 0, (0, y), 0, (), ((),) * models, "X", "foot") for id, y, models in blocks)  # type: ignore[arg-type]
    return View("", 1, "", ("A", "B"), 0, 0, None, (), (), blocks=made)


@pytest.mark.parametrize(
    ("after", "plays", "complaints"),
    [
        ([("guard", 0, 5)], [], 0),
        ([("guard", 9, 5)], [], 1),
        ([("guard", 9, 5)], [Play("move", ("guard",), way=((0, 0), (0, 9)))], 0),
        ([("guard", 9, 5)], [Play("move", ("guard",), way=((0, 0), (0, 8)))], 1),
        ([("guard", 9, 5)], [Play("note", ("guard",))], 1),
        ([("guard", 9, 5)], [Play("form", ("orcs",), stands={"guard": Stand((0, 9))})], 0),
        ([("guard", 0, 4)], [], 1),
        ([("guard", 0, 4)], [Play("fall", ("guard",), number=1)], 0),
        ([], [], 1),
        ([], [Play("vanish", ("guard",))], 0),
        ([("guard", 0, 5), ("orcs", 0, 1)], [], 1),
        ([("guard", 0, 5), ("orcs", 0, 1)], [Play("appear", ("orcs",), way=((0, 0),))], 0),
    ],
)
def test_what_goes_untold_is_found(after: list[tuple[str, int, int]], plays: list[Play], complaints: int) -> None:
    assert len(list(untold(_seen(("guard", 0, 5)), _seen(*after), plays))) == complaints
