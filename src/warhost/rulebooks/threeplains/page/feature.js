// The extra feature of terrain.
import { turned } from "../../formation.js";

const INCH = 1000;

/** The extra feature of terrain; a draft is {kind, middle, turn}. */
export class Feature {
  constructor(question) {
    this.question = question;
    this.first = question.suggestions.find(({ answer }) => answer.kind)?.answer;
    if (!this.first) Object.assign(this, { drag: undefined, nudge: undefined });
  }

  movable(id) {
    return id === "feature";
  }

  start() {
    return { turn: 0, ...this.first };
  }

  drag(draft, id, from, to) {
    return { ...draft, middle: [draft.middle[0] + to[0] - from[0], draft.middle[1] + to[1] - from[1]] };
  }

  nudge(draft, dx, dy) {
    return this.drag(draft, "", [0, 0], [dx, dy]);
  }

  turn(draft, degrees) {
    return { ...draft, turn: turned(draft.turn ?? 0, degrees * 100) };
  }

  answer(draft) {
    return draft;
  }

  read(answer) {
    return answer.kind ? { turn: 0, ...answer } : null;
  }

  /** The referee's outline, carried along with the hand. */
  drawn(draft, preview) {
    const [x, y] = draft.middle;
    if (preview?.outlines?.[0]) this.seen = preview.outlines[0];
    if (!this.seen)
      return {
        outlines: [
          [
            [x - 3 * INCH, y],
            [x, y + 3 * INCH],
            [x + 3 * INCH, y],
            [x, y - 3 * INCH],
          ],
        ],
      };
    const middle = [0, 1].map((axis) => this.seen.reduce((sum, point) => sum + point[axis], 0) / this.seen.length);
    return { outlines: [this.seen.map(([u, v]) => [u - middle[0] + x, v - middle[1] + y])] };
  }

  tools() {
    return Object.keys(this.question.order?.kinds ?? {}).map((kind) => ({
      id: kind,
      label: `A ${kind}`,
      change: ({ size, ...now }) => ({ ...now, kind }),
    }));
  }

  controls(draft) {
    const largest = this.question.order?.kinds?.[draft.kind];
    if (!largest) return [];
    const size = draft.size ?? largest;
    const set = (axis) => (now, value) => ({
      ...now,
      size: size.map((one, at) => (at === axis ? value * INCH : one)),
    });
    return ["Inches wide", "Inches deep"].map((label, axis) => ({
      id: label,
      label,
      kind: "number",
      value: size[axis] / INCH,
      least: 1,
      most: largest[axis] / INCH,
      change: set(axis),
    }));
  }
}
