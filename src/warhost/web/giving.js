// What has been put together as the answer to the open question, and giving it: by the button, or by Enter from anywhere.
import { signal, computed, effect, untracked, same } from "./html.js";

/** What is missing as long as there is nothing to give. */
const FIRST = {
  choose: "Choose first: touch it, or press its number.",
  choose_some: "Tick something first, or press F for none.",
  assign: "Nobody has a target yet: choose a line, or a piece and then its target.",
  order: "Nothing is ordered yet: drag the piece, or use the arrow keys.",
};

const OFFERED = "Nothing is ordered yet: choose one of the ready orders, or press its number.";

/** By kind of question: what lies ready, or null. */
const MADE = {
  choose: ({ picker }) => picker.picked.value,
  choose_some: ({ picker }) => (picker.some.value.length ? picker.some.value : null),
  assign: ({ picker }) => (Object.keys(picker.given.value).length ? picker.given.value : null),
  order: ({ hand }) => (hand.maker.value && hand.draft.value ? hand.said(hand.draft.value) : null),
};

export class Giving {
  constructor(session, hand, picker) {
    Object.assign(this, { session, hand, picker });
    this.looked = signal(null); // {answer, verdict}: what the referee says of targets or ticks; an order has its hand
    this.pressed = signal(null); // what Enter was pressed for before the referee had spoken
    this.made = computed(() => MADE[session.question.value?.kind]?.(this) ?? null);
    const stops = [
      effect(() => {
        const made = this.made.value;
        untracked(() => this.#look(made));
      }),
      effect(() => this.#kept()),
    ];
    this.stop = () => stops.forEach((stop) => stop());
  }

  get kind() {
    return this.session.question.value?.kind;
  }

  /** What the referee says of it; null as long as he has not spoken. */
  get verdict() {
    if (this.kind === "order") return this.hand.verdict.value;
    if (this.kind === "choose") return { ok: true, chances: [] };
    const looked = this.looked.value;
    return looked && looked.answer === this.made.value ? looked.verdict : null;
  }

  get waiting() {
    return this.kind === "order" ? this.hand.waiting.value : !this.verdict;
  }

  /** idle: nothing is put together; unsure: the referee has not spoken; yes or no: he has. */
  get mood() {
    if (this.made.value === null) return "idle";
    const { verdict } = this;
    return !verdict ? "unsure" : verdict.ok ? "yes" : "no";
  }

  /** Whether the button can be pressed: also before the verdict, which it then waits for. */
  get open() {
    return !this.session.busy.value && this.made.value !== null && (this.waiting || this.verdict.ok);
  }

  /** The button, or Enter; false if there is nothing to give. */
  press() {
    const { session } = this;
    if (!session.question.value || session.busy.value) return false;
    if (this.made.value === null) return this.#restrained() || (this.kind === "order" && this.nudge());
    if (this.waiting) this.pressed.value = this.#key();
    else if (this.verdict.ok) this.give();
    return true;
  }

  give() {
    this.pressed.value = null;
    this.session.answer(this.made.value);
  }

  /** To do nothing is advised, which no hand can hold: that is given; true if it was so. */
  #restrained() {
    const hint = this.session.hint.value;
    if (!hint || typeof hint.answer !== "object" || Object.keys(hint.answer).length) return false;
    this.session.answer(hint.answer);
    return true;
  }

  /** Says what has to be done before anything can be given. */
  nudge() {
    const why = this.hand.offered ? OFFERED : FIRST[this.kind];
    if (why) this.session.notice.value = { kind: "note", why };
    return true;
  }

  /** From the start again. */
  reset() {
    this.pressed.value = null;
    this.session.notice.value = null;
    if (this.kind === "order") this.hand.cancel();
    else this.picker.face();
  }

  /** What was put together by hand: a draft that the referee shortens is still the same. */
  #key() {
    return this.kind === "order" ? this.hand.wanted : this.made.value;
  }

  /** Enter came before the verdict: it is given as soon as that is there, unless it was changed meanwhile. */
  #kept() {
    const pressed = this.pressed.value,
      made = this.made.value,
      waiting = made !== null && this.waiting,
      ok = made !== null && this.verdict?.ok;
    if (pressed === null || (waiting && pressed === this.#key())) return;
    untracked(() => {
      if (!waiting && ok && pressed === this.#key()) this.give();
      else this.pressed.value = null;
    });
  }

  async #look(made) {
    if (made === null || (this.kind !== "assign" && this.kind !== "choose_some")) return;
    const failed = (trouble) => ({ ok: false, why: trouble.why ?? "It could not be checked.", rule: "" });
    const verdict = await this.session.check(made).catch(failed);
    if (same(made, this.made.value)) this.looked.value = { answer: this.made.value, verdict };
  }
}
