"""Which models strike, whom, and how often."""

from __future__ import annotations

import pytest

from warhost.engine.question import Refusal
from warhost.rulebooks.threeplains.fighting.blows import allocate, blows_of, front_line, owners, shares, strikers
from warhost.rulebooks.threeplains.setting import Fight

from .melee import blows, clash, strokes
from .scene import SMALL_BASE, asked, champion, contact, foot, hero, horse, number, piece, scene, script, unit

BASE = SMALL_BASE[0] / 1000
SIDES = (("goblins", -1), ("orcs", 1))


def led(*characters: str, models: int = 20) -> Fight:
    """The guard fights orcs with these characters in their front; they stand in its middle."""
    heroes = [hero(name, within="orcs", side=1) for name in characters]
    return clash(*heroes, models=(20, models))


# --- who strikes ---------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.combat.contact", "tp.combat.corner")
def test_a_wide_unit_strikes_with_those_who_touch_and_those_at_the_corners() -> None:
    fight = clash(models=(20, 9), files=(5, 3))
    assert strokes(fight, "guard") == 5 and strokes(fight, "orcs") == 3
    wider = clash(models=(28, 9), files=(7, 3))
    assert strokes(wider, "guard") == 5


@pytest.mark.rule("tp.combat.corner")
def test_models_that_meet_at_a_corner_strike_each_other() -> None:
    fight = scene(
        hero("one", (36, 20)), hero("two", (36 + BASE, 20), facing=180, side=1), phase="combat",
    )  # fmt: skip
    contact(fight, "one", "two")
    assert strokes(fight, "one") == strokes(fight, "two") == 3


@pytest.mark.rule("tp.combat.contact")
def test_nobody_strikes_who_touches_nobody() -> None:
    fight = clash(models=(20, 20))
    assert {striker.base for striker in front_line(fight, 0)} == {0, 1, 2, 3, 4}
    assert not any(striker.behind for striker in strikers(fight, 0, {}))


@pytest.mark.rule("tp.move.squareup.backrank", "tp.combat.contact")
def test_a_last_rank_of_one_fights_as_if_it_were_full() -> None:
    fight = clash(models=(20, 16), side="rear")
    assert strokes(fight, "guard") == 5 and strokes(fight, "orcs") == 5
    assert all(striker.base < 16 for striker in front_line(fight, 1))


@pytest.mark.rule("tp.combat.contact")
def test_a_model_that_touches_two_enemies_strikes_once() -> None:
    left = unit("orcs", at=(36 - 1.5 * BASE, 20), facing=180, side=1, models=9, files=3)
    right = unit("trolls", at=(36 + 1.5 * BASE, 20), facing=180, side=1, models=9, files=3)
    fight = scene(unit("guard", at=(36, 20)), left, right, phase="combat")
    contact(fight, "guard", "orcs")
    contact(fight, "guard", "trolls")
    assert strokes(fight, "guard") == 5
    between = [striker for striker in front_line(fight, 0) if len(striker.targets) > 1]
    assert [striker.base for striker in between] == [2]


@pytest.mark.rule("tp.move.reinforce.slide", "tp.move.reinforce.one")
def test_the_unit_behind_fights_where_the_front_one_has_run_out() -> None:
    second = unit("second", at=(0, 0), figure=foot(attacks=2), models=10, fate="within", host=0)
    fight = clash(second, models=(3, 20))
    piece(fight, "guard").files, piece(fight, "guard").backing = 5, (number(fight, "second"),)
    assert owners(fight, 0)[:5] == [0, 0, 0, 1, 1]
    assert {(blow.member, blow.attacks) for blow in blows(fight, "guard")} == {(0, 3), (1, 4)}
    theirs = front_line(fight, number(fight, "orcs"))
    against = [[target.member for target in striker.targets] for striker in theirs]
    assert [0, 1] in against and [1, 0] not in against


@pytest.mark.rule("tp.move.reinforce.one")
def test_spears_of_the_unit_behind_pass_over_the_front_one() -> None:
    second = unit("second", at=(0, 0), figure=foot(weapons=("spear",)), models=10, fate="within", host=0)
    fight = clash(second, models=(5, 20))
    piece(fight, "guard").backing = (number(fight, "second"),)
    assert [(blow.member, blow.attacks, blow.behind) for blow in blows(fight, "guard")] == [
        (0, 5, False),
        (1, 5, True),
    ]


@pytest.mark.rule("tp.combat.contact")
def test_a_loose_group_strikes_with_the_models_that_touch() -> None:
    pack = foot(loose=True, traits=("skirmishers",))
    fight = clash(ours=pack, models=(6, 20), files=(3, 5))
    assert strokes(fight, "guard") == 3 and strokes(fight, "orcs") == 5


@pytest.mark.rule("tp.weapon.spear.ranks")
def test_a_spearman_strikes_over_the_shoulders_of_his_captain() -> None:
    fight = clash(hero("captain", within="guard"), ours=foot(weapons=("spear",)), models=(19, 20))
    found = {(blow.member, blow.behind): blow.attacks for blow in blows(fight, "guard")}
    captain = number(fight, "captain")
    assert found == {(0, False): 4, (captain, False): 3, (0, True): 5}


@pytest.mark.rule("tp.weapon.spear.ranks")
def test_a_second_rank_spearman_who_fights_in_the_flank_strikes_only_there() -> None:
    spears = foot(weapons=("spear",))
    flank = unit("wolves", at=(36 - 2.5 * BASE, 20 - 2 * BASE), facing=90, side=1, models=4, files=4)
    fight = clash(flank, ours=spears)
    contact(fight, "wolves", "guard", b_side="left")
    bases = [striker.base for striker in strikers(fight, 0, {})]
    assert len(bases) == len(set(bases)) == 12  # five, four behind them, and three more down the flank


# --- attacks -------------------------------------------------------------------------------------------------


@pytest.mark.rule("tp.combat.attacks")
def test_two_attacks_are_two_dice() -> None:
    assert strokes(clash(ours=foot(attacks=2)), "guard") == 10


@pytest.mark.rule("tp.piece.combine.independent")
def test_rider_and_steed_strike_each_with_their_own() -> None:
    fight = clash(ours=horse(weapons=("sidearm",)), models=(8, 20), files=(4, 6))
    rider, steed = blows(fight, "guard")
    assert (rider.attacks, rider.line.rating, rider.line.part) == (4, 4, "self")
    assert (steed.attacks, steed.line.rating, steed.line.part) == (4, 3, "steed")


# --- allocation ----------------------------------------------------------------------------------------------


def on(fight: Fight, said: dict[str, str]) -> dict[str, int]:
    """How many attacks of the guard go on whom."""
    pieces, found = fight.state.pieces, dict[str, int]()
    for blow in blows(fight, "guard", said):
        name = pieces[blow.target].name
        found[name] = found.get(name, 0) + blow.attacks
    return found


@pytest.mark.rule("tp.combat.allocate.default")
def test_what_is_not_assigned_misses_the_characters() -> None:
    assert on(led("boss"), {}) == {"orcs": 5}


@pytest.mark.rule("tp.combat.allocate")
def test_models_that_touch_a_character_may_strike_him() -> None:
    fight = led("boss")
    question = asked(fight, lambda trial: blows_of(trial, 0, {}))
    assert question.describe()["options"] == {
        "guard model 2": ["orcs", "boss"], "guard model 3": ["orcs", "boss"], "guard model 4": ["orcs", "boss"],
    }  # fmt: skip
    assert on(fight, {"guard model 3": "boss"}) == {"orcs": 4, "boss": 1}
    assert on(fight, {f"guard model {at}": "boss" for at in (2, 3, 4)}) == {"orcs": 2, "boss": 3}


@pytest.mark.rule("tp.combat.allocate")
def test_whom_a_model_does_not_touch_it_cannot_strike() -> None:
    fight = led("boss")
    refusal = asked(fight, lambda trial: blows_of(trial, 0, {})).refuse({"guard model 1": "boss"})
    assert isinstance(refusal, Refusal) and refusal.rule == "tp.combat.allocate"


@pytest.mark.rule("tp.combat.allocate")
def test_a_hero_between_two_enemies_may_split_his_attacks() -> None:
    left = unit("goblins", at=(36 - 2.5 * BASE, 20), facing=180, side=1)
    right = unit("orcs", at=(36 + 2.5 * BASE, 20), facing=180, side=1)
    fight = scene(hero("guard", (36, 20)), left, right, phase="combat")
    contact(fight, "guard", "goblins")
    contact(fight, "guard", "orcs")
    assert on(fight, {}) == {"goblins": 3}
    assert on(fight, {"guard blow 2": "orcs"}) == {"goblins": 2, "orcs": 1}
    assert on(fight, {f"guard blow {at}": "orcs" for at in (1, 2, 3)}) == {"orcs": 3}


@pytest.mark.rule("tp.combat.allocate")
def test_a_second_blade_strikes_with_the_first_blow() -> None:
    left = unit("goblins", at=(36 - 2.5 * BASE, 20), facing=180, side=1)
    right = unit("orcs", at=(36 + 2.5 * BASE, 20), facing=180, side=1)
    fight = scene(hero("guard", (36, 20), figure=champion(weapons=("two hand weapons",))), left, right)
    contact(fight, "guard", "goblins")
    contact(fight, "guard", "orcs")
    assert on(fight, {"guard blow 1": "orcs"}) == {"goblins": 2, "orcs": 2}


@pytest.mark.rule("tp.combat.allocate")
@pytest.mark.parametrize(("attacks", "parts"), [(1, ["guard"]), (2, ["guard blow 1", "guard blow 2"])])
def test_two_attacks_may_go_to_two_enemies_and_one_is_not_parted(attacks: int, parts: list[str]) -> None:
    left, right = (unit(name, at=(36 + way * 2.5 * BASE, 20), facing=180, side=1) for name, way in SIDES)
    fight = scene(hero("guard", (36, 20), figure=champion(attacks=attacks)), left, right)
    for name, _ in SIDES:
        contact(fight, "guard", name)
    (striker,) = strikers(fight, 0, {})
    assert [share.actor for share in shares(fight, striker)] == parts
    assert on(fight, {parts[0]: "orcs"}).get("orcs") == 1


@pytest.mark.rule("tp.combat.allocate")
def test_a_steed_may_kick_another_than_its_rider_strikes() -> None:
    fight = clash(
        hero("boss", within="orcs", side=1), ours=horse(weapons=("sidearm",)), models=(8, 20), files=(4, 5)
    )
    options = asked(fight, lambda trial: blows_of(trial, 0, {})).describe()["options"]
    assert {"guard model 2", "guard model 2 steed"} <= set(options)
    assert on(fight, {"guard model 2 steed": "boss"}) == {"orcs": 7, "boss": 1}


@pytest.mark.rule("tp.combat.allocate", "tp.combat.allocate.combined", "tp.piece.combine.inseparable")
def test_nothing_is_asked_where_everybody_has_one_target() -> None:
    fight = clash(theirs=horse(), models=(20, 8), files=(5, 4))  # rider and horse are one target
    with script(fight):
        assert allocate(fight, 0, strikers(fight, 0, {})) == {}


@pytest.mark.rule("tp.combat.allocate")
def test_the_question_offers_to_leave_it_or_to_go_for_one_enemy() -> None:
    offers = asked(led("boss"), lambda trial: blows_of(trial, 0, {})).suggest()
    assert offers[0] == {} and offers[2] == {f"guard model {at}": "boss" for at in (2, 3, 4)}


@pytest.mark.rule("tp.character.move_into_fight")
def test_a_character_strikes_from_the_base_he_has_taken() -> None:
    fight = clash(hero("captain", within="guard"), models=(19, 9), files=(7, 3))
    captain = piece(fight, "captain")
    captain.post = 6  # the end of the line, where no orc is
    assert all(blow.member == 0 for blow in blows(fight, "guard"))
    captain.post = 2
    assert {blow.member for blow in blows(fight, "guard")} == {0, number(fight, "captain")}


@pytest.mark.rule("tp.move.unintentional.late")
def test_who_met_too_late_does_not_strike() -> None:
    fight = clash()
    met = fight.state.contacts.pop()
    contact(fight, "guard", "orcs", waiting=True, clock=fight.state.clock)
    assert strokes(fight, "guard") == 0
    fight.state.contacts = [met]
    assert strokes(fight, "guard") == 5
