// A point of the table: where something is to strike, or what is laid there is to lie.
import { away, middle, turned } from "../formation.js";

const ROUND = 500; // thousandths of a unit
const MARK = Array.from({ length: 16 }, (_, at) => away([0, 0], (at * 36000) / 16, 0, ROUND));

/** A draft is {at, turn}. */
export class Point {
  begins = true;

  constructor(question) {
    this.question = question;
    this.first = question.suggestions[0]?.answer ?? { at: [0, 0] };
    this.seen = [MARK]; // the template, its middle wherever it was drawn last
    if (!question.order?.turns) this.turn = undefined;
  }

  movable(id) {
    return id === "feature";
  }

  start() {
    return { ...this.first };
  }

  drag(draft, id, from, to) {
    return this.placeAt(draft, [draft.at[0] + to[0] - from[0], draft.at[1] + to[1] - from[1]]);
  }

  placeAt(draft, at) {
    return { ...draft, at };
  }

  nudge(draft, dx, dy) {
    return this.drag(draft, "", [0, 0], [dx, dy]);
  }

  turn(draft, degrees) {
    return { ...draft, turn: turned(draft.turn ?? 0, degrees * 100) };
  }

  answer({ at, turn }) {
    return { at, ...(turn ? { turn } : {}) };
  }

  read(answer) {
    return answer.at ? { ...answer } : null;
  }

  /** The referee's template, carried along with the hand. */
  drawn(draft, preview) {
    if (preview?.outlines?.length) this.seen = preview.outlines;
    const [x, y] = middle(this.seen.flat());
    const [dx, dy] = [draft.at[0] - x, draft.at[1] - y];
    return { outlines: this.seen.map((outline) => outline.map(([u, v]) => [u + dx, v + dy])) };
  }
}
