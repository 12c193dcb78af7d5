// Standing orders: reactions a player need not be asked about again in this game.
import { html, upper, spoken } from "./html.js";
import { kept } from "./prefs.js";
import { things } from "./picker.js";

/** {game: {question: answer}} */
const given = kept("warhost.standing", {});

export const standing = (game) => given.value[game] ?? {};

function order(game, what, answer) {
  const { [what]: gone, ...rest } = standing(game);
  given.value = { ...given.value, [game]: answer === undefined ? rest : { ...rest, [what]: answer } };
}

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

/** The answer to this question that was given in advance, if it is still one; otherwise undefined. */
export function answered({ id }, question, view) {
  const wanted = question && standing(id)[question.what];
  if (wanted === undefined) return undefined;
  return general(question, view).find(
    ([answer]) => JSON.stringify(answer) === JSON.stringify(wanted),
  )?.[0];
}

export function StandingOrders({ desk, question }) {
  const game = desk.session.id,
    view = desk.view.value,
    orders = Object.entries(standing(game));
  const offers = question && view ? general(question, view) : [];
  return html`${
    offers.length > 0 &&
    html`<details class="by-hand standing"><summary>Do not ask me that again</summary>
      <p class="fine">In this game, whenever it comes up:</p>
      ${offers.map(
        ([answer, label]) =>
          html`<button key=${label} class="small" onClick=${() => {
            order(game, question.what, answer);
            desk.session.answer(answer);
          }}>Always: ${upper(spoken(String(label)))}</button>`,
      )}</details>`
  }
  ${
    orders.length > 0 &&
    html`<p class="fine standing-list">Standing orders:
      ${orders.map(
        ([
          what,
          answer,
        ]) => html`<span class="chip" key=${what}>${spoken(what)}: ${typeof answer === "string" ? spoken(answer) : Array.isArray(answer) ? "nothing" : "nobody"}
          <button class="link" onClick=${() => order(game, what, undefined)}>ask me again</button></span>`,
      )}</p>`
  }`;
}
