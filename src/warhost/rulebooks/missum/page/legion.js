// The move of a legion: its front stays as it is while it goes; turning the front is a wheel, or a turn for the loose.
import { away, carried, heading, ranked, turned } from "../../formation.js";
import { March } from "../../makers/march.js";
import { FREE } from "../../snap.js";

const QUARTER = 9000,
  LEVEL = 25000;

const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);
const has = (acts, name) => acts.some(([act]) => act === name);

/** A draft as any march has it; acts before the legs are charge and height, the last one a turn, a form or a square. */
export class Legion extends March {
  get charges() {
    return (draft) => has(draft.first, "charge");
  }

  most(draft) {
    return (this.data.left ?? Infinity) + (this.charges(draft) ? this.data.bonus : 0) - 300;
  }

  /** The hand leads the middle of the front; what is farther than the allowance is cut short. */
  drag(draft, id, from, to, magnet = FREE) {
    const start = draft.legs.at(-2) ?? this.block.front,
      now = draft.legs.at(-1) ?? this.block.front,
      wanted = [now[0] + to[0] - from[0], now[1] + to[1] - from[1]],
      most = magnet === FREE ? Infinity : this.most(draft),
      far = distance(start, wanted);
    const spot = far > most ? away(start, heading(start, wanted), 0, most) : wanted;
    const whole = spot.map(Math.round);
    return { ...draft, legs: [...draft.legs.slice(0, -1), whole], last: null };
  }

  /** A touch lays the grips on a legion that has not been told anything yet: a finger finds nothing else to turn it by. */
  lead(draft, id) {
    return this.movable(id) && !this.answer(draft).length ? this.start() : null;
  }

  pose(draft) {
    const front = this.legs(draft).at(-1) ?? this.block.front,
      turn = draft.last?.[0] === "turn" ? draft.last[1] : 0;
    return { front, facing: turned(draft.facing ?? this.block.facing, turn) };
  }

  answer(draft) {
    const gone = this.legs(draft).map(([x, y]) => ["go", x, y]),
      face = draft.facing === null ? [] : [["face", draft.facing]];
    return [...draft.first, ...gone, ...face, ...(draft.last ? [draft.last] : [])];
  }

  readAct(draft, act) {
    if (["charge", "height", "leave", "unload"].includes(act[0])) draft.first.push(act);
    else if (act[0] === "go") draft.legs = [...draft.legs, [act[1], act[2]]];
    else if (act[0] === "face") draft.facing = act[1];
    else draft.last = act;
  }

  widen(draft, files) {
    const [least, most] = this.data.files;
    return files < least || files > most ? null : { ...this.start(), last: ["form", files] };
  }

  ghost(draft, preview) {
    const exact = preview?.blocks?.find((block) => block.id === this.question.about);
    if (exact) return exact;
    const { front, facing } = this.pose(draft);
    if (draft.last?.[0] === "form")
      return ranked(this.block, { models: this.block.bases.length, front, facing, files: draft.last[1] });
    return carried(this.block, front, facing);
  }

  // --- what else it can be told ------------------------------------------------------------------------------

  tools(draft) {
    if (!this.block) return [];
    const more = (now) => ({ ...now, legs: [...now.legs, now.legs.at(-1)] });
    return [
      ...(draft.legs.length ? [{ id: "leg", label: "Another leg", key: "w", change: more }] : []),
      ...this.#charge(draft),
      ...this.#turns(),
      ...this.deed("square", this.data.square ? "Leave the square" : "Form a square", () => ({
        ...this.start(),
        last: ["square", this.data.square ? 0 : 1],
      })),
      ...(this.can("swing") ? ["left", "right"].map((side) => this.#swing(side)) : []),
    ];
  }

  #charge(draft) {
    if (!this.can("charge")) return [];
    const charging = this.charges(draft),
      label = charging ? "Do not charge" : "Charge (once in a battle)";
    const change = (now) => ({
      ...now,
      first: charging ? now.first.filter(([act]) => act !== "charge") : [...now.first, ["charge"]],
    });
    return [{ id: "charge", label, key: "c", change }];
  }

  #turns() {
    if (!this.can("turn")) return [];
    const turn = (id, label, angle) => ({ id, label, change: (now) => ({ ...now, last: ["turn", angle] }) });
    return [
      turn("left", "Face left", -QUARTER),
      turn("right", "Face right", QUARTER),
      turn("about", "Turn about", 2 * QUARTER),
    ];
  }

  #swing(side) {
    return { id: `swing ${side}`, label: `Swing in on the ${side}`, change: () => ({ ...this.start(), last: ["swing", side] }) };
  }

  controls(draft) {
    if (!this.can("height")) return [];
    const told = draft.first.find(([act]) => act === "height"),
      value = (told?.[1] ?? this.data.height) / LEVEL;
    const change = (now, steps) => ({
      ...now,
      first: [...now.first.filter(([act]) => act !== "height"), ["height", steps * LEVEL]],
    });
    return [{ id: "height", label: "Height, in steps of 25 mm", kind: "number", value, least: 0, most: 24, change }];
  }
}
