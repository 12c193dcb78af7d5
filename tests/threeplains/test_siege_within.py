"""Close combat inside a tower: who fights, with what, what weighs on them, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest

from warhost.engine.question import Choose
from warhost.rulebooks.threeplains.bodies import set_inside
from warhost.rulebooks.threeplains.charging.flight import flee
from warhost.rulebooks.threeplains.charging.pursuit import after_flight, wipe_out_moves
from warhost.rulebooks.threeplains.events.siege import FledOutside, MetInside
from warhost.rulebooks.threeplains.fighting.arms import usable
from warhost.rulebooks.threeplains.fighting.blows import front_line
from warhost.rulebooks.threeplains.fighting.combat import fight_round
from warhost.rulebooks.threeplains.fighting.contact import contacts_of, engaged
from warhost.rulebooks.threeplains.fighting.fronts import buckles, flimsy, overlapped
from warhost.rulebooks.threeplains.figure import Figure, inches
from warhost.rulebooks.threeplains.flaws import flaws
from warhost.rulebooks.threeplains.morale.checks import stress
from warhost.rulebooks.threeplains.moving.movement import move_one, why_not_moving
from warhost.rulebooks.threeplains.setting import Fight
from warhost.rulebooks.threeplains.siege.within import WITHIN, meet_inside, still_together

from .melee import blows, strokes
from .scene import asked, champion, foot, hero, number, piece, script, told, unit
from .strongholds import siege
from .test_siege_indoors import lodged, one, plan


def melee(ours: int, theirs: int, *others: Any, figure: Figure | None = None) -> Fight:
    """Defenders, and Besiegers who have come to them, inside tower 3."""
    guard = unit("guard", (30, 8), side=1, models=ours, files=5, figure=figure or foot())
    orcs = unit("orcs", (30, 30), models=theirs, files=5, figure=foot())
    fight = siege(orcs, guard, *others, phase="combat")
    for name in ("guard", "orcs"):
        lodged(fight, name)
    meet_inside(fight, number(fight, "orcs"))
    return fight


@pytest.mark.rule("tp.siege.combat_within")
@pytest.mark.parametrize(
    ("ours", "theirs", "strike"), [(15, 12, (10, 10)), (11, 10, (10, 10)), (10, 9, (10, 9)), (9, 11, (9, 10))]
)
def test_ten_of_each_side_attack(ours: int, theirs: int, strike: tuple[int, int]) -> None:
    fight = melee(ours, theirs)
    assert (strokes(fight, "guard"), strokes(fight, "orcs")) == strike
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.combat_within")
def test_ten_of_a_side_and_not_of_each_piece() -> None:
    more = unit("more", (35, 30), models=8, files=4, figure=foot())
    fight = melee(10, 7, more)
    lodged(fight, "more")
    meet_inside(fight, number(fight, "more"))
    assert (strokes(fight, "orcs"), strokes(fight, "more")) == (7, 3)
    assert strokes(fight, "guard") == 10 and len(contacts_of(fight, number(fight, "guard"))) == 2


@pytest.mark.rule("tp.siege.combat_within", "tp.siege.tower")
def test_whoever_enters_where_enemies_are_is_in_combat_at_once_and_has_not_charged() -> None:
    fight = siege(one("orc", 30, 30, side=0), one("man", 14, 10), active=1, clock=2)
    lodged(fight, "orc")
    with script(fight, answers=["man", [["enter", "inside 3"]]]):
        move_one(fight)
    (contact,) = contacts_of(fight, number(fight, "man"))
    assert contact.across == WITHIN and contact.charge < 0 and told(fight, MetInside)[0].foe == number(fight, "orc")
    piece(fight, "man").turn.spent, piece(fight, "man").turn.acted = 0, False
    out = ["climb", "courtyard", inches(14), inches(11), 18000, 1]
    assert plan(fight, "man", out).rule == "tp.move.p2p.engaged"
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.combat_within")
@pytest.mark.parametrize("long", ["spear", "pike", "lance"])
def test_there_is_no_room_for_spears_pikes_and_lances(long: str) -> None:
    fight = melee(12, 12, figure=foot(weapons=(long, "sidearm")))
    guard = number(fight, "guard")
    (contact,) = contacts_of(fight, guard)
    assert [weapon.id for weapon in usable(fight, guard, guard, contact)] == ["sidearm"]
    assert strokes(fight, "guard") == 10, "one rank, if one can speak of ranks"


@pytest.mark.rule("tp.siege.combat_within")
def test_a_character_is_among_the_ten_and_strikes_at_whom_he_likes() -> None:
    lord = hero("lord", side=1, within="guard", figure=champion(attacks=3))
    chief = hero("chief", within="orcs", figure=champion(attacks=2))
    fight = melee(12, 12, lord, chief)
    for name in ("guard", "orcs"):
        set_inside(fight, number(fight, name), 3)
    assert strokes(fight, "guard") == 9 + 3 and strokes(fight, "orcs") == 9 + 2
    fighting = {striker.member: striker for striker in front_line(fight, number(fight, "guard"))}
    reached = {fight.state.pieces[target.member].name for target in fighting[number(fight, "lord")].targets}
    assert reached == {"orcs", "chief"}
    at_chief = [
        striker for striker in front_line(fight, number(fight, "guard"))
        if any(target.member == number(fight, "chief") for target in striker.targets)
    ]  # fmt: skip
    assert [striker.member for striker in at_chief] == [number(fight, "lord")], "the others face warriors"
    said = {"lord blow 1": "chief", "lord blow 2": "chief", "lord blow 3": "chief"}
    assert any(blow.target == number(fight, "chief") and blow.attacks == 3 for blow in blows(fight, "guard", said))


@pytest.mark.rule("tp.siege.combat_within")
@pytest.mark.parametrize(("models", "flimsily"), [(4, True), (5, False)])
def test_few_attacks_buckle_and_nobody_is_overlapped(models: int, flimsily: bool) -> None:
    fight = melee(models, 10)
    guard = number(fight, "guard")
    assert bool(flimsy(fight, guard)) == bool(buckles(fight, guard)) == flimsily
    assert stress(fight, guard, "break").total == (5 if flimsily else 0)
    assert not overlapped(fight, guard).total and not overlapped(fight, number(fight, "orcs")).total


@pytest.mark.rule("tp.siege.combat_within")
def test_a_round_is_fought_and_the_dead_leave_the_line() -> None:
    fight = melee(11, 3)
    with script(fight, dice=[*[1] * 3, *[6] * 10, *[6] * 10]):
        fight_round(fight, sorted((number(fight, "guard"), number(fight, "orcs"))))
    assert not piece(fight, "orcs").standing and piece(fight, "guard").models == 11
    assert flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.combat_within", "tp.move.wipeout")
def test_who_is_left_of_a_group_that_fell_fights_on_and_is_not_charged_in_there() -> None:
    fight = melee(10, 3, hero("chief", within="orcs", figure=champion(life=9)), unit("others", (40, 40), models=5))
    set_inside(fight, number(fight, "orcs"), 3)
    guard, chief = number(fight, "guard"), number(fight, "chief")
    destroyed = piece(fight, "orcs")
    destroyed.leaders, piece(fight, "chief").fate, piece(fight, "chief").host = (), "standing", -1
    fight.state.contacts, destroyed.fate = [], "slain"
    question = asked(fight, lambda twin: wipe_out_moves(twin, [guard]))
    assert isinstance(question, Choose) and question.options == ["stay", "move"]
    still_together(fight)
    (contact,) = contacts_of(fight, chief)
    assert contact.across == WITHIN and contact.foe(chief) == guard
    still_together(fight)
    assert len(fight.state.contacts) == 1


@pytest.mark.rule("tp.siege.combat_within", "tp.move.wipeout")
def test_who_has_killed_all_in_there_may_go_on_at_once() -> None:
    fight = melee(10, 1, unit("others", (40, 40), models=5))
    piece(fight, "guard").climbing = inches(1)
    out = [["climb", "courtyard", inches(14), inches(10), 18000, 5]]
    with script(fight, dice=[1, *[6] * 10, *[6] * 10], answers=["move", out, []]):
        fight_round(fight, sorted((number(fight, "guard"), number(fight, "orcs"))))
    assert not piece(fight, "guard").inside and flaws(fight.setting, fight.state) == []


@pytest.mark.rule("tp.siege.combat_within", "tp.siege.flee")
def test_who_breaks_leaves_by_the_door_and_nobody_pursues() -> None:
    fight = melee(6, 10)
    guard, orcs = number(fight, "guard"), number(fight, "orcs")
    with script(fight, dice=[4, 4]):
        after_flight(fight, [guard], flee(fight, guard, "tp.check.break"))
    assert told(fight, FledOutside) and piece(fight, "guard").fleeing and not engaged(fight, orcs)
    assert piece(fight, "orcs").inside == 3 and why_not_moving(fight, orcs) is None
    assert flaws(fight.setting, fight.state) == []
