// Plays what happened on the table: a queue of scenes, a clock that can be hurried, stopped and skipped.
import { signal, batch, untracked } from "../html.js";
import { isStill, kept } from "../prefs.js";
import { things } from "../picker.js";
import { Scene } from "./scene.js";
import { calm, haste, timetable } from "./script.js";

/** How fast events are played: slow, normal, fast, or not at all. */
export const speed = kept("warhost.speed", "normal");
/** Whether each beat waits for a key. */
export const stepwise = kept("warhost.stepwise", false);

export const PACES = { slow: 0.55, normal: 1, fast: 2.5 };
const HELD = 5, // times as fast while a key or finger rests
  LONG_FRAME = 100,
  MOST_KEPT = 80; // scenes that can be shown again

/**
 * A scene is {from, lines, to, own, ends, tell(line), done()}: views before and after, whether somebody is asked then or
 * his turn begins, and who is told how far it has come.
 */
export class Player {
  constructor(shown) {
    this.shown = shown;
    this.view = signal(null); // the table as it is at this moment of the play; null when nothing is played
    this.playing = signal(false);
    this.delays = signal(false); // whether anybody waits for it
    this.line = signal(null); // the line that is being played
    this.banner = signal(null); // {text, more, key}
    this.waits = signal(false); // for a key, step by step
    this.last = signal([]); // scenes that can be shown again
    this.queue = [];
    this.moved = new Map(); // elements of pieces that are drawn elsewhere than they stand
    this.hurry = false;
    this.spent = 0; // of the time from one question to the next
    this.allowed = false; // the next beat, step by step
    this.passing = false; // what has been skipped is skipped up to the next question, though it has not happened yet
    this.off = new AbortController();
    document.addEventListener("visibilitychange", () => document.hidden && this.skip(), { signal: this.off.signal });
  }

  stop() {
    this.off.abort();
    this.queue = [];
    this.#halt();
  }

  /** Whether there is anybody to see it. */
  get ready() {
    return speed.peek() !== "off" && !document.hidden && Boolean(this.shown.camera && this.shown.field);
  }

  add(scene) {
    if (scene.begins) this.spent = 0;
    if (scene.kept !== false) {
      this.#keep(scene);
      if (this.playing.peek() && !this.delays.peek()) this.skip(); // what happens now comes before what is shown again
    }
    if (!this.queue.length && !this.playing.peek() && !this.#worthwhile(scene)) {
      this.#apply(scene);
      const banner = this.ready && !this.passing && scene.table?.acts.findLast((act) => "turn" in act);
      if (banner) this.#announce(banner);
      return;
    }
    this.queue.push(scene);
    if (this.playing.peek()) return;
    this.allowed = true;
    this.#next();
  }

  #keep(scene) {
    const { from, lines, to } = scene;
    if (!lines.some(({ play }) => play.deed !== "note" && play.deed !== "dice")) return;
    const before = scene.begins ? [] : this.last.peek();
    this.last.value = [...before, { from, lines, to }].slice(-MOST_KEPT);
  }

  /** What happened since the last answer, once more; the game itself does not wait for it. `calmly`: for eyes that have
   * still to find the table. */
  again({ calmly = false } = {}) {
    const scenes = this.last.peek();
    if (!scenes.length || this.playing.peek()) return;
    this.spent = 0;
    for (const scene of scenes) this.add({ ...scene, calmly: calmly && (scene === scenes[0] || scene === scenes.at(-1)), kept: false, own: null, tell() {}, done() {} });
  }

  #worthwhile(scene) {
    if (!this.ready || !scene.from || this.passing) return false;
    scene.table = this.#timed(scene);
    return scene.table.lasts > 0;
  }

  #timed({ lines, own, calmly }) {
    const table = timetable(lines, { step: this.shown.field.step, own, still: isStill() });
    return calmly ? calm(table) : table;
  }

  #apply(scene) {
    batch(() => {
      for (const line of scene.lines.slice(scene.told ?? 0)) this.#tell(scene, line);
      if (scene.ends) {
        this.passing = false;
        this.spent = 0;
      }
      scene.done();
    });
  }

  #tell(scene, line) {
    scene.told = (scene.told ?? 0) + 1;
    scene.tell(line);
    if (line.dice?.length) this.shown.throws(line);
  }

  // --- scene by scene ------------------------------------------------------------------------------------------

  #next() {
    const scene = this.queue[0];
    if (!scene) {
      this.#halt();
      return;
    }
    if (!this.#worthwhile(scene)) {
      this.queue.shift();
      this.#apply(scene);
      this.#next();
      return;
    }
    const { acts } = scene.table;
    this.acts = acts.map((act) => ({ ...act }));
    this.lasts = this.#lastActs(scene);
    this.scene = new Scene(this.shown, scene.from, scene.to, this.moved);
    this.time = 0;
    this.beat = stepwise.peek() ? 0 : Infinity;
    this.then = null;
    batch(() => {
      this.playing.value = true;
      this.delays.value = scene.kept !== false;
      this.waits.value = false;
      this.view.value = scene.from;
    });
    this.frame ??= requestAnimationFrame((now) => this.#tick(now));
  }

  /** By piece the last act that befalls it: after that it is as it is in the end. */
  #lastActs({ from, to }) {
    const found = new Map(),
      all = [...things(from), ...things(to)];
    this.acts.forEach(({ play }, at) => {
      for (const id of [...(play.who ?? []), ...(play.at ?? []), ...Object.keys(play.stands ?? {})])
        for (const piece of all) if (piece.id === id || piece.unit === id) found.set(piece.id, at);
    });
    return found;
  }

  get #usual() {
    return PACES[speed.peek()] ?? 1;
  }

  /** All that waits is played in the time there is: the more it is, the faster. */
  get #pace() {
    const queued = this.queue.slice(1).reduce((sum, scene) => sum + (scene.table ??= this.#timed(scene)).lasts, 0);
    const left = this.queue[0].table.lasts - this.time + queued;
    const usual = this.#usual * (stepwise.peek() ? 1 : haste(left, this.spent));
    return this.hurry ? usual * HELD : usual;
  }

  #tick(now) {
    this.frame = null;
    if (!this.playing.peek()) return;
    const gone = Math.min(LONG_FRAME, this.then === null ? 0 : now - this.then);
    this.then = now;
    let limit = this.#limit();
    if (this.time >= limit && this.allowed && this.beat < Infinity) {
      this.allowed = false;
      this.beat = this.#beatAfter(this.time);
      limit = this.#limit();
    }
    this.time = Math.min(this.time + gone * this.#pace, limit);
    this.spent += gone * this.#usual;
    batch(() => this.#perform());
    this.waits.value = this.time >= limit && limit < this.queue[0].table.lasts;
    if (this.time >= this.queue[0].table.lasts) this.#over();
    else this.frame = requestAnimationFrame((later) => this.#tick(later));
  }

  #beatAfter(time) {
    return Math.min(...this.acts.filter(({ at, lasts }) => at + lasts > time).map(({ beat }) => beat));
  }

  /** Step by step the clock stops at the end of a beat. */
  #limit() {
    const ends = this.acts.filter(({ beat }) => beat <= this.beat).map(({ at, lasts }) => at + lasts);
    return this.beat === Infinity ? this.queue[0].table.lasts : Math.max(0, ...ends);
  }

  #perform() {
    const still = isStill();
    this.acts.forEach((act, at) => {
      if (act.ended || act.at > this.time || act.beat > this.beat) return;
      if (!act.begun) this.#begin(act, still);
      if (!still) act.played?.draw?.(act.lasts ? Math.min(1, (this.time - act.at) / act.lasts) : 1);
      if (this.time >= act.at + act.lasts) this.#end(act, at);
    });
    if (this.view.peek() !== this.scene.view) this.view.value = this.scene.view;
  }

  #begin(act, still) {
    act.begun = true;
    this.#tell(this.queue[0], act.line);
    if (act.line.text || act.line.dice.length) this.line.value = act.line;
    if ("turn" in act || act.play.deed === "end") this.#announce(act);
    act.played = act.make?.(this.scene, act.play);
    act.played?.begin?.();
    if (act.lasts) this.#follow(act.play);
    if (still) act.played?.still?.();
  }

  /** On a small screen the table comes to where it happens. */
  #follow({ who = [], at = [], way = [] }) {
    const pieces = this.scene.those([...who, ...at]).map((piece) => this.scene.middle(piece));
    this.shown.camera.approach([...pieces, ...way.slice(-1).map(this.scene.field.out)]);
  }

  #end(act, at) {
    act.ended = true;
    act.played?.end?.();
    for (const [id, last] of this.lasts) if (last === at) this.scene.settle(id);
  }

  #announce({ line, turn }) {
    const both = turn && turn !== line;
    this.banner.value = { text: both ? turn.text : line.text, more: both ? line.text : "", key: (this.banner.peek()?.key ?? 0) + 1 };
  }

  /** The table has been drawn as it now is: what was shifted for a moment stands there by itself. */
  drawnAnew() {
    if (!this.scene) return;
    this.scene.unshift();
    if (this.playing.peek()) untracked(() => this.#redraw());
  }

  #redraw() {
    if (isStill()) return;
    for (const act of this.acts ?? []) if (act.begun && !act.ended) act.played?.draw?.(act.lasts ? Math.min(1, (this.time - act.at) / act.lasts) : 1);
  }

  #over() {
    const scene = this.queue.shift();
    this.scene.clear();
    batch(() => {
      this.#apply(scene);
      if (this.queue.length) this.#next();
      else this.#halt();
    });
  }

  #halt() {
    if (this.frame) cancelAnimationFrame(this.frame);
    this.frame = null;
    this.scene?.clear();
    this.shown.camera?.withdraw();
    this.hurry = false;
    batch(() => {
      this.view.value = null;
      this.line.value = null;
      this.waits.value = false;
      this.playing.value = false;
      this.delays.value = false;
    });
  }

  // --- what a visitor does about it ------------------------------------------------------------------------------

  /** To the end of all that waits to be played, and of what belongs to it and is still to come. */
  pass() {
    this.passing = this.delays.peek();
    return this.skip();
  }

  /** To the end of all that waits to be played. */
  skip() {
    if (!this.playing.peek() && !this.queue.length) return false;
    batch(() => {
      for (const scene of this.queue.splice(0)) this.#apply(scene);
      this.#halt();
    });
    return true;
  }

  /** The next beat, step by step; otherwise to the end. */
  on() {
    if (!stepwise.peek()) return this.pass();
    this.allowed = this.waits.peek();
    return true;
  }
}
