// Setting up on a table: where a piece stands, how it looks, how wide its front is.
import { carried, ranked, turned } from "../formation.js";
import { FREE } from "../snap.js";
import { plural } from "../html.js";

const SMALL = 0.787; // of a step on the table: how wide a base is drawn until the referee has drawn it

/** A draft is the order itself: {at, facing, files}. */
export class Place {
  begins = true;

  constructor(question, view) {
    Object.assign(this, { question, view });
    const ready = question.suggestions.find(({ answer }) => Array.isArray(answer.at));
    this.first = ready?.answer ?? { at: [0, 0], ...question.order?.pose };
    this.seen = null; // the referee's last drawing of it
    if (this.models === 1) this.widen = undefined;
    if (this.facesNowhere) this.turn = this.aim = undefined;
  }

  get unit() {
    return this.view.units.find((one) => one.id === this.question.about);
  }

  get models() {
    return this.question.order?.models ?? this.unit?.strength ?? 1;
  }

  /** Single fighters of some games look every way at once. */
  get facesNowhere() {
    const { pose } = this.question.order ?? {};
    return Boolean(pose) && pose.facing === undefined && this.first.facing === undefined;
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
    return files < least || files > most ? null : { ...draft, files };
  }

  filesOf(draft) {
    return draft.files ?? this.question.order?.pose?.files ?? 1; // as it stands by itself, until somebody says otherwise
  }

  answer(draft) {
    const { at, facing, files, z } = draft;
    return { at, ...(facing === undefined ? {} : { facing }), ...(files === undefined ? {} : { files }), ...(z ? { z } : {}) };
  }

  /** On a table of several levels: on which of them. */
  controls(draft) {
    const options = this.question.order?.levels ?? [],
      change = (now, value) => ({ ...now, z: Number(value) });
    return options.length > 1 ? [{ id: "level", label: "Level", kind: "choice", value: draft.z ?? 0, options, change }] : [];
  }

  read(answer) {
    return Array.isArray(answer.at) ? { ...answer } : null;
  }

  drawn(draft, preview) {
    const exact = preview?.blocks?.find((block) => block.id === this.question.about);
    const shape = this.shapeOf(draft);
    if (exact) this.seen = { block: exact, shape };
    const known = this.seen?.shape === shape ? this.seen.block : this.sketch(draft);
    return { blocks: [carried(known, draft.at, draft.facing ?? known.facing)] };
  }

  /** What a drawing of it depends on besides its place. */
  shapeOf(draft) {
    return String(draft.files);
  }

  /** Ranks and files of small bases, until the referee has drawn it. */
  sketch(draft) {
    const { unit, models } = this;
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
    const base = this.view.table.measure.step * SMALL;
    return ranked(looks, pose, [base, base]);
  }

  costWords(cost, draft) {
    return draft.files ? `Front of ${plural(draft.files, "model")}.` : "";
  }
}
