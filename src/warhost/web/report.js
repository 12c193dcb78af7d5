// When a battle is over: who won, what it cost, how the dice fell, where it turned, and the file to keep.
import { html, useEffect, useState, plural, upper } from "./html.js";
import { placed } from "./place.js";
import { until } from "./net.js";
import { seats } from "./prefs.js";
import { Line, written } from "./log.js";
import { livery } from "./art.js";
import { RuleDrawer, RuleLink, book } from "./rules.js";

export function ReportPage({ id }) {
  const [told, setTold] = useState(null),
    [trouble, setTrouble] = useState("");
  useEffect(() => {
    const asked = `games/${encodeURIComponent(id)}`;
    const stops = [
      until(`${asked}/report`, setTold, setTrouble),
      until(asked, (found) => {
        book.value = found.rulebook;
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [id]);
  if (trouble)
    return html`<main class="page"><h1>Report</h1><p class="notice error" role="alert">${trouble}</p><p><a
      href=${`#/game/${id}`}>To the game</a></p></main>`;
  if (!told) return html`<main class="page"><p>Counting the fallen …</p></main>`;
  const { result, sides } = told;
  return html`<main class="page report">
    <h1>${result.winner === null ? "A draw" : `Victory: ${sides[result.winner]}`}</h1>
    <p class="lead">${upper(result.why)}. <${RuleLink} rule=${result.rule}>How victory is counted<//></p>
    <ul>${told.notes.map((note, at) => html`<li key=${at}>${note}</li>`)}</ul>
    <div class="cards"><${StrengthChart} turns=${told.turns} sides=${sides} /><${LuckCard} luck=${told.luck}
      sides=${sides} /></div>
    <${Turning} points=${told.turning_points} id=${id} sides=${sides} />
    <p class="row"><a class="button primary" href=${`#/replay/${id}`}>Watch it again</a>
      <a class="button" href=${recordLink(id)} download=${`warhost-${id}.json`}>Save the record</a>
      <a class="button" href="#/">To the lobby</a></p>
    <p class="fine">${told.undone ? `${upper(plural(told.undone, "answer"))} ${told.undone === 1 ? "was" : "were"} taken back. ` : ""}The dice came from the seed <code>${told.seed}</code>; its commitment <code>${told.commitment}</code> was shown at the start.</p>
    <${RuleDrawer} />
  </main>`;
}

function recordLink(id) {
  const token = seats.value[id]?.seats?.[0]?.token;
  return placed(`/api/games/${encodeURIComponent(id)}/record${token ? `?token=${encodeURIComponent(token)}` : ""}`);
}

const WIDE = 320,
  HIGH = 150;

/** How many were left after each turn, as lines, and the same as a table. */
function StrengthChart({ turns, sides }) {
  const most = Math.max(1, ...turns.flatMap((turn) => turn.strength)),
    last = Math.max(1, turns.length - 1);
  const point = (value, at) => `${(at / last) * WIDE} ${HIGH - (value / most) * HIGH}`;
  return html`<section class="card"><h2>Who was left</h2>
    <svg class="chart" viewBox=${`-8 -8 ${WIDE + 16} ${HIGH + 16}`} aria-hidden="true">
      <path class="axis" d=${`M0 0V${HIGH}H${WIDE}`} />
      ${sides.map((side, at) => html`<path key=${side} class=${`line ${livery(at)}`} d=${`M${turns.map((turn, place) => point(turn.strength[at], place)).join("L")}`} />`)}</svg>
    <table class="bars"><thead><tr><th
      scope="col">Turn</th>${sides.map((side, at) => html`<th scope="col" key=${side}><span class=${`swatch side-${at}`}></span>${side}</th>`)}</tr></thead>
      <tbody>${turns.map(
        (turn) => html`<tr key=${turn.turn}><th scope="row">${turn.turn || "start"}</th>
        ${turn.strength.map((value, side) => html`<td key=${side}>${value}${turn.lost[side] ? ` (${turn.lost[side]} lost)` : ""}</td>`)}</tr>`,
      )}</tbody></table></section>`;
}

const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${Math.abs(value).toFixed(1)}`;
const judged = (deviation) =>
  Math.abs(deviation) < 1
    ? "as was to be expected"
    : `${deviation > 0 ? "higher" : "lower"} than ${Math.abs(deviation) < 2 ? "usual" : "you will often see"}`;

function LuckCard({ luck, sides }) {
  return html`<section class="card"><h2>Luck</h2><p
    class="fine">What the dice showed against their mean. High is not always good: some games want low dice.</p>
    <table class="bars"><thead><tr><th scope="col">Side</th><th scope="col">Dice</th><th
      scope="col">Against the mean</th></tr></thead>
      <tbody>${luck.map(
        (one, at) => html`<tr key=${at}><th scope="row">${sides[one.side]}</th><td>${one.count} D${one.die}</td>
        <td>${signed(one.difference)}, ${judged(one.deviation)}</td></tr>`,
      )}</tbody></table></section>`;
}

function Turning({ points, id, sides }) {
  if (!points.length) return null;
  return html`<section class="card"><h2>Turning points</h2>${points.map(
    (point) => html`<details key=${point.step} class="turning">
    <summary>Turn ${point.turn}: ${point.swing} % for ${sides[point.side]}. ${point.lines.find((line) => line.text && !line.dice.length && line.pieces.length)?.text ?? ""}</summary>
    <ol class="lines short">${written(point.lines).map((line, at) => html`<${Line} key=${at} line=${line} />`)}</ol>
    <p><a href=${`#/replay/${id}?at=${point.step}`}>Look at that moment</a></p></details>`,
  )}</section>`;
}
