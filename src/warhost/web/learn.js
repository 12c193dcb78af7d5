// Lessons: a few small situations, each a game of its own, with a card that says what to do and what came of it.
import { html, useEffect, useState } from "./html.js";
import { api, once, until } from "./net.js";
import { forget, kept, lesson, preset, remember } from "./prefs.js";
import { things } from "./picker.js";
import { playNow } from "./lobby.js";

const SMALL = matchMedia("(max-width: 760px), (max-height: 520px), (orientation: portrait)");

/** How far lessons have come: {book: steps done}. */
export const learned = kept("warhost.learned", {});

/** A step of a lesson as a game; its id. */
async function beginStep(book, steps, at) {
  const made = await once(`lessons/${encodeURIComponent(book.id)}/${at}`, {});
  const mine = made.seats.filter((seat) => seat.token).map(({ side, token }) => ({ side, token }));
  remember(made.id, { seats: mine, title: `Lesson: ${steps[at].title}`, rulebook: book.id, at: Date.now() });
  preset.value = "guided";
  if (lesson.peek()) forget(lesson.peek().game); // steps that are over are no games to go on with
  lesson.value = { book: { id: book.id, title: book.title }, steps, at, game: made.id };
  location.hash = `#/game/${made.id}`;
}

export function LearnPage({ book: wanted }) {
  const [books, setBooks] = useState(null),
    [steps, setSteps] = useState(null),
    [trouble, setTrouble] = useState("");
  useEffect(() => {
    document.title = "Learn · Warhost";
    return until("rulebooks", (all) => setBooks(all.filter((one) => one.lessons)), setTrouble);
  }, []);
  useEffect(() => {
    setSteps(null);
    return wanted ? until(`lessons/${encodeURIComponent(wanted)}`, setSteps, setTrouble) : undefined;
  }, [wanted]);
  const book = books?.find((one) => one.id === wanted);
  const start = (at) => beginStep(book, steps, at).catch((failed) => setTrouble(failed.why));
  return html`<main class="page learn"><h1>${book ? `Learn ${book.title}` : "Learn a game in three minutes"}</h1>
    ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}
    ${!books && !trouble && html`<p class="fine">Fetching the lessons …</p>`}
    ${books && !book && html`<ul class="game-choice">${books.map((one) => html`<li key=${one.id}><a class="card" href=${`#/learn/${one.id}`}>
      <strong>${one.title}</strong><span class="fine">${one.blurb || one.scenarios[0]?.story}</span></a></li>`)}</ul>`}
    ${book && steps && html`<${Steps} book=${book} steps=${steps} start=${start} />`}</main>`;
}

function Steps({ book, steps, start }) {
  const done = learned.value[book.id] ?? 0,
    next = done < steps.length ? done : 0;
  return html`<p>${book.blurb} Each step is a small table with one thing to do. It takes about three minutes in all.</p>
    <ol class="lesson-steps">${steps.map((step, at) => html`<li key=${at} class=${`card ${at < done ? "done" : ""}`}>
      <div class="grow"><h2>${step.title}${at < done ? html` <span class="chip">done</span>` : ""}</h2><p class="fine">${step.task}</p></div>
      <button class=${at === next ? "primary big" : ""} aria-label=${`Begin: ${step.title}`} onClick=${() => start(at)}>${at === next && at ? "Go on" : "Begin"}</button></li>`)}</ol>
    <p class="row"><button onClick=${() => playNow(book, true)}>Skip it and play a battle</button></p>`;
}

// --- the card at the table -----------------------------------------------------------------------------------

/** Whether a line tells a deed of one's own pieces that ends the step. Who has left the table still stands in the list of
    units; who is unknown there, too, is taken for one's own. */
function ends({ play }, until, own, view) {
  if (!play || !until.includes(play.deed)) return false;
  const sides = (play.who ?? []).map((id) => [...things(view), ...view.units].find((one) => one.id === id || one.unit === id)?.side);
  return !sides.length || sides.some((side) => side === undefined || side === own);
}

export function LessonCard({ desk }) {
  const under = lesson.value,
    [folded, setFolded] = useState(SMALL.matches), // there the table needs the room
    [trouble, setTrouble] = useState(""),
    [over, setOver] = useState(null); // the game in which it was done: what is played after that undoes nothing
  const view = desk.view.value,
    mine = under?.game === desk.session.id,
    step = mine ? under.steps[under.at] : null;
  const done = Boolean(step && (over === under.game || (view && !desk.player?.playing.value && desk.session.lines.value.some((line) => ends(line, step.until, desk.session.here.value.seat.value ?? 0, view)))));
  useEffect(() => {
    const away = (event) => event.target.closest?.(".stage, .left svg") && setFolded(true); // the table is wanted now
    addEventListener("pointerdown", away, true);
    return () => removeEventListener("pointerdown", away, true);
  }, []);
  useEffect(() => {
    if (!done) return;
    setOver(under.game);
    if (!SMALL.matches) setFolded(false);
    const { id } = under.book;
    if ((learned.peek()[id] ?? 0) <= under.at) learned.value = { ...learned.peek(), [id]: under.at + 1 };
  }, [done]);
  if (!step) return null;
  const last = under.at + 1 === under.steps.length,
    missed = !done && Boolean(desk.session.state.value?.result) && !desk.player?.playing.value; // and nothing more can be done here
  const go = (at) => beginStep(under.book, under.steps, at).catch((failed) => setTrouble(failed.why));
  const battle = async () => {
    const book = (await api("rulebooks")).find((one) => one.id === under.book.id);
    forget(under.game);
    lesson.value = null;
    await playNow(book, true);
  };
  return html`<section class=${`lesson-card card ${done ? "done" : ""} ${folded ? "folded" : ""}`} aria-label="Lesson" role="region">
    <div class="row"><h2 class="grow">${under.at + 1} of ${under.steps.length}: ${step.title}</h2>
      <button class="small" aria-label="Begin this step again" title="Begin this step again" onClick=${() => go(under.at)}>↺</button>
      <button class="small" aria-expanded=${String(!folded)} onClick=${() => setFolded(!folded)}>${folded ? "More" : "Less"}</button>
      <button class="small" aria-label="Leave the lesson" onClick=${() => {
        lesson.value = null;
      }}>×</button></div>
    <div role="status">${done ? html`<p><strong>Done.</strong> ${!folded && step.after}</p>` : html`${!folded && html`<p>${step.text}</p>`}${missed && html`<p>The fight is over before that was done.</p>`}<p class="task"><strong>${step.task}</strong></p>`}</div>
    ${trouble && html`<p class="notice error" role="alert">${trouble}</p>`}
    <p class="row next">${missed && html`<button class="primary" onClick=${() => go(under.at)}>Try it again</button>`}${done && !last && html`<button class="primary" onClick=${() => go(under.at + 1)}>Next: ${under.steps[under.at + 1].title}</button>`}
      ${done && last && html`<button class="primary" onClick=${() => battle().catch((failed) => setTrouble(failed.why))}>Play a whole battle</button>`}</p>
  </section>`;
}
