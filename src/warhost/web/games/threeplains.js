// Three Plains on this page: drags, turns and widths as the acts of an order.
import { carried, heading } from "../table.js";
import { plural } from "../html.js";

export const phases = [
  ["declaring charges", "Charges"],
  ["movement", "Movement"],
  ["shooting", "Shooting"],
  ["close combat", "Combat"],
  ["battle stress", "Stress"],
];
export const samePhase = { charges: "declaring charges", "counter charges": "movement", moves: "movement" };
/** Choices that only say who is next, and can be taken back: a click on the piece is enough. */
export const instant = ["deploy", "move", "shooter", "check", "next charge", "next to flee", "next to pursue"];
export const starter = { scenario: "three_hills", options: {} };
export const hints = {
  deploy: "Click a unit in the list: it appears as a ghost in your zone. Drag it, turn it, press Enter.",
  place:
    "Drag the ghost where you want it. The round grip turns it, the grips at its corners make its front wider.",
  charges: "A charge must be able to reach its enemy. If nothing is close, declare no charges.",
  move: "Drag one of your glowing units. The line shows its way; the box says what it costs.",
  shooter: "Click a unit with bows, then its target.",
  answer: "You are charged! Standing is brave; falling back saves a weak unit, but it may be caught.",
};

const FULL = 36000,
  INCH = 1000;
const words = (thousandths) => `${(thousandths / INCH).toFixed(1)}″`;
const turned = (facing, by) => (((facing + by) % FULL) + FULL) % FULL;

export function maker(question, view) {
  if (question.what === "move") return new MoveMaker(question, view);
  if (question.what === "place") return new DeployMaker(question, view);
  if (question.what === "bonus terrain") return new FeatureMaker(question);
  return null;
}

/** The block of a piece; a character inside a group has only its base. */
function blockOf(view, id) {
  const own = view.blocks.find((block) => block.id === id);
  if (own) return own;
  const title = view.units.find((unit) => unit.id === id)?.title;
  for (const host of view.blocks) {
    const base = host.bases.find((candidate) => candidate.role && candidate.title === title);
    if (!base) continue;
    const [[ax, ay], [bx, by]] = base.outline;
    return {
      ...host,
      id,
      title,
      outline: base.outline,
      bases: [base],
      marks: [],
      shape: "hero",
      front: [Math.round((ax + bx) / 2), Math.round((ay + by) / 2)],
    };
  }
  return null;
}

// --- moves ---------------------------------------------------------------------------------------------------

/** A draft: {legs: [[x, y], …], facing, first: acts before the legs, last: the act that ends it}. */
class MoveMaker {
  constructor(question, view) {
    this.question = question;
    this.block = blockOf(view, question.about);
    this.data = question.order ?? {}; // what the rules say it could be told
    this.single = this.data.single ?? this.block?.bases.length === 1;
    this.view = view;
    if (!this.block) Object.assign(this, { drag: undefined, nudge: undefined, aim: undefined, widen: undefined });
  }

  movable(id) {
    return id === this.question.about;
  }

  start() {
    return { legs: [], facing: null, first: [], last: null };
  }

  reach() {
    const points = this.question.outline?.[this.question.about];
    return points?.length > 2 ? points : null;
  }

  can(act) {
    return this.data.acts?.includes(act) ?? false;
  }

  // --- changing it ---------------------------------------------------------------------------------------

  drag(draft, id, from, to) {
    const [x, y] = draft.legs.at(-1) ?? this.block.front;
    const spot = [x + to[0] - from[0], y + to[1] - from[1]];
    return { ...draft, legs: [...draft.legs.slice(0, -1), spot], facing: null, last: null };
  }

  nudge(draft, dx, dy) {
    return this.drag(draft, this.question.about, [0, 0], [dx, dy]);
  }

  turn(draft, degrees) {
    return { ...draft, facing: turned(this.pose(draft).facing, degrees * 100), last: null };
  }

  aim(draft, facing) {
    return { ...draft, facing, last: null };
  }

  widen(draft, files) {
    const [least, most] = this.data.files ?? [1, this.block.bases.length];
    return files < least || files > most ? null : { ...draft, last: [this.can("form") ? "form" : "reform", files] };
  }

  filesOf(draft) {
    return ["form", "reform"].includes(draft.last?.[0]) ? draft.last[1] : (this.data.pose?.files ?? 1);
  }

  // --- saying it -----------------------------------------------------------------------------------------

  legs(draft) {
    const found = [];
    for (const leg of draft.legs) {
      const before = found.at(-1) ?? this.block.front;
      if (leg[0] !== before[0] || leg[1] !== before[1]) found.push(leg);
    }
    return found;
  }

  answer(draft) {
    const turn = draft.facing === null ? [] : [[this.can("face") ? "face" : "pivot", draft.facing]];
    const legs = this.legs(draft);
    if (draft.sideways && legs.length) return [...draft.first, ["reorganise", ...legs.at(-1)]];
    return [...draft.first, ...legs.map(([x, y]) => ["go", x, y]), ...turn, ...(draft.last ? [draft.last] : [])];
  }

  read(answer) {
    const draft = this.start();
    for (const act of answer) {
      if (act[0] === "go") draft.legs.push([act[1], act[2]]);
      else if (act[0] === "pivot" || act[0] === "face") draft.facing = act[1];
      else if (["fly", "over"].includes(act[0])) draft.first.push(act);
      else draft.last = act;
    }
    const told = JSON.stringify(this.answer(draft)) === JSON.stringify(answer);
    return told && this.block ? draft : null;
  }

  pose(draft) {
    const legs = this.legs(draft),
      front = legs.at(-1) ?? this.block.front;
    const before = legs.at(-2) ?? this.block.front;
    const on = legs.length && !this.single && !draft.sideways ? heading(before, front) : this.block.facing;
    const facing = draft.facing ?? (draft.last?.[0] === "flip" ? turned(on, FULL / 2) : on);
    return { front, facing };
  }

  drawn(draft, preview) {
    if (!this.block) return null;
    const { front, facing } = this.pose(draft),
      legs = this.legs(draft);
    const exact = preview?.blocks?.find((block) => block.id === this.question.about);
    // While the hand is ahead of the referee, the block he drew is carried on to where the hand is.
    const near = exact && Math.hypot(exact.front[0] - front[0], exact.front[1] - front[1]) < 60;
    return { blocks: [near ? exact : carried(this.block, front, facing)], trail: [this.block.front, ...legs] };
  }

  costWords(cost) {
    if (cost.cost === undefined) return "";
    const flimsy = cost.flimsy ? " Its ranks will be flimsy." : "";
    return `${words(cost.cost)} used, ${words(cost.left ?? 0)} left.${flimsy}`;
  }

  // --- what else a piece can do ----------------------------------------------------------------------------

  tools(draft) {
    const act = (id, label, change) => (this.can(id) ? [{ id, label, change }] : []);
    const last =
      (...named) =>
      (now) => ({ ...now, last: named });
    return [
      ...(draft.legs.length
        ? [
            {
              id: "leg",
              label: "Another leg",
              key: "w",
              change: (now) => ({ ...now, legs: [...now.legs, now.legs.at(-1)] }),
            },
          ]
        : []),
      ...(this.single
        ? []
        : [
            {
              id: "sideways",
              label: draft.sideways ? "March again" : "Shift sideways",
              key: "s",
              change: (now) => ({ ...now, sideways: !now.sideways }),
            },
          ]),
      ...act("flip", "Turn about", last("flip")),
      ...act("dash", "Dash (D3″ more)", () => ({ ...this.start(), last: ["dash"] })),
      ...act("drop", "Throw away pikes", () => ({ ...this.start(), last: ["drop"] })),
      ...act("fly", "Take off", (now) => ({ ...now, first: [["fly"]] })),
      ...act("land", "Land", last("land")),
      ...act("divide", "Divide", () => ({ ...this.start(), last: ["divide"] })),
      ...this.meetings(draft),
    ];
  }

  /** Friends and enemies so near to the ghost that joining, reinforcing or marching over them may be meant. */
  meetings(draft) {
    const { front } = this.pose(draft);
    const near = (other) =>
      other.id !== this.question.about &&
      other.outline.some(([x, y]) => Math.hypot(x - front[0], y - front[1]) < 4 * INCH);
    return this.view.blocks.filter(near).flatMap((other) => {
      if (other.side !== this.block.side) {
        return [
          {
            id: `over ${other.id}`,
            label: `March over ${other.title}`,
            change: (now) => ({ ...now, first: [["over", other.id], ...now.first] }),
          },
        ];
      }
      const deed = this.single ? "join" : "reinforce";
      return [
        {
          id: `${deed} ${other.id}`,
          label: `${this.single ? "Join" : "Reinforce"} ${other.title}`,
          change: (now) => ({ ...now, last: [deed, other.id] }),
        },
      ];
    });
  }
}

// --- setting up ----------------------------------------------------------------------------------------------

/** A draft is the order itself: {at, facing, files}. */
class DeployMaker {
  begins = true;

  constructor(question, view) {
    Object.assign(this, { question, view });
    this.first = question.suggestions[0]?.answer ?? { at: [0, 0], ...question.order?.pose };
    this.seen = null; // the referee's last drawing of it
  }

  movable(id) {
    return id === this.question.about;
  }

  start() {
    return { ...this.first };
  }

  drag(draft, id, from, to) {
    return { ...draft, at: [draft.at[0] + to[0] - from[0], draft.at[1] + to[1] - from[1]] };
  }

  nudge(draft, dx, dy) {
    return this.drag(draft, "", [0, 0], [dx, dy]);
  }

  turn(draft, degrees) {
    return { ...draft, facing: turned(draft.facing ?? 0, degrees * 100) };
  }

  aim(draft, facing) {
    return { ...draft, facing };
  }

  widen(draft, files) {
    const [least, most] = this.question.order?.files ?? [1, Infinity];
    return files < least || files > most ? null : { ...draft, files };
  }

  filesOf(draft) {
    return draft.files ?? 1;
  }

  answer(draft) {
    const { at, facing, files } = draft;
    return { at, ...(facing === undefined ? {} : { facing }), ...(files === undefined ? {} : { files }) };
  }

  read(answer) {
    return answer.at ? { ...answer } : null;
  }

  drawn(draft, preview) {
    const exact = preview?.blocks?.find((block) => block.id === this.question.about);
    if (exact) this.seen = { block: exact, files: draft.files };
    const known = this.seen?.files === draft.files ? this.seen.block : this.sketch(draft);
    return { blocks: [carried(known, draft.at, draft.facing ?? known.facing)] };
  }

  /** Ranks and files of small bases, until the referee has drawn it. */
  sketch(draft) {
    const unit = this.view.units.find((one) => one.id === this.question.about);
    const models = this.question.order?.models ?? unit?.strength ?? 1;
    const files = Math.min(draft.files ?? 5, models),
      size = 787,
      half = (files * size) / 2;
    const oblong = (left, top, wide, deep) => [
      [left, top],
      [left + wide, top],
      [left + wide, top - deep],
      [left, top - deep],
    ];
    const bases = Array.from({ length: models }, (_, at) => ({
      outline: oblong((at % files) * size - half, -Math.floor(at / files) * size, size, size),
      role: "",
      title: "",
    }));
    return {
      id: this.question.about,
      title: unit?.title ?? this.question.about,
      side: this.question.side,
      front: [0, 0],
      facing: 0,
      outline: oblong(-half, 0, files * size, Math.ceil(models / files) * size),
      bases,
      symbol: "",
      shape: "foot",
      unit: "",
      airborne: false,
      marks: [],
      details: [],
    };
  }

  costWords(cost, draft) {
    return `Front of ${plural(draft.files ?? 1, "model")}.`;
  }
}

/** The extra feature of terrain; a draft is {kind, middle, turn}. */
class FeatureMaker {
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
      change: (now) => ({ ...now, kind }),
    }));
  }
}
