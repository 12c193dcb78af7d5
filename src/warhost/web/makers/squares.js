// Setting up on a board: a square for every piece of a unit, all together or one by one.
import { footprint, union } from "./path.js";

/** A draft is the order itself, {at, hidden}, and whether all are dragged together. */
export class Squares {
  begins = true;

  constructor(question, view) {
    Object.assign(this, { question, view });
    this.first = question.suggestions[0]?.answer ?? { at: {}, hidden: [] };
    this.facing = question.order?.facing ?? "N";
    this.names = Object.keys(this.first.at);
    this.unit = view.units.find((unit) => unit.id === question.about);
  }

  movable(id) {
    return this.names.includes(id);
  }

  reach() {
    return union(this.question.outline);
  }

  start() {
    return { ...this.first, whole: this.names.length > 1, lead: this.names[0] };
  }

  drag(draft, id, from, to) {
    const dx = to[0] - from[0],
      dy = to[1] - from[1];
    if (!dx && !dy) return null;
    const shifted = ([x, y]) => [x + dx, y + dy];
    if (draft.whole) {
      return {
        ...draft,
        lead: id,
        at: Object.fromEntries(this.names.map((name) => [name, shifted(draft.at[name])])),
      };
    }
    const goal = shifted(draft.at[id]),
      at = { ...draft.at, [id]: goal };
    const there = this.names.find((name) => name !== id && String(draft.at[name]) === String(goal));
    if (there) at[there] = draft.at[id];
    return { ...draft, lead: id, at };
  }

  nudge(draft, dx, dy) {
    return this.drag(draft, draft.lead, [0, 0], [Math.sign(dx), Math.sign(dy)]);
  }

  answer(draft) {
    return { at: draft.at, hidden: draft.hidden };
  }

  read(answer) {
    return { ...this.start(), ...answer };
  }

  drawn(draft, preview) {
    const letters = (this.unit?.title ?? this.question.about).slice(0, 2);
    const known = Object.fromEntries((preview?.pieces ?? []).map((piece) => [piece.id, piece]));
    const pieces = this.names.map((id) => ({
      id,
      title: id,
      side: this.view.you ?? this.question.side,
      unit: this.question.about,
      symbol: letters,
      shape: "foot",
      details: [],
      ...known[id],
      facing: this.facing,
      marks: draft.hidden === true || draft.hidden?.includes?.(id) ? ["hidden"] : [],
      squares: footprint(draft.at[id], this.facing, known[id]?.squares.length ?? 1),
    }));
    return { pieces };
  }

  tools(draft) {
    const hide = this.question.order?.may_hide;
    return [
      ...(this.names.length > 1
        ? [
            {
              id: "whole",
              label: draft.whole ? "Place one by one" : "Place together",
              key: "w",
              change: (now) => ({ ...now, whole: !now.whole }),
            },
          ]
        : []),
      ...(hide
        ? [
            {
              id: "hide",
              label: draft.hidden?.length ? "Stand in the open" : "Start hidden",
              key: "h",
              change: (now) => ({ ...now, hidden: now.hidden?.length ? [] : [...this.names] }),
            },
          ]
        : []),
    ];
  }
}
