// A game as this browser knows it: one seat or several (or a watcher's place), and what lies on the table before them.
import { signal, computed, batch } from "./html.js";
import { Line, Failed } from "./net.js";
import { USUAL, Own } from "./own.js";
import { giveUp, seats } from "./prefs.js";
import { Delivery } from "./delivery.js";
import { Relay } from "./playing/relay.js";

const MOST_LINES = 2000,
  NO_TOKEN = 4403,
  NO_GAME = 4404;

/** One seat of a game, or a watcher's place. */
class Place {
  constructor(game, token, session) {
    this.state = signal(null); // the last "state" message
    this.lines = signal([]);
    this.status = signal("connecting");
    this.seat = signal(null);
    this.leaving = signal(false); // the computer has been asked to set up, and that is not known to have come through
    this.session = session;
    this.post = new Delivery(this, `warhost.sent ${game} ${token}`);
    this.relay = new Relay(this, (message) => batch(() => HEARD[message.type](this, message)));
    this.line = new Line(game, token, {
      hear: (message) => this.hear(message),
      mark: () => this.state.peek()?.mark,
      status: (status, why, code) => {
        this.status.value = status;
        if (status === "lost") this.post.lost();
        if (why) session.notice.value = { kind: "error", why };
        if (code === NO_TOKEN) session.turnAway(this, token);
        if (code === NO_GAME) session.nowhere.value = true;
      },
    });
  }

  /** Nothing can be decided, which nobody else is to know: it is let pass after about as long as a person takes. */
  pass({ number, usual }) {
    const open = () => this.state.value?.question?.number === number;
    setTimeout(() => open() && this.line.send({ type: "answer", number, answer: usual }), 300 + 900 * Math.random());
  }

  /** Who has wished so when the game was begun has his side set up by the computer; it is asked to once. */
  leaveSettingUp({ setting_up: early, question }) {
    this.leaving.value = false;
    if (!early || !question || question.settled || this.left || !seats.peek()[this.session.id]?.aide) return;
    this.left = this.leaving.value = true;
    this.post.send({ type: "set_up" });
  }

  /** What a person is asked here; it waits until what led to it has been played. */
  get question() {
    const asked = this.state.value?.question,
      played = this.session.playing;
    return asked && !asked.empty && !asked.settled && !this.leaving.value && !played ? asked : null;
  }

  close() {
    this.post.close();
    this.line.close();
  }

  hear(message) {
    const take = HEARD[message.type];
    if (message.type === "welcome") this.relay.welcome();
    if (message.type === "events" || message.type === "state") this.relay[message.type](message);
    else if (take) batch(() => take(this, message));
  }
}

const HEARD = {
  welcome(place, message) {
    place.seat.value = message.seat;
    place.session.since ??= message.since;
    place.session.ahead = Date.now() / 1000 - message.now;
    place.session.sitDown(message.game);
    place.lines.value = place.lines.value.filter((line) => line.step <= message.kept);
    place.anew = true; // whether the last answer came through, the state that follows says
  },
  taken(place, message) {
    place.post.taken(message);
  },
  state(place, message) {
    const earlier = place.state.value;
    // Each seat counts its own questions; two people at one screen may be asked questions of the same number.
    if (message.question) message.question.key = `${message.question.side}/${message.question.number}`;
    place.state.value = message;
    if (earlier && message.steps < earlier.steps) {
      // What was taken back has not happened; the server keeps the trace.
      place.lines.value = place.lines.value.filter((line) => line.step <= message.steps);
    }
    if (earlier?.question?.number !== message.question?.number || earlier?.number !== message.number) {
      place.session.turnOver();
    }
    place.post.stands(message, place.anew);
    place.anew = false;
    place.leaveSettingUp(message);
    if (message.question?.empty && !message.question.settled) place.pass(message.question);
    // When the battle is over all count the same steps, and links into the past go by that.
    if (message.result && earlier && !earlier.result) place.line.renew();
  },
  events(place, message) {
    const known = place.lines.value,
      next = (known.at(-1)?.key ?? -1) + 1;
    place.lines.value = [...known, ...message.lines.map((line, at) => ({ ...line, key: next + at }))].slice(-MOST_LINES);
  },
  refused(place, message) {
    if (!place.post.refused(message)) return; // of an answer that was long taken, or given elsewhere
    place.session.notice.value = { kind: "refused", why: message.why, rule: message.rule };
  },
  hint(place, message) {
    place.post.errand = null;
    place.session.advising.value = false;
    if (message.number === place.state.value?.question?.number) place.session.hint.value = message;
  },
  undo(place) {
    // Two people at one screen have settled it between themselves.
    if (place.session.places.length > 1) place.line.send({ type: "allow_undo", yes: true });
  },
  error(place, message) {
    place.leaving.value = false;
    // Only what is counted answers something; a last word before the line is closed ends nothing that is kept.
    if (message.serial !== undefined) place.post.failed(message);
    place.session.advising.value = false;
    place.session.notice.value = { kind: "error", why: message.why, rule: message.rule };
  },
};

export class Session {
  constructor(id, tokens) {
    this.id = id;
    this.tokens = tokens;
    this.game = signal(null);
    this.nowhere = signal(false); // the server knows no such game
    this.own = signal(USUAL); // what its rulebook brings along for this page
    this.fetching = new Own();
    this.complete = signal(false); // whether that has come
    this.notice = signal(null); // {kind, why, rule}: what the server would not do
    this.hint = signal(null);
    this.advising = signal(false); // a hint is
    this.ahead = 0; // by how many seconds the clock of this machine is before the server's
    this.since = null; // after how many steps this seat had answered last, when it was taken
    this.seated = signal(0); // which of the places is before the screen
    this.selected = signal(null); // the id of a piece
    this.player = null; // who plays what happens, where there is a table to play it on
    this.places = (tokens.length ? tokens : [null]).map((token) => new Place(id, token, this));
    this.here = computed(() => this.places[this.seated.value]);
    // The table waits for what its rulebook brings along: a question is never shown in one way and then in another.
    this.state = computed(() => (this.complete.value ? this.here.value.state.value : null));
    this.view = computed(() => this.state.value?.view ?? null);
    this.question = computed(() => (this.state.value ? this.here.value.question : null));
    this.lines = computed(() => this.here.value.lines.value);
    this.status = computed(() => this.here.value.status.value);
    this.busy = computed(() => this.here.value.post.sent.value !== null); // an answer is on its way
    // With two people at one screen, somebody else may have to come to it.
    this.handOver = computed(() => {
      if (this.playing || this.question.value || this.places.length < 2) return null;
      const next = this.places.findIndex((place) => place.question);
      return next < 0 ? null : next;
    });
  }

  async sitDown(game) {
    const fetched = this.game.value !== null;
    this.game.value = game;
    if (fetched) return;
    const own = await this.fetching.fetched(game.page);
    batch(() => {
      this.own.value = own;
      this.complete.value = true;
    });
  }

  /** Whether something that has happened is still being played; what is shown again delays nobody. */
  get playing() {
    return Boolean(this.player?.delays.value);
  }

  get watching() {
    return this.tokens.length === 0;
  }

  turnOver() {
    this.notice.value = null;
    this.hint.value = null;
    this.advising.value = false;
  }

  answer(answer) {
    const question = this.question.value;
    if (!question || this.busy.value) return;
    this.notice.value = null;
    this.player?.skip();
    this.here.value.relay.answered(question.kind);
    this.here.value.post.answer(question.number, answer);
  }

  async check(answer) {
    const question = this.question.value;
    if (!question) throw new Failed("Nothing is asked now.");
    return this.here.value.line.ask({ type: "check", number: question.number, answer });
  }

  /** What an answer may cost both sides, in this step or by the end of the turn. */
  async expect(answer, until = "step") {
    const question = this.question.value;
    if (!question) throw new Failed("Nothing is asked now.");
    return this.here.value.line.ask({ type: "expect", number: question.number, answer, until });
  }

  /** An order in the rulebook's own words; with an order in the making they go on with it. */
  async speak(text, order = null) {
    const question = this.question.value;
    if (!question) throw new Failed("Nothing is asked now.");
    return this.here.value.line.ask({ type: "say", number: question.number, text, order });
  }

  /** With an order, the table is looked at as that order would leave it. */
  async look(what, from, to, order = null) {
    return this.here.value.line.ask({ type: "look", what, from, to, order });
  }

  say(type, more = {}) {
    const gone = this.here.value.post.send({ type, ...more });
    if (!gone) this.notice.value = { kind: "note", why: "Not sent yet: there is no connection. It goes out as soon as it is back." };
  }

  /** Undo; where nothing can be taken back, the reason is told. */
  takeBack() {
    const state = this.state.value;
    if (state?.can_undo) this.say("undo", { number: state.number });
    else this.notice.value = { kind: "note", why: state?.undo_why || "there is nothing of yours to take back" };
  }

  askHint() {
    if (!this.question.value || this.advising.value) return;
    this.advising.value = true;
    this.say("hint");
  }

  /** A link that was cut short: whoever has another seat here plays on there, and what is no token is forgotten. */
  turnAway(place, token) {
    const next = this.places.findIndex((one) => one !== place && one.status.peek() !== "refused");
    if (next < 0) return;
    giveUp(this.id, token);
    if (this.here.peek() === place) this.sit(next);
  }

  sit(place) {
    this.player?.skip();
    batch(() => {
      this.seated.value = place;
      this.selected.value = null;
      this.turnOver();
    });
  }

  close() {
    this.fetching.close();
    for (const place of this.places) place.close();
  }
}
