// A ruler that lies there by itself: from the ghost to the nearest enemies, as long as the players may measure.
import { html, signal, effect, untracked } from "./html.js";

const PAUSE = 120,
  MOST = 2;

const far = ([ax, ay], [bx, by]) => Math.hypot(ax - bx, ay - by);

/** The point of an outline that lies nearest to another point. */
function nearestPoint(outline, [x, y]) {
  let best = outline[0];
  outline.forEach(([ax, ay], at) => {
    const [bx, by] = outline[(at + 1) % outline.length],
      long = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const part = Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / long));
    const point = [Math.round(ax + part * (bx - ax)), Math.round(ay + part * (by - ay))];
    if (far(point, [x, y]) < far(best, [x, y])) best = point;
  });
  return best;
}

/** The two points at which two outlines come closest, near enough for pointing. */
function closest(a, b) {
  const pairs = [
    ...b.map((point) => [nearestPoint(a, point), point]),
    ...a.map((point) => [point, nearestPoint(b, point)]),
  ];
  return pairs.reduce((found, pair) => (far(...pair) < far(...found) ? pair : found));
}

export class Ruler {
  constructor(session, hand) {
    this.session = session;
    this.hand = hand;
    this.lines = signal([]); // {a, b, text}
    this.forbidden = false; // the server said once that nothing is measured before an order
    this.stop = effect(() => {
      const ghost = hand.shown.value?.blocks?.[0],
        moved = hand.draft.value;
      untracked(() => (ghost && moved ? this.#later() : this.#clear()));
    });
  }

  #clear() {
    clearTimeout(this.timer);
    this.timer = null;
    if (this.lines.value.length) this.lines.value = [];
  }

  #later() {
    if (this.forbidden || this.timer) return;
    this.timer = setTimeout(() => this.#measure(), PAUSE);
  }

  async #measure() {
    const ghost = this.hand.shown.value?.blocks?.[0],
      view = this.session.view.value;
    const foes = (view?.blocks ?? [])
      .filter((block) => ghost && block.side !== ghost.side)
      .map((foe) => ({ foe, ends: closest(ghost.outline, foe.outline) }))
      .sort((one, other) => far(...one.ends) - far(...other.ends))
      .slice(0, MOST);
    const lines = [];
    for (const { foe, ends } of foes) {
      const found = await this.session.look("distance", ends[0], foe.id).catch(() => null);
      if (found?.ok && found.line)
        lines.push({ a: found.line[0], b: found.line[1], text: `${(found.distance / 1000).toFixed(1)}″` });
      else if (found && !found.ok && found.rule) this.forbidden = true;
    }
    this.timer = null;
    if (this.hand.draft.value) this.lines.value = lines;
  }
}

export function RulerLayer({ field, ruler }) {
  if (field.kind !== "table") return null;
  return html`<g class="ruler" aria-hidden="true">${ruler.lines.value.map((line) => {
    const a = field.out(line.a),
      b = field.out(line.b);
    return html`<g key=${`${line.b}`}><path class="under" d=${`M${a.x} ${a.y}L${b.x} ${b.y}`} /><path d=${`M${a.x} ${a.y}L${b.x} ${b.y}`} />
      <g transform=${`translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2})`}><g class="keep"><text y="4">${line.text}</text></g></g></g>`;
  })}</g>`;
}
