"""What became of a campaign: ratings over time, deaths, treasure, who beat whom; as text and as a page with
plots.
"""

from __future__ import annotations

from collections.abc import Iterator

from .ledger import Ledger
from .season import Season

WIDE, HIGH, LEFT, BOTTOM = 640, 260, 46, 30
STYLE = (
    "body{font:15px/1.5 sans-serif;max-width:900px;margin:2em auto;padding:0 1em}table{border-collapse:collapse}"
    "td,th{border:1px solid #999;padding:.2em .6em}pre{white-space:pre-wrap}"
)
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


def lines(season: Season) -> Iterator[str]:
    """In words, for a terminal."""
    founding = season.founding
    yield f"{founding.title}: {len(season.battles)} of {len(list(season.schedule))} battles"
    for place, number in enumerate(season.standings(), 1):
        ledger = season.ledgers[number]
        fought = f"{ledger.won} of {ledger.battles} won, {ledger.dead} dead, {ledger.size} warriors"
        yield f"{place}. {ledger.name}: rating {ledger.rating}, {ledger.treasury} crowns, {fought}"
    for number, one in enumerate(season.battles, 1):
        names = " against ".join(season.ledgers[at].name for at in one.players)
        winner = season.ledgers[one.players[one.winner]].name if one.winner >= 0 else "nobody"
        yield f"battle {number}, {one.scenario}: {names}; {winner} won ({one.why})"


def sheet(season: Season, ledger: Ledger) -> Iterator[str]:
    """A warband's sheet, with every hero's story."""
    gear = season.book.library.gear
    yield f"{ledger.name}, rating {ledger.rating}, {ledger.treasury} crowns"
    for hero in ledger.heroes:
        stats = " ".join(f"{name.upper()}{getattr(hero.profile, name)}" for name in hero.profile.__struct_fields__)
        carried = ", ".join(gear[name].title.lower() for name in hero.gear) or "a dagger"
        away = f", misses {hero.misses}" if hero.misses else ""
        skills = ", ".join(hero.traits) or "no skills"
        yield f"  {hero.title} ({hero.role}{away}): {stats}; experience {hero.experience}; {carried}; {skills}"
        yield from (f"    {line}" for line in hero.story)
    for group in ledger.groups:
        carried = ", ".join(gear[name].title.lower() for name in group.gear) or "daggers"
        yield f"  {group.count} {group.title}: experience {group.experience}; {carried}"
    if ledger.store:
        yield f"  in the store: {', '.join(gear[name].title.lower() for name in ledger.store)}"


def who_beat_whom(season: Season) -> list[list[int]]:
    """A row for each warband: how often it beat each other."""
    count = len(season.ledgers)
    table = [[0] * count for _ in range(count)]
    for one in season.battles:
        if one.winner >= 0:
            winner = one.players[one.winner]
            for other in one.players:
                if other != winner:
                    table[winner][other] += 1
    return table


def page(season: Season) -> str:
    """The report as one HTML page."""
    names = [_escaped(ledger.name) for ledger in season.ledgers]
    head = "".join(f"<th>{name}</th>" for name in names)
    rows = "".join(
        f"<tr><th>{name}</th>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"
        for name, row in zip(names, who_beat_whom(season), strict=True)
    )
    text = "".join(f"<li>{_escaped(line)}</li>" for line in lines(season))
    sheets = "".join(f"<pre>{_escaped(chr(10).join(sheet(season, ledger)))}</pre>" for ledger in season.ledgers)
    ratings = _plot("Ratings over time", [[row[at] for row in season.ratings] for at in range(len(names))], names)
    deaths = _bars("Dead", [ledger.dead for ledger in season.ledgers], names)
    crowns = _bars("Crowns", [ledger.treasury for ledger in season.ledgers], names)
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{_escaped(season.founding.title)}</title>"
        f"<style>{STYLE}</style>"
        f"<h1>{_escaped(season.founding.title)}</h1><ul>{text}</ul>{ratings}{deaths}{crowns}"
        f"<h2>Who beat whom</h2><table><tr><th></th>{head}</tr>{rows}</table><h2>Warbands</h2>{sheets}</html>\n"
    )


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _frame(title: str, inside: str, names: list[str]) -> str:
    key = "".join(
        f'<text x="{LEFT + 150 * at}" y="{HIGH + 24}" fill="{COLOURS[at]}">■ {name}</text>'
        for at, name in enumerate(names)
    )
    axis = f'<path d="M{LEFT} 24V{HIGH - BOTTOM}H{WIDE - 8}" fill="none" stroke="#333"/>'
    head = f'<svg viewBox="0 0 {WIDE} {HIGH + 34}" role="img" aria-label="{title}" font-family="sans-serif"'
    label = f'<text x="{LEFT}" y="14" font-weight="bold">{title}</text>'
    return f'{head} font-size="11">{label}{axis}{inside}{key}</svg>'


def _plot(title: str, series: list[list[int]], names: list[str]) -> str:
    top = max(max(values) for values in series) or 1
    steps = max(1, len(series[0]) - 1)

    def up(value: int) -> float:
        return HIGH - BOTTOM - (HIGH - BOTTOM - 30) * value / top

    def at(step: int, value: int) -> str:
        return f"{LEFT + (WIDE - LEFT - 16) * step / steps:.1f},{up(value):.1f}"

    drawn = "".join(
        f'<polyline points="{" ".join(at(step, value) for step, value in enumerate(values))}" fill="none" '
        f'stroke="{COLOURS[number]}" stroke-width="2"/>'
        for number, values in enumerate(series)
    )
    ticks = "".join(
        f'<text x="{LEFT - 6}" y="{up(value) + 4:.1f}" text-anchor="end">{value}</text>'
        for value in (0, top // 2, top)
    )
    return _frame(title, drawn + ticks, names)


def _bars(title: str, values: list[int], names: list[str]) -> str:
    top = max(values) or 1
    width = (WIDE - LEFT - 40) / len(values)
    drawn = ""
    for at, value in enumerate(values):
        tall = (HIGH - BOTTOM - 40) * value / top
        x = LEFT + 10 + at * width
        y, wide = HIGH - BOTTOM - tall, width * 0.7
        drawn += f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{tall:.1f}" fill="{COLOURS[at]}"/>'
        drawn += f'<text x="{x:.1f}" y="{y - 4:.1f}">{value}</text>'
    return _frame(title, drawn, names)
