// Who is meant to do what to whom, on the table itself: arrows, and what dice make of them.
import { html, signal, effect, untracked } from "./html.js";
import { things } from "./picker.js";
import { middle } from "./formation.js";

const MOST_ASKED = 60,
  PATIENCE = 8; // so many answers without dice, and the question has none

const keyOf = (answer) => (typeof answer === "string" ? answer : Object.entries(answer).flat().join(" "));

/** "87 %"; only what is certain is called 0 or 100. */
export const percent = (chance) =>
  `${Math.min(Math.max(Math.round(chance * 100), chance > 0 ? 1 : 0), chance < 1 ? 99 : 100)} %`;

/** What dice will decide, in words; one thing on several conditions is named once. */
export const chanceWords = (chances) =>
  (chances ?? [])
    .map(({ what, chance, supposed, forfeit }, at) => {
      const told = `${percent(chance)}${supposed ? ` ${supposed}` : ""}${forfeit ? `, or ${forfeit}` : ""}`;
      return chances[at - 1]?.what === what ? told : `${what}: ${told}`;
    })
    .join(", ");

/** What dice make of each choice: it comes with the question, and is asked for where the referee ran out of time. */
export class Chances {
  constructor(session, picker) {
    Object.assign(this, { session, picker });
    this.known = signal({}); // {answer as a key: {chance, chances}}
    this.reach = signal([]); // how far the one who is to be given a target comes
    this.stop = effect(() => {
      const actor = picker.actor.value;
      this.reach.value = [];
      if (actor) untracked(() => this.#reached(actor));
    });
  }

  face(question) {
    const offers = (question?.kind === "assign" ? question.pairs : question?.kind === "choose" && question.options) || [];
    const told = offers.filter((one) => one.chances?.length || one.preview?.outlines);
    this.known.value = Object.fromEntries(told.map((one) => [keyOf(one.answer), one]));
    this.#ask(
      question,
      offers.filter((one) => one.foreseen === false).map((one) => one.answer),
    );
  }

  of(answer) {
    return this.known.value[keyOf(answer)] ?? null;
  }

  words(answer) {
    const parts =
      typeof answer === "string"
        ? [answer]
        : Object.entries(answer).map(([actor, target]) => ({ [actor]: target }));
    return parts
      .map((part) => chanceWords(this.of(part)?.chances))
      .filter(Boolean)
      .join("; ");
  }

  async #ask(question, answers) {
    let dry = 0;
    for (const answer of answers.slice(0, MOST_ASKED)) {
      const verdict = await this.session.check(answer).catch(() => null);
      if (!verdict || this.session.question.value?.key !== question.key) return;
      if (verdict.chances?.length || verdict.preview?.outlines) this.known.value = { ...this.known.value, [keyOf(answer)]: verdict };
      else if (!Object.keys(this.known.value).length && ++dry >= PATIENCE) return;
    }
  }

  async #reached(actor) {
    const found = await this.session.look("reach", actor).catch(() => null);
    if (found?.ok && this.picker.actor.value === actor) this.reach.value = found.outline ?? [];
  }
}

const pathOf = (points) => `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}Z`;
const spot = (piece) => (piece.outline ? middle(piece.outline) : piece.squares[0]);

/** The pairs worth an arrow: those settled, those pointed at, and what the chosen actor could do. */
function pairs(desk, question) {
  const { picker } = desk,
    actor = picker.actor.value;
  const open = actor ? (question.options[actor] ?? []).map((target) => [actor, target, "open"]) : [];
  const shown = Object.entries(desk.proposed.value ?? {}).map((pair) => [...pair, "given"]);
  return [...open, ...Object.entries(picker.given.value).map((pair) => [...pair, "given"]), ...shown];
}

/** The ground that the choice pointed at would cover: flames, a template. */
function Covered({ field, desk }) {
  const { picker } = desk,
    hovered = things(desk.view.value).find((one) => one.id === desk.hovered.value);
  const answer = picker.picked.value ?? (hovered && picker.nameOf(hovered)) ?? desk.named.value[0];
  const outlines = (answer && desk.chances.of(answer)?.preview?.outlines) || [];
  return html`<g class="plan covered">${outlines.map((outline, at) => html`<path key=${at} class="laid" d=${pathOf(outline.map(field.out))} />`)}</g>`;
}

export function PlanLayer({ field, desk }) {
  const question = desk.session.question.value,
    view = desk.view.value;
  if (desk.earlier.value) return null;
  if (question?.kind === "choose") return html`<${Covered} field=${field} desk=${desk} />`;
  if (question?.kind === "order") return html`<${Aimed} field=${field} desk=${desk} question=${question} />`;
  if (question?.kind !== "assign") return null;
  const reach = desk.chances.reach.value;
  return html`<g class="plan">
    ${reach.length > 2 && field.kind === "table" && html`<path class="reach-line" d=${pathOf(reach.map(field.out))} />`}
    ${pairs(desk, question).map(
      ([actor, target, how]) => html`<${Aim} key=${`${actor} ${target}`} field=${field} view=${view} actor=${actor} target=${target} how=${how}
      known=${desk.chances.of({ [actor]: target })} />`,
    )}</g>`;
}

/** The targets of an order that is put together by its numbers. */
function Aimed({ field, desk, question }) {
  const aims = desk.hand.verdict.value?.preview?.aims ?? [];
  return html`<g class="plan">${aims.map((target) => html`<${Aim} key=${target} field=${field} view=${desk.view.value} actor=${question.about} target=${target} how="given" />`)}</g>`;
}

const PART = 0.35; // of the way, where its chance stands: nearer to who acts, for several may go for one

/** An arrow from one to the other, with what dice make of it. */
function Aim({ field, view, actor, target, how, known = null }) {
  const all = things(view),
    [from, to] = [actor, target].map((name) => all.find((one) => one.id === name || one.unit === name));
  if (!from || !to || from === to) return null;
  const a = field.out(spot(from)),
    b = field.out(spot(to));
  return html`<g class=${`aim ${how}`}>
    <path class="under" d=${`M${a.x} ${a.y}L${b.x} ${b.y}`} /><path d=${`M${a.x} ${a.y}L${b.x} ${b.y}`} marker-end="url(#arrow)" />
    ${
      known?.chances?.length > 0 &&
      html`<g transform=${`translate(${a.x + (b.x - a.x) * PART} ${a.y + (b.y - a.y) * PART})`}><g class="keep">
      <text class="chance" y="4">${percent(known.chance)}</text></g></g>`
    }
  </g>`;
}
