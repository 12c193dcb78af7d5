"""Bolts, flames and lines that go out from one model.  [tp.magic.items.weapon]"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from warhost.engine.chain import Chain, Pool
from warhost.engine.field.compass import Angle, ahead
from warhost.engine.field.shapes import Shape, clip, oblong
from warhost.engine.field.template import covers, flame, outlines
from warhost.engine.question import Refusal
from warhost.engine.view import Outline

from ..bodies import body, enemies, figure, on_table
from ..choosing import one_of
from ..dice import roll
from ..events.blows import NoShot, Shot, TemplateLaid
from ..events.items import ItemStirred, ItemUsed
from ..fighting.arms import charge_of
from ..fighting.besides import ALIVE, Delivered
from ..fighting.contact import engaged, fighting, foes
from ..figure import inches
from ..land.sense import aims_at
from ..magic.bearing import effects_on, lay
from ..magic.book import book, title
from ..magic.lending import lent
from ..magic.naming import naming
from ..magic.targets import Casting, base_of_bearer, models_where, reach
from ..magic.verbs import Gift
from ..magic.working import does
from ..missiles.aiming import TOO_NEAR, hidden_in_company, shares_space, to_hit
from ..missiles.hitting import divided, hit_test
from ..missiles.shooting import spares_friends
from ..missiles.templates import FLAME
from ..morale.checks import members
from ..moving.groups import outermost
from ..setting import Fight
from ..special import specials
from ..special.concealment import concealed
from ..special.tempers import HATED_LANCE
from ..state import NEVER, NO_CHARGE, Effect, Number, Point, opponent
from ..wounds.hits import Attack, strike
from .growing import grow, grown
from .oblivion import setting_free
from .shelf import ITEMS

WEAPON = "tp.item.weapon."
STAR, THUNDER, FANG = f"{WEAPON}shooting_star", f"{WEAPON}thunder_sword_of_trident", f"{WEAPON}fang_of_fallax"
FULL = 4  # charges
STAR_PIERCES = 2
LINE = inches(0.25)  # as wide as a bolt is drawn
BOLT_RANGE = inches(16)
HATERS = ("drackin",)  # armies; and dragons wherever they are

lent(HATED_LANCE, ITEMS["fang_of_fallax"].title, Gift(traits=("hatred",)), FANG)
book.titles[HATED_LANCE] = ITEMS["fang_of_fallax"].title


def muzzle(fight: Fight, bearer: Number) -> tuple[Point, Angle]:
    """The middle of the front of a bearer's own base, and which way he faces."""
    base, facing = base_of_bearer(fight, bearer), body(fight, outermost(fight, bearer)).facing
    return ahead(base.centre, facing, figure(fight, bearer).base[1] // 2), facing


def _strike_all(
    fight: Fight, attack: Attack, at: Point, found: dict[Number, int], drawn: tuple[Outline, ...]
) -> None:
    """A hit on every model of these, friend or foe; the bearer himself has none."""
    bearer, high = attack.by, fight.state.pieces[outermost(fight, attack.by)].airborne
    level = {n: m for n, m in found.items() if fight.state.pieces[outermost(fight, n)].airborne == high}
    struck = {number: models for number, models in level.items() if number != bearer}
    fight.tell(TemplateLaid(attack.rule, title(attack.rule), at, 0, tuple(struck.items()), drawn))
    for member, models in struck.items():
        if fight.state.pieces[member].fate != "slain":
            strike(fight, structs.replace(attack, target=member, hits=models, most=models, aimed=True))


# --- a line to the edge of the table -------------------------------------------------------------------------


@specials.blows_exchanged(STAR)
def shooting_star(fight: Fight, bearer: Number, delivered: Sequence[Delivered]) -> None:
    """Every hit with it is a charge; four make a bolt when both sides have struck.

    [tp.item.weapon.shooting_star]
    """
    hits = sum(
        one.hits for one in delivered if one.readied.blow.member == bearer and one.readied.attack.rule == STAR
    )
    if not hits or fight.state.pieces[bearer].fate not in ALIVE:
        return
    bolts, left = divmod(grown(fight, bearer, STAR) + hits, FULL)
    fight.tell(ItemStirred(STAR, bearer, STAR, bolts * FULL + left))
    grow(fight, bearer, STAR, left - grown(fight, bearer, STAR))
    for _ in range(bolts):
        _energy_bolt(fight, bearer)


def _energy_bolt(fight: Fight, bearer: Number) -> None:
    """Straight ahead to the edge of the table.  [tp.item.weapon.shooting_star]"""
    start, facing = muzzle(fight, bearer)
    table = fight.setting.table
    far = table.width + table.depth
    inside = clip(start, ahead(start, facing, far), table.shape)
    end = ahead(start, facing, round(far * inside[1])) if inside else start
    found = models_where(fight, lambda base: clip(start, end, base) is not None)
    length = round(far * inside[1]) if inside else 1
    strip = oblong(end, facing, LINE, length).points
    _strike_all(fight, Attack(bearer, 0, "magic", STAR, bearer, toughness=STAR_PIERCES), start, found, (strip,))


# --- flames from a lance -------------------------------------------------------------------------------------


@specials.start_of_combat(FANG)
def fang_of_fallax(fight: Fight, bearer: Number) -> None:
    """Whoever has charged home with it lays flames over all before him, before anybody strikes.

    [tp.item.weapon.fang_of_fallax] [tp.shoot.template.flame]
    """
    host = outermost(fight, bearer)
    if not any(charge_of(one, host) != NO_CHARGE and not one.rounds for one in fighting(fight, host)):
        return
    mouth, facing = muzzle(fight, bearer)
    sectors = flame(mouth, facing, FLAME.length, FLAME.narrow, FLAME.wide, FLAME.hits)

    def under(base: Shape) -> bool:
        return any(covers(sector, base) for sector in sectors)

    found = models_where(fight, under)
    with setting_free(fight, found):
        scorch = Attack(bearer, 0, "magic", FANG, bearer, toughness=1, agility=1)
        _strike_all(fight, scorch, mouth, found, outlines(sectors))


@specials.before_the_first_turn(FANG)
def hated_by_dragons(fight: Fight, bearer: Number) -> bool:
    """Dragons and Drackin know who carries it.  [tp.item.weapon.fang_of_fallax] [tp.trait.hatred]"""
    side = fight.state.pieces[bearer].side
    haters = [
        one for host in on_table(fight, opponent(side)) for one in members(fight, host) if _hates_it(fight, one)
    ]
    fresh = [one for one in haters if all(e.source != HATED_LANCE for e in effects_on(fight, one))]
    for one in fresh:
        lay(fight, Effect(HATED_LANCE, bearer, one, side, NEVER, foe=bearer))
    if fresh:
        fight.tell(ItemUsed(FANG, bearer, FANG))
    return bool(fresh)


def _hates_it(fight: Fight, number: Number) -> bool:
    sheet = figure(fight, number)
    return sheet.breath == "dragon" or sheet.profile.partition(".")[0] in HATERS


# --- bolts of fire -------------------------------------------------------------------------------------------


def _marks(fight: Fight, bearer: Number) -> list[Number]:
    """At whom he may shoot: in combat those he fights, otherwise whom he sees. Distances are measured afterwards.

    [tp.item.weapon.thunder_sword_of_trident] [tp.shoot.checks.view]
    """
    host = outermost(fight, bearer)
    if engaged(fight, host):
        return foes(fight, host)
    if fight.state.pieces[host].turn.dashed or fight.state.pieces[host].lawless or shares_space(fight, host):
        return []
    openly = fight.setting.options.get("measuring") == "open"
    seen = [one for one in enemies(fight, host) if aims_at(fight, host, one) and concealed(fight, one) is None]
    return [one for one in seen if not openly or _why_not(fight, bearer, one) is None]


def _why_not(fight: Fight, bearer: Number, target: Number) -> Refusal | None:
    """[tp.shoot.checks.range] [tp.shoot.mod.insignificant]"""
    name, far = fight.state.pieces[target].name, reach(fight, bearer, target)
    if far > BOLT_RANGE:
        return Refusal("tp.shoot.checks.range", f"{name} is out of range")
    if hidden_in_company(fight, target) and far > TOO_NEAR:
        return Refusal("tp.shoot.mod.insignificant", f"{name} cannot be made out among its friends")
    return None


@naming.fits(THUNDER, "has nobody at whom to shoot")
def has_a_mark(fight: Fight, bearer: Number) -> bool:
    return bool(_marks(fight, bearer))


@naming.names(THUNDER)
def at_whom(fight: Fight, casting: Casting) -> Casting:
    marks, text = _marks(fight, casting.caster), "At whom does {who} throw its bolts of fire?"
    target = one_of(fight, casting.side, "whom the bolts seek", marks, THUNDER, text, title(THUNDER))
    return structs.replace(casting, target=target)


@does(THUNDER)
def thunder_sword(fight: Fight, casting: Casting) -> None:
    """D6 bolts, each rolled like any missile; from a combat they find nobody but the enemy in it.

    [tp.item.weapon.thunder_sword_of_trident] [tp.shoot.hit] [tp.shoot.disperse.friends]
    """
    bearer, target, host = casting.caster, casting.target, outermost(fight, casting.caster)
    own_fight = engaged(fight, host)
    if refusal := _why_not(fight, bearer, target):
        fight.tell(NoShot(refusal.rule, host, target, refusal.why))
        return
    if not own_fight and spares_friends(fight, host, target):
        return
    shots = roll(fight, "D6", "fire bolts", THUNDER, casting.side)
    need = to_hit(fight, host, target)
    chain = Chain(Pool(shots, "shots", THUNDER), (hit_test(fight, bearer, need.total, target),))
    hits = fight.roll(chain, casting.side, need)
    fight.tell(Shot(THUNDER, host, target, "fire bolts", shots, need.total, hits, need.steps))
    shares = [(target, hits)] if own_fight else divided(fight, host, target, hits, casting.side)
    with setting_free(fight, [target]):
        for struck, share in shares:
            strike(fight, Attack(struck, share, "missile", THUNDER, bearer, fire=True))
