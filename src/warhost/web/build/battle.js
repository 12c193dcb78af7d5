// Into battle: on which field, against which army, and who leads that.
import { html, useEffect, useRef, useState, upper } from "../html.js";
import { begin } from "../lobby.js";
import { api } from "../net.js";
import { ownRosters, seats } from "../prefs.js";
import { byChance, inTurn, matched, request } from "../wish.js";

const WHO = [
  ["computer", "the computer"],
  ["here", "a friend at this screen"],
  ["friend", "a friend far away"],
];

export function BattleDialog({ book, name, points, close }) {
  const box = useRef(null),
    [scenario, setScenario] = useState(book.scenarios[0]),
    [enemies, setEnemies] = useState(() => usual(book, book.scenarios[0], name)),
    [opponent, setOpponent] = useState("computer"),
    [trouble, setTrouble] = useState(""),
    [busy, setBusy] = useState(false);
  useEffect(() => box.current?.showModal(), []);
  const field = (id) => {
    const found = book.scenarios.find((one) => one.id === id);
    setScenario(found);
    setEnemies(usual(book, found, name));
  };
  const start = async (event) => {
    event.preventDefault();
    setTrouble("");
    setBusy(true);
    const wish = { armies: [name, ...enemies], options: book.casual, side: 0, opponent, level: "tactician", seconds: 1, exchange: true };
    try {
      const asked = request(book, scenario, wish),
        id = await begin(asked, scenario.title);
      if (asked.exchange) await api(`exchanges/${id}`, { token: seats.peek()[id].seats[0].token, roster: ownRosters.peek()[name].text });
      location.hash = `#/${asked.exchange ? "exchange" : "game"}/${id}`;
    } catch (failed) {
      setTrouble(failed.why);
      setBusy(false);
    }
  };
  const shown = inTurn(scenario, { exchange: true, opponent });
  return html`<dialog ref=${box} class="into-battle card" aria-label="Lead it into battle" onClose=${close}>
    <form onSubmit=${start}><h2>${name} goes into battle</h2>
      <label>Field<select value=${scenario.id} onChange=${(event) => field(event.target.value)}>
        ${book.scenarios.map((one) => html`<option key=${one.id} value=${one.id}>${one.title}</option>`)}</select></label>
      ${shown ? html`<p class="fine">This list is fixed and shown in full; then your friend writes his.</p>` : enemies.map((enemy, at) => html`<${Enemy} key=${at} book=${book} number=${enemies.length > 1 ? at + 1 : 0} enemy=${enemy} points=${points}
        choose=${(id) => setEnemies(enemies.map((one, other) => (other === at ? id : one)))} />`)}
      <label>Led by<select value=${opponent} onChange=${(event) => setOpponent(event.target.value)}>
        ${WHO.map(([id, words]) => html`<option key=${id} value=${id}>${upper(words)}</option>`)}</select></label>
      ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}
      <p class="row"><button class="primary big" disabled=${busy}>To battle</button>
        <button type="button" onClick=${() => box.current.close()}>Not yet</button></p></form></dialog>`;
}

const usual = (book, scenario, name) =>
  matched(book, scenario.sides.map((_, side) => (side ? "" : name)), 0).slice(1);

function Enemy({ book, number, enemy, points, choose }) {
  const own = Object.entries(ownRosters.value).filter(([, one]) => one.book === book.id),
    equal = book.rosters.filter((one) => one.points === points),
    others = book.rosters.filter((one) => one.points !== points);
  const chance = Object.keys(book.armies).map((army) => chanceOf(book, army, points));
  const known = [...own.map(([name]) => name), ...book.rosters.map((one) => one.id), ...chance.map(([id]) => id)];
  const all = known.includes(enemy) ? chance : [[enemy, enemy], ...chance];
  const ready = (one) => html`<option key=${one.id} value=${one.id}>${one.title} (${book.armies[one.army] ?? one.army}, ${one.points})</option>`;
  return html`<label>The enemy's army${number ? ` (${number})` : ""}<select value=${enemy} onChange=${(event) => choose(event.target.value)}>
    ${own.length > 0 && html`<optgroup label="Yours">${own.map(([name]) => html`<option key=${name} value=${name}>${name}</option>`)}</optgroup>`}
    ${equal.length > 0 && html`<optgroup label=${`Ready, ${points}`}>${equal.map(ready)}</optgroup>`}
    <optgroup label="Raised by chance">${all.map(([id, words]) => html`<option key=${id} value=${id}>${words}</option>`)}</optgroup>
    ${others.length > 0 && html`<optgroup label="Ready, of other points">${others.map(ready)}</optgroup>`}</select></label>`;
}

/** An army of chance for just these points, under the seed of this visit. */
function chanceOf(book, army, points) {
  const seed = byChance(book)[0][0].split(":")[2];
  return [`${army}:${points}:${seed}`, `${book.armies[army]}, ${points}`];
}
