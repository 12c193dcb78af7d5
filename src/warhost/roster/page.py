"""An army sheet as one HTML page that needs nothing else: on a screen, light or dark, and on A4 paper."""

from __future__ import annotations

from html import escape

from warhost.engine.sheet import Card, Sheet

STYLE = """
:root { color-scheme: light dark;
  --ink: #2b2318; --faint: #6b5c45; --paper: #fffaf0; --rule: #c9b994; --band: #f3ead6; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #efe6d2; --faint: #b8a988; --paper: #1d1a15; --rule: #5a4f3c; --band: #2a251d; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; color: var(--ink); background: var(--paper);
  font: 15px/1.4 Georgia, "Times New Roman", serif; }
h1 { margin: 0; font-size: 1.9rem; }
h2 { margin: 0; font-size: 1.1rem; }
.faint { color: var(--faint); }
.card { border: 1px solid var(--rule); border-radius: 6px; padding: .6rem .8rem; margin: .8rem 0;
  break-inside: avoid; page-break-inside: avoid; }
.head { display: flex; justify-content: space-between; gap: 1rem; align-items: baseline; }
.cost { white-space: nowrap; font-weight: bold; }
table { border-collapse: collapse; width: 100%; margin: .4rem 0; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--rule); padding: .15rem .4rem; text-align: center; }
th { background: var(--band); font-size: .85em; }
tbody th, thead td { text-align: left; font-weight: normal; background: none; }
p { margin: .25rem 0; }
.boxes { display: flex; flex-wrap: wrap; gap: .35rem; margin-top: .4rem; }
.life { display: inline-flex; flex-wrap: wrap; }
.life i { width: .85em; height: .85em; border: 1px solid var(--ink); margin-right: -1px; }
dl { columns: 2; column-gap: 2rem; font-size: .9em; }
dl div { break-inside: avoid; margin-bottom: .3rem; }
dt { font-weight: bold; display: inline; }
dd { display: inline; margin: 0 0 0 .4em; }
@media screen and (max-width: 40rem) {
  body { padding: .7rem .3rem; }
  .card { padding: .5rem; overflow-x: auto; }
  .head { flex-wrap: wrap; gap: 0 1rem; }
  th, td { padding: .15rem; font-size: .85em; }
  dl { columns: 1; }
}
@page { size: A4; margin: 12mm; }
@media print {
  :root { --ink: #000; --faint: #444; --paper: #fff; --rule: #999; --band: #eee; }
  body { padding: 0; max-width: none; font-size: 10.5pt; }
}
"""


def sheet_page(sheet: Sheet) -> str:
    """The whole page."""
    cards = "\n".join(_card(card, sheet.columns) for card in sheet.cards)
    terms = "".join(f"<div><dt>{escape(t.name)}</dt><dd>{escape(t.text)}</dd></div>" for t in sheet.terms)
    story = f"<p>{escape(sheet.text)}</p>" if sheet.text else ""
    words = f"<h2>What the words mean</h2>\n<dl>{terms}</dl>" if terms else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(sheet.title)}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{escape(sheet.title)}</h1>
<p class="faint">{escape(sheet.subtitle)}</p>
{story}
{cards}
{words}
</body>
</html>
"""


def _card(card: Card, columns: tuple[str, ...]) -> str:
    shares = f", {card.shares}" if card.shares else ""
    cost = f'<span class="cost">{card.points} points{escape(shares)}</span>' if card.points else ""
    gear = f"<p><b>{escape(', '.join(card.gear))}</b></p>" if card.gear else ""
    remarks = "".join(f"<p>{escape(remark)}</p>" for remark in card.remarks)
    return f"""<section class="card" id="{escape(card.id)}">
<div class="head"><h2>{escape(card.title)}</h2>{cost}</div>
<p class="faint">{escape(card.detail)}</p>
{_stats(card, columns)}
{gear}{remarks}{_boxes(card)}
</section>"""


def _stats(card: Card, columns: tuple[str, ...]) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' if column else "<td></td>" for column in columns)
    rows = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in row[1:])}</tr>'
        for row in card.rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _boxes(card: Card) -> str:
    """A box for every life point, those of one model together."""
    if not card.boxes:
        return ""
    models = "".join(f'<span class="life">{"<i></i>" * life}</span>' for life in card.boxes)
    return f'<div class="boxes" role="img" aria-label="{sum(card.boxes)} life points to tick off">{models}</div>'
