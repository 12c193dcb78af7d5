// A sketch of one's own on the table: arrows and marks that never leave this browser.
import { html, signal, computed } from "./html.js";
import { unturned } from "./lie.js";
import { sketches } from "./prefs.js";

const FINE = 0.1;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Sketch {
  constructor(session, view) {
    this.view = view;
    this.key = computed(() => `${session.id} ${session.seated.value}`); // two at one screen have one each
    this.on = signal(false);
    this.pen = signal(null); // {at, from}: where keys would draw, and where an arrow in the making began
    this.strokes = computed(() => sketches.value[this.key.value] ?? []);
  }

  toggle() {
    this.on.value = !this.on.value;
    this.pen.value = null;
  }

  #keep(strokes) {
    const { [this.key.value]: gone, ...others } = sketches.value;
    sketches.value = strokes.length ? { ...others, [this.key.value]: strokes } : others;
  }

  add(stroke) {
    this.#keep([...this.strokes.value, stroke]);
  }

  takeBack() {
    this.#keep(this.strokes.value.slice(0, -1));
  }

  clear() {
    this.#keep([]);
  }

  /** A dragged pointer leaves an arrow, a touch a mark. */
  grab(field, point) {
    const from = field.into(point);
    return {
      move: (at) => {
        this.pen.value = { at: field.into(at), from };
      },
      end: (at, tap) => {
        this.pen.value = null;
        this.add(tap ? { at: from } : { from, to: field.into(at) });
      },
      cancel: () => {
        this.pen.value = null;
      },
    };
  }

  // --- by keyboard -------------------------------------------------------------------------------------------

  /** True if the key was one for the sketch. */
  onKey(event, field) {
    if (!this.on.value) return false;
    const pen = this.pen.value ?? { at: this.#middle(), from: null };
    const deeds = {
      Enter: () => this.#draw(pen),
      x: () => this.add({ at: pen.at }),
      Backspace: () => this.takeBack(),
      Delete: () => this.clear(),
      Escape: () => (pen.from ? this.#put({ ...pen, from: null }) : this.toggle()),
    };
    if (ARROWS[event.key]) this.#put({ ...pen, at: this.#stepped(pen.at, event, field) });
    else if (deeds[event.key]) deeds[event.key]();
    else return false;
    return true;
  }

  #put(pen) {
    this.pen.value = pen;
  }

  /** The first time it begins an arrow, the second time it ends it. */
  #draw(pen) {
    if (pen.from && String(pen.from) !== String(pen.at)) this.add({ from: pen.from, to: pen.at });
    this.#put({ at: pen.at, from: pen.from ? null : pen.at });
  }

  #middle() {
    const { table, board } = this.view.value;
    return [table?.width ?? board.width, table?.depth ?? board.height].map((far) => Math.round(far / 2));
  }

  #stepped([x, y], event, field) {
    const fine = event.shiftKey && field.kind === "table" ? FINE : 1,
      step = field.step * fine;
    const [dx, dy] = unturned(ARROWS[event.key], field.turned);
    return [x + dx * step, y + dy * step];
  }
}

// --- drawing -------------------------------------------------------------------------------------------------

const line = ({ x: ax, y: ay }, { x: bx, y: by }) => `M${ax.toFixed(1)} ${ay.toFixed(1)}L${bx.toFixed(1)} ${by.toFixed(1)}`;

function Stroke({ field, stroke }) {
  if (stroke.at) {
    const { x, y } = field.out(stroke.at);
    return html`<g class="mark" transform=${`translate(${x} ${y})`}><g class="keep"><circle r="9" /><path d="M-4-4L4 4M-4 4L4-4" /></g></g>`;
  }
  const d = line(field.out(stroke.from), field.out(stroke.to));
  return html`<g class="stroke"><path class="under" d=${d} /><path d=${d} marker-end="url(#sketch-arrow)" /></g>`;
}

export function SketchLayer({ field, sketch }) {
  const pen = sketch.pen.value,
    cross = pen && field.out(pen.at);
  return html`<g class="sketch" aria-hidden="true">
    ${sketch.strokes.value.map((stroke, at) => html`<${Stroke} key=${at} field=${field} stroke=${stroke} />`)}
    ${pen?.from && html`<${Stroke} field=${field} stroke=${{ from: pen.from, to: pen.at }} />`}
    ${cross && html`<g transform=${`translate(${cross.x} ${cross.y})`}><path class="cross keep" d="M-14 0H-4M4 0H14M0-14V-4M0 4V14" /></g>`}
  </g>`;
}

const HOW =
  "Drag for an arrow, touch for a mark. By keyboard: arrows, Enter at both ends, X for a mark. Only you see it.";

export function SketchBar({ sketch }) {
  if (!sketch.on.value) return null;
  const none = !sketch.strokes.value.length,
    pen = sketch.pen.value;
  return html`<div class="tape-bar sketch-bar" role="group" aria-label="Sketch">
    <span role="status">${pen?.from ? "The arrow has begun; Enter ends it." : HOW}</span>
    <button class="small" disabled=${none} onClick=${() => sketch.takeBack()}>Take back</button>
    <button class="small" disabled=${none} onClick=${() => sketch.clear()}>Clear</button>
    <button class="small" onClick=${() => sketch.toggle()}>Done</button>
  </div>`;
}
