// Ways that no hand could drag: up a wall, down a ladder, over a gap. They are marked on the table where they lead, with
// what dice make of them, and a touch takes one into the hand.
import { html, same, signal, effect, untracked, upper } from "./html.js";
import { chanceWords, percent } from "./plan.js";
import { layerOf } from "./levels.js";
import { takeReady } from "./orders.js";

const UP = "M0-6L6 1H2.2V6H-2.2V1H-6Z",
  DOWN = "M0 6L6-1H2.2V-6H-2.2V-1H-6Z",
  OVER = "M6 0L-1 6V2.2H-6V-2.2H-1V-6Z";

/** The ways of the open question, each with its label and its chances as the referee gave them. */
export class Ways {
  constructor(session) {
    this.session = session;
    this.found = signal([]);
    this.stop = effect(() => {
      const question = session.question.value;
      untracked(() => this.#face(question));
    });
  }

  #face(question) {
    const ways = question?.order?.ways ?? [];
    this.found.value = ways.map((way) => ({ ...way, ...question.suggestions.find(({ answer }) => same(answer, way.answer)) }));
    this.#ask(question);
  }

  /** What the referee had no time for is asked for one by one. */
  async #ask(question) {
    for (const way of this.found.value.filter(({ foreseen }) => !foreseen)) {
      const verdict = await this.session.check(way.answer).catch(() => null);
      if (!verdict || this.session.question.value?.key !== question.key) return;
      this.found.value = this.found.value.map((one) => (one.answer === way.answer ? { ...one, ...verdict, answer: one.answer } : one));
    }
  }
}

const wordsOf = (way) => [upper(way.label ?? "go there"), chanceWords(way.chances)].filter(Boolean).join(". ");
const signOf = ({ rise }) => (rise > 0 ? UP : rise < 0 ? DOWN : OVER);

export function WayLayer({ field, desk }) {
  const { hand, ways } = desk,
    free = hand.maker.value && !hand.draft.value?.ready && !desk.tape.on.value;
  if (!free) return null;
  const shown = ways.found.value.filter((way) => layerOf(desk.view.value, desk.level.value, way) !== "above");
  return html`<g class="ways">${shown.map((way) => html`<${Way} key=${JSON.stringify(way.answer)} field=${field} desk=${desk} way=${way} at=${ways.found.value.indexOf(way)} />`)}</g>`;
}

/** A mark that is touched: its way is laid on the table as a ghost, with what it promises. */
export function touchWay(desk, at) {
  const way = desk.ways.found.value[at];
  if (way) takeReady(desk, way);
}

function Way({ field, desk, way, at }) {
  const { x, y } = field.out(way.at),
    trail = way.trail.map(field.out);
  return html`<g class=${way.chance != null && way.chance < 1 ? "way risky" : "way"} data-way=${at} role="button" tabindex="0"
    aria-label=${wordsOf(way)} onKeyDown=${(event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      takeReady(desk, way);
    }}>
    <title>${wordsOf(way)}</title>
    <path class="way-trail" d=${`M${trail.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("L")}`} />
    <g transform=${`translate(${x} ${y})`}><g class="keep"><circle class="pad" r="20" /><circle r="10" /><path d=${signOf(way)} />
      ${way.chance != null && html`<text x="13" y="4">${percent(way.chance)}</text>`}</g></g></g>`;
}
