// Talking to the server: plain requests, and a socket that comes back by itself.
import { signal } from "./html.js";
import { placed } from "./place.js";

/** A request that failed; `rule` names the rule that forbade it, if one did. */
export class Failed extends Error {
  constructor(why, rule = "", status = 0) {
    super(why);
    Object.assign(this, { why, rule, status });
  }
}

/** For one request: a server that is being started again, or a line that drops, is not the end of it. */
const TRIES = 4,
  DOGGED = 16, // tries of what somebody has wished for: for a minute, if nobody is there at all
  TRY_SECONDS = 25,
  LONGEST_REST = 5000, // milliseconds
  TOO_MUCH = 429, // for the moment
  AWAY = new Set([502, 503, 504]);

const pausing = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Asked again while nobody answers. Whatever is posted may be: what begins a game has a key (`once`). */
async function fetched(path, request, most) {
  for (let tries = 1; ; tries++) {
    try {
      const reply = await fetch(placed(`/api/${path}`), { ...request, signal: AbortSignal.timeout(TRY_SECONDS * 1000) });
      const data = await reply.json().catch(() => undefined);
      if (data !== undefined && !(AWAY.has(reply.status) && !data.error)) return { reply, data };
      if (tries === most || (!reply.ok && !AWAY.has(reply.status))) return { reply, data };
    } catch {
      if (tries === most) throw new Failed("The server does not answer. Is there a connection? Nothing is lost: try again.");
    }
    await pausing(Math.min(LONGEST_REST, 400 * 2 ** tries));
  }
}

export async function api(path, body, headers = {}, most = TRIES) {
  const request =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json", ...headers },
          body: typeof body === "string" ? body : JSON.stringify(body), // a file as it is
        };
  const { reply, data } = await fetched(path, request, most);
  if (!reply.ok) {
    throw new Failed(data?.error?.why ?? `The server said ${reply.status}.`, data?.error?.rule ?? "", reply.status);
  }
  if (data === undefined) throw new Failed("The server's reply broke off.");
  return data;
}

const ONCE_MORE = 5000, // milliseconds after a request was given up
  ASKED_AGAIN_SOON = "The server does not answer. Is there a connection? It is asked again by itself.";

/** What is only looked at is asked for until it is heard, however long there is no network; `trouble` hears why it is not
    there yet, and "" when it is. `what` is its path, or asks for it. Gives what ends the asking. */
export function until(what, heard, trouble = () => {}) {
  let timer = 0;
  const over = new AbortController();
  const ask = () => {
    clearTimeout(timer);
    (typeof what === "string" ? api(what) : what()).then(
      (found) => {
        if (over.signal.aborted) return;
        end();
        trouble("");
        heard(found);
      },
      (failed) => {
        if (over.signal.aborted) return;
        const refused = failed.status && !AWAY.has(failed.status);
        trouble(refused ? failed.why : ASKED_AGAIN_SOON);
        if (refused && failed.status !== TOO_MUCH) end();
        else timer = setTimeout(ask, ONCE_MORE);
      },
    );
  };
  const end = () => {
    clearTimeout(timer);
    over.abort();
  };
  ask();
  return end;
}

/** The same again so long after it was heard. No two are on their way at once: the latest is the last to be heard. */
export function everySoOften(what, pause, heard, trouble) {
  let timer = 0,
    end = () => {};
  const look = () => {
    end = until(
      what,
      (found) => {
        timer = setTimeout(look, pause);
        heard(found);
      },
      trouble,
    );
  };
  look();
  return () => {
    clearTimeout(timer);
    end();
  };
}

const LONG = 2500; // milliseconds

/** How many deeds have had no reply for long, which the page says. */
export const unanswered = signal(0);

/** What somebody has wished for, as opposed to what the page asks by itself. */
export async function deed(path, wish, headers) {
  let late = 0;
  const timer = setTimeout(() => (unanswered.value += late = 1), LONG);
  try {
    return await api(path, wish, headers, DOGGED);
  } finally {
    clearTimeout(timer);
    unanswered.value -= late;
  }
}

const unheard = new Map(); // wishes whose reply has not come, with their keys

/** A wish for a game: however often it has to be uttered until the reply is heard, one game is begun. */
export async function once(path, wish) {
  const said = JSON.stringify([path, wish]),
    key = unheard.get(said) ?? Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  unheard.set(said, key);
  const made = await deed(path, wish, { "Idempotency-Key": key });
  unheard.delete(said);
  return made;
}

const FIRST_PAUSE = 300,
  LONGEST_PAUSE = 5000,
  HEARTBEAT = 8000, // whoever waits for others notices a dead line by nothing else
  SILENCE = 11000, // after a sign of life was asked for: then there is nobody, though no browser says so
  GAP = 6000, // that a message may come later than those after it
  PATIENCE = 15000,
  ASKED_AGAIN = 4;

const TOO_LARGE = 1009,
  TOO_LONG = "That was longer than the server takes; it was not sent.";

/** What the server answers at once, whatever else it does. */
const ANSWERED = new Set(["ping", "answer", "check"]);

/** A seat's line to a game. After a lost network it connects again, and asks again what was not answered. A line that
    is dead without having been closed, as in a tunnel, is given up after a while; so is one that has lost a message. */
export class Line {
  constructor(game, token, { hear, status, mark = () => "" }) {
    Object.assign(this, { game, token, hear, status, mark });
    this.pause = FIRST_PAUSE;
    this.asked = new Map();
    this.next = 1;
    this.closed = false;
    this.off = new AbortController();
    const { signal } = this.off;
    addEventListener("online", () => this.#back(), { signal });
    addEventListener("offline", () => this.socket.readyState !== WebSocket.CLOSED && this.#giveUp(this.socket), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#back(), { signal });
    this.#connect();
  }

  get open() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /** The network is there again, or the eyes are: nobody has to wait for the next attempt, nor for a dead line. */
  #back() {
    if (this.open) this.send({ type: "ping" });
    else if (this.socket.readyState === WebSocket.CLOSED && !this.closed && !this.refused) {
      clearTimeout(this.timer);
      this.pause = FIRST_PAUSE;
      this.#connect();
    }
  }

  /** Nobody was there for long: there is no sense in pausing before the next attempt, too. */
  #giveUp(socket) {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.pause = FIRST_PAUSE;
    if (socket === this.socket) this.#lost({});
  }

  /** Another line at once, for the sake of what is told whoever comes to the table. */
  renew() {
    this.#giveUp(this.socket);
    clearTimeout(this.timer);
    this.#connect();
  }

  #connect() {
    this.status("connecting");
    const address = new URL(placed(`/api/games/${encodeURIComponent(this.game)}/socket`), location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.token) address.searchParams.set("token", this.token);
    if (this.mark()) address.searchParams.set("mark", this.mark()); // so that only what was missed is told
    const socket = (this.socket = new WebSocket(address));
    Object.assign(this, { heard: 0, early: new Map(), greeted: false });
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.status("open");
      this.beat = setInterval(() => this.send({ type: "ping" }), HEARTBEAT);
      for (const waiting of this.asked.values()) this.#put(waiting);
    };
    socket.onmessage = ({ data }) => this.#inOrder(JSON.parse(data), socket);
    socket.onclose = (event) => this.#lost(event);
    this.silence = setTimeout(() => this.#giveUp(socket), SILENCE); // a door that nobody opens
  }

  #lost(event) {
    clearInterval(this.beat);
    clearTimeout(this.gap);
    clearTimeout(this.timer);
    this.gap = null;
    this.#alive();
    for (const { timer } of this.asked.values()) clearTimeout(timer);
    if (this.closed) return;
    if (event.code === TOO_LARGE) {
      // Said again over a new line it would end that one, too.
      this.#failAll(TOO_LONG);
      this.hear({ type: "error", why: TOO_LONG, serial: 0 });
    }
    if ([4403, 4404, 4409].includes(event.code)) {
      this.refused = true;
      this.#failAll("The server does not let this seat in.");
      this.status("refused", event.reason, event.code);
      return;
    }
    this.status("lost");
    this.timer = setTimeout(() => this.#connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  #failAll(why) {
    for (const waiting of this.asked.values()) waiting.fail(new Failed(why));
    this.asked.clear();
  }

  #alive() {
    clearTimeout(this.silence);
    this.silence = null;
  }

  /** Messages are counted: one that comes twice is heard once, one that overtook others waits for them. */
  #inOrder(message, socket) {
    this.#alive();
    this.greeted ||= message.type === "state";
    if (!this.greeted) this.silence = setTimeout(() => this.#giveUp(socket), SILENCE); // a greeting that broke off
    const { serial } = message;
    if (serial === undefined) this.#take(message); // a word at the door
    if (!(serial > this.heard)) return;
    this.early.set(serial, message);
    while (this.socket === socket && this.early.has(this.heard + 1)) {
      const next = this.early.get(++this.heard);
      this.early.delete(this.heard);
      this.#take(next);
    }
    if (this.early.size) this.gap ??= setTimeout(() => this.#giveUp(socket), GAP);
    else {
      clearTimeout(this.gap);
      this.gap = null;
    }
  }

  /** A reply to what nobody waits for any longer is not heard. */
  #take(message) {
    if (message.id === undefined) return this.hear(message);
    const waiting = this.asked.get(message.id);
    if (!waiting) return undefined;
    this.asked.delete(message.id);
    clearTimeout(waiting.timer);
    return message.type === "error" ? waiting.fail(new Failed(message.why)) : waiting.done(message);
  }

  send(message) {
    if (!this.open) return false;
    this.socket.send(JSON.stringify(message));
    const { socket } = this;
    if (ANSWERED.has(message.type)) this.silence ??= setTimeout(() => this.#giveUp(socket), SILENCE);
    return true;
  }

  /** Send something with a number of its own and wait for the reply that bears it, over a new line if need be. */
  ask(message) {
    return new Promise((done, fail) => {
      const id = this.next++,
        waiting = { message: { ...message, id }, done, fail };
      if (this.closed || this.refused) fail(new Failed("The server does not let this seat in."));
      else {
        this.asked.set(id, waiting);
        this.#put(waiting);
      }
    });
  }

  /** What is told at once is asked for again when no reply comes; what takes long is only waited for. */
  #put(waiting, tries = 1) {
    const { message } = waiting,
      last = message.type === "expect" || tries === ASKED_AGAIN;
    if (!this.send(message)) return;
    waiting.timer = setTimeout(
      () => {
        if (!last) return this.#put(waiting, tries + 1);
        this.asked.delete(message.id);
        return waiting.fail(new Failed("The server takes too long."));
      },
      last ? PATIENCE : PATIENCE / ASKED_AGAIN,
    );
  }

  close() {
    this.closed = true;
    this.off.abort();
    clearTimeout(this.timer);
    clearTimeout(this.gap);
    this.#alive();
    this.#failAll("The table was left.");
    this.socket.close();
  }
}
