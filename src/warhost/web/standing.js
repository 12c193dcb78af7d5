// Standing orders: reactions a player need not be asked about again in this game. The server keeps them, and answers.
import { html, upper, spoken, useState } from "./html.js";
import { spokenLabel } from "./choices.js";
import { unfolded } from "./orders.js";
import { things } from "./picker.js";
import { percent } from "./plan.js";

const MEASURES = {
  success: "it comes off",
  harm: "an enemy loses somebody",
  loss: "one of mine loses somebody",
  flight: "one of mine flees",
};
const LIKELY = 50;

/** What could be answered once and for all: reactions, and not with a piece of the moment. */
function general(question, view) {
  const foreign = view.active !== null && view.active !== view.you;
  if (!foreign && !question.manner.reaction) return [];
  if (question.kind === "assign") return question.none_allowed ? [[{}, "nobody"]] : [];
  if (question.kind === "choose_some") return question.least === 0 ? [[[], "nothing"]] : [];
  if (question.kind !== "choose") return [];
  const names = new Set([...things(view), ...view.units].map((one) => one.id));
  return question.options
    .filter((option) => !names.has(option.answer))
    .map((option) => [option.answer, option.label ?? option.answer]);
}

export function StandingOrders({ desk, question }) {
  const { session } = desk,
    view = desk.view.value,
    orders = session.state.value?.orders ?? [];
  const offers = question && view ? general(question, view) : [],
    about = question?.about && desk.titleOf(question.about);
  const give = (answer, alone, only = null) =>
    session.say("standing", { number: question.number, answer, about: alone ? question.about : "", only });
  return html`${
    offers.length > 0 &&
    html`<details class="by-hand standing" onToggle=${unfolded}><summary>Do not ask me that again</summary>
      <p class="fine">In this game, whenever it comes up, also while I am away. Nobody else is told.</p>
      ${offers.map(
        ([answer, label]) =>
          html`<div class="row" key=${label}><button class="small" onClick=${() => give(answer, false)}>Always: ${upper(spoken(String(label)))}</button>
            ${about && html`<button class="small" onClick=${() => give(answer, true)}>Only for ${about}</button>`}</div>`,
      )}
      ${question.kind === "choose" && html`<${OnlyIf} key=${question.key} desk=${desk} question=${question} offers=${offers} about=${about} give=${give} />`}</details>`
  }
  ${
    orders.length > 0 &&
    html`<p class="fine standing-list">Standing orders:
      ${orders.map(
        (order) => html`<span class="chip" key=${JSON.stringify([order.what, order.about, order.answer])}>${asked(desk, order)} – ${spoken(order.label)}${onlyIf(desk, order)}
          <button class="link" onClick=${() => session.say("standing", { what: order.what, about: order.about, answer: order.answer })}>ask me again</button></span>`,
      )}</p>`
  }`;
}

/** What is asked, in the question's own words: without the side, the piece it was asked of at first, and the rule. */
function asked(desk, { text, what, about }) {
  const last = text.match(/[^.?!:]+\?(?=[^?]*$)/)?.[0].trim() ?? `${upper(spoken(what))}:`;
  return about ? `${desk.titleOf(about)}: ${last}` : last;
}

/** ", only if an enemy loses somebody (when I choose Bank Archers): at least 40 %" */
function onlyIf(desk, { only, answer }) {
  if (!only) return "";
  const other = only.answer === answer ? "" : ` (when I choose ${spoken(desk.titleOf(String(only.answer)))})`;
  return `, only if ${MEASURES[only.of]}${other}: ${only.below ? "less than" : "at least"} ${only.percent} %`;
}

/** An answer that hangs on a chance; where it is not known, or not such, one is asked. */
function OnlyIf({ desk, question, offers, about, give }) {
  const [set, setSet] = useState({ at: 0, on: null, of: "success", below: false, percent: LIKELY, alone: false }),
    change = (part) => setSet({ ...set, ...part }),
    [answer] = offers[set.at] ?? offers[0],
    weighed = question.options[set.on ?? question.options.findIndex((one) => one.answer === answer)],
    lawful = Number.isInteger(set.percent) && set.percent >= 1 && set.percent <= 100;
  const order = (event) => {
    event.preventDefault();
    if (lawful) give(answer, set.alone, { answer: weighed.answer, of: set.of, percent: set.percent, below: set.below });
  };
  const select = (name, label, value, choices, took) => html`<label>${label}<select name=${name} value=${String(value)} onChange=${(event) => took(event.target.value)}>
    ${choices.map(([key, words]) => html`<option key=${key} value=${String(key)}>${words}</option>`)}</select></label>`;
  const named = ([, label], at) => [at, upper(spoken(String(label)))];
  return html`<form class="only-if" onSubmit=${order}><strong>Only if it is likely enough</strong>
    ${select("answer", "Answer", set.at, offers.map(named), (at) => change({ at: Number(at), on: null }))}
    ${select("of", "if the chance that", set.of, Object.entries(MEASURES), (of) => change({ of }))}
    ${question.options.length > 1 && select("on", "when I choose", question.options.indexOf(weighed), question.options.map((one, at) => [at, upper(spokenLabel(desk, one))]), (on) => change({ on: Number(on) }))}
    ${select("below", "is", set.below, [[false, "at least"], [true, "less than"]], (below) => change({ below: below === "true" }))}
    <label>per cent<input type="number" inputmode="numeric" min="1" max="100" value=${set.percent} onInput=${(event) => change({ percent: Number(event.target.value) })} /></label>
    ${about && html`<label class="choice"><input type="checkbox" checked=${set.alone} onChange=${(event) => change({ alone: event.target.checked })} /><span>Only for ${about}</span></label>`}
    ${set.of === "success" && weighed?.chance != null && html`<p class="fine">Now it is ${percent(weighed.chance)}.</p>`}
    <p class="fine">If not, or if nobody can tell how likely it is, I am asked.</p>
    <button class="small" disabled=${!lawful}>Order it</button></form>`;
}
