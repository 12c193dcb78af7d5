// Wheels about a front corner: where they lead, and the way of the outer corner, which is paid.
import { away, heading, turned } from "../../formation.js";

const STRAIGHT = 20, // hundredths of a degree that need no wheel
  HALF_TURN = 18000,
  STEP = 500;

const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/** From one facing to another, to the right if positive. */
export const turnTo = (facing, other) => turned(other - facing, HALF_TURN) - HALF_TURN;

/** Where the middle of the front comes by this angle. */
function wheeled({ front, facing }, width, angle) {
  const inner = (Math.sign(angle) * width) / 2,
    corner = away(front, facing, inner, 0);
  return { front: away(corner, facing + angle, -inner, 0), facing: turned(facing, angle) };
}

/** The angle by which it wheels until it looks at a point. */
function wheelTowards(stand, width, goal) {
  const aside = turnTo(stand.facing, heading(stand.front, goal)),
    sign = Math.sign(aside);
  if (Math.abs(aside) <= STRAIGHT) return 0;
  let low = 0,
    high = HALF_TURN;
  while (high - low > 1) {
    const angle = Math.floor((low + high) / 2),
      there = wheeled(stand, width, sign * angle);
    if (sign * turnTo(there.facing, heading(there.front, goal)) > 0) low = angle;
    else high = angle;
  }
  return sign * high;
}

/** A front of this width that wheels and goes on: what it has paid, and the ways of its outer corners. */
export class Wheeling {
  constructor(stand, width) {
    Object.assign(this, { stand, width, paid: 0, arcs: [] });
  }

  wheel(angle) {
    if (!angle) return;
    const { stand, width } = this,
      outer = (-Math.sign(angle) * width) / 2,
      steps = Math.ceil(Math.abs(angle) / STEP),
      poses = Array.from({ length: steps + 1 }, (_, at) => wheeled(stand, width, (angle * at) / steps || Math.sign(angle) / 1e6));
    this.arcs.push(poses.map(({ front, facing }) => away(front, facing, outer, 0)));
    this.paid += (width * Math.abs(angle) * Math.PI) / HALF_TURN;
    this.stand = wheeled(stand, width, angle);
  }

  go(goal) {
    this.wheel(wheelTowards(this.stand, this.width, goal));
    this.paid += distance(this.stand.front, goal);
    this.stand = { ...this.stand, front: goal };
    return this;
  }
}
