// At the top of the panel: who I am, what is asked of me in a few words, who is ahead, and what wins.
import { html, plural, upper } from "./html.js";
import { Pop } from "./cover.js";
import { leftToDo } from "./phase.js";
import { firstSentence, plainText } from "./questions.js";
import { lengthWords } from "./measure.js";

const WINNING = /\b(wins?|victory|loses?|draw|counts?|goal|objective)\b/i;

/** "Move: Captain Ostrel, 7.0″ left", "Which piece moves next?", "At whom do the Long Bows shoot?" */
export function askedWords(desk) {
  const { session } = desk,
    question = session.question.value,
    view = desk.view.value;
  if (!view) return "";
  if (session.state.value?.result) return "The battle is over";
  if (session.playing) return "See what happens";
  if (!question) return session.watching ? "You are watching" : waitedFor(session, view);
  const asks = firstSentence(plainText(question, view))[0];
  if (!question.about || question.kind !== "order") return asks;
  const measure = view.table?.measure,
    left = measure && question.order?.left > 0 ? lengthWords(measure, question.order.left) : "",
    who = desk.titleOf(question.about);
  if (left) return `Move: ${who}, ${left} left`;
  return question.what.includes(" ") ? asks : `${upper(question.what)}: ${who}`; // two words are no deed: "stone place"
}

function waitedFor(session, view) {
  const others = (session.state.value?.waiting ?? []).filter(({ side }) => side !== view.you).map(({ side }) => view.sides[side]);
  return others.length ? `${[...new Set(others)].join(" and ")} to act` : "Please wait";
}

/** How much of each side is left, by the strength of its units. */
function strengths(view) {
  return view.sides.map((title, side) => {
    const units = view.units.filter((unit) => unit.side === side);
    const sum = (key) => units.reduce((all, unit) => all + unit[key], 0);
    return { title, side, left: sum("strength"), begun: sum("started") };
  });
}

/** The question itself stands in the card below: here is what it is about, or how much of the phase is left. */
function toDo(desk) {
  const question = desk.session.question.value,
    left = question && !question.about ? leftToDo(desk.session) : 0;
  return left ? `${upper(desk.view.value.phase)}: ${plural(left, "piece")} left to act` : askedWords(desk);
}

export function Where({ desk }) {
  const { session } = desk,
    view = desk.view.value;
  if (!view) return null;
  const told = [...(session.game.value?.briefing ?? []), ...view.notes],
    winning = told.filter((line) => WINNING.test(line));
  return html`<section class=${`banner side-${view.you ?? "none"}`} aria-label="Where you stand">
    <p class="me"><span>${view.you === null ? "Watching" : "You:"} <strong>${view.sides[view.you] ?? ""}</strong></span>
      ${winning.length > 0 && html`<${Goal} lines=${winning} />`}</p>
    <p class="to-do" aria-hidden="true">${toDo(desk)}</p>
    <p class="score">${strengths(view)
      .filter(({ begun }) => begun)
      .map(
        ({ title, side, left, begun }) => html`<span key=${side} class=${`left-over side-${side}`} title=${`${title}: ${left} of ${begun} left`}>
        <span class="bar" role="meter" aria-valuemin="0" aria-valuemax=${begun} aria-valuenow=${left}
          aria-label=${`${title}: ${left} of ${begun} left`}><i style=${{ width: `${(100 * left) / begun}%` }}></i></span> ${left}<small>/${begun}</small></span>`,
      )}${view.score && html`<strong class="points">${view.score}</strong>`}</p>
  </section>`;
}

const Goal = ({ lines }) => html`<${Pop} kind="goal" words="Goal">${lines.map((line) => html`<p key=${line}>${upper(line)}</p>`)}<//>`;
