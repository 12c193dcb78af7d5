// Into battle: on which field, against which army, and who leads that.
import { html, useLayoutEffect, useRef, useState, upper } from "../html.js";
import { closedBeside } from "../cover.js";
import { begin } from "../lobby.js";
import { deed } from "../net.js";
import { Unanswered } from "../trouble.js";
import { ownRosters, seats } from "../prefs.js";
import { READY, byChance, inTurn, matched, request } from "../wish.js";
import { fraction, purposeOf } from "./draft.js";

const WHO = [
  ["computer", "the computer"],
  ["here", "a friend at this screen"],
  ["friend", "a friend far away"],
];

export function BattleDialog({ book, roster, palette, close }) {
  const { name, points } = roster,
    task = purposeOf(palette, roster),
    fields = task ? book.scenarios.filter((one) => one.id === task.scenario) : book.scenarios;
  const box = useRef(null),
    begun = useRef({}),
    [scenario, setScenario] = useState(fields[0]),
    [enemies, setEnemies] = useState(() => (task ? [READY] : usual(book, fields[0], name))),
    [opponent, setOpponent] = useState("computer"),
    [trouble, setTrouble] = useState(""),
    [busy, setBusy] = useState(false);
  useLayoutEffect(() => box.current?.showModal(), []);
  const field = (id) => {
    const found = book.scenarios.find((one) => one.id === id);
    setScenario(found);
    setEnemies(usual(book, found, name));
  };
  const start = async (event) => {
    event.preventDefault();
    setTrouble("");
    setBusy(true);
    const side = task?.side ?? 0,
      armies = task ? inTheirParts(name, task, enemies) : [name, ...enemies];
    const wish = { armies, options: book.casual, side, opponent, level: "tactician", seconds: 1, exchange: true };
    try {
      const asked = request(book, scenario, wish),
        said = JSON.stringify(asked),
        id = begun.current.said === said ? begun.current.id : await begin(asked, scenario.title);
      begun.current = { said, id }; // where the list is lost on its way, it is handed in again to the same game
      if (asked.exchange && first) {
        const { token } = seats.peek()[id].seats.find((seat) => seat.side === side);
        await deed(`exchanges/${id}`, { token, roster: ownRosters.peek()[name].text });
      }
      location.hash = `#/${asked.exchange ? "exchange" : "game"}/${id}`;
    } catch (failed) {
      setTrouble(failed.why);
      setBusy(false);
    }
  };
  const shown = inTurn(scenario, { exchange: true, opponent }),
    first = !task || scenario.written_first.includes(task.side);
  return html`<dialog ref=${box} class="into-battle card" aria-label="Lead it into battle" onClose=${close} onClick=${closedBeside}>
    <form onSubmit=${start}><h2>${name} goes into battle</h2>
      <label>Field<select value=${scenario.id} onChange=${(event) => field(event.target.value)}>
        ${fields.map((one) => html`<option key=${one.id} value=${one.id}>${one.title}</option>`)}</select></label>
      ${!shown && task && html`<${TheirForce} book=${book} palette=${palette} roster=${roster} task=${task} enemy=${enemies[0]} choose=${(id) => setEnemies([id])} />`}
      ${shown && html`<p class="fine">${first ? "This list is fixed and shown in full; then your friend writes his." : "Your friend fixes his list and shows it in full; then you hand in this one."}</p>`}
      ${!shown && !task && enemies.map((enemy, at) => html`<${Enemy} key=${at} book=${book} number=${enemies.length > 1 ? at + 1 : 0} enemy=${enemy} points=${points} mine=${name}
        choose=${(id) => setEnemies(enemies.map((one, other) => (other === at ? id : one)))} />`)}
      <label>Led by<select value=${opponent} onChange=${(event) => setOpponent(event.target.value)}>
        ${WHO.map(([id, words]) => html`<option key=${id} value=${id}>${upper(words)}</option>`)}</select></label>
      ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}
      <p class="row"><button class="primary big" disabled=${busy}>To battle</button>
        <button type="button" onClick=${() => box.current.close()}>Not yet</button></p><${Unanswered} /></form></dialog>`;
}

const usual = (book, scenario, name) =>
  matched(book, scenario.sides.map((_, side) => (side ? "" : name)), 0).slice(1);

/** The roster in its place, the enemy's in its own; whoever comes to somebody's help is named last. */
function inTheirParts(name, { side, first }, [enemy]) {
  const armies = [READY, READY];
  armies[1 - side] = enemy;
  if (first) armies[side] = name;
  return first ? armies : [...armies, name];
}

/** In a scenario the other side has its own part, with points that follow from ours. */
function TheirForce({ book, palette, roster, task, enemy, choose }) {
  const theirs = palette.purposes.find((one) => one.scenario === task.scenario && one.first && one.side !== task.side),
    points = theirs.points || (theirs.side ? Math.floor(roster.points * fraction(theirs)) : roster.against || Math.ceil(roster.points / fraction(task)));
  const own = Object.entries(ownRosters.value).filter(([, one]) => one.book === book.id && writtenFor(one.text, theirs));
  const chance = Object.keys(book.armies).map((army) => chanceOf(book, army, points));
  return html`<label>${theirs.title}<select value=${enemy} onChange=${(event) => choose(event.target.value)}>
    <option value=${READY}>The force that the scenario brings</option>
    ${own.length > 0 && html`<optgroup label="Yours">${own.map(([name]) => html`<option key=${name} value=${name}>${name}</option>`)}</optgroup>`}
    <optgroup label="Raised by chance">${chance.map(([id, words]) => html`<option key=${id} value=${id}>${words}</option>`)}</optgroup></select></label>`;
}

const writtenFor = (text, { scenario, part }) =>
  new RegExp(`^\\s*scenario\\s*=\\s*"${scenario}"`, "m").test(text) && new RegExp(`^\\s*part\\s*=\\s*"${part}"`, "m").test(text);

function Enemy({ book, number, enemy, points, mine, choose }) {
  const own = Object.entries(ownRosters.value).filter(([name, one]) => one.book === book.id && name !== mine),
    equal = book.rosters.filter((one) => one.points === points),
    others = book.rosters.filter((one) => one.points !== points);
  const chance = Object.keys(book.armies).map((army) => chanceOf(book, army, points));
  const known = [...own.map(([name]) => name), ...book.rosters.map((one) => one.id), ...chance.map(([id]) => id)];
  const all = known.includes(enemy) ? chance : [[enemy, enemy], ...chance];
  const ready = (one) => html`<option key=${one.id} value=${one.id}>${one.title} (${book.armies[one.army] ?? one.army}, ${one.points})</option>`;
  return html`<label>The enemy's army${number ? ` (${number})` : ""}<select value=${enemy} onChange=${(event) => choose(event.target.value)}>
    ${equal.length > 0 && html`<optgroup label=${`Ready, ${points}`}>${equal.map(ready)}</optgroup>`}
    <optgroup label="Raised by chance">${all.map(([id, words]) => html`<option key=${id} value=${id}>${words}</option>`)}</optgroup>
    ${own.length > 0 && html`<optgroup label="Others of yours">${own.map(([name]) => html`<option key=${name} value=${name}>${name}</option>`)}</optgroup>`}
    ${others.length > 0 && html`<optgroup label="Ready, of other points">${others.map(ready)}</optgroup>`}</select></label>`;
}

/** An army of chance for just these points, under the seed of this visit. */
function chanceOf(book, army, points) {
  const seed = byChance(book)[0][0].split(":")[2];
  return [`${army}:${points}:${seed}`, `${book.armies[army]}, ${points}`];
}
