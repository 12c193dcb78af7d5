// The army builder: lists, points and allowance follow every click; the rulebook's own muster is the only judge.
import { html, useEffect, useRef, useState } from "../html.js";
import { api, deed, until } from "../net.js";
import { ownRosters } from "../prefs.js";
import { RuleDrawer, RuleLink, book as rulesOf } from "../rules.js";
import { WrittenSheet } from "../sheet.js";
import { Army, Offers } from "./army.js";
import { BattleDialog } from "./battle.js";
import { Check, Deeds, Standing, keep } from "./check.js";
import { fraction, purposeOf, purposed } from "./draft.js";
import { Begin } from "./begin.js";
import { Expert } from "./expert.js";
import { textOf } from "./share.js";
import { NotYet, Task, fitted, handIn, useTask } from "./task.js";
import { useDraft } from "./unfinished.js";

const PAUSE = 150, // milliseconds before the server is asked
  SLOW = 1000, // and until its last word is no longer shown as if it were about this army
  AGAIN = 2000, // and before it is asked once more, if it did not answer
  MOST_BACK = 100;

export function BuildPage({ book: wanted, roster, list, exchange }) {
  const [books, setBooks] = useState(null),
    [trouble, setTrouble] = useState(""),
    task = useTask(exchange);
  useEffect(() => {
    document.title = "Army builder · Warhost";
    return until("rulebooks", setBooks, setTrouble);
  }, []);
  if (task?.why) return html`<${NotYet} task=${task} />`;
  if (!books || (exchange && !task)) return html`<main class="page"><h1>Army builder</h1><p class="notice">${trouble || "Fetching the army lists …"}</p></main>`;
  const able = books.filter((one) => Object.keys(one.armies).length),
    book = able.find((one) => one.id === wanted);
  if (!book) return html`<${ChooseGame} books=${books} wanted=${wanted} />`;
  return html`<${Builder} key=${`${book.id} ${exchange ?? ""}`} book=${book} first=${roster} list=${list} task=${task} />`;
}

function ChooseGame({ books, wanted }) {
  const without = books.find((one) => one.id === wanted);
  return html`<main class="page"><h1>Army builder</h1>
    ${without && html`<p class="notice">${without.title} has no army lists: its encounters bring their own forces.</p>`}
    <p>For which game?</p>
    <ul class="game-choice">${books.map((one) => html`<li key=${one.id}>${
      Object.keys(one.armies).length
        ? html`<a class="card" href=${`#/build/${one.id}`}><strong>${one.title}</strong><span class="fine">${Object.values(one.armies).join(", ")}</span></a>`
        : html`<div class="card fine"><strong>${one.title}</strong> Its encounters bring their own forces.</div>`
    }</li>`)}</ul></main>`;
}

/** Where drafts are kept: with their game, or with the battle for which an army is wanted. */
const placeOf = (book, task) => (task ? `${book.id} ${task.id} ${task.told.seat}` : book.id);

const DAMAGED = "This link is damaged, and no army could be read from it: ask for the whole link once more, or for the army as a file.";

/** What a link or a name begins with; gives what ends the looking for it. */
function firstOf(book, name, list, load, setTrouble) {
  const own = ownRosters.peek()[name];
  if (list) textOf(list).then((text) => (text ? load({ text }) : setTrouble(DAMAGED)));
  else if (own) load({ text: own.text, own: name });
  else return until(`rosters/${book.id}/${encodeURIComponent(name)}`, ({ roster }) => load({ text: roster }), setTrouble);
  return undefined;
}

function Builder({ book, first, list, task }) {
  const [desk, deeds] = useDesk(book, task),
    [shown, setShown] = useState(null), // sheet, expert, battle
    [tab, setTab] = useState("army"),
    [trouble, setTrouble] = useState("");
  useEffect(() => {
    rulesOf.value = book.id;
    setTrouble("");
    if (!first && !list) {
      if (!desk.roster) deeds.resume();
      return undefined;
    }
    const here = () => location.replace(`#/build/${book.id}${task ? `?exchange=${task.id}` : ""}`); // a reload comes to what is made of it
    return firstOf(book, first, list, (begun) => deeds.load(begun).then((faults) => faults.length || here()), setTrouble);
  }, [book.id, first, list]);
  const wrong = (trouble || desk.trouble) && html`<p class="notice error" role="alert">${trouble || desk.trouble}</p>`,
    head = html`<h1>Army builder: ${book.title}</h1>${task && html`<${Task} task=${task} />`}`;
  if (!desk.roster) return html`<main class="page">${head}${wrong}<${Begin} book=${book} place=${placeOf(book, task)} open=${deeds.load} resume=${deeds.resume} wanted=${task?.told.commission.points} /></main>`;
  if (!desk.palette) return html`<main class="page">${head}${wrong}<p class="notice">Fetching the army list …</p></main>`;
  const full = { ...desk, ...deeds, task };
  const lead = () => {
    if (task) {
      handIn(task, desk.told.text).then(() => (location.hash = `#/exchange/${task.id}`), (failed) => setTrouble(failed.why));
      return;
    }
    const why = keep(full);
    if (why) deeds.say(why);
    else setShown("battle");
  };
  const tabs = [["offers", "Add"], ["army", "Army"], ["check", "Check"]];
  return html`<main class="page wide builder" data-tab=${tab}>${head}
    <${Heading} desk=${full} />
    <div class="sticky"><${Standing} desk=${full} />
      <div class="build-tabs" role="group" aria-label="Parts of the builder">${tabs.map(([id, words]) => html`<button key=${id} type="button"
        aria-pressed=${String(tab === id)} onClick=${() => setTab(id)}>${words}</button>`)}</div>
      <p class="done" role="status">${desk.said}</p>${wrong}</div>
    <div class="columns"><div class="column offers-column"><${Offers} desk=${full} /></div>
      <div class="column army-column"><${Army} desk=${full} /></div>
      <div class="column check-column"><${Check} desk=${full} />
        <${Deeds} desk=${full} lead=${lead} sheet=${() => setShown("sheet")} expert=${() => setShown("expert")} /></div></div>
    ${shown === "sheet" && html`<${SheetView} desk=${full} close=${() => setShown(null)} />`}
    ${shown === "expert" && html`<${Expert} desk=${full} close=${() => setShown(null)} />`}
    ${shown === "battle" && html`<${BattleDialog} book=${book} roster=${desk.roster} palette=${desk.palette} close=${() => setShown(null)} />`}
    <${RuleDrawer} /></main>`;
}

function Heading({ desk }) {
  const { roster, palette, back, task } = desk,
    set = (part) => desk.change({ ...roster, ...part });
  return html`<div class="row heading"><label class="grow">Name of the army<input value=${roster.name} maxlength="120"
      onInput=${(event) => set({ name: event.target.value })} /></label>
    <label>${`Limit (${palette.money})`}<input type="number" inputmode="numeric" min="1" max="10000" list="usual-limits" value=${roster.points} disabled=${Boolean(task?.told.commission.points)}
      onChange=${(event) => set({ points: Math.min(10000, Math.max(1, Math.round(Number(event.target.value)) || roster.points)) })} />
      <datalist id="usual-limits">${palette.limits.map((one) => html`<option key=${one} value=${one}></option>`)}</datalist></label>
    <button type="button" disabled=${!back} onClick=${desk.undo}>Undo</button>
    <button type="button" onClick=${desk.leave}>Another army …</button></div>
    <p class="fine">${palette.title}</p>
    ${!task && palette.purposes.length > 0 && html`<${PurposeChoice} desk=${desk} set=${set} />`}`;
}

/** Sides of scenarios muster by rules of their own. */
function PurposeChoice({ desk, set }) {
  const { roster, palette } = desk,
    purpose = purposeOf(palette, roster);
  const choose = (at) => desk.change(purposed(roster, palette.purposes[at]));
  return html`<div class="row purpose"><label>Written for<select value=${String(palette.purposes.indexOf(purpose))} onChange=${(event) => choose(Number(event.target.value))}>
      <option value="-1">any pitched battle</option>
      ${palette.purposes.map((one, at) => html`<option key=${at} value=${String(at)}>${one.title}</option>`)}</select></label>
    ${purpose && fraction(purpose) !== 1 && html`<label>Against (${palette.money})<input type="number" inputmode="numeric" min="0" max="10000" value=${roster.against}
      onChange=${(event) => set({ against: Math.min(10000, Math.max(0, Math.round(Number(event.target.value)) || 0)) })} /></label>`}
    ${purpose?.rule && html`<${RuleLink} rule=${purpose.rule}>Its rule<//>`}</div>`;
}

/** It lies below the army, and comes up when it is asked for. */
function SheetView({ desk, close }) {
  const box = useRef(null);
  useEffect(() => {
    box.current.scrollIntoView({ block: "start" });
    box.current.focus({ preventScroll: true });
  }, []);
  const leave = (event) => event.key === "Escape" && close();
  return html`<section ref=${box} class="card sheet-view" tabindex="-1" aria-label="The sheet, to print" onKeyDown=${leave}><p class="row no-print">
    <button class="primary" onClick=${() => window.print()}>Print</button><button onClick=${close}>Close the sheet</button></p>
    <${WrittenSheet} book=${desk.roster.rulebook} text=${desk.told.text} /></section>`;
}

/** Why an army does not belong into this builder. */
function foreign(book, { rulebook, army }) {
  if (rulebook !== book.id) return [`This army is for another game (${rulebook}): open it in the army builder of that game.`];
  if (army in book.armies) return [];
  return [`This army is of a list that is not known here (${army}); there are ${Object.values(book.armies).join(", ")}.`];
}

// --- the draft and its judge ---------------------------------------------------------------------------------

/** The army on the desk, what may be chosen for it and what the server last said of it. */
function useDesk(book, task) {
  const [roster, setRoster] = useState(null),
    [palette, setPalette] = useState(null),
    [told, setTold] = useState(null),
    [open, setOpen] = useState(null),
    [said, say] = useState(""),
    [late, setLate] = useState(false),
    [trouble, setTrouble] = useState("");
  const before = useRef([]),
    draft = useDraft(placeOf(book, task));
  useEffect(() => {
    if (!roster || palette?.army === roster.army) return undefined;
    return until(`palette/${book.id}/${encodeURIComponent(roster.army)}`, setPalette, setTrouble);
  }, [roster?.army]);
  useEffect(() => {
    if (!roster) return undefined;
    let here = true;
    draft.note(roster);
    let timer = 0;
    const ask = (pause) => {
      timer = setTimeout(() => api(`build/${book.id}`, { roster, priced: open ?? "" }).then(heard, lost), pause);
    };
    const slow = setTimeout(() => setLate(true), SLOW);
    const heard = (found) => here && (clearTimeout(slow), setLate(false), setTold({ ...found, of: roster }), setTrouble(""));
    const lost = (failed) => {
      if (!here) return;
      setTrouble(failed.why);
      if (!failed.status) ask(AGAIN);
    };
    ask(PAUSE);
    return () => {
      here = false;
      clearTimeout(timer);
      clearTimeout(slow);
    };
  }, [roster, open]);
  const change = (next, show) => {
    before.current = [...before.current.slice(1 - MOST_BACK), roster];
    setRoster(next);
    if (show !== undefined) setOpen(show);
  };
  const replace = (next, own, same) => {
    const fit = fitted(task, next);
    before.current = roster ? [...before.current, roster] : [];
    if (!same) draft.begin(own && fit, own);
    setTold(null);
    setOpen(null);
    setRoster(fit);
  };
  /** Another army, or this one as somebody wrote it (`same`); gives what is wrong with it. */
  const load = async ({ roster: whole, text = "", chance = "", why = "", own = "", same = false }) => {
    const found = why ? { faults: [why] } : whole ? { roster: whole } : await deed(`build/${book.id}`, { text, chance }).catch((failed) => ({ faults: [failed.why], unread: !failed.status }));
    const faults = found.roster ? foreign(book, found.roster) : found.faults.map((fault) => (why || found.unread ? fault : `No army could be read from it: ${fault}`));
    setTrouble(faults.join("; "));
    if (!faults.length) replace(found.roster, own, same);
    return faults;
  };
  const resume = (id) => {
    const left = id ? draft.take(id) : draft.resumed();
    if (left) setRoster(left);
  };
  const undo = () => {
    setOpen(null);
    setRoster(before.current.pop());
  };
  const ids = Object.fromEntries((told?.entries ?? []).map((one) => [one.key, one.id]));
  const save = () => {
    draft.keep(roster);
    say(`${roster.name} is saved in this browser.`);
  };
  const leave = () => {
    draft.leave(roster);
    setRoster(null);
    location.hash = `#/build/${book.id}${task ? `?exchange=${task.id}` : ""}`;
  };
  const known = palette?.army === roster?.army ? palette : null;
  return [
    { roster, palette: known, told, stale: told?.of !== roster && (late || trouble), fresh: told?.of === roster, open, said, trouble, ids, draft, back: before.current.length },
    { change, load, resume, show: setOpen, say, undo, save, leave },
  ];
}

