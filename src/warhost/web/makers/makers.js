// Who turns drags into the order that is asked for: the question says in which form it is given.
import { Facing } from "./facing.js";
import { March } from "./march.js";
import { Path } from "./path.js";
import { Place } from "./place.js";
import { Point } from "./point.js";
import { Squares } from "./squares.js";

/** Forms that any game may ask for; a rulebook's own page has more. */
const FORMS = { march: March, place: Place, point: Point, facing: Facing, path: Path, squares: Squares };

/** A maker for the order, or null: then it is chosen from those that are offered. */
export function makerFor(own, question, view) {
  const form = question.order?.form,
    Maker = own.makers?.[form] ?? FORMS[form];
  return Maker ? new Maker(question, view) : null;
}
