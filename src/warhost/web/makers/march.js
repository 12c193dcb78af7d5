// A march on a table: legs, turns and fronts; loose groups base by base.
import { away, baseSize, blockOf, carried, heading, middle, oblongAround, ranked, turned } from "../formation.js";
import { FREE } from "../snap.js";
import { same } from "../html.js";
import { lengthWords } from "../measure.js";

const HALF_TURN = 18000;

const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

/** Where a move ends before it is where it was sent, and what stops it. */
function shortWords(short, why, words) {
  if (!short) return why ? ` It is stopped on its way: ${why}.` : "";
  return ` It ends ${words(short)} short of that point: ${why || "it stops there"}.`;
}

/**
 * A draft: {legs: [[x, y], …], facing, first: acts before the legs, last: the act that ends it}, and where they are
 * wanted: sideways, narrow, places (each base of a loose group). A game with more to be told extends it: acts of its own
 * in `first` and `last`, a `special` deed that takes the place of a march.
 */
export class March {
  constructor(question, view) {
    this.question = question;
    this.view = view;
    this.data = question.order ?? {}; // what the rules say it could be told
    this.block = blockOf(view, question.about);
    this.single = this.data.single ?? this.block?.bases.length === 1;
    this.waits = Boolean(this.block?.host); // shown at once, for its group lies over it
    if (!this.block) Object.assign(this, { drag: undefined, nudge: undefined, aim: undefined, widen: undefined });
    else if (this.single) this.widen = undefined;
    if (this.data.turns === false) Object.assign(this, { turn: undefined, aim: undefined }); // who looks all round
  }

  movable(id) {
    return id === this.question.about;
  }

  start() {
    return { legs: [], facing: null, first: [], last: null };
  }

  /** What is left of a draft when an order in words begins anew; who is told to stand singly goes on from there. */
  afresh(draft) {
    return this.special(draft) || draft.places ? draft : { ...this.start(), first: draft.first };
  }

  /** How far it could walk. */
  reach() {
    const points = this.question.outline?.[this.question.about];
    return points?.length > 2 ? points : null;
  }

  /** How far at a run, or whatever else the rules call it that leads farther. */
  farther() {
    const points = this.data.farther;
    return points?.length > 2 ? points : null;
  }

  can(act) {
    return this.data.acts?.includes(act) ?? false;
  }

  /** What a draft is about instead of a march, if anything: it has drag, aim, widen, pose and blocks. */
  special() {
    return null;
  }

  // --- changing it ---------------------------------------------------------------------------------------

  drag(draft, id, from, to, magnet = FREE) {
    const by = [to[0] - from[0], to[1] - from[1]];
    const special = this.special(draft);
    if (special) return special.drag(draft, id, by, magnet);
    if (draft.places) return { ...draft, places: draft.places.map(([x, y]) => [x + by[0], y + by[1]]) };
    const [x, y] = draft.legs.at(-1) ?? this.block.front;
    const spot = this.#attracted(draft, [x + by[0], y + by[1]], magnet);
    return { ...draft, legs: [...draft.legs.slice(0, -1), spot], facing: null, last: this.kept(draft.last) };
  }

  /** What ends the order, if it is not forgotten when the way changes. */
  kept() {
    return null;
  }

  /** A formed group faces along its leg: it falls into a parallel and comes flush ahead, but does not slip aside. */
  #attracted(draft, spot, magnet) {
    const start = draft.legs.at(-2) ?? this.block.front;
    const marching = !this.single && !draft.sideways;
    const facing = marching ? magnet.facing(heading(start, spot), spot, [this.block.facing]) : this.block.facing;
    const wanted = distance(start, spot),
      most = magnet === FREE ? Infinity : this.#allowed(draft, spot),
      far = Math.min(wanted, most);
    const there = marching || far < wanted ? away(start, marching ? facing : heading(start, spot), 0, far) : spot;
    const [dx, dy] = magnet.shift(carried(this.block, there, facing).outline, facing, there, !marching);
    const flush = [there[0] + dx, there[1] + dy];
    return distance(start, flush) > most ? there : flush;
  }

  /** How far one straight leg can lead at best; a hand that goes further keeps what is lawful. */
  #allowed(draft, spot) {
    const plain = draft.legs.length < 2 && !draft.sideways;
    return plain ? this.most(draft, spot) - 2 : Infinity; // rounding must not cost the order
  }

  most(draft) {
    return draft.first.length ? Infinity : (this.data.left ?? Infinity);
  }

  nudge(draft, dx, dy) {
    if (draft.places) return this.dragSpot(draft, draft.spot ?? 0, [0, 0], [dx, dy]);
    return this.drag(draft, draft.lead ?? this.question.about, [0, 0], [dx, dy]);
  }

  turn(draft, degrees) {
    const special = this.special(draft);
    if (special) return special.aim(draft, turned(special.pose(draft).facing, degrees * 100));
    return this.aim(draft, turned(this.pose(draft).facing, degrees * 100));
  }

  aim(draft, facing, of) {
    const special = this.special(draft);
    return special ? special.aim(draft, facing, of) : { ...draft, facing, last: null };
  }

  widen(draft, files, of) {
    const special = this.special(draft);
    if (special) return special.widen(draft, files, of);
    const [least, most] = this.data.files ?? [1, this.block.bases.length];
    if (files < least || files > most) return null;
    return { ...draft, places: undefined, last: [this.can("form") ? "form" : "reform", files] };
  }

  filesOf(draft, of) {
    const special = this.special(draft);
    if (special) return special.pose(draft, of).files;
    return ["form", "reform"].includes(draft.last?.[0]) ? draft.last[1] : (this.data.pose?.files ?? 1);
  }

  // --- base by base ----------------------------------------------------------------------------------------

  dragSpot(draft, spot, from, to) {
    if (!draft.places) return null;
    const places = draft.places.map(([x, y], at) =>
      at === spot ? [x + to[0] - from[0], y + to[1] - from[1]] : [x, y],
    );
    return { ...draft, places, spot };
  }

  pickSpot(draft, spot) {
    return draft.places ? { ...draft, spot } : null;
  }

  spots(draft) {
    return (draft.places ?? []).map((place, at) => ({ at, place, title: `Model ${at + 1}` }));
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
    const gone = legs.map(([x, y]) => ["go", x, y, ...(draft.narrow ? ["narrow"] : [])]);
    const places = draft.places ? [["places", draft.places]] : [];
    return [...draft.first, ...gone, ...places, ...turn, ...(draft.last ? [draft.last] : [])];
  }

  /** What hands could have made; a way that is marked on the table is none of that. */
  read(answer) {
    if (this.data.ways?.some((way) => same(way.answer, answer))) return null;
    const draft = this.start();
    for (const act of answer) this.readAct(draft, act);
    const told = JSON.stringify(this.answer(draft)) === JSON.stringify(answer);
    return told && this.block ? draft : null;
  }

  readAct(draft, act) {
    if (act[0] === "go")
      Object.assign(draft, { legs: [...draft.legs, [act[1], act[2]]] }, act[3] && { narrow: true });
    else if (act[0] === "pivot" || act[0] === "face") draft.facing = act[1];
    else if (act[0] === "places") draft.places = act[1];
    else if (act[0] === "reorganise") Object.assign(draft, { legs: [[act[1], act[2]]], sideways: true });
    else draft.last = act;
  }

  // --- drawing it ----------------------------------------------------------------------------------------

  pose(draft) {
    const legs = this.legs(draft),
      front = legs.at(-1) ?? this.block.front;
    const before = legs.at(-2) ?? this.block.front;
    const on = legs.length && !this.single && !draft.sideways ? heading(before, front) : this.block.facing;
    const facing = draft.facing ?? (draft.last?.[0] === "flip" ? turned(on, HALF_TURN) : on);
    return { front, facing };
  }

  drawn(draft, preview) {
    if (!this.block) return null;
    const trail = [this.block.front, ...this.legs(draft)];
    const special = this.special(draft);
    if (special) return { blocks: special.blocks(draft), trail };
    return { blocks: [this.ghost(draft, preview)], trail, spots: this.spots(draft) };
  }

  ghost(draft, preview) {
    const { front, facing } = this.pose(draft);
    if (draft.places) return this.#placed(draft.places, facing);
    const exact = preview?.blocks?.find((block) => block.id === this.question.about);
    // While the hand is ahead of the referee, the block he drew is carried on to where the hand is.
    // A piece whose movement ends on the way is shown where it stops.
    const near = exact && Math.hypot(exact.front[0] - front[0], exact.front[1] - front[1]) < 60;
    if (exact && (near || preview.short)) return exact;
    const formed = ["form", "reform"].includes(draft.last?.[0]);
    if (formed) return ranked(this.block, { models: this.block.bases.length, front, facing, files: draft.last[1] });
    return carried(this.block, front, facing);
  }

  #placed(places, facing) {
    const [wide, deep] = baseSize(this.block.bases[0]);
    const corners = [
      [-1, 1],
      [1, 1],
      [1, -1],
      [-1, -1],
    ];
    const bases = places.map((place, at) => ({
      ...this.block.bases[at],
      outline: corners.map(([u, v]) => away(place, facing, (u * wide) / 2, (v * deep) / 2)),
    }));
    const outline = oblongAround(
      bases.flatMap((base) => base.outline),
      facing,
    );
    return { ...this.block, facing, bases, outline, front: away(places[0], facing, 0, deep / 2) };
  }

  length(length) {
    return lengthWords(this.view.table.measure, length);
  }

  costWords(cost, draft, preview) {
    if (cost.cost === undefined) return "";
    const words = (length) => this.length(length);
    return `${words(cost.cost)} used, ${words(cost.left ?? 0)} left.${shortWords(cost.short, preview?.stopped, words)}`;
  }

  // --- what else a piece can do ----------------------------------------------------------------------------

  tools(draft) {
    if (!this.block) return [];
    if (draft.places) return [this.marching()];
    return [...this.ways(draft), ...this.deeds(draft)];
  }

  marching() {
    return { id: "march", label: "March instead", key: "w", change: () => this.start() };
  }

  ways(draft) {
    const toggle = (id, label, key, part) => ({
      id,
      label,
      key,
      change: (now) => ({ ...now, [part]: !now[part] }),
    });
    const more = {
      id: "leg",
      label: "Another leg",
      key: "w",
      change: (now) => ({ ...now, legs: [...now.legs, now.legs.at(-1)] }),
    };
    return [
      ...(draft.legs.length ? [more] : []),
      ...(this.single
        ? []
        : [toggle("sideways", draft.sideways ? "March again" : "Shift sideways", "s", "sideways")]),
      ...(this.single || !draft.legs.length
        ? []
        : [toggle("narrow", draft.narrow ? "Keep the front" : "Narrow the front", "", "narrow")]),
    ];
  }

  deeds(draft) {
    const places = () => this.ghost(draft, null).bases.map((base) => middle(base.outline));
    const singly = {
      id: "places",
      label: "Place each model …",
      change: (now) => ({ ...now, last: null, places: places(), spot: 0 }),
    };
    return [
      ...this.deed("flip", "Turn about", (now) => ({ ...now, last: ["flip"] })),
      ...(this.can("form") ? [singly] : []),
    ];
  }

  /** A tool for something it can be told, if it can. */
  deed(id, label, change) {
    return this.can(id) ? [{ id, label, change }] : [];
  }

  // --- what is set by numbers and ticks ----------------------------------------------------------------------

  controls(draft) {
    if (!draft.places) return [];
    return [
      {
        id: "model",
        label: "Model (arrow keys move it)",
        kind: "number",
        value: (draft.spot ?? 0) + 1,
        least: 1,
        most: draft.places.length,
        change: (now, value) => ({ ...now, spot: value - 1 }),
      },
    ];
  }
}
