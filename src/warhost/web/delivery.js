// What a player says over a line that may break: kept until it is known to have come through, sent again, counted once.
import { signal, effect } from "./html.js";

const IMPATIENCE = 4000; // milliseconds without a word on an answer

/** Whether something is still to be said, after the line was lost: {kind of message: (message, state, seat, at)}, `at`
    being the number at which it was said first. */
const STILL = {
  undo: ({ number }, state, seat) => state.number === number && state.can_undo && state.undo_asked_by !== seat,
  allow_undo: (_, state, seat) => state.undo_asked_by !== null && state.undo_asked_by !== seat,
  standing: ({ number, what, about }, state) =>
    number === undefined ? state.orders.some((one) => one.what === what && one.about === about) : state.question?.number === number,
  set_up: (_, state) => state.setting_up && Boolean(state.question) && !state.question.settled,
  claim: (_, state) => !state.result,
  hint: (_, state, seat, at) => state.question?.number === at,
};

/** How it stands with an answer, in words. */
export const STAGES = {
  sending: "Sending your answer …",
  again: "Sending your answer again: there was no reply yet …",
  kept: "Your answer is not sent yet. It is kept, and goes out as soon as the connection is back.",
  unsure: "Your answer is on its way; whether it came through is not known yet. It is kept, and counts once.",
  taken: "Your answer is taken.",
};

/** The answers and wishes of one seat. An answer outlives a page that is loaded again. */
export class Delivery {
  constructor(place, name) {
    Object.assign(this, { place, name, errand: null });
    this.sent = signal(this.#kept()); // {number, answer, stage}: the answer with which the game has not gone on yet
    this.stop = effect(() => this.#keep(this.sent.value));
  }

  #kept() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.name));
      return Number.isInteger(kept?.number) ? { ...kept, stage: "kept" } : null;
    } catch {
      return null;
    }
  }

  #keep(sent) {
    try {
      if (sent && sent.stage !== "taken") sessionStorage.setItem(this.name, JSON.stringify(sent));
      else sessionStorage.removeItem(this.name);
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  answer(number, answer) {
    this.sent.value = { number, answer };
    this.#go("sending");
  }

  /** What is said at most once in a while and does no harm if it is said twice; whether it has gone out. */
  send(message) {
    Object.assign(this, { errand: message, at: this.place.state.peek()?.number });
    return this.place.line.send(message);
  }

  #go(stage) {
    const { number, answer } = this.sent.value,
      gone = this.place.line.send({ type: "answer", number, answer });
    this.sent.value = { number, answer, stage: gone ? stage : "kept" };
    this.#wait();
  }

  /** Without a reply it is said again; one that was taken asks for a sign of life, which tells what was missed. */
  #wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { sent, place } = this;
      if (!sent.value || !place.line.open) return;
      if (sent.value.stage !== "taken") this.#go("again");
      else {
        place.line.send({ type: "ping" });
        this.#wait();
      }
    }, IMPATIENCE);
  }

  lost() {
    const sent = this.sent.value;
    if (sent && sent.stage !== "kept") this.sent.value = { ...sent, stage: "unsure" };
  }

  taken({ number }) {
    const sent = this.sent.value;
    if (sent?.number === number) this.sent.value = { ...sent, stage: "taken" };
  }

  /** How things stand; `anew`: over a new line, so whatever was not heard of is said again if it still applies. */
  stands(state, anew) {
    const { place, errand } = this;
    if (this.sent.value && state.question?.number !== this.sent.value.number) this.sent.value = null;
    if (errand && !STILL[errand.type](errand, state, place.seat.peek(), this.at)) this.errand = null;
    if (!anew) return;
    if (this.sent.value) this.#go("again");
    if (this.errand) place.line.send(this.errand);
    else place.session.advising.value = false;
  }

  /** Whether the refusal concerns anybody: one of an answer that was given before does not. */
  refused({ answer }) {
    if (answer === null) this.errand = null;
    else if (answer !== this.sent.value?.number) return false;
    else this.sent.value = null;
    return true;
  }

  /** Of an answer its number is told; without one it is about what else was wished for, if anything was. */
  failed({ answer }) {
    if (answer === undefined && this.errand) this.errand = null;
    else if (answer === undefined || answer === this.sent.value?.number) this.sent.value = null;
  }

  close() {
    this.stop();
    clearTimeout(this.timer);
  }
}
