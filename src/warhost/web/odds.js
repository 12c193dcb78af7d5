// A panel for odds: dice that go through tests one after the other, worked out exactly by the server.
import { html, useEffect, useState, plural } from "./html.js";
import { api } from "./net.js";

// Only what is certain is called 0 or 100.
const percent = (part) =>
  part > 99 && part < 100 ? "over 99 %" : part > 0 && part < 0.1 ? "under 0.1 %" : `${part.toFixed(part < 10 ? 1 : 0)} %`;
const FIRST = { need: 4, sides: 6, over: true, reroll: "none", save: false };
const REROLLS = [
  ["none", "none again"],
  ["failures", "failures again"],
  ["ones", "ones again"],
  ["successes", "successes again"],
];
const MOST_TESTS = 4;

export function OddsPanel() {
  const [dice, setDice] = useState(5),
    [tests, setTests] = useState([FIRST]),
    [told, setTold] = useState(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      api("odds", { dice, tests }).then(setTold, (failed) => setTold({ why: failed.why }));
    }, 120);
    return () => clearTimeout(timer);
  }, [dice, tests]);
  const change = (at, part) => setTests(tests.map((test, place) => (place === at ? { ...test, ...part } : test)));
  return html`<div class="odds-panel">
    <${Count} title="Dice" value=${dice} least=${1} most=${60} set=${setDice} />
    ${tests.map((test, at) => html`<${Test} key=${at} at=${at} test=${test} change=${(part) => change(at, part)} />`)}
    <p class="row">
      <button class="small" disabled=${tests.length >= MOST_TESTS} onClick=${() => setTests([...tests, FIRST])}>Then another test</button>
      <button class="small" disabled=${tests.length < 2} onClick=${() => setTests(tests.slice(0, -1))}>One less</button></p>
    <${Spread} told=${told} dice=${dice} />
  </div>`;
}

function Count({ title, value, least, most, set }) {
  const counted = (event) => set(Math.min(most, Math.max(least, Math.round(Number(event.target.value)) || least)));
  return html`<label>${title}<input type="number" min=${least} max=${most} value=${value} onInput=${counted} /></label>`;
}

function Test({ at, test, change }) {
  return html`<fieldset class="test"><legend>${at ? "Then" : "Each"} needs</legend><div class="row">
    <${Count} title="Face" value=${test.need} least=${1} most=${100} set=${(need) => change({ need })} />
    <label>or<select value=${String(test.over)} onChange=${(event) => change({ over: event.target.value === "true" })}>
      <option value="true">more</option><option value="false">less</option></select></label>
    <${Count} title="on a die of" value=${test.sides} least=${2} most=${100} set=${(sides) => change({ sides })} />
    <label>Rolled again<select value=${test.reroll} onChange=${(event) => change({ reroll: event.target.value })}>
      ${REROLLS.map(([id, words]) => html`<option key=${id} value=${id}>${words}</option>`)}</select></label>
    <label class="control"><span>A save: what fails goes on</span><input type="checkbox" checked=${test.save}
      onChange=${(event) => change({ save: event.target.checked })} /></label></div></fieldset>`;
}

function Spread({ told, dice }) {
  if (!told) return html`<p class="fine">Counting …</p>`;
  if (told.why) return html`<p class="notice error">${told.why}</p>`;
  return html`<p role="status">On average <strong>${told.mean.toFixed(2)}</strong> of ${plural(dice, "die", "dice")}, give or take ${told.deviation.toFixed(2)}.</p>
    <table class="bars"><thead><tr><th scope="col">Come through</th><th scope="col">Exactly</th><th
      scope="col">At least</th></tr></thead><tbody>
      ${told.chances.map(
        (one) => html`<tr key=${one.count}><th scope="row">${one.count}</th><td><meter min="0" max="100"
          aria-label=${`${one.count} come through`} value=${one.percent}></meter> ${percent(one.percent)}</td>
        <td>${percent(one.at_least)}</td></tr>`,
      )}</tbody></table>`;
}
