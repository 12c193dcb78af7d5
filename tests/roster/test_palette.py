"""What may be chosen for an army: every rulebook with army lists offers it in the same shape, at its own prices."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from warhost.engine.rulebook import installed, rulebook
from warhost.roster.book import lists_of, palette_of
from warhost.roster.lists import Lists, all_faults
from warhost.roster.palette import Kind, Offer, Palette, Pick, prices, seen, with_entry
from warhost.roster.roster import Character, Group, Roster

BOOKS = [name for name in installed() if lists_of(rulebook(name)) is not None]


def _lists_of(name: str) -> Lists:
    found = lists_of(rulebook(name))
    assert found is not None
    return found


def _palette(name: str, army: str) -> Palette:
    found = palette_of(rulebook(name), army)
    assert found is not None
    return found


ARMIES = [(name, army) for name in BOOKS for army in _lists_of(name).armies()]


def _started(kind: Kind) -> Group | Character:
    start = kind.start
    if kind.character:
        return Character(profile=kind.profile, options=start.options, role=start.role, mount=start.mount)
    return Group(profile=kind.profile, options=start.options, models=start.models, files=start.files)


def _alone(name: str, army: str, entry: Group | Character) -> Roster:
    groups, characters = ((entry,), ()) if isinstance(entry, Group) else ((), (entry,))
    return Roster(name="One", rulebook=name, army=army, points=2000, group=groups, character=characters)


def _with(entry: Group | Character, palette: Palette, kind: Kind, offer: Offer, pick: Pick) -> Group | Character:
    """The entry with a pick and what it needs; of an offer of one place the others go."""
    for need in pick.needs[:1]:
        source = next(o for o in kind.offers if need in [p.id for p in palette.picks(o)])
        needed = next(p for p in palette.picks(source) if p.id == need)
        entry = _with(entry, palette, kind, source, needed)
    if offer.key == "command":
        return replace(entry, command=True)
    if offer.key in ("mount", "role"):
        return replace(entry, **{offer.key: pick.id})
    rivals = [one.id for one in palette.picks(offer)] if offer.most == 1 else []
    kept = tuple(one for one in getattr(entry, offer.key) if one not in rivals)
    return replace(entry, **{offer.key: (*kept, pick.id)})


def _sold(palette: Palette) -> Iterator[tuple[Kind, Offer, Pick]]:
    """Every pick of every kind; what lies on a shelf for the first kind that has it, and for others the first."""
    shelves: set[str] = set()
    for kind in palette.kinds:
        for offer in kind.offers:
            picks = palette.picks(offer)[:1] if offer.shelf in shelves else palette.picks(offer)
            shelves |= {offer.shelf} - {""}
            yield from ((kind, offer, pick) for pick in picks)


@pytest.mark.parametrize(("name", "army"), ARMIES)
def test_whatever_is_added_can_be_read_and_costs_what_was_said(name: str, army: str) -> None:
    lists, palette = _lists_of(name), _palette(name, army)
    assert palette.kinds and palette.limits and any(kind.character for kind in palette.kinds)
    for kind in palette.kinds:
        roster = _alone(name, army, _started(kind))
        assert not all_faults(lists, roster), kind.profile
        assert lists.bill(roster).points == kind.points, kind.profile
        assert len(kind.row) in (0, len(palette.columns)), kind.profile


@pytest.mark.parametrize(("name", "army"), ARMIES)
def test_one_model_more_costs_what_was_said(name: str, army: str) -> None:
    lists = _lists_of(name)
    for kind in _palette(name, army).kinds:
        entry = _started(kind)
        if kind.each is not None and isinstance(entry, Group):
            more = lists.bill(_alone(name, army, replace(entry, models=entry.models + 1))).points
            assert more - kind.points == kind.each, kind.profile


@pytest.mark.parametrize(("name", "army"), ARMIES)
def test_every_pick_can_be_taken_and_costs_what_was_said(name: str, army: str) -> None:
    lists, palette = _lists_of(name), _palette(name, army)
    for kind, offer, pick in _sold(palette):
        entry = _with(_started(kind), palette, kind, offer, pick)
        roster = _alone(name, army, entry)
        if pick.points is None and pick.id == "shield":
            continue  # not with every armour; priced beside the rest, below
        assert not all_faults(lists, roster), (kind.profile, pick.id)
        if pick.points is None:
            continue
        without = _started(kind)
        if pick.needs:
            source = next(o for o in kind.offers if pick.needs[0] in [p.id for p in palette.picks(o)])
            needed = next(p for p in palette.picks(source) if p.id == pick.needs[0])
            without = _with(without, palette, kind, source, needed)
        added = lists.bill(roster).points - lists.bill(_alone(name, army, without)).points
        models = entry.models if isinstance(entry, Group) and pick.each else 1
        assert added == pick.points * models, (kind.profile, pick.id)


@pytest.mark.parametrize(("name", "army"), ARMIES)
def test_every_breach_of_what_is_offered_is_told_and_none_breaks_the_muster(name: str, army: str) -> None:
    lists, palette = _lists_of(name), _palette(name, army)
    for kind, offer, pick in _sold(palette):
        roster = _alone(name, army, _with(_started(kind), palette, kind, offer, pick))
        if not all_faults(lists, roster):
            assert all(breach.rule and breach.why and breach.mend for breach in lists.breaches(roster))


def test_a_pick_without_a_price_is_priced_beside_the_rest() -> None:
    """A shield for a legion costs what the points index makes of it, more for a larger one."""
    lists, palette = _lists_of("missum"), _palette("missum", "men")
    legion = Group(profile="human", models=40, files=10, options=("medium", "sword"))
    roster = _alone("missum", "men", legion)
    found = prices(lists, palette, roster, "group[0]")
    shielded = with_entry(roster, "group[0]", replace(legion, options=(*legion.options, "shield")))
    assert found["options:shield"] == lists.bill(shielded).points - lists.bill(roster).points > 0
    assert found["options:medium"] < 0  # what leaving it off would save
    assert "options:huitsan 2" not in found  # has a price of its own: nothing
    assert prices(lists, palette, roster, "group[1]") == {}


def test_prices_of_one_place_take_the_place_of_what_is_there() -> None:
    lists, palette = _lists_of("missum"), _palette("missum", "men")
    roster = _alone("missum", "men", Group(profile="human", models=40, files=10, options=("medium", "sword")))
    heavy = with_entry(roster, "group[0]", Group(profile="human", models=40, files=10, options=("sword", "heavy")))
    worth = lists.bill(heavy).points - lists.bill(roster).points
    assert prices(lists, palette, roster, "group[0]")["options:heavy"] == worth


@pytest.mark.parametrize("name", BOOKS)
def test_a_rulebook_that_says_nothing_offers_what_its_ready_rosters_hold(name: str) -> None:
    lists = _lists_of(name)
    army = next(iter(lists.armies()))
    palette = seen(lists, army)
    assert palette.kinds and palette.limits
    for kind in palette.kinds:
        assert lists.bill(_alone(name, army, _started(kind))).points == kind.points
    for kind, offer, pick in _sold(palette):
        if pick.points is not None:
            entry = _with(_started(kind), palette, kind, offer, pick)
            assert lists.bill(_alone(name, army, entry)).points - kind.points == pick.points, pick.id


def test_an_unknown_list_has_no_palette() -> None:
    assert palette_of(rulebook("threeplains"), "nobody") is None
    assert palette_of(rulebook("magnamund"), "giaks") is None


@pytest.mark.rule("tp.scenario.raid.torches", "tp.army.override")
def test_torches_are_sold_to_those_who_may_use_them_and_every_side_of_a_scenario_is_a_purpose() -> None:
    palette = _palette("threeplains", "orcs")
    purposes = {f"{one.scenario}/{one.part}": one for one in palette.purposes}
    assert purposes["raid/raiders"].points == 500 and purposes["raid/defenders"].points == 300
    assert purposes["siege/defenders"].share == (1, 4) and not purposes["raid/reinforcements"].first
    warriors = next(kind for kind in palette.kinds if kind.profile == "warriors")
    torches = next(offer for offer in warriors.offers if offer.title == "Torches")
    assert torches.purposes == ("raid/raiders", "raid/defenders", "raid/reinforcements")
    assert torches.repeat == warriors.size[1]
    machine = next(kind for kind in palette.kinds if kind.section == "War machines")
    assert "Torches" not in [offer.title for offer in machine.offers]
