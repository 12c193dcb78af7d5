"""What became of a campaign: standings, battles, ratings over time, who beat whom; as text and as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.engine.book import OKABE_ITO
from warhost.engine.campaign import Account, Member, Pairing, Party

from .markup import quoted, words

WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 640, 280, 46, 16, 30, 34
LEGEND = 20  # high, for each name
STYLE = (
    ":root{color-scheme:light dark}body{font:15px/1.5 Georgia,serif;max-width:56rem;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse;margin:.6em 0}td,th{border:1px solid #8886;padding:.2em .6em;text-align:left}"
    "td.n{text-align:right}svg{max-width:100%;height:auto;background:#fff;margin:.5em 0;border-radius:6px}"
    ".gone{opacity:.65}summary{cursor:pointer}.scroll{overflow-x:auto}@media print{details{display:block}}"
)


# --- in words -----------------------------------------------------------------------------------------------------


def lines(account: Account) -> Iterator[str]:
    """For a terminal: who stands where, and the battles."""
    fought = sum(one.stands == "fought" for one in account.pairings)
    yield f"{account.title}: {fought} of {len(account.pairings)} battles. {account.stage}."
    for party in sorted(account.parties, key=lambda one: one.place):
        figures = ", ".join(f"{name} {value}" for name, value in party.figures.items())
        yield f"{party.place}. {party.name}: {figures}"
    for one in account.pairings:
        if one.stands != "to come":
            yield f"battle {one.number}: {battle_words(account, one)}"


def battle_words(account: Account, one: Pairing) -> str:
    names = " against ".join(account.parties[player].name for player in one.players)
    what = f"{one.title}, {names}" if one.title else names
    if one.stands != "fought":
        return f"{what} ({one.stands})"
    winner = account.parties[one.winner].name if one.winner is not None else "nobody"
    return f"{what}; {winner} won{f' ({one.why})' if one.why else ''}"


def party_lines(party: Party) -> Iterator[str]:
    """A party's sheet for a terminal, with everybody's story."""
    yield f"{party.name} ({party.kind}): " + ", ".join(f"{name} {value}" for name, value in party.figures.items())
    for member in party.members:
        yield from _member_lines(member)
    if party.store:
        yield f"  in the store: {', '.join(party.store)}"


def _member_lines(member: Member) -> Iterator[str]:
    gone = "gone, was " if member.gone else ""
    figures = " ".join(f"{name} {value}" for name, value in member.figures.items())
    more = "; ".join(part for part in (", ".join(member.gear), ", ".join(member.remarks)) if part)
    yield f"  {member.title} ({gone}{member.detail}): {figures}{f'; {more}' if more else ''}"
    yield from (f"    {line}" for line in member.story)


# --- as a page ----------------------------------------------------------------------------------------------------


def page(account: Account) -> str:
    """The report as one HTML page that needs nothing else."""
    names = [party.name for party in account.parties]
    plots = "".join(plot(title, series, names) for title, series in account.series.items())
    battles = "".join(f"<li>{words(battle_words(account, one))}</li>" for one in account.pairings)
    parties = "".join(_party(party) for party in account.parties)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{words(account.title)}</title><style>{STYLE}</style>"
        f"<h1>{words(account.title)}</h1><p>{words(account.stage)}.</p>{_standings(account)}{plots}"
        f"<h2>Who beat whom</h2>{_beaten(account)}<h2>Battles</h2><ol>{battles}</ol>{parties}</html>\n"
    )


def _standings(account: Account) -> str:
    order = sorted(account.parties, key=lambda one: one.place)
    head = "".join(f"<th>{words(name)}</th>" for name in order[0].figures)
    rows = "".join(
        f"<tr><th>{party.place}. {words(party.name)}</th>{_cells(party.figures.values())}</tr>" for party in order
    )
    return f'<div class="scroll"><table><tr><th></th>{head}</tr>{rows}</table></div>'


def _cells(values: object) -> str:
    return "".join(f'<td class="n">{value}</td>' for value in values)  # type: ignore[attr-defined]


def _beaten(account: Account) -> str:
    """A row for each: how often it beat each other."""
    names = [words(party.name) for party in account.parties]
    head = "".join(f"<th>{name}</th>" for name in names)
    rows = ""
    for at, (name, row) in enumerate(zip(names, account.beaten, strict=True)):
        cells = ("–" if other == at else value for other, value in enumerate(row))
        rows += f"<tr><th>{name}</th>{_cells(cells)}</tr>"
    return f'<div class="scroll"><table><tr><th>beat</th>{head}</tr>{rows}</table></div>'


def _party(party: Party) -> str:
    everybody = "".join(_member(member) for member in party.members)
    store = f"<p>In the store: {words(', '.join(party.store))}.</p>" if party.store else ""
    return f"<h2>{words(party.name)}</h2><p>{words(party.kind)}</p>{everybody}{store}"


def _member(member: Member) -> str:
    figures = ", ".join(f"{name} {value}" for name, value in member.figures.items())
    more = "; ".join(part for part in (", ".join(member.gear), ", ".join(member.remarks)) if part)
    story = "".join(f"<li>{words(line)}</li>" for line in member.story)
    gone = ' class="gone"' if member.gone else ""
    told = f"<ul>{story}</ul>" if story else ""
    what = f"{words(member.title)} ({'gone, was ' if member.gone else ''}{words(member.detail)})"
    return f"<details{gone}><summary>{what}</summary><p>{words(figures)}; {words(more)}</p>{told}</details>"


# --- plots --------------------------------------------------------------------------------------------------------


def plot(title: str, series: Sequence[Sequence[int]], names: Sequence[str]) -> str:
    """A line for each player over the battles; equal values lie side by side, so that none hides another."""
    most, steps = max((max(values) for values in series), default=0) or 1, max(1, len(series[0]) - 1)
    across, down = WIDE - LEFT - RIGHT, HIGH - TOP - BOTTOM
    drawn = ""
    for number, values in enumerate(series):
        shift = 1.6 * (number - (len(series) - 1) / 2)
        points = " ".join(
            f"{LEFT + across * step / steps:.1f},{HIGH - BOTTOM - down * value / most + shift:.1f}"
            for step, value in enumerate(values)
        )
        drawn += f'<polyline points="{points}" fill="none" stroke="{_colour(number)}" stroke-width="2"/>'
    high = HIGH + LEGEND * ((len(names) + 1) // 2)
    head = f'<svg viewBox="0 0 {WIDE} {high}" role="img" aria-label={quoted(title)} font-family="sans-serif"'
    label = f'<text x="{LEFT}" y="18" font-weight="bold" font-size="13">{words(title)}</text>'
    return f'{head} font-size="11">{label}{_axes(most, steps)}{drawn}{_legend(names)}</svg>'


def _colour(number: int) -> str:
    return OKABE_ITO[number % len(OKABE_ITO)]


def _axes(most: int, steps: int) -> str:
    across, down, base = WIDE - LEFT - RIGHT, HIGH - TOP - BOTTOM, HIGH - BOTTOM
    axis = f'<path d="M{LEFT} {TOP}V{base}H{WIDE - RIGHT}" fill="none" stroke="#333"/>'
    for value in dict.fromkeys((0, most // 2, most)):
        y = base - down * value / most
        axis += f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value}</text>'
        axis += f'<path d="M{LEFT} {y:.1f}H{WIDE - RIGHT}" stroke="#ccc" stroke-width=".6"/>'
    every = max(1, steps // 10)
    for step in range(0, steps + 1, every):
        x = LEFT + across * step / steps
        axis += f'<text x="{x:.1f}" y="{base + 14}" text-anchor="middle">{step}</text>'
    return f'{axis}<text x="{WIDE - RIGHT}" y="{base + 28}" text-anchor="end">battles fought</text>'


def _legend(names: Sequence[str]) -> str:
    """Two names a row."""
    key = ""
    for at, name in enumerate(names):
        x, y = LEFT + (at % 2) * (WIDE - LEFT) / 2, HIGH + LEGEND * (at // 2) + 8
        key += f'<rect x="{x:g}" y="{y - 9}" width="10" height="10" fill="{_colour(at)}"/>'
        key += f'<text x="{x + 15:g}" y="{y}">{words(name)}</text>'
    return key
