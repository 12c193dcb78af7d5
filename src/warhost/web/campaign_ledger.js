// The ledger of a campaign: everybody with his numbers, belongings and story, and how figures went over the battles.
import { html, upper } from "./html.js";
import { livery } from "./art.js";
import { SheetLink, sideSheet } from "./sheet.js";

const WIDE = 320,
  HIGH = 110;

/** A figure of each player over the battles. */
export function Chart({ name, series, parties }) {
  const most = Math.max(1, ...series.flat()),
    last = Math.max(1, series[0].length - 1);
  if (series[0].length < 2) return null;
  const point = (value, at) => `${(at / last) * WIDE} ${HIGH - (value / most) * HIGH}`;
  const words = parties.map((party, at) => `${party.name} ${series[at].at(-1)}`).join(", ");
  return html`<section class="card"><h3>${name}</h3>
    <svg class="chart" viewBox=${`-8 -8 ${WIDE + 16} ${HIGH + 16}`} role="img" aria-label=${`${name} after each battle; now ${words}`}>
      <path class="axis" d=${`M0 0V${HIGH}H${WIDE}`} />
      ${series.map((values, at) => html`<path key=${at} class=${`line ${livery(at)}`} d=${`M${values.map(point).join("L")}`} />`)}</svg>
    <p class="fine">${parties.map((party, at) => html`<span key=${at} class="keyed"><span class=${`swatch side-${at}`}></span>${party.name} ${series[at].at(-1)}</span>`)}</p></section>`;
}

/** One player's own: folded, but for one's own. */
export function Ledger({ party, side, id, mine }) {
  const there = party.members.filter((member) => !member.gone),
    gone = party.members.filter((member) => member.gone);
  return html`<details class="card ledger" open=${mine} id=${`ledger-${side}`}>
    <summary><span class=${`swatch side-${side}`}></span><strong>${party.name}</strong>
      <span class="fine">${Object.entries(party.figures).map(([name, value]) => `${name} ${value}`).join(", ")}</span></summary>
    <p class="row"><${SheetLink} href=${sideSheet(id, side)}>Sheet to print<//></p>
    <ul class="members">${there.map((member) => html`<${Member} key=${member.id} member=${member} />`)}</ul>
    ${party.store.length > 0 && html`<p>In the store: ${party.store.join(", ")}.</p>`}
    ${
      gone.length > 0 &&
      html`<details><summary>Fallen and gone (${gone.length})</summary><ul class="members">${gone.map((member) => html`<${Member} key=${member.id} member=${member} />`)}</ul></details>`
    }
  </details>`;
}

function Member({ member }) {
  return html`<li class="member"><strong>${member.title}</strong> <span class="fine">${member.detail}</span>
    <div class="figures">${Object.entries(member.figures).map(([name, value]) => html`<span key=${name}><abbr>${name}</abbr> ${value}</span>`)}</div>
    ${member.gear.length > 0 && html`<div>${member.gear.join(", ")}</div>`}
    ${member.remarks.length > 0 && html`<div class="fine">${upper(member.remarks.join(", "))}</div>`}
    ${
      member.story.length > 0 &&
      html`<details class="story"><summary>${upper(member.story.at(-1))}${member.story.length > 1 ? ` (${member.story.length})` : ""}</summary>
      <ol>${member.story.map((line, at) => html`<li key=${at}>${upper(line)}</li>`)}</ol></details>`
    }</li>`;
}
