// Armies written down: a roster is edited, its bill and its breaches follow at once, and it goes into battle.
import { html, useEffect, useRef, useState, plural } from "./html.js";
import { Pop } from "./cover.js";
import { api, until } from "./net.js";
import { ownRosters } from "./prefs.js";
import { RuleDrawer, RuleLink, book as rulesOf } from "./rules.js";
import { SheetLink, WrittenSheet, rosterSheet } from "./sheet.js";
import { leadIntoBattle } from "./wish.js";

const PAUSE = 250;

const nameIn = (text) => /^\s*name\s*=\s*"([^"]+)"/m.exec(text)?.[1] ?? "";

export function RostersPage({ book: wanted, roster }) {
  const [books, setBooks] = useState(null),
    [trouble, setTrouble] = useState("");
  useEffect(() => {
    document.title = "Rosters · Warhost";
    return until("rulebooks", (all) => setBooks(all.filter((one) => one.rosters.length)), setTrouble);
  }, []);
  if (!books)
    return html`<main class="page"><h1>Rosters</h1><p class="notice">${trouble || "Fetching the army lists …"}</p></main>`;
  const book = books.find((one) => one.id === wanted) ?? books[0];
  if (!book) return html`<main class="page"><h1>Rosters</h1><p>No rulebook here has army lists.</p></main>`;
  return html`<main class="page wide"><h1>Rosters of ${book.title}</h1>
    <${Editor} key=${book.id} book=${book} first=${roster} /><${RuleDrawer} /></main>`;
}

function Editor({ book, first }) {
  const [text, setText] = useState(""),
    [told, setTold] = useState(null),
    [sheet, setSheet] = useState(null);
  const wish = useRef("");
  const load = async (id) => {
    wish.current = id;
    const own = ownRosters.value[id],
      found = own ? own.text : (await api(`rosters/${book.id}/${encodeURIComponent(id)}`)).roster;
    if (wish.current === id) setText(found); // another may have been asked for, or written, while this one came
  };
  const write = (words) => {
    wish.current = "";
    setText(words);
  };
  useEffect(() => {
    rulesOf.value = book.id;
    load(first || book.rosters[0].id).catch(() => {});
  }, [book.id, first]);
  useEffect(() => {
    if (!text.trim()) return undefined;
    const timer = setTimeout(() => {
      api(`muster/${book.id}`, { roster: text }).then(setTold, (failed) =>
        setTold({ faults: [failed.why], breaches: [] }),
      );
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return html`<div class="two roster"><div>
      <${Ready} book=${book} load=${load} />
      <label>The roster<textarea spellcheck="false" rows="26" value=${text} onInput=${(event) => write(event.target.value)}></textarea></label>
    </div>
    <div><${Deeds} book=${book} text=${text} told=${told} show=${() => setSheet(text)} open=${write} />
      <${Verdict} told=${told} />
      ${sheet && html`<section class="card"><${WrittenSheet} book=${book.id} text=${sheet} /></section>`}</div></div>`;
}

function Ready({ book, load }) {
  const own = Object.entries(ownRosters.value).filter(([, entry]) => entry.book === book.id);
  return html`<div class="row"><label>Begin with<select onChange=${(event) => event.target.value && load(event.target.value)}>
      <option value="">…</option>
      ${own.map(([name]) => html`<option key=${name} value=${name}>${name} (yours)</option>`)}
      ${book.rosters.map((one) => html`<option key=${one.id} value=${one.id}>${one.title} (${one.army}, ${one.points})</option>`)}
    </select></label>
    <${Pop} words="Army lists">
      ${Object.entries(book.armies).map(([id, title]) => html`<a key=${id} href=${rosterSheet(book.id, id)} target="_blank" rel="noopener">${title}</a>`)}<//></div>`;
}

function Deeds({ book, text, told, show, open }) {
  const name = nameIn(text),
    good = told && !told.faults.length;
  const keep = () => {
    ownRosters.value = { ...ownRosters.value, [name]: { book: book.id, text } };
  };
  const [trouble, setTrouble] = useState(""),
    ready = good && name && !told.breaches.length;
  const play = async () => {
    keep();
    setTrouble("");
    try {
      location.hash = `#/game/${await leadIntoBattle(book, name)}`;
    } catch (failed) {
      setTrouble(failed.why);
    }
  };
  const choose = () => {
    keep();
    location.hash = `#/new/${book.id}/${encodeURIComponent(name)}`;
  };
  const read = async (event) => {
    const [file] = event.target.files;
    if (file) open(await file.text());
  };
  return html`<p class="row">
    <button class="primary" disabled=${!ready} title="At once, against a computer's army of the same points" onClick=${play}>Lead it into battle</button>
    <button disabled=${!ready} onClick=${choose}>Choose field and enemy …</button>
    <button disabled=${!name} onClick=${keep}>${same(name, text) ? "Kept" : "Keep it here"}</button>
    <button disabled=${!good} onClick=${show}>Army sheet</button>
    <button disabled=${!text} onClick=${() => download(`${name || "roster"}.toml`, text)}>Download</button>
    <label class="button">Open a file<input class="hidden-text" type="file" accept=".toml,text/plain" onChange=${read} /></label></p>
    ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}`;
}

const same = (name, text) => ownRosters.value[name]?.text === text;

function download(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** What it costs and what is wrong with it. */
function Verdict({ told }) {
  if (!told) return html`<p class="fine">Counting …</p>`;
  if (told.faults.length) {
    return html`<section class="card" role="status"><h2>It cannot be read yet</h2>
      <ul>${told.faults.map((fault) => html`<li key=${fault}>${fault}</li>`)}</ul></section>`;
  }
  const { bill } = told,
    wrong = told.breaches;
  const lawful = wrong.length ? plural(wrong.length, "breach", "breaches") : "lawful";
  return html`<section class="card bill" role="status">
    <h2>${bill.points} of ${bill.limit} points, ${lawful}</h2>
    <ul class="breaches">${wrong.map(
      (one, at) =>
        html`<li key=${at} class="notice refused">${wordsOf(one)} <${RuleLink} rule=${one.rule}>Why?<//></li>`,
    )}</ul>
    <${Lines} lines=${bill.lines} />
    <table class="bars"><tbody>${bill.measures.map(
      (one) => html`<tr key=${one.name}><th scope="row"><${RuleLink} rule=${one.rule}>${one.name}<//></th>
        <td>${one.spent}</td><td class="fine">${limits(one)}</td></tr>`,
    )}</tbody></table>
  </section>`;
}

function Lines({ lines }) {
  return html`<table class="bars"><thead><tr><th scope="col">Piece</th><th scope="col">Models</th>
      <th scope="col">Points</th></tr></thead>
    <tbody>${lines.map(
      (line) => html`<tr key=${line.id}><th scope="row">${line.title} <span class="fine">${line.detail}</span></th>
        <td>${line.models}</td><td>${line.points}</td></tr>`,
    )}</tbody></table>`;
}

const limits = ({ least, most }) =>
  [least !== null && `at least ${least}`, most !== null && `at most ${most}`].filter(Boolean).join(", ");
const wordsOf = ({ where, why, mend }) => `${[where, why].filter(Boolean).join(": ")}; ${mend}.`;

/** What can be done with the army chosen for a game. */
export function RosterLinks({ book, chosen }) {
  const own = Boolean(ownRosters.value[chosen]);
  if (!own && !book.rosters.some((one) => one.id === chosen)) return null;
  return html`${!own && html`<${SheetLink} href=${rosterSheet(book.id, chosen)}>Army sheet<//>`}
    <a class="button small" href=${`#/build/${book.id}/${encodeURIComponent(chosen)}`}>Edit</a>`;
}
