// Falling into place: while a block is dragged it lies flush with what is near and runs parallel to it.
import { fromFrame, intoFrame, turned } from "./formation.js";

const QUARTER = 9000;
const NEAR = 10, // steps of the table's measure: neighbours further away have no say
  PULL = 0.45, // steps within which an edge falls onto another
  SWING = 350, // hundredths of a degree within which a block becomes parallel
  PARALLEL = 120;

const off = (a, b) => {
  const apart = turned(a - b, 0) % QUARTER;
  return Math.min(apart, QUARTER - apart);
};

const span = (points, facing) => {
  const seen = points.map((point) => intoFrame(point, facing));
  const [us, vs] = [0, 1].map((axis) => seen.map((point) => point[axis]));
  return { left: Math.min(...us), right: Math.max(...us), back: Math.min(...vs), front: Math.max(...vs) };
};

/** What attracts a block on its way: the other blocks, the edge of the table, a zone it should stand in. */
export class Magnet {
  constructor(view, own, zone = null) {
    this.others = view.blocks.filter((block) => block.id !== own && block.outline.length === 4);
    const { width, depth, measure } = view.table;
    this.near = NEAR * measure.step;
    this.pull = PULL * measure.step;
    const table = [
      [0, 0],
      [width, 0],
      [width, depth],
      [0, depth],
    ];
    this.frames = zone ? [table, zone] : [table];
  }

  #near([x, y]) {
    return this.others.filter((other) => other.outline.some(([u, v]) => Math.hypot(u - x, v - y) < this.near));
  }

  /** The facing wanted, or that of a neighbour, of the table, or one `more` is told of, if it is nearly that. */
  facing(wanted, at, more = []) {
    const lines = [...more, 0, ...this.#near(at).map((other) => other.facing)];
    const best = lines.reduce((found, line) => (off(wanted, line) < off(wanted, found) ? line : found));
    if (off(wanted, best) > SWING) return wanted;
    const quarters = Math.round(turned(wanted - best, 0) / QUARTER);
    return turned(best, quarters * QUARTER);
  }

  /** How far to shift an outline so that its edges lie on those near it; `sideways` allows it across its facing. */
  shift(outline, facing, at, sideways = true) {
    const own = span(outline, facing);
    const pulls = { across: [], ahead: [] };
    for (const other of this.#near(at)) {
      if (off(facing, other.facing) <= PARALLEL) this.#flush(own, span(other.outline, facing), pulls);
    }
    if (off(facing, 0) <= PARALLEL) for (const frame of this.frames) this.#inside(own, span(frame, facing), pulls);
    const least = (list) =>
      list.filter((by) => Math.abs(by) <= this.pull).sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? 0;
    return fromFrame([sideways ? least(pulls.across) : 0, least(pulls.ahead)], facing).map(Math.round);
  }

  /** Edge to edge where they lie over against each other; in one line where they stand side by side. */
  #flush(own, other, pulls) {
    const overlap = (a, b, c, d) => Math.min(b, d) - Math.max(a, c) > -this.pull;
    if (overlap(own.left, own.right, other.left, other.right)) {
      pulls.ahead.push(other.back - own.front, other.front - own.back);
      pulls.across.push(other.left - own.left, other.right - own.right);
      pulls.across.push((other.left + other.right - own.left - own.right) / 2);
    }
    if (overlap(own.back, own.front, other.back, other.front)) {
      pulls.across.push(other.left - own.right, other.right - own.left);
      pulls.ahead.push(other.front - own.front, other.back - own.back);
    }
  }

  #inside(own, frame, pulls) {
    pulls.across.push(frame.left - own.left, frame.right - own.right);
    pulls.ahead.push(frame.back - own.back, frame.front - own.front);
  }
}

/** Nothing attracts who drags freely. */
export const FREE = { facing: (wanted) => wanted, shift: () => [0, 0] };
