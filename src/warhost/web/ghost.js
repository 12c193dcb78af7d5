// An order in the making: a ghost on the table that the referee judges while it is dragged.
import { signal, computed, batch, upper } from "./html.js";
import { makerFor } from "./makers/makers.js";
import { Failed } from "./net.js";
import { chanceWords } from "./plan.js";

const MOST_TRIES = 60,
  LEAST_PAUSE = 20; // the server counts how often it is asked

/**
 * The hand that holds the ghost. A maker (makers/) knows what drags and handles mean for one form of order:
 * start, drag, nudge, turn, aim, widen, dragSpot, pickSpot change a draft; tools and controls offer more changes;
 * answer says it as the rules want it; drawn says how it looks.
 */
export class Hand {
  constructor(session) {
    this.session = session;
    this.maker = signal(null);
    this.draft = signal(null); // null as long as nothing has been tried
    this.verdict = signal(null); // {ok, why, rule, cost, preview}, of the draft or of one a little earlier
    this.waiting = signal(false);
    this.wanted = null; // the draft as it was last put there, before the referee shortened it
    this.shown = computed(() => {
      const maker = this.maker.value,
        draft = this.draft.value ?? (maker?.waits ? maker.start() : null);
      const preview = this.verdict.value?.preview ?? null;
      return !maker || !draft ? null : draft.ready ? preview : maker.drawn(draft, preview);
    });
    // As one string, so that the pieces are drawn again only when others are lifted, not at every step of a drag.
    this.lifted = computed(() => {
      const shown = this.shown.value;
      return [...(shown?.blocks ?? []), ...(shown?.pieces ?? [])].map((one) => one.id).join("\n");
    });
  }

  /** A new question lies on the table: is it one that is answered by dragging? */
  face(question, view) {
    const maker = question?.kind === "order" ? makerFor(this.session.own.value, question, view) : null;
    batch(() => {
      this.maker.value = maker;
      this.draft.value = null;
      this.verdict.value = null;
    });
    if (maker?.begins) this.put(maker.start());
  }

  /** Whether there is a ghost on the table to lay hands on. */
  get onTable() {
    return Boolean(this.maker.value?.drag || this.maker.value?.aim);
  }

  /** Whether the order is put together by hand, on the table or by its numbers. */
  get handmade() {
    return this.onTable || Boolean(this.maker.value?.begins);
  }

  /** Whether it is only taken from those that lie ready. */
  get offered() {
    return Boolean(this.maker.value?.chosen);
  }

  get current() {
    return this.draft.value ?? this.maker.value?.start();
  }

  put(draft) {
    this.wanted = draft;
    this.draft.value = draft;
    this.session.notice.value = null;
    this.#judge();
  }

  /** A draft as the rules want it. */
  said(draft) {
    return draft.ready ?? this.maker.value.answer(draft);
  }

  change(deed, ...args) {
    const maker = this.maker.value;
    if (!maker?.[deed]) return false;
    const { ready: _, ...byHand } = this.current,
      draft = maker[deed](byHand, ...args);
    if (draft) this.put(draft);
    return Boolean(draft);
  }

  /** One check at a time; what was dragged meanwhile is looked at next. */
  async #judge() {
    if (this.waiting.value) return;
    this.waiting.value = true;
    try {
      for (let judged = null; this.draft.value && judged !== this.draft.value;) {
        judged = this.draft.value;
        await this.#settle(judged);
      }
    } catch (failed) {
      this.verdict.value = {
        ok: false,
        why: failed instanceof Failed ? failed.why : "It could not be checked.",
        rule: "",
      };
    } finally {
      this.waiting.value = false;
    }
  }

  /** Where one model cannot go as far as the rest, the maker may try again with less: the lawful part is kept. */
  async #settle(wanted) {
    const maker = this.maker.value;
    let draft = wanted,
      verdict = null;
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      verdict = await this.#asked(this.said(draft));
      if (this.maker.value !== maker || this.draft.value !== wanted) return;
      const less = verdict.ok || draft.ready ? null : maker.less?.(draft, verdict);
      if (!less) break;
      draft = less;
    }
    batch(() => {
      if (verdict.ok && draft !== wanted) this.draft.value = { ...draft, wanted };
      this.verdict.value = verdict;
    });
  }

  async #asked(answer) {
    const early = LEAST_PAUSE - (performance.now() - (this.lastAsked ?? 0));
    if (early > 0)
      await new Promise((done) => {
        setTimeout(done, early);
      });
    this.lastAsked = performance.now();
    return this.session.check(answer);
  }

  cancel() {
    const maker = this.maker.value;
    batch(() => {
      this.draft.value = null;
      this.verdict.value = null;
    });
    if (maker?.begins) this.put(maker.start());
  }

  get ready() {
    return Boolean(this.draft.value && this.verdict.value?.ok && !this.waiting.value);
  }

  /** A ready order is laid on the table like one made by hand; what no hand could make is kept as it is written. */
  suggest(answer) {
    const maker = this.maker.value;
    if (!maker) return false;
    this.put(maker.read?.(answer) ?? { ...maker.start(), ready: answer });
    return true;
  }
}

/** What the verdict says, in words. */
export function verdictWords(hand) {
  const verdict = hand.verdict.value,
    maker = hand.maker.value;
  if (!verdict) return "";
  if (!verdict.ok) return verdict.why;
  const chances = chanceWords(verdict.chances?.filter(({ supposed }) => !supposed));
  return [
    maker.costWords?.(verdict.cost ?? {}, hand.draft.value, verdict.preview) ?? "",
    chances && `${upper(chances)}.`,
    "Allowed.",
  ]
    .filter(Boolean)
    .join(" ");
}
