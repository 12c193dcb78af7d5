// How an army begins: empty, from a ready one, from one's own, from a file.
import { html, useState, useEffect } from "../html.js";
import { api } from "../net.js";
import { Forget, timeWords } from "../games.js";
import { ownRosters } from "../prefs.js";
import { empty } from "./draft.js";
import { MOST } from "./share.js";
import { forgetDraft, unfinished } from "./unfinished.js";

const USUAL = 1000;

export function Begin({ book, place, open, resume, wanted }) {
  const [army, setArmy] = useState(Object.keys(book.armies)[0]),
    [points, setPoints] = useState(0),
    [limits, setLimits] = useState([]);
  useEffect(() => {
    const found = [...new Set(book.rosters.filter((one) => one.army === army).map((one) => one.points))].sort((a, b) => a - b);
    setLimits(found);
    setPoints(wanted || (found[0] ?? USUAL));
  }, [army]);
  const own = Object.entries(ownRosters.value).filter(([, one]) => one.book === book.id);
  const forget = (name) => {
    const { [name]: gone, ...rest } = ownRosters.value;
    ownRosters.value = rest;
  };
  const read = async ({ target }) => {
    const [file] = target.files;
    target.value = ""; // the same file can be chosen again
    if (!file) return;
    if (file.size > MOST) open({ why: `${file.name} is too large for an army: a roster has at most ${MOST} characters.` });
    else open({ text: (await file.text()) || " " });
  };
  const ready = (id) => api(`rosters/${book.id}/${encodeURIComponent(id)}`).then(({ roster }) => open({ text: roster }), open);
  const left = unfinished(place);
  return html`<div class="cards begin">
    ${left.length > 0 && html`<section class="card"><h2>Not finished</h2><ul class="games">${left.map(([id, { roster, at }]) => html`<li key=${id}>
      <div class="grow"><button class="link" onClick=${() => resume(id)}>${roster.name || book.armies[roster.army]}</button>
        <span class="fine">${book.armies[roster.army]}${at ? `, ${timeWords((Date.now() - at) / 1000)} ago` : ""}</span></div>
      <${Forget} title=${roster.name} deed=${() => forgetDraft(id)} /></li>`)}</ul></section>`}
    <section class="card"><h2>A new army</h2>
      <label>Army list<select value=${army} onChange=${(event) => setArmy(event.target.value)}>
        ${Object.entries(book.armies).map(([id, title]) => html`<option key=${id} value=${id}>${title}</option>`)}</select></label>
      <label>Limit<input type="number" inputmode="numeric" min="1" max="10000" list="begin-limits" value=${points} disabled=${Boolean(wanted)} onInput=${(event) => setPoints(Number(event.target.value))} />
        <datalist id="begin-limits">${limits.map((one) => html`<option key=${one} value=${one}></option>`)}</datalist></label>
      <p class="row"><button class="primary big" disabled=${!(points >= 1 && points <= 10000)}
        onClick=${() => open({ roster: empty(book, army, Math.round(points)) })}>Begin</button>
        <button disabled=${!(points >= 1 && points <= 10000)} title="A lawful army of chance, to change as you like"
          onClick=${() => open({ chance: `${army}:${Math.round(points)}:${Math.floor(Math.random() * 1e6)}` })}>Raise one by chance</button></p></section>
    ${own.length > 0 && html`<section class="card"><h2>Yours</h2><ul class="games">${own.map(([name, one]) => html`<li key=${name}>
      <button class="link grow" onClick=${() => open({ text: one.text, own: name })}>${name}</button>
      <${Forget} title=${name} deed=${() => forget(name)} /></li>`)}</ul></section>`}
    <section class="card"><h2>Ready ones to change</h2><ul class="games">${book.rosters.map((one) => html`<li key=${one.id}>
      <button class="link grow" onClick=${() => ready(one.id)}>${one.title}</button> <span class="fine">${book.armies[one.army] ?? one.army}, ${one.points}</span></li>`)}</ul>
      <p class="row"><label class="button">Open a file<input class="hidden-text" type="file" accept=".toml,text/plain" onChange=${read} /></label></p></section></div>`;
}
