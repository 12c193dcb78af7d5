// Talking to the server: plain requests, and a socket that comes back by itself.
import { placed } from "./place.js";

/** A request that failed; `rule` names the rule that forbade it, if one did. */
export class Failed extends Error {
  constructor(why, rule = "", status = 0) {
    super(why);
    Object.assign(this, { why, rule, status });
  }
}

export async function api(path, body) {
  const request =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: typeof body === "string" ? body : JSON.stringify(body), // a file as it is
        };
  let reply;
  try {
    reply = await fetch(placed(`/api/${path}`), request);
  } catch {
    throw new Failed("The server does not answer.");
  }
  const data = await reply.json().catch(() => undefined);
  if (!reply.ok) {
    throw new Failed(data?.error?.why ?? `The server said ${reply.status}.`, data?.error?.rule ?? "", reply.status);
  }
  if (data === undefined) throw new Failed("The server's reply broke off.");
  return data;
}

const FIRST_PAUSE = 300,
  LONGEST_PAUSE = 8000,
  HEARTBEAT = 20000,
  SILENCE = 8000, // after a sign of life was asked for: then there is nobody, though no browser says so
  PATIENCE = 15000;

/** What the server answers at once, whatever else it does. */
const ANSWERED = new Set(["ping", "answer"]);

/** A seat's line to a game. After a lost network it connects again; what was asked and not answered is refused. A
    line that is dead without having been closed, as in a tunnel, is given up after a while. */
export class Line {
  constructor(game, token, { hear, status }) {
    Object.assign(this, { game, token, hear, status });
    this.pause = FIRST_PAUSE;
    this.asked = new Map();
    this.next = 1;
    this.closed = false;
    this.off = new AbortController();
    addEventListener("online", () => this.#back(), { signal: this.off.signal });
    this.#connect();
  }

  /** The network is there again: nobody has to wait for the next attempt, nor for a line that died meanwhile. */
  #back() {
    if (this.socket.readyState === WebSocket.OPEN) this.send({ type: "ping" });
    else if (this.socket.readyState === WebSocket.CLOSED && !this.closed) {
      clearTimeout(this.timer);
      this.pause = FIRST_PAUSE;
      this.#connect();
    }
  }

  #giveUp(socket) {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#lost({});
  }

  #connect() {
    this.status("connecting");
    const address = new URL(placed(`/api/games/${encodeURIComponent(this.game)}/socket`), location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    if (this.token) address.searchParams.set("token", this.token);
    const socket = (this.socket = new WebSocket(address));
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.status("open");
      this.beat = setInterval(() => this.send({ type: "ping" }), HEARTBEAT);
    };
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = (event) => this.#lost(event);
  }

  #lost(event) {
    clearInterval(this.beat);
    this.#alive();
    for (const waiting of this.asked.values()) waiting.fail(new Failed("The connection was lost."));
    this.asked.clear();
    if (this.closed) return;
    if ([4403, 4404, 4409, 1008].includes(event.code)) {
      this.status("refused", event.reason);
      return;
    }
    this.status("lost");
    this.timer = setTimeout(() => this.#connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  #alive() {
    clearTimeout(this.silence);
    this.silence = null;
  }

  #take(message) {
    this.#alive();
    const waiting = message.id === undefined ? undefined : this.asked.get(message.id);
    if (waiting) {
      this.asked.delete(message.id);
      clearTimeout(waiting.timer);
      waiting.done(message);
    } else {
      this.hear(message);
    }
  }

  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    const { socket } = this;
    if (ANSWERED.has(message.type)) this.silence ??= setTimeout(() => this.#giveUp(socket), SILENCE);
    return true;
  }

  /** Send something with a number of its own and wait for the reply that bears it. */
  ask(message) {
    return new Promise((done, fail) => {
      const id = this.next++;
      const timer = setTimeout(() => {
        this.asked.delete(id);
        fail(new Failed("The server takes too long."));
      }, PATIENCE);
      this.asked.set(id, { done, fail, timer });
      if (!this.send({ ...message, id })) {
        clearTimeout(timer);
        this.asked.delete(id);
        fail(new Failed("Not connected."));
      }
    });
  }

  close() {
    this.closed = true;
    this.off.abort();
    clearTimeout(this.timer);
    this.#alive();
    this.socket.close();
  }
}
