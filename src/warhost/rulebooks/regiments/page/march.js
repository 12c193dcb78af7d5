// The move of a regiment: it wheels towards a point and goes on; the way of the outer corner is paid.
import { away, heading } from "../../formation.js";
import { March } from "../../makers/march.js";
import { turnTo, Wheeling } from "./wheel.js";

const QUARTER = 9000,
  NEAR_ENOUGH = 20;

const flies = (draft) => draft.first.some(([act]) => act === "fly");

/** A draft may begin with fly and end with join. */
export class RankedMarch extends March {
  kept(last) {
    return last?.[0] === "join" ? last : null;
  }

  /** How far towards a point; a formed unit has its wheel to pay as well, and does not come back that way. */
  most(draft, goal) {
    const left = this.data.left ?? Infinity;
    if (draft.first.length) return Infinity;
    if (this.single) return left;
    const { front, facing } = this.block,
      way = heading(front, goal);
    if (Math.abs(turnTo(facing, way)) > QUARTER) return Infinity;
    const dear = (far) => this.#wheeling().go(away(front, way, 0, far)).paid > left - NEAR_ENOUGH;
    let [low, high] = [0, left];
    while (high - low > 1) {
      const far = (low + high) / 2;
      if (dear(far)) high = far;
      else low = far;
    }
    return low;
  }

  /** An arrow key that points more or less where the front looks goes straight on, the other way back: hardly a front
      stands square to the table, and to come to a point close by it would have to wheel nearly all round. */
  nudge(draft, dx, dy) {
    const { facing } = this.pose(draft),
      aside = Math.abs(turnTo(facing, heading([0, 0], [dx, dy]))),
      far = Math.hypot(dx, dy) * (aside > QUARTER ? -1 : 1);
    const isStraight = Math.abs(aside - QUARTER) >= QUARTER / 2,
      formed = !this.single && !draft.sideways && !draft.first.length;
    return formed && isStraight ? super.nudge(draft, ...away([0, 0], facing, 0, far)) : super.nudge(draft, dx, dy);
  }

  #wheeling() {
    return new Wheeling({ front: this.block.front, facing: this.block.facing }, this.data.width ?? 0);
  }

  /** The ways of the outer corners are drawn, for they are what is paid. */
  drawn(draft, preview) {
    const shown = super.drawn(draft, preview);
    if (!shown || this.single || draft.sideways || draft.last) return shown;
    const way = this.#wheeling();
    this.legs(draft).forEach((leg) => way.go(leg));
    if (draft.facing !== null) way.wheel(turnTo(way.stand.facing, draft.facing));
    return { ...shown, arcs: way.arcs };
  }

  /** A reform takes the place of a move, but for those who may reform as they go. */
  widen(draft, files, of) {
    return super.widen(this.data.reforms_freely ? draft : this.start(), files, of);
  }

  readAct(draft, act) {
    if (act[0] === "fly") draft.first.push(act);
    else super.readAct(draft, act);
  }

  costWords(cost, draft, preview) {
    const words = super.costWords(cost, draft, preview);
    const wheel = cost.wheel ? ` Outer corner ${this.length(cost.wheel)}.` : "";
    return `${words}${wheel}${cost.march ? " That is a march." : ""}`;
  }

  ways(draft) {
    return super.ways(draft).filter(({ id }) => id !== "narrow");
  }

  deeds() {
    const aloft = (now) => ({ ...now, last: null, first: flies(now) ? [] : [["fly"]] });
    const about = (now) => ({ ...this.start(), last: ["reform", this.filesOf(now), this.#behind()] });
    const joins = (this.data.hosts ?? []).map((host) => ({
      id: `join ${host}`,
      label: `Join ${this.view.units.find((unit) => unit.id === host)?.title ?? host}`,
      change: (now) => ({ ...now, last: ["join", host] }),
    }));
    return [
      ...(this.can("fly") ? [{ id: "fly", label: "Fly", key: "f", change: aloft }] : []),
      ...(this.can("reform") ? [{ id: "about", label: "Reform facing back", change: about }] : []),
      ...joins,
    ];
  }

  #behind() {
    return ((this.data.pose?.facing ?? 0) + 18000) % 36000;
  }
}
