// The foot of the question card, which never scrolls away: what the referee says, the button that commits, the way back.
import { html, same, upper } from "./html.js";
import { verdictWords } from "./ghost.js";
import { Aftermath, Expected, Supposed } from "./expect.js";
import { chanceWords } from "./plan.js";
import { leftToDo } from "./phase.js";
import { advised } from "./telling.js";
import { spokenLabel } from "./choices.js";
import { RuleLink } from "./rules.js";
import { sorted } from "./own.js";

const FINGERS = matchMedia("(pointer: coarse)");
const LIGHTS = { yes: "✓", no: "✕", unsure: "…", idle: "↔" };

export function Foot({ desk, question }) {
  const { session } = desk,
    made = makes(desk, question),
    less = without(desk, question);
  return html`<div class=${`card-foot ${question.kind}`}>
    <${HintShown} desk=${desk} />
    <${Notice} session=${session} />
    ${made && html`<${Foreseen} desk=${desk} question=${question} />`}
    ${made && html`<${Judgement} desk=${desk} question=${question} words=${made} />`}
    ${
      (made || less) &&
      html`<div class="row deeds">
      ${made && html`<${Deeds} desk=${desk} word=${made.button} />`}
      ${
        less &&
        html`<button class="option finish" disabled=${session.busy.value} onClick=${() => session.answer(less.answer)}>
        <span><strong>${less.title}</strong>${less.more && html` <span class="odds">${less.more}</span>`}</span>
        ${less.key && html`<kbd>${less.key}</kbd>`}</button>`
      }</div>`
    }
  </div>`;
}

/** What is to be expected of what was put together: as long as it may be, the buttons below stay in reach. */
function Foreseen({ desk, question: { kind } }) {
  const { giving } = desk,
    isGood = giving.mood === "yes";
  if (kind === "choose") return null;
  return html`<div class="foreseen" tabindex="0" role="group" aria-label="What may come of it">
    <${Expected} desk=${desk} expected=${desk.expecting.of(giving.made.value)} />
    ${isGood && html`<${Aftermath} desk=${desk} answer=${giving.made.value} />`}
    ${isGood && kind === "order" && html`<${Supposed} chances=${giving.verdict?.chances} />`}</div>`;
}

/** What the verdict line and the button say, where something is put together before it is given. */
function makes(desk, question) {
  const { picker, hand } = desk;
  const kinds = {
    choose: () => picker.picked.value && { button: "Confirm", idle: "" },
    choose_some: () => ({ button: "Choose these", idle: `Choose ${wanted(question)}.` }),
    assign: () => ({ button: "Do this", idle: atPieces(desk, question) ? "Choose a line above, or a piece and then its target." : "Choose a line above." }),
    order: () =>
      (hand.handmade || hand.offered) && {
        button: "Give the order",
        idle: hand.offered ? "Choose one of the ready orders." : !hand.maker.value.drag ? "Turn the piece by its grip." : FINGERS.matches ? "Drag the piece." : "Drag the piece, or use the arrow keys.",
      },
  };
  return kinds[question.kind]?.() || null;
}

const wanted = ({ least, most }) => (least === most ? `${least}` : `${least} to ${most}`);

/** The answer that does nothing, or nothing more. */
function without(desk, question) {
  const kinds = {
    choose: () => {
      const { enough, others } = sorted(question);
      const count = leftToDo(desk.session),
        left = count ? `${count} could still act` : others.length ? "some could still do something" : "nobody else can act";
      return enough && { ...enough, key: "F", more: enough.answer === "done" && !question.lots && left };
    },
    choose_some: () => question.least === 0 && { answer: [], title: "None of these", key: "F" },
    assign: () => question.none_allowed && { answer: {}, title: upper(nothingOf(question)?.label ?? "nobody"), key: "F" },
    order: () => {
      const stay = nothingOf(question);
      return stay && { answer: stay.answer, title: upper(stay.label), key: "F" };
    },
  };
  return kinds[question.kind]?.() || null;
}

/** The ready answer that orders nothing, as the rulebook calls it: "all as they stand". */
export const nothingOf = ({ suggestions = [] }) => suggestions.find(({ answer }) => empty(answer));

/** Finishing by the key F: true if there was something to finish with. */
export function finish(desk) {
  const question = desk.session.question.value,
    less = question && without(desk, question);
  if (less) desk.session.answer(less.answer);
  return Boolean(less);
}

export const empty = (answer) =>
  Array.isArray(answer) ? !answer.length : answer && typeof answer === "object" && !Object.keys(answer).length;

function Judgement({ desk, question, words }) {
  const { giving } = desk,
    { mood, verdict } = giving;
  const told = mood === "idle" ? words.idle : [madeWords(desk, question), verdictLine(desk, question, verdict)].filter(Boolean).join(": ");
  return html`<div class=${`judgement ${mood}`}><p aria-live="polite">
    <span class="light" aria-hidden="true">${LIGHTS[mood]}</span>
    <span>${mood === "no" && html`<strong>Not allowed: </strong>`}${upper(told) || "Looking …"}
      ${giving.pressed.value !== null && html` <em>It is given as soon as it is judged.</em>`}
      ${mood === "no" && verdict.rule ? html` <${RuleLink} rule=${verdict.rule}>Why?<//>` : ""}</span></p></div>`;
}

function verdictLine(desk, question, verdict) {
  if (question.kind === "order") return desk.titled(verdictWords(desk.hand));
  if (question.kind === "choose") return question.options.find((one) => one.answer === desk.picker.picked.value)?.odds || desk.chances.words(desk.picker.picked.value);
  if (!verdict) return "";
  return verdict.ok ? chanceWords(verdict.chances) || "Allowed." : desk.titled(verdict.why);
}

/** What has been put together, in words; an order is seen on the table. */
function madeWords(desk, question) {
  const { picker } = desk;
  if (question.kind === "assign") return assigned(desk, question, picker.given.value);
  if (question.kind === "choose_some") return `${picker.some.value.length} chosen`;
  const picked = question.kind === "choose" && question.options.find((one) => one.answer === picker.picked.value);
  return picked ? spokenLabel(desk, picked) : "";
}

/** Who does it to whom; where no piece is the target, as it stands in the list. */
function assigned(desk, question, given) {
  const offered = !atPieces(desk, question) && question.suggestions?.find(({ answer }) => same(answer, given));
  return offered ? offered.label.split(": ")[0] : desk.pairWords(given);
}

const atPieces = (desk, { options }) => Object.values(options).flat().some((target) => desk.knows(target));

function Deeds({ desk, word }) {
  const { giving } = desk;
  return html`<button class="primary grow commit" disabled=${!giving.open} onClick=${() => giving.press()}>
      ✓ ${word} <kbd>Enter</kbd></button>
    <button class="reset" disabled=${giving.mood === "idle"} onClick=${() => giving.reset()}>Reset <kbd>Esc</kbd></button>`;
}

export function Notice({ session }) {
  const notice = session.notice.value;
  if (!notice) return null;
  return html`<p class=${`notice ${notice.kind}`}
    role="alert"><strong>${notice.kind === "refused" ? "Not allowed: " : ""}</strong>
    ${upper(notice.why)} ${notice.rule && html`<${RuleLink} rule=${notice.rule}>Why?<//>`}</p>`;
}

function HintShown({ desk }) {
  const { session } = desk,
    hint = session.hint.value;
  if (session.advising.value) return html`<p class="guide hint" role="status">The tactician thinks it over …</p>`;
  if (!hint) return null;
  return html`<p class="guide hint"
    role="status"><span><strong>Advice:</strong> ${upper(advised(desk.titled(hint.label)))}</span>
    <button class="small" onClick=${() => session.answer(hint.answer)}>Do that</button></p>`;
}
