// Setting up in Three Plains: where a piece stands, and the extra feature of terrain.
import { away, carried, middle, ranked, turned } from "../formation.js";
import { FREE } from "../snap.js";
import { plural } from "../html.js";
import { pointsControl, wedgeWords } from "./tp_wedge.js";

const INCH = 1000,
  BASE = 787; // thousandths of an inch: a base of 20 millimetres

/** A draft is the order itself: {at, facing, files}, or with wedge instead of files. */
export class DeployMaker {
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

  /** Scouts may lie anywhere: their zone attracts them no more than the rest of the table. */
  zone() {
    return this.question.order?.scouts ? null : (this.question.order?.zone ?? null);
  }

  drag(draft, id, from, to, magnet = FREE) {
    const at = [draft.at[0] + to[0] - from[0], draft.at[1] + to[1] - from[1]];
    const { outline, facing } = this.drawn({ ...draft, at }, null).blocks[0];
    const [dx, dy] = magnet.shift(outline, facing, at);
    return { ...draft, at: [at[0] + dx, at[1] + dy] };
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
    return files < least || files > most ? null : { ...draft, files, wedge: undefined };
  }

  filesOf(draft) {
    return draft.files ?? 1;
  }

  answer(draft) {
    const { at, facing, files, wedge } = draft;
    const shape = wedge ? { wedge } : files === undefined ? {} : { files };
    return { at, ...(facing === undefined ? {} : { facing }), ...shape };
  }

  read(answer) {
    return answer.at ? { ...answer } : null;
  }

  drawn(draft, preview) {
    const exact = preview?.blocks?.find((block) => block.id === this.question.about);
    const shape = `${draft.files} ${draft.wedge}`;
    if (exact) this.seen = { block: exact, shape };
    const known = this.seen?.shape === shape ? this.seen.block : this.sketch(draft);
    return { blocks: [carried(known, draft.at, draft.facing ?? known.facing)] };
  }

  /** Ranks and files of small bases, until the referee has drawn it. */
  sketch(draft) {
    const unit = this.view.units.find((one) => one.id === this.question.about);
    const models = this.question.order?.models ?? unit?.strength ?? 1;
    const looks = {
      title: unit?.title ?? this.question.about,
      side: this.question.side,
      symbol: "",
      shape: "foot",
      unit: "",
      airborne: false,
      details: [],
    };
    const pose = { id: this.question.about, models, front: [0, 0], facing: 0, files: draft.files ?? 5 };
    return ranked(looks, pose, [BASE, BASE]);
  }

  tools(draft) {
    if (!this.question.order?.points) return [];
    const change = (now) => ({ ...now, wedge: now.wedge ? undefined : 1 });
    return [{ id: "wedge", label: draft.wedge ? "Leave the wedge" : "Form a wedge", key: "v", change }];
  }

  controls(draft) {
    const most = this.question.order?.points;
    if (!draft.wedge || most < 2) return [];
    return [pointsControl(most, draft.wedge, (now, value) => ({ ...now, wedge: value }))];
  }

  costWords(cost, draft) {
    return draft.wedge ? wedgeWords(draft.wedge) : `Front of ${plural(draft.files ?? 1, "model")}.`;
  }
}

/** The extra feature of terrain; a draft is {kind, middle, turn}. */
export class FeatureMaker {
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

const MARK = Array.from({ length: 16 }, (_, at) => away([0, 0], (at * 36000) / 16, 0, INCH / 2));

/** Where a spell is cast or a stone is to fall; a draft is {at, turn}. */
export class SpellMaker {
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
