// Who turns drags into the order that is asked for: the question says in which form it is given.
import { Facing } from "./facing.js";
import { March } from "./march.js";
import { Offered } from "./offered.js";
import { Path } from "./path.js";
import { Place } from "./place.js";
import { Point } from "./point.js";
import { Shares } from "./shares.js";
import { Squares } from "./squares.js";

/** Forms that any game may ask for; a rulebook's own page has more. */
const FORMS = { march: March, place: Place, point: Point, facing: Facing, path: Path, squares: Squares, shares: Shares };

/** A maker for the order, or null: then it is said in words. */
export function makerFor(own, question, view) {
  const form = question.order?.form,
    Maker = own.makers?.[form] ?? FORMS[form];
  if (form === "text") return null;
  return Maker && (Maker.fits?.(question, view) ?? true) ? new Maker(question, view) : new Offered();
}
