// Standing orders: reactions a player need not be asked about again in this game. The server keeps them, and answers.
import { html, upper, spoken } from "./html.js";
import { things } from "./picker.js";

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
  const order = (answer, only) => () => session.say("standing", { number: question.number, answer, about: only ? question.about : "" });
  return html`${
    offers.length > 0 &&
    html`<details class="by-hand standing"><summary>Do not ask me that again</summary>
      <p class="fine">In this game, whenever it comes up, also while I am away. Nobody else is told.</p>
      ${offers.map(
        ([answer, label]) =>
          html`<div class="row" key=${label}><button class="small" onClick=${order(answer, false)}>Always: ${upper(spoken(String(label)))}</button>
            ${about && html`<button class="small" onClick=${order(answer, true)}>Only for ${about}</button>`}</div>`,
      )}</details>`
  }
  ${
    orders.length > 0 &&
    html`<p class="fine standing-list">Standing orders:
      ${orders.map(
        ({ what, about: only, label }) => html`<span class="chip" key=${`${what} ${only}`}>${spoken(what)}${only ? ` of ${desk.titleOf(only)}` : ""}: ${spoken(label)}
          <button class="link" onClick=${() => session.say("standing", { what, about: only })}>ask me again</button></span>`,
      )}</p>`
  }`;
}
