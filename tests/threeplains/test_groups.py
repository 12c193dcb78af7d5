"""Characters in groups, halfwits, groups that split, merge and reinforce each other."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.field.body import apart
from warhost.engine.question import Choose, Refusal
from warhost.rulebooks.threeplains.asking import label
from warhost.rulebooks.threeplains.bodies import TOUCH, body, strength
from warhost.rulebooks.threeplains.events.moves import Revealed
from warhost.rulebooks.threeplains.fighting.contact import engaged, foes
from warhost.rulebooks.threeplains.figure import from_mm, inches
from warhost.rulebooks.threeplains.magic.bearing import effects_on, lay
from warhost.rulebooks.threeplains.morale.checks import soldiering
from warhost.rulebooks.threeplains.moving.groups import (
    back_to_their_places,
    base_of,
    expose,
    leave_group,
    may_join,
    offer_reveal,
    parts,
    reveal,
    special_places,
)
from warhost.rulebooks.threeplains.moving.manoeuvres import finish_flip
from warhost.rulebooks.threeplains.moving.movement import move_one, why_not_moving
from warhost.rulebooks.threeplains.moving.splitting import absorb, least_models
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.state import NEVER, Effect
from warhost.rulebooks.threeplains.victory import victory_points
from warhost.rulebooks.threeplains.wounds.casualties import lose

from .marching import at, cost, go, judge, play, refused
from .scene import (
    NOBODY,
    Placed,
    asked,
    champion,
    contact,
    feature,
    foot,
    hero,
    horse,
    number,
    piece,
    scene,
    script,
    told,
    unit,
)

FAR_ENEMY = unit("orcs", at=(36, 47), side=1, facing=180)
SKIRMISHER = foot(loose=True, traits=("skirmishers",))
BASE = from_mm(20) / 1000

# Fifteen guards have soldiering 4 and their army deviancy 3: four dice against three.
PASS = [6, 6, 6, 6, 1, 1, 1]
FAIL = [1, 1, 1, 1, 6, 6, 6]


def names(fight: Fight, group: str) -> dict[int, str]:
    found = special_places(fight, number(fight, group))
    return {base: fight.state.pieces[who].name for base, who in sorted(found.items())}


# --- where special models stand ------------------------------------------------------------------------------


@pytest.mark.rule("tp.unit.command.placement", "tp.character.join.placement")
def test_command_and_characters_fill_the_front_rank_from_its_middle_then_the_second() -> None:
    three = [hero(name, within="a") for name in ("h1", "h2", "h3")]
    fight = scene(unit("a", at=(36, 20), models=9, files=3, command=True), *three, FAR_ENEMY)
    assert names(fight, "a") == {0: "h1", 1: "a", 2: "h2", 4: "h3"}


@pytest.mark.rule("tp.unit.command.placement")
def test_a_wide_unit_has_its_command_in_the_middle() -> None:
    fight = scene(unit("a", at=(36, 20), models=20, files=5, command=True), hero("h", within="a"), FAR_ENEMY)
    assert names(fight, "a") == {1: "h", 2: "a"}
    assert names(fight, "orcs") == {}


# --- joining and leaving -------------------------------------------------------------------------------------


@pytest.mark.rule("tp.character.join.during_game", "tp.character.join.as_one", "tp.character.join.placement")
def test_a_hero_who_walks_up_to_a_unit_stands_in_its_front() -> None:
    fight = scene(unit("a", at=(36, 20), models=19), hero("h", at=(36, 24), facing=180), FAR_ENEMY)
    assert refused(fight, "h", go(36, 21), ["join", "a"]) == "tp.character.join.during_game"
    play(fight, "h", [go(36, 20), ["join", "a"]])
    assert piece(fight, "h").fate == "within" and piece(fight, "a").leaders == (number(fight, "h"),)
    assert names(fight, "a") == {2: "h"} and strength(fight, number(fight, "a")) == 20
    assert not move_one(fight)  # the hero's move was the group's


@pytest.mark.rule("tp.character.join.as_one", "tp.unit.slowest")
def test_a_slow_character_slows_his_group() -> None:
    slow = hero("h", within="a", figure=champion(movement=inches(5)))
    fight = scene(unit("a", at=(36, 20)), slow, FAR_ENEMY)
    assert cost(fight, "a", go(36, 25)) == 5
    assert cost(fight, "a", go(36, 25.2)) == 5
    play(fight, "a", [go(36, 24)])
    assert piece(fight, "h").turn.spent == inches(4)


@pytest.mark.rule("tp.character.lead")
def test_warriors_are_led_by_the_best_soldier_among_them() -> None:
    warriors = unit("a", at=(36, 20), models=9, figure=foot(soldiering=3))
    fight = scene(warriors, hero("h", within="a", figure=champion(soldiering=4)), FAR_ENEMY)
    assert soldiering(fight, number(fight, "a"), "deviancy").total == 4
    assert soldiering(scene(warriors, FAR_ENEMY), 0, "deviancy").total == 3


@pytest.mark.rule("tp.character.join.eligible", "tp.beast.unit.no_characters")
@pytest.mark.parametrize(
    ("figure", "other", "lawful"),
    [
        (champion(), foot(), True),
        (champion(base=horse().base), horse(), True),
        (champion(base=horse().base), foot(base=horse().base), True),
        (champion(), horse(), False),
        (champion(), foot(category="beast", loose=True), False),
    ],
)
def test_only_the_size_of_the_base_says_which_warriors_a_character_joins(
    figure: Any, other: Any, lawful: bool
) -> None:
    group = unit("a", at=(36, 20), models=9, files=3, figure=other)
    fight = scene(group, hero("h", at=(36, 22), facing=180, figure=figure))
    if lawful:
        assert cost(fight, "h", go(36, 20), ["join", "a"]) == 2
    else:
        assert refused(fight, "h", go(36, 20), ["join", "a"]) == "tp.character.join.eligible"


@pytest.mark.rule("tp.character.join.eligible")
@pytest.mark.parametrize(("side", "fate"), [(0, "standing"), (1, "standing"), (0, "slain")])
def test_a_character_joins_friends_on_the_table(side: int, fate: str) -> None:
    joins = (side, fate) == (0, "standing")
    fight = scene(hero("h", at=(36, 22)), unit("a", at=(36, 20), side=side, models=9, files=3, fate=fate))
    assert (may_join(fight, number(fight, "h"), number(fight, "a")) is None) is joins


@pytest.mark.rule("tp.character.join.during_game")
def test_a_group_without_room_for_another_rank_takes_nobody_in() -> None:
    """The twentieth model fits into the last rank; for the twenty-first there would have to be a fifth."""
    behind = unit("b", at=(36, 20 - 4 * BASE), models=5)
    fight = scene(unit("a", at=(36, 20)), behind, hero("h", at=(36, 24), facing=180), FAR_ENEMY)
    assert refused(fight, "h", go(36, 20), ["join", "a"]) == "tp.move.p2p.space"


@pytest.mark.rule("tp.character.join.during_game")
def test_a_character_joins_a_loose_group() -> None:
    fight = scene(unit("sk", at=(36, 20), models=4, files=4, figure=SKIRMISHER), hero("h", at=(36, 22), facing=180))
    play(fight, "h", [go(36, 20), ["join", "sk"]])
    assert len(piece(fight, "sk").places) == 5
    assert names(fight, "sk") == {0: "h"}
    assert (piece(fight, "sk").x, piece(fight, "sk").y) == body(fight, number(fight, "sk")).front


@pytest.mark.rule("tp.character.leave")
def test_a_hero_leaves_at_half_pace_until_its_base_is_clear() -> None:
    fight = scene(unit("a", at=(36, 20), models=9), hero("h", within="a"), FAR_ENEMY)
    assert cost(fight, "h", go(36, 23)) == pytest.approx(3 + BASE, abs=0.01)
    # back through both ranks
    assert cost(fight, "h", go(36, 16)) == pytest.approx(4 + 3 * BASE, abs=0.05)
    assert refused(fight, "h", go(36, 18.6)) == "tp.character.leave"
    play(fight, "h", [go(36, 23)])
    assert piece(fight, "h").fate == "standing" and at(fight, "h") == (36, 23, 0)
    assert piece(fight, "a").leaders == () and strength(fight, number(fight, "a")) == 9


@pytest.mark.rule("tp.character.leave", "tp.character.join.as_one")
def test_what_the_group_has_moved_counts_for_a_hero_who_leaves_it() -> None:
    fight = scene(unit("a", at=(36, 20), models=9), hero("h", within="a"), FAR_ENEMY)
    play(fight, "a", [go(36, 24)])
    assert cost(fight, "h", go(36, 27.5)) == 3
    play(fight, "h", [go(36, 26.2)])
    fight = scene(unit("a", at=(36, 20), models=9, spent=inches(6)), hero("h", within="a"), FAR_ENEMY)
    leave_group(fight, number(fight, "h"))
    assert piece(fight, "h").turn.spent == inches(6)


@pytest.mark.rule("tp.character.leave", "tp.move.value")
@pytest.mark.parametrize(
    ("spent", "why"),
    [
        (5.4, ""), (5.45, "tp.character.leave"), (6.95, "tp.character.leave"), (6.951, "tp.move.value"),
        (7, "tp.move.value"),
    ],
)  # fmt: skip
def test_a_hero_in_a_group_is_not_asked_when_he_cannot_come_clear_of_it(spent: float, why: str) -> None:
    """His own base is 0.79 inches deep, and costs twice that."""
    fight = scene(unit("a", at=(36, 20), models=9), hero("h", within="a", spent=inches(spent)), FAR_ENEMY)
    refusal = why_not_moving(fight, number(fight, "h"))
    assert (refusal.rule if refusal else "") == why


@pytest.mark.rule("tp.character.leave")
@pytest.mark.parametrize(("gap", "asked"), [(3, True), (0.5, False)])
def test_a_hero_does_not_come_out_where_others_bar_the_nearest_way(gap: float, asked: bool) -> None:
    """Four inches take him through the front rank of ten, or back through both ranks, but not to either end."""
    fight = scene(
        unit("a", at=(36, 20), models=20, files=10), hero("h", within="a", spent=inches(3)),
        unit("orcs", at=(36, 20 + gap), facing=180, side=1, files=20, models=40),
        unit("more", at=(36, 16.9), side=1, files=20, models=40),
    )  # fmt: skip
    assert (why_not_moving(fight, number(fight, "h")) is None) is asked


@pytest.mark.rule("tp.character.leave", "tp.character.join.during_game")
@pytest.mark.parametrize(("aside", "asked"), [(2.4, True), (6, False)])
def test_a_hero_who_cannot_come_clear_may_go_over_into_a_group_beside_his_own(aside: float, asked: bool) -> None:
    fight = scene(
        unit("a", at=(36, 20), models=9, files=3, spent=inches(4)), hero("h", within="a", spent=inches(4)),
        unit("b", at=(36 + aside, 20), models=9, files=3), unit("orcs", at=(36, 20.4), facing=180, side=1),
    )  # fmt: skip
    assert (why_not_moving(fight, number(fight, "h")) is None) is asked
    if asked:
        play(fight, "h", [go(37.2, 20), ["join", "b"]])
        assert piece(fight, "h").host == number(fight, "b")


@pytest.mark.rule("tp.move.individual.through", "tp.move.dash")
def test_a_hero_in_a_group_does_not_dash_unless_he_flies_out_of_it() -> None:
    fight = scene(unit("a", at=(36, 20), models=9), hero("h", within="a"), FAR_ENEMY)
    assert refused(fight, "h", ["dash"]) == "tp.move.individual.through"
    winged = champion(flight=inches(12))
    fight = scene(unit("a", at=(36, 20), models=9), hero("h", within="a", figure=winged), FAR_ENEMY)
    play(fight, "h", [["dash"]], [["fly"], go(36, 34)], dice=[3])
    assert at(fight, "h") == (36, 34, 0) and piece(fight, "h").airborne


@pytest.mark.rule("tp.character.leave")
def test_a_fighting_hero_is_locked_in() -> None:
    fight = scene(
        unit("a", at=(36, 20), models=9), hero("h", within="a"), unit("orcs", at=(36, 20), facing=180, side=1)
    )  # fmt: skip
    contact(fight, "orcs", "a")
    assert refused(fight, "h", go(36, 16)) == "tp.character.leave"


@pytest.mark.rule("tp.character.leave")
@pytest.mark.parametrize("post", [NOBODY, 0, 4], ids=["in the middle", "first", "last"])
def test_a_loose_group_closes_up_when_a_character_leaves(post: int) -> None:
    fight = scene(unit("sk", at=(36, 20), models=4, files=4, figure=SKIRMISHER), hero("h", at=(36, 22), facing=180))
    play(fight, "h", [go(36, 20), ["join", "sk"]])
    piece(fight, "h").turn.acted, piece(fight, "h").turn.spent = False, 0
    piece(fight, "h").post = post
    play(fight, "h", [go(36, 25)])
    assert len(piece(fight, "sk").places) == 4 and piece(fight, "sk").leaders == ()


# --- into the fighting ---------------------------------------------------------------------------------------


def struck_in_flank(*others: Placed) -> Fight:
    """A unit five wide with orcs against its left flank: the hero in the middle of the front touches nobody."""
    a = unit("a", at=(36, 20), models=14, files=5)
    orcs = unit("orcs", at=(36 - 2.5 * BASE, 20 - 1.5 * BASE), facing=90, side=1, models=3, files=3)
    fight = scene(a, hero("h", within="a"), *others, orcs)
    contact(fight, "orcs", "a", "front", "left")
    return fight


@pytest.mark.rule("tp.character.move_into_fight")
def test_a_hero_changes_places_with_a_model_that_fights() -> None:
    fight = struck_in_flank()
    assert names(fight, "a") == {2: "h"}
    assert refused(fight, "h", ["fight", 3]) == "tp.character.move_into_fight"
    play(fight, "h", [["fight", 5]])
    assert names(fight, "a") == {5: "h"}
    piece(fight, "h").turn.acted = False
    assert refused(fight, "h", ["fight", 0]) == "tp.character.move_into_fight"
    back_to_their_places(fight, number(fight, "a"))
    assert names(fight, "a") == {2: "h"}


@pytest.mark.rule("tp.character.move_into_fight")
def test_only_ordinary_models_give_up_their_places() -> None:
    fight = struck_in_flank(hero("other", within="a", post=5))
    assert refused(fight, "h", ["fight", 5]) == "tp.character.move_into_fight"
    assert cost(fight, "h", ["fight", 10]) == 0


# --- halfwits ------------------------------------------------------------------------------------------------


def with_halfwit(models: int = 9) -> Fight:
    halfwit = hero("wit", within="a", role="halfwit", fate="hidden", figure=champion(attacks=1))
    return scene(unit("a", at=(36, 20), models=models, files=3), halfwit, FAR_ENEMY)


@pytest.mark.rule("tp.character.halfwit.reveal")
def test_a_halfwit_appears_anywhere_in_its_group() -> None:
    fight = with_halfwit()
    assert strength(fight, number(fight, "a")) == 9
    reveal(fight, number(fight, "wit"), 6)
    assert names(fight, "a") == {6: "wit"} and strength(fight, number(fight, "a")) == 10
    assert piece(fight, "wit").fate == "within" and told(fight, Revealed)


@pytest.mark.rule("tp.character.halfwit.reveal")
def test_its_owner_is_asked_and_may_keep_it_hidden() -> None:
    fight = with_halfwit()
    question = asked(fight, lambda trial: offer_reveal(trial, number(fight, "wit")))
    assert isinstance(question, Choose) and question.side == 0
    assert [label(fight.setting, fight.state, question, one) for one in ("stay hidden", "0", "8")] == [
        "stay hidden",
        "out, where now is model 1",
        "out, where now is model 9",
    ]
    with script(fight, answers=["stay hidden"]):
        offer_reveal(fight, number(fight, "wit"))
    assert piece(fight, "wit").fate == "hidden"
    play(fight, "wit", answers=["0"])
    assert names(fight, "a") == {0: "wit"}


@pytest.mark.rule("tp.character.halfwit.exposed")
def test_four_models_hide_nobody() -> None:
    fight = with_halfwit(5)
    expose(fight, number(fight, "a"))
    assert piece(fight, "wit").fate == "hidden"
    fight = with_halfwit(6)
    lose(fight, number(fight, "a"), 2, "tp.shoot.damage")
    assert piece(fight, "wit").fate == "within" and names(fight, "a") == {1: "wit"}


# --- splitting and merging -----------------------------------------------------------------------------------


def halves(go_models: int, **more: Any) -> list[Any]:
    """Three files on each side of the old middle front."""
    half = from_mm(20) * 3 // 2
    stay, leave = [36000 - half, 20000, 0, 3], [36000 + half, 20000, 0, 3]
    return ["split", {"models": go_models, "stay": stay, "go": leave, **more}]


@pytest.mark.rule("tp.move.split")
@pytest.mark.parametrize("more", [{"with": ["h", "h"]}, {"command": "yes"}])
def test_nobody_goes_with_a_part_twice_and_the_command_stays_or_goes(more: dict[str, Any]) -> None:
    fight = scene(unit("a", at=(36, 20), models=10, command=True), hero("h", within="a"), FAR_ENEMY)
    assert refused(fight, "a", halves(3, **more)) == "tp.move.p2p"


@pytest.mark.rule("tp.move.split", "tp.piece.unit.numbers")
def test_ten_infantry_split_into_seven_and_three() -> None:
    fight = scene(unit("a", at=(36, 20), models=10, command=True), hero("h", within="a"), FAR_ENEMY)
    dice = [6, 6, 6, 6, 6, 1, 1, 1]  # the command model adds a die
    play(fight, "a", [halves(3, **{"with": ["h"], "command": "go"})], dice=dice)
    part = piece(fight, "a/2")
    assert (piece(fight, "a").models, part.models, part.entry) == (7, 3, piece(fight, "a").entry)
    assert part.command and not piece(fight, "a").command
    assert part.leaders == (number(fight, "h"),) and piece(fight, "h").host == number(fight, "a/2")
    assert apart(body(fight, number(fight, "a")), body(fight, number(fight, "a/2"))) <= TOUCH
    assert [n for n in ("a", "a/2") if not piece(fight, n).turn.acted] == []
    assert piece(fight, "a").turn.spent == inches(7)


@pytest.mark.rule("tp.move.split", "tp.character.join.as_one")
@pytest.mark.parametrize("who", ["h", "stays"])
def test_a_split_is_the_whole_move_of_the_characters_too(who: str) -> None:
    fast = champion(movement=inches(9))
    within = [hero(name, within="a", figure=fast) for name in ("h", "stays")]
    fight = scene(unit("a", at=(36, 20), models=10), *within, FAR_ENEMY)
    play(fight, "a", [halves(3, **{"with": ["h"]})], dice=PASS)
    refusal = why_not_moving(fight, number(fight, who))
    assert refusal is not None and refusal.rule == "tp.move.value"


@pytest.mark.rule("tp.character.join.as_one", "tp.move.flip.partial")
def test_what_is_left_of_a_flip_is_paid_by_the_characters_too() -> None:
    fight = scene(unit("a", at=(36, 20), models=10), hero("h", within="a"), FAR_ENEMY)
    piece(fight, "a").flip_due = inches(3)
    finish_flip(fight, 0, inches(7))
    assert piece(fight, "h").turn.spent == piece(fight, "a").turn.spent == inches(3)


@pytest.mark.rule("tp.move.split")
def test_what_one_part_does_after_a_split_the_other_has_not_done() -> None:
    fight = scene(unit("a", at=(36, 20), models=10), FAR_ENEMY)
    play(fight, "a", [halves(3)], dice=PASS)
    piece(fight, "a/2").turn.shot = True
    assert not piece(fight, "a").turn.shot


@pytest.mark.rule("tp.move.split", "tp.combat.flimsy")
def test_a_unit_that_fails_to_split_stays_with_flimsy_ranks() -> None:
    fight = scene(unit("a", at=(36, 20), models=10), FAR_ENEMY)
    play(fight, "a", [halves(3)], dice=FAIL)
    a = piece(fight, "a")
    assert (a.models, a.turn.barred, a.flimsy_until) == (10, True, 3)
    assert len(fight.state.pieces) == 2


@pytest.mark.rule("tp.move.split", "tp.piece.unit.numbers", "tp.piece.unit.shape")
def test_what_a_split_must_obey() -> None:
    fight = scene(unit("a", at=(36, 20), models=10), FAR_ENEMY)
    assert refused(fight, "a", halves(2)) == "tp.piece.unit.numbers"
    assert refused(fight, "a", halves(8)) == "tp.piece.unit.numbers"
    assert refused(fight, "a", go(36, 22), halves(3)) == "tp.move.split"
    far = halves(3)
    far[1]["go"] = [40000, 20000, 0, 3]
    assert refused(fight, "a", far) == "tp.move.split"
    thin = halves(4)
    thin[1]["go"] = [*thin[1]["go"][:3], 2]
    assert refused(fight, "a", thin) == "tp.piece.unit.shape"
    away = ["split", {"models": 3, "stay": [36000, 30000, 0, 3], "go": [36000 + 3 * from_mm(20), 30000, 0, 3]}]
    assert refused(fight, "a", away) == "tp.move.split"


@pytest.mark.rule("tp.move.split", "tp.piece.unit.numbers")
@pytest.mark.parametrize(("figure", "least"), [(foot(), 3), (SKIRMISHER, 1)])
def test_the_fewest_who_go_away_are_three_or_of_skirmishers_one(figure: Any, least: int) -> None:
    fight = scene(unit("a", at=(36, 20), models=10, files=10, figure=figure), FAR_ENEMY)
    assert [least_models(fight, 0), refused(fight, "a", halves(least - 1))] == [least, "tp.piece.unit.numbers"]


@pytest.mark.rule("tp.move.split", "tp.move.p2p.space")
@pytest.mark.parametrize(("leave", "x"), [(6, 34.6), (12, 37.4)], ids=["who stay", "who go"])
def test_both_parts_of_a_split_need_room(leave: int, x: float) -> None:
    """Eighteen stand in three ranks; of twelve in ranks of three the last would stand on rocks."""
    rocks = feature("rocks", (x, 16.4), (1.6, 2))
    fight = scene(unit("a", at=(36, 20), models=18, files=6), FAR_ENEMY, terrain=[rocks])
    assert refused(fight, "a", halves(leave)) == "tp.terrain.impassable"
    assert not isinstance(judge(fight, "a", halves(18 - leave)), Refusal)



@pytest.mark.rule("tp.move.split", "tp.character.halfwit.exposed", "tp.character.halfwit.hidden")
@pytest.mark.parametrize(("models", "seen"), [(7, True), (8, False)])
def test_four_who_stay_hide_nobody_and_he_has_moved_with_them(models: int, seen: bool) -> None:
    wit = hero("wit", within="a", role="halfwit", fate="hidden", figure=champion(attacks=1))
    fight = scene(unit("a", at=(36, 20), models=models), wit, FAR_ENEMY)
    play(fight, "a", [halves(3)], dice=PASS)
    assert [event.rule for event in told(fight, Revealed)] == ["tp.character.halfwit.exposed"] * seen
    fool = piece(fight, "wit")
    assert (fool.fate, fool.turn.acted) == (("within", True) if seen else ("hidden", False))


@pytest.mark.rule("tp.character.halfwit.reveal", "tp.character.halfwit.hidden")
@pytest.mark.parametrize("gone", [0, 7])
def test_whoever_comes_out_of_hiding_has_gone_as_far_as_his_group(gone: int) -> None:
    fight = with_halfwit()
    piece(fight, "a").turn.spent, piece(fight, "a").turn.acted = inches(gone), gone > 0
    reveal(fight, number(fight, "wit"), 0)
    assert (why_not_moving(fight, number(fight, "wit")) is None) is (gone == 0)


@pytest.mark.rule("tp.move.split", "tp.trait.poison")
@pytest.mark.parametrize(
    ("markers", "stay", "leave"),
    [((), (), ()), ((3,), (3,), ()), ((2, 5), (5, 2), ()), ((2, 3, 5), (5, 3), (2,)), ((1,) * 5, (1,) * 4, (1,))],
)
def test_poison_is_dealt_out_when_a_group_splits(
    markers: tuple[int, ...], stay: tuple[int, ...], leave: tuple[int, ...]
) -> None:
    """Seven stay and three go."""
    fight = scene(unit("a", at=(36, 20), models=10), FAR_ENEMY)
    piece(fight, "a").poison = markers
    play(fight, "a", [halves(3)], dice=PASS)
    assert (piece(fight, "a").poison, piece(fight, "a/2").poison) == (stay, leave)


@pytest.mark.rule("tp.move.remerge", "tp.trait.poison", "tp.weapon.uniform")
def test_what_either_part_has_been_through_is_the_joined_groups() -> None:
    fight = scene(unit("a", at=(36, 20), models=10), FAR_ENEMY)
    play(fight, "a", [halves(3)], dice=PASS)
    whole, part = piece(fight, "a"), piece(fight, "a/2")
    whole.poison, whole.used, whole.shown = (2,), ("horn",), ("horn", "drum")
    part.poison, part.used, part.shown = (4, 2), ("horn", "banner"), ("banner",)
    part.bled = part.pikes_dropped = True
    absorb(fight, number(fight, "a"), number(fight, "a/2"))
    assert (whole.poison, whole.used, whole.shown) == ((2, 4, 2), ("horn", "banner"), ("horn", "drum", "banner"))
    assert whole.bled and whole.pikes_dropped


@pytest.mark.rule("tp.move.remerge", "tp.trait.frenzy.loss", "tp.check.bravery.once")
@pytest.mark.parametrize(("keeps", "comes"), [("a", "a/2"), ("a/2", "a")])
def test_neither_nerve_nor_temper_comes_of_joining(keeps: str, comes: str) -> None:
    fight = scene(unit("a", at=(36, 20), models=10), FAR_ENEMY)
    play(fight, "a", [halves(3)], dice=PASS)
    brave, other = piece(fight, "a"), piece(fight, "a/2")
    brave.braved, brave.frenzy, other.braved, other.frenzy = 3, "spent", 1, ""
    other.tormentor = number(fight, "orcs")
    absorb(fight, number(fight, keeps), number(fight, comes))
    whole = piece(fight, keeps)
    assert (whole.braved, whole.frenzy, whole.tormentor) == (1, "spent", number(fight, "orcs"))


@pytest.mark.rule("tp.move.remerge", "tp.spell.base.slow")
@pytest.mark.parametrize("slowed", [["a"], ["a/2"], ["a", "a/2"]])
def test_nobody_sheds_a_spell_by_joining_the_rest_of_his_group(slowed: list[str]) -> None:
    fight = scene(unit("a", at=(36, 20), models=10), FAR_ENEMY)
    play(fight, "a", [halves(3)], dice=PASS)
    for name in slowed:
        lay(fight, Effect("tp.spell.base.slow", number(fight, "orcs"), number(fight, name), 1, NEVER))
    absorb(fight, number(fight, "a"), number(fight, "a/2"))
    assert [effect.source for effect in effects_on(fight, number(fight, "a"))] == ["tp.spell.base.slow"]


@pytest.mark.rule("tp.move.split")
def test_loose_groups_split_without_a_check() -> None:
    fight = scene(unit("a", at=(36, 20), models=6, files=6, figure=SKIRMISHER), FAR_ENEMY)
    play(fight, "a", [halves(3)])
    assert len(piece(fight, "a").places) == len(piece(fight, "a/2").places) == 3


@pytest.mark.rule("tp.move.remerge", "tp.trait.exhaustion.sources")
def test_parts_join_again_for_half_their_move() -> None:
    fight = scene(unit("a", at=(36, 20), models=10), FAR_ENEMY)
    play(fight, "a", [halves(3)], dice=PASS)
    for part, tired in (("a", 1), ("a/2", 3)):
        piece(fight, part).tired, piece(fight, part).turn.spent, piece(fight, part).turn.acted = tired, 0, False
    spot = [36000, 20000, 0, 5]
    assert refused(fight, "a", ["remerge", "orcs", *spot]) == "tp.move.remerge"
    assert refused(fight, "a", go(35, 24), ["remerge", "a/2", *spot]) == "tp.move.remerge"
    for spent, lawful in ((3.5, True), (3.51, False)):
        for part in ("a", "a/2"):
            piece(fight, part).turn.spent = inches(spent)
            assert isinstance(judge(fight, "a", ["remerge", "a/2", *spot]), Refusal) != lawful
            piece(fight, part).turn.spent = 0
    piece(fight, "a/2").turn.spent = inches(1)
    play(fight, "a", [["remerge", "a/2", *spot]], [go(36, 22.5)])
    a = piece(fight, "a")
    assert (a.models, a.files, a.tired) == (10, 5, 2)
    assert a.turn.spent == inches(7)  # 7 - 3.5 - 1 = 2.5 inches were left
    assert piece(fight, "a/2").fate == "slain" and piece(fight, "a/2").models == 0


@pytest.mark.rule("tp.move.remerge", "tp.trait.exhaustion.sources")
@pytest.mark.parametrize(("first", "second", "joined"), [(2, 2, 2), (2, 1, 1), (1, 2, 1), (0, 0, 0), (0, 1, 0)])
def test_the_counter_that_is_saved_is_that_of_the_wearier_part(first: int, second: int, joined: int) -> None:
    fight = scene(unit("a", at=(36, 20), models=10), FAR_ENEMY)
    play(fight, "a", [halves(3)], dice=PASS)
    for part, tired in (("a", first), ("a/2", second)):
        piece(fight, part).tired, piece(fight, part).turn.spent, piece(fight, part).turn.acted = tired, 0, False
    play(fight, "a", [["remerge", "a/2", 36000, 20000, 0, 5]], [go(36, 22)])
    assert piece(fight, "a").tired == joined


# --- reinforcing ---------------------------------------------------------------------------------------------


def front_and_back(fighting: bool = False, **more: Any) -> Fight:
    """A unit of 14 and a hero in four files, and 15 in five a little behind it."""
    front = unit("front", at=(36, 20), models=14, files=4)
    back = unit("back", at=(36, 20 - 4 * BASE - 2), models=15, **more)
    orcs = unit("orcs", at=(36, 20 if fighting else 47), facing=180, side=1, models=15, files=5)
    fight = scene(front, hero("h", within="front"), back, orcs)
    if fighting:
        contact(fight, "orcs", "front")
    return fight


UP = [go(36, round(20 - 4 * BASE, 3)), ["reinforce", "front"]]


@pytest.mark.rule("tp.move.reinforce", "tp.move.reinforce.one", "tp.move.reinforce.ranks")
def test_a_unit_out_of_combat_is_reinforced_without_a_check() -> None:
    fight = front_and_back()
    assert refused(fight, "back", ["reinforce", "front"]) == "tp.move.reinforce"
    play(fight, "back", UP)
    front = number(fight, "front")
    assert piece(fight, "front").backing == (number(fight, "back"),) and piece(fight, "back").fate == "within"
    assert parts(fight, front) == [(front, 15), (number(fight, "back"), 15)]
    assert body(fight, front).ranks == 8 and strength(fight, front) == 30


@pytest.mark.rule("tp.move.reinforce")
@pytest.mark.parametrize(
    ("at", "facing"),
    [((36, 20 + 3 * BASE), 0), ((36 + 4.5 * BASE, 20), 0), ((36 - 4.5 * BASE, 20), 0), ((36, 20 - 4 * BASE), 90)],
    ids=["in front", "on its left", "on its right", "across"],
)
def test_only_a_unit_behind_another_that_looks_the_same_way_backs_it(at: tuple[float, float], facing: int) -> None:
    front = unit("front", at=(36, 20), models=16, files=4)
    fight = scene(front, unit("back", at=at, facing=facing, models=15), FAR_ENEMY)
    assert refused(fight, "back", ["reinforce", "front"]) == "tp.move.reinforce"


@pytest.mark.rule("tp.move.reinforce")
@pytest.mark.parametrize(("facing", "backs"), [(45, True), (45.01, False)])
def test_a_unit_may_stand_half_a_right_angle_askew_behind_the_one_it_backs(facing: float, backs: bool) -> None:
    front = unit("front", at=(36, 20), models=16, files=4)
    fight = scene(front, unit("back", at=(36, 20 - 4 * BASE), facing=facing, models=15), FAR_ENEMY)
    assert isinstance(judge(fight, "back", ["reinforce", "front"]), Refusal) != backs


@pytest.mark.rule("tp.move.reinforce.ranks", "tp.move.reinforce.slide")
def test_ranks_are_counted_over_the_whole_reinforced_body() -> None:
    """Two old models of a row of four, and behind them two full ranks and two more: three ranks."""
    back = unit("back", at=(36, 10), models=10, files=4, fate="within")
    fight = scene(unit("front", at=(36, 20), models=2, files=4, backing=(1,)), back, FAR_ENEMY)
    piece(fight, "back").host = 0
    assert body(fight, 0).ranks == 3
    assert parts(fight, 0) == [(0, 2), (1, 10)]


@pytest.mark.rule("tp.move.reinforce.victory")
def test_the_units_of_a_reinforced_body_are_scored_one_by_one() -> None:
    fight = front_and_back()
    play(fight, "back", UP)
    piece(fight, "front").models = 6
    assert victory_points(fight, 1).total == 14 * 9 // 2


@pytest.mark.rule("tp.move.reinforce")
def test_only_infantry_with_equal_bases_reinforce_each_other() -> None:
    fight = front_and_back(figure=foot(base=(from_mm(25), from_mm(25))))
    assert refused(fight, "back", *UP) == "tp.move.reinforce"
    fight = front_and_back(figure=horse(base=(from_mm(20), from_mm(20))))
    assert refused(fight, "back", *UP) == "tp.move.reinforce"


@pytest.mark.rule("tp.move.reinforce", "tp.move.reinforce.stack")
def test_a_fighting_unit_that_keeps_its_head_is_reinforced() -> None:
    fight = front_and_back(fighting=True)
    play(fight, "back", UP, dice=PASS)
    assert piece(fight, "front").backing and engaged(fight, number(fight, "front"))


@pytest.mark.rule("tp.move.reinforce", "tp.move.reinforce.stack")
def test_a_fighting_unit_that_panics_is_gone_and_the_gap_is_closed_from_both_sides() -> None:
    fight = front_and_back(fighting=True)
    play(fight, "back", UP, dice=FAIL)
    assert piece(fight, "front").fate == piece(fight, "h").fate == "slain"
    middle = 20 - 2 * BASE
    assert at(fight, "back")[1] == pytest.approx(middle, abs=0.02)
    assert at(fight, "orcs")[1] == pytest.approx(middle, abs=0.02)
    assert foes(fight, number(fight, "back")) == [number(fight, "orcs")]


@pytest.mark.rule("tp.move.reinforce.divide")
@pytest.mark.parametrize("parted", [True, False])
def test_a_reinforced_unit_divides(parted: bool) -> None:
    fight = front_and_back()
    play(fight, "back", UP)
    for one in fight.state.pieces:
        one.turn.spent, one.turn.acted = 0, False
    own = soldiering(fight, number(fight, "front"), "deviancy").total
    rolled = [6] * own + [1] * 3 if parted else [1] * own + [6] * 3
    play(fight, "front", [["divide"]], *([[]] if parted else []), dice=rolled)
    front, back = piece(fight, "front"), piece(fight, "back")
    if parted:
        assert front.backing == () and back.fate == "standing" and back.files == 5
        assert at(fight, "back") == (36, round(20 - 4 * BASE, 2), 0)
        play(fight, "back", [["flip"]])
    else:
        assert front.backing and front.turn.barred and front.flimsy_until == 3


@pytest.mark.rule("tp.move.reinforce.divide", "tp.character.halfwit.exposed")
@pytest.mark.parametrize(("models", "seen"), [(4, True), (5, False)])
def test_a_front_unit_of_four_hides_nobody_once_it_is_by_itself_again(models: int, seen: bool) -> None:
    fight = scene(
        unit("front", at=(36, 20), models=models), unit("back", at=(36, 20 - BASE - 1), models=10),
        hero("wit", within="front", role="halfwit", fate="hidden", figure=champion(attacks=1)), FAR_ENEMY,
    )  # fmt: skip
    play(fight, "back", [go(36, round(20 - BASE, 3)), ["reinforce", "front"]])
    for one in fight.state.pieces:
        one.turn.spent, one.turn.acted = 0, False
    own = soldiering(fight, number(fight, "front"), "deviancy").total
    play(fight, "front", [["divide"]], [], dice=[6] * own + [1] * 3)
    assert [event.rule for event in told(fight, Revealed)] == ["tp.character.halfwit.exposed"] * seen


@pytest.mark.rule("tp.move.reinforce.characters", "tp.character.halfwit.reveal")
def test_a_character_of_the_unit_behind_stands_in_its_own_part() -> None:
    fight = scene(
        unit("front", at=(36, 20), models=15), unit("back", at=(36, 20 - 3 * BASE - 1), models=10),
        hero("h", within="back"), FAR_ENEMY,
    )  # fmt: skip
    play(fight, "back", [go(36, round(20 - 3 * BASE, 3)), ["reinforce", "front"]])
    assert names(fight, "front") == {17: "h"}
    assert base_of(fight, number(fight, "h")) == 17
