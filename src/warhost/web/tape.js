// Measuring: a tape from piece or point to piece or point, and how far a piece sees, reaches and shoots.
// The server answers, for some games let nobody measure before an order.
import { html, signal, upper } from "./html.js";
import { areaPath } from "./board.js";

/** What was found, in words: how far, whether it is seen, what is in the way, and which shots could follow. */
function lookWords(look) {
  const seen = look.seen === undefined || look.text ? "" : look.seen ? "In sight." : `Not in sight: ${look.why}.`;
  const across = look.blocks?.length && !look.text ? `Across the line: ${look.blocks.join(", ")}.` : "";
  const shots = (look.shots ?? []).map((shot) =>
    shot.why ? `No shot with the ${shot.weapon}: ${shot.why}.` : `A shot with the ${shot.weapon} is possible.`,
  );
  const said = upper(look.text ?? (look.seen === undefined ? (look.why ?? "") : ""));
  return [said && !/[.!?]$/.test(said) ? `${said}.` : said, seen, across, ...shots].filter(Boolean).join(" ");
}

const FROM_WHERE = "Measure from where? Touch a piece or a point.",
  TO_WHERE = "To where? Touch a piece or a point.";

export class Tape {
  constructor(session) {
    this.session = session;
    this.on = signal(false);
    this.from = signal(null); // {what, at}
    this.to = signal(null);
    this.found = signal(null); // {text, ok, …} of the last look
    this.outlook = signal(null); // what is seen from where the tape begins
  }

  toggle() {
    this.on.value = !this.on.value;
    if (!this.on.value) this.clear();
  }

  clear() {
    this.from.value = this.to.value = this.found.value = this.outlook.value = null;
  }

  #placed(what) {
    if (Array.isArray(what)) return { what, at: what };
    const view = this.session.view.value,
      piece = [...view.blocks, ...view.pieces].find((one) => one.id === what);
    const middle = (points) =>
      [0, 1].map((axis) => Math.round(points.reduce((sum, point) => sum + point[axis], 0) / points.length));
    return { what, at: piece.outline ? middle(piece.outline) : piece.squares[0] };
  }

  touch(what) {
    if (!this.from.value || this.to.value) {
      this.look(what);
      return;
    }
    this.to.value = this.#placed(what);
    this.outlook.value = null;
    this.measure();
  }

  async measure() {
    const from = this.from.value.what,
      to = this.to.value.what;
    const said = [];
    for (const kind of ["distance", "sight"]) {
      said.push(lookWords(await this.#look(kind, from, to)));
      if (this.to.value?.what !== to) return; // the tape lies elsewhere by now
      this.found.value = { text: [...new Set(said.filter(Boolean))].join(" ") };
    }
  }

  /** What is seen from a piece or a point. */
  async look(what) {
    this.clear();
    const from = (this.from.value = this.#placed(what)),
      found = await this.#look("outlook", what);
    if (this.from.value !== from || this.to.value) return;
    this.found.value = found;
    this.outlook.value = found.ok ? found : null;
  }

  async reach(id) {
    this.clear();
    this.from.value = this.#placed(id);
    this.found.value = await this.#look("reach", id);
  }

  async #look(kind, from, to) {
    try {
      return await this.session.look(kind, from, to);
    } catch (failed) {
      return { ok: false, text: failed.why };
    }
  }
}

const line = (points) => `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}`;

export function TapeLayer({ field, tape }) {
  const from = tape.from.value,
    to = tape.to.value,
    found = tape.found.value;
  const a = from && field.out(from.at),
    b = to && field.out(to.at);
  const outlines = found?.outlines ?? (found?.outline ? [found.outline] : []);
  const area = found?.squares && field.kind === "board" ? areaPath(field, found.squares) : null;
  return html`<g class="tape">
    ${outlines.map((outline) => html`<path class="looked" d=${`${line(outline.map(field.out))}Z`} />`)}
    ${area && html`<path class="looked" d=${area.wash} />`}
    ${a && html`<circle cx=${a.x} cy=${a.y} r="5" />`}
    ${b && html`<path class="under" d=${line([a, b])} /><path d=${line([a, b])} /><circle cx=${b.x} cy=${b.y} r="5" />`}
  </g>`;
}

export function TapeBar({ desk }) {
  const { tape } = desk;
  if (!tape.on.value && !tape.found.value) return null;
  const said = tape.found.value?.text ?? tape.found.value?.why ?? "";
  const asked = !tape.on.value || tape.to.value ? "" : tape.from.value ? TO_WHERE : FROM_WHERE;
  return html`<div class="tape-bar" role="status">
    <span>${desk.titled(said)} ${asked}</span>
    <button class="small" onClick=${() => {
      tape.on.value = false;
      tape.clear();
    }}>Put the tape away</button>
  </div>`;
}
