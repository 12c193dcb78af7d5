// A panel for odds: so many dice, so many needed.
import { html, useState } from "./html.js";

/** The chance of exactly k successes in n throws, for all k. */
export function spread(dice, chance) {
  let row = [1];
  for (let die = 0; die < dice; die++) {
    row = [...row, 0].map((_, at) => (row[at] ?? 0) * (1 - chance) + (row[at - 1] ?? 0) * chance);
  }
  return row;
}

const percent = (part) => `${(part * 100).toFixed(part < 0.1 ? 1 : 0)} %`;

export function OddsPanel() {
  const [dice, setDice] = useState(5),
    [sides, setSides] = useState(6),
    [need, setNeed] = useState(4);
  const least = Math.min(Math.max(need, 1), sides + 1),
    chance = (sides - least + 1) / sides;
  const row = spread(dice, chance);
  const field = (title, value, set, low, high) => html`<label>${title}
    <input type="number" min=${low} max=${high} value=${value}
      onInput=${(event) => set(Math.min(high, Math.max(low, Number(event.target.value) || low)))} /></label>`;
  return html`<div class="odds-panel">
    <div class="row">${field("Dice", dice, setDice, 1, 40)}${field("Sides", sides, setSides, 2, 100)}${field("Each needs at least", need, setNeed, 1, 100)}</div>
    <p>On average <strong>${(dice * chance).toFixed(1)}</strong> of ${dice}.</p>
    <table class="bars"><thead><tr><th scope="col">Successes</th><th scope="col">Exactly</th><th
      scope="col">At least</th></tr></thead><tbody>
      ${row.map(
        (part, at) => html`<tr key=${at}><th scope="row">${at}</th><td><meter min="0" max="1"
          value=${part}></meter> ${percent(part)}</td>
        <td>${percent(row.slice(at).reduce((sum, one) => sum + one, 0))}</td></tr>`,
      )}</tbody></table>
  </div>`;
}
