// When a battle is over: who won, what it cost, how the dice fell, and the file to keep.
import { html, useEffect, useState, upper } from "./html.js";
import { api } from "./net.js";
import { seats } from "./prefs.js";
import { Line } from "./log.js";
import { RuleDrawer, RuleLink, book } from "./rules.js";

export function ReportPage({ id }) {
  const [told, setTold] = useState(null), [game, setGame] = useState(null), [trouble, setTrouble] = useState("");
  useEffect(() => {
    const asked = `games/${encodeURIComponent(id)}`;
    api(`${asked}/report`).then(setTold, (failed) => setTrouble(failed.why));
    api(asked).then((found) => { setGame(found); book.value = found.rulebook; }, () => {});
  }, [id]);
  if (trouble) return html`<main class="page"><h1>Report</h1><p class="notice error" role="alert">${trouble}</p><p><a href=${`#/game/${id}`}>To the game</a></p></main>`;
  if (!told) return html`<main class="page"><p>Counting the fallen …</p></main>`;
  const sides = told.sides ?? game?.sides ?? ["First side", "Second side"], winner = told.result?.winner;
  return html`<main class="page report">
    <h1>${winner === null || winner === undefined ? "A draw" : `Victory: ${sides[winner]}`}</h1>
    <p class="lead">${told.result?.why} <${RuleLink} rule=${told.result?.rule}>How victory is counted<//></p>
    ${(told.closing ?? []).map((line, at) => html`<p key=${at}>${line}</p>`)}
    <div class="cards"><${Losses} turns=${told.turns ?? told.losses} sides=${sides} /><${Luck} luck=${told.luck} sides=${sides} /></div>
    <${Turning} points=${told.turning_points} id=${id} />
    <p class="row"><a class="button primary" href=${`#/replay/${id}`}>Watch it again</a>
      <a class="button" href=${recordLink(id)} download=${`warhost-${id}.json`}>Save the record</a>
      <a class="button" href="#/">To the lobby</a></p>
    <${RuleDrawer} />
  </main>`;
}

function recordLink(id) {
  const token = seats.value[id]?.seats?.[0]?.token;
  return `/api/games/${encodeURIComponent(id)}/record${token ? `?token=${encodeURIComponent(token)}` : ""}`;
}

/** Losses by turn: two rows of bars that start from the middle, so that the sides are told apart by place. */
function Losses({ turns, sides }) {
  if (!turns?.length) return null;
  const keys = ["losses", "lost", "points"].filter((key) => Array.isArray(turns[0][key]));
  return keys.map((key) => {
    const most = Math.max(1, ...turns.flatMap((turn) => turn[key]));
    return html`<section class="card" key=${key}><table class="bars"><caption>${upper(key)} by turn</caption>
      <thead><tr><th scope="col">Turn</th>${sides.map((side) => html`<th scope="col" key=${side}>${side}</th>`)}</tr></thead>
      <tbody>${turns.map((turn) => html`<tr key=${turn.turn}><th scope="row">${turn.turn}</th>
        ${turn[key].map((value, side) => html`<td key=${side}><meter class=${`side-${side}`} min="0" max=${most} value=${value}></meter> ${value}</td>`)}</tr>`)}</tbody></table></section>`;
  });
}

const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${Math.abs(value).toFixed(1)}`;

function Luck({ luck, sides }) {
  if (!luck?.length) return null;
  return html`<section class="card"><h2>Luck</h2><p class="fine">What the dice showed against their mean, all throws of a side together.</p>
    <dl>${luck.map((one, at) => html`<div key=${at}><dt>${sides[one.side ?? at]}</dt>
      <dd>${signed(one.over ?? one.luck ?? one.sum ?? 0)} <span class="fine">over ${one.dice ?? "all"} dice</span></dd></div>`)}</dl></section>`;
}

function Turning({ points, id }) {
  if (!points?.length) return null;
  return html`<section class="card"><h2>Turning points</h2><ol class="lines short">${points.map((point, at) => html`
    <li key=${at} class="line">${point.text ?? point.why} <a href=${`#/replay/${id}?at=${point.step}`}>look</a></li>`)}</ol></section>`;
}
