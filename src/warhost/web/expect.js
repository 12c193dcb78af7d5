// What an answer may cost both sides: worked out by the referee, and shown where the decision is.
import { html, signal, effect, untracked } from "./html.js";
import { things } from "./picker.js";
import { percent } from "./plan.js";

const PAUSE = 250, // milliseconds that an order must lie still
  MOST_OPTIONS = 6,
  PATIENCE = 3, // so many choices that cost nobody anything, and the others are not asked for
  TAIL = 0.1, // what is rarer than this at either end is left out of "2 to 5"
  MOST_SHOWN = 4;

const keyOf = (answer) => JSON.stringify(answer);
const news = (expected) => expected.losses.length > 0 || Object.keys(expected.flights).length > 0;

/** Asks for the choices of a list one after the other, and for whatever else is put together as it lies still. */
export class Expecting {
  constructor(session, giving) {
    Object.assign(this, { session, giving });
    this.known = signal({}); // {answer as a key: what may come of it}
    const stops = [
      effect(() => {
        const question = session.question.value;
        untracked(() => this.#face(question));
      }),
      effect(() => {
        const { made } = giving,
          ready = made.value !== null && giving.mood === "yes" && giving.kind !== "choose";
        clearTimeout(this.timer);
        if (ready) this.timer = setTimeout(() => this.#ask([made.value]), PAUSE);
      }),
    ];
    this.stop = () => {
      clearTimeout(this.timer);
      stops.forEach((stop) => stop());
    };
  }

  of(answer) {
    return this.known.value[keyOf(answer)] ?? null;
  }

  #face(question) {
    this.known.value = {};
    if (question?.kind === "choose") this.#ask(question.options.slice(0, MOST_OPTIONS).map((one) => one.answer));
  }

  async #ask(answers) {
    const { session } = this,
      asked = session.question.value?.key;
    let dry = 0;
    for (const answer of answers) {
      const expected = await session.expect(answer).catch(() => null);
      if (!expected || session.question.value?.key !== asked) return;
      if (news(expected)) this.known.value = { ...this.known.value, [keyOf(answer)]: expected };
      else if (++dry >= PATIENCE) return;
    }
  }
}

/** The numbers between which it nearly always comes out: [2, 5]. */
function range(spread) {
  let below = 0,
    least = spread[0][0],
    most = spread.at(-1)[0];
  for (const [count, chance] of spread) {
    if (below <= TAIL) least = count;
    below += chance;
    if (below >= 1 - TAIL) {
      most = count;
      break;
    }
  }
  return [least, most];
}

const WORDS = { true: ["model", "models"], false: ["wound", "wounds"] };

/** "2 to 5 models lost", "falls in 12 %". */
function lossWords({ spread, models, mean }) {
  if (models && spread.at(-1)[0] === 1) return `falls in ${percent(mean)}`;
  const [least, most] = range(spread),
    [one, many] = WORDS[models];
  return least === most ? `${least} ${least === 1 ? one : many} lost` : `${least} to ${most} ${many} lost`;
}

/** Who loses how many, with a small picture of how likely each number is; and who flees. */
export function Expected({ desk, expected }) {
  if (!expected) return null;
  const { losses, flights, tries } = expected,
    alone = Object.keys(flights).filter((id) => !losses.some(({ about }) => about === id));
  return html`<ul class="expected" aria-label="What to expect">
    ${losses.slice(0, MOST_SHOWN).map((loss) => {
      const flees = flights[loss.about];
      return html`<li key=${loss.about} class=${sideOf(desk, loss.about)}><${Bars} spread=${loss.spread} />
        <span>${desk.titleOf(loss.about)}: ${lossWords(loss)}${flees ? `, flees in ${percent(flees)}` : ""}</span></li>`;
    })}
    ${alone.slice(0, MOST_SHOWN).map((id) => html`<li key=${id} class=${sideOf(desk, id)}><span>${desk.titleOf(id)}: flees in ${percent(flights[id])}</span></li>`)}
    ${tries > 0 && html`<li class="fine">As it came out in ${tries} tries.</li>`}</ul>`;
}

const WIDE = 44,
  HIGH = 16;

function Bars({ spread }) {
  const [first] = spread[0],
    count = Math.max(spread.at(-1)[0] - first + 1, 4),
    tallest = Math.max(...spread.map(([, chance]) => chance)),
    step = WIDE / count;
  return html`<svg class="spread" viewBox=${`0 0 ${WIDE} ${HIGH}`} width=${WIDE} height=${HIGH} aria-hidden="true">
    ${spread.map(([number, chance]) => html`<rect key=${number} x=${(number - first) * step} y=${HIGH - (HIGH * chance) / tallest}
      width=${Math.max(step - 1, 1)} height=${(HIGH * chance) / tallest}><title>${number}: ${percent(chance)}</title></rect>`)}</svg>`;
}

function sideOf(desk, id) {
  const view = desk.view.value,
    one = [...things(view), ...view.units].find((each) => each.id === id || each.unit === id);
  return `loss side-${one?.side ?? "none"}`;
}
