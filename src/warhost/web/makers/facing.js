// Turning a piece on the spot.
import { blockOf, carried, turned } from "../formation.js";

/** A draft is {facing}, in hundredths of a degree. */
export class Facing {
  begins = true;

  /** Whoever is not seen, as in a house, is turned by the orders that lie ready. */
  static fits = (question, view) => blockOf(view, question.about) !== null;

  constructor(question, view) {
    this.question = question;
    this.block = blockOf(view, question.about);
  }

  movable(id) {
    return id === this.question.about;
  }

  start() {
    return { facing: this.block.facing };
  }

  turn(draft, degrees) {
    return this.aim(draft, turned(draft.facing, degrees * 100));
  }

  aim(draft, facing) {
    return { facing: turned(Math.round(facing), 0) };
  }

  answer(draft) {
    return draft.facing;
  }

  read(answer) {
    return { facing: answer };
  }

  /** The referee's drawing, or the block swung round its middle until he has drawn it. */
  drawn(draft, preview) {
    const exact = preview?.blocks?.find((block) => block.id === this.question.about);
    if (exact?.facing === draft.facing) return { blocks: [exact] };
    const { outline, front, facing } = this.block;
    const [x, y] = [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);
    const angle = ((draft.facing - facing) / 18000) * Math.PI,
      [dx, dy] = [front[0] - x, front[1] - y];
    const swung = [
      x + dx * Math.cos(angle) + dy * Math.sin(angle),
      y + dy * Math.cos(angle) - dx * Math.sin(angle),
    ];
    return { blocks: [carried(this.block, swung.map(Math.round), draft.facing)] };
  }
}
