// What an answer may cost both sides: worked out by the referee, and shown where the decision is.
import { html, signal, effect, untracked, upper } from "./html.js";
import { things } from "./picker.js";
import { chanceWords, percent } from "./plan.js";

const PAUSE = 80, // milliseconds that an order must lie still
  MOST_OPTIONS = 6,
  PATIENCE = 3, // so many choices that cost nobody anything, and the others are not asked for
  TAIL = 0.1, // what is rarer than this at either end is left out of "2 to 5"
  MOST_SHOWN = 4;

const keyOf = (answer) => JSON.stringify(answer);
const news = ({ losses, flights, gone }) => losses.length > 0 || Object.keys({ ...flights, ...gone }).length > 0;

/** Asks for the choices of a list one after the other, and for whatever else is put together as it lies still. */
export class Expecting {
  constructor(session, giving) {
    Object.assign(this, { session, giving });
    this.known = signal({}); // {answer as a key: what may come of it}
    this.turns = signal({}); // the same to the end of the turn, for whom it was asked; null while it is waited for
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

  /** What may come of an answer by the end of the turn: undefined if nobody has asked. */
  turnOf(answer) {
    return this.turns.value[keyOf(answer)];
  }

  async askTurn(answer) {
    const { session } = this,
      asked = session.question.value?.key,
      note = (found) => (this.turns.value = { ...this.turns.value, [keyOf(answer)]: found });
    note(null);
    const expected = await session.expect(answer, "turn").catch(() => undefined);
    if (session.question.value?.key === asked) note(expected);
  }

  #face(question) {
    this.known.value = {};
    this.turns.value = {};
    this.next = null;
    if (question?.kind === "choose") this.#ask(question.options.slice(0, MOST_OPTIONS).map((one) => one.answer));
  }

  /** One at a time: of what was put together while the referee was busy only the last is asked for, so that nothing
      that is said over the same line waits for the others. */
  async #ask(answers) {
    this.next = answers;
    if (this.asking) return;
    this.asking = true;
    while (this.next) {
      const now = this.next;
      this.next = null;
      await this.#each(now);
    }
    this.asking = false;
  }

  async #each(answers) {
    const { session } = this,
      asked = session.question.value?.key;
    let dry = 0;
    for (const answer of answers) {
      const expected = await session.expect(answer).catch(() => null);
      if (!expected || this.next || session.question.value?.key !== asked) return;
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

/** "2 to 5 models lost", "8 % to lose 1 model", of a lone one "12 % to fall"; what is rare is not left out if it is all
    there is: "9 % to lose 1 wound or more". */
function lossWords({ spread, models, mean }, alone) {
  const [least, most] = range(spread),
    [one, many] = WORDS[models];
  if (spread.at(-1)[0] === 1) return `${percent(mean)} to ${alone && models ? "fall" : `lose 1 ${one}`}`;
  if (most === 0) return `${percent(spread.reduce((all, [count, chance]) => all + (count ? chance : 0), 0))} to lose 1 ${one} or more`;
  return least === most ? `${least} ${least === 1 ? one : many} lost` : `${least} to ${most} ${many} lost`;
}

/** Who loses how many, with a small picture of how likely each number is; and who flees or is lost. */
export function Expected({ desk, expected }) {
  if (!expected) return null;
  const { losses, flights, gone, tries, until, given } = expected,
    fate = (id) => [flights[id] && `${percent(flights[id])} to flee`, gone[id] && `${percent(gone[id])} to be lost`].filter(Boolean).join(", "),
    alone = Object.keys({ ...gone, ...flights }).filter((id) => !losses.some(({ about }) => about === id));
  return html`<ul class="expected" aria-label="What to expect">
    ${given && html`<li class="fine">${upper(given)}:</li>`}
    ${losses.slice(0, MOST_SHOWN).map(
      (loss) => html`<li key=${loss.about} class=${sideOf(desk, loss.about)}><${Bars} spread=${loss.spread} />
        <span>${desk.titleOf(loss.about)}: ${[lossWords(loss, isAlone(desk, loss.about)), fate(loss.about)].filter(Boolean).join(", ")}</span></li>`,
    )}
    ${alone.slice(0, MOST_SHOWN).map((id) => html`<li key=${id} class=${sideOf(desk, id)}><span>${desk.titleOf(id)}: ${fate(id)}</span></li>`)}
    ${until === "turn" && !news(expected) && html`<li>Nobody loses anything.</li>`}
    ${tries > 0 && html`<li class="fine">As it came out in ${tries} tries${until === "turn" ? ", to the end of the turn, if all else goes as usual" : ""}.</li>`}</ul>`;
}

/** What hangs on something that nobody can know yet, each thing in a line of its own. */
export function Supposed({ chances = [] }) {
  const open = chances.filter(({ supposed }) => supposed),
    things = [...new Set(open.map(({ what }) => what))];
  if (!things.length) return null;
  return html`<ul class="expected supposed" aria-label="What it hangs on">
    ${things.map((thing) => html`<li key=${thing}><span>${upper(chanceWords(open.filter(({ what }) => what === thing)))}</span></li>`)}</ul>`;
}

/** Where an answer is carried out later: what the fight may cost, for whoever asks. */
export function Aftermath({ desk, answer }) {
  const { expecting, session } = desk;
  if (!session.question.value?.deferred) return null;
  const found = expecting.turnOf(answer);
  if (found === undefined) return html`<button class="small aftermath" onClick=${() => expecting.askTurn(answer)}>What may come of it?</button>`;
  if (found === null) return html`<p class="fine aftermath" role="status">The referee tries it …</p>`;
  if (!found.tries) return html`<p class="fine aftermath" role="status">That cannot be told before more is decided.</p>`;
  return html`<${Expected} desk=${desk} expected=${found} />`;
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

/** Whether it is no unit of several. */
const isAlone = (desk, id) => !desk.view.value.units.some((unit) => unit.id === id && unit.strength > 1);

function sideOf(desk, id) {
  const view = desk.view.value,
    one = [...things(view), ...view.units].find((each) => each.id === id || each.unit === id);
  return `loss side-${one?.side ?? "none"}`;
}
