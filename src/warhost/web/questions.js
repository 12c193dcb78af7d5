// Every kind of question, put in words, with its choices, their odds, and the rule behind it.
import { html, same, useState, useEffect, classes, upper } from "./html.js";
import { Choose, ChooseSome } from "./choices.js";
import { fell, readOff } from "./dice.js";
import { Foot, Notice } from "./foot.js";
import { OrderBody } from "./orders.js";
import { StandingOrders } from "./standing.js";
import { RuleLink, book } from "./rules.js";
import { Broken } from "./damage.js";
import { preset, dismissed, lesson } from "./prefs.js";
import { unmeasured } from "./telling.js";

const MOST_READY = 9; // each has a number key

/** "The Bridge Watch: Which piece moves next? [tp.move.phase]" without whom and which rule, both shown elsewhere. */
export function plainText(question, view) {
  const text = question.text.replace(/\s*\[[\w.-]+\]\s*$/, "");
  const whom = view?.sides.find((side) => text.startsWith(`${side}: `));
  return whom ? text.slice(whom.length + 2) : text.replace(/^Player \d: /, "");
}

/** What is asked, and what is said besides. */
export function firstSentence(text) {
  const [first] = text.match(/^.*?[.?!](?= |$)/) ?? [text];
  const asks = first.endsWith("?") ? first : (text.match(/^.*?[?](?= |$)/)?.[0] ?? first);
  return [asks, text.slice(asks.length).trim()];
}

export function QuestionCard({ desk }) {
  const { session } = desk,
    question = session.question.value,
    view = desk.view.value;
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on from the new question.
    if (document.activeElement === document.body) document.getElementById("asked")?.focus({ preventScroll: true });
  }, [question?.key]);
  if (session.state.value?.result) return html`<${Over} desk=${desk} />`;
  if (session.state.value?.broken) return html`<${Broken} session=${session} />`;
  if (!question) return html`<${Waiting} desk=${desk} />`;
  const Body = BODIES[question.kind] ?? Unknown,
    [asks, rest] = firstSentence(plainText(question, view)),
    more = desk.hand.handmade ? unmeasured(rest) : rest;
  return html`<section class="card question" aria-labelledby="asked" key=${question.key}
    data-number=${question.key}>
    <h2 id="asked" tabindex="-1" aria-live="polite">${asks}${more && html` <span class="rest">${more}</span>`}</h2>
    <div class="asked-body">
      <span class="fine"><${RuleLink} rule=${question.rule}>Why am I asked this?<//></span>
      <${Guide} question=${question} />
      ${session.state.value.setting_up && html`<${Aide} session=${session} />`}
      ${desk.upsideDown && html`<${Upside} desk=${desk} />`}
      <${Body} desk=${desk} question=${question} />
      <${StandingOrders} desk=${desk} question=${question} />
    </div>
    <${Foot} desk=${desk} question=${question} />
  </section>`;
}

function Waiting({ desk }) {
  const { session } = desk,
    state = session.state.value,
    sides = desk.view.value?.sides ?? [];
  const whom = (state?.waiting ?? []).map((one) => sides[one.side] ?? "the other side");
  if (session.playing) return html`<section class="card question waiting watching" role="status"><h2>See what happens …</h2>
    <p class="fine">A touch of the table or any key skips it.</p></section>`;
  if (state?.setting_up && (state.question?.settled || session.here.value.leaving.value)) return html`<section class="card question waiting" role="status"><h2>The computer sets up for you …</h2>
    <p class="fine">You play from the first turn on.</p></section>`;
  return html`<section class="card question waiting" role="status">
    <h2>${state ? `Waiting for ${[...new Set(whom)].join(" and ") || "the next step"} …` : "Taking a seat …"}</h2>
    <p class="fine">${session.watching ? "You are watching." : "The table follows by itself."}</p>
    ${!session.watching && html`<${StandingOrders} desk=${desk} question=${null} />`}
    <${Notice} session=${session} />
  </section>`;
}

function Over({ desk }) {
  const { result } = desk.session.state.value,
    { sides, you } = desk.view.value;
  if (lesson.value?.game === desk.session.id)
    return html`<section class="card question over" role="status"><h2>The fight is over</h2>
      <p>A lesson is neither won nor lost. It goes on in its own card.</p></section>`;
  const who =
    result.winner === null ? "A draw" : `${sides[result.winner]} win${/s$/.test(sides[result.winner]) ? "" : "s"}`;
  return html`<section class="card question over" role="status">
    <h2>${who}</h2>
    <p>${result.winner !== null && you !== null && html`<strong>${result.winner === you ? "You have won." : "You have lost."}</strong> `}${upper(result.why)}.</p>
    <p class="fine"><${RuleLink} rule=${result.rule}>How victory is counted<//></p>
    ${
      desk.session.game.value?.campaign &&
      html`<p class="row"><a class="button primary" href=${`#/campaign/${desk.session.game.value.campaign}`}>On with the campaign</a></p>`
    }
    <p class="row"><a class="button primary" href=${`#/report/${desk.session.id}`}>Report of the battle</a>
      <a class="button" href=${`#/replay/${desk.session.id}`}>Watch it again</a>
      <a class="button" href="#/">To the lobby</a></p>
  </section>`;
}

/** A hint for those who play guided; each can be sent away for ever. */
function Guide({ question }) {
  const [whole, setWhole] = useState(false), // on a phone it is cut short otherwise
    words = question.manner.tip,
    kind = `${book.value}:${question.what}`;
  if (!words || preset.value !== "guided" || dismissed.value.includes(kind)) return null;
  return html`<p class=${classes("guide", whole && "whole")}><span onClick=${() => setWhole(!whole)}>${words}</span>
    <button class="small" title="Do not show this tip again" onClick=${() => {
      dismissed.value = [...dismissed.value, kind];
    }}>Got it</button></p>`;
}

/** Before the first turn all can be left to the computer, at any moment. */
const Aide = ({ session }) => html`<p class="guide aide"><span>The computer can set up for you.</span>
  <button class="small" onClick=${() => session.say("set_up")}>Set up for me</button></p>`;

/** The table is never turned round by itself. */
const Upside = ({ desk }) => html`<p class="guide upside"><span>Your side lies at the far edge.</span>
  <button class="small" onClick=${() => desk.faceAbout()}>Turn it round</button>
  <button class="small" aria-label="Leave it so" title="Leave it so" onClick=${() => desk.leaveSo()}>×</button></p>`;

// --- who does what to whom -----------------------------------------------------------------------------------

/** The ready assignments in which somebody does something. */
export const volleys = (question) =>
  (question.suggestions ?? []).filter(({ answer }) => Object.keys(answer).length).slice(0, MOST_READY);

function Assign({ desk, question }) {
  const { session, picker } = desk,
    given = picker.given.value;
  const named =
    ({ answer }) =>
    () => {
      desk.named.value = [...Object.keys(answer), ...Object.values(answer)];
      desk.proposed.value = answer;
    };
  const unnamed = () => {
    desk.named.value = [];
    desk.proposed.value = null;
  };
  return html`<div class="options">
    ${volleys(question).map(
      (offer, at) => html`
      <button class=${classes("option", picker.includes(offer.answer) && "chosen", same(session.hint.value?.answer, offer.answer) && "hinted")}
        key=${offer.label} aria-pressed=${picker.includes(offer.answer)}
        disabled=${session.busy.value} onClick=${() => picker.propose(offer.answer)} onMouseEnter=${named(offer)} onMouseLeave=${unnamed}
        onFocus=${named(offer)} onBlur=${unnamed}>
        <span class="words"><span>${upper(desk.titled(offer.label))}</span><span class="odds">${offer.odds || desk.chances.words(offer.answer)}</span></span>
        <kbd aria-hidden="true">${at + 1}</kbd></button>`,
    )}
    <details class="by-hand"
      open=${Object.keys(question.options).length < 7}><summary>Choose for each piece (or choose it on the table, then its target)</summary>
      ${Object.entries(question.options).map(
        ([actor, targets]) => html`<label class="assign" key=${actor}>
        <span>${desk.titled(desk.titleOf(actor))}</span>
        <select value=${given[actor] ?? ""} onFocus=${() => {
          picker.actor.value = actor;
        }}
          onChange=${(event) => give(picker, actor, event.target.value)}>
          <option value="">nobody</option>
          ${targets.map((target) => html`<option value=${target}>${[desk.titleOf(target), desk.chances.words({ [actor]: target })].filter(Boolean).join(": ")}</option>`)}
        </select></label>`,
      )}
    </details>
  </div>`;
}

function give(picker, actor, target) {
  const { [actor]: gone, ...rest } = picker.given.value;
  picker.given.value = target ? { ...rest, [actor]: target } : rest;
}

// --- dice typed in -------------------------------------------------------------------------------------------

function Dice({ desk, question }) {
  const [marks, setMarks] = useState(() => Array(question.count).fill(""));
  useEffect(() => setMarks(Array(question.count).fill("")), [question.key]);
  // What is typed for one die may be the digits of two: "0 7".
  const faces = marks.flatMap((mark) => readOff(mark.trim().split(/[\s,]+/), { count: 1, sides: question.sides }));
  return html`<form class="options dice-typed" onSubmit=${(event) => {
    event.preventDefault();
    desk.session.answer(faces);
  }}>
    <div class="row">${marks.map(
      (mark, at) => html`<label key=${at}>Die ${at + 1}
      <input inputmode="numeric" autocomplete="off" size="4" value=${mark} required
        onInput=${(event) => setMarks(marks.map((one, place) => (place === at ? event.target.value : one)))} /></label>`,
    )}</div>
    <button class="primary" disabled=${!fell(faces, question)}>These are the dice</button>
  </form>`;
}

const Unknown = ({ question }) =>
  html`<p class="notice error">This page cannot put a question of the kind "${question.kind}".</p>`;

const BODIES = { choose: Choose, choose_some: ChooseSome, assign: Assign, order: OrderBody, dice: Dice };
