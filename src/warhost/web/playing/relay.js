// Between the socket and a place at the table: what is heard is held back until it has been played.

const SOON = 120; // milliseconds in which the state that belongs to some lines comes, if one comes at all

/** `apply` takes a message of the kind "events" or "state" as if it had just come. */
export class Relay {
  constructor(place, apply) {
    Object.assign(this, { place, apply, lines: [], fresh: true, given: null, own: false });
  }

  get #player() {
    const { session } = this.place;
    return session.here.peek() === this.place ? session.player : null;
  }

  /** A seat is taken, for the first time or again: what comes up to the first state is history. */
  welcome() {
    this.#flush();
    this.fresh = true;
  }

  /** An answer goes out; what follows at once is by one's own hand. */
  answered(kind) {
    this.given = kind;
    this.own = true;
  }

  events({ lines }) {
    if (this.fresh || !this.#player) {
      this.apply({ type: "events", lines });
      return;
    }
    this.lines.push(...lines);
    clearTimeout(this.timer);
    // What is taken back is not played: it is told with the state that comes after it.
    this.timer = setTimeout(() => (this.#takenBack ? this.#flush() : this.#play(null)), SOON);
  }

  state(message) {
    clearTimeout(this.timer);
    if (this.fresh || !this.#player || this.#open(message) || this.#takenBack) {
      this.#flush();
      if (this.fresh) this.#recall();
      this.fresh = false;
      this.apply(message);
    } else this.#play(message);
  }

  /** Whoever comes back to the table finds the dice as they fell last. */
  #recall() {
    const shown = this.#player?.shown;
    if (shown && !shown.rolls.length) shown.recall(this.place.lines.peek());
  }

  /** The same question is still open: whoever thinks about it is not disturbed. */
  #open({ question }) {
    const asked = this.place.question;
    return Boolean(asked && question?.number === asked.number && !this.own);
  }

  get #takenBack() {
    return this.lines.some(({ kind }) => kind === "Undone");
  }

  /** What has come up to now is there at once. */
  #flush() {
    clearTimeout(this.timer);
    this.#player?.skip();
    const lines = this.lines.splice(0);
    if (lines.length) this.apply({ type: "events", lines });
  }

  #play(message) {
    const { place } = this,
      lines = this.lines.splice(0),
      you = place.seat.peek();
    const from = this.ahead ?? place.state.peek()?.view;
    const to = message?.view ?? from,
      mine = new Set([...to.pieces, ...to.blocks, ...(from?.pieces ?? []), ...(from?.blocks ?? [])].filter(({ side }) => side === you).map(({ id }) => id));
    const own = this.own,
      byHand = (play) => this.given === "order" && (play.who ?? []).every((id) => mine.has(id));
    this.ahead = to;
    const turns = you === null && lines.some(({ play }) => play.deed === "turn"),
      asks = message?.question && !message.question.empty;
    this.#player.add({
      from,
      lines,
      to,
      begins: this.own || turns,
      ends: asks || turns || Boolean(message?.result),
      own: own ? byHand : null,
      tell: (line) => this.apply({ type: "events", lines: [line] }),
      done: () => {
        if (this.ahead === to) this.ahead = null;
        if (message) this.apply(message);
      },
    });
    this.own = false;
  }
}
